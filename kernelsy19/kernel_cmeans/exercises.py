"""The exercises of chapter 06: kernel c-means."""

from typing import NamedTuple

import numpy as np

from kernelsy19.course.answers import describe, same_form
from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement
from kernelsy19.kernel_cmeans.solve import kernel_c_means_steps
from kernelsy19.kernels import RBF, Linear, Polynomial, squared_euclidean


def _labels(rng, n, c):
    """Labels of n points with no cluster empty, and clusters of different sizes."""
    return rng.permutation(
        np.concatenate([np.arange(c), rng.choice(c, size=n - c, p=np.arange(c, 0, -1) * 2 / (c * (c + 1)))])
    )


def _means(Phi, labels):
    return np.array([Phi[labels == k].mean(axis=0) for k in range(labels.max() + 1)])


class Mapped(NamedTuple):
    """A partition of mapped points."""

    labels: np.ndarray
    Phi: np.ndarray


def _mapped(rng):
    for n, D, c in ((4, 2, 2), (7, 3, 3), (9, 5, 2)):
        yield Mapped(_labels(rng, n, c), rng.normal(size=(n, D)) + 0.5)


def _edge_mapped(rng):
    Phi = rng.normal(size=(5, 3)) + 0.5
    return {
        "a cluster of one point": Mapped(np.array([0, 0, 1, 0, 0]), Phi),
        "all points in one cluster": Mapped(np.zeros(5, dtype=int), Phi),
    }


def _weights(labels):
    U = np.eye(labels.max() + 1)[labels]
    return U / U.sum(axis=0)


def _certify_weights(problem, gamma):
    off = np.abs(gamma.T @ problem.Phi - _means(problem.Phi, problem.labels)).max()
    return Certificate("largest | Σᵢ γᵢₖ Φ(xᵢ) − mean of cluster k |, from coordinates", off, 1e-10)


prototype_weights = Exercise(
    "06.1",
    "The weights of the prototypes",
    problems=_mapped,
    edge=_edge_mapped,
    arguments=lambda problem: problem[:1],
    reference=_weights,
    certify=_certify_weights,
    mistakes=[
        Mistake(
            "That is the partition matrix: a sum of members, not their mean.",
            lambda labels: np.eye(labels.max() + 1)[labels],
        ),
        Mistake(
            "You divided by the number of points in all. A mean divides by the number in its own cluster.",
            lambda labels: np.eye(labels.max() + 1)[labels] / len(labels),
        ),
        Mistake(
            "Rows and columns are exchanged: one row a point, one column a cluster.",
            lambda labels: _weights(labels).T,
        ),
        Mistake(
            "Each column holds the same weight for all points. Points of other clusters have none.",
            lambda labels: np.tile(1 / np.bincount(labels), (len(labels), 1)),
        ),
        Mistake(
            "You multiplied by the sizes of the clusters: a mean of many points gives each of them less weight.",
            lambda labels: np.eye(labels.max() + 1)[labels] * np.bincount(labels),
        ),
        Mistake(
            "You divided by the root of the number of points. Weights of a mean sum to 1.",
            lambda labels: (lambda U: U / np.sqrt(U.sum(axis=0)))(np.eye(labels.max() + 1)[labels]),
        ),
        Mistake(
            "You divided by the number of clusters. A mean divides by the number of points of its own cluster.",
            lambda labels: np.eye(labels.max() + 1)[labels] / (labels.max() + 1),
        ),
        Mistake(
            "These are the weights of the mean of *all* points, for each cluster.",
            lambda labels: np.full((len(labels), labels.max() + 1), 1 / len(labels)),
        ),
        Mistake(
            "You multiplied by the share of the cluster. Its mean divides by its number of points.",
            lambda labels: np.eye(labels.max() + 1)[labels] * np.bincount(labels) / len(labels),
        ),
        Mistake(
            "You divided by n − 1, as for a variance. A mean of n points divides by n.",
            lambda labels: np.eye(labels.max() + 1)[labels] / np.maximum(np.bincount(labels) - 1, 1),
        ),
        Mistake(
            "You squared the sizes. A mean divides by the number of points once.",
            lambda labels: _weights(labels) ** 2,
        ),
        Mistake(
            "These are means of the points that do *not* belong to the cluster.",
            lambda labels: (lambda U: U / U.sum(axis=0))(1 - np.eye(labels.max() + 1)[labels]),
        ),
        Mistake(
            "The clusters stand in reverse order: column k belongs to cluster k.",
            lambda labels: _weights(labels)[:, ::-1],
        ),
    ],
)


