"""The Parzen explorer says what plain sums over the sample say."""

import numpy as np
import pytest
from pictures import values_at, xy

from kernelcourse.density.explorers import ParzenExplorer, SlidingWindowExplorer
from kernelcourse.drawing.marks import Curve, Handle, Points
from kernelsy19 import datasets

explorer = pytest.fixture(lambda: ParzenExplorer(), scope="module")


FAITHFUL, MOONS = datasets.faithful().in_order(), datasets.moons()


def gaussian_densities(X, h):
    return np.array([np.mean(np.exp(-np.sum((X - x) ** 2, axis=1) / (2 * h**2))) for x in X])


def rejected(explorer):
    points = explorer.shown.panels[1].find(Points)
    return np.flatnonzero(points.kinds == "outlier")


@pytest.mark.parametrize(("h", "share"), [(0.3, 0.05), (0.1, 0.2), (1.0, 0.0)])
def test_the_rejected_are_the_points_of_lowest_density(explorer, h, share):
    explorer.set(h=h, share=share, window="Gaussian", data="faithful")
    X, density = FAITHFUL.X, gaussian_densities(FAITHFUL.standardized().X, h)
    lowest = np.argsort(density)[: int(share * len(X) + 1e-9)]
    assert {tuple(X[i]) for i in rejected(explorer)} == {tuple(x) for x in X[lowest]}
    assert f"{len(lowest)} of 272 points fall below" in explorer.said


@pytest.mark.parametrize("window", ["Gaussian", "hypercube"])
def test_the_line_separates_the_rejected_from_the_kept(explorer, window):
    explorer.set(h=0.5, share=0.1, window=window, data="faithful", points=None)
    panel = explorer.shown.panels[1]
    field, points = panel.find("density = c"), panel.find(Points)
    agree = (values_at(field, xy(points)) > 0) == (points.kinds == "inside")
    assert agree.mean() > 0.9  # the nearest sample of the grid may lie on the other side of the line


def test_the_hypercube_counts_what_lies_within_half_a_side(explorer):
    mean, sd = MOONS.X.mean(axis=0), MOONS.X.std(axis=0)
    explorer.set(h=0.5, window="hypercube", data="moons", probe=mean + 0.25 * sd)
    near = int(np.sum(np.abs(MOONS.standardized().X[:, 0] - 0.25) <= 0.25))
    assert f"{near} points of the sample within 0.25 sd of the probe" in explorer.said
    outline = explorer.shown.panels[1].find(Curve)
    np.testing.assert_allclose(np.ptp([outline.x, outline.y], axis=1), 0.5 * sd)
    bump = explorer.shown.panels[0].find("window at the probe")
    reach = bump.x[bump.y > 0]
    np.testing.assert_allclose(reach.mean(), mean[0] + 0.25 * sd[0], atol=0.02)


def test_the_curve_is_the_density_over_its_largest_value(explorer):
    explorer.set(h=0.4, window="Gaussian", data="faithful")
    curve = explorer.shown.panels[0].find("density")
    lasted = FAITHFUL.X[:, 0]
    apart = (curve.x[:, None] - lasted) / lasted.std()
    values = np.exp(-(apart**2) / (2 * 0.4**2)).mean(axis=1)
    np.testing.assert_allclose(curve.y, values / values.max(), atol=1e-10)


def test_a_point_carried_far_away_is_rejected_and_the_probe_stays(explorer):
    explorer.set(h=0.3, share=0.05, window="Gaussian", data="faithful", points=None)
    before, probe = rejected(explorer), explorer.shown.panels[1].find(Handle)
    inner = next(i for i in range(272) if i not in before)
    rows = FAITHFUL.X.copy()
    rows[inner] = (5.4, 43.0)
    explorer.set(points=rows)
    assert inner in rejected(explorer)
    after = explorer.shown.panels[1].find(Handle)
    assert (after.x, after.y) == (probe.x, probe.y)


def test_a_window_that_slides_counts_what_falls_into_it():
    explorer, lasted = SlidingWindowExplorer(), FAITHFUL.X[:, 0]
    for middle, width in ((3.0, 0.5), (2.0, 0.1), (4.4, 2.0)):
        panel = explorer.set(middle=middle, width=width).shown.panels[0]
        n = np.sum((lasted >= middle - width / 2 - 1e-9) & (lasted <= middle + width / 2 + 1e-9))
        assert f"{n} of 272 in the window: {n / 272 / width:.2f} per minute" in panel.title
        assert panel.find(Handle).y == pytest.approx(n / 272 / width)
        faint = panel.find(Curve)
        assert np.trapezoid(faint.y, faint.x) == pytest.approx(1, abs=0.04)
