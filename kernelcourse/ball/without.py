"""The premises of the proofs about the ball, and what the world looks like without each."""

import numpy as np

from kernelcourse.ball.draws import SOLVED, solve_primal
from kernelcourse.proving.derivations import Premise, gradient
from kernelsy19.ball import equations as ball


def distances(s):
    """‖Φ(xᵢ) − c‖², as an (n,) array."""
    return ((s.Phi - s.c) ** 2).sum(axis=1)


def spare(s):
    """What (3a) leaves to spare at each point: R² + ξᵢ − ‖Φ(xᵢ) − c‖²."""
    return s.R**2 + s.xi - distances(s)


def some(mask, rng):
    """One of the points of a mask, at random."""
    return rng.choice(np.flatnonzero(mask))


def replaced(array, index, value):
    """A copy of an array with other entries."""
    changed = array.copy()
    changed[index] = value
    return changed


def too_little_slack(s, rng):
    """(3a) fails: the points outside have half of the slack that they need."""
    outside = distances(s) > s.R**2
    return s.but(xi=np.where(outside, (distances(s) - s.R**2) / 2, s.xi))


def negative_slack(s, rng):
    """(3b) fails and (3a) holds: the points in the ball have a slack below zero, as far as (3a) lets it be."""
    inside = distances(s) < s.R**2
    return s.but(xi=np.where(inside, (distances(s) - s.R**2) / 2, s.xi))


ROOM = Premise("(3a)", lambda s: np.maximum(0, -spare(s)), too_little_slack)


SLACK = Premise("ξᵢ ≥ 0", lambda s: np.maximum(0, -s.xi), negative_slack)


ENOUGH_ROOM = Premise("(3a)", ROOM.residual, lambda s, rng: s.but(c=s.c + 10.0))


NO_NEGATIVE_SLACK = Premise(
    "ξᵢ ≥ 0",
    SLACK.residual,
    lambda s, rng: s.but(xi=-s.xi, R=(s.R**2 + distances(s).max() + s.xi.max()) ** 0.5, alpha=0 * s.alpha),
)


WEIGHT = Premise(
    "αᵢ ≥ 0",
    lambda s: np.maximum(0, -s.alpha),
    lambda s, rng: s.but(alpha=-s.alpha * (1 + s.beta @ s.xi) / (s.alpha @ spare(s))),
)


BUDGET = Premise(
    "βᵢ ≥ 0",
    lambda s: np.maximum(0, -s.beta),
    lambda s, rng: s.but(beta=-s.beta * (1 + s.alpha @ spare(s)) / (s.beta @ s.xi)),
)


def nothing_subtracted(s, rng):
    """Slacks as small as can be, α at no point inside and β at no point outside."""
    outside = distances(s) > s.R**2
    return s.but(
        xi=ball.slacks(s.R**2, distances(s)),
        alpha=np.where(outside, s.alpha, 0),
        beta=np.where(outside, 0, s.beta),
    )


FLAT_IN_RADIUS = Premise(
    "∂L/∂R = 0",
    lambda s: gradient(lambda R: s.L(R, s.c, s.xi), at=s.R),
    lambda s, rng: s.but(alpha=s.alpha * rng.uniform(1.1, 2.0)),
)


A_RADIUS = Premise(
    "R ≠ 0",
    lambda s: float(s.R == 0),
    lambda s, rng: s.but(R=0.0, alpha=s.alpha * rng.uniform(1.1, 2.0)),
)


FLAT_IN_SLACKS = Premise(
    "∂L/∂ξᵢ = 0",
    lambda s: gradient(lambda xi: s.L(s.R, s.c, xi), at=s.xi),
    lambda s, rng: s.but(beta=s.beta + rng.uniform(0.1, 1.0, size=s.n)),
)


FLAT_IN_CENTER = Premise(
    "∂L/∂c = 0",
    lambda s: gradient(lambda c: s.L(s.R, c, s.xi), at=s.c),
    lambda s, rng: s.but(c=s.c + rng.normal(size=s.c.shape)),
)


SUM_OF_ONE = Premise(
    "Σᵢ αᵢ = 1 (5)",
    lambda s: s.alpha.sum() - 1,
    lambda s, rng: s.but(alpha=s.alpha * rng.uniform(1.1, 2.0)),
)


