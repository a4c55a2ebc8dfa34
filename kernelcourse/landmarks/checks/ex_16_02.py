"""Make the features"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.landmarks.checks.draws import edge_marked as edge
from kernelcourse.landmarks.checks.draws import is_multiple, nystrom, shadow
from kernelcourse.landmarks.checks.draws import marked as problems
from kernelcourse.landmarks.checks.draws import same_products as same
from kernelsy19.landmarks.equations import landmark_features


def solve(K_xz, K_zz):
    """k(X, Z) times a root of the inverse of k(Z, Z)."""
    return landmark_features(K_xz, np.linalg.cholesky(K_zz).T)


def certify(problem, F):
    S = shadow(problem)
    off = np.abs(F @ F.T - S @ S.T).max()
    return Certificate("largest | f(x)·f(y) − the product of the shadows of both points |", off, 1e-6)


def root(K_zz):
    return np.linalg.cholesky(K_zz)


def power(K_zz, exponent):
    values, V = np.linalg.eigh(K_zz)
    return (V * np.maximum(values, 1e-12) ** exponent) @ V.T


def eigenvalues(K_zz):
    return np.maximum(np.linalg.eigvalsh(K_zz), 1e-12)


def rows(K_zz):
    """What `eigh` gives for eigenvectors, transposed."""
    return np.linalg.eigh(K_zz)[1].T


def without_eigenvector(K_xz, K_zz, k):
    scale = eigenvalues(K_zz) ** -0.5
    scale[k] = 0
    return K_xz @ (rows(K_zz).T * scale)


def is_scaled_by_column(problem, F):
    """Whether the features are right but for a factor of their first or last column."""
    wanted = nystrom(problem.K_xz, problem.K_zz)
    for k in (0, -1):
        off, part = F @ F.T - wanted, np.outer(F[:, k], F[:, k])
        factor = np.vdot(off, part) / np.vdot(part, part) if np.any(part) else 0
        if factor and np.allclose(off, factor * part, atol=1e-7 * np.abs(wanted).max()):
            return True
    return False


def has_factor(problem, F):
    return is_multiple(F @ F.T, nystrom(problem.K_xz, problem.K_zz))


def is_of_inverse(problem, F):
    G = problem.K_xz @ np.linalg.inv(problem.K_zz)
    return is_multiple(F @ F.T, G @ G.T)
