"""The exercises of chapter 06: kernel c-means."""

import numpy as np

from kernelcourse.judging.answers import describe, same_form
from kernelcourse.judging.certificates import worst
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement
from kernelcourse.kernel_cmeans.problems import (
    by_c_means,
    cluster_sizes,
    clustered,
    criterion_of,
    cut_against_rings,
    edge_from_K,
    edge_halves,
    edge_mapped,
    edge_sampled,
    edge_sizes,
    eruptions,
    from_K,
    halves,
    is_rounding,
    kernel_starts,
    mapped,
    means,
    new_points,
    rings,
    sampled,
    share_of_cut,
    strips,
    weights_of,
)
from kernelsy19.cmeans import matched_accuracy
from kernelsy19.kernel_cmeans.solve import kernel_c_means, kernel_c_means_steps
from kernelsy19.kernels import RBF, squared_euclidean
from kernelsy19.kernels.geometry import center_gram


def _certify_weights(problem, W):
    off = np.abs(W.T @ problem.Phi - means(problem.Phi, problem.labels)).max()
    return Certificate("largest | Σᵢ wᵢₖ Φ(xᵢ) − mean of cluster k |, from coordinates", off, 1e-10)


prototype_weights = Exercise(
    "06.1",
    "The weights of the prototypes",
    problems=mapped,
    edge=edge_mapped,
    arguments=lambda problem: problem[:1],
    reference=weights_of,
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
            lambda labels: weights_of(labels).T,
        ),
        Mistake(
            "Each column holds the same weight for all points. Points of other clusters have none.",
            lambda labels: np.tile(1 / np.bincount(labels), (len(labels), 1)),
        ),
        Mistake(
            "These are the weights of the mean of *all* points, for each cluster.",
            lambda labels: np.full((len(labels), labels.max() + 1), 1 / len(labels)),
        ),
        Mistake(
            "You divided by n − 1, as for a variance. A mean of n points divides by n.",
            lambda labels: np.eye(labels.max() + 1)[labels] / np.maximum(np.bincount(labels) - 1, 1),
        ),
    ],
)


def _distances(K, W):
    return np.diag(K)[:, None] - 2 * K @ W + np.diag(W.T @ K @ W)


def _certify_distances(problem, D2):
    exact = squared_euclidean(problem.Phi, problem.W.T @ problem.Phi)
    return Certificate("largest | dᵢₖ² − ‖Φ(xᵢ) − vₖ‖² |, from coordinates", np.abs(D2 - exact).max(), 1e-10)


distances = Exercise(
    "06.2",
    "Distances to prototypes that nobody has",
    problems=from_K,
    edge=edge_from_K,
    arguments=lambda problem: problem[:2],
    reference=_distances,
    certify=_certify_distances,
    mistakes=[
        Mistake(
            "The third term, $\\|v_k\\|^2$, is missing. It is the same for all points, but not for all clusters.",
            lambda K, W: np.diag(K)[:, None] - 2 * K @ W,
        ),
        Mistake(
            "The first term, $K(x_i, x_i)$, is missing. The assignment does not need it, a distance does.",
            lambda K, W: -2 * K @ W + np.diag(W.T @ K @ W),
        ),
        Mistake(
            "The third term adds up *all* of $W^\\top K W$, dot products between different "
            "prototypes included.",
            lambda K, W: np.diag(K)[:, None] - 2 * K @ W + (W.T @ K @ W).sum(axis=0),
        ),
        Mistake("The mixed term comes twice.", lambda K, W: _distances(K, W) + K @ W),
        Mistake(
            "In the third term a single weight is not enough: it is a double sum, with a weight "
            "for each of the two points.",
            lambda K, W: np.diag(K)[:, None] - 2 * K @ W + (np.diag(K) @ W),
        ),
        Mistake(
            "The sign of the mixed term: it is the square of a *difference*.",
            lambda K, W: _distances(K, W) + 4 * K @ W,
        ),
        Mistake(
            "The third term comes once. Only the mixed term comes twice.",
            lambda K, W: _distances(K, W) + np.diag(W.T @ K @ W),
        ),
        Mistake(
            "$K(x, x)$ is 1 for some kernels only. Here it stands on the diagonal.",
            lambda K, W: 1 - 2 * K @ W + np.diag(W.T @ K @ W),
        ),
        Mistake(
            "The distance was to be squared.",
            lambda K, W: np.sqrt(np.maximum(_distances(K, W), 0)),
        ),
        Mistake(
            "In the third term you kept the pairs of a point with itself. It is a double sum over all pairs.",
            lambda K, W: np.diag(K)[:, None] - 2 * K @ W + np.diag(K) @ W**2,
        ),
        Mistake(
            "In the third term the weights are missing: you took the sum of all of K.",
            lambda K, W: np.diag(K)[:, None] - 2 * K @ W + K.sum(),
        ),
        Mistake(
            "In the third term the weights of the second point are missing: it is a double sum with two weights.",
            lambda K, W: np.diag(K)[:, None] - 2 * K @ W + (K @ W).sum(axis=0),
        ),
        Mistake("The sign: squared distances are not negative.", lambda K, W: -_distances(K, W)),
    ],
)