class FromK(NamedTuple):
    """A Gram matrix and weights, and the coordinates behind them."""

    K: np.ndarray
    gamma: np.ndarray
    Phi: np.ndarray


def _from_K(rng):
    for n, D, c in ((4, 2, 2), (6, 3, 3), (9, 4, 3)):
        Phi = rng.normal(size=(n, D)) + 0.5
        yield FromK(Phi @ Phi.T, _weights(_labels(rng, n, c)), Phi)


def _edge_from_K(rng):
    Phi = rng.normal(size=(5, 3)) + 0.5
    alone, approximate = np.array([0, 0, 1, 0, 0]), rng.normal(size=(5, 2))
    return {
        "a cluster of one point": FromK(Phi @ Phi.T, _weights(alone), Phi),
        "weights that are not those of a partition": FromK(Phi @ Phi.T, approximate, Phi),
    }


def _distances(K, gamma):
    return np.diag(K)[:, None] - 2 * K @ gamma + np.diag(gamma.T @ K @ gamma)


def _certify_distances(problem, D2):
    exact = squared_euclidean(problem.Phi, problem.gamma.T @ problem.Phi)
    return Certificate("largest | dᵢₖ² − ‖Φ(xᵢ) − vₖ‖² |, from coordinates", np.abs(D2 - exact).max(), 1e-10)


distances = Exercise(
    "06.2",
    "Distances to prototypes that nobody has",
    problems=_from_K,
    edge=_edge_from_K,
    arguments=lambda problem: problem[:2],
    reference=_distances,
    certify=_certify_distances,
    mistakes=[
        Mistake(
            "The third term, $\\|v_k\\|^2$, is missing. It is the same for all points, but not for all clusters.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma,
        ),
        Mistake(
            "The first term, $K(x_i, x_i)$, is missing. The assignment does not need it, a distance does.",
            lambda K, gamma: -2 * K @ gamma + np.diag(gamma.T @ K @ gamma),
        ),
        Mistake(
            "The third term adds up *all* of $\\gamma^\\top K\\gamma$, dot products between different "
            "prototypes included.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma + (gamma.T @ K @ gamma).sum(axis=0),
        ),
        Mistake("The mixed term comes twice.", lambda K, gamma: _distances(K, gamma) + K @ gamma),
        Mistake(
            "In the third term a single $\\gamma$ is not enough: it is a double sum, with a weight "
            "for each of the two points.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma + (np.diag(K) @ gamma),
        ),
        Mistake(
            "The sign of the mixed term: it is the square of a *difference*.",
            lambda K, gamma: _distances(K, gamma) + 4 * K @ gamma,
        ),
        Mistake(
            "The sign of the third term: it is a squared length.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma - np.diag(gamma.T @ K @ gamma),
        ),
        Mistake(
            "The third term comes once. Only the mixed term comes twice.",
            lambda K, gamma: _distances(K, gamma) + np.diag(gamma.T @ K @ gamma),
        ),
        Mistake(
            "$K(x, x)$ is 1 for some kernels only. Here it stands on the diagonal.",
            lambda K, gamma: 1 - 2 * K @ gamma + np.diag(gamma.T @ K @ gamma),
        ),
        Mistake(
            "The distance was to be squared.",
            lambda K, gamma: np.sqrt(np.maximum(_distances(K, gamma), 0)),
        ),
        Mistake(
            "In the third term you kept the pairs of a point with itself. It is a double sum over all pairs.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma + np.diag(K) @ gamma**2,
        ),
        Mistake(
            "You took the mean of the diagonal for the first term. Each point has its own.",
            lambda K, gamma: np.diag(K).mean() - 2 * K @ gamma + np.diag(gamma.T @ K @ gamma),
        ),
        Mistake(
            "In the third term the weights are missing: you took the sum of all of K.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma + K.sum(),
        ),
        Mistake(
            "The third term adds up all prototypes. Each has a length of its own.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma + np.trace(gamma.T @ K @ gamma),
        ),
        Mistake(
            "In the third term the kernel values are missing: you took the lengths of the columns of `gamma`.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma + (gamma**2).sum(axis=0),
        ),
        Mistake(
            "The third term is a sum over points. In yours each row has its own part of it.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma + gamma * (K @ gamma),
        ),
        Mistake(
            "In the third term the weights of the second point are missing: it is a double sum with two weights.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma + (K @ gamma).sum(axis=0),
        ),
        Mistake(
            "In the third term you took the mean over all points. The weights of the cluster say which ones count.",
            lambda K, gamma: np.diag(K)[:, None] - 2 * K @ gamma + (K @ gamma).mean(axis=0),
        ),
        Mistake("The sign: squared distances are not negative.", lambda K, gamma: -_distances(K, gamma)),
        Mistake(
            "You used which weights are positive, not the weights themselves: sums where means belong.",
            lambda K, gamma: _distances(K, (gamma > 0).astype(float)),
        ),
    ],
)


