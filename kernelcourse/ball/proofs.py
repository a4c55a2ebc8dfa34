"""The proof of chapter 03, from the primal problem of the minimum-volume ball to its decision function."""

import numpy as np

from kernelcourse.ball import draws
from kernelcourse.ball import without as given
from kernelcourse.ball.draws import solve_primal
from kernelcourse.proving.derivations import Derivation, Premise, bound, consequence, definition, identity
from kernelcourse.proving.duals import SOLVED, distances, far_and_light, not_negative
from kernelcourse.proving.residuals import gradient
from kernelsy19.ball import equations as ball

LAGRANGIAN = definition(
    r"L(R, c, \xi) = R^2 + \frac{1}{\nu n}\sum_i\xi_i - \sum_i\alpha_i\big(R^2 + \xi_i - \|\Phi(x_i)-c\|^2\big)"
    r" - \sum_i\beta_i\xi_i",
    "from the objective (2), subtract what each constraint leaves to spare, times its multiplier",
    "L",
    lambda s: lambda R, c, xi: ball.lagrangian(R, c, xi, s.alpha, s.beta, s.Phi, s.nu),
    "SY19-4",
)


lagrangian = Derivation(
    "From the primal problem to the Lagrangian",
    r"Given mapped points $\Phi(x_i)$, a radius $R$, a center $c$, slacks $\xi_i$ that satisfy (3a) and (3b), and multipliers "
    r"$\alpha_i \ge 0$ for (3a), $\beta_i \ge 0$ for (3b).",
    (
        identity(
            r"\|\Phi(x_i) - c\|^2 = \langle\Phi(x_i), \Phi(x_i)\rangle - 2\langle\Phi(x_i), c\rangle + \langle c, c\rangle",
            "write the squared distance with dot products",
            lambda s: ((s.Phi - s.c) ** 2).sum(axis=1),
            lambda s: np.diagonal(s.Phi @ s.Phi.T) - 2 * s.Phi @ s.c + s.c @ s.c,
        ),
        bound(
            r"\xi_i \ge \max\big(0,\ \|\Phi(x_i) - c\|^2 - R^2\big)",
            "(3a) and (3b) each ask for a least slack, so the larger of the two is the least that a point can take",
            lambda s: s.xi,
            lambda s: ball.slacks(s.R**2, ((s.Phi - s.c) ** 2).sum(axis=1)),
            relation="≥",
            premise=(given.ROOM, given.SLACK),
            attained=lambda s, rng: s.but(xi=ball.slacks(s.R**2, distances(s))),
            equation="SY19-3",
        ),
        LAGRANGIAN,
        identity(
            r"L = R^2 + \frac{1}{\nu n}\sum_i\xi_i - \sum_i\alpha_i\big(-\langle\Phi(x_i),\Phi(x_i)\rangle"
            r" + 2\langle\Phi(x_i),c\rangle - \langle c,c\rangle + R^2 + \xi_i\big) - \sum_i\beta_i\xi_i",
            "put in the first line: this is equation (4) of the lecture",
            lambda s: s.L(s.R, s.c, s.xi),
            lambda s: (
                s.R**2
                + s.xi.sum() / (s.nu * s.n)
                - s.alpha @ (-(s.Phi**2).sum(axis=1) + 2 * s.Phi @ s.c - s.c @ s.c + s.R**2 + s.xi)
                - s.beta @ s.xi
            ),
            "SY19-4",
        ),
        bound(
            r"L(R, c, \xi) \le R^2 + \frac{1}{\nu n}\sum_i\xi_i",
            "no multiplier is negative, and no constraint leaves less than 0 to spare: we subtract nothing negative, so L is a lower bound",
            lambda s: s.L(s.R, s.c, s.xi),
            lambda s: ball.primal_objective(s.R, s.xi, s.nu),
            premise=(given.WEIGHT, given.BUDGET, given.ENOUGH_ROOM, given.NO_NEGATIVE_SLACK),
            attained=given.BALL_DUAL.nothing_subtracted,
            equation="SY19-2",
        ),
    ),
    (draws.draw_feasible,),
)


