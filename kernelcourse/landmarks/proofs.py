"""The proofs of chapter 16: what landmarks leave, how they are drawn, random waves, sums of parts, two certificates."""

import functools

import numpy as np
from scipy.spatial.distance import cdist

from kernelcourse.landmarks import draws
from kernelcourse.landmarks import without as given
from kernelcourse.landmarks.without import exact_dual, features, gram_of, rest, sticking_out
from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity, limit
from kernelsy19 import ball
from kernelsy19.kernels import rbf
from kernelsy19.landmarks import equations as marks

REPETITIONS = 600  # draws of frequencies, from which the rate of the error is read


def _features(s):
    return marks.landmark_features(s.Phi @ s.Phi[s.Z].T, s.R)


def _trace(s):
    return marks.trace_left(np.diag(gram_of(s)), (_features(s) ** 2).sum(axis=1))


def small_and_apart(s, rng):
    """What is no landmark lies in one direction, at a right angle to all landmarks, and is short."""
    others = np.setdiff1d(np.arange(s.n), s.Z)
    Phi = s.Phi.copy()
    apart = np.linalg.svd(Phi[s.Z])[2][-1]
    Phi[others] = 0.01 * np.outer(rng.uniform(0.5, 1.0, size=len(others)), apart)
    return s.but(Phi=Phi)


landmark_error = Derivation(
    "What landmarks leave of K",
    r"Given mapped points $\Phi(x_i)$, $m$ of them landmarks $Z$ whose mapped points are linearly independent, an upper "
    r"triangular $\mathbf{R}$ with $\mathbf{R}^\top\mathbf{R} = k(Z, Z)$, and the features $\varphi(x) = \mathbf{R}^{-\top}k(Z, x)$.",
    (
        definition(
            r"h_i = \Phi(x_i) - \mathbf{P}\,\Phi(x_i)",
            "P projects on the span of the mapped landmarks: h is what sticks out of it",
            "G",
            sticking_out,
        ),
        consequence(
            r"\mathbf{F}\mathbf{F}^\top = \Big(\langle\mathbf{P}\,\Phi(x_i), \mathbf{P}\,\Phi(x_j)\rangle\Big)_{ij}",
            "RᵀR = k(Z, Z) makes R⁻ᵀ a change to orthonormal axes: the features are the coordinates of the shadow of Φ(x)",
            lambda s: marks.nystrom(_features(s), _features(s)),
            lambda s: (s.Phi - s.G) @ (s.Phi - s.G).T,
            premise=given.FACTORED,
            equation="COURSE-nystrom",
        ),
        consequence(
            r"\mathbf{K} - \mathbf{F}\mathbf{F}^\top = \big(\langle h_i, h_j\rangle\big)_{ij}",
            "shadow and rest are at right angles, so their products add up to those of Φ: what is left is a Gram matrix, too",
            rest,
            lambda s: s.G @ s.G.T,
            premise=given.FACTORED,
            equation="COURSE-landmark-features",
        ),
        bound(
            r"a^\top(\mathbf{K} - \mathbf{F}\mathbf{F}^\top)\,a \ge 0",
            "a Gram matrix is positive semidefinite: landmarks never give too much",
            lambda s: s.z @ rest(s) @ s.z,
            0,
            relation="≥",
            premise=given.FACTORED,
            attained=lambda s, rng: s.but(z=np.isin(np.arange(s.n), s.Z) * rng.uniform(0.5, 2.0, size=s.n)),
            equation="COURSE-nystrom",
        ),
        consequence(
            r"\sum_i \big(k(x_i, x_i) - \|\varphi(x_i)\|^2\big) = \sum_i \|h_i\|^2",
            "the diagonal of line 3: the trace is the sum of the squared lengths that stick out",
            lambda s: _trace(s),
            lambda s: (s.G**2).sum(),
            premise=given.FACTORED,
            equation="COURSE-trace-left",
        ),
        bound(
            r"\|\mathbf{K} - \mathbf{F}\mathbf{F}^\top\|_2 \le \mathrm{tr}(\mathbf{K} - \mathbf{F}\mathbf{F}^\top)",
            "no eigenvalue is negative, so the largest is at most the sum of all; with one direction left they are equal",
            lambda s: np.linalg.norm(rest(s), 2),
            lambda s: _trace(s),
            premise=given.FACTORED,
            attained=given.one_direction,
            equation="COURSE-trace-left",
        ),
        bound(
            r"\max_k \big(\Lambda_k(\mathbf{K}) - \Lambda_k(\mathbf{F}\mathbf{F}^\top)\big) \le \mathrm{tr}(\mathbf{K} - \mathbf{F}\mathbf{F}^\top)",
            "by Weyl no eigenvalue Λₖ moves by more than the norm of what is taken away",
            lambda s: (np.linalg.eigvalsh(gram_of(s)) - np.linalg.eigvalsh(gram_of(s) - rest(s))).max(),
            lambda s: np.trace(rest(s)),
            premise=given.FACTORED,
            attained=small_and_apart,
            equation="COURSE-trace-left",
        ),
        bound(
            r"\sum_i \Big\|\Phi(x_i) - \sum_j a_{ij}\,\Phi(z_j)\Big\|^2 \ge \mathrm{tr}(\mathbf{K} - \mathbf{F}\mathbf{F}^\top)",
            "a projection is the nearest point: no other sums of the mapped landmarks come closer to all the mapped points",
            lambda s: ((s.Phi - s.C @ s.Phi[s.Z]) ** 2).sum(),
            lambda s: _trace(s),
            relation="≥",
            premise=given.FACTOR_SHORT,
            attained=given.best_coefficients,
            equation="COURSE-nystrom",
        ),
    ),
    draws.draw_landmarks,
)