class Clustered(NamedTuple):
    """A Gram matrix and a partition."""

    K: np.ndarray
    labels: np.ndarray


def _clustered(rng):
    for n, c, k in ((4, 2, Linear()), (7, 3, RBF(0.5)), (9, 2, Polynomial(2))):
        yield Clustered(k(rng.normal(size=(n, 2)) + 0.5), _labels(rng, n, c))


def _criterion(K, labels):
    within = [K[np.ix_(labels == k, labels == k)] for k in np.unique(labels)]
    return np.trace(K) - sum(block.sum() / len(block) for block in within)


def _criterion_by_distances(K, labels):
    D2 = _distances(K, _weights(labels))
    return D2[np.arange(len(K)), labels].sum()


def _blocks(K, labels):
    """The block of each cluster."""
    return [K[np.ix_(labels == k, labels == k)] for k in range(labels.max() + 1)]


criterion = Exercise(
    "06.3",
    "The criterion, without distances",
    problems=_clustered,
    reference=_criterion,
    certify=agreement("| your value − Σᵢ ‖Φ(xᵢ) − vₖ₍ᵢ₎‖² |", _criterion_by_distances, 1e-9),
    mistakes=[
        Mistake(
            "Within a cluster you divide by $n_k^2$, so that its mean kernel value is left. Sum the "
            "second term over the "
            "$n_k$ points first.",
            lambda K, labels: (
                np.trace(K) - sum(K[np.ix_(labels == k, labels == k)].mean() for k in np.unique(labels))
            ),
        ),
        Mistake(
            "You did not divide by $n_k$.",
            lambda K, labels: (
                np.trace(K) - sum(K[np.ix_(labels == k, labels == k)].sum() for k in np.unique(labels))
            ),
        ),
        Mistake(
            "The second term stands with $-2$, the third with $+1$, and summed over a cluster both "
            "are the same: $-2 + 1$ "
            "is not $-2$.",
            lambda K, labels: 2 * _criterion(K, labels) - np.trace(K),
        ),
        Mistake(
            "You divided by the number of all points. Each block is divided by the size of its own cluster.",
            lambda K, labels: (
                np.trace(K)
                - sum(K[np.ix_(labels == k, labels == k)].sum() for k in np.unique(labels)) / len(K)
            ),
        ),
        Mistake(
            "$\\sum_i K(x_i, x_i)$ is missing: your value is negative or zero.",
            lambda K, labels: _criterion(K, labels) - np.trace(K),
        ),
        Mistake(
            "The sign: the more alike the points of a cluster, the *lower* is $J$.",
            lambda K, labels: 2 * np.trace(K) - _criterion(K, labels),
        ),
        Mistake(
            "$\\sum_i K(x_i, x_i)$ is missing, and the sign is turned.",
            lambda K, labels: np.trace(K) - _criterion(K, labels),
        ),
        Mistake(
            "$K(x, x)$ is 1 for some kernels only. Here it stands on the diagonal.",
            lambda K, labels: len(K) - np.trace(K) + _criterion(K, labels),
        ),
        Mistake(
            "You left out the pairs of a point with itself. The double sum has them.",
            lambda K, labels: np.trace(K) - sum((b.sum() - np.trace(b)) / len(b) for b in _blocks(K, labels)),
        ),
        Mistake(
            "You took all of K for one cluster. Each cluster has its own block.",
            lambda K, labels: np.trace(K) - K.sum() / len(K),
        ),
        Mistake(
            "You took the mean over the points. $J$ is a sum.",
            lambda K, labels: _criterion(K, labels) / len(K),
        ),
        Mistake(
            "The first term is the sum of the diagonal. You took the sum of all of K.",
            lambda K, labels: K.sum() - np.trace(K) + _criterion(K, labels),
        ),
        Mistake(
            "The last cluster is missing: labels run from 0 to c − 1.",
            lambda K, labels: np.trace(K) - sum(b.sum() / len(b) for b in _blocks(K, labels)[:-1]),
        ),
        Mistake(
            "The first cluster is missing: labels run from 0.",
            lambda K, labels: np.trace(K) - sum(b.sum() / len(b) for b in _blocks(K, labels)[1:]),
        ),
        Mistake(
            "You summed the third term without the second.",
            lambda K, labels: np.trace(K) + sum(b.mean() for b in _blocks(K, labels)),
        ),
        Mistake(
            "You summed the second term over the points, and the third only over the clusters: every point of "
            "a cluster has "
            "it.",
            lambda K, labels: np.trace(K) - sum((2 * len(b) - 1) * b.mean() for b in _blocks(K, labels)),
        ),
        Mistake(
            "Half of what it should be: $J$ has no factor ½.", lambda K, labels: _criterion(K, labels) / 2
        ),
        Mistake("The sign: $J$ is a sum of squares.", lambda K, labels: -_criterion(K, labels)),
        Mistake(
            "You took the root. $J$ is the sum itself.", lambda K, labels: np.sqrt(_criterion(K, labels))
        ),
        Mistake(
            "You added the two terms as if both were negative: the third stands with a plus.",
            lambda K, labels: 3 * _criterion(K, labels) - 2 * np.trace(K),
        ),
        Mistake(
            "You divided by the number of clusters. Each block is divided by the size of its own cluster.",
            lambda K, labels: np.trace(K) - sum(b.sum() for b in _blocks(K, labels)) / (labels.max() + 1),
        ),
        Mistake(
            "You took means in both terms. $J$ sums over all points.",
            lambda K, labels: np.diag(K).mean() - sum(b.mean() for b in _blocks(K, labels)),
        ),
    ],
)


