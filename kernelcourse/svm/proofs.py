"""The proofs of chapter 12: when a perceptron comes to an end, and from the margin to the decision function."""

import numpy as np

from kernelcourse.proving.derivations import Derivation, Premise, bound, consequence, definition, identity
from kernelcourse.proving.duals import SOLVED
from kernelcourse.proving.residuals import gradient
from kernelcourse.svm import draws
from kernelcourse.svm import without as given
from kernelcourse.svm.draws import lagrangian
from kernelcourse.svm.proofs_of_regression import tube_closes, tube_dual  # noqa: F401
from kernelcourse.svm.without import at_points, decisions_before, is_normal
from kernelsy19.svm import equations as svm

PERCEPTRON_WALK = definition(
    r"w_0 = 0, \qquad w_t = w_{t-1} + y_i\tilde\Phi(x_i) \text{ where } x_i \text{ is the point missed, } \tilde\Phi(x) = (\Phi(x), 1)",
    "the rule of learning, in coordinates; the last coordinate is 1 for every point, and w has b as its last",
    "W",
    lambda s: np.vstack([0 * s.Phi1[:1], np.cumsum(s.y[s.order, None] * s.Phi1[s.order], axis=0)]),
)


perceptron_dual = Derivation(
    "The perceptron in dual form",
    r"Given points $x_i$ with classes $y_i = \pm1$, and a perceptron that has missed some of them, one after the other.",
    (
        PERCEPTRON_WALK,
        definition(
            r"a_i = \text{how often } x_i \text{ was missed}",
            "count",
            "a",
            lambda s: np.bincount(s.order, minlength=s.n),
        ),
        identity(
            r"(w, b) = w_T = \sum_i a_iy_i\tilde\Phi(x_i)",
            "each update has added one vector; sort the updates by their points",
            lambda s: s.W[-1],
            lambda s: np.append(*svm.perceptron_normal(s.a, s.y, s.Phi1[:, :-1])),
            "PR-perceptron-primal",
            via=lambda s: (s.a * s.y) @ s.Phi1,
        ),
        identity(
            r"F(x) := \langle w, \Phi(x)\rangle + b = \sum_i a_iy_i\big(K(x_i, x) + 1\big)",
            "the offset adds 1 to each product; here at all points x of the sample",
            lambda s: s.Phi1 @ s.W[-1],
            lambda s: svm.perceptron_decision(s.a, s.y, s.Phi1[:, :-1] @ s.Phi1[:, :-1].T),
            "PR-perceptron",
        ),
        consequence(
            r"F(x) = \sum_{i\,:\,a_i > 0} y_i\big(K(x_i, x) + 1\big)",
            "as a sum over the set of points that were missed, which is how the slides write it",
            lambda s: s.Phi1 @ s.W[-1],
            lambda s: (s.Phi1 @ s.Phi1.T) @ np.where(s.a > 0, s.y, 0),
            premise=Premise(
                "no point is missed twice",
                lambda s: np.maximum(0, s.a - 1.0),
                lambda s, rng: s.but(order=np.append(s.order, s.order[:2])),  # two are missed again
            ),
            equation="PR-perceptron",
            on=draws.draw_once,
        ),
    ),
    (draws.draw_perceptron,),
)


