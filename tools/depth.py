"""Sections in depth: which cells of a chapter they are, and what their headings have to say.

Such a section begins a cell with `## In depth: 7·A … (12 minutes)`, which JupyterLab shows collapsed. It ends where
JupyterLab ends it: at the next cell that has a heading of the same level or a higher one. A letter is no number of
another section or of an exercise.
"""

import itertools
import re
import string

COLLAPSED = "jp-MarkdownHeadingCollapsed"  # JupyterLab's own name
HIDDEN = {"source_hidden": True}  # its way to hide the code of a cell, in the metadata "jupyter"
IN_DEPTH = re.compile(r"\A#+ In depth: \S.* \((1 minute|(?!1 )\d+ minutes)\)$", re.MULTILINE)
TITLE = re.compile(r"# (\d+) · ")  # of a chapter that has a number
HEADING = re.compile(r"^(#+) ", re.MULTILINE)


def sections(cells):
    """Split a notebook into its core and its sections in depth.
    cells: list of cells → list, list of list : the cells of the core, and those of each section in depth"""
    core, deep, inside = [], [], 0
    for cell in cells:
        levels = [len(mark) for mark in HEADING.findall(cell.source)] if cell.cell_type == "markdown" else []
        if levels and (not inside or min(levels) <= inside):
            inside = min(levels) if cell.metadata.get(COLLAPSED) else 0
            deep += [[]] if inside else []
        (deep[-1] if inside else core).append(cell)
    return core, deep


def faults(cells):
    """What is wrong with how sections in depth and hidden code are marked, a line each."""
    _, deep = sections(cells)
    for cell in cells:
        collapsed = cell.metadata.get(COLLAPSED, False)
        named = cell.cell_type == "markdown" and IN_DEPTH.match(cell.source) is not None
        says = cell.source.split("\n")[0]
        if collapsed is not named:
            yield f'{says!r}: a cell has {COLLAPSED}=true and begins "## In depth: … (12 minutes)", or neither'
        allowed = (None, HIDDEN) if cell.cell_type == "code" else (None,)
        if cell.metadata.get("jupyter") not in allowed:
            yield f"{says!r}: of jupyter= a code cell may have {HIDDEN}, and no other cell anything"
    if title := TITLE.match(cells[0].source):
        for letter, (first, *_) in zip(string.ascii_uppercase, deep, strict=False):
            begins = f"## In depth: {title[1]}·{letter} "
            if not first.source.startswith(begins):
                yield f"{first.source.split(chr(10))[0]!r}: this section in depth begins {begins!r}"
    ends = {id(section[-1]) for section in deep}
    for before, cell in itertools.pairwise(cells):
        if id(before) in ends and not HEADING.match(cell.source):
            yield f"{cell.source.split(chr(10))[0]!r}: what follows a section in depth begins with its heading"
