"""Wrong answers in which two things went wrong: a known mistake and a slip, or another mistake in each part."""

import copy
import time

import numpy as np

from kernelcourse.judging import answers

__all__ = ["hint_of_compound"]

# Seconds for asking all known mistakes once more.
SECONDS_FOR_MISTAKES = 2.0

_SLIPS = {
    "Besides, the sign is turned.": np.negative,
    "Besides, all is twice what it would be then.": lambda e: 2 * e,
    "Besides, all is half of what it would be then.": lambda e: e / 2,
    "Besides, you squared it.": np.square,
    "Besides, you took its root.": np.sqrt,
    "Besides, you gave 1 minus that.": lambda e: 1 - e,
    "Besides, you gave one over that.": lambda e: 1 / e,
    "Besides, you took its size, without the sign.": np.abs,
    "Besides, it was cut off at 0.": lambda e: np.maximum(e, 0),
    "Besides, it was divided by its sum.": lambda e: e / e.sum(),
}


def hint_of_compound(trials, ways):
    """Say which known mistake gives an answer together with a slip; of a tuple, which mistake gives each part.
    trials of one exercise; ways, Mistakes → str or None"""
    wrong = [trial for trial in trials if not trial.is_right]
    if any(trial.fault for trial in trials) or len(wrong) < 2:
        return None
    end, tables = time.monotonic() + SECONDS_FOR_MISTAKES, []
    for mistake in ways:
        if time.monotonic() > end:
            break
        if mistake.when is None:
            tables.append((mistake.hint, [_given(mistake, trial) for trial in trials]))
    if isinstance(trials[0].expected, tuple):
        return _by_parts(trials, tables)
    return _with_slip(trials, tables)


def _given(mistake, trial):
    try:
        with np.errstate(all="ignore"):
            return answers.normalize(mistake.answer(*copy.deepcopy(trial.arguments)), trial.expected)
    except Exception:  # a mistake is written for what students are given, and may fail on an edge case
        return None


def _with_slip(trials, tables):
    if np.asarray(trials[0].expected).dtype.kind != "f" or sum(not t.is_right for t in trials) < 3:
        return None
    if all(_same(trial.answer, trials[0].answer) for trial in trials):
        return None  # one value for all problems is half or twice of many things by chance
    for words, change in _SLIPS.items():
        for hint, given in tables:
            if _explains(trials, given, change):
                return f"{hint}\n\n{words}"
    return None


def _explains(trials, given, change):
    with np.errstate(all="ignore"):
        for trial, value in zip(trials, given, strict=True):
            if value is None or np.shape(value) != np.shape(trial.expected):
                return False
            slipped = change(np.asarray(value, dtype=float))
            if not _same(trial.answer, slipped) or (not trial.is_right and _same(value, slipped)):
                return False
    return True


def _same(a, b):
    return np.shape(a) == np.shape(b) and answers.same_answer(
        np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    )


def _by_parts(trials, tables):
    """The mistakes of all parts that are wrong, where each is one that we know."""
    hints = []
    for k in range(len(trials[0].expected)):
        least = 1e-10 * max(answers.magnitude(trial.expected[k]) for trial in trials)

        def same(a, b, least=least):
            return answers.same_answer(a, b) or bool(answers.difference(a, b) <= least)

        wrong = [t.is_right or same(t.answer[k], t.expected[k]) for t in trials].count(False)
        if not wrong:
            continue
        for hint, given in tables:
            if any(value is None or len(value) != len(trials[0].expected) for value in given):
                continue
            differs = any(not same(v[k], t.expected[k]) for v, t in zip(given, trials, strict=True))
            others = any(
                not same(v[j], t.expected[j])
                for v, t in zip(given, trials, strict=True)
                for j in range(len(v))
                if j != k
            )
            agrees = all(same(t.answer[k], v[k]) for v, t in zip(given, trials, strict=True))
            if wrong > 1 and differs and agrees and not others:
                hints.append(hint)
                break
        else:
            return None
    return "\n\n".join(hints) or None