novikoff = Derivation(
    "Novikoff's bound: the perceptron comes to an end",
    r"Given points of two classes, the $T$ updates of a perceptron in the order in which they came, and any vector $u$ of length 1 "
    r"with $y_i\langle u, \tilde\Phi(x_i)\rangle > 0$ for all $i$.",
    (
        PERCEPTRON_WALK,
        definition(
            r"\delta = \min_i y_i\langle u, \tilde\Phi(x_i)\rangle / \|u\|",
            "how clearly u separates the classes",
            "delta",
            lambda s: svm.separation(s.u[:-1] @ s.u[:-1], s.u[-1], s.y, s.Phi1 @ s.u),
            "COURSE-separation",
        ),
        definition(
            r"R^2 = \max_i \|\tilde\Phi(x_i)\|^2 = \max_i K(x_i, x_i) + 1",
            "the longest vector",
            "R2",
            lambda s: (s.Phi1**2).sum(axis=1).max(),
        ),
        bound(
            r"\langle w_T, u\rangle \ge T\delta",
            "each update adds y⟨u, Φ̃(x)⟩, which is δ at least",
            lambda s: s.W[-1] @ s.u,
            lambda s: len(s.order) * s.delta,
            relation="≥",
            premise=given.UNIT_VECTOR.otherwise(given.too_short),
            attained=given.at_right_angles,
            equation="COURSE-separation",
        ),
        identity(
            r"\|w_t\|^2 = \|w_{t-1}\|^2 + 2y_i\langle w_{t-1}, \tilde\Phi(x_i)\rangle + \|\tilde\Phi(x_i)\|^2",
            "multiply out the square; y² = 1",
            lambda s: (s.W[1:] ** 2).sum(axis=1),
            lambda s: (
                (s.W[:-1] ** 2).sum(axis=1) + 2 * decisions_before(s) + (s.Phi1[s.order] ** 2).sum(axis=1)
            ),
        ),
        bound(
            r"\|w_t\|^2 - \|w_{t-1}\|^2 \le R^2",
            "the point was missed, so the middle term is not positive",
            lambda s: np.diff((s.W**2).sum(axis=1)),
            lambda s: s.R2,
            premise=given.MISSED,
            attained=given.at_right_angles,
            equation="COURSE-perceptron-rule",
        ),
        bound(
            r"\|w_T\|^2 \le TR^2",
            "add up T such lines; w starts at 0",
            lambda s: s.W[-1] @ s.W[-1],
            lambda s: len(s.order) * s.R2,
            premise=given.MISSED,
            attained=given.at_right_angles,
        ),
        bound(
            r"\langle w_T, u\rangle \le \|w_T\|",
            "Cauchy and Schwarz: no shadow is longer than the vector",
            lambda s: s.W[-1] @ s.u,
            lambda s: np.linalg.norm(s.W[-1]),
            premise=given.UNIT_VECTOR,
            attained=lambda s, rng: s.but(u=s.W[-1] / np.linalg.norm(s.W[-1])),
        ),
        bound(
            r"T \le \frac{R^2}{\delta^2}",
            "Tδ ≤ ⟨w, u⟩ ≤ ‖w‖ ≤ √T R: square, and divide by Tδ²",
            lambda s: len(s.order),
            lambda s: svm.most_updates((s.Phi1[:, :-1] ** 2).sum(axis=1), s.delta),
            premise=(given.MISSED, given.SEPARATED),
            attained=given.at_right_angles,
            equation="COURSE-novikoff",
        ),
    ),
    (draws.draw_perceptron,),
)


def foot_of_perpendicular(s, i):
    """The point of the hyperplane that is nearest to a point, from the conditions of optimality."""
    D = len(s.w)
    system = np.block([[np.eye(D), s.w[:, None]], [s.w[None], np.zeros((1, 1))]])
    return np.linalg.solve(system, np.append(s.Phi[i], -s.b))[:D]


