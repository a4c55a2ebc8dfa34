"""A bar that shows how far a long cell has come."""

import html

import ipywidgets
from IPython.display import display


class ProgressBar:
    """A bar of n steps with its words: "3 of 5 data sets".
    total, the number of steps; label, what a step is, in the plural; view, the bar and its words"""

    def __init__(self, total, label):
        self.label = label
        self.bar = ipywidgets.IntProgress(max=total, layout=ipywidgets.Layout(width="240px"))
        self._words = ipywidgets.Label()
        self.view = ipywidgets.HBox([self.bar, self._words])
        self.show(0)

    def show(self, done):
        """Move the bar to so many steps that are done, from 0 to total."""
        self.bar.value = done
        self._words.value = f"{done} of {self.bar.max} {self.label}"
        self.bar.bar_style = "success" if done == self.bar.max else ""

    def fail(self):
        """Show that the work ended early."""
        self.bar.bar_style = "danger"

    def _repr_mimebundle_(self, include=None, exclude=None):
        # Without a kernel there is no bar to move: a page that is read later names the work alone.
        words = f"{self.bar.max} {self.label}"
        view = {k: v for k, v in (self.view._repr_mimebundle_() or {}).items() if "widget-view" in k}
        return view | {"text/html": f"<small>{html.escape(words)}</small>", "text/plain": words}

    def __repr__(self):
        return f"ProgressBar: {self._words.value}"


def progress(items, label):
    """Go through items while a bar below the cell shows how many are done.

    Parameters
    ----------
    items : sized iterable
    label : str, what an item is, in the plural

    Yields
    ------
    the items, in their order

    Raises
    ------
    TypeError
        If items have no length.
    """
    try:
        total = len(items)
    except TypeError:
        raise TypeError(
            f"items must have a length, got a {type(items).__name__}; list(...) has one."
        ) from None
    return _follow(items, ProgressBar(total, label))


def _follow(items, bar):
    display(bar)
    finished = False
    try:
        for done, item in enumerate(items):
            bar.show(done)
            yield item
        bar.show(bar.bar.max)
        finished = True
    finally:
        if not finished:
            bar.fail()
