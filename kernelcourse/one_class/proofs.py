"""The proofs of chapter 04: what ν bounds, its two ends, and the hyperplane that is a ball."""

import numpy as np

from kernelcourse.ball.draws import draw_primal, solve_primal
from kernelcourse.ball.without import PAID, SPENT
from kernelcourse.one_class import draws
from kernelcourse.one_class import without as given
from kernelcourse.one_class.draws import share_on_sphere, solve_plane
from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity, limit
from kernelcourse.proving.duals import SOLVED, distances, larger_beta, paid
from kernelcourse.proving.residuals import gradient
from kernelsy19 import ball, density
from kernelsy19.one_class import equations as one_class_equations

SUPPORT = definition(r"\mathcal{S} = \{i : \alpha_i > 0\}", "the support vectors", "S", lambda s: s.alpha > 0)

DISTANCE = definition(
    r"d_i^2 = \|\Phi(x_i) - c\|^2", "how far a point is from the center", "d2", lambda s: distances(s)
)

nu_bounds = Derivation(
    "Why ν lies between the two shares",
    r"Given the ball of the primal problem and its multipliers: weights $\alpha$ with $\sum_i\alpha_i = 1$ (5) and $0 \le \alpha_i \le \frac{1}{\nu n}$ (7), "
    r"$\beta_i = \frac{1}{\nu n} - \alpha_i$ (6), and slacks $\xi$. $|\cdot|$ counts.",
    (
        SUPPORT,
        bound(
            r"\sum_{i \in \mathcal{S}} \alpha_i \le |\mathcal{S}|\, \frac{1}{\nu n}",
            "none of them weighs more than the bound",
            lambda s: s.alpha[s.S].sum(),
            lambda s: s.S.sum() * ball.largest_weight(s.nu, s.n),
            premise=given.within_bound(lambda s, rng: s.but(alpha=2 * s.alpha + given.upper(s))),
            attained=given.a_whole_number_at_the_bound,
            equation="SY19-7",
        ),
        bound(
            r"\frac{|\mathcal{S}|}{n} \ge \nu",
            "that sum is 1 or more, for what was left out is not positive; times ν: the share of support vectors is at least ν",
            lambda s: one_class_equations.share_of_support_vectors(s.alpha),
            lambda s: s.nu,
            relation="≥",
            premise=(
                given.within_bound(lambda s, rng: s.but(alpha=given.alone(s))),
                given.sums_to_one(lambda s, rng: s.but(alpha=given.alone(s, weight=given.upper(s)))),
            ),
            attained=given.a_whole_number_at_the_bound,
            equation="SY19-nu-support-vectors",
        ),
        definition(
            r"\mathcal{O} = \{i : \xi_i > 0\}",
            "the outliers, to the accuracy of the solver",
            "O",
            lambda s: s.xi > SOLVED,
        ),
        consequence(
            r"\xi_i > 0 \;\Rightarrow\; \beta_i = 0 \;\Rightarrow\; \alpha_i = \frac{1}{\nu n}",
            "a point that pays has spent its whole budget on α: complementary slackness, then (6)",
            lambda s: s.alpha[s.O],
            lambda s: ball.largest_weight(s.nu, s.n),
            premise=(PAID, given.shared(given.half_of_the_budget)),
            equation="SY19-kkt",
        ),
        consequence(
            r"|\mathcal{O}|\, \frac{1}{\nu n} = \sum_{i \in \mathcal{O}} \alpha_i",
            "so the outliers together weigh their number times the bound",
            lambda s: s.O.sum() * ball.largest_weight(s.nu, s.n),
            lambda s: s.alpha[s.O].sum(),
            premise=(PAID, given.shared(given.half_of_the_budget)),
            equation="SY19-7",
        ),
        bound(
            r"\sum_{i \in \mathcal{O}} \alpha_i \le \sum_i \alpha_i = 1",
            "which is not more than all weights together",
            lambda s: s.alpha[s.O].sum(),
            1,
            premise=(given.not_negative(given.all_but_two), given.sums_to_one(given.all_at_the_bound)),
            attained=given.a_whole_number_at_the_bound,
            equation="SY19-5",
            via=("≤", lambda s: s.alpha.sum(), "="),
        ),
        bound(
            r"\frac{|\mathcal{O}|}{n} \le \nu",
            "times ν: the share of outliers is at most ν",
            lambda s: one_class_equations.share_of_outliers(np.where(s.O, s.xi, 0.0)),
            lambda s: s.nu,
            premise=(
                paid(given.all_with_slack),
                given.shared(given.all_paid),
                given.not_negative(given.all_but_two),
                given.sums_to_one(given.all_at_the_bound),
            ),
            attained=given.a_whole_number_at_the_bound,
            equation="SY19-nu-outliers",
        ),
        bound(
            r"\frac{|\mathcal{S}|}{n} - \nu \le \frac1n \sum_i I\Big(0 < \alpha_i < \frac{1}{\nu n}\Big)",
            "the same count holds for all points at the bound: only points between 0 and the bound keep the shares apart",
            lambda s: one_class_equations.share_of_support_vectors(s.alpha) - s.nu,
            lambda s: one_class_equations.share_on_surface(s.alpha, s.nu),
            premise=(given.not_negative(given.all_but_two), given.sums_to_one(given.all_at_the_bound)),
            attained=given.a_whole_number_at_the_bound,
            equation="SY19-nu-limit",
        ),
    ),
    (draw_primal,),
)

