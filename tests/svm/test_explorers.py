"""The explorers of chapter 12: a perceptron as loops teach it, a machine of the points that are there now, buttons."""

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.svm import SVC

from kernelsy19 import datasets
from kernelsy19.course.alive import CONTROLS
from kernelsy19.svm import settings
from kernelsy19.svm.explorers import (
    MOST_POINTS,
    MOST_SHOWN,
    POINT_SETS,
    TAUGHT_SETS,
    PerceptronStepper,
    PointSets,
    SoftMarginExplorer,
)


@pytest.fixture
def explorer():
    return SoftMarginExplorer()


def ringed(explorer):
    return np.column_stack(explorer.marks.rings.get_data())


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
    explorer.set(kernel=kernel, C=C, data="a group in a ring", x1=0.5, x2=-1.0)
    X, y = settings.group_in_ring()
    machine = SVC(C=C, tol=1e-9, **peer).fit(X, y)
    np.testing.assert_array_equal(ringed(explorer), X[np.sort(machine.support_)])
    assert explorer.title.get_text().startswith(f"{len(machine.support_)} support vectors")
    assert f"{(machine.predict(X) != y).sum()} error" in explorer.alt
    f = machine.decision_function([[0.5, -1.0]])[0]
    assert f"The pen (y = −1) is at (0.5, -1.0), where f is {float(f'{f:.3g}'):g};" in explorer.alt


def test_slack_hangs_from_the_edge_down_to_each_point_inside(explorer):
    explorer.set(C=1.0)
    X, y = settings.two_groups()
    machine = SVC(kernel="linear", C=1.0, tol=1e-9).fit(X, y)
    short = np.sort((y * machine.decision_function(X))[y * machine.decision_function(X) < 1 - 1e-6])
    _, heights = explorer.slack.get_data()
    tops, bottoms = heights[0::3], heights[1::3]
    assert (tops == 1).all()
    np.testing.assert_allclose(np.sort(bottoms)[: len(short)], short, atol=1e-4)


def test_buttons_add_move_take_away_and_bring_back(explorer):
    before, first = explorer.png, settings.two_groups()[0]
    explorer.set(x1=3.0, x2=-2.0, side="y = 1", point=1)
    explorer.buttons["add"].click()
    X, y = explorer.points["two groups"]
    assert len(X) == 31 and X[-1].tolist() == [3.0, -2.0] and y[-1] == 1
    assert "of 31 points" in explorer.alt
    explorer.buttons["move"].click()
    assert (
        explorer.points["two groups"][0][0].tolist() == [3.0, -2.0]
        and explorer.points["two groups"][1][0] == 1
    )
    explorer.set(point=31)
    explorer.buttons["remove"].click()
    assert len(explorer.points["two groups"][0]) == 30 and "of 30 points" in explorer.alt
    # Other sets have points of their own.
    explorer.set(data="two moons")
    assert "of 40 points" in explorer.alt
    explorer.set(data="two groups", x1=0.0, x2=0.0, side="y = −1", point=1)
    assert explorer.png != before
    explorer.buttons["reset"].click()
    np.testing.assert_array_equal(explorer.points["two groups"][0], first)
    assert explorer.png == before


def test_a_point_beyond_leaves_the_street_and_one_across_does_not(explorer):
    explorer.set(C=1.0, x1=3.5, x2=3.5, side="y = 1")
    street = [segment.copy() for segment in explorer.edges.get_segments()]
    explorer.buttons["add"].click()
    for old, new in zip(street, explorer.edges.get_segments(), strict=True):
        np.testing.assert_allclose(new, old, atol=1e-3)
    explorer.set(x1=-3.0, x2=-2.0)
    explorer.buttons["add"].click()
    moved = explorer.edges.get_segments()
    assert (
        len(moved) != len(street)
        or max(np.abs(a[0] - b[0]).max() for a, b in zip(street, moved, strict=True)) > 0.1
    )


def test_buttons_stand_beside_the_sliders_and_stop_with_them(explorer):
    rows = [child for child in explorer.view.children if CONTROLS in getattr(child, "_dom_classes", ())]
    assert [list(row.children) for row in rows] == [
        list(explorer.widgets.values()),
        list(explorer.buttons.values()),
    ]


def test_points_cannot_run_out_or_overflow():
    points = PointSets(POINT_SETS)
    name = "two groups"
    for _ in range(14):
        assert points.remove(name, 0)
    assert not points.remove(name, 0), "the last point of a class"
    assert not points.move(name, 0, (0, 0), 1.0), "the last point of a class changes sides"
    assert points.move(name, 0, (0, 0), -1.0)
    while len(points[name][1]) < MOST_POINTS:
        assert points.add(name, (1.0, 1.0), 1.0)
    assert not points.add(name, (1.0, 1.0), 1.0)
    assert points.reset(name) and len(points[name][1]) == 30


