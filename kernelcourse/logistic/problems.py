"""The problems on which answers to the exercises of chapter 11 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Polynomial
from kernelsy19.logistic import solve as logistic


def labels(rng, n):
    """Zeros and ones in random order, at least one of each, and not as many of both."""
    ones = rng.integers(1, n)
    return rng.permutation((np.arange(n) < ones + (2 * ones == n)).astype(float))


class ScoredLabels(NamedTuple):
    """Labels and scores of some points."""

    y: np.ndarray
    f: np.ndarray


def scored_labels(rng):
    """Draw scores of ordinary size."""
    for n in (3, 7, 5):
        yield ScoredLabels(labels(rng, n), 2 * rng.normal(size=n))


def edge_scored_labels(rng):
    """Draw scores of which the exponential does not fit into a float."""
    f = np.array([1, -1, 1]) * rng.uniform(800, 1200, size=3)
    return {"scores of 800 and more": ScoredLabels(np.array([0.0, 1.0, 1.0]), f)}


class BoxStep(NamedTuple):
    """Coefficients, and the point that the box looks at."""

    theta: np.ndarray
    i: int
    K: np.ndarray
    y: np.ndarray
    step: float


def gram_matrix(rng, n, p=3):
    """The Gram matrix of points in general position."""
    kernel = RBF(rng.uniform(0.3, 1.0)) if rng.random() < 0.5 else Polynomial(2, 0.3, offset=1.0)
    return kernel(rng.normal(size=(n, p)))


def box_steps(rng):
    """Draw coefficients, points and steps."""
    for n in (3, 6, 4):
        yield BoxStep(
            rng.normal(size=n),
            int(rng.integers(n)),
            gram_matrix(rng, n),
            labels(rng, n),
            rng.uniform(0.1, 0.5),
        )


def edge_box_steps(rng):
    """Draw the first step of all."""
    return {
        "all coefficients 0": BoxStep(
            np.zeros(5), int(rng.integers(5)), gram_matrix(rng, 5), labels(rng, 5), rng.uniform(0.1, 0.5)
        )
    }


class Fitted(NamedTuple):
    """Coefficients that minimize the penalized objective, and the probabilities that belong to them."""

    theta: np.ndarray
    y: np.ndarray
    lam: float
    h: np.ndarray


def fitted(rng):
    """Draw problems and solve them."""
    for n in (4, 9, 6):
        X, y, lam = rng.normal(size=(n, 3)), labels(rng, n), rng.uniform(0.1, 2.0)
        K = RBF(rng.uniform(0.3, 1.0))(X)
        theta = logistic.plain_newton(K, y, lam, tol=1e-15)
        yield Fitted(theta, y, lam, logistic.probability(K @ theta))


class Coefficients(NamedTuple):
    """Any coefficients of a penalized problem."""

    K: np.ndarray
    y: np.ndarray
    theta: np.ndarray
    lam: float


def any_coefficients(rng):
    """Draw coefficients that are far from any minimum."""
    for n in (3, 7, 5):
        yield Coefficients(gram_matrix(rng, n), labels(rng, n), rng.normal(size=n), rng.uniform(0.2, 2.0))


def edge_coefficients(rng):
    """Draw the coefficients where Newton's method begins, and those where it ends."""
    K, y, lam = RBF(0.7)(rng.normal(size=(6, 3))), labels(rng, 6), rng.uniform(0.2, 2.0)
    return {
        "all coefficients 0": Coefficients(
            gram_matrix(rng, 4), labels(rng, 4), np.zeros(4), rng.uniform(0.2, 2.0)
        ),
        "coefficients at the minimum": Coefficients(K, y, logistic.plain_newton(K, y, lam, tol=1e-15), lam),
    }


def edge_sure(rng):
    """Draw coefficients at which the model is so sure of each point that h(1 − h) is 0."""
    K, y = RBF(0.7)(rng.normal(size=(5, 3))), labels(rng, 5)
    theta = np.linalg.solve(K, (2 * y - 1) * rng.uniform(900, 1100, size=5))
    return {
        "probabilities that are 0 or 1 in floating point": Coefficients(K, y, theta, rng.uniform(0.2, 2.0))
    }


class Penalized(NamedTuple):
    """A penalized problem."""

    K: np.ndarray
    y: np.ndarray
    lam: float


def penalized_samples(rng):
    """Draw problems with overlapping classes."""
    for n in (8, 30, 20):
        y = labels(rng, n)
        X = rng.normal(size=(n, 2)) + y[:, None]
        yield Penalized(RBF(rng.uniform(0.3, 2.0))(X), y, rng.uniform(0.05, 1.0))


def edge_penalized(rng):
    """Draw what a solver is likely to stumble over."""
    n = 24
    X = rng.normal(size=(n, 2))
    apart = (np.arange(n) < n // 2).astype(float)
    twice = np.vstack([X[:12], X[:12]])
    return {
        "separable classes and λ = 0.001": Penalized(RBF(1.0)(X + 4 * apart[:, None]), apart, 0.001),
        "points that are there twice, with both labels": Penalized(
            RBF(1.0)(twice), apart, rng.uniform(0.1, 1.0)
        ),
        "one point against all others": Penalized(
            RBF(1.0)(X), (np.arange(n) == 3).astype(float), rng.uniform(0.1, 1.0)
        ),
    }


class HeldOut(NamedTuple):
    """Women of the Pima data, some to learn from and some to test on, and penalties to try."""

    K: np.ndarray
    y: np.ndarray
    K_new: np.ndarray
    y_new: np.ndarray
    lams: np.ndarray


def held_out(rng):
    """Draw women at random; glucose and body mass index in units of their standard deviation."""
    data = datasets.pima().columns("glucose", "bmi").where_recorded().standardized()
    for n, m, q in ((20, 15, 2), (40, 30, 4), (30, 40, 3)):
        while True:
            chosen = rng.permutation(len(data))[: n + m]
            X, y = data.X[chosen], data.y[chosen].astype(float)
            if 0 < y[:n].sum() < n:
                break
        k = RBF(rng.uniform(0.2, 1.0))
        lams = np.sort(10 ** rng.uniform(-2, 1.5, size=q))
        yield HeldOut(k(X[:n]), y[:n], k(X[n:], X[:n]), y[n:], lams)
