"""Sequential minimal optimization: the one quadratic-programming engine of the course.

    min ½ αᵀQα + pᵀα   subject to   yᵀα = Δ,   0 ≤ αᵢ ≤ Cᵢ,   yᵢ ∈ {−1, +1}

The two variables that gain most, judged to second order (Fan, Chen & Lin 2005), move in each iteration; all others
stand still. The minimum-volume ball (y = 1, Δ = 1) and the soft-margin classifier (y = ±1, Δ = 0) are of this form.
"""

import functools
import warnings
from dataclasses import dataclass, field

import numpy as np

from kernelsy19.engine.gram import LARGE, LARGEST_EXPONENT, LOW_DIMENSION, THREADED, TILE, loops, rbf_sums
from kernelsy19.engine.threads import thread_limit
from kernelsy19.kernels import RBF, as_kernel
from kernelsy19.validation import ConvergenceWarning, as_gram, as_integer, as_matrix, as_number, as_vector

FULL_UP_TO = 128  # points up to which all entries are computed at once


EVERY_UP_TO = 800  # points up to which all variables take part in each pass


WORKING_SET = 512  # variables that take part in a pass over more points, at first,


SHARE = 1 / 6  # or this share of all, if it is more


MOSTLY = 0.6  # share of the variables from which on all take part


BLOCK_BYTES = 2**30  # of kernel values that are kept at once


FEW = 0.25  # share of the rows up to which a product takes them one by one, and keeps those that it had to compute


FIRST_ROWS = 128  # rows that there is memory for, once a row is kept


BATCH_ENTRIES = 2**17  # of rows that are computed at once, to sum up


CHUNK = 4096  # iterations between two looks at the keyboard


AIM = 0.9  # share of tol that a pass aims for, since its rows are rounded


PATIENCE = 4  # passes that may not halve the KKT residual


ROUNDED = 10  # times its goal: a residual by which entries in float32 are too coarse


STEPS_IN_FLOAT32 = 100  # a variable, in a pass that may never end since rounded entries need not be PSD


