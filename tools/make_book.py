"""Print the course into one PDF, `build/book.pdf`, from the site that `tools/build_site.py` has built.

    python tools/make_book.py           all of it
    python tools/make_book.py 03 07     two chapters

Chromium prints each page of the site as it prints for anybody: formulas typeset, what is folded unfolded, explorers as
the picture that they are at first. Title page, contents, page numbers and the outline are added here. Nothing leads to
this machine: links within the book lead to its pages, and those to other pages of the site are dropped.
"""

import html
import io
import re
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from build_site import BUILT, ROOT
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Link
from pypdf.generic import Fit, NameObject

import kernelsy19
from kernelcourse.desk.contents import chapters

sys.path.append(str(ROOT / "tests" / "browser"))
import lab

BOOK = ROOT / "build" / "book.pdf"
PAPER = {"format": "A4", "margin": dict.fromkeys(("top", "right", "bottom", "left"), "2cm")}
SCALE = 0.82  # of what the site shows on a screen
TITLE = "Kernel methods, derived line by line"
UNFOLD = "() => document.querySelectorAll('details').forEach((part) => { part.open = true; })"
STYLE = """
body { font-family: "DejaVu Serif", Georgia, serif; color: #1a1a1a; margin: 0; }
.title { padding-top: 34vh; text-align: center; break-after: page; }
h1 { font-size: 26pt; font-weight: normal; margin: 0 0 0.6em; } h2 { font-size: 15pt; font-weight: normal; }
p { font-size: 10pt; line-height: 1.6; } ol { list-style: none; padding: 0; font-size: 10.5pt; line-height: 1.75; }
li { display: flex; gap: 0.5em; } li i { flex: 1; border-bottom: 1px dotted #aaa; margin-bottom: 0.45em; }
li.part { margin-top: 0.7em; font-weight: bold; }
"""
NUMBERS = """<html lang="en"><title>Numbers</title><style>
@page {{ size: A4; margin: 0; }} body {{ margin: 0; font: 9pt "DejaVu Serif", Georgia, serif; color: #4d4d4d; }}
div {{ height: 297mm; position: relative; break-after: page; overflow: hidden; }}
div:last-child {{ break-after: auto; }}
span {{ position: absolute; bottom: 9mm; width: 100%; text-align: center; }}</style>{pages}</html>"""


def pages_of_the_book(numbers=()):
    """List what the book holds.
    numbers: sequence of str, of chapters; none for all → list of (str, str, str): the part, the title and the
    page of the site, in the order of the book"""
    chosen = [c for c in chapters() if c.notebook and (not numbers or c.number in numbers)]
    found = [(c.part, f"notebooks/{c.notebook}.html") for c in chosen]
    found += [("Exercises", f"exercises/{c.notebook}_exercises.html") for c in chosen if c.has_exercises]
    found.append(("Reference", "bibliography.html"))
    return [(part, heading(BUILT / name), name) for part, name in found if (BUILT / name).is_file()]


def heading(path):
    """Read the heading of a page: the contents call a chapter what it calls itself.
    path: Path, of its HTML → str"""
    text = path.read_text(encoding="utf-8")
    found = re.search(r"<h1>((?:(?!</h1>).)*)<a class=\"headerlink\"", text, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", found[1])).strip()


def printed(page, path):
    """Print a page of the site.
    page: playwright Page; path: Path, of its HTML → bytes, a PDF"""
    page.emulate_media(media="print", color_scheme="light")
    page.goto(path.as_uri())
    page.evaluate(UNFOLD)
    page.wait_for_function("window.MathJax?.startup?.promise || !document.querySelector('.math')")
    page.evaluate("async () => { await window.MathJax?.startup?.promise }")
    return page.pdf(**PAPER, scale=SCALE, print_background=True, tagged=True, outline=True)


def front(page, entries):
    """Print the title page and the contents.
    page: playwright Page; entries: list of (part, title, number of its first page) → bytes, a PDF"""
    rows, last = [], None
    for part, title, number in entries:
        if part != last:
            rows.append(f'<li class="part">{html.escape(part)}</li>')
        rows.append(f"<li>{html.escape(title)}<i></i>{number}</li>")
        last = part
    page.set_content(
        f'<html lang="en"><title>{TITLE}</title><style>{STYLE}</style><div class="title"><h1>{TITLE}</h1>'
        f"<h2>The kernelsy19 authors</h2><p>Version {kernelsy19.__version__}. Prose and figures under CC BY 4.0, "
        "code under the BSD 3-Clause License.<br>On the site and in the notebooks the explorers move, and the "
        "exercises answer.</p>"
        f"</div><h1>Contents</h1><ol>{''.join(rows)}</ol></html>"
    )
    return page.pdf(**PAPER)


def numbered(page, count):
    """Print a number at the foot of each of so many pages, on nothing else.
    page: playwright Page; count: int → PdfReader"""
    page.set_content(NUMBERS.format(pages="".join(f"<div><span>{k + 1}</span></div>" for k in range(count))))
    return PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))


