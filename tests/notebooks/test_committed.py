"""What is committed is what the sources build, and exercises and checks belong together."""

import json
import re

import build_notebooks
import nbformat
import pytest
from build_notebooks import ROOT

from kernelsy19.course.exercises import all_exercises

STEMS = build_notebooks.all_stems(ROOT)
EXERCISES = sorted((ROOT / "exercises").glob("*_exercises.ipynb"))


@pytest.mark.parametrize("stem", STEMS)
def test_committed_notebooks_are_what_their_source_builds(stem):
    messages = build_notebooks.compare(ROOT, build_notebooks.build(ROOT, stem))
    assert not messages, "\n".join([*messages, "", f"run: python tools/build_notebooks.py {stem}"])


def test_every_notebook_has_a_source():
    assert build_notebooks.orphans(ROOT) == []


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_an_exercise_notebook_runs_through_and_nothing_is_attempted(path):
    notebook = build_notebooks.execute(nbformat.read(path, as_version=4), path.parent)
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
