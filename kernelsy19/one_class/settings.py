"""What the proofs of chapter 04 are evaluated on."""

import numpy as np

from kernelsy19 import kernels
from kernelsy19.ball.settings import free_setting, solved_setting, stationary_setting
from kernelsy19.course.derivations import Setting
from kernelsy19.one_class.equations import rescaled, threshold

PAYS = 1e-9


def _points(rng, low=5, high=12):
    return rng.normal(size=(rng.integers(low, high), rng.integers(1, 4)))


def _any_kernel(rng):
    gamma = rng.uniform(0.2, 1.0)
    return [kernels.Polynomial(2, gamma, offset=1.0), kernels.RBF(gamma), kernels.Linear()][rng.integers(3)]


def _constant_diagonal(rng):
    gamma = rng.uniform(0.2, 1.0)
    return [kernels.RBF(gamma), kernels.Laplacian(gamma), 2 * kernels.RBF(gamma)][rng.integers(3)]


def solved_share_setting(X, kernel, nu):
    """The ball itself, with the two sets that the ν-property counts.

    Parameters
    ----------
    X : (n, p) array
    kernel : Kernel, positive semidefinite
    nu : float, in (0, 1]

    Returns
    -------
    Setting
        As `ball.settings.solved_setting`, with S (n,) bool, the support vectors, and O (n,) bool, the points
        with ξ > 0
    """
    s = solved_setting(X, kernel, nu)
    s.S, s.O = s.alpha > 0, s.xi > PAYS
    return s


def draw_shares(rng):
    """Draw points, a kernel and a share ν.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `solved_share_setting`
    """
    return solved_share_setting(_points(rng), _any_kernel(rng), rng.uniform(0.15, 0.9))


def draw_finite(rng):
    """Draw points and a kernel whose feature space has few dimensions, fewer than there are points.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `solved_share_setting`
    """
    p = int(rng.integers(1, 3))
    kernel = [kernels.Linear(), kernels.Polynomial(2)][rng.integers(2)]
    return solved_share_setting(rng.normal(size=(rng.integers(15, 30), p)), kernel, rng.uniform(0.15, 0.9))


def draw_hard(rng):
    """Draw points, a kernel and a ν below 1/n, for which no slack is worth its price.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `solved_share_setting`
    """
    X = _points(rng)
    return solved_share_setting(X, _any_kernel(rng), rng.uniform(0.3, 0.9) / len(X))


def mean_setting(X, h, share=0.3):
    """The ball of ν = 1, and a radius that leaves a share of the points outside.

    Parameters
    ----------
    X : (n, p) array
    h : float, > 0; the kernel is the RBF with γ = 1/(2h²)
    share : float, in (0, 1)

    Returns
    -------
    Setting
        As `ball.settings.solved_setting`, with h, R2 for that share, and eta
    """
    s = solved_setting(X, kernels.RBF(gamma=1 / (2 * h**2)), nu=1.0)
    farthest_first = np.sort(s.d2)[::-1]
    outside = max(1, int(share * s.n))
    s.h, s.R2 = h, (farthest_first[outside - 1] + farthest_first[outside]) / 2
    s.eta = threshold(s.K_xx[0], s.c @ s.c, s.R2)
    return s


def draw_mean(rng):
    """Draw points, a width, and the share of them that a threshold leaves out.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `mean_setting`
    """
    return mean_setting(_points(rng), float(rng.uniform(0.4, 1.5)), float(rng.uniform(0.1, 0.6)))


def draw_stationary(rng):
    """Draw points, a kernel and a share ν, for a stationary point of the Lagrangian.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `stationary_setting`
    """
    seed = int(rng.integers(2**31))
    return stationary_setting(_points(rng), _any_kernel(rng), rng.uniform(0.25, 0.85), seed)


def any_ball_setting(X, kernel, nu, seed=0):
    """Any ball, and the hyperplane that it would be if K(x, x) were κ = K(x₁, x₁) for all x.

    Parameters
    ----------
    X : (n, p) array
    kernel : Kernel, positive semidefinite
    nu : float, in (0, 1]
    seed : int, for the ball

    Returns
    -------
    Setting
        As `derivations.ball.stationary_setting`, with kappa, rho and d2 (squared distances to c)
    """
    s = stationary_setting(X, kernel, nu, seed)
    s.c = free_setting(X, kernel, nu, seed).c
    s.kappa, s.d2 = s.K[0, 0], ((s.Phi - s.c) ** 2).sum(axis=1)
    s.rho = threshold(s.kappa, s.c @ s.c, s.R**2)
    return s


def draw_any_ball(rng):
    """Draw points and a kernel of constant diagonal, for a ball that need not be optimal.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `any_ball_setting`
    """
    seed = int(rng.integers(2**31))
    return any_ball_setting(_points(rng), _constant_diagonal(rng), rng.uniform(0.25, 0.85), seed)


def rescaled_setting(X, kernel, nu):
    """The solved ball of a kernel with constant K(x, x), its hyperplane, and the two in scikit-learn's scale.

    Parameters
    ----------
    X : (n, p) array
    kernel : Kernel with constant diagonal
    nu : float, in (0, 1]

    Returns
    -------
    Setting
        As `ball.settings.solved_setting`, with rho, and a (n,) and b, the rescaled weights and offset
    """
    s = solved_setting(X, kernel, nu)
    s.rho = threshold(s.K_xx[0], s.c @ s.c, s.R2)
    s.a, s.b = rescaled(s.alpha, s.rho, s.nu)
    return Setting(**vars(s))


def draw_rescaled(rng):
    """Draw points, a kernel of constant diagonal and a share ν.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `rescaled_setting`
    """
    return rescaled_setting(_points(rng), _constant_diagonal(rng), rng.uniform(0.15, 0.9))
