import io
import threading
from html.parser import HTMLParser

import ipywidgets
import numpy as np
import pytest
from PIL import Image

from kernelsy19.course.alive import CONTROLS, Alive
from kernelsy19.course.explorers import Explorer, choice, encode, log_slider, slider
from kernelsy19.course.server import TWIN


class Dot(Explorer):
    """A dot on a line: the least that an explorer can be."""

    size = (3.0, 2.0)

    def __init__(self):
        self.seen = []
        super().__init__()

    def controls(self):
        return {
            "x": slider(0.0, 10.0, 2.0, "place x", "cm"),
            "n": slider(1, 5, 1, "count n"),
            "name": choice(["a", "b"], "name"),
        }

    def draw(self, figure):
        self.axes = figure.subplots()
        self.axes.set(xlim=(0, 10), ylim=(-1, 1), title="title")
        (self.dot,) = self.axes.plot([0], [0], "o", markersize=9)
        return [self.dot]

    def update(self, x, n, name):
        if x == 7.0:
            raise ValueError("x = 7 is <not> allowed")
        self.seen.append((x, n, name))
        self.dot.set_data([x], [0])
        self.axes.title.set_text("title" if name == "a" else "another")
        return f"A dot at {x:g} < 11, {n} times, {name}."


@pytest.fixture
def dot():
    return Dot()


class _Tags(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def count_full_draws(explorer, monkeypatch):
    draws = []
    original = explorer._canvas.draw
    monkeypatch.setattr(explorer._canvas, "draw", lambda: (draws.append(1), original())[1])
    return draws


# ---- a move ---------------------------------------------------------------------------------------


def test_a_move_redraws_the_same_artists(dot):
    before, alt, artist = dot.png, dot.alt, dot.dot
    dot.widgets["x"].value = 8.0
    assert dot.png != before
    assert dot.alt == "A dot at 8 < 11, 1 times, a." != alt
    assert dot.dot is artist
    assert list(dot.axes.lines) == [artist]


def test_only_what_moves_is_drawn_again(dot, monkeypatch):
    draws = count_full_draws(dot, monkeypatch)
    dot.widgets["x"].value = 5.0
    assert draws == []
    dot.widgets["name"].value = "b"
    assert draws == [1]


@pytest.mark.parametrize("name", ["a", "b"])
def test_a_partial_redraw_equals_a_full_one(dot, name):
    dot.set(name=name).set(x=9.0).set(x=3.0)
    partial = dot.png
    dot.figure.stale = True
    assert dot._redraw() is None
    assert dot.png == partial


class Window(Dot):
    """The axes move: their limits follow the slider."""

    def draw(self, figure):
        return [*super().draw(figure), self.axes]

    def update(self, x, n, name):
        self.axes.set_xlim(0, 10 + x)
        return super().update(x, n, name)


def test_axes_that_move_are_drawn_again():
    window = Window()
    window.set(x=9.0).set(x=3.0)
    partial = window.png
    window.figure.stale = True
    assert window._redraw() is None
    assert window.png == partial


def test_the_picture_depends_on_the_values_alone(dot):
    start = dot.png, dot.alt
    dot.set(x=9.0, name="b").set(x=1.0).set(x=2.0, name="a")
    assert (dot.png, dot.alt) == start


def test_the_dot_is_where_the_slider_says(dot):
    columns = []
    for x in (1.0, 9.0):
        image = pixels(dot.set(x=x).png).astype(int)
        columns.append(np.argwhere(image[:, :, 2] - image[:, :, 0] > 100)[:, 1].mean())
    expected = [dot.axes.transData.transform((x, 0))[0] for x in (1.0, 9.0)]
    np.testing.assert_allclose(columns, expected, atol=1.5)


# ---- set ------------------------------------------------------------------------------------------


def test_set_redraws_once_and_returns_the_explorer(dot):
    n = len(dot.seen)
    assert dot.set(x=4.0, n=3, name="b") is dot
    assert dot.seen[n:] == [(4.0, 3, "b")]
    assert dot.values == {"x": 4.0, "n": 3, "name": "b"}


def test_setting_what_is_set_draws_nothing(dot):
    n = len(dot.seen)
    dot.set(x=2.0)
    assert len(dot.seen) == n


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"y": 1}, r"no control 'y'; there are \['x', 'n', 'name'\]"),
        ({"x": 10.5}, "x must be a number from 0 to 10, got 10.5"),
        ({"x": -1}, "from 0 to 10, got -1"),
        ({"x": float("nan")}, "got nan"),
        ({"x": "3"}, "must be a number"),
        ({"x": True}, "must be a number"),
        ({"n": 2.5}, "a whole number from 1 to 5, got 2.5"),
        ({"name": "c"}, r"must be one of \['a', 'b'\], got 'c'"),
    ],
)
def test_a_bad_value_changes_nothing(dot, values, message):
    before = dot.values, dot.png, dot.alt
    with pytest.raises(ValueError, match=message):
        dot.set(n=4, **values) if "n" not in values else dot.set(**values)
    assert (dot.values, dot.png, dot.alt) == before


