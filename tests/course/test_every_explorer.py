"""What holds for each explorer whose picture is drawn in the kernel; `test_every_scene.py` has the others."""

import functools
import warnings

import ipywidgets
import numpy as np
import pytest

from kernelsy19.course.explorers import Explorer
from kernelsy19.course.index import all_explorers

NAMES = [name for name, made in all_explorers().items() if issubclass(made, Explorer)]


@functools.cache
def made(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        explorer = all_explorers()[name]()
    return explorer, explorer.values


@pytest.fixture(params=NAMES)
def explorer(request):
    explorer, start = made(request.param)
    explorer.set(**{name: start[name] for name in start if name != "step"})
    return explorer.set(**start)


def another(widget):
    """A value of a control that is not its own."""
    if isinstance(widget, ipywidgets.Dropdown):
        return next(option for option in widget.options if option != widget.value)
    if isinstance(widget, ipywidgets.Checkbox):
        return not widget.value
    if isinstance(widget, ipywidgets.FloatLogSlider):
        return widget.value * 10**widget.step
    if widget.value + 3 * widget.step <= widget.max:
        return widget.value + 3 * widget.step
    return widget.value - 3 * widget.step


def shown(explorer):
    return [name for name, widget in explorer.widgets.items() if widget.layout.display != "none"]


def test_there_are_explorers():
    assert {"BallExplorer", "FeatureMapExplorer", "KernelExplorer", "SMOStepper"} <= set(all_explorers())


def test_every_control_moves_the_picture_and_back(explorer):
    start = explorer.png, explorer.alt
    for name in shown(explorer):
        value = explorer.values[name]
        explorer.widgets[name].value = another(explorer.widgets[name])
        assert explorer.png != start[0], name
        explorer.widgets[name].value = value
        assert (explorer.png, explorer.alt) == start, name


def test_artists_are_made_once_and_a_partial_redraw_equals_a_full_one(explorer):
    def artists():
        return [
            id(a) for axes in explorer.figure.axes for a in (*axes.lines, *axes.collections, *axes.images)
        ]

    before = artists()
    assert before
    for name in shown(explorer):
        explorer.widgets[name].value = another(explorer.widgets[name])
    assert artists() == before
    assert len(explorer.figure.axes) == len({id(axes) for axes in explorer.figure.axes})
    partial = explorer.png
    explorer.figure.stale = True
    assert explorer._redraw() is None
    assert explorer.png == partial


def test_sliders_start_on_a_step(explorer):
    for name, widget in explorer.widgets.items():
        if isinstance(widget, ipywidgets.FloatLogSlider):
            place = (np.log10(widget.value) - widget.min) / widget.step
        elif isinstance(widget, ipywidgets.FloatSlider | ipywidgets.IntSlider):
            place = (widget.value - widget.min) / widget.step
        else:
            continue
        # The browser moves a slider to the nearest step, and would change the picture by itself.
        assert abs(place - round(place)) < 1e-6, name


def test_controls_have_names_and_move_continuously(explorer):
    for widget in explorer.widgets.values():
        assert widget.description.strip()
        assert getattr(widget, "continuous_update", True)


def test_choices_can_all_be_drawn(explorer):
    for name, widget in explorer.widgets.items():
        for option in getattr(widget, "options", ()):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                explorer.set(**{name: option})
            assert "nan" not in explorer.alt


def test_ends_of_the_sliders_can_be_drawn(explorer):
    for name, widget in explorer.widgets.items():
        if hasattr(widget, "max"):
            base = getattr(widget, "base", None)
            for end in (widget.min, widget.max):
                with warnings.catch_warnings():
                    warnings.simplefilter("error")
                    explorer.widgets[name].value = base**end if base else end
                assert "nan" not in explorer.alt
                assert "inf" not in explorer.alt


def test_the_legend_covers_no_data_and_titles_stay_inside(explorer):
    renderer = explorer.figure.canvas.get_renderer()
    for legend in explorer.figure.legends:
        box = legend.get_window_extent(renderer)
        assert not any(box.overlaps(axes.get_window_extent()) for axes in explorer.figure.axes)
    for axes in explorer.figure.axes:
        if axes.get_title():
            box = axes.title.get_window_extent(renderer)
            assert box.x0 >= 0 and box.x1 <= explorer.figure.bbox.width + 1
            assert box.y0 >= 0 and box.y1 <= explorer.figure.bbox.height + 1


def test_the_static_twin_fits_in_a_notebook(explorer):
    assert len(explorer._repr_mimebundle_()["text/html"]) < 200_000
