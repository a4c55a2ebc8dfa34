"""How long an explorer takes from a moved control to the new picture, in the kernel, on its default data."""

import statistics
import time

import pytest

from kernelcourse.drawing.controls import Slider
from kernelcourse.index import all_explorers

LIMIT = 0.05
MOVES = 25


@pytest.mark.parametrize("name", list(all_explorers()))
def test_redraw(keep, name):
    explorer = all_explorers()[name]()
    times = [seconds for slider in visible_sliders(explorer) for seconds in time_moves(explorer, slider)]
    if not times:
        pytest.skip("it has no slider: its points are dragged")
    size, middle = {"explorer": name}, statistics.median(times)
    keep("explorers, slider to picture", size, middle, LIMIT, rounds=len(times))


def visible_sliders(explorer):
    """Names of the sliders that are shown; a menu is moved too seldom to matter."""
    made = explorer.controls()
    return [name for name in made if isinstance(made[name], Slider) and name not in explorer.shown.hidden]


def time_moves(explorer, name):
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
