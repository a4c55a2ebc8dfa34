"""Explorers in a browser: moved by mouse and keyboard, in both themes, on wide and on narrow pages."""

import bare
import pytest
from gallery import START, Gallery

from kernelcourse.ball.explorers import BallExplorer, LagrangianExplorer, SMOStepper
from kernelcourse.cmeans.explorers import CMeansStepper
from kernelcourse.kernels.explorers import KernelExplorer


@pytest.fixture
def page(chromium):
    page = bare.Bare(chromium, Gallery())
    yield page
    assert page.errors == []
    page.tab.close()


# ---- controls ------------------------------------------------------------------------------------


def test_a_slider_follows_the_keyboard_and_speaks_in_the_units_shown(page):
    slider, before = page.control("gamma"), page.pixels()
    assert slider.get_attribute("aria-valuetext") == "1 per cm²"
    page.press(slider, "ArrowRight", "ArrowRight")
    assert page.explorer.values["gamma"] == pytest.approx(10**0.1)
    assert slider.get_attribute("aria-valuetext") == "1.26 per cm²"
    assert page.pixels() != before
    page.press(slider, "ArrowLeft", "ArrowLeft")
    assert page.explorer.values["gamma"] == 1 and page.pixels() == before


def test_a_slider_follows_the_mouse(page):
    box = page.control("width").bounding_box()
    page.tab.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    page.rest()
    assert page.explorer.values["width"] == 2.0


def test_menus_and_boxes_send_one_question_a_choice(page):
    page.control("word").select_option(label="two")
    page.rest()
    page.control("lines").select_option("1")
    page.rest()
    assert (page.explorer.values["word"], page.explorer.values["lines"]) == ("two", "0 and a quarter")
    assert len(page.tab.evaluate("window.sent")) == 2


def test_a_control_without_meaning_keeps_its_place(page):
    row = page.tab.locator(".ks-control[data-name=gamma]")
    places = [page.control(name).bounding_box() for name in ("width", "step", "word")]
    page.control("word").select_option(label="two")
    page.rest()
    assert not page.control("gamma").is_visible() and row.evaluate("row => row.inert")
    assert [page.control(name).bounding_box() for name in ("width", "step", "word")] == places


def test_tracks_are_of_one_length_and_begin_together(page):
    boxes = [page.control(name).bounding_box() for name in ("width", "gamma", "step")]
    assert len({box["width"] for box in boxes}) == 1
    assert boxes[0]["x"] == boxes[2]["x"]


def test_a_run_is_played_stepped_and_brought_back(page):
    page.button("one step on").click()
    page.button("one step on").click()
    page.rest()
    assert page.explorer.values["step"] == 2
    page.button("one step back").click()
    page.rest()
    assert page.explorer.values["step"] == 1
    page.button("play").click()
    page.button("play").wait_for()  # it ends by itself
    page.rest()
    assert page.explorer.values["step"] == 3
    page.button("to the start").click()
    page.rest()
    assert page.explorer.values["step"] == 0


def test_what_cannot_be_drawn_is_said_and_the_picture_stays(page):
    before = page.pixels()
    page.control("word").select_option(label="broken")
    page.tab.get_by_text("Not drawn: <this> cannot be drawn").wait_for()
    assert page.pixels() == before
    page.control("word").select_option(label="one")
    page.tab.get_by_text("Not drawn").wait_for(state="hidden")


def test_a_change_in_python_moves_the_page(page):
    page.explorer.set(width=1.7, word="two")
    page.update()
    page.rest()
    assert page.control("width").get_attribute("aria-valuetext") == "1.7 cm"
    assert page.control("word").locator("option:checked").inner_text() == "two"


def test_one_question_is_under_way_at_a_time_and_the_last_state_wins(chromium):
    page = bare.Bare(chromium, Gallery())
    page.tab.evaluate(
        """() => {
            const send = window.model.send;
            window.most = window.open = 0;
            window.model.send = async (question) => {
                window.most = Math.max(window.most, ++window.open);
                await new Promise((done) => setTimeout(done, 60));
                window.open -= 1;
                await send(question);
            };
        }"""
    )
    page.control("width").focus()
    for _ in range(10):
        page.tab.keyboard.press("ArrowRight")
    page.tab.get_by_text("w = 2.0 cm").wait_for()
    assert page.tab.evaluate("window.most") == 1
    assert len(page.tab.evaluate("window.sent")) < 8


# ---- what is taken hold of -----------------------------------------------------------------------


