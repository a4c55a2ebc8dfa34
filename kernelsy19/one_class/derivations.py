"""The proofs of chapter 04: what ν bounds, its two ends, and the hyperplane that is a ball."""

import numpy as np

from kernelsy19 import ball, density
from kernelsy19.course.derivations import Derivation, Step, chain, gradient
from kernelsy19.one_class import equations as one_class_equations
from kernelsy19.one_class.settings import (
    draw_any_ball,
    draw_finite,
    draw_hard,
    draw_mean,
    draw_rescaled,
    draw_shares,
    draw_stationary,
)

nu_bounds = Derivation(
    "Why ν lies between the two shares",
    r"Given the ball: its weights $\alpha$, with $\sum_i\alpha_i = 1$ (5) and $0 \le \alpha_i \le \frac{1}{\nu n}$ (7), and its slacks $\xi$. "
    r"$\mathcal{S}$ holds the points with $\alpha_i > 0$, $\mathcal{O}$ those with $\xi_i > 0$; $|\cdot|$ counts.",
    (
        *chain(
            lambda s: 1.0,
            (
                r"1 = \sum_{i \in \mathcal{S}} \alpha_i",
                "the weights sum to one, and only support vectors have any",
                lambda s: s.alpha[s.S].sum(),
                "SY19-5",
            ),
            (
                r"\le |\mathcal{S}|\, \frac{1}{\nu n}",
                "none of them weighs more than the bound",
                lambda s: s.S.sum() * ball.largest_weight(s.nu, s.n),
                "SY19-7",
                "≤",
            ),
        ),
        Step(
            r"\frac{|\mathcal{S}|}{n} \ge \nu",
            "times ν: the share of support vectors is at least ν",
            lambda s: one_class_equations.share_of_support_vectors(s.alpha),
            lambda s: s.nu,
            "SY19-nu-support-vectors",
            "≥",
        ),
        Step(
            r"\xi_i > 0 \;\Rightarrow\; \beta_i = 0 \;\Rightarrow\; \alpha_i = \frac{1}{\nu n}",
            "a point that pays has spent its whole budget on α: complementary slackness, then (6)",
            lambda s: np.where(s.O, s.alpha, ball.largest_weight(s.nu, s.n)),
            lambda s: np.full(s.n, ball.largest_weight(s.nu, s.n)),
            "SY19-kkt",
        ),
        *chain(
            lambda s: s.O.sum() * ball.largest_weight(s.nu, s.n),
            (
                r"|\mathcal{O}|\, \frac{1}{\nu n} = \sum_{i \in \mathcal{O}} \alpha_i",
                "so the outliers together weigh their number times the bound",
                lambda s: s.alpha[s.O].sum(),
                "SY19-7",
            ),
            (
                r"\le \sum_i \alpha_i = 1",
                "which is not more than all weights together",
                lambda s: s.alpha.sum(),
                "SY19-5",
                "≤",
            ),
        ),
        Step(
            r"\frac{|\mathcal{O}|}{n} \le \nu",
            "times ν: the share of outliers is at most ν",
            lambda s: one_class_equations.share_of_outliers(s.xi),
            lambda s: s.nu,
            "SY19-nu-outliers",
            "≤",
        ),
        Step(
            r"\frac{|\mathcal{S}|}{n} - \frac1n\sum_i I\Big(\alpha_i = \frac{1}{\nu n}\Big)"
            r" = \frac1n \sum_i I\Big(0 < \alpha_i < \frac{1}{\nu n}\Big)",
            "ν lies between the two, and what separates them is the points on the surface",
            lambda s: s.S.mean() - s.outlier.mean(),
            lambda s: one_class_equations.share_on_surface(s.alpha, s.nu),
            "SY19-nu-limit",
        ),
    ),
    draw_shares,
)


