import re

import numpy as np
import pytest
from pictures import border, says, xy

from kernelcourse.ball import explorers as module
from kernelcourse.ball.explorers import BallExplorer, CircleByHandExplorer, LagrangianExplorer, SMOStepper
from kernelcourse.drawing.marks import Bars, Curve, Handle, Points, Rule
from kernelcourse.drawing.words import number
from kernelsy19 import ball, datasets, gram
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial

shown = pytest.fixture(lambda: BallExplorer(), scope="module")
stepper = pytest.fixture(lambda: SMOStepper(), scope="module")


ERUPTIONS = datasets.faithful().in_order()
FAITHFUL = ERUPTIONS.standardized().X


def in_sd(places, X=ERUPTIONS.X):
    """Places in standard deviations of the data."""
    return (places - X.mean(axis=0)) / X.std(axis=0)


# ---- a Lagrangian in one variable -------------------------------------------------------------------


lagrangian = pytest.fixture(lambda: LagrangianExplorer(), scope="module")


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.2, 2.0, 3.4, 4.0])
def test_a_bowl_has_the_lower_bound_that_its_derivative_gives(lagrangian, alpha):
    """z² − α(z − 1) is flat at z = α/2, and worth α − α²/4 there; the best allowed value is 1."""
    z, value = module.lowest_of_lagrangian("a bowl", alpha)
    np.testing.assert_allclose([z, value], [alpha / 2, alpha - alpha**2 / 4], atol=1e-6)
    lagrangian.set(objective="a bowl", alpha=alpha)
    assert says(lagrangian.said, alpha, alpha / 2)
    assert says(lagrangian.said, alpha - alpha**2 / 4)
    assert says(lagrangian.said, 1, 1, (1 - alpha / 2) ** 2)
    for words, it_is in (("not allowed", alpha < 2), ("on the edge", alpha == 2), ("leaves room", alpha > 2)):
        assert (words in lagrangian.said) == it_is


@pytest.mark.parametrize("objective", module.OBJECTIVES)
def test_every_price_gives_a_lower_bound_and_only_the_bowl_reaches_the_best_value(objective):
    best, value = module.lowest_allowed(objective)
    f = module.OBJECTIVES[objective]
    z = np.linspace(1, 4, 7777)
    np.testing.assert_allclose([f(best), f(z).min()], value, atol=1e-5)
    bounds = np.array([module.lowest_of_lagrangian(objective, alpha)[1] for alpha in module.ALPHAS])
    assert (bounds <= value + 1e-12).all()
    assert (np.diff(bounds, 2) < 1e-6).all()  # the lowest of straight lines is concave
    gap = value - bounds.max()
    assert gap < 1e-6 if objective == "a bowl" else gap > 1


def test_the_picture_joins_the_lowest_point_and_its_height(lagrangian):
    lagrangian.set(objective="a bowl with waves", alpha=1.0)
    curves, heights = lagrangian.shown.panels
    (z,), (height,) = (getattr(curves.find("lowest point of L"), side) for side in "xy")
    L, f = curves.find("Lagrangian L(z, α)"), curves.find("objective f(z)")
    np.testing.assert_allclose([L.y.min(), L.x[L.y.argmin()]], [height, z], atol=0.02)
    assert (L.y[L.x > 1] < f.y[L.x > 1]).all() and (L.y[L.x < 1] > f.y[L.x < 1]).all()
    gap, handle = heights.find("gap"), heights.find(Handle)
    assert (handle.name, handle.moves, handle.x, handle.y) == ("alpha", "x", 1.0, height)
    np.testing.assert_array_equal(gap.y, [height, heights.find("best allowed value").at])
    assert curves.find("best allowed z").y[0] == gap.y[1]


# ---- the ball -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "kernel"),
    [
        ({"nu": 0.1, "gamma": 1.0}, RBF(1.0)),
        ({"nu": 0.5, "gamma": 10.0}, RBF(10.0)),
        ({"nu": 0.01, "kernel": "Laplacian", "gamma": 0.1}, Laplacian(0.1)),
        ({"nu": 0.3, "kernel": "linear"}, Linear()),
        ({"nu": 0.2, "kernel": "polynomial, degree 3", "gamma": 0.1}, Polynomial(3, 0.1)),
        ({"nu": 1.0, "gamma": 1.0}, RBF(1.0)),
    ],
)
def test_what_is_said_of_the_ball_is_true(shown, values, kernel):
    shown.set(data="faithful", **{"kernel": "Gaussian (RBF)"} | values)
    n, nu = len(FAITHFUL), values["nu"]
    solution = ball.solve_dual(gram.MatrixGram(kernel(FAITHFUL), psd=True), nu)
    out = int((solution.alpha >= (1 - 1e-8) / (nu * n)).sum())
    inside = int((solution.alpha <= 1e-8 / (nu * n)).sum())
    assert says(shown.said, out, n, n - out - inside, inside)
    assert says(shown.said, solution.R2)
    assert says(shown.said, 100 * (out / n), 100 * (1 - inside / n))
    assert f"R² = {number(solution.R2)}: {out} of {n} outside" in shown.shown.panels[0].title
    slack = np.maximum(0, solution.squared_distances - solution.R2)[solution.outlier]
    assert (f"largest slack {number(slack.max())}" if out else "no slack") in shown.said
    assert shown.shown.hidden == (("gamma",) if values.get("kernel") == "linear" else ())


