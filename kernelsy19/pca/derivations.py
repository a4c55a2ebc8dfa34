"""The proofs of chapter 07: from the covariance matrix to the dual eigenvalue problem, its scaling and its centering."""

import numpy as np

from kernelsy19.course.derivations import Derivation, Step, chain
from kernelsy19.kernels import geometry as fs
from kernelsy19.pca import equations as pca
from kernelsy19.pca.settings import draw

variance = Derivation(
    "PCA: the variance along a direction, and what is lost",
    r"Given centered points $x_1, \dots, x_n$ (here mapped points) with covariance $\mathbf{S}$, an eigenvector $u$ "
    r"of length 1 with eigenvalue $\lambda$, and $\mathbf{U}$, whose columns are several of them.",
    (
        Step(
            r"\mathbf{S}_{ab} = \frac1n \sum_i x_{ia} x_{ib}",
            "the entries of the covariance matrix (10): means of products of two coordinates",
            lambda s: pca.covariance(s.Phi),
            lambda s: np.array([[(a * b).mean() for b in s.Phi.T] for a in s.Phi.T]),
            "SY19-10",
        ),
        *chain(
            lambda s: ((s.Phi @ s.u) ** 2).mean(),
            (
                r"\frac1n \sum_i \langle u, x_i\rangle^2 = u^\top \Big(\frac1n \sum_i x_i x_i^\top\Big) u",
                "the points are centered, so the variance along u is a mean of squares; a square is u·x times x·u",
                lambda s: s.u @ sum(np.outer(x, x) for x in s.Phi) @ s.u / s.n,
            ),
            (
                r"= u^\top \mathbf{S} u",
                "the matrix in the middle is the covariance matrix (10)",
                lambda s: pca.variance_along(s.u, pca.covariance(s.Phi)),
                "AML-2",
            ),
            (
                r"= \lambda",
                "u is an eigenvector of length 1: its eigenvalue is the variance along it",
                lambda s: s.lam,
            ),
        ),
        Step(
            r"\sum_m \operatorname{var}(u^m) \le \operatorname{tr} \mathbf{S}",
            "the axes share out the total variance",
            lambda s: (pca.scores(s.Phi, s.U) ** 2).mean(axis=0).sum(),
            lambda s: np.trace(s.S),
            "AML-4",
            "≤",
        ),
        Step(
            r"\frac1n \sum_i \|x_i - \mathbf{U}\mathbf{U}^\top x_i\|^2 = \operatorname{tr} \mathbf{S} - \sum_m \lambda_m",
            "Pythagoras for each point: the largest variance kept is the smallest error made",
            lambda s: ((s.Phi - pca.scores(s.Phi, s.U) @ s.U.T) ** 2).sum(axis=1).mean(),
            lambda s: np.trace(s.S) - s.Lam.sum(),
        ),
        Step(
            r"\frac{\lambda_m}{\operatorname{tr} \mathbf{S}} = \frac{n\lambda_m}{\operatorname{tr} \mathbf{K}}",
            "both traces are the sum of the squared lengths of the points, but for the factor n",
            lambda s: pca.explained_variance_ratio(s.Lam, np.trace(s.S)),
            lambda s: pca.explained_variance_ratio(s.n * s.Lam, np.trace(s.K)),
            "SY19-explained-variance",
        ),
        Step(
            r"\frac{\sum_{l \le m} \lambda_l}{\operatorname{tr} \mathbf{S}} = 1 - \frac{\text{mean squared error of the "
            r"first } m}{\operatorname{tr} \mathbf{S}}",
            "what the first m axes do not lose, they hold",
            lambda s: pca.cumulated_variance(pca.explained_variance_ratio(s.Lam, np.trace(s.S))),
            lambda s: np.array([1 - _error(s, m) / np.trace(s.S) for m in range(1, len(s.Lam) + 1)]),
            "SY19-cumulated-variance",
        ),
    ),
    draw,
)


