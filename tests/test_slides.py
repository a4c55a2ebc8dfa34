"""What goes on the slides of a chapter. `make test-site` looks at them in a browser."""

import html
import re
from itertools import pairwise

import depth
import make_slides
import nbformat
import pytest
from build_notebooks import ROOT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from kernelcourse.desk.contents import chapters

NUMBERED = [chapter.notebook for chapter in chapters() if chapter.number.isdigit()]


def notebook_of(name):
    """The core of a chapter, without what stands in or after its last section."""
    notebook = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
    last = [k for k, c in enumerate(notebook.cells) if c.source.startswith(make_slides.LAST_SECTION)]
    notebook.cells = depth.sections(notebook.cells[: last[0] if last else None])[0]
    return notebook


def slides_of(notebook):
    """The slides of its deck, without what the speaker reads."""
    cells = make_slides.deck_of(notebook).cells
    return [cell for cell in cells if cell.metadata.slideshow.slide_type != "notes"]


def pictures(text):
    """What the pictures of a page show, in words."""
    return [html.unescape(alt) for alt in re.findall(r'<img [^>]*?alt="([^"]*)"', text)]


@pytest.mark.parametrize("name", NUMBERED)
def test_a_deck_holds_each_picture_and_each_formula_of_the_text_once(name):
    notebook = notebook_of(name)
    slides = [cell.source for cell in slides_of(notebook)]
    outputs = [o.get("data", {}).get("text/html", "") for c in notebook.cells for o in c.get("outputs", [])]
    assert pictures("\n".join(slides)) == pictures("\n".join(outputs))
    texts = "\n\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    formulas = re.findall(r"\$\$.*?\$\$", re.sub(r"(?s)<details>.*?</details>", "", texts), flags=re.DOTALL)
    of_slides = [
        f for slide in slides if "\n\n**" not in slide for f in re.findall(r"\$\$.*?\$\$", slide, re.S)
    ]
    in_text = [make_slides.TAG.sub(r"\\qquad(\1)", formula) for formula in formulas]
    whole = [f for slide in slides for f in re.findall(r"\$\$.*?\$\$", slide, flags=re.DOTALL)]
    assert [f for f in whole if f in in_text] == in_text and set(of_slides) <= set(in_text)
    assert len([slide for slide in slides if slide.startswith("# ")]) == 1
    columns = [c for c in slides_of(notebook) if c.metadata.slideshow.slide_type == "slide"]
    headings = re.findall(r"^## .*$", texts, flags=re.MULTILINE)
    opened = [c.source.split("\n")[0] for c in columns[1:]]
    assert opened == [heading for heading in headings if any(s.startswith(heading + "\n") for s in slides)]


@pytest.mark.parametrize("name", NUMBERED)
def test_a_deck_has_the_equations_of_the_lecture_and_no_slide_is_empty_or_comes_twice(name):
    notebook = notebook_of(name)
    slides = [cell.source for cell in slides_of(notebook)]
    markdown = [
        o.get("data", {}).get("text/markdown", "") for c in notebook.cells for o in c.get("outputs", [])
    ]
    wanted = [formula for text in markdown for formula in re.findall(r"\$\$.*?\$\$", text, flags=re.DOTALL)]
    beginnings = {
        make_slides.begins(f) for s in slides for f in re.findall(r"\$\$.*?\$\$", s, flags=re.DOTALL)
    }
    assert not [formula for formula in wanted if make_slides.begins(formula) not in beginnings]
    assert all(re.sub(r"^## .*", "", slide).strip() for slide in slides)
    assert len(set(slides)) == len(slides)
    for one, next_one in pairwise(slides):
        assert not next_one.startswith(f"{one}\n\n"), "the words of a slide come again on the next"


def test_text_may_follow_a_heading_with_or_without_an_empty_line():
    long = " ".join(["A sentence of five words."] * 40)
    decks = [make_slides.Deck("Toy") for _ in range(2)]
    for deck, between in zip(decks, ("\n", "\n\n"), strict=True):
        deck.read_text(f"# 99 · Toy\n\nWhy?\n\n## 99.1 First{between}{long}\n\nLast.")
    one, two = ([cell.source for cell in deck.cells] for deck in decks)
    assert one == two and len(one[1].split()) <= make_slides.FIRST + 3


