"""Break it: a step uphill"""

from collections import namedtuple

import numpy as np

from kernelcourse.denoising.checks.draws import Place, denominator, rho, step
from kernelcourse.judging.answers import same_form
from kernelcourse.judging.certificates import Certificate
from kernelsy19.denoising.solve import bends

ENDS, UNEQUAL = np.array([[-1.0], [1.0]]), np.array([1.5, -0.5])


def form(answer, expected):
    """A start is any number: this one is not the only one."""
    return same_form(answer, expected)


def solve():
    """Where the negative weight counts most, so that the denominator is negative."""
    return 1.0


def certify(problem, z):
    if not _is_start(z):
        return Certificate("the start is a number between −3 and 3", False)
    return Certificate("ρ is larger after the step than before", bool(_leap(z).rise > 1e-9))


def _is_start(z):
    return np.ndim(z) == 0 and np.isrealobj(z) and bool(np.isfinite(z)) and abs(z) <= 3


# D and C at a start, by how much ρ rises in one step of the fixed point, and how long the step is
Leap = namedtuple("Leap", "D C rise length")


def _leap(z):
    before = Place(np.array([float(z)]), ENDS, UNEQUAL, 1.0)
    after = before._replace(z=step(*before))
    C = float(bends(before.z[None], ENDS, UNEQUAL[None], 1.0)[0])
    length = float(np.abs(after.z - before.z)[0])
    return Leap(denominator(before), C, float(rho(*after) - rho(*before)), length)


def is_too_far(_, z):
    return abs(z) > 3


def stands_still(_, z):
    return _is_start(z) and _leap(z).length < 1e-3


def goes_down(_, z):
    return _is_start(z) and _leap(z).D >= _leap(z).C / 2


def is_too_short(_, z):
    return _is_start(z) and 0 < _leap(z).D < _leap(z).C / 2


def leaps_over(_, z):
    return _is_start(z) and _leap(z).D < 0
