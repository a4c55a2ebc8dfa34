"""The proofs of chapter 10: functions with a norm, the representer theorem, ridge, kernel ridge, leaving one out."""

import numpy as np

from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity, limit
from kernelcourse.ridge import draws
from kernelcourse.ridge import without as given
from kernelcourse.ridge.draws import penalized_loss
from kernelcourse.ridge.proofs_of_ridge import primal_and_dual, push_through, woodbury
from kernelcourse.ridge.without import best_coefficients, objective_at, smoother
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.ridge import equations as ridge

__all__ = [
    "certificate",
    "fit_of_a_kernel",
    "free_intercept",
    "leave_one_out",
    "moore_aronszajn",
    "norm",
    "primal_and_dual",
    "push_through",
    "representer",
    "shrinking",
    "woodbury",
]


norm = Derivation(
    "The norm of a function, and what it holds back",
    r"Given points $x_i$ and $z_j$, a kernel $k$ with $k(x, z) = \langle\Phi(x), \Phi(z)\rangle$, and two sums of kernel "
    r"functions, $f = \sum_i \alpha_i k(x_i, \cdot)$ and $g = \sum_j c_j k(z_j, \cdot)$.",
    (
        definition(
            r"\langle f, g\rangle = \sum_{i,j} \alpha_ic_j\, k(x_i, z_j)",
            "an inner product of functions: kernel functions multiply to kernel values, and sums are multiplied out",
            "product",
            lambda s: lambda alpha, c: ridge.inner_product(alpha, s.K_xz, c),
            "COURSE-rkhs-inner-product",
        ),
        identity(
            r"\langle f, g\rangle = \sum_j c_j f(z_j)",
            "sum over i first: what stands beside cⱼ is the value of f at zⱼ",
            lambda s: s.product(s.alpha, s.c),
            lambda s: sum(c * (s.alpha * K_z).sum() for c, K_z in zip(s.c, s.K_xz.T, strict=True)),
            "COURSE-rkhs-inner-product",
        ),
        consequence(
            r"= \sum_i \alpha_i g(x_i)",
            "or over j first, for k(x, z) and k(z, x) are the same",
            right=lambda s: s.alpha @ ridge.predict(s.K_zx.T, s.c),
            premise=given.KERNEL_SYMMETRIC,
        ),
        consequence(
            r"\langle f, g\rangle = \sum_{i,j} \alpha^\prime_ic_j\, k(x_i, z_j)",
            "by line 2 only values of f count: other coefficients α′ of the same function give the same product",
            lambda s: s.product(s.alpha, s.c),
            lambda s: s.product(s.alpha2, s.c),
            premise=given.SAME_FUNCTION,
            on=draws.draw_redundant,
        ),
        consequence(
            r"f(x_j) = \langle f, k(x_j, \cdot)\rangle = \langle w, \Phi(x_j)\rangle, \qquad w = \sum_i \alpha_i\Phi(x_i)",
            "the reproducing property: line 2 with one kernel function for g; in coordinates it is a dot product with w",
            lambda s: ridge.predict(s.K, s.alpha),
            lambda s: s.Phi @ ridge.combine_points(s.alpha, s.Phi),
            via=lambda s: [ridge.inner_product(s.alpha, s.K, one) for one in np.eye(s.n)],
            premise=given.KERNEL_OF_POINTS,
            equation="COURSE-reproducing",
        ),
        consequence(
            r"\|f\|^2 := \langle f, f\rangle = \alpha^\top\mathbf{K}\alpha = \|w\|^2",
            "the product of f with itself; in coordinates the squared length of w",
            lambda s: (np.outer(s.alpha, s.alpha) * s.K).sum(),
            lambda s: (ridge.combine_points(s.alpha, s.Phi) ** 2).sum(),
            premise=given.KERNEL_OF_POINTS,
            equation="COURSE-rkhs-norm",
            via=lambda s: ridge.squared_norm(s.alpha, s.K),
        ),
        bound(
            r"\|f\|^2 \ge 0",
            "a Gram matrix is positive semidefinite: that is what makes this a squared length",
            lambda s: ridge.squared_norm(s.alpha, s.K),
            0,
            relation="≥",
            premise=given.PSD,
            attained=given.a_point_twice,
            equation="COURSE-rkhs-norm",
        ),
        bound(
            r"|f(x)| \le \|f\|\, \sqrt{k(x, x)}",
            "Cauchy and Schwarz for line 5: a function of small norm is small everywhere, and of norm 0 it is 0",
            lambda s: abs(s.phi_x @ ridge.combine_points(s.alpha, s.Phi)),
            lambda s: np.sqrt(ridge.squared_norm(s.alpha, s.K)) * np.linalg.norm(s.phi_x),
            premise=given.KERNEL_OF_POINTS,
            attained=lambda s, rng: s.but(phi_x=ridge.combine_points(s.alpha, s.Phi)),
            equation="COURSE-reproducing",
        ),
        bound(
            r"|f(x) - f(z)| \le \|f\|\; \|\Phi(x) - \Phi(z)\|",
            "likewise for a difference: where two points are near in feature space, a function of small norm hardly changes",
            lambda s: abs((s.phi_x - s.phi_z) @ ridge.combine_points(s.alpha, s.Phi)),
            lambda s: np.sqrt(ridge.squared_norm(s.alpha, s.K)) * np.linalg.norm(s.phi_x - s.phi_z),
            premise=given.KERNEL_OF_POINTS,
            attained=lambda s, rng: s.but(phi_z=s.phi_x - ridge.combine_points(s.alpha, s.Phi)),
            equation="COURSE-rkhs-norm",
        ),
    ),
    draws.draw_functions,
)


