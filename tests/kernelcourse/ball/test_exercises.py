"""Attacks on the exercises of chapter 03: wrong answers that look right."""

import numpy as np
from own_answers import wrong_answers

from kernelcourse.ball.checks import ex_03_07, ex_03_11
from kernelcourse.judging.exercises import exercises_of

EXERCISE = exercises_of("03")["03.11"]


def loose(K, alpha, nu):
    """R² of who compares with a tolerance of one's own, and finds no point on the surface."""
    d2 = np.diag(K) - 2 * K @ alpha + alpha @ K @ alpha
    return d2[(alpha > 1e-4) & (alpha < 1 / (nu * len(K)) - 1e-4)].mean()


def with_plus(K, alpha, nu, i, j):
    """A step along a slope with another sign, which is none to the end of the box."""
    slope, apart = np.diag(K) + 2 * K @ alpha, K[i, i] + K[j, j] - 2 * K[i, j]
    t = (slope[i] - slope[j]) / (2 * apart) if apart > 1e-12 else 0.0
    upper = 1 / (nu * len(K))
    t = np.clip(t, max(-alpha[i], alpha[j] - upper), min(upper - alpha[i], alpha[j]))
    return alpha + t * (np.eye(len(K))[i] - np.eye(len(K))[j])


def forward(K, alpha, nu, i, j):
    most = min(1 / (nu * len(K)) - alpha[i], alpha[j])
    return ex_03_07.moved(alpha, i, j, np.clip(ex_03_07.best_step(K, alpha, i, j), 0, most))


def in_R(R, a):
    return 2 * R - 2 * R * a.sum()


WRONG = {
    "03.4": [(loose, "points on the surface weigh a millionth")],
    "03.7": [
        (with_plus, "In your slope the sum over all points has the wrong sign"),
        (forward, "Your t is never negative."),
    ],
    "03.11": [
        lambda R, a, b, C: (-in_R(R, a), C - a - b, C),
        lambda R, a, b, C: (in_R(R, a) / 2, C - a - b, C),
        lambda R, a, b, C: (in_R(R, a + b), C - a - b, C),
        lambda R, a, b, C: (2 * R - 2 * R * len(a), C - a - b, C),
        lambda R, a, b, C: (in_R(R, a) if R else 1.0, C - a - b, C),
        lambda R, a, b, C: (in_R(R, a), C - a + b, C),
        lambda R, a, b, C: (in_R(R, a), a + b - C, C),
        lambda R, a, b, C: (in_R(R, a), C.mean() - a - b, C),
        lambda R, a, b, C: (in_R(R, a), C - a - b, 1 / C),
        lambda R, a, b, C: (in_R(R, a), C - a - b, 0 * C + 1 / len(C)),  # the bound of the chapter
        lambda R, a, b, C: (in_R(R, a), C - a - b, C - a),  # that of β
        lambda R, a, b, C: (in_R(R, a), C - a - b, C / 0.0 * 0),
        (lambda R, a, b, C: (in_R(R, a), C - a - b, np.minimum(C, 1)), ""),  # a price may be above one
    ],
}


test_wrong = wrong_answers(WRONG, range(5))


def test_the_bound_is_attained_and_exceeded_nowhere():
    """On weights that are free to move, ∂L/∂ξ = 0 and β ≥ 0 leave exactly [0, C]."""
    for point in ex_03_11.problems(np.random.default_rng(0)):
        largest = EXERCISE.reference(point.R, point.alpha, point.beta, point.C)[2]
        for alpha in np.linspace(0, 1.2, 13)[:, None] * largest:
            beta = point.C - alpha  # the only one at which the derivative is zero
            in_xi = EXERCISE.reference(point.R, alpha, beta, point.C)[1]
            assert np.abs(in_xi).max() < 1e-12
            np.testing.assert_array_equal(beta >= -1e-12, alpha <= largest + 1e-12)
