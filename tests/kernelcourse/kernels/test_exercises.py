"""Attacks on the exercises of chapter 01: right answers in forms of their own, and wrong ones that look right."""

import math

import numpy as np
import pytest
import scipy.linalg

from kernelcourse.judging.exercises import all_exercises, exercises_of
from kernelcourse.kernels.checks import ex_01_02, ex_01_04, ex_01_05, ex_01_09, ex_01_10
from kernelsy19.kernels import RBF

EXERCISES = all_exercises()


def squared(X, Y):
    return ((X[:, None] - Y[None]) ** 2).sum(axis=2)


def centering(K):
    return np.eye(len(K)) - 1 / len(K)


def clipped(S, low=0.0):
    values, V = np.linalg.eigh(S)
    return (V * values.clip(low)) @ V.T


def cosines(K):
    return K / np.sqrt(np.outer(np.diag(K), np.diag(K)))


def to_mean(K):
    return np.diag(K) - 2 * K.mean(axis=1) + K.mean()


def signed_weights(a, b):
    return np.concatenate([np.full(len(a), 1 / len(a)), np.full(len(b), -1 / len(b))])


RIGHT = {
    "01.1": [
        lambda X: np.column_stack([X**2, X.prod(axis=1), X.prod(axis=1)]),
        lambda X: np.array([np.outer(x, x).ravel() for x in X]),
        lambda X: (
            np.column_stack([(X**2).sum(axis=1), X[:, 0] ** 2 - X[:, 1] ** 2, 2 * X.prod(axis=1)]) / 2**0.5
        ),
        lambda X: [[a * a, -(2**0.5) * a * b, b * b] for a, b in X],
        lambda X: np.column_stack([X**2, 2**0.5 * X.prod(axis=1), np.zeros(len(X))]),
    ],
    "01.2": [
        lambda X, Y, gamma: RBF(gamma)(X, Y),
        lambda X, Y, g: np.exp(-g * ((X**2).sum(axis=1)[:, None] - 2 * X @ Y.T + (Y**2).sum(axis=1))),
        lambda X, Y, g: [[math.exp(-g * math.dist(x, y) ** 2) for y in Y] for x in X],
        lambda X, Y, g: np.prod(np.exp(-g * (X[:, None] - Y) ** 2), axis=2),
        lambda X, Y, g: np.exp(-squared(g**0.5 * X, g**0.5 * Y)),
        lambda X, Y, g: np.exp(-g * squared(X, Y)).astype(np.float32),
    ],
    "01.3": [
        lambda sigma, source: {"AML": 0.5 / sigma**2, "PR": sigma**-2, "SY19": sigma}[source],
        lambda s, source: np.array(s if source == "SY19" else 1 / s / s / (2 if source == "AML" else 1)),
        lambda s, source: (
            (1 / (s * 2**0.5)) ** 2 if source == "AML" else 1 / (s * s) if source == "PR" else s
        ),
        lambda s, source: s if source == "SY19" else math.exp(-2 * math.log(s)) / (1 + (source == "AML")),
    ],
    "01.4": [
        lambda K: np.diag(centering(K) @ K @ centering(K)),
        lambda K: [K[i, i] - 2 * K[i].mean() + K.mean() for i in range(len(K))],
        lambda K: np.einsum("ij,jk,ik->i", centering(K), K, centering(K)),
        lambda K: K.diagonal() - 2 * K.sum(axis=0) / len(K) + K.sum() / K.size,
    ],
    "01.5": [
        lambda K: np.diag(np.diag(K) ** -0.5) @ K @ np.diag(np.diag(K) ** -0.5),
        lambda K: [[K[i, j] / math.sqrt(K[i, i] * K[j, j]) for j in range(len(K))] for i in range(len(K))],
        lambda K: (K / np.sqrt(np.diag(K))).T / np.sqrt(np.diag(K)),
        lambda K: np.clip(cosines(K), -1, 1),
    ],
    "01.6": [
        286.0,
        np.int64(286),
        np.array(286),
        math.comb(13, 10),
        sum(math.comb(9 + d, d) for d in range(4)),
    ],
    "01.7": [
        [[0, 0]],
        np.zeros((2, 2)),
        ((0.1, 0.2), (3, 4)),
        np.array([[1.05, 0.0], [0.0, 1.05]]),
        [[3, 4], [1, 1]],
        np.random.default_rng(0).normal(size=(200, 2)),
    ],
    "01.8": ["b", np.str_("b"), np.array("b"), "B", "(b)", " b "],
    "01.9": [
        clipped,
        lambda S: (scipy.linalg.polar(S)[1] + S) / 2,
        lambda S: (S + scipy.linalg.sqrtm(S @ S).real) / 2,
        lambda S: S + clipped(-S),
        lambda S: clipped(S).tolist(),
    ],
    "01.10": [
        lambda a, ab, b: signed_weights(a, b) @ np.block([[a, ab], [ab.T, b]]) @ signed_weights(a, b),
        lambda a, ab, b: a.sum() / len(a) ** 2 - 2 * ab.sum() / ab.size + b.sum() / len(b) ** 2,
        lambda a, ab, b: (
            sum(map(sum, a)) / a.size - 2 * sum(map(sum, ab)) / ab.size + sum(map(sum, b)) / b.size
        ),
        lambda a, ab, b: (a.mean() - ab.mean()) + (b.mean() - ab.T.mean()),
    ],
    "01.12": [
        lambda X: np.column_stack([np.hypot(*X.T), (X**2).sum(axis=1)]),
        lambda X: np.column_stack([X, (X**2).sum(axis=1), (X**2).sum(axis=1) ** 2, np.ones(len(X))]),
        lambda X: [[math.hypot(*x), math.hypot(*x) ** 3] for x in X],
    ],
    "01.13": ["c", np.str_("c")],
    "01.14": ["d", np.str_("d")],
    "01.15": [
        lambda K, m: -np.linalg.svd(K)[0][:, :m] * np.linalg.svd(K)[1][:m] ** 0.5,
        lambda K, m: (np.linalg.eigh(K)[1] * np.linalg.eigh(K)[0].clip(0) ** 0.5)[:, ::-1][:, :m].tolist(),
        lambda K, m: (lambda v, V: V[:, -m:] * np.sqrt(v[-m:].clip(0)))(*np.linalg.eigh(K)),
    ],
    "01.16": [
        lambda K_new, K: [min(range(len(K)), key=lambda i: K[i, i] - 2 * k[i]) for k in K_new],
        lambda K_new, K: (K_new - K.diagonal() / 2).argmax(axis=1).astype(float),
        lambda K_new, K: np.argmin(1.0 + np.diag(K) - 2 * K_new, axis=1),
    ],
}


