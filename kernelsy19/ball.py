"""The minimum-volume ball, or one-class support vector machine, in the order of the lecture.

First the equations as functions: primal, Lagrangian, stationarity, dual, optimality, decision. Then the solver, which
returns its own certificate. Then the estimator that composes them.
"""

import warnings
from dataclasses import dataclass, field, replace

import numpy as np
from sklearn.base import OutlierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from kernelsy19 import smo
from kernelsy19.equations import implements
from kernelsy19.estimator import KernelEstimator, default_kernel, is_precomputed
from kernelsy19.feature_space import PSD_CHECK_POINTS, require_psd
from kernelsy19.kernels import as_kernel
from kernelsy19.threads import thread_limit
from kernelsy19.validation import ConvergenceWarning, as_gram, as_integer, as_matrix, as_number, as_vector

WEIGHT_TOLERANCE = 1e-8
DENSITY_POINTS, FEWEST_POINTS = 128, 32
CANCELLED = 1e-2  # share of K(x, x) below which a variance takes sums in float64


@implements("SY19-2")
def primal_objective(R, xi, nu):
    """R² + (νn)⁻¹ Σᵢ ξᵢ: a small ball, and a price for each point outside.

    Parameters
    ----------
    R : float, radius
    xi : (n,) array, slacks
    nu : float, in (0, 1]

    Returns
    -------
    float, in squared units of the feature space
    """
    return R**2 + xi.sum() / (nu * len(xi))


@implements("SY19-3")
def constraints(R, c, xi, Phi):
    """R² + ξᵢ − ‖Φ(xᵢ) − c‖² (3a) and ξᵢ (3b): feasible where neither is negative.

    Parameters
    ----------
    R : float, radius
    c : (D,) array, center
    xi : (n,) array, slacks
    Phi : (n, D) array, one mapped point a row

    Returns
    -------
    (n,) array and (n,) array, in squared units of the feature space
    """
    return R**2 + xi - ((Phi - c) ** 2).sum(axis=1), xi


@implements("SY19-3")
def slacks(R2, squared_distances):
    """The smallest ξᵢ that meet (3a) and (3b): max(0, ‖Φ(xᵢ) − c‖² − R²).

    Parameters
    ----------
    R2 : float, squared radius
    squared_distances : (n,) array, ‖Φ(xᵢ) − c‖²

    Returns
    -------
    (n,) array, in squared units of the feature space
    """
    return np.maximum(0, squared_distances - R2)


@implements("SY19-4")
def lagrangian(R, c, xi, alpha, beta, Phi, nu):
    """L = R² + (νn)⁻¹ Σᵢ ξᵢ − Σᵢ αᵢ (R² + ξᵢ − ‖Φ(xᵢ) − c‖²) − Σᵢ βᵢ ξᵢ.

    Parameters
    ----------
    R : float, radius
    c : (D,) array, center
    xi : (n,) array, slacks
    alpha, beta : (n,) arrays, multipliers of (3a) and (3b)
    Phi : (n, D) array, one mapped point a row
    nu : float, in (0, 1]

    Returns
    -------
    float, in squared units of the feature space
    """
    inside_by, positive_by = constraints(R, c, xi, Phi)
    return primal_objective(R, xi, nu) - alpha @ inside_by - beta @ positive_by


@implements("SY19-5")
def derivative_in_radius(R, alpha):
    """∂L/∂R = 2R − 2R Σᵢ αᵢ, zero when Σᵢ αᵢ = 1.

    Parameters
    ----------
    R : float, radius
    alpha : (n,) array

    Returns
    -------
    float
    """
    return 2 * R - 2 * R * alpha.sum()


@implements("SY19-6")
def derivative_in_slacks(alpha, beta, nu):
    """∂L/∂ξᵢ = (νn)⁻¹ − αᵢ − βᵢ.

    Parameters
    ----------
    alpha, beta : (n,) arrays, multipliers of (3a) and (3b)
    nu : float, in (0, 1]

    Returns
    -------
    (n,) array
    """
    return 1 / (nu * len(alpha)) - alpha - beta


@implements("SY19-6")
def slack_multipliers(alpha, nu):
    """βᵢ = (νn)⁻¹ − αᵢ, which makes ∂L/∂ξᵢ zero.

    Parameters
    ----------
    alpha : (n,) array
    nu : float, in (0, 1]

    Returns
    -------
    (n,) array
    """
    return 1 / (nu * len(alpha)) - alpha


@implements("SY19-7")
def largest_weight(nu, n):
    """1/(νn), the bound on αᵢ.

    Parameters
    ----------
    nu : float, in (0, 1]
    n : int, number of points

    Returns
    -------
    float
    """
    return 1 / (nu * n)