def _without(E, s):
    column = marks.pivot_step(E[:, s], s)
    return E - np.outer(column, column)


def _of_two(s):
    """Features of the landmarks s and t, all at once."""
    Z = [s.s, s.t]
    return marks.landmark_features(s.E[:, Z], np.linalg.cholesky(s.E[np.ix_(Z, Z)]).T)


random_pivots = Derivation(
    "One landmark at a time",
    r"Given $\mathbf{E}$, a positive definite Gram matrix or what is left of one. Point $s$ becomes a landmark.",
    (
        definition(
            r"\ell = \frac{\mathbf{E}_{:s}}{\sqrt{E_{ss}}}",
            "the column of the new landmark, scaled",
            "column",
            lambda s: marks.pivot_step(s.E[:, s.s], s.s),
            "COURSE-pivot-step",
        ),
        identity(
            r"\mathbf{E} - \ell\ell^\top - \ell^\prime\ell^{\prime\top} = \mathbf{E} - \mathbf{F}\mathbf{F}^\top",
            "one landmark after the other takes away the same as both at once by Nyström's formula: nothing has to be redone",
            lambda s: _without(_without(s.E, s.s), s.t),
            lambda s: s.E - _of_two(s) @ _of_two(s).T,
            "COURSE-pivot-step",
        ),
        identity(
            r"\mathrm{tr}\,\mathbf{E} - \mathrm{tr}(\mathbf{E} - \ell\ell^\top) = \frac{\|\mathbf{E}_{:s}\|^2}{E_{ss}}",
            "the trace of ℓℓᵀ is the squared length of ℓ",
            lambda s: np.trace(s.E) - np.trace(s.E - np.outer(s.column, s.column)),
            lambda s: (s.E[:, s.s] ** 2).sum() / s.E[s.s, s.s],
            "COURSE-pivot-step",
        ),
        identity(
            r"\sum_s \frac{E_{ss}}{\mathrm{tr}\,\mathbf{E}}\,\frac{\|\mathbf{E}_{:s}\|^2}{E_{ss}} = \frac{\|\mathbf{E}\|_F^2}{\mathrm{tr}\,\mathbf{E}}",
            "its mean under RPCholesky: the probability cancels the denominator, and all columns together are E",
            lambda s: (
                marks.pivot_probabilities(np.diag(s.E))
                @ [np.trace(s.E - _without(s.E, i)) for i in range(s.n)]
            ),
            lambda s: np.linalg.norm(s.E) ** 2 / np.trace(s.E),
            "COURSE-pivot-probability",
        ),
        bound(
            r"\frac{\|\mathbf{E}\|_F^2}{\mathrm{tr}\,\mathbf{E}} \ge \frac{\mathrm{tr}\,\mathbf{E}}{n}",
            "Cauchy and Schwarz: a landmark takes one nth of the trace on average, and more wherever points have something in common",
            lambda s: (s.E**2).sum() / np.trace(s.E),
            lambda s: np.trace(s.E) / s.n,
            relation="≥",
            attained=lambda s, rng: s.but(E=rng.uniform(0.5, 2.0) * np.eye(s.n)),
            equation="COURSE-pivot-probability",
        ),
    ),
    draws.draw_rest,
)


