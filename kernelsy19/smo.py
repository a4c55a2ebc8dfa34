"""Sequential minimal optimization: the one quadratic-programming engine of the course.

    min ½ αᵀQα + pᵀα   subject to   yᵀα = Δ,   0 ≤ αᵢ ≤ Cᵢ,   yᵢ ∈ {−1, +1}

The two variables that gain most, judged to second order (Fan, Chen & Lin 2005), move in each iteration; all others
stand still. The minimum-volume ball (y = 1, Δ = 1) and the soft-margin classifier (y = ±1, Δ = 0) are of this form.
"""

import copy
import functools
import warnings
from contextlib import nullcontext
from dataclasses import dataclass

import numpy as np

from kernelsy19.kernels import RBF, as_kernel
from kernelsy19.validation import ConvergenceWarning, as_gram, as_integer, as_matrix, as_number, as_vector

CACHE_BYTES = 2**30
SMALL = 5000
FULL_UP_TO = 512
FIRST_BATCH, LARGEST_BATCH = 8, 32
CHUNK = 4096
PRODUCT_ENTRIES = 2**17
MOSTLY = 0.6
MAX_REFRESHES = 3
STEPS_IN_FLOAT32 = 20
AIM = 0.9
LARGEST_EXPONENT = 1e3
UNBOUNDED = 1e100


@dataclass(frozen=True)
class History:
    """What each iteration did, for stepping through a solution.

    Attributes
    ----------
    start : (n,) array, α before the first iteration
    pairs : (T, 2) int array, the two variables that moved
    values : (T, 2) array, their new values
    steps : (T,) array, how far yᵢαᵢ rose and yⱼαⱼ fell
    objective : (T + 1,) array, before the first and after each iteration
    kkt_residual : (T + 1,) array, likewise
    """

    start: np.ndarray
    pairs: np.ndarray
    values: np.ndarray
    steps: np.ndarray
    objective: np.ndarray
    kkt_residual: np.ndarray

    def __len__(self):
        return len(self.steps)

    def alpha(self, iteration):
        """Return α after so many iterations.

        Parameters
        ----------
        iteration : int, 0 ≤ iteration ≤ T

        Returns
        -------
        (n,) array

        Raises
        ------
        ValueError
            If the history has no such iteration.
        """
        if not 0 <= iteration <= len(self):
            raise ValueError(f"iteration must be from 0 to {len(self)}, got {iteration!r}.")
        alpha = self.start.copy()
        alpha[self.pairs[:iteration].ravel()] = self.values[
            :iteration
        ].ravel()  # the last value of each stands
        return alpha


@dataclass(frozen=True)
class QPSolution:
    """A solution of the quadratic program, and what certifies it.

    Attributes
    ----------
    alpha : (n,) array
    gradient : (n,) array, Qα + p, computed in float64 from rows of Q after the last iteration
    objective : float, ½ αᵀQα + pᵀα
    kkt_residual : float ≥ 0, the largest violation of the optimality conditions by a pair: yᵢ∇ᵢ over the variables
        with room to fall minus yᵢ∇ᵢ over those with room to rise, in units of the gradient
    iterations : int
    converged : bool, whether kkt_residual ≤ tol
    path : {"full", "rows"}, whether all of Q was at hand or its rows were computed when asked for
    history : History or None
    """

    alpha: np.ndarray
    gradient: np.ndarray
    objective: float
    kkt_residual: float
    iterations: int
    converged: bool
    path: str
    history: History | None = None


