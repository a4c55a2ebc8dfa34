"""Independent answers that the tests compare with."""

import clarabel
import numpy as np
from scipy import sparse


def solve_qp(P, q, A, b, G, h):
    """Minimize ½ xᵀPx + qᵀx subject to Ax = b, Gx ≤ h with an interior-point solver; return x and the minimum."""
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-12
    cones = [clarabel.ZeroConeT(len(b)), clarabel.NonnegativeConeT(len(h))]
    problem = clarabel.DefaultSolver(
        sparse.triu(sparse.csc_matrix(P), format="csc"),
        np.asarray(q, dtype=float),
        sparse.csc_matrix(np.vstack([A, G])),
        np.concatenate([b, h]),
        cones,
        settings,
    )
    result = problem.solve()
    return np.array(result.x), result.obj_val


def solve_box_qp(Q, p, y, delta, upper):
    """Minimize ½ αᵀQα + pᵀα subject to yᵀα = Δ, 0 ≤ α ≤ C; return α and the minimum."""
    n = len(p)
    G = np.vstack([-np.eye(n), np.eye(n)])
    h = np.concatenate([np.zeros(n), np.broadcast_to(upper, n)])
    finite = np.isfinite(h)
    return solve_qp(Q, p, np.asarray(y, dtype=float)[None], [delta], G[finite], h[finite])


def enclosing_ball(Phi, nu):
    """Solve the primal of the minimum-volume ball in coordinates; return the center, R² and the minimum.

    With s = R² − ‖c‖² it is min ‖c‖² + s + Σ ξ/(νn) subject to ‖Φᵢ‖² − 2 Φᵢ·c ≤ s + ξᵢ, ξ ≥ 0, a program in (c, s, ξ).
    """
    n, D = Phi.shape
    P = np.diag(np.concatenate([2 * np.ones(D), np.zeros(n + 1)]))
    q = np.concatenate([np.zeros(D), [1], np.full(n, 1 / (nu * n))])
    inside = np.hstack([-2 * Phi, -np.ones((n, 1)), -np.eye(n)])
    positive = np.hstack([np.zeros((n, D + 1)), -np.eye(n)])
    h = np.concatenate([-(Phi**2).sum(axis=1), np.zeros(n)])
    x, minimum = solve_qp(P, q, np.zeros((0, D + 1 + n)), [], np.vstack([inside, positive]), h)
    return x[:D], x[D] + x[:D] @ x[:D], minimum


def widest_street(X, y):
    """Solve the primal of the hard margin: the shortest w with yᵢ(⟨w, xᵢ⟩ + b) ≥ 1; return w and b."""
    n, p = X.shape
    P = np.diag(np.concatenate([np.ones(p), [0]]))
    G = -y[:, None] * np.hstack([X, np.ones((n, 1))])
    x, _ = solve_qp(P, np.zeros(p + 1), np.zeros((0, p + 1)), [], G, -np.ones(n))
    return x[:p], x[p]
