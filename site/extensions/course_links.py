"""Links that nobody has to write: a key leads to its equation, a name to the library, authors and year to the work."""

import html
import re
import textwrap

from address import mend_links
from course_search import words_of
from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from kernelcourse.desk.contents import chapters, rooms
from kernelcourse.equations import catalogue

NOT_WITHIN = (nodes.reference, nodes.literal_block, nodes.title, nodes.math, nodes.citation)
NOT_WITHIN += (addnodes.pending_xref,)


class CourseLinks(SphinxPostTransform):
    """Link what text, tables and code in a line name."""

    default_priority = 5

    def run(self, **kwargs):
        self._link_literals()
        self._link_words()
        self._link_html()

    def _uri(self, docname):
        return self.app.builder.get_relative_uri(self.env.docname, docname)

    def _link_literals(self):
        objects = self.env.domains["py"].objects
        for node in list(self.document.findall(nodes.literal)):
            if any(isinstance(ancestor, NOT_WITHIN) for ancestor in ancestors(node)):
                continue
            name = node.astext().removesuffix("()")
            names = (name, f"kernelsy19.{name}", f"kernelcourse.{name}")
            found = next((objects[one] for one in names if one in objects), None)
            if name in catalogue():
                self._wrap(node, self._equation(name))
            elif found is not None and found.docname != self.env.docname:
                self._wrap(node, f"{self._uri(found.docname)}#{found.node_id}")

    def _equation(self, key):
        return self._uri(f"equations/{key}")

    def _wrap(self, node, uri):
        reference = nodes.reference("", "", internal=True, refuri=uri)
        node.replace_self(reference)
        reference += node

    def _link_words(self):
        targets = {key: self._equation(key) for key in catalogue() if self.env.docname != f"equations/{key}"}
        works = self._works()
        pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, targets))})(?![\w-])")
        for node in list(self.document.findall(nodes.Text)):
            if any(isinstance(ancestor, (*NOT_WITHIN, nodes.literal)) for ancestor in ancestors(node)):
                continue
            text, pieces, at = node.astext(), [], 0
            hits = [(m.start(), m.end(), targets[m[0]]) for m in pattern.finditer(text)]
            hits += [(m.start(), m.end(), uri) for one, uri in works for m in one.finditer(text)]
            for start, end, uri in sorted(hits):
                if start < at:
                    continue
                pieces.append(nodes.Text(text[at:start]))
                pieces.append(nodes.reference("", text[start:end], internal=True, refuri=uri))
                at = end
            if at:
                node.parent.replace(node, [*pieces, nodes.Text(text[at:])])

    def _works(self):
        """Patterns of "First author … (year)" with the places of the bibliography to which they lead."""
        if self.env.docname == "bibliography":
            return []
        domain, found = self.env.domains["cite"], []
        for citation in domain.citations:
            entry = domain.bibdata.data.entries[citation.key]
            names = [" ".join(person.last_names) for person in entry.persons["author"]]
            first = re.escape(plain(names[0]))
            year = re.escape(re.sub(r"\D", "", entry.fields["year"]))
            uri = f"{self._uri(citation.bibliography_key.docname)}#{citation.citation_id}"
            rest = r"(?:,? (?:[A-Z]\. ?)*(?:and |& )?[A-ZÄÖÜÉØ][\w’'-]+)*(?: et al\.)?,? "
            found.append((re.compile(rf"\b{first}{rest}\(?{year}\)?"), uri))
        return found

    def _link_html(self):
        """Keys in HTML of ours: lines of proofs; the head of a folded equation opens it, the link stands below."""
        for node in list(self.document.findall(nodes.raw)):
            text = node.astext()
            if node.get("format") == "html":
                linked = re.sub(r"(?s)<summary><b>([\w-]+)</b>.*?</summary>", self._linked_key, text)
                linked = re.sub(r"<small>([\w-]+)</small>", self._linked_line, linked)
                if linked != text:
                    node.replace_self(nodes.raw("", linked, format="html"))

    def _linked_key(self, match):
        key = match[1]
        if key not in catalogue():
            return match[0]
        return f'{match[0]}<p><a href="{self._equation(key)}">The page of {key}</a></p>'

    def _linked_line(self, match):
        key = match[1]
        return f'<small><a href="{self._equation(key)}">{key}</a></small>' if key in catalogue() else match[0]


def ancestors(node):
    """Yield the nodes around a node, the nearest first."""
    while (node := node.parent) is not None:
        yield node


def plain(text):
    """A name as prose writes it, from BibTeX's way to write it."""
    for written, meant in {'\\"a': "ä", '\\"o': "ö", '\\"u': "ü", "{\\O}": "Ø", "{": "", "}": ""}.items():
        text = text.replace(written, meant)
    return text


