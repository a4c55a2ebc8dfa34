"""The proofs of chapter 07 about PCA itself: variance, error, the span of the points, and the small problem."""

import numpy as np

from kernelcourse.pca import draws
from kernelcourse.pca import without as given
from kernelcourse.pca.without import distance_from_span
from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity
from kernelsy19.pca import equations as pca

variance = Derivation(
    "PCA: the variance along a direction, and what is lost",
    r"Given centered points $x_1, \dots, x_n$ (here mapped points) with covariance $\mathbf{S}$, an eigenvector $u$ "
    r"of length 1 with eigenvalue $\lambda$, and $\mathbf{U}$, whose columns are several of them.",
    (
        identity(
            r"\mathbf{S}_{ab} = \frac1n \sum_i x_{ia} x_{ib}",
            "the entries of the covariance matrix (10): means of products of two coordinates",
            lambda s: pca.covariance(s.Phi),
            lambda s: np.array([[(a * b).mean() for b in s.Phi.T] for a in s.Phi.T]),
            "SY19-10",
        ),
        consequence(
            r"\operatorname{var}_i \langle u, x_i\rangle = \frac1n \sum_i \langle u, x_i\rangle^2",
            "the points are centered, so the mean of ⟨u, xᵢ⟩ is 0 and the variance along u is a mean of squares",
            lambda s: np.var(s.Phi @ s.u),
            lambda s: ((s.Phi @ s.u) ** 2).mean(),
            premise=given.POINTS_CENTERED,
            equation="AML-5",
        ),
        identity(
            r"= u^\top \Big(\frac1n \sum_i x_i x_i^\top\Big) u = u^\top \mathbf{S} u",
            "a square is u·x times x·u, and the matrix in the middle is the covariance matrix (10)",
            right=lambda s: pca.variance_along(s.u, pca.covariance(s.Phi)),
            equation="AML-2",
            via=lambda s: s.u @ np.einsum("id,ie->de", s.Phi, s.Phi) @ s.u / s.n,
        ),
        consequence(
            r"= \lambda",
            "u is an eigenvector of length 1: its eigenvalue is the variance along it",
            right=lambda s: s.lam,
            premise=(given.EIGENVECTOR, given.UNIT),
            equation="SY19-eigenvalue-equation",
        ),
        bound(
            r"\sum_m \operatorname{var}(u^m) \le \operatorname{tr} \mathbf{S}",
            "the axes share out the total variance",
            lambda s: (pca.scores(s.Phi, s.U) ** 2).mean(axis=0).sum(),
            lambda s: (s.Phi**2).sum() / s.n,
            premise=given.TOO_LONG,
            attained=lambda s, rng: s.but(Phi=s.Phi @ s.U @ s.U.T),
            equation="AML-4",
        ),
        consequence(
            r"\frac1n \sum_i \|x_i - \mathbf{U}\mathbf{U}^\top x_i\|^2"
            r" = \operatorname{tr} \mathbf{S} - \sum_m \lambda_m",
            "Pythagoras for each point: what the axes do not hold is the error of what is put together from them",
            lambda s: pca.reconstruction_error(s.Phi, s.U),
            lambda s: np.trace(s.S) - s.Lam.sum(),
            premise=(given.AXES, given.ORTHONORMAL),
            equation="AML-reconstruction",
        ),
        identity(
            r"\frac{\lambda_m}{\operatorname{tr} \mathbf{S}} = \frac{n\lambda_m}{\operatorname{tr} \mathbf{K}}",
            "both traces are the sum of the squared lengths of the points, up to the factor n",
            lambda s: pca.explained_variance_ratio(s.Lam, np.trace(s.S)),
            lambda s: pca.explained_variance_ratio(s.n * s.Lam, np.trace(s.K)),
            "SY19-explained-variance",
        ),
        consequence(
            r"\frac{\sum_{l \le m} \lambda_l}{\operatorname{tr} \mathbf{S}}"
            r" = 1 - \frac{\text{mean squared error of the first } m}{\operatorname{tr} \mathbf{S}}",
            "what the first m axes do not lose, they hold",
            lambda s: pca.cumulated_variance(pca.explained_variance_ratio(s.Lam, np.trace(s.S))),
            lambda s: 1 - _errors(s) / np.trace(s.S),
            premise=(given.AXES, given.ORTHONORMAL),
            equation="SY19-cumulated-variance",
        ),
    ),
    draws.draw_some_axes,
)


def _errors(s):
    """Mean squared error of the first axis, of the first two, and so on."""
    return np.array([pca.reconstruction_error(s.Phi, s.U[:, : m + 1]) for m in range(s.U.shape[1])])


