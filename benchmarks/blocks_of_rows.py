"""Rows that are made from the number of their block, and one pass of ridge regression over them, ours and a peer's.

`python blocks_of_rows.py SIDE` prints the MiB that a pass over a million rows took beside what was imported.
"""

import sys

import numpy as np
from memory_child import resident
from sklearn.kernel_approximation import Nystroem
from threadpoolctl import threadpool_limits

from kernelsy19 import landmarks
from kernelsy19.kernels import RBF

P, M, ROWS, LAM, GAMMA = 8, 300, 10_000, 1.0, 0.1


def block(b, rows=ROWS):
    """Rows and targets of block b."""
    rng = np.random.default_rng([16, int(b)])
    X = rng.normal(size=(rows, P))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.1 * rng.normal(size=rows)


def landmarks_of_all(m=M):
    """Landmarks of rows that belong to no block."""
    sample = block(10**6, 10 * m)[0]
    return sample[landmarks.choose(RBF(GAMMA).gram(sample), m).indices]


def our_pass(Z, source, blocks, executor=None):
    """One pass of ours: a LandmarkRidge."""
    return landmarks.fit_ridge(landmarks.landmark_map(RBF(GAMMA), Z), source, blocks, LAM, executor)


def their_pass(Z, source, blocks):
    """The same with scikit-learn's features, whose sums are added up block by block: features, w and b."""
    features = Nystroem(kernel="rbf", gamma=GAMMA, n_components=len(Z), random_state=0).fit(Z)
    A, c, f, sum_y, n = np.zeros((len(Z), len(Z))), np.zeros(len(Z)), np.zeros(len(Z)), 0.0, 0
    for b in blocks:
        X, y = source(b)
        F = features.transform(X)
        A += F.T @ F
        c += F.T @ y
        f += F.sum(axis=0)
        sum_y += y.sum()
        n += len(y)
    w = np.linalg.solve(A - np.outer(f, f) / n + LAM * np.eye(len(Z)), c - f * sum_y / n)
    return features, w, (sum_y - w @ f) / n


if __name__ == "__main__":
    passes = {"our": our_pass, "their": their_pass}[sys.argv[1]]
    with threadpool_limits(1):
        Z = landmarks_of_all()
        passes(Z[:20], lambda b: block(b, 50), range(2))
        before = resident()
        passes(Z, block, range(100))
    print(f"{resident() - before:.1f}")