# Wrong answers, and a few words of what they are told: of a hint, or None where no hint is to be given.
def _by_rank(X, low, high):
    """One feature: whether a point is neither among the nearest to the origin nor among the farthest."""
    squares = (X**2).sum(axis=1)
    between = (squares > np.quantile(squares, low)) & (squares < np.quantile(squares, high))
    return between[:, None].astype(float)


WRONG = {
    "01.1": [
        (lambda X: X @ X.T, "kernel values"),
        (lambda X: np.column_stack([X**2, X.sum(axis=1)]), None),
        (lambda X: np.column_stack([X**2, 2**0.5 * X.prod(axis=1)]).T, "each point has a *row*"),
        (lambda X: X.prod(axis=1), "shape ("),
        (lambda X: np.column_stack([X**2, 2**0.5 * np.abs(X.prod(axis=1))]), None),
        (lambda X: np.column_stack([X**2, 2**0.5 * X.prod(axis=1), np.ones(len(X))]), "There is no 1"),
        (lambda X: np.column_stack([X**2, 1.41 * X.prod(axis=1)]), None),
        (lambda X: np.full((len(X), 3), np.nan), "NaN"),
        (lambda X: np.zeros((len(X), 3)), None),
        (lambda X: np.column_stack([X**2, 1j * X.prod(axis=1)]), "real numbers"),
        (lambda X: (X**2).sum(axis=1, keepdims=True), "one feature a point"),
    ],
    "01.2": [
        (lambda X, Y, g: np.exp(-g / 2 * squared(X, Y)), "half"),
        (lambda X, Y, g: np.exp(-squared(X, Y) / g), "inverse"),
        (lambda X, Y, g: np.exp(-squared(X, Y)), "no effect"),
        (lambda X, Y, g: np.exp(-2 * g * squared(X, Y)), "twice"),
        (lambda X, Y, g: np.exp(-g * ((X[:, None] - Y) ** 2).mean(axis=2)), "mean over the coordinates"),
        (lambda X, Y, g: np.exp(-g * X @ Y.T), "dot product"),
        (lambda X, Y, g: np.exp(-g * np.linalg.norm(X[:, None] - Y, axis=2)), "not its square"),
        (lambda X, Y, g: (1 + 3e-7) * np.exp(-g * squared(X, Y)), "first six digits"),
        (lambda X, Y, g: np.exp(-g * squared(X, Y)).sum(axis=1), "shape ("),
        (lambda X, Y, g: 1 / (1 + g * squared(X, Y)), None),
    ],
    "01.3": [
        (lambda s, source: {"AML": 1 / (2 * s**2), "PR": 1 / s**2, "SY19": 1 / s}[source], "multiplies"),
        (lambda s, source: {"AML": 2 / s**2, "PR": 1 / s**2, "SY19": s}[source], "below the line"),
        (lambda s, source: {"AML": 1 / (2 * s**2), "PR": 1 / s**2, "SY19": s**2}[source], "not the square"),
        (lambda s, source: 1 / (2 * s**2), "This is not all"),
        (lambda s, source: 0.5, None),
        (lambda s, source: {"AML": s / 2, "PR": s, "SY19": s}[source], None),
    ],
    "01.4": [
        (lambda K: K.mean(axis=1), "one part of what you need"),
        (lambda K: np.diag(K), None),
        (lambda K: np.diag(K) - 2 * K.mean(axis=1) + K.mean(axis=1) ** 2, "dot product of $m$ with itself"),
        (
            lambda K: np.diag(K) - 2 * K.sum(axis=1) / (len(K) - 1) + K.sum() / (len(K) - 1) ** 2,
            "n − 1",
        ),
        (lambda K: np.diag(K) - 2 * K.mean(axis=1) - K.mean(), "it is added"),
        (lambda K: to_mean(K).mean(), "single number"),
        (lambda K: np.maximum(0.3, to_mean(K)), None),
        (lambda K: to_mean(K)[::-1], None),
        (lambda K: to_mean(K) * np.nan, "NaN"),
    ],
    "01.5": [
        (lambda K: K / np.linalg.norm(K, axis=1)[:, None], "rows of"),
        (np.corrcoef, "rows of"),
        (lambda K: 1 - cosines(K), "one minus"),
        (lambda K: K / np.linalg.norm(K), "by one number"),
        (lambda K: K / np.sqrt(np.diag(K)), "one of the two points"),
        (lambda K: np.triu(cosines(K)), None),
        (lambda K: np.eye(len(K)), None),
        (lambda K: np.sqrt(1 - cosines(K).clip(-1, 1) ** 2), None),
    ],
    "01.6": [
        (66, "degree 2"),
        (1331, "order"),
        (176, "more than once"),
        (4**10, "exponent"),
        (1771, None),
        (-286, None),
        (286.5, "whole numbers"),
        ("286", "a text"),
        (np, "the module numpy"),
    ],
    "01.7": [
        ([[1, 0]], "one entry"),
        ([[2, 2], [2, 2]], "All your points are the same"),
        ([[0.97, 0.0]], "hardly below 0"),
        ([1, 0], "shape (n, 2)"),
        ([[0, 0, 0]], "shape (n, 2)"),
        (np.zeros((4000, 2)), "n from 1 to 200"),
        ([[np.nan, 0]], "without NaN"),
        ([[1e-300, 1e200]], "coordinates from"),
    ],
    "01.8": [
        ("a", "negative in places"),
        ("e", "Choose one of"),
        ("ab", "Choose one of"),
        (1, "Choose one of"),
        (["b"], "Choose one of"),
    ],
    "01.9": [
        (lambda S: np.eye(len(S)), "diagonal matrix"),
        (np.zeros_like, "diagonal matrix"),
        (lambda S: scipy.linalg.polar(S)[1], "turned the negative eigenvalues positive"),
        (lambda S: clipped(S, 0.05), "another one is nearer"),
        (lambda S: clipped(S) + 1e-4 * np.eye(len(S)), "another one is nearer"),
        (lambda S: S + 3 * np.eye(len(S)), "another one is nearer"),
        (lambda S: np.full_like(S, np.nan), "NaN"),
        (lambda S: np.linalg.eigvalsh(S).clip(0), "shape ("),
        (lambda S: clipped(S) + np.triu(np.full_like(S, 1e-3), 1), None),
    ],
    "01.10": [
        (lambda a, ab, b: a.mean() + b.mean(), "mixed term is missing"),
        (lambda a, ab, b: abs(a.mean() ** 0.5 - b.mean() ** 0.5) ** 2, "lengths"),
        (lambda a, ab, b: a.mean() - 2 * ab.mean() - b.mean(), "it is added"),
        (lambda a, ab, b: np.trace(a) - 2 * np.trace(ab) + np.trace(b), None),
        (lambda a, ab, b: (a.mean() - 2 * ab.mean() + b.mean()) / 2, None),
        (lambda a, ab, b: np.nan, "finite"),
        (lambda a, ab, b: a.mean(axis=1) - 2 * ab.mean(axis=1) + 1, "single number"),
    ],
    "01.12": [
        (lambda X: X**2, "two edges"),
        (lambda X: np.column_stack([X, (X**2).sum(axis=1)]), "has a hole"),
        (lambda X: (X**2).sum(axis=1, keepdims=True), "No threshold"),
        (lambda X: np.eye(len(X)), "at most 5 features"),
        (lambda X: (X**2).sum(axis=1), "one row per point"),
        (lambda X: np.sqrt(X), "NaN"),
        (lambda X: np.column_stack([X**2, X.prod(axis=1), X]), "conic"),
        (lambda X: X**3, None),
        (lambda X: _by_rank(X, 1 / 3, 2 / 3), "No threshold"),
        (lambda X: np.column_stack([_by_rank(X, 1 / 3, 2 / 3), _by_rank(X, 0.25, 0.75)]), None),
        (lambda X: np.column_stack([X, np.abs(X)]), None),
        (lambda X: np.zeros((len(X), 2)), None),
    ],
    "01.13": [("a", "add up"), ("b", "diagonal"), ("D", "farther out"), ("e", "Choose one of")],
    "01.14": [("a", "orthonormal"), ("c", "diagonal"), ("e", "Choose one of"), (4, "Choose one of")],
    "01.15": [
        (lambda K, m: np.linalg.eigh(K)[1][:, -m:], "do not know the eigenvalues"),
        (lambda K, m: np.linalg.eigh(K)[1][:, :m] * np.linalg.eigh(K)[0][:m].clip(0) ** 0.5, "smallest"),
        (lambda K, m: np.linalg.eigh(K)[1][:, -m:] * np.linalg.eigh(K)[0][-m:], "gave all of it"),
        (lambda K, m: np.sqrt(np.diag(K))[:, None] * np.eye(len(K))[:, :m], None),
        (lambda K, m: K[:, :m], "not coordinates"),
        (lambda K, m: np.zeros((len(K), m)), None),
        (lambda K, m: np.linalg.svd(K)[0] * np.linalg.svd(K)[1] ** 0.5, "shape ("),
    ],
    "01.16": [
        (lambda K_new, K: K_new.argmax(axis=1), "largest kernel value"),
        (lambda K_new, K: K_new.argmin(axis=1), None),
        (lambda K_new, K: (np.diag(K) - 2 * K_new).argmax(axis=1), "farthest"),
        (lambda K_new, K: (np.diag(K) - K_new).argmin(axis=1), "twice"),
        (lambda K_new, K: (np.diag(K) + 2 * K_new).argmin(axis=1), "sign of a sum"),
        (lambda K_new, K: (K_new / np.sqrt(np.diag(K))).argmax(axis=1), None),
        (lambda K_new, K: (np.diag(K) - 2 * K_new).argmin(axis=1) + 1, "counted from 1"),
        (lambda K_new, K: (np.diag(K) - 2 * K_new).argmin(axis=0), "the other way round"),
        (lambda K_new, K: (np.diag(K) - 2 * K_new).min(axis=1), None),
        (lambda K_new, K: np.zeros(len(K_new), dtype=int), None),
        (lambda K_new, K: np.diag(K) - 2 * K_new, "number of the known point"),
    ],
}


