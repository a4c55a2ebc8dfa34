"""The proofs of chapter 13: the convex form of the ball for two classes, its dual, and what its weights say."""

import numpy as np

from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity
from kernelcourse.proving.duals import SOLVED, distances, not_negative
from kernelcourse.proving.residuals import gradient
from kernelcourse.svdd import draws
from kernelcourse.svdd import without as given
from kernelcourse.svdd.draws import kinds_of_weight, solve_two_class_primal, two_class_lagrangian
from kernelcourse.svdd.without import needed
from kernelsy19.svdd import equations as svdd

convex_form = Derivation(
    "The convex form",
    r"Given any center $c$, squared radius $R^2$ and slacks $\xi_i$, signs $y_i = \pm 1$, and $\rho = R^2 - \|c\|^2$. Two more such triples "
    r"$z_0 = (c_0, \rho_0, \xi_0)$ and $z_1 = (c_1, \rho_1, \xi_1)$ are mixed with a share $t$.",
    (
        identity(
            r"R^2 - \|\Phi(x_i) - c\|^2 = \rho - \|\Phi(x_i)\|^2 + 2\langle\Phi(x_i), c\rangle",
            "multiply out the square: ‖c‖² is the only square of an unknown, and ρ swallows it",
            lambda s: s.R2 - distances(s),
            lambda s: svdd.linear_decision(svdd.offset(s.R2, s.c @ s.c), (s.Phi**2).sum(axis=1), s.Phi @ s.c),
            "COURSE-svdd-decision",
        ),
        identity(
            r"R^2 + C\sum_i\xi_i = \|c\|^2 + \rho + C\sum_i\xi_i",
            "the same cost, in the unknowns c, ρ and ξ",
            lambda s: svdd.primal_objective(s.R2, s.xi, s.C),
            lambda s: svdd.convex_objective((s.c**2).sum(), svdd.offset(s.R2, s.c @ s.c), s.xi, s.C),
            "COURSE-svdd-convex",
        ),
        definition(
            r"g_i(c, \rho, \xi) = y_i\big(\|\Phi(x_i)\|^2 - 2\langle\Phi(x_i), c\rangle - \rho\big) - \xi_i",
            "the constraint of (35) says that this is not positive",
            "g",
            lambda s: (
                lambda c, rho, xi: s.y * (((s.Phi - c) ** 2).sum(axis=1) - s.squared_radius_of(rho, c)) - xi
            ),
        ),
        consequence(
            r"g_i\big((1-t)\,z_0 + t\,z_1\big) = (1-t)\,g_i(z_0) + t\,g_i(z_1)",
            "the constraint is linear, whatever the sign. In R² it would be concave for an outlier",
            lambda s: s.g(
                (1 - s.t) * s.c0 + s.t * s.c1,
                (1 - s.t) * s.rho0 + s.t * s.rho1,
                (1 - s.t) * s.xi0 + s.t * s.xi1,
            ),
            lambda s: (1 - s.t) * s.g(s.c0, s.rho0, s.xi0) + s.t * s.g(s.c1, s.rho1, s.xi1),
            premise=given.RHO_IS_UNKNOWN,
            equation="COURSE-svdd-convex",
        ),
        bound(
            r"\|(1-t)\,c_0 + t\,c_1\|^2 + \dots \le (1-t)\big(\|c_0\|^2 + \dots\big) + t\,\big(\|c_1\|^2 + \dots\big)",
            "the cost ‖c‖² + ρ + C Σ ξᵢ is convex: a square, and two linear terms",
            lambda s: svdd.convex_objective(
                (((1 - s.t) * s.c0 + s.t * s.c1) ** 2).sum(),
                (1 - s.t) * s.rho0 + s.t * s.rho1,
                (1 - s.t) * s.xi0 + s.t * s.xi1,
                s.C,
            ),
            lambda s: (
                (1 - s.t) * svdd.convex_objective(s.c0 @ s.c0, s.rho0, s.xi0, s.C)
                + s.t * svdd.convex_objective(s.c1 @ s.c1, s.rho1, s.xi1, s.C)
            ),
            attained=lambda s, rng: s.but(c1=s.c0),
            equation="COURSE-svdd-convex",
        ),
    ),
    (draws.draw_free,),
)