def beyond_the_budget(s, rng):
    """∂L/∂ξ fails and β stays: one weight is twice what it may be."""
    return s.but(alpha=replaced(s.alpha, rng.integers(s.n), 2 * ball.largest_weight(s.nu, s.n)))


def negative_multiplier(s, rng):
    """One β is below zero, and its α that much above the bound, so that ∂L/∂ξ = 0 still holds."""
    i, upper = rng.integers(s.n), ball.largest_weight(s.nu, s.n)
    return s.but(alpha=replaced(s.alpha, i, 1.5 * upper), beta=replaced(s.beta, i, -0.5 * upper))


def is_center(s):
    """By how much c is not Σ αᵢΦ(xᵢ), as a (D,) array."""
    return s.c - ball.center(s.alpha, s.Phi)


def longer_weights(s, rng):
    """(5) fails; (6) and (8) follow the weights."""
    alpha = s.alpha * rng.uniform(1.1, 2.0)
    return s.but(alpha=alpha, beta=ball.slack_multipliers(alpha, s.nu), c=ball.center(alpha, s.Phi))


ONE = Premise(SUM_OF_ONE.says, SUM_OF_ONE.residual, longer_weights)


SHARED = Premise("(6)", lambda s: ball.derivative_in_slacks(s.alpha, s.beta, s.nu), FLAT_IN_SLACKS.break_it)


CENTERED = Premise("(8)", is_center, lambda s, rng: s.but(c=s.c + rng.normal(size=s.c.shape)))


def at_the_best_ball(s):
    """The best ball of these points, and weights that are its multipliers; νn is not a whole number."""
    best = solve_primal(s.Phi, s.nu)
    return s.but(
        R=best.R2**0.5, c=best.c, xi=best.xi, alpha=best.alpha, beta=ball.slack_multipliers(best.alpha, s.nu)
    )


def below_zero(s, rng):
    """A negative weight at a point in the very center, and more weight on the surface, as far as the bound allows."""
    best = at_the_best_ball(s)
    inside, surface, _ = ball.three_kinds(best.alpha, s.nu)
    i = some(inside, rng)
    Phi = replaced(s.Phi, i, best.c)
    room = np.where(surface, ball.largest_weight(s.nu, s.n) - best.alpha, 0)
    direction = replaced(room / room.sum(), i, -1.0)
    gain, curvature = direction @ ((Phi - best.c) ** 2).sum(axis=1), ((direction @ Phi) ** 2).sum()
    step = rng.uniform(0.8, 1.0) * min(gain / (2 * curvature), room.sum())
    return best.but(Phi=Phi, K=Phi @ Phi.T, alpha=best.alpha + step * direction)


def above_the_bound(s, rng):
    """The weights of a ball that leaves hardly a point outside, beside the best ball of a larger share."""
    few = solve_primal(s.Phi, rng.uniform(1.1, 1.4) / s.n)
    return at_the_best_ball(s.but(nu=1 - rng.uniform(0.2, 0.4) / s.n)).but(alpha=few.alpha)


def wrong_sum(s, rng):
    """Weights that sum to less than one, and points far from the origin, which L_D then takes for a wide spread."""
    best, far = at_the_best_ball(s), rng.uniform(5, 10)
    Phi = s.Phi + far
    return best.but(Phi=Phi, K=Phi @ Phi.T, c=best.c + far, alpha=best.alpha * rng.uniform(0.5, 0.9))


ONE_DIAGONAL = Premise(
    "K(x, x) = κ",
    lambda s: np.diagonal(s.K) - s.K[0, 0],
    lambda s, rng: s.but(K=s.K + np.diag(rng.uniform(0.5, 2.0, size=s.n))),
)


def posed_in_radius(s, rng):
    """The same two balls, but with R in the place of ρ, about one center."""
    return s.but(rho_of=lambda r: r**2, c1=s.c0, xi1=s.xi0)


