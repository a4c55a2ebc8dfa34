"""Break it: a loss that has a minimum after all"""

import numpy as np

from kernelcourse.judging.answers import describe, points
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.kernels import RBF
from kernelsy19.logistic.equations import gradient_in_theta

PLACES_AND_LABELS = {
    "both labels at each place": ([0.0, 0.0, 0.0, 1.0, 1.0], [0, 0, 1, 0, 1]),
    "one label": ([0.0, 1.0], [1, 1]),
    "close": ([0.0, 1e-6], [0, 1]),
    "distinct": ([0.0, 0.1, 0.2], [0, 1, 0]),
    "pairs": ([0.0, 0.0, 1.0, 1.0], [0, 0, 1, 1]),
    "half": ([0.0, 0.0, 1.0], [0, 1, 0]),
}


def solve(*, example="both labels at each place"):
    x, y = PLACES_AND_LABELS[example]
    return np.column_stack([x, np.zeros(len(x))]), np.array(y)


def form(answer, expected):
    """What is wrong with a pair of points of the plane and labels, or None."""
    del expected
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return f"expected a pair `(X, y)`, got {describe(answer)}"
    X, y = answer
    if fault := points(2, least=2, most=12)(X, None):
        return fault
    y = np.asarray(y)
    if y.shape != (len(X),) or not np.isin(y, (0, 1)).all():
        got = f"an array of shape {y.shape}" if y.shape != (len(X),) else f"the labels {np.unique(y)[:5]}"
        return f"expected {len(X)} labels 0 or 1 as the second item, got {got}"
    return None


def places(answer):
    """The place of each point, by number, and the labels at each place."""
    X, y = (np.asarray(part, dtype=float) for part in answer)
    _, place = np.unique(X, axis=0, return_inverse=True)
    place = place.ravel()
    return place, [y[place == k] for k in range(place.max() + 1)]


def mixed(answer):
    return [0 < ones.mean() < 1 for ones in places(answer)[1]]


def certify(_, answer):
    X, y = (np.asarray(part, dtype=float) for part in answer)
    place, ones = places(answer)
    h = np.array([of.mean() for of in ones])[place]
    slopes = gradient_in_theta(RBF(1.0)(X), y, h)
    return [
        Certificate(
            "at each place the best probability, its share of ones, is not 0 or 1", all(mixed(answer))
        ),
        Certificate(
            "largest entry of the gradient (29) at these probabilities", worst(np.abs(slopes)), 1e-12
        ),
    ]


def has_one_label(_, answer):
    return len(np.unique(np.asarray(answer[1]))) == 1


def is_distinct(_, answer):
    return all(len(ones) == 1 for ones in places(answer)[1])


def is_close(_, answer):
    """Whether all points differ, and two of other labels lie very close together."""
    X, y = (np.asarray(part, dtype=float) for part in answer)
    apart = np.linalg.norm(X[:, None] - X, axis=2)
    return is_distinct(_, answer) and apart[y[:, None] != y].min() < 0.05


def has_pairs_of_one_label(_, answer):
    return not any(mixed(answer))


def is_half_mixed(_, answer):
    return any(mixed(answer)) and not all(mixed(answer))