def _all_frequencies(s):
    """The nodes of the quadrature, as frequencies."""
    lengths = np.linalg.norm(s.G, axis=1)
    return marks.frequencies(s.gamma, s.G / lengths[:, None], lengths)


def _angles(s):
    """ωᵀ(x − y) for all pairs of points and all nodes."""
    return (s.X[:, None] - s.Y[None]) @ _all_frequencies(s).T


def _error_of_mean(s, m):
    """Root mean square error of φ(x)ᵀφ(y) over many draws of m frequencies."""
    rng, difference = np.random.default_rng([s.seed, int(m)]), s.X[0] - s.Y[0]
    omega = np.sqrt(2 * s.gamma) * rng.normal(size=(REPETITIONS, int(m), len(difference)))
    k = np.exp(-s.gamma * (difference**2).sum())
    return np.sqrt(((np.cos(omega @ difference).mean(axis=1) - k) ** 2).mean())


random_waves = Derivation(
    "Random Fourier features",
    r"Given points $x_i$ and $y_j$, $m$ frequencies, $\gamma > 0$, and the kernel $k(x, y) = \exp(-\gamma\|x - y\|^2)$. "
    r"A mean $\mathrm{E}$ over all frequencies $\omega = \sqrt{2\gamma}\,g$, with $g$ standard normal, is computed by quadrature.",
    (
        identity(
            r"\varphi(x)^\top \varphi(y) = \frac1m \sum_j \cos \omega_j^\top(x - y)",
            "cos a cos b + sin a sin b = cos(a − b): a product of features sees only the difference of the points",
            lambda s: marks.nystrom(
                marks.fourier_features(s.X, s.omega), marks.fourier_features(s.Y, s.omega)
            ),
            lambda s: np.cos((s.X[:, None] - s.Y[None]) @ s.omega.T).mean(axis=2),
            "COURSE-fourier-features",
        ),
        identity(
            r"\mathrm{E}\cos \omega^\top(x - y) = k(x, y)",
            "the characteristic function of a Gaussian is a Gaussian: the features are right in the mean",
            lambda s: np.cos(_angles(s)) @ s.weights,
            lambda s: rbf(s.X, s.Y, s.gamma),
            "COURSE-frequencies",
        ),
        identity(
            r"\mathrm{Var}\cos\omega^\top(x - y) = \tfrac12\big(1 - k(x, y)^2\big)^2",
            "cos² u = (1 + cos 2u)/2, and twice the difference makes k⁴: near points are told exactly, far ones are noise",
            lambda s: np.cos(_angles(s)) ** 2 @ s.weights - (np.cos(_angles(s)) @ s.weights) ** 2,
            lambda s: (1 - rbf(s.X, s.Y, s.gamma) ** 2) ** 2 / 2,
            "COURSE-frequencies",
        ),
        limit(
            r"\sqrt{\mathrm{E}\big(\varphi(x)^\top \varphi(y) - k(x, y)\big)^2} = O(m^{-1/2})",
            "a mean of m independent terms: a hundred times the features for one more digit",
            error=_error_of_mean,
            sizes=(8, 32, 128, 512),
            slope=-0.5,
            within=0.1,
            equation="COURSE-fourier-features",
        ),
        identity(
            r"\|\varphi(x)\|^2 = k(x, x)",
            "cos² + sin² = 1: no trace is left, however bad the features are, so here the trace certifies nothing",
            lambda s: (marks.fourier_features(s.X, s.omega) ** 2).sum(axis=1),
            lambda s: np.diag(rbf(s.X, s.X, s.gamma)),
            "COURSE-fourier-features",
        ),
    ),
    draws.draw_waves,
)


