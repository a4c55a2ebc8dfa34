"""Solving the hyperplane one-class support vector machine by the same dual.

The plain way is that of the ball: `programs.smo_steps` with Q = K and p = 0, where the ball has Q = 2K and p = diag K.
"""

from dataclasses import dataclass, field

import numpy as np

from kernelsy19.ball import largest_weight, radius_in_kkt_interval, slacks, three_kinds, weights_on_farthest
from kernelsy19.certificates import EPS, broken_promise, certified, feasibility
from kernelsy19.engine import smo
from kernelsy19.engine.compilation import loops_pay
from kernelsy19.engine.duals import solve_program, warn_unless_solved
from kernelsy19.engine.providers import in_units
from kernelsy19.engine.threads import thread_limit
from kernelsy19.gram import psd_provider
from kernelsy19.signatures import integer_from, number_from, takes
from kernelsy19.units import in_other_units


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
    converged : bool, whether weights, gap and residual, computed from alpha and K, leave no doubt
    doubts : tuple of str, what keeps the hyperplane from being certified, feasibility, none where it converged
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
    doubts: tuple = field(default=(), repr=False)

    @property
    def kinds(self):
        """The kind of each point in words, as for the ball: "inside" is the far side from the origin."""
        inside, surface, _ = three_kinds(self.alpha, self.nu)
        return np.select([inside, surface], ["inside", "surface"], "outlier")

    @property
    def w_norm2(self):
        """‖w‖² = Σᵢⱼ αᵢ αⱼ K(xᵢ, xⱼ)."""
        return max(-2 * self.objective, 0.0)


@takes(K=psd_provider, nu=number_from(0, 1, "right"), tol=number_from(0), max_iter=integer_from())
def solve_hyperplane(K, nu, tol=1e-6, max_iter=1_000_000):
    """Find the hyperplane farthest from the origin: maximize −½ αᵀKα subject to Σ αᵢ = 1, 0 ≤ αᵢ ≤ 1/(νn).

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix; or `kernel.gram(X)`, which computes them
    nu : float, in (0, 1]: at least this share of the points are support vectors, at most this share novelties
    tol : float > 0, largest KKT residual, in units of the largest K(x, x)
    max_iter : int ≥ 1

    Returns
    -------
    HyperplaneSolution

    References
    ----------
    Schölkopf, Platt, Shawe-Taylor, Smola and Williamson (2001).
    """
    n = len(K)
    with thread_limit(n):
        K, places = in_units(K)
        largest, upper = float(np.abs(K.diagonal()).max()), np.full(n, largest_weight(nu, n))
        limit = max(tol, 32 * EPS) * (largest or 1.0)
        ones, p = np.ones(n), np.zeros(n)
        # Without compiled loops a good start is worth a look at all of K.
        quick = loops_pay(n)
        start = smo.fill(ones, p, upper, 1.0) if quick else weights_on_farthest(-K.matrix().mean(axis=0), nu)
        qp = solve_program(K, p, ones, 1.0, upper, start, limit, max_iter)
        solution = _certify(qp, nu, largest, limit, broken_promise(K, qp.alpha))
    if places:
        values = ("rho", "margins", "objective", "primal_objective", "duality_gap")
        solution = in_other_units(solution, **dict.fromkeys(values, places))
    return warn_unless_solved(solution, "SMO", max_iter)


def _certify(qp, nu, largest, limit, broken):
    """The hyperplane of a solved program, certified by its arrays; `broken` is by how much K is not PSD."""
    alpha, products, n = qp.alpha, qp.gradient, len(qp.alpha)
    # With −⟨w, Φ(xᵢ)⟩ for the distances and −ρ for R², the cost in ρ is that of the ball in R².
    rho = -float(radius_in_kkt_interval(-products, nu))
    dual = -float(alpha @ products) / 2
    primal = -dual - rho + float(slacks(-rho, -products).sum()) / (nu * n)
    noise = 32 * EPS * n * largest
    gap = primal - dual
    solution = HyperplaneSolution(alpha, nu, rho, products - rho, dual, primal, gap, qp.iterations, True)
    return certified(
        solution,
        ("KKT residual", qp.kkt_residual, limit),
        *feasibility(alpha, largest_weight(nu, n), alpha.sum() - 1),
        ("duality gap", gap, qp.kkt_residual + noise),
        ("a duality gap below 0 by", -gap, noise),
        ("a squared norm below 0 by", 2 * dual, noise),
        ("an eigenvalue of K below 0 by", broken, 0.0),
    )
