import itertools

import numpy as np
import pytest
from pictures import border, says, values_at, xy

from kernelcourse.drawing.appearance import kinds_of
from kernelcourse.drawing.marks import Curve, Field, Handle, Points, Rule
from kernelcourse.logistic import explorers as module
from kernelcourse.logistic.explorers import HowSureExplorer, LogisticExplorer, SGDAgainstNewton
from kernelsy19 import datasets, logistic
from kernelsy19.kernels import RBF, Linear, Polynomial

shown = pytest.fixture(lambda: LogisticExplorer(), scope="module")
race = pytest.fixture(lambda: SGDAgainstNewton(), scope="module")


def plainly(K, y, lam):
    return logistic.certify(K, y, lam, logistic.plain_newton(K, y, lam))


def classes(name):
    train, fresh = module.KLR_DATA[name]()
    mean, sd = train.X.mean(axis=0), train.X.std(axis=0)
    return (train.X - mean) / sd, train.y.astype(float), (fresh.X - mean) / sd, fresh.y


def start(shown, **values):
    """The panels: plane, losses, scores."""
    default = {"lam": 0.1, "gamma": 1.0, "kernel": "Gaussian (RBF)", "data": "moons"}
    return shown.set(**default | {"points": None, "star": None} | values).shown.panels


def most_off(n, lam):
    """How far a score can be off the best one where K(x, x) = 1: (λ/2)‖f − f*‖² is at most the duality gap left."""
    return np.sqrt(2 * 1e-9 * n * np.log(2) / lam)


def boundary(panel):
    """Places where the probability is one half, in the units of the data."""
    return border(panel.find("h = 1/2"))


@pytest.mark.parametrize(
    ("values", "kernel"),
    [
        ({}, RBF(1.0)),
        ({"lam": 1e-3, "gamma": 10.0}, RBF(10.0)),
        ({"kernel": "polynomial, degree 3", "gamma": 0.1}, Polynomial(3, 0.1)),
        ({"kernel": "linear, and a constant", "lam": 10.0}, Linear() + 1),
        ({"data": "pima: glucose, bmi", "lam": 1.0}, RBF(1.0)),
        ({"data": "circles"}, RBF(1.0)),
    ],
)
def test_what_is_said_is_true(shown, values, kernel):
    panels = start(shown, **values)
    X, y, X_new, y_new = classes(shown.values["data"])
    solution = plainly(kernel(X), y, shown.values["lam"])
    f = kernel(X_new, X) @ solution.theta
    loss = np.logaddexp(0, -(2 * y_new - 1) * f).mean()
    assert says(shown.said, solution.mean_loss, loss, len(f))
    assert says(shown.said, 100 * np.mean((f > 0) == y_new))
    assert says(shown.said, solution.squared_norm)
    assert panels[0].title.startswith(f"right: {np.mean((solution.scores > 0) == y):.0%} of the points")
    assert shown.shown.hidden == (("gamma",) if values.get("kernel", "").startswith("linear") else ())


def test_the_boundary_is_where_the_score_changes_its_sign(shown):
    plane = start(shown)[0]
    X, y, _, _ = classes("moons")
    train, _ = module.KLR_DATA["moons"]()
    solution = plainly(RBF(1.0)(X), y, 0.1)
    line = (boundary(plane) - train.X.mean(axis=0)) / train.X.std(axis=0)
    np.testing.assert_allclose(logistic.scores_at(RBF(1.0), X, solution, line), 0, atol=0.02)
    points = plane.find(Points)
    np.testing.assert_array_equal(xy(points), train.X)
    assert tuple(points.kinds) == kinds_of(train.y)


def test_where_class_1_is_likelier_the_plane_has_its_color(shown):
    field = start(shown)[0].find(Field)
    assert field.palette == "classes" and field.reach == (0.5, 0.5)
    train, _ = module.KLR_DATA["moons"]()
    assert np.mean((values_at(field, train.X) > 0) == train.y) > 0.9


