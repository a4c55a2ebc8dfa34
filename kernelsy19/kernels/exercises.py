"""The exercises of chapter 01: kernels, feature maps, and geometry from kernel values."""

from math import comb
from typing import NamedTuple

import numpy as np

from kernelsy19.course.answers import any_form
from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement
from kernelsy19.kernels.families import Polynomial, Sigmoid
from kernelsy19.kernels.geometry import squared_distance_between_means


class Points(NamedTuple):
    """Points of the plane."""

    X: np.ndarray


def points(rng):
    """Draw points of the plane."""
    for n in (2, 4, 7):
        yield Points(rng.normal(size=(n, 2)))


def _homogeneous_features(X):
    return np.column_stack([X[:, 0] ** 2, X[:, 1] ** 2, np.sqrt(2) * X[:, 0] * X[:, 1]])


def _certify_features(problem, Phi):
    Phi, n = np.asarray(Phi, dtype=float), len(problem.X)
    if Phi.ndim != 2 or len(Phi) != n:
        text = f"the answer has one row a point: shape ({n}, D) expected, {Phi.shape} given"
        return Certificate(text, False)
    exact = [[(x @ y) ** 2 for y in problem.X] for x in problem.X]
    error = np.abs(Phi @ Phi.T - exact).max()
    return Certificate("largest | Φ(x)·Φ(y) − (x·y)² |", error, 1e-10)


def _same_dot_products(a, b):
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return a.ndim == b.ndim == 2 and a.shape[0] == b.shape[0] and np.allclose(a @ a.T, b @ b.T)


feature_map = Exercise(
    "01.1",
    "A feature map of (x·y)²",
    problems=points,
    reference=_homogeneous_features,
    certify=_certify_features,
    form=any_form,
    same=_same_dot_products,
    mistakes=[
        Mistake(
            "The mixed term is too small. Multiply out $(x_1y_1 + x_2y_2)^2$: with what factor does "
            "$x_1x_2\\,y_1y_2$ stand there, and how is that factor shared between $x$ and $y$?",
            lambda X: np.column_stack([X**2, X[:, 0] * X[:, 1]]),
        ),
        Mistake(
            "The mixed term is too large: a factor 2 in the feature is a factor 4 in the dot product.",
            lambda X: np.column_stack([X**2, 2 * X[:, 0] * X[:, 1]]),
        ),
        Mistake("The mixed term is missing: two squares are not enough.", lambda X: X**2),
        Mistake(
            "That is the map of $(1 + x\\cdot y)^2$. Without the 1 there are no features of lower degree.",
            lambda X: Polynomial(2).feature_map(X),
        ),
    ],
)


class TwoSets(NamedTuple):
    """Two sets of points and the parameter of the kernel."""

    X: np.ndarray
    Y: np.ndarray
    gamma: float


def two_sets(rng):
    """Draw two sets of different sizes, in one to three dimensions."""
    for n, m, p in ((2, 3, 1), (4, 2, 2), (5, 5, 3)):
        yield TwoSets(rng.normal(size=(n, p)), rng.normal(size=(m, p)), float(rng.uniform(0.3, 2.0)))


def _rbf(X, Y, gamma):
    return np.exp(-gamma * ((X[:, None] - Y[None]) ** 2).sum(axis=2))


def _l1(X, Y):
    return np.abs(X[:, None] - Y[None]).sum(axis=2)


def _rbf_by_loops(X, Y, gamma):
    return np.array([[np.exp(-gamma * np.sum((x - y) ** 2)) for y in Y] for x in X])


gaussian_kernel = Exercise(
    "01.2",
    "The Gaussian kernel between two sets",
    problems=two_sets,
    reference=_rbf,
    certify=agreement("largest | Kᵢⱼ − exp(−γ‖xᵢ − yⱼ‖²) |", _rbf_by_loops, 1e-12),
    mistakes=[
        Mistake(
            "You used the distance, not its square. (In one dimension that is the Laplacian kernel.)",
            lambda X, Y, gamma: np.exp(-gamma * np.sqrt(((X[:, None] - Y[None]) ** 2).sum(axis=2))),
        ),
        Mistake("The sign: far points should be less alike.", lambda X, Y, gamma: 1 / _rbf(X, Y, gamma)),
        Mistake(
            "You read γ as a width: this is $\\exp(-\\|x-y\\|^2 / (2\\gamma^2))$.",
            lambda X, Y, gamma: _rbf(X, Y, 1 / (2 * gamma**2)),
        ),
        Mistake(
            "You squared the sum of absolute differences. ‖·‖ is the Euclidean norm.",
            lambda X, Y, gamma: np.exp(-gamma * _l1(X, Y) ** 2),
        ),
        Mistake(
            "Rows and columns are swapped: row i belongs to $x_i$.",
            lambda X, Y, gamma: _rbf(Y, X, gamma),
        ),
    ],
)


