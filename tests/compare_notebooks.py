"""How nbval compares the notebooks of the course: by the repo's rules, and pictures as pixels. A plugin of pytest."""

from pathlib import Path

import nbval.plugin

RULES = Path(__file__).parent / "notebooks" / "nbval.cfg"

compare_text = nbval.plugin.IPyNbCell.compare_outputs


def compare_outputs(cell, test, ref, skip_compare=None):
    """Compare as nbval does, which leaves the pictures out, and then the pictures as pixels."""
    from build_notebooks import same_pictures  # takes a second, and most tests run no notebook

    if not compare_text(cell, test, ref, skip_compare):
        return False
    if not same_pictures(ref, test):
        cell.comparison_traceback.append("a picture differs from the committed one")
        return False
    return True


def pytest_configure(config):
    """Set this up wherever pytest is started."""
    if config.option.nbval_sanitize_with is None:
        config.option.nbval_sanitize_with = str(RULES)
    nbval.plugin.IPyNbCell.compare_outputs = compare_outputs
    # The library has to be covered by its tests, not by being run in a notebook.
    nbval.plugin.setup_coverage = nbval.plugin.teardown_coverage = lambda *arguments: None
