"""Solving the dual of the minimum-volume ball, the plain way and the fast way; a solution carries its certificate."""

from collections import deque
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from kernelsy19.ball.equations import (
    box_violation,
    kkt_residual,
    largest_residual,
    largest_weight,
    primal_objective,
    radius_in_kkt_interval,
    slacks,
    squared_distances_to_center,
    three_kinds,
)
from kernelsy19.engine import smo
from kernelsy19.engine.certificates import (
    EPS,
    broken_promise,
    certified,
    feasibility,
    warn_of,
    what_to_change,
)
from kernelsy19.engine.compilation import loops_pay
from kernelsy19.engine.gram import SignedGram, as_provider, in_units
from kernelsy19.engine.interior_point import minimize_in_box
from kernelsy19.engine.threads import thread_limit
from kernelsy19.kernels import as_kernel, is_precomputed
from kernelsy19.kernels.custom import as_kernel_on_grid
from kernelsy19.kernels.geometry import psd_provider, require_psd
from kernelsy19.kernels.weighted_sums import (
    expansion_on_grid,
    precomputed_diagonal,
    require_training_points,
    settled,
)
from kernelsy19.signatures import fitting, integer_from, made_by, number_from, one_each, takes
from kernelsy19.units import in_other_units
from kernelsy19.validation import as_bounds, as_gram, as_matrix, as_signs, as_vector

# Points from whose rows the kernel density of all is estimated, to start from; of rows that have to be computed one in
# 32, but not fewer than the second number. More of them give a better start, and cost more than it saves.
DENSITY_POINTS, FEWEST_DENSITY_POINTS = 128, 32
VALUES_AT_HAND = 2**16  # kernel values up to which (9c) is computed as it is written, from matrices
CANCELLED_SHARE = 1e-2  # of K(x, x) below which a variance takes values in float64

# Share of the largest entry of Q: slopes that are closer differ by rounding; the first of them is taken
SAME_SLOPE = 1e-12
GO_ON = "go on from them, or raise tol"  # what helps weights that are not certified
IN_UNITS_OF_K = "R2", "center_norm2", "squared_distances", "objective", "primal_objective", "duality_gap"
PLAIN_AIM = 0.9  # share of a limit at which the plain way stops: rounding of its slopes is paid by the rest


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


@takes(solution=made_by(BallSolution), X=as_matrix)
def shared_evenly(solution, X):
    """Share the weight of a place evenly among the points that lie on it.

    The problem determines what equal points weigh together, and each solver splits it in its own way. What is counted
    or drawn has to be the same for all.

    Parameters
    ----------
    solution : BallSolution
    X : (n, p) array_like, the points that it encloses

    Returns
    -------
    BallSolution, the same ball
    """
    if len(X) != len(solution.alpha):
        raise ValueError(f"X must hold the {len(solution.alpha)} points of the ball, got {len(X)}.")
    _, place, count = np.unique(X, axis=0, return_inverse=True, return_counts=True)
    place = place.ravel()  # NumPy 2.0 alone gives it the shape of a column
    return replace(solution, alpha=(np.bincount(place, solution.alpha) / count)[place])


def variance_of_points(K):
    """The mean squared distance of the mapped points from their mean."""
    return max(float(np.diagonal(K).mean() - K.mean()), 0.0)


_nu = number_from(0, 1, "right")
_feasible = fitting(lambda start, name, given: _as_feasible(start, given["nu"], len(given["K"])))


@takes(K=require_psd, nu=_nu, tol=number_from(0), max_iter=integer_from(), start=_feasible)
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
        to_mean = squared_distances_to_center(diagonal, K, K, np.full(n, 1 / n))
        start = weights_on_farthest(to_mean, nu)
    aim = PLAIN_AIM * tol * variance_of_points(K)
    steps = smo_steps(2 * K, diagonal, min(1.0, largest_weight(nu, n)), start, aim, max_iter)
    return last_step(steps)[1].alpha


@takes(K=require_psd, nu=_nu, alpha=one_each("K"), tol=number_from(0))
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
    return _enclosure(nu, len(K)).certify(K, alpha, tol)


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


