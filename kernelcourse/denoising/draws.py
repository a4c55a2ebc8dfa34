"""What the proofs about pre-images are evaluated on.

Nothing here is built from what a proof concludes: stationary points are found by a root finder that sees ρ only, and
the regression by least squares on the features.
"""

import warnings
from functools import partial

import numpy as np
from scipy.optimize import minimize, root

from kernelcourse.proving.derivations import Setting
from kernelsy19 import kernels, pca
from kernelsy19.denoising.equations import projection_weights, squared_distances
from kernelsy19.denoising.solve import fixed_point
from kernelsy19.kernels.geometry import coordinates

STENCIL_STEP = 0.02

STENCIL = ((1, 4 / 5), (2, -1 / 5), (3, 4 / 105), (4, -1 / 280))

STATIONARY = 1e-11  # what is left of the gradient where a root finder has found it to be zero


def slope(f, at):
    """Gradient of a smooth f, (p,) → float, by central differences of the eighth order: at (p,) → (p,).

    f is not quadratic here, so a step h leaves an error of h⁸ f⁽⁹⁾/630. With h = 0.02 and γ ≤ 1 it is below 1e-12, and
    rounding, ε/h, is 1e-14: a longer step would truncate, a shorter one would round.
    """
    slopes = np.empty(len(at))
    for j, e in enumerate(np.eye(len(at)) * STENCIL_STEP):
        slopes[j] = sum(c * (f(at + i * e) - f(at - i * e)) for i, c in STENCIL) / STENCIL_STEP
    return slopes


def rho(s, z):
    """ρ(z) = ‖Φ(z) − Σᵢ wᵢΦ(xᵢ)‖² from kernel values, at one point.

    s with k, X, K and w; z (p,) → float
    """
    return squared_distances(s.k.diagonal(z[None]), s.k(z[None], s.X), s.K, s.w[None])[0]


