"""Wrong answers that are the right one but for a slip: a sign, a factor, an argument squared, an entry left out.

A `Mistake` is written for one exercise. A slip may happen in any: it is found by comparing what was handed in with the
right answer, or with the right answer to a problem in which one argument is another. So its hint says only what is so,
on every problem on which the answer is wrong; a slip that would spoil a problem which came out right is none.
"""

import copy
import dataclasses
import itertools
import time

import numpy as np

from kernelsy19.course import answers
from kernelsy19.course.likeness import Case, Slip, likenesses, of_three, of_vectors

__all__ = ["hint_of_slip"]

# Seconds for asking the reference about other arguments. Where it is slow, only the first few are tried.
PATIENCE = 3.0


def hint_of_slip(trials, reference, names, same):
    """Say by which slip wrong answers came about, if it was one.

    Parameters
    ----------
    trials : sequence of Trial
    reference : callable
    names : sequence of str
        What the arguments of the reference are called.
    same : callable
        ``same(a, b, expected)`` tells whether two answers are the same.

    Returns
    -------
    str or None
    """
    wrong = sorted((trial for trial in trials if not trial.is_right), key=lambda trial: trial.size)
    if not wrong or any(trial.fault for trial in wrong):
        return None
    if not isinstance(wrong[0].expected, tuple) and any(
        np.shape(t.answer) != np.shape(t.expected) for t in wrong
    ):
        return None
    trials = [*wrong, *(trial for trial in trials if trial.is_right)]
    whole = [Case(t.arguments, t.answer, t.expected, t.is_right) for t in trials]
    end = time.monotonic() + PATIENCE
    if not isinstance(whole[0].expected, tuple):
        hint = _first(_all_slips(whole, names), whole, reference, same, end)
        return hint or _hint_of_column(whole, names, reference, end)
    hint = _first(_slips_of_pairs(whole) + _other_arguments(whole, names), whole, reference, same, end)
    return hint or _hints_of_parts(whole, names, reference, end)


def _hints_of_parts(whole, names, reference, end):
    """The slips of all parts that are wrong, where each is known."""
    hints = []
    for k in sorted({k for case in whole if not case.is_right for k in _wrong_parts(case)}):
        cases = sorted((_part_of(case, k) for case in whole), key=lambda case: case.is_right)
        hint = _first(_all_slips(cases, names), cases, reference, _same_part, end)
        if hint is None:
            return None
        which = ("first", "second", "third", "fourth")[k] if k < 4 else "last"
        hints.append(f"The {which} part of your answer is wrong. {hint}")
    return "\n\n".join(hints) or None


def _part_of(case, k):
    answer, expected = case.answer[k], case.expected[k]
    is_right = case.is_right or _same_part(answer, expected, expected)
    return dataclasses.replace(case, answer=answer, expected=expected, is_right=is_right, part=k)


def _hint_of_column(cases, names, reference, end):
    """The slip of the one column that is wrong, where the answer is a table of a few columns."""
    widths = {np.shape(case.expected)[1:] for case in cases}
    if len(widths) != 1 or widths & {(), (0,), (1,)} or len(next(iter(widths))) > 1:
        return None
    wrong = [case.wrong_entries.any(axis=0) for case in cases if not case.is_right]
    k = int(wrong[0].argmax())
    if not all(columns[k] and columns.sum() == 1 for columns in wrong):
        return None
    columns = [
        dataclasses.replace(case, answer=case.answer[:, k], expected=case.expected[:, k]) for case in cases
    ]
    hint = _first(
        [*_slips_of_values(columns, names), *likenesses(columns, names)],
        columns,
        reference,
        _same_part,
        end,
    )
    return f"Only column {k} of your answer is wrong, counted from 0. {hint or ''}".strip()


def _same_part(a, b, expected):
    return answers.same_answer(a, b) or answers.difference(a, b) <= 1e-13 * answers.magnitude(expected)


def _wrong_parts(case):
    return [
        k for k, (a, b) in enumerate(zip(case.answer, case.expected, strict=True)) if not _same_part(a, b, b)
    ]


def _first(slips, cases, reference, same, end):
    """Hint of the first slip that explains all cases, or None."""
    wrong = [case for case in cases if not case.is_right]
    for slip in slips:
        if slip.answer is not None and time.monotonic() > end:
            continue
        try:
            if slip.enough(wrong) and _explains(slip, cases, reference, same):
                return slip.hint
        except Exception:  # a slip that cannot be made here: another shape, a root of less than 0
            continue
    return None


