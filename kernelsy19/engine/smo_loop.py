"""The compiled inner loop of `smo`. Importing this module imports numba; `smo_passes` does it when it is first at work.

The loop works on signed variables bᵢ = yᵢ αᵢ, whose Gram matrix is Kᵢⱼ = yᵢ yⱼ Qᵢⱼ and whose gradient is
Fᵢ = yᵢ (Qα + p)ᵢ, so that the equality constraint is Σ b = Δ and a step moves bᵢ up and bⱼ down by the same amount.
Where pairs of the same variables take turns for long, a step of all that are between their bounds (a face of the box)
goes where those steps would end: to the minimum there, or near it.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from kernelsy19.engine.compilation import compiled

# Variables whose extremes are kept: a pass over these fits the first cache, one over their extremes too
VARIABLES_AT_ONCE = 64
FAR = 1e200  # penalty of a variable that cannot move; no gradient comes near it, and it can be added up

# Steps of two variables, at least, before one of all m that are free; and m³/2n of them, which take thrice its time.
PAIRS_AT_LEAST, FACE_COST = 100, 0.5

# The ridge of a step of all, in units of the KKT residual over how far variables may move: with less, many meet a bound
# on their way; with more, the step is shorter than it could be.
RIDGE = 0.2
ROUNDS = 10  # of variables that leave their bounds, after which a step of all is given up
CONVERGED, OUT_OF_STEPS, STALLED = 0, 1, 2  # how a run of steps has ended


def _extremum(name):
    """LLVM's minnum or maxnum: unlike Python's min and max, a reduction over them is vectorized."""

    @intrinsic
    def extremum(typing_context, a, b):
        def generate(context, builder, signature, arguments):
            double = ir.DoubleType()
            kind = ir.FunctionType(double, [double, double])
            function = builder.module.declare_intrinsic(f"llvm.{name}", [double], kind)
            return builder.call(function, arguments, fastmath=("nnan", "ninf", "nsz"))

        return types.float64(types.float64, types.float64), generate

    return extremum


smaller = _extremum("minnum")


larger = _extremum("maxnum")


@compiled(inline="always")
def _extremes(F, up, low):
    """Smallest F that can still move up, largest that can still move down."""
    smallest, largest = FAR, -FAR
    for t in range(F.shape[0]):
        smallest = smaller(smallest, F[t] + up[t])
        largest = larger(largest, F[t] - low[t])
    return smallest, largest


@compiled(inline="always")
def _step(F, up, low, K_i, K_j, step):
    """Add a step along (i, j) to the gradient; its extremes in the same pass."""
    smallest, largest = FAR, -FAR
    for t in range(F.shape[0]):
        f = F[t] + step * (K_i[t] - K_j[t])
        F[t] = f
        smallest = smaller(smallest, f + up[t])
        largest = larger(largest, f - low[t])
    return smallest, largest


@compiled(inline="always")
def _put_gains(F, low, K_i, diagonal, F_i, K_ii, flat, gains):
    """Put the second-order gains (Fⱼ − Fᵢ)² / (Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ) of a block into an array; return the largest.

    The division is in float32, which takes a third of the time: to choose, six digits of a curvature are enough."""
    best = 0.0
    for t in range(F.shape[0]):
        excess = larger(F[t] - low[t] - F_i, 0.0)
        curvature = np.float32(larger(K_ii + diagonal[t] - 2.0 * K_i[t], flat))
        gain = excess * excess * np.float64(np.float32(1.0) / curvature)
        gains[t] = gain
        best = larger(best, gain)
    return best


@compiled()
def block_extremes(F, up, low, block_min, block_max):
    """Fill the extremes of every block."""
    for k in range(block_min.shape[0]):
        s = slice(k * VARIABLES_AT_ONCE, min(F.shape[0], (k + 1) * VARIABLES_AT_ONCE))
        block_min[k], block_max[k] = _extremes(F[s], up[s], low[s])


@compiled()
def window(F, b, lower, upper):
    """The smallest F of variables that can still rise, and the largest of those that can still fall.
    F, b, lower, upper (n,) arrays → (float, float), FAR and −FAR where there are none"""
    smallest, largest = FAR, -FAR
    for t in range(F.shape[0]):
        smallest = smaller(smallest, F[t] if b[t] < upper[t] else FAR)
        largest = larger(largest, F[t] if b[t] > lower[t] else -FAR)
    return smallest, largest


@compiled()
def _penalties(b, lower, upper, up, low, i):
    """Keep variables at a bound from being chosen to move beyond it."""
    up[i] = 0.0 if b[i] < upper[i] else FAR
    low[i] = 0.0 if b[i] > lower[i] else FAR


@compiled()
def _factorize(R):
    """Put the factor U of R = UᵀU in its upper triangle; tell whether R is positive definite."""
    n = R.shape[0]
    for k in range(n):
        if not R[k, k] > 0.0:
            return False
        scale = 1.0 / np.sqrt(R[k, k])
        row = R[k, k:]
        for t in range(row.shape[0]):
            row[t] *= scale
        for s in range(1, row.shape[0]):
            below, part, factor = R[k + s, k + s :], row[s:], row[s]
            for t in range(part.shape[0]):
                below[t] -= factor * part[t]
    return True


@compiled()
def _solve(U, x):
    """Put the solution of UᵀUx = x in the place of x."""
    n = U.shape[0]
    for k in range(n):
        row = U[k]
        x[k] /= row[k]
        for t in range(k + 1, n):
            x[t] -= x[k] * row[t]
    for k in range(n - 1, -1, -1):
        row, total = U[k], x[k]
        for t in range(k + 1, n):
            total -= row[t] * x[t]
        x[k] = total / row[k]


@compiled()
def _face_minimum(A, g, x, lower, upper, ridge):
    """Put where a small program has its minimum in the place of x; tell whether one was found.

    Those that leave their bounds are put there, and the others are solved for once more."""
    m = len(x)
    start, gradient, off = x.copy(), g.copy(), 0.0
    inside = np.arange(m)
    for _ in range(ROUNDS):
        size = len(inside)
        if size < 2:  # nothing can move while the sum stays
            return False
        R, u, v = np.empty((size, size)), gradient[inside], np.ones(size)
        for s in range(size):
            row = A[inside[s]]
            for t in range(s, size):
                R[s, t] = row[inside[t]]
            R[s, s] += ridge
        if not _factorize(R):
            return False
        _solve(R, u)
        _solve(R, v)
        step = (u.sum() - off) / v.sum() * v - u
        # Both parts can be far larger than the step: what rounding has left in its sum is taken out.
        step -= (step.sum() + off) / size
        kept = 0
        for s in range(size):
            i = inside[s]
            x[i] = start[i] + step[s]
            if lower[i] <= x[i] <= upper[i]:
                inside[kept] = i
                kept += 1
            else:
                x[i] = lower[i] if x[i] < lower[i] else upper[i]
                moved = x[i] - start[i]
                off += moved
                for t in range(m):
                    gradient[t] += moved * A[i, t]
        if kept == size:
            return True
        inside = inside[:kept]
    return False


@compiled()
def _room(b, lower, upper, free):
    """How far variables may move: as far as their bounds are apart in the mean, but no farther than the largest is."""
    room = largest = 0.0
    for i in free:
        room += upper[i] - lower[i]
    for t in range(b.shape[0]):
        largest = max(largest, abs(b[t]))
    return min(room / len(free), largest)


@compiled()
def _step_on_face(K, b, lower, upper, F, up, low, free, ridge):
    """Move all variables between their bounds at once, to where the program has its minimum with the others held.

    Where pairs would take turns for thousands of steps, this is the step that they add up to. The ridge is added to
    the diagonal of K: the larger, the shorter the step."""
    m = len(free)
    A = np.empty((m, m))
    for s in range(m):
        row = K[free[s]]
        for t in range(m):
            A[s, t] = row[free[t]]
    x, g = b[free], F[free]
    if not _face_minimum(A, g, x, lower[free], upper[free], ridge):
        return
    step, slope, curvature = x - b[free], 0.0, 0.0
    for s in range(m):
        slope -= g[s] * step[s]
        for t in range(m):
            curvature += step[s] * A[s, t] * step[t]
    if not slope > 0.0:
        return
    share = min(1.0, slope / curvature) if curvature > 0.0 else 1.0
    for s in range(m):
        i, moved, row = free[s], share * step[s], K[free[s]]
        b[i] = x[s] if share == 1.0 else b[i] + moved
        _penalties(b, lower, upper, up, low, i)
        for t in range(F.shape[0]):
            F[t] += moved * row[t]


@compiled()
def run(K, b, lower, upper, F, diagonal, up, low, block_min, block_max, tol, flat, floor, steps, pairs):
    """Make steps until the KKT residual is at most tol.
    K (n, n) of float64 or float32; b, lower, upper, F, diagonal (n,) arrays; up, low (n,) arrays, 0 where a
    variable can move up (down), FAR where it cannot; block_min, block_max (n / VARIABLES_AT_ONCE,) arrays; flat:
    float, the smallest curvature to divide by; floor: float, the smallest ridge of a step of all free variables;
    steps: int, at most so many; pairs: int, steps of two variables since the last one of all, or since the start →
    (status, steps made, pairs)"""
    n = F.shape[0]
    gains = np.empty(n)
    done = 0
    while True:
        F_i, F_max, k = FAR, -FAR, 0
        for block in range(block_min.shape[0]):
            if block_min[block] < F_i:
                F_i, k = block_min[block], block
            F_max = max(F_max, block_max[block])
        residual = F_max - F_i
        if residual <= tol:
            return CONVERGED, done, pairs
        if done == steps:
            return OUT_OF_STEPS, done, pairs
        if pairs > 0 and pairs % PAIRS_AT_LEAST == 0:
            free = np.flatnonzero(up + low == 0.0)
            if len(free) > 1 and pairs * n >= FACE_COST * len(free) ** 3:
                ridge = max(floor, RIDGE * residual / _room(b, lower, upper, free))
                _step_on_face(K, b, lower, upper, F, up, low, free, ridge)
                block_extremes(F, up, low, block_min, block_max)
                done, pairs = done + 1, 0
                continue

        i = k * VARIABLES_AT_ONCE
        while F[i] + up[i] != F_i and i < n - 1:
            i += 1
        K_i = K[i]
        K_ii = diagonal[i]

        best, k = -1.0, 0
        for block in range(block_min.shape[0]):
            if block_max[block] > F_i:
                s = slice(block * VARIABLES_AT_ONCE, min(n, (block + 1) * VARIABLES_AT_ONCE))
                gain = _put_gains(F[s], low[s], K_i[s], diagonal[s], F_i, K_ii, flat, gains[s])
                if gain > best:
                    best, k = gain, block
        j = k * VARIABLES_AT_ONCE
        while gains[j] != best and j < n - 1:
            j += 1
        K_j = K[j]

        slope = F[j] - F[i]
        curvature = max(K_ii + diagonal[j] - 2.0 * K_i[j], flat)
        room_i, room_j = upper[i] - b[i], b[j] - lower[j]
        step = min(slope / curvature, room_i, room_j)
        b_i = upper[i] if step >= room_i else b[i] + step
        b_j = lower[j] if step >= room_j else b[j] - step
        if slope <= 0 or (b_i == b[i] and b_j == b[j]):
            return STALLED, done, pairs
        b[i], b[j] = b_i, b_j
        _penalties(b, lower, upper, up, low, i)
        _penalties(b, lower, upper, up, low, j)
        for block in range(block_min.shape[0]):
            s = slice(block * VARIABLES_AT_ONCE, min(n, (block + 1) * VARIABLES_AT_ONCE))
            block_min[block], block_max[block] = _step(F[s], up[s], low[s], K_i[s], K_j[s], step)

        done, pairs = done + 1, pairs + 1