class Width(NamedTuple):
    """A width and the source that writes it."""

    sigma: float
    source: str


def widths(rng):
    """Draw a width for each source."""
    for source in ("AML", "PR", "SY19"):
        yield Width(float(rng.uniform(0.2, 0.8)), source)


def _gamma(sigma, source):
    return {"AML": 1 / (2 * sigma**2), "PR": 1 / sigma**2, "SY19": sigma}[source]


def _same_function(problem, gamma):
    formula = {
        "AML": lambda d2: np.exp(-d2 / (2 * problem.sigma**2)),
        "PR": lambda d2: np.exp(-d2 / problem.sigma**2),
        "SY19": lambda d2: np.exp(-problem.sigma * d2),
    }[problem.source]
    d2 = np.linspace(0, 2, 9)
    text = "largest difference between exp(−γ‖x−y‖²) and the kernel as the source writes it"
    return Certificate(text, np.abs(np.exp(-gamma * d2) - formula(d2)).max(), 1e-10)


notation = Exercise(
    "01.3",
    "One kernel in three notations",
    problems=widths,
    reference=_gamma,
    certify=_same_function,
    mistakes=[
        Mistake(
            "`kernlab`, which SY19 uses, names its argument `sigma`, but multiplies with it: "
            "no width there, and nothing to divide by.",
            lambda sigma, source: _gamma(sigma, "AML" if source == "SY19" else source),
        ),
        Mistake("AML and PR are swapped: which of them has the 2?", lambda sigma, source: {
            "AML": 1 / sigma**2, "PR": 1 / (2 * sigma**2), "SY19": sigma}[source]),
        Mistake(
            "The width has to be squared: σ is measured in units of x, γ in units of 1/x².",
            lambda sigma, source: {"AML": 1 / (2 * sigma), "PR": 1 / sigma, "SY19": sigma}[source],
        ),
    ],
)  # fmt: skip


class Mapped(NamedTuple):
    """A Gram matrix, and the coordinates that it comes from."""

    K: np.ndarray
    Phi: np.ndarray


def mapped(rng):
    """Draw Gram matrices of a few points with known coordinates."""
    for n, D in ((2, 2), (4, 3), (6, 6)):
        Phi = rng.normal(size=(n, D)) + 0.5
        yield Mapped(Phi @ Phi.T, Phi)


def gram_only(problem):
    """Keep what the student's function receives."""
    return (problem.K,)


def _to_mean(K):
    return np.diag(K) - 2 * K.mean(axis=1) + K.mean()


def _certify_to_mean(problem, d2):
    exact = ((problem.Phi - problem.Phi.mean(axis=0)) ** 2).sum(axis=1)
    return Certificate("largest | dᵢ² − ‖Φ(xᵢ) − m‖² |, from coordinates", np.abs(d2 - exact).max(), 1e-10)


distance_to_mean = Exercise(
    "01.4",
    "Distances to the mean, from K alone",
    problems=mapped,
    arguments=gram_only,
    reference=_to_mean,
    certify=_certify_to_mean,
    mistakes=[
        Mistake("The squared norm of the mean, ‖m‖², is missing.", lambda K: np.diag(K) - 2 * K.mean(axis=1)),
        Mistake("The mixed term comes twice.", lambda K: np.diag(K) - K.mean(axis=1) + K.mean()),
        Mistake(
            "You took sums where the mean has a factor 1/n in each place.",
            lambda K: np.diag(K) - 2 * K.sum(axis=1) + K.sum(),
        ),
        Mistake(
            "These are roots: *squared* distances are asked for.",
            lambda K: np.sqrt(_to_mean(K)),
        ),
        Mistake(
            "‖m‖² is the mean over all pairs, not over the diagonal: $m$ is not on the list of points.",
            lambda K: np.diag(K) - 2 * K.mean(axis=1) + np.diag(K).mean(),
        ),
    ],
)


