"""Set-up of all tests: notebooks run as they are built, and are compared as they are read."""

import os

import nbval.plugin
from kernel_environment import KERNEL_ENVIRONMENT

os.environ.update(KERNEL_ENVIRONMENT)


def pytest_configure(config):
    """Compare notebooks with the repo's rules, wherever pytest is started."""
    if config.option.nbval_sanitize_with is None:
        config.option.nbval_sanitize_with = str(config.rootpath / "tests/notebooks/nbval.cfg")
    # The library has to be covered by its tests, not by being run in a notebook.
    nbval.plugin.setup_coverage = nbval.plugin.teardown_coverage = lambda *arguments: None


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
