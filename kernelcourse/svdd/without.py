"""The premises of the proofs about the ball for two classes, and what the world looks like without each."""

import numpy as np

from kernelcourse.proving.derivations import Premise, gradient
from kernelcourse.svdd.draws import SOLVED, kinds_of_weight, solve_two_class_primal
from kernelsy19.svdd import equations as svdd


def distances(s):
    """‖Φ(xᵢ) − c‖², as an (n,) array."""
    return ((s.Phi - s.c) ** 2).sum(axis=1)


def needed(s):
    """How far each point is on the wrong side, yᵢ(‖Φ(xᵢ) − c‖² − R²), as an (n,) array."""
    return s.y * (distances(s) - s.R2)


def spare(s):
    """What the constraint leaves to spare at each point."""
    return s.xi - needed(s)


def center_of(s, alpha):
    """Σ yᵢαᵢΦ(xᵢ)."""
    return svdd.signed_weights(s.y, alpha) @ s.Phi


def some(mask, rng):
    """One of the points of a mask, at random."""
    return rng.choice(np.flatnonzero(mask))


def replaced(array, index, value):
    """A copy of an array with other entries."""
    changed = array.copy()
    changed[index] = value
    return changed


RHO_IS_UNKNOWN = Premise(
    "ρ is the unknown, not R²",
    lambda s: s.squared_radius_of(s.rho0, s.c0) - s.rho0 - s.c0 @ s.c0,
    lambda s, rng: s.but(squared_radius_of=lambda rho, c: rho),
)


FLAT_IN_RHO = Premise(
    "∂L/∂ρ = 0",
    lambda s: gradient(lambda rho: s.L(s.c, rho, s.xi), at=s.rho),
    lambda s, rng: s.but(alpha=s.alpha * rng.uniform(1.1, 2.0)),
)


TWO_CLASS_FLAT_IN_SLACKS = Premise(
    "∂L/∂ξᵢ = 0",
    lambda s: gradient(lambda xi: s.L(s.c, s.rho, xi), at=s.xi),
    lambda s, rng: s.but(alpha=replaced(s.alpha, rng.integers(s.n), 2 * s.C)),
)


NO_NEGATIVE_BUDGET = Premise(
    "βᵢ ≥ 0",
    lambda s: np.maximum(0, -s.beta),
    lambda s, rng: negative_budget(s, rng.integers(s.n)),
)


def negative_budget(s, i):
    """One β is below zero, and its α that much above the bound, so that ∂L/∂ξ = 0 still holds."""
    return s.but(alpha=replaced(s.alpha, i, 1.5 * s.C), beta=replaced(s.beta, i, -0.5 * s.C))


TWO_CLASS_FLAT_IN_CENTER = Premise(
    "∂L/∂c = 0",
    lambda s: gradient(lambda c: s.L(c, s.rho, s.xi), at=s.c),
    lambda s, rng: s.but(c=s.c + rng.normal(size=s.c.shape)),
)


def sum_of_signed(s):
    """By how much Σ yᵢαᵢ is not 1."""
    return svdd.signed_weights(s.y, s.alpha).sum() - 1


def longer_weights(s, rng):
    """The sum fails; the budget and the center follow the weights."""
    alpha = s.alpha * rng.uniform(1.1, 2.0)
    return s.but(alpha=alpha, beta=s.C - alpha, c=center_of(s, alpha))


SIGNED_SUM = Premise("Σᵢ α'ᵢ = 1", sum_of_signed, longer_weights)


PRICE_SHARED = Premise(
    "αᵢ + βᵢ = C",
    lambda s: s.C - s.alpha - s.beta,
    lambda s, rng: s.but(beta=s.beta + rng.uniform(0.1, 1.0, size=s.n)),
)


SIGNED_CENTER = Premise(
    "c = Σᵢ α'ᵢΦ(xᵢ)",
    lambda s: s.c - center_of(s, s.alpha),
    lambda s, rng: s.but(c=s.c + rng.normal(size=s.c.shape)),
)


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


