"""The premises of the proofs of chapter 12, and what the world looks like without each."""

import numpy as np

from kernelcourse.proving.derivations import Premise, gradient
from kernelcourse.svm.draws import SOLVED, greatest_dual, solve_primal
from kernelsy19.engine.interior_point import minimize_quadratic
from kernelsy19.svm import equations as svm


def replaced(array, index, value):
    """A copy of an array with other entries."""
    changed = array.copy()
    changed[index] = value
    return changed


def some(mask, rng):
    """One of the points of a mask, at random."""
    return rng.choice(np.flatnonzero(mask))


def at_points(s):
    """The decision at the points, f(xᵢ)."""
    return s.Phi @ s.w + s.b


def spare(s):
    """What the first constraint leaves to spare at each point: yᵢf(xᵢ) − 1 + ξᵢ."""
    return s.y * at_points(s) - 1 + s.xi


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


def once_more(s, rng):
    """A point that has been missed already is missed again."""
    return s.but(order=np.append(s.order, s.order[:2]))


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
    return s.but(xi=1 - s.y * at_points(s))


MARGIN_APART = Premise("yᵢf(xᵢ) ≥ 1 − ξᵢ", lambda s: np.maximum(0, -spare(s)), too_little_slack)


SLACK = Premise("ξᵢ ≥ 0", lambda s: np.maximum(0, -s.xi), negative_slack)


def turned_around(s, rng):
    """The hyperplane is turned around and made so long that α times what is missing exceeds β times ξ."""
    v = svm.normal(s.alpha, s.y, s.Phi)
    rest = abs(s.alpha @ (s.y * s.b - 1 + s.xi)) + s.beta @ s.xi
    return s.but(w=-5 * (1 + rest) / (v @ v) * v)


def slack_below_zero_everywhere(s, rng):
    """All slacks are below zero, and all points as far beyond the margin as that asks for."""
    return moved(s, slice(None), s.y * (1 + s.xi), xi=-s.xi)


APART_OR_BELOW = Premise(MARGIN_APART.says, MARGIN_APART.residual, turned_around)


MARGIN_NO_NEGATIVE_SLACK = Premise(SLACK.says, SLACK.residual, slack_below_zero_everywhere)


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


def least_slack(s, rng):
    """Slacks as small as the constraints allow."""
    return s.but(xi=svm.slacks(s.y, at_points(s)))


def nothing_subtracted(s, rng):
    """Slacks as small as can be, α at no point beyond the margin and β at no point inside it."""
    xi = svm.slacks(s.y, at_points(s))
    return s.but(xi=xi, alpha=np.where(xi > 0, s.alpha, 0), beta=np.where(xi > 0, 0, s.beta))


# ---- stationary in each unknown -----------------------------------------------------------------


MARGIN_FLAT_IN_NORMAL = Premise(
    "∂L/∂w = 0",
    lambda s: gradient(lambda w: s.L(w, s.b, s.xi), at=s.w),
    lambda s, rng: s.but(w=s.w + rng.normal(size=s.w.shape)),
)


def heavier_class(s, rng):
    """The weights of the class 1 are larger by a factor."""
    return s.but(alpha=np.where(s.y > 0, rng.uniform(1.5, 3.0), 1.0) * s.alpha)


MARGIN_FLAT_IN_OFFSET = Premise(
    "∂L/∂b = 0",
    lambda s: gradient(lambda b: s.L(s.w, b, s.xi), at=s.b),
    heavier_class,
)


MARGIN_FLAT_IN_SLACKS = Premise(
    "∂L/∂ξᵢ = 0",
    lambda s: gradient(lambda xi: s.L(s.w, s.b, xi), at=s.xi),
    lambda s, rng: s.but(beta=s.beta + rng.uniform(0.1, 1.0, size=s.n)),
)


FLAT_FOR_BOUND = Premise(
    MARGIN_FLAT_IN_SLACKS.says,
    MARGIN_FLAT_IN_SLACKS.residual,
    lambda s, rng: s.but(alpha=replaced(s.alpha, rng.integers(s.n), 2 * s.C)),
)


def negative_multiplier(s, rng):
    """One β is below zero, and its α that much above C, so that ∂L/∂ξ = 0 still holds."""
    i = rng.integers(s.n)
    return s.but(alpha=replaced(s.alpha, i, 1.5 * s.C), beta=replaced(s.beta, i, -0.5 * s.C))


MARGIN_NO_NEGATIVE_MULTIPLIER = Premise(BUDGET.says, BUDGET.residual, negative_multiplier)


# ---- the dual -----------------------------------------------------------------------------------


