"""Points and kernels for what balls, hyperplanes and margins owe."""

import numpy as np
import pytest

from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial

KERNELS = [RBF(0.7), Laplacian(0.3), Linear(), Polynomial(2), RBF(50.0), RBF(1.0) + 0.5 * Linear()]
each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=repr)


def points(n, p=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))
