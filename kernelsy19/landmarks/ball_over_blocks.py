"""The minimum-volume ball of all rows from a working sample, with a certificate that one pass makes exact."""

import functools
from dataclasses import dataclass, field

import numpy as np

from kernelsy19 import ball
from kernelsy19.ball.equations import largest_weight, slacks
from kernelsy19.ball.solve import depth
from kernelsy19.certificates import broken_promise, certified, feasibility, warn_of, what_to_change
from kernelsy19.kernels import as_kernel
from kernelsy19.landmarks.blocks import Listed, not_empty, points_in, reduce
from kernelsy19.landmarks.equations import gap_of_all
from kernelsy19.landmarks.solve import sample_of
from kernelsy19.programs import largest_residual, variance_of_points
from kernelsy19.signatures import several, takes
from kernelsy19.validation import as_function, as_integer, as_number

FIRST_POINTS = 20_000  # drawn rows, whose ball says around where the farthest rows are to be looked for
MORE_THAN_OUTSIDE = 1.5  # working points for each one that may lie outside
MORE_POINTS = 64  # and so many beside
SPREAD_POINTS = 2000  # of them, from whose kernel values the variance of the mapped points is estimated


@dataclass(frozen=True)
class BlockBall:
    """The minimum-volume ball of all rows, with a certificate that is exact for all of them.

    Attributes
    ----------
    kernel : Kernel
    Z : (s, p) array, the points with α > 0
    alpha : (s,) array, their weights; Σ alpha = 1
    nu : float
    n : int, rows of all blocks
    R2 : float, squared radius
    center_norm2 : float, ‖c‖²
    objective : float, the value of the dual, L_D(α)
    primal_objective : float, R² + (νn)⁻¹ Σ ξᵢ over all rows
    duality_gap : float, primal less dual value
    kkt_residual : float, over all rows: the largest distance² with αᵢ < 1/(νn) less the smallest with αᵢ > 0, or 0
    n_outside : int, rows with a distance² above R² by more than the KKT residual that is allowed
    n_working : int, points that a solver has seen
    passes : int
    converged : bool, whether weights and residual of all rows leave no doubt
    doubts : tuple of str, what keeps the ball from being certified, none where it converged
    """

    kernel: object
    Z: np.ndarray = field(repr=False)
    alpha: np.ndarray = field(repr=False)
    nu: float
    n: int
    R2: float
    center_norm2: float
    objective: float
    primal_objective: float
    duality_gap: float
    kkt_residual: float
    n_outside: int
    n_working: int
    passes: int
    converged: bool
    doubts: tuple = field(default=(), repr=False)

    def decision_function(self, X):
        """R² − ‖Φ(x) − c‖² of each point: positive in the ball.
        X (m, p) → (m,)"""
        return depth(self, _distances(self, self.kernel.points(X)))


@dataclass(frozen=True)
class _Center:
    """A center in feature space: weights of points."""

    kernel: object
    Z: np.ndarray
    alpha: np.ndarray
    center_norm2: float


def _center_of(solution, kernel, X):
    return _Center(kernel, X[solution.support], solution.alpha[solution.support], solution.center_norm2)


def _distances(center, X):
    sums = center.kernel.evaluate_sums(X, center.Z, center.alpha)
    return center.kernel.evaluate_diagonal(X) - 2 * sums + center.center_norm2


