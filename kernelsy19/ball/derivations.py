"""The proof of chapter 03, from the primal problem of the minimum-volume ball to its decision function."""

import numpy as np

from kernelsy19.ball import equations as ball
from kernelsy19.ball.settings import draw_free, draw_solved, draw_stationary, draw_stationary_rbf
from kernelsy19.course.derivations import Derivation, Step, chain, gradient


def _feasible(s):
    """The slacks that make the radius and center of a setting feasible."""
    return ball.slacks(s.R**2, ((s.Phi - s.c) ** 2).sum(axis=1))


lagrangian = Derivation(
    "From the primal problem to the Lagrangian",
    r"Given mapped points $\Phi(x_i)$, a radius $R$, a center $c$, slacks $\xi_i$ and multipliers "
    r"$\alpha_i \ge 0$ for (3a), $\beta_i \ge 0$ for (3b). Nothing else is assumed of them.",
    (
        Step(
            r"\|\Phi(x_i) - c\|^2 = \langle\Phi(x_i), \Phi(x_i)\rangle - 2\langle\Phi(x_i), c\rangle + \langle c, c\rangle",
            "write the squared distance with dot products",
            lambda s: ((s.Phi - s.c) ** 2).sum(axis=1),
            lambda s: (s.Phi**2).sum(axis=1) - 2 * s.Phi @ s.c + s.c @ s.c,
        ),
        Step(
            r"R^2 + \xi_i - \|\Phi(x_i) - c\|^2 \ge 0, \qquad \xi_i = \max(0, \|\Phi(x_i) - c\|^2 - R^2)",
            "these slacks satisfy constraint (3a), whatever the ball",
            lambda s: ball.constraints(s.R, s.c, _feasible(s), s.Phi)[0],
            lambda s: 0.0,
            "SY19-3",
            "≥",
        ),
        Step(
            r"L = R^2 + \frac{1}{\nu n}\sum_i\xi_i - \sum_i\alpha_i\big(R^2 + \xi_i - \|\Phi(x_i)-c\|^2\big)"
            r" - \sum_i\beta_i\xi_i",
            "subtract from the objective (2) each constraint, (3a) and (3b), times its multiplier",
            lambda s: ball.lagrangian(s.R, s.c, s.xi, s.alpha, s.beta, s.Phi, s.nu),
            lambda s: (
                s.R**2
                + s.xi.sum() / (s.nu * s.n)
                - s.alpha @ (s.R**2 + s.xi - ((s.Phi - s.c) ** 2).sum(axis=1))
                - s.beta @ s.xi
            ),
            "SY19-4",
        ),
        Step(
            r"L = R^2 + \frac{1}{\nu n}\sum_i\xi_i - \sum_i\alpha_i\big(-\langle\Phi(x_i),\Phi(x_i)\rangle"
            r" + 2\langle\Phi(x_i),c\rangle - \langle c,c\rangle + R^2 + \xi_i\big) - \sum_i\beta_i\xi_i",
            "put in the first line: this is equation (4) of the lecture",
            lambda s: ball.lagrangian(s.R, s.c, s.xi, s.alpha, s.beta, s.Phi, s.nu),
            lambda s: (
                ball.primal_objective(s.R, s.xi, s.nu)
                - s.alpha @ (-(s.Phi**2).sum(axis=1) + 2 * s.Phi @ s.c - s.c @ s.c + s.R**2 + s.xi)
                - s.beta @ s.xi
            ),
            "SY19-4",
        ),
        Step(
            r"L(R, c, \xi, \alpha, \beta) \le R^2 + \frac{1}{\nu n}\sum_i\xi_i \quad\text{for feasible } R, c, \xi",
            "what was subtracted is not negative, so L is a lower bound of the objective",
            lambda s: ball.lagrangian(s.R, s.c, _feasible(s), s.alpha, s.beta, s.Phi, s.nu),
            lambda s: ball.primal_objective(s.R, _feasible(s), s.nu),
            "SY19-2",
            "≤",
        ),
    ),
    draw_free,
)


