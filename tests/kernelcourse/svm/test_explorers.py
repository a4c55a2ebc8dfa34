"""The explorers of chapter 12: a perceptron as loops teach it, a machine of the points that are there now."""

import numpy as np
import pytest
from pictures import xy
from scipy.optimize import linprog
from sklearn.svm import SVC, SVR

from kernelcourse.drawing.appearance import with_minus
from kernelcourse.drawing.marks import Points
from kernelcourse.svm import draws, explorers
from kernelsy19 import datasets

explorer = pytest.fixture(lambda: explorers.SoftMarginExplorer())


def rows(X, y):
    return np.column_stack([X, y > 0])


@pytest.mark.parametrize("C", [0.1, 10.0])
@pytest.mark.parametrize(
    ("kernel", "peer"),
    [
        ("linear", {"kernel": "linear"}),
        ("⟨x, x'⟩²", {"kernel": "poly", "degree": 2, "gamma": 1.0}),
        ("Gaussian (RBF)", {"gamma": 1.0}),
    ],
)
def test_shows_the_machine_of_scikit_learn(explorer, kernel, peer, C):
    explorer.set(kernel=kernel, C=C, data="a group in a ring").set(star=(0.5, -1.0))
    X, y = draws.group_in_ring()
    machine = SVC(C=C, tol=1e-9, **peer).fit(X, y)
    plane, margins, weights = explorer.shown.panels
    np.testing.assert_array_equal(xy(plane.find("support vector")), X[np.sort(machine.support_)])
    np.testing.assert_array_equal(xy(plane.find("error")), X[machine.predict(X) != y])
    assert plane.title.startswith(f"{len(machine.support_)} support vectors")
    assert f"{(machine.predict(X) != y).sum()} error" in explorer.said
    f = machine.decision_function([[0.5, -1.0]])[0]
    assert explorer.said.endswith(with_minus(f"At the star, f is {float(f'{f:.3g}'):g}."))
    shown = y * machine.decision_function(X)
    np.testing.assert_allclose(np.sort(margins.find(Points).y), np.sort(np.clip(shown, -2.5, 3.4)), atol=1e-4)
    np.testing.assert_allclose(weights.find(Points).y.sum() * C, np.abs(machine.dual_coef_).sum(), rtol=1e-4)
    (value,) = machine.decision_function([[explorers.MARGIN_GRID.x[20], explorers.MARGIN_GRID.y[45]]])
    assert explorer.shown.panels[0].marks[0].values[45, 20] == pytest.approx(value, abs=0.1)


X, y = draws.two_groups()
ROWS = rows(X, y)
MACHINE = SVC(kernel="linear", C=1.0, tol=1e-9).fit(X, y)


def test_the_edges_of_the_street_are_where_f_is_one(explorer):
    street = xy(explorer.shown.panels[0].find("f = ±1"))
    f = MACHINE.decision_function(street[~np.isnan(street[:, 0])])
    np.testing.assert_allclose(np.abs(f), 1, atol=1e-4)
    assert (f > 0).any() and (f < 0).any()


def test_slack_hangs_from_the_edge_down_to_each_point_inside(explorer):
    margins = np.sort(y * MACHINE.decision_function(X))
    short = margins[margins < 1 - 1e-6]
    slack = explorer.shown.panels[1].find("slack ξᵢ")
    assert (slack.base == 1).all()
    np.testing.assert_allclose(np.sort(slack.y)[: len(short)], short, atol=1e-4)


def test_points_are_added_moved_taken_away_and_brought_back(explorer):
    start, held = explorer.shown.message(), explorer.shown.panels[0].find(Points)
    np.testing.assert_array_equal(np.column_stack([xy(held), held.classes]), ROWS)
    explorer.set(points=[*ROWS, (3.0, -2.0, 1)])
    assert "of 31 points" in explorer.said
    held = explorer.shown.panels[0].find(Points)
    assert held.kinds[-1] == "class 1" and (held.x[-1], held.y[-1]) == (3.0, -2.0)
    explorer.set(points=ROWS[1:], C=2.0)
    assert "of 29 points" in explorer.said
    explorer.set(data="two moons")
    assert "of 40 points" in explorer.said and "of your own" not in explorer.said
    assert explorer.set(data="two groups", C=1.0).shown.message() == start


def test_a_point_beyond_leaves_the_street_and_one_across_does_not(explorer):
    def street(*added):
        return explorer.set(points=[*ROWS, *added]).shown.panels[0].marks[0].values

    before = explorer.shown.panels[0].marks[0].values
    np.testing.assert_allclose(street((3.5, 3.5, 1)), before, atol=1e-3)
    assert np.abs(street((-3.0, -2.0, 1)) - before).max() > 0.1


