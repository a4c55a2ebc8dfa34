"""The proofs of chapter 15: scores and information, divergence, parameters, Gaussians, mixtures, EM."""

import numpy as np
from scipy.linalg import block_diag

from kernelcourse.fisher import draws
from kernelcourse.fisher import without as given
from kernelcourse.fisher.draws import curvatures, log_gaussian, log_mixture, log_table, nodes_of, slopes
from kernelcourse.fisher.without import step_of_em
from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity, limit
from kernelsy19.fisher import equations as fisher

# ---- score and information ------------------------------------------------------------------------


TABLE = definition(
    r"p = p(x; \theta)",
    "a density on a few outcomes, so that every expectation is a sum over a table",
    "p",
    lambda s: np.exp(log_table(s, s.theta)),
)


OUTCOME_SCORES = definition(
    r"J(x) = -\frac{\partial}{\partial\theta}\log p(x; \theta)",
    "the score of each outcome",
    "J",
    lambda s: -slopes(lambda theta: log_table(s, theta), s.theta),
    "PR-fisher-score",
)


score = Derivation(
    "Scores have the mean zero, and their covariance is the information",
    r"Given a density $p(x; \theta)$ on a few outcomes $x$, with $d$ parameters. $E$ is the mean over outcomes that the density itself draws.",
    (
        TABLE,
        OUTCOME_SCORES,
        consequence(
            r"E[J(x)] = -\sum_x p\,\frac{\partial\log p}{\partial\theta} = -\frac{\partial}{\partial\theta}\sum_x p = 0",
            "p times the slope of log p is the slope of p, and the sum over all outcomes stays 1 whatever θ is",
            lambda s: s.p @ s.J,
            0,
            premise=given.NORMALIZED,
            equation="PR-fisher-score",
            via=(
                "=",
                lambda s: -s.p @ slopes(lambda theta: log_table(s, theta), s.theta),
                "=",
                lambda s: -slopes(lambda theta: np.exp(log_table(s, theta)).sum(), s.theta),
                "=",
            ),
        ),
        consequence(
            r"I(\theta) = E[J(x)J(x)^\top] = \operatorname{Cov} J(x)",
            "a mean of products is a covariance where the means are zero",
            lambda s: fisher.information(s.J, s.p),
            lambda s: np.cov(s.J.T, aweights=s.p, ddof=0),
            premise=given.NORMALIZED,
            equation="PR-fisher-information",
            via=lambda s: np.einsum("x,xa,xb->ab", s.p, s.J, s.J),
        ),
        consequence(
            r"I(\theta) = E\Big[-\frac{\partial^2\log p(x; \theta)}{\partial\theta^2}\Big]",
            "differentiate line 3 once more: the information is how sharply the surprise bends, on average",
            lambda s: fisher.information(s.J, s.p),
            lambda s: np.tensordot(s.p, curvatures(lambda theta: -log_table(s, theta), s.theta), 1),
            premise=given.NORMALIZED,
            equation="PR-fisher-information",
        ),
        consequence(
            r"E\big[J(x)^\top I^{-1} J(x)\big] = \operatorname{tr}\big(I^{-1}E[JJ^\top]\big) = d",
            "the mean of K(x, x) is the number of parameters: divide by it, and kernels of all sizes are comparable",
            lambda s: s.p @ np.diag(fisher.fisher_kernel(s.J, s.J, fisher.information(s.J, s.p))),
            lambda s: s.d,
            premise=given.EACH_COUNTS,
            equation="PR-fisher-kernel",
            via=lambda s: np.trace(np.linalg.pinv(fisher.information(s.J, s.p)) @ s.J.T @ np.diag(s.p) @ s.J),
        ),
    ),
    (draws.draw_table,),
)


