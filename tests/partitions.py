"""Points to cluster, loops over partitions, and what every solution of c-means has to show."""

import itertools
import warnings

import numpy as np
import pytest

from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.validation import ConvergenceWarning

KERNELS = [Linear(), Polynomial(degree=2, gamma=0.5, offset=1.0), RBF(0.7), Laplacian(0.5)]
INITS = ["k-means++", "points", "partition"]


each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=repr)


def sample(n=40, p=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


def expect_warning(wanted, message):
    """A context in which a `ConvergenceWarning` has to be given, or none."""
    if wanted:
        return pytest.warns(ConvergenceWarning, match=message)
    return warnings.catch_warnings(action="error", category=ConvergenceWarning)


def blobs(n=60, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(3, size=n)
    return np.array([[0, 0], [6, 0], [0, 6]])[y] + rng.normal(size=(n, 2)), y


def rings(n=80, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    angle, radius = rng.uniform(0, 2 * np.pi, n), np.where(y == 0, 0.3, 1.0) + 0.04 * rng.normal(size=n)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), y


def labels_of(n=40, c=3, seed=0):
    rng = np.random.default_rng(seed)
    return rng.permutation(np.concatenate([np.arange(c), rng.integers(c, size=n - c)]))


def loop_criterion(X, labels, V):
    return sum(sum((x - V[k]) ** 2) for x, k in zip(X, labels, strict=True))


def loop_kernel_distances(K_xx, K_xs, K, labels, c):
    """The three terms, one number at a time."""
    D = np.empty((len(K_xx), c))
    for k in range(c):
        members = [j for j in range(len(K)) if labels[j] == k]
        third = sum(K[j, r] for j in members for r in members) / len(members) ** 2
        for i in range(len(K_xx)):
            D[i, k] = K_xx[i] - 2 * sum(K_xs[i, j] for j in members) / len(members) + third
    return D


def kernel_objective(K, labels):
    """J of a partition as Σ Kᵢᵢ − Σₖ nₖ⁻¹ Σ K over the cluster; empty clusters add nothing."""
    return np.trace(K) - sum(
        K[np.ix_(labels == k, labels == k)].sum() / (labels == k).sum() for k in set(labels)
    )


def best_of_all_partitions(K, c):
    best = (np.inf, None)
    for rest in itertools.product(range(c), repeat=len(K) - 1):
        labels = np.array((0, *rest))
        best = min(best, (kernel_objective(K, labels), tuple(labels)))
    return best[0]


def assert_certified(solution, objective):
    assert solution.converged and solution.n_not_nearest == 0
    assert solution.objective == pytest.approx(objective, rel=1e-10, abs=1e-12)
    assert solution.objective == solution.history[-1] == solution.objectives.min()
    assert len(solution.history) == 2 * solution.iterations + 1 + solution.n_exchanges
    scale = max(1.0, solution.history[0])
    assert (np.diff(solution.history) <= 1e-12 * scale).all()
    first = np.unique(solution.labels, return_index=True)[1]
    assert (np.diff(first) > 0).all(), "clusters are named by first appearance"


def assert_same(a, b):
    for name in vars(a):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))


def assert_same_partition(a, b):
    np.testing.assert_array_equal(a.labels, b.labels)