@pytest.mark.parametrize(("key", "number"), [(key, i) for key in RIGHT for i in range(len(RIGHT[key]))])
def test_right_in_another_form(key, number):
    for seed in range(3):
        result = EXERCISES[key].judge(RIGHT[key][number], seed)
        assert result.passed, result


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(("key", "number"), [(key, i) for key in WRONG for i in range(len(WRONG[key]))])
def test_wrong_and_told_why(key, number):
    answer, words = WRONG[key][number]
    hints = [mistake.hint for mistake in EXERCISES[key].mistakes]
    for seed in range(3):
        result = EXERCISES[key].judge(answer, seed)
        assert result.status == "wrong", result
        if words is None:
            assert not [hint for hint in hints if hint in result.message], result
        else:
            assert words in result.message, result


def test_a_matrix_without_its_signs_is_told_so_where_they_matter():
    """Where one of the matrices has no negative entry, nothing tells the two mistakes apart, and none is named."""
    said = [EXERCISES["01.9"].judge(np.abs, seed).message for seed in range(6)]
    told = ["came back as it was" in message for message in said]
    assert told == ["you took its size, without the sign" in message for message in said]
    assert 0 < sum(told) < len(told)


def test_a_square_matrix_of_features_is_not_taken_for_another():
    """With as many points as features the transposed matrix has the right shape."""
    turned = EXERCISES["01.1"].judge(lambda X: [[a * a, b * b, 2**0.5 * a * b] for a, b in X][::-1])
    assert turned.status == "wrong"


