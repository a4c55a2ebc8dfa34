import numpy as np
import pytest
from pictures import check_picture

from kernelcourse.drawing.figure_style import make_figure
from kernelcourse.svdd.figures import (
    accuracies,
    allowed_centers,
    ball_and_wrong_sides,
    balls_of_several_sets,
    draw_two_classes,
    say_two_classes,
    signed_weight_per_point,
    two_class_balls,
)
from kernelsy19 import datasets, svdd
from kernelsy19.kernels import RBF

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


def test_a_kernel_draws_the_ball_that_was_found_with_it(drawn):
    ours = {
        "two classes": two_class_balls(MOONS, {"C = 0.2": (SOLUTION, RBF(1.0))}),
        "several sets": balls_of_several_sets({"here": (X, SOLUTION, RBF(1.0))}),
    }
    for name, picture in ours.items():
        lines, known = (
            next(c.get_segments() for c in p.figure.axes[0].collections if c.get_label().startswith("R²"))
            for p in (picture, drawn[name])
        )
        assert lines
        for line, same in zip(lines, known, strict=True):
            np.testing.assert_allclose(line, same, atol=1e-9)


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


def test_arrows_run_from_the_surface_to_the_points_on_the_wrong_side():
    c, R2 = np.array([0.2, 0.5]), 0.7
    picture = ball_and_wrong_sides(X, Y, c, R2, title="by hand")
    check_picture(picture)
    xi = svdd.slacks(R2, ((X - c) ** 2).sum(axis=1), Y)
    (axes,) = picture.figure.axes
    arrows = [text for text in axes.texts if text.arrow_patch is not None]
    for arrow, i in zip(arrows, np.flatnonzero(xi), strict=True):
        np.testing.assert_array_equal(arrow.xy, X[i])
        assert np.linalg.norm(arrow.xyann - c) == pytest.approx(R2**0.5)
        assert Y[i] * (np.linalg.norm(X[i] - c) - R2**0.5) > 0
    told = [text.get_text() for text in axes.texts if text.arrow_patch is None]
    assert [float(text.removeprefix("ξ = ")) for text in told] == pytest.approx(xi[xi > 0], rel=5e-3)
    lost, caught = ((xi > 0) & (Y > 0)).sum(), ((xi > 0) & (Y < 0)).sum()
    assert f"{lost} of 30 targets outside, {caught} of 30 outliers inside" in picture.alt
    (disk,) = axes.patches
    assert disk.get_radius() == pytest.approx(R2**0.5)


def test_an_outlier_at_the_center_has_an_arrow_too():
    picture = ball_and_wrong_sides([[0.0, 0.0], [1.0, 0.0]], [-1, 1], [0.0, 0.0], 2.0)
    assert "0 of 1 target outside, 1 of 1 outlier inside" in picture.alt


def test_allowed_centers_are_those_that_no_point_forbids():
    points, signs = np.array([[-1.0, 0], [1, 0], [0, 1], [0, -1]]), np.array([1, 1, 1, -1])
    R2, rho = 2.3, 1.6
    picture = allowed_centers(points, signs, R2, rho, title="four points")
    check_picture(picture)
    assert picture.alt.startswith("Centers that 3 targets and 1 outlier allow (four points).")
    left, right = picture.figure.axes[:2]
    spots = np.random.default_rng(0).uniform(-1.4, 1.4, size=(400, 2))
    spots_and_radius = {left: np.full(400, R2), right: rho + (spots**2).sum(axis=1)}
    for axes, radius in spots_and_radius.items():
        d2 = ((spots[:, None] - points) ** 2).sum(axis=2)
        margins = (signs * (radius[:, None] - d2)).min(axis=1)
        filled = next(c for c in axes.collections if hasattr(c, "get_paths") and c.get_array() is not None)
        for spot, margin in zip(spots, margins, strict=True):
            if abs(margin) > 0.06:  # the grid is coarse
                assert any(path.contains_point(spot) for path in filled.get_paths()) == (margin > 0)
    # With the squared radius fixed, the allowed centers are not convex; with ρ fixed they are.
    assert svdd.slacks(R2, ((points - [0.4, 0.5]) ** 2).sum(axis=1), signs).max() == 0
    assert svdd.slacks(R2, ((points - [0.0, 0.5]) ** 2).sum(axis=1), signs).max() > 0