surface_is_small = Derivation(
    "Why the surface holds a vanishing share, when the feature space has D dimensions",
    r"Given the ball of $n$ points from a continuous distribution, in a feature space of $D$ dimensions: no more than $D + 1$ of the mapped "
    r"points then lie on one sphere, with probability 1.",
    (
        Step(
            r"0 < \alpha_i < \frac{1}{\nu n} \;\Rightarrow\; \|\Phi(x_i) - c\|^2 = R^2",
            "points with weight to spare lie on the sphere",
            lambda s: s.d2[s.surface],
            lambda s: np.full(s.surface.sum(), s.R2),
            "SY19-three-kinds",
        ),
        Step(
            r"\frac1n \sum_i I\Big(0 < \alpha_i < \frac{1}{\nu n}\Big) \le \frac{D + 1}{n} \to 0",
            "as one sphere passes through D + 1 points in general position, and one more hits it with probability 0",
            lambda s: one_class_equations.share_on_surface(s.alpha, s.nu),
            lambda s: (s.Phi.shape[1] + 1) / s.n,
            "SY19-nu-limit",
            "≤",
        ),
        Step(
            r"\Big|\frac{|\mathcal{S}|}{n} - \nu\Big| \le \frac{D + 1}{n}",
            "ν lies between the two shares, which are no farther apart than that",
            lambda s: abs(one_class_equations.share_of_support_vectors(s.alpha) - s.nu),
            lambda s: (s.Phi.shape[1] + 1) / s.n,
            "SY19-nu-support-vectors",
            "≤",
        ),
    ),
    draw_finite,
)


nu_to_zero = Derivation(
    "ν → 0: no outliers, but support vectors there are",
    r"Given the ball for a $\nu < \frac1n$.",
    (
        Step(
            r"\alpha_i \le \sum_j \alpha_j = 1 < \frac{1}{\nu n}",
            "no weight can reach a bound that is larger than all weights together",
            lambda s: s.alpha,
            lambda s: np.minimum(1.0, ball.largest_weight(s.nu, s.n)),
            "SY19-7",
            "≤",
        ),
        Step(
            r"\xi_i = 0: \quad \|\Phi(x_i) - c\|^2 \le R^2 = \max_j \|\Phi(x_j) - c\|^2",
            "a point with slack would be at the bound: nothing is outside, the ball is the smallest that holds all points",
            lambda s: s.R2,
            lambda s: one_class_equations.hard_radius_squared(s.d2),
            "SY19-nu-zero",
        ),
        Step(
            r"\sum_i \alpha_i = 1 \;\Rightarrow\; |\mathcal{S}| \ge 1",
            "weights that sum to one cannot all be zero: the slide finds no support vector here, which is a slip",
            lambda s: s.n * one_class_equations.share_of_support_vectors(s.alpha),
            lambda s: 1.0,
            "SY19-5",
            "≥",
        ),
        Step(
            r"x_i \text{ not all the same} \;\Rightarrow\; |\mathcal{S}| \ge 2",
            "with one support vector the center would be its image, and R² = 0 its squared distance",
            lambda s: s.n * one_class_equations.share_of_support_vectors(s.alpha),
            lambda s: 2.0,
            "SY19-8",
            "≥",
        ),
    ),
    draw_hard,
)


nu_is_one = Derivation(
    "ν = 1: a threshold on a Parzen density",
    r"Given the ball for $\nu = 1$ and the kernel $K(x, y) = \exp(-\|x - y\|^2/(2h^2))$, so that $K(x, x) = 1$; $R$ is any radius.",
    (
        Step(
            r"0 \le \alpha_i \le \frac1n,\; \sum_i\alpha_i = 1 \;\Rightarrow\; \alpha_i = \frac1n",
            "n weights of at most 1/n reach the sum 1 only if each is 1/n",
            lambda s: s.alpha,
            lambda s: np.full(s.n, 1 / s.n),
            "SY19-7",
        ),
        *chain(
            lambda s: s.R2 - s.d2,
            (
                r"R^2 - \|\Phi(x) - c\|^2 = R^2 - 1 + \frac2n\sum_i K(x, x_i) - \|c\|^2",
                "multiply out, with the center at the mean of the mapped points",
                lambda s: s.R2 - 1 + 2 * s.K.mean(axis=1) - s.K.mean(),
                "SY19-9c",
            ),
            (
                r"= 2\Big(\frac1n\sum_i K(x, x_i) - \eta\Big), \qquad \eta = \frac{1 + \|c\|^2 - R^2}{2}",
                "collect what does not depend on x",
                lambda s: 2 * (s.K.mean(axis=1) - s.eta),
                "COURSE-eta",
            ),
            (
                r"= 2\big((2\pi h^2)^{p/2}\, \hat f(x) - \eta\big)",
                "the mean of the kernel values is the Parzen density (1) but for a factor",
                lambda s: 2 * (_density_factor(s) * density.parzen_gaussian(s.X, s.X, s.h) - s.eta),
                "SY19-1",
            ),
        ),
        Step(
            r"g(x) = \operatorname{sign}\Big(\frac1n\sum_i K(x, x_i) - \eta\Big)",
            "so the decision compares the density with a threshold",
            lambda s: ball.decide(s.R2, s.d2),
            lambda s: one_class_equations.decide_by_mean_kernel(s.K, s.eta),
            "SY19-nu-one",
        ),
    ),
    draw_mean,
)


