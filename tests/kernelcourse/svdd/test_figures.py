import numpy as np
import pytest
from pictures import check_picture, drawn_and_whole, says, xy

from kernelcourse.drawing.marks import Area, Field, Points, Segments, Words
from kernelcourse.svdd import figures
from kernelsy19 import datasets, svdd
from kernelsy19.kernels import RBF

MOONS = datasets.moons(60, noise=0.3, rng=0)
X, Y = MOONS.X, np.where(MOONS.y == 0, 1.0, -1.0)
SOLUTION = svdd.solve_dual(RBF(1.0)(X), Y, 0.2)


def depth(P):
    return svdd.decision_function(RBF(1.0), X, SOLUTION, P)


PICTURES = {
    "two classes": lambda: figures.two_class_balls(MOONS, {"C = 0.2": (SOLUTION, depth)}, title="moons"),
    "several sets": lambda: figures.balls_of_several_sets({"here": (X, SOLUTION, depth)}),
    "weights": lambda: figures.signed_weight_per_point(SOLUTION, title="weights"),
    "accuracies": lambda: figures.accuracies(
        {"SVM": (np.array([90.0, 80, 100]), 95.0), "SVDD": (np.array([50.0, 60]), None)}
    ),
}


drawn, test_pictures_are_whole = drawn_and_whole(PICTURES)


def test_a_kernel_draws_the_ball_that_was_found_with_it(drawn):
    ours = {
        "two classes": figures.two_class_balls(MOONS, {"C = 0.2": (SOLUTION, RBF(1.0))}),
        "several sets": figures.balls_of_several_sets({"here": (X, SOLUTION, RBF(1.0))}),
    }
    for name, picture in ours.items():
        one, known = (p.panels[0].find(Field) for p in (picture, drawn[name]))
        np.testing.assert_allclose(one.values, known.values, atol=1e-9)


def test_what_is_said_is_counted():
    lost = int((SOLUTION.misplaced & (Y > 0)).sum())
    caught = int((SOLUTION.misplaced & (Y < 0)).sum())
    said = figures.say_two_classes(Y, SOLUTION.inside, SOLUTION.surface, SOLUTION.misplaced)
    assert f"{SOLUTION.inside.sum()} points in the ball, {SOLUTION.surface.sum()} on its surface" in said
    assert says(said, lost, 30, caught, 30)
    none = np.zeros(3, dtype=bool)
    assert figures.say_two_classes(np.ones(3), ~none, none, none).endswith("0 of 3 targets outside")


def test_marks_are_where_the_points_are():
    classes, surface, misplaced = figures.two_classes(X, Y, SOLUTION.surface, SOLUTION.misplaced)
    for mark, places in ((classes, X), (surface, X[SOLUTION.surface]), (misplaced, X[SOLUTION.misplaced])):
        np.testing.assert_array_equal(xy(mark), places)
    assert classes.kind == tuple("class 0" if sign > 0 else "class 1" for sign in Y)


def test_targets_weigh_upward_and_outliers_downward(drawn):
    points = drawn["weights"].panels[0].find(Points)
    np.testing.assert_allclose(points.y, SOLUTION.alpha * Y)
    assert (points.x[SOLUTION.misplaced & (Y > 0)] < 0).all()


def test_accuracies_say_their_numbers(drawn):
    assert says(drawn["accuracies"].alt, 80, 100, 90.0, 95, 50, 60, 55.0)


def test_arrows_run_from_the_surface_to_the_points_on_the_wrong_side():
    c, R2 = np.array([0.2, 0.5]), 0.7
    picture = check_picture(figures.ball_and_wrong_sides(X, Y, c, R2, title="by hand"))
    xi = svdd.slacks(R2, ((X - c) ** 2).sum(axis=1), Y)
    (panel,) = picture.panels
    arrows, wrong = panel.find(Segments), np.flatnonzero(xi)
    feet, tips = (xy(arrows)[k::2] for k in (0, 1))
    np.testing.assert_array_equal(tips, X[wrong])
    np.testing.assert_allclose(np.linalg.norm(feet - c, axis=1), R2**0.5)
    assert (Y[wrong] * (np.linalg.norm(tips - c, axis=1) - R2**0.5) > 0).all()
    told = panel.find(Words).text
    assert [float(text.removeprefix("ξ = ")) for text in told] == pytest.approx(xi[wrong], rel=5e-3)
    lost, caught = ((xi > 0) & (Y > 0)).sum(), ((xi > 0) & (Y < 0)).sum()
    assert says(picture.alt, lost, 30, caught, 30)
    disk = panel.find(Area)
    np.testing.assert_allclose(np.hypot(disk.x - c[0], disk.y - c[1]), R2**0.5)


def test_an_outlier_at_the_center_has_an_arrow_too():
    picture = figures.ball_and_wrong_sides([[0.0, 0.0], [1.0, 0.0]], [-1, 1], [0.0, 0.0], 2.0)
    assert says(picture.alt, 0, 1, 1, 1)


def test_allowed_centers_are_those_that_no_point_forbids():
    points, signs = np.array([[-1.0, 0], [1, 0], [0, 1], [0, -1]]), np.array([1, 1, 1, -1])
    R2, rho = 2.3, 1.6
    picture = check_picture(figures.allowed_centers(points, signs, R2, rho, title="four points"))
    assert picture.alt.startswith("Centers that 3 targets and 1 outlier allow (four points).")
    for panel in picture.panels:
        allowed = panel.find(Field)
        spots = np.stack(
            np.meshgrid(*(np.linspace(*allowed.extent[k : k + 2], 300) for k in (0, 2))), axis=-1
        ).reshape(-1, 2)
        radius = R2 if panel is picture.panels[0] else rho + (spots**2).sum(axis=1)
        d2 = ((spots[:, None] - points) ** 2).sum(axis=2)
        margins = (signs * (np.reshape(radius, (-1, 1)) - d2)).min(axis=1)
        np.testing.assert_array_equal(allowed.values.ravel() > 0, margins > 0)
    # With the squared radius fixed, the allowed centers are not convex; with ρ fixed they are.
    assert svdd.slacks(R2, ((points - [0.4, 0.5]) ** 2).sum(axis=1), signs).max() == 0
    assert svdd.slacks(R2, ((points - [0.0, 0.5]) ** 2).sum(axis=1), signs).max() > 0
