"""How hard does a point pull?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst

Scores = namedtuple("Scores", "y f")  # classes and decisions of some points


def problems(rng):
    """Draw points of both classes, on either side and on either side of the margin."""
    for n in (5, 8, 13):
        yield Scores(_signs(n, rng), rng.normal(size=n) * 1.5 + 0.2)


def edge(rng):
    y, far = _signs(6, rng), rng.uniform(4.0, 20.0, size=6)
    return {"all on their right side": Scores(y, y * far), "all on the wrong side": Scores(y, -y * far)}


def _signs(n, rng):
    return rng.permutation(np.where(np.arange(n) < n // 2, 1.0, -1.0))


def solve(y, f, *, twice=2.0, cut=False, edge_of=1.0, hinge=None, logistic=None):
    """Pulls by the hinge, the squared and the logistic loss: minus their slopes in yf."""
    m = y * f
    squared = twice * (np.maximum(0, 1 - m) if cut else 1 - m)
    hinge = (m < edge_of) * 1.0 if hinge is None else hinge
    return np.array([hinge, squared, 1 / (1 + np.exp(m)) if logistic is None else logistic])


def certify(problem, answer):
    """Minus the slopes, by differences of the losses."""
    m, h = problem.y * problem.f, 1e-6
    losses = (lambda m: np.maximum(0, 1 - m), lambda m: (1 - m) ** 2, lambda m: np.logaddexp(0, -m))
    slopes = np.array([(loss(m - h) - loss(m + h)) / (2 * h) for loss in losses])
    return Certificate(
        "largest difference from differences of the losses", worst(np.abs(answer - slopes)), 1e-5
    )
