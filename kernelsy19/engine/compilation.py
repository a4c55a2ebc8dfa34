"""`numba.njit` as every compiled loop here wants it, and the switches that say whether and when it is used."""

import functools
import os
import stat
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

# Sums may be contracted to fused multiply-add; no NaN and no infinity comes in, and the sign of 0 does not matter.
FAST_MATH = {"contract", "nnan", "ninf", "nsz"}

WITHOUT_LOOPS_UP_TO = 800  # unknowns, up to which an answer takes less than half a second without
COMPILES = "kernelsy19 compiles its loops, which takes half a minute, once.\n"


@functools.cache
def compiled_loops_work():
    """Tell whether numba compiles here. Where it does not, all doors to compiled loops lead to a plain way.
    → bool, False where numba cannot be imported or NUMBA_DISABLE_JIT=1 is set"""
    try:
        config = _settings_of_numba()
    except (ImportError, OSError, AttributeError) as error:  # parts are missing, or do not fit together
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


def _settings_of_numba(once_more=True):
    """Import all of numba, much of which it loads when it first compiles, or nothing of it, and return its settings.

    What an interrupt leaves behind of it cannot be imported anew, and no later fit would work."""
    try:
        from numba import config, njit

        njit(lambda: 0)()
    except BaseException as error:
        for name in [name for name in sys.modules if name.partition(".")[0] in ("numba", "llvmlite")]:
            del sys.modules[name]
        if once_more and isinstance(error, AttributeError | KeyError):  # a part was there before we came
            return _settings_of_numba(once_more=False)
        raise
    return config


def loops_pay(n):
    """Tell whether a problem of n unknowns goes to the compiled loops.
    n: int → bool, False where no loop is compiled, and for a small problem while they are compiled for the first time

    That takes half a minute, once for an installation, and nobody should wait so long for a first small fit: another
    process compiles, and small problems are solved without until it is done."""
    if not compiled_loops_work():
        return False
    place = compiled_before().parent
    if compiled_before().exists() or not os.access(place if place.exists() else place.parent, os.W_OK):
        return True
    if n <= WITHOUT_LOOPS_UP_TO:
        return _compiling_elsewhere() is None
    _say_what_is_waited_for()
    return True


@functools.cache
def compiled_before():
    """The file, where numba keeps its own, that says that the loops, as they are now, were compiled for this Python.
    → Path"""
    from numba import config

    loops = Path(__file__).with_name("smo_loop.py")
    name = f"compiled-{loops.stat().st_mtime_ns}-{sys.implementation.cache_tag}"
    place = loops.parent if os.access(loops.parent, os.W_OK) else place_of_last_resort() or loops.parent
    return Path(config.CACHE_DIR or Path(place, "__pycache__"), name)


@functools.cache
def _compiling_elsewhere():
    """Start a process that compiles; None where there are no processes."""
    quiet = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    try:
        return subprocess.Popen([sys.executable, "-m", "kernelsy19.engine.warmup"], **quiet)
    except OSError:
        return None


@functools.cache
def _say_what_is_waited_for():
    print(COMPILES, end="", file=sys.stderr, flush=True)


def compiled(fastmath=FAST_MATH, **options):
    """Compile a function when first called, and keep the machine code beside the package, in the user's home, or
    among the temporary files: where one can write.
    fastmath: set of str, what LLVM may assume → decorator"""
    from numba import config, njit

    options |= {"fastmath": fastmath, "error_model": "numpy"}

    def compile_lazily(function):
        try:
            return njit(cache=True, **options)(function)
        except RuntimeError:  # numba can write neither beside the package nor into the user's home
            given, config.CACHE_DIR = config.CACHE_DIR, place_of_last_resort()
        try:
            return njit(cache=True, **options)(function)
        except RuntimeError:
            say_that_nothing_is_kept()
            return njit(**options)(function)
        finally:
            config.CACHE_DIR = given

    return compile_lazily


@functools.cache
def place_of_last_resort():
    """A folder among the temporary files where nobody else can write, since code that lies there is run; or ""."""
    try:
        user = os.getuid() if os.name == "posix" else None
        folder = Path(tempfile.gettempdir(), f"kernelsy19-{user}")
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return ""
    ours = user is None or (found.st_uid == user and stat.S_IMODE(found.st_mode) == 0o700)
    return str(folder) if ours and stat.S_ISDIR(found.st_mode) else ""


@functools.cache
def say_that_nothing_is_kept():
    """Warn, once, that compiled loops cannot be kept."""
    warnings.warn(
        "numba finds no folder to keep kernelsy19's compiled loops in, so each session compiles them anew, for half a "
        "minute. Set NUMBA_CACHE_DIR to a folder that can be written.",
        UserWarning,
        stacklevel=2,
    )
