"""The slides as a lecture shows them: `make test-site` makes them first, then looks at each in chromium."""

import functools
from pathlib import Path

import pytest

SLIDES = Path(__file__).resolve().parents[2] / "build" / "slides"
DECKS = sorted(path.name for path in SLIDES.glob("[0-9]*.html"))
WIDTH, HEIGHT = 1200, 750  # of a slide, as in its template
SHOW_AND_MEASURE = """() => {
    const found = [];
    for (const slide of Reveal.getSlides()) {
        const {h, v} = Reveal.getIndices(slide);
        Reveal.slide(h, v);
        const right = Math.max(0, ...[...slide.querySelectorAll('p, li, h1, h2, img, mjx-container')]
            .map(e => e.getBoundingClientRect().right));
        const images = [...slide.querySelectorAll('img')].map(i => [i.naturalWidth > 0, i.alt]);
        found.push({text: slide.innerText.slice(0, 60), height: slide.scrollHeight, right, images,
            faults: slide.querySelectorAll('mjx-merror, [data-mjx-error]').length,
            left: /\\$/.test(slide.innerText)});
    }
    return {found, edge: document.querySelector('.slides').getBoundingClientRect().right};
}"""


@pytest.fixture(scope="module")
def shown(browser):
    """What the slides of a deck are like, and what their page asked for."""

    @functools.cache
    def show(name):
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        asked, faults = [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto((SLIDES / name).as_uri())
        page.wait_for_selector("body[data-ready]")
        measured = page.evaluate(SHOW_AND_MEASURE)
        page.close()
        return measured, asked, faults

    return show


def test_there_is_a_deck_for_each_chapter():
    assert len(DECKS) >= 17


@pytest.mark.parametrize("name", DECKS)
def test_nothing_is_asked_of_another_host_and_nothing_fails(shown, name):
    _, asked, faults = shown(name)
    assert not [url for url in asked if not url.startswith(("file:", "data:", "blob:"))]
    assert not faults


@pytest.mark.parametrize("name", DECKS)
def test_each_slide_fits_and_its_formulas_and_pictures_are_there(shown, name):
    measured, _, _ = shown(name)
    slides = measured["found"]
    assert len(slides) > 5
    assert not [slide["text"] for slide in slides if slide["height"] > HEIGHT], "too high"
    assert not [slide["text"] for slide in slides if slide["right"] > measured["edge"] + 1], "too wide"
    assert not [slide["text"] for slide in slides if slide["faults"] or slide["left"]], "formulas"
    assert all(is_there and alt for slide in slides for is_there, alt in slide["images"])
