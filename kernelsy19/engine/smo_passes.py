"""Passes of SMO: which variables take part in each, and what it costs in entries of the matrix.

Of many points, the variables that violate optimality most solve their own small problem in entries rounded to float32;
what has moved is then added to the gradient of all, in float64 (decomposition, Joachims 1999).
"""

import functools

import numpy as np

from kernelsy19.engine import providers
from kernelsy19.engine.compilation import compiled_loops_work
from kernelsy19.gram import GATHERED_SHARE

# Points up to which all variables take part in each pass: their entries are 2.5 MB in float32, and to choose among them
# takes longer than to let all take part.
EVERY_UP_TO = 800

# Variables that take part in a pass over more points, at first: this many, or this share of all if it is more. With
# fewer there are more passes, with more each pass computes entries that hardly matter.
WORKING_SET, WORKING_SHARE = 512, 1 / 6

# Share of the variables in a working set; to leave out the others then saves less than it costs
ALL_FROM_SHARE = 0.6

# Passes that may not halve the KKT residual before more variables take part, or entries in float64: a pass on some of
# the variables can raise the residual of the others for a while.
PATIENT_PASSES = 4

# Share of tol that a pass aims for: what its rounded entries leave of the rest is paid by the exact gradient.
PASS_AIM = 0.9

# Share of the KKT residual of all that a pass on some variables aims for: what is gained below it, the next pass loses.
PASS_GAIN = 0.03
COARSE_FROM = 10  # times its goal: a residual after a pass in float32 that shows its entries are too coarse

# Steps a variable in a pass in float32, which may never end since rounded entries need not be PSD.
STEPS_IN_FLOAT32 = 100
MOST_ROUNDED = 1e30  # weight that is rounded to float32: so many times an entry is still a number there

# Variables that a pass has moved, as a share of those that a new gradient is computed from, from which it is computed
# anew: then it is that of the weights themselves, as a certificate wants it, and not what all steps since have left.
ANEW_FROM = 0.8

# Times the tolerance, a residual up to which a change of the gradient is wanted no more exactly than float32 gives it.
ROUGH_UP_TO = 1e5
COARSE_DIGITS = 10  # units in the last place of K, below which no ridge can tell directions apart
STEPS_AT_ONCE = 4096  # of the compiled loop, some milliseconds, between two looks at the keyboard


