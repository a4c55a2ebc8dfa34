"""Controls of explorers, as frozen values: what may be chosen, and how the browser shows it."""

import numbers
from dataclasses import dataclass

import numpy as np

from kernelsy19.validation import shown


@dataclass(frozen=True)
class Slider:
    """A number from an interval, in steps; make it by `slider`, `log_slider` or `steps`.
    low, high, the ends, exponents of ten where `log` says so; value, at first, itself and not its exponent; whole, of
    whole numbers only; plays, with buttons that play"""

    low: float
    high: float
    value: float
    label: str
    unit: str
    step: float
    log: bool = False
    whole: bool = False
    plays: bool = False

    @property
    def ends(self):
        """The smallest and the largest value."""
        return (10.0**self.low, 10.0**self.high) if self.log else (self.low, self.high)

    def checked(self, name, value):
        """The value, or a ValueError that says what it has to be."""
        low, high = self.ends
        kind, noun = (numbers.Integral, "a whole number") if self.whole else (numbers.Real, "a number")
        slack = 1e-12 * (high - low)
        if (
            isinstance(value, bool | np.bool_)
            or not isinstance(value, kind)
            or not low - slack <= value <= high + slack
        ):
            raise ValueError(f"{name} must be {noun} from {low:g} to {high:g}, got {shown(value)}.")
        return int(value) if self.whole else float(value)

    def sent(self, value):
        """Which step a value is, from 0 on: what the browser knows a value by."""
        return ((np.log10(value) if self.log else value) - self.low) / self.step

    def heard(self, place):
        """The value at a step."""
        place = self.low + self.step * min(max(float(place), 0.0), self.last)
        if self.log:
            return 10.0 ** round(place, 10)
        return round(place) if self.whole else round(place, 10)

    @property
    def last(self):
        """The number of the last step."""
        return round((self.high - self.low) / self.step)


@dataclass(frozen=True)
class Choice:
    """One of some words, options, at first the value; make it by `choice`."""

    options: tuple
    value: str
    label: str

    def checked(self, name, value):
        """The value, or a ValueError that names the options."""
        if not isinstance(value, str) or value not in self.options:
            raise ValueError(f"{name} must be one of {list(self.options)}, got {shown(value)}.")
        return value

    def sent(self, value):
        """Which option it is."""
        return self.options.index(value)

    def heard(self, place):
        """The option at a place of the list."""
        return self.options[int(place)]


@dataclass(frozen=True)
class Place:
    """A place that is dragged in a panel, by the `Handle` of its name; make it by `place`.
    value, at first, or None, which leaves it to the explorer; of, the controls with which it starts anew"""

    value: tuple
    label: str
    of: tuple = ()

    def checked(self, name, value):
        """The value as a tuple, or a ValueError."""
        return None if value is None else _rows(f"{name} must be two numbers", [value], (2,), 1, 1)[0]

    def sent(self, value):
        """Itself."""
        return value

    def heard(self, place):
        """Itself."""
        return place


@dataclass(frozen=True)
class Cloud:
    """Points of the reader's own: dragged, added, removed; make it by `cloud`.
    value, rows (x, y) or (x, y, class), or None: the points as the explorer has them; of, the controls with which they
    start anew; classes, of a point that is added; least, most, how many there may be; grows, whether any are added or
    removed"""

    label: str
    value: tuple = None
    of: tuple = ()
    classes: tuple = ()
    least: int = 1
    most: int = 400
    grows: bool = True

    def checked(self, name, value):
        """The value as a tuple of rows, or a ValueError."""
        if value is None:
            return None
        width = 3 if self.classes else 2
        many = f"{self.least} to {self.most} rows of {width} numbers"
        rows = _rows(f"{name} must be {many}, or None", value, (width,), self.least, self.most)
        if self.classes and not {row[2] for row in rows} <= set(range(len(self.classes))):
            raise ValueError(
                f"The third number of a row of {name} must be a class, 0 to {len(self.classes) - 1}."
            )
        return rows

    def sent(self, value):
        """Whether they are as at first: the places themselves go with the scene."""
        return value is not None

    def heard(self, place):
        """Itself."""
        return place


def slider(low, high, value, label, unit="", step=None):
    """Make a slider over an interval; over whole numbers if all its numbers are whole.
    low ≤ value ≤ high; label, words and symbol, such as "share ν"; step, None for 1 (whole numbers) or a hundredth of
    the interval → Slider"""
    whole = all(isinstance(v, numbers.Integral) for v in (low, high, value, step or 1))
    step = step or (1 if whole else (high - low) / 100)
    return _on_a_step(Slider(low, high, value, label, unit, step, whole=whole))


def log_slider(low, high, value, label, unit="", step=0.05):
    """Make a slider over powers of ten.
    low ≤ value ≤ high, exponents; label, words and symbol, such as "inverse width γ"; step of the exponent → Slider,
    whose values are the powers themselves"""
    return _on_a_step(Slider(low, high, 10.0**value, label, unit, step, log=True))


def steps(label, last=10, value=0):
    """Make the steps of a run, with buttons that play, step, go back and return to the start.
    last, the last step at first → Slider; the scene says where the run ends: `Scene(…, ends={name: last})`"""
    return Slider(0, last, value, label, "", 1, whole=True, plays=True)


def choice(options, label, value=None):
    """Make a menu.
    options, sequence of str; value, None for the first of them → Choice"""
    options = tuple(options)
    made = Choice(options, options[0] if value is None else value, label)
    made.checked("value", made.value)
    return made


def place(label, value=None, of=()):
    """Make a place that is dragged by the `Handle` of its name.
    value (float, float), or None, which leaves the first place to the explorer; of, the control or controls whose
    change brings it back to there → Place"""
    return Place(value, label, _names(of))


def cloud(label, of=(), classes=(), least=1, most=400, grows=True):
    """Make points that a reader moves, adds and removes; the scene's `Points(…, hold=name)` are its rows.
    of, the control or controls whose change brings back the points as they were; classes, where points have them;
    least, most, how many there may be; grows, whether any are added and removed → Cloud, whose value is None until one
    has moved"""
    return Cloud(label, None, _names(of), tuple(classes), least, most, grows)


def _names(of):
    return (of,) if isinstance(of, str) else tuple(of)


def _on_a_step(made):
    made.checked("value", made.value)
    place = made.sent(made.value)
    # The browser moves a slider to the nearest step, and would change the picture by itself.
    if abs(place - round(place)) > 1e-6:
        raise ValueError(f"{made.label} must start on one of its steps, got {made.value:g}.")
    return made


def _rows(wanted, value, shape, least, most):
    try:
        rows = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        rows = np.empty(0)
    if (
        rows.ndim != 2
        or rows.shape[1:] != shape
        or not least <= len(rows) <= most
        or not np.isfinite(rows).all()
    ):
        raise ValueError(f"{wanted}, got {shown(value)}.")
    return tuple(map(tuple, rows.tolist()))