TWO_CLASS_LAGRANGIAN = definition(
    r"L(c, \rho, \xi) = \|c\|^2 + \rho + C\sum_i\xi_i - \sum_i\alpha_i\Big(\xi_i - y_i\big(\|\Phi(x_i)\|^2 -"
    r" 2\langle\Phi(x_i), c\rangle - \rho\big)\Big) - \sum_i\beta_i\xi_i",
    "subtract each constraint of the convex form, times its multiplier",
    "L",
    lambda s: lambda c, rho, xi: two_class_lagrangian(c, rho, xi, s.alpha, s.beta, s.y, s.Phi, s.C),
)


stationarity = Derivation(
    "Where the Lagrangian is stationary",
    r"Given the Lagrangian of the convex form, and a place where its derivatives in $\rho$, $\xi$ and $c$, all taken as finite differences, "
    r"are zero.",
    (
        TWO_CLASS_LAGRANGIAN,
        identity(
            r"\frac{\partial L}{\partial\rho} = 1 - \sum_i y_i\alpha_i",
            "ρ stands alone, and with the sign of its class in each constraint",
            lambda s: gradient(lambda rho: s.L(s.c, rho, s.xi), at=s.rho),
            lambda s: 1 - (s.y * s.alpha).sum(),
            on=draws.draw_free,
        ),
        consequence(
            r"\sum_i\alpha'_i = 1, \qquad \alpha'_i = y_i\alpha_i",
            "the derivative is zero; no radius has to be divided by, as it had in chapter 3",
            lambda s: svdd.signed_weights(s.y, s.alpha).sum(),
            1,
            premise=given.FLAT_IN_RHO,
            equation="AML-36",
        ),
        identity(
            r"\frac{\partial L}{\partial \xi_i} = C - \alpha_i - \beta_i",
            "the slack of a point has the price C, and stands in both of its constraints",
            lambda s: gradient(lambda xi: s.L(s.c, s.rho, xi), at=s.xi),
            lambda s: s.C - s.alpha - s.beta,
            on=draws.draw_free,
        ),
        bound(
            r"\alpha_i = C - \beta_i \le C",
            "the derivative is zero and β is not negative: targets and outliers have the same bound",
            lambda s: s.alpha,
            lambda s: s.C,
            premise=(given.TWO_CLASS_FLAT_IN_SLACKS, given.NO_NEGATIVE_BUDGET),
            attained=lambda s, rng: s.but(alpha=s.alpha + s.beta, beta=0 * s.beta),
            on=draws.draw_solved,
            via=lambda s: s.C - s.beta,
        ),
        identity(
            r"\frac{\partial L}{\partial c} = 2c - 2\sum_i y_i\alpha_i\Phi(x_i)",
            "c stands in its own square and in one product per point",
            lambda s: gradient(lambda c: s.L(c, s.rho, s.xi), at=s.c),
            lambda s: 2 * s.c - 2 * (s.y * s.alpha) @ s.Phi,
            on=draws.draw_free,
        ),
        consequence(
            r"c = \sum_i\alpha'_i\Phi(x_i)",
            "the derivative is zero: targets pull the center, outliers push it away",
            lambda s: s.c,
            lambda s: svdd.signed_weights(s.y, s.alpha) @ s.Phi,
            premise=given.TWO_CLASS_FLAT_IN_CENTER,
            equation="AML-36",
        ),
        bound(
            r"\frac1p \le C",
            "1 = Σ α'ᵢ is at most the sum over the p targets, and that is at most pC",
            lambda s: svdd.smallest_bound(s.y),
            lambda s: s.C,
            premise=given.FEASIBLE_PRICE,
            attained=lambda s, rng: s.but(
                C=1 / given.targets_of(s).sum(), alpha=given.targets_of(s) / given.targets_of(s).sum()
            ),
            equation="COURSE-svdd-feasible",
            on=draws.draw_stationary,
        ),
    ),
    (draws.draw_stationary_point,),
)


