"""What panels are drawn of: frozen values of arrays, each checked when it is made. `marks.js` draws them."""

import dataclasses
import functools
from dataclasses import dataclass

import numpy as np

from kernelcourse.drawing import appearance
from kernelsy19.validation import as_array, as_choice, as_number, as_text

LEVELS_OF_SHORT = 32767


ARRAYS = ("x", "y", "z", "base", "sizes", "classes")
AS_LONG = (*ARRAYS, "text")  # of one mark, where it has them
CHOICES = {"color": appearance.INKS, "dash": appearance.DASHES, "palette": appearance.PALETTES}


@functools.cache
def _checked_fields(kind):
    """Names of the fields of a mark that are checked for every kind alike."""
    return tuple(item.name for item in dataclasses.fields(kind) if item.name in {*ARRAYS, *CHOICES})


class Mark:
    """What a panel is drawn of: later marks stand above earlier ones."""

    of_points = False  # whether it is points, and no line
    opaque = 0  # how opaque its key in a legend is, where that is a patch
    written_last = False  # whether it is words that stand where they cover nothing

    def outlines(self, x_limits, y_limits):
        """What can be named or stand in a name's way: (label, kind, x, y, radius, whether it is in the way) each.
        x_limits, y_limits: pairs of float, of the panel, for what goes right across it"""
        return ()

    def __post_init__(self):
        for name in _checked_fields(type(self)):
            value = getattr(self, name)
            if name in ARRAYS:
                object.__setattr__(self, name, _numbers(value, f"{name} of {type(self).__name__}"))
            elif value or name != "palette":
                as_choice(value, name, CHOICES[name])
        label = getattr(self, "label", "")
        if isinstance(label, dict):
            object.__setattr__(
                self, "label", {kind: appearance.with_minus(text) for kind, text in label.items()}
            )
        elif label:
            object.__setattr__(self, "label", appearance.with_minus(label))
        if hasattr(self, "base") and np.ndim(self.base) == 0:
            object.__setattr__(self, "base", np.full(self.x.shape, self.base))
        given = {name: getattr(self, name, None) for name in AS_LONG}
        lengths = {name: len(value) for name, value in given.items() if value is not None}
        if len(set(lengths.values())) > 1:
            said = ", ".join(f"{n} {name}" for name, n in lengths.items())
            raise ValueError(
                f"{type(self).__name__} must have {', '.join(lengths)} of one length, got {said}."
            )
        self._check()

    def _check(self):
        """Refuse what does not fit together."""


@dataclass(frozen=True, eq=False)
class Points(Mark):
    """Points, each of a kind that `appearance.POINT_KINDS` knows.
    x, y (n,); kind, one for all or n of them; size, by how much they are larger than their kind is, and sizes (n,),
    further factors of the diameters; label, or one by kind, entries of the legend; hold, name of a `cloud` whose rows
    these are: they can be taken hold of, along the axes of moves ("xy", "x" or "y"); classes (n,), the third column of
    its rows"""

    x: np.ndarray
    y: np.ndarray
    kind: object = "point"
    size: float = 1.0
    sizes: np.ndarray = None
    label: object = ""
    hold: str = ""
    classes: np.ndarray = None
    moves: str = "xy"

    of_points = True

    def _check(self):
        as_choice(self.moves, "moves", ("xy", "x", "y"))
        named = (
            self.kind.tolist() if isinstance(self.kind, np.ndarray) else self.kind
        )  # str of Python: faster
        kinds = (named,) if isinstance(named, str) else tuple(named)
        for kind in set(kinds):
            as_choice(kind, "kind", appearance.POINT_KINDS)
        if not isinstance(self.kind, str) and len(kinds) != len(self.x):
            raise ValueError(f"kind must be one name or {len(self.x)}, got {len(kinds)}.")
        object.__setattr__(self, "kind", named if isinstance(named, str) else kinds)

    @property
    def kinds(self):
        """The kind of each point, an (n,) array of str."""
        return np.array([self.kind] * len(self.x) if isinstance(self.kind, str) else self.kind, dtype=object)

    def outlines(self, x_limits, y_limits):
        kinds, sizes = self.kinds, 1.0 if self.sizes is None else self.sizes
        sizes = np.broadcast_to(self.size * sizes, self.x.shape)
        for kind in dict.fromkeys(kinds):
            here = kinds == kind
            radius = appearance.POINT_KINDS[kind].size * np.max(sizes[here]) / 2 + 1
            named = self.label.get(kind, "") if isinstance(self.label, dict) else self.label
            yield named, kind, self.x[here], self.y[here], radius, True


