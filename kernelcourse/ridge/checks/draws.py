"""Gram matrices with targets and prices, on which several exercises of chapter 10 are tried."""

from collections import namedtuple

from kernelsy19.kernels import RBF

Fit = namedtuple("Fit", "K y lam")  # a Gram matrix, targets, and the price of the squared norm


def fits(rng):
    """Draw points of the plane with targets of a mean that is not 0."""
    for n in (3, 6, 10):
        yield fit_of(rng, rng.normal(size=(n, 2)))


def fit_of(rng, X):
    return Fit(RBF(0.6)(X), rng.normal(size=len(X)) + 3, float(rng.uniform(0.2, 1.5)))


def centered(K):
    return K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
