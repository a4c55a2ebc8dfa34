"""Solving the dual of the ball for two classes, the plain way and the fast way; a solution carries its certificate."""

from dataclasses import dataclass, field
from functools import partial

import numpy as np
from scipy.linalg import eigh

from kernelsy19.ball.equations import squared_distances_to_center
from kernelsy19.ball.solve import PLAIN_AIM, Enclosed, Enclosure, last_step, smo_steps, variance_of_points
from kernelsy19.engine.gram import as_provider
from kernelsy19.kernels import as_kernel, is_precomputed
from kernelsy19.kernels.custom import as_kernel_on_grid
from kernelsy19.kernels.geometry import require_psd
from kernelsy19.kernels.weighted_sums import (
    expansion_on_grid,
    precomputed_diagonal,
    require_training_points,
    settled,
)
from kernelsy19.signatures import fitting, integer_from, made_by, number_from, one_each, takes
from kernelsy19.svdd.equations import (
    best_radius_squared,
    convex_objective,
    linear_decision,
    offset,
    places,
    signed_weights,
    slacks,
    smallest_bound,
)
from kernelsy19.validation import as_bounds, as_gram, as_matrix, as_number, as_signs

# Share of the largest eigenvalue, below which a coordinate of a new point would be made of rounding
SMALLEST_KEPT_SHARE = 1e-6
START_POINTS = 128  # from whose rows it is estimated which targets lie far out, to start from


@dataclass(frozen=True, kw_only=True)
class SVDDSolution(Enclosed):
    """A ball for two classes, and what certifies that it is the best one.

    Attributes
    ----------
    alpha : (n,) array, the dual weights: Σ yᵢ alphaᵢ = 1, 0 ≤ alpha ≤ C
    y : (n,) array, +1 for a target, −1 for an outlier
    C : float, the price of a unit of slack, or (n,) array of one for each point
    R2 : float, squared radius, see `best_radius_squared`
    primal_objective : float, R² + C Σ ξᵢ of this ball
    kkt_residual : float, the largest ‖Φ(xᵢ) − c‖² of which yᵢαᵢ may rise less the smallest of which it may fall, or 0
    center_norm2, squared_distances, objective, duality_gap, iterations, converged, path, doubts : as in
        `ball.BallSolution`
    """

    y: np.ndarray = field(repr=False)
    C: float | np.ndarray

    @property
    def signed(self):
        """α'ᵢ = yᵢαᵢ, the coefficients of the center, as an (n,) array."""
        return signed_weights(self.y, self.alpha)

    @property
    def rho(self):
        """R² − ‖c‖²."""
        return offset(self.R2, self.center_norm2)

    @property
    def inside(self):
        """Points in the ball, by their weight, as an (n,) bool array."""
        return places(self.y, self.alpha, self.C)[0]

    @property
    def surface(self):
        """Points with 0 < αᵢ < C (see `places`), as an (n,) bool array."""
        return places(self.y, self.alpha, self.C)[1]

    @property
    def outside(self):
        """Points out of the ball, by their weight, as an (n,) bool array."""
        return places(self.y, self.alpha, self.C)[2]

    @property
    def misplaced(self):
        """Targets outside and outliers inside: points with αᵢ = C, as an (n,) bool array."""
        return np.where(self.y > 0, self.outside, self.inside)

    @property
    def kinds(self):
        """Where each point lies, in words: an (n,) array of "inside", "surface", "outlier" (which is outside)."""
        return np.select([self.inside, self.surface], ["inside", "surface"], "outlier")

    @property
    def xi(self):
        """The slacks, as an (n,) array."""
        return slacks(self.R2, self.squared_distances, self.y)


def _as_kinds(y, name, n):
    """Return y as an array of −1 and +1 of which one at least is +1."""
    y = as_signs(y, name, n)
    if not (y > 0).any():
        raise ValueError(f"{name} must hold +1 at least once: there is no target point to put a ball around.")
    return y


