"""Sequential minimal optimization: the one quadratic-programming engine of the course.

    min ½ αᵀQα + pᵀα   subject to   yᵀα = Δ,   0 ≤ αᵢ ≤ Cᵢ,   yᵢ ∈ {−1, +1}

The two variables that gain most, judged to second order (Fan, Chen & Lin 2005), move in each iteration; all others
stand still. The minimum-volume ball (y = 1, Δ = 1) and the soft-margin classifier (y = ±1, Δ = 0) are of this form.
"""

import functools
import warnings
from contextlib import nullcontext
from dataclasses import dataclass, field

import numpy as np

from kernelsy19.kernels import RBF, as_kernel
from kernelsy19.validation import ConvergenceWarning, as_gram, as_integer, as_matrix, as_number, as_vector

CACHE_BYTES = 2**30  # of rows that are kept
SMALL = 5000  # points up to which BLAS works with one thread
FULL_UP_TO = 512  # points up to which all rows are computed at once
MOSTLY = 0.6  # share of the rows from which on the rest is computed too
BATCH_ENTRIES, PRODUCT_ENTRIES = 2**16, 2**17  # of rows that are computed at once, to keep, to sum up
CHUNK = 4096  # iterations between two looks at the keyboard
AIM = 0.9  # share of tol that the running gradient aims for, so that the exact one seldom misses
MAX_REFRESHES = 3  # of the gradient, with rows in float32 and again in float64
STEPS_IN_FLOAT32 = 20  # iterations a point before the gradient is refreshed
LARGEST_EXPONENT = 1e3  # of RBF values by one matrix product
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

    alpha: np.ndarray = field(repr=False)
    gradient: np.ndarray = field(repr=False)
    objective: float
    kkt_residual: float
    iterations: int
    converged: bool
    path: str
    history: History | None = field(default=None, repr=False)


