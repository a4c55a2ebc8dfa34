"""What a check says, as text, and as Markdown where a notebook can show it."""

import dataclasses
from typing import Literal

import numpy as np

from kernelsy19.course.answers import describe

__all__ = ["CheckResult", "inline", "short", "show_value"]


Status = Literal["not attempted", "raised", "wrong", "right"]


MARKS = {
    "not attempted": "○ not attempted yet",
    "raised": "⚠ your code raised",
    "wrong": "✘ not right yet",
    "right": "✔ right",
}


@dataclasses.dataclass(frozen=True, repr=False)
class CheckResult:
    """The answer of a check.

    Parameters
    ----------
    status : {"not attempted", "raised", "wrong", "right"}
    key, title : str
        Of the exercise.
    message : str
        Prose (Markdown): the hint, the certificate, or what to do next.
    details : str, optional
        Lines shown as they are: the line that raised, the problem that failed.
    """

    status: Status
    key: str
    title: str
    message: str
    details: str = ""

    @property
    def passed(self):
        """Whether the answer is right."""
        return self.status == "right"

    def __repr__(self):
        lines = [f"{MARKS[self.status]}: {self.key} {self.title}", *self.message.splitlines()]
        lines += ["    " + line for line in self.details.splitlines()]
        return "\n".join(lines)

    def _repr_markdown_(self):
        parts = [f"**{MARKS[self.status]}**: {self.key} {self.title}", self.message]
        if self.details:
            fence = "~~~~" if "```" in self.details else "```"
            parts.append(f"{fence}text\n{self.details}\n{fence}")
        return "\n\n".join(parts)


def short(number):
    """Two digits of a number: 1e-8, 3.5e-4, 0.35."""
    if 0 < abs(number) < 1e-3:
        digits, _, power = f"{number:.1e}".partition("e")
        return f"{digits.removesuffix('.0')}e{int(power)}"
    mantissa, exponent, power = f"{number:.2g}".partition("e")
    return f"{mantissa}e{int(power)}" if exponent else mantissa


def inline(text):
    """First line of a text, as Markdown code."""
    first, *rest = text.splitlines()
    return f"`{first.replace('`', chr(39))}`" + (" …" if rest else "")


def show_value(value):
    """Lines that show a value of a few numbers in full and describe a larger one."""
    return _text(value).splitlines() or [""]


def _text(value):
    if isinstance(value, np.ndarray):
        small = value.size <= 16
        shown = np.array2string(value, precision=4, suppress_small=True)
        return shown if small else describe(value)
    if isinstance(value, float | np.floating):
        return f"{value:.6g}"
    if isinstance(value, np.generic):
        return str(value)
    if isinstance(value, tuple | list) and len(value) <= 16:
        opening, closing = "[]" if isinstance(value, list) else "()"
        return f"{opening}{', '.join(map(_text, value))}{closing}"
    shown = repr(value)
    return describe(value) if " at 0x" in shown or len(shown) > 200 else shown