def _explains(slip, cases, reference, same):
    if slip.shows is not None:
        return all(slip.shows(case) for case in cases if not case.is_right)
    scale = max(answers.magnitude(case.expected) for case in cases)
    with np.errstate(all="ignore"):
        for case in cases:
            slipped = answers.normalize(slip.answer(case, reference), case.expected)
            if case.is_right:
                kept = same(slipped, case.expected, case.expected)
                if not kept and not answers.difference(slipped, case.expected) <= 1e-7 * scale:
                    return False
            elif not same(case.answer, slipped, case.expected) or same(slipped, case.expected, case.expected):
                return False
    return True


def _several(wrong):
    """Whether there are so many entries that a relation between them is not one by chance."""
    entries = sum(np.size(case.expected) for case in wrong)
    whole = all(np.asarray(case.expected).dtype.kind in "iub" for case in wrong)
    return entries >= (3 if whole else 2) or (len(wrong) == 1 and not whole)


def _all_slips(cases, names):
    return [*_slips_of_values(cases, names), *_other_arguments(cases, names), *likenesses(cases, names)]


# ---- what was done to the right answer ---------------------------------------------------------------


def _of_value(hint, change, enough=_several):
    return Slip(hint, lambda case, _: change(np.asarray(case.expected, dtype=float)), enough=enough)


def _slips_of_pairs(cases):
    if len(cases[0].expected) != 2:
        return []
    return [Slip("The two parts of your answer are exchanged.", lambda case, _: case.expected[::-1])]


def _slips_of_values(cases, names):
    """Slips that are made with the right answer in hand."""
    if np.asarray(cases[0].expected).dtype.kind not in "iufb":
        return []
    if np.asarray(cases[0].expected).dtype.kind == "b":
        return [Slip("Yes and no are exchanged.", lambda case, _: ~np.asarray(case.expected))]
    clips = (
        _of_value("You cut off at 0, and some of what is asked for is negative.", lambda e: np.maximum(e, 0)),
        _of_value("You cut off at 0, and some of what is asked for is positive.", lambda e: np.minimum(e, 0)),
    )
    both = any(np.any(np.asarray(c.expected) < 0) and np.any(np.asarray(c.expected) > 0) for c in cases)
    slips = [
        _of_value("Your answer is 0 everywhere.", lambda e: 0 * e),
        _of_value("Your answer is 1 everywhere.", lambda e: 0 * e + 1),
        _of_value("The sign is turned, and all else is right.", np.negative),
        _of_value("All is twice what it should be: where does a factor 2 come in?", lambda e: 2 * e),
        _of_value("All is half of what it should be: where is a factor 2 lost?", lambda e: e / 2),
        _of_value("That is minus twice what it should be: look for a factor 2 and a sign.", lambda e: -2 * e),
        _of_value("That is minus half of what it should be: look for a factor 2 and a sign.", lambda e: -e / 2),
        _of_value("You gave the square of what is asked for.", np.square),
        _of_value("You gave the root of what is asked for.", np.sqrt),
        _of_value("The signs are lost: what should be negative came out positive.", np.abs),
        *(clips if both else ()),
        _of_value("You gave one over what is asked for.", lambda e: 1 / e),
        _of_value("You gave 1 minus what is asked for.", lambda e: 1 - e),
        _of_value("You gave the logarithm of what is asked for.", np.log),
        _of_value("You gave the exponential of what is asked for.", np.exp),
        _of_value("You gave signs only. The question asks for numbers.", np.sign),
        _of_value("There is 1 too much, and all else is right.", lambda e: e + 1),
        _of_value("There is 1 too little, and all else is right.", lambda e: e - 1),
        _of_value("You rounded, where the exact number is asked for.", np.round),
        _of_value("You rounded down, where the exact number is asked for.", np.floor),
        _of_value("The matrix is transposed.", np.transpose, enough=of_vectors),
        _of_value("The entries come in the reverse order.", lambda e: e[::-1], enough=of_vectors),
        _of_value("The columns come in the reverse order.", lambda e: e[:, ::-1], enough=of_vectors),
        _of_value("All entries stand one place too late.", lambda e: np.roll(e, 1, axis=0), enough=of_vectors),
        _of_value("All entries stand one place too early.", lambda e: np.roll(e, -1, axis=0), enough=of_vectors),
        _of_value("You sorted the entries.", lambda e: np.sort(e), of_vectors),
        _of_value("In the end you subtracted the mean of your answer.", lambda e: e - e.mean(), of_vectors),
        _of_value("In the end you divided your answer by its sum.", lambda e: e / e.sum(), of_vectors),
    ]  # fmt: skip
    return [*slips, *_factors(cases, names)]