surface_is_small = Derivation(
    "Why the surface holds a vanishing share, when the feature space has D dimensions",
    r"Given the ball of $n$ points in a feature space of $D$ dimensions, with $\mathcal{S}$ its support vectors. The points are in general position: no $D + 2$ of the vectors "
    r"$(K(x,x), \Phi(x), 1)$, which have $D + 2$ entries, are linearly dependent. Where $K(x,x)$ is constant they all are, and this proof does not apply.",
    (
        DISTANCE,
        consequence(
            r"0 < \alpha_i < \frac{1}{\nu n} \;\Rightarrow\; d_i^2 = R^2",
            "points with weight to spare lie on the sphere",
            lambda s: s.d2[ball.three_kinds(s.alpha, s.nu)[1]],
            lambda s: s.R**2,
            premise=(SPENT, PAID),
            equation="SY19-three-kinds",
        ),
        identity(
            r"d_i^2 - R^2 = \big\langle (1,\, -2c,\, \|c\|^2 - R^2),\ (K(x_i,x_i),\, \Phi(x_i),\, 1) \big\rangle",
            "multiply out: to lie on the sphere is one linear equation for the longer vector, and not all of its coefficients are 0",
            lambda s: s.d2 - s.R**2,
            lambda s: given.lifted(s.Phi) @ np.concatenate([[1.0], -2 * s.c, [s.c @ s.c - s.R**2]]),
            "SY19-9b",
        ),
        bound(
            r"\frac1n \sum_i I\Big(0 < \alpha_i < \frac{1}{\nu n}\Big) \le \frac{D + 1}{n}",
            "vectors that meet one equation span at most D + 1 dimensions, so D + 2 of them would be dependent",
            lambda s: one_class_equations.share_on_surface(s.alpha, s.nu),
            lambda s: (s.Phi.shape[1] + 1) / s.n,
            premise=(
                given.in_general_position(given.opposite_pairs),
                given.spent(given.weight_off_the_sphere),
                paid(given.slack_below_the_bound),
            ),
            attained=given.sphere_through_simplex,
            equation="SY19-nu-limit",
        ),
        bound(
            r"\Big|\frac{|\mathcal{S}|}{n} - \nu\Big| \le \frac{D + 1}{n}",
            "ν lies between the two shares, which are no farther apart than that",
            lambda s: abs(one_class_equations.share_of_support_vectors(s.alpha) - s.nu),
            lambda s: (s.Phi.shape[1] + 1) / s.n,
            premise=(
                given.in_general_position(given.opposite_pairs),
                given.spent(given.weight_off_the_sphere),
                paid(given.slack_below_the_bound),
                given.within_bound(given.one_point_only),
                given.sums_to_one(given.all_on_a_sphere),
            ),
            equation="SY19-nu-support-vectors",
        ),
        limit(
            r"\frac1n \big|\{i : d_i^2 = R^2\}\big| = O(n^{-1})",
            "the mean over some samples of n points each: as many points on the sphere, of ever more",
            error=lambda s, n: share_on_sphere(s.sample, n, s.nu),
            sizes=(16, 64, 256),
            slope=-1,
            within=0.3,
            premise=given.in_general_position(given.samples_of_length_one),
            equation="SY19-nu-limit",
            on=draws.draw_samples,
        ),
    ),
    (draws.draw_finite,),
)

