"""Kernel logistic regression against two of scikit-learn's models that have the same minimum."""

import numpy as np
import pytest
from problems import scale_gamma
from scipy.linalg import eigh
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF as PeerRBF
from sklearn.gaussian_process.kernels import ConstantKernel
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import rbf_kernel

from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.logistic import KernelLogisticRegression, penalized_objective

LARGEST_EXCESS = 1e-6  # nats by which either side may exceed the least objective


def problem(n, p):
    """Moons in the plane, or two clouds that overlap in more dimensions; points, labels and γ."""
    if p == 2:
        data = datasets.moons(n, noise=0.2)
        return data.X, data.y, 2.0
    rng = np.random.default_rng(0)
    y = np.arange(n) % 2
    X = rng.normal(size=(n, p)) + 0.5 * y[:, None]
    return X, y, scale_gamma(X)


def agreement(K, y, lam, scores_of_peer):
    """What both sides have to show: the objective of each is within so much of what no f can go below."""

    def agree(ours, theirs):
        solution = ours.solution_
        assert solution.duality_gap <= LARGEST_EXCESS
        theta, f = scores_of_peer(theirs)
        beyond = penalized_objective(f, theta, f, y, lam) - solution.dual_objective
        assert -LARGEST_EXCESS <= beyond <= LARGEST_EXCESS
        np.testing.assert_allclose(solution.scores, f, atol=2e-3)
        return f"objective above the dual value {solution.duality_gap:.0e}, {max(beyond, 0):.0e}"

    return agree


@pytest.mark.parametrize("lam", [0.5, 0.05])
@pytest.mark.parametrize("p", [2, 8])
@pytest.mark.parametrize("n", [200, 500, 1000, 2000])
def test_fit(race, n, p, lam):
    X, y, gamma = problem(n, p)
    K = RBF(gamma)(X)
    kernel = ConstantKernel(1 / lam) * PeerRBF(1 / np.sqrt(2 * gamma))
    peer = GaussianProcessClassifier(kernel, optimizer=None)

    def scores(model):
        mode = model.base_estimator_
        return (y - mode.pi_) / lam, K @ (y - mode.pi_) / lam

    race(
        "kernel logistic regression, fit",
        {"n": n, "p": p, "λ": lam},
        lambda: KernelLogisticRegression(RBF(gamma), lam).fit(X, y),
        lambda: peer.fit(X, y),
        agreement(K, y, lam, scores),
        path=lambda model: model.solution_.path,
    )


@pytest.mark.parametrize("p", [2, 8])
@pytest.mark.parametrize("n", [200, 500, 1000, 2000])
def test_fit_on_eigenfeatures(race, n, p):
    """Eigenvectors of K times the roots of their eigenvalues are features in which the model is linear."""
    X, y, gamma = problem(n, p)
    lam, K = 0.5, RBF(gamma)(X)

    def fit():
        values, V = eigh(rbf_kernel(X, gamma=gamma))
        kept = values > 1e-12 * values[-1]
        features = V[:, kept] * np.sqrt(values[kept])
        model = LogisticRegression(C=1 / lam, fit_intercept=False, solver="newton-cholesky", tol=1e-8)
        return model.fit(features, y), features, values[kept], V[:, kept]

    def scores(found):
        model, features, values, V = found
        return V @ (model.coef_[0] / np.sqrt(values)), features @ model.coef_[0]

    race(
        "kernel logistic regression, fit (features)",
        {"n": n, "p": p, "λ": lam},
        lambda: KernelLogisticRegression(RBF(gamma), lam).fit(X, y),
        fit,
        agreement(K, y, lam, scores),
        path=lambda model: model.solution_.path,
    )
