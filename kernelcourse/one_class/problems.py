"""The problems on which answers to the exercises of chapter 04 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets
from kernelsy19.ball import solve as ball_solve
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.one_class.equations import rescaled, threshold

SOLVER_TOLERANCE = 1e-12
AT_BOUND = 1e-8  # share of the bound up to which a weight is at it, as the text of 04.1 says


def solved(rng, n, kernel, nu, p=2):
    """The Gram matrix of random points and the solution of their dual."""
    K = kernel(rng.normal(size=(n, p)))
    return K, ball_solve.solve_dual(K, nu, tol=SOLVER_TOLERANCE)


class Weights(NamedTuple):
    """Weights of a solved ball."""

    alpha: np.ndarray
    nu: float


def weights_of_balls(rng):
    """Draw balls with all three kinds of point; of the weights at the bound all but one are short of it by rounding."""
    for n, nu in ((8, 0.5), (20, 0.3), (33, 0.55)):
        while True:
            _, solution = solved(rng, n, RBF(0.4), nu)
            if solution.inside.any() and solution.surface.any() and solution.outlier.any():
                break
        rounding = solution.upper * 10 ** rng.uniform(-13, -8.2, n)
        rounding[solution.outlier.argmax()] = 0
        alpha = np.where(solution.inside, 0, solution.alpha - np.where(solution.outlier, rounding, 0))
        yield Weights(alpha, nu)


def edge_weights(rng):
    """Draw the weights of which the text speaks at its edge."""
    few = np.concatenate([rng.dirichlet(np.ones(5)), [0, 0]])
    return {
        "no weight is at the bound, as νn < 1": Weights(rng.permutation(few), 0.5 / 7),
        "a weight is 2e-8 of the bound away from it": _nearly_at_bound(rng, 10, 0.4, 2 * AT_BOUND),
        "a weight is a millionth of the bound away from it": _nearly_at_bound(rng, 11, 0.5, 1e-6),
        "ν is 1": Weights(np.full(6, 1 / 6), 1.0),
        "many points, so that all weights are small": _many_small(rng),
    }


def _many_small(rng, n=40_000):
    """Weights of which some are at a small bound, and others between a tenth of it and a thousandth."""
    bound = 4 / n
    between = bound * rng.permutation(np.geomspace(1e-3, 0.1, n // 10))
    at_bound = int((1 - between.sum()) / bound)
    last = 1 - between.sum() - at_bound * bound
    weights = np.concatenate([np.full(at_bound, bound), between, [last]])
    return Weights(rng.permutation(np.pad(weights, (0, n - len(weights)))), 0.25)


def _nearly_at_bound(rng, n, nu, short):
    """Weights that sum to 1: one at the bound, one short of it by that share, two of zero, and others well between."""
    bound = 1 / (nu * n)
    between = rng.uniform(0.5, 1.0, size=n - 4)
    between *= (1 - bound - bound * (1 - short)) / between.sum()
    return Weights(rng.permutation(np.concatenate([[bound, bound * (1 - short), 0, 0], between])), nu)


def shares_of(alpha, nu):
    """Share of outliers and share of support vectors."""
    bound = 1 / (nu * len(alpha))
    return np.mean(alpha >= bound * (1 - AT_BOUND)), np.mean(alpha > 0)


def shares_by_counting(alpha, nu):
    """Both shares, counted one by one."""
    at_bound = sum(1 for a in alpha if a * nu * len(alpha) > 1 - AT_BOUND)
    positive = sum(1 for a in alpha if a > 0)
    return at_bound / len(alpha), positive / len(alpha)


def shares_with(is_outlier):
    """The two shares with another rule for outliers: ``is_outlier(alpha, bound)``."""
    return lambda alpha, nu: (np.mean(is_outlier(alpha, 1 / (nu * len(alpha)))), np.mean(alpha > 0))


def compares_exactly(problem, answer):
    """Whether the share of outliers is too small, and one of those that an exact comparison may give."""
    alpha, nu = problem
    outliers, support = shares_of(alpha, nu)
    bound, ulps = 1 / (nu * len(alpha)), 4 * np.finfo(float).eps
    least, most = np.mean(alpha > bound * (1 + ulps)), np.mean(alpha >= bound * (1 - ulps))
    right = abs(answer[1] - support) < 1e-12
    return bool(right and answer[0] < outliers and least - 1e-12 <= answer[0] <= most + 1e-12)


class ConstantDiagonal(NamedTuple):
    """A solved ball of a kernel with constant K(x, x)."""

    K: np.ndarray
    alpha: np.ndarray
    R2: float


def balls_of_constant_diagonal(rng):
    """Draw balls of kernels whose K(x, x) is 2, 1 and 3."""
    for n, kernel, nu in ((5, 2 * RBF(0.5), 0.4), (12, Laplacian(0.3), 0.2), (20, 3 * RBF(0.2), 0.6)):
        K, solution = solved(rng, n, kernel, nu)
        yield ConstantDiagonal(K, solution.alpha, float(solution.R2))


class Rescaled(NamedTuple):
    """A hyperplane in LIBSVM's scale."""

    a: np.ndarray
    b: float