def panels_of(shown):
    """The plane, the shares, the distances and the weights."""
    return shown.set(data="faithful", kernel="Gaussian (RBF)", nu=0.2, gamma=1.0).shown.panels


SOLUTION = ball.solve_dual(RBF(1.0)(FAITHFUL), 0.2)


def test_each_kind_is_marked_where_it_is_and_the_boundary_is_where_the_decision_changes(shown):
    plane = panels_of(shown)[0]
    points, field = plane.find(Points), plane.find("boundary, R²")
    np.testing.assert_array_equal(xy(points), ERUPTIONS.X)
    np.testing.assert_array_equal(points.kinds, SOLUTION.kinds)
    values = ball.decision_function(RBF(1.0), FAITHFUL, SOLUTION, in_sd(border(field)))
    np.testing.assert_allclose(values, 0, atol=1e-3)
    assert (*plane.x.range, *plane.y.range) == field.extent


def test_points_are_sorted_by_distance_and_slack_stands_above_the_radius(shown):
    _, _, distances, weights = panels_of(shown)
    beyond = np.sort(SOLUTION.squared_distances - SOLUTION.R2)
    ranked, weighted = distances.find(Points), weights.find(Points)
    # On the surface all distances are R² to the tolerance of the solver, and the weights give the order.
    np.testing.assert_allclose(ranked.y, beyond / np.abs(beyond).max(), atol=1e-5)
    np.testing.assert_array_less(-1e-6, ranked.y[ranked.kinds == "outlier"])
    np.testing.assert_array_less(ranked.y[ranked.kinds == "inside"], 1e-6)
    slack = distances.find("slack ξᵢ")
    np.testing.assert_array_equal(slack.y, ranked.y[ranked.kinds == "outlier"])
    np.testing.assert_array_equal(slack.base, 0)
    surface = weighted.y[weighted.kinds == "surface"]
    assert len(surface) > 2 and (np.diff(surface) >= 0).all()
    # Points that coincide may share their weight in any way; those beyond the surface have all that is allowed.
    np.testing.assert_allclose(weighted.y.sum(), 0.2 * len(FAITHFUL), rtol=1e-9)
    assert weighted.y.min() >= 0 and weighted.y.max() <= 1 + 1e-9
    np.testing.assert_allclose(weighted.y[weighted.kinds == "outlier"], 1, rtol=1e-9)
    assert sorted(weighted.kinds) == sorted(SOLUTION.kinds)


def test_shares_are_those_of_the_solver_and_obey_the_property_of_nu(shown):
    shares = panels_of(shown)[1]
    vectors, outliers = shares.find("support vectors"), shares.find("outliers")
    nu = vectors.x
    np.testing.assert_array_equal(nu, module.PATH)
    for k in (1, 4, 7):
        solution = ball.solve_dual(RBF(1.0)(FAITHFUL), nu[k])
        assert outliers.y[k] == solution.outlier.mean()
        assert vectors.y[k] == (~solution.inside).mean()
    assert (outliers.y <= nu + 1e-12).all()
    assert (vectors.y >= nu - 1e-12).all()
    assert shares.find(Rule).at == 0.2


def test_points_of_your_own_are_in_the_ball_of_these_points(shown):
    panels_of(shown)
    X = np.vstack([[5.0, 45.0], ERUPTIONS.X[10::10]])
    shown.set(points=X)
    solution = ball.solve_dual(RBF(1.0)(in_sd(X)), 0.2)
    np.testing.assert_array_equal(shown.shown.panels[0].find(Points).kinds, solution.kinds)
    assert says(shown.said, solution.R2)


def test_axes_are_in_the_units_of_the_data(shown):
    shown.set(data="pima: glucose, bmi")
    assert shown.shown.panels[0].x.label.startswith("glucose (")
    assert "752 points" in shown.said
    shown.set(data="faithful")
    assert shown.shown.panels[0].x.label == "eruptions (min)"


# ---- the solver, step by step ---------------------------------------------------------------------


