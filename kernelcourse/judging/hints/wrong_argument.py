"""Slips with an argument: the right answer to a problem in which one argument is another, or a point is left out."""

import copy
import itertools
import math

import numpy as np

from kernelcourse.judging.hints.wrong_entries import Slip, is_choice, several

__all__ = ["lengths", "numbers", "other_arguments"]


def numbers(cases):
    """Positions of the arguments that are real numbers."""
    return [
        k
        for k, value in enumerate(cases[0].arguments)
        if isinstance(value, float | int | np.floating | np.integer) and not isinstance(value, bool)
    ]


def lengths(cases, names):
    """The lengths of the arguments, each once: position, axis, and how it is called."""
    seen = set()
    for axis in (0, 1):
        for k, value in enumerate(cases[0].arguments):
            if not isinstance(value, np.ndarray) or value.ndim <= axis:
                continue
            lengths = tuple(np.shape(case.arguments[k])[axis] for case in cases)
            if lengths in seen or len(set(lengths)) == 1:
                continue
            seen.add(lengths)
            what = "entries" if value.ndim == 1 else ("rows", "columns")[axis]
            yield k, axis, f"the number of {what} of `{names[k]}`"


def _with_other(hint, change):
    """The slip of one who computes with other arguments: ``change(arguments)``."""

    def slipped(case, reference):
        arguments = change(list(copy.deepcopy(case.arguments)))
        answer = reference(*arguments)
        return answer if case.part is None else answer[case.part]

    return Slip(hint, slipped, enough=several)


def _replaced(k, change):
    def changed(arguments):
        arguments[k] = change(arguments[k])
        return arguments

    return changed


def other_arguments(cases, names):
    """Slips with an argument: squared, divided by a length, of the other sign, in the place of another."""
    slips = []
    for a, b in itertools.combinations(range(len(names)), 2):
        if _can_change_places(cases, a, b):
            slips.append(
                _with_other(
                    f"`{names[a]}` and `{names[b]}` have changed places in what you compute.",
                    lambda x, a=a, b=b: [x[b] if k == a else x[a] if k == b else v for k, v in enumerate(x)],
                )
            )
    for k in numbers(cases):
        slips += _other_number(cases, names, k)
    for k, value in enumerate(cases[0].arguments):
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            slips += _other_array(names[k], k, signed=any((case.arguments[k] < 0).any() for case in cases))
    slips += _fewer_points(cases)
    for k, value in enumerate(cases[0].arguments):
        if isinstance(value, np.ndarray) and value.dtype.kind in "iuf":
            is_label = all(np.isin(case.arguments[k], (-1, 0, 1)).all() for case in cases)
            slips += _spoiled_array(names[k], k, np.ndim(value), multiples=not (is_label or is_choice(cases)))
    return slips


def _can_change_places(cases, a, b):
    pairs = [(case.arguments[a], case.arguments[b]) for case in cases]
    return all(type(x) is type(y) and np.shape(x) == np.shape(y) for x, y in pairs)


def _instead(words, name):
    return f"Your answer is right for {words} in the place of `{name}`. Where does `{name}` enter?"