def _kernel_starts(rng):
    """Draw starts that take three rounds or more, the longest seven, and never empty a cluster."""
    for n, c, gamma, rounds in ((10, 2, 0.5, 3), (30, 3, 1.0, 4), (60, 2, 2.0, 7)):
        steps = []
        while len(steps) < 2 * rounds or any(step.n_moved for step in steps if step.kind == "update"):
            K = RBF(gamma)(rng.normal(size=(n, 2)) * [2, 1])
            labels = _labels(rng, n, c)
            steps = kernel_c_means_steps(K, labels, c)
        yield Clustered(K, labels)


def _run(K, labels):
    return kernel_c_means_steps(K, labels)[-1].labels


def _rounds(count):
    """The partition after a number of rounds."""

    def run(K, labels):
        for _ in range(count):
            labels = _distances(K, _weights(labels)).argmin(axis=1)
        return labels

    return run


def _repeated(assigned):
    """Partition after many rounds of another assignment, ``assigned(K, weights)``, no cluster dropped."""

    def run(K, labels):
        U = np.eye(labels.max() + 1)
        for _ in range(100):
            labels = assigned(K, U[labels] / np.maximum(U[labels].sum(axis=0), 1))
        return labels

    return run


def _without_norms(K, labels):
    return _repeated(lambda K, gamma: (-2 * K @ gamma).argmin(axis=1))(K, labels)


def _norms(K, gamma):
    return np.diag(gamma.T @ K @ gamma)


