"""Log densities in blocks, and against longer numbers."""

import numpy as np
import pytest
from windows import BANDWIDTHS, sample

from kernelsy19 import density
from kernelsy19.density import plain, solve


class TestLogDensity:
    def test_blocks_change_nothing(self, monkeypatch):
        X, X0 = sample(), sample(23, seed=1)
        whole = [density.log_density(X0, X, 0.5, window) for window in plain.WINDOWS]
        grid = density.density_on_grid(X0[:, 0], X0[:, 1], X, 0.5)
        psi = density.psi_estimate(X, (4, 2), 0.7)
        monkeypatch.setattr(solve, "BLOCK_ENTRIES", 100)
        for window, values in zip(plain.WINDOWS, whole, strict=True):
            np.testing.assert_allclose(density.log_density(X0, X, 0.5, window), values, rtol=1e-12)
        np.testing.assert_allclose(density.density_on_grid(X0[:, 0], X0[:, 1], X, 0.5), grid, rtol=1e-12)
        assert density.psi_estimate(X, (4, 2), 0.7) == pytest.approx(psi, rel=1e-12)

    @pytest.mark.parametrize("bandwidth", [*BANDWIDTHS, 0.01])
    def test_many_points_give_what_few_give(self, bandwidth):
        X, X0 = sample(500), np.vstack([sample(550, seed=1), [[30.0, -40.0], [1e4, 0.0]]])
        few = np.concatenate([density.log_density(X0[s : s + 92], X, bandwidth) for s in range(0, 552, 92)])
        np.testing.assert_allclose(density.log_density(X0, X, bandwidth), few, rtol=1e-12, atol=1e-12)
        assert (few < -500).any()  # where the sums themselves would underflow


@pytest.mark.parametrize("p", [1, 3, 50])
@pytest.mark.parametrize("shape", ["scalar", "axes", "matrix"])
@pytest.mark.parametrize("kind", ["narrow", "shifted", "one far away"])
def test_log_densities_against_longer_numbers(kind, shape, p):
    """Differences come before anything is rounded: no digits are lost to a far origin, or to a narrow window."""
    X = np.random.default_rng(p).normal(size=(30, p))
    width = 1e-8 if kind == "narrow" else 0.7
    X0 = X[:6] + width
    if kind == "shifted":
        X, X0 = X + 1e8, X0 + 1e8
    elif kind == "one far away":
        X[0] = 1e9
    h = {
        "scalar": width,
        "axes": width * np.linspace(0.5, 0.9, p),
        "matrix": width**2 * np.diag(np.linspace(0.5, 2, p)),
    }
    axes = np.sqrt(np.diagonal(h["matrix"])) if shape == "matrix" else np.broadcast_to(h[shape], p)
    longer = np.longdouble
    differences = X0.astype(longer)[:, None] - X.astype(longer)
    D = ((differences / axes.astype(longer)) ** 2).sum(axis=2)
    least = D.min(axis=1, keepdims=True)
    exact = np.log(np.exp(-(D - least) / 2).mean(axis=1)) - least[:, 0] / 2
    exact -= p / 2 * np.log(2 * longer(np.pi)) + np.log(axes.astype(longer)).sum()
    ours = density.log_density(X0, X, h[shape])
    np.testing.assert_allclose(ours, exact.astype(float), rtol=1e-12, atol=1e-11)
