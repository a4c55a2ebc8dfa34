"""How deep in the ball?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.svdd.checks.draws import depths, distances, root, signs
from kernelcourse.svdd.draws import feasible_weights
from kernelsy19.kernels import Linear, Polynomial

# Kernel values of new and training points, a ball, and where all of them are mapped
NewPoints = namedtuple("NewPoints", "K_xx K_xs K_ss y alpha R2 Phi_x Phi_s")


def problems(rng):
    """Draw new points and training points, for kernels whose coordinates are known."""
    choices = (Linear(), Polynomial(2, 0.5, offset=1.0), Polynomial(3, 0.3, offset=1.0))
    for k, m, n, p in zip(choices, (2, 7, 4), (4, 8, 6), (2, 5, 3), strict=True):
        X, X_new, y = rng.normal(size=(n, 2)), rng.normal(size=(m, 2)), signs(rng, n, p)
        alpha = feasible_weights(y, 1.6 / p, rng)
        Phi_x, Phi_s = k.feature_map(X_new), k.feature_map(X)
        yield NewPoints(k.diagonal(X_new), k(X_new, X), k(X), y, alpha, rng.uniform(0.5, 2), Phi_x, Phi_s)


def solve(K_xx, K_xs, K_ss, y, alpha, R2):
    """R² − ‖Φ(x) − c‖², with c = Σ yᵢαᵢΦ(xᵢ)."""
    return depths(K_xx, K_xs, K_ss, y * alpha, R2)


def certify(problem, answer):
    c = (problem.y * problem.alpha) @ problem.Phi_s
    off = np.abs(answer - problem.R2 + distances(c, problem.Phi_x)).max()
    return Certificate("largest difference from R² − ‖Φ(x) − c‖², from coordinates", off, 1e-9)


def terms(problem):
    K_xx, K_xs, K_ss, y, alpha, R2 = problem[:6]
    signed = y * alpha
    return {
        "R²": (R2, 1),
        "K(x, x)": (K_xx, -1),
        "the mixed term": (K_xs @ signed, 2),
        "‖c‖²": (signed @ K_ss @ signed, -1),
        "a mixed term without the signs of the classes": (K_xs @ alpha, 0),
        "a squared norm without the signs of the classes": (alpha @ K_ss @ alpha, 0),
        "R": (np.sqrt(R2), 0),
        "R⁴": (R2**2, 0),
        "a 1 in the place of a kernel value": (1.0, 0),
        "a mixed term that is a mean": (K_xs @ signed / len(y), 0),
        "a norm of which only the diagonal of `K_ss` is left": (signed**2 @ np.diagonal(K_ss), 0),
        "a mixed term with the targets alone": (K_xs @ (signed * (y > 0)), 0),
        "a mixed term without the weights": (K_xs @ y, 0),
        "a sum of the weights": (signed @ signed, 0),
    }
