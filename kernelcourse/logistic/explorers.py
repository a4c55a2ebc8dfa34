"""Explorers of chapter 11: a border becomes a probability, kernel logistic regression, and two ways to its minimum."""

import functools

import numpy as np

from kernelcourse.drawing.appearance import kinds_of
from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider, steps
from kernelcourse.drawing.data_planes import Plane, level_lines
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Curve, Handle, Points, Rule, Stems, shaded
from kernelcourse.drawing.scene import Axis, Panel, Scene, certified
from kernelcourse.drawing.words import count, number
from kernelsy19 import datasets, logistic
from kernelsy19.gram import MatrixGram
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.logistic.equations import duality_gap, mean_loss_of_scores, probability, residual

KLR_KERNELS = {
    "Gaussian (RBF)": lambda gamma: RBF(gamma=gamma),
    "polynomial, degree 2": lambda gamma: Polynomial(degree=2, gamma=gamma),
    "polynomial, degree 3": lambda gamma: Polynomial(degree=3, gamma=gamma),
    "polynomial, degree 4": lambda gamma: Polynomial(degree=4, gamma=gamma),
    "linear, and a constant": lambda gamma: Linear() + 1,
}


def _alternating(data):
    """Every second row to learn from, and the others."""
    return data.rows(slice(0, None, 2)), data.rows(slice(1, None, 2))


KLR_DATA = {
    "moons": lambda: (datasets.moons(100, noise=0.25), datasets.moons(500, noise=0.25, rng=1)),
    "circles": lambda: (
        datasets.circles(100, factor=0.4, noise=0.2),
        datasets.circles(500, factor=0.4, noise=0.2, rng=1),
    ),
    "spirals": lambda: (datasets.spirals(120, noise=0.1), datasets.spirals(500, noise=0.1, rng=1)),
    "pima: glucose, bmi": lambda: _alternating(
        datasets.pima().columns("glucose", "bmi").where_recorded().in_order(shuffle=0).rows(slice(250))
    ),
}

TWO_CLASSES = ("class 0", "class 1")

LAMBDAS = 10.0 ** np.arange(-4, 3.1)  # of the curves of the loss

FARTHEST_SCORE = 8.0  # at which the curve of the probability ends; points with larger scores stand there

MOST_LEARNED = 1000


def _labeled(plane, points):
    """The places of a plane, or those of the reader, with the labels 0.0 and 1.0."""
    rows = np.column_stack([plane.shown, plane.y]) if points is None else np.array(points)
    return rows[:, :2], rows[:, 2]


def _of_own(points):
    return "" if points is None else ", with points of your own"


def _share_right(scores, y):
    return np.mean((scores > 0) == (y == 1))


def _in_plane(plane, kernel, shown, y, theta, *more, hold="points", **options):
    """The probability of class 1 in the plane, and the points, which can be taken hold of."""
    f = logistic.scores_on_grid(kernel, plane.standardized(shown), theta, 0.0, plane.grid.x, plane.grid.y)
    marks = [
        shaded(plane.view, probability(f) - 0.5, (), (0.5, 0.5), palette="classes"),
        shaded(plane.view, f, palette="", label="h = 1/2"),  # of scores: probabilities near 0 and 1 hide where
        Points(*shown.T, kinds_of(y.astype(int)), label=dict(zip(TWO_CLASSES, TWO_CLASSES, strict=True)), hold=hold,
               classes=y if hold else None),
        *more,
    ]  # fmt: skip
    return Panel(marks, **plane.axes, **options)


HOW_SURE = (0.1, 0.25, 0.5, 0.75, 0.9)  # probabilities at which lines run


