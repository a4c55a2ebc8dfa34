"""The Parzen explorer says what plain sums over the sample say."""

import numpy as np
import pytest

from kernelsy19 import datasets
from kernelsy19.density.explorers import ParzenExplorer


@pytest.fixture(scope="module")
def explorer():
    return ParzenExplorer()


def standardized(data):
    return (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)


def gaussian_densities(X, h):
    return np.array([np.mean(np.exp(-np.sum((X - x) ** 2, axis=1) / (2 * h**2))) for x in X])


@pytest.mark.parametrize(("h", "share"), [(0.3, 0.05), (0.1, 0.2), (1.0, 0.0)])
def test_the_rejected_are_the_points_of_lowest_density(explorer, h, share):
    explorer.set(h=h, share=share, window="Gaussian", data="faithful")
    data = datasets.faithful()
    lowest = np.argsort(gaussian_densities(standardized(data), h))[: int(share * len(data) + 1e-9)]
    shown = np.column_stack(explorer.rejected.get_data())
    assert {tuple(x) for x in shown} == {tuple(x) for x in data.X[lowest]}
    assert f"{len(lowest)} of 272 points fall below" in explorer.alt


def test_the_hypercube_counts_what_lies_within_half_a_side(explorer):
    explorer.set(h=0.5, probe=0.25, window="hypercube", data="moons")
    first = standardized(datasets.moons())[:, 0]
    near = int(np.sum(np.abs(first - 0.25) <= 0.25))
    assert f"{near} points of the sample within 0.25 sd of the probe" in explorer.alt


def test_the_curve_is_the_density_over_its_largest_value(explorer):
    explorer.set(h=0.4, window="Gaussian", data="faithful")
    x, curve = explorer.density.get_data()
    data = datasets.faithful()
    first, at = standardized(data)[:, :1], (x - data.X[:, 0].mean()) / data.X[:, 0].std()
    values = np.exp(-((at[:, None] - first.T) ** 2) / (2 * 0.4**2)).mean(axis=1)
    np.testing.assert_allclose(curve, values / values.max(), atol=1e-10)


def test_own_data_are_shown_first():
    X = np.random.default_rng(0).normal(size=(30, 2))
    explorer = ParzenExplorer(X)
    assert explorer.values["data"] == "your data"
    assert "30 points of your data" in explorer.alt
