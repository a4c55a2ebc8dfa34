"""The engine on the dual of the soft-margin classifier, against the classifier of scikit-learn."""

import numpy as np
import pytest
from sklearn.datasets import make_moons
from sklearn.svm import SVC

from kernelsy19.engine import smo
from kernelsy19.kernels import RBF

TOL = 1e-3  # of SVC, by default; the gradient has the same units in both


@pytest.mark.parametrize("C", [1, 100])
@pytest.mark.parametrize("n", [500, 2000, 10_000])
def test_soft_margin(race, n, C):
    X, labels = make_moons(n, noise=0.3, random_state=0)
    y = np.where(labels, 1.0, -1.0)
    kernel = RBF(gamma=1 / (2 * X.var()))
    peer = SVC(C=C, gamma=kernel.gamma, tol=TOL, cache_size=2000)

    def agree(ours, theirs):
        Q = kernel(X) * np.outer(y, y)
        alpha = np.zeros(n)
        alpha[theirs.support_] = np.abs(theirs.dual_coef_[0])
        values = [a @ Q @ a / 2 - a.sum() for a in (ours.alpha, alpha)]
        residuals = [violation(Q @ a - 1, a, y, C) for a in (ours.alpha, alpha)]
        assert residuals[0] <= max(TOL, residuals[1]) * 1.001
        assert values[0] == pytest.approx(values[1], rel=1e-4)
        return f"KKT residual {residuals[0]:.1e}, {residuals[1]:.1e}"

    race(
        "soft-margin SVM, dual",
        {"n": n, "C": C},
        lambda: smo.solve_qp(kernel.gram(X).with_signs(y), -np.ones(n), y, 0.0, C, tol=TOL),
        lambda: peer.fit(X, y),
        agree,
        path=lambda s: f"{s.path}, {s.iterations} iterations",
    )


def violation(gradient, alpha, y, C):
    """The KKT residual, from Q in float64."""
    F, small = y * gradient, 1e-9 * C
    rises = np.where(y > 0, alpha < C - small, alpha > small)
    falls = np.where(y > 0, alpha > small, alpha < C - small)
    return max(0.0, F[falls].max() - F[rises].min())
