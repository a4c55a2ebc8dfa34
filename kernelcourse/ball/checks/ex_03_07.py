"""One step of SMO"""

from collections import namedtuple

import numpy as np

from kernelcourse.ball.checks.draws import points_with_outliers, random_weights
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.ball.equations import box_violation, dual_objective
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial

Pair = namedtuple("Pair", "K alpha nu i j")  # feasible weights, and two points between which weight may move


def problems(rng):
    """Draw pairs whose best step stays in the box either way (twice), empties αⱼ, or fills αᵢ."""

    def stays_inside(t, a_i, a_j, upper):
        return 0.01 < t < 0.4 * min(a_i, a_j, upper - a_i, upper - a_j)

    yield _draw_pair(rng, Linear(), 4, 0.5, stays_inside)
    yield _draw_pair(rng, Polynomial(2, 0.3, offset=1.0), 5, 0.45, lambda t, *box: stays_inside(-t, *box))
    yield _draw_pair(rng, RBF(0.5), 6, 0.4, lambda t, a_i, a_j, upper: 0.01 < 1.2 * a_j < min(t, upper - a_i))
    k = Polynomial(2, 0.5, offset=1.0)
    yield _draw_pair(rng, k, 7, 0.4, lambda t, a_i, a_j, upper: 0.01 < 1.2 * (upper - a_i) < a_j < 0.8 * t)


def edge(rng):
    X = rng.normal(size=(5, 2))
    X[1] = X[0]
    K, full = Linear()(points_with_outliers(rng, 4)), np.array([0.5, 0.5, 0.0, 0.0])
    i, j = (0, 1) if best_step(K, full, 0, 1) > 0 else (1, 0)
    return {
        "two points that are the same": Pair(Laplacian(1.0)(X), random_weights(rng, 5, 0.5), 0.5, 0, 1),
        "a weight that is at its bound": Pair(K, full, 0.5, i, j),
    }


def _draw_pair(rng, k, n, nu, wanted):
    """Draw until the best step, the two weights and their bound are as wanted."""
    while True:
        K, alpha = k(rng.normal(size=(n, 2))), random_weights(rng, n, nu)
        i, j = map(int, rng.permutation(n)[:2])
        if wanted(best_step(K, alpha, i, j), alpha[i], alpha[j], 1 / (nu * n)):
            return Pair(K, alpha, nu, i, j)


def solve(K, alpha, nu, i, j, *, factor=1.0, own=1.0, others=-2.0, mixed=-2.0, room=None):
    """Move t from j to i: as far as is best along the parabola L_D(t), or the box allows."""
    t = factor * best_step(K, alpha, i, j, own, others, mixed)
    return moved(alpha, i, j, np.clip(t, *(allowed_steps(alpha, nu, i, j) if room is None else room)))


def best_step(K, alpha, i, j, own=1.0, others=-2.0, mixed=-2.0):
    """Where L_D is largest along the pair, whatever the box allows."""
    slope, distance = own * np.diagonal(K) + others * K @ alpha, K[i, i] + K[j, j] + mixed * K[i, j]
    return (slope[i] - slope[j]) / (2 * distance) if distance > 1e-12 else 0.0


def allowed_steps(alpha, nu, i, j):
    """How far weight may move from j to i within the box, as the two ends of t."""
    upper = 1 / (nu * len(alpha))
    return max(-alpha[i], alpha[j] - upper), min(upper - alpha[i], alpha[j])


def moved(alpha, i, j, t):
    """The weights after t has moved from j to i."""
    alpha = alpha.copy()
    alpha[i] += t
    alpha[j] -= t
    return alpha


def certify(problem, answer):
    K, alpha, nu, i, j = problem
    others = np.delete(answer - alpha, [i, j])
    before, after = dual_objective(K, alpha), dual_objective(K, answer)
    return [
        Certificate("| Σᵢ αᵢ − 1 | after the step", abs(answer.sum() - 1), 1e-10),
        Certificate("by how much a weight leaves the box", box_violation(answer, nu).max(), 1e-10),
        Certificate("largest change of another weight", np.abs(others).max(), 1e-12),
        Certificate("loss of L_D by the step", worst(before - after), 1e-10),
        Certificate(
            "what L_D still gains along this pair", worst(_best_value_along_pair(*problem) - after), 1e-10
        ),
    ]


def _best_value_along_pair(K, alpha, nu, i, j):
    """Largest L_D that the pair can reach, from the parabola through three of its values."""

    def value(t):
        return dual_objective(K, moved(alpha, i, j, t))

    low, high = allowed_steps(alpha, nu, i, j)
    a, b, _ = np.polyfit([-1, 0, 1], [value(-1), value(0), value(1)], 2)
    top = np.clip(-b / (2 * a), low, high) if abs(a) > 1e-12 else 0.0
    return max(value(low), value(high), value(top))
