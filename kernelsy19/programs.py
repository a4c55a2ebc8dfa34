"""What all duals share: a quadratic program with a box and one sum, its steps, and what encloses points.

The program is to maximize pᵀα − ½ αᵀQα subject to Σ yᵢαᵢ as at the start and 0 ≤ αᵢ ≤ C, with signs yᵢ = ±1: the
minimum-volume ball of chapter 3, the hyperplane of chapter 4, the machine of chapter 12 and the ball of chapter 13.
"""

from collections import deque
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from kernelsy19.certificates import EPS, HIDDEN_BY_ROUNDING, certified, feasibility, warn_of
from kernelsy19.signatures import integer_from, number_from, one_each, takes
from kernelsy19.validation import as_bounds, as_gram, as_signs

# Share of the largest entry of Q: slopes that are closer differ by rounding; the first of them is taken
SAME_SLOPE = 1e-12
GO_ON = "go on from them, or raise tol"  # what helps weights that are not certified
IN_UNITS_OF_K = "R2", "center_norm2", "squared_distances", "objective", "primal_objective", "duality_gap"
PLAIN_AIM = 0.9  # share of a limit at which the plain way stops: rounding of its slopes is paid by the rest


# ---- the program ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class SMOStep:
    """The state of SMO before its first iteration or after one of them.

    Attributes
    ----------
    alpha : (n,) array
    rising, falling : int or None, the variable whose yᵢαᵢ has just risen and the one whose has fallen by as much; None
        before the first iteration
    objective : float, pᵀα − ½ αᵀQα
    kkt_residual : float ≥ 0, the largest slope of the objective with room to rise less the smallest with room to fall;
        0 at the optimum
    """

    alpha: np.ndarray = field(repr=False)
    rising: int | None
    falling: int | None
    objective: float
    kkt_residual: float


@takes(
    Q=as_gram,
    p=one_each("Q"),
    upper=one_each("Q", partial(as_bounds, finite=True)),
    start=one_each("Q"),
    tol=number_from(0, closed="left"),
    max_iter=integer_from(0),
    y=one_each("Q", as_signs),
)
def smo_steps(Q, p, upper, start, tol=1e-6, max_iter=1_000_000, y=None):
    """Maximize pᵀα − ½ αᵀQα subject to Σ yᵢαᵢ as at the start and 0 ≤ αᵢ ≤ C, two weights at a time.

    In each iteration one yᵢαᵢ rises and another falls by as much: of those with room to rise the one along which the
    objective has the largest slope, of those with room to fall the one with the smallest, and among equals the first.
    Along this direction the objective is a parabola; the step ends at its top, or before it where the box ends. For
    Q = 2K and p = diag K the objective is the dual of the ball, for Q = K and p = 0 that of the hyperplane. Both have
    no signs: each y is 1, and a rise of yᵢαᵢ is one of αᵢ.

    Parameters
    ----------
    Q : (n, n) array, symmetric positive semidefinite
    p : (n,) array
    upper : float > 0, or (n,) array of them, C
    start : (n,) array, feasible; Σ yᵢαᵢ stays what it is
    tol : float ≥ 0, stop once the KKT residual is at most this, in units of the slope p − Qα: then no feasible α' has
        an objective that is higher by more than tol times ½ Σ (αᵢ + α'ᵢ), which is 1 where the weights sum to 1;
        rounding limits it to about 1e-14 of the largest entry of Q
    max_iter : int ≥ 0
    y : (n,) array of −1 and 1, or None for 1 everywhere

    Yields
    ------
    SMOStep, first the state of the start, then that after each iteration; the last where the residual is at most tol,
    or as small as the rounding of the slopes, or after max_iter

    References
    ----------
    Keerthi, Shevade, Bhattacharyya & Murthy (2001), who call it the maximal violating pair.
    """
    alpha, i, j = np.array(start, dtype=float), None, None
    y = np.ones(len(alpha)) if y is None else np.asarray(y, dtype=float)
    slope, largest = p - Q @ alpha, np.abs(Q).max()
    for iteration in range(max_iter + 1):
        room_up, room_down = np.where(y > 0, [upper - alpha, alpha], [alpha, upper - alpha])
        can_rise = np.where(room_up > 0, y * slope, -np.inf)
        can_fall = np.where(room_down > 0, y * slope, np.inf)
        kkt_residual = max(can_rise.max() - can_fall.min(), 0.0)
        yield SMOStep(alpha.copy(), i, j, alpha @ (p + slope) / 2, kkt_residual)
        if kkt_residual <= max(tol, slope_rounding(p, largest, alpha)) or iteration == max_iter:
            return
        same = min(SAME_SLOPE * largest, kkt_residual / 1000)  # what rises stays steeper than what falls
        i = int((can_rise >= can_rise.max() - same).argmax())
        j = int((can_fall <= can_fall.min() + same).argmax())
        curvature = Q[i, i] + Q[j, j] - 2 * y[i] * y[j] * Q[i, j]
        top = (y[i] * slope[i] - y[j] * slope[j]) / curvature if curvature > 0 else np.inf
        step = min(top, room_up[i], room_down[j])
        alpha[i], alpha[j] = alpha[i] + y[i] * step, alpha[j] - y[j] * step
        anew = iteration % len(y) == 0  # now and then, or the rounding of all steps would add up
        slope = p - Q @ alpha if anew else slope - step * (y[i] * Q[i] - y[j] * Q[j])


