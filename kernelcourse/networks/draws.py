"""What the proofs about attention and wide layers are evaluated on, and the seven words of the appendix."""

import numpy as np

from kernelcourse.proving.derivations import Setting

WORDS = ("cat", "dog", "horse", "car", "train", "ship", "the")
# Where the words lie, made up by hand: animals at one side, things that drive at the other, a word that says little
# near the origin.
KEYS = np.array([[1.6, 1.5], [2.1, 1.1], [2.3, 1.9], [-1.7, 1.4], [-2.4, 1.2], [-1.9, 2.0], [0.1, -0.4]])


def keys_of_one_length(keys=KEYS):
    """Keys, each at the length that they have in the mean: (n, d)."""
    lengths = np.linalg.norm(keys, axis=1, keepdims=True)
    return lengths.mean() * keys / lengths


def draw_attention(rng):
    """Draw queries, keys and values.
    Q (l, d); K (n, d); V (n, q)"""
    d, n = int(rng.integers(2, 5)), int(rng.integers(4, 7))
    return Setting(Q=rng.normal(size=(3, d)), K=rng.normal(size=(n, d)), V=rng.normal(size=(n, 2)))


def draw_keys_of_one_length(rng):
    """The same with keys of one length."""
    s = draw_attention(rng)
    return s.but(K=keys_of_one_length(s.K))


def draw_directions(rng):
    """Draw two points that are neither parallel nor at a right angle.
    x, y (p,)"""
    p = int(rng.integers(2, 6))
    x, across = np.linalg.qr(rng.normal(size=(p, 2)))[0].T
    theta = rng.choice([rng.uniform(0.4, 1.3), rng.uniform(1.8, 2.7)])
    a, b = rng.uniform(0.5, 2.0, size=2)
    return Setting(x=a * x, y=b * (np.cos(theta) * x + np.sin(theta) * across))
