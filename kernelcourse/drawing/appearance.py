"""One table of looks, for light paper and dark: what the browser and matplotlib read when they draw a scene.

Marks name a kind of point, a color or a palette, never a hex number: so what is the same looks the same everywhere.
"""

import functools
import re
from dataclasses import asdict, dataclass

# Okabe & Ito (2008) on white; on black the dark ones are lighter, so that they stand out as much.
INKS = {
    "ink": ("#1a1a1a", "#ececec"),
    "edge": ("#1a1a1a", "#222222"),
    "gray": ("#4d4d4d", "#b8b8b8"),
    "faint": ("#a0a0a0", "#757575"),
    "paper": ("#ffffff", "#111111"),
    "blue": ("#0072b2", "#56b4e9"),
    "orange": ("#e69f00", "#f2b233"),
    "green": ("#009e73", "#2fd6a3"),
    "purple": ("#cc79a7", "#e29cc4"),
    "vermillion": ("#d55e00", "#ff8c42"),
    "sky": ("#56b4e9", "#8fd0f5"),
    "yellow": ("#f0e442", "#f7ee80"),
    "black": ("#000000", "#ffffff"),
    "band": ("#ededed", "#2a2a2a"),
    "grid": ("#e4e4e4", "#303030"),
}

CLASSES = ("blue", "orange", "green", "purple", "vermillion", "sky", "yellow", "black")

SIGN_SHADES = (
    ("#f4d58f", "#f7dfab", "#faeac7", "#fcf3e0", "#e6f4fc", "#d0eaf9", "#b8e0f6", "#a0d5f3"),
    ("#6b4f10", "#574217", "#43351b", "#30291d", "#1c2a33", "#173648", "#12425e", "#0d4e74"),
)

# From the lowest value to the highest. "field" is blue where a function is positive, "classes" orange.
PALETTES = {
    "field": SIGN_SHADES,
    "classes": tuple(shades[::-1] for shades in SIGN_SHADES),
    "signed": (
        ("#7f3b08", "#c6690c", "#f9b158", "#fce6c8", "#e1e2ee", "#aba3cd", "#664697", "#2d004b"),
        ("#ffb35c", "#d5802a", "#8f5211", "#3d2a14", "#242136", "#4b3f7c", "#7d6bbd", "#b9a9f0"),
    ),
    "gray": (("#ffffff", "#000000"), ("#111111", "#f2f2f2")),
    # Pale enough for points of any class to stand out on them.
    "heights": (
        ("#ffffff", "#eef7fd", "#ddeffb", "#cce6f8", "#b8ddf5", "#a2d2f1", "#8ac7ed", "#70bcea"),
        ("#111111", "#14212a", "#172d3b", "#1a394d", "#1d4560", "#205273", "#235f87", "#266c9b"),
    ),
    # Of a part of the plane, where a function is positive.
    "part": (("#ffffff", "#dbeefa"), ("#111111", "#16384c")),
    # Of kernel values from 0 up: as many steps of lightness as a reader tells apart.
    "values": (
        ("#00224e", "#233e6c", "#575c6d", "#8a8678", "#bcaf6f", "#fee838"),
        ("#00224e", "#233e6c", "#575c6d", "#8a8678", "#bcaf6f", "#fee838"),
    ),
}
UPWARD = (
    "heights",
    "values",
    "part",
)  # palettes from the lowest value to the highest; others have 0 in the middle

MOST_CLUSTERS = 6  # that a slider offers: with more, colors and marks are hard to tell apart

# Of the regions of clusters, in the order of CLASSES.
REGIONS = (
    ("#d6e8f3", "#fbf0d6", "#d6f0ea", "#f7e9f1", "#f8e3d6", "#e4f3fc", "#fdfbdf", "#d6d6d6"),
    ("#0f2a3a", "#3a2c10", "#0f3329", "#38222e", "#3d2512", "#1b3340", "#38361a", "#2b2b2b"),
)

SHAPES = ("circle", "triangle", "square", "diamond", "down", "plus", "cross", "star", "x", "tick", "ring")

DASHES = {"solid": (), "dashed": (6, 4), "dotted": (1.5, 3.5), "dash-dot": (7, 3, 1.5, 3)}


@dataclass(frozen=True)
class Kind:
    """How one kind of point is marked.
    shape, one of SHAPES; size, diameter in pixels; fill, name of a color, "" leaves it open; edge, name of a color, ""
    draws none; line, width of the edge in pixels"""

    shape: str = "circle"
    size: float = 7.0
    fill: str = "blue"
    edge: str = "edge"
    line: float = 0.7


