"""The pictures of chapter 10 show, and say, what was computed."""

import numpy as np
import pytest
from pictures import check_picture, xy

from kernelcourse.drawing.marks import Curve, Points
from kernelcourse.ridge import figures
from kernelsy19 import datasets, ridge
from kernelsy19.kernels import RBF


def test_sums_are_those_of_their_parts():
    places, alpha = np.array([0.0, 1.0]), np.array([2.0, -1.0])
    picture = figures.sums_of_kernel_functions(
        {"two": (RBF(1.0), places, alpha), "one": (RBF(1.0), places, alpha * [1, 0])}
    )
    check_picture(picture)
    panel = picture.panels[0]
    parts, whole, values = panel.find(Curve), panel.find("f, their sum"), panel.find("values at the points")
    np.testing.assert_allclose(whole.y, parts.y.reshape(2, -1)[:, :-1].sum(axis=0))
    np.testing.assert_allclose(values.x, places)
    np.testing.assert_allclose(values.y, [2 - np.exp(-1), 2 * np.exp(-1) - 1])
    assert "2 sums" in picture.alt and "one: from" in picture.alt


def test_values_are_marked_where_they_are_asked_for():
    function = (RBF(1.0), np.array([0.0, 1.0]), np.array([2.0, -1.0]))
    picture = figures.sums_of_kernel_functions({"two": function}, at=[0.5])
    values = picture.panels[0].find("values at the points")
    assert values.x.tolist() == [0.5]
    np.testing.assert_allclose(values.y, np.exp(-0.25))


def test_norms_are_said_in_the_titles():
    function = (RBF(1.0), np.array([0.0, 1.0]), np.array([20.0, -10.0]))
    picture = check_picture(figures.sums_of_kernel_functions({"two": function}, norms=True))
    square = 400 + 100 - 2 * 200 * np.exp(-1)
    assert picture.panels[0].title == f"two: ‖f‖² = {square:.0f}"


def test_one_point_is_left_out():
    data = datasets.faithful().rows(slice(0, 12))
    picture = figures.one_left_out(
        data, 5, lambda z: 60 + z[:, 0], lambda z: 50 + 10 * z[:, 0], title="twelve"
    )
    check_picture(picture)
    (panel,) = picture.panels

    def places(name):
        mark = panel.find(name)
        return xy(mark)

    np.testing.assert_array_equal(places("the point that is left out"), data.X[5:6])
    np.testing.assert_array_equal(places("the others"), np.delete(data.X, 5, axis=0))
    z = panel.find("fit to all").x
    np.testing.assert_allclose(places("fit to all")[:, 1], 60 + z)
    np.testing.assert_allclose(places("fit without it")[:, 1], 50 + 10 * z)
    np.testing.assert_allclose(places("what the others predict"), [[data.X[5, 0], 50 + 10 * data.X[5, 0]]])
    assert "12 points (twelve)" in picture.alt
    with pytest.raises(ValueError, match="i must be"):
        figures.one_left_out(data, 12, lambda z: z[:, 0], lambda z: z[:, 0])


def test_fits_are_drawn_in_units_of_the_data():
    faithful = datasets.faithful()
    picture = check_picture(figures.fits(faithful, {"double": lambda z: 10 + 20 * z[:, 0]}, title="a line"))
    line = picture.panels[0].find(Curve)
    np.testing.assert_allclose(line.y, 10 + 20 * line.x)
    np.testing.assert_array_equal(line.x, figures.places_along(faithful.X[:, 0]))
    assert picture.panels[0].x.label == "eruptions (min)"


def test_modes_are_shrunk_by_their_shares():
    x = np.random.default_rng(0).normal(size=30)
    values, V = np.linalg.eigh(RBF(1.0)(x[:, None]))
    shares = ridge.shrinkage(values[::-1], 0.5)
    picture = check_picture(figures.shrunk_modes(x, V[:, ::-1], shares, lam=0.5))
    assert len(picture.panels) == 6
    for panel, share in zip(picture.panels, shares, strict=False):
        whole, shrunk = (line.y for line in panel.marks)
        np.testing.assert_allclose(shrunk, share * whole)
    assert f"m = 1: {shares[0]:.1%} is left" in picture.alt


@pytest.mark.parametrize("unit", ["", "min"])
def test_the_map_marks_the_smallest_error(unit):
    x, y = datasets.faithful().columns("eruptions").standardized().X, datasets.faithful()["waiting"]
    grid = ridge.loo_grid(map(RBF, np.logspace(-1, 1, 5)), x, y, np.logspace(-3, 3, 7))
    picture = check_picture(figures.error_map(grid, unit=unit, title="waiting"))
    g, j = grid.best
    star = picture.panels[0].find(Points)
    assert (10 ** star.x[0], 10 ** star.y[0]) == pytest.approx((grid.lams[j], grid.kernels[g].gamma))
    assert picture.panels[0].x.names == ("0.001", "0.1", "10", "1000")
    assert f"smallest, {grid.rmse.min():.2f}{' min' if unit else ''}, at" in picture.alt