def heavier_class_with_all(s, rng):
    """Σ αᵢyᵢ is not zero; β and w follow the weights."""
    alpha = heavier_class(s, rng).alpha
    return s.but(alpha=alpha, beta=s.C - alpha, w=svm.normal(alpha, s.y, s.Phi))


MARGIN_BALANCED = Premise("Σᵢ αᵢyᵢ = 0", lambda s: s.alpha @ s.y, heavier_class_with_all)


MARGIN_SHARED = Premise("αᵢ + βᵢ = C", lambda s: s.alpha + s.beta - s.C, MARGIN_FLAT_IN_SLACKS.break_it)


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


def weight_above_the_price(s, rng):
    """The weights of a machine for which slack costs ten times as much, beside the best of the true price."""
    return at_the_best(s).but(alpha=solve_primal(s.Phi, s.y, 10 * s.C).alpha)


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


WEIGHTS_AT_LEAST_ZERO = Premise(WEIGHT.says, WEIGHT.residual, weight_below_zero)


AT_MOST_C = Premise("αᵢ ≤ C", lambda s: np.maximum(0, s.alpha - s.C), weight_above_the_price)


ON_BOTH_SIDES = Premise(MARGIN_BALANCED.says, MARGIN_BALANCED.residual, unbalanced)


# ---- the optimum --------------------------------------------------------------------------------


def opposed(rng, s, at_beyond, at_inside):
    """Multipliers with a product α · spare of one size at a point beyond, and βξ of another at one inside."""
    beyond, _, inside = svm.three_kinds(s.alpha, s.C)
    i, k = some(beyond, rng), some(inside, rng)
    alpha, beta = replaced(s.alpha, i, at_beyond / spare(s)[i]), replaced(s.beta, k, at_inside / s.xi[k])
    return s.but(alpha=alpha, beta=beta)


def inside_without_slack(s, rng):
    """The first constraint fails inside the margin, and βξ there makes up for α · spare below zero."""
    k = some(svm.three_kinds(s.alpha, s.C)[2], rng)
    missing = s.xi[k] / 2
    beta = s.alpha[k] * missing / (s.xi[k] - missing)
    return s.but(xi=replaced(s.xi, k, s.xi[k] - missing), beta=replaced(s.beta, k, beta))


def slack_below_zero(s, rng):
    """ξ ≥ 0 fails beyond the margin, and α · spare there makes up for βξ below zero."""
    i = some(svm.three_kinds(s.alpha, s.C)[0], rng)
    missing = spare(s)[i] / 2
    alpha = s.beta[i] * missing / (spare(s)[i] - missing)
    return s.but(xi=replaced(s.xi, i, s.xi[i] - missing), alpha=replaced(s.alpha, i, alpha))


MARGIN_ALL_KKT = (
    Premise(
        "L = ½‖w‖² + C Σᵢ ξᵢ",
        lambda s: s.alpha @ spare(s) + s.beta @ s.xi,
        lambda s, rng: opposed(rng, s, 0.5, 0.3),
        SOLVED,
    ),
    Premise(WEIGHT.says, WEIGHT.residual, lambda s, rng: opposed(rng, s, -0.5, 0.5), SOLVED),
    Premise(BUDGET.says, BUDGET.residual, lambda s, rng: opposed(rng, s, 0.5, -0.5), SOLVED),
    Premise(MARGIN_APART.says, MARGIN_APART.residual, inside_without_slack, SOLVED),
    Premise(SLACK.says, SLACK.residual, slack_below_zero, SOLVED),
)


def shorter(s, **changes):
    """A function so much smaller that a point beyond the margin comes to lie inside."""
    beyond = svm.three_kinds(s.alpha, s.C)[0]
    share = 0.5 / (s.y * at_points(s))[beyond].max()
    return s.but(w=share * s.w, b=share * s.b, **changes)


def shorter_with_slack(s):
    """The same, with as much more slack as the constraints lose."""
    less = shorter(s)
    return less.but(xi=s.xi + spare(s) - spare(less))


MARGIN_SPENT = Premise(
    "αᵢ(yᵢf(xᵢ) − 1 + ξᵢ) = 0",
    lambda s: s.alpha * spare(s),
    lambda s, rng: s.but(w=1.5 * s.w, b=1.5 * s.b),
    SOLVED,
)


MARGIN_PAID = Premise("βᵢξᵢ = 0", lambda s: s.beta * s.xi, lambda s, rng: shorter_with_slack(s), SOLVED)


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
    return other.but(xi=s.xi + spare(s) - spare(other))


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
    "0 < αᵢ < C for some i",
    lambda s: float(not svm.three_kinds(s.alpha, s.C)[1].any()),
    two_alone,
)
