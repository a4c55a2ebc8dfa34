"""The proofs of chapter 01: kernels, their feature maps, and geometry from kernel values."""

import numpy as np

from kernelsy19.course.derivations import Derivation, Step, chain
from kernelsy19.kernels import equations
from kernelsy19.kernels import geometry as fs
from kernelsy19.kernels.settings import draw, draw_gram, draw_pair, draw_plane

psd_lemma = Derivation(
    "A Gram matrix is positive semidefinite",
    r"Given points $x_1, \dots, x_n$ with a feature map $\Phi$, the Gram matrix $K_{ij} = "
    r"\langle\Phi(x_i), \Phi(x_j)\rangle$ and any numbers $z_1, \dots, z_n$.",
    chain(
        lambda s: fs.quadratic_form(s.z, s.K),
        (
            r"z^\top \mathbf{K} z = \sum_{i,j} z_i z_j K_{ij}",
            "write the matrix products as sums",
            lambda s: sum(s.z[i] * s.z[j] * s.K[i, j] for i in range(len(s.z)) for j in range(len(s.z))),
            "PR-psd-lemma",
        ),
        (
            r"= \sum_{i,j} z_i z_j \langle \Phi(x_i), \Phi(x_j)\rangle",
            "put in what an entry of the Gram matrix is",
            lambda s: (np.outer(s.z, s.z) * fs.gram_from_features(s.Phi)).sum(),
            "AML-1",
        ),
        (
            r"= \Big\langle \sum_i z_i \Phi(x_i), \sum_j z_j \Phi(x_j) \Big\rangle",
            "the dot product is linear in each of its two places",
            lambda s: (s.z @ s.Phi) @ (s.z @ s.Phi),
        ),
        (
            r"= \Big\| \sum_i z_i \Phi(x_i) \Big\|^2",
            "a vector times itself is its squared length",
            lambda s: np.linalg.norm(s.z @ s.Phi) ** 2,
        ),
        (r"\ge 0", "a square is never negative", lambda s: 0.0, None, "≥"),
    ),
    draw,
)


distance = Derivation(
    "The distance of two mapped points",
    r"Given a feature map $\Phi$ with kernel $K(x, y) = \langle\Phi(x), \Phi(y)\rangle$.",
    chain(
        lambda s: ((s.Phi[:, None] - s.Phi[None]) ** 2).sum(axis=2),
        (
            r"\|\Phi(x) - \Phi(y)\|^2 = \langle \Phi(x) - \Phi(y),\; \Phi(x) - \Phi(y)\rangle",
            "a squared length is a dot product",
            lambda s: np.einsum("ijd,ijd->ij", s.Phi[:, None] - s.Phi, s.Phi[:, None] - s.Phi),
        ),
        (
            r"= \langle\Phi(x), \Phi(x)\rangle - 2\langle\Phi(x), \Phi(y)\rangle + \langle\Phi(y), \Phi(y)\rangle",
            "multiply out; the dot product is symmetric",
            lambda s: (
                (s.Phi**2).sum(axis=1)[:, None]
                - 2 * fs.gram_from_features(s.Phi)
                + (s.Phi**2).sum(axis=1)[None, :]
            ),
        ),
        (
            r"= K(x, x) - 2K(x, y) + K(y, y)",
            "each dot product is a kernel value",
            lambda s: fs.squared_distances(s.K_xx, s.K, s.K_xx),
            "PR-distance",
        ),
    ),
    draw,
)


distance_to_mean = Derivation(
    "The distance of a mapped point from the mean",
    r"Given $n$ points and the mean $m = \frac1n \sum_i \Phi(x_i)$ of their images.",
    (
        Step(
            r"\|\Phi(x) - m\|^2 = \langle\Phi(x), \Phi(x)\rangle - 2\langle\Phi(x), m\rangle + \langle m, m\rangle",
            "multiply out the square",
            lambda s: ((s.Phi - s.Phi.mean(axis=0)) ** 2).sum(axis=1),
            lambda s: (
                (s.Phi**2).sum(axis=1)
                - 2 * s.Phi @ s.Phi.mean(axis=0)
                + s.Phi.mean(axis=0) @ s.Phi.mean(axis=0)
            ),
        ),
        Step(
            r"\langle\Phi(x), m\rangle = \frac1n \sum_i K(x, x_i)",
            "the mean is a sum, and the dot product is linear",
            lambda s: s.Phi @ s.Phi.mean(axis=0),
            lambda s: s.K.mean(axis=1),
        ),
        Step(
            r"\langle m, m\rangle = \frac{1}{n^2} \sum_{i,j} K(x_i, x_j)",
            "likewise in both places",
            lambda s: s.Phi.mean(axis=0) @ s.Phi.mean(axis=0),
            lambda s: fs.squared_norm_of_mean(s.K),
            "PR-mean",
        ),
        Step(
            r"\|\Phi(x) - m\|^2 = K(x, x) - \frac2n \sum_i K(x, x_i) + \frac{1}{n^2} \sum_{i,j} K(x_i, x_j)",
            "put both into the first line",
            lambda s: ((s.Phi - s.Phi.mean(axis=0)) ** 2).sum(axis=1),
            lambda s: fs.squared_distances_to_mean(s.K_xx, s.K, s.K),
            "PR-distance-to-mean",
        ),
    ),
    draw,
)