def _values(K, coefficients):
    """The values at all elements of a sum of kernel functions, one kernel function after the other."""
    return sum(a * row for a, row in zip(coefficients, K, strict=True))


def _by_lengths(s, a, c):
    """⟨f, g⟩ from squared lengths alone."""
    return (s.product(a + c, a + c) - s.product(a - c, a - c)) / 4


moore_aronszajn = Derivation(
    "Every positive semidefinite function is a kernel",
    r"Given any set, a symmetric function $k$ of two of its elements whose Gram matrices are all positive semidefinite, and "
    r"sums $f = \sum_i a_i k(x_i, \cdot)$ and $g = \sum_j c_j k(z_j, \cdot)$. No mapped points are given.",
    (
        definition(
            r"\langle f, g\rangle = \sum_{i,j} a_ic_j\, k(x_i, z_j)",
            "what is to become an inner product",
            "product",
            lambda s: lambda a, c: ridge.inner_product(a, s.K, c),
            "COURSE-rkhs-inner-product",
        ),
        consequence(
            r"\langle f, g\rangle = \sum_j c_j f(z_j) = \sum_i a_i g(x_i)",
            "summed over i first, and over j first: it depends on values of f and of g, not on how they are written",
            lambda s: s.product(s.a, s.c),
            lambda s: s.a @ _values(s.K, s.c),
            premise=given.SYMMETRIC_ON_SET,
            via=lambda s: s.c @ _values(s.K, s.a),
        ),
        bound(
            r"\|f\|^2 := \langle f, f\rangle \ge 0",
            "it is the quadratic form of a Gram matrix",
            lambda s: s.product(s.a, s.a),
            0,
            relation="≥",
            premise=given.PSD_ON_SET,
            attained=given.an_element_twice,
            equation="COURSE-rkhs-norm",
        ),
        bound(
            r"\langle f, g\rangle^2 \le \|f\|^2\,\|g\|^2",
            "Cauchy and Schwarz: ‖f + τg‖² ≥ 0 for every number τ, so this quadratic function of τ has no two roots",
            lambda s: s.product(s.a, s.c) ** 2,
            lambda s: s.product(s.a, s.a) * s.product(s.c, s.c),
            premise=given.PSD_ON_SET,
            attained=lambda s, rng: s.but(c=rng.uniform(1.5, 2.0) * s.a),
        ),
        identity(
            r"f(x) = \langle f, k(x, \cdot)\rangle",
            "line 1 with the one kernel function of x for g: the reproducing property",
            lambda s: _values(s.K, s.a),
            lambda s: np.array([s.product(s.a, one) for one in np.eye(s.N)]),
            "COURSE-reproducing",
        ),
        bound(
            r"f(x)^2 \le \|f\|^2\, k(x, x)",
            "lines 4 and 5: a function of norm 0 is 0 everywhere, so this is a norm, and limits in norm have values",
            lambda s: _values(s.K, s.a)[s.x] ** 2,
            lambda s: s.product(s.a, s.a) * s.K[s.x, s.x],
            premise=given.PSD_ON_SET,
            attained=lambda s, rng: s.but(a=rng.uniform(1.5, 2.0) * np.eye(s.N)[s.x]),
        ),
        consequence(
            r"\tfrac14\big(\|\Phi(x) + \Phi(z)\|^2 - \|\Phi(x) - \Phi(z)\|^2\big) = k(x, z), \qquad \Phi(x) = k(x, \cdot)",
            "on the left is ⟨Φ(x), Φ(z)⟩, whatever the inner product: Φ is a feature map of k, and k is a kernel",
            lambda s: np.array([[_by_lengths(s, e, o) for o in np.eye(s.N)] for e in np.eye(s.N)]),
            lambda s: s.K,
            premise=given.SYMMETRIC_ON_SET,
            equation="COURSE-reproducing",
        ),
    ),
    draws.draw_any_set,
)