dual = Derivation(
    "Substitution: the dual",
    r"Given weights with $\sum_i\alpha'_i = 1$, $\alpha_i + \beta_i = C$, $0 \le \alpha_i \le C$, and $c = \sum_i\alpha'_i\Phi(x_i)$, where "
    r"$\alpha'_i = y_i\alpha_i$. Radius and slacks are still free.",
    (
        identity(
            r"L = \rho\Big(1 - \sum_i\alpha'_i\Big) + \sum_i\xi_i(C - \alpha_i - \beta_i) + \|c\|^2 - 2\Big\langle c, \sum_i\alpha'_i\Phi(x_i)\Big\rangle"
            r" + \sum_i\alpha'_i\|\Phi(x_i)\|^2",
            "collect the terms by ρ, by ξ and by c",
            lambda s: two_class_lagrangian(s.c, s.rho, s.xi, s.alpha, s.beta, s.y, s.Phi, s.C),
            lambda s: (
                s.rho * (1 - (s.y * s.alpha).sum())
                + s.xi @ (s.C - s.alpha - s.beta)
                + s.c @ s.c
                - 2 * s.c @ ((s.y * s.alpha) @ s.Phi)
                + (s.y * s.alpha) @ (s.Phi**2).sum(axis=1)
            ),
            on=draws.draw_free,
        ),
        consequence(
            r"= \|c\|^2 - 2\Big\langle c, \sum_i\alpha'_i\Phi(x_i)\Big\rangle + \sum_i\alpha'_i\|\Phi(x_i)\|^2",
            "ρ and each ξ are multiplied by zero",
            right=lambda s: (
                s.c @ s.c - 2 * s.c @ ((s.y * s.alpha) @ s.Phi) + (s.y * s.alpha) @ (s.Phi**2).sum(axis=1)
            ),
            premise=(given.SIGNED_SUM, given.PRICE_SHARED),
        ),
        consequence(
            r"= \sum_i\alpha'_iK(x_i,x_i) - \sum_{i,j}\alpha'_i\alpha'_jK(x_i,x_j) = L_D(\alpha)",
            "put in c; each dot product is a kernel value. It is the dual of one class, with α' for α",
            right=lambda s: svdd.dual_objective(s.K, s.y, s.alpha),
            premise=given.SIGNED_CENTER,
            equation="AML-37",
            via=lambda s: (
                (s.y * s.alpha * np.diagonal(s.K)).sum()
                - (np.outer(s.y * s.alpha, s.y * s.alpha) * s.K).sum()
            ),
        ),
        bound(
            r"L_D(\alpha) \le R^2 + C\sum_i\max\big(0,\ y_i(\|\Phi(x_i)-c\|^2 - R^2)\big) \quad\text{for all } R \text{ and } c",
            "the value of any allowed weights is a lower bound of the cost of any ball",
            lambda s: svdd.dual_objective(s.K, s.y, s.alpha),
            lambda s: svdd.primal_objective(s.R2, svdd.slacks(s.R2, distances(s), s.y), s.C),
            premise=(given.NO_NEGATIVE_WEIGHT, given.BELOW_PRICE, given.SIGNED_SUM_FAR_OUT),
            attained=lambda s, rng: given.at_the_best_ball(s),
            equation="AML-35",
        ),
    ),
    (draws.draw_stationary,),
)