def _certify_run(problem, labels):
    K, start = problem
    c = start.max() + 1
    if not np.isin(labels, np.arange(c)).all() or len(np.unique(labels)) < c:
        return Certificate(f"labels are 0, …, {c - 1}, and no cluster is empty", False)
    D2 = _distances(K, _weights(labels))
    own = D2[np.arange(len(K)), labels]
    return [
        Certificate("most that a point pays above its nearest prototype", (own - D2.min(axis=1)).max(), 1e-9),
        Certificate(
            "difference from the J of the algorithm from this start",
            abs(own.sum() - _criterion(K, _run(K, start))),
            1e-7,
        ),
    ]


run = Exercise(
    "06.4",
    "Kernel c-means",
    problems=_kernel_starts,
    reference=_run,
    certify=_certify_run,
    mistakes=[
        Mistake(
            "You stopped after one round, as the slide's step 4 does: with the distances of the old "
            "partition the second "
            "assignment repeats the first. Compute them afresh in each round.",
            _rounds(1),
        ),
        Mistake("You stopped after two rounds: some points still have a nearer prototype.", _rounds(2)),
        Mistake(
            "Without $\\|v_k\\|^2$ you minimize something else: a tight cluster attracts too many points.",
            _without_norms,
        ),
        Mistake("That is the partition that you were given.", lambda K, labels: labels),
        Mistake("You counted from 1: the first cluster has number 0.", lambda K, labels: _run(K, labels) + 1),
        Mistake("You stopped after three rounds: some points still have a nearer prototype.", _rounds(3)),
        Mistake("You stopped after four rounds: some points still have a nearer prototype.", _rounds(4)),
        Mistake("You stopped after five rounds: some points still have a nearer prototype.", _rounds(5)),
        Mistake(
            "The mixed term stands twice in the square: with it once, you minimize something else.",
            _repeated(lambda K, gamma: (_norms(K, gamma) - K @ gamma).argmin(axis=1)),
        ),
        Mistake(
            "The sign of $\\|v_k\\|^2$: it is added.",
            _repeated(lambda K, gamma: (-_norms(K, gamma) - 2 * K @ gamma).argmin(axis=1)),
        ),
        Mistake(
            "In $\\|v_k\\|^2$ you kept the pairs of a point with itself. It is a double sum over all pairs.",
            _repeated(lambda K, gamma: (np.diag(K) @ gamma**2 - 2 * K @ gamma).argmin(axis=1)),
        ),
        Mistake(
            "You clustered the rows of K as if they were points. That is c-means with another kernel.",
            _repeated(lambda K, gamma: squared_euclidean(K, gamma.T @ K).argmin(axis=1)),
        ),
        Mistake(
            "The sign of the mixed term: your points go to the prototype that is least like them.",
            _repeated(lambda K, gamma: (_norms(K, gamma) + 2 * K @ gamma).argmin(axis=1)),
        ),
    ],
)


