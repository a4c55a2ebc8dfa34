import numpy as np
import pytest

from kernelsy19 import ball, datasets
from kernelsy19.ball import explorers as module
from kernelsy19.ball.explorers import BallExplorer, LagrangianExplorer, SMOStepper
from kernelsy19.course.picture import number
from kernelsy19.engine import gram
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial


@pytest.fixture(scope="module")
def shown():
    return BallExplorer()


@pytest.fixture(scope="module")
def stepper():
    return SMOStepper()


def standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


FAITHFUL = standardized(datasets.faithful().X)


# ---- a Lagrangian in one variable -------------------------------------------------------------------


@pytest.fixture(scope="module")
def lagrangian():
    return LagrangianExplorer()


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.2, 2.0, 3.4, 4.0])
def test_a_bowl_has_the_lower_bound_that_its_derivative_gives(lagrangian, alpha):
    """z² − α(z − 1) is flat at z = α/2, and worth α − α²/4 there; the best allowed value is 1."""
    z, value = module.lowest_of_lagrangian("a bowl", alpha)
    np.testing.assert_allclose([z, value], [alpha / 2, alpha - alpha**2 / 4], atol=1e-6)
    lagrangian.set(objective="a bowl", alpha=alpha)
    assert f"At α = {number(alpha)} the Lagrangian is lowest at z = {number(alpha / 2)}," in lagrangian.alt
    assert f"value there, {number(alpha - alpha**2 / 4)}, is a lower bound" in lagrangian.alt
    assert f"1 at z = 1; the gap is {number((1 - alpha / 2) ** 2)}." in lagrangian.alt
    kinds = {"not allowed": alpha < 2, "on the edge": alpha == 2, "leaves room": alpha > 2}
    assert [words for words in kinds if words in lagrangian.alt] == [w for w, it_is in kinds.items() if it_is]


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
    (z,), (height,) = lagrangian.lowest.get_data()
    x, L = lagrangian.L.get_data()
    assert L.min() == height == lagrangian.bound.get_ydata()[0] and z == x[L.argmin()]
    _, f = lagrangian.f.get_data()
    assert (L[x > 1] < f[x > 1]).all() and (L[x < 1] > f[x < 1]).all()
    assert lagrangian.gap.get_ydata()[0] == height
    assert (
        lagrangian.gap.get_ydata()[1] == lagrangian.best.get_ydata()[0] == lagrangian.reached.get_ydata()[0]
    )


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
    assert (
        f"{out} of {n} points outside the ball, {n - out - inside} on its surface, {inside} inside"
        in shown.alt
    )
    assert f"Squared radius {number(solution.R2)}" in shown.alt
    assert f"Outliers are {out / n:.1%} of the points, support vectors {1 - inside / n:.1%}" in shown.alt
    assert f"R² = {number(solution.R2)}: {out} of {n} outside" in shown.title.get_text()
    slack = np.maximum(0, solution.squared_distances - solution.R2)[solution.outlier]
    assert (f"largest slack {number(slack.max())}" if out else "no slack") in shown.alt
    hidden = shown.widgets["gamma"].layout.display == "none"
    assert hidden == (values.get("kernel") == "linear")


def test_each_kind_is_marked_where_it_is(shown):
    shown.set(data="faithful", kernel="Gaussian (RBF)", nu=0.2, gamma=1.0)
    solution = ball.solve_dual(RBF(1.0)(FAITHFUL), 0.2)
    X = datasets.faithful().X
    for kind in ("inside", "surface", "outlier"):
        np.testing.assert_array_equal(shown.kinds.marks[kind].get_xydata(), X[getattr(solution, kind)])


