"""Bad input gets one clear error that says what was expected and what came."""

import warnings
from datetime import date
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse

from kernelsy19 import validation
from kernelsy19.cmeans import CMeans
from kernelsy19.density import ParzenWindow
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA
from kernelsy19.validation import as_generator, as_gram, as_integer, as_matrix, as_number, as_vector

TWO = [[1.0, 2.0], [3.0, 4.0]]
KINDS = [TWO, tuple(map(tuple, TWO)), *(np.array(TWO, dtype=kind) for kind in (np.int8, np.float32, object))]


@pytest.mark.parametrize("X", [*KINDS, np.asfortranarray(TWO)], ids=str)
def test_numbers_of_any_kind_become_a_float64_matrix(X):
    checked = as_matrix(X)
    assert checked.dtype == np.float64 and checked.flags.c_contiguous
    np.testing.assert_array_equal(checked, TWO)


def test_what_is_taken_is_kept():
    X = np.eye(2)
    assert as_matrix(X) is X or np.shares_memory(as_matrix(X), X)
    np.testing.assert_array_equal(as_matrix([[True, False]]), [[1, 0]])
    assert as_matrix(np.ones((2, 3)), n_features=3).shape == (2, 3)
    np.testing.assert_array_equal(as_vector([1, 2], "v"), [1.0, 2.0])
    assert as_vector([1, 2], "v", length=2).dtype == np.float64 and as_vector([], "v").shape == (0,)
    np.testing.assert_array_equal(as_gram([[2, 1], [1, 2]]), [[2, 1], [1, 2]])
    np.testing.assert_array_equal(as_gram(np.zeros((3, 3))), np.zeros((3, 3)))


SHAPE, DAY = r"Z must be a matrix of shape \(n, p\), got shape ", np.full((1, 1), np.datetime64("2026-11-21"))
MASKED = np.ma.masked_array([[1.0, 2.0]], [[True, False]])
REFUSED = [
    (as_matrix, [1, 2, 3], SHAPE + r"\(3,\); Z.reshape\(-1, 1\) makes n"),
    (as_matrix, 5, SHAPE + r"\(\)\.$"),
    (as_matrix, np.ones((1, 2, 3)), r"got shape \(1, 2, 3\)\.$"),
    (as_matrix, np.ones((0, 3)), r"Z must have at least one row and one column, got shape \(0, 3\)"),
    (as_matrix, np.ones((3, 0)), r"at least one row and one column, got shape \(3, 0\)"),
    (as_matrix, [[1, np.nan], [np.nan, np.inf]], "Z must be finite, got 2 NaN and 1 infinite values"),
    (as_matrix, [[-np.inf, 0]], "Z must be finite, got 0 NaN and 1 infinite values"),
    (as_matrix, [[1, 2], [3]], "Z must be an array of numbers"),
    (as_matrix, [["1", "2"]], "Z must hold numbers, got dtype <U1"),
    (as_matrix, [[b"1"]], r"Z must hold numbers, got dtype \|S1"),
    (as_matrix, [[None, {}]], "Z must hold numbers, got dtype object"),
    (as_matrix, DAY, "Z must hold numbers, got dates in column 0"),
    (as_matrix, [[1j]], "Z must be real. Complex data not supported"),
    (as_matrix, MASKED, "Z must have no masked entries, got 1"),
    (as_matrix, np.array([["1", 2]], dtype=object), "Z must hold numbers, got text among them"),
    (as_matrix, scipy.sparse.csr_array(np.eye(2)), r"dense array, got a sparse matrix; use Z.toarray\(\)"),
    (lambda X, name: as_matrix(X, name, n_features=4), np.ones((2, 3)), "Z must have 4 columns, got 3"),
    (as_vector, [[1, 2]], r"Z must have shape \(n,\), got shape \(1, 2\)"),
    (as_vector, 3, r"Z must have shape \(n,\), got shape \(\)"),
    (lambda v, name: as_vector(v, name, 2), [1, 2, 3], r"Z must have shape \(2,\), got shape \(3,\)"),
    (as_vector, [1, np.nan], "Z must be finite, got 1 NaN"),
    (as_vector, ["a"], "Z must hold numbers"),
    (as_gram, np.ones((2, 3)), r"Z must be square \(n, n\), got shape \(2, 3\)"),
    (as_gram, [[1, 2], [0, 1]], r"Z must be symmetric, but \|Z − Zᵀ\| reaches 2"),
    (as_gram, [[0, 1e-300], [0, 0]], "Z must be symmetric"),
    (as_gram, [[np.nan]], "Z must be finite"),
    (as_gram, [1, 2], "Z must be a matrix"),
    *(
        (as_integer, value, "Z must be an integer of at least 1, got ")
        for value in (0, -1, 3.0, np.float64(3), "3", None, True, np.True_, [3])
    ),
    *(
        (as_generator, value, "must be an integer of at least 0 or a numpy.random.Generator, got")
        for value in (None, -1, 1.5, "0", True, np.random.RandomState(0))
    ),
    *(
        (
            lambda x, name, closed=closed: as_number(x, name, 0, 1, closed),
            value,
            f"Z must be a number in {interval}",
        )
        for closed, interval in (
            ("both", r"\[0, 1\]"),
            ("left", r"\[0, 1\)"),
            ("right", r"\(0, 1\]"),
            ("neither", r"\(0, 1\)"),
        )
        for value in (2, -1, np.nan, np.inf, "0.5", None, True, np.True_, 0.5j, [0.5], np.ones(1))
    ),
]


