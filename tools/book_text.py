"""The pages of the site as the text of a book, for paper (`make_book.py`) and for readers of EPUB (`make_epub.py`).

What a screen needs goes, what was folded is unfolded, figures and equations get numbers, and the text says where they
are. Each id begins with the slug of its chapter, so that all of it can stand in one document.
"""

import ast
import base64
import dataclasses
import posixpath
import re
import struct
import tomllib

from bs4 import BeautifulSoup, NavigableString
from build_site import BUILT, SITE

from kernelcourse.desk.contents import chapters
from kernelcourse.drawing.guess import COVER

TITLE, AUTHOR = "Kernel methods, derived line by line", "The kernelsy19 authors"
ABOUT = "A course on kernel methods: every formula is derived line by line, and every line is checked."
PREFACE = """<section id="preface"><h1>How to read this book</h1>
<p>This is the course as it stands in its notebooks and on its site, for reading without a machine. You know vectors,
matrices and derivatives, and you have written a loop in Python. Kernels, dual problems and Hilbert spaces are what the
chapters explain, in the order in which they need each other.</p>
<p><b>Proofs</b> have a formula a line, and below it the reason. Nobody has to believe a line: each was computed, on
random points and in hostile cases, and the line says what came out. An identity held up to rounding; a bound says how
much room there was; a line that holds because of something says by how much it fails without.</p>
<p><b>Equations</b> have a number, as (3.4), and a key, as SY19-4, which says in which lecture they stand. Below each is
the function that it is, in Python. Appendix B lists all of them.</p>
<p><b>Figures</b> that move on the site and in the notebooks say so; here they are as they are at first.
<b>Before a number or a figure</b> the text often asks for your guess. Make it: you remember what surprised you.</p>
<p><b>Sections in depth and exercises</b> are in smaller print. An exercise asks for a function or a value.
In the notebooks a check answers, with a hint where the mistake is known, and with a certificate where the answer is
right. Questions at the end of a chapter have their answers below them.</p></section>"""
WORDS = tomllib.loads((SITE / "book" / "words.toml").read_text(encoding="utf-8"))
MAKER = BeautifulSoup("", "html.parser")
KEYED = re.compile(r"\.\./equations/([\w-]+)\.html$")
LEFT_OUT = {"00", "F"}  # how notebooks are used, and the functions, each of which stands below its equation
SEARCHED = re.compile(r"\d+|E")  # chapters that the index looks through; the others are lists
TITLED = 100  # what a term weighs in a section that explains it
SHORT = 16  # lines of code that stay on one page
COLORED = {"k", "kn", "ow", "kc", "s1", "s2", "sd", "sa", "c1", "nf", "nc", "math"}
MENTION = re.compile(
    r"\b(?:(?P<next>(?:the )?next|here is (?:the same|that)|look at this)|"
    r"(?:this|the)(?: opening| left| right| second)?) "
    r"(?:picture|explorer)\b(?! below| of section| comes| to picture|s)(?<!axes of the lecture's picture)",
    re.IGNORECASE,
)
NUMBERS = [
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
]
# What everyone sees of a figure, beside its title.
SEEN = re.compile(r"\d+ images in \d+ rows?|\d+ panels?|Scatter plot(?: with a decision boundary)?")
IN_BRACKETS = re.compile(r" \(((?:[^()]|\([^()]*\))*)\)")
CALLED = re.compile(
    r"^guess\.|\bequations\.(?:summary|code)\(|^equation_index\(|\bequations\.s(?:heet|how)\(|\.walk\(|^explorers\.\w+\(|^display\(proofs\.\w+|^proofs\.\w+$|^check\("
)
SCREEN_ONLY = (
    "a.headerlink, button, style, script, details.hide, p:has(> .run-here), p.kernelsy19-twin, "
    f"[data-explorer] p:has(> b), details.in-depth > summary, details.{COVER} > summary, .toctree-wrapper"
)


@dataclasses.dataclass
class Chapter:
    """A page of the site in the book: its part there, its slug, its number or "", its title and its text."""

    part: str
    slug: str
    number: str
    title: str
    body: BeautifulSoup