strong_duality = Derivation(
    "Strong duality: the gap closes, and there is one best center",
    r"Given the best ball and the multipliers $\alpha$ that a solver of the convex form returns. $u$ and $w$ are small numbers, one for each point, "
    r"and $(c, \rho, \xi)$ is any ball with $\xi \ge 0$.",
    (
        definition(
            r"v(u) = \min\Big\{\|c\|^2 + \rho + C\sum_i\xi_i \;:\; g_i(c, \rho, \xi) \le u_i,\ \xi_i \ge 0\Big\}",
            "the best value when the constraints are relaxed by u",
            "v",
            lambda s: lambda u: solve_two_class_primal(s.Phi, s.y, s.C, u).value,
        ),
        bound(
            r"v\big((1-t)\,u + t\,w\big) \le (1-t)\,v(u) + t\,v(w)",
            "cost and constraints are convex, so the mixture of two best balls is allowed and costs no more than the mixture of costs",
            lambda s: s.v((1 - s.t) * s.u + s.t * s.w),
            lambda s: (1 - s.t) * s.v(s.u) + s.t * s.v(s.w),
            attained=lambda s, rng: s.but(w=s.u + rng.uniform(0.1, 1.0) * s.y),
        ),
        bound(
            r"v(u) \le v(0) + C\sum_i\max(0, -u_i)",
            "v is finite around 0: what is tightened, slack takes up at its price",
            lambda s: s.v(s.u),
            lambda s: s.v(0 * s.u) + s.C * np.maximum(0, -s.u).sum(),
            attained=lambda s, rng: s.but(u=np.where(kinds_of_weight(s.alpha, s.C)[2], -np.abs(s.u), 0)),
        ),
        bound(
            r"v(u) \ge v(0) - \sum_i\alpha_iu_i",
            "so a plane touches v at 0 from below, and its slopes are the multipliers",
            lambda s: s.v(s.u),
            lambda s: s.v(0 * s.u) - s.alpha @ s.u,
            relation="≥",
            premise=given.TWO_CLASS_MULTIPLIERS,
            attained=lambda s, rng: s.but(u=rng.uniform(0.1, 1.0) * s.y),
        ),
        definition(
            r"g_i(c, \rho, \xi) = y_i\big(\|\Phi(x_i)\|^2 - 2\langle\Phi(x_i), c\rangle - \rho\big) - \xi_i",
            "what any ball takes from the constraints",
            "g",
            lambda s: lambda c, rho, xi: s.y * ((s.Phi**2).sum(axis=1) - 2 * s.Phi @ c - rho) - xi,
        ),
        bound(
            r"\|c\|^2 + \rho + C\sum_i\xi_i + \sum_i\alpha_ig_i(c, \rho, \xi) \ge v(0) \quad\text{for all } c, \rho, \xi \ge 0",
            "this ball is allowed when the constraints are relaxed by u = g, so its cost is v(g) or more; put u = g into line 4",
            lambda s: (
                svdd.convex_objective(s.c0 @ s.c0, s.rho0, s.xi0, s.C) + s.alpha @ s.g(s.c0, s.rho0, s.xi0)
            ),
            lambda s: svdd.primal_objective(s.R2, s.xi, s.C),
            relation="≥",
            premise=(
                given.TWO_CLASS_MULTIPLIERS,
                not_negative("ξᵢ ≥ 0", "xi0", lambda s, rng: s.but(xi0=-20 * (1 + s.xi0), c0=s.c)),
            ),
            attained=lambda s, rng: s.but(c0=s.c, rho0=s.rho, xi0=s.xi),
        ),
        consequence(
            r"L_D(\alpha) = R^2 + C\sum_i\xi_i",
            "with c = Σ α'ᵢΦ(xᵢ) and ξ = 0 the left side of line 6 is L_D(α), which is never more than the cost of a ball: they are equal",
            lambda s: svdd.dual_objective(s.K, s.y, s.alpha),
            lambda s: svdd.primal_objective(s.R2, s.xi, s.C),
            premise=given.TWO_CLASS_MULTIPLIERS,
            equation="AML-37",
        ),
        identity(
            r"v(u + t\,y) = v(u) - t",
            "lower ρ by t: each constraint rises by t yᵢ, and the cost falls by t",
            lambda s: s.v(s.u + s.t * s.y),
            lambda s: s.v(s.u) - s.t,
            "COURSE-svdd-convex",
        ),
        bound(
            r"\alpha_i \ge 0",
            "the multipliers are allowed weights: v does not rise where a constraint is relaxed",
            lambda s: s.alpha,
            0,
            relation="≥",
            premise=given.TWO_CLASS_MULTIPLIERS.otherwise(lambda s, rng: s.but(alpha=s.alpha - 0.5 * s.C)),
            one_entry=True,
            attained=lambda s, rng: s.but(alpha=np.where(s.alpha < 1e-6 * s.C, 0, s.alpha)),
        ),
        bound(
            r"\alpha_i \le C",
            "by line 3, v rises by C at most where one is tightened",
            lambda s: s.alpha,
            lambda s: s.C,
            premise=given.TWO_CLASS_MULTIPLIERS.otherwise(lambda s, rng: s.but(alpha=s.alpha + 0.5 * s.C)),
            one_entry=True,
            attained=lambda s, rng: s.but(alpha=np.where(s.alpha > (1 - 1e-6) * s.C, s.C, s.alpha)),
        ),
        consequence(
            r"\sum_iy_i\alpha_i = 1",
            "by line 8, the slope of v along y is −1",
            lambda s: (s.y * s.alpha).sum(),
            1,
            premise=given.TWO_CLASS_MULTIPLIERS.otherwise(lambda s, rng: s.but(alpha=1.5 * s.alpha)),
            equation="AML-36",
        ),
        identity(
            r"J\big((1-t)\,z + t\,z'\big) = (1-t)\,J(z) + t\,J(z') - t(1-t)\,\|c - c'\|^2, \qquad J(c, \rho, \xi) = \|c\|^2 + \rho + C\sum_i\xi_i",
            "two balls of the least cost with different centers would have a cheaper one between them: there is one best center",
            lambda s: svdd.convex_objective(
                (((1 - s.t) * s.c + s.t * s.c0) ** 2).sum(),
                (1 - s.t) * s.rho + s.t * s.rho0,
                (1 - s.t) * s.xi + s.t * s.xi0,
                s.C,
            ),
            lambda s: (
                (1 - s.t) * (s.c @ s.c + s.rho + s.C * s.xi.sum())
                + s.t * (s.c0 @ s.c0 + s.rho0 + s.C * s.xi0.sum())
                - s.t * (1 - s.t) * ((s.c - s.c0) ** 2).sum()
            ),
            "COURSE-svdd-convex",
        ),
    ),
    (draws.draw_relaxed,),
)


