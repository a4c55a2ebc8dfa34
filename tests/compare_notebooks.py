"""How nbval compares the notebooks of the course. A plugin of pytest.

By the repo's rules, pictures as pixels, and what the text below a cell says of its results computed once more.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import nbval.plugin
from claims import WRITTEN, FalseClaimError, claims_below, filled, program
from worlds import environment

from kernelcourse.desk.server import same_pictures, without_word_of_compiler

RULES = Path(__file__).parent / "notebooks" / "nbval.cfg"

compare_text = nbval.plugin.IPyNbCell.compare_outputs
run = nbval.plugin.IPyNbCell.runtest
start, stop = nbval.plugin.IPyNbFile.setup, nbval.plugin.IPyNbFile.teardown


def start_in_world(notebook):
    """Start a kernel as the builder does: where nothing is compiled before, each notebook finds nothing."""
    notebook.empty = TemporaryDirectory(ignore_cleanup_errors=True)
    with patch.dict(os.environ, environment(empty=notebook.empty.name), clear=True):
        start(notebook)


def stop_and_forget(notebook):
    """Stop the kernel, and drop what it compiled."""
    stop(notebook)
    notebook.empty.cleanup()


def compare_outputs(cell, test, ref, skip_compare=None):
    """Compare as nbval does, which leaves the pictures out, and then the pictures as pixels."""
    test = without_word_of_compiler(test)
    if not compare_text(cell, test, ref, skip_compare):
        return False
    if not same_pictures(ref, test):
        cell.comparison_traceback.append("a picture differs from the committed one")
        return False
    return True


def run_and_compute_claims(cell):
    """Run a code cell as nbval does, and then compute what the text below it claims."""
    run(cell)
    cells = cell.parent.nb.cells
    claiming = claims_below(cells, next(place for place, other in enumerate(cells) if other is cell.cell))
    if not claiming:
        return
    written = [other.metadata[WRITTEN] for other in claiming]
    try:
        said = filled(
            written, printed(cell.parent.kernel, program(written), cell.config.option.nbval_cell_timeout)
        )
    except FalseClaimError as error:
        raise nbval.plugin.NbCellError(
            cell.cell_num, "the text does not hold", cell.cell.source, str(error)
        ) from None
    for other, text in zip(claiming, said, strict=True):
        if text != other.source:
            message = f"the text says\n{other.source}\nand what it is about comes to\n{text}"
            raise nbval.plugin.NbCellError(cell.cell_num, "the text does not hold", cell.cell.source, message)


def printed(kernel, code, timeout):
    """What code prints in a kernel of nbval; a claim may compute as long as a cell, in seconds."""
    asked = kernel.execute_cell_input(code, allow_stdin=False)
    kernel.await_reply(asked)
    text = ""
    while True:
        message = kernel.get_message("iopub", timeout=timeout)
        if message["parent_header"].get("msg_id") != asked:
            continue
        content = message["content"]
        if message["msg_type"] == "error":
            raise FalseClaimError("\n".join([content["ename"], content["evalue"], code]))
        if content.get("execution_state") == "idle":
            return text
        text += content.get("text", "") if content.get("name") == "stdout" else ""


def pytest_configure(config):
    """Set this up wherever pytest is started."""
    if config.option.nbval_sanitize_with is None:
        config.option.nbval_sanitize_with = str(RULES)
    nbval.plugin.IPyNbCell.compare_outputs = compare_outputs
    nbval.plugin.IPyNbCell.runtest = run_and_compute_claims
    nbval.plugin.IPyNbFile.setup, nbval.plugin.IPyNbFile.teardown = start_in_world, stop_and_forget
    # The library has to be covered by its tests, not by being run in a notebook.
    nbval.plugin.setup_coverage = nbval.plugin.teardown_coverage = lambda *arguments: None
