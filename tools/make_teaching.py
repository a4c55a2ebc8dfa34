"""Write what can be computed of `teaching/`: the syllabus with its times, notes on mistakes, the map of the course.

``python tools/make_teaching.py`` writes it; with ``--check`` it only says whether it is up to date.
"""

import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import depth
import nbformat

from kernelcourse.course_map import map_as_svg
from kernelcourse.desk.contents import chapters
from kernelcourse.judging.exercises import exercises_of

ROOT = Path(__file__).resolve().parents[1]
TEACHING = ROOT / "teaching"
# A careful first reading: these are assumptions, and the syllabus says so.
WORDS_A_MINUTE = 180
MINUTES_A_FORMULA = 0.5
MINUTES_A_LINE = 0.75  # of a proof that is walked to its end
MINUTES_A_CELL = 0.75
MINUTES_AN_EXPLORER = 4
MINUTES_AN_EXERCISE = 15
MINUTES_IN_SEMINAR = 30  # of an exercise: half to solve it, half to talk it through
MINUTES_A_LECTURE = 90
EXPLORER = re.compile(r"^(?:\w+ = )?(?:\w+\.)?(?:\w+(?:Explorer|Stepper)|SGDAgainstNewton)\(", re.MULTILINE)
CLOCKS = re.compile(r"^\*About \d+ minutes.*?\.\* ", re.MULTILINE)  # of a chapter, before its question
ABOUT_TIMES = f"""\
Three plans from one table: fourteen weeks with one lecture and one seminar each, seven weeks with one or two lectures
and one seminar each, and a single day. A lecture is planned with {MINUTES_A_LECTURE} minutes and an exercise of the
seminar with {MINUTES_IN_SEMINAR}, half to solve it and half to talk it through. What your students need before the
first week stands in [pretest.md](pretest.md).

The minutes to read are those of a careful first reading. They are counted and not measured: {WORDS_A_MINUTE} words,
numbers and small formulas a minute, {60 * MINUTES_A_FORMULA:.0f} seconds a displayed formula,
{60 * MINUTES_A_CELL:.0f} seconds a code cell, {MINUTES_AN_EXPLORER} minutes an explorer, {MINUTES_AN_EXERCISE}
minutes an exercise. There are two clocks. The first leaves proofs folded. The second walks each to its end,
{60 * MINUTES_A_LINE:.0f} seconds a line. Both are those of a chapter's core: its sections *in depth* come on top, for
whoever wants them. Change the plans in `weeks.toml`; `make teaching` writes this page."""
ABOUT_MISTAKES = """\
For each exercise, the mistakes that its check knows. Each line is what the check tells a student who has made that
mistake, so some lines name it and others correct it. Each mistake was seen or tried: the tests hand every one in and
demand this hint. A check draws its problems until each mistake is refused on two of them; where only one can tell a
mistake, the reason is given. Read a chapter's list before its seminar. The likeliest come first. `make teaching`
writes this page from the library."""
DISPLAYED = re.compile(r"\$\$.*?\$\$", re.DOTALL)
FOLDED = re.compile(r"<details.*?</details>", re.DOTALL)


@dataclass(frozen=True)
class Load:
    """How much there is to read in a chapter."""

    words: int
    signs: int  # numbers, and formulas within the text
    formulas: int  # that are displayed
    lines: int  # of proofs that are folded
    cells: int
    explorers: int
    exercises: int

    @property
    def minutes(self):
        """Minutes of a careful first reading with proofs folded."""
        minutes = (self.words + self.signs) / WORDS_A_MINUTE + MINUTES_A_FORMULA * self.formulas
        return minutes + MINUTES_A_CELL * self.cells + MINUTES_AN_EXPLORER * self.explorers

    @property
    def walked(self):
        """Minutes with each proof walked to its end, in steps of five."""
        return 5 * round((self.minutes + MINUTES_A_LINE * self.lines) / 5)

    @property
    def reading(self):
        """These minutes in steps of five."""
        return 5 * round(self.minutes / 5)


def loads_of(chapter):
    """Count what a chapter holds.
    → Load, list of (str, Load) : of its core, which its exercises belong to; and of each section in depth, by
    its heading"""
    cells = nbformat.read(ROOT / "notebooks" / f"{chapter.notebook}.ipynb", as_version=4).cells
    core, deep = depth.sections(cells)
    n_exercises = len(exercises_of(chapter.number)) if chapter.has_exercises else 0
    return load_of(core, n_exercises), [(cells[0].source.split("\n")[0], load_of(cells)) for cells in deep]


def load_of(cells, n_exercises=0):
    """Count what some cells hold."""
    prose = CLOCKS.sub("", "\n".join(cell.source for cell in cells if cell.cell_type == "markdown"))
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    outputs = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
    shown = [data[kind] for data in outputs for kind in ("text/html", "text/markdown") if kind in data]
    open_, whole = (
        sum(len(DISPLAYED.findall(text)) + text.count(r"\displaystyle") for text in texts)
        for texts in ([prose, *(FOLDED.sub("", text) for text in shown)], [prose, *shown])
    )
    small = 0

    def taken_out(found):
        nonlocal small
        small += found[1] is not None
        return " "

    words = re.sub(r"<[^>]+>|(\$[^$]*\$)|\]\([^)]*\)", taken_out, DISPLAYED.sub(" ", prose))
    return Load(
        words=len(re.findall(r"[^\W\d_][\w'’-]*", words)),
        signs=small + len(re.findall(r"\b\d[\d.,]*", words)),
        formulas=open_,
        lines=whole - open_,
        cells=len(code),
        explorers=sum(len(EXPLORER.findall(cell)) for cell in code),
        exercises=n_exercises,
    )


