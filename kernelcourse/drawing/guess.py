"""A question before a live picture: the reader commits to an answer, looks, and then sees how far it was off.

What a reader guesses stays in the page: it is neither sent to the kernel nor saved with the notebook. That there was
a guess is noted, for the map of the course.
"""

import contextlib
import html
import numbers
from pathlib import Path

import anywidget
import traitlets
from IPython.display import display
from IPython.utils.capture import capture_output

from kernelcourse.desk.progress_file import note_guess
from kernelcourse.desk.server import TWIN, WIDGET_VIEW
from kernelcourse.drawing.appearance import with_minus
from kernelsy19.validation import as_integer, as_number

FOLDER = Path(__file__).parent
COVER = "kernelsy19-cover"  # the class of what is covered, which a guess opens
DIGITS = 3  # of the answer, where none are asked for


class Guess(anywidget.AnyWidget):
    """A question that takes a guess; `number` and `choice` make it.
    value, the answer as a number, for a choice its place; reach, the distance from the answer that counts as near, for
    a choice 0; choices, empty where a number is asked for"""

    _esm = FOLDER / "guess.js"
    _css = FOLDER / "guess.css"
    question = traitlets.Unicode("").tag(sync=True)
    answer = traitlets.Unicode("").tag(sync=True)
    choices = traitlets.List().tag(sync=True)
    value = traitlets.Float(0.0).tag(sync=True)
    unit = traitlets.Unicode("").tag(sync=True)
    reach = traitlets.Float(0.0).tag(sync=True)

    def __init__(self, **given):
        super().__init__(**given)
        self.on_msg(lambda widget, content, buffers: note_guess(self.question))

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = super()._repr_mimebundle_() or {}
        bundle = bundle[0] if isinstance(bundle, tuple) else bundle
        live = {WIDGET_VIEW: bundle[WIDGET_VIEW]} if WIDGET_VIEW in bundle else {}
        return live | {"text/html": self.twin(), "text/plain": repr(self)}

    def twin(self):
        """Write the question as it stands where no kernel answers, with the answer folded."""
        rows = "".join(f"<li>{html.escape(choice)}</li>" for choice in self.choices)
        listed = f"<ul>{rows}</ul>" if rows else ""
        said = html.escape(f"{self.answer} {self.unit}".strip())
        return (
            f'<div class="{TWIN}"><p><b>Your guess.</b> {html.escape(self.question)}</p>{listed}'
            f"<details><summary>What it is</summary><p>{said}</p></details></div>"
        )

    def __repr__(self):
        asked = f" ({' / '.join(self.choices)})" if self.choices else ""
        return f"Your guess. {self.question}{asked} What it is: {self.answer} {self.unit}".rstrip()


def number(question, answer, unit="", near=0.1, digits=DIGITS):
    """Ask for a number.

    Parameters
    ----------
    question : str
    answer : float, computed
    unit : str, of the answer, such as "eruptions"
    near : float ≥ 0, as a share of the answer: a guess that is off by no more counts as near
    digits : int ≥ 1, significant digits of the answer that are shown; a whole number is shown whole

    Returns
    -------
    Guess, which a notebook shows

    Raises
    ------
    TypeError, ValueError
        If the question is no text, or the answer is no finite number.
    """
    value = as_number(answer, "answer", closed="neither")
    near, digits = as_number(near, "near", 0, closed="left"), as_integer(digits, "digits", 1)
    whole = isinstance(answer, numbers.Integral)
    return Guess(
        question=_as_text(question, "question"),
        answer=with_minus(str(int(answer)) if whole else f"{value:.{digits}g}"),
        value=float(value),
        unit=_as_text(unit, "unit"),
        reach=float(near * abs(value)),
    )


def choice(question, choices, answer):
    """Ask for one of a few.

    Parameters
    ----------
    question : str
    choices : list of at least two str, all different
    answer : str, the one that a computation chose

    Returns
    -------
    Guess, which a notebook shows

    Raises
    ------
    TypeError, ValueError
        If the choices are not texts, or the answer is not one of them.
    """
    choices = [_as_text(c, "choices") for c in choices]
    if len(choices) < 2 or len(set(choices)) < len(choices):
        raise ValueError(f"choices must hold at least two different texts, got {choices}.")
    if answer not in choices:
        raise ValueError(f"answer must be one of {choices}, got {answer!r}.")
    return Guess(
        question=_as_text(question, "question"), answer=answer, choices=choices, value=choices.index(answer)
    )


class Covered:
    """What a cell shows, under a cover that a click or a guess takes away."""

    def __init__(self, caught):
        self.parts = [{"text/plain": caught.stdout}] if caught.stdout.strip() else []
        self.parts += [output.data for output in caught.outputs]

    def _repr_mimebundle_(self, include=None, exclude=None):
        shown = [
            part.get("text/html")
            or part.get("text/markdown")
            or f"<pre>{html.escape(part['text/plain'].rstrip())}</pre>"
            for part in self.parts
        ]
        written = any("text/markdown" in part and "text/html" not in part for part in self.parts)
        kind, between = ("text/markdown", "\n\n") if written else ("text/html", "")
        summary = f'<details class="{COVER}"><summary>Look, once you have guessed</summary>'
        return {kind: between.join([summary, *shown, "</details>"]), "text/plain": repr(self)}

    def __repr__(self):
        return "\n".join(part["text/plain"].rstrip() for part in self.parts)


@contextlib.contextmanager
def covered():
    """Cover what a cell prints and displays, because it answers a question that the reader is to guess first.
    The cover stands in the output itself, so it is there in the saved file and after Run All."""
    with contextlib.ExitStack() as after:
        caught = after.enter_context(capture_output(stderr=False))
        try:
            yield
        finally:  # also what came before an error
            after.close()
            display(Covered(caught))


def _as_text(text, name):
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a text, got {type(text).__name__}.")
    return text