def _error(s, m):
    U = s.U[:, :m]
    return ((s.Phi - s.Phi @ U @ U.T) ** 2).sum() / s.n


span = Derivation(
    "An eigenvector with λ ≠ 0 lies in the span of the mapped points",
    r"Given centered mapped points, their covariance $\mathbf{S} = \frac1n \sum_i \Phi(x_i)\Phi(x_i)^\top$, and "
    r"$\lambda u = \mathbf{S}u$. A $u_0$ with $\mathbf{S}u_0 = 0$ stands for the case $\lambda = 0$.",
    (
        *chain(
            lambda s: s.lam * s.u,
            (
                r"\lambda u = \mathbf{S} u",
                "the eigenvalue equation",
                lambda s: s.lam * s.u - pca.eigenvalue_residual(s.S, s.lam, s.u),
                "SY19-eigenvalue-equation",
            ),
            (
                r"= \frac1n \sum_i \Phi(x_i)\Phi(x_i)^\top u",
                "put in the covariance matrix",
                lambda s: sum(np.outer(x, x) @ s.u for x in s.Phi) / s.n,
                "SY19-feature-covariance",
            ),
            (
                r"= \frac1n \sum_i \langle\Phi(x_i), u\rangle\, \Phi(x_i)",
                "the product of a row with u is a number: it may stand in front of the vector",
                lambda s: sum((x @ s.u) * x for x in s.Phi) / s.n,
            ),
        ),
        Step(
            r"u = \sum_i \frac{\langle\Phi(x_i), u\rangle}{n\lambda}\, \Phi(x_i)",
            "divide by λ, which is not 0",
            lambda s: s.u,
            lambda s: sum(
                a * x for a, x in zip(pca.span_coefficients(s.Phi, s.lam, s.u), s.Phi, strict=True)
            ),
            "SY19-span",
        ),
        Step(
            r"u = \sum_i \alpha_i \Phi(x_i)",
            "give the coefficients a name",
            lambda s: s.u,
            lambda s: pca.combine(s.alpha, s.Phi),
            "SY19-12",
        ),
        Step(
            r"u^\top \mathbf{S} u + u_0^\top \mathbf{S} u_0 = \frac1n \sum_i \langle\Phi(x_i), u\rangle^2",
            "for λ = 0 nothing of the kind holds: the variance along such a direction is 0, so it is orthogonal to each "
            "mapped point, the opposite of lying in their span",
            lambda s: pca.variance_along(s.u, s.S) + pca.variance_along(_null_direction(s), s.S),
            lambda s: ((s.Phi @ s.u) ** 2).mean(),
        ),
    ),
    draw,
)


def _null_direction(s):
    """A unit vector with Su = 0, or 0 where there is none."""
    values, vectors = np.linalg.eigh(s.S)
    return vectors[:, 0] if values[0] < 1e-12 * values[-1] else np.zeros(len(values))


