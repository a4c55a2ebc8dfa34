"""What the proofs about the ball for two classes are evaluated on: points of two classes, multipliers and balls.

Nothing here is built from what a proof concludes. Stationary points are found by a root finder that sees the Lagrangian
only, and solved balls come with the multipliers that a general solver returns for the primal problem.
"""

import numpy as np

from kernelcourse.ball.draws import mapped
from kernelcourse.proving.derivations import Setting
from kernelcourse.proving.duals import distances, draw_relaxations, solve_with_slack, where_flat
from kernelsy19 import kernels
from kernelsy19.kernels.geometry import coordinates
from kernelsy19.svdd import equations as svdd


def two_class_lagrangian(c, rho, xi, alpha, beta, y, Phi, C):
    """‖c‖² + ρ + C Σ ξᵢ − Σ αᵢ (ξᵢ − yᵢ(‖Φᵢ‖² − 2⟨Φᵢ, c⟩ − ρ)) − Σ βᵢ ξᵢ.
    c (D,); rho = R² − ‖c‖²; slacks xi (n,), multipliers alpha, beta (n,); y (n,) of ±1; Phi (n, D)"""
    needed = y * ((Phi**2).sum(axis=1) - 2 * Phi @ c - rho)
    return c @ c + rho + C * xi.sum() - alpha @ (xi - needed) - beta @ xi


def solve_two_class_primal(Phi, y, C, relaxed=0.0):
    """Solve the convex form in coordinates, with its constraints relaxed if wanted.
    Phi (n, D); y (n,), +1 for a target, −1 for an outlier; C > 1/p for p targets; relaxed, u in yᵢ(‖Φᵢ‖² − 2⟨Φᵢ, c⟩ −
    ρ) ≤ ξᵢ + uᵢ → R2, rho, c (D,), xi, alpha, beta (n,), the multipliers of the two constraints, and value, ‖c‖² + ρ +
    C Σ ξᵢ"""
    n, D = Phi.shape
    rows, least = -y[:, None] * np.hstack([2 * Phi, np.ones((n, 1))]), relaxed - y * (Phi**2).sum(axis=1)
    curvature, slope = np.repeat([2.0, 0.0], [D, 1]), np.repeat([0.0, 1.0], [D, 1])
    z, found = solve_with_slack(curvature, slope, rows, least, C)
    return Setting(R2=z[D] + z[:D] @ z[:D], rho=z[D], c=z[:D], **found)


def _problem(rng):
    """Points of two classes that overlap, a kernel with three dimensions of feature space or more, and a price.
    n from 7 to 12, and 1/C is not a whole number, and less than p − 1."""
    n, dimensions = int(rng.integers(7, 13)), int(rng.integers(2, 5))
    gamma = rng.uniform(0.2, 1.0)
    curved = [kernels.Polynomial(2, gamma, offset=1.0), kernels.RBF(gamma)]
    choice = curved + [kernels.Linear()] * (dimensions >= 3)
    y = np.ones(n)
    y[rng.permutation(n)[: rng.integers(3, n - 3)]] = -1
    X = rng.normal(size=(n, dimensions)) * np.where(y > 0, 0.8, 1.2)[:, None]
    targets = int((y > 0).sum())
    outside = rng.integers(1, targets - 1) + rng.uniform(0.2, 0.8)
    return X, choice[rng.integers(len(choice))], y, 1 / outside


def _free(X, kernel, y, C, rng):
    """Two balls, slacks and multipliers at random: nothing is assumed of them but their signs."""
    Phi = coordinates(kernel, X)
    n, D = Phi.shape
    xi, xi0, xi1, alpha, beta = rng.uniform(0.1, 2, size=(5, n))
    c, c0, c1 = rng.normal(size=(3, D))
    R2, rho0, rho1 = rng.uniform(0.5, 2, size=3)
    ball = {"R2": R2, "rho": R2 - c @ c, "c": c, "xi": xi, "alpha": alpha, "beta": beta}
    two = {"c0": c0, "c1": c1, "rho0": rho0, "rho1": rho1, "xi0": xi0, "xi1": xi1, "t": rng.uniform(0.2, 0.8)}
    problem = Setting(X=X, k=kernel, Phi=Phi, K=kernel(X), y=y, C=C, n=n, **ball, **two)
    return Setting(**vars(problem), squared_radius_of=lambda rho, c: rho + c @ c)


