"""The site on paper: what chromium prints of each chapter, and the book that `tools/make_book.py` makes of all."""

import functools
import io
import json
import re
import unicodedata
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import book_text
import long_formulas
import make_book
import make_epub
import pytest
from bs4 import BeautifulSoup, SoupStrainer
from exam import make_exam
from pypdf import PdfReader

from kernelcourse.desk.contents import chapters

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = {c.number: c for c in chapters() if c.notebook}
SCALE = 0.82  # of what the site shows on a screen
MARGINS = dict.fromkeys(("top", "right", "bottom", "left"), "2cm")
PAPER = round(17 / 2.54 * 96 / SCALE)  # pixels of A4 between these
RAW = re.compile(r"\$\$|\\(?:frac|sum|mathbf|mathcal|alpha|begin)\b")
# What asks for a hand that moves something.
FOR_HANDS = re.compile(
    r"[^.]*(?:you unfold|[Rr]un (?:this|the) cell|Run them|[Dd]rag |Before you move|JupyterLab"
    r"|(?:^|[.:;?!)] )(?:Pull|Slide|Press|Click|Hover|Scroll|Type|Play|Open|Unfold|Move the slider)\b)[^.]*"
)
# What sticks out of the paper, or is cut off where it would have to be scrolled.
WIDE = """() => {
    const edge = document.documentElement.clientWidth + 1, found = [];
    for (const node of document.querySelectorAll('.bd-article :is(math, img, td, th, pre, pre span, code, p)')) {
        const box = node.getBoundingClientRect();
        if (!box.width) continue;
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
    """Function that prints a chapter by its number, as who has opened the page and presses Ctrl+P; what does not fit on
    the paper comes with it."""

    @functools.cache
    def print_it(number):
        page = browser.new_page(viewport={"width": PAPER, "height": 960})
        page.emulate_media(media="print", color_scheme="light")
        page.goto((make_book.BUILT / f"notebooks/{CHAPTERS[number].notebook}.html").as_uri())
        how = {"print_background": True, "outline": True, "tagged": True}
        made = PdfReader(io.BytesIO(page.pdf(format="A4", margin=MARGINS, scale=SCALE, **how)))
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
    bare = [is_empty(page, text) for page, text in zip(made.pages, texts, strict=True)]
    empty = [k for k, is_bare in enumerate(bare, 1) if is_bare]
    assert not empty, f"pages {empty} are empty"
    raw = [found[0] for text in texts if (found := RAW.search(text))]
    assert not raw
    outline = [item.title for item in flat(made.outline)]
    assert len(outline) > 3 or not number.isdigit()


def test_what_is_folded_on_the_page_is_on_paper(paper):
    """Every line of a proof with its verdict, every equation with its function, answers and sections in depth."""
    made, _ = paper("03")
    printed = "".join(words(page.extract_text()) for page in made.pages)
    text = (make_book.BUILT / f"notebooks/{CHAPTERS['03'].notebook}.html").read_text()
    page = BeautifulSoup(text, "html.parser")
    lines = page.select(".bd-article details .proof .holds")
    assert len(lines) > 20 and printed.count("✓") >= len(lines)
    folded = page.select(".bd-article details:not(.hide) p")
    said, printed_letters = [p.get_text() for p in folded if not p.select(".math")], squeezed(printed)
    missing = [text for text in said if squeezed(text)[:60] not in printed_letters]
    assert len(folded) > 40 and not missing, "\n".join(missing[:5])
    assert sum(len(list(one.images)) for one in made.pages) >= len(page.select(".bd-article img"))
    assert "run the cells" not in printed and "Run them" not in printed


def squeezed(text):
    """Text without its spaces, ligatures as letters."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def own_heading(number):
    """The first line of a chapter, which need not be the shorter title that lists of chapters have."""
    path = ROOT / "notebooks" / f"{CHAPTERS[number].notebook}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
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
def chapters_of_book():
    return book_text.read(["02", "03", "D"])


