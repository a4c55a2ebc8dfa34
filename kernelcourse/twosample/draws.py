"""What the proofs about two samples are evaluated on, and the samples of the chapter.

Distributions are weights on a few points, so that a mean over all samples is a sum, and nothing is simulated.
"""

import itertools

import numpy as np

from kernelcourse.kernels.draws import draw_seen_apart
from kernelcourse.proving.derivations import Setting
from kernelsy19.datasets import usps

BLUR = (0.25, 0.5, 0.25)  # weights of a pixel and its neighbors, along a row and along a column


def draw_two_samples(rng):
    """Draw mapped points of two samples, a point of the space, and a function of length 1.
    n, m; Phi_x (n, D), Phi_y (m, D); Phi_z (l, D); g (D,), with ‖g‖ = 1"""
    n, m, D = int(rng.integers(5, 8)), int(rng.integers(3, 5)), int(rng.integers(3, 6))
    g = rng.normal(size=D)
    Phi_x = rng.normal(size=(n, D)) + rng.normal(size=D)
    Phi_y, Phi_z = rng.normal(size=(m, D)), rng.normal(size=(3, D))
    return Setting(n=n, m=m, Phi_x=Phi_x, Phi_y=Phi_y, Phi_z=Phi_z, g=g / np.linalg.norm(g))


def draw_distributions(rng):
    """Draw two distributions on three mapped points, and the probability of each sample of n and of m points.
    n, m; Phi (3, D); p, q (3,) weights; of_x (3ⁿ, n) and of_y (3ᵐ, m) int, all samples; P (3ⁿ,), Q (3ᵐ,), how likely
    each is: here the product of the weights, for draws that do not know of each other"""
    n, m, D = int(rng.integers(3, 5)), 3, int(rng.integers(3, 5))
    p, q = rng.dirichlet(np.full(3, 4.0)), rng.dirichlet(np.full(3, 4.0))
    of_x, of_y = (np.array(list(itertools.product(range(3), repeat=size))) for size in (n, m))
    Phi, P, Q = rng.normal(size=(3, D)) + np.eye(3, D), p[of_x].prod(axis=1), q[of_y].prod(axis=1)
    return Setting(n=n, m=m, Phi=Phi, p=p, q=q, of_x=of_x, of_y=of_y, P=P, Q=Q)


def draw_moments(rng):
    """Draw two distributions on the same numbers whose moments are equal up to the degree.
    d, the degree; r > 0; a (d + 4,) numbers; u, v (d + 4,) weights, from the null space of the powers up to d"""
    d = int(rng.integers(1, 4))
    a = rng.permutation(np.arange(d + 4.0)) - (d + 3) / 2 + rng.uniform(-0.3, 0.3, size=d + 4)
    a /= 2
    powers = np.vander(a, d + 1, increasing=True).T
    z = np.linalg.svd(powers)[2][d + 1 :].T @ rng.normal(size=3)
    share = np.maximum(z, 0).sum()
    return Setting(
        d=d, r=float(rng.uniform(0.5, 1.5)), a=a, u=np.maximum(z, 0) / share, v=np.maximum(-z, 0) / share
    )


def draw_two_weightings(rng):
    """Draw two distributions on the same points, which one direction sees at different places.
    As `draw_seen_apart`, with z (n,) the difference of their weights"""
    s = draw_seen_apart(rng)
    return s.but(z=rng.dirichlet(np.ones(s.n)) - rng.dirichlet(np.ones(s.n)))


def draw_numbers(rng):
    """Draw numbers, some of which are equal, and a share: T (B + 1,) and alpha, which is no multiple of 1/(B + 1)."""
    B = int(rng.integers(8, 15))
    return Setting(B=B, T=rng.integers(0, 5, size=B + 1).astype(float), alpha=float(rng.uniform(0.3, 0.7)))


def draw_splits(rng):
    """Draw the values of a statistic on all ways to cut the points into two samples, how likely each is, and a share.
    T (l,); prob (l,), here all the same; B, the number of shuffles; alpha, a multiple of 1/(B + 1)"""
    ways, B = int(rng.integers(3, 7)), int(rng.integers(2, 4))
    return Setting(
        T=rng.permutation(ways) + rng.uniform(0.0, 0.5, size=ways),
        prob=np.full(ways, 1 / ways),
        B=B,
        alpha=float(rng.integers(1, B + 1)) / (B + 1),
    )


# ---- samples of the chapter ----------------------------------------------------------------------


def shifted_pair(n, p=2, shift=0.5, rng=0):
    """Two normal samples of n points each in p dimensions; the second is moved along the first axis.
    n, p; shift in standard deviations; rng a seed or generator → X, Y (n, p)"""
    rng = np.random.default_rng(rng)
    return rng.normal(size=(n, p)), rng.normal(size=(n, p)) + shift * np.eye(p)[0]


def geyser_that_alternates(eruptions, rng=0):
    """As many eruptions of a made-up geyser that never changes, and alternates as Old Faithful does.
    Whether an eruption is long depends on the one before as it does in the record; which one of its kind it is, does
    not depend on anything. eruptions (n, 2), standardized, in the order in which they came; long ones are above 0 in
    column 0 → (n, 2)"""
    rng, long = np.random.default_rng(rng), eruptions[:, 0] > 0
    after = [long[1:][long[:-1] == before].mean() for before in (False, True)]
    kinds = [bool(rng.random() < long.mean())]
    while len(kinds) < len(eruptions):
        kinds.append(bool(rng.random() < after[kinds[-1]]))
    return np.array([rng.choice(eruptions[long == kind]) for kind in kinds])


def two_sets_of_digits(n, rng=0):
    """Two samples of n USPS digits each, with no digit in both: X, Y (n, 256)."""
    digits = usps().train.in_order(shuffle=rng).X
    return digits[:n], digits[n : 2 * n]


def exchanged_pixels(images, rng=0):
    """Images (n, d) that have exchanged their pixels: each place keeps its gray values, in another order."""
    return np.random.default_rng(rng).permuted(images, axis=0)


def smoothed(images, share=1.0):
    """Mix images (n, 256) of 16 × 16 pixels with their means over neighboring pixels; the share is in [0, 1]."""
    grids = np.pad(images.reshape(-1, 16, 16), ((0, 0), (1, 1), (1, 1)), mode="edge")
    rows = sum(w * grids[:, k : k + 16] for k, w in enumerate(BLUR))
    blurred = sum(w * rows[:, :, k : k + 16] for k, w in enumerate(BLUR))
    return (1 - share) * images + share * blurred.reshape(images.shape)