class GramRows:
    """The rows of a Gram matrix, computed when asked for.

    `solve` takes any object with this protocol in the place of Q: `shape`, `diagonal()` and `rows(indices, dtype)`;
    with `reordered(order)` as well, it can leave variables that are settled out of most iterations.

    Parameters
    ----------
    kernel : Kernel or callable
    X : (n, p) array_like
    signs : (n,) array_like of ±1 or None; with signs y the matrix is Qᵢⱼ = yᵢ yⱼ K(xᵢ, xⱼ)
    """

    def __init__(self, kernel, X, signs=None):
        self.kernel = as_kernel(kernel)
        self.X = as_matrix(X)
        self.signs = None if signs is None else _as_signs(signs, len(self.X))
        self.shape = (len(self.X), len(self.X))
        self._points = {}

    def diagonal(self):
        """Return the diagonal K(xᵢ, xᵢ) as an (n,) array."""
        return self.kernel.diagonal(self.X)

    def rows(self, indices, dtype=np.float64):
        """Return rows of the matrix.

        Parameters
        ----------
        indices : (m,) int array
        dtype : np.float64, or np.float32 for rows of half the size and accuracy

        Returns
        -------
        (m, n) array
        """
        dtype = np.dtype(dtype)
        if isinstance(self.kernel, RBF) and self._exponents_are_small():
            K = self._rbf_rows(indices, dtype)
        else:
            K = self.kernel(self.X[indices], self.X).astype(dtype, copy=False)
        if not np.isfinite(K).all():
            raise ValueError(f"{self.kernel!r} must give finite values, got NaN or infinity.")
        if self.signs is not None:
            K = K * self.signs[indices, None].astype(dtype) * self.signs.astype(dtype)
        return K

    def reordered(self, order):
        """Return the rows of the same points in another order.

        Parameters
        ----------
        order : (n,) int array

        Returns
        -------
        GramRows
        """
        other = copy.copy(self)
        other.X = self.X[order]
        other.signs = None if self.signs is None else self.signs[order]
        other._points = {dtype: (Z[order], norms[order]) for dtype, (Z, norms) in self._points.items()}
        for name in {"_scaled", "_half_norms"} & vars(self).keys():
            vars(other)[name] = vars(self)[name][order]
        return other

    def _rbf_rows(self, indices, dtype):
        # −γ‖x − y‖² = z_x·z_y − ‖z_x‖²/2 − ‖z_y‖²/2 with z = √(2γ) (x − mean): one matrix product, then in place.
        # Off by a few units in the last place of ‖z‖², which is kept below LARGEST_EXPONENT.
        if dtype not in self._points:
            self._points[dtype] = (
                self._scaled.astype(dtype, copy=False),
                self._half_norms.astype(dtype, copy=False),
            )
        Z, half_norms = self._points[dtype]
        K = Z[indices] @ Z.T
        K -= half_norms
        K -= half_norms[indices, None]
        np.exp(K, out=K)
        K[np.arange(len(indices)), indices] = 1
        return K

    def _exponents_are_small(self):
        return self._half_norms.max() < LARGEST_EXPONENT

    @functools.cached_property
    def _scaled(self):
        return (2 * self.kernel.gamma) ** 0.5 * (self.X - self.X.mean(axis=0))

    @functools.cached_property
    def _half_norms(self):
        return np.einsum("ij,ij->i", self._scaled, self._scaled) / 2