def last_step(steps):
    """How many iterations there were, and where they ended.
    steps iterator of SMOStep → (int, SMOStep)."""
    return deque(enumerate(steps), maxlen=1).pop()


def qp_by_smo_steps(Q, p, y, delta, upper, tol, max_iter, start=None):
    """Do by `smo_steps` what the engine does where numba works: minimize ½ αᵀQα + pᵀα subject to yᵀα = Δ, 0 ≤ α ≤ C.

    They start from what the interior-point method finds, if it finds something; then there is little left to do."""
    C = np.minimum(np.broadcast_to(np.asarray(upper, dtype=float), len(p)), smo.UNBOUNDED)
    inside = minimize_in_box(Q, p, y, delta, np.where(C < smo.UNBOUNDED, C, np.inf))
    if inside is not None:
        start = inside
    elif start is None:
        start = smo.fill(y, p, C, delta)
    limit = max(tol, 32 * EPS * max(np.abs(p).max(), abs(delta) * np.abs(np.diagonal(Q)).max()))
    iterations, last = last_step(smo_steps(Q, -p, C, start, PLAIN_AIM * limit, max_iter, y))
    gradient = Q @ last.alpha + p
    residual = kkt_residual(-y * gradient, last.alpha, C, y)
    objective = float(last.alpha @ (gradient + p) / 2)
    return smo.QPSolution(last.alpha, gradient, objective, residual, iterations, residual <= limit, "plain")


def _as_feasible(start, nu, n):
    start = as_vector(start, "start", n)
    if box_violation(start, nu).max() > 1e-10 * largest_weight(nu, n) or abs(start.sum() - 1) > 1e-10 * n:
        raise ValueError(
            f"start must hold weights from 0 to 1/(νn) = {largest_weight(nu, n):.3g} with the sum 1, got weights from "
            f"{start.min():.3g} to {start.max():.3g} with the sum {start.sum():.3g}."
        )
    return np.clip(start, 0, largest_weight(nu, n))


def solve_program(Q, p, y, delta, upper, start, tol, max_iter, rounded=None):
    """Minimize ½ αᵀQα + pᵀα subject to yᵀα = Δ, 0 ≤ α ≤ C, by the engine, or by `smo_steps` where numba does not work.
    Q: Gram; p, y, upper, start (n,), delta: float, as in `smo.solve_checked` → QPSolution"""
    if loops_pay(len(p)):
        C = np.minimum(upper, smo.UNBOUNDED)
        return smo.solve_checked(Q, p, y, C, start, tol, max_iter, rounded)
    return qp_by_smo_steps(Q.matrix(), p, y, delta, upper, tol, max_iter, start)


@dataclass(frozen=True)
class Enclosure:
    """What the dual of a ball asks for: maximize Σ α'ᵢ K(xᵢ, xᵢ) − ‖Σ α'ᵢ Φ(xᵢ)‖², α'ᵢ = yᵢαᵢ, Σ α'ᵢ = 1, 0 ≤ αᵢ ≤ C.
    y (n,) of ±1; upper: float or (n,) array, C; solution: callable, makes one of all but `y`; radius: callable, R² of
    ‖Φ(xᵢ) − c‖²; cost: callable, the primal value of R², ‖c‖² and ‖Φ(xᵢ) − c‖²; gap_is_below_residual: bool"""

    y: np.ndarray
    upper: float
    solution: object
    radius: object
    cost: object
    gap_is_below_residual: bool

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
        diagonal, signed = np.diagonal(K), self.y * alpha
        limits = largest_residual(tol, variance_of_points(K), diagonal, lambda: np.ptp(K) == 0)
        distances = squared_distances_to_center(diagonal, K, K, signed)
        residual = kkt_residual(distances, alpha, self.upper, self.y)
        solution = self.judged(self.of_weights(alpha, diagonal, K @ signed, residual), limits, 0.0)
        return warn_of(solution, "The weights leave a ball", GO_ON)

    def solve(self, K, begin, tol, max_iter):
        """Find the weights.
        begin: callable, of K and its diagonal, gives a feasible α, the variance of the mapped points, and entries in
        float32 or None, as `smo.rounded_entries`"""
        n, y = len(K), self.y
        with thread_limit(n):
            K, places = in_units(psd_provider(K))
            diagonal = K.diagonal()
            start, variance, rounded = begin(K, diagonal)
            limits = largest_residual(tol, variance, diagonal, K.is_one_point)
            # The engine's gradient is half a squared distance, less half of ‖c‖².
            Q = K if (y > 0).all() else SignedGram(K, y)
            p, C, limit = -y * diagonal / 2, np.full(n, self.upper), limits[0] / 2
            qp = solve_program(Q, p, y, 1.0, C, start, limit, max_iter, rounded)
            K_signed, residual = y * qp.gradient + diagonal / 2, 2 * qp.kkt_residual
            found = self.of_weights(qp.alpha, diagonal, K_signed, residual, qp.iterations, qp.path)
            found = self.judged(found, limits, broken_promise(K, qp.alpha))
        if places:
            found = in_other_units(found, **dict.fromkeys((*IN_UNITS_OF_K, "kkt_residual"), places))
        return warn_unless_solved(found, "The ball", max_iter)


