"""The proofs of chapter 07: those about PCA itself, the dual eigenvalue problem, its scaling and its centering."""

import numpy as np

from kernelcourse.pca import draws
from kernelcourse.pca import without as given
from kernelcourse.pca.proofs_of_pca import rayleigh, reconstruction, small_problem, span, variance
from kernelcourse.proving.derivations import Derivation, consequence, definition, identity
from kernelsy19.kernels import geometry as fs
from kernelsy19.pca import equations as pca

__all__ = [
    "centering",
    "centering_new",
    "dropping_a_factor",
    "dual",
    "normalization",
    "projection",
    "rayleigh",
    "reconstruction",
    "short_dual",
    "small_problem",
    "span",
    "variance",
]

short_dual = Derivation(
    "The dual eigenvalue problem, the short way",
    r"Given centered mapped points, $\lambda u = \mathbf{S}u$ with $\lambda \ne 0$, and the coefficients of the span "
    r"argument, $\alpha_i = \langle\Phi(x_i), u\rangle/(n\lambda)$.",
    (
        consequence(
            r"n\lambda\, \alpha_k = \langle\Phi(x_k), u\rangle",
            "this is the coefficient of the span argument, times nλ",
            lambda s: s.n * s.lam * s.alpha,
            lambda s: s.Phi @ s.u,
            premise=given.FROM_SPAN,
        ),
        consequence(
            r"= \sum_i \alpha_i \langle\Phi(x_k), \Phi(x_i)\rangle",
            "put in the combination u = Σᵢ αᵢΦ(xᵢ): only dot products are left",
            right=lambda s: np.array([sum(s.alpha[i] * (x @ s.Phi[i]) for i in range(s.n)) for x in s.Phi]),
            premise=given.COMBINED_BY_PRODUCTS,
            equation="SY19-12",
        ),
        consequence(
            r"n\lambda\, \alpha = \mathbf{K}\alpha",
            "each dot product is a kernel value, an entry of K",
            lambda s: s.n * s.lam * s.alpha,
            lambda s: s.K @ s.alpha,
            premise=(given.COMBINED_BY_PRODUCTS, given.FROM_SPAN),
            equation="SY19-15",
        ),
    ),
    draws.draw_with_coefficients,
)

