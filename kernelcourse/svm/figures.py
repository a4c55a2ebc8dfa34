"""The pictures of chapter 12: lines that a perceptron tries, streets and slack, what a price and what a weight say."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from kernelcourse.drawing.figure_parts import (
    Grid,
    beside,
    draw_classes,
    draw_field,
    draw_height,
    fill_axes,
    legend_below,
    level_lines,
)
from kernelcourse.drawing.figure_style import (
    BLUE,
    COLORS,
    GRAY,
    GREEN,
    LINE_STYLES,
    MARKERS,
    ORANGE,
    PANELS_A_ROW,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    pale,
    panel_size,
    plane_panel_size,
    style,
)
from kernelsy19.signatures import by_name, integer_from, made_by, number_from, several
from kernelsy19.svm.equations import slacks
from kernelsy19.svm.solve import SVMSolution
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

SUPPORT_RING = {"marker": "o", "s": 90, "facecolors": "none", "edgecolors": "black", "linewidths": 1.3}

ERROR_CROSS = {"marker": "x", "s": 46, "color": VERMILLION, "linewidths": 1.8}

WITHOUT_END = 1e6  # of a margin, in units of the feature space: there w is 0 but for rounding

KIND_WORDS = {"beyond": "beyond the margin", "edge": "on its edge", "inside": "inside, or wrong side"}


@drawn(size=integer_from(2, 2000))
def streets(panels, *, names=None, features=None, size=160, title="", alt=None):
    """Show support vector machines in the plane: the boundary, the edges of the margin, support vectors, errors.

    Parameters
    ----------
    panels : dict by title of (data, solution, function): data an (n, 2) array_like or Dataset of two columns, an
        SVMSolution, and f as a callable, (m, 2) array → (m,) array
    names : (str, str), of the classes −1 and 1, or None
    features : (str, str), names of the axes, or None
    size : int, samples of the grid a side
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture
    """
    columns, said = min(len(panels), PANELS_A_ROW), []
    with style():
        extents = [Grid.around(labeled_points(data)[0]).extent for data, _, _ in panels.values()]
        width, height = plane_panel_size(columns, 4.4, extents)
        figure, row = make_panels(list(panels), columns, width, height, title=title, room=0.6)
        for axes, (name, (data, solution, function)) in zip(row, panels.items(), strict=True):
            X, _, _, shown = labeled_points(data, features=features)
            _draw_street(axes, X, solution, function, names or SIGN_NAMES, size)
            axes.set(xlabel=shown[0], ylabel=shown[1])
            if len({name.partition("(")[2] for name in shown}) == 1:  # one unit: right angles look like ones
                axes.set_aspect("equal")
            said.append(f"{name}: {say_machine(solution)}")
        legend_below(figure, *row, columns=6 if columns > 1 else 3)
    return Picture(
        figure, alt or f"{count(len(panels), 'soft margin')}{in_brackets(title)}. {'. '.join(said)}."
    )


def _draw_street(axes, X, solution, function, names, size):
    grid = Grid.around(X, size=size)
    values = grid.evaluate(function)
    draw_field(axes, grid, values, 0.0, "f = 0", flip=True)
    for k, line in enumerate(line for level in (-1.0, 1.0) for line in level_lines(grid, values, level)):
        axes.plot(*line.T, "--", color=GRAY, linewidth=1.2, zorder=2, label=None if k else "f = ±1")
    draw_classes(axes, X, solution.y, names)
    axes.scatter(*X[solution.support].T, label="support vector", zorder=4, **SUPPORT_RING)
    if solution.misclassified.any():
        axes.scatter(*X[solution.misclassified].T, label="error", zorder=5, **ERROR_CROSS)
    fill_axes(axes, grid)


def say_machine(solution):
    """Say in words how many support vectors and errors a machine has, and how wide its margin is.

    Parameters
    ----------
    solution : SVMSolution

    Returns
    -------
    str
    """
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


def _draw_line(axes, grid, near, line, height=0.0, **look):
    """Draw where ⟨w, x⟩ + b has a height, if w is not 0, across a grid. Return the place on it nearest to a point."""
    w, b = line
    if (length := np.linalg.norm(w)) == 0:
        return None
    left, right, bottom, top = grid.extent
    foot = near - (w @ near + b - height) / length**2 * w
    along = np.hypot(right - left, top - bottom) * np.array([-w[1], w[0]]) / length
    axes.plot(*np.array([foot - along, foot + along]).T, **{"zorder": 2} | look)
    return foot


@drawn(y=as_vector, lines=several(_as_line, 2), closer=integer_from())
def lines_tried(data, y, missed, lines, *, closer=1, names=None, features=None, title="", alt=None):
    """Show what one update does to the line of a perceptron, and beside it all lines that the perceptron has tried.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    y : (n,) array_like of −1 and 1
    missed : (T,) array_like of int, the points that were missed, in turn
    lines : sequence of T (w, b), (2,) array_like and float, the line after each update
    closer : int from 1 to T − 1, the update of the left panel; the first update is number 0
    names, features, title, alt : as in `streets`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are no such points, a w is 0, or shapes do not fit.
    """
    X, _, _, features = labeled_points(data, features=features)
    y, missed = as_signs(y, "y", len(X)), as_whole_numbers(missed, "missed", len(lines), high=len(X) - 1)
    closer = as_integer(closer, "closer", 1, len(lines) - 1)
    pair, counts, grid = (
        lines[closer - 1 : closer + 1],
        np.bincount(missed, minlength=len(X)),
        Grid.around(X, size=2),
    )
    titles = f"update {closer + 1}", f"all {len(lines)} updates"
    with style():
        figure, row = make_panels(titles, 2, *plane_panel_size(2, 3.7, [grid.extent]), title=title, room=0.6)
        _draw_update(row[0], X, grid, missed[closer], pair)
        _draw_lines(row[1], X, grid, lines)
        for axes in row:
            draw_classes(axes, X, y, names or SIGN_NAMES)
            axes.set(xlabel=features[0], ylabel=features[1])
            fill_axes(axes, grid)
            axes.set_aspect("equal")
        rings = SUPPORT_RING | {"s": 60 + 50 * counts[counts > 0]}
        row[1].scatter(*X[counts > 0].T, label="missed (large: often)", zorder=4, **rings)
        legend_below(figure, *row, columns=4)
    wrong = [int((y * (X @ w + b) <= 0).sum()) for w, b in pair]
    return Picture(
        figure,
        alt
        or f"Lines of a perceptron{in_brackets(title)}. Left, update {closer + 1}: a point is framed that the line "
        f"before misses; {wrong[0]} of {count(len(X), 'point')} are on the wrong side before, {wrong[1]} after. Right, "
        f"all {len(lines)} lines, the last one thick: {(counts > 0).sum()} points were missed, {len(missed)} times in "
        f"all, one of them {count(int(counts.max()), 'time')}.",
    )


def _draw_update(axes, X, grid, missed, pair):
    """Draw the line before and after an update, each with its normal, and a frame round the point that was missed."""
    looks = ({"color": GRAY, "linestyle": "--", "linewidth": 1.4}, {"color": "black", "linewidth": 2.2})
    for line, look, word in zip(pair, looks, ("before", "after"), strict=True):
        foot = _draw_line(axes, grid, X.mean(axis=0), line, label=f"{word} the update", **look)
        _draw_arrow(axes, foot, foot + line[0] / np.linalg.norm(line[0]), look["color"])
    frame = {"marker": "s", "s": 150, "facecolors": "none", "edgecolors": GREEN, "linewidths": 2}
    axes.scatter(*X[[missed]].T, label="the missed point", zorder=4, **frame)


def _draw_lines(axes, X, grid, lines):
    """Draw the lines of a perceptron in turn, darker and darker, the last one thick."""
    for k, line in enumerate(lines[:-1]):
        look = {"color": GRAY, "linewidth": 0.8, "alpha": 0.25 + 0.5 * k / len(lines)}
        _draw_line(axes, grid, X.mean(axis=0), line, label=None if k else "a line before", **look)
    _draw_line(axes, grid, X.mean(axis=0), lines[-1], color="black", linewidth=2.2, label="the last line")


def _draw_arrow(axes, start, end, color):
    arrow = {"arrowstyle": "-|>", "color": color, "linewidth": 2.0, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", xy=end, xytext=start, arrowprops=arrow, zorder=5)


AT_THE_EDGE = 1e-6  # of a half width: a point so near to the edge of a street lies on it


def _as_divided(panel, name):
    """Points, their classes, and a line."""
    if not isinstance(panel, tuple | list) or len(panel) != 4:
        raise ValueError(f"{name} must be (data, y, w, b), got {shown(panel)}.")
    data, y, w, b = panel
    X = labeled_points(data)[0]
    return data, as_signs(y, "y", len(X)), *_as_line((w, b), name)


@drawn(panels=by_name(_as_divided))
def empty_streets(panels, *, names=None, features=None, title="", alt=None):
    """Show lines that separate two classes, each as the middle of a street as wide as its nearest point lets it be.

    Parameters
    ----------
    panels : dict by title of (data, y, w, b): data an (n, 2) array_like or Dataset of two columns, y (n,) array_like of
        −1 and 1, and a line ⟨w, x⟩ + b = 0 that separates the classes
    names, features, title, alt : as in `streets`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If a line does not separate its classes, or shapes do not fit.
    """
    for name, (data, y, w, b) in panels.items():
        if (y * (labeled_points(data)[0] @ w + b)).min() <= 0:
            raise ValueError(f"The line of {name!r} must separate the classes.")
    columns, said = min(len(panels), PANELS_A_ROW), []
    with style():
        extents = [Grid.around(labeled_points(data)[0]).extent for data, *_ in panels.values()]
        width, height = plane_panel_size(columns, 3.5, extents)
        figure, row = make_panels(list(panels), columns, width, height, title=title, room=0.5)
        for axes, (name, (data, y, w, b)) in zip(row, panels.items(), strict=True):
            X, _, _, words = labeled_points(data, features=features)
            margins = y * (X @ w + b)
            nearest, near = margins.min(), X.mean(axis=0)
            grid = Grid.around(X, size=2)
            _draw_band(axes, grid, near, (w, b), nearest)
            draw_classes(axes, X, y, names or SIGN_NAMES)
            touching = margins <= (1 + AT_THE_EDGE) * nearest
            axes.scatter(*X[touching].T, label="nearest to the line", zorder=4, **SUPPORT_RING)
            axes.set(xlabel=words[0], ylabel=words[1])
            fill_axes(axes, grid)
            axes.set_aspect("equal")
            wide = number(nearest / np.linalg.norm(w))
            said.append(f"{name}: half width {wide}, {count(int(touching.sum()), 'point')} on its edges")
        legend_below(figure, *row, columns=3)
    return Picture(
        figure, alt or f"{count(len(panels), 'empty street')}{in_brackets(title)}. {'. '.join(said)}."
    )


def _draw_band(axes, grid, near, line, half):
    """Draw a street: its middle, its edges at the heights ±half, and the room between them."""
    _draw_line(axes, grid, near, line, color="black", linewidth=1.8, label="middle of the street")
    edges = [
        _draw_line(axes, grid, near, line, height, color=GRAY, linestyle="--", linewidth=1.2, label=label)
        for height, label in ((-half, "its edges"), (half, None))
    ]
    left, right, bottom, top = grid.extent
    along = (
        np.array([-line[0][1], line[0][0]]) / np.linalg.norm(line[0]) * np.hypot(right - left, top - bottom)
    )
    corners = [edges[0] - along, edges[0] + along, edges[1] + along, edges[1] - along]
    axes.fill(*np.transpose(corners), facecolor=pale(GRAY), edgecolor="none", zorder=0)


@drawn(y=as_vector, line=_as_line)
def street_with_slack(data, y, line, *, names=None, features=None, title="", alt=None):
    """Show a street with points on it or beyond it, and an arrow to each of them from the edge where its class begins.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    y : (n,) array_like of −1 and 1
    line : (w, b), (2,) array_like and float: the edges are where ⟨w, x⟩ + b is −1 and 1
    names, features, title, alt : as in `streets`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If w is 0, or shapes do not fit.
    """
    X, _, _, features = labeled_points(data, features=features)
    y, (w, b), grid = as_signs(y, "y", len(X)), line, Grid.around(X, size=2)
    xi = slacks(y, X @ w + b)
    with style():
        figure = make_figure(6.2, 3.9)
        axes = figure.subplots()
        _draw_band(axes, grid, X.mean(axis=0), line, 1.0)
        draw_classes(axes, X, y, names or SIGN_NAMES)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        fill_axes(axes, grid)
        axes.set_aspect("equal")
        back = (y * xi)[:, None] * w / (w @ w)  # from each point to the edge of its class
        ways = (X[:, None] + np.linspace(0, 1, 9)[:, None] * back[:, None])[xi > 0].reshape(-1, 2)
        legend_below(figure, axes, columns=4)
        for i in np.flatnonzero(xi > 0):
            _draw_slack(axes, X[i], back[i], xi[i], np.vstack([np.delete(X, i, axis=0), ways]))
    told = ", ".join(number(slack) for slack in np.sort(xi[xi > 0])[::-1])
    return Picture(
        figure,
        alt
        or f"A street of half width {number(1 / np.linalg.norm(w))}{in_brackets(title)}. {(xi > 0).sum()} of "
        f"{count(len(X), 'point')} have slack, each with an arrow from the edge of its class"
        f"{f'; their slacks are {told}' if (xi > 0).any() else ''}. {count(int((xi > 1).sum()), 'point')} across the "
        "middle.",
    )


def _draw_slack(axes, point, back, slack, crowd):
    """An arrow to a point from the edge of its class, which lies `back` from it, and how long it is in units of f."""
    arrow = {"arrowstyle": "-|>", "color": VERMILLION, "linewidth": 1.8, "shrinkA": 0, "shrinkB": 4}
    axes.annotate("", xy=point, xytext=point + back, arrowprops=arrow, zorder=3)
    paper = {"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}
    axes.annotate(f"ξ = {number(slack)}", point, bbox=paper, **beside(axes, point, crowd))


CURVES_A_ROW = 4

STEEP = 30  # a positive quantity whose values differ by more than this factor gets a logarithmic scale


@drawn(prices=as_vector, curves=by_name(as_vector))
def curves_of_price(prices, curves, *, title="", alt=None):
    """Show how several quantities change with the price of slack, each in a panel of its own.

    Parameters
    ----------
    prices : (m,) array_like of positive numbers, rising
    curves : dict by name of (m,) array_like
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If a price is not positive, or a curve has another length.
    """
    if not len(prices) or prices.min() <= 0 or (np.diff(prices) <= 0).any():
        raise ValueError(f"prices must be positive and rising, got {shown(prices)}.")
    for name, values in curves.items():
        if len(values) != len(prices):
            raise ValueError(f"{name!r} must have {len(prices)} values, one a price, got {len(values)}.")
    with style():
        columns = min(len(curves), CURVES_A_ROW)
        figure, row = make_panels(list(curves), columns, *panel_size(columns, 3.6, 3.2), title=title)
        for axes, values in zip(row, curves.values(), strict=True):
            axes.plot(prices, values, "o-", color=BLUE, markersize=3.5)
            steep = values.min() > 0 and values.max() > STEEP * values.min()
            axes.set(xscale="log", yscale="log" if steep else "linear", xlabel="price of slack C")
            if (values == np.round(values)).all():
                axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    said = ". ".join(
        f"{name}: {number(values[0])} at C = {number(prices[0])}, {number(values[-1])} at C = {number(prices[-1])}, "
        f"from {number(values.min())} to {number(values.max())}"
        for name, values in curves.items()
    )
    return Picture(figure, alt or f"Against the price of slack{in_brackets(title)}. {said}.")


@drawn(solution=made_by(SVMSolution))
def weights_and_places(solution, *, title="", alt=None):
    """Show what the weight of a point says of its place: αᵢ/C against yᵢf(xᵢ).

    Parameters
    ----------
    solution : SVMSolution, with a finite C
    title, alt : as in `streets`

    Returns
    -------
    Picture
    """
    places, shares, kinds = solution.y * solution.f, solution.alpha / solution.C, solution.kinds
    with style():
        figure = make_figure(6.4, 3.5)
        axes = figure.subplots()
        axes.axvline(0, color=VERMILLION, linewidth=1.2, label="f = 0")
        axes.axvline(1, color=GRAY, linestyle="--", linewidth=1.2, label="edge of the margin")
        for k, (kind, words) in enumerate(KIND_WORDS.items()):
            axes.plot(
                places[kinds == kind],
                shares[kinds == kind],
                linestyle="none",
                marker=MARKERS[k],
                color=(BLUE, "black", ORANGE)[k],
                markersize=6,
                label=words,
            )
        draw_height(axes, 1.0, None, ":")
        axes.set(xlabel="yᵢ f(xᵢ)", ylabel="αᵢ / C", title=title, ylim=(-0.06, 1.1))
        legend_below(figure, axes, columns=3)
    listed = ", ".join(f"{(kinds == kind).sum()} {words}" for kind, words in KIND_WORDS.items())
    return Picture(
        figure,
        alt
        or f"Weight of each point over C against its yf(x){in_brackets(title)}: {listed}. Weights are 0 right of 1, "
        "C left of 1, and anything between at 1.",
    )


@drawn(rows=by_name(as_vector), variants=as_texts, published=by_name(number_from(0)))
def errors_by_kernel(rows, variants, published, *, xlabel="test error in %", title="", alt=None):
    """Show errors as dots, a row for each kernel and a mark for each variant, and published errors as lines.

    Parameters
    ----------
    rows : dict by name of the kernel of (v,) array_like, the error of each variant
    variants : v names
    published : dict by name of float ≥ 0
    xlabel, title, alt : str

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If a row has not one error a variant.
    """
    for name, errors in rows.items():
        if len(errors) != len(variants):
            raise ValueError(
                f"rows must have one error for each of {list(variants)}, got {errors} in {name!r}."
            )
    with style():
        figure = make_figure(8.0, 1.3 + 0.27 * len(rows))
        axes = figure.subplots()
        for (name, value), look in zip(published.items(), LINE_STYLES, strict=False):
            axes.axvline(value, color=VERMILLION, linestyle=look, linewidth=1.3, label=name, zorder=1)
        for k, variant in enumerate(variants):
            found = [errors[k] for errors in rows.values()]
            axes.plot(found, range(len(rows)), MARKERS[k], color=COLORS[k], mec="black", ms=7, label=variant)
        axes.set_yticks(range(len(rows)), list(rows))
        axes.set(xlabel=xlabel, title=title, ylim=(len(rows) - 0.5, -0.5))
        legend_below(figure, axes, columns=3)
    said = "; ".join(
        f"{name}: "
        + ", ".join(f"{variant} {number(error)}" for variant, error in zip(variants, errors, strict=True))
        for name, errors in rows.items()
    )
    known = ", ".join(f"{name}: {number(value)}" for name, value in published.items())
    return Picture(figure, alt or f"{xlabel}{in_brackets(title)}. {said}. Published: {known}.")
