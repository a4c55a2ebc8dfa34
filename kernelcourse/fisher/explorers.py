"""Explorers of chapter 15: what two points would change about a bell; few labels and many points."""

import functools
from dataclasses import dataclass

import numpy as np

from kernelcourse.drawing.appearance import kinds_of
from kernelcourse.drawing.controls import choice, slider
from kernelcourse.drawing.data_planes import axis_names, widened
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Area, Curve, Handle, Points
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.drawing.words import count, number
from kernelcourse.fisher.draws import across_groups, stretched_groups
from kernelcourse.fisher.experiments import UNLABELED, accuracies, by_machine, draw_labeled, with_few_labels
from kernelcourse.fisher.figures import ring_of
from kernelsy19 import datasets
from kernelsy19.engine.threads import one_blas_thread
from kernelsy19.fisher.gaussian_mixture import FisherKernel
from kernelsy19.fisher.solve import fit_mixture
from kernelsy19.kernels import default_kernel

SCORE_GROUPS = {
    "weights alone": ("weights", "closed"),
    "means alone": ("means", "closed"),
    "all": (("weights", "means", "sds"), "closed"),
    "all, plain": (("weights", "means", "sds"), "identity"),
}
MOST_COMPONENTS = 8
ANSWERS = {f"class {c}": f"answer: class {c}" for c in range(3)}
MOST_LABELS = 20
TRIED_LABELS = (1, 2, 5, 10, 20)
TRIED_DRAWS = 4
LEAST_PERCENT = 25  # percent right, at which the axis ends


@dataclass(frozen=True)
class FewLabels:
    """Points, their classes, and the two coordinates in which they are shown, by number and by name.
    X (n, p); y (n,)"""

    name: str
    X: np.ndarray
    y: np.ndarray
    axes: tuple
    features: tuple

    @classmethod
    def of(cls, name, data, axes):
        """Take what is needed of a Dataset."""
        return cls(
            name,
            data.X,
            data.y,
            axes,
            tuple(axis_names(data)[j].replace("x1", "x₁").replace("x2", "x₂") for j in axes),
        )


FISHER_DATA = {
    "three groups": lambda: FewLabels.of("three groups", stretched_groups(300), (0, 1)),
    "classes across the groups": lambda: FewLabels.of(
        "classes across the groups", across_groups(300), (0, 2)
    ),
    "irises": lambda: FewLabels.of("irises", datasets.iris().in_order(), (2, 3)),
    "moons": lambda: FewLabels.of("moons", datasets.moons(300, noise=0.1), (0, 1)),
}


@functools.cache
def _points_of(data):
    return FISHER_DATA[data]()


@functools.cache
def _mixture_of(data, k):
    return fit_mixture(_points_of(data).X, k, n_starts=4, tol=1e-7).mixture


def mean_right(data, k, scores, labels):
    """Percent right, as the curve of the explorer has it: the mean of a few draws.

    data of `FISHER_DATA`; k components; scores of `SCORE_GROUPS`, or None for the Gaussian kernel that knows the
    labeled points only; labels per class → float
    """
    points = _points_of(data)
    kernel = default_kernel(points.X)
    if scores is not None:
        kernel = FisherKernel(_mixture_of(data, k), *SCORE_GROUPS[scores])
    return float(accuracies({"": by_machine(kernel, points.X)}, points.y, labels, TRIED_DRAWS)[""].mean())


PULL = 0.12  # by which a point moves the bell that is drawn for it