def draw_free(rng):
    """Draw points of two classes, any balls and any multipliers."""
    return _free(*_problem(rng), rng)


def draw_stationary_point(rng):
    """Draw a place where the derivatives of the Lagrangian vanish, found by a root finder; beta may be negative."""

    def L(s):
        return lambda c, rho, xi: two_class_lagrangian(c, rho, xi, s.alpha, s.beta, s.y, s.Phi, s.C)

    while True:
        s = draw_free(rng)
        s.alpha = s.alpha * np.where(s.y > 0, 2.0, 0.3)
        start = 1 / s.n, s.Phi.mean(axis=0)
        found = where_flat(s, L, ("rho", "xi", "c"), lambda t, s=s: t * s.alpha, start)
        if found is not None and found.alpha.min() > 0:
            return found


def feasible_weights(y, C, rng):
    """Draw weights with Σ yᵢαᵢ = 1 in the box: between two of its corners and equal weights of the targets.
    y (n,) of ±1, C > 1/p for p targets → (n,)"""
    targets, outliers = np.flatnonzero(y > 0), np.flatnonzero(y < 0)
    alpha = np.zeros(len(y))
    most = C * len(targets) - 1
    lent = min(0.9 * most, C * len(outliers)) * rng.uniform(0.3, 0.9)
    alpha[rng.permutation(outliers)] = np.clip(lent - C * np.arange(len(outliers)), 0, C)
    alpha[rng.permutation(targets)] = np.clip(1 + lent - C * np.arange(len(targets)), 0, C)
    even = np.where(y > 0, 1 / len(targets), 0)
    share = rng.uniform(0.3, 0.9)
    return share * alpha + (1 - share) * even


def draw_stationary(rng):
    """Draw weights that are feasible, with their center; radius and slacks stay free.
    The best ball of these points has weights of 0, between the bounds, and at C, and slacks that are not tiny."""
    while True:
        problem = _problem(rng)
        s = _free(*problem, rng)
        best = solve_two_class_primal(s.Phi, s.y, s.C)
        if all(kind.any() for kind in kinds_of_weight(best.alpha, s.C)) and best.xi.sum() > 0.5:
            break
    s.alpha = feasible_weights(s.y, s.C, rng)
    s.beta = s.C - s.alpha
    s.c = svdd.signed_weights(s.y, s.alpha) @ s.Phi
    return s


def kinds_of_weight(alpha, C):
    """Which weights (n,) are 0, between the bounds, and at C, to 1e-8 of C: three masks."""
    zero, full = alpha <= 1e-8 * C, alpha >= (1 - 1e-8) * C
    return zero, ~zero & ~full, full


def draw_solved(rng):
    """Draw a best ball as a general solver of the primal finds it, with points of all kinds, and new points."""
    while True:
        X, kernel, y, C = _problem(rng)
        s = mapped(X, kernel, rng.normal(size=(5, X.shape[1])))
        best = solve_two_class_primal(s.Phi, y, C)
        zero, between, full = kinds_of_weight(best.alpha, C)
        if zero.sum() >= 2 and between.any() and full.any() and {*y[zero], *y[full]} == {-1, 1}:
            return Setting(**vars(s), y=y, C=C, **vars(best))


def draw_relaxed(rng):
    """As `draw_solved`, with relaxations u, w (n,), a share t, and another ball (c0, rho0, xi0)."""
    s = draw_relaxations(draw_solved, lambda s: s.xi - s.y * (distances(s) - s.R2), 3e-2, rng)
    return Setting(
        **vars(s),
        rho0=rng.uniform(0.5, 1.5),
        c0=s.c + rng.normal(size=s.c.shape) / 2,
        xi0=rng.uniform(0.1, 1, size=s.n),
    )
