"""Certificates: numbers and statements that prove an answer right."""

import dataclasses
import math

import numpy as np

from kernelcourse.judging.answers import difference
from kernelcourse.judging.verdicts import short

__all__ = ["Certificate", "agreement", "summary", "worst"]


@dataclasses.dataclass(frozen=True)
class Certificate:
    """A number that proves an answer right when it is small enough, or a statement that holds.

    Parameters
    ----------
    text : str
        What the value measures, the same words for every problem of the exercise.
    value : float or bool
        A residual, gap or error, at least 0; or whether the statement `text` holds.
    tolerance : float, default 0
        The answer is right when ``value <= tolerance``. Not used for a statement.
    otherwise : str, optional
        Said in place of `text` to those whose answer is wrong, where `text` would give the solution away.

    Raises
    ------
    TypeError or ValueError
        If `value` is not one real number or truth value.
    """

    text: str
    value: float | bool
    tolerance: float = 0.0
    otherwise: str | None = None

    def __post_init__(self):
        value = np.asarray(self.value)
        if value.dtype.kind not in "biuf":
            raise TypeError(f"expected a real number or a truth value, got {value.dtype}")
        value = value.item()
        object.__setattr__(self, "value", value if isinstance(value, bool) else float(value))

    @property
    def is_statement(self):
        """Whether the certificate is a statement that holds or not, not a number."""
        return isinstance(self.value, bool)

    @property
    def holds(self):
        """Whether the answer is right; NaN and the infinities never are."""
        return self.value if self.is_statement else math.isfinite(self.value) and self.value <= self.tolerance

    @property
    def excess(self):
        """How far the value is from holding: the worst certificate is the one of largest excess."""
        if self.is_statement:
            return 0.0 if self.holds else math.inf
        if not math.isfinite(self.value):
            return math.inf
        return self.value / self.tolerance if self.tolerance else self.value

    def __str__(self):
        if self.holds:
            return f"{self.text}: {'yes' if self.is_statement else self._bound}"
        if self.is_statement:
            return self.otherwise or f"{self.text}: no"
        return f"{self.otherwise or self.text}: {short(self.value)}, and it has to be {self._bound}"

    @property
    def _bound(self):
        return f"below {short(self.tolerance)}" if self.tolerance else "exactly 0"


def worst(*amounts):
    """By how much a bound is exceeded at worst: the largest of 0 and all that is given, NaN if any of it is.

    The value of a certificate that asks for ``amount <= 0``. Python's own ``max(0.0, amount)`` is 0 where `amount` is
    NaN, and so would call right what could not be computed. Amounts are numbers or arrays of any shape.
    """
    entries = [np.ravel(np.asarray(amount, dtype=float)) for amount in amounts]
    return float(np.max(np.concatenate(entries), initial=0.0))


def agreement(text, truth, tolerance=1e-8, otherwise=None):
    """Certificate by comparison: the largest difference from `truth`, called as the reference is.

    Parameters
    ----------
    text : str
        What is compared, for example ``"largest | kᵢⱼ − k(xᵢ, xⱼ) |"``.
    truth : callable
        ``truth(*problem)``; best an independent formula.
    tolerance : float, default 1e-8
    otherwise : str, optional
        As in `Certificate`.

    Returns
    -------
    callable, to be the `certify` of an exercise
    """

    def certify(problem, answer):
        return Certificate(text, difference(answer, truth(*problem)), tolerance, otherwise)

    return certify


def summary(certificates, problems):
    """Print the worst certificate of each text over all problems."""
    worst_of = {}
    for certificate in certificates:
        known = worst_of.setdefault(certificate.text, certificate)
        if certificate.excess > known.excess:
            worst_of[certificate.text] = certificate
    lines = [f"- {certificate}" for certificate in worst_of.values()]
    over = f" on {problems} problems" if problems > 1 else ""
    return "\n".join([f"Certificate{over}:", "", *lines])
