"""The gap of all rows"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.landmarks.checks.draws import close as same

# What a pass knows of all rows and of a working sample with its weights, R² and ν; and the mapped points
Sampled = namedtuple("Sampled", "K_xx K_xw K_ww alpha R2 nu Phi W")


def problems(rng):
    """Draw weights on a working sample of some rows."""
    for n, size, nu in ((6, 4, 0.5), (10, 6, 0.4), (12, 5, 0.3)):
        yield _sampled(rng.normal(size=(n, 4)), size, nu, float(rng.uniform(1.0, 3.0)), rng)


def edge(rng):
    Phi = rng.normal(size=(7, 3)) + 0.5
    return {
        "nobody is outside": _sampled(Phi, 5, 0.5, 500.0, rng),
        "the working sample has all rows": _sampled(Phi, 7, 0.6, 1.0, rng),
    }


def _sampled(Phi, size, nu, R2, rng):
    W = rng.choice(len(Phi), size, replace=False)
    alpha = rng.uniform(0.8, 1.2, size=size)
    S = Phi[W]
    return Sampled((Phi**2).sum(axis=1), Phi @ S.T, S @ S.T, alpha / alpha.sum(), R2, nu, Phi, W)


def solve(K_xx, K_xw, K_ww, alpha, R2, nu, *, price=None, clip=True, center=True, dual=None):
    """R² + Σ ξ / (νn), less the dual; or with another price, other slacks or another dual."""
    norm2 = alpha @ K_ww @ alpha
    d2 = K_xx - 2 * K_xw @ alpha + (norm2 if center else 0)
    slacks = np.maximum(0, d2 - R2) if clip else d2 - R2
    price = 1 / (nu * len(K_xx)) if price is None else price
    return R2 + price * slacks.sum() - (diagonal(alpha, K_ww) - norm2 if dual is None else dual)


def diagonal(alpha, K_ww):
    return alpha @ np.diagonal(K_ww)


def certify(problem, answer):
    alpha = np.zeros(len(problem.Phi))
    alpha[problem.W] = problem.alpha
    c = alpha @ problem.Phi
    d2 = ((problem.Phi - c) ** 2).sum(axis=1)
    primal = problem.R2 + np.maximum(0, d2 - problem.R2).sum() / (problem.nu * len(d2))
    # Weights sum to 1, so the dual is the weighted mean of the squared distances from the center.
    off = abs(answer - primal + alpha @ d2)
    return Certificate("| your gap − (primal − dual) from coordinates |", off, 1e-7)


def terms(problem):
    K_xx, K_xw, K_ww, alpha, R2, nu = problem[:6]
    n, norm2 = len(K_xx), alpha @ K_ww @ alpha
    d2 = K_xx - 2 * K_xw @ alpha + norm2
    late = d2 - R2
    xi, price = np.maximum(0, late), 1 / (nu * n)
    return {
        "R²": (R2, 1),
        "the price of the slacks": (xi.sum() * price, 1),
        "the diagonal part of the dual": (diagonal(alpha, K_ww), -1),
        "the norm in the dual": (norm2, 1),
        "R": (np.sqrt(R2), 0),
        "R⁴": (R2**2, 0),
        "a mean of k(x, x) without the weights": (np.diagonal(K_ww).mean(), 0),
        "a mean of k(x, x) over all rows": (K_xx.mean(), 0),
        "the trace of `K_ww`": (np.trace(K_ww), 0),
        "a price of all distances from the sphere, of rows inside as well,": (np.abs(late).sum() * price, 0),
        "a price of the squares of the slacks": ((xi**2).sum() * price, 0),
        "a price for each row outside, however far,": ((late > 0).sum() * price, 0),
        "a price of squared distances from R": (np.maximum(0, d2 - np.sqrt(R2)).sum() * price, 0),
        "a price of the largest slack alone": (xi.max() * price, 0),
        "a mean of the slacks": (xi.mean(), 0),
        "a mean slack of those outside": (xi.sum() / max((late > 0).sum(), 1), 0),
        "a price of slacks from another center": (np.maximum(0, late - 2 * norm2).sum() * price, 0),
        "a price of the whole distances of those outside": (d2[late > 0].sum() * price, 0),
        "a sum of the slacks without a price": (xi.sum(), 0),
        "a price of slacks that were divided by ν alone": (xi.sum() / nu, 0),
        "a diagonal part with squared weights": (alpha**2 @ np.diagonal(K_ww), 0),
        "a diagonal part with values of the first rows": (alpha @ K_xx[: len(alpha)], 0),
        "the square of the weights": (alpha @ alpha, 0),
        "a sum over all of `K_ww`": (K_ww.sum(), 0),
        "ν": (nu, 0),
        "a root of the norm in the dual": (np.sqrt(max(norm2, 0)), 0),
        "a price of distances without R²": (np.maximum(0, d2).sum() * price, 0),
    }