@dataclass(frozen=True, eq=False)
class Curve(Mark):
    """A line through places; NaN leaves a gap.
    x, y (n,); width in pixels; dash "solid", "dashed", "dotted" or "dash-dot"; kind of the points at its places, "" for
    none; label, its entry of the legend"""

    x: np.ndarray
    y: np.ndarray
    color: str = "ink"
    width: float = 1.8
    dash: str = "solid"
    kind: str = ""
    label: str = ""

    def _check(self):
        if self.kind:
            as_choice(self.kind, "kind", appearance.POINT_KINDS)

    def outlines(self, x_limits, y_limits):
        wide = appearance.POINT_KINDS[self.kind].size / 2 if self.kind else self.width / 2
        yield self.label, self.kind, self.x, self.y, wide + 1, True


class Strokes:
    """Straight strokes, drawn as one line with gaps."""

    def _ends(self):
        """Beginnings and ends in turn, x and y (2n,)."""
        return self.x, self.y

    def strokes(self):
        """One line with a gap of NaN after each stroke, x and y (3n,)."""
        return tuple(
            np.column_stack([v[::2], v[1::2], np.full(len(v) // 2, np.nan)]).ravel() for v in self._ends()
        )

    def outlines(self, x_limits, y_limits):
        yield self.label, "", *self.strokes(), self.width / 2 + 1, True


@dataclass(frozen=True, eq=False)
class Segments(Strokes, Mark):
    """Straight strokes, each from a place to another.
    x, y (2n,), beginning and end in turn; heads, whether each ends in an arrow's head, in a picture that stands
    still"""

    x: np.ndarray
    y: np.ndarray
    color: str = "gray"
    width: float = 1.0
    dash: str = "solid"
    label: str = ""
    heads: bool = False

    def _check(self):
        if len(self.x) % 2:
            raise ValueError(f"Segments must have a beginning and an end each, got {len(self.x)} places.")


@dataclass(frozen=True, eq=False)
class Stems(Strokes, Mark):
    """Upright strokes from a base to a height.
    x, y (n,), places and heights; base, a number or (n,)"""

    x: np.ndarray
    y: np.ndarray
    base: np.ndarray = 0.0
    color: str = "faint"
    width: float = 1.0
    label: str = ""

    def _ends(self):
        return np.repeat(self.x, 2), np.column_stack([self.base, self.y]).ravel()


@dataclass(frozen=True, eq=False)
class Bars(Mark):
    """Bars that stand on a base, or lie where `flat` says so.
    x, y (n,), the middle of each bar and its end; base, a number or (n,); wide, in units of x; flat, whether bars run
    along the x axis: x then holds their ends, y their middles"""

    x: np.ndarray
    y: np.ndarray
    base: np.ndarray = 0.0
    wide: float = 0.8
    flat: bool = False
    color: str = "blue"
    label: str = ""

    opaque = 1

    def outlines(self, x_limits, y_limits):
        middles, ends = (self.y, self.x) if self.flat else (self.x, self.y)
        gap = np.full(len(ends), np.nan)
        along = np.column_stack([self.base, ends, gap]).ravel()
        for share in np.linspace(-0.5, 0.5, 9):
            across = middles + share * self.wide
            across = np.column_stack([across, across, gap]).ravel()
            yield self.label, "", *((along, across) if self.flat else (across, along)), 2, True


@dataclass(frozen=True, eq=False)
class Area(Mark):
    """What lies between two curves over the same places.
    x, y (n,), the upper curve; base, a number or (n,), the lower one; it is drawn pale"""

    x: np.ndarray
    y: np.ndarray
    base: np.ndarray = 0.0
    color: str = "blue"
    label: str = ""

    opaque = 0.35

    def outlines(self, x_limits, y_limits):
        yield self.label, "", self.x, (self.y + self.base) / 2, 2, False


def _right_across(at, across, x_limits, y_limits):
    """The ends of a line at one value of an axis."""
    return ([at, at], y_limits) if across == "x" else (x_limits, [at, at])


@dataclass(frozen=True, eq=False)
class Band(Mark):
    """A shaded strip between two values of one axis, across "x" or "y"."""

    low: float
    high: float
    across: str = "x"
    color: str = "band"
    label: str = ""

    opaque = 1

    def outlines(self, x_limits, y_limits):
        ends = _right_across((self.low + self.high) / 2, self.across, x_limits, y_limits)
        yield self.label, "", *ends, 2, False


@dataclass(frozen=True, eq=False)
class Rule(Mark):
    """A line right across the panel at one value of an axis, across "x" or "y"."""

    at: float
    across: str = "x"
    color: str = "ink"
    width: float = 1.2
    dash: str = "solid"
    label: str = ""

    def _check(self):
        as_choice(self.across, "across", ("x", "y"))

    def outlines(self, x_limits, y_limits):
        ends = _right_across(self.at, self.across, x_limits, y_limits)
        yield self.label, "", *ends, self.width / 2 + 1, True


@dataclass(frozen=True, eq=False)
class Words(Mark):
    """Words at places of the panel.
    x, y (n,); text, n of them; align, which part stands at the place: "left", "center" or "right"; or "beside", where
    they stand next to it and cover nothing, in a picture that stands still"""

    x: np.ndarray
    y: np.ndarray
    text: tuple
    align: str = "left"
    color: str = "ink"

    def _check(self):
        object.__setattr__(self, "text", tuple(map(appearance.with_minus, self.text)))
        as_choice(self.align, "align", ("left", "center", "right", "beside"))

    @property
    def written_last(self):
        """Whether they stand next to their places, where they cover nothing."""
        return self.align == "beside"

    def outlines(self, x_limits, y_limits):
        for x, y, text in zip(self.x, self.y, self.text, strict=True) if self.written_last else ():
            yield text, "", [x], [y], 0, False


@dataclass(frozen=True, eq=False)
class Field(Mark):
    """A function of the plane, shaded by its sign and size, with level lines. Make it by `shaded`.
    codes (h, w) int16, row 0 the lowest, whose meaning `values` says; floats are the values; top, the largest size;
    extent (left, right, bottom, top), where the first and last samples stand; levels of the lines; reach, the sizes of
    the negative and of the positive value that get the full shade; palette, "" for lines alone; bar, the title of a
    scale beside the panel"""

    codes: np.ndarray
    top: float
    extent: tuple
    levels: tuple = (0.0,)
    reach: tuple = (1.0, 1.0)
    palette: str = "field"
    color: str = "ink"
    width: float = 1.8
    dash: str = "solid"
    label: str = ""
    bar: str = ""

    def _check(self):
        if self.codes.ndim != 2 or min(self.codes.shape) < 2:
            raise ValueError(f"A field must have two rows and columns or more, got shape {self.codes.shape}.")

    @property
    def values(self):
        """What the codes stand for, an (h, w) array."""
        if self.codes.dtype.kind == "f":
            return self.codes
        root = self.codes / LEVELS_OF_SHORT
        return self.top * root * np.abs(root)

    def contours(self):
        """What finds level lines, and the parts above a level, in the coordinates of the panel."""
        from contourpy import FillType, contour_generator

        (left, right, bottom, top), values = self.extent, self.values
        grid = np.linspace(left, right, values.shape[1]), np.linspace(bottom, top, values.shape[0])
        return contour_generator(*grid, values, fill_type=FillType.OuterCode)

    def outlines(self, x_limits, y_limits):
        contours = self.contours()
        lines = [line for level in self.levels for line in contours.lines(level)]
        if lines and self.width >= 1:  # thinner lines are in nobody's way
            gaps = [part for line in lines for part in (line, np.full((1, 2), np.nan))]
            yield self.label, "", *np.concatenate(gaps).T, self.width / 2 + 1, True


def shaded(grid, values, levels=(0.0,), reach=None, fine=False, **looks):
    """Make a field of the values of a function on a grid.
    They become signed square roots in two bytes, whose finest steps are around 0, where the boundary runs. (In one byte
    the bands of a linear function have teeth.)

    grid with `extent`, such as a `Grid`; values (h, w), row 0 at the bottom; reach, the sizes that get the full shade
    on each side, None for the largest there; fine, whether the values are kept as they are, for a picture that is not
    sent; looks: palette, color, width, dash, label, bar → Field"""
    values = as_array(values, "values of a field", 2)
    top = float(np.abs(values).max()) or 1.0
    if fine:
        codes = values
    else:
        codes = np.rint(LEVELS_OF_SHORT * np.sign(values) * np.sqrt(np.abs(values) / top)).astype(np.int16)
    reach = reach or (max(0.0, -values.min()), max(0.0, values.max()))
    if looks.get("palette") not in appearance.UPWARD:
        reach = [size or top for size in reach]
    return Field(
        codes,
        top,
        tuple(float(v) for v in grid.extent),
        tuple(float(level) for level in levels),
        tuple(float(v) for v in reach),
        **looks,
    )


@dataclass(frozen=True, eq=False)
class Regions(Mark):
    """The part of the plane that belongs to each class: where its score is the largest. Make it by `divided`.
    codes (c, h, w) int16, scores; extent (left, right, bottom, top)"""

    codes: np.ndarray
    extent: tuple


def divided(grid, scores):
    """Make the regions in which each of some scores is the largest.
    Scores rather than labels: between samples they are interpolated, so that borders are smooth. grid with `extent`;
    scores (c, h, w), c at most 8 → Regions"""
    scores = as_array(scores, "scores of regions", 3)
    if len(scores) > len(appearance.CLASSES):
        raise ValueError(f"There are colors for {len(appearance.CLASSES)} regions, got {len(scores)}.")
    behind = scores - scores.max(axis=0)  # 0 where it is the largest
    codes = np.rint(behind * LEVELS_OF_SHORT / (np.abs(behind).max() or 1.0)).astype(np.int16)
    return Regions(codes, tuple(float(v) for v in grid.extent))


@dataclass(frozen=True, eq=False)
class Image(Mark):
    """A picture of sharp cells: a digit, a matrix of kernel values. Make it by `cells`.
    codes (h, w) uint8, row 0 on top; scale, the values of 0 and of 255; extent (left, right, bottom, top) of the outer
    edges; bar, the title of a scale beside the panel"""

    codes: np.ndarray
    scale: tuple
    extent: tuple
    palette: str = "gray"
    bar: str = ""


def cells(values, extent=(0.0, 1.0, 0.0, 1.0), scale=None, palette="gray", bar=""):
    """Make an image of the cells of a matrix.
    values (h, w), row 0 on top; extent (left, right, bottom, top) of the outer edges; scale, the values at the ends of
    the palette, None for the smallest and the largest; bar, the title of a scale beside the panel → Image"""
    values = as_array(values, "values of an image", 2)
    low, high = scale or (float(values.min()), float(values.max()))
    share = np.clip((values - low) / ((high - low) or 1.0), 0, 1)
    return Image(
        np.rint(255 * share).astype(np.uint8), (float(low), float(high)), tuple(extent), palette, bar
    )


@dataclass(frozen=True, eq=False)
class Handle(Mark):
    """A thing to take hold of, with the mouse or the arrow keys; it moves the control of its name.
    name of a `place`, or of a slider whose value is one of the coordinates; x, y, where it is; moves, which coordinate
    a slider takes, "xy" for a `place`; kind, its mark"""

    name: str
    x: float
    y: float
    label: str
    moves: str = "xy"
    kind: str = "probe"

    of_points = True

    def __post_init__(self):
        as_choice(self.moves, "moves", ("xy", "x", "y"))
        as_choice(self.kind, "kind", appearance.POINT_KINDS)
        as_text(self.label, "label of a handle")

    def outlines(self, x_limits, y_limits):
        yield "", self.kind, [self.x], [self.y], appearance.POINT_KINDS[self.kind].size / 2, True


# ---- space ---------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class SpacePoints(Mark):
    """Points in space.
    x, y, z (n,); kind, one for all or n of them; label, or one by kind"""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    kind: object = "point"
    size: float = 1.0
    label: object = ""

    of_points = True


@dataclass(frozen=True, eq=False)
class SpaceCurve(Mark):
    """A line in space through x, y, z (n,); NaN leaves a gap."""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    color: str = "ink"
    width: float = 1.8
    dash: str = "solid"
    label: str = ""


@dataclass(frozen=True, eq=False)
class SpaceSheet(Mark):
    """A pale polygon in space with corners x, y, z (n,) in turn; several are parted by a row of NaN."""

    x: np.ndarray
    y: np.ndarray
    z: np.ndarray
    color: str = "green"
    label: str = ""

    opaque = 0.35


def turned(places, turn, rise):
    """Places of a cube as the eye sees them: `scene.js` turns them in the same way.
    places (n, 3), each coordinate from −1 to 1; turn, rise in degrees, of the eye round the upright axis and above the
    ground → (n, 3): to the right, upward, toward the eye"""
    a, e = np.deg2rad([turn, rise])
    right = [-np.sin(a), np.cos(a), 0.0]
    up = [-np.sin(e) * np.cos(a), -np.sin(e) * np.sin(a), np.cos(e)]
    near = [np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)]
    return np.asarray(places) @ np.array([right, up, near]).T


def _numbers(value, name):
    if value is None or (np.ndim(value) == 0 and not name.startswith(("x ", "y ", "z "))):
        return value if value is None else as_number(value, name)
    array = np.asarray(value, dtype=float)
    if array.ndim != 1:
        raise ValueError(f"{name} must be a row of numbers, got shape {array.shape}.")
    return array
