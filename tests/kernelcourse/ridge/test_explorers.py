"""The explorer of kernel ridge regression says what fits without one point each say."""

import itertools
import re

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from kernelcourse.drawing.marks import Area, Bars, Curve, Handle, Points, Segments
from kernelcourse.drawing.words import number
from kernelcourse.ridge.explorers import CurveByHandExplorer, ErrorBarsExplorer, KernelRidgeExplorer
from kernelsy19 import datasets, ridge
from kernelsy19.kernels import RBF


def plainly(K, y, lam):
    return ridge.certify(K, y, lam, *ridge.plain_kernel_ridge(K, y, lam))


@pytest.fixture(scope="module")
def explorer():
    return KernelRidgeExplorer()


def errors(explorer):
    return explorer.shown.panels[2]


def problem():
    faithful = datasets.faithful()
    return faithful.columns("eruptions").standardized().X, faithful["waiting"]


def test_error_and_degrees_of_freedom_are_those_of_the_fit(explorer):
    explorer.set(data="faithful: waiting time", gamma=10.0, lam=0.1)
    x, y = problem()
    lam, gamma = explorer.values["lam"], explorer.values["gamma"]
    fit = plainly(RBF(gamma)(x), y, lam)
    assert f"{fit.degrees_of_freedom:.1f} degrees of freedom" in explorer.said
    error = np.sqrt((fit.loo_residuals**2).mean())
    assert f"root mean square error of {number(error)}" in explorer.said
    assert errors(explorer).find("this λ").y[0] == pytest.approx(error / y.std())
    curve = explorer.shown.panels[0].find("fit")
    places = (curve.x - datasets.faithful()["eruptions"].mean()) / datasets.faithful()["eruptions"].std()
    np.testing.assert_allclose(curve.y, fit.predict(RBF(gamma)(places[:, None], x)), atol=1e-6)


def test_the_star_is_the_lowest_place_of_the_curve(explorer):
    for gamma in (0.1, 100.0):
        explorer.set(gamma=gamma)
        loo, star = errors(explorer).find("at points left out"), errors(explorer).find("smallest")
        assert star.y[0] == pytest.approx(loo.y.min())
        assert star.x[0] in loo.x
        said = float(re.search(r"at λ = ([\d.e-]+);", explorer.said)[1])
        assert said == pytest.approx(star.x[0], rel=0.01)


def test_the_dot_moves_on_the_curve(explorer):
    for lam in (1e-3, 1.0, 1e3):
        explorer.set(lam=lam, gamma=1.0)
        loo, handle = errors(explorer).find("at points left out"), errors(explorer).find(Handle)
        at = np.abs(np.log(loo.x / explorer.values["lam"])).argmin()
        assert handle.y == pytest.approx(loo.y[at], rel=1e-6)
        assert (handle.name, handle.x) == ("lam", lam)


def test_for_a_high_price_the_mean_is_left(explorer):
    explorer.set(data="faithful: waiting time", lam=1e4, gamma=1.0)
    assert np.ptp(explorer.shown.panels[0].find("fit").y) < 1
    assert "1.0 degrees of freedom" in explorer.said
    assert explorer.shown.panels[1].find(Bars).y.max() < 0.02


def test_the_fit_follows_a_point_that_is_moved(explorer):
    explorer.set(data="a noisy wave", lam=0.1, gamma=10.0)
    panel = explorer.shown.panels[0]
    points, before = panel.find(Points), panel.find("fit")
    rows = np.column_stack([points.x, points.y])
    rows[30, 1] += 2
    after = explorer.set(points=rows).shown.panels[0].find("fit")
    rise = after.y - before.y
    assert np.abs(after.x[rise.argmax()] - rows[30, 0]) < 0.3
    x, y = (rows[:, 0] - points.x.mean()) / points.x.std(), rows[:, 1]
    fit = plainly(RBF(10.0)(x[:, None]), y, 0.1)
    np.testing.assert_allclose(
        np.interp(rows[30, 0], after.x, after.y), fit.fitted[30], atol=0.01 * np.ptp(y)
    )


def test_the_probe_reads_the_fit_where_it_is(explorer):
    explorer.set(data="faithful: waiting time", lam=1.0, gamma=1.0, points=None, probe=(3.0, 90.0))
    x, y = problem()
    eruptions = datasets.faithful()["eruptions"]
    fit = plainly(RBF(1.0)(x), y, 1.0)
    (value,) = fit.predict(RBF(1.0)([[(3.0 - eruptions.mean()) / eruptions.std()]], x))
    panel = explorer.shown.panels[0]
    assert panel.find("prediction at the probe").y[0] == pytest.approx(value, abs=1e-2)
    assert explorer.said.endswith(f"At the probe, eruptions = 3, the fit predicts waiting = {number(value)}.")
    assert (panel.find(Handle).x, panel.find(Handle).y) == (3.0, 90.0)
    np.testing.assert_allclose(panel.find(Segments).y, [90.0, value], atol=1e-2)


def shuffled():
    return datasets.faithful().X[np.random.default_rng(0).permutation(272)].T


def test_a_curve_by_hand_misses_what_its_knots_say():
    explorer, data = CurveByHandExplorer(), np.transpose(shuffled())
    explorer.set(knots=2, known=100)  # two knots make a straight line
    line = np.polyfit(*data[:100].T, 1)
    missed = np.polyval(line, data[:, 0]) - data[:, 1]
    rms = [np.sqrt(np.square(part).mean()) for part in (missed[:100], missed[100:])]
    assert f"eruptions by {rms[0]:.1f} minutes, and the 172 others by {rms[1]:.1f}." in explorer.said
    explorer.set(hand=[(1.6, 70.0), (5.1, 70.0)])
    flat = np.sqrt(np.square(70.0 - data[:100, 1]).mean())
    assert f"A curve through 2 knots misses the 100 known eruptions by {flat:.1f} minutes" in explorer.said


