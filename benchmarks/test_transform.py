"""Projections on kernel principal components against scikit-learn's."""

import numpy as np
import pytest
from problems import mixture, scale_gamma
from sklearn.decomposition import KernelPCA as TheirKernelPCA

from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA


@pytest.mark.parametrize("n_components", [2, 16])
@pytest.mark.parametrize("p", [2, 256])
def test_transform(race, p, n_components):
    X, X_new = mixture(2000, p), mixture(40_000, p, seed=1)
    gamma = scale_gamma(X)
    ours = KernelPCA(RBF(gamma), n_components).fit(X)
    peer = TheirKernelPCA(n_components, kernel="rbf", gamma=gamma, eigen_solver="arpack").fit(X)

    def agree(ours, theirs):
        signs = np.sign((ours * theirs).sum(axis=0))
        difference = float(np.abs(ours - signs * theirs).max())
        assert difference < 1e-8
        return f"coordinates differ by {difference:.0e}"

    np.ones((4, len(X_new), len(X)))  # or the system first looks for memory, in the peer's time alone
    race(
        "kernel PCA, transform",
        {"n": len(X), "p": p, "components": n_components, "points": len(X_new)},
        lambda: ours.transform(X_new),
        lambda: peer.transform(X_new),
        agree,
    )


def test_products_alone(race):
    """What is left of the peer's time if all but the dot products cost nothing: no way that forms them is below."""
    p = 256
    X, X_new = mixture(2000, p), mixture(40_000, p, seed=1)
    peer = TheirKernelPCA(2, kernel="rbf", gamma=scale_gamma(X), eigen_solver="arpack").fit(X)
    block = np.empty((1000, len(X)))
    np.ones((4, len(X_new), len(X)))

    def products():
        for s in range(0, len(X_new), len(block)):
            np.matmul(X_new[s : s + len(block)], X.T, out=block)

    race(
        "kernel PCA, transform: x·y alone",
        {"n": len(X), "p": p, "points": len(X_new)},
        products,
        lambda: peer.transform(X_new),
        lambda ours, theirs: "not an answer: a bound",
    )
