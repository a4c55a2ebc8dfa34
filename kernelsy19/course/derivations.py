"""What a verified derivation is: a list of lines, each with its reason and the two sides that must agree.

A `Setting` is what a line is evaluated on: points, their mapped coordinates, multipliers. A `Step` holds one
line as LaTeX, the reason in words, and its two sides as functions of a setting. A `Derivation` holds the steps
in order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np

TOLERANCE = 1e-9


class Setting(SimpleNamespace):
    """The quantities that the lines of a derivation speak of, by their symbols (`s.K`, `s.alpha`, …)."""


@dataclass(frozen=True)
class Residual:
    """How far the two sides of a line are apart on one setting.

    Attributes
    ----------
    value : float, the largest violation over the entries, relative to the larger of 1 and the largest entry
    tolerance : float
    relation : {"=", "≥", "≤"}, how the left side stands to the right side
    """

    value: float
    tolerance: float = TOLERANCE
    relation: str = "="

    @property
    def holds(self):
        """Whether the violation is no more than rounding."""
        return bool(self.value <= self.tolerance)

    @property
    def mark(self):
        """The residual in words, with a mark before it."""
        return f"{'✓' if self.holds else '✗'} {self}"

    def __bool__(self):
        return self.holds

    def __str__(self):
        if self.holds:
            return f"holds (residual below {self.tolerance:.0e})"
        return f"does not hold: off by {self.value:.2g}"

    __repr__ = __str__


@dataclass(frozen=True)
class Step:
    """One line of a derivation.

    Parameters
    ----------
    latex : str, the line
    because : str, the reason, in words
    left, right : callable, Setting → float or array, the two sides
    equation : str or None, key of the catalogue
    relation : {"=", "≥", "≤"}, how the left side stands to the right side
    """

    latex: str
    because: str
    left: Callable
    right: Callable
    equation: str | None = None
    relation: str = "="

    def __post_init__(self):
        if self.relation not in ("=", "≥", "≤"):
            raise ValueError(f"relation must be '=', '≥' or '≤', got {self.relation!r}.")

    def residual(self, setting):
        """Evaluate both sides on a setting.

        Parameters
        ----------
        setting : Setting

        Returns
        -------
        Residual
        """
        return compare(self.left(setting), self.right(setting), self.relation)


def compare(left, right, relation="="):
    """Compare the two sides of a line.

    Parameters
    ----------
    left, right : float or arrays of one shape; a number stands for all entries
    relation : {"=", "≥", "≤"}

    Returns
    -------
    Residual

    Raises
    ------
    ValueError
        If the shapes differ, or a side is not finite.
    """
    left, right = np.asarray(left, dtype=float), np.asarray(right, dtype=float)
    if left.shape != right.shape and left.ndim and right.ndim:
        raise ValueError(
            f"Both sides must have one shape, got {left.shape} on the left, {right.shape} on the right."
        )
    if not (np.isfinite(left).all() and np.isfinite(right).all()):
        raise ValueError("Both sides must be finite.")
    difference = {"=": np.abs(left - right), "≥": right - left, "≤": left - right}[relation]
    scale = max(1.0, np.abs(left).max(initial=0), np.abs(right).max(initial=0))
    return Residual(max(0.0, float(difference.max(initial=0))) / scale, relation=relation)


def chain(start, *lines):
    """Make the steps of a chain A = B = C …: the left side of a line is the right side of the line before.

    Parameters
    ----------
    start : callable, Setting → float or array, what the chain starts from
    *lines : tuples (latex, because, value) or (latex, because, value, equation) or
        (latex, because, value, equation, relation), with value the right side of the line

    Returns
    -------
    tuple of Step
    """
    steps, left = [], start
    for latex, because, value, *rest in lines:
        steps.append(Step(latex, because, left, value, *rest))
        left = value
    return tuple(steps)


@dataclass(frozen=True)
class Derivation:
    """A proof, line by line, that can be run.

    Parameters
    ----------
    title : str
    given : str, what the proof starts from, in words (Markdown)
    steps : tuple of Step
    setting : callable, numpy Generator → Setting, draws what the lines speak of
    """

    title: str
    given: str
    steps: tuple
    setting: Callable

    def draw(self, seed=0):
        """Draw a setting.

        Parameters
        ----------
        seed : int

        Returns
        -------
        Setting
        """
        return self.setting(np.random.default_rng(seed))

    def verify(self, setting=None):
        """Evaluate each line.

        Parameters
        ----------
        setting : Setting or None for one that is drawn

        Returns
        -------
        list of Residual, one a step
        """
        setting = self.draw() if setting is None else setting
        return [step.residual(setting) for step in self.steps]

    def check_line(self, number, line, setting=None):
        """Check your own form of a line: its values must be those of the line's left side.

        Parameters
        ----------
        number : int, 1 for the first line
        line : callable, Setting → float or array
        setting : Setting or None for one that is drawn

        Returns
        -------
        Residual

        Raises
        ------
        ValueError
            If there is no such line.
        """
        if not 1 <= number <= len(self.steps):
            raise ValueError(f"number must be between 1 and {len(self.steps)}, got {number}.")
        setting = self.draw() if setting is None else setting
        step = self.steps[number - 1]
        return compare(step.left(setting), line(setting), step.relation)

    def walk(self):
        """Reveal the proof line by line, with a button.

        Returns
        -------
        Walk, a widget
        """
        from kernelsy19.course.walk import Walk

        return Walk(self)

    def to_markdown(self, n_steps=None):
        """Write the derivation, its first lines only where `n_steps` says so.

        Parameters
        ----------
        n_steps : int or None for all

        Returns
        -------
        str, Markdown with LaTeX
        """
        setting = self.draw()
        lines = [f"**{self.title}**", self.given]
        for number, step in enumerate(self.steps[:n_steps], 1):
            key = f" · {step.equation}" if step.equation else ""
            lines += [
                f"{number}. {step.because}{key}",
                f"$${step.latex}$$",
                f"<small>{step.residual(setting).mark}</small>",
            ]
        return "\n\n".join(lines)

    def _repr_markdown_(self):
        return self.to_markdown()

    def __repr__(self):
        residuals = self.verify()
        return f"{self.title}: {sum(map(bool, residuals))} of {len(residuals)} lines hold"


def gradient(f, at, step=1e-2):
    """Gradient of f by central differences, exact to rounding for a quadratic f.

    Parameters
    ----------
    f : callable, float or (D,) array → float
    at : float or (D,) array
    step : float, > 0; a quadratic has no truncation error, so a long step keeps the rounding small

    Returns
    -------
    float or (D,) array, of the shape of `at`
    """
    at = np.asarray(at, dtype=float)
    flat = at.ravel()
    slopes = np.empty(len(flat))
    for j in range(len(flat)):
        e = np.zeros(len(flat))
        e[j] = step
        ahead, behind = f((flat + e).reshape(at.shape)), f((flat - e).reshape(at.shape))
        slopes[j] = (ahead - behind) / (2 * step)
    return slopes.reshape(at.shape)
