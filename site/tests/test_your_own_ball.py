"""The page on which readers place points of their own, as they meet it: by mouse, finger and keyboard, from a file."""

import re
from pathlib import Path

import numpy as np
import pytest
from same_ball import KERNELS, TOL, differences

from kernelsy19 import ball
from kernelsy19.kernels import RBF

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build" / "site"
SOLVER = (ROOT / "site" / "static" / "ball.js").read_text(encoding="utf-8")
AXE = ROOT / "build" / "site-assets" / "axe.min.js"


PROBLEM = """() => {
  const shown = document.querySelector("[data-ball-of-your-own]").problem();
  const { points, nu, gamma, straight, found, values, center } = shown;
  const plain = Object.fromEntries(Object.entries(found).map(
    ([name, value]) => [name, ArrayBuffer.isView(value) ? Array.from(value) : value],
  ));
  const answer = { ...plain, field: Array.from(values) };
  return { X: points, nu, gamma, kernel: straight ? "linear" : "rbf", center, answer };
}"""
AXIS = np.linspace(-3, 3, 121)
STEP = 6 / 100  # of an arrow key


class Page:
    """The page as a reader opens it from a file, without a network."""

    def __init__(self, browser, width=1200, theme="light", touch=False):
        window = {"width": width, "height": 1000}
        self.context = browser.new_context(viewport=window, color_scheme=theme, has_touch=touch)
        self.tab, self.errors, self.asked = self.context.new_page(), [], []
        self.tab.on("pageerror", lambda error: self.errors.append(str(error)))
        self.tab.on("request", lambda request: self.asked.extend(re.findall("^http.*", request.url)))
        self.tab.goto((SITE / "your_own_ball.html").as_uri())
        self.tab.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        self.canvas, self.ring = self.tab.locator(".ks-stage canvas"), self.tab.locator(".ks-chosen")
        self.canvas.scroll_into_view_if_needed()

    @property
    def problem(self):
        """Points, parameters and the answer that is shown."""
        self.tab.wait_for_timeout(60)
        return self.tab.evaluate(PROBLEM)

    @property
    def points(self):
        return np.array(self.problem["X"])

    def said(self):
        """What it says, once the words have followed the picture."""
        self.tab.wait_for_function(
            "() => document.querySelector('.ks-said').textContent === document.querySelector('canvas').ariaLabel"
        )
        return self.tab.locator(".ks-said").inner_text()

    @property
    def note(self):
        return self.tab.locator(".ks-note").inner_text()

    def control(self, name):
        return self.tab.locator(f".ks-control[data-name={name}]").locator("input, select").first

    def button(self, text):
        return self.tab.locator(".ks-control[data-name=points] button", has_text=text)

    def number(self, name):
        """A number of the table."""
        return float(self.tab.locator("tr", has_text=name).locator("td").inner_text().replace("−", "-"))

    def middle_of_ring(self):
        box = self.ring.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, *keys):
        for key in keys:
            self.tab.keyboard.press(key)

    def agrees(self):
        """Whether the library finds the ball that is shown."""
        shown = self.problem
        k, X = KERNELS[shown["kernel"]](shown["gamma"]), np.array(shown["X"])
        solution = ball.solve_dual(k(X), shown["nu"], tol=TOL)
        field = ball.decision_on_grid(k, X, solution, AXIS, AXIS)
        wrong = differences(shown, shown["answer"], k(X), solution, field)
        assert not wrong, wrong
        for name, value in (("squared radius", solution.R2), ("objective", solution.objective)):
            assert self.number(name) == pytest.approx(value, rel=1e-5, abs=1e-9)
        assert self.number("sum of the weights") == 1
        assert self.number("bound") == pytest.approx(1 / (shown["nu"] * len(X)), rel=1e-3)
        assert self.number("duality gap") <= TOL * max(1, solution.R2)
        kinds = np.array(shown["answer"]["kinds"])
        outside, on, inside = ((kinds == code).sum() for code in (2, 1, 0))
        assert f"{outside} of {len(X)} point" in self.said()
        assert f"outside the ball, {on} on its surface, {inside} inside" in self.said()
        return shown


@pytest.fixture
def opened(browser):
    page = Page(browser)
    yield page
    page.context.close()
    assert page.errors == [] and page.asked == []


