"""The pictures of chapter 18: bands around predictions, and the parts of a series."""

from dataclasses import replace

import numpy as np

from kernelcourse.drawing.data_planes import axis_names, widened
from kernelcourse.drawing.marks import Area, Curve, Points, Words
from kernelcourse.drawing.panels import axis
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number
from kernelcourse.gaussian_process.experiments import IN_95
from kernelsy19.datasets import Dataset
from kernelsy19.signatures import by_name, made_by

ON_LINE = 400  # places at which a function of one variable is drawn


def bars_around(z, mean, bars, noise):
    """The two bands around a mean, as marks: where 95% of new targets are expected, and where the function is.
    z, mean, bars (m,), places, the posterior mean there and its standard deviation; noise, its standard deviation"""
    wide, narrow = IN_95 * np.hypot(bars, noise), IN_95 * bars
    return (
        Area(z, mean + wide, mean - wide, "sky", label="95% of new targets"),
        Area(z, mean + narrow, mean - narrow, "blue", label="the function, 95% sure"),
        Curve(z, mean, "blue", 2.2, label="mean"),
    )


@drawn(data=made_by(Dataset), models=by_name(), new=made_by(Dataset))
def with_error_bars(data, models, *, new=None, span=None, title=""):
    """Show points of one variable and a target, and for each model the mean of a random function and its error bars.

    Parameters
    ----------
    data : Dataset of two columns; the first is the variable, the second the target
    models : dict by title of pairs (predict, noise): a callable, (m, 1) array → pair of (m,) arrays, the mean and its
        standard deviation, and the standard deviation of the noise, all in units of the data
    new : Dataset of the same columns that no model knows, or None
    span : (float, float), the ends of the variable that are shown; None for a little more than its range
    title : str

    Returns
    -------
    Picture
    """
    both = data.X if new is None else np.vstack([data.X, new.X])
    z, names = np.linspace(*(span or widened(both[:, 0], 0.03)), ON_LINE), axis_names(data)
    found = {name: (*predict(z[:, None]), noise) for name, (predict, noise) in models.items()}
    ends = [
        mean + side * IN_95 * np.hypot(bars, noise)
        for mean, bars, noise in found.values()
        for side in (-1, 1)
    ]
    up, made, said = axis(names[1], np.concatenate([both[:, 1], *ends])), [], []
    for name, (mean, bars, noise) in found.items():
        wide = IN_95 * np.hypot(bars, noise)
        light, dark, line = bars_around(z, mean, bars, noise)
        marks = [light, dark, line, Points(*data.X.T, "sample", label=f"{len(data.X)} points")]
        if len(found) == 1 and new is None:
            # Two bands at one place have no room for both names: the light one has its name below it.
            middle = ON_LINE // 2
            word = Words([z[middle]], [(mean - wide)[middle]], ["95% of new targets"], "beside", "sky")
            marks[:1] = [replace(light, label=""), word]
        if new is not None:
            marks.append(Points(*new.X.T, "now", 0.45, label="put aside"))
        made.append(Panel(marks, Axis(names[0], (z[0], z[-1])), up, title=name))
        said.append(
            f"{name}: for the function, the band is ±{number(IN_95 * bars.min())} where it is narrowest and "
            f"±{number(IN_95 * bars.max())} where it is widest; for new targets ±{number(wide.min())} to "
            f"±{number(wide.max())}"
        )
    size = {"width": 640, "height": 340} if len(found) == 1 else {"height": 280}
    return laid_out(
        made,
        f"{names[1]} against {names[0]} of {count(len(data.X), 'point')}{in_brackets(title)}, with the mean of a "
        f"random function and two bands. {'. '.join(said)}.",
        title=title,
        **size,
    )


@drawn()
def parts_of(z, parts, *, names, title=""):
    """Show the parts of which a random function is the sum, each with the band that is 95% sure to hold it.

    Parameters
    ----------
    z : (m,) array_like, places
    parts : dict by title of pairs of (m,) array_like, the posterior mean of a part and its standard deviation
    names : (str, str), of the axes
    title : str

    Returns
    -------
    Picture
    """
    z = np.asarray(z)
    bands = {
        name: np.add.outer([-1, 0, 1], 0 * z) * IN_95 * bars + mean for name, (mean, bars) in parts.items()
    }
    made = []
    for name, (low, mean, high) in bands.items():
        up = axis(names[1], np.concatenate([low, high]))
        marks = [Area(z, high, low, "blue", label="95% sure"), Curve(z, mean, "blue", 1.6, label="mean")]
        made.append(Panel(marks, Axis(names[0], (z[0], z[-1])), up, title=name))
    said = "; ".join(
        f"{name}: from {number(m.min())} to {number(m.max())}" for name, (_, m, _) in bands.items()
    )
    return laid_out(
        made,
        f"Parts of a random function{in_brackets(title)}, with their bands. {said}.",
        height=230,
        title=title,
    )
