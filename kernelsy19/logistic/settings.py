"""What the proofs about logistic regression are evaluated on: points in general position, labels and coefficients.

Nothing here is built from what a proof concludes. Minima are found by a root finder that sees values of P only.
"""

import numpy as np
from scipy.optimize import root

from kernelsy19 import kernels
from kernelsy19.course.derivations import Setting, gradient
from kernelsy19.kernels.geometry import coordinates
from kernelsy19.logistic import equations as logistic

SOLVED = 1e-8  # to what a premise holds at a minimum that a root finder found


def slope(f, at, step=5e-4):
    """Gradient of a smooth f by central differences of two lengths, the errors of which cancel.

    Parameters
    ----------
    f : callable, (D,) array → float
    at : (D,) array
    step : float > 0; the error is of the fourth order in it

    Returns
    -------
    (D,) array
    """
    return (4 * gradient(f, at, step / 2) - gradient(f, at, step)) / 3


def jacobian(F, at, step=5e-4):
    """Derivatives of each entry of F, one a row, as `slope` finds them.

    Parameters
    ----------
    F : callable, (D,) array → (m,) array
    at : (D,) array
    step : float > 0

    Returns
    -------
    (m, D) array
    """
    return np.array([slope(lambda x, j=j: F(x)[j], at, step) for j in range(len(F(at)))])


def objective_at(theta, K, y, lam):
    """P(θ) of the coefficients alone.

    Parameters
    ----------
    theta : (n,) array
    K : (n, n) array
    y : (n,) array of 0 and 1
    lam : float ≥ 0

    Returns
    -------
    float
    """
    return logistic.penalized_objective(K @ theta, theta, K @ theta, y, lam)


def free_setting(X, kernel, y, lam, seed=0):
    """Coefficients, directions and scores at random: nothing is assumed of them.

    Parameters
    ----------
    X : (n, p) array
    kernel : Kernel, positive semidefinite
    y : (n,) array of 0 and 1
    lam : float > 0
    seed : int, for the random quantities

    Returns
    -------
    Setting
        X, k, K (n, n), Phi (n, D), K_new (5, n) and Phi_new (5, D) of further points, y and t = ±1 (n,), n, lam, theta,
        other, alpha, labels, f, q (n,), h (n,) in (0, 1), w, v, z (D,), b and share in (0, 1)
    """
    rng = np.random.default_rng(seed)
    n = len(X)
    X_new = rng.normal(size=(5, X.shape[1]))
    both = coordinates(kernel, np.vstack([X, X_new]))
    D = both.shape[1]
    theta, other, alpha, f, q = rng.normal(size=(5, n))
    w, v, z = rng.normal(size=(3, D)) / D**0.5
    return Setting(
        X=X,
        k=kernel,
        K=kernel(X),
        Phi=both[:n],
        K_new=kernel(X_new, X),
        Phi_new=both[n:],
        y=y,
        t=2 * y - 1,
        n=n,
        lam=lam,
        theta=theta,
        other=other,
        alpha=alpha,
        labels=np.ones(n),
        f=2 * f,
        q=2 * q,
        h=rng.uniform(0.05, 0.95, size=n),
        w=w,
        v=v,
        z=z,
        b=rng.normal(),
        share=rng.uniform(0.2, 0.8),
    )


def minimum_setting(X, kernel, y, lam, seed=0):
    """A setting that knows the minimum of P, as a root finder sees it from values of P alone.

    Parameters
    ----------
    X, kernel, y, lam, seed : as for `free_setting`

    Returns
    -------
    Setting
        As `free_setting`, with best (n,), where ∇P = 0, way (n,), a direction, and theta a little way from best

    Raises
    ------
    RuntimeError
        If the root finder fails.
    """
    s = free_setting(X, kernel, y, lam, seed)
    found = root(lambda theta: slope(lambda x: objective_at(x, s.K, y, lam), theta), 0 * s.theta, tol=1e-13)
    if np.abs(found.fun).max() > 1e-10:
        raise RuntimeError(f"No minimum: the slopes are off by {np.abs(found.fun).max():.1g}.")
    near = s.but(theta=found.x + s.theta / 2)
    return Setting(**vars(near), best=found.x, way=s.other / np.linalg.norm(s.other))


def stepping_setting(X, kernel, y, lam, seed=0):
    """A setting with the place where the quadratic model of P is stationary, found from the model's own Hessian.

    Parameters
    ----------
    X, kernel, y, lam, seed : as for `free_setting`

    Returns
    -------
    Setting
        As `minimum_setting`, with theta_plus (n,)
    """
    s = minimum_setting(X, kernel, y, lam, seed)
    h = 1 / (1 + np.exp(-s.K @ s.theta))
    H = s.K @ np.diag(h * (1 - h)) @ s.K + lam * s.K
    ahead = np.linalg.solve(H, -slope(lambda x: objective_at(x, s.K, y, lam), s.theta))
    return Setting(**vars(s), theta_plus=s.theta + ahead)


def separating_setting(X, kernel, y, lam, seed=0):
    """A minimum as in `minimum_setting`, and coefficients whose scores are the signs of the classes.

    Parameters
    ----------
    X, kernel, y, lam, seed : as for `free_setting`

    Returns
    -------
    Setting
        As `minimum_setting`, with d (n,), where Kd = t, and c > 0
    """
    s = minimum_setting(X, kernel, y, lam, seed)
    d = np.linalg.lstsq(s.K, s.t, rcond=None)[0]
    return Setting(**vars(s), d=d, c=1 + abs(s.b))


# ---- draws: n from 6 to 10, D from 3 on, both classes in each -------------------------------------


def _problem(rng, invertible=False):
    """Points, a kernel with a feature space of three dimensions or more, labels and a penalty."""
    n, p = int(rng.integers(6, 11)), int(rng.integers(3, 6))
    gamma = rng.uniform(0.4, 1.0)
    choices = [kernels.RBF(gamma)]
    if not invertible:
        choices += [kernels.Polynomial(2, 0.3, offset=1.0), kernels.Linear()]
    y = rng.permutation((np.arange(n) < rng.integers(2, n - 1)).astype(float))
    return rng.normal(size=(n, p)), choices[rng.integers(len(choices))], y, rng.uniform(0.1, 1.0)


def draw_free(rng):
    """Draw points, labels and any coefficients."""
    return free_setting(*_problem(rng), int(rng.integers(2**31)))


def draw_minimum(rng):
    """Draw a problem with its minimum, for an invertible Gram matrix."""
    return minimum_setting(*_problem(rng, invertible=True), int(rng.integers(2**31)))


def draw_stepping(rng):
    """Draw a problem with a step of Newton's method, for an invertible Gram matrix."""
    return stepping_setting(*_problem(rng, invertible=True), int(rng.integers(2**31)))


def draw_separating(rng):
    """Draw a problem with its minimum, and coefficients that separate the classes."""
    return separating_setting(*_problem(rng, invertible=True), int(rng.integers(2**31)))
