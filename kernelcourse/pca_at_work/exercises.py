"""The exercises of chapter 08: shares, numbers of components, circles, thresholds, intervals, a width chosen."""

import functools
import itertools
import math

import numpy as np

from kernelcourse.judging.answers import points, same_form
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake
from kernelcourse.pca_at_work import problems
from kernelcourse.pca_at_work.experiments import straight_cuts
from kernelsy19.kernels import RBF, rbf
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.pca import KernelPCA
from kernelsy19.pca_at_work.equations import squared_radius_component


def _eigenvalues(K):
    """All eigenvalues, falling."""
    return np.linalg.eigvalsh(K)[::-1]


def _cumulated(K, q):
    return np.cumsum(_eigenvalues(K)[:q]) / np.trace(K)


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
    problems=problems.centered_grams,
    edge=problems.edge_centered,
    reference=_cumulated,
    certify=_certify_shares,
    mistakes=[
        Mistake(
            "These are the shares of single components; the question asks what the first m hold together.",
            lambda K, q: _eigenvalues(K)[:q] / np.trace(K),
        ),
        Mistake(
            "You divided by the sum of the first q eigenvalues. The whole is the sum of all of them, the trace.",
            lambda K, q: np.cumsum(_eigenvalues(K)[:q]) / _eigenvalues(K)[:q].sum(),
        ),
        Mistake(
            "`eigvalsh` gives the smallest eigenvalue first.",
            lambda K, q: np.cumsum(_eigenvalues(K)[::-1][:q]) / np.trace(K),
        ),
        Mistake(
            "You cumulated the eigenvalues and did not divide: shares are at most 1.",
            lambda K, q: np.cumsum(_eigenvalues(K)[:q]),
        ),
        Mistake(
            "You divided by the number of points. A share is measured against the whole variance.",
            lambda K, q: np.cumsum(_eigenvalues(K)[:q]) / len(K),
        ),
        Mistake(
            "These are percentages. A share is a part of 1.",
            lambda K, q: 100 * _cumulated(K, q),
        ),
        Mistake(
            "You squared the eigenvalues. An eigenvalue of a Gram matrix is a variance already, times n.",
            lambda K, q: np.cumsum(_eigenvalues(K)[:q] ** 2) / np.sum(K**2),
        ),
        Mistake(
            "You took roots of the eigenvalues: standard deviations do not add up, variances do.",
            lambda K, q: (lambda sd: np.cumsum(sd)[:q] / sd.sum())(np.sqrt(np.maximum(_eigenvalues(K), 0))),
        ),
        Mistake(
            "That is the share that is *lost* with the first m components. The question asks for what they hold.",
            lambda K, q: 1 - _cumulated(K, q),
        ),
        Mistake(
            "You divided by the largest eigenvalue. The whole is the sum of all eigenvalues.",
            lambda K, q: np.cumsum(_eigenvalues(K)[:q]) / _eigenvalues(K)[0],
        ),
        Mistake(
            "The diagonal of K holds the squared lengths of the points, not the variances along the axes. Only its "
            "sum is the same.",
            lambda K, q: np.cumsum(np.sort(np.diagonal(K))[::-1][:q]) / np.trace(K),
        ),
        Mistake(
            "You cumulated from the smallest eigenvalue on: the *first* components hold the most.",
            lambda K, q: np.cumsum(_eigenvalues(K)[::-1])[-q:] / np.trace(K),
        ),
        Mistake(
            "The right numbers in reverse order: first what one component holds, then what two hold.",
            lambda K, q: _cumulated(K, q)[::-1],
        ),
    ],
)


def _monomials(p, degree):
    """How many products of `degree` out of p variables there are, where the order of the factors does not matter."""
    return math.comb(p + degree - 1, degree)


def _count_components(p, degree, offset):
    return sum(_monomials(p, d) for d in range(1, degree + 1)) if offset else _monomials(p, degree)


def _certify_count(problem, count):
    degrees = range(1, problem.degree + 1) if problem.offset else [problem.degree]
    products = {
        product for d in degrees for product in itertools.combinations_with_replacement(range(problem.p), d)
    }
    return Certificate(
        "how far your number is from that of all products of variables, listed one by one",
        abs(count - len(products)),
        0.0,
    )


