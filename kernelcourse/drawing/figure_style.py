"""How we draw: one style, colors that color-blind readers can tell apart, and a text for every picture.

A `Picture` is a figure and the alternative text that says what it shows. Nothing here touches pyplot, so no figure is
left open.
"""

import base64
import html
import inspect
import io
import numbers
from functools import cached_property

import matplotlib.style
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap, ListedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from kernelcourse.drawing.appearance import with_minus
from kernelcourse.drawing.data_planes import axis_names, labeled_points, name_of, points_of  # noqa: F401
from kernelcourse.drawing.words import count, in_brackets, number, subscript  # noqa: F401
from kernelsy19.signatures import by_name, integer_from, number_from, takes
from kernelsy19.validation import as_any_labels, as_flag, as_function, as_text, as_texts, shown

# Okabe & Ito (2008), in the order in which classes take them.
BLUE = "#0072B2"


ORANGE = "#E69F00"


GREEN = "#009E73"


VERMILLION = "#D55E00"


PURPLE = "#CC79A7"


SKY = "#56B4E9"


YELLOW = "#F0E442"


BLACK = "#000000"


COLORS = (BLUE, ORANGE, GREEN, PURPLE, VERMILLION, SKY, YELLOW, BLACK)


MARKERS = ("o", "^", "s", "D", "v", "P", "X", "*")


LINE_STYLES = ("-", "--", "-.", ":")


GRAY = "#4D4D4D"


INSIDE, SURFACE, OUTLIER = "inside", "surface", "outlier"


KINDS = {
    INSIDE: {"marker": "o", "s": 18, "facecolors": "white", "edgecolors": GRAY, "linewidths": 0.8},
    SURFACE: {"marker": "D", "s": 42, "facecolors": BLUE, "edgecolors": "black", "linewidths": 0.7},
    OUTLIER: {"marker": "X", "s": 58, "facecolors": VERMILLION, "edgecolors": "black", "linewidths": 0.7},
}


KIND_LABELS = {INSIDE: "inside the ball", SURFACE: "on its surface", OUTLIER: "outside"}


DPI = 120
# A notebook shows 10.5 inches on about 1000 pixels of the page: 2000 of a screen that has two for each.
SHARPNESS = 1.6


STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titley": 1.0,
    "axes.labelsize": 10,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "legend.fontsize": 10,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "axes.prop_cycle": matplotlib.cycler(color=COLORS),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.6,
    "image.cmap": "cividis",
    "figure.dpi": DPI,
    "figure.constrained_layout.h_pad": 0.08,
    "figure.constrained_layout.w_pad": 0.08,
}


PANELS_A_ROW = 3


WIDEST = 10.5  # of a figure, in inches: as wide as a notebook shows it


def features_of(values, name):
    """Check the names of axes.

    Parameters
    ----------
    values : sequence of two or more str
    name : str, what an error calls it

    Returns
    -------
    tuple of str

    Raises
    ------
    ValueError
        If there are fewer, or they are something else.
    """
    names = as_texts(values, name)
    if len(names) < 2:
        raise ValueError(f"{name} must name both axes, got {names!r}.")
    return names


def as_panel(value, name):
    """Check what a panel or a curve is made of, as far as all have it in common: it is no single number.

    Parameters
    ----------
    value : object
    name : str, what an error calls it

    Returns
    -------
    object, value itself

    Raises
    ------
    ValueError
        If it is a number or a text.
    """
    if isinstance(value, numbers.Number | str):
        raise ValueError(f"{name} must be points, arrays, functions or tuples of these, got {shown(value)}.")
    return value


# What pictures have in common, by the name of the parameter.
PICTURE_ARGUMENTS = {
    **dict.fromkeys(("title", "alt", "label", "value", "unit", "xlabel", "ylabel"), as_text),
    **dict.fromkeys(("log", "markers"), as_flag),
    **dict.fromkeys(("function", "transform", "assign"), as_function),
    **dict.fromkeys(("level", "boundary", "R2"), number_from()),
    **dict.fromkeys(("reach", "bound", "lowest"), number_from(0)),
    "names": as_texts,
    "features": features_of,
    "columns": integer_from(),
    "panels": by_name(as_panel),
    "y": as_any_labels,
}


def drawn(**own):
    """Check what a function is given before it draws: what pictures share, by its name, and what is its own.

    Parameters
    ----------
    **own : as for `takes`

    Returns
    -------
    decorator
    """

    def decorate(function):
        names = inspect.signature(function).parameters
        return takes(**{name: check for name, check in (PICTURE_ARGUMENTS | own).items() if name in names})(
            function
        )

    return decorate


def style():
    """Return the context in which every figure of the course is drawn.

    It starts from matplotlib's defaults, so that a reader's own settings change nothing.

    Returns
    -------
    context manager
    """
    return matplotlib.style.context(["default", STYLE])


def _shades(color, shares):
    rgb = np.array(to_rgb(color))
    return [tuple(1 - share * (1 - rgb)) for share in shares]


# Outside to inside: the level 0 lies between the fourth and the fifth shade.
FIELD = ListedColormap(
    _shades(ORANGE, (0.44, 0.33, 0.22, 0.12)) + _shades(SKY, (0.15, 0.28, 0.42, 0.56)), name="field"
)


