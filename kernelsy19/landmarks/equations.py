"""Landmarks, random features and sums over blocks as equations, in the order of the chapter.

Points are rows. Z are the landmarks, F is the (n, m) matrix of features, whose products stand in for kernel values. E
is what landmarks leave of K.

Shapes and meanings, where an equation says nothing else:

    F   (n, m)
    FF  (m, m), FᵀF
    f   (m,), Fᵀ1
    n   int
    lam float, λ > 0
    t   (n,) of ±1
    w   (m,)
"""

import numpy as np
from scipy.linalg import solve_triangular

from kernelsy19.catalogue import implements


@implements("COURSE-landmark-features")
def landmark_features(K_xz, R):
    """φ(x) = R⁻ᵀ k(Z, x) of each point, with RᵀR = k(Z, Z).
    K_xz (n, m), kernel values of points and landmarks; R (m, m), upper triangular → (n, m)"""
    return solve_triangular(R, K_xz.T, trans="T", check_finite=False).T


@implements("COURSE-nystrom")
def nystrom(F_x, F_y):
    """k̂(x, y) = φ(x)ᵀφ(y), the kernel that features have.
    F_x (n, m); F_y (l, m) → (n, l)"""
    return F_x @ F_y.T


@implements("COURSE-trace-left")
def trace_left(K_xx, squared_lengths):
    """tr(K − FFᵀ) = Σᵢ k(xᵢ, xᵢ) − Σᵢ ‖f(xᵢ)‖².
    K_xx (n,), k(xᵢ, xᵢ); squared_lengths (n,), ‖f(xᵢ)‖² → float, ≥ 0 up to rounding for features of landmarks"""
    return K_xx.sum() - squared_lengths.sum()


@implements("COURSE-pivot-step")
def pivot_step(E_s, s):
    """ℓ = E_:s / √E_ss: E − ℓℓᵀ is what is left once point s is a landmark.
    E_s (n,), column s of what is left of K; s: int, with E_ss > 0 → (n,)"""
    return E_s / np.sqrt(E_s[s])


@implements("COURSE-pivot-probability")
def pivot_probabilities(diagonal):
    """E_ii / tr E: how likely each point becomes the next landmark.
    diagonal (n,), E_ii ≥ 0, not all 0 → (n,), Σ = 1"""
    return diagonal / diagonal.sum()


@implements("COURSE-frequencies")
def frequencies(gamma, directions, lengths):
    """ωⱼ = √(2γ) rⱼ qⱼ.
    gamma: float, γ > 0, of the RBF kernel, in inverse squared units of x; directions (m, p), unit vectors qⱼ;
    lengths (m,), rⱼ, drawn from the χ distribution with p degrees of freedom → (m, p), in inverse units of x"""
    return np.sqrt(2 * gamma) * lengths[:, None] * directions


@implements("COURSE-fourier-features")
def fourier_features(X, omega):
    """φ(x) = (cos ω₁ᵀx, …, cos ωₘᵀx, sin ω₁ᵀx, …, sin ωₘᵀx) / √m of each point.
    X (n, p); omega (m, p) → (n, 2m), rows of length 1"""
    angles = X @ omega.T
    return np.hstack([np.cos(angles), np.sin(angles)]) / np.sqrt(len(omega))


@implements("COURSE-sum-of-parts", whole=("total", "part"))
def add(total, part):
    """Σ over two sets of blocks from the sums of each, element by element.
    total, part: float or array, or tuple of these; of the same form → float or array, or tuple of these"""
    if isinstance(total, tuple):
        return tuple(add(a, b) for a, b in zip(total, part, strict=True))
    return total + part


@implements("COURSE-normal-sums")
def normal_sums(F, y):
    """FᵀF, Fᵀy, Fᵀ1, yᵀy, yᵀ1 and n of a block.
    y (n,) → tuple of (m, m) array, (m,) array, (m,) array, float, float, int"""
    return F.T @ F, F.T @ y, F.sum(axis=0), y @ y, y.sum(), len(y)


@implements("COURSE-ridge-from-sums")
def ridge_from_sums(FF, Fy, f, sum_y, n, lam):
    """w = (FᵀF − n f̄f̄ᵀ + λI)⁻¹(Fᵀy − n f̄ȳ) and b = ȳ − wᵀf̄.
    Fy (m,), Fᵀy; sum_y: float, yᵀ1 → w (m,); b float"""
    centered = FF - np.outer(f, f) / n
    w = np.linalg.solve(centered + lam * np.eye(len(f)), Fy - f * sum_y / n)
    return w, (sum_y - w @ f) / n


@implements("COURSE-covariance-from-sums")
def covariance_from_sums(FF, f, n):
    """S = n⁻¹FᵀF − f̄f̄ᵀ.
    → (m, m)"""
    return FF / n - np.outer(f, f) / n**2


@implements("COURSE-newton-sums")
def newton_sums(F, t, w):
    """Σ log(1 + exp(−tᵢwᵀfᵢ)), its gradient and its second derivatives in w, of a block.
    F (n, m); a column of ones gives an intercept → tuple of float, (m,) array, (m, m) array"""
    margins = t * (F @ w)
    miss = np.exp(-np.logaddexp(0, margins))  # 1 − μ, without overflow
    weighted = np.sqrt(miss * (1 - miss))[:, None] * F
    return np.logaddexp(0, -margins).sum(), -F.T @ (t * miss), weighted.T @ weighted


@implements("COURSE-hinge-sums")
def hinge_sums(F, t, w):
    """Σ (1 − tᵢwᵀfᵢ)₊², its gradient and its second derivatives in w where it has them, of a block.
    → tuple of float, (m,) array, (m, m) array"""
    short = 1 - t * (F @ w)
    A = short > 0
    F_A, short = F[A], short[A]
    return short @ short, -2 * F_A.T @ (t[A] * short), 2 * F_A.T @ F_A


@implements("COURSE-lloyd-sums")
def lloyd_sums(F, V):
    """Sizes of the clusters around the prototypes, sums of their points, and Σᵢ minₖ ‖fᵢ − vₖ‖², of a block.
    V (c, m) → tuple of (c,) array, (c, m) array, float"""
    D2 = (F**2).sum(axis=1)[:, None] - 2 * F @ V.T + (V**2).sum(axis=1)
    U = np.eye(len(V))[D2.argmin(axis=1)]
    return U.sum(axis=0), U.T @ F, np.maximum(D2.min(axis=1), 0).sum()


@implements("COURSE-dual-residual")
def dual_residual(K_alpha, alpha, y, b, lam):
    """(Kα)ₛ + λαₛ − (yₛ − b) at some points.
    K_alpha (s,), Σⱼ k(xₛ, xⱼ)αⱼ over all n points; alpha (s,); y (s,); b: float → (s,), in units of y"""
    return K_alpha + lam * alpha - (y - b)


@implements("COURSE-ball-certificate")
def gap_of_all(R2, sum_of_slacks, dual, nu, n):
    """R² + (νn)⁻¹ Σᵢ (‖Φ(xᵢ) − c‖² − R²)₊ − L_D(α).
    R2: float; sum_of_slacks: float, Σ over all n points; dual: float, L_D(α), from the points with αᵢ > 0; nu:
    float, in (0, 1] → float, ≥ 0 up to rounding: by how much the primal objective may exceed its minimum"""
    return R2 + sum_of_slacks / (nu * n) - dual