def test_the_curve_that_is_called_best_misses_the_known_least_at_every_step():
    explorer, (x, wait) = CurveByHandExplorer(), shuffled()
    for known in range(20, 201, 20):
        missed = {}
        for knots in range(2, 17):
            panel = explorer.set(knots=knots, known=known).shown.panels[0]
            places, heights = panel.find("knots").x, panel.find("knots").y
            A = CubicSpline(places, np.eye(knots), bc_type="natural")(x[:known])
            missed[knots] = np.sqrt(np.square(A @ heights - wait[:known]).mean())
            slope = A.T @ (A @ heights - wait[:known])
            assert (panel.title, panel.y.range) == ("best for the known", (35.0, 105.0))
            assert heights.min() >= 35 and (slope[heights > 35 + 1e-9] < 1e-3).all()
            assert heights.max() <= 105 and (slope[heights < 105 - 1e-9] > -1e-3).all()
        for few, more in itertools.combinations(missed, 2):
            if (more - 1) % (few - 1) == 0:  # each knot of the few is one of the more
                assert missed[more] <= missed[few], (known, few, more)


@pytest.fixture(scope="module")
def of_bars():
    return ErrorBarsExplorer()


def bands(explorer):
    """Places, mean and half widths of the light and of the dark band."""
    panel = explorer.shown.panels[0]
    light, dark = (panel.find(name) for name in ("95% of new targets", "the function, 95% sure"))
    mean = panel.find("mean")
    for band in (light, dark):
        assert isinstance(band, Area)
        np.testing.assert_allclose((band.y + band.base) / 2, mean.y, atol=1e-9)
    return mean.x, mean.y, (light.y - light.base) / 2, (dark.y - dark.base) / 2


def twelve():
    points = datasets.faithful().X[:12]
    return points, points.mean(axis=0), points.std(axis=0)


def test_bands_are_those_of_the_estimator(of_bars):
    of_bars.set(data="twelve eruptions", lam=0.1, gamma=10.0, draws=3, points=None)
    points, mean, sd = twelve()
    x, along, light, dark = bands(of_bars)
    model = ridge.KernelRidge(RBF(10.0), 0.1).fit((points[:, :1] - mean[0]) / sd[0], points[:, 1])
    wanted, bars = model.predict((x[:, None] - mean[0]) / sd[0], return_std=True)
    noise = model.solution_.noise_variance
    np.testing.assert_allclose(along, wanted, atol=1e-8)
    np.testing.assert_allclose(dark, 1.96 * bars, atol=1e-8)
    np.testing.assert_allclose(light, 1.96 * np.sqrt(bars**2 + noise), atol=1e-8)
    assert f"standard deviation of {number(noise**0.5)}. The band of the function" in of_bars.said


def test_drawn_functions_vary_as_much_as_the_dark_band_says(of_bars):
    of_bars.set(data="a noisy wave", lam=0.1, gamma=3.0, draws=6, points=None)
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
    of_bars.set(data="a noisy wave", lam=1e-4, gamma=10.0, draws=6, points=None)
    panel, (x, _, _, dark) = of_bars.shown.panels[0], bands(of_bars)
    points = panel.find("data")
    near = np.abs(x[:, None] - points.x).min(axis=1)
    assert dark[near < 0.02].max() < 0.15 * dark.max()
    for drawn in panel.find("drawn").y.reshape(6, -1)[:, :-1]:
        assert np.abs(np.interp(points.x, x, drawn) - points.y).max() < 0.1


def test_a_target_moves_the_whole_band_by_one_factor_and_a_place_does_not(of_bars):
    of_bars.set(data="twelve eruptions", lam=0.1, gamma=10.0, draws=3, points=None)
    points, before = twelve()[0], bands(of_bars)[3]
    up = points + np.outer(np.arange(12) == 4, [0, 20.0])
    of_bars.set(points=up)
    assert np.ptp(bands(of_bars)[3] / before) < 1e-7 and (bands(of_bars)[3] > before).all()
    of_bars.set(points=points + np.outer(np.arange(12) == 4, [-0.8, 0.0]))
    assert np.ptp(bands(of_bars)[3] / before) > 0.1


def test_the_likelihood_has_its_top_where_it_says(of_bars):
    of_bars.set(data="twelve eruptions", lam=1.0, gamma=1.0, draws=3, points=None)
    points, mean, sd = twelve()
    panel = of_bars.shown.panels[1]
    curve, star = panel.find("log p(y)"), panel.find("likeliest")
    path = ridge.loo_path(RBF(1.0)((points[:, :1] - mean[0]) / sd[0]), points[:, 1], curve.x)
    np.testing.assert_allclose(curve.y, np.maximum(path.log_likelihood - path.log_likelihood.max(), -12))
    assert star.x[0] == curve.x[curve.y.argmax()] and star.y[0] == 0
    assert panel.find("left out").x[0] == path.lam != star.x[0]
    assert (
        f"likeliest at λ = {number(star.x[0])}; left out, points are predicted best at λ = {number(path.lam)}."
        in (of_bars.said)
    )
    handle = panel.find(Handle)
    assert (handle.name, handle.x) == ("lam", 1.0)
    assert handle.y == pytest.approx(curve.y[np.abs(np.log(curve.x)).argmin()], abs=1e-9)
