"""Questions on paper: what a bank says of them, what a word draws, and how they are printed."""

import functools
import hashlib
import html
import importlib
import inspect
import re
import tempfile
import tomllib
import types
from collections import namedtuple
from pathlib import Path

import numpy as np

from kernelcourse.desk.contents import rooms
from kernelcourse.drawing import figures
from kernelcourse.drawing.picture import image_html

BANK = Path(__file__).with_name("paper.toml")
PATIENCE = 300_000  # milliseconds for a page of formulas
KINDS = ("code", "paper", "figure", "words")
COMMON = {"kind": str, "minutes": int, "difficulty": int, "goal": str}
OF_KIND = {
    "code": {},
    "paper": {"title": str, "text": str, "scheme": list},
    "figure": {"title": str, "text": str, "scheme": list, "draw": str},
    "words": {"title": str, "text": str, "points": int, "none": str, "half": str, "full": str},
}
STYLE = """<style>
@page { size: A4; margin: 20mm 18mm; @bottom-right { content: counter(page) " of " counter(pages); font: 9pt serif }
  @bottom-left { content: "Number: ____________________"; font: 9pt serif } }
body { font: 11pt/1.45 serif } h2 { font-size: 12.5pt; break-after: avoid }
section { break-inside: avoid } .room { height: 62mm; border-bottom: 1px dotted #999 }
.name { display: flex; justify-content: space-between }
table { border-collapse: collapse; width: 100%; margin: 3mm 0 } img { max-width: 150mm }
td { border: 1px solid #bbb; padding: 1mm 2mm; vertical-align: top } td:first-child { width: 9mm; text-align: right }
pre { white-space: pre-wrap } .solution { background: #f2f5ee }
</style>"""


# A question as a word has drawn it: text, lines of the solution with what each earns, a picture or None.
Drawn = namedtuple("Drawn", "key title minutes points text solution picture")


def read_bank(place=BANK):
    """Read the questions of a bank, a TOML file: a table for each, by a key that begins with its chapter: `["03.P1"]`.

    Each has `kind` (of `KINDS`), `minutes`, `difficulty` (1 to 3) and `goal` (the first words of one at the head of the
    chapter). Paper and figure have `title`, `text` and `scheme` (lines of points and what earns them); words have
    `title`, `text`, `points` and `none`, `half`, `full` (a sample answer for each level). `draw` is Python that draws
    with `rng`: what it names stands in the texts as ⟦name⟧ or ⟦name:.2f⟧, and a figure's names a `picture`. Like any
    program, a bank that somebody gave you is read before it is run.

    place: Path → dict of dict, by key. ValueError if it is no TOML, or a question has not what its kind needs
    """
    try:
        bank = tomllib.loads(place.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"expected a bank in TOML, got {place.name}: {error}") from None
    for key, question in bank.items():
        if not re.fullmatch(r"\d\d\.\w+", key) or not isinstance(question, dict):
            raise ValueError(f"expected keys such as 03.P1 in {place.name}, got {key}")
        if question.get("kind") not in KINDS:
            raise ValueError(f"expected a kind of {', '.join(KINDS)} for {key}, got {question.get('kind')!r}")
        for name, sort in (COMMON | OF_KIND[question["kind"]]).items():
            if type(question.get(name)) is not sort:
                raise ValueError(f"expected {name} of {key} as {sort.__name__}, got {question.get(name)!r}")
        if not all(len(line) == 2 and isinstance(line[0], int) for line in question.get("scheme", [])):
            raise ValueError(
                f"expected lines of points and words in the scheme of {key}, got {question['scheme']}"
            )
        if question["difficulty"] not in (1, 2, 3):
            raise ValueError(f"expected a difficulty from 1 to 3 for {key}, got {question['difficulty']}")
    return bank


@functools.cache
def library():
    """→ dict of str to namespace, by room: what it hands on, and its equations"""
    spaces = {}
    for chapter in rooms():
        if chapter.in_library:
            parts = (
                importlib.import_module(f"kernelsy19.{chapter.room}{file}") for file in ("", ".equations")
            )
            members = [member for part in parts for member in inspect.getmembers(part)]
            spaces[chapter.room] = types.SimpleNamespace(**dict(members))
    return spaces


def draw(key, question, word):
    """Let a word draw the numbers and the case of a question that is not for the computer; question: of `read_bank`.
    → Drawn. ValueError if what a private bank draws fails, or is not named as its texts want it"""
    seed = int.from_bytes(hashlib.sha256(f"{word}\n{key}".encode()).digest()[:8], "big")
    space = {"np": np, "rng": np.random.default_rng(seed), "figures": figures} | library()
    try:
        exec(question.get("draw", ""), space)
        if question["kind"] == "figure":
            space["picture"].png  # noqa: B018  drawn here, so that what fails is said of the question

        def told(text):
            return re.sub("⟦(.+?)⟧", lambda found: eval(f'f"""{{{found[1]}}}"""', space), text.strip())

        if question["kind"] == "words":
            points, levels = question["points"], (question[name] for name in ("none", "half", "full"))
            scheme = [(k * points // 2, level) for k, level in enumerate(levels)]
        else:
            scheme = question["scheme"]
            points = sum(points for points, _ in scheme)
        lines = [(points, told(line)) for points, line in scheme]
        title, picture = told(question["title"]), space.get("picture")
        return Drawn(key, title, question["minutes"], points, told(question["text"]), lines, picture)
    except Exception as error:
        raise ValueError(
            f"{key} cannot be drawn with the word {word!r}: {type(error).__name__}: {error}"
        ) from error


def page(questions, mathjax, solved=False, course="Kernel methods", title="Exam"):
    """Questions as a page to print, solved: with the marking schemes.
    questions: sequence of Drawn; mathjax: Path, the script that sets the formulas → str, HTML"""
    from nbconvert.filters import markdown2html

    minutes, points = sum(q.minutes for q in questions), sum(q.points for q in questions)
    title = html.escape(title) + ", with solutions" * solved
    body = [f"<p>{html.escape(course)}</p><h1>{title}</h1><p>{minutes} minutes, {points} points.</p>"]
    if not solved:
        body.append(f"<p class=name><span>Name: {'_' * 34}</span><span>Number: {'_' * 20}</span></p>")
    for k, question in enumerate(questions, 1):
        head = f"{k}. {html.escape(question.title)} ({question.points} points, {question.minutes} minutes)"
        shown = image_html(question.picture.png, question.picture.alt, 560) if question.picture else ""
        body.append(f"<section><h2>{head}</h2>{markdown2html(question.text)}{shown}")
        if solved:
            rows = "".join(f"<tr><td>{n}<td>{markdown2html(line)}" for n, line in question.solution)
            body.append(f"<p>{question.key}</p><table class=solution>{rows}</table>")
        body.append("</section>" if solved else "<div class=room></div></section>")
    setting = "window.MathJax = {tex: {inlineMath: [['$', '$']]}, svg: {fontCache: 'local'}}"
    scripts = f"<script>{setting}</script><script src='{mathjax.as_uri()}'></script>"
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>Exam</title>{STYLE}{scripts}{''.join(body)}</html>"


def print_pdf(browser, text, place):
    """Print a page as PDF. browser: playwright Browser, a chromium; text: str, HTML; place: Path, of the PDF"""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "exam.html")
        source.write_text(text, encoding="utf-8")
        tab = browser.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.goto(source.as_uri())
        tab.evaluate("async () => { await window.MathJax.startup.promise }")
        place.write_bytes(tab.pdf(prefer_css_page_size=True, print_background=True))
        tab.close()
