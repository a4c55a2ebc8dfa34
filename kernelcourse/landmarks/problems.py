"""The problems on which answers to the exercises of chapter 16 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets


class Marked(NamedTuple):
    """Kernel values of points, k(x, x), k(X, Z) and k(Z, Z), and the mapped points and landmarks."""

    K_xx: np.ndarray
    K_xz: np.ndarray
    K_zz: np.ndarray
    Phi: np.ndarray
    Phi_z: np.ndarray


def marked(rng):
    """Draw mapped points in general position, some of which are landmarks."""
    for n, m, D in ((4, 2, 5), (7, 3, 6), (9, 4, 11)):
        Phi = rng.normal(size=(n, D))
        yield _marked(Phi, Phi[rng.choice(n, m, replace=False)])


def edge_marked(rng):
    """Draw a single landmark, landmarks that are no points, and every point a landmark."""
    Phi, others = rng.normal(size=(5, 7)), rng.normal(size=(3, 7))
    return {
        "a single landmark": _marked(Phi, Phi[:1]),
        "landmarks that are not among the points": _marked(Phi, others),
        "every point is a landmark": _marked(Phi, Phi),
    }


def _marked(Phi, Phi_z):
    return Marked((Phi**2).sum(axis=1), Phi @ Phi_z.T, Phi_z @ Phi_z.T, Phi, Phi_z)


class Rest(NamedTuple):
    """What is left of a Gram matrix, and the point that becomes a landmark; and mapped points that have it."""

    E: np.ndarray
    s: int
    G: np.ndarray


def rests(rng):
    """Draw what is left, with nothing left of no point."""
    for n, D in ((3, 4), (5, 4), (6, 9)):
        yield _rest(rng.normal(size=(n, D)), int(rng.integers(n)))


def edge_rests(rng):
    """Draw a rest of which one point is a landmark already, a single point, and points with nothing in common."""
    G = rng.normal(size=(5, 6))
    G[2] = 0
    return {
        "a point that is a landmark already": _rest(G, 0),
        "a single point": _rest(rng.normal(size=(1, 3)), 0),
        "points with nothing in common": _rest(np.diag(rng.uniform(1.5, 2.0, size=4)), 1),
    }


def _rest(G, s):
    return Rest(G @ G.T, s, G)


class Priced(NamedTuple):
    """A Gram matrix, a price λ, and mapped points."""

    K: np.ndarray
    lam: float
    Phi: np.ndarray


def priced(rng):
    """Draw Gram matrices of fewer and of more points than features."""
    for n, D in ((3, 5), (6, 3), (8, 12)):
        Phi = rng.normal(size=(n, D))
        yield Priced(Phi @ Phi.T, float(rng.uniform(0.3, 3.0)), Phi)


def edge_priced(rng):
    """Draw a point far from all others, and the same point several times."""
    x, lam = rng.normal(size=(1, 4)), float(rng.uniform(0.2, 0.8))
    same, apart = np.repeat(x, 4, axis=0), np.vstack([np.repeat(x, 3, axis=0), [[0, 0, 0, 0]]])
    apart = np.hstack([apart, np.eye(4)[:, 3:] * 2])
    return {
        "the same point four times": Priced(same @ same.T, lam, same),
        "three points that are the same, and one at right angles": Priced(apart @ apart.T, lam, apart),
    }


class Waves(NamedTuple):
    """Points and frequencies."""

    X: np.ndarray
    omega: np.ndarray


def waves(rng):
    """Draw different numbers of points, variables and frequencies."""
    for n, p, m in ((3, 2, 4), (5, 3, 2), (4, 1, 6)):
        yield Waves(rng.normal(size=(n, p)), rng.normal(size=(m, p)))


def edge_waves(rng):
    """Draw a single frequency, and a point at the origin."""
    X = rng.normal(size=(3, 2))
    return {
        "a single frequency": Waves(X, rng.normal(size=(1, 2))),
        "a point at the origin": Waves(np.vstack([X, np.zeros(2)]), rng.normal(size=(3, 2))),
    }


class Parts(NamedTuple):
    """What blocks tell: counts, means, covariance matrices; and all rows."""

    counts: np.ndarray
    means: np.ndarray
    covariances: np.ndarray
    X: np.ndarray


def parts(rng):
    """Draw blocks of different sizes and means."""
    for sizes, p in (((2, 5), 2), ((3, 4, 9), 3), ((6, 2, 3, 8), 2)):
        yield _parts([rng.normal(size=(n, p)) + 2 * rng.normal(size=p) for n in sizes])


def edge_parts(rng):
    """Draw one block only, and blocks of a single row."""
    X = rng.normal(size=(6, 2)) + 1
    return {
        "one block only": _parts([X]),
        "blocks of a single row": _parts(list(X[:4, None])),
    }


def _parts(blocks):
    return Parts(
        np.array([len(X) for X in blocks]),
        np.array([X.mean(axis=0) for X in blocks]),
        np.array([np.cov(X.T, bias=True).reshape(X.shape[1], -1) for X in blocks]),
        np.vstack(blocks),
    )


class Sampled(NamedTuple):
    """What a pass knows of all rows and of a working sample with its weights, R² and ν; and the mapped points."""

    K_xx: np.ndarray
    K_xw: np.ndarray
    K_ww: np.ndarray
    alpha: np.ndarray
    R2: float
    nu: float
    Phi: np.ndarray
    W: np.ndarray


def sampled(rng):
    """Draw weights on a working sample of some rows."""
    for n, l, nu in ((6, 4, 0.5), (10, 6, 0.4), (12, 5, 0.3)):
        yield _sampled(rng.normal(size=(n, 4)), l, nu, float(rng.uniform(1.0, 3.0)), rng)


def edge_sampled(rng):
    """Draw a radius that leaves nobody outside, and a working sample of all rows."""
    Phi = rng.normal(size=(7, 3)) + 0.5
    return {
        "nobody is outside": _sampled(Phi, 5, 0.5, 500.0, rng),
        "the working sample has all rows": _sampled(Phi, 7, 0.6, 1.0, rng),
    }


def _sampled(Phi, l, nu, R2, rng):
    W = rng.choice(len(Phi), l, replace=False)
    alpha = rng.uniform(0.8, 1.2, size=l)
    S = Phi[W]
    return Sampled(
        (Phi**2).sum(axis=1), Phi @ S.T, S @ S.T, alpha / alpha.sum(), R2, nu, Phi, W
    )  # fmt: skip


class Images(NamedTuple):
    """Images as rows, the inverse width of an RBF kernel, and the share of the trace that may be left."""

    X: np.ndarray
    gamma: float
    share: float


def images(rng):
    """Draw handwritten digits."""
    train = datasets.usps().train
    # The last share is so small that no kernel that falls at all, however slowly, is content with one landmark.
    for n, share, spread in ((30, 0.5, 0.05), (50, 0.3, 0.05), (60, 0.2, 0.05), (40, 0.008, 0.002)):
        X = train.X[rng.choice(len(train), n, replace=False)]
        yield Images(X, float(rng.uniform(0.005, 0.01)), share + float(rng.uniform(-spread, spread)))


def edge_images(rng):
    """Draw a share that one landmark reaches, one that no landmark but all reach, and each image twice."""
    X = datasets.usps().train.X[rng.choice(7000, 12, replace=False)]
    return {
        "one landmark is enough": Images(X, 1e-6, 0.5),
        "nothing may be left of distant images": Images(X, 1.0, 1e-9),
        "each image is there twice": Images(np.vstack([X, X]), 0.5, 1e-9),
    }
