"""A step of Newton's method"""

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.logistic.checks.draws import Coefficients, labels, r_of
from kernelcourse.logistic.checks.draws import any_coefficients as problems
from kernelsy19.kernels import RBF
from kernelsy19.logistic.equations import curvatures, probability


def edge(rng):
    K, y = RBF(0.7)(rng.normal(size=(5, 3))), labels(rng, 5)
    theta = np.linalg.solve(K, (2 * y - 1) * rng.uniform(900, 1100, size=5))
    sure = Coefficients(K, y, theta, rng.uniform(0.2, 2.0))
    return {"probabilities that are 0 or 1 in floating point": sure}


def left(K, W, lam):
    return lam * np.eye(len(K)) + W[:, None] * K


def right(W, f, y, h):
    return W * f + y - h


def solve(K, y, theta, lam, *, f=None, weights=curvatures, least=0.0, left=left, right=right):
    """θ⁺ of (λI + WK) θ⁺ = Wf + y − h."""
    f = K @ theta if f is None else f
    h = probability(f)
    W = np.maximum(weights(h), least)
    return np.linalg.solve(left(K, W, lam), right(W, f, y, h))


def at(problem):
    f = problem.K @ problem.theta
    h = probability(f)
    return f, h, curvatures(h)


def certify(problem, theta_plus):
    K, y, _, lam = problem
    f, h, W = at(problem)
    wanted = right(W, f, y, h)
    off = lam * theta_plus + W * (K @ theta_plus) - wanted
    size = max(1.0, np.abs(wanted).max())
    return Certificate("largest entry of (λI + WK)θ⁺ − (Wf + y − h)", worst(np.abs(off)) / size, 1e-8)


def divided(K, y, theta, lam):
    """The step of W⁻¹; no number where a weight is 0."""
    f, h, W = at(Coefficients(K, y, theta, lam))
    return np.linalg.solve(K + lam * np.diag(1 / W), f + (y - h) / W) if W.all() else np.nan * theta


def unpenalized(K, y, theta, lam):
    f, h, W = at(Coefficients(K, y, theta, lam))
    return np.linalg.pinv(W[:, None] * K) @ right(W, f, y, h)


def is_descent(problem, after):
    """Whether the coefficients have moved along the gradient, or along the residual."""
    r, change = r_of(*problem), problem.theta - after
    for direction in (problem.K @ r, r):
        length = change @ direction / max(direction @ direction, 1e-300)
        if np.allclose(change, length * direction, rtol=1e-7, atol=1e-12) and abs(length) > 1e-12:
            return True
    return False


def with_another_k(K, y, theta, lam):
    """Steps with K on both sides of W on the left, and once or not at all on the right."""
    f, h, W = at(Coefficients(K, y, theta, lam))
    r, one, KWK = r_of(K, y, theta, lam), np.eye(len(K)), K @ (W[:, None] * K)
    for ridge in (1e-9, 0, 1e-10):
        yield theta - np.linalg.solve(lam * K + KWK + ridge * one, r)
    yield np.linalg.solve(lam * one + KWK, right(W, f, y, h))
    yield np.linalg.solve(lam * K + W[:, None] * K, right(W, f, y, h))
    yield theta - np.linalg.solve(lam * one + KWK, K @ r)


def has_another_k(problem, after):
    return any(np.allclose(after, other, rtol=1e-4) for other in with_another_k(*problem))


def has_another_right_side(problem, after):
    """Whether the right matrix times the answer is a sum of Wf, y and h with other factors."""
    f, h, W = at(problem)
    parts = np.column_stack([W * f, problem.y, h])
    wanted = problem.lam * after + W * (problem.K @ after)
    found = parts @ np.linalg.lstsq(parts, wanted, rcond=1e-12)[0]
    return bool(np.allclose(found, wanted, rtol=1e-7, atol=1e-9 * np.abs(wanted).max()))