@implements("SY19-7")
def box_violation(alpha, nu):
    """How far αᵢ lies outside 0 ≤ αᵢ ≤ 1/(νn).

    Parameters
    ----------
    alpha : (n,) array
    nu : float, in (0, 1]

    Returns
    -------
    (n,) array, 0 within the box
    """
    return np.maximum(0, np.maximum(-alpha, alpha - largest_weight(nu, len(alpha))))


@implements("SY19-8")
def derivative_in_center(c, alpha, Phi):
    """∂L/∂c = 2c Σᵢ αᵢ − 2 Σᵢ αᵢ Φ(xᵢ).

    Parameters
    ----------
    c : (D,) array, center
    alpha : (n,) array
    Phi : (n, D) array, one mapped point a row

    Returns
    -------
    (D,) array
    """
    return 2 * c * alpha.sum() - 2 * alpha @ Phi


@implements("SY19-8")
def center(alpha, Phi):
    """C = Σᵢ αᵢ Φ(xᵢ), which makes ∂L/∂c zero when Σᵢ αᵢ = 1.

    Parameters
    ----------
    alpha : (n,) array
    Phi : (n, D) array, one mapped point a row

    Returns
    -------
    (D,) array
    """
    return alpha @ Phi


@implements("SY19-wolfe-dual")
def dual_objective(K, alpha):
    """L_D(α) = Σᵢ αᵢ K(xᵢ, xᵢ) − Σᵢⱼ αᵢ αⱼ K(xᵢ, xⱼ), to be maximized.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    alpha : (n,) array

    Returns
    -------
    float, in squared units of the feature space
    """
    return alpha @ np.diagonal(K) - alpha @ K @ alpha


@implements("SY19-wolfe-dual-rbf")
def dual_objective_constant_diagonal(K, alpha):
    """Σᵢⱼ αᵢ αⱼ K(xᵢ, xⱼ) = ‖c‖², to be minimized when K(x, x) is the same for all x.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    alpha : (n,) array

    Returns
    -------
    float, in squared units of the feature space
    """
    return alpha @ K @ alpha


@implements("SY19-kkt")
def complementary_slackness(R2, xi, alpha, beta, squared_distances):
    """αᵢ (R² + ξᵢ − ‖Φ(xᵢ) − c‖²) and βᵢ ξᵢ, which are all zero at the optimum.

    Parameters
    ----------
    R2 : float, squared radius
    xi : (n,) array, slacks
    alpha, beta : (n,) arrays, multipliers of (3a) and (3b)
    squared_distances : (n,) array, ‖Φ(xᵢ) − c‖²

    Returns
    -------
    (n,) array and (n,) array
    """
    return alpha * (R2 + xi - squared_distances), beta * xi


@implements("SY19-three-kinds")
def three_kinds(alpha, nu):
    """Tell the points inside (αᵢ = 0), on the surface (0 < αᵢ < 1/(νn)) and the outliers (αᵢ = 1/(νn)).

    Parameters
    ----------
    alpha : (n,) array
    nu : float, in (0, 1]

    Returns
    -------
    inside, surface, outlier : (n,) bool arrays, one of them true for each point

    Notes
    -----
    A weight counts as 0 or as 1/(νn) when it is within 1e-8 of the bound, in units of 1/(νn).
    """
    share = alpha / largest_weight(nu, len(alpha))
    inside = share <= WEIGHT_TOLERANCE
    outlier = share >= 1 - WEIGHT_TOLERANCE
    return inside, ~inside & ~outlier, outlier


@implements("SY19-9a")
def decide(R2, squared_distances):
    """G(x) = sign(R² − ‖Φ(x) − c‖²); a point on the sphere is in the ball, as in (3a).

    Parameters
    ----------
    R2 : float, squared radius
    squared_distances : (m,) array, ‖Φ(x) − c‖²

    Returns
    -------
    (m,) int array, +1 in the ball, −1 outside
    """
    return np.where(R2 - squared_distances >= 0, 1, -1)


@implements("SY19-9b")
def decide_from_products(R2, K_xx, K_xc, K_cc):
    """G(x) = sign(R² − K(x, x) + 2⟨Φ(x), c⟩ − ⟨c, c⟩).

    Parameters
    ----------
    R2 : float, squared radius
    K_xx : (m,) array, K(x, x)
    K_xc : (m,) array, ⟨Φ(x), c⟩
    K_cc : float, ⟨c, c⟩

    Returns
    -------
    (m,) int array, +1 in the ball, −1 outside
    """
    return np.where(R2 - K_xx + 2 * K_xc - K_cc >= 0, 1, -1)


