"""How a class is graded: what is restored, who is who, what is final. `make test-teaching` grades thirty."""

import csv
import itertools
import json
import os
import sys
import time
from pathlib import Path

import classroom
import grade_class
import nbformat
import pytest
import sandboxes
from grade_class import ClassToGrade, write_grades
from sandboxes import SANDBOXES, WARNINGS
from submissions import items_of, restored, students_in

from kernelcourse.judging import student_tree

pytestmark = [
    pytest.mark.filterwarnings("ignore:Object of type <Submitted"),
    pytest.mark.filterwarnings("ignore:Non-unique cell id"),
]

posix = pytest.mark.skipif(os.name == "nt", reason="a class is graded on Linux and macOS")


@pytest.fixture(scope="module")
def papers():
    return {submission.student: submission for submission in classroom.submissions()}


def notebook_of(submission):
    return nbformat.reads(submission.content.decode(), as_version=4)


def test_thirty_submissions_earn_from_nothing_to_everything(papers):
    assert len(papers) == 30
    earned = {frozenset(submission.right) for submission in papers.values()}
    assert {frozenset(), frozenset(classroom.keys())} < earned
    assert len(earned) > 10


def test_what_is_graded_in_a_notebook():
    items = items_of(classroom.given())
    assert [item.exercise for item in items if not item.by_hand] == classroom.keys()
    assert [(item.exercise, item.of) for item in items if item.by_hand] == [("01.11", 3)]
    assert sum(item.of for item in items) == 25


@pytest.mark.parametrize(
    "student", ["solved", "cheating", "greedy", "checks-deleted", "no-metadata", "other-chapter"]
)
def test_each_check_is_restored_once_as_it_was_given(papers, student):
    whole = restored(notebook_of(papers[student]), classroom.given())
    nbformat.validate(whole)
    assert sorted(items_of(whole), key=str) == sorted(items_of(classroom.given()), key=str)
    given = [cell for cell in classroom.given().cells if "nbgrader" in cell.metadata]
    sources = {cell.metadata.nbgrader.grade_id: cell.source for cell in given}
    for cell in whole.cells:
        if "nbgrader" in cell.metadata:
            assert cell.source == sources[cell.metadata.nbgrader.grade_id]


def test_what_a_student_wrote_stays_in_its_order(papers):
    handed_in = notebook_of(papers["loops"])
    handed_in.cells[-1].source = "a change"
    words = next(cell for cell in handed_in.cells if cell.id == "answer-01-11")
    words.source = "In my own words."
    whole = restored(handed_in, classroom.given())
    assert [cell.source for cell in whole.cells][:-1] == [cell.source for cell in handed_in.cells][:-1]
    assert whole.cells[-1].source == classroom.given().cells[-1].source


