"""What must be true of every picture."""

import io
import re
from html.parser import HTMLParser

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from PIL import Image

from kernelcourse.drawing.data_planes import Grid
from kernelcourse.drawing.scene import legend_of
from kernelcourse.drawing.scene_in_matplotlib import drawn_scene

# Characters of a picture in a notebook: panels of level lines, sharp enough for a fine screen.
LARGEST = 280_000
NARROWEST = 250  # pixels


class _Images(HTMLParser):
    def __init__(self):
        super().__init__()
        self.images = []

    def handle_starttag(self, tag, attrs):
        if tag == "img":
            self.images.append(dict(attrs))


def image_of(html):
    """Return the attributes of the one image in a piece of HTML."""
    parser = _Images()
    parser.feed(html)
    (attributes,) = parser.images
    return attributes


def says(text, *told):
    """Whether a text has these numbers one after the other, each to the digits that it prints; its words are free."""
    printed = re.findall(r"−?\d+(?:\.\d+)?(?:e[−+]?\d+)?", text)
    runs = zip(*(printed[k:] for k in range(len(told))), strict=False)
    return any(all(map(_is_printed, run, told)) for run in runs)


def _is_printed(printed, value):
    number = float(printed.replace("−", "-"))
    digits, _, exponent = printed.strip("−").partition("e")
    # 2500 are three digits, and counts are exact.
    places = len(digits.partition(".")[2]) or min(0, 3 - len(digits))
    unit = 10.0 ** (int(exponent.replace("−", "-") or 0) - places)
    unit = 0 if isinstance(value, int | np.integer) else unit
    # A whole number in the place of a small fraction would say nothing: "1" is not 0.769.
    return abs(number - value) <= 1e-9 + min(0.501 * unit, 0.05 * abs(value))


def xy(mark):
    """Where the dots or corners of a mark stand, (n, 2)."""
    return np.column_stack([mark.x, mark.y])


def border(field):
    """Places on the first line of a field, (k, 2)."""
    return np.vstack(field.contours().lines(field.levels[0]))


def grid_of(field):
    """The grid that a field or regions are sampled on."""
    left, right, bottom, top = field.extent
    height, width = field.codes.shape[-2:]
    return Grid(np.linspace(left, right, width), np.linspace(bottom, top, height))


def values_at(field, points):
    """What a field has at the samples next to some points, (n, 2) → (n,)."""
    grid = grid_of(field)
    axes = zip((grid.x, grid.y), points.T, strict=True)
    column, row = (np.abs(axis - at[:, None]).argmin(axis=1) for axis, at in axes)
    return field.values[row, column]


def luminance(color):
    """How bright a color is, as in the contrast rule of WCAG 2."""
    rgb = np.array(to_rgb(color))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]


def contrast(*colors):
    low, high = sorted(map(luminance, colors))
    return (high + 0.05) / (low + 0.05)


def drawn_and_whole(pictures):
    """A fixture of pictures by name, each drawn once, and a test that each of them is whole."""

    @pytest.fixture(scope="module")
    def drawn():
        return {name: make() for name, make in pictures.items()}

    @pytest.mark.parametrize("name", pictures)
    def test(drawn, name):
        check_picture(drawn[name])

    return drawn, test


def check_picture(picture):
    """A picture that shows as an image with its text, fits in a notebook and covers or cuts off nothing."""
    _check_that_it_shows(picture)
    _check_that_nothing_is_hidden(picture)
    _check_that_it_is_named(picture)
    _check_that_dark_paper_takes_it(picture)
    return picture


def _check_that_it_is_named(picture):
    """Numbers in the text, words at axes that have numbers, no legend of one entry, no name twice."""
    assert re.search(r"\d", picture.alt)
    for side in "xy":
        axes = [getattr(panel, side) for panel in picture.panels if panel.framed and panel.z is None]
        numbered = [axis for axis in axes if any(name.strip("−")[:1].isdigit() for name in axis.names)]
        assert not numbered or any(axis.label for axis in axes), numbered
    legends = picture.figure.legends
    assert all(len(legend.get_texts()) > 1 for legend in legends)
    if not legends:
        written = [text.get_text() for axes in picture.figure.axes for text in axes.texts]
        assert all(label in written for label in legend_of(picture.scene))


def _check_that_dark_paper_takes_it(picture):
    dark = drawn_scene(picture.scene, dark=True, width=picture.width, named=True)
    ground = np.array(to_rgb(dark.get_facecolor()))
    words = [text for axes in dark.axes for text in [*axes.texts, axes.title] if text.get_text()]
    assert all(np.abs(np.array(to_rgb(text.get_color())) - ground).max() > 0.4 for text in words)


def _check_that_it_shows(picture):
    bundle = picture._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}
    assert len(bundle["text/html"]) < LARGEST
    attributes = image_of(bundle["text/html"])
    assert attributes["alt"] == picture.alt == bundle["text/plain"] == repr(picture)
    assert attributes["src"].startswith("data:image/png;base64,")
    assert "max-width:100%" in attributes["style"]
    assert Image.open(io.BytesIO(picture.png)).width >= 1.5 * int(attributes["width"]) > NARROWEST
    assert not re.search(r"\bnan\b", picture.alt)  # a word such as banana is none
    assert "_" not in picture.alt


def _check_that_nothing_is_hidden(picture):
    figure = picture.figure
    _ = picture.png  # so that all has the place that it has there
    width, height = figure.bbox.width, figure.bbox.height
    for legend in figure.legends:
        box = legend.get_window_extent()
        for axes in figure.axes:
            assert not box.overlaps(axes.get_window_extent())
    for axes in figure.axes:
        assert not axes.get_legend()
        for text in (axes.title, axes.xaxis.label, axes.yaxis.label):
            if text.get_text() and text.get_visible() and axes.name != "3d":
                box = text.get_window_extent()
                assert -1 <= box.x0 <= box.x1 <= width + 1
                assert -1 <= box.y0 <= box.y1 <= height + 1
