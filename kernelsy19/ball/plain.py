"""The minimum-volume ball the plain way: its dual by SMO, and what certifies a ball, whoever found it."""

from dataclasses import dataclass

import numpy as np

from kernelsy19.ball.equations import (
    box_violation,
    largest_weight,
    primal_objective,
    radius_in_kkt_interval,
    slacks,
    three_kinds,
)
from kernelsy19.gram import require_psd
from kernelsy19.kernels.geometry import squared_distances_to_mean
from kernelsy19.programs import PLAIN_AIM, Enclosed, Enclosure, last_step, smo_steps, variance_of_points
from kernelsy19.signatures import fitting, integer_from, number_from, one_each, takes
from kernelsy19.validation import as_vector


@dataclass(frozen=True, kw_only=True)
class BallSolution(Enclosed):
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
    converged : bool, whether weights, distances and residual, computed from alpha and K, leave no doubt
    path : {"full", "rows", "plain"}, whether the Gram matrix was formed, its rows were computed when asked for, or the
        plain solver was at work
    doubts : tuple of str, what keeps the ball from being certified, none where it converged
    """

    nu: float

    @property
    def upper(self):
        """The bound 1/(νn) on the weights."""
        return largest_weight(self.nu, len(self.alpha))

    @property
    def inside(self):
        """Points with αᵢ = 0 (see `three_kinds`), as an (n,) bool array."""
        return three_kinds(self.alpha, self.nu)[0]

    @property
    def surface(self):
        """Points with 0 < αᵢ < 1/(νn) (see `three_kinds`), as an (n,) bool array."""
        return three_kinds(self.alpha, self.nu)[1]

    @property
    def outlier(self):
        """Points with αᵢ = 1/(νn) (see `three_kinds`), as an (n,) bool array."""
        return three_kinds(self.alpha, self.nu)[2]

    @property
    def kinds(self):
        """The kind of each point in words, as an (n,) array of "inside", "surface", "outlier"."""
        return np.select([self.inside, self.surface], ["inside", "surface"], "outlier")

    @property
    def xi(self):
        """The slacks, as an (n,) array."""
        return slacks(self.R2, self.squared_distances)


share = number_from(0, 1, "right")
feasible = fitting(lambda start, name, given: _as_feasible(start, given["nu"], len(given["K"])))


@takes(K=require_psd, nu=share, tol=number_from(0), max_iter=integer_from(), start=feasible)
def plain_smo(K, nu, tol=1e-6, max_iter=1_000_000, start=None):
    """Find the minimum-volume ball the plain way: maximize L_D(α) subject to Σ αᵢ = 1, 0 ≤ αᵢ ≤ 1/(νn), by `smo_steps`.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    nu, tol, max_iter : as in `solve_dual`
    start : (n,) array_like, a feasible α; None puts the weight on the points that are farthest from the mean

    Returns
    -------
    (n,) array, the weights α, which `certify` judges
    """
    n, diagonal = len(K), np.diagonal(K)
    if start is None:
        start = weights_on_farthest(squared_distances_to_mean(diagonal, K, K), nu)
    aim = PLAIN_AIM * tol * variance_of_points(K)
    steps = smo_steps(2 * K, diagonal, min(1.0, largest_weight(nu, n)), start, aim, max_iter)
    return last_step(steps)[1].alpha


class Ball(Enclosure):
    """The ball around so many points, in which primal and dual differ by no more than the KKT residual."""

    gap_is_below_residual = True

    def __init__(self, nu, n):
        super().__init__(np.ones(n), largest_weight(nu, n))
        self.nu = nu

    def radius(self, d2):
        return max(radius_in_kkt_interval(d2, self.nu), 0.0)

    def cost(self, R2, center_norm2, d2):
        return primal_objective(R2**0.5, slacks(R2, d2), self.nu)

    def solution(self, **found):
        return BallSolution(nu=self.nu, **found)


@takes(K=require_psd, nu=share, alpha=one_each("K"), tol=number_from(0))
def certify(K, nu, alpha, tol=1e-6):
    """Judge the weights of a minimum-volume ball by K and ν alone, whoever found them.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    nu : float, in (0, 1]
    alpha : (n,) array_like
    tol : float > 0, largest KKT residual that counts as converged, in units of the variance of the mapped points

    Returns
    -------
    BallSolution, whose `path` is "plain", without a count of iterations
    """
    return Ball(nu, len(K)).certify(K, alpha, tol)


@takes(squared_distances=as_vector, nu=number_from(0, 1, "right"))
def weights_on_farthest(squared_distances, nu):
    """Weights at the bound 1/(νn) for the points that are farthest, as many as the sum of 1 allows.

    Parameters
    ----------
    squared_distances : (n,) array, or any other numbers of which the largest come first
    nu : float, in (0, 1]

    Returns
    -------
    (n,) array, feasible for the dual
    """
    n = len(squared_distances)
    alpha = np.empty(n)
    at_bound = max(1.0, nu * n)
    farthest_first = np.argsort(-squared_distances, kind="stable")
    alpha[farthest_first] = np.clip(1 - np.arange(n) / at_bound, 0, 1 / at_bound)
    return alpha


def _as_feasible(start, nu, n):
    start = as_vector(start, "start", n)
    if box_violation(start, nu).max() > 1e-10 * largest_weight(nu, n) or abs(start.sum() - 1) > 1e-10 * n:
        raise ValueError(
            f"start must hold weights from 0 to 1/(νn) = {largest_weight(nu, n):.3g} with the sum 1, got weights from "
            f"{start.min():.3g} to {start.max():.3g} with the sum {start.sum():.3g}."
        )
    return np.clip(start, 0, largest_weight(nu, n))
