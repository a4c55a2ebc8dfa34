"""Places between training points, and what is computed there, on which several exercises of chapter 09 are tried."""

from collections import namedtuple

import numpy as np

from kernelsy19.denoising.equations import fixed_point_step
from kernelsy19.kernels import rbf

Place = namedtuple("Place", "z X w gamma")  # a place z, training points, weights and γ of the Gaussian kernel


def places(rng):
    """Draw places with a denominator that is well away from 0."""
    for n, p in ((2, 1), (4, 2), (7, 3)):
        yield place(rng, n, p, lambda D: D > 0.1)


def edge_places(rng):
    """Draw a place that is a training point, and weights that are all the same."""
    drawn, mixture = place(rng, 5, 2, lambda D: D > 0.1), rng.dirichlet(np.ones(5))
    return {
        "z is a training point": drawn._replace(z=drawn.X[2].copy(), w=mixture),
        "all weights are the same": drawn._replace(w=np.full(5, 0.2)),
    }


def place(rng, n, p, wanted):
    """Draw until the denominator is as wanted."""
    while True:
        X, z = rng.normal(size=(n, p)), rng.normal(size=p)
        drawn = Place(z, X, weights(rng, n), float(rng.uniform(0.3, 1.2)))
        if wanted(denominator(drawn)):
            return drawn


def weights(rng, n):
    """Weights of both signs that sum to 1."""
    w = rng.normal(size=n)
    return w + (1 - w.sum()) / n


def values(z, X, gamma):
    """K(z, xᵢ) of the Gaussian kernel."""
    return rbf(z[None], X, gamma)[0]


def denominator(place):
    """D(z) = Σᵢ wᵢK(z, xᵢ), the sum by which a step of the fixed point divides."""
    return float(place.w @ values(place.z, place.X, place.gamma))


def rho(z, X, w, gamma):
    """ρ(z), without the term that does not depend on z."""
    return 1 - 2 * w @ values(z, X, gamma)


def slopes(z, X, w, gamma, h=1e-5):
    """The gradient of ρ by finite differences."""
    return np.array(
        [(rho(z + e, X, w, gamma) - rho(z - e, X, w, gamma)) / (2 * h) for e in np.eye(len(z)) * h]
    )


def step(z, X, w, gamma):
    """One step of the fixed point."""
    return fixed_point_step(z[None], X, w[None], gamma)[0]


def axes(X, q, largest=True):
    """Right singular vectors in rows, the first q or the last."""
    rows = np.linalg.svd(X, full_matrices=False)[2]
    return rows[:q] if largest else rows[-q:]