stationarity = Derivation(
    "Where the Lagrangian is stationary",
    r"Given the Lagrangian (4), and a place where its derivatives in $R$, $\xi$ and $c$, all taken as finite differences, are zero.",
    (
        LAGRANGIAN,
        identity(
            r"\frac{\partial L}{\partial R} = 2R - 2R\sum_i\alpha_i",
            "R stands in the objective, and in each constraint (3a), which is multiplied by αᵢ",
            lambda s: gradient(lambda R: s.L(R, s.c, s.xi), at=s.R),
            lambda s: ball.derivative_in_radius(s.R, s.alpha),
            "SY19-5",
            on=draws.draw_free,
        ),
        consequence(
            r"\sum_i\alpha_i = 1",
            "the derivative is zero and R is not: divide by 2R",
            lambda s: s.alpha.sum(),
            1,
            premise=(given.FLAT_IN_RADIUS, given.A_RADIUS),
            equation="SY19-5",
        ),
        identity(
            r"\frac{\partial L}{\partial \xi_i} = \frac{1}{\nu n} - \alpha_i - \beta_i",
            "the slack of a point has a price in the objective, and stands in both constraints of the point",
            lambda s: gradient(lambda xi: s.L(s.R, s.c, xi), at=s.xi),
            lambda s: ball.derivative_in_slacks(s.alpha, s.beta, s.nu),
            "SY19-6",
            on=draws.draw_free,
        ),
        consequence(
            r"\beta_i = \frac{1}{\nu n} - \alpha_i",
            "the derivative is zero: the two multipliers of a point share the budget 1/(νn)",
            lambda s: s.beta,
            lambda s: ball.slack_multipliers(s.alpha, s.nu),
            premise=given.FLAT_IN_SLACKS,
            equation="SY19-6",
        ),
        bound(
            r"\alpha_i = \frac{1}{\nu n} - \beta_i \le \frac{1}{\nu n}",
            "β is not negative, so α cannot be more than the whole budget",
            lambda s: s.alpha,
            lambda s: ball.largest_weight(s.nu, s.n),
            premise=(
                given.FLAT_IN_SLACKS.otherwise(given.BALL_DUAL.above_the_price),
                given.BUDGET.otherwise(given.BALL_DUAL.one_negative_beta),
            ),
            attained=lambda s, rng: s.but(alpha=s.alpha + s.beta, beta=0 * s.beta),
            equation="SY19-7",
            on=draws.draw_primal,
            via=lambda s: ball.largest_weight(s.nu, s.n) - s.beta,
        ),
        identity(
            r"\frac{\partial L}{\partial c} = 2c\sum_i\alpha_i - 2\sum_i\alpha_i\Phi(x_i)",
            "c stands in the squared distances only, and two minus signs make their sign a plus",
            lambda s: gradient(lambda c: s.L(s.R, c, s.xi), at=s.c),
            lambda s: ball.derivative_in_center(s.c, s.alpha, s.Phi),
            "SY19-8",
            on=draws.draw_free,
        ),
        consequence(
            r"c = \sum_i\alpha_i\Phi(x_i)",
            "the derivative is zero and the weights sum to one: c is the weighted mean of the mapped points",
            lambda s: s.c,
            lambda s: ball.center(s.alpha, s.Phi),
            premise=(given.FLAT_IN_CENTER, given.SUM_OF_ONE),
            equation="SY19-8",
        ),
    ),
    (draws.draw_stationary_point, draws.draw_primal),
)


