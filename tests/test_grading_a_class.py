"""How a class is graded: what is restored, who is who, what is final. `make test-teaching` grades thirty."""

import csv
import io
import itertools
import json
import os
import sys
import time
import zipfile
from pathlib import Path
from types import SimpleNamespace

import classroom
import grade_alone
import grade_class
import handed_in
import nbformat
import pytest
import sandboxes
from grade_class import ClassToGrade
from handed_in import Student, collect, read_roster
from sandboxes import SANDBOXES, WARNINGS
from submissions import items_of, restored

from kernelcourse.judging import student_tree
from kernelcourse.judging.answers_as_text import decode
from kernelcourse.judging.exercises import find_exercise
from kernelcourse.judging.grading import Judge
from kernelcourse.judging.limits import Clock

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


@pytest.mark.parametrize(
    "way", ["below", "in its place", "without metadata", "after a copy of what was given"]
)
def test_words_below_their_question_are_the_answer(way):
    handed_in = classroom.Paper().notebook
    k = next(k for k, cell in enumerate(handed_in.cells) if cell.id == "answer-01-11")
    if way == "without metadata":
        handed_in.cells[k].metadata, handed_in.cells[k].source = {}, "In my own words."
    else:
        added = [nbformat.v4.new_markdown_cell(text) for text in ("In my own words.", "And more.")]
        copied = [nbformat.v4.new_markdown_cell(handed_in.cells[k].source)] * (way[:5] == "after")
        handed_in.cells[k + (way != "in its place") : k + 1] = copied + added
    handed_in.cells.insert(1, nbformat.v4.new_markdown_cell("A note to myself."))
    whole = restored(handed_in, classroom.given())
    answers = [
        c.source for c in whole.cells if c.metadata.get("nbgrader", {}).get("grade_id") == "answer-01-11"
    ]
    assert answers == ["In my own words." + "\n\nAnd more." * (way != "without metadata")]


def test_a_note_elsewhere_is_no_answer_and_an_answer_stays_as_it_is():
    handed_in = classroom.Paper().notebook
    handed_in.cells.insert(1, nbformat.v4.new_markdown_cell("A note to myself."))
    handed_in.cells.append(nbformat.v4.new_markdown_cell("Another one."))
    answer = next(cell for cell in handed_in.cells if cell.id == "answer-01-11")
    for source in (answer.source, "Mine."):
        answer.source = source
        assert source in [c.source for c in restored(handed_in, classroom.given()).cells]


def test_students_are_named_by_their_files(tmp_path):
    handed_in = tmp_path / "handed-in"
    handed_in.mkdir()
    for name in (
        "a b.ipynb",
        "a_b.ipynb",
        "Müller (1).IPYNB.txt",
        "€.ipynb",
        ".DS_Store",
        "c.d.ipynb",
        "notes.txt",
    ):
        (handed_in / name).touch()
    (handed_in / "folder").mkdir()
    (handed_in / "d.json").write_text('{"cells": []}')
    found = collect(handed_in, tmp_path / "unzipped")
    assert {student: file.name for student, file in found.files.items()} == {
        "Müller_1": "Müller (1).IPYNB.txt",
        "a_b": "a b.ipynb",
        "a_b_2": "a_b.ipynb",
        "c": "c.d.ipynb",
        "d": "d.json",
        "student": "€.ipynb",
    }
    assert found.strays == ["notes.txt is no notebook"] and not found.missing + found.unknown


JANE = Student("1", "Jane Doe", "jane.doe@uni.edu")
ROSTER = [
    JANE,
    Student("2", "José Ñandú-Ruiz", "jose@uni.edu"),
    Student("3", "Ann Lee", "a.lee@uni.edu", number="77"),
    Student("4", "Ann Lee", "ann@uni.edu"),
    Student("5", "Absent", "absent@uni.edu"),
]
SYSTEMS = {  # the paths that each writes, and how each of them names a student with a number of its own
    "moodle": (
        [
            "Jane Doe_13_assignsubmission_file_/week.ipynb",
            "Jane Doe_13_assignsubmission_file_/old.ipynb",
            "Jane Doe_13_assignsubmission_onlinetext_/onlinetext.html",
            "José Ñandú-Ruiz_14_assignsubmission_file_/mine/x.zip",
            "Ann Lee_77_assignsubmission_file_/week.ipynb",
            "Ann Lee_78_assignsubmission_file_/week.ipynb",
            "Ann Lee_79_assignsubmission_file_/week.ipynb",
            "Stranger_15_assignsubmission_file_/week.ipynb",
            "__MACOSX/Jane Doe_13_assignsubmission_file_/._week.ipynb",
        ],
        "Stranger",
        2,
    ),
    "moodle, one folder around": (
        [
            "Week 1-42/Jane Doe_13_assignsubmission_file/week.ipynb",
            "Week 1-42/B_9_assignsubmission_file/week.ipynb",
        ],
        "B",
        0,
    ),
    "moodle, flat": (
        ["Jane Doe_13_assignsubmission_file_week.ipynb", "B C_9_assignsubmission_file_w.ipynb"],
        "B_C",
        0,
    ),
    "canvas": (
        [
            "doejane_LATE_13_99_week-1.ipynb",
            "josénandúruiz_14_98_x.zip",
            "leeann_77_97_week.ipynb",
            "zed_8_96_notes.pdf",
        ],
        None,
        1,
    ),
    "e-mail": (["jane.doe@uni.edu_week.ipynb", "JOSE@uni.edu.ipynb", "week_a.lee@uni.edu.ipynb"], None, 0),
    "folders by id": (["1/week.ipynb", "2/week.ipynb", "3.zip"], None, 0),
}


