"""The proofs about c-means: neither half step can raise J."""

import numpy as np

from kernelcourse.cmeans.draws import draw_farthest, draw_leaving, draw_partition, draw_transfer
from kernelcourse.cmeans.without import FARTHEST, FLAT_AT_THE_PLACE, NEAREST, ONE_CLUSTER_EACH
from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, gradient, identity
from kernelsy19.cmeans import equations as cmeans
from kernelsy19.kernels import squared_euclidean


def _near_their_prototypes(s, rng):
    """The points are moved so near to the prototypes of their clusters that these are the nearest."""
    D2 = squared_euclidean(s.V, s.V)
    np.fill_diagonal(D2, np.inf)
    steps = rng.normal(size=s.X.shape)
    steps *= 0.4 * np.sqrt(D2.min()) / np.linalg.norm(steps, axis=1).max()
    return s.but(X=s.V[s.labels] + steps, new=s.labels)


assignment = Derivation(
    "The assignment cannot raise J",
    r"Given prototypes $\mathbf{V}$ and any partition $\mathbf{U}$, in which point $i$ belongs to cluster $k(i)$; the new "
    r"partition $\mathbf{U}'$ takes each point to its nearest prototype, number $k'(i)$.",
    (
        definition(
            r"J(\mathbf{U}, \mathbf{V}) = \sum_i \sum_k u_{ik}\, d_{ik}^2",
            "the criterion",
            "J",
            lambda s: lambda U, V: cmeans.criterion(s.X, U, V),
            "SY19-J",
        ),
        definition(
            r"d_{ik}^2 = \|x_i - v_k\|^2",
            "what point i pays for prototype k",
            "D2",
            lambda s: squared_euclidean(s.X, s.V),
        ),
        consequence(
            r"J(\mathbf{U}, \mathbf{V}) = \sum_i d_{i,k(i)}^2",
            "in each row of U there is a single 1, in column k(i)",
            lambda s: s.J(s.U, s.V),
            lambda s: cmeans.criterion_by_points(s.D2, s.labels),
            premise=ONE_CLUSTER_EACH,
            equation="SY19-J-points",
        ),
        bound(
            r"\sum_i d_{i,k(i)}^2 \ge \sum_i \min_\ell d_{i\ell}^2",
            "no term is less than the least in its row",
            right=lambda s: s.D2.min(axis=1).sum(),
            relation="≥",
            attained=_near_their_prototypes,
        ),
        consequence(
            r"\sum_i \min_\ell d_{i\ell}^2 = J(\mathbf{U}', \mathbf{V})",
            "the assignment picks that least term for every point",
            right=lambda s: s.J(cmeans.partition_matrix(s.new, s.c), s.V),
            premise=NEAREST,
            equation="SY19-assign",
        ),
        bound(
            r"J(\mathbf{U}', \mathbf{V}) \le J(\mathbf{U}, \mathbf{V})",
            "so no partition is better for these prototypes. J stays the same only where each point has been at a nearest "
            "prototype before",
            right=lambda s: s.J(s.U, s.V),
            premise=(NEAREST, ONE_CLUSTER_EACH),
            attained=_near_their_prototypes,
        ),
    ),
    draw_partition,
)

