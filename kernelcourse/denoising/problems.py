"""The problems on which answers to the exercises of chapter 09 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets
from kernelsy19.kernels import rbf


class Projected(NamedTuple):
    """Coordinates of points along axes, and the axes' coefficients; the images in known coordinates."""

    Z: np.ndarray
    alpha: np.ndarray
    Phi: np.ndarray
    projections: np.ndarray


def projections(rng):
    """Draw images in known coordinates, far from mean 0, and project new ones on their first axes."""
    for n, m, D, q in ((4, 1, 2, 1), (6, 3, 4, 2), (8, 2, 5, 3)):
        yield _projected(rng.normal(size=(n, D)) + 1.5, rng.normal(size=(m, D)) + 1.0, q)


def edge_projections(rng):
    """Draw points that are projected on the mean, and on themselves."""
    Phi = rng.normal(size=(6, 3)) + 1.5
    return {
        "a point whose coordinates are all 0": _projected(Phi, Phi.mean(axis=0, keepdims=True), 2),
        "the training points, along all axes": _projected(Phi, Phi, 3),
    }


def _projected(Phi, new, q):
    mean = Phi.mean(axis=0)
    values, vectors = np.linalg.eigh((Phi - mean) @ (Phi - mean).T)
    alpha = vectors[:, ::-1][:, :q] / np.sqrt(values[::-1][:q])
    U = alpha.T @ (Phi - mean)
    Z = (new - mean) @ U.T
    return Projected(Z, alpha, Phi, mean + Z @ U)


def coordinates_and_coefficients(problem):
    """Keep what the student's function receives."""
    return problem.Z, problem.alpha


class Distance(NamedTuple):
    """Kernel values between a point and the training points, and weights; the distance from coordinates."""

    K_zz: float
    k_z: np.ndarray
    K: np.ndarray
    w: np.ndarray
    rho: float


def distances(rng):
    """Draw images in known coordinates and weights of sum 1, negative ones among them."""
    for n, D in ((2, 2), (5, 3), (8, 4)):
        yield _distance(rng.normal(size=(n, D)), rng.normal(size=D), _weights(rng, n))


def edge_distances(rng):
    """Draw a projection that is the image of the point itself, and one that is the mean."""
    Phi, phi = rng.normal(size=(5, 3)), rng.normal(size=3)
    return {
        "the projection is the image of z, so ρ is 0": _distance(Phi, Phi[2], np.eye(5)[2]),
        "the projection is the mean of all images": _distance(Phi, phi, np.full(5, 0.2)),
        "a single training point": _distance(Phi[:1], phi, np.ones(1)),
    }


def _distance(Phi, phi, w):
    return Distance(float(phi @ phi), Phi @ phi, Phi @ Phi.T, w, float(np.sum((phi - w @ Phi) ** 2)))


def _weights(rng, n):
    """Weights of both signs that sum to 1."""
    w = rng.normal(size=n)
    return w + (1 - w.sum()) / n


def kernel_values(problem):
    """Keep what the student's function receives."""
    return problem[:4]


class Place(NamedTuple):
    """A place z, training points, weights and γ of the Gaussian kernel."""

    z: np.ndarray
    X: np.ndarray
    w: np.ndarray
    gamma: float


def places(rng):
    """Draw places with a denominator that is well away from 0."""
    for n, p in ((2, 1), (4, 2), (7, 3)):
        yield _place(rng, n, p, lambda D: D > 0.1)


def edge_places(rng):
    """Draw a place that is a training point, and weights that are all the same."""
    place, mixture = _place(rng, 5, 2, lambda D: D > 0.1), rng.dirichlet(np.ones(5))
    return {
        "z is a training point": place._replace(z=place.X[2].copy(), w=mixture),
        "all weights are the same": place._replace(w=np.full(5, 0.2)),
    }


def edge_slopes(rng):
    """As `edge_places`, and a place where negative weights count most."""
    return edge_places(rng) | {"negative weights count most": _place(rng, 4, 2, lambda D: D < -0.1)}


def denominator(place):
    """D(z) = Σᵢ wᵢK(z, xᵢ), the sum by which a step of the fixed point divides."""
    return float(place.w @ rbf(place.z[None], place.X, place.gamma)[0])


def _place(rng, n, p, wanted):
    """Draw until the denominator is as wanted."""
    while True:
        X, z = rng.normal(size=(n, p)), rng.normal(size=p)
        place = Place(z, X, _weights(rng, n), float(rng.uniform(0.3, 1.2)))
        if wanted(denominator(place)):
            return place


class Noisy(NamedTuple):
    """Training points whose mean is not 0, noisy points, and how many axes to use."""

    X: np.ndarray
    X_noisy: np.ndarray
    q: int


def noisy_points(rng):
    """Draw points with variances that are well apart, far from mean 0."""
    for n, m, p, q in ((5, 1, 2, 1), (9, 3, 4, 2), (6, 2, 10, 3)):
        yield _noisy(rng, n, m, p, q)


def edge_noisy(rng):
    """Draw as many axes as variables, training points in place of noisy ones, and more noisy points."""
    same = _noisy(rng, 7, 2, 3, 2)
    return {
        "as many axes as variables: nothing is lost": _noisy(rng, 8, 3, 3, 3),
        "the noisy points are the training points": same._replace(X_noisy=same.X.copy()),
        "more noisy points than training points": _noisy(rng, 5, 9, 3, 1),
    }


def _noisy(rng, n, m, p, q):
    """Draw until the variances of the axes that are wanted, and the next, are a tenth of the largest apart."""
    scale = np.linspace(3.0, 0.3, p)
    while True:
        X = rng.normal(size=(n, p)) * scale + 2.0 + rng.normal(size=p)
        variances = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2
        if q == p or variances[q - 1] - variances[q] > 0.1 * variances[0] / q:
            return Noisy(X, rng.normal(size=(m, p)) * scale + 2.5, q)


class Regression(NamedTuple):
    """Gram matrix of projections, the points they belong to, and η."""

    K_z: np.ndarray
    X: np.ndarray
    ridge: float


def regressions(rng):
    """Draw projections and points whose mean is not 0."""
    for n, p in ((3, 1), (6, 2), (8, 3)):
        Z = rng.normal(size=(n, 2))
        yield Regression(rbf(Z, Z, 0.7), rng.normal(size=(n, p)) + 4.0, float(rng.uniform(0.1, 0.8)))


def edge_regressions(rng):
    """Draw a very small and a very large η."""
    Z, X = rng.normal(size=(5, 2)), rng.normal(size=(5, 2)) + 4.0
    return {
        "a very small η, with which every point nearly comes back": Regression(rbf(Z, Z, 0.7), X, 1e-4),
        "a very large η, which leaves the mean alone": Regression(rbf(Z, Z, 0.7), X, 1e6),
    }


class NoisyDigits(NamedTuple):
    """Clean digits to learn from, digits with noise and its standard deviation; and these digits without noise."""

    X: np.ndarray
    noisy: np.ndarray
    sigma: float
    clean: np.ndarray


def noisy_digits(rng):
    """Draw 400 training digits to learn from and 60 others, and pour noise over these."""
    train = datasets.usps().train.X
    for low, high in ((0.4, 0.6), (0.6, 0.9)):
        drawn, sigma = rng.choice(len(train), 460, replace=False), float(rng.uniform(low, high))
        X, clean = train[drawn[:400]], train[drawn[400:]]
        yield NoisyDigits(X, clean + sigma * rng.normal(size=clean.shape), sigma, clean)


def without_the_clean_ones(problem):
    """Keep what the student's function receives."""
    return problem[:3]
