"""What a check says: as text, and with a sign and a color where a notebook can show them."""

import dataclasses
import html
import re
import sys
from pathlib import Path
from typing import Literal

import numpy as np

from kernelcourse.judging.answers import describe

__all__ = ["CheckResult", "inline", "sentence", "short", "show_value", "text_of"]

BEFORE_A_SOLUTION = 3  # wrong answers to an exercise
Status = Literal["not attempted", "did not run", "stopped", "ended", "raised", "wrong", "right"]

# Sign, words, and a color that stands out from white and from black alike (3 : 1 or more).
MARKS = {
    "not attempted": ("○", "not attempted yet", "#7d858c"),
    "did not run": ("⚠", "your cell did not run", "#b5651d"),
    "stopped": ("⚠", "your code did not end", "#b5651d"),
    "ended": ("⚠", "your code ended its process", "#b5651d"),
    "raised": ("⚠", "your code raised", "#b5651d"),
    "wrong": ("✘", "not right yet", "#d9480f"),
    "right": ("✔", "right", "#2b8a3e"),
}


@dataclasses.dataclass(frozen=True, repr=False)
class CheckResult:
    """The answer of a check.
    message is prose: the hint, the certificate, or what to do next, and backticks, `$` and lists in it are those of
    Markdown; details, lines shown as they are: the line that raised, the problem that failed; seed of the problems,
    None where a value was asked for; wrong_so_far, wrong answers to the exercise in this kernel, this one included, for
    after the third a solution is offered; share, of several parts of a wrong answer the one that is right, from 0 to
    below 1"""

    status: Status
    key: str
    title: str
    message: str
    details: str = ""
    seed: int | None = None
    wrong_so_far: int = 0
    share: float = 0.0

    @property
    def passed(self):
        """Whether the answer is right."""
        return self.status == "right"

    def __repr__(self):
        sign, words, _ = MARKS[self.status]
        lines = [f"{sign} {words}: {self.key} {self.title}", *self.message.splitlines()]
        lines += ["    " + line for line in self.details.splitlines()]
        # A pipe on Windows has no ✘.
        written = getattr(sys.stdout, "encoding", None) or "utf-8"
        return "\n".join(lines).encode(written, "replace").decode(written)

    def _repr_html_(self):
        sign, words, color = MARKS[self.status]
        parts = [
            f'<span style="color: {color}; font-weight: bold">{sign}</span> '
            f"<strong>{words}</strong>: {html.escape(f'{self.key} {self.title}')}",
            *map(_block, self.message.split("\n\n")),
        ]
        if self.details:
            parts.append(f'<pre style="margin: 0.4em 0 0 0">{html.escape(self.details, quote=False)}</pre>')
        if self.wrong_so_far >= BEFORE_A_SOLUTION and (solution := solution_of(self.key)):
            parts.append(
                f'<p style="margin: 0.4em 0 0 0">Had enough? <a href="{solution}">A solution</a></p>'
            )
        style = f"border-left: 4px solid {color}; padding: 0.1em 0 0.1em 0.8em"
        return f'<div style="{style}">\n' + "\n".join(parts) + "\n</div>"


def solution_of(key):
    """Where the solutions of a chapter stand beside the folder of exercises in which we are; None elsewhere."""
    here = Path.cwd()
    if here.name not in ("exercises", "my"):
        return None
    found = next(here.parent.glob(f"solutions/{key.split('.')[0]}_*_solutions.ipynb"), None)
    return found and f"../solutions/{found.name}"


def _block(text):
    """A paragraph of a message, or a list, as HTML."""
    if text.startswith("- "):
        items = "".join(f"<li>{_marked_up(line[2:])}</li>" for line in text.splitlines())
        return f'<ul style="margin: 0.2em 0">{items}</ul>'
    return f'<p style="margin: 0.4em 0 0 0">{_marked_up(text)}</p>'


def _marked_up(text):
    """The few marks of Markdown that messages use, as HTML; formulas stay as they are."""
    marked = []
    for part in re.split(r"(`[^`]*`|\$[^$]*\$)", text):
        safe = html.escape(part, quote=False)
        if part.startswith("`"):
            safe = f"<code>{safe.strip('`')}</code>"
        elif not part.startswith("$"):
            safe = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", safe)
            safe = re.sub(r"\*(\w[^*]*)\*", r"<em>\1</em>", safe)
        marked.append(safe)
    return "".join(marked)


def sentence(text):
    """A complaint as a sentence: a capital where it begins with a word, none where it begins with a symbol."""
    is_word = re.match(r"[a-z]{2,}[ ,:]", text)
    return (text[0].upper() + text[1:] if is_word else text) + ("" if text.endswith(("?", ".", "!")) else ".")


def short(number):
    """Two digits of a number: 1e-8, 3.5e-4, 0.35."""
    if 0 < abs(number) < 1e-3:
        digits, _, power = f"{number:.1e}".partition("e")
        return f"{digits.removesuffix('.0')}e{int(power)}"
    mantissa, exponent, power = f"{number:.2g}".partition("e")
    return f"{mantissa}e{int(power)}" if exponent else mantissa


def inline(text):
    """First line of a text, as Markdown code."""
    first, *rest = text.splitlines() or [""]
    return f"`{first.replace('`', chr(39))}`" + (" …" if rest else "")


def text_of(value, write=str):
    """What `str` (or `repr`) says of a value, or its type where that fails or does not end."""
    try:
        return "".join(write(value))
    except KeyboardInterrupt:
        raise
    except BaseException:
        return f"an object of type {type(value).__name__}"


def show_value(value):
    """Lines that show a value of a few numbers in full and describe a larger one."""
    return _text(value).splitlines() or [""]


def _text(value, depth=4):
    if isinstance(value, np.ndarray):
        small = value.size <= 25 and value.dtype.kind != "O"
        return np.array2string(value, precision=4, suppress_small=True) if small else describe(value)
    if isinstance(value, float | np.floating):
        return f"{float(value):.6g}"
    if isinstance(value, np.generic):
        return str(value)
    if isinstance(value, tuple | list) and len(value) <= 16 and depth:
        opening, closing = "[]" if isinstance(value, list) else "()"
        return f"{opening}{', '.join(_text(part, depth - 1) for part in value)}{closing}"
    if isinstance(value, tuple | list):
        return describe(value)
    shown = text_of(value, repr)
    return describe(value) if " at 0x" in shown or len(shown) > 200 else shown
