"""Explorers of chapter 14: a recording beside those of nine men; two sequences that are dragged, their Gram matrix."""

import functools

import numpy as np

from kernelcourse.drawing.controls import choice, cloud, log_slider, slider
from kernelcourse.drawing.data_planes import round_up
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Bars, Curve, Handle, Points, Rule, cells
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.drawing.words import number
from kernelcourse.sequences.experiments import stretched
from kernelcourse.sequences.figures import link_ends
from kernelsy19 import datasets
from kernelsy19.sequences.equations import exp_distance
from kernelsy19.sequences.plain import plain_dtw
from kernelsy19.sequences.solve import dtw_distances

STARTS = {
    "a wave and a slower one": (np.sin(np.linspace(0, 2 * np.pi, 10)), np.sin(np.linspace(0, 2 * np.pi, 14))),
    "one bump, early and late": (
        np.array([0.0, 0, 1, 2, 1, 0, 0, 0, 0, 0]),
        np.array([0.0, 0, 0, 0, 0, 0, 1, 2, 1, 0]),
    ),
    "a step and its start": (np.array([0.0, 0, 0, 0, 1, 1, 1, 1]), np.array([0.0, 0, 1])),
}

LONGEST = max(len(s) for pair in STARTS.values() for s in pair)

ELEMENTS = (1, 5, 10)  # that are named at axes

LOCAL_COSTS = ("‖xᵢ − yⱼ‖", "‖xᵢ − yⱼ‖²")

HIGHEST = 3.0  # to which a point can be moved, up and down

LIFT = 4.0  # of x above y

T_SPAN = (-2.0, 1.0)  # decades of t that the curve of eigenvalues shows

T = np.geomspace(10 ** T_SPAN[0], 10 ** T_SPAN[1], 31)


def prefixes(x, y):
    """The beginnings of two sequences (p,) and (q,), of every length: p + q arrays."""
    return [s[:end] for s in (x, y) for end in range(1, len(s) + 1)]


def smallest_eigenvalues(D):
    """Smallest eigenvalue of exp(−tD) for each t of the curve, `T`: D (n, n) distances → (31,)."""
    return np.linalg.eigvalsh(exp_distance(D, T[:, None, None]))[:, 0]


def after_each_move(data, shifts):
    """Move one point of a pair, and see how low the curve of smallest eigenvalues gets.

    data, a pair of `STARTS`; shifts (s,), by how much the point is moved; it stops where it stops in the explorer → (p
    + q, s), the lowest value of the curve; a row for each point of the first sequence, then of the second
    """
    whole = np.concatenate(STARTS[data])
    lowest = np.empty((len(whole), len(shifts)))
    for i, k in np.ndindex(lowest.shape):
        moved = whole.copy()
        moved[i] = np.clip(moved[i] + shifts[k], -HIGHEST, HIGHEST)
        D = dtw_distances(prefixes(*np.split(moved, [len(STARTS[data][0])])))
        lowest[i, k] = smallest_eigenvalues(D).min()
    return lowest


RECORDINGS = (29, 59, 73, 118, 132, 155, 180, 230, 252)  # of nine men, in the training set
UNKNOWN_RECORDING = 80  # of the test set; the third man speaks it
MOST_FRAMES = 26


class WhichSpeakerExplorer(Explorer):
    """A recording of an unknown man, stretched by hand, beside one of each of nine: whose is nearest?"""

    def __init__(self):
        train, test = (part.in_order() for part in datasets.japanese_vowels())
        self._men = [train.sequences[i] for i in RECORDINGS]
        self._unknown = test.sequences[UNKNOWN_RECORDING]
        super().__init__()

    def controls(self):
        return {
            "man": slider(1, 9, 7, "man"),
            "stretch": slider(50, 200, 100, "length of the unknown", "%", step=10),
        }

    def scene(self, man, stretch):
        frames = round(stretch / 100 * len(self._unknown))
        spoken = stretched(self._unknown, frames)
        apart = np.array([_frame_by_frame(spoken, other) for other in self._men])
        nearest = int(apart.argmin()) + 1
        largest = np.quantile(np.abs(np.vstack([self._unknown, *self._men])), 0.98)
        panels = [
            Panel(
                [cells(x.T, (0.5, len(x) + 0.5, 0.5, 12.5), (-largest, largest), "signed")],
                Axis("frame" if row else "", (0.5, MOST_FRAMES + 0.5), (1, 5, 10, 15, 20, 25)),
                Axis("", (0.5, 12.5), ticks=()),
                title=name,
                at=(row, 0),
                grid=False,
            )
            for row, (x, name) in enumerate(
                [(spoken, f"unknown, at {stretch}%"), (self._men[man - 1], f"man {man}")]
            )
        ]
        numbers = np.arange(1, 10)
        bars = Panel(
            [
                Bars(numbers, apart, color="sky"),
                Bars([man], apart[[man - 1]], color="blue", label="this man"),
                Points([nearest], apart[[nearest - 1]], "goal", label="the nearest"),
                Handle("man", man, apart[man - 1], "man", "x", "now"),
            ],
            Axis("man", (0.4, 9.6), numbers),
            Axis("", (0, 2)),
            title="mean distance, frame by frame",
            at=(0, 1),
            span=(2, 1),
        )
        said = (
            f"At {stretch}% of its length the unknown recording has {frames} frames; that of man {man} has "
            f"{len(self._men[man - 1])}. Frame by frame, they are {apart[man - 1]:.2f} apart; nearest is man {nearest}."
        )
        return Scene([*panels, bars], said, columns=(1.2, 1), rows=(1, 1), aspect=0.48)


