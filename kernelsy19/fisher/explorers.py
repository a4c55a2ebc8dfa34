"""The explorer of chapter 15: few labels, many points, and a mixture between them."""

import functools
from dataclasses import dataclass

import numpy as np

from kernelsy19 import datasets
from kernelsy19.course import drawing
from kernelsy19.course.artists import plain_marks
from kernelsy19.course.explorers import Explorer, choice, slider
from kernelsy19.course.picture import BLUE, COLORS, GRAY, MARKERS, count, number
from kernelsy19.fisher.comparison import UNLABELED, accuracies, by_machine, draw_labeled, with_few_labels
from kernelsy19.fisher.figures import ring_of
from kernelsy19.fisher.settings import across_groups, stretched_groups
from kernelsy19.fisher.solve import fit_mixture
from kernelsy19.fisher.value import FisherKernel
from kernelsy19.kernels import default_kernel

SCORE_GROUPS = {
    "weights alone": ("weights", "closed"),
    "means alone": ("means", "closed"),
    "all": (("weights", "means", "sds"), "closed"),
    "all, plain": (("weights", "means", "sds"), "identity"),
}
MOST_COMPONENTS = 8
MOST_LABELS = 20
TRIED_LABELS = (1, 2, 5, 10, 20)
TRIED_DRAWS = 4


@dataclass(frozen=True)
class FewLabels:
    """Points, their classes, and the two coordinates in which they are shown.

    Attributes
    ----------
    name : str
    X : (n, p) array
    y : (n,) int array
    axes : (int, int)
    features : (str, str)
    """

    name: str
    X: np.ndarray
    y: np.ndarray
    axes: tuple
    features: tuple

    @classmethod
    def of(cls, name, data, axes):
        """Take what is needed of a Dataset."""
        return cls(name, data.X, data.y, axes, tuple(data.feature_names[j] for j in axes))


FISHER_DATA = {
    "three groups": lambda: FewLabels.of("three groups", stretched_groups(300), (0, 1)),
    "classes across the groups": lambda: FewLabels.of(
        "classes across the groups", across_groups(300), (0, 2)
    ),
    "irises": lambda: FewLabels.of("irises", datasets.iris(), (2, 3)),
    "moons": lambda: FewLabels.of("moons", datasets.moons(300, noise=0.1), (0, 1)),
}


