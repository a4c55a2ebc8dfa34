"""A solver of your own"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.logistic.checks.draws import descended, h_of, labels, primal, whole_steps
from kernelsy19.kernels import RBF
from kernelsy19.logistic.equations import curvatures
from kernelsy19.logistic.plain import newton_steps

forbids = ("kernelsy19.logistic.solve_logistic", "kernelsy19.logistic.plain_newton")

Penalized = namedtuple("Penalized", "K y lam")  # a penalized problem


def problems(rng):
    """Draw problems with overlapping classes."""
    for n in (8, 30, 20):
        y = labels(rng, n)
        X = rng.normal(size=(n, 2)) + y[:, None]
        yield Penalized(RBF(rng.uniform(0.3, 2.0))(X), y, rng.uniform(0.05, 1.0))


def edge(rng):
    X, lam = rng.normal(size=(24, 2)), rng.uniform(0.1, 1.0)
    apart = (np.arange(24) < 12).astype(float)
    K, twice = RBF(1.0)(X), RBF(1.0)(np.vstack([X[:12], X[:12]]))
    return {
        "separable classes and λ = 0.001": Penalized(RBF(1.0)(X + 4 * apart[:, None]), apart, 0.001),
        "points that are there twice, with both labels": Penalized(twice, apart, lam),
        "one point against all others": Penalized(K, (np.arange(24) == 3).astype(float), lam),
    }


def solve(K, y, lam):
    """θ by Newton's method, until the gap is as small as rounding allows."""
    *_, last = newton_steps(K, y, lam, tol=1e-12)
    return last.theta


def certify(problem, theta):
    K, y, lam = problem
    f, t = K @ theta, np.where(y == 1, 1.0, -1.0)
    s = 1 / (1 + np.exp(np.clip(t * f, -700, 700)))
    inner = np.clip(s, 1e-300, 1 - 1e-16)
    entropy = -(inner * np.log(inner) + (1 - inner) * np.log(1 - inner)).sum()
    value = np.logaddexp(0, -t * f).sum() + lam / 2 * theta @ K @ theta
    dual = entropy - (t * s) @ K @ (t * s) / (2 * lam)
    return Certificate("duality gap, from both definitions", worst(value - dual), 1e-6)


def ridge_like(K, y, lam):
    """Newton's method with the penalty (λ/2) θᵀθ."""
    theta = np.zeros(len(K))
    for _ in range(50):
        h = h_of(theta, K)
        H = K @ (curvatures(h)[:, None] * K) + lam * np.eye(len(K))
        theta = theta - np.linalg.solve(H, K @ (h - y) + lam * theta)
    return theta


def is_ridge_regression(problem, theta):
    """Whether the scores are those of a kernel ridge regression of the labels, or of the signs."""
    K, y, lam = problem
    fits = (K @ np.linalg.solve(K + lam * np.eye(len(y)), target) for target in (2.0 * y - 1, 1.0 * y))
    return any(np.allclose(K @ theta, fit, atol=1e-7) for fit in fits)


def is_one_of_the_first(problem, theta):
    steps = (whole_steps(*problem, k) for k in range(1, 7))
    return any(np.allclose(theta, step, rtol=1e-6, atol=1e-9) for step in steps)


def is_on_the_way(problem, theta):
    """Whether P is below its value at 0, and the coefficients are shorter than those of the minimum."""
    K, y, lam = problem
    best = solve(K, y, lam)
    lower = primal(K, y, theta, lam) < primal(K, y, 0 * theta, lam) - 1e-6
    return bool(lower and theta @ K @ theta < best @ K @ best)


def has_another_length(problem, theta):
    """Whether the scores are the right ones, all times one positive number."""
    one, other = (problem.K @ of for of in (theta, solve(*problem)))
    return bool(np.abs(one / np.linalg.norm(one) - other / np.linalg.norm(other)).max() < 1e-4)
