"""The site on paper: what chromium prints of each chapter, and the book that `tools/make_book.py` makes of it."""

import functools
import io
import json
import re
import unicodedata
from pathlib import Path

import make_book
import pytest
from exam import make_exam
from pypdf import PdfReader

from kernelcourse.desk.contents import chapters

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = {c.number: c for c in chapters() if c.notebook}
PAPER = round(17 / 2.54 * 96 / make_book.SCALE)  # pixels of A4 between margins of 2 cm
RAW = re.compile(r"\$\$|\\(?:frac|sum|mathbf|mathcal|alpha|begin)\b")
# What sticks out of the paper, or is cut off where it would have to be scrolled.
WIDE = """() => {
    const edge = document.documentElement.clientWidth + 1, found = [];
    for (const node of document.querySelectorAll('.bd-article :is(svg, img, td, th, pre, pre span, code, p)')) {
        const box = node.getBoundingClientRect();
        if (!box.width || node.closest('mjx-assistive-mml')) continue;
        let limit = edge;
        for (let around = node.parentElement; around; around = around.parentElement) {
            if (getComputedStyle(around).overflowX === 'visible') continue;
            limit = Math.min(limit, around.getBoundingClientRect().right + 1);
        }
        if (box.right > limit) found.push(`${node.tagName}: ${node.textContent.trim().slice(0, 50)}`);
    }
    return found;
}"""


@pytest.fixture(scope="module")
def paper(browser):
    """Function that prints a chapter by its number; what does not fit on the paper comes with it."""

    @functools.cache
    def print_it(number):
        page = browser.new_page(viewport={"width": PAPER, "height": 960})
        made = PdfReader(
            io.BytesIO(
                make_book.printed(page, make_book.BUILT / f"notebooks/{CHAPTERS[number].notebook}.html")
            )
        )
        wide = page.evaluate(WIDE)
        page.close()
        return made, wide

    return print_it


@pytest.mark.parametrize("number", CHAPTERS)
def test_a_chapter_is_printed_whole(paper, number):
    made, wide = paper(number)
    assert not wide, "\n".join(wide[:10])
    texts = [page.extract_text() for page in made.pages]
    assert len(texts) >= 3
    assert words(own_heading(number)) in words(texts[0])
    empty = [
        k + 1 for k, (page, text) in enumerate(zip(made.pages, texts, strict=True)) if is_empty(page, text)
    ]
    assert not empty, f"pages {empty} are empty"
    raw = [found[0] for text in texts if (found := RAW.search(text))]
    assert not raw
    outline = [item.title for item in flat(made.outline)]
    assert len(outline) > 3 or not number.isdigit()


def own_heading(number):
    """The first line of a chapter, which need not be the shorter title that lists of chapters have."""
    notebook = json.loads(
        (ROOT / "notebooks" / f"{CHAPTERS[number].notebook}.ipynb").read_text(encoding="utf-8")
    )
    return "".join(notebook["cells"][0]["source"]).splitlines()[0].removeprefix("# ")


def words(text):
    """Text of a PDF in one line, its ligatures as letters."""
    return unicodedata.normalize("NFKC", " ".join(text.split()))


def is_empty(page, text):
    """Whether nothing is on a page but its paper: neither words nor a picture nor a formula."""
    drawn = page.get_contents()
    return not text.strip() and not list(page.images) and len(drawn.get_data() if drawn else b"") < 1000


def flat(outline):
    for item in outline:
        yield from flat(item) if isinstance(item, list) else [item]


def test_emptiness_is_noticed():
    from pypdf import PdfWriter

    writer = PdfWriter()
    assert is_empty(writer.add_blank_page(595, 842), "")


@pytest.fixture(scope="module")
def book(browser, tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "book.pdf"
    make_book.book(browser, ["02", "03"]).write(path)
    return PdfReader(path)


def test_the_book_begins_with_title_and_contents_and_each_page_has_its_number(book):
    texts = [" ".join(page.extract_text().split()) for page in book.pages]
    assert make_book.TITLE in texts[0] and "Version" in texts[0]
    assert texts[1].startswith("Contents")
    for title in ("2 · Density", "3 · The minimum-volume ball", "Bibliography"):
        number = int(re.search(rf"{title} (\d+)", texts[1].removesuffix("2"))[1])  # without its own number
        assert number <= len(texts) and title in texts[number - 1], texts[1]
    assert all(text.endswith(str(k)) for k, text in enumerate(texts[1:], start=2))


def test_its_outline_leads_to_parts_and_chapters(book):
    titles = [item.title for item in flat(book.outline)]
    assert {"II. Unsupervised learning", "2 · Density", "Exercises", "Bibliography"} <= set(titles)


def test_its_links_stay_in_the_book(book):
    pages, inside = len(book.pages), 0
    for page in book.pages:
        for annotation in page.get("/Annots") or []:
            link = annotation.get_object()
            assert "file:" not in str(link.get("/A", {}).get("/URI", ""))
            inside += "/Dest" in link or link.get("/A", {}).get("/S") == "/GoTo"
    assert inside > pages / 4


def test_an_exam_of_all_questions_is_set_on_paper_with_and_without_solutions(browser, tmp_path):
    bank = make_exam.paper.read_bank()
    keys = [key for key, question in bank.items() if question["kind"] != "code"]
    questions = [make_exam.paper.draw(key, bank[key], "a word") for key in keys]
    make_exam.print_exam(tmp_path / "exam.pdf", questions, browser)
    for name in ("exam.pdf", "exam-solved.pdf"):
        text = "".join(page.extract_text() for page in PdfReader(tmp_path / name).pages)
        squeezed = "".join(text.split())
        assert not RAW.search(text) and all("".join(q.title.split()) in squeezed for q in questions)
        assert ("withsolutions" in squeezed) == ("solved" in name)
