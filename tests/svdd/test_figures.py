import numpy as np
import pytest
from pictures import check_picture

from kernelsy19 import datasets, svdd
from kernelsy19.course.picture import make_figure
from kernelsy19.kernels import RBF
from kernelsy19.svdd.figures import (
    accuracies,
    balls_of_several_sets,
    draw_two_classes,
    say_two_classes,
    signed_weight_per_point,
    two_class_balls,
)

MOONS = datasets.moons(60, noise=0.3, rng=0)
X, Y = MOONS.X, np.where(MOONS.y == 0, 1.0, -1.0)
SOLUTION = svdd.solve_dual(RBF(1.0)(X), Y, 0.2)


def depth(P):
    return svdd.decision_function(RBF(1.0), X, SOLUTION, P)


PICTURES = {
    "two classes": lambda: two_class_balls(MOONS, {"C = 0.2": (SOLUTION, depth)}, title="moons"),
    "several sets": lambda: balls_of_several_sets({"here": (X, SOLUTION, depth)}),
    "weights": lambda: signed_weight_per_point(SOLUTION, title="weights"),
    "accuracies": lambda: accuracies(
        {"SVM": (np.array([90.0, 80, 100]), 95.0), "SVDD": (np.array([50.0, 60]), None)}
    ),
}


@pytest.fixture(scope="module")
def drawn():
    return {name: make() for name, make in PICTURES.items()}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_whole(drawn, name):
    check_picture(drawn[name])


def test_what_is_said_is_counted():
    lost = int((SOLUTION.misplaced & (Y > 0)).sum())
    caught = int((SOLUTION.misplaced & (Y < 0)).sum())
    said = say_two_classes(Y, SOLUTION.inside, SOLUTION.surface, SOLUTION.misplaced)
    assert f"{SOLUTION.inside.sum()} points in the ball, {SOLUTION.surface.sum()} on its surface" in said
    assert f"{lost} of 30 targets outside, {caught} of 30 outliers inside" in said
    none = np.zeros(3, dtype=bool)
    assert say_two_classes(np.ones(3), ~none, none, none).endswith("0 of 3 targets outside")


def test_marks_are_where_the_points_are():
    axes = make_figure().subplots()
    draw_two_classes(axes, X, Y, SOLUTION.surface, SOLUTION.misplaced)
    by_label = {c.get_label(): c.get_offsets() for c in axes.collections}
    np.testing.assert_array_equal(by_label["target"], X[Y > 0])
    np.testing.assert_array_equal(by_label["outlier"], X[Y < 0])
    np.testing.assert_array_equal(by_label["on the surface"], X[SOLUTION.surface])
    np.testing.assert_array_equal(by_label["on the wrong side"], X[SOLUTION.misplaced])


def test_targets_weigh_upward_and_outliers_downward(drawn):
    axes = drawn["weights"].figure.axes[0]
    by_label = {c.get_label(): c.get_offsets() for c in axes.collections}
    np.testing.assert_allclose(by_label["target"][:, 1], SOLUTION.alpha[Y > 0])
    np.testing.assert_allclose(by_label["outlier"][:, 1], -SOLUTION.alpha[Y < 0])
    misplaced = by_label["target"][SOLUTION.misplaced[Y > 0], 0]
    assert (misplaced < 0).all()


def test_accuracies_say_their_numbers(drawn):
    assert "SVM: 80 to 100, mean 90.0, published 95. SVDD: 50 to 60, mean 55.0." in drawn["accuracies"].alt
