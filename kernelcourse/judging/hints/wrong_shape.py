"""Answers of another form than the one asked for, in which what is asked for stands nevertheless."""

import numpy as np

from kernelcourse.judging import answers
from kernelcourse.judging.checks import read_hints

__all__ = ["hint_of_shape"]


def hint_of_shape(trials, same):
    """Say what is to be done with answers of a wrong form, where that makes them right.
    ``same(a, b, expected)`` tells whether two answers are the same → str or None"""
    wrong = [trial for trial in trials if trial.fault]
    if len(wrong) < 2 or any(not trial.is_right and not trial.fault for trial in trials):
        return None
    families = read_hints("judging/hints", "families.toml")
    ways = families[_kind(wrong[0])]
    return next((hint for text, hint in ways.items() if all(_is_right(t, text, same) for t in wrong)), None)


def _kind(trial):
    if not isinstance(trial.expected, tuple | list):
        return "shape"
    return "pair" if isinstance(trial.answer, tuple) else "vector for a pair"


def _is_right(trial, text, same):
    answer, expected = trial.answer, trial.expected
    try:
        answer = answer if isinstance(answer, tuple) else np.asarray(answer)
        made = answers.normalize(eval(text, {"np": np, "answer": answer}), expected)
        if isinstance(made, tuple):  # a vector of one entry was read as a number
            made = tuple(
                np.reshape(m, np.shape(e)) if np.size(e) == 1 else m
                for m, e in zip(made, expected, strict=True)
            )
        return answers.same_form(made, expected) is None and same(made, expected, expected)
    except Exception:  # what cannot be done with an answer of this form
        return False