class TestThePage:
    def test_it_starts_with_a_ball_that_the_library_finds_too(self, opened):
        shown = opened.agrees()
        assert len(shown["X"]) == 50 and shown["nu"] == 0.12
        strangers = np.flatnonzero(np.array(shown["answer"]["kinds"]) == 2)
        assert strangers.tolist() == [47, 48, 49]

    def test_a_click_adds_a_point_where_it_is(self, opened):
        box, before = opened.canvas.bounding_box(), len(opened.points)
        at = box["x"] + 0.32 * box["width"], box["y"] + 0.72 * box["height"]
        opened.tab.mouse.click(*at)
        assert len(opened.points) == before + 1
        assert np.hypot(*np.subtract(opened.middle_of_ring(), at)) < 1.5
        opened.agrees()
        opened.control("start").select_option(label="two groups")
        assert len(opened.points) == 28
        opened.agrees()

    def test_a_click_on_a_point_and_a_double_click_add_no_second_one(self, opened):
        before, chosen = len(opened.points), opened.middle_of_ring()
        opened.tab.mouse.click(*chosen)
        opened.press("PageUp", "PageUp", "PageUp")
        opened.tab.wait_for_timeout(60)
        assert np.hypot(*np.subtract(opened.middle_of_ring(), chosen)) > 40
        opened.tab.mouse.click(*chosen)  # it is not the chosen one any more
        assert opened.middle_of_ring() == pytest.approx(chosen, abs=1)
        assert len(opened.points) == before
        box = opened.canvas.bounding_box()
        opened.tab.mouse.dblclick(box["x"] + 0.3 * box["width"], box["y"] + 0.75 * box["height"])
        assert len(opened.points) == before + 1

    def test_two_clicks_within_a_frame_both_count(self, opened):
        box, before = opened.canvas.bounding_box(), len(opened.points)
        opened.tab.evaluate(
            """places => {
              const canvas = document.querySelector(".ks-stage canvas");
              for (const [clientX, clientY] of places) {
                const at = { clientX, clientY, isPrimary: true, bubbles: true, cancelable: true };
                canvas.dispatchEvent(new PointerEvent("pointerdown", at));
                canvas.dispatchEvent(new PointerEvent("click", at));
              }
            }""",
            [[box["x"] + share * box["width"], box["y"] + 0.65 * box["height"]] for share in (0.2, 0.27)],
        )
        assert len(opened.points) == before + 2
        opened.agrees()

    def test_a_swipe_adds_nothing(self, opened):
        box, before = opened.canvas.bounding_box(), len(opened.points)
        opened.tab.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.75 * box["height"])
        opened.tab.mouse.down()
        opened.tab.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 0.75 * box["height"])
        opened.tab.mouse.up()
        assert len(opened.points) == before

    def test_a_point_is_dragged(self, opened):
        opened.control("start").select_option(label="three points")
        before, (x, y) = opened.points, opened.middle_of_ring()
        opened.tab.mouse.move(x, y)
        opened.tab.mouse.down()
        for share in (0.3, 0.7, 1.0):
            opened.tab.mouse.move(x + 60 * share, y - 40 * share)
        opened.tab.mouse.up()
        after = opened.points
        moved = np.flatnonzero((after != before).any(axis=1))
        assert len(moved) == 1 and (after - before)[moved[0]][0] > 0.3 and (after - before)[moved[0]][1] > 0.2
        assert np.hypot(*np.subtract(opened.middle_of_ring(), (x + 60, y - 40))) < 1.5
        opened.agrees()

    def test_all_of_it_goes_by_the_keyboard(self, opened):
        opened.button("add").focus()
        opened.press("Enter")
        opened.tab.wait_for_function("document.activeElement.matches('.ks-chosen')")
        n = len(opened.points)
        assert n == 51 and opened.points[-1] == pytest.approx([0, 0])
        assert "point 51 of 51" in opened.ring.get_attribute("aria-label")
        opened.press("ArrowRight", "ArrowUp", "Shift+ArrowUp")
        assert opened.points[-1] == pytest.approx([STEP, 11 * STEP])
        opened.agrees()
        opened.press("PageDown")
        opened.tab.wait_for_function("document.activeElement.ariaLabel.startsWith('point 1 of 51')")
        first = opened.points[0]
        opened.press("Delete")
        assert len(opened.points) == 50 and not (opened.points == first).all(axis=1).any()
        opened.agrees()
        opened.button("Reset").focus()
        opened.press("Enter")
        assert len(opened.points) == 50 and (opened.points[0] == first).all()

    def test_one_point_has_to_stay(self, opened):
        opened.control("start").select_option(label="one point")
        shown = opened.agrees()
        assert shown["answer"]["R2"] == 0
        opened.button("remove").click()
        assert "One point has to stay" in opened.note and len(opened.points) == 1
        opened.control("nu").focus()
        opened.press("ArrowRight")
        assert opened.note == ""

    def test_there_is_room_for_200_points(self, opened):
        for _ in range(150):
            opened.button("add").click()
        assert len(opened.points) == 200 and opened.note == ""
        opened.agrees()
        opened.button("add").click()
        assert "room for 200" in opened.note and len(opened.points) == 200

    def test_sliders_and_kernel(self, opened):
        opened.control("nu").focus()
        opened.press("End")
        assert opened.problem["nu"] == 1
        opened.agrees()
        opened.press("Home")
        assert opened.problem["nu"] == 0.01 and "νn is below 1" in opened.said()
        opened.agrees()
        opened.control("gamma").focus()
        opened.press("End")
        assert opened.problem["gamma"] == pytest.approx(10**1.5)
        opened.agrees()
        opened.control("kernel").select_option(label="linear")
        shown = opened.agrees()
        assert shown["kernel"] == "linear" and not opened.control("gamma").is_visible()
        # Nothing is left outside: the smallest circle around all points, with its center in the plane.
        X, c = np.array(shown["X"]), np.array(shown["center"])
        assert ((X - c) ** 2).sum(axis=1).max() == pytest.approx(shown["answer"]["R2"], rel=1e-4)

    def test_the_marked_place_is_nearest_to_the_center(self, opened):
        shown = opened.problem
        k, X, alpha = RBF(gamma=shown["gamma"]), np.array(shown["X"]), np.array(shown["answer"]["alpha"])
        here = np.array([shown["center"]])
        around = here + 0.02 * np.array([[np.cos(t), np.sin(t)] for t in np.linspace(0, 2 * np.pi, 16)])
        x, y = np.meshgrid(AXIS, AXIS)
        everywhere = np.column_stack([x.ravel(), y.ravel()])
        assert (k(here, X) @ alpha).item() > (k(np.vstack([around, everywhere]), X) @ alpha).max()

    def test_eleven_around_a_stranger_are_strange_no_more(self, opened):
        """The answer that the page gives to its question."""
        opened.ring.focus()
        opened.press("PageUp", "PageUp", "PageUp")
        assert opened.ring.get_attribute("aria-label").startswith("point 48 of 50")
        x, y = opened.middle_of_ring()
        for k in range(10):
            far, angle = (26, 52)[k % 2], 2 * np.pi * k / 10
            opened.tab.mouse.click(x + far * np.cos(angle), y + far * np.sin(angle))
        shown = opened.agrees()
        assert len(shown["X"]) == 60 and shown["nu"] * 60 == pytest.approx(7.2)
        assert shown["answer"]["kinds"].count(2) <= 7

    @pytest.mark.parametrize("width", (390, 1024, 1400))
    @pytest.mark.parametrize("theme", ("light", "dark"))
    def test_it_fits_and_can_be_read(self, browser, width, theme):
        page = Page(browser, width, theme)
        page.tab.add_script_tag(path=str(AXE))
        found = page.tab.evaluate("async () => (await axe.run({ include: ['.bd-article'] })).violations")
        wide = page.tab.locator("html").evaluate("page => page.scrollWidth - page.clientWidth")
        color = "live => getComputedStyle(live).color.match(/[\\d.]+/g).map(Number)"
        corner = page.tab.locator(".ks-live").first.evaluate(color)
        page.agrees()
        page.context.close()
        assert not [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found]
        assert wide <= 1 and page.errors == [] and page.asked == []
        assert (sum(corner[:3]) > 384) == (theme == "dark")

    def test_a_finger_adds_a_point(self, browser):
        page = Page(browser, width=390, touch=True)
        box, before = page.canvas.bounding_box(), len(page.points)
        page.tab.touchscreen.tap(box["x"] + 0.3 * box["width"], box["y"] + 130)
        assert len(page.points) == before + 1
        page.agrees()
        page.context.close()

    def test_colors_follow_the_theme(self, opened):
        pixels = "() => document.querySelector('.ks-stage canvas').toDataURL()"
        light = opened.tab.evaluate(pixels)
        opened.tab.evaluate("() => { document.documentElement.dataset.theme = 'dark' }")
        opened.tab.wait_for_timeout(200)
        assert opened.tab.evaluate(pixels) != light

    def test_the_site_leads_to_it(self):
        first = (SITE / "index.html").read_text(encoding="utf-8")
        chapter = (SITE / "notebooks" / "03_minimum_volume_ball.html").read_text(encoding="utf-8")
        assert 'href="your_own_ball.html"' in first and 'href="../your_own_ball.html"' in chapter
        assert (SITE / "_static" / "ball.js").read_text(encoding="utf-8") == SOLVER