def test_ends_of_a_log_slider_can_be_set():
    widget = log_slider(-2, 1.5, 0, "γ")
    dot = Dot()
    dot.widgets["gamma"] = widget
    for value in (0.01, 10**1.5):
        dot._check("gamma", value)
    with pytest.raises(ValueError, match=r"from 0.01 to 31.6"):
        dot._check("gamma", 32)


# ---- when it fails --------------------------------------------------------------------------------


def test_a_failure_is_shown_and_raised_and_the_next_move_recovers(dot):
    before = dot.png, dot.alt
    with pytest.raises(ValueError, match="is <not> allowed"):
        dot.widgets["x"].value = 7.0
    caption = _Tags(dot.caption.value)
    assert caption.tags[0] == ("p", {"role": "alert"})
    assert "Not drawn: x = 7 is <not> allowed" in caption.text
    assert f"The picture still shows: {dot.alt}" in caption.text
    assert (dot.png, dot.alt) == before
    dot.widgets["x"].value = 6.0
    assert "A dot at 6" in dot.alt
    assert "Not drawn" not in dot.caption.value


def test_nan_is_not_drawn(dot):
    before = dot.png
    with pytest.raises(ValueError, match=r"place x \(cm\) must be a finite number, got nan"):
        dot.widgets["x"].value = float("nan")
    assert "must be a finite number" in dot.caption.value
    assert dot.png == before


def test_a_slider_clips_what_is_out_of_range(dot):
    dot.widgets["x"].value = 1e9
    assert "A dot at 10" in dot.alt


# ---- events that arrive while it draws ------------------------------------------------------------


def test_events_during_a_redraw_are_merged_and_the_last_value_wins(dot):
    inside, go_on = threading.Event(), threading.Event()
    original = dot.update

    def slow(**values):
        inside.set()
        assert go_on.wait(10)
        return original(**values)

    dot.update = slow
    n = len(dot.seen)
    thread = threading.Thread(target=lambda: dot.set(x=3.0))
    thread.start()
    assert inside.wait(10)
    for value in (4.0, 5.0, 6.0, 8.5):
        dot.widgets["x"].value = value
    assert len(dot.seen) == n
    go_on.set()
    thread.join(10)
    assert [x for x, *_ in dot.seen[n:]] == [3.0, 8.5]
    assert "A dot at 8.5" in dot.alt
    assert not dot._stale


def test_a_control_may_be_moved_by_update(dot):
    original = dot.update

    def follow(**values):
        dot.widgets["n"].max = 2
        return original(**values)

    dot.set(n=5)
    dot.update = follow
    dot.widgets["x"].value = 1.0
    assert dot.values["n"] == 2
    assert "2 times" in dot.alt