update = Derivation(
    "The update cannot raise J, and the means are the best prototypes",
    r"Given a partition $\mathbf{U}$ without an empty cluster and any prototypes $\mathbf{V}$; $m_k$ is the mean of cluster "
    r"$k$ and $n_k$ the number of its points.",
    (
        identity(
            r"J(\mathbf{U}, \mathbf{V}) = \sum_k \mathcal{I}(v_k), \qquad"
            r" \mathcal{I}(v_k) = \sum_i u_{ik} (x_i - v_k)^\top (x_i - v_k)",
            "sum cluster by cluster: each prototype has its own part of J",
            lambda s: cmeans.criterion(s.X, s.U, s.V),
            lambda s: sum(cmeans.inertia(s.X, s.U[:, k], s.V[k]) for k in range(s.c)),
            "SY19-inertia",
        ),
        identity(
            r"\frac{\partial \mathcal{I}(v_k)}{\partial v_k} = -2\sum_i u_{ik} (x_i - v_k)",
            "differentiate each square",
            lambda s: np.array(
                [gradient(lambda v, k=k: cmeans.inertia(s.X, s.U[:, k], v), at=s.V[k]) for k in range(s.c)]
            ),
            lambda s: np.array([cmeans.inertia_gradient(s.X, s.U[:, k], s.V[k]) for k in range(s.c)]),
            "SY19-inertia-gradient",
        ),
        identity(
            r"-2\sum_i u_{ik} (x_i - v_k) = 2 n_k (v_k - m_k)",
            "collect the sum",
            right=lambda s: 2 * s.counts[:, None] * (s.V - s.M),
        ),
        consequence(
            r"\frac{\partial \mathcal{I}}{\partial v_k}(w_k) = 0 \;\Rightarrow\; w_k = m_k ="
            r" \frac{\sum_i u_{ik} x_i}{\sum_i u_{ik}}",
            "nₖ is not zero. Here least squares has found the place wₖ without slope",
            lambda s: s.W,
            lambda s: cmeans.prototypes(s.X, s.U),
            via=lambda s: s.M,
            premise=FLAT_AT_THE_PLACE,
            equation="SY19-prototypes",
        ),
        identity(
            r"(x_i - v_k)^\top (x_i - v_k) = \|x_i - m_k\|^2 + 2 (x_i - m_k)^\top (m_k - v_k) + \|m_k - v_k\|^2",
            "go by way of the mean",
            lambda s: ((s.X - s.V[s.labels]) ** 2).sum(axis=1),
            lambda s: (
                ((s.X - s.M[s.labels]) ** 2).sum(axis=1)
                + 2 * ((s.X - s.M[s.labels]) * (s.M - s.V)[s.labels]).sum(axis=1)
                + ((s.M - s.V)[s.labels] ** 2).sum(axis=1)
            ),
        ),
        identity(
            r"J(\mathbf{U}, \mathbf{V}) = J(\mathbf{U}) + \sum_k n_k \|v_k - m_k\|^2",
            "sum over the points: the differences from a mean cancel, and with them the middle term",
            lambda s: cmeans.criterion(s.X, s.U, s.V),
            lambda s: cmeans.criterion_of_partition(s.X, s.U) + cmeans.excess_over_means(s.X, s.U, s.V),
            "COURSE-excess",
        ),
        bound(
            r"J(\mathbf{U}, \mathbf{V}) \ge J(\mathbf{U})",
            "squares are never negative: no prototypes do better than the means",
            lambda s: cmeans.criterion(s.X, s.U, s.V),
            lambda s: cmeans.criterion_of_partition(s.X, s.U),
            relation="≥",
            attained=lambda s, rng: s.but(V=s.M),
            equation="SY19-J-partition",
        ),
    ),
    draw_partition,
)

