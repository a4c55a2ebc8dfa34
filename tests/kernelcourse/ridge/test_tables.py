"""The precomputed table of chapter 10, and what its text says of numbers."""

import numpy as np

from kernelsy19 import datasets, ridge


class TestCrossOver:
    def test_multiplications_are_equal_where_points_and_variables_are(self):
        cost = datasets.table("ridge_crossover")
        n, p = 1000, cost["p"]
        np.testing.assert_allclose(cost["primal_millions"], (n * p**2 + p**3 / 3) / 1e6, rtol=1e-5)
        np.testing.assert_allclose(cost["dual_millions"], (n**2 * p + n**3 / 3) / 1e6, rtol=1e-5)
        np.testing.assert_array_equal(
            np.sign(cost["primal_millions"] - cost["dual_millions"]), np.sign(p - n)
        )

    def test_the_solver_takes_the_smaller_system(self):
        rng = np.random.default_rng(0)
        for n, p, path in ((20, 19, "primal"), (20, 20, "primal"), (20, 21, "dual")):
            assert ridge.solve_ridge(rng.normal(size=(n, p)), rng.normal(size=n), 1.0).path == path
