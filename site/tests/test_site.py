"""The site as a reader meets it: `make test-site` builds it first, then runs this in chromium, without any network."""

import functools
import re
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from site_pages import glossary

from kernelcourse.desk.contents import chapters
from kernelcourse.equations import catalogue

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "site"
AXE = ROOT / "build" / "site-assets" / "axe.min.js"
CHAPTERS = [chapter.notebook for chapter in chapters() if chapter.notebook]
# Of what is ours all, of the theme's what is serious.
AXE_RUN = """async () => (await axe.run()).violations.filter(({ impact, nodes }) => /serious|critical/.test(impact)
    || nodes.some(({ target }) => document.querySelector(target[0])?.closest('.bd-article')))"""
OTHERS = ("_modules", "lite", "slides", "_static")  # made elsewhere
TAKEN = ("lite", "slides", "book.pdf", "book.epub")  # which stand beside the pages
WIDTHS, THEMES = (390, 1024, 1400), ("light", "dark")
TO_LOOK_AT = (
    "index.html",
    "notebooks/03_minimum_volume_ball.html",
    "exercises/03_minimum_volume_ball_exercises.html",
    "equations/SY19-9c.html",
    "api/ball.html",
    "bibliography.html",
    "your_own_ball.html",
    "terms.html",
    "search.html?q=kernel",
    "teaching/README.html",
    "notebooks/18_error_bars.html",
    "notebooks/D_notation.html",
    "notebooks/F_library_to_read.html",
    "equations/index.html",
    "genindex.html",
    "_modules/kernelsy19/ball/solve.html",
)

ASKED = tomllib.loads((ROOT / "site" / "tests" / "asked.toml").read_text(encoding="utf-8"))
ANSWERED = "asked => document.querySelector('#search-results').dataset.answered === asked"
FIRST = "link => [link.href, link.textContent.split(' › ')[1] ?? '']"
SEEN = "all => all.filter((one) => one.getBoundingClientRect().width * one.getBoundingClientRect().height > 0).length"
# Formulas of which a piece has no room, though it could still be made smaller; those that have to be scrolled all the
# same; how many go on in a second line.
FITTED = """() => {
    const found = { large: [], cut: [], turned: [], broken: 0 };
    for (const box of document.querySelectorAll('.bd-article .math')) {
        if (!box.offsetParent) continue;
        const edge = box.parentElement.closest('td, p, li, dd, div, article').getBoundingClientRect().right + 1;
        const places = [...box.children].map((piece) => piece.getBoundingClientRect());
        const pairs = places.slice(1).map((place, k) => [places[k], place]);
        const below = pairs.filter(([one, next]) => next.top + next.bottom > one.top + one.bottom + 20);
        found.broken += below.length > 0;
        const turned = pairs.some((pair) => !below.includes(pair) && pair[1].left < pair[0].left);
        if (turned) found.turned.push(box.dataset.tex);
        if (places.every((place) => place.right <= edge)) continue;
        found[parseFloat(box.style.fontSize || 1) > 0.66 ? 'large' : 'cut'].push(box.dataset.tex);
    }
    return found;
}"""

# Of each proof that is unfolded: how far it sticks out, and the narrowest column of words.
PROOFS = """() => [...document.querySelectorAll('.bd-article .proof')].filter((e) => e.offsetWidth).map((proof) => ({
    wide: proof.scrollWidth - proof.clientWidth,
    narrowest: Math.min(...[...proof.querySelectorAll('td:nth-child(n+3)')].map((td) => td.clientWidth)),
}))"""
# How far a control stands beyond the right edge of its explorer.
BEYOND = """() => Math.max(...[...document.querySelectorAll('.ks-live')].flatMap((live) =>
    [...live.querySelectorAll('.ks-control > *')].map((part) =>
        part.getBoundingClientRect().right - live.getBoundingClientRect().right)))"""


