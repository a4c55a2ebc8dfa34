"""The pictures of chapter 10 show, and say, what was computed."""

import numpy as np
import pytest
from pictures import check_picture

from kernelsy19 import datasets, ridge
from kernelsy19.kernels import RBF
from kernelsy19.ridge.figures import error_map, fits, places_along, shrunk_modes, sums_of_kernel_functions


def test_sums_are_those_of_their_parts():
    places, alpha = np.array([0.0, 1.0]), np.array([2.0, -1.0])
    picture = sums_of_kernel_functions(
        {"two": (RBF(1.0), places, alpha), "one": (RBF(1.0), places, alpha * [1, 0])}
    )
    check_picture(picture)
    axes = picture.figure.axes[0]
    *parts, _, whole, _ = axes.lines
    assert len(parts) == 2
    np.testing.assert_allclose(whole.get_ydata(), sum(line.get_ydata() for line in parts))
    assert "2 sums" in picture.alt and "one: from" in picture.alt


def test_fits_are_drawn_in_units_of_the_data():
    faithful = datasets.faithful()
    picture = fits(faithful, {"double": lambda z: 10 + 20 * z[:, 0]}, title="a line")
    check_picture(picture)
    line = picture.figure.axes[0].lines[1]
    np.testing.assert_allclose(line.get_ydata(), 10 + 20 * line.get_xdata())
    np.testing.assert_array_equal(line.get_xdata(), places_along(faithful.X[:, 0]))
    assert picture.figure.axes[0].get_xlabel() == "eruptions (min)"


def test_modes_are_shrunk_by_their_shares():
    x = np.random.default_rng(0).normal(size=30)
    values, V = np.linalg.eigh(RBF(1.0)(x[:, None]))
    shares = ridge.shrinkage(values[::-1], 0.5)
    picture = shrunk_modes(x, V[:, ::-1], shares, lam=0.5)
    check_picture(picture)
    assert len(picture.figure.axes) == 6
    for axes, share in zip(picture.figure.axes, shares, strict=False):
        whole, shrunk = (line.get_ydata() for line in axes.lines)
        np.testing.assert_allclose(shrunk, share * whole)
    assert f"m = 1: {shares[0]:.1%} is left" in picture.alt


@pytest.mark.parametrize("unit", ["", "min"])
def test_the_map_marks_the_smallest_error(unit):
    x, y = datasets.faithful().columns("eruptions").standardized().X, datasets.faithful()["waiting"]
    grid = ridge.loo_grid(map(RBF, np.logspace(-1, 1, 5)), x, y, np.logspace(-3, 3, 7))
    picture = error_map(grid, unit=unit, title="waiting")
    check_picture(picture)
    g, j = grid.best
    star = next(line for line in picture.figure.axes[0].lines if line.get_marker() == "*")
    assert (star.get_xdata()[0], star.get_ydata()[0]) == (grid.lams[j], grid.kernels[g].gamma)
    assert f"smallest, {grid.rmse.min():.2f}{' min' if unit else ''}, at" in picture.alt
