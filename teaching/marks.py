"""What comes out of grading a class, written anew from all that is graded in its folder.

- `grades.csv`: a row for each student and exercise: points, of how many, and what the check said.
- `marks-canvas.csv`, `marks-moodle.csv`: a row for each student, a column for each sheet, as these systems import them.
- `feedback/<student>.html`: what a student gets back.
- `by-hand.html`: each answer in words beside its grid; `by-hand.csv`: the levels that were given, which this reads, and
  comments, which may be about any exercise.
- `overview-<sheet>.png`: how often each exercise was right, and which mistake was how often made.
"""

import csv
import json
import string
import tomllib
from collections import Counter, defaultdict
from html import escape
from pathlib import Path
from typing import NamedTuple

import numpy as np
from handed_in import Student, rows_of

from kernelcourse.drawing.marks import Bars
from kernelcourse.drawing.picture import laid_out
from kernelcourse.drawing.scene import Axis, Panel

HERE = Path(__file__).resolve().parent
COLUMNS = ("sheet", "student", "exercise", "points", "of", "what happened", "late")
CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MOODLE = ("Full name", "ID number", "Email address")
BY_HAND = ("sheet", "student", "exercise", "level", "comment")
WAITING = "to be graded by hand"
BY_PERSON = "level ", "graded by hand"  # begins what is said of points that a person gave
LOOK = "not graded, please look"  # begins what is said where the machinery failed, and not the answer
MOST_MISTAKES = 3  # of an exercise in the overview


class Row(NamedTuple):
    """What a student earned in an exercise, and what was written where words are asked for.

    Points are None as long as an answer waits for a person, and `asks` says whether one has to read it; so they are
    where it `failed`, not by the answer.
    """

    sheet: str
    student: str
    exercise: str
    points: float | None
    of: float
    what: str
    written: str | None
    asks: bool = False

    @property
    def failed(self):
        """Whether it could not be graded."""
        return self.points is None and self.what.startswith(LOOK)


def grids():
    """What each answer in words is graded by: three levels, a sample answer for each, by key of the exercise."""
    return tomllib.loads((HERE / "grids.toml").read_text(encoding="utf-8"))


def write_all(course, roster=(), tell=print, before=()):
    """Write all that comes out, and say what waits for a person.
    course: Path; roster: sequence of Student, each of whom gets a row of marks; tell: callable, takes a line; before:
    dict, what was written in an earlier version of what is graded anew, None for a check, by sheet, student and
    exercise. ValueError if `by-hand.csv` holds what is no level"""
    places = sorted((course / "grading").glob("*/*/graded.json"))
    graded = [json.loads(place.read_text(encoding="utf-8")) | {"key": place.parent.name} for place in places]
    levels, comments = _by_hand(course / "by-hand.csv")
    by_person = _by_person(course, {known["sheet"] for known in graded})
    rows = [row for known in graded for row in _rows(known, levels, by_person)]
    late = {(known["sheet"], known["key"]): "late" for known in graded if known["student"].get("late")}
    cells = ((*r[:3], _said(r.points), _said(r.of), no_formula(r.what), late.get(r[:2], "")) for r in rows)
    _write(course / "grades.csv", COLUMNS, cells)
    _write_by_hand(course, rows, levels, comments)
    checks = levels.keys() & {r[:3] for r in rows if r.written is None}
    if checks:
        tell(
            f"by-hand.csv gives levels to checks, such as {', '.join(min(checks))}: these are changed in formgrader."
        )
    if lost := sorted(levels.keys() - checks - {r[:3] for r in rows if r.asks}):
        tell(
            f"by-hand.csv gives {len(lost)} levels to answers that nobody has to grade, such as {', '.join(lost[0])}: "
            "has a spreadsheet changed a number?"
        )
    given = [r for r in rows if r[:3] in before and r.what.startswith(BY_PERSON)]
    if changed := [", ".join(r[:3]) for r in given if r.written is None or r.written != before[r[:3]]]:
        tell(f"read again what keeps the points that you gave an earlier version: {'; '.join(changed)}")
    alike = defaultdict(list)
    for known in graded:
        alike[known["sheet"], known.get("sources")].append(known["key"])
    if same := [f"{' and '.join(who)} ({s})" for (s, text), who in alike.items() if text and len(who) > 1]:
        tell(f"the same text in every cell, which alone proves nothing: {'; '.join(same)}")
    titles = {known["sheet"]: _title(course, known["sheet"]) for known in graded}
    students = {known["key"]: Student(**known["student"]) for known in graded}
    sums = _sums(rows)
    of = {known["sheet"]: sum(of for _, _, of, _ in known["rows"]) for known in graded}
    _write_marks(course, students, roster, titles, sums, of)
    folder = course / "feedback"
    folder.mkdir(exist_ok=True)
    for key, student in students.items():
        mine = [row for row in rows if row.student == key]
        page = _feedback(student, mine, titles, sums, of, comments)
        (folder / f"{key}.html").write_text(page, encoding="utf-8")
    for sheet in titles:
        overview([row for row in rows if row.sheet == sheet]).save(course / f"overview-{sheet}.png")
    if failed := [f"  {r.sheet}, {r.student}, {r.exercise}: {r.what}" for r in rows if r.failed]:
        todo = "Their marks stay empty; start again to try again."
        tell("\n".join([f"{LOOK}, {len(failed)}:", *failed, todo]))
    waiting = sum(row.points is None and not row.failed for row in rows)
    if waiting:
        tell(
            f"{waiting} answers in words have no points yet: open by-hand.html. Until then the marks of their authors "
            "stay empty."
        )