representer = Derivation(
    "The representer theorem",
    r"Given any function $f$ of the space ($w$ in coordinates), points $x_1, \dots, x_n$, a loss $\ell$ that sees $f$ at "
    r"these points only, and a price $\lambda$ of $\|f\|^2$. Of all sums $\sum_i\alpha_i k(x_i, \cdot)$, $\alpha$ gives "
    r"the one nearest to $f$.",
    (
        definition(
            r"f_\perp = f - \sum_i \alpha_i k(x_i, \cdot)",
            "what the nearest sum leaves of f. It is at right angles to each k(xᵢ, ·), or another sum would be nearer",
            "f_perp",
            lambda s: s.w - ridge.combine_points(s.alpha, s.Phi),
        ),
        consequence(
            r"f(x_i) = \sum_j \alpha_j k(x_j, x_i), \quad i = 1, \dots, n",
            "by the reproducing property f⊥(xᵢ) = ⟨f⊥, k(xᵢ, ·)⟩, which is 0: no point sees f⊥",
            lambda s: s.Phi @ s.w,
            lambda s: ridge.predict(s.K, s.alpha),
            premise=given.RIGHT_ANGLE,
            equation="COURSE-reproducing",
        ),
        consequence(
            r"\sum_i \ell\big(y_i, f(x_i)\big) = \sum_i \ell\Big(y_i, \sum_j \alpha_j k(x_j, x_i)\Big)",
            "so no loss that looks at the points can tell f from the sum",
            lambda s: s.loss.value(s.y, s.Phi @ s.w).sum(),
            lambda s: s.loss.value(s.y, s.K @ s.alpha).sum(),
            premise=given.RIGHT_ANGLE,
        ),
        consequence(
            r"\|f\|^2 = \alpha^\top\mathbf{K}\alpha + \|f_\perp\|^2",
            "Pythagoras: the sum and f⊥ are at right angles",
            lambda s: s.w @ s.w,
            lambda s: ridge.squared_norm(s.alpha, s.K) + (s.f_perp**2).sum(),
            premise=given.RIGHT_ANGLE,
            equation="COURSE-rkhs-norm",
        ),
        bound(
            r"\|f\|^2 \ge \alpha^\top\mathbf{K}\alpha",
            "f⊥ makes f longer and nothing else",
            lambda s: s.w @ s.w,
            lambda s: ridge.squared_norm(s.alpha, s.K),
            relation="≥",
            premise=given.RIGHT_ANGLE,
            attained=lambda s, rng: s.but(w=ridge.combine_points(s.alpha, s.Phi)),
        ),
        bound(
            r"\sum_i \ell\big(y_i, f(x_i)\big) + \lambda\|f\|^2 \ge \sum_i \ell\Big(y_i, \sum_j \alpha_j k(x_j, x_i)\Big)"
            r" + \lambda\, \alpha^\top\mathbf{K}\alpha",
            "the losses are the same by line 3, and the price of the sum is no higher: it is never worse than f",
            lambda s: penalized_loss(s, s.w),
            lambda s: s.loss.value(s.y, s.K @ s.alpha).sum() + s.lam * ridge.squared_norm(s.alpha, s.K),
            relation="≥",
            premise=(given.RIGHT_ANGLE, given.PRICE),
            attained=lambda s, rng: s.but(w=ridge.combine_points(s.alpha, s.Phi)),
            equation="COURSE-representer",
        ),
        consequence(
            r"\|f_\perp\| = 0 \quad\text{if } f \text{ is a minimum}",
            "with λ > 0 a part f⊥ would cost λ‖f⊥‖² and gain nothing: the best of all functions is a sum of n kernel functions",
            lambda s: np.linalg.norm(s.w - s.Phi.T @ np.linalg.lstsq(s.Phi.T, s.w, rcond=None)[0]),
            0,
            premise=(given.MINIMUM, given.A_PRICE),
            equation="COURSE-representer",
            on=draws.draw_minimizer,
        ),
        consequence(
            r"f = \sum_i a_i k(x_i, \cdot), \qquad a_i = -\frac{1}{2\lambda}\, \ell^\prime\big(y_i, f(x_i)\big)",
            "where the loss has a derivative, the slope of the objective is zero, and the coefficients can be read off",
            lambda s: s.w,
            lambda s: ridge.combine_points(-s.loss.slope(s.y, s.Phi @ s.w) / (2 * s.lam), s.Phi),
            premise=given.MINIMUM_MOVED,
            equation="COURSE-representer",
            on=draws.draw_minimizer,
        ),
    ),
    draws.draw_any_function,
)


