"""Break it: forget to center"""

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import Certificate

DISTINCT = 1.05  # times the second variance: below, the first axis might as well be another
CLOUDS = {
    "turned": [[-1.0, 10.0], [0.0, 10.0], [1.0, 10.1]],
    "same": [[5.0, 0.0]] * 3,
    "centered": [[-1.0, 0.0], [0.0, 0.5], [1.0, -0.5]],
    "square": [[-1.0, 9.0], [1.0, 9.0], [1.0, 11.0], [-1.0, 11.0]],
    "along": [[9.0, 0.0], [10.0, 0.1], [11.0, 0.0]],
    "half": [[-1.0, 0.9], [0.0, 1.0], [1.0, 1.3]],
    "near": [[-5.0, 3.0], [5.0, 3.0], [0.0, 3.1]],
}


def solve(*, example="turned"):
    return np.array(CLOUDS[example])


form = points(2, least=3, most=50)


def certify(_, X):
    return [
        Certificate("the points are not all the same", vary(X)),
        Certificate(
            "the first variance is at least 5% above the second, with and without centering",
            vary(X) and have_first_axes(X),
        ),
        Certificate(f"|cos| of the two axes is {cosine(X):.3f}, below 0.1", cosine(X) < 0.1),
    ]


def cosine(X):
    plain, centered = (np.linalg.eigh(P.T @ P)[1][:, -1] for P in _without_center_and_with(X))
    return float(abs(plain @ centered))


def vary(X):
    """Whether the points are not all the same, up to rounding."""
    return bool(np.ptp(X, axis=0).max() > 1e-6 * max(1.0, np.abs(X).max()))


def have_first_axes(X):
    """Whether the largest variance is larger than the second, with and without centering."""
    values = [np.linalg.eigvalsh(P.T @ P) for P in _without_center_and_with(X)]
    return all(bool(v[1] > DISTINCT * v[0]) for v in values)


def _without_center_and_with(X):
    return X, X - X.mean(axis=0)


def are_the_same(_, X):
    return not vary(X)


def are_centered(_, X):
    return bool(have_first_axes(X) and np.abs(X.mean(axis=0)).max() < 1e-9 * max(1.0, np.abs(X).max()))


def have_no_first_axis(_, X):
    return vary(X) and not have_first_axes(X)


def lie_along(_, X):
    return _turns(X, 0.9, 1.0) and _mean_lies_along(X)


def turn_by_half(_, X):
    return _turns(X, 0.1, 0.9)


def are_near(_, X):
    return _turns(X, 0.9, 1.0) and not _mean_lies_along(X)


def _turns(X, low, high):
    """Whether both first axes exist, the points are not centered, and the cosine is as given."""
    return have_first_axes(X) and not are_centered(None, X) and bool(low < cosine(X) <= high + 1e-9)


def _mean_lies_along(X):
    """Whether the mean lies along the right first axis rather than across it."""
    mean, centered = X.mean(axis=0), X - X.mean(axis=0)
    axis = np.linalg.eigh(centered.T @ centered)[1][:, -1]
    return bool(abs(axis @ mean) > np.sqrt(0.5) * np.linalg.norm(mean))
