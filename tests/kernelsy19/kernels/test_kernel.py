"""Every kernel keeps the contract, and their algebra is that of the matrices."""

import inspect
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_values import (
    city_block,
    dot,
    points,
    squared_distance,
    tilted,
    values,
    with_duplicates,
    without_address,
)
from matplotlib.mathtext import MathTextParser
from one_test_for_many import every

from kernelsy19 import kernels
from kernelsy19.kernels import (
    RBF,
    Constant,
    FunctionKernel,
    Kernel,
    Laplacian,
    Linear,
    Polynomial,
    Power,
    Precomputed,
    Product,
    Scaled,
    Sigmoid,
    Sum,
    pointwise,
    vector_kernels,
)
from kernelsy19.kernels import kernel as kernel_file
from kernelsy19.kernels.geometry import check_psd

# One line a kernel: the value, and k(x, y) of two points written from its formula.
CONTRACT = [
    (Linear(), dot),
    (Polynomial(), lambda x, y: (dot(x, y) + 1) ** 2),
    (Polynomial(degree=3, gamma=0.5, offset=2.0), lambda x, y: (0.5 * dot(x, y) + 2) ** 3),
    (Polynomial(degree=4, gamma=0.1, offset=0.0), lambda x, y: (0.1 * dot(x, y)) ** 4),
    (Polynomial(degree=1, gamma=3.0, offset=0.25), lambda x, y: 3 * dot(x, y) + 0.25),
    (RBF(), lambda x, y: math.exp(-squared_distance(x, y))),
    (RBF(gamma=0.3), lambda x, y: math.exp(-0.3 * squared_distance(x, y))),
    (Laplacian(), lambda x, y: math.exp(-city_block(x, y))),
    (Laplacian(gamma=0.7), lambda x, y: math.exp(-0.7 * city_block(x, y))),
    (Sigmoid(), lambda x, y: math.tanh(dot(x, y))),
    (Sigmoid(gamma=0.4, offset=-0.5), lambda x, y: math.tanh(0.4 * dot(x, y) - 0.5)),
    (Constant(2.5), lambda x, y: 2.5),
    (RBF(0.5) + Linear(), lambda x, y: math.exp(-0.5 * squared_distance(x, y)) + dot(x, y)),
    (1 + Linear(), lambda x, y: 1 + dot(x, y)),
    (RBF(0.5) * Linear(), lambda x, y: math.exp(-0.5 * squared_distance(x, y)) * dot(x, y)),
    ((Linear() + 1) * (RBF() + 2), lambda x, y: (dot(x, y) + 1) * (math.exp(-squared_distance(x, y)) + 2)),
    (0.123456789 * Laplacian(2.0), lambda x, y: 0.123456789 * math.exp(-2 * city_block(x, y))),
    (3 * (Linear() + RBF(0.1)), lambda x, y: 3 * (dot(x, y) + math.exp(-0.1 * squared_distance(x, y)))),
    (0.3 * Polynomial(2), lambda x, y: 0.3 * (dot(x, y) + 1) ** 2),
    ((Linear() + 2) ** 3, lambda x, y: (dot(x, y) + 2) ** 3),
    (
        RBF(0.2) * (2 * Linear()) ** 2,
        lambda x, y: math.exp(-0.2 * squared_distance(x, y)) * 4 * dot(x, y) ** 2,
    ),
    (Sigmoid(0.1) + RBF(), lambda x, y: math.tanh(0.1 * dot(x, y)) + math.exp(-squared_distance(x, y))),
    (FunctionKernel(tilted), lambda x, y: dot(x, y) + (x[0] * y[0]) ** 3),
    (2 * FunctionKernel(pointwise(dot)), lambda x, y: 2 * dot(x, y)),
]


def test_every_kernel_of_vectors_has_its_formula_here():
    made = {cls for cls in vars(vector_kernels).values() if isinstance(cls, type) and issubclass(cls, Kernel)}
    there = {Kernel, *(type(k) for k, _ in CONTRACT)}
    missing = {cls for cls in made if not cls.__name__.startswith("_")} - there
    assert not missing, f"CONTRACT needs a line for {missing}: k(x, y) of two points, from its formula"


