"""How many landmarks do digits need?"""

import functools
from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.landmarks.checks.draws import nystrom
from kernelsy19 import datasets
from kernelsy19.kernels import RBF

# Images as rows, the inverse width of an RBF kernel, and the share of the trace that may be left
Images = namedtuple("Images", "X gamma share")


def problems(rng):
    """Draw handwritten digits; where the share is 0.3, it matters which image is the first."""
    train = datasets.usps().train
    # The last share is so small that no kernel that falls at all, however slowly, is content with one landmark.
    for n, share, spread in ((30, 0.5, 0.05), (50, 0.3, 0.05), (60, 0.2, 0.05), (40, 0.008, 0.002)):
        while True:
            X = train.X[rng.choice(len(train), n, replace=False)]
            drawn = Images(X, float(rng.uniform(0.005, 0.01)), share + float(rng.uniform(-spread, spread)))
            if share != 0.3 or solve(*drawn) not in from_another_image(*drawn):
                break
        yield drawn


def edge(rng):
    X = datasets.usps().train.X[rng.choice(7000, 12, replace=False)]
    return {
        "one landmark is enough": Images(X, 1e-6, 0.5),
        "nothing may be left of distant images": Images(X, 1.0, 1e-9),
        "each image is there twice": Images(np.vstack([X, X]), 0.5, 1e-9),
    }


def solve(X, gamma, share, *, choose=np.argmax, stop=None):
    """Landmarks until no more than the share is left, always the image of which most is left; or by other rules."""
    E, n = gram(X, gamma).copy(), len(X)
    for m in range(n + 1):
        d = np.maximum(np.diag(E), 0)
        if (d.sum() <= share * n) if stop is None else stop(d):
            return m
        s = int(choose(d))
        E -= np.outer(E[:, s], E[:, s]) / E[s, s]
        E[:, s] = E[s] = 0
    return n


def certify(problem, m):
    """Landmarks by coordinates: what sticks out of the span of those before is longest for the next one."""
    K, chosen, shares = RBF(problem.gamma)(problem.X), [], [1.0]
    if not 1 <= m <= len(K):
        return Certificate("a number from 1 to the number of images", False)
    values, V = np.linalg.eigh(K)
    out = Phi = V * np.sqrt(np.maximum(values, 0))
    for _ in range(m):
        lengths = (out**2).sum(axis=1)
        chosen.append(int(np.flatnonzero(lengths >= lengths.max() - 1e-9)[0]))
        Q = np.linalg.qr(Phi[chosen].T)[0]
        out = Phi - Phi @ Q @ Q.T
        shares.append((out**2).sum() / len(K))
    above = worst(shares[-1] - problem.share)
    return [
        Certificate(
            "share of the trace that your number of landmarks leaves, above what is allowed", above, 1e-9
        ),
        Certificate("one landmark less leaves too much", bool(m == 1 or shares[-2] > problem.share)),
    ]


def least_of(K, share, choose=lambda E: np.diag(E).argmax(), size=np.trace, power=1.0):
    """Number of landmarks for any matrix, chosen, subtracted and stopped by other rules."""
    E = K.copy()
    for m in range(1, len(K) + 1):
        s = int(choose(E))
        if E[s, s] <= 1e-13:
            return m
        E = E - np.outer(E[:, s], E[:, s]) / E[s, s] ** power
        if size(E) <= share * size(K):
            return m
    return len(K)


def in_order(X, gamma, share):
    """The first points, in the order in which they stand."""
    K = gram(X, gamma)
    for m in range(1, len(K) + 1):
        if len(K) - np.trace(nystrom(K[:, :m], K[:m, :m])) <= share * len(K):
            return m
    return len(K)


def from_another_image(X, gamma, share):
    """Numbers of those who begin with the last of equal ones, or with what rounding makes the largest."""
    yield solve(X, gamma, share, choose=lambda d: len(d) - 1 - np.argmax(d[::-1]))
    for squares in (lengths2(X), np.linalg.norm(X, axis=1) ** 2):
        yield least_of(np.exp(-gamma * rounded(X, squares)), share)


def by_eigenvalues(X, gamma, share):
    values = eigenvalues(X, gamma)[::-1]
    return int(np.argmax(values.sum() - np.cumsum(values) <= share * values.sum())) + 1


def eigenvalues(X, gamma):
    return _eigenvalues(gram(X, gamma).tobytes(), len(X))


@functools.lru_cache(maxsize=64)
def _eigenvalues(K, n):
    """Remembered: several mistakes ask for them."""
    return np.linalg.eigvalsh(np.frombuffer(K).reshape(n, n))


def gram(X, gamma):
    return RBF(gamma)(X)


def rounded(X, squares):
    """Squared distances from squares of lengths and products: not exactly 0 on the diagonal."""
    return np.maximum(0, squares[:, None] + squares - 2 * X @ X.T)


def lengths2(X):
    return (X**2).sum(axis=1)


def distances(X):
    return np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))


def centered(K):
    return K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
