"""A proof that is revealed line by line."""

import html

import ipywidgets


class Walk:
    """Show a derivation one line at a time: guess the next line, then ask for it.

    Parameters
    ----------
    derivation : Derivation

    Attributes
    ----------
    n_shown : int, how many lines are shown
    next, back, all : ipywidgets.Button
    lines : ipywidgets.HTMLMath, the lines that are shown
    hint : ipywidgets.HTML, why the next line follows, before it is shown
    view : ipywidgets.VBox
    """

    def __init__(self, derivation):
        self.derivation = derivation
        self.n_shown = 0
        self.next = ipywidgets.Button(description="Next line", button_style="primary", icon="arrow-down")
        self.back = ipywidgets.Button(description="Hide one", icon="arrow-up")
        self.all = ipywidgets.Button(description="Show all")
        self.lines = ipywidgets.HTMLMath()
        self.hint = ipywidgets.HTML()
        title = ipywidgets.HTMLMath(f"<b>{html.escape(derivation.title)}</b><p>{derivation.given}</p>")
        buttons = ipywidgets.HBox([self.next, self.back, self.all])
        self.view = ipywidgets.VBox([title, self.lines, self.hint, buttons])
        self.next.on_click(lambda _: self.show_lines(self.n_shown + 1))
        self.back.on_click(lambda _: self.show_lines(self.n_shown - 1))
        self.all.on_click(lambda _: self.show_lines(len(derivation.steps)))
        self.show_lines(0)

    def show_lines(self, n):
        """Show the first lines and hide the rest.

        Parameters
        ----------
        n : int; below 0 counts as 0, above the number of lines as all
        """
        steps = self.derivation.steps
        self.n_shown = min(max(n, 0), len(steps))
        setting = self.derivation.draw()
        self.lines.value = "".join(
            f"<p>{number}. {html.escape(step.because)}{_key(step)}</p>"
            f"$${step.latex}$$<small>{html.escape(step.residual(setting).mark)}</small>"
            for number, step in enumerate(steps[: self.n_shown], 1)
        )
        self.next.disabled = self.all.disabled = self.n_shown == len(steps)
        self.back.disabled = self.n_shown == 0
        self.hint.value = self._say()

    def _say(self):
        steps = self.derivation.steps
        if self.n_shown == len(steps):
            text = f"All {len(steps)} lines are shown."
        else:
            reason = steps[self.n_shown].because
            text = f"{self.n_shown} of {len(steps)} lines. The next: {reason}. Write it down first."
        return f'<p role="status" aria-live="polite">{html.escape(text)}</p>'

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = self.view._repr_mimebundle_() or {}
        view = "application/vnd.jupyter.widget-view+json"
        live = {view: bundle[view]} if view in bundle else {}
        return live | {"text/markdown": self.derivation.to_markdown(), "text/plain": repr(self)}

    def __repr__(self):
        return f"Walk through {self.derivation!r}"


def _key(step):
    return f" · {step.equation}" if step.equation else ""
