"""Kernel PCA, all of it"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.pca.checks.draws import edge_wholes as edge
from kernelcourse.pca.checks.draws import first
from kernelcourse.pca.checks.draws import same_up_to_signs as same
from kernelcourse.pca.checks.draws import wholes as problems
from kernelsy19.kernels.geometry import center_gram


def solve(K, q, *, center=center_gram, scale=lambda values: np.sqrt(np.maximum(values, 0))):
    """Unit eigenvectors of the centered matrix, each times a scale made of its eigenvalue."""
    values, vectors = first(center(K), q)
    return vectors * scale(values)


def certify(problem, Z):
    G = center_gram(problem.K)
    values = np.linalg.eigvalsh(G)[::-1][: problem.q]
    return [
        Certificate(
            "largest | K̃z − nλz | of a column z, over the eigenvalue", np.abs(G @ Z / values - Z).max(), 1e-7
        ),
        Certificate(
            "largest | zₗ·zₘ − nλ [l = m] |, over nλ₁",
            np.abs(Z.T @ Z - np.diag(values)).max() / values[0],
            1e-7,
        ),
    ]


def rows(K, q):
    """Rows of the matrix of eigenvectors in the place of its columns."""
    values, vectors = np.linalg.eigh(center_gram(K))
    return vectors[::-1][:q].T * np.sqrt(values[::-1][:q])


def are_smallest(problem, Z):
    """Whether columns that are not all 0 hold none of the largest eigenvector, and all of the smallest."""
    largest = first(center_gram(problem.K), 1)[1][:, 0]
    total = np.linalg.norm(solve(*problem))
    return bool(
        Z.any() and np.abs(largest @ Z).max() < 1e-6 * total and np.linalg.norm(Z[:, 0]) < 1e-6 * total
    )
