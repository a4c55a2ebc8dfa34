"""How long an explorer takes from a moved control to the new picture, in the kernel, on its default data."""

import statistics
import time

import ipywidgets
import pytest

from kernelsy19.course.controls import Slider
from kernelsy19.course.index import all_explorers
from kernelsy19.course.live import Explorer as LiveExplorer

LIMIT = 0.05
MOVES = 25


@pytest.mark.parametrize("name", list(all_explorers()))
def test_redraw(keep, name):
    explorer = all_explorers()[name]()
    times = [seconds for slider in visible_sliders(explorer) for seconds in time_moves(explorer, slider)]
    keep(
        "explorers, slider to picture",
        {"explorer": name},
        statistics.median(times),
        LIMIT,
        rounds=len(times),
    )


def visible_sliders(explorer):
    """Names of the sliders that are shown; a menu is moved too seldom to matter."""
    if isinstance(explorer, LiveExplorer):
        made = explorer.controls()
        return [name for name in made if isinstance(made[name], Slider) and name not in explorer.shown.hidden]
    return [
        name
        for name, widget in explorer.widgets.items()
        if hasattr(widget, "max") and widget.layout.display != "none"
    ]


def time_moves(explorer, name):
    """Seconds of each move of a slider through its range; every one redraws."""
    if isinstance(explorer, LiveExplorer):
        return time_live_moves(explorer, name)
    widget, start = explorer.widgets[name], explorer.values
    seconds = []
    for value in places(widget, MOVES):
        if value != widget.value:
            clock = time.perf_counter()
            widget.value = value
            seconds.append(time.perf_counter() - clock)
    explorer.set(**start)
    return seconds


def time_live_moves(explorer, name):
    """Seconds of each move of a slider, from the question of the browser to what is sent back."""
    made, start, seconds = explorer._made[name], explorer.values, []
    for k in range(MOVES):
        place = round(k * made.last / (MOVES - 1))
        clock = time.perf_counter()
        explorer._hear(explorer, {"asked": str(k), "values": {name: place}}, [])
        seconds.append(time.perf_counter() - clock)
        assert not explorer.failure
    explorer.set(**start)
    return seconds


def places(widget, n):
    """N values of a slider, on its steps, from one end to the other."""
    steps = round((widget.max - widget.min) / widget.step)
    for k in range(n):
        place = widget.min + widget.step * round(k * steps / (n - 1))
        yield widget.base**place if isinstance(widget, ipywidgets.FloatLogSlider) else place