fit_of_a_kernel = Derivation(
    "Kernel ridge regression",
    r"Given a kernel with mapped points $\Phi(x_i)$, targets $y$, $\lambda > 0$, and $f = \langle w, \Phi(\cdot)\rangle$, where "
    r"the slope of $J(w) = \sum_i (y_i - \langle w, \Phi(x_i)\rangle)^2 + \lambda\|w\|^2$ is zero.",
    (
        definition(
            r"\alpha_l = \frac{1}{\lambda}\big(y_l - \langle w, \Phi(x_l)\rangle\big)",
            "what the representer theorem gives for the squared loss: −ℓ′/(2λ)",
            "alpha",
            lambda s: (s.y - s.Phi @ s.w) / s.lam,
        ),
        consequence(
            r"w = \sum_l \alpha_l \Phi(x_l)",
            "the slope is zero: λw = Σₗ (yₗ − ⟨w, Φ(xₗ)⟩) Φ(xₗ)",
            lambda s: s.w,
            lambda s: ridge.combine_points(s.alpha, s.Phi),
            premise=given.ALONE,
            equation="COURSE-representer",
        ),
        consequence(
            r"\alpha = (\mathbf{K} + \lambda\mathbf{I}_n)^{-1}y",
            "put w into the definition: λα = y − Kα. No coordinate of feature space is left",
            lambda s: s.alpha,
            lambda s: ridge.dual_variables(s.K, s.y, s.lam),
            premise=given.ALONE,
            equation="MSA220-dual",
        ),
        consequence(
            r"\hat f(x) := \langle w, \Phi(x)\rangle = \sum_l \alpha_l\, k(x_l, x)",
            "a prediction is a sum of kernel values",
            lambda s: s.Phi_new @ s.w,
            lambda s: ridge.predict(s.K_new, ridge.dual_variables(s.K, s.y, s.lam)),
            premise=given.ALONE,
            equation="MSA220-predict-kernel",
        ),
        consequence(
            r"J = \sum_i \big(y_i - (\mathbf{K}\alpha)_i\big)^2 + \lambda\, \alpha^\top\mathbf{K}\alpha",
            "the objective, from kernel values",
            lambda s: objective_at(s, s.w, 0.0),
            lambda s: ridge.penalized_objective(s.alpha, 0.0, s.K, s.y, s.lam),
            premise=given.ALONE,
            equation="COURSE-kernel-ridge",
        ),
        consequence(
            r"= \lambda\, y^\top\alpha",
            "at the minimum both terms join: λ²‖α‖² + λ αᵀKα = λ αᵀ(λα + Kα)",
            right=lambda s: s.lam * s.y @ s.alpha,
            premise=given.ALONE,
        ),
    ),
    draws.draw_fit,
)