components = Exercise(
    "08.2",
    "How many components?",
    problems=problems.polynomials,
    edge=problems.edge_polynomials,
    reference=_count_components,
    certify=_certify_count,
    mistakes=[
        Mistake(
            "You counted the constant, the product of no variable. It has no variance: centering takes it away.",
            lambda p, degree, offset: _count_components(p, degree, offset) + bool(offset),
        ),
        Mistake(
            "You counted x₁x₂ and x₂x₁ as two features. They are one and the same function.",
            lambda p, degree, offset: sum(p**d for d in range(1, degree + 1)) if offset else p**degree,
        ),
        Mistake(
            "You counted x₁x₂ and x₂x₁ as two features, and the constant as well, which has no variance.",
            lambda p, degree, offset: (p + 1) ** degree if offset else p**degree,
        ),
        Mistake(
            "You counted x₁x₂ and x₂x₁ as two features, which are one and the same function.",
            lambda p, degree, offset: (p + 1) ** degree - 1 if offset else p**degree,
        ),
        Mistake(
            "You counted the products of the highest degree only. With an offset there are others too.",
            lambda p, degree, offset: _monomials(p, degree),
        ),
        Mistake(
            "You counted products of lower degrees too. Without an offset, all of them have the same degree.",
            lambda p, degree, offset: _count_components(p, degree, True),
        ),
        Mistake(
            "You counted as if there were an offset, and the constant as well, which has no variance.",
            lambda p, degree, offset: _count_components(p, degree, True) + 1,
        ),
        Mistake(
            "You counted the powers of single variables, and forgot the products of several.",
            lambda p, degree, offset: p * degree if offset else p,
        ),
        Mistake(
            "You counted products of different variables only. A variable may come more than once.",
            lambda p, degree, offset: sum(
                math.comb(p, d) for d in (range(1, degree + 1) if offset else [degree])
            ),
        ),
        Mistake(
            "You took one away for the mean. Centering moves the points, and it only takes away a feature that is "
            "constant.",
            lambda p, degree, offset: _count_components(p, degree, offset) - 1,
        ),
        Mistake("That is right in the plane. There may be more than two variables.", lambda p, degree, offset: (
            _count_components(2, degree, offset)
        )),
        Mistake("That is the number of variables, as for degree 1.", lambda p, degree, offset: p),
    ],
)  # fmt: skip


def _third_share(K):
    """The third largest variance of a Gram matrix over the largest, after centering."""
    values = _eigenvalues(center_gram((K + K.T) / 2))
    return values[2] / values[0] if values[0] > 1e-12 * (1 + np.abs(K).max()) else 0.0


def _asymmetry(K):
    return np.abs(K - K.T).max() / (1e-300 + np.abs(K).max())


def _lowest(K):
    """The smallest eigenvalue over the largest in size."""
    values = np.linalg.eigvalsh((K + K.T) / 2)
    return values[0] / (1e-300 + np.abs(values).max())


def _difference_of_sides(K):
    """How much the row of a point differs from that of its negative."""
    half = len(K) // 2
    return np.abs(K[:half] - K[half:]).max() / (1e-300 + np.abs(K).max())


def _sum_of_sides(K):
    """How much the row of a point differs from minus that of its negative."""
    half = len(K) // 2
    return np.abs(K[:half] + K[half:]).max() / (1e-300 + np.abs(K).max())


def _as_large_as_the_reference(answer, expected):
    """Form of an exercise with many right answers: one near a right one may be right too."""
    return same_form(answer, expected)


def _certify_blind(problem, K):
    return [
        Certificate("asymmetry of K", _asymmetry(K), 1e-9),
        Certificate("how far below 0 the smallest eigenvalue is, over the largest", -_lowest(K), 1e-9),
        Certificate("difference between the rows of x and of −x", _difference_of_sides(K), 1e-9),
        Certificate("three components have variance", _third_share(K) > 1e-9),
    ]


