"""Reading answers: what means the same is taken, and nothing else."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from tables import COLUMNS, TABLES, Table

from kernelcourse.judging.answers import normalize, points, same_form
from kernelcourse.judging.answers_as_text import decode, encode

VECTOR, MATRIX = np.array([1.5, -2.0, 4.0]), np.arange(6.0).reshape(3, 2)


class Liar(float):
    """A number that equals everything."""

    def __eq__(self, other):
        return True

    def __sub__(self, other):
        return 0.0

    __hash__ = float.__hash__


class LyingArray(np.ndarray):
    """An array that differs from nothing."""

    def __sub__(self, other):
        return np.zeros(self.shape)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ([1.5, -2, 4], VECTOR),
        ((1.5, -2.0, 4.0), VECTOR),
        (np.float32([1.5, -2, 4]), VECTOR),
        (VECTOR.astype(object), VECTOR),
        (VECTOR + 0j, VECTOR),
        ([Fraction(3, 2), -2, np.int8(4)], VECTOR),
        ([np.array(1.5), np.float64(-2), 4], VECTOR),
        (VECTOR.view(LyingArray), VECTOR),
        (range(6), np.arange(6)),
        ([[0, 1], [2, 3], [4, 5]], MATRIX),
        ([MATRIX[0], tuple(MATRIX[1]), [4, 5]], MATRIX),
        ([0.0, 1.0, 2.0], np.arange(3)),
        ([False, True], np.array([0, 1])),
        (VECTOR[:, None], VECTOR),
        (VECTOR[None], VECTOR),
        (np.asmatrix(VECTOR), VECTOR),
        ([[1.5], [-2], [4]], VECTOR),
        ([3.0], 3.0),
        (np.array([3.0]), 3.0),
        (np.array([[3.0]]), 3),
        ([[7], [8]], (7, 8)),
        (([7, 8], [9, 10]), (7, 8, 9, 10)),
        (np.array([[7, 8], [9, 10]]), (7, 8, 9, 10)),
        (([0.5], [[1], [2]]), (0.5, np.array([1.0, 2.0]))),
        ([True, False], np.array([True, False])),
        (3, 3.0),
        (3.0, 3),
        (np.array(3), 3.0),
        (np.int64(3), 3.0),
        (Fraction(1, 2), 0.5),
        (Decimal("0.5") if isinstance(Decimal(1), float) else 0.5, 0.5),
        (Liar(2.5), 2.5),
        (np.array([7, 8]), (7, 8)),
        ([7.0, 8.0], (7, 8)),
        ([0.5, [1, 2]], (0.5, np.array([1.0, 2.0]))),
        (np.stack([VECTOR, VECTOR]), (VECTOR, VECTOR)),
        (np.str_("more"), "more"),
        (np.array("more"), "more"),
    ],
)
def test_what_means_the_same_is_read_as_what_is_expected(answer, expected):
    read = normalize(answer, expected)
    assert same_form(read, expected) is None
    plain = read if isinstance(read, tuple) else (read,)
    wanted = expected if isinstance(expected, tuple) else (expected,)
    for part, other in zip(plain, wanted, strict=True):
        assert np.asarray(part).dtype == np.asarray(other).dtype
        assert type(part) in (np.ndarray, str, type(np.asarray(other)[()]))
        np.testing.assert_array_equal(part, other)


@pytest.mark.parametrize(
    ("answer", "expected", "fault"),
    [
        (VECTOR[:, None, None], VECTOR, "expected shape (3,), got (3, 1, 1)"),
        (VECTOR[:2, None], VECTOR, "expected shape (3,), got (2, 1)"),
        (np.column_stack([VECTOR, VECTOR]), VECTOR, "expected shape (3,), got (3, 2)"),
        (VECTOR, VECTOR[:, None], "expected shape (3, 1), got (3,)"),
        (MATRIX.T, MATRIX, "expected shape (3, 2), got (2, 3)"),
        ([[0, 1], [2]], MATRIX, "expected an array of shape (3, 2), got rows of different lengths"),
        ([3.0, 3.0], 3.0, "expected a single number, got a list of 2"),
        ([], 3.0, "expected a single number, got a list of 0"),
        (["3"], 3.0, "expected a single number, got a list of 1"),
        (np.array([3.0, 3.0]), 3.0, "expected a single number, got an array of shape (2,)"),
        (3.0, np.array([3.0]), "expected an array of shape (1,), got a single number"),
        ([[7, 8], [9, 9]], (7, 8), "item 1: expected a single number, got a list of 2"),
        ([[7, 8, 9]], (7, 8), "expected a tuple of 2, got a list of 1"),
        (VECTOR + 1e-12j, VECTOR, "expected real numbers, got complex numbers (dtype complex128)"),
        (True, 1.0, "expected real numbers, got True/False (dtype bool)"),
        (1, True, "expected True/False, got whole numbers (dtype int64)"),
        (2.5, 2, "expected whole numbers, got real numbers (dtype float64)"),
        (2.0**60, 2, "expected whole numbers, got real numbers (dtype float64)"),
        ("3", 3, "expected a single number, got a text"),
        ([7], (7, 8), "expected a tuple of 2, got a list of 1"),
        (np.array([7, 8, 9]), (7, 8), "expected a tuple of 2, got a tuple of 3"),
        ({1.5, 2.0, 4.0}, VECTOR, "expected an array of shape (3,), got an object of type set"),
        ((x for x in VECTOR), VECTOR, "expected an array of shape (3,), got an object of type generator"),
        (np, VECTOR, "expected an array of shape (3,), got the module numpy"),
        (np.array([1.5, np.nan, 4]), VECTOR, "1 of 3 entries are NaN or infinite, the first at [1]"),
    ],
)
def test_anything_else_is_refused_by_its_form(answer, expected, fault):
    assert same_form(normalize(answer, expected), expected) in (
        fault,
        fault.replace("a tuple of 3", "a list of 3"),
        fault.replace("a tuple of 3", "an array of shape (3,)"),
    )


def test_lists_that_hold_themselves_are_read_without_end():
    loop = []
    loop.append(loop)
    for expected in (1.0, VECTOR, MATRIX, (1.0, 2.0), (VECTOR,), "a", True):
        assert same_form(normalize(loop, expected), expected)


def test_an_answer_is_a_copy():
    answer = VECTOR.copy()
    normalize(answer, VECTOR)[0] = 7
    assert answer[0] == 1.5


def test_points_of_an_example():
    form, expected = points(2, least=2, most=4, largest=10), np.zeros((2, 2))
    assert form(normalize([[0, 1], [2, 3], (4, 5)], expected), expected) is None
    for answer, fault in [
        ([[0, 1]], "n from 2 to 4, got shape (1, 2)"),
        (np.zeros((5, 2)), "n from 2 to 4, got shape (5, 2)"),
        (np.zeros((3, 3)), "expected shape (n, 2)"),
        ([0, 1], "got shape (2,)"),
        ([[0, 11], [0, 0]], "from −10 to 10"),
        ([[0, np.nan], [0, 0]], "without NaN"),
        ([[0, np.inf], [0, 0]], "from −10 to 10"),
        (["a", "b"], "expected points as an array of shape (n, 2), got a list of 2"),
        ([[0, 1], [2]], "expected points as an array of shape (n, 2), got a list of 2"),
        ([[0, 1j], [2, 3]], "expected points"),
    ]:
        assert fault in form(normalize(answer, expected), expected)


def test_what_gives_an_array_is_read_as_one():
    for expected, answer in [
        (np.arange(3.0), Table([0, 1, 2])),
        (np.eye(2), Table([[1.0, 0.0], [0.0, 1.0]])),
        ((np.arange(3), 2.0), (Table([0, 1, 2]), 2)),
        ((1, 2), Table([1, 2])),
        (2.5, Table(2.5)),
    ]:
        assert same_form(normalize(answer, expected), expected) is None
        np.testing.assert_equal(normalize(answer, expected), expected)
        np.testing.assert_equal(normalize(decode(encode(answer)), expected), expected)
    assert "text" in same_form(normalize(Table(["a", "b"]), np.ones(2)), np.ones(2))
    assert same_form(normalize(Table, np.ones(2)), np.ones(2)) is not None


def test_what_promises_an_array_and_has_none_is_an_object():
    class Broken:
        def __array__(self, dtype=None, copy=None):
            raise OSError("no array")

    assert encode(Broken()) == {"kind": "other", "value": "Broken"}


@pytest.mark.parametrize("table", [*TABLES, *COLUMNS[1:]], ids=lambda kind: kind.__name__)
def test_a_table_is_its_array(table):
    expected = np.arange(6.0).reshape(3, 2) if table in TABLES else np.arange(3.0)
    np.testing.assert_array_equal(normalize(table(expected), expected), expected)
