"""Make slides of each chapter from what is committed, for a lecture without network: one idea a slide.

    python tools/make_slides.py           all chapters, into build/slides/
    python tools/make_slides.py 03 07     two of them

Nothing is executed, and nothing is written twice: a rule takes from a chapter its question and what it promises, the
first words of each section, each formula that stands in the text with the sentence that leads to it, the equations of
the lecture that it shows, each picture with the question before it, each explorer, alive without a kernel as on the
site, each proof a line a step, and each question with its answer after it. A sentence, its formula and its equation
share a slide where they have room, and a sentence about what is on no slide, or on another, is left out. What a slide
leaves out of the text is in the speaker's notes (press S). A chapter may overrule it: a cell with `tags=["slide"]` is a
slide of its own, one with `tags=["no-slide"]` none. Sections in depth are for the notebook.
"""

import html
import itertools
import re
import shutil
import sys

import depth
import nbformat
from address import OPEN
from bs4 import BeautifulSoup
from build_site import ASSETS, ROOT, SITE, explorer_of, fetch_assets, without_kernel
from long_formulas import broken_into, places
from nbformat.v4 import new_markdown_cell, new_notebook
from site_frames import write_frames, write_renderer

from kernelcourse.desk.contents import chapters
from kernelcourse.drawing.guess import COVER

