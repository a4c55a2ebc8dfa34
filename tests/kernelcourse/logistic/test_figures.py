import numpy as np
import pytest
from pictures import border, drawn_and_whole, says

from kernelcourse.drawing.marks import Curve, Field, Points
from kernelcourse.drawing.scene import legend_of
from kernelcourse.logistic import figures
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
    "probabilities": lambda: figures.probabilities(MOONS, fitted, title="moons"),
    "sure": lambda: figures.probabilities(MOONS, sure),
    "panels": lambda: figures.probability_panels(
        {"a": (MOONS, fitted), "b": (datasets.circles(50), sure)}, title="both"
    ),
    "surprise": lambda: figures.surprise_per_point(SOLUTION.scores, SOLUTION.y),
    "price": lambda: figures.surprise_and_price(SOLUTION.scores, SOLUTION.y, title="prices"),
    "curves": lambda: figures.curve_panels(
        {
            "left": (np.arange(4.0), {"up": np.arange(4.0), "down": -np.arange(4.0)}, "x", "y"),
            "right": (np.arange(3.0), {"flat": np.ones(3), "square": np.arange(3.0) ** 2}, "u", "v"),
        },
        title="ideas",
    ),
    "one": lambda: figures.curve_panels({"alone": (np.arange(4.0), {"up": np.arange(4.0)}, "x", "y")}),
    "gaps": lambda: figures.closing_gaps(
        {"Newton": [10.0, 1e-3, 0.0], "box": [10.0, 7.0, 5.0, 4.0, 2.5]}, xlabel="steps", title="race"
    ),
    "epochs": lambda: figures.accuracy_over_epochs(
        {"x": dict(zip("abc", RUNS, strict=True)), "y": dict(zip("de", RUNS, strict=False))},
        marked=10,
        title="stopped",
    ),
    "newton": lambda: figures.parabolas_and_tangents(
        K, SOLUTION.theta, MOONS.y, 0.1, at=(0.0, 0.5), slopes=(0.3,)
    ),
    "draws": lambda: figures.accuracy_over_draws(DRAWS, published={"two": 70.0}, title="draws"),
}


drawn, test_pictures_are_whole = drawn_and_whole(PICTURES)


def test_the_boundary_lies_where_the_probability_is_one_half(drawn):
    (panel,) = drawn["probabilities"].panels
    for name, h in (("h = 1/2", 0.5), ("h = 0.1", 0.1), ("h = 0.9", 0.9)):
        line = panel.find(name)
        on_it = fitted(border(line))
        np.testing.assert_allclose(on_it, h, atol=0.02)


def test_shades_are_eighths_of_the_probability(drawn):
    shades = drawn["sure"].panels[0].find(Field)
    assert shades.reach == (0.5, 0.5) and shades.palette == "classes" and shades.levels == ()
    assert set(np.unique(shades.values)) == {-0.5, 0.5}


def test_it_is_said_how_many_points_lie_on_the_wrong_side(drawn):
    wrong = int(np.sum((SOLUTION.scores > 0) != (MOONS.y == 1)))
    assert f"{wrong} of 60 points on the wrong side" in drawn["probabilities"].alt
    wrong = int(np.sum((MOONS.X[:, 0] > 0.5) != (MOONS.y == 1)))
    assert f"{wrong} of 60 points on the wrong side" in drawn["sure"].alt
    assert drawn["panels"].alt.startswith("2 planes of probabilities (both). a: ")


def test_a_stroke_is_a_surprise(drawn):
    strokes = drawn["surprise"].panels[0].find("miss: |y − h|")
    np.testing.assert_allclose(strokes.y - strokes.base, -0.1 * SOLUTION.theta, atol=1e-5)
    assert says(drawn["surprise"].alt, SOLUTION.surprises.max())


def test_a_probability_costs_its_negative_logarithm(drawn):
    left, right = drawn["price"].panels
    assert len(left.find("miss: |y − h|").x) == 60
    for price, of in zip(right.marks, (lambda h: h, lambda h: 1 - h), strict=True):
        np.testing.assert_allclose(np.exp(-price.y), of(price.x))
    assert "(prices)" in drawn["price"].alt and "each falls from 5.3 to nearly 0" in drawn["price"].alt


def test_each_panel_has_its_own_curves_and_words(drawn):
    left, right = drawn["curves"].panels
    assert left.find("down").y.tolist() == [0, -1, -2, -3] and right.find("square").y.tolist() == [0, 1, 4]
    assert (right.x.label, right.y.label, right.title) == ("u", "v", "right")
    assert says(drawn["curves"].alt, 0, -3, 1)
    assert list(legend_of(drawn["curves"].scene)) == ["up", "down", "flat", "square"]
    assert len(drawn["one"].panels) == 1


def test_gaps_end_at_the_lowest_that_is_drawn(drawn):
    assert drawn["gaps"].panels[0].find("Newton").y.tolist() == [10, 1e-3, 1e-12]
    assert says(drawn["gaps"].alt, 10, 1e-6, 2, 10, 2.5, 4)


def test_areas_count_draws(drawn):
    dots = drawn["draws"].panels[0].find(Points)
    assert (dots.x.tolist(), dots.y.tolist()) == ([0, 0], [50, 100])
    assert dots.sizes[0] ** 2 == pytest.approx(2 * dots.sizes[1] ** 2)
    assert says(drawn["draws"].alt, 66.7, 50, 100, 58.3, 25, 75)


def test_epochs_are_said_for_each_panel(drawn):
    assert says(drawn["epochs"].alt, 60, 90, 60, 90, 60, 90, 60)


def test_parabolas_touch_and_tangents_lie_below(drawn):
    left, right = drawn["newton"].panels
    P, *parabolas = (curve.y for curve in left.marks)
    c = left.find(Curve).x
    for at, parabola in zip((0.0, 0.5), parabolas, strict=True):
        error = np.abs(parabola - P)
        assert error[np.abs(c - at) < 0.02].max() < 1e-3 < error[np.abs(c - at) > 0.3].max()
    price, tangent = (curve.y for curve in right.marks)
    tf = right.find(Curve).x
    assert (price >= tangent - 1e-12).all() and (price - tangent).min() < 1e-3
    np.testing.assert_allclose(np.diff(tangent) / np.diff(tf), -0.3)
