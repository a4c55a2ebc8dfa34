"""The checks of a function's arguments, written above it: `@takes(K=as_gram, y=one_each("K"), lam=number_from(0))`."""

import functools
import inspect
from contextlib import nullcontext

import numpy as np

from kernelsy19.validation import (
    LARGEST_INTEGER,
    as_choice,
    as_integer,
    as_number,
    as_one_of,
    as_points,
    as_vector,
    shown,
)

# The context of a call with a dict of arguments: none, until the engine limits its threads.
around = nullcontext


def takes(**checks):
    """Check some arguments of a function before it works, and hand it what the checks return.
    **checks: by name of the parameter, a function of (value, name) such as `as_gram`, or what `one_each`,
    `as_wide_as` or `fitting` return, which look at arguments before it; an argument that is None is not checked
    where None is the default → decorator"""

    def decorate(function):
        signature = inspect.signature(function)
        defaults = {name: parameter.default for name, parameter in signature.parameters.items()}

        # What looks at other arguments comes after those.
        ordered = sorted(checks.items(), key=lambda item: isinstance(item[1], fitting))

        @functools.wraps(function)
        def checked(*args, **kwargs):
            given = signature.bind(*args, **kwargs)
            given.apply_defaults()
            values = given.arguments
            # What is too small is 0, however strict the caller is.
            with np.errstate(under="ignore"), around(values):
                for name, check in ordered:
                    if not (values[name] is None and defaults[name] is None):
                        after = (values,) if isinstance(check, fitting) else ()
                        values[name] = check(values[name], name, *after)
                return function(*given.args, **given.kwargs)

        return checked

    return decorate


class fitting:
    """A check that looks at other arguments: a function of (value, name, arguments by name).
    check: callable"""

    def __init__(self, check):
        self.check = check

    def __call__(self, value, name, given):
        return self.check(value, name, given)


def one_each(other, check=as_vector):
    """Make the check that an argument is a vector with one entry for each row of another argument.
    other: str, its name; check: function of (value, name, length), such as `as_vector` or `as_whole_numbers` →
    fitting"""
    return fitting(lambda value, name, given: check(value, name, len(given[other])))


def as_wide_as(other):
    """Make the check that an argument holds points with as many columns as another argument.
    other: str, its name → fitting"""
    return fitting(lambda value, name, given: as_points(value, name, np.shape(given[other])[1]))


def up_to(other):
    """Make the check that an argument is an integer, at most the number of rows of another argument.
    other: str, its name → fitting"""
    return fitting(lambda value, name, given: as_integer(value, name, 1, len(given[other]), "n"))


def number_from(low=-np.inf, high=np.inf, closed="neither"):
    """Make the check that an argument is a number of an interval.
    → function of (value, name)"""
    return functools.partial(as_number, low=low, high=high, closed=closed)


def integer_from(low=1, high=LARGEST_INTEGER):
    """Make the check that an argument is an integer of a range.
    → function of (value, name)"""
    return functools.partial(as_integer, low=low, high=high)


def word_of(*words):
    """Make the check that an argument is one of some words.
    → function of (value, name)"""
    return functools.partial(as_choice, choices=words)


def made_by(*kinds):
    """Make the check that an argument is an object of one of some classes.
    → function of (value, name)"""
    return functools.partial(as_one_of, kinds=kinds)


def several(check, least=1):
    """Make the check that an argument is a sequence whose items pass a check.
    check: function of (value, name), or None for items of any kind; least: int, how many there must be → function
    of (value, name), which returns a tuple"""

    def check_all(values, name):
        if isinstance(values, str | bytes | dict) or not hasattr(values, "__iter__"):
            raise ValueError(f"{name} must be a sequence, got {shown(values)}.")
        values = tuple(values)
        if len(values) < least:
            raise ValueError(
                f"{name} must hold at least {'one' if least == 1 else least}, got {len(values)}."
            )
        if check is None:
            return values
        return tuple(check(value, f"{name}[{i}]") for i, value in enumerate(values))

    return check_all


def by_name(check=None):
    """Make the check that an argument is a dict with names as keys, and with values that pass a check.
    check: function of (value, name), or None for values of any kind → function of (value, name), which returns a
    dict"""

    def check_all(values, name):
        if not isinstance(values, dict) or not values:
            raise ValueError(f"{name} must be a dict with at least one entry, got {shown(values)}.")
        if wrong := [key for key in values if not isinstance(key, str)]:
            raise ValueError(f"{name} must have names as keys, got {shown(wrong[0])}.")
        return {
            key: value if check is None else check(value, f"{name}[{key!r}]") for key, value in values.items()
        }

    return check_all
