"""The proofs of chapter 10 about a function that is random: what targets say of it, its error bars, its likelihood."""

import numpy as np
from scipy.stats import multivariate_normal

from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity, limit
from kernelcourse.ridge.draws import draw_evidence, draw_place, draw_process, log_density, slope
from kernelcourse.ridge.without import ALONE, LIKELIEST_SCALE, objective_at
from kernelsy19.ridge import equations as ridge


def _noisy(K, lam):
    """Covariance of targets: that of the function, and the noise."""
    return K + lam * np.eye(len(K))


def _joint(s):
    """Covariance of f at the new places, and of the targets."""
    return np.block([[s.K_zz, s.K_new], [s.K_new.T, _noisy(s.K, s.lam)]])


def _log_probability(s, w):
    """log p(w) p(y | w), for independent standard normal w and noise of variance λ."""
    return log_density(w, np.eye(len(w))) + log_density(s.y - s.Phi @ w, s.lam * np.eye(s.n))


posterior = Derivation(
    "What targets say of a random function",
    r"Given a function of which nothing is known but that its values are jointly normal, with mean 0 and covariance "
    r"$k(x, z)$; targets $y_i$, each $f(x_i)$ plus independent normal noise of variance $\lambda$; and any values $f$ at new "
    r"places $z$. $\mathbf{K}_{zx}$ holds kernel values of new places and points, and $w$ minimizes $J$.",
    (
        identity(
            r"J(w) - J(0) = -2\lambda\,\big(\log p(w)\,p(y \mid w) - \log p(0)\,p(y \mid 0)\big)",
            "for w of independent standard normal entries ⟨w, Φ(x)⟩ has covariance k: what ridge minimizes is a probability",
            lambda s: objective_at(s, s.w, 0.0) - s.y @ s.y,
            lambda s: -2 * s.lam * (_log_probability(s, s.w) - _log_probability(s, 0 * s.w)),
            "COURSE-kernel-ridge",
        ),
        definition(
            r"\mathbf{G} = (\mathbf{K} + \lambda\mathbf{I}_n)^{-1}, \qquad \mu = \mathbf{K}_{zx}\mathbf{G}\,y",
            "the inverse of the covariance of the targets: noise adds to each what it shares with no other. And a guess of f(z)",
            "mean",
            lambda s: s.K_new @ np.linalg.solve(_noisy(s.K, s.lam), s.y),
        ),
        definition(
            r"\mathbf{P} = \mathbf{K}_{zz} - \mathbf{K}_{zx}\mathbf{G}\,\mathbf{K}_{xz}",
            "what remains of the covariance of f(z)",
            "P",
            lambda s: ridge.posterior_covariance(s.K_zz, s.K_new, _noisy(s.K, s.lam)),
            "COURSE-posterior-covariance",
        ),
        identity(
            r"\begin{pmatrix} f \\ y \end{pmatrix}^{\!\top}\!\begin{pmatrix} \mathbf{K}_{zz} & \mathbf{K}_{zx} \\ "
            r"\mathbf{K}_{xz} & \mathbf{G}^{-1} \end{pmatrix}^{-1}\!\begin{pmatrix} f \\ y \end{pmatrix} = "
            r"(f - \mu)^\top\mathbf{P}^{-1}(f - \mu) + y^\top\mathbf{G}\,y",
            "complete the square in f: what is left does not contain f",
            lambda s: np.append(s.f, s.y) @ np.linalg.solve(_joint(s), np.append(s.f, s.y)),
            lambda s: (
                (s.f - s.mean) @ np.linalg.solve(s.P, s.f - s.mean)
                + s.y @ np.linalg.solve(_noisy(s.K, s.lam), s.y)
            ),
        ),
        identity(
            r"\log\begin{vmatrix} \mathbf{K}_{zz} & \mathbf{K}_{zx} \\ \mathbf{K}_{xz} & \mathbf{G}^{-1} \end{vmatrix} = "
            r"\log|\mathbf{P}| - \log|\mathbf{G}|",
            "elimination of y leaves P, so the volumes multiply",
            lambda s: np.linalg.slogdet(_joint(s))[1],
            lambda s: np.linalg.slogdet(s.P)[1] + np.linalg.slogdet(_noisy(s.K, s.lam))[1],
        ),
        identity(
            r"\frac{p(f, y)}{p(y)} = p(f \mid y): \quad \text{normal, with mean } \mu \text{ and covariance } \mathbf{P}",
            "lines 4 and 5 in the exponent and before it; no targets stand in P",
            lambda s: log_density(np.append(s.f, s.y), _joint(s)) - log_density(s.y, _noisy(s.K, s.lam)),
            lambda s: multivariate_normal.logpdf(s.f, s.mean, s.P),
            "COURSE-posterior-covariance",
        ),
        consequence(
            r"\mu = \hat f(z)",
            "the fit that minimizes J: kernel ridge regression with the price λ is the mean",
            lambda s: s.Phi_new @ s.w,
            lambda s: s.mean,
            premise=ALONE,
            equation="COURSE-posterior-mean",
        ),
    ),
    draw_process,
)


