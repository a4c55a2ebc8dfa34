"""The pictures of chapter 15: what a point pulls at, mixtures, Gram matrices, accuracies by the number of labels."""

import numpy as np

from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Curve, Points, Rule, Segments, cells
from kernelcourse.drawing.panels import COLORS, LINES, around, axis, log_axis, plane
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number, pair
from kernelsy19.fisher.gaussian_mixture import DiagonalMixture
from kernelsy19.signatures import by_name, made_by, number_from
from kernelsy19.validation import as_function, as_matrix, as_number, as_texts, shown


def ring_of(mixture, k, size=1.0, axes=(0, 1)):
    """The points one or more standard deviations from a mean, in two of the coordinates.
    k, the component; size in standard deviations; axes, the coordinates → (65, 2), a closed line"""
    angle = np.linspace(0, 2 * np.pi, 65)
    i, j = axes
    center, spread = mixture.mu[k, [i, j]], mixture.sd[k, [i, j]]
    return center + size * spread * np.column_stack([np.cos(angle), np.sin(angle)])


# ---- scores ---------------------------------------------------------------------------------------


def _surprise(x, mean, sd):
    """−log N(x; mean, sd²), in nats."""
    return 0.5 * ((x - mean) / sd) ** 2 + np.log(sd * np.sqrt(2 * np.pi))


def _as_bell(pair, name):
    """A mean and a standard deviation."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{name} must be (mean, sd), got {shown(pair)}.")
    mean, sd = pair
    return as_number(mean, f"mean of {name}"), as_number(sd, f"sd of {name}", 0, closed="neither")


@drawn(point=number_from(), panels=by_name(_as_bell))
def moved_bells(point, panels, *, title=""):
    """Show N(0, 1) beside Gaussians with other parameters, a panel each, and what each change does for one point.

    Parameters
    ----------
    point : float
    panels : dict by title of (mean, sd), of the Gaussian that is drawn dashed
    title : str

    Returns
    -------
    Picture, with the surprise −log p of the point, before and after, in the title of each panel
    """
    x = np.linspace(min(-3.6, point - 0.5), max(3.6, point + 0.5), 301)
    before, said, made = float(_surprise(point, 0.0, 1.0)), [], []
    top = max(1 / sd for _, sd in panels.values()) / np.sqrt(2 * np.pi)
    for name, (mean, sd) in panels.items():
        after = float(_surprise(point, mean, sd))
        marks = [
            Curve(x, np.exp(-_surprise(x, 0.0, 1.0)), "blue", label="N(0, 1)"),
            Curve(x, np.exp(-_surprise(x, mean, sd)), "orange", dash="dashed", label="the other bell"),
            Segments([point] * 2, np.exp([-before, -after]), "gray", 1.2),
            Points([point], np.exp([-before]), "class 0", 1.2, label="the point, before"),
            Points([point], np.exp([-after]), "class 1", 1.2, label="the point, after"),
        ]
        up = Axis("density p(x)", (-0.02, 1.08 * max(top, 0.4)))
        title_of = f"{name}: surprise {before:.2f} → {after:.2f}"
        made.append(Panel(marks, Axis("x", (x[0], x[-1])), up, title=title_of))
        said.append(f"{name}: surprise from {before:.2f} to {after:.2f}")
    return laid_out(
        made,
        f"Bell curves at the point {number(point)}{in_brackets(title)}. {'; '.join(said)}.",
        columns=2,
        height=270,
        title=title,
    )


def _as_arrows(pair, name):
    """The scores of two points as a (2, 2) array, and the names of their entries."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{name} must be (scores, names of their entries), got {shown(pair)}.")
    J = as_matrix(pair[0], f"scores of {name}", n_features=2)
    if len(J) != 2:
        raise ValueError(f"{name} must have the scores of two points, got {len(J)}.")
    return J, as_texts(pair[1], f"names of {name}", 2)


@drawn(panels=by_name(_as_arrows))
def score_arrows(panels, names, *, title=""):
    """Show the scores of two points as arrows, a panel for each way of writing them, with their dot product.

    Parameters
    ----------
    panels : dict by title of (J, features): a (2, 2) array, a score per row, and the two names of its entries
    names : (str, str), of the two points
    title : as in `moved_bells`
    """
    names, said, made = as_texts(names, "names", 2), [], []
    for name, (J, features) in panels.items():
        reach = 1.25 * np.abs(J).max()
        marks = [Rule(0, "x", "gray", 0.8), Rule(0, "y", "gray", 0.8)]
        for score, color, dash, point in zip(J, COLORS, LINES, names, strict=False):
            marks.append(Segments([0, score[0]], [0, score[1]], color, 2.2, dash, point, heads=True))
        product = number(float(J[0] @ J[1]))
        view = around(np.array([[-reach, -reach], [reach, reach]]), margin=0)
        made.append(plane(view, marks, features, f"{name}\ndot product {product}", equal=True))
        said.append(f"{name}: dot product {product}")
    return laid_out(
        made, f"Scores of two points as arrows{in_brackets(title)}. {'; '.join(said)}.", title=title
    )


# ---- mixtures -------------------------------------------------------------------------------------


