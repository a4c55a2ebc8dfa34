"""Every solver of the table: another origin, other units, other rows, another type: the same answer, or a doubt.

Points in ordinary units raise no doubt, and arguments that do not go together are refused in one line: what was wanted,
what came, and what to do. That each argument by itself is refused by its name stands in `test_arguments.py`.
"""

import functools
import importlib
import inspect
import itertools
import operator
import pkgutil
import re
import traceback
from dataclasses import replace
from pathlib import Path

import every_solver
import numpy as np
import pytest
from every_solver import ESTIMATORS, FEW, MOVES, NOT_ASKED, REFUSALS, TABLE, Answer, differences, said
from sklearn.exceptions import NotFittedError

import kernelsy19
from kernelsy19 import denoising, pca

UNITS, ORIGINS = (1.0, 0.1), (1.0, 1e6, 1.7e9)  # the last one in seconds: a clock in 2023


@functools.cache
def points(unit):
    return every_solver.drawn(FEW, 2).in_units(unit)


@functools.cache
def asked(part, unit):
    """What is answered where nothing has moved."""
    return [said(answer.ask) for answer in part(points(unit))]


def assert_same(answers, moved, move, expected, unit=1.0):
    """Each answer is the one that is expected, or has a doubt: how many have one."""
    found = list(differences(answers, moved, move, expected, unit))
    faults = [
        f"{name}: off by {off:.2g}, above {most:.2g}" for name, off, most, _ in found if not off <= most
    ]
    assert not faults, f"{move}: {len(faults)} answers differ:\n" + "\n".join(faults)
    return sum(doubt for *_, doubt in found)


every_part = pytest.mark.parametrize("part", TABLE, ids=lambda part: part.__name__)


@every_part
@pytest.mark.parametrize("unit", [1.0, pytest.param(0.1, marks=pytest.mark.night)])
def test_points_in_ordinary_units_raise_no_doubt(part, unit):
    doubted = [a.name for a, (_, doubt) in zip(part(points(unit)), asked(part, unit), strict=True) if doubt]
    assert not doubted


BY_DAY = {(1.0, 1.0), (1.7e9, 1.0)}


@every_part
@pytest.mark.parametrize(
    ("origin", "unit"),
    [
        pytest.param(*pair, marks=() if pair in BY_DAY else pytest.mark.night)
        for pair in itertools.product(ORIGINS, UNITS)
    ],
)
def test_the_origin_is_anywhere(part, origin, unit):
    far = points(unit).moved(origin)
    back = far.moved(-origin)  # exactly: the same points, as far as float64 could write them down out there
    same = all(map(np.array_equal, (back.X, back.new), (points(unit).X, points(unit).new)))
    expected = asked(part, unit) if same else [said(answer.ask) for answer in part(back)]
    assert assert_same(part(far), far, "origin", expected) == 0 or origin > 1


@every_part
@pytest.mark.parametrize("unit", [0.1, 2.0**-300, 2.0**300])  # 1e-90 and 1e90
def test_units_do_not_matter(part, unit):
    moved, move = points(unit), "units" if unit == 0.1 else "huge"
    assert assert_same(part(moved), moved, move, asked(part, 1.0), unit) == 0


@every_part
@pytest.mark.parametrize("move", MOVES)
def test_neither_order_nor_number_nor_type_matters(part, move):
    moved = MOVES[move](points(1.0))
    assert assert_same(part(moved), moved, move, asked(part, 1.0)) == 0


@every_part
def test_strict_floating_point_does_not_stop_on_values_that_are_no_numbers(part):
    """What teachers advise to find NaN, np.seterr(all="raise"), is about the reader's own numbers."""
    near = every_solver.drawn(FEW, 2)
    q = replace(near, X=30 * near.X, new=30 * near.new, axes=[30 * x for x in near.axes])
    for answer in part(q):
        with np.errstate(all="raise"):
            try:
                said(answer.ask)
            except FloatingPointError as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                assert "kernelsy19" not in Path(last.filename).parts, (answer.name, last)


@pytest.mark.parametrize("broken", [lambda v: v * (1 + 1e-3), lambda v: v[..., :-1], lambda v: v * np.nan])
def test_what_differs_is_found(broken):
    numbers = np.arange(3.0)
    for change, faults in ((lambda v: v, 0), (broken, 1)):
        answers = [Answer("numbers", lambda change=change: change(numbers))]
        ((_, off, most, _),) = differences(answers, points(1.0), "order", [(numbers, False)])
        assert (not off <= most) == faults


def test_every_solver_is_asked():
    """What a room hands on, but equations and results, gives an answer of the table or stands in `NOT_ASKED`."""
    asked_of = [a.name for part in TABLE for a in part(points(1.0))]
    given = {name for words in asked_of for name in re.findall(r"\w+\.[A-Za-z]\w+", words)}
    given |= {f"{room}.{name}" for room, names in NOT_ASKED.items() for name in names.split()}
    handed_on, estimators = set(), set()
    for room in pkgutil.iter_modules(kernelsy19.__path__):
        if room.name in ("engine", "kernels", "datasets") or not room.ispkg:
            continue
        for name, value in inspect.getmembers(importlib.import_module(f"kernelsy19.{room.name}")):
            ours = getattr(value, "__module__", "").startswith(f"kernelsy19.{room.name}.")
            result = inspect.isclass(value) and not hasattr(value, "fit")
            if ours and not value.__module__.endswith("equations") and not result:
                handed_on.add(f"{room.name}.{name}")
                estimators |= {value} if inspect.isclass(value) else set()
    assert not handed_on - given and {type(estimator) for estimator in ESTIMATORS} == estimators
    for name in given:
        assert operator.attrgetter(name)(kernelsy19), "what is named is there"


@pytest.mark.parametrize(
    ("message", "call"), REFUSALS, ids=[f"{i}: {m[:40]}" for i, (m, _) in enumerate(REFUSALS)]
)
def test_it_is_refused_in_one_line(message, call):
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert len(str(caught.value).splitlines()) == 1


def test_a_model_that_is_not_fitted_says_so():
    with pytest.raises(NotFittedError, match=r"instance is not fitted yet"):
        denoising.denoise(pca.KernelPCA(), np.eye(2))