nu_to_zero = Derivation(
    "ν → 0: no outliers, but still support vectors",
    r"Given the ball of the primal problem and its multipliers, for a $\nu < \frac1n$.",
    (
        bound(
            r"\beta_i = \frac{1}{\nu n} - \alpha_i \ge \frac{1}{\nu n} - 1 > 0",
            "no weight exceeds the sum of all, which is 1 and less than the bound: every point has budget left",
            lambda s: s.beta,
            0,
            via=(
                "=",
                lambda s: ball.largest_weight(s.nu, s.n) - s.alpha,
                "≥",
                lambda s: ball.largest_weight(s.nu, s.n) - 1,
                ">",
            ),
            relation="≥",
            premise=(
                given.sums_to_one(given.too_much_weight),
                given.not_negative(given.weight_taken_below_zero),
                given.shared(given.no_budget_left),
            ),
            one_entry=True,
            attained=lambda s, rng: given.weighted(s, given.alone(s)),
            equation="SY19-7",
        ),
        consequence(
            r"\xi_i = 0",
            "a point with slack would have no budget left: nothing is outside",
            lambda s: s.xi,
            0,
            premise=(
                given.NU_BELOW,
                paid(lambda s, rng: given.with_outlier(s)),
                given.sums_to_one(given.too_much_weight),
                given.not_negative(given.weight_taken_below_zero),
                given.shared(given.no_budget_left),
            ),
            equation="SY19-nu-zero",
        ),
        DISTANCE,
        consequence(
            r"R^2 = \max_j d_j^2",
            "so all points are in the ball, and those with weight are on its surface: it is the smallest around c that holds all points",
            lambda s: s.R**2,
            lambda s: one_class_equations.hard_radius_squared(s.d2),
            premise=(
                given.without_slack(lambda s, rng: s.but(R=s.R / 2, xi=np.full(s.n, 0.75 * s.R**2))),
                given.enough_room(given.others_outside),
                given.spent(lambda s, rng: s.but(R=1.5 * s.R)),
                given.sums_to_one(lambda s, rng: s.but(alpha=0 * s.alpha, R=1.5 * s.R)),
            ),
            equation="SY19-nu-zero",
        ),
        bound(
            r"|\mathcal{S}| \ge 1",
            "weights that sum to one cannot all be zero, so there is a support vector, although the slide finds none",
            lambda s: s.n * one_class_equations.share_of_support_vectors(s.alpha),
            1,
            relation="≥",
            premise=given.sums_to_one(lambda s, rng: s.but(alpha=-s.alpha)),
            attained=lambda s, rng: s.but(alpha=given.alone(s)),
            equation="SY19-5",
        ),
        bound(
            r"|\mathcal{S}| \ge 2",
            "with one support vector the center would be its image, R² = 0 its squared distance, and all points there",
            lambda s: s.n * one_class_equations.share_of_support_vectors(s.alpha),
            2,
            relation="≥",
            premise=(
                given.NOT_ALL_ONE,
                given.centered(lambda s, rng: given.one_vector(s, rng)),
                given.spent(lambda s, rng: given.weight_at_center(s, R=2 * s.R)),
                given.enough_room(lambda s, rng: given.weight_at_center(s)),
                given.without_slack(
                    lambda s, rng: given.weight_at_center(s, xi=((s.Phi - s.Phi[0]) ** 2).sum(axis=1))
                ),
                given.sums_to_one(
                    lambda s, rng: given.weighted(
                        s, 0 * s.alpha, c=0 * s.c, R=1 + np.abs(s.Phi).sum(axis=1).max()
                    )
                ),
            ),
            attained=given.between_two,
            equation="SY19-8",
        ),
    ),
    (draws.draw_hard,),
)

