"""The premises of the proofs of chapter 12, and what the world looks like without each."""

import numpy as np

from kernelcourse.proving import duals
from kernelcourse.proving.derivations import Premise
from kernelcourse.proving.duals import SOLVED, replaced, some
from kernelcourse.svm.draws import greatest_dual, solve_primal
from kernelsy19.engine.interior_point import minimize_quadratic
from kernelsy19.svm import equations as svm


def at_points(s):
    """The decision at the points, f(xᵢ)."""
    return s.Phi @ s.w + s.b


MARGIN_DUAL = duals.Dual(
    needs=lambda s: 1 - s.y * at_points(s),
    price=lambda s: s.C,
    idle=lambda s, rng: some(svm.three_kinds(s.alpha, s.C)[0], rng),
    paying=lambda s, rng: some(svm.three_kinds(s.alpha, s.C)[2], rng),
)


def moved(s, i, value, **changes):
    """The world in which f has another value at some points: they are moved along w."""
    Phi = s.Phi.copy()
    Phi[i] += np.outer(np.atleast_1d(value - at_points(s)[i]), s.w / (s.w @ s.w)).reshape(Phi[i].shape)
    return s.but(Phi=Phi, **changes)


# ---- the perceptron -----------------------------------------------------------------------------


def decisions_before(s):
    """yᵢ⟨w_t, Φ̃(xᵢ)⟩ of each update, of the point that is missed and the w before it."""
    return s.y[s.order] * np.einsum("tj,tj->t", s.W[:-1], s.Phi1[s.order])


def longest(s):
    """The point with the longest Φ̃(x)."""
    return int((s.Phi1**2).sum(axis=1).argmax())


def counted_again_and_again(s, rng):
    """One point is counted more often than the bound allows, whether it is missed or not."""
    bound = (s.Phi1**2).sum(axis=1).max() / s.delta**2
    return s.but(order=np.full(int(2 * bound) + 3, longest(s)))


MISSED = Premise("yᵢ⟨w_t, Φ̃(xᵢ)⟩ ≤ 0", lambda s: np.maximum(0, decisions_before(s)), counted_again_and_again)

UNIT_VECTOR = Premise(
    "‖u‖ = 1",
    lambda s: np.linalg.norm(s.u) - 1,
    lambda s, rng: s.but(u=2 * s.W[-1] / np.linalg.norm(s.W[-1])),
)


def too_short(s, rng):
    """‖u‖ is so small that ⟨w, u⟩ falls below Tδ."""
    return s.but(u=s.u * len(s.order) * s.delta / (2 * s.W[-1] @ s.u))


def on_the_wrong_side(s, rng):
    """A hyperplane on whose wrong side the longest vector lies, as far as it can."""
    i = longest(s)
    return s.but(u=-s.y[i] * s.Phi1[i] / np.linalg.norm(s.Phi1[i]))


SEPARATED = Premise("δ > 0", lambda s: np.maximum(0, -s.delta), on_the_wrong_side)


def at_right_angles(s, rng):
    """All Φ̃(xᵢ) of one length and at right angles, each missed once; u makes the same angle with all of them."""
    n = s.n
    Phi1 = np.hstack([np.sqrt(n) * (np.eye(n) - 1 / n), np.ones((n, 1))])
    return s.but(Phi1=Phi1, order=np.arange(n), u=s.y @ Phi1 / n)


# ---- the street ---------------------------------------------------------------------------------


CANONICAL = Premise(
    "minᵢ yᵢf(xᵢ) = 1",
    lambda s: (s.y * at_points(s)).min() - 1,
    lambda s, rng: s.but(w=s.w * (t := rng.uniform(2, 4)), b=s.b * t),
)


# ---- primal and Lagrangian ----------------------------------------------------------------------


def too_little_slack(s, rng):
    """The first constraint fails: points inside the margin have half of the slack that they need, others none."""
    return s.but(xi=svm.slacks(s.y, at_points(s)) / 2)


def negative_slack(s, rng):
    """ξ ≥ 0 fails and the first constraint holds, with nothing to spare at any point."""
    return s.but(xi=MARGIN_DUAL.needs(s))


MARGIN_APART = MARGIN_DUAL.enough_slack("yᵢf(xᵢ) ≥ 1 − ξᵢ", too_little_slack)

SLACK = duals.not_negative("ξᵢ ≥ 0", "xi", negative_slack)


