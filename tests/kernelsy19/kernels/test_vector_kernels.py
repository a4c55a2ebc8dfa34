"""Kernels by their parameters: what they accept, their widths, their features, their digits."""

import itertools
import math
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_values import city_block, points, squared_distance, tilted

from kernelsy19 import kernels
from kernelsy19.kernels import (
    RBF,
    Constant,
    FunctionKernel,
    Kernel,
    Laplacian,
    Linear,
    Polynomial,
    Precomputed,
    Sigmoid,
)


class TestParameters:
    def test_numpy_numbers_are_kept_as_plain_ones(self):
        k = Polynomial(np.int64(3), np.float32(0.5), np.float64(2))
        assert repr(k) == "Polynomial(degree=3, gamma=0.5, offset=2.0)"
        assert repr(np.float64(0.1) * RBF(np.float64(2))) == "0.1 * RBF(gamma=2.0)"
        assert k == Polynomial(3, 0.5, 2) and hash(k) == hash(Polynomial(3, 0.5, 2))

    def test_nested_names(self):
        k = 2 * RBF(0.5) + Polynomial(degree=3)
        assert k.get_params() == {
            "left": 2 * RBF(0.5),
            "left__factor": 2.0,
            "left__kernel": RBF(0.5),
            "left__kernel__gamma": 0.5,
            "right": Polynomial(degree=3),
            "right__degree": 3,
            "right__gamma": 1.0,
            "right__offset": 1.0,
        }
        assert set(k.get_params(deep=False)) == {"left", "right"}
        assert k.with_params(left__kernel__gamma=4.0, right__degree=1) == 2 * RBF(4.0) + Polynomial(degree=1)
        assert k.with_params(left=RBF(1.0), left__gamma=3.0) == RBF(3.0) + Polynomial(degree=3)

    def test_equal_only_when_type_and_parameters_are(self):
        assert RBF(1) == RBF(1.0)
        assert RBF(1.0) != Laplacian(1.0)
        assert RBF(1.0) != RBF(1.0 + 1e-15)
        assert Polynomial(2, 1, 0) != Polynomial(2, 1, 1)
        assert RBF() + Linear() != Linear() + RBF()

    def test_constant_diagonal_is_claimed_where_it_holds(self):
        same = RBF(), Laplacian(), Constant(), RBF() + 1, 2 * RBF(), RBF() ** 2, RBF() * Laplacian()
        assert all(k.constant_diagonal for k in same)
        assert (RBF() * Laplacian()).constant_diagonal
        others = Linear(), Polynomial(), Sigmoid(), RBF() + Linear(), Linear() * RBF()
        assert not any(k.constant_diagonal for k in (*others, 2 * Linear(), Linear() ** 2))

    def test_positive_semidefinite_of_what_is_made_of_parts(self):
        assert (RBF() + Linear()).positive_semidefinite is True
        assert (RBF() * Sigmoid()).positive_semidefinite is False
        assert (Sigmoid() + RBF()).positive_semidefinite is False
        assert (2 * Sigmoid()).positive_semidefinite is False
        assert (RBF() ** 2).positive_semidefinite is True
        assert FunctionKernel(tilted).positive_semidefinite is None
        assert (RBF() + FunctionKernel(tilted)).positive_semidefinite is None
        assert (Precomputed() ** 2).positive_semidefinite is None


class TestPrecision:
    def test_gram_matrix_is_symmetric_even_where_the_matrix_product_is_not(self):
        @dataclass(frozen=True)
        class Crooked(Kernel):
            def evaluate(self, X, Y):
                K = X @ Y.T
                return K + np.tril(np.full(K.shape, 1e-15), -1)

        X = points(6, 3)
        K = Crooked()(X)
        assert (K == K.T).all()
        np.testing.assert_array_equal(np.triu(K), np.triu(Crooked().evaluate(X, X)))


class TestPolynomialFeatures:
    @pytest.mark.checks("MSA220-polynomial")
    @pytest.mark.parametrize("degree", range(1, 6))
    @pytest.mark.parametrize("p", range(1, 5))
    @pytest.mark.parametrize(("gamma", "offset"), [(1.0, 1.0), (0.5, 0.0), (2.0, 3.0)])
    def test_coordinates(self, degree, p, gamma, offset):
        k = Polynomial(degree, gamma, offset)
        X, Y = points(6, p), points(4, p, seed=1)
        Phi = k.feature_map(X)
        expected = math.comb(p + degree, degree) if offset else math.comb(p + degree - 1, degree)
        assert Phi.shape == (6, expected)
        values = (gamma * np.einsum("ip,jp->ij", X, Y) + offset) ** degree
        np.testing.assert_allclose(Phi @ k.feature_map(Y).T, values, rtol=1e-11, atol=1e-11)

    @pytest.mark.parametrize("p", [1, 2, 4])
    @pytest.mark.parametrize("degree", [1, 3])
    def test_monomials_are_all_there_once(self, p, degree):
        below = {a for a in itertools.product(range(degree + 1), repeat=p) if sum(a) <= degree}
        found = list(map(tuple, kernels.monomials(p, degree)))
        assert len(found) == len(below) and set(found) == below
        top = set(map(tuple, kernels.monomials(p, degree, offset=False)))
        assert top == {a for a in below if sum(a) == degree}
        assert kernels.n_monomials(p, degree) == len(found)


