"""Scenes: what a picture shows, as frozen values of arrays, without anything that draws.

A `Scene` has panels, a panel has axes and marks, and a text says what can be seen. Two renderers draw scenes: one in
the browser (`scene.js`) and one with matplotlib (`scene_in_matplotlib.py`). Both take looks from `appearance.py`.

What two sliders would place, a handle places, in the units of the axes. Limits that follow the data are widened to
round values (`data_planes.round_up`), so that they seldom change; a "log" axis takes γ, not its exponent. A legend
entry is the `label` of a mark, also of an empty one, so that legends do not jump. Controls and text stand beside the
picture from 860 pixels on, beside three panels from 1060, and no picture is higher than its window allows.
"""

import collections
import dataclasses
import functools
import itertools
from dataclasses import dataclass, field

import numpy as np

from kernelcourse.drawing import appearance
from kernelcourse.drawing.marks import Handle, Mark, Points, SpaceCurve, SpacePoints, SpaceSheet
from kernelcourse.drawing.words import superscript
from kernelsy19.validation import as_choice, as_number, as_text

MOST_TICKS = 6


# ---- axes ----------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Axis:
    """One axis of a panel, in the units that it shows.

    Attributes
    ----------
    label : str, with its unit, such as "waiting (min)"
    range : (float, float), the ends; the first may be the larger
    ticks : sequence of float or None; None chooses round values
    names : sequence of str or None, what stands at the ticks in the place of numbers
    scale : {"linear", "log", "symlog"}
    straight : float > 0, half the width of the part around 0 in which a "symlog" axis is linear
    """

    label: str = ""
    range: tuple = (0.0, 1.0)
    ticks: tuple = None
    names: tuple = None
    scale: str = "linear"
    straight: float = 1e-3

    def __post_init__(self):
        as_choice(self.scale, "scale", ("linear", "log", "symlog"))
        low, high = ends = tuple(as_number(end, "an end of a range") for end in self.range)
        if low == high:
            raise ValueError(f"range must have two different ends, got {ends}.")
        if self.scale == "log" and min(ends) <= 0:
            raise ValueError(f"The range of a log axis must be above 0, got {ends}.")
        ticks = self._round_values() if self.ticks is None else [float(t) for t in self.ticks]
        powers = self.scale == "log" and np.allclose(np.log10(ticks), np.round(np.log10(ticks)))
        names = [_written(t, powers) for t in ticks] if self.names is None else list(self.names)
        if len(names) != len(ticks):
            raise ValueError(f"names must be as many as ticks, got {len(names)} and {len(ticks)}.")
        checked = {"range": ends, "ticks": tuple(ticks), "names": tuple(map(appearance.with_minus, names))}
        for name, value in (checked | {"label": appearance.with_minus(self.label)}).items():
            object.__setattr__(self, name, value)

    def _round_values(self):
        low, high = sorted(self.range)
        if self.scale == "log":
            first, last = int(np.ceil(np.log10(low) - 1e-9)), int(np.floor(np.log10(high) + 1e-9))
            if last - first < 2:  # too few powers of ten to read a value from
                near = [m * 10.0**k for k in range(first - 1, last + 1) for m in (1, 2, 5)]
                return [float(f"{v:.3g}") for v in near if low <= v * (1 + 1e-9) and v <= high * (1 + 1e-9)]
            return [10.0**k for k in range(first, last + 1, 1 + (last - first) // MOST_TICKS)]
        unit = 10.0 ** np.floor(np.log10((high - low) / MOST_TICKS))
        step = next(m * unit for m in (1, 2, 5, 10) if (high - low) / (m * unit) <= MOST_TICKS + 1e-9)
        return [
            float(f"{k * step:.12g}")
            for k in range(int(np.ceil(low / step - 1e-9)), int(high / step + 1e-9) + 1)
        ]

    def place(self, values):
        """Where values stand between the ends, an array: 0 at the first, 1 at the second."""
        low, high = self._straightened(np.array(self.range))
        return (self._straightened(np.asarray(values, dtype=float)) - low) / (high - low)

    def _straightened(self, values):
        if self.scale == "log":
            return np.log10(np.maximum(values, 1e-300))
        if self.scale == "symlog":
            beyond = 1 + np.log10(np.maximum(np.abs(values) / self.straight, 1))
            return np.where(np.abs(values) < self.straight, values / self.straight, np.sign(values) * beyond)
        return values


BARE = Axis(ticks=())


def _written(value, as_power):
    if as_power and (abs(value) >= 1e4 or abs(value) < 1e-3):
        return f"10{superscript(round(np.log10(value)))}"
    return f"{float(f'{value:.6g}') + 0:g}".replace("-", "−")


# ---- panels and the scene ------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Panel:
    """Axes, and what stands on them.

    Attributes
    ----------
    marks : sequence of Mark, the lowest first; None is left out
    x, y : Axis
    z : Axis or None; with it the panel is a space that the reader turns
    title : str
    at : (row, column) of the scene's grid
    span : (rows, columns) that it covers
    equal : bool, whether one unit is as long on both axes
    grid : bool, whether faint lines run through the ticks
    framed : bool, whether axes are drawn
    view : (turn, rise) in degrees, from where a space is seen at first
    """

    marks: tuple
    x: Axis = BARE
    y: Axis = BARE
    z: Axis = None
    title: str = ""
    at: tuple = (0, 0)
    span: tuple = (1, 1)
    equal: bool = False
    grid: bool = True
    framed: bool = True
    view: tuple = (-60.0, 15.0)

    def __post_init__(self):
        marks = tuple(mark for mark in self.marks if mark is not None)
        wrong = [type(mark).__name__ for mark in marks if not isinstance(mark, Mark)]
        if wrong:
            raise ValueError(f"marks must be marks, got {', '.join(wrong)}.")
        space = [isinstance(mark, SpacePoints | SpaceCurve | SpaceSheet) for mark in marks]
        if any(is_spatial != (self.z is not None) for is_spatial in space):
            raise ValueError("A panel with a z axis holds marks of space, and no other panel does.")
        object.__setattr__(self, "marks", marks)
        object.__setattr__(self, "title", appearance.with_minus(self.title))

    def find(self, kind, index=0):
        """One of its marks, by its class or its label, and by which of several it is: what tests look at."""
        if isinstance(kind, str):
            return [mark for mark in self.marks if getattr(mark, "label", "") == kind][index]
        return [mark for mark in self.marks if type(mark) is kind][index]


@dataclass(frozen=True, eq=False)
class Scene:
    """What an explorer shows: panels on a grid, and one text that says what can be seen.

    Attributes
    ----------
    panels : sequence of Panel
    said : str, what the picture shows now, in a sentence or two with rounded numbers
    columns, rows : sequence of float, relative widths and heights of the grid
    aspect : float, height of the picture over its width
    hidden : sequence of str, controls that have no meaning now; their places stay
    ends : dict of str to int, the last step of a `steps` control, by name
    certificate : str, what proves that a solution is shown, as `certified` writes it; "" where nothing is solved
    """

    panels: tuple
    said: str
    columns: tuple = (1.0,)
    rows: tuple = (1.0,)
    aspect: float = 0.5
    hidden: tuple = ()
    ends: dict = field(default_factory=dict)
    certificate: str = ""

    def __post_init__(self):
        if not as_text(self.said, "said").strip():
            raise ValueError("said must say what the scene shows, got an empty text.")
        panels = tuple(self.panels)
        for panel in panels:
            below = zip(panel.at, panel.span, (len(self.rows), len(self.columns)), strict=True)
            if any(first < 0 or first + n > size for first, n, size in below):
                raise ValueError(f"{panel.title or 'A panel'!r} at {panel.at} leaves the grid of the scene.")
        covered = collections.Counter(
            (panel.at[0] + i, panel.at[1] + j)
            for panel in panels
            for i, j in itertools.product(*map(range, panel.span))
        )
        if twice := [cell for cell, n in covered.items() if n > 1]:
            raise ValueError(f"Two panels cover {twice[0]} of the scene's grid: give each its place by `at`.")
        texts = {name: appearance.with_minus(getattr(self, name)) for name in ("said", "certificate")}
        for name, value in (texts | {"panels": panels, "hidden": tuple(self.hidden)}).items():
            object.__setattr__(self, name, value)

    def message(self):
        """The scene as the browser gets it: plain values, and arrays as their bytes."""
        return _sent(self)


def certified(solution):
    """Write what certifies a solution: how far it may be from the best one, and what is in doubt.
    solution with `converged`, and with `duality_gap`, `backward_error` or `residual`, such as a `BallSolution`"""
    if hasattr(solution, "duality_gap"):
        share = solution.duality_gap / (abs(getattr(solution, "primal_objective", solution.objective)) or 1.0)
        rounding = abs(share) <= 1e-12 or (share < 0 and solution.converged)
        measured = f"duality gap {'0 up to rounding' if rounding else f'{share:.1e} of the cost'}"
    elif hasattr(solution, "backward_error"):
        measured = f"backward error {solution.backward_error:.1e} of the largest eigenvalue"
    else:
        deviations = solution.y - solution.y.mean()
        scale = np.sqrt(deviations @ deviations)
        measured = f"residual {solution.residual / (scale or 1.0):.1e} of the deviations from the mean"
    doubts = (
        ""
        if solution.converged
        else ", in doubt: " + ", ".join(getattr(solution, "doubts", ()) or ("accuracy",))
    )
    return f"Certificate: {measured}{doubts}."


def legend_of(scene):
    """Entries of the legend by label: the mark that each stands for and, for points, their kind."""
    entries = {}
    for mark in (mark for panel in scene.panels for mark in panel.marks):
        if isinstance(mark, Handle):
            continue
        label = getattr(mark, "label", "")
        kind = getattr(mark, "kind", "")
        for of, text in label.items() if isinstance(label, dict) else [(kind, label)]:
            if text:
                entries.setdefault(text, (mark, of))
    return entries


# ---- how it is sent ------------------------------------------------------------------------------

SHORT_NAMES = {np.dtype(name): name for name in ("i1", "u1", "i2", "f4", "f8")}

PLAIN = frozenset({str, float, int, bool, type(None)})  # sent as they are: most of what a scene holds


def _sent(value):
    if type(value) in PLAIN:
        return value
    if isinstance(value, tuple | list):
        return [_sent(item) for item in value]
    if isinstance(value, dict):
        return {key: _sent(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        array = np.ascontiguousarray(value)
        return {"type": SHORT_NAMES[array.dtype], "shape": list(array.shape), "data": array.tobytes()}
    if isinstance(value, Points | SpacePoints) and not isinstance(value.kind, str):
        # Names are sent once, and for each point a byte.
        names = sorted(set(value.kind), key=list(appearance.POINT_KINDS).index)
        code_of = {name: code for code, name in enumerate(names)}
        codes = np.array([code_of[kind] for kind in value.kind], dtype=np.uint8)
        return _sent_fields(value) | {"kind": names, "of": _sent(codes)}
    if dataclasses.is_dataclass(value):
        return _sent_fields(value)
    return value.item() if isinstance(value, np.generic) else value


def _sent_fields(value):
    named = {"mark": type(value).__name__} if isinstance(value, Mark) else {}
    held = bool(getattr(value, "hold", ""))
    for name in _names_of_fields(type(value)):
        content = getattr(value, name)
        if isinstance(content, np.ndarray) and content.dtype == np.float64 and not held:
            content = content.astype(np.float32)
        named[name] = _sent(content)
    return named


@functools.cache
def _names_of_fields(kind):
    return tuple(item.name for item in dataclasses.fields(kind))
