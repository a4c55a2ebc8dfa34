"""What every explorer shares: controls, a picture that is redrawn in place, its text, its static twin.

An explorer is written as three methods: `controls` makes the widgets, `draw` makes the artists once, `update`
moves them at each event and says in words what can be seen.
"""

import html
import numbers
import struct
import threading
import zlib

import ipywidgets
import numpy as np
import traitlets
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d.art3d import Poly3DCollection
from PIL import Image

from kernelsy19.course.alive import Alive
from kernelsy19.course.picture import compact_png, image_html, style
from kernelsy19.course.server import TWIN, WIDGET_VIEW
from kernelsy19.engine.threads import thread_limit

SCREEN_DPI = 100


CONTROL = {"description_width": "initial"}


CONTROL_WIDTH = "350px"


UP = 2  # PNG's filter type of rows that are differences from the row above


def slider(low, high, value, label, unit="", step=None):
    """Make a slider over an interval; over whole numbers if all its numbers are whole.

    Parameters
    ----------
    low, high, value : int or float, low ≤ value ≤ high
    label : str, words and symbol, such as "share ν"
    unit : str
    step : int or float, or None for 1 (whole numbers) or a hundredth of the interval

    Returns
    -------
    ipywidgets.IntSlider or ipywidgets.FloatSlider
    """
    whole = all(isinstance(v, numbers.Integral) for v in (low, high, value, step or 1))
    kind = ipywidgets.IntSlider if whole else ipywidgets.FloatSlider
    settings = {} if whole else {"readout_format": ".3g"}
    return kind(
        value=value,
        min=low,
        max=high,
        step=step or (1 if whole else (high - low) / 100),
        description=_described(label, unit),
        style=CONTROL,
        layout=ipywidgets.Layout(width=CONTROL_WIDTH),
        **settings,
    )


def log_slider(low, high, value, label, unit="", step=0.05):
    """Make a slider over powers of ten.

    Parameters
    ----------
    low, high, value : float, exponents, low ≤ value ≤ high
    label : str, words and symbol, such as "inverse width γ"
    unit : str
    step : float, of the exponent

    Returns
    -------
    ipywidgets.FloatLogSlider, whose `value` is the power itself
    """
    return ipywidgets.FloatLogSlider(
        value=10.0**value,
        base=10,
        min=low,
        max=high,
        step=step,
        readout_format=".3g",
        description=_described(label, unit),
        style=CONTROL,
        layout=ipywidgets.Layout(width=CONTROL_WIDTH),
    )


def choice(options, label, value=None):
    """Make a menu.

    Parameters
    ----------
    options : sequence of str
    label : str
    value : str, or None for the first option

    Returns
    -------
    ipywidgets.Dropdown
    """
    options = list(options)
    return ipywidgets.Dropdown(
        options=options,
        value=options[0] if value is None else value,
        description=label,
        style=CONTROL,
        layout=ipywidgets.Layout(width=CONTROL_WIDTH),
    )


def _described(label, unit):
    return f"{label} ({unit})" if unit else label


class PictureWidget(ipywidgets.Image):
    """An image whose tooltip is its text: browsers read it out in the place of an `alt`."""

    # The front end sets the tooltip of a widget only where it has an empty description; Image has none at all.
    description = traitlets.Unicode("").tag(sync=True)


