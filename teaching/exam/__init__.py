"""Exam questions that the course does not ask, judged by certificate as its exercises are, and written as these are.

The texts stand in `bank.py`, in the format of `sources/`; `make_exam.py` makes a notebook of those that you choose.
"""

import importlib
import tomllib
from pathlib import Path

from kernelcourse.judging.checks import fields_of
from kernelcourse.judging.exercises import Exercise

__all__ = ["QUESTIONS", "find_question"]

HERE = Path(__file__).parent


def _questions():
    hints = tomllib.loads((HERE / "hints.toml").read_text(encoding="utf-8"))
    for path in sorted(HERE.glob("ex_*.py")):
        key = path.stem[3:].replace("_", ".")
        yield Exercise(key, **fields_of(importlib.import_module(f"exam.{path.stem}"), hints[key]))


QUESTIONS = {question.key: question for question in _questions()}


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
