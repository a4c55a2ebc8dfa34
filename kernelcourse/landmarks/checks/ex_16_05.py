"""Random waves"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.landmarks.checks.draws import same_products as same

Waves = namedtuple("Waves", "X omega")  # points and frequencies


def problems(rng):
    """Draw different numbers of points, variables and frequencies."""
    for n, p, m in ((3, 2, 4), (5, 3, 2), (4, 1, 6)):
        yield Waves(rng.normal(size=(n, p)), rng.normal(size=(m, p)))


def edge(rng):
    X = rng.normal(size=(3, 2))
    return {
        "a single frequency": Waves(X, rng.normal(size=(1, 2))),
        "a point at the origin": Waves(np.vstack([X, np.zeros(2)]), rng.normal(size=(3, 2))),
    }


def solve(X, omega, *, angles=None, first=np.cos, second=np.sin):
    """Cosines and sines of the angles, over the root of m; or other functions of them."""
    angles = X @ omega.T if angles is None else angles
    return np.hstack([first(angles), second(angles)]) / np.sqrt(len(omega))


def certify(problem, F):
    means = np.cos((problem.X[:, None] - problem.X[None]) @ problem.omega.T).mean(axis=2)
    return Certificate("largest | f(x)·f(y) − mean of cos ωᵀ(x − y) |", np.abs(F @ F.T - means).max(), 1e-9)


def distances(X, omega):
    return ((X[:, None] - omega) ** 2).sum(axis=2)


def has_phase(problem, F):
    """Whether one half is right, and the other is a wave of the right frequency that begins elsewhere."""
    angles, m = problem.X @ problem.omega.T, len(problem.omega)
    halves, right = (F[:, :m] * np.sqrt(m), F[:, m:] * np.sqrt(m)), (np.cos(angles), np.sin(angles))
    for k in (0, 1):
        if np.allclose(halves[k], right[k]):
            pairs = zip(right[0].T, right[1].T, halves[1 - k].T, strict=True)
            return all(_is_wave(*columns) for columns in pairs)
    return False


def _is_wave(cosine, sine, other):
    T = np.column_stack([cosine, sine])
    found = np.linalg.lstsq(T, other, rcond=None)[0]
    return np.allclose(T @ found, other) and np.isclose(found @ found, 1)


def is_half_0(problem, F):
    return np.count_nonzero(~F.any(axis=0)) == len(problem.omega)
