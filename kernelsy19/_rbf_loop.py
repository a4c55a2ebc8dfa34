"""Compiled loops for RBF kernel values. Importing this module imports numba; solvers do it when first called.

exp(x) is 2ᵏ exp(r) with k the whole number nearest to x / log 2, so that |r| ≤ (log 2)/2: a Taylor polynomial for
exp(r), and k put into the exponent bits. There is no branch and no call, so LLVM works on a whole vector of entries
at once; the exp of a C library is called entry by entry.
"""

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from kernelsy19._compiled import compiled

LOG2_E = 1 / np.log(2)
# log 2 in two parts: k times the first is exact, so that r keeps all its digits.
HIGH_64, LOW_64 = 0.693147180369123816490, 1.90821492927058770002e-10
HIGH_32, LOW_32 = np.float32(0.693359375), np.float32(-2.12194440e-4)
SMALLEST_64, SMALLEST_32 = -708.0, np.float32(-87.0)  # below, exp is 0 up to 4e-308 and 2e-38


def _rounded(kind, name):
    @intrinsic
    def rounded(typing_context, x):
        def generate(context, builder, signature, arguments):
            function = builder.module.declare_intrinsic("llvm.rint", [kind()])
            return builder.call(function, arguments)

        return name(name), generate

    return rounded


def _power_of_two(float_kind, float_name, bits, int_name, bias, shift):
    """2ᵏ for a whole number k in floating point: k plus a bias, moved to the place of the exponent bits."""

    @intrinsic
    def power(typing_context, k):
        def generate(context, builder, signature, arguments):
            whole = builder.fptosi(arguments[0], ir.IntType(32))
            whole = builder.add(whole, ir.Constant(ir.IntType(32), bias))
            if bits > 32:
                whole = builder.sext(whole, ir.IntType(bits))
            return builder.bitcast(builder.shl(whole, ir.Constant(ir.IntType(bits), shift)), float_kind())

        return float_name(float_name), generate

    return power


_round_64, _round_32 = _rounded(ir.DoubleType, types.float64), _rounded(ir.FloatType, types.float32)
_power_64 = _power_of_two(ir.DoubleType, types.float64, 64, types.int64, 1023, 52)
_power_32 = _power_of_two(ir.FloatType, types.float32, 32, types.int32, 127, 23)


def exponential(x):
    """exp(x) for x ≤ 0, in compiled code only: to 3e-16 of its value in float64, to 2e-7 in float32."""
    raise NotImplementedError


@overload(exponential, inline="always")
def _exponential(x):
    return _exponential_32 if x == types.float32 else _exponential_64


def _exponential_64(x):
    x = max(x, SMALLEST_64)
    k = _round_64(x * LOG2_E)
    r = (x - k * HIGH_64) - k * LOW_64
    s = 1.6059043836821613e-10
    s = s * r + 2.08767569878680989792e-9
    s = s * r + 2.50521083854417187751e-8
    s = s * r + 2.75573192239858906526e-7
    s = s * r + 2.75573192239858906526e-6
    s = s * r + 2.48015873015873015873e-5
    s = s * r + 1.98412698412698412698e-4
    s = s * r + 1.38888888888888888889e-3
    s = s * r + 8.33333333333333333333e-3
    s = s * r + 4.16666666666666666667e-2
    s = s * r + 1.66666666666666666667e-1
    s = s * r + 0.5
    s = s * r + 1.0
    return (s * r + 1.0) * _power_64(k)


def _exponential_32(x):
    x = max(x, SMALLEST_32)
    k = _round_32(x * np.float32(LOG2_E))
    r = (x - k * HIGH_32) - k * LOW_32
    s = np.float32(1.98412698e-4)
    s = s * r + np.float32(1.38888889e-3)
    s = s * r + np.float32(8.33333333e-3)
    s = s * r + np.float32(4.16666667e-2)
    s = s * r + np.float32(1.66666667e-1)
    s = s * r + np.float32(0.5)
    s = s * r + np.float32(1.0)
    return (s * r + np.float32(1.0)) * _power_32(k)


@compiled(nogil=True)
def exponentials(A):
    """Put exp of each entry in its place.

    Parameters
    ----------
    A : (m, n) array of float64 or float32; an entry above 0, as rounding makes it, counts as 0
    """
    zero = A.dtype.type(0)
    for i in range(A.shape[0]):
        row = A[i]
        for j in range(row.shape[0]):
            row[j] = exponential(min(row[j], zero))


@compiled(inline="always")
def _exponents(point, columns, minus_gamma, out):
    """−γ‖x − y‖² to each point, from differences, so that nothing is lost far from the origin."""
    first = columns[0]
    for j in range(out.shape[0]):
        difference = first[j] - point[0]
        out[j] = difference * difference
    for c in range(1, columns.shape[0]):
        column = columns[c]
        for j in range(out.shape[0]):
            difference = column[j] - point[c]
            out[j] += difference * difference
    for j in range(out.shape[0]):
        out[j] *= minus_gamma


@compiled(nogil=True)
def rows(points, columns, gamma, out):
    """exp(−γ‖x − y‖²) for points of low dimension.

    Parameters
    ----------
    points : (m, p) array, x
    columns : (p, n) array, y, a coordinate a row
    gamma : float of the same type
    out : (m, n) array of the same type, to fill
    """
    n = out.shape[1]
    if columns.shape[0] == 2:
        first, second = columns[0], columns[1]
        for i in range(points.shape[0]):
            row, a, b = out[i], points[i, 0], points[i, 1]
            for j in range(n):
                u, v = first[j] - a, second[j] - b
                row[j] = exponential(-gamma * (u * u + v * v))
    else:
        for i in range(points.shape[0]):
            row = out[i]
            _exponents(points[i], columns, -gamma, row)
            for j in range(n):
                row[j] = exponential(row[j])


@compiled(nogil=True, fastmath={"contract", "reassoc", "nnan", "ninf", "nsz"})
def sums(points, columns, weights, gamma, out):
    """Σⱼ wⱼ exp(−γ‖x − yⱼ‖²) for points of low dimension.

    Parameters
    ----------
    points : (m, p) array, x
    columns : (p, n) array, y, a coordinate a row
    weights : (n,) array
    gamma : float
    out : (m,) array, to fill
    """
    n = columns.shape[1]
    row = np.empty(n)
    for i in range(points.shape[0]):
        total = 0.0
        if columns.shape[0] == 2:
            first, second = columns[0], columns[1]
            a, b = points[i, 0], points[i, 1]
            for j in range(n):
                u, v = first[j] - a, second[j] - b
                total += weights[j] * exponential(-gamma * (u * u + v * v))
        else:
            _exponents(points[i], columns, -gamma, row)
            for j in range(n):
                total += weights[j] * exponential(row[j])
        out[i] = total
