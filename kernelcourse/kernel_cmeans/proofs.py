"""The proofs about distances to prototypes in feature space."""

import numpy as np

from kernelcourse.kernel_cmeans.draws import draw_linear, draw_prototypes
from kernelcourse.proving.derivations import Derivation, Premise, consequence, definition, identity
from kernelsy19 import cmeans, kernels
from kernelsy19.kernel_cmeans import equations as kernel_cmeans
from kernelsy19.kernels import squared_euclidean


def _with_other_products(s, rng):
    """Kernel values that are not the dot products of the mapped points."""
    S = rng.uniform(0.5, 1.5, size=s.K.shape) * np.abs(s.K).max()
    return s.but(K=s.K + S + S.T)


def _third_term(s):
    return np.array(
        [sum(s.W[j, k] * s.W[r, k] * s.K[j, r] for j in range(s.n) for r in range(s.n)) for k in range(s.c)]
    )


SHARES = Premise(
    "$w_{ik} = u_{ik} / \\sum_j u_{jk}$",
    lambda s: s.W * s.U.sum(axis=0) - s.U,
    lambda s, rng: s.but(W=s.W * rng.uniform(1.2, 2.0, size=s.W.shape)),
)

PRODUCTS = Premise(
    "K(x, y) = ⟨Φ(x), Φ(y)⟩",
    lambda s: (s.K - s.Phi @ s.Phi.T) / np.abs(s.Phi @ s.Phi.T).max(),
    _with_other_products,
)

SAME_SPACE = Premise(
    "Φ(x) = x", lambda s: s.Phi - s.X, lambda s, rng: s.but(Phi=s.X + rng.uniform(0.5, 1.5, size=s.X.shape))
)

LINEAR = Premise(
    "$K(x, y) = x^\\top y$",
    lambda s: s.K - s.X @ s.X.T,
    lambda s, rng: s.but(K=kernels.RBF(rng.uniform(0.2, 1.0))(s.X)),
)