def _variance(s, Phi, lam, border=False):
    """The squared error bar at x from kernel values alone, of the points in the rows of Phi."""
    K, k_x = Phi @ Phi.T, np.append(Phi @ s.phi_x, np.ones(int(border)))
    M = ridge.bordered_matrix(K, lam) if border else _noisy(K, lam)
    return ridge.posterior_covariance(s.phi_x @ s.phi_x, k_x[None], M).item()


def _missed(s, a):
    """‖Φ(x) − Σ aᵢΦ(xᵢ)‖² + λ‖a‖²."""
    return ((s.phi_x - ridge.combine_points(a, s.Phi)) ** 2).sum() + s.lam * a @ a


def _unseen(s):
    """What of Φ(x) stands at right angles to all mapped points."""
    return s.phi_x - s.Phi.T @ np.linalg.lstsq(s.Phi.T, s.phi_x, rcond=None)[0]


def _with_constant(s, kappa):
    """The setting with one more coordinate, which is √κ for all points: the kernel is k + κ."""
    Phi = np.column_stack([s.Phi, np.full(s.n, np.sqrt(kappa))])
    return s.but(Phi=Phi, phi_x=np.append(s.phi_x, np.sqrt(kappa)))


def _not_seen_by_the_new(s):
    """The new mapped point without what it shares with the others, and with x."""
    rows = np.vstack([s.Phi, s.phi_x])
    return s.phi_new - rows.T @ np.linalg.lstsq(rows.T, s.phi_new, rcond=None)[0]


error_bar = Derivation(
    "What an error bar measures",
    r"Given mapped points $\Phi(x_i)$, a place $x$, $\lambda > 0$, any weights $a$, and "
    r"$s(x)^2 = k(x, x) - k_x^\top(\mathbf{K} + \lambda\mathbf{I}_n)^{-1}k_x$, the posterior variance of $f(x)$.",
    (
        definition(
            r"a^\star = (\mathbf{K} + \lambda\mathbf{I}_n)^{-1}k_x",
            "the weights with which the prediction adds up the targets: the mean is yᵀa*",
            "best",
            lambda s: np.linalg.solve(_noisy(s.Phi @ s.Phi.T, s.lam), s.Phi @ s.phi_x),
        ),
        identity(
            r"s(x)^2 = \Big\|\Phi(x) - \sum_i a^\star_i\Phi(x_i)\Big\|^2 + \lambda\,\|a^\star\|^2",
            "multiply out: by line 1 all but k(x, x) − k_xᵀa* cancels. How badly Φ(x) is made of the points, and the noise",
            lambda s: _variance(s, s.Phi, s.lam),
            lambda s: _missed(s, s.best),
            "COURSE-posterior-covariance",
        ),
        bound(
            r"s(x)^2 \le \Big\|\Phi(x) - \sum_i a_i\Phi(x_i)\Big\|^2 + \lambda\,\|a\|^2",
            "of all weights a* is best: no other sum of the targets has a smaller expected square of its error",
            lambda s: _variance(s, s.Phi, s.lam),
            lambda s: _missed(s, s.a),
            attained=lambda s, rng: s.but(a=s.best),
            equation="COURSE-posterior-covariance",
        ),
        bound(
            r"s(x)^2 \ge \min_a\Big\|\Phi(x) - \sum_i a_i\Phi(x_i)\Big\|^2",
            "the squared distance of k(x, ·) from the span of the bumps, the part that no point sees: no variance is negative",
            lambda s: _variance(s, s.Phi, s.lam),
            lambda s: (_unseen(s) ** 2).sum(),
            relation="≥",
            attained=lambda s, rng: s.but(phi_x=_unseen(s)),
        ),
        limit(
            r"s(x)^2 - \min_a\Big\|\Phi(x) - \sum_i a_i\Phi(x_i)\Big\|^2 = O(\lambda)",
            "without noise nothing but the part that no point sees remains uncertain, at a point itself nothing",
            lambda s, lam: _variance(s, s.Phi, lam) - (_unseen(s) ** 2).sum(),
            sizes=(1e-6, 2e-6, 4e-6),
            slope=1,
            equation="COURSE-representer",
        ),
        bound(
            r"s(x)^2 \text{ with one more point } \le s(x)^2",
            "one more weight is free in line 3: a target, wherever it is and whatever it says, never widens a bar",
            lambda s: _variance(s, np.vstack([s.Phi, s.phi_new]), s.lam),
            lambda s: _variance(s, s.Phi, s.lam),
            attained=lambda s, rng: s.but(phi_new=_not_seen_by_the_new(s)),
            equation="COURSE-posterior-covariance",
        ),
        limit(
            r"s(x)^2 \text{ for } k + \kappa \;=\; k(x, x) - \begin{pmatrix} k_x \\ 1 \end{pmatrix}^{\!\top}\!"
            r"\begin{pmatrix} \mathbf{K} + \lambda\mathbf{I}_n & \mathbf{1} \\ \mathbf{1}^\top & 0 \end{pmatrix}^{-1}\!"
            r"\begin{pmatrix} k_x \\ 1 \end{pmatrix} + O\big(\kappa^{-1}\big)",
            "a constant of variance κ is added to f. The wider its prior, the freer the intercept: border the matrix",
            lambda s, kappa: abs(
                _variance(_with_constant(s, kappa), _with_constant(s, kappa).Phi, s.lam)
                - _variance(s, s.Phi, s.lam, border=True)
            ),
            sizes=(1e3, 2e3, 4e3),
            slope=-1,
            equation="COURSE-bordered",
        ),
    ),
    draw_place,
)


