"""What the proofs about the ball are evaluated on: points, multipliers and balls."""

import numpy as np

from kernelsy19 import kernels
from kernelsy19.ball import equations as ball
from kernelsy19.ball import solve as ball_solve
from kernelsy19.course.derivations import Setting
from kernelsy19.kernels.geometry import coordinates

SOLVER_TOLERANCE = 1e-12


def free_setting(X, kernel, nu, seed=0):
    """Radius, center, slacks and multipliers at random: nothing is assumed of them but their signs.

    Parameters
    ----------
    X : (n, p) array
    kernel : Kernel, positive semidefinite; without a feature map of its own it gets coordinates from its Gram matrix
    nu : float, in (0, 1]
    seed : int, for the random quantities

    Returns
    -------
    Setting
        Phi (n, D), K (n, n), nu, n, R > 0, c (D,), xi (n,) ≥ 0, alpha (n,) ≥ 0, beta (n,) ≥ 0
    """
    rng = np.random.default_rng(seed)
    K, Phi = kernel(X), coordinates(kernel, X)
    n, D = Phi.shape
    xi, alpha, beta = rng.uniform(0.1, 2, size=(3, n))
    c, R = rng.normal(size=D), rng.uniform(0.5, 2)
    return Setting(X=X, k=kernel, Phi=Phi, K=K, nu=nu, n=n, R=R, c=c, xi=xi, alpha=alpha, beta=beta)


def stationary_setting(X, kernel, nu, seed=0):
    """Multipliers that meet (5) to (8) and are otherwise at random; radius and slacks stay free.

    Parameters
    ----------
    X, kernel, nu, seed : as for `free_setting`

    Returns
    -------
    Setting
        As `free_setting`, with Σ alpha = 1, 0 ≤ alpha ≤ 1/(νn), beta = 1/(νn) − alpha, c = Σ alphaᵢ Φ(xᵢ)
    """
    s = free_setting(X, kernel, nu, seed)
    s.alpha = _random_weights(s.n, s.nu, np.random.default_rng(seed))
    s.beta = ball.slack_multipliers(s.alpha, s.nu)
    s.c = ball.center(s.alpha, s.Phi)
    return s


def solved_setting(X, kernel, nu):
    """The ball itself: the solution of the dual and all that follows from it.

    Parameters
    ----------
    X, kernel, nu : as for `free_setting`

    Returns
    -------
    Setting
        Phi, K, K_xx, nu, n, alpha, beta, c, R2, xi, d2 (squared distances to c), inside, surface, outlier
    """
    K, Phi = kernel(X), coordinates(kernel, X)
    solution = ball_solve.solve_dual(K, nu, tol=SOLVER_TOLERANCE)
    alpha, c = solution.alpha, ball.center(solution.alpha, Phi)
    inside, surface, outlier = ball.three_kinds(alpha, nu)
    return Setting(
        X=X,
        k=kernel,
        Phi=Phi,
        K=K,
        K_xx=np.diagonal(K),
        nu=nu,
        n=len(X),
        alpha=alpha,
        beta=ball.slack_multipliers(alpha, nu),
        c=c,
        R2=solution.R2,
        xi=solution.xi,
        d2=((Phi - c) ** 2).sum(axis=1),
        inside=inside,
        surface=surface,
        outlier=outlier,
    )


def _random_weights(n, nu, rng):
    """Random weights in the box that sum to 1: between the center of the box and one of its corners."""
    corner = np.clip(nu * n - np.arange(n), 0, 1) / (nu * n)
    t = rng.uniform(0.2, 0.9)
    return t * rng.permutation(corner) + (1 - t) / n


def _points(rng):
    return rng.normal(size=(rng.integers(5, 12), rng.integers(1, 4)))


def _kernel(rng):
    gamma = rng.uniform(0.2, 1.0)
    return [kernels.Polynomial(2, gamma, offset=1.0), kernels.RBF(gamma), kernels.Linear()][rng.integers(3)]


def _nu(rng):
    return rng.uniform(0.25, 0.85)


def draw_free(rng):
    return free_setting(_points(rng), _kernel(rng), _nu(rng), int(rng.integers(2**31)))


def draw_stationary(rng):
    return stationary_setting(_points(rng), _kernel(rng), _nu(rng), int(rng.integers(2**31)))


def draw_stationary_rbf(rng):
    k = kernels.RBF(rng.uniform(0.2, 1.0))
    return stationary_setting(_points(rng), k, _nu(rng), int(rng.integers(2**31)))


def draw_solved(rng):
    return solved_setting(_points(rng), _kernel(rng), _nu(rng))
