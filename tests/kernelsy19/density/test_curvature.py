"""The plug-in bandwidth by integration and finite differences; what R gives stands in `test_against_r.py`."""

import math

import numpy as np
import pytest
from scipy import stats
from windows import SLANTED, sample

from kernelsy19 import density
from kernelsy19.density import curvature
from kernelsy19.validation import ConvergenceWarning

checks = pytest.mark.checks


class TestPlugIn:
    @checks("COURSE-amise")
    def test_amise_by_integration(self):
        # For f = N(0, I) in the plane: ∫ tr(H D²f)² and ∫ K_H² by sums over a grid.
        H, n = SLANTED, 50
        t = np.arange(-8, 8, 0.1)
        points = np.stack(np.meshgrid(t, t, indexing="ij"), axis=-1)
        f = density.gaussian_window(points)
        trace = (np.einsum("...i,ij,...j->...", points, H, points) - np.trace(H)) * f
        window = stats.multivariate_normal(np.zeros(2), H).pdf(points)
        expected = (window**2).sum() * 0.01 / n + (trace**2).sum() * 0.01 / 4
        orders = [np.bincount(i, minlength=2) for i in np.ndindex(2, 2, 2, 2)]
        Psi = np.array([density.gaussian_derivative(np.zeros(2), r, math.sqrt(2)) for r in orders])
        Psi = Psi.reshape(2, 2, 2, 2)
        assert density.amise(H, n, Psi) == pytest.approx(expected, rel=1e-9)
        slope = density.amise_gradient(H, n, Psi)
        for i, j in np.ndindex(2, 2):
            E = np.zeros((2, 2))
            E[i, j] = 1e-6
            change = (density.amise(H + E, n, Psi) - density.amise(H - E, n, Psi)) / 2e-6
            assert slope[i, j] == pytest.approx(change, rel=1e-5)

    def test_three_variables(self):
        solution = density.plug_in(sample(60, 3))
        assert solution.converged
        np.testing.assert_allclose(solution.bandwidth, density.normal_scale(sample(60, 3)), atol=0.15)

    def test_stopping_early_is_said(self, monkeypatch):
        monkeypatch.setattr(curvature, "GRADIENT_TOLERANCE", 0.0)
        with pytest.warns(ConvergenceWarning, match="gradient"):
            assert not density.plug_in(sample()).converged