class GramRows:
    """The rows of a Gram matrix, computed when asked for.

    `solve` takes any object with this protocol in the place of Q: `shape`, `diagonal()` and `rows(indices, dtype)`,
    and if it wants `batch`, how many rows it computes best at once.

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
        # In high dimension a row costs little more than reading all points, which a batch does once.
        self.batch = 64 if self.X.shape[1] > 32 else int(np.clip(BATCH_ENTRIES // len(self.X), 16, 64))
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
    Rows are computed in float32 where Q computes them, in batches, for the variables that violate most. The
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
        state = _State(K, F, *bounds, b)
        converged = _iterate(state, tol, max_iter, log)
    alpha, gradient = np.abs(state.b), y * state.F
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
        self.batch = getattr(K.Q, "batch", 16)
        self.flat = 1e-12 * (np.abs(K.diagonal).max() or 1.0)
        self.iterations = 0
        self._keep_rows(np.float64 if K.path == "full" else np.float32)

    def _keep_rows(self, dtype):
        self.dtype = dtype
        if self.K.path == "full":
            self.rows, self.used = self.K.Q, self.K.n
            self.slot = np.arange(self.K.n)
        else:
            self.rows, self.used = np.empty((0, self.K.n), dtype), 0
            self.slot = np.full(self.K.n, -1)

    def window(self):
        """The smallest F that can still rise and the largest that can still fall: optimal once they have passed."""
        rise, fall = self.F[self.b < self.upper], self.F[self.b > self.lower]
        return rise.min(initial=np.inf), fall.max(initial=-np.inf)

    def kkt_residual(self):
        """The largest F that can still fall minus the smallest that can still rise, or 0."""
        smallest, largest = self.window()
        return float(max(0.0, largest - smallest))

    def refresh(self):
        """Recompute the gradient in float64: the last exact one plus the exact effect of what moved since."""
        self.F = self.exact_F + self.K.product(self.b - self.exact_b)
        self.exact_b, self.exact_F = self.b.copy(), self.F.copy()

    def make_steps(self, dtype, tol, max_iter, log):
        """Make steps until the running gradient meets tol.

        Only the variables that violate optimality take part while the residual falls to a tenth; then all are looked
        at again (shrinking, as in Joachims 1999). A run that is recorded lets all take part.
        """
        if self.K.path == "rows" and dtype != self.dtype:
            self._keep_rows(dtype)
        stalled = False
        while not stalled and self.iterations < max_iter:
            smallest, largest = self.window()
            if largest - smallest <= tol:
                return
            rises, falls = self.b < self.upper, self.b > self.lower
            violates = (rises & (largest > self.F)) | (falls & (smallest < self.F))
            part = np.flatnonzero(violates)
            if log or len(part) > self.K.n // 8:
                part = slice(None)
            goal = tol if log else max(tol, (largest - smallest) / 10)
            stalled = self._run(part, goal, max_iter, log)

    def _run(self, part, tol, max_iter, log):
        """Let some variables make steps until the residual among them meets tol; tell whether they stalled."""
        loop = _loop()
        b, lower, upper, F, diagonal = (
            v[part] for v in (self.b, self.lower, self.upper, self.F, self.K.diagonal)
        )
        up, low = np.where(b < upper, 0.0, loop.FAR), np.where(b > lower, 0.0, loop.FAR)
        extremes = np.empty((2, -(-len(b) // loop.BLOCK)))
        loop.block_extremes(F, up, low, *extremes)
        rows, slot = self._rows_of(part)
        status = loop.NEEDS_ROW
        while status not in (loop.CONVERGED, loop.STALLED) and self.iterations < max_iter:
            steps = min(CHUNK, max_iter - self.iterations)
            record = np.empty((steps if log else 0, 7))
            variables = b, lower, upper, F, diagonal, up, low
            status, done, _ = loop.run(rows, slot, *variables, *extremes, tol, self.flat, steps, record)
            self.iterations += done
            if log:
                log.add(record[:done])
            if status >= loop.NEEDS_ROW:
                self._absorb(part, b, F)
                self._fetch(np.arange(self.K.n)[part], F + up, F - low, status)
                rows, slot = self._rows_of(part)
        self._absorb(part, b, F)
        return status == loop.STALLED

    def _rows_of(self, part):
        """The rows of some variables that are at hand, restricted to those variables, and where each stands."""
        if isinstance(part, slice):
            return self.rows, self.slot
        at_hand = np.flatnonzero(self.slot[part] >= 0)
        slot = np.full(len(part), -1)
        slot[at_hand] = np.arange(len(at_hand))
        return self.rows[np.ix_(self.slot[part[at_hand]], part)], slot

    def _absorb(self, part, b, F):
        """Take over what some variables have become; the gradient of the others catches up."""
        if isinstance(part, slice):
            return
        step = b - self.b[part]
        moved = np.flatnonzero(step)
        for s in range(0, len(moved), self.batch):
            batch = moved[s : s + self.batch]
            self.F += step[batch] @ self.rows[self.slot[part[batch]]]
        self.F[part], self.b[part] = F, b

    def _fetch(self, part, rise, fall, needed):
        """Compute the row that is needed, with those of the variables of a part that violate most."""
        n = self.K.n
        most = max(2 * self.batch + 2, CACHE_BYTES // (n * np.dtype(self.dtype).itemsize))
        if self.used + self.batch >= MOSTLY * n and n <= most:
            new = np.flatnonzero(self.slot < 0)
        else:
            at_hand = np.where(self.slot[part] < 0, 0.0, np.inf)
            rising = _smallest(rise + at_hand, self.batch // 2, below=fall.max())
            falling = _smallest(at_hand - fall, self.batch // 2, below=-rise.min())
            new = part[np.unique(np.concatenate([[needed], rising, falling]))]
        if self.used + len(new) > most:
            self.slot[:], self.used = -1, 0
        self._grow(self.used + len(new), most)
        for s in range(0, len(new), self.batch):
            indices = new[s : s + self.batch]
            end = self.used + len(indices)
            self.rows[self.used : end] = self.K.rows(indices, self.dtype)
            self.slot[indices] = np.arange(self.used, end)
            self.used = end

    def _grow(self, needed, most):
        if needed > len(self.rows):
            rows = np.empty((min(most, max(needed, 2 * len(self.rows), 128)), self.K.n), self.dtype)
            rows[: self.used] = self.rows[: self.used]
            self.rows = rows


class _Log:
    """Collects the record of a run and turns it into a `History`."""

    def __init__(self, start):
        self.start, self.records = start.copy(), [np.empty((0, 7))]

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
