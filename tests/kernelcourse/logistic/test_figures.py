import numpy as np
import pytest
from pictures import check_picture

from kernelcourse.logistic.figures import (
    accuracy_over_draws,
    accuracy_over_epochs,
    closing_gaps,
    curve_panels,
    draw_probability,
    parabolas_and_tangents,
    probabilities,
    probability_panels,
    surprise_and_price,
    surprise_per_point,
)
from kernelsy19 import datasets, logistic
from kernelsy19.kernels import RBF

MOONS = datasets.moons(60, noise=0.2)
K = RBF(2.0)(MOONS.X)
SOLUTION = logistic.certify(K, MOONS.y, 0.1, logistic.plain_newton(K, MOONS.y, 0.1))


def fitted(P):
    return logistic.probability(RBF(2.0)(P, MOONS.X) @ SOLUTION.theta)


def sure(P):
    return (P[:, 0] > 0.5).astype(float)


DRAWS = {"one": np.array([50.0, 50.0, 100.0]), "two": np.array([25.0, 75.0, 75.0])}
RUNS = [(np.array([1.0, 10.0, 100.0]), np.array([60.0, 70.0 + k, 90.0])) for k in range(3)]
PICTURES = {
    "probabilities": lambda: probabilities(MOONS, fitted, title="moons"),
    "sure": lambda: probabilities(MOONS, sure),
    "panels": lambda: probability_panels(
        {"a": (MOONS, fitted), "b": (datasets.circles(50), sure)}, title="both"
    ),
    "surprise": lambda: surprise_per_point(SOLUTION.scores, SOLUTION.y),
    "price": lambda: surprise_and_price(SOLUTION.scores, SOLUTION.y, title="prices"),
    "curves": lambda: curve_panels(
        {
            "left": (np.arange(4.0), {"up": np.arange(4.0), "down": -np.arange(4.0)}, "x", "y"),
            "right": (np.arange(3.0), {"flat": np.ones(3), "square": np.arange(3.0) ** 2}, "u", "v"),
        },
        title="ideas",
    ),
    "one": lambda: curve_panels({"alone": (np.arange(4.0), {"up": np.arange(4.0)}, "x", "y")}),
    "gaps": lambda: closing_gaps(
        {"Newton": [10.0, 1e-3, 0.0], "box": [10.0, 7.0, 5.0, 4.0, 2.5]},
        xlabel="steps",
        title="race",
    ),
    "epochs": lambda: accuracy_over_epochs(
        {"x": dict(zip("abc", RUNS, strict=True)), "y": dict(zip("de", RUNS, strict=False))},
        marked=10,
        title="stopped",
    ),
    "newton": lambda: parabolas_and_tangents(K, SOLUTION.theta, MOONS.y, 0.1, at=(0.0, 0.5), slopes=(0.3,)),
    "draws": lambda: accuracy_over_draws(DRAWS, published={"two": 70.0}, title="draws"),
}


@pytest.fixture(scope="module")
def drawn():
    return {name: make() for name, make in PICTURES.items()}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_whole(drawn, name):
    check_picture(drawn[name])


def test_the_boundary_lies_where_the_probability_is_one_half(drawn):
    lines = drawn["probabilities"].figure.axes[0].collections
    (boundary,) = [line for line in lines if line.get_label() == "h = 1/2"]
    on_it = fitted(np.concatenate(boundary.get_segments()))
    np.testing.assert_allclose(on_it, 0.5, atol=0.02)
    (thin,) = [line for line in lines if line.get_label() == "h = 0.1 and 0.9"]
    np.testing.assert_allclose(fitted(np.concatenate(thin.get_segments())), 0.1, atol=0.02)


def test_it_is_said_how_many_points_lie_on_the_wrong_side(drawn):
    wrong = int(np.sum((SOLUTION.scores > 0) != (MOONS.y == 1)))
    assert f"{wrong} of 60 points on the wrong side" in drawn["probabilities"].alt
    wrong = int(np.sum((MOONS.X[:, 0] > 0.5) != (MOONS.y == 1)))
    assert f"{wrong} of 60 points on the wrong side" in drawn["sure"].alt
    assert drawn["panels"].alt.startswith("2 planes of probabilities (both). a: ")