def read(numbers=(), solutions=False):
    """Read the chapters of the book, each followed by its exercises, and make them a text for paper.
    numbers: sequence of str; none for all; solutions: bool → list of Chapter"""
    pages, solved = [], []
    for c in chapters():
        if not c.notebook or (c.number not in numbers if numbers else c.number in LEFT_OUT):
            continue
        pages.append((c.part, f"c{c.number}", c.number, f"notebooks/{c.notebook}.html"))
        if c.has_exercises and c.number != "00":
            pages.append((c.part, f"x{c.number}", "", f"exercises/{c.notebook}_exercises.html"))
            solved.append(("Solutions", f"s{c.number}", "", f"solutions/{c.notebook}_solutions.html"))
    pages += [*(solved if solutions else []), ("Reference", "works", "", "bibliography.html")]
    slugs = {name: slug for _, slug, _, name in pages}
    book, equations, asked = [], {}, set()
    for part, slug, number, name in pages:
        text = (BUILT / name).read_text(encoding="utf-8")
        body = BeautifulSoup(text, "html.parser").select_one("article.bd-article")
        unpack(body, name)
        clean(body, solution=slug[0] == "s")
        for node in body.select("section section > :is(p, ul, ol, div.shown)") if slug[0] in "xs" else ():
            if slug[0] == "x":
                asked.add(node.get_text())
            elif node.get_text() in asked:  # the question, which stands with the exercises
                node.decompose()
        heading = body.h1.get_text().strip()
        number_figures(body, slug, number.lstrip("0") or number)
        frame_equations(body, number.lstrip("0") or number, equations)
        for section in body.select("section section"):
            if len(section.get_text().split()) <= 1 and not section.select("[data-tex], img"):
                section.decompose()  # of which nothing but its heading is left
        book.append(Chapter(part, slug, number, heading, body))
        for node in body.select("[id]"):
            node["id"] = node["id"] if node["id"].startswith(("eq-", "fig-")) else f"{slug}--{node['id']}"
        body.h1["id"] = slug
        for heading in body.select("section section > :is(h2, h3)"):
            if "id" in heading.parent.attrs:  # it may begin at the foot of a page, its heading on the next
                heading["id"] = heading.parent.attrs.pop("id")
        if number == "B":
            shorten_list(body)
        lead_within(body, slug, name, slugs)
    for chapter in book:
        refer_to_equations(chapter.body, equations)
    return book


def unpack(body, name):
    """Let formulas be TeX again, and let pictures carry their data.
    body: Tag; name: str, of its page"""
    for math in body.select(".math[data-tex]"):
        math.string = math.attrs.pop("data-tex")
    for image in body.select("img[loading]"):
        data = (BUILT / name).parent.joinpath(image["src"]).read_bytes()
        image["src"] = f"data:image/png;base64,{base64.b64encode(data).decode()}"
        image.attrs = {key: value for key, value in image.attrs.items() if key not in ("loading", "height")}


def clean(body, solution=False):
    """Take from a page what only a screen can do, and unfold the rest.
    body: Tag; solution: bool, whether the page has solved exercises"""
    for node in body.select(SCREEN_ONLY):
        node.decompose()
    for cover in body.select(f"details.{COVER}"):
        cover.name = "div"
    for node in body.select("[role]"):  # of lists of works, and out of date
        del node["role"]
    for proof in body.select("div.proof"):  # a proof that is walked: its first line, then all lines
        beside = proof.find_next_sibling("details")
        if beside is not None and re.match(r"All \d+ lines", beside.summary.get_text()):
            beside.summary.decompose()
            beside.name = "div"
            if beside.p is None or beside.p.find_parent("table") or not beside.select("div.proof > p"):
                proof.table.decompose()
            else:
                proof.decompose()
    for cell in body.select("div.cell"):
        shorten_code(cell)
    for proof in body.select("div.proof"):
        stack(proof)
    for code in body.select("pre"):
        if len(code.get_text().strip().splitlines()) <= SHORT:
            code["class"] = "whole"
    for span in body.select("pre span, code span"):
        if not set(span.get("class", [])) & COLORED:
            span.unwrap()
    for heading in body.select("h1, h2"):
        for text in heading.find_all(string=re.compile("\n")):
            text.replace_with(text.replace("\n", " "))
    for math in body.select(".math"):
        tex = math.get_text().strip()
        shown = tex.startswith(r"\[")
        math.clear()
        math["class"] = "shown" if shown else "math"
        math["data-tex"] = re.sub(r"^\\[(\[]|\\[)\]]$", "", tex).strip()
    for details in body.select("details.in-depth"):
        details.name = "div"
        details.parent["class"] = "in-depth"
        title = details.parent.find(["h2", "h3"])
        title.string = re.sub(r" \(\d+ minutes?\)$", "", title.get_text())
    collect_answers(body)
    if body.h1 and "exercises" in body.h1.get_text():
        begin_exercises(body, solution)
    for paragraph in body.find_all("p", string=re.compile(r"^\s*YOUR ANSWER HERE\s*$")):
        paragraph.decompose()
    for paragraph in body.select("p"):
        put_for_paper(paragraph)