def test_each_class_needs_a_point_and_there_is_a_most(explorer):
    with pytest.raises(ValueError, match="y = −1 has none left"):
        explorer.set(points=ROWS[y > 0])
    assert explorer.failure.startswith("Not drawn: each class needs a point")
    with pytest.raises(ValueError, match=f"2 to {explorers.MOST_POINTS} rows"):
        explorer.set(points=np.tile(ROWS, (3, 1)))
    assert not explorer.set(points=ROWS).failure


def test_where_w_is_zero_the_street_has_no_end(explorer):
    """Four corners of which opposite ones are of one class: no line is better than another."""
    explorer.set(points=[(1, 1, 1), (-1, -1, 1), (1, -1, 0), (-1, 1, 0)])
    assert "margin without end, as w is 0" in explorer.said


# ---- the perceptron, update by update -----------------------------------------------------------


stepper = pytest.fixture(lambda: explorers.PerceptronStepper(), scope="module")


def taught(X, y, lift):
    """Rosenblatt's rule in coordinates: the point, w and how many are wrong, after each update."""
    P = np.column_stack([lift(X), np.ones(len(X))])
    w, states, clean = np.zeros(P.shape[1]), [], False
    while not clean and len(states) < explorers.MOST_SHOWN:
        clean = True
        for i, point in enumerate(P):
            if y[i] * (w @ point) <= 0 and len(states) < explorers.MOST_SHOWN:
                w, clean = w + y[i] * point, False
                states.append((i, w.copy(), int((y * (P @ w) <= 0).sum())))
    return P, states


def squares(X):
    return np.column_stack([X[:, 0] ** 2, X[:, 1] ** 2, np.sqrt(2) * X[:, 0] * X[:, 1]])


