"""The minimum-volume ball as equations, in the order of the lecture: primal, Lagrangian, dual, optimality, decision.

Shapes and meanings, where an equation says nothing else:

    R                 float, radius
    xi                (n,), slacks
    nu                float, in (0, 1]
    c                 (D,), center
    Phi               (n, D), one mapped point a row
    R2                float, squared radius
    squared_distances (n,), ‖Φ(xᵢ) − c‖²
    alpha             (n,)
    beta              (n,) arrays, multipliers of (3a) and (3b)
    K                 (n, n), Gram matrix
"""

import numpy as np

from kernelsy19.catalogue import implements

WEIGHT_TOLERANCE = 1e-8


@implements("SY19-2", "AML-33")
def primal_objective(R, xi, nu):
    """R² + (νn)⁻¹ Σᵢ ξᵢ: a small ball, and a price for each point outside.
    → float, in squared units of the feature space"""
    return R**2 + xi.sum() / (nu * len(xi))


@implements("SY19-3")
def constraints(R, c, xi, Phi):
    """R² + ξᵢ − ‖Φ(xᵢ) − c‖² (3a) and ξᵢ (3b): feasible where neither is negative.
    → (n,) and (n,) array, in squared units of the feature space"""
    return R**2 + xi - ((Phi - c) ** 2).sum(axis=1), xi


@implements("SY19-3")
def slacks(R2, squared_distances):
    """The smallest ξᵢ that meet (3a) and (3b): max(0, ‖Φ(xᵢ) − c‖² − R²).
    → (n,), in squared units of the feature space"""
    return np.maximum(0, squared_distances - R2)


@implements("SY19-4")
def lagrangian(R, c, xi, alpha, beta, Phi, nu):
    """L = R² + (νn)⁻¹ Σᵢ ξᵢ − Σᵢ αᵢ (R² + ξᵢ − ‖Φ(xᵢ) − c‖²) − Σᵢ βᵢ ξᵢ.
    alpha, beta (n,) arrays, multipliers of (3a) and (3b) → float, in squared units of the feature space"""
    inside_by, positive_by = constraints(R, c, xi, Phi)
    return primal_objective(R, xi, nu) - alpha @ inside_by - beta @ positive_by


@implements("SY19-5")
def derivative_in_radius(R, alpha):
    """∂L/∂R = 2R − 2R Σᵢ αᵢ, zero when Σᵢ αᵢ = 1."""
    return 2 * R - 2 * R * alpha.sum()


@implements("SY19-6")
def derivative_in_slacks(alpha, beta, nu):
    """∂L/∂ξᵢ = (νn)⁻¹ − αᵢ − βᵢ.
    alpha, beta (n,) arrays, multipliers of (3a) and (3b) → (n,)"""
    return 1 / (nu * len(alpha)) - alpha - beta


@implements("SY19-6")
def slack_multipliers(alpha, nu):
    """βᵢ = (νn)⁻¹ − αᵢ, which makes ∂L/∂ξᵢ zero.
    → (n,)"""
    return 1 / (nu * len(alpha)) - alpha


@implements("SY19-7")
def largest_weight(nu, n):
    """1/(νn), the bound on αᵢ.
    n: int, number of points"""
    return 1 / (nu * n)


@implements("SY19-7", "AML-34")
def box_violation(alpha, nu):
    """How far αᵢ lies outside 0 ≤ αᵢ ≤ 1/(νn).
    → (n,), 0 within the box"""
    return np.maximum(0, np.maximum(-alpha, alpha - largest_weight(nu, len(alpha))))


@implements("SY19-8")
def derivative_in_center(c, alpha, Phi):
    """∂L/∂c = 2c Σᵢ αᵢ − 2 Σᵢ αᵢ Φ(xᵢ).
    → (D,)"""
    return 2 * c * alpha.sum() - 2 * alpha @ Phi


@implements("SY19-8")
def center(alpha, Phi):
    """c = Σᵢ αᵢ Φ(xᵢ), which makes ∂L/∂c zero when Σᵢ αᵢ = 1.
    → (D,)"""
    return alpha @ Phi