nu_is_one = Derivation(
    "ν = 1: a threshold on a Parzen density",
    r"Given the ball of the primal problem for $\nu = 1$ and the kernel $K(x, y) = \exp(-\|x - y\|^2/(2h^2))$, so that $K(x, x) = 1$; "
    r"$R$ is any radius, and $x$ any point.",
    (
        consequence(
            r"\alpha_i \le \frac1n,\; \sum_i\alpha_i = 1 \;\Rightarrow\; \alpha_i = \frac1n",
            "n weights of at most 1/n reach the sum 1 only if each is 1/n",
            lambda s: s.alpha,
            lambda s: 1 / s.n,
            premise=(
                given.within_bound(lambda s, rng: s.but(alpha=rng.dirichlet(np.ones(s.n)))),
                given.sums_to_one(lambda s, rng: s.but(alpha=s.alpha * rng.uniform(0.2, 0.8, size=s.n))),
            ),
            equation="SY19-7",
        ),
        consequence(
            r"c = \frac1n\sum_i\Phi(x_i)",
            "so the center is the mean of the mapped points",
            lambda s: s.c,
            lambda s: s.Phi.mean(axis=0),
            premise=(
                given.centered(lambda s, rng: s.but(c=2 * s.c)),
                given.within_bound(given.other_mixture),
                given.sums_to_one(lambda s, rng: s.but(alpha=0.5 * s.alpha, c=0.5 * s.c)),
            ),
            equation="SY19-8",
        ),
        consequence(
            r"R^2 - \|\Phi(x) - c\|^2 = R^2 - 1 + \frac2n\sum_i K(x, x_i) - \|c\|^2",
            "multiply out, with the center at the mean of the mapped points",
            lambda s: s.R**2 - ((s.Phi_new - s.c) ** 2).sum(axis=1),
            lambda s: s.R**2 - 1 + 2 * s.K_new.mean(axis=1) - s.c @ s.c,
            premise=(given.CENTER_IS_MEAN, given.ONE_ON_THE_DIAGONAL),
            equation="SY19-9c",
        ),
        definition(
            r"\eta = \frac{1 + \|c\|^2 - R^2}{2}",
            "what does not depend on x",
            "eta",
            lambda s: one_class_equations.threshold(1.0, s.c @ s.c, s.R**2),
            "COURSE-eta",
        ),
        identity(
            r"= 2\Big(\frac1n\sum_i K(x, x_i) - \eta\Big)",
            "collect it",
            right=lambda s: 2 * (s.K_new.mean(axis=1) - s.eta),
            equation="COURSE-eta",
        ),
        consequence(
            r"\frac1n\sum_i K(x, x_i) = (2\pi h^2)^{p/2}\, \hat f(x)",
            "the mean of the kernel values is the Parzen density (1) up to a factor",
            lambda s: s.K_new.mean(axis=1),
            lambda s: _density_factor(s) * density.parzen_gaussian(s.X_new, s.X, s.h),
            premise=given.OF_THIS_WIDTH,
            equation="SY19-1",
        ),
        consequence(
            r"g(x) = \operatorname{sign}\Big(\frac1n\sum_i K(x, x_i) - \eta\Big)",
            "so the decision compares the density with a threshold",
            lambda s: ball.decide(s.R**2, ((s.Phi_new - s.c) ** 2).sum(axis=1)),
            lambda s: one_class_equations.decide_by_mean_kernel(s.K_new, s.eta),
            premise=(given.CENTER_IS_MEAN, given.ONE_ON_THE_DIAGONAL),
            equation="SY19-nu-one",
        ),
    ),
    (draws.draw_mean,),
)


def _density_factor(s):
    return (2 * np.pi * s.h**2) ** (s.X.shape[1] / 2)