dual = Derivation(
    "The dual eigenvalue problem",
    r"Given centered mapped points, $\lambda u = \mathbf{S}u$ with $\lambda \ne 0$, and $u = \sum_i \alpha_i \Phi(x_i)$. "
    r"$\mathbf{K}$ is the Gram matrix of the centered points.",
    (
        Step(
            r"\lambda \langle\Phi(x_k), u\rangle = \langle\Phi(x_k), \mathbf{S}u\rangle, \quad k = 1, \dots, n",
            "look at the eigenvalue equation from each mapped point; nothing is lost, since both sides lie in their span",
            lambda s: s.lam * s.Phi @ s.u,
            lambda s: s.lam * s.Phi @ s.u - pca.projected_residual(s.Phi, s.lam, s.u),
            "SY19-11",
        ),
        Step(
            r"\lambda x_i^\top u = x_i^\top \mathbf{S}u, \quad i = 1, \dots, n",
            "these are the projected equations of PCA, with Φ(x) in the place of x",
            lambda s: np.array([s.lam * (x @ s.u) for x in s.Phi]),
            lambda s: np.array([x @ s.S @ s.u for x in s.Phi]),
            "SY19-projected-equations",
        ),
        *chain(
            lambda s: s.lam * s.Phi @ s.u,
            (
                r"\lambda \sum_i \alpha_i \langle\Phi(x_k), \Phi(x_i)\rangle",
                "put in the combination (12) on the left",
                lambda s: s.lam * fs.gram_from_features(s.Phi) @ s.alpha,
            ),
            (
                r"= \Big\langle \Phi(x_k), \sum_i \alpha_i \mathbf{S}\Phi(x_i) \Big\rangle",
                "and on the right: S is linear",
                lambda s: s.Phi @ sum(a * (s.S @ x) for a, x in zip(s.alpha, s.Phi, strict=True)),
            ),
            (
                r"= \frac1n \sum_i \alpha_i \Big\langle \Phi(x_k), \sum_j \Phi(x_j)\langle\Phi(x_j), \Phi(x_i)\rangle \Big\rangle",
                "put in the covariance matrix: only dot products are left",
                lambda s: s.lam * s.K @ s.alpha - pca.projected_residual_in_span(s.Phi, s.lam, s.alpha),
                "SY19-13",
            ),
        ),
        *chain(
            lambda s: s.K @ s.alpha,
            (
                r"(\mathbf{K}\alpha)_k = \sum_i K_{ki}\alpha_i",
                "write out the product of a matrix and a vector",
                lambda s: np.array([sum(s.K[k, i] * s.alpha[i] for i in range(s.n)) for k in range(s.n)]),
            ),
            (
                r"= \sum_i \alpha_i \langle\Phi(x_k), \Phi(x_i)\rangle",
                "an entry of K is a dot product: this is the left side of (13), but for λ",
                lambda s: np.array([sum(s.alpha[i] * (x @ s.Phi[i]) for i in range(s.n)) for x in s.Phi]),
            ),
        ),
        *chain(
            lambda s: s.K @ s.K @ s.alpha,
            (
                r"(\mathbf{K}^2\alpha)_k = \sum_i \alpha_i \sum_j K_{kj}K_{ji}",
                "write out both products",
                lambda s: np.einsum("i,kj,ji->k", s.alpha, s.K, s.K),
            ),
            (
                r"= \sum_i \alpha_i \sum_j \langle\Phi(x_k), \Phi(x_j)\rangle\langle\Phi(x_j), \Phi(x_i)\rangle",
                "the entries of K are dot products",
                lambda s: np.einsum("i,kd,jd,je,ie->k", s.alpha, s.Phi, s.Phi, s.Phi, s.Phi),
            ),
            (
                r"= \sum_i \alpha_i \Big\langle \Phi(x_k), \sum_j \Phi(x_j)\langle\Phi(x_j), \Phi(x_i)\rangle \Big\rangle",
                "move the sum over j into the dot product: this is the right side of (13), but for 1/n",
                lambda s: (
                    s.Phi @ sum(a * (s.Phi.T @ (s.Phi @ x)) for a, x in zip(s.alpha, s.Phi, strict=True))
                ),
            ),
        ),
        Step(
            r"n\lambda\, \mathbf{K}\alpha = \mathbf{K}^2\alpha",
            "put both into (13) and multiply by n",
            lambda s: s.n * s.lam * s.K @ s.alpha,
            lambda s: s.n * s.lam * s.K @ s.alpha - pca.squared_gram_residual(s.K, s.lam, s.alpha),
            "SY19-14",
        ),
        Step(
            r"n\lambda\, \alpha = \mathbf{K}\alpha",
            "the coefficients of (12) solve the equation without the second K as well, since nλαᵢ is the dot product "
            "of Φ(xᵢ) with u, and that is (Kα)ᵢ",
            lambda s: s.n * s.lam * s.alpha,
            lambda s: s.n * s.lam * s.alpha - pca.gram_residual(s.K, s.lam, s.alpha),
            "SY19-15",
        ),
    ),
    draw,
)