divergence = Derivation(
    "The information is the curvature of the Kullback-Leibler divergence",
    r"Given a density on a few outcomes, and its neighbor whose parameters differ by $\delta$.",
    (
        TABLE,
        OUTCOME_SCORES,
        definition(
            r"D(\delta) = \sum_x p(x;\theta)\,\log\frac{p(x;\theta)}{p(x;\theta+\delta)}",
            "the divergence: how much more the neighbor is surprised, on average, by what the density draws",
            "D",
            lambda s: lambda delta: s.p @ (log_table(s, s.theta) - log_table(s, s.theta + delta)),
        ),
        bound(
            r"D(\delta) \ge 0",
            "no density is less surprised by the outcomes than the one that draws them",
            lambda s: s.D(s.delta),
            0,
            relation="≥",
            premise=given.NORMALIZED_WITH_NEIGHBOR,
            attained=lambda s, rng: s.but(delta=0 * s.delta),
        ),
        consequence(
            r"\frac{\partial D}{\partial\delta}(0) = E[J(x)] = 0",
            "D is smallest at δ = 0, so it is flat there",
            lambda s: slopes(s.D, 0 * s.theta),
            0,
            premise=given.NORMALIZED,
            via=lambda s: s.p @ s.J,
        ),
        consequence(
            r"\frac{\partial^2D}{\partial\delta^2}(0) = I(\theta)",
            "p does not move with δ; what bends is −log p(x; θ + δ), on average by the information",
            lambda s: curvatures(s.D, 0 * s.theta),
            lambda s: fisher.information(s.J, s.p),
            premise=given.NORMALIZED,
            equation="PR-kl-curvature",
        ),
        limit(
            r"D(t\delta) = \tfrac12\,t^2\,\delta^\top I(\theta)\,\delta + O(t^3)",
            "Taylor: no constant, no slope, half of the curvature",
            lambda s, t: abs(
                s.D(t * s.delta) - fisher.nearby_divergence(fisher.information(s.J, s.p), t * s.delta)
            ),
            sizes=(0.001, 0.002, 0.004),
            slope=3,
            equation="PR-kl-curvature",
        ),
    ),
    (draws.draw_table,),
)


# ---- other parameters -----------------------------------------------------------------------------


parameters = Derivation(
    "What happens when the parameters are others",
    r"Given a density with parameters $\theta$, and others, $\eta$, from which $\theta$ follows smoothly: a variance instead of a standard "
    r"deviation, say, or its logarithm.",
    (
        definition(
            r"\theta = \theta(\eta)",
            "the same densities, other names for them; here a matrix times η + b·tanh η",
            "theta_of",
            lambda s: lambda eta: s.C @ (eta + s.bend * np.tanh(eta)),
        ),
        definition(
            r"A = \frac{\partial\theta}{\partial\eta}", "its slopes", "A", lambda s: slopes(s.theta_of, s.eta)
        ),
        definition(
            r"J_\theta(x) = -\frac{\partial}{\partial\theta}\log p",
            "the scores of θ",
            "J",
            lambda s: -slopes(lambda theta: log_table(s, theta), s.theta_of(s.eta)),
        ),
        definition(
            r"p = p\big(x; \theta(\eta)\big)",
            "the density of each outcome",
            "p",
            lambda s: np.exp(log_table(s, s.theta_of(s.eta))),
        ),
        identity(
            r"J_\eta(x) := -\frac{\partial}{\partial\eta}\log p\big(x; \theta(\eta)\big) = A^\top J_\theta(x)",
            "the chain rule",
            lambda s: -slopes(lambda eta: log_table(s, s.theta_of(eta)), s.eta),
            lambda s: fisher.changed_scores(s.J, s.A),
            "COURSE-fisher-change",
        ),
        identity(
            r"I(\eta) = E\big[J_\eta J_\eta^\top\big] = A^\top I(\theta)\,A",
            "put line 5 into the definition: A stands outside of the mean",
            lambda s: fisher.information(-slopes(lambda eta: log_table(s, s.theta_of(eta)), s.eta), s.p),
            lambda s: fisher.changed_information(fisher.information(s.J, s.p), s.A),
            "COURSE-fisher-change",
            via=lambda s: np.einsum("x,xa,xb->ab", s.p, s.J @ s.A, s.J @ s.A),
        ),
        consequence(
            r"J_\eta(x)^\top I(\eta)^{-1}J_\eta(y) = J_\theta(x)^\top A\,A^{-1}I(\theta)^{-1}A^{-\top}A^\top J_\theta(y) = "
            r"J_\theta(x)^\top I(\theta)^{-1}J_\theta(y)",
            "each A meets its inverse: this kernel belongs to the density, not to the names of its parameters",
            lambda s: fisher.fisher_kernel(
                fisher.changed_scores(s.J, s.A),
                fisher.changed_scores(s.J, s.A),
                fisher.changed_information(fisher.information(s.J, s.p), s.A),
            ),
            lambda s: s.J @ np.linalg.solve(s.J.T @ np.diag(s.p) @ s.J, s.J.T),
            premise=given.INVERTIBLE_CHANGE,
            equation="PR-fisher-kernel",
            via=lambda s: (
                s.J
                @ s.A
                @ np.linalg.pinv(s.A)
                @ np.linalg.inv(fisher.information(s.J, s.p))
                @ np.linalg.pinv(s.A).T
                @ s.A.T
                @ s.J.T
            ),
        ),
        consequence(
            r"J_\eta(x)^\top J_\eta(y) = J_\theta(x)^\top AA^\top J_\theta(y) = J_\theta(x)^\top J_\theta(y)",
            "the plain kernel survives a rotation or a reflection of the parameters, and nothing else",
            lambda s: fisher.plain_fisher_kernel(
                fisher.changed_scores(s.J, s.A), fisher.changed_scores(s.J, s.A)
            ),
            lambda s: fisher.plain_fisher_kernel(s.J, s.J),
            premise=given.ROTATION,
            equation="PR-fisher-kernel-plain",
            on=draws.draw_rotated,
            via=lambda s: s.J @ s.A @ s.A.T @ s.J.T,
        ),
    ),
    (draws.draw_changed,),
)


