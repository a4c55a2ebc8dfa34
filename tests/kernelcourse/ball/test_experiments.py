import contextlib
import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from kernelcourse.ball.checks.ex_03_09 import wrong_center
from kernelcourse.ball.experiments import circle_from_dual, found_by_distance, lose_values
from kernelsy19 import ball, datasets
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF, Linear

X = np.random.default_rng(3).normal(loc=(2, 1), size=(15, 2))
PIMA = datasets.pima().columns("glucose", "bmi").where_recorded()
K, NU = RBF(gamma=0.1), 0.05


def test_the_whole_dual_gives_the_smallest_circle():
    c, R = circle_from_dual(X, (X**2).sum(axis=1))
    smallest = ball.solve_dual(Linear()(X), nu=0.5 / len(X))
    assert pytest.approx(smallest.R2, rel=1e-5) == R**2
    np.testing.assert_allclose(c, smallest.alpha @ X, atol=1e-4)
    around = [np.linalg.norm(X - c - move, axis=1).max() for move in 0.01 * np.eye(2)]
    assert min(around) > R


def test_without_its_first_sum_the_dual_gives_the_point_of_the_hull_nearest_to_the_origin():
    c, R = circle_from_dual(X, np.zeros(len(X)))
    np.testing.assert_allclose(c, wrong_center(X), atol=1e-3)
    assert R > 1.05 * circle_from_dual(X, (X**2).sum(axis=1))[1]


def test_lost_values_become_zeros_and_a_larger_share_loses_more():
    few, many = (lose_values(PIMA, "bmi", share, K, NU) for share in (0.02, 0.3))
    lost = np.random.default_rng(0).random(len(PIMA)) < 0.02
    with_zeros = np.column_stack([PIMA.X[:, 0], np.where(lost, 0, PIMA.X[:, 1])])
    scaled = (with_zeros - with_zeros.mean(axis=0)) / with_zeros.std(axis=0)
    solution = ball.shared_evenly(MinimumVolumeBall(K, NU, tol=1e-10).fit(scaled).solution_, scaled)
    assert few == (lost.sum(), (lost & solution.outlier).sum(), solution.outlier.sum())
    assert few.found / few.lost > 2 * many.found / many.lost
    assert max(few.outliers, many.outliers) <= 0.05 * len(PIMA)


def test_nothing_is_lost_of_a_share_of_none_and_the_data_stay_as_they_are():
    before = PIMA.X.copy()
    assert lose_values(PIMA, "glucose", 0, K, NU)[:2] == (0, 0)
    nearly_all = lose_values(PIMA, "glucose", 0.95, K, NU)
    assert 0.9 * len(PIMA) < nearly_all.lost < len(PIMA)
    np.testing.assert_array_equal(PIMA.X, before)


def test_the_rows_farthest_out_are_those_of_their_distances():
    by_mean, by_ellipse = found_by_distance(PIMA, "bmi", 0.1, 0.05, seed=3)
    lost = np.random.default_rng(3).random(len(PIMA)) < 0.1
    with_zeros = np.column_stack([PIMA.X[:, 0], np.where(lost, 0, PIMA.X[:, 1])])
    scaled = (with_zeros - with_zeros.mean(axis=0)) / with_zeros.std(axis=0)
    farthest = np.argsort(-np.linalg.norm(scaled, axis=1))[: int(0.05 * len(PIMA))]
    assert by_mean == lost[farthest].sum() / lost.sum()
    assert by_mean < by_ellipse <= 0.05 * len(PIMA) / lost.sum()


NOTEBOOK = Path(__file__).resolve().parents[3] / "notebooks" / "03_minimum_volume_ball.ipynb"


@pytest.mark.parametrize("order", [None, 3])
@pytest.mark.parametrize("compiled", [True, False])
def test_what_chapter_3_counts_depends_on_no_order_and_no_compiler(order, compiled, monkeypatch, capsys):
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    (counting,) = [cell for cell in cells if "places have weight" in "".join(cell["source"])]
    points = datasets.faithful().standardized().X
    n, nu = len(points), 0.1
    points = points if order is None else points[np.random.default_rng(order).permutation(n)]
    monkeypatch.setattr("kernelsy19.engine.duals.loops_pay", lambda n: compiled)
    names = {"ball": ball, "np": np, "RBF": RBF, "Linear": Linear, "X": points, "n": n, "nu": nu}
    names["guess"] = SimpleNamespace(covered=contextlib.nullcontext)
    names["half"] = ball.solve_dual(RBF(1.0)(points), nu=0.5)
    assert (names["half"].path == "plain") is not compiled
    exec("".join(counting["source"]), names)
    assert capsys.readouterr().out.rstrip() == "".join(counting["outputs"][0]["data"]["text/plain"])


def test_which_lost_values_are_outliers_is_no_matter_of_the_compiler(monkeypatch):
    found = [lose_values(PIMA, "bmi", 0.02, K, NU, seed) for seed in range(3)]
    monkeypatch.setattr("kernelsy19.engine.duals.loops_pay", lambda n: False)
    assert [lose_values(PIMA, "bmi", 0.02, K, NU, seed) for seed in range(3)] == found
