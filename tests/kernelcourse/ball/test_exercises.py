"""Attacks on the exercises of chapter 03: wrong answers that look right."""

import numpy as np
import pytest
from own_answers import wrong_answers

from kernelcourse.ball.checks import ex_03_07, ex_03_11
from kernelcourse.judging.exercises import exercises_of

EXERCISE = exercises_of("03")["03.11"]
SEEDS = range(5)


WRONG = {
    "a sign of the radius": lambda R, a, b, C: (2 * R * a.sum() - 2 * R, C - a - b, C),
    "half the radius": lambda R, a, b, C: (R - R * a.sum(), C - a - b, C),
    "beta counted in the radius": lambda R, a, b, C: (2 * R - 2 * R * (a + b).sum(), C - a - b, C),
    "radius times n": lambda R, a, b, C: (2 * R - 2 * R * len(a), C - a - b, C),
    "zero at a radius of 0 forgotten": lambda R, a, b, C: (
        2 * R - 2 * R * a.sum() if R else 1.0,
        C - a - b,
        C,
    ),
    "the sign of beta": lambda R, a, b, C: (2 * R - 2 * R * a.sum(), C - a + b, C),
    "the slopes turned round": lambda R, a, b, C: (2 * R - 2 * R * a.sum(), a + b - C, C),
    "one price for all": lambda R, a, b, C: (2 * R - 2 * R * a.sum(), C.mean() - a - b, C),
    "prices upside down": lambda R, a, b, C: (2 * R - 2 * R * a.sum(), C - a - b, 1 / C),
    "the bound of the chapter": lambda R, a, b, C: (2 * R - 2 * R * a.sum(), C - a - b, 0 * C + 1 / len(C)),
    "the bound of beta": lambda R, a, b, C: (2 * R - 2 * R * a.sum(), C - a - b, C - a),
    "nothing at all": lambda R, a, b, C: (0.0, 0 * C, 0 * C),
    "not a number": lambda R, a, b, C: (2 * R - 2 * R * a.sum(), C - a - b, C / 0.0 * 0),
}


test_wrong = wrong_answers([("03.11", answer, None) for answer in WRONG.values()], SEEDS)


def distances(K, alpha):
    return np.diag(K) - 2 * K @ alpha + alpha @ K @ alpha


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_radius_is_read_off_where_the_weight_is_small(seed):
    """Who compares with a tolerance of one's own finds no point on the surface, and is told so."""

    def loose(K, alpha, nu):
        return distances(K, alpha)[(alpha > 1e-4) & (alpha < 1 / (nu * len(K)) - 1e-4)].mean()

    result = exercises_of("03")["03.4"].judge(loose, seed)
    assert result.status == "wrong"
    assert "points on the surface weigh a millionth" in result.message


@pytest.mark.parametrize("seed", SEEDS)
def test_a_slope_with_another_sign_is_no_step_to_the_end_of_the_box(seed):
    def with_plus(K, alpha, nu, i, j):
        slope, apart = np.diag(K) + 2 * K @ alpha, K[i, i] + K[j, j] - 2 * K[i, j]
        t = (slope[i] - slope[j]) / (2 * apart) if apart > 1e-12 else 0.0
        upper = 1 / (nu * len(K))
        t = np.clip(t, max(-alpha[i], alpha[j] - upper), min(upper - alpha[i], alpha[j]))
        return alpha + t * (np.eye(len(K))[i] - np.eye(len(K))[j])

    message = exercises_of("03")["03.7"].judge(with_plus, seed).message
    assert "In your slope the sum over all points has the wrong sign" in message


def test_the_bound_is_attained_and_exceeded_nowhere():
    """On weights that are free to move, ∂L/∂ξ = 0 and β ≥ 0 leave exactly [0, C]."""
    for point in ex_03_11.problems(np.random.default_rng(0)):
        largest = EXERCISE.reference(point.R, point.alpha, point.beta, point.C)[2]
        for alpha in np.linspace(0, 1.2, 13)[:, None] * largest:
            beta = point.C - alpha  # the only one at which the derivative is zero
            in_xi = EXERCISE.reference(point.R, alpha, beta, point.C)[1]
            assert np.abs(in_xi).max() < 1e-12
            np.testing.assert_array_equal(beta >= -1e-12, alpha <= largest + 1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_a_step_may_go_either_way_and_a_price_may_be_above_one(seed):
    def forward(K, alpha, nu, i, j):
        most = min(1 / (nu * len(K)) - alpha[i], alpha[j])
        return ex_03_07.moved(alpha, i, j, np.clip(ex_03_07.best_step(K, alpha, i, j), 0, most))

    def at_most_one(R, alpha, beta, C):
        return 2 * R * (1 - alpha.sum()), C - alpha - beta, np.minimum(C, 1)

    assert exercises_of("03")["03.7"].judge(forward, seed).message.startswith("Your t is never negative.")
    assert EXERCISE.judge(at_most_one, seed).status == "wrong"
