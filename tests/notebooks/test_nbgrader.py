"""nbgrader releases the student's notebooks without a solution in them, and grades what comes back."""

import copy
import functools
import itertools
import os
import re
import sys
from pathlib import Path

import build_notebooks
import nbformat
import pytest
from build_notebooks import ROOT
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from test_cheats import TOGETHER
from traitlets.config import Config

from kernelcourse.judging.autograde import grade_outside
from kernelcourse.judging.exercises import PROVES_NOTHING, find_exercise, seed_of
from kernelcourse.judging.grading import OUTSIDE, Judge, parse_check

pytestmark = pytest.mark.filterwarnings("ignore:Object of type <Submitted")
TOPICS = [s.removesuffix("_exercises") for s in build_notebooks.all_stems(ROOT) if s.endswith("_exercises")]

# nbgrader takes its time for each cell: two topics by day, all by night.
SOME_OR_ALL = [
    pytest.param(TOPICS[1:3], id="two topics"),
    pytest.param(TOPICS, id="all topics", marks=pytest.mark.night),
]


@pytest.fixture(autouse=True, scope="module")
def tools_on_path():
    """The programs of this environment come first: nbgrader starts alembic by its name alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        yield


class Course:
    """A teacher's folder with one assignment of several notebooks; its source is what students get."""

    def __init__(self, folder, sources, outside=False):
        self.config = Config()
        self.config.CourseDirectory.root = str(folder)
        self.config.CourseDirectory.db_url = f"sqlite:///{folder / 'gradebook.db'}"
        if outside:
            grade_outside(self.config)
        self.folder, self.api = folder, NbGraderAPI(CourseDirectory(config=self.config), config=self.config)
        self.put("source", sources)

    def put(self, place, notebooks):
        folder = self.folder / place / "course"
        folder.mkdir(parents=True)
        for topic, notebook in notebooks.items():
            nbformat.write(notebook, folder / f"{topic}.ipynb")

    def release(self):
        """What `nbgrader generate_assignment` makes, by topic."""
        result = self.api.generate_assignment("course")
        assert result["success"], result.get("log") or result.get("error")
        folder = self.folder / "release" / "course"
        return {path.stem: nbformat.read(path, as_version=4) for path in folder.glob("*.ipynb")}

    def grade(self, student, notebooks):
        """Names of the checks that a student has right, by topic."""
        self.put(f"submitted/{student}", notebooks)
        result = self.api.autograde("course", student)
        assert result["success"], result.get("log") or result.get("error")
        with Gradebook(self.config.CourseDirectory.db_url) as gradebook:
            graded = gradebook.find_submission("course", student).notebooks
            return {notebook.name: self.right(notebook) for notebook in graded}

    @staticmethod
    def right(notebook):
        grades = [grade for grade in notebook.grades if grade.name.startswith("check-")]
        assert {grade.auto_score for grade in grades} <= {0, *(grade.max_score for grade in grades)}
        return {grade.name for grade in grades if grade.auto_score and grade.auto_score == grade.max_score}


@functools.cache
def notebooks_of(topic):
    """The student's notebook of a topic and the solved one, without outputs; nobody changes them."""
    source = build_notebooks.read_source(ROOT / "sources" / f"{topic}_exercises.py")
    return build_notebooks.exercises(source), build_notebooks.solutions(source)


def bound(notebooks):
    """All notebooks as one: one kernel executes it, one process judges, and one runs what the student wrote.

    Each of them imports what it needs; that it stands alone is shown where nbval runs its solution.
    """
    whole = copy.deepcopy(next(iter(notebooks.values())))
    whole.cells = []
    for topic, notebook in notebooks.items():
        for cell in copy.deepcopy(notebook.cells):
            if cell.id.startswith("cell-"):  # others name an exercise
                cell.id = f"{topic}-{cell.id}"
            whole.cells.append(cell)
    return whole


def checks_of(notebook):
    return [cell.id for cell in notebook.cells if cell.id.startswith("check-")]


# ---- what is released ------------------------------------------------------------------------------


def secret_lines(topic):
    """Lines of a source that only its readers and those of the solutions are to see."""
    source = build_notebooks.read_source(ROOT / "sources" / f"{topic}_exercises.py")
    public, secret = [], []
    for cell in source.cells:
        inside = bool({"solution_only", "answer"} & set(cell.metadata))
        for line in cell.source.split("\n"):
            if "### END SOLUTION" in line:
                inside = False
            (secret if inside else public).append(line.strip())
            if "### BEGIN SOLUTION" in line:
                inside = True
    return [line for line in secret if len(line) > 3 and line not in public]


@pytest.fixture(scope="module")
def stubs():
    return {topic: notebooks_of(topic)[0] for topic in TOPICS}


@pytest.fixture(scope="module")
def solved():
    return {topic: notebooks_of(topic)[1] for topic in TOPICS}


