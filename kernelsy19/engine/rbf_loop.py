"""Compiled loops for RBF kernel values. Importing this module imports numba; solvers do it when first called.

exp(x) is 2ᵏ exp(r) with k the whole number nearest to x / log 2, so that |r| ≤ (log 2)/2: a polynomial for exp(r), and
k added to its exponent bits. There is no branch and no call, so LLVM works on a whole vector of entries at once; the
exp of a C library is called entry by entry.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from kernelsy19.engine.compilation import compiled

LOG2_E = 1 / np.log(2)

# log 2 in two parts: k times the first is exact, so that r keeps all its digits.
HIGH_64, LOW_64 = 0.693147180369123816490, 1.90821492927058770002e-10
HIGH_32, LOW_32 = np.float32(0.693359375), np.float32(-2.12194440e-4)
SMALLEST_64, SMALLEST_32 = -708.0, np.float32(-86.9)  # below, exp is 0 up to 4e-308 and 2e-38

# A whole number plus one of these has the bits of the whole number as its lowest.
WHOLE_64, WHOLE_32 = 1.5 * 2.0**52, np.float32(1.5 * 2.0**23)
CACHED_POINTS = 248  # whose coordinates stay in the first cache


def _rounded(name, kind):
    @intrinsic
    def rounded(typing_context, x):
        def generate(context, builder, signature, arguments):
            function = builder.module.declare_intrinsic("llvm.rint", [kind()])
            return builder.call(function, arguments)

        return name(name), generate

    return rounded


def _scaled(name, kind, bits, shift):
    """2ᵏx, where k stands in the lowest bits of a second number: moved up to the exponent bits of x, and added."""

    @intrinsic
    def scaled(typing_context, x, whole):
        def generate(context, builder, signature, arguments):
            x, k = (builder.bitcast(a, ir.IntType(bits)) for a in arguments)
            k = builder.shl(k, ir.Constant(ir.IntType(bits), shift))
            return builder.bitcast(builder.add(x, k), kind())

        return name(name, name), generate

    return scaled


_round_64, _round_32 = _rounded(types.float64, ir.DoubleType), _rounded(types.float32, ir.FloatType)


_scaled_64 = _scaled(types.float64, ir.DoubleType, 64, 52)


_scaled_32 = _scaled(types.float32, ir.FloatType, 32, 23)


def exponential(x):
    """exp(x) for x ≤ 0, in compiled code only: to 3e-16 of its value in float64, to 2e-7 in float32."""
    raise NotImplementedError


@overload(exponential, inline="always")
def _exponential(x):
    return _exponential_32 if x == types.float32 else _exponential_64


def _exponential_64(x):
    """1 + r and ten more terms, the minimax polynomial: it is off by less than 1e-17 of exp(r)."""
    x = max(x, SMALLEST_64)
    k = _round_64(x * LOG2_E)
    r = (x - k * HIGH_64) - k * LOW_64
    s = 2.5105259538448494e-08
    s = s * r + 2.7626426376580335e-07
    s = s * r + 2.7557255297969643e-06
    s = s * r + 2.4801504180837137e-05
    s = s * r + 1.984126987490126e-04
    s = s * r + 1.3888888932619635e-03
    s = s * r + 8.333333333326112e-03
    s = s * r + 4.166666666657277e-02
    s = s * r + 0.1666666666666667
    s = s * r + 0.5000000000000006
    s = s * r + 1.0
    return _scaled_64(s * r + 1.0, k + WHOLE_64)


def _exponential_32(x):
    """1 + r and five more terms, likewise: off by less than 4e-9."""
    x = max(x, SMALLEST_32)
    k = _round_32(x * np.float32(LOG2_E))
    r = (x - k * HIGH_32) - k * LOW_32
    s = np.float32(1.381454884e-3)
    s = s * r + np.float32(8.368745270e-3)
    s = s * r + np.float32(4.166839061e-2)
    s = s * r + np.float32(0.1666652040)
    s = s * r + np.float32(0.4999999343)
    s = s * r + np.float32(1.0)
    return _scaled_32(s * r + np.float32(1.0), k + WHOLE_32)


@compiled(nogil=True)
def exponentials(A):
    """Put exp of each entry in its place.
    A (m, n) of float64 or float32; an entry above 0, as rounding makes it, counts as 0"""
    zero = A.dtype.type(0)
    for i in range(A.shape[0]):
        row = A[i]
        for j in range(row.shape[0]):
            row[j] = exponential(min(row[j], zero))


@compiled(nogil=True)
def exponentials_less(A, left, right):
    """Put exp(Aᵢⱼ − (left + right)) in the place of each entry; a sum of two numbers does not depend on their
    order.
    A (m, n) of float64 or float32; an exponent above 0, as rounding makes it, counts as 0; left (m,) of the same
    type; right (n,) of the same type"""
    zero = A.dtype.type(0)
    for i in range(A.shape[0]):
        row, a = A[i], left[i]
        for j in range(row.shape[0]):
            row[j] = exponential(min(row[j] - (a + right[j]), zero))


@compiled(inline="always")
def _squared_distances(point, columns, start, out):
    """‖x − y‖² to the points y from `start` on, from differences, so that nothing is lost far from the origin.

    Four coordinates a pass, or the passes over `out` would cost more than the arithmetic."""
    out[:] = 0
    stop = start + out.shape[0]
    whole = columns.shape[0] // 4 * 4
    for c in range(0, whole, 4):
        x0, x1, x2, x3 = point[c], point[c + 1], point[c + 2], point[c + 3]
        y0, y1 = columns[c][start:stop], columns[c + 1][start:stop]
        y2, y3 = columns[c + 2][start:stop], columns[c + 3][start:stop]
        for j in range(out.shape[0]):
            d0, d1, d2, d3 = y0[j] - x0, y1[j] - x1, y2[j] - x2, y3[j] - x3
            out[j] += (d0 * d0 + d1 * d1) + (d2 * d2 + d3 * d3)
    for c in range(whole, columns.shape[0]):
        x0, y0 = point[c], columns[c][start:stop]
        for j in range(out.shape[0]):
            d0 = y0[j] - x0
            out[j] += d0 * d0


@compiled(nogil=True)
def rows(points, columns, gamma, out):
    """exp(−γ‖x − y‖²) for points of low dimension.
    points (m, p), x; columns (p, n), y, a coordinate a row; out (m, n) of the same type, to fill"""
    n = out.shape[1]
    if columns.shape[0] == 2:
        first, second = columns[0], columns[1]
        for i in range(points.shape[0]):
            row, a, b = out[i], points[i, 0], points[i, 1]
            for j in range(n):
                u, v = first[j] - a, second[j] - b
                row[j] = exponential(-gamma * (u * u + v * v))
    else:
        for start in range(0, n, CACHED_POINTS):
            for i in range(points.shape[0]):
                row = out[i][start : min(n, start + CACHED_POINTS)]
                _squared_distances(points[i], columns, start, row)
                for j in range(row.shape[0]):
                    row[j] = exponential(-gamma * row[j])


@compiled(nogil=True, fastmath={"contract", "reassoc", "nnan", "ninf", "nsz"})
def sums(points, columns, weights, gamma, out):
    """Σⱼ wⱼ exp(−γ‖x − yⱼ‖²) for points of low dimension.
    points (m, p), x; columns (p, n), y, a coordinate a row; weights (n,); out (m,), to fill"""
    n = columns.shape[1]
    if columns.shape[0] == 2:
        first, second = columns[0], columns[1]
        for i in range(points.shape[0]):
            total, a, b = 0.0, points[i, 0], points[i, 1]
            for j in range(n):
                u, v = first[j] - a, second[j] - b
                total += weights[j] * exponential(-gamma * (u * u + v * v))
            out[i] = total
    else:
        out[:] = 0
        squares = np.empty(CACHED_POINTS, dtype=weights.dtype)
        for start in range(0, n, CACHED_POINTS):
            part = squares[: min(n - start, CACHED_POINTS)]
            for i in range(points.shape[0]):
                _squared_distances(points[i], columns, start, part)
                total = 0.0
                for j in range(part.shape[0]):
                    total += weights[start + j] * exponential(-gamma * part[j])
                out[i] += total
