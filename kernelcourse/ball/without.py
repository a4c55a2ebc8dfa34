"""The premises of the proofs about the ball, and what the world looks like without each."""

import numpy as np

from kernelcourse.ball.draws import solve_primal
from kernelcourse.proving import duals
from kernelcourse.proving.derivations import Premise
from kernelcourse.proving.duals import SOLVED, distances, replaced, some
from kernelsy19.ball import equations as ball

BALL_DUAL = duals.Dual(
    needs=lambda s: distances(s) - s.R**2,
    price=lambda s: ball.largest_weight(s.nu, s.n),
    idle=lambda s, rng: some(ball.three_kinds(s.alpha, s.nu)[0], rng),
    paying=lambda s, rng: some(ball.three_kinds(s.alpha, s.nu)[2], rng),
)


def too_little_slack(s, rng):
    """(3a) fails: the points outside have half of the slack that they need."""
    needs = BALL_DUAL.needs(s)
    return s.but(xi=np.where(needs > 0, needs / 2, s.xi))


def negative_slack(s, rng):
    """(3b) fails and (3a) holds: the points in the ball have a slack below zero, as far as (3a) lets it be."""
    needs = BALL_DUAL.needs(s)
    return s.but(xi=np.where(needs < 0, needs / 2, s.xi))


ROOM = BALL_DUAL.enough_slack("(3a)", too_little_slack)

SLACK = duals.not_negative("ξᵢ ≥ 0", "xi", negative_slack)

ENOUGH_ROOM = ROOM.otherwise(lambda s, rng: s.but(c=s.c + 10.0))

NO_NEGATIVE_SLACK = SLACK.otherwise(
    lambda s, rng: s.but(xi=-s.xi, R=(s.R**2 + distances(s).max() + s.xi.max()) ** 0.5, alpha=0 * s.alpha)
)

WEIGHT = duals.not_negative("αᵢ ≥ 0", "alpha", BALL_DUAL.negative_alpha)

BUDGET = duals.not_negative("βᵢ ≥ 0", "beta", BALL_DUAL.negative_beta)

FLAT_IN_RADIUS = duals.flat("R", "R", duals.larger_alpha)

A_RADIUS = Premise("R ≠ 0", lambda s: float(s.R == 0), lambda s, rng: duals.larger_alpha(s, rng).but(R=0.0))

FLAT_IN_SLACKS = duals.flat("ξᵢ", "xi", duals.larger_beta)

FLAT_IN_CENTER = duals.flat("c", "c", duals.moved("c"))

SUM_OF_ONE = Premise("Σᵢ αᵢ = 1 (5)", lambda s: s.alpha.sum() - 1, duals.larger_alpha)


def is_center(s):
    """By how much c is not Σ αᵢΦ(xᵢ), as a (D,) array."""
    return s.c - ball.center(s.alpha, s.Phi)


def longer_weights(s, rng):
    """(5) fails; (6) and (8) follow the weights."""
    alpha = duals.larger_alpha(s, rng).alpha
    return s.but(alpha=alpha, beta=ball.slack_multipliers(alpha, s.nu), c=ball.center(alpha, s.Phi))


ONE = SUM_OF_ONE.otherwise(longer_weights)

SHARED = Premise("(6)", lambda s: ball.derivative_in_slacks(s.alpha, s.beta, s.nu), duals.larger_beta)

CENTERED = Premise("(8)", is_center, duals.moved("c"))


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


ONE_DIAGONAL = Premise(
    "K(x, x) = κ",
    lambda s: np.diagonal(s.K) - s.K[0, 0],
    lambda s, rng: s.but(K=s.K + np.diag(rng.uniform(0.5, 2.0, size=s.n))),
)


MULTIPLIERS = duals.multipliers(
    points=lambda s: np.arange(s.n), center=lambda s, alpha: ball.center(alpha, s.Phi)
)

ALL_KKT = BALL_DUAL.optimal("R² + Σᵢ ξᵢ/(νn)", "(3a)", "(3b)")


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
    return duals.onto_sphere(s, s.R, mask, rng)


SPENT = BALL_DUAL.spent("αᵢ(R² + ξᵢ − dᵢ²) = 0", lambda s, rng: s.but(R=s.R * 1.5))

PAID = duals.paid(lambda s, rng: smaller_with_slack(s))

MIXED = CENTERED.otherwise(duals.moved("c"), SOLVED)


def weight_inside(s, rng):
    """A point in the ball has weight."""
    i = some(ball.three_kinds(s.alpha, s.nu)[0], rng)
    return s.but(alpha=replaced(s.alpha, i, 0.5 * ball.largest_weight(s.nu, s.n)))
