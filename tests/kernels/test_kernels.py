"""Every kernel keeps one contract; the rest of the file asks what only some of them do."""

import copy
import dataclasses
import itertools
import math
import pickle
import re
from dataclasses import dataclass

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.mathtext import MathTextParser
from scipy.spatial.distance import cdist
from sklearn.base import clone
from sklearn.metrics import pairwise

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
    as_kernel,
    pointwise,
)
from kernelsy19.kernels import equations as kernels_equations
from kernelsy19.kernels import value as kernel_value
from kernelsy19.kernels.geometry import check_psd


def dot(x, y):
    return math.fsum(a * b for a, b in zip(x, y, strict=True))


def squared_distance(x, y):
    return math.fsum((a - b) ** 2 for a, b in zip(x, y, strict=True))


def city_block(x, y):
    return math.fsum(abs(a - b) for a, b in zip(x, y, strict=True))


def tilted(X, Y):
    """x·y + (x₁ y₁)³: a kernel given as a function."""
    return X @ Y.T + np.outer(X[:, 0], Y[:, 0]) ** 3


def without_address(value):
    """repr without memory addresses, which would give each worker of a parallel run other tests."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


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


def points(n, p, seed=0, scale=1.0):
    return scale * np.random.default_rng(seed).normal(size=(n, p))


def with_duplicates(X):
    return np.vstack([X, X[:1], X[:1], np.zeros_like(X[:1])])


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
each_set = pytest.mark.parametrize("X", [pytest.param(X, id=name) for name, X in POINT_SETS.items()])


def evaluable(k):
    return "function" not in repr(k)


def has_features(k):
    try:
        k.feature_map(np.zeros((1, 2)))
    except ValueError:
        return False
    return True


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
    def test_gram_matrix_is_symmetric_to_the_last_bit(self, k, formula, X):
        K = k(X)
        assert (K == K.T).all()

    @each_set
    def test_diagonal_is_that_of_the_gram_matrix(self, k, formula, X):
        diagonal = k.diagonal(X)
        assert diagonal.shape == (len(X),)
        np.testing.assert_allclose(diagonal, np.diag(k(X)), rtol=1e-12, atol=1e-14)
        if k.constant_diagonal:
            assert np.ptp(diagonal) == 0

    @each_set
    def test_positive_semidefinite_where_it_says_so(self, k, formula, X):
        if k.positive_semidefinite:
            assert check_psd(k(X), rtol=1e-12)

    @each_set
    def test_dot_products_of_features_are_kernel_values(self, k, formula, X):
        if has_features(k):
            Phi = k.feature_map(X)
            assert len(Phi) == len(X)
            K = k(X)
            np.testing.assert_allclose(Phi @ Phi.T, K, rtol=1e-11, atol=1e-12 * np.abs(K).max())

    @each_set
    @pytest.mark.parametrize("columns", [(), (1,), (3,)])
    def test_sums_are_products_with_the_matrix(self, k, formula, X, columns, monkeypatch):
        Y = X[::-1] * 0.75
        weights = np.random.default_rng(0).normal(size=(len(Y), *columns))
        expected = k(X, Y) @ weights
        atol = 1e-13 * (np.abs(k(X, Y)) @ np.abs(weights)).max()
        np.testing.assert_allclose(k.sums(X, Y, weights), expected, rtol=0, atol=atol)
        monkeypatch.setattr(kernel_value, "SUMMED_ENTRIES", 2 * len(Y))
        np.testing.assert_allclose(k.sums(X, Y, weights), expected, rtol=0, atol=atol)

    def test_sums_on_a_grid_are_those_of_its_points(self, k, formula):
        x, y, Y, weights = np.linspace(-1, 1, 4), np.linspace(0, 2, 3), points(6, 2), points(6, 1)[:, 0]
        grid = [[a, b] for b in y for a in x]
        expected = (k(grid, Y) @ weights).reshape(3, 4)
        np.testing.assert_allclose(
            k.sums_on_grid(x, y, Y, weights), expected, rtol=0, atol=1e-13 * np.abs(k(grid, Y)).max()
        )

    def test_sums_want_one_weight_a_point(self, k, formula):
        X, Y = points(4, 2), points(3, 2, seed=1)
        with pytest.raises(ValueError, match="one row for each of the 3 rows of Y, got 4"):
            k.sums(X, Y, np.ones(4))
        with pytest.raises(ValueError, match="weights must be finite"):
            k.sums(X, Y, [1, np.nan, 1])
        with pytest.raises(ValueError, match="weights must be a matrix"):
            k.sums(X, Y, np.ones((3, 1, 1)))
        with pytest.raises(ValueError, match="Y must have 2 columns, got 3"):
            k.sums(X, np.ones((3, 3)), np.ones(3))
        with pytest.raises(ValueError, match="Y must have 2 columns, got 3"):
            k.sums_on_grid([0.0], [0.0], np.ones((3, 3)), np.ones(3))
        with pytest.raises(ValueError, match=r"weights must have shape \(3,\)"):
            k.sums_on_grid([0.0], [0.0], Y, np.ones(4))

    def test_no_input_is_changed_and_the_answer_is_no_view_of_it(self, k, formula):
        X, Y = points(5, 9), points(4, 9, seed=1)
        X_before, Y_before = X.copy(), Y.copy()
        X.setflags(write=False)
        Y.setflags(write=False)
        answers = [k(X), k(X, Y), k.diagonal(X)] + ([k.feature_map(X)] if has_features(k) else [])
        assert not any(np.shares_memory(answer, X) or np.shares_memory(answer, Y) for answer in answers)
        assert (X_before == X).all() and (Y_before == Y).all()

    def test_lists_integers_and_float32_are_read_as_float64(self, k, formula):
        X = [[1, 2], [3, -1], [0, 0]]
        np.testing.assert_array_equal(k(X), k(np.array(X, dtype=float)))
        np.testing.assert_array_equal(k(np.array(X, dtype=np.float32)), k(np.array(X, dtype=float)))
        np.testing.assert_array_equal(k(np.asfortranarray(X)), k(np.array(X, dtype=float)))

    def test_value_is_immutable(self, k, formula):
        for field in dataclasses.fields(k):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(k, field.name, getattr(k, field.name))
        with pytest.raises(dataclasses.FrozenInstanceError):
            k.anything = 1

    def test_equality_and_hash(self, k, formula):
        twin = copy.deepcopy(k)
        assert twin == k and hash(twin) == hash(k)
        assert len({k, twin}) == 1
        assert k != k + Constant(1) and k != 2 * k and k != "k"
        assert clone(k, safe=False) == k
        if evaluable(k):
            assert pickle.loads(pickle.dumps(k)) == k

    def test_repr_reads_as_the_formula(self, k, formula):
        if not evaluable(k):
            assert "FunctionKernel" in repr(k)
            return
        again = eval(repr(k), vars(kernels).copy())
        X = points(5, 2)
        np.testing.assert_allclose(again(X), k(X), rtol=1e-15)

    def test_parameters_round_trip(self, k, formula):
        own = k.get_params(deep=False)
        assert type(k)(**own) == k
        assert k.with_params(**own) == k
        assert k.with_params() == k
        assert k.with_params(**k.get_params()) == k
        for name, value in k.get_params().items():
            if type(value) is float:
                changed = k.with_params(**{name: value + 0.5})
                assert changed.get_params()[name] == value + 0.5
                assert changed != k
                assert k.get_params()[name] == value
            elif type(value) is int:
                assert k.with_params(**{name: value + 1}).get_params()[name] == value + 1

    def test_unknown_parameters_are_named_with_the_known_ones(self, k, formula):
        with pytest.raises(ValueError, match="has no parameter 'color'"):
            k.with_params(color=1)
        with pytest.raises(ValueError, match="has no parameter 'color__gamma'"):
            k.with_params(color__gamma=1)
        for field in dataclasses.fields(k):
            with pytest.raises(ValueError, match=r"no parameter '(\w+__)?nonsense'"):
                k.with_params(**{f"{field.name}__nonsense": 1})

    def test_latex_renders(self, k, formula):
        assert k._repr_latex_() == f"$k(x, y) = {k.latex}$"
        MathTextParser("path").parse(k._repr_latex_().replace(r"\top", "T"))
        assert k.latex.count("{") == k.latex.count("}")
        assert k.latex.count("(") == k.latex.count(")")

    @pytest.mark.parametrize(
        ("X", "message"),
        [
            ([1.0, 2.0], r"X must be a matrix of shape \(n, p\), got shape \(2,\); X.reshape\(-1, 1\)"),
            (3.0, r"X must be a matrix .* got shape \(\)"),
            (np.zeros((2, 2, 2)), r"X must be a matrix .* got shape \(2, 2, 2\)"),
            (np.zeros((0, 2)), r"X must have at least one row and one column, got shape \(0, 2\)"),
            (np.zeros((2, 0)), r"X must have at least one row and one column, got shape \(2, 0\)"),
            ([[1.0, np.nan]], "X must be finite, got 1 NaN and 0 infinite values"),
            ([[np.inf, np.nan], [-np.inf, 0]], "X must be finite, got 1 NaN and 2 infinite values"),
            ([[1 + 2j, 0]], "X must be real"),
            ([["a", "b"]], "X must hold numbers"),
            (scipy.sparse.eye_array(3), "X must be a dense array, got a sparse matrix"),
        ],
    )
    def test_bad_points_are_refused(self, k, formula, X, message):
        calls = [k, k.diagonal, lambda X: k(X, np.zeros((2, 2)))]
        for call in [*calls, k.feature_map] if has_features(k) else calls:
            with pytest.raises(ValueError, match=message):
                call(X)

    def test_second_set_is_checked_too(self, k, formula):
        X = points(3, 2)
        with pytest.raises(ValueError, match="Y must have 2 columns, got 3"):
            k(X, points(3, 3))
        with pytest.raises(ValueError, match="Y must be finite, got 1 NaN"):
            k(X, [[np.nan, 0]])
        with pytest.raises(ValueError, match=r"Y must be a matrix"):
            k(X, [0.0, 1.0])

    def test_no_feature_map_is_said_in_so_many_words(self, k, formula):
        if not has_features(k):
            with pytest.raises(ValueError, match="has no feature map with finitely many coordinates"):
                k.feature_map(points(3, 2))


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


def test_sums_of_precomputed_values():
    K, weights = RBF(0.5)(points(6, 2)), np.ones((6, 2))
    np.testing.assert_allclose(Precomputed().sums(K[:2], K, weights), K[:2] @ weights)
    np.testing.assert_allclose((2 * Precomputed()).sums(K[:2], K, weights), 2 * K[:2] @ weights)
    with pytest.raises(ValueError, match=r"shape \(m, 6\)"):
        Precomputed().sums(K[:2, :4], K, weights)


def test_contract_holds_every_kernel_of_the_module():
    def public(cls):
        below = list(itertools.chain.from_iterable(public(sub) for sub in cls.__subclasses__()))
        return below + (
            [cls] if cls.__module__.startswith(kernels.__name__) and not cls.__name__.startswith("_") else []
        )

    def parts(k):
        return {type(k)}.union(
            *(parts(v) for v in k.get_params(deep=False).values() if isinstance(v, Kernel))
        )

    tested = set().union(*(parts(k) for k, _ in CONTRACT)) | {Precomputed, Kernel}
    assert set(public(Kernel)) == tested


@pytest.mark.parametrize(
    ("k", "reference"),
    [
        (Linear(), pairwise.linear_kernel),
        (
            Polynomial(3, 0.4, 1.5),
            lambda X, Y: pairwise.polynomial_kernel(X, Y, degree=3, gamma=0.4, coef0=1.5),
        ),
        (RBF(0.4), lambda X, Y: pairwise.rbf_kernel(X, Y, gamma=0.4)),
        (Laplacian(0.4), lambda X, Y: pairwise.laplacian_kernel(X, Y, gamma=0.4)),
        (Sigmoid(0.4, -0.2), lambda X, Y: pairwise.sigmoid_kernel(X, Y, gamma=0.4, coef0=-0.2)),
    ],
    ids=without_address,
)
@pytest.mark.parametrize("p", [2, 20])
def test_scikit_learn_agrees(k, reference, p):
    X, Y = points(8, p), points(5, p, seed=1)
    np.testing.assert_allclose(k(X, Y), reference(X, Y), rtol=1e-10, atol=1e-14)


class TestParameters:
    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: RBF(gamma=0), r"gamma must be a number in \(0, inf\), got 0"),
            (lambda: RBF(gamma=-1.0), r"gamma must be a number in \(0, inf\), got -1.0"),
            (lambda: RBF(gamma=np.nan), r"gamma must be a number in \(0, inf\), got nan"),
            (lambda: RBF(gamma=np.inf), r"gamma must be a number in \(0, inf\), got inf"),
            (lambda: RBF(gamma="scale"), r"gamma must be a number in \(0, inf\), got 'scale'"),
            (lambda: RBF(gamma=True), r"gamma must be a number in \(0, inf\), got True"),
            (lambda: RBF(gamma=None), r"gamma must be a number"),
            (lambda: RBF(gamma=np.ones(2)), r"gamma must be a number"),
            (lambda: Laplacian(gamma=0.0), r"gamma must be a number in \(0, inf\), got 0.0"),
            (lambda: Polynomial(degree=0), "degree must be an integer of at least 1, got 0"),
            (lambda: Polynomial(degree=2.0), "degree must be an integer of at least 1, got 2.0"),
            (lambda: Polynomial(degree=True), "degree must be an integer of at least 1, got True"),
            (lambda: Polynomial(gamma=0), r"gamma must be a number in \(0, inf\), got 0"),
            (lambda: Polynomial(offset=-0.1), r"offset must be a number in \[0, inf\), got -0.1"),
            (lambda: Polynomial(offset=np.inf), r"offset must be a number in \[0, inf\), got inf"),
            (lambda: Sigmoid(gamma=np.inf), r"gamma must be a number in \(-inf, inf\), got inf"),
            (lambda: Sigmoid(offset=np.nan), r"offset must be a number in \(-inf, inf\), got nan"),
            (lambda: Constant(-1), r"value must be a number in \[0, inf\), got -1"),
            (lambda: Scaled(-0.5, RBF()), r"factor must be a number in \[0, inf\), got -0.5"),
            (lambda: Scaled(2, 3), r"kernel must be a kernel such as RBF\(gamma=1.0\), got 3"),
            (lambda: Sum(1, RBF()), "left must be a kernel .*, got 1"),
            (lambda: Sum(RBF(), 1), "right must be a kernel .*, got 1"),
            (lambda: Product(RBF(), RBF), "right must be a kernel"),
            (lambda: Power(3, 2), "kernel must be a kernel"),
            (lambda: Power(RBF(), 0), "exponent must be an integer of at least 1, got 0"),
            (lambda: RBF() ** 0.5, "exponent must be an integer of at least 1, got 0.5"),
            (lambda: FunctionKernel(3), r"function must be a function of \(X, Y\), got 3"),
            (lambda: RBF().with_params(gamma=-1), r"gamma must be a number in \(0, inf\), got -1"),
            (lambda: (RBF() + Linear()).with_params(left__gamma=-1), r"gamma must be a number in"),
            (lambda: (RBF() + Linear()).with_params(left=3), "left must be a kernel .*, got 3"),
        ],
    )
    def test_bad_parameters_are_refused(self, make, message):
        with pytest.raises(ValueError, match=message):
            make()

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

    def test_unknown_parameter_lists_the_known(self):
        with pytest.raises(ValueError, match=r"'sigma'; it has \['degree', 'gamma', 'offset'\]"):
            Polynomial().with_params(sigma=1)

    def test_parameter_of_something_that_is_no_kernel(self):
        with pytest.raises(ValueError, match=r"'gamma' of RBF\(gamma=1.0\) is not a kernel"):
            RBF().with_params(gamma__gamma=1)

    def test_equal_only_when_type_and_parameters_are(self):
        assert RBF(1) == RBF(1.0)
        assert RBF(1.0) != Laplacian(1.0)
        assert RBF(1.0) != RBF(1.0 + 1e-15)
        assert Polynomial(2, 1, 0) != Polynomial(2, 1, 1)
        assert RBF() + Linear() != Linear() + RBF()

    def test_constant_diagonal_is_claimed_where_it_holds(self):
        assert all(
            k.constant_diagonal for k in (RBF(), Laplacian(), Constant(), RBF() + 1, 2 * RBF(), RBF() ** 2)
        )
        assert (RBF() * Laplacian()).constant_diagonal
        others = (
            Linear(),
            Polynomial(),
            Sigmoid(),
            RBF() + Linear(),
            Linear() * RBF(),
            2 * Linear(),
            Linear() ** 2,
        )
        assert not any(k.constant_diagonal for k in others)

    def test_positive_semidefinite_of_what_is_made_of_parts(self):
        assert (RBF() + Linear()).positive_semidefinite is True
        assert (RBF() * Sigmoid()).positive_semidefinite is False
        assert (Sigmoid() + RBF()).positive_semidefinite is False
        assert (2 * Sigmoid()).positive_semidefinite is False
        assert (RBF() ** 2).positive_semidefinite is True
        assert FunctionKernel(tilted).positive_semidefinite is None
        assert (RBF() + FunctionKernel(tilted)).positive_semidefinite is None
        assert (Precomputed() ** 2).positive_semidefinite is None


@pytest.mark.checks("MSA220-sigmoid", "MSA220-gram")
@pytest.mark.parametrize(
    ("k", "X"),
    [(Sigmoid(1.0, -1.0), [[0.0], [1.0]]), (Sigmoid(1.0, 0.0), [[0.5], [1.0], [2.0]])],
    ids=without_address,
)
def test_sigmoid_is_not_positive_semidefinite(k, X):
    check = check_psd(k(X))
    assert not check
    by_hand = np.array([[math.tanh(k.gamma * x[0] * y[0] + k.offset) for y in X] for x in X])
    assert check.smallest_eigenvalue == pytest.approx(np.roots(np.poly(by_hand)).real.min(), rel=1e-9)
    assert check.smallest_eigenvalue < -1e-3


class TestPrecision:
    @pytest.mark.parametrize("p", [1, 8, 9, 64])
    @pytest.mark.parametrize("offset", [0.0, 1e6])
    def test_squared_distances_near_and_far_from_the_origin(self, p, offset):
        X, Y = points(30, p) + offset, points(20, p, seed=1) + offset
        exact = cdist(X, Y, "sqeuclidean")
        np.testing.assert_allclose(kernels.squared_euclidean(X, Y), exact, rtol=1e-12)
        np.testing.assert_allclose(kernels.squared_euclidean(X, X), cdist(X, X, "sqeuclidean"), rtol=1e-12)
        np.testing.assert_allclose(RBF(0.01)(X, Y), np.exp(-0.01 * exact), rtol=1e-12)

    def test_distances_of_several_blocks_are_symmetric_to_the_last_bit(self):
        X = np.random.default_rng(0).normal(size=(300, 20))
        D = kernels.squared_euclidean(X, X)
        assert D.size > 2 * kernels_equations.CACHED_ENTRIES
        np.testing.assert_array_equal(D, D.T)
        np.testing.assert_allclose(D, cdist(X, X, "sqeuclidean"), rtol=1e-12)

    @pytest.mark.parametrize("p", [1, 8])
    def test_up_to_8_dimensions_neighbors_keep_their_distance_however_far_others_are(self, p):
        X = np.repeat([[0.0], [1e-6], [1e6]], p, axis=1)
        near = kernels.squared_euclidean(X, X)[0, 1]
        assert near == pytest.approx(p * 1e-12, rel=1e-12)

    def test_columns_of_different_levels_do_not_cost_precision(self):
        X = points(30, 12) + 1e7 * np.arange(12)
        exact = cdist(X, X, "sqeuclidean")
        np.testing.assert_allclose(kernels.squared_euclidean(X, X), exact, rtol=1e-12)

    def test_error_above_8_dimensions_is_a_rounding_of_the_largest_squared_norm(self):
        rng = np.random.default_rng(0)
        X = rng.normal(size=(40, 30)) * np.logspace(-3, 3, 40)[:, None]
        error = np.abs(kernels.squared_euclidean(X, X) - cdist(X, X, "sqeuclidean")).max()
        assert error < 20 * 2.2e-16 * (X**2).sum(axis=1).max()

    @pytest.mark.parametrize("p", [2, 40])
    def test_distance_to_itself_is_zero_and_none_is_negative(self, p):
        X = with_duplicates(points(25, p) + 1e3)
        D = kernels.squared_euclidean(X, X)
        assert (np.diag(D) == 0).all()
        assert (D >= 0).all() and (kernels.squared_euclidean(X, X.copy()) >= 0).all()
        assert (RBF(2.0)(X).diagonal() == 1).all()

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

    def test_far_points_are_orthogonal_not_an_error(self):
        assert RBF(1.0)([[0.0]], [[1e3]]) == 0
        assert Laplacian(1.0)([[0.0]], [[1e4]]) == 0


values = st.floats(-3, 3).map(lambda v: round(v, 3))
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


class TestAlgebra:
    @pytest.mark.checks("COURSE-kernel-sum", "COURSE-kernel-product", "COURSE-kernel-scaling")
    @settings(max_examples=60, deadline=None, derandomize=True)
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

    @settings(max_examples=60, deadline=None, derandomize=True)
    @given(any_kernels, point_sets())
    def test_whatever_is_built_keeps_the_contract(self, k, X):
        K = k(X)
        size = max(1.0, np.abs(K).max())
        assert (K == K.T).all()
        np.testing.assert_allclose(k.diagonal(X), np.diag(K), rtol=1e-12, atol=1e-13)
        again = eval(repr(k), vars(kernels).copy())
        np.testing.assert_allclose(again(X), K, rtol=1e-12, atol=1e-13 * size)
        MathTextParser("path").parse(k._repr_latex_().replace(r"\top", "T"))
        if k.positive_semidefinite:
            assert check_psd(K, rtol=1e-11)
        if has_features(k):
            Phi = k.feature_map(X)
            np.testing.assert_allclose(Phi @ Phi.T, K, rtol=1e-10, atol=1e-11 * size)

    @settings(max_examples=30, deadline=None, derandomize=True)
    @given(point_sets(), st.integers(1, 4))
    def test_power_of_a_shifted_dot_product_is_the_polynomial(self, X, d):
        np.testing.assert_allclose(((Linear() + 1) ** d)(X), Polynomial(d)(X), rtol=1e-13)
        np.testing.assert_allclose((Linear() ** d)(X), Polynomial(d, offset=0)(X), rtol=1e-13)
        np.testing.assert_allclose((2 * Linear() + 3)(X), Polynomial(1, gamma=2, offset=3)(X), atol=1e-13)

    def test_gaussians_multiply_by_adding_their_rates(self):
        X = points(6, 3)
        np.testing.assert_allclose((RBF(0.2) * RBF(0.5))(X), RBF(0.7)(X), rtol=1e-14)
        np.testing.assert_allclose((RBF(0.2) ** 3)(X), RBF(0.6)(X), rtol=1e-13)

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

    def test_sum_of_a_list_has_no_zero_in_it(self):
        assert sum([RBF(), Linear(), Laplacian()]) == RBF() + Linear() + Laplacian()

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


def evaluate_latex(name, x):
    r"""Value of \sqrt{c}\,x_{1}\,x_{2}^{3} at a point: read factor by factor."""
    value = 1.0
    for factor in name.replace(r"\,", " ").split():
        if factor.startswith(r"\sqrt{"):
            value *= math.sqrt(float(factor.removeprefix(r"\sqrt{").removesuffix("}")))
        elif factor.startswith("x_"):
            index, _, power = factor.removeprefix("x_{").removesuffix("}").partition("}^{")
            value *= x[int(index) - 1] ** int(power or 1)
        else:
            value *= float(factor)
    return value


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

    @pytest.mark.parametrize("degree", range(1, 5))
    @pytest.mark.parametrize("p", range(1, 4))
    @pytest.mark.parametrize(("gamma", "offset"), [(1.0, 1.0), (0.5, 0.0), (2.0, 3.0)])
    def test_names_say_what_the_coordinates_are(self, degree, p, gamma, offset):
        k = Polynomial(degree, gamma, offset)
        X = points(3, p) + 2
        names = k.feature_names(p)
        assert len(set(names)) == len(names)
        expected = [[evaluate_latex(name, x) for name in names] for x in X]
        np.testing.assert_allclose(k.feature_map(X), expected, rtol=1e-6)
        for name in names:
            MathTextParser("path").parse(f"${name}$")

    def test_coefficients_are_multinomial(self):
        k = Polynomial(degree=4, gamma=0.7, offset=1.3)
        exponents = kernels.monomials(3, 4)
        at_one = k.feature_map(np.ones((1, 3)))[0]
        for a, weight in zip(exponents, at_one, strict=True):
            left = 4 - a.sum()
            ways = math.factorial(4) / (math.factorial(left) * math.prod(math.factorial(i) for i in a))
            assert weight**2 == pytest.approx(ways * 0.7 ** a.sum() * 1.3**left, rel=1e-12)

    @pytest.mark.parametrize("p", [1, 2, 4])
    @pytest.mark.parametrize("degree", [1, 3])
    def test_monomials_are_all_there_once(self, p, degree):
        below = {a for a in itertools.product(range(degree + 1), repeat=p) if sum(a) <= degree}
        found = list(map(tuple, kernels.monomials(p, degree)))
        assert len(found) == len(below) and set(found) == below
        top = set(map(tuple, kernels.monomials(p, degree, offset=False)))
        assert top == {a for a in below if sum(a) == degree}
        assert kernels.n_monomials(p, degree) == len(found)

    @pytest.mark.checks("MSA220-explicit-map")
    def test_six_features_of_the_squared_polynomial_in_the_plane(self):
        X, Y = points(5, 2), points(4, 2, seed=1)
        six = kernels.six_features(X)
        assert six.shape == (5, 6)
        for (x1, x2), row in zip(X, six, strict=True):
            r = 2**0.5
            np.testing.assert_allclose(row, [1, r * x1, r * x2, x1 * x1, x2 * x2, r * x1 * x2], rtol=1e-15)
        expected = [[(1 + dot(x, y)) ** 2 for y in Y] for x in X]
        np.testing.assert_allclose(six @ kernels.six_features(Y).T, expected, rtol=1e-13)
        sorted_rows = np.sort(Polynomial(2).feature_map(X), axis=1)
        np.testing.assert_allclose(np.sort(six, axis=1), sorted_rows, rtol=1e-13)

    def test_names_of_the_plane(self):
        assert Polynomial(2).feature_names(2) == [
            "1",
            r"\sqrt{2}\,x_{1}",
            r"\sqrt{2}\,x_{2}",
            "x_{1}^{2}",
            r"\sqrt{2}\,x_{1}\,x_{2}",
            "x_{2}^{2}",
        ]


class TestFeatureTransforms:
    X = np.array([[2.0, 3.0], [-1.0, 0.5], [0.0, -4.0]])

    @pytest.mark.checks("PR-transform-squares")
    def test_squares(self):
        np.testing.assert_array_equal(kernels.squares(self.X), [[4, 9], [1, 0.25], [0, 16]])

    @pytest.mark.checks("PR-transform-squares-and-second")
    def test_squares_and_second(self):
        expected = [[4, 9, 3], [1, 0.25, 0.5], [0, 16, -4]]
        np.testing.assert_array_equal(kernels.squares_and_second(self.X), expected)

    @pytest.mark.checks("PR-transform-quadratic")
    def test_quadratic(self):
        expected = [[4, 9, 6, 2, 3], [1, 0.25, -0.5, -1, 0.5], [0, 16, 0, 0, -4]]
        np.testing.assert_array_equal(kernels.quadratic_features(self.X), expected)

    @pytest.mark.checks("KPCA11-lift")
    def test_lift(self):
        expected = [[2, 3, 13], [-1, 0.5, 1.25], [0, -4, 16]]
        np.testing.assert_array_equal(kernels.lift_to_paraboloid(self.X), expected)

    def test_circles_and_conics_become_planes(self):
        t = np.linspace(0, 2 * np.pi, 20)
        circle = np.column_stack([1.5 * np.cos(t), 1.5 * np.sin(t)])
        np.testing.assert_allclose(kernels.squares(circle).sum(axis=1), 1.5**2)
        moved = circle + np.array([0, 2])
        np.testing.assert_allclose(kernels.squares_and_second(moved) @ [1, 1, -4], 1.5**2 - 4)
        s, c = np.sin(0.4), np.cos(0.4)
        ellipse = np.column_stack([2 * np.cos(t), np.sin(t)]) @ np.array([[c, s], [-s, c]]) + [0.3, -0.7]
        ones = np.column_stack([kernels.quadratic_features(ellipse), np.ones(len(t))])
        assert np.linalg.svd(ones, compute_uv=False)[-1] < 1e-12
        np.testing.assert_allclose(kernels.lift_to_paraboloid(circle)[:, 2], 1.5**2)


class TestFunctions:
    def test_kernels_and_functions_are_taken(self):
        k = RBF(2.0)
        assert as_kernel(k) is k
        assert as_kernel(tilted) == FunctionKernel(tilted)
        X = points(4, 2)
        np.testing.assert_allclose(as_kernel(lambda A, B: A @ B.T)(X), X @ X.T, rtol=1e-14)

    @pytest.mark.parametrize("kernel", ["rbf", None, 3, RBF])
    def test_other_things_are_refused(self, kernel):
        with pytest.raises(
            ValueError, match=r"kernel must be a kernel such as RBF\(gamma=1.0\) or a function of"
        ):
            as_kernel(kernel)

    def test_pointwise_is_the_loop(self):
        X, Y = points(3, 2), points(4, 2, seed=1)
        K = pointwise(lambda x, y: x[0] * y[1])(X, Y)
        np.testing.assert_array_equal(K, np.outer(X[:, 0], Y[:, 1]))
        assert pointwise(dot).__name__ == "dot"

    def test_function_of_two_points_gets_the_hint(self):
        with pytest.raises(ValueError, match=r"must return shape \(3, 3\), got \(\).*pointwise\(function\)"):
            FunctionKernel(lambda x, y: 1.0)(points(3, 2))
        with pytest.raises(ValueError, match=r"must return shape \(3, 2\), got \(2, 3\)"):
            FunctionKernel(lambda X, Y: Y @ X.T)(points(3, 2), points(2, 2))
        with pytest.raises(
            ValueError, match=r"must return shape \(3, 3\), but it raised .*pointwise\(function\)"
        ):
            FunctionKernel(lambda x, y: float(x @ y))(points(3, 2))

    def test_function_that_is_not_symmetric_is_refused_not_repaired(self):
        crooked = FunctionKernel(lambda X, Y: X @ np.array([[0, 1], [0, 0]]) @ Y.T)
        for k in (crooked, 2 * crooked, crooked + 1):
            with pytest.raises(ValueError, match=r"k\(X, X\) must be symmetric, but"):
                k(points(3, 2))

    def test_function_that_gives_nan_is_refused(self):
        broken = FunctionKernel(lambda X, Y: np.full((len(X), len(Y)), np.nan))
        with pytest.raises(ValueError, match=r"k\(X, Y\) must be finite, got 6 NaN"):
            broken(points(3, 2), points(2, 2))
        with pytest.raises(ValueError, match="must be finite, got 9 NaN"):
            broken(points(3, 2))

    def test_diagonal_of_a_function_is_point_by_point(self):
        X = points(4, 2)
        np.testing.assert_allclose(FunctionKernel(tilted).diagonal(X), np.diag(tilted(X, X)), rtol=1e-14)

    def test_what_a_new_kernel_must_define(self):
        with pytest.raises(TypeError, match=r"Kernel must define evaluate\(X, Y\)"):
            Kernel()


class TestPrecomputed:
    X = points(5, 2)
    K = RBF(0.5)(X)
    K_new = RBF(0.5)(points(3, 2, seed=1), X)

    def test_values_stand_for_the_points(self):
        k = Precomputed()
        np.testing.assert_array_equal(k(self.K), self.K)
        np.testing.assert_array_equal(k(self.K_new, self.K), self.K_new)
        np.testing.assert_array_equal(k.diagonal(self.K), np.diag(self.K))
        assert k == Precomputed() and eval(repr(k)) == k

    def test_algebra(self):
        k = 2 * Precomputed() + 1
        np.testing.assert_array_equal(k(self.K), 2 * self.K + 1)
        np.testing.assert_array_equal(k(self.K_new, self.K), 2 * self.K_new + 1)
        np.testing.assert_array_equal(k.diagonal(self.K), 2 * np.diag(self.K) + 1)

    def test_shapes(self):
        with pytest.raises(
            ValueError, match=r"must have shape \(m, 3\), one column a training point, got \(3, 5\)"
        ):
            Precomputed()(self.K_new)
        with pytest.raises(ValueError, match=r"must have shape \(m, 5\).* got \(3, 4\)"):
            Precomputed()(self.K_new[:, :4], self.K)
        with pytest.raises(ValueError, match=r"not among precomputed values of shape \(3, 5\)"):
            Precomputed().diagonal(self.K_new)

    def test_gram_matrix_must_be_symmetric(self):
        crooked = self.K.copy()
        crooked[0, 1] += 0.5
        for k in (Precomputed(), 2 * Precomputed()):
            with pytest.raises(ValueError, match=r"K must be symmetric, but .* reaches 0.5"):
                k(crooked)
        rounded = self.K.copy()
        rounded[0, 1] *= 1 + 1e-14
        G = Precomputed()(rounded)
        assert (G == G.T).all()

    def test_no_coordinates(self):
        with pytest.raises(ValueError, match="has no feature map"):
            Precomputed().feature_map(self.K)


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
    @settings(max_examples=30, deadline=None, derandomize=True)
    @given(width=st.floats(1e-3, 1e3))
    def test_round_trip(self, kind, convention, width):
        assert kind.from_width(width, convention).width(convention) == pytest.approx(width, rel=1e-12)

    def test_every_convention_is_tested(self):
        assert {(kind, name) for kind in (RBF, Laplacian) for name in kind.WIDTHS} == set(self.FORMULAS)

    def test_errors(self):
        with pytest.raises(
            ValueError, match=r"convention must be one of \['gamma', '1/s', .*\], got 'sigma'"
        ):
            RBF.from_width(1.0, "sigma")
        with pytest.raises(ValueError, match=r"must be one of .* got '1/\(2s\^2\)'"):
            Laplacian(1.0).width("1/(2s^2)")
        for width in (0, -1.0, np.nan, "wide"):
            with pytest.raises(ValueError, match=r"width must be a number in \(0, inf\)"):
                RBF.from_width(width, "1/s")