def zipped(paths):
    """Files as a zip; a zip in it holds a notebook that claims to be another student's."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for path in paths:
            inner = ["Jane Doe_13_assignsubmission_file_/week.ipynb"]
            content = zipped(inner) if path.endswith("zip") else path
            archive.writestr(path, content)
    return written.getvalue()


@pytest.mark.parametrize("as_zip", [True, False], ids=["zip", "folder"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_system_gives_is_matched_with_the_roster(tmp_path, system, as_zip):
    paths, stranger, strays = SYSTEMS[system]
    place = tmp_path / "download.zip"
    place.write_bytes(zipped(paths))
    if not as_zip:
        with zipfile.ZipFile(place) as archive:
            archive.extractall(tmp_path / "download")
        place = tmp_path / "download"
    found = collect(place, tmp_path / "unzipped", ROSTER, "week")
    known = {student.id for student in found.students.values() if student.id}
    assert "1" in known and len(found.files) == len(found.students)
    assert [key for key, student in found.students.items() if student.late] == ["1"] * (system == "canvas")
    assert known | {s.id for s in found.missing} == {s.id for s in ROSTER}, found
    assert len(found.strays) == strays, found
    assert all((key == found.students[key].id) != (not found.students[key].id) for key in found.students)
    if stranger:
        assert any(line.startswith(stranger) for line in found.unknown)
    if "zip" in paths[-1] + paths[1] or system == "moodle":
        assert "2" in known  # and not Jane, as whose the zip within claims to be
        assert found.files["2"].read_bytes().endswith(b"week.ipynb")


def test_namesakes_are_told_apart_by_their_number_or_by_a_person(tmp_path):
    place = tmp_path / "download.zip"
    place.write_bytes(zipped(SYSTEMS["moodle"][0]))
    found = collect(place, tmp_path / "unzipped", ROSTER, "week")
    assert found.students["3"].number == "77" and found.students["1"].system == "moodle"
    assert found.unknown == [*(f"Ann_Lee{n}, for it may be Ann Lee (4)" for n in ("", "_79")), "Stranger"]
    assert [student.id for student in found.missing] == ["4", "5"]
    assert found.files["1"].read_text() == "Jane Doe_13_assignsubmission_file_/week.ipynb"  # not old.ipynb
    assert sum("is not graded: 1 also handed in week.ipynb" in stray for stray in found.strays) == 1


def test_a_zip_can_do_no_harm(tmp_path, monkeypatch):
    monkeypatch.setattr(handed_in, "LARGEST_FILE", 1000)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../../out.ipynb", "{}")
        archive.writestr("bomb.ipynb", b"0" * 1_000_000)
    (tmp_path / "b.zip").write_bytes(b"PK\x03\x04 no zip")
    (tmp_path / "c.ipynb").symlink_to("/etc/passwd")
    found = collect(tmp_path, tmp_path / "into" / "deep")
    assert list(found.files) == ["a"] and not list(tmp_path.glob("**/out.ipynb"))
    for file in found.files.values():
        assert file.is_relative_to(tmp_path / "into" / "deep")
    assert [word for word in ("larger", "zip (", "link") if not any(word in s for s in found.strays)] == []
    with pytest.raises(ValueError, match="a folder or a zip"):
        collect(tmp_path / "c.ipynb", tmp_path / "into")


def nested(files, depth):
    """Zips in zips, of which the innermost holds files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return nested({"a.zip": written.getvalue()}, depth - 1) if depth else written.getvalue()


