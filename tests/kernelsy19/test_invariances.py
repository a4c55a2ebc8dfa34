"""Another origin, other units, another order of the rows, each row twice, another type: the same answer, or a doubt.

What `tests/every_solver.py` asks of each solver is asked after each move. Points in ordinary units raise no doubt.
"""

import functools
import importlib
import inspect
import pkgutil
import warnings
from pathlib import Path

import every_solver
import numpy as np
import pytest
from every_solver import FEW, TABLE

import kernelsy19
from kernelsy19.validation import ConvergenceWarning

UNITS, ORIGINS = (1.0, 0.1), (1.0, 1e6, 1.7e9)  # the last one in seconds: a clock in 2023


@functools.cache
def points(unit):
    return every_solver.drawn(FEW, 2).in_units(unit)


def said(ask):
    """An answer, None where it was refused in a line; and whether there was a doubt."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            value = np.asarray(ask(), dtype=float)
        except ValueError:
            return None, True
    return value, any(issubclass(one.category, ConvergenceWarning) for one in heard)


@functools.cache
def asked(part, unit):
    """What is answered where nothing has moved."""
    return [said(answer.ask) for answer in part(points(unit))]


def assert_same(part, moved, move, expected, unit=1.0):
    """Each answer is the one that is expected, times a power of the unit, or has a doubt: how many have one."""
    faults, doubts = [], 0
    for answer, (value, _) in zip(part(moved), expected, strict=True):
        if move in answer.changed_by:
            continue
        found, doubt = said(answer.ask)
        doubts += doubt
        if not doubt:
            value = value * unit**answer.power
            off = np.abs(found - value).max() if found.shape == value.shape else np.inf
            if not off <= answer.within * np.abs(value).max():
                faults.append(f"{answer.name}: off by {off:.3g} of {np.abs(value).max():.3g}")
    assert not faults, f"{move}: {len(faults)} answers differ:\n" + "\n".join(faults)
    return doubts


every_part = pytest.mark.parametrize("part", TABLE, ids=lambda part: part.__name__)


@every_part
@pytest.mark.parametrize("unit", UNITS)
def test_points_in_ordinary_units_raise_no_doubt(part, unit):
    doubted = [a.name for a, (_, doubt) in zip(part(points(unit)), asked(part, unit), strict=True) if doubt]
    assert not doubted


@every_part
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("origin", ORIGINS)
def test_the_origin_is_anywhere(part, origin, unit):
    far = points(unit).moved(origin)
    back = far.moved(-origin)  # exactly: the same points, as far as float64 could write them down out there
    same = all(map(np.array_equal, (back.X, back.new), (points(unit).X, points(unit).new)))
    expected = asked(part, unit) if same else [said(answer.ask) for answer in part(back)]
    assert assert_same(part, far, "origin", expected) == 0 or origin > 1


@every_part
def test_units_do_not_matter(part):
    assert assert_same(part, points(0.1), "units", asked(part, 1.0), 0.1) == 0


@every_part
@pytest.mark.parametrize("move", ["order", "twice", "container"])
def test_neither_order_nor_number_nor_type_matters(part, move):
    q = points(1.0)
    moved = {
        "order": q.of_rows(np.random.default_rng(1).permutation(FEW)),
        "twice": q.of_rows(np.repeat(np.arange(FEW), 2), times=2),
        "container": q.kept_as(lambda X: np.asfortranarray(X, dtype=np.float32)),
    }[move]
    assert assert_same(part, moved, move, asked(part, 1.0)) == 0


@pytest.mark.parametrize("broken", [lambda v: v * (1 + 1e-3), lambda v: v[..., :-1], lambda v: v * np.nan])
def test_what_differs_is_found(broken):
    def part(change):
        return [every_solver.Answer("numbers", lambda: change(np.arange(3.0)))]

    assert assert_same(part, lambda v: v, "order", [(np.arange(3.0), False)]) == 0
    with pytest.raises(AssertionError, match="order: 1 answers differ"):
        assert_same(part, broken, "order", [(np.arange(3.0), False)])


# What is none of a solver's own: a step of one, sizes, sums of parts, mathematics without data.
NOT_ASKED = {
    "amise amise_gradient gaussian_derivative minimize_amise multi_indices pilot_bandwidth psi_estimate",  # of plug_in
    "as_bandwidth choose_bandwidth loo_bandwidth loo_log_likelihood plug_in",  # of ParzenWindow
    "weights_on_farthest c_means_steps kernel_c_means_steps newton_steps descent_steps em_steps",
    "kernel_descent_steps perceptron_steps fixed_point_path bends",
    "shared_evenly matched_accuracy matched_labels assign_new values_after_repair",  # of labels and kernel values alone
    "all_alignments listed_global_alignment change_of_kernels divergences_along gaussian_divergence",
    "plain_fisher_gram n_workers pass_time reduce sample_of",
    "compare fixed_point learn plain_fixed_point",  # of denoise
    "error_put_aside loo_grid plain_leave_one_out lowest_loss solve_one_against_rest scores_on_grid",
    "dtw_distance plain_global_alignment",
}


def test_every_solver_is_asked():
    """What a room hands on, but equations, results and `NOT_ASKED`, has its answer in the table."""
    table = Path(every_solver.__file__).read_text(encoding="utf-8")
    missing = []
    for room in pkgutil.iter_modules(kernelsy19.__path__):
        if room.name in ("engine", "kernels", "datasets") or not room.ispkg:
            continue
        for name, value in inspect.getmembers(importlib.import_module(f"kernelsy19.{room.name}")):
            ours = getattr(value, "__module__", "").startswith(f"kernelsy19.{room.name}.")
            result = inspect.isclass(value) and not hasattr(value, "fit")
            if ours and not value.__module__.endswith("equations") and not result and f"{name}(" not in table:
                missing.append(name)
    assert sorted(missing) == sorted(" ".join(NOT_ASKED).split())
