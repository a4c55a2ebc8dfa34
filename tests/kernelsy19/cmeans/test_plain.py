"""c-means the plain way against the fast way."""

import numpy as np
import pytest
from partitions import sample

from kernelsy19 import cmeans
from kernelsy19.validation import ConvergenceWarning


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


@pytest.mark.parametrize("max_iter", [1, 2])
def test_it_says_when_it_has_not_converged(max_iter):
    X = sample(200, 3)
    with pytest.warns(ConvergenceWarning, match="still moved") as said:
        plain = cmeans.plain_c_means(X, X[:5], max_iter)
    assert said[0].filename == __file__
    assert not plain.converged and plain.n_not_nearest > 0
    assert plain.iterations == max_iter - 1 and len(plain.history) == 2 * max_iter - 1
    means = [X[plain.labels == k].mean(axis=0) for k in range(5)]
    np.testing.assert_allclose(plain.prototypes, means)
