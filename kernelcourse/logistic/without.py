"""The premises of the proofs about logistic regression, and what the world looks like without each."""

import numpy as np

from kernelcourse.logistic.draws import SOLVED, objective_at, slope
from kernelcourse.proving.derivations import Premise
from kernelsy19.logistic.plain import newton_steps


def slopes_at(theta, s):
    """∇P at some coefficients, by finite differences."""
    return slope(lambda x: objective_at(x, s.K, s.y, s.lam), theta)


def is_singular(K):
    """1 where K has a direction without length, 0 where it has none."""
    values = np.linalg.eigvalsh(K)
    return float(values[0] < 1e-10 * values[-1])


def random_unit(rng, n):
    """A direction at random."""
    v = rng.normal(size=n)
    return v / np.linalg.norm(v)


def without_direction(K, v):
    """The Gram matrix of which a direction has been taken: Kv = 0."""
    P = np.eye(len(K)) - np.outer(v, v)
    K = P @ K @ P
    return (K + K.T) / 2


def singular_at_the_minimum(s, rng):
    """K loses a direction; the minimum moves by as much along it as one likes, for P does not see it."""
    v = random_unit(rng, s.n)
    K = without_direction(s.K, v)
    *_, last = newton_steps(K, s.y, s.lam, max_iter=30)
    return s.but(K=K, best=last.theta + 3 * v)


AT_MINIMUM = Premise(
    "∇P(θ*) = 0",
    lambda s: slopes_at(s.best, s),
    lambda s, rng: s.but(best=s.best + rng.choice([-1, 1], size=s.n) * rng.uniform(0.5, 1.0, size=s.n)),
    SOLVED,
)

BEYOND = Premise(
    "∇P(θ*) = 0", AT_MINIMUM.residual, lambda s, rng: s.but(best=s.best + 3 * (s.theta - s.best)), SOLVED
)

FAR_OUT = Premise("∇P(θ*) = 0", AT_MINIMUM.residual, lambda s, rng: s.but(best=100 * s.best + 100), SOLVED)

INVERTIBLE = Premise("K is invertible", lambda s: is_singular(s.K), singular_at_the_minimum)


def model_slope(s):
    """Slope of the quadratic model at θ⁺; a quadratic is differentiated exactly."""
    return slope(s.Q, s.theta_plus, step=0.1)


STATIONARY_MODEL = Premise(
    "∇Q(θ⁺) = 0", model_slope, lambda s, rng: s.but(theta_plus=s.theta + rng.normal(size=s.n)), SOLVED
)


def singular_on_the_way(s, rng):
    """K loses a direction, along which θ⁺ may be anything: the model does not see it."""
    v = random_unit(rng, s.n)
    K = without_direction(s.K, v)
    world = s.but(K=K)
    h = 1 / (1 + np.exp(-K @ s.theta))
    H = K @ np.diag(h * (1 - h)) @ K + s.lam * K
    ahead = np.linalg.lstsq(H, -slopes_at(s.theta, world), rcond=1e-10)[0]
    return world.but(theta_plus=s.theta + ahead + 3 * v)


INVERTIBLE_FOR_A_STEP = Premise(INVERTIBLE.says, INVERTIBLE.residual, singular_on_the_way)

UPHILL = Premise(
    "∇Q(θ⁺) = 0", model_slope, lambda s, rng: s.but(theta_plus=s.theta + slopes_at(s.theta, s)), SOLVED
)


def indefinite(s, rng):
    """K gets a direction of negative length, and θ goes far along it from where the square is completed."""
    v = random_unit(rng, s.n)
    K = s.K - (np.linalg.eigvalsh(s.K)[-1] + 1) * np.outer(v, v)
    return s.but(K=K, theta=s.t / (1 + np.exp(-s.q)) / s.lam + 1000 * v)


NO_NEGATIVE_LENGTH = Premise(
    "K is PSD",
    lambda s: max(0.0, -np.linalg.eigvalsh(s.K)[0] - 1e-12 * np.abs(s.K).max()),  # beyond rounding
    indefinite,
)


def great_scores_without_length(s, rng):
    """An indefinite K with θᵀKθ = 0 and Kθ = 3t: any score for nothing."""
    v = rng.normal(size=s.n)
    v = v - s.t * (v @ s.t) / s.n
    v = v / np.linalg.norm(v)
    return s.but(K=3 * (np.outer(s.t, v) + np.outer(v, s.t)), theta=v)


LENGTH_COUNTS = Premise("K is PSD", NO_NEGATIVE_LENGTH.residual, great_scores_without_length)

PROBABILITIES = Premise(
    "0 ≤ hᵢ ≤ 1",
    lambda s: np.maximum(0, np.maximum(-s.h, s.h - 1)),
    lambda s, rng: s.but(h=1 + rng.uniform(0.5, 1.0, size=s.n)),
)

NO_FACTORS = Premise(
    "ℓᵢ = 1", lambda s: s.labels - 1, lambda s, rng: s.but(labels=s.t * rng.uniform(0.9, 1.1, size=s.n))
)

LOST_CLASS = Premise(
    "ℓᵢ = 0 in class 0", lambda s: s.labels[s.y == 0], lambda s, rng: s.but(labels=s.t * 1.0)
)

MIXTURE_OF_IMAGES = Premise(
    "w = Σᵢ θᵢ Φ(xᵢ)",
    lambda s: s.w - s.theta @ s.Phi,
    lambda s, rng: s.but(w=s.w + rng.normal(size=s.w.shape)),
)

SIGNS_OF_CLASSES = Premise(
    "ℓᵢ = ±1 and αᵢ = ℓᵢθᵢ", lambda s: s.alpha * s.labels - s.theta, lambda s, rng: s.but(labels=s.y)
)

SEPARATES = Premise(
    "Kd = t", lambda s: s.K @ s.d - s.t, lambda s, rng: s.but(d=s.d + rng.normal(size=s.n)), 1e-9
)