# ---- one Gaussian ---------------------------------------------------------------------------------


gaussian = Derivation(
    "One Gaussian, and the scores of its mean",
    r"Given $N(\mu, \Sigma)$ with $\Sigma = LL^\top$, points $x$, and nodes that have the moments of points which the Gaussian draws.",
    (
        definition(r"\Sigma = LL^\top", "the covariance matrix", "Sigma", lambda s: s.L @ s.L.T),
        identity(
            r"J_\mu(x) := -\frac{\partial}{\partial\mu}\log N(x; \mu, \Sigma) = -\Sigma^{-1}(x - \mu)",
            "differentiate the square in the exponent",
            lambda s: fisher.fisher_score(lambda X, mu: log_gaussian(X, mu, s.L), s.mu, s.X),
            lambda s: -(s.X - s.mu) @ np.linalg.inv(s.Sigma),
            "PR-fisher-score",
        ),
        consequence(
            r"I(\mu) = \Sigma^{-1}E\big[(x-\mu)(x-\mu)^\top\big]\Sigma^{-1} = \Sigma^{-1}",
            "the mean of the products is the covariance matrix: the narrower the Gaussian, the more a point tells about its mean",
            lambda s: fisher.information(-(s.nodes - s.mu) @ np.linalg.inv(s.Sigma), s.shares),
            lambda s: np.linalg.inv(s.Sigma),
            premise=given.OWN_POINTS,
            equation="PR-fisher-information",
            via=lambda s: (
                np.linalg.inv(s.Sigma)
                @ ((s.nodes - s.mu).T * s.shares)
                @ (s.nodes - s.mu)
                @ np.linalg.inv(s.Sigma)
            ),
        ),
        definition(
            r"z = L^{-1}(x - \mu)",
            "the whitened point: mean 0, variance 1 in every direction",
            "Z",
            lambda s: np.linalg.solve(s.L, (s.X - s.mu).T).T,
        ),
        identity(
            r"J_\mu(x)^\top I^{-1}J_\mu(y) = (x-\mu)^\top\Sigma^{-1}(y-\mu) = z^\top z_y",
            "of the three inverses one is left",
            lambda s: fisher.fisher_kernel(
                -(s.X - s.mu) @ np.linalg.inv(s.Sigma),
                -(s.X - s.mu) @ np.linalg.inv(s.Sigma),
                np.linalg.inv(s.Sigma),
            ),
            lambda s: s.Z @ s.Z.T,
            "PR-fisher-kernel",
            via=lambda s: (s.X - s.mu) @ np.linalg.solve(s.Sigma, (s.X - s.mu).T),
        ),
        identity(
            r"z^\top z_y = \big(B(x-\mu)\big)^\top\big(B\Sigma B^\top\big)^{-1}B(y-\mu)",
            "units and directions of the axes do not matter: the Gaussian stretches along with the points",
            lambda s: s.Z @ s.Z.T,
            lambda s: (s.X - s.mu) @ s.B.T @ np.linalg.inv(s.B @ s.Sigma @ s.B.T) @ s.B @ (s.X - s.mu).T,
        ),
        consequence(
            r"z_j = \frac{x_j - \mu_j}{\sigma_j}",
            "with independent coordinates, whitening is standardizing, column by column",
            lambda s: s.Z,
            lambda s: fisher.standardized(s.X, s.mu, np.sqrt(np.diag(s.Sigma))),
            premise=given.AXIS_PARALLEL,
            equation="COURSE-standardized",
            on=draws.draw_axis_parallel,
        ),
    ),
    (draws.draw_gaussian,),
)


