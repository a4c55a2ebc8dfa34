"""The exercises of chapter 08: shares of the variance, widths, the radius of circles, thresholds, intervals."""

from typing import NamedTuple

import numpy as np

from kernelsy19.course.answers import points
from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement
from kernelsy19.kernels import RBF, Polynomial


class Centered(NamedTuple):
    """A centered Gram matrix, and how many components are asked for."""

    K: np.ndarray
    q: int


def centered_grams(rng):
    """Draw Gram matrices of kernels that hold variance in many components."""
    for n, q, k in ((5, 2, Polynomial(2)), (8, 4, RBF(0.3)), (12, 3, RBF(1.0))):
        K = k(rng.normal(size=(n, 2)))
        means = K.mean(axis=0)
        yield Centered(K - means - means[:, None] + K.mean(), q)


def _cumulated(K, q):
    return np.cumsum(np.linalg.eigvalsh(K)[::-1][:q]) / np.trace(K)


def _certify_shares(problem, shares):
    values, vectors = np.linalg.eigh(problem.K)
    lost = []
    for m in range(1, problem.q + 1):
        V = vectors[:, ::-1][:, :m]
        lost.append(np.trace(problem.K - V @ V.T @ problem.K) / values.sum())
    error = np.abs(np.asarray(shares) - (1 - np.array(lost))).max()
    return Certificate("largest | share − (1 − what the projection loses) |", error, 1e-9)


shares = Exercise(
    "08.1",
    "Shares of the variance",
    problems=centered_grams,
    reference=_cumulated,
    certify=_certify_shares,
    mistakes=[
        Mistake(
            "These are the shares of single components; the question asks what the first m hold together.",
            lambda K, q: np.linalg.eigvalsh(K)[::-1][:q] / np.trace(K),
        ),
        Mistake(
            "You divided by the sum of the first q eigenvalues. The whole is the sum of all of them, the trace.",
            lambda K, q: np.cumsum(np.linalg.eigvalsh(K)[::-1][:q]) / np.linalg.eigvalsh(K)[::-1][:q].sum(),
        ),
        Mistake(
            "`eigvalsh` gives the smallest eigenvalue first.",
            lambda K, q: np.cumsum(np.linalg.eigvalsh(K)[:q]) / np.trace(K),
        ),
        Mistake(
            "You cumulated the eigenvalues and did not divide: shares are at most 1.",
            lambda K, q: np.cumsum(np.linalg.eigvalsh(K)[::-1][:q]),
        ),
        Mistake(
            "You divided by the number of points. A share is measured against the whole variance.",
            lambda K, q: np.cumsum(np.linalg.eigvalsh(K)[::-1][:q]) / len(K),
        ),
    ],
)


class Widths(NamedTuple):
    """Points and the width of a kernel."""

    X: np.ndarray
    width: float


def widths(rng):
    """Draw points of the plane, and widths on either side of 1."""
    for n, width in ((3, 0.1), (5, 0.4), (6, 2.5)):
        yield Widths(0.5 * rng.normal(size=(n, 2)), width)


def _squared(X):
    return np.square(X[:, None] - X[None]).sum(axis=2)


def _certify_gram(problem, K):
    expected = np.array(
        [[np.exp(-float((x - y) @ (x - y)) / problem.width) for y in problem.X] for x in problem.X]
    )
    return Certificate(
        "largest | Kᵢⱼ − exp(−‖xᵢ − xⱼ‖²/width) |", np.abs(np.asarray(K) - expected).max(), 1e-10
    )


width = Exercise(
    "08.2",
    "A width is not an inverse width",
    problems=widths,
    reference=lambda X, width: np.exp(-_squared(X) / width),
    certify=_certify_gram,
    mistakes=[
        Mistake(
            "You multiplied by the width. It stands below the line: the slide's γ is one over ours.",
            lambda X, width: np.exp(-width * _squared(X)),
        ),
        Mistake(
            "You used a standard deviation: there is no 2 and no square of the width here.",
            lambda X, width: np.exp(-_squared(X) / (2 * width**2)),
        ),
        Mistake(
            "The distance has to be squared.",
            lambda X, width: np.exp(-np.sqrt(_squared(X)) / width),
        ),
        Mistake(
            "The minus is missing: a kernel value of 1 is the largest.",
            lambda X, width: np.exp(_squared(X) / width),
        ),
        Mistake(
            "You squared the width. It stands below the line as it is.",
            lambda X, width: np.exp(-_squared(X) / width**2),
        ),
        Mistake(
            "There is no 2 in this kernel: the width stands alone below the line.",
            lambda X, width: np.exp(-_squared(X) / (2 * width)),
        ),
    ],
)


