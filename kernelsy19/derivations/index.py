"""The index of equations: for each, the function that is it, the line that checks it, the chapter that derives it."""

import functools
import importlib
import pkgutil
from dataclasses import dataclass

from kernelsy19 import derivations
from kernelsy19.derivations.base import Derivation
from kernelsy19.equations import catalogue


@dataclass(frozen=True)
class EquationIndex:
    """Rows of the index, in the order of the catalogue; a notebook renders it as a table.

    Attributes
    ----------
    rows : tuple of (Equation, tuple of str), each equation with the lines that check it
    """

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
    """Return the derivations of the course.

    Returns
    -------
    dict of str to Derivation, by `module.name`
    """
    found = {}
    for info in pkgutil.iter_modules(derivations.__path__):
        module = importlib.import_module(f"{derivations.__name__}.{info.name}")
        for name, value in vars(module).items():
            if isinstance(value, Derivation):
                found[f"{info.name}.{name}"] = value
    return found


def lines_that_check(key):
    """Name the derivation lines that check an equation.

    Parameters
    ----------
    key : str, of the catalogue

    Returns
    -------
    tuple of str, such as "ball.dual, line 4"
    """
    return tuple(
        f"{name}, line {number}"
        for name, derivation in all_derivations().items()
        for number, step in enumerate(derivation.steps, 1)
        if step.equation == key
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
    functions = "<br>".join(
        f"`{f.__module__.removeprefix('kernelsy19.')}.{f.__name__}`" for f in equation.functions
    )
    checked = "<br>".join(f"`{line.split(',')[0]}`{line[line.index(',') :]}" for line in lines) or "a test"
    chapter = (
        f"[{equation.chapter}]({equation.chapter}.ipynb)"
        if equation.written
        else f"{equation.chapter} (to come)"
    )
    return f"| {equation.key} | {equation.meaning} | {functions} | {checked} | {chapter} |"