dual = Derivation(
    "Substitution: the Wolfe dual",
    r"Given weights with $\sum_i\alpha_i = 1$ (5), $\beta_i = \frac{1}{\nu n} - \alpha_i$ (6), "
    r"$0 \le \alpha_i \le \frac{1}{\nu n}$ (7) and $c = \sum_i\alpha_i\Phi(x_i)$ (8). Radius and slacks are still free.",
    (
        identity(
            r"L = R^2\Big(1 - \sum_i\alpha_i\Big) + \sum_i\xi_i\Big(\frac{1}{\nu n} - \alpha_i - \beta_i\Big)"
            r" + \sum_i\alpha_i\big(\langle\Phi(x_i),\Phi(x_i)\rangle - 2\langle\Phi(x_i),c\rangle + \langle c,c\rangle\big)",
            "collect the terms of (4) by R², by ξ and by α",
            lambda s: ball.lagrangian(s.R, s.c, s.xi, s.alpha, s.beta, s.Phi, s.nu),
            lambda s: (
                s.R**2 * (1 - s.alpha.sum())
                + s.xi @ ball.derivative_in_slacks(s.alpha, s.beta, s.nu)
                + s.alpha @ ((s.Phi**2).sum(axis=1) - 2 * s.Phi @ s.c + s.c @ s.c)
            ),
            "SY19-4",
            on=draws.draw_free,
        ),
        consequence(
            r"= \sum_i\alpha_i\big(\langle\Phi(x_i),\Phi(x_i)\rangle - 2\langle\Phi(x_i),c\rangle + \langle c,c\rangle\big)",
            "by (5), R² is multiplied by zero; by (6), so is each ξ",
            right=lambda s: s.alpha @ ((s.Phi**2).sum(axis=1) - 2 * s.Phi @ s.c + s.c @ s.c),
            premise=(given.ONE, given.SHARED),
            equation="SY19-6",
        ),
        consequence(
            r"= \sum_i\alpha_i\langle\Phi(x_i),\Phi(x_i)\rangle - 2\sum_{i,j}\alpha_i\alpha_j\langle\Phi(x_i),\Phi(x_j)\rangle"
            r" + \sum_{i,j}\alpha_i\alpha_j\langle\Phi(x_i),\Phi(x_j)\rangle",
            "put in c from (8); in the last term use (5) once more",
            right=lambda s: (
                s.alpha @ (s.Phi**2).sum(axis=1)
                - 2 * (np.outer(s.alpha, s.alpha) * (s.Phi @ s.Phi.T)).sum()
                + (np.outer(s.alpha, s.alpha) * (s.Phi @ s.Phi.T)).sum()
            ),
            premise=(given.CENTERED, given.ONE),
            equation="SY19-8",
        ),
        identity(
            r"= \sum_i\alpha_iK(x_i,x_i) - \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j) = L_D(\alpha)",
            "each dot product is a kernel value, and R, c and ξ are gone",
            right=lambda s: ball.dual_objective(s.K, s.alpha),
            equation="SY19-wolfe-dual",
            via=lambda s: (s.alpha * np.diagonal(s.K)).sum() - (np.outer(s.alpha, s.alpha) * s.K).sum(),
        ),
        bound(
            r"L_D(\alpha) \le R^2 + \frac{1}{\nu n}\sum_i\max\big(0,\ \|\Phi(x_i)-c\|^2 - R^2\big) \quad\text{for all } R \text{ and } c",
            "L was a lower bound for every ball, so its lowest value is: no ball costs less than any weights in the box are worth",
            lambda s: ball.dual_objective(s.K, s.alpha),
            lambda s: ball.primal_objective(s.R, ball.slacks(s.R**2, ((s.Phi - s.c) ** 2).sum(axis=1)), s.nu),
            premise=(
                given.WEIGHT.otherwise(given.below_zero),
                Premise(
                    "αᵢ ≤ 1/(νn)",
                    lambda s: np.maximum(0, s.alpha - ball.largest_weight(s.nu, s.n)),
                    given.above_the_bound,
                ),
                Premise(
                    "Σᵢ αᵢ = 1",
                    given.SUM_OF_ONE.residual,
                    lambda s, rng: far_and_light(given.at_the_best_ball(s), rng),
                ),
            ),
            attained=lambda s, rng: given.at_the_best_ball(s),
            equation="SY19-wolfe-dual",
        ),
    ),
    (draws.draw_stationary,),
)