at_most = Exercise(
    "08.3",
    "Predict: the degree of the digits",
    problems=None,
    reference=lambda: 256,
    certify=agreement("how far your number is from the largest rank that is possible", lambda: 256, 0.0),
    mistakes=[
        Mistake("That is the number of points. They live in a space of fewer dimensions.", lambda: 3000),
        Mistake(
            "There are n − 1 directions between n points, but not in a space of so few dimensions.",
            lambda: 2999,
        ),
        Mistake(
            "Count the coordinates again: after centering the mean is gone, not a coordinate.",
            lambda: 255,
        ),
        Mistake(
            "That many products of two pixels there are: they are the features of the square of this kernel.",
            lambda: 32896,
        ),
        Mistake(
            "You counted a constant feature as well. This kernel has none, and centering would take it away.",
            lambda: 257,
        ),
    ],
)


class Radii(NamedTuple):
    """The radii of two circles."""

    a: float
    b: float


def radii(rng):
    """Draw two radii that differ."""
    yield Radii(1.0, 0.5)
    for _ in range(2):
        inner = rng.uniform(0.2, 1.0)
        yield Radii(float(inner + rng.uniform(0.3, 1.5)), float(inner))


def _certify_variance(problem, lam):
    t = 2 * np.pi * np.arange(8) / 8
    X = np.vstack([r * np.column_stack([np.cos(t), np.sin(t)]) for r in problem])
    K = (X @ X.T) ** 2
    K = K - K.mean(axis=0) - K.mean(axis=0)[:, None] + K.mean()
    z = np.square(X).sum(axis=1) - np.square(X).sum(axis=1).mean()
    return Certificate(
        "‖K̃z − nλz‖ / ‖z‖ on 16 points", np.linalg.norm(K @ z - 16 * lam * z) / np.linalg.norm(z), 1e-8
    )


radius = Exercise(
    "08.4",
    "Derive: the component that knows the radius",
    problems=radii,
    reference=lambda a, b: (a**2 - b**2) ** 2 / 8,
    certify=_certify_variance,
    mistakes=[
        Mistake(
            "That is the variance of ‖x‖². The component has a factor 1/√2, the variance its square.",
            lambda a, b: (a**2 - b**2) ** 2 / 4,
        ),
        Mistake(
            "That is the standard deviation of the component: the variance is its square.",
            lambda a, b: abs(a**2 - b**2) / np.sqrt(8),
        ),
        Mistake("The feature is the squared radius, not the radius.", lambda a, b: (a - b) ** 2 / 8),
        Mistake(
            "You did not take the mean away: that is the mean square of ‖x‖²/√2.",
            lambda a, b: (a**4 + b**4) / 4,
        ),
        Mistake(
            "You measured from one circle to the other. A variance is measured from the mean, which lies between them.",
            lambda a, b: (a**2 - b**2) ** 2 / 2,
        ),
    ],
)


class Labeled(NamedTuple):
    """One coordinate and two classes."""

    z: np.ndarray
    y: np.ndarray


def labeled(rng):
    """Draw overlapping classes, with either of them above, and of unequal size."""
    for zeros, ones, shift in ((6, 6, 1.5), (5, 9, -1.5), (9, 4, 1.0)):
        y = rng.permutation(np.repeat([0, 1], [zeros, ones]))
        yield Labeled(rng.normal(size=len(y)) + shift * y + 3.0, y)


def _share(z, y, threshold):
    above = z > threshold
    return np.mean(above == (y == 1))


def _thresholds(z):
    z = np.sort(z)
    return np.concatenate([[z[0] - 1], (z[1:] + z[:-1]) / 2, [z[-1] + 1]])


