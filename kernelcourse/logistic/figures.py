"""The pictures of chapter 11: probabilities in the plane, surprises, gaps, accuracies over draws and epochs."""

import numpy as np
from scipy.special import entr, logit

from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Curve, Points, Rule, Segments, Stems, shaded
from kernelcourse.drawing.panels import COLORS, LINES, axis, class_points, curves_by_name, level, plane
from kernelcourse.drawing.picture import as_panel, drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number
from kernelcourse.logistic.draws import derivatives_along
from kernelsy19.datasets import Dataset
from kernelsy19.logistic.equations import probability
from kernelsy19.signatures import by_name, made_by, number_from, one_each
from kernelsy19.validation import as_gram, as_vector

LEAST_PRICED = 0.005, 0.995  # probabilities whose price is drawn; that of 0 and 1 has no bound
SURE = 1e-12  # of a probability nearer to 0 or 1 than this the picture knows no more


def _probability_marks(grid, h):
    """Shades of the probability of class 1, an eighth each, with lines at 0.1, 1/2 and 0.9."""
    scores = logit(np.clip(h, SURE, 1 - SURE))  # between samples these are nearer to straight
    return [
        shaded(grid, h - 0.5, (), (0.5, 0.5), palette="classes"),
        level(grid, scores, logit(0.1), "gray", "h = 0.1", 1.0, "dashed"),
        level(grid, scores, logit(0.9), "gray", "h = 0.9", 1.0),
        level(grid, scores, 0.0, label="h = 1/2"),
    ]


def _grid_of_shares(h, y):
    """Shares of points on the wrong side of 1/2, in words."""
    wrong = int(np.sum((h > 0.5) != (y == y.max())))
    return f"{wrong} of {count(len(y), 'point')} on the wrong side of h = 1/2"


@drawn(data=made_by(Dataset))
def probabilities(data, function, *, title=""):
    """Show the probability of the second class in the plane, with the labeled points on top.

    Parameters
    ----------
    data : Dataset of two columns and two classes
    function : callable, (m, 2) array → (m,) array, probabilities of the second class
    title : str
    """
    X, y, names, features = labeled_points(data)
    grid = Grid.around(X)
    marks = [*_probability_marks(grid, grid.evaluate(function)), class_points(X, y, names, 0.8)]
    return laid_out(
        [plane(grid, marks, features, title, equal=False)],
        f"Probability of {names[1]} in the plane{in_brackets(title)}: {_grid_of_shares(function(X), y)}.",
        width=640,
        height=390,
    )


@drawn()
def probability_panels(panels, *, columns=3, title=""):
    """Show the probabilities of several models, a panel each.

    Parameters
    ----------
    panels : dict by title of (Dataset of two columns and two classes, callable as in `probabilities`)
    columns : int, panels a row
    title : str
    """
    made, said, called = [], [], {labeled_points(data)[2] for data, _ in panels.values()}
    for name, (data, function) in panels.items():
        X, y, names, features = labeled_points(data)
        grid = Grid.around(X, size=90)
        points = class_points(X, y, names if len(called) == 1 else ("class 0", "class 1"), 0.7)
        marks = [*_probability_marks(grid, grid.evaluate(function)), points]
        made.append(plane(grid, marks, features, name, equal=False))
        said.append(f"{name}: {_grid_of_shares(function(X), y)}")
    return laid_out(
        made,
        f"{count(len(panels), 'plane')} of probabilities{in_brackets(title)}. {'; '.join(said)}.",
        columns=columns,
        title=title,
    )


@drawn(scores=as_vector, y=one_each("scores"))
def surprise_per_point(scores, y, *, title=""):
    """Show the logistic curve, the labels as points, and from each label a stroke to the curve: its surprise.

    Parameters
    ----------
    scores : (n,) array_like
    y : (n,) array_like of 0 and 1
    title : str
    """
    panel = _surprises(scores, y, title)
    return laid_out([panel], _surprises_in_words(scores, y, in_brackets(title)), width=640, height=280)


def _surprises(f, y, title):
    """The logistic curve, and a stroke from each label to it."""
    reach = 1.08 * max(4.0, np.abs(f).max())
    line = np.linspace(-reach, reach, 300)
    return Panel(
        [
            Stems(f, probability(f), y, "vermillion", label="miss: |y − h|"),
            Curve(line, probability(line), "ink", label="h = 1/(1 + exp(−f))"),
            class_points(np.column_stack([f, y]), y.astype(int), ("y = 0", "y = 1"), 0.85),
        ],
        Axis("score f of the point", (-reach, reach)),
        Axis("probability of class 1", (-0.12, 1.12), (0, 0.5, 1)),
        title=title,
    )