def test_it_says_that_a_class_needs_a_point(explorer):
    for _ in range(14):
        explorer.buttons["remove"].click()
    assert "A class needs a point" not in explorer.alt
    explorer.buttons["remove"].click()
    assert "A class needs a point" in explorer.alt and "of 16 points" in explorer.alt
    explorer.set(C=2.0)
    assert "A class needs a point" not in explorer.alt


# ---- the perceptron, update by update -----------------------------------------------------------


@pytest.fixture(scope="module")
def stepper():
    return PerceptronStepper()


def taught(X, y, lift):
    """Rosenblatt's rule in coordinates: the point, w and how many are wrong, after each update."""
    P = np.column_stack([lift(X), np.ones(len(X))])
    w, states, clean = np.zeros(P.shape[1]), [], False
    while not clean and len(states) < MOST_SHOWN:
        clean = True
        for i, point in enumerate(P):
            if y[i] * (w @ point) <= 0 and len(states) < MOST_SHOWN:
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
    X, y = TAUGHT_SETS[data]()
    if order:
        shuffled = np.random.default_rng(order).permutation(len(y))
        X, y = X[shuffled], y[shuffled]
    _, states = taught(X, y, lift)
    stepper.set(data=data, kernel=kernel, order=order)
    assert stepper.widgets["step"].max == len(states)
    assert (len(states) < MOST_SHOWN) == ends
    for step in {1, len(states) // 2, len(states)}:
        i, w, wrong = states[step - 1]
        stepper.set(step=step)
        assert f"update {step} of {len(states)}." in stepper.alt
        assert f"Point {i} (y = {'1' if y[i] > 0 else '−1'}) was missed" in stepper.alt
        assert f"{wrong} of {len(y)} points are on the wrong side" in stepper.alt
        np.testing.assert_array_equal(np.column_stack(stepper.frame.get_data()), X[[i]])
        assert len(np.column_stack(stepper.errors.get_data())) == wrong
        np.testing.assert_allclose(stepper.runners[0].get_ydata()[-1], np.linalg.norm(w), rtol=1e-9)
        grid = np.array([[stepper.grid.x[20], stepper.grid.y[70]]])
        shown = stepper._lessons(kernel, stepper.values["gamma"], data, order).on_grid(step, stepper.grid)
        np.testing.assert_allclose(shown[70, 20], np.append(lift(grid), 1) @ w, rtol=1e-9)


def test_the_race_keeps_between_its_bounds(stepper):
    stepper.set(data="irises", kernel="linear", order=0, step=11)
    X, y = TAUGHT_SETS["irises"]()
    (length, shadow), (longest, shortest) = (
        [line.get_ydata() for line in lines] for lines in (stepper.runners, stepper.bounds)
    )
    assert (
        (length <= longest + 1e-9).all()
        and (shadow >= shortest - 1e-9).all()
        and (shadow <= length + 1e-9).all()
    )
    machine = SVC(kernel="linear", C=1e6, tol=1e-9).fit(X, y)
    u = np.append(machine.coef_[0], machine.intercept_)
    u /= np.linalg.norm(u)
    P, states = taught(X, y, lambda X: X)
    np.testing.assert_allclose(shadow[1:], [w @ u for _, w, _ in states], rtol=1e-3)
    np.testing.assert_allclose(shortest[-1], 11 * (y * (P @ u)).min(), rtol=1e-3)


def test_without_a_street_there_is_no_shadow(stepper):
    stepper.set(data="two groups", kernel="linear", order=0)
    assert not stepper.runners[1].get_visible() and "no street is known" in stepper.alt
    stepper.set(data="irises")
    assert stepper.runners[1].get_visible() and "at most 201 updates" in stepper.alt


def test_versicolor_and_virginica_cannot_be_separated():
    """Chapter 12 says so of the four measurements: no w and b have yᵢ(⟨w, xᵢ⟩ + b) ≥ 1."""
    iris = datasets.iris()
    X, y = iris.X[iris.y > 0], np.where(iris.y[iris.y > 0] == 2, 1.0, -1.0)
    A = -y[:, None] * np.column_stack([X, np.ones(len(X))])
    assert linprog(np.zeros(5), A, -np.ones(100), bounds=(None, None)).status == 2
    setosa = np.where(iris.y == 0, 1.0, -1.0)
    B = -setosa[:, None] * np.column_stack([iris.X, np.ones(150)])
    assert linprog(np.zeros(5), B, -np.ones(150), bounds=(None, None)).status == 0
