"""Read a landscape: half a turn"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelsy19.kernels import Polynomial
from kernelsy19.pca import KernelPCA

# The degree, the coordinates of a point and of the origin, and that of the opposite point, which is hidden
HalfATurn = namedtuple("HalfATurn", "d z_x z_0 opposite")


def problems(rng):
    """Draw points, and look at one of the first components at a point, at the origin and opposite."""
    for d in (1, 2, 3, 4, 5):
        yield _seen(d, rng.normal(size=2) * rng.choice([0.5, 1.5]), rng)


def edge(rng):
    return {
        "the origin, for an odd degree": _seen(3, np.zeros(2), rng),
        "the origin, for an even degree": _seen(4, np.zeros(2), rng),
    }


def _seen(d, x, rng):
    X = rng.normal(size=(12, 2)) + 0.7
    model = KernelPCA(Polynomial(d, gamma=1.0, offset=0.0), n_components=2).fit(X)
    here, origin, there = model.transform(np.array([x, 0 * x, -x]))[:, rng.integers(2)]
    return HalfATurn(d, float(here), float(origin), float(there))


def solve(d, z_x, z_0, *, even=1.0, odd=-1.0, constant=2.0):
    """The same for an even degree; opposite up to a constant for an odd one."""
    return even * z_x if d % 2 == 0 else odd * z_x + constant * z_0


certify = agreement(
    "difference from the coordinate of −x, by projection", lambda d, z_x, z_0, opposite: opposite, 1e-6
)