street = Derivation(
    "How wide the street is",
    r"Given a hyperplane $f(x) = \langle w, \Phi(x)\rangle + b = 0$ that separates two classes, scaled so that $\min_i y_if(x_i) = 1$.",
    (
        definition(
            r"d_i = \min_p \|\Phi(x_i) - p\| \text{ over all } p \text{ with } \langle w, p\rangle + b = 0",
            "how far a point is from the hyperplane",
            "d",
            lambda s: np.array([np.linalg.norm(s.Phi[i] - foot_of_perpendicular(s, i)) for i in range(s.n)]),
        ),
        identity(
            r"d_i = \frac{|f(x_i)|}{\|w\|}",
            "the shortest way runs along w, and f changes by ‖w‖ for each unit of it",
            lambda s: s.d,
            lambda s: np.abs(at_points(s)) / np.linalg.norm(s.w),
        ),
        consequence(
            r"\min_i d_i = \frac{1}{\|w\|}",
            "the nearest point has yᵢf(xᵢ) = 1, by the choice of scale: a wide street is a short w",
            lambda s: s.d.min(),
            lambda s: svm.margin(s.w @ s.w),
            premise=given.CANONICAL,
            equation="COURSE-svm-margin",
        ),
        bound(
            r"\min_i \frac{y_if'(x_i)}{\|w'\|} \le \frac{1}{\|w^*\|}",
            "no hyperplane (w', b') has a wider street than the shortest w* that a solver finds for yᵢf(xᵢ) ≥ 1",
            lambda s: (s.y * (s.Phi @ s.w0 + s.b0)).min() / np.linalg.norm(s.w0),
            lambda s: svm.margin(s.ws @ s.ws),
            attained=lambda s, rng: s.but(w0=s.ws, b0=s.bs),
            equation="COURSE-svm-margin",
        ),
    ),
    (draws.draw_street,),
)


MARGIN_LAGRANGIAN = definition(
    r"L(w, b, \xi) = \tfrac12\|w\|^2 + C\sum_i\xi_i - \sum_i\alpha_i\big(y_if(x_i) - 1 + \xi_i\big) - \sum_i\beta_i\xi_i",
    "subtract from the objective each constraint times its multiplier",
    "L",
    lambda s: lambda w, b, xi: lagrangian(w, b, xi, s.alpha, s.beta, s.Phi, s.y, s.C),
)


soft_margin = Derivation(
    "From the primal problem to the Lagrangian",
    r"Given a hyperplane $f(x) = \langle w, \Phi(x)\rangle + b$, slacks with $y_if(x_i) \ge 1 - \xi_i$ and $\xi_i \ge 0$, and multipliers "
    r"$\alpha_i \ge 0$, $\beta_i \ge 0$ of the two.",
    (
        bound(
            r"C\xi_i \ge C\max\big(0,\ 1 - y_if(x_i)\big)",
            "both constraints bound the slack of a point from below, and so its price: what is left is the hinge loss",
            lambda s: s.C * s.xi,
            lambda s: s.C * svm.slacks(s.y, at_points(s)),
            relation="≥",
            premise=(given.MARGIN_APART, given.SLACK),
            attained=given.least_slack,
            equation="COURSE-svm-slacks",
        ),
        bound(
            r"\tfrac12\|w\|^2 + C\sum_i\xi_i \ge \tfrac12\|w\|^2 + C\sum_i\max\big(0,\ 1 - y_if(x_i)\big)",
            "add up: with the smallest slacks the primal objective is a regularized risk, without constraints",
            lambda s: svm.primal_objective(s.w @ s.w, s.xi, s.C),
            lambda s: svm.regularized_risk(s.w @ s.w, s.y, at_points(s), s.C),
            relation="≥",
            premise=(given.MARGIN_APART, given.SLACK),
            attained=given.least_slack,
            equation="COURSE-svm-risk",
        ),
        MARGIN_LAGRANGIAN,
        identity(
            r"L = \tfrac12\|w\|^2 - \Big\langle w, \sum_i\alpha_iy_i\Phi(x_i)\Big\rangle - b\sum_i\alpha_iy_i"
            r" + \sum_i\xi_i(C - \alpha_i - \beta_i) + \sum_i\alpha_i",
            "collect by w, by b and by ξ",
            lambda s: s.L(s.w, s.b, s.xi),
            lambda s: (
                s.w @ s.w / 2
                - s.w @ svm.normal(s.alpha, s.y, s.Phi)
                - s.b * (s.alpha @ s.y)
                + s.xi @ (s.C - s.alpha - s.beta)
                + s.alpha.sum()
            ),
        ),
        bound(
            r"L(w, b, \xi) \le \tfrac12\|w\|^2 + C\sum_i\xi_i",
            "no multiplier and no constraint is negative, so what was subtracted is not: L is a lower bound",
            lambda s: s.L(s.w, s.b, s.xi),
            lambda s: svm.primal_objective(s.w @ s.w, s.xi, s.C),
            premise=(
                given.MARGIN_WEIGHT,
                given.MARGIN_BUDGET,
                given.APART_OR_BELOW,
                given.MARGIN_NO_NEGATIVE_SLACK,
            ),
            attained=given.MARGIN_DUAL.nothing_subtracted,
            equation="COURSE-svm-primal",
        ),
    ),
    (draws.draw_feasible,),
)