TWO_CLASS_DISTANCE = definition(
    r"d_i^2 = \|\Phi(x_i) - c\|^2", "how far a point is from the center", "d2", lambda s: distances(s)
)


optimality = Derivation(
    "What a weight says",
    r"Given the best ball and its multipliers, as a solver returns them. By strong duality all that $L$ subtracts from the cost sums to zero.",
    (
        TWO_CLASS_DISTANCE,
        consequence(
            r"\alpha_i\big(\xi_i - y_i(d_i^2 - R^2)\big) = 0",
            "no product is negative and their sum is zero, so each is zero",
            lambda s: s.alpha * (s.xi - s.y * (s.d2 - s.R2)),
            0,
            premise=given.TWO_CLASS_KKT,
            equation="COURSE-svdd-places",
        ),
        consequence(
            r"\beta_i\,\xi_i = 0",
            "likewise: a point that pays has spent its whole budget on α",
            lambda s: s.beta * s.xi,
            0,
            premise=given.TWO_CLASS_KKT,
            equation="COURSE-svdd-places",
        ),
        bound(
            r"\alpha_i = 0 \;\Rightarrow\; y_i(d_i^2 - R^2) \le 0",
            "no weight: β is the whole budget, so the slack is zero, and the point lies where its class belongs",
            lambda s: (s.y * (s.d2 - s.R2))[kinds_of_weight(s.alpha, s.C)[0]],
            0,
            premise=(
                given.BUDGET_PAID.otherwise(
                    lambda s, rng: given.with_slack_for_all(s, given.smaller_for(s)), SOLVED
                ),
                given.PRICE_SHARED.otherwise(
                    lambda s, rng: given.with_slack_for_all(s.but(beta=0 * s.beta), given.smaller_for(s)),
                    SOLVED,
                ),
                given.ENOUGH_SLACK.otherwise(lambda s, rng: s.but(R2=given.smaller_for(s)), SOLVED),
            ),
            one_entry=True,
            attained=lambda s, rng: given.onto_sphere(s, kinds_of_weight(s.alpha, s.C)[0], rng),
            equation="COURSE-svdd-places",
        ),
        consequence(
            r"0 < \alpha_i < C \;\Rightarrow\; d_i^2 = R^2",
            "some weight, some budget left: both constraints are tight, the point lies on the surface",
            lambda s: s.d2[kinds_of_weight(s.alpha, s.C)[1]],
            lambda s: s.R2,
            premise=(given.WEIGHT_SPENT, given.BUDGET_PAID),
            equation="COURSE-svdd-places",
        ),
        bound(
            r"\alpha_i = C \;\Rightarrow\; y_i(d_i^2 - R^2) = \xi_i \ge 0",
            "the whole budget: the point is on the wrong side, or on the surface",
            lambda s: (s.y * (s.d2 - s.R2))[kinds_of_weight(s.alpha, s.C)[2]],
            0,
            relation="≥",
            premise=(
                given.WEIGHT_SPENT.otherwise(lambda s, rng: _to_own_side(s), SOLVED),
                not_negative(
                    "ξᵢ ≥ 0", "xi", lambda s, rng: given.with_slack_for_all(s, _to_own_side(s).R2), SOLVED
                ),
            ),
            one_entry=True,
            attained=lambda s, rng: given.onto_sphere(s, kinds_of_weight(s.alpha, s.C)[2], rng),
            equation="COURSE-svdd-places",
            via=lambda s: s.xi[kinds_of_weight(s.alpha, s.C)[2]],
        ),
    ),
    (draws.draw_solved,),
)