def _sum(function, s, *names, **more):
    """A function of all blocks, added up."""
    return functools.reduce(marks.add, (function(*part, **more) for part in draws.parts_of(s, *names)))


def _ridge(s):
    FF, Fy, f, _, sum_y, n = _sum(marks.normal_sums, s, "F", "y")
    return marks.ridge_from_sums(FF, Fy, f, sum_y, n, s.lam)


def _ridge_by_rows(s):
    """w and b by least squares on all rows, with a column of ones and rows for the price of w."""
    m = s.F.shape[1]
    rows = np.block([[s.F, np.ones((s.n, 1))], [np.sqrt(s.lam) * np.eye(m), np.zeros((m, 1))]])
    return np.linalg.lstsq(rows, np.append(s.y, np.zeros(m)), rcond=None)[0]


def _slope(f, at):
    """The slope of a smooth function, by steps into the complex plane, which have no rounding error of a difference."""
    return np.array([f(at + 1e-20j * e).imag / 1e-20 for e in np.eye(len(at))])


def _squared_hinges(s, w):
    short = 1 - s.t * (s.F @ w)
    return (short**2)[short.real > 0].sum()


sums = Derivation(
    "The sums of the parts",
    r"Given features $\mathbf{F}$ of all $n$ rows, targets $y$, signs $t$, a vector $w$, prototypes $v_k$ and $\lambda > 0$; "
    r"$\mu_i = 1/(1 + e^{-t_iw^\top\varphi_i})$ is the probability that the model gives to the row's own class, and $A$ are the rows inside the margin, "
    r"$t_iw^\top\varphi_i < 1$. "
    r"Every left side adds up what the blocks tell; every right side sees all rows at once.",
    (
        identity(
            r"\sum_B \mathbf{F}_B^\top\mathbf{F}_B = \sum_i \varphi_i\varphi_i^\top",
            "a product of matrices is a sum over rows, and a sum may be taken in parts",
            lambda s: _sum(marks.normal_sums, s, "F", "y")[0],
            lambda s: np.einsum("ij,ik->jk", s.F, s.F),
            "COURSE-sum-of-parts",
        ),
        identity(
            r"(w, b) = \arg\min \sum_i (y_i - w^\top \varphi_i - b)^2 + \lambda\|w\|^2",
            "the sums are the normal equations, so ridge regression needs one pass",
            lambda s: np.append(*_ridge(s)),
            _ridge_by_rows,
            "COURSE-ridge-from-sums",
        ),
        identity(
            r"\tfrac1n\mathbf{F}^\top\mathbf{F} - \bar\varphi\bar\varphi^\top = \tfrac1n \sum_i (\varphi_i - \bar\varphi)(\varphi_i - \bar\varphi)^\top",
            "centering afterwards: kernel PCA needs one pass, too",
            lambda s: marks.covariance_from_sums(
                *(_sum(marks.normal_sums, s, "F", "y")[k] for k in (0, 2)), s.n
            ),
            lambda s: np.cov(s.F.T, bias=True),
            "COURSE-covariance-from-sums",
        ),
        identity(
            r"-\sum_i t_i(1 - \mu_i)\varphi_i = \frac{\partial}{\partial w}\sum_i \log\big(1 + e^{-t_iw^\top \varphi_i}\big)",
            "logistic regression: the slope of all rows at w takes one pass",
            lambda s: _sum(marks.newton_sums, s, "F", "t", w=s.w)[1],
            lambda s: _slope(lambda w: np.log(1 + np.exp(-s.t * (s.F @ w))).sum(), s.w),
            "COURSE-newton-sums",
        ),
        identity(
            r"\sum_i \mu_i(1 - \mu_i)\varphi_i\varphi_i^\top v_1 = \frac{\partial}{\partial w}\big(\text{that slope} \cdot v_1\big)",
            "and so does the curvature, here along a vector v₁: a pass is a step of Newton's method",
            lambda s: _sum(marks.newton_sums, s, "F", "t", w=s.w)[2] @ s.V[0],
            lambda s: _slope(lambda w: -(s.t / (1 + np.exp(s.t * (s.F @ w)))) @ s.F @ s.V[0], s.w),
            "COURSE-newton-sums",
        ),
        identity(
            r"-2\sum_{i \in A} t_i(1 - t_iw^\top \varphi_i)\varphi_i = \frac{\partial}{\partial w}\sum_i (1 - t_iw^\top \varphi_i)_+^2",
            "the squared hinge has a slope everywhere, also where a point enters the margin",
            lambda s: _sum(marks.hinge_sums, s, "F", "t", w=s.w)[1],
            lambda s: _slope(lambda w: _squared_hinges(s, w), s.w),
            "COURSE-hinge-sums",
        ),
        identity(
            r"\sum_B J_B = \sum_i \min_k \|\varphi_i - v_k\|^2",
            "c-means: each row needs the prototypes and no other row",
            lambda s: _sum(marks.lloyd_sums, s, "F", V=s.V)[2],
            lambda s: cdist(s.F, s.V, "sqeuclidean").min(axis=1).sum(),
            "COURSE-lloyd-sums",
        ),
    ),
    draws.draw_blocks,
)


