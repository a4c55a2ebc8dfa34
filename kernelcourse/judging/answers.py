"""Answers as values: what form they have, whether two are the same, whether one was changed."""

import dataclasses
import types
from numbers import Number, Real

import numpy as np

__all__ = [
    "as_array",
    "choice_of",
    "describe",
    "difference",
    "is_single",
    "magnitude",
    "normalize",
    "numbers_of_any_shape",
    "points",
    "rounded_to_single",
    "same_answer",
    "same_form",
    "unchanged",
]

NUMERIC_KINDS = {"b": "b", "i": "iub", "u": "iub", "f": "iuf", "c": "iufc"}

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

LARGEST_EXACT = 2**53
FAR_TOO_LARGE = 100_000  # numbers, where a hundredth of them would be too many


def normalize(answer, expected):
    """Read an answer as what is expected, where it means the same; anything else comes back as it was.
    A list, a tuple or an array is as good as any other of them, so a pair may be an array and a vector a list; 3 is as
    good as 3.0, a NumPy scalar or an array of no dimension as good as a number, and a number that is stored as a
    complex one or as a Python object as good as a real one. An array or list that holds one number serves as this
    number, a matrix of one column or one row as a vector, and pairs of numbers as the numbers in them; no other shape
    is changed. What gives NumPy an array, such as a column of pandas, is read as that array. What comes back is of
    plain types: a subclass of `float` or of `ndarray` that compares in its own way does not survive."""
    answer = as_array(answer)
    if isinstance(expected, tuple | list):
        if isinstance(answer, np.ndarray) and answer.ndim:
            answer = list(answer)
        if isinstance(answer, tuple | list) and len(answer) == len(expected):
            return tuple(map(normalize, answer, expected))
        numbers = _numbers_of(answer) if all(map(_is_numeric, expected)) else None
        if numbers is not None and numbers.size == len(expected) == sum(map(np.size, expected)):
            return tuple(map(normalize, numbers.ravel(), expected))
        return answer
    if isinstance(expected, str):
        answer = answer.item() if isinstance(answer, np.ndarray) and answer.ndim == 0 else answer
        return _word(answer, expected) if isinstance(answer, str) else answer
    if not _is_numeric(expected):
        return answer
    numbers = _numbers_of(answer)
    if numbers is None:
        return answer
    if numbers.size == np.size(expected) and _is_flat(numbers, np.ndim(expected)):
        numbers = numbers.reshape(np.shape(expected))
    if isinstance(answer, tuple | list) and np.ndim(expected) == 0 and numbers.ndim:
        return answer
    return _of_kind(numbers, np.asarray(expected).dtype)[()]


def is_far_too_large(answer, expected):
    """Whether an answer holds so many numbers that its form is wrong, whatever they are: nobody has to read them."""
    return _length(answer) > max(FAR_TOO_LARGE, 100 * _length(expected))


def _length(value):
    """About how many numbers there are, without a look at them: the first row tells what the others hold."""
    if isinstance(value, tuple | list | range) and len(value):
        return len(value) * max(1, _length(value[0]))
    return value.size if isinstance(value, np.ndarray) else 1


def as_array(answer):
    """Read what gives NumPy an array of its own accord as that array; anything else comes back as it was."""
    if isinstance(answer, np.ndarray | np.generic) or not hasattr(type(answer), "__array__"):
        return answer
    return np.array(np.asarray(answer))


def _is_flat(numbers, ndim):
    """Whether an array says in more dimensions what a number (`ndim` 0) or a vector (`ndim` 1) of its size says."""
    return ndim == 0 or (ndim == 1 and numbers.ndim == 2 and 1 in numbers.shape)


def _word(answer, expected):
    """A text without blanks around it; capitals do not count where none are expected."""
    word = "".join(answer).strip()
    return word.lower() if expected.islower() else word


def choice_of(answer, choices):
    """Read an answer as one of a few words; anything else comes back as it was."""
    word = normalize(answer, "")
    if not isinstance(word, str):
        return word
    bare = word.strip(" ().").lower()
    return next((choice for choice in choices if choice.lower() == bare), word)


def _numbers_of(answer):
    """An answer as an array of numbers, or None."""
    if isinstance(answer, range | tuple | list):
        try:
            answer = np.array(answer)
        except (TypeError, ValueError):  # rows of different lengths, or no numbers
            return None
    if not _is_numeric(answer):
        return None
    numbers = np.array(answer)
    if numbers.dtype.kind == "O" and all(isinstance(entry, Real) for entry in numbers.flat):
        numbers = numbers.astype(float)
    return numbers if numbers.dtype.kind in "biufc" else None


def _of_kind(numbers, dtype):
    """Numbers with the type that is expected, where that loses nothing."""
    if numbers.dtype.kind == "c" and dtype.kind != "c" and not numbers.imag.any():
        numbers = numbers.real
    if numbers.dtype.kind in NUMERIC_KINDS[dtype.kind]:
        return numbers.astype(dtype)
    if dtype.kind in "iu" and numbers.dtype.kind == "f":
        whole = np.abs(numbers) <= LARGEST_EXACT
        if np.all(whole & (numbers == np.round(numbers))):
            return numbers.astype(dtype)
    return numbers