def outside_code(line):
    """A line in which, outside of code, |x| is a norm and no substitution, and alpha_ a name and no link."""
    parts = re.split(r"(`[^`]*`)", line)
    return "".join(
        part if part.startswith("`") else re.sub(r"(\w)_(?!\w)", r"\1\\_", part.replace("|", r"\|"))
        for part in parts
    )


def handed_on(app, what, name, obj, options, lines):
    """Document a name where its room hands it on, with a link to the equation that it is."""
    lines[:] = [line if line.lstrip().startswith((">>>", "...")) else outside_code(line) for line in lines]
    for key in getattr(obj, "equations", ()) if what == "function" else ():
        lines[:0] = [f"Equation `{key} <../equations/{key}.html>`__.", ""]


def forget_what_has_no_code(app):
    """Let the list of sources not lead to modules that have none, such as that of built-in functions."""
    modules = getattr(app.env, "_viewcode_modules", {})
    for name in [name for name, entry in modules.items() if not entry]:
        del modules[name]
    return ()


def fold_depth(app, doctree):
    """Fold what stands below the title of a section in depth."""
    for section in list(doctree.findall(nodes.section)):
        title, *below = section.children
        if title.astext().startswith("In depth: "):
            start = '<details class="in-depth"><summary>Unfold this section</summary>'
            ends = (nodes.raw("", text, format="html") for text in (start, "</details>"))
            section.children = []
            section += [title, next(ends), *below, next(ends)]


def finish_page(app, pagename, templatename, context, doctree):
    """Say what a page is to those that list pages, let explorers load what moves them, repair the theme's HTML."""
    body = context.get("body", "")
    # A name for what unfolds hidden code: the words that it shows. A bibliography is a list of plain items.
    body = body.replace(' aria-label="Toggle hidden content"', "").replace('"doc-biblioentry"', '"listitem"')
    context["body"] = body
    if "data-explorer=" in body:
        app.add_js_file("explorers.js", loading_method="defer")
        app.add_css_file("live.css")
    title = html.unescape(re.sub(r"<.*?>|\\\(|\\\)", "", context.get("title", "")))
    about = description(pagename, title, doctree)
    of_page = {"og:title": title, "og:description": about, "og:type": "website"}
    of_page |= {"og:site_name": app.config.html_title, "og:url": context.get("pageurl")}
    said = {"name": {"description": about}, "property": of_page}
    context["metatags"] = context.get("metatags", "") + "".join(
        f'\n<meta {kind}="{name}" content="{html.escape(text)}">'
        for kind, texts in said.items()
        for name, text in texts.items()
        if text
    )
    if pagename == "404" and app.config.html_baseurl:  # served in the place of any page, in whatever folder
        context["metatags"] += f'\n<base href="{app.config.html_baseurl}">'
    if doctree is not None and (links := mend_links(pagename, title)):
        buttons = [{"type": "link", "url": url, "text": said, "label": said} for said, url in links.items()]
        about = {"tooltip": "Mend this page", "icon": "fas fa-pencil-alt", "label": "mend-buttons"}
        context["header_buttons"].append({"type": "group", "buttons": buttons, **about})


def description(pagename, title, doctree):
    """What a page is about, in a sentence or two: what the course says of a chapter, else its first paragraph."""
    folder, _, stem = pagename.rpartition("/")
    name = stem.removesuffix("_exercises")
    if chapter := next((c for c in chapters() if c.notebook == name), None):
        kind = "Exercises on kernel methods" if folder == "exercises" else "Kernel methods"
        return f"{kind}: {chapter.title}. {chapter.about[:1].upper()}{chapter.about[1:]}."
    paragraphs = doctree.findall(nodes.paragraph) if doctree else ()
    texts = (" ".join("".join(words_of(one)).split()) for one in paragraphs)
    text = next(filter(None, texts), f"A course on kernel methods, derived line by line: {title}")
    return textwrap.shorten(text, 200, placeholder=" …")


def write_sitemap(app, exception):
    """List all pages for machines that search, once the site has an address."""
    if not exception and app.config.html_baseurl:
        pages = sorted(app.env.found_docs - {"404", "search"})
        uris = (app.config.html_baseurl + app.builder.get_target_uri(page) for page in pages)
        places = (f"<url><loc>{uri}</loc></url>" for uri in uris)
        text = '<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</urlset>\n'
        (app.outdir / "sitemap.xml").write_text(text.format("\n".join(places)), encoding="utf-8")


def setup(app):
    """Tell Sphinx."""
    assert rooms()
    app.add_post_transform(CourseLinks)
    app.connect("doctree-read", fold_depth)
    app.connect("html-page-context", finish_page, priority=900)  # the theme has made its buttons
    app.connect("html-collect-pages", forget_what_has_no_code, priority=100)
    app.connect("autodoc-process-docstring", handed_on, priority=900)
    app.connect("build-finished", write_sitemap)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
