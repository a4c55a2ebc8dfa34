"""What comes out of grading a class: marks, pages, the overview; from what is graded, however it came there."""

import csv
import json
import re

import build_notebooks
import marks
import pytest
from handed_in import Student

ANN = Student("1", "Ann", "ann@uni.edu", "77", "canvas")
BOB = Student("2", "=Bob()", "bob@uni.edu", late=True)


def keep(course, sheet, key, student, answers, sources=None):
    """Write what grading keeps of a submission: points of each exercise, None for words that wait."""
    rows = [(f"g{e}", e, of, "my <b>words</b>" if p is None else None) for e, (p, of, _) in answers.items()]
    found = {f"g{e}": [p, what] for e, (p, _, what) in answers.items()}
    known = {"sheet": sheet, "student": vars(student), "rows": rows, "verdicts": found, "sources": sources}
    place = course / "grading" / sheet / key / "graded.json"
    place.parent.mkdir(parents=True)
    (place.parents[1] / ".title").write_text(sheet.upper())
    place.write_text(json.dumps(known), encoding="utf-8")


RIGHT, WRONG, WORDS = (2.0, 2.0, "right"), (0.0, 2.0, "=2x is wrong"), (None, 3.0, marks.WAITING)


@pytest.fixture
def course(tmp_path, monkeypatch):
    monkeypatch.setattr(marks, "_by_person", lambda course, sheets: {})
    keep(tmp_path, "a", "1", ANN, {"01.1": RIGHT, "01.11": WORDS})
    keep(tmp_path, "a", "2", BOB, {"01.1": WRONG, "01.11": (0.0, 3.0, "not attempted")})
    keep(tmp_path, "b", "1", ANN, {"02.1": RIGHT})
    return tmp_path


def table(place):
    with place.open(newline="", encoding="utf-8") as file:
        return [*csv.reader(file)]


def test_a_row_a_student_and_a_column_a_sheet(course):
    told = []
    marks.write_all(course, [ANN, BOB, Student("3", "Cy", "cy@uni.edu")], told.append)
    assert table(course / "marks-moodle.csv") == [
        ["Full name", "ID number", "Email address", "Assignment: A", "Assignment: B"],
        ["'=Bob()", "2", "bob@uni.edu", "0", ""],
        ["Ann", "1", "ann@uni.edu", "", "2"],  # words wait for a person
        ["Cy", "3", "cy@uni.edu", "", ""],
    ]
    assert table(course / "marks-canvas.csv") == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "A", "B"],
        ["    Points Possible", "", "", "", "", "5", "2"],
        ["'=Bob()", "", "2", "bob@uni.edu", "", "0", ""],
        ["Ann", "77", "1", "ann@uni.edu", "", "", "2"],
        ["Cy", "", "3", "cy@uni.edu", "", "", ""],
    ]
    assert len(told) == 1 and told[0].startswith("1 answers in words have no points yet")
    assert table(course / "grades.csv")[3] == ["a", "2", "01.1", "0", "2", "'=2x is wrong", "late"]


@pytest.mark.parametrize(("level", "mark"), [("0", "2"), ("1", "3.5"), ("2", "5"), ("", "")])
def test_a_level_that_was_given_counts_and_is_never_overwritten(course, level, mark):
    (course / "by-hand.csv").write_text(f'sheet;student;exercise;level\r\n"a";"1";"01.11";"{level}"\r\n')
    before = (course / "by-hand.csv").read_bytes()
    marks.write_all(course, [], lambda line: None)
    assert table(course / "marks-moodle.csv")[2][3] == mark
    page = (course / "by-hand.html").read_text("utf-8")
    assert re.findall(r'value="(\d)" checked', page) == [level][: bool(level)]
    assert "&lt;b&gt;words" in page and (course / "by-hand.csv").read_bytes() == before


def test_a_comment_on_any_answer_is_given_back_and_kept(course):
    text = 'sheet,student,exercise,level,comment\na,1,01.11,2,"Good, <b>Ann</b>"\na,2,01.1,,See slide 3\n'
    (course / "by-hand.csv").write_text(text)
    told = []
    marks.write_all(course, [], told.append)
    ann, bob = ((course / "feedback" / f"{k}.html").read_text("utf-8") for k in (1, 2))
    assert "<b>Your teacher:</b> Good, &lt;b&gt;Ann&lt;/b&gt;" in ann and "See slide 3" not in ann
    assert "is wrong<br><b>Your teacher:</b> See slide 3" in bob and not told
    page = (course / "by-hand.html").read_text("utf-8")
    assert ">Good, &lt;b&gt;Ann&lt;/b&gt;</textarea>" in page and ">See slide 3</textarea>" in page