CLASS_SHAPES = ("circle", "triangle", "square", "diamond", "down", "plus", "cross", "star")

# Later kinds stand above earlier ones where one mark holds several.
POINT_KINDS = {
    "inside": Kind("circle", 5.6, "paper", "gray", 0.9),
    "surface": Kind("diamond", 9.5, "blue", "edge", 0.8),
    "outlier": Kind("cross", 10, "vermillion", "edge", 0.8),
    "point": Kind("circle", 6.2, "blue", "paper", 0.7),
    "sample": Kind("circle", 4, "gray", "paper", 0.5),
    **{
        f"class {k}": Kind(shape, 7, color, "edge", 0.6)
        for k, (shape, color) in enumerate(zip(CLASS_SHAPES, CLASSES, strict=True))
    },
    "class 8": Kind("circle", 7, "", "blue", 1.5),  # of nine speakers
    "tick": Kind("tick", 10, "", "gray", 1.1),
    "dot": Kind("circle", 9, "blue", "edge", 0.9),
    "goal": Kind("diamond", 10, "green", "edge", 0.9),
    "now": Kind("circle", 9, "vermillion", "edge", 0.9),
    "riser": Kind("triangle", 13, "green", "edge", 0.9),
    "faller": Kind("down", 13, "vermillion", "edge", 0.9),
    "prototype": Kind("cross", 16, "paper", "ink", 1.6),
    "support": Kind("ring", 13, "", "ink", 1.4),
    "moved": Kind("ring", 12, "", "vermillion", 1.6),
    "wrong": Kind("x", 8, "", "vermillion", 2.0),
    "chosen": Kind("square", 17, "", "green", 2.0),
    "probe": Kind("star", 17, "vermillion", "edge", 0.9),
}

LINE, WORD = 3.0, 4.5  # contrast with the paper, as WCAG 2 asks for
GROUNDS = ("paper", "band", "grid")  # what others stand out from

# In pixels of a screen. Nothing is smaller than 11, on the narrowest screen too.
TEXT = {"font": "system-ui, 'DejaVu Sans', sans-serif", "title": 13, "label": 12.5, "tick": 11.5}


def readable(color, paper="#ffffff", ratio=WORD):
    """A color as dark, or on dark paper as light, as words have to be, or lines with another ratio.
    color, paper: str, such as "#e69f00" → str"""
    far = contrast(paper, "#000000") < contrast(paper, "#ffffff")
    for share in (0.05 * step for step in range(21)):
        mixed = "#" + "".join(f"{round(255 * ((1 - share) * c + share * far)):02x}" for c in _shares(color))
        if contrast(mixed, paper) >= ratio:
            break
    return mixed


def contrast(color, other):
    """How much two colors differ in lightness, as WCAG 2 counts it: from 1 to 21."""
    low, high = sorted(map(_luminance, (color, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(color):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _shares(color)]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _shares(color):
    return [c / 255 for c in bytes.fromhex(color[1:])]


@functools.cache
def _standing_out(name, side, ratio):
    color = INKS[name][side]
    return color if name in GROUNDS else readable(color, INKS["paper"][side], ratio)


def theme(dark=False):
    """Everything that a renderer looks up, for one kind of paper: plain values by name, as JSON can hold them."""
    side = int(dark)
    return {
        "colors": {name: pair[side] for name, pair in INKS.items()},
        "lines": {name: _standing_out(name, side, LINE) for name in INKS},
        "words": {name: _standing_out(name, side, WORD) for name in INKS},
        "palettes": {name: list(pair[side]) for name, pair in PALETTES.items()},
        "regions": list(REGIONS[side]),
        "kinds": {name: asdict(kind) for name, kind in POINT_KINDS.items()},
        "dashes": {name: list(dash) for name, dash in DASHES.items()},
        "text": dict(TEXT),
    }


# The sign of a number, and not what joins words, digits or the parts of a formula.
_SIGN = re.compile(r"(?<![\w.)\]{}$^])-(?=\.?\d)|(?<=\de)-(?=\d)")


def with_minus(text):
    """A text in which the sign of each negative number is a minus, as in prose, and no hyphen.
    "from −1.5 to 2e−06" for "from -1.5 to 2e-06"; "c-means" and "0-1" stay"""
    return _SIGN.sub("−", text) if "-" in text else text


def kinds_of(labels):
    """Name the marks of labeled points: labels (n,) int, from 0 to 7 → tuple of n str, such as "class 0"."""
    return tuple(f"class {label}" for label in labels)
