"""Solving the dual of the ball for two classes, fast, and deciding with it."""

from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import eigh

from kernelsy19.engine.duals import enclose
from kernelsy19.gram import as_provider
from kernelsy19.kernels import as_kernel, is_precomputed
from kernelsy19.kernels.custom import as_kernel_on_grid
from kernelsy19.kernels.weighted_sums import (
    expansion_on_grid,
    precomputed_diagonal,
    require_training_points,
    settled,
)
from kernelsy19.signatures import integer_from, made_by, number_from, takes
from kernelsy19.svdd.equations import linear_decision
from kernelsy19.svdd.plain import (
    SVDDSolution,
    TwoClassBall,
    one_kind_each,
    one_price_each,
    weights_on_far_targets,
)
from kernelsy19.validation import as_gram, as_matrix, as_points

# Share of the largest eigenvalue, below which a coordinate of a new point would be made of rounding
SMALLEST_KEPT_SHARE = 1e-6
START_POINTS = 128  # from whose rows it is estimated which targets lie far out, to start from


@takes(K=as_provider, y=one_kind_each, C=one_price_each, tol=number_from(0), max_iter=integer_from())
def solve_dual(K, y, C, tol=1e-6, max_iter=1_000_000):
    """Find the ball for two classes: maximize its dual subject to Σ yᵢαᵢ = 1, 0 ≤ αᵢ ≤ C.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix; or `kernel.gram(X)`, which computes them
    y : (n,) array_like, +1 for a target, −1 for an outlier; all +1 is the ball for one class
    C : float, the price of a unit of slack, at least 1/p for p targets; or (n,) array_like, a price for each point,
        such as `np.where(y > 0, C_plus, C_minus)`; those of the targets sum to 1 at least
    tol : float > 0, largest KKT residual, in units of the variance of the mapped points; rounding limits it to 1e-14 of
        the largest K(x, x)
    max_iter : int ≥ 1

    Returns
    -------
    SVDDSolution

    Notes
    -----
    The duality gap is at most the KKT residual times the smaller of Σ₊αᵢ + Σ₋(C − αᵢ) and Σ₊(C − αᵢ) + Σ₋αᵢ, sums over
    targets and outliers. As for one class, it is checked up to 2000 points that K is positive semidefinite.
    """

    def begin(K, diagonal):
        far, variance = _distances_to_target_mean(K, diagonal, y)
        return weights_on_far_targets(far, y, C), variance, None

    return enclose(TwoClassBall(y, C), K, begin, tol, max_iter)


def _distances_to_target_mean(K, diagonal, y):
    """‖Φ(xᵢ) − m‖² up to a constant, with m the mean of the targets, and the variance of all: both from a sample."""
    n = len(y)
    sample = np.sort(np.random.default_rng(0).choice(n, min(n, START_POINTS), replace=False))
    rows = K.rows(sample)
    targets = rows[y[sample] > 0]
    nearness = targets.mean(axis=0) if len(targets) else np.zeros(n)
    return diagonal - 2 * nearness, max(float(diagonal.mean() - rows.mean()), 0.0)


@takes(k=as_kernel, solution=made_by(SVDDSolution))
def decision_function(k, X, solution, X_new, K_xx=None):
    """R² − ‖Φ(x) − c‖² of new points: positive in the ball, negative outside, 0 on the surface up to rounding.

    Parameters
    ----------
    k, X, X_new, K_xx : as in `ball.decision_function`
    solution : SVDDSolution

    Returns
    -------
    (m,) array, in squared units of the feature space
    """
    X, X_new = k.two_sets(X, X_new, "X_new")
    require_training_points(X, len(solution.alpha))
    support, weights = solution.support, solution.signed[solution.support]
    if is_precomputed(k):
        K_xx = precomputed_diagonal(k, X, K_xx, len(X_new))
        sums = k.evaluate(X_new, X)[:, support] @ weights
    elif K_xx is not None:
        raise ValueError(f"K_xx is for Precomputed() only; {k!r} computes it.")
    else:
        sums, K_xx = k.evaluate_sums(X_new, X[support], weights), k.evaluate_diagonal(X_new)
    sizes = np.abs(weights).sum() * (abs(solution.rho) + np.abs(K_xx))
    return settled(linear_decision(solution.rho, K_xx, sums), sizes)


@takes(k=as_kernel_on_grid, X=as_points, solution=made_by(SVDDSolution))
def decision_on_grid(k, X, solution, x, y):
    """R² − ‖Φ(x) − c‖² on all points of a grid in the plane.

    Parameters
    ----------
    k, X, solution : as in `decision_function`; k is not precomputed, and X is (n, 2)
    x, y : (w,) and (h,) array_like

    Returns
    -------
    (h, w) array, as matplotlib's contour wants it
    """
    require_training_points(X, len(solution.alpha))
    support = solution.support
    sums, K_xx = expansion_on_grid(k, X[support], solution.signed[support], x, y)
    sizes = np.abs(solution.signed).sum() * (abs(solution.rho) + np.abs(K_xx))
    return settled(linear_decision(solution.rho, K_xx, sums), sizes)


@dataclass(frozen=True)
class RepairedValues:
    """Kernel values of new points in the feature space of a repaired Gram matrix.

    Attributes
    ----------
    K_xs : (m, n) array, between new and training points
    K_xx : (m,) array, of each new point with itself
    """

    K_xs: np.ndarray = field(repr=False)
    K_xx: np.ndarray = field(repr=False)


@takes()
def values_after_repair(K_new, K):
    """Put new points where the nearest PSD matrix has put the training points.

    Parameters
    ----------
    K_new : (m, n) array_like, K(x, xᵢ) between new and training points
    K : (n, n) array_like, symmetric, the Gram matrix of the training points, perhaps indefinite

    Returns
    -------
    RepairedValues; for the rows of K itself they are rows and diagonal of `geometry.nearest_psd(K).K`, up to 1e-6 of
    the largest eigenvalue

    Notes
    -----
    The repaired training points have the coordinates √λ V, with the positive eigenvalues λ of K and their eigenvectors
    V. A new point gets those that reproduce what K_new says of it in these directions, K_new V / √λ.
    """
    K = as_gram(K)
    K_new = as_matrix(K_new, "K_new", n_features=len(K))
    values, vectors = eigh(K)
    kept = values > SMALLEST_KEPT_SHARE * np.abs(values).max()
    scale, vectors = np.sqrt(values[kept]), vectors[:, kept]
    coordinates = K_new @ vectors / scale
    return RepairedValues((coordinates * scale) @ vectors.T, (coordinates**2).sum(axis=1))
