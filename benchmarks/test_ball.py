"""The minimum-volume ball against the one-class SVM of scikit-learn, and against a solver for any quadratic program."""

import numpy as np
import pytest
from problems import by_clarabel, dual_weights, kkt_residual, mixture, scale_gamma
from sklearn.svm import OneClassSVM

from kernelsy19 import ball
from kernelsy19.kernels import RBF

THEIR_TOL = 1e-3  # of OneClassSVM, by default


@pytest.mark.parametrize("gamma_times", [1, 10])
@pytest.mark.parametrize("nu", [0.01, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("p", [2, 4, 16, 64, 256])
@pytest.mark.parametrize("n", [500, 2000, 10_000])
def test_one_class_svm(race, n, p, nu, gamma_times):
    X = mixture(n, p)
    kernel = RBF(gamma=gamma_times * scale_gamma(X))
    # Their α sum to νn and their gradient is half a distance² of ours times νn: the same gap in both.
    gap = 2 * THEIR_TOL / (nu * n)
    tol = 0.8 * gap / (1 - kernel(X[:1000]).mean())  # the solver estimates the variance from another sample
    peer = OneClassSVM(kernel="rbf", gamma=kernel.gamma, nu=nu, tol=THEIR_TOL, cache_size=2000)

    def agree(ours, theirs):
        K = kernel(X)
        alpha = dual_weights(theirs, n)
        both = ours.alpha, alpha / alpha.sum()
        objectives = [ball.dual_objective_constant_diagonal(K, a) for a in both]
        gaps = [kkt_residual(K, a, nu) for a in both]
        assert gaps[0] <= gap * 1.001 + 1e-12, "ours is not as accurate as it says"
        assert gaps[0] <= max(gaps[1], gap) * 1.001, "ours is less accurate than the peer's"
        assert objectives[0] == pytest.approx(objectives[1], abs=gap)
        return f"KKT residual {gaps[0]:.1e}, {gaps[1]:.1e}"

    race(
        "one-class SVM, fit, p = 4 to 64" if 4 <= p <= 64 else "one-class SVM, fit",
        {"n": n, "p": p, "ν": nu, "γ": f"{gamma_times} · scale"},
        lambda: ball.solve_dual(kernel.gram(X), nu, tol=tol),
        lambda: peer.fit(X),
        agree,
        path=lambda s: f"{s.path}, {s.iterations} iterations",
    )


def test_general_quadratic_program(race):
    n, nu = 2000, 0.1
    X = mixture(n, 2)
    kernel = RBF(gamma=scale_gamma(X))
    K = kernel(X)

    def agree(ours, theirs):
        values = [ball.dual_objective(K, a) for a in (ours.alpha, theirs / theirs.sum())]
        assert values[0] == pytest.approx(values[1], rel=1e-6)
        return f"objective {values[0]:.8f}, {values[1]:.8f}"

    race(
        "one-class SVM, general QP",
        {"n": n, "p": 2, "ν": nu},
        lambda: ball.solve_dual(kernel.gram(X), nu, tol=1e-6),
        lambda: np.clip(by_clarabel(2 * kernel(X), -np.ones(n), np.ones(n), 1 / (nu * n)), 0, 1 / (nu * n)),
        agree,
        path=lambda s: f"{s.path}, {s.iterations} iterations",
    )