stationarity = Derivation(
    "Where the Lagrangian is stationary",
    r"Given the Lagrangian, and a place where its derivatives in $w$, $b$ and $\xi$, all taken as finite differences, are zero.",
    (
        MARGIN_LAGRANGIAN,
        identity(
            r"\frac{\partial L}{\partial w} = w - \sum_i\alpha_iy_i\Phi(x_i)",
            "w stands in its own norm and in each constraint",
            lambda s: gradient(lambda w: s.L(w, s.b, s.xi), at=s.w),
            is_normal,
            "PR-svm-normal",
            on=draws.draw_free,
        ),
        consequence(
            r"w = \sum_i\alpha_iy_i\Phi(x_i)",
            "the derivative is zero: the normal is a sum of mapped points",
            lambda s: s.w,
            lambda s: svm.normal(s.alpha, s.y, s.Phi),
            premise=given.MARGIN_FLAT_IN_NORMAL,
            equation="PR-svm-normal",
        ),
        identity(
            r"\frac{\partial L}{\partial b} = -\sum_i\alpha_iy_i",
            "b stands in each constraint, with the sign of the class",
            lambda s: gradient(lambda b: s.L(s.w, b, s.xi), at=s.b),
            lambda s: -(s.alpha @ s.y),
            on=draws.draw_free,
        ),
        consequence(
            r"\sum_{y_i = 1}\alpha_i = \sum_{y_i = -1}\alpha_i",
            "the derivative is zero: both classes have the same weight",
            lambda s: s.alpha[s.y > 0].sum(),
            lambda s: s.alpha[s.y < 0].sum(),
            premise=given.MARGIN_FLAT_IN_OFFSET,
            equation="COURSE-svm-box",
        ),
        identity(
            r"\frac{\partial L}{\partial \xi_i} = C - \alpha_i - \beta_i",
            "the slack of a point has a price, and stands in both of its constraints",
            lambda s: gradient(lambda xi: s.L(s.w, s.b, xi), at=s.xi),
            lambda s: s.C - s.alpha - s.beta,
            on=draws.draw_free,
        ),
        consequence(
            r"\beta_i = C - \alpha_i",
            "the derivative is zero: both multipliers of a point share the price C",
            lambda s: s.beta,
            lambda s: s.C - s.alpha,
            premise=given.MARGIN_FLAT_IN_SLACKS,
        ),
        bound(
            r"\alpha_i = C - \beta_i \le C",
            "β is not negative: this is the bound that the slides leave out",
            lambda s: s.alpha,
            lambda s: s.C,
            premise=(given.FLAT_FOR_BOUND, given.MARGIN_NO_NEGATIVE_MULTIPLIER),
            attained=lambda s, rng: s.but(alpha=s.alpha + s.beta, beta=0 * s.beta),
            equation="COURSE-svm-box",
            on=draws.draw_primal,
            via=lambda s: s.C - s.beta,
        ),
    ),
    (draws.draw_stationary_point, draws.draw_primal),
)