@pytest.mark.parametrize("seed", range(5))
def test_edge_problems_are_at_the_edge(seed):
    rng = np.random.default_rng(seed)
    zero = ex_01_04.edge(rng)["points that are all the same"]
    assert not to_mean(zero.K).any()
    assert ex_01_04.edge(rng)["a mean at the origin"].K.mean() == 0
    for name, problem in ex_01_05.edge(rng).items():
        assert cosines(problem.K)[0, 1] == {"one": 1, "opp": -1, "a r": 0}[name[14:17]], name
    groups = ex_01_10.edge(rng)["two groups with the same mean"]
    assert groups.K_a.mean() == groups.K_ab.mean() == groups.K_b.mean()
    sets = ex_01_02.edge(rng)["a point that is in both sets"]
    assert squared(sets.X, sets.Y).min() == 0
    assert min(np.linalg.eigvalsh(p.S)[0] for p in ex_01_09.edge(rng).values()) < -0.9


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the students
@pytest.mark.parametrize("seed", range(20))
def test_the_eigenvalue_0_comes_out_negative_for_every_seed(seed):
    def roots(K, m):
        values, V = np.linalg.eigh(K)
        return V[:, ::-1][:, :m] * np.sqrt(values[::-1][:m])

    assert "NaN" in exercises_of("01")["01.15"].judge(roots, seed).message