def warn_unless_solved(solution, what, max_iter):
    """Return a solution of a ball or a hyperplane; say so if it is not one."""
    advice = what_to_change(solution.doubts, solution.iterations, max_iter)
    return warn_of(solution, f"{what} stopped after {solution.iterations} iterations", advice)


def _enclosure(nu, n):
    """The ball around so many points, in which primal and dual differ by no more than the KKT residual."""
    return Enclosure(
        y=np.ones(n),
        upper=largest_weight(nu, n),
        solution=partial(BallSolution, nu=nu),
        radius=lambda d2: max(radius_in_kkt_interval(d2, nu), 0.0),
        cost=lambda R2, center_norm2, d2: primal_objective(R2**0.5, slacks(R2, d2), nu),
        gap_is_below_residual=True,
    )


@takes(K=as_provider, nu=_nu, tol=number_from(0), max_iter=integer_from(), start=_feasible)
def solve_dual(K, nu, tol=1e-6, max_iter=1_000_000, start=None):
    """Find the minimum-volume ball: maximize L_D(α) subject to Σ αᵢ = 1, 0 ≤ αᵢ ≤ 1/(νn).

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix; or `kernel.gram(X)`, which computes them
    nu : float, in (0, 1]: at least this share of the points are support vectors, at most this share outliers
    tol : float > 0, largest KKT residual, in units of the variance of the mapped points, so that the duality gap is
        at most tol of the objective; rounding limits it to 1e-14 of the largest K(x, x)
    max_iter : int ≥ 1
    start : (n,) array_like, a feasible α; None puts the weight on the points where the kernel density is lowest

    Returns
    -------
    BallSolution

    Notes
    -----
    Up to 2000 points a Cholesky factorization tells whether K is positive semidefinite; beyond, that of the Gram matrix
    of 2000 points drawn from them, whose smallest eigenvalue is never below that of K. Nothing is checked of
    `kernel.gram(X)` where the kernel is positive semidefinite by construction.
    """

    def begin(K, diagonal):
        rounded = smo.rounded_entries(K)
        far_from_mean, variance = _distances_to_mean(K, diagonal, rounded)
        if start is not None:
            return start, variance, rounded
        C = np.full(len(K), largest_weight(nu, len(K)))
        return smo.fill(np.ones(len(K)), -far_from_mean, C, 1.0), variance, rounded

    return _enclosure(nu, len(K)).solve(K, begin, tol, max_iter)


def _sample(n, size):
    """Indices of so many points, the same in each run."""
    return np.sort(np.random.default_rng(0).choice(n, min(n, size), replace=False))


