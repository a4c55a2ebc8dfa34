"""The premises of the proofs about the ball for two classes, and what the world looks like without each."""

import numpy as np

from kernelcourse.proving import duals
from kernelcourse.proving.derivations import Premise
from kernelcourse.proving.duals import SOLVED, distances, replaced
from kernelcourse.svdd.draws import kinds_of_weight, solve_two_class_primal
from kernelsy19.svdd import equations as svdd


def needed(s):
    """How far each point is on the wrong side, yᵢ(‖Φ(xᵢ) − c‖² − R²), as an (n,) array."""
    return s.y * (distances(s) - s.R2)


TWO_CLASS_DUAL = duals.Dual(
    needs=needed,
    price=lambda s: s.C,
    idle=lambda s, rng: np.where(kinds_of_weight(s.alpha, s.C)[0], s.xi - needed(s), 0).argmax(),
    paying=lambda s, rng: np.where(kinds_of_weight(s.alpha, s.C)[2], s.xi, 0).argmax(),
)


def center_of(s, alpha):
    """Σ yᵢαᵢΦ(xᵢ)."""
    return svdd.signed_weights(s.y, alpha) @ s.Phi


RHO_IS_UNKNOWN = Premise(
    "ρ is the unknown, not R²",
    lambda s: s.squared_radius_of(s.rho0, s.c0) - s.rho0 - s.c0 @ s.c0,
    lambda s, rng: s.but(squared_radius_of=lambda rho, c: rho),
)

FLAT_IN_RHO = duals.flat("ρ", "rho", duals.larger_alpha)

TWO_CLASS_FLAT_IN_SLACKS = duals.flat("ξᵢ", "xi", TWO_CLASS_DUAL.above_the_price)

NO_NEGATIVE_BUDGET = duals.not_negative("βᵢ ≥ 0", "beta", TWO_CLASS_DUAL.one_negative_beta)

TWO_CLASS_FLAT_IN_CENTER = duals.flat("c", "c", duals.moved("c"))


def longer_weights(s, rng):
    """The sum fails; the budget and the center follow the weights."""
    alpha = duals.larger_alpha(s, rng).alpha
    return s.but(alpha=alpha, beta=s.C - alpha, c=center_of(s, alpha))


SIGNED_SUM = Premise("Σᵢ α'ᵢ = 1", lambda s: svdd.signed_weights(s.y, s.alpha).sum() - 1, longer_weights)

PRICE_SHARED = Premise("αᵢ + βᵢ = C", lambda s: s.C - s.alpha - s.beta, duals.larger_beta)

SIGNED_CENTER = Premise("c = Σᵢ α'ᵢΦ(xᵢ)", lambda s: s.c - center_of(s, s.alpha), duals.moved("c"))


# ---- weak duality: the best ball, and weights beyond what is allowed --------------------------------


def at_the_best_ball(s):
    """The best ball of these points, and the weights that are its multipliers."""
    best = solve_two_class_primal(s.Phi, s.y, s.C)
    return s.but(R2=best.R2, c=best.c, xi=best.xi, alpha=best.alpha, beta=s.C - best.alpha)


def below_zero(s, rng):
    """Beside the best ball, a negative weight of a point on its own side; one on the surface makes up for it."""
    best = at_the_best_ball(s)
    zero, between, _ = kinds_of_weight(best.alpha, s.C)
    gains = []
    for i in np.flatnonzero(zero):
        for j in np.flatnonzero(between):
            slope, length2 = -needed(best)[i], ((s.Phi[i] - s.Phi[j]) ** 2).sum()
            room = s.C - best.alpha[j] if s.y[j] == s.y[i] else best.alpha[j]
            step = min(slope / (2 * length2), 0.99 * room)
            gains.append((step * slope - step**2 * length2, i, j, step))
    _, i, j, step = max(gains)
    alpha = best.alpha.copy()
    alpha[i] -= step
    alpha[j] += s.y[j] * s.y[i] * step
    return best.but(alpha=alpha)


NO_NEGATIVE_WEIGHT = duals.not_negative("αᵢ ≥ 0", "alpha", below_zero)

BELOW_PRICE = Premise(
    "αᵢ ≤ C",
    lambda s: np.maximum(0, s.alpha - s.C),
    lambda s, rng: at_the_best_ball(s).but(
        alpha=solve_two_class_primal(s.Phi, s.y, s.C * rng.uniform(1.5, 2.0)).alpha
    ),
)

SIGNED_SUM_FAR_OUT = SIGNED_SUM.otherwise(lambda s, rng: duals.far_and_light(at_the_best_ball(s), rng))


# ---- strong duality and optimality ----------------------------------------------------------------


TWO_CLASS_MULTIPLIERS = duals.multipliers(points=lambda s: np.flatnonzero(s.y > 0), center=center_of)

ENOUGH_SLACK = TWO_CLASS_DUAL.enough_slack("(35)", TWO_CLASS_DUAL.too_little_slack, SOLVED)

