"""The proofs about c-means: neither half step can raise J."""

import numpy as np

from kernelsy19.cmeans import equations as cmeans
from kernelsy19.cmeans.settings import cluster_setting, draw, transfer_setting
from kernelsy19.course.derivations import Derivation, Step, chain, gradient

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
    draw,
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
    draw,
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