def _distances_to_mean(K, diagonal, rounded):
    """‖Φ(xᵢ) − m‖² up to a constant, and the variance: both from the rows of a sample of points, or all where at
    hand.

    For a constant diagonal the order of the first is that of the kernel density, lowest density first."""
    if rounded is not None:
        sample, rows = slice(None), rounded
    elif K.at_hand:
        sample = _sample(len(diagonal), DENSITY_POINTS)
        rows = K.rows(sample)
    else:
        sample = _sample(len(diagonal), min(DENSITY_POINTS, max(FEWEST_DENSITY_POINTS, len(diagonal) // 32)))
        rows = K.rows(sample, np.float32)
    largest = (diagonal[sample].mean() + diagonal.mean()) / 2
    share = rows.dtype.type(1 / len(rows))
    density = (np.full(len(rows), share) @ rows).astype(np.float64)
    variance = largest - density.mean()
    if variance < CANCELLED_SHARE * abs(largest) and rows.dtype == np.float32:
        # In float32 the values are alike: what tells them apart is in the digits that it leaves out.
        density = K.rows(np.arange(len(diagonal))[sample]).mean(axis=0)
        variance = largest - density.mean()
    return diagonal - 2 * density, max(variance, 0.0)


@takes(k=as_kernel, solution=made_by(BallSolution))
def distances_to_ball_center(k, X, solution, X_new, K_xx=None):
    """‖Φ(x) − c‖² of new points (9c), in squared units of the feature space: an (m,) array, as `decision_function`."""
    X, X_new = k.two_sets(X, X_new, "X_new")
    require_training_points(X, len(solution.alpha))
    support, alpha = solution.support, solution.alpha[solution.support]
    if is_precomputed(k):
        K_xx = precomputed_diagonal(k, X, K_xx, len(X_new))
        K_xs, K_ss = k.evaluate(X_new, X)[:, support], k.evaluate(X[support], X)[:, support]
        return squared_distances_to_center(K_xx, K_xs, K_ss, alpha)
    if K_xx is not None:
        raise ValueError(f"K_xx is for Precomputed() only; {k!r} computes it.")
    K_xx, S = k.evaluate_diagonal(X_new), X[support]
    if len(S) * max(len(S), len(X_new)) <= VALUES_AT_HAND:
        return squared_distances_to_center(K_xx, k.evaluate(X_new, S), k.evaluate_gram(S), alpha)
    # The sums of (9c) without the matrix of kernel values, and ‖c‖² as the solution has it: O(m · support).
    return K_xx - 2 * k.evaluate_sums(X_new, S, alpha) + solution.center_norm2


def decision_function(k, X, solution, X_new, K_xx=None):
    """R² − ‖Φ(x) − c‖² of new points: positive in the ball, negative outside.

    Parameters
    ----------
    k : Kernel or callable
    X : (n, p) array_like, or what else the kernel takes, the training points; their Gram matrix for `Precomputed()`
    solution : BallSolution
    X_new : (m, p) array_like, or what else the kernel takes; for `Precomputed()` the (m, n) kernel values K(x, xᵢ)
    K_xx : (m,) array_like or None, K(x, x) of the new points: needed for `Precomputed()` unless the diagonal of the
        training Gram matrix is constant, and an error for any other kernel

    Returns
    -------
    (m,) array, in squared units of the feature space
    """
    return depth(solution, distances_to_ball_center(k, X, solution, X_new, K_xx))


def depth(solution, squared_distances):
    """R² − ‖Φ(x) − c‖², and 0 on the surface: no term of that distance² is larger than 4 (‖Φ(x) − c‖² + ‖c‖²)."""
    sizes = np.abs(squared_distances) + np.abs(solution.center_norm2)
    return settled(solution.R2 - squared_distances, 4 * sizes)


@takes(k=as_kernel_on_grid, X=as_matrix, solution=made_by(BallSolution))
def decision_on_grid(k, X, solution, x, y):
    """R² − ‖Φ(x) − c‖² on all points of a grid in the plane.

    Parameters
    ----------
    k, X, solution : as in `decision_function`; k is not precomputed, and X is (n, 2)
    x, y : (w,) and (h,) array_like

    Returns
    -------
    (h, w) array, as matplotlib's contour wants it
    """
    require_training_points(X, len(solution.alpha))
    support = solution.support
    sums, K_xx = expansion_on_grid(k, X[support], solution.alpha[support], x, y)
    return depth(solution, K_xx - 2 * sums + solution.center_norm2)