dropping_a_factor = Derivation(
    "What is lost with one factor K",
    r"Given a solution $\alpha$ of (15) with $\lambda \ne 0$, and a vector $w$ with $\mathbf{K}w = 0$ (for centered "
    r"points $w = \mathbf{1}$ is one). Equation (14) has more solutions than (15), such as $\alpha' = \alpha + w$.",
    (
        Step(
            r"n\lambda\, \mathbf{K}\alpha' = \mathbf{K}^2\alpha'",
            "(14) sees α only through Kα, and Kα' = Kα",
            lambda s: s.n * s.lam * s.K @ (s.alpha + s.null),
            lambda s: s.K @ s.K @ (s.alpha + s.null),
        ),
        Step(
            r"n\lambda\, \alpha' - \mathbf{K}\alpha' = n\lambda\, w",
            "(15) is off by a vector of the null space, that is, by an eigenvector of K with eigenvalue 0",
            lambda s: pca.gram_residual(s.K, s.lam, s.alpha + s.null),
            lambda s: s.n * s.lam * s.null,
        ),
        Step(
            r"\|\textstyle\sum_i \alpha'_i \Phi(x_i)\|^2 = \|u\|^2 + w^\top\mathbf{K}w + 2 w^\top\mathbf{K}\alpha = \|u\|^2",
            "the squared length of what w adds in feature space is 0",
            lambda s: np.sum(pca.combine(s.alpha + s.null, s.Phi) ** 2),
            lambda s: pca.squared_length(s.alpha, s.K),
        ),
        Step(
            r"\sum_i \alpha'_i \Phi(x_i) = u",
            "so α' is the same axis: only eigenvectors of K with eigenvalue 0 are lost, and they are no axis at all",
            lambda s: pca.combine(s.alpha + s.null, s.Phi),
            lambda s: s.u,
        ),
    ),
    draw,
)


normalization = Derivation(
    "Normalizing the coefficients",
    r"Given $u = \sum_i \alpha_i \Phi(x_i)$ with $\mathbf{K}\alpha = n\lambda\,\alpha$. The lecture writes $\lambda_m$ for the "
    r"eigenvalue $n\lambda$ of $\mathbf{K}$. Let $v$ be the same eigenvector with another length.",
    (
        *chain(
            lambda s: (2 * s.u) @ (2 * s.u),
            (
                r"\|u\|^2 = \Big\langle \sum_i v_i \Phi(x_i), \sum_j v_j \Phi(x_j)\Big\rangle",
                "put in the combination",
                lambda s: pca.combine(2 * s.alpha, s.Phi) @ pca.combine(2 * s.alpha, s.Phi),
            ),
            (
                r"= \sum_{i,j} v_i v_j K_{ij} = \langle v, \mathbf{K} v\rangle",
                "multiply out",
                lambda s: pca.squared_length(2 * s.alpha, s.K),
                "SY19-squared-length",
            ),
            (
                r"= n\lambda\, \langle v, v\rangle",
                "v is an eigenvector of K with eigenvalue nλ",
                lambda s: s.n * s.lam * (2 * s.alpha) @ (2 * s.alpha),
            ),
        ),
        Step(
            r"1 = n\lambda\, \langle \alpha, \alpha\rangle \quad\text{with}\quad \alpha = \frac{v}{\|v\|\sqrt{n\lambda}}",
            "ask for length 1 and solve for the length of the coefficients",
            lambda s: pca.squared_length(pca.normalize(2 * s.alpha, s.n * s.lam), s.K),
            lambda s: 1.0,
            "SY19-normalization",
        ),
        Step(
            r"\frac{v}{\|v\|\sqrt{n\lambda}} = \frac{\langle \Phi(x_i), u\rangle}{n\lambda}",
            "these are the coefficients that the span argument found",
            lambda s: pca.normalize(2 * s.alpha, s.n * s.lam),
            lambda s: pca.span_coefficients(s.Phi, s.lam, s.u),
        ),
    ),
    draw,
)


