"""What the proofs about the ball are evaluated on: points in general position, multipliers and balls.

Nothing here is built from what a proof concludes. Stationary points are found by a root finder that sees the Lagrangian
only, and solved balls come with the multipliers that a general solver returns for the primal problem.
"""

import numpy as np

from kernelcourse.proving.derivations import Setting
from kernelcourse.proving.duals import distances, draw_relaxations, solve_with_slack, where_flat
from kernelsy19 import kernels
from kernelsy19.ball import equations as ball
from kernelsy19.kernels.geometry import coordinates


def mapped(X, kernel, X_new):
    """Points, where a kernel maps them, and the same of new points (m, p).
    X, k, n, Phi (n, D), K (n, n); Phi_new (m, D), K_new (m, n), K_xx_new (m,)"""
    n, both = len(X), coordinates(kernel, np.vstack([X, X_new]))
    of_new = {"Phi_new": both[n:], "K_new": kernel(X_new, X), "K_xx_new": kernel.diagonal(X_new)}
    return Setting(X=X, k=kernel, n=n, Phi=both[:n], K=kernel(X), **of_new)


def free_setting(X, kernel, nu, seed=0):
    """Radius, center, slacks and multipliers at random: nothing is assumed of them but their signs.
    X (n, p), kernel PSD, nu in (0, 1] → Phi (n, D), K (n, n), nu, n, R > 0, c (D,), and xi, alpha, beta (n,) ≥ 0"""
    rng = np.random.default_rng(seed)
    K, Phi = kernel(X), coordinates(kernel, X)
    n, D = Phi.shape
    xi, alpha, beta = rng.uniform(0.1, 2, size=(3, n))
    c, R = rng.normal(size=D), rng.uniform(0.5, 2)
    return Setting(X=X, k=kernel, Phi=Phi, K=K, nu=nu, n=n, R=R, c=c, xi=xi, alpha=alpha, beta=beta)


def stationary_setting(X, kernel, nu, seed=0):
    """Multipliers that meet (5) to (8) and are otherwise at random; radius and slacks stay free.
    As `free_setting`, with Σ alpha = 1, 0 ≤ alpha ≤ 1/(νn), beta = 1/(νn) − alpha, c = Σ alphaᵢ Φ(xᵢ)"""
    s = free_setting(X, kernel, nu, seed)
    s.alpha = random_weights(s.n, s.nu, np.random.default_rng(seed))
    s.beta = ball.slack_multipliers(s.alpha, s.nu)
    s.c = ball.center(s.alpha, s.Phi)
    return s


def random_weights(n, nu, rng):
    """Draw n weights in the box that sum to 1: between the center of the box and one of its corners."""
    corner = np.clip(nu * n - np.arange(n), 0, 1) / (nu * n)
    t = rng.uniform(0.2, 0.9)
    return t * rng.permutation(corner) + (1 - t) / n


def feasible_setting(X, kernel, nu, seed=0):
    """Any ball with slacks that are enough for it, and multipliers of the right sign.
    As `free_setting`, with R² + xi ≥ ‖Φ(xᵢ) − c‖² and xi ≥ 0; some points lie in the ball, some outside"""
    s, rng = free_setting(X, kernel, nu, seed), np.random.default_rng(seed)
    s.c = rng.dirichlet(np.ones(s.n)) @ s.Phi
    d2 = ((s.Phi - s.c) ** 2).sum(axis=1)
    s.R = np.quantile(d2, rng.uniform(0.4, 0.7)) ** 0.5
    s.xi = ball.slacks(s.R**2, d2) + rng.uniform(0.1, 1, size=s.n)
    return s


def stationary_point(X, kernel, nu, seed=0):
    """A point at which the derivatives of the Lagrangian vanish, by a root finder; a RuntimeError if it finds none.
    As `free_setting`; alpha is a multiple of what was drawn, beta, which may be negative, and c are what the root
    finder needs, so that ∂L/∂R, ∂L/∂ξ and ∂L/∂c, all three as finite differences, are zero"""
    s = free_setting(X, kernel, nu, seed)

    def L(s):
        return lambda R, c, xi: ball.lagrangian(R, c, xi, s.alpha, s.beta, s.Phi, nu)

    found = where_flat(s, L, ("R", "xi", "c"), lambda t: t * s.alpha, (0.5 / s.n, s.Phi.mean(axis=0)))
    if found is None:
        raise RuntimeError("No stationary point: the derivatives do not vanish.")
    return found


