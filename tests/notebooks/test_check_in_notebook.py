"""What a check says in a notebook about what a student wrote there."""

import copy

import build_notebooks
import pytest
from IPython.core.interactiveshell import InteractiveShell

from kernelcourse.judging import exercises

STUB = "# YOUR CODE HERE\n    raise NotImplementedError"


@pytest.fixture
def answer_of(course, execute_anew):
    """Function that puts code into the toy exercise, runs all cells, and gives what the check says."""
    made = build_notebooks.unexecuted(course.root, "99_toy_exercises")
    stubs, _ = made["exercises/99_toy_exercises.ipynb"]

    def say(body, before=""):
        notebook = copy.deepcopy(stubs)
        cells = {cell.id: cell for cell in notebook.cells}
        assert STUB in cells["exercise-99-1"].source
        cells["exercise-99-1"].source = cells["exercise-99-1"].source.replace(STUB, body)
        cells["exercise-99-1"].metadata["tags"] = ["raises-exception"]  # also where the cell is no Python
        cells["cell-02"].source += f"\n{before}"
        execute_anew(notebook, course.root / "exercises")
        last = cells["check-99-2"].outputs[0].data["text/plain"]
        assert last.startswith("○ not attempted yet"), "the check above ended the run"
        return cells["check-99-1"].outputs[0].data["text/plain"]

    return say


def test_the_line_that_raised_is_shown_without_a_file_name(answer_of):
    answer = answer_of("y = x\n    return y.no_such_name")
    assert answer.startswith("⚠ your code raised: 99.1 Twice a number\n`AttributeError`")
    assert "in line 4 of its cell, in double:\n" in answer
    assert "return y.no_such_name" in answer
    assert "ipykernel" not in answer


def test_a_cell_without_valid_python_did_not_run_whatever_it_was_before(answer_of):
    before = "def double(x):\n    return 2 * x"
    answer = answer_of("return 2 * x)", before=before)
    assert answer.startswith("⚠ your cell did not run: 99.1 Twice a number\n`SyntaxError`")
    assert "return 2 * x)" in answer


def test_a_cell_that_raised_before_it_gave_the_answer_did_not_run():
    shell = InteractiveShell.instance()
    check = "from kernelcourse.judging import exercises\nsaid = exercises._cell_that_did_not_run('00.1')\n"
    for cell, ran in (
        ("1\ndouble = (\n    no_such_name)", False),
        ("double = 4\nno_such_name", True),
        ("def double(x):\n    return x\ndouble(no_such_name)", True),
    ):
        shell.run_cell(cell, store_history=True)
        shell.run_cell(f"{check}\ncheck = print\ncheck('00.1', double)", store_history=True)
        said = shell.user_ns["said"]
        assert said is None if ran else "`NameError`: `name 'no_such_name'" in said.message, cell


def test_what_did_not_run_counts_until_it_has_run_and_only_where_the_answer_was_written():
    """In one cell with its check, as in 00, or above a cell that only calls it."""
    shell = InteractiveShell.instance()
    right = "def double(x):\n    return 2 * x\n"
    check = 'check("99.1", double)'
    for cells in (["def double(x):\n    return 2 *\n" + check, right + check], [right, "double(3 2)", check]):
        shell.history_manager.input_hist_raw[:] = cells
        assert exercises._cell_that_did_not_run("99.1") is None, cells


def test_a_helper_of_another_cell_is_the_students_own_code(answer_of):
    helper = "def helper(x):\n    raise NotImplementedError"
    assert "`helper` is not written yet." in answer_of("return helper(x)", before=helper)
    assert "in helper" in answer_of("return helper(x)", before="def helper(x):\n    return x[0]")


def test_a_known_mistake_gets_its_hint(answer_of):
    assert "That is the square." in answer_of("return x**2")
    assert answer_of("return 2 * x").startswith("✔ right")


def test_what_a_function_does_to_the_kernel_does_not_end_the_run(answer_of):
    assert "`SystemExit`: `exit() was called`" in answer_of("exit()")
    strict = "import numpy as np\nnp.seterr(all='raise')"
    assert answer_of("return x + x", before=strict).startswith("✔ right")


def test_what_does_not_end_is_stopped_in_a_kernel(answer_of):
    short = "from kernelcourse.judging import exercises as limits\nlimits.TIME_LIMIT = 1.0"
    answer = answer_of("while True:\n        x += 0", before=short)
    assert answer.startswith("⚠ your code did not end: 99.1 Twice a number\nIt was stopped after 1")
    assert "of its cell, in double:\n" in answer
