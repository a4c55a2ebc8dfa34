"""How many mistakes at most?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# A hyperplane that separates points, by what the bound needs; the mapped points and its normal
Hyperplane = namedtuple("Hyperplane", "K_diagonal w_norm2 b y f Phi w")


def problems(rng):
    """Draw hyperplanes that separate; the nearest point has a yf that is not 1; bounds that would be rounded up."""
    for n, D in ((6, 2), (10, 3), (14, 4)):
        yield next(drawn for drawn in _drawn(rng, n, D) if solve(*drawn[:5]) % 1 > 0.5)


def _drawn(rng, n, D):
    while True:
        Phi, w, b = rng.normal(size=(n, D)) * rng.uniform(0.8, 2.0), rng.normal(size=D), rng.uniform(0.3, 1.0)
        f = Phi @ w + b
        Phi[0] = Phi[1] - 2 * f[1] * w / (w @ w)
        yield _hyperplane(Phi, w, float(b))


def edge(rng):
    return {"b is 0": _hyperplane(rng.normal(size=(7, 3)), rng.normal(size=3), 0.0)}


def _hyperplane(Phi, w, b):
    f = Phi @ w + b
    return Hyperplane((Phi**2).sum(axis=1), float(w @ w), b, np.where(f > 0, 1.0, -1.0), f, Phi, w)


def solve(K_diagonal, w_norm2, b, y, f, *, top=None, length=None, near=None):
    """R²/δ², the longest vector squared over the squared distance of the nearest from the plane."""
    top = K_diagonal.max() + 1 if top is None else top
    length = w_norm2 + b**2 if length is None else length
    return top * length / ((y * f).min() if near is None else near) ** 2


def certify(problem, answer):
    """The bound, or the whole number of updates that it allows."""
    bound = _in_coordinates(problem.b, problem.y, problem.Phi, problem.w)
    whole = np.floor(bound * (1 + 1e-9))
    return Certificate(
        "relative difference from R²/δ² or from its whole part, both from coordinates",
        0.0 if answer == whole else abs(answer / bound - 1),
        1e-9,
        otherwise="relative error of the bound",
    )


def _in_coordinates(b, y, Phi, w):
    long = np.hstack([Phi, np.ones((len(Phi), 1))])
    u = np.append(w, b) / np.linalg.norm(np.append(w, b))
    delta = min(label * (x @ u) for x, label in zip(long, y, strict=True))
    return max(x @ x for x in long) / delta**2


def is_of_other_length(problem, bound):
    return _is_off_by_power(problem, bound, problem.K_diagonal.max() + 1)


def is_of_other_normal(problem, bound):
    return _is_off_by_power(problem, bound, problem.w_norm2 + problem.b**2)


def _is_off_by_power(problem, bound, part):
    """Whether a bound is the right one times a power of one of its parts."""
    ratio = bound / solve(*problem[:5])
    return ratio > 0 and any(
        np.isclose(ratio, part**k, rtol=1e-9) for k in (-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2)
    )
