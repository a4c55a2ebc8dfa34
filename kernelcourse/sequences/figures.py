"""The pictures of chapter 14: places that agree, sequences side by side, what stands beside what, tables and paths."""

import dataclasses

import numpy as np

from kernelcourse.drawing.data_planes import Grid
from kernelcourse.drawing.marks import Curve, Points, Segments, cells
from kernelcourse.drawing.panels import COLORS, axis, plane, whole_axis
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number
from kernelsy19.sequences.plain import Warping
from kernelsy19.signatures import by_name, integer_from, made_by, several
from kernelsy19.validation import as_array, as_matrix, as_text, as_vector, as_whole_numbers, shown

BESIDE = 1.6  # by how much of its range a sequence is lifted above the other

THICKEST = 5.0  # line of a path, in pixels


def _as_alignment(pair, name):
    """The index maps of an alignment."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{name} must be a pair (v, w) of index maps, got {shown(pair)}.")
    v, w = (as_whole_numbers(map_, name) for map_ in pair)
    if len(v) != len(w) or not len(v):
        raise ValueError(f"{name} must hold two index maps of one length, got {len(v)} and {len(w)}.")
    return v, w


def _require_within(alignments, shape, name):
    """Refuse index maps that point beyond the ends of the sequences."""
    for v, w in alignments:
        if v.max() >= shape[0] or w.max() >= shape[1]:
            raise ValueError(f"{name} must stay within {shape[0]} and {shape[1]} elements, counted from 0.")


@drawn(x=as_text, y=as_text, k=integer_from())
def places_in_common(x, y, k, *, title=""):
    """Show two words as the edges of a table, with a mark where the same k letters begin in both.

    Parameters
    ----------
    x, y : str, of at least k letters
    k : int ≥ 1, letters of a substring
    title : str

    Raises
    ------
    ValueError
        If a word is shorter than k.
    """
    if short := [name for name, word in (("x", x), ("y", y)) if len(word) < k]:
        raise ValueError(f"{short[0]} must have at least {k} letters.")
    ours, theirs = ([word[i : i + k] for i in range(len(word) - k + 1)] for word in (x, y))
    found = [(u, i, j) for i, u in enumerate(ours) for j, w in enumerate(theirs) if u == w]
    names, marks = list(dict.fromkeys(u for u, _, _ in found)), []
    for n, name in enumerate(names):
        color, places = n % len(COLORS), np.array([(j, i) for u, i, j in found if u == name])
        ends = np.stack([places, places + k - 1], axis=1).reshape(-1, 2).T
        marks.append(Segments(*ends, COLORS[color], 2.4))
        marks.append(Points(*places.T, f"class {color}", 1.3, label=f"{name}: {len(places)}"))
    panel = Panel(
        marks,
        Axis("", (-0.6, len(y) - 0.4), range(len(y)), list(y)),
        Axis("", (len(x) - 0.4, -0.6), range(len(x)), list(x)),
        title=title,
    )
    said = ", ".join(f"{name} {sum(u == name for u, _, _ in found)}" for name in names)
    return laid_out(
        [panel],
        f"The letters of {x} down the side and those of {y} along the bottom{in_brackets(title)}, with "
        f"{count(len(found), 'mark')} where the same {k} letters begin in both: {said or 'none'}.",
        width=max(300, 100 + 52 * len(y)),
        height=70 + 42 * len(x),
    )


def lifted(x, y):
    """By how much to lift x (p,) so that it stands above y (q,)."""
    height = max(np.ptp(x), np.ptp(y), 1e-9)
    return y.max() - x.min() + (BESIDE - 1) * height


def link_ends(x, y, v, w, lift):
    """Ends of the links between elements that stand beside each other, as one line with gaps.
    x (p,), y (q,); v, w (s,), an alignment; lift, as from `lifted` → horizontal, vertical (3s,)"""
    gap = np.full(len(v), np.nan)
    return np.stack([v + 1, w + 1, gap], axis=1).ravel(), np.stack([x[v] + lift, y[w], gap], axis=1).ravel()


@drawn(x=as_array, y=as_array, solution=made_by(Warping))
def warping(x, y, solution, *, names=("x", "y"), title=""):
    """Show two sequences of numbers with the links of an alignment, and the alignment as a path through the costs.

    Parameters
    ----------
    x : (p,) array_like
    y : (q,) array_like
    solution : Warping of the two
    names : (str, str)
    title : str
    """
    x, y = as_vector(x, "x"), as_vector(y, "y")
    p, q = solution.costs.shape
    table = Panel(
        [
            cells(solution.costs, _cells(solution.costs), bar="cost"),
            Curve(solution.w + 1, solution.v + 1, "vermillion", 2, kind="now", label="its path"),
        ],
        whole_axis(f"element of {names[1]}", 1, q),
        Axis(f"element of {names[0]}", (p + 0.5, 0.5), whole_axis("", 1, p).ticks),
        title="local costs",
        grid=False,
    )
    beside = _beside(x, y, solution.v, solution.w, names, "alignment", "element")
    return laid_out(
        [dataclasses.replace(beside, title=f"{names[0]} is lifted above {names[1]}"), table],
        f"Two sequences of {len(x)} and {len(y)} elements{in_brackets(title)}, the first lifted above the second, "
        f"with {count(len(solution.v), 'link')} between elements that stand beside each other. On the right the local "
        f"costs from {number(solution.costs.min())} to {number(solution.costs.max())}, with the path of the alignment, "
        f"whose costs sum to {number(solution.distance)}.",
        height=370,
        title=title,
    )


def _beside(x, y, v, w, names, label, xlabel, ylabel="", title=""):
    """Two sequences, the first lifted above the second, with links between elements that stand beside each other."""
    lift = lifted(x, y)
    at = [np.arange(1, len(values) + 1) for values in (x, y)]
    return Panel(
        [
            Curve(*link_ends(x, y, v, w, lift), "gray", 0.9, label=label),
            Curve(at[0], x + lift, "blue", kind="class 0", label=names[0]),
            Curve(at[1], y, "orange", kind="class 1", label=names[1]),
        ],
        whole_axis(xlabel, 1, max(len(x), len(y))),
        axis(ylabel, [*(x + lift), *y], 0.1, ticks=()),
        title=title,
        grid=False,
    )


def _cells(costs):
    p, q = costs.shape
    return (0.5, q + 0.5, p + 0.5, 0.5)


@drawn(x=as_array, y=as_array, panels=by_name(_as_alignment))
def partners(x, y, panels, *, names=("x", "y"), ylabel="", title=""):
    """Show two sequences of numbers once for each way to put their elements beside each other, with its links.

    Parameters
    ----------
    x : (p,) array_like
    y : (q,) array_like
    panels : dict by title of (v, w), the index maps of an alignment, counted from 0
    names : (str, str)
    ylabel : str, what the numbers are
    title : str
    """
    x, y = as_vector(x, "x"), as_vector(y, "y")
    _require_within(panels.values(), (len(x), len(y)), "panels")
    made = [
        _beside(x, y, v, w, names, "put beside each other", "frame", ylabel, name)
        for name, (v, w) in panels.items()
    ]
    said = ". ".join(f"{name}: {count(len(v), 'link')}" for name, (v, _) in panels.items())
    return laid_out(
        made,
        f"Two sequences of {len(x)} and {len(y)} elements{in_brackets(title)}, the first lifted above the second. "
        f"{said}.",
        columns=2,
        height=310,
        title=title,
    )


@drawn(kappa=as_matrix, alignments=several(_as_alignment))
def products_along(kappa, alignments, *, columns=7, title=""):
    """Show each alignment as a path through the similarities, with their product along the path as its title.

    Parameters
    ----------
    kappa : (p, q) array_like, similarities of elements, between 0 and 1
    alignments : sequence of pairs (v, w) of int arrays, counted from 0
    columns : int, panels a row
    title : str

    Returns
    -------
    Picture
        The largest product comes first; the larger the product, the thicker its path.
    """
    kappa = np.asarray(kappa, dtype=float)
    _require_within(alignments, kappa.shape, "alignments")
    products = np.array([kappa[v, w].prod() for v, w in alignments])
    order = np.argsort(-products, kind="stable")
    made = []
    left, right, bottom, top = _cells(kappa)
    for i in order:
        v, w = alignments[i]
        width = 1 + (THICKEST - 1) * products[i] / max(products.max(), np.finfo(float).tiny)
        marks = [  # of the page where two elements are alike, as for costs
            cells(1 - kappa, _cells(kappa), (0, 1)),
            Curve(w + 1, v + 1, "vermillion", width),
            Points(w + 1, v + 1, "now", 0.7),
        ]
        made.append(
            Panel(marks, Axis("", (left, right), ()), Axis("", (bottom, top), ()), title=f"{products[i]:.3f}")
        )
    return laid_out(
        made,
        f"{count(len(products), 'alignment')}{in_brackets(title)}, each as a path through the similarities of the "
        f"elements, with products from {number(products.max())} down to {number(products.min())}; they sum to "
        f"{number(products.sum())}.",
        columns=columns,
        height=min(240, 920 / min(columns, len(made))),
        title=title,
    )


@drawn()
def utterances(panels, *, title=""):
    """Show sequences of vectors as images: a column for each step, a row for each coordinate.

    Parameters
    ----------
    panels : dict by title of (pᵢ, d) array_like
    title : str
    """
    shown = {name: np.asarray(x, dtype=float) for name, x in panels.items()}
    largest = max(np.abs(x).max() for x in shown.values())
    longest = max(len(x) for x in shown.values())
    made, last = [], list(shown)[-1]
    for name, x in shown.items():
        extent = (0.5, len(x) + 0.5, x.shape[1] + 0.5, 0.5)
        marks = [cells(x.T, extent, (-largest, largest), "signed", "value" if name == last else "")]
        steps = whole_axis("", 1, longest).ticks[::2]
        across = Axis("frame", (0.5, longest + 0.5), steps)
        down = Axis("coefficient", (x.shape[1] + 0.5, 0.5), whole_axis("", 1, x.shape[1]).ticks)
        made.append(Panel(marks, across, down, title=name, grid=False))
    said = ". ".join(f"{name}: {len(x)} frames of {x.shape[1]} coefficients" for name, x in shown.items())
    return laid_out(
        made,
        f"{count(len(shown), 'sequence')} as images{in_brackets(title)}, a column for each frame. {said}.",
        columns=4,
        height=220,
        title=title,
    )


@drawn(Z=lambda v, name: as_matrix(v, name, 2))
def labeled_map(Z, y, names, *, xlabel, ylabel, title=""):
    """Show points in the plane, each class in a color and a mark of its own, of up to nine classes.

    Parameters
    ----------
    Z : (n, 2) array_like
    y : (n,) array_like of int
    names : sequence of str, of the classes
    xlabel, ylabel, title : str
    """
    kinds = [f"class {label}" for label in y]
    points = Points(*Z.T, kinds, 0.9, label={f"class {k}": name for k, name in enumerate(names)})
    said = ", ".join(f"{name} {number(np.sum(np.equal(y, k)))}" for k, name in enumerate(names))
    return laid_out(
        [plane(Grid.around(Z, margin=0.06), [points], (xlabel, ylabel), title, equal=False)],
        f"{len(Z)} points of {len(names)} classes{in_brackets(title)}: {said}.",
        width=720,
        height=440,
    )
