"""The proofs of chapters 05 and 06: why c-means converges, and distances to prototypes from kernel values."""

import numpy as np

from kernelsy19 import cmeans, kernels
from kernelsy19.derivations.base import Derivation, Setting, Step, chain, gradient
from kernelsy19.kernels import squared_euclidean


def alternation_setting(X, labels, V):
    """One round of c-means on points of your own: a partition, prototypes, and what both half steps make of them.

    Parameters
    ----------
    X : (n, p) array
    labels : (n,) int array, in 0 … c − 1, every cluster with a point
    V : (c, p) array, prototypes, not those of the partition

    Returns
    -------
    Setting
        X, V, c, labels, U (n, c), D2 (n, c) of dᵢₖ², nearest (n,), U_nearest (n, c), M (c, p) the means of U, counts (c,)
    """
    c = len(V)
    U, D2 = cmeans.partition_matrix(labels, c), squared_euclidean(X, V)
    nearest = cmeans.assign(D2)
    return Setting(
        X=X,
        V=V,
        c=c,
        labels=labels,
        U=U,
        D2=D2,
        nearest=nearest,
        U_nearest=cmeans.partition_matrix(nearest, c),
        M=cmeans.prototypes(X, U),
        counts=U.sum(axis=0),
    )


def _partition(rng, n, c):
    """Labels of n points with no cluster empty."""
    return rng.permutation(np.concatenate([np.arange(c), rng.integers(c, size=n - c)]))


def _draw(rng):
    n, p, c = int(rng.integers(6, 15)), int(rng.integers(1, 4)), int(rng.integers(2, 5))
    return alternation_setting(rng.normal(size=(n, p)), _partition(rng, n, c), rng.normal(size=(c, p)))


assignment = Derivation(
    "The assignment cannot raise J",
    r"Given prototypes $\mathbf{V}$ and any partition $\mathbf{U}$; the new partition takes each point to its nearest "
    r"prototype.",
    chain(
        lambda s: cmeans.criterion(s.X, s.U, s.V),
        (
            r"J(\mathbf{U}, \mathbf{V}) = \sum_i \sum_k u_{ik}\, d_{ik}^2",
            "the criterion",
            lambda s: sum(s.U[i, k] * s.D2[i, k] for i in range(len(s.X)) for k in range(s.c)),
            "SY19-J",
        ),
        (
            r"= \sum_i d_{i,k(i)}^2",
            "in each row of U there is a single 1, in column k(i)",
            lambda s: cmeans.criterion_by_points(s.D2, s.labels),
            "SY19-J-points",
        ),
        (
            r"\ge \sum_i \min_\ell d_{i\ell}^2",
            "no term is less than the least in its row",
            lambda s: s.D2.min(axis=1).sum(),
            None,
            "≥",
        ),
        (
            r"= \sum_i d_{i,k'(i)}^2, \qquad k'(i) = \arg\min_\ell d_{i\ell}",
            "the assignment picks that least term for every point",
            lambda s: cmeans.criterion_by_points(s.D2, s.nearest),
            "SY19-assign",
        ),
        (
            r"= J(\mathbf{U}', \mathbf{V})",
            "write it with the new partition",
            lambda s: cmeans.criterion(s.X, s.U_nearest, s.V),
        ),
    ),
    _draw,
)


update = Derivation(
    "The update cannot raise J, and the means are the best prototypes",
    r"Given a partition $\mathbf{U}$ without an empty cluster and any prototypes $\mathbf{V}$; $m_k$ is the mean of cluster "
    r"$k$ and $n_k$ the number of its points.",
    (
        Step(
            r"J(\mathbf{U}, \mathbf{V}) = \sum_k \mathcal{I}(v_k), \qquad"
            r" \mathcal{I}(v_k) = \sum_i u_{ik} (x_i - v_k)^\top (x_i - v_k)",
            "sum cluster by cluster: each prototype has its own part of J",
            lambda s: cmeans.criterion(s.X, s.U, s.V),
            lambda s: sum(cmeans.inertia(s.X, s.U[:, k], s.V[k]) for k in range(s.c)),
            "SY19-inertia",
        ),
        Step(
            r"\frac{\partial \mathcal{I}(v_k)}{\partial v_k} = -2\sum_i u_{ik} (x_i - v_k)",
            "differentiate each square",
            lambda s: np.array(
                [gradient(lambda v, k=k: cmeans.inertia(s.X, s.U[:, k], v), at=s.V[k]) for k in range(s.c)]
            ),
            lambda s: np.array([cmeans.inertia_gradient(s.X, s.U[:, k], s.V[k]) for k in range(s.c)]),
            "SY19-inertia-gradient",
        ),
        Step(
            r"-2\sum_i u_{ik} (x_i - v_k) = 2 n_k (v_k - m_k), \text{ zero if and only if } v_k = m_k",
            "collect the sum; nₖ is not zero",
            lambda s: np.array([cmeans.inertia_gradient(s.X, s.U[:, k], s.V[k]) for k in range(s.c)]),
            lambda s: 2 * s.counts[:, None] * (s.V - cmeans.prototypes(s.X, s.U)),
            "SY19-prototypes",
        ),
        Step(
            r"(x_i - v_k)^\top (x_i - v_k) = \|x_i - m_k\|^2 + 2 (x_i - m_k)^\top (m_k - v_k) + \|m_k - v_k\|^2",
            "go by way of the mean",
            lambda s: ((s.X - s.V[s.labels]) ** 2).sum(axis=1),
            lambda s: (
                ((s.X - s.M[s.labels]) ** 2).sum(axis=1)
                + 2 * ((s.X - s.M[s.labels]) * (s.M - s.V)[s.labels]).sum(axis=1)
                + ((s.M - s.V)[s.labels] ** 2).sum(axis=1)
            ),
        ),
        Step(
            r"J(\mathbf{U}, \mathbf{V}) = J(\mathbf{U}) + \sum_k n_k \|v_k - m_k\|^2",
            "sum over the points: the differences from a mean cancel, and with them the middle term",
            lambda s: cmeans.criterion(s.X, s.U, s.V),
            lambda s: cmeans.criterion_of_partition(s.X, s.U) + cmeans.excess_over_means(s.X, s.U, s.V),
            "COURSE-excess",
        ),
        Step(
            r"J(\mathbf{U}, \mathbf{V}) \ge J(\mathbf{U})",
            "squares are never negative: no prototypes do better than the means",
            lambda s: cmeans.criterion(s.X, s.U, s.V),
            lambda s: cmeans.criterion_of_partition(s.X, s.U),
            "SY19-J-partition",
            "≥",
        ),
    ),
    _draw,
)