n_values = Exercise(
    "06.5",
    "Predict: how many kernel values?",
    problems=None,
    reference=lambda: 4_000_000,
    certify=agreement("how far your number is from the count", lambda: 2000 * 2000, 0.0),
    mistakes=[
        Mistake(
            "Each point belongs to one cluster: the five sums of a row together read the row once.",
            lambda: 5 * 2000**2,
        ),
        Mistake(
            "You counted each pair once. Without using the symmetry, every row is read.",
            lambda: 2000 * 1999 // 2,
        ),
        Mistake(
            "That is the count of distances, one for each point and cluster. Each is a sum over points.",
            lambda: 5 * 2000,
        ),
        Mistake(
            "The third term needs no values of its own: it adds up the sums of the second term over the members.",
            lambda: 2 * 2000**2,
        ),
        Mistake(
            "You compared each point with its own cluster only. The assignment asks for the distances to all "
            "prototypes.",
            lambda: 5 * 400**2,
        ),
        Mistake(
            "You used the symmetry of $K$, which the question rules out: count an entry each time it is read.",
            lambda: 2000 * 2001 // 2,
        ),
        Mistake("That is the number of points. How many kernel values does each of them need?", lambda: 2000),
        Mistake(
            "You left out the values of a point with itself. In its own cluster it counts like the others.",
            lambda: 2000 * 1999,
        ),
        Mistake(
            "You read the diagonal for the first term. It is left out: it is the same for all clusters.",
            lambda: 2000**2 + 2000,
        ),
        Mistake(
            "You read the blocks of the clusters once more. Are their sums not known already?",
            lambda: 2000**2 + 5 * 400**2,
        ),
        Mistake(
            "You counted half of the matrix. Without using the symmetry, every row is read.",
            lambda: 2000**2 // 2,
        ),
        Mistake("You counted the second term for every cluster, and the third as well.", lambda: 6 * 2000**2),
        Mistake("You counted both terms for every cluster.", lambda: 10 * 2000**2),
        Mistake(
            "You counted $n^2$ values for each point. One point needs its own row only.",
            lambda: 2000**3,
        ),
        Mistake(
            "The third term needs no values of its own, not even one for each cluster or pair of clusters.",
            lambda: 2000**2 + 5,
            when=lambda _, count: count - 2000**2 in (5, 25),
        ),
        Mistake(
            "You counted one value for each point and cluster. Each distance needs a sum over points.",
            lambda: 2000**2 + 2000 * 5,
        ),
    ],
)


STUCK, KERNEL, BOTH_FINE = "more starts", "another kernel", "neither"


diagnosis = Exercise(
    "06.6",
    "Predict: what helps?",
    problems=None,
    reference=lambda: (KERNEL, STUCK, BOTH_FINE),
    certify=lambda _, answer: Certificate(
        "each of the three is answered by comparing both J", tuple(answer) == (KERNEL, STUCK, BOTH_FINE)
    ),
    mistakes=[
        Mistake(
            "The first two are exchanged. Which of the two partitions would win if it were found: the one with "
            "the *lower* "
            "$J$.",
            lambda: (STUCK, KERNEL, BOTH_FINE),
        ),
        Mistake(
            "In the first case the found partition already has a lower $J$ than the hoped-for groups. More "
            "starts can only "
            "lower it.",
            lambda: (STUCK, STUCK, BOTH_FINE),
            when=lambda _, answer: answer[0] == STUCK,
        ),
        Mistake(
            "In the first case the search has done well, and yet it has not found the groups that were hoped for.",
            lambda: (BOTH_FINE, STUCK, BOTH_FINE),
            when=lambda _, answer: answer[0] == BOTH_FINE,
        ),
        Mistake(
            "In the second case the groups have a lower $J$ than what was found. The criterion would choose "
            "them, had the "
            "search seen them.",
            lambda: (KERNEL, KERNEL, BOTH_FINE),
            when=lambda _, answer: answer[1] == KERNEL,
        ),
        Mistake(
            "In the second case what was found costs more than the groups: something is left to be gained.",
            lambda: (KERNEL, BOTH_FINE, BOTH_FINE),
            when=lambda _, answer: answer[1] == BOTH_FINE,
        ),
        Mistake(
            "In the third case the groups were found.",
            lambda: (KERNEL, STUCK, STUCK),
            when=lambda _, answer: answer[2] != BOTH_FINE,
        ),
    ],
)


class NewPoints(NamedTuple):
    """Kernel values of new points, Gram matrix and partition, and the coordinates behind them."""

    K_new: np.ndarray
    K: np.ndarray
    labels: np.ndarray
    Phi_new: np.ndarray
    Phi: np.ndarray


def _new_points(rng):
    """Draw clusters in all directions from the origin, near it and far: the third term then decides."""
    for m, n, D, c in ((5, 5, 2, 2), (60, 12, 3, 3), (80, 20, 4, 4)):
        labels = _labels(rng, n, c)
        centers = rng.normal(size=(c, D)) * rng.permutation(np.linspace(1.0, 3.0, c))[:, None]
        Phi = rng.normal(size=(n, D)) + centers[labels]
        Phi_new = 1.5 * rng.normal(size=(m, D)) + centers[rng.integers(c, size=m)]
        yield NewPoints(Phi_new @ Phi.T, Phi @ Phi.T, labels, Phi_new, Phi)