START = {"step": 0, "nu": 0.2, "gamma": 1.0, "start": module.SMO_STARTS[1]}
EVERY_SEVENTH = ERUPTIONS.rows(slice(None, None, 7)).X
K_SEVENTH = RBF(1.0)(in_sd(EVERY_SEVENTH, EVERY_SEVENTH))


def weights_of(stepper):
    return stepper.shown.panels[1].find(Bars).y / (stepper.values["nu"] * len(EVERY_SEVENTH))


def test_the_steps_end_with_the_run(stepper):
    stepper.set(**START)
    n = stepper.shown.ends["step"]
    assert says(stepper.said, 0, n, 39)
    assert "Nothing has moved yet; 8 weights are positive" in stepper.said
    stepper.set(step=n)
    solution = ball.solve_dual(K_SEVENTH, 0.2)
    assert says(stepper.said, solution.objective, solution.objective)
    np.testing.assert_allclose(weights_of(stepper), solution.alpha, atol=2e-3)
    assert "Iteration 0 of 0" in stepper.set(nu=1.0).said  # all weights are at the bound, and none can move


def test_each_step_moves_two_weights_and_says_which(stepper):
    stepper.set(**START)
    before = weights_of(stepper)
    for step in range(1, 8):
        plane, weights, objective, _ = stepper.set(step=step).shown.panels
        after = weights_of(stepper)
        moved = after - before
        i, j = int(moved.argmax()), int(moved.argmin())
        assert np.abs(np.delete(moved, [i, j])).max() < 1e-12
        np.testing.assert_allclose(after.sum(), 1)
        assert moved[j] == pytest.approx(-moved[i]) and moved[i] > 0
        assert says(stepper.said, i, moved[i], after[i])
        assert says(stepper.said, j, after[j])
        for label, point in (("its α rises", i), ("its α falls", j)):
            mark = plane.find(label)
            assert (mark.x[0], mark.y[0]) == tuple(EVERY_SEVENTH[point])
            assert weights.find(label).x[0] == point
        assert says(stepper.said, after @ np.diagonal(K_SEVENTH) - after @ K_SEVENTH @ after)
        assert len(objective.find(Curve, 1).x) == step + 1
        before = after


def test_the_area_of_a_point_is_its_weight(stepper):
    stepper.set(**START | {"step": 5})
    weights, points = weights_of(stepper), stepper.shown.panels[0].find("area: α")
    areas = points.sizes**2
    np.testing.assert_allclose(areas / areas.max(), weights[weights > 0] / weights.max())
    np.testing.assert_array_equal(xy(points), EVERY_SEVENTH[weights > 0])


def test_the_curves_rise_and_fall(stepper):
    objective, gap = (panel.find(Curve).y for panel in stepper.set(**START).shown.panels[2:])
    assert (np.diff(objective) >= -1e-12).all() and gap[-1] < 1e-5 < gap[0]


def test_the_boundary_is_that_of_the_weights_so_far(stepper):
    stepper.set(**START | {"step": 5})
    alpha, field = weights_of(stepper), stepper.shown.panels[0].find("ball of this α")
    to_points = RBF(1.0)(*(in_sd(places, EVERY_SEVENTH) for places in (border(field), EVERY_SEVENTH)))
    on_line, distances = (1 - 2 * K @ alpha + alpha @ K_SEVENTH @ alpha for K in (to_points, K_SEVENTH))
    np.testing.assert_allclose(on_line, np.sort(distances)[::-1][7], atol=3e-3)


def test_the_density_is_the_better_start(stepper):
    """By the dual objective with which it begins; which of the two runs is the longer one, that does not decide."""
    for nu in (0.05, 0.2, 0.4, 0.8):
        stepper.set(**START | {"nu": nu})
        said = [stepper.set(start=start).said for start in module.SMO_STARTS]
        density, first = (float(re.search(r"Dual objective ([\d.]+)", text)[1]) for text in said)
        assert density > first, nu


def test_a_circle_drawn_by_hand_counts_what_it_leaves_outside():
    explorer, X = CircleByHandExplorer(), FAITHFUL
    for radius, center in ((1.2, (0.6, -0.3)), (2.0, (0.0, 0.0)), (0.5, (-3.0, 2.0))):
        explorer.set(radius=radius, center=center)
        outside = sum(np.hypot(*(x - center)) > radius for x in X)
        assert f"{outside} of 272 outside" in explorer.shown.panels[0].title
        assert ("Too many: 27 are allowed" in explorer.said) == (outside > 27)
    smallest = ball.solve_dual(Linear()(X), 0.1)
    explorer.set(radius=round(smallest.R2**0.5 + 0.02, 2), center=tuple(smallest.alpha @ X))
    assert "That is allowed" in explorer.said  # so the question has an answer that is found by hand
