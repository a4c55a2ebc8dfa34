"""The tables of chapter 11: rows are computed again, and what the chapter says of them is so."""

import logistic as script
import numpy as np
import pytest

from kernelcourse.logistic import draws
from kernelsy19 import datasets


def test_the_chapter_has_the_kernels_of_the_table():
    assert list(draws.kernels_of_table_2().values()) == [kernel for *_, kernel in script.ROWS]


def test_one_order_computed_again():
    K, y = script.moons()
    again = script.accuracies(K, y, (10, 100, 1000), 0)
    stored = datasets.table("klr_moons").rows(order=0)["accuracy"]
    np.testing.assert_allclose(again[-1], stored, atol=1.01)  # a point on the boundary may change sides
    by_epoch = datasets.table("klr_moons_epochs")
    for epochs, found in zip((10, 100), again, strict=False):
        np.testing.assert_allclose(found, by_epoch.rows(epochs=epochs)["accuracy"], atol=1.01)


@pytest.mark.parametrize("draw", [0, 7])
def test_a_draw_of_circles_computed_again(draw):
    stored = datasets.table("klr_circles").rows(draw=draw)
    for name, accuracy in script.one_draw(draw).items():
        assert accuracy == pytest.approx(stored[name][0], abs=1e-3)
