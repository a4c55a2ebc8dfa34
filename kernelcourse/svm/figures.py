"""The pictures of chapter 12: lines that a perceptron tries, streets and slack, what a price and what a weight say."""

import numpy as np

from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Curve, Points, Rule, Segments, Words
from kernelcourse.drawing.panels import LINES, axis, class_points, field, level, part, plane
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number
from kernelsy19.signatures import by_name, integer_from, made_by, number_from, several
from kernelsy19.svm.equations import slacks
from kernelsy19.svm.plain import SVMSolution
from kernelsy19.validation import (
    as_integer,
    as_number,
    as_signs,
    as_texts,
    as_vector,
    as_whole_numbers,
    shown,
)

SIGN_NAMES = ("y = −1", "y = 1")

WITHOUT_END = 1e6  # of a margin, in units of the feature space: there w is 0 up to rounding

KIND_LOOKS = {
    "beyond": ("beyond the margin", "class 0"),
    "edge": ("on its edge", "goal"),
    "inside": ("inside, or wrong side", "class 1"),
}


@drawn(size=integer_from(2, 2000))
def streets(panels, *, names=None, features=None, size=160, title=""):
    """Show support vector machines in the plane: the boundary, the edges of the margin, support vectors, errors.

    Parameters
    ----------
    panels : dict by title of (data, solution, function): data an (n, 2) array_like or Dataset of two columns, an
        SVMSolution, and f as a callable, (m, 2) array → (m,) array
    names : (str, str), of the classes −1 and 1, or None
    features : (str, str), names of the axes, or None
    size : int, samples of the grid a side
    title : str
    """
    made, said = [], []
    for name, (data, solution, function) in panels.items():
        X, _, _, shown = labeled_points(data, features=features)
        made.append(_street(X, solution, function, names or SIGN_NAMES, size, shown, name))
        said.append(f"{name}: {say_machine(solution)}")
    return laid_out(
        made, f"{count(len(panels), 'soft margin')}{in_brackets(title)}. {'. '.join(said)}.", title=title
    )


def _street(X, solution, function, names, size, features, title):
    grid = Grid.around(X, size=size)
    values = grid.evaluate(function)
    marks = [
        field(grid, values, label="f = 0", flip=True),
        level(grid, values, -1.0, "gray", "f = ±1", 1.2, "dashed"),
        level(grid, values, 1.0, "gray", "", 1.2, "dashed"),
        class_points(X, solution.y, names, 0.85),
        Points(*X[solution.support].T, "support", label="support vector"),
        Points(*X[solution.misclassified].T, "wrong", label="error")
        if solution.misclassified.any()
        else None,
    ]
    return plane(grid, marks, features, title)


def say_machine(solution):
    """Say in words how many support vectors and errors a machine has, and how wide its margin is."""
    width = number(solution.margin) if solution.margin < WITHOUT_END else "without end, as w is 0"
    return (
        f"{count(len(solution.support), 'support vector')} of {count(len(solution.y), 'point')}, "
        f"{count(int(solution.misclassified.sum()), 'error')}, margin {width}"
    )


# ---- lines of the plane -------------------------------------------------------------------------


def _as_line(line, name):
    """A normal vector in the plane and an offset."""
    if not isinstance(line, tuple | list) or len(line) != 2:
        raise ValueError(f"{name} must be (w, b), got {shown(line)}.")
    w, b = as_vector(line[0], f"w of {name}", 2), as_number(line[1], f"b of {name}")
    if not w.any():
        raise ValueError(f"{name} must have a w other than 0, got {shown(line)}.")
    return w, b


def _line(grid, near, line, height=0.0, **looks):
    """Where ⟨w, x⟩ + b has a height, if w is not 0, across a grid, and the place on it that is nearest to a point."""
    w, b = line
    if (length := np.linalg.norm(w)) == 0:
        return None, None
    left, right, bottom, top = grid.extent
    foot = near - (w @ near + b - height) / length**2 * w
    along = np.hypot(right - left, top - bottom) * np.array([-w[1], w[0]]) / length
    return Curve(*np.transpose([foot - along, foot + along]), **looks), foot