stationarity = Derivation(
    "Where the Lagrangian is stationary",
    r"Given the Lagrangian (4). Its derivatives in $R$, $\xi$ and $c$ are compared with finite differences.",
    (
        Step(
            r"\frac{\partial L}{\partial R} = 2R - 2R\sum_i\alpha_i",
            "R stands in R² and in each constraint (3a)",
            lambda s: gradient(lambda R: ball.lagrangian(R, s.c, s.xi, s.alpha, s.beta, s.Phi, s.nu), at=s.R),
            lambda s: ball.derivative_in_radius(s.R, s.alpha),
            "SY19-5",
        ),
        Step(
            r"\sum_i\alpha_i = 1 \;\Rightarrow\; 2R\sum_i\alpha_i = 2R",
            "the derivative is zero, for R > 0, just when the weights sum to one",
            lambda s: 2 * s.R - ball.derivative_in_radius(s.R, s.alpha / s.alpha.sum()),
            lambda s: 2 * s.R,
            "SY19-5",
        ),
        Step(
            r"\frac{\partial L}{\partial \xi_i} = \frac{1}{\nu n} - \alpha_i - \beta_i",
            "the slack of a point has a price, and stands in both of its constraints",
            lambda s: gradient(
                lambda xi: ball.lagrangian(s.R, s.c, xi, s.alpha, s.beta, s.Phi, s.nu), at=s.xi
            ),
            lambda s: ball.derivative_in_slacks(s.alpha, s.beta, s.nu),
            "SY19-6",
        ),
        Step(
            r"\beta_i = \frac{1}{\nu n} - \alpha_i \;\Rightarrow\; \alpha_i + \beta_i = \frac{1}{\nu n}",
            "the derivative is zero just when both multipliers of a point share the budget 1/(νn)",
            lambda s: s.alpha + ball.slack_multipliers(s.alpha, s.nu),
            lambda s: np.full(s.n, ball.largest_weight(s.nu, s.n)),
            "SY19-6",
        ),
        Step(
            r"\alpha_i = \frac{1}{\nu n} - \beta_i \le \frac{1}{\nu n}",
            "β is not negative, so α, which is not negative either, has an upper bound",
            lambda s: ball.largest_weight(s.nu, s.n) - s.beta,
            lambda s: ball.largest_weight(s.nu, s.n),
            "SY19-7",
            "≤",
        ),
        Step(
            r"\frac{\partial L}{\partial c} = 2c\sum_i\alpha_i - 2\sum_i\alpha_i\Phi(x_i)",
            "c stands in the squared distances only",
            lambda s: gradient(lambda c: ball.lagrangian(s.R, c, s.xi, s.alpha, s.beta, s.Phi, s.nu), at=s.c),
            lambda s: ball.derivative_in_center(s.c, s.alpha, s.Phi),
            "SY19-8",
        ),
        Step(
            r"c = \sum_i\alpha_i\Phi(x_i) \;\Rightarrow\; 2c\sum_i\alpha_i = 2\sum_i\alpha_i\Phi(x_i)",
            "with weights that sum to one the derivative is zero just at their weighted mean",
            lambda s: 2 * ball.center(s.alpha / s.alpha.sum(), s.Phi) * s.alpha.sum(),
            lambda s: 2 * (s.alpha[:, None] * s.Phi).sum(axis=0),
            "SY19-8",
        ),
    ),
    draw_free,
)


