"""The premises of the proofs of chapter 04, and what the world looks like without each."""

from functools import partial
from itertools import combinations

import numpy as np

from kernelcourse.ball.without import BALL_DUAL, is_center
from kernelcourse.one_class.draws import both_solved
from kernelcourse.proving import duals
from kernelcourse.proving.derivations import Premise
from kernelcourse.proving.duals import SOLVED, distances, replaced
from kernelsy19.ball import equations as ball

DEPENDENT = 1e-9  # smallest singular value, in units of the largest, of vectors that count as independent


def upper(s):
    """The bound 1/(νn)."""
    return BALL_DUAL.price(s)


def alone(s, i=0, weight=1.0):
    """All weight on one point, as an (n,) array."""
    return replaced(np.zeros(s.n), i, weight)


def weighted(s, alpha, **changes):
    """Other weights, with multipliers β that (6) makes of them."""
    return s.but(alpha=alpha, beta=upper(s) - alpha, **changes)


# Each takes what breaks it: (5), both ends of the box (7), (6) and (8), then (3a) at all points together, no point that
# pays, and the complementary slackness of (3a).
sums_to_one = partial(Premise, "(5)", lambda s: s.alpha.sum() - 1, tolerance=SOLVED)
not_negative = partial(duals.not_negative, "αᵢ ≥ 0", "alpha", tolerance=SOLVED)
within_bound = partial(Premise, "αᵢ ≤ 1/(νn)", lambda s: np.maximum(0, s.alpha - upper(s)), tolerance=SOLVED)
shared = partial(Premise, "(6)", lambda s: ball.derivative_in_slacks(s.alpha, s.beta, s.nu), tolerance=SOLVED)
centered = partial(Premise, "(8)", is_center, tolerance=SOLVED)
enough_room = partial(Premise, "(3a)", lambda s: np.maximum(0, -BALL_DUAL.spare(s)).sum(), tolerance=SOLVED)
without_slack = partial(Premise, "ξᵢ = 0", lambda s: s.xi, tolerance=SOLVED)
spent = partial(BALL_DUAL.spent, "αᵢ(R² + ξᵢ − dᵢ²) = 0")


# ---- what ν bounds ------------------------------------------------------------------------------


def all_at_the_bound(s, rng):
    """Every point has the largest weight, so that their sum is 1/ν, and all but one have slack."""
    return weighted(s, np.full(s.n, upper(s)), xi=replaced(s.xi + 1, 0, 0.0))


def all_but_two(s, rng):
    """The largest weight at all points but two, which make up for it below zero; they alone have no slack."""
    alpha, share = np.full(s.n, upper(s)), rng.uniform(0.2, 0.4)
    alpha[:2] = np.array([share, 1 - share]) * (1 - alpha[2:].sum())
    return weighted(s, alpha, xi=replaced(s.xi + 1, [0, 1], 0.0))


def half_of_the_budget(s, rng):
    """Points with slack have half the largest weight, though they have no β; all others have more β."""
    return s.but(alpha=0.5 * s.alpha, beta=np.where(s.xi > SOLVED, s.beta, s.beta + upper(s)))


def all_with_slack(s, rng):
    """Every point has slack, whatever its β."""
    R2 = distances(s).min() / 2
    return s.but(R=R2**0.5, xi=distances(s) - R2)


def all_paid(s, rng):
    """Every point has slack and no β, whatever its α."""
    return s.but(xi=s.xi + 1, beta=0 * s.beta)


def a_whole_number_at_the_bound(s, rng):
    """νn is whole, and so many points have the largest weight; all others have none."""
    count = int(rng.integers(2, s.n - 1))
    chosen = rng.permutation(s.n) < count
    nu, alpha = count / s.n, np.where(chosen, 1 / count, 0.0)
    return s.but(nu=nu, alpha=alpha, beta=1 / count - alpha, xi=np.where(chosen, 1.0, 0.0))


# ---- the surface --------------------------------------------------------------------------------


def lifted(Phi):
    """(K(x, x), Φ(x), 1) of each mapped point, as an (n, D + 2) array."""
    return np.column_stack([(Phi**2).sum(axis=1), Phi, np.ones(len(Phi))])


def missing_rank(Phi):
    """How many dimensions D + 2 of the lifted points lack at worst, over all choices of D + 2."""
    rows = lifted(Phi)
    chosen = rows[np.array(list(combinations(range(len(rows)), rows.shape[1])))]
    values = np.linalg.svd(chosen, compute_uv=False)
    return int((values < DEPENDENT * values[:, :1]).sum(axis=1).max())


def of_length_one(Phi):
    """The mapped points scaled to length 1: K(x, x) is 1 for all."""
    return Phi / np.linalg.norm(Phi, axis=1, keepdims=True)


