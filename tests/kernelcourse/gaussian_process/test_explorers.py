"""The explorers of chapter 18 show the bands of the estimator, draws that vary as these say, and the likelihood."""

import numpy as np
import pytest

from kernelcourse.drawing.marks import Area, Curve, Handle
from kernelcourse.drawing.words import number
from kernelcourse.gaussian_process.experiments import twelve_eruptions
from kernelcourse.gaussian_process.explorers import ErrorBarsExplorer, RandomFunctionExplorer
from kernelsy19 import ridge
from kernelsy19.kernels import RBF

of_bars = pytest.fixture(lambda: ErrorBarsExplorer(), scope="module")


def bands(explorer):
    """Places, mean and half widths of the outer and of the inner band."""
    panel = explorer.shown.panels[0]
    light, dark = (panel.find(name) for name in ("95% of new targets", "the function, 95% sure"))
    mean = panel.find("mean")
    for band in (light, dark):
        assert isinstance(band, Area)
        np.testing.assert_allclose((band.y + band.base) / 2, mean.y, atol=1e-9)
    return mean.x, mean.y, (light.y - light.base) / 2, (dark.y - dark.base) / 2


TWELVE = twelve_eruptions().X


def in_sd(x):
    """Minutes of eruptions in standard deviations, as a column."""
    return (x[:, None] - TWELVE[:, 0].mean()) / TWELVE[:, 0].std()


def test_bands_are_those_of_the_estimator(of_bars):
    of_bars.set(data="twelve eruptions", lam=0.1, gamma=10.0, draws=3, points=None)
    x, along, light, dark = bands(of_bars)
    model = ridge.KernelRidge(RBF(10.0), 0.1).fit(in_sd(TWELVE[:, 0]), TWELVE[:, 1])
    wanted, bars = model.predict(in_sd(x), return_std=True)
    noise = model.solution_.noise_variance
    np.testing.assert_allclose(along, wanted, atol=1e-8)
    np.testing.assert_allclose(dark, 1.96 * bars, atol=1e-8)
    np.testing.assert_allclose(light, 1.96 * np.sqrt(bars**2 + noise), atol=1e-8)
    assert f"standard deviation of {number(noise**0.5)}. The band of the function" in of_bars.said


def test_drawn_functions_vary_as_much_as_the_dark_band_says(of_bars):
    of_bars.set(data="CO2 of fifteen months", lam=0.1, gamma=3.0, draws=6, points=None)
    panel, (x, mean, _, dark) = of_bars.shown.panels[0], bands(of_bars)
    drawn = panel.find("drawn")
    assert isinstance(drawn, Curve)
    each = drawn.y.reshape(6, -1)[:, :-1]
    np.testing.assert_array_equal(drawn.x.reshape(6, -1)[:, :-1], np.tile(x, (6, 1)))
    off = (each - mean) / (dark / 1.96)
    assert 0.5 < np.sqrt((off**2).mean()) < 1.5 and np.ptp(each[:, 40]) > 0
    of_bars.set(draws=0)
    assert np.size(of_bars.shown.panels[0].find("drawn").y) == 0


def test_without_noise_all_drawn_functions_pass_through_the_points(of_bars):
    of_bars.set(data="CO2 of fifteen months", lam=1e-4, gamma=10.0, draws=6, points=None)
    panel, (x, _, _, dark) = of_bars.shown.panels[0], bands(of_bars)
    points = panel.find("data")
    near = np.abs(x[:, None] - points.x).min(axis=1)
    assert dark[near < 0.02].max() < 0.15 * dark.max()
    for drawn in panel.find("drawn").y.reshape(6, -1)[:, :-1]:
        assert np.abs(np.interp(points.x, x, drawn) - points.y).max() < 0.1


def test_a_target_moves_the_whole_band_by_one_factor_and_a_place_does_not(of_bars):
    of_bars.set(data="twelve eruptions", lam=0.1, gamma=10.0, draws=3, points=None)
    before = bands(of_bars)[3]
    up, aside = (
        bands(of_bars.set(points=TWELVE + np.outer(np.arange(12) == 4, by)))[3] for by in ([0, 20], [-0.8, 0])
    )
    assert np.ptp(up / before) < 1e-7 and (up > before).all()
    assert np.ptp(aside / before) > 0.1


def test_the_likelihood_has_its_top_where_it_says(of_bars):
    of_bars.set(data="twelve eruptions", lam=1.0, gamma=1.0, draws=3, points=None)
    panel = of_bars.shown.panels[1]
    curve, star = panel.find("log p(y)"), panel.find("likeliest")
    path = ridge.loo_path(RBF(1.0)(in_sd(TWELVE[:, 0])), TWELVE[:, 1], curve.x)
    np.testing.assert_allclose(curve.y, np.maximum(path.log_likelihood - path.log_likelihood.max(), -12))
    assert star.x[0] == curve.x[curve.y.argmax()] and star.y[0] == 0
    assert panel.find("left out").x[0] == path.lam != star.x[0]
    assert f"likeliest at λ = {number(star.x[0])}; left out, points" in of_bars.said
    assert f"are predicted best at λ = {number(path.lam)}." in of_bars.said
    handle = panel.find(Handle)
    assert (handle.name, handle.x) == ("lam", 1.0)
    assert handle.y == pytest.approx(curve.y[np.abs(np.log(curve.x)).argmin()], abs=1e-9)


def test_the_first_scene_is_that_of_the_large_explorer(of_bars):
    of_bars.set(data="twelve eruptions", lam=0.1, gamma=1.0, draws=5, points=None)
    small = RandomFunctionExplorer()
    assert of_bars.said.startswith(small.said)
    for ours, theirs in zip(small.shown.panels[0].marks, of_bars.shown.panels[0].marks, strict=True):
        np.testing.assert_array_equal(ours.y, theirs.y)
