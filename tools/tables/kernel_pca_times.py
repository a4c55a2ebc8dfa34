"""What the parts of a kernel PCA cost: the Gram matrix in two ways, its eigenvectors in two ways (chapter 08).

    python tools/tables/kernel_pca_times.py

Writes `kernel_pca_times.csv`, a row each n: seconds of one processor's work, the least of some repetitions. The report
AML times its own kernel PCA beside scikit-learn's on 400 and on 4000 points, and suspects the Gram matrix.
"""

import functools

import numpy as np
from _rows import least_seconds, save_rows
from sklearn.decomposition import KernelPCA as SklearnKernelPCA
from threadpoolctl import threadpool_limits

from kernelsy19 import datasets, pca
from kernelsy19.kernels import RBF
from kernelsy19.kernels.geometry import center_gram

SIZES = (200, 400, 1000, 2000, 4000)
GAMMA = 15.0
LONGEST = 0.5  # seconds; what takes longer is not repeated
REPETITIONS = 5
seconds = functools.partial(least_seconds, repetitions=REPETITIONS, longest=LONGEST)
ABOUT = (
    f"Two moons, RBF kernel with γ = {GAMMA:g}, two components; seconds of work on one processor for parts of a kernel "
    "PCA, and for that of scikit-learn from points to coordinates."
)


def pair_by_pair(X, gamma):
    """Gram matrix of the RBF kernel, one pair of points after the other.
    X: (n, p) array; gamma: float → (n, n) array"""
    n = len(X)
    K = np.ones((n, n))
    for i in range(n):
        for j in range(i):
            difference = X[i] - X[j]
            K[i, j] = K[j, i] = np.exp(-gamma * (difference @ difference))
    return K


def row(n):
    """One row of the table, as a dict."""
    X = datasets.moons(n).X
    K = RBF(GAMMA)(X)
    centered = center_gram(K)
    peer = SklearnKernelPCA(2, kernel="rbf", gamma=GAMMA)
    return {
        "n": n,
        "pair_by_pair": seconds(lambda: pair_by_pair(X, GAMMA)),
        "gram": seconds(lambda: RBF(GAMMA)(X)),
        "all_eigenvectors": seconds(lambda: np.linalg.eigh(centered)),
        "two_eigenvectors": seconds(lambda: pca.solve_dual(K, 2)),
        "scikit_learn": seconds(lambda: peer.fit_transform(X)),
    }


if __name__ == "__main__":
    with threadpool_limits(1):
        save_rows("kernel_pca_times", map(row, SIZES), ABOUT)
