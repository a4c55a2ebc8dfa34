"""What the proofs about kernel ridge regression are evaluated on: functions, points in general position, and fits.

Nothing here is built from what a proof concludes. A fit is the least-squares solution of a larger system in
coordinates, or comes from Newton's method there; no inverse that a proof speaks of is taken.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import null_space
from scipy.special import expit
from scipy.stats import multivariate_normal

from kernelcourse.ball.draws import mapped
from kernelcourse.proving.derivations import Setting, gradient
from kernelsy19 import kernels
from kernelsy19.kernels import geometry as fs

NEWTON_STEPS = 60


# ---- losses -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Squared:
    """(y − t)², with its first two derivatives in t."""

    def value(self, y, t):
        """The loss of each point, an (n,) array."""
        return (y - t) ** 2

    def slope(self, y, t):
        """Its derivative in t, an (n,) array."""
        return 2 * (t - y)

    def curvature(self, y, t):
        """Its second derivative in t, an (n,) array."""
        return np.full(len(y), 2.0)


@dataclass(frozen=True)
class Logistic:
    """log(1 + exp(−s t)) with s = ±1, the sign of y."""

    def value(self, y, t):
        """The loss of each point, an (n,) array."""
        return np.logaddexp(0, -np.sign(y) * t)

    def slope(self, y, t):
        """Its derivative in t, an (n,) array."""
        return -np.sign(y) * expit(-np.sign(y) * t)

    def curvature(self, y, t):
        """Its second derivative in t, an (n,) array."""
        return expit(t) * expit(-t)


# ---- functions ----------------------------------------------------------------------------------


def _kernel(rng, finite=False):
    """A kernel; with `finite`, one whose mapped points have known coordinates."""
    choice = [
        kernels.Polynomial(2, rng.uniform(0.3, 0.8), offset=1.0),
        kernels.Polynomial(3, 0.4, offset=0.5),
    ]
    if not finite:
        choice.append(kernels.RBF(rng.uniform(0.2, 0.8)))
    return choice[rng.integers(len(choice))]


def functions_setting(X, Z, kernel, alpha, c):
    """Two functions, as sums of kernel functions and in coordinates.
    X (n, p), alpha (n,), points and coefficients of f; Z (m, p), c (m,), those of g; kernel positive semidefinite → X,
    Z, k, n, alpha, c; K (n, n), K_xz (n, m), K_zx (m, n) kernel values; Phi (n, D), Phi_z (m, D) mapped points; phi_x,
    phi_z (D,) two of the points Z, mapped"""
    both = fs.coordinates(kernel, np.vstack([X, Z]))
    Phi, Phi_z = both[: len(X)], both[len(X) :]
    return Setting(
        X=X,
        Z=Z,
        k=kernel,
        n=len(X),
        alpha=alpha,
        c=c,
        K=kernel(X),
        K_xz=kernel(X, Z),
        K_zx=kernel(Z, X),
        Phi=Phi,
        Phi_z=Phi_z,
        phi_x=Phi_z[0],
        phi_z=Phi_z[1],
    )


def draw_functions(rng):
    """Draw two functions with coefficients of both signs, as `functions_setting`."""
    n, m, p = int(rng.integers(4, 8)), int(rng.integers(3, 7)), int(rng.integers(2, 4))
    X, Z = rng.normal(size=(n, p)), rng.normal(size=(m, p)) + 0.3
    return functions_setting(X, Z, _kernel(rng), rng.normal(size=n), rng.normal(size=m))


def draw_any_set(rng):
    """Draw a function of two elements of a set of which nothing else is known, and sums of it.
    N elements; K (N, N), K[z, x] is k(z, x), positive semidefinite; a (N,) and c (N,), coefficients of f and g, 0 where
    an element does not occur; x, an element that occurs in neither"""
    N = int(rng.integers(7, 12))
    B = rng.normal(size=(N, int(rng.integers(5, N + 3))))
    a, c = rng.normal(size=(2, N))
    a[[0, -1]], c[[0, 1]] = 0, 0
    return Setting(N=N, K=B @ B.T / N, a=a, c=c, x=0)


def draw_redundant(rng):
    """As `draw_functions`, with more points than features, and alpha2 (n,), other coefficients of the same f."""
    p = int(rng.integers(3, 6))
    n, m = p + int(rng.integers(2, 5)), int(rng.integers(3, 7))
    X, Z = rng.normal(size=(n, p)), rng.normal(size=(m, p)) + 0.3
    s = functions_setting(X, Z, kernels.Linear(), rng.normal(size=n), rng.normal(size=m))
    lost = null_space(X.T)
    return Setting(**vars(s), alpha2=s.alpha + lost @ rng.uniform(0.5, 1.5, size=lost.shape[1]))


# ---- the representer theorem --------------------------------------------------------------------


def draw_any_function(rng):
    """Draw a function that need not be a sum of kernel functions of the points, and its nearest such sum.
    X (n, p), k, n, K (n, n) kernel values, Phi (n, D) coordinates with D > n, w (D,) the function in coordinates,
    alpha (n,) of the sum that comes nearest, by least squares; y (n,), loss, lam > 0"""
    n, p = int(rng.integers(3, 8)), int(rng.integers(3, 5))
    X, k = rng.normal(size=(n, p)), _kernel(rng, finite=True)
    Phi = k.feature_map(X)
    w = rng.normal(size=Phi.shape[1])
    alpha = np.linalg.lstsq(Phi.T, w, rcond=None)[0]
    y = rng.normal(size=n) + np.sign(rng.normal(size=n))
    loss, lam = (Squared(), Logistic())[rng.integers(2)], float(rng.uniform(0.3, 1.5))
    return Setting(X=X, k=k, n=n, K=k(X), Phi=Phi, w=w, alpha=alpha, y=y, loss=loss, lam=lam)


def penalized_loss(s, w):
    """Σᵢ ℓ(yᵢ, f(xᵢ)) + λ‖f‖² of a function in coordinates: s with Phi, y, loss, lam; w (D,) → float."""
    return s.loss.value(s.y, s.Phi @ w).sum() + s.lam * w @ w


def draw_minimizer(rng):
    """As `draw_any_function`, with w the minimum of `penalized_loss` over all functions, by Newton's method."""
    s = draw_any_function(rng)
    w = np.zeros_like(s.w)
    for _ in range(NEWTON_STEPS):
        t = s.Phi @ w
        slope = s.Phi.T @ s.loss.slope(s.y, t) + 2 * s.lam * w
        bend = s.Phi.T * s.loss.curvature(s.y, t) @ s.Phi + 2 * s.lam * np.eye(len(w))
        w = w - np.linalg.solve(bend, slope)
    return s.but(w=w)