class PullsExplorer(Explorer):
    """A bell and two points: how each would move it, and how alike these two wishes are."""

    def controls(self):
        return {
            "first": slider(-3.0, 3.0, -1.0, "first point", "sd", step=0.2),
            "second": slider(-3.0, 3.0, 2.4, "second point", "sd", step=0.2),
        }

    def scene(self, first, second):
        x, pair = np.linspace(-4.5, 4.5, 181), np.array([first, second])
        pulls = np.column_stack([pair, pair**2 - 1])  # at the mean and at the width of N(0, 1)
        bells = [_bell(x, PULL * mean, np.exp(PULL * width)) for mean, width in pulls]
        colors, names = ("blue", "orange"), ("first point", "second point")
        density = Panel(
            [
                Area(x, _bell(x, 0, 1), color="gray", label="the bell"),
                *(
                    Curve(x, bell, color, 2, dash, label=f"as the {name} wants it")
                    for bell, color, dash, name in zip(bells, colors, ("solid", "dashed"), names, strict=True)
                ),
                *(
                    Handle(name, at, _bell(at, 0, 1), label, "x", kind)
                    for name, at, label, kind in zip(("first", "second"), pair, names, TWO_KINDS, strict=True)
                ),
            ],
            Axis("x (sd)", (-4.5, 4.5)),
            Axis("density", (0, 0.75)),
            title="a bell, and two points of it",
        )
        curve = np.linspace(-3, 3, 61)
        wishes = Panel(
            [
                Curve(curve, curve**2 - 1, "faint", 1.2, label="of all points"),
                *(Curve([0, u], [0, v], color, 2.6) for (u, v), color in zip(pulls, colors, strict=True)),
                Points(*pulls.T, TWO_KINDS, 1.3),
            ],
            Axis("moves the mean by …", (-3.3, 3.3)),
            Axis("widens the bell by …", (-2, 8.5)),
            title="what each would change",
            at=(0, 1),
        )
        product = float(pulls[0] @ [pulls[1, 0], pulls[1, 1] / 2])
        alike = "alike" if product > 0.5 else "contrary" if product < -0.5 else "neither alike nor contrary"
        told = f"{_says('first', *pulls[0])} {_says('second', *pulls[1])}"
        said = f"{told} Their wishes are {alike}: kernel value {product:.1f}."
        return Scene([density, wishes], said, columns=(1.3, 1), aspect=0.48)


TWO_KINDS = ("class 0", "class 1")


def _bell(x, mean, sd):
    return np.exp(-0.5 * ((x - mean) / sd) ** 2) / (sd * np.sqrt(2 * np.pi))


def _says(name, mean, width):
    """What a point asks of a bell, in words."""
    side = "to the left" if mean < 0 else "to the right" if mean > 0 else "nowhere"
    size = (
        "wants the bell wider"
        if width > 0
        else "wants the bell narrower"
        if width < 0
        else "leaves the width"
    )
    return f"The {name} point pulls the mean {side} and {size}."


