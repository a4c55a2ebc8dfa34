"""`numba.njit` as every compiled loop here wants it, and the one switch that says whether it can be used at all."""

import functools
import warnings

# Sums may be contracted to fused multiply-add; no NaN and no infinity comes in, and the sign of 0 does not matter.
FAST_MATH = {"contract", "nnan", "ninf", "nsz"}


@functools.cache
def compiled_loops_work():
    """Tell whether numba compiles here. Where it does not, all doors to compiled loops lead to a plain way.

    Returns
    -------
    bool, False where numba cannot be imported or NUMBA_DISABLE_JIT=1 is set

    Warns
    -----
    UserWarning
        At the first call that finds that they do not.
    """
    try:
        from numba import config
    except (ImportError, OSError) as error:  # OSError: llvmlite is there, but not the library that it loads
        reason = f"numba cannot be imported ({error})"
    else:
        if not config.DISABLE_JIT:
            return True
        reason = "NUMBA_DISABLE_JIT is set"
    warnings.warn(
        f"{reason}, so kernelsy19 works without its compiled loops: the answers are the same, large problems take "
        "longer and more memory.",
        UserWarning,
        stacklevel=2,
    )
    return False


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
    from numba import njit

    options |= {"fastmath": fastmath, "error_model": "numpy"}

    def compile_lazily(function):
        try:
            return njit(cache=True, **options)(function)
        except RuntimeError:  # numba found no writable directory: compile anew in each session
            return njit(**options)(function)

    return compile_lazily
