"""Prototypes of a sample"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.kernel_cmeans.checks.draws import means, memberships, random_labels, weights_of

# Kernel values of a sample with itself and with all points, a partition, and the coordinates behind them
Sampled = namedtuple("Sampled", "K_ss K_sx labels Phi_s Phi")


def problems(rng):
    """Draw mapped points of more dimensions than the sample has points: its span does not hold the means."""
    for n, m, c in ((6, 2, 2), (10, 3, 3), (15, 5, 2)):
        Phi = rng.normal(size=(n, m + 3)) + 0.5
        yield _sampled(Phi[rng.choice(n, size=m, replace=False)], Phi, random_labels(rng, n, c))


def edge(rng):
    Phi = rng.normal(size=(5, 5)) + 0.5
    labels = rng.permutation([0, 0, 1, 1, 1])
    return {
        "a sample of one point": _sampled(Phi[:1], Phi, labels),
        "a sample of all points": _sampled(Phi, Phi, labels),
    }


def _sampled(Phi_s, Phi, labels):
    return Sampled(Phi_s @ Phi_s.T, Phi_s @ Phi.T, labels, Phi_s, Phi)


def solve(K_ss, K_sx, labels):
    """α with K_ss α = K_sx W."""
    return np.linalg.solve(K_ss, K_sx @ weights_of(labels))


def certify(problem, alpha):
    exact = means(problem.Phi, problem.labels)
    off = alpha.T @ problem.Phi_s - exact
    best = np.linalg.lstsq(problem.Phi_s.T, exact.T, rcond=None)[0].T @ problem.Phi_s - exact
    return [
        Certificate(
            "largest dot product of vₖ − mean with a point of the sample",
            np.abs(off @ problem.Phi_s.T).max(),
            1e-8,
        ),
        Certificate(
            "by how much the squared distances to the means exceed the smallest that there are",
            worst((off**2).sum(axis=1) - (best**2).sum(axis=1)),
            1e-8,
        ),
    ]