def _assign_new(K_new, K, labels):
    gamma = _weights(labels)
    return (np.diag(gamma.T @ K @ gamma) - 2 * K_new @ gamma).argmin(axis=1)


def _assigned(norms2, twice=2):
    """Nearest prototype with other squared norms, ``norms2(K, weights, labels)``, or another mixed term."""

    def assigned(K_new, K, labels):
        gamma = _weights(labels)
        return (norms2(K, gamma, labels) - twice * K_new @ gamma).argmin(axis=1)

    return assigned


def _best_of_cluster(choose):
    """The cluster whose best, worst or summed kernel value is the largest: ``choose(values, axis=1)``."""

    def assigned(K_new, K, labels):
        return np.column_stack(
            [choose(K_new[:, labels == k], axis=1) for k in range(labels.max() + 1)]
        ).argmax(axis=1)

    return assigned


def _certify_new(problem, labels):
    D2 = squared_euclidean(problem.Phi_new, _means(problem.Phi, problem.labels))
    if not np.isin(labels, np.arange(D2.shape[1])).all():
        return Certificate(f"every label is one of 0, …, {D2.shape[1] - 1}", False)
    paid = D2[np.arange(len(D2)), labels] - D2.min(axis=1)
    return Certificate(
        "most that a new point pays above its nearest prototype, from coordinates", paid.max(), 1e-9
    )


assign_new = Exercise(
    "06.7",
    "New points",
    problems=_new_points,
    arguments=lambda problem: problem[:3],
    reference=_assign_new,
    certify=_certify_new,
    mistakes=[
        Mistake(
            "You took the cluster with the *smallest* mean kernel value, as AML's step 4 says: the "
            "most unlike one.",
            lambda K_new, K, labels: (K_new @ _weights(labels)).argmin(axis=1),
        ),
        Mistake(
            "You took the cluster with the largest mean kernel value. Long prototypes have large ones "
            "with everybody: "
            "$\\|v_k\\|^2$ is missing.",
            lambda K_new, K, labels: (K_new @ _weights(labels)).argmax(axis=1),
        ),
        Mistake(
            "You took the cluster of the nearest *point*, or of the most similar one, not of the "
            "nearest prototype.",
            lambda K_new, K, labels: labels[(np.diag(K) - 2 * K_new).argmin(axis=1)],
        ),
        Mistake(
            "You counted from 1: the first cluster has number 0.",
            lambda K_new, K, labels: _assign_new(K_new, K, labels) + 1,
        ),
        Mistake(
            "The mixed term stands twice in the square: $-2\\langle\\Phi(x), v_k\\rangle$.",
            _assigned(lambda K, gamma, _: _norms(K, gamma), twice=1),
        ),
        Mistake(
            "You took the cluster of the most similar point. The *prototype* is to be the nearest.",
            lambda K_new, K, labels: labels[K_new.argmax(axis=1)],
        ),
        Mistake(
            "You took the *farthest* prototype.",
            lambda K_new, K, labels: (_norms(K, _weights(labels)) - 2 * K_new @ _weights(labels)).argmax(
                axis=1
            ),
        ),
        Mistake("The sign of $\\|v_k\\|^2$: it is added.", _assigned(lambda K, gamma, _: -_norms(K, gamma))),
        Mistake(
            "The sign of the mixed term: it is the square of a difference.",
            _assigned(lambda K, gamma, _: _norms(K, gamma), twice=-2),
        ),
        Mistake(
            "Four times the mixed term is too much: it stands in the square twice.",
            _assigned(lambda K, gamma, _: _norms(K, gamma), twice=4),
        ),
        Mistake(
            "In $\\|v_k\\|^2$ you kept the pairs of a point with itself. It is a double sum over all pairs.",
            _assigned(lambda K, gamma, _: np.diag(K) @ gamma**2),
        ),
        Mistake(
            "In $\\|v_k\\|^2$ you took the mean over all points. Both sums run over the members of the cluster.",
            _assigned(lambda K, gamma, _: (K @ gamma).mean(axis=0)),
        ),
        Mistake(
            "You used sums where means belong: a large cluster attracts everything.",
            lambda K_new, K, labels: (lambda U: (_norms(K, U) - 2 * K_new @ U).argmin(axis=1))(
                np.eye(labels.max() + 1)[labels]
            ),
        ),
        Mistake(
            "You took the cluster with the largest sum of kernel values: a large cluster attracts everything.",
            _best_of_cluster(np.sum),
        ),
        Mistake(
            "You compared with the least similar point of each cluster. The prototype is their mean.",
            _best_of_cluster(np.min),
        ),
        Mistake(
            "You gave every point to the largest cluster.",
            lambda K_new, K, labels: np.full(len(K_new), np.bincount(labels).argmax()),
        ),
    ],
)