def _title(course, sheet):
    place = course / "grading" / sheet / ".title"
    return place.read_text(encoding="utf-8") if place.exists() else sheet


def _rows(known, levels, by_person):
    """What came of each exercise of a submission, with the points that a person gave."""
    for grade_id, exercise, of, written in known["rows"]:
        points, what = known["verdicts"][grade_id]
        key = (known["sheet"], known["key"], exercise)
        if written is not None and of and key in levels:
            points, what = of * levels[key] / 2, f"level {levels[key]} of 2"
        elif (*key[:2], grade_id) in by_person:
            points, what = by_person[(*key[:2], grade_id)], "graded by hand"
        elif points is None and not of:
            points, what = 0.0, "read, and not graded"
        given, said = known["verdicts"][grade_id]
        asks = of > 0 and given is None and written is not None and not said.startswith(LOOK)
        yield Row(*key, points, of, what, written, asks)


def _by_hand(place):
    """Levels that a person gave, and comments, both by sheet, student and exercise."""
    if not place.exists():
        return {}, {}
    head, *rows = rows_of(place) or [[]]
    if tuple(head[:4]) != BY_HAND[:4]:  # the last may be missing
        raise ValueError(
            f"expected the columns {', '.join(BY_HAND[:4])} in {place.name}, got {', '.join(head)}"
        )
    for k, row in enumerate(rows, 2):
        if len(row) < 4 or row[3].strip() not in ("", "0", "1", "2"):
            raise ValueError(
                f"expected level 0, 1, 2 or none in row {k} of {place.name}, got {','.join(row)}"
            )
    levels = {tuple(row[:3]): int(row[3]) for row in rows if row[3].strip()}
    return levels, {tuple(row[:3]): row[4].strip() for row in rows if len(row) > 4 and row[4].strip()}


def _by_person(course, sheets):
    """Points that were given in formgrader, by sheet, student and grade_id."""
    from nbgrader.api import Gradebook, MissingEntry

    given = {}
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        for sheet in sheets:
            try:
                submissions = gradebook.assignment_submissions(sheet)
            except MissingEntry:
                continue
            for submission in submissions:
                for grade in submission.notebooks[0].grades:
                    if grade.manual_score is not None:
                        given[sheet, submission.student.id, grade.name] = grade.score
    return given


def _sums(rows):
    """The points of each student and sheet, None as long as an answer waits for a person."""
    sums = {}
    for row in rows:
        key = (row.student, row.sheet)
        before = sums.get(key, 0.0)
        sums[key] = None if before is None or row.points is None else before + row.points
    return sums


def _write_marks(course, students, roster, titles, sums, of):
    """Write the marks for both systems; whoever is in the roster and was not graded has empty ones."""
    there = {student.id or student.email for student in students.values()}
    every = [*students.items(), *((None, s) for s in roster if (s.id or s.email) not in there)]
    every.sort(key=lambda one: (one[1].name.casefold(), one[1].id))

    def marks(key):
        return [_said(sums.get((key, sheet))) for sheet in titles]

    canvas = [("    Points Possible", "", "", "", "", *(_said(of[sheet]) for sheet in titles))]
    for key, one in every:
        own = one.number if one.system == "canvas" else ""
        canvas.append((no_formula(one.name), own, one.id, one.email, "", *marks(key)))
    _write(course / "marks-canvas.csv", (*CANVAS, *titles.values()), canvas)
    moodle = [(no_formula(one.name), one.id, one.email, *marks(k)) for k, one in every if one.id or one.email]
    _write(course / "marks-moodle.csv", (*MOODLE, *(f"Assignment: {t}" for t in titles.values())), moodle)


