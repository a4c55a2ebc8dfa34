import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from pictures import border, drawn_and_whole, says, xy
from refusals import refused

from kernelcourse.drawing.marks import Curve, Field, Image
from kernelcourse.kernels import figures
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Linear, Sigmoid, lift_to_paraboloid, squares
from kernelsy19.kernels import geometry as fs

CIRCLES = datasets.circles(60)
MOONS = datasets.moons(40)
X = CIRCLES.X
K = RBF(gamma=1.0)(X)


PICTURES = {
    "gram": lambda: figures.gram_matrix(
        {"RBF": K, "sigmoid": Sigmoid(1.0, -1.0)(X)}, CIRCLES.y, names=("out", "in")
    ),
    "kernel_values": lambda: figures.kernel_values({"RBF": RBF(1.0), "linear": Linear()}, [0.5, -1.0]),
    "spectrum": lambda: figures.spectrum(
        np.linalg.eigvalsh(Sigmoid(1.0, -1.0)(X)), log=True, title="sigmoid"
    ),
    "feature_planes": lambda: figures.feature_planes(
        CIRCLES, squares, line=([-1.0, -1.0], 0.6), title="rings"
    ),
    "two_means": lambda: figures.two_means(MOONS, title="moons"),
    "nearer_than_half": lambda: figures.nearer_than_half(
        MOONS, {"linear": Linear(), "RBF": RBF(1.0)}, title="near"
    ),
    "lift": lambda: figures.lift(CIRCLES, lift_to_paraboloid, plane=([0.0, 0.0, 1.0], -0.6), title="rings"),
}


drawn, test_pictures_are_whole = drawn_and_whole(PICTURES)


def test_gram_shows_the_matrix_on_a_scale_around_zero():
    S = Sigmoid(1.0, -1.0)(X)
    image = figures.gram_matrix(S).panels[0].find(Image)
    low, high = image.scale
    assert -low == high == np.abs(S).max()
    np.testing.assert_allclose(low + (high - low) * image.codes / 255, S, atol=(high - low) / 500)
    assert figures.gram_matrix(K).panels[0].find(Image).scale == (0, 1)
    assert figures.gram_matrix(np.zeros((2, 2))).panels[0].find(Image).scale == (0, 1)


def test_spectrum_marks_what_is_negative_beyond_rounding():
    panel = figures.spectrum(np.array([-1e-14, 3.0, -0.5, 1.0])).panels[0]
    assert panel.find("λ ≥ 0").y.tolist() == [3, 1, -1e-14] and panel.find("λ < 0").y.tolist() == [-0.5]


finite = st.floats(-2, 2).filter(lambda v: abs(v) > 1e-3)


@settings(max_examples=100, deadline=None)
@given(arrays(float, 3, elements=finite), st.floats(-1, 1))
def test_a_plane_is_cut_to_a_convex_polygon_of_the_box(w, b):
    low, high = np.array([-1.0, -2, 0]), np.array([1.0, 1, 0.5])
    corners = figures.plane_in_box(w, b, low, high)
    signs = np.sign([w @ np.where(bits, high, low) + b for bits in np.ndindex(2, 2, 2)])
    assert (len(corners) > 0) == (len(set(signs >= 0)) == 2)
    if len(corners) == 0:
        return
    assert 3 <= len(corners) <= 6
    np.testing.assert_allclose(corners @ w + b, 0, atol=1e-9)
    assert (corners >= low - 1e-9).all() and (corners <= high + 1e-9).all()
    sides = np.roll(corners, -1, axis=0) - corners
    turns = np.cross(sides, np.roll(sides, -1, axis=0)) @ w
    assert (turns >= -1e-9).all() or (turns <= 1e-9).all()


def test_a_level_plane_is_cut_to_the_rectangle_of_the_box():
    corners = figures.plane_in_box(np.array([0.0, 0, 2]), -1.0, np.zeros(3), np.ones(3))
    assert {tuple(corner) for corner in corners} == {(0, 0, 0.5), (0, 1, 0.5), (1, 0, 0.5), (1, 1, 0.5)}


def test_gram_says_the_means_within_and_between_classes(drawn):
    same = np.array([[a == b for b in CIRCLES.y] for a in CIRCLES.y])
    assert says(drawn["gram"].alt, K[same].mean())
    assert says(drawn["gram"].alt, K[~same].mean())


def test_gram_sorts_the_points_by_class():
    y = np.array([1, 0, 1, 0])
    G = np.arange(16.0).reshape(4, 4)
    image = figures.gram_matrix(G, y).panels[0].find(Image)
    sorted_ = G[np.ix_([1, 3, 0, 2], [1, 3, 0, 2])]
    np.testing.assert_allclose(image.codes / 17, sorted_)


