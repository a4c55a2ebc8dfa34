"""Break it: a sample without a best width"""

import numpy as np
from scipy.special import logsumexp

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import Certificate

WIDTHS = (0.1, 0.01, 0.001)
SAMPLES_BY_NAME = {
    "twins": [0, 0, 1, 1],
    "near": [0, 0.001, 1, 1.001],
    "one_alone": [0, 0, 0, 1],
    "some_alone": [0, 0, 1, 2],
    "row": [0, 0.01, 0.02, 0.03],
    "apart": [0, 0.4, 1, 1.5],
}


def solve(*, example="twins"):
    """Each number twice."""
    return np.array(SAMPLES_BY_NAME[example], dtype=float)[:, None]


def form(answer, expected):
    """What is wrong with the form of a sample of numbers, as a column or a vector, or None."""
    flat = isinstance(answer, np.ndarray) and answer.ndim == 1
    return points(1, least=4, most=50)(answer[:, None] if flat else answer, expected)


def certify(_, X):
    x = np.ravel(X)
    wide, middle, narrow = (_likelihood(x, h) for h in WIDTHS)
    return [
        Certificate(
            f"the likelihood rises: {wide:.1f} at h = 0.1, {middle:.1f} at 0.01, {narrow:.1f} at 0.001",
            _rises(x, WIDTHS),
        ),
        Certificate(
            "it still rises where h is far below all differences between the points",
            _rises(x, _narrow_widths(x)),
        ),
    ]


def _likelihood(x, h):
    """Σ log f̂₋ᵢ(xᵢ) from the differences themselves: those of twins are exactly 0."""
    exponents = -(((x[:, None] - x) / h) ** 2) / 2
    np.fill_diagonal(exponents, -np.inf)
    return float(np.sum(logsumexp(exponents, axis=1) - np.log((len(x) - 1) * h * np.sqrt(2 * np.pi))))


def _rises(X, widths):
    wide, *narrower = (_likelihood(np.ravel(X), h) for h in widths)
    return bool(np.isfinite(wide) and np.all(np.diff([wide, *narrower]) > 0))


def _narrow_widths(x):
    """Widths far below the smallest difference of two numbers that are not equal."""
    gaps = np.diff(np.unique(x))
    return (0.001, *(min(0.001, gaps.min(initial=np.inf)) * np.array([1e-2, 1e-3])))


def _alone(X):
    """How many numbers are there only once."""
    return int((np.unique(X, return_counts=True)[1] == 1).sum())


def rises_down_to_the_last(_, X):
    return _rises(X, WIDTHS)


def rises_at_first(_, X):
    return _rises(X, WIDTHS[:2])


def has_one_alone(_, X):
    return _alone(X) == 1


def has_some_alone(_, X):
    return 1 < _alone(X) < np.size(X)


def are_all_alone(_, X):
    return _alone(X) == np.size(X)