reseeding = Derivation(
    "A new cluster from the farthest point cannot raise J",
    r"Given a cluster of $n_k \ge 2$ points with mean $m_k$ and one of its points, $x$, which leaves to found a cluster of "
    r"its own.",
    (
        Step(
            r"m_k' = m_k - \frac{x - m_k}{n_k - 1}",
            "the mean of the others",
            lambda s: s.rest.mean(axis=0),
            lambda s: s.m - (s.x - s.m) / (s.n_k - 1),
        ),
        Step(
            r"\mathcal{I}(m_k) - \mathcal{I}'(m_k') = \frac{n_k}{n_k - 1}\,\|x - m_k\|^2",
            "the cluster saves what x paid, and a little more, since its mean may now follow the others",
            lambda s: _spread(s.members) - _spread(s.rest),
            lambda s: s.n_k / (s.n_k - 1) * ((s.x - s.m) ** 2).sum(),
        ),
        Step(
            r"J' = J - \frac{n_k}{n_k - 1}\,\|x - m_k\|^2 \le J",
            "the new cluster pays nothing, and the farthest point saves the most of its cluster",
            lambda s: _spread(s.rest),
            lambda s: _spread(s.members),
            None,
            "≤",
        ),
    ),
    lambda rng: cluster_setting(rng.normal(size=(rng.integers(2, 8), rng.integers(1, 4)))),
)


def cluster_setting(members):
    """A cluster and its farthest point.

    Parameters
    ----------
    members : (n_k, p) array, n_k ≥ 2

    Returns
    -------
    Setting
        members, n_k, m (p,) the mean, x (p,) the point farthest from it, rest (n_k − 1, p) the others
    """
    m = members.mean(axis=0)
    far = ((members - m) ** 2).sum(axis=1).argmax()
    rest = np.delete(members, far, axis=0)
    return Setting(members=members, n_k=len(members), m=m, x=members[far], rest=rest)


transfer = Derivation(
    "What one point gains by moving alone",
    r"Given the means $m_k$ of a partition and a point $x$ of cluster $a$, which has $n_a \ge 2$ points. It moves to cluster "
    r"$b$, and both means follow.",
    (
        Step(
            r"\mathcal{I}_a - \mathcal{I}_a' = \frac{n_a}{n_a - 1}\,\|x - m_a\|^2",
            "what the cluster saves that the point leaves, as in the proof of the new cluster",
            lambda s: _spread(s.a) - _spread(s.a[1:]),
            lambda s: len(s.a) / (len(s.a) - 1) * ((s.x - s.a.mean(axis=0)) ** 2).sum(),
        ),
        Step(
            r"\mathcal{I}_b' - \mathcal{I}_b = \frac{n_b}{n_b + 1}\,\|x - m_b\|^2",
            "the same line read backward: before the point came, there was one point less",
            lambda s: _spread(np.vstack([s.b, s.x])) - _spread(s.b),
            lambda s: len(s.b) / (len(s.b) + 1) * ((s.x - s.b.mean(axis=0)) ** 2).sum(),
        ),
        Step(
            r"J - J' = \frac{n_a}{n_a - 1}\,\|x - m_a\|^2 - \frac{n_b}{n_b + 1}\,\|x - m_b\|^2",
            "no other cluster changes. The factors favor a move: it can pay although m_a is nearer than m_b",
            lambda s: _spread(s.a) + _spread(s.b) - _spread(s.a[1:]) - _spread(np.vstack([s.b, s.x])),
            lambda s: cmeans.transfer_gains(s.D2, s.labels)[0, 1],
            "COURSE-transfer",
        ),
    ),
    lambda rng: transfer_setting(
        rng.normal(size=(rng.integers(2, 7), 2)), rng.normal(size=(rng.integers(1, 7), 2))
    ),
)