def rescaled_planes(rng):
    """Draw hyperplanes with weights that sum to νn."""
    for n, nu in ((6, 0.5), (15, 0.2), (25, 0.73)):
        yield _rescaled(rng, n, nu)


def edge_planes(rng):
    """Draw the ends of ν: all weights are 1, or they sum to less than 1."""
    return {
        "ν is 1: each weight is 1": _rescaled(rng, 7, 1.0),
        "νn is less than 1": _rescaled(rng, 9, 0.07),
    }


def _rescaled(rng, n, nu):
    _, solution = solved(rng, n, RBF(0.5), nu)
    a, b = rescaled(solution.alpha, threshold(1.0, solution.center_norm2, solution.R2), nu)
    return Rescaled(a, float(b))


class Rejecting(NamedTuple):
    """Kernel values, and how many points to reject."""

    K: np.ndarray
    m: int


def rejections(rng):
    """Draw points, a few or nearly all of which are to be rejected."""
    for n, low, high in ((5, 1, 3), (12, 4, 8), (20, 12, 18)):
        yield Rejecting(RBF(0.8)(rng.normal(size=(n, 2))), int(rng.integers(low, high)))


def edge_rejections(rng):
    """Draw the smallest and the largest number of points to reject."""
    return {
        "one point is rejected": Rejecting(Laplacian(0.6)(rng.normal(size=(6, 2))), 1),
        "all points but one are rejected": Rejecting(RBF(0.5)(rng.normal(size=(9, 2))), 8),
    }


class Guess(NamedTuple):
    """Weights that are feasible and not optimal."""

    K: np.ndarray
    alpha: np.ndarray


def guesses(rng):
    """Draw weights of no particular ball."""
    for n, kernel in ((3, Linear()), (7, Polynomial(2)), (12, RBF(0.5))):
        alpha = rng.uniform(0.1, 1, size=n)
        yield Guess(kernel(rng.normal(size=(n, 2))), alpha / alpha.sum())


def edge_guesses(rng):
    """Draw guesses at the edge of what is feasible."""
    K = Polynomial(2, offset=1.0)(rng.normal(size=(5, 2)))
    return {
        "all weight is on one point": Guess(K, rng.permutation(np.eye(5)[0])),
        "one point only": Guess(np.array([[rng.uniform(1, 2)]]), np.ones(1)),
    }


class Allowed(NamedTuple):
    """How many points may be outliers, of how many."""

    m: int
    n: int


def allowed(rng):
    """Draw numbers of points and of outliers."""
    for low, high in ((2, 6), (6, 20), (20, 60)):
        m = int(rng.integers(low, high))
        yield Allowed(m, m + int(rng.integers(m + 1, 5 * m)))


def edge_allowed(rng):
    """Draw the ends of 1 ≤ m < n."""
    n = int(rng.integers(30, 60))
    return {"one outlier is allowed": Allowed(1, n), "all points but one may be outliers": Allowed(n - 1, n)}


FITTED, HELD_OUT, OTHERS = 400, 400, 200


class Zeros(NamedTuple):
    """Images of zeros to learn from, new images, and which of those are zeros, which no student is told."""

    X: np.ndarray
    new: np.ndarray
    is_zero: np.ndarray


def zeros(rng):
    """Draw images of the digit 0, and new ones of which some are of other digits."""
    train = datasets.usps().train
    for _ in range(2):
        of_zeros, of_others = (
            rng.permutation(np.flatnonzero(chosen)) for chosen in (train.y == 0, train.y != 0)
        )
        new = rng.permutation(np.concatenate([of_zeros[FITTED : FITTED + HELD_OUT], of_others[:OTHERS]]))
        yield Zeros(train.X[of_zeros[:FITTED]], train.X[new], train.y[new] == 0)


def rates(problem, verdicts):
    """Count how often an answer to 04.9 is wrong about zeros and right about others.

    Parameters
    ----------
    problem : Zeros
    verdicts : (m,) array of +1, ordinary, and −1, which causes an alarm

    Returns
    -------
    false, caught : float, the share of the new zeros and of the other digits that cause an alarm
    """
    alarms = verdicts == -1
    return float(alarms[problem.is_zero].mean()), float(alarms[~problem.is_zero].mean())