def same_form(answer, expected):
    """Say how the form of an answer, as `normalize` reads it, differs from what is expected, or return None.
    expected, from the reference, is a number, a truth value, a text, an array, or a tuple of those; of any other object
    only "callable or not" is compared → such as "expected shape (5,), got (5, 1)", or None"""
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
    For exercises that ask for an example ("give points for which ..."), where shapes differ."""
    del expected
    if not _is_numeric(answer) or np.asarray(answer).dtype.kind not in "iuf":
        return f"expected an array of real numbers, got {describe(answer)}"
    return _finite_fault(np.asarray(answer))


def points(columns, least, most, largest=100.0):
    """Form of an exercise that asks for an example made of points: how many there may be, and how far out.
    columns, coordinates of a point, between −largest and largest; least and most points, of which few are allowed where
    many take long → callable, to be the `form` of an exercise"""

    def form(answer, expected):
        del expected
        if not _is_numeric(answer) or np.asarray(answer).dtype.kind not in "iuf":
            return f"expected points as an array of shape (n, {columns}), got {describe(answer)}"
        X = np.asarray(answer)
        if X.ndim != 2 or X.shape[1] != columns or not least <= len(X) <= most:
            return f"expected shape (n, {columns}) with n from {least} to {most}, got shape {X.shape}"
        if not np.abs(X).max() <= largest:
            return f"expected coordinates from −{largest:g} to {largest:g}, without NaN"
        return None

    return form


def _sequence_fault(answer, expected):
    if not isinstance(answer, tuple | list) or len(answer) != len(expected):
        return _expected_got(expected, answer)
    for position, (part, expected_part) in enumerate(zip(answer, expected, strict=True), start=1):
        fault = same_form(part, expected_part)
        if fault:
            return f"item {position}: {fault}"
    return None


def _numeric_fault(answer, expected):
    if isinstance(answer, tuple | list) and expected.ndim and _lengths_differ(answer):
        return f"expected {describe(expected)}, got rows of different lengths"
    if not _is_numeric(answer) or (np.ndim(answer) == 0 and expected.ndim):
        return _expected_got(expected, answer)
    answer = np.asarray(answer)
    if answer.shape != expected.shape:
        if expected.ndim == 0:
            return _expected_got(expected, answer)
        return f"expected shape {expected.shape}, got {answer.shape}"
    return _kind_fault(answer, expected) or _finite_fault(answer, expected)


def _lengths_differ(rows):
    return len({len(row) if isinstance(row, tuple | list) else np.shape(row) for row in rows}) > 1


def _kind_fault(answer, expected):
    if _of_kind(answer, expected.dtype).dtype == expected.dtype:
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
    if isinstance(value, tuple | list | range):
        return f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, types.ModuleType):
        return f"the module {value.__name__}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if callable(value) and hasattr(value, "__name__"):
        return "a function"
    return f"an object of type {type(value).__name__}"


def difference(a, b):
    """Largest absolute difference of two answers of the same form, 0 or inf for what has none; NaN for NaN."""
    if isinstance(b, tuple | list) and isinstance(a, tuple | list):
        if len(a) != len(b):
            return np.inf
        return float(np.max([difference(x, y) for x, y in zip(a, b, strict=True)], initial=0.0))
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


def is_single(value):
    """Whether some numbers of an answer are stored in single precision, and none in double."""
    parts = value if isinstance(value, tuple | list) else [value]
    kinds = {
        part.dtype for part in parts if isinstance(part, np.ndarray | np.generic) and part.dtype.kind == "f"
    }
    return kinds == {np.dtype("float32")}


def rounded_to_single(value):
    """An answer with its numbers rounded to single precision, and stored in double."""
    if isinstance(value, tuple | list):
        return tuple(map(rounded_to_single, value))
    array = np.asarray(value)
    return array.astype("float32").astype(float)[()] if array.dtype.kind == "f" else value


def magnitude(value):
    """Largest absolute value of the numbers in an answer; 0 if there is none."""
    parts = value if isinstance(value, tuple | list) else [value]
    finite = [np.abs(n[np.isfinite(n)]) for n in map(np.asarray, parts) if n.dtype.kind in "iufc"]
    return max((float(n.max()) for n in finite if n.size), default=0.0)


def same_answer(a, b, rtol=1e-6):
    """Whether two answers are the same up to rounding: same form, same NaN, entries within `rtol`.
    That is relative to the largest entry, so a mistake is recognized at every scale; whole numbers are as they are."""
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        return len(a) == len(b) and all(map(same_answer, a, b, [rtol] * len(a)))
    if not (_is_numeric(a) and _is_numeric(b)):
        return type(a) is type(b) and bool(np.all(a == b))
    a, b = np.asarray(a), np.asarray(b)
    if a.shape != b.shape or "O" in (a.dtype.kind, b.dtype.kind):
        return False
    if (a.dtype.kind == "b") != (b.dtype.kind == "b"):
        return False
    if a.dtype.kind in "iu" and b.dtype.kind in "iu":
        return bool(np.array_equal(a, b))
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
    if dataclasses.is_dataclass(before) or type(before).__module__.startswith(("kernelsy19", "kernelcourse")):
        return depth == 0 or unchanged(_content(before), _content(after), depth - 1)
    if isinstance(before, Number | str | set | frozenset):
        return bool(before == after) or before != before
    return True


def _content(value):
    if dataclasses.is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return dict(getattr(value, "__dict__", {}))