GOAL = 0.03  # share of its KKT residual that a pass on some variables aims for


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
    gradient : (n,) array, Qα + p, computed in float64
    objective : float, ½ αᵀQα + pᵀα
    kkt_residual : float ≥ 0, the largest violation of the optimality conditions by a pair: yᵢ∇ᵢ over the variables
        with room to fall minus yᵢ∇ᵢ over those with room to rise, in units of the gradient
    iterations : int
    converged : bool, whether kkt_residual ≤ tol
    path : {"full", "rows"}, whether all of Q was at hand or parts of it were computed when they were wanted
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
    """The entries of a Gram matrix, computed when asked for.

    `solve` takes any object with this protocol in the place of Q: `shape`, `diagonal()` and
    `block(rows, columns, dtype)`, and if it has a faster way than from blocks, `product(indices, weights)`.

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
        return self.block(indices, slice(None), dtype)

    def block(self, rows, columns, dtype=np.float64):
        """Return the entries in some rows and columns.

        Parameters
        ----------
        rows : (m,) int array
        columns : (k,) int array, or slice(None) for all
        dtype : np.float64, or np.float32 for entries of half the size and accuracy

        Returns
        -------
        (m, k) array
        """
        dtype = np.dtype(dtype)
        K = self._values.block(rows, columns, dtype)
        if self.signs is not None:
            K *= self.signs[rows, None].astype(dtype)
            K *= self.signs[columns].astype(dtype)
        return K

    def product(self, indices, weights):
        """Return the matrix times a vector that is 0 but at some indices.

        Parameters
        ----------
        indices : (m,) int array
        weights : (m,) array

        Returns
        -------
        (n,) array, in float64
        """
        if self.signs is not None:
            return self.signs * self._values.product(indices, weights * self.signs[indices])
        return self._values.product(indices, weights)

    def without_signs(self):
        """Return the same entries without signs, Kᵢⱼ = K(xᵢ, xⱼ), as a `GramRows`."""
        return self if self.signs is None else GramRows(self.kernel, self.X)

    @functools.cached_property
    def _values(self):
        if not isinstance(self.kernel, RBF):
            return _KernelValues(self.kernel, self.X)
        if self.X.shape[1] <= LOW_DIMENSION:
            return _ValuesFromDifferences(self.kernel, self.X)
        values = _ValuesFromProducts(self.kernel, self.X)
        return values if values.exponents_are_small else _KernelValues(self.kernel, self.X)


class _KernelValues:
    """Values of any kernel, as it gives them; the rows that a product needed are kept for the next."""

    def __init__(self, kernel, X):
        self.kernel, self.X = kernel, X
        self._slot, self._used = np.full(len(X), -1), 0
        self._kept = np.empty((0, len(X)))

    def block(self, rows, columns, dtype):
        K = self.kernel(self.X[rows], self.X[columns]).astype(dtype)
        if not np.isfinite(K).all():
            raise ValueError(f"{self.kernel!r} must give finite values, got NaN or infinity.")
        return K

    def product(self, indices, weights):
        n, most = len(self.X), BLOCK_BYTES // (8 * len(self.X))
        new = indices[self._slot[indices] < 0]
        if self._used + len(new) > most:
            self._slot[:], self._used, new = -1, 0, indices
        if len(new) > min(FEW * n, most):
            return self._product_at_once(indices, weights)
        if len(new):
            self._keep(new, most)
        all_weights = np.zeros(self._used)
        all_weights[self._slot[indices]] = weights
        return all_weights @ self._kept[: self._used]

    def _keep(self, new, most):
        end = self._used + len(new)
        if end > len(self._kept):
            rows = np.empty((min(most, max(end, 2 * len(self._kept), FIRST_ROWS)), len(self.X)))
            rows[: self._used] = self._kept[: self._used]
            self._kept = rows
        self._fill(new, self._kept[self._used : end])
        self._slot[new] = np.arange(self._used, end)
        self._used = end

    def _fill(self, rows, K):
        K[:] = self.block(rows, slice(None), K.dtype)

    def _product_at_once(self, indices, weights):
        return _product_by_rows(self, len(self.X), indices, weights)


class _ValuesFromProducts(_KernelValues):
    """RBF values by one matrix product: −γ‖x − y‖² = z_x·z_y − ‖z_x‖²/2 − ‖z_y‖²/2 with z = √(2γ) (x − mean).

    An exponent is off by a few units in the last place of ‖z‖²/2, which has to be below LARGEST_EXPONENT: by 1e-12
    in float64.
    """

    def __init__(self, kernel, X):
        super().__init__(kernel, X)
        self._Z = X - X.mean(axis=0)
        self._Z *= (2 * kernel.gamma) ** 0.5
        self._half_norms = np.einsum("ij,ij->i", self._Z, self._Z) / 2
        self._single = None
        self.exponents_are_small = self._half_norms.max() < LARGEST_EXPONENT

    def block(self, rows, columns, dtype):
        Z, half_norms = self._points(dtype)
        if columns is rows:
            if not np.array_equal(rows, np.arange(len(Z))):
                Z, half_norms = Z[rows], half_norms[rows]
            K = _exponentials_of(Z @ Z.T, half_norms, half_norms)
            np.fill_diagonal(K, 1)
            return K
        K = _exponentials_of(Z[rows] @ Z[columns].T, half_norms[rows], half_norms[columns])
        if isinstance(columns, slice):
            K[np.arange(len(rows)), rows] = 1
        return K

    def _fill(self, rows, K):
        np.matmul(self._Z[rows], self._Z.T, out=K)
        _exponentials_of(K, self._half_norms[rows], self._half_norms)
        K[np.arange(len(rows)), rows] = 1

    def _points(self, dtype):
        if dtype == np.float64:
            return self._Z, self._half_norms
        if self._single is None:
            self._single = self._Z.astype(dtype), self._half_norms.astype(dtype)
        return self._single

    def _product_at_once(self, indices, weights):
        """K v from tiles that stay in the cache; a tile of two sets of v's own points serves for both of them."""
        n, m = len(self._Z), len(indices)
        others = np.ones(n, dtype=bool)
        others[indices] = False
        order = np.concatenate([indices, np.flatnonzero(others)])
        Z, half_norms, total = self._Z[order], self._half_norms[order], np.zeros(n)
        memory = np.empty(TILE * TILE)
        for first in range(0, m, TILE):
            J = slice(first, min(m, first + TILE))
            for start in range(first, n, TILE):
                I = slice(start, min(n, start + TILE))
                K = memory[: (I.stop - start) * (J.stop - first)].reshape(I.stop - start, J.stop - first)
                _exponentials_of(np.matmul(Z[I], Z[J].T, out=K), half_norms[I], half_norms[J])
                total[I] += K @ weights[J]
                stop = min(m, I.stop)
                if first < start < stop:
                    total[J] += weights[start:stop] @ K[: stop - start]
        result = np.empty(n)
        result[order] = total
        return result


