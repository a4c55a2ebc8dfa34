"""Exam questions on part III: ridge, logistic regression, support vectors, sequences, Fisher kernels, landmarks."""

import functools
import typing

import numpy as np
from scipy import stats

from kernelcourse.judging.exercises import Certificate, Exercise, Mistake
from kernelsy19.kernels import RBF

# ---- 10.E1 -------------------------------------------------------------------------------------------


class Weighted(typing.NamedTuple):
    """Kernel values, what was measured, how much each point counts, and λ."""

    K: np.ndarray
    y: np.ndarray
    weights: np.ndarray
    lam: float


def _weighted(rng):
    for n in (3, 5, 8):
        X = rng.normal(size=(n, 2))
        yield Weighted(
            RBF(1.0)(X, X), rng.normal(size=n), rng.uniform(0.3, 3.0, size=n), rng.uniform(0.2, 1.0)
        )


def _solve_with(price):
    """Coefficients of (K + diag(price(weights, λ))) α = y."""

    def answer(K, y, weights, lam):
        return np.linalg.solve(K + np.diag(price(weights, lam) * np.ones(len(y))), y)

    return answer


def _certify_weighted(problem, alpha):
    K, y, weights, lam = problem
    residual = lam * alpha - weights * (y - K @ alpha)
    return Certificate(
        "largest | λαᵢ − wᵢ(yᵢ − f(xᵢ)) |", np.abs(residual).max(), 1e-9, otherwise="largest slope of J"
    )


weighted_ridge = Exercise(
    "10.E1",
    "Points that count more",
    problems=_weighted,
    edge=lambda rng: {"all weights are 1": Weighted(np.eye(2) + 0.5, rng.normal(size=2), np.ones(2), 0.5)},
    reference=_solve_with(lambda w, lam: lam / w),
    certify=_certify_weighted,
    mistakes=[
        Mistake(
            "All points count the same in your answer: the weights are missing.",
            _solve_with(lambda w, lam: lam),
        ),
        Mistake(
            "The other way round: a point that counts much has to be followed closely, so its price is low.",
            _solve_with(lambda w, lam: lam * w),
        ),
        Mistake("You took roots of the weights.", _solve_with(lambda w, lam: lam / np.sqrt(w))),
        Mistake("You squared the weights.", _solve_with(lambda w, lam: lam / w**2)),
        Mistake(
            "You fitted the values times their weights. The weight belongs to the squared error, not to the value.",
            lambda K, y, w, lam: np.linalg.solve(K + lam * np.eye(len(y)), w * y),
        ),
        Mistake(
            "The price λ is missing: this fit goes through all points.",
            lambda K, y, w, lam: np.linalg.solve(K, y),
        ),
        Mistake(
            "Those are the fitted values. The coefficients are asked for.",
            lambda K, y, w, lam: K @ _solve_with(lambda w, lam: lam / w)(K, y, w, lam),
        ),
    ],
)


# ---- 11.E1 -------------------------------------------------------------------------------------------


class OtherShare(typing.NamedTuple):
    """Scores, the share of class 1 among the training points, and the share where the machine is used."""

    f: np.ndarray
    trained: float
    used: float


def _other_shares(rng):
    for n in (2, 4, 7):
        yield OtherShare(rng.normal(size=n), rng.uniform(0.4, 0.6), rng.uniform(0.02, 0.2))


def _sigmoid(f):
    return 1 / (1 + np.exp(-f))


def _reweighed(f, trained, used):
    one = _sigmoid(f) * used / trained
    zero = _sigmoid(-f) * (1 - used) / (1 - trained)
    return one / (one + zero)


def _certify_share(problem, p):
    f, trained, used = problem
    factor = used * (1 - trained) / (trained * (1 - used))
    ratio = p - (1 - p) * factor * np.exp(f)
    return Certificate(
        "largest | p − (1 − p) · odds |, with the odds of the training set times one factor",
        np.abs(ratio).max(),
        1e-10,
        otherwise="largest error of the odds",
    )


other_population = Exercise(
    "11.E1",
    "Probabilities for another population",
    problems=_other_shares,
    edge=lambda rng: {"the share is the same": OtherShare(rng.normal(size=3), 0.3, 0.3)},
    reference=_reweighed,
    certify=_certify_share,
    mistakes=[
        Mistake(
            "Those are the probabilities among points like the training points.",
            lambda f, trained, used: _sigmoid(f),
        ),
        Mistake(
            "The other way round: where class 1 is rarer than in the training set, its probability falls.",
            lambda f, trained, used: _reweighed(f, used, trained),
        ),
        Mistake(
            "You changed the weight of class 1 and not that of class 0: both shares changed.",
            lambda f, trained, used: _sigmoid(f + np.log(used / trained)),
        ),
        Mistake(
            "The two probabilities do not sum to 1: divide by their sum.",
            lambda f, trained, used: _sigmoid(f) * used / trained,
        ),
        Mistake(
            "You forgot the share in the training set: it is in the scores already.",
            lambda f, trained, used: _sigmoid(f + np.log(used / (1 - used))),
        ),
        Mistake(
            "Those are the odds, not the probabilities.",
            lambda *given: _reweighed(*given) / (1 - _reweighed(*given)),
        ),
        Mistake("Those are the probabilities of class 0.", lambda *given: 1 - _reweighed(*given)),
    ],
)


