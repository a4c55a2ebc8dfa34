"""Solving the dual of the ball for two classes, the plain way and the fast way; a solution carries its certificate."""

from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import eigh

from kernelsy19.ball.equations import kkt_residual, largest_residual, squared_distances_to_center
from kernelsy19.ball.solve import GO_ON, PLAIN_AIM, last_step, qp_by_smo_steps, smo_steps, variance_of_points
from kernelsy19.engine import smo
from kernelsy19.engine.certificates import broken_promise, certified, feasibility, warn_of, what_to_change
from kernelsy19.engine.compilation import compiled_loops_work
from kernelsy19.engine.gram import SignedGram, as_provider, in_units
from kernelsy19.engine.threads import thread_limit
from kernelsy19.kernels import as_kernel, is_precomputed
from kernelsy19.kernels.geometry import psd_provider, require_psd
from kernelsy19.kernels.weighted_sums import (
    expansion_on_grid,
    precomputed_diagonal,
    require_training_points,
    settled,
)
from kernelsy19.signatures import fitting, integer_from, number_from, one_each, takes
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
from kernelsy19.units import fields_scaled_back
from kernelsy19.validation import (
    as_gram,
    as_integer,
    as_matrix,
    as_number,
    as_one_of,
    as_vector,
)

SMALLEST_KEPT_SHARE = (
    1e-6  # of the largest eigenvalue, below which a coordinate of a new point would be made of rounding
)
START_POINTS = 128  # from whose rows it is estimated which targets lie far out, to start from


@dataclass(frozen=True)
class SVDDSolution:
    """A ball for two classes, and what certifies that it is the best one.

    Attributes
    ----------
    alpha : (n,) array, the dual weights: Σ yᵢ alphaᵢ = 1, 0 ≤ alpha ≤ C
    y : (n,) array, +1 for a target, −1 for an outlier
    C : float, the price of a unit of slack
    R2 : float, squared radius, see `best_radius_squared`
    center_norm2 : float, ‖c‖²
    squared_distances : (n,) array, ‖Φ(xᵢ) − c‖² of the training points
    objective : float, the value of the dual
    primal_objective : float, R² + C Σ ξᵢ of this ball
    duality_gap : float, primal less dual value; the ball is optimal up to this, whatever the solver did
    kkt_residual : float, the largest ‖Φ(xᵢ) − c‖² of which yᵢαᵢ may rise less the smallest of which it may fall, or 0
    iterations : int
    converged : bool, whether weights, distances and residual, computed from alpha and K, leave no doubt
    path : {"full", "rows", "plain"}, whether the Gram matrix was formed, its rows were computed when asked for, or the
        plain solver was at work
    doubts : tuple of str, what keeps the ball from being certified, none where it converged
    """

    alpha: np.ndarray = field(repr=False)
    y: np.ndarray = field(repr=False)
    C: float
    R2: float
    center_norm2: float
    squared_distances: np.ndarray = field(repr=False)
    objective: float
    primal_objective: float
    duality_gap: float
    kkt_residual: float
    iterations: int
    converged: bool
    path: str
    doubts: tuple = field(default=(), repr=False)

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

    @property
    def support(self):
        """Indices of the points with αᵢ > 0, all that the decision needs."""
        return np.flatnonzero(self.alpha)