POINT_SETS = {
    "plane": points(7, 2),
    "one point": points(1, 3, seed=1),
    "one dimension": points(6, 1, seed=2),
    "duplicates": with_duplicates(points(5, 3, seed=3)),
    "high dimension": with_duplicates(points(9, 12, seed=4)),
    "large": points(6, 2, seed=5, scale=1e3),
    "tiny": points(6, 2, seed=6, scale=1e-3),
}


each_kernel = pytest.mark.parametrize(
    ("k", "formula"), [pytest.param(*row, id=without_address(row[0])) for row in CONTRACT]
)


each_set = every("X", POINT_SETS.values(), lambda X: next(name for name, Y in POINT_SETS.items() if Y is X))


def has_features(k):
    try:
        k.feature_map(np.zeros((1, 2)))
    except ValueError:
        return False
    return True


base_kernels = st.one_of(
    st.builds(Linear),
    st.builds(Polynomial, st.integers(1, 3), st.floats(0.1, 2), st.floats(0, 2)),
    st.builds(RBF, st.floats(0.01, 3)),
    st.builds(Laplacian, st.floats(0.01, 3)),
    st.builds(Sigmoid, st.floats(-2, 2), st.floats(-1, 1)),
    st.builds(Constant, st.floats(0, 3)),
)


any_kernels = st.recursive(
    base_kernels,
    lambda inner: st.one_of(
        st.builds(Sum, inner, inner),
        st.builds(Product, inner, inner),
        st.builds(Scaled, st.floats(0, 3), inner),
        st.builds(Power, inner, st.integers(1, 2)),
    ),
    max_leaves=4,
)


@st.composite
def point_sets(draw):
    n, p = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    return np.array(draw(st.lists(st.lists(values, min_size=p, max_size=p), min_size=n, max_size=n)))


@each_kernel
class TestContract:
    @pytest.mark.checks(
        "MSA220-linear",
        "MSA220-polynomial",
        "MSA220-rbf",
        "MSA220-laplacian",
        "MSA220-sigmoid",
        "COURSE-kernel-sum",
        "COURSE-kernel-product",
        "COURSE-kernel-scaling",
    )
    @each_set
    def test_values_are_those_of_the_formula(self, k, formula, X):
        Y = X[::-1][: max(1, len(X) - 2)] * 0.75
        for K, B in ((k(X), X), (k(X, Y), Y)):
            expected = np.array([[formula(x, y) for y in B] for x in X])
            assert K.shape == (len(X), len(B))
            assert K.dtype == np.float64
            np.testing.assert_allclose(K, expected, rtol=1e-11, atol=1e-12 * np.abs(expected).max())

    @each_set
    @every("columns", [(), (1,), (3,)])
    def test_sums_are_products_with_the_matrix(self, k, formula, X, columns, monkeypatch):
        Y = X[::-1] * 0.75
        weights = np.random.default_rng(0).normal(size=(len(Y), *columns))
        expected = k(X, Y) @ weights
        atol = 1e-13 * (np.abs(k(X, Y)) @ np.abs(weights)).max()
        np.testing.assert_allclose(k.sums(X, Y, weights), expected, rtol=0, atol=atol)
        with monkeypatch.context() as patch:
            patch.setattr(kernel_file, "SUMMED_ENTRIES", 2 * len(Y))
            np.testing.assert_allclose(k.sums(X, Y, weights), expected, rtol=0, atol=atol)

    def test_sums_on_a_grid_are_those_of_its_points(self, k, formula):
        x, y, Y, weights = np.linspace(-1, 1, 4), np.linspace(0, 2, 3), points(6, 2), points(6, 1)[:, 0]
        grid = [[a, b] for b in y for a in x]
        expected = (k(grid, Y) @ weights).reshape(3, 4)
        found = k.sums_on_grid(x, y, Y, weights)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13 * np.abs(k(grid, Y)).max())

    def test_no_input_is_changed_and_the_answer_is_no_view_of_it(self, k, formula):
        X, Y = points(5, 9), points(4, 9, seed=1)
        X_before, Y_before = X.copy(), Y.copy()
        X.setflags(write=False)
        Y.setflags(write=False)
        answers = [k(X), k(X, Y), k.diagonal(X)] + ([k.feature_map(X)] if has_features(k) else [])
        assert not any(np.shares_memory(answer, X) or np.shares_memory(answer, Y) for answer in answers)
        assert (X_before == X).all() and (Y_before == Y).all()