dual = Derivation(
    "Substitution: the dual problem",
    r"Given weights with $0 \le \alpha_i \le C$ and $\sum_i\alpha_iy_i = 0$, $\beta_i = C - \alpha_i$ and $w = \sum_i\alpha_iy_i\Phi(x_i)$. Offset and "
    r"slacks are still free.",
    (
        MARGIN_LAGRANGIAN,
        consequence(
            r"L(w, b, \xi) = \tfrac12\|w\|^2 - \Big\langle w, \sum_i\alpha_iy_i\Phi(x_i)\Big\rangle + \sum_i\alpha_i",
            "b is multiplied by Σ αᵢyᵢ, each ξ by C − α − β: both are zero",
            lambda s: s.L(s.w, s.b, s.xi),
            lambda s: s.w @ s.w / 2 - s.w @ svm.normal(s.alpha, s.y, s.Phi) + s.alpha.sum(),
            premise=(given.MARGIN_BALANCED, given.MARGIN_SHARED),
            equation="COURSE-svm-box",
        ),
        consequence(
            r"= \sum_i\alpha_i - \tfrac12\Big\|\sum_i\alpha_iy_i\Phi(x_i)\Big\|^2",
            "put in w",
            right=lambda s: s.alpha.sum() - (((s.alpha * s.y) @ s.Phi) ** 2).sum() / 2,
            premise=given.MARGIN_NORMAL,
            equation="PR-svm-normal",
        ),
        identity(
            r"\Big\|\sum_i\alpha_iy_i\Phi(x_i)\Big\|^2 = \sum_{i,j}\alpha_i\alpha_jy_iy_jK(x_i, x_j)",
            "the square of a sum is a double sum of inner products, and each is a kernel value",
            lambda s: (((s.alpha * s.y) @ s.Phi) ** 2).sum(),
            lambda s: svm.squared_norm(s.alpha, s.y, s.K),
            "COURSE-svm-norm",
        ),
        identity(
            r"\sum_i\alpha_i - \tfrac12\Big\|\sum_i\alpha_iy_i\Phi(x_i)\Big\|^2"
            r" = \sum_i\alpha_i - \tfrac12\sum_{i,j}\alpha_i\alpha_jy_iy_jK(x_i, x_j) = L_D(\alpha)",
            "w, b and ξ are gone",
            lambda s: s.alpha.sum() - (((s.alpha * s.y) @ s.Phi) ** 2).sum() / 2,
            lambda s: svm.dual_objective(s.alpha, s.y, s.K),
            "PR-svm-dual",
            via=lambda s: s.alpha.sum() - (np.outer(s.alpha * s.y, s.alpha * s.y) * s.K).sum() / 2,
        ),
        bound(
            r"L_D(\alpha) \le \tfrac12\|w'\|^2 + C\sum_i\max\big(0,\ 1 - y_if'(x_i)\big) \quad\text{for all } w' \text{ and } b'",
            "the value of any weights in the box is a lower bound of the value of any hyperplane",
            lambda s: svm.dual_objective(s.alpha, s.y, s.K),
            lambda s: svm.regularized_risk(s.w0 @ s.w0, s.y, s.Phi @ s.w0 + s.b0, s.C),
            premise=(given.WEIGHTS_AT_LEAST_ZERO, given.AT_MOST_C, given.ON_BOTH_SIDES),
            attained=lambda s, rng: given.at_the_best(s),
            equation="PR-svm-dual",
        ),
    ),
    (draws.draw_weights,),
)


DECISION_AT_POINTS = definition(
    r"f_i = \langle w, \Phi(x_i)\rangle + b", "the decision at the points", "f", at_points
)


SETTLED = 1e-8  # of C: a weight that is so near to 0 or to C cannot go on


def _toward(s):
    """The points whose weight may change toward y."""
    return np.where(s.y > 0, s.alpha < (1 - SETTLED) * s.C, s.alpha > SETTLED * s.C)


def _against(s):
    """The points whose weight may change against y."""
    return np.where(s.y > 0, s.alpha > SETTLED * s.C, s.alpha < (1 - SETTLED) * s.C)


