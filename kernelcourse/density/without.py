"""The premises of the proofs about Parzen windows, and what the world looks like without each."""

from math import pi

import numpy as np

from kernelcourse.density.draws import Mixture, Paraboloid, slope_in_width
from kernelcourse.proving.derivations import Premise
from kernelcourse.proving.duals import replaced

PROBES = np.linspace(-1, 1, 5)  # along each axis


# ---- a small region and a window ----------------------------------------------------------------


def probes(center, reach):
    """Points of a grid in a cube, its center and its corners among them: center (p,), reach half a side → (5ᵖ, p)."""
    axes = np.meshgrid(*[PROBES] * len(center), indexing="ij")
    return center + reach * np.stack(axes, axis=-1).reshape(-1, len(center))


def excess_curvature(s, reach):
    """By how much a second derivative of f near x₀, in the worst direction, is larger than M, as a (5ᵖ,) array."""
    return np.maximum(0, np.abs(np.linalg.eigvalsh(s.f.hessians(probes(s.x0, reach)))).max(axis=1) - s.M)


def seen_curvature(average, s):
    """The second derivative in each direction of the paraboloid whose average over a window is that of f.
    average of f over the window, s of `region_setting` → float, times the mean square of one coordinate in the window
    """
    return 2 * abs(average - s.f(s.x0[None])[0]) / s.p


def bowl(s, rng):
    """A density that is as curved as M allows, in every direction and everywhere."""
    return s.but(f=Paraboloid(rng.uniform(0.5, 1.0), s.M, s.x0))


CENTER_OF_CUBE = Premise(
    "x₀ is the center of 𝓡",
    lambda s: s.center - s.x0,
    lambda s, rng: s.but(center=s.x0 + rng.uniform(0.4, 0.6) * s.h * _unit(s.f.gradient(s.x0))),
)


def _unit(vector):
    return vector / np.linalg.norm(vector)


CURVED_IN_CUBE = Premise(
    "no second derivative in 𝓡 exceeds M in absolute value",
    lambda s: excess_curvature(s, s.h / 2),
    lambda s, rng: s.but(
        M=rng.uniform(0.3, 0.6) * seen_curvature(s.f.in_cube(s.x0, s.h) / s.V, s) / (s.h**2 / 12)
    ),
)

CURVED = Premise(
    "no second derivative exceeds M in absolute value",
    lambda s: excess_curvature(s, 2 * s.h),
    lambda s, rng: s.but(
        M=rng.uniform(0.3, 0.6) * seen_curvature(s.f.smoothed(s.h)(s.x0[None])[0], s) / s.h**2
    ),
)


def all_or_none(s, rng):
    """Points that often come together: with some probability all are in the region or none is."""
    P, share = s.f.in_cube(s.x0, s.h), rng.uniform(0.4, 0.9)
    law = (1 - share) * s.law
    law[[0, -1]] += share * np.array([1 - P, P])
    return s.but(law=law)


def dependence(s):
    """P(two points are in the region) − P², from the law of how many there are."""
    k = np.arange(s.n + 1)
    return s.law @ (k * (k - 1)) / (s.n * (s.n - 1)) - s.f.in_cube(s.x0, s.h) ** 2


INDEPENDENT = Premise("the points are drawn independently", dependence, all_or_none)


# ---- regions of high density --------------------------------------------------------------------


def other_densest(s, rng):
    """The densest cell is in S and not in R."""
    i = s.f.argmax()
    return s.but(R=replaced(s.R, i, 0.0), S=replaced(s.S, i, 1.0))


def swapped(s, rng):
    """R is a region of sparse cells, and S the level set, which has no less probability."""
    sparsest_first = np.argsort(s.f)
    fits = (s.f * s.v)[sparsest_first].cumsum() <= s.R @ (s.f * s.v)
    return s.but(R=replaced(0 * s.R, sparsest_first[fits], 1.0), S=s.R)


