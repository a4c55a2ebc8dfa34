"""One step of the box"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelcourse.logistic.checks.draws import gram_matrix, h_of, labels
from kernelsy19.kernels import Polynomial
from kernelsy19.logistic.equations import curvatures, gradient_in_theta, probability

BoxStep = namedtuple("BoxStep", "theta i K y step")  # coefficients, and the point that the box looks at


def problems(rng):
    """Draw coefficients, points and steps: a point of class 0 with K(x, x) other than 1, one of class 1, and any."""
    yield _step(rng, Polynomial(2, 0.3, offset=1.0)(rng.normal(size=(3, 3))), 0)
    yield _step(rng, gram_matrix(rng, 6), 1)
    yield _step(rng, gram_matrix(rng, 4))


def edge(rng):
    step = _step(rng, gram_matrix(rng, 5))
    return {"all coefficients 0": step._replace(theta=np.zeros(5))}


def _step(rng, K, label=None):
    y = labels(rng, len(K))
    i = rng.choice(np.flatnonzero(y == label)) if label is not None else rng.integers(len(K))
    return BoxStep(rng.normal(size=len(K)), int(i), K, y, rng.uniform(0.1, 0.5))


def solve(theta, i, K, y, step, *, mu=None, along=None):
    """θ − η (h − yᵢ) K(·, xᵢ), with h the probability of point i."""
    mu = probability(K[i] @ theta) if mu is None else mu
    return theta - step * (mu - y[i]) * (K[:, i] if along is None else along)


def _box(theta, i, K, y, step):
    mu = 1 / (1 + np.exp(-sum(theta[k] * K[k, i] for k in range(len(y)))))
    return np.array([theta[k] - step * (mu - y[i]) * K[k, i] for k in range(len(y))])


certify = agreement("largest difference from the box, coefficient by coefficient", _box)


def looking_again(theta, i, K, y, step):
    """The probability is computed anew inside of the loop over k."""
    theta = theta.copy()
    for k in range(len(y)):
        theta[k] -= step * (h_of(theta, K)[i] - y[i]) * K[k, i]
    return theta


def is_the_same_for_all(problem, after):
    change = after - problem.theta
    return bool(np.ptp(change) < 1e-12 < np.abs(change).max())


def shrinks(problem, after):
    """Whether the step is right but for a multiple of the coefficients from before."""
    if not np.any(problem.theta):
        return False
    off = after - solve(*problem)
    c = off @ problem.theta / (problem.theta @ problem.theta)
    return bool(np.allclose(off, c * problem.theta, atol=1e-12)) and abs(c) > 1e-9