def opposite_pairs(s, rng):
    """Points of length 1 and their opposites: a best ball is that about the origin, with equal weights."""
    unit = of_length_one(s.Phi[: s.n // 2])
    Phi = np.vstack([unit, -unit])
    return equal_weights(s, Phi=Phi, K=Phi @ Phi.T, c=np.zeros(Phi.shape[1]), R=1.0, xi=np.zeros(s.n))


def equal_weights(s, **changes):
    """Some weight at each point, and some left, for a share of 0.3."""
    nu = 0.3
    alpha = np.full(s.n, 1 / s.n)
    return s.but(nu=nu, alpha=alpha, beta=ball.slack_multipliers(alpha, nu), **changes)


def weight_off_the_sphere(s, rng):
    """Some weight at each point, though most have room to spare."""
    return equal_weights(s, R=1.1 * distances(s).max() ** 0.5, xi=0 * s.xi)


def slack_below_the_bound(s, rng):
    """Some weight and slack at each point, though none is at the bound."""
    R2 = distances(s).min() / 2
    return equal_weights(s, R=R2**0.5, xi=distances(s) - R2)


def one_point_only(s, rng):
    """One point holds all the weight, and is on the sphere; ν is nearly 1."""
    return s.but(
        nu=0.95, alpha=alone(s), beta=upper(s.but(nu=0.95)) - alone(s), R=distances(s)[0] ** 0.5, xi=0 * s.xi
    )


def sphere_through_simplex(s, rng):
    """D + 1 corners of a simplex on the unit sphere, all other points in it, and the weights for that."""
    D = s.Phi.shape[1]
    corners = np.linalg.svd(np.eye(D + 1) - 1 / (D + 1))[0][:, :D] * np.sqrt((D + 1) / D)
    corners = of_length_one(corners + 0.1 * rng.normal(size=corners.shape))
    system = np.vstack([corners.T, np.ones(D + 1)])
    weights = np.linalg.solve(system, replaced(np.zeros(D + 1), D, 1.0))
    inner = 0.5 * of_length_one(s.Phi[D + 1 :]) * rng.uniform(0.2, 1.0, size=(s.n - D - 1, 1))
    Phi, alpha, nu = np.vstack([corners, inner]), np.zeros(s.n), 0.9 / s.n
    alpha[: D + 1] = weights
    beta = ball.slack_multipliers(alpha, nu)
    changes = {"nu": nu, "alpha": alpha, "beta": beta, "c": np.zeros(D), "R": 1.0, "xi": np.zeros(s.n)}
    return s.but(Phi=Phi, K=Phi @ Phi.T, **changes)


in_general_position = partial(
    Premise, "any D + 2 of the (K(x, x), Φ(x), 1) are independent", lambda s: missing_rank(s.Phi)
)


def samples_of_length_one(s, rng):
    """The same samples, with every mapped point scaled to length 1 about their middle."""
    sample, middle = s.sample, s.sample(200, 0).mean(axis=0)

    def scaled(n, number):
        return of_length_one(sample(n, number) - middle)

    return s.but(sample=scaled, Phi=scaled(s.n, 0))


# ---- ν → 0 --------------------------------------------------------------------------------------


def with_outlier(s, **changes):
    """The first point has the largest weight and slack."""
    return s.but(xi=replaced(s.xi, 0, 1.0), **changes)


def too_much_weight(s, rng):
    """The first point has the largest weight, which is more than 1, and slack."""
    return weighted(s, alone(s, weight=upper(s)), xi=replaced(s.xi, 0, 1.0))


def weight_taken_below_zero(s, rng):
    """The same; another point has what brings the sum to 1."""
    alpha = replaced(alone(s, weight=upper(s)), 1, 1 - upper(s))
    return weighted(s, alpha, xi=replaced(s.xi, 0, 1.0))


def larger_nu(s, rng):
    """ν is so large that a point can be given up: its weight is at the bound, and it has slack."""
    nu = rng.uniform(1.2, 1.8) / s.n
    largest = ball.largest_weight(nu, s.n)
    alpha = replaced(alone(s, weight=largest), 1, 1 - largest)
    return s.but(nu=nu, alpha=alpha, beta=largest - alpha, xi=replaced(s.xi, 0, 1.0))


def no_budget_left(s, rng):
    """β is zero, though α is below the bound, and a point has slack."""
    return with_outlier(s, beta=0 * s.beta)


NU_BELOW = Premise("νn < 1", lambda s: max(0.0, s.nu * s.n - 1), larger_nu)


def one_vector(s, rng, **changes):
    """All weight at the point that is farthest from the center."""
    return weighted(s, alone(s, distances(s).round(9).argmax()), **changes)


def weight_at_center(s, **changes):
    """All weight at the first point, which is the center; the radius is zero."""
    return weighted(s, alone(s), **{"c": s.Phi[0], "R": 0.0} | changes)


def others_outside(s, rng):
    """One point has all the weight and is on the sphere; others lie farther from another center, without slack."""
    c = 0.7 * s.Phi[0] + 0.3 * s.Phi.mean(axis=0)
    d2 = ((s.Phi - c) ** 2).sum(axis=1)
    return s.but(c=c, R=d2.min() ** 0.5, alpha=alone(s, d2.round(9).argmin()), xi=0 * s.xi)


def all_on_a_sphere(s, rng):
    """Every point has the largest weight; their slacks reach down to a sphere about the same center."""
    world, R2 = s.but(nu=0.3), distances(s).min()
    return weighted(world, np.full(s.n, upper(world)), R=R2**0.5, xi=distances(s) - R2)


def between_two(s, rng):
    """Two points at the ends of a diameter have all the weight; all others lie within."""
    i, j = rng.permutation(s.n)[:2]
    c, R = (s.Phi[i] + s.Phi[j]) / 2, np.linalg.norm(s.Phi[i] - s.Phi[j]) / 2
    inner = c + 0.5 * R * of_length_one(s.Phi - c) * rng.uniform(0.2, 1.0, size=(s.n, 1))
    Phi = replaced(replaced(inner, i, s.Phi[i]), j, s.Phi[j])
    alpha = replaced(alone(s, i, 0.5), j, 0.5)
    return weighted(s, alpha, Phi=Phi, K=Phi @ Phi.T, c=c, R=R, xi=0 * s.xi)


NOT_ALL_ONE = Premise(
    "the Φ(xᵢ) are not all the same",
    lambda s: s.n * (np.ptp(s.Phi, axis=0).max() == 0),
    lambda s, rng: weight_at_center(s, Phi=np.repeat(s.Phi[:1], s.n, axis=0)),
)


# ---- ν = 1 --------------------------------------------------------------------------------------


def other_mixture(s, rng):
    """Other weights that sum to one, and the center that they make."""
    alpha = rng.dirichlet(np.ones(s.n))
    return s.but(alpha=alpha, c=alpha @ s.Phi)


CENTER_IS_MEAN = Premise(
    "c is the mean", lambda s: s.c - s.Phi.mean(axis=0), lambda s, rng: s.but(c=-s.c), SOLVED
)


def stretched_new_points(s, rng):
    """The new points are mapped so much farther out that K(x, x) is no longer 1."""
    t = rng.uniform(5, 8)
    return s.but(Phi_new=t * s.Phi_new, K_new=t * s.K_new, K_xx_new=t**2 * s.K_xx_new)


ONE_ON_THE_DIAGONAL = Premise("K(x, x) = 1", lambda s: s.K_xx_new - 1, stretched_new_points)

OF_THIS_WIDTH = Premise(
    "K is Gaussian with width h",
    lambda s: np.log(s.K_new) + ((s.X_new[:, None] - s.X) ** 2).sum(axis=2) / (2 * s.h**2),
    lambda s, rng: s.but(h=s.h * rng.uniform(1.2, 1.5)),
)


# ---- the hyperplane -----------------------------------------------------------------------------


def other_lengths(s, rng):
    """The same directions, at other distances from the origin."""
    Phi = s.Phi * rng.uniform(0.5, 2.0, size=(s.n, 1))
    return s.but(Phi=Phi, K=Phi @ Phi.T)


def solved_for_other_lengths(s, rng):
    """The same, with ball and hyperplane solved anew."""
    world = other_lengths(s, rng)
    return world.but(**both_solved(world.Phi, s.nu))


CONSTANT_DIAGONAL = Premise("K(x, x) = κ", lambda s: np.diagonal(s.K) - s.kappa, other_lengths)

DIAGONAL_OF_BOTH = CONSTANT_DIAGONAL.otherwise(solved_for_other_lengths)

FLAT_IN_NORMAL = duals.flat("w", "w", duals.moved("w"), SOLVED)

FLAT_IN_OFFSET = duals.flat("ρ", "rho", duals.larger_alpha, SOLVED)

FLAT_IN_PLANE_SLACKS = duals.flat("ξᵢ", "xi", duals.larger_beta, SOLVED)


def longer_weights(s, rng):
    """(5) fails; (6) and the normal follow the weights."""
    alpha = duals.larger_alpha(s, rng).alpha
    return weighted(s, alpha, w=alpha @ s.Phi)


NORMAL = Premise("w = Σᵢ αᵢΦ(xᵢ)", lambda s: s.w - s.alpha @ s.Phi, duals.moved("w"))


# ---- LIBSVM's scale -----------------------------------------------------------------------------


FLAT_IN_SCALED_OFFSET = duals.flat("b", "b", lambda s, rng: s.but(a=s.a * rng.uniform(1.1, 2.0)), SOLVED)

FLAT_IN_SCALED_SLACKS = duals.flat("ζᵢ", "zeta", lambda s, rng: s.but(a=s.a + rng.uniform(0.5, 1.0)), SOLVED)

NO_NEGATIVE_MULTIPLIER = duals.not_negative(
    "gᵢ ≥ 0", "g", lambda s, rng: s.but(a=replaced(s.a, 0, 1.5), g=replaced(s.g, 0, -0.5)), SOLVED
)