# ---- 12.E1 -------------------------------------------------------------------------------------------


class Ranking(typing.NamedTuple):
    """Kernel values of things and pairs of them, of which the first is better; and the mapped things."""

    K: np.ndarray
    pairs: np.ndarray
    Phi: np.ndarray


def _rankings(rng):
    for n, m in ((3, 2), (5, 4), (7, 9)):
        Phi = rng.normal(size=(n, 3)) + rng.normal(size=3)
        pairs = np.array([rng.choice(n, size=2, replace=False) for _ in range(m)])
        yield Ranking(Phi @ Phi.T, pairs, Phi)


def _pair_kernel(signs):
    """Kernel of pairs, with the signs of K(i, k), K(i, l), K(j, k) and K(j, l)."""

    def answer(K, pairs):
        i, j = pairs.T
        terms = (K[np.ix_(a, b)] for a in (i, j) for b in (i, j))
        return sum(sign * term for sign, term in zip(signs, terms, strict=True))

    return answer


def _certify_pairs(problem, answer):
    differences = np.array([problem.Phi[i] - problem.Phi[j] for i, j in problem.pairs])
    exact = [[np.dot(a, b) for b in differences] for a in differences]
    return Certificate("largest error, from coordinates", np.abs(answer - exact).max(), 1e-9)


kernel_of_pairs = Exercise(
    "12.E1",
    "A kernel of pairs",
    problems=_rankings,
    edge=lambda rng: {
        "a pair and the same pair turned round": Ranking(
            np.diag([1.0, 3.0]), np.array([[0, 1], [1, 0]]), np.diag([1.0, 3.0**0.5])
        )
    },
    arguments=lambda problem: problem[:2],
    reference=_pair_kernel((1, -1, -1, 1)),
    certify=_certify_pairs,
    mistakes=[
        Mistake("You compared only the better ones of two pairs.", _pair_kernel((1, 0, 0, 0))),
        Mistake(
            "The mixed terms are missing: the better one of a pair with the worse one of the other.",
            _pair_kernel((1, 0, 0, 1)),
        ),
        Mistake(
            "The signs of the mixed terms are those of a sum Φ(xᵢ) + Φ(xⱼ).",
            _pair_kernel((1, 1, 1, 1)),
        ),
        Mistake("The last sign: minus times minus.", _pair_kernel((1, -1, -1, -1))),
        Mistake(
            "Only one of the two mixed terms is there. They are different: pairs are ordered.",
            _pair_kernel((1, -1, 0, 1)),
            also=[_pair_kernel((1, 0, -1, 1)), _pair_kernel((1, -2, 0, 1)), _pair_kernel((1, 0, -2, 1))],
        ),
        Mistake(
            "You subtracted kernel values of better and worse: that is no product of two differences.",
            _pair_kernel((1, 0, 0, -1)),
        ),
    ],
)


# ---- 13.E1 -------------------------------------------------------------------------------------------


class Around(typing.NamedTuple):
    """A squared radius, the squared distances of points from the center, their classes and the price."""

    R2: float
    d2: np.ndarray
    y: np.ndarray
    C: float


def _around(rng):
    """Different numbers of targets outside and inside, and of others inside and outside; none on the surface."""
    for counts in ((1, 3, 2, 4), (3, 1, 5, 2), (2, 5, 1, 3)):
        R2 = rng.uniform(1.0, 2.0)
        classes, sides = np.array([1, 1, -1, -1]), np.array([1, -1, -1, 1])
        y, side = np.repeat(classes, counts), np.repeat(sides, counts)
        order = rng.permutation(len(y))
        d2 = R2 + side * rng.uniform(0.1, 0.9, size=len(y))
        yield Around(R2, d2[order], y[order], rng.uniform(0.15, 0.4))


def _slope_in_radius(targets=-1.0, others=1.0, ball=1.0, outside=np.greater):
    """Slope of the cost, with factors for its three parts, and who counts as outside."""

    def answer(R2, d2, y, C):
        out = outside(d2, R2)
        return ball + C * (targets * np.sum((y > 0) & out) + others * np.sum((y < 0) & ~out))

    return answer


