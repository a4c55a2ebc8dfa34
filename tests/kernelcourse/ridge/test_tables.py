"""The precomputed table of chapter 10, and what its text says of numbers."""

import numpy as np
import pytest

from kernelsy19 import datasets, ridge
from kernelsy19.kernels import RBF


class TestCrossOver:
    def test_multiplications_are_equal_where_points_and_variables_are(self):
        cost = datasets.table("ridge_crossover")
        n, p = 1000, cost["p"]
        np.testing.assert_allclose(cost["primal_millions"], (n * p**2 + p**3 / 3) / 1e6, rtol=1e-5)
        np.testing.assert_allclose(cost["dual_millions"], (n**2 * p + n**3 / 3) / 1e6, rtol=1e-5)
        np.testing.assert_array_equal(
            np.sign(cost["primal_millions"] - cost["dual_millions"]), np.sign(p - n)
        )

    def test_the_smaller_system_took_less_time(self):
        cost = datasets.table("ridge_crossover")
        apart = cost["p"] != 1000
        primal_first = cost["primal_ms"] < cost["dual_ms"]
        np.testing.assert_array_equal(primal_first[apart], cost["p"][apart] < 1000)

    def test_the_solver_takes_the_smaller_system(self):
        rng = np.random.default_rng(0)
        for n, p, path in ((20, 19, "primal"), (20, 20, "primal"), (20, 21, "dual")):
            assert ridge.solve_ridge(rng.normal(size=(n, p)), rng.normal(size=n), 1.0).path == path


@pytest.fixture
def eruptions():
    return datasets.faithful().columns("eruptions").standardized().X, datasets.faithful()["waiting"]


class TestWords:
    """Numbers that the text of the chapter says beside the cells that print them."""

    def test_the_nervous_curve(self, eruptions):
        x, y = eruptions
        nervous, calm = (ridge.solve_dual(RBF(10.0)(x), y, lam) for lam in (1e-6, 0.1))
        norms = [np.sqrt(ridge.squared_norm(s.alpha, RBF(10.0)(x))) for s in (nervous, calm)]
        assert 200 < norms[0] / norms[1] < 300
        errors = [np.sqrt(((y - s.fitted) ** 2).mean()) for s in (nervous, calm)]
        assert errors[1] - errors[0] == pytest.approx(0.25, abs=0.03)

    def test_norms_of_three_functions(self):
        K = RBF(1.0)(np.array([-1.6, -0.8, 0.0, 0.8, 1.6])[:, None])
        norms = [np.sqrt(v @ np.linalg.solve(K, v)) for v in np.array([[1, 1, 1, 1, 1], [1, -1, 1, -1, 1]])]
        assert norms[1] / norms[0] == pytest.approx(3, abs=0.2)

    def test_what_moving_the_explorer_shows(self, eruptions):
        x, y = eruptions
        lams = np.logspace(-4, 4, 81)
        paths = {g: ridge.loo_path(RBF(g)(x), y, lams) for g in (0.01, 0.1, 1.0, 100.0)}
        rmse = {g: round(p.rmse, 2) for g, p in paths.items()}
        assert (rmse[100.0], rmse[0.1], rmse[1.0]) == (6.12, 5.68, 5.70)
        assert paths[1.0].lam / paths[0.1].lam > 1000 and paths[0.01].lam == lams[0]
        df = [paths[g].degrees_of_freedom[paths[g].best] for g in (0.1, 1.0)]
        assert np.round(df, 1).tolist() == [4.8, 5.0]

    def test_number_of_fits(self, eruptions):
        assert len(eruptions[0]) * 33 * 17 == 152_592