def _surprises_in_words(f, y, named):
    surprise = np.abs(y - probability(f))
    return (
        f"The logistic curve over the scores of {count(len(f), 'point')}{named}, and a stroke from each label to the "
        f"curve. Scores go from {number(f.min())} to {number(f.max())}; the longest stroke is "
        f"{number(surprise.max())}, the mean {number(surprise.mean())}."
    )


@drawn(scores=as_vector, y=one_each("scores"))
def surprise_and_price(scores, y, *, title=""):
    """Show the surprise of each point as `surprise_per_point` does, and beside it what a probability costs.

    Parameters
    ----------
    scores : (n,) array_like
    y : (n,) array_like of 0 and 1
    title : str
    """
    h = np.linspace(*LEAST_PRICED, 199)
    prices = [
        Curve(h, -np.log(h), COLORS[1], dash=LINES[1], label="y = 1 costs −log h"),
        Curve(h, -np.log(1 - h), COLORS[0], dash=LINES[2], label="y = 0 costs −log(1 − h)"),
    ]
    price = Panel(prices, Axis("probability h of class 1", (0, 1)), Axis("price (nats)", (-0.2, 5.6)),
                  title="What a probability costs")  # fmt: skip
    return laid_out(
        [_surprises(scores, y, "From a score to a probability"), price],
        f"{_surprises_in_words(scores, y, in_brackets(title))} Beside it the prices −log h and −log(1 − h) against h: "
        f"each falls from {number(-np.log(h[0]))} to nearly 0, in opposite directions.",
        height=290,
        title=title,
    )


@drawn()
def curve_panels(panels, *, title=""):
    """Show curves that explain an idea, a panel each.
    panels, dict by title of (x, curves, xlabel, ylabel): an (m,) array, a dict by name of (m,) arrays, two str"""
    made, said = [], []
    for name, (x, curves, xlabel, ylabel) in panels.items():
        x = as_vector(x, "x")
        curves = {label: as_vector(values, label, len(x)) for label, values in curves.items()}
        up = axis(ylabel, np.concatenate(list(curves.values())))
        made.append(Panel(curves_by_name(x, curves), axis(xlabel, x, 0.02), up, title=name))
        said += [
            f"{name}, {label}: from {number(values[0])} at the left to {number(values[-1])}"
            for label, values in curves.items()
        ]
    return laid_out(
        made,
        f"{count(len(panels), 'panel')} of curves{in_brackets(title)}. {'; '.join(said)}.",
        columns=2,
        height=290,
        title=title,
    )


@drawn(K=as_gram, theta=one_each("K"), y=one_each("K"), lam=number_from(0), at=as_vector, slopes=as_vector)
def parabolas_and_tangents(K, theta, y, lam, *, at=(0.0,), slopes=(0.2, 0.7), title=""):
    """Show Newton's parabolas along a line of coefficients, and beside them tangents to the price of one point.

    Parameters
    ----------
    K : (n, n) array_like, Gram matrix
    theta : (n,) array_like, the line goes through 0 and these coefficients
    y : (n,) array_like of 0 and 1
    lam : float > 0, λ
    at : sequence of float, where on the line a parabola touches P: 0 at 0 and 1 at θ
    slopes : sequence of float in (0, 1): a tangent falls with each of them
    title : str
    """
    c, tf = np.linspace(-0.1, 1.2, 81), np.linspace(-4, 4, 161)
    along = {"P": [derivatives_along(place, K, theta, y, lam)[0] for place in c]}
    for place in at:
        value, slope, bend = derivatives_along(place, K, theta, y, lam)
        along[f"parabola at {place:.2g}"] = value + slope * (c - place) + bend * (c - place) ** 2 / 2
    below = {"price of a point": np.logaddexp(0, -tf)}
    for s in slopes:
        below[f"tangent, s = {s:g}"] = entr(s) + entr(1 - s) - s * tf
    panels = {"P along a line, and parabolas": (c, along, "c", "nats")}
    panels |= {"A price, and tangents": (tf, below, "tᵢ f(xᵢ)", "nats")}
    return curve_panels(panels, title=title)


