"""Print the course as a book, `build/book.pdf`, and pack it as one for readers, `build/book.epub`.

    python tools/make_book.py                 all of it, from the site that `tools/build_site.py` has built
    python tools/make_book.py 03 07           two chapters
    python tools/make_book.py --solutions     with the solved exercises; the site must have been built with them, too

All is one document (`book_text.py`), which chromium prints twice: the first time says on which pages things stand, and
the second has these numbers in the contents and in the index. Running heads are those of CSS.
"""

import argparse
import html
import io
import re
import shutil
import sys

from address import edition, errata, repository
from book_text import ABOUT, AUTHOR, PREFACE, TITLE, index, read
from build_site import ASSETS, BUILT, ROOT, SITE, fetch_assets
from long_formulas import broken
from make_epub import pack
from pypdf import PdfReader, PdfWriter
from pypdf.generic import BooleanObject, DictionaryObject, NameObject

sys.path.append(str(ROOT / "tests" / "browser"))
import lab

BOOK, EPUB, WORK = (ROOT / "build" / name for name in ("book.pdf", "book.epub", "book"))
HEADS = (
    '@page {0}:left {{ @top-left {{ content: counter(page); }} @top-right {{ content: "{1}"; }} }}\n'
    '@page {0}:right {{ @top-right {{ content: counter(page); }} @top-left {{ content: "{1}"; }} }}\n'
    "article.{0} {{ page: {0}; }}\n"
)
MARGIN = "@page { @top-left, @top-right { font: 9pt Book, serif; color: #555; } }"