def _write_by_hand(course, rows, levels, comments):
    """Write the page for grading by hand, question by question, with what was given before."""
    shown = [row for row in rows if row.asks or row[:3] in comments]
    known, body, question = grids(), [], None
    for k, row in enumerate(sorted(shown, key=lambda row: (row.sheet, row.exercise, row.student))):
        if question != (question := (row.sheet, row.exercise)):
            body.append(f"<h2>{escape(row.exercise)}</h2>")
        level, comment = levels.get(row[:3]), comments.get(row[:3], "")
        choices = "".join(
            f'<label><input type="radio" name="{k}" value="{n}"{" checked" * (level == n)}> <b>{n}</b> '
            f"{escape(known.get(row.exercise, {}).get(name, ''))}</label>"
            for n, name in enumerate(("none", "half", "full") if row.asks else ())
        )
        data = "".join(f' data-{n}="{escape(getattr(row, n))}"' for n in BY_HAND[:3])
        shown_text = escape(row.written or row.what)
        body.append(
            f"<section{data}><div><b>{escape(row.student)}</b><div class=written>{shown_text}</div></div>"
            f'<div>{choices}<textarea placeholder="a comment">{escape(comment)}</textarea></div></section>'
        )
    body.append("<button>Save by-hand.csv</button><p>Put it into this folder, and start grading again.</p>")
    (course / "by-hand.html").write_text(_page("Answers in words", "\n".join(body)), encoding="utf-8")
    if shown and not (course / "by-hand.csv").exists():
        _write(course / "by-hand.csv", BY_HAND, ((*row[:3], "", "") for row in shown))


def _feedback(student, rows, titles, sums, of, comments):
    """What a student gets back, as a page."""
    body, known = [], grids()
    for sheet, title in titles.items():
        mine = [row for row in rows if row.sheet == sheet]
        if not mine:
            continue
        total = sums[mine[0].student, sheet]
        body.append(
            f"<h2>{escape(title)}: {'not graded whole' if total is None else f'{total:g}'} of {of[sheet]:g}</h2>"
        )
        whole = mine[0].what if len(mine) > 1 and len({row.what for row in mine}) == 1 and total == 0 else ""
        body.append(f"<p>{escape(whole)}</p><table><tr><th>exercise<th>points<th>what the check said")
        for row in mine:
            said = "not graded yet; your teacher looks at it" if row.failed else escape(row.what)
            if whole:
                said = "see above"
            if row.written is not None and row.points is not None and row.exercise in known:
                said += f"<br>An answer that earns all: {escape(known[row.exercise]['full'])}"
            if comment := comments.get(row[:3]):
                said += f"<br><b>Your teacher:</b> {escape(comment)}"
            points = "–" if row.points is None else f"{row.points:g}"
            body.append(f"<tr><td>{row.exercise}<td class=points>{points} of {row.of:g}<td>{said}")
        body.append("</table>")
    return _page(student.name or student.id, "\n".join(body))


def overview(rows):
    """How often each exercise was right, and how often which mistake was made; rows: of one sheet. → Picture"""
    bars = []  # name, how many, kind
    for exercise in dict.fromkeys(row.exercise for row in rows if row.written is None):
        mine = [row for row in rows if row.exercise == exercise]
        wrong = Counter(row.what for row in mine if row.points == 0)
        known = [(what, n) for what, n in wrong.most_common() if n > 1][:MOST_MISTAKES]
        bars.append((f"{exercise} right", sum(row.points == row.of for row in mine), "right"))
        bars += [(_short(what), n, "wrong") for what, n in known]
        if other := wrong.total() - sum(n for _, n in known):
            bars.append(("something else", other, "wrong"))
        if failed := sum(row.failed for row in mine):
            bars.append((LOOK, failed, "failed"))
    names, counts, kinds = (np.array(column) for column in zip(*bars, strict=True))
    places = np.arange(len(bars))
    drawn = [
        Bars(counts[kinds == kind], places[kinds == kind], wide=0.7, flat=True, color=color, label=label)
        for kind, color, label in (
            ("right", "green", "right"),
            ("wrong", "orange", "said to those who were not"),
            ("failed", "gray", "not graded"),
        )
        if (kinds == kind).any()
    ]
    n = len({row.student for row in rows})
    panel = Panel(
        drawn,
        Axis("students", (0, n * 1.02)),
        Axis("", (len(bars) - 0.4, -0.6), ticks=places, names=list(names)),
        title=f"{rows[0].sheet}: {n} students",
    )
    said = "; ".join(f"{name}: {count}" for name, count in zip(names, counts, strict=True))
    return laid_out([panel], f"Of {n} students, {said}.", width=860, height=100 + 19 * len(bars))


def _short(text, most=64):
    text = text.replace("$", "").replace("`", "")
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0] + " …"


def _page(title, body):
    page = string.Template((HERE / "page.html").read_text(encoding="utf-8"))
    return page.substitute(title=escape(title), body=body)


def no_formula(text):
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in tuple("=+-@\t\r") else text


def _said(points):
    return "" if points is None else f"{points:g}"


def _write(place, head, rows):
    with place.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(head)
        table.writerows(rows)