dual = Derivation(
    "The dual eigenvalue problem",
    r"Given centered mapped points, $\lambda u = \mathbf{S}u$ with $\lambda \ne 0$, and any $\alpha$ with "
    r"$u = \sum_i \alpha_i \Phi(x_i)$ (12). $\mathbf{K}$ is the Gram matrix of the centered points, from kernel values.",
    (
        consequence(
            r"\lambda \langle\Phi(x_k), u\rangle = \langle\Phi(x_k), \mathbf{S}u\rangle, \quad k = 1, \dots, n",
            "look at the eigenvalue equation from each mapped point: for PCA itself these are λxₖᵀu = xₖᵀSu",
            lambda s: s.lam * (s.Phi @ s.u),
            lambda s: s.Phi @ (s.S @ s.u),
            premise=given.EIGENVECTOR,
            equation="SY19-11",
        ),
        consequence(
            r"\mathbf{S}u = \lambda u",
            "and back: Su − λu lies in the span of the mapped points and is orthogonal to each of them, so nothing was lost",
            lambda s: s.S @ s.u,
            lambda s: s.lam * s.u,
            premise=(given.PROJECTED, given.IN_SPAN),
            equation="SY19-projected-equations",
            on=draws.draw_projected,
        ),
        consequence(
            r"\lambda \langle\Phi(x_k), u\rangle = \lambda \sum_i \alpha_i \langle\Phi(x_k), \Phi(x_i)\rangle",
            "put in the combination (12) on the left of (11)",
            lambda s: s.lam * (s.Phi @ s.u),
            lambda s: s.lam * np.array([sum(s.alpha[i] * (x @ s.Phi[i]) for i in range(s.n)) for x in s.Phi]),
            premise=given.COMBINED,
            equation="SY19-12",
        ),
        consequence(
            r"\langle\Phi(x_k), \mathbf{S}u\rangle = \Big\langle \Phi(x_k), \sum_i \alpha_i \mathbf{S}\Phi(x_i) \Big\rangle",
            "and on the right: S is linear",
            lambda s: s.Phi @ (s.S @ s.u),
            lambda s: s.Phi @ sum(a * (s.S @ x) for a, x in zip(s.alpha, s.Phi, strict=True)),
            premise=given.COMBINED,
            equation="SY19-12",
        ),
        identity(
            r"= \frac1n \sum_i \alpha_i \Big\langle \Phi(x_k), \sum_j \Phi(x_j)\langle\Phi(x_j), \Phi(x_i)\rangle \Big\rangle",
            "put in the covariance matrix: only dot products are left",
            right=lambda s: np.einsum("i,kd,jd,je,ie->k", s.alpha, s.Phi, s.Phi, s.Phi, s.Phi) / s.n,
            equation="SY19-feature-covariance",
        ),
        consequence(
            r"\lambda \sum_i \alpha_i \langle\Phi(x_k), \Phi(x_i)\rangle"
            r" = \frac1n \sum_i \alpha_i \Big\langle \Phi(x_k), \sum_j \Phi(x_j)\langle\Phi(x_j), \Phi(x_i)\rangle \Big\rangle",
            "both put into (11): equation (13)",
            lambda s: s.lam * (s.Phi @ (s.alpha @ s.Phi)),
            lambda s: (
                s.Phi @ sum(a * (s.Phi.T @ (s.Phi @ x)) for a, x in zip(s.alpha, s.Phi, strict=True)) / s.n
            ),
            premise=(given.EIGENVECTOR_IN_SPAN, given.COMBINED),
            equation="SY19-13",
        ),
        identity(
            r"(\mathbf{K}\alpha)_k = \sum_i K_{ki}\alpha_i = \sum_i \alpha_i \langle\Phi(x_k), \Phi(x_i)\rangle",
            "an entry of K is a dot product: this is the left side of (13), up to λ",
            lambda s: s.K @ s.alpha,
            lambda s: np.array([sum(s.alpha[i] * (x @ s.Phi[i]) for i in range(s.n)) for x in s.Phi]),
            via=lambda s: (s.K * s.alpha).sum(axis=1),
        ),
        identity(
            r"(\mathbf{K}^2\alpha)_k = \sum_i \alpha_i \sum_j K_{kj}K_{ji}"
            r" = \sum_i \alpha_i \sum_j \langle\Phi(x_k), \Phi(x_j)\rangle\langle\Phi(x_j), \Phi(x_i)\rangle",
            "write out both products: the entries are dot products",
            lambda s: s.K @ (s.K @ s.alpha),
            lambda s: np.einsum("i,kd,jd,je,ie->k", s.alpha, s.Phi, s.Phi, s.Phi, s.Phi),
            via=lambda s: np.einsum("i,kj,ji->k", s.alpha, s.K, s.K),
        ),
        identity(
            r"= \sum_i \alpha_i \Big\langle \Phi(x_k), \sum_j \Phi(x_j)\langle\Phi(x_j), \Phi(x_i)\rangle \Big\rangle",
            "move the sum over j into the dot product: this is the right side of (13), up to 1/n",
            right=lambda s: (
                s.Phi @ sum(a * (s.Phi.T @ (s.Phi @ x)) for a, x in zip(s.alpha, s.Phi, strict=True))
            ),
        ),
        consequence(
            r"n\lambda\, \mathbf{K}\alpha = \mathbf{K}^2\alpha",
            "put lines 7 to 9 into (13) and multiply by n",
            lambda s: s.n * s.lam * (s.K @ s.alpha),
            lambda s: s.K @ s.K @ s.alpha,
            premise=(given.EIGENVECTOR_IN_SPAN, given.COMBINED),
            equation="SY19-14",
        ),
    ),
    draws.draw_combination,
)