@implements("SY19-9c")
def squared_distances_to_center(K_xx, K_xs, K_ss, alpha):
    """Squared distances ‖Φ(x) − c‖² from mapped points to the center c = Σᵢ αᵢ Φ(xᵢ).

    Parameters
    ----------
    K_xx : (m,) array, K(x, x) of each point
    K_xs : (m, n) array, K(x, xᵢ)
    K_ss : (n, n) array, Gram matrix of the training points
    alpha : (n,) array, Σ alpha = 1

    Returns
    -------
    (m,) array, in squared units of the feature space
    """
    return K_xx - 2 * K_xs @ alpha + alpha @ K_ss @ alpha


@implements("SY19-radius")
def radius_squared(K, alpha, nu):
    """R² = ‖Φ(xᵢ) − c‖² of the support vectors on the surface, averaged over them.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    alpha : (n,) array, a solution of the dual
    nu : float, in (0, 1]

    Returns
    -------
    float, in squared units of the feature space; see `radius_in_kkt_interval` when no point is on the surface
    """
    squared_distances = squared_distances_to_center(np.diagonal(K), K, K, alpha)
    surface = three_kinds(alpha, nu)[1]
    if not surface.any():
        return radius_in_kkt_interval(squared_distances, nu)
    return squared_distances[surface].mean()


def radius_in_kkt_interval(squared_distances, nu):
    """The R² that minimizes R² + (νn)⁻¹ Σᵢ max(0, ‖Φ(xᵢ) − c‖² − R²) for a given center.

    Parameters
    ----------
    squared_distances : (n,) array, ‖Φ(xᵢ) − c‖²
    nu : float, in (0, 1]

    Returns
    -------
    float, in squared units of the feature space

    Notes
    -----
    The cost falls as R² grows while more than νn points are outside, and rises once fewer are. If νn is not a whole
    number, one R² is best: the distance of the point next after the ⌊νn⌋ farthest, which at the optimum is on the
    surface. If νn = k, every R² from the (k+1)-th to the k-th largest distance is best; at the optimum that is the
    interval which the KKT conditions allow, and a single value when a point is on the surface. We take its
    middle, so that points inside and outliers keep the same margin. For ν = 1 there is no (k+1)-th: we take the
    distance of the nearest point.
    """
    farthest_first = np.sort(squared_distances)[::-1]
    n = len(farthest_first)
    k = round(nu * n)
    if abs(nu * n - k) > 1e-12 * n or k == 0:
        return farthest_first[int(nu * n)]
    return (farthest_first[k - 1] + farthest_first[min(k, n - 1)]) / 2


def duality_gap(K, alpha, nu):
    """Cost of the best ball around the center of α, less L_D(α): how far α can be from optimal.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    alpha : (n,) array, feasible: Σ alpha = 1, 0 ≤ alpha ≤ 1/(νn)
    nu : float, in (0, 1]

    Returns
    -------
    float, ≥ 0 up to rounding, in squared units of the feature space; 0 at the optimum
    """
    squared_distances = squared_distances_to_center(np.diagonal(K), K, K, alpha)
    R2 = max(0.0, radius_in_kkt_interval(squared_distances, nu))
    return primal_objective(R2**0.5, slacks(R2, squared_distances), nu) - dual_objective(K, alpha)


# ---------------------------------------------------------------- what ν means (chapter 04)


@implements("SY19-nu-outliers")
def share_of_outliers(xi):
    """The share of points with ξᵢ > 0, which ν bounds from above.

    Parameters
    ----------
    xi : (n,) array, slacks at the optimum

    Returns
    -------
    float, in [0, ν]

    Notes
    -----
    A solver leaves slacks of rounding size at points on the surface. With the R² of `radius_in_kkt_interval` they never
    lift this share above ν, but to count outliers take `BallSolution.outlier`, the weights at their bound.
    """
    return float((xi > 0).mean())


@implements("SY19-nu-support-vectors")
def share_of_support_vectors(alpha):
    """The share of points with αᵢ > 0, which ν bounds from below.

    Parameters
    ----------
    alpha : (n,) array, Σ alpha = 1, 0 ≤ alpha ≤ 1/(νn)

    Returns
    -------
    float, in [ν, 1]
    """
    return float((alpha > 0).mean())


@implements("SY19-nu-limit")
def share_on_surface(alpha, nu):
    """The share of points with 0 < αᵢ < 1/(νn): how far apart the two shares are, with ν between them.

    Parameters
    ----------
    alpha : (n,) array
    nu : float, in (0, 1]

    Returns
    -------
    float, in [0, 1]; goes to 0 as n grows, for points from a continuous distribution
    """
    return float(three_kinds(alpha, nu)[1].mean())