class HowSureExplorer(Explorer):
    """A straight border between two overlapping clouds, and how fast the probability rises across it."""

    def __init__(self):
        self._plane = Plane.of("pima", datasets.pima().columns("glucose", "bmi").where_recorded().in_order())
        super().__init__()

    def controls(self):
        return {
            "steep": log_slider(-1.0, 1.0, 0.7, "steepness", "per sd", step=0.1),
            "angle": slider(0, 90, 45, "direction", "°", step=5),
            "shift": slider(-1.0, 2.0, 0.5, "shift of the border", "sd", step=0.1),
            "woman": place("a woman", (120.0, 31.0)),
        }

    def scene(self, steep, angle, shift, woman):
        plane, turn = self._plane, np.radians(angle)
        u = np.array([np.cos(turn), np.sin(turn)])
        f = steep * (plane.grid.evaluate(lambda X: X @ u) - shift)
        h = probability(steep * (plane.X @ u - shift))
        hers = float(probability(steep * (plane.standardized(woman) @ u - shift)))
        places = Panel(
            [
                shaded(plane.view, probability(f) - 0.5, (), (0.5, 0.5), palette="classes"),
                Points(
                    *plane.shown.T,
                    kinds_of(plane.y),
                    0.6,
                    label=dict(zip(TWO_CLASSES, plane.names, strict=True)),
                ),
                *(
                    Curve(*line.T, width=2.4 if p == 0.5 else 1, label="one half" if p == 0.5 else "")
                    for p in HOW_SURE
                    for line in level_lines(plane.view, f, np.log(p / (1 - p)))
                ),
                Handle("woman", *woman, "a woman"),
            ],
            **plane.axes,
            title=f"the lines: probabilities of {', '.join(f'{p:.0%}' for p in HOW_SURE)}",
        )
        fifth = np.minimum((5 * h).astype(int), 4)
        told = [(h[fifth == k].mean(), plane.y[fifth == k].mean()) for k in np.unique(fifth)]
        alike = fifth == min(int(5 * hers), 4)
        kept = Panel(
            [
                Curve([0, 1], [0, 1], "gray", 1.2, "dashed", label="as promised"),
                Curve(*np.transpose(told), "blue", kind="point", label="groups of women"),
                Points([hers], [plane.y[alike].mean() if alike.any() else hers], "probe", label="her group"),
            ],
            Axis("probability that the model says", (-0.03, 1.03), SURE_AT),
            Axis("share that has diabetes", (-0.03, 1.03), SURE_AT),
            title="does it keep its word?",
            at=(0, 1),
        )
        low = 20 * min(int(5 * hers), 4)
        said = (
            f"The woman at the star is told a probability of {hers:.0%}. Of all {len(h)} women, {alike.sum()} are "
            f"told one from {low}% to {low + 20}%"
            f"{f', and {plane.y[alike].mean():.0%} of these have diabetes' if alike.any() else ''}."
        )
        return Scene([places, kept], said, columns=(1.35, 1), aspect=0.46)


SURE_AT = (0, 0.2, 0.4, 0.6, 0.8, 1)


class LogisticExplorer(Explorer):
    """Kernel logistic regression as λ, γ, the kernel and the points themselves move.

    Left: the probability of class 1 in the plane; points of both classes are dragged, added and removed, and a star
    reads the probability anywhere. Right: the loss on the points that were learned from, and on fresh ones, against λ;
    the probability of each point against its score, with the miss as a stroke.

    Parameters
    ----------
    data : Dataset of two columns and two classes, or None
        What to show first: every second point is learned from, the others are fresh. Kernels see standardized values.
    """

    def __init__(self, data=None):
        self.data = dict(KLR_DATA)
        if data is not None:
            self.data = {data.name: lambda: _alternating(data)} | {
                name: made for name, made in self.data.items() if name != data.name
            }
        self._sets = functools.cache(self._read)
        self._values = functools.lru_cache(maxsize=4)(self._compute_values)
        self._losses = functools.lru_cache(maxsize=64)(self._compute_losses)
        super().__init__()

    def controls(self):
        return {
            "lam": log_slider(-4, 3, -1, "penalty λ", "nats"),
            "gamma": log_slider(-2, 1.5, 0, "inverse width γ", "per sd²"),
            "kernel": choice(KLR_KERNELS, "kernel"),
            "data": choice(self.data, "data"),
            "points": cloud("points", of="data", classes=TWO_CLASSES, least=2, most=MOST_LEARNED),
            "star": place("star", of="data"),
        }

    def scene(self, lam, gamma, kernel, data, points, star):
        k, (plane, fresh) = KLR_KERNELS[kernel](gamma), self._sets(data)
        shown, y = _labeled(plane, points)
        K, K_new = self._values(k, data, points)
        solution = _fitted(K, y, lam, 1e-9)
        scores = K_new @ solution.theta
        star = _corner(plane) if star is None else star
        score = float(
            logistic.scores_at(k, plane.standardized(shown), solution, plane.standardized([star]))[0]
        )
        loss, linear = mean_loss_of_scores(fresh.y, scores), kernel.startswith("linear")
        named = kernel if linear else f"{kernel}, γ = {number(gamma)}"
        said = (
            f"Kernel logistic regression on {len(y)} points of {data}{_of_own(points)}, kernel {named}, "
            f"λ = {number(lam)}. Loss {number(solution.mean_loss)} on them and {number(loss)} on "
            f"{len(scores)} fresh points, of which {_share_right(scores, fresh.y):.1%} are on the right side. "
            f"Scores go from {number(solution.scores.min())} to {number(solution.scores.max())}; squared norm of f "
            f"{number(solution.squared_norm)}. At the star the score is {number(score)} and the probability of "
            f"class 1 is {probability(score):.3f}.{_doubt(solution)}"
        )
        panels = [
            _in_plane(
                plane, k, shown, y, solution.theta, Handle("star", *star, "star"), span=(2, 1),
                title=f"right: {_share_right(solution.scores, y):.0%} of the points learned from, "
                f"{_share_right(scores, fresh.y):.0%} of fresh ones",
            ),
            _against_lambda(*self._losses(k, data, points), lam, loss),
            _against_score(solution, score),
        ]  # fmt: skip
        hidden = ("gamma",) if linear else ()
        return Scene(panels, said, (1.35, 1), (1, 1), 0.52, hidden, certificate=certified(solution))

    def _read(self, name):
        train, fresh = self.data[name]()
        return Plane.of(name, train), fresh

    def _compute_values(self, kernel, data, points):
        """Kernel values among the points learned from, and of fresh ones with them."""
        plane, fresh = self._sets(data)
        X = plane.standardized(_labeled(plane, points)[0])
        return MatrixGram(kernel(X), psd=True), kernel(plane.standardized(fresh.X), X)

    def _compute_losses(self, kernel, data, points):
        """The loss on seen and on fresh points, for each λ of the curves."""
        (K, K_new), (plane, fresh) = self._values(kernel, data, points), self._sets(data)
        y = _labeled(plane, points)[1]
        found = [_fitted(K, y, lam, 1e-6) for lam in LAMBDAS]
        return (
            [solution.mean_loss for solution in found],
            [mean_loss_of_scores(fresh.y, K_new @ solution.theta) for solution in found],
        )


