"""Explorers on the site: two controls move through scenes that the library computed, without a kernel or a network."""

import functools
import re
from pathlib import Path

import numpy as np
import pytest
import site_frames
import site_packing
from bs4 import BeautifulSoup

from kernelcourse.ball.explorers import BallExplorer
from kernelcourse.desk.browser_scripts import DRAWING_SCRIPTS
from kernelcourse.desk.server import TWIN
from kernelcourse.drawing.controls import Choice
from kernelcourse.drawing.marks import Handle
from kernelcourse.index import all_explorers

ROOT = Path(__file__).resolve().parents[2]
SITE, SLIDES = ROOT / "build" / "site", ROOT / "build" / "slides"
AXE = ROOT / "build" / "site-assets" / "axe.min.js"
AXE_RUN = "async () => (await axe.run({include: ['.ks-site']})).violations"
NAMES = list(all_explorers())
PIXELS = 800  # of a wide panel
HALF_A_PIXEL = 0.5 / PIXELS
# A scene with its arrays as lists.
SCENE = """async ([name, k]) => {
    const numbers = { i1: Int8Array, u1: Uint8Array, i2: Int16Array, f4: Float32Array };
    const plain = (value) => {
        if (Array.isArray(value)) return value.map(plain);
        if (!value || typeof value !== "object") return value;
        const { type, shape, data } = value;
        if (data && shape) return { shape, data: [...new numbers[type](data.slice().buffer)].map(String) };
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
    };
    return plain((await kernelsy19.frames(name)).scene(k));
}"""
ABOUT = """async (name) => {
    const { firsts, rows, columns, controls } = await kernelsy19.frames(name);
    return { firsts, rows, columns, controls };
}"""
# What a hand finds in an explorer: names of what can be dragged, pressed or slid.
HANDLES = """live => [...live.querySelectorAll('button:enabled, input:enabled, select:enabled')].map((one) =>
    one.getAttribute('aria-label') || one.closest('.ks-control').textContent)"""
TO_DO = re.compile(r"(?i)(?:^|[.:;,?!(] ?|\band )(drag|pull|turn|tilt|shift|add(?! up))\b ([^.:;,?!]*)")
FILL = {"the", "its", "and", "with", "some", "two", "few", "more", "make", "less", "either", "all", "round"}
BY_HAND = re.findall(r"(?m)^  (\w+): \{$", (DRAWING_SCRIPTS / "by_hand.js").read_text(encoding="utf-8"))


@functools.cache
def shown_on():
    """For each explorer a page that shows it."""
    found = {}
    for path in sorted((SITE / "notebooks").glob("*.html"), reverse=True):
        for name in re.findall(r'data-explorer="(\w+)"', path.read_text(encoding="utf-8")):
            found[name] = path
    return found


@pytest.fixture(scope="module")
def frames(browser):
    """A page that can fetch every explorer's scenes."""
    page = browser.new_page()
    page.goto((SITE / "index.html").as_uri())
    page.add_script_tag(url=(SITE / "_static" / "explorers.js").as_uri())
    yield page
    page.close()