@implements("SY19-nu-zero")
def hard_radius_squared(squared_distances):
    """maxᵢ ‖Φ(xᵢ) − c‖²: for νn < 1 no slack is worth its price, and the ball holds every point.

    Parameters
    ----------
    squared_distances : (n,) array, ‖Φ(xᵢ) − c‖²

    Returns
    -------
    float, in squared units of the feature space
    """
    return float(squared_distances.max())


@implements("SY19-nu-one")
def decide_by_mean_kernel(K_xs, eta):
    """G(x) = sign(n⁻¹ Σᵢ K(x, xᵢ) − η): for ν = 1 the decision is a threshold on a kernel density.

    Parameters
    ----------
    K_xs : (m, n) array, K(x, xᵢ)
    eta : float, threshold

    Returns
    -------
    (m,) int array, +1 in the ball, −1 outside
    """
    return np.where(K_xs.mean(axis=1) - eta >= 0, 1, -1)


@implements("COURSE-eta")
def threshold(kappa, center_norm2, R2):
    """(κ + ‖c‖² − R²)/2: the value of Σᵢ αᵢ K(x, xᵢ) on the surface, where K(x, x) = κ for all x.

    Parameters
    ----------
    kappa : float, K(x, x)
    center_norm2 : float, ‖c‖²
    R2 : float, squared radius

    Returns
    -------
    float: η of the density for ν = 1, ρ of the hyperplane for every ν
    """
    return (kappa + center_norm2 - R2) / 2


@implements("AML-bound")
def nu_of_bound(C, n):
    """ν = 1/(Cn), for the price C of a unit of slack: αᵢ ≤ C.

    Parameters
    ----------
    C : float, ≥ 1/n: n weights below 1/n cannot sum to 1
    n : int, number of points

    Returns
    -------
    float, in (0, 1]
    """
    C = as_number(C, "C", 1 / as_integer(n, "n"), np.inf)
    return min(1.0, 1 / (C * n))


@implements("COURSE-hyperplane-primal")
def hyperplane_objective(w, rho, xi, nu):
    """½‖w‖² − ρ + (νn)⁻¹ Σᵢ ξᵢ: a hyperplane far from the origin, and a price for each point on the wrong side.

    Parameters
    ----------
    w : (D,) array, normal of the hyperplane ⟨w, Φ(x)⟩ = ρ
    rho : float, offset
    xi : (n,) array, slacks: ⟨w, Φ(xᵢ)⟩ ≥ ρ − ξᵢ, ξᵢ ≥ 0
    nu : float, in (0, 1]

    Returns
    -------
    float, in squared units of the feature space
    """
    return w @ w / 2 - rho + xi.sum() / (nu * len(xi))


@implements("COURSE-hyperplane-dual")
def hyperplane_dual_objective(K, alpha):
    """−½ Σᵢⱼ αᵢ αⱼ K(xᵢ, xⱼ), to be maximized over the same weights as the ball's dual.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    alpha : (n,) array, Σ alpha = 1, 0 ≤ alpha ≤ 1/(νn)

    Returns
    -------
    float, in squared units of the feature space
    """
    return -(alpha @ K @ alpha) / 2


@implements("COURSE-hyperplane-decision")
def hyperplane_decision(K_xs, alpha, rho):
    """⟨w, Φ(x)⟩ − ρ = Σᵢ αᵢ K(x, xᵢ) − ρ: negative on the side of the origin, where the novelties are.

    Parameters
    ----------
    K_xs : (m, n) array, K(x, xᵢ)
    alpha : (n,) array
    rho : float

    Returns
    -------
    (m,) array, in squared units of the feature space
    """
    return K_xs @ alpha - rho


@implements("COURSE-rescaled")
def rescaled(alpha, rho, nu):
    """The weights νn α and the offset νn ρ of the same hyperplane in LIBSVM and scikit-learn, weights in [0, 1].

    Parameters
    ----------
    alpha : (n,) array, Σ alpha = 1
    rho : float
    nu : float, in (0, 1]

    Returns
    -------
    (n,) array, which sums to νn, and float
    """
    scale = nu * len(alpha)
    return scale * alpha, scale * rho