def _residual(s):
    return marks.dual_residual(gram_of(s) @ s.alpha, s.alpha, s.y, s.b, s.lam)


dual_system = Derivation(
    "How good is a fit on features?",
    r"Given landmarks as above, targets $y$, $\lambda > 0$, and $w$ and $b$ where the slope of "
    r"$\|y - b - \mathbf{F}w\|^2 + \lambda\|w\|^2$ is zero. The exact fit has an intercept of its own: "
    r"$(\mathbf{K} + \lambda\mathbf{I})\,\alpha^\star = y - b^\star$ and $\sum_i\alpha^\star_i = 0$.",
    (
        definition(
            r"\alpha = \tfrac1\lambda(y - b - \mathbf{F}w)",
            "what exact kernel ridge regression would call the dual variables of this fit",
            "alpha",
            lambda s: (s.y - s.b - features(s) @ s.w) / s.lam,
        ),
        consequence(
            r"w = \mathbf{F}^\top\alpha",
            "the slope is zero",
            lambda s: s.w,
            lambda s: features(s).T @ s.alpha,
            premise=given.FLAT_IN_W,
        ),
        consequence(
            r"\mathbf{K}\alpha + \lambda\alpha - (y - b) = (\mathbf{K} - \mathbf{F}\mathbf{F}^\top)\,\alpha",
            "put it into the exact system: all that is wrong is what the features leave of K",
            _residual,
            lambda s: rest(s) @ s.alpha,
            premise=given.FLAT_IN_W,
            equation="COURSE-dual-residual",
        ),
        consequence(
            r"\sum_i\alpha_i = 0",
            "the intercept was free: the slope in b is zero, and it is the sum of the errors",
            lambda s: s.alpha.sum(),
            0,
            premise=given.FLAT_IN_B,
        ),
        bound(
            r"\|\alpha - \alpha^\star\| \le \frac{1}{\lambda}\,\|(\mathbf{K} + \lambda\mathbf{I})\,\alpha - (y - b)\|",
            "δ = α − α* sums to 0, so its product with the residual loses b − b*, and δᵀ(K + λI)δ ≥ λ‖δ‖² is left",
            lambda s: np.linalg.norm(s.alpha - exact_dual(s)),
            lambda s: np.linalg.norm(_residual(s)) / s.lam,
            premise=given.FLAT_IN_B,
            attained=given.almost_no_kernel,
            equation="COURSE-dual-residual",
        ),
    ),
    draws.draw_fit,
)


