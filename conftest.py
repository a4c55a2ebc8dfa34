"""Set-up of all tests: notebooks run as they are built, the longest files start first."""

import functools
import importlib.util
import os

import pytest
from worlds import environment

os.environ.update(environment())
# Nobody's first day is the one on which a rare draw comes. Fresh draws are for `make test-library`, and for torture.
# Notebooks are run with a wheel, too, where of all that tests need there is only pytest.
if importlib.util.find_spec("hypothesis"):
    from hypothesis import settings

    settings.register_profile("as yesterday", derandomize=True)
    settings.load_profile("as yesterday")
pytest_plugins = ["compare_notebooks"]


# The longest files first, so that the last ones to start are short and no core waits for the other.
LONG = (
    "tests/browser/test_every_explorer.py",
    "tests/browser/test_every_chapter.py",
    "tests/browser/test_lab.py",
    "tests/kernelcourse/judging/test_every_exercise.py",
    "tests/browser",
    "tests/kernelcourse/proving/test_derivations.py",
    "tests/test_grading_a_class.py",
    "tests/kernelsy19/test_every_solver.py",
    "tests/kernelsy19/test_estimators.py",
    "tests/kernelcourse/drawing/test_every_scene.py",
    "tests/notebooks",
    "tests/kernelsy19/engine",
    "notebooks",
    "solutions",
    "tests/test_",
)


def pytest_addoption(parser):
    """On how many draws each known mistake is handed in, and whether it is night."""
    parser.addoption("--draws-of-mistakes", type=int, default=1)
    parser.addoption(
        "--night", action="store_true", help="run what is marked for the night, and nothing else"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """With `-n auto`: one process more than processors, because some tests wait; each takes 0.8 GB, so five at most."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(there, 4) + 1


def pytest_collection_modifyitems(config, items):
    """Leave out what runs by night, or by day; start with the longest files where several processes share the work."""
    found = {True: [], False: []}
    for item in items:
        found[item.get_closest_marker("night") is not None].append(item)
    night = config.getoption("night")
    items[:] = found[night]
    config.hook.pytest_deselected(items=found[not night])
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = functools.cache(lambda path: rank(path.relative_to(config.rootpath).as_posix()))
        items.sort(key=lambda item: place(item.path))


def rank(path):
    """Place of a file in `LONG`, or after it."""
    return next((place for place, start in enumerate(LONG) if path.startswith(start)), len(LONG))


def pytest_terminal_summary(terminalreporter):
    """Say how many lines of each kind the proofs have, and by how many tolerances the nearest wrong one fails."""
    reports = [r for rs in terminalreporter.stats.values() for r in rs if getattr(r, "when", "") == "call"]
    lines = [
        tuple(line) for r in reports for name, found in r.user_properties if name == "lines" for line in found
    ]
    kinds = dict.fromkeys(kind for kind, _ in lines)
    if kinds:
        terminalreporter.section("lines of proofs")
    for kind in kinds:
        factors = [factor for other, factor in lines if other == kind]
        fails = f"; without what it needs the nearest fails by {min(factors):.1g} tolerances"
        terminalreporter.write_line(f"{len(factors):4d} {kind}{fails if min(factors) < float('inf') else ''}")
