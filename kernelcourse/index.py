"""What all chapters together hold: their derivations, their explorers, and the index of equations.

The index says for each equation which function is it, which line checks it, and which chapter derives it.
"""

import functools
from dataclasses import dataclass

from kernelcourse.desk.contents import rooms
from kernelcourse.drawing.live import Explorer
from kernelcourse.equations import catalogue, name_in_room
from kernelcourse.proving.derivations import Derivation
from kernelcourse.proving.typeset import plain_text


@dataclass(frozen=True)
class EquationIndex:
    """Rows of the index, each an equation and the lines that check it; a notebook renders them as a table."""

    rows: tuple

    def _repr_markdown_(self):
        head = [
            "| equation | what it says | function | checked by | chapter |",
            "| --- | --- | --- | --- | --- |",
        ]
        return "\n".join(head + [_row(equation, lines) for equation, lines in self.rows])

    def __repr__(self):
        return f"Index of {len(self.rows)} equations"


@functools.cache
def all_derivations():
    """Return the derivations of the course, by `room.name`."""
    found = {}
    for chapter in rooms():
        module = chapter.module("proofs")
        for name, value in vars(module).items() if module else ():
            if isinstance(value, Derivation):
                found[f"{chapter.room}.{name}"] = value
    return found


@functools.cache
def all_explorers():
    """Return the explorers of the course, classes by name."""
    found = {}
    for chapter in rooms():
        module = chapter.module("explorers")
        for name, value in vars(module).items() if module else ():
            if (
                isinstance(value, type)
                and issubclass(value, Explorer)
                and value.__module__ == module.__name__
                and not name.startswith("_")  # what two of them share
            ):
                found[name] = value
    return found


def lines_that_check(key):
    """Name the derivation lines that check an equation, such as "ball.dual, line 4"; a definition checks nothing."""
    return tuple(
        f"{name}, line {number}"
        for name, derivation in all_derivations().items()
        for number, step in enumerate(derivation.steps, 1)
        if step.equation == key and step.claims
    )


def equation_index(chapter=None):
    """Make the index of all equations, or of one chapter.

    Parameters
    ----------
    chapter : str or None, stem of a chapter's master

    Returns
    -------
    EquationIndex

    Raises
    ------
    ValueError
        If no equation belongs to that chapter.
    """
    chosen = [e for e in catalogue().values() if chapter in (None, e.chapter)]
    if not chosen:
        raise ValueError(f"No equation belongs to chapter {chapter!r}.")
    return EquationIndex(tuple((equation, lines_that_check(equation.key)) for equation in chosen))


def _row(equation, lines):
    functions = "<br>".join(f"`{name_in_room(f)}`" for f in equation.functions)
    checked = "<br>".join(f"`{line.split(',')[0]}`{line[line.index(',') :]}" for line in lines) or "a test"
    key, meaning, chapter = map(plain_text, (equation.key, equation.meaning, equation.chapter))
    return f"| {key} | {meaning} | {functions} | {checked} | [{chapter}]({chapter}.ipynb) |"
