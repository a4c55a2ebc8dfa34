"""Each explorer of the course in a page: every control by mouse and by keyboard, in both themes, and with axe."""

import itertools
import warnings

import bare
import pytest
from axe_playwright_python.sync_playwright import Axe

from kernelcourse.drawing.controls import Choice, Place, Slider
from kernelcourse.drawing.marks import Handle
from kernelcourse.index import all_explorers

PAGES = {"1400 light": (1400, False), "1024 dark": (1024, True)}
EVERY = list(itertools.product(all_explorers(), PAGES))
# Controls are moved by day on one page, the wide one of every other explorer, and by night on the other.
ALTERNATING = [
    pytest.param(*pair, marks=[pytest.mark.night] * (k % 4 in (1, 2))) for k, pair in enumerate(EVERY)
]


@pytest.fixture(scope="module")
def explorer(request):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return all_explorers()[request.param]()


@pytest.fixture
def page(request, chromium, explorer):
    width, dark = PAGES[request.param]
    explorer.set(**{name: control.value for name, control in explorer.controls().items()})
    page = bare.Bare(chromium, explorer, width=width, height=1400, dark=dark)
    page.rest()
    yield page
    page.tab.close()


@pytest.mark.parametrize(("explorer", "page"), ALTERNATING, indirect=True)
def test_every_control_by_mouse_and_by_keyboard(page, explorer):
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= page.tab.viewport_size["width"]
    for name, control in explorer.controls().items():
        bring_out(page, name)
        start = dict(explorer.values)
        for by in (by_mouse, by_keyboard):
            before, pixels = explorer.values[name], page.pixels()
            by(page, name, control)
            assert explorer.failure == ""
            assert explorer.values[name] != before, (name, by.__name__)
            assert page.pixels() != pixels, (name, by.__name__)
            if by is by_mouse:
                page.tell()
            explorer.set(**start).set(**start)  # twice: the first may have cut a run short
            page.update()
            page.rest()
            assert page.pixels() == pixels, f"{name}: not the same picture when all is as it was"
    assert page.errors == []


def bring_out(page, name):
    """Put the menus so that a control means something."""
    explorer = page.explorer
    menus = {menu: made.options for menu, made in explorer.controls().items() if isinstance(made, Choice)}
    for menu, options in menus.items():
        for option in (explorer.values[menu], *options):
            if name in explorer.shown.hidden:
                explorer.set(**{menu: option})
    assert name not in explorer.shown.hidden, name
    page.update()
    page.rest()


def by_mouse(page, name, control):
    if isinstance(control, Slider):
        track, place = page.control(name), control.sent(page.explorer.values[name])
        box, most = track.bounding_box(), int(track.get_attribute("max"))
        share = 0.8 if place < most / 2 else 0.2
        page.tab.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        page.rest()
    elif isinstance(control, Choice):
        page.control(name).select_option(label=other_option(page, name, control))
        page.rest()
    else:
        page.drag(held(page, name, control), (-18, 12))


def by_keyboard(page, name, control):
    if isinstance(control, Slider):
        place = control.sent(page.explorer.values[name])
        most = int(page.control(name).get_attribute("max"))
        page.press(page.control(name), *["ArrowRight" if place < most else "ArrowLeft"] * min(8, most))
    elif isinstance(control, Choice):
        last = control.options[-1] == page.explorer.values[name]
        page.press(page.control(name), "ArrowUp" if last else "ArrowDown")
    else:
        page.press(held(page, name, control), "Shift+ArrowUp")


def other_option(page, name, control):
    return next(option for option in control.options if option != page.explorer.values[name])


def held(page, name, control):
    """What is dragged of a place, or the first point of a cloud."""
    if isinstance(control, Place):
        marks = [mark for panel in page.explorer.shown.panels for mark in panel.marks]
        (handle,) = (mark for mark in marks if isinstance(mark, Handle) and mark.name == name)
        return page.handle(handle.label)
    of = "" if control.label == "points" else f"[aria-label*='({control.label})']"
    return page.tab.locator(f".ks-handle[aria-label^='point ']{of}").first


@pytest.mark.parametrize(("explorer", "page"), EVERY, indirect=True)
def test_axe_finds_nothing(page):
    found = Axe().run(page.tab, context="#explorer").response["violations"]
    assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found] == []