def solve(
    Q,
    p,
    y=None,
    delta=0.0,
    upper=np.inf,
    start=None,
    tol=1e-6,
    max_iter=1_000_000,
    record=False,
):
    """Solve min ½ αᵀQα + pᵀα subject to yᵀα = Δ, 0 ≤ αᵢ ≤ Cᵢ.

    Parameters
    ----------
    Q : (n, n) array_like, symmetric positive semidefinite; or an object that computes its rows, such as `GramRows`
    p : (n,) array_like
    y : (n,) array_like of ±1, or None for all +1
    delta : float, Δ
    upper : float or (n,) array_like, the bounds Cᵢ > 0; np.inf for none
    start : (n,) array_like, a feasible α to start from; None fills variables to their bounds in the order of yᵢpᵢ
    tol : float > 0, stop once the KKT residual is at most this, in units of the gradient Qα + p
    max_iter : int ≥ 1
    record : bool, whether to hand back a `History`

    Returns
    -------
    QPSolution

    Raises
    ------
    ValueError
        If the input is not finite, shapes differ, no α is feasible, or start is not feasible.

    Warns
    -----
    ConvergenceWarning
        If the KKT residual is still above tol after max_iter iterations, or rounding forbids further progress.

    Notes
    -----
    Rows are computed in float32 where Q computes them, in growing batches for the variables that violate most. The
    gradient is then recomputed in float64 and the iteration resumed until that gradient meets tol: float32 costs
    accuracy in the steps, never in the answer. At most 1 GiB of rows is kept.
    """
    tol, max_iter = as_number(tol, "tol", 0, closed="neither"), as_integer(max_iter, "max_iter")
    if not hasattr(Q, "rows"):
        Q = as_gram(Q, "Q")
    n = Q.shape[0]
    p = as_vector(p, "p", n)
    signs = np.ones(n) if y is None else _as_signs(y, n)
    C = _as_bounds(upper, n)
    delta = as_number(delta, "delta", closed="neither")
    alpha = fill(signs, p, C, delta) if start is None else as_feasible(start, signs, C, delta)
    solution = solve_checked(Q, p, signs, C, alpha, tol, max_iter, record)
    if not solution.converged:
        advice = what_to_raise(solution.iterations, max_iter)
        warnings.warn(
            f"SMO stopped after {solution.iterations} iterations with KKT residual {solution.kkt_residual:.3g}, "
            f"above tol={tol:.3g}; {advice}.",
            ConvergenceWarning,
            stacklevel=2,
        )
    return solution


def what_to_raise(iterations, max_iter):
    """Return what to change after a run that did not converge, as words."""
    if iterations >= max_iter:
        return f"raise max_iter (now {max_iter})"
    return "rounding forbids further progress, so raise tol or rescale the kernel"


def solve_checked(Q, p, y, upper, start, tol, max_iter, record=False):
    """Do the work of `solve` on input that has been checked, without its warning.

    Parameters
    ----------
    Q, p, y, upper, start, tol, max_iter, record : as in `solve`; vectors are (n,) float64 arrays, start is feasible

    Returns
    -------
    QPSolution
    """
    with thread_limit(len(p)):
        K, b = _SignedGram(Q, y), y * start
        F = y * p + K.product(b)
        bounds = np.where(y > 0, 0, -upper), np.where(y > 0, upper, 0)
        log = _Log(start) if record else None
        order = K.order_by(F) if not record else None
        if order is None:
            state = _State(K, F, *bounds, b)
        else:
            state = _State(K.reordered(order), *(v[order] for v in (F, *bounds, b)))
        converged = _iterate(state, tol, max_iter, log)
        b, F = (state.b, state.F) if order is None else (_put(state.b, order), _put(state.F, order))
    alpha, gradient = np.abs(b), y * F
    objective = 0.5 * alpha @ (gradient + p)
    return QPSolution(
        alpha=alpha,
        gradient=gradient,
        objective=float(objective),
        kkt_residual=state.kkt_residual(),
        iterations=state.iterations,
        converged=converged,
        path=K.path,
        history=log and log.history(objective, state.kkt_residual()),
    )


def fill(y, p, C, delta):
    """Return a feasible α: variables at their bounds in the order of yᵢpᵢ, the last one in part.

    Parameters
    ----------
    y : (n,) array of ±1
    p : (n,) array
    C : (n,) array, bounds
    delta : float, yᵀα

    Returns
    -------
    (n,) array

    Raises
    ------
    ValueError
        If the bounds do not allow yᵀα to be delta.
    """
    sign = 1.0 if delta >= 0 else -1.0
    room = np.where(y == sign, np.minimum(C, abs(delta)), 0.0)
    if room.sum() < abs(delta) * (1 - 1e-12):
        raise ValueError(f"yᵀα = {delta:g} cannot hold: 0 ≤ αᵢ ≤ Cᵢ allows at most {room.sum():g}.")
    order = np.argsort(y * p, kind="stable")
    alpha = np.empty_like(p)
    before = np.cumsum(room[order]) - room[order]
    alpha[order] = np.clip(abs(delta) - before, 0, room[order])
    return alpha