@drawn(y=as_vector, lines=several(_as_line, 2), closer=integer_from())
def lines_tried(data, y, missed, lines, *, closer=1, names=None, features=None, title=""):
    """Show what one update does to the line of a perceptron, and beside it all lines that the perceptron has tried.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    y : (n,) array_like of −1 and 1
    missed : (T,) array_like of int, the points that were missed, in turn
    lines : sequence of T (w, b), (2,) array_like and float, the line after each update
    closer : int from 1 to T − 1, the update of the left panel; the first update is number 0
    names, features, title : as in `streets`
    """
    X, _, _, features = labeled_points(data, features=features)
    y, missed = as_signs(y, "y", len(X)), as_whole_numbers(missed, "missed", len(lines), high=len(X) - 1)
    closer = as_integer(closer, "closer", 1, len(lines) - 1)
    pair = lines[closer - 1 : closer + 1]
    counts = np.bincount(missed, minlength=len(X))
    grid = Grid.around(X, size=2)
    points, middle, times = class_points(X, y, names or SIGN_NAMES), X.mean(axis=0), counts[counts > 0]
    update = []
    for line, (color, width, dash), word in zip(
        pair, (("gray", 1.4, "dashed"), ("ink", 2.4, "solid")), ("before", "after"), strict=True
    ):
        curve, foot = _line(
            grid, middle, line, color=color, width=width, dash=dash, label=f"{word} the update"
        )
        tip = foot + line[0] / np.linalg.norm(line[0])
        update += [curve, Segments(*np.transpose([foot, tip]), color, 2, heads=True)]
    update.append(Points(*X[[missed[closer]]].T, "chosen", label="the missed point"))
    tried = [
        _line(grid, middle, line, color="faint", width=0.9, label="" if k else "a line before")[0]
        for k, line in enumerate(lines[:-1])
    ]
    last = _line(grid, middle, lines[-1], color="ink", width=2.4, label="the last line")[0]
    rings = Points(
        *X[counts > 0].T, "support", sizes=np.sqrt(60 + 50 * times) / 9.5, label="missed (large: often)"
    )
    panels = [
        plane(grid, [*update, points], features, f"update {closer + 1}", equal=True),
        plane(grid, [*tried, last, points, rings], features, f"all {len(lines)} updates", equal=True),
    ]
    wrong = [int((y * (X @ w + b) <= 0).sum()) for w, b in pair]
    return laid_out(
        panels,
        f"Lines of a perceptron{in_brackets(title)}. Left, update {closer + 1}: a point is framed that the line "
        f"before misses; {wrong[0]} of {count(len(X), 'point')} are on the wrong side before, {wrong[1]} after. Right, "
        f"all {len(lines)} lines, the last one thick: {(counts > 0).sum()} points were missed, {len(missed)} times in "
        f"all, one of them {count(int(counts.max()), 'time')}.",
        title=title,
    )


AT_THE_EDGE = 1e-6  # of a half width: a point so near to the edge of a street lies on it


def _as_divided(panel, name):
    """Points, their classes, and a line."""
    if not isinstance(panel, tuple | list) or len(panel) != 4:
        raise ValueError(f"{name} must be (data, y, w, b), got {shown(panel)}.")
    data, y, w, b = panel
    X = labeled_points(data)[0]
    return data, as_signs(y, "y", len(X)), *_as_line((w, b), name)