rayleigh = Derivation(
    "No direction holds more variance than the first axis",
    r"Given the covariance matrix $\mathbf{S}$, orthonormal eigenvectors $u^1, u^2, \dots$ with "
    r"$\lambda_1 \ge \lambda_2 \ge \dots$, as many as there are dimensions, and any $w$ of length 1.",
    (
        definition(
            r"a_m = \langle u^m, w\rangle",
            "the coordinates of w along the eigenvectors",
            "a",
            lambda s: s.V.T @ s.w,
        ),
        consequence(
            r"w = \sum_m a_m u^m",
            "there are as many of them as dimensions, at right angles and of length 1",
            lambda s: s.w,
            lambda s: s.V @ s.a,
            premise=given.BASIS,
        ),
        consequence(
            r"w^\top\mathbf{S}w = \sum_m \lambda_m a_m^2",
            "put in the sum twice: S multiplies each eigenvector by its eigenvalue; products of different ones are 0",
            lambda s: pca.variance_along(s.w, s.S),
            lambda s: s.values @ s.a**2,
            premise=(given.ALL_AXES, given.BASIS),
            equation="AML-2",
        ),
        bound(
            r"\le \lambda_1 \sum_m a_m^2",
            "a mean of the eigenvalues with the weights aₘ² is no larger than the largest of them",
            lambda s: s.values @ s.a**2,
            lambda s: s.values[0] * (s.a**2).sum(),
            premise=given.TOP_EIGENVALUE,
            attained=lambda s, rng: s.but(w=s.V[:, 0]),
        ),
        consequence(
            r"= \lambda_1",
            "the weights sum to ‖w‖², which is 1",
            right=lambda s: s.values[0],
            premise=(given.BASIS, given.UNIT_DIRECTION),
        ),
        bound(
            r"w^\top\mathbf{S}w \le \lambda_1, \qquad {u^1}^\top\mathbf{S}u^1 = \lambda_1",
            "no variance is larger than λ₁, and along the first axis it is λ₁: the maximum that PCA looks for",
            lambda s: pca.variance_along(s.w, s.S),
            lambda s: s.values[0],
            premise=(given.UNIT_DIRECTION, given.TOP_EIGENVALUE_ALONG),
            attained=lambda s, rng: s.but(w=s.V[:, 0]),
            equation="AML-2",
        ),
        identity(
            r"\frac{v^\top\mathbf{S}v}{v^\top v} = w^\top\mathbf{S}w \quad\text{with}\quad w = \frac{v}{\|v\|}",
            "a vector v of another length has the same quotient: the Rayleigh quotient asks for the direction only",
            lambda s: pca.rayleigh_quotient(s.v, s.S),
            lambda s: pca.variance_along(s.v / np.linalg.norm(s.v), s.S),
            "MSA220-rayleigh",
        ),
        bound(
            r"\langle w, u^1\rangle = 0 \;\Rightarrow\; w^\top\mathbf{S}w \le \lambda_2",
            "at a right angle to the first axis a₁ is 0, and the same argument begins with λ₂: the second axis",
            lambda s: pca.variance_along(s.w, s.S),
            lambda s: s.values[1],
            premise=(given.UNIT_DIRECTION, given.AT_RIGHT_ANGLE),
            attained=lambda s, rng: s.but(w=s.V[:, 1]),
            on=draws.draw_second_direction,
        ),
        consequence(
            r"\mathbf{S}u_0 = 0 \;\Rightarrow\; (w + u_0)^\top\mathbf{S}(w + u_0) = w^\top\mathbf{S}w",
            "in a space of infinitely many dimensions, let u₀ be the part of a direction at right angles to all points. It adds length and no variance: leave it out, and what remains has n dimensions at most, as in lines 1 to 6",
            lambda s: pca.variance_along(s.w + s.u0, s.S),
            lambda s: pca.variance_along(s.w, s.S),
            premise=given.NO_VARIANCE,
            equation="AML-2",
            on=draws.draw_beyond_the_points,
        ),
    ),
    draws.draw_direction,
)

COORDINATES = definition(
    r"t_i = \mathbf{U}^\top x_i",
    "the coordinates of a point along the columns of U (AML's (4)); Utᵢ is the point that is put together from them",
    "t",
    lambda s: s.Phi @ s.U,
    "AML-4",
)