@drawn(runs=by_name(as_vector))
def closing_gaps(runs, *, xlabel, lowest=1e-12, title=""):
    """Show how far several runs are from the minimum, on a logarithmic axis.

    Parameters
    ----------
    runs : dict by name of (m,) array_like: the duality gap at first, and after each step
    xlabel : str
    lowest : float > 0; smaller gaps are drawn here
    title : str
    """
    marks, said, shown = [], [], {name: np.maximum(gaps, lowest) for name, gaps in runs.items()}
    for k, (name, gaps) in enumerate(runs.items()):
        steps, some = np.arange(len(gaps)), slice(None, None, max(1, len(gaps) // 12))
        marks.append(Curve(steps, shown[name], COLORS[k], dash=LINES[k % len(LINES)], label=name))
        marks.append(Points(steps[some], shown[name][some], f"class {k}", 0.8))
        end = number(gaps[-1]) if gaps[-1] > 1e-6 else "below 1e-6"
        said.append(f"{name} from {number(gaps[0])} to {end} in {len(gaps) - 1}")
    up = axis("duality gap (nats)", np.concatenate(list(shown.values())), scale="log")
    across = axis(xlabel, [0, max(map(len, runs.values())) - 1], 0.03)
    return laid_out(
        [Panel(marks, across, up, title=title)],
        f"Duality gap against {xlabel}{in_brackets(title)}: {'; '.join(said)}.",
        width=640,
        height=310,
    )


@drawn(curves=by_name(by_name(as_panel)))
def accuracy_over_epochs(curves, *, marked=None, title=""):
    """Show the accuracy of several runs against the epoch, a panel each family.

    Parameters
    ----------
    curves : dict by family of dicts by parameter of (epochs, accuracy in %), each two arrays of one length
    marked : float or None, an epoch to be marked by a line
    title : str
    """
    made, said = [], []
    reached = [v for runs in curves.values() for _, accuracy in runs.values() for v in accuracy]
    for panel, runs in curves.items():
        line = None if marked is None else Rule(marked, "x", "gray", dash="dotted")
        tried = {name: epochs for name, (epochs, _) in runs.items()}
        drawn_runs = curves_by_name(
            tried, {name: accuracy for name, (_, accuracy) in runs.items()}, kinds=True
        )
        across = axis("epochs", np.concatenate(list(tried.values())), scale="log")
        made.append(Panel([line, *drawn_runs], across, axis("accuracy (%)", reached), title=panel))
        ends = "; ".join(
            f"{name} from {number(accuracy[0])} to {number(accuracy[-1])}"
            for name, (_, accuracy) in runs.items()
        )
        said.append(f"{panel}: {ends}")
    return laid_out(
        made, f"Accuracy in % against epochs{in_brackets(title)}. {'. '.join(said)}.", height=280, title=title
    )


@drawn(accuracies=by_name(as_panel))
def accuracy_over_draws(accuracies, *, published=None, title=""):
    """Show how often each accuracy came out over many draws, a column each method; areas count draws.

    Parameters
    ----------
    accuracies : dict by method of (m,) array_like, in %
    published : dict by method of float, or None
    title : str
    """
    published = published or {}
    marks, said = [], []
    for k, (name, values) in enumerate(accuracies.items()):
        values = as_vector(values, name)
        levels, counts = np.unique(values.round(6), return_counts=True)
        sizes, first = np.sqrt(890 * counts / len(values)) / 6.2, k == 0
        at = np.full(len(levels), k)
        marks.append(Points(at, levels, sizes=sizes, label="draws (area: how many)" * first))
        mean = [values.mean()] * 2
        marks.append(Segments([k - 0.25, k + 0.25], mean, "ink", 2.4, label="their mean" * first))
        if name in published:
            marks.append(Points([k], [published[name]], "outlier", 1.1, label="published"))
        said.append(
            f"{' '.join(name.split())}: mean {number(values.mean())}, "
            f"from {number(values.min())} to {number(values.max())}"
        )
    panel = Panel(
        marks,
        Axis("", (-0.6, len(accuracies) - 0.4), range(len(accuracies)), list(accuracies)),
        Axis("accuracy on test points (%)", (0, 114), range(0, 101, 20)),
        title=title,
    )
    return laid_out(
        [panel],
        f"Accuracy in % over {count(len(next(iter(accuracies.values()))), 'draw')}{in_brackets(title)}. "
        f"{'; '.join(said)}.",
        width=760,
        height=330,
    )