def _criterion_by_distances(K, labels):
    D2 = _distances(K, weights_of(labels))
    return D2[np.arange(len(K)), labels].sum()


def _blocks(K, labels):
    """The block of each cluster."""
    return [K[np.ix_(labels == k, labels == k)] for k in range(labels.max() + 1)]


criterion = Exercise(
    "06.3",
    "The criterion, without distances",
    problems=clustered,
    reference=criterion_of,
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
            lambda K, labels: 2 * criterion_of(K, labels) - np.trace(K),
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
            lambda K, labels: criterion_of(K, labels) - np.trace(K),
        ),
        Mistake(
            "The sign: the more alike the points of a cluster, the *lower* is $J$.",
            lambda K, labels: 2 * np.trace(K) - criterion_of(K, labels),
        ),
        Mistake(
            "$\\sum_i K(x_i, x_i)$ is missing, and the sign is turned.",
            lambda K, labels: np.trace(K) - criterion_of(K, labels),
        ),
        Mistake(
            "$K(x, x)$ is 1 for some kernels only. Here it stands on the diagonal.",
            lambda K, labels: len(K) - np.trace(K) + criterion_of(K, labels),
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
            lambda K, labels: criterion_of(K, labels) / len(K),
        ),
        Mistake(
            "The first term is the sum of the diagonal. You took the sum of all of K.",
            lambda K, labels: K.sum() - np.trace(K) + criterion_of(K, labels),
        ),
        Mistake(
            "The last cluster is missing: labels run from 0 to c − 1.",
            lambda K, labels: np.trace(K) - sum(b.sum() / len(b) for b in _blocks(K, labels)[:-1]),
        ),
        Mistake(
            "You summed the second term over the points, and the third only over the clusters: every point of "
            "a cluster has "
            "it.",
            lambda K, labels: np.trace(K) - sum((2 * len(b) - 1) * b.mean() for b in _blocks(K, labels)),
        ),
        Mistake("The sign: $J$ is a sum of squares.", lambda K, labels: -criterion_of(K, labels)),
    ],
)


def _run(K, labels):
    return kernel_c_means_steps(K, labels)[-1].labels


def _rounds(count):
    """The partition after a number of rounds."""

    def run(K, labels):
        for _ in range(count):
            labels = _distances(K, weights_of(labels)).argmin(axis=1)
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
    return _repeated(lambda K, W: (-2 * K @ W).argmin(axis=1))(K, labels)


def _norms(K, W):
    return np.diag(W.T @ K @ W)


