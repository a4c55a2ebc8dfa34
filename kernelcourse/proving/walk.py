"""A proof that is revealed line by line."""

import html

import ipywidgets

from kernelcourse.desk.server import TWIN, WIDGET_VIEW
from kernelcourse.drawing.kernel_note import Alive, run_first
from kernelcourse.proving import typeset


class Walk:
    """Show the first line of a derivation, then one line at a time: guess the next line, then ask for it.

    Parameters
    ----------
    derivation : Derivation

    Attributes
    ----------
    n_shown : int, how many lines are shown
    next, back, all, break_it : ipywidgets.Button; they stand below the title and what is given, and stay where they are
    hint : ipywidgets.HTML, why the next line follows, before it is shown
    lines : ipywidgets.HTMLMath, the lines that are shown
    broken : ipywidgets.HTMLMath, the last of them without its premises, once it was asked for
    view : ipywidgets.VBox
    """

    def __init__(self, derivation):
        self.derivation = derivation
        self.n_shown = 0
        self.next = ipywidgets.Button(description="Next line", button_style="primary", icon="arrow-down")
        self.back = ipywidgets.Button(description="Hide one", icon="arrow-up")
        self.all = ipywidgets.Button(description="Show all")
        self.break_it = ipywidgets.Button(
            description="Break it", tooltip="Show the last line in a world without its premise"
        )
        self.hint = ipywidgets.HTMLMath()
        self.lines = ipywidgets.HTMLMath()
        self.broken = ipywidgets.HTMLMath()
        buttons = ipywidgets.HBox([self.next, self.back, self.all, self.break_it])
        head = f"<b>{html.escape(derivation.title)}</b><br>{html.escape(derivation.given, quote=False)}"
        self.title = ipywidgets.HTMLMath(head)
        self.view = ipywidgets.VBox([self.title, buttons, Alive(buttons), self.hint, self.lines, self.broken])
        self.next.on_click(lambda _: self.show_lines(self.n_shown + 1))
        self.back.on_click(lambda _: self.show_lines(self.n_shown - 1))
        self.all.on_click(lambda _: self.show_lines(len(derivation.steps)))
        self.break_it.on_click(lambda _: self.show_broken())
        self.show_lines(1)

    def show_lines(self, n):
        """Show the first n lines and hide the rest; below 0 counts as 0, above their number as all."""
        steps = self.derivation.steps
        self.n_shown = min(max(n, 0), len(steps))
        self.lines.value = self.derivation.to_html(self.n_shown, titled=False)
        self.next.disabled = self.all.disabled = self.n_shown == len(steps)
        self.back.disabled = self.n_shown == 0
        self.break_it.disabled = not (self.n_shown and steps[self.n_shown - 1].premises)
        self.hint.value = self._say()
        self.broken.value = ""

    def show_broken(self):
        """Show the last line in each world in which one of its premises does not hold."""
        view = self.derivation.line(self.n_shown)
        worlds = range(1, len(view.line.premises) + 1)
        self.broken.value = "".join(view.broken(premise)._repr_html_() for premise in worlds)

    def _say(self):
        steps = self.derivation.steps
        if self.n_shown == len(steps):
            text = f"All {len(steps)} lines are shown."
        else:
            reason = steps[self.n_shown].because
            text = f"{self.n_shown} of {len(steps)} lines. The next: {reason}. Write it down first."
        return f'<p role="status" aria-live="polite" style="margin: 0">{html.escape(text)}</p>'

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = self.view._repr_mimebundle_() or {}
        live = {WIDGET_VIEW: bundle[WIDGET_VIEW]} if WIDGET_VIEW in bundle else {}
        whole = typeset.folded(
            f"All {len(self.derivation.steps)} lines", self.derivation.to_html(titled=False)
        )
        note = f'<p class="{TWIN}">{run_first("go through it line by line")}</p>'
        return live | {"text/html": self.derivation.to_html(1) + whole + note, "text/plain": repr(self)}

    def __repr__(self):
        return f"Walk through {self.derivation!r}"
