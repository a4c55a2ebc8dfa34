"""The problems on which answers to the exercises of chapter 15 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets
from kernelsy19.fisher.equations import log_joint, posteriors


class Gaussian(NamedTuple):
    """Numbers, and the Gaussian under which they are looked at."""

    x: np.ndarray
    mu: float
    sd: float


def gaussians(rng):
    """Draw Gaussians whose standard deviation is not 1."""
    for n in (4, 7, 5):
        yield Gaussian(3 * rng.normal(size=n), rng.normal(), rng.uniform(1.3, 2.5))


def edge_gaussians(rng):
    """Draw points at which a score vanishes."""
    mu, sd = rng.normal(), rng.uniform(1.3, 2.5)
    return {
        "points at the mean, and one standard deviation from it": Gaussian(
            mu + sd * np.array([0.0, 1, -1]), mu, sd
        )
    }


class Scores(NamedTuple):
    """Scores of some points."""

    J: np.ndarray


def scores(rng):
    """Draw scores with correlations and a mean that is not zero, as a sample has it."""
    for n, d in ((9, 3), (14, 4), (11, 2)):
        yield Scores(rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + rng.normal(size=d))


class Measured(NamedTuple):
    """Scores of two sets of points, and an information."""

    J: np.ndarray
    J_y: np.ndarray
    I: np.ndarray


def measured(rng):
    """Draw scores, and an information that is not diagonal."""
    for n, m, d in ((4, 3, 3), (3, 5, 4), (5, 4, 2)):
        root = rng.normal(size=(d + 3, d))
        yield Measured(rng.normal(size=(n, d)), rng.normal(size=(m, d)), root.T @ root / d)


class Renamed(NamedTuple):
    """Scores and information of (μ, σ), and the standard deviation."""

    J: np.ndarray
    I: np.ndarray
    sd: float


def renamed(rng):
    """Draw Gaussians and points, with their scores of (μ, σ)."""
    for n in (3, 6, 4):
        sd = rng.uniform(1.5, 3.0)
        z = rng.normal(size=n)
        yield Renamed(-np.column_stack([z / sd, (z**2 - 1) / sd]), np.diag([1 / sd**2, 2 / sd**2]), sd)


class Mixture(NamedTuple):
    """Points, and a mixture of the plane or of space."""

    X: np.ndarray
    w: np.ndarray
    mu: np.ndarray
    sd: np.ndarray


def mixture(rng, n, k, p, spread=1.5):
    """Draw a mixture and points from about it."""
    return Mixture(
        spread * rng.normal(size=(n, p)), rng.dirichlet(np.full(k, 4.0)), spread * rng.normal(size=(k, p)),
        rng.uniform(0.6, 1.8, size=(k, p)),
    )  # fmt: skip


def mixtures(rng):
    """Draw mixtures whose components overlap."""
    for n, k, p in ((4, 2, 2), (6, 3, 3), (5, 4, 2)):
        yield mixture(rng, n, k, p)


def edge_mixtures(rng):
    """Draw points so far out that all densities are zero in floating point, not all nearest to their own component."""
    while True:
        far = mixture(rng, 3, 3, 2)
        far = far._replace(X=np.vstack([far.X, far.X + 400]))
        nearest = ((far.X[:, None] - far.mu) ** 2).sum(axis=2).argmin(axis=1)
        if (nearest != log_joint(*far).argmax(axis=1))[3:].any():
            break
    return {
        "a point far from all components": far,
        "a single component": mixture(rng, 4, 1, 2),
    }


class Shares(NamedTuple):
    """Points, and how far each belongs to each component."""

    X: np.ndarray
    r: np.ndarray


def shares(rng):
    """Draw points with posteriors of any mixture."""
    for n, k, p in ((8, 2, 2), (12, 3, 2), (10, 3, 4)):
        drawn = mixture(rng, n, k, p)
        yield Shares(drawn.X, posteriors(log_joint(*drawn)))


def edge_shares(rng):
    """Draw points each of which belongs to one component only, as at the start of EM."""
    labels = rng.permutation(np.arange(9) % 3)
    return {"posteriors that are 0 or 1": Shares(rng.normal(size=(9, 2)), np.eye(3)[labels])}


class Alike(NamedTuple):
    """Posteriors of two sets of points, and the weights."""

    r: np.ndarray
    r_y: np.ndarray
    w: np.ndarray


def alike(rng):
    """Draw posteriors and weights that have nothing to do with each other."""
    for n, m, k in ((3, 4, 3), (5, 2, 4), (4, 3, 2)):
        yield Alike(
            rng.dirichlet(np.ones(k), n), rng.dirichlet(np.ones(k), m), rng.dirichlet(np.full(k, 4.0))
        )


def edge_alike(rng):
    """Draw posteriors without doubt."""
    w = rng.dirichlet(np.full(3, 4.0))
    return {"posteriors that are 0 or 1": Alike(np.eye(3), np.eye(3)[[0, 2, 2]], w)}


class FewFlowers(NamedTuple):
    """Irises, a few of them labeled, and a mixture that was fitted to others without labels."""

    r: np.ndarray
    w: np.ndarray
    labeled: np.ndarray
    y_labeled: np.ndarray


def few_flowers(rng):
    """Draw irises and a few labels for each species; the mixture is that of the species, moved a little."""
    flowers = datasets.iris()
    for per_class in (1, 2, 3):
        some = np.sort(rng.permutation(150)[: 60 + 10 * per_class])
        X, y = flowers.X[some], flowers.y[some]
        mu = np.array([X[y == c].mean(axis=0) for c in range(3)]) + 0.05 * rng.normal(size=(3, 4))
        sd = np.array([X[y == c].std(axis=0) for c in range(3)]) * rng.uniform(1.0, 1.2)
        w = rng.dirichlet(np.full(3, 20.0))
        labeled = np.concatenate(
            [rng.choice(np.flatnonzero(y == c), per_class, replace=False) for c in range(3)]
        )
        labeled = rng.permutation(labeled)
        names = np.array([7, 3, 11])[rng.permutation(3)]
        yield FewFlowers(posteriors(log_joint(X, w, mu, sd)), w, labeled, names[y[labeled]])


def edge_few_flowers(rng):
    """Draw posteriors in doubt and weights that differ much: another kernel or rule would give other labels."""
    while True:
        w = rng.permutation([0.05, 0.15, 0.8])
        r = rng.dirichlet(np.ones(3), 30)
        labeled = rng.permutation(30)[:9]
        labels = np.concatenate([[7, 3, 11], rng.choice([7, 3, 11], 6)])
        rules = _rules(r, w, labeled, labels)
        right = rules[0]
        if all((rule != right).sum() > 1 for rule in rules[1:]):
            return {
                "components of very different weights, and posteriors in doubt": FewFlowers(
                    r, w, labeled, labels
                )
            }


def _rules(r, w, labeled, labels):
    """Labels by the nearest mean in the space of the weights' kernel, then those by other kernels and other rules."""
    classes = np.unique(labels)

    def by_means(Phi, own_length=True):
        means = np.array([Phi[labeled[labels == c]].mean(axis=0) for c in classes])
        return classes[((means**2).sum(axis=1) * own_length - 2 * Phi @ means.T).argmin(axis=1)]

    Phi = r / np.sqrt(w)
    d2 = ((Phi[:, None] - Phi[labeled]) ** 2).sum(axis=2)
    nearest = labels[d2.argmin(axis=1)]
    linkage = classes[np.argmin([d2[:, labels == c].mean(axis=1) for c in classes], axis=0)]
    kept = by_means(Phi)
    kept[labeled] = labels
    scales = (1, w**0.5, 1 / w, w**-1.5)
    return [by_means(Phi), *(by_means(r * s) for s in scales), by_means(Phi, False), nearest, linkage, kept]
