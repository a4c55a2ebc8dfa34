"""Every public callable refuses every bad argument by an error that names the parameter."""

import contextlib
import inspect
import re
import signal
import warnings

import public_functions
import pytest

# Scikit-learn checks X and y before we do, and calls them so.
ALSO_CALLED = {"X": "X|array|Input|[Ff]eature|columns", "y": "y|labels|samples|classes"}


class HungError(Exception):
    pass


@contextlib.contextmanager
def limited(seconds=5):
    def stop(*_):
        raise HungError

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def call(door, **changes):
    with warnings.catch_warnings(action="ignore"):
        result = door.call(**door.good() | changes)
        return next(result) if inspect.isgenerator(result) else result


def answer(door, name, value):
    """What a door says to a bad argument: "" where it refuses it well."""
    try:
        with limited():
            result = call(door, **{name: value})
    except (ValueError, TypeError) as error:
        called = ALSO_CALLED.get(name, re.escape(name))
        names_it = re.search(rf"(?<!\w)(?:{called})(?!\w)", str(error))
        return "" if names_it else f"says {type(error).__name__}: {error}"
    except HungError:
        return "hangs"
    except BaseException as error:
        return f"raises {type(error).__name__}: {error}"
    return f"takes it, and returns a {type(result).__name__}"


@pytest.mark.parametrize("name", public_functions.doors())
def test_good_arguments_are_taken(name):
    door = public_functions.doors()[name]
    call(door)
    for parameter, (_, good, _) in door.parameters.items():
        call(door, **{parameter: good})


@pytest.mark.parametrize("name", public_functions.doors())
def test_bad_arguments_are_refused_by_name(name):
    door = public_functions.doors()[name]
    wrong = [f"{p} ({what}): {said}" for p, what, value in door.bad() if (said := answer(door, p, value))]
    assert not wrong, "\n".join([f"{name} with", *wrong])
