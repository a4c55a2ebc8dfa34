"""Support vector regression: a function that is flat, and a tube around it in which a miss costs nothing."""

from dataclasses import dataclass, field

import numpy as np

from kernelsy19.certificates import broken_promise
from kernelsy19.engine.providers import TwiceGram
from kernelsy19.engine.threads import thread_limit
from kernelsy19.gram import psd_provider
from kernelsy19.programs import kkt_residual
from kernelsy19.signatures import integer_from, number_from, one_each, takes
from kernelsy19.svm.equations import middle_offset, tube_infeasibility, tube_loss, tube_risk
from kernelsy19.svm.plain import Machine, finite_prices, judged, valued
from kernelsy19.svm.solve import solve_signed, warn_unless_converged


@dataclass(frozen=True, kw_only=True)
class RegressionSolution(Machine):
    """A support vector regression, and what certifies it.

    Attributes
    ----------
    beta : (n,) array, the dual weights: −C ≤ beta ≤ C, Σ beta = 0; positive where a point pulls f up
    y : (n,) array of numbers
    C : (n,) array, the price of a unit outside the tube
    epsilon : float, half the width of the tube
    b : float, the offset
    f : (n,) array, the function at the points
    w_norm2 : float, ‖w‖²
    objective : float, the value of the dual
    primal_objective : float, ½‖w‖² + Σ Cᵢ max(0, |yᵢ − f(xᵢ)| − ε) of this function
    duality_gap : float, primal less dual value; the function is optimal up to this, whatever the solver did
    kkt_residual : float, by how much two points want to move b in opposite directions, in units of y
    iterations : int
    converged : bool, whether weights, gap and residual, computed from beta and K, leave no doubt
    path : {"full", "rows", "plain"}, as for `ball.BallSolution`
    doubts : tuple of str, what keeps the function from being certified, none where it converged
    """

    beta: np.ndarray = field(repr=False)
    epsilon: float

    @property
    def alpha(self):
        """|βᵢ|, as an (n,) array."""
        return np.abs(self.beta)

    @property
    def weights(self):
        """By what the kernel values of each point are multiplied, βᵢ, as an (n,) array."""
        return self.beta

    @property
    def xi(self):
        """By how much each point lies outside the tube, as an (n,) array."""
        return tube_loss(self.y, self.f, self.epsilon)

    @property
    def infeasibility(self):
        """By how much the weights leave what is allowed: 0 up to rounding, or the gap certifies nothing."""
        return float(tube_infeasibility(self.beta, self.C))


@takes(
    K=psd_provider,
    y=one_each("K"),
    C=finite_prices,
    epsilon=number_from(0, closed="left"),
    tol=number_from(0),
    max_iter=integer_from(),
)
def solve_regression(K, y, C=1.0, epsilon=0.1, tol=1e-6, max_iter=1_000_000):
    """Fit a function with a tube: maximize the dual subject to −Cᵢ ≤ βᵢ ≤ Cᵢ, Σ βᵢ = 0.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix; or `kernel.gram(X)`, which computes them
    y : (n,) array_like of numbers
    C : float > 0, or (n,) array_like of them, the price of a unit outside the tube
    epsilon : float ≥ 0, half the width of the tube, in units of y
    tol : float > 0, largest KKT residual, in units of y
    max_iter : int ≥ 1

    Returns
    -------
    RegressionSolution, for `decision_function`

    Warns
    -----
    ConvergenceWarning
        If the KKT residual is still above tol after max_iter iterations.

    Notes
    -----
    It is a support vector machine in which each point stands twice: once as a point of the class 1 that wants
    f(x) ≥ y − ε, once as one of the class −1 that wants f(x) ≤ y + ε. So the same engine solves it.

    References
    ----------
    Vapnik (1995); Smola & Schölkopf (2004).
    """
    n, signs = len(y), np.repeat([1.0, -1.0], len(y))
    prices, edges = np.tile(C, 2), np.tile(y, 2) - epsilon * signs
    with thread_limit(2 * n):
        qp = solve_signed(TwiceGram(K), -signs * edges, signs, prices, tol, max_iter)
        beta = qp.alpha[:n] - qp.alpha[n:]
        g = qp.gradient[:n] + edges[:n]  # Σⱼ βⱼ K(xⱼ, xᵢ)
        alpha, at_edge = np.maximum(signs * np.tile(beta, 2), 0), edges - np.tile(g, 2)
        b, w_norm2 = float(middle_offset(at_edge, alpha, signs, prices)), float(beta @ g)
        f, dual = g + b, float(y @ beta - epsilon * np.abs(beta).sum()) - w_norm2 / 2
        primal = float(tube_risk(w_norm2, y, f, C, epsilon))
        residual = kkt_residual(at_edge, alpha, prices, signs)
        known = valued(y, C, b, f, w_norm2, dual, primal, residual, qp.iterations, qp.path)
        found = RegressionSolution(**known, beta=beta, epsilon=epsilon)
        return warn_unless_converged(judged(found, K, tol, broken_promise(K, beta)), max_iter)