def _best(z, y):
    right = np.array([_share(z, y, t) for t in _thresholds(z)])
    return float(max(right.max(), 1 - right.min()))


def _certify_threshold(problem, share):
    return Certificate(
        "how far it is from the best of all thresholds tried in turn", abs(share - _best(*problem)), 1e-9
    )


def one_in_the_middle(rng):
    """Draw points of which one alone is of class 1, or of class 0, with the others on both sides of it."""
    n = int(rng.integers(3, 6))
    y = np.repeat([0, 1, 0], [n, 1, n])
    return {
        "one point of class 1 in the middle of the others": Labeled(np.sort(rng.normal(size=len(y))), y),
        "one point of class 0 in the middle of the others": Labeled(np.sort(rng.normal(size=len(y))), 1 - y),
    }


def _best_between(z, y):
    right = np.array([_share(z, y, t) for t in _thresholds(z)[1:-1]])
    return float(max(right.max(), 1 - right.min()))


threshold = Exercise(
    "08.5",
    "The best threshold",
    problems=labeled,
    edge=one_in_the_middle,
    reference=_best,
    certify=_certify_threshold,
    mistakes=[
        Mistake(
            "Only class 1 may be above with your code. The sign of a component is free: try both sides.",
            lambda z, y: float(max(_share(z, y, t) for t in _thresholds(z))),
        ),
        Mistake(
            "The threshold is free: 0 is not always the best place.",
            lambda z, y: float(max(_share(z, y, 0), 1 - _share(z, y, 0))),
        ),
        Mistake(
            "You put the threshold at the mean. Try all places between two neighboring values.",
            lambda z, y: float(max(_share(z, y, z.mean()), 1 - _share(z, y, z.mean()))),
        ),
        Mistake(
            "That is the smallest share. A threshold that is always wrong is turned round.",
            lambda z, y: float(min(_share(z, y, t) for t in _thresholds(z))),
        ),
        Mistake(
            "You tried the places between two values only. A threshold may also lie below all values, or above all.",
            _best_between,
        ),
    ],
)


class Splits(NamedTuple):
    """Differences of accuracy on splits of n_train and n_test points."""

    differences: np.ndarray
    n_train: int
    n_test: int


def splits(rng):
    """Draw differences of accuracies in %."""
    for J, n_train, n_test in ((5, 105, 45), (20, 80, 20), (40, 50, 100)):
        yield Splits(rng.normal(1.0, 3.0, size=J), n_train, n_test)


def _interval(differences, n_train, n_test, factor=None, ddof=1):
    J = len(differences)
    factor = 1 / J + n_test / n_train if factor is None else factor
    half = 1.96 * np.sqrt(differences.var(ddof=ddof) * factor)
    return differences.mean() + half * np.array([-1.0, 1.0])


def _certify_interval(problem, ends):
    d, J = problem.differences, len(problem.differences)
    low, high = np.asarray(ends, dtype=float)
    s2 = sum((v - sum(d) / J) ** 2 for v in d) / (J - 1)
    half = 1.96 * (s2 / J + s2 * problem.n_test / problem.n_train) ** 0.5
    return [
        Certificate("| middle − mean |", abs((low + high) / 2 - sum(d) / J), 1e-9),
        Certificate("| half width − 1.96 standard errors |", abs((high - low) / 2 - half), 1e-9),
    ]


honest = Exercise(
    "08.6",
    "An interval that is honest",
    problems=splits,
    reference=_interval,
    certify=_certify_interval,
    mistakes=[
        Mistake(
            "That is the interval for independent splits. These share points: add n_test/n_train.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test, 1 / len(d)),
        ),
        Mistake(
            "The ratio is upside down: test points over training points.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test, 1 / len(d) + n_train / n_test),
        ),
        Mistake(
            "The sample variance has J − 1 below: `var(ddof=1)`.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test, ddof=0),
        ),
        Mistake(
            "You took the standard deviation of single splits. The interval is for their mean.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test, 1.0),
        ),
        Mistake(
            "The ends are swapped: the lower end comes first.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test)[::-1],
        ),
        Mistake(
            "That is one standard error on either side. How many were asked for?",
            lambda d, n_train, n_test: d.mean() + (_interval(d, n_train, n_test) - d.mean()) / 1.96,
        ),
    ],
)