# ---- a mixture ------------------------------------------------------------------------------------


def numerical_scores(s):
    """Scores of all parameters from values of log p alone."""
    theta = np.concatenate([s.a, s.mu.ravel(), s.sd.ravel()])
    return fisher.fisher_score(lambda X, theta: log_mixture(X, theta, s.k), theta, s.X)


WEIGHTS = definition(
    r"w_k = \frac{e^{a_k}}{\sum_le^{a_l}}",
    "weights from logits, which may be any numbers",
    "w",
    lambda s: np.exp(s.a) / np.exp(s.a).sum(),
)


POSTERIORS = definition(
    r"r_k(x) = \frac{w_kp_k(x)}{\sum_lw_lp_l(x)}",
    "Bayes' rule: the share of component k in the density at x",
    "r",
    lambda s: fisher.posteriors(fisher.log_joint(s.X, s.w, s.mu, s.sd)),
    "COURSE-mixture-posterior",
)


mixture = Derivation(
    "The scores of a mixture",
    r"Given a mixture of Gaussians with independent coordinates: logits $a$, means $\mu$, standard deviations $\sigma$; and points $x$.",
    (
        WEIGHTS,
        identity(
            r"\log p(x) = \log\sum_kw_k\prod_jN(x_j; \mu_{kj}, \sigma_{kj}^2)",
            "the log density, from densities of single numbers and from the formula",
            lambda s: log_mixture(s.X, np.concatenate([s.a, s.mu.ravel(), s.sd.ravel()]), s.k),
            lambda s: np.logaddexp.reduce(fisher.log_joint(s.X, s.w, s.mu, s.sd), axis=1),
            "COURSE-mixture",
        ),
        POSTERIORS,
        identity(
            r"-\frac{\partial\log p(x)}{\partial a_k} = w_k - r_k(x)",
            "a larger logit raises its own term, and all terms lose the same share, so that the weights still sum to 1",
            lambda s: numerical_scores(s)[:, : s.k],
            lambda s: fisher.weight_scores(s.r, s.w),
            "COURSE-weight-score",
        ),
        identity(
            r"-\frac{\partial\log p(x)}{\partial\mu_{kj}} = -r_k(x)\,\frac{z_{kj}}{\sigma_{kj}}",
            "the score of one Gaussian, as far as the point belongs to it",
            lambda s: numerical_scores(s)[:, s.k : s.k + s.mu.size],
            lambda s: fisher.mean_scores(s.X, s.r, s.mu, s.sd),
            "COURSE-mean-score",
        ),
        identity(
            r"-\frac{\partial\log p(x)}{\partial\sigma_{kj}} = -r_k(x)\,\frac{z_{kj}^2 - 1}{\sigma_{kj}}",
            "a wider Gaussian is surprised less by what lies outside of one standard deviation, and more by the rest",
            lambda s: numerical_scores(s)[:, s.k + s.mu.size :],
            lambda s: fisher.sd_scores(s.X, s.r, s.mu, s.sd),
            "COURSE-sd-score",
        ),
    ),
    (draws.draw_mixture,),
)


weights_alone = Derivation(
    "The kernel of the weights",
    r"Given weights $w$ and posteriors $r(x)$, $r(y)$, and $M = \operatorname{diag}(w) - ww^\top$, the information of the logits without overlap.",
    (
        consequence(
            r"M\operatorname{diag}(1/w)\,M = M",
            "M has no inverse, for a constant added to all logits changes nothing; diag(1/w) does the work of one",
            lambda s: (
                fisher.closed_weight_information(s.w)
                @ np.diag(1 / s.w)
                @ fisher.closed_weight_information(s.w)
            ),
            lambda s: np.diag(s.w) - np.outer(s.w, s.w),
            premise=given.WEIGHTS_SUM,
            equation="COURSE-closed-information",
        ),
        consequence(
            r"(w - r)^\top\operatorname{diag}(1/w)\,(w - r_y) = \sum_k\frac{r_k(x)\,r_k(y)}{w_k} - 1",
            "multiply out: 1 − 1 − 1, and the sum of products",
            lambda s: fisher.weight_scores(s.r, s.w) @ np.diag(1 / s.w) @ fisher.weight_scores(s.r_y, s.w).T,
            lambda s: fisher.weight_kernel(s.r, s.r_y, s.w),
            premise=(given.WEIGHTS_SUM, given.POSTERIORS_SUM, given.OTHER_POSTERIORS_SUM),
            equation="COURSE-weight-kernel",
        ),
        consequence(
            r"J_a(x)^\top M^+J_a(y) = \sum_k\frac{r_k(x)\,r_k(y)}{w_k} - 1",
            "the pseudo-inverse gives the same, since scores of logits sum to zero",
            lambda s: fisher.fisher_kernel(
                fisher.weight_scores(s.r, s.w),
                fisher.weight_scores(s.r_y, s.w),
                fisher.closed_weight_information(s.w),
            ),
            lambda s: fisher.weight_kernel(s.r, s.r_y, s.w),
            premise=(given.POSTERIORS_SUM, given.OTHER_POSTERIORS_SUM),
            equation="COURSE-weight-kernel",
        ),
    ),
    (draws.draw_posteriors,),
)