dropping_a_factor = Derivation(
    "What is lost with one factor K",
    r"Given $\lambda \ne 0$ and any solution $\alpha$ of (14), $n\lambda\mathbf{K}\alpha = \mathbf{K}^2\alpha$; and a "
    r"vector $w$ with $\mathbf{K}w = 0$ (for centered points $w = \mathbf{1}$ is one).",
    (
        definition(
            r"r = \mathbf{K}\alpha - n\lambda\,\alpha",
            "what α lacks to be a solution of (15)",
            "r",
            lambda s: s.K @ s.alpha - s.n * s.lam * s.alpha,
        ),
        consequence(
            r"\mathbf{K}r = 0",
            "this is (14): Kr = K²α − nλKα",
            lambda s: s.K @ s.r,
            0,
            premise=given.SOLVES_SQUARED,
            equation="SY19-14",
        ),
        definition(
            r"\alpha' = \alpha + \frac{r}{n\lambda}",
            "add what it lacks, divided by nλ, which is not 0",
            "better",
            lambda s: s.alpha + s.r / (s.n * s.lam),
        ),
        consequence(
            r"n\lambda\,\alpha' = \mathbf{K}\alpha'",
            "the left side is nλα + r = Kα, and so is the right side, as Kr = 0: α' solves (15)",
            lambda s: s.n * s.lam * s.better,
            lambda s: s.K @ s.better,
            premise=given.SOLVES_SQUARED,
            equation="SY19-15",
        ),
        identity(
            r"\Big\|\sum_i r_i \Phi(x_i)\Big\|^2 = r^\top\mathbf{K}r",
            "the squared length of what r makes in feature space, for any r",
            lambda s: (pca.combine(s.r, s.Phi) ** 2).sum(),
            lambda s: pca.squared_length(s.r, s.K),
            "SY19-squared-length",
            on=draws.draw_any_coefficients,
        ),
        consequence(
            r"\sum_i \alpha'_i \Phi(x_i) = \sum_i \alpha_i \Phi(x_i)",
            "with Kr = 0 that length is 0: α' makes the same axis as α, and each axis that (14) gives, (15) gives too",
            lambda s: pca.combine(s.better, s.Phi),
            lambda s: pca.combine(s.alpha, s.Phi),
            premise=given.SOLVES_SQUARED,
        ),
        consequence(
            r"n\lambda\,\mathbf{K}(\alpha' + w) = \mathbf{K}^2(\alpha' + w)",
            "the other way: (14) sees α only through Kα, so it has more solutions than (15)",
            lambda s: s.n * s.lam * (s.K @ (s.better + s.null)),
            lambda s: s.K @ s.K @ (s.better + s.null),
            premise=(given.SOLVES_SQUARED, given.SENT_TO_ZERO),
            equation="SY19-14",
        ),
        consequence(
            r"n\lambda\,(\alpha' + w) - \mathbf{K}(\alpha' + w) = n\lambda\,w",
            "what is lost with the factor are these w: eigenvectors of K with eigenvalue 0, and they make no axis",
            lambda s: pca.gram_residual(s.K, s.lam, s.better + s.null),
            lambda s: s.n * s.lam * s.null,
            premise=(given.SOLVES_SQUARED, given.SENT_TO_ZERO),
            equation="SY19-15",
        ),
    ),
    draws.draw_squared,
)