@pytest.fixture(scope="module", params=SOME_OR_ALL)
def course(request, stubs, tools_on_path, tmp_path_factory):
    """What is released, some topics bound as one, and its cells by topic."""
    made = Course(tmp_path_factory.mktemp("course"), {"all": bound({t: stubs[t] for t in request.param})})
    cells = iter(made.release()["all"].cells)
    made.released = {topic: list(itertools.islice(cells, len(stubs[topic].cells))) for topic in request.param}
    assert list(cells) == []
    return made


@pytest.mark.parametrize("topic", TOPICS)
def test_the_students_notebook_holds_no_line_of_a_solution(topic, stubs):
    secret, text = secret_lines(topic), "\n".join(cell.source for cell in stubs[topic].cells)
    assert len(secret) > len(checks_of(stubs[topic]))
    assert not [line for line in secret if line in text]
    assert "SOLUTION" not in text
    assert "solution" not in stubs[topic].cells[0].source


def test_a_release_is_the_students_notebook(course, stubs):
    for topic, released in course.released.items():
        for cell, own in zip(released, stubs[topic].cells, strict=True):
            assert cell.source == own.source
            assert grades_of(cell) == grades_of(own)


def grades_of(cell):
    """Metadata of nbgrader, without what it adds on its way."""
    return {k: v for k, v in cell.metadata.get("nbgrader", {}).items() if k not in ("checksum", "cell_type")}


def test_a_solved_notebook_cannot_be_released(solved, tmp_path):
    result = Course(tmp_path, {"03": solved["03_minimum_volume_ball"]}).api.generate_assignment("course")
    assert not result["success"]
    assert "all solution regions are within solution cells" in result["log"]
    assert not (tmp_path / "release" / "course").exists()


def test_with_our_line_it_says_why(solved, tmp_path):
    made = Course(tmp_path, {"03": solved["03_minimum_volume_ball"]}, outside=True)
    result = made.api.generate_assignment("course")
    assert not result["success"]
    assert "this notebook holds the solutions, so it is not released" in result["log"]


# ---- what is graded --------------------------------------------------------------------------------


def handed_in(stub, solved, rights, first=""):
    """The stub with some exercises solved and functions that ask the check in the others, and a cell before all."""
    notebook, answers = copy.deepcopy(stub), {cell.id: cell for cell in solved.cells}
    cells = {cell.id: cell for cell in notebook.cells}
    for name in checks_of(stub):
        cell = cells[name.replace("check", "exercise")]
        _, expression = parse_check(cells[name].source)
        if name in rights:
            cell.source = answers[cell.id].source
        elif "def " in cell.source and first:
            cell.source = f"{expression} = cheat"
    if first:
        imports = next(cell for cell in notebook.cells if cell.cell_type == "code")
        imports.source = f"{first}\n{imports.source}"
    return notebook


def every_other(stub, solved):
    """Every other check, without those whose solution calls what is left to be written."""
    answers, names = {cell.id: cell.source for cell in solved.cells}, checks_of(stub)
    left = {parse_check(answers[name])[1] for name in names[1::2]}

    def needs(name):
        answer = answers[name.replace("check", "exercise")]
        return {word for word in left if re.search(rf"\b{re.escape(word)}\b", answer)}

    return {name for name in names[::2] if not needs(name)}


@pytest.mark.parametrize("topics", SOME_OR_ALL)
def test_right_answers_count_and_cheats_do_not(topics, stubs, solved, tmp_path, capfd):
    """One student has solved every other exercise, and cheats in the rest."""
    rights = {topic: every_other(stubs[topic], solved[topic]) for topic in topics}
    assert sum(map(len, rights.values())) > 2 * len(topics)
    made = Course(tmp_path, {"all": bound({topic: stubs[topic] for topic in topics})}, outside=True)
    made.release()
    handed = {topic: handed_in(stubs[topic], solved[topic], rights[topic], TOGETHER) for topic in topics}
    graded = made.grade("cheat", {"all": bound(handed)})["all"]
    assert sorted(graded ^ set().union(*rights.values())) == []
    said = capfd.readouterr().err
    assert said.count("\033[31mkernelsy19: nbgrader has no sandbox") == 1 and PROVES_NOTHING not in said


def test_without_our_line_grading_says_in_red_that_it_proves_nothing(
    stubs, solved, tmp_path, capfd, monkeypatch
):
    monkeypatch.delenv(OUTSIDE, raising=False)
    topic = "02_density"
    made = Course(tmp_path, {topic: stubs[topic]})
    made.release()
    right = checks_of(stubs[topic])[0]
    assert made.grade("honest", {topic: handed_in(stubs[topic], solved[topic], {right})}) == {topic: {right}}
    assert f"\033[31m{PROVES_NOTHING}\033[0m" in capfd.readouterr().err


@pytest.fixture(scope="module")
def judge():
    with Judge(find_exercise, seed_of("test")) as judge:
        yield judge


@pytest.mark.parametrize("topic", TOPICS)
def test_every_solution_is_right_where_it_is_graded(topic, solved, judge):
    for cell in solved[topic].cells:
        if cell.id.startswith("check-"):
            assert judge.check(*parse_check(cell.source)).passed
        elif cell.cell_type == "code":
            judge.run([cell.source])
