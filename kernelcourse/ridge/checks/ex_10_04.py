"""A free intercept"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.ridge.checks.draws import centered, fit_of
from kernelcourse.ridge.checks.draws import fits as problems
from kernelsy19.ridge.equations import bordered_matrix, dual_variables


def edge(rng):
    X = rng.normal(size=(5, 2))
    return {
        "a single point": fit_of(rng, X[:1]),
        "points that are all the same": fit_of(rng, X[[0, 0, 0, 0]]),
        "targets that are all the same": fit_of(rng, X)._replace(y=np.full(5, 3.0)),
    }


def solve(K, y, lam, *, corner=0.0, total=0.0):
    """(α, b) of the bordered system: y = Kα + λα + b, and Σ αᵢ + corner · b = total."""
    M = bordered_matrix(K, lam)
    M[-1, -1] = corner
    found = np.linalg.solve(M, np.append(y, total))
    return found[:-1], found[-1]


def certify(problem, answer):
    alpha, b = answer
    left = problem.y - b - problem.lam * alpha - problem.K @ alpha
    return [
        Certificate("largest | yᵢ − b − ((K + λI)α)ᵢ |", np.abs(left).max(), 1e-8),
        Certificate("| Σᵢ αᵢ |", abs(alpha.sum()), 1e-8),
    ]


def same(a, b):
    """Whether α and b are the same, each up to rounding, where an α that is 0 up to rounding is 0."""
    return all(map(_same_vector, a, b))


def _same_vector(a, b):
    return np.shape(a) == np.shape(b) and bool(
        np.allclose(a, b, rtol=0, atol=1e-7 * max(1.0, np.abs(b).max()))
    )


def in_two_steps(K, y, lam):
    """α of the fit without an intercept, and the mean of what that leaves."""
    alpha = dual_variables(K, y, lam)
    return alpha, (y - K @ alpha).mean()


def mean_free(K, y, lam):
    alpha = dual_variables(K, y, lam)
    return alpha - alpha.mean()


def has_another_sum(problem, answer):
    """Whether the first n equations hold, and the last one does not."""
    K, y, lam = problem
    alpha, b = answer
    at_rest = np.allclose(K @ alpha + lam * alpha + b, y, atol=1e-7 * max(1, np.abs(y).max()))
    return bool(at_rest and abs(alpha.sum()) > 1e-6)


def alpha_is_right(problem, answer):
    return _same_vector(answer[0], solve(*problem)[0])


def b_is_right(problem, answer):
    return bool(abs(answer[1] - solve(*problem)[1]) < 1e-7)