def other_weights(s, rng):
    """Weights that are not the multipliers, and the relaxation and the ball that show it."""
    # Points on the surface are equally far, and rounding may not say which of them comes first.
    nearest = np.argsort(distances(s).round(9), kind="stable")[: s.n // 2]
    alpha = 0.4 * s.alpha + 0.6 * replaced(np.zeros(s.n), nearest, 1 / len(nearest))
    return s.but(alpha=alpha, u=0.5 * (s.alpha - alpha), c0=ball.center(alpha, s.Phi), xi0=0 * s.xi0)


MULTIPLIERS = Premise(
    "αᵢ = −∂v/∂uᵢ at u = 0",
    lambda s: gradient(s.v, at=np.zeros(s.n), step=1e-3) + s.alpha,
    other_weights,
    tolerance=SOLVED,
)


def opposed(rng, s, at_inside, at_outlier):
    """Multipliers with a product α(R² + ξ − d²) of one size at a point inside, and βξ of another at an outlier."""
    inside, _, outlier = ball.three_kinds(s.alpha, s.nu)
    i, k = some(inside, rng), some(outlier, rng)
    alpha, beta = replaced(s.alpha, i, at_inside / spare(s)[i]), replaced(s.beta, k, at_outlier / s.xi[k])
    return s.but(alpha=alpha, beta=beta)


def outlier_without_slack(s, rng):
    """(3a) fails at an outlier, and its product βξ makes up for α(R² + ξ − d²) below zero."""
    k = some(ball.three_kinds(s.alpha, s.nu)[2], rng)
    missing = s.xi[k] / 2
    beta = s.alpha[k] * missing / (s.xi[k] - missing)
    return s.but(xi=replaced(s.xi, k, s.xi[k] - missing), beta=replaced(s.beta, k, beta))


def slack_below_zero(s, rng):
    """(3b) fails at a point inside, and its product α(R² + ξ − d²) makes up for βξ below zero."""
    i = some(ball.three_kinds(s.alpha, s.nu)[0], rng)
    missing = spare(s)[i] / 2
    alpha = s.beta[i] * missing / (spare(s)[i] - missing)
    return s.but(xi=replaced(s.xi, i, s.xi[i] - missing), alpha=replaced(s.alpha, i, alpha))


ALL_KKT = (
    Premise(
        "L = R² + Σᵢ ξᵢ/(νn)",
        lambda s: s.alpha @ spare(s) + s.beta @ s.xi,
        lambda s, rng: opposed(rng, s, 0.5, 0.3),
        SOLVED,
    ),
    Premise(
        "αᵢ ≥ 0",
        lambda s: np.maximum(0, -s.alpha),
        lambda s, rng: opposed(rng, s, -0.5, 0.5),
        SOLVED,
    ),
    Premise(
        "βᵢ ≥ 0",
        lambda s: np.maximum(0, -s.beta),
        lambda s, rng: opposed(rng, s, 0.5, -0.5),
        SOLVED,
    ),
    Premise("(3a)", lambda s: np.maximum(0, -spare(s)), outlier_without_slack, SOLVED),
    Premise("(3b)", lambda s: np.maximum(0, -s.xi), slack_below_zero, SOLVED),
)


def smaller_ball(s, **changes):
    """A ball of the same center so small that a point inside comes to lie outside."""
    inside = ball.three_kinds(s.alpha, s.nu)[0]
    return s.but(R=(0.5 * distances(s)[inside].max()) ** 0.5, **changes)


def smaller_with_slack(s):
    """The same, with as much more slack as the constraints (3a) lose."""
    smaller = smaller_ball(s)
    return smaller.but(xi=s.xi + s.R**2 - smaller.R**2)


def onto_sphere(s, mask, rng):
    """One of the points of the mask put on the sphere, without slack."""
    i = some(mask, rng)
    radial = s.Phi[i] - s.c
    return s.but(
        Phi=replaced(s.Phi, i, s.c + radial * (s.R / np.linalg.norm(radial))), xi=replaced(s.xi, i, 0.0)
    )


SPENT = Premise(
    "αᵢ(R² + ξᵢ − dᵢ²) = 0",
    lambda s: s.alpha * spare(s),
    lambda s, rng: s.but(R=s.R * 1.5),
    SOLVED,
)


PAID = Premise("βᵢξᵢ = 0", lambda s: s.beta * s.xi, lambda s, rng: smaller_with_slack(s), SOLVED)


MIXED = Premise("(8)", is_center, lambda s, rng: s.but(c=s.c + rng.normal(size=s.c.shape)), SOLVED)


def weight_inside(s, rng):
    """A point in the ball has weight."""
    i = some(ball.three_kinds(s.alpha, s.nu)[0], rng)
    return s.but(alpha=replaced(s.alpha, i, 0.5 * ball.largest_weight(s.nu, s.n)))