def shorten_code(cell):
    """A cell on paper: what calls for a guess, a proof, an equation, an explorer or a check is not said."""
    code, seen = cell.select_one(".cell_input pre"), set()
    for printed in cell.select("details pre, .cell_output pre"):
        if printed.get_text() in seen and not printed.find_parent("details"):
            printed.decompose()  # the function of an equation that stands beside it
        else:
            seen.add(printed.get_text())
    if code is None:
        return
    without_covers(code)
    try:
        body = ast.parse(code.get_text()).body
    except SyntaxError:  # magic
        return
    kept = [node for node in body if not CALLED.search(ast.unparse(node))]
    if len(kept) < len(body):  # and no name that only these would use
        names = {node: [name for name in ast.walk(node) if isinstance(name, ast.Name)] for node in kept}
        used = {name.id for some in names.values() for name in some if isinstance(name.ctx, ast.Load)}
        needed = {node for node, some in names.items() if {name.id for name in some} & used}
        shown = code.find_parent(class_="cell").select_one(f".cell_output :is(img, .stream, .{COVER})")
        kept = [n for n in kept if shown is not None or n in needed or not isinstance(n, ast.Assign)]
    only_imports = all(isinstance(node, ast.Import | ast.ImportFrom) for node in kept)
    if only_imports or cell.select_one(".kernelsy19-twin summary"):
        cell.select_one(".cell_input").decompose()
        return
    if len(kept) < len(body):
        gone = {k for node in body if node not in kept for k in range(node.lineno - 1, node.end_lineno)}
        lines = "\n".join(line for k, line in enumerate(code.decode_contents().split("\n")) if k not in gone)
        code.replace_with(as_pre(lines.strip()))


def without_covers(code):
    """Code on paper, where nothing is covered: what stands in a `with guess.covered():` stands without it."""
    lines, within = [], False
    for line in code.decode_contents().split("\n"):
        text = re.sub("<[^>]*>", "", line)
        if text == "with guess.covered():":
            within = True
            continue
        within = within and (text.startswith("    ") or not text)
        lines.append(line.replace("    ", "", 1) if within else line)
    code.clear()
    code.extend(list(as_pre("\n".join(lines)).pre.contents))


def as_pre(lines):
    """HTML of some code, in a <pre>, where alone spaces count."""
    return BeautifulSoup(f"<pre>{lines}</pre>", "html.parser")


def made(name, text="", **attributes):
    """A new tag with a text in it."""
    tag = MAKER.new_tag(name, attrs={k.rstrip("_"): v for k, v in attributes.items()})
    if text:
        tag.append(text)
    return tag


def stack(proof):
    """A proof without its table: each line is its formula, and below it the reason and what was checked."""
    lines = made("ol", class_="lines")
    for row in proof.select("tr"):
        cells = row.find_all("td", recursive=False)
        line = made("li")
        formula, *said = cells[1:]
        formula.name, formula.attrs = "div", {"class": "formula"}
        only = formula.find(class_="math")
        if only is not None and formula.get_text().strip() == only.get_text().strip():
            only.string = re.sub(r"(?s)^\\\(\\displaystyle\s*(.*)\\\)$", r"\\[\1\\]", only.get_text())
        line.append(formula)
        reason = made("p", class_="reason")
        for k, cell in enumerate(said):
            reason.append(" · " if k and cell.get_text().strip() else "")
            cell.name, cell.attrs = "span", {"class": "said" if k else "because"}
            reason.append(cell.extract())
        line.append(reason)
        lines.append(line)
    for table in proof.select("table"):
        table.replace_with(lines)


