"""What the proofs about PCA and kernel PCA are evaluated on: points in general position, as vectors and kernel values.

Nothing here is built from what a proof concludes. Axes are eigenvectors of the covariance matrix; coefficients are
those of a least-squares fit of an axis by the mapped points, or eigenvectors of the Gram matrix where a proof starts
from them.
"""

import numpy as np
from scipy.linalg import null_space

from kernelcourse.proving.derivations import Setting
from kernelsy19 import kernels
from kernelsy19.kernels import geometry as fs
from kernelsy19.pca import equations as pca

SMALLEST_SHARE = 1e-3
APART = 0.15  # of the largest eigenvalue: how far eigenvalues that are drawn are from each other and from 0


def axes_setting(X, kernel, X_new=None, axis=0):
    """Mapped points, their covariance and its eigenvectors.
    X (n, p), n ≥ 2, kernel, whose coordinates come from its Gram matrix if it has no feature map, X_new (m, p) or None
    for X, axis, which of the axes is u → raw (n, D), raw_new (m, D) mapped points, m (D,) the mean of raw; Phi (n, D),
    Phi_new (m, D) the same less m; S (D, D) covariance; V (D, D), values (D,) all its eigenvectors and eigenvalues,
    falling; U (D, q), Lam (q,) those with λ above 0.001 of the largest; u (D,), lam one of them; K_raw (n, n),
    K_new_raw (m, n) kernel values, K (n, n) the centered Gram matrix, from kernel values"""
    X_new = X if X_new is None else X_new
    both = fs.coordinates(kernel, np.vstack([X, X_new]))
    raw, raw_new = both[: len(X)], both[len(X) :]
    m = raw.mean(axis=0)
    S = pca.covariance(raw - m)
    values, vectors = np.linalg.eigh(S)
    values, V = values[::-1], fs.with_canonical_signs(vectors[:, ::-1])
    V = with_fixed_rest(V, values)
    keep = values > SMALLEST_SHARE * values[0]
    K_raw = kernel(X)
    return Setting(
        X=X,
        k=kernel,
        n=len(X),
        raw=raw,
        raw_new=raw_new,
        m=m,
        Phi=raw - m,
        Phi_new=raw_new - m,
        K=fs.center_gram(K_raw),
        K_raw=K_raw,
        K_new_raw=kernel(X_new, X),
        S=S,
        V=V,
        values=values,
        U=V[:, keep],
        Lam=values[keep],
        u=V[:, axis],
        lam=values[axis],
    )


def pca_setting(X, kernel, X_new=None, axis=0):
    """Quantities of chapter 07 on points of your own, in coordinates and from kernel values.
    As `axes_setting`, with alpha (n,) and A (n, q), the coefficients that combine the mapped points to u and to the
    columns of U: those of the least squares fit, of which no others are shorter"""
    s = axes_setting(X, kernel, X_new, axis)
    return Setting(**vars(s), alpha=fitted(s.Phi, s.u), A=fitted(s.Phi, s.U))


def fitted(Phi, u):
    """Fit a vector by combinations of mapped points: the shortest coefficients of those that come nearest.
    Phi (n, D); u (D,) or (D, q) → (n,) or (n, q)"""
    return np.linalg.lstsq(Phi.T, u, rcond=1e-8)[0]


def with_fixed_rest(V, values):
    """Eigenvectors of which those with eigenvalue 0, where any basis would do, are the same on every processor."""
    rest = values < 1e-9 * values[0]
    if not rest.any():
        return V
    N = V[:, rest]
    fixed = np.random.default_rng(0).normal(size=N.shape)
    V = V.copy()
    V[:, rest] = fs.with_canonical_signs(np.linalg.qr(N @ (N.T @ fixed))[0])
    return V


def lost_by_gram(K):
    """Find the w with Kw = 0: K (n, n) → (n, r) orthonormal columns, at least one if K is centered."""
    return null_space(K, rcond=1e-8)


# ---- draws: n from 5 to 9, D from 3 to 20, the first eigenvalues apart --------------------------


def _problem(rng, in_a_subspace):
    """Points, new points and a kernel; the mapped points span a part of the feature space only, if so asked."""
    n, p = int(rng.integers(5, 10)), int(rng.integers(2, 5))
    gamma = rng.uniform(0.2, 0.6)
    choice = [
        kernels.Polynomial(2, gamma, offset=1.0),
        kernels.Polynomial(3, gamma, offset=0.5),
        kernels.RBF(gamma),
    ]
    if p >= 3 and not in_a_subspace:
        choice.append(kernels.Linear())
    X, X_new = rng.normal(size=(n, p)) + 0.4, rng.normal(size=(int(rng.integers(3, 6)), p)) - 0.4
    return X, choice[rng.integers(len(choice))], X_new


def _draw(rng, make, in_a_subspace=False):
    """Draw until the first three eigenvalues are well apart."""
    while True:
        X, kernel, X_new = _problem(rng, in_a_subspace)
        s = make(X, kernel, X_new, axis=int(rng.integers(2)))
        if (-np.diff(s.values[:3]) >= APART * s.values[0]).all():
            return s


def draw_axes(rng):
    """Draw mapped points and one of their first two axes, for `axes_setting`."""
    return _draw(rng, axes_setting)


def draw_some_axes(rng):
    """As `draw_axes`, with U and Lam of the first few axes only."""
    s = draw_axes(rng)
    q = int(rng.integers(1, 3))
    return s.but(U=s.V[:, :q], Lam=s.values[:q])