def turned_around(s, rng):
    """The hyperplane is turned around and made so long that α times what is missing exceeds β times ξ."""
    v = svm.normal(s.alpha, s.y, s.Phi)
    rest = abs(s.alpha @ (s.y * s.b - 1 + s.xi)) + s.beta @ s.xi
    return s.but(w=-5 * (1 + rest) / (v @ v) * v)


APART_OR_BELOW = MARGIN_APART.otherwise(turned_around)

# All slacks are below zero, and all points as far beyond the margin as that asks for.
MARGIN_NO_NEGATIVE_SLACK = SLACK.otherwise(lambda s, rng: moved(s, slice(None), s.y * (1 + s.xi), xi=-s.xi))

MARGIN_WEIGHT = duals.not_negative("αᵢ ≥ 0", "alpha", MARGIN_DUAL.negative_alpha)

MARGIN_BUDGET = duals.not_negative("βᵢ ≥ 0", "beta", MARGIN_DUAL.negative_beta)


def least_slack(s, rng):
    """Slacks as small as the constraints allow."""
    return s.but(xi=svm.slacks(s.y, at_points(s)))


# ---- stationary in each unknown -----------------------------------------------------------------


MARGIN_FLAT_IN_NORMAL = duals.flat("w", "w", duals.moved("w"))


def heavier_class(s, rng):
    """The weights of the class 1 are larger by a factor."""
    return s.but(alpha=np.where(s.y > 0, rng.uniform(1.5, 3.0), 1.0) * s.alpha)


MARGIN_FLAT_IN_OFFSET = duals.flat("b", "b", heavier_class)

MARGIN_FLAT_IN_SLACKS = duals.flat("ξᵢ", "xi", duals.larger_beta)

FLAT_FOR_BOUND = MARGIN_FLAT_IN_SLACKS.otherwise(MARGIN_DUAL.above_the_price)

MARGIN_NO_NEGATIVE_MULTIPLIER = MARGIN_BUDGET.otherwise(MARGIN_DUAL.one_negative_beta)


# ---- the dual -----------------------------------------------------------------------------------


def heavier_class_with_all(s, rng):
    """Σ αᵢyᵢ is not zero; β and w follow the weights."""
    alpha = heavier_class(s, rng).alpha
    return s.but(alpha=alpha, beta=s.C - alpha, w=svm.normal(alpha, s.y, s.Phi))


MARGIN_BALANCED = Premise("Σᵢ αᵢyᵢ = 0", lambda s: s.alpha @ s.y, heavier_class_with_all)

MARGIN_SHARED = Premise("αᵢ + βᵢ = C", lambda s: s.alpha + s.beta - s.C, duals.larger_beta)


def is_normal(s):
    """By how much w is not Σ αᵢyᵢΦ(xᵢ), as a (D,) array."""
    return s.w - svm.normal(s.alpha, s.y, s.Phi)


MARGIN_NORMAL = Premise("w = Σᵢ αᵢyᵢΦ(xᵢ)", is_normal, lambda s, rng: s.but(w=rng.uniform(1.5, 2.0) * s.w))


def at_the_best(s):
    """The best hyperplane of these points, and weights that are its multipliers."""
    best = solve_primal(s.Phi, s.y, s.C)
    return s.but(w=best.w, b=best.b, xi=best.xi, alpha=best.alpha, beta=best.beta, w0=best.w, b0=best.b)


def weight_below_zero(s, rng):
    """A negative weight at a point far beyond the margin, made up for on the edge as far as C allows."""
    best = at_the_best(s)
    beyond, edge, _ = svm.three_kinds(best.alpha, s.C)
    i, j = some(beyond, rng), some(edge, rng)
    far = moved(best, [i], best.y[[i]] * rng.uniform(20, 40))
    direction = replaced(replaced(np.zeros(s.n), i, -1.0), j, far.y[i] * far.y[j])
    gain = far.y[i] * at_points(far)[i] - 1
    curvature = ((direction * far.y) @ far.Phi) @ ((direction * far.y) @ far.Phi)
    room = far.C - far.alpha[j] if direction[j] > 0 else np.inf
    step = min(gain / curvature, room)
    return far.but(alpha=far.alpha + step * direction, K=far.Phi @ far.Phi.T)


def unbalanced(s, rng):
    """The best weights when b has to be 0, of points that all lie far on one side of the origin."""
    best = at_the_best(s)
    direction = best.w / np.linalg.norm(best.w)
    far = best.but(Phi=s.Phi + rng.uniform(10, 20) * direction)
    far = at_the_best(far)
    Z, n = far.y[:, None] * far.Phi, s.n
    box = np.vstack([-np.eye(n), np.eye(n)])
    Q = Z @ Z.T + 1e-9 * np.eye(n)
    found = minimize_quadratic(Q, -np.ones(n), box, np.concatenate([np.zeros(n), np.full(n, s.C)]))
    return far.but(alpha=np.clip(found.x, 0, s.C), K=far.Phi @ far.Phi.T)