def _certify_run(problem, labels):
    K, start = problem
    c = start.max() + 1
    if not np.isin(labels, np.arange(c)).all() or len(np.unique(labels)) < c:
        return Certificate(f"labels are 0, …, {c - 1}, and no cluster is empty", False)
    D2 = _distances(K, weights_of(labels))
    own = D2[np.arange(len(K)), labels]
    return [
        Certificate("most that a point pays above its nearest prototype", (own - D2.min(axis=1)).max(), 1e-9),
        Certificate(
            "difference from the J of the algorithm from this start",
            abs(own.sum() - criterion_of(K, _run(K, start))),
            1e-7,
        ),
    ]


run = Exercise(
    "06.4",
    "Kernel c-means",
    problems=kernel_starts,
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
            _repeated(lambda K, W: (_norms(K, W) - K @ W).argmin(axis=1)),
        ),
        Mistake(
            "The sign of $\\|v_k\\|^2$: it is added.",
            _repeated(lambda K, W: (-_norms(K, W) - 2 * K @ W).argmin(axis=1)),
        ),
        Mistake(
            "In $\\|v_k\\|^2$ you kept the pairs of a point with itself. It is a double sum over all pairs.",
            _repeated(lambda K, W: (np.diag(K) @ W**2 - 2 * K @ W).argmin(axis=1)),
        ),
        Mistake(
            "You clustered the rows of K as if they were points. That is c-means with another kernel.",
            _repeated(lambda K, W: squared_euclidean(K, W.T @ K).argmin(axis=1)),
        ),
        Mistake(
            "The sign of the mixed term: your points go to the prototype that is least like them.",
            _repeated(lambda K, W: (_norms(K, W) + 2 * K @ W).argmin(axis=1)),
        ),
    ],
)