free_intercept = Derivation(
    "A free intercept",
    r"Given mapped points, targets $y$, $\lambda > 0$, and $w$ and $b$, where both slopes of "
    r"$J(w, b) = \sum_i (y_i - \langle w, \Phi(x_i)\rangle - b)^2 + \lambda\|w\|^2$ are zero: $b$ has no price.",
    (
        definition(
            r"\alpha_i = \frac{1}{\lambda}\big(y_i - \langle w, \Phi(x_i)\rangle - b\big)",
            "as before: the error of the fit, over λ",
            "alpha",
            lambda s: (s.y - s.Phi @ s.w - s.b) / s.lam,
        ),
        consequence(
            r"\sum_i \alpha_i = 0",
            "the slope in b is −2 times the sum of all errors",
            lambda s: s.alpha.sum(),
            0,
            premise=given.FLAT_IN_INTERCEPT,
        ),
        consequence(
            r"w = \sum_i \alpha_i \Phi(x_i)",
            "the slope in w is zero, as without an intercept",
            lambda s: s.w,
            lambda s: ridge.combine_points(s.alpha, s.Phi),
            premise=given.FLAT_IN_FUNCTION,
            equation="COURSE-representer",
        ),
        consequence(
            r"\begin{pmatrix} \mathbf{K} + \lambda\mathbf{I}_n & \mathbf{1} \\ \mathbf{1}^\top & 0 \end{pmatrix}"
            r"\begin{pmatrix} \alpha \\ b \end{pmatrix} = \begin{pmatrix} y \\ 0 \end{pmatrix}",
            "put w into the definition, which gives n equations; line 2 is one more, for the one more unknown",
            lambda s: ridge.bordered_matrix(s.K, s.lam) @ np.append(s.alpha, s.b),
            lambda s: np.append(s.y, 0.0),
            premise=(given.FLAT_IN_INTERCEPT, given.FLAT_IN_FUNCTION),
            equation="COURSE-bordered",
        ),
        consequence(
            r"b = \frac1n \sum_i \big(y_i - (\mathbf{K}\alpha)_i\big)",
            "the mean of the first n equations, in which Σᵢ αᵢ is 0",
            lambda s: s.b,
            lambda s: (s.y - s.K @ s.alpha).mean(),
            premise=(given.FLAT_IN_INTERCEPT, given.FLAT_IN_FUNCTION),
        ),
        consequence(
            r"(\tilde{\mathbf{K}} + \lambda\mathbf{I}_n)\,\alpha = y - \bar y\,\mathbf{1}",
            "take the mean away from each side: K̃ is the centered Gram matrix of chapter 7",
            lambda s: center_gram(s.K) @ s.alpha + s.lam * s.alpha,
            lambda s: s.y - s.y.mean(),
            premise=(given.FLAT_IN_INTERCEPT, given.FLAT_IN_FUNCTION),
            equation="COURSE-bordered",
        ),
    ),
    draws.draw_free_intercept,
)


