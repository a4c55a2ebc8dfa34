"""What the proofs of chapter 09 are evaluated on."""

import numpy as np
import pytest
from circles import circle

from kernelcourse.denoising.draws import preimage_setting, projection_setting
from kernelsy19 import denoising
from kernelsy19.kernels import Laplacian


def test_settings_take_a_readers_points():
    X, x = circle(12), np.array([0.7, 0.9])
    s = projection_setting(X, Laplacian(0.5), x[None], n_components=2)
    assert s.Z.shape == (1, 2) and s.W.sum() == pytest.approx(1)
    s = preimage_setting(X, 1.5, x, n_components=3)
    assert s.converged
    assert np.abs(denoising.gradients(s.z_still[None], X, s.w[None], 1.5)).max() < 1e-10
