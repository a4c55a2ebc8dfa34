"""How good is a guess?"""

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelcourse.svm.checks.draws import groups, guess_of
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svm.equations import decision, dual_objective, slacks, squared_norm


def problems(rng):
    """Draw weights and offsets of no particular machine."""
    for n, kernel, C in ((4, Linear(), 2.0), (9, RBF(0.5), 0.5), (14, Polynomial(2), 0.3)):
        yield guess_of(rng, *groups(rng, n), kernel, C)


def edge(rng):
    none, all_C = guess_of(rng, *groups(rng, 6), Linear(), 1.5), guess_of(rng, *groups(rng, 8), RBF(0.7), 0.8)
    return {
        "all weights are 0: then w is 0": none._replace(alpha=np.zeros(6)),
        "all weights are C": all_C._replace(alpha=np.full(8, 0.8)),
    }


def solve(alpha, y, K, C, b, *, w2=None, xi=None, total=None):
    """Primal less dual: ‖w‖² + C Σ ξᵢ − Σ αᵢ; or of other parts."""
    w2 = squared_norm(alpha, y, K) if w2 is None else w2
    xi = slack(alpha, y, K, b) if xi is None else xi
    return w2 + C * xi.sum() - (alpha.sum() if total is None else total)


def slack(alpha, y, K, b):
    return slacks(y, decision(alpha, y, K, b))


def primal(alpha, y, K, C, b):
    return squared_norm(alpha, y, K) / 2 + C * slack(alpha, y, K, b).sum()


def _gap_by_loops(alpha, y, K, C, b):
    n = len(y)
    w2 = sum(alpha[i] * alpha[j] * y[i] * y[j] * K[i, j] for i in range(n) for j in range(n))
    cost = w2 / 2
    for i in range(n):
        f = b + sum(alpha[j] * y[j] * K[i, j] for j in range(n))
        cost += C * max(1 - y[i] * f, 0)
    return cost - (sum(alpha) - w2 / 2)


certify = agreement("error of the gap, summed in loops", _gap_by_loops, 1e-9)


def terms(problem):
    alpha, y, K, C, b = problem
    w2, xi, f = squared_norm(alpha, y, K), slack(alpha, y, K, b), decision(alpha, y, K, b)
    return {
        "‖w‖²": (w2, 1),
        "the price of the slacks": (C * xi.sum(), 1),
        "the sum of the weights": (alpha.sum(), -1),
        "a norm without the classes": (alpha @ K @ alpha, 0),
        "a sum of the slacks without its price": (xi.sum(), 0),
        "a price of their squares": (C * (xi**2).sum(), 0),
        "a price of their mean": (C * xi.mean(), 0),
        "a price for each point with slack, however much,": (C * np.count_nonzero(xi), 0),
        "a price of slacks that are not cut off at 0": (C * (1 - y * f).sum(), 0),
        "a price of distances from the margin on both sides": (C * np.abs(1 - y * f).sum(), 0),
        "a price of slacks without the offset": (C * slacks(y, f - b).sum(), 0),
        "a price of slacks with minus the offset": (C * slacks(y, f - 2 * b).sum(), 0),
        "a price of slacks of another f, without the classes,": (C * slacks(y, K @ alpha + b).sum(), 0),
        "a price of slacks without the class of the point": (C * np.maximum(0, 1 - f).sum(), 0),
        "a price of what is beyond 0, not beyond the margin,": (C * np.maximum(0, -y * f).sum(), 0),
        "a sum of squared weights": (alpha @ alpha, 0),
        "a price of all points": (C * len(y), 0),
        "a price of the largest slack alone": (C * xi.max(), 0),
        "a slack that is weighted with α": (alpha @ xi, 0),
        "a price of the slacks of the support vectors alone": (C * xi[alpha > 0].sum(), 0),
        "a price of the slacks of one class alone, that of 1,": (C * xi[y > 0].sum(), 0),
        "a price of the slacks of one class alone, that of −1,": (C * xi[y < 0].sum(), 0),
        "a root of ‖w‖²": (np.sqrt(w2), 0),
        "a square of ‖w‖²": (w2**2, 0),
        "a sum of weights that was multiplied by C": (C * alpha.sum(), 0),
        "a sum of weights with the classes": (alpha @ y, 0),
        "a norm of which only the diagonal is left": (alpha**2 @ np.diagonal(K), 0),
        "a number of points": (len(y), 0),
        "a term of the offset": (b, 0),
        "a square of the offset": (b**2, 0),
    }
