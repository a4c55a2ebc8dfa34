"""The proofs of chapter 18: what targets say of a random function, its error bars, its likelihood, kernels of parts."""

import numpy as np
from scipy.stats import multivariate_normal
from scipy.stats import t as student_t

from kernelcourse.gaussian_process import draws
from kernelcourse.gaussian_process.without import LIKELIEST_SCALE, PARTS_INDEPENDENT
from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity, limit
from kernelcourse.ridge.draws import log_density, slope
from kernelcourse.ridge.without import ALONE, objective_at
from kernelsy19.gaussian_process import equations as gp
from kernelsy19.kernels.equations import rbf
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
            lambda s: gp.posterior_covariance(s.K_zz, s.K_new, _noisy(s.K, s.lam)),
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
    draws.draw_process,
)


def _variance(s, Phi, lam, border=False):
    """The squared error bar at x from kernel values alone, of the points in the rows of Phi."""
    K, k_x = Phi @ Phi.T, np.append(Phi @ s.phi_x, np.ones(int(border)))
    M = ridge.bordered_matrix(K, lam) if border else _noisy(K, lam)
    return gp.posterior_covariance(s.phi_x @ s.phi_x, k_x[None], M).item()


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
    draws.draw_place,
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
            lambda s: gp.log_marginal_likelihood(_noisy(s.K, s.lam), s.y),
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
            lambda s: gp.likelihood_slope(_noisy(s.K, s.lam), s.y, s.lam * np.eye(s.n)),
            "COURSE-likelihood-slope",
        ),
        identity(
            r"\frac{\partial}{\partial\log\gamma}\log p(y) = \tfrac12\,\alpha^\top\mathbf{D}\,\alpha - "
            r"\tfrac12\operatorname{tr}\mathbf{G}\mathbf{D}, \qquad D_{ij} = K_{ij}\log K_{ij}",
            "K is exp(−γd²), so its derivative in log γ is −γd² K = K log K, entry by entry",
            lambda s: slope(lambda u: log_density(s.y, _noisy(s.K ** np.exp(u), s.lam)), 0.0),
            lambda s: gp.likelihood_slope(_noisy(s.K, s.lam), s.y, s.K * np.log(s.K)),
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
        consequence(
            r"\hat\tau = \frac1n\, y^\top\mathbf{G}\,y",
            "the same without a fit: the mean square of the targets, in units of what the prior allows them",
            lambda s: s.tau,
            lambda s: gp.likeliest_scale(_noisy(s.K, s.lam), s.y),
            premise=LIKELIEST_SCALE,
            equation="COURSE-likeliest-scale",
        ),
    ),
    draws.draw_evidence,
)


def _standardized(s, border):
    """A new target in error bars whose scale came from the others, and that scale's root times the bar."""
    n = s.n - int(border)
    M = ridge.bordered_matrix(s.K, s.lam) if border else _noisy(s.K, s.lam)
    rows, y = (np.append(s.k_x, 1.0), np.append(s.y, 0.0)) if border else (s.k_x, s.y)
    variance = gp.posterior_covariance(s.k_xx, rows[None], M).item() + s.lam
    bar = np.sqrt(y @ np.linalg.solve(M, y) / n * variance)
    return (s.y_new - rows @ np.linalg.solve(M, y)) / bar, bar, n


def _density_of_new(s, border):
    """p(y* | y) where no scale τ is likelier than another in its logarithm: τ is summed over, not estimated."""
    K = np.block([[s.K, s.k_x[:, None]], [s.k_x[None], s.k_xx]]) + s.lam * np.eye(s.n + 1)
    y = np.append(s.y, s.y_new)
    return np.exp(draws.with_any_scale(y, K, border) - draws.with_any_scale(y[:-1], K[:-1, :-1], border))


student = Derivation(
    "A scale that was estimated",
    r"Given targets $y$ with covariance $\tau(\mathbf{K} + \lambda\mathbf{I}_n)$, of whose scale nothing is known: any "
    r"$\log\tau$ is as likely beforehand as another. $y_*$ is a new target at $x_*$, and $t_m$ the density of Student's $t$ with $m$ degrees of freedom.",
    (
        identity(
            r"p(y_* \mid y) = \frac1b\, t_n\Big(\frac{y_* - k_*^\top\mathbf{G}y}{b}\Big), \qquad "
            r"b^2 = \hat\tau\,\big(s(x_*)^2 + \lambda\big)",
            "sum over all scales, each as probable as the targets make it: the tails are heavier than those of the likeliest alone",
            lambda s: _density_of_new(s, border=False),
            lambda s: student_t.pdf(_standardized(s, False)[0], s.n) / _standardized(s, False)[1],
            "COURSE-student",
        ),
        identity(
            r"p(y_* \mid y) = \frac1b\, t_{n-1}\Big(\frac{y_* - f(x_*) - b_0}{b}\Big) \quad\text{with a free intercept } b_0",
            "of n targets only n − 1 differences know nothing of the constant, and the bordered matrix has the error bar",
            lambda s: _density_of_new(s, border=True),
            lambda s: student_t.pdf(_standardized(s, True)[0], s.n - 1) / _standardized(s, True)[1],
            "COURSE-student",
        ),
    ),
    draws.draw_new_target,
)


