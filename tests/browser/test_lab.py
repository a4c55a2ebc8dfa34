"""The course in a real browser: JupyterLab runs a chapter and the keyboard moves its explorers."""

from pathlib import Path

import lab
import nbformat
import pytest

CHAPTER = Path(__file__).resolve().parents[2] / "notebooks" / "03_minimum_volume_ball.ipynb"

pytestmark = pytest.mark.skipif(
    lab.find_chromium() is None,
    reason=f"no chromium or chrome on this machine (looked for {', '.join(lab.BROWSERS)})",
)

SMALL = """
import io
import ipywidgets
from matplotlib.figure import Figure

slider = ipywidgets.FloatSlider(value=0.3, max=1, step=0.1, description="slope")
image, caption = ipywidgets.Image(), ipywidgets.HTML()

def redraw(change=None):
    figure, png = Figure(), io.BytesIO()
    figure.subplots().axline((0, 0), slope=slider.value)
    figure.savefig(png)
    image.value, caption.value = png.getvalue(), f"slope {slider.value:.1f}"

slider.observe(redraw, "value")
redraw()
ipywidgets.VBox([slider, image, caption])
"""


def write_small_notebook(path):
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [nbformat.v4.new_markdown_cell("# Small"), nbformat.v4.new_code_cell(SMALL)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    return path


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    notebook = CHAPTER
    if not notebook.exists():
        notebook = write_small_notebook(tmp_path_factory.mktemp("small") / "small.ipynb")
    with lab.open_notebook(notebook) as page:
        page.run_all()
        yield page


def test_every_cell_runs_without_an_error(page):
    assert page.errors() == []
    assert page.cells_not_run() == []


def test_every_explorer_shows_a_picture(page):
    explorers = page.explorers()
    assert explorers
    for explorer in explorers:
        assert explorer.picture().startswith(b"\x89PNG")
        assert explorer.image.evaluate("img => img.naturalWidth") > 300
        assert explorer.caption


def test_the_keyboard_moves_a_slider_and_the_picture_follows(page):
    explorer = page.explorers()[0]
    slider = explorer.sliders[0]
    start = slider.get_attribute("aria-valuetext"), explorer.picture(), explorer.caption
    explorer.press(slider, "ArrowRight", times=3)
    moved = slider.get_attribute("aria-valuetext"), explorer.picture(), explorer.caption
    assert all(before != now for before, now in zip(start, moved, strict=True))
    explorer.press(slider, "ArrowLeft", times=3)
    assert (slider.get_attribute("aria-valuetext"), explorer.picture(), explorer.caption) == start
