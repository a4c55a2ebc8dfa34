"""Geometry from kernel values: identities, spectra that are known, and the nearest matrix of a cone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Sigmoid
from kernelsy19.kernels import geometry as fs

KERNELS = [Linear(), Polynomial(degree=2), Polynomial(degree=3, gamma=0.5, offset=2.0)]


def points(n, p, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p)) + 0.3


def symmetric(n, seed=0):
    A = np.random.default_rng(seed).normal(size=(n, n))
    return A + A.T


def with_spectrum(values, seed=0):
    Q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(len(values), len(values))))
    K = Q @ np.diag(values) @ Q.T
    return (K + K.T) / 2


class TestCentering:
    @settings(max_examples=30, deadline=None)
    @given(st.integers(1, 8), st.integers(0, 1000))
    def test_identities(self, n, seed):
        K = symmetric(n, seed)
        C = fs.center_gram(K)
        np.testing.assert_allclose(C, fs.center_gram_by_projection(K), atol=1e-13)
        np.testing.assert_allclose(C.sum(axis=0), 0, atol=1e-12)
        np.testing.assert_allclose(C.sum(axis=1), 0, atol=1e-12)
        np.testing.assert_allclose(C, C.T, atol=1e-14)
        np.testing.assert_allclose(fs.center_gram(C), C, atol=1e-13)
        np.testing.assert_allclose(fs.center_gram(K + 5.0), C, atol=1e-12)
        np.testing.assert_allclose(fs.center_new(K, K), C, atol=1e-13)

    def test_matrix_that_is_not_symmetric_tells_rows_from_columns(self):
        A = np.random.default_rng(0).normal(size=(5, 5))
        np.testing.assert_allclose(fs.center_gram(A), fs.center_gram_by_projection(A), atol=1e-14)


class TestCheckPSD:
    @pytest.mark.checks("MSA220-gram")
    @pytest.mark.parametrize("values", [[3.0, 1.0, 0.5], [2.0, 0.0, 0.0], [1.0, -0.25, 4.0], [-2.0, -1.0]])
    def test_known_spectra(self, values):
        check = fs.check_psd(with_spectrum(values))
        assert check.smallest_eigenvalue == pytest.approx(min(values), abs=1e-14)
        assert bool(check) is check.is_psd is (min(values) >= 0)

    def test_tolerance_is_relative_to_the_one_norm(self):
        K = np.array([[1.0, 2.0], [2.0, 1.0]])
        assert fs.check_psd(K, rtol=0.1).tolerance == pytest.approx(0.3)
        assert fs.check_psd(1e6 * K, rtol=0.1).tolerance == pytest.approx(0.3e6)

    def test_edges_of_the_tolerance(self):
        assert fs.check_psd(np.zeros((3, 3)), rtol=0) and fs.check_psd(np.eye(2), rtol=0)
        assert not fs.check_psd(np.diag([1.0, -1e-14]), rtol=0)
        assert fs.check_psd(np.diag([2.0, -1.98e-6]), rtol=1e-6)
        assert not fs.check_psd(np.diag([2.0, -2.02e-6]), rtol=1e-6)

    def test_default_tolerance_forgives_rounding_only(self):
        X = points(40, 2)
        assert fs.check_psd(Polynomial(degree=2)(X)) and fs.check_psd(Linear()(1e5 * X))
        assert not fs.check_psd(Sigmoid(1.0, -1.0)(X)) and not fs.check_psd(np.diag([1.0, -1e-9]))


class TestNearestPSD:
    @pytest.mark.checks("AML-nearest-psd")
    @settings(max_examples=40, deadline=None)
    @given(st.integers(1, 6), st.integers(0, 10_000))
    def test_projection_on_the_cone(self, n, seed):
        K = symmetric(n, seed)
        nearest = fs.nearest_psd(K)
        A = nearest.K
        size = np.abs(K).sum()
        assert (A == A.T).all()
        assert np.linalg.eigvalsh(A)[0] >= -1e-13 * size
        assert nearest.distance == pytest.approx(np.linalg.norm(A - K), abs=1e-12 * size)
        assert nearest.n_negative == (np.linalg.eigvalsh(K) < 0).sum()
        # The projection on a cone that is its own dual: A − K is in it as well, and at a right angle to A.
        assert abs(np.vdot(K - A, A)) <= 1e-12 * size**2
        assert np.linalg.eigvalsh(A - K)[0] >= -1e-13 * size
        again = fs.nearest_psd(A)
        np.testing.assert_allclose(again.K, A, atol=1e-13 * size)
        assert again.distance <= 1e-13 * size


class TestFeaturesOfGram:
    @pytest.mark.checks("MSA220-gram-features")
    @pytest.mark.parametrize("k", [*KERNELS, RBF(0.5), Laplacian(2.0)], ids=repr)
    @pytest.mark.parametrize("n", [1, 2, 8])
    def test_their_gram_matrix_is_k(self, k, n):
        K = k(points(n, 2))
        Phi = fs.features_of_gram(K)
        np.testing.assert_allclose(Phi @ Phi.T, K, rtol=1e-10, atol=1e-10 * np.abs(K).max())
        assert Phi.shape == (n, np.linalg.matrix_rank(K, tol=1e-11 * np.abs(K).max()))

    def test_one_point_many_times_and_the_origin(self):
        assert fs.features_of_gram(np.ones((4, 4))).shape == (4, 1)
        assert fs.features_of_gram(np.zeros((4, 4))).shape == (4, 0)

    def test_what_the_psd_check_lets_pass_has_features(self):
        K = with_spectrum(np.linspace(0.0, 1.0, 30))
        u = np.linalg.eigh(K)[1][:, 0]
        tolerance = 1e-10 * np.abs(K).sum(axis=0).max()
        assert tolerance > 1.5e-10
        for share, is_psd in ((0.95, True), (1.05, False)):
            below = K - share * tolerance * np.outer(u, u)
            assert bool(fs.check_psd(below)) is is_psd
            assert fs.nearest_psd(below).n_negative == (0 if is_psd else 1)
            if is_psd:
                assert fs.features_of_gram(below).shape == (30, 29)
            else:
                with pytest.raises(ValueError, match="K must be positive semidefinite"):
                    fs.features_of_gram(below)


class TestMercerExpansion:
    K = RBF(0.7)(points(9, 2))

    @pytest.mark.parametrize("r", [1, 3, 9])
    def test_functions_are_orthonormal_for_the_mean_and_eigen(self, r):
        expansion = fs.mercer_expansion(self.K, r)
        assert expansion.values.shape == (r,) and expansion.functions.shape == (9, r)
        np.testing.assert_allclose(expansion.functions.T @ expansion.functions / 9, np.eye(r), atol=1e-12)
        expected = expansion.functions * expansion.values
        np.testing.assert_allclose(self.K @ expansion.functions / 9, expected, atol=1e-13)
        assert (np.diff(expansion.values) <= 0).all()
        found = expansion.values
        np.testing.assert_allclose(found, np.sort(np.linalg.eigvalsh(self.K))[::-1][:r] / 9, atol=1e-14)
        assert (expansion.functions[np.abs(expansion.functions).argmax(axis=0), range(r)] > 0).all()

    def test_error_of_few_terms_is_the_rest_of_the_spectrum(self):
        values = np.sort(np.linalg.eigvalsh(self.K))[::-1]
        for r in (1, 4):
            error = np.linalg.norm(self.K - fs.mercer_expansion(self.K, r).gram())
            assert error == pytest.approx(np.linalg.norm(values[r:]), rel=1e-9)


def test_coordinates_are_those_of_the_kernel_or_of_its_gram_matrix():
    X = np.random.default_rng(3).normal(size=(6, 2))
    np.testing.assert_array_equal(fs.coordinates(Polynomial(2), X), Polynomial(2).feature_map(X))
    Phi = fs.coordinates(RBF(0.5), X)
    np.testing.assert_allclose(Phi @ Phi.T, RBF(0.5)(X), atol=1e-12)


def test_signs_of_eigenfunctions_do_not_hang_on_rounding():
    x = np.linspace(-2, 2, 200)[:, None]
    functions = fs.mercer_expansion(RBF(gamma=1.0)(x), 8).functions
    odd = functions[:, 1::2]
    np.testing.assert_allclose(odd, -odd[::-1], atol=1e-9)
    peaks = np.abs(odd).argmax(axis=0)
    first = np.minimum(peaks, len(x) - 1 - peaks)  # of two peaks of one height
    assert (odd[first, np.arange(4)] > 0).all()
