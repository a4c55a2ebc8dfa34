"""The proofs of chapter 11: the gradient of the loss, kernels, convexity, Newton's step, the dual, and no minimum."""

import numpy as np
from scipy.special import xlogy

from kernelcourse.logistic import without as given
from kernelcourse.logistic.draws import (
    draw_free,
    draw_minimum,
    draw_separating,
    draw_stepping,
    jacobian,
    objective_at,
    slope,
)
from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity, limit
from kernelsy19.logistic import equations as logistic

OBJECTIVE = definition(
    r"P(\theta) = \sum_i\log\big(1 + e^{-t_if_i}\big) + \frac{\lambda}{2}\,\theta^\top\mathbf{K}\theta, \qquad f = \mathbf{K}\theta",
    "the loss of all points, and the price of the squared norm",
    "P",
    lambda s: lambda theta: objective_at(theta, s.K, s.y, s.lam),
    "COURSE-klr-objective",
)


def far_out_on_one_side(s, rng):
    """Scores so large that the loss is straight between both places, and the penalty bends alone."""
    theta = 100 * rng.choice([-1, 1], size=s.n)
    return s.but(
        K=np.diag(rng.uniform(1, 2, size=s.n)), theta=theta, other=theta * rng.uniform(1.1, 1.4, size=s.n)
    )


loss_gradient = Derivation(
    "The gradient of the loss",
    r"Given $m$ points, mapped or not, as the rows of $X$, labels $y_i \in \{0, 1\}$ and $t_i = 2y_i - 1 = \pm 1$, any $w$, and any scores $f$.",
    (
        identity(
            r"\frac{dh}{df} = h\,(1 - h), \qquad h = \frac{1}{1 + e^{-f}}",
            "differentiate: the slope of the logistic function is a product of the two probabilities",
            lambda s: slope(lambda f: logistic.probability(f).sum(), s.f),
            lambda s: logistic.curvatures(1 / (1 + np.exp(-s.f))),
            "AML-23",
        ),
        identity(
            r"-y_i\log h_i - (1 - y_i)\log(1 - h_i) = \log\big(1 + e^{-t_if_i}\big)",
            "for y = 1 the first term is left, for y = 0 the second; 1 − h(f) = h(−f)",
            lambda s: (
                -s.y * np.log(logistic.probability(s.f)) - (1 - s.y) * np.log(1 - logistic.probability(s.f))
            ),
            lambda s: np.logaddexp(0, -s.t * s.f),
            "AML-24",
        ),
        identity(
            r"\frac{d}{df_i}\log\big(1 + e^{-t_if_i}\big) = h_i - y_i",
            "by line 1 all products cancel: what is left is how wrong the probability is",
            lambda s: slope(lambda f: np.logaddexp(0, -s.t * f).sum(), s.f),
            lambda s: logistic.probability(s.f) - s.y,
            "AML-24",
        ),
        definition(
            r"J(w) = \frac{1}{m}\sum_i\log\big(1 + e^{-t_i\,w^\top x_i}\big)",
            "the mean of line 2 with the scores Xw",
            "J",
            lambda s: lambda w: logistic.mean_loss_of_scores(s.y, s.Phi @ w),
            "AML-24",
        ),
        identity(
            r"\frac{\partial J}{\partial w} = \frac{1}{m}X^\top(h - y)",
            "the chain rule: a change of w changes the score of point i along xᵢ",
            lambda s: slope(s.J, s.w),
            lambda s: logistic.gradient_in_w(s.Phi, s.y, logistic.linear_probability(s.w, s.Phi)),
            "AML-25",
        ),
        limit(
            r"J\Big(w - \eta\frac{\partial J}{\partial w}\Big) = J(w) - \eta\,\Big\|\frac{\partial J}{\partial w}\Big\|^2 + O(\eta^2)",
            "Taylor: a short step (26) leads down, a long one need not",
            lambda s, eta: abs(
                s.J(logistic.descend(s.w, eta, slope(s.J, s.w)))
                - s.J(s.w)
                + eta * slope(s.J, s.w) @ slope(s.J, s.w)
            ),
            sizes=(0.02, 0.04, 0.08),
            slope=2,
            equation="AML-26",
        ),
    ),
    (draw_free,),
)


