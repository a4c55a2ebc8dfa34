"""One step of RPCholesky"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.landmarks.checks.draws import close

# What is left of a Gram matrix, and the point that becomes a landmark; and mapped points that have it
Rest = namedtuple("Rest", "E s G")


def problems(rng):
    """Draw what is left, with nothing left of no point."""
    for n, D in ((3, 4), (5, 4), (6, 9)):
        yield _rest(rng.normal(size=(n, D)), int(rng.integers(n)))


def edge(rng):
    G = rng.normal(size=(5, 6))
    G[2] = 0
    return {
        "a point that is a landmark already": _rest(G, 0),
        "a single point": _rest(rng.normal(size=(1, 3)), 0),
        "points with nothing in common": _rest(np.diag(rng.uniform(1.5, 2.0, size=4)), 1),
    }


def _rest(G, s):
    return Rest(G @ G.T, s, G)


def solve(E, s, *, by=None, taken=None, over=None):
    """Shares of the diagonal, and E without what the drawn point explains; or other shares, or another part."""
    shares = np.diag(E) if by is None else by
    over = E[s, s] if over is None else over
    return shares / shares.sum(), E - (np.outer(E[:, s], E[s]) / over if taken is None else taken)


def same(a, b):
    return all(close(x, y) for x, y in zip(a, b, strict=True))


def certify(problem, answer):
    p, E = answer
    g = problem.G[problem.s]
    G = problem.G - np.outer(problem.G @ g, g) / (g @ g)
    lengths = (problem.G**2).sum(axis=1)
    off = np.abs(p - lengths / lengths.sum()).max()
    return [
        Certificate("largest | probability − the share of the point in what is left |", off, 1e-9),
        Certificate("largest entry by which the new rest is off", np.abs(E - G @ G.T).max(), 1e-8),
    ]


def explained(E, s):
    return np.outer(E[:, s], E[s]) / E[s, s]


def at(E, s):
    """True in the row and the column of the drawn point."""
    mask = np.arange(len(E)) == s
    return mask | mask[:, None]


def favors_the_small(problem, answer):
    """Whether probabilities fall, wherever what is left of a point rises."""
    lengths, p = np.diag(problem.E), answer[0]
    order = np.argsort(lengths)
    steps = np.diff(p[order])[np.diff(lengths[order]) > 1e-12]
    return len(steps) > 0 and bool((steps < 0).all()) and bool(np.isclose(p.sum(), 1))


def has_all_at_one(problem, answer):
    return np.count_nonzero(answer[0]) == 1 and np.count_nonzero(np.diag(problem.E)) > 1


def is_without_drawn(problem, answer):
    return answer[0][problem.s] == 0


def is_rest_of_another(problem, answer):
    E, s = problem[:2]
    others = [k for k in range(len(E)) if k != s and E[k, k] > 0]
    return any(np.allclose(answer[1], E - explained(E, k)) for k in others)
