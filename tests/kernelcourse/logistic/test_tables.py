"""The tables of chapter 11: rows are computed again, and what the chapter says of them is so."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from kernelcourse.logistic import draws
from kernelsy19 import datasets

TOOLS = Path(__file__).parents[3] / "tools" / "tables"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("logistic_tables", TOOLS / "logistic.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_chapter_has_the_kernels_of_the_table(script):
    assert list(draws.kernels_of_table_2().values()) == [kernel for *_, kernel in script.ROWS]


def test_one_order_computed_again(script):
    K, y = script.moons()
    again = script.accuracies(K, y, (10, 100, 1000), 0)
    stored = datasets.table("klr_moons").rows(order=0)["accuracy"]
    np.testing.assert_allclose(again[-1], stored, atol=1.01)  # a point on the boundary may change sides
    by_epoch = datasets.table("klr_moons_epochs")
    for epochs, found in zip((10, 100), again, strict=False):
        np.testing.assert_allclose(found, by_epoch.rows(epochs=epochs)["accuracy"], atol=1.01)


@pytest.mark.parametrize("draw", [0, 7])
def test_a_draw_of_circles_computed_again(script, draw):
    stored = datasets.table("klr_circles").rows(draw=draw)
    for name, accuracy in script.one_draw(draw).items():
        assert accuracy == pytest.approx(stored[name][0], abs=1e-3)


def test_seven_rows_of_table_2_come_out_in_every_order_and_two_within_the_range(script):
    table = datasets.table("klr_moons")
    accuracy, published = table["accuracy"].reshape(24, 9), table["published"][:9]
    always = (accuracy == published).all(axis=0)
    assert always.sum() == 7 and not always[:2].any()
    assert (accuracy.min(axis=0) <= published).all() and (published <= accuracy.max(axis=0)).all()


def test_what_the_chapter_says_of_other_epochs():
    table = datasets.table("klr_moons_epochs")

    def at(kernel, parameter, epochs):
        return table.rows(kernel=kernel, parameter=parameter, epochs=epochs)["accuracy"][0]

    assert [at("RBF", 0.5, epochs) for epochs in (10, 1000, 10_000)] == [80, 92, 98]
    assert at("polynomial", 4, 100) == 79 < at("RBF", 2.8, 100)
    assert at("polynomial", 4, 1000) == at("RBF", 2.8, 1000) == 100


def test_what_the_chapter_says_of_table_1():
    table = datasets.table("klr_circles")
    for name in ("lr", "lr_scikit_learn"):
        assert table[name].mean() < 50 and (table[name].min().round(), table[name].max().round()) == (12, 71)
        assert 0 < np.mean(np.abs(table[name] - 800 / 17) < 0.01) < 0.2
    assert table["klr_polynomial_7"].mean() >= 95 and table["klr_polynomial_7"].min().round() == 65
    assert table["klr_rbf_gamma_15"].mean() >= 99
    assert max(table["klr_rbf_sigma_15"].mean(), table["klr_rbf_width_15"].mean()) < 45
