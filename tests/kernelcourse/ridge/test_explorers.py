"""The explorer of kernel ridge regression says what fits without one point each say."""

import itertools
import re

import numpy as np
import pytest
from pictures import xy
from scipy.interpolate import CubicSpline

from kernelcourse.drawing.marks import Bars, Handle, Points, Segments
from kernelcourse.drawing.words import number
from kernelcourse.ridge.explorers import CurveByHandExplorer, KernelRidgeExplorer
from kernelsy19 import datasets, ridge
from kernelsy19.kernels import RBF


def plainly(K, y, lam):
    return ridge.certify(K, y, lam, *ridge.plain_kernel_ridge(K, y, lam))


explorer = pytest.fixture(lambda: KernelRidgeExplorer(), scope="module")


def errors(explorer):
    return explorer.shown.panels[2]


FAITHFUL = datasets.faithful()
x, y = FAITHFUL.columns("eruptions").standardized().X, FAITHFUL["waiting"]


def in_sd(minutes):
    """Minutes of eruptions in standard deviations, as a column."""
    return (np.array(minutes)[:, None] - FAITHFUL["eruptions"].mean()) / FAITHFUL["eruptions"].std()


def test_error_and_degrees_of_freedom_are_those_of_the_fit(explorer):
    explorer.set(data="faithful: waiting time", gamma=10.0, lam=0.1)
    lam, gamma = explorer.values["lam"], explorer.values["gamma"]
    fit = plainly(RBF(gamma)(x), y, lam)
    assert f"{fit.degrees_of_freedom:.1f} degrees of freedom" in explorer.said
    error = np.sqrt((fit.loo_residuals**2).mean())
    assert f"root mean square error of {number(error)}" in explorer.said
    assert errors(explorer).find("this λ").y[0] == pytest.approx(error / y.std())
    curve = explorer.shown.panels[0].find("fit")
    np.testing.assert_allclose(curve.y, fit.predict(RBF(gamma)(in_sd(curve.x), x)), atol=1e-6)


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
    rows = xy(points)
    rows[30, 1] += 2
    after = explorer.set(points=rows).shown.panels[0].find("fit")
    rise = after.y - before.y
    assert np.abs(after.x[rise.argmax()] - rows[30, 0]) < 0.3
    x, y = (rows[:, :1] - points.x.mean()) / points.x.std(), rows[:, 1]
    fit = plainly(RBF(10.0)(x), y, 0.1)
    assert np.interp(rows[30, 0], after.x, after.y) == pytest.approx(fit.fitted[30], abs=0.01 * np.ptp(y))


def test_the_probe_reads_the_fit_where_it_is(explorer):
    explorer.set(data="faithful: waiting time", lam=1.0, gamma=1.0, points=None, probe=(3.0, 90.0))
    (value,) = plainly(RBF(1.0)(x), y, 1.0).predict(RBF(1.0)(in_sd([3.0]), x))
    panel = explorer.shown.panels[0]
    assert panel.find("prediction at the probe").y[0] == pytest.approx(value, abs=1e-2)
    assert explorer.said.endswith(f"At the probe, eruptions = 3, the fit predicts waiting = {number(value)}.")
    assert (panel.find(Handle).x, panel.find(Handle).y) == (3.0, 90.0)
    np.testing.assert_allclose(panel.find(Segments).y, [90.0, value], atol=1e-2)


def shuffled():
    return datasets.faithful().in_order(shuffle=0).X.T


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
