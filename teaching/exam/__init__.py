"""Exam questions that the course does not ask, judged by certificate as its exercises are.

The texts stand in `bank.py`, in the format of `sources/`; `make_exam.py` makes a notebook of those that you choose.
"""

from exam import clusters, components, supervised
from kernelcourse.judging.exercises import Exercise

__all__ = ["QUESTIONS", "find_question"]

QUESTIONS = {
    value.key: value
    for module in (clusters, components, supervised)
    for value in vars(module).values()
    if isinstance(value, Exercise)
}


def find_question(key):
    """Find a question of the exam bank.

    Parameters
    ----------
    key : str, of chapter and question, ``"03.E1"``

    Returns
    -------
    Exercise

    Raises
    ------
    ValueError
        If there is none of that key.
    """
    if key not in QUESTIONS:
        raise ValueError(f"expected a question of {', '.join(QUESTIONS)}, got {key!r}")
    return QUESTIONS[key]