def test_a_place_is_dragged_and_moved_by_arrow_keys(page):
    page.drag(page.handle("star"), (-40, 30))
    x, y = page.explorer.values["star"]
    assert x < 0.1 and y < 0.1
    page.press(page.handle("star"), "ArrowRight", "ArrowRight", "ArrowUp")
    assert page.explorer.values["star"] == (pytest.approx(x + 0.08), pytest.approx(y + 0.02))


def test_the_handle_of_a_slider_stays_on_its_steps(page):
    page.drag(page.handle("width"), (37, 25))
    assert page.explorer.values["width"] in [pytest.approx(k / 10) for k in range(11, 21)]
    now = page.explorer.values["width"]
    page.press(page.handle("width"), "ArrowLeft")
    assert page.explorer.values["width"] == pytest.approx(now - 0.1)


def test_points_are_moved_added_and_removed(page):
    assert page.explorer.values["points"] is None and page.tab.get_by_text("Reset").is_disabled()
    page.drag(page.handle("point 1"), (30, 0))
    moved = page.explorer.values["points"]
    assert moved[0][0] > -1 and moved[1:] == START[1:]
    page.tab.get_by_text("add", exact=True).click()
    page.rest()
    assert page.explorer.values["points"] == (*moved, (0.0, 0.0))
    page.press(page.handle("point 4"), "ArrowUp")
    assert page.explorer.values["points"][3] == (0.0, pytest.approx(0.02))
    page.press(page.handle("point 4"), "PageDown", "Delete")
    assert page.explorer.values["points"][:2] == START[1:]
    page.tab.get_by_text("Reset").click()
    page.rest()
    assert page.explorer.values["points"] is None and page.tab.get_by_text("Reset").is_disabled()


def test_controls_and_text_stand_beside_the_picture_where_there_is_room_and_all_fits_a_laptop(chromium):
    page = bare.Bare(chromium, Gallery(), width=1200, height=768)
    stage, said = (page.tab.locator(name).bounding_box() for name in (".ks-stage", ".ks-said"))
    assert said["x"] + said["width"] <= stage["x"]
    assert page.tab.locator(".ks-live").bounding_box()["height"] <= 533
    assert "Drag what stands in a dashed circle, or any point" in page.tab.locator(".ks-hint").inner_text()
    page.tab.set_viewport_size({"width": 700, "height": 768})
    page.rest()
    stage, said = (page.tab.locator(name).bounding_box() for name in (".ks-stage", ".ks-said"))
    assert said["y"] >= stage["y"] + stage["height"]


def test_three_panels_have_the_whole_width_of_a_laptop_and_no_word_below_one_is_cut(chromium):
    page = bare.Bare(chromium, KernelExplorer(), width=950, height=768)
    assert page.tab.locator(".ks-stage").bounding_box()["width"] == 934
    page.tab.evaluate("""() => {
        const write = CanvasRenderingContext2D.prototype.fillText;
        window.ends = {};
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y, room) {
            window.ends[text] = x + Math.min(room ?? Infinity, this.measureText(text).width) / 2;
            write.call(this, text, x, y, room);
        };
    }""")
    page.tab.set_viewport_size({"width": 640, "height": 768})
    page.rest()
    ends = page.tab.evaluate("window.ends")
    assert ends["eigenvalues, largest first"] <= page.tab.locator("canvas").bounding_box()["width"]


def test_work_that_takes_its_time_shows(page):
    page.tab.evaluate("""() => {
        const answer = window.answer;
        window.answer = async (question) => {
            await new Promise((go) => { window.go = go; });
            return answer(question);
        };
    }""")
    assert page.tab.locator(".ks-busy").count() == 0
    page.tab.evaluate("() => document.querySelector('.ks-hint').replaceChildren()")  # of what has no grips
    page.control("gamma").press("ArrowRight")
    page.tab.wait_for_selector(".ks-busy")
    assert page.tab.locator(".ks-hint").bounding_box()["height"] > 10  # "Computing …"
    page.tab.evaluate("() => window.go()")
    page.rest()
    assert page.tab.locator(".ks-busy").count() == 0


def test_a_point_is_taken_from_the_picture_and_a_double_click_adds_one(page):
    canvas = page.tab.locator("canvas").bounding_box()
    page.press(page.handle("point 1"), "PageDown", "PageDown")
    box = page.handle("point 3").bounding_box()
    page.press(page.handle("point 3"), "PageUp", "PageUp")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.tab.mouse.move(x, y)
    page.tab.mouse.down()
    page.tab.mouse.move(x, y + 20)
    page.tab.mouse.up()
    page.rest()
    assert page.explorer.values["points"][2][1] < -0.1
    page.tab.mouse.dblclick(canvas["x"] + 100, canvas["y"] + 60)
    page.rest()
    assert len(page.explorer.values["points"]) == 4


