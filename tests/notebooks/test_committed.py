"""What is committed holds the cells of the sources, and exercises and checks belong together."""

import json
import re

import build_notebooks
import nbformat
import pytest
from build_notebooks import ROOT
from claims import WRITTEN
from make_teaching import CLOCKS

from kernelcourse.desk.server import BUILT, digest, settle
from kernelcourse.judging.exercises import all_exercises

STEMS = build_notebooks.all_stems(ROOT)
EXERCISES = sorted((ROOT / "exercises").glob("*_exercises.ipynb"))


@pytest.mark.parametrize("stem", STEMS)
def test_committed_notebooks_hold_the_cells_of_their_source(stem):
    """What the cells show is compared where nbval runs them."""
    for product, (notebook, executed) in build_notebooks.unexecuted(ROOT, stem).items():
        committed = nbformat.read(ROOT / product, as_version=4)
        code = [cell for cell in committed.cells if cell.cell_type == "code"]
        counts = range(1, len(code) + 1) if executed else [None] * len(code)
        assert [cell.execution_count for cell in code] == list(counts), f"{product} was not run in one go"
        assert not build_notebooks.faults_of(committed)
        for cell in code:
            cell.outputs = []
        for cell in committed.cells:
            cell.source = CLOCKS.sub("", cell.metadata.get(WRITTEN, cell.source))
        settle(notebook)
        message = f"{product} is old; run: python tools/build_notebooks.py {stem}"
        assert build_notebooks.as_text(committed) == build_notebooks.as_text(notebook), message


def test_the_server_vouches_for_the_notebooks_as_they_are():
    """If not, somebody changed one by hand, or two branches were merged: `make build` writes the list anew."""
    vouched = json.loads(BUILT.read_text(encoding="utf-8"))
    files = [*(ROOT / "notebooks").glob("*.ipynb"), *(ROOT / "solutions").glob("*.ipynb")]
    assert vouched == {f"{file.parent.name}/{file.name}": digest(file) for file in files}


def test_every_notebook_has_a_source():
    assert build_notebooks.orphans(ROOT) == []


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_an_exercise_notebook_runs_through_and_nothing_is_attempted(path, execute_anew):
    notebook = execute_anew(nbformat.read(path, as_version=4), path.parent)
    checks = [cell for cell in notebook.cells if build_notebooks.is_check(cell)]
    assert checks
    for cell in checks:
        assert cell.outputs[0].data["text/plain"].startswith("○ not attempted yet"), cell.source
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.get("name") == "stderr"]


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_no_solution_is_left_in_an_exercise_notebook(path):
    text = path.read_text(encoding="utf-8")
    for leak in ("BEGIN SOLUTION", "END SOLUTION", "Model answer"):
        assert leak not in text
    assert all(not cell.get("outputs") for cell in json.loads(text)["cells"])


def test_every_exercise_is_asked_and_every_check_exists():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "sources").glob("*.py"))
    asked = set(re.findall(r'\bcheck\("([^"]*)",', sources))
    assert asked == set(all_exercises())
