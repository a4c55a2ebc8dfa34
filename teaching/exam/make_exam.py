"""Make an exam of questions from the bank, and its solutions.

    python teaching/exam/make_exam.py build/exam.ipynb --questions 01.E1 05.E1 10.E1 --word "a word of your own"
    python teaching/exam/make_exam.py build/exam.ipynb --draw 5 --word "another group"

The word draws the order of the questions, and which they are where you let them be drawn. Beside the exam stands the
solved one, `exam-solved.ipynb`. A class that has written it is graded like any other, by `teaching/grade_class.py`. The
exam says of an answer that it is handed in, and not whether it is right.
"""

import argparse
import random
import re
import sys
from pathlib import Path

import nbformat

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "tools")]

import build_notebooks  # noqa: E402

from exam import QUESTIONS  # noqa: E402


def questions_of(bank):
    """The cells of each question of a bank, by key, and the cells before them.

    Parameters
    ----------
    bank : NotebookNode

    Returns
    -------
    list of NotebookNode, dict of str to list of NotebookNode
    """
    head, questions = [], {}
    for cell in bank.cells:
        found = re.match(r"## (\S+) ", cell.source) if cell.cell_type == "markdown" else None
        if found:
            questions[found[1]] = []
        (questions[next(reversed(questions))] if questions else head).append(cell)
    return head, questions


def drawn(keys, number, word):
    """Draw questions, and their order.

    Parameters
    ----------
    keys : sequence of str
    number : int or None, all
    word : str

    Returns
    -------
    list of str
    """
    keys = sorted(set(keys))
    return random.Random(word).sample(keys, len(keys) if number is None else number)


def exam_of(keys):
    """The exam and its solutions.

    Parameters
    ----------
    keys : sequence of str, in the order of the exam

    Returns
    -------
    NotebookNode, NotebookNode

    Raises
    ------
    ValueError
        If there is no question of a key.
    """
    source = build_notebooks.read_source(HERE / "bank.py")
    head, questions = questions_of(source)
    if unknown := sorted(set(keys) - set(questions)):
        raise ValueError(f"expected questions of {', '.join(questions)}, got {', '.join(unknown)}")
    source.cells = head + [cell for key in keys for cell in questions[key]]
    for key in keys:
        text, *_, check = questions[key]
        points = build_notebooks.points_of(check)
        text.source = re.sub(r"\A(## .*)", rf"\1 ({points} points)", text.source)
    made = build_notebooks.exercises(source), build_notebooks.solutions(source)
    for notebook in made:
        notebook.metadata["kernelsy19"] = {"exam": True}
        for cell in notebook.cells:
            cell.source = cell.source.removeprefix(build_notebooks.IMPORT_OF_CHECK).lstrip("\n")
    return made


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("exam", type=Path, help="where the notebook is written")
    parser.add_argument(
        "--questions", nargs="+", default=list(QUESTIONS), help="their keys; by default all there are"
    )
    parser.add_argument("--draw", type=int, help="how many of them are drawn; by default all")
    parser.add_argument("--word", required=True, help="what is drawn depends on it")
    given = parser.parse_args(arguments)
    try:
        keys = drawn(given.questions, given.draw, given.word)
        made = exam_of(keys)
    except ValueError as error:
        return str(error)
    given.exam.parent.mkdir(parents=True, exist_ok=True)
    for notebook, name in zip(made, (given.exam.stem, f"{given.exam.stem}-solved"), strict=True):
        nbformat.write(notebook, given.exam.with_name(f"{name}.ipynb"))
    print(f"{given.exam} asks {', '.join(keys)}.")
    return None


if __name__ == "__main__":
    sys.exit(main())