def draw_direction(rng):
    """As `draw_axes`, with w (D,) of length 1 and v (D,) of any length, both at random."""
    s = draw_axes(rng)
    w, v = rng.normal(size=(2, len(s.S)))
    return Setting(**vars(s), w=w / np.linalg.norm(w), v=v)


def draw_second_direction(rng):
    """As `draw_direction`, with w at a right angle to the first axis."""
    s = draw_direction(rng)
    w = s.w - (s.w @ s.V[:, 0]) * s.V[:, 0]
    return s.but(w=w / np.linalg.norm(w))


def draw_subspace(rng):
    """As `draw_axes`, with q < D orthonormal columns U that are no axes."""
    s = draw_axes(rng)
    q = int(rng.integers(1, min(4, len(s.S))))
    return s.but(U=np.linalg.qr(rng.normal(size=(len(s.S), q)))[0])


def draw_without_variance(rng):
    """As `draw_axes`, with u0 (D,) of length 1 and S u0 = 0."""
    s = _draw(rng, axes_setting, in_a_subspace=True)
    lost = null_space(s.S, rcond=1e-8)
    u0 = lost @ rng.normal(size=lost.shape[1])
    return Setting(**vars(s), u0=u0 / np.linalg.norm(u0))


def draw_beyond_the_points(rng):
    """As `draw_without_variance`, with any w (D,), which is longer or shorter than 1."""
    s = draw_without_variance(rng)
    return Setting(**vars(s), w=rng.normal(size=len(s.S)))


def draw_with_coefficients(rng):
    """As `draw_axes`, with coefficients: a Setting of `pca_setting`."""
    return _draw(rng, pca_setting)


def draw_combination(rng):
    """As `draw_with_coefficients`, with any coefficients alpha that combine the mapped points to u."""
    s = draw_with_coefficients(rng)
    lost = lost_by_gram(s.K)
    return s.but(alpha=s.alpha + lost @ rng.normal(size=lost.shape[1]))


def draw_any_coefficients(rng):
    """As `draw_axes`, with any alpha (n,), of which nothing is known."""
    s = draw_axes(rng)
    return Setting(**vars(s), alpha=rng.normal(size=s.n))


def draw_projected(rng):
    """As `draw_axes`, with an axis u of length 1 that is a combination of the points, from the Gram matrix."""
    s = _draw(rng, axes_setting, in_a_subspace=True)
    values, vectors = np.linalg.eigh(s.K)
    m = int(rng.integers(1, 3))
    u = fs.with_canonical_signs((vectors[:, -m] @ s.Phi)[:, None])[:, 0]
    return s.but(u=u / np.linalg.norm(u), lam=values[-m] / s.n)


def draw_squared(rng):
    """As `draw_axes`, with any solution alpha (n,) of (14), and any null (n,) with K null = 0."""
    s = draw_axes(rng)
    solutions, lost = null_space(s.K @ s.K - s.n * s.lam * s.K, rcond=1e-8), lost_by_gram(s.K)
    alpha, null = (B @ (B.T @ rng.uniform(0.5, 1.5, size=len(B))) for B in (solutions, lost))
    return Setting(**vars(s), alpha=alpha, null=null)


def draw_eigenvector(rng):
    """As `draw_axes`, with an eigenvector v (n,) of the Gram matrix, of any length, and its eigenvalue n·lam."""
    s = draw_axes(rng)
    values, vectors = np.linalg.eigh(s.K)
    m = int(rng.integers(1, 3))
    v = rng.choice([-1, 1]) * rng.uniform(0.5, 3.0) * fs.with_canonical_signs(vectors)[:, -m]
    return Setting(**vars(s.but(lam=values[-m] / s.n)), v=v)


def spot(t, size=1024):
    """Make an image of a spot that wanders, (size²,) from 0 to 1: where it is, the time t in [0, 1] says."""
    pixels = np.linspace(0, 1, size)
    down, across = (
        np.exp(-((pixels - middle) ** 2) / 0.02) for middle in (0.3 + 0.4 * np.sin(6.3 * t), 0.2 + 0.6 * t)
    )
    return np.outer(down, across).ravel()


def draw_wide(rng):
    """Draw centered points in more dimensions than there are points, and the axes of both eigenvalue problems.
    X (n, p), p > n, centered; n; S (p, p) covariance, V (p, p), values (p,) its eigenvectors and eigenvalues, U
    (p, q) the first of them, u (p,), lam one of these; A (n, q) eigenvectors of XXᵀ of squared length 1/mu, and mu
    (q,) its eigenvalues; columns of U and XᵀA have their largest entry positive"""
    while True:
        n, q = int(rng.integers(4, 9)), int(rng.integers(2, 4))
        X = rng.normal(size=(n, n + int(rng.integers(1, 8)))) * rng.uniform(0.5, 2.0, size=(n, 1))
        X = X - X.mean(axis=0)
        S = pca.covariance(X)
        values, vectors = np.linalg.eigh(S)
        values, V = values[::-1], fs.with_canonical_signs(vectors[:, ::-1])
        if (-np.diff(values[: q + 1]) >= APART * values[0]).all():
            break
    mu, vectors = np.linalg.eigh(X @ X.T)
    A = pca.normalize(vectors[:, ::-1][:, :q], mu[::-1][:q])
    A = A * [fs.canonical_sign(u) for u in A.T @ X]
    m = int(rng.integers(2))
    return Setting(
        X=X, n=n, S=S, V=V, values=values, U=V[:, :q], u=V[:, m], lam=values[m], A=A, mu=mu[::-1][:q]
    )
