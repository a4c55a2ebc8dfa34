"""The ball for two classes as equations, in the order of the chapter: primal, convex form, dual, places, radius.

Shapes and meanings, where an equation says nothing else:

    R2                float, squared radius
    xi                (n,), slacks
    C                 float > 0
    squared_distances (n,), ‖Φ(xᵢ) − c‖²
    y                 (n,), +1 for a target, −1 for an outlier
    center_norm2      float, ‖c‖²
    rho               float, R² − ‖c‖²
    alpha             (n,), ≥ 0
    K                 (n, n), Gram matrix
"""

import numpy as np

from kernelsy19.ball.equations import dual_objective as one_class_dual_objective
from kernelsy19.ball.equations import squared_distances_to_center, three_kinds
from kernelsy19.catalogue import implements


@implements("AML-35")
def primal_objective(R2, xi, C):
    """R² + C Σᵢ ξᵢ, the slacks of both classes at one price, or each at its own.
    C: float > 0, price of a unit of slack, or (n,) array of them → float, in squared units of the feature space"""
    return R2 + np.sum(C * xi)


@implements("AML-35")
def slacks(R2, squared_distances, y):
    """The smallest slacks that are allowed: max(0, yᵢ(‖Φ(xᵢ) − c‖² − R²)).
    → (n,), in squared units of the feature space"""
    return np.maximum(0, y * (squared_distances - R2))


@implements("COURSE-svdd-offset")
def offset(R2, center_norm2):
    """ρ = R² − ‖c‖².
    → float, of any sign, in squared units of the feature space"""
    return R2 - center_norm2


@implements("COURSE-svdd-convex")
def convex_objective(center_norm2, rho, xi, C):
    """‖c‖² + ρ + C Σᵢ ξᵢ: the value of (35), in unknowns in which the program is convex.
    → float, in squared units of the feature space"""
    return center_norm2 + rho + np.sum(C * xi)


@implements("COURSE-svdd-decision")
def linear_decision(rho, K_xx, K_xc):
    """ρ − K(x, x) + 2⟨Φ(x), c⟩, which is R² − ‖Φ(x) − c‖²: positive in the ball.
    K_xx (m,), K(x, x); K_xc (m,), ⟨Φ(x), c⟩ = Σᵢ α'ᵢ K(x, xᵢ) → (m,), in squared units of the feature space"""
    return rho - K_xx + 2 * K_xc


@implements("AML-36")
def signed_weights(y, alpha):
    """α'ᵢ = yᵢ αᵢ.
    → (n,), the coefficients of the center: c = Σᵢ α'ᵢ Φ(xᵢ)"""
    return y * alpha


@implements("AML-37")
def dual_objective(K, y, alpha):
    """Σᵢ α'ᵢ K(xᵢ, xᵢ) − Σᵢⱼ α'ᵢ α'ⱼ K(xᵢ, xⱼ), to be maximized.
    → float, in squared units of the feature space"""
    return one_class_dual_objective(K, signed_weights(y, alpha))


@implements("COURSE-svdd-feasible")
def smallest_bound(y):
    """1/p, below which no weights of the target points sum to 1.
    y (n,), +1 for a target, −1 for an outlier; at least one target"""
    return 1 / np.count_nonzero(y > 0)


@implements("COURSE-svdd-places")
def places(y, alpha, C):
    """Tell from its weight whether a point lies in the ball, on its surface or outside.
    alpha (n,), a solution of the dual → inside, surface, outside (n,) bool arrays, one of them true for each point

    A weight counts as 0 or as C when it is within 1e-8 of that, in units of C, or of the largest weight where C is
    far above all of them. A target without weight is inside, an outlier without weight is outside; at the bound C
    each is on the other side."""
    no_weight, surface, at_bound = three_kinds(alpha, 1 / (C * len(alpha)))
    return np.where(y > 0, no_weight, at_bound), surface, np.where(y > 0, at_bound, no_weight)


@implements("COURSE-svdd-radius")
def best_radius_squared(squared_distances, y, C):
    """The R² that minimizes R² + C Σᵢ max(0, yᵢ(‖Φ(xᵢ) − c‖² − R²)) for a given center.
    C: float, ≥ 1/p for p targets, or (n,) array → float, in squared units of the feature space

    The cost has slope 1 − Cp below all points, and each point that R² passes adds C: a target no longer pays, an
    outlier begins to. So it falls until more than p − 1/C points are inside. If that is a whole number k, every R²
    from the k-th to the (k + 1)-th distance is best, and we take the middle; for k = 0 the nearest point."""
    n, order = len(y), np.argsort(squared_distances, kind="stable")
    nearest_first, price = squared_distances[order], np.broadcast_to(C, n)
    slope = 1 - price[y > 0].sum() + np.append(0.0, price[order].cumsum())  # with 0, 1, … n points inside
    k = int(np.abs(slope).argmin())
    if abs(slope[k]) > 1e-12 * n * price.max():
        return nearest_first[int((slope > 0).argmax()) - 1]
    return (nearest_first[max(k - 1, 0)] + nearest_first[min(k, n - 1)]) / 2


@implements("COURSE-svdd-gap")
def duality_gap(K, y, alpha, C):
    """R² + C Σᵢ ξᵢ of the best ball around the center of α, less L_D(α): how far α can be from optimal.
    alpha (n,), feasible: Σ yᵢ alphaᵢ = 1, 0 ≤ alpha ≤ C; C: float, ≥ 1/p for p targets → float, ≥ 0 up to rounding,
    in squared units of the feature space; 0 at the optimum"""
    d2 = squared_distances_to_center(np.diagonal(K), K, K, signed_weights(y, alpha))
    R2 = best_radius_squared(d2, y, C)
    return primal_objective(R2, slacks(R2, d2, y), C) - dual_objective(K, y, alpha)