class Explorer:
    """A figure that follows its controls.

    Subclasses set their data and then call `super().__init__()`. They define

    - `controls()`, which returns a dict of widgets by name;
    - `draw(figure)`, which makes all artists, once, and returns those that `update` moves;
    - `update(**values)`, which moves artists to the values of the controls and returns the alternative text.

    Only the artists that `draw` returned are drawn again at an event. Axes among them are drawn as a whole, and only
    when something in them changed that is not in the list itself. If `update` changes any other artist, the whole
    figure is drawn, which takes about 50 ms; `axes.set(...)` counts as a change even where the value stays the same,
    `title.set_text(...)` does not. Events that arrive during a redraw are merged into one that follows it.

    Attributes
    ----------
    widgets : dict of ipywidgets by name
    figure : matplotlib.figure.Figure
    view : ipywidgets.VBox, the controls above the picture above its text
    alt : str, what the picture shows now
    png : bytes, the picture
    """

    size = (9.6, 4.4)

    def __init__(self):
        self.widgets = self.controls()
        self.alt = ""
        self._stale = False
        self._drawing = threading.Lock()
        self.picture = PictureWidget(
            format="png", layout=ipywidgets.Layout(max_width="100%", align_self="flex-start")
        )
        self.caption = ipywidgets.HTML()
        self._set_up_figure()
        self.view = self._lay_out()
        for widget in self.widgets.values():
            widget.observe(self._on_event, names="value")

    def controls(self):
        """Return the widgets by name, in the order in which they are shown."""
        raise NotImplementedError

    def draw(self, figure):
        """Make all artists on an empty figure and return those that move."""
        raise NotImplementedError

    def update(self, **values):
        """Move the artists to the values of the controls and return what the picture then shows, in words."""
        raise NotImplementedError

    @property
    def values(self):
        """The values of the controls, by name."""
        return {name: widget.value for name, widget in self.widgets.items()}

    @property
    def png(self):
        """The picture as PNG bytes."""
        return bytes(self.picture.value)

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
            If there is no such control, or it cannot take the value.
        """
        for name, value in values.items():
            self._check(name, value)
        with self._drawing:
            for name, value in values.items():
                self.widgets[name].value = value
        self._catch_up()
        return self

    def show(self, name, visible=True):
        """Show or hide a control.

        Parameters
        ----------
        name : str
        visible : bool
        """
        self.widgets[name].layout.display = None if visible else "none"

    def _repr_mimebundle_(self, include=None, exclude=None):
        bundle = self.view._repr_mimebundle_() or {}
        live = {WIDGET_VIEW: bundle[WIDGET_VIEW]} if WIDGET_VIEW in bundle else {}
        return live | {"text/html": twin_html(self._small_png(), self.alt), "text/plain": self.alt}

    def _small_png(self):
        """The picture as it is now in fewer bytes, to be kept in a notebook."""
        return compact_png(Image.fromarray(np.asarray(self._canvas.buffer_rgba())))

    def __repr__(self):
        return f"{type(self).__name__}: {self.alt}"

    def _lay_out(self):
        row = ipywidgets.Layout(flex_flow="row wrap", align_items="center")
        controls = ipywidgets.HBox(list(self.widgets.values()), layout=row)
        return ipywidgets.VBox([controls, Alive(controls), self.picture, self.caption])

    def _set_up_figure(self):
        self.figure = Figure(figsize=self.size, dpi=SCREEN_DPI, layout="constrained")
        self._canvas = FigureCanvasAgg(self.figure)
        with style(), thread_limit(1):
            moving = sorted(self.draw(self.figure), key=lambda artist: artist.get_zorder())
            self._frames = [artist for artist in moving if isinstance(artist, Axes)]
            self._moving = [artist for artist in moving if artist not in self._frames]
            self._say(self.update(**self.values))
            self._canvas.draw()
            # The places of the axes are found once; solving for them again would cost more than the redraw.
            self.figure.set_layout_engine("none")
            for artist in moving:
                artist.set_animated(True)
            self.figure.stale = True
            self.picture.value = self._render()

    def _on_event(self, change):
        self._stale = True
        self._catch_up()

    def _catch_up(self):
        """Redraw until no event waits; what another call is drawing is left to that call."""
        failure = None
        while self._stale and self._drawing.acquire(blocking=False):
            try:
                self._stale = False
                failure = self._redraw()
            finally:
                self._drawing.release()
        if failure is not None:
            raise failure

    def _redraw(self):
        """Redraw once; return the exception, after showing it, where the values cannot be drawn."""
        try:
            values = self.values
            _require_finite(values, self.widgets)
            with thread_limit(1):
                alt = self.update(**values)
                self.picture.value = self._render()
        except Exception as error:
            self._say_failure(error)
            return error
        self._say(alt)
        return None

    def _render(self):
        """Draw what has moved onto what has not, and encode."""
        if self.figure.stale or any(axes.stale for axes in self._frames):
            with style():
                self._draw_below()
        self._canvas.restore_region(self._below)
        for artist in self._moving:
            if isinstance(artist, Poly3DCollection):
                artist.do_3d_projection()
            self.figure.draw_artist(artist)
        return encode(self._canvas.buffer_rgba())

    def _draw_below(self):
        """Draw what stands still, then the axes that move as a whole; until they move again, pixels are kept."""
        if self.figure.stale:
            self._canvas.draw()
            self._background = self._canvas.copy_from_bbox(self.figure.bbox)
            self.figure.stale = False
        self._canvas.restore_region(self._background)
        for axes in self._frames:
            self.figure.draw_artist(axes)
        self._below = self._canvas.copy_from_bbox(self.figure.bbox)

    def _say(self, alt):
        self.alt = self.picture.tooltip = alt
        self.caption.value = f'<p role="status" aria-live="polite">{html.escape(alt)}</p>'

    def _say_failure(self, error):
        said = f"Not drawn: {error}" if str(error) else f"Not drawn: {type(error).__name__}."
        self.caption.value = (
            f'<p role="alert"><b>{html.escape(said)}</b> The picture still shows: {html.escape(self.alt)}</p>'
        )

    def _check(self, name, value):
        if name not in self.widgets:
            raise ValueError(f"There is no control {name!r}; there are {list(self.widgets)}.")
        widget = self.widgets[name]
        if isinstance(widget, ipywidgets.Dropdown):
            if value not in widget.options:
                raise ValueError(f"{name} must be one of {list(widget.options)}, got {value!r}.")
        else:
            _require_within(name, value, *_limits(widget), whole=isinstance(widget, ipywidgets.IntSlider))


def twin_html(png, alt):
    """Write what stands for an explorer where no kernel answers: its picture, its text, the way to make it move.

    Parameters
    ----------
    png : bytes
    alt : str

    Returns
    -------
    str
    """
    said = f"{html.escape(alt)} <b>Run this cell to move it.</b>"
    return f'<div class="{TWIN}">{image_html(png, alt)}<p>{said}</p></div>'


def encode(rgba):
    """Encode pixels as PNG: each row as its difference from the row above, then deflated.

    This takes half the time of image libraries, which try five filters a row.

    Parameters
    ----------
    rgba : (height, width, 4) array of uint8; transparency is left out

    Returns
    -------
    bytes
    """
    image = Image.fromarray(np.asarray(rgba)).convert("RGB")
    width, height = image.size
    pixels = np.asarray(image).reshape(height, -1)
    rows = np.empty((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 0] = UP
    rows[0, 1:] = pixels[0]
    np.subtract(pixels[1:], pixels[:-1], out=rows[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _limits(widget):
    if isinstance(widget, ipywidgets.FloatLogSlider):
        return widget.base**widget.min, widget.base**widget.max
    return widget.min, widget.max


def _require_within(name, value, low, high, whole):
    kind, noun = (numbers.Integral, "a whole number") if whole else (numbers.Real, "a number")
    slack = 1e-12 * (high - low)
    if isinstance(value, bool | np.bool_) or not isinstance(value, kind):
        raise ValueError(f"{name} must be {noun} from {low:g} to {high:g}, got {value!r}.")
    if not low - slack <= value <= high + slack:
        raise ValueError(f"{name} must be {noun} from {low:g} to {high:g}, got {value!r}.")


def _require_finite(values, widgets):
    for name, value in values.items():
        if isinstance(value, float) and not np.isfinite(value):
            raise ValueError(f"{widgets[name].description} must be a finite number, got {value}.")
