"""The slides as a lecture shows them: `make test-site` makes them first, then walks through each deck in chromium."""

import functools
from pathlib import Path

import pytest

SLIDES = Path(__file__).resolve().parents[2] / "build" / "slides"
DECKS = sorted(path.name for path in SLIDES.glob("[0-9]*.html"))
WIDTH, HEIGHT = 1280, 720  # of a slide, as in its template
SMALLEST = 0.6  # of the size of its words
SHOW = """k => {
    const {h, v} = Reveal.getIndices(Reveal.getSlides()[k]);
    Reveal.slide(h, v, 99);
    return !!Reveal.getCurrentSlide().querySelector('[data-explorer]');
}"""
# All steps of a slide are shown. What stands outside of it, or would have to be scrolled?
MEASURE = """([width, height]) => {
    const slide = Reveal.getCurrentSlide(), outside = [], all = [...slide.querySelectorAll('*')];
    for (const node of all.filter((one) => !one.closest('mjx-assistive-mml, aside, .ks-behind'))) {
        const box = node.getBoundingClientRect(), style = getComputedStyle(node);
        if (!box.width || style.visibility === 'hidden') continue;
        const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY)
            && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1);
        if (scrolls || box.right > width + 1 || box.left < -1 || box.bottom > height + 1 || box.top < -1)
            outside.push(`${node.tagName} ${node.textContent.trim().slice(0, 40)}`);
    }
    return {text: slide.innerText.slice(0, 60), outside, size: +slide.style.getPropertyValue('--size'),
        full: slide.scrollHeight > height || slide.scrollWidth > width,
        steps: slide.querySelectorAll('.proof .fragment').length,
        answers: slide.querySelectorAll('.answer.fragment').length,
        notes: slide.querySelectorAll('aside.notes').length,
        live: slide.querySelectorAll('.ks-site :is(canvas, svg)').length,
        images: [...slide.querySelectorAll('img')].map((i) => i.naturalWidth > 0 && !!i.alt),
        faults: slide.querySelectorAll('mjx-merror, [data-mjx-error]').length, raw: /\\$/.test(slide.innerText)};
}"""


def open_deck(browser, name):
    """A page with a deck, and what it asks for and what fails."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    said = []
    page.on("request", lambda request: said.append(request.url))
    page.on("pageerror", lambda error: said.append(f"error: {error}"))
    page.goto((SLIDES / name).as_uri())
    page.wait_for_selector("body[data-ready]")
    return page, said


@pytest.fixture(scope="module")
def shown(browser):
    """What the slides of a deck are like, and what their page asked for."""

    @functools.cache
    def show(name):
        page, said = open_deck(browser, name)
        slides = []
        for k in range(page.evaluate("() => Reveal.getTotalSlides()")):
            if page.evaluate(SHOW, k):
                page.wait_for_selector("section.present:not(.stack) .ks-site :is(canvas, svg)")
                page.evaluate("() => new Promise(requestAnimationFrame)")
            slides.append(page.evaluate(MEASURE, [WIDTH, HEIGHT]))
        page.close()
        return slides, said

    return show


def test_there_is_a_deck_for_each_chapter():
    assert len(DECKS) >= 17


@pytest.mark.parametrize("name", DECKS)
def test_nothing_is_asked_of_another_host_and_nothing_fails(shown, name):
    _, said = shown(name)
    assert not [what for what in said if not what.startswith(("file:", "data:", "blob:"))]


@pytest.mark.parametrize("name", DECKS)
def test_each_slide_fits_and_its_formulas_and_pictures_are_there(shown, name):
    slides, _ = shown(name)
    assert len(slides) > 5
    outside = {slide["text"]: slide["outside"][:3] for slide in slides if slide["outside"] or slide["full"]}
    assert not outside
    assert not [slide["text"] for slide in slides if slide["size"] < SMALLEST], "too small"
    assert not [slide["text"] for slide in slides if slide["faults"] or slide["raw"]], "formulas"
    assert all(all(slide["images"]) for slide in slides)


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_has_proofs_in_steps_questions_with_answers_notes_and_what_moves(shown, name):
    slides, _ = shown(name)
    assert sum(slide["notes"] for slide in slides) > len(slides) / 2
    if not name.startswith("00"):
        for what, least in (("steps", 10), ("answers", 4), ("live", 1)):
            assert sum(slide[what] for slide in slides) >= least, what


def test_an_explorer_moves_without_a_kernel(browser):
    page, _ = open_deck(browser, "03_minimum_volume_ball.html")
    page.evaluate(SHOW, 1)
    slider = page.locator("section.present .ks-site input[type=range]").first
    slider.wait_for()
    status = page.locator("section.present .ks-said")
    before = status.inner_text()
    slider.focus()
    page.keyboard.press("End")
    other = "before => document.querySelector('section.present .ks-said').innerText !== before"
    page.wait_for_function(other, arg=before)
    assert "radius" in status.inner_text()
    page.close()


def test_a_slide_that_is_too_full_is_noticed(browser):
    page, _ = open_deck(browser, "03_minimum_volume_ball.html")
    more = "Reveal.getCurrentSlide().innerHTML += '<p>Far too much.</p>'.repeat(60)"
    page.evaluate(f"() => {{ {more}; look(); }}")
    slide = page.evaluate(MEASURE, [WIDTH, HEIGHT])
    assert slide["full"] and slide["outside"] and slide["size"] <= SMALLEST + 0.04
    page.close()
