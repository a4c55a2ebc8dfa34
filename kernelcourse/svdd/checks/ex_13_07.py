"""A solver of your own"""

import functools
from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.svdd.checks.draws import signs
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.programs import last_step, smo_steps
from kernelsy19.svdd.equations import duality_gap

forbids = ("kernelsy19.svdd.solve_dual", "kernelsy19.svdd.plain_svdd")

Dual = namedtuple("Dual", "K y C")  # a dual to be solved


def problems(rng):
    """Draw points of two classes that overlap; the largest K(x, x) is 1, so gaps compare."""
    yield _dual(rng, Linear(), 8, 5, 0.5)
    yield _dual(rng, Polynomial(2, 0.3, 1.0), 14, 8, 0.3)
    yield _dual(rng, RBF(0.5), 30, 16, 0.2)


def edge(rng):
    twice = _dual(rng, RBF(0.5), 12, 6, 0.4)
    index = np.concatenate([np.arange(12), np.arange(6)])
    return {
        "C is 1/p": _dual(rng, Laplacian(0.5), 10, 5, 0.2),
        "C is 1": _dual(rng, RBF(1.0), 10, 5, 1.0),
        "targets only": _dual(rng, Linear(), 10, 10, 0.3),
        "some points are there twice": Dual(twice.K[np.ix_(index, index)], twice.y[index], 0.3),
    }


def _dual(rng, k, n, p, C):
    y = signs(rng, n, p)
    X = rng.normal(size=(n, 2)) + 0.8 * (y < 0)[:, None] * rng.normal(size=2)
    return Dual(k(X) / k.diagonal(X).max(), y, C)


def solve(K, y, C):
    """The weights α, by steps that move two of them, from equal weights of the targets."""
    return _solved(K.tobytes(), y.tobytes(), C).copy()


@functools.lru_cache(maxsize=512)
def _solved(K, y, C):
    """Remembered: each mistake asks for it again."""
    y = np.frombuffer(y)
    K = np.frombuffer(K).reshape(len(y), -1)
    steps = smo_steps(2 * K * np.outer(y, y), y * np.diagonal(K), C, even(y), 1e-7, 1_000_000, y)
    return last_step(steps)[1].alpha


def certify(problem, alpha):
    K, y, C = problem
    return [
        Certificate("| Σᵢ yᵢαᵢ − 1 |", abs(y @ alpha - 1), 1e-6),
        Certificate("by how much a weight leaves the box", worst(-alpha, alpha - C), 1e-6),
        Certificate("duality gap", worst(duality_gap(K, y, alpha, C)), 1e-4),
    ]


def even(y):
    return (y > 0) / np.count_nonzero(y > 0)


def targets_alone(K, y, C):
    alpha, targets = np.zeros(len(y)), np.flatnonzero(y > 0)
    alpha[targets] = solve(K[np.ix_(targets, targets)], np.ones(len(targets)), C)
    return alpha


def _leaves(alpha, signed, C, total=1):
    """By how much weights leave the box, or a signed sum."""
    return worst(abs(signed @ alpha - total), -alpha, alpha - C)


def is_solution(problem, alpha, C):
    """Whether weights solve the dual for a price."""
    K, y, _ = problem
    return bool(_leaves(alpha, y, C) <= 1e-6 and duality_gap(K, y, alpha, C) < 1e-3)


def leaves_outliers(problem, alpha):
    """Whether weights are allowed, no outlier has any, and the targets' part is as good as it can be."""
    targets = problem.y > 0
    if targets.all() or _leaves(alpha, problem.y, problem.C) > 1e-6 or alpha[~targets].any():
        return False
    K = problem.K[np.ix_(targets, targets)]
    return bool(duality_gap(K, np.ones(len(K)), alpha[targets], problem.C) < 1e-4)


def is_signed(problem, alpha):
    """Whether these are α' in the place of α: the sum of all is 1, and outliers are below zero."""
    y, C = problem.y, problem.C
    return bool(_leaves(y * alpha, y, C) <= 1e-6 and (alpha < -1e-6).any())


def ignores_signs(problem, alpha):
    """Whether weights solve the problem in which every point is a target."""
    one = np.ones(len(alpha))
    allowed = _leaves(alpha, one, problem.C) <= 1e-6
    return bool(allowed and duality_gap(problem.K, one, alpha, max(problem.C, 1 / len(one))) < 1e-4)


def is_a_share(problem, alpha):
    return problem.C != 1 and is_solution(problem, alpha * problem.C, problem.C)


def has_another_length(problem, alpha):
    total = problem.y @ alpha
    return total > 1e-9 and is_solution(problem, alpha / total, problem.C)


def has_no_wall(problem, alpha):
    most = alpha.max()
    return most > problem.C + 1e-6 and is_solution(problem, alpha, max(2.0, most))


def sums_to_one(problem, alpha):
    """Whether the sum without signs is 1, where that is wrong or there are no signs."""
    y = problem.y
    one = abs(alpha.sum() - 1) <= 1e-6 and alpha.min() >= -1e-9
    return bool(one and (abs(y @ alpha - 1) > 1e-6 or (y > 0).all()))


def has_another_sum(problem, alpha):
    return abs(problem.y @ alpha - 1) > 1e-6 and worst(-alpha, alpha - problem.C) <= 1e-6


def stops_early(problem, alpha):
    """Whether weights are allowed and have closed half of the gap of equal weights, or more."""
    K, y, C = problem
    allowed = _leaves(alpha, y, C) <= 1e-6
    return bool(allowed and duality_gap(K, y, alpha, C) < 0.5 * duality_gap(K, y, even(y), C))


def leaves_the_box(problem, alpha):
    return abs(problem.y @ alpha - 1) <= 1e-6 and worst(-alpha, alpha - problem.C) > 1e-6