def test_the_curves_are_losses_and_the_hand_is_at_lambda(shown):
    losses = start(shown, lam=1.0)[1]
    X, y, X_new, y_new = classes("moons")
    seen, unseen = losses.find("loss, points learned from"), losses.find("loss, fresh points")
    fresh = {}
    for k in (0, 3, 4, 7):
        solution = plainly(RBF(1.0)(X), y, seen.x[k])
        assert seen.y[k] == pytest.approx(solution.mean_loss, abs=1e-4)
        fresh[k] = logistic.mean_loss_of_scores(y_new, RBF(1.0)(X_new, X) @ solution.theta)
        assert unseen.y[k] == pytest.approx(fresh[k], abs=2e-3)
    assert (np.diff(seen.y) > 0).all()
    handle = losses.find(Handle)
    assert (handle.name, handle.moves, handle.x) == ("lam", "x", 1.0) and losses.find(Rule).at == 1.0
    assert handle.y == pytest.approx(fresh[4], abs=most_off(100, 1.0))


def test_strokes_go_from_labels_to_probabilities(shown):
    scores = start(shown)[2]
    X, y, _, _ = classes("moons")
    solution = plainly(RBF(1.0)(X), y, 0.1)
    strokes, points = scores.find("miss"), scores.find(Points)
    np.testing.assert_allclose(strokes.x, np.clip(solution.scores, -8, 8), atol=1e-3)
    np.testing.assert_array_equal(strokes.base, y)
    np.testing.assert_allclose(strokes.y, solution.probabilities, atol=1e-3)
    np.testing.assert_array_equal([points.x, points.y], [strokes.x, y])


def test_the_star_reads_the_probability_of_its_place(shown):
    train, _ = module.KLR_DATA["moons"]()
    X, y, _, _ = classes("moons")
    f = RBF(1.0)(X[:1], X)[0] @ logistic.plain_newton(RBF(1.0)(X), y, 0.1)
    plane, _, scores = start(shown, star=tuple(train.X[0]))
    assert says(shown.said, f, 1, 1 / (1 + np.exp(-f)))
    expected = [[f, 1 / (1 + np.exp(-f))]]
    np.testing.assert_allclose(xy(scores.find("star")), expected, rtol=0, atol=most_off(100, 0.1))
    assert (plane.find(Handle).x, plane.find(Handle).y) == tuple(train.X[0])
    assert start(shown, star=(1e3, 1e3)) and "the probability of class 1 is 0.500." in shown.said


def test_points_of_your_own_are_learned_from_and_tested_on_the_same_fresh_ones(shown):
    train, fresh = module.KLR_DATA["moons"]()
    rows = np.column_stack([train.X, train.y])[::3]
    rows[0] = [2.0, 1.5, 1 - rows[0, 2]]
    points = start(shown, points=rows)[0].find(Points)
    np.testing.assert_array_equal(np.column_stack([points.x, points.y, points.classes]), rows)
    X, X_new = ((places - train.X.mean(axis=0)) / train.X.std(axis=0) for places in (rows[:, :2], fresh.X))
    solution = plainly(RBF(1.0)(X), rows[:, 2], 0.1)
    loss = logistic.mean_loss_of_scores(fresh.y, RBF(1.0)(X_new, X) @ solution.theta)
    assert says(shown.said, solution.mean_loss, loss, 500)


@pytest.mark.filterwarnings("error")
def test_a_fit_that_stops_early_is_said_so(shown):
    far = {"lam": 1e-4, "gamma": 10**1.5, "data": "pima: glucose, bmi"}
    start(shown, kernel="polynomial, degree 4", **far)
    assert "The fit stopped early: duality gap" in shown.said
    assert start(shown) and "stopped" not in shown.said


def test_one_class_alone_cannot_be_learned(shown):
    with pytest.raises(ValueError, match="zeros and ones, both of them"):
        start(shown, points=[(0.0, 0.0, 1), (1.0, 0.5, 1)])
    start(shown)


# ---- two ways to one minimum ----------------------------------------------------------------------


MOONS = datasets.moons(60, noise=0.2)


def in_sd(places):
    """Places in standard deviations of the points that are raced for."""
    return (places - MOONS.X.mean(axis=0)) / MOONS.X.std(axis=0)


K, y = RBF(2.0)(in_sd(MOONS.X)), MOONS.y.astype(float)


def gap_of(theta, K, y, lam):
    r = lam * theta - y + 1 / (1 + np.exp(-K @ theta))
    return r @ K @ r / (2 * lam)


