"""The problems on which answers to the exercises of chapter 13 are tried."""

import functools
from typing import NamedTuple

import numpy as np

from kernelcourse.svdd.draws import feasible_weights
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.kernels.geometry import features_of_gram
from kernelsy19.svdd import solve as svdd_solve

SOLVER_TOLERANCE = 1e-12


def distances(c, Phi):
    """Squared distances of mapped points from a center, from coordinates."""
    return ((Phi - c) ** 2).sum(axis=1)


def signs(rng, n, targets):
    """Signs in random order, so many of them +1."""
    return rng.permutation(np.where(np.arange(n) < targets, 1.0, -1.0))


class PricedBall(NamedTuple):
    """Any ball, mapped points of two classes, and the price of slack."""

    R2: float
    c: np.ndarray
    Phi: np.ndarray
    y: np.ndarray
    C: float


def any_balls(rng):
    """Draw balls that are in no way the best, with points of both classes on the wrong side."""
    for n, D, p, C in ((6, 2, 3, 0.7), (11, 3, 6, 0.25), (9, 2, 5, 2.0)):
        while True:
            ball = PricedBall(
                rng.uniform(0.6, 2.0), rng.normal(size=D), rng.normal(size=(n, D)), signs(rng, n, p), C
            )
            late = ball.y * (distances(ball.c, ball.Phi) - ball.R2)
            kinds = {(int(y), bool(x > 0)) for y, x in zip(ball.y, late, strict=True)}
            if len(kinds) == 4 and abs(ball.R2 - 1) > 0.1:
                yield ball
                break


def edge_balls(rng):
    """Draw the balls of which the text speaks at their edge."""
    c = rng.normal(size=2)
    directions = rng.normal(size=(6, 2))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    radii, y = np.array([0.3, 0.7, 0.8, 1.3, 1.5, 2.0]), np.array([1.0, 1, 1, -1, -1, -1])
    Phi = c + radii[:, None] * directions
    on = Phi.copy()
    on[3] = c + directions[3] * 1.2
    return {
        "everybody on the own side": PricedBall(1.0, c, Phi, y, 0.4),
        "an outlier on the sphere": PricedBall(float(distances(c, on)[3]), c, on, y, 0.4),
        "targets only": PricedBall(0.5, c, Phi, np.ones(6), 0.4),
    }


class LagrangianPoint(NamedTuple):
    """Everything that the Lagrangian of the convex form depends on, at random."""

    c: np.ndarray
    alpha: np.ndarray
    y: np.ndarray
    Phi: np.ndarray
    rho: float
    xi: np.ndarray
    beta: np.ndarray
    C: float


def lagrangian_points(rng):
    """Draw multipliers that meet no condition but their signs."""
    for n, D, p in ((4, 2, 2), (7, 4, 3), (6, 3, 4)):
        alpha, xi, beta = rng.uniform(0.1, 1, size=(3, n))
        c, Phi = rng.normal(size=D), rng.normal(size=(n, D))
        yield LagrangianPoint(c, alpha, signs(rng, n, p), Phi, rng.normal(), xi, beta, rng.uniform(0.3, 2))


class Radii(NamedTuple):
    """Squared distances from a center, classes and price."""

    squared_distances: np.ndarray
    y: np.ndarray
    C: float


def radii(rng):
    """Draw squared distances of which the best radius is that of one point."""
    for n, p, outside in ((7, 4, 1.5), (14, 8, 3.4), (20, 9, 5.7)):
        while True:
            drawn = Radii(rng.uniform(0.2, 5, size=n), signs(rng, n, p), 1 / outside)
            order = np.argsort(drawn.squared_distances)
            k = int(p - outside)
            at, before = order[k], order[:k]
            # An outlier is among the nearest, so that counting targets alone gives another point.
            if (drawn.y[before] < 0).any() and drawn.y[order[: k + 1]].sum() < k + 1 and at >= 0:
                yield drawn
                break


def edge_radii(rng):
    """Draw the cases of which the text speaks."""
    d2 = rng.uniform(0.2, 5, size=9)
    return {
        "p − 1/C is a whole number": Radii(d2, signs(rng, 9, 5), 0.5),
        "pC is 1": Radii(d2, signs(rng, 9, 5), 0.2),
        "targets only": Radii(d2, np.ones(9), 0.4),
        "distances that are the same": Radii(np.repeat(d2[:3], 3), signs(rng, 9, 5), 0.4),
    }