# ---- information in closed form -------------------------------------------------------------------


NODES_AND_SHARES = definition(
    r"E[f] = \int f(x)\,p(x)\,dx",
    "means over the mixture, as sums over nodes on the line, exact to rounding",
    "on_line",
    nodes_of,
)


SCORES_ON_LINE = definition(
    r"J = (J_a, J_\mu, J_\sigma)",
    "the scores of all parameters at the nodes",
    "J",
    lambda s: scores_on_line(s),
)


def scores_on_line(s):
    """Scores of all parameters at the nodes, as an (m, 3k) array."""
    x, r, mu, sd = s.on_line[0], given.posteriors_on_line(s), s.m[:, None], s.s[:, None]
    return np.hstack(
        [fisher.weight_scores(r, s.w), fisher.mean_scores(x, r, mu, sd), fisher.sd_scores(x, r, mu, sd)]
    )


def closed_blocks(s):
    """The closed information as one matrix."""
    of_means, of_sds = fisher.closed_information(s.w, s.s[:, None])
    return block_diag(fisher.closed_weight_information(s.w), np.diag(of_means), np.diag(of_sds))


closed_form = Derivation(
    "The information in closed form, and when it holds",
    r"Given a mixture on the line, with weights $w$, means $\mu$ and standard deviations $\sigma$.",
    (
        NODES_AND_SHARES,
        SCORES_ON_LINE,
        consequence(
            r"E\big[JJ^\top\big] = \begin{pmatrix}\operatorname{diag}(w) - ww^\top & & \\ & \operatorname{diag}(w_k/\sigma_k^2) & \\ "
            r"& & \operatorname{diag}(2w_k/\sigma_k^2)\end{pmatrix}",
            "every point has one component with posterior 1, and there the moments of one Gaussian are left: 1, z² and (z² − 1)²",
            lambda s: fisher.information(s.J, s.on_line[1]),
            closed_blocks,
            premise=given.NO_OVERLAP,
            equation="COURSE-closed-information",
            on=draws.draw_apart,
        ),
        bound(
            r"E\big[J_a^2\big] \le w_k(1 - w_k), \quad E\big[J_\mu^2\big] \le \frac{w_k}{\sigma_k^2}, \quad E\big[J_\sigma^2\big] \le \frac{2w_k}{\sigma_k^2}",
            "where components overlap, r² < r: the closed form promises more information than there is",
            lambda s: np.diag(fisher.information(s.J, s.on_line[1])),
            lambda s: np.diag(closed_blocks(s)),
            attained=lambda s, rng: draws.pulled_apart(s),
            equation="COURSE-closed-information",
        ),
    ),
    (draws.draw_overlapping,),
)


# ---- EM -------------------------------------------------------------------------------------------


def mean_numerical_scores(s):
    """Mean scores of the points: logits, means, standard deviations."""
    theta = np.concatenate([np.log(s.w), s.mu.ravel(), s.sd.ravel()])
    return fisher.fisher_score(lambda X, theta: log_mixture(X, theta, s.k), theta, s.X).mean(axis=0)


def _mean_of_logs(s, w, mu, sd):
    """The mean over points of Σ rₖ log(w′ₖ p′ₖ / rₖ), with r of the setting's mixture."""
    joint = fisher.log_joint(s.X, s.w, s.mu, s.sd)
    log_r = joint - np.logaddexp.reduce(joint, axis=1, keepdims=True)
    return (np.exp(log_r) * (fisher.log_joint(s.X, w, mu, sd) - log_r)).sum(axis=1).mean()


