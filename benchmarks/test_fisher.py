"""Mixtures by EM against scikit-learn's; Fisher vectors against scikit-image's, where that is installed."""

import importlib.util

import numpy as np
import pytest
from sklearn.mixture import GaussianMixture

from kernelsy19.fisher import DiagonalMixture, FisherKernel, fit_mixture

STARTS, GAIN = 10, 1e-6


def groups(n, p, k):
    """Points in k groups of different widths."""
    rng = np.random.default_rng(0)
    labels = rng.integers(0, k, n)
    centers, widths = rng.normal(size=(k, p)) * 3, rng.uniform(0.5, 1.5, size=(k, p))
    return centers[labels] + widths[labels] * rng.normal(size=(n, p))


@pytest.mark.parametrize("k", [3, 10])
@pytest.mark.parametrize(("n", "p"), [(600, 8), (5000, 8), (5000, 30)])
def test_mixture(race, n, p, k):
    """Both start ten times from a k-means partition of their own, and stop at the same gain of the log-likelihood."""
    X = groups(n, p, k)
    own = {"n_init": STARTS, "tol": GAIN, "max_iter": 2000, "reg_covar": 1e-12}
    peer = GaussianMixture(k, covariance_type="diag", random_state=0, **own)

    def agree(ours, theirs):
        assert ours.log_likelihood >= theirs.score(X) - 1e-3
        return f"log-likelihood {ours.log_likelihood:.4f}, {theirs.score(X):.4f}"

    race(
        "mixture by EM, 10 starts",
        {"n": n, "p": p, "k": k},
        lambda: fit_mixture(X, k, n_starts=STARTS, tol=GAIN, max_iter=2000),
        lambda: peer.fit(X),
        agree,
        path=lambda fit: f"{fit.iterations} iterations of the best start",
    )


@pytest.mark.skipif(importlib.util.find_spec("skimage") is None, reason="needs scikit-image")
@pytest.mark.parametrize("n", [1000, 20_000])
def test_fisher_vector(race, n):
    """The sum of the scores of many points, in units of the closed information, as image retrieval has it."""
    from skimage.feature import fisher_vector

    X, k = groups(n, 30, 16), 16
    peer = GaussianMixture(k, covariance_type="diag", max_iter=20, random_state=0).fit(X)
    mixture = DiagonalMixture(peer.weights_ / peer.weights_.sum(), peer.means_, np.sqrt(peer.covariances_))
    kernel = FisherKernel(mixture, ("means", "sds"))

    def agree(ours, theirs):
        # scikit-image leaves out the lecture's sign, and scales each part in its own way: directions are compared.
        parts = [
            (abs(a @ b) / np.linalg.norm(a) / np.linalg.norm(b))
            for a, b in zip(np.split(ours, [k * 30]), np.split(theirs[-2 * k * 30 :], [k * 30]), strict=True)
        ]
        assert min(parts) > 1 - 1e-6
        return f"cosines {parts[0]:.6f}, {parts[1]:.6f}"

    race(
        "Fisher vector",
        {"n": n, "p": 30, "k": k},
        lambda: kernel.feature_map(X).mean(axis=0),
        lambda: fisher_vector(X, peer),
        agree,
    )
