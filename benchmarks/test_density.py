"""Parzen densities against the estimators of scikit-learn and scipy, with their tolerances made exact."""

import numpy as np
import pytest
from problems import mixture
from scipy.stats import gaussian_kde
from sklearn.neighbors import KernelDensity

from kernelsy19.density import ParzenWindow, density_on_grid, scott

SIZES = [272, 2000, 20_000]
LINE = np.linspace(-6, 6, 200)
POINTS = np.stack(np.meshgrid(LINE, LINE), axis=-1).reshape(-1, 2)


def largest_difference(ours, theirs):
    """Assert that two densities agree, and say to what share of the largest."""
    difference = float(np.abs(ours - theirs).max() / theirs.max())
    assert difference < 1e-12
    return f"densities differ by {difference:.0e} of the largest"


@pytest.mark.parametrize("n", SIZES)
def test_grid(race, n):
    X = mixture(n, 2)
    h = float(scott(X).mean())
    peer = KernelDensity(bandwidth=h, rtol=0, atol=0).fit(X)
    race(
        "Parzen density, grid",
        {"n": n, "grid": "200 × 200"},
        lambda: density_on_grid(LINE, LINE, X, h),
        lambda: peer.score_samples(POINTS),
        lambda ours, theirs: largest_difference(ours.ravel(), np.exp(theirs)),
    )


@pytest.mark.parametrize("n", SIZES)
def test_grid_of_scipy(race, n):
    """On data with the identity as covariance matrix, since scipy's bandwidth is a multiple of that matrix."""
    X = sphered(mixture(n, 2))
    h = float(n ** (-1 / 6))  # Scott's factor
    peer = gaussian_kde(X.T, bw_method=h)
    race(
        "Parzen density, grid (scipy)",
        {"n": n, "grid": "200 × 200"},
        lambda: density_on_grid(LINE, LINE, X, h),
        lambda: peer(POINTS.T),
        lambda ours, theirs: largest_difference(ours.ravel(), theirs),
    )


def sphered(X):
    """The points moved and stretched to mean 0 and covariance I."""
    X = X - X.mean(axis=0)
    return np.linalg.solve(np.linalg.cholesky(np.cov(X.T)), X.T).T


@pytest.mark.parametrize("n", SIZES)
def test_scattered_points(race, n):
    X, X_new = mixture(n, 2), mixture(20_000, 2, seed=1)
    h = float(scott(X).mean())
    ours, peer = ParzenWindow(bandwidth=h).fit(X), KernelDensity(bandwidth=h, rtol=0, atol=0).fit(X)

    def agree(ours, theirs):
        difference = float(np.abs(ours - theirs).max())
        assert difference < 1e-11
        return f"log densities differ by {difference:.0e}"

    race(
        "Parzen density, scattered points",
        {"n": n, "points": len(X_new)},
        lambda: ours.score_samples(X_new),
        lambda: peer.score_samples(X_new),
        agree,
    )
