"""Landmarks chosen the plain way, one after the other."""

from dataclasses import dataclass, field

import numpy as np

from kernelsy19.gram import require_psd
from kernelsy19.landmarks.equations import pivot_probabilities, pivot_step
from kernelsy19.signatures import integer_from, takes
from kernelsy19.validation import as_generator

# Share of the trace of K below which what is left of it is rounding: probabilities made of it would be noise.
NO_WEIGHT = 1e-12


# ---- choosing landmarks -------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """Landmarks among n points, in the order in which they were chosen, with what each left of K.

    Attributes
    ----------
    indices : (m,) int array
    left : (m,) array, tr(K − FFᵀ) / tr K after each of them, falling; no eigenvalue of K is off by more than the last
        times tr K
    path : {"plain", "rpcholesky", "greedy", "uniform"}
    """

    indices: np.ndarray
    left: np.ndarray = field(repr=False)
    path: str

    @property
    def error(self):
        """The share of the trace of K that is left."""
        return float(self.left[-1])


@takes(K=require_psd, m=integer_from(), rng=as_generator)
def plain_rpcholesky(K, m, rng=0):
    """Choose landmarks the plain way: draw a point by what is left of it, subtract what its column explains, repeat.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite
    m : int ≥ 1, landmarks; fewer are chosen where fewer give all of K
    rng : int or numpy.random.Generator

    Returns
    -------
    Choice
    """
    E, indices, left = K.copy(), [], []
    for _ in range(min(m, len(K))):
        diagonal = np.maximum(E.diagonal(), 0)
        if diagonal.sum() <= NO_WEIGHT * K.trace():
            break
        s = int(rng.choice(len(K), p=pivot_probabilities(diagonal)))
        column = pivot_step(E[:, s], s)
        E -= np.outer(column, column)
        E[:, s] = E[s] = 0
        indices.append(s)
        left.append(max(E.trace() / K.trace(), 0.0))
    return Choice(np.array(indices, dtype=int), np.array(left), "plain")