dual_for_rbf = Derivation(
    "The dual when K(x, x) is constant",
    r"Given a kernel of $x - y$ alone, such as the RBF kernel, so that $K(x, x) = \kappa$ for all $x$; and $\alpha$ as before.",
    (
        consequence(
            r"L_D(\alpha) = \kappa\sum_i\alpha_i - \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)",
            "take the constant out of the first sum",
            lambda s: ball.dual_objective(s.K, s.alpha),
            lambda s: s.K[0, 0] * s.alpha.sum() - (np.outer(s.alpha, s.alpha) * s.K).sum(),
            premise=given.ONE_DIAGONAL,
            equation="SY19-wolfe-dual",
        ),
        consequence(
            r"= \kappa - \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)",
            "the weights sum to one: where the double sum is smallest, L_D is largest",
            right=lambda s: s.K[0, 0] - ball.dual_objective_constant_diagonal(s.K, s.alpha),
            premise=given.ONE,
            equation="SY19-wolfe-dual-rbf",
        ),
        consequence(
            r"= \kappa - \|c\|^2",
            "the double sum is the squared norm of the center",
            right=lambda s: s.K[0, 0] - s.c @ s.c,
            premise=given.CENTERED,
            equation="SY19-8",
        ),
    ),
    (draws.draw_stationary_rbf,),
)


