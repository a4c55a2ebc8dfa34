"""What stands in `teaching/`: computed pages are up to date, and the plan asks for what its readers have read."""

import re
import tomllib

import depth
import make_teaching
import nbformat
import numpy as np
import pytest

from kernelcourse.desk.contents import chapters
from kernelcourse.judging.exercises import all_exercises

WEEKS = tomllib.loads((make_teaching.TEACHING / "weeks.toml").read_text(encoding="utf-8"))["weeks"]


GOALS = tomllib.loads((make_teaching.TEACHING / "goals.toml").read_text(encoding="utf-8"))


def promised(chapter):
    """What stands at the head of a chapter, under "After this chapter you can"."""
    text = (make_teaching.ROOT / "sources" / f"{chapter.notebook}.py").read_text(encoding="utf-8")
    _, there, head = text.partition("**After this chapter you can**")
    return re.findall(r"^# - (.+)", head.partition("**You need**")[0], re.MULTILINE) if there else []


def without_exercise(goals, kept):
    """Goals that name no exercise, name one that is not there, or stand in the table and not in the chapter."""
    known = all_exercises().keys() | written_exercises()
    orphans = [goal for goal in goals if not any(goal.startswith(first) for first in kept)]
    lost = [first for first in kept if sum(goal.startswith(first) for goal in goals) != 1]
    return orphans + lost + [first for first, keys in kept.items() if not keys or set(keys) - known]


def written_exercises():
    """Exercises that a person reads: no check knows them."""
    sources = (make_teaching.ROOT / "sources").glob("*_exercises.py")
    return {key for path in sources for key in re.findall(r'answer="([\d.]+)"', path.read_text("utf-8"))}


@pytest.mark.parametrize(
    "chapter", [c for c in chapters() if c.number.isdigit() and c.number != "00"], ids=str
)
def test_each_goal_of_a_chapter_has_an_exercise(chapter):
    assert promised(chapter) and without_exercise(promised(chapter), GOALS[chapter.number]) == []


def test_an_orphan_is_found():
    goals = ["solve it", "prove it"]
    assert without_exercise(goals, {"solve": ["01.1"], "prove": ["01.2"]}) == []
    assert without_exercise(goals, {"solve": ["01.1"]}) == ["prove it"]
    assert without_exercise(goals, {"solve": ["01.1"], "prove": []}) == ["prove"]
    assert without_exercise(goals, {"solve": ["01.1"], "prove": ["01.99"]}) == ["prove"]
    assert without_exercise(goals, {"solve": ["01.1"], "prove": ["01.2"], "say": ["01.3"]}) == ["say"]


@pytest.fixture(scope="module")
def written():
    return make_teaching.pages()


@pytest.mark.parametrize("name", ["syllabus.md", "notes.md", "map.svg"])
def test_a_page_is_up_to_date(written, name):
    there = (make_teaching.TEACHING / name).read_text(encoding="utf-8")
    assert there == written[name], f"teaching/{name} is not up to date: run `make teaching`"


def taught(title):
    """The rows of a plan in its order, and in which part of it each is taught."""
    part_of = make_teaching.PLANS[title][0]
    return [(part, week) for k, week in enumerate(WEEKS, 1) if (part := part_of(k, week)) is not None]


@pytest.mark.parametrize(("title", "parts"), [*zip(make_teaching.PLANS, (14, 7, 6), strict=True)])
def test_a_plan_reads_every_chapter_after_those_that_it_needs(title, parts):
    order = [part for part, _ in taught(title)]
    assert order == sorted(order) and len(set(order)) == parts
    read = [number for _, week in taught(title) for number in week["chapters"]]
    first = {number: read.index(number) for number in read}
    numbered = [chapter for chapter in chapters() if chapter.number.isdigit()]
    if title != "One day":
        assert sorted(first) == [chapter.number for chapter in numbered]
    mine = [chapter for chapter in numbered if chapter.number in first]
    assert all(first[n] < first[chapter.number] for chapter in mine for n in chapter.needs)


def test_a_plan_says_its_minutes_and_a_day_has_seven_hours(written):
    loads = {
        chapter.number: make_teaching.loads_of(chapter) for chapter in chapters() if chapter.number.isdigit()
    }
    for title in make_teaching.PLANS:
        rows, (lecture, seminar) = make_teaching.plan(title, WEEKS, loads)
        cells = [[cell.strip() for cell in row.split("|")] for row in rows]
        assert lecture == sum(int(row[5]) for row in cells) and seminar == sum(int(row[7]) for row in cells)
        said = f"## {title}\n\n{lecture} minutes of lecture and {seminar} of seminar."
        assert said in written["syllabus.md"]
    assert lecture + seminar <= 420
    assert all(int(row[5]) <= 180 for row in cells)