def as_feasible(start, y, C, delta):
    """Return start as an array within its bounds.

    Parameters
    ----------
    start : (n,) array_like
    y : (n,) array of ±1
    C : (n,) array, bounds
    delta : float, yᵀα

    Returns
    -------
    (n,) array

    Raises
    ------
    ValueError
        If start is not feasible up to rounding.
    """
    start = as_vector(start, "start", len(y))
    slack = 1e-10 * max(abs(delta), np.abs(start).max())
    if (start < -slack).any() or (start > C + slack).any():
        raise ValueError("start must satisfy 0 ≤ αᵢ ≤ Cᵢ for each i.")
    if abs(y @ start - delta) > slack * len(y):
        raise ValueError(f"start must satisfy yᵀα = {delta:g}, got {y @ start:g}.")
    return np.clip(start, 0, C)


def _iterate(state, tol, max_iter, log):
    """Alternate fast steps and exact gradients until the exact gradient meets tol."""
    for dtype in [np.float32] * MAX_REFRESHES + [np.float64] * MAX_REFRESHES:
        # Rows in float32 may be too coarse for this problem: never spend all iterations on them.
        patience = STEPS_IN_FLOAT32 * state.K.n if dtype == np.float32 else max_iter
        state.make_steps(dtype, AIM * tol, min(max_iter, state.iterations + patience), log)
        state.refresh()
        if state.kkt_residual() <= tol:
            return True
        if state.iterations >= max_iter:
            break
    return False


