"""What an iteration of c-means and of kernel c-means costs (chapter 06).

    python tools/tables/c_means_cost.py

Writes `c_means_cost.csv`, a row each n: milliseconds of one processor's work for one assignment and update, the least
of some repetitions, on points with three groups.
"""

import numpy as np
from _rows import least_seconds, save_rows
from threadpoolctl import threadpool_limits

from kernelsy19 import cmeans, datasets, kernel_cmeans
from kernelsy19.kernels import RBF, squared_euclidean

SIZES = (250, 500, 1000, 2000, 4000, 8000)
REPETITIONS = 9
ABOUT = (
    "Three round groups in the plane, c = 3, one thread; milliseconds for all distances to the prototypes of one "
    "partition, the new labels, and what the next round needs; the Gram matrix is at hand."
)


def milliseconds(work):
    """Processor time of the fastest of some runs."""
    return 1000 * least_seconds(work, REPETITIONS)


def plain_round(X, labels):
    """One update and assignment of c-means."""
    V = cmeans.prototypes(X, cmeans.partition_matrix(labels, 3))
    return cmeans.assign(squared_euclidean(X, V))


def kernel_round(K, labels):
    """One round of kernel c-means, all distances computed afresh."""
    gamma = kernel_cmeans.weights(cmeans.partition_matrix(labels, 3))
    return cmeans.assign(kernel_cmeans.kernel_squared_distances(np.diagonal(K), K, K, gamma))


def row(n):
    """One row of the table, as a dict."""
    X = datasets.three_clusters(n).X
    labels = np.random.default_rng(0).integers(3, size=n)
    K = RBF(gamma=10)(X)
    many = max(1, 20000 // n)
    return {
        "n": n,
        "c_means_ms": milliseconds(lambda: [plain_round(X, labels) for _ in range(many)]) / many,
        "kernel_c_means_ms": milliseconds(lambda: kernel_round(K, labels)),
    }


if __name__ == "__main__":
    with threadpool_limits(1):
        save_rows("c_means_cost", map(row, SIZES), ABOUT)
