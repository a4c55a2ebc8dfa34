"""Points on a circle, near it and around it, for the tests of pre-images."""

import numpy as np


def circle(n=80, noise=0.03, seed=0):
    rng = np.random.default_rng(seed)
    t = 2 * np.pi * (np.arange(n) + rng.uniform(size=n)) / n
    return np.column_stack([np.cos(t), np.sin(t)]) + noise * rng.normal(size=(n, 2))


def noisy(n=30, seed=5):
    return circle(n, noise=0.3, seed=seed)
