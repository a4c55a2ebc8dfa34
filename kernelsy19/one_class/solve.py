"""Solving the hyperplane one-class support vector machine by the same dual."""

import warnings
from dataclasses import dataclass, field

import numpy as np

from kernelsy19.ball import (
    largest_weight,
    radius_in_kkt_interval,
    slacks,
    three_kinds,
    weights_on_farthest,
)
from kernelsy19.ball.solve import qp_by_smo_steps
from kernelsy19.engine import smo
from kernelsy19.engine.compilation import compiled_loops_work
from kernelsy19.kernels.geometry import psd_provider
from kernelsy19.validation import ConvergenceWarning, as_integer, as_number


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
    K : (n, n) array_like, positive semidefinite Gram matrix; or `kernel.gram(X)`, whose entries are computed when they
        are wanted
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
    nu, K = as_number(nu, "nu", 0, 1, closed="right"), psd_provider(K)
    tol, max_iter = as_number(tol, "tol", 0, closed="neither"), as_integer(max_iter, "max_iter")
    n = len(K)
    tol, upper = tol * (np.abs(K.diagonal()).max() or 1.0), largest_weight(nu, n)
    if compiled_loops_work():
        qp = smo.solve_qp(K, np.zeros(n), delta=1.0, upper=upper, tol=tol, max_iter=max_iter)
    else:
        qp = _by_plain_smo(K.matrix(), nu, tol, max_iter)
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


def _by_plain_smo(K, nu, tol, max_iter):
    """What `smo.solve_qp` finds, by the solver of chapter 3 from the points where the kernel density is lowest."""
    n = len(K)
    start = weights_on_farthest(-K.mean(axis=0), nu)
    qp = qp_by_smo_steps(K, np.zeros(n), np.ones(n), 1.0, largest_weight(nu, n), tol, max_iter, start)
    if not qp.converged:
        warnings.warn(
            f"SMO stopped after {qp.iterations} iterations with KKT residual {qp.kkt_residual:.3g}, above {tol:.3g}; "
            f"{smo.what_to_raise(qp.iterations, max_iter)}.",
            ConvergenceWarning,
            stacklevel=3,
        )
    return qp