def _density_factor(s):
    return (2 * np.pi * s.h**2) ** (s.X.shape[1] / 2)


def hyperplane_lagrangian(w, rho, xi, alpha, beta, Phi, nu):
    """½‖w‖² − ρ + (νn)⁻¹ Σᵢ ξᵢ − Σᵢ αᵢ (⟨w, Φ(xᵢ)⟩ − ρ + ξᵢ) − Σᵢ βᵢ ξᵢ.

    Parameters
    ----------
    w : (D,) array
    rho : float
    xi, alpha, beta : (n,) arrays
    Phi : (n, D) array
    nu : float, in (0, 1]

    Returns
    -------
    float
    """
    return one_class_equations.hyperplane_objective(w, rho, xi, nu) - alpha @ (Phi @ w - rho + xi) - beta @ xi


def _at(s, **moved):
    symbols = {"w": s.c, "rho": s.R, "xi": s.xi} | moved
    return hyperplane_lagrangian(**symbols, alpha=s.alpha, beta=s.beta, Phi=s.Phi, nu=s.nu)


hyperplane_dual = Derivation(
    "The dual of the hyperplane",
    r"Given weights with $\sum_i\alpha_i = 1$, $\beta_i = \frac{1}{\nu n} - \alpha_i$ and $w = \sum_i\alpha_i\Phi(x_i)$; the offset $\rho$ and the slacks "
    r"are free. $L$ is the objective less each constraint times its multiplier.",
    (
        Step(
            r"\frac{\partial L}{\partial w} = w - \sum_i\alpha_i\Phi(x_i) = 0",
            "at this w: the normal is the mix of the mapped points that the ball has for its center",
            lambda s: s.c - gradient(lambda w: _at(s, w=w), at=s.c),
            lambda s: ball.center(s.alpha, s.Phi),
            "SY19-8",
        ),
        Step(
            r"\frac{\partial L}{\partial \rho} = -1 + \sum_i\alpha_i = 0",
            "with these weights the offset drops out: the same condition as (5)",
            lambda s: gradient(lambda rho: _at(s, rho=rho), at=s.R) + 1,
            lambda s: s.alpha.sum(),
            "SY19-5",
        ),
        Step(
            r"\frac{\partial L}{\partial \xi_i} = \frac{1}{\nu n} - \alpha_i - \beta_i = 0",
            "the same condition as (6), and the same box",
            lambda s: gradient(lambda xi: _at(s, xi=xi), at=s.xi) + s.alpha,
            lambda s: ball.largest_weight(s.nu, s.n) - s.beta,
            "SY19-6",
        ),
        Step(
            r"L = \frac12\|w\|^2 - \langle w, w\rangle = -\frac12\sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)",
            "put all three in: the ball's dual without its first term",
            lambda s: _at(s),
            lambda s: one_class_equations.hyperplane_dual_objective(s.K, s.alpha),
            "COURSE-hyperplane-dual",
        ),
    ),
    draw_stationary,
)


