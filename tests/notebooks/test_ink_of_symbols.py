"""A symbol that is colored in a text has that color in a picture of its section, and can be read on either paper."""

import base64
import io
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from PIL import Image

from kernelcourse.drawing.appearance import INKS, LINE, contrast, readable

ROOT = Path(__file__).resolve().parents[2]
COLORED = re.compile(r"\\textcolor\{(#\w{6})\}\{((?:[^{}]|\{[^{}]*\})*)\}")
CHAPTERS = [
    path for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if "textcolor" in path.read_text("utf8")
]


def sections(path):
    """Texts and pictures of each section of a notebook."""
    texts, pictures = [], []
    for cell in nbformat.read(path, 4).cells:
        parts = re.split(r"^(?=## )", cell.source, flags=re.MULTILINE) if cell.cell_type == "markdown" else []
        for number, part in enumerate(parts):
            if number or part.startswith("## "):
                yield texts, pictures
                texts, pictures = [], []
            texts.append(part)
        pictures += re.findall(r"base64,([\w+/=]{99,})", str(cell.get("outputs", "")))
    yield texts, pictures


def pixels_of(picture):
    image = Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")
    return np.asarray(image).reshape(-1, 3).astype(int)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem[:2])
def test_each_colored_symbol_has_one_color_which_a_picture_of_its_section_shows(path):
    inks = {
        readable(light): [255 * np.array(to_rgb(drawn)) for drawn in (light, readable(light, ratio=LINE))]
        for light, _ in INKS.values()
    }
    color_of = {}
    for texts, pictures in sections(path):
        for color, symbol in COLORED.findall("".join(texts)):
            assert color_of.setdefault(symbol, color) == color
            all_pixels = [pixels_of(picture) for picture in pictures]
            nearest = [np.abs(pixels - ink).max(axis=1) for pixels in all_pixels for ink in inks[color]]
            assert any((far <= 3).sum() >= 20 for far in nearest), symbol


def test_on_dark_paper_symbols_are_bright_enough():
    looks = ("kernelcourse/desk/custom/custom.css", "site/static/course.css")
    brighter = [
        float(re.search(r"(?:mstyle|math )\[style.*brightness\(([\d.]+)\)", (ROOT / path).read_text())[1])
        for path in looks
    ]
    symbols = {color for path in CHAPTERS for color, _ in COLORED.findall(path.read_text("utf8"))}
    assert symbols
    for color in symbols:
        for factor in brighter:
            on_dark = np.minimum(1, factor * np.array(to_rgb(color)))
            assert contrast(to_hex(on_dark), "#1e1e1e") >= 4.5
