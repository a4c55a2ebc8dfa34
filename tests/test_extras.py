"""The library works with its dependencies alone; where a file needs an extra that is absent, one error names it."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import kernelcourse
import kernelsy19
from kernelcourse.desk.contents import rooms
from kernelcourse.extras import NEEDS, MissingExtra

PACKAGES = [Path(house.__file__).parent for house in (kernelsy19, kernelcourse)]
FILES = [path for package in PACKAGES for path in package.rglob("*.py")]
PROJECT = tomllib.loads((PACKAGES[0].parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ROOMS = [chapter.room for chapter in rooms()]
IMPORTED_AS = {"pillow": "PIL", "scikit-learn": "sklearn", "jupyterlab": "IPython", "nbgrader": "nbgrader"}
# What comes along with others, by which it is brought.
BROUGHT_ALONG = {
    "llvmlite": "numba",
    "traitlets": "anywidget",
    "nbformat": "nbgrader",
    "mpl_toolkits": "matplotlib",
}


def imported_as(lines):
    """Names under which requirements are imported."""
    names = [Requirement(line).name for line in lines]
    return {IMPORTED_AS.get(name, name) for name in names}


OURS = imported_as(PROJECT["dependencies"])
# What builds the site is no file of the package; SciPy itself would import it halfway.
LISTS = PROJECT["optional-dependencies"].items()
EXTRAS = {extra: imported_as(lines) for extra, lines in LISTS if extra != "site"}


def needed_at_once(path):
    """Packages that a file imports at its top, outside of functions, and that are neither Python's nor ours."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    tops = [n for n in body if isinstance(n, ast.Import | ast.ImportFrom)]
    names = [alias.name for n in tops if isinstance(n, ast.Import) for alias in n.names]
    names += [n.module for n in tops if isinstance(n, ast.ImportFrom)]
    roots = {name.partition(".")[0] for name in names}
    others = {BROUGHT_ALONG.get(root, root) for root in roots}
    return others - set(sys.stdlib_module_names) - {"kernelsy19", "kernelcourse"}


def test_only_files_that_name_their_extra_need_one():
    for path in FILES:
        extra, _ = NEEDS.get(path.stem, ("", ()))
        assert needed_at_once(path) <= OURS | EXTRAS.get(extra, set()), path
    for extra, packages in NEEDS.values():
        assert {BROUGHT_ALONG.get(package, package) for package in packages} <= EXTRAS[extra]


def test_every_package_that_is_needed_at_once_is_looked_for():
    """An error that names the extra has to come before one that does not."""
    for path in FILES:
        _, packages = NEEDS.get(path.stem, ("", ()))
        looked_for = {BROUGHT_ALONG.get(package, package) for package in packages}
        assert needed_at_once(path) - OURS <= looked_for, path


# A Python in which no package of an extra can be imported.
PACKAGES = sorted(set().union(*EXTRAS.values()) | {"dask"})
WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({PACKAGES!r})); "


def outcome_without_extras(program):
    return subprocess.run([sys.executable, "-c", WITHOUT + program], capture_output=True, text=True)


def test_the_library_works_without_extras():
    """Rooms with their proofs and exercises, the data, a fit, a check, and a pass on threads."""
    program = f"""
import importlib.util
for room in {ROOMS!r}:
    for name in (f"kernelsy19.{{room}}", *(f"kernelcourse.{{room}}.{{s}}" for s in ("draws", "proofs"))):
        if importlib.util.find_spec(name):
            importlib.import_module(name)
from kernelsy19 import ball, datasets, landmarks
from kernelcourse import check
from kernelcourse.judging.exercises import all_exercises
from kernelsy19.kernels import RBF
print(ball.MinimumVolumeBall(kernel=RBF(gamma=0.5), nu=0.1).fit(datasets.faithful().X).solution_.converged)
print(datasets.flights().name)
print(landmarks.reduce(lambda b: b, range(4), "threads"))
print(check("03.4", lambda K, alpha, nu: 0.0).passed)
print(min(all_exercises()))
"""
    outcome = outcome_without_extras(program)
    assert outcome.stdout.splitlines() == ["True", "flights, generated", "6", "False", "00.1"], outcome.stderr


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("kernelcourse.ball.figures", "matplotlib", "course"),
        ("kernelcourse.ball.explorers", "matplotlib", "course"),
        ("kernelcourse.drawing.bars", "matplotlib", "course"),
        ("kernelcourse.judging.autograde", "nbgrader", "test"),
    ],
)
def test_one_error_names_the_extra(module, missing, extra):
    outcome = outcome_without_extras(f"import {module}")
    last = outcome.stderr.splitlines()[-1]
    assert last == (
        f"ModuleNotFoundError: {module} belongs to the extra `{extra}`, and {missing} is not installed: "
        f"pip install 'kernelsy19[{extra}]'"
    )


def test_the_modules_of_others_are_not_looked_at(monkeypatch):
    """`figures` and `picture` are no rare names."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert MissingExtra().find_spec("figures") is None
    assert MissingExtra().find_spec("their.figures") is None
    message = r"^kernelcourse\.ball\.figures belongs to the extra `course`"
    with pytest.raises(ModuleNotFoundError, match=message):
        MissingExtra().find_spec("kernelcourse.ball.figures")