certificate = Derivation(
    "What a residual proves",
    r"Given $w^\star$ and $b^\star$ that minimize $J$, with the dual variables $\alpha^\star$ of the fit, any $\alpha$ with $\sum_i\alpha_i = 0$, and any number "
    r"$t$ for the intercept. $J$ is the objective of kernel ridge regression.",
    (
        definition(
            r"r = y - t\,\mathbf{1} - (\mathbf{K} + \lambda\mathbf{I}_n)\,\alpha",
            "what α and t leave of the first n equations",
            "r",
            lambda s: s.y - s.t - s.lam * s.alpha - s.K @ s.alpha,
        ),
        definition(
            r"\delta = \alpha - \alpha^\star, \qquad h = \mathbf{K}\delta + (t - b^\star)\,\mathbf{1}",
            "how far the coefficients are off, and the values of the function at the points",
            "h",
            lambda s: s.K @ (s.alpha - best_coefficients(s)) + s.t - s.b,
        ),
        identity(
            r"r = -h - \lambda\,\delta",
            "α* and b* leave nothing, so the residual is made of the differences",
            lambda s: s.r,
            lambda s: -s.h - s.lam * (s.alpha - best_coefficients(s)),
        ),
        identity(
            r"J(\alpha, t) - J(\alpha^\star, b^\star) = \|h\|^2 + \lambda\,\delta^\top\mathbf{K}\delta",
            "a parabola over its lowest point: the slope there is 0, and what is left is quadratic",
            lambda s: ridge.penalized_objective(s.alpha, s.t, s.K, s.y, s.lam) - _lowest(s),
            lambda s: (
                s.h @ s.h + s.lam * (s.alpha - best_coefficients(s)) @ s.K @ (s.alpha - best_coefficients(s))
            ),
            equation="COURSE-kernel-ridge",
        ),
        bound(
            r"J(\alpha, t) - J(\alpha^\star, b^\star) \le \|r\|^2",
            "‖r‖² = ‖h‖² + 2λδᵀh + λ²‖δ‖², and δᵀh = δᵀKδ since δ sums to 0: more than line 4. A small residual is a proof",
            lambda s: ridge.penalized_objective(s.alpha, s.t, s.K, s.y, s.lam) - _lowest(s),
            lambda s: s.r @ s.r,
            premise=given.NO_SUM,
            attained=lambda s, rng: s.but(alpha=best_coefficients(s)),
            equation="COURSE-kernel-ridge",
        ),
    ),
    draws.draw_other_function,
)


def _lowest(s):
    return objective_at(s, s.w, s.b)


def _modes(K):
    """Eigenvalues and eigenvectors of a Gram matrix."""
    values, vectors = np.linalg.eigh(K)
    return np.maximum(values, 0), vectors


def _centered_modes(K):
    """Those of the centered Gram matrix that are at right angles to 1."""
    n = len(K)
    basis = np.linalg.qr(np.column_stack([np.ones(n), np.eye(n)[:, 1:]]))[0][:, 1:]
    values, vectors = np.linalg.eigh(basis.T @ K @ basis)
    return np.maximum(values, 0), basis @ vectors


def _draw_two_prices(rng):
    s = draws.draw_fit(rng)
    return type(s)(**vars(s), lam2=s.lam * float(rng.uniform(1.5, 3.0)))