def collect_answers(body):
    """What answers a question, or what was to be guessed, stands at the end of its section, not beside it."""
    for section in reversed(body.select("section")):
        folded = section.find_all("details", recursive=False)
        asked = [d for d in folded if d.summary.get_text().startswith("Answer")]
        guesses = section.select(".kernelsy19-twin:not([data-explorer]) details")
        guesses = [d for d in guesses if d.find_parent("section") is section]
        for name, found in (("Answers", asked), ("What was to be guessed", guesses)):
            if not found:
                continue
            answers = made("div", class_="answers")
            for k, details in enumerate(found, start=1):
                details.summary.decompose()
                details.name = "div"
                if len(found) > 1:
                    (details.p or details).insert(0, made("b", f"{k}. "))
                answers.append(details.extract())
            (answers.p or answers).insert(0, made("b", f"{name}: "))
            section.append(answers)
    for twin in body.select(".kernelsy19-twin:not([data-explorer]):has(b)"):
        twin["class"] = "guess"


def begin_exercises(body, solution):
    """Exercises begin with what they need; how they are answered is said once, in the preface."""
    first = body.section
    for node in list(first.find_all(["p", "ul"], recursive=False)):
        if node.get_text().startswith("You need"):
            break
        node.decompose()
    if solution:
        body.h1.string = " ".join(body.h1.get_text(" ").split()).replace("exercises: ", "")
        for node in first.find_all(["p", "ul", "div"], recursive=False):
            node.decompose()
        for mark in body.find_all("span", string=re.compile("^### (BEGIN|END) SOLUTION$")):
            if mark.next_sibling:
                mark.next_sibling.replace_with(re.sub(r"^\n *", "", mark.next_sibling))
            mark.decompose()


def put_for_paper(paragraph):
    """Say on paper what paper can do, by the list of words."""
    text = str(paragraph)
    changed = text
    for pattern, words in WORDS["paper"]:
        changed = re.sub(pattern, words, changed)
    if changed != text:
        new = BeautifulSoup(changed, "html.parser")
        if new.get_text().strip():
            paragraph.replace_with(new)
        else:
            paragraph.decompose()


def number_figures(body, slug, number):
    """Number the figures of a chapter, and let the text refer to each."""
    figures = []
    for image in body.select(".cell_output img"):
        twin = image.find_parent(class_="kernelsy19-twin")
        said = twin.p.extract() if twin is not None and twin.p else None
        figure = made("figure", class_="moves" if twin is not None else "still")
        (twin or image).replace_with(figure)
        figure.append(image)
        name = f"Figure {number or slug}.{len(figures) + 1}"
        figure["id"] = f"fig-{slug}-{len(figures) + 1}"
        caption = made("figcaption")
        caption.append(made("b", f"{name}. "))
        caption.append(said.get_text() if said is not None else caption_of(image.get("alt", "")))
        if twin is not None and figure.find_parent(class_="cell_output"):
            caption.append(made("i", " (It moves on the site and in the notebook.)"))
        width = image.attrs.pop("width", None)
        high = "; max-height: 110mm" if is_high(image["src"]) else ""
        image["style"] = f"max-width: min(100%, {0.74 * int(width or 960):.0f}px){high}"
        figure.append(caption)
        figures.append((figure, name))
    refer_to_figures(body, figures)


def is_high(source):
    """Whether a picture, a PNG in its address, is about as high as wide: it needs more room for its words."""
    head = base64.b64decode(source.partition("base64,")[2][:44])
    width, height = struct.unpack(">II", head[16:24]) if head[:4] == b"\x89PNG" else (1, 0)
    return height > 0.7 * width


