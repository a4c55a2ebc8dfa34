"""Take new points along"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.kernels.geometry import nearest_psd
from kernelsy19.sequences.equations import exp_distance
from kernelsy19.sequences.solve import dtw_distances

# A symmetric matrix of the training points, and values between new points and those
Indefinite = namedtuple("Indefinite", "K K_new")


def problems(rng):
    """Draw matrices of exp(−t DTW) with negative eigenvalues that count, the last with several."""
    for n, m in ((6, 3), (9, 4), (14, 5)):
        while True:
            X = [rng.integers(3, size=rng.integers(1, 6)).astype(float) for _ in range(n + m)]
            K = exp_distance(dtw_distances(X), rng.uniform(0.3, 0.6))
            values = np.linalg.eigvalsh(K[:n, :n])
            if values[0] < -0.05 and np.abs(values).min() > 1e-3 and (n < 14 or values[1] < 0):
                yield Indefinite(K[:n, :n], K[n:, :n])
                break


def edge(rng):
    A = rng.normal(size=(5, 5))
    return {"nothing to repair": Indefinite(A @ A.T + np.eye(5), rng.normal(size=(2, 5)))}


def solve(K, K_new, *, along=lambda v: v > 0):
    """Along each eigenvector of K what comes in, times a factor: 1 where its eigenvalue is positive, else 0."""
    values, V = np.linalg.eigh(K)
    return K_new @ (V * along(values)) @ V.T


def certify(problem, moved):
    """Inner products with the repaired training points, of the points that K_new describes best in their space."""
    K, K_new = problem
    values, V = np.linalg.eigh(nearest_psd(K).K)
    kept = values > 1e-9 * values.max()
    coordinates = V[:, kept] * np.sqrt(values[kept])
    best = np.linalg.lstsq(coordinates, K_new.T, rcond=None)[0]
    off = worst(np.abs(moved - (coordinates @ best).T))
    return Certificate("largest difference from least squares in the repaired space", off, 1e-8)


def by_rows(K, K_new):
    values, V = np.linalg.eigh(K)
    return K_new @ V[values > 0].T @ V[values > 0]


def by_shift(K, K_new):
    lowest = np.linalg.eigvalsh(K)[0]
    return K_new @ np.linalg.pinv(K - np.minimum(0.0, lowest) * np.eye(len(K)), rcond=1e-10) @ K


def factors(problem, moved):
    """Eigenvalues, and what came out along each eigenvector over what came in, NaN where it is no multiple."""
    values, V = np.linalg.eigh(problem.K)
    before, after = problem.K_new @ V, moved @ V
    found = (before * after).sum(axis=0) / (before**2).sum(axis=0)
    fit = np.allclose(before * found, after, atol=1e-7 * np.abs(after).max())
    return values, found if fit else np.nan * found


def _factors_of_positive(problem, moved):
    """Positive eigenvalues and their factors, none where negative ones were not dropped."""
    values, found = factors(problem, moved)
    dropped = np.allclose(found[values < 0], 0, atol=1e-7) and not np.isnan(found).any()
    return values[dropped & (values > 0)], found[dropped & (values > 0)]


def divides(problem, moved):
    values, found = _factors_of_positive(problem, moved)
    return len(found) and any(np.allclose(found, values**-power, rtol=1e-6) for power in (1, 0.5))


def multiplies(problem, moved):
    values, found = _factors_of_positive(problem, moved)
    return len(found) and any(np.allclose(found, values**power, rtol=1e-6) for power in (1, 0.5))


def depends_on_size(problem, moved):
    """Whether directions of positive eigenvalues came out with factors that are all different, and negative ones 0."""
    _, found = _factors_of_positive(problem, moved)
    return len(found) > 1 and bool((np.diff(np.sort(found)) > 1e-6).all())


def _wrongly_kept(problem, moved):
    """Eigenvalues of directions that were wrongly kept or dropped, none where one was neither, or all are dropped."""
    values, found = factors(problem, moved)
    either = (np.minimum(np.abs(found), np.abs(found - 1)) < 1e-6).all() and (found > 0.5).any()
    return values[either & ((found > 0.5) != (values > 0))]


def drops_too_many(problem, moved):
    wrong = _wrongly_kept(problem, moved)
    return bool(len(wrong) and (wrong > 0).all())


def keeps_negative(problem, moved):
    wrong = _wrongly_kept(problem, moved)
    return bool(len(wrong) and (wrong < 0).all())