blind = Exercise(
    "08.3",
    "Break it: blind to the spirals",
    problems=problems.pairs_of_points,
    edge=problems.edge_pairs_of_points,
    reference=lambda X: (X @ X.T) ** 2,
    certify=_certify_blind,
    form=_as_large_as_the_reference,
    mistakes=[
        Mistake(
            "This kernel changes its sign when one of the two points does. Every component is odd then, and sees the "
            "spirals more sharply than before.",
            lambda X: (X @ X.T) ** 3,
            when=lambda problem, K: (
                _asymmetry(K) <= 1e-9 and _lowest(K) >= -1e-9 and _sum_of_sides(K) <= 1e-9 < np.abs(K).max()
            ),
        ),
        Mistake(
            "This kernel changes when one of the two points changes its sign. So it sees on which of the two spirals a "
            "point lies.",
            lambda X: rbf(X, X, 1.0),
            when=lambda problem, K: (
                _asymmetry(K) <= 1e-9 and _lowest(K) >= -1e-9 and _difference_of_sides(K) > 1e-6
            ),
        ),
        Mistake(
            "This is blind, but it is no kernel: its Gram matrix has a negative eigenvalue.",
            lambda X: np.abs(X @ X.T),
            when=lambda problem, K: (
                _asymmetry(K) <= 1e-9 and _lowest(K) < -1e-6 and _difference_of_sides(K) <= 1e-9
            ),
        ),
        Mistake(
            "This kernel is blind to nearly everything: it has fewer than three components with a variance.",
            lambda X: np.outer((X**2).sum(axis=1), (X**2).sum(axis=1)),
            when=lambda problem, K: (
                _asymmetry(K) <= 1e-9
                and _lowest(K) >= -1e-9
                and _difference_of_sides(K) <= 1e-9
                and _third_share(K) < 1e-12
            ),
        ),
        Mistake(
            "K(x, x′) and K(x′, x) differ. A kernel is symmetric.",
            lambda X: (X**2).sum(axis=1)[:, None] * np.ones(len(X)),
            when=lambda problem, K: _asymmetry(K) > 0.02,
        ),
    ],
)


def _certify_variance(problem, lam):
    t = 2 * np.pi * np.arange(8) / 8
    X = np.vstack([r * np.column_stack([np.cos(t), np.sin(t)]) for r in problem])
    K = (X @ X.T) ** 2
    K = K - K.mean(axis=0) - K.mean(axis=0)[:, None] + K.mean()
    z = squared_radius_component(X)
    return [
        Certificate(
            "‖K̃z − nλz‖ on 16 points", np.linalg.norm(K @ z - 16 * lam * z), 1e-8 * max(1.0, np.abs(z).max())
        ),
        Certificate("| λ − mean of z² | on 16 points", abs(lam - np.mean(z**2)), 1e-9),
    ]


radius = Exercise(
    "08.4",
    "Derive: the component that knows the radius",
    problems=problems.radii,
    edge=problems.edge_radii,
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
            "That is the variance of the radius itself. The component is made of its square.",
            lambda a, b: (a - b) ** 2 / 4,
        ),
        Mistake(
            "You did not take the mean away: that is the mean square of ‖x‖²/√2.",
            lambda a, b: (a**4 + b**4) / 4,
        ),
        Mistake(
            "You did not take the mean away, and 1/√2 is missing: that is the mean of ‖x‖⁴.",
            lambda a, b: (a**4 + b**4) / 2,
        ),
        Mistake(
            "You measured from one circle to the other. A variance is measured from the mean, which lies between them.",
            lambda a, b: (a**2 - b**2) ** 2 / 2,
        ),
        Mistake(
            "That is the squared difference of the squared radii, whole. How far is each circle from the mean, and "
            "what does the factor 1/√2 do?",
            lambda a, b: (a**2 - b**2) ** 2,
        ),
        Mistake(
            "Half of what it should be: you halved once more. λ is the mean of z² over all points.",
            lambda a, b: (a**2 - b**2) ** 2 / 16,
        ),
        Mistake(
            "A quarter of what it should be. How far is each circle from the mean of the two?",
            lambda a, b: (a**2 - b**2) ** 2 / 32,
        ),
        Mistake(
            "The factor 1/√2 stands in z, so in z² it stands squared.",
            lambda a, b: (a**2 - b**2) ** 2 / (4 * np.sqrt(2)),
        ),
        Mistake(
            "Squares are missing: a variance is a mean of *squared* distances from the mean.",
            lambda a, b: (a**2 - b**2) / 8,
        ),
        Mistake(
            "You took sizes where squares belong: a variance is a mean of *squared* distances from the mean.",
            lambda a, b: abs(a**2 - b**2) / 8,
        ),
        Mistake(
            "You squared the difference of the radii; the difference of the *squared* radii is wanted.",
            lambda a, b: (a - b) ** 4 / 8,
        ),
        Mistake(
            "The square of a difference is not the difference of the squares.",
            lambda a, b: (a**4 - b**4) / 8,
        ),
        Mistake(
            "The sign between a² and b²: circles of one radius have no variance.",
            lambda a, b: (a**2 + b**2) ** 2 / 8,
        ),
    ],
)  # fmt: skip


