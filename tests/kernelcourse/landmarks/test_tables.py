"""The precomputed tables of chapter 16, and what its text says of numbers."""

import numpy as np
import pytest

from kernelcourse.landmarks.draws import with_far_points
from kernelsy19 import datasets, landmarks
from kernelsy19.kernels import RBF


class TestFlights:
    def test_what_the_text_says(self):
        table = datasets.table("flights")
        rmse = dict(zip(table["m"], table["test_rmse"], strict=True))
        mean, line = (table.rows(method=name)["test_rmse"][0] for name in ("the mean", "a linear function"))
        assert line == pytest.approx(17.82, abs=0.005) and rmse[400] < 17.38 and rmse[1000] <= 17.24
        assert mean - line == pytest.approx(1 / 6, abs=0.02)
        # A small trace is no proof of a good fit: with next to nothing of it left, the error goes on falling.
        assert table.rows(m=400)["trace_left"][0] < 0.01  # in %
        assert rmse[400] - rmse[1000] > 0.1 and 0 < rmse[1000] - rmse[2000] < 0.03

    def test_the_price_is_the_largest_that_is_as_good_as_any_and_no_edge_of_the_grid(self):
        tried = datasets.table("flights_tried").rows(rounding=0)
        good = tried["rmse"] <= (1 + 1e-4) * tried["rmse"].min()
        assert tried["lam"][good].max() == 0.001 and set(tried["gamma"][good]) == {0.01}
        everywhere = datasets.table("flights_tried")
        assert (
            everywhere["gamma"].min() < 0.01 < everywhere["gamma"].max() and everywhere["lam"].min() < 0.001
        )


class TestCosts:
    def test_memory_is_that_of_n_squared(self):
        cost = datasets.table("gram_cost")
        np.testing.assert_allclose(cost["gigabytes"], 8 * cost["n"] ** 2 / 1e9)
        slope = np.polyfit(np.log(cost["n"]), np.log(cost["seconds_exact"]), 1)[0]
        assert 2 < slope < 3
        assert np.polyfit(np.log(cost["n"]), np.log(cost["seconds_pass"]), 1)[0] < 1.1

    def test_flights_would_need_900_gigabytes_and_a_million_rows_8_terabytes(self):
        assert 8 * 336_776**2 / 1e9 == pytest.approx(907, abs=1)
        assert 8 * 1e6**2 / 1e12 == 8

    def test_the_model_of_a_pass_fits_what_was_measured(self):
        table = datasets.table("landmark_passes").rows(executor="this process")
        t = table["seconds_here"][0] / table["n"][0]
        few = table.rows(m=300)
        model = np.array([landmarks.pass_time(1, int(n), t, 1, 0, 0, 300, 1e9) for n in few["n"]])
        np.testing.assert_allclose(few["seconds_here"], model, rtol=0.25)
        assert 2 < table.rows(m=600)["seconds_here"][0] / few.rows(n=300_000)["seconds_here"][0] < 4

    def test_one_machine_gains_nothing_by_dask_over_threads(self):
        table = datasets.table("landmark_passes")
        for n in (300_000, 1_000_000):
            at = {e: table.rows(executor=e, n=n, m=300) for e in ("threads", "Dask")}
            work = {e: (rows["seconds_here"] + rows["seconds_workers"])[0] for e, rows in at.items()}
            assert work["Dask"] > work["threads"]

    def test_with_few_groups_rows_are_the_bottleneck_and_with_many_the_sums(self):
        table = datasets.table("landmark_passes").rows(m=300)
        serial, dask = (table.rows(executor=name) for name in ("this process", "Dask"))
        t = serial["seconds_here"][0] / serial["n"][0]
        per_group = np.mean(dask["seconds_here"] / dask["groups"])
        for m in (300, 1000, 3000):
            rows = 10**9 * t * (m / 300) ** 2 / 100
            many, few = (
                landmarks.pass_time(1, 10**9, t * (m / 300) ** 2, 100, g, per_group, m, 1e8)
                for g in (25_000, 1000)
            )
            assert many - rows > rows > few - rows


class TestWords:
    def test_how_many_far_points_an_even_draw_has(self):
        X = with_far_points(1500, 30)
        found = [
            (landmarks.choose(RBF(5.0).gram(X), 60, "uniform", s).indices >= 1500).sum() for s in range(20)
        ]
        assert found[0] == 0 and 0.5 < np.mean(found) < 2.2
        assert (landmarks.choose(RBF(5.0).gram(X), 60, "greedy").indices >= 1500).sum() > 20
        left = {
            rule: landmarks.choose(RBF(5.0).gram(X), 60, rule).error
            for rule in ("uniform", "greedy", "rpcholesky")
        }
        assert left["rpcholesky"] < 0.7 * min(left["uniform"], left["greedy"])

    @pytest.mark.parametrize(("points", "gamma"), [("digits", 1 / 128), ("normals", 0.1), ("spirals", 5.0)])
    def test_landmarks_are_twice_as_good_as_waves(self, points, gamma):
        X = {
            "digits": lambda: datasets.usps().train.X[:600],
            "normals": lambda: np.random.default_rng(0).normal(size=(600, 8)),
            "spirals": lambda: with_far_points(600, 12),
        }[points]()
        kernel, errors = RBF(gamma), {}
        for s in range(3):
            maps = {
                "landmarks": landmarks.landmark_map(
                    kernel, X[landmarks.choose(kernel.gram(X), 200, rng=s).indices]
                ),
                "waves": landmarks.fourier_map(kernel, X.shape[1], 100, False, s),
                "orthogonal": landmarks.fourier_map(kernel, X.shape[1], 100, True, s),
            }
            for name, features in maps.items():
                errors.setdefault(name, []).append(landmarks.feature_error(features, X).relative)
        means = {name: np.mean(values) for name, values in errors.items()}
        assert 2 * means["landmarks"] < min(means["orthogonal"], means["waves"])
        assert points == "spirals" or means["orthogonal"] < means["waves"]


class TestMovedDigits:
    def test_what_the_text_says(self):
        table = datasets.table("usps_shifted")
        with_300, with_1000 = (table.rows(m=m) for m in (300, 1000))
        np.testing.assert_array_equal(with_300["n"], [7291, 65_619, 182_275])
        np.testing.assert_allclose(with_300["test_error"], [6.2, 5.7, 7.3], atol=0.05)
        np.testing.assert_allclose(with_1000["test_error"], [4.9, 4.2, 4.8], atol=0.05)
        np.testing.assert_array_equal(with_1000["n"], with_300["n"])
        np.testing.assert_allclose(with_300["trace_left"][[0, 2]], [38, 51], atol=0.5)
        assert 13 <= table["passes"].min() and table["passes"].max() <= 18