# ---- matrices and ridge regression --------------------------------------------------------------


def draw_matrices(rng):
    """Draw what Woodbury's identity speaks of.
    n, p; A (p, p), C (n, n), U (p, n), V (n, p); A_inv, C_inv, M_inv, the inverses of A, of C and of C⁻¹ + VA⁻¹U"""
    n, p = int(rng.integers(3, 6)), int(rng.integers(3, 8))
    while True:
        A, C = (rng.normal(size=(size, size)) + 3 * np.eye(size) for size in (p, n))
        U, V = rng.normal(size=(p, n)), rng.normal(size=(n, p))
        A_inv, C_inv = np.linalg.inv(A), np.linalg.inv(C)
        M = C_inv + V @ A_inv @ U
        if max(map(np.linalg.cond, (A, C, M, A + U @ C @ V))) < 100:
            return Setting(n=n, p=p, A=A, C=C, U=U, V=V, A_inv=A_inv, C_inv=C_inv, M_inv=np.linalg.inv(M))


def places(rng):
    """Points of the plane, and fewer or more new ones, in pairs (n, 2) and (m, 2)."""
    for n, m in ((4, 2), (6, 3), (9, 12)):
        yield rng.normal(size=(n, 2)), rng.normal(size=(m, 2))


def unusual_places(rng):
    """A single point, a new place that is a point, and a point that is there twice: pairs by name."""
    X = rng.normal(size=(5, 2))
    return {
        "a single training point": (X[:1], X[1:3]),
        "the new places are two of the training points": (X, X[:2]),
        "a training point that is there twice": (X[[0, 0, 1, 2]], X[3:]),
    }


def tried_at_places(made):
    """The `problems` and the `edge` of an exercise: what `made(rng, X, X_new)` makes of places and of unusual ones."""

    def problems(rng):
        for X, X_new in places(rng):
            yield made(rng, X, X_new)

    def edge(rng):
        return {name: made(rng, X, X_new) for name, (X, X_new) in unusual_places(rng).items()}

    return problems, edge