def _shifted(s):
    """The weights after α of i has changed by t toward yᵢ, and that of j by t against yⱼ."""
    step = np.zeros(s.n)
    step[s.i], step[s.j] = s.y[s.i] * s.t, -s.y[s.j] * s.t
    return s.alpha + step


strong_duality = Derivation(
    "Strong duality: the gap closes, and what is left of b",
    r"Given the weights $\alpha$ of the largest dual value. (There are such weights: the dual is continuous, and its box is closed and bounded.) "
    r"$w = \sum_i\alpha_iy_i\Phi(x_i)$. Call $i$ “up” if $\alpha_i$ may change toward $y_i$, and “down” if it may change against it.",
    (
        definition(
            r"e_i = y_i - \langle w, \Phi(x_i)\rangle",
            "the offset that would put point i on its edge: f(xᵢ) = yᵢ",
            "e",
            lambda s: s.y - s.Phi @ svm.normal(s.alpha, s.y, s.Phi),
        ),
        identity(
            r"L_D(\alpha + t\,y_iu_i - t\,y_ju_j) = L_D(\alpha) + t\,(e_i - e_j) - \tfrac12t^2\,\|\Phi(x_i) - \Phi(x_j)\|^2",
            "t goes from j to i (u are unit vectors): Σ αᵢyᵢ stays, and w moves by t(Φ(xᵢ) − Φ(xⱼ))",
            lambda s: svm.dual_objective(_shifted(s), s.y, s.K),
            lambda s: (
                svm.dual_objective(s.alpha, s.y, s.K)
                + s.t * (s.e[s.i] - s.e[s.j])
                - s.t**2 * ((s.Phi[s.i] - s.Phi[s.j]) ** 2).sum() / 2
            ),
            "PR-svm-dual",
        ),
        bound(
            r"e_i \le \min_{j\ \mathrm{down}} e_j \quad\text{for each } i \text{ that is up}",
            "or else a small step t would raise the dual, and α is the best",
            lambda s: (s.y - s.K @ (s.alpha * s.y))[_toward(s)],
            lambda s: s.e[_against(s)].min(),
            premise=given.BEST_WEIGHTS,
            one_entry=True,
            attained=lambda s, rng: s,
            equation="COURSE-svm-offset",
        ),
        definition(
            r"\max_{i\ \mathrm{up}} e_i \le b \le \min_{j\ \mathrm{down}} e_j, \qquad f = \langle w, \Phi\rangle + b",
            "take for b any number between the two",
            "f",
            lambda s: s.y - s.e + (1 - s.theta) * s.e[_toward(s)].max() + s.theta * s.e[_against(s)].min(),
        ),
        consequence(
            r"(C - \alpha_i)\max\big(0,\ 1 - y_if(x_i)\big) = 0, \qquad \alpha_i\max\big(0,\ y_if(x_i) - 1\big) = 0",
            "1 − yᵢf(xᵢ) is yᵢ(eᵢ − b): by line 4 at most 0 where αᵢ < C, and at least 0 where αᵢ > 0",
            lambda s: np.append(
                (s.C - s.alpha) * np.maximum(0, 1 - s.y * s.f), s.alpha * np.maximum(0, s.y * s.f - 1)
            ),
            0,
            premise=given.BEST_WEIGHTS,
            equation="COURSE-svm-slacks",
        ),
        consequence(
            r"\tfrac12\|w\|^2 + C\sum_i\max\big(0,\ 1 - y_if(x_i)\big) = L_D(\alpha)",
            "by line 5 the slacks cost Σ αᵢ(1 − yᵢf(xᵢ)), which is Σ αᵢ − ‖w‖², for b drops out. So this hyperplane costs what the dual says: none costs less",
            lambda s: svm.regularized_risk((svm.normal(s.alpha, s.y, s.Phi) ** 2).sum(), s.y, s.f, s.C),
            lambda s: svm.dual_objective(s.alpha, s.y, s.K),
            premise=given.BEST_WEIGHTS,
            equation="PR-svm-dual",
        ),
        consequence(
            r"\min_{j\ \mathrm{down}} e_j - \max_{i\ \mathrm{up}} e_i = 0",
            "a weight strictly between 0 and C is up and down at once: then there is one b. If all weights are 0 or C, b may have room",
            lambda s: s.e[_against(s)].min() - s.e[_toward(s)].max(),
            0,
            premise=(given.BEST_WEIGHTS, given.SOME_BETWEEN),
            equation="COURSE-svm-offset",
        ),
    ),
    (draws.draw_best_weights,),
)