angle = Derivation(
    "Length and angle of mapped points",
    r"Given a feature map $\Phi$ with kernel $K$, and points with $\Phi(x) \ne 0$.",
    (
        Step(
            r"\|\Phi(x)\| = \sqrt{\langle\Phi(x), \Phi(x)\rangle} = \sqrt{K(x, x)}",
            "the length of a vector is the root of its dot product with itself",
            lambda s: np.linalg.norm(s.Phi, axis=1),
            lambda s: fs.norms(s.K_xx),
            "PR-norm",
        ),
        Step(
            r"\cos\angle = \frac{\langle\Phi(x), \Phi(y)\rangle}{\|\Phi(x)\|\,\|\Phi(y)\|}"
            r" = \frac{K(x, y)}{\sqrt{K(x, x)\,K(y, y)}}",
            "divide the dot product by both lengths",
            lambda s: _unit(s.Phi) @ _unit(s.Phi).T,
            lambda s: fs.cosines(s.K_xx, s.K, s.K_xx),
            "PR-angle",
        ),
        Step(
            r"|K(x, y)| \le \sqrt{K(x, x)\,K(y, y)}",
            "a cosine lies between −1 and 1: the Cauchy–Schwarz inequality for kernels",
            lambda s: np.abs(s.K),
            lambda s: np.sqrt(np.outer(s.K_xx, s.K_xx)),
            None,
            "≤",
        ),
    ),
    draw,
)


def _unit(Phi):
    return Phi / np.linalg.norm(Phi, axis=1, keepdims=True)


explicit_map = Derivation(
    "The six coordinates behind (1 + x·y)²",
    r"Given two points $x = (x_1, x_2)$ and $y = (y_1, y_2)$ of the plane.",
    chain(
        lambda s: np.diag(s.k(s.X, s.Y)),
        (
            r"K(x, y) = (1 + x_1y_1 + x_2y_2)^2",
            "write out the dot product",
            lambda s: (1 + s.x1 * s.y1 + s.x2 * s.y2) ** 2,
            "MSA220-polynomial",
        ),
        (
            r"= 1 + 2x_1y_1 + 2x_2y_2 + x_1^2y_1^2 + x_2^2y_2^2 + 2x_1y_1x_2y_2",
            "square the sum of three terms",
            lambda s: (
                1
                + 2 * s.x1 * s.y1
                + 2 * s.x2 * s.y2
                + s.x1**2 * s.y1**2
                + s.x2**2 * s.y2**2
                + 2 * s.x1 * s.y1 * s.x2 * s.y2
            ),
        ),
        (
            r"= 1\cdot1 + \sqrt2x_1\cdot\sqrt2y_1 + \sqrt2x_2\cdot\sqrt2y_2 + x_1^2\cdot y_1^2"
            r" + x_2^2\cdot y_2^2 + \sqrt2x_1x_2\cdot\sqrt2y_1y_2",
            "split each term into a factor that knows only x and one that knows only y",
            lambda s: sum(
                f(s.x1, s.x2) * f(s.y1, s.y2)
                for f in (
                    lambda a, b: np.ones_like(a),
                    lambda a, b: 2**0.5 * a,
                    lambda a, b: 2**0.5 * b,
                    lambda a, b: a**2,
                    lambda a, b: b**2,
                    lambda a, b: 2**0.5 * a * b,
                )
            ),
        ),
        (
            r"= \Phi(x)\cdot\Phi(y)",
            "collect the factors in a vector",
            lambda s: (equations.six_features(s.X) * equations.six_features(s.Y)).sum(axis=1),
            "MSA220-explicit-map",
        ),
    ),
    draw_plane,
)


