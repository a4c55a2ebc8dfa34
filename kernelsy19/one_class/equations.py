"""What ν bounds, and the hyperplane that is the ball, as equations.

Shapes and meanings, where an equation says nothing else:

    alpha (n,), Σ alpha = 1, 0 ≤ alpha ≤ 1/(νn)
    nu    float, in (0, 1]
    K_xs  (m, n), K(x, xᵢ)
    rho   float
"""

import numpy as np

from kernelsy19.ball import three_kinds
from kernelsy19.catalogue import implements
from kernelsy19.signatures import fitting, integer_from, takes
from kernelsy19.validation import as_number


@implements("SY19-nu-outliers")
def share_of_outliers(xi):
    """The share of points with ξᵢ > 0, which ν bounds from above.
    xi (n,), slacks at the optimum → float, in [0, ν]

    A solver leaves slacks of rounding size at points on the surface. With the R² of `radius_in_kkt_interval` they
    never lift this share above ν, but to count outliers take `BallSolution.outlier`, the weights at their bound."""
    return float((xi > 0).mean())


@implements("SY19-nu-support-vectors")
def share_of_support_vectors(alpha):
    """The share of points with αᵢ > 0, which ν bounds from below.
    → float, in [ν, 1]"""
    return float((alpha > 0).mean())


@implements("SY19-nu-limit")
def share_on_surface(alpha, nu):
    """The share of points with 0 < αᵢ < 1/(νn): how far apart the two shares are, with ν between them.
    alpha (n,) → float, in [0, 1]; goes to 0 as n grows, for points in general position"""
    return float(three_kinds(alpha, nu)[1].mean())


@implements("SY19-nu-zero", "AML-30")
def hard_radius_squared(squared_distances):
    """maxᵢ ‖Φ(xᵢ) − c‖²: for νn < 1 no slack is worth its price, and the ball holds every point.
    squared_distances (n,), ‖Φ(xᵢ) − c‖² → float, in squared units of the feature space"""
    return float(squared_distances.max())


@implements("SY19-nu-one")
def decide_by_mean_kernel(K_xs, eta):
    """g(x) = sign(n⁻¹ Σᵢ K(x, xᵢ) − η): for ν = 1 the decision is a threshold on a kernel density.
    eta: float, threshold → (m,) int array, +1 in the ball, −1 outside"""
    return np.where(K_xs.mean(axis=1) - eta >= 0, 1, -1)


@implements("COURSE-eta")
def threshold(kappa, center_norm2, R2):
    """(κ + ‖c‖² − R²)/2: the value of Σᵢ αᵢ K(x, xᵢ) on the surface, where K(x, x) = κ for all x.
    kappa: float, K(x, x); center_norm2: float, ‖c‖²; R2: float, squared radius → float: η of the density for ν = 1,
    ρ of the hyperplane for every ν"""
    return (kappa + center_norm2 - R2) / 2


@implements("AML-bound")
@takes(n=integer_from(), C=fitting(lambda C, name, given: as_number(C, name, 1 / given["n"])))
def nu_of_bound(C, n):
    """ν = 1/(Cn), for the price C of a unit of slack: αᵢ ≤ C.
    C: float, ≥ 1/n: n weights below 1/n cannot sum to 1; n: int, number of points → float, in (0, 1]"""
    return min(1.0, 1 / (C * n))


@implements("COURSE-hyperplane-primal")
def hyperplane_objective(w, rho, xi, nu):
    """½‖w‖² − ρ + (νn)⁻¹ Σᵢ ξᵢ: a hyperplane far from the origin, and a price for each point on the wrong side.
    w (D,), normal of the hyperplane ⟨w, Φ(x)⟩ = ρ; rho: float, offset; xi (n,), slacks: ⟨w, Φ(xᵢ)⟩ ≥ ρ − ξᵢ, ξᵢ ≥ 0
    → float, in squared units of the feature space"""
    return w @ w / 2 - rho + xi.sum() / (nu * len(xi))


@implements("COURSE-hyperplane-dual")
def hyperplane_dual_objective(K, alpha):
    """−½ Σᵢⱼ αᵢ αⱼ K(xᵢ, xⱼ), to be maximized over the same weights as the ball's dual.
    K (n, n), Gram matrix → float, in squared units of the feature space"""
    return -(alpha @ K @ alpha) / 2


@implements("COURSE-hyperplane-decision")
def hyperplane_decision(K_xs, alpha, rho):
    """⟨w, Φ(x)⟩ − ρ = Σᵢ αᵢ K(x, xᵢ) − ρ: negative on the side of the origin, where the novelties are.
    alpha (n,) → (m,), in squared units of the feature space"""
    return K_xs @ alpha - rho


@implements("COURSE-rescaled")
def rescaled(alpha, rho, nu):
    """The weights νn α and the offset νn ρ of the same hyperplane in LIBSVM and scikit-learn, weights in [0, 1].
    alpha (n,), Σ alpha = 1 → (n,), which sums to νn, and float"""
    scale = nu * len(alpha)
    return scale * alpha, scale * rho
