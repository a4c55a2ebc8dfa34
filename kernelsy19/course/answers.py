"""Answers as values: what form they have, whether two are the same, whether one was changed."""

import dataclasses
from numbers import Number

import numpy as np

__all__ = [
    "any_form",
    "describe",
    "difference",
    "normalize",
    "numbers_of_any_shape",
    "same_answer",
    "same_form",
    "unchanged",
]


NUMERIC_KINDS = {"b": "b", "i": "iu", "u": "iu", "f": "iuf", "c": "iufc"}


KIND_NAMES = {
    "b": "True/False",
    "i": "whole numbers",
    "u": "whole numbers",
    "f": "real numbers",
    "c": "complex numbers",
    "O": "Python objects",
    "U": "text",
    "S": "text",
}


def same_form(answer, expected):
    """Say how the form of an answer differs from what is expected, or return None.

    Parameters
    ----------
    answer : object
        What the student's function returned.
    expected : object
        What the reference returned on the same problem: a number, a truth value, a text, an
        array, or a tuple of those. Of any other object only "callable or not" is compared.

    Returns
    -------
    str or None
        For example ``"expected shape (5,), got (5, 1)"``.
    """
    if answer is None:
        return f"expected {describe(expected)}, got None (is a `return` missing?)"
    if isinstance(expected, tuple | list):
        return _sequence_fault(answer, expected)
    if isinstance(expected, str):
        return None if isinstance(answer, str) else _expected_got(expected, answer)
    if _is_numeric(expected):
        return _numeric_fault(answer, np.asarray(expected))
    if callable(expected) and not callable(answer):
        return _expected_got(expected, answer)
    return None


def numbers_of_any_shape(answer, expected):
    """Accept every finite number or array of real numbers; `expected` is not looked at.

    For exercises that ask for an example ("give points for which ..."), where shapes differ.
    """
    del expected
    if not _is_numeric(answer) or np.asarray(answer).dtype.kind not in "iuf":
        return f"expected an array of real numbers, got {describe(answer)}"
    return _finite_fault(np.asarray(answer))


def any_form(answer, expected):
    """Accept every form: the certificate alone decides."""
    del answer, expected


def _sequence_fault(answer, expected):
    if not isinstance(answer, tuple | list) or len(answer) != len(expected):
        return _expected_got(expected, answer)
    for position, (part, expected_part) in enumerate(zip(answer, expected, strict=True), start=1):
        fault = same_form(part, expected_part)
        if fault:
            return f"item {position}: {fault}"
    return None


def _numeric_fault(answer, expected):
    if not _is_numeric(answer) or (isinstance(answer, Number) and expected.ndim):
        return _expected_got(expected, answer)
    answer = np.asarray(answer)
    if answer.shape != expected.shape:
        if expected.ndim == 0:
            return _expected_got(expected, answer)
        return f"expected shape {expected.shape}, got {answer.shape}"
    return _kind_fault(answer, expected) or _finite_fault(answer, expected)


def _kind_fault(answer, expected):
    allowed = NUMERIC_KINDS[expected.dtype.kind]
    whole = (
        allowed == "iu"
        and answer.dtype.kind == "f"
        and bool(np.all(np.isfinite(answer) & (answer == np.round(answer))))
    )
    if answer.dtype.kind in allowed or whole:
        return None
    kind = KIND_NAMES.get(answer.dtype.kind, str(answer.dtype))
    return f"expected {KIND_NAMES[expected.dtype.kind]}, got {kind} (dtype {answer.dtype})"


def _finite_fault(answer, expected=None):
    if answer.dtype.kind not in "fc" or (expected is not None and not np.isfinite(expected).all()):
        return None
    bad = np.argwhere(~np.isfinite(answer))
    if not len(bad):
        return None
    if answer.ndim == 0:
        return f"expected a finite number, got {answer.item()}"
    index = ", ".join(str(i) for i in bad[0])
    return f"{len(bad)} of {answer.size} entries are NaN or infinite, the first at [{index}]"


def _expected_got(expected, answer):
    return f"expected {describe(expected)}, got {describe(answer)}"


def _is_numeric(value):
    return isinstance(value, Number | np.bool_) or (
        isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "biufcO"
    )


