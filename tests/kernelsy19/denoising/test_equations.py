"""Equations of pre-images against loops, finite differences and coordinates."""

import numpy as np

from kernelsy19 import denoising
from kernelsy19.kernels import RBF, Polynomial


class TestEquations:
    rng = np.random.default_rng(0)
    X, Z, W = rng.normal(size=(5, 2)), rng.normal(size=(3, 2)), rng.normal(size=(3, 5))
    gamma = 0.6

    def k(self, a, b):
        return np.exp(-self.gamma * np.sum((a - b) ** 2))

    def rho(self, w, z):
        n = len(self.X)
        return (
            self.k(z, z)
            - 2 * sum(w[i] * self.k(z, self.X[i]) for i in range(n))
            + sum(w[i] * w[j] * self.k(self.X[i], self.X[j]) for i in range(n) for j in range(n))
        )

    def test_weights(self):
        Z, alpha = self.rng.normal(size=(3, 2)), self.rng.normal(size=(5, 2))
        plain = [[sum(z[m] * alpha[i, m] for m in range(2)) for i in range(5)] for z in Z]
        np.testing.assert_allclose(denoising.projection_weights(Z, alpha, centered=False), plain)
        back = [[w_i + (1 - sum(w)) / 5 for w_i in w] for w in plain]
        np.testing.assert_allclose(denoising.projection_weights(Z, alpha), back)

    def test_distances(self):
        kernel = RBF(self.gamma)
        got = denoising.squared_distances(
            kernel.diagonal(self.Z), kernel(self.Z, self.X), kernel(self.X), self.W
        )
        np.testing.assert_allclose(got, [self.rho(w, z) for w, z in zip(self.W, self.Z, strict=True)])
        polynomial = Polynomial(2)
        Phi, Phi_z = polynomial.feature_map(self.X), polynomial.feature_map(self.Z)
        got = denoising.squared_distances(
            polynomial.diagonal(self.Z), polynomial(self.Z, self.X), polynomial(self.X), self.W
        )
        np.testing.assert_allclose(got, ((Phi_z - self.W @ Phi) ** 2).sum(axis=1))

    def test_gradient(self):
        h = 1e-5
        for w, z, slope in zip(
            self.W, self.Z, denoising.gradients(self.Z, self.X, self.W, self.gamma), strict=True
        ):
            numeric = [(self.rho(w, z + e) - self.rho(w, z - e)) / (2 * h) for e in np.eye(2) * h]
            np.testing.assert_allclose(slope, numeric, atol=1e-8)

    def test_fixed_point_step(self):
        for w, z, new in zip(
            self.W, self.Z, denoising.fixed_point_step(self.Z, self.X, self.W, self.gamma), strict=True
        ):
            mixed = [w[i] * self.k(z, self.X[i]) for i in range(5)]
            expected = sum(m * x for m, x in zip(mixed, self.X, strict=True)) / sum(mixed)
            np.testing.assert_allclose(new, expected)

    def test_ridge_coefficients(self):
        K, ridge = RBF(0.5)(self.X), 0.3
        B = denoising.ridge_coefficients(K, self.X, ridge)
        np.testing.assert_allclose(K @ B + ridge * B, self.X - self.X.mean(axis=0))