@pytest.mark.parametrize("name", NUMBERED)
def test_one_idea_a_slide(name):
    for cell in slides_of(notebook_of(name)):
        text = re.sub(r"<[^>]+>|\$\$.*?\$\$|\$\\displaystyle.*?\$", " ", cell.source, flags=re.DOTALL)
        ideas = cell.source.count("<img ") + cell.source.count("$$") / 2
        assert ideas <= (2 if "\n\n**" in cell.source else 1)
        assert len(text.split()) < 140 and "](" not in text and "<details" not in cell.source


def test_a_chapter_overrules_the_rule():
    picture = new_output("execute_result", {"text/html": '<img alt="a" src="data:,">'})
    cells = [
        new_markdown_cell("# 1 · A title\n\nA question. Is it one?"),
        new_code_cell("draw()", outputs=[picture], metadata={"tags": ["no-slide"]}),
        new_markdown_cell("## A section\n\nWords.\n\n$$a$$", metadata={"tags": ["no-slide"]}),
        new_markdown_cell("Words with a [link](there.ipynb), all of them.", metadata={"tags": ["slide"]}),
        new_markdown_cell("## Do you have it?\n\nAnswer first."),
    ]
    slides = [cell.source for cell in slides_of(new_notebook(cells=cells))]
    assert slides == ["# 1 · A title\n\nA question. Is it one?", "Words with a link, all of them."]


def test_a_sentence_its_formula_and_its_key_share_a_slide_without_what_is_elsewhere():
    key = new_output("display_data", {"text/markdown": "<summary><b>K-1</b>: What it is.</summary> $$b$$"})
    text = "## 1.1 A section\n\nA sentence. The walk below has its reason. It has three lines."
    parts = [new_code_cell("show()", outputs=[key]), new_markdown_cell("It follows that\n\n$$a$$")]
    for order in (parts, parts[::-1]):
        cells = [new_markdown_cell("# 1 · A title\n\nWhy?"), new_markdown_cell(text), *order]
        slides = [cell.source for cell in slides_of(new_notebook(cells=cells))]
        whole = "A sentence.\n\nIt follows that\n\n$$a$$\n\n**K-1.** What it is.\n\n$$b$$"
        assert slides[1:] == [f"## 1.1 A section\n\n{whole}"]


def test_a_covered_picture_waits_for_a_click():
    picture, deck = '<img alt="a" src="data:,">', make_slides.Deck("Toy")
    for shown in (picture, f'<details class="kernelsy19-cover"><summary>Look</summary>{picture}</details>'):
        outputs = [new_output("display_data", {"text/html": shown})]
        deck.read(new_code_cell("draw()", outputs=outputs))
    assert [cell.source.count('<div class="fragment"><img') for cell in deck.cells] == [0, 1]


@pytest.mark.parametrize(
    ("words", "last", "taken"),
    [
        (3, False, "One is short."),
        (8, False, "One is short. At $0.5$, two are: so."),
        (2, True, "Is it?"),
        (7, True, "At $0.5$, two are: so. Is it?"),
        (99, True, "One is short. At $0.5$, two are: so. Is it?"),
    ],
)
def test_whole_sentences_are_taken(words, last, taken):
    assert make_slides.sentences("One is short. At $0.5$, two are: so. Is it?", words, last) == taken


def test_a_parenthesis_that_was_opened_before_is_left_out():
    text = "(It opens. It closes.) Then it goes on."
    assert make_slides.sentences(text, 7, last=True) == "Then it goes on."


def test_a_page_asks_no_other_host():
    page = make_slides.page_of(make_slides.deck_of(notebook_of("03_minimum_volume_ball")))
    asked = re.findall(r'(?:src|href)="([^"]*)"', page)
    files = {path for path in asked if not path.startswith(("data:", "#"))}
    vendor = "reset.css", "reveal.css", "reveal.js", "notes.js", "tex-svg-full.js"
    assert files == {"slides.css", "live.css", "explorers.js", *(f"vendor/{name}" for name in vendor)}
    assert page.count("<section") > 25