distances_to_prototypes = Derivation(
    "Distances to prototypes in feature space",
    r"Given a partition of $n$ mapped points and the kernel $K(x, y) = \langle\Phi(x), \Phi(y)\rangle$.",
    (
        definition(
            r"v_k^\Phi = \frac{\sum_i u_{ik} \Phi(x_i)}{\sum_i u_{ik}}",
            "the prototype is the mean of its cluster, as in the input space",
            "V",
            lambda s: np.array([s.Phi[s.labels == k].mean(axis=0) for k in range(s.c)]),
            "SY19-prototypes",
        ),
        consequence(
            r"v_k^\Phi = \sum_i w_{ik} \Phi(x_i), \qquad w_{ik} = \frac{u_{ik}}{\sum_j u_{jk}}",
            "divide the weights, not the sum: the prototype is a combination of mapped points",
            lambda s: s.V,
            lambda s: kernel_cmeans.feature_prototypes(s.Phi, s.W),
            premise=SHARES,
            equation="SY19-feature-prototypes",
        ),
        identity(
            r"\|\Phi(x_i) - v_k^\Phi\|^2 = \langle\Phi(x_i), \Phi(x_i)\rangle - 2\langle\Phi(x_i), v_k^\Phi\rangle"
            r" + \langle v_k^\Phi, v_k^\Phi\rangle",
            "multiply out the square",
            lambda s: ((s.Phi[:, None] - s.V) ** 2).sum(axis=2),
            lambda s: (s.Phi**2).sum(axis=1)[:, None] - 2 * s.Phi @ s.V.T + (s.V**2).sum(axis=1)[None, :],
        ),
        consequence(
            r"= K(x_i, x_i) - 2\sum_j w_{jk} K(x_i, x_j) + \langle v_k^\Phi, v_k^\Phi\rangle",
            "put in the combination; the dot product is linear",
            right=lambda s: np.diag(s.K)[:, None] - 2 * s.K @ s.W + (s.V**2).sum(axis=1)[None, :],
            premise=(SHARES, PRODUCTS),
            equation="SY19-weights",
        ),
        consequence(
            r"= K(x_i, x_i) - 2\sum_j w_{jk} K(x_i, x_j) + \sum_{j,r} w_{jk}w_{rk} K(x_j, x_r)",
            "and once more, in both places",
            right=lambda s: np.diag(s.K)[:, None] - 2 * s.K @ s.W + _third_term(s)[None, :],
            premise=(SHARES, PRODUCTS),
        ),
        consequence(
            r"K(x_i, x_i) - 2\sum_j w_{jk} K(x_i, x_j) + \sum_{j,r} w_{jk}w_{rk} K(x_j, x_r)"
            r" = \|\Phi(x_i) - v_k^\Phi\|^2",
            "so the function that kernel c-means calls gives the distances, and sees kernel values only",
            lambda s: kernel_cmeans.kernel_squared_distances(np.diag(s.K), s.K, s.K, s.W),
            lambda s: squared_euclidean(s.Phi, s.V),
            premise=(SHARES, PRODUCTS),
            equation="SY19-kernel-distances",
        ),
        consequence(
            r"J(\mathbf{U}) = \sum_i \sum_k u_{ik} \|\Phi(x_i) - v_k^\Phi\|^2",
            "so the criterion needs kernel values only",
            lambda s: kernel_cmeans.feature_criterion(s.Phi, s.U),
            lambda s: kernel_cmeans.kernel_criterion(s.K, s.U),
            premise=PRODUCTS,
            equation="SY19-kernel-J",
        ),
        identity(
            r"J(\mathbf{U}) = \sum_i K(x_i, x_i) - \sum_k \frac{1}{n_k} \sum_{i,j \in C_k} K(x_i, x_j)",
            "sum the distances over each cluster: the second and third term are the same sum",
            right=lambda s: (
                np.trace(s.K)
                - sum(
                    s.K[np.ix_(s.labels == k, s.labels == k)].sum() / (s.labels == k).sum()
                    for k in range(s.c)
                )
            ),
            equation="AML-22",
        ),
    ),
    draw_prototypes,
)

linear_kernel = Derivation(
    "With the linear kernel, kernel c-means is c-means",
    r"Given a partition of $n$ points and the kernel $K(x, y) = x^\top y$, whose feature map is $\Phi(x) = x$.",
    (
        consequence(
            r"v_k^\Phi = \sum_i w_{ik}\, x_i = v_k",
            "the prototype in feature space is the mean of the points themselves",
            lambda s: kernel_cmeans.feature_prototypes(s.Phi, s.W),
            lambda s: cmeans.prototypes(s.X, s.U),
            premise=(SAME_SPACE, SHARES),
            equation="SY19-feature-prototypes",
            via=lambda s: s.W.T @ s.X,
        ),
        consequence(
            r"x_i^\top x_i - 2\sum_j w_{jk}\, x_i^\top x_j + \sum_{j,r} w_{jk}w_{rk}\, x_j^\top x_r"
            r" = \|x_i - v_k\|^2",
            "so all distances are the same",
            lambda s: kernel_cmeans.kernel_squared_distances(np.diag(s.K), s.K, s.K, s.W),
            lambda s: squared_euclidean(s.X, cmeans.prototypes(s.X, s.U)),
            premise=(LINEAR, SHARES),
            equation="SY19-kernel-distances",
        ),
        consequence(
            r"J(\mathbf{U}) \text{ from } K = J(\mathbf{U}) \text{ from the points}",
            "and so is the criterion, and with it every step",
            lambda s: kernel_cmeans.kernel_criterion(s.K, s.U),
            lambda s: cmeans.criterion_of_partition(s.X, s.U),
            premise=LINEAR,
            equation="AML-22",
        ),
    ),
    draw_linear,
)