def _cosines(K):
    length = np.sqrt(np.diag(K))
    return K / np.outer(length, length)


def _certify_cosines(problem, C):
    unit = problem.Phi / np.linalg.norm(problem.Phi, axis=1, keepdims=True)
    error = np.abs(C - unit @ unit.T).max()
    return Certificate("largest | Cᵢⱼ − cos ∠(Φ(xᵢ), Φ(xⱼ)) |, from coordinates", error, 1e-10)


cosines = Exercise(
    "01.5",
    "Angles, from K alone",
    problems=mapped,
    arguments=gram_only,
    reference=_cosines,
    certify=_certify_cosines,
    mistakes=[
        Mistake(
            "You divided by squared lengths: $K(x, x)$ is $\\|\\Phi(x)\\|^2$. Is the diagonal of your answer 1?",
            lambda K: K / np.outer(np.diag(K), np.diag(K)),
        ),
        Mistake(
            "You divided by the length of one of the two points only: is your matrix symmetric?",
            lambda K: K / np.diag(K)[:, None],
        ),
        Mistake(
            "These are the angles; their cosines are asked for.",
            lambda K: np.arccos(np.clip(_cosines(K), -1, 1)),
        ),
    ],
)


how_many_features = Exercise(
    "01.6",
    "How many features?",
    problems=None,
    reference=lambda: comb(13, 3),
    certify=agreement("how far your number is from the count", lambda: comb(13, 3), 0.0),
    mistakes=[
        Mistake(
            "These are the monomials of degree exactly 3. The 1 in the kernel adds those of lower degree.",
            lambda: comb(12, 3),
        ),
        Mistake(
            "You counted $x_1x_2x_3$ once for each order of its factors. The order makes no new feature.",
            lambda: 10**3,
        ),
        Mistake("You left out the constant feature 1.", lambda: comb(13, 3) - 1),
        Mistake("That is the count for degree 2.", lambda: comb(12, 2)),
    ],
)


NOT_PSD = -0.1


def _smallest(X):
    return float(np.linalg.eigvalsh(Sigmoid(gamma=1.0, offset=-1.0)(X))[0])


def _certify_counterexample(problem, X):
    X = np.asarray(X, dtype=float)
    if X.ndim != 2 or X.shape[1] != 2:
        return Certificate(f"points of the plane, shape (n, 2), expected; {X.shape} given", False)
    return Certificate(f"smallest eigenvalue {_smallest(X):.3f}, below {NOT_PSD}", _smallest(X) < NOT_PSD)


no_kernel = Exercise(
    "01.7",
    "Break it: points on which the sigmoid is no kernel",
    problems=None,
    reference=lambda: np.array([[0.5, 0.0], [0.0, 0.5]]),
    certify=_certify_counterexample,
    form=any_form,
    mistakes=[
        Mistake(
            "On these points the matrix is PSD. A diagonal entry $K(x, x) = \\tanh(\\|x\\|^2 - 1)$ of a PSD matrix "
            "cannot be negative: for which $x$ is it?",
            lambda: np.array([[5.0, 0.0], [0.0, 5.0]]),
            when=lambda problem, X: np.ndim(X) == 2 and np.shape(X)[1] == 2 and _smallest(X) >= -1e-12,
        ),
        Mistake(
            "There is a negative eigenvalue, but it is hardly below 0. Bring the points nearer to the origin.",
            lambda: np.array([[0.98, 0.0]]),
            when=lambda problem, X: (
                np.ndim(X) == 2 and np.shape(X)[1] == 2 and NOT_PSD <= _smallest(X) < -1e-12
            ),
        ),
    ],
)


which_is_none = Exercise(
    "01.8",
    "Three kernels and one that is none",
    problems=None,
    choices=("a", "b", "c", "d"),
    reference=lambda: "b",
    certify=lambda problem, choice: Certificate(
        "on the points 0 and 1 its matrix is [[1, 1], [1, 0]], with determinant −1", choice == "b"
    ),
    mistakes=[
        Mistake(
            "(a) is negative in places, which is allowed. Its feature map has one coordinate, $\\sin x$.",
            lambda: "a",
        ),
        Mistake("(c) is a product of two kernels.", lambda: "c"),
        Mistake(
            "(d) is a sum $\\sum_m (xy)^m / m!$ of powers of a kernel, each times a positive number.",
            lambda: "d",
        ),
    ],
)