dual = Derivation(
    "Substitution: the Wolfe dual",
    r"Given weights with $\sum_i\alpha_i = 1$ (5), $\beta_i = \frac{1}{\nu n} - \alpha_i$ (6), "
    r"$0 \le \alpha_i \le \frac{1}{\nu n}$ (7) and $c = \sum_i\alpha_i\Phi(x_i)$ (8). Radius and slacks are still free.",
    (
        *chain(
            lambda s: ball.lagrangian(s.R, s.c, s.xi, s.alpha, s.beta, s.Phi, s.nu),
            (
                r"L = R^2 - R^2\sum_i\alpha_i + \sum_i\xi_i\Big(\frac{1}{\nu n} - \alpha_i - \beta_i\Big)"
                r" + \sum_i\alpha_i\big(\langle\Phi(x_i),\Phi(x_i)\rangle - 2\langle\Phi(x_i),c\rangle + \langle c,c\rangle\big)",
                "collect the terms of (4) by R², by ξ and by α",
                lambda s: (
                    s.R**2
                    - s.R**2 * s.alpha.sum()
                    + s.xi @ ball.derivative_in_slacks(s.alpha, s.beta, s.nu)
                    + s.alpha @ ((s.Phi**2).sum(axis=1) - 2 * s.Phi @ s.c + s.c @ s.c)
                ),
                "SY19-4",
            ),
            (
                r"= \sum_i\alpha_i\big(\langle\Phi(x_i),\Phi(x_i)\rangle - 2\langle\Phi(x_i),c\rangle + \langle c,c\rangle\big)",
                "by (5) the terms in R² cancel, by (6) each ξ is multiplied by zero",
                lambda s: s.alpha @ ((s.Phi**2).sum(axis=1) - 2 * s.Phi @ s.c + s.c @ s.c),
                "SY19-6",
            ),
            (
                r"= \sum_i\alpha_i\langle\Phi(x_i),\Phi(x_i)\rangle - 2\sum_{i,j}\alpha_i\alpha_j\langle\Phi(x_i),\Phi(x_j)\rangle"
                r" + \sum_{i,j}\alpha_i\alpha_j\langle\Phi(x_i),\Phi(x_j)\rangle",
                "put in c from (8), and (5) once more in the last term",
                lambda s: (
                    s.alpha @ (s.Phi**2).sum(axis=1)
                    - 2 * (np.outer(s.alpha, s.alpha) * (s.Phi @ s.Phi.T)).sum()
                    + (np.outer(s.alpha, s.alpha) * (s.Phi @ s.Phi.T)).sum()
                ),
                "SY19-8",
            ),
            (
                r"= \sum_i\alpha_iK(x_i,x_i) - \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j) = L_D(\alpha)",
                "each dot product is a kernel value: R, c and ξ are gone",
                lambda s: ball.dual_objective(s.K, s.alpha),
                "SY19-wolfe-dual",
            ),
        ),
        Step(
            r"L_D(\alpha) \le R^2 + \frac{1}{\nu n}\sum_i\xi_i \quad\text{for feasible } R, c, \xi",
            "the dual value of any weights in the box is a lower bound of the primal value of any ball",
            lambda s: ball.dual_objective(s.K, s.alpha),
            lambda s: ball.primal_objective(s.R, _feasible(s), s.nu),
            "SY19-wolfe-dual",
            "≤",
        ),
    ),
    draw_stationary,
)


dual_for_rbf = Derivation(
    "The dual when K(x, x) is constant",
    r"Given a kernel of $x - y$ alone, such as the RBF kernel, so that $K(x, x) = \kappa$ for all $x$; and $\alpha$ as before.",
    chain(
        lambda s: ball.dual_objective(s.K, s.alpha),
        (
            r"L_D(\alpha) = \kappa\sum_i\alpha_i - \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)",
            "take the constant out of the first sum",
            lambda s: s.K[0, 0] * s.alpha.sum() - s.alpha @ s.K @ s.alpha,
            "SY19-wolfe-dual",
        ),
        (
            r"= \kappa - \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)",
            "the weights sum to one: maximizing L_D is minimizing the double sum",
            lambda s: s.K[0, 0] - ball.dual_objective_constant_diagonal(s.K, s.alpha),
            "SY19-wolfe-dual-rbf",
        ),
        (
            r"= \kappa - \|c\|^2",
            "the double sum is the squared norm of the center",
            lambda s: s.K[0, 0] - s.c @ s.c,
            "SY19-8",
        ),
    ),
    draw_stationary_rbf,
)


