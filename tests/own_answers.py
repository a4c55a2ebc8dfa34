"""Tests of answers that no exercise lists: right ones in forms of their own, and wrong ones with what they are told."""

import functools
import itertools

import pytest
from one_test_for_many import every
from remembered import remembered

from kernelcourse.judging.exercises import find_exercise

SEEDS = range(3)


@functools.lru_cache(20)  # as many as a room has
def remembering(key):
    """The exercise of a key, which computes nothing twice."""
    return remembered(find_exercise(key))


def on_draws(rows, seeds, look):
    """Make a test for each exercise of rows (key, …): on the first draw by day, on the others by night."""
    keys = dict.fromkeys(row[0] for row in rows)
    by_key = {key: [row[1:] for row in rows if row[0] == key] for key in keys}
    draws = [pytest.param(seeds[:1], id="one draw")]
    if len(seeds) > 1:
        draws += [pytest.param(seeds[1:], id="other draws", marks=pytest.mark.night)]

    @pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the students
    @pytest.mark.parametrize("draws", draws)
    @pytest.mark.parametrize("key", by_key)
    def test(key, draws):
        exercise = remembering(key)

        @every("number, seed", itertools.product(range(len(by_key[key])), draws))
        def look_at_all(number, seed):
            answer, *words = by_key[key][number]
            look(exercise, exercise.judge(answer, seed), *words)

        look_at_all()

    return test


def right_forms(table, seeds=SEEDS):
    """Make a test that each answer is right, of {key: [answer]} or [(key, answer)]."""
    rows = [(key, form) for key in table for form in table[key]] if isinstance(table, dict) else table

    def look(exercise, result):
        assert result.passed, result

    return on_draws(rows, seeds, look)


def wrong_answers(table, seeds=SEEDS):
    """Make a test that each is wrong and told its words, or one of them.

    With None for words it is told of no known mistake, and with "" it is wrong, whatever it is told. The table is
    {key: [(answer, words)]} or [(key, answer, words)]; an answer that is a function may stand alone.
    """
    rows = table
    if isinstance(table, dict):
        entries = [(key, entry) for key in table for entry in table[key]]
        rows = [(key, *(entry if isinstance(entry, tuple) else (entry,))) for key, entry in entries]

    def look(exercise, result, words=None):
        assert result.status == "wrong", result
        wanted = (words,) if isinstance(words, str) else words or ()
        told = [mistake.hint for mistake in exercise.mistakes if mistake.hint in result.message]
        assert any(word.lower() in result.message.lower() for word in wanted) if wanted else not told, result

    return on_draws(rows, seeds, look)