class Open:
    """A page of the site with one of its explorers in view, by its name."""

    def __init__(self, browser, name, width=1400, theme="light", **options):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme, **options)
        self.page, self.said, self.asked = context.new_page(), [], []
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(shown_on()[name].as_uri())
        self.twin = self.page.locator(f"[data-explorer={name}]")
        self.live = self.page.locator(f"[data-explorer={name}] + .ks-site")

    def _hear(self, told):
        # The theme complains on a first visit that no mode is stored, and takes the system's.
        if told.type == "error" and "invalid theme mode" not in told.text:
            self.said.append(told.text)

    def show(self, theme="light"):
        """Unfold what is in depth, scroll to the explorer, and wait for it."""
        self.page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
        self.page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        # What opens a chapter is live before anyone scrolls, or while somebody does.
        shown = self.twin.or_(self.live).locator("visible=true").first
        shown.evaluate("one => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
        self.live.locator("canvas").wait_for()
        self.page.wait_for_function("document.querySelectorAll('.ks-behind').length > 0")
        return self

    def control(self, name):
        return self.live.locator(f".ks-control[data-name={name}]").locator("input, select").first

    def words(self):
        return self.live.locator(".ks-said").inner_text()

    def pixels(self):
        return self.live.locator("canvas").evaluate("canvas => canvas.toDataURL()")

    def close(self):
        self.page.context.close()


# ---- what is there -------------------------------------------------------------------------------


def test_every_explorer_is_on_a_page_and_every_picture_of_one_names_it():
    assert set(shown_on()) == set(NAMES)
    for path in (SITE / "notebooks").glob("*.html"):
        assert f'<div class="{TWIN}"><div' not in path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough_scenes_and_not_too_many_bytes(frames, name):
    about = frames.evaluate(ABOUT, name)
    assert (2 if name in BY_HAND else 20) <= about["firsts"][-1] <= 400
    assert (SITE / "_static" / "frames" / f"{name}.js").stat().st_size <= site_frames.MOST_BYTES
    moving = [control["name"] for control in about["controls"] if not control["fixed"]]
    assert sorted(moving) == sorted(filter(None, [about["rows"], about["columns"]]))


@pytest.mark.parametrize("name", NAMES)
def test_scenes_are_what_the_library_computes(frames, name):
    explorer, about = all_explorers()[name](), frames.evaluate(ABOUT, name)
    start, made = dict(explorer.values), explorer.controls()
    specs = {control["name"]: control for control in about["controls"]}

    def value_at(name, k):
        spec = specs[name]
        if isinstance(made[name], Choice):
            return spec["options"][k]
        value = round(spec["low"] + spec["step"] * spec["places"][k], 10)
        return 10**value if spec["log"] else round(value) if spec["whole"] else value

    rng = np.random.default_rng(0)
    rows = rng.integers(len(about["firsts"]) - 1, size=3)
    lengths = np.diff(about["firsts"])
    states = [(0, 0)] + [(int(row), int(rng.integers(lengths[row]))) for row in rows]
    for row, column in states:
        explorer.set(**start)
        for of, k in ((about["rows"], row), (about["columns"], column)):
            explorer.set(**{of: value_at(of, k)} if of else {})
        sent = frames.evaluate(SCENE, [name, about["firsts"][row] + column])
        require_alike(sent, explorer.shown.message(), "scene")
        require_in_place(sent, explorer.shown)


def require_alike(sent, computed, where):
    """Words are the same; numbers are so but for the bits that packing drops."""
    if isinstance(computed, dict) and {"data", "shape", "type"} <= set(computed):
        assert sent["shape"] == computed["shape"], where
        kind = {"i1": "i1", "u1": "u1", "i2": "<i2", "f4": "<f4", "f8": "<f8"}[computed["type"]]
        ours, theirs = np.frombuffer(computed["data"], kind), np.array(sent["data"], dtype=float)
        if computed["type"] in ("f4", "f8"):
            np.testing.assert_allclose(theirs, ours, rtol=1 / 4096, atol=1e-37, err_msg=where)
        else:
            dropped = (1 << site_packing.SHORT_DROP) - 1 if computed["type"] == "i2" else 0
            assert np.abs(theirs - ours).max(initial=0) <= dropped, where
    elif isinstance(computed, dict):
        assert list(sent) == list(computed), where
        for key, value in computed.items():
            require_alike(sent[key], value, f"{where}.{key}")
    elif isinstance(computed, list | tuple):
        assert len(sent) == len(computed), where
        for k, value in enumerate(computed):
            require_alike(sent[k], value, f"{where}[{k}]")
    elif isinstance(computed, float):
        assert sent == pytest.approx(computed, rel=1e-6), where
    else:
        assert sent == computed, where


def require_in_place(sent, scene):
    """Nothing stands half a pixel beside where it has to be."""
    for panel, told in zip(scene.panels, sent["panels"], strict=True):
        for mark, places in zip(panel.marks, told["marks"], strict=True):
            for name, axis in (("x", panel.x), ("y", panel.y)):
                if panel.z is None and not isinstance(mark, Handle) and getattr(mark, name, None) is not None:
                    told_there = np.array(places[name]["data"], float)
                    ours, theirs = map(axis.place, (getattr(mark, name), told_there))
                    seen = (ours > -0.1) & (ours < 1.1)
                    np.testing.assert_allclose(theirs[seen], ours[seen], atol=HALF_A_PIXEL, rtol=0)


def test_a_grid_has_both_ends_and_the_start_of_each_control():
    explorer = BallExplorer()
    grid = site_frames.grid_of(explorer)
    assert {grid.rows, grid.columns} == {"nu", "gamma"}
    for name, places in grid.places.items():
        made = explorer.controls()[name]
        assert {0, made.last, round(made.sent(made.value))} <= set(places) and list(places) == sorted(places)
    states = site_frames.states(explorer, grid)
    assert len(states) == len(set(states)) == sum(grid.lengths) <= 400
    assert sum(site_frames.grid_of(explorer, 50).lengths) <= 50


def test_a_class_names_its_two_controls_or_has_the_first_sliders_that_mean_something():
    named = {name: site_frames.two_controls(made()) for name, made in all_explorers().items()}
    assert named["TwoClassExplorer"] == ("C", "noise")
    assert named["BallExplorer"] == ("nu", "gamma")
    assert named["SoftMarginExplorer"] == ("C", "kernel")  # γ means nothing to the linear kernel
    for name, two in named.items():
        assert len(two) == (1 if name == "AttentionExplorer" else 2), name
        assert set(two) <= set(all_explorers()[name]().values), name


def test_what_is_kept_depends_on_what_an_explorer_imports():
    files = site_frames.depends_on("BallExplorer")
    names = {path.relative_to(ROOT).as_posix() for path in files}
    assert {"kernelsy19/ball/solve.py", "kernelsy19/engine/smo.py", "tools/site_packing.py"} <= names
    assert not {"kernelsy19/svm/solve.py", "kernelcourse/ball/checks/ex_03_04.py"} & names


# ---- in a page -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_both_controls_move_the_picture_and_the_words(browser, name):
    site = Open(browser, name).show()
    first = site.words()
    assert site.twin.locator("p").last.text_content().startswith(first)  # as the notebook has it
    assert not site.twin.is_visible()
    moving = [
        row.get_attribute("data-name")
        for row in site.live.locator(".ks-control[data-name]:not(.ks-fixed)").all()
        if row.locator("> :is(input, select)").count()
    ]
    assert len(moving) == (1 if name == "AttentionExplorer" else 2)
    for of in moving:
        before = site.pixels(), site.words()
        site.control(of).focus()
        for key in ("ArrowUp", "ArrowDown"):  # it may stand at an end
            if site.pixels() == before[0]:
                site.page.keyboard.press(key)
        site.page.wait_for_timeout(350)  # words wait until the hand rests
        assert site.pixels() != before[0] and site.words() != before[1], of
    assert site.said == [] and not [url for url in site.asked if url.startswith("http")]
    site.close()


@pytest.mark.parametrize("name", BY_HAND)
def test_what_is_moved_by_hand_says_what_the_library_computes(browser, name):
    site, explorer = Open(browser, name).show(), all_explorers()[name]()
    of, mark, panel = next(
        (named, mark, panel)
        for panel in explorer.shown.panels
        for mark in panel.marks
        if (named := getattr(mark, "name", "") or getattr(mark, "hold", ""))
    )
    rows = np.column_stack([np.atleast_1d(mark.x), np.atleast_1d(mark.y)]).astype(float)
    steps = np.array([np.ptp(panel.x.range), np.ptp(panel.y.range)]) / 100 * (mark.moves != "y", 1)
    handle = site.live.locator(".ks-handle:visible").first
    for key, by in (("ArrowUp", (0, 1)), ("Shift+ArrowRight", (10, 0)), ("Shift+ArrowDown", (0, -10))):
        before = site.pixels()
        handle.focus()
        site.page.keyboard.press(key)
        site.page.wait_for_timeout(350)
        rows[0] += steps * by
        explorer.set(**{of: tuple(rows[0]) if isinstance(mark, Handle) else rows})
        assert site.words() == explorer.said
        assert (site.pixels() != before) == (steps @ np.abs(by) > 0)
    assert site.said == []
    site.close()


@functools.cache
def handles(browser, name):
    """What a hand finds in an explorer where no kernel answers, in small letters."""
    site = Open(browser, name).show()
    found = " ".join(site.live.evaluate(HANDLES)).lower()
    site.close()
    return found


@pytest.mark.parametrize(("medium", "least"), [(SITE / "notebooks", 10), (SLIDES, 5)])
def test_nobody_is_asked_for_what_he_cannot_do(browser, medium, least):
    """Each thing that a text asks to drag, turn, tilt or add before an explorer has a handle of that name in it."""
    missing, seen = [], 0
    for path in sorted(medium.glob("*.html")):
        page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
        for twin in page.select("[data-explorer]"):
            for node in twin.find_all_previous(["p", "li", "div", "h1", "h2", "h3"]):
                if node.get("data-explorer") or node.name[0] == "h":
                    break
                if node.name == "div" or node.find_parent("aside") or node.find_parent(class_="cell_output"):
                    continue
                said = re.sub(r"In the notebook[^.;]*", "", node.get_text().replace("\n", " "))
                for verb, thing in TO_DO.findall(said):
                    there, seen = f"slider {handles(browser, twin['data-explorer'])}", seen + 1
                    nouns = set(re.findall(r"[a-zα-ω]{3,}", thing.lower())) - FILL
                    found = " into " in thing or any(noun.removesuffix("s") in there for noun in nouns)
                    if not (found or (thing.split()[0] in ("it", "them") and "arrow keys" in there)):
                        missing.append(f"{path.stem}, {twin['data-explorer']}: {verb} {thing}")
    assert seen > least and not missing, "\n".join(missing)


def test_other_controls_are_there_and_say_that_they_need_the_notebook(browser):
    site = Open(browser, "BallExplorer").show()
    for of in ("kernel", "data"):
        control = site.control(of)
        assert control.is_visible() and control.is_disabled()
        reason = site.page.locator(f"#{control.get_attribute('aria-describedby')}")
        told = "Two controls move here: share ν, inverse width γ. The others need the notebook."
        assert reason.inner_text() == told
    assert site.control("nu").is_enabled()
    assert site.live.get_by_role("button", name="add").is_disabled()
    assert site.live.locator(".ks-handle:visible").count() == 0  # points stay where they are
    assert "duality gap" in site.live.locator(".ks-certificate").inner_text()
    site.close()


def test_where_all_controls_move_no_notebook_is_asked_for(browser):
    site = Open(browser, "LagrangianExplorer").show()
    assert not site.live.locator(".ks-reason").is_visible()
    handle, slider = site.live.locator(".ks-handle"), site.control("alpha")
    at = slider.input_value()
    handle.focus()
    site.page.keyboard.press("ArrowRight")
    assert int(slider.input_value()) == int(at) + 1
    box = handle.bounding_box()
    site.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    site.page.mouse.down()
    site.page.mouse.move(box["x"] + box["width"] / 2 + 60, box["y"], steps=4)
    site.page.mouse.up()
    assert int(slider.input_value()) > int(at) + 5
    site.close()


def test_a_run_is_as_long_as_its_controls_make_it(browser):
    site = Open(browser, "SMOStepper").show()
    step, nu = site.control("step"), site.control("nu")
    last = {}
    for place in range(int(nu.get_attribute("max")) + 1):
        nu.fill(str(place))
        step.focus()
        site.page.keyboard.press("End")
        site.page.wait_for_timeout(350)
        title, length = re.search(r"Iteration (\d+) of (\d+)", site.words()).groups()
        assert title == length == step.input_value()
        last[place] = length
    assert len(set(last.values())) > 1
    site.close()


def test_nothing_is_fetched_before_an_explorer_comes_near(browser):
    site = Open(browser, "BallExplorer")
    site.page.wait_for_timeout(500)
    assert not [url for url in site.asked if "BallExplorer.js" in url]
    assert site.twin.is_visible()
    site.show()
    assert len([url for url in site.asked if "BallExplorer.js" in url]) == 1
    site.close()


def test_the_picture_stands_in_print_and_without_javascript(browser):
    site = Open(browser, "BallExplorer").show()
    site.page.emulate_media(media="print")
    assert site.twin.is_visible() and not site.live.is_visible()
    site.close()
    site = Open(browser, "BallExplorer", java_script_enabled=False)
    assert site.twin.locator("img").is_visible()
    site.close()


def test_a_plane_is_as_large_as_a_phone_lets_it(browser):
    site = Open(browser, "CircleByHandExplorer", 390).show()
    (panel,) = all_explorers()["CircleByHandExplorer"]().shown.panels
    box = site.live.locator("canvas").bounding_box()
    assert box["height"] >= box["width"] * np.ptp(panel.y.range) / np.ptp(panel.x.range)
    site.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1024, 1400])
def test_it_fits_and_axe_finds_nothing(browser, width, theme):
    for name in ("BallExplorer", "SMOStepper", "KernelExplorer", "FeatureMapExplorer"):
        site = Open(browser, name, width, theme).show(theme)
        site.page.add_script_tag(path=str(AXE))
        found = [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in site.page.evaluate(AXE_RUN)]
        wide = site.page.locator("html").evaluate("page => page.scrollWidth - page.clientWidth")
        box = site.live.locator("canvas").bounding_box()
        site.close()
        assert not found, "\n".join(found)
        assert wide <= 1 and 300 < box["width"] <= width