NO_NEGATIVE_WEIGHT = Premise(
    "αᵢ ≥ 0",
    lambda s: np.maximum(0, -s.alpha),
    below_zero,
)


BELOW_PRICE = Premise(
    "αᵢ ≤ C",
    lambda s: np.maximum(0, s.alpha - s.C),
    lambda s, rng: at_the_best_ball(s).but(
        alpha=solve_two_class_primal(s.Phi, s.y, s.C * rng.uniform(1.5, 2.0)).alpha
    ),
)


def wrong_sum(s, rng):
    """Weights that sum to less than one, and points far from the origin, which L_D then takes for a wide spread."""
    best, far = at_the_best_ball(s), rng.uniform(5, 10)
    Phi = s.Phi + far
    return best.but(Phi=Phi, K=Phi @ Phi.T, c=best.c + far, alpha=best.alpha * rng.uniform(0.5, 0.9))


SIGNED_SUM_FAR_OUT = Premise(SIGNED_SUM.says, sum_of_signed, wrong_sum)


# ---- strong duality -------------------------------------------------------------------------------


def other_weights(s, rng):
    """Weights that are not the multipliers, and the relaxation and the ball that show it."""
    targets = np.flatnonzero(s.y > 0)
    nearest = targets[np.argsort(distances(s)[targets].round(9), kind="stable")][: max(1, len(targets) // 2)]
    alpha = 0.4 * s.alpha + 0.6 * replaced(np.zeros(s.n), nearest, 1 / len(nearest))
    return s.but(alpha=alpha, u=0.5 * (s.alpha - alpha), c0=center_of(s, alpha), xi0=0 * s.xi0)


TWO_CLASS_MULTIPLIERS = Premise(
    "αᵢ = −∂v/∂uᵢ at u = 0",
    lambda s: gradient(s.v, at=np.zeros(s.n), step=1e-3) + s.alpha,
    other_weights,
    tolerance=SOLVED,
)


# ---- optimality -----------------------------------------------------------------------------------


def opposed(rng, s, at_own, at_wrong):
    """Products α(ξ − needed) of one size at a point on its own side, and βξ of another at one on the wrong side."""
    zero, _, full = kinds_of_weight(s.alpha, s.C)
    i = np.where(zero, spare(s), 0).argmax()
    k = np.where(full, s.xi, 0).argmax()
    return s.but(
        alpha=replaced(s.alpha, i, at_own / spare(s)[i]), beta=replaced(s.beta, k, at_wrong / s.xi[k])
    )


def too_little_slack(s, rng):
    """The constraint fails at a point on the wrong side, and its product βξ makes up for α(ξ − needed) below zero."""
    k = np.where(kinds_of_weight(s.alpha, s.C)[2], s.xi, 0).argmax()
    missing = s.xi[k] / 2
    beta = s.alpha[k] * missing / (s.xi[k] - missing)
    return s.but(xi=replaced(s.xi, k, s.xi[k] - missing), beta=replaced(s.beta, k, beta))


def slack_below_zero(s, rng):
    """ξ ≥ 0 fails at a point on its own side, and its product α(ξ − needed) makes up for βξ below zero."""
    i = np.where(kinds_of_weight(s.alpha, s.C)[0], spare(s), 0).argmax()
    missing = spare(s)[i] / 2
    alpha = s.beta[i] * missing / (spare(s)[i] - missing)
    return s.but(xi=replaced(s.xi, i, s.xi[i] - missing), alpha=replaced(s.alpha, i, alpha))


ENOUGH_SLACK = Premise("(35)", lambda s: np.maximum(0, -spare(s)), too_little_slack, SOLVED)


TWO_CLASS_KKT = (
    Premise(
        "L = R² + C Σᵢ ξᵢ",
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
    ENOUGH_SLACK,
    Premise("ξᵢ ≥ 0", lambda s: np.maximum(0, -s.xi), slack_below_zero, SOLVED),
)


WEIGHT_SPENT = Premise(
    "αᵢ(ξᵢ − yᵢ(dᵢ² − R²)) = 0",
    lambda s: s.alpha * spare(s),
    lambda s, rng: s.but(R2=s.R2 + 0.5),
    SOLVED,
)


BUDGET_PAID = Premise(
    "βᵢξᵢ = 0", lambda s: s.beta * s.xi, lambda s, rng: with_slack_for_all(s, smaller_for(s)), SOLVED
)


def smaller_for(s):
    """A squared radius by which a point on its own side comes to lie on the wrong one."""
    zero = kinds_of_weight(s.alpha, s.C)[0]
    i = np.where(zero, spare(s), -1).argmax()
    return distances(s)[i] - s.y[i] * 0.5


def with_slack_for_all(s, R2):
    """Another radius, and as much more slack as the constraints of these points lose."""
    return s.but(R2=R2, xi=s.xi - s.y * (R2 - s.R2))


def onto_sphere(s, mask, rng):
    """One of the points of the mask put on the sphere, without slack."""
    i = some(mask, rng)
    radial = s.Phi[i] - s.c
    Phi = replaced(s.Phi, i, s.c + radial * (s.R2**0.5 / np.linalg.norm(radial)))
    return s.but(Phi=Phi, xi=replaced(s.xi, i, 0.0))


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
    Premise(SIGNED_SUM.says, sum_of_signed, lambda s, rng: s.but(alpha=0 * s.alpha), SOLVED),
    Premise(
        "αᵢ ≥ 0",
        NO_NEGATIVE_WEIGHT.residual,
        lambda s, rng: s.but(alpha=outliers_sharing(s, -1.0, 0.0)),
        SOLVED,
    ),
    Premise("αᵢ ≤ C", BELOW_PRICE.residual, lambda s, rng: s.but(alpha=all_on(s, 1.0, 0.0)), SOLVED),
)


NOT_TOO_FEW = (
    Premise(SIGNED_SUM.says, sum_of_signed, lambda s, rng: s.but(alpha=s.C * targets_of(s)), SOLVED),
    Premise(
        "αᵢ ≥ 0",
        NO_NEGATIVE_WEIGHT.residual,
        lambda s, rng: s.but(alpha=all_on(s, 1 - (targets_of(s).sum() - 1) * s.C, s.C)),
        SOLVED,
    ),
    Premise(
        "αᵢ ≤ C",
        BELOW_PRICE.residual,
        lambda s, rng: s.but(alpha=one_outlier(s, targets_of(s).sum() * s.C - 1)),
        SOLVED,
    ),
)


def small_price(s, alpha):
    """The weights in a box that is too small for the targets: C = 1/(2p)."""
    return s.but(C=0.5 / targets_of(s).sum(), alpha=alpha)


FEASIBLE_PRICE = (
    Premise(
        SIGNED_SUM.says,
        sum_of_signed,
        lambda s, rng: small_price(s, 0.5 * targets_of(s) / targets_of(s).sum()),
    ),
    Premise(
        "αᵢ ≥ 0",
        NO_NEGATIVE_WEIGHT.residual,
        lambda s, rng: small_price(s, outliers_sharing(s, -0.5, 0.5 / targets_of(s).sum())),
    ),
    Premise(
        "αᵢ ≤ C",
        BELOW_PRICE.residual,
        lambda s, rng: small_price(s, shared_by_targets(s, rng.uniform(0.5, 1.5, size=s.n))),
    ),
)


ENOUGH_TARGETS = Premise(
    "pC ≥ 1",
    lambda s: np.maximum(0, svdd.smallest_bound(s.y) - s.C),
    lambda s, rng: s.but(C=0.5 * svdd.smallest_bound(s.y), R2=-rng.uniform(50, 100)),
)