class TestWidths:
    FORMULAS = {
        (RBF, "gamma"): lambda s, x, y: math.exp(-s * squared_distance(x, y)),
        (RBF, "1/s"): lambda s, x, y: math.exp(-squared_distance(x, y) / s),
        (RBF, "1/s^2"): lambda s, x, y: math.exp(-squared_distance(x, y) / s**2),
        (RBF, "1/(2s^2)"): lambda s, x, y: math.exp(-squared_distance(x, y) / (2 * s**2)),
        (Laplacian, "gamma"): lambda s, x, y: math.exp(-s * city_block(x, y)),
        (Laplacian, "1/s"): lambda s, x, y: math.exp(-city_block(x, y) / s),
        (Laplacian, "1/s^2"): lambda s, x, y: math.exp(-city_block(x, y) / s**2),
    }

    @pytest.mark.parametrize(("kind", "convention"), FORMULAS)
    @pytest.mark.parametrize("width", [0.3, 1.0, 2.0])
    def test_meaning(self, kind, convention, width):
        X = points(4, 2)
        formula = self.FORMULAS[kind, convention]
        expected = [[formula(width, x, y) for y in X] for x in X]
        np.testing.assert_allclose(kind.from_width(width, convention)(X), expected, rtol=1e-12)

    @pytest.mark.parametrize(("kind", "convention"), FORMULAS)
    @settings(max_examples=30, deadline=None)
    @given(width=st.floats(1e-3, 1e3))
    def test_round_trip(self, kind, convention, width):
        assert kind.from_width(width, convention).width(convention) == pytest.approx(width, rel=1e-12)

    def test_every_convention_is_tested(self):
        assert {(kind, name) for kind in (RBF, Laplacian) for name in kind.WIDTHS} == set(self.FORMULAS)

    @pytest.mark.parametrize("convention", ["1/s^2", "1/(2s^2)"])
    @pytest.mark.parametrize("width", [1e-300, 1e300])
    def test_a_width_whose_square_leaves_the_numbers(self, width, convention):
        with pytest.raises(ValueError, match="gamma must be"):
            RBF.from_width(width, convention)


@pytest.mark.parametrize("k", [RBF(0.7), Laplacian(0.4), Linear(), Polynomial(2), 2 * RBF(0.7)], ids=str)
def test_a_kernel_that_says_so_is_the_product_of_its_values_on_single_columns(k):
    X, Y = np.random.default_rng(0).normal(size=(2, 5, 3))
    product = np.prod([k(X[:, [j]], Y[:, [j]]) for j in range(3)], axis=0)
    assert np.allclose(product, k(X, Y), rtol=1e-12) == k.product_over_columns


@pytest.mark.parametrize("shift", [0.0, 5.0])
@pytest.mark.parametrize("offset", [0.0, 3.0])
@pytest.mark.parametrize("degree", [1, 3, 7, 12, 13])
def test_sums_of_a_polynomial_on_a_grid_are_those_of_its_powers(degree, offset, shift):
    rng = np.random.default_rng(degree)
    Y, weights = rng.normal(size=(50, 2)) + shift, rng.normal(size=50)
    x, y = np.linspace(-3, 3, 8) + shift, np.linspace(-2, 2, 5) + shift
    grid = np.array([[a, b] for b in y for a in x])
    expected = ((0.7 * grid @ Y.T + offset) ** degree @ weights).reshape(5, 8)
    sums = kernels.Polynomial(degree=degree, gamma=0.7, offset=offset).sums_on_grid(x, y, Y, weights)
    np.testing.assert_allclose(sums, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_sums_of_a_polynomial_on_a_grid_ask_for_no_power_that_it_does_not_have():
    Y, x = np.full((1, 2), 1e60), np.array([1.0, 2.0])
    sums = kernels.Polynomial(degree=3).sums_on_grid(x, x, Y, np.ones(1))
    np.testing.assert_allclose(sums, 1e180 * np.array([[8.0, 27.0], [27.0, 64.0]]))