def _form_of_rings(answer, expected):
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return f"expected a pair (r, γ), got {describe(answer)}"
    if fault := same_form(answer, expected):
        return fault
    inner, gamma = answer
    if not (0.3 <= inner <= 0.9 and 0 < gamma <= 1000):
        return f"expected a radius r from 0.3 to 0.9 and γ in (0, 1000], got {inner:g} and {gamma:g}"
    return None


def _rings(inner, n=40):
    t = 2 * np.pi * np.arange(n) / n
    circle = np.column_stack([np.cos(t), np.sin(t)])
    return np.vstack([circle, inner * circle]), np.repeat([0, 1], n)


def _cut_against_rings(answer):
    """J of a straight cut through both rings, and J of the rings."""
    inner, gamma = answer
    X, y = _rings(inner)
    K = RBF(gamma)(X)
    return _criterion(K, (X[:, 1] > 1e-9).astype(int)), _criterion(K, y)


def _rests(answer):
    inner, gamma = answer
    X, y = _rings(inner)
    D2 = _distances(RBF(gamma)(X), _weights(y))
    return bool((D2[np.arange(len(X)), y] <= D2.min(axis=1) + 1e-9 * D2.max()).all())


def _is_rounding(answer):
    """Whether all mapped points are so near to each other that their distances are lost in double precision."""
    return bool(_cut_against_rings(answer)[1] < 1e-4)


def _share(answer):
    """J of the cut over J of the rings."""
    cut, rings = _cut_against_rings(answer)
    return cut / rings


def _certify_rings(_, answer):
    if _is_rounding(answer):
        return Certificate("the kernel tells the points apart: J of the rings is more than rounding", False)
    cut, rings = _cut_against_rings(answer)
    return [
        Certificate("started at the rings, kernel c-means stays there", _rests(answer)),
        Certificate("the straight cut costs at most 95 % of the rings", bool(cut <= 0.95 * rings)),
    ]


cheaper_cut = Exercise(
    "06.8",
    "Break it: rings at rest that nobody should find",
    problems=None,
    reference=lambda: (0.5, 1.0),
    certify=_certify_rings,
    mistakes=[
        Mistake(
            "So wide a kernel maps all points to nearly one place: their distances, and $J$, are rounding.",
            lambda: (0.5, 1e-300),
            when=lambda _, answer: _is_rounding(answer),
        ),
        Mistake(
            "With so large a $\\gamma$ nearly all points are orthogonal, and all partitions cost about the same.",
            lambda: (0.5, 300.0),
            when=lambda _, answer: _share(answer) > 0.95 and answer[1] > 100,
        ),
        Mistake(
            "The cut is cheaper, but by less than 5 %. Go on in that direction.",
            lambda: (0.5, 5.0),
            when=lambda _, answer: not _is_rounding(answer) and answer[1] <= 10 and 0.95 < _share(answer) < 1,
        ),
        Mistake(
            "Here the rings are cheaper than the cut: the inner circle is a compact group. Make it larger, or the "
            "kernel wider.",
            lambda: (0.3, 2.9),
            when=lambda _, answer: not _is_rounding(answer) and answer[1] <= 10 and _share(answer) >= 1,
        ),
        Mistake(
            "With so narrow a kernel a point sees hardly more than its neighbors on its own circle, so the rings are "
            "cheap. What does a wide kernel do to them?",
            lambda: (0.5, 20.0),
            when=lambda _, answer: 10 < answer[1] <= 100 and _share(answer) > 0.95,
        ),
    ],
    form=_form_of_rings,
)
