"""Chapters in JupyterLab and in Notebook 7: run, moved by the keyboard, opened again on the next day."""

from pathlib import Path

import lab
import pytest

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
CHAPTERS = {"lab": NOTEBOOKS / "03_minimum_volume_ball.ipynb", "notebook": NOTEBOOKS / "00_start_here.ipynb"}
EXPLORERS = {
    "lab": ["CircleByHandExplorer", "LagrangianExplorer", "SMOStepper", "BallExplorer"],
    "notebook": ["FeatureMapExplorer", "KernelExplorer"],
}

in_each_app = pytest.mark.parametrize("page", CHAPTERS, indirect=True)


@pytest.fixture(scope="module")
def page(request, desk):
    app = request.param
    with desk.open(CHAPTERS[app], app=app) as page:
        page.run_all()
        yield page


# ---- the first day -------------------------------------------------------------------------------


@in_each_app
def test_every_cell_runs_without_an_error(page):
    assert page.errors() == []
    assert page.cells_not_run() == []


@in_each_app
def test_a_student_sees_no_tools_of_teachers_and_no_news(page):
    shown = page.tab.locator("body").inner_text().lower()
    assert "kernel" in shown and "settings" in shown  # the menus are there
    assert not [word for word in ("nbgrader", "validate", "assignment", "news") if word in shown]


@in_each_app
def test_an_explorer_shows_its_picture_and_says_what_it_shows(page):
    for name in EXPLORERS[page.app]:
        explorer = page.explorer(name)
        assert explorer.picture().startswith(b"\x89PNG")
        assert explorer.image.evaluate("image => image.naturalWidth ?? image.width") > 300
        assert explorer.caption
        assert explorer.caption in [explorer.image.get_attribute(name) for name in ("title", "aria-label")]


@in_each_app
def test_the_keyboard_moves_a_slider_and_the_picture_follows(page):
    for name in EXPLORERS[page.app]:
        explorer = page.explorer(name)
        slider = explorer.sliders[0]
        value, picture, caption = slider.get_attribute("aria-valuetext"), explorer.picture(), explorer.caption
        explorer.press(slider, "ArrowRight", times=3)
        assert slider.get_attribute("aria-valuetext") != value
        assert explorer.picture() != picture
        assert explorer.caption != caption
        explorer.press(slider, "ArrowLeft", times=3)
        assert slider.get_attribute("aria-valuetext") == value
        assert explorer.picture() == picture
        assert explorer.caption == caption


@in_each_app
def test_reading_and_saving_changes_no_file(page):
    last = EXPLORERS[page.app][-1]
    page.run_cell(last)  # a second time: a later count, and a widget of its own
    explorer = page.explorer(last)
    explorer.press(explorer.sliders[0], times=3)
    copied = page.file.stat().st_mtime_ns
    page.save()
    assert page.file.stat().st_mtime_ns > copied
    assert page.file.read_bytes() == CHAPTERS[page.app].read_bytes()


# ---- the next day --------------------------------------------------------------------------------


@in_each_app
def test_explorers_are_there_on_the_next_day(page):
    assert len(page.explorers()) == len(EXPLORERS[page.app])
    page.save()
    page.shut_down()
    page.reopen()
    assert len(page.explorers()) == 0
    assert len(page.twins()) == len(EXPLORERS[page.app])
    for twin in page.twins():
        assert twin.locator("img").evaluate("img => img.complete && img.naturalWidth") > 300
        assert "To move it, run the cells above and then this one." in twin.inner_text()
    text = page.text()
    assert "model not found" not in text
    assert "Error displaying widget" not in text


@in_each_app
def test_the_button_below_a_saved_explorer_runs_the_cells_above_and_its_own(page):
    page.tab.locator(lab.OPENING).get_by_role("button", name="Run them").click()
    page.tab.wait_for_timeout(1000)
    for answer in page.tab.locator(".jp-Dialog").get_by_role("button", name="Run Once").all():
        answer.click()  # asked where the notebook is not trusted
    page.tab.locator(lab.EXPLORERS).first.wait_for()
    assert page.explorer(EXPLORERS[page.app][0]).caption and page.errors() == []
    assert len(page.twins()) == len(EXPLORERS[page.app]) - 1