@pytest.mark.parametrize("order", [0, 7])
@pytest.mark.parametrize(
    ("data", "kernel", "lift", "ends"),
    [
        ("irises", "linear", lambda X: X, True),
        ("a group in a ring", "⟨x, x'⟩²", squares, True),
        ("two groups", "linear", lambda X: X, False),
    ],
)
def test_each_update_is_that_of_coordinates(stepper, data, kernel, lift, ends, order):
    X, y = explorers.TAUGHT_SETS[data]()
    if order:
        shuffled = np.random.default_rng(order).permutation(len(y))
        X, y = X[shuffled], y[shuffled]
    _, states = taught(X, y, lift)
    stepper.set(data=data, kernel=kernel, order=order)
    assert stepper.shown.ends == {"step": len(states)}
    assert (len(states) < explorers.MOST_SHOWN) == ends
    for step in {1, len(states) // 2, len(states)}:
        i, w, wrong = states[step - 1]
        plane, race, counts = stepper.set(step=step).shown.panels
        assert plane.title.startswith(f"update {step} of {len(states)}")
        side = "1" if y[i] > 0 else "−1"
        place = with_minus(f"({X[i, 0]:.2f}, {X[i, 1]:.2f})")
        assert f"The point at {place} with y = {side} was missed" in stepper.said
        assert f"On the wrong side: {wrong} of {len(y)} points." in stepper.said
        np.testing.assert_array_equal(xy(plane.find("just added")), X[[i]])
        assert len(plane.find("wrong now").x) == wrong == counts.find(Points).y[0]
        np.testing.assert_allclose(race.find("length of w").y[-1], np.linalg.norm(w), rtol=1e-9)
        missed = np.unique([j for j, _, _ in states[:step]])
        np.testing.assert_array_equal(xy(plane.find("has been missed")), X[missed])
        grid = np.array([[explorers.TAUGHT_GRID.x[20], explorers.TAUGHT_GRID.y[40]]])
        run = stepper._lessons(kernel, stepper.values["gamma"], data, order, None)
        assert run.on_grid(step, explorers.TAUGHT_GRID)[40, 20] == pytest.approx(
            np.append(lift(grid), 1) @ w, rel=1e-9
        )


def test_the_line_before_the_update_is_that_of_the_step_before(stepper):
    stepper.set(data="irises", kernel="linear", order=0, step=7)
    _, states = taught(*explorers.TAUGHT_SETS["irises"](), lambda X: X)
    line = xy(stepper.shown.panels[0].find("before the update"))
    line = line[~np.isnan(line[:, 0])]
    np.testing.assert_allclose(np.column_stack([line, np.ones(len(line))]) @ states[5][1], 0, atol=1e-9)
    assert len(line) > 10
    assert not len(stepper.set(step=1).shown.panels[0].find("before the update").x)
    stepper.set(step=0)
    assert "each of the 100 points counts as missed" in stepper.said
    assert not len(stepper.shown.panels[0].find("wrong now").x)


def test_the_race_keeps_between_its_bounds(stepper):
    race = stepper.set(data="irises", kernel="linear", order=0, step=11).shown.panels[1]
    X, y = explorers.TAUGHT_SETS["irises"]()
    names = "length of w", "shadow of w on u", "√T R: w is no longer", "Tδ: its shadow is no shorter"
    length, shadow, longest, shortest = (race.find(name).y for name in names)
    assert (np.diff([shortest, shadow, length, longest], axis=0) >= -1e-9).all()
    machine = SVC(kernel="linear", C=1e6, tol=1e-6).fit(X, y)
    u = np.append(machine.coef_[0], machine.intercept_)
    u /= np.linalg.norm(u)
    P, states = taught(X, y, lambda X: X)
    np.testing.assert_allclose(shadow[1:], [w @ u for _, w, _ in states], rtol=1e-3)
    np.testing.assert_allclose(shortest[-1], 11 * (y * (P @ u)).min(), rtol=1e-3)


def test_without_a_street_there_is_no_shadow(stepper):
    for data, told, n_shown in (
        ("two groups", "no street is known", 0),
        ("irises", "at most 201 updates", 4),
    ):
        stepper.set(data=data, kernel="linear", order=0, step=3)
        assert told in stepper.said and len(stepper.shown.panels[1].find("shadow of w on u").x) == n_shown


def test_a_flower_carried_across_ends_the_end(stepper):
    stepper.set(data="irises", kernel="linear", order=0)
    own = rows(*explorers.TAUGHT_SETS["irises"]())
    own[0, :2] = (2.0, -1.0)
    stepper.set(points=own, order=3)
    held = stepper.shown.panels[0].find(Points)
    np.testing.assert_array_equal(np.column_stack([xy(held), held.classes]), own)
    assert "no street is known" in stepper.said
    assert "at most 201 updates" in stepper.set(points=None).said


def test_versicolor_and_virginica_cannot_be_separated():
    """Chapter 12 says so of the four measurements: no w and b have yᵢ(⟨w, xᵢ⟩ + b) ≥ 1."""
    iris = datasets.iris()
    for some, one, status in ((iris.y > 0, 2, 2), (iris.y >= 0, 0, 0)):
        sign = np.where(iris.y[some] == one, 1.0, -1.0)
        A = -sign[:, None] * np.column_stack([iris.X[some], np.ones(some.sum())])
        assert linprog(np.zeros(5), A, -np.ones(len(A)), bounds=(None, None)).status == status


def test_a_street_by_hand_is_as_wide_as_the_nearest_flowers_allow():
    explorer, iris = explorers.StreetByHandExplorer(), datasets.iris().columns("sepal length", "sepal width")
    two = iris.rows(iris.y < 2).standardized()
    for angle, shift in ((37, 0.4), (37, 0.15), (90, 0.0)):
        explorer.set(angle=angle, shift=shift)
        f = two.X @ [np.sin(np.radians(angle)), -np.cos(np.radians(angle))] - shift
        wrong = min(np.sum((f > 0) == two.y), np.sum((f > 0) != two.y))
        assert f"leaves {wrong} flower" in explorer.said
        assert wrong or f"street is {2 * np.abs(f).min():.2f} sd wide" in explorer.said
    widest = SVC(kernel="linear", C=1e6).fit(two.X, two.y).coef_[0]
    best = max(
        (explorer.set(angle=a, shift=s / 20).said for a in range(25, 60) for s in range(-4, 20)), key=_street
    )
    assert 0.9 * 2 / np.linalg.norm(widest) < _street(best) <= 2 / np.linalg.norm(widest) + 0.01


def _street(said):
    return float(said.split("street is ")[1].split(" sd")[0]) if "street is " in said else 0.0


@pytest.mark.parametrize("epsilon", [0.0, 5.0, 15.0])
def test_the_tube_is_the_one_of_scikit_learn(epsilon):
    explorer = explorers.TubeExplorer().set(epsilon=epsilon, C=1.0)
    minutes, wait = datasets.faithful().X.T
    x = (minutes - minutes.mean())[:, None] / minutes.std()
    peer = SVR(gamma=1.0, C=1.0, epsilon=epsilon, tol=1e-9).fit(x, wait)
    plane, by_miss = explorer.shown.panels
    curve, shown = plane.find("f"), by_miss.find(Points)
    at = (curve.x - minutes.mean())[:, None] / minutes.std()
    np.testing.assert_allclose(curve.y, peer.predict(at), atol=1e-3)
    np.testing.assert_allclose(plane.find("tube").y - curve.y, epsilon, atol=1e-12)
    beta = np.zeros(len(wait))
    beta[peer.support_] = peer.dual_coef_[0]
    np.testing.assert_allclose(np.sort(shown.y), np.sort(beta), atol=1e-2)
    assert plane.title == f"{np.count_nonzero(shown.y)} of 272 eruptions pull"