def _exponentials_of(K, left, right):
    """exp(K − left − right) in the place of K, by the compiled loop unless that is not worth its import."""
    K -= right
    K -= left[:, None]
    if K.dtype == np.float64 and K.size < LARGE:
        np.exp(K, out=K)
    else:
        loops().exponentials(K)
    return K


class _ValuesFromDifferences:
    """RBF values of points of few dimensions, by the compiled loop: exact to rounding wherever the points are.

    In float32, coordinates x less their mean are off by 6e-8 of themselves and the exponents by as much of γ‖x‖²,
    which has to be below LARGEST_EXPONENT.
    """

    def __init__(self, kernel, X):
        self._kernel, self._X, self._columns = kernel, X, np.ascontiguousarray(X.T)
        centered = X - X.mean(axis=0)
        self._may_round = kernel.gamma * np.square(centered).sum(axis=1).max() < LARGEST_EXPONENT
        self._single = centered.astype(np.float32), np.ascontiguousarray(centered.T, dtype=np.float32)

    def block(self, rows, columns, dtype):
        if dtype == np.float64 and len(rows) * len(self._X[columns]) < LARGE:
            return self._kernel.evaluate(self._X[rows], self._X[columns])
        kind = np.float32 if dtype == np.float32 and self._may_round else np.float64
        X, XT = self._single if kind == np.float32 else (self._X, self._columns)
        Y = np.ascontiguousarray(XT[:, columns])
        K = np.empty((len(rows), Y.shape[1]), kind)
        loops().rows(X[rows], Y, kind(self._kernel.gamma), K)
        return K.astype(dtype, copy=False)

    def product(self, indices, weights):
        if len(self._X) * len(indices) >= THREADED:
            return rbf_sums(self._X, self._X[indices], weights, self._kernel.gamma)
        total = np.empty(len(self._X))
        columns = np.ascontiguousarray(self._columns[:, indices])
        loops().sums(self._X, columns, weights, self._kernel.gamma, total)
        return total