strong_duality = Derivation(
    "Strong duality: why the gap closes",
    r"Given the ball of the primal problem, with $\rho = R^2$ as the unknown instead of $R$, and the multipliers $\alpha$ that a solver "
    r"of the primal returns. $u$ and $w$ are relaxations, one number a point, and $z = (\rho, c, \xi)$ is any ball with $\xi \ge 0$.",
    (
        definition(
            r"e_i(\rho, c, \xi) = \|\Phi(x_i) - c\|^2 - \rho - \xi_i",
            "what point i exceeds its constraint (3a) by: allowed is 0, and less",
            "e",
            lambda s: lambda rho, c, xi: ((s.Phi - c) ** 2).sum(axis=1) - s.rho_of(rho) - xi,
        ),
        bound(
            r"e_i\big((1-t)\,z + t\,z'\big) \le (1-t)\,e_i(z) + t\,e_i(z'), \qquad z = (\rho, c, \xi)",
            "the constraint is convex: a bowl in c, and straight in ρ and ξ. With −R² instead of −ρ it would not be",
            lambda s: s.e(
                (1 - s.t) * s.rho0 + s.t * s.rho1,
                (1 - s.t) * s.c0 + s.t * s.c1,
                (1 - s.t) * s.xi0 + s.t * s.xi1,
            ),
            lambda s: (1 - s.t) * s.e(s.rho0, s.c0, s.xi0) + s.t * s.e(s.rho1, s.c1, s.xi1),
            premise=Premise(
                "ρ is the unknown, not R",
                lambda s: s.rho_of((s.rho0 + s.rho1) / 2) - (s.rho_of(s.rho0) + s.rho_of(s.rho1)) / 2,
                lambda s, rng: s.but(rho_of=lambda r: r**2, c1=s.c0, xi1=s.xi0),
            ),
            attained=lambda s, rng: s.but(c1=s.c0),
        ),
        bound(
            r"e_i(\rho, c, \xi + 1) \le -1",
            "give every point of the best ball one unit of slack more: now all constraints have room, which is Slater's condition",
            lambda s: s.e(s.R**2, s.c, s.xi + 1),
            -1,
            premise=given.ROOM.otherwise(lambda s, rng: s.but(c=s.c + 1.0)),
            one_entry=True,
            attained=lambda s, rng: s,
        ),
        definition(
            r"v(u) = \min\Big\{\rho + \frac{1}{\nu n}\sum_i\xi_i \;:\; e_i(\rho, c, \xi) \le u_i,\ \xi_i \ge 0\Big\}",
            "the cost of the best ball when the constraints are relaxed by u; v(0) is the value of the primal problem",
            "v",
            lambda s: lambda u: solve_primal(s.Phi, s.nu, u).value,
        ),
        bound(
            r"v\big((1-t)\,u + t\,w\big) \le (1-t)\,v(u) + t\,v(w)",
            "v is convex: by line 2 the mixture of the best balls for u and for w is allowed for the mixture of u and w",
            lambda s: s.v((1 - s.t) * s.u + s.t * s.w),
            lambda s: (1 - s.t) * s.v(s.u) + s.t * s.v(s.w),
            attained=lambda s, rng: s.but(w=s.u + rng.uniform(0.1, 1.0)),
        ),
        bound(
            r"v(u) \le v(0) + \frac{1}{\nu n}\sum_i\max(0, -u_i)",
            "v does not jump at 0: where a constraint is tightened, slack makes up for it at its price. This is what Slater's condition is for",
            lambda s: s.v(s.u),
            lambda s: s.v(0 * s.u) + np.maximum(0, -s.u).sum() * ball.largest_weight(s.nu, s.n),
            attained=lambda s, rng: s.but(u=np.where(ball.three_kinds(s.alpha, s.nu)[2], -np.abs(s.u), 0)),
        ),
        bound(
            r"v(u) \ge v(0) - \sum_i\alpha_iu_i",
            "v is convex and finite around 0, so a plane touches it there from below; its slopes are −α",
            lambda s: s.v(s.u),
            lambda s: s.v(0 * s.u) - s.alpha @ s.u,
            relation="≥",
            premise=given.MULTIPLIERS,
            attained=lambda s, rng: s.but(u=np.full(s.n, rng.uniform(0.1, 1.0))),
        ),
        bound(
            r"\rho + \frac{1}{\nu n}\sum_i\xi_i + \sum_i\alpha_ie_i(\rho, c, \xi) \ge v(0) \quad\text{for all } \rho, c, \xi \ge 0",
            "any ball is allowed if the constraints are relaxed by u = e, so it costs v(e) or more: put u = e into line 7",
            lambda s: s.rho0 + s.xi0.sum() / (s.nu * s.n) + s.alpha @ s.e(s.rho0, s.c0, s.xi0),
            lambda s: ball.primal_objective(s.R, s.xi, s.nu),
            relation="≥",
            premise=(
                given.MULTIPLIERS,
                not_negative("ξᵢ ≥ 0", "xi0", lambda s, rng: s.but(xi0=-20 * (1 + s.xi0), c0=s.c)),
            ),
            attained=lambda s, rng: s.but(rho0=s.R**2, c0=s.c, xi0=s.xi),
        ),
        identity(
            r"v(u + t) = v(u) - t",
            "relax all constraints by t: lower ρ by t, and the cost falls by t",
            lambda s: s.v(s.u + s.t),
            lambda s: s.v(s.u) - s.t,
        ),
        consequence(
            r"\sum_i\alpha_i = 1",
            "by line 9, the slope of v is −1 where all constraints are relaxed alike",
            lambda s: s.alpha.sum(),
            1,
            premise=given.MULTIPLIERS.otherwise(lambda s, rng: s.but(alpha=rng.uniform(1.2, 2.0) * s.alpha)),
            equation="SY19-5",
        ),
        bound(
            r"\alpha_i \ge 0",
            "v does not rise where a constraint is relaxed",
            lambda s: s.alpha,
            0,
            relation="≥",
            premise=given.MULTIPLIERS.otherwise(lambda s, rng: s.but(alpha=s.alpha - 0.5 / (s.nu * s.n))),
            one_entry=True,
            attained=lambda s, rng: s.but(alpha=np.where(ball.three_kinds(s.alpha, s.nu)[0], 0, s.alpha)),
        ),
        bound(
            r"\alpha_i \le \frac{1}{\nu n}",
            "by line 6, v rises by no more than the price where one is tightened: the multipliers are allowed weights",
            lambda s: s.alpha,
            lambda s: ball.largest_weight(s.nu, s.n),
            premise=given.MULTIPLIERS.otherwise(lambda s, rng: s.but(alpha=s.alpha + 0.5 / (s.nu * s.n))),
            one_entry=True,
            attained=lambda s, rng: s.but(
                alpha=np.where(ball.three_kinds(s.alpha, s.nu)[2], ball.largest_weight(s.nu, s.n), s.alpha)
            ),
        ),
        consequence(
            r"L_D(\alpha) = R^2 + \frac{1}{\nu n}\sum_i\xi_i",
            "for c = Σ αᵢΦ(xᵢ) and ξ = 0 the left side of line 8 is L_D(α), for Σ αᵢ = 1: so L_D(α) ≥ v(0). And of allowed weights it is never more. They are equal",
            lambda s: ball.dual_objective(s.K, s.alpha),
            lambda s: ball.primal_objective(s.R, s.xi, s.nu),
            premise=given.MULTIPLIERS,
            equation="SY19-wolfe-dual",
        ),
        identity(
            r"e_i\big((1-t)\,z + t\,z'\big) = (1-t)\,e_i(z) + t\,e_i(z') - t(1-t)\,\|c - c'\|^2",
            "between two best balls with different centers all constraints would have room, and ρ could be lowered: there is one best center",
            lambda s: s.e(
                (1 - s.t) * s.rho0 + s.t * s.rho1,
                (1 - s.t) * s.c0 + s.t * s.c1,
                (1 - s.t) * s.xi0 + s.t * s.xi1,
            ),
            lambda s: (
                (1 - s.t) * s.e(s.rho0, s.c0, s.xi0)
                + s.t * s.e(s.rho1, s.c1, s.xi1)
                - s.t * (1 - s.t) * ((s.c0 - s.c1) ** 2).sum()
            ),
        ),
    ),
    (draws.draw_relaxed,),
)