def slope_rounding(p, largest, alpha):
    """What rounding may make of p − Qα, where no entry of Q exceeds the largest."""
    return 4 * EPS * (np.abs(p).max() + largest * alpha.sum())


def last_step(steps):
    """How many iterations there were, and where they ended.
    steps iterator of SMOStep → (int, SMOStep)."""
    return deque(enumerate(steps), maxlen=1).pop()


def kkt_residual(slopes, alpha, upper, y=1.0):
    """The largest slope with room for yᵢαᵢ to rise less the smallest with room to fall, or 0.
    slopes (n,), of the objective along yᵢαᵢ; ‖Φ(xᵢ) − c‖² for a ball; alpha (n,), 0 ≤ alpha ≤ upper; upper: float,
    or (n,) array; y (n,) of −1 and 1, or 1 for all"""
    has_room, has_weight = alpha < upper, alpha > 0
    can_rise, can_fall = np.where(y > 0, [has_room, has_weight], [has_weight, has_room])
    return float(max(slopes[can_rise].max(initial=-np.inf) - slopes[can_fall].min(initial=np.inf), 0.0))


def largest_residual(tol, variance, diagonal, is_one_point):
    """The KKT residual at which a solver may stop, what rounding of K makes of it, and how large that may be.
    tol: float, in units of the variance; variance: float, of the mapped points; diagonal (n,), that of K;
    is_one_point: callable, () → bool, as `Gram.is_one_point`; asked only where it matters → limit, rounding, most
    floats, in squared units of the feature space; a solution needs rounding ≤ most

    Rounding is no excuse where it hides the distances themselves, unless there are none: all points are one."""
    rounding = 32 * float(np.finfo(float).eps) * float(np.abs(diagonal).max())
    limit, most = max(tol * variance, rounding), HIDDEN_BY_ROUNDING * variance
    if rounding > most and (len(diagonal) == 1 or is_one_point()):
        most = np.inf
    return limit, rounding, most


# ---- balls ---------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Enclosed:
    """What is known of a ball of weights, for one class or for two: see `BallSolution`."""

    alpha: np.ndarray = field(repr=False)
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
    doubts: tuple = field(default=(), repr=False)

    @property
    def support(self):
        """Indices of the points with αᵢ > 0, all that the decision needs."""
        return np.flatnonzero(self.alpha)


