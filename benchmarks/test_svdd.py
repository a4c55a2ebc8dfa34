"""The ball for two classes against a general solver of quadratic programs."""

import numpy as np
import pytest
from problems import by_clarabel
from sklearn.datasets import make_moons

from kernelsy19 import svdd
from kernelsy19.kernels import RBF, Polynomial

C = 0.3  # as in table 4 of the AML report
KERNELS = {"RBF": RBF(0.7), "polynomial": Polynomial(degree=2)}


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("n", [500, 1000])
def test_general_qp(race, n, name):
    X, labels = make_moons(n, noise=0.2, random_state=0)
    y, kernel = np.where(labels == 0, 1.0, -1.0), KERNELS[name]

    def peer():
        K = kernel(X)
        return by_clarabel(2 * K * np.outer(y, y), -y * np.diagonal(K), y, C)

    def agree(ours, theirs):
        K = kernel(X)
        values = [svdd.dual_objective(K, y, alpha) for alpha in (ours.alpha, theirs)]
        assert ours.converged
        assert values[0] == pytest.approx(values[1], rel=1e-5)
        return f"dual value {values[0]:.6f}, {values[1]:.6f}"

    race(
        "two-class SVDD, general QP",
        {"n": n, "kernel": name},
        lambda: svdd.solve_dual(kernel.gram(X), y, C, tol=1e-6),
        peer,
        agree,
        path=lambda s: f"{s.path}, {s.iterations} iterations",
    )