def _other_number(cases, names, k):
    name = names[k]
    if isinstance(cases[0].arguments[k], int | np.integer):
        return [
            _with_other(_instead(f"the next number, `{name}` + 1,", name), _replaced(k, lambda v: v + 1)),
            _with_other(_instead(f"the number before, `{name}` − 1,", name), _replaced(k, lambda v: v - 1)),
        ]
    multiples = () if is_choice(cases) else (3, 1 / 3, 4, 1 / 4, 10, 1 / 10)
    changes = [
        (f"the square of `{name}`", lambda v: v**2),
        (f"the root of `{name}`", lambda v: v**0.5),
        (f"twice `{name}`", lambda v: 2 * v),
        (f"half of `{name}`", lambda v: v / 2),
        (f"one over `{name}`", lambda v: 1 / v),
        (f"half of the square of `{name}`", lambda v: v**2 / 2),
        (f"twice the square of `{name}`", lambda v: 2 * v**2),
        *((f"another multiple of `{name}`", lambda v, c=c: c * v) for c in multiples),
    ]
    slips = [_with_other(_instead(words, name), _replaced(k, change)) for words, change in changes]
    for value in (1.0, 0.0):
        hint = f"`{name}` is lost somewhere: your answer is right only where it is {value:g}."
        slips.append(_with_other(hint, _replaced(k, lambda v, value=value: value)))
    slips.append(
        _with_other(
            f"Your answer is right for minus `{name}`: is it added somewhere, or subtracted?",
            _replaced(k, lambda v: -v),
        )
    )
    for j, axis, words in lengths(cases, names):

        def n(arguments, j=j, axis=axis):
            return np.shape(arguments[j])[axis]

        slips += [
            _with_other(
                _instead(f"`{name}` times {words}", name),
                lambda x, n=n: [v * n(x) if i == k else v for i, v in enumerate(x)],
            ),
            _with_other(
                _instead(f"`{name}` divided by {words}", name),
                lambda x, n=n: [v / n(x) if i == k else v for i, v in enumerate(x)],
            ),
        ]
    return slips


def _other_array(name, k, signed):
    of_signs = (
        (f"Your answer is right for minus `{name}`: is it added somewhere, or subtracted?", lambda v: -v),
        (f"Your answer is right for `{name}` without its signs.", np.abs),
    )
    return [
        _with_other(hint, _replaced(k, change))
        for hint, change in (
            *(of_signs if signed else ()),
            (_instead(f"twice `{name}`", name), lambda v: 2 * v),
            (_instead(f"half of `{name}`", name), lambda v: v / 2),
            (_instead(f"the squares of the entries of `{name}`", name), lambda v: v**2),
            (_instead(f"the roots of the entries of `{name}`", name), lambda v: v**0.5),
            (_instead("the labels 0 and 1", name), _zeros_and_ones),
            (_instead("the signs −1 and +1", name), _signs),
            (f"You subtracted the mean of `{name}`. Does the question?", lambda v: v - v.mean(axis=0)),
            (f"You computed with the transpose of `{name}`.", _transposed),
            (
                f"`{name}` is lost somewhere: your answer is right only where all its entries are 1.",
                np.ones_like,
            ),
            (
                f"`{name}` is lost somewhere: your answer is right only where all its entries are 0.",
                np.zeros_like,
            ),
            (f"`{name}` lost what stands off its diagonal.", _diagonal),
            (f"`{name}` came in in the reverse order.", lambda v: v[::-1]),
        )
    ]


def _zeros_and_ones(y):
    if not np.isin(y, (-1, 1)).all():
        raise ValueError("no signs")
    return (y + 1) / 2


def _signs(y):
    if not np.isin(y, (0, 1)).all():
        raise ValueError("no labels")
    return 2 * y - 1


def _transposed(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1] or np.allclose(A, A.T):
        raise ValueError("has no other transpose")
    return A.T


def _diagonal(A):
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError("has no diagonal")
    return np.diag(np.diagonal(A))


def _fewer_points(cases):
    """Slips of a loop that begins too late or ends too early: the right answer without the first point, or the last."""
    slips, seen = [], set()
    for k, value in enumerate(cases[0].arguments):
        if not isinstance(value, np.ndarray) or not value.ndim:
            continue
        axes = [
            (j, axis)
            for j, other in enumerate(cases[0].arguments)
            if isinstance(other, np.ndarray)
            for axis in range(other.ndim)
            if all(np.shape(c.arguments[j])[axis] == len(c.arguments[k]) for c in cases)
        ]
        if tuple(axes) in seen:
            continue
        seen.add(tuple(axes))
        for place, which in ((0, "first"), (-1, "last")):

            def without(arguments, axes=axes, place=place):
                for j, axis in axes:
                    if np.shape(arguments[j])[axis] == 1:  # where nothing would be left, a loop may be right
                        return arguments
                    arguments[j] = np.delete(arguments[j], place, axis=axis)
                return arguments

            slips.append(
                _with_other(
                    f"The {which} one is left out: where does your loop begin, and where end?", without
                )
            )
    return slips


