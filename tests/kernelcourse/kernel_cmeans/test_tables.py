"""The precomputed tables of chapter 06, computed again where that takes seconds."""

import pytest

from kernelsy19 import cmeans, kernel_cmeans
from kernelsy19.datasets import iris, table
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import RBF, Linear


class TestTables:
    """The precomputed tables of chapter 06, recomputed where that takes seconds."""

    @pytest.mark.parametrize("gamma", [0, 1])
    def test_iris_lowest_objective_and_its_accuracy(self, gamma):
        row = table("iris_c_means").rows(gamma=gamma)
        kernel = RBF(gamma=gamma) if gamma else Linear()
        model = KernelCMeans(kernel, 3, n_starts=150, exchange=True).fit(iris().X)
        assert model.solution_.objective == pytest.approx(row["lowest_J"][0], rel=1e-5)
        accuracy = 100 * cmeans.matched_accuracy(model.labels_, iris().y)
        assert accuracy == pytest.approx(row["accuracy_at_lowest_J"][0], abs=1e-3)

    def test_iris_with_the_width_of_the_report(self):
        row = table("iris_c_means").rows(gamma=2.5)
        kernel = RBF(gamma=2.5)
        model = KernelCMeans(kernel, 3, n_starts=100, init="partition", exchange=True).fit(iris().X)
        assert model.solution_.objective == pytest.approx(row["lowest_J"][0], rel=1e-5)
        assert 100 * cmeans.matched_accuracy(model.labels_, iris().y) == pytest.approx(80.6667, abs=1e-3)
        species = kernel_cmeans.kernel_criterion(kernel(iris().X), cmeans.partition_matrix(iris().y, 3))
        assert row["J_of_species"][0] == pytest.approx(species, rel=1e-5)
        assert species > row["J_at_best_accuracy"][0] > row["lowest_J"][0]