class NewPoints(NamedTuple):
    """Kernel values of new and training points, a ball, and where all of them are mapped."""

    K_xx: np.ndarray
    K_xs: np.ndarray
    K_ss: np.ndarray
    y: np.ndarray
    alpha: np.ndarray
    R2: float
    Phi_x: np.ndarray
    Phi_s: np.ndarray


def new_points(rng):
    """Draw new points and training points, for kernels whose coordinates are known."""
    choices = (Linear(), Polynomial(2, 0.5, offset=1.0), Polynomial(3, 0.3, offset=1.0))
    for k, m, n, p in zip(choices, (2, 7, 4), (4, 8, 6), (2, 5, 3), strict=True):
        X, X_new, y = rng.normal(size=(n, 2)), rng.normal(size=(m, 2)), signs(rng, n, p)
        alpha = feasible_weights(y, 1.6 / p, rng)
        Phi_x, Phi_s = k.feature_map(X_new), k.feature_map(X)
        yield NewPoints(k.diagonal(X_new), k(X_new, X), k(X), y, alpha, rng.uniform(0.5, 2), Phi_x, Phi_s)


class SolvedBall(NamedTuple):
    """A Gram matrix, weights that solve the dual up to rounding, and what follows from them."""

    K: np.ndarray
    y: np.ndarray
    alpha: np.ndarray
    C: float
    solution: svdd_solve.SVDDSolution


def solved_balls(rng):
    """Draw balls with points on the surface, and points of both classes on either side of it."""
    choices = (RBF(0.4), Polynomial(2, 0.5, offset=1.0), Linear())
    for k, n, p, price in zip(choices, (10, 16, 22), (6, 10, 13), (2.3, 2.6, 3.4), strict=True):
        while True:
            X, y, C = rng.normal(size=(n, 2)), signs(rng, n, p), price / p
            K = k(X)
            solution = svdd_solve.solve_dual(K, y, C, tol=SOLVER_TOLERANCE)
            misplaced, surface = solution.misplaced, solution.surface
            clear = np.abs(solution.squared_distances - solution.R2)[~surface].min() > 1e-2
            apart = clear and not surface[solution.alpha.argmax()] and abs(solution.R2 - 1) > 0.05
            kinds = surface.any() and (solution.alpha == 0).any() and {*y[misplaced]} == {-1, 1}
            if apart and kinds and solution.R2 > 0.1:
                break
        zero, full = ~surface & ~misplaced, misplaced
        rounding = C * 10 ** rng.uniform(-13, -8.1, n) * (rng.permutation(n) % 2)  # some are exact
        alpha = np.clip(solution.alpha + np.select([zero, full], [rounding, -rounding], 0), 0, C)
        yield SolvedBall(K, y, alpha, C, solution)


def edge_solved_balls(rng):
    """Draw points evenly about the center, where two targets hold all the weight but 1e-6 of C, twice, and others."""
    along, share = np.array([-1.0, 3.0, 0.2, 1.0, -3.0, -7.0]), 1e-6
    x, shift = rng.normal(size=(2, 2))
    K, y, C = Linear()(np.outer(along, x) + shift), np.sign(along + 5), 1 / (2 + 2 * share)
    alpha = C * np.select([np.abs(along) == 3, np.abs(along) == 1], [1.0, share], 0.0)
    solution = svdd_solve.solve_dual(K, y, C, tol=SOLVER_TOLERANCE)
    return {
        "points on the surface weigh a millionth of C": SolvedBall(K, y, alpha, C, solution),
        "only outliers on the surface": _solved_ball(rng, 0.4, lambda s, y: (y[s.surface] < 0).all()),
        "C is 30, and weights of 0 come out as 1e-9 of it": _solved_ball(rng, 30.0, lambda s, y: True),
    }