n_values = Exercise(
    "06.5",
    "Predict: how many kernel values?",
    problems=None,
    reference=lambda: 4_000_000,
    certify=lambda _, n: Certificate("as many as are read, counted one by one", bool(n == 2000**2)),
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
            "The third term needs no values of its own, not even one for each cluster or pair of clusters.",
            lambda: 2000**2 + 5,
            when=lambda _, count: count - 2000**2 in (5, 25),
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


def _assign_new(K_new, K, labels):
    W = weights_of(labels)
    return (np.diag(W.T @ K @ W) - 2 * K_new @ W).argmin(axis=1)


def _assigned(norms2, twice=2):
    """Nearest prototype with other squared norms, ``norms2(K, weights, labels)``, or another mixed term."""

    def assigned(K_new, K, labels):
        W = weights_of(labels)
        return (norms2(K, W, labels) - twice * K_new @ W).argmin(axis=1)

    return assigned


def _certify_new(problem, labels):
    D2 = squared_euclidean(problem.Phi_new, means(problem.Phi, problem.labels))
    if not np.isin(labels, np.arange(D2.shape[1])).all():
        return Certificate(f"every label is one of 0, …, {D2.shape[1] - 1}", False)
    paid = D2[np.arange(len(D2)), labels] - D2.min(axis=1)
    return Certificate(
        "most that a new point pays above its nearest prototype, from coordinates", paid.max(), 1e-9
    )


assign_new = Exercise(
    "06.7",
    "New points",
    problems=new_points,
    arguments=lambda problem: problem[:3],
    reference=_assign_new,
    certify=_certify_new,
    mistakes=[
        Mistake(
            "You took the cluster with the *smallest* mean kernel value, as AML's step 4 says: the "
            "most unlike one.",
            lambda K_new, K, labels: (K_new @ weights_of(labels)).argmin(axis=1),
        ),
        Mistake(
            "You took the cluster with the largest mean kernel value. Long prototypes have large ones with everybody: "
            "$\\|v_k\\|^2$ is missing.",
            lambda K_new, K, labels: (K_new @ weights_of(labels)).argmax(axis=1),
        ),
        Mistake(
            "You took the cluster of the nearest *point*, or of the most similar one, not of the nearest prototype.",
            lambda K_new, K, labels: labels[(np.diag(K) - 2 * K_new).argmin(axis=1)],
        ),
        Mistake(
            "You counted from 1: the first cluster has number 0.",
            lambda K_new, K, labels: _assign_new(K_new, K, labels) + 1,
        ),
        Mistake(
            "The mixed term stands twice in the square: $-2\\langle\\Phi(x), v_k\\rangle$.",
            _assigned(lambda K, W, _: _norms(K, W), twice=1),
        ),
        Mistake(
            "You took the cluster of the most similar point. The *prototype* is to be the nearest.",
            lambda K_new, K, labels: labels[K_new.argmax(axis=1)],
        ),
        Mistake(
            "You let kernel c-means run on first. The clusters are those that were given.",
            lambda K_new, K, labels: _assign_new(K_new, K, _run(K, labels)),
        ),
        Mistake(
            "You took the *farthest* prototype.",
            lambda K_new, K, labels: (_norms(K, weights_of(labels)) - 2 * K_new @ weights_of(labels)).argmax(
                axis=1
            ),
        ),
        Mistake("The sign of $\\|v_k\\|^2$: it is added.", _assigned(lambda K, W, _: -_norms(K, W))),
        Mistake(
            "The sign of the mixed term: it is the square of a difference.",
            _assigned(lambda K, W, _: _norms(K, W), twice=-2),
        ),
        Mistake(
            "In $\\|v_k\\|^2$ you kept the pairs of a point with itself. It is a double sum over all pairs.",
            _assigned(lambda K, W, _: np.diag(K) @ W**2),
        ),
        Mistake(
            "In $\\|v_k\\|^2$ you took the mean over all points. Both sums run over the members of the cluster.",
            _assigned(lambda K, W, _: (K @ W).mean(axis=0)),
        ),
        Mistake(
            "You used sums where means belong: a large cluster attracts everything.",
            lambda K_new, K, labels: (lambda U: (_norms(K, U) - 2 * K_new @ U).argmin(axis=1))(
                np.eye(labels.max() + 1)[labels]
            ),
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


def _rests(answer):
    inner, gamma = answer
    X, y = rings(inner)
    D2 = _distances(RBF(gamma)(X), weights_of(y))
    return bool((D2[np.arange(len(X)), y] <= D2.min(axis=1) + 1e-9 * D2.max()).all())


def _certify_rings(_, answer):
    if is_rounding(answer):
        return Certificate("the kernel tells the points apart: J of the rings is more than rounding", False)
    cut, rings_cost = cut_against_rings(answer)
    return [
        Certificate("started at the rings, kernel c-means stays there", _rests(answer)),
        Certificate("the straight cut costs at most 95% of the rings", bool(cut <= 0.95 * rings_cost)),
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
            when=lambda _, answer: is_rounding(answer),
        ),
        Mistake(
            "With so large a $\\gamma$ nearly all points are orthogonal, and all partitions cost about the same.",
            lambda: (0.5, 300.0),
            when=lambda _, answer: share_of_cut(answer) > 0.95 and answer[1] > 100,
        ),
        Mistake(
            "The cut is cheaper, but by less than 5%. Go on in that direction.",
            lambda: (0.5, 5.0),
            when=lambda _, answer: (
                not is_rounding(answer) and answer[1] <= 10 and 0.95 < share_of_cut(answer) < 1
            ),
        ),
        Mistake(
            "Here the rings are cheaper than the cut: the inner circle is a compact group. Make it larger, or the "
            "kernel wider.",
            lambda: (0.3, 2.9),
            when=lambda _, answer: not is_rounding(answer) and answer[1] <= 10 and share_of_cut(answer) >= 1,
        ),
        Mistake(
            "With so narrow a kernel a point sees hardly more than its neighbors on its own circle, so the rings are "
            "cheap. What does a wide kernel do to them?",
            lambda: (0.5, 20.0),
            when=lambda _, answer: 10 < answer[1] <= 100 and share_of_cut(answer) > 0.95,
        ),
    ],
    form=_form_of_rings,
)


LEAST_RIGHT = 0.97  # of the points of the strips; c-means has about half of them


def _right_at(gamma):
    """The share of the strips that the lowest J of 30 starts finds."""
    X, y = strips()
    return matched_accuracy(kernel_c_means(RBF(gamma)(X), 2, n_starts=30).labels, y)


def _form_of_width(answer, expected):
    if fault := same_form(answer, expected):
        return fault
    return None if 0.001 <= answer <= 1000 else f"expected a γ from 0.001 to 1000, got {answer:g}"


width_for_strips = Exercise(
    "06.10",
    "A width for the strips",
    problems=None,
    reference=lambda: 0.5,
    certify=lambda _, gamma: Certificate(
        "of 30 starts, the one with the lowest J has at least 97% of the points with the right strip",
        bool(_right_at(gamma) >= LEAST_RIGHT),
    ),
    form=_form_of_width,
    mistakes=[
        Mistake(
            "So wide a kernel hardly bends anything: the distances of mapped points are nearly those of the plane, "
            "times a constant, and the strips are cut across as c-means cuts them.",
            lambda: 0.01,
            when=lambda _, gamma: gamma <= 0.05 and _right_at(gamma) < LEAST_RIGHT,
        ),
        Mistake(
            "That is a little too wide. The strips are 2 apart: at a good width, points of both strips hardly see each "
            "other.",
            lambda: 0.1,
            when=lambda _, gamma: 0.05 < gamma <= 0.16 and _right_at(gamma) < LEAST_RIGHT,
        ),
        Mistake(
            "That is a little too narrow: most points find the right strip, but not 97% of them.",
            lambda: 2.0,
            when=lambda _, gamma: 1.5 <= gamma < 5 and 0.85 < _right_at(gamma) < LEAST_RIGHT,
        ),
        Mistake(
            "No point sees any other here. Then all partitions into groups of given sizes cost the same, and chance "
            "decides.",
            lambda: 1000.0,
            when=lambda _, gamma: gamma >= 300 and _right_at(gamma) < LEAST_RIGHT,
        ),
        Mistake(
            "So narrow a kernel lets a point see only its nearest neighbors. To it, a strip is many small groups, and "
            "it matters little which of them are put together.",
            lambda: 30.0,
            when=lambda _, gamma: 5 <= gamma < 300 and _right_at(gamma) < LEAST_RIGHT,
        ),
    ],
)


def _narrow_share(sizes):
    n = np.sum(sizes)
    return (n - len(sizes)) / (n - 1)


def _narrow_share_by_K(problem):
    """From the Gram matrix of a kernel so narrow that no point sees another."""
    n, labels = problem.sizes.sum(), np.repeat(np.arange(len(problem.sizes)), problem.sizes)
    return criterion_of(np.eye(n), labels) / criterion_of(np.eye(n), np.zeros(n, dtype=int))


narrow_elbow = Exercise(
    "06.11",
    "What is left of the elbow",
    problems=cluster_sizes,
    edge=edge_sizes,
    reference=_narrow_share,
    certify=lambda problem, share: Certificate(
        "difference from J(U) / J(1) with the identity in the place of K",
        abs(share - _narrow_share_by_K(problem)),
        1e-9,
    ),
    mistakes=[
        Mistake(
            "You divided by n. $J(1)$ is not $n$: one mean of all points costs a little less.",
            lambda sizes: 1 - len(sizes) / np.sum(sizes),
        ),
        Mistake("That is $J(\\mathbf{U})$. Divide by $J(1)$.", lambda sizes: np.sum(sizes) - len(sizes)),
        Mistake(
            "You divided each block by the square of its size, so that a large cluster saves less than a small one. "
            "Sum the block first: how many ones has it?",
            lambda sizes: (np.sum(sizes) - np.sum(1 / sizes)) / (np.sum(sizes) - 1),
        ),
        Mistake(
            "That is what the clusters save. What is left?",
            lambda sizes: (len(sizes) - 1) / (np.sum(sizes) - 1),
        ),
        Mistake(
            "That would be the share if $J(1)$ were shared out among the clusters. A narrow kernel does not do that.",
            lambda sizes: 1 / len(sizes),
        ),
    ],
)


def _sample_weights(K_ss, K_sx, labels):
    return np.linalg.solve(K_ss, K_sx @ weights_of(labels))


def _certify_sample(problem, alpha):
    off = alpha.T @ problem.Phi_s - means(problem.Phi, problem.labels)
    nearest = np.linalg.lstsq(problem.Phi_s.T, means(problem.Phi, problem.labels).T, rcond=None)[0]
    best = nearest.T @ problem.Phi_s - means(problem.Phi, problem.labels)
    return [
        Certificate(
            "largest dot product of vₖ − mean with a point of the sample",
            np.abs(off @ problem.Phi_s.T).max(),
            1e-8,
        ),
        Certificate(
            "by how much the squared distances to the means exceed the smallest that there are",
            worst((off**2).sum(axis=1) - (best**2).sum(axis=1)),
            1e-8,
        ),
    ]


sample_weights = Exercise(
    "06.12",
    "Prototypes of a sample",
    problems=sampled,
    edge=edge_sampled,
    arguments=lambda problem: problem[:3],
    reference=_sample_weights,
    certify=_certify_sample,
    mistakes=[
        Mistake(
            "These are the dot products of the sample with the means. Weights that have these dot products solve a "
            "system.",
            lambda K_ss, K_sx, labels: K_sx @ weights_of(labels),
        ),
        Mistake(
            "You solved for the sums of the clusters. The means are wanted.",
            lambda K_ss, K_sx, labels: np.linalg.solve(K_ss, K_sx @ np.eye(labels.max() + 1)[labels]),
        ),
        Mistake(
            "You multiplied by $\\mathbf{K}_{ss}$ where the system has to be solved.",
            lambda K_ss, K_sx, labels: K_ss @ K_sx @ weights_of(labels),
        ),
        Mistake(
            "You divided by the diagonal of $\\mathbf{K}_{ss}$ only, as if the mapped sample were at right angles.",
            lambda K_ss, K_sx, labels: K_sx @ weights_of(labels) / np.diag(K_ss)[:, None],
        ),
        Mistake(
            "You scaled the weights so that they sum to 1. The nearest combination is no mean of the sample.",
            lambda K_ss, K_sx, labels: (lambda a: a / a.sum(axis=0))(_sample_weights(K_ss, K_sx, labels)),
        ),
    ],
)


def _possible(K, labels):
    """The share that two clusters save, of the most that any two could."""
    one = np.zeros(len(K), dtype=int)
    return (criterion_of(K, one) - criterion_of(K, labels)) / np.linalg.eigvalsh(center_gram(K))[-1]


def _possible_by_coordinates(problem):
    Phi = problem.Phi - problem.Phi.mean(axis=0)
    sizes = np.bincount(problem.labels)
    saved = (sizes * (means(Phi, problem.labels) ** 2).sum(axis=1)).sum()
    return saved / np.linalg.svd(Phi, compute_uv=False)[0] ** 2


share_of_possible = Exercise(
    "06.13",
    "A certificate for two clusters",
    problems=halves,
    edge=edge_halves,
    arguments=lambda problem: problem[:2],
    reference=_possible,
    certify=lambda problem, share: Certificate(
        "difference from the share by coordinates: Σₖ nₖ ‖vₖ − m‖² over the largest squared singular value",
        abs(share - _possible_by_coordinates(problem)),
        1e-8,
    ),
    mistakes=[
        Mistake(
            "You took the largest eigenvalue of $\\mathbf{K}$ itself. It counts how far the mean is from the origin, "
            "and that is nothing that clusters could save.",
            lambda K, labels: _possible(K, labels) * np.linalg.eigvalsh(center_gram(K))[-1] / np.linalg.eigvalsh(K)[-1],
        ),
        Mistake(
            "You divided by $J(1)$. That is the share of all the variance. Two clusters can save one direction of it "
            "at most.",
            lambda K, labels: 1 - criterion_of(K, labels) / criterion_of(K, np.zeros(len(K), dtype=int)),
        ),
        Mistake(
            "That is what is left, $J(\\mathbf{U})$, over the eigenvalue. What was saved?",
            lambda K, labels: criterion_of(K, labels) / np.linalg.eigvalsh(center_gram(K))[-1],
        ),
        Mistake(
            "You divided by the smallest eigenvalue: `eigvalsh` sorts them from small to large.",
            lambda K, labels: (
                _possible(K, labels)
                * np.linalg.eigvalsh(center_gram(K))[-1]
                / np.linalg.eigvalsh(center_gram(K))[0]
            ),
        ),
        Mistake(
            "You took the trace of $\\mathbf{K}$ for $J(1)$. One cluster has its mean, too.",
            lambda K, labels: (
                (np.trace(K) - criterion_of(K, labels)) / np.linalg.eigvalsh(center_gram(K))[-1]
            ),
        ),
    ],
)  # fmt: skip


def _two_kinds():
    K = RBF(0.4)(eruptions())
    return 0.4, kernel_c_means(K, 2).labels


def _form_of_kinds(answer, expected):
    if fault := same_form(answer, expected):
        return fault
    gamma, labels = answer
    if not 0.01 <= gamma <= 10:
        return f"expected a γ from 0.01 to 10, got {gamma:g}"
    if set(np.unique(labels)) != {0, 1}:
        return f"expected labels 0 and 1, both of them, got {np.unique(labels)[:5]}"
    return None


def _rests_at(gamma, labels):
    K = RBF(gamma)(eruptions())
    D2 = _distances(K, weights_of(labels))
    return bool((D2[np.arange(len(K)), labels] <= D2.min(axis=1) + 1e-9).all())


def _certify_kinds(_, answer):
    gamma, labels = answer
    return [
        Certificate("no eruption has a nearer prototype", _rests_at(gamma, labels)),
        Certificate(
            "the two clusters save at least 96% of what any two could save with this kernel",
            bool(_possible(RBF(gamma)(eruptions()), labels) >= 0.96),
        ),
    ]


two_kinds = Exercise(
    "06.14",
    "Two kinds of eruption, with a certificate",
    problems=None,
    reference=_two_kinds,
    certify=_certify_kinds,
    form=_form_of_kinds,
    mistakes=[
        Mistake(
            "Some eruptions are nearer to the other prototype. Let kernel c-means run to its end, with this very "
            "kernel.",
            lambda: (0.4, (eruptions()[:, 0] > 1).astype(int)),
            when=lambda _, answer: (
                not _rests_at(*answer)
                and np.bincount(answer[1]).min() > 1
                and matched_accuracy(answer[1], by_c_means()) < 1
            ),
        ),
        Mistake(
            "One of your clusters is a single eruption. It looks strange, but it is no kind of eruption.",
            lambda: (0.4, (np.arange(len(eruptions())) == 0).astype(int)),
            when=lambda _, answer: np.bincount(answer[1]).min() == 1,
        ),
        Mistake(
            "These are the clusters of plain c-means. With your kernel, some eruptions have a nearer prototype.",
            lambda: (0.5, by_c_means()),
            when=lambda _, answer: not _rests_at(*answer) and matched_accuracy(answer[1], by_c_means()) == 1,
        ),
        Mistake(
            "Your clusters are at rest, but the kernel is too wide: it sees the length and breadth of the whole "
            "cloud almost as the linear kernel does.",
            lambda: (0.05, kernel_c_means(RBF(0.05)(eruptions()), 2).labels),
            when=lambda _, answer: _rests_at(*answer) and answer[0] < 0.34,
        ),
        Mistake(
            "Your clusters are at rest, but the kernel is too narrow: the eruptions of one kind hardly see each "
            "other any more.",
            lambda: (2.0, kernel_c_means(RBF(2.0)(eruptions()), 2).labels),
            when=lambda _, answer: _rests_at(*answer) and answer[0] > 0.65,
        ),
    ],
)