_MULTIPLES = (3, 1 / 3, 4, 1 / 4, 10, 1 / 10, math.pi, 1 / math.pi, 2 * math.pi, math.sqrt(2), math.sqrt(0.5))


def _spoiled_array(name, k, ndim, multiples):
    """Slips with an array that is scaled, sorted or otherwise prepared, where it should be taken as it is."""
    changes = [
        (
            f"All entries of `{name}` count alike in your answer: they are not all the same.",
            lambda v: np.full(v.shape, v.mean()),
        ),
        (_instead(f"the roots of the number of entries in a row times `{name}`", name), _times_length(0.5)),
        (_instead(f"`{name}`, divided by the root of the number of its columns,", name), _times_length(-0.5)),
        (_instead(f"`{name}`, divided by the number of its columns,", name), _times_length(-1)),
        *(
            (_instead(f"another multiple of `{name}`", name), lambda v, c=c: c * v)
            for c in _MULTIPLES
            if multiples
        ),
        (f"You divided `{name}` by its sum. Does the question?", lambda v: v / v.sum()),
        (f"You divided `{name}` by its largest entry. Does the question?", lambda v: v / v.max()),
        (f"You divided `{name}` by its length. Does the question?", lambda v: v / np.linalg.norm(v)),
        (f"You standardized `{name}`. Does the question?", lambda v: (v - v.mean(axis=0)) / v.std(axis=0)),
        (f"You sorted `{name}`. What belongs to its entries then stands elsewhere.", _sorted),
        (_instead(f"the logarithms of the entries of `{name}`", name), np.log),
        (_instead(f"the exponentials of the entries of `{name}`", name), np.exp),
        (_instead(f"1 minus the entries of `{name}`", name), lambda v: 1 - v),
        (f"You rounded `{name}`.", np.round),
        (f"You cut `{name}` off at 0.", lambda v: np.maximum(v, 0)),
        (f"All entries of `{name}` stand one place too late, or are read there.", lambda v: np.roll(v, 1, 0)),
        (
            f"All entries of `{name}` stand one place too early, or are read there.",
            lambda v: np.roll(v, -1, 0),
        ),
    ]
    if ndim == 2:
        changes += [
            (
                f"You scaled the rows of `{name}` to length 1. Does the question?",
                lambda v: v / np.linalg.norm(v, axis=1, keepdims=True),
            ),
            (
                f"You divided the rows of `{name}` by their sums. Does the question?",
                lambda v: v / v.sum(axis=1, keepdims=True),
            ),
            (
                f"You centered `{name}`, rows and columns. Does the question?",
                lambda v: v - v.mean(axis=0) - v.mean(axis=1)[:, None] + v.mean(),
            ),
            (f"You scaled `{name}` so that its diagonal is 1. Does the question?", _unit_diagonal),
            (_instead(f"the product of `{name}` with itself", name), lambda v: v @ v),
            (_instead(f"the inverse of `{name}`", name), np.linalg.inv),
            (_instead(f"`{name}` without its diagonal", name), lambda v: v - np.diag(np.diagonal(v))),
            (_instead(f"one half of `{name}`, above or below the diagonal,", name), np.triu),
            (_instead(f"`{name}` with 1 added to all entries", name), lambda v: v + 1),
        ]
    return [_with_other(hint, _replaced(k, change)) for hint, change in changes]


def _times_length(power):
    return lambda v: v * v.shape[-1] ** power


def _sorted(v):
    if v.ndim != 1:
        raise ValueError("has no order")
    return np.sort(v)


def _unit_diagonal(A):
    scale = np.sqrt(np.diagonal(A))
    return A / np.outer(scale, scale)