def hyperplane_lagrangian(w, rho, xi, alpha, beta, Phi, nu):
    """½‖w‖² − ρ + (νn)⁻¹ Σᵢ ξᵢ − Σᵢ αᵢ (⟨w, Φ(xᵢ)⟩ − ρ + ξᵢ) − Σᵢ βᵢ ξᵢ.
    w (D,); rho; xi, alpha, beta (n,); Phi (n, D); nu in (0, 1] → float"""
    return one_class_equations.hyperplane_objective(w, rho, xi, nu) - alpha @ (Phi @ w - rho + xi) - beta @ xi


hyperplane_dual = Derivation(
    "The dual of the hyperplane",
    r"Given the hyperplane of the primal problem and the multipliers that a solver returns: the derivatives of $L$, all taken as finite "
    r"differences, are zero there. In the last line the offset $\rho$ and the slacks are free.",
    (
        definition(
            r"L(w, \rho, \xi) = \frac12\|w\|^2 - \rho + \frac{1}{\nu n}\sum_i\xi_i"
            r" - \sum_i\alpha_i\big(\langle w, \Phi(x_i)\rangle - \rho + \xi_i\big) - \sum_i\beta_i\xi_i",
            "the objective less each constraint times its multiplier",
            "L",
            lambda s: lambda w, rho, xi: hyperplane_lagrangian(w, rho, xi, s.alpha, s.beta, s.Phi, s.nu),
        ),
        identity(
            r"\frac{\partial L}{\partial w} = w - \sum_i\alpha_i\Phi(x_i)",
            "w stands in its norm and in each constraint",
            lambda s: gradient(lambda w: s.L(w, s.rho, s.xi), at=s.w),
            lambda s: s.w - ball.center(s.alpha, s.Phi),
            on=draws.draw_free_plane,
        ),
        consequence(
            r"w = \sum_i\alpha_i\Phi(x_i)",
            "the derivative is zero: the normal is the mix of the mapped points that the ball has for its center",
            lambda s: s.w,
            lambda s: ball.center(s.alpha, s.Phi),
            premise=given.FLAT_IN_NORMAL,
            equation="SY19-8",
        ),
        identity(
            r"\frac{\partial L}{\partial \rho} = -1 + \sum_i\alpha_i",
            "the offset stands in the objective and in each constraint",
            lambda s: gradient(lambda rho: s.L(s.w, rho, s.xi), at=s.rho),
            lambda s: s.alpha.sum() - 1,
            on=draws.draw_free_plane,
        ),
        consequence(
            r"\sum_i\alpha_i = 1",
            "it is zero: the same condition as (5)",
            lambda s: s.alpha.sum(),
            1,
            premise=given.FLAT_IN_OFFSET,
            equation="SY19-5",
        ),
        identity(
            r"\frac{\partial L}{\partial \xi_i} = \frac{1}{\nu n} - \alpha_i - \beta_i",
            "the slack of a point has a price, and stands in both of its constraints",
            lambda s: gradient(lambda xi: s.L(s.w, s.rho, xi), at=s.xi),
            lambda s: ball.largest_weight(s.nu, s.n) - s.alpha - s.beta,
            on=draws.draw_free_plane,
        ),
        consequence(
            r"\beta_i = \frac{1}{\nu n} - \alpha_i",
            "it is zero: the same condition as (6), and so the same box",
            lambda s: s.beta,
            lambda s: ball.slack_multipliers(s.alpha, s.nu),
            premise=given.FLAT_IN_PLANE_SLACKS,
            equation="SY19-6",
        ),
        consequence(
            r"L = \frac12\|w\|^2 - \langle w, w\rangle = -\frac12\sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)",
            "put all three in, and offset and slacks drop out: the ball's dual without its first term",
            lambda s: s.L(s.w, s.rho, s.xi),
            lambda s: one_class_equations.hyperplane_dual_objective(s.K, s.alpha),
            premise=(given.NORMAL, given.sums_to_one(given.longer_weights), given.shared(larger_beta)),
            equation="COURSE-hyperplane-dual",
            on=draws.draw_plane_of_weights,
            via=lambda s: s.w @ s.w / 2 - s.w @ s.w,
        ),
    ),
    (draws.draw_plane,),
)