def _solved_ball(rng, C, wanted):
    """Draw a ball with points on its surface, inside and at their bound or not, until it is as wanted."""
    while True:
        X, y = rng.normal(size=(14, 2)), signs(rng, 14, 8)
        K = Linear()(X)
        solution = svdd_solve.solve_dual(K, y, C, tol=SOLVER_TOLERANCE)
        zero = ~solution.surface & ~solution.misplaced
        clear = np.abs(solution.squared_distances - solution.R2)[~solution.surface].min(initial=1.0) > 1e-2
        if solution.surface.any() and zero.any() and clear and wanted(solution, y):
            return SolvedBall(K, y, solution.alpha + 1e-9 * C * zero, C, solution)


class Dual(NamedTuple):
    """A dual to be solved."""

    K: np.ndarray
    y: np.ndarray
    C: float


def duals(rng):
    """Draw points of two classes that overlap; the largest K(x, x) is 1, so gaps compare."""
    yield _dual(rng, Linear(), 8, 5, 0.5)
    yield _dual(rng, Polynomial(2, 0.3, 1.0), 14, 8, 0.3)
    yield _dual(rng, RBF(0.5), 30, 16, 0.2)


def edge_duals(rng):
    """Draw duals at the ends of C, with one class, and with points that are there twice."""
    twice = _dual(rng, RBF(0.5), 12, 6, 0.4)
    index = np.concatenate([np.arange(12), np.arange(6)])
    return {
        "C is 1/p": _dual(rng, Laplacian(0.5), 10, 5, 0.2),
        "C is 1": _dual(rng, RBF(1.0), 10, 5, 1.0),
        "targets only": _dual(rng, Linear(), 10, 10, 0.3),
        "some points are there twice": Dual(twice.K[np.ix_(index, index)], twice.y[index], 0.3),
    }


def _dual(rng, k, n, p, C):
    y = signs(rng, n, p)
    X = rng.normal(size=(n, 2)) + 0.8 * (y < 0)[:, None] * rng.normal(size=2)
    return Dual(k(X) / k.diagonal(X).max(), y, C)


class Digits(NamedTuple):
    """Digits of one class and digits of others to train on, and digits to be judged."""

    X: np.ndarray
    y: np.ndarray
    X_new: np.ndarray
    gamma: float
    C: float


@functools.cache
def _usps():
    return datasets.usps().test


def digits(rng):
    """Draw digits of a class, others that look most like them, and new digits of any class."""
    for n, gamma, price in ((15, 1 / 1500, 2.5), (30, 1 / 400, 2.4), (45, 1 / 500, 3.2)):
        p, solution = 2 * n // 3, None
        while solution is None or not _uses_everything(solution):
            problem = _drawn_digits(rng, n, p, gamma, price / p)
            solution = svdd_solve.solve_dual(RBF(gamma)(problem.X), problem.y, problem.C, tol=1e-8)
        yield problem


def _drawn_digits(rng, n, p, gamma, C):
    """Digits to train on, in random order, and nine new ones."""
    data, some = _usps(), rng.permutation(2007)[:800]
    same = data.y[some] == rng.integers(10)
    targets, others = some[same], some[~same]
    nearest = others[np.argsort(distances(data.X[targets[:p]].mean(axis=0), data.X[others]))]
    train, new = np.concatenate([targets[:p], nearest[: n - p]]), np.concatenate([targets[-3:], others[-6:]])
    y, order = np.repeat([1.0, -1.0], [p, n - p]), rng.permutation(n)
    return Digits(data.X[train][order], y[order], data.X[new], gamma, C)


def _uses_everything(solution):
    """Whether outliers have weight, and the mean over all support vectors is not the radius."""
    theta = solution.squared_distances[solution.alpha > 1e-6 * solution.C].mean()
    return solution.alpha[solution.y < 0].sum() > 0.05 and abs(theta - solution.R2) > 1e-3


def depths(X, y, X_new, gamma, C):
    """R² − ‖Φ(x) − c‖² by the plain solver and in coordinates, not from kernel sums."""
    k = RBF(gamma)
    Phi = features_of_gram(k(np.vstack([X, X_new])))
    solution = svdd_solve.certify(k(X), y, C, svdd_solve.plain_svdd(k(X), y, C, tol=1e-10), tol=1e-10)
    return solution.R2 - distances(solution.signed @ Phi[: len(X)], Phi[len(X) :])
