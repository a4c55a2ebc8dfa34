"""The premises of the proofs about c-means, and what the world looks like without each."""

import numpy as np

from kernelcourse.proving.derivations import Premise, gradient
from kernelsy19.cmeans.equations import assign, inertia, partition_matrix
from kernelsy19.kernels import squared_euclidean


def _too_far(s):
    """By how much the new prototype of each point is farther than any other."""
    D2 = squared_euclidean(s.X, s.V)
    return np.maximum(D2[np.arange(s.n), s.new][:, None] - D2, 0)


def _slopes(s):
    """The derivative of each inertia at w, over the inertia."""
    slopes = []
    for u, w in zip(s.U.T, s.W, strict=True):
        slope = gradient(lambda v, u=u: inertia(s.X, u, v), at=w)
        slopes.append(slope / (1 + inertia(s.X, u, w)))
    return np.array(slopes)


def _beyond(s):
    """By how much each point of the cluster is farther from the mean than x."""
    members = s.X[s.labels == s.k]
    d2 = squared_euclidean(members, members.mean(axis=0, keepdims=True))
    own = squared_euclidean(s.X[[s.i]], members.mean(axis=0, keepdims=True))
    return np.maximum(d2 - own, 0)


def _nearest_of_cluster(s, rng):
    """Not the farthest, but the nearest point of the cluster leaves it."""
    members = np.flatnonzero(s.labels == s.k)
    d2 = squared_euclidean(s.X[members], s.X[members].mean(axis=0, keepdims=True))
    return s.but(i=int(members[d2.argmin()]))


ONE_CLUSTER_EACH = Premise(
    "the 1 of row i in column k(i)",
    lambda s: s.U - partition_matrix(s.labels, s.c),
    lambda s, rng: s.but(U=rng.uniform(0.01, 0.05, size=s.U.shape)),
)

NEAREST = Premise(
    "k'(i) nearest to point i", _too_far, lambda s, rng: s.but(new=assign(-squared_euclidean(s.X, s.V)))
)

FLAT_AT_THE_PLACE = Premise(
    "∂I/∂v = 0 at wₖ", _slopes, lambda s, rng: s.but(W=s.W + rng.normal(size=s.W.shape))
)

FARTHEST = Premise("x farthest from the mean", _beyond, _nearest_of_cluster)
