"""Repair it: the nearest PSD matrix"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst

Indefinite = namedtuple("Indefinite", "S")  # a symmetric matrix with eigenvalues of both signs


def problems(rng):
    """Draw symmetric matrices with known spectra."""
    for values in ([2.0, -1.0], [3.0, 1.0, -0.5], [4.0, 1.0, 0.5, -0.2, -2.0]):
        yield _turned(values, rng)


def edge(rng):
    return {
        "a matrix with an eigenvalue of 0": _turned([2.0, 0.0, -1.0], rng),
        "a matrix with a negative eigenvalue that comes twice": _turned([1.5, -1.0, -1.0], rng),
        "a matrix whose negative eigenvalue is small": _turned([2.0, 1.0, -1e-3], rng),
    }


def _turned(values, rng):
    """A symmetric matrix with these eigenvalues and random eigenvectors."""
    Q, _ = np.linalg.qr(rng.normal(size=(len(values), len(values))))
    return Indefinite(Q @ np.diag(values) @ Q.T)


def clipped(values):
    return np.maximum(values, 0)


def solve(S, *, change=clipped, rows=False, twice=False):
    """The negative eigenvalues set to 0, the eigenvectors as they are; or taken from the rows, or never transposed."""
    values, V = np.linalg.eigh(S)
    left, right = (V.T, V) if rows else (V, V if twice else V.T)
    return left @ np.diag(change(values)) @ right


def certify(problem, A):
    S = problem.S
    best = np.linalg.norm(np.minimum(np.linalg.eigvalsh(S), 0))
    smallest = np.linalg.eigvalsh((A + A.T) / 2)[0]
    return [
        Certificate("largest | Aᵢⱼ − Aⱼᵢ |", np.abs(A - A.T).max(), 1e-10),
        Certificate("how far the smallest eigenvalue of A lies below 0", worst(-smallest), 1e-10),
        Certificate("‖A − S‖ beyond the least possible", worst(np.linalg.norm(A - S) - best), 1e-11),
    ]


def is_diagonal(_, A):
    return not (A - np.diag(np.diagonal(A))).any()


def is_psd(problem, A):
    return all(certificate.holds for certificate in certify(problem, A)[:2])
