"""The loss, and how it changes with the scores"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.logistic.checks.draws import labels
from kernelcourse.logistic.draws import slope
from kernelsy19.logistic.equations import curvatures, mean_loss_of_scores, probability

ScoredLabels = namedtuple("ScoredLabels", "y f")  # labels and scores of some points


def problems(rng):
    """Draw scores of ordinary size."""
    for n in (3, 7, 5):
        yield ScoredLabels(labels(rng, n), 2 * rng.normal(size=n))


def edge(rng):
    f = np.array([1, -1, 1]) * rng.uniform(800, 1200, size=3)
    return {"scores of 800 and more": ScoredLabels(np.array([0.0, 1.0, 1.0]), f)}


def solve(y, f, *, cut=np.inf):
    """The mean loss (24), and (h − y)/m."""
    f = np.clip(f, -cut, cut)
    return mean_loss_of_scores(y, f), (probability(f) - y) / len(y)


def certify(problem, answer):
    loss, slopes = answer
    expected = slope(lambda f: exact_loss(problem.y, f), problem.f)
    return [
        Certificate("error of the loss, summed point by point", abs(loss - exact_loss(*problem)), 1e-8),
        Certificate(
            "largest difference of the slopes from finite differences", worst(np.abs(slopes - expected)), 1e-8
        ),
    ]


def exact_loss(y, f):
    """The loss point by point, in a form that no score is too large for."""
    total = 0.0
    for yi, fi in zip(y, f, strict=True):
        margin = fi if yi == 1 else -fi
        total += np.log1p(np.exp(-abs(margin))) + max(-margin, 0)
    return total / len(y)


def as_printed(y, f):
    """(24) as it stands: 1 − h and log h overflow where a score is large."""
    with np.errstate(all="ignore"):
        h = 1 / (1 + np.exp(-f))
        return -(y @ np.log(h) + (1 - y) @ np.log(1 - h)) / len(y), (h - y) / len(y)


def margins(y, f):
    return (2 * y - 1) * f


def losses(y, f):
    return np.logaddexp(0, -margins(y, f))


def is_one_of(number, values):
    return bool(np.isclose(number, values, rtol=1e-9).any())


def is_squared(problem, answer):
    """Whether the loss is one of squared differences of probability and label, a mean, a sum, or half of it."""
    squares, n = (probability(problem.f) - problem.y) ** 2, len(problem.y)
    return is_one_of(answer[0], squares.mean() * np.array([1, 0.5, n, n / 2]))


def is_of_another_machine(problem, answer):
    m = margins(*problem)
    others = np.maximum(0, 1 - m), np.maximum(0, -m), m <= 0, np.exp(-np.clip(m, -600, 600))
    return any(is_one_of(answer[0], [other.mean(), other.sum()]) for other in others)


def cuts_large_losses(problem, answer):
    """Whether the slope is right, and the loss lower than the right one, among scores that are large."""
    loss, slopes = solve(*problem)
    return bool(np.abs(problem.f).max() > 100 and np.allclose(answer[1], slopes) and 0 <= answer[0] < loss)


def leaves_out_a_class(problem, answer):
    return any(
        is_one_of(answer[0] * np.array([1, len(of), of.sum()]), (of * losses(*problem)).sum())
        for of in (problem.y, 1 - problem.y)
    )


def has_one_slope(problem, answer):
    return is_one_of(answer[0], solve(*problem)[0]) and bool(np.ptp(answer[1]) < 1e-12)