def draw_mixture(rng):
    """Draw w as a mixture of mapped points, with ±1 as factors of the other coefficients."""
    s = draw_free(rng)
    return s.but(w=s.theta @ s.Phi, labels=s.t, alpha=s.t * s.theta)


def draw_lost(rng):
    """Draw coefficients with the labels 0 and 1 as factors."""
    s = draw_free(rng)
    return s.but(labels=s.y)


OF_ALPHA = definition(
    r"J(\alpha) = \frac{1}{m}\sum_i\log\big(1 + e^{-t_if_i}\big), \qquad f_i = \sum_j\alpha_j\ell_jK(x_j,x_i)",
    "the loss of (28), where a factor ℓ stands beside each coefficient",
    "J",
    lambda s: lambda alpha: logistic.mean_loss_of_scores(s.y, s.K @ (alpha * s.labels)),
    "AML-28",
)


kernelized = Derivation(
    "From w to kernel values",
    r"Given mapped points $\Phi(x_i)$, further points $x$, and coefficients $\theta$ or $\alpha$. That $w$ may be taken as a mixture of the "
    r"mapped points is the representer theorem of chapter 10, for an objective with a penalty.",
    (
        consequence(
            r"w^\top\Phi(x) = \sum_i\theta_iK(x_i, x)",
            "put in w: each dot product of images is a kernel value",
            lambda s: s.Phi_new @ s.w + s.b,
            lambda s: logistic.score(s.K_new, s.theta, s.b),
            premise=given.MIXTURE_OF_IMAGES,
            equation="COURSE-klr-score",
            on=draw_mixture,
        ),
        consequence(
            r"\frac{1}{1 + e^{-\sum_i\alpha_i\ell_iK(x_i,x)}} = \frac{1}{1 + e^{-w^\top\Phi(x)}}",
            "(28) is (27) if its label factors are ±1. With the labels 0 and 1 of the loss it is not",
            lambda s: logistic.probability_by_labels(s.alpha, s.labels, s.K_new),
            lambda s: logistic.linear_probability(s.theta @ s.Phi, s.Phi_new),
            premise=given.SIGNS_OF_CLASSES,
            equation="AML-28",
            on=draw_mixture,
        ),
        identity(
            r"\frac{1}{1 + e^{-\sum_i\alpha_i\ell_iK(x_i,x)}} = \frac{1}{1 + e^{-\left(\sum_i\alpha_i\ell_i\Phi(x_i)\right)^\top\Phi(x)}}",
            "whatever the factors are, w is the mixture with the products αℓ",
            lambda s: logistic.probability_by_labels(s.alpha, s.t, s.K_new),
            lambda s: logistic.linear_probability((s.alpha * s.t) @ s.Phi, s.Phi_new),
            "AML-representer",
        ),
        OF_ALPHA,
        identity(
            r"\frac{\partial J}{\partial\alpha_j} = \frac{\ell_j}{m}\sum_iK(x_j,x_i)\,(h_i - y_i)",
            "the chain rule through (28): each coefficient carries its factor",
            lambda s: slope(s.J, s.alpha),
            lambda s: (
                s.labels
                * logistic.gradient_in_theta(s.K, s.y, logistic.probability_by_labels(s.alpha, s.labels, s.K))
            ),
            "AML-28",
            on=draw_mixture,
        ),
        consequence(
            r"\frac{\partial J}{\partial\alpha} = \frac{1}{m}\mathbf{K}^\top(h - y)",
            "(29) is the gradient of a score without factors, f = Kθ: of that, and not of (28)",
            lambda s: slope(s.J, s.alpha),
            lambda s: logistic.gradient_in_theta(s.K, s.y, logistic.probability(s.K @ (s.alpha * s.labels))),
            premise=given.NO_FACTORS,
            equation="AML-29",
        ),
        consequence(
            r"\frac{\partial J}{\partial\alpha_j} = 0 \quad\text{where } y_j = 0",
            "with factors y in {0, 1} the coefficients of class 0 do nothing",
            lambda s: slope(s.J, s.alpha)[s.y == 0],
            0,
            premise=given.LOST_CLASS,
            equation="AML-28",
            on=draw_lost,
        ),
    ),
    (draw_free,),
)