def test_why_a_whole_notebook_has_nothing_is_said_once(tmp_path, monkeypatch):
    monkeypatch.setattr(marks, "_by_person", lambda course, sheets: {})
    broken = (0.0, 2.0, "is not a notebook (NotJSONError)")
    keep(tmp_path, "a", "1", ANN, {"01.1": broken, "01.2": broken, "01.3": broken})
    marks.write_all(tmp_path, [])
    assert (tmp_path / "feedback" / "1.html").read_text("utf-8").count("is not a notebook") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "sheet,student,exercise,level\na,1,01.11,3\n",
            "level 0, 1, 2 or none in row 2 of by-hand.csv, got a,1,01.11,3",
        ),
        (
            "student,points\n1,2\n",
            "columns sheet, student, exercise, level in by-hand.csv, got student, points",
        ),
    ],
)
def test_what_is_no_level_is_said_before_anything_is_written(course, text, said):
    (course / "by-hand.csv").write_text(text)
    with pytest.raises(ValueError, match=said):
        marks.write_all(course, [])
    assert not (course / "marks-moodle.csv").exists()


def test_a_level_of_a_check_or_that_a_spreadsheet_moved_elsewhere_is_said(course):
    (course / "by-hand.csv").write_text("sheet,student,exercise,level\na,1,1.11,2\na,1,01.1,2\n")
    told = []
    marks.write_all(course, [], told.append)
    assert (
        told[0] == "by-hand.csv gives levels to checks, such as a, 1, 01.1: these are changed in formgrader."
    )
    assert "1 levels to answers that nobody has to grade, such as a, 1, 1.11" in told[1]


def test_points_of_formgrader_count_where_the_page_has_none(course, monkeypatch):
    monkeypatch.setattr(marks, "_by_person", lambda course, sheets: {("a", "1", "g01.11"): 2.25})
    marks.write_all(course, [], lambda line: None)
    assert table(course / "marks-moodle.csv")[2][3] == "4.25"
    (course / "by-hand.csv").write_text("sheet,student,exercise,level\na,1,01.11,0\n")
    told, key = [], ("a", "1", "01.11")
    for before in ({key: "my <b>words</b>"}, {key: "others", ("a", "2", "01.1"): None}):
        marks.write_all(course, [], told.append, before)
    assert table(course / "marks-moodle.csv")[2][3] == "2"
    assert told == ["read again what keeps the points that you gave an earlier version: a, 1, 01.11"]


def test_who_has_the_same_text_in_every_cell_is_named(course):
    for key, sheet, sources in (("3", "a", "x"), ("4", "a", "x"), ("5", "a", "y"), ("6", "b", "x")):
        keep(course, sheet, key, Student(key), {"01.1": RIGHT}, sources)
    told = []
    marks.write_all(course, [], told.append)
    assert told[0] == "the same text in every cell, which alone proves nothing: 3 and 4 (a)"


def test_the_overview_names_the_mistakes_that_several_made():
    said = ["right"] * 5 + ["half"] * 3 + ["odd", "other"]
    rows = [marks.Row("a", str(k), "01.1", 2.0 * (w == "right"), 2.0, w, None) for k, w in enumerate(said)]
    picture = marks.overview([*rows, marks.Row("a", "1", "01.11", None, 3.0, "words", "text")])
    assert picture.alt == "Of 10 students, 01.1 right: 5; half: 3; something else: 2."


def test_the_overview_counts_what_was_not_graded():
    rows = [marks.Row("a", "1", "01.1", None, 2.0, f"{marks.LOOK}: it failed", None)]
    assert marks.overview(rows).alt == "Of 1 students, 01.1 right: 0; not graded, please look: 1."


def test_each_answer_in_words_has_a_grid_of_three_levels():
    """Each level is a sample answer of its own; a question that asks for words is in the table, and no other."""
    asked = set()
    for path in (build_notebooks.ROOT / "sources").glob("*_exercises.py"):
        asked |= set(re.findall(r'answer="([\d.]+)"', path.read_text("utf-8")))
    grids = marks.grids()
    assert grids.keys() == asked
    for levels in grids.values():
        assert list(levels) == ["none", "half", "full"] and len(set(levels.values())) == 3
        assert all(len(sample.split()) >= 8 for sample in levels.values())