def test_an_exercise_is_there_belongs_to_its_week_and_is_set_once():
    known, given = all_exercises(), []
    for week in WEEKS:
        keys = week["seminar"] + week["home"]
        assert all(key in known and key.partition(".")[0] in week["chapters"] for key in keys)
        given += keys
    assert len(given) == len(set(given))


def test_the_answers_of_the_pretest_are_true():
    text = (make_teaching.TEACHING / "pretest.md").read_text(encoding="utf-8")
    questions = re.split(r"^\*\*\d+\.\*\*", text, flags=re.MULTILINE)[1:]
    assert len(questions) == 12
    for question in questions:
        (code,) = re.findall(r"```python\n(.*?)```", question, re.DOTALL)
        assert "assert " in code and "<details><summary>Answer</summary>" in question
        exec(code, {"np": np})


def test_what_is_counted_of_a_chapter():
    (kernels,) = (chapter for chapter in chapters() if chapter.number == "03")
    load, deep = make_teaching.loads_of(kernels)
    assert load.explorers == 4 and 20 < load.cells < 60 and 2500 < load.words < 5000 and load.formulas > 10
    assert [heading[:16] for heading, _ in deep] == [f"## In depth: 3·{letter}" for letter in "ABCD"]
    names = "words", "signs", "formulas", "lines", "cells", "explorers", "exercises"
    counted = lambda *numbers: make_teaching.Load(**dict(zip(names, numbers, strict=True)))  # noqa: E731
    assert counted(1700, 100, 0, 0, 0, 0, 9).reading == 10
    long = counted(1800, 0, 40, 20, 4, 1, 9)  # 10 + 20 + 3 + 4 minutes, rounded; 15 more for the lines
    assert (long.reading, long.walked) == (35, 50)
    assert load.lines > 20 and load.signs > 100


def test_a_section_in_depth_says_how_long_it_takes():
    for chapter in chapters():
        if chapter.number.isdigit():
            for heading, load in make_teaching.loads_of(chapter)[1]:
                said = int(re.search(r"\((\d+) minutes?\)$", heading)[1])
                counted = f"{heading}: {load.minutes:.0f} minutes are counted"
                assert abs(said - load.minutes) <= 1 + 0.2 * said, counted


def test_depth_is_not_counted_with_the_core_nor_what_is_folded():
    markdown, code = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    proof = r"$\displaystyle a$ <details><summary>all</summary>$\displaystyle b$ $\displaystyle c$</details>"
    walk = code("walk", outputs=[nbformat.v4.new_output("display_data", {"text/html": proof})])
    deep = markdown("## In depth: more (3 minutes)\n\nthree more words", metadata={depth.COLLAPSED: True})
    first, last = markdown("## One\n\ntwo words"), markdown("## Last")
    cells = [first, walk, deep, markdown("### Of it"), code("x"), last]
    core, (section,) = depth.sections(cells)
    assert section == cells[2:5] and core == [*cells[:2], cells[5]]
    counted = make_teaching.load_of(core)
    assert (counted.words, counted.formulas, counted.cells) == (4, 1, 1)
    assert make_teaching.load_of(section).words == 9  # "In depth: more (minutes)", and what stands below
    chapter = nbformat.v4.new_notebook(cells=[markdown("# 7 · Toy\n\n" + "word " * 3600), walk])
    before = make_teaching.load_of(chapter.cells)
    make_teaching.with_clocks(chapter)
    clocks = "*About 20 minutes, 25 with every proof.*"
    assert f"# 7 · Toy\n\n{clocks} word" in chapter.cells[0].source
    assert make_teaching.load_of(chapter.cells) == before


def test_the_notes_hold_every_hint(written):
    for key, exercise in all_exercises().items():
        assert re.search(rf"^\*\*{re.escape(key)} ", written["notes.md"], re.MULTILINE)
        assert all(mistake.hint in written["notes.md"] for mistake in exercise.mistakes)


def test_links_lead_somewhere():
    for page in make_teaching.TEACHING.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            if page.name != "notes.md":
                assert (page.parent / target).exists(), (page.name, target)