def test_of_two_points_at_one_place_the_upper_one_is_taken(chromium):
    """A prototype starts on a point of the data, and is drawn above it."""
    page = bare.Bare(chromium, CMeansStepper())
    first = page.handle("point 1 of 3 (starts)")
    page.press(first, "PageDown")
    box = page.handle("point 2 of 3 (starts)").bounding_box()
    page.press(page.handle("point 2 of 3 (starts)"), "PageUp")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.tab.mouse.move(x, y)
    page.tab.mouse.down()
    page.tab.mouse.move(x + 30, y)
    page.tab.mouse.up()
    page.rest()
    start = page.explorer.shown.panels[0].find("where it started")
    assert page.explorer.values["points"] is None
    assert page.explorer.values["starts"][1] == (start.x[1], start.y[1])
    assert page.errors == []
    page.tab.close()


def test_too_many_points_are_refused_with_a_word(page):
    for _ in range(3):
        page.tab.get_by_text("add", exact=True).click()
        page.tab.wait_for_timeout(80)
    assert "Not drawn: points must be 2 to 5 rows" in page.note
    assert len(page.explorer.values["points"]) == 5


def test_a_space_is_turned_without_asking(page):
    space, before = page.tab.locator(".ks-space"), page.pixels()
    page.press(space, "ArrowLeft", "ArrowUp")
    assert "turned by -65° and raised by 20°" in space.get_attribute("aria-label")
    assert page.pixels() != before
    page.drag(space, (40, 0))
    assert "turned by -85°" in space.get_attribute("aria-label")
    assert page.tab.evaluate("window.sent") == []


# ---- without a kernel ----------------------------------------------------------------------------


def test_a_saved_page_shows_the_last_scene_and_says_what_to_do(chromium):
    explorer = Gallery().set(width=1.7)
    page = bare.Bare(chromium, explorer, alive=False)
    page.tab.get_by_text(
        "This is the picture as it was saved. To move it, run the cells above and then this one."
    ).wait_for()
    page.rest()
    living = bare.Bare(chromium, explorer)
    saved = page.pixels()
    assert saved == living.pixels()
    living.tab.close()
    page.control("width").evaluate("input => input.focus()")
    assert page.tab.evaluate("document.activeElement === document.body")
    assert not page.handle("star").is_visible()
    page.press(page.tab.locator(".ks-space"), "ArrowLeft")  # what asks nobody still moves
    assert page.pixels() != saved
    assert page.tab.evaluate("window.sent") == []
    page.tab.close()


# ---- pages and themes ----------------------------------------------------------------------------


@pytest.mark.parametrize("make", [Gallery, BallExplorer, LagrangianExplorer, SMOStepper])
@pytest.mark.parametrize("width", [1400, 1024, 480])
def test_it_fits_its_page_in_both_themes(chromium, make, width):
    explorer, seen = make(), []
    for dark in (False, True):
        page = bare.Bare(chromium, explorer, width=width, dark=dark)
        page.rest()
        assert page.tab.evaluate("document.documentElement.scrollWidth") <= width
        canvas = page.tab.locator("canvas").bounding_box()
        assert 400 < canvas["width"] <= min(1040, width)
        seen.append(page.pixels())
        if width == 480:
            assert canvas["height"] > canvas["width"] * (len(explorer.shown.panels) > 1)
        assert page.errors == []
        page.tab.close()
    assert seen[0] != seen[1]


def test_the_picture_is_as_fine_as_the_screen(chromium):
    page = bare.Bare(chromium, Gallery(), scale=2)
    page.rest()
    assert page.tab.locator("canvas").evaluate("c => c.width / c.getBoundingClientRect().width") == 2
    page.tab.close()


@pytest.mark.parametrize("make", [Gallery, BallExplorer, LagrangianExplorer, SMOStepper])
def test_everything_that_can_be_moved_has_a_name(chromium, make):
    page = bare.Bare(chromium, make())
    page.rest()
    unnamed = page.tab.evaluate(
        """() => [...document.querySelectorAll("input, select, button")].filter((e) =>
            !(e.labels?.[0]?.textContent || e.getAttribute("aria-label") || e.textContent).trim()).length"""
    )
    assert unnamed == 0
    assert page.tab.locator("canvas").get_attribute("aria-label") == page.explorer.said
    page.tab.close()