def solve_primal(Phi, nu, relaxed=0.0):
    """Solve the primal problem of the ball in coordinates, with the constraints (3a) relaxed if wanted.
    Phi (n, D); nu in (0, 1]; relaxed, u in ‖Φ(xᵢ) − c‖² ≤ R² + ξᵢ + uᵢ → R2, c (D,), xi, alpha, beta (n,), the
    multipliers of (3a) and (3b), and value. In s = R² − ‖c‖², c and ξ it is a quadratic program: minimize ‖c‖² + s +
    (νn)⁻¹ Σ ξᵢ subject to ‖Φᵢ‖² − 2 Φᵢ·c ≤ s + ξᵢ + uᵢ and ξ ≥ 0."""
    n, D = Phi.shape
    rows, least = np.hstack([-2 * Phi, -np.ones((n, 1))]), relaxed - (Phi**2).sum(axis=1)
    curvature, slope = np.repeat([2.0, 0.0], [D, 1]), np.repeat([0.0, 1.0], [D, 1])
    z, found = solve_with_slack(curvature, slope, rows, least, 1 / (nu * n))
    return Setting(R2=z[D] + z[:D] @ z[:D], c=z[:D], **found)


def primal_setting(X, kernel, nu, X_new=None):
    """The ball itself, with its multipliers, as a general solver of the primal finds them.
    X (n, p); X_new (m, p), where the decision is asked for, None for X → as `mapped` and `solve_primal`, with nu and
    R"""
    s = mapped(X, kernel, X if X_new is None else X_new)
    found = solve_primal(s.Phi, nu)
    return Setting(**vars(s), nu=nu, R=found.R2**0.5, **vars(found))


def three_kinds_are_there(s):
    """Whether a solved ball has two points at least inside, one on its surface and one outside."""
    inside, surface, outlier = ball.three_kinds(s.alpha, s.nu)
    return bool(inside.sum() >= 2 and surface.any() and outlier.any())


# ---- draws: n from 6 to 11, D from 3 to 11, νn not a whole number -------------------------------


def _problem(rng, constant_diagonal=False):
    """Points, a kernel with a feature space of three dimensions or more, and a share."""
    n, p = int(rng.integers(6, 12)), int(rng.integers(2, 5))
    gamma = rng.uniform(0.2, 1.0)
    curved = [kernels.Polynomial(2, gamma, offset=1.0), kernels.RBF(gamma)]
    choice = [kernels.RBF(gamma)] if constant_diagonal else curved + [kernels.Linear()] * (p >= 3)
    kernel = choice[rng.integers(len(choice))]
    return rng.normal(size=(n, p)), kernel, (rng.integers(2, n - 2) + rng.uniform(0.2, 0.8)) / n


def draw_free(rng):
    """Draw points, any ball and any multipliers."""
    return free_setting(*_problem(rng), int(rng.integers(2**31)))


def draw_feasible(rng):
    """Draw points, a ball with enough slack, and multipliers of the right sign."""
    return feasible_setting(*_problem(rng), int(rng.integers(2**31)))


def draw_stationary(rng):
    """Draw weights that are feasible, about points of which the best ball has three kinds."""
    while True:
        X, kernel, nu = _problem(rng)
        if three_kinds_are_there(primal_setting(X, kernel, nu)):
            return stationary_setting(X, kernel, nu, int(rng.integers(2**31)))


def draw_stationary_rbf(rng):
    """Draw weights that are feasible, for a kernel of constant K(x, x)."""
    return stationary_setting(*_problem(rng, constant_diagonal=True), int(rng.integers(2**31)))


def draw_stationary_point(rng):
    """Draw a place where the Lagrangian is stationary."""
    return stationary_point(*_problem(rng), int(rng.integers(2**31)))


def draw_primal(rng):
    """Draw a best ball with points inside, on its surface and outside."""
    while True:
        X, kernel, nu = _problem(rng)
        s = primal_setting(X, kernel, nu, rng.normal(size=(5, X.shape[1])))
        if three_kinds_are_there(s):
            return s


def draw_relaxed(rng):
    """As `draw_primal`, with relaxations u, w (n,), a share t, and two balls (rho0, c0, xi0), (rho1, c1, xi1)."""
    s = draw_relaxations(draw_primal, lambda s: s.R**2 + s.xi - distances(s), 1e-2, rng)
    return Setting(
        **vars(s),
        rho0=rng.uniform(0.5, 1.0) * s.R**2,
        rho1=rng.uniform(1.5, 2.0) * s.R**2,
        c0=s.c + rng.normal(size=s.c.shape) / 2,
        c1=s.c + rng.normal(size=s.c.shape) / 2,
        xi0=rng.uniform(0.1, 1, size=s.n),
        xi1=rng.uniform(0.1, 1, size=s.n),
        rho_of=lambda r: r,
    )
