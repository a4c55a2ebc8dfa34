"""The compiled inner loop of `smo`. Importing this module imports numba; `smo_passes` does it when it is first at work.

The loop works on signed variables bᵢ = yᵢ αᵢ, whose Gram matrix is Kᵢⱼ = yᵢ yⱼ Qᵢⱼ and whose gradient is
Fᵢ = yᵢ (Qα + p)ᵢ, so that the equality constraint is Σ b = Δ and a step moves bᵢ up and bⱼ down by the same amount.
"""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from kernelsy19.engine.compilation import compiled

VARIABLES_AT_ONCE = (
    64  # whose extremes are kept: a pass over these fits the first cache, one over their extremes too
)


FAR = 1e200  # penalty of a variable that cannot move; no gradient comes near it, and it can be added up


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
def _best_gain(F, low, K_i, diagonal, F_i, K_ii, flat):
    """Largest second-order gain (Fⱼ − Fᵢ)² / (Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ) over a block."""
    best = 0.0
    for t in range(F.shape[0]):
        excess = larger(F[t] - low[t] - F_i, 0.0)
        curvature = larger(K_ii + diagonal[t] - 2.0 * K_i[t], flat)
        best = larger(best, excess * excess / curvature)
    return best


@compiled()
def block_extremes(F, up, low, block_min, block_max):
    """Fill the extremes of every block."""
    for k in range(block_min.shape[0]):
        s = slice(k * VARIABLES_AT_ONCE, min(F.shape[0], (k + 1) * VARIABLES_AT_ONCE))
        block_min[k], block_max[k] = _extremes(F[s], up[s], low[s])


@compiled()
def _penalties(b, lower, upper, up, low, i):
    """Keep variables at a bound from being chosen to move beyond it."""
    up[i] = 0.0 if b[i] < upper[i] else FAR
    low[i] = 0.0 if b[i] > lower[i] else FAR


@compiled()
def run(K, b, lower, upper, F, diagonal, up, low, block_min, block_max, tol, flat, steps):
    """Make steps until the KKT residual is at most tol.

    Parameters
    ----------
    K : (n, n) array of float64 or float32
    b, lower, upper, F, diagonal : (n,) arrays
    up, low : (n,) arrays, 0 where a variable can move up (down), FAR where it cannot
    block_min, block_max : (n / VARIABLES_AT_ONCE,) arrays
    tol : float
    flat : float, the smallest curvature to divide by
    steps : int, at most so many

    Returns
    -------
    (status, steps made, KKT residual)
    """
    n = F.shape[0]
    done = 0
    while True:
        F_i, F_max, k = FAR, -FAR, 0
        for block in range(block_min.shape[0]):
            if block_min[block] < F_i:
                F_i, k = block_min[block], block
            F_max = max(F_max, block_max[block])
        residual = F_max - F_i
        if residual <= tol:
            return CONVERGED, done, residual
        if done == steps:
            return OUT_OF_STEPS, done, residual

        i = k * VARIABLES_AT_ONCE
        for t in range(k * VARIABLES_AT_ONCE, min(n, (k + 1) * VARIABLES_AT_ONCE)):
            if F[t] + up[t] < F[i] + up[i]:
                i = t
        K_i = K[i]
        K_ii = diagonal[i]

        best, k = -1.0, 0
        for block in range(block_min.shape[0]):
            if block_max[block] > F_i:
                s = slice(block * VARIABLES_AT_ONCE, min(n, (block + 1) * VARIABLES_AT_ONCE))
                gain = _best_gain(F[s], low[s], K_i[s], diagonal[s], F_i, K_ii, flat)
                if gain > best:
                    best, k = gain, block
        j, best = i, -1.0
        for t in range(k * VARIABLES_AT_ONCE, min(n, (k + 1) * VARIABLES_AT_ONCE)):
            excess = F[t] - low[t] - F_i
            if excess > 0:
                gain = excess * excess / max(K_ii + diagonal[t] - 2.0 * K_i[t], flat)
                if gain > best:
                    best, j = gain, t
        K_j = K[j]

        slope = F[j] - F[i]
        curvature = max(K_ii + diagonal[j] - 2.0 * K_i[j], flat)
        room_i, room_j = upper[i] - b[i], b[j] - lower[j]
        step = min(slope / curvature, room_i, room_j)
        b_i = upper[i] if step >= room_i else b[i] + step
        b_j = lower[j] if step >= room_j else b[j] - step
        if b_i == b[i] and b_j == b[j]:
            return STALLED, done, residual
        b[i], b[j] = b_i, b_j
        _penalties(b, lower, upper, up, low, i)
        _penalties(b, lower, upper, up, low, j)
        for block in range(block_min.shape[0]):
            s = slice(block * VARIABLES_AT_ONCE, min(n, (block + 1) * VARIABLES_AT_ONCE))
            block_min[block], block_max[block] = _step(F[s], up[s], low[s], K_i[s], K_j[s], step)

        done += 1
