"""Wrong answers that are the right one but for a slip: a sign, a factor, an argument squared, an entry left out.

A `Mistake` is written for one exercise. A slip may happen in any: it is found by comparing what was handed in with the
right answer, or with the right answer to a problem in which one argument is another. So its hint says only what is so,
on every problem on which the answer is wrong; a slip that would spoil a problem which came out right is none.
"""

import dataclasses
import time

import numpy as np

from kernelcourse.judging import answers
from kernelcourse.judging.hints.wrong_argument import lengths, numbers, other_arguments
from kernelcourse.judging.hints.wrong_entries import Case, Slip, likenesses, of_three, of_vectors, several

__all__ = ["hint_of_slip"]

# Seconds for asking the reference about other arguments. Where it is slow, only the first few are tried.
PATIENCE = 3.0


def hint_of_slip(trials, reference, names, same):
    """Say by which slip wrong answers came about, or None.
    names, what the arguments of the reference are called; ``same(a, b, expected)``, whether two answers are the same"""
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
        column, reason = _hint_of_column(whole, names, reference, end)
        if reason:
            return f"{column} {reason}"
        return _first(_all_slips(whole, names), whole, reference, same, end) or column
    hint = _first(_slips_of_pairs(whole) + other_arguments(whole, names), whole, reference, same, end)
    return hint or _hints_of_parts(whole, names, reference, end)


def _hints_of_parts(whole, names, reference, end):
    """The slips of all parts that are wrong, where each is known."""
    hints = []
    for k in range(len(whole[0].expected)):
        least = 1e-10 * max(answers.magnitude(case.expected[k]) for case in whole)
        cases = sorted((_part_of(case, k, least) for case in whole), key=lambda case: case.is_right)
        if all(case.is_right for case in cases):
            continue
        hint = _first(_all_slips(cases, names), cases, reference, _same_part, end)
        if hint is None:
            return None
        which = ("first", "second", "third", "fourth")[k] if k < 4 else "last"
        hints.append(f"The {which} part of your answer is wrong. {hint}")
    return "\n\n".join(hints) or None


def _part_of(case, k, least):
    """A case of one part, which is right where it is so up to rounding at the scale of this part in all problems."""
    answer, expected = case.answer[k], case.expected[k]
    is_right = (
        case.is_right
        or _same_part(answer, expected, expected)
        or bool(answers.difference(answer, expected) <= least)
    )
    return dataclasses.replace(case, answer=answer, expected=expected, is_right=is_right, part=k)


def _hint_of_column(cases, names, reference, end):
    """Which column is the one that is wrong, where the answer is a table of a few columns; and by which slip, if so."""
    widths = {np.shape(case.expected)[1:] for case in cases}
    if len(widths) != 1 or widths & {(), (0,), (1,)} or len(next(iter(widths))) > 1:
        return None, None
    wrong = [case.wrong_entries.any(axis=0) for case in cases if not case.is_right]
    k = int(wrong[0].argmax())
    if not all(columns[k] and columns.sum() == 1 for columns in wrong):
        return None, None
    columns = [
        dataclasses.replace(case, answer=case.answer[:, k], expected=case.expected[:, k]) for case in cases
    ]
    slips = [*_slips_of_values(columns, names), *likenesses(columns, names)]
    reason = _first(slips, columns, reference, _same_part, end)
    return f"Only column {k} of your answer is wrong, counted from 0.", reason


def _same_part(a, b, expected):
    return answers.same_answer(a, b) or answers.difference(a, b) <= 1e-13 * answers.magnitude(expected)


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


def _all_slips(cases, names):
    return [*_slips_of_values(cases, names), *other_arguments(cases, names), *likenesses(cases, names)]


# ---- what was done to the right answer ---------------------------------------------------------------


def _of_value(hint, change, enough=several):
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
    of_two_signs = (
        _of_value("You cut off at 0, and some of what is asked for is negative.", lambda e: np.maximum(e, 0)),
        _of_value("You cut off at 0, and some of what is asked for is positive.", lambda e: np.minimum(e, 0)),
        _of_value("You gave signs only. The question asks for numbers.", np.sign),
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
        _of_value("You gave the root of what is asked for.", lambda e: np.sqrt(np.where(np.abs(e) < 1e-12, 0, e))),
        _of_value("The signs are lost: what should be negative came out positive.", np.abs),
        *(of_two_signs if both else ()),
        _of_value("You gave one over what is asked for.", lambda e: 1 / e),
        _of_value("You gave 1 minus what is asked for.", lambda e: 1 - e),
        _of_value("You gave the logarithm of what is asked for.", np.log),
        _of_value("You gave the exponential of what is asked for.", np.exp),
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
        _of_value("In the end you divided your answer by its largest entry.", lambda e: e / e.max(), of_vectors),
        _of_value("In the end you divided your answer by its length.", lambda e: e / np.linalg.norm(e), of_vectors),
        _of_value("In the end your answer was made to have the mean 1.", lambda e: e / e.mean(), of_vectors),
        _of_value("You divided each row of your answer by its sum.", lambda e: e / e.sum(axis=1)[:, None], of_vectors),
        _of_value("You divided each row by its length.", lambda e: e / np.linalg.norm(e, axis=1)[:, None], of_vectors),
        _of_value("You took away the means of the columns.", lambda e: e - e.mean(axis=0), of_vectors),
        _of_value("You added up: each entry holds the sum of all before it.", lambda e: np.cumsum(e), of_vectors),
        _of_value("You gave the square of 1 minus what is asked for.", lambda e: (1 - e) ** 2),
        _of_value("That is a logistic function of what is asked for.", lambda e: 1 / (1 + np.exp(-e))),
    ]  # fmt: skip
    return [*slips, *_factors(cases, names)]


def _factors(cases, names):
    """Slips by a factor that is a number of the problem: a length, or an argument."""
    slips = []
    for k, axis, words in lengths(cases, names):

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
    for k in numbers(cases):
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
