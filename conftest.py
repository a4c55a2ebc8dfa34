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