ball_is_hyperplane = Derivation(
    "A ball and a hyperplane are one when K(x, x) = κ",
    r"Given a kernel with $K(x, x) = \kappa$ for all $x$; any ball $(c, R)$ with any slacks $\xi_i$; and the hyperplane with the normal $w = c$.",
    (
        consequence(
            r"R^2 - \|\Phi(x) - c\|^2 = R^2 - \kappa + 2\langle c, \Phi(x)\rangle - \|c\|^2",
            "multiply out; ⟨Φ(x), Φ(x)⟩ = K(x, x) = κ",
            lambda s: s.R**2 - distances(s),
            lambda s: s.R**2 - s.kappa + 2 * s.Phi @ s.c - s.c @ s.c,
            premise=given.CONSTANT_DIAGONAL,
            equation="SY19-9b",
        ),
        definition(
            r"\rho = \frac12\big(\kappa + \|c\|^2 - R^2\big)",
            "what does not depend on x",
            "rho",
            lambda s: one_class_equations.threshold(s.kappa, s.c @ s.c, s.R**2),
            "COURSE-eta",
        ),
        identity(
            r"= 2\,\big(\langle w, \Phi(x)\rangle - \rho\big)",
            "the sphere that holds all mapped points meets the ball's sphere where it meets a plane",
            right=lambda s: 2 * (s.Phi @ s.c - s.rho),
            equation="COURSE-eta",
        ),
        consequence(
            r"R^2 + \xi_i - \|\Phi(x_i) - c\|^2 = 2\,\big(\langle w, \Phi(x_i)\rangle - \rho + \tfrac12\xi_i\big)",
            "constraint (3a) holds just when the hyperplane's does, with half the slack",
            lambda s: ball.constraints(s.R, s.c, s.xi, s.Phi)[0],
            lambda s: 2 * (s.Phi @ s.c - s.rho + s.xi / 2),
            premise=given.CONSTANT_DIAGONAL,
            equation="SY19-3",
        ),
        identity(
            r"R^2 + \frac{1}{\nu n}\sum_i\xi_i"
            r" = \kappa + 2\Big(\frac12\|w\|^2 - \rho + \frac{1}{\nu n}\sum_i\tfrac12\xi_i\Big)",
            "the objectives differ by a factor and a constant: what is best for one is best for the other",
            lambda s: ball.primal_objective(s.R, s.xi, s.nu),
            lambda s: s.kappa + 2 * one_class_equations.hyperplane_objective(s.c, s.rho, s.xi / 2, s.nu),
            "COURSE-hyperplane-primal",
        ),
        consequence(
            r"w^* = c^*",
            "so, when both are solved on their own, the best hyperplane has the center of the best ball for its normal",
            lambda s: solve_plane(s.Phi, s.nu).w,
            lambda s: solve_primal(s.Phi, s.nu).c,
            premise=given.CONSTANT_DIAGONAL,
            equation="COURSE-hyperplane-primal",
        ),
        consequence(
            r"\sum_i\alpha_iK(x_i,x_i) - \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)"
            r" = \kappa + 2\Big(-\frac12\sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)\Big)",
            "the duals differ in the same way, for all weights that sum to one",
            lambda s: ball.dual_objective(s.K, s.alpha),
            lambda s: s.kappa + 2 * one_class_equations.hyperplane_dual_objective(s.K, s.alpha),
            premise=(
                given.CONSTANT_DIAGONAL,
                given.sums_to_one(lambda s, rng: s.but(alpha=s.alpha * rng.uniform(1.1, 2.0))),
            ),
            equation="COURSE-hyperplane-dual",
        ),
    ),
    (draws.draw_any_ball,),
)