@takes(source=as_function, blocks=several(None))
def fit_ball(kernel, source, blocks, nu, tol=1e-4, max_passes=30, executor=None, rng=0):
    """The minimum-volume ball of all rows, from a working sample that grows by the worst violators of each pass.

    Parameters
    ----------
    kernel : Kernel or callable, on rows of numbers
    source : callable, block number → X, or a tuple that begins with X
    blocks, executor : as for `fit_ridge`
    nu : float, in (0, 1]: the share of rows that may lie outside; 1.5 νn rows are held at once
    tol : float > 0, largest KKT residual over all rows, in units of the variance of a sample of the mapped points
    max_passes : int ≥ 2
    rng : int or numpy.random.Generator, for the first sample

    Returns
    -------
    BlockBall
    """
    kernel, nu = as_kernel(kernel), as_number(nu, "nu", 0, 1, closed="right")
    blocks, tol = list(dict.fromkeys(blocks)), as_number(tol, "tol", 0, np.inf, "neither")
    first = sample_of(source, blocks, FIRST_POINTS, rng, executor)
    solution = ball.solve_dual(kernel.gram(first), nu)
    spread = variance_of_points(kernel.gram(first[:SPREAD_POINTS]).matrix())
    diagonal = kernel.evaluate_diagonal(first)
    limit, rounding, most = largest_residual(tol, spread, diagonal, kernel.gram(first).is_one_point)
    center = _center_of(solution, kernel, first)
    rows, X, alpha, R2 = np.empty((0, 2), dtype=int), first[:0], None, solution.R2
    # Twice as many as are wanted, since a sample says only roughly how far off these rows lie.
    share = 2 * MORE_THAN_OUTSIDE * nu
    falling = np.append(-np.sort(-_distances(center, first)), -np.inf)
    beyond = falling[min(len(first), _more(share, len(first)))]
    free, nearest = -np.inf, np.inf
    passes, max_passes = 0, as_integer(max_passes, "max_passes", 2)
    while True:
        passes += 1
        seen = _look_at_all(center, (R2, limit, beyond, share), source, blocks, rows, executor)
        upper = largest_weight(nu, seen.n)
        if alpha is None:
            new = np.argsort(-seen.distances)[: _more(share / 2, seen.n) - len(X)]
        else:
            residual = float(np.maximum(np.maximum(free, seen.distances.max(initial=-np.inf)) - nearest, 0.0))
            if not residual > limit or passes >= max_passes:
                break
            new = seen.distances > beyond
        X, rows = np.vstack([X, seen.points[new]]), np.vstack([rows, seen.rows[new]])
        if len(X) < nu * seen.n:
            beyond = -np.inf
            continue  # weights of at most 1/(νn) do not yet sum to 1
        start = None if alpha is None else np.append(alpha, np.zeros(len(X) - len(alpha)))
        solution = ball.solve_dual(
            kernel.gram(X), min(1.0, nu * seen.n / len(X)), min(1e-6, tol / 4), start=start
        )
        alpha, R2, center = solution.alpha, solution.R2, _center_of(solution, kernel, X)
        in_w, least = _distances(center, X), 1e-8 * min(upper, alpha.max())
        free, nearest = in_w[alpha < upper - least].max(initial=-np.inf), in_w[alpha > least].min()
        # Those that are farther than the nearest point of weight by what is allowed: the others are no violators.
        beyond = nearest + limit / 2
    primal = R2 + upper * seen.slacks
    gap = gap_of_all(R2, seen.slacks, solution.objective, nu, seen.n)
    noise = rounding * seen.n
    broken = broken_promise(kernel.gram(center.Z), center.alpha)
    fit = certified(
        BlockBall(
            kernel, center.Z, center.alpha, nu, seen.n, R2, center.center_norm2, solution.objective, float(primal),
            float(gap), residual, seen.n_outside, len(X), passes, True,
        ),
        ("KKT residual of all rows", residual, limit),
        *feasibility(alpha, upper, alpha.sum() - 1),
        ("duality gap", float(gap), np.finfo(float).max),
        ("a duality gap below 0 by", -float(gap), noise),
        ("an eigenvalue of K below 0 by", broken, 0.0),
        ("rounding of the largest K(x, x)", rounding, most),
    )  # fmt: skip
    advice = what_to_change(fit.doubts, passes, max_passes).replace("max_iter", "max_passes")
    return warn_of(fit, f"The ball of all rows stopped after {passes} passes", advice)


def _more(share, n):
    """So many rows, and some beside."""
    return int(np.ceil(share * n)) + MORE_POINTS


@dataclass(frozen=True)
class _Seen:
    """What a pass says of all rows, and those that lie far off and are not yet in the working sample."""

    n: int
    slacks: float
    n_outside: int
    distances: np.ndarray
    points: np.ndarray
    rows: np.ndarray


def _look_at_all(center, edge, source, blocks, rows, executor):
    """One pass. A largest value is no sum, but lists are: each block gives the rows that lie far off, one at least."""
    rows = rows[np.argsort(rows[:, 0], kind="stable")]
    taken, begins = np.unique(rows[:, 0], return_index=True)
    taken = dict(zip(taken.tolist(), np.split(rows[:, 1], begins)[1:], strict=True))
    part = functools.partial(_ball_part, center, edge, source, taken)
    n, total, outside, found = not_empty(reduce(part, blocks, executor))
    numbers, d2, X = map(np.concatenate, zip(*found, strict=True))
    return _Seen(n, float(total), int(outside), d2, X, numbers)


def _ball_part(center, edge, source, taken, b):
    """Number of rows, Σ slacks, number outside, and the farthest rows that are new: (block, row), distance², point."""
    (R2, limit, beyond, share), X = edge, points_in(source(b), center.kernel.points)
    if X.shape[1:] != center.Z.shape[1:]:
        raise ValueError(f"X must have {center.Z.shape[1]} columns, got {X.shape[1]}.")
    d2 = _distances(center, X)
    slack = slacks(R2, d2)
    free = np.setdiff1d(np.arange(len(X)), taken.get(int(b), []))
    most = min(_more(share, len(X)), max(1, np.count_nonzero(d2[free] > beyond)))
    worst = free[np.argsort(-d2[free])[:most]]
    numbers = np.column_stack([np.full(len(worst), b), worst])
    return len(X), slack.sum(), (slack > limit).sum(), Listed([(numbers, d2[worst], X[worst])])