def log_likelihood(X, w, mu, sd):
    """Mean log density of the points, from densities of single numbers."""
    return log_mixture(X, np.concatenate([np.log(w), mu.ravel(), sd.ravel()]), len(w)).mean()


def _other(s):
    return s.other_w, s.other_mu, s.other_sd


def _with_other(s, mixture):
    return s.but(other_w=mixture[0], other_mu=mixture[1], other_sd=mixture[2])


em = Derivation(
    "EM follows the scores, and never goes down",
    r"Given points $x_1, \dots, x_n$ and a mixture $\theta$ with posteriors $r_{ik}$; $\theta^+ = (w^+, \mu^+, \sigma^+)$ is what one step of EM makes "
    r"of it, and $\theta'$ is any other mixture.",
    (
        definition(
            r"\bar J = \frac1n\sum_iJ_\theta(x_i)",
            "the mean scores of the points, from values of log p alone",
            "J_mean",
            mean_numerical_scores,
        ),
        identity(
            r"w_k^+ - w_k = -\bar J_{a_k}",
            "the mean of the posteriors, less the weight, is minus the mean score of the logit",
            lambda s: (
                fisher.maximize(s.X, fisher.posteriors(fisher.log_joint(s.X, s.w, s.mu, s.sd)))[0] - s.w
            ),
            lambda s: -s.J_mean[: s.k],
            "COURSE-mixture-em",
        ),
        identity(
            r"\mu_{kj}^+ - \mu_{kj} = -\frac{\sigma_{kj}^2}{w_k^+}\,\bar J_{\mu_{kj}}",
            "the step of a mean is its mean score, in units of the closed information at the new weights",
            lambda s: step_of_em(s)[1] - s.mu,
            lambda s: (
                -(s.sd**2)
                / (s.w - s.J_mean[: s.k])[:, None]
                * s.J_mean[s.k : s.k + s.mu.size].reshape(s.mu.shape)
            ),
            "COURSE-mixture-em",
        ),
        definition(
            r"F(\theta') = \frac1n\sum_i\sum_k r_{ik}\log\frac{w_k'\,p_k'(x_i)}{r_{ik}}",
            "the shares r stay those of θ, and the components are those of θ′",
            "F",
            lambda s: lambda w, mu, sd: _mean_of_logs(s, w, mu, sd),
        ),
        bound(
            r"\frac1n\sum_i\log p(x_i; \theta') \ge F(\theta')",
            "Jensen: p is the mean of w′p′/r with the shares r, and the logarithm of a mean is at least the mean of the logarithms",
            lambda s: log_likelihood(s.X, *_other(s)),
            lambda s: s.F(*_other(s)),
            relation="≥",
            attained=lambda s, rng: _with_other(s, (s.w, s.mu, s.sd)),
            equation="COURSE-mixture-posterior",
        ),
        identity(
            r"F(\theta) = \frac1n\sum_i\log p(x_i; \theta)",
            "for θ′ = θ each fraction is p(xᵢ), by the definition of the posterior",
            lambda s: s.F(s.w, s.mu, s.sd),
            lambda s: log_likelihood(s.X, s.w, s.mu, s.sd),
            "COURSE-mixture-posterior",
        ),
        bound(
            r"F(\theta^+) - F(\theta') \ge 0",
            "F is a sum of logarithms of weights and of Gaussians, each point counted by its share: the weighted shares, means and spreads are best",
            lambda s: s.F(*step_of_em(s)) - s.F(*_other(s)),
            0,
            relation="≥",
            attained=lambda s, rng: _with_other(s, step_of_em(s)),
            equation="COURSE-mixture-em",
        ),
        bound(
            r"\frac1n\sum_i\log p(x_i; \theta^+) \ge \frac1n\sum_i\log p(x_i; \theta)",
            "lines 5, 7 and 6: log p(θ⁺) ≥ F(θ⁺) ≥ F(θ) = log p(θ), summed over the points; at rest nothing changes",
            lambda s: log_likelihood(s.X, *step_of_em(s)),
            lambda s: log_likelihood(s.X, s.w, s.mu, s.sd),
            relation="≥",
            attained=lambda s, rng: draws.at_rest(s),
            equation="COURSE-mixture-em",
        ),
        consequence(
            r"\bar J = 0",
            "where EM rests, the scores of the points cancel: what line 3 of the first proof says of a density's own points",
            lambda s: s.J_mean,
            0,
            premise=given.AT_REST,
            equation="PR-fisher-score",
            on=draws.draw_at_rest,
        ),
    ),
    (draws.draw_start,),
)