@dataclass(frozen=True)
class BallSolution:
    """A minimum-volume ball, and what certifies that it is one.

    Attributes
    ----------
    alpha : (n,) array, the dual weights: Σ alpha = 1, 0 ≤ alpha ≤ 1/(νn)
    nu : float
    R2 : float, squared radius: the distance² of the points on the surface, see `radius_in_kkt_interval`
    center_norm2 : float, ‖c‖² = Σᵢⱼ αᵢ αⱼ K(xᵢ, xⱼ)
    squared_distances : (n,) array, ‖Φ(xᵢ) − c‖² of the training points
    objective : float, the value of the dual, L_D(α)
    primal_objective : float, R² + (νn)⁻¹ Σ ξᵢ of this ball
    duality_gap : float, primal less dual value; the ball is optimal up to this, whatever the solver did
    kkt_residual : float, the largest distance² with αᵢ < 1/(νn) less the smallest with αᵢ > 0, or 0; the duality gap
        is never larger
    iterations : int
    converged : bool
    path : {"full", "rows"}, whether the Gram matrix was formed or its rows were computed when asked for
    history : smo.History or None, with L_D(α) as the objective
    """

    alpha: np.ndarray = field(repr=False)
    nu: float
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
    history: smo.History | None = field(default=None, repr=False)

    @property
    def upper(self):
        """The bound 1/(νn) on the weights."""
        return largest_weight(self.nu, len(self.alpha))

    @property
    def inside(self):
        """Points with αᵢ = 0 (to 1e-8 of the bound), as an (n,) bool array."""
        return three_kinds(self.alpha, self.nu)[0]

    @property
    def surface(self):
        """Points with 0 < αᵢ < 1/(νn) (to 1e-8 of the bound), as an (n,) bool array."""
        return three_kinds(self.alpha, self.nu)[1]

    @property
    def outlier(self):
        """Points with αᵢ = 1/(νn) (to 1e-8 of the bound), as an (n,) bool array."""
        return three_kinds(self.alpha, self.nu)[2]

    @property
    def kinds(self):
        """The kind of each point in words, as an (n,) array of "inside", "surface", "outlier"."""
        return np.select([self.inside, self.surface], ["inside", "surface"], "outlier")

    @property
    def xi(self):
        """The slacks, as an (n,) array."""
        return slacks(self.R2, self.squared_distances)

    @property
    def support(self):
        """Indices of the points with αᵢ > 0, all that the decision needs."""
        return np.flatnonzero(self.alpha)


def solve_dual(K, nu, tol=1e-6, max_iter=1_000_000, start=None, record=False):
    """Find the minimum-volume ball: maximize L_D(α) subject to Σ αᵢ = 1, 0 ≤ αᵢ ≤ 1/(νn).

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix; or `smo.GramRows(kernel, X)`, whose rows are computed
        when they are wanted
    nu : float, in (0, 1]: at least this share of the points are support vectors, at most this share outliers
    tol : float > 0, largest KKT residual, in units of the variance of the mapped points, so that the duality gap is
        at most tol of the objective; rounding limits it to 1e-14 of the largest K(x, x)
    max_iter : int ≥ 1
    start : (n,) array_like, a feasible α; None puts the weight on the points where the kernel density is lowest
    record : bool, whether to hand back the history of the iterations

    Returns
    -------
    BallSolution

    Raises
    ------
    ValueError
        If K is not a finite, square, symmetric, positive semidefinite matrix, or nu is not in (0, 1].

    Warns
    -----
    ConvergenceWarning
        If the KKT residual is still above tol after max_iter iterations.

    Notes
    -----
    Up to 2000 points a Cholesky factorization tells whether K is positive semidefinite; beyond, that of the Gram matrix
    of 2000 points drawn from them, whose smallest eigenvalue is never below that of K. `GramRows` of a
    kernel that is positive semidefinite by construction is not checked.
    """
    nu = as_number(nu, "nu", 0, 1, closed="right")
    tol, max_iter = as_number(tol, "tol", 0, closed="neither"), as_integer(max_iter, "max_iter")
    K = K if hasattr(K, "block") else as_gram(K)
    n = K.shape[0]
    with thread_limit(n):
        _require_psd(K)
        diagonal = np.array(K.diagonal())
        rounded = smo.rounded_entries(K, record)
        far_from_mean, variance = _distances_to_mean(K, diagonal, rounded)
        C, ones = np.full(n, largest_weight(nu, n)), np.ones(n)
        alpha = (
            smo.fill(ones, -far_from_mean, C, 1.0) if start is None else smo.as_feasible(start, ones, C, 1.0)
        )
        # The engine's gradient is half a squared distance; rounding of K bounds what it can reach.
        rounding = 32 * np.finfo(float).eps * np.abs(diagonal).max() + np.finfo(float).tiny
        half_tol = max(tol * variance, rounding) / 2
        qp = smo.solve_checked(K, -diagonal / 2, ones, C, alpha, half_tol, max_iter, record, rounded)
    solution = _certify(qp, diagonal, nu)
    if not solution.converged:
        warnings.warn(
            f"The ball stopped after {qp.iterations} iterations with KKT residual {solution.kkt_residual:.3g}, above "
            f"{2 * half_tol:.3g} (tol={tol:.3g} of the variance), and duality gap {solution.duality_gap:.3g}; "
            f"{smo.what_to_raise(qp.iterations, max_iter)}.",
            ConvergenceWarning,
            stacklevel=2,
        )
    return solution