box = Derivation(
    "What the box does on average",
    r"Given any coefficients $\theta$ and a step $\eta$; $i$ runs over all points.",
    (
        identity(
            r"\frac{1}{n}\sum_i\eta\,(h_i - y_i)\,\mathbf{K}_{\cdot i} = \eta\,\frac{\partial J}{\partial\theta}",
            "the mean of the steps of the box is a step of gradient descent with (29)",
            lambda s: (
                s.theta
                - np.mean([logistic.sgd_update(s.theta, i, s.K, s.y, s.share) for i in range(s.n)], axis=0)
            ),
            lambda s: s.share * slope(lambda x: logistic.mean_loss_of_scores(s.y, s.K @ x), s.theta),
            "AML-sgd",
        ),
        OBJECTIVE,
        identity(
            r"\sum_i\eta\,(h_i - y_i + \lambda\theta_i)\,\mathbf{K}_{\cdot i} = \eta\,\nabla P(\theta)",
            "with λθᵢ beside the error the sum of the steps is the gradient of the penalized objective",
            lambda s: (
                s.n * s.theta
                - sum(logistic.penalized_sgd_update(s.theta, i, s.K, s.y, s.share, s.lam) for i in range(s.n))
            ),
            lambda s: s.share * slope(s.P, s.theta),
            "COURSE-klr-sgd",
        ),
    ),
    (draw_free,),
)


convexity = Derivation(
    "The loss is convex, and the penalty bends it everywhere",
    r"Given any coefficients $\theta$, $\theta'$, any directions $w$, $v$, $z$ of the feature space, and a minimum $\theta^*$ of $P$ that a "
    r"root finder saw from values of $P$.",
    (
        OBJECTIVE,
        identity(
            r"\nabla P(\theta) = \mathbf{K}\big(\lambda\theta - (y - h)\big)",
            "the gradient (29) of the loss, m times, and that of the penalty",
            lambda s: slope(s.P, s.theta),
            lambda s: logistic.objective_gradient(
                s.K, s.theta, s.y, logistic.probability(s.K @ s.theta), s.lam
            ),
            "COURSE-klr-gradient",
            on=draw_free,
        ),
        identity(
            r"\nabla^2P(\theta) = \mathbf{K}\mathbf{W}\mathbf{K} + \lambda\mathbf{K}, \qquad W_{ii} = h_i(1 - h_i)",
            "differentiate once more; h changes as line 1 of the first proof says",
            lambda s: jacobian(
                lambda theta: s.K @ (s.lam * theta - s.y + 1 / (1 + np.exp(-s.K @ theta))), s.theta
            ),
            lambda s: (
                s.K @ np.diag(logistic.curvatures(logistic.probability(s.K @ s.theta))) @ s.K + s.lam * s.K
            ),
            "COURSE-klr-hessian",
            on=draw_free,
        ),
        bound(
            r"z^\top\Phi^\top\mathbf{W}\Phi\,z = \sum_iW_{ii}\,\big(\Phi(x_i)^\top z\big)^2 \ge 0",
            "no weight is negative: the loss bends upward in every direction, or not at all",
            lambda s: z_curvature(s),
            0,
            relation="≥",
            premise=given.PROBABILITIES,
            attained=lambda s, rng: s.but(Phi=s.Phi - np.outer(s.Phi @ s.z, s.z) / (s.z @ s.z)),
            equation="COURSE-klr-hessian",
            on=draw_free,
            via=lambda s: (s.h * (1 - s.h)) @ (s.Phi @ s.z) ** 2,
        ),
        bound(
            r"W_{ii} = h_i(1 - h_i) \le \frac14",
            "a point bends the loss most where the model is undecided",
            lambda s: logistic.curvatures(s.h),
            0.25,
            attained=lambda s, rng: s.but(h=np.full(s.n, 0.5)),
            on=draw_free,
            via=lambda s: s.h - s.h**2,
        ),
        bound(
            r"J\big((1-u)\,w + u\,v\big) \le (1-u)\,J(w) + u\,J(v)",
            "a function that bends upward lies below its chords: each minimum is a lowest one",
            lambda s: logistic.mean_loss_of_scores(s.y, s.Phi @ ((1 - s.share) * s.w + s.share * s.v)),
            lambda s: (
                (1 - s.share) * logistic.mean_loss(s.y, logistic.linear_probability(s.w, s.Phi))
                + s.share * logistic.mean_loss(s.y, logistic.linear_probability(s.v, s.Phi))
            ),
            attained=lambda s, rng: s.but(v=s.w),
            on=draw_free,
        ),
        bound(
            r"P(\theta') \ge P(\theta) + \nabla P(\theta)^\top(\theta' - \theta) + \frac{\lambda}{2}\,\|f' - f\|^2",
            "the loss lies above its tangent, and the penalty above its own by exactly the last term",
            lambda s: s.P(s.other),
            lambda s: (
                s.P(s.theta)
                + slope(s.P, s.theta) @ (s.other - s.theta)
                + s.lam / 2 * (s.other - s.theta) @ s.K @ (s.other - s.theta)
            ),
            relation="≥",
            attained=far_out_on_one_side,
            on=draw_free,
        ),
        bound(
            r"P(\theta) - P(\theta^*) \ge \frac{\lambda}{2}\,\|f - f^*\|^2",
            "line 7 from the minimum, where the gradient is 0: there is one best f and no other",
            lambda s: s.P(s.theta) - s.P(s.best),
            lambda s: s.lam / 2 * (s.theta - s.best) @ s.K @ (s.theta - s.best),
            relation="≥",
            via=(
                "≥",
                lambda s: (
                    slope(s.P, s.best) @ (s.theta - s.best)
                    + (s.K @ (s.theta - s.best)) @ (s.theta - s.best) * s.lam / 2
                ),
                "=",
            ),
            premise=given.BEYOND,
            attained=lambda s, rng: s.but(theta=s.best),
            equation="COURSE-klr-objective",
        ),
    ),
    (draw_minimum,),
)


