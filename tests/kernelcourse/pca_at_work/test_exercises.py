"""The exercises of chapter 08 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
from own_answers import right_forms, wrong_answers
from scipy import stats
from sklearn.metrics.pairwise import rbf_kernel

from kernelcourse.pca_at_work.checks import (
    ex_08_01,
    ex_08_02,
    ex_08_03,
    ex_08_04,
    ex_08_05,
    ex_08_06,
    ex_08_08,
)


def by_counting(z, y):
    """Share of points that a threshold puts on the right side, with every point as the first above it."""
    best = 0.0
    for cut in [*z, np.inf]:
        right = sum((value >= cut) == bool(label) for value, label in zip(z, y, strict=True)) / len(z)
        best = max(best, right, 1 - right)
    return best


def standard_error(d, n_train, n_test):
    return np.std(d, ddof=1) * np.sqrt(1 / len(d) + n_test / n_train)


USELESS = np.array([[-9, 1, 0], [-8, -1, 1], [-1, 1.1, 0], [1, -1.1, 1], [8, 1, 0], [9, -1, 1]])

RIGHT = {
    "08.3": [
        lambda X: np.cosh(X @ X.T),
        lambda X: (X @ X.T) ** 4 + 3 * (X @ X.T) ** 2,
        lambda X: rbf_kernel(X, gamma=0.5) + rbf_kernel(X, -X, gamma=0.5),
        lambda X: rbf_kernel(X**2, gamma=1.0).tolist(),
    ],
    "08.7": [USELESS[:, [1, 0, 2]],
        USELESS * [2, 2, 1] + np.array([50, -3, 0]), USELESS.astype(np.float32)],
}  # fmt: skip

WRONG = {
    "08.1": [
        (lambda K, q: np.cumsum(np.linalg.eigvalsh(K)[::-1][:q]) / np.abs(K).sum(), None),
        (lambda K, q: np.sort(np.random.default_rng(0).random(q)), None),
    ],
    "08.10": [
        (lambda d, z_x, z_0: -z_x, "counted from the mean"),
        (lambda d, z_x, z_0: 2 * z_0 - z_x, "for an even one"),
        (lambda d, z_x, z_0: z_0, None),
        (lambda d, z_x, z_0: z_0 + (-1) ** d * (z_x - z_0) + d, None),
    ],
    "08.2": [
        (lambda p, d, offset: (p + 1) ** d, None),
        (lambda p, d, offset: d + 1, None),
        (lambda p, d, offset: p**d, None),
    ],
    "08.3": [
        (lambda X: rbf_kernel(X, gamma=0.3), "changes when one of the two"),
        (lambda X: np.eye(len(X)), "changes when one of the two"),
        (lambda X: np.ones((len(X), len(X))), "fewer than three"),
        (lambda X: np.zeros((len(X), len(X))), "fewer than three"),
        (lambda X: X @ X.T, "changes its sign when"),
        (lambda X: (X @ X.T) ** 2 + np.triu(X @ X.T), "is symmetric"),
        (lambda X: X, "shape"),
    ],
    "08.4": [
        (lambda a, b: np.sign(a - b) * (a**2 - b**2) ** 2 / 8, None),
        (lambda a, b: -((a**2 - b**2) ** 2) / 8, None),
    ],
    "08.5": [
        (lambda z, y: abs(np.corrcoef(z, y)[0, 1]), None),
        (lambda z, y: max(np.mean((z > t) == y) for t in z), None),
        (lambda z, y: by_counting(np.digitize(z, np.linspace(z.min(), z.max(), 100)), y), None),
    ],
    "08.6": [
        (lambda d, n, m: d.mean() + stats.t.ppf([0.025, 0.975], len(d) - 1) * standard_error(d, n, m), None),
        (lambda d, n, m: d.mean() + 1.96 * np.array([-1, 1]) * standard_error(d, n, n + m), None),
    ],
    "08.7": [
        (USELESS * [0.1, 1, 1], "tells the classes apart too well"),
        (np.c_[np.zeros((6, 2)), [0, 1, 0, 1, 0, 1]], "rounding decides"),
        (USELESS + np.array([0, 0, 1]), "0 or 1, nothing else"),
        (USELESS[:, :2], "shape (n, 3)"),
        (np.vstack([USELESS, [0, np.nan, 1]]), "NaN"),
        (np.vstack([USELESS, [0, 1.2, 1]]), "the second is not perfect"),
        ([[x, 1, 0] for x in range(-50, 50)] + [[x, -1, 1] for x in range(3)], "One class has more than 75%"),
    ],
    "08.8": [
        (lambda X, y, gammas: 3.5, "not in the list"),
        (lambda X, y, gammas: -1.0, "not in the list"),
        (lambda X, y, gammas: gammas, "expected"),
    ],
}  # fmt: skip


class TestEdges:
    def test_every_edge_is_what_it_is_called(self):
        rng = np.random.default_rng(5)
        one, every, more = ex_08_01.edge(rng).values()
        assert one.q == 1 and every.q == len(every.K) and np.linalg.matrix_rank(more.K) < more.q
        single, straight, digits = ex_08_02.edge(rng).values()
        assert single.p == 1 and straight.degree == 1 and digits.p == 256
        (origin,) = ex_08_03.edge(rng).values()
        np.testing.assert_array_equal(origin.X[:7], -origin.X[7:])
        assert (np.abs(origin.X).sum(axis=1) == 0).sum() == 2
        larger, same = ex_08_04.edge(rng).values()
        assert larger.b > larger.a and same.a == same.b
        for name, (z, y) in ex_08_05.edge(rng).items():
            assert (by_counting(z, y) == 1) == ("apart" in name)
        two, halves, steady = ex_08_06.edge(rng).values()
        assert len(two.differences) == 2 and halves.n_train == halves.n_test
        assert np.ptp(steady.differences) == 0

    def test_centered_means_centered(self):
        for K, _ in ex_08_01.problems(np.random.default_rng(0)):
            np.testing.assert_allclose(K.sum(axis=0), 0, atol=1e-9)

    def test_digits_that_are_judged_by_are_not_those_that_were_given(self):
        one, two = ex_08_08.problems(np.random.default_rng(0))
        for problem in (one, two):
            assert problem.X.shape == (200, 256) and problem.X_new.shape == (600, 256)
            both = np.vstack([problem.X, problem.X_new])
            assert len(np.unique(both, axis=0)) >= 799  # two digits of the set are the same image
            assert 0.35 < problem.y.mean() < 0.6
        assert not np.array_equal(one.X, two.X) and set(one.gammas).isdisjoint(two.gammas)


test_right = right_forms(RIGHT)
test_wrong = wrong_answers(WRONG)