@pytest.fixture(scope="module")
def book(browser, chapters_of_book, tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "book.pdf"
    writer, wide = make_book.book_of(browser, chapters_of_book)
    assert not wide, wide
    writer.write(path)
    return PdfReader(path)


@pytest.fixture(scope="module")
def texts(book):
    return [words(page.extract_text()) for page in book.pages]


TITLES = ("Index", "Bibliography", "D · Notation and glossary", "3 · The minimum-volume ball", "2 · Density")


def test_contents_lead_to_where_a_heading_is_and_each_page_has_its_head(texts, chapters_of_book):
    assert book_text.TITLE in texts[0] and "Version" in texts[0]
    assert "Contents" in texts[1]
    headings = [heading for c in chapters_of_book if c.slug[0] in "cw" for heading in c.body.select("h1, h2")]
    for title in [words(heading.get_text()) for heading in headings]:
        number = int(re.search(rf"{re.escape(title)} (\d+)", texts[1])[1])
        assert title in texts[number - 1], title
        assert title not in texts[number - 2] or not re.match(r"\d+\.\d", title), title
    for k, text in enumerate(texts[3:], start=4):
        title = next(t for t in TITLES if t in text)
        assert f"{k} {title}" in text or f"{title} {k}" in text, text[:60]


def test_the_index_says_where_a_word_is(texts):
    listed = " ".join(text for text in texts[-2:] if "Index" in text)
    terms = re.findall(r"([A-Za-z][\w –-]*?) ((?:\d+(?:–\d+)?, )*\d+(?:–\d+)?)(?= |$)", listed)
    assert len(terms) > 30 and "?" not in listed
    assert "centroid, see prototype" in listed and {"alike", "elbow"} < {term for term, _ in terms}
    for term, title in (("minimum-volume ball", "3 · The minimum-volume ball"), ("density", "2 · Density")):
        first, last = map(int, re.search(rf"{term} (\d+)–(\d+)", listed).groups())
        headed = re.compile(rf"^(?:\d+ )?{title}|{title} \d+")
        pages = [k for k, text in enumerate(texts[2:], 3) if headed.search(text)]
        assert first == min(pages) and first + 5 < last <= max(pages), (term, first, last)
    for term, pages in terms:
        if term in {"Lagrangian", "Gram matrix", "slack", "outlier", "bandwidth", "strong duality"}:
            for page in map(int, re.findall(r"\d+", pages)):
                assert term.lower() in (texts[page - 1] + texts[page]).lower(), (term, page)


def test_nothing_is_torn_too_small_or_left_empty(book, texts):
    last = [k for k, text in enumerate(texts) if k == 0 or k + 1 == len(texts) or is_first(texts[k + 1])]
    bare = [k + 1 for k, page in enumerate(book.pages) if k not in last and lowest(page) > 0.42 * 842]
    assert not bare, f"pages {bare} are less than 60% full"
    sizes = {round(size, 2): words for page in book.pages for size, words in sizes_of(page) if words.strip()}
    assert min(sizes) >= 7.99, sizes[min(sizes)]


def is_first(text):
    """Whether a chapter begins on a page: nothing but its head, its part and its title stands before that."""
    part = r"(?:[IVX]+\. [\w ]+ |Appendices |Reference )?"
    return re.match(rf"(?i)(?:\d+ )?(.+?)(?: \d+)? {part}\1", text) is not None


def lowest(page):
    """How high above the foot of a page its lowest word, line or picture is, the margin left out; in points."""
    heights = [842.0]

    def drawn(operator, operands, matrix, _):
        if operator in (b"m", b"l", b"c"):
            x, y = map(float, operands[-2:])
            heights.append(matrix[1] * x + matrix[3] * y + matrix[5])
        elif operator == b"Do":
            heights.append(min(matrix[5], matrix[5] + matrix[3]))

    def written(text, matrix, text_matrix, *_):
        if text.strip():
            heights.append(matrix[1] * text_matrix[4] + matrix[3] * text_matrix[5] + matrix[5])

    page.extract_text(visitor_operand_before=drawn, visitor_text=written)
    return min(heights)


def sizes_of(page):
    """The size of each word of a page, in points, as it is printed, with the word."""
    found = []

    def written(text, matrix, text_matrix, _, size):
        found.append((abs(size * text_matrix[3] * matrix[3]), text))

    page.extract_text(visitor_text=written)
    return found


def test_figures_and_equations_have_numbers_that_are_referred_to(chapters_of_book, texts):
    whole = " ".join(texts)
    for number in (2, 3):
        captions = [int(k) for k in re.findall(rf"Figure {number}\.(\d+)\. ", whole)]
        assert len(captions) >= 8 and sorted(set(captions)) == list(range(1, max(captions) + 1))
        for k in captions:
            named = re.findall(rf"Figure {number}\.{k}\b", whole)
            assert len(named) >= 2, f"nobody refers to figure {number}.{k}"
        assert whole.count(f"({number}.1)") >= 1 and f"({number}.9)" in whole


@pytest.mark.parametrize(
    ("alt", "caption"),
    [
        (
            "20 images in 2 rows (The 20 strangest of 9 digits, ν = 5%). Their titles: 5, 2.",
            "The 20 strangest of 9 digits, ν = 5%.",
        ),
        ("error by kind (How near to the fit?). 9 digits: 0.074.", "How near to the fit? Error by kind."),
        (
            "2 partitions. c-means: 3 clusters. kernel c-means: 3 clusters.",
            "Two partitions: c-means; kernel c-means.",
        ),
        (
            "6 points (60 of 6. Where it is blue, all), lifted. One: 0.5.",
            "60 of 6. Where it is blue, all. Six points, lifted.",
        ),
        ("Scatter plot. 292 points: 7 outside.", "292 points: 7 outside."),
        (
            "at 50 points against m. residual: 9. difference: 2.",
            "At 50 points against m: residual; difference.",
        ),
    ],
)
def test_a_caption_says_what_a_figure_shows(alt, caption):
    assert book_text.caption_of(alt) == caption


def test_no_chapter_asks_for_what_paper_cannot_do():
    asked, kept = [], SoupStrainer(["p", "details"])
    for c in CHAPTERS.values():
        if c.number in book_text.LEFT_OUT:
            continue
        page = (book_text.BUILT / f"notebooks/{c.notebook}.html").read_text(encoding="utf-8")
        body = BeautifulSoup(page.partition("<article")[2], "html.parser", parse_only=kept)
        for node in body.select(book_text.SCREEN_ONLY):
            node.decompose()
        for paragraph in body.select("p"):
            book_text.put_for_paper(paragraph)
        told = words(" ".join(p.get_text() for p in body.select("p") if "The page of" not in p.get_text()))
        told = re.sub(r"[Oo]n the site[^.;:]*|In the notebook[^.;]*", "", told)
        asked += [f"{c.number}: {found}" for found in FOR_HANDS.findall(told)]
    assert not asked, "\n".join(asked)


def test_what_was_covered_stands_open_on_paper():
    code = "x = 1\nwith guess.covered():\n    print(x)\n    show(x,\n         2)\ny = x"
    cover = '<details class="kernelsy19-cover"><summary>Look</summary><pre>1</pre></details>'
    parts = f'<div class="cell_input"><pre>{code}</pre></div><div class="cell_output">{cover}</div>'
    page = f'<div class="cell">{parts}</div>'
    body = BeautifulSoup(page, "html.parser")
    book_text.clean(body)
    code = "x = 1\nprint(x)\nshow(x,\n     2)\ny = x"
    assert [part.get_text() for part in body.select("pre")] == [code, "1"]
    assert not body.select("details, summary")


def test_the_file_is_tagged_and_says_what_it_is(book):
    root = book.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] and root["/Lang"] == "en" and "/StructTreeRoot" in root
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert book.metadata.title == book_text.TITLE and book.metadata.author and book.metadata.subject
    titles = {" ".join(item.title.split()) for item in flat(book.outline)}
    assert {"2 · Density", "3.5 The dual", "Bibliography", "Index"} <= titles