@pytest.mark.parametrize("p", [2, 12])
@pytest.mark.parametrize("k", [RBF(0.4), 2 * RBF(0.4) + 1, RBF(0.4) * RBF(0.1)], ids=repr)
def test_many_points_keep_the_contract(k, p):
    X, Y, weights = points(530, p), points(520, p, seed=1), points(520, 2, seed=2)
    K = k(X)
    few = np.vstack([k(X[s : s + 53], X) for s in range(0, 530, 53)])
    np.testing.assert_allclose(K, few, rtol=1e-12)
    assert (K == K.T).all() and (np.diag(K) == k.diagonal(X)).all()
    assert check_psd(K, rtol=1e-12)
    few = np.vstack([k(X[s : s + 53], Y) for s in range(0, 530, 53)])
    np.testing.assert_allclose(k(X, Y), few, rtol=1e-12)
    np.testing.assert_allclose(k.sums(X, Y, weights), few @ weights, rtol=0, atol=1e-11)
    with pytest.raises(ValueError, match="Y must have"):
        k(X, Y[:, :-1])


class TestAlgebra:
    @pytest.mark.checks("COURSE-kernel-sum", "COURSE-kernel-product", "COURSE-kernel-scaling")
    @settings(max_examples=60, deadline=None)
    @given(base_kernels, base_kernels, point_sets(), st.floats(0, 5), st.integers(1, 4))
    def test_operators_act_on_values(self, k1, k2, X, c, m):
        K1, K2 = k1(X), k2(X)
        np.testing.assert_array_equal((k1 + k2)(X), K1 + K2)
        np.testing.assert_array_equal((k1 * k2)(X), K1 * K2)
        np.testing.assert_array_equal((c * k1)(X), c * K1)
        np.testing.assert_array_equal((k1 * c)(X), c * K1)
        np.testing.assert_array_equal((k1 + c)(X), K1 + c)
        np.testing.assert_array_equal((c + k1)(X), c + K1)
        np.testing.assert_allclose((k1**m)(X), np.prod([K1] * m, axis=0), rtol=1e-13)
        np.testing.assert_array_equal(sum([k1, k2, k1])(X), K1 + K2 + K1)

    @settings(max_examples=60, deadline=None)
    @given(any_kernels, point_sets())
    def test_whatever_is_built_keeps_the_contract(self, k, X):
        K = k(X)
        size = max(1.0, np.abs(K).max())
        assert (K == K.T).all()
        np.testing.assert_allclose(k.diagonal(X), np.diag(K), rtol=1e-12, atol=1e-13)
        again = eval(repr(k), dict(inspect.getmembers(kernels)))
        np.testing.assert_allclose(again(X), K, rtol=1e-12, atol=1e-13 * size)
        MathTextParser("path").parse(k._repr_latex_().replace(r"\top", "T"))
        if k.positive_semidefinite:
            assert check_psd(K, rtol=1e-11)
        if has_features(k):
            Phi = k.feature_map(X)
            np.testing.assert_allclose(Phi @ Phi.T, K, rtol=1e-10, atol=1e-11 * size)

    @pytest.mark.parametrize("c", [np.float64(2), np.float32(2), np.int64(2), 2, 2.0])
    def test_numbers_of_any_kind_on_either_side(self, c):
        X = points(4, 2)
        for k in (c * RBF(), RBF() * c):
            assert isinstance(k, Scaled) and k == Scaled(2, RBF())
            np.testing.assert_array_equal(k(X), 2 * RBF()(X))
        assert c + RBF() == Sum(Constant(2), RBF())
        assert RBF() + c == Sum(RBF(), Constant(2))

    def test_negative_numbers_are_refused(self):
        for make in (lambda: -1 * RBF(), lambda: RBF() * -0.1, lambda: np.float64(-2) * RBF()):
            with pytest.raises(ValueError, match=r"factor must be a number in \[0, inf\)"):
                make()
        for make in (lambda: RBF() + -1, lambda: -1 + RBF(), lambda: RBF() + np.nan):
            with pytest.raises(ValueError, match=r"value must be a number in \[0, inf\)"):
                make()

    @pytest.mark.parametrize("other", ["2", None, [1, 2], np.ones(2), True, 1j, RBF])
    def test_other_things_are_no_terms(self, other):
        for act in (
            lambda: RBF() + other,
            lambda: other + RBF(),
            lambda: RBF() * other,
            lambda: other * RBF(),
        ):
            with pytest.raises(TypeError):
                act()

    def test_differences_and_negatives_are_no_kernels(self):
        for act in (lambda: RBF() - Linear(), lambda: -RBF(), lambda: 1 - RBF(), lambda: RBF() / Linear()):
            with pytest.raises(TypeError):
                act()

    @pytest.mark.parametrize(
        ("k", "text"),
        [
            (2 * RBF(0.5) + Linear(), "2 * RBF(gamma=0.5) + Linear()"),
            (Linear() + 1, "Linear() + 1"),
            ((Linear() + 1) ** 2, "(Linear() + 1)**2"),
            (2 * (RBF() + Linear()), "2 * (RBF(gamma=1.0) + Linear())"),
            (RBF() * (Linear() + 1), "RBF(gamma=1.0) * (Linear() + 1)"),
            (RBF() * (2 * Linear()), "RBF(gamma=1.0) * (2 * Linear())"),
            ((2 * Linear()) ** 2, "(2 * Linear())**2"),
            (0.1234567890123 * Linear(), "0.1234567890123 * Linear()"),
            (Constant(2) + 3, "Constant(value=2.0) + 3"),
            (Constant(2) * Constant(3), "Constant(value=2.0) * Constant(value=3.0)"),
        ],
    )
    def test_repr(self, k, text):
        assert repr(k) == text

    @pytest.mark.parametrize(
        ("k", "latex"),
        [
            (Linear(), r"x^\top y"),
            (Polynomial(3, 0.5, 2), r"(0.5\,x^\top y + 2)^{3}"),
            (Polynomial(2, 1, 0), r"(x^\top y)^{2}"),
            (RBF(1e-5), r"\exp(-10^{-5}\,\|x - y\|^2)"),
            (RBF(2.5e-7), r"\exp(-2.5 \cdot 10^{-7}\,\|x - y\|^2)"),
            (Laplacian(0.5), r"\exp(-0.5\,\|x - y\|_1)"),
            (Sigmoid(2, -0.5), r"\tanh(2\,x^\top y - 0.5)"),
            (Sigmoid(2, 0.5), r"\tanh(2\,x^\top y + 0.5)"),
            (Sigmoid(2), r"\tanh(2\,x^\top y)"),
            (2 * (Linear() + 1), r"2\,(x^\top y + 1)"),
            (2 * (3 * Linear()), r"2\,(3\,x^\top y)"),
            (Linear() * (Linear() + 1), r"x^\top y\,(x^\top y + 1)"),
            ((Linear() + 1) ** 2, r"\left(x^\top y + 1\right)^{2}"),
            (Precomputed(), "K_{xy}"),
            (FunctionKernel(tilted), r"\mathrm{tilted}(x, y)"),
            (FunctionKernel(pointwise(squared_distance)), r"\mathrm{squared\_distance}(x, y)"),
            (FunctionKernel(lambda X, Y: X @ Y.T), r"\mathrm{k}(x, y)"),
        ],
    )
    def test_latex(self, k, latex):
        assert k.latex == latex