def _fitted(K, y, lam, tol):
    """The solution, also where it has not converged, which the text then says instead of a warning."""
    return logistic.solve_one_against_rest(K, y[:, None], lam, tol=tol)[0]


def _doubt(solution):
    return "" if solution.converged else f" The fit stopped early: {', '.join(solution.doubts)}."


def _corner(plane):
    """Where the star stands at first: near a corner, far from most points."""
    left, right, bottom, top = plane.view.extent
    return left + 0.06 * (right - left), bottom + 0.94 * (top - bottom)


def _against_lambda(seen, unseen, lam, loss):
    top = min(3.0, max(1.0, np.ceil(2 * max(*seen, *unseen, loss)) / 2))
    marks = [
        Curve(LAMBDAS, seen, "blue", kind="point", label="loss, points learned from"),
        Curve(LAMBDAS, unseen, "vermillion", dash="dashed", kind="outlier", label="loss, fresh points"),
        Rule(lam),
        Handle("lam", lam, min(loss, top), "penalty λ", "x", "now"),
    ]
    across = Axis("penalty λ", (LAMBDAS[0] / 1.5, LAMBDAS[-1] * 1.5), scale="log")
    return Panel(marks, across, Axis("mean loss (nats)", (0, top)), title="loss against λ", at=(0, 1))


def _against_score(solution, score):
    f, y = np.clip(solution.scores, -FARTHEST_SCORE, FARTHEST_SCORE), solution.y
    line = np.linspace(-FARTHEST_SCORE, FARTHEST_SCORE, 200)
    at = float(np.clip(score, -FARTHEST_SCORE, FARTHEST_SCORE))
    marks = [
        Curve(line, probability(line), "gray", 1.2),
        Stems(f, probability(f), y, "vermillion", label="miss"),
        Points(f, y, kinds_of(y.astype(int)), 0.7),
        Points([at], [probability(at)], "probe", 0.8, label="star"),
    ]
    return Panel(
        marks,
        Axis(f"score f, cut at ±{FARTHEST_SCORE:g}", (-1.04 * FARTHEST_SCORE, 1.04 * FARTHEST_SCORE)),
        Axis("probability h", (-0.07, 1.07), ticks=(0, 0.5, 1)),
        title=f"mean miss {number(solution.surprises.mean())}",
        at=(1, 1),
    )