def _share(z, y, threshold):
    above = z > threshold
    return np.mean(above == (y == 1))


def _thresholds(z):
    z = np.sort(z)
    return np.concatenate([[z[0] - 1], (z[1:] + z[:-1]) / 2, [z[-1] + 1]])


def _either(share):
    """The share on the right side when either class may be above."""
    return float(max(share, 1 - share))


def _best(z, y):
    return max(_either(_share(z, y, t)) for t in _thresholds(z))


def _certify_threshold(problem, share):
    return Certificate(
        "how far it is from the best of all thresholds tried in turn", abs(share - _best(*problem)), 1e-9
    )


def _best_without_own_point(z, y):
    """The best share when the threshold is one of the values, whose point is on neither side."""
    rights = [np.mean((z > t) & (y == 1)) + np.mean((z < t) & (y == 0)) for t in z]
    return float(max(*rights, *(1 - 1 / len(z) - right for right in rights)))


def _best_between(z, y):
    return max(_either(_share(z, y, t)) for t in _thresholds(z)[1:-1])


def _one_way(z, y):
    return float(max(_share(z, y, t) for t in _thresholds(z)))


def _as_given(z, y):
    """Thresholds between points in the order in which they were given."""
    n = len(y)
    return max(_either(np.mean((np.arange(n) >= k) == (y == 1))) for k in range(n + 1))


def _between_means(z, y):
    return (z[y == 0].mean() + z[y == 1].mean()) / 2


def _balanced(z, y):
    """The best mean of the two classes' shares."""
    return max(_either((np.mean(z[y == 1] > t) + np.mean(z[y == 0] <= t)) / 2) for t in _thresholds(z))


threshold = Exercise(
    "08.5",
    "The best threshold",
    problems=problems.labeled,
    edge=problems.edge_labeled,
    reference=_best,
    certify=_certify_threshold,
    mistakes=[
        Mistake(
            "Only class 1 may be above with your code. The sign of a component is free: try both sides.",
            _one_way,
        ),
        Mistake(
            "Only class 0 may be above with your code. The sign of a component is free: try both sides.",
            lambda z, y: _one_way(-z, y),
        ),
        Mistake(
            "The threshold is free: 0 is not always the best place.",
            lambda z, y: _either(_share(z, y, 0)),
        ),
        Mistake(
            "You put the threshold at the mean. Try all places between two neighboring values.",
            lambda z, y: _either(_share(z, y, z.mean())),
        ),
        Mistake(
            "You put the threshold at the median. Try all places between two neighboring values.",
            lambda z, y: _either(_share(z, y, np.median(z))),
        ),
        Mistake(
            "You put the threshold halfway between the means of the classes. Try all places between two neighboring "
            "values.",
            lambda z, y: _either(_share(z, y, _between_means(z, y))),
        ),
        Mistake(
            "That is the smallest share. A threshold that is always wrong is turned round.",
            lambda z, y: float(min(_share(z, y, t) for t in _thresholds(z))),
        ),
        Mistake(
            "You put the threshold on a point and count that point for neither side. It lies on one of them.",
            _best_without_own_point,
        ),
        Mistake(
            "You tried the places between two values only. A threshold may also lie below all values, or above all.",
            _best_between,
        ),
        Mistake(
            "That is the share on the *wrong* side. The question asks for the right one.",
            lambda z, y: 1 - _best(z, y),
        ),
        Mistake("That is a number of points. A share is a number of points over n.", lambda z, y: len(z) * _best(z, y)),
        Mistake("That is a percentage. A share is a part of 1.", lambda z, y: 100 * _best(z, y)),
        Mistake(
            "You did not sort: a threshold splits the points in the order of z, not in the order in which they came.",
            _as_given,
        ),
        Mistake(
            "That is the share of the larger class: what a threshold beyond all points gets. Others may do better.",
            lambda z, y: _either(np.mean(y == 1)),
        ),
        Mistake(
            "You took the mean of the shares of both classes. The question asks for a share of all points.",
            _balanced,
        ),
        Mistake(
            "You looked at the size of z without its sign. A threshold splits the line in two halves.",
            lambda z, y: _best(np.abs(z), y),
        ),
        Mistake(
            "That is the share of pairs in the right order, the area under a ROC curve. A threshold is one place.",
            lambda z, y: _either(np.mean(z[y == 1][:, None] > z[y == 0])),
        ),
    ],
)  # fmt: skip


