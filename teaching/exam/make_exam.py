"""Make an exam of questions from the bank, and its solutions: a notebook, or PDF for an exam on paper.

    python teaching/exam/make_exam.py build/exam.ipynb --questions 01.E1 05.E1 10.E1 --word "a word of your own"
    python teaching/exam/make_exam.py build/exam.pdf --draw 5 --word "another group" --bank my-own.toml

The word draws the order of the questions, which they are where you let them be drawn, and in a PDF their numbers and
cases, too: the solution follows. Beside the exam stands the solved one, `exam-solved`, in a PDF with the marking scheme
by line. A class that has written a notebook is graded like any other, by `teaching/grade_class.py`; the notebook says
of an answer that it is handed in, and not whether it is right.

The bank of the repository is public: whoever has the repository can read it, solutions and all, though not the numbers
that your word draws. `--bank` adds a file of your own; `paper.py` says how it is written.
"""

import argparse
import random
import re
import sys
from pathlib import Path

import nbformat

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), *(str(HERE.parents[1] / name) for name in ("tools", "tests/browser"))]

import build_notebooks  # noqa: E402
import build_site  # noqa: E402

from exam import paper  # noqa: E402

# What a build says of an exercise from its points, which are no measure of how hard a question is.
LEVEL = re.compile(rf"^\*({'|'.join(build_notebooks.LEVELS)})\*\n\n?", re.MULTILINE)


def questions_of(bank):
    """The cells before the questions of a bank, and those of each question by its key.
    bank: NotebookNode → list of NotebookNode, dict of str to list of NotebookNode"""
    head, questions = [], {}
    for cell in bank.cells:
        found = re.match(r"## (\S+) ", cell.source) if cell.cell_type == "markdown" else None
        if found:
            questions[found[1]] = []
        (questions[next(reversed(questions))] if questions else head).append(cell)
    return head, questions


def drawn(keys, number, word):
    """Draw questions, and their order.
    keys: sequence of str; number: int or None, all; word: str → list of str. ValueError if there are not so many"""
    keys = sorted(set(keys))
    if number is not None and not 1 <= number <= len(keys):
        raise ValueError(f"expected to draw 1 to {len(keys)} questions, got {number}")
    return random.Random(word).sample(keys, len(keys) if number is None else number)


def exam_of(keys):
    """The exam and its solutions.
    keys: sequence of str, in the order of the exam → two NotebookNode. ValueError if there is no question of a key"""
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
            cell.source = LEVEL.sub("", cell.source)
            cell.source = cell.source.removeprefix(build_notebooks.IMPORT_OF_CHECK).lstrip("\n")
    return made


def mathjax():
    """The script that sets the formulas of an exam on paper, which is fetched once."""
    script = build_site.ASSETS / "files" / "tex-svg-full.js"
    return script if script.is_file() else build_site.fetch_assets("mathjax") / script.name


def print_exam(place, questions, browser, **head):
    """Print an exam and the solved one as PDF.
    place: Path, of the PDF; questions: sequence of paper.Drawn; browser: playwright Browser; head: course and title"""
    for solved in (False, True):
        made = place.with_stem(place.stem + "-solved" * solved)
        paper.print_pdf(browser, paper.page(questions, mathjax(), solved, **head), made)


def main(arguments=None):
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="The bank of the repository is public, with its solutions. --bank adds one of your own.",
    )
    parser.add_argument(
        "exam", type=Path, help="where it is written: a notebook (.ipynb) or for paper (.pdf)"
    )
    parser.add_argument("--questions", nargs="+", help="their keys; by default all there are of its kinds")
    parser.add_argument(
        "--kinds", nargs="+", choices=paper.KINDS[1:], help="of questions on paper; by default all"
    )
    parser.add_argument("--draw", type=int, help="how many of these are drawn; by default all")
    parser.add_argument("--word", required=True, help="what is drawn depends on it")
    parser.add_argument(
        "--bank", type=Path, help="a file of questions on paper, beside those of the repository"
    )
    parser.add_argument("--course", default="Kernel methods", help="what stands at the head on paper")
    parser.add_argument("--title", default="Exam", help="and below it")
    given = parser.parse_args(arguments)
    try:
        if given.exam.suffix not in (".ipynb", ".pdf"):
            raise ValueError(f"expected a name that ends in .ipynb or .pdf, got {given.exam.name}")
        known, on_paper = paper.read_bank(), given.exam.suffix == ".pdf"
        own = paper.read_bank(given.bank) if given.bank else {}
        if twice := sorted(known.keys() & own.keys()):
            raise ValueError(
                f"expected keys in {given.bank.name} that the public bank has not, got {', '.join(twice)}"
            )
        known |= own
        kinds = (given.kinds or paper.KINDS[1:]) if on_paper else ["code"]
        there = [key for key, question in known.items() if question["kind"] in kinds]
        if unknown := sorted(set(given.questions or ()) - set(there)):
            raise ValueError(
                f"expected questions of {', '.join(there)} in {given.exam.name}, got {', '.join(unknown)}"
            )
        keys = drawn(given.questions or there, given.draw, given.word)
        given.exam.parent.mkdir(parents=True, exist_ok=True)
        if on_paper:
            import lab

            mathjax()  # what may be missing is asked for before anything is computed
            with lab.open_chromium() as browser:
                asked = [paper.draw(key, known[key], given.word) for key in keys]
                print_exam(given.exam, asked, browser, course=given.course, title=given.title)
        else:
            for notebook, what in zip(exam_of(keys), ("", "-solved"), strict=True):
                nbformat.write(notebook, given.exam.with_name(f"{given.exam.stem}{what}.ipynb"))
    except (ValueError, OSError) as error:
        return str(error)
    minutes, public = sum(known[key]["minutes"] for key in keys), [key for key in keys if key not in own]
    print(f"{given.exam} asks {', '.join(keys)}: {minutes} minutes.")
    if public:
        drawn_too = "; numbers and cases are your word's" if on_paper else ""
        print(f"Public, with their solutions, are {', '.join(public)}{drawn_too}.")
    return None


if __name__ == "__main__":
    sys.exit(main())
