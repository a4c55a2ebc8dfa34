"""What q axes lose"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.pca.checks.draws import edge_wholes as edge
from kernelcourse.pca.checks.draws import wholes as problems
from kernelsy19.kernels.geometry import center_gram


def solve(K, q, *, center=center_gram):
    """The mean of what is left of the trace without the first q eigenvalues."""
    return (np.trace(center(K)) - np.linalg.eigvalsh(center(K))[::-1][:q].sum()) / len(K)


def certify(problem, error):
    """By points that are put together again, in the coordinates of the Gram matrix."""
    values, vectors = np.linalg.eigh(problem.K)
    Phi = vectors * np.sqrt(np.maximum(values, 0))
    Phi = Phi - Phi.mean(axis=0)
    U = np.linalg.svd(Phi, full_matrices=False)[2][: problem.q].T
    exact = ((Phi - Phi @ U @ U.T) ** 2).sum(axis=1).mean()
    return Certificate(
        "difference from the error of points put together again, in coordinates, over the largest kernel value",
        abs(error - exact) / np.abs(problem.K).max(),
        1e-8,
    )


def whole(K):
    """The variance of all axes."""
    return np.trace(center_gram(K)) / len(K)