reconstruction = Derivation(
    "Largest variance and smallest error are one aim",
    r"Given centered points $x_i$ with covariance $\mathbf{S}$, its eigenvectors $v^l$ with "
    r"$\lambda_1 \ge \lambda_2 \ge \dots$, and any $q$ orthonormal vectors, the columns $u^m$ of $\mathbf{U}$.",
    (
        COORDINATES,
        consequence(
            r"\|x_i - \mathbf{U}t_i\|^2 = \|x_i\|^2 - \|t_i\|^2",
            "Pythagoras: Utᵢ is the shadow of xᵢ on the span of the columns, and as long as tᵢ",
            lambda s: ((s.Phi - s.t @ s.U.T) ** 2).sum(axis=1),
            lambda s: (s.Phi**2).sum(axis=1) - (s.t**2).sum(axis=1),
            premise=given.ORTHONORMAL,
        ),
        identity(
            r"\frac1n \sum_i \|t_i\|^2 = \sum_m {u^m}^\top\mathbf{S}u^m"
            r" = \operatorname{tr}\, \mathbf{U}^\top\mathbf{S}\mathbf{U}",
            "coordinate by coordinate: the variance that is kept",
            lambda s: (s.t**2).sum() / s.n,
            lambda s: np.trace(s.U.T @ s.S @ s.U),
            via=lambda s: sum(u @ s.S @ u for u in s.U.T),
        ),
        consequence(
            r"\frac1n \sum_i \|x_i - \mathbf{U}t_i\|^2 + \operatorname{tr}\, \mathbf{U}^\top\mathbf{S}\mathbf{U}"
            r" = \operatorname{tr} \mathbf{S}",
            "the mean of line 2: error and variance are the two sides of one sum, which no choice of U changes",
            lambda s: pca.reconstruction_error(s.Phi, s.U) + np.trace(s.U.T @ s.S @ s.U),
            lambda s: np.trace(s.S),
            premise=given.ORTHONORMAL,
            equation="AML-reconstruction",
        ),
        definition(
            r"p_l = \sum_m \langle u^m, v^l\rangle^2",
            "how much of the l-th eigenvector lies in the span of the columns",
            "p",
            lambda s: ((s.U.T @ s.V) ** 2).sum(axis=0),
        ),
        bound(
            r"p_l \le 1",
            "the shadow of a vector of length 1 is no longer than 1",
            lambda s: s.p,
            1,
            premise=given.TOO_LONG,
            one_entry=True,
            attained=lambda s, rng: s.but(U=s.V[:, : s.U.shape[1]]),
        ),
        consequence(
            r"\sum_l p_l = q",
            "summed over l first, each column brings its own squared length, which is 1",
            lambda s: s.p.sum(),
            lambda s: s.U.shape[1],
            premise=(given.ORTHONORMAL, given.BASIS_V),
        ),
        consequence(
            r"\operatorname{tr}\, \mathbf{U}^\top\mathbf{S}\mathbf{U} = \sum_l \lambda_l p_l",
            "along each column the variance is a sum over the eigenvectors, as in Rayleigh's argument: add them up",
            lambda s: np.trace(s.U.T @ s.S @ s.U),
            lambda s: s.values @ s.p,
            premise=(given.ALL_AXES_V, given.BASIS_V),
        ),
        bound(
            r"\sum_l \lambda_l p_l \le \lambda_1 + \dots + \lambda_q",
            "q units of weight, one at most for each eigenvalue: the largest sum gives them to the q largest. (In infinitely many dimensions, weight may lie at right angles to all points, where it counts 0: then there are fewer than q units, and the bound holds all the more)",
            lambda s: s.values @ s.p,
            lambda s: s.values[: s.U.shape[1]].sum(),
            premise=given.TOO_LONG,
            attained=lambda s, rng: s.but(U=s.V[:, : s.U.shape[1]]),
            equation="AML-2",
        ),
        bound(
            r"\frac1n \sum_i \|x_i - \mathbf{U}t_i\|^2 \ge \lambda_{q+1} + \lambda_{q+2} + \dots",
            "by line 4 the error is smallest where the variance is largest: at the first q eigenvectors",
            lambda s: pca.reconstruction_error(s.Phi, s.U),
            lambda s: s.values[s.U.shape[1] :].sum(),
            relation="≥",
            attained=lambda s, rng: s.but(U=s.V[:, : s.U.shape[1]]),
            equation="AML-reconstruction",
        ),
    ),
    draws.draw_subspace,
)

