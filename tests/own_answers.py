"""Tests of answers that no exercise lists: right ones in forms of their own, and wrong ones with what they are told."""

import pytest

from kernelcourse.judging.exercises import find_exercise

SEEDS = range(3)


def each(rows):
    """One set of parameters for each (key, answer) or (key, answer, words)."""
    return [pytest.param(*row, *[None] * (3 - len(row)), id=f"{row[0]}-{i}") for i, row in enumerate(rows)]


def right_forms(table, seeds=SEEDS):
    """Make a test that each answer is right, of {key: [answer]} or [(key, answer)]."""
    rows = [(key, form) for key in table for form in table[key]] if isinstance(table, dict) else table

    @pytest.mark.parametrize(("key", "answer", "words"), each(rows))
    def test(key, answer, words):
        for seed in seeds:
            result = find_exercise(key).judge(answer, seed)
            assert result.passed, result

    return test


def wrong_answers(table, seeds=SEEDS):
    """Make a test that each is wrong and told its words, or one of them.

    With None for words it is told of no known mistake, and with "" it is wrong, whatever it is told. The table is
    {key: [(answer, words)]} or [(key, answer, words)]; an answer that is a function may stand alone.
    """
    rows = table
    if isinstance(table, dict):
        rows = [
            (key, *(entry if isinstance(entry, tuple) else (entry,))) for key in table for entry in table[key]
        ]

    @pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the students
    @pytest.mark.parametrize(("key", "answer", "words"), each(rows))
    def test(key, answer, words):
        exercise = find_exercise(key)
        for seed in seeds:
            result = exercise.judge(answer, seed)
            assert result.status == "wrong", result
            wanted = (words,) if isinstance(words, str) else words or ()
            told = [mistake.hint for mistake in exercise.mistakes if mistake.hint in result.message]
            assert any(word.lower() in result.message.lower() for word in wanted) if wanted else not told, (
                result
            )

    return test