projection = Derivation(
    "Projecting a point on an axis in feature space",
    r"Given $u^m = \sum_i \alpha_i^m \Phi(x_i)$ of length 1, centered mapped points, and a point $x$ whose image is "
    r"moved by the mean of the training points too: $\tilde\Phi(x) = \Phi(x) - \frac1n\sum_j \Phi(x_j)$.",
    (
        *chain(
            lambda s: pca.scores(s.Phi_new, s.U),
            (
                r"z_m = \langle u^m, \tilde\Phi(x)\rangle = \Big\langle \sum_i \alpha_i^m \Phi(x_i), \tilde\Phi(x)\Big\rangle",
                "put in the combination (12)",
                lambda s: s.Phi_new @ (_coefficients(s).T @ s.Phi).T,
            ),
            (
                r"= \sum_i \alpha_i^m \langle\Phi(x_i), \tilde\Phi(x)\rangle",
                "the dot product is linear: with kernel values of centered points, this is the projection",
                lambda s: pca.project(s.Phi_new @ s.Phi.T, _coefficients(s)),
                "SY19-projection",
            ),
            (
                r"= \sum_i \alpha_i^m \tilde K(x_i, x)",
                "the centered kernel values come from those of the points as they are",
                lambda s: pca.project_centered(s.K_new_raw, s.K_raw, _coefficients(s)),
                "SY19-projection-centered",
            ),
            (
                r"= \sum_i \alpha_i^m K(x_i, x) - \frac1n \sum_j \sum_i \alpha_i^m K(x_i, x_j)",
                "the coefficients sum to 0, so all that centering takes away is the projection of the mean",
                lambda s: (s.K_new_raw - s.K_raw.mean(axis=0)) @ _coefficients(s),
            ),
        ),
        Step(
            r"z_m(x_k) = n\lambda_m\, \alpha_k^m",
            "for a training point the sum is a row of Kα, and α is an eigenvector",
            lambda s: pca.project(s.K, _coefficients(s)),
            lambda s: s.n * s.Lam * _coefficients(s),
        ),
    ),
    draw,
)


def _coefficients(s):
    """Coefficients of all axes, (n, q)."""
    return np.array([pca.span_coefficients(s.Phi, lam, u) for lam, u in zip(s.Lam, s.U.T, strict=True)]).T


centering = Derivation(
    "Centering a Gram matrix",
    r"Given mapped points that are not centered, with Gram matrix $\mathbf{K}$, and the matrix $\mathbf{1}_n$ whose entries "
    r"are all $1/n$.",
    chain(
        lambda s: s.Phi @ s.Phi.T,
        (
            r"\tilde K_{ij} = \Big\langle \Phi(x_i) - \frac1n\sum_k \Phi(x_k),\; \Phi(x_j) - \frac1n\sum_l \Phi(x_l)\Big\rangle",
            "move each point by the mean",
            lambda s: np.array([[(a - s.mean) @ (b - s.mean) for b in s.raw] for a in s.raw]),
        ),
        (
            r"= K_{ij} - \frac1n\sum_k K_{kj} - \frac1n\sum_l K_{il} + \frac{1}{n^2}\sum_{k,l} K_{kl}",
            "multiply out: four dot products, each a kernel value or a mean of them",
            lambda s: (
                s.K_raw
                - s.K_raw.mean(axis=0)[None, :]
                - s.K_raw.mean(axis=1)[:, None]
                + s.K_raw.sum() / s.n**2
            ),
        ),
        (
            r"= (\mathbf{K} - \mathbf{1}_n\mathbf{K} - \mathbf{K}\mathbf{1}_n + \mathbf{1}_n\mathbf{K}\mathbf{1}_n)_{ij}",
            "a product with the matrix 1ₙ from the left takes the mean of each column, from the right of each row",
            lambda s: fs.center_gram(s.K_raw),
            "SY19-centering",
        ),
        (
            r"= \big((\mathbf{I} - \mathbf{1}_n)\,\mathbf{K}\,(\mathbf{I} - \mathbf{1}_n)\big)_{ij}",
            "the four terms are one product; I − 1ₙ is the projection J that takes the mean out of a vector",
            lambda s: (np.eye(s.n) - 1 / s.n) @ s.K_raw @ (np.eye(s.n) - 1 / s.n),
        ),
        (
            r"= (\mathbf{J}\mathbf{K}\mathbf{J})_{ij}",
            "the same, in the other notation",
            lambda s: fs.center_gram_by_projection(s.K_raw),
            "MSA220-centering",
        ),
    ),
    draw,
)


