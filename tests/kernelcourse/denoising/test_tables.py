"""Cells of the precomputed tables of chapter 09, computed again."""

import numpy as np
import pytest

from kernelsy19 import datasets, denoising
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA


class TestTables:
    """Cells of the precomputed tables of chapter 09, computed again."""

    usps = datasets.usps()

    def training_digits(self):
        """Rows of the training digits and of the held-out ones, as the script draws them."""
        rng = np.random.default_rng(1)
        rows = [rng.permutation(np.flatnonzero(self.usps.train.y == digit)) for digit in range(10)]
        return [np.concatenate([r[some] for r in rows]) for some in (slice(0, 100), slice(100, 120))]

    def test_linear_errors_on_the_test_digits(self):
        X, clean = self.usps.train.X[self.training_digits()[0]], self.usps.test.X
        noisy = clean + 0.5 * np.random.default_rng(3).normal(size=clean.shape)
        mean = X.mean(axis=0)
        _, s, U = np.linalg.svd(X - mean, full_matrices=False)
        row = datasets.table("usps_denoising").rows(noise=0.5, components=64)
        for column, noise in (("linear", 0.0), ("shrunk", 0.5)):
            share = (s[:64] ** 2 / 1000) / (s[:64] ** 2 / 1000 + noise**2)
            restored = mean + ((noisy - mean) @ U[:64].T * share) @ U[:64]
            assert np.mean((np.clip(restored, -1, 1) - clean) ** 2) == pytest.approx(row[column][0], abs=6e-5)

    @pytest.mark.parametrize(("column", "method"), [("fixed_point", "fixed-point"), ("ridge", "ridge")])
    def test_kernel_errors_on_the_held_out_digits(self, column, method):
        X, clean = (self.usps.train.X[rows] for rows in self.training_digits())
        noisy = clean + np.random.default_rng(2).normal(size=clean.shape)
        fitted = KernelPCA(RBF(1 / 1024), n_components=32).fit(X)
        row = datasets.table("usps_denoising_tried").rows(noise=1.0, width=1024, components=32)
        found = denoising.denoise(fitted, noisy, method=method).points
        assert np.mean((np.clip(found, -1, 1) - clean) ** 2) == pytest.approx(row[column][0], abs=6e-5)

    def test_widths_are_those_with_the_least_error_on_held_out_digits(self):
        tried, reported = datasets.table("usps_denoising_tried"), datasets.table("usps_denoising")
        for noise in (0.5, 1.0):
            for q in (1, 4, 16, 32, 64, 128, 256, 512):
                rows, row = tried.rows(noise=noise, components=q), reported.rows(noise=noise, components=q)
                for method in ("fixed_point", "ridge"):
                    assert row[f"{method}_width"][0] == rows["width"][rows[method].argmin()]
