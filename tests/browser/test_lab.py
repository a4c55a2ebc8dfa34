"""The course in a real browser: JupyterLab runs a chapter and the keyboard moves its explorers."""

from pathlib import Path

import lab
import pytest

CHAPTER = Path(__file__).resolve().parents[2] / "notebooks" / "03_minimum_volume_ball.ipynb"

pytestmark = pytest.mark.skipif(
    lab.find_chromium() is None,
    reason=f"no chromium or chrome on this machine (looked for {', '.join(lab.BROWSERS)})",
)


@pytest.fixture(scope="module")
def page():
    with lab.open_notebook(CHAPTER) as page:
        page.run_all()
        yield page


@pytest.fixture(params=["SMOStepper", "BallExplorer"])
def explorer(page, request):
    return page.explorer(request.param)


def test_every_cell_runs_without_an_error(page):
    assert page.errors() == []
    assert page.cells_not_run() == []


def test_a_student_sees_no_tools_of_teachers_and_no_news(page):
    shown = page.tab.locator("body").inner_text().lower()
    assert "kernel" in shown and "settings" in shown  # the menus are there
    assert not [word for word in ("nbgrader", "validate", "assignment", "news") if word in shown]


def test_an_explorer_shows_its_picture_and_says_what_it_shows(explorer):
    assert explorer.picture().startswith(b"\x89PNG")
    assert explorer.image.evaluate("img => img.naturalWidth") > 300
    assert explorer.caption
    assert explorer.image.get_attribute("title") == explorer.caption


def test_the_keyboard_moves_a_slider_and_the_picture_follows(explorer):
    slider = explorer.sliders[0]
    start = slider.get_attribute("aria-valuetext"), explorer.picture(), explorer.caption
    explorer.press(slider, "ArrowRight", times=3)
    moved = slider.get_attribute("aria-valuetext"), explorer.picture(), explorer.caption
    assert all(before != now for before, now in zip(start, moved, strict=True))
    explorer.press(slider, "ArrowLeft", times=3)
    assert (slider.get_attribute("aria-valuetext"), explorer.picture(), explorer.caption) == start