@drawn(panels=by_name(_as_divided))
def empty_streets(panels, *, names=None, features=None, title=""):
    """Show lines that separate two classes, each as the middle of a street as wide as its nearest point lets it be.

    Parameters
    ----------
    panels : dict by title of (data, y, w, b): data an (n, 2) array_like or Dataset of two columns, y (n,) array_like of
        −1 and 1, and a line ⟨w, x⟩ + b = 0 that separates the classes
    names, features, title : as in `streets`

    Raises
    ------
    ValueError
        If a line does not separate its classes, or shapes do not fit.
    """
    for name, (data, y, w, b) in panels.items():
        if (y * (labeled_points(data)[0] @ w + b)).min() <= 0:
            raise ValueError(f"The line of {name!r} must separate the classes.")
    made, said = [], []
    for name, (data, y, w, b) in panels.items():
        X, _, _, words = labeled_points(data, features=features)
        margins = y * (X @ w + b)
        nearest = margins.min()
        touching = margins <= (1 + AT_THE_EDGE) * nearest
        marks = [
            *_band(X, (w, b), nearest),
            class_points(X, y, names or SIGN_NAMES),
            Points(*X[touching].T, "support", label="nearest to the line"),
        ]
        made.append(plane(Grid.around(X, size=2), marks, words, name, equal=True))
        wide = number(nearest / np.linalg.norm(w))
        said.append(f"{name}: half width {wide}, {count(int(touching.sum()), 'point')} on its edges")
    return laid_out(
        made, f"{count(len(panels), 'empty street')}{in_brackets(title)}. {'. '.join(said)}.", title=title
    )


def _band(X, line, half):
    """A street: the room between its edges at the heights ±half, the edges, and its middle."""
    grid, near = Grid.around(X, size=160), X.mean(axis=0)
    inside = half - np.abs(grid.evaluate(lambda P: P @ line[0] + line[1]))
    edges = {"color": "gray", "dash": "dashed", "width": 1.2}
    return [
        part(grid, inside),
        _line(grid, near, line, label="middle of the street")[0],
        _line(grid, near, line, -half, label="its edges", **edges)[0],
        _line(grid, near, line, half, **edges)[0],
    ]


@drawn(y=as_vector, line=_as_line)
def street_with_slack(data, y, line, *, names=None, features=None, title=""):
    """Show a street with points on it or beyond it, and an arrow to each of them from the edge where its class begins.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    y : (n,) array_like of −1 and 1
    line : (w, b), (2,) array_like and float: the edges are where ⟨w, x⟩ + b is −1 and 1
    names, features, title : as in `streets`
    """
    X, _, _, features = labeled_points(data, features=features)
    y, (w, b) = as_signs(y, "y", len(X)), line
    xi = slacks(y, X @ w + b)
    some = xi > 0
    edge = (X + (y * xi)[:, None] * w / (w @ w))[some]  # of its class, from which each point is seen
    panel = plane(
        Grid.around(X, size=2),
        [
            *_band(X, line, 1.0),
            Segments(*np.stack([edge, X[some]], axis=1).reshape(-1, 2).T, "vermillion", 1.8, heads=True),
            class_points(X, y, names or SIGN_NAMES),
            Words(*X[some].T, [f"ξ = {number(slack)}" for slack in xi[some]], "beside", "vermillion"),
        ],
        features,
        title,
        equal=True,
    )
    told = ", ".join(map(number, np.sort(xi[some])[::-1]))
    return laid_out(
        [panel],
        f"A street of half width {number(1 / np.linalg.norm(w))}{in_brackets(title)}. {some.sum()} of "
        f"{count(len(X), 'point')} have slack, each with an arrow from the edge of its class"
        f"{f'; their slacks are {told}' if some.any() else ''}. {count(int((xi > 1).sum()), 'point')} across the "
        "middle.",
    )


CURVES_A_ROW = 4

STEEP = 30  # a positive quantity whose values differ by more than this factor gets a logarithmic scale