def refer_to_figures(body, figures):
    """Say in the text which figure is meant, and at the end of what leads to a figure, unless it is said already.
    figures: list of (Tag, str)"""
    order = {id(figure): k for k, (figure, _) in enumerate(figures)}
    last, here, waiting, named = -1, -1, [], set()
    for node in body.find_all(["p", "figure", "h2"]):
        if node.name == "h2":
            waiting, here = [], last
        elif node.name == "figure":
            last = order[id(node)]
            named |= {last} if waiting else set()
            for paragraph in waiting:
                mention(paragraph, figures[last])
            before = paragraph_before(node)
            if last not in named and before is not None:
                refer(before, figures[last])
            waiting = []
        elif not node.find_parent(["figure", "table"]) and not node.find_parent(class_=["proof", "answers"]):
            found = MENTION.search(node.get_text())
            if found and (found["next"] or last == here):
                waiting.append(node)
            elif found:
                mention(node, figures[last])


def mention(paragraph, figure):
    """Put the number of a figure where a paragraph first names it."""
    for text in paragraph.find_all(string=MENTION):
        found = MENTION.search(text)
        link = made("a", figure[1], href=f"#{figure[0]['id']}")
        text.replace_with(text[: found.end()] + " (", link, ")" + text[found.end() :])
        return


def refer(paragraph, figure):
    """Let a paragraph end with the number of the figure that follows it, before its full stop."""
    last = next((text for text in reversed(paragraph.contents) if str(text).strip()), None)
    stop = ""
    if isinstance(last, NavigableString) and (found := re.search(r"[.:;]\s*$", last)):
        stop = found[0].strip()
        last.replace_with(last[: found.start()])
    for piece in (" (", made("a", figure[1], href=f"#{figure[0]['id']}"), f"){stop}"):
        paragraph.append(piece)


def paragraph_before(figure):
    """The last paragraph of the text before a figure, if nothing but code or proofs lies between."""
    for node in figure.find_all_previous(["p", "figure", "h2", "h1"]):
        if node.name != "p":
            return None
        if node.find_parent("li") or node.get_text().startswith(("You need", "After this chapter")):
            continue
        if not node.find_parent(class_=["cell_output", "answers", "proof", "guess"]):
            return node
    return None


def caption_of(alt):
    """What a figure shows, from the description that it has for who does not see it: its title, then the sentence in
    which the description names what is drawn; without a title the names of its panels or curves."""
    ends = [end.start() for end in re.finditer(r"\. |\.?$", alt)]
    end = next(end for end in ends if alt[:end].count("(") <= alt[:end].count(")"))
    head, rest = alt[:end], alt[end + 2 :]
    for found in IN_BRACKETS.finditer(head):
        title = found[1] + "." * (found[1][-1] not in ".?!")
        if re.match(r"[A-Z]|\d+ [a-z]", title) and len(re.findall(r"[a-z]{3,}", title)) >= 2:
            head = head[: found.start()] + head[found.end() :]
            return title if SEEN.fullmatch(head) else f"{title} {as_sentence(head)}."
    names = list(dict.fromkeys(said.partition(": ")[0] for said in rest.split(". ") if ": " in said))
    if len(names) > 1 and max(map(len, names)) < 45 and len(names) < 7 and ":" not in head:
        head += f": {'; '.join(names)}"
    elif SEEN.fullmatch(head) and rest:
        head = rest.rstrip(".")
    return f"{as_sentence(head)}."


def as_sentence(words):
    """Let words begin as a sentence does: a small number is a word, a word has its capital."""
    number = re.match(r"(\d+)(?= [a-zA-Z])", words)
    if number and int(number[0]) < len(NUMBERS):
        words = NUMBERS[int(number[0])] + words[number.end() :]
    return words[:1].upper() + words[1:] if re.match(r"[a-z]{2}", words) else words


