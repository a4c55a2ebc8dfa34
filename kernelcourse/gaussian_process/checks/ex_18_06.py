"""Where to measure next?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import Polynomial

# Kernel values of all places, which of them were measured, the one of interest, the noise; all mapped
Places = namedtuple("Places", "K measured of_interest lam Phi")


def problems(rng):
    """Draw places of the plane; the one of interest cannot be measured itself."""
    for N, n in ((6, 1), (9, 3), (12, 4)):
        yield _places(rng, rng.normal(size=(N, 2)), n)


def edge(rng):
    X = rng.normal(size=(6, 2))
    return {"nothing has been measured": _places(rng, X, 0), "a single place is left": _places(rng, X[:4], 2)}


def _places(rng, X, n):
    """The place of interest stands far out, so that the most similar place is not always the best."""
    k, order = Polynomial(2, gamma=0.5), rng.permutation(len(X))
    X = X * rng.uniform(0.3, 2.0, size=(len(X), 1))
    return Places(k(X), order[:n], int(order[n]), float(rng.uniform(0.3, 2.0)), k.feature_map(X))


def free(K, measured, of_interest):
    """Places that can be measured next."""
    return [i for i in range(len(K)) if i not in {*measured, of_interest}]


def variance_at(K, rows, j, lam):
    """The squared error bar at place j once the places in rows are measured."""
    rows = list(rows)
    return K[j, j] - K[j, rows] @ np.linalg.solve(K[np.ix_(rows, rows)] + lam * np.eye(len(rows)), K[rows, j])


def solve(K, measured, of_interest, lam):
    """The place that leaves the smallest variance at the place of interest."""
    places = free(K, measured, of_interest)
    return min(places, key=lambda i: variance_at(K, [*measured, i], of_interest, lam))


def certify(problem, answer):
    """By the covariance of w in coordinates, which each measurement lowers by one step."""
    places = free(problem.K, problem.measured, problem.of_interest)
    if answer not in places:
        return Certificate(
            "whether the place can be measured", np.inf, otherwise="the place cannot be measured next"
        )
    Phi, lam = problem.Phi, problem.lam
    seen = Phi[list(problem.measured)]
    S = np.linalg.inv(np.eye(Phi.shape[1]) + seen.T @ seen / lam)
    gain = (Phi @ S @ Phi[problem.of_interest]) ** 2 / (lam + np.einsum("ij,jk,ik->i", Phi, S, Phi))
    text = "by how much another place would lower the variance more, as a share"
    return Certificate(text, (gain[places].max() - gain[int(answer)]) / gain[places].max(), 1e-9)


def by(value, K, measured, of_interest):
    """The free place with the largest value."""
    return max(free(K, measured, of_interest), key=lambda i: value[i])


def unknown(K, measured, lam):
    """The squared error bar at each place."""
    return [variance_at(K, measured, i, lam) for i in range(len(K))]