def _interval(differences, n_train, n_test, factor=None, ddof=1):
    J = len(differences)
    factor = 1 / J + n_test / n_train if factor is None else factor
    half = 1.96 * np.sqrt(differences.var(ddof=ddof) * factor)
    return differences.mean() + half * np.array([-1.0, 1.0])


def _half(differences, n_train, n_test):
    return _interval(differences, n_train, n_test)[1] - differences.mean()


def _around(differences, half):
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
    problems=problems.splits,
    edge=problems.edge_splits,
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
            lambda d, n_train, n_test: _around(d, _half(d, n_train, n_test) / 1.96),
        ),
        Mistake(
            "You took 2 standard errors. Nearly, but the question says how many.",
            lambda d, n_train, n_test: _around(d, _half(d, n_train, n_test) / 1.96 * 2),
        ),
        Mistake(
            "You took 1.645 standard errors, which is for an interval of 90%. The question says how many.",
            lambda d, n_train, n_test: _around(d, _half(d, n_train, n_test) / 1.96 * 1.645),
        ),
        Mistake(
            "Your interval is half as wide as it should be: the standard errors go to *either* side of the mean.",
            lambda d, n_train, n_test: _around(d, _half(d, n_train, n_test) / 2),
        ),
        Mistake(
            "You did not take the root: a standard error is the root of the variance of the mean.",
            lambda d, n_train, n_test: _around(d, _half(d, n_train, n_test) ** 2 / 1.96),
        ),
        Mistake(
            "You took the root of $s^2$ alone. The factor in the bracket stands under the root as well.",
            lambda d, n_train, n_test: _around(d, 1.96 * d.std(ddof=1) * (1 / len(d) + n_test / n_train)),
        ),
        Mistake(
            "You put $s$ where $s^2$ belongs, and took the root of it once more.",
            lambda d, n_train, n_test: _around(
                d, 1.96 * np.sqrt(d.std(ddof=1) * (1 / len(d) + n_test / n_train))
            ),
        ),
        Mistake(
            "The term 1/J is missing: with one split more the mean is known a little better.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test, n_test / n_train),
        ),
        Mistake(
            "The first term of the bracket is 1/J, not J: more splits make the interval shorter.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test, len(d) + n_test / n_train),
        ),
        Mistake(
            "The first term of the bracket is 1/J. The J − 1 is in the sample variance already.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test, 1 / (len(d) - 1) + n_test / n_train),
        ),
        Mistake(
            "You multiplied the two terms of the bracket. They are added.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test, n_test / n_train / len(d)),
        ),
        Mistake(
            "You divided the test points by *all* points. Divide them by the training points.",
            lambda d, n_train, n_test: _interval(
                d, n_train, n_test, 1 / len(d) + n_test / (n_train + n_test)
            ),
        ),
        Mistake(
            "Your interval lies around 0. It belongs around the mean of the differences.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test) - d.mean(),
        ),
        Mistake(
            "Your interval lies around the sum of the differences. It belongs around their mean.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test) - d.mean() + d.sum(),
        ),
        Mistake(
            "Your interval lies around the median. It belongs around the mean of the differences.",
            lambda d, n_train, n_test: _interval(d, n_train, n_test) - d.mean() + np.median(d),
        ),
        Mistake(
            "You return the middle and half the width. The two *ends* are wanted.",
            lambda d, n_train, n_test: np.array([d.mean(), _half(d, n_train, n_test)]),
        ),
        Mistake(
            "These are quantiles of the differences: where single splits lie, not where their mean does.",
            lambda d, n_train, n_test: np.quantile(d, [0.025, 0.975]),
        ),
        Mistake(
            "These are the smallest and the largest difference: where single splits lie, not where their mean does.",
            lambda d, n_train, n_test: np.array([d.min(), d.max()]),
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
            "One class has more than 75% of the points. A threshold beyond them all is right for so many, on any "
            "component.",
            lambda: np.array([[x, 1, 0] for x in range(12)] + [[x, -1, 1] for x in range(3)], dtype=float),
            when=lambda problem, P: _is_labelled_plane(P) and abs(P[:, 2].mean() - 0.5) > 0.25,
        ),
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