def _certify_slope_in_radius(problem, answer):
    R2, d2, y, C = problem
    step = 0.5 * np.abs(d2 - R2).min()

    def cost(at):
        return at + C * sum(yi * (di - at) * (yi * (di - at) > 0) for yi, di in zip(y, d2, strict=True))

    return Certificate(
        "difference from the rise of the cost over a small step, divided by the step",
        abs(answer - (cost(R2 + step) - cost(R2 - step)) / (2 * step)),
        1e-9,
    )


slope_in_radius = Exercise(
    "13.E1",
    "Should the ball grow?",
    problems=_around,
    edge=lambda rng: {
        "a ball that holds the targets and nothing else": Around(
            1.0, np.array([0.5, 2.0]), np.array([1, -1]), 0.3
        )
    },
    reference=_slope_in_radius(),
    certify=_certify_slope_in_radius,
    mistakes=[
        Mistake(
            "The points of the other class are missing: those in the ball pay for every bit that it grows.",
            _slope_in_radius(others=0.0),
        ),
        Mistake(
            "The targets outside are missing: they pay less when the ball grows.",
            _slope_in_radius(targets=0.0),
        ),
        Mistake("The size of the ball itself is in its cost, too.", _slope_in_radius(ball=0.0)),
        Mistake(
            "The sign of the other class: when the ball grows, those in it pay more.",
            _slope_in_radius(others=-1.0),
        ),
        Mistake(
            "The sign of the targets outside: when the ball grows, they pay less.",
            _slope_in_radius(targets=1.0),
        ),
        Mistake("You counted the points that pay nothing.", _slope_in_radius(outside=np.less)),
        Mistake(
            "The price C is missing: that is how many points pay.",
            lambda R2, d2, y, C: _slope_in_radius()(R2, d2, y, 1.0),
        ),
        Mistake(
            "The sign: that is by how much the cost falls.",
            lambda *given: -_slope_in_radius()(*given),
        ),
    ],
)


# ---- 14.E1 -------------------------------------------------------------------------------------------


class Banded(typing.NamedTuple):
    """Costs of all pairs of elements of two sequences of one length, and the width of the band."""

    C: np.ndarray
    width: int


def _banded(rng):
    for n, width in ((3, 1), (5, 1), (5, 2)):
        C = rng.uniform(0.5, 1.0, size=(n, n))
        away = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
        C[away == width] *= 0.3  # so that the edge of the band is used,
        C[away == width + 1] *= 0.05  # what lies beyond it is wanted,
        np.fill_diagonal(C, rng.uniform(2.0, 3.0, size=n))  # and the diagonal is not
        yield Banded(C, width)


def _cheapest(
    allowed=lambda i, j, width: abs(i - j) <= width, diagonal=1.0, steps=((1, 0), (0, 1), (1, 1)), first=1.0
):
    """Cost of the cheapest alignment in a band, with changes for those that students make."""

    def answer(C, width):
        n = len(C)
        D = np.full((n, n), np.inf)
        for i in range(n):
            for j in range(n):
                if not allowed(i, j, width):
                    continue
                before = [
                    D[i - a, j - b] + C[i, j] * (diagonal if a and b else 1)
                    for a, b in steps
                    if i >= a and j >= b
                ]
                D[i, j] = min(before, default=np.inf) if i or j else first * C[0, 0]
        return D[-1, -1]

    return answer


def _alignments(n, width):
    """All alignments in the band, as tuples of cells."""

    @functools.cache
    def ending(i, j):
        if i < 0 or j < 0 or abs(i - j) > width:
            return ()
        if i == j == 0:
            return (((0, 0),),)
        before = ending(i - 1, j) + ending(i, j - 1) + ending(i - 1, j - 1)
        return tuple((*path, (i, j)) for path in before)

    return ending(n - 1, n - 1)


def _certify_band(problem, cost):
    exact = min(sum(problem.C[cell] for cell in path) for path in _alignments(len(problem.C), problem.width))
    return Certificate("difference from the cheapest of all alignments in the band", abs(cost - exact), 1e-9)


banded_warping = Exercise(
    "14.E1",
    "Alignments that stay near the diagonal",
    problems=_banded,
    edge=lambda rng: {
        "a band of width 0": Banded(rng.uniform(0.5, 1.0, size=(3, 3)), 0),
        "a band that holds everything": Banded(rng.uniform(0.5, 1.0, size=(4, 4)), 3),
    },
    reference=_cheapest(),
    certify=_certify_band,
    mistakes=[
        Mistake("Your alignment leaves the band.", _cheapest(lambda i, j, width: True)),
        Mistake(
            "The edge of the band belongs to it: |i − j| may be equal to the width.",
            _cheapest(lambda i, j, width: abs(i - j) < max(width, 1)),
            also=[_cheapest(lambda i, j, width: abs(i - j) < width)],
        ),
        Mistake(
            "Your band has one side only: |i − j| is meant.", _cheapest(lambda i, j, width: i - j <= width)
        ),
        Mistake("A step along the diagonal costs what its cell costs, once.", _cheapest(diagonal=2.0)),
        Mistake("The diagonal step is missing.", _cheapest(steps=((1, 0), (0, 1)))),
        Mistake("The first pair has a cost, too.", _cheapest(first=0.0)),
        Mistake("That is the diagonal. The cheapest alignment may leave it.", lambda C, width: np.trace(C)),
    ],
)