normalization = Derivation(
    "Normalizing the coefficients",
    r"Given an eigenvector $v$ of $\mathbf{K}$ of any length, $\mathbf{K}v = n\lambda\,v$ with $\lambda \ne 0$. The lecture "
    r"writes $\lambda_m$ for the eigenvalue $n\lambda$ of $\mathbf{K}$.",
    (
        definition(
            r"y = \sum_i v_i \Phi(x_i)",
            "the vector in feature space with the coefficients v: it points along the axis, in some length",
            "y",
            lambda s: pca.combine(s.v, s.Phi),
        ),
        identity(
            r"\|y\|^2 = \sum_{i,j} v_i v_j K_{ij} = \langle v, \mathbf{K} v\rangle",
            "multiply out: each dot product of two mapped points is a kernel value",
            lambda s: s.y @ s.y,
            lambda s: pca.squared_length(s.v, s.K),
            "SY19-squared-length",
            via=lambda s: (np.outer(s.v, s.v) * s.K).sum(),
        ),
        consequence(
            r"= n\lambda\, \langle v, v\rangle",
            "v is an eigenvector of K with eigenvalue nλ",
            right=lambda s: s.n * s.lam * (s.v @ s.v),
            premise=given.GRAM_EIGENVECTOR,
            equation="SY19-squared-length",
        ),
        definition(
            r"\alpha = \frac{v}{\|v\|\sqrt{n\lambda}}, \qquad u = \sum_i \alpha_i \Phi(x_i)",
            "the same direction, in the length for which nλ⟨α, α⟩ = 1",
            "alpha",
            lambda s: s.v / (np.linalg.norm(s.v) * np.sqrt(s.n * s.lam)),
            "SY19-normalization",
        ),
        consequence(
            r"\|u\|^2 = 1",
            "lines 2 and 3 with α instead of v",
            lambda s: (pca.combine(pca.normalize(s.v, s.n * s.lam), s.Phi) ** 2).sum(),
            1,
            premise=given.GRAM_EIGENVECTOR,
            equation="SY19-normalization",
        ),
        consequence(
            r"\alpha_i = \frac{\langle \Phi(x_i), u\rangle}{n\lambda}",
            "these are the coefficients that the span argument found",
            lambda s: s.alpha,
            lambda s: pca.span_coefficients(s.Phi, s.lam, pca.combine(s.alpha, s.Phi)),
            premise=given.GRAM_EIGENVECTOR,
            equation="SY19-span",
        ),
    ),
    draws.draw_eigenvector,
)

projection = Derivation(
    "Projecting a point on an axis in feature space",
    r"Given $u^m = \sum_i \alpha_i^m \Phi(x_i)$, centered mapped points, and a point $x$ whose image is "
    r"moved by the mean of the training points too: $\tilde\Phi(x) = \Phi(x) - \frac1n\sum_j \Phi(x_j)$.",
    (
        consequence(
            r"z_m := \langle u^m, \tilde\Phi(x)\rangle = \Big\langle \sum_i \alpha_i^m \Phi(x_i), \tilde\Phi(x)\Big\rangle",
            "put in the combination (12)",
            lambda s: pca.scores(s.Phi_new, s.U),
            lambda s: s.Phi_new @ (s.A.T @ s.Phi).T,
            premise=given.ALL_COMBINED,
            equation="SY19-12",
        ),
        identity(
            r"= \sum_i \alpha_i^m \langle\Phi(x_i), \tilde\Phi(x)\rangle",
            "the dot product is linear: with kernel values of centered points, this is the projection",
            right=lambda s: pca.project(np.array([s.Phi @ x for x in s.Phi_new]), s.A),
            equation="SY19-projection",
        ),
        consequence(
            r"= \sum_i \alpha_i^m \tilde K(x_i, x)",
            "the centered kernel values come from those of the points as they are",
            right=lambda s: pca.project_centered(s.K_new_raw, s.K_raw, s.A),
            premise=given.MOVED,
            equation="SY19-projection-centered",
        ),
        consequence(
            r"= \sum_i \alpha_i^m K(x_i, x) - \frac1n \sum_j \sum_i \alpha_i^m K(x_i, x_j)",
            "the coefficients sum to 0, so all that centering takes away is the projection of the mean",
            right=lambda s: (s.K_new_raw - s.K_raw.mean(axis=0)) @ s.A,
            premise=given.SUM_OF_ZERO,
        ),
        consequence(
            r"z_m(x_k) = n\lambda_m\, \alpha_k^m",
            "for a training point the sum is a row of Kα, and α is an eigenvector",
            lambda s: pca.scores(s.Phi, s.U),
            lambda s: s.n * s.Lam * s.A,
            premise=(given.ALL_COMBINED, given.ALL_DUAL),
            equation="SY19-15",
        ),
    ),
    draws.draw_with_coefficients,
)