def _certify(qp, diagonal, nu):
    """The ball of a solved program, with primal and dual value each computed from its own definition."""
    alpha = qp.alpha
    K_alpha = qp.gradient + diagonal / 2
    center_norm2 = float(alpha @ K_alpha)
    squared_distances = diagonal - 2 * K_alpha + center_norm2
    R2 = max(0.0, float(radius_in_kkt_interval(squared_distances, nu)))
    dual = float(alpha @ diagonal) - center_norm2
    primal = float(primal_objective(R2**0.5, slacks(R2, squared_distances), nu))
    return BallSolution(
        alpha=alpha,
        nu=nu,
        R2=R2,
        center_norm2=center_norm2,
        squared_distances=squared_distances,
        objective=dual,
        primal_objective=primal,
        duality_gap=primal - dual,
        kkt_residual=2 * qp.kkt_residual,
        iterations=qp.iterations,
        converged=qp.converged,
        path=qp.path,
        history=None if qp.history is None else _of_the_ball(qp.history),
    )


def _of_the_ball(history):
    """The engine minimizes half of −L_D: its history in the units of the ball."""
    return replace(history, objective=-2 * history.objective, kkt_residual=2 * history.kkt_residual)


def _sample(n, size):
    """Indices of so many points, the same in each run."""
    return np.sort(np.random.default_rng(0).choice(n, min(n, size), replace=False))