ball_is_hyperplane = Derivation(
    "A ball and a hyperplane are one when K(x, x) = κ",
    r"Given a kernel with $K(x, x) = \kappa$ for all $x$; any ball $(c, R)$ with any slacks $\xi_i$; and the hyperplane "
    r"$w = c$, $\rho = \frac12(\kappa + \|c\|^2 - R^2)$.",
    (
        *chain(
            lambda s: s.R**2 - s.d2,
            (
                r"R^2 - \|\Phi(x) - c\|^2 = R^2 - \kappa + 2\langle c, \Phi(x)\rangle - \|c\|^2",
                "multiply out; ⟨Φ(x), Φ(x)⟩ = K(x, x) = κ",
                lambda s: s.R**2 - s.kappa + 2 * s.Phi @ s.c - s.c @ s.c,
                "SY19-9b",
            ),
            (
                r"= 2\,\big(\langle w, \Phi(x)\rangle - \rho\big)",
                "the sphere that holds all mapped points meets the ball's sphere where it meets a plane",
                lambda s: 2 * (s.Phi @ s.c - s.rho),
                "COURSE-eta",
            ),
        ),
        Step(
            r"R^2 + \xi_i - \|\Phi(x_i) - c\|^2 = 2\,\big(\langle w, \Phi(x_i)\rangle - \rho + \tfrac12\xi_i\big)",
            "constraint (3a) holds just when the hyperplane's does, with half the slack",
            lambda s: ball.constraints(s.R, s.c, s.xi, s.Phi)[0],
            lambda s: 2 * (s.Phi @ s.c - s.rho + s.xi / 2),
            "SY19-3",
        ),
        Step(
            r"R^2 + \frac{1}{\nu n}\sum_i\xi_i"
            r" = \kappa + 2\Big(\frac12\|w\|^2 - \rho + \frac{1}{\nu n}\sum_i\tfrac12\xi_i\Big)",
            "the objectives differ by a factor and a constant: what is best for one is best for the other",
            lambda s: ball.primal_objective(s.R, s.xi, s.nu),
            lambda s: s.kappa + 2 * one_class_equations.hyperplane_objective(s.c, s.rho, s.xi / 2, s.nu),
            "COURSE-hyperplane-primal",
        ),
        Step(
            r"\sum_i\alpha_iK(x_i,x_i) - \sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)"
            r" = \kappa + 2\Big(-\frac12\sum_{i,j}\alpha_i\alpha_jK(x_i,x_j)\Big)",
            "so do the duals, for all weights that sum to one",
            lambda s: ball.dual_objective(s.K, s.alpha),
            lambda s: s.kappa + 2 * one_class_equations.hyperplane_dual_objective(s.K, s.alpha),
            "COURSE-hyperplane-dual",
        ),
    ),
    draw_any_ball,
)


rescaling = Derivation(
    "The same weights in scikit-learn's scale",
    r"Given the solved ball with $K(x, x) = \kappa$, $\rho = \frac12(\kappa + \|c\|^2 - R^2)$, $a_i = \nu n\,\alpha_i$ and $b = \nu n\,\rho$.",
    (
        Step(
            r"0 \le a_i \le 1",
            "the bound 1/(νn) becomes 1",
            lambda s: s.a,
            lambda s: 1.0,
            "SY19-7",
            "≤",
        ),
        Step(
            r"\sum_i a_i = \nu n",
            "and the sum 1 becomes νn",
            lambda s: s.a.sum(),
            lambda s: s.nu * s.n,
            "COURSE-rescaled",
        ),
        *chain(
            lambda s: s.K @ s.a - s.b,
            (
                r"\sum_i a_iK(x, x_i) - b = \nu n\Big(\sum_i\alpha_iK(x, x_i) - \rho\Big)",
                "the decision is multiplied by νn",
                lambda s: s.nu * s.n * one_class_equations.hyperplane_decision(s.K, s.alpha, s.rho),
                "COURSE-hyperplane-decision",
            ),
            (
                r"= \frac{\nu n}{2}\,\big(R^2 - \|\Phi(x) - c\|^2\big)",
                "and the ball's decision is twice the hyperplane's: the signs agree",
                lambda s: s.nu * s.n / 2 * (s.R2 - s.d2),
                "COURSE-eta",
            ),
        ),
    ),
    draw_rescaled,
)