class FewLabelsExplorer(Explorer):
    """A machine with a Fisher kernel sees a few labels; the mixture has seen all points.

    Left: the points by the answer they get, with the ellipses of the mixture. Right: how many unlabeled points are
    right, against the number of labels, beside a Gaussian kernel that knows the labeled points only.
    """

    def __init__(self):
        self._data = functools.cache(lambda name: FISHER_DATA[name]())
        self._labeled = functools.cache(self._draw_labels)
        self._mixtures = functools.cache(self._fit_mixtures)
        self._machine = functools.lru_cache(maxsize=64)(self._make_machine)
        self._curve = functools.lru_cache(maxsize=64)(self._compute_curve)
        super().__init__()

    def controls(self):
        return {
            "labels": slider(1, MOST_LABELS, 1, "labels per class"),
            "k": slider(1, MOST_COMPONENTS, 3, "components"),
            "scores": choice(SCORE_GROUPS, "scores that take part"),
            "data": choice(FISHER_DATA, "data"),
            "draw": slider(0, 9, 0, "which labels: draw"),
        }

    def scene(self, labels, k, scores, data, draw):
        points = self._data(data)
        labeled = draw_labeled(points.y, labels, np.random.default_rng([draw, labels]))
        few = with_few_labels(points.y, labeled)
        answers, by_rbf = (self._machine(data, *which)(few) for which in ((k, scores), (None, None)))
        rest = few == UNLABELED
        right = [100 * np.mean(found[rest] == points.y[rest]) for found in (answers, by_rbf)]
        curve = Panel(
            [
                Curve(
                    TRIED_LABELS,
                    self._curve(data, None, None),
                    "gray",
                    dash="dashed",
                    label="RBF, labels only",
                ),
                Curve(
                    TRIED_LABELS, self._curve(data, k, scores), "blue", kind="point", label="Fisher kernel"
                ),
                Points([], [], "now", label="these labels"),
                Handle("labels", labels, max(right[0], LEAST_PERCENT), "labels per class", "x", "now"),
            ],
            Axis("labels per class", (0.9, 23), TRIED_LABELS, scale="log"),
            Axis("right, of the unlabeled (%)", (LEAST_PERCENT, 102)),
            title=f"mean of {TRIED_DRAWS} draws",
            at=(0, 1),
        )
        told = f"{count(labels, 'label')} for each of {points.y.max() + 1} classes"
        said = (
            f"{len(points.y)} points, {points.name}, {told}. With the Fisher kernel of a mixture of {k}, scores: "
            f"{scores}, {number(right[0])}% of the others are right; with a Gaussian kernel that knows the labeled "
            f"points only, {number(right[1])}%."
        )
        plane = _in_plane(points, labeled, answers, rest, self._mixtures(data)[k])
        return Scene([plane, curve], said, columns=(1.35, 1), aspect=0.48)

    def _draw_labels(self, data, labels):
        """The same draws as those of `accuracies`, kept, since every kernel is shown the same."""
        y = self._data(data).y
        return [
            with_few_labels(y, draw_labeled(y, labels, np.random.default_rng([0, draw])))
            for draw in range(TRIED_DRAWS)
        ]

    def _fit_mixtures(self, data):
        """Mixtures by their number of components, all at once, so that k moves as fast as the rest."""
        X = self._data(data).X
        return {k: fit_mixture(X, k, n_starts=4, tol=1e-7).mixture for k in range(1, MOST_COMPONENTS + 1)}

    def _make_machine(self, data, k, scores):
        """A machine with the kernel of a mixture, or with the Gaussian kernel where there is none."""
        X = self._data(data).X
        if k is None:
            return by_machine(default_kernel(X), X)
        if k == 1 and scores == "weights alone":
            return self._majority
        return by_machine(FisherKernel(self._mixtures(data)[k], *SCORE_GROUPS[scores]), X)

    @staticmethod
    def _majority(few):
        """One component tells no point from another: all scores of its weight are zero."""
        return np.full(len(few), few[few != UNLABELED].min())

    def _compute_curve(self, data, k, scores):
        """Mean accuracies for several numbers of labels."""
        machine, y = self._machine(data, k, scores), self._data(data).y

        def right(few):
            return 100 * np.mean((machine(few) == y)[few == UNLABELED])

        with one_blas_thread():
            return [np.mean([right(few) for few in self._labeled(data, labels)]) for labels in TRIED_LABELS]


def _in_plane(points, labeled, answers, rest, mixture):
    P, wrong = points.X[:, points.axes], answers != points.y
    rings = [ring_of(mixture, j, size, points.axes) for j in range(mixture.k) for size in (1, 2)]
    lines = np.vstack([np.vstack([ring, [[np.nan, np.nan]]]) for ring in rings])
    return Panel(
        [
            Points(*P.T, kinds_of(answers), 0.7, label=ANSWERS),
            Points(*P[wrong].T, "wrong", 0.8, label="wrong"),
            Curve(*lines.T, "gray", 1.5, label="component, 1 and 2 sd"),
            Points(*P[labeled].T, "support", label="labeled"),
        ],
        *(Axis(name, widened(column, 0.06)) for name, column in zip(points.features, P.T, strict=True)),
        title=f"{(~wrong & rest).sum()} of {rest.sum()} unlabeled points right",
    )
