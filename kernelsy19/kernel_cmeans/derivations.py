"""The proofs about distances to prototypes in feature space."""

import numpy as np

from kernelsy19 import cmeans, kernels
from kernelsy19.cmeans.settings import partition
from kernelsy19.course.derivations import Derivation, Step, chain
from kernelsy19.kernel_cmeans import equations as kernel_cmeans_equations
from kernelsy19.kernel_cmeans.settings import draw_prototypes, prototype_setting
from kernelsy19.kernels import squared_euclidean


def _third_term(s):
    return np.array(
        [
            sum(s.gamma[j, k] * s.gamma[r, k] * s.K[j, r] for j in range(s.n) for r in range(s.n))
            for k in range(s.c)
        ]
    )


distances_to_prototypes = Derivation(
    "Distances to prototypes in feature space",
    r"Given a partition of $n$ mapped points and the kernel $K(x, y) = \langle\Phi(x), \Phi(y)\rangle$.",
    (
        Step(
            r"v_k^\Phi = \frac{\sum_i u_{ik} \Phi(x_i)}{\sum_i u_{ik}}",
            "the prototype is the mean of its cluster, as in the input space",
            lambda s: np.array([s.Phi[s.labels == k].mean(axis=0) for k in range(s.c)]),
            lambda s: cmeans.prototypes(s.Phi, s.U),
            "SY19-prototypes",
        ),
        Step(
            r"v_k^\Phi = \sum_i \gamma_{ik} \Phi(x_i), \qquad \gamma_{ik} = \frac{u_{ik}}{\sum_j u_{jk}}",
            "divide the weights, not the sum: the prototype is a combination of mapped points",
            lambda s: cmeans.prototypes(s.Phi, s.U),
            lambda s: kernel_cmeans_equations.feature_prototypes(s.Phi, kernel_cmeans_equations.weights(s.U)),
            "SY19-feature-prototypes",
        ),
        *chain(
            lambda s: squared_euclidean(s.Phi, s.V),
            (
                r"\|\Phi(x_i) - v_k^\Phi\|^2 = \langle\Phi(x_i), \Phi(x_i)\rangle - 2\langle\Phi(x_i), v_k^\Phi\rangle"
                r" + \langle v_k^\Phi, v_k^\Phi\rangle",
                "multiply out the square",
                lambda s: (s.Phi**2).sum(axis=1)[:, None] - 2 * s.Phi @ s.V.T + (s.V**2).sum(axis=1)[None, :],
            ),
            (
                r"= K(x_i, x_i) - 2\sum_j \gamma_{jk} K(x_i, x_j) + \langle v_k^\Phi, v_k^\Phi\rangle",
                "put in the combination; the dot product is linear",
                lambda s: s.K_xx[:, None] - 2 * s.K @ s.gamma + (s.V**2).sum(axis=1)[None, :],
                "SY19-gamma",
            ),
            (
                r"= K(x_i, x_i) - 2\sum_j \gamma_{jk} K(x_i, x_j) + \sum_{j,r} \gamma_{jk}\gamma_{rk} K(x_j, x_r)",
                "and once more, in both places",
                lambda s: s.K_xx[:, None] - 2 * s.K @ s.gamma + _third_term(s)[None, :],
            ),
            (
                r"= \|\Phi(x_i) - v_k^\Phi\|^2",
                "the function that kernel c-means calls",
                lambda s: kernel_cmeans_equations.kernel_squared_distances(s.K_xx, s.K, s.K, s.gamma),
                "SY19-kernel-distances",
            ),
        ),
        Step(
            r"J(\mathbf{U}) = \sum_i \sum_k u_{ik} \|\Phi(x_i) - v_k^\Phi\|^2",
            "so the criterion needs kernel values only",
            lambda s: kernel_cmeans_equations.feature_criterion(s.Phi, s.U),
            lambda s: kernel_cmeans_equations.kernel_criterion(s.K, s.U),
            "SY19-kernel-J",
        ),
        Step(
            r"J(\mathbf{U}) = \sum_i K(x_i, x_i) - \sum_k \frac{1}{n_k} \sum_{i,j \in C_k} K(x_i, x_j)",
            "sum the distances over each cluster: the second and third term are the same sum",
            lambda s: kernel_cmeans_equations.kernel_criterion(s.K, s.U),
            lambda s: (
                s.K_xx.sum()
                - sum(
                    s.K[np.ix_(s.labels == k, s.labels == k)].sum() / (s.labels == k).sum()
                    for k in range(s.c)
                )
            ),
            "AML-22",
        ),
    ),
    draw_prototypes,
)


linear_kernel = Derivation(
    "With the linear kernel, kernel c-means is c-means",
    r"Given a partition of $n$ points and the kernel $K(x, y) = x^\top y$, whose feature map is $\Phi(x) = x$.",
    (
        Step(
            r"v_k^\Phi = \sum_i \gamma_{ik}\, x_i = v_k",
            "the prototype in feature space is the mean of the points themselves",
            lambda s: kernel_cmeans_equations.feature_prototypes(s.X, s.gamma),
            lambda s: cmeans.prototypes(s.X, s.U),
            "SY19-feature-prototypes",
        ),
        Step(
            r"x_i^\top x_i - 2\sum_j \gamma_{jk}\, x_i^\top x_j + \sum_{j,r} \gamma_{jk}\gamma_{rk}\, x_j^\top x_r"
            r" = \|x_i - v_k\|^2",
            "so all distances are the same",
            lambda s: kernel_cmeans_equations.kernel_squared_distances(s.K_xx, s.K, s.K, s.gamma),
            lambda s: squared_euclidean(s.X, cmeans.prototypes(s.X, s.U)),
            "SY19-kernel-distances",
        ),
        Step(
            r"J(\mathbf{U}) \text{ from } K = J(\mathbf{U}) \text{ from the points}",
            "and so is the criterion, and with it every step",
            lambda s: kernel_cmeans_equations.kernel_criterion(s.K, s.U),
            lambda s: cmeans.criterion_of_partition(s.X, s.U),
            "AML-22",
        ),
    ),
    lambda rng: prototype_setting(
        rng.normal(size=(8, int(rng.integers(1, 4)))), kernels.Linear(), partition(rng, 8, 3)
    ),
)