class Indefinite(NamedTuple):
    """A symmetric matrix with eigenvalues of both signs."""

    S: np.ndarray


def indefinite(rng):
    """Draw symmetric matrices with known spectra."""
    for values in ([2.0, -1.0], [3.0, 1.0, -0.5], [4.0, 1.0, 0.5, -0.2, -2.0]):
        Q, _ = np.linalg.qr(rng.normal(size=(len(values), len(values))))
        yield Indefinite(Q @ np.diag(values) @ Q.T)


def _repair(S, change=lambda values: np.maximum(values, 0)):
    values, V = np.linalg.eigh(S)
    return V @ np.diag(change(values)) @ V.T


def _certify_repair(problem, A):
    A = np.asarray(A, dtype=float)
    best = np.linalg.norm(np.minimum(np.linalg.eigvalsh(problem.S), 0))
    smallest = np.linalg.eigvalsh((A + A.T) / 2)[0]
    return [
        Certificate("largest | Aᵢⱼ − Aⱼᵢ |", np.abs(A - A.T).max(), 1e-10),
        Certificate("how far the smallest eigenvalue of A lies below 0", max(0.0, -smallest), 1e-10),
        Certificate(
            "‖A − S‖ beyond the least possible", max(0.0, np.linalg.norm(A - problem.S) - best), 1e-8
        ),
    ]


repair = Exercise(
    "01.9",
    "Repair it: the nearest PSD matrix",
    problems=indefinite,
    reference=lambda S: _repair(S),
    certify=_certify_repair,
    mistakes=[
        Mistake(
            "You turned the negative eigenvalues positive. That is PSD, but twice as far as it need be.",
            lambda S: _repair(S, np.abs),
        ),
        Mistake(
            "You raised all eigenvalues by the same amount. That is PSD, but it moves the good ones too.",
            lambda S: _repair(S, lambda values: values - values.min()),
        ),
        Mistake(
            "You set negative *entries* to 0. Entries may be negative; eigenvalues may not.",
            lambda S: np.maximum(S, 0),
        ),
        Mistake("The matrix came back as it was.", lambda S: S),
    ],
)


class TwoGroups(NamedTuple):
    """Kernel values within and between two groups, and their coordinates."""

    K_a: np.ndarray
    K_ab: np.ndarray
    K_b: np.ndarray
    Phi_a: np.ndarray
    Phi_b: np.ndarray


def two_groups(rng):
    """Draw two groups of different sizes."""
    for n, m in ((1, 2), (3, 2), (4, 6)):
        a, b = rng.normal(size=(n, 3)), rng.normal(size=(m, 3)) + 1
        yield TwoGroups(a @ a.T, a @ b.T, b @ b.T, a, b)


def within_and_between(problem):
    """Keep what the student's function receives."""
    return problem.K_a, problem.K_ab, problem.K_b


def _certify_between_means(problem, d2):
    exact = np.sum((problem.Phi_a.mean(axis=0) - problem.Phi_b.mean(axis=0)) ** 2)
    return Certificate("| your answer − ‖m_a − m_b‖² |, from coordinates", abs(d2 - exact), 1e-10)


distance_of_means = Exercise(
    "01.10",
    "Derive it: the distance of two means",
    problems=two_groups,
    arguments=within_and_between,
    reference=squared_distance_between_means,
    certify=_certify_between_means,
    mistakes=[
        Mistake(
            "The mixed term comes twice.",
            lambda K_a, K_ab, K_b: K_a.mean() - K_ab.mean() + K_b.mean(),
        ),
        Mistake(
            "You took sums: each mean brings a factor one over the size of its group.",
            lambda K_a, K_ab, K_b: K_a.sum() - 2 * K_ab.sum() + K_b.sum(),
        ),
        Mistake(
            "‖m_a‖² is the mean over all pairs of the group, not over its diagonal.",
            lambda K_a, K_ab, K_b: np.diag(K_a).mean() - 2 * K_ab.mean() + np.diag(K_b).mean(),
        ),
    ],
)