def test_students_are_named_by_their_files(tmp_path):
    for name in ("a b.ipynb", "a_b.ipynb", "Müller (1).txt", "..", "€.ipynb", ".DS_Store", "c.d.ipynb"):
        if name != "..":
            (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    found = {student: file.name for student, file in students_in(tmp_path).items()}
    assert found == {
        "Müller_1": "Müller (1).txt",
        "a_b": "a b.ipynb",
        "a_b_2": "a_b.ipynb",
        "c": "c.d.ipynb",
        "student": "€.ipynb",
    }


def test_a_table_of_grades_holds_no_formula_of_a_spreadsheet(tmp_path):
    rows = [("a", "01.1", 0.0, 2.0, '=HYPERLINK("x")'), ("a", "01.11", None, 3.0, "to be graded by hand")]
    write_grades(tmp_path / "grades.csv", rows)
    with (tmp_path / "grades.csv").open(encoding="utf-8", newline="") as file:
        head, first, second = csv.reader(file)
    assert tuple(head) == grade_class.COLUMNS
    assert first == ["a", "01.1", "0", "2", '\'=HYPERLINK("x")']
    assert second == ["a", "01.11", "", "3", "to be graded by hand"]


@pytest.mark.parametrize("points", [-1, 2.5, float("nan"), "many", [1]])
def test_a_process_that_grades_cannot_give_what_there_is_not(tmp_path, points):
    made = class_of(tmp_path, {"a.ipynb": b""})
    verdicts = {item.grade_id: [item.of, "right"] for item in made.items}
    place = tmp_path / "verdicts.json"
    place.write_text(json.dumps({"verdicts": verdicts}))
    assert made._read(place)["check-01-1"] == grade_class.Verdict(1.0, "right")
    place.write_text(json.dumps({"verdicts": verdicts | {"check-01-1": [points, "right"]}}))
    with pytest.raises((ValueError, TypeError)):
        made._read(place)


@posix
def test_what_leads_out_of_the_folder_is_not_read(tmp_path):
    (tmp_path / "outside").write_text("{}")
    inside = tmp_path / "folder"
    inside.mkdir()
    (inside / "plain").write_text("{}")
    (inside / "link").symlink_to(tmp_path / "outside")
    (inside / "way").symlink_to(tmp_path)
    os.mkfifo(inside / "pipe")
    names = ("plain", "link", "way/outside", "pipe", "nothing")
    assert [name for name in names if grade_class.is_plain(inside / name, inside)] == ["plain"]


def class_of(folder, files, **options):
    place = folder / "handed-in"
    place.mkdir(exist_ok=True)
    for name, content in files.items():
        (place / name).write_bytes(content)
    return ClassToGrade(place, classroom.EXERCISES, folder / "course", "a word", **options)


def test_a_class_of_nobody_and_a_notebook_without_checks_are_refused(tmp_path):
    with pytest.raises(ValueError, match="one file a student"):
        class_of(tmp_path, {})
    (tmp_path / "handed-in" / "a.ipynb").touch()
    chapter = classroom.build_notebooks.ROOT / "notebooks" / "01_kernels.ipynb"
    with pytest.raises(ValueError, match="a notebook with checks"):
        ClassToGrade(tmp_path / "handed-in", chapter, tmp_path / "course", "a word")


@posix
def test_three_are_graded_and_not_again_until_one_of_them_changes(tmp_path, papers):
    """One that has solved half and deleted checks, one that breaks, one that is no notebook."""
    half = papers["first-five"]
    files = {half.file: half.content, "empty.ipynb": b"", "killed.ipynb": papers["killed"].content}
    told = []
    made = class_of(tmp_path, files)
    rows = made.grade(jobs=2, tell=told.append)
    assert told[0] == "submissions: 3, graded already: 0" and len(told) == 4
    assert points_of(rows) == {
        student: classroom.points(papers[student].right) for student in ("first-five", "empty", "killed")
    }
    assert gradebook_of(made) == points_of(rows, known=True)
    said = {(student, key): what for student, key, _, _, what in rows}
    assert "is not a notebook" in said["empty", "01.1"]
    assert "has ended" in said["killed", "01.5"]
    assert (tmp_path / "course" / "autograded" / "killed" / classroom.EXERCISES.stem).is_dir()

    again = class_of(tmp_path, {}).grade(jobs=2, tell=told.append)
    assert told[4:] == ["submissions: 3, graded already: 3"]
    assert again == rows
    changed = class_of(tmp_path, {"empty.ipynb": b"{}"}).grade(jobs=2, tell=told.append)
    assert told[5] == "submissions: 3, graded already: 2"
    assert points_of(changed) == points_of(rows)


def points_of(rows, known=False):
    """Points by student and exercise; with `known`, without what a person has to grade."""
    table = {}
    for student, key, points, _, _ in rows:
        if points is not None or not known:
            table.setdefault(student, {})[key] = points
    return table


def gradebook_of(made):
    from nbgrader.api import Gradebook

    keys = {item.grade_id: item.exercise for item in made.items}
    with Gradebook(f"sqlite:///{made.course / 'gradebook.db'}") as gradebook:
        return {
            submission.student.id: {
                keys[grade.name]: grade.auto_score for grade in submission.notebooks[0].grades
            }
            for submission in gradebook.assignment_submissions(made.assignment)
        }


# ---- the command -----------------------------------------------------------------------------------


@posix
def test_without_a_word_nothing_is_graded(tmp_path, monkeypatch):
    monkeypatch.delenv("KERNELSY19_SEED", raising=False)
    arguments = [str(tmp_path), str(classroom.EXERCISES), str(tmp_path / "course")]
    assert "KERNELSY19_SEED" in grade_class.main(arguments)
    assert not (tmp_path / "course").exists()


@posix
def test_it_says_where_there_is_no_sandbox(tmp_path, monkeypatch, capsys):
    """No submission is there, so that nothing is run."""
    monkeypatch.setenv("KERNELSY19_SEED", "a word")
    arguments = [str(tmp_path / "none"), str(classroom.EXERCISES), str(tmp_path / "course")]
    (tmp_path / "none").mkdir()
    for best in SANDBOXES:
        monkeypatch.setattr(grade_class, "works", lambda name, folder, best=best: name in (best, "none"))
        assert "one file a student" in grade_class.main(arguments)
        assert WARNINGS[best] in (said := capsys.readouterr().err) and ("\033[31m" in said) == bool(
            WARNINGS[best]
        )
    assert "WITHOUT A SANDBOX" in WARNINGS["none"] and not WARNINGS["bubblewrap"]
    assert all("can read the files of the course" in WARNINGS[name] for name in ("none", "namespaces"))


def test_the_sandbox_mounts_no_file_of_the_course(tmp_path, monkeypatch):
    """Neither where the course stands in the environment, which is mounted, nor where it stands beside it."""
    monkeypatch.setattr(sandboxes.sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sandboxes, "COURSE", tmp_path / "site-packages" / "kernelcourse")
    command = sandboxes.in_bubblewrap(tmp_path / "tree")
    hidden = command.index(str(sandboxes.COURSE))
    assert command[hidden - 1] == "--tmpfs" and hidden > command.index(str(tmp_path))
    monkeypatch.setattr(sandboxes, "COURSE", student_tree.COURSE)
    monkeypatch.setattr(sandboxes.sys, "base_prefix", "/opt/python")
    mounted = [
        place for option, place in itertools.pairwise(sandboxes.in_bubblewrap(tmp_path)) if "bind" in option
    ]
    assert not [place for place in mounted if student_tree.COURSE.is_relative_to(place)]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_submission_that_takes_too_long_is_stopped_with_all_that_it_started(tmp_path):
    """The process that grades waits for the one that it has started; both have to go."""
    made = class_of(tmp_path, {"a.ipynb": b""}, seconds=1.0)
    program = tmp_path / "waits.py"
    program.write_text(
        "import os, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "open('child', 'w').write(str(child.pid))\n"
        "child.wait()\n"
    )
    made.command = lambda folder: [sys.executable, str(program)]
    assert made._run(tmp_path) == "was stopped after 1 seconds"
    child = int((tmp_path / "child").read_text())
    for _ in range(100):
        if not alive(child):
            break
        time.sleep(0.05)
    assert not alive(child)


def alive(pid):
    """Whether a process is there and is more than an entry that nobody has read."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"
