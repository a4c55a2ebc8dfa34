"""What is the same about all wrong answers of one function: which entries are wrong, and how they are."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from kernelcourse.judging import answers

__all__ = ["Case", "Slip", "is_choice", "is_coarse", "likenesses", "of_three", "of_vectors", "several"]

# A factor nearer to 1 is no slip: something was not computed well enough.
NEAR_ONE = 0.05

# An amount that is a smaller share of the numbers is none either.
NEAR_ZERO = 0.01


@dataclasses.dataclass(frozen=True)
class Case:
    """A problem, and what was handed in there: the whole answer, or the one part of it that is wrong."""

    arguments: tuple
    answer: Any
    expected: Any
    is_right: bool
    part: int | None = None

    @property
    def gap(self):
        """What is too much, entry by entry."""
        return np.asarray(self.answer, dtype=float) - np.asarray(self.expected, dtype=float)

    @property
    def wrong_entries(self):
        """Which entries are wrong."""
        scale = max(answers.magnitude(self.expected), np.abs(self.gap).max(initial=0.0))
        return np.abs(self.gap) > 1e-7 * scale


@dataclasses.dataclass(frozen=True)
class Slip:
    """What somebody hands in who slips: ``answer(case, reference)``; or what can be said of all wrong cases: ``shows``.
    ``enough`` tells whether the wrong cases say so much that chance is out of the question."""

    hint: str
    answer: Callable[..., Any] | None = None
    shows: Callable[[Case], bool] | None = None
    enough: Callable[[list], bool] = bool


def is_choice(cases):
    """Whether each answer is a whole number or one of the numbers of the problem, so that many ways lead to it."""
    return all(
        np.ndim(case.expected) == 0
        and (
            isinstance(case.expected, int | np.integer)
            or any(np.isin(case.expected, a).any() for a in case.arguments if isinstance(a, np.ndarray))
        )
        for case in cases
        if not isinstance(case.expected, tuple | str)
    )


def is_coarse(cases):
    """Whether all answers are words, yes or no, whole numbers, shares of points or numbers of the problem.
    Many ways lead to the same."""
    if any(isinstance(case.expected, tuple) for case in cases):
        return False
    return is_choice(cases) or all(
        isinstance(case.expected, str)
        or np.asarray(case.expected).dtype.kind in "biu"
        or (np.ndim(case.expected) == 1 and np.isin(case.expected, (-1, 0, 1)).all())
        or _is_share(case)
        for case in cases
    )


def _is_share(case):
    """Whether an answer is a count over a length."""
    lengths = {np.shape(a)[0] for a in case.arguments if np.ndim(a)}
    return np.ndim(case.expected) == 0 and any(float(case.expected) * n % 1 == 0 for n in lengths)


def of_three(wrong):
    """Whether so many problems are wrong that a number which they have in common is not one by chance."""
    return len(wrong) > 2 or (len(wrong) > 1 and sum(np.size(case.expected) for case in wrong) > 3)


def of_vectors(wrong):
    """Whether all answers have entries that differ, on two problems at least."""
    spread = [np.size(c.expected) > 2 and np.ptp(np.asarray(c.expected, dtype=float)) > 0 for c in wrong]
    return sum(spread) > 1


def several(wrong):
    """Whether there are so many entries that a relation between them is not one by chance."""
    entries = sum(np.size(case.expected) for case in wrong)
    whole = all(np.asarray(case.expected).dtype.kind in "iub" for case in wrong)
    return entries >= (3 if whole else 2) or (len(wrong) == 1 and not whole)


def likenesses(cases, names):
    """What can be said of an answer whose slip is not known.
    cases, the wrong ones first; names, what the arguments are called → list of Slip"""
    if np.asarray(cases[0].expected).dtype.kind not in "iuf":
        return []
    slips = []
    common, amount = _common_factor(cases), _common_amount(cases)
    if common:
        hint = (
            "You are off by a factor, the same one on every problem: is a constant missing, or one too many?"
        )
        slips.append(
            Slip(hint, shows=lambda case: _close(case.answer, common * case.expected), enough=of_three)
        )
    if amount:
        hint = "You are off by the same amount on every problem: is a constant missing, or one too many?"
        slips.append(
            Slip(hint, shows=lambda case: _close(case.answer, case.expected + amount), enough=of_three)
        )
    slips += [Slip(hint, shows=shows, enough=of_vectors) for hint, shows in _OF_VECTORS.items()]
    if (place := _one_place(cases)) is not None:
        slips.append(
            Slip(
                f"Only the entry [{place[0]}, {place[1]}] is wrong, counted from 0.", shows=lambda case: True
            )
        )
    slips += [Slip(hint, shows=shows, enough=_matrices) for hint, shows in _OF_MATRICES.items()]
    return [*slips, *_one_class(cases, names)]


def _close(a, b):
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return a.shape == b.shape and bool(np.allclose(a, b, rtol=0, atol=1e-6 * np.abs(b).max(initial=0.0)))


def _matrices(wrong):
    return sum(np.ndim(case.expected) == 2 and min(np.shape(case.expected)) > 1 for case in wrong) > 1


def _one_place(cases):
    """The one entry that is wrong in all matrices, or None."""
    wrong = [case.wrong_entries for case in cases if not case.is_right]
    if len(wrong) < 2 or any(w.ndim != 2 or w.sum() != 1 or w.size < 3 for w in wrong):
        return None
    places = {tuple(int(k) for k in np.argwhere(w)[0]) for w in wrong}
    return places.pop() if len(places) == 1 else None


def _common_factor(cases):
    if any(case.is_right and np.any(case.expected) for case in cases):
        return 0.0
    wrong = cases[0]
    answer, expected = np.ravel(wrong.answer), np.ravel(wrong.expected)
    k = np.abs(expected).argmax()
    factor = float(answer[k]) / float(expected[k]) if expected[k] else 0.0
    return factor if np.isfinite(factor) and abs(factor - 1) > NEAR_ONE else 0.0


def _common_amount(cases):
    if any(case.is_right for case in cases):
        return 0.0
    wrong = cases[0]
    amount = float(np.ravel(wrong.gap)[0]) if np.size(wrong.gap) else 0.0
    return amount if abs(amount) > NEAR_ZERO * answers.magnitude(wrong.expected) else 0.0


def _off_by_one_factor(case):
    ratio = _ratios(np.ravel(case.answer), np.ravel(case.expected))
    return ratio is not None and abs(ratio - 1) > NEAR_ONE


def _off_by_one_amount(case):
    return _amounts(np.ravel(case.answer), np.ravel(case.expected)) is not None


def _ratios(answer, expected):
    """The one factor between two vectors, or None."""
    if not np.any(expected) or not np.any(answer):
        return None
    factor = float(answer @ expected / (expected @ expected))
    return factor if factor and _close(answer / factor, expected) else None


def _amounts(answer, expected):
    """The one difference of two vectors, or None."""
    gap = answer - expected
    scale = max(np.abs(gap).max(), np.abs(expected).max())
    one = np.ptp(gap) <= 1e-6 * scale and (not np.any(gap) or np.abs(gap).max() > NEAR_ZERO * scale)
    return float(gap.mean()) if one else None


def _each_row(case, relation, axis=1):
    answer, expected = np.asarray(case.answer, dtype=float), np.asarray(case.expected, dtype=float)
    if expected.ndim != 2:
        return False
    if axis == 0:
        answer, expected = answer.T, expected.T
    if min(expected.shape) < 2:
        return False
    found = [relation(a, e) for a, e in zip(answer, expected, strict=True) if np.any(e)]
    return bool(found) and None not in found


def _on_diagonal(case, on):
    wrong = case.wrong_entries
    if wrong.ndim != 2 or wrong.shape[0] != wrong.shape[1]:
        return False
    if len(wrong) < 2:
        return on
    diagonal = np.eye(len(wrong), dtype=bool)
    return not wrong[~diagonal].any() if on else not wrong[diagonal].any() and len(wrong) > 1


def _wrong_at(case, place):
    wrong = case.wrong_entries
    if wrong.ndim != 1 or len(wrong) < 3:
        return False
    return bool(wrong[place]) and wrong.sum() == 1


def _in_another_order(case):
    a, b = np.sort(np.ravel(case.answer)), np.sort(np.ravel(case.expected))
    return np.ndim(case.expected) == 1 and _close(a, b)


_OF_VECTORS = {
    "All entries of your answer are the same, and they should differ.": lambda case: (
        np.ptp(case.answer) <= 1e-9 * np.abs(case.answer).max()
    ),
    "Your numbers are right up to one factor, another one for each problem. What should all of them be divided by, or "
    "multiplied with?": _off_by_one_factor,
    "All your numbers are off by the same amount, another one for each problem: a term that is the same for all "
    "entries "
    "is wrong or missing.": _off_by_one_amount,
    "Your numbers have the right size, and some have the wrong sign.": lambda case: _close(
        np.abs(case.answer), np.abs(case.expected)
    ),
    "Only the first entry is wrong. Look at where you begin.": lambda case: _wrong_at(case, 0),
    "Only the last entry is wrong. Look at where you end.": lambda case: _wrong_at(case, -1),
    "These are the right numbers in another order.": _in_another_order,
}

_OF_MATRICES = {
    "Only the diagonal is wrong. What is special about a pair of the same index?": lambda case: _on_diagonal(
        case, on=True
    ),
    "The diagonal is right, and what stands off it is not.": lambda case: _on_diagonal(case, on=False),
    "Each row of your answer is right up to a factor of its own. What should each row be divided by, or multiplied "
    "with?": lambda case: _each_row(case, _ratios),
    "Each column of your answer is right up to a factor of its own. What should each column be divided by, or "
    "multiplied with?": lambda case: _each_row(case, _ratios, axis=0),
    "All numbers in a row are off by the same amount: a term that depends on the row alone is wrong or "
    "missing.": lambda case: _each_row(case, _amounts),
    "All numbers in a column are off by the same amount: a term that depends on the column alone is wrong or "
    "missing.": lambda case: _each_row(case, _amounts, axis=0),
}


def _one_class(cases, names):
    """Slips that concern only the points of one class."""
    slips = []
    for k, name in enumerate(names):
        for value, words in ((-1, "−1"), (0, "0"), (1, "1")):

            def shows(case, k=k, value=value):
                y, wrong = case.arguments[k], case.wrong_entries
                two = np.unique(y)
                if np.ndim(y) != 1 or wrong.ndim != 1 or len(y) != len(wrong) or not set(two) <= {-1, 0, 1}:
                    return False
                return len(two) == 2 and not wrong[y != value].any()

            slips.append(
                Slip(
                    f"Only points go wrong where `{name}` is {words}. What is different for them?",
                    shows=shows,
                    enough=lambda wrong: len(wrong) > 1,
                )
            )
    return slips