def _of_part(s, part):
    """How the values of f₁ at the new places (part 1), or of f₂, vary with all values: of f₁, of f₂, and of the targets."""
    zero = np.zeros((s.m, s.m))
    return [[s.K1_zz, zero, s.K1_zx], [zero, s.K2_zz, s.K2_zx]][part - 1]


def _conditional(s):
    """Mean (2m,) and covariance (2m, 2m) of the values of f₁ and f₂, from the inverse of the covariance of everything."""
    top = np.block([_of_part(s, 1), _of_part(s, 2)])
    M = s.K1 + s.K2 + s.both + s.lam * np.eye(s.n)
    joint = np.vstack([top, np.hstack([s.K1_zx.T, s.K2_zx.T, M])])
    precision = np.linalg.inv(joint)
    seen = precision[: 2 * s.m, : 2 * s.m]
    return -np.linalg.solve(seen, precision[: 2 * s.m, 2 * s.m :] @ s.y), np.linalg.inv(seen)


parts = Derivation(
    "Kernels of several parts",
    r"Given two independent random functions with covariances $k_1$ and $k_2$, targets $y_i$ of $f = f_1 + f_2$ with noise of "
    r"variance $\lambda$, and new places $z$; $\mathbf{G} = (\mathbf{K}_1 + \mathbf{K}_2 + \lambda\mathbf{I}_n)^{-1}$. "
    r"$x, x'$ are points of several columns, and $\gamma_j > 0$.",
    (
        consequence(
            r"\operatorname{mean}[f_1(z) \mid y] = \mathbf{K}_{1,zx}\,\mathbf{G}\,y",
            "only the part f₁ of a target varies with f₁(z). The means of both parts add up to that of f",
            lambda s: _conditional(s)[0][: s.m],
            lambda s: s.K1_zx @ np.linalg.solve(s.K1 + s.K2 + s.lam * np.eye(s.n), s.y),
            premise=PARTS_INDEPENDENT,
            equation="COURSE-posterior-mean",
        ),
        consequence(
            r"\operatorname{cov}[f_1(z), f_2(z') \mid y] = -\mathbf{K}_{1,zx}\,\mathbf{G}\,\mathbf{K}_{2,xz'}",
            "the targets tell the sum: what one part takes, the other lacks",
            lambda s: _conditional(s)[1][: s.m, s.m :],
            lambda s: -s.K1_zx @ np.linalg.solve(s.K1 + s.K2 + s.lam * np.eye(s.n), s.K2_zx.T),
            premise=PARTS_INDEPENDENT,
            equation="COURSE-posterior-covariance",
        ),
        identity(
            r"\exp\Big(-\sum_j\gamma_j(x_j - x_j')^2\Big) = \prod_j \exp\big(-\gamma_j(x_j - x_j')^2\big)",
            "a product of RBF kernels, one for each column: a kernel, and one that needs all columns to agree",
            lambda s: gp.rbf_by_columns(s.X, s.X, s.gamma),
            lambda s: np.prod(
                [rbf(x[:, None], x[:, None], g) for x, g in zip(s.X.T, s.gamma, strict=True)], axis=0
            ),
            "COURSE-widths",
        ),
        identity(
            r"\frac{\partial}{\partial\log\gamma_j}\log p(y) = \tfrac12\,\alpha^\top\mathbf{D}\,\alpha - "
            r"\tfrac12\operatorname{tr}\mathbf{G}\mathbf{D}, \qquad D_{il} = -\gamma_j\,(x_{ij} - x_{lj})^2 K_{il}",
            "one slope for each column, from the distances in this column alone",
            lambda s: slope(lambda u: log_density(s.y, _noisy(_by_columns(s, u), s.lam)), 0.0),
            lambda s: gp.likelihood_slope(
                _noisy(_by_columns(s, 0.0), s.lam),
                s.y,
                -s.gamma[0] * (s.X[:, :1] - s.X[:, 0]) ** 2 * _by_columns(s, 0.0),
            ),
            "COURSE-likelihood-slope",
        ),
        identity(
            r"\exp\Big(-4\gamma\sin^2\frac{\pi(x - x')}{T}\Big) = \exp\big(-\gamma\,\|c(x) - c(x')\|^2\big), \qquad "
            r"c(x) = \begin{pmatrix}\cos 2\pi x/T \\ \sin 2\pi x/T\end{pmatrix}",
            "bend the line into a circle on which T is one turn, and take the RBF kernel there",
            lambda s: np.exp(-4 * s.gamma[0] * np.sin(np.pi * (s.X[:, :1] - s.X[:, 0]) / s.T) ** 2),
            lambda s: gp.periodic(s.X[:, :1], s.X[:, :1], s.gamma[0], s.T),
            "COURSE-periodic",
        ),
    ),
    draws.draw_parts,
)


def _by_columns(s, u):
    """The Gram matrix, with e^u times the first γ."""
    return gp.rbf_by_columns(s.X, s.X, s.gamma * np.exp(u * (np.arange(len(s.gamma)) == 0)))
