"""How long an explorer takes in JupyterLab, from a slider that moves to pixels that have changed.

Beside it the way of the first build stands in the same page: a slider of ipywidgets, and in the kernel matplotlib
draws the same scene as a PNG.
"""

import statistics

import lab
import nbformat
import pytest
from test_explorers import visible_sliders

from kernelcourse.desk.server import KERNELSPEC
from kernelcourse.index import all_explorers

MEDIAN, LATE = 0.040, 0.070  # seconds; LATE for the 95th percentile
MOVES, OLD_MOVES = 100, 40
REST = 30  # milliseconds between two moves

SHOWN = "import kernelsy19\nfrom {module} import {name}\n{name}()"
OLD = """
import ipywidgets
from kernelcourse.drawing.scene_in_matplotlib import png_of
explorer, slider, image, asked = {name}(), ipywidgets.IntSlider(0, 0, {last}), ipywidgets.Image(), []
def draw(place):
    asked.append(place)
    explorer.set({slider}=explorer.controls()["{slider}"].heard(place))
    image.value = png_of(explorer.shown) + bytes(str(len(asked)), "ascii")  # every move gives another picture
slider.observe(lambda change: draw(change.new), "value")
draw(0)
display(ipywidgets.VBox([slider, image]))
"""

MOVE = """async ([name, moves, rest]) => {
    const root = document.querySelector(".ks-live"), times = [];
    const input = root.querySelector(`[data-name=${name}] input`), most = Number(input.max);
    for (let i = 0; i < moves; i++) {
        const next = String(Math.round(((i * 37) % 100) / 99 * most));
        if (next === input.value) continue;
        const clock = performance.now();
        const drawn = new Promise((done, fail) => {
            setTimeout(() => fail(`${name} at ${next} of ${most} is not drawn`), 5000);
            root.addEventListener("ks-drawn", () => {
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - clock)));
        }, { once: true }); });
        input.value = next;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        times.push(await drawn / 1000);
        await new Promise((done) => setTimeout(done, rest));
    }
    return times;
}"""

MOVE_OLD = """async ([moves, rest]) => {
    const handle = document.querySelector(".noUi-handle"), times = [];
    const image = document.querySelector(".widget-image"), most = Number(handle.getAttribute("aria-valuemax"));
    let key = "ArrowRight";
    for (let i = 0; i < moves; i++) {
        const now = Number(handle.getAttribute("aria-valuenow"));
        if (now >= most) key = "ArrowLeft";
        if (now <= 0) key = "ArrowRight";
        const clock = performance.now();
        const drawn = new Promise((done, fail) => {
            setTimeout(() => fail(`the old slider at ${now} of ${most} is not drawn`), 5000);
            image.addEventListener("load", () => {
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - clock)));
        }, { once: true }); });
        handle.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        times.push(await drawn / 1000);
        await new Promise((done) => setTimeout(done, rest));
    }
    return times;
}"""


@pytest.fixture(scope="module")
def desk():
    with lab.open_desk() as desk:
        yield desk


@pytest.mark.parametrize("name", list(all_explorers()))
def test_slider_to_pixels(desk, keep, tmp_path, name):
    made = all_explorers()[name]
    explorer = made()
    sliders = visible_sliders(explorer)
    compared = min(sliders, key=lambda slider: explorer.controls()[slider].plays)  # a run may end early
    last = explorer.controls()[compared].last
    old = OLD.format(name=name, slider=compared, last=last)
    cells = map(nbformat.v4.new_code_cell, (SHOWN.format(module=made.__module__, name=name), old))
    notebook = nbformat.v4.new_notebook(cells=list(cells), metadata={"kernelspec": KERNELSPEC})
    nbformat.write(notebook, tmp_path / "moved.ipynb")
    with desk.open(tmp_path / "moved.ipynb", width=1400, height=1600) as page:
        page.run_all()
        assert page.errors() == []
        times = {slider: page.tab.evaluate(MOVE, [slider, MOVES, REST]) for slider in sliders}
        old = page.tab.evaluate(MOVE_OLD, [OLD_MOVES, REST])
    for slider, seconds in times.items():
        size = {"explorer": name, "control": slider}
        median, late = statistics.median(seconds), statistics.quantiles(seconds, n=20)[-1]
        keep("slider to pixels, JupyterLab", size, median, MEDIAN, rounds=len(seconds))
        keep("slider to pixels, 95th percentile", size, late, LATE, rounds=len(seconds))
        if slider == compared:
            row = "slider to pixels, pictures from the kernel"
            keep(row, size, median, statistics.median(old), rounds=len(old))