def variance_of_points(K):
    """The mean squared distance of the mapped points from their mean."""
    return max(float(np.diagonal(K).mean() - K.mean()), 0.0)


class Enclosure:
    """What the dual of a ball asks for: maximize Σ α'ᵢ K(xᵢ, xᵢ) − ‖Σ α'ᵢ Φ(xᵢ)‖², α'ᵢ = yᵢαᵢ, Σ α'ᵢ = 1, 0 ≤ αᵢ ≤ C.
    y (n,) of ±1; upper: float or (n,) array, C

    A ball of a chapter is a subclass, which says what its radius is, what it costs and how its solution is called."""

    gap_is_below_residual = False  # whether primal and dual differ by no more than the KKT residual

    def __init__(self, y, upper):
        self.y, self.upper = y, upper

    def radius(self, d2):
        """R² of ‖Φ(xᵢ) − c‖².
        d2 (n,) → float"""
        raise NotImplementedError

    def cost(self, R2, center_norm2, d2):
        """The primal value of R², ‖c‖² and ‖Φ(xᵢ) − c‖².
        d2 (n,) → float"""
        raise NotImplementedError

    def solution(self, **found):
        """What is known of the ball, with what the chapter adds.
        **found: the fields of `Enclosed` → dataclass"""
        raise NotImplementedError

    def of_weights(self, alpha, diagonal, K_signed, residual, iterations=0, path="plain"):
        """The ball of weights, with primal and dual value each from its own definition; K_signed is Σⱼ α'ⱼ K(xⱼ, ·)."""
        signed = self.y * alpha
        center_norm2 = float(signed @ K_signed)
        d2 = diagonal - 2 * K_signed + center_norm2
        R2, dual = float(self.radius(d2)), float(signed @ diagonal) - center_norm2
        primal = float(self.cost(R2, center_norm2, d2))
        values = (R2, center_norm2, d2, dual, primal, primal - dual)
        found = {"alpha": alpha, "kkt_residual": residual, "iterations": iterations, "path": path}
        return self.solution(**found, **dict(zip(IN_UNITS_OF_K, values, strict=True)), converged=True)

    def judged(self, solution, limits, broken):
        """A ball, certified by its arrays; `broken` is by how much K is not PSD."""
        s, alpha, (limit, rounding, most) = solution, solution.alpha, limits
        # Weights sum to more than 1 where outliers have some: what they are multiplied by is rounded as often.
        price = max(1.0, float(np.max(self.upper))) if s.xi.max() > 0 else 1.0
        noise = len(alpha) * rounding * max(1.0, float(alpha.sum())) ** 2 * price
        most_gap = s.kkt_residual + noise if self.gap_is_below_residual else np.finfo(float).max
        return certified(
            s,
            ("KKT residual", s.kkt_residual, limit),
            *feasibility(alpha, self.upper, self.y @ alpha - 1),
            ("duality gap", s.duality_gap, most_gap),
            ("a duality gap below 0 by", -s.duality_gap, noise),
            ("a squared norm of the center below 0 by", -s.center_norm2, noise),
            ("a squared distance below 0 by", -float(s.squared_distances.min()), noise),
            ("an eigenvalue of K below 0 by", broken, 0.0),
            ("rounding of the largest K(x, x)", rounding, most),
        )

    def certify(self, K, alpha, tol):
        """Judge weights by a matrix K, whoever found them."""
        diagonal, K_signed = np.diagonal(K), K @ (self.y * alpha)
        limits = largest_residual(tol, variance_of_points(K), diagonal, lambda: np.ptp(K) == 0)
        residual = kkt_residual(diagonal - 2 * K_signed, alpha, self.upper, self.y)
        solution = self.judged(self.of_weights(alpha, diagonal, K_signed, residual), limits, 0.0)
        return warn_of(solution, "The weights leave a ball", GO_ON)
