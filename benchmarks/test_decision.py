"""The decision function of the ball against that of scikit-learn's one-class SVM, on grids and in many dimensions."""

import numpy as np
import pytest
from problems import mixture, scale_gamma
from sklearn.svm import OneClassSVM

from kernelsy19 import ball
from kernelsy19.kernels import RBF

LINE = np.linspace(-6, 6, 200)
POINTS = np.stack(np.meshgrid(LINE, LINE), axis=-1).reshape(-1, 2)
NU = 0.5


def fitted(n, p):
    """A ball and a one-class SVM with about n/2 support vectors."""
    X = mixture(n, p)
    k = RBF(gamma=scale_gamma(X))
    solution = ball.solve_dual(k.gram(X), NU, tol=1e-8)
    return X, k, solution, OneClassSVM(kernel="rbf", gamma=k.gamma, nu=NU, tol=1e-6).fit(X)


def agreement(solution, n):
    """A function that asserts that both decide alike: ours is 2/(νn) times theirs."""

    def agree(ours, theirs):
        difference = float(np.abs(ours.ravel() - 2 / (NU * n) * theirs).max() / np.abs(ours).max())
        assert difference < 1e-5  # what their tolerance leaves open
        return f"decision values differ by {difference:.0e} of the largest"

    return agree


@pytest.mark.parametrize("n_support", [200, 1000, 5000])
def test_grid(race, n_support):
    n = 2 * n_support
    X, k, solution, peer = fitted(n, 2)
    race(
        "decision function, grid",
        {"support vectors": len(solution.support), "grid": "200 × 200"},
        lambda: ball.decision_on_grid(k, X, solution, LINE, LINE),
        lambda: peer.decision_function(POINTS),
        agreement(solution, n),
    )


@pytest.mark.parametrize("n_support", [500, 2000])
def test_many_dimensions(race, n_support):
    n = 2 * n_support
    X, k, solution, peer = fitted(n, 256)
    X_new = mixture(4000, 256, seed=1)
    race(
        "decision function, p = 256",
        {"support vectors": len(solution.support), "points": len(X_new)},
        lambda: ball.decision_function(k, X, solution, X_new),
        lambda: peer.decision_function(X_new),
        agreement(solution, n),
    )