span = Derivation(
    "An eigenvector with λ ≠ 0 lies in the span of the mapped points",
    r"Given centered mapped points, their covariance $\mathbf{S} = \frac1n \sum_i \Phi(x_i)\Phi(x_i)^\top$, and "
    r"$\lambda u = \mathbf{S}u$ with $\lambda \ne 0$. A $u_0 \ne 0$ with $\mathbf{S}u_0 = 0$ stands for the case "
    r"$\lambda = 0$.",
    (
        identity(
            r"\mathbf{S} u = \frac1n \sum_i \Phi(x_i)\Phi(x_i)^\top u",
            "put in the covariance matrix",
            lambda s: pca.covariance(s.Phi) @ s.u,
            lambda s: sum(np.outer(x, x) @ s.u for x in s.Phi) / s.n,
            "SY19-feature-covariance",
        ),
        identity(
            r"= \frac1n \sum_i \langle\Phi(x_i), u\rangle\, \Phi(x_i)",
            "the product of a row with u is a number: it may stand in front of the vector",
            right=lambda s: pca.covariance_times(s.Phi, s.u),
            equation="AML-8",
        ),
        consequence(
            r"= \lambda u",
            "u is an eigenvector: read from right to left, λu is a sum of mapped points, each times a number",
            right=lambda s: s.lam * s.u,
            premise=given.EIGENVECTOR,
            equation="AML-8",
        ),
        definition(
            r"\alpha_i = \frac{\langle\Phi(x_i), u\rangle}{n\lambda}",
            "divide by λ, which is not 0, and give the numbers a name",
            "alpha",
            lambda s: pca.span_coefficients(s.Phi, s.lam, s.u),
            "SY19-span",
        ),
        consequence(
            r"u = \sum_i \alpha_i \Phi(x_i)",
            "line 3, divided by λ: u lies in the span of the mapped points",
            lambda s: s.u,
            lambda s: pca.combine(s.alpha, s.Phi),
            premise=given.EIGENVECTOR,
            equation="SY19-12",
        ),
        consequence(
            r"\langle\Phi(x_i), u_0\rangle = 0, \quad i = 1, \dots, n",
            "for λ = 0 nothing of the kind holds: u₀ᵀSu₀ is a mean of these squares, and it is 0, so each of them is",
            lambda s: s.Phi @ s.u0,
            0,
            premise=given.NO_VARIANCE,
            on=draws.draw_without_variance,
        ),
        consequence(
            r"\min_{a}\, \Big\|u_0 - \sum_i a_i\Phi(x_i)\Big\| = \|u_0\|",
            "at right angles to all mapped points: of their combinations none comes nearer to u₀ than 0 does",
            lambda s: np.linalg.norm(distance_from_span(s.Phi, s.u0)),
            lambda s: np.linalg.norm(s.u0),
            premise=given.NO_VARIANCE,
            on=draws.draw_without_variance,
        ),
    ),
    draws.draw_axes,
)

small_problem = Derivation(
    "More dimensions than points: the n × n problem",
    r"Given centered points as the rows of $\mathbf{X}$ (n × p) and $\frac1n\mathbf{X}^\top\mathbf{X}u = \lambda u$ "
    r"with $\|u\| = 1$, $\lambda \ne 0$. The matrix on the left is p × p.",
    (
        consequence(
            r"\mathbf{X}\mathbf{X}^\top (\mathbf{X}u) = n\lambda\, (\mathbf{X}u)",
            "multiply by nX from the left: Xu is an eigenvector of an n × n matrix with the eigenvalue nλ",
            lambda s: s.X @ (s.X.T @ (s.X @ s.u)),
            lambda s: s.n * s.lam * (s.X @ s.u),
            premise=given.EIGENVECTOR,
        ),
        consequence(
            r"\mathbf{X}^\top\mathbf{X} (\mathbf{X}^\top\alpha^m) = n\lambda_m\, \mathbf{X}^\top\alpha^m",
            "the other way round: if XXᵀα = nλα, then Xᵀα is an eigenvector of the p × p matrix",
            lambda s: s.n * (s.S @ (s.X.T @ s.A)),
            lambda s: s.X.T @ (s.mu * s.A),
            premise=given.SMALL_DUAL,
        ),
        consequence(
            r"\|\mathbf{X}^\top\alpha^m\|^2 = n\lambda_m\,\|\alpha^m\|^2",
            "its squared length is αᵀXXᵀα, which the normalization makes 1",
            lambda s: ((s.X.T @ s.A) ** 2).sum(axis=0),
            lambda s: s.mu * (s.A**2).sum(axis=0),
            premise=given.SMALL_DUAL,
        ),
        consequence(
            r"u^m = \mathbf{X}^\top \alpha^m",
            "so the axes of the large problem come from the small one, and that is kernel PCA with the linear kernel",
            lambda s: s.U.T,
            lambda s: pca.components_from_gram(s.A, s.X),
            premise=(given.SMALL_DUAL, given.LENGTH),
            equation="PR-small-problem",
        ),
        identity(
            r"\lambda_m(\mathbf{X}\mathbf{X}^\top) = n\,\lambda_m(\mathbf{S}), \quad m = 1, \dots, n - 1",
            "all eigenvalues that are not 0 are the same up to the factor n, and so are their sums, the traces",
            lambda s: np.linalg.eigvalsh(s.X @ s.X.T)[:0:-1],
            lambda s: s.n * np.linalg.eigvalsh(s.S)[: -s.n : -1],
        ),
    ),
    draws.draw_wide,
)