def _to_own_side(s):
    """A radius with which a point at the bound lies on its own side."""
    k = np.where(kinds_of_weight(s.alpha, s.C)[2], s.xi, -1).argmax()
    return s.but(R2=distances(s)[k] + s.y[k] * 0.5)


counting = Derivation(
    "What C counts",
    r"Given weights with $\sum_i\alpha'_i = 1$ and $0 \le \alpha_i \le C$, those of a best ball for instance, and $p$ targets.",
    (
        definition(
            r"s_i = 1 - \tfrac{\alpha_i}{C} \text{ for a target}, \qquad s_i = \tfrac{\alpha_i}{C} \text{ for an outlier}",
            "1 for a point in the ball, 0 for a point outside, between on the surface, by the lines of the last proof",
            "share",
            lambda s: np.where(s.y > 0, 1 - s.alpha / s.C, s.alpha / s.C),
        ),
        consequence(
            r"\sum_i s_i = p - \frac1C",
            "p ones, less Σ α'ᵢ / C",
            lambda s: s.share.sum(),
            lambda s: np.count_nonzero(s.y > 0) - 1 / s.C,
            premise=given.SIGNED_SUM.otherwise(given.longer_weights, SOLVED),
        ),
        bound(
            r"\#\{i : s_i = 1\} \le p - \frac1C",
            "no s is negative: at most so many points of both classes are in the ball",
            lambda s: np.count_nonzero(s.share >= 1 - SOLVED),
            lambda s: np.count_nonzero(s.y > 0) - 1 / s.C,
            premise=given.NOT_TOO_MANY,
            attained=given.weights_of_one_kind,
            equation="COURSE-svdd-radius",
        ),
        bound(
            r"\#\{i : s_i > 0\} \ge p - \frac1C",
            "no s exceeds 1: at least so many are in the ball or on its surface",
            lambda s: np.count_nonzero(s.share > SOLVED),
            lambda s: np.count_nonzero(s.y > 0) - 1 / s.C,
            relation="≥",
            premise=given.NOT_TOO_FEW,
            attained=given.weights_of_one_kind,
            equation="COURSE-svdd-radius",
        ),
        bound(
            r"\min_{r}\Big(r + C\sum_i\max\big(0, y_i(d_i^2 - r)\big)\Big) \le R^2 + C\sum_i\max\big(0, y_i(d_i^2 - R^2)\big)",
            "the radius that leaves p − 1/C points inside is the best one about any center: each point that it passes adds C to the slope",
            lambda s: _cost(s, svdd.best_radius_squared(distances(s), s.y, s.C)),
            lambda s: s.R2 + s.C * np.maximum(0, needed(s)).sum(),
            premise=given.ENOUGH_TARGETS,
            attained=lambda s, rng: s.but(R2=svdd.best_radius_squared(distances(s), s.y, s.C)),
            equation="COURSE-svdd-radius",
            on=draws.draw_free,
        ),
    ),
    (draws.draw_solved,),
)


def _cost(s, R2):
    return svdd.primal_objective(R2, svdd.slacks(R2, distances(s), s.y), s.C)
