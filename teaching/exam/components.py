"""Exam questions on components: variances, classes on an axis, the way back."""

import typing

import numpy as np
from scipy import stats

from exam.clusters import clouds
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake

# ---- 07.E1 -------------------------------------------------------------------------------------------


class AxisOfPoints(typing.NamedTuple):
    """Kernel values that are not centered and the coefficients of an axis; and the mapped points."""

    K: np.ndarray
    beta: np.ndarray
    Phi: np.ndarray


def _axes(rng):
    for Phi in clouds(rng):
        yield AxisOfPoints(Phi @ Phi.T, rng.normal(size=len(Phi)), Phi)


def _variance(K, beta):
    return np.var(K @ beta) / (beta @ K @ beta)


def _certify_variance(problem, answer):
    u = problem.beta @ problem.Phi
    exact = np.var(problem.Phi @ (u / np.linalg.norm(u)))
    return Certificate("error of the variance of the scores, from coordinates", abs(answer - exact), 1e-9)


variance_on_axis = Exercise(
    "07.E1",
    "The variance along an axis made of points",
    problems=_axes,
    arguments=lambda problem: problem[:2],
    reference=_variance,
    certify=_certify_variance,
    mistakes=[
        Mistake(
            "The axis is not of length 1. Divide by its squared length in feature space.",
            lambda K, beta: np.var(K @ beta),
        ),
        Mistake(
            "The scores are not centered: your kernel values know of the origin, a variance does not.",
            lambda K, beta: np.mean((K @ beta) ** 2) / (beta @ K @ beta),
        ),
        Mistake(
            "You divided by ‖β‖². The length of the axis in feature space needs the kernel values.",
            lambda K, beta: np.var(K @ beta) / (beta @ beta),
        ),
        Mistake(
            "You divided by the length of the axis, and a variance needs its square.",
            lambda K, beta: np.var(K @ beta) / np.sqrt(beta @ K @ beta),
        ),
        Mistake(
            "You divided by n − 1. In this course a variance is divided by n.",
            lambda K, beta: np.var(K @ beta, ddof=1) / (beta @ K @ beta),
        ),
        Mistake(
            "You summed the squares. A variance is their mean.",
            lambda K, beta: np.var(K @ beta) * len(K) / (beta @ K @ beta),
        ),
        Mistake("That is a standard deviation.", lambda K, beta: np.sqrt(_variance(K, beta))),
    ],
)


# ---- 08.E1 -------------------------------------------------------------------------------------------


class ScoresOfTwo(typing.NamedTuple):
    """Scores on a component, and two classes."""

    z: np.ndarray
    is_one: np.ndarray