def z_curvature(s):
    """zᵀ(ΦᵀWΦ)z with the weights of any probabilities h."""
    return ((s.Phi @ s.z) ** 2 * logistic.curvatures(s.h)).sum()


def error_after_step(s, size):
    """‖Kθ⁺ − Kθ*‖ after one step of Newton from a place at some distance from θ*."""
    theta = s.best + size * s.way
    ahead = logistic.newton_step(s.K, s.K @ theta, s.y, s.lam)
    return float(np.linalg.norm(s.K @ (ahead - s.best)))


newtons_step = Derivation(
    "Newton's step",
    r"Given any $\theta$ with $f = \mathbf{K}\theta$, and the place $\theta^+$ where the quadratic model of $P$ around $\theta$ is stationary.",
    (
        OBJECTIVE,
        definition(
            r"Q(\theta') = P(\theta) + \nabla P(\theta)^\top(\theta' - \theta) + \tfrac12(\theta' - \theta)^\top"
            r"\nabla^2P(\theta)\,(\theta' - \theta)",
            "the parabola with the value, the slope and the curvature of P at θ",
            "Q",
            lambda s: quadratic_model(s),
        ),
        consequence(
            r"(\lambda\mathbf{I} + \mathbf{W}\mathbf{K})\,\theta^+ = \mathbf{W}f + y - h",
            "∇P + ∇²P(θ⁺ − θ) = 0, with both from the proof above; then K is taken off on the left",
            lambda s: s.theta_plus,
            lambda s: logistic.newton_step(s.K, s.K @ s.theta, s.y, s.lam),
            premise=(given.STATIONARY_MODEL, given.INVERTIBLE_FOR_A_STEP),
            equation="COURSE-klr-newton",
        ),
        bound(
            r"\nabla P(\theta)^\top(\theta^+ - \theta) \le 0",
            "the model bends upward, so the way to its lowest point leads down: a short enough part of it gains",
            lambda s: slope(s.P, s.theta) @ (s.theta_plus - s.theta),
            0,
            premise=given.UPHILL,
        ),
        limit(
            r"\|f^+ - f^*\| = O\big(\|f - f^*\|^2\big)",
            "near the minimum P is nearly its model: each step doubles the number of right digits",
            error_after_step,
            sizes=(0.005, 0.01, 0.02),
            slope=2,
            premise=given.AT_MINIMUM,
            equation="COURSE-klr-newton",
        ),
    ),
    (draw_stepping,),
)


def quadratic_model(s):
    """Q around θ, as a function."""
    slopes = slope(s.P, s.theta)
    h = 1 / (1 + np.exp(-s.K @ s.theta))
    H = s.K @ np.diag(h * (1 - h)) @ s.K + s.lam * s.K
    return lambda other: (
        s.P(s.theta) + slopes @ (other - s.theta) + (other - s.theta) @ H @ (other - s.theta) / 2
    )