def with_clocks(notebook):
    """Say before the question of a chapter that has a number how long it takes, in the same paragraph: the scene below
    it has to be seen whole.
    notebook: NotebookNode, built; it is changed"""
    first = notebook.cells[0]
    if depth.TITLE.match(first.source):
        load = load_of(depth.sections(notebook.cells)[0])
        walked = f", {load.walked} with every proof" if load.walked > load.reading else ""
        title, rest = first.source.split("\n\n", 1)
        first.source = f"{title}\n\n*About {load.reading} minutes{walked}.* {rest}"


def told_in_a_lecture(week):
    return week.get("lecture_minutes", MINUTES_A_LECTURE)


PLANS = {  # title: in which of its parts a row of the table is taught, how many exercises of its seminar, minutes told
    "A course of fourteen weeks": (lambda k, week: k, None, told_in_a_lecture),
    "A course of seven weeks": (lambda k, week: week.get("seven"), 1, told_in_a_lecture),
    "One day": (lambda k, week: k if "day" in week else None, 1, lambda week: week["day"]),
}


def plan(title, weeks, loads):
    """One plan as the rows of a table, and its minutes of lecture and seminar."""
    part_of, most, told = PLANS[title]
    taught = [(part_of(k, week), week) for k, week in enumerate(weeks, 1) if part_of(k, week) is not None]
    share = {n: sum(n in week["chapters"] for _, week in taught) for n in loads}
    named, rows, totals = {chapter.number: chapter for chapter in chapters()}, [], [0, 0]
    for number, part in enumerate(dict.fromkeys(part for part, _ in taught), 1):
        mine = [week for k, week in taught if k == part]
        read = list(dict.fromkeys(n for week in mine for n in week["chapters"]))
        reading = sum(loads[n][0].reading / share[n] for week in mine for n in week["chapters"])
        seminar = [key for week in mine for key in week["seminar"][:most]]
        home = [key for week in mine for key in week["home"][:most]] if title != "One day" else []
        minutes = sum(map(told, mine)), MINUTES_IN_SEMINAR * len(seminar)
        totals = [total + one for total, one in zip(totals, minutes, strict=True)]
        rows.append(
            f"| {number} | {', '.join(f'[{n}](../notebooks/{named[n].notebook}.ipynb)' for n in read)} | {reading:.0f} "
            f"| {' '.join(week['lecture'] for week in mine)} | {minutes[0]} | {', '.join(seminar)} | {minutes[1]} "
            f"| {', '.join(home)} | {MINUTES_AN_EXERCISE * len(home)} |"
        )
    return rows, totals


def syllabus(weeks, loads):
    """The plans as Markdown, and the times of each chapter."""
    named = {chapter.number: chapter for chapter in chapters()}
    lines = ["# Plans", "", ABOUT_TIMES]
    for title in PLANS:
        rows, (lecture, seminar) = plan(title, weeks, loads)
        part = "block" if title == "One day" else "week"
        lines += ["", f"## {title}", "", f"{lecture} minutes of lecture and {seminar} of seminar.", ""]
        lines += [
            f"| {part} | read before | minutes | lecture | minutes | seminar | minutes | at home | minutes |",
            "| ---: | --- | ---: | --- | ---: | --- | ---: | --- | ---: |",
            *rows,
        ]
    lines += ["", "## Each chapter", "", "![Which chapter needs which.](map.svg)", ""]
    lines += [
        "| chapter | needs | words | formulas | lines of proofs | code cells | explorers | exercises | minutes to read "
        "| with proofs walked | words in depth | minutes in depth |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {n} {named[n].title} | {', '.join(named[n].needs)} | {load.words} | {load.formulas} | {load.lines} "
        f"| {load.cells} | {load.explorers} | {load.exercises} | {load.reading} | {load.walked} "
        f"| {sum(part.words for _, part in deep)} | {sum(part.minutes for _, part in deep):.0f} |"
        for n, (load, deep) in loads.items()
    ]
    return "\n".join(lines) + "\n"


def notes():
    """What students get wrong, as Markdown: every mistake that the checks know, by exercise."""
    lines = ["# What students get wrong", "", ABOUT_MISTAKES]
    for chapter in chapters():
        if not chapter.has_exercises:
            continue
        lines += ["", f"## {chapter.number} · {chapter.title}"]
        for key, exercise in exercises_of(chapter.number).items():
            lines += ["", f"**{key} {exercise.title}**", ""]
            lines += [_note(mistake) for mistake in exercise.mistakes] or ["- none is known"]
    return "\n".join(lines) + "\n"


def _note(mistake):
    """A mistake as an entry of a list, with the reason why one problem alone tells it, where there is one."""
    once = f" *(One problem of a check tells it: {mistake.once})*" if mistake.once else ""
    return f"- {mistake.hint}{once}"


def course_map():
    """The map of the course as an SVG file, without anybody's progress."""
    numbered = (chapter for chapter in chapters() if chapter.number.isdigit() and chapter.number != "00")
    return map_as_svg({chapter.number: chapter for chapter in numbered}) + "\n"


def pages():
    """All that is written, by name."""
    weeks = tomllib.loads((TEACHING / "weeks.toml").read_text(encoding="utf-8"))["weeks"]
    loads = {chapter.number: loads_of(chapter) for chapter in chapters() if chapter.number.isdigit()}
    return {"syllabus.md": syllabus(weeks, loads), "notes.md": notes(), "map.svg": course_map()}


def main(arguments):
    for name, text in pages().items():
        place = TEACHING / name
        if "--check" not in arguments:
            place.write_text(text, encoding="utf-8")
        elif not place.exists() or place.read_text(encoding="utf-8") != text:
            return f"teaching/{name} is not up to date: run `make teaching`."
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