WEIGHTS_AT_LEAST_ZERO = MARGIN_WEIGHT.otherwise(weight_below_zero)

# Without it, the weights of a machine for which slack costs ten times as much.
AT_MOST_C = Premise(
    "αᵢ ≤ C",
    lambda s: np.maximum(0, s.alpha - s.C),
    lambda s, rng: at_the_best(s).but(alpha=solve_primal(s.Phi, s.y, 10 * s.C).alpha),
)

ON_BOTH_SIDES = MARGIN_BALANCED.otherwise(unbalanced)


# ---- the optimum --------------------------------------------------------------------------------


MARGIN_ALL_KKT = MARGIN_DUAL.optimal("½‖w‖² + C Σᵢ ξᵢ", MARGIN_APART.says, SLACK.says)


def shorter(s, **changes):
    """A function so much smaller that a point beyond the margin comes to lie inside."""
    beyond = svm.three_kinds(s.alpha, s.C)[0]
    share = 0.5 / (s.y * at_points(s))[beyond].max()
    return s.but(w=share * s.w, b=share * s.b, **changes)


def shorter_with_slack(s):
    """The same, with as much more slack as the constraints lose."""
    less = shorter(s)
    return less.but(xi=s.xi + MARGIN_DUAL.needs(less) - MARGIN_DUAL.needs(s))


MARGIN_SPENT = MARGIN_DUAL.spent("αᵢ(yᵢf(xᵢ) − 1 + ξᵢ) = 0", lambda s, rng: s.but(w=1.5 * s.w, b=1.5 * s.b))

MARGIN_PAID = duals.paid(lambda s, rng: shorter_with_slack(s))


def onto_edge(s, mask, rng):
    """One of the points of the mask put on the edge of the margin, without slack."""
    i = some(mask, rng)
    return moved(s, [i], s.y[[i]], xi=replaced(s.xi, i, 0.0))


def beyond_with_weight(s, rng, slack):
    """A point of full weight beyond the margin; its slack as it was, or so far below zero that nothing is to spare."""
    k = some(svm.three_kinds(s.alpha, s.C)[2], rng)
    return moved(s, [k], 2 * s.y[[k]], xi=s.xi if slack else replaced(s.xi, k, -1.0))


def weight_beyond(s, rng):
    """A point beyond the margin has weight."""
    i = some(svm.three_kinds(s.alpha, s.C)[0], rng)
    return s.but(alpha=replaced(s.alpha, i, 0.5 * s.C))


def other_weights_on_edge(s, rng):
    """The points on the edge have other weights, so that w is no longer their sum."""
    edge = svm.three_kinds(s.alpha, s.C)[1]
    return s.but(alpha=np.where(edge, rng.uniform(0.2, 0.8, size=s.n) * s.C, s.alpha))


def other_offset_with_slack(s):
    """Another offset, with as much more or less slack as the constraints lose or gain."""
    other = s.but(b=s.b + 1)
    return other.but(xi=s.xi + MARGIN_DUAL.needs(other) - MARGIN_DUAL.needs(s))


# ---- strong duality -------------------------------------------------------------------------------


BEST_WEIGHTS = Premise(
    "no weights have a larger dual value",
    lambda s: greatest_dual(s.Phi, s.y, s.C) - svm.dual_objective(s.alpha, s.y, s.Phi @ s.Phi.T),
    lambda s, rng: s.but(alpha=rng.uniform(0.3, 0.6) * s.alpha),
    tolerance=SOLVED,
)


def two_alone(s, rng):
    """One point of each class, and so cheap a slack that both have the weight C."""
    two = [np.flatnonzero(s.y > 0)[0], np.flatnonzero(s.y < 0)[0]]
    Phi, y = s.Phi[two], s.y[two]
    C = rng.uniform(0.1, 0.2) / ((Phi[0] - Phi[1]) ** 2).sum()
    return s.but(Phi=Phi, y=y, n=2, C=C, alpha=np.full(2, C))


SOME_BETWEEN = Premise(
    "0 < αᵢ < C for some i", lambda s: float(not svm.three_kinds(s.alpha, s.C)[1].any()), two_alone
)
