"""Kernel c-means with ten starts against tslearn's kernel k-means."""

import statistics
import warnings

import numpy as np
import pytest
from race import timed
from sklearn.datasets import make_blobs
from threadpoolctl import threadpool_limits

from kernelsy19.cmeans import partition_matrix
from kernelsy19.kernel_cmeans import KernelCMeans, kernel_criterion
from kernelsy19.kernels import RBF

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that h5py is not there
    from tslearn.clustering import KernelKMeans

ROW = "kernel c-means, 10 starts"
N_STARTS = 10
PROBLEMS = [(3, 2.0), (20, 10.0)]  # c, γ


@pytest.mark.parametrize(("c", "gamma"), PROBLEMS)
@pytest.mark.parametrize("n", [400, 2000])
def test_kernel_c_means(race, n, c, gamma):
    X = blobs(n, c)
    race(
        ROW,
        {"n": n, "c": c},
        lambda: KernelCMeans(RBF(gamma), n_clusters=c, n_starts=N_STARTS).fit(X),
        lambda: peer(c, gamma, N_STARTS).fit(X[:, :, None]),
        lambda ours, theirs: agree(X, c, gamma, ours, theirs),
        path=lambda model: model.solution_.path,
    )


@pytest.mark.parametrize(("c", "gamma"), PROBLEMS)
def test_many_points(keep, c, gamma):
    """The peer takes minutes: one of its starts is timed, and counts ten times."""
    n = 10_000
    X = blobs(n, c)
    with threadpool_limits(1):
        model = KernelCMeans(RBF(gamma), n_clusters=c, n_starts=N_STARTS)
        runs = [timed(lambda: model.fit(X)) for _ in range(4)]
        theirs, seconds = timed(lambda: peer(c, gamma, 1).fit(X[:, :, None]))
    ours = runs[0][0]
    accuracy = agree(X, c, gamma, ours, theirs)
    keep(
        ROW,
        {"n": n, "c": c},
        statistics.median(seconds for _, seconds in runs[1:]),
        N_STARTS * seconds,
        accuracy=f"{accuracy}; the peer's time is {N_STARTS} times that of one start",
        path=ours.solution_.path,
    )


def peer(c, gamma, n_init):
    kernel = {"kernel": "rbf", "kernel_params": {"gamma": gamma}}
    return KernelKMeans(c, **kernel, n_init=n_init, max_iter=50, tol=1e-6, random_state=0)


def agree(X, c, gamma, ours, theirs):
    J = [J_of(X, gamma, model.labels_, c) for model in (ours, theirs)]
    assert ours.solution_.converged
    assert ours.solution_.objective == pytest.approx(J[0], rel=1e-9)
    assert J[0] <= J[1] * (1 + 1e-3)
    return f"J {J[0]:.6g}, {J[1]:.6g}"


def blobs(n, c):
    X, _ = make_blobs(n, 2, centers=c, cluster_std=1.0, random_state=1)
    return X / X.std()


def J_of(X, gamma, labels, c):
    """The true J of a partition; an empty cluster adds nothing."""
    names, labels = np.unique(labels, return_inverse=True)
    assert len(names) <= c
    return kernel_criterion(RBF(gamma)(X), partition_matrix(labels, len(names)))