DISTANCE = definition(
    r"d_i^2 = \|\Phi(x_i) - c\|^2", "how far a point is from the center", "d2", lambda s: distances(s)
)


optimality = Derivation(
    "What holds at the optimum: the three kinds of point",
    r"Given the ball of the primal problem and its multipliers, as a solver returns them. By strong duality $L$ has the value of the "
    r"primal there: what was subtracted sums to zero.",
    (
        DISTANCE,
        consequence(
            r"\alpha_i\,(R^2 + \xi_i - d_i^2) = 0",
            "none of the products that were subtracted is negative, and their sum is zero: so each of them is zero (complementary slackness)",
            lambda s: ball.complementary_slackness(s.R**2, s.xi, s.alpha, s.beta, s.d2)[0],
            0,
            premise=given.ALL_KKT,
            equation="SY19-kkt",
        ),
        consequence(
            r"\beta_i\,\xi_i = 0",
            "the same for (3b): a point with slack has β = 0, so its whole budget has gone to α",
            lambda s: ball.complementary_slackness(s.R**2, s.xi, s.alpha, s.beta, s.d2)[1],
            0,
            premise=given.ALL_KKT,
            equation="SY19-kkt",
        ),
        bound(
            r"\alpha_i = 0 \;\Rightarrow\; d_i^2 \le R^2",
            "without weight, β is the whole budget, so the slack is zero, and the point lies in the ball",
            lambda s: s.d2[ball.three_kinds(s.alpha, s.nu)[0]],
            lambda s: s.R**2,
            premise=(
                given.PAID,
                given.SHARED.otherwise(
                    lambda s, rng: given.smaller_with_slack(s.but(beta=0 * s.beta)), SOLVED
                ),
                given.ROOM.otherwise(lambda s, rng: given.smaller_ball(s), SOLVED),
            ),
            one_entry=True,
            attained=lambda s, rng: given.onto_sphere(s, ball.three_kinds(s.alpha, s.nu)[0], rng),
            equation="SY19-three-kinds",
        ),
        consequence(
            r"0 < \alpha_i < \frac{1}{\nu n} \;\Rightarrow\; d_i^2 = R^2",
            "neither α nor β is zero, so both constraints are tight: no slack, and the point lies on the surface",
            lambda s: s.d2[ball.three_kinds(s.alpha, s.nu)[1]],
            lambda s: s.R**2,
            premise=(given.SPENT, given.PAID),
            equation="SY19-three-kinds",
        ),
        bound(
            r"\alpha_i = \frac{1}{\nu n} \;\Rightarrow\; d_i^2 = R^2 + \xi_i \ge R^2",
            "α is the whole budget, so (3a) is tight, and β = 0 lets the point have slack: an outlier",
            lambda s: s.d2[ball.three_kinds(s.alpha, s.nu)[2]],
            lambda s: s.R**2,
            relation="≥",
            premise=(
                given.SPENT,
                not_negative(
                    "(3b)",
                    "xi",
                    lambda s, rng: s.but(R=(s.R**2 + s.xi.max() + 1) ** 0.5, xi=s.xi - s.xi.max() - 1),
                    SOLVED,
                ),
            ),
            one_entry=True,
            attained=lambda s, rng: given.onto_sphere(s, ball.three_kinds(s.alpha, s.nu)[2], rng),
            equation="SY19-three-kinds",
            via=lambda s: (s.R**2 + s.xi)[ball.three_kinds(s.alpha, s.nu)[2]],
        ),
    ),
    (draws.draw_primal,),
)


