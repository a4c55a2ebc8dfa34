"""Thirty submissions, from Moodle's zip to the imported marks: each earns exactly what it must."""

import csv
import io
import re
from pathlib import Path

import classroom
import marks
import pytest
from one_test_for_many import every

from kernelcourse.__main__ import main

SUBMISSIONS = classroom.submissions()
SHEET = classroom.EXERCISES.stem
WROTE = "solved"  # who has answered in words
IDS = {submission.student: str(1001 + k) for k, submission in enumerate(SUBMISSIONS)}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The folder after grading, giving a level by hand, and starting it again; and what was said the first time."""
    course = tmp_path_factory.mktemp("class")
    place, roster, ids = classroom.download(course, SUBMISSIONS)
    assert ids == IDS
    monkeypatch, said = pytest.MonkeyPatch(), io.StringIO()
    monkeypatch.setenv("KERNELSY19_SEED", "a word")
    monkeypatch.setattr("sys.stdout", said)
    words = ["grade", *map(str, (place, classroom.EXERCISES, course / "out"))]
    words += ["--roster", str(roster), "--title", "Week 1", "--jobs", "2"]
    try:
        assert main(words) is None
        first = {place.name: place.read_text("utf-8") for place in (course / "out").glob("*.csv")}
        by_hand = course / "out" / "by-hand.csv"
        by_hand.write_text(first["by-hand.csv"].replace("01.11,,", "01.11,1,"), encoding="utf-8")
        assert main(words) is None
    finally:
        monkeypatch.undo()
    return course / "out", first, said.getvalue()


def points(submission):
    """What a submission must earn, by exercise; the answer in words has got level 1 of 2, half of the points."""
    table = classroom.points(submission.right)
    return table | {"01.11": 1.5} if submission.student == WROTE else table


def imported_by_moodle(text):
    """Marks by ID number, read by the rules of its grade import; whom it does not know, it refuses."""
    head, *rows = csv.reader(io.StringIO(text))
    number, item = head.index("ID number"), head.index("Assignment: Week 1")
    assert {row[number] for row in rows} <= {*IDS.values(), "2000"}
    return {row[number]: float(row[item]) for row in rows if row[item] not in ("", "-")}


def imported_by_canvas(text):
    """Marks by SIS User ID, read by the rules of its gradebook import."""
    head, possible, *rows = csv.reader(io.StringIO(text))
    assert (
        "Student" in head[0] and "ID" in head[1] and head[2:5] == ["SIS User ID", "SIS Login ID", "Section"]
    )
    assert "Points Possible" in possible[0] and head[5] == "Week 1" and float(possible[5]) == 25
    return {row[2]: float(row[5]) for row in rows if row[5]}


def test_both_systems_import_the_exact_sums(graded):
    out, first, _ = graded
    must = {IDS[one.student]: sum(points(one).values()) for one in SUBMISSIONS}
    assert imported_by_moodle((out / "marks-moodle.csv").read_text("utf-8")) == must
    assert imported_by_canvas((out / "marks-canvas.csv").read_text("utf-8")) == must
    del must[IDS[WROTE]]  # whose answer waited for a person
    assert (
        imported_by_moodle(first["marks-moodle.csv"]) == imported_by_canvas(first["marks-canvas.csv"]) == must
    )


def test_who_is_missing_is_said_and_nobody_is_graded_twice(graded):
    said = graded[2]
    assert "handed in nothing, 1:\n  Absent (2000)\n" in said
    assert "no submission, 1:\n  Absent_900_assignsubmission_file_/sorry.pdf is no notebook\n" in said
    assert "submissions: 30, graded already: 0\n" in said and "submissions: 30, graded already: 30\n" in said
    assert said.count("1 answers in words have no points yet") == 1
    page = (Path(marks.__file__).parent / "README.md").read_text("utf-8")
    first = said[: said.index("All is in")].splitlines()
    assert all(line in page for line in first if not re.match(r"\d+ of 30: |stopped, and now", line))
    (again,) = re.findall("^stopped, and now graded once more, alone: (.+)$", said, re.MULTILINE)
    assert {IDS["endless-function"], IDS["killed"]} <= {*again.split(", ")} < {*IDS.values()}


def test_each_student_gets_a_page_back_and_what_was_written_is_only_shown(graded):
    out = graded[0]
    assert {place.stem for place in (out / "feedback").iterdir()} == {*IDS.values()}
    page = (out / "feedback" / f"{IDS[WROTE]}.html").read_text("utf-8")
    assert "Week 1: 23.5 of 25" in page and "level 1 of 2" in page and "<td class=points>1 of 1" in page
    by_hand = (out / "by-hand.html").read_text("utf-8")
    assert "&lt;script&gt;alert" in by_hand and "<script>alert" not in by_hand
    grid = marks.grids()["01.11"]
    assert all(marks.escape(sample) in by_hand for sample in grid.values()) and by_hand.count("<section") == 1


def test_the_overview_counts_what_went_wrong(graded):
    out = graded[0]
    rows = [row for row in csv.reader((out / "grades.csv").open(encoding="utf-8")) if row[2] == "01.5"]
    assert len(rows) == 30 and (out / f"overview-{SHEET}.png").read_bytes().startswith(b"\x89PNG")
    right = sum("01.5" in one.right for one in SUBMISSIONS)
    assert sum(row[3] == row[4] for row in rows) == right


@every("submission", SUBMISSIONS, lambda submission: submission.student)
def test_each_earns_what_it_must(submission, graded):
    with (graded[0] / "grades.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file) if row[1] == IDS[submission.student]]
    assert {row[2]: float(row[3]) for row in rows} == points(submission)
    for key, words in submission.said.items():
        if (submission.student, key) != (WROTE, "01.11"):
            assert any(words in row[5] for row in rows if row[2] == key), (key, rows)
