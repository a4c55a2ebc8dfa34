"""Break it: blind to the spirals"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.pca_at_work.checks.draws import as_large_as_a_right_one as form
from kernelsy19.kernels import rbf
from kernelsy19.kernels.geometry import center_gram

Pairs = namedtuple("Pairs", "X")  # points of the plane: the second half are the negatives of the first


def problems(rng):
    """Draw points and put their negatives below them."""
    for m in (5, 8, 12):
        H = _in_all_directions(rng, m)
        yield Pairs(np.vstack([H, -H]))


def edge(rng):
    H = np.vstack([_in_all_directions(rng, 6), np.zeros((1, 2))])
    return {"a point at the origin": Pairs(np.vstack([H, -H]))}


def _in_all_directions(rng, m):
    """Draw points of which no two directions are alike, all around the origin together with their negatives."""
    t = np.pi * (rng.permutation(m) + rng.uniform(0.1, 0.9, size=m)) / m
    r = rng.choice([-1, 1], size=m) * rng.uniform(0.3, 1.5, size=m)
    return r[:, None] * np.column_stack([np.cos(t), np.sin(t)])


def solve(X, *, degree=2):
    """(x·x′)², which is 0 in no direction and even."""
    return (X @ X.T) ** degree


def certify(_, K):
    return [
        Certificate("asymmetry of K", _asymmetry(K), 1e-9),
        Certificate("how far below 0 the smallest eigenvalue is, over the largest", -_lowest(K), 1e-9),
        Certificate("difference between the rows of x and of −x", _difference_of_sides(K), 1e-9),
        Certificate("three components have variance", _third_share(K) > 1e-9),
    ]


def _third_share(K):
    """The third largest variance of a Gram matrix over the largest, after centering."""
    values = np.linalg.eigvalsh(center_gram((K + K.T) / 2))[::-1]
    return values[2] / values[0] if values[0] > 1e-12 * (1 + np.abs(K).max()) else 0.0


def _asymmetry(K):
    return np.abs(K - K.T).max() / _size(K)


def _size(K):
    return 1e-300 + np.abs(K).max()


def _lowest(K):
    """The smallest eigenvalue over the largest in size."""
    values = np.linalg.eigvalsh((K + K.T) / 2)
    return values[0] / _size(values)


def _difference_of_sides(K, sign=1):
    """How much the row of a point differs from that of its negative, or from minus that."""
    half = len(K) // 2
    return np.abs(K[:half] - sign * K[half:]).max() / _size(K)


def _is_kernel(K):
    return _asymmetry(K) <= 1e-9 and _lowest(K) >= -1e-9


def is_odd(_, K):
    return _is_kernel(K) and _difference_of_sides(K, -1) <= 1e-9 < np.abs(K).max()


def sees_sides(_, K):
    return _is_kernel(K) and _difference_of_sides(K) > 1e-6


def is_indefinite(_, K):
    return _asymmetry(K) <= 1e-9 and _lowest(K) < -1e-6 and _difference_of_sides(K) <= 1e-9


def is_blind(_, K):
    return _is_kernel(K) and _difference_of_sides(K) <= 1e-9 and _third_share(K) < 1e-12


def is_asymmetric(_, K):
    return _asymmetry(K) > 0.02