@pytest.mark.parametrize("around", ["folder", "a zip", "a zip of one student"])
@pytest.mark.parametrize(
    "bomb", [{f"{k}.ipynb": b"0" * 900_000 for k in range(20)}, {f"{k}.txt": b"" for k in range(300)}]
)
def test_a_bomb_is_refused_by_name_and_costs_nobody_else_anything(tmp_path, monkeypatch, bomb, around):
    monkeypatch.setattr(handed_in, "MOST_BYTES", 5_000_000)
    bomb["A_1_assignsubmission_file_/x.ipynb"] = b"0" * 900_000  # a name that would open another budget
    files = {"bomb.zip": nested(bomb, 1)}
    if around != "a zip of one student":
        files["1.ipynb"] = b"{}"
    place = tmp_path / "in"
    place.mkdir()
    for name, content in files.items():
        (place / name).write_bytes(content)
    if around != "folder":
        (tmp_path / "in.zip").write_bytes(nested(files, 0))
        place = tmp_path / "in.zip"
    found = collect(place, tmp_path / "into")
    assert list(found.files) == ["1"] * (around != "a zip of one student")
    assert found.strays == ["bomb.zip is refused: it unpacks to more than 5 MB or 200 files"]
    assert sum(file.stat().st_size for file in (tmp_path / "into").glob("*")) <= 5_000_000


def test_what_cannot_be_a_notebook_is_not_unpacked_and_named(tmp_path):
    link = zipfile.ZipInfo("link.ipynb")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("video.mp4", b"0" * 80_000_000)
        archive.writestr("tur\u202en\nover.pdf", b"")
        archive.writestr(link, "/etc/passwd")
        archive.writestr("mine.ipynb", "{}")
    found = collect(tmp_path, tmp_path / "into")
    assert list(found.files) == ["a"] and len(list((tmp_path / "into").iterdir())) == 1
    assert found.strays == [
        "a.zip/link.ipynb is a link, and is not followed",
        "a.zip/video.mp4 is no notebook",
        "a.zip/tur\ufffdn\ufffdover.pdf is no notebook",
    ]


@posix
def test_a_linked_folder_and_a_pipe_are_named(tmp_path):
    place = tmp_path / "in"
    place.mkdir()
    (place / "folder").symlink_to(tmp_path)
    os.mkfifo(place / "pipe.ipynb")
    assert collect(place, tmp_path / "into").strays == [
        "folder is a link, and is not followed",
        "pipe.ipynb is neither a file nor a folder",
    ]


@pytest.mark.parametrize(
    ("text", "students"),
    [
        ("id,name,e-mail\n1,Jane Doe,jane.doe@uni.edu\n\n", [JANE]),
        ("\ufeffFirst name;Last name;ID number;Email address\nJane;Doe;1;jane.doe@uni.edu", [JANE]),
        (
            'Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"Doe, Jane",55,1,j@uni.edu,A',
            [Student("1", "Doe, Jane", "j@uni.edu", "55")],
        ),
        (
            "Identifier,Full name,Email address\nParticipant 13,Jane Doe,j@uni.edu",
            [Student("", "Jane Doe", "j@uni.edu", "13")],
        ),
        ("id,name,e-mail\n1,J\udce4ne,", "roster.csv in UTF-8"),
        ("name,grade\nJane,1", "columns id, name, e-mail, got name, grade"),
        ("", "columns id, name, e-mail, got none"),
        ("id,name,e-mail\n\n", "expected students in roster.csv, got none"),
        ("id,name,e-mail\n,Jane,", "an id or an e-mail in row 2"),
        ("id,name,e-mail\n1,Jane,a@b.c\n1,John,d@e.f", "each id once in roster.csv, got twice: 1"),
    ],
)
def test_a_roster_is_read_or_refused_in_one_sentence(tmp_path, text, students):
    (tmp_path / "roster.csv").write_text(text, encoding="utf-8", errors="surrogateescape")
    if isinstance(students, str):
        with pytest.raises(ValueError, match=students):
            read_roster(tmp_path / "roster.csv")
    else:
        assert read_roster(tmp_path / "roster.csv") == students