class _SignedGram:
    """K = yyᵀ∘Q by rows: the Gram matrix of the signed variables b = y∘α."""

    def __init__(self, Q, y):
        self.n, self.path = len(y), "rows" if hasattr(Q, "rows") else "full"
        if self.path == "rows" and self.n <= FULL_UP_TO:
            Q, self.path = Q.rows(np.arange(self.n), np.float64), "full"
        self.Q, self.signs = Q, (y if (y < 0).any() else None)
        self.diagonal = np.array(Q.diagonal(), dtype=float)
        if self.path == "full" and self.signs is not None:
            self.Q, self.signs = Q * y[:, None] * y, None
        if self.path == "full":  # a read-only or transposed matrix would make numba compile anew
            self.Q = np.require(self.Q, requirements=["C", "W"])

    def order_by(self, F):
        """The order of rising F, or None where the rows come in one order only."""
        can = self.path == "rows" and hasattr(self.Q, "reordered")
        return np.argsort(F, kind="stable") if can else None

    def reordered(self, order):
        """The same matrix with its variables in another order."""
        other = copy.copy(self)
        other.Q, other.diagonal = self.Q.reordered(order), self.diagonal[order]
        other.signs = None if self.signs is None else self.signs[order]
        return other

    def rows(self, indices, dtype=np.float64):
        """Rows of K as an (m, n) array."""
        if self.path == "full":
            return self.Q[indices]
        rows = self.Q.rows(indices, dtype)
        if self.signs is None:
            return rows
        return rows * self.signs[indices, None].astype(dtype) * self.signs.astype(dtype)

    def product(self, v):
        """K v in float64, from the rows where v is not zero."""
        nonzero = np.flatnonzero(v)
        if self.path == "full" and len(nonzero) > self.n // 4:
            return self.Q @ v
        batch = max(1, PRODUCT_ENTRIES // self.n)
        total = np.zeros(self.n)
        for s in range(0, len(nonzero), batch):
            total += v[nonzero[s : s + batch]] @ self.rows(nonzero[s : s + batch])
        return total


class _State:
    """The signed variables b, their gradient F = Kb + c, and the rows of K that are at hand."""

    def __init__(self, K, F, lower, upper, b):
        self.K, self.F, self.lower, self.upper, self.b = K, F, lower, upper, b
        self.exact_b, self.exact_F = b.copy(), F.copy()
        self.flat = 1e-12 * (np.abs(K.diagonal).max() or 1.0)
        self.iterations = 0
        self._keep_rows(np.float64 if K.path == "full" else np.float32)

    def _keep_rows(self, dtype):
        self.dtype = dtype
        self.batch = FIRST_BATCH
        if self.K.path == "full":
            self.rows, self.used = self.K.Q, self.K.n
            self.slot = np.arange(self.K.n)
        else:
            self.rows, self.used = np.empty((0, self.K.n), dtype), 0
            self.slot = np.full(self.K.n, -1)

    def kkt_residual(self):
        """The largest F that can still fall minus the smallest that can still rise, or 0."""
        rise, fall = self.F[self.b < self.upper], self.F[self.b > self.lower]
        return float(max(0.0, fall.max() - rise.min())) if len(rise) and len(fall) else 0.0

    def refresh(self):
        """Recompute the gradient in float64: the last exact one plus the exact effect of what moved since."""
        self.F = self.exact_F + self.K.product(self.b - self.exact_b)
        self.exact_b, self.exact_F = self.b.copy(), self.F.copy()

    def make_steps(self, dtype, tol, max_iter, log):
        """Make steps until the running gradient meets tol.

        Blocks of variables without any violation stand still while the residual falls to a tenth (shrinking, as in
        Joachims 1999, by blocks); then they catch up and all are looked at again.
        """
        loop = _loop()
        if self.K.path == "rows" and dtype != self.dtype:
            self._keep_rows(dtype)
        self.up = np.where(self.b < self.upper, 0.0, loop.FAR)
        self.low = np.where(self.b > self.lower, 0.0, loop.FAR)
        n_blocks = -(-self.K.n // loop.BLOCK)
        self.extremes = np.empty(n_blocks), np.empty(n_blocks)
        status = loop.CONVERGED
        while status == loop.CONVERGED and self.iterations < max_iter:
            loop.block_extremes(self.F, self.up, self.low, *self.extremes)
            smallest, largest = self.extremes[0].min(), self.extremes[1].max()
            if largest - smallest <= tol:
                return
            violates = (self.extremes[0] < largest) | (self.extremes[1] > smallest)
            if log or self.K.path == "full":
                violates[:] = True
            goal = tol if violates.all() else max(tol, (largest - smallest) / 10)
            self.idle, self.idle_b = np.flatnonzero(~violates), self.b.copy()
            status = self._run(np.flatnonzero(violates), goal, max_iter, log)
            self._catch_up()

    def _run(self, active, tol, max_iter, log):
        """Make steps in some blocks until the residual over them meets tol; computes rows as they are needed."""
        loop = _loop()
        status = loop.NEEDS_ROW
        while status not in (loop.CONVERGED, loop.STALLED) and self.iterations < max_iter:
            steps = min(CHUNK, max_iter - self.iterations)
            record = np.empty((steps if log else 0, 7))
            variables = self.b, self.lower, self.upper, self.F, self.K.diagonal, self.up, self.low
            status, done, _ = loop.run(
                self.rows, self.slot, *variables, *self.extremes, active, tol, self.flat, steps, record
            )
            self.iterations += done
            if log:
                log.add(record[:done])
            if status >= loop.NEEDS_ROW:
                self._fetch(status)
        return status

    def _catch_up(self):
        """Bring the gradient of the blocks that stood still up to date."""
        moved = np.flatnonzero(self.b != self.idle_b)
        if len(self.idle) and len(moved):
            by = (self.b - self.idle_b)[moved]
            _loop().catch_up(self.F, self.rows, self.slot, moved, by, self.idle)
        self.idle_b = self.b.copy()

    def _fetch(self, needed):
        """Compute the row that is needed, with those of the variables that violate most."""
        n = self.K.n
        most = max(2 * LARGEST_BATCH + 2, CACHE_BYTES // (n * np.dtype(self.dtype).itemsize))
        if self.used + self.batch >= MOSTLY * n and n <= most:
            new = np.flatnonzero(self.slot < 0)
        else:
            at_hand = np.where(self.slot < 0, 0.0, np.inf)
            rise, fall = self.F + self.up, self.F - self.low
            rising = _smallest(rise + at_hand, self.batch // 2, below=fall.max())
            falling = _smallest(at_hand - fall, self.batch // 2, below=-rise.min())
            new = np.unique(np.concatenate([[needed], rising, falling]))
        if self.used + len(new) > most:
            self._catch_up()  # while the rows of what moved are still at hand
            self.slot[:], self.used = -1, 0
        self._grow(self.used + len(new), most)
        for s in range(0, len(new), LARGEST_BATCH):
            indices = new[s : s + LARGEST_BATCH]
            end = self.used + len(indices)
            self.rows[self.used : end] = self.K.rows(indices, self.dtype)
            self.slot[indices] = np.arange(self.used, end)
            self.used = end
        self.batch = min(2 * self.batch, LARGEST_BATCH)

    def _grow(self, needed, most):
        if needed > len(self.rows):
            rows = np.empty((min(most, max(needed, 2 * len(self.rows), 128)), self.K.n), self.dtype)
            rows[: self.used] = self.rows[: self.used]
            self.rows = rows


class _Log:
    """Collects the record of a run and turns it into a `History`."""

    def __init__(self, start):
        self.start, self.records = start.copy(), []

    def add(self, record):
        self.records.append(record)

    def history(self, objective, kkt_residual):
        record = np.concatenate(self.records)
        pairs = record[:, :2].astype(int)
        changes = record[::-1, 5]
        return History(
            start=self.start,
            pairs=pairs,
            values=np.abs(record[:, 2:4]),
            steps=record[:, 4],
            objective=objective - np.append(np.cumsum(changes)[::-1], 0.0),
            kkt_residual=np.append(record[:, 6], kkt_residual),
        )


def _put(values, order):
    """Undo `values[order]`."""
    original = np.empty_like(values)
    original[order] = values
    return original


def _loop():
    """The compiled loop; numba is imported when a problem is first solved, not with the package."""
    from kernelsy19 import _smo_loop

    return _smo_loop


@functools.cache
def _thread_controller():
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def thread_limit(n):
    """Return a context with one BLAS thread for small problems, where more only wait for each other.

    Parameters
    ----------
    n : int, number of points

    Returns
    -------
    context manager; the number of threads is restored when it ends
    """
    return _thread_controller().limit(limits=1, user_api="blas") if n <= SMALL else nullcontext()


def _smallest(values, m, below):
    """Indices of the m smallest values among those below a limit."""
    indices = np.flatnonzero(values < below)
    return indices[np.argpartition(values[indices], m)[:m]] if len(indices) > m else indices


def _as_signs(y, n):
    y = as_vector(y, "y", n)
    if not np.isin(y, (-1, 1)).all():
        raise ValueError(f"y must hold −1 and +1 only, got {np.unique(y)[:5]}.")
    return y


def _as_bounds(upper, n):
    upper = np.broadcast_to(np.asarray(upper, dtype=float), (n,)) if np.ndim(upper) == 0 else upper
    upper = np.asarray(upper, dtype=float)
    if upper.shape != (n,) or not (upper > 0).all():
        raise ValueError(f"upper must be a number > 0 or {n} of them, got {upper!r}.")
    return np.minimum(upper, UNBOUNDED)