def empty_cells(s, rng):
    """A level below zero, so that R is everything, while f is zero on some cells, which S does without."""
    f = s.f * (rng.uniform(size=s.n) < 0.5)
    f[0] = 1.0
    return s.but(f=f, c=-rng.uniform(0.5, 1.0), R=np.ones(s.n), S=(f > 0).astype(float))


def is_level_set(s):
    """By how much R is not {f ≥ c}, as an (N,) array."""
    return s.R - (s.f >= s.c)


def half_of_it(s, rng):
    """S is half of the cells of R."""
    cells = rng.permutation(np.flatnonzero(s.R))
    return s.but(S=replaced(s.R, cells[::2], 0.0))


LEVEL = Premise("R = {f ≥ c}", is_level_set, other_densest)

LEVEL_SET = Premise("R = {f ≥ c}", is_level_set, swapped)

A_REGION = Premise(
    r"$0 \le I_S \le 1$",
    lambda s: np.maximum(np.maximum(0, -s.S), s.S - 1),
    lambda s, rng: s.but(S=replaced(s.S, s.f.argmax(), rng.uniform(1.5, 2.0))),
)

AS_PROBABLE = Premise("P(S) ≥ P(R)", lambda s: max(0.0, (s.R - s.S) @ (s.f * s.v)), half_of_it)

LEVEL_ABOVE_ZERO = Premise("c > 0", lambda s: max(0.0, -s.c), empty_cells)


def ties(s, rng):
    """All points have one density, as twins of each other have."""
    return s.but(f_hat=np.full(s.n, s.f_hat.mean()))


ALL_DIFFERENT = Premise("no two f̂(xᵢ) are equal", lambda s: float(np.diff(np.sort(s.f_hat)).min() == 0), ties)


# ---- the best width -----------------------------------------------------------------------------


FLAT = Premise(
    "A′(h) = 0", lambda s: slope_in_width(s.A)(s.h), lambda s, rng: s.but(h=s.h * rng.uniform(1.2, 2.0))
)


def bell(s, points):
    """The Gaussian density with the mean and the spreads of f."""
    U = (points - s.mean) / s.sigma
    return np.exp(-(U**2).sum(axis=1) / 2) / ((2 * pi) ** (s.p / 2) * s.sigma.prod())


def two_groups(s, rng):
    """Two groups with the same mean and the same spread as the one Gaussian."""
    offset = s.sigma * rng.uniform(0.7, 0.9)
    spreads = np.sqrt(s.sigma**2 - offset**2)
    return s.but(f=Mixture(np.full(2, 0.5), s.mean + np.outer([-1, 1], offset), np.tile(spreads, (2, 1))))


GAUSSIAN = Premise(
    "f is a Gaussian of spread σ",
    lambda s: s.f(probes(s.mean, s.sigma.max())) - bell(s, probes(s.mean, s.sigma.max())),
    two_groups,
)


# ---- a ball about the mean ----------------------------------------------------------------------


def random_weights(s, rng):
    """Weights of sum 1, some of which are larger than 1/n."""
    return s.but(w=rng.dirichlet(np.ones(s.n)))


SMALL_WEIGHTS = Premise("wᵢ ≤ 1/n", lambda s: np.maximum(0, s.w - 1 / s.n), random_weights)

WEIGHTS_OF_SUM_ONE = Premise(
    "Σᵢ wᵢ = 1", lambda s: s.w.sum() - 1, lambda s, rng: s.but(w=s.w * rng.uniform(0.3, 0.8, size=s.n))
)

ALL_WEIGHTS_EQUAL = Premise("wᵢ = 1/n", lambda s: s.w - 1 / s.n, random_weights)

UNIT_DIAGONAL = Premise(
    "K(x, x) = 1",
    lambda s: s.K_xx_new - 1,
    lambda s, rng: s.but(K_xx_new=s.K_xx_new + rng.uniform(0.3, 1.0, size=s.K_xx_new.shape)),
)
