import numpy as np
import pytest
from pictures import check_picture

from kernelsy19 import ball, datasets
from kernelsy19.ball.figures import (
    alpha_per_point,
    ball_in_plane,
    draw_history,
    draw_slack,
    draw_stems,
    slack_per_point,
    smo_history,
)
from kernelsy19.course.picture import make_figure
from kernelsy19.kernels import RBF

X = datasets.circles(60).X
K = RBF(gamma=1.0)(X)
SOLUTION = ball.solve_dual(K, nu=0.2)
HISTORY = [
    (s.objective, s.kkt_residual) for s in ball.smo_steps(2 * K, np.diag(K), 1 / 12, np.full(60, 1 / 60))
]


def above_the_axis(points):
    return points[:, 1] - 0.25


PICTURES = {
    "ball": lambda: ball_in_plane(
        X, SOLUTION.kinds, lambda P: ball.decision_function(RBF(1.0), X, SOLUTION, P), R2=SOLUTION.R2
    ),
    "slack_per_point": lambda: slack_per_point(SOLUTION.squared_distances, SOLUTION.R2, SOLUTION.kinds),
    "alpha_per_point": lambda: alpha_per_point(SOLUTION.alpha, SOLUTION.upper, SOLUTION.kinds),
    "smo_history": lambda: smo_history(*zip(*HISTORY, strict=True), title="SMO"),
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


def test_history_leaves_out_a_gap_of_zero(axes):
    right = make_figure().subplots()
    _, gap = draw_history(axes, right, np.array([1.0, 2]), np.array([0.1, 0.0]))
    assert np.isnan(gap.get_ydata()[1])
    assert right.get_yscale() == "log"


def test_ball_says_the_three_counts_and_the_radius(drawn):
    alpha, bound = SOLUTION.alpha, 1 / (0.2 * 60)
    out = sum(1 for a in alpha if a >= bound * (1 - 1e-8))
    zero = sum(1 for a in alpha if a <= bound * 1e-8)
    counts = f"{out} of 60 points outside the ball, {60 - out - zero} on its surface, {zero} inside"
    assert drawn["ball"].alt == f"Minimum-volume ball (R² = {SOLUTION.R2:.3g}): {counts}."
    assert f"R² = {SOLUTION.R2:.3g}" in drawn["ball"].figure.axes[0].get_title()


def test_slack_says_how_much_stands_out(drawn):
    beyond = SOLUTION.squared_distances - SOLUTION.R2
    alt = drawn["slack_per_point"].alt
    assert f"slack up to {beyond.max():.3g} and {beyond[beyond > 0].sum():.3g} in all" in alt
    assert f"R² = {SOLUTION.R2:.3g}" in alt
    assert slack_per_point(SOLUTION.squared_distances, SOLUTION.R2).alt == alt


def test_alpha_says_how_many_are_at_the_bound():
    alt = alpha_per_point([0, 0, 0.1, 0.4, 0.5], 0.5).alt
    assert "2 are zero, 2 lie between 0 and the bound 0.5, 1 at the bound" in alt


def test_alpha_can_be_shown_in_a_given_order():
    axes = alpha_per_point([0.1, 0.2, 0.3], 0.5, order=[2, 0, 1]).figure.axes[0]
    np.testing.assert_array_equal(axes.collections[1].get_offsets()[:, 1], [0.3, 0.1, 0.2])


def test_history_says_where_it_ends(drawn):
    assert len(HISTORY) > 5
    assert f"from {HISTORY[0][0]:.3g} to {SOLUTION.objective:.3g}" in drawn["smo_history"].alt


def test_smo_history_says_of_a_small_residual_what_is_the_same_on_each_machine():
    assert smo_history([1.0, 2.0], [0.5, 3.2e-7]).alt.endswith("from 0.5 to below 1e-06.")
    assert smo_history([1.0, 2.0], [0.5, 0.25]).alt.endswith("from 0.5 to 0.25.")
    assert smo_history([1.0, 2.0], [0.5, 0.0]).alt.endswith("from 0.5 to 0.")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ball_in_plane(X, SOLUTION.kinds[:5], above_the_axis), "kinds must hold 60"),
        (lambda: ball_in_plane(X, ["out"] * 60, above_the_axis), "kinds must hold 60"),
        (lambda: smo_history([1.0, 2.0], [1.0]), "kkt_residual"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