def _over_points(X, mixture):
    """Points by their likeliest component, and ellipses at one and two standard deviations."""
    likeliest = mixture.posterior(X).argmax(axis=1)
    names = [f"likeliest: component {k + 1}" for k in range(mixture.k)]
    kinds = [f"class {k}" for k in likeliest]
    marks = [Points(*X.T, kinds, 0.65, label={f"class {k}": names[k] for k in np.unique(likeliest)})]
    for reach, dash in ((1, "solid"), (2, "dashed")):
        for k in range(mixture.k):
            named = f"{reach} sd from a mean" if k == 0 else ""
            marks.append(Curve(*ring_of(mixture, k, reach).T, "gray", 1.6, dash, label=named))
    return marks


def say_mixture(mixture):
    """Say in words the weight and the mean of each component of a mixture of the plane."""
    return "; ".join(
        f"component {k + 1}: weight {number(mixture.w[k])}, mean {pair(mixture.mu[k, :2])}"
        for k in range(mixture.k)
    )


@drawn(panels=by_name(made_by(DiagonalMixture)))
def mixtures_over_points(data, panels, *, title=""):
    """Show mixtures of the plane over the same points, a panel each: ellipses at one and two standard deviations.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns; labels are not shown, colors are the likeliest components
    panels : dict by title of DiagonalMixture of two coordinates
    title : as in `moved_bells`
    """
    X, _, _, features = labeled_points(data)
    rings = [ring_of(mixture, k, 2) for mixture in panels.values() for k in range(mixture.k)]
    view = Grid.around(np.vstack([X, *rings]), size=2, margin=0.04)
    made = [plane(view, _over_points(X, mixture), features, name) for name, mixture in panels.items()]
    said = ". ".join(f"{name}: {say_mixture(mixture)}" for name, mixture in panels.items())
    return laid_out(
        made,
        f"{count(len(X), 'point')} and {count(len(panels), 'mixture')}{in_brackets(title)}. {said}.",
        title=title,
    )


# ---- kernels and machines -------------------------------------------------------------------------


@drawn(kernels=by_name(as_function), X=as_matrix)
def gram_images(kernels, X, y, *, title=""):
    """Show Gram matrices of points that are sorted by class, each scaled by its largest entry.

    Parameters
    ----------
    kernels : dict of Kernel by title
    X : (n, p) array
    y : (n,) int array
    title : as in `moved_bells`
    """
    order, said, made = np.argsort(y, kind="stable"), [], []
    ends, n = np.flatnonzero(np.diff(y[order])) + 1.0, len(y)
    along, across = np.repeat(ends, 2), np.tile([0.0, n], len(ends))
    for name, kernel in kernels.items():
        K = kernel(X[order])
        K = K / np.abs(K).max()
        marks = [
            cells(K, (0, n, n, 0), (-1, 1), "signed", "K / largest"),
            Segments(along, across, "gray", 0.8),
            Segments(across, along, "gray", 0.8),
        ]
        made.append(Panel(marks, Axis("", (0, n), ()), Axis("", (n, 0), ()), title=name, equal=True))
        same = y[order][:, None] == y[order]
        off = ~np.eye(len(K), dtype=bool)
        inside, outside = K[same & off].mean(), K[~same].mean()
        said.append(f"{name}: mean {number(inside)} within a class, {number(outside)} between classes")
    return laid_out(
        made,
        f"{count(len(kernels), 'Gram matrix', 'Gram matrices')}{in_brackets(title)}. {'; '.join(said)}.",
        height=290,
        title=title,
    )


@drawn()
def accuracy_by_labels(
    panels, *, xlabel="labels per class", ylabel="right, of the unlabeled points (%)", title=""
):
    """Show for each method the mean accuracy against the number of labels, with a stroke for the spread over draws.

    Parameters
    ----------
    panels : dict by title of dict by method of (labels, accuracies): (m,) sequence and (m, draws) array
    xlabel, ylabel : str
    title : as in `moved_bells`
    """
    said, made = [], []
    for name, methods in panels.items():
        marks, reached = [], []
        for k, (method, (labels, values)) in enumerate(methods.items()):
            values = np.asarray(values, dtype=float)
            at = np.asarray(labels) * 1.03 ** (k - (len(methods) - 1) / 2)
            mean, spread = values.mean(axis=1), values.std(axis=1)
            color, look = COLORS[k % len(COLORS)], {"dash": LINES[k % len(LINES)], "kind": f"class {k}"}
            marks.append(
                Segments(np.repeat(at, 2), np.column_stack([mean - spread, mean + spread]).ravel(), color)
            )
            marks.append(Curve(at, mean, color, **look, label=method))
            reached += [*(mean - spread), *(mean + spread)]
            means = ", ".join(f"{v:.0f}" for v in mean)
            said.append(f"{name}, {method}: {means} at {', '.join(map(str, labels))} labels")
        made.append(Panel(marks, log_axis(xlabel, labels, 0.08), axis(ylabel, reached), title=name))
    return laid_out(
        made,
        f"{count(len(panels), 'panel')}{in_brackets(title)}. {'. '.join(said)}.",
        columns=2,
        height=310,
        title=title,
    )
