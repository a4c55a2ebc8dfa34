"""What happened when the student's function was called, and where in their own code."""

import ast
import contextlib
import copy
import dataclasses
import difflib
import dis
import inspect
import linecache
import os
import textwrap
import traceback
import types
from typing import Any

import numpy as np

from kernelcourse.judging.answers import unchanged
from kernelcourse.judging.limits import (
    LONGEST_PRINTED,
    MemoryPeak,
    TookTooLong,
    few_words,
    no_exit,
    refused,
    same_folder,
)
from kernelcourse.judging.verdicts import text_of

__all__ = ["Location", "Outcome", "Trial", "attempt", "name_of"]

EMPTY_BODY = {"RESUME", "NOP", "LOAD_CONST", "RETURN_CONST", "RETURN_VALUE"}


@dataclasses.dataclass(frozen=True)
class Trial:
    """What the student's function gave on one problem.
    name says what is special about the problem, and is empty for one that was drawn; answer and expected are what the
    student's function and the reference returned; fault, what is wrong with the form, or why it could not be judged:
    then there are no certificates; changed, names of the arguments that the student's function changed"""

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
    lines, the line number within the cell (or file), and the line; is_own, whether that very line raised, not something
    that it called; elsewhere, the student's function that raised, where it is not the one that was checked"""

    lines: list[str]
    is_own: bool
    elsewhere: str


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What came of one call.
    answer, what was returned; changed, which of the arguments are no longer what they were; misfit, the signature of a
    function that does not take the arguments, and was not called; error, text, type and message of an exception, no
    type if it returned; location, where it was raised; not_written, whether the function is a stub, or calls one;
    endless, whether it was stopped for its time; memory, bytes that it held at most, 0 if unmeasured"""

    answer: Any = None
    changed: tuple[bool, ...] = ()
    misfit: str | None = None
    error: str = ""
    text: str = ""
    location: Location | None = None
    not_written: bool = False
    endless: bool = False
    memory: int = 0


def attempt(function, arguments, clock, measured=False, forbidden=()):
    """Call a function on copies of the arguments, whatever it does: an Outcome.
    clock says how long it may take; measured, whether to measure its memory, which slows down loops; forbidden names
    functions of the library that it may not call"""
    handed = copy.deepcopy(arguments)
    misfit = _misfit(function, handed)
    if misfit is not None:
        return Outcome(misfit=misfit)
    peak = MemoryPeak()
    try:
        watching = peak if measured else contextlib.nullcontext()
        with (
            few_words(0 if clock.begun else LONGEST_PRINTED),
            no_exit(),
            same_folder(),
            refused(forbidden),
            clock.running(),
            watching,
        ):
            answer = function(*handed)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        location = _locate(function, error)
        not_written = isinstance(error, NotImplementedError) and location.is_own and not _has_begun(error)
        said, endless = text_of(error).strip() + _question(error), isinstance(error, TookTooLong)
        return Outcome(
            error=type(error).__name__, text=said, location=location, not_written=not_written, endless=endless
        )
    changed = tuple(not unchanged(before, after) for before, after in zip(arguments, handed, strict=True))
    not_written = answer is ... or (answer is None and _is_unfinished(function))
    return Outcome(answer, changed, not_written=not_written, memory=peak.size)


def name_of(function):
    """Name of a function, or an empty text."""
    try:
        name = function.__name__
    except Exception:  # an object with attributes of its own making
        return ""
    return "".join(name) if isinstance(name, str) else ""


def _misfit(function, arguments):
    """Signature of a function that cannot be called with the arguments, or None."""
    try:
        signature = inspect.signature(function)
    except Exception:  # compiled functions have none, and an object may have a strange one
        return None
    try:
        signature.bind(*arguments)
    except TypeError:
        return text_of(signature)
    return None


def _locate(function, error):
    """The student's own line in the traceback of an exception."""
    code = _code(function)
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    own = [frame for frame in frames if code is not None and _is_own(frame.f_code.co_filename, code)]
    if not own:
        return Location([], is_own=False, elsewhere="")
    ran = own[-1].f_code
    # The jump back to the head of a loop, where an endless one is stopped, has no line of its own in Python 3.11.
    begun = (line for start, _, line in ran.co_lines() if line and start <= own[-1].f_lasti)
    line = [ran.co_firstlineno, *begun][-1]
    place = f"in line {line} of its cell" if _is_cell(code) else f"in line {line}"
    source = linecache.getline(ran.co_filename, line).strip()
    lines = [f"{place}, in {ran.co_name}:", f"  {source}"] if source else [f"{place}, in {ran.co_name}"]
    elsewhere = "" if ran.co_name == code.co_name else ran.co_name
    return Location(lines, is_own=frames[-1] is own[-1], elsewhere=elsewhere)


def _question(error):
    """Whether a name was meant that is nearly the one that does not exist."""
    if type(error) is not NameError or not isinstance(error.name, str):
        return ""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    near = difflib.get_close_matches(error.name, [*frame.f_locals, *frame.f_globals], n=1, cutoff=0.7)
    return f". Did you mean '{near[0]}'?" if near else ""


def _has_begun(error):
    """Whether the function that raised holds other statements, too, as far as its source is there."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    try:
        (function,) = ast.parse(textwrap.dedent(inspect.getsource(frame.f_code))).body
        return not {type(line) for line in function.body} <= {ast.Expr, ast.Raise}
    except Exception:  # no source, or what is in it does not stand alone
        return False


def _is_unfinished(function):
    """Whether the body of a function is empty: `pass`, `...` or a docstring only."""
    code = _code(function)
    return code is not None and {i.opname for i in dis.get_instructions(code)} <= EMPTY_BODY


def _code(function):
    """Code object of a function, method, or object with `__call__`; None for compiled ones."""
    try:
        function = getattr(function, "__wrapped__", function)
        function = getattr(function, "func", function)
        method = inspect.getattr_static(type(function), "__call__", None)
        code = getattr(function, "__code__", None) or getattr(method, "__code__", None)
    except Exception:  # an object with attributes of its own making
        return None
    return code if isinstance(code, types.CodeType) else None


def _is_own(filename, code):
    """Whether a file is the one of the code, or another cell of the same notebook."""
    if filename == code.co_filename:
        return True
    return _is_cell(code) and os.path.dirname(filename) == os.path.dirname(code.co_filename)


def _is_cell(code):
    folder, name = os.path.split(code.co_filename)
    return os.path.basename(folder).startswith("ipykernel") or name.startswith("<ipython-input")
