"""The world arm64 of `worlds.py`: kernels and tests with a Python that qemu emulates. It needs no root.

    python tools/worlds.py arm64
    python tools/worlds.py arm64 -- notebooks/05_c_means.ipynb tests/kernelsy19/pca -x

What it needs it fetches once into build/arm64: qemu and Python from the package sources of this Debian or Ubuntu, the
wheels by tests/requirements.lock (three minutes, 1.2 GB). Where they cannot be had it says SKIPPED and why.

A notebook's kernel is emulated, what compares its outputs is not; the tests of the library are emulated whole. There
is a kernel of the name arm64 for whoever has `ENVIRONMENT`.
"""

import json
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "build" / "arm64"
DEBIAN, SITE, WANTED = HERE / "debian", HERE / "site", HERE / "wanted.txt"
PYTHON = DEBIAN / "usr" / "bin" / "python-emulated"  # beside the real one, so that it finds the same modules

CHAPTERS = ("00", "03", "04", "07", "12")
ROOMS = ("kernels", "ball", "one_class", "pca", "svm")
TESTS = tuple(f"tests/kernelsy19/{room}/test_equations.py" for room in ROOMS)
# What no kernel and no test of the library imports, and is large.
LEFT_OUT = {"axe-playwright-python", "jupyterlab", "nbgrader", "notebook", "playwright", "ruff"}

# A kernel finds its Python by the first. The second is a processor without SVE: OpenBLAS would take its kernels for SME
# where qemu offers all that it can, and compiling takes long.
ENVIRONMENT = {"JUPYTER_PATH": str(HERE / "jupyter"), "QEMU_CPU": "neoverse-n1"}
# Instead of those in pyproject.toml, which name the kernel of this Python. Emulation takes ten times as long.
OPTIONS = (
    "-o",
    "addopts=--import-mode=importlib --nbval --nbval-kernel-name=arm64"
    " --nbval-cell-timeout=3000 --nbval-kernel-startup-timeout=600",
)

# $0 keeps the name of this script for Python, so that what Python starts is emulated, too.
SCRIPT = """#!/bin/sh
export PYTHONPATH='{site}:{root}' MPLCONFIGDIR='{here}/matplotlib' NUMBA_CACHE_DIR='{here}/numba'
exec '{qemu}' -0 "$0" -L '{debian}' '{debian}/usr/bin/python3' "$@"
"""


class MissingError(Exception):
    """What is needed cannot be had here, and why."""


def run(command, what):
    outcome = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if outcome.returncode:
        said = (outcome.stderr or outcome.stdout).strip().splitlines()
        raise MissingError(f"{what}: {said[-1] if said else outcome.returncode}")
    return outcome.stdout


def unpacked(packages, architecture, folder):
    """Fetch packages and what they depend on, and unpack them; nothing is installed."""
    apt = HERE / f"apt-{architecture}"
    for part in ("state/lists/partial", "cache/archives/partial"):
        (apt / part).mkdir(parents=True, exist_ok=True)
    (apt / "state" / "status").touch()  # nothing is installed, so that everything comes
    settings = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "APT::Sandbox::User": "root",
        "Dir::State": apt / "state",
        "Dir::State::status": apt / "state" / "status",
        "Dir::Cache": apt / "cache",
    }
    apt_get = ["apt-get", "-qq", "-y", *(f"-o{name}={value}" for name, value in settings.items())]
    print(f"Fetching {' '.join(packages)} for {architecture}", flush=True)
    run([*apt_get, "update"], f"no list of packages for {architecture}")
    get = [*apt_get, "install", "--download-only", "--no-install-recommends", *packages]
    run(get, f"no packages for {architecture}")
    for package in (apt / "cache" / "archives").glob("*.deb"):
        run(["dpkg", "-x", package, folder], f"cannot unpack {package.name}")
    shutil.rmtree(apt)


def found_qemu():
    """Path of qemu: the one that is installed, or else one of our own."""
    own = HERE / "qemu" / "usr" / "bin"
    for path in (None, str(own)):
        if path and not own.exists():
            host = run(["dpkg", "--print-architecture"], "dpkg does not work").strip()
            unpacked(["qemu-user-static"], host, HERE / "qemu")
        for name in ("qemu-aarch64-static", "qemu-aarch64"):
            if found := shutil.which(name, path=path):
                return found
    raise MissingError("the package qemu-user-static has no qemu-aarch64")


