import numpy as np
import pytest

from kernelcourse.drawing.appearance import with_minus
from kernelcourse.drawing.words import class_names, count, in_brackets, number, pair, say_kinds, subscript


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1234.4, "1230"),
        (0.012345, "0.0123"),
        (-1.5e-8, "−1.5e−08"),
        (2.5e7, "2.50e+07"),
        (np.float64(3), "3"),
    ],
)
def test_number_keeps_three_digits(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("from -1.5 to 2e-06, (-3, -.5)", "from −1.5 to 2e−06, (−3, −.5)"),
        ("kernel c-means, 0-1 loss, 2011-2013, x-1", "kernel c-means, 0-1 loss, 2011-2013, x-1"),
        ("$e^{-1}$ and $x_i-2$, a - b", "$e^{-1}$ and $x_i-2$, a - b"),
        ("λ=-2: -7", "λ=−2: −7"),
    ],
)
def test_the_sign_of_a_number_is_a_minus_and_no_hyphen(text, written):
    assert with_minus(text) == written


def test_small_phrases():
    assert [count(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert count(2, "is", "are") == "2 are"
    assert subscript(120) == "₁₂₀"
    assert [in_brackets("two rings"), in_brackets("")] == [" (two rings)", ""]
    assert pair([0.5, -2]) == "(0.5, −2)"
    kinds = ["inside", "outlier", "inside"]
    assert say_kinds(kinds) == "1 of 3 points outside the ball, 0 on its surface, 2 inside"


@pytest.mark.parametrize(
    ("labels", "names", "expected"),
    [
        ([0, 1], None, ["class 0", "class 1"]),
        ([0, 1], ("a", "b"), ["a", "b"]),
        ([0, 2], ("a", "b", "c"), ["a", "c"]),
        ([-1, 1], ("no", "yes"), ["no", "yes"]),
    ],
)
def test_class_names(labels, names, expected):
    assert class_names(np.array(labels), names) == expected


def test_class_names_must_suffice():
    with pytest.raises(ValueError, match=r"3 classes, got 2"):
        class_names(np.array([0, 1, 2]), ("a", "b"))