@implements("SY19-wolfe-dual", "AML-31")
def dual_objective(K, alpha):
    """L_D(α) = Σᵢ αᵢ K(xᵢ, xᵢ) − Σᵢⱼ αᵢ αⱼ K(xᵢ, xⱼ), to be maximized.
    → float, in squared units of the feature space"""
    return alpha @ np.diagonal(K) - alpha @ K @ alpha


@implements("SY19-wolfe-dual-rbf")
def dual_objective_constant_diagonal(K, alpha):
    """Σᵢⱼ αᵢ αⱼ K(xᵢ, xⱼ) = ‖c‖², to be minimized when K(x, x) is the same for all x.
    → float, in squared units of the feature space"""
    return alpha @ K @ alpha


@implements("SY19-kkt")
def complementary_slackness(R2, xi, alpha, beta, squared_distances):
    """αᵢ (R² + ξᵢ − ‖Φ(xᵢ) − c‖²) and βᵢ ξᵢ, which are all zero at the optimum.
    alpha, beta (n,) arrays, multipliers of (3a) and (3b) → (n,) and (n,) array"""
    return alpha * (R2 + xi - squared_distances), beta * xi


@implements("SY19-three-kinds")
def three_kinds(alpha, nu):
    """Tell the points inside (αᵢ = 0), on the surface (0 < αᵢ < 1/(νn)) and the outliers (αᵢ = 1/(νn)).
    → inside, surface, outlier (n,) bool arrays, one of them true for each point

    A weight counts as 0 or as 1/(νn) when it is within 1e-8 of that, in units of 1/(νn), or of the largest weight
    where the bound is far above all of them."""
    bound = largest_weight(nu, len(alpha))
    rounding = WEIGHT_TOLERANCE * np.minimum(bound, alpha.max())
    inside = alpha <= rounding
    outlier = alpha >= bound - rounding
    return inside, ~inside & ~outlier, outlier & ~inside


@implements("SY19-9a")
def decide(R2, squared_distances):
    """g(x) = sign(R² − ‖Φ(x) − c‖²); a point on the sphere is in the ball, as in (3a).
    squared_distances (m,), ‖Φ(x) − c‖² → (m,) int array, +1 in the ball, −1 outside"""
    return np.where(R2 - squared_distances >= 0, 1, -1)


@implements("SY19-9b")
def decide_from_products(R2, K_xx, K_xc, K_cc):
    """g(x) = sign(R² − K(x, x) + 2⟨Φ(x), c⟩ − ⟨c, c⟩).
    K_xx (m,), K(x, x); K_xc (m,), ⟨Φ(x), c⟩; K_cc: float, ⟨c, c⟩ → (m,) int array, +1 in the ball, −1 outside"""
    return np.where(R2 - K_xx + 2 * K_xc - K_cc >= 0, 1, -1)


@implements("SY19-9c")
def squared_distances_to_center(K_xx, K_xs, K_ss, alpha):
    """Squared distances ‖Φ(x) − c‖² from mapped points to the center c = Σᵢ αᵢ Φ(xᵢ).
    K_xx (m,), K(x, x) of each point; K_xs (m, n), K(x, xᵢ); K_ss (n, n), Gram matrix of the training points; alpha
    (n,), Σ alpha = 1 → (m,), in squared units of the feature space"""
    return K_xx - 2 * K_xs @ alpha + alpha @ K_ss @ alpha


@implements("SY19-radius", "AML-32")
def radius_squared(K, alpha, nu):
    """R² = ‖Φ(xᵢ) − c‖² of the support vectors on the surface, averaged over them.
    alpha (n,), a solution of the dual → float, in squared units of the feature space; see `radius_in_kkt_interval`
    when no point is on the surface"""
    squared_distances = squared_distances_to_center(np.diagonal(K), K, K, alpha)
    surface = three_kinds(alpha, nu)[1]
    if not surface.any():
        return radius_in_kkt_interval(squared_distances, nu)
    return squared_distances[surface].mean()


@implements()
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


@implements()
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
    R2 = max(radius_in_kkt_interval(squared_distances, nu), 0.0)
    return primal_objective(R2**0.5, slacks(R2, squared_distances), nu) - dual_objective(K, alpha)