shrinking = Derivation(
    "Kernel ridge regression shrinks",
    r"Given the Gram matrix with $\mathbf{K}v_m = \Lambda_m v_m$, orthonormal $v_m$, and $\lambda' \ge \lambda > 0$. In the first "
    r"line $w$ minimizes $J$, in the last $w$ and a free intercept $b$ do, and $\tilde v_m, \tilde\Lambda_m$ are those of $\tilde{\mathbf{K}}$.",
    (
        consequence(
            r"\hat y = \mathbf{K}(\mathbf{K} + \lambda\mathbf{I}_n)^{-1}y = \sum_m \frac{\Lambda_m}{\Lambda_m + \lambda}\, v_m v_m^\top y",
            "the values of the fit at the points; along each eigenvector K and its inverse are numbers",
            lambda s: s.Phi @ s.w,
            lambda s: _modes(s.K)[1] @ (ridge.shrinkage(_modes(s.K)[0], s.lam) * (_modes(s.K)[1].T @ s.y)),
            via=lambda s: s.K @ ridge.dual_variables(s.K, s.y, s.lam),
            premise=given.ALONE,
            equation="COURSE-smoother",
        ),
        bound(
            r"\frac{\Lambda_m}{\Lambda_m + \lambda'} \le \frac{\Lambda_m}{\Lambda_m + \lambda}",
            "a higher price shrinks every part more",
            lambda s: ridge.shrinkage(_modes(s.K)[0], s.lam2),
            lambda s: ridge.shrinkage(_modes(s.K)[0], s.lam),
            premise=given.RISING,
            attained=lambda s, rng: s.but(lam2=s.lam),
            equation="COURSE-smoother",
            on=_draw_two_prices,
        ),
        identity(
            r"\operatorname{tr} \mathbf{K}(\mathbf{K} + \lambda\mathbf{I}_n)^{-1} = \sum_m \frac{\Lambda_m}{\Lambda_m + \lambda} = \mathrm{df}",
            "the trace is the sum of the eigenvalues: with λ = 0 it would count the parts",
            lambda s: np.trace(s.K @ np.linalg.inv(s.K + s.lam * np.eye(s.n))),
            lambda s: ridge.degrees_of_freedom(ridge.shrinkage(_modes(s.K)[0], s.lam)),
            "COURSE-degrees-of-freedom",
            via=lambda s: (_modes(s.K)[0] / (_modes(s.K)[0] + s.lam)).sum(),
        ),
        limit(
            r"\frac{\lambda\, \mathrm{df}(\lambda)}{\operatorname{tr}\mathbf{K}} - 1 = O\big(\lambda^{-1}\big)",
            "for a high price the degrees of freedom fall as tr K / λ: in the end the function is flat",
            error=lambda s, size: abs(
                size * ridge.degrees_of_freedom(ridge.shrinkage(_modes(s.K)[0], size)) / np.trace(s.K) - 1
            ),
            sizes=(1e5, 1e6, 1e7),
            slope=-1,
            equation="COURSE-degrees-of-freedom",
        ),
        consequence(
            r"\hat y = \bar y\,\mathbf{1} + \sum_m \frac{\tilde\Lambda_m}{\tilde\Lambda_m + \lambda}\, \tilde v_m \tilde v_m^\top y",
            "with a free intercept the mean is not shrunk at all, and the rest along the eigenvectors of K̃: one more degree "
            "of freedom",
            lambda s: s.Phi @ s.w + s.b,
            lambda s: (
                s.y.mean()
                + _centered_modes(s.K)[1]
                @ (ridge.shrinkage(_centered_modes(s.K)[0], s.lam) * (_centered_modes(s.K)[1].T @ s.y))
            ),
            premise=given.FIT,
            equation="COURSE-smoother",
            on=draws.draw_free_intercept,
        ),
    ),
    draws.draw_fit,
)


def _alpha_of(s, y):
    """The dual variables for other targets, from a fit in coordinates."""
    w, b = draws.fit_in_coordinates(s.Phi, y, s.lam, intercept=True)
    return (y - s.Phi @ w - b) / s.lam


def _with_entry(y, i, value):
    changed = y.copy()
    changed[i] = value
    return changed


INVERSE = definition(
    r"\mathbf{G}: \quad \begin{pmatrix} \mathbf{G} & \cdot \\ \cdot & \cdot \end{pmatrix} = "
    r"\begin{pmatrix} \mathbf{K} + \lambda\mathbf{I}_n & \mathbf{1} \\ \mathbf{1}^\top & 0 \end{pmatrix}^{-1}",
    "the part of the inverse that makes α of y: α = Gy",
    "G",
    lambda s: np.linalg.inv(ridge.bordered_matrix(s.K, s.lam))[:-1, :-1],
)