class FewLabelsExplorer(Explorer):
    """A machine with a Fisher kernel sees a few labels; the mixture has seen all points.

    Left: the points by the answer they get, with the ellipses of the mixture. Right: how many unlabeled points are
    right, against the number of labels, beside a Gaussian kernel that knows the labeled points only.
    """

    size = (10.4, 5.0)

    def __init__(self):
        self._data = functools.cache(lambda name: FISHER_DATA[name]())
        self._mixture = functools.cache(
            lambda name, k: fit_mixture(self._data(name).X, k, n_starts=4, tol=1e-7).mixture
        )
        self._machine = functools.lru_cache(maxsize=64)(self._make_machine)
        self._curve = functools.lru_cache(maxsize=64)(self._compute_curve)
        super().__init__()

    def controls(self):
        return {
            "labels": slider(1, MOST_LABELS, 1, "labels a class"),
            "k": slider(1, MOST_COMPONENTS, 3, "components k"),
            "scores": choice(SCORE_GROUPS, "scores that take part"),
            "data": choice(FISHER_DATA, "data"),
            "draw": slider(0, 9, 0, "which labels: draw"),
        }

    def draw(self, figure):
        plane, curve = figure.subplots(1, 2, width_ratios=(1.35, 1))
        self.plane = plane
        self.answers = [
            plain_marks(
                plane, marker=MARKERS[c], markersize=4.5, markerfacecolor=COLORS[c], markeredgewidth=0.0,
                label=f"answer: class {c}", zorder=2,
            )
            for c in range(3)
        ]  # fmt: skip
        self.wrong = plain_marks(plane, marker="x", ms=4, mec="black", mew=0.9, label="wrong", zorder=3)
        self.told = plain_marks(
            plane, marker="o", ms=12, mfc="none", mec="black", mew=1.8, label="labeled", zorder=5
        )
        self.rings = [plane.plot([], [], color=GRAY, lw=1.5, zorder=4)[0] for _ in range(MOST_COMPONENTS)]
        self.rings[0].set_label("component, 1 and 2 sd")
        plane.set_title(" ")
        self.title, self.shown = plane.title, ""
        plane.yaxis.set_label_coords(-0.085, 0.5)  # room for the longest numbers: the layout is found once
        (self.fisher,) = curve.plot([], [], color=BLUE, marker="o", ms=5, label="Fisher kernel")
        (self.gaussian,) = curve.plot([], [], color=GRAY, ls="--", marker="s", ms=4, label="RBF, labels only")
        self.now = curve.axvline(1, color="black", lw=1.0)
        curve.set(xscale="log", xlim=(0.9, 23), ylim=(25, 102), xlabel="labels a class")
        curve.set(ylabel="right, of the unlabeled (%)", title=f"mean of {TRIED_DRAWS} draws")
        curve.set_xticks(TRIED_LABELS, [str(v) for v in TRIED_LABELS])
        curve.minorticks_off()
        drawing.legend_below(figure, plane, curve, columns=4)
        moving = [self.title, *self.answers, self.wrong, self.told, *self.rings]
        return [plane, *moving, self.fisher, self.gaussian, self.now]

    def update(self, labels, k, scores, data, draw):
        points = self._data(data)
        labeled = draw_labeled(points.y, labels, np.random.default_rng([draw, labels]))
        few = with_few_labels(points.y, labeled)
        answers, rest = self._machine(data, k, scores)(few), few == UNLABELED
        by_rbf = self._machine(data, None, None)(few)
        self._show_plane(points, labeled, answers, self._mixture(data, k), rest)
        self.fisher.set_data(TRIED_LABELS, self._curve(data, k, scores))
        self.gaussian.set_data(TRIED_LABELS, self._curve(data, None, None))
        self.now.set_xdata([labels, labels])
        right = [100 * np.mean(found[rest] == points.y[rest]) for found in (answers, by_rbf)]
        told = f"{count(labels, 'label')} for each of {points.y.max() + 1} classes"
        return (
            f"{len(points.y)} points, {points.name}, {told}. With the Fisher kernel of a mixture of {k}, scores: "
            f"{scores}, {number(right[0])} % of the others are right; with a Gaussian kernel that knows the labeled "
            f"points only, {number(right[1])} %."
        )

    def _make_machine(self, data, k, scores):
        """A machine with the kernel of a mixture, or with the Gaussian kernel where there is none."""
        X = self._data(data).X
        if k is None:
            return by_machine(default_kernel(X), X)
        if k == 1 and scores == "weights alone":
            return self._majority
        return by_machine(FisherKernel(self._mixture(data, k), *SCORE_GROUPS[scores]), X)

    @staticmethod
    def _majority(few):
        """One component tells no point from another: all scores of its weight are zero."""
        return np.full(len(few), few[few != UNLABELED].min())

    def _compute_curve(self, data, k, scores):
        """Mean accuracies for several numbers of labels."""
        methods, y = {"": self._machine(data, k, scores)}, self._data(data).y
        return [accuracies(methods, y, labels, TRIED_DRAWS)[""].mean() for labels in TRIED_LABELS]

    def _show_plane(self, points, labeled, answers, mixture, rest):
        P = points.X[:, points.axes]
        for c, mark in enumerate(self.answers):
            mark.set_data(*P[answers == c].T)
        wrong = answers != points.y
        self.wrong.set_data(*P[wrong].T)
        self.told.set_data(*P[labeled].T)
        for k, line in enumerate(self.rings):
            rings = [ring_of(mixture, k, size, points.axes) for size in (1, 2)] if k < mixture.k else []
            line.set_data(
                *(np.vstack([np.vstack([r, [[np.nan, np.nan]]]) for r in rings]).T if rings else ([], []))
            )
        low, high = P.min(axis=0), P.max(axis=0)
        room = 0.06 * (high - low)
        if (self.plane.get_xlabel(), self.plane.get_ylabel()) != points.features or self.shown != points.name:
            self.plane.set(
                xlim=(low[0] - room[0], high[0] + room[0]), ylim=(low[1] - room[1], high[1] + room[1])
            )
            self.plane.set(xlabel=points.features[0], ylabel=points.features[1])
            self.shown = points.name
        self.title.set_text(f"{(~wrong & rest).sum()} of {rest.sum()} unlabeled points right")
