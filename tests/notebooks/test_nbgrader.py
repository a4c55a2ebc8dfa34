"""nbgrader grades the committed files: a right submission scores full, a stub scores zero."""

import os
import shutil
import sys
from pathlib import Path

import build_notebooks
import nbformat
import pytest
from build_notebooks import ROOT
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

pytestmark = pytest.mark.filterwarnings("ignore:Object of type <Submitted")
TOPICS = [s.removesuffix("_exercises") for s in build_notebooks.all_stems(ROOT) if s.endswith("_exercises")]


@pytest.fixture(autouse=True)
def tools_on_path(monkeypatch):
    """The programs of this environment come first: nbgrader starts alembic by its name alone."""
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)


def grade(folder, solved, submissions):
    """Points of each submission to an assignment whose source is the solved notebook.

    Parameters
    ----------
    folder : Path, an empty one
    solved : Path of the solved notebook
    submissions : dict of str to Path, the notebook that each student hands in

    Returns
    -------
    dict of str to float
    """
    for target, notebook in [("source", solved), *((f"submitted/{s}", n) for s, n in submissions.items())]:
        (folder / target / "chapter").mkdir(parents=True)
        shutil.copy(notebook, folder / target / "chapter" / "chapter.ipynb")
    config = Config()
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.db_url = f"sqlite:///{folder / 'gradebook.db'}"
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    results = [api.generate_assignment("chapter"), *(api.autograde("chapter", s) for s in submissions)]
    for result in results:
        assert result["success"], result.get("log") or result.get("error")
    with Gradebook(config.CourseDirectory.db_url) as gradebook:
        return {s: gradebook.find_submission("chapter", s).score for s in submissions}


def full_points(solved):
    """Points that can be had without a human grader."""
    cells = nbformat.read(solved, as_version=4).cells
    return sum(cell.metadata.nbgrader.points for cell in cells if build_notebooks.is_check(cell))


def test_nbgrader_grades_a_toy_course(course, tmp_path):
    build_notebooks.write(course.root, build_notebooks.build(course.root, "99_toy_exercises"))
    solved = course.root / "solutions" / "99_toy_solutions.ipynb"
    stub = course.root / "exercises" / "99_toy_exercises.ipynb"
    half = tmp_path / "half.ipynb"
    half.write_text(stub.read_text().replace("prediction = ...", "prediction = 25"))
    cheat = tmp_path / "cheat.ipynb"
    cheat.write_text(stub.read_text().replace('check(\\"99.1\\", double)', "print(1)"))
    (tmp_path / "nbgrader").mkdir()
    submissions = {"right": solved, "stub": stub, "half": half, "cheat": cheat}
    points = grade(tmp_path / "nbgrader", solved, submissions)
    assert full_points(solved) == 3
    assert points == {"right": 3, "stub": 0, "half": 1, "cheat": 0}


@pytest.mark.parametrize("topic", TOPICS)
def test_nbgrader_grades_a_chapter(topic, tmp_path):
    solved = ROOT / "solutions" / f"{topic}_solutions.ipynb"
    submissions = {"right": solved, "stub": ROOT / "exercises" / f"{topic}_exercises.ipynb"}
    points = grade(tmp_path, solved, submissions)
    assert points == {"right": full_points(solved), "stub": 0}