leave_one_out = Derivation(
    "Leaving one out, without leaving it out",
    r"Given kernel ridge regression with a free intercept, $\alpha$ its dual variables for all $n$ points, and $f^{(-i)}$ (with "
    r"$w$ and $b$) the fit to all points but $i$, intercept included. $t$ is any number.",
    (
        INVERSE,
        definition(
            r"y^\star = y \text{ with } f^{(-i)}(x_i) \text{ instead of } y_i",
            "pretend that at xᵢ just that was measured which the others predict",
            "y_star",
            lambda s: _with_entry(s.y, s.i, s.Phi[s.i] @ s.w + s.b),
        ),
        consequence(
            r"\mathbf{G}y^\star = \alpha^{(-i)}, \quad\text{with 0 for point } i",
            "the fit without i already passes through the new point i: adding it costs nothing, so the fit stays",
            lambda s: s.G @ s.y_star,
            lambda s: _with_entry((s.y - s.Phi @ s.w - s.b) / s.lam, s.i, 0.0),
            premise=given.FIT_WITHOUT_POINT,
        ),
        identity(
            r"\alpha_i \text{ of } (y \text{ with } t \text{ for } y_i) = \alpha_i - G_{ii}\,(y_i - t)",
            "α is linear in y: if yᵢ falls by yᵢ − t, then αᵢ falls by Gᵢᵢ times that",
            lambda s: _alpha_of(s, _with_entry(s.y, s.i, s.t))[s.i],
            lambda s: (s.G @ s.y)[s.i] - s.G[s.i, s.i] * (s.y[s.i] - s.t),
        ),
        consequence(
            r"y_i - f^{(-i)}(x_i) = \frac{\alpha_i}{G_{ii}}",
            "put t = f⁽⁻ⁱ⁾(xᵢ) into line 4: by line 3 the left side is 0. Nothing on the right was fitted without i",
            lambda s: s.y[s.i] - s.Phi[s.i] @ s.w - s.b,
            lambda s: ridge.left_out_errors(s.G @ s.y, np.diagonal(s.G))[s.i],
            premise=given.FIT_WITHOUT_POINT,
            equation="COURSE-loo",
        ),
        identity(
            r"\frac{\alpha_i}{G_{ii}} = \frac{y_i - \hat y_i}{1 - S_{ii}}, \qquad \hat y = \mathbf{S}y",
            "λα is what the fit leaves of y, so S = I − λG: the error of the fit, made larger where a point holds its own fit",
            lambda s: (s.G @ s.y) / np.diagonal(s.G),
            lambda s: (s.y - smoother(s) @ s.y) / (1 - np.diagonal(smoother(s))),
            "COURSE-loo",
        ),
        identity(
            r"G_{ii} = \sum_m \frac{\tilde v_{im}^2}{\tilde\Lambda_m + \lambda}",
            "and for every λ from one eigendecomposition, that of K̃ without the direction 1",
            lambda s: np.diagonal(s.G),
            lambda s: ridge.inverse_diagonal_from(*_centered_modes(s.K)[::-1], s.lam),
            "COURSE-inverse-diagonal",
        ),
        consequence(
            r"\frac1n\sum_i\Big(\frac{\alpha_i}{G_{ii}}\Big)^2 = \mathrm{GCV}(\lambda)",
            "if all points have the same influence on their own fit, 1 − Sᵢᵢ is 1 − df/n for each",
            lambda s: ((s.G @ s.y / np.diagonal(s.G)) ** 2).mean(),
            lambda s: ridge.generalized_cross_validation(s.y - smoother(s) @ s.y, np.trace(smoother(s))),
            premise=given.ALIKE,
            equation="COURSE-gcv",
            on=draws.draw_all_alike,
        ),
    ),
    draws.draw_left_out,
)
