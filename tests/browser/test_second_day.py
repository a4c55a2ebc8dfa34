"""A notebook on the second day: saved, its kernel gone, opened again, in JupyterLab and in Notebook 7."""

from pathlib import Path

import lab
import nbformat
import pytest

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
CHAPTERS = {"lab": NOTEBOOKS / "03_minimum_volume_ball.ipynb", "notebook": NOTEBOOKS / "00_start_here.ipynb"}
EXPLORERS = {"lab": ["SMOStepper", "BallExplorer"], "notebook": ["KernelExplorer"]}
TOY = """\
from kernelsy19.ball import derivations
from kernelsy19.kernels.explorers import KernelExplorer
display(KernelExplorer(), derivations.dual.walk())
"""

pytestmark = pytest.mark.skipif(
    lab.find_chromium() is None,
    reason=f"no chromium or chrome on this machine (looked for {', '.join(lab.BROWSERS)})",
)
# One browser at a time: a page is opened when the last test of the page before it is done.
chapters = pytest.mark.parametrize(
    "page", [(app, "chapter") for app in CHAPTERS], indirect=True, ids=CHAPTERS
)
toys = pytest.mark.parametrize("page", [(app, "toy") for app in CHAPTERS], indirect=True, ids=CHAPTERS)


@pytest.fixture(scope="module")
def page(request, tmp_path_factory):
    app, kind = request.param
    path = CHAPTERS[app] if kind == "chapter" else write_toy(tmp_path_factory.mktemp(app) / "toy.ipynb")
    with lab.open_notebook(path, app=app) as page:
        if kind == "chapter":
            page.run_all()
        yield page


def write_toy(path):
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [nbformat.v4.new_code_cell(TOY)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    return path


# ---- a chapter ------------------------------------------------------------------------------------


@chapters
def test_reading_and_saving_changes_no_file(page):
    last = EXPLORERS[page.app][-1]
    page.run_cell(last)  # a second time: a later count, and a widget of its own
    explorer = page.explorer(last)
    explorer.press(explorer.sliders[0], times=3)
    copied = page.file.stat().st_mtime_ns
    page.save()
    assert page.file.stat().st_mtime_ns > copied
    assert page.file.read_bytes() == CHAPTERS[page.app].read_bytes()


@chapters
def test_explorers_are_there_on_the_next_day(page):
    assert len(page.explorers()) == len(EXPLORERS[page.app])
    page.save()
    page.shut_down()
    page.reopen()
    assert len(page.explorers()) == 0
    assert len(page.twins()) == len(EXPLORERS[page.app])
    for twin in page.twins():
        assert twin.locator("img").evaluate("img => img.complete && img.naturalWidth") > 300
        assert "Run this cell to move it." in twin.inner_text()
    text = page.text()
    assert "model not found" not in text
    assert "Error displaying widget" not in text


# ---- an explorer and a walk through a proof whose kernel goes away --------------------------------


@toys
@pytest.mark.parametrize("end", ["restart", "kill", "change_kernel", "shut_down"])
def test_controls_stop_with_their_kernel_and_say_so(page, end):
    page.reopen()
    page.run_all()
    explorer, walk = page.outputs()
    for output in (explorer, walk):
        assert output.note == ""
        assert output.controls_can_be_reached()
    explorer.press(explorer.sliders[0])
    picture, caption = explorer.picture(), explorer.caption
    getattr(page, end)()
    for output in (explorer, walk):
        output.output.get_by_text("The kernel that drew this is gone.").wait_for()
        assert not output.controls_can_be_reached()
    assert explorer.picture() == picture
    assert explorer.caption == caption