def _frame_by_frame(x, y):
    """Mean distance of frames with one number, as far as both sequences go."""
    both = min(len(x), len(y))
    return np.linalg.norm(x[:both] - y[:both], axis=1).mean()


class WarpingExplorer(Explorer):
    """Two sequences whose points are dragged: links, costs and path, and the smallest eigenvalue of a Gram matrix.

    The Gram matrix is that of exp(−t DTW) for all beginnings of both sequences.
    """

    on_site = ("t", "data")

    def __init__(self):
        self._aligned = functools.lru_cache(maxsize=64)(_align)
        super().__init__()

    def controls(self):
        return {
            "data": choice(STARTS, "sequences"),
            "x": cloud("points of x", of="data", most=LONGEST, grows=False),
            "y": cloud("points of y", of="data", most=LONGEST, grows=False),
            "cost": choice(LOCAL_COSTS, "local cost"),
            "t": log_slider(*T_SPAN, -0.3, "t in exp(−t D)", "per unit of D"),
        }

    def scene(self, data, x, y, cost, t):
        moved = ", with points that you have moved" if (x, y) != (None, None) else ""
        x, y, solution, D, smallest = self._aligned(data, x, y, cost == LOCAL_COSTS[1])
        now = np.linalg.eigvalsh(exp_distance(D, t))[0]
        p, q = solution.costs.shape
        beside = Panel(
            [
                Curve(*link_ends(x, y, solution.v, solution.w, LIFT), "gray", 0.9, label="alignment"),
                Curve(np.arange(1, p + 1), x + LIFT, "blue"),
                Curve(np.arange(1, q + 1), y, "orange"),
                Points(np.arange(1, p + 1), x + LIFT, "class 0", label="x", hold="x", moves="y"),
                Points(np.arange(1, q + 1), y, "class 1", label="y", hold="y", moves="y"),
            ],
            Axis("element", (0.4, LONGEST + 0.6), ELEMENTS),
            Axis("", (-HIGHEST - 0.3, HIGHEST + LIFT + 0.3), ticks=(0, LIFT), names=("y = 0", "x = 0")),
            title=f"D = {number(solution.distance)}, {len(solution.v)} steps",
            span=(2, 1),
        )
        deep = round_up(max(0.02, -smallest.min()))
        worst = round_up(max(1.0, solution.costs.max()))
        costs = Panel(
            [
                cells(solution.costs, (0.5, q + 0.5, p + 0.5, 0.5), (0, worst), bar="cost"),
                Curve(solution.w + 1, solution.v + 1, "vermillion"),
                Points(solution.w + 1, solution.v + 1, "now", 0.6, label="path"),
            ],
            Axis("element of y", (0.5, LONGEST + 0.5), ELEMENTS),
            Axis("element of x", (LONGEST + 0.5, 0.5), ELEMENTS),
            title="local costs",
            grid=False,
            at=(0, 1),
        )
        curve = Panel(
            [
                Rule(0, "y"),
                Curve(T, np.minimum(smallest, deep), "blue"),
                Handle("t", t, min(now, 0.4 * deep), "t in exp(−t D)", "x", "dot"),
            ],
            Axis("t", (T[0], T[-1]), scale="log"),
            Axis("", (-1.05 * deep, 0.4 * deep)),
            title="smallest eigenvalue of exp(−tD)",
            at=(1, 1),
        )
        said = (
            f"{data[0].upper()}{data[1:]}, of {p} and {q} points{moved}; local cost {cost}. The cheapest alignment has "
            f"{len(solution.v)} steps and costs {number(solution.distance)}. At t = {number(t)} the Gram matrix of "
            f"exp(−tD) of all {len(D)} beginnings has the smallest eigenvalue {number(round(now, 6))}; over all t "
            f"shown the smallest is {number(round(smallest.min(), 6))}."
        )
        return Scene([beside, costs, curve], said, columns=(1.35, 1), rows=(1.15, 1), aspect=0.62)


def _align(data, x, y, squared):
    """Both sequences, their alignment, the distances of all beginnings, and for each t the smallest eigenvalue."""
    x, y = (
        start if rows is None else np.clip(np.array(rows)[:, 1] - lift, -HIGHEST, HIGHEST)
        for start, rows, lift in zip(STARTS[data], (x, y), (LIFT, 0), strict=True)
    )
    D = dtw_distances(prefixes(x, y), None, squared)
    return x, y, plain_dtw(x, y, squared), D, smallest_eigenvalues(D)
