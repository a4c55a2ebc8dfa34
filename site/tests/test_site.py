"""The site as a reader meets it: `make test-site` builds it first, then runs this in chromium, without any network."""

import functools
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import lab
import pytest
from playwright.sync_api import sync_playwright

from kernelcourse.desk.contents import chapters
from kernelcourse.equations import catalogue

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "site"
AXE = ROOT / "build" / "site-assets" / "axe.min.js"
CHAPTERS = [chapter.notebook for chapter in chapters() if chapter.notebook]
# The list of a bibliography is docutils' own.
AXE_RUN = "async () => (await axe.run({include: ['.bd-article'], exclude: ['.citation-list']})).violations"
WIDTHS, THEMES = (390, 1024, 1400), ("light", "dark")
TO_LOOK_AT = (
    "index.html",
    "notebooks/03_minimum_volume_ball.html",
    "exercises/03_minimum_volume_ball_exercises.html",
    "equations/SY19-9c.html",
    "api/ball.html",
    "bibliography.html",
    "your_own_ball.html",
)

# What readers look for, and a page that has to be among the first results.
SOUGHT = {
    "minimum-volume ball": "notebooks/03_minimum_volume_ball",
    "Lagrangian": "notebooks/03_minimum_volume_ball",
    "duality gap": "notebooks/03_minimum_volume_ball",
    "strong duality": "notebooks/03_minimum_volume_ball",
    "Parzen": "equations/SY19-parzen-kernel",
    "Parzen window": "notebooks/02_density",
    "bandwidth": "notebooks/02_density",
    "highest-density region": "notebooks/02_density",
    "Gram matrix": "notebooks/01_kernels",
    "kernel trick": "notebooks/01_kernels",
    "novelty": "notebooks/04_one_class_svm",
    "c-means": "notebooks/05_c_means",
    "kernel c-means": "notebooks/06_kernel_c_means",
    "span": "equations/SY19-span",
    "centering": "notebooks/07_kernel_pca",
    "spirals": "notebooks/08_kernel_pca_at_work",
    "pre-image": "notebooks/09_denoising",
    "Woodbury": "notebooks/10_kernel_ridge",
    "representer theorem": "notebooks/10_kernel_ridge",
    "leave-one-out": "notebooks/10_kernel_ridge",
    "Newton": "notebooks/11_kernel_logistic",
    "perceptron": "notebooks/12_perceptron_and_svm",
    "margin": "notebooks/12_perceptron_and_svm",
    "DTW": "equations/PR-dtw",
    "warping path": "notebooks/14_sequence_kernels",
    "global alignment": "notebooks/14_sequence_kernels",
    "Fisher score": "notebooks/15_fisher_kernels",
    "landmarks": "notebooks/16_beyond_n_squared",
    "random features": "notebooks/16_beyond_n_squared",
    "solve_dual": "api/ball",
    "MinimumVolumeBall": "api/ball",
    "SY19-9c": "equations/SY19-9c",
    "SY19-wolfe-dual": "equations/SY19-wolfe-dual",
    "points of your own": "your_own_ball",
    "ν": "notebooks/03_minimum_volume_ball",  # a symbol
    "rbf": "equations/MSA220-rbf",
}
FIRST_RESULTS = 8

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
    return SITE / name


@pytest.fixture(scope="module")
def browser():
    options = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
    ]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=lab.find_chromium(), args=options)
        yield opened
        opened.close()


def visit(browser, name, width=1400, theme="light"):
    """Open a page without a network; formulas are typeset when this returns."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.url.startswith("http") else None)
    page.goto(page_of(name).as_uri())
    page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
    page.wait_for_function(
        "window.MathJax?.startup?.promise !== undefined || !document.querySelector('.math')"
    )
    page.evaluate("async () => { await window.MathJax?.startup?.promise }")
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
                elif (
                    parts.fragment
                    and target in pages()
                    and unquote(parts.fragment) not in pages()[target].ids
                ):
                    broken.append(f"{path.relative_to(SITE)}: {link}, no such place")
        assert not broken, "\n".join(broken[:40])

    def test_nothing_is_loaded_from_elsewhere(self):
        foreign = {
            f"{path.relative_to(SITE)}: {load}"
            for path, page in pages().items()
            for load in page.loads
            if re.match(r"(?:https?:)?//", load)
        }
        assert not foreign

    def test_every_picture_is_described(self):
        bare = {f"{p.relative_to(SITE)}: {src}" for p, page in pages().items() for src in page.without_alt}
        assert not bare

    def test_an_equation_and_its_function_lead_to_each_other(self):
        equation = page_of("equations/SY19-9c.html").read_text(encoding="utf-8")
        assert "../api/ball.html#kernelsy19.ball.squared_distances_to_center" in equation
        assert "../equations/SY19-9c.html" in page_of("api/ball.html").read_text(encoding="utf-8")
        chapter = page_of("notebooks/03_minimum_volume_ball.html").read_text(encoding="utf-8")
        assert (
            "../equations/SY19-9c.html" in chapter and "../notebooks/03_minimum_volume_ball.html" in equation
        )

    def test_a_line_of_a_proof_leads_to_its_equation(self):
        chapter = page_of("notebooks/03_minimum_volume_ball.html").read_text(encoding="utf-8")
        assert '<small><a href="../equations/SY19-4.html">SY19-4</a></small>' in chapter

    def test_a_section_in_depth_is_folded_below_its_title_and_hidden_code_can_be_shown(self):
        for name in CHAPTERS:
            page = (SITE / "notebooks" / f"{name}.html").read_text(encoding="utf-8")
            titles = re.findall(r"<h[23]>In depth: .*?</h[23]>\s*(.{26})", page)
            assert all(after == '<details class="in-depth">' for after in titles)
        assert "hide-input" in (SITE / "notebooks" / "00_start_here.html").read_text(encoding="utf-8")

    def test_authors_and_a_year_lead_to_the_work(self):
        assert "../bibliography.html#" in page_of("api/ball.html").read_text(encoding="utf-8")


class TestInTheBrowser:
    @pytest.mark.parametrize("stem", CHAPTERS)
    def test_a_chapter_is_typeset_and_asks_nobody(self, browser, stem):
        page, asked = visit(browser, f"notebooks/{stem}.html")
        assert page.locator("mjx-merror, [data-mml-node='merror']").count() == 0
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
    def test_axe_finds_nothing_in_what_is_ours(self, browser, name, theme):
        for width in WIDTHS:
            page, asked = visit(browser, name, width, theme)
            page.add_script_tag(path=str(AXE))
            found = page.evaluate(AXE_RUN)
            said = [f"{width}: {v['id']}: {v['nodes'][0]['html'][:120]}" for v in found]
            wide = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            page.context.close()
            assert not said, "\n".join(said)
            assert wide <= 1, f"at {width} px the page is {wide} px wider than the window"
            assert asked == []

    def test_what_readers_look_for_is_found(self, browser):
        missed = []
        page = browser.new_page()
        for sought, wanted in SOUGHT.items():
            page.goto(page_of("search.html").as_uri() + f"?q={sought}")
            page.wait_for_function(
                "document.querySelector('.search-summary')?.textContent.match(/\\d|did not/)"
            )
            page.wait_for_timeout(300)
            links = page.locator("ul.search li > a").evaluate_all("nodes => nodes.map((node) => node.href)")
            if not any(wanted in link for link in links[:FIRST_RESULTS]):
                missed.append(f"{sought}: {[link.split('/site/')[-1][:50] for link in links[:4]]}")
        assert not missed, "\n".join(missed)