centering = Derivation(
    "Centering a Gram matrix",
    r"Given mapped points that are not centered, their Gram matrix $\mathbf{K}$, their mean $m = \frac1n\sum_k \Phi(x_k)$, and "
    r"the matrix $\mathbf{1}_n$ whose entries are all $1/n$.",
    (
        definition(
            r"\tilde K_{ij} = \langle \Phi(x_i) - m,\; \Phi(x_j) - m\rangle",
            "move each point by the mean",
            "moved",
            lambda s: np.array([[(a - s.m) @ (b - s.m) for b in s.raw] for a in s.raw]),
        ),
        consequence(
            r"\tilde K_{ij} = K_{ij} - \frac1n\sum_k K_{kj} - \frac1n\sum_l K_{il} + \frac{1}{n^2}\sum_{k,l} K_{kl}",
            "multiply out: four dot products, each a kernel value or a mean of them",
            lambda s: s.moved,
            lambda s: fs.center_gram(s.K_raw),
            premise=given.MEAN,
            equation="SY19-centering",
        ),
        identity(
            r"= (\mathbf{K} - \mathbf{1}_n\mathbf{K} - \mathbf{K}\mathbf{1}_n + \mathbf{1}_n\mathbf{K}\mathbf{1}_n)_{ij}",
            "a product with the matrix 1ₙ from the left takes the mean of each column, from the right of each row",
            right=lambda s: _four_products(s.K_raw, np.full((s.n, s.n), 1 / s.n)),
            equation="SY19-centering",
        ),
        identity(
            r"= (\mathbf{J}\mathbf{K}\mathbf{J})_{ij} \quad\text{with}\quad \mathbf{J} = \mathbf{I} - \mathbf{1}_n",
            "the four terms are one product; J is the projection that takes the mean out of a vector",
            right=lambda s: fs.center_gram_by_projection(s.K_raw),
            equation="MSA220-centering",
        ),
        consequence(
            r"\sum_j \tilde K_{ij} = 0",
            "the moved points sum to 0, so K̃ sends the vector of ones to 0: each α with λ ≠ 0 is at a right angle to it",
            lambda s: s.moved.sum(axis=1),
            0,
            premise=given.MEAN,
        ),
    ),
    draws.draw_axes,
)


def _four_products(K, ones):
    """K − 1ₙK − K1ₙ + 1ₙK1ₙ, as it is written."""
    return K - ones @ K - K @ ones + ones @ K @ ones


centering_new = Derivation(
    "Centering a new point",
    r"Given mapped training points that are not centered, with mean $m = \frac1n\sum_l \Phi(x_l)$, and a new point $x$. Its image "
    r"is moved by the mean of the training points, which the axes were computed with.",
    (
        definition(
            r"\tilde K(x_i, x) = \langle \Phi(x_i) - m,\; \Phi(x) - m\rangle",
            "move both by the same mean",
            "moved",
            lambda s: np.array([[(a - s.m) @ (b - s.m) for b in s.raw] for a in s.raw_new]),
        ),
        consequence(
            r"\tilde K(x_i, x) = K(x_i, x) - \frac1n\sum_k K(x_k, x) - \frac1n\sum_k K(x_i, x_k) + \frac{1}{n^2}\sum_{k,l} K(x_k, x_l)",
            "multiply out",
            lambda s: s.moved,
            lambda s: fs.center_new(s.K_new_raw, s.K_raw),
            premise=given.MEAN,
            equation="SY19-centering-new",
        ),
    ),
    draws.draw_axes,
)