def test_a_failure_before_a_good_value_is_not_raised(dot):
    with dot._drawing:
        dot.widgets["x"].value = 7.0
        dot.widgets["x"].value = 3.0
    dot.widgets["n"].value = 2
    assert dot.alt == "A dot at 3 < 11, 2 times, a."


# ---- what it shows in a notebook ------------------------------------------------------------------


def test_layout_is_controls_above_the_picture_above_its_text(dot):
    controls, alive, picture, caption = dot.view.children
    assert controls.children == tuple(dot.widgets.values())
    assert isinstance(alive, Alive) and CONTROLS in controls._dom_classes
    assert picture is dot.picture and caption is dot.caption
    assert picture.layout.max_width == "100%"
    assert picture.format == "png"


def test_the_text_is_announced(dot):
    dot.set(x=8.0)
    parsed = _Tags(dot.caption.value)
    assert parsed.tags == [("p", {"role": "status", "aria-live": "polite"})]
    assert parsed.text == dot.alt == dot.picture.tooltip


def test_the_front_end_shows_the_tooltip_only_with_an_empty_description(dot):
    assert dot.picture.get_state()["description"] == ""


def test_bundle_has_the_live_view_and_a_static_twin(dot):
    bundle = dot.set(x=8.0)._repr_mimebundle_()
    assert bundle["application/vnd.jupyter.widget-view+json"]["model_id"] == dot.view.model_id
    twin = _Tags(bundle["text/html"])
    assert twin.text == f"{dot.alt} Run this cell to move it."
    assert twin.tags[0] == ("div", {"class": TWIN})
    ((_, attributes),) = [tag for tag in twin.tags if tag[0] == "img"]
    assert attributes["alt"] == bundle["text/plain"] == dot.alt
    assert attributes["src"].startswith("data:image/png;base64,")
    assert repr(dot) == f"Dot: {dot.alt}"


def test_the_static_twin_is_the_picture(dot):
    dot.set(x=8.0)
    difference = np.abs(pixels(dot._small_png()).astype(int) - pixels(dot.png)).max()
    assert difference < 40
    assert len(dot._small_png()) < len(dot.png)


def test_two_explorers_show_the_same():
    first, second = Dot()._repr_mimebundle_(), Dot()._repr_mimebundle_()
    assert first["text/html"] == second["text/html"]


def test_a_control_can_be_hidden(dot):
    dot.show("n", False)
    assert dot.widgets["n"].layout.display == "none"
    dot.show("n")
    assert dot.widgets["n"].layout.display is None


def test_an_explorer_must_say_how():
    for method in ("controls", "update"):
        with pytest.raises(NotImplementedError):
            getattr(Explorer, method)(None)
    with pytest.raises(NotImplementedError):
        Explorer.draw(None, None)


# ---- pieces ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (50, 40)])
def test_encoding_keeps_every_pixel(shape):
    rgba = np.random.default_rng(0).integers(0, 256, (*shape, 4), dtype=np.uint8)
    np.testing.assert_array_equal(pixels(encode(rgba)), rgba[:, :, :3])


def test_sliders_over_whole_numbers_and_over_intervals():
    whole, real = slider(1, 8, 2, "degree d"), slider(0, 1, 0.5, "share ν", "%")
    assert isinstance(whole, ipywidgets.IntSlider) and whole.step == 1
    assert isinstance(real, ipywidgets.FloatSlider) and real.step == 0.01
    assert (whole.min, whole.value, whole.max) == (1, 2, 8)
    assert (whole.description, real.description) == ("degree d", "share ν (%)")
    assert slider(0, 10, 4, "n", step=2).step == 2


def test_log_slider_holds_the_power():
    widget = log_slider(-2, 3, 1, "γ", "per cm²")
    assert widget.value == 10
    assert (widget.min, widget.max, widget.base) == (-2, 3, 10)
    assert widget.description == "γ (per cm²)"


def test_choice():
    assert choice(("a", "b"), "which").value == "a"
    assert choice(("a", "b"), "which", "b").value == "b"