EPOCHS = 40  # of stochastic gradient descent, at most as many steps of Newton's method

RACE_GAMMA = 2.0

LOWEST_GAP = 1e-10

MOST_IN_RACE = 80  # with more points an epoch takes too long to follow the hand


class SGDAgainstNewton(Explorer):
    """Two ways to one minimum: the box of AML with the penalty, epoch by epoch, and Newton's method, step by step.

    On the left, points of both classes are dragged, added and removed; both sides follow.

    Parameters
    ----------
    data : Dataset of two columns and two classes, or None for 60 points of two moons
    """

    def __init__(self, data=None):
        data = datasets.moons(60, noise=0.2) if data is None else data
        self.plane = Plane.of(data.name, data)
        self._problem = functools.lru_cache(maxsize=4)(self._compute_problem)
        self._sgd = functools.lru_cache(maxsize=16)(self._run_sgd)
        self._newton = functools.lru_cache(maxsize=32)(self._run_newton)
        super().__init__()

    def controls(self):
        most = max(MOST_IN_RACE, len(self.plane.shown))
        return {
            "step": steps("epochs and steps", EPOCHS),
            "eta": log_slider(-3, 0, -1, "step η of the box", step=0.25),
            "lam": log_slider(-3, 0, -1, "penalty λ", "nats", step=0.25),
            "points": cloud("points", classes=TWO_CLASSES, least=2, most=most),
        }

    def scene(self, step, eta, lam, points):
        K, shown, y = self._problem(points)
        (sgd, sgd_gaps), (newton, newton_gaps) = self._sgd(eta, lam, points), self._newton(lam, points)
        k = min(step, len(newton) - 1)
        right = [f"{_share_right(K @ theta, y):.0%}" for theta in (sgd[step], newton[k])]
        box, gap = (np.maximum(gaps, LOWEST_GAP) for gaps in (sgd_gaps, newton_gaps))
        gaps = Panel(
            [
                Curve(np.arange(len(box)), box, "vermillion", 1.4, "dashed", label="the box (SGD)"),
                Curve(np.arange(len(gap)), gap, "blue", 1.4, label="Newton"),
                Points([k], gap[[k]], "dot"),
                Handle("step", step, box[step], "epochs and steps", "x", "now"),
            ],
            Axis("epochs, or steps", (-1, EPOCHS + 1)),
            Axis("", (LOWEST_GAP / 3, 1e6), scale="log"),
            title="duality gap (nats)",
            at=(0, 2),
        )
        planes = [
            _in_plane(
                self.plane, RBF(RACE_GAMMA), shown, y, theta, hold=hold, at=(0, column),
                title=f"{name} {at}: {side} right",
            )
            for column, (name, at, theta, side, hold) in enumerate(
                [
                    ("the box, epoch", step, sgd[step], right[0], "points"),
                    ("Newton, step", k, newton[k], right[1], ""),
                ]
            )
        ]  # fmt: skip
        reached = "below 1e-9" if newton_gaps[k] < 1e-9 else number(newton_gaps[k])
        said = (
            f"{len(y)} points of {self.plane.name}{_of_own(points)}, RBF γ = {number(RACE_GAMMA)}, λ = {number(lam)}. "
            f"After {count(step, 'epoch')} with step η = {number(eta)} the box has the duality gap "
            f"{number(sgd_gaps[step])} and {right[0]} right; after {k} of {count(len(newton) - 1, 'step')} Newton has "
            f"the gap {reached} and {right[1]} right."
        )
        return Scene([*planes, gaps], said, (1, 1, 1.1), aspect=0.4)

    def _compute_problem(self, points):
        shown, y = _labeled(self.plane, points)
        return RBF(RACE_GAMMA)(self.plane.standardized(shown)), shown, y

    def _run_sgd(self, eta, lam, points):
        K, _, y = self._problem(points)
        thetas = np.array([step.theta for step in logistic.sgd_steps(K, y, eta, EPOCHS, lam)])
        r = [residual(theta, y, probability(K @ theta), lam) for theta in thetas]
        return thetas, np.array([duality_gap(K @ each, each, lam) for each in r])

    def _run_newton(self, lam, points):
        K, _, y = self._problem(points)
        run = list(logistic.newton_steps(K, y, lam, tol=LOWEST_GAP, max_iter=EPOCHS))
        return [step.theta for step in run], np.array([max(0.0, step.duality_gap) for step in run])
