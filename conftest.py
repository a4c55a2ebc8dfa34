"""Set-up of all tests: notebooks run as they are built, the longest files start first."""

import os

from worlds import environment

os.environ.update(environment())
pytest_plugins = ["compare_notebooks"]


# The longest files first, so that the last ones to start are short and no core waits for the other.
LONG = (
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


def pytest_collection_modifyitems(config, items):
    """Leave out what runs by night, or by day; start with the longest files where several processes share the work."""
    night = config.getoption("night")
    others = [item for item in items if (item.get_closest_marker("night") is not None) != night]
    items[:] = [item for item in items if (item.get_closest_marker("night") is not None) == night]
    config.hook.pytest_deselected(items=others)
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: rank(item.path.relative_to(config.rootpath).as_posix()))


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