optimality = Derivation(
    "What holds at the optimum: the three kinds of point",
    r"Given the weights $\alpha$ that solve the dual, with $c = \sum_i\alpha_i\Phi(x_i)$ and the $R^2$ and $\xi$ that go with them.",
    (
        Step(
            r"R^2 + \frac{1}{\nu n}\sum_i\xi_i = \sum_i\alpha_iK(x_i,x_i) - \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)",
            "primal and dual value meet: no ball is better, no weights are better",
            lambda s: ball.primal_objective(np.sqrt(s.R2), s.xi, s.nu),
            lambda s: ball.dual_objective(s.K, s.alpha),
            "SY19-wolfe-dual",
        ),
        Step(
            r"\alpha_i\,(R^2 + \xi_i) = \alpha_i\,\|\Phi(x_i) - c\|^2",
            "what was subtracted from the objective is zero, so each product is (complementary slackness)",
            lambda s: s.alpha * s.d2 + ball.complementary_slackness(s.R2, s.xi, s.alpha, s.beta, s.d2)[0],
            lambda s: s.alpha * s.d2,
            "SY19-kkt",
        ),
        Step(
            r"\beta_i\,\xi_i = 0 \;\Rightarrow\; \alpha_i\,\xi_i = \frac{1}{\nu n}\,\xi_i",
            "likewise for (3b): a point with slack has spent its whole budget on α",
            lambda s: s.alpha * s.xi + ball.complementary_slackness(s.R2, s.xi, s.alpha, s.beta, s.d2)[1],
            lambda s: s.xi * ball.largest_weight(s.nu, s.n),
            "SY19-kkt",
        ),
        Step(
            r"\alpha_i = 0 \;\Rightarrow\; \|\Phi(x_i) - c\|^2 \le R^2",
            "no weight: β is at the budget, the slack is zero, the point lies inside",
            lambda s: np.where(s.inside, s.d2, s.R2),
            lambda s: s.R2,
            "SY19-three-kinds",
            "≤",
        ),
        Step(
            r"0 < \alpha_i < \frac{1}{\nu n} \;\Rightarrow\; \|\Phi(x_i) - c\|^2 = R^2",
            "some weight, some left: both constraints are tight, the point lies on the surface",
            lambda s: s.d2[s.surface],
            lambda s: np.full(s.surface.sum(), s.R2),
            "SY19-three-kinds",
        ),
        Step(
            r"\alpha_i = \frac{1}{\nu n} \;\Rightarrow\; \|\Phi(x_i) - c\|^2 = R^2 + \xi_i \ge R^2",
            "all weight: the point may have slack, and pays for it: an outlier",
            lambda s: np.where(s.outlier, s.d2, s.R2),
            lambda s: np.full(s.n, s.R2),
            "SY19-three-kinds",
            "≥",
        ),
    ),
    draw_solved,
)


decision = Derivation(
    "The decision function, and R² from kernel values",
    r"Given the solution $\alpha$, the index set $\mathcal{S}$ of its support vectors ($\alpha_i > 0$), and points $x$: here the "
    r"training points themselves.",
    (
        Step(
            r"\operatorname{sign}\big(R^2 - \|\Phi(x) - c\|^2\big) = "
            r"\operatorname{sign}\big(R^2 - K(x,x) + 2\langle\Phi(x),c\rangle - \langle c,c\rangle\big)",
            "multiply out the square; points on the surface, where rounding decides, are left out",
            lambda s: ball.decide(s.R2, s.d2)[~s.surface],
            lambda s: ball.decide_from_products(s.R2, s.K_xx, s.Phi @ s.c, s.c @ s.c)[~s.surface],
            "SY19-9b",
        ),
        Step(
            r"\operatorname{sign}\big(R^2 - \|\Phi(x) - c\|^2\big) = +1 \text{ inside}, -1 \text{ for outliers}",
            "the three kinds of point, seen by the decision function",
            lambda s: ball.decide(s.R2, s.d2)[~s.surface],
            lambda s: np.where(s.inside, 1, -1)[~s.surface],
            "SY19-9a",
        ),
        Step(
            r"\|\Phi(x) - c\|^2 = K(x,x) - 2\sum_i\alpha_iK(x,x_i) + \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)",
            "put in c from (8): kernel values are enough",
            lambda s: s.d2,
            lambda s: ball.squared_distances_to_center(s.K_xx, s.K, s.K, s.alpha),
            "SY19-9c",
        ),
        Step(
            r"\sum_i\alpha_iK(x,x_i) = \sum_{i\in\mathcal{S}}\alpha_iK(x,x_i)",
            "points inside the ball have no weight: only support vectors are remembered",
            lambda s: s.K @ s.alpha,
            lambda s: s.K[:, ~s.inside] @ s.alpha[~s.inside],
            "SY19-9c",
        ),
        Step(
            r"R^2 = K(x_i,x_i) - 2\sum_j\alpha_jK(x_i,x_j) + \sum_{j,l}\alpha_j\alpha_lK(x_j,x_l), "
            r"\qquad 0 < \alpha_i < \frac{1}{\nu n}",
            "a support vector on the surface lies at distance R from the center",
            lambda s: np.full(s.surface.sum(), ball.radius_squared(s.K, s.alpha, s.nu)),
            lambda s: s.d2[s.surface],
            "SY19-radius",
        ),
    ),
    draw_solved,
)
