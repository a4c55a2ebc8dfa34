"""Learning a perceptron and a support vector machine the plain way; what certifies a machine, whoever found it."""

from dataclasses import dataclass, field
from functools import partial

import numpy as np

from kernelsy19.certificates import EPS, FEASIBLE, certified, rounding_of_sums, warn_of
from kernelsy19.gram import require_psd
from kernelsy19.programs import PLAIN_AIM, kkt_residual, last_step, smo_steps
from kernelsy19.signatures import integer_from, number_from, one_each, takes
from kernelsy19.svm.equations import (
    infeasibility,
    is_missed,
    margin,
    offset,
    regularized_risk,
    slacks,
    three_kinds,
)
from kernelsy19.validation import as_bounds, as_gram, as_signs


def _as_classes(y, name, n):
    """Return y as an array of −1 and 1, both of them there."""
    y = as_signs(y, name, n)
    if y.min() == y.max():
        raise ValueError(f"{name} must hold −1 and 1, both of them, got {np.unique(y)}.")
    return y


one_class_each, one_price_each = one_each("K", _as_classes), one_each("K", as_bounds)
finite_prices = one_each("K", partial(as_bounds, finite=True))


@dataclass(frozen=True)
class PerceptronStep:
    """The state of a perceptron after an update.

    Attributes
    ----------
    missed : int, the point that was missed
    counts : (n,) int array, how often each point has been missed so far
    F : (n,) array, the decision at the points after the update
    sweep : int, how often all points had been visited before
    """

    missed: int
    counts: np.ndarray = field(repr=False)
    F: np.ndarray = field(repr=False)
    sweep: int


@takes(K=as_gram, y=one_class_each, max_passes=integer_from())
def perceptron_steps(K, y, max_passes=1000):
    """Visit the points in turn, and count each that is missed, until a pass misses none.

    Parameters
    ----------
    K : (n, n) array, symmetric
    y : (n,) array of −1 and 1
    max_passes : int ≥ 1, passes over all points

    Yields
    ------
    PerceptronStep, one after each update

    References
    ----------
    Rosenblatt (1958); in dual form Aizerman, Braverman & Rozonoer (1964).
    """
    n = len(y)
    counts, F = np.zeros(n, dtype=int), np.zeros(n)
    for sweep in range(max_passes):
        before = counts.sum()
        for i in range(n):
            if is_missed(y[i], F[i]):
                counts[i] += 1
                F += y[i] * (K[i] + 1)
                yield PerceptronStep(i, counts.copy(), F.copy(), sweep)
        if counts.sum() == before:
            return


@dataclass(frozen=True, kw_only=True)
class Machine:
    """What is known of a machine, whether it tells classes or numbers: see `SVMSolution`."""

    y: np.ndarray = field(repr=False)
    C: np.ndarray = field(repr=False)
    b: float
    f: np.ndarray = field(repr=False)
    w_norm2: float
    objective: float
    primal_objective: float
    duality_gap: float
    kkt_residual: float
    iterations: int
    converged: bool = True
    path: str
    doubts: tuple = field(default=(), repr=False)

    @property
    def support(self):
        """Indices of the points with αᵢ > 0, all that the decision needs."""
        return np.flatnonzero(self.alpha)

    @property
    def margin(self):
        """1/‖w‖, in units of the feature space; np.inf where w is 0, but for rounding."""
        return float(margin(self.w_norm2)) if self.w_norm2 > 0 else np.inf


@dataclass(frozen=True, kw_only=True)
class SVMSolution(Machine):
    """A support vector machine of two classes, and what certifies it.

    Attributes
    ----------
    alpha : (n,) array, the dual weights: 0 ≤ alpha ≤ C, Σ alphaᵢyᵢ = 0
    y : (n,) array of −1 and 1
    C : (n,) array, the price of a unit of slack of each point; np.inf for the hard margin
    b : float, the offset
    f : (n,) array, the decision at the points
    w_norm2 : float, ‖w‖²
    objective : float, the value of the dual
    primal_objective : float, ½‖w‖² + Σ Cᵢξᵢ of this machine; for the hard margin ½‖w‖² of the hyperplane scaled so that
        it meets every constraint, np.inf where it does not separate the classes
    duality_gap : float, primal less dual value; the machine is optimal up to this, whatever the solver did
    kkt_residual : float, by how much two points want to move b in opposite directions, in units of f
    iterations : int
    converged : bool, whether weights, gap and residual, computed from alpha and K, leave no doubt
    path : {"full", "rows", "plain"}, as for `ball.BallSolution`
    doubts : tuple of str, what keeps the machine from being certified, none where it converged
    """

    alpha: np.ndarray = field(repr=False)

    @property
    def weights(self):
        """By what the kernel values of each point are multiplied, αᵢyᵢ, as an (n,) array."""
        return self.alpha * self.y

    @property
    def xi(self):
        """The slacks, as an (n,) array."""
        return slacks(self.y, self.f)

    @property
    def kinds(self):
        """The kind of each point in words, as an (n,) array of "beyond", "edge", "inside" the margin."""
        beyond, edge, _ = three_kinds(self.alpha, self.C)
        return np.select([beyond, edge], ["beyond", "edge"], "inside")

    @property
    def misclassified(self):
        """Points on the wrong side of the boundary, or on it, as an (n,) bool array."""
        return is_missed(self.y, self.f)

    @property
    def infeasibility(self):
        """By how much the weights leave what is allowed: 0 up to rounding, or the gap certifies nothing."""
        return float(infeasibility(self.alpha, self.y, self.C))