def test_its_links_stay_in_the_book(book):
    inside = 0
    for page in book.pages:
        for annotation in page.get("/Annots") or []:
            link = annotation.get_object()
            assert "file:" not in str(link.get("/A", {}).get("/URI", ""))
            inside += "/Dest" in link or link.get("/A", {}).get("/S") == "/GoTo"
    assert inside > 2 * len(book.pages)


LONG = (
    r"L = R^2 + \frac{1}{\nu n}\sum_i\xi_i - \sum_i\alpha_i\big(R^2 + \xi_i - d_i^2\big) - \sum_i\beta_i\xi_i"
)


def test_a_long_formula_is_cut_where_signs_stand_and_nowhere_in_a_bracket():
    two = long_formulas.broken_into(LONG, 2)
    assert two.count(r"\\ & \quad -") == 1 and r"\quad +" not in two
    bare = re.sub(r"\\(?:begin|end)\{aligned\}|& |\\\\|\\quad", "", two)
    assert "".join(bare.split()) == "".join(LONG.split())
    assert long_formulas.broken_into(r"\frac{a + b}{c + d}", 2) == ""
    for way in long_formulas.broken(LONG):
        assert way.count(r"\begin{aligned}") == 1 and not re.search(r"\\quad\s*[,)]", way)


# ---- for readers of EPUB -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def epub(browser, tmp_path_factory):
    path = tmp_path_factory.mktemp("epub") / "book.epub"
    make_epub.pack(browser, book_text.read(["02", "03"]), path)
    return zipfile.ZipFile(path)