def wanted(version):
    """What of the lock of the tests a Python of arm64 needs, with its hashes and without conditions."""
    there = {"python_full_version": version, "python_version": version.rpartition(".")[0]}
    there["platform_machine"] = "aarch64"
    lines = []
    for entry in re.split(r"\n(?=\w)", (ROOT / "tests/requirements.lock").read_text(encoding="utf-8")):
        one = Requirement(entry.partition("\\")[0].strip())
        if one.name not in LEFT_OUT and (one.marker is None or one.marker.evaluate(there)):
            lines.append(" ".join([f"{one.name}{one.specifier}", *re.findall(r"--hash=\S+", entry)]))
    return "\n".join(lines)


def fetch_wheels(version):
    """Fetch and unpack the wheels for arm64; once for each lock."""
    lines = wanted(version)
    if SITE.exists() and WANTED.exists() and WANTED.read_text(encoding="utf-8") == lines:
        return
    shutil.rmtree(SITE, ignore_errors=True)
    WANTED.write_text(lines, encoding="utf-8")
    which = f"{lines.count('==')} packages of tests/requirements.lock"
    print(f"Fetching {which} for Python {version} on arm64", flush=True)
    short = version.rpartition(".")[0].replace(".", "")
    platforms = [f"manylinux_2_{minor}_aarch64" for minor in range(36, 16, -1)] + ["manylinux2014_aarch64"]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--no-compile"]
    where = [f"--platform={name}" for name in platforms] + ["--only-binary=:all:", "--implementation=cp"]
    which = [f"--python-version={version}", f"--abi=cp{short}", "--abi=abi3", "--abi=none"]
    try:
        run([*pip, *where, *which, "--target", SITE, "-r", WANTED], "no wheels for arm64")
    except MissingError:
        shutil.rmtree(SITE, ignore_errors=True)
        raise


def set_up():
    """Make an emulated Python, and a kernel of it with the name arm64.
    MissingError where this cannot be done, or need not."""
    if platform.machine().lower() in ("arm64", "aarch64"):
        raise MissingError("this machine is one, so `make test` tests it")
    if not all(map(shutil.which, ("apt-get", "dpkg"))):
        raise MissingError(
            "qemu and Python for arm64 are packages of Debian or Ubuntu, and here is no apt-get"
        )
    qemu = found_qemu()
    if not (DEBIAN / "usr" / "bin" / "python3").exists():
        unpacked(["python3", "libstdc++6", "libgomp1"], "arm64", DEBIAN)
    PYTHON.write_text(
        SCRIPT.format(here=HERE, root=ROOT, site=SITE, debian=DEBIAN, qemu=qemu), encoding="utf-8"
    )
    PYTHON.chmod(0o755)
    asked = "import platform; print(platform.python_version(), platform.machine())"
    version, machine = run([PYTHON, "-c", asked], "the emulated Python does not run").split()
    if machine != "aarch64":
        raise MissingError(f"the emulated Python is one of {machine}")
    fetch_wheels(version)
    spec = HERE / "jupyter" / "kernels" / "arm64" / "kernel.json"
    spec.parent.mkdir(parents=True, exist_ok=True)
    argv = [str(PYTHON), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec.write_text(json.dumps({"argv": argv, "display_name": "Python of arm64", "language": "python"}))


def test(chosen, environment):
    """Run what is chosen of notebooks and tests, or else five chapters and the tests of their equations.
    chosen: list of str, paths and options of pytest; environment: dict of str to str → int, how many of the two
    runs failed; 0 where nothing could be run"""
    try:
        set_up()
    except MissingError as missing:
        print(f"arm64 SKIPPED: {missing}.", flush=True)
        return 0
    options = [word for word in chosen if word.startswith("-")]
    paths = [word for word in chosen if not word.startswith("-")]
    chapters = [f"notebooks/{path.name}" for n in CHAPTERS for path in ROOT.glob(f"notebooks/{n}_*.ipynb")]
    paths = paths or [*chapters, *TESTS]
    notebooks = [path for path in paths if path.startswith(("notebooks", "solutions"))]
    tests = [path for path in paths if path not in notebooks]
    failed = 0
    for python, own, some in ((sys.executable, OPTIONS, notebooks), (PYTHON, (), tests)):
        if some:
            command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *own, *options, *some]
            failed += subprocess.run(command, cwd=ROOT, env=environment).returncode != 0
    return failed
