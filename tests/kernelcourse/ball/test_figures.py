import numpy as np
import pytest
from pictures import check_picture

from kernelcourse.ball.figures import (
    ball_in_plane,
    ball_with_slack,
    circles_around,
    draw_slack,
    draw_stems,
    slack_and_weight,
)
from kernelcourse.drawing.figure_style import make_figure
from kernelsy19 import ball, datasets
from kernelsy19.kernels import RBF

X = datasets.circles(60).X
K = RBF(gamma=1.0)(X)
SOLUTION = ball.solve_dual(K, nu=0.2)
CENTER, R2 = np.array([0.2, -0.1]), 1.0
SLACKS = np.array([max(0.0, (x - 0.2) ** 2 + (y + 0.1) ** 2 - 1) for x, y in X])


def above_the_axis(points):
    return points[:, 1] - 0.25


PICTURES = {
    "ball": lambda: ball_in_plane(
        X, SOLUTION.kinds, lambda P: ball.decision_function(RBF(1.0), X, SOLUTION, P), R2=SOLUTION.R2
    ),
    "slack_and_weight": lambda: slack_and_weight(
        SOLUTION.squared_distances, SOLUTION.R2, SOLUTION.alpha, SOLUTION.upper, SOLUTION.kinds
    ),
    "ball_with_slack": lambda: ball_with_slack(X, CENTER, R2),
    "circles_around": lambda: circles_around(X, {"small": ([0, 0], 1.2), "large": ([0.5, 0], 2.5)}),
}


@pytest.fixture(scope="module")
def drawn():
    return {name: make() for name, make in PICTURES.items()}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_whole(drawn, name):
    check_picture(drawn[name])


@pytest.fixture
def axes():
    return make_figure().subplots()


def test_stems_need_no_kinds(axes):
    draw_stems(axes, np.array([1.0, 2]))
    draw_slack(axes, np.array([1.0, 2]), 1.5)
    np.testing.assert_array_equal(axes.collections[1].get_offsets(), [[1, 1], [2, 2]])


def test_ball_says_the_three_counts_and_the_radius(drawn):
    alpha, bound = SOLUTION.alpha, 1 / (0.2 * 60)
    out = sum(1 for a in alpha if a >= bound * (1 - 1e-8))
    zero = sum(1 for a in alpha if a <= bound * 1e-8)
    counts = f"{out} of 60 points outside the ball, {60 - out - zero} on its surface, {zero} inside"
    assert drawn["ball"].alt == f"Minimum-volume ball (R² = {SOLUTION.R2:.3g}): {counts}."
    assert f"R² = {SOLUTION.R2:.3g}" in drawn["ball"].figure.axes[0].get_title()


def test_slack_and_weight_say_how_much_stands_out_and_how_many_weigh_what(drawn):
    beyond = (SOLUTION.squared_distances - SOLUTION.R2)[SOLUTION.outlier]
    alt = drawn["slack_and_weight"].alt
    assert f"slack up to {beyond.max():.3g}, {beyond.sum():.3g} in all" in alt
    assert f"R² = {SOLUTION.R2:.3g}" in alt
    n_inside, n_surface, n_outlier = (
        int(kind.sum()) for kind in (SOLUTION.inside, SOLUTION.surface, SOLUTION.outlier)
    )
    assert f"{n_inside} are zero, {n_surface} lie between 0 and the bound {1 / 12:.3g}, {n_outlier} at" in alt
    none = slack_and_weight([1.0, 2, 3], 3.0, [0, 0, 1.0], 2.0, ["inside", "inside", "surface"])
    assert "no slack" in none.alt


def test_both_rows_show_the_same_point_below_each_other_sorted_by_distance(drawn):
    above, below = drawn["slack_and_weight"].figure.axes
    rows = [np.concatenate([c.get_offsets() for c in axes.collections[1:]]) for axes in (above, below)]
    distances, weights = (row[np.argsort(row[:, 0]), 1] for row in rows)
    np.testing.assert_allclose(np.sort(distances), distances, atol=1e-5)
    pairs = {(round(d, 12), round(a, 12)) for d, a in zip(distances, weights, strict=True)}
    true = zip(SOLUTION.squared_distances, SOLUTION.alpha, strict=True)
    assert pairs == {(round(d, 12), round(a, 12)) for d, a in true}


def test_an_arrow_leads_from_the_circle_to_each_point_outside_and_names_its_slack(drawn):
    axes = drawn["ball_with_slack"].figure.axes[0]
    arrows = [t for t in axes.texts if t.arrow_patch is not None and np.any((X == t.xy).all(axis=1))]
    assert len(arrows) == (SLACKS > 0).sum() > 5
    for arrow in arrows:
        foot = np.array(arrow.xyann)
        np.testing.assert_allclose(np.linalg.norm(foot - CENTER), 1)
        point = np.array(arrow.xy)
        np.testing.assert_allclose(np.linalg.norm(point - foot), np.linalg.norm(point - CENTER) - 1)
    named = sorted(t.get_text() for t in axes.texts if t.get_text().startswith("ξ"))
    assert named == sorted(f"ξ = {slack:.3g}" for slack in SLACKS[SLACKS > 0])
    alt = drawn["ball_with_slack"].alt
    assert f"{(SLACKS > 0).sum()} of 60 points lie outside" in alt and f"{SLACKS.max():.3g}" in alt
    assert "slacks" not in ball_with_slack(X, CENTER, 100.0).alt


def test_circles_are_round_whole_and_named(drawn):
    axes = drawn["circles_around"].figure.axes[0]
    assert axes.get_aspect() == 1
    left, right = axes.get_xlim()
    assert left < -2 and right > 3
    assert [(tuple(p.center), p.radius) for p in axes.patches] == [((0, 0), 1.2), ((0.5, 0), 2.5)]
    assert "small: radius 1.2 around (0, 0); large: radius 2.5 around (0.5, 0)" in drawn["circles_around"].alt


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ball_in_plane(X, SOLUTION.kinds[:5], above_the_axis), "kinds must hold 60"),
        (lambda: ball_in_plane(X, ["out"] * 60, above_the_axis), "kinds must hold 60"),
        (lambda: slack_and_weight([1.0, 2], 1.0, [1.0], 1.0, ["inside", "inside"]), "alpha"),
        (lambda: slack_and_weight([1.0, 2], 1.0, [1.0, 0], 1.0, ["inside"]), "kinds must hold 2"),
        (lambda: ball_with_slack(X, [0, 0, 0], 1.0), "c must"),
        (lambda: ball_with_slack(X, [0, 0], 0.0), "R2 must be a number in"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
