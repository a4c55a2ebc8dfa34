"""What happened when the student's function was called, and where in their own code."""

import dataclasses
import dis
import inspect
import linecache
import os
import traceback
from typing import Any

import numpy as np

__all__ = ["Location", "Trial", "explain_exception", "is_unfinished"]


EMPTY_BODY = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}


@dataclasses.dataclass(frozen=True)
class Trial:
    """What the student's function gave on one problem.

    Parameters
    ----------
    problem : object
    name : str
        What is special about the problem; empty for one that was drawn.
    arguments : tuple
    answer, expected : object
        What the student's function and the reference returned.
    fault : str or None
        What is wrong with the form of the answer, or why it could not be judged.
    certificates : tuple of Certificate
        Empty where there is a fault.
    changed : tuple of str
        Names of the arguments that the student's function changed.
    """

    problem: Any
    name: str
    arguments: tuple
    answer: Any
    expected: Any
    fault: str | None
    certificates: tuple
    changed: tuple[str, ...] = ()

    @property
    def is_right(self):
        """Whether the answer is right, whatever was done to the arguments."""
        return self.fault is None and all(c.holds for c in self.certificates)

    @property
    def passed(self):
        """Whether nothing is wrong."""
        return self.is_right and not self.changed

    @property
    def size(self):
        """Number of entries of the problem's arguments."""
        return sum(np.size(a) if isinstance(a, np.ndarray) else 1 for a in self.arguments)

    @property
    def complaint(self):
        """What is wrong, in words: the form, or the certificate that fails by most."""
        if self.fault:
            return self.fault
        failed = [c for c in self.certificates if not c.holds]
        return str(max(failed, key=lambda c: c.excess)) if failed else "an argument was changed"

    @property
    def is_distinctive(self):
        """Whether the answer holds a number that nobody gives by chance."""
        parts = self.answer if isinstance(self.answer, tuple) else (self.answer,)
        numbers = [np.asarray(part) for part in parts if isinstance(part, np.ndarray | float)]
        return any(n.dtype.kind == "f" and bool(np.any(np.isfinite(n) & (n % 1 != 0))) for n in numbers)


@dataclasses.dataclass(frozen=True)
class Location:
    """The student's own line where an exception passed last.

    Parameters
    ----------
    lines : list of str
        The line number within the cell (or file), and the line.
    is_own : bool
        Whether the exception was raised by that very line, not by something that it called.
    elsewhere : str
        Name of the student's function that raised, where it is not the one that was checked.
    """

    lines: list[str]
    is_own: bool
    elsewhere: str


def explain_exception(function, error):
    """Find the student's own line in the traceback of an exception.

    Parameters
    ----------
    function : callable
        The function that was called.
    error : BaseException

    Returns
    -------
    Location
    """
    code = _code(function)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if code is not None and _is_own(frame.filename, code)]
    if not own:
        return Location([], is_own=False, elsewhere="")
    frame = own[-1]
    place = f"in line {frame.lineno} of its cell" if _is_cell(code) else f"in line {frame.lineno}"
    source = linecache.getline(frame.filename, frame.lineno).strip()
    lines = [f"{place}, in {frame.name}:", f"  {source}"] if source else [f"{place}, in {frame.name}"]
    elsewhere = "" if frame.name == code.co_name else frame.name
    return Location(lines, is_own=frames[-1] is frame, elsewhere=elsewhere)


def is_unfinished(function):
    """Whether the body of a function is empty: `pass`, `...` or a docstring only."""
    code = _code(function)
    return code is not None and {i.opname for i in dis.get_instructions(code)} <= EMPTY_BODY


def _code(function):
    """Code object of a function, method, or object with `__call__`; None for compiled ones."""
    function = getattr(function, "__wrapped__", function)
    function = getattr(function, "func", function)
    method = inspect.getattr_static(type(function), "__call__", None)
    return getattr(function, "__code__", None) or getattr(method, "__code__", None)


def _is_own(filename, code):
    """Whether a file is the one of the code, or another cell of the same notebook."""
    if filename == code.co_filename:
        return True
    return _is_cell(code) and os.path.dirname(filename) == os.path.dirname(code.co_filename)


def _is_cell(code):
    return os.path.basename(os.path.dirname(code.co_filename)).startswith("ipykernel")
