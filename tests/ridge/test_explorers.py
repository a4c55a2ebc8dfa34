"""The explorer of kernel ridge regression says what fits without one point each say."""

import re

import numpy as np
import pytest

from kernelsy19 import datasets, ridge
from kernelsy19.kernels import RBF
from kernelsy19.ridge.explorers import KernelRidgeExplorer


@pytest.fixture(scope="module")
def explorer():
    return KernelRidgeExplorer()


def problem():
    faithful = datasets.faithful()
    return faithful.columns("eruptions").standardized().X, faithful["waiting"]


def test_error_and_degrees_of_freedom_are_those_of_the_fit(explorer):
    explorer.set(data="faithful: waiting after an eruption", gamma=10.0, lam=0.1)
    x, y = problem()
    lam, gamma = explorer.values["lam"], explorer.values["gamma"]
    fit = ridge.plain_kernel_ridge(RBF(gamma)(x), y, lam)
    assert f"{fit.degrees_of_freedom:.1f} degrees of freedom" in explorer.alt
    error = np.sqrt((fit.loo_residuals**2).mean())
    assert f"root mean square error of {error:.3g}" in explorer.alt
    assert explorer.here.get_ydata()[0] == pytest.approx(error / y.std())
    z = explorer.fit.get_xdata()
    places = (z - datasets.faithful()["eruptions"].mean()) / datasets.faithful()["eruptions"].std()
    np.testing.assert_allclose(
        explorer.fit.get_ydata(), fit.predict(RBF(gamma)(places[:, None], x)), atol=1e-6
    )


def test_the_star_is_the_lowest_place_of_the_curve(explorer):
    for gamma in (0.1, 100.0):
        explorer.set(gamma=gamma)
        x, lowest = explorer.loo.get_xdata(), explorer.loo.get_ydata().min()
        assert explorer.least.get_ydata()[0] == pytest.approx(lowest)
        assert explorer.least.get_xdata()[0] in x
        said = float(re.search(r"at λ = ([\d.e-]+);", explorer.alt)[1])
        assert said == pytest.approx(explorer.least.get_xdata()[0], rel=0.01)


def test_the_dot_moves_on_the_curve(explorer):
    for lam in (1e-3, 1.0, 1e3):
        explorer.set(lam=lam, gamma=1.0)
        at = np.abs(np.log(explorer.loo.get_xdata() / explorer.values["lam"])).argmin()
        assert explorer.here.get_ydata()[0] == pytest.approx(explorer.loo.get_ydata()[at], rel=1e-6)


def test_for_a_high_price_the_mean_is_left(explorer):
    explorer.set(data="faithful: waiting after an eruption", lam=1e4, gamma=1.0)
    assert np.ptp(explorer.fit.get_ydata()) < 1
    assert "1.0 degrees of freedom" in explorer.alt
    heights = explorer.bars.get_ydata()
    assert np.nanmax(heights) < 0.02