algebra = Derivation(
    "Sums, products and multiples of kernels are kernels",
    r"Given two kernels $K_1, K_2$ with feature maps $\Phi_1, \Phi_2$ and a number $c \ge 0$. Whatever has a "
    r"feature map is a kernel, so one map for each is the proof.",
    (
        Step(
            r"K_1(x, y) + K_2(x, y) = \big(\Phi_1(x), \Phi_2(x)\big) \cdot \big(\Phi_1(y), \Phi_2(y)\big)",
            "put the features side by side: their dot product adds up",
            lambda s: equations.kernel_sum(s.K1, s.K2),
            lambda s: fs.gram_from_features(np.hstack([s.Phi1, s.Phi2])),
            "COURSE-kernel-sum",
        ),
        Step(
            r"K_1(x, y)\,K_2(x, y) = \sum_{a,b} \Phi_{1a}(x)\Phi_{2b}(x)\;\Phi_{1a}(y)\Phi_{2b}(y)",
            "multiply the two sums: the features are all products of one feature of each",
            lambda s: equations.kernel_product(s.K1, s.K2),
            lambda s: np.einsum("ia,ib,ja,jb->ij", s.Phi1, s.Phi2, s.Phi1, s.Phi2),
            "COURSE-kernel-product",
        ),
        Step(
            r"c\,K_1(x, y) = \big(\sqrt{c}\,\Phi_1(x)\big) \cdot \big(\sqrt{c}\,\Phi_1(y)\big)",
            "share the factor between the two sides",
            lambda s: equations.kernel_scaling(s.c, s.K1),
            lambda s: fs.gram_from_features(np.sqrt(s.c) * s.Phi1),
            "COURSE-kernel-scaling",
        ),
    ),
    draw_pair,
)


gram_features = Derivation(
    "Coordinates for any positive semidefinite Gram matrix",
    r"Given a Gram matrix $\mathbf{K}$ with eigenvalues $\lambda_m$ in $\mathbf{\Lambda}$ and orthonormal "
    r"eigenvectors in the rows of $\mathbf{V}$. No feature map is known.",
    (
        Step(
            r"\mathbf{V}\mathbf{V}^\top = \mathbf{I}",
            "eigenvectors of a symmetric matrix can be chosen orthonormal",
            lambda s: s.V @ s.V.T,
            lambda s: np.eye(s.n),
        ),
        Step(
            r"\mathbf{K} = \mathbf{V}^\top \mathbf{\Lambda} \mathbf{V}",
            "a symmetric matrix is the sum of its eigenprojections",
            lambda s: s.K,
            lambda s: s.V.T @ np.diag(s.values) @ s.V,
        ),
        Step(
            r"\lambda_m \ge 0",
            "the kernel is positive semidefinite, so the square root of each eigenvalue is real",
            lambda s: fs.check_psd(s.K).smallest_eigenvalue,
            lambda s: 0.0,
            "MSA220-gram",
            "≥",
        ),
        Step(
            r"\mathbf{K} = (\mathbf{\Lambda}^{1/2}\mathbf{V})^\top (\mathbf{\Lambda}^{1/2}\mathbf{V})",
            "share each eigenvalue between the two sides",
            lambda s: s.K,
            lambda s: (
                (np.sqrt(np.maximum(s.values, 0))[:, None] * s.V).T
                @ (np.sqrt(np.maximum(s.values, 0))[:, None] * s.V)
            ),
        ),
        Step(
            r"K_{ij} = \phi(x_i)\cdot\phi(x_j), \qquad \phi(x_i) = \mathbf{\Lambda}^{1/2}\mathbf{V}_{:,i}",
            "read off one column a point",
            lambda s: s.K,
            lambda s: fs.gram_from_features(fs.features_of_gram(s.K)),
            "MSA220-gram-features",
        ),
    ),
    draw_gram,
)


mercer = Derivation(
    "A kernel as a sum of products of eigenfunctions",
    r"Given $n$ points drawn from the distribution of $x$. Functions are known by their values at the points, "
    r"and integrals are means over them: $\langle f, g\rangle = \frac1n \sum_i f(x_i) g(x_i)$.",
    (
        Step(
            r"\frac{1}{n^2}\sum_{i,j} f(x_i)\, f(x_j)\, K(x_i, x_j) \ge 0",
            "Mercer's condition, with the integral over pairs as a mean: the PSD lemma with z = f/n",
            lambda s: fs.quadratic_form(s.z / s.n, s.K),
            lambda s: 0.0,
            "PR-psd-lemma",
            "≥",
        ),
        Step(
            r"\frac1n \sum_j K(x_i, x_j)\, \phi_m(x_j) = \lambda_m\, \phi_m(x_i)",
            "an eigenfunction: averaging it against the kernel only scales it",
            lambda s: s.K @ fs.mercer_expansion(s.K, s.n).functions / s.n,
            lambda s: fs.mercer_expansion(s.K, s.n).functions * fs.mercer_expansion(s.K, s.n).values,
        ),
        Step(
            r"\langle \phi_l, \phi_m \rangle = 1 \text{ if } l = m, \text{ else } 0",
            "eigenfunctions of different eigenvalues are orthogonal; scale them to length 1",
            lambda s: (
                fs.mercer_expansion(s.K, s.n).functions.T @ fs.mercer_expansion(s.K, s.n).functions / s.n
            ),
            lambda s: np.eye(s.n),
        ),
        Step(
            r"K(x_i, x_j) = \sum_m \lambda_m\, \phi_m(x_i)\, \phi_m(x_j)",
            "the eigenfunctions are a basis: expand the kernel in it",
            lambda s: s.K,
            lambda s: fs.mercer_expansion(s.K, s.n).gram(),
            "PR-mercer",
        ),
    ),
    draw_gram,
)
