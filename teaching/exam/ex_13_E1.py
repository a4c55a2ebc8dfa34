"""Should the ball grow?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# A squared radius, the squared distances of points from the center, their classes and the price.
Around = namedtuple("Around", "R2 d2 y C")


def problems(rng):
    """Draw different numbers of targets outside and inside, and of others inside and outside; none on the surface."""
    for counts in ((1, 3, 2, 4), (3, 1, 5, 2), (2, 5, 1, 3)):
        R2 = rng.uniform(1.0, 2.0)
        y, side = np.repeat([1, 1, -1, -1], counts), np.repeat([1, -1, -1, 1], counts)
        order = rng.permutation(len(y))
        d2 = R2 + side * rng.uniform(0.1, 0.9, size=len(y))
        yield Around(R2, d2[order], y[order], rng.uniform(0.15, 0.4))


def edge(rng):
    held = Around(1.0, np.array([0.5, 2.0]), np.array([1, -1]), 0.3)
    return {"a ball that holds the targets and nothing else": held}


def solve(R2, d2, y, C, *, targets=-1.0, others=1.0, ball=1.0, outside=np.greater):
    """1 − C · (targets outside) + C · (others inside)."""
    out = outside(d2, R2)
    return ball + C * (targets * np.sum((y > 0) & out) + others * np.sum((y < 0) & ~out))


def certify(problem, answer):
    R2, d2, y, C = problem
    step = 0.5 * np.abs(d2 - R2).min()

    def cost(at):
        return at + C * sum(yi * (di - at) * (yi * (di - at) > 0) for yi, di in zip(y, d2, strict=True))

    off = abs(answer - (cost(R2 + step) - cost(R2 - step)) / (2 * step))
    return Certificate(
        "difference from the rise of the cost over a small step, divided by the step", off, 1e-9
    )
