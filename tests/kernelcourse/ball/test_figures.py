import numpy as np
from pictures import drawn_and_whole, says, xy
from refusals import refused

from kernelcourse.ball.figures import ball_in_plane, ball_with_slack, circles_around, slack_and_weight
from kernelcourse.drawing.marks import Area, Curve, Points, Segments, Words
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


drawn, test_pictures_are_whole = drawn_and_whole(PICTURES)


def test_ball_says_the_three_counts_and_the_radius(drawn):
    alpha, bound = SOLUTION.alpha, 1 / (0.2 * 60)
    out = sum(1 for a in alpha if a >= bound * (1 - 1e-8))
    zero = sum(1 for a in alpha if a <= bound * 1e-8)
    counts = f"{out} of 60 points outside the ball, {60 - out - zero} on its surface, {zero} inside"
    assert drawn["ball"].alt == f"Minimum-volume ball (R² = {SOLUTION.R2:.3g}): {counts}."
    assert f"R² = {SOLUTION.R2:.3g}" in drawn["ball"].panels[0].title


def test_slack_and_weight_say_how_much_stands_out_and_how_many_weigh_what(drawn):
    beyond = (SOLUTION.squared_distances - SOLUTION.R2)[SOLUTION.outlier]
    alt = drawn["slack_and_weight"].alt
    assert says(alt, beyond.max(), beyond.sum())
    assert says(alt, SOLUTION.R2)
    assert says(alt, SOLUTION.inside.sum(), SOLUTION.surface.sum(), 0, 1 / 12, SOLUTION.outlier.sum())
    none = slack_and_weight([1.0, 2, 3], 3.0, [0, 0, 1.0], 2.0, ["inside", "inside", "surface"])
    assert "no slack" in none.alt


def test_both_rows_show_the_same_point_below_each_other_sorted_by_distance(drawn):
    above, below = (panel.find(Points) for panel in drawn["slack_and_weight"].panels)
    np.testing.assert_allclose(np.sort(above.y), above.y, atol=1e-5)
    pairs = {(round(d, 12), round(a, 12)) for d, a in zip(above.y, below.y, strict=True)}
    true = zip(SOLUTION.squared_distances, SOLUTION.alpha, strict=True)
    assert pairs == {(round(d, 12), round(a, 12)) for d, a in true}
    assert above.kind == below.kind


def test_an_arrow_leads_from_the_circle_to_each_point_outside_and_names_its_slack(drawn):
    (panel,) = drawn["ball_with_slack"].panels
    arrows = panel.find(Segments)
    feet, points = (xy(arrows)[k::2] for k in (0, 1))
    assert arrows.heads and len(points) == (SLACKS > 0).sum() > 5
    np.testing.assert_array_equal(points, X[SLACKS > 0])
    np.testing.assert_allclose(np.linalg.norm(feet - CENTER, axis=1), 1)
    beyond = np.linalg.norm(points - CENTER, axis=1) - 1
    np.testing.assert_allclose(np.linalg.norm(points - feet, axis=1), beyond)
    assert panel.find(Words, 1).text == tuple(f"ξ = {slack:.3g}" for slack in SLACKS[SLACKS > 0])
    alt = drawn["ball_with_slack"].alt
    assert f"{(SLACKS > 0).sum()} of 60 points lie outside" in alt and f"{SLACKS.max():.3g}" in alt
    assert "slacks" not in ball_with_slack(X, CENTER, 100.0).alt


def test_the_disk_is_what_the_circle_holds(drawn):
    disk = drawn["ball_with_slack"].panels[0].find(Area)
    for height in (disk.y, disk.base):
        np.testing.assert_allclose(np.hypot(disk.x - CENTER[0], height - CENTER[1]), 1)


def test_circles_are_round_whole_and_named(drawn):
    (panel,) = drawn["circles_around"].panels
    assert panel.equal and panel.x.range[0] < -2 and panel.x.range[1] > 3
    for name, c, R in (("small", (0, 0), 1.2), ("large", (0.5, 0), 2.5)):
        round_about = panel.find(name)
        assert isinstance(round_about, Curve)
        np.testing.assert_allclose(np.hypot(round_about.x - c[0], round_about.y - c[1]), R)
    assert says(drawn["circles_around"].alt, 1.2, 0, 0, 2.5, 0.5, 0)


test_bad_input_is_named = refused(
    (lambda: ball_in_plane(X, SOLUTION.kinds[:5], above_the_axis), "kinds must hold 60"),
    (lambda: ball_in_plane(X, ["out"] * 60, above_the_axis), "kinds must hold 60"),
    (lambda: slack_and_weight([1.0, 2], 1.0, [1.0], 1.0, ["inside", "inside"]), "alpha"),
    (lambda: slack_and_weight([1.0, 2], 1.0, [1.0, 0], 1.0, ["inside"]), "kinds must hold 2"),
    (lambda: ball_with_slack(X, [0, 0, 0], 1.0), "c must"),
    (lambda: ball_with_slack(X, [0, 0], 0.0), "R2 must be a number in"),
)
