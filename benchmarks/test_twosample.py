"""A test of two samples by shuffling, against hyppo's, and against six lines of NumPy."""

import numpy as np
import pytest
from hyppo.ksample import MMD
from sklearn.metrics.pairwise import rbf_kernel

from kernelsy19 import twosample
from kernelsy19.kernels import RBF
from kernelsy19.kernels.geometry import center_gram

SHUFFLES = 1000


def samples(n, m):
    """Two samples, a kernel, and the size of the second."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(n, 5)), rng.normal(size=(m, 5)) + 0.1, RBF(0.1), m


@pytest.mark.parametrize("n", [100, 300, 1000])
def test_two_samples(race, n):
    X, Y, k, m = samples(n, n // 2)
    peer = MMD(compute_kernel="rbf", bias=True, gamma=0.1)

    def agree(ours, theirs):
        # hyppo divides MMD² by the size of the centered Gram matrix, takes the root, and takes a factor of the sizes of
        # the samples: every shuffle keeps its rank.
        size = np.linalg.norm(center_gram(k(np.concatenate([X, Y])))) * (1 / n + 1 / m)
        biased = twosample.biased_mmd2(k(X), k(X, Y), k(Y))
        expected = np.sqrt(biased / size) * 2 * (n * m) ** 2 / (n + m) ** 4
        off = abs(theirs.stat / expected - 1)
        assert off < 1e-8
        error = np.sqrt(2 * theirs.pvalue * (1 - theirs.pvalue) / SHUFFLES) + 2 / SHUFFLES
        assert abs(ours.p_value - theirs.pvalue) < 4 * error + 0.02  # another estimate, other shuffles
        return f"MMD² equal to {off:.0e}, p {ours.p_value:.3f}, {theirs.pvalue:.3f}"

    race(
        "two-sample test, 1000 shuffles",
        {"n": n, "m": m, "p": 5},
        lambda: twosample.two_sample_test(X, Y, k, SHUFFLES),
        lambda: peer.test(X, Y, reps=SHUFFLES, workers=1, auto=False, random_state=0),
        agree,
    )


def in_six_lines(X, Y, gamma):
    """MMD² of the samples and of each shuffle: all of them share one product of K with a matrix of signs."""
    Z, n, m, rng = np.concatenate([X, Y]), len(X), len(Y), np.random.default_rng(0)
    K = rbf_kernel(Z, gamma=gamma)
    np.fill_diagonal(K, 0)
    A = np.array([np.arange(n + m) < n, *(rng.permutation(n + m) < n for _ in range(SHUFFLES))], float).T
    KA, both = K @ A, K.sum()
    S_x, t = (A * KA).sum(axis=0), KA.sum(axis=0)
    return S_x / (n * (n - 1)) + (both - 2 * t + S_x) / (m * (m - 1)) - 2 * (t - S_x) / (n * m)


@pytest.mark.parametrize("n", [50, 100, 300, 1000])
def test_two_samples_in_numpy(race, n):
    X, Y, k, m = samples(n, n)

    def agree(ours, theirs):
        assert abs(ours.mmd2 - theirs[0]) <= 1e-10
        p_value = (1 + (theirs[1:] >= theirs[0]).sum()) / (1 + SHUFFLES)
        assert abs(ours.p_value - p_value) < 0.06  # other shuffles
        return f"MMD² {abs(ours.mmd2 - theirs[0]):.0e} apart, p {ours.p_value:.3f}, {p_value:.3f}"

    race(
        "two-sample test, 1000 shuffles (NumPy)",
        {"n": n, "m": m, "p": 5},
        lambda: twosample.two_sample_test(X, Y, k, SHUFFLES),
        lambda: in_six_lines(X, Y, 0.1),
        agree,
    )
