"""The smallest region that holds a share"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

BELOW_SHARE = 1e-12

# A density on cells of equal volume, and the probability that a region of cells has to hold
Cells = namedtuple("Cells", "f volume mu")


def problems(rng):
    """Draw densities on few cells and on many, of which the last that is needed and the first that is not are equal."""
    for n, needed in ((5, 2), (40, 7), (300, 150)):
        f, volume = np.sort(rng.exponential(size=n) ** 2)[::-1], rng.uniform(0.05, 0.2)
        f[needed] = f[needed - 1]
        mu = (f[:needed].sum() - rng.uniform(0.1, 0.9) * f[needed]) / f.sum()
        yield Cells(rng.permutation(f) / (f.sum() * volume), float(volume), float(mu))


def edge(rng):
    order = rng.permutation(4)
    return {
        "a share that some cells hold exactly": Cells(np.array([1.0, 0.5, 0.25, 0.25])[order], 0.5, 0.75),
        "a share of 1, and cells with a density of 0": Cells(np.array([1.0, 0.0, 0.5, 0.5, 0.0]), 0.5, 1.0),
    }


def solve(f, volume, mu, *, order=-1, more=1, weigh=1.0):
    """Cells in falling order of their densities, until they hold the share."""
    falling = np.argsort(f, kind="stable")[::order]
    held = np.cumsum(f[falling]) * volume * weigh
    taken = min(int((held < mu - BELOW_SHARE).sum()) + more, len(f))
    inside = np.zeros(len(f), dtype=int)
    inside[falling[:taken]] = 1
    return inside


def certify(problem, inside):
    f, volume, mu = problem
    if not np.isin(inside, [0, 1]).all():
        return Certificate("every entry is 1 or 0", False)
    inside = inside.astype(bool)
    fewer = np.sort(f)[len(f) + 1 - inside.sum() :].sum() * volume
    return [
        Certificate("the region holds the share", f[inside].sum() * volume >= mu - BELOW_SHARE),
        Certificate("no region of fewer cells holds it", fewer < mu - BELOW_SHARE),
    ]


def above(f, level):
    return f >= level


def of_points(f, mu):
    """The cells above the quantile of the densities: a share of the cells, not of the probability."""
    return f >= np.quantile(f, 1 - mu)