def _distances_to_mean(K, diagonal, rounded):
    """‖Φ(xᵢ) − m‖² up to a constant, and the variance: both from the rows of a sample of points, or all where at hand.

    For a constant diagonal the order of the first is that of the kernel density, lowest density first.
    """
    if rounded is not None:
        sample, rows = slice(None), rounded
    elif hasattr(K, "block"):
        sample = _sample(len(diagonal), min(DENSITY_POINTS, max(FEWEST_POINTS, len(diagonal) // 32)))
        rows = K.block(sample, slice(None), np.float32)
    else:
        sample = _sample(len(diagonal), DENSITY_POINTS)
        rows = K[sample]
    largest = (diagonal[sample].mean() + diagonal.mean()) / 2
    density = rows.mean(axis=0).astype(np.float64)
    variance = largest - density.mean()
    if variance < CANCELLED * abs(largest) and rows.dtype == np.float32:
        density = rows.mean(axis=0, dtype=np.float64)
        variance = largest - density.mean()
    return diagonal - 2 * density, max(0.0, variance)


def _require_psd(K):
    """Refuse rows of a kernel that is not PSD by construction, as far as a sample of points tells."""
    if not hasattr(K, "block"):
        require_psd(K)
    elif not getattr(K.kernel, "positive_semidefinite", None):
        sample = _sample(K.shape[0], PSD_CHECK_POINTS)
        require_psd(K.block(sample, sample))


@dataclass(frozen=True)
class HyperplaneSolution:
    """The hyperplane that separates most mapped points from the origin, and what certifies it.

    Attributes
    ----------
    alpha : (n,) array, the dual weights: Σ alpha = 1, 0 ≤ alpha ≤ 1/(νn)
    nu : float
    rho : float, offset: the hyperplane is ⟨w, Φ(x)⟩ = ρ with w = Σᵢ αᵢ Φ(xᵢ)
    margins : (n,) array, ⟨w, Φ(xᵢ)⟩ − ρ of the training points
    objective : float, the value of the dual
    primal_objective : float, ½‖w‖² − ρ + (νn)⁻¹ Σ ξᵢ
    duality_gap : float
    iterations : int
    converged : bool
    """

    alpha: np.ndarray = field(repr=False)
    nu: float
    rho: float
    margins: np.ndarray = field(repr=False)
    objective: float
    primal_objective: float
    duality_gap: float
    iterations: int
    converged: bool

    @property
    def kinds(self):
        """The kind of each point in words, as for the ball: "inside" is the far side from the origin."""
        inside, surface, _ = three_kinds(self.alpha, self.nu)
        return np.select([inside, surface], ["inside", "surface"], "outlier")

    @property
    def w_norm2(self):
        """‖w‖² = Σᵢⱼ αᵢ αⱼ K(xᵢ, xⱼ)."""
        return max(0.0, -2 * self.objective)


def solve_hyperplane(K, nu, tol=1e-6, max_iter=1_000_000):
    """Find the hyperplane farthest from the origin: maximize −½ αᵀKα subject to Σ αᵢ = 1, 0 ≤ αᵢ ≤ 1/(νn).

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    nu : float, in (0, 1]: at least this share of the points are support vectors, at most this share novelties
    tol : float > 0, largest KKT residual, in units of the largest K(x, x)
    max_iter : int ≥ 1

    Returns
    -------
    HyperplaneSolution

    Raises
    ------
    ValueError
        If K is not a finite, square, symmetric, positive semidefinite matrix, or nu is not in (0, 1].

    Warns
    -----
    ConvergenceWarning
        If the KKT residual is still above tol after max_iter iterations.

    References
    ----------
    Schölkopf, Platt, Shawe-Taylor, Smola and Williamson (2001).
    """
    nu, K = as_number(nu, "nu", 0, 1, closed="right"), as_gram(K)
    tol = as_number(tol, "tol", 0, closed="neither")
    n = len(K)
    _require_psd(K)
    largest = np.abs(np.diagonal(K)).max() or 1.0
    qp = smo.solve(
        K, np.zeros(n), delta=1.0, upper=largest_weight(nu, n), tol=tol * largest, max_iter=max_iter
    )
    products = qp.gradient
    # With −⟨w, Φ(xᵢ)⟩ for the distances and −ρ for R², the cost in ρ is that of the ball in R².
    rho = -float(radius_in_kkt_interval(-products, nu))
    dual = -float(qp.alpha @ products) / 2
    primal = -dual - rho + float(slacks(-rho, -products).sum()) / (nu * n)
    return HyperplaneSolution(
        alpha=qp.alpha,
        nu=nu,
        rho=rho,
        margins=products - rho,
        objective=dual,
        primal_objective=primal,
        duality_gap=primal - dual,
        iterations=qp.iterations,
        converged=qp.converged,
    )


def decision_function(k, X, solution, X_new, K_xx=None):
    """R² − ‖Φ(x) − c‖² of new points: positive in the ball, negative outside.

    Parameters
    ----------
    k : Kernel or callable
    X : (n, p) array_like, the training points; the (n, n) Gram matrix for `Precomputed()`
    solution : BallSolution
    X_new : (m, p) array_like; for `Precomputed()` the (m, n) kernel values K(x, xᵢ)
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
    k, X = as_kernel(k), as_matrix(X)
    X_new = as_matrix(X_new, "X_new", n_features=X.shape[1])
    _require_training_points(X, solution)
    support = solution.support
    if is_precomputed(k):
        K_xs = k(X_new, X)[:, support]
        K_xx = _precomputed_diagonal(k, X, K_xx, len(X_new))
        return solution.R2 - (K_xx - 2 * K_xs @ solution.alpha[support] + solution.center_norm2)
    if K_xx is not None:
        raise ValueError(f"K_xx is for Precomputed() only; {k!r} computes it.")
    # Only support vectors have weight, and ‖c‖² is known: O(m · support), the sums of (9c) exactly.
    sums = k.evaluate_sums(X_new, X[support], solution.alpha[support])
    return solution.R2 - (k.evaluate_diagonal(X_new) - 2 * sums + solution.center_norm2)


def decision_on_grid(k, X, solution, x, y):
    """R² − ‖Φ(x) − c‖² on all points of a grid in the plane.

    Parameters
    ----------
    k : Kernel or callable; not precomputed
    X : (n, 2) array_like, the training points
    solution : BallSolution
    x : (w,) array_like
    y : (h,) array_like

    Returns
    -------
    (h, w) array, as matplotlib's contour wants it

    Raises
    ------
    ValueError
        If shapes do not fit, or the kernel is precomputed.

    Notes
    -----
    For the Gaussian and the Laplacian kernel one matrix product, see `Kernel.sums_on_grid`; for others point by point.
    """
    k, X = as_kernel(k), as_matrix(X)
    if is_precomputed(k):
        raise ValueError("a grid has no precomputed kernel values; use decision_function.")
    _require_training_points(X, solution)
    x, y = as_vector(x, "x"), as_vector(y, "y")
    sums = k.sums_on_grid(x, y, X[solution.support], solution.alpha[solution.support])
    if k.constant_diagonal:
        K_xx = k.evaluate_diagonal(X[:1])[0]
    else:
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        K_xx = k.evaluate_diagonal(points).reshape(sums.shape)
    return solution.R2 - solution.center_norm2 - K_xx + 2 * sums


def _require_training_points(X, solution):
    if len(X) != len(solution.alpha):
        raise ValueError(
            f"X must be the {len(solution.alpha)} training points of the solution, got {len(X)}."
        )


def _precomputed_diagonal(k, X, K_xx, m):
    if K_xx is not None:
        return as_vector(K_xx, "K_xx", m)
    diagonal = k.diagonal(X)
    if np.ptp(diagonal) > 1e-10 * np.abs(diagonal).max():
        raise ValueError(
            "K_xx, the values K(x, x) of the new points, must be given: the diagonal of the precomputed training "
            f"matrix is not constant (it goes from {diagonal.min():.3g} to {diagonal.max():.3g})."
        )
    return np.full(m, diagonal.mean())


class MinimumVolumeBall(OutlierMixin, KernelEstimator):
    """The smallest ball in feature space around most of the data: the one-class support vector machine of SVDD form.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    nu : float, in (0, 1]: at least this share of the points are support vectors, at most this share outliers
    tol : float > 0, largest KKT residual, in units of the variance of the mapped points
    max_iter : int ≥ 1

    Attributes
    ----------
    solution_ : BallSolution, with its certificate
    kernel_ : Kernel that was used
    alpha_ : (n,) array, Σ alpha_ = 1
    support_ : (s,) int array, indices with alpha_ > 0
    support_vectors_ : (s, p) array
    R2_ : float, squared radius
    offset_ : float, −R²: `decision_function` is `score_samples` − offset_
    n_iter_ : int
    n_features_in_ : int

    Notes
    -----
    `sklearn.svm.OneClassSVM` separates the mapped points from the origin by a hyperplane at ρ. Where K(x, x) = κ is
    constant, as for RBF, the two are the same: its weights are νn times alpha_ (they sum to νn), and with
    ⟨w, Φ(x)⟩ = νn Σᵢ αᵢ K(x, xᵢ), R² = κ + ‖c‖² − 2ρ/(νn), so that our decision function is 2/(νn) times its own.
    Where K(x, x) varies, as for the linear kernel, they are different problems: ours encloses, that one separates, and
    a point can weigh nothing in one and 1/(νn) in the other.

    `predict` follows the sign of `decision_function`. Points on the surface lie at 0 up to `tol`, so either sign can
    come out for them: count outliers by `solution_.outlier`, not by `predict`.

    Examples
    --------
    >>> import numpy as np
    >>> from kernelsy19.kernels import RBF
    >>> X = np.random.default_rng(0).normal(size=(100, 2))
    >>> ball = MinimumVolumeBall(RBF(gamma=0.5), nu=0.1).fit(X)
    >>> bool(ball.solution_.outlier.mean() <= 0.1)
    True
    """

    def __init__(self, kernel=None, nu=0.1, tol=1e-6, max_iter=1_000_000):
        self.kernel = kernel
        self.nu = nu
        self.tol = tol
        self.max_iter = max_iter

    def fit(self, X, y=None):
        """Find the ball around X.

        Parameters
        ----------
        X : (n, p) array_like; the (n, n) Gram matrix for `Precomputed()`
        y : ignored, for scikit-learn's pipelines

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64)
        self.kernel_ = default_kernel(X) if self.kernel is None else as_kernel(self.kernel)
        K = self.kernel_(X) if is_precomputed(self.kernel_) else smo.GramRows(self.kernel_, X)
        self.solution_ = solve_dual(K, self.nu, self.tol, self.max_iter)
        self._X = X
        self.alpha_ = self.solution_.alpha
        self.support_ = self.solution_.support
        self.support_vectors_ = X[self.support_]
        self.R2_ = self.solution_.R2
        self.offset_ = -self.R2_
        self.n_iter_ = self.solution_.iterations
        return self

    def decision_function(self, X, K_xx=None):
        """R² − ‖Φ(x) − c‖²: positive in the ball.

        Parameters
        ----------
        X : (m, p) array_like; for `Precomputed()` the (m, n) kernel values K(x, xᵢ)
        K_xx : (m,) array_like or None, as in `ball.decision_function`

        Returns
        -------
        (m,) array
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return decision_function(self.kernel_, self._X, self.solution_, X, K_xx)

    def score_samples(self, X, K_xx=None):
        """−‖Φ(x) − c‖²: the higher, the nearer to the center.

        Parameters
        ----------
        X, K_xx : as in `decision_function`

        Returns
        -------
        (m,) array
        """
        return self.decision_function(X, K_xx) + self.offset_

    def predict(self, X, K_xx=None):
        """+1 in the ball, −1 outside.

        Parameters
        ----------
        X, K_xx : as in `decision_function`

        Returns
        -------
        (m,) int array
        """
        return np.where(self.decision_function(X, K_xx) >= 0, 1, -1)

    def fit_predict(self, X, y=None):
        """Fit the ball and return `predict` of the same points.

        Parameters
        ----------
        X : as in `fit`
        y : ignored, for scikit-learn's pipelines

        Returns
        -------
        (n,) int array
        """
        self.fit(X)
        return self.predict(X, self.kernel_.diagonal(X) if is_precomputed(self.kernel_) else None)
