"""Wrong answers that are a sum of the right terms with another factor, of other terms, or of too few."""

import itertools

import numpy as np

from kernelcourse.judging import answers

__all__ = ["hint_of_terms"]

# What is left of a wrong answer that is a sum of the terms, as a share of it, is rounding.
LEFT_OVER = 1e-8

# A term counts where its factor is not 0 by this much.
LEAST_FACTOR = 1e-5


def hint_of_terms(trials, terms):
    """Say which terms of a sum are wrong, or None; for `terms`, see `Exercise`."""
    if any(trial.fault for trial in trials):
        return None
    if not isinstance(trials[0].expected, tuple):
        hint = _hint([terms(t.problem) for t in trials], [(t.answer, t.expected) for t in trials])
        is_word = hint is not None and hint.startswith(("a ", "an ", "the ", "what "))
        return hint[0].upper() + hint[1:] if is_word else hint
    hints = []
    for k, part in enumerate(("first", "second", "third", "fourth")[: len(trials[0].expected)]):
        pairs = [(t.answer[k], t.expected[k]) for t in trials]
        if all(answers.same_answer(*pair) or t.is_right for pair, t in zip(pairs, trials, strict=True)):
            continue
        hint = _hint([terms(t.problem)[k] for t in trials], pairs)
        if hint is None:
            return None
        hints.append(f"In the {part} part of your answer: {hint}")
    return " ".join(hints) or None


def _hint(terms, pairs):
    """The fewest terms, one or two, that account for all that is wrong."""
    if not terms[0]:
        return None
    gap = np.concatenate([np.ravel(np.asarray(a, dtype=float) - np.asarray(e)) for a, e in pairs])
    values = {
        name: np.concatenate(
            [
                np.ravel(np.broadcast_to(t[name][0], np.shape(e)))
                for t, (_, e) in zip(terms, pairs, strict=True)
            ]
        )
        for name in terms[0]
    }
    scale = np.linalg.norm(gap) + max(np.linalg.norm(v) for v in values.values())
    said = []
    for count in (1, 2):
        if len(gap) < count + 1:
            return None
        for chosen in itertools.combinations(values, count):
            T = np.column_stack([values[name] for name in chosen])
            factors, _, rank, _ = np.linalg.lstsq(T, gap, rcond=1e-10)
            if rank < count or np.linalg.norm(T @ factors - gap) > LEFT_OVER * scale:
                continue
            if np.abs(factors).min() > LEAST_FACTOR:
                found = [(name, terms[0][name][1], off) for name, off in zip(chosen, factors, strict=True)]
                said.append(_said(found))
        if said:  # the plainest of several that are true: one term that stands in the place of another
            return min(said, key=lambda words: " stands where " not in words)
    return None


def _said(found):
    """What is wrong with one term or with two, each with its right factor and by how much it is off."""
    lost = [name for name, right, off in found if right and abs(right + off) < LEAST_FACTOR]
    alien = [name for name, right, _ in found if not right]
    if lost and alien:
        return f"{alien[0]} stands where {lost[0]} belongs."
    if len(alien) == 2:
        return f"{alien[0]} and {alien[1]} come in with another factor or sign than they should."
    return "; ".join(_said_of_one(*term) for term in found) + "."


def _said_of_one(name, right, off):
    if right == 0:
        return f"{name} does not belong there"
    if abs(right + off) < LEAST_FACTOR:
        return f"{name} is missing"
    if abs(2 * right + off) < LEAST_FACTOR:
        return f"{name} has the wrong sign"
    return f"{name} has a wrong factor"