def faults_of_epub(archive):
    """What is wrong with an EPUB: order, list of files, files that are no XML, links, pictures, formulas."""
    first = archive.infolist()[0]
    begins = first.filename, first.compress_type, archive.read("mimetype")
    if begins != ("mimetype", zipfile.ZIP_STORED, b"application/epub+zip"):
        yield "mimetype does not come first as it is"
    package = ElementTree.fromstring(archive.read("book/content.opf"))
    listed = {item.get("href") for item in package.iter() if item.tag.endswith("}item")}
    there = {name[5:] for name in archive.namelist() if name.startswith("book/")} - {"content.opf"}
    yield from (f"{name} is not both listed and there" for name in listed ^ there)
    names = [name for name in there if name.endswith(".xhtml")]
    pages = {name: ElementTree.fromstring(archive.read(f"book/{name}")) for name in names}
    ids = {f"{name}#{at}" for name, page in pages.items() for node in page.iter() if (at := node.get("id"))}
    for name, page in pages.items():
        for node in page.iter():
            target = node.get("href", node.get("src", "")) if "head" not in node.tag else ""
            whole = f"{name}{target}" if target.startswith("#") else target
            if target and ":" not in target and whole not in ids | there:
                yield f"{name}: {target} leads nowhere"
            if node.tag.endswith("}img") and not node.get("alt"):
                yield f"{name}: a picture without description"
            if node.tag.endswith("}merror") or node.get("data-tex"):
                yield f"{name}: a formula that is none"
        if RAW.search("".join(page.itertext())):
            yield f"{name}: TeX in the text"


def test_an_epub_is_whole(epub):
    assert not list(faults_of_epub(epub))
    ball = epub.read("book/c03.xhtml").decode()
    assert ball.count("<math") > 200 and "<annotation" not in ball
    listed = epub.read("book/nav.xhtml").decode()
    assert all(title in listed for title in ("2 · Density", "3.5 The dual", "Bibliography"))


# How each formula lies on the page: its display, and its height in pixels.
DRAWN = """() => [...document.querySelectorAll('math')].map(
    (formula) => [getComputedStyle(formula).display, formula.getBoundingClientRect().height])"""


def test_the_sheet_of_an_epub_leaves_formulas_in_one_piece(browser, tmp_path):
    """A sheet that takes MathML's own layout away puts each symbol on a line of its own."""
    formulas = (LONG, r"\hat f(x) = \frac{1}{n h^p}\sum_{i=1}^n\kappa\Big(\frac{x - x_i}{h}\Big)")
    kinds = {"shown": "block math", "math": "math"}
    rows = "".join(f'<p><span class="{k}" data-tex="{tex}"></span></p>' for tex in formulas for k in kinds)
    body = BeautifulSoup(rows, "html.parser")
    make_epub.pack(browser, [book_text.Chapter("A part", "c0", "0", "A page", body)], tmp_path / "book.epub")
    zipfile.ZipFile(tmp_path / "book.epub").extractall(tmp_path)
    page = browser.new_page()
    page.goto((tmp_path / "book" / "c0.xhtml").as_uri())
    drawn = page.evaluate(DRAWN)
    page.evaluate("() => { document.styleSheets[0].disabled = true; }")
    assert [display for display, _ in drawn] == [*kinds.values()] * len(formulas)
    assert drawn == page.evaluate(DRAWN) and all(10 < height < 80 for _, height in drawn)
    page.close()


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("book/c03.xhtml", 'alt="A circle', 'data="A circle', "without description"),
        ("book/c03.xhtml", 'href="c03.xhtml#fig-c03-1"', 'href="c03.xhtml#fig-c03-77"', "leads nowhere"),
        ("book/c03.xhtml", "Lagrange's idea", r"Lagrange's $$\frac{1}{2}$$ idea", "TeX in the text"),
        ("book/content.opf", 'href="c03-1.png"', 'href="c03-0.png"', "not both"),
    ],
)
def test_a_fault_of_an_epub_is_noticed(epub, tmp_path, name, old, new, said):
    with zipfile.ZipFile(tmp_path / "broken.epub", "w") as broken:
        for item in epub.infolist():
            data = epub.read(item)
            if item.filename == name:
                assert old.encode() in data
                data = data.replace(old.encode(), new.encode())
            broken.writestr(item.filename, data)
    assert any(said in fault for fault in faults_of_epub(zipfile.ZipFile(tmp_path / "broken.epub")))


def test_an_exam_of_all_questions_is_set_on_paper_with_and_without_solutions(browser, tmp_path):
    bank = make_exam.paper.read_bank()
    keys = [key for key, question in bank.items() if question["kind"] != "code"]
    questions = [make_exam.paper.draw(key, bank[key], "a word") for key in keys]
    make_exam.print_exam(tmp_path / "exam.pdf", questions, browser)
    for name in ("exam.pdf", "exam-solved.pdf"):
        text = "".join(page.extract_text() for page in PdfReader(tmp_path / name).pages)
        squeezed = "".join(unicodedata.normalize("NFKC", text).split())  # a font may join f and i
        assert not RAW.search(text) and all("".join(q.title.split()) in squeezed for q in questions)
        assert ("withsolutions" in squeezed) == ("solved" in name)
        pages = PdfReader(tmp_path / name).pages
        assert all(f"{k} of {len(pages)}" in page.extract_text() for k, page in enumerate(pages, 1))
