"""Log densities and densities on a grid against scikit-learn and the plain sums."""

import math

import numpy as np
import pytest
from sklearn.neighbors import KernelDensity
from windows import BANDWIDTHS, sample

from kernelsy19 import density
from kernelsy19.density import plain, solve
from kernelsy19.engine import rbf_blocks


class TestLogDensity:
    def test_many_dimensions(self):
        X, X0 = sample(30, 12), sample(4, 12, seed=1)
        peer = KernelDensity(bandwidth=0.8).fit(X).score_samples(X0)
        np.testing.assert_allclose(density.log_density(X0, X, 0.8), peer, rtol=1e-9)

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


class TestGrid:
    x, y = np.linspace(-2, 2, 7), np.linspace(-3, 1, 5)

    def test_weighted_sum_of_kernels(self):
        X, w = sample(), np.random.default_rng(3).normal(size=40)
        expected = [
            [sum(wi * math.exp(-1.3 * ((a - u) ** 2 + (b - v) ** 2)) for (u, v), wi in zip(X, w, strict=True))
             for a in self.x]
            for b in self.y
        ]  # fmt: skip
        np.testing.assert_allclose(
            rbf_blocks.rbf_sum_on_grid(self.x, self.y, X, w, 1.3), expected, rtol=1e-12, atol=1e-13
        )


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
    D = sum(
        (np.subtract.outer(X0[:, j].astype(longer), X[:, j].astype(longer)) / longer(axes[j])) ** 2
        for j in range(p)
    )
    least = D.min(axis=1, keepdims=True)
    exact = np.log(np.exp(-(D - least) / 2).mean(axis=1)) - least[:, 0] / 2
    exact -= p / 2 * np.log(2 * longer(np.pi)) + np.log(axes.astype(longer)).sum()
    ours = density.log_density(X0, X, h[shape])
    np.testing.assert_allclose(ours, exact.astype(float), rtol=1e-12, atol=1e-11)