def _product_by_rows(values, n, indices, weights):
    """K v in float64, from rows in batches."""
    batch, total = max(1, BATCH_ENTRIES // n), np.zeros(n)
    for s in range(0, len(indices), batch):
        J = indices[s : s + batch]
        total += weights[s : s + batch] @ values.block(J, slice(None), np.dtype(np.float64))
    return total


def solve_qp(
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
    Q : (n, n) array_like, symmetric positive semidefinite; or an object that computes its entries, as `GramRows`
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
    With more than 800 variables a pass works on those that violate optimality most and on those between their bounds
    (decomposition, as in Joachims 1999): it solves their own small problem, from entries in float32 where Q computes
    them, and then adds the exact effect of what has moved to the gradient of all, in float64. Float32 costs accuracy
    in the steps, never in the answer. At most 1 GiB of entries is kept.
    """
    tol, max_iter = as_number(tol, "tol", 0, closed="neither"), as_integer(max_iter, "max_iter")
    if not hasattr(Q, "block"):
        Q = as_gram(Q, "Q")
    n = Q.shape[0]
    p = as_vector(p, "p", n)
    signs = np.ones(n) if y is None else _as_signs(y, n)
    C = _as_bounds(upper, n)
    delta = as_number(delta, "delta", closed="neither")
    alpha = fill(signs, p, C, delta) if start is None else as_feasible(start, signs, C, delta)
    with thread_limit(n):
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


def rounded_entries(Q, record=False):
    """Return all entries of Q in float32, if the first pass of `solve_checked` is going to work on them.

    Parameters
    ----------
    Q, record : as in `solve_qp`

    Returns
    -------
    (n, n) array; None where Q is an array, or fewer or more points have another way
    """
    n = Q.shape[0]
    if record or not hasattr(Q, "block") or not FULL_UP_TO < n <= EVERY_UP_TO:
        return None
    every = np.arange(n)
    return Q.block(every, every, np.dtype(np.float32))


def solve_checked(Q, p, y, upper, start, tol, max_iter, record=False, rounded=None):
    """Do the work of `solve_qp` on input that has been checked, without its warning.

    Parameters
    ----------
    Q, p, y, upper, start, tol, max_iter, record : as in `solve_qp`; vectors are (n,) float64 arrays, start is feasible
    rounded : (n, n) array or None, what `rounded_entries` has returned, where y is all +1

    Returns
    -------
    QPSolution
    """
    all_at_once = len(p) <= FULL_UP_TO or record
    K, b = _SignedGram(Q, y, all_at_once), y * start
    bounds = np.where(y > 0, 0, -upper), np.where(y > 0, upper, 0)
    log = _Log(start) if record else None
    state = _State(K, y * p, *bounds, b, rounded)
    residual = _iterate(state, tol, max_iter, log)
    alpha, gradient = np.abs(state.b), y * state.F
    objective = 0.5 * alpha @ (gradient + p)
    return QPSolution(
        alpha=alpha,
        gradient=gradient,
        objective=float(objective),
        kkt_residual=residual,
        iterations=state.iterations,
        converged=residual <= tol,
        path=K.path,
        history=log and log.history(objective, residual),
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
    """Make passes until the gradient meets tol; return the KKT residual."""
    best, waited = np.inf, 0
    while (residual := state.exact_kkt_residual(tol)) > tol and state.iterations < max_iter:
        best, waited = (residual, 0) if residual < best / 2 else (best, waited + 1)
        moved = state.make_pass(residual, tol, max_iter, log)
        if waited > PATIENCE or not moved:
            waited, harder = 0, state.try_harder()
            if not harder and (state.took_all or not moved):
                return state.kkt_residual()  # All variables, in float64: rounding forbids further progress.
    return residual


class _SignedGram:
    """K = yyᵀ∘Q: the Gram matrix of the signed variables b = y∘α."""

    def __init__(self, Q, y, all_at_once):
        self.n, self.path = len(y), "rows" if hasattr(Q, "block") else "full"
        if isinstance(Q, GramRows) and Q.signs is not None and (Q.signs == y).all():
            Q, y = Q.without_signs(), np.ones(self.n)  # the signs cancel
        if self.path == "rows" and all_at_once:
            every = np.arange(self.n)
            Q, self.path = Q.block(every, every, np.float64), "full"
        self.Q, self.signs = Q, (y if (y < 0).any() else None)
        self.diagonal = np.array(Q.diagonal(), dtype=float)
        if self.path == "full" and self.signs is not None:
            self.Q, self.signs = Q * y[:, None] * y, None
        if self.path == "full":  # a read-only or transposed matrix would make numba compile anew
            self.Q = np.require(self.Q, requirements=["C", "W"])

    def block(self, part, dtype):
        """K of some variables, as an (m, m) array."""
        if self.path == "full":
            return self.Q if len(part) == self.n else self.Q[np.ix_(part, part)]
        K = self.Q.block(part, part, dtype)
        if self.signs is not None:
            K = K * self.signs[part, None].astype(dtype) * self.signs[part].astype(dtype)
        return K

    def product(self, indices, weights):
        """K v in float64 for a v that is 0 but at some indices."""
        if self.path == "full":
            if len(indices) < FEW * self.n:
                return weights @ self.Q[indices]
            v = np.zeros(self.n)
            v[indices] = weights
            return self.Q @ v
        if self.signs is not None:
            weights = self.signs[indices] * weights
        if hasattr(self.Q, "product"):
            total = self.Q.product(indices, weights)
        else:
            total = _product_by_rows(self.Q, self.n, indices, weights)
        return total if self.signs is None else self.signs * total


class _State:
    """The signed variables b and their gradient F = Kb + c.

    Of few points the first pass works on all, so that its entries, rounded to float32, serve for its start as well.
    """

    def __init__(self, K, c, lower, upper, b, rounded=None):
        self.K, self.c, self.lower, self.upper, self.b = K, c, lower, upper, b
        self.flat = 1e-12 * (np.abs(K.diagonal).max() or 1.0)
        self.iterations = 0
        self.dtype = np.dtype(np.float64 if K.path == "full" else np.float32)
        self.size = max(WORKING_SET, int(SHARE * K.n))
        self.rng, self._last, self.took_all = np.random.default_rng(0), None, False
        every = np.arange(K.n)
        self.is_exact = K.path == "full" or K.n > EVERY_UP_TO
        if self.is_exact:
            self._compute_gradient()
        else:
            if rounded is not None:
                self._last = self.dtype, every, rounded
            self.F = c + self._block(every) @ b.astype(self.dtype)

    def _compute_gradient(self):
        support = np.flatnonzero(self.b)
        self.F, self.is_exact = self.c + self.K.product(support, self.b[support]), True

    def window(self, part=slice(None)):
        """The smallest F that can still rise and the largest that can still fall: optimal once they have passed."""
        F, b = self.F[part], self.b[part]
        rise, fall = F[b < self.upper[part]], F[b > self.lower[part]]
        return rise.min(initial=np.inf), fall.max(initial=-np.inf)

    def kkt_residual(self, part=slice(None)):
        """The largest F that can still fall minus the smallest that can still rise, or 0; of some or of all."""
        smallest, largest = self.window(part)
        return float(max(0.0, largest - smallest))

    def exact_kkt_residual(self, tol):
        """The residual of all; where it seems to meet tol, that of the exact gradient."""
        residual = self.kkt_residual()
        if self.is_exact or residual > tol:
            return residual
        self._compute_gradient()
        return self.kkt_residual()

    def try_harder(self):
        """After passes that hardly helped, more variables, then entries in float64; tell whether there was more."""
        if self.size < self.K.n:
            self.size *= 2
        elif self.dtype == np.float32:
            self.dtype = np.dtype(np.float64)
        else:
            return False
        return True

    def make_pass(self, residual, tol, max_iter, log):
        """Let some variables make steps, then bring the gradient of all up to date; tell whether any moved."""
        part = self._working_set() if not log else np.arange(self.K.n)
        self.took_all = len(part) == self.K.n
        goal = AIM * tol if self.took_all else max(AIM * tol, GOAL * residual)
        rounds = self.dtype == np.float32
        last = self.iterations + STEPS_IN_FLOAT32 * len(part) if rounds else max_iter
        b = self._run(part, self._block(part), goal, min(last, max_iter), log)
        moved = np.flatnonzero(b != self.b[part])
        steps = b[moved] - self.b[part[moved]]
        self.b[part] = b
        if self.is_exact:
            self.F += self.K.product(part[moved], steps)
        else:
            self._compute_gradient()
        if rounds and self.kkt_residual(part) > ROUNDED * goal:
            # The variables are not where their own problem has its solution: rounding of its entries is to blame.
            self.dtype = np.dtype(np.float64)
            return True
        return len(moved) > 0

    def _block(self, part):
        """K of some variables; that of the last pass where they are the same."""
        if self._last is None or self._last[0] != self.dtype or not np.array_equal(self._last[1], part):
            self._last = self.dtype, part, self.K.block(part, self.dtype)
        return self._last[2]

    def _working_set(self):
        """The variables that violate optimality most, and all between their bounds as far as memory goes."""
        n, most = self.K.n, int((BLOCK_BYTES / self.dtype.itemsize) ** 0.5)
        if n <= EVERY_UP_TO:
            return np.arange(n)
        smallest, largest = self.window()
        rises, falls = self.b < self.upper, self.b > self.lower
        half = min(self.size, most) // 2
        rising = self._chosen(np.where(rises, self.F, np.inf), half, largest)
        falling = self._chosen(np.where(falls, -self.F, np.inf), half, -smallest)
        between = np.flatnonzero(rises & falls)[: most - 2 * half]
        part = np.unique(np.concatenate([rising, falling, between]))
        return part if len(part) < MOSTLY * n or n > most else np.arange(n)

    def _chosen(self, F, most, limit):
        """Of the variables below a limit, the lowest and as many drawn at random, which are less alike."""
        candidates = np.flatnonzero(limit > F)
        if len(candidates) <= most:
            return candidates
        lowest = _smallest(F, most // 2, limit)
        return np.concatenate([lowest, self.rng.choice(candidates, most // 2, replace=False)])

    def _run(self, part, K, tol, max_iter, log):
        """Return what some variables become by steps until the residual among them meets tol."""
        loop = _loop()
        b, lower, upper, F, diagonal = (
            v[part] for v in (self.b, self.lower, self.upper, self.F, self.K.diagonal)
        )
        up, low = np.where(b < upper, 0.0, loop.FAR), np.where(b > lower, 0.0, loop.FAR)
        extremes = np.empty((2, -(-len(b) // loop.BLOCK)))
        loop.block_extremes(F, up, low, *extremes)
        status = loop.OUT_OF_STEPS
        while status == loop.OUT_OF_STEPS and self.iterations < max_iter:
            steps = min(CHUNK, max_iter - self.iterations)
            record = np.empty((steps if log else 0, 7))
            variables = b, lower, upper, F, diagonal, up, low
            status, done, _ = loop.run(K, *variables, *extremes, tol, self.flat, steps, record)
            self.iterations += done
            if log:
                log.add(record[:done])
        return b


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
    from kernelsy19.engine import smo_loop

    return smo_loop


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