def projection_setting(X, kernel, X_new, n_components=None, X_pre=None):
    """A projection in feature space on points of your own, in coordinates and from kernel values.
    X (n, p), n ≥ 2, the training points, X_new (m, p), the projected ones, n_components, None for half of all axes,
    rounded up, X_pre (m, p), which may be pre-images, None for X_new → raw (n, D) mapped training points, mean (D,),
    raw_new (m, D), raw_pre (m, D); alpha (n, q) coefficients of the axes, U (D, q) the axes, Z (m, q) projections, W
    (m, n) weights, P (m, D) what is projected; K (n, n) kernel values, K_zs (m, n) and K_zz (m,) those of X_pre"""
    K, n = kernel(X), len(X)
    X_pre = X_new if X_pre is None else X_pre
    every = coordinates(kernel, np.vstack([X, X_new, X_pre]))
    raw, raw_new, raw_pre = every[:n], every[n : n + len(X_new)], every[n + len(X_new) :]
    alpha = pca.solve_dual(K).alpha
    alpha = alpha[:, : n_components or -(-alpha.shape[1] // 2)]
    Z = pca.project_centered(kernel(X_new, X), K, alpha)
    mean = raw.mean(axis=0)
    U = (raw - mean).T @ alpha
    alpha = alpha + np.linspace(0.2, 0.5, alpha.shape[1])  # the same axes: centered points cancel a constant
    return Setting(
        X=X,
        k=kernel,
        n=n,
        raw=raw,
        raw_new=raw_new,
        raw_pre=raw_pre,
        mean=mean,
        alpha=alpha,
        U=U,
        Z=Z,
        P=mean + Z @ U.T,
        W=projection_weights(Z, alpha),
        K=K,
        K_zs=kernel(X_pre, X),
        K_zz=kernel.diagonal(X_pre),
    )


def preimage_setting(X, gamma, x, n_components=None, seed=0):
    """A pre-image for the Gaussian kernel on points of your own.
    X (n, p), n ≥ 2, the training points, x (p,), the projected one, n_components, None for half of all axes, rounded up
    → w (n,) weights of the projection, z (p,) any point, delta (p,) a way from it; z_still (p,), where the iteration
    stands still if converged; gamma; K (n, n)"""
    s = projection_setting(X, kernels.RBF(gamma), x[None], n_components)
    rng = np.random.default_rng(seed)
    z = x + 0.5 * rng.normal(size=len(x))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = fixed_point(s.k, X, s.W, x[None], tol=1e-13, max_iter=5000)
    still = {"z_still": found.points[0], "converged": found.converged[0]}
    delta = rng.normal(size=len(x))
    return Setting(X=X, k=s.k, gamma=gamma, n=s.n, K=s.K, w=s.W[0], z=z, delta=delta, **still)


# ---- draws: n from 4 to 9, D of feature space 3 or more -----------------------------------------


def _projected(rng, kernels_of):
    """Points, a kernel, points to project and points that may be their pre-images."""
    n, p, m = int(rng.integers(4, 10)), int(rng.integers(2, 5)), int(rng.integers(3, 6))
    choice = kernels_of(p)
    kernel = choice[rng.integers(len(choice))]
    return projection_setting(
        rng.normal(size=(n, p)), kernel, rng.normal(size=(m, p)), None, rng.normal(size=(m, p))
    )


def draw_projection(rng):
    """Draw points, new points and a linear, polynomial or Gaussian kernel, for `projection_setting`."""
    gamma, offset = rng.uniform(0.2, 0.8), rng.uniform(0.3, 1.0)
    curved = [kernels.Polynomial(int(rng.integers(2, 4)), gamma, offset), kernels.RBF(gamma)]
    return _projected(rng, lambda p: curved + [kernels.Linear()] * (p >= 3))


def draw_independent(rng):
    """As `draw_projection` for the Gaussian kernel: mapped points are independent, so weights are unique."""
    return _projected(rng, lambda p: [kernels.RBF(rng.uniform(0.3, 1.0))])


def draw_preimage(rng):
    """Draw points, a Gaussian kernel, any point and a place where the fixed-point iteration stands still.
    As `preimage_setting`, with D(z) and D(z_still) away from 0"""
    while True:
        n, p = int(rng.integers(4, 10)), int(rng.integers(2, 5))
        X, x = rng.normal(size=(n, p)), rng.normal(size=p)
        s = preimage_setting(X, rng.uniform(0.2, 1.0), x, seed=int(rng.integers(2**31)))
        if s.converged and min(abs(_denominator(s, z)) for z in (s.z, s.z_still)) > 0.05:
            return s


def draw_both_signs(rng):
    """As `draw_preimage`, where a weight at least is negative."""
    while True:
        s = draw_preimage(rng)
        if s.w.min() < -0.02:
            return s


def draw_stationary(rng):
    """As `draw_both_signs`, with z_star (p,), where a root finder that sees ρ only finds no slope."""
    while True:
        s = draw_both_signs(rng)
        height = partial(rho, s)
        found = root(partial(slope, height), minimize(height, s.z).x, tol=1e-14)
        if np.abs(found.fun).max() < STATIONARY and _denominator(s, found.x) > 0.05:
            return Setting(**vars(s), z_star=found.x)


def draw_short_step(rng):
    """As `draw_both_signs`, with a z at which negative weights count little, and more than one point counts."""
    while True:
        s = draw_both_signs(rng)
        parts = s.w * s.k(s.z[None], s.X)[0]
        rest = np.arange(s.n) != np.argmax(s.k(s.z[None], s.X)[0])
        pull = parts[rest] @ (s.X[rest] - s.z)
        C = parts[parts > 0].sum() - 2 * np.exp(-1.5) * s.w[s.w < 0].sum()
        several = parts[rest & (parts > 0)].sum() > 0.2 and np.linalg.norm(pull) > 0.1
        if several and 2 * parts.sum() > 1.05 * C:
            return s


def _denominator(s, z):
    return float(s.w @ s.k(z[None], s.X)[0])


def ridge_minimizer(Phi, Y, ridge):
    """The A that minimizes ‖Y − FA‖² + η‖A‖², by least squares on rows that stand for the ridge.
    Phi (n, D), the rows of F; Y (n, p); ridge η > 0 → (D, p)"""
    D = Phi.shape[1]
    rows = np.vstack([Phi, np.sqrt(ridge) * np.eye(D)])
    return np.linalg.lstsq(rows, np.vstack([Y, np.zeros((D, Y.shape[1]))]), rcond=None)[0]


def draw_ridge(rng):
    """Draw points and what they are projected on, a polynomial kernel between projections, and a ridge.
    X (n, p), Y (n, p) centered, Z (n, 2), Z_new (m, 2), Phi (n, 6) and Phi_new (m, 6) their features, K (n, n),
    ridge, A_any (6, p) at random, A (6, p) that minimizes"""
    n, p, m = int(rng.integers(4, 10)), int(rng.integers(1, 4)), int(rng.integers(3, 6))
    X, ridge = rng.normal(size=(n, p)) + rng.uniform(0.5, 2.0), rng.uniform(0.1, 1)
    Z, Z_new = rng.normal(size=(n, 2)), rng.normal(size=(m, 2))
    k = kernels.Polynomial(2, 1.0, rng.uniform(0.2, 1))
    Phi, Phi_new, Y = k.feature_map(Z), k.feature_map(Z_new), X - X.mean(axis=0)
    A = ridge_minimizer(Phi, Y, ridge)
    return Setting(
        X=X,
        Y=Y,
        Z=Z,
        Z_new=Z_new,
        k=k,
        n=n,
        Phi=Phi,
        Phi_new=Phi_new,
        K=k(Z),
        ridge=ridge,
        A_any=rng.normal(size=A.shape),
        A=A,
    )