_signs = fitting(lambda y, name, given: as_signs(y, len(given["K"])))
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

    Raises
    ------
    ValueError
        As `solve_dual`.
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
    C : float, at least 1/p for p targets
    alpha : (n,) array_like
    tol : float > 0, largest KKT residual that counts as converged, in units of the variance of the mapped points

    Returns
    -------
    SVDDSolution, whose `path` is "plain", without a count of iterations

    Raises
    ------
    ValueError
        As `solve_dual`; or if alpha does not fit.

    Warns
    -----
    ConvergenceWarning
        If the weights are not allowed, or their KKT residual is above tol.
    """
    diagonal, signed = np.diagonal(K), signed_weights(y, alpha)
    limits = largest_residual(tol, variance_of_points(K), diagonal, lambda: np.ptp(K) == 0)
    d2 = squared_distances_to_center(diagonal, K, K, signed)
    solution = _ball(alpha, y, C, diagonal, K @ signed, kkt_residual(d2, alpha, C, y))
    return warn_of(_judged(solution, limits, 0.0), "The weights leave a ball", GO_ON)


def weights_on_far_targets(far, y, C):
    """Weights at the bound C for the targets that are farthest, as many as the sum of 1 allows.

    far (n,), y (n,) → (n,) array, feasible for the dual.
    """
    targets = np.flatnonzero(y > 0)
    alpha = np.zeros(len(y))
    farthest_first = targets[np.argsort(-far[targets], kind="stable")]
    alpha[farthest_first] = np.clip(1 - C * np.arange(len(targets)), 0, C)
    return alpha


def as_signs(y, n):
    """Return y as an array of −1 and +1 of which one at least is +1.

    y (n,) → (n,) array.
    """
    y = as_vector(y, "y", n)
    if not np.isin(y, (-1, 1)).all():
        raise ValueError(f"y must hold +1 for targets and −1 for outliers only, got {np.unique(y)[:5]}.")
    if not (y > 0).any():
        raise ValueError("y must hold +1 at least once: there is no target point to put a ball around.")
    return y


def as_price(C, y):
    """Return C as a float for which the dual has a solution.

    y (n,) → float, ≥ 1/p for p targets.
    """
    C, least = as_number(C, "C", 0, np.inf, closed="neither"), smallest_bound(y)
    if least * (1 - 1e-12) > C:
        raise ValueError(
            f"C = {C:g} is too small for {np.count_nonzero(y > 0)} target points: weights of at most C each cannot "
            f"sum to 1. C must be at least 1/{np.count_nonzero(y > 0)} = {least:.4g}."
        )
    return max(C, least)


def _as_tolerance(tol):
    return as_number(tol, "tol", 0, closed="neither")


def _judged(solution, limits, broken):
    """A ball, certified by its arrays; `broken` is by how much K is not PSD."""
    s, alpha, (limit, rounding, most) = solution, solution.alpha, limits
    total = float(alpha.sum())
    # Weights sum to more than 1 where outliers have some: what they are multiplied by is rounded as often.
    noise = len(alpha) * rounding * max(1.0, total) ** 2 * max(1.0, float(s.xi.max() > 0) * s.C)
    return certified(
        s,
        ("KKT residual", s.kkt_residual, limit),
        *feasibility(alpha, s.C, s.signed.sum() - 1),
        ("duality gap", s.duality_gap, np.finfo(float).max),
        ("a duality gap below 0 by", -s.duality_gap, noise),
        ("a squared norm of the center below 0 by", -s.center_norm2, noise),
        ("a squared distance below 0 by", -float(s.squared_distances.min()), noise),
        ("an eigenvalue of K below 0 by", broken, 0.0),
        ("rounding of the largest K(x, x)", rounding, most),
    )


def _warn_unless_converged(solution, max_iter):
    """Return a solution; say so if it is not one. Called by what users call."""
    return warn_of(
        solution,
        f"The ball stopped after {solution.iterations} iterations",
        what_to_change(solution.doubts, solution.iterations, max_iter),
    )


def solve_dual(K, y, C, tol=1e-6, max_iter=1_000_000):
    """Find the ball for two classes: maximize its dual subject to Σ yᵢαᵢ = 1, 0 ≤ αᵢ ≤ C.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix; or `kernel.gram(X)`, whose entries are
        computed when they are wanted
    y : (n,) array_like, +1 for a target, −1 for an outlier; all +1 is the ball for one class
    C : float, the price of a unit of slack, at least 1/p for p targets
    tol : float > 0, largest KKT residual, in units of the variance of the mapped points; rounding limits it to 1e-14 of
        the largest K(x, x)
    max_iter : int ≥ 1

    Returns
    -------
    SVDDSolution

    Raises
    ------
    ValueError
        If K is not a finite, square, symmetric, positive semidefinite matrix, y is not made of −1 and +1 with one +1 at
        least, or C is below 1/p.

    Warns
    -----
    ConvergenceWarning
        If the KKT residual is still above tol after max_iter iterations.

    Notes
    -----
    The duality gap is at most the KKT residual times the smaller of Σ₊αᵢ + Σ₋(C − αᵢ) and Σ₊(C − αᵢ) + Σ₋αᵢ, sums over
    targets and outliers. As for one class, it is checked up to 2000 points that K is positive semidefinite.
    """
    K = as_provider(K)
    n = len(K)
    y, tol, max_iter = as_signs(y, n), _as_tolerance(tol), as_integer(max_iter, "max_iter")
    C = as_price(C, y)
    with thread_limit(n):
        K, places = in_units(psd_provider(K))
        diagonal = K.diagonal()
        far, variance = _distances_to_target_mean(K, diagonal, y)
        start = weights_on_far_targets(far, y, C)
        # The engine's gradient is half a squared distance, less half of ‖c‖².
        limits = largest_residual(tol, variance, diagonal, K.is_one_point)
        Q, p = SignedGram(K, y), -y * diagonal / 2
        upper = np.full(n, min(C, smo.UNBOUNDED))
        if compiled_loops_work():
            qp = smo.solve_checked(Q, p, y, upper, start, limits[0] / 2, max_iter)
        else:
            qp = qp_by_smo_steps(Q.matrix(), p, y, 1.0, upper, limits[0] / 2, max_iter, start)
        K_signed = y * qp.gradient + diagonal / 2
        solution = _ball(qp.alpha, y, C, diagonal, K_signed, 2 * qp.kkt_residual, qp.iterations, qp.path)
        solution = _judged(solution, limits, broken_promise(K, qp.alpha))
    if places:
        lengths = "R2", "center_norm2", "squared_distances", "objective", "primal_objective", "duality_gap"
        solution = fields_scaled_back(solution, (*lengths, "kkt_residual"), places)
    return _warn_unless_converged(solution, max_iter)


def _distances_to_target_mean(K, diagonal, y):
    """‖Φ(xᵢ) − m‖² up to a constant, with m the mean of the targets, and the variance of all: both from a sample."""
    n = len(y)
    sample = np.sort(np.random.default_rng(0).choice(n, min(n, START_POINTS), replace=False))
    rows = K.rows(sample)
    targets = rows[y[sample] > 0]
    nearness = targets.mean(axis=0) if len(targets) else np.zeros(n)
    return diagonal - 2 * nearness, max(float(diagonal.mean() - rows.mean()), 0.0)


def _ball(alpha, y, C, diagonal, K_signed, residual, iterations=0, path="plain"):
    """The ball of weights, with primal and dual value each from its own definition; K_signed is Σⱼ yⱼαⱼ K(xⱼ, ·)."""
    signed = signed_weights(y, alpha)
    center_norm2 = float(signed @ K_signed)
    d2 = diagonal - 2 * K_signed + center_norm2
    R2 = float(best_radius_squared(d2, y, C))
    dual = float(signed @ diagonal) - center_norm2
    primal = float(convex_objective(center_norm2, offset(R2, center_norm2), slacks(R2, d2, y), C))
    return SVDDSolution(
        alpha=alpha,
        y=y,
        C=C,
        R2=R2,
        center_norm2=center_norm2,
        squared_distances=d2,
        objective=dual,
        primal_objective=primal,
        duality_gap=primal - dual,
        kkt_residual=residual,
        iterations=iterations,
        converged=True,
        path=path,
    )


def decision_function(k, X, solution, X_new, K_xx=None):
    """R² − ‖Φ(x) − c‖² of new points: positive in the ball, negative outside, 0 on the surface up to rounding.

    Parameters
    ----------
    k : Kernel or callable
    X : (n, p) array_like, or what else the kernel takes, the training points; their Gram matrix for `Precomputed()`
    solution : SVDDSolution
    X_new : (m, p) array_like, or what else the kernel takes; for `Precomputed()` the (m, n) kernel values K(x, xᵢ)
    K_xx : (m,) array_like or None, K(x, x) of the new points: needed for `Precomputed()` unless the diagonal of the
        training Gram matrix is constant, and an error for any other kernel

    Returns
    -------
    (m,) array, in squared units of the feature space

    Raises
    ------
    ValueError
        If shapes do not fit, or K_xx is missing or not wanted.
    """
    k, solution = as_kernel(k, "k"), as_one_of(solution, "solution", SVDDSolution)
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


def decision_on_grid(k, X, solution, x, y):
    """R² − ‖Φ(x) − c‖² on all points of a grid in the plane.

    Parameters
    ----------
    k : Kernel or callable; not precomputed
    X : (n, 2) array_like, the training points
    solution : SVDDSolution
    x : (w,) array_like
    y : (h,) array_like

    Returns
    -------
    (h, w) array, as matplotlib's contour wants it

    Raises
    ------
    ValueError
        If shapes do not fit, or the kernel is precomputed.
    """
    k, X = as_kernel(k, "k"), as_matrix(X)
    as_one_of(solution, "solution", SVDDSolution)
    if is_precomputed(k):
        raise ValueError("a grid has no precomputed kernel values; use decision_function.")
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

    Raises
    ------
    ValueError
        If K is not a finite symmetric matrix, or K_new has other columns.

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