@drawn(prices=as_vector, curves=by_name(as_vector))
def curves_of_price(prices, curves, *, title=""):
    """Show how several quantities change with the price of slack, each in a panel of its own.

    Parameters
    ----------
    prices : (m,) array_like of positive numbers, rising
    curves : dict by name of (m,) array_like
    title : str
    """
    if not len(prices) or prices.min() <= 0 or (np.diff(prices) <= 0).any():
        raise ValueError(f"prices must be positive and rising, got {shown(prices)}.")
    for name, values in curves.items():
        if len(values) != len(prices):
            raise ValueError(f"{name!r} must have {len(prices)} values, one a price, got {len(values)}.")
    made = []
    for name, values in curves.items():
        steep = values.min() > 0 and values.max() > STEEP * values.min()
        up = axis(name, values, 0.08, "log" if steep else "linear")
        if (values == np.round(values)).all():
            up = Axis(name, up.range, [tick for tick in up.ticks if tick == round(tick)], scale=up.scale)
        curve = Curve(prices, values, "blue", kind="point")
        made.append(Panel([curve], axis("price of slack C", prices, scale="log"), up))
    said = ". ".join(
        f"{name}: {number(values[0])} at C = {number(prices[0])}, {number(values[-1])} at C = {number(prices[-1])}, "
        f"from {number(values.min())} to {number(values.max())}"
        for name, values in curves.items()
    )
    return laid_out(
        made, f"Against the price of slack{in_brackets(title)}. {said}.", columns=CURVES_A_ROW, title=title
    )


@drawn(solution=made_by(SVMSolution))
def weights_and_places(solution, *, title=""):
    """Show what the weight of a point says of its place: αᵢ/C against yᵢf(xᵢ).

    Parameters
    ----------
    solution : SVMSolution, with a finite C
    title : as in `streets`
    """
    places, shares, kinds = solution.y * solution.f, solution.alpha / solution.C, solution.kinds
    marks = [
        Rule(0, "x", "vermillion", label="f = 0"),
        Rule(1, "x", "gray", dash="dashed", label="edge of the margin"),
        Rule(1, "y", "gray", dash="dotted"),
    ]
    for kind, (words, look) in KIND_LOOKS.items():
        marks.append(Points(places[kinds == kind], shares[kinds == kind], look, label=words))
    panel = Panel(marks, axis("yᵢ f(xᵢ)", [0, 1, *places]), Axis("αᵢ / C", (-0.08, 1.14)), title=title)
    listed = ", ".join(f"{(kinds == kind).sum()} {words}" for kind, (words, _) in KIND_LOOKS.items())
    return laid_out(
        [panel],
        f"Weight of each point over C against its yf(x){in_brackets(title)}: {listed}. Weights are 0 right of 1, "
        "C left of 1, and anything between at 1.",
    )


@drawn(rows=by_name(as_vector), variants=as_texts, published=by_name(number_from(0)))
def errors_by_kernel(rows, variants, published, *, xlabel="test error in %", title=""):
    """Show errors as dots, a row for each kernel and a mark for each variant, and published errors as lines.

    Parameters
    ----------
    rows : dict by name of the kernel of (v,) array_like, the error of each variant
    variants : v names
    published : dict by name of float ≥ 0
    xlabel, title : str
    """
    for name, errors in rows.items():
        if len(errors) != len(variants):
            raise ValueError(
                f"rows must have one error for each of {list(variants)}, got {errors} in {name!r}."
            )
    known_at = list(published.values())
    marks = [
        Rule(value, "x", "vermillion", 1.4, LINES[k % len(LINES)], name)
        for k, (name, value) in enumerate(published.items())
    ]
    for k, variant in enumerate(variants):
        found = [errors[k] for errors in rows.values()]
        marks.append(Points(found, np.arange(len(rows)), f"class {k}", label=variant))
    panel = Panel(
        marks,
        axis(xlabel, np.concatenate([*rows.values(), known_at])),
        Axis("", (len(rows) - 0.5, -0.5), range(len(rows)), list(rows)),
        title=title,
    )
    said = "; ".join(
        f"{name}: "
        + ", ".join(f"{variant} {number(error)}" for variant, error in zip(variants, errors, strict=True))
        for name, errors in rows.items()
    )
    known = ", ".join(f"{name}: {number(value)}" for name, value in published.items())
    return laid_out(
        [panel],
        f"{xlabel}{in_brackets(title)}. {said}. Published: {known}.",
        width=800,
        height=100 + 27 * len(rows),
    )
