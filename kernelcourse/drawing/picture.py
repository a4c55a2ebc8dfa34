"""Static pictures: a scene that matplotlib draws on light paper, shown as an image that says what it shows."""

import base64
import dataclasses
import html
import inspect
import numbers
from functools import cached_property

import numpy as np

from kernelcourse.drawing.appearance import with_minus
from kernelcourse.drawing.scene import Scene
from kernelcourse.drawing.scene_in_matplotlib import INCH, drawn_scene, figure_png
from kernelcourse.drawing.words import KIND_LABELS
from kernelsy19.signatures import by_name, integer_from, number_from, takes
from kernelsy19.validation import as_any_labels, as_flag, as_function, as_text, as_texts, shown

SHARPNESS = 2  # pixels of the PNG for each of the page: as many as a fine screen has
PICTURE = "kernelsy19-picture"  # the class of its image, by which dark paper finds it
WIDEST = 960  # pixels of the page
PANEL_WIDTHS = {1: 580, 2: 440}  # of a panel, by how many stand in a row; more share the widest picture
TALLEST = 480  # of one plane
AROUND = (66, 72)  # pixels that names, ticks and titles take of the width and the height of a panel


class Picture:
    """A scene that stands still, at its size on the page.

    In a notebook it shows as an HTML image with what the scene says as its `alt`, which screen readers read out.

    Parameters
    ----------
    scene : Scene
    width : float, in pixels of the page
    title : str, above all panels
    """

    def __init__(self, scene, width=WIDEST, title=""):
        self.scene, self.width, self.title = scene, width, with_minus(title)

    @property
    def alt(self):
        """What the picture shows, in words and numbers."""
        return self.scene.said

    @property
    def panels(self):
        """The panels of its scene."""
        return self.scene.panels

    @cached_property
    def figure(self):
        """The picture as a matplotlib figure."""
        return drawn_scene(self.scene, width=self.width, title=self.title, named=True)

    @cached_property
    def png(self):
        """The picture as PNG bytes; equal scenes give equal bytes."""
        return figure_png(self.figure, SHARPNESS * INCH)

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
        return {"text/html": image_html(self.png, self.alt, round(self.width)), "text/plain": self.alt}


def laid_out(panels, said, *, columns=3, width=None, height=None, title="", rows=None):
    """Make a picture of panels, row by row.
    said, what the picture shows, in words and numbers; columns, panels a row at most; width, height of a panel, in
    pixels of the page, None to choose them so that planes with one unit on both axes fill their panels; title, above
    all panels; rows, relative heights of the rows, or None → Picture"""
    panels = list(panels)
    columns = min(columns, len(panels))
    n_rows = -(-len(panels) // columns)
    width = width or PANEL_WIDTHS.get(columns, WIDEST / columns)
    if height is None:
        height = 0.62 * width if columns == 1 else 0.8 * width
        planes = [panel for panel in panels if panel.framed]
        if all(panel.equal for panel in planes):
            ratio = max(np.ptp(panel.y.range) / np.ptp(panel.x.range) for panel in planes)
            height = AROUND[1] + (width - AROUND[0]) * min(1.2, ratio)
            if height > TALLEST and columns == 1:
                width, height = AROUND[0] + (TALLEST - AROUND[1]) / ratio + 40, TALLEST
    placed = [
        dataclasses.replace(panel, at=divmod(k, columns))
        for k, panel in enumerate(_at_the_edges(panels, columns))
    ]
    scene = Scene(
        placed,
        said,
        columns=(1.0,) * columns,
        rows=tuple(rows or (1.0,) * n_rows),
        aspect=n_rows * height / (columns * width),
    )
    return Picture(scene, columns * width, title)


def _at_the_edges(panels, columns):
    """Panels of which only the left ones and the lowest ones name an axis that all have."""
    alike = {
        side: len({getattr(panel, side).label for panel in panels if panel.framed}) == 1 for side in "xy"
    }
    for k, panel in enumerate(panels):
        below = panels[k + columns].framed if k + columns < len(panels) else False
        changes = {"x": alike["x"] and below, "y": alike["y"] and k % columns and panels[k - 1].framed}
        bare = {
            side: dataclasses.replace(getattr(panel, side), label="")
            for side, drop in changes.items()
            if drop
        }
        yield dataclasses.replace(panel, **bare)


def image_html(png, alt, width):
    """Write a PNG as an HTML image that carries its own data.
    png: bytes; alt: str; width: int, in pixels of the page → str"""
    data = base64.b64encode(png).decode("ascii")
    return (
        f'<img alt="{html.escape(alt)}" width="{width}" src="data:image/png;base64,{data}" '
        f'class="{PICTURE}" style="max-width:100%;height:auto">'
    )


# ---- what pictures are asked for -----------------------------------------------------------------


def features_of(values, name):
    """Check the names of axes: two texts or more."""
    names = as_texts(values, name)
    if len(names) < 2:
        raise ValueError(f"{name} must name both axes, got {names!r}.")
    return names


def as_panel(value, name):
    """Check what a panel or a curve is made of, as far as all have it in common: no single number, and no text."""
    if isinstance(value, numbers.Number | str):
        raise ValueError(f"{name} must be points, arrays, functions or tuples of these, got {shown(value)}.")
    return value


def as_kinds(kinds, n):
    """Check that there is one of "inside", "surface", "outlier" for each of n points."""
    kinds = np.asarray(kinds)
    if kinds.shape != (n,) or not np.isin(kinds, list(KIND_LABELS)).all():
        raise ValueError(
            f"kinds must hold {n} of {list(KIND_LABELS)}, got shape {kinds.shape} of {kinds.dtype}."
        )
    return kinds


# What pictures have in common, by the name of the parameter.
PICTURE_ARGUMENTS = {
    **dict.fromkeys(("title", "label", "value", "unit", "xlabel", "ylabel"), as_text),
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
    """Check what a function is given before it draws: what pictures share, by name, and its `own`, as for `takes`."""

    def decorate(function):
        names = inspect.signature(function).parameters
        return takes(**{name: check for name, check in (PICTURE_ARGUMENTS | own).items() if name in names})(
            function
        )

    return decorate