optimality = Derivation(
    "What holds at the optimum: the three kinds of point",
    r"Given the machine of the primal problem and its multipliers, as a solver returns them. By strong duality $L$ has the value of the primal "
    r"there: all that was subtracted sums to zero.",
    (
        DECISION_AT_POINTS,
        consequence(
            r"\alpha_i\,(y_if_i - 1 + \xi_i) = 0",
            "none of the products that were subtracted is negative, and their sum is zero: so is each",
            lambda s: s.alpha * (s.y * s.f - 1 + s.xi),
            0,
            premise=given.MARGIN_ALL_KKT,
            equation="COURSE-svm-kinds",
        ),
        consequence(
            r"\beta_i\,\xi_i = 0",
            "likewise: a point with slack has spent its whole price on α",
            lambda s: s.beta * s.xi,
            0,
            premise=given.MARGIN_ALL_KKT,
            equation="COURSE-svm-kinds",
        ),
        bound(
            r"\alpha_i = 0 \;\Rightarrow\; y_if_i \ge 1",
            "no weight: β is C, so the slack is zero, and the point lies beyond the margin",
            lambda s: (s.y * s.f)[svm.three_kinds(s.alpha, s.C)[0]],
            1,
            relation="≥",
            premise=(
                given.MARGIN_PAID,
                given.MARGIN_SHARED.otherwise(
                    lambda s, rng: given.shorter_with_slack(s.but(beta=0 * s.beta)), SOLVED
                ),
                given.MARGIN_APART.otherwise(lambda s, rng: given.shorter(s), SOLVED),
            ),
            one_entry=True,
            attained=lambda s, rng: given.onto_edge(s, svm.three_kinds(s.alpha, s.C)[0], rng),
            equation="COURSE-svm-kinds",
        ),
        consequence(
            r"0 < \alpha_i < C \;\Rightarrow\; y_if_i = 1",
            "some weight, some left: both constraints are tight, the point lies on the edge of the margin",
            lambda s: (s.y * s.f)[svm.three_kinds(s.alpha, s.C)[1]],
            1,
            premise=(given.MARGIN_SPENT, given.MARGIN_PAID),
            equation="COURSE-svm-kinds",
        ),
        bound(
            r"\alpha_i = C \;\Rightarrow\; y_if_i = 1 - \xi_i \le 1",
            "all weight: the point may have slack, and pays for it; with more than 1 it is on the wrong side",
            lambda s: (s.y * s.f)[svm.three_kinds(s.alpha, s.C)[2]],
            1,
            premise=(
                given.MARGIN_SPENT.otherwise(lambda s, rng: given.beyond_with_weight(s, rng, True), SOLVED),
                given.SLACK.otherwise(lambda s, rng: given.beyond_with_weight(s, rng, False), SOLVED),
            ),
            one_entry=True,
            attained=lambda s, rng: given.onto_edge(s, svm.three_kinds(s.alpha, s.C)[2], rng),
            equation="COURSE-svm-kinds",
            via=lambda s: (1 - s.xi)[svm.three_kinds(s.alpha, s.C)[2]],
        ),
    ),
    (draws.draw_primal,),
)