reseeding = Derivation(
    "A new cluster from the farthest point cannot raise J",
    r"Given a cluster of $n_k \ge 2$ points with mean $m_k$ and one of its points, $x$, which leaves to found a cluster of "
    r"its own.",
    (
        identity(
            r"m_k' = m_k - \frac{x - m_k}{n_k - 1}",
            "the mean of the others",
            lambda s: _others(s).mean(axis=0),
            lambda s: _members(s).mean(axis=0) - (s.X[s.i] - _members(s).mean(axis=0)) / (s.n_k - 1),
        ),
        identity(
            r"\mathcal{I}(m_k) - \mathcal{I}'(m_k') = \frac{n_k}{n_k - 1}\,\|x - m_k\|^2",
            "the cluster saves what x paid, and a little more, since its mean may now follow the others",
            lambda s: _spread(_members(s)) - _spread(_others(s)),
            lambda s: s.n_k / (s.n_k - 1) * _from_mean(s)[s.i],
        ),
        identity(
            r"J' = J - \frac{n_k}{n_k - 1}\,\|x - m_k\|^2",
            "the new cluster pays nothing, and the others what they paid before",
            lambda s: cmeans.criterion_of_partition(s.X, _with_own_cluster(s, s.i)),
            lambda s: cmeans.criterion_of_partition(s.X, s.U) - s.n_k / (s.n_k - 1) * _from_mean(s)[s.i],
        ),
        bound(
            r"J' \le J",
            "a square is never negative; J stays the same only if x lies on the mean",
            lambda s: cmeans.criterion_of_partition(s.X, _with_own_cluster(s, s.i)),
            lambda s: cmeans.criterion_of_partition(s.X, s.U),
            attained=lambda s, rng: s.but(X=_moved_to_mean(s)),
        ),
        bound(
            r"J' \le J'_j \text{ for each other point } j \text{ of the cluster in place of } x",
            "the farthest point saves the most of its cluster",
            lambda s: cmeans.criterion_of_partition(s.X, _with_own_cluster(s, s.i)),
            lambda s: np.array(
                [
                    cmeans.criterion_of_partition(s.X, _with_own_cluster(s, j))
                    for j in np.flatnonzero(s.labels == s.k)
                    if j != s.i
                ]
            ),
            premise=FARTHEST,
            on=draw_farthest,
        ),
    ),
    draw_leaving,
)

transfer = Derivation(
    "What one point gains by moving alone",
    r"Given the means $m_k$ of a partition and a point $x$ of cluster $a$, which has $n_a \ge 2$ points. It moves to cluster "
    r"$b$, and both means follow.",
    (
        identity(
            r"\mathcal{I}_a - \mathcal{I}_a' = \frac{n_a}{n_a - 1}\,\|x - m_a\|^2",
            "what the cluster saves that the point leaves, as in the proof of the new cluster",
            lambda s: _spread(s.a) - _spread(s.a[1:]),
            lambda s: len(s.a) / (len(s.a) - 1) * ((s.x - s.a.mean(axis=0)) ** 2).sum(),
        ),
        identity(
            r"\mathcal{I}_b' - \mathcal{I}_b = \frac{n_b}{n_b + 1}\,\|x - m_b\|^2",
            "the same line read backward: before the point came, there was one point less",
            lambda s: _spread(np.vstack([s.b, s.x])) - _spread(s.b),
            lambda s: len(s.b) / (len(s.b) + 1) * ((s.x - s.b.mean(axis=0)) ** 2).sum(),
        ),
        identity(
            r"J - J' = \frac{n_a}{n_a - 1}\,\|x - m_a\|^2 - \frac{n_b}{n_b + 1}\,\|x - m_b\|^2",
            "no other cluster changes. The factors favor a move: it can pay although m_a is nearer than m_b",
            lambda s: _spread(s.a) + _spread(s.b) - _spread(s.a[1:]) - _spread(np.vstack([s.b, s.x])),
            lambda s: cmeans.transfer_gains(s.D2, s.labels)[0, 1],
            "COURSE-transfer",
        ),
    ),
    draw_transfer,
)


def _members(s):
    """The points of the cluster of x."""
    return s.X[s.labels == s.k]


def _others(s):
    """The points of the cluster of x, without x."""
    return np.vstack([x for j, x in enumerate(s.X) if s.labels[j] == s.k and j != s.i])


def _from_mean(s):
    """The squared distances of all points to the mean of the cluster of x."""
    return ((s.X - _members(s).mean(axis=0)) ** 2).sum(axis=1)


def _with_own_cluster(s, i):
    """The partition with one more cluster, of point i alone."""
    return cmeans.partition_matrix(np.where(np.arange(s.n) == i, s.c, s.labels), s.c + 1)


def _moved_to_mean(s):
    """The points, with x on the mean of its cluster, which is then the mean of the others."""
    X = s.X.copy()
    X[s.i] = _others(s).mean(axis=0)
    return X


def _spread(members):
    """The sum of squared distances to the mean."""
    return ((members - members.mean(axis=0)) ** 2).sum()