def gap_at(s, size):
    """The duality gap at some distance from the minimum."""
    theta = s.best + size * s.way
    r = logistic.residual(theta, s.y, 1 / (1 + np.exp(-s.K @ theta)), s.lam)
    return float(logistic.duality_gap(s.K @ r, r, s.lam))


duality = Derivation(
    "The dual, and a gap that everyone can compute",
    r"Given any $\theta$ with $f = \mathbf{K}\theta$, any numbers $s_i$ between 0 and 1, and a minimum $\theta^*$ of $P$ that a root finder saw "
    r"from values of $P$.",
    (
        definition(r"0 < s_i < 1", "one number per point, free", "s", lambda s: 1 / (1 + np.exp(-s.q))),
        bound(
            r"\log\big(1 + e^{-t_if_i}\big) \ge -s_i\log s_i - (1 - s_i)\log(1 - s_i) - s_it_if_i",
            "for each s a line in the score that the loss never falls below; it touches where s = 1/(1 + e^{tf})",
            lambda s: np.logaddexp(0, -s.t * s.f),
            lambda s: -xlogy(s.s, s.s) - xlogy(1 - s.s, 1 - s.s) - s.s * s.t * s.f,
            relation="≥",
            attained=lambda s, rng: s.but(q=-s.t * s.f),
            equation="COURSE-klr-surprise",
        ),
        bound(
            r"\frac{\lambda}{2}\theta^\top\mathbf{K}\theta - (t\circ s)^\top\mathbf{K}\theta \ge "
            r"-\frac{1}{2\lambda}(t\circ s)^\top\mathbf{K}(t\circ s)",
            "complete the square: what is left out is λ/2 times a squared length, 0 at θ = t∘s/λ",
            lambda s: s.lam / 2 * s.theta @ s.K @ s.theta - (s.t * s.s) @ s.K @ s.theta,
            lambda s: -(s.t * s.s) @ s.K @ (s.t * s.s) / (2 * s.lam),
            relation="≥",
            premise=given.NO_NEGATIVE_LENGTH,
            attained=lambda s, rng: s.but(theta=logistic.coefficients_of_surprises(s.s, s.y, s.lam)),
            equation="COURSE-klr-link",
        ),
        bound(
            r"P(\theta) \ge D(s) = -\sum_i\big(s_i\log s_i + (1-s_i)\log(1-s_i)\big) - \frac{1}{2\lambda}(t\circ s)^\top\mathbf{K}(t\circ s)",
            "sum line 2 over the points with f = Kθ, add the penalty, use line 3: weak duality",
            lambda s: objective_at(s.theta, s.K, s.y, s.lam),
            lambda s: logistic.dual_objective(s.K, s.s, s.y, s.lam),
            relation="≥",
            premise=given.NO_NEGATIVE_LENGTH,
            attained=lambda s, rng: s.but(theta=s.best, q=-s.t * (s.K @ s.best)),
            equation="COURSE-klr-dual",
            via=(
                "≥",
                lambda s: (
                    -(s.s * np.log(s.s) + (1 - s.s) * np.log(1 - s.s)).sum()
                    - (s.t * s.s) @ s.K @ (s.t * s.s) / (2 * s.lam)
                ),
                "=",
            ),
        ),
        identity(
            r"P(\theta) - D\Big(\frac{1}{1 + e^{t\circ f}}\Big) = \frac{1}{2\lambda}\,r^\top\mathbf{K}r, \qquad r = \lambda\theta - (y - h)",
            "with this s line 2 is an equality, and what line 3 leaves out is this: t∘s = y − h",
            lambda s: (
                objective_at(s.theta, s.K, s.y, s.lam)
                - logistic.dual_objective(s.K, logistic.surprises(s.K @ s.theta, s.y), s.y, s.lam)
            ),
            lambda s: logistic.duality_gap(
                slope(lambda x: objective_at(x, s.K, s.y, s.lam), s.theta),
                logistic.residual(s.theta, s.y, 1 / (1 + np.exp(-s.K @ s.theta)), s.lam),
                s.lam,
            ),
            "COURSE-klr-gap",
        ),
        consequence(
            r"\theta^*_i = \frac{t_is^*_i}{\lambda}, \qquad s^*_i = |y_i - h^*_i|",
            "at the minimum Kr = 0, so r = 0: a coefficient is the miss of its point",
            lambda s: s.best,
            lambda s: logistic.coefficients_of_surprises(logistic.surprises(s.K @ s.best, s.y), s.y, s.lam),
            premise=(given.AT_MINIMUM, given.INVERTIBLE),
            equation="COURSE-klr-link",
        ),
        consequence(
            r"P(\theta^*) = D(s^*)",
            "Kr = 0 makes the gap of line 5 vanish: the two values meet",
            lambda s: objective_at(s.best, s.K, s.y, s.lam),
            lambda s: logistic.dual_objective(s.K, logistic.surprises(s.K @ s.best, s.y), s.y, s.lam),
            premise=given.AT_MINIMUM,
            equation="COURSE-klr-dual",
        ),
        limit(
            r"P(\theta) - D = O\big(\|\theta - \theta^*\|^2\big)",
            "r is of the order of the distance, and stands twice in the gap: half the digits of θ give all of the gap",
            gap_at,
            sizes=(0.01, 0.02, 0.04),
            slope=2,
            premise=given.AT_MINIMUM,
            equation="COURSE-klr-gap",
        ),
    ),
    (draw_minimum,),
)