@pytest.mark.parametrize(("step", "eta", "lam"), [(0, 0.1, 0.1), (3, 0.01, 0.1), (40, 1.0, 1.0)])
def test_both_gaps_are_those_of_the_steps(race, step, eta, lam):
    gaps = race.set(step=step, eta=eta, lam=lam, points=None).shown.panels[2]
    sgd = [gap_of(s.theta, K, y, lam) for s in logistic.sgd_steps(K, y, eta, 40, lam)]
    assert says(race.said, sgd[step])
    newton = list(logistic.newton_steps(K, y, lam, tol=1e-10, max_iter=40))
    k = min(step, len(newton) - 1)
    assert f"after {k} of {len(newton) - 1} steps Newton has the gap" in race.said
    ahead, box = gaps.find("Newton"), gaps.find("the box (SGD)")
    left = [gap_of(s.theta, K, y, lam) for s in newton]
    np.testing.assert_allclose(ahead.y, np.maximum(left, 1e-10), rtol=1e-3)
    np.testing.assert_allclose(box.y, sgd, rtol=1e-6)
    now, handle = gaps.find(Points), gaps.find(Handle)
    assert (now.x[0], now.y[0]) == (k, ahead.y[k])
    assert (handle.name, handle.moves, handle.x, handle.y) == ("step", "x", step, box.y[step])


def test_no_gap_leaves_the_axis(race):
    for eta, lam in itertools.product((1e-3, 1.0), repeat=2):
        gaps = race.set(step=0, eta=eta, lam=lam, points=None).shown.panels[2]
        heights = np.concatenate([gaps.find(Curve, k).y for k in (0, 1)])
        assert gaps.y.range[0] < heights.min() <= heights.max() < gaps.y.range[1]


def test_the_planes_show_their_own_coefficients(race):
    panels = race.set(step=2, eta=0.1, lam=0.1, points=None).shown.panels
    for panel, steps, name in (
        (panels[0], logistic.sgd_steps(K, y, 0.1, 2, 0.1), "the box, epoch 2"),
        (panels[1], logistic.newton_steps(K, y, 0.1, max_iter=2), "Newton, step 2"),
    ):
        *_, last = steps
        assert panel.title == f"{name}: {np.mean((K @ last.theta > 0) == y):.0%} right"
        on_line = RBF(2.0)(in_sd(boundary(panel)), in_sd(MOONS.X)) @ last.theta
        np.testing.assert_allclose(on_line, 0, atol=0.05)


def test_points_of_your_own_are_raced_for_on_both_sides(race):
    rows = np.column_stack([MOONS.X, MOONS.y])[:-20]
    rows[0, 2] = 1 - rows[0, 2]
    panels = race.set(step=1, eta=0.1, lam=0.1, points=rows).shown.panels
    K = RBF(2.0)(in_sd(rows[:, :2]))
    *_, last = logistic.newton_steps(K, rows[:, 2], 0.1, max_iter=1)
    assert panels[1].title.startswith(f"Newton, step 1: {np.mean((K @ last.theta > 0) == rows[:, 2]):.0%}")
    left, right = (panel.find(Points) for panel in panels[:2])
    np.testing.assert_array_equal(xy(left), xy(right))
    assert (left.hold, right.hold, tuple(right.kinds)) == ("points", "", kinds_of(rows[:, 2].astype(int)))
    assert race.said.startswith("40 points of moons")


def test_a_border_by_hand_says_how_often_its_word_comes_true():
    explorer, data = HowSureExplorer(), datasets.pima().columns("glucose", "bmi").where_recorded()
    explorer.set(steep=1.0, angle=0, shift=0.5, woman=(140.0, 30.0))
    z = (data.X[:, 0] - data.X[:, 0].mean()) / data.X[:, 0].std() - 0.5
    h, hers = 1 / (1 + np.exp(-z)), 1 / (1 + np.exp(0.5 - (140 - data.X[:, 0].mean()) / data.X[:, 0].std()))
    alike = (h >= 0.4) & (h < 0.6)
    assert 0.4 < hers < 0.6 and f"a probability of {hers:.0%}" in explorer.said
    assert says(explorer.said, alike.sum(), 40, 60)
    assert says(explorer.said, 100 * data.y[alike].mean())