def frame_equations(body, number, equations):
    """Number the equations of the catalogue where they are first shown, each in a frame with its function.
    equations: dict of key to number, which grows"""
    shown = {k: d for d in body.select("details") if (k := key_of(d)) and not within_list(d)}
    count = sum(value.startswith(f"({number}.") for value in equations.values())
    for details in body.select("details"):
        key = key_of(details)
        if key is None:
            continue
        if shown.get(key, details) is not details:  # a list of a chapter shows again what its text has
            details.decompose()
            continue
        meaning = details.summary.extract()
        for paragraph in details.find_all("p", recursive=False):
            if paragraph.get_text().startswith("The page of"):
                paragraph.decompose()
        meaning.name = "p"
        meaning["class"] = "meaning"
        details.insert(0, meaning)
        details.name = "div"
        details.attrs = {"class": "equation"}
        if key not in equations:
            count += 1
            equations[key] = f"({number}.{count})"
            details["id"] = f"eq-{key}"
        first = details.select_one(".shown")
        if first is not None:
            first["data-number"] = equations[key]
    for details in body.select("details"):
        if details.summary is not None and re.match(r"All \d+ equations", details.summary.get_text()):
            details.decompose()  # appendix B lists them
            continue
        if details.summary is not None:
            details.summary.name = "p"
            details.p["class"] = "head"
        details.name = "div"


def shorten_list(body):
    """The list of all equations on paper: the number of each says where it is, and the proof stands there."""
    for row in body.select("tr"):
        for cell in row.find_all(["td", "th"], recursive=False)[3:]:
            cell.decompose()
    for code in body.select("td > p > a > code"):
        code.parent.unwrap()


def key_of(details):
    """The key of the equation that a folded part holds, or None."""
    found = details.find("summary", recursive=False)
    key = found.b.get_text() if found is not None and found.b is not None else None
    return key if key is not None and found.get_text().startswith(f"{key}:") else None


def within_list(details):
    outer = details.find_parent("details")
    return outer is not None and outer.summary is not None and outer.summary.get_text().startswith("All ")


def lead_within(body, slug, name, slugs):
    """Let links lead to the book's own pages, and to no other of the site."""
    for link in body.select("a[href]"):
        address = link["href"]
        if address.startswith("#fig-") or "://" in address:
            continue
        key = KEYED.search(address)
        path, _, anchor = address.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        if key:
            link["data-key"] = key[1]
            del link["href"]
        elif path in slugs:
            link["href"] = f"#{slugs[path]}--{anchor}" if anchor else f"#{slugs[path]}"
        else:
            link.unwrap()
    ids = {node["id"] for node in body.select("[id]")}
    for link in body.select(f'a[href^="#{slug}--"]'):
        if link["href"][1:] not in ids:
            link["href"] = f"#{slug}"


def refer_to_equations(body, equations):
    """A key leads to where its equation stands, and says its number."""
    for link in body.select("a[data-key]"):
        key = link["data-key"]
        del link["data-key"]
        if key not in equations:
            link.unwrap()
            continue
        link["href"] = f"#eq-{key}"
        if link.find_parent(class_="proof"):
            link.string = equations[key]
        elif not link.find_parent("table"):
            link.append(f" {equations[key]}")
        else:
            link.insert_after(f" {equations[key]}")


def index(book):
    """Mark where the terms of the index stand, and list them: those of the list of words, and those of the glossary.
    book: list of Chapter; those of `SEARCHED` are looked through → list of (str, list of (str, str, bool), str): a
    term, the ids of its places (first, last or "", whether it is explained there), and the word that leads to it"""
    whole = {chapter.slug: mark_ends(chapter) for chapter in book if SEARCHED.fullmatch(chapter.number)}
    parts = {chapter.slug: list(parts_of(chapter)) for chapter in book if chapter.slug in whole}
    rows, entries = glossary(book), {}
    for k, line in enumerate(WORDS["index"]):
        words = line.split("|")
        entries[plain(words[0])] = words[0], places_of(words, f"ix-{k}", parts, whole), ""
    for k, (words, _, slug, cell) in enumerate(rows):
        for word in words:
            name, found, _ = entries.get(plain(word), (word, [], ""))
            found = found or places_of([word], f"gl-{k}", {slug: parts[slug]} if slug in parts else {}, whole)
            entries[plain(word)] = name, [*found, (cell, "", False)], ""
    entries = {key: entry for key, entry in entries.items() if entry[1]}
    for term, see in [pair for _, terms, _, _ in rows for pair in terms]:
        entries.setdefault(plain(term), (term, [], see))
    return sorted(entries.values(), key=lambda entry: entry[0].casefold())


def plain(term):
    """A term as it is looked up: without what is in brackets, in the singular."""
    return re.sub(r" \([^)]*\)", "", term).casefold().removesuffix("s")


