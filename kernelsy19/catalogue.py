"""The tie between an equation and the function that is it, and the door through which numbers come to it.

What an equation says stands in the `equations.toml` of its room, under its key. No room is loaded here: functions enter
themselves as their files are imported.
"""

import functools
import inspect

import numpy as np

from kernelsy19.validation import as_real

_functions = {}

NARROW = frozenset("?bBhHiIlLqQef")  # types that float64 holds, and whose sums and products may overflow
# In inner loops nothing else comes in.
FLOAT64, PASSES = np.dtype(np.float64), frozenset({float, int, np.float64, str})


def implements(*keys, whole=()):
    """Tie a function to the equations that it is, and let it compute in float64, whatever numbers come in.
    *keys: str, keys of the catalogue, such as "SY19-9c", or none; whole: tuple of str, parameters that are labels or
    indices and stay whole numbers → decorator that returns the function with `equations` set to the keys

    Integers, bools and short floats become float64, lists arrays, and frames their values; all else passes."""

    def tie(function):
        names = tuple(inspect.signature(function).parameters)

        @functools.wraps(function)
        def equation(*args, **named):
            for value in args:
                if type(value) not in PASSES and not (type(value) is np.ndarray and value.dtype is FLOAT64):
                    break
            else:
                if not named:
                    return computed(args, named)
            numbers = [as_numbers(value, name, whole) for value, name in zip(args, names, strict=False)]
            named = {name: as_numbers(value, name, whole) for name, value in named.items()}
            return computed((*numbers, *args[len(names) :]), named)

        def computed(args, named):
            try:
                return function(*args, **named)
            except FloatingPointError:  # np.seterr(all="raise"): what is too small is 0 all the same
                with np.errstate(under="ignore"):
                    return function(*args, **named)

        equation.equations = keys
        for key in keys:
            _functions.setdefault(key, {})[function.__module__, function.__qualname__] = equation
        return equation

    return tie


def as_numbers(value, name, whole=()):
    """Return an argument of an equation as it computes with it; labels and indices as integers of 64 bits."""
    if isinstance(value, np.ndarray):
        if value.dtype.char not in NARROW:
            return value
        return value.astype(np.int64 if name in whole and value.dtype.kind in "biu" else float, copy=False)
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, np.generic) or not (isinstance(value, list) or hasattr(value, "__array__")):
        return value
    if name in whole:
        return value if isinstance(value, list) else as_numbers(np.asarray(value), name, whole)
    return as_real(value, name)


def functions_of(key):
    """Return the functions that are an equation, among those whose files have been imported.
    → tuple of functions"""
    return tuple(_functions.get(key, {}).values())
