"""What the search of the site looks through: every page with its sections, as plain words, in one file.

`search.js` reads it and answers in the browser, without a server. Words that a chapter or a section does not say, and
readers ask for, come from the glossary of appendix D and from `also_called.toml`. Of formulas, only short ones in a
line are kept.
"""

import functools
import json
import re
import tomllib
from pathlib import Path

from docutils import nodes
from site_pages import glossary
from sphinx import addnodes

from kernelcourse.desk.contents import chapters
from kernelcourse.equations import catalogue

NAMED = (
    "alpha=α beta=β gamma=γ delta=δ varepsilon=ε eta=η theta=θ lambda=λ mu=μ nu=ν xi=ξ rho=ρ sigma=σ varphi=φ"
)
GREEK = dict(re.findall(r"(\w+)=(.)", NAMED))
KINDS = {"exercises": "Exercises", "equations": "Equation", "api": "Library", "solutions": "Solutions"}
SKIPPED = (
    *(nodes.math_block, nodes.literal_block, nodes.doctest_block, nodes.raw, nodes.comment, nodes.image),
    *(nodes.title, addnodes.desc_signature, addnodes.toctree),
)
NOT_SOUGHT = {"404", "search", "terms", "LICENSE"}
MOST_PLACES = 3  # of a term in the index
LONGEST = 14  # a formula in a line that a snippet shows


def plain(tex):
    """A short formula as a reader would type it, a long one as three dots."""
    text = re.sub(r"\\(\w+)", lambda found: GREEK.get(found[1], found[0]), tex)
    text = re.sub(r"\\(?:mathbf|boldsymbol|mathcal|tilde|hat)\{?(\w)\}?", r"\1", text)
    return "…" if "\\" in text or "{" in text or len(text) > LONGEST else text


def words_of(node):
    """The words of a node, without those of the sections and functions in it.
    node: Node → list of str"""
    if isinstance(node, nodes.Text):
        return [] if str(node).strip()[1:-1] in sources() else [str(node)]
    if isinstance(node, nodes.paragraph) and node.astext() in sources():
        return []
    if isinstance(node, nodes.math):
        return [plain(node.astext())]
    if isinstance(node, SKIPPED) or "cell_input" in node.get("classes", ()):
        return []
    parts = [word for child in node.children if not is_section(child) for word in words_of(child)]
    return parts if isinstance(node, nodes.Inline) else [*parts, " "]


@functools.cache
def sources():
    """Where the equations stand in their lectures, which stands below each and nobody looks for in a chapter."""
    return frozenset(equation.where for equation in catalogue().values())


def is_section(node):
    """Whether a node is a result of its own: a section, or a function or class of the library."""
    return isinstance(node, (nodes.section, addnodes.desc))


def sections_of(doctree):
    """List the sections of a page, functions of the library among them.
    doctree: document → list of (str, str, str): the anchor, the title and the words of each"""
    found = []
    for node in doctree.findall(is_section):
        named = node[0] if isinstance(node, addnodes.desc) else node
        if anchor := next(iter(named.get("ids", ())), None):
            title = ".".join(anchor.split(".")[2:]) if named is not node else title_of(node[0])
            found.append((anchor, title, " ".join("".join(words_of(node)).split())))
    return found


def title_of(title):
    """The words of a title."""
    return "".join(plain(n.astext()) if isinstance(n, nodes.math) else n.astext() for n in title.children)


def kind_of(docname):
    """What a page is, for its reader and for its place among the results."""
    folder, _, stem = docname.rpartition("/")
    if folder == "notebooks":
        return "Chapter" if stem[:2].isdigit() else "Appendix"
    return KINDS.get(folder, "")


def list_terms(app, doctree, docname):
    """Fill the page of terms: each word of the glossary with the sections that say it most, or else its chapter."""
    if docname != "terms":
        return
    pages = [page for page in sorted(app.env.found_docs) if kind_of(page) == "Chapter"]
    sections = [(page, *one) for page in pages for one in sections_of(app.env.get_doctree(page))[1:]]
    titles = {c.notebook: f"{c.number} {c.title}" for c in chapters()}
    entries = {}
    for ours, elsewhere, _, stem in glossary():
        chapter = (f"notebooks/{stem}", "", titles[stem])
        entries[ours] = (f" ({elsewhere}): ".replace("$", ""), chapter)
        for word in elsewhere.split(";")[0].split(", "):
            entries.setdefault(word, (f", here {ours}: ", chapter))
    listed = nodes.bullet_list()
    for word, (meant, chapter) in sorted(entries.items(), key=lambda entry: entry[0].casefold()):
        said = re.compile(rf"\b{re.escape(word.split(' (')[0])}", re.IGNORECASE)
        found = [place for place in sections if said.search(place[-1])]
        found.sort(key=lambda place: (place[0] != chapter[0], -len(said.findall(place[-1]))))
        line = nodes.paragraph("", "", nodes.strong("", word), nodes.Text(meant))
        for k, (page, anchor, title, *_) in enumerate(found[:MOST_PLACES] or [chapter]):
            uri = app.builder.get_relative_uri(docname, page) + (f"#{anchor}" if anchor else "")
            title = title if re.search(r"\d\.\d|^\d", title) else f"{page[10:12]} {title}"
            line += [nodes.Text("; " if k else ""), nodes.reference("", title, internal=True, refuri=uri)]
        listed += nodes.list_item("", line)
    doctree[0] += listed


def write_index(app, exception):
    """Write what `search.js` looks through."""
    if exception or app.builder.name != "html":
        return
    asked = tomllib.loads((Path(app.srcdir) / "also_called.toml").read_text(encoding="utf-8"))
    also = {f"notebooks/{c.notebook}": c.about for c in chapters() if c.notebook}
    for ours, elsewhere, _, stem in glossary():
        also[f"notebooks/{stem}"] += f"; {ours}; {elsewhere}"
    pages = []
    for docname in sorted(app.env.found_docs - NOT_SOUGHT):
        sections = sections_of(app.env.get_doctree(docname))
        url = app.builder.get_target_uri(docname)
        number = next((c.number for c in chapters() if docname == f"notebooks/{c.notebook}"), None)
        of_chapter = asked if kind_of(docname) == "Chapter" else {}
        own = [of_chapter.get(title.split(" ")[0], "") for _, title, _ in sections]
        own[0] = asked.get(number, "")
        words = "; ".join(filter(None, [also.get(docname, ""), *own]))
        found = [[*section, said] if said else section for section, said in zip(sections, own, strict=True)]
        pages.append([url, sections[0][1], kind_of(docname), words, found])
    text = f"const SOUGHT_PAGES = {json.dumps(pages, ensure_ascii=False, separators=(',', ':'))};\n"
    (app.outdir / "_static" / "search-index.js").write_text(text, encoding="utf-8")


def forget_index(app):
    """Let Sphinx make no index of its own."""
    app.builder.search = False


def setup(app):
    """Tell Sphinx."""
    app.connect("builder-inited", forget_index)
    app.connect("doctree-resolved", list_terms)
    app.connect("build-finished", write_index)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