# ---- 15.E1 -------------------------------------------------------------------------------------------


class Counts(typing.NamedTuple):
    """Two samples of counts, and the mean of the Poisson distribution."""

    x: np.ndarray
    y: np.ndarray
    mean: float


def _counts(rng):
    for n, m in ((2, 3), (4, 2), (6, 5)):
        mean = rng.uniform(1.5, 6.0)
        yield Counts(rng.poisson(mean, size=n), rng.poisson(mean, size=m), mean)


def _fisher(power, center=1.0):
    def answer(x, y, mean):
        return np.outer(x - center * mean, y - center * mean) / mean**power

    return answer


def _certify_fisher(problem, answer):
    x, y, mean = problem
    step, ks = 1e-4, np.arange(200)

    def score(k):
        return -(stats.poisson.logpmf(k, mean + step) - stats.poisson.logpmf(k, mean - step)) / (2 * step)

    information = np.sum(stats.poisson.pmf(ks, mean) * score(ks) ** 2)
    exact = np.outer(score(x), score(y)) / information
    return Certificate(
        "largest difference from scores by differences of log p, and their mean square",
        np.abs(answer - exact).max(),
        1e-5,
    )


fisher_of_counts = Exercise(
    "15.E1",
    "A Fisher kernel for counts",
    problems=_counts,
    edge=lambda rng: {"a count of 0": Counts(np.array([0, 3]), np.array([0, 1, 5]), rng.uniform(1.2, 3.0))},
    reference=_fisher(1),
    certify=_certify_fisher,
    mistakes=[
        Mistake("Those are dot products of scores. The information is missing.", _fisher(2)),
        Mistake("You multiplied by the information. The kernel takes its inverse.", _fisher(3)),
        Mistake("Those are products of deviations from the mean: divide by what they vary.", _fisher(0)),
        Mistake("The scores are not centered: a score has the mean 0.", _fisher(1, center=0.0)),
        Mistake("You divided by the standard deviation, and it comes from both sides.", _fisher(0.5)),
        Mistake(
            "The sign: the product of two scores has the sign of the product of two deviations.",
            lambda *given: -_fisher(1)(*given),
        ),
    ],
)


# ---- 16.E1 -------------------------------------------------------------------------------------------


class Folded(typing.NamedTuple):
    """The triangle R of landmarks, a weight for each feature; and landmarks and new points."""

    R: np.ndarray
    w: np.ndarray
    Z: np.ndarray
    X: np.ndarray


def _folded(rng):
    for m in (2, 3, 5):
        Z, X = rng.normal(size=(m, 2)), rng.normal(size=(4, 2))
        yield Folded(np.linalg.cholesky(RBF(1.0)(Z, Z)).T, rng.normal(size=m), Z, X)


def _certify_folded(problem, beta):
    R, w, Z, X = problem
    kernel = RBF(1.0)
    features = np.linalg.solve(R.T, kernel(Z, X)).T
    scale = 1 + np.abs(beta).max()
    return Certificate(
        "largest difference of the two predictions for new points, to the scale of β",
        np.abs(kernel(X, Z) @ beta - features @ w).max() / scale,
        1e-9,
    )


fold_features = Exercise(
    "16.E1",
    "A prediction without features",
    problems=_folded,
    arguments=lambda problem: problem[:2],
    reference=lambda R, w: np.linalg.solve(R, w),
    certify=_certify_folded,
    mistakes=[
        Mistake(
            "You solved with Rᵀ. A feature is R⁻ᵀ k(Z, x), and w stands on its other side.",
            lambda R, w: np.linalg.solve(R.T, w),
        ),
        Mistake(
            "You multiplied by R, and the features divide by it.",
            lambda R, w: R @ w,
            also=[lambda R, w: R.T @ w],
        ),
        Mistake(
            "You solved with all of k(Z, Z). The features hold one half of it already.",
            lambda R, w: np.linalg.solve(R.T @ R, w),
        ),
        Mistake("Those are the weights of the features. Landmarks need others.", lambda R, w: 1.0 * w),
        Mistake("You divided by the diagonal of R only.", lambda R, w: w / np.diagonal(R)),
        Mistake(
            "RRᵀ is not k(Z, Z); RᵀR is. And you need one of the two triangles only.",
            lambda R, w: np.linalg.solve(R @ R.T, w),
        ),
    ],
)
