"""What must be true of every picture."""

import io
import re
from html.parser import HTMLParser

from PIL import Image

LARGEST = (
    280_000  # characters of a picture in a notebook: panels of level lines, sharp enough for a fine screen
)
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


def check_picture(picture):
    """Assert that a picture shows as an image with its text, fits in a notebook and covers or cuts off nothing."""
    _check_that_it_shows(picture)
    _check_that_nothing_is_hidden(picture)


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
    figure.draw_without_rendering()  # so that all has its place
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