# Pale enough for points of any class to stand out on it.
PALE = LinearSegmentedColormap.from_list("pale", ["#FFFFFF", *_shades(SKY, (0.3, 0.6, 1.0))])


class Picture:
    """A figure and the text that says what it shows.

    In a notebook it shows as an HTML image with that text as its `alt`, which screen readers read out.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    alt : str, what the figure shows, in words and numbers
    """

    def __init__(self, figure, alt):
        if not alt.strip():
            raise ValueError("alt must say what the picture shows, got an empty text.")
        self.figure = figure
        self.alt = with_minus(alt)

    @cached_property
    def png(self):
        """The picture as PNG bytes; equal figures give equal bytes."""
        buffer = io.BytesIO()
        FigureCanvasAgg(self.figure)
        for text in self.figure.findobj(Text):
            text.set_text(with_minus(text.get_text()))
        with style():
            self.figure.savefig(buffer, format="png", dpi=SHARPNESS * DPI)
        return compact_png(Image.open(buffer))

    def save(self, path):
        """Write the PNG to a file.

        Parameters
        ----------
        path : str or path-like
        """
        with open(path, "wb") as file:
            file.write(self.png)

    def __repr__(self):
        return self.alt

    def _repr_mimebundle_(self, include=None, exclude=None):
        width = round(self.figure.get_figwidth() * DPI)
        return {"text/html": image_html(self.png, self.alt, width), "text/plain": self.alt}


def compact_png(image):
    """Encode an image in 256 colors: a third of the bytes, which a notebook stores with each figure.

    Parameters
    ----------
    image : PIL.Image.Image

    Returns
    -------
    bytes, PNG
    """
    palette = image.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small = io.BytesIO()
    palette.save(small, format="png", optimize=True)
    return small.getvalue()


def image_html(png, alt, width=None):
    """Write a PNG as an HTML image that carries its own data.

    Parameters
    ----------
    png : bytes
    alt : str
    width : int, in pixels of the page, or None for those of the PNG

    Returns
    -------
    str
    """
    data = base64.b64encode(png).decode("ascii")
    as_wide = f'width="{width}" ' if width else ""
    return (
        f'<img alt="{html.escape(alt)}" {as_wide}src="data:image/png;base64,{data}" '
        'style="max-width:100%;height:auto">'
    )


def pale(color):
    """Return a color as the shade of a region, on which points of any cluster stand out.

    Parameters
    ----------
    color : str

    Returns
    -------
    (float, float, float)
    """
    return _shades(color, (0.16,))[0]


def make_figure(width=8.0, height=4.2):
    """Make an empty figure that keeps its parts from overlapping.

    Parameters
    ----------
    width, height : float, in inches

    Returns
    -------
    Figure
    """
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def make_panels(
    titles,
    columns,
    width,
    height,
    *,
    title="",
    room=0.0,
    title_size=STYLE["axes.titlesize"],
    sharex=False,
    sharey=False,
):
    """Make a figure of titled panels, row by row; places that are left over in the last row stay empty.

    Parameters
    ----------
    titles : sequence of n str
    columns : int, panels a row at most
    width, height : float, of a panel, in inches
    title : str, of the whole figure
    room : float, inches that the whole figure is higher than its rows, for a title or a legend
    title_size : float, of the titles of the panels, in points
    sharex, sharey : bool, "col" or "row", which panels have one scale, as in `Figure.subplots`

    Returns
    -------
    figure : Figure
    axes : (n,) array of Axes
    """
    n, columns = len(titles), min(columns, len(titles))
    n_rows = -(-n // columns)
    figure = make_figure(columns * width, n_rows * height + room)
    places = figure.subplots(n_rows, columns, squeeze=False, sharex=sharex, sharey=sharey).ravel()
    for axes, name in zip(places[:n], titles, strict=True):
        axes.set_title(name, fontsize=title_size)
    for unused in places[n:]:
        unused.remove()
    for lowest in places[n - columns : n]:  # a shared scale is else written in the last row alone
        lowest.tick_params(labelbottom=True)
    if title:
        figure.suptitle(title)
    return figure, places[:n]


def panel_size(columns, width, height):
    """Narrow the panels of a row so that it stays within the width of a notebook, and lower them with it.

    Parameters
    ----------
    columns : int, panels a row
    width, height : float, of a panel, in inches, as it should be

    Returns
    -------
    width, height : float, at least three quarters of the height
    """
    share = min(1.0, WIDEST / (columns * width))
    return width * share, height * max(share, 0.75)


ROOM_OF_AXES = (0.9, 1.2)  # inches that names, ticks and titles take of the width and the height of a panel


def plane_panel_size(columns, width, extents):
    """Choose the size of panels that show planes with one unit on both axes, so that the planes fill them.

    Parameters
    ----------
    columns : int, panels a row
    width : float, of a panel, in inches, as it should be
    extents : sequence of (left, right, bottom, top), what the panels show

    Returns
    -------
    width, height : float; planes that are far higher than wide get at most six fifths of their width
    """
    width = min(width, WIDEST / columns)
    ratio = max((top - bottom) / (right - left) for left, right, bottom, top in extents)
    return width, ROOM_OF_AXES[1] + (width - ROOM_OF_AXES[0]) * min(1.2, ratio)