def _spread(members):
    """The sum of squared distances to the mean."""
    return ((members - members.mean(axis=0)) ** 2).sum()


def transfer_setting(a, b):
    """Two clusters; the first point of the first is to move.

    Parameters
    ----------
    a : (n_a, p) array, n_a ≥ 2
    b : (n_b, p) array, n_b ≥ 1

    Returns
    -------
    Setting
        a, b, x (p,), labels (n,), D2 (n, 2) of the squared distances to both means
    """
    X, labels = np.vstack([a, b]), np.repeat([0, 1], [len(a), len(b)])
    D2 = squared_euclidean(X, np.array([a.mean(axis=0), b.mean(axis=0)]))
    return Setting(a=a, b=b, x=a[0], labels=labels, D2=D2)


def prototype_setting(X, kernel, labels):
    """Prototypes in the feature space of a kernel with coordinates, on points of your own.

    Parameters
    ----------
    X : (n, p) array
    kernel : Kernel with a feature map
    labels : (n,) int array, in 0 … c − 1, every cluster with a point

    Returns
    -------
    Setting
        X, k, n, c, labels, U (n, c), gamma (n, c), Phi (n, D), K (n, n), K_xx (n,), V (c, D)
    """
    c = int(labels.max()) + 1
    U, Phi = cmeans.partition_matrix(labels, c), kernel.feature_map(X)
    gamma = cmeans.weights(U)
    return Setting(
        X=X,
        k=kernel,
        n=len(X),
        c=c,
        labels=labels,
        U=U,
        gamma=gamma,
        Phi=Phi,
        K=kernel(X),
        K_xx=kernel.diagonal(X),
        V=gamma.T @ Phi,
    )


def _draw_prototypes(rng):
    n, p, c = int(rng.integers(5, 10)), int(rng.integers(1, 4)), int(rng.integers(2, 4))
    kernel = [kernels.Linear(), kernels.Polynomial(int(rng.integers(2, 4)), rng.uniform(0.3, 1), 1.0)][
        rng.integers(2)
    ]
    return prototype_setting(rng.normal(size=(n, p)), kernel, _partition(rng, n, c))


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
            lambda s: cmeans.feature_prototypes(s.Phi, cmeans.weights(s.U)),
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
                lambda s: cmeans.kernel_squared_distances(s.K_xx, s.K, s.K, s.gamma),
                "SY19-kernel-distances",
            ),
        ),
        Step(
            r"J(\mathbf{U}) = \sum_i \sum_k u_{ik} \|\Phi(x_i) - v_k^\Phi\|^2",
            "so the criterion needs kernel values only",
            lambda s: cmeans.feature_criterion(s.Phi, s.U),
            lambda s: cmeans.kernel_criterion(s.K, s.U),
            "SY19-kernel-J",
        ),
        Step(
            r"J(\mathbf{U}) = \sum_i K(x_i, x_i) - \sum_k \frac{1}{n_k} \sum_{i,j \in C_k} K(x_i, x_j)",
            "sum the distances over each cluster: the second and third term are the same sum",
            lambda s: cmeans.kernel_criterion(s.K, s.U),
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
    _draw_prototypes,
)


linear_kernel = Derivation(
    "With the linear kernel, kernel c-means is c-means",
    r"Given a partition of $n$ points and the kernel $K(x, y) = x^\top y$, whose feature map is $\Phi(x) = x$.",
    (
        Step(
            r"v_k^\Phi = \sum_i \gamma_{ik}\, x_i = v_k",
            "the prototype in feature space is the mean of the points themselves",
            lambda s: cmeans.feature_prototypes(s.X, s.gamma),
            lambda s: cmeans.prototypes(s.X, s.U),
            "SY19-feature-prototypes",
        ),
        Step(
            r"x_i^\top x_i - 2\sum_j \gamma_{jk}\, x_i^\top x_j + \sum_{j,r} \gamma_{jk}\gamma_{rk}\, x_j^\top x_r"
            r" = \|x_i - v_k\|^2",
            "so all distances are the same",
            lambda s: cmeans.kernel_squared_distances(s.K_xx, s.K, s.K, s.gamma),
            lambda s: squared_euclidean(s.X, cmeans.prototypes(s.X, s.U)),
            "SY19-kernel-distances",
        ),
        Step(
            r"J(\mathbf{U}) \text{ from } K = J(\mathbf{U}) \text{ from the points}",
            "and so is the criterion, and with it every step",
            lambda s: cmeans.kernel_criterion(s.K, s.U),
            lambda s: cmeans.criterion_of_partition(s.X, s.U),
            "AML-22",
        ),
    ),
    lambda rng: prototype_setting(
        rng.normal(size=(8, int(rng.integers(1, 4)))), kernels.Linear(), _partition(rng, 8, 3)
    ),
)