decision = Derivation(
    "The decision function from kernel values",
    r"Given the machine of the primal problem with its multipliers $\alpha$; $x$ are further points.",
    (
        consequence(
            r"\langle w, \Phi(x)\rangle + b = \sum_i\alpha_iy_iK(x_i, x) + b",
            "put in w: inner products are enough, in use as in learning",
            lambda s: s.Phi_new @ s.w + s.b,
            lambda s: svm.decision(s.alpha, s.y, s.K_new, s.b),
            premise=given.MARGIN_NORMAL.otherwise(given.MARGIN_NORMAL.break_it, SOLVED),
            equation="PR-svm-decision",
        ),
        definition(
            r"\mathcal{S} = \{i : y_if(x_i) \le 1\}",
            "the points that are not strictly beyond the margin, to the accuracy of the solver",
            "S",
            lambda s: s.y * at_points(s) <= 1 + SOLVED,
        ),
        consequence(
            r"\sum_i\alpha_iy_iK(x_i, x) = \sum_{i\in\mathcal{S}}\alpha_iy_iK(x_i, x)",
            "strictly beyond there is room to spare, so the weight is zero: only support vectors are remembered",
            lambda s: s.K_new @ (s.alpha * s.y),
            lambda s: s.K_new[:, s.S] @ (s.alpha * s.y)[s.S],
            premise=given.MARGIN_SPENT.otherwise(lambda s, rng: given.weight_beyond(s, rng), SOLVED),
            equation="PR-svm-decision",
        ),
        consequence(
            r"b = y_i - \sum_j\alpha_jy_jK(x_j, x_i), \qquad 0 < \alpha_i < C",
            "on the edge f(xᵢ) = yᵢ, since 1/y = y",
            lambda s: s.b,
            lambda s: svm.offset(s.alpha, s.y, s.K @ (s.alpha * s.y), s.C),
            premise=(
                given.MARGIN_SPENT.otherwise(lambda s, rng: s.but(b=s.b + 1), SOLVED),
                given.MARGIN_PAID.otherwise(lambda s, rng: given.other_offset_with_slack(s), SOLVED),
                given.MARGIN_NORMAL.otherwise(given.other_weights_on_edge, SOLVED),
            ),
            equation="COURSE-svm-offset",
        ),
    ),
    (draws.draw_primal,),
)


JUST_MISSED = 1e-11  # so far on the wrong side that rounding does not decide


hinge = Derivation(
    "What the hinge loss bounds",
    r"Given any hyperplane $f$ and points with classes $y_i = \pm1$.",
    (
        DECISION_AT_POINTS,
        definition(
            r"e_i = 1 \text{ where } y_if_i \le 0,\ 0 \text{ elsewhere}",
            "an error is counted as 1, however large it is",
            "e",
            lambda s: svm.is_missed(s.y, s.f).astype(float),
        ),
        bound(
            r"e_i \le \max\big(0,\ 1 - y_if_i\big)",
            "where the sign is wrong the hinge is 1 at least, and it is negative nowhere",
            lambda s: s.e,
            lambda s: np.maximum(0, 1 - s.y * s.f),
            attained=lambda s, rng: given.moved(
                s, slice(None), np.where(s.y * s.f > 1, s.f, -JUST_MISSED * s.y)
            ),
        ),
        bound(
            r"\sum_i e_i \le \sum_i\xi_i",
            "so the sum of the slacks, which the primal pays for, bounds the number of errors",
            lambda s: s.e.sum(),
            lambda s: s.xi.sum(),
            premise=(
                given.MARGIN_APART.otherwise(
                    lambda s, rng: given.moved(s, slice(None), -s.y, xi=0.5 * s.xi / s.xi.max())
                ),
                given.MARGIN_NO_NEGATIVE_SLACK,
            ),
            attained=lambda s, rng: given.moved(
                s, slice(None), -JUST_MISSED * s.y, xi=np.full(s.n, 1 + JUST_MISSED)
            ),
            equation="COURSE-svm-slacks",
        ),
    ),
    (draws.draw_feasible,),
)
