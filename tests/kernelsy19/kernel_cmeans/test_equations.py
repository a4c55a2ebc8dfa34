"""Equations of kernel c-means against explicit feature maps."""

import numpy as np
import pytest
from partitions import KERNELS, labels_of, loop_criterion, sample

from kernelsy19 import cmeans, kernel_cmeans
from kernelsy19.kernels import Polynomial

checks = pytest.mark.checks


class TestEquations:
    @checks(
        "SY19-feature-prototypes",
        "AML-20",
        "SY19-kernel-distances",
        "AML-22",
        "SY19-kernel-J",
        "AML-19",
        "AML-21",
    )
    @pytest.mark.parametrize("kernel", KERNELS[:2], ids=repr)
    def test_feature_space_with_coordinates(self, kernel):
        X, labels = sample(), labels_of()
        Phi, K, U = kernel.feature_map(X), kernel(X), cmeans.partition_matrix(labels, 3)
        V = kernel_cmeans.feature_prototypes(Phi, kernel_cmeans.weights(U))
        np.testing.assert_allclose(V, [Phi[labels == k].mean(axis=0) for k in range(3)], rtol=1e-11)
        distances = kernel_cmeans.kernel_squared_distances(np.diagonal(K), K, K, kernel_cmeans.weights(U))
        np.testing.assert_allclose(distances, ((Phi[:, None] - V) ** 2).sum(axis=2), rtol=1e-8, atol=1e-10)
        expected = loop_criterion(Phi, labels, V)
        assert kernel_cmeans.kernel_criterion(K, U) == pytest.approx(expected)
        assert kernel_cmeans.feature_criterion(Phi, U) == pytest.approx(expected)

    @checks("AML-approximate")
    def test_approximate_weights_are_the_best_combination(self):
        kernel, X, labels = Polynomial(degree=2), sample(20), labels_of(20)
        S, U = X[:4], cmeans.partition_matrix(labels, 3)
        Phi, Phi_s = kernel.feature_map(X), kernel.feature_map(S)
        expected = np.linalg.lstsq(Phi_s.T, (kernel_cmeans.weights(U).T @ Phi).T, rcond=None)[0]
        ours = kernel_cmeans.approximate_weights(kernel(S), kernel(S, X), U)
        np.testing.assert_allclose(ours, expected, rtol=1e-7, atol=1e-9)