def _factors(cases, names):
    """Slips by a factor that is a number of the problem: a length, or an argument."""
    slips = []
    for k, axis, words in _lengths(cases, names):

        def n(case, k=k, axis=axis):
            return np.shape(case.arguments[k])[axis]

        slips += [
            _by_factor(f"The answer is too large by a factor, {words}: is a sum taken for a mean?", n),
            _by_factor(
                f"The answer is too small by a factor, {words}: was something divided by it once too often?",
                lambda case, n=n: 1 / n(case),
            ),
            _by_factor(
                f"You divided by one less than {words}. Is that what the question means?",
                lambda case, n=n: n(case) / (n(case) - 1),
            ),
            _by_factor(
                f"You divided by one more than {words}, or multiplied by one less.",
                lambda case, n=n: (n(case) - 1) / n(case),
            ),
            _by_factor(f"A factor is too many, the root of {words}.", lambda case, n=n: n(case) ** 0.5),
            _by_factor(f"A factor is missing, the root of {words}.", lambda case, n=n: n(case) ** -0.5),
            _by_factor(f"The answer is too large, by the square of {words}.", lambda case, n=n: n(case) ** 2.0),
            _by_factor(f"The answer is too small, by the square of {words}.", lambda case, n=n: n(case) ** -2.0),
        ]  # fmt: skip
    for k in _numbers(cases):
        for power, words in (
            (1, "A factor `{}` is too many."),
            (-1, "You divided by `{}` once too often, or a factor `{}` is missing."),
            *(
                (power, "The power of `{}` is not right: count how often it stands above and below.")
                for power in (0.5, -0.5, 1.5, -1.5, 2, -2, 3, -3, 4, -4)
            ),
        ):
            slips.append(
                _by_factor(
                    words.replace("{}", names[k]), lambda case, k=k, p=power: float(case.arguments[k]) ** p
                )
            )
    return slips


def _by_factor(hint, factor):
    def slipped(case, _):
        return np.asarray(case.expected, dtype=float) * factor(case)

    return Slip(hint, slipped, enough=of_three)


def _numbers(cases):
    """Positions of the arguments that are real numbers."""
    return [
        k
        for k, value in enumerate(cases[0].arguments)
        if isinstance(value, float | int | np.floating | np.integer) and not isinstance(value, bool)
    ]


def _lengths(cases, names):
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


# ---- the right answer to another problem -------------------------------------------------------------


def _with_other(hint, change):
    """The slip of one who computes with other arguments: ``change(arguments)``."""

    def slipped(case, reference):
        arguments = change(list(copy.deepcopy(case.arguments)))
        answer = reference(*arguments)
        return answer if case.part is None else answer[case.part]

    return Slip(hint, slipped, enough=_several)


def _replaced(k, change):
    def changed(arguments):
        arguments[k] = change(arguments[k])
        return arguments

    return changed


def _other_arguments(cases, names):
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
    for k in _numbers(cases):
        slips += _other_number(cases, names, k)
    for k, value in enumerate(cases[0].arguments):
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            slips += _other_array(names[k], k, signed=any((case.arguments[k] < 0).any() for case in cases))
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
    changes = [
        (f"the square of `{name}`", lambda v: v**2),
        (f"the root of `{name}`", lambda v: v**0.5),
        (f"twice `{name}`", lambda v: 2 * v),
        (f"half of `{name}`", lambda v: v / 2),
        (f"one over `{name}`", lambda v: 1 / v),
        (f"half of the square of `{name}`", lambda v: v**2 / 2),
        (f"twice the square of `{name}`", lambda v: 2 * v**2),
        *((f"another multiple of `{name}`", lambda v, c=c: c * v) for c in (3, 1 / 3, 4, 1 / 4, 10, 1 / 10)),
    ]
    slips = [_with_other(_instead(words, name), _replaced(k, change)) for words, change in changes]
    for value in (1.0, 0.0):
        hint = f"`{name}` is lost somewhere: your answer is right only where it is {value:g}."
        slips.append(_with_other(hint, _replaced(k, lambda v, value=value: value)))
    if any(case.arguments[k] < 0 for case in cases):
        slips.append(
            _with_other(
                f"Your answer is right for minus `{name}`: is it added somewhere, or subtracted?",
                _replaced(k, lambda v: -v),
            )
        )
    for j, axis, words in _lengths(cases, names):

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