rescaling = Derivation(
    "The same weights in scikit-learn's scale",
    r"Given the ball for a kernel with $K(x, x) = \kappa$, with its center $c$ and weights $\alpha$; and the hyperplane with normal $v$, offset $b$ "
    r"and slacks $\zeta$ that minimizes $M$ under the constraints $\langle v, \Phi(x_i)\rangle \ge b - \zeta_i$ and $\zeta_i \ge 0$, whose multipliers "
    r"are $a_i$ and $g_i$. Each was solved on its own.",
    (
        definition(
            r"M(v, b, \zeta) = \frac12\|v\|^2 - \nu n\, b + \sum_i\zeta_i",
            "LIBSVM lets a unit of slack cost 1",
            "M",
            lambda s: lambda v, b, zeta: v @ v / 2 - s.nu * s.n * b + zeta.sum(),
        ),
        identity(
            r"M(\nu n\,w,\ \nu n\,r,\ \nu n\,\xi) = (\nu n)^2 \Big(\frac12\|w\|^2 - r + \frac{1}{\nu n}\sum_i\xi_i\Big)",
            "normal, offset and slacks times νn: the objective is multiplied by a constant, and each constraint by another",
            lambda s: s.M(s.v, s.b, s.zeta),
            lambda s: (
                (s.nu * s.n) ** 2
                * one_class_equations.hyperplane_objective(
                    s.v / (s.nu * s.n), s.b / (s.nu * s.n), s.zeta / (s.nu * s.n), s.nu
                )
            ),
            "COURSE-hyperplane-primal",
        ),
        definition(
            r"L(v, b, \zeta) = M - \sum_ia_i\big(\langle v, \Phi(x_i)\rangle - b + \zeta_i\big) - \sum_ig_i\zeta_i",
            "its Lagrangian",
            "L",
            lambda s: lambda v, b, zeta: s.M(v, b, zeta) - s.a @ (s.Phi @ v - b + zeta) - s.g @ zeta,
        ),
        bound(
            r"a_i = 1 - g_i \le 1",
            "the derivative in ζᵢ is zero: the bound 1/(νn) becomes 1",
            lambda s: s.a,
            1,
            premise=(given.FLAT_IN_SCALED_SLACKS, given.NO_NEGATIVE_MULTIPLIER),
            attained=lambda s, rng: s.but(a=s.a + s.g, g=0 * s.g),
            equation="SY19-7",
            via=lambda s: 1 - s.g,
        ),
        consequence(
            r"\sum_i a_i = \nu n",
            "the derivative in b is zero: the sum 1 becomes νn",
            lambda s: s.a.sum(),
            lambda s: s.nu * s.n,
            premise=given.FLAT_IN_SCALED_OFFSET,
            equation="COURSE-rescaled",
        ),
        definition(
            r"\rho = \frac12\big(\kappa + \|c\|^2 - R^2\big)",
            "the offset of the hyperplane that is the ball",
            "rho",
            lambda s: one_class_equations.threshold(s.kappa, s.c @ s.c, s.R**2),
            "COURSE-eta",
        ),
        consequence(
            r"a_i = \nu n\,\alpha_i, \qquad b = \nu n\,\rho",
            "the two problems are one up to the scale, and the ball is the hyperplane",
            lambda s: np.append(s.a, s.b),
            lambda s: np.append(*one_class_equations.rescaled(s.alpha, s.rho, s.nu)),
            premise=given.DIAGONAL_OF_BOTH,
            equation="COURSE-rescaled",
        ),
        consequence(
            r"\sum_i a_iK(x, x_i) - b = \nu n\Big(\sum_i\alpha_iK(x, x_i) - \rho\Big)",
            "the decision is multiplied by νn",
            lambda s: s.K @ s.a - s.b,
            lambda s: s.nu * s.n * one_class_equations.hyperplane_decision(s.K, s.alpha, s.rho),
            premise=given.DIAGONAL_OF_BOTH,
            equation="COURSE-hyperplane-decision",
        ),
        consequence(
            r"= \frac{\nu n}{2}\,\big(R^2 - \|\Phi(x) - c\|^2\big)",
            "and the ball's decision is twice the hyperplane's: the signs agree",
            right=lambda s: s.nu * s.n / 2 * (s.R**2 - distances(s)),
            premise=(
                given.DIAGONAL_OF_BOTH,
                given.centered(lambda s, rng: s.but(c=s.c + rng.normal(size=s.c.shape))),
            ),
            equation="COURSE-eta",
        ),
    ),
    (draws.draw_both,),
)