class Passes:
    """Passes over the signed variables b, with their gradient F = Kb + c.
    K: Gram; c (n,); lower, upper (n,) arrays, the bounds of b; b (n,), where to start; it is changed; rounded (n,
    n) of float32 or None, all of K where that is at hand

    Of few points the first pass works on all, so that its entries, rounded to float32, serve for its start as well."""

    def __init__(self, K, c, lower, upper, b, rounded=None):
        self.K, self.c, self.lower, self.upper, self.b = K, c, lower, upper, b
        self.n, self.diagonal = len(K), np.array(K.diagonal())
        self.flat = 1e-12 * (np.abs(self.diagonal).max() or 1.0)
        self.iterations = 0
        self.dtype = np.dtype(np.float64 if K.at_hand else np.float32)
        self.size = max(WORKING_SET, int(WORKING_SHARE * self.n))
        self._anchor = None  # a b, and its gradient
        self._last, self.took_all, self.is_fresh = None, False, False
        self.every = np.arange(self.n)
        # Float32 ends at 3e38: larger weights, as bounds may allow, are not rounded to it.
        self.is_exact = K.at_hand or self.n > EVERY_UP_TO or np.abs(b).max() > MOST_ROUNDED
        if self.is_exact:
            self._compute_gradient()
        else:
            if rounded is not None:
                self._last = self.dtype, self.every, rounded
            K, some = self._block(self.every), np.flatnonzero(b)
            few = len(some) < GATHERED_SHARE * self.n
            self.F = c + (b[some].astype(K.dtype) @ K[some] if few else K @ b.astype(K.dtype))

    def run(self, tol, max_iter):
        """Make passes until the gradient meets tol.
        → float, the KKT residual of all variables"""
        best, waited = np.inf, 0
        while (residual := self._kkt_residual_of_all(tol)) > tol and self.iterations < max_iter:
            best, waited = (residual, 0) if residual < best / 2 else (best, waited + 1)
            moved = self._make_pass(residual, tol, max_iter)
            if waited > PATIENT_PASSES or not moved:
                waited, harder = 0, self._try_harder()
                if not harder and (self.took_all or not moved):
                    break  # All variables, in float64: rounding forbids further progress.
        if not self.is_fresh:
            self._compute_gradient()
        return self._kkt_residual()

    def _compute_gradient(self):
        """The gradient of b: from its products, or from those of b less a b whose products are at hand."""
        support = np.flatnonzero(self.b)
        off = support if self._anchor is None else np.flatnonzero(self.b != self._anchor[0])
        if len(off) < len(support):
            self.F = self._anchor[1] + self.K.product(self.b[off] - self._anchor[0][off], off)
        else:
            self.F = self.c + self.K.product(self.b[support], support)
            self._anchor = (self.b.copy(), self.F.copy()) if self.n > EVERY_UP_TO or self.K.at_hand else None
        self.is_exact = self.is_fresh = True

    def _costs_more_than(self, n_moved):
        """Whether a gradient that is computed anew takes more products than that of what has moved."""
        off = self.b if self._anchor is None else self.b != self._anchor[0]
        fewest = min(np.count_nonzero(self.b), np.count_nonzero(off))
        return n_moved < ANEW_FROM * fewest

    @functools.cached_property
    def rng(self):
        """The same draws in each run."""
        return np.random.default_rng(0)

    def _window(self, part=slice(None)):
        """The smallest F that can still rise and the largest that can still fall: optimal once they have passed."""
        return _loop().window(*(v[part] for v in (self.F, self.b, self.lower, self.upper)))

    def _kkt_residual(self, part=slice(None)):
        """The largest F that can still fall minus the smallest that can still rise, or 0; of some or of all."""
        smallest, largest = self._window(part)
        return float(max(largest - smallest, 0.0))

    def _kkt_residual_of_all(self, tol):
        """The residual of all; where it seems to meet tol, that of the gradient of the weights, in float64."""
        residual = self._kkt_residual()
        if self.is_fresh or not residual <= tol:
            return residual
        self._compute_gradient()
        return self._kkt_residual()

    def _try_harder(self):
        """After passes that hardly helped, more variables, then entries in float64; tell whether there was more."""
        if self.size < self.n:
            self.size *= 2
        elif self.dtype == np.float32:
            self.dtype = np.dtype(np.float64)
        else:
            return False
        return True

    def _make_pass(self, residual, tol, max_iter):
        """Let some variables make steps, then bring the gradient of all up to date; tell whether any moved."""
        part = self._working_set()
        self.took_all = len(part) == self.n
        some = slice(None) if self.took_all else part  # which copies nothing
        goal = PASS_AIM * tol if self.took_all else max(PASS_AIM * tol, PASS_GAIN * residual)
        rounds = self.dtype == np.float32
        last = self.iterations + STEPS_IN_FLOAT32 * len(part) if rounds else max_iter
        b = self._run(some, self._block(part), goal, min(last, max_iter))
        moved = np.flatnonzero(b != self.b[some])
        steps = b[moved] - self.b[part[moved]]
        self.b[some] = b
        if self.is_exact and self._costs_more_than(len(moved)):
            product = self.K.rough_product if residual <= ROUGH_UP_TO * tol else self.K.product
            self.F += product(steps, part[moved])
            self.is_fresh = False
        elif len(moved) or not self.is_exact:
            self._compute_gradient()
        if rounds and self._kkt_residual(some) > COARSE_FROM * goal:
            # The variables are not where their own problem has its solution: rounding of its entries is to blame.
            self.dtype = np.dtype(np.float64)
            return True
        return len(moved) > 0

    def _block(self, part):
        """K of some variables; that of the last pass where they are the same."""
        last = self._last
        same = last is not None and (last[1] is part or np.array_equal(last[1], part))
        if not same or last[0] != self.dtype:
            K = self.K.block(part, part, self.dtype)
            # A read-only or transposed matrix would make numba compile anew.
            self._last = self.dtype, part, np.require(K, requirements=["C", "W"])
        return self._last[2]

    def _working_set(self):
        """The variables that violate optimality most, and all between their bounds as far as memory goes."""
        n, most = self.n, int((providers.KEPT_BYTES / self.dtype.itemsize) ** 0.5)
        if n <= EVERY_UP_TO:
            return self.every
        smallest, largest = self._window()
        rises, falls = self.b < self.upper, self.b > self.lower
        half = min(self.size, most) // 2
        rising = self._chosen(np.where(rises, self.F, np.inf), half, largest)
        falling = self._chosen(np.where(falls, -self.F, np.inf), half, -smallest)
        between = np.flatnonzero(rises & falls)[: most - 2 * half]
        part = np.unique(np.concatenate([rising, falling, between]))
        return part if len(part) < ALL_FROM_SHARE * n or n > most else self.every

    def _chosen(self, F, most, limit):
        """Of the variables below a limit, the lowest and as many drawn at random, which are less alike."""
        candidates = np.flatnonzero(limit > F)
        if len(candidates) <= most:
            return candidates
        lowest = _smallest(F, most // 2, limit)
        return np.concatenate([lowest, self.rng.choice(candidates, most // 2, replace=False)])

    def _run(self, part, K, tol, max_iter):
        """Return what some variables become by steps until the residual among them meets tol."""
        loop = _loop()
        b, F = self.b[part].copy(), self.F[part].copy()
        lower, upper, diagonal = self.lower[part], self.upper[part], self.diagonal[part]
        up, low = np.where(b < upper, 0.0, loop.FAR), np.where(b > lower, 0.0, loop.FAR)
        extremes = np.empty((2, -(-len(b) // loop.VARIABLES_AT_ONCE)))
        loop.block_extremes(F, up, low, *extremes)
        status = loop.OUT_OF_STEPS
        coarse = COARSE_DIGITS * np.finfo(K.dtype).eps * np.abs(diagonal).max()
        limits = tol, self.flat, max(self.flat, coarse)
        pairs = 0
        while status == loop.OUT_OF_STEPS and self.iterations < max_iter:
            steps = min(STEPS_AT_ONCE, max_iter - self.iterations)
            variables = b, lower, upper, F, diagonal, up, low
            status, done, pairs = loop.run(K, *variables, *extremes, *limits, steps, pairs)
            self.iterations += done
        return b


def _loop():
    """The compiled loop; numba is imported when a problem is first solved, not with the package."""
    if not compiled_loops_work():
        raise RuntimeError("this engine is its compiled loop; without numba take `ball.smo_steps`.")
    from kernelsy19.engine import smo_loop

    return smo_loop


def _smallest(values, m, below):
    """Indices of the m smallest values among those below a limit."""
    indices = np.flatnonzero(values < below)
    return indices[np.argpartition(values[indices], m)[:m]] if len(indices) > m else indices
