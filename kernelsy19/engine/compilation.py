"""`numba.njit` as every compiled loop here wants it. Importing this module imports numba."""

from numba import njit

# Sums may be contracted to fused multiply-add; no NaN and no infinity comes in, and the sign of 0 does not matter.
FAST_MATH = {"contract", "nnan", "ninf", "nsz"}


def compiled(fastmath=FAST_MATH, **options):
    """Compile a function when first called, and keep the machine code on disk where there is a place for it.

    Parameters
    ----------
    fastmath : set of str, what LLVM may assume
    **options : of `numba.njit`

    Returns
    -------
    decorator
    """
    options |= {"fastmath": fastmath, "error_model": "numpy"}

    def compile_lazily(function):
        try:
            return njit(cache=True, **options)(function)
        except RuntimeError:  # numba found no writable directory: compile anew in each session
            return njit(**options)(function)

    return compile_lazily