@pytest.mark.parametrize(("check", "value", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_none_is_refused(check, value, message):
    with warnings.catch_warnings(action="error"), pytest.raises(ValueError, match=message):
        check(value, "Z")


def test_asymmetry_is_measured_against_the_largest_entry():
    for scale in (1e-6, 1.0, 1e6):
        K = scale * np.array([[1.0, 0.5], [0.5, 1.0]])
        K[0, 1] += 0.9e-10 * scale
        assert as_gram(K) is not None
        K[0, 1] += 0.2e-10 * scale
        with pytest.raises(ValueError, match="must be symmetric"):
            as_gram(K)


@pytest.mark.parametrize("value", [1, 0.5, np.float32(0.5), np.int64(1), Fraction(1, 2), np.array(0.5)])
def test_real_numbers_become_floats(value):
    number = as_number(value, "nu", 0, 1)
    assert type(number) is float and number == value


@pytest.mark.parametrize(
    ("closed", "low", "high"),
    [("both", True, True), ("left", True, False), ("right", False, True), ("neither", False, False)],
)
def test_ends_of_the_interval(closed, low, high):
    for value, belongs in ((0, low), (1, high), (0.5, True), (-1e-9, False), (1 + 1e-9, False)):
        if belongs:
            assert as_number(value, "nu", 0, 1, closed) == value
        else:
            with pytest.raises(ValueError, match="nu must be a number in"):
                as_number(value, "nu", 0, 1, closed)


@pytest.mark.parametrize("value", [3, np.int32(3), np.uint8(3), np.array(3)])
def test_integers(value):
    number = as_integer(value, "n")
    assert type(number) is int and number == 3
    assert as_integer(0, "n", low=0) == 0


def test_seed_and_generator():
    assert as_generator(3).normal() == np.random.default_rng(3).normal()
    assert as_generator(np.int64(0)).normal() == np.random.default_rng(0).normal()
    rng = np.random.default_rng(0)
    assert as_generator(rng) is rng


def test_convergence_warning_can_be_filtered_on_its_own():
    assert issubclass(validation.ConvergenceWarning, UserWarning)
    assert validation.ConvergenceWarning is not UserWarning


class TableOfDates:
    """As much of a table with columns of two kinds as pandas gives to whoever asks for an array."""

    columns, shape = ("length", "day"), (2, 2)

    def __array__(self, dtype=None, copy=None):
        return np.array([[1.0, date(2020, 1, 1)], [2.0, date(2020, 1, 2)]], dtype=dtype or object)

    def __len__(self):
        return 2


@pytest.mark.parametrize("fit", [ParzenWindow().fit, CMeans().fit, KernelPCA().fit, RBF(1.0), as_matrix])
def test_a_column_of_dates_is_refused_by_its_name(fit):
    with pytest.raises(ValueError, match=r"^X must hold numbers, got dates in column 'day': .*drop them\.$"):
        fit(TableOfDates())
    with pytest.raises(ValueError, match="in column 0, 1:"):
        fit(np.full((3, 2), np.datetime64("2020-01-01")))
