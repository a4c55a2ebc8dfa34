"""The best threshold"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA

Labeled = namedtuple("Labeled", "z y")  # one coordinate and two classes


def problems(rng):
    """Draw overlapping classes on either side of 0 and round it, with either above, of unequal size; and two moons."""
    for zeros, ones, shift, place in (
        (6, 6, 1.5, 3.0),
        (9, 14, -1.5, 0.0),
        (25, 11, 1.0, -3.0),
        (12, 30, -1.0, 0.5),
    ):
        y = rng.permutation(np.repeat([0, 1], [zeros, ones]))
        yield Labeled(rng.normal(size=len(y)) + shift * y + place, y)
    moons = datasets.moons(80, rng=rng)
    yield Labeled(KernelPCA(RBF(15.0), 1).fit_transform(moons.X)[:, 0], moons.y)


def edge(rng):
    n = int(rng.integers(3, 6))
    y = np.repeat([0, 1, 0], [n, 1, n])
    apart = rng.permutation(np.repeat([0, 1], [n, n + 1]))
    z = rng.uniform(size=len(apart)) + 3
    return {
        "classes that lie apart, class 1 above": Labeled(z + 2 * apart, apart),
        "classes that lie apart, class 0 above": Labeled(z - 2 * apart, apart),
        "a point far away from all others": Labeled(np.append(z + 2 * apart, -1e4), np.append(apart, 1)),
        "one point of class 1 in the middle of the others": Labeled(np.sort(rng.normal(size=len(y))), y),
        "one point of class 0 in the middle of the others": Labeled(np.sort(rng.normal(size=len(y))), 1 - y),
    }


def solve(z, y, *, at=None, turned=True, weights=None):
    """The best share of all thresholds, with either class above."""
    at = thresholds(z) if at is None else at
    shares = [np.average((z > t) == (y == 1), weights=weights) for t in at]
    return float(max(*shares, *(1 - share for share in shares))) if turned else float(max(shares))


def thresholds(z):
    """A place below all values, one between any two neighbors, and one above all."""
    z = np.sort(z)
    return np.concatenate([[z[0] - 1], (z[1:] + z[:-1]) / 2, [z[-1] + 1]])


def certify(problem, share):
    return Certificate(
        "how far it is from the best of all thresholds tried in turn", abs(share - solve(*problem)), 1e-9
    )


def without_own_point(z, y):
    """The best share when the threshold is one of the values, whose point is on neither side."""
    rights = [np.mean((z > t) & (y == 1)) + np.mean((z < t) & (y == 0)) for t in z]
    return float(max(*rights, *(1 - 1 / len(z) - right for right in rights)))


def pairs_in_order(z, y):
    share = np.mean(z[y == 1][:, None] > z[y == 0])
    return float(max(share, 1 - share))