def test_a_stroke_is_a_surprise(drawn):
    (strokes,) = [c for c in drawn["surprise"].figure.axes[0].collections if c.get_label() == "miss: y − h"]
    ends = np.array(strokes.get_segments())
    np.testing.assert_allclose(ends[:, 1, 1] - ends[:, 0, 1], -0.1 * SOLUTION.theta, atol=1e-5)
    assert f"the longest stroke is {SOLUTION.surprises.max():.3g}" in drawn["surprise"].alt


def test_a_probability_costs_its_negative_logarithm(drawn):
    left, right = drawn["price"].figure.axes
    (strokes,) = [c for c in left.collections if c.get_label() == "miss: y − h"]
    assert len(strokes.get_segments()) == 60
    for line, of in zip(right.lines, (lambda h: h, lambda h: 1 - h), strict=True):
        h, price = line.get_data()
        np.testing.assert_allclose(np.exp(-price), of(h))
    assert "(prices)" in drawn["price"].alt and "each falls from 5.3 to nearly 0" in drawn["price"].alt


def test_each_panel_has_its_own_curves_and_words(drawn):
    left, right = drawn["curves"].figure.axes
    np.testing.assert_array_equal(left.lines[1].get_ydata(), [0, -1, -2, -3])
    np.testing.assert_array_equal(right.lines[1].get_ydata(), [0, 1, 4])
    assert (right.get_xlabel(), right.get_ylabel(), right.get_title()) == ("u", "v", "right")
    assert "left, down: from 0 at the left to −3; right, flat: from 1" in drawn["curves"].alt
    (legend,) = drawn["curves"].figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["up", "down", "flat", "square"]
    assert len(drawn["one"].figure.axes) == 1


def test_gaps_end_at_the_lowest_that_is_drawn(drawn):
    newton, _ = drawn["gaps"].figure.axes[0].lines
    np.testing.assert_allclose(newton.get_ydata(), [10, 1e-3, 1e-12])
    assert "Newton from 10 to below 1e−6 in 2; box from 10 to 2.5 in 4" in drawn["gaps"].alt


def test_areas_count_draws(drawn):
    dots = drawn["draws"].figure.axes[0].collections[0]
    np.testing.assert_allclose(dots.get_offsets(), [[0, 50], [0, 100]])
    assert dots.get_sizes()[0] == pytest.approx(2 * dots.get_sizes()[1])
    assert "one: mean 66.7, from 50 to 100; two: mean 58.3, from 25 to 75" in drawn["draws"].alt


def test_epochs_are_said_for_each_panel(drawn):
    assert "x: a from 60 to 90; b from 60 to 90; c from 60 to 90. y: d from 60" in drawn["epochs"].alt


def test_the_legend_of_epochs_names_each_line_with_its_family(drawn):
    (legend,) = drawn["epochs"].figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["x, a", "x, b", "x, c", "y, d", "y, e"]


def test_shades_are_eighths():
    from kernelcourse.drawing.data_planes import Grid
    from kernelcourse.drawing.figure_style import make_figure

    grid = Grid(np.linspace(0, 1, 50), np.linspace(0, 1, 50))
    shades = draw_probability(make_figure().subplots(), grid, np.tile(grid.x, (50, 1)))
    np.testing.assert_allclose(shades.levels, np.linspace(0, 1, 9))


def test_parabolas_touch_and_tangents_lie_below(drawn):
    left, right = drawn["newton"].figure.axes[:2]
    P, *parabolas = (line.get_ydata() for line in left.lines)
    c = left.lines[0].get_xdata()
    for at, parabola in zip((0.0, 0.5), parabolas, strict=True):
        error = np.abs(parabola - P)
        assert error[np.abs(c - at) < 0.02].max() < 1e-3 < error[np.abs(c - at) > 0.3].max()
    price, tangent = (line.get_ydata() for line in right.lines)
    tf = right.lines[0].get_xdata()
    assert (price >= tangent - 1e-12).all() and (price - tangent).min() < 1e-3
    np.testing.assert_allclose(np.diff(tangent) / np.diff(tf), -0.3)