class Page(HTMLParser):
    """What a page refers to, and what it offers to be referred to."""

    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.links, self.loads, self.ids, self.without_alt = [], [], set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag == "img" and not (given.get("alt") or "").strip():
            self.without_alt.append((given.get("src") or "")[:80])
        if tag in {"script", "img", "iframe", "source"} and given.get("src"):
            self.loads.append(given["src"])
        if tag == "link" and given.get("rel") != "canonical" and given.get("href"):
            self.loads.append(given["href"])


@functools.cache
def pages():
    return {path: Page(path) for path in sorted(SITE.rglob("*.html"))}


def page_of(name):
    return SITE / name.partition("?")[0]


def visit(browser, name, width=1400, theme="light"):
    """Open a page without a network; formulas have their face when this returns."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.startswith("http") else None)
    page.goto(page_of(name).as_uri() + "".join(name.partition("?")[1:]))
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    page.evaluate("() => document.fonts.ready")
    return page, asked


class TestWhatIsThere:
    def test_every_chapter_equation_and_exercise_has_a_page(self):
        wanted = [f"notebooks/{stem}.html" for stem in CHAPTERS]
        wanted += [f"equations/{key}.html" for key in catalogue()]
        wanted += [f"exercises/{path.stem}.html" for path in (ROOT / "exercises").glob("*.ipynb")]
        assert not [name for name in wanted if not page_of(name).is_file()]

    def test_no_page_shows_a_solution(self):
        assert not (SITE / "solutions").exists()

    def test_links_lead_somewhere(self):
        broken = []
        for path, page in pages().items():
            for link in page.links:
                parts = urlsplit(link)
                if parts.scheme or parts.netloc:
                    continue
                target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
                if not target.exists():
                    broken.append(f"{path.relative_to(SITE)}: {link}")
                elif target in pages() and (at := unquote(parts.fragment)) and at not in pages()[target].ids:
                    broken.append(f"{path.relative_to(SITE)}: {link}, no such place")
        assert not broken, "\n".join(broken[:40])

    def test_nothing_is_loaded_from_elsewhere(self):
        loads = {(path.relative_to(SITE), load) for path, page in pages().items() for load in page.loads}
        assert not [(path, load) for path, load in loads if re.match(r"(?:https?:)?//", load)]

    def test_every_picture_is_described(self):
        bare = {f"{p.relative_to(SITE)}: {src}" for p, page in pages().items() for src in page.without_alt}
        assert not bare

    def test_an_equation_and_its_function_lead_to_each_other(self):
        equation = page_of("equations/SY19-9c.html").read_text(encoding="utf-8")
        assert "../api/ball.html#kernelsy19.ball.squared_distances_to_center" in equation
        assert "../equations/SY19-9c.html" in page_of("api/ball.html").read_text(encoding="utf-8")
        chapter = page_of("notebooks/03_minimum_volume_ball.html").read_text(encoding="utf-8")
        assert "../equations/SY19-9c.html" in chapter
        assert "../notebooks/03_minimum_volume_ball.html" in equation

    def test_a_line_of_a_proof_leads_to_its_equation(self):
        chapter = page_of("notebooks/03_minimum_volume_ball.html").read_text(encoding="utf-8")
        assert '<small><a href="../equations/SY19-4.html">SY19-4</a></small>' in chapter

    def test_a_section_in_depth_is_folded_below_its_title_and_hidden_code_can_be_shown(self):
        for name in CHAPTERS:
            page = (SITE / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
            titles = re.findall(r"<h[23]>In depth: .*?</h[23]>\s*(.{26})", page)
            assert all(after == '<details class="in-depth">' for after in titles)
        assert "hide-input" in (SITE / "notebooks" / "00_start_here.html").read_text(encoding="utf-8")

    def test_an_example_of_the_library_can_be_copied(self):
        texts = {path.name: path.read_text(encoding="utf-8") for path in (SITE / "api").glob("*.html")}
        assert not [name for name, text in texts.items() if r"\_" in re.sub(r"<[^>]+>", "", text)]

    def test_authors_and_a_year_lead_to_the_work(self):
        assert "../bibliography.html#" in page_of("api/ball.html").read_text(encoding="utf-8")
        given = re.findall(r"doi=\{(.+?)\}", (ROOT / "site" / "references.bib").read_text(encoding="utf-8"))
        links = pages()[page_of("bibliography.html")].links
        assert len(given) > 50 and not [doi for doi in given if f"https://doi.org/{doi}" not in links]

    def test_every_page_says_what_it_is_about(self):
        described = re.compile(r'<meta name="description" content="(.+?)">')
        written = [path for path in pages() if path.relative_to(SITE).parts[0] not in OTHERS]
        ours = [path for path in written if path.name != "genindex.html"]
        said = {path: described.findall(path.read_text(encoding="utf-8")) for path in ours}
        assert not [path.name for path, found in said.items() if len(found) != 1 or len(found[0]) < 20]
        assert all("favicon.svg" in "".join(pages()[path].loads) for path in ours)

    def test_nothing_is_shipped_that_no_page_loads(self):
        heavy = ("*.map", "fontawesome.js*", "searchindex.js", "searchtools.js")
        assert not [path for pattern in heavy for path in (SITE / "_static").rglob(pattern)]
        loads = {path.name: " ".join(page.loads) for path, page in pages().items()}
        assert not [name for name, loaded in loads.items() if re.search("fontawesome|searchindex", loaded)]

    def test_every_term_of_the_glossary_has_its_place(self):
        page = pages()[page_of("terms.html")]
        listed = page_of("terms.html").read_text(encoding="utf-8")
        words = [word for row in glossary() for word in (row[0], re.split("[,;]", row[1])[0])]
        assert not [word for word in words if f"<strong>{word}</strong>" not in listed]
        assert sum("notebooks/" in link for link in page.links) > 100


class TestInTheBrowser:
    @pytest.mark.parametrize("stem", CHAPTERS)
    def test_a_chapter_is_typeset_and_asks_nobody(self, browser, stem):
        page, asked = visit(browser, f"notebooks/{stem}.html")
        assert page.locator(".bd-article .math:not(:has(math))").count() == 0
        text = page.locator(".bd-article").inner_text()
        assert "$$" not in text and not re.search(r"\\(?:frac|sum|mathbf|alpha)\b", text)
        assert asked == []
        page.context.close()

    @pytest.mark.parametrize("width", (390, 1280))
    def test_a_proof_is_read_without_scrolling_sideways(self, browser, width):
        """But for a formula that is wider than the column, which scrolls alone."""
        page, _ = visit(browser, "notebooks/03_minimum_volume_ball.html", width)
        proofs = page.evaluate(PROOFS)
        page.context.close()
        assert len(proofs) > 5
        assert not [proof for proof in proofs if proof["wide"] > 1 or proof["narrowest"] < 180]

    @pytest.mark.parametrize("width", (390, 1280, 1400))
    def test_controls_stand_within_their_explorer(self, browser, width):
        page, _ = visit(browser, "notebooks/12_perceptron_and_svm.html", width)
        page.locator("[data-explorer=SoftMarginExplorer]").scroll_into_view_if_needed()
        page.locator("[data-explorer=SoftMarginExplorer] + .ks-site canvas").wait_for()
        beyond = page.evaluate(BEYOND)
        page.context.close()
        assert beyond <= 1

    @pytest.mark.parametrize("name", TO_LOOK_AT)
    @pytest.mark.parametrize("theme", THEMES)
    def test_axe_finds_nothing_in_what_is_ours_and_nothing_serious(self, browser, name, theme):
        for width in WIDTHS:
            page, asked = visit(browser, name, width, theme)
            page.add_script_tag(path=str(AXE))
            found = page.evaluate(AXE_RUN)
            said = [f"{width}: {v['id']}: {v['nodes'][0]['html'][:120]}" for v in found]
            wide = page.locator("html").evaluate("page => page.scrollWidth - page.clientWidth")
            page.context.close()
            assert not said, "\n".join(said)
            assert wide <= 1, f"at {width} px the page is {wide} px wider than the window"
            assert asked == []

    def test_the_first_answer_is_the_right_one(self, browser):
        """And what is shown of a page is words, not the source of a formula."""
        page, asked_of_others = visit(browser, "search.html")
        field, results = page.locator("main input[name=q]"), page.locator("#search-results")
        missed, sources = [], []
        for asked, wanted in ASKED.items():
            field.fill(asked)
            page.wait_for_function(ANSWERED, arg=asked)
            link = results.locator("li > a").first
            page_name, section = link.evaluate(FIRST) if link.count() else ("nothing", "")
            first = page_name.removeprefix(f"{SITE.as_uri()}/").removeprefix("notebooks/")
            right = first.startswith(tuple(wanted.split())) or section.removeprefix("In depth: ").startswith(
                tuple(f"{number} " for number in wanted.split() if re.search("[.·]", number))
            )
            missed += [] if right else [f"{asked}: {first} › {section}"]
            shown = results.locator("li").all_inner_texts()
            sources += [text for text in shown if re.search(r"\\\w|\\[(\[]|\$\$", text)]
        page.context.close()
        assert len(ASKED) >= 30 and not missed, "\n".join(missed)
        assert not sources and asked_of_others == []

    def test_a_question_is_answered_where_it_is_asked(self, browser):
        page, _ = visit(browser, "equations/SY19-9c.html")
        assert page.locator("script[src*=search-index]").count() == 0  # nobody has asked yet
        page.keyboard.press("Control+k")
        page.keyboard.type("pre-image")
        page.wait_for_selector("#pst-search-dialog li > a")
        page.locator("#pst-search-dialog li > a").first.click()
        page.wait_for_url("**/notebooks/09_denoising.html*")
        page.context.close()

    @pytest.mark.parametrize("width", (390, 1366))
    def test_one_header_and_one_search(self, browser, width):
        page, _ = visit(browser, "notebooks/01_kernels.html", width)
        buttons = page.locator(".search-button__button").evaluate_all(SEEN)
        assert buttons == 1 and page.locator(".bd-header").evaluate_all(SEEN) == 0
        page.context.close()

    def test_formulas_are_broken_and_made_smaller_before_they_are_cut(self, browser):
        page, _ = visit(browser, "notebooks/03_minimum_volume_ball.html", 360)
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        page.evaluate("() => new Promise((seen) => setTimeout(seen, 300))")
        found = page.evaluate(FITTED)
        assert found["broken"] > 20 and not any((found["large"], found["cut"], found["turned"])), found
        wrapped = "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).length"
        assert page.locator(".cell_input pre").evaluate_all(wrapped) == 0
        page.context.close()

    @pytest.mark.parametrize("stem", CHAPTERS)
    def test_a_chapter_does_not_weigh_much(self, browser, stem):
        """With the first explorer, whose scenes come when it is near."""
        page, bodies = browser.new_page(), []
        page.on("requestfinished", lambda request: bodies.append(request.response().body()))
        page.goto(page_of(f"notebooks/{stem}.html").as_uri())
        page.wait_for_load_state("networkidle")
        for first in page.locator("[data-explorer], .ks-site").locator("visible=true").all()[:1]:
            first.evaluate("one => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
            page.locator(".ks-site canvas").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.close()
        assert sum(map(len, bodies)) < 1.5e6

    def test_neither_does_the_site(self):
        ours = (path for path in SITE.rglob("*") if path.relative_to(SITE).parts[0] not in TAKEN)
        assert sum(path.stat().st_size for path in ours if path.is_file()) < 57e6