def test_points_are_sorted_by_distance_and_slack_stands_above_the_radius(shown):
    shown.set(data="faithful", kernel="Gaussian (RBF)", nu=0.2, gamma=1.0)
    solution = ball.solve_dual(gram.MatrixGram(RBF(1.0)(FAITHFUL), psd=True), 0.2)
    beyond = np.sort(solution.squared_distances - solution.R2)
    drawn = np.concatenate([mark.get_xydata() for mark in shown.ranked.marks.values()])
    drawn = drawn[np.argsort(drawn[:, 0], kind="stable"), 1]
    # On the surface all distances are R² to the tolerance of the solver, and the weights give the order.
    np.testing.assert_allclose(drawn, beyond / np.abs(beyond).max(), atol=1e-5)
    np.testing.assert_array_less(-1e-6, shown.ranked.marks["outlier"].get_ydata())
    np.testing.assert_array_less(shown.ranked.marks["inside"].get_ydata(), 1e-6)
    surface = shown.weighted.marks["surface"].get_xydata()
    assert len(surface) > 2 and (np.diff(surface[np.argsort(surface[:, 0]), 1]) >= 0).all()
    weights = np.concatenate([mark.get_ydata() for mark in shown.weighted.marks.values()])
    np.testing.assert_allclose(np.sort(weights), np.sort(solution.alpha * 0.2 * len(FAITHFUL)), atol=1e-12)


def test_shares_are_those_of_the_solver_and_obey_the_property_of_nu(shown):
    shown.set(data="faithful", kernel="Gaussian (RBF)", nu=0.2, gamma=1.0)
    nu, vectors = shown.vectors.get_data()
    _, outliers = shown.outliers.get_data()
    np.testing.assert_array_equal(nu, module.PATH)
    for k in (1, 5, 10):
        solution = ball.solve_dual(RBF(1.0)(FAITHFUL), nu[k])
        assert outliers[k] == solution.outlier.mean()
        assert vectors[k] == (~solution.inside).mean()
    assert (np.array(outliers) <= np.array(nu) + 1e-12).all()
    assert (np.array(vectors) >= np.array(nu) - 1e-12).all()
    assert list(shown.now.get_xdata()) == [0.2, 0.2]


def test_shares_are_computed_once_while_nu_moves(shown):
    shown.set(data="faithful", kernel="Gaussian (RBF)", gamma=1.0)
    before = shown._path.cache_info().misses
    shown.set(nu=0.3).set(nu=0.4)
    assert shown._path.cache_info().misses == before


def test_the_boundary_is_where_the_decision_changes(shown):
    shown.set(data="faithful", kernel="Gaussian (RBF)", nu=0.1, gamma=1.0)
    solution = ball.solve_dual(RBF(1.0)(FAITHFUL), 0.1)
    X = datasets.faithful().X
    line = (np.concatenate(shown.field.segments) - X.mean(axis=0)) / X.std(axis=0)
    values = ball.decision_function(RBF(1.0), FAITHFUL, solution, line)
    np.testing.assert_allclose(values, 0, atol=2e-4)


def test_axes_are_in_the_units_of_the_data(shown):
    shown.set(data="pima: glucose, bmi")
    assert shown.plane_axes.get_xlabel().startswith("glucose (")
    assert "752 points" in shown.alt
    shown.set(data="faithful")
    assert shown.plane_axes.get_xlabel() == "eruptions (min)"


def test_data_of_your_own_comes_first():
    X = np.random.default_rng(0).normal(size=(30, 2)) * [1, 100] + [0, 500]
    explorer = BallExplorer(X)
    assert explorer.values["data"] == "your data"
    assert "Minimum-volume ball of your data" in explorer.alt
    assert "of 30 points" in explorer.alt
    explorer = BallExplorer(datasets.faithful())
    assert explorer.widgets["data"].options.count("faithful") == 1
    assert "of 272 points" in explorer.alt


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (np.zeros((4, 2)), "must vary"),
        (np.zeros((4, 3)), "2 columns, got 3"),
        ([[0.0, np.inf], [1, 2]], "infinite"),
    ],
)
@pytest.mark.parametrize("explorer", [BallExplorer, SMOStepper])
def test_bad_data_is_named(explorer, data, message):
    with pytest.raises(ValueError, match=message):
        explorer(data)


def test_a_known_gram_matrix_gives_the_solution_of_the_matrix():
    K = RBF(1.0)(FAITHFUL)
    known, plain = ball.solve_dual(gram.MatrixGram(K, psd=True), 0.3), ball.solve_dual(K, 0.3)
    np.testing.assert_allclose(known.squared_distances, plain.squared_distances, atol=1e-5)
    np.testing.assert_array_equal(known.kinds, plain.kinds)


# ---- the solver, step by step ---------------------------------------------------------------------