def _scored(rng):
    """Scores in steps, so that some are equal; both classes have some."""
    for n in (7, 10, 14):
        is_one = rng.permutation(np.arange(n) < n // 2 - 1)
        z = np.round(rng.normal(size=n) + 0.7 * is_one)
        z[np.flatnonzero(is_one)[:2]], z[np.flatnonzero(~is_one)[:3]] = [0.0, 2.0], [0.0, 1.0, 3.0]
        yield ScoresOfTwo(z, is_one)


def _share_of_pairs(ties):
    def answer(z, is_one):
        D = z[is_one][:, None] - z[~is_one]
        return np.mean(D > 0) + ties * np.mean(D == 0)

    return answer


def _certify_pairs(problem, answer):
    ranks = stats.rankdata(problem.z)
    n_1, n_0 = problem.is_one.sum(), (~problem.is_one).sum()
    exact = (ranks[problem.is_one].sum() - n_1 * (n_1 + 1) / 2) / (n_1 * n_0)
    return Certificate("error of the share of pairs, from ranks", abs(answer - exact), 1e-9)


pairs_in_order = Exercise(
    "08.E1",
    "How well does a component tell two classes apart?",
    problems=_scored,
    edge=lambda rng: {"all scores are the same": ScoresOfTwo(np.ones(5), np.arange(5) < 2)},
    reference=_share_of_pairs(0.5),
    certify=_certify_pairs,
    mistakes=[
        Mistake(
            "Pairs of equal scores count for nothing in your answer. They count one half.",
            _share_of_pairs(0.0),
        ),
        Mistake(
            "Pairs of equal scores count fully in your answer. They count one half.", _share_of_pairs(1.0)
        ),
        Mistake(
            "The other way round: class 1 is to have the larger score.",
            lambda z, is_one: _share_of_pairs(0.5)(-z, is_one),
        ),
        Mistake(
            "You counted the pairs. Their share is asked for.",
            lambda z, is_one: _share_of_pairs(0.5)(z, is_one) * is_one.sum() * (~is_one).sum(),
        ),
        Mistake(
            "You divided by all pairs of points. Only pairs of one point of each class count.",
            lambda z, is_one: (
                _share_of_pairs(0.5)(z, is_one) * is_one.sum() * (~is_one).sum() * 2 / len(z) / (len(z) - 1)
            ),
            also=[
                lambda z, is_one: (
                    _share_of_pairs(0.5)(z, is_one) * is_one.sum() * (~is_one).sum() / len(z) ** 2
                )
            ],
        ),
        Mistake(
            "That compares each point of class 1 with the mean of class 0. All its points are to be asked.",
            lambda z, is_one: np.mean(z[is_one] > z[~is_one].mean()),
        ),
    ],
)


# ---- 09.E1 -------------------------------------------------------------------------------------------


class WayBack(typing.NamedTuple):
    """A point, the training points and the weights of a projection."""

    z: np.ndarray
    X: np.ndarray
    w: np.ndarray


def _ways_back(rng):
    for X in clouds(rng):
        yield WayBack(rng.normal(size=X.shape[1]), X, rng.normal(size=len(X)))


def _slope(own=4.0, others=4.0, offset=1.0, power=1):
    def answer(z, X, w):
        return own * (offset + z @ z) ** power * z - others * (w * (offset + X @ z) ** power) @ X

    return answer


STEP = 1e-30  # with a complex step nothing is subtracted, so it may be as small as one likes


def _certify_slope(problem, answer):
    z, X, w = problem
    slopes = [
        np.imag((1 + at @ at) ** 2 - 2 * w @ (1 + X @ at) ** 2) / STEP
        for at in z + 1j * STEP * np.eye(len(z))
    ]
    return Certificate(
        "largest difference from the slopes of ρ, by complex steps", np.abs(answer - slopes).max(), 1e-8
    )


polynomial_slope = Exercise(
    "09.E1",
    "Which way is down, with a polynomial kernel?",
    problems=_ways_back,
    reference=_slope(),
    certify=_certify_slope,
    mistakes=[
        Mistake("z stands twice in K(z, z): both places give a derivative.", _slope(own=2.0)),
        Mistake("K(z, z) is not constant with this kernel; its derivative is missing.", _slope(own=0.0)),
        Mistake("The sign of the second sum: it is subtracted in ρ.", _slope(others=-4.0)),
        Mistake("The mixed term of ρ comes with a 2, and so does its derivative.", _slope(others=2.0)),
        Mistake(
            "The outer exponent is still there: the derivative of a square is no square.", _slope(power=2)
        ),
        Mistake("The 1 in the kernel is lost.", _slope(offset=0.0)),
        Mistake("You went down: that is the opposite of the gradient.", _slope(own=-4.0, others=-4.0)),
        Mistake(
            "A 2 is missing everywhere: it comes down from the exponent of the kernel.",
            _slope(own=2.0, others=2.0),
        ),
        Mistake(
            "The inner derivative is missing: (1 + z·x)² also depends on z through x.",
            lambda z, X, w: 4 * (1 + z @ z) * z - 4 * (w @ (1 + X @ z)) * z,
        ),
    ],
)
