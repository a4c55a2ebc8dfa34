"""Pack the text of the book as an EPUB: formulas as MathML, pictures with their descriptions, one file a chapter."""

import base64
import datetime
import html
import re
import uuid
import zipfile
from pathlib import Path

from address import edition, errata, repository
from book_text import ABOUT, AUTHOR, PREFACE, TITLE, made
from bs4 import BeautifulSoup
from build_site import BUILT, SITE, fetch_assets

import kernelsy19

LICENSES = "Prose and figures under CC BY 4.0, code under the BSD 3-Clause License."
NAMESPACES = (
    'xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en"'
)
CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/content.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>"""
ACCESSIBLE = {
    "accessMode": ("textual", "visual"),
    "accessModeSufficient": ("textual", "textual,visual"),
    "accessibilityFeature": (
        "MathML",
        "alternativeText",
        "structuralNavigation",
        "tableOfContents",
        "readingOrder",
    ),
    "accessibilityHazard": ("none",),
    "accessibilitySummary": ("Every formula is MathML, and every picture has a description.",),
}
TO_MATHML = """async (formulas) => {
    await MathJax.startup.promise;
    return formulas.map(([tex, display]) => MathJax.tex2mml(tex, { display }));
}"""


def mathml(browser, formulas):
    """Write formulas as MathML, by MathJax.
    browser: playwright Browser; formulas: list of (str, bool): TeX, and whether it has its own line → dict"""
    page = browser.new_page()
    page.set_content("<script>MathJax = { startup: { typeset: false } };</script>")
    page.add_script_tag(path=str(fetch_assets() / "tex-svg-full.js"))
    written = page.evaluate(TO_MATHML, formulas)
    page.close()
    return dict(zip(map(tuple, formulas), written, strict=True))


def as_file(title, body):
    """A chapter as a file of XHTML."""
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html {NAMESPACES}><head>'
        f"<title>{html.escape(title)}</title>"
        f'<link rel="stylesheet" type="text/css" href="epub.css"/></head><body>{body}</body></html>\n'
    )


def take_pictures(body, slug, files):
    """Put the pictures of a chapter into files of their own."""
    for k, image in enumerate(body.select("img"), start=1):
        kind, _, data = image["src"].partition(";base64,")
        if data:
            name = f"{slug}-{k}.{re.split('[/+]', kind)[1]}"
            files[name] = base64.b64decode(data)
        else:
            name = Path(image["src"]).name
            files[name] = (BUILT / "notebooks" / image["src"]).resolve().read_bytes()
        image["src"] = name
        kept = {key: image[key] for key in ("src", "alt", "style") if image.get(key)}
        image.attrs = {**kept, "alt": image.get("alt", "")}


def pack(browser, book, path):
    """Pack the book.
    browser: playwright Browser; book: list of Chapter, which is changed; path: Path, of the EPUB"""
    formulas = [(n["data-tex"], "shown" in n["class"]) for c in book for n in c.body.select("[data-tex]")]
    written = mathml(browser, formulas)
    files, owner = {"epub.css": (SITE / "book" / "epub.css").read_bytes()}, {}
    for chapter in book:
        for node in chapter.body.select("[data-tex]"):
            drawn = BeautifulSoup(written[node["data-tex"], "shown" in node["class"]], "html.parser").math
            drawn["alttext"] = node["data-tex"]
            if number := node.attrs.pop("data-number", None):
                node.append(made("span", number, class_="number"))
            del node["data-tex"]
            node.insert(0, drawn)
        take_pictures(chapter.body, chapter.slug, files)
        owner |= {node["id"]: f"{chapter.slug}.xhtml" for node in chapter.body.select("[id]")}
    for chapter in book:
        for link in chapter.body.select('a[href^="#"]'):
            target = link["href"][1:]
            if target in owner:
                link["href"] = f"{owner[target]}#{target}"
            else:
                link.unwrap()
        files[f"{chapter.slug}.xhtml"] = as_file(chapter.title, chapter.body.decode_contents()).encode()
    title = f"<h1>{TITLE}</h1><p>{AUTHOR}</p><p>{edition()}. {LICENSES}</p><p>{errata(repository())}</p>"
    files["title.xhtml"] = as_file(TITLE, f'<section class="title-page">{title}</section>{PREFACE}').encode()
    files["nav.xhtml"] = as_file("Contents", contents(book)).encode()
    spine = ["title.xhtml", "nav.xhtml", *(f"{chapter.slug}.xhtml" for chapter in book)]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)  # first, and as it is
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("book/content.opf", package(files, spine))
        for name, data in files.items():
            archive.writestr(f"book/{name}", data)


def contents(book):
    """The contents as EPUB wants them: parts, chapters, sections."""
    rows, last = [], None
    for chapter in book:
        if chapter.part != last:
            rows.append(f"{'</ol></li>' if last else ''}<li><span>{html.escape(chapter.part)}</span><ol>")
            last = chapter.part
        place = f"{chapter.slug}.xhtml"
        heads = [(h["id"], h.get_text().strip()) for h in chapter.body.select("section section > h2")]
        inner = "".join(f'<li><a href="{place}#{at}">{html.escape(said)}</a></li>' for at, said in heads)
        inner = f"<ol>{inner}</ol>" if inner else ""
        rows.append(f'<li><a href="{place}">{html.escape(chapter.title)}</a>{inner}</li>')
    return f'<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>{"".join(rows)}</ol></li></ol></nav>'


def package(files, spine):
    """The list of all files, their order, and what libraries ask of a book."""
    kinds = {".xhtml": "application/xhtml+xml", ".css": "text/css"}
    kinds |= {".png": "image/png", ".svg": "image/svg+xml"}
    items, now = [], datetime.datetime.now(datetime.UTC)
    for name, data in files.items():
        holds = "nav" if name == "nav.xhtml" else "mathml" if b"<math" in data else ""
        kind = kinds[Path(name).suffix] + (f'" properties="{holds}' if holds else "")
        items.append(f'<item id="{name.replace(".", "-")}" href="{name}" media-type="{kind}"/>')
    book_id = uuid.uuid5(uuid.NAMESPACE_DNS, f"kernelsy19 {kernelsy19.__version__}")
    said = [(key, html.escape(value)) for key, values in ACCESSIBLE.items() for value in values]
    meta = "".join(f'<meta property="schema:{key}">{value}</meta>' for key, value in said)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="uid">urn:uuid:{book_id}</dc:identifier>
<dc:title>{TITLE}</dc:title><dc:creator>{AUTHOR}</dc:creator><dc:language>en</dc:language>
<dc:subject>Kernel methods</dc:subject><dc:description>{ABOUT}</dc:description><dc:rights>{LICENSES}</dc:rights>
<meta property="dcterms:modified">{now:%Y-%m-%dT%H:%M:%SZ}</meta>{meta}</metadata>
<manifest>{"".join(items)}</manifest>
<spine>{"".join(f'<itemref idref="{name.replace(".", "-")}"/>' for name in spine)}</spine></package>"""