def state(stepper):
    points = datasets.faithful().rows(slice(None, None, 7)).X
    return points, RBF(stepper.values["gamma"])(standardized(points))


def test_the_slider_ends_with_the_run(stepper):
    stepper.set(step=0, nu=0.2, gamma=1.0, start=module.SMO_STARTS[1])
    n = stepper.widgets["step"].max
    assert f"Iteration 0 of {n} on 39 points" in stepper.alt
    assert "Nothing has moved yet; 8 weights are positive" in stepper.alt
    stepper.set(step=n)
    _, K = state(stepper)
    solution = ball.solve_dual(K, 0.2)
    assert (
        f"Dual objective {number(solution.objective)}, at the end {number(solution.objective)}" in stepper.alt
    )
    np.testing.assert_allclose(stepper.points.get_sizes() / 220 / (0.2 * 39), solution.alpha, atol=2e-3)


def test_each_step_moves_two_weights_and_says_which(stepper):
    stepper.set(step=0, nu=0.2, gamma=1.0, start=module.SMO_STARTS[1])
    points, K = state(stepper)
    before = stepper.points.get_sizes() / 220 / (0.2 * 39)
    for step in range(1, 8):
        stepper.set(step=step)
        after = stepper.points.get_sizes() / 220 / (0.2 * 39)
        moved = after - before
        i, j = int(moved.argmax()), int(moved.argmin())
        assert np.abs(np.delete(moved, [i, j])).max() < 1e-12
        np.testing.assert_allclose(after.sum(), 1)
        assert f"The weight of point {i} rises from {number(before[i])} to {number(after[i])}" in stepper.alt
        assert f"that of point {j} falls from {number(before[j])} to {number(after[j])}" in stepper.alt
        np.testing.assert_array_equal(stepper.riser.get_xydata(), [points[i]])
        np.testing.assert_array_equal(stepper.faller.get_xydata(), [points[j]])
        assert list(stepper.bar_riser.get_xdata()) == [i]
        objective = after @ np.diagonal(K) - after @ K @ after
        assert f"Dual objective {number(objective)}," in stepper.alt
        assert len(stepper.done[0].get_xdata()) == step + 1
        before = after


def test_the_curves_rise_and_fall(stepper):
    stepper.set(step=0, nu=0.2, gamma=1.0, start=module.SMO_STARTS[1])
    objective, gap = (line.get_ydata() for line in stepper.ahead)
    assert (np.diff(objective) >= -1e-12).all()
    assert gap[-1] < 1e-5 < gap[0]


def test_the_boundary_is_that_of_the_weights_so_far(stepper):
    stepper.set(step=5, nu=0.2, gamma=1.0, start=module.SMO_STARTS[1])
    points, K = state(stepper)
    alpha = stepper.points.get_sizes() / 220 / (0.2 * 39)
    distances = np.diagonal(K) - 2 * K @ alpha + alpha @ K @ alpha
    R2 = np.sort(distances)[::-1][7]
    line = (np.concatenate(stepper.boundary.get_segments()) - points.mean(axis=0)) / points.std(axis=0)
    on_line = 1 - 2 * RBF(1.0)(line, standardized(points)) @ alpha + alpha @ K @ alpha
    np.testing.assert_allclose(on_line, R2, atol=2e-3)


def test_the_density_is_the_better_start(stepper):
    stepper.set(step=0, nu=0.2, gamma=1.0, start=module.SMO_STARTS[1])
    gap = stepper.ahead[1].get_ydata()
    stepper.set(start=module.SMO_STARTS[0])
    assert len(stepper.ahead[1].get_ydata()) < len(gap)


def test_a_run_that_is_shorter_pulls_the_slider_back(stepper):
    stepper.set(step=0, nu=0.2, gamma=1.0, start=module.SMO_STARTS[1])
    stepper.set(step=stepper.widgets["step"].max)
    stepper.set(nu=1.0)
    assert "Iteration 0 of 0" in stepper.alt
    assert "39 weights are positive" in stepper.alt
    assert stepper.values["step"] <= 1


def test_steps_on_data_of_your_own():
    explorer = SMOStepper(datasets.moons(20))
    assert "20 points (moons)" in explorer.alt