def test_kernel_values_say_their_range():
    alt = figures.kernel_values(Linear(), [1.0, 0.0], reach=2.0).alt
    assert "from −1 to 3" in alt
    assert "x₀ = (1, 0)" in alt


def test_spectrum_says_whether_the_matrix_is_psd(drawn):
    values = np.linalg.eigvalsh(Sigmoid(1.0, -1.0)(X))
    n = int((values < -1e-10 * np.abs(values).max()).sum())
    assert f"{n} are negative, so the matrix is not positive semidefinite" in drawn["spectrum"].alt
    assert "none is negative" in figures.spectrum(np.linalg.eigvalsh(K)).alt


def test_the_line_there_is_the_curve_here(drawn):
    wrong = sum((0.6 - x[0] ** 2 - x[1] ** 2 > 0) != (y == 1) for x, y in zip(X, CIRCLES.y, strict=True))
    assert f"leaves {wrong} points on the wrong side" in drawn["feature_planes"].alt
    assert f"leaves {wrong} points on the wrong side" in drawn["lift"].alt
    here, there = drawn["feature_planes"].panels
    np.testing.assert_allclose((border(here.find(Field)) ** 2).sum(axis=1), 0.6, atol=2e-3)
    np.testing.assert_allclose(border(there.find(Field)).sum(axis=1), 0.6, atol=1e-3)


def test_the_line_between_two_means_is_as_far_from_both(drawn):
    means = np.array([MOONS.X[MOONS.y == label].mean(axis=0) for label in (0, 1)])
    (panel,) = drawn["two_means"].panels
    to_both = np.linalg.norm(border(panel.find(Field))[:, None] - means, axis=2)
    np.testing.assert_allclose(to_both[:, 0], to_both[:, 1], atol=1e-3)
    joining = panel.find(Curve)
    np.testing.assert_allclose(xy(joining), means)
    wrong = (np.linalg.norm(MOONS.X[:, None] - means, axis=2).argmin(axis=1) != MOONS.y).sum()
    assert f"{wrong} of 40 points are nearer to the mean of the other class" in drawn["two_means"].alt


def test_a_circle_is_drawn_as_a_circle_where_the_units_are_the_same(drawn):
    for name in ("feature_planes", "lift", "two_means"):
        assert drawn[name].panels[0].equal, name
    minutes_and_years = figures.two_means(X, CIRCLES.y, features=("a (min)", "b (years)"))
    assert not minutes_and_years.panels[0].equal


def test_planes_without_labels_say_how_many_are_positive():
    alt = figures.feature_planes(X, squares, line=([1.0, 1.0], -0.6)).alt
    assert f"{int(((X**2).sum(axis=1) > 0.6).sum())} of 60 points lie on the positive side" in alt
    assert "wrong" not in figures.feature_planes(X, squares).alt
    assert "wrong" not in figures.lift(X, lift_to_paraboloid).alt


test_bad_input_is_named = refused(
    (lambda: figures.kernel_values(RBF(1.0), [1, 2, 3]), "center"),
    (lambda: figures.lift(X, squares), "3 columns, got 2"),
    (lambda: figures.feature_planes(X, lift_to_paraboloid), "2 columns, got 3"),
    (lambda: figures.two_means(X), "two classes"),
    (lambda: figures.two_means(X, np.zeros(60)), "two classes, got 1"),
    (lambda: figures.spectrum([]), "eigenvalues must hold at least one number"),
    (lambda: figures.spectrum({"some": [1.0], "none": []}), "eigenvalues must hold at least one number"),
)


def test_half_of_the_points_are_nearer_than_the_thick_line(drawn):
    """The line of 0 goes round half of them, and in the plane it is a circle around the mean."""
    middle = MOONS.X.mean(axis=0)
    for panel, kernel in zip(drawn["nearer_than_half"].panels, (Linear(), RBF(1.0)), strict=True):
        (line,) = [mark for mark in panel.marks if getattr(mark, "levels", ()) == (0.0,)]
        corners = border(line)
        distances = fs.squared_distances_to_mean(kernel.diagonal(MOONS.X), kernel(MOONS.X), kernel(MOONS.X))
        on_line = fs.squared_distances_to_mean(
            kernel.diagonal(corners), kernel(corners, MOONS.X), kernel(MOONS.X)
        )
        assert np.median(distances) == pytest.approx(np.median(on_line), rel=0.02)
        if isinstance(kernel, Linear):
            radius = np.linalg.norm(corners - middle, axis=1)
            assert np.median(radius) == pytest.approx(np.sqrt(np.median(distances)), rel=0.02)
