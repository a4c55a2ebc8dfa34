"""How long an explorer takes from a moved control to the new picture, in the kernel: median over moves.

Run `python benchmarks/explorers.py`. The processor time stands beside the time on the clock: where they differ,
the machine was doing something else as well.
"""

import argparse
import itertools
import statistics
import time

import ipywidgets

from kernelsy19 import explorers
from kernelsy19.explorers.base import Explorer

GOAL_MS = 50


def main():
    """Print a table: explorer, control, median and slowest move and median processor time in milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=25, help="moves of each control")
    moves = parser.parse_args().moves
    print(f"{'explorer':24}{'control':14}{'median ms':>10}{'slowest ms':>12}{'processor ms':>14}")
    for explorer in make_explorers():
        times = {name: time_moves(explorer, name, moves) for name in visible_sliders(explorer)}
        times["all sliders"] = list(itertools.chain(*times.values()))
        for name, milliseconds in times.items():
            print_row(type(explorer).__name__, name, milliseconds)


def make_explorers():
    """Yield each explorer of the course on its default data."""
    for name in explorers.__all__:
        kind = getattr(explorers, name)
        if issubclass(kind, Explorer) and kind is not Explorer:
            yield kind()


def visible_sliders(explorer):
    """Names of the sliders that are shown; a menu is moved too seldom to matter."""
    return [
        name
        for name, widget in explorer.widgets.items()
        if hasattr(widget, "max") and widget.layout.display != "none"
    ]


def time_moves(explorer, name, n):
    """Clock and processor time, in ms, of each of n moves of a slider through its range; every one redraws."""
    widget, start = explorer.widgets[name], explorer.values
    milliseconds = []
    for value in places(widget, n):
        if value != widget.value:
            clock, processor = time.perf_counter(), time.process_time()
            widget.value = value
            milliseconds.append(
                (1000 * (time.perf_counter() - clock), 1000 * (time.process_time() - processor))
            )
    explorer.set(**start)
    return milliseconds


def places(widget, n):
    """N values of a slider, on its steps, from one end to the other."""
    steps = round((widget.max - widget.min) / widget.step)
    for k in range(n):
        place = widget.min + widget.step * round(k * steps / (n - 1))
        yield widget.base**place if isinstance(widget, ipywidgets.FloatLogSlider) else place


def print_row(explorer, control, milliseconds):
    """Print one row, with a mark where the median misses the goal."""
    clock, processor = zip(*milliseconds, strict=True)
    median = statistics.median(clock)
    missed = "  > goal" if median > GOAL_MS else ""
    print(
        f"{explorer:24}{control:14}{median:>10.1f}{max(clock):>12.1f}{statistics.median(processor):>14.1f}{missed}"
    )


if __name__ == "__main__":
    main()
