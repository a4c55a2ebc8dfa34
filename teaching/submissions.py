"""What is graded in a notebook, and a notebook that was handed in with its checks restored."""

import json
from collections import defaultdict, namedtuple
from itertools import pairwise

import nbformat

from kernelcourse.judging.grading import parse_check

# What is graded in a notebook, a check or an answer in words: nbgrader's name of its cell, its key, its points.
Item = namedtuple("Item", "grade_id exercise of by_hand")


def items_of(notebook):
    """All that is graded in a notebook, in its order. notebook: NotebookNode → list of Item"""
    items = []
    for cell in notebook.cells:
        grader = cell.metadata.get("nbgrader", {})
        if grader.get("grade"):
            found = parse_check(cell.source) if grader["locked"] else None
            key = found[0] if found else grader["grade_id"].partition("-")[2].replace("-", ".")
            items.append(Item(grader["grade_id"], key, float(grader["points"]), found is None))
    return items


def restored(handed_in, given):
    """What a student handed in, with the cells that are graded as they were given: by name, whatever became of them.

    A check that was deleted comes back after all that was written; one that was copied counts once. Words that stand
    below a question, and not in the cell that is for them, are the answer where that cell is empty.
    handed_in, given: NotebookNode → NotebookNode
    """
    graded = {cell.metadata.nbgrader.grade_id: cell for cell in given.cells if cell.metadata.get("nbgrader")}
    texts, asked = {cell.source.strip() for cell in given.cells}, {}
    for question, cell in pairwise(given.cells):
        if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("grade"):
            asked[question.source.strip()] = cell.metadata.nbgrader.grade_id
    cells, seen, below, words = [], set(), None, defaultdict(list)
    for cell in handed_in.cells:
        name, text = cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source.strip()
        if name in graded or text in asked or cell.cell_type != "markdown":
            below = name if name in asked.values() else asked.get(text)
        elif below and text and text not in texts:
            words[below].append(text)
        if name in graded and name not in seen:
            seen.add(name)
            locked = graded[name].metadata.nbgrader.locked
            cells.append(_as_given(graded[name], "" if locked else cell.source))
        elif name not in graded and cell.cell_type in ("code", "markdown"):
            make = nbformat.v4.new_code_cell if cell.cell_type == "code" else nbformat.v4.new_markdown_cell
            cells.append(make(cell.source))
    cells += [_as_given(cell) for name, cell in graded.items() if name not in seen]
    for k, cell in enumerate(cells):
        cell.id = f"cell-{k}"
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if name in words and cell.source == graded[name].source:
            cell.source = "\n\n".join(words[name])
    return nbformat.v4.new_notebook(cells=cells, metadata=given.metadata)


def _as_given(cell, answer=""):
    copied = nbformat.from_dict(json.loads(json.dumps(cell)))
    copied.source = answer or copied.source
    return copied