def describe(value):
    """Describe the form of a value in a few words, without its address or its digits."""
    if value is None:
        return "None"
    if isinstance(value, bool | np.bool_):
        return "True or False"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, np.ndarray):
        what = "an array of text" if value.dtype.kind in "US" else "an array"
        return f"{what} of shape {value.shape}" if value.ndim else "a single number"
    if isinstance(value, Number):
        return "a single number"
    if isinstance(value, tuple | list):
        return f"a {type(value).__name__} of {len(value)}"
    if callable(value) and hasattr(value, "__name__"):
        return "a function"
    return f"an object of type {type(value).__name__}"


def normalize(answer, expected):
    """Give an answer of the right form the type of the expected one: 3 is as good as 3.0."""
    if isinstance(expected, tuple | list) and isinstance(answer, tuple | list):
        return tuple(map(normalize, answer, expected)) if len(answer) == len(expected) else answer
    if _is_numeric(expected) and _is_numeric(answer):
        array = np.asarray(answer)
        if np.iscomplexobj(array) and not np.iscomplexobj(expected):
            if array.imag.any():
                return answer
            array = array.real
        if array.shape == np.shape(expected):
            array = array.astype(np.asarray(expected).dtype)
            return array if isinstance(expected, np.ndarray) else array[()]
    return answer


def difference(a, b):
    """Largest absolute difference of two answers of the same form, 0 or inf for what has none."""
    if isinstance(b, tuple | list) and isinstance(a, tuple | list):
        if len(a) != len(b):
            return np.inf
        return max((difference(x, y) for x, y in zip(a, b, strict=True)), default=0.0)
    if not (_is_numeric(a) and _is_numeric(b)):
        return 0.0 if type(a) is type(b) and a == b else np.inf
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape:
        return np.inf
    if a.dtype.kind == "b" or b.dtype.kind == "b":
        return 0.0 if np.array_equal(a, b) else np.inf
    with np.errstate(invalid="ignore"):  # inf − inf, where both are infinite and equal
        gaps = np.abs(a - b.astype(np.result_type(b, float)))
    return float(np.max(np.where(a == b, 0.0, gaps), initial=0.0))


def same_answer(a, b, rtol=1e-6):
    """Whether two answers are the same up to rounding: same form, same NaN, entries within `rtol`.

    `rtol` is relative to the largest entry, so a mistake is recognized at every scale.
    """
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        return len(a) == len(b) and all(map(same_answer, a, b, [rtol] * len(a)))
    if not (_is_numeric(a) and _is_numeric(b)):
        return type(a) is type(b) and bool(np.all(a == b))
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape or "O" in (a.dtype.kind, b.dtype.kind):
        return False
    if (a.dtype.kind == "b") != (b.dtype.kind == "b"):
        return False
    finite = np.abs(b[np.isfinite(b)])
    scale = float(finite.max()) if finite.size else 1.0
    return bool(np.allclose(a, b, rtol=0.0, atol=rtol * scale, equal_nan=True))


def unchanged(before, after, depth=4):
    """Whether a value still is, bit for bit, what its copy was; objects are compared by content."""
    if type(before) is not type(after):
        return False
    if isinstance(before, np.ndarray) and before.dtype.hasobject:
        return unchanged(before.tolist(), after.tolist(), depth)
    if isinstance(before, np.ndarray):
        same_kind = before.shape == after.shape and before.dtype == after.dtype
        return same_kind and before.tobytes() == after.tobytes()
    if isinstance(before, tuple | list):
        return len(before) == len(after) and all(
            unchanged(b, a, depth) for b, a in zip(before, after, strict=True)
        )
    if isinstance(before, dict):
        return list(before) == list(after) and all(
            unchanged(before[key], after[key], depth) for key in before
        )
    if dataclasses.is_dataclass(before) or type(before).__module__.startswith("kernelsy19"):
        return depth == 0 or unchanged(_content(before), _content(after), depth - 1)
    if isinstance(before, Number | str | set | frozenset):
        return bool(before == after) or before != before
    return True


def _content(value):
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return dict(getattr(value, "__dict__", {}))