def _errors(X, y, X_new, y_new, gammas):
    """Share of new digits on the wrong side of the cut, for each γ."""
    wrong = []
    for gamma in gammas:
        model = KernelPCA(RBF(gamma), problems.N_COMPONENTS).fit(X)
        wrong.append(1 - straight_cuts(model.transform(X), y, model.transform(X_new), y_new)[-1])
    return np.array(wrong)


def _cross_validated(X, y, gammas):
    """Mean share of wrong answers over five folds, for each γ."""
    fold = np.arange(len(X)) % 5
    return np.mean(
        [_errors(X[fold != k], y[fold != k], X[fold == k], y[fold == k], gammas) for k in range(5)], axis=0
    )


def _choose(X, y, gammas):
    return float(gammas[np.argmin(_cross_validated(X, y, gammas))])


@functools.lru_cache(maxsize=16)
def _errors_held_out(seed):
    problem = problems.digits_of(seed)
    return _errors(problem.X, problem.y, problem.X_new, problem.y_new, problem.gammas)


def _is_candidate(problem, gamma):
    return bool(np.isclose(problem.gammas, gamma, rtol=0.01, atol=0).any())


def _certify_width(problem, gamma):
    if not _is_candidate(problem, gamma):
        return Certificate("your γ is one of `gammas`", False)
    errors = _errors_held_out(problem.seed)
    chosen = errors[np.argmin(np.abs(problem.gammas - gamma))]
    return Certificate(
        "share of wrong answers on 600 other digits, less that of the best γ", chosen - errors.min(), 0.03
    )


chosen_width = Exercise(
    "08.8",
    "A width chosen",
    problems=problems.digits,
    arguments=lambda problem: (problem.X, problem.y, problem.gammas),
    reference=_choose,
    certify=_certify_width,
    form=_as_large_as_the_reference,
    mistakes=[
        Mistake(
            "That is the widest kernel. Its first components hold the most variance, and that says nothing of the "
            "classes.",
            lambda X, y, gammas: float(gammas.min()),
        ),
        Mistake(
            "That is the narrowest kernel. It can learn any labels of the digits that it has, and knows little about "
            "others.",
            lambda X, y, gammas: float(gammas.max()),
        ),
        Mistake(
            "That is the place of your γ in the list. Return the γ itself.",
            lambda X, y, gammas: float(np.argmin(_cross_validated(X, y, gammas))),
        ),
        Mistake(
            "That is a width, 1/γ. Return one of `gammas`.",
            lambda X, y, gammas: 1 / _choose(X, y, gammas),
            when=lambda problem, gamma: _is_candidate(problem, 1 / gamma),
        ),
        Mistake(
            "Your γ is not in the list. Try every γ of `gammas`, and return the best.",
            lambda X, y, gammas: float(1 / X.var() / X.shape[1]),
            when=lambda problem, gamma: not _is_candidate(problem, gamma),
        ),
    ],
)