def _center(s):
    return s.alpha @ s.Phi


def _slacks_by_parts(s, R2):
    """Σ slacks, block by block, with distances from kernel values at the working sample."""
    total, a = 0.0, s.alpha[s.W]
    for part in np.split(s.Phi, s.cuts):
        K_xx, K_xs, K_ss = (part**2).sum(axis=1), part @ s.Phi[s.W].T, s.Phi[s.W] @ s.Phi[s.W].T
        total += np.maximum(0, ball.squared_distances_to_center(K_xx, K_xs, K_ss, a) - R2).sum()
    return total


def _primal(s, c, R):
    return ball.primal_objective(R, np.maximum(0, ((s.Phi - c) ** 2).sum(axis=1) - R**2), s.nu)


def _dual_of_sample(s):
    return ball.dual_objective(s.Phi[s.W] @ s.Phi[s.W].T, s.alpha[s.W])


ball_of_all = Derivation(
    "A ball around all rows, from a working sample",
    r"Given weights $\alpha$ with $\sum_i\alpha_i = 1$ and $0 \le \alpha_i \le 1/(\nu n)$ that are 0 outside a working sample $W$, "
    r"the center $c = \sum_i\alpha_i\Phi(x_i)$, any $R$, and any other ball $(c^\prime, R^\prime)$.",
    (
        identity(
            r"L_D(\alpha) = \sum_{i \in W}\alpha_i\|\Phi(x_i)\|^2 - \|c\|^2",
            "rows with weight 0 do not count in the dual: it is known without them",
            _dual_of_sample,
            lambda s: s.alpha @ (s.Phi**2).sum(axis=1) - _center(s) @ _center(s),
            "COURSE-ball-certificate",
        ),
        identity(
            r"\sum_B\sum_{i \in B} \big(\|\Phi(x_i) - c\|^2 - R^2\big)_+ = \sum_i \xi_i",
            "the slack of a row needs kernel values with the working sample only, so one pass gives their sum",
            lambda s: _slacks_by_parts(s, s.R2),
            lambda s: np.maximum(0, ((s.Phi - _center(s)) ** 2).sum(axis=1) - s.R2).sum(),
            "COURSE-ball-certificate",
        ),
        bound(
            r"L_D(\alpha) \le R^{\prime 2} + \frac{1}{\nu n}\sum_i \big(\|\Phi(x_i) - c^\prime\|^2 - R^{\prime 2}\big)_+",
            "weak duality: feasible weights bound the objective of every ball from below, and that of all n rows, whoever found them",
            lambda s: ball.dual_objective(gram_of(s), s.alpha),
            lambda s: _primal(s, s.c, s.R),
            premise=(given.SUM, given.BOX),
            equation="COURSE-ball-certificate",
        ),
        identity(
            r"R^2 + \frac{1}{\nu n}\sum_i \xi_i - L_D(\alpha) = \text{primal} - \text{dual}",
            "so the pass gives the gap, exactly: no other ball is better by more",
            lambda s: marks.gap_of_all(s.R2, _slacks_by_parts(s, s.R2), _dual_of_sample(s), s.nu, s.n),
            lambda s: (
                _primal(s, _center(s), np.sqrt(s.R2))
                - s.alpha @ (s.Phi**2).sum(axis=1)
                + _center(s) @ _center(s)
            ),
            "COURSE-ball-certificate",
        ),
    ),
    draws.draw_ball,
)