def _one_after_the_other(s):
    """Mean and variance of each target, given those before it."""
    M = _noisy(s.K, s.lam)
    for i in range(s.n):
        before = np.linalg.solve(M[:i, :i], M[:i, i])
        yield s.y[i] - before @ s.y[:i], M[i, i] - before @ M[:i, i]


evidence = Derivation(
    "How probable the targets were",
    r"Given targets $y$ of a random function with covariance $k$, the RBF kernel, and noise of variance $\lambda$, so "
    r"$y$ is normal with covariance $\mathbf{K} + \lambda\mathbf{I}_n$; $\mathbf{G}$ is its inverse and $\alpha = \mathbf{G}y$. In lines 2 "
    r"and 3 it changes with a number $\theta$ in any way, and $\mathbf{D}$ is its derivative. $\tau$ scales all of it.",
    (
        identity(
            r"\log p(y) = \sum_i \log p(y_i \mid y_1, \dots, y_{i-1})",
            "how well each target is predicted by those before it, error and error bar: beside leaving one out, learning one by one",
            lambda s: ridge.log_marginal_likelihood(_noisy(s.K, s.lam), s.y),
            lambda s: sum(-(e**2 / v + np.log(2 * np.pi * v)) / 2 for e, v in _one_after_the_other(s)),
            "COURSE-marginal-likelihood",
        ),
        identity(
            r"\frac{\partial}{\partial\theta}\, y^\top\mathbf{G}\,y = -\alpha^\top\mathbf{D}\,\alpha",
            "the derivative of (K + λI)G = I says that of the inverse",
            lambda s: slope(lambda t: s.y @ np.linalg.solve(_noisy(s.K, s.lam) + t * s.dM, s.y), 0.0, 1e-3),
            lambda s: -ridge.dual_variables(s.K, s.y, s.lam) @ s.dM @ ridge.dual_variables(s.K, s.y, s.lam),
        ),
        identity(
            r"-\frac{\partial}{\partial\theta}\log|\mathbf{G}| = \operatorname{tr}\mathbf{G}\mathbf{D}",
            "the determinant is the product of the eigenvalues, so its logarithm is a sum",
            lambda s: slope(lambda t: np.linalg.slogdet(_noisy(s.K, s.lam) + t * s.dM)[1], 0.0, 1e-3),
            lambda s: (np.linalg.inv(_noisy(s.K, s.lam)) * s.dM).sum(),
        ),
        identity(
            r"\frac{\partial}{\partial\log\lambda}\log p(y) = \frac\lambda2\Big(\|\alpha\|^2 - \operatorname{tr}\mathbf{G}\Big)",
            "lines 2 and 3, with D = λI: errors larger than were foretold call for more noise, smaller ones for less",
            lambda s: slope(lambda u: log_density(s.y, _noisy(s.K, np.exp(u))), np.log(s.lam)),
            lambda s: ridge.likelihood_slope(_noisy(s.K, s.lam), s.y, s.lam * np.eye(s.n)),
            "COURSE-likelihood-slope",
        ),
        identity(
            r"\frac{\partial}{\partial\log\gamma}\log p(y) = \tfrac12\,\alpha^\top\mathbf{D}\,\alpha - "
            r"\tfrac12\operatorname{tr}\mathbf{G}\mathbf{D}, \qquad D_{ij} = K_{ij}\log K_{ij}",
            "K is exp(−γd²), so its derivative in log γ is −γd² K = K log K, entry by entry",
            lambda s: slope(
                lambda u: log_density(s.y, _noisy(s.K ** np.exp(u), s.lam)),
                0.0,
            ),
            lambda s: ridge.likelihood_slope(_noisy(s.K, s.lam), s.y, s.K * np.log(s.K)),
            "COURSE-likelihood-slope",
        ),
        consequence(
            r"\tau\,\lambda = \frac1n\, \min J",
            "∂ log p(y)/∂ log τ = ½(yᵀGy/τ − n), and λ yᵀα is the least J: the scale has no need of a search",
            lambda s: s.tau * s.lam,
            lambda s: objective_at(s, s.w, 0.0) / s.n,
            premise=LIKELIEST_SCALE,
            equation="COURSE-marginal-likelihood",
        ),
    ),
    draw_evidence,
)
