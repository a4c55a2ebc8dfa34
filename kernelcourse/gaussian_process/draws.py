"""What the proofs about random functions are evaluated on: targets of a process, a place that is half seen."""

import numpy as np
from scipy.optimize import brentq
from scipy.special import logsumexp

from kernelcourse.proving.derivations import Setting
from kernelcourse.ridge.draws import fit_setting, log_density, slope
from kernelsy19 import kernels


def draw_process(rng):
    """As `draw_fit` with an RBF kernel; m new places, K_zz (m, m) their kernel values, and any values f (m,) there."""
    n, m, p = int(rng.integers(4, 9)), int(rng.integers(2, 5)), int(rng.integers(2, 4))
    X, X_new = rng.normal(size=(n, p)), rng.normal(size=(m, p)) + 0.2
    k, lam = kernels.RBF(rng.uniform(0.5, 1.5)), float(rng.uniform(0.3, 2.0))
    s = fit_setting(X, rng.normal(size=n) + 1, k, lam, X_new, intercept=False)
    return Setting(**vars(s), m=m, K_zz=k(X_new), f=rng.normal(size=m))


def draw_place(rng):
    """Draw points, and a place of which not all is seen by them.
    n, lam, a (n,) any weights; Phi (n, D), phi_x and phi_new (D,), mapped points, the place and one more, with D > n"""
    n = int(rng.integers(3, 8))
    Phi = rng.normal(size=(n, n + int(rng.integers(2, 5))))
    phi_x, phi_new = rng.normal(size=(2, Phi.shape[1]))
    return Setting(
        n=n, lam=float(rng.uniform(0.3, 2.0)), a=rng.normal(size=n), Phi=Phi, phi_x=phi_x, phi_new=phi_new
    )


def draw_evidence(rng):
    """As `draw_fit` with an RBF kernel, with any symmetric dM (n, n), and tau, the scale at which y is likeliest.
    The slope of log p(y) in log τ falls all the way; where it is 0 a root finder looked, which saw log p(y) alone."""
    s = draw_process(rng)
    B, noisy = rng.normal(size=(2, s.n, s.n))[0], s.K + s.lam * np.eye(s.n)
    tau = np.exp(
        brentq(lambda u: slope(lambda v: log_density(s.y, np.exp(v) * noisy), u), -12, 12, xtol=1e-14)
    )
    return Setting(**vars(s), dM=B + B.T, tau=tau)


LOG_SCALES = np.linspace(
    -40, 40, 3001
)  # around the likeliest: sums over them are right to all digits from n = 4 on


def with_any_scale(y, M, border):
    """log ∫ p(y | τ) d log τ for covariances τM, up to a constant; with `border` of what knows no constant in y."""
    if border:
        y, D = np.diff(y), np.diff(np.eye(len(y)), axis=0)
        M = D @ M @ D.T
    middle = np.log(y @ np.linalg.solve(M, y) / len(y))
    taus = np.exp(middle + LOG_SCALES)
    whole, volume = y @ np.linalg.solve(M, y), np.linalg.slogdet(M)[1]
    return logsumexp(-(whole / taus + volume + len(y) * np.log(2 * np.pi * taus)) / 2)


def draw_new_target(rng):
    """Draw targets, and a new one: K (n, n), k_x (n,), k_xx; y (n,), y_new; lam, n."""
    n, p = int(rng.integers(4, 9)), int(rng.integers(2, 4))
    X, x = rng.normal(size=(n, p)), rng.normal(size=(1, p))
    k = kernels.RBF(rng.uniform(0.3, 1.0))
    y, lam = rng.normal(size=n + 1) + 1, float(rng.uniform(0.3, 1.0))
    return Setting(n=n, K=k(X), k_x=k(X, x)[:, 0], k_xx=1.0, y=y[:n], y_new=float(y[n]), lam=lam)


def draw_parts(rng):
    """Draw two independent functions and targets of their sum; K1, K2 (n, n), K1_zx, K2_zx (m, n), K1_zz, K2_zz (m, m);
    both (n, n), what the two share, 0; X (n, p), gamma (p,), T; y (n,), lam, n, m."""
    n, m, p = int(rng.integers(4, 9)), int(rng.integers(2, 4)), int(rng.integers(3, 5))
    X, Z = rng.normal(size=(n, p)), rng.normal(size=(m, p)) + 0.2
    k1, k2 = kernels.RBF(rng.uniform(0.2, 0.5)), kernels.Laplacian(rng.uniform(0.3, 0.6))
    values = {f"K{i}{name}": k(A, B) for i, k in ((1, k1), (2, k2)) for name, A, B in
              (("", X, X), ("_zx", Z, X), ("_zz", Z, Z))}  # fmt: skip
    both, gamma, T = np.zeros((n, n)), rng.uniform(0.2, 0.8, size=p), float(rng.uniform(1.5, 3.0))
    y, lam = rng.normal(size=n) + 1, float(rng.uniform(0.3, 1.0))
    return Setting(**values, both=both, X=X, gamma=gamma, T=T, y=y, lam=lam, n=n, m=m)
