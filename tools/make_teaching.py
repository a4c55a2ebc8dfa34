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
MINUTES_A_CELL = 0.75
MINUTES_AN_EXPLORER = 4
MINUTES_AN_EXERCISE = 15
EXPLORER = re.compile(r"^(?:\w+ = )?(?:\w+\.)?(?:\w+(?:Explorer|Stepper)|SGDAgainstNewton)\(", re.MULTILINE)
ABOUT_TIMES = f"""\
One lecture and one seminar a week, and the exercises at home. The minutes are those of a careful first reading. They
are counted and not measured: {WORDS_A_MINUTE} words a minute, {60 * MINUTES_A_FORMULA:.0f} seconds a displayed formula
or line of a proof, {60 * MINUTES_A_CELL:.0f} seconds a code cell, {MINUTES_AN_EXPLORER} minutes an explorer,
{MINUTES_AN_EXERCISE} minutes an exercise; what an output folds is not counted. They are those of a
chapter's core: its sections *in depth* come on top, for whoever wants them. Change the plan in `weeks.toml`;
`make teaching` writes this page."""
ABOUT_MISTAKES = """\
For each exercise, the mistakes that its check knows and what it says to whoever made one. Each of them was seen or
tried: the tests hand every one in and demand this hint. Read a chapter's list before its seminar. The likeliest come
first. `make teaching` writes this page from the library."""
DISPLAYED = re.compile(r"\$\$.*?\$\$", re.DOTALL)
FOLDED = re.compile(r"<details.*?</details>", re.DOTALL)


@dataclass(frozen=True)
class Load:
    """How much there is to read in a chapter.

    Attributes
    ----------
    words, formulas, cells, explorers, exercises : int
        Formulas are those that are displayed, and each line of a proof is one.
    """

    words: int
    formulas: int
    cells: int
    explorers: int
    exercises: int

    @property
    def minutes(self):
        """Minutes of a careful first reading."""
        minutes = self.words / WORDS_A_MINUTE + MINUTES_A_FORMULA * self.formulas
        return minutes + MINUTES_A_CELL * self.cells + MINUTES_AN_EXPLORER * self.explorers

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
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    shown = [
        FOLDED.sub("", text)
        for cell in cells
        for output in cell.get("outputs", ())
        for kind, text in output.get("data", {}).items()
        if kind in ("text/html", "text/markdown")
    ]
    formulas = sum(len(DISPLAYED.findall(text)) + text.count(r"\displaystyle") for text in (prose, *shown))
    words = re.sub(r"<[^>]+>|\$[^$]*\$|\]\([^)]*\)", " ", DISPLAYED.sub(" ", prose))
    return Load(
        words=len(re.findall(r"[^\W\d_][\w'’-]*", words)),
        formulas=formulas,
        cells=len(code),
        explorers=sum(len(EXPLORER.findall(cell)) for cell in code),
        exercises=n_exercises,
    )


def syllabus(weeks, loads):
    """Fourteen weeks as Markdown, and the times of each chapter."""
    named = {chapter.number: chapter for chapter in chapters()}
    lines = [
        "# A course of fourteen weeks",
        "",
        ABOUT_TIMES,
        "",
        "| week | read before | minutes | lecture | seminar | at home | minutes |",
        "| ---: | --- | ---: | --- | --- | --- | ---: |",
    ]
    share = {number: sum(number in week["chapters"] for week in weeks) for number in named}
    for k, week in enumerate(weeks, 1):
        read = ", ".join(f"[{n}](../notebooks/{named[n].notebook}.ipynb)" for n in week["chapters"])
        minutes = sum(loads[n][0].reading / share[n] for n in week["chapters"])
        home = MINUTES_AN_EXERCISE * len(week["home"])
        lines.append(
            f"| {k} | {read} | {minutes:.0f} | {week['lecture']} | {', '.join(week['seminar'])} "
            f"| {', '.join(week['home'])} | {home} |"
        )
    lines += [
        "",
        "## Each chapter",
        "",
        "![Which chapter needs which.](map.svg)",
        "",
        "| chapter | needs | words | formulas and lines | code cells | explorers | exercises | minutes to read "
        "| words in depth | minutes in depth |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {n} {named[n].title} | {', '.join(named[n].needs)} | {load.words} | {load.formulas} | {load.cells} "
        f"| {load.explorers} | {load.exercises} | {load.reading} "
        f"| {sum(part.words for _, part in deep)} | {sum(part.minutes for _, part in deep):.0f} |"
        for n, (load, deep) in loads.items()
    ]
    return "\n".join(lines) + "\n"


def notes():
    """What students get wrong, as Markdown: every mistake that the checks know, by exercise."""
    lines = [
        "# What students get wrong",
        "",
        ABOUT_MISTAKES,
    ]
    for chapter in chapters():
        if not chapter.has_exercises:
            continue
        lines += ["", f"## {chapter.number} · {chapter.title}"]
        for key, exercise in exercises_of(chapter.number).items():
            lines += ["", f"**{key} {exercise.title}**", ""]
            lines += [f"- {mistake.hint}" for mistake in exercise.mistakes] or ["- none is known"]
    return "\n".join(lines) + "\n"


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
