"""The kernel PCA explorer says what an eigensolver and explicit coordinates say."""

import numpy as np
import pytest

from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.pca.explorers import KernelPCAExplorer


@pytest.fixture(scope="module")
def explorer():
    return KernelPCAExplorer()


def standardized(data):
    return (data.X - data.X.mean(axis=0)) / data.X.std(axis=0)


def test_share_of_the_variance_is_that_of_the_eigenvalues(explorer):
    explorer.set(kernel="Gaussian (RBF)", gamma=2.0, component=2, data="three clusters")
    K = RBF(explorer.values["gamma"])(standardized(datasets.three_clusters()))
    J = np.eye(90) - 1 / 90
    values = np.linalg.eigvalsh(J @ K @ J)[::-1]
    assert f"holds {values[1] / values.sum():.1%} of the variance" in explorer.alt
    np.testing.assert_allclose(explorer.bars.get_ydata(), values[:6] / values.sum(), rtol=1e-8)


def test_probe_on_a_point_falls_where_the_point_falls(explorer):
    explorer.set(kernel="polynomial", degree=2, component=1, data="parabola", x1=0.5, x2=-0.25)
    solution, _ = explorer._solved(explorer_kernel(2), "parabola")
    X = standardized(datasets.parabola())
    Phi, phi = explorer_kernel(2).feature_map(X), explorer_kernel(2).feature_map([[0.5, -0.25]])
    u = solution.alpha[:, 0] @ Phi
    z = (phi - Phi.mean(axis=0)) @ u
    reach = np.abs(solution.projections[:, 0]).max()
    assert explorer.score.get_xdata()[0] == pytest.approx(np.clip(z[0] / reach, -1.22, 1.22), abs=1e-8)


def explorer_kernel(degree):
    from kernelsy19.kernels import Polynomial

    return Polynomial(degree=degree, gamma=1.0, offset=1.0)


def test_a_kernel_of_low_rank_says_which_component_is_the_last(explorer):
    explorer.set(kernel="linear", component=5, data="moons")
    assert "component 2 of 2" in explorer.alt
    assert "Component 5 has no variance" in explorer.alt
    assert explorer.widgets["degree"].layout.display == explorer.widgets["gamma"].layout.display == "none"