SLIDES = ROOT / "build" / "slides"
LEAD, FIRST = 40, 60  # words that a slide has beside a picture or a formula, and at the start of a section
ROWS, WIDE = 12, 72  # of a proof on a slide, and letters of a formula on a row
# Of words, formula and keys, what shares a slide, as it comes.
TOGETHER = {"tf", "tk", "fk", "tfk", "kf", "tkf"}
# What a sentence speaks of that its slide has not; the second, one of words and formulas.
ELSEWHERE = re.compile(r"\bin depth\b|\bproof below\b|\b[Tt]he next (?:picture|section)\b")
# What says more of the sentence before.
FOLLOWS = re.compile(r"(?:And|But|So|Then|Yet|They|It|This|That|These|Both)\b")
NOT_HERE = re.compile(
    r"\b(?:walk|points|code) below|\b[Bb]elow (?:are|is)\b|\b(?:[Tt]he|last|each|this) (?:walk|picture|cell)\b|"
    r"\b[Hh]ere (?:is|are) (?!what)|\bOn (?:top|the left) (?:is|are)\b|\*\*(?:Drag|Draw|Turn|Move) |"
    + ELSEWHERE.pattern
)
FORMULA = re.compile(r"\$\\displaystyle (.*?)\$", re.DOTALL)
LAST_SECTION = "## Do you have it?"
ANSWERS = re.compile(r"<details><summary>Answers?</summary>(.*?)</details>", re.DOTALL)
NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
PICTURE = re.compile(r"<img [^>]+>")
DISPLAYED = re.compile(r"\$\$.*?\$\$", re.DOTALL)
HEADING = re.compile(r"^(#+ .+)\n", re.MULTILINE)
INLINE = re.compile(r"\$[^$]+\$")
TAG = re.compile(r"\\tag\{([^}]*)\}")  # MathJax cannot place it on a slide that is not shown yet
SENTENCE = re.compile(r"(?<=[.?!:])[*)]{0,2}\s+(?=[A-Z*(])|(?<=[.?!])[*)]{0,2}\s+(?=\$)")
# An equation of the catalogue among the outputs of a cell, folded or not: its key, its meaning, its formula.
EQUATION = re.compile(
    r"(?:<b>(?P<a>[\w-]+)</b>: (?P<b>.*?)</summary>|\*\*(?P<c>[\w-]+)\*\* \([^\n]*\)  \n(?P<d>[^\n]*)\n).*?"
    r"(?P<formula>\$\$.*?\$\$)",
    re.DOTALL,
)
SPACING = re.compile(r"\\(?:q?quad|big|[;,!])|[\s$.,]")
ALIKE = 24  # letters of a formula that tell it from others
INDEX = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Slides</title>
<link rel="stylesheet" href="slides.css"></head>
<body><main class="contents"><h1>Slides</h1><ul>
{}
</ul></main></body></html>
"""


def split(text):
    """A text in sentences."""
    cuts = [0, *(match.end() for match in SENTENCE.finditer(text)), len(text)]
    return [text[a:b].strip() for a, b in itertools.pairwise(cuts) if text[a:b].strip()]


def sentences(text, words, last=False):
    """The first sentences of a text, or the last ones, as long as they have at most so many words; one at least.
    text: str, Markdown; words: int; last: bool → str"""
    whole, taken = split(text), []
    for sentence in reversed(whole) if last else whole:
        if taken and len(" ".join([*taken, sentence]).split()) > words:
            break
        taken.append(sentence)
    while last and len(taken) > 1 and "".join(taken).count(")") > "".join(taken).count("("):
        taken.pop()  # what closes here was opened before
    return " ".join(reversed(taken) if last else taken)


def alone(text, without=NOT_HERE, known=""):
    """The sentences of a text that need nothing which its slide has not, and that it has not yet.
    text, known: str, Markdown; without: Pattern, of what a sentence must not speak → str"""
    kept, last = [], True
    for one in split(text):
        last = not without.search(one) and (last or not FOLLOWS.match(one))
        kept += [one] if last and one not in known else []
    return " ".join(kept)


def begins(formula):
    """How a formula begins, without spacing: the same formula may stand in the text and among the equations."""
    return SPACING.sub("", formula)[:ALIKE]


def plain(text):
    """A text without links, which on a slide lead nowhere, and without what only a notebook has."""
    text = re.sub(r"\b([Tt]he (?:first |second |last line of the )?)walk\b(?! below)", r"\1proof", text)
    text = text.replace("Choose *Run → Run All Cells* in the menu, then **turn", "**Turn")
    return re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text)


def rows_of(line):
    """About how many rows of a slide a line of a proof takes, or what is given."""
    formula, _, reason = line.partition("<p>")
    high = sum(bool(re.search(r"\\(?:sum|frac|int|prod|max_|min_)", row)) for row in formula.split(r"\\"))
    rows = formula.count(r"\\") + 1 + high if "displaystyle" in formula else len(formula) / 110
    return rows + len(reason) / 120 + 0.6


def starts_of(rows, most):
    """With which of some lines a slide begins, if each has at most so many rows, or one line. → list of int"""
    starts, full = [0], 0
    for k, row in enumerate(rows):
        if full + row > most and k > starts[-1]:
            starts, full = [*starts, k], 0
        full += row
    return starts


def rows_of_text(text):
    """About how many rows of a slide paragraphs and formulas take."""
    rows = 0
    for part in text.split("\n\n"):
        high = 3 + part.count(r"\\") if part.startswith("$$") else 0
        rows += high or len(INLINE.sub("xxxxxx", part)) / 85 + 0.6
    return rows


def in_lines(match):
    """A formula of a proof, in as many lines as it needs on a slide."""
    tex = html.unescape(match[1])
    pieces = -(-places(tex, 0)[2] // WIDE)
    shown = broken_into(tex, pieces, 0) or broken_into(tex, pieces, 1) if pieces > 1 else ""
    return rf"$\displaystyle {html.escape(shown or tex, quote=False)}$"


class Deck:
    """The slides of a chapter, as Markdown cells that nbconvert knows how to show.

    Parameters
    ----------
    title : str
    in_text : set of str, how the formulas of the text begin; what begins like one is not shown again
    """

    def __init__(self, title, in_text=()):
        self.title, self.cells, self.notes, self.in_text = title, [], [], set(in_text)
        self.section, self.before, self.opens, self.last = "", "", False, {}

    def add_light(self, kind, *parts):
        """Add words ("t"), a formula ("f") or keys ("k"), on the slide before where these belong together.

        Two formulas have room, and keys stand below what introduces them.
        """
        kinds, parts = "".join(self.last) + kind, [part for part in parts if part]
        if kind == "f" and len(parts) > 1:
            parts[0] = alone(parts[0], known=self.last.get("t", "") if kinds in TOGETHER else "")
        whole = self.last | {kind: "\n\n".join(filter(None, parts))}
        body = "\n\n".join(whole[k] for k in "tfk" if k in whole)
        if not self.opens and kinds in TOGETHER and body.count("$$") <= 4 and rows_of_text(body) <= ROWS:
            self.last = whole
            self.cells[-1].source = f"{self.section}\n\n{body}"
        elif whole[kind]:
            self.add(self.section, whole[kind])
            self.last = {kind: whole[kind]}

    def add(self, *parts, kind="subslide", notes=()):
        """Add a slide of some paragraphs, with what is said with it; a new column begins with ``kind="slide"``.

        A picture, a proof or a question whose words are those of the slide before takes that one's place.
        """
        self.last = {}
        before = "\n\n".join(filter(None, parts[:2]))
        if self.cells and len(parts) == 3 and parts[1] and self.cells[-1].source == before:
            kind = self.cells.pop().metadata["slideshow"]["slide_type"]
            notes = [*self.notes.pop(), *notes]
        if self.opens:
            kind, self.opens = "slide", False
        cell = new_markdown_cell("\n\n".join(filter(None, parts)), id=f"slide-{len(self.cells)}")
        cell.metadata["slideshow"] = {"slide_type": kind}
        self.cells.append(cell)
        self.notes.append(list(notes))

    def ask(self, question, answer):
        """Add a slide with a question, whose answer is a step further."""
        lead, shown = self.lead(), f'{question}\n\n<div class="fragment answer">\n\n{answer}\n\n</div>'
        fits = rows_of_text(f"{lead}\n\n{question}\n\n{answer}") <= ROWS
        self.add(self.section, lead if fits else "", shown)

    def lead(self):
        """The words of the slide before, where it has nothing else: what follows may share it."""
        return self.last["t"] if not self.opens and list(self.last) == ["t"] else ""

    def prove(self, proofs):
        """Add the lines of a proof, each a step; what was checked is in the notes.
        proofs: list of Tag, the parts that an output has: a head, and lines"""
        head = max(proofs, key=lambda proof: len(proof.p.get_text() if proof.p else "")).p
        rows = max((proof.select("tr") for proof in proofs), key=len)
        title, _, given = head.decode_contents().partition("<br/>")
        lines, said = [], []
        for number, row in enumerate(rows, start=1):
            _, formula, reason, *checked = row.find_all("td", recursive=False)
            formula = FORMULA.sub(in_lines, formula.decode_contents())
            reason = re.sub(r"\s*<small>.*?</small>", "", reason.decode_contents())
            lines.append(f'<li class="fragment" value="{number}">{formula}<p>{reason}</p></li>')
            said.append(f"Line {number}: {''.join(part.get_text() for part in checked)}")
        lead = self.lead()
        lead = lead if rows_of_text(lead) + rows_of(given) + rows_of(lines[0]) <= ROWS else ""
        rows = [rows_of(line) for line in lines]
        rows[0] += rows_of(given) + rows_of_text(lead)
        fewest = len(starts_of(rows, ROWS))
        starts = next(found for most in range(1, ROWS + 1) if len(found := starts_of(rows, most)) == fewest)
        for a, b in itertools.pairwise([*starts, len(lines)]):
            below = f"<br/>{given}" if a == 0 else ", continued"
            shown = f'<div class="proof"><p>{title}{below}</p><ol>{"".join(lines[a:b])}</ol></div>'
            self.add(self.section, lead if a == 0 else "", shown.replace("\n", " "), notes=said[a:b])

    def read_questions(self, source):
        """Take the questions at the end of a chapter, each with its answer."""
        self.section, self.opens = LAST_SECTION, True
        answers = ANSWERS.findall(source)
        asked = NUMBERED.split(ANSWERS.sub("", source))[1:]
        if len(answers) == 1:
            answers = NUMBERED.split(answers[0])[1:]
        for question, answer in zip(asked, answers, strict=True):
            self.ask(plain(question.split("\n\n**")[0]).strip(), plain(answer).strip())

    def read_text(self, source):
        """Take from a text what belongs on slides, and remember what it ends with."""
        text = HEADING.sub(r"\1\n\n", FOLDED.sub("", plain(source)))  # text may follow a heading at once
        paragraphs = [p for p in re.split(r"\n\s*\n", text) if p.strip() not in ("", OPEN)]
        for k, paragraph in enumerate(paragraphs):
            following = paragraphs[k + 1] if k + 1 < len(paragraphs) else ""
            if paragraph.startswith("# "):
                self.add(f"# {self.title}", alone(sentences(following, FIRST)), kind="slide")
            elif paragraph.startswith("## "):
                self.section = paragraph
                self.opens = True
                if following and not re.match(r"[#|\-$]|\d+\. ", following):
                    self.add_light("t", alone(sentences(following, FIRST)))
            elif paragraph.startswith("**After this chapter"):
                self.add(paragraph, following)
            elif DISPLAYED.search(paragraph):
                for formula in DISPLAYED.findall(paragraph):
                    lead = sentences(self.before, LEAD, last=True)
                    self.add_light("f", lead, TAG.sub(r"\\qquad(\1)", formula))
            if self.notes and not paragraph.startswith("#"):
                self.notes[-1].append(paragraph)
            is_lead = not re.match(r"[#|\-]|\d+\. |\$\$|\*\*You need", paragraph)
            self.before = paragraph if is_lead else ""

    def read_outputs(self, cell):
        """Take the pictures and the equations of a cell that was run; two equations have room on a slide."""
        for output in cell.get("outputs", []):
            shown = BeautifulSoup(output.get("data", {}).get("text/html", ""), "html.parser")
            folds = (fold for fold in shown.select("summary") if fold.get_text() == "What it is")
            guess = next((fold.parent.parent for fold in folds), None)
            proofs, lead = shown.select(".proof:has(p, tr)"), ""  # a line that is checked has neither
            if self.before:
                lead = alone(sentences(self.before, LEAD, last=True), ELSEWHERE)
            if proofs:
                self.prove(proofs)
                continue
            if guess is not None:
                answer = guess.details.extract().select("p")[-1].decode_contents()
                self.ask(guess.decode_contents().replace("\n", " "), answer)
                continue
            if name := explorer_of(cell):
                said = [p.get_text() for p in shown.select("p")[1:]]
                live = f'<div class="kernelsy19-twin" data-explorer="{name}"><p></p>{shown.img}</div>'
                self.add(self.section, lead, live, notes=said)
                continue
            covered = shown.select_one(f"details.{COVER}")
            found = list(EQUATION.finditer(output.get("data", {}).get("text/markdown", "")))
            shown = [
                f"**{match['a'] or match['c']}.** {match['b'] or match['d']}\n\n{TAG.sub('', match['formula'])}"
                for match in found
                if begins(match["formula"]) not in self.in_text
            ]
            for k in range(0, len(shown), 2):
                self.add_light("k", "\n\n".join(shown[k : k + 2]))
            for picture in PICTURE.findall(output.get("data", {}).get("text/html", "")):
                self.add(self.section, lead, f'<div class="fragment">{picture}</div>' if covered else picture)

    def read(self, cell):
        """Take what a cell has for slides: by its tag, or by the rule."""
        tags = cell.metadata.get("tags", [])
        if "slide" in tags and cell.cell_type == "markdown":
            self.add(plain(cell.source))
        elif "no-slide" not in tags and cell.cell_type == "markdown":
            self.read_text(without_kernel(cell.source))
        elif "no-slide" not in tags:
            self.read_outputs(cell)


def deck_of(notebook):
    """The slides of a chapter.
    notebook: NotebookNode → NotebookNode"""
    title = notebook.cells[0].source.splitlines()[0].removeprefix("# ")
    texts = [FOLDED.sub("", cell.source) for cell in notebook.cells if cell.cell_type == "markdown"]
    deck = Deck(title, {begins(formula) for text in texts for formula in DISPLAYED.findall(text)})
    for cell in depth.sections(notebook.cells)[0]:
        if cell.cell_type == "markdown" and cell.source.startswith(LAST_SECTION):
            deck.read_questions(cell.source)
            break
        deck.read(cell)
    cells = []
    for cell, said in zip(deck.cells, deck.notes, strict=True):
        cells.append(cell)
        if said:
            notes = new_markdown_cell(plain("\n\n".join(said)), id=f"{cell.id}-notes")
            notes.metadata["slideshow"] = {"slide_type": "notes"}
            cells.append(notes)
    return new_notebook(cells=cells, metadata={"title": title, "slides": len(deck.cells)})


def page_of(deck):
    """A deck as a page of HTML, which wants `vendor/` and `slides.css` beside it.
    deck: NotebookNode → str"""
    from nbconvert.exporters import SlidesExporter  # takes a second

    options = {"template_name": "slides", "exclude_anchor_links": True}
    return SlidesExporter(extra_template_basedirs=[str(SITE)], **options).from_notebook_node(deck)[0]


def main(numbers):
    written = [chapter for chapter in chapters() if chapter.notebook]
    chosen = [c for c in written if (c.number in numbers if numbers else c.number.isdigit())]
    if not chosen:
        return f"There is no chapter {', '.join(numbers)}."
    served = fetch_assets()
    shutil.rmtree(SLIDES, ignore_errors=True)
    shutil.copytree(ASSETS / "slides", SLIDES / "vendor")
    shutil.copy(served / "tex-svg-full.js", SLIDES / "vendor")
    for font in (ASSETS / "book").iterdir():
        shutil.copy(font, SLIDES / "vendor")
    shutil.copy(SITE / "slides" / "slides.css", SLIDES)
    write_renderer(SLIDES)
    write_frames(SLIDES / "frames")
    lines = []
    for chapter in chosen:
        notebook = nbformat.read(ROOT / "notebooks" / f"{chapter.notebook}.ipynb", as_version=4)
        deck = deck_of(notebook)
        name, about = f"{chapter.notebook}.html", deck.metadata
        (SLIDES / name).write_text(page_of(deck), encoding="utf-8")
        lines.append(f'<li><a href="{name}">{about.title}</a>, {about.slides} slides</li>')
    (SLIDES / "index.html").write_text(INDEX.format("\n".join(lines)), encoding="utf-8")
    print(f"The slides are in build/slides/; open build/slides/index.html. {len(chosen)} chapters.")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