_signs = one_each("K", _as_kinds)
_price = fitting(lambda C, name, given: as_price(C, given["y"]))


@takes(K=require_psd, y=_signs, C=_price, tol=number_from(0), max_iter=integer_from())
def plain_svdd(K, y, C, tol=1e-6, max_iter=1_000_000):
    """Find the ball for two classes the plain way: maximize the dual by `ball.smo_steps`.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    y, C, tol, max_iter : as in `solve_dual`

    Returns
    -------
    (n,) array, the weights α, which `certify` judges
    """
    diagonal, targets = np.diagonal(K), y > 0
    far = squared_distances_to_center(diagonal, K, K, targets / targets.sum())
    start, aim = weights_on_far_targets(far, y, C), PLAIN_AIM * tol * variance_of_points(K)
    steps = smo_steps(2 * K * np.outer(y, y), y * diagonal, C, start, aim, max_iter, y)
    return last_step(steps)[1].alpha


@takes(K=require_psd, y=_signs, C=_price, alpha=one_each("K"), tol=number_from(0))
def certify(K, y, C, alpha, tol=1e-6):
    """Judge the weights of a ball for two classes by K, y and C alone, whoever found them.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    y : (n,) array_like, +1 for a target, −1 for an outlier
    C : float or (n,) array_like, as in `solve_dual`
    alpha : (n,) array_like
    tol : float > 0, largest KKT residual that counts as converged, in units of the variance of the mapped points

    Returns
    -------
    SVDDSolution, whose `path` is "plain", without a count of iterations
    """
    return _enclosure(y, C).certify(K, alpha, tol)


def weights_on_far_targets(far, y, C):
    """Weights at the bound C for the targets that are farthest, as many as the sum of 1 allows.
    far (n,), y (n,) → (n,) array, feasible for the dual."""
    targets = np.flatnonzero(y > 0)
    alpha = np.zeros(len(y))
    farthest_first = targets[np.argsort(-far[targets], kind="stable")]
    price = np.broadcast_to(C, len(y))[farthest_first]
    alpha[farthest_first] = np.clip(1 - price.cumsum() + price, 0, price)
    return alpha


def as_price(C, y):
    """Return C as a float for which the dual has a solution, or as an (n,) array.
    y (n,) → float, ≥ 1/p for p targets; or prices of which those of the targets sum to 1 at least."""
    if np.ndim(C):
        C = as_bounds(C, "C", len(y), finite=True)
        if C[y > 0].sum() < 1 - 1e-12:
            raise ValueError(
                f"C is too small: the prices of the targets sum to {C[y > 0].sum():.4g}, not to 1."
            )
        return C * max(1.0, 1 / C[y > 0].sum())
    C, least = as_number(C, "C", 0, np.inf, closed="neither"), smallest_bound(y)
    if least * (1 - 1e-12) > C:
        raise ValueError(
            f"C = {C:g} is too small for {np.count_nonzero(y > 0)} target points: weights of at most C each cannot "
            f"sum to 1. C must be at least 1/{np.count_nonzero(y > 0)} = {least:.4g}."
        )
    return max(C, least)


def _enclosure(y, C):
    """The ball around the targets at this price."""
    return Enclosure(
        y=y,
        upper=C,
        solution=partial(SVDDSolution, y=y, C=C),
        radius=lambda d2: best_radius_squared(d2, y, C),
        cost=lambda R2, center_norm2, d2: convex_objective(
            center_norm2, offset(R2, center_norm2), slacks(R2, d2, y), C
        ),
        gap_is_below_residual=False,
    )


@takes(K=as_provider, y=_signs, C=_price, tol=number_from(0), max_iter=integer_from())
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

    return _enclosure(y, C).solve(K, begin, tol, max_iter)


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


@takes(k=as_kernel_on_grid, X=as_matrix, solution=made_by(SVDDSolution))
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