def document(book, terms):
    """Put the book together as one page of HTML; where page numbers belong it says of what.
    book: list of Chapter; terms: as `index` gives them → str"""
    heads, contents, articles, last, page = [], [], [], None, "front"
    for chapter in book:
        title = html.escape(chapter.title)
        follows = chapter.slug[0] == "x"
        if not follows:
            page = chapter.slug
            heads.append(HEADS.format(page, re.sub(r'["\\]', "", chapter.title)))
        part = ""
        if chapter.part != last and not follows:
            part = f'<p class="part-title">{html.escape(chapter.part)}</p>'
            contents.append(f'<li class="part">{html.escape(chapter.part)}</li>')
        last = chapter.part
        kind = ("section", chapter.slug, "Exercises") if follows else ("chapter", chapter.slug, title)
        contents.append(entry(*kind))
        for heading in [] if chapter.slug[0] in "xs" else chapter.body.select("section section > h2"):
            contents.append(entry("section", heading["id"], html.escape(heading.get_text())))
        articles.append(
            f'<article class="{page}{" follows" if follows else ""}">{part}{chapter.body.decode_contents()}</article>'
        )
    heads += [HEADS.format("front", TITLE), HEADS.format("index", "Index")]
    rows = [
        f"<li>{html.escape(term)}{f', see <i>{html.escape(see)}</i>' if see else ' '}"
        f"{', '.join(number(first, bold, last) for first, last, bold in places)}</li>"
        for term, places, see in terms
    ]
    contents.append(entry("chapter", "index", "Index"))
    front = (
        f'<div class="title-page"><h1>{TITLE}</h1><p>{AUTHOR}</p><p>{edition()}</p>'
        "<p>Prose and figures under CC BY 4.0, code under the BSD 3-Clause License.</p>"
        f"<p>{errata(repository())}</p></div>"
    )
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{TITLE}</title><link rel="stylesheet" href="book.css">
<style>{MARGIN} {"".join(heads)}</style>
<script>MathJax = {{ startup: {{ typeset: false }} }};</script><script src="tex-svg-full.js"></script>
<script src="book.js" defer></script></head><body>{front}
<article class="front"><h1>Contents</h1><nav class="contents"><ol>{"".join(contents)}</ol></nav></article>
<article class="front">{PREFACE}</article>{"".join(articles)}
<article class="index" id="index"><h1>Index</h1><ul>{"".join(rows)}</ul></article></body></html>"""


def entry(kind, target, title):
    """A line of the contents."""
    return f'<li class="{kind}"><a href="#{target}">{title}</a><i></i>{number(target)}</li>'


def number(target, bold=False, last=""):
    """The place where the number of a page will stand, or those of the first page and the last."""
    kind = f"page{' bold' if bold else ''}{' whole' if last else ''}"
    return "–".join(f'<a class="{kind}" href="#{place}">000</a>' for place in (target, last) if place)


def write_page(book, terms, folder=WORK):
    """Write the document and what it needs into a folder; return the path of the document."""
    served = fetch_assets()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ASSETS / "book", folder)
    for source in (served / "tex-svg-full.js", SITE / "book" / "book.css", SITE / "book" / "book.js"):
        shutil.copy(source, folder)
    if (BUILT / "_images").is_dir():
        shutil.copytree(BUILT / "_images", folder / "_images", dirs_exist_ok=True)
    path = folder / "book.html"
    path.write_text(document(book, terms), encoding="utf-8")
    return path


def typeset(page, path):
    """Open the document and draw its formulas; return those that do not fit, however they are broken."""
    page.emulate_media(media="print", color_scheme="light")
    page.set_viewport_size({"width": round(168 / 25.4 * 96), "height": 1000})
    page.goto(path.as_uri())
    page.evaluate("() => Promise.all([MathJax.startup.promise, document.fonts.ready])")
    wide = page.evaluate("() => drawFormulas()")
    return page.evaluate("ways => fitFormulas(ways)", [[k, broken(tex)] for k, tex in wide])


def printed(page):
    """Print what is shown: tagged, with an outline.
    page: playwright Page → PdfReader"""
    made = page.pdf(prefer_css_page_size=True, print_background=True, tagged=True, outline=True)
    return PdfReader(io.BytesIO(made))


def set_numbers(page, reader):
    """Set the numbers of pages in contents and index to those that a printed book has."""
    number_of, named = reader.get_destination_page_number, reader.named_destinations
    places = {name.lstrip("/"): number_of(place) + 1 for name, place in named.items()}
    page.evaluate(
        """places => {
            for (const link of document.querySelectorAll('a.page'))
                link.textContent = places[decodeURIComponent(link.hash.slice(1))] ?? '?';
            for (const row of document.querySelectorAll('.index li')) {
                const seen = {};
                for (const link of [...row.querySelectorAll('a.page:not(.whole)')]) {
                    const first = (seen[link.textContent] ??= link);
                    if (first === link) continue;
                    first.className = [first, link].find((one) => one.className.includes("bold"))?.className ?? "page";
                    link.previousSibling.remove(); link.remove();
                }
            }
        }""",
        places,
    )


def finished(reader):
    """The book with what readers and libraries ask of a file: author, subject, language, its title in the window.
    reader: PdfReader → PdfWriter"""
    writer = PdfWriter(clone_from=reader)
    keywords = {"/Keywords": "kernel methods, support vector machines, kernel PCA"}
    writer.add_metadata({"/Title": TITLE, "/Author": AUTHOR, "/Subject": ABOUT, **keywords})
    shown = DictionaryObject({NameObject("/DisplayDocTitle"): BooleanObject(True)})
    writer.root_object[NameObject("/ViewerPreferences")] = shown
    writer.page_layout = "/TwoColumnRight"
    writer.compress_identical_objects()
    return writer


def book_of(browser, book):
    """Print the book.
    browser: playwright Browser; book: list of Chapter → PdfWriter, list of str: formulas that are too wide"""
    terms = index(book)
    page = browser.new_page()
    wide = typeset(page, write_page(book, terms))
    set_numbers(page, printed(page))
    writer = finished(printed(page))
    page.close()
    return writer, wide


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("numbers", nargs="*", help="chapters; all if none is named")
    parser.add_argument("--solutions", action="store_true", help="with the solved exercises")
    parser.add_argument("--lite", action="store_true", help="for the site; a book takes no notice of it")
    given = parser.parse_args(arguments)
    if not (BUILT / "index.html").is_file():
        parser.error("There is no site to print: run `make site` first.")
    if given.solutions and not (BUILT / "solutions").is_dir():
        parser.error('The site has no solutions: run `make site SITE_OPTIONS="--solutions"` first.')
    with lab.open_chromium() as browser:
        book = read(given.numbers, given.solutions)
        writer, wide = book_of(browser, book)
        writer.write(BOOK)
        pack(browser, read(given.numbers, given.solutions), EPUB)
    for path in (BOOK, EPUB):
        print(f"The book is in {path.relative_to(ROOT)}, {path.stat().st_size / 1e6:.1f} MB.")
    print(f"{len(writer.pages)} pages." + "".join(f"\nToo wide: {tex}" for tex in wide))
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