def joined(parts, foreword, numbers):
    """Join what was printed.
    parts: list of ((part, title, name), PdfReader); foreword: PdfReader, title page and contents; numbers:
    PdfReader, a page for each of the book → PdfWriter"""
    writer, firsts = PdfWriter(), {}
    writer.append(foreword, import_outline=False)
    last, above = None, None
    for (part, title, name), reader in parts:
        first = len(writer.pages)
        firsts[(BUILT / name).resolve()] = first
        if part != last:
            above, last = writer.add_outline_item(title=part, page_number=first), part
        writer.append(reader, import_outline=False)
        writer.add_outline_item(title=title, page_number=first, parent=above)
    for k, page in enumerate(writer.pages):
        if k:  # the title page has none
            page.merge_page(numbers.pages[k])
            page.compress_content_streams()
        _lead_within(writer, page, firsts)
    writer.add_metadata({"/Title": TITLE, "/Author": "The kernelsy19 authors"})
    writer.compress_identical_objects()
    return writer


def _lead_within(writer, page, firsts):
    """Let the links of a page that lead to files lead to pages of the book, and drop the others of that kind."""
    kept, added = [], []
    for annotation in page.get("/Annots") or []:
        link = annotation.get_object()
        address = str(link.get("/A", {}).get("/URI", ""))
        if not address.startswith("file:"):
            kept.append(annotation)
            continue
        first = firsts.get(Path(unquote(urlsplit(address).path)).resolve())
        if first is not None:
            added.append(
                Link(
                    rect=link["/Rect"], border=[0, 0, 0], target_page_index=first, fit=Fit.fit_horizontally()
                )
            )
    if "/Annots" in page:
        page[NameObject("/Annots")] = type(page["/Annots"])(kept)
    for link in added:
        writer.add_annotation(page, link)


def book(browser, numbers=()):
    """Print the book.
    browser: playwright Browser, a chromium; numbers: sequence of str, of chapters; none for all → PdfWriter"""
    names, parts = pages_of_the_book(numbers), []
    for name in names:
        page = browser.new_page()
        parts.append((name, PdfReader(io.BytesIO(printed(page, BUILT / name[2])))))
        page.close()
    page = browser.new_page()
    before = len(PdfReader(io.BytesIO(front(page, [(*name[:2], 999) for name in names]))).pages)
    entries, at = [], before + 1
    for name, reader in parts:
        entries.append((*name[:2], at))
        at += len(reader.pages)
    foreword = PdfReader(io.BytesIO(front(page, entries)))
    writer = joined(parts, foreword, numbered(page, at - 1))
    page.close()
    return writer


def main(numbers):
    if not (BUILT / "index.html").is_file():
        return "There is no site to print: run `make site` first."
    with lab.open_chromium() as browser:
        writer = book(browser, numbers)
    writer.write(BOOK)
    size = BOOK.stat().st_size / 1e6
    print(f"The book is in {BOOK.relative_to(ROOT)}, {len(writer.pages)} pages, {size:.1f} MB.")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
