"""Points, weights and centers, on which several exercises of chapter 03 are tried."""

import numpy as np

from kernelsy19.ball.solve import solve_dual
from kernelsy19.kernels import Linear

SOLVER_TOLERANCE = 1e-12


def points_with_outliers(rng, n, p=2):
    """Normal points, two of them moved far out in opposite directions, in random order."""
    X = rng.normal(size=(n, p))
    X[0, 0], X[1, 0] = rng.uniform(3, 4), -rng.uniform(3, 4)
    return rng.permutation(X)


def random_weights(rng, n, nu):
    """Weights in the box that sum to 1: between its middle and one of its corners."""
    corner = np.clip(nu * n - np.arange(n), 0, 1) / (nu * n)
    share = rng.uniform(0.5, 0.9)
    return share * rng.permutation(corner) + (1 - share) / n


def distances(c, Phi):
    """Squared distances of mapped points from a center, from coordinates."""
    return ((Phi - c) ** 2).sum(axis=1)


def linear_ball(X, nu):
    """The ball of the linear kernel; moving the origin to the mean changes nothing but the rounding."""
    return solve_dual(Linear()(X - X.mean(axis=0)), nu, tol=1e-10)