def places_of(words, name, parts, whole):
    """Where words stand: the whole of a chapter that has them in its title, else the sections that are about them.
    parts: dict, slug to what `parts_of` says; whole: dict, slug to ids of beginning and end"""
    pattern = re.compile("|".join(rf"\b{re.escape(word)}" for word in words), re.IGNORECASE)
    titled = [slug for slug, (opening, *_) in parts.items() if any(pattern.search(t) for _, t in opening[2])]
    others = [part for slug, of_chapter in parts.items() if slug not in titled for part in of_chapter]
    found = [part for part in others if any(pattern.search(text) for tags in part[1:] for _, text in tags)]
    about = [part for part in found if weight_of(pattern, *part[1:]) >= WORDS["often"]]
    if len(about) > WORDS["most"]:
        about = [part for part in about if weight_of(pattern, *part[1:]) >= TITLED]
    if not about and not titled:
        about = sorted(found, key=lambda part: -weight_of(pattern, *part[1:]))[:1]
    places = {part[0]: place_of(pattern, name, *part) for part in about}
    places |= {slug: (*whole[slug], True) for slug in titled}
    order = (place for slug, some in parts.items() for place in (slug, *(part[0] for part in some)))
    return [places[place] for place in order if place in places]


def mark_ends(chapter):
    """Mark the last words of a chapter. → (str, str): the ids of its beginning and of its end"""
    last = chapter.body.find_all(string=re.compile(r"\S"))[-1]
    last.wrap(made("span", id=f"end-{chapter.slug}"))
    return chapter.slug, f"end-{chapter.slug}"


def glossary(book):
    """What the tables of the glossary say, where the book has it; each row is marked.
    → list of (words of ours, (terms of others, our word), slug of the chapter that explains them, id of the row)"""
    rows = []
    for chapter in book:
        for table in chapter.body.select("table") if chapter.number == "D" else ():
            kind = table.th.get_text().strip() if table.th else ""
            for row in table.select("tbody tr") if kind in {"in this course", "elsewhere", "word"} else ():
                first, second, *_ = cells = row.find_all("td", recursive=False)
                words = [word.strip() for word in first.get_text().partition(";")[0].split(", ")]
                place = f"glossary-{len(rows)}"
                first.find(string=re.compile(r"\S")).wrap(made("span", id=place))
                slug = (cells[-1].a or {"href": ""})["href"].removeprefix("#")
                if kind == "elsewhere":
                    terms = [word for word in words if not re.match(r"(?:in|an?|the) ", word)]
                    rows.append(([], [(term, second.get_text().strip()) for term in terms], slug, place))
                else:
                    rows.append((words, [], slug, place))
    return rows


def parts_of(chapter):
    """The opening and the sections of a chapter: names, words in bold, heading and paragraphs, with their texts."""
    for n, section in enumerate(chapter.body.select("section")):
        tags = section.find_all(["strong", "h1", "h2", "h3", "p"])
        own = [tag for tag in tags if tag.find_parent("section") is section]
        found = (
            [tag for tag in own if tag.name == "strong"],
            [tag for tag in own if tag.name[0] == "h"][:1],
            [tag for tag in own if tag.name == "p" and not tag.find_parent("table")],
        )
        yield (f"{chapter.slug}-{n}", *([(tag, tag.get_text().strip()) for tag in tags] for tags in found))


def weight_of(pattern, bold, heading, paragraphs):
    """How much a section is about a term: how often it says it, and more where it is bold, or in the heading."""
    named = any(pattern.match(text) for _, text in bold) or any(pattern.search(text) for _, text in heading)
    return TITLED * named + sum(len(pattern.findall(text)) for _, text in paragraphs)


def place_of(pattern, name, section, bold, heading, paragraphs):
    """Mark a term in a section.
    → (str, str, bool): the id of the place, "", and whether the term is explained there"""
    bold = [tag for tag, text in bold if pattern.match(text)]
    other = [tag for tag, text in (*heading, *paragraphs) if pattern.search(text)]
    place = f"{name}-{section}"
    first = (bold or other)[0].find(string=re.compile(r"\S"))
    first.wrap(made("span", id=place))  # of an empty one chromium does not always say where it is
    return place, "", bool(bold)