def fit_in_coordinates(Phi, y, lam, intercept=False):
    """Minimize ‖y − Φw − b‖² + λ‖w‖² as one least-squares problem: λ adds a row √λ eⱼ, with the target 0, for each j.
    Phi (n, D), y (n,), lam ≥ 0; intercept, whether b is free → w (D,); b, 0 without an intercept"""
    D = Phi.shape[1]
    rows = np.vstack([Phi, np.sqrt(lam) * np.eye(D)])
    if intercept:
        rows = np.column_stack([rows, np.repeat([1.0, 0.0], [len(y), D])])
    found = np.linalg.lstsq(rows, np.append(y, np.zeros(D)), rcond=None)[0]
    return found[:D], float(found[D]) if intercept else 0.0


def draw_ridge(rng):
    """Draw points and the coefficients of ridge regression.
    X (n, p), y (n,), n, lam, beta (p,) the least-squares solution, X_new (m, p), K (n, n) products of points as the
    linear kernel gives them, K_new (m, n)"""
    n, p = int(rng.integers(3, 9)), int(rng.integers(3, 8))
    X, X_new = rng.normal(size=(n, p)), rng.normal(size=(int(rng.integers(3, 6)), p))
    y, lam = rng.normal(size=n) + 1, float(rng.uniform(0.3, 2.0))
    beta, _ = fit_in_coordinates(X, y, lam)
    k = kernels.Linear()
    return Setting(X=X, y=y, n=n, lam=lam, beta=beta, X_new=X_new, K=k(X), K_new=k(X_new, X))


def fit_setting(X, y, kernel, lam, X_new, intercept):
    """A fit in feature space, in coordinates, and kernel values of its points.
    X (n, p), y (n,), kernel positive semidefinite, lam > 0, X_new (m, p) → as `mapped` of the ball, with y, lam, and w
    (D,) and b, the least-squares solution"""
    s = mapped(X, kernel, X_new)
    w, b = fit_in_coordinates(s.Phi, y, lam, intercept)
    return Setting(**vars(s), y=y, lam=lam, w=w, b=b)


def _draw_fit(rng, intercept):
    n, p = int(rng.integers(4, 9)), int(rng.integers(2, 4))
    X, X_new = rng.normal(size=(n, p)), rng.normal(size=(int(rng.integers(3, 6)), p)) + 0.2
    return fit_setting(
        X, rng.normal(size=n) + 2, _kernel(rng), float(rng.uniform(0.3, 2.0)), X_new, intercept
    )


def draw_fit(rng):
    """Draw a fit without an intercept: a Setting of `fit_setting`."""
    return _draw_fit(rng, intercept=False)


def draw_free_intercept(rng):
    """Draw a fit with a free intercept: a Setting of `fit_setting`."""
    return _draw_fit(rng, intercept=True)


def draw_other_function(rng):
    """As `draw_free_intercept`, with any alpha (n,) of sum 0, and any t in the place of the intercept."""
    s = draw_free_intercept(rng)
    alpha = rng.normal(size=s.n)
    return Setting(**vars(s), alpha=alpha - alpha.mean(), t=float(rng.normal()))


def draw_left_out(rng):
    """As `draw_free_intercept`, with i, one of the points, and w and b of the fit to all others; t is any number."""
    s = draw_free_intercept(rng)
    i = int(rng.integers(s.n))
    others = np.arange(s.n) != i
    w, b = fit_in_coordinates(s.Phi[others], s.y[others], s.lam, intercept=True)
    return Setting(**vars(s.but(w=w, b=b)), i=i, t=float(rng.normal()))


def draw_all_alike(rng):
    """Draw points on a circle, at equal distances, so that each sees the others as every other does.
    n, X (n, 2), k, K (n, n), Phi (n, n) coordinates from K, y (n,), lam"""
    n, k = int(rng.integers(5, 12)), kernels.RBF(rng.uniform(0.5, 2.0))
    angles = 2 * np.pi * np.arange(n) / n + rng.uniform(0, 1)
    X = np.column_stack([np.cos(angles), np.sin(angles)])
    y, lam = rng.normal(size=n) + 1, float(rng.uniform(0.1, 1.0))
    return Setting(n=n, X=X, k=k, K=k(X), Phi=fs.features_of_gram(k(X)), y=y, lam=lam)


# ---- functions that are random ------------------------------------------------------------------


def log_density(values, covariance):
    """log of the normal density of mean 0, by SciPy."""
    return multivariate_normal.logpdf(values, cov=covariance)


def slope(f, at, step=0.01):
    """The derivative of a smooth function of a number, by central differences whose errors cancel up to step⁶."""
    d = [gradient(f, at, step * 2**j) for j in range(3)]
    first = [(4 * d[j] - d[j + 1]) / 3 for j in range(2)]
    return float(16 * first[0] - first[1]) / 15