TWO_CLASS_KKT = TWO_CLASS_DUAL.optimal("R² + C Σᵢ ξᵢ", "(35)", "ξᵢ ≥ 0")

WEIGHT_SPENT = TWO_CLASS_DUAL.spent("αᵢ(ξᵢ − yᵢ(dᵢ² − R²)) = 0", lambda s, rng: s.but(R2=s.R2 + 0.5))

BUDGET_PAID = duals.paid(lambda s, rng: with_slack_for_all(s, smaller_for(s)))


def smaller_for(s):
    """A squared radius by which a point on its own side comes to lie on the wrong one."""
    zero = kinds_of_weight(s.alpha, s.C)[0]
    i = np.where(zero, TWO_CLASS_DUAL.spare(s), -1).argmax()
    return distances(s)[i] - s.y[i] * 0.5


def with_slack_for_all(s, R2):
    """Another radius, and as much more slack as the constraints of these points lose."""
    return s.but(R2=R2, xi=s.xi - s.y * (R2 - s.R2))


def onto_sphere(s, mask, rng):
    """One of the points of the mask put on the sphere, without slack."""
    return duals.onto_sphere(s, s.R2**0.5, mask, rng)


# ---- counting ---------------------------------------------------------------------------------------


def weights_of_one_kind(s, rng):
    """Weights of 0 and C alone that keep the sum: 1/C is made a whole number."""
    p = np.count_nonzero(s.y > 0)
    k = int(rng.integers(1, p))
    C, m = 1 / k, int(rng.integers(0, min(p - k, np.count_nonzero(s.y < 0)) + 1))
    targets = rng.permutation(np.flatnonzero(s.y > 0))[: k + m]
    outliers = rng.permutation(np.flatnonzero(s.y < 0))[:m]
    alpha = replaced(np.zeros(s.n), np.concatenate([targets, outliers]), C)
    return s.but(C=C, alpha=alpha, beta=C - alpha)


def targets_of(s):
    """1 at the targets, 0 at the outliers."""
    return (s.y > 0).astype(float)


def all_on(s, target, others):
    """Weights of targets: the first has one value, all others another; outliers have none."""
    targets = np.flatnonzero(s.y > 0)
    return replaced(replaced(np.zeros(s.n), targets, others), targets[0], target)


def shared_by_targets(s, shares):
    """Weights of the targets in given proportions, with the sum 1."""
    return targets_of(s) * shares / (targets_of(s) * shares).sum()


def outliers_sharing(s, total, targets):
    """Weights of outliers that share a total, and one value for all targets."""
    outliers = s.y < 0
    return np.where(outliers, total / outliers.sum(), targets)


def one_outlier(s, weight):
    """All targets at the bound, and one outlier with a weight."""
    return replaced(s.C * targets_of(s), np.flatnonzero(s.y < 0)[0], weight)


NOT_TOO_MANY = (
    SIGNED_SUM.otherwise(lambda s, rng: s.but(alpha=0 * s.alpha), SOLVED),
    NO_NEGATIVE_WEIGHT.otherwise(lambda s, rng: s.but(alpha=outliers_sharing(s, -1.0, 0.0)), SOLVED),
    BELOW_PRICE.otherwise(lambda s, rng: s.but(alpha=all_on(s, 1.0, 0.0)), SOLVED),
)

NOT_TOO_FEW = (
    SIGNED_SUM.otherwise(lambda s, rng: s.but(alpha=s.C * targets_of(s)), SOLVED),
    NO_NEGATIVE_WEIGHT.otherwise(
        lambda s, rng: s.but(alpha=all_on(s, 1 - (targets_of(s).sum() - 1) * s.C, s.C)), SOLVED
    ),
    BELOW_PRICE.otherwise(lambda s, rng: s.but(alpha=one_outlier(s, targets_of(s).sum() * s.C - 1)), SOLVED),
)


def small_price(s, alpha):
    """The weights in a box that is too small for the targets: C = 1/(2p)."""
    return s.but(C=0.5 / targets_of(s).sum(), alpha=alpha)


FEASIBLE_PRICE = (
    SIGNED_SUM.otherwise(lambda s, rng: small_price(s, 0.5 * targets_of(s) / targets_of(s).sum())),
    NO_NEGATIVE_WEIGHT.otherwise(
        lambda s, rng: small_price(s, outliers_sharing(s, -0.5, 0.5 / targets_of(s).sum()))
    ),
    BELOW_PRICE.otherwise(
        lambda s, rng: small_price(s, shared_by_targets(s, rng.uniform(0.5, 1.5, size=s.n)))
    ),
)

ENOUGH_TARGETS = Premise(
    "pC ≥ 1",
    lambda s: np.maximum(0, svdd.smallest_bound(s.y) - s.C),
    lambda s, rng: s.but(C=0.5 * svdd.smallest_bound(s.y), R2=-rng.uniform(50, 100)),
)