centering_new = Derivation(
    "Centering a new point",
    r"Given mapped training points that are not centered, and a new point $x$. Its image is moved by the mean of the "
    r"training points, which the axes were computed with.",
    chain(
        lambda s: s.Phi_new @ s.Phi.T,
        (
            r"\tilde K(x_i, x) = \Big\langle \Phi(x_i) - \frac1n\sum_k \Phi(x_k),\; \Phi(x) - \frac1n\sum_l \Phi(x_l)\Big\rangle",
            "move both by the same mean",
            lambda s: np.array([[(a - s.mean) @ (b - s.mean) for b in s.raw] for a in s.raw_new]),
        ),
        (
            r"= K(x_i, x) - \frac1n\sum_k K(x_k, x) - \frac1n\sum_k K(x_i, x_k) + \frac{1}{n^2}\sum_{k,l} K(x_k, x_l)",
            "multiply out",
            lambda s: fs.center_new(s.K_new_raw, s.K_raw),
            "SY19-centering-new",
        ),
    ),
    draw,
)


small_problem = Derivation(
    "More dimensions than points: the n × n problem",
    r"Given centered points as the rows of $\mathbf{X}$ (n × p) and $\frac1n\mathbf{X}^\top\mathbf{X}u = \lambda u$ with "
    r"$\|u\| = 1$, $\lambda \ne 0$. The matrix on the left is p × p.",
    (
        Step(
            r"\mathbf{X}\mathbf{X}^\top (\mathbf{X}u) = n\lambda\, (\mathbf{X}u)",
            "multiply by nX from the left: Xu is an eigenvector of an n × n matrix with the eigenvalue nλ",
            lambda s: s.Phi @ (s.Phi.T @ (s.Phi @ s.u)),
            lambda s: s.n * s.lam * (s.Phi @ s.u),
        ),
        Step(
            r"\mathbf{X}^\top\mathbf{X} (\mathbf{X}^\top\alpha) = \mathbf{X}^\top (n\lambda\, \alpha)",
            "the other way round: if XXᵀα = nλα, then Xᵀα is an eigenvector of the p × p matrix",
            lambda s: s.n * s.S @ (s.Phi.T @ s.alpha),
            lambda s: s.Phi.T @ (s.n * s.lam * s.alpha),
        ),
        Step(
            r"\|\mathbf{X}^\top\alpha\|^2 = \alpha^\top\mathbf{X}\mathbf{X}^\top\alpha = n\lambda\,\|\alpha\|^2",
            "its length, which the normalization makes 1",
            lambda s: np.sum((s.Phi.T @ s.alpha) ** 2),
            lambda s: s.n * s.lam * s.alpha @ s.alpha,
        ),
        Step(
            r"u^m = \mathbf{X}^\top \alpha^m",
            "so the axes of the large problem come from the small one, and that is kernel PCA with the linear kernel",
            lambda s: s.U.T,
            lambda s: pca.components_from_gram(_coefficients(s), s.Phi),
            "PR-small-problem",
        ),
        Step(
            r"\operatorname{tr}\, \mathbf{X}\mathbf{X}^\top = n \operatorname{tr} \mathbf{S}",
            "the eigenvalues that are not 0 are the same, so their sums are",
            lambda s: np.trace(s.K),
            lambda s: s.n * np.trace(s.S),
        ),
    ),
    draw,
)