@pytest.mark.parametrize("points", [-1, 2.5, float("nan"), "many", [1]])
def test_a_process_that_grades_cannot_give_what_there_is_not(tmp_path, points):
    made = class_of(tmp_path, {"a.ipynb": b""})
    verdicts = {item.grade_id: [item.of, "right"] for item in made.items}
    place = tmp_path / "verdicts.json"
    place.write_text(json.dumps({"verdicts": verdicts}))
    assert made._read(place)[0]["check-01-1"] == grade_class.Verdict(1.0, "right")
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
    with pytest.raises(ValueError, match="notebooks, one a student"):
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
    assert told[0] == "submissions: 3, graded already: 0" and len(told) == 5
    assert told[3] == "stopped, and now graded once more, alone: killed" and "3 of 3: killed" in told[4]
    three = "first-five", "empty", "killed"
    assert points_of(rows) == {name: classroom.points(papers[name].right) for name in three}
    assert gradebook_of(made) == points_of(rows, known=True)
    said = {(student, key): what for student, key, _, _, what in rows}
    assert "is not a notebook" in said["empty", "01.1"]
    assert "has ended" in said["killed", "01.5"]
    assert (tmp_path / "course" / "autograded" / "killed" / classroom.EXERCISES.stem).is_dir()

    again = class_of(tmp_path, {}).grade(jobs=2, tell=told.append)
    assert told[5:] == ["submissions: 3, graded already: 3"]
    assert again == rows
    late = tmp_path / "late"
    late.mkdir()
    (late / "empty.ipynb").write_bytes(b"{}")
    roster = [Student(id=name) for name in ("empty", "killed", "nobody")]
    second = ClassToGrade(late, classroom.EXERCISES, tmp_path / "course", "a word", roster=roster)
    assert [student.id for student in second.absent()] == ["nobody"]
    by_hand(made, "empty", "check-01-5", 0.5)
    changed = class_of(tmp_path, {"empty.ipynb": half.content}).grade(jobs=2, tell=told.append)
    sheet = made.assignment
    assert told[6] == "submissions: 3, graded already: 2"
    assert told[-3:] == [
        "graded anew, for another file or word: empty (0 points → 6 points)",
        f"read again what keeps the points that you gave an earlier version: {sheet}, empty, 01.5",
        f"the same text in every cell, which alone proves nothing: empty and first-five ({sheet})",
    ]
    assert points_of(changed) == points_of(rows) | {"empty": points_of(rows)["first-five"]}


def by_hand(made, student, name, points):
    """Give points as formgrader does."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{made.course / 'gradebook.db'}") as gradebook:
        gradebook.find_grade(name, made.assignment, made.assignment, student).manual_score = points
        gradebook.db.commit()


FAILS = """
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
verdicts = {name: [points, "right"] for name, points in json.loads(sys.argv[2]).items()}
tries = folder.parents[2] / "tries"
tries.write_text(tries.read_text() + "x" if tries.exists() else "x")
if len(tries.read_text()) == 1:
    sys.exit("it has left no verdict")
if len(tries.read_text()) == 2:
    verdicts["check-01-1"] = [None, "there was no answer in time"]
(folder / "verdicts.json").write_text(json.dumps({"verdicts": verdicts}))
"""


@posix
def test_what_the_machinery_fails_at_is_tried_again_and_is_never_0(tmp_path):
    """At first as a whole, then, alone, at one check, whose mark stays empty; at the next start it does not fail."""
    made = class_of(tmp_path, {"ann.ipynb": b"{}"})
    of = json.dumps({item.grade_id: item.of for item in made.items})
    made.command = lambda folder: [sys.executable, "-c", FAILS, str(folder), of]
    told = []
    first = {key: (points, what) for _, key, points, _, what in made.grade(1, told.append)}
    assert told[2] == "1 of 1: ann has 1 of 16 exercises not graded"
    failed = "not graded, please look: there was no answer in time"
    assert first["01.1"] == (None, failed) and first["01.2"] == (1.0, "right")
    assert f"please look, 1:\n  {made.assignment}, ann, 01.1: {failed}\n" in "\n".join(told)
    course = tmp_path / "course"
    with (course / "marks-canvas.csv").open(encoding="utf-8") as file:
        assert list(csv.reader(file))[2][-1] == ""
    assert f'01.1,,1,"{failed}"' in (course / "grades.csv").read_text("utf-8")
    page = (course / "feedback" / "ann.html").read_text("utf-8")
    assert "not graded whole of 25" in page and "not graded yet; your teacher looks at it" in page
    told.clear()
    assert all(points is not None for _, _, points, _, _ in made.grade(1, told.append))
    assert told[0] == "submissions: 1, graded already: 0" and "please look" not in "\n".join(told)


def test_why_nbgrader_failed_is_said_and_not_where_it_stands(tmp_path, monkeypatch):
    log = "[ERROR] Traceback:\n      File x\n    OSError: [Errno 28] No space\n    \n[ERROR] See the above."
    said = {"success": False, "log": log, "error": "a.NbGraderException: Please see the above traceback"}
    nbgrader = SimpleNamespace(autograde=lambda *names: said)
    monkeypatch.setattr(grade_alone, "api_of", lambda config: nbgrader)
    for name in ("find_exercise", "sandbox", "goes_on"):  # which it sets
        monkeypatch.setattr(grade_alone.CheckOutside, name, getattr(grade_alone.CheckOutside, name))
    for reason in ("OSError: [Errno 28] No space", said["error"]):
        fault = grade_alone._autograde(tmp_path, lambda tree: [], False)
        assert fault == f"{reason}, see {tmp_path.name}/log.txt"
        said["log"] = ""


AS_ON_MACOS = """
import resource, runpy, sys
kept = resource.setrlimit
def refuse(which, limits):
    if which == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
    kept(which, limits)
