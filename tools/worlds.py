"""The machines that the course has to come out the same on, and the tests run on each of them.

    python tools/worlds.py                        notebooks, solutions and the library's tests in every world
    python tools/worlds.py laptop prescott        in two of them
    python tools/worlds.py laptop -- notebooks    with pytest's arguments in place of what is run otherwise

A world is what a processor is to a computation: which kernels OpenBLAS takes, for which processor numba compiles, which
loops NumPy takes, how many threads there are. It sets or unsets every variable that matters, and inherits none of them.
"""

import os
import platform
import subprocess
import sys
from pathlib import Path

import arm64

ROOT = Path(__file__).resolve().parents[1]

# Environment in which notebooks run, for the build and for the tests alike. One thread, because small products on many
# busy cores are slower, not faster. One seed for the problems of all checks, because what a check says of a wrong
# answer shows the problem that it fails on.
THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMBA_NUM_THREADS",
)
KERNEL_ENVIRONMENT = {**dict.fromkeys(THREADS, "1"), "PYTHONHASHSEED": "0", "KERNELSY19_SEED": "0"}

WORLD = "KERNELSY19_WORLD"  # names the world that a process and its children are in
MATTERS = ("OPENBLAS_", "NPY_", "NUMBA_", "MKL_", "OMP_", "VECLIB_", "BLIS_", "GOTO_", "KMP_")
KEPT = ("NUMBA_CACHE_DIR",)  # a place, which changes no digit

NO_AVX512 = "X86_V4 AVX512_ICL AVX512_SPR"  # as NumPy calls its loops since 2.4
NO_AVX2 = f"X86_V3 {NO_AVX512}"

WORLDS = {
    # What this machine is, whatever it is.
    "native": {},
    # Most laptops: Intel Core since the 12th generation, AMD before Zen 4.
    "laptop": {
        "OPENBLAS_CORETYPE": "Haswell",
        "NUMBA_CPU_NAME": "haswell",
        "NPY_DISABLE_CPU_FEATURES": NO_AVX512,
    },
    # Intel with AVX-512.
    "server": {"OPENBLAS_CORETYPE": "SkylakeX", "NUMBA_CPU_NAME": "skylake-avx512"},
    # A processor that numba does not know.
    "unknown": {"OPENBLAS_CORETYPE": "SkylakeX", "NUMBA_CPU_NAME": "generic"},
    # Before 2013: no fused products and sums.
    "sandybridge": {
        "OPENBLAS_CORETYPE": "Sandybridge",
        "NUMBA_CPU_NAME": "sandybridge",
        "NPY_DISABLE_CPU_FEATURES": NO_AVX2,
    },
    # Nobody's machine: sums in yet another order.
    "prescott": {
        "OPENBLAS_CORETYPE": "Prescott",
        "NUMBA_CPU_NAME": "generic",
        "NPY_DISABLE_CPU_FEATURES": NO_AVX2,
    },
    # Sums that threads share out come in another order.
    "four-threads": dict.fromkeys(THREADS, "4"),
    # Half of the newer laptops and servers, emulated: what is run there, and how, says `arm64.py`.
    "arm64": arm64.ENVIRONMENT,
}
# Before an output is committed it has come out the same in these.
WITNESSES = ("laptop", "prescott")

NOTEBOOKS_AND_LIBRARY = [
    "notebooks",
    "solutions",
    "tests",
    "--ignore",
    "tests/browser",
    "--ignore",
    "tests/notebooks",
]
PYTEST = [
    "-m",
    "pytest",
    "-q",
    "-n",
    "2",
    "--dist",
    "loadfile",
    "--no-loadscope-reorder",
    "-p",
    "no:cacheprovider",
]


def environment(world=None):
    """Environment of a world; of the shell it keeps what changes no digit.
    world: str or None, for the one that this process is in, or else the shell as it is, with one thread → dict
    of str to str"""
    world = os.environ.get(WORLD) if world is None else world
    if world is None:
        return {**os.environ, **KERNEL_ENVIRONMENT}
    kept = {k: v for k, v in os.environ.items() if k in KEPT or not k.startswith(MATTERS)}
    return {**kept, **KERNEL_ENVIRONMENT, **WORLDS[world], WORLD: world}


def can_be_tried(world):
    """Whether this machine can do what a processor of that world can."""
    if world in ("native", "four-threads", "arm64"):
        return True  # the last sees for itself
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    asks_for_avx512 = WORLDS[world]["OPENBLAS_CORETYPE"] == "SkylakeX"
    # Not at the top: NumPy has to find the world already set.
    from numpy._core._multiarray_umath import __cpu_features__

    return __cpu_features__["AVX512_SKX"] or not asks_for_avx512


def main(arguments):
    """Run tests in one world after the other; how many worlds saw one fail."""
    worlds = arguments[: arguments.index("--")] if "--" in arguments else arguments
    chosen = arguments[len(worlds) + 1 :]
    unknown = [world for world in worlds if world not in WORLDS]
    if unknown:
        return f"A world is one of {', '.join(WORLDS)}; got {', '.join(unknown)}."
    failed = []
    for world in worlds or WORLDS:
        if not can_be_tried(world):
            print(f"{world}: not tried, this processor cannot do what that one can", flush=True)
            continue
        print(f"{world}: {WORLDS[world]}", flush=True)
        if world == "arm64":
            fails = arm64.test(chosen, environment(world))
        else:
            command = [sys.executable, *PYTEST, *(chosen or NOTEBOOKS_AND_LIBRARY)]
            fails = subprocess.run(command, cwd=ROOT, env=environment(world)).returncode
        failed += [world] if fails else []
    print(f"Tests fail in {', '.join(failed)}." if failed else "No test fails in any world that was tried.")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
