"""Two shares"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelcourse.one_class.checks.draws import solved
from kernelsy19.kernels import RBF

AT_BOUND = 1e-8  # share of the bound up to which a weight is at it, as the text says

Weights = namedtuple("Weights", "alpha nu")  # weights of a solved ball


def problems(rng):
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


def edge(rng):
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


def solve(alpha, nu, *, outlier=None, support=None):
    """Share of the weights at the bound, and of those above 0."""
    outlier = alpha >= (1 - AT_BOUND) / (nu * len(alpha)) if outlier is None else outlier
    return np.mean(outlier), np.mean(alpha > 0 if support is None else support)


def _by_counting(alpha, nu):
    """Both shares, counted one by one."""
    at_bound = sum(1 for a in alpha if a * nu * len(alpha) > 1 - AT_BOUND)
    positive = sum(1 for a in alpha if a > 0)
    return at_bound / len(alpha), positive / len(alpha)


certify = agreement(
    "error of the two shares, counted one by one", _by_counting, 1e-12, otherwise="error of the shares"
)


def compares_exactly(problem, answer):
    """Whether the share of outliers is too small, and one of those that an exact comparison may give."""
    alpha, nu = problem
    outliers, support = solve(alpha, nu)
    bound, ulps = 1 / (nu * len(alpha)), 4 * np.finfo(float).eps
    least, most = np.mean(alpha > bound * (1 + ulps)), np.mean(alpha >= bound * (1 - ulps))
    right = abs(answer[1] - support) < 1e-12
    return bool(right and answer[0] < outliers and least - 1e-12 <= answer[0] <= most + 1e-12)
