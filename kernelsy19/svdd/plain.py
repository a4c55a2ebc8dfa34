"""The ball for two classes the plain way, and what certifies one, whoever found it."""

from dataclasses import dataclass, field

import numpy as np

from kernelsy19.ball.equations import squared_distances_to_center
from kernelsy19.gram import require_psd
from kernelsy19.programs import PLAIN_AIM, Enclosed, Enclosure, last_step, smo_steps, variance_of_points
from kernelsy19.signatures import fitting, integer_from, number_from, one_each, takes
from kernelsy19.svdd.equations import (
    best_radius_squared,
    convex_objective,
    offset,
    places,
    signed_weights,
    slacks,
    smallest_bound,
)
from kernelsy19.validation import as_bounds, as_number, as_signs


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


one_kind_each = one_each("K", _as_kinds)
one_price_each = fitting(lambda C, name, given: as_price(C, given["y"]))


@takes(K=require_psd, y=one_kind_each, C=one_price_each, tol=number_from(0), max_iter=integer_from())
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


class TwoClassBall(Enclosure):
    """The ball around the targets at this price."""

    def radius(self, d2):
        return best_radius_squared(d2, self.y, self.upper)

    def cost(self, R2, center_norm2, d2):
        return convex_objective(center_norm2, offset(R2, center_norm2), slacks(R2, d2, self.y), self.upper)

    def solution(self, **found):
        return SVDDSolution(y=self.y, C=self.upper, **found)


@takes(K=require_psd, y=one_kind_each, C=one_price_each, alpha=one_each("K"), tol=number_from(0))
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
    return TwoClassBall(y, C).certify(K, alpha, tol)


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