def _are_classes(y):
    return bool(np.isin(y, [0, 1]).all())


def _has_two_classes(y):
    return _are_classes(y) and min(np.sum(y == 0), np.sum(y == 1)) >= 3


def _variances(P):
    """The larger and the smaller variance of the points along their axes."""
    return np.linalg.eigvalsh(np.cov(np.asarray(P, dtype=float)[:, :2].T))[::-1]


def _first_is_larger(P):
    first, second = _variances(P)
    return bool(first > 1.001 * second)


def _is_labelled_plane(P):
    return _has_two_classes(P[:, 2]) and _first_is_larger(P)


def _shares_of_components(P):
    P = np.asarray(P, dtype=float)
    X, y = P[:, :2] - P[:, :2].mean(axis=0), P[:, 2]
    axes = np.linalg.eigh(X.T @ X)[1][:, ::-1]
    return [_best(z, y) for z in (X @ axes).T]


def _certify_useless(problem, P):
    if not _has_two_classes(P[:, 2]):
        return Certificate("the last column is 0 or 1, with three of each", False)
    if not _first_is_larger(P):
        return Certificate("the first component has more variance than the second", False)
    first, second = _shares_of_components(P)
    return [
        Certificate("share right by the first component is at most 0.75", first <= 0.75),
        Certificate("share right by the second component is 1", second == 1.0),
    ]


useless = Exercise(
    "08.7",
    "Break it: variance against classes",
    problems=None,
    reference=lambda: np.array(
        [[-9, 1, 0], [-8, -1, 1], [-1, 1.1, 0], [1, -1.1, 1], [8, 1, 0], [9, -1, 1]], dtype=float
    ),
    certify=_certify_useless,
    form=points(3, least=6, most=500),
    mistakes=[
        Mistake(
            "The first component tells the classes apart too well: the classes lie apart where the variance is large. "
            "Stretch the points in the other direction.",
            lambda: np.array(
                [[-9, 1, 0], [-8, -1, 0], [-7, 1, 0], [7, -1, 1], [8, 1, 1], [9, -1, 1]], dtype=float
            ),
            when=lambda problem, P: _is_labelled_plane(P) and _shares_of_components(P)[0] > 0.75,
        ),
        Mistake(
            "The first component is useless, as it should be, but the second is not perfect: leave a gap between the "
            "classes across the long direction.",
            lambda: np.array(
                [[-9, 1, 0], [-8, -1, 1], [-1, -1.1, 0], [1, 1.2, 1], [8, 1, 0], [9, -1, 1]], dtype=float
            ),
            when=lambda problem, P: (
                _is_labelled_plane(P)
                and _shares_of_components(P)[0] <= 0.75
                and _shares_of_components(P)[1] < 1
            ),
        ),
        Mistake(
            "The last column is not a class: 0 or 1, nothing else.",
            lambda: np.array(
                [[0, -9, 1], [1, -8, -1], [0, -1, 1.1], [1, 1, -1.1], [0, 8, 1], [1, 9, -1]], dtype=float
            ),
            when=lambda problem, P: not _are_classes(P[:, 2]),
        ),
        Mistake(
            "One class has fewer than three points.",
            lambda: np.array(
                [[-9, 1, 0], [-8, 1, 0], [-1, 1.1, 0], [1, -1.1, 1], [8, 1, 0], [9, -1, 1]], dtype=float
            ),
            when=lambda problem, P: _are_classes(P[:, 2]) and not _has_two_classes(P[:, 2]),
        ),
        Mistake(
            "Your points are as wide in one direction as in the other: rounding decides which component is the "
            "first.",
            lambda: np.array(
                [
                    [1, 1, 0],
                    [-1, 1, 0],
                    [1, -1, 1],
                    [-1, -1, 1],
                    [2, 2, 0],
                    [-2, 2, 0],
                    [2, -2, 1],
                    [-2, -2, 1],
                ],
                dtype=float,
            ),
            when=lambda problem, P: _has_two_classes(P[:, 2]) and not _first_is_larger(P),
        ),
    ],
)
