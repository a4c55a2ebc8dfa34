"""Explorers: controls, and a function from their values to a scene, drawn live in the browser.

An explorer is written as two methods: `controls` says what can be moved, `scene` says what is then seen.
"""

import dataclasses
import html

import anywidget
import numpy as np
import traitlets

from kernelcourse.desk.browser_scripts import DRAWING_SCRIPTS, WIDGET, scripts
from kernelcourse.desk.server import TWIN, WIDGET_VIEW
from kernelcourse.drawing import appearance
from kernelcourse.drawing.controls import Cloud, Place
from kernelcourse.drawing.kernel_note import NOTE, run_first
from kernelcourse.drawing.picture import image_html
from kernelcourse.drawing.scene_in_matplotlib import WIDTH, png_of
from kernelsy19.engine.threads import thread_limit

# Text and picture beside each other, as in live.css; where there is less room, the text above.
WRAP = "calc((840px - 100%) * 999)"
NOTES = {
    "gone": NOTE,
    "saved": "This is the picture as it was saved. To move it, run the cells above and then this one.",
}


class Explorer(anywidget.AnyWidget):
    """A picture that follows its controls.

    Subclasses set their data and then call `super().__init__()`. They define

    - `controls()`, which returns a dict by name of what `slider`, `log_slider`, `choice`, `steps`, `place`
      and `cloud` make;
    - `scene(**values)`, which returns the `Scene` at these values. It changes nothing, so that the same values always
      give the same scene;
    - `on_site`, if the site shall move other controls than the first two sliders that mean something at first.

    Attributes
    ----------
    values : dict by name of the control; a trait that can be observed, linked and set
    shown : Scene, the last that could be drawn
    failure : str, why the values cannot be drawn; "" where they are
    on_site : (str, str), the two controls that move on the site, where no kernel answers; () for the first two sliders
    """

    on_site = ()

    _esm = scripts(*WIDGET)
    _css = (DRAWING_SCRIPTS / "live.css").read_text(encoding="utf-8")

    values = traitlets.Dict()
    failure = traitlets.Unicode("").tag(sync=True)
    _controls = traitlets.List().tag(sync=True)
    _places = traitlets.Dict().tag(sync=True)  # of the values, as the controls count them
    _drawn = traitlets.Dict().tag(sync=True)
    _answered = traitlets.Unicode("").tag(sync=True)  # the question of the browser that was answered last
    _look = traitlets.Dict().tag(sync=True)
    _notes = traitlets.Dict(NOTES).tag(sync=True)
    ident = traitlets.Unicode("").tag(sync=True)  # by which the front end finds the model of this widget

    def __init__(self):
        self._made = self.controls()
        super().__init__(
            _controls=[_described(name, made) for name, made in self._made.items()],
            _look={"light": appearance.theme(), "dark": appearance.theme(dark=True)},
        )
        self.ident = self.model_id or ""
        self._draw({name: made.value for name, made in self._made.items()})
        self.observe(self._follow, names="values")
        self.on_msg(self._hear)

    def controls(self):
        """Return the controls by name, in the order in which they are shown."""
        raise NotImplementedError

    def scene(self, **values):
        """Return what is seen at the values of the controls."""
        raise NotImplementedError

    @property
    def said(self):
        """What the picture shows now, in words."""
        return self.shown.said

    @property
    def png(self):
        """The picture as matplotlib draws it, as PNG bytes."""
        return png_of(self.shown)

    def set(self, **values):
        """Set some controls at once, with one redraw.

        Parameters
        ----------
        **values : by name of the control

        Returns
        -------
        Explorer, itself, so that the last line of a cell shows it

        Raises
        ------
        ValueError
            If there is no such control, it cannot take the value, or the scene cannot be drawn.
        """
        self.values = self._with(values)
        return self

    def _with(self, changes):
        """All values after some have changed: what depends on a control that changed starts anew."""
        now = dict(self.values)
        for name, value in changes.items():
            if name not in self._made:
                raise ValueError(f"There is no control {name!r}; there are {list(self._made)}.")
            now[name] = self._made[name].checked(name, value)
        for name, made in self._made.items():
            of = made.of if isinstance(made, Cloud | Place) else ()
            if name not in changes and any(
                other in changes and now[other] != self.values[other] for other in of
            ):
                now[name] = made.value
        return now

    @traitlets.validate("values")
    def _check_values(self, proposal):
        return self._with(proposal["value"]) if self.values else proposal["value"]

    def _follow(self, change):
        if self._draws:
            return
        error = self._draw(change["new"])
        if error is not None:
            raise error

    def _hear(self, _, content, buffers):
        """Answer a question of the browser: what is seen at these places of the controls?"""
        with self.hold_sync():
            try:
                heard = {name: self._made[name].heard(place) for name, place in content["values"].items()}
                self._draw(self._with(heard))
            except (ValueError, KeyError, TypeError) as error:
                self._fail(error)
            self._answered = str(content["asked"])

    _draws = False

    def _draw(self, values):
        """Show the scene at some values; return the exception, after saying so, where there is none."""
        error = None
        try:
            with thread_limit(1):
                self.shown = self.scene(**values)
        except Exception as failed:
            if not self._drawn:
                raise
            error = failed
        for name, last in () if error else self.shown.ends.items():
            self._made[name] = dataclasses.replace(self._made[name], high=last)
            values = values | {name: min(values[name], last)}
        self._draws = True
        try:
            with self.hold_sync():
                self.values = values
                self._places = {name: self._made[name].sent(value) for name, value in values.items()}
                self._fail(error)
                if error is None:
                    self._drawn = self.shown.message()
        finally:
            self._draws = False
        return error

    def _fail(self, error):
        said = "" if error is None else (str(error) or f"{type(error).__name__}.")
        self.failure = said and f"Not drawn: {said}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = super()._repr_mimebundle_() or {}
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        live = {WIDGET_VIEW: data[WIDGET_VIEW]} if WIDGET_VIEW in data else {}
        return live | {"text/html": twin_html(self.png, self.said), "text/plain": self.said}, metadata

    def __repr__(self):
        return f"{type(self).__name__}: {self.said}"


def twin_html(png, said):
    """Write what stands for an explorer where no kernel answers: its picture, its text, the way to make it move.
    png: bytes; said: str → str, HTML"""
    note, picture = f"<p>{run_first('move it')}</p>", image_html(png, said, WIDTH)
    return (
        f'<div class="{TWIN}"><div style="display:flex;flex-wrap:wrap;align-items:flex-start;gap:0 18px">'
        f'<div style="flex:344 1 {WRAP};min-width:250px">{note}<p>{html.escape(said)}</p></div>'
        f'<div style="flex:{WIDTH} 1 {WRAP};max-width:1040px;line-height:0">{picture}</div></div></div>'
    )


def _described(name, made):
    plain = {key: v for key, v in dataclasses.asdict(made).items() if key != "value"}
    return {"name": name, "type": type(made).__name__, "start": _plain(made.sent(made.value))} | plain


def _plain(value):
    return value.item() if isinstance(value, np.generic) else value
