"""Kernel PCA against scikit-learn's, with whichever of its solvers is fastest at the same accuracy."""

import numpy as np
import pytest
from problems import mixture, scale_gamma
from race import timed
from sklearn.decomposition import KernelPCA as SklearnKernelPCA

from kernelsy19.kernels import RBF
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.pca import KernelPCA

TOL = 1e-10  # of both sides: largest ‖Kv − nλv‖ of a unit vector, as a share of the largest eigenvalue
SOLVERS = {
    "auto": {},
    "arpack, tol = 1e-10": {"eigen_solver": "arpack", "tol": TOL},
    "arpack, tol = 1e-7": {"eigen_solver": "arpack", "tol": 1e-7},
    "randomized": {"eigen_solver": "randomized"},
    "randomized, 15 iterations": {"eigen_solver": "randomized", "iterated_power": 15},
}
# Points; beyond, "auto" is dense and takes minutes for many components, "randomized" seconds.
DENSE_UP_TO = 2000


@pytest.mark.parametrize("gamma_times", [1, 10])
@pytest.mark.parametrize("n_components", [2, 16])
@pytest.mark.parametrize("p", [2, 256])
@pytest.mark.parametrize("n", [400, 2000, 8000])
def test_fit(race, n, p, n_components, gamma_times):
    X = mixture(n, p)
    gamma = gamma_times * scale_gamma(X)
    K = center_gram(RBF(gamma)(X))
    name, peer = fastest_peer(X, K, gamma, n_components)
    ours = KernelPCA(RBF(gamma), n_components=n_components, tol=TOL)

    def agree(ours, theirs):
        solution = ours.solution_
        vectors = solution.alpha * np.sqrt(solution.eigenvalues)
        errors = residual(K, solution.eigenvalues, vectors), peer_residual(K, theirs)
        assert max(errors) <= TOL
        assert errors[0] <= solution.backward_error + 1e-14, "ours is not as accurate as it says"
        np.testing.assert_allclose(solution.eigenvalues, theirs.eigenvalues_, rtol=1e-7)
        return f"‖Kv − nλv‖/nλ₁ {errors[0]:.1e}, {errors[1]:.1e}; the peer's solver: {name}"

    race(
        "kernel PCA, fit",
        {"n": n, "p": p, "q": n_components, "γ": f"{gamma_times} · scale"},
        lambda: ours.fit(X),
        lambda: peer.fit(X),
        agree,
        path=lambda model: model.solution_.path,
    )


def fastest_peer(X, K, gamma, n_components):
    """The fastest of their solvers whose residuals are small enough, each run once after one to warm up."""
    times = {}
    for name, options in SOLVERS.items():
        slow = name.startswith("randomized") or (name == "auto" and n_components >= 10)
        if slow and len(X) > DENSE_UP_TO:
            continue
        model = SklearnKernelPCA(n_components, kernel="rbf", gamma=gamma, random_state=0, **options)
        if len(X) <= DENSE_UP_TO:
            model.fit(X)
        model, seconds = timed(lambda model=model: model.fit(X))
        if peer_residual(K, model) <= TOL:
            times[name] = seconds, model
    name = min(times, key=lambda name: times[name][0])
    return name, times[name][1]


def peer_residual(K, model):
    return residual(K, model.eigenvalues_, model.eigenvectors_)


def residual(K, eigenvalues, vectors):
    """The largest ‖Kv − nλv‖ of a unit vector v, as a share of the largest eigenvalue, in float64."""
    return np.linalg.norm(K @ vectors - vectors * eigenvalues, axis=0).max() / eigenvalues[0]