resource.setrlimit, sys.argv = refuse, sys.argv[1:]
sys.path.insert(0, sys.argv[0].rpartition("/")[0])
runpy.run_path(sys.argv[0], run_name="__main__")
"""
WITHOUT_PROC = 'mount -t tmpfs none /proc && exec "$@"'


@pytest.mark.night
@pytest.mark.skipif(not sandboxes.works("namespaces"), reason="hides /proc in a namespace")
def test_a_system_that_tells_nothing_of_processes_and_limits_no_addresses_grades_as_well(tmp_path, papers):
    """As macOS: neither /proc nor a sandbox, and a limit that exists and cannot be set."""
    two = [papers["first-five"], papers["endless-function"]]
    made = class_of(tmp_path, {one.file: one.content for one in two})
    made.sandbox, command = "none", made.command
    around = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", WITHOUT_PROC, "sh"]
    made.command = lambda folder: [*around, sys.executable, "-c", AS_ON_MACOS, *command(folder)[1:]]
    rows = made.grade(2, lambda line: None)
    assert points_of(rows) == {one.student: classroom.points(one.right) for one in two}


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
def test_a_trial_makes_a_class_of_its_own(tmp_path, monkeypatch):
    monkeypatch.delenv("KERNELSY19_SEED", raising=False)
    monkeypatch.setattr(grade_class, "works", lambda name: True)
    graded = []
    monkeypatch.setattr(ClassToGrade, "grade", lambda self, jobs: graded.append(self))
    assert grade_class.main(["--trial", str(tmp_path / "trial")]) is None
    (made,) = graded
    assert len(made.files) == len(classroom.TRIAL) == 10 and made.seed == "trial"
    assert [str(student) for student in made.absent()] == ["Absent (2000)"] and not made.found.unknown
    for words in ([], ["--trial", "a", "b", "c", "d"]):
        with pytest.raises(SystemExit):
            grade_class.main(words)


@posix
def test_it_says_where_there_is_no_sandbox(tmp_path, monkeypatch, capsys):
    """No submission is there, so that nothing is run."""
    monkeypatch.setenv("KERNELSY19_SEED", "a word")
    arguments = [str(tmp_path / "none"), str(classroom.EXERCISES), str(tmp_path / "course")]
    (tmp_path / "none").mkdir()
    for best in SANDBOXES:
        monkeypatch.setattr(grade_class, "works", lambda name, best=best: name in (best, "none"))
        assert "one a student" in grade_class.main(arguments)
        said = capsys.readouterr().err
        assert WARNINGS[best] in said and ("\033[31m" in said) == bool(WARNINGS[best])
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
    command = sandboxes.in_bubblewrap(tmp_path)
    mounted = [place for option, place in itertools.pairwise(command) if "bind" in option]
    assert not [place for place in mounted if student_tree.COURSE.is_relative_to(place)]


WRITES = """
def put(place):
    try:
        with open(place + "/large", "wb") as file:
            for _ in range(5):
                file.write(b"0" * 1_000_000)
    except OSError as error:
        return error.strerror
    return "written"
bounds = tuple(map(put, ("/", "/dev", "/dev/shm", "/tmp", "/given", ".")))
"""


def test_in_the_sandbox_there_is_little_room_to_write(monkeypatch):
    """In memory, up to a size, and nowhere else."""
    if not (sandboxes.works("bubblewrap") and sandboxes._has_sizes("bwrap")):
        pytest.skip("there is no bubblewrap that limits sizes")
    monkeypatch.setattr(sandboxes, "WRITTEN", 2_000_000)
    with Judge(find_exercise, 1, sandboxes.in_bubblewrap) as judge:
        judge.run([WRITES])
        judge.check("03.5", "bounds")
        said = decode(judge._ask(Clock(20), "get", "bounds", 20.0)["value"])
    read_only, full = "Read-only file system", "No space left on device"
    assert said == (read_only, read_only, full, full, read_only, "written")


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
    assert made._run(tmp_path) == "it took more than 1 seconds"
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