decision = Derivation(
    "The decision function, and R² from kernel values",
    r"Given the ball of the primal problem with its multipliers $\alpha$; $x$ are further points. $\mathcal{S}$ holds the training points "
    r"that do not lie in the ball's interior: on the surface, or outside.",
    (
        identity(
            r"\operatorname{sign}\big(R^2 - \|\Phi(x) - c\|^2\big) = "
            r"\operatorname{sign}\big(R^2 - K(x,x) + 2\langle\Phi(x),c\rangle - \langle c,c\rangle\big)",
            "multiply out the square",
            lambda s: ball.decide(s.R**2, ((s.Phi_new - s.c) ** 2).sum(axis=1)),
            lambda s: ball.decide_from_products(s.R**2, s.K_xx_new, s.Phi_new @ s.c, s.c @ s.c),
            "SY19-9b",
        ),
        DISTANCE,
        consequence(
            r"\operatorname{sign}(R^2 - d_i^2) = +1 \text{ where } \alpha_i = 0,\ 0 \text{ between},\ -1 \text{ where } \alpha_i = \tfrac{1}{\nu n}",
            "the three kinds of point, as the decision function sees them, if no point on the surface has a weight at an end of the box. On the surface rounding would decide the sign, so we write 0 there",
            lambda s: np.where(np.abs(s.R**2 - s.d2) > SOLVED, ball.decide(s.R**2, s.d2), 0),
            lambda s: np.sign(0.5 - s.alpha * s.nu * s.n) * (np.minimum(s.alpha, s.beta) < SOLVED),
            premise=(given.SPENT.otherwise(lambda s, rng: s.but(R=2 * s.d2.max() ** 0.5)), given.PAID),
            equation="SY19-9a",
        ),
        consequence(
            r"\|\Phi(x) - c\|^2 = K(x,x) - 2\sum_i\alpha_iK(x,x_i) + \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)",
            "multiply out the square and put in c from (8): kernel values are enough",
            lambda s: ((s.Phi_new - s.c) ** 2).sum(axis=1),
            lambda s: ball.squared_distances_to_center(s.K_xx_new, s.K_new, s.K, s.alpha),
            premise=given.MIXED,
            equation="SY19-9c",
        ),
        definition(
            r"\mathcal{S} = \{i : d_i^2 \ge R^2\}",
            "the points that do not lie strictly inside, to the accuracy of the solver",
            "S",
            lambda s: s.d2 >= s.R**2 - SOLVED,
        ),
        consequence(
            r"\sum_i\alpha_iK(x,x_i) = \sum_{i\in\mathcal{S}}\alpha_iK(x,x_i)",
            "a point strictly inside leaves room to spare, so its weight is zero: only support vectors need to be remembered",
            lambda s: s.K_new @ s.alpha,
            lambda s: s.K_new[:, s.S] @ s.alpha[s.S],
            premise=given.SPENT.otherwise(given.weight_inside),
            equation="SY19-9c",
        ),
        consequence(
            r"R^2 = K(x_i,x_i) - 2\sum_j\alpha_jK(x_i,x_j) + \sum_{j,l}\alpha_j\alpha_lK(x_j,x_l), "
            r"\qquad 0 < \alpha_i < \frac{1}{\nu n}",
            "a support vector on the surface lies at distance R from the center",
            lambda s: s.R**2,
            lambda s: ball.radius_squared(s.K, s.alpha, s.nu),
            premise=(given.SPENT, given.PAID),
            equation="SY19-radius",
        ),
    ),
    (draws.draw_primal,),
)