@takes(K=require_psd, y=one_class_each, C=finite_prices, tol=number_from(0), max_iter=integer_from())
def plain_svm(K, y, C=1.0, tol=1e-6, max_iter=1_000_000):
    """Find a support vector machine the plain way: maximize the dual by `ball.smo_steps`, with signs.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    y, C, tol, max_iter : as in `solve_dual`; C < ∞

    Returns
    -------
    (n,) array, the weights α, which `certify` judges
    """
    n = len(K)
    steps = smo_steps(K * np.outer(y, y), np.ones(n), C, np.zeros(n), PLAIN_AIM * tol, max_iter, y)
    return last_step(steps)[1].alpha


@takes(K=require_psd, y=one_class_each, C=one_price_each, alpha=one_each("K"), tol=number_from(0))
def certify(K, y, C, alpha, tol=1e-6):
    """Judge the weights of a support vector machine by K, y and C alone, whoever found them.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    y : (n,) array_like of −1 and 1
    C : float > 0, or (n,) array_like of them
    alpha : (n,) array_like
    tol : float > 0, largest KKT residual that counts as converged, in units of f

    Returns
    -------
    SVMSolution, whose `path` is "plain", without a count of iterations
    """
    solution = judged(machine_of(alpha, y, C, y * (K @ (alpha * y))), K, tol, 0.0)
    return warn_of(solution, "The weights leave an SVM", "go on from them, or raise tol")


def machine_of(alpha, y, C, margins, residual=0.0, iterations=0, path="plain"):
    """The machine of weights, with primal and dual value each from its own definition; `margins` is y(f − b)."""
    b = float(offset(alpha, y, y * margins, C))
    f, w_norm2 = y * margins + b, float(alpha @ margins)
    dual, primal = float(alpha.sum()) - w_norm2 / 2, _primal_value(w_norm2, y, f, C)
    residual = max(residual, kkt_residual(y - y * margins, alpha, C, y))
    return SVMSolution(**valued(y, C, b, f, w_norm2, dual, primal, residual, iterations, path), alpha=alpha)


def valued(y, C, b, f, w_norm2, dual, primal, residual, iterations, path):
    """The fields of a `Machine`, as a dict."""
    known = dict(y=y, C=C, b=b, f=f, w_norm2=w_norm2, objective=dual, primal_objective=primal, path=path)
    return known | dict(duality_gap=primal - dual, kkt_residual=residual, iterations=iterations)


def judged(solution, K, tol, broken):
    """A machine, certified by its arrays; `broken` is by how much K is not PSD."""
    s, alpha = solution, solution.alpha
    total, largest = float(alpha.sum()), float(alpha.max())
    # Each product yᵢf(xᵢ) is rounded by some units in the last place of what it is summed from.
    reach = float(np.abs(s.f).max() + np.abs(s.y).max())
    noise = 32 * EPS * len(alpha) * (total * reach + abs(s.primal_objective))
    return certified(
        s,
        ("KKT residual", s.kkt_residual, tol),
        ("weights off what is allowed by", s.infeasibility, FEASIBLE * max(total, largest)),
        ("duality gap", s.duality_gap, np.finfo(float).max),
        ("a duality gap below 0 by", -s.duality_gap, noise),
        ("a squared norm of w below 0 by", -s.w_norm2, noise),
        (*rounding_of_sums(K, alpha), tol),
        ("an eigenvalue of K below 0 by", broken, 0.0),
    )


def _primal_value(w_norm2, y, f, C):
    """What this hyperplane costs; where slack is forbidden, what it costs when scaled until nobody needs any."""
    if np.isfinite(C).all():
        return float(regularized_risk(w_norm2, y, f, C))
    hard = np.isinf(C)
    nearest = (y * f)[hard].min()
    if nearest <= 0:
        return np.inf
    soft = np.where(hard, 0.0, C)
    return float(regularized_risk(w_norm2 / nearest**2, y, f / nearest, soft))