no_minimum = Derivation(
    "Without a penalty there is no best answer",
    r"Given points whose Gram matrix is invertible, as that of different points is for the RBF kernel, and coefficients $d$ with "
    r"$\mathbf{K}d = t$: the score is $+1$ at each point of class 1 and $-1$ at each point of class 0.",
    (
        definition(
            r"J(\theta) = \frac{1}{n}\sum_i\log\big(1 + e^{-t_if_i}\big), \qquad f = \mathbf{K}\theta",
            "the loss (24) alone",
            "J",
            lambda s: lambda theta: logistic.mean_loss_of_scores(s.y, s.K @ theta),
            "AML-24",
        ),
        consequence(
            r"J(c\,d) = \log(1 + e^{-c})",
            "all scores are c on their right side",
            lambda s: s.J(s.c * s.d),
            lambda s: np.log1p(np.exp(-s.c)),
            premise=given.SEPARATES,
        ),
        limit(
            r"J(c\,d) = O(e^{-c})",
            "so the loss falls below every bound as c grows",
            lambda s, size: s.J(np.log(size) * s.d),
            sizes=(1e3, 1e4, 1e5),
            slope=-1,
            premise=given.SEPARATES,
        ),
        bound(
            r"J(\theta) \ge \log\big(1 + e^{-\max_i|f_i|}\big) > 0",
            "but no θ has the loss 0: scores are finite",
            lambda s: s.J(s.theta),
            0,
            via=("≥", lambda s: np.log1p(np.exp(-np.abs(s.K @ s.theta).max())), ">"),
            relation="≥",
            attained=lambda s, rng: s.but(theta=s.c * s.d),
        ),
        bound(
            r"J(\theta) \ge \log\Big(1 + e^{-\|f\|\,\max_i\sqrt{K(x_i,x_i)}}\Big)",
            "|f(x)| ≤ ‖f‖ √K(x, x), by Cauchy and Schwarz: the lower the loss, the longer f",
            lambda s: s.J(s.theta),
            lambda s: np.log1p(
                np.exp(-np.sqrt(max(0.0, s.theta @ s.K @ s.theta) * np.abs(np.diagonal(s.K)).max()))
            ),
            relation="≥",
            premise=given.LENGTH_COUNTS,
            attained=lambda s, rng: s.but(K=s.K[0, 0] * np.outer(s.t, s.t), theta=s.c * s.t / s.n),
        ),
        bound(
            r"\frac{\lambda}{2}\,\|f^*\|^2 \le P(\theta^*) \le P(0) = n\log 2",
            "with a penalty the best f is no longer than this, for θ = 0 costs n log 2",
            lambda s: s.lam / 2 * s.best @ s.K @ s.best,
            lambda s: s.n * np.log(2),
            via=(
                "≤",
                lambda s: objective_at(s.best, s.K, s.y, s.lam),
                "≤",
                lambda s: objective_at(0 * s.best, s.K, s.y, s.lam),
                "=",
            ),
            premise=given.FAR_OUT,
            equation="COURSE-klr-objective",
        ),
    ),
    (draw_separating,),
)
