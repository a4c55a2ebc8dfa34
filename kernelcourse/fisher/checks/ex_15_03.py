"""Both kernels"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst

Measured = namedtuple("Measured", "J J_y I")  # scores of two sets of points, and an information


def problems(rng):
    """Draw scores, and an information that is not diagonal."""
    for n, m, d in ((4, 3, 3), (3, 5, 4), (5, 4, 2)):
        root = rng.normal(size=(d + 3, d))
        yield Measured(rng.normal(size=(n, d)), rng.normal(size=(m, d)), root.T @ root / d)


def solve(J, J_y, I, *, plain=None, between=None):
    """Products of scores, and those with the inverse of the information between them; or with other matrices."""
    plain = np.eye(len(I)) if plain is None else plain
    between = np.linalg.inv(I) if between is None else between
    return J @ plain @ J_y.T, J @ between @ J_y.T


def certify(problem, answer):
    plain, measured = answer
    values, vectors = np.linalg.eigh(problem.I)
    whitened, other = (scores @ vectors / np.sqrt(values) for scores in (problem.J, problem.J_y))
    products = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in problem.J_y] for x in problem.J]
    off, apart = worst(np.abs(plain - products)), worst(np.abs(measured - whitened @ other.T))
    return [
        Certificate("largest difference of the plain kernel from sums of products", off, 1e-10),
        Certificate("largest difference of the other from products along the axes of I", apart, 1e-8),
    ]


def power(I, exponent):
    values, V = np.linalg.eigh(I)
    return (V * values**exponent) @ V.T


def root(I):
    return np.linalg.cholesky(I)


def distances(J, J_y, I):
    apart = J[:, None] - J_y
    return (apart**2).sum(axis=2), np.einsum("nmd,de,nme->nm", apart, np.linalg.inv(I), apart)


def cosines(J, J_y):
    return J @ J_y.T / np.outer(np.linalg.norm(J, axis=1), np.linalg.norm(J_y, axis=1))


def mean_of_both(J, J_y):
    return np.vstack([J, J_y]).mean(axis=0)


def has_other_plain(problem, answer):
    return any(np.allclose(answer[0], problem.J @ power(problem.I, e) @ problem.J_y.T) for e in (1, -1))


def is_multiple(problem, answer):
    """Whether the first is right, and the second is that times a number."""
    plain, measured = answer
    c = np.vdot(measured, plain) / np.vdot(plain, plain)
    right = np.allclose(plain, problem.J @ problem.J_y.T)
    return right and bool(np.allclose(measured, c * plain, rtol=1e-9)) and not np.isclose(c, 1)


def is_ridged(problem, answer):
    """Whether the second is with the inverse of I + c times the identity, for some c that is not 0."""
    J, J_y, I = problem
    plain, measured = answer
    values, V = np.linalg.eigh(I)
    T = np.einsum("nd,md->nmd", J @ V, J_y @ V).reshape(-1, len(I))
    shares, _, rank, _ = np.linalg.lstsq(T, measured.ravel(), rcond=None)
    unlike = rank < len(I) or not np.allclose(T @ shares, measured.ravel()) or (shares <= 0).any()
    if unlike or not np.allclose(plain, J @ J_y.T):
        return False
    added = 1 / shares - values
    return bool(np.ptp(added) < 1e-7 * values.max() and abs(added[0]) > 1e-12)
