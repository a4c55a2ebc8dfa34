"""c-means the plain way against the fast way."""

import numpy as np
import pytest
from partitions import sample

from kernelsy19 import cmeans


@pytest.mark.parametrize("seed", range(5))
def test_prototypes_that_are_nearest_to_no_point_are_moved_to_one(seed):
    X = sample(40, 3, seed)
    V = X[:5] + np.array([[0], [50], [0], [90], [0]])
    steps = cmeans.c_means_steps(X, V)
    assert steps[1].n_moved == 2 and np.bincount(steps[1].labels).min() == 1
    assert (np.diff([step.objective for step in steps]) <= 1e-10).all()
    plain = cmeans.plain_c_means(X, V)
    assert plain.n_reseeded == 2 and plain.converged
    again = cmeans.c_means(X, 5, init=plain.prototypes)
    assert again.iterations == 0 and again.objective == pytest.approx(plain.objective)


def test_degenerate_points():
    X = np.repeat([[1.0, 2, 3]], 5, axis=0)
    plain = cmeans.plain_c_means(X, X[:2])
    assert plain.objective == 0 and plain.converged and np.bincount(plain.labels).min() == 1
