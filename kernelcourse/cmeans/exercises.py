"""The exercises of chapter 05: c-means."""

import numpy as np

from kernelcourse.cmeans import problems
from kernelcourse.judging.answers import describe, points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelsy19.cmeans.equations import transfer_gains
from kernelsy19.cmeans.solve import c_means, c_means_steps
from kernelsy19.kernels import squared_euclidean


def _criterion(X, labels):
    return sum(((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum() for k in np.unique(labels))


def _half_the_pairs(X, labels):
    """J by another road: Σₖ 1/(2nₖ) Σ ‖xᵢ − xⱼ‖² over the pairs of a cluster."""
    D2 = squared_euclidean(X, X)
    return sum(
        D2[np.ix_(labels == k, labels == k)].sum() / (2 * np.sum(labels == k)) for k in np.unique(labels)
    )


def _spread_of(X, labels, clusters):
    """What some of the clusters cost."""
    return float(sum(((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum() for k in clusters))


def _over_pairs(X, labels):
    """Squared distances over all ordered pairs of a cluster."""
    return sum(squared_euclidean(X[labels == k], X[labels == k]).sum() for k in np.unique(labels))


cost = Exercise(
    "05.1",
    "What a partition costs",
    problems=problems.partitions,
    edge=problems.edge_partitions,
    reference=_criterion,
    certify=agreement(
        "difference from Σₖ 1/(2nₖ) Σᵢⱼ ‖xᵢ − xⱼ‖² over the pairs of each cluster", _half_the_pairs
    ),
    mistakes=[
        Mistake(
            "You measured to the mean of all points. Each cluster has a center of its own.",
            lambda X, labels: ((X - X.mean(axis=0)) ** 2).sum(),
        ),
        Mistake(
            "You summed distances. $J$ sums their squares.",
            lambda X, labels: np.sqrt(((X - problems.means(X, labels)[labels]) ** 2).sum(axis=1)).sum(),
        ),
        Mistake(
            "You took the mean over the points. $J$ is a sum.",
            lambda X, labels: _criterion(X, labels) / len(X),
        ),
        Mistake(
            "You took the mean in each cluster and summed the means: a large cluster has to pay more than a "
            "small one.",
            lambda X, labels: sum(
                ((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum(axis=1).mean()
                for k in np.unique(labels)
            ),
        ),
        Mistake(
            "Half of what it should be: $J$ has no factor ½.",
            lambda X, labels: 0.5 * _criterion(X, labels),
        ),
        Mistake(
            "Twice too much: in a sum over pairs, each pair stands for both of its points.",
            lambda X, labels: 2 * _criterion(X, labels),
        ),
        Mistake(
            "The last cluster is missing: labels run from 0 to c − 1, so there is one cluster more than the "
            "largest label.",
            lambda X, labels: _spread_of(X, labels, range(labels.max())),
        ),
        Mistake(
            "The first cluster is missing: labels run from 0.",
            lambda X, labels: _spread_of(X, labels, range(1, labels.max() + 1)),
        ),
        Mistake(
            "You took medians. The prototype of a cluster is its mean.",
            lambda X, labels: sum(
                ((X[labels == k] - np.median(X[labels == k], axis=0)) ** 2).sum() for k in np.unique(labels)
            ),
        ),
        Mistake(
            "You took the root. $J$ is the sum of the squares itself.",
            lambda X, labels: np.sqrt(_criterion(X, labels)),
        ),
        Mistake(
            "You summed absolute differences. $J$ sums squares.",
            lambda X, labels: np.abs(X - problems.means(X, labels)[labels]).sum(),
        ),
        Mistake(
            "You measured each point from *all* means. Only that of its own cluster counts.",
            lambda X, labels: squared_euclidean(X, problems.means(X, labels)).sum(),
        ),
        Mistake(
            "You measured each point from the *nearest* mean. The partition says which one counts.",
            lambda X, labels: squared_euclidean(X, problems.means(X, labels)).min(axis=1).sum(),
        ),
        Mistake(
            "You summed the squared distances of all pairs, each once, and did not divide by the size of the cluster.",
            lambda X, labels: _over_pairs(X, labels) / 2,
        ),
        Mistake(
            "You summed the squared distances of all pairs, each twice, and did not divide by the size of the "
            "cluster.",
            _over_pairs,
        ),
        Mistake(
            "That is what is *between* the clusters: the means from the mean of all. $J$ is what is within them.",
            lambda X, labels: ((X - X.mean(axis=0)) ** 2).sum() - _criterion(X, labels),
        ),
        Mistake(
            "You took the mean over the variables. A squared distance is their sum.",
            lambda X, labels: _criterion(X, labels) / X.shape[1],
        ),
        Mistake(
            "You divided by n − 1 in each cluster. $J$ is a sum.",
            lambda X, labels: sum(
                ((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum() / max(np.sum(labels == k) - 1, 1)
                for k in np.unique(labels)
            ),
        ),
        Mistake(
            "You took one mean over all entries of a cluster. Each variable has a mean of its own: `mean(axis=0)`.",
            lambda X, labels: sum(
                ((X[labels == k] - X[labels == k].mean()) ** 2).sum() for k in np.unique(labels)
            ),
        ),
        Mistake(
            "You divided by the number of clusters. $J$ is a sum.",
            lambda X, labels: _criterion(X, labels) / (labels.max() + 1),
        ),
    ],
)


def _nearest(X, V):
    return squared_euclidean(X, V).argmin(axis=1)


def _certify_nearest(problem, labels):
    X, V = problem
    if not np.isin(labels, np.arange(len(V))).all():
        return Certificate(f"every label is one of 0, …, {len(V) - 1}", False)
    paid = ((X - V[labels]) ** 2).sum(axis=1)
    best = np.min([((X - v) ** 2).sum(axis=1) for v in V], axis=0)
    return Certificate("most that a point pays above its nearest prototype", (paid - best).max(), 1e-12)


assignment = Exercise(
    "05.2",
    "The assignment",
    problems=problems.prototypes,
    edge=problems.edge_prototypes,
    reference=_nearest,
    certify=_certify_nearest,
    mistakes=[
        Mistake("These are the *farthest* prototypes.", lambda X, V: squared_euclidean(X, V).argmax(axis=1)),
        Mistake(
            "You summed differences before squaring them, or forgot the square: a coordinate that is too large "
            "makes up for one that is too small.",
            lambda X, V: np.abs((X[:, None] - V).sum(axis=2)).argmin(axis=1),
        ),
        Mistake(
            "You took the prototype with the largest dot product. Among prototypes of one length that is the nearest, "
            "here it is not: expand the square.",
            lambda X, V: (X @ V.T).argmax(axis=1),
        ),
        Mistake("You counted from 1: the first prototype has number 0.", lambda X, V: _nearest(X, V) + 1),
        Mistake(
            "That is the nearest point of each prototype. Each point chooses a prototype, not the other way round.",
            lambda X, V: squared_euclidean(X, V).argmin(axis=0),
        ),
        Mistake(
            "You summed absolute differences. The nearest prototype is that of the smallest sum of *squares*.",
            lambda X, V: np.abs(X[:, None] - V).sum(axis=2).argmin(axis=1),
        ),
        Mistake(
            "You compared the largest difference of a variable. All variables count, with their squares.",
            lambda X, V: np.abs(X[:, None] - V).max(axis=2).argmin(axis=1),
        ),
        Mistake(
            "You looked at the first variable only.",
            lambda X, V: np.abs(X[:, None, 0] - V[:, 0]).argmin(axis=1),
        ),
        Mistake(
            "You looked at the last variable only.",
            lambda X, V: np.abs(X[:, None, -1] - V[:, -1]).argmin(axis=1),
        ),
        Mistake(
            "Without the sign of the differences, or their square, a prototype that lies far below looks nearest.",
            lambda X, V: (X[:, None] - V).sum(axis=2).argmin(axis=1),
        ),
        Mistake(
            "You compared angles: the nearest prototype need not lie in the same direction from the origin.",
            lambda X, V: (X @ V.T / np.linalg.norm(V, axis=1)).argmax(axis=1),
        ),
        Mistake(
            "The mixed term stands twice in the square.",
            lambda X, V: ((V**2).sum(axis=1) - X @ V.T).argmin(axis=1),
        ),
        Mistake(
            "You compared the lengths of points and prototypes. Two of one length can lie far apart.",
            lambda X, V: np.abs((X**2).sum(axis=1)[:, None] - (V**2).sum(axis=1)).argmin(axis=1),
        ),
        Mistake(
            "You counted the prototypes from the end: the first has number 0.",
            lambda X, V: len(V) - 1 - _nearest(X, V),
        ),
        Mistake("Your labels are all 0.", lambda X, V: np.zeros(len(X), dtype=int)),
    ],
)


def _excess(X, labels, V):
    return np.bincount(labels) @ ((V - problems.means(X, labels)) ** 2).sum(axis=1)


def _rise(X, labels, V):
    return ((X - V[labels]) ** 2).sum() - _criterion(X, labels)


excess = Exercise(
    "05.3",
    "The price of a prototype that is not a mean",
    problems=problems.moved,
    edge=problems.edge_moved,
    reference=_excess,
    certify=agreement("| your value − (J(U, V) − J(U)) |", _rise),
    mistakes=[
        Mistake(
            "A cluster of a hundred points suffers more from a prototype in the wrong place than a cluster of one.",
            lambda X, labels, V: ((V - problems.means(X, labels)) ** 2).sum(),
        ),
        Mistake(
            "You summed distances between prototypes and means; it is their squares that are left over.",
            lambda X, labels, V: np.bincount(labels) @ np.sqrt(((V - problems.means(X, labels)) ** 2).sum(axis=1)),
        ),
        Mistake("The sign: no prototypes are better than the means.", lambda *problem: -_excess(*problem)),
        Mistake(
            "That is the whole of $J(\\mathbf{U}, \\mathbf{V})$. Take away what the means themselves cost.",
            lambda X, labels, V: ((X - V[labels]) ** 2).sum(),
        ),
        Mistake("Twice too much. How often does the square of $v_k - m_k$ stand in the sum?",
                lambda *problem: 2 * _excess(*problem)),
        Mistake(
            "You weighed every cluster with all n points. Each has its own number of points.",
            lambda X, labels, V: len(X) * ((V - problems.means(X, labels)) ** 2).sum(),
        ),
        Mistake(
            "That is $J(\\mathbf{U})$, what the means themselves cost. What do other prototypes cost *more*?",
            lambda X, labels, V: _criterion(X, labels),
        ),
        Mistake(
            "You squared the number of points. Each point pays the same once.",
            lambda X, labels, V: np.bincount(labels) ** 2 @ ((V - problems.means(X, labels)) ** 2).sum(axis=1),
        ),
        Mistake(
            "You divided by the number of points, where each of them pays.",
            lambda X, labels, V: (1 / np.bincount(labels)) @ ((V - problems.means(X, labels)) ** 2).sum(axis=1),
        ),
        Mistake("You took the mean over the points. $J$ is a sum.", lambda *p: _excess(*p) / len(p[0])),
        Mistake("Half of what it should be: $J$ has no factor ½.", lambda *p: _excess(*p) / 2),
        Mistake(
            "You measured from the mean of all points. Each cluster has a mean of its own.",
            lambda X, labels, V: np.bincount(labels) @ ((V - X.mean(axis=0)) ** 2).sum(axis=1),
        ),
        Mistake(
            "The square of a difference is not the difference of the squares.",
            lambda X, labels, V: np.bincount(labels) @ (V**2 - problems.means(X, labels) ** 2).sum(axis=1),
        ),
        Mistake(
            "The means are missing: you measured the prototypes from the origin.",
            lambda X, labels, V: np.bincount(labels) @ (V**2).sum(axis=1),
        ),
        Mistake(
            "You let each point pay for its nearest prototype. The partition says which one counts.",
            lambda X, labels, V: squared_euclidean(X, V).min(axis=1).sum() - _criterion(X, labels),
        ),
        Mistake(
            "It is only for the means that nothing is left.",
            lambda X, labels, V: 0.0,
        ),
        Mistake(
            "You took the mean over the clusters. Each counts with its number of points.",
            lambda X, labels, V: ((V - problems.means(X, labels)) ** 2).sum(axis=1).mean(),
        ),
        Mistake(
            "You weighed with n − 1. Every point of the cluster pays.",
            lambda X, labels, V: (np.bincount(labels) - 1) @ ((V - problems.means(X, labels)) ** 2).sum(axis=1),
        ),
    ],
)  # fmt: skip


def _run(X, V):
    last = c_means_steps(X, V)[-1]
    return last.labels, last.prototypes


def _rounds(count):
    """The state after a number of rounds."""

    def run(X, V):
        for _ in range(count):
            labels = _nearest(X, V)
            V = problems.means(X, labels)
        return labels, V

    return run


def _stale_prototypes(X, V):
    """The right partition with the prototypes of one round before."""
    labels, before = _nearest(X, V), V
    while True:
        V = problems.means(X, labels)
        new = _nearest(X, V)
        if np.array_equal(new, labels):
            return labels, before
        labels, before = new, V


def _alternate(X, V, assigned, center=lambda points: points.mean(axis=0)):
    """c-means with another assignment, or other prototypes, for as long as it may take."""
    for _ in range(100):
        labels = assigned(X, V)
        V = np.array([center(X[labels == k]) if (labels == k).any() else V[k] for k in range(len(V))])
    return labels, V


def _certify_run(problem, answer):
    X, start = problem
    labels, V = answer
    if not np.isin(labels, np.arange(len(V))).all() or len(np.unique(labels)) < len(V):
        return Certificate(f"labels are 0, …, {len(V) - 1}, and no cluster is empty", False)
    own = ((X - V[labels]) ** 2).sum(axis=1)
    nearest = np.min([((X - v) ** 2).sum(axis=1) for v in V], axis=0)
    before = squared_euclidean(X, start).min(axis=1).sum()
    off, short = (
        np.abs(V - problems.means(X, labels)).max(),
        abs(own.sum() - _criterion(X, _run(X, start)[0])),
    )
    return [
        Certificate("largest distance of a prototype from the mean of its cluster", off, 1e-9),
        Certificate("most that a point pays above its nearest prototype", (own - nearest).max(), 1e-9),
        Certificate("by how much J has risen from the start", worst(own.sum() - before), 1e-9),
        Certificate("difference from the J of the algorithm from this start", short, 1e-7),
    ]


run = Exercise(
    "05.4",
    "c-means",
    problems=problems.starts,
    edge=problems.edge_starts,
    reference=_run,
    certify=_certify_run,
    mistakes=[
        Mistake(
            "One round is not enough: after the update, some points have another nearest prototype.",
            _rounds(1),
        ),
        Mistake(
            "You stopped after two rounds. When may you stop? When the assignment changes nothing.",
            _rounds(2),
            when=lambda problem, answer: _is_a_round(problem, answer, 2),
        ),
        Mistake(
            "The partition is right, but you return the prototypes of the round before: update before you return.",
            _stale_prototypes,
        ),
        Mistake(
            "You return the prototypes that you were given.",
            lambda X, V: (_nearest(X, V), V),
        ),
        Mistake(
            "You counted from 1: the first cluster has number 0.",
            lambda X, V: (_run(X, V)[0] + 1, _run(X, V)[1]),
        ),
        Mistake(
            "You returned the prototypes that you were given with the partition of the end.",
            lambda X, V: (_run(X, V)[0], V),
        ),
        Mistake(
            "You stopped after three rounds. When may you stop? When the assignment changes nothing.",
            _rounds(3),
        ),
        Mistake(
            "Your prototypes are medians. c-means takes means.",
            lambda X, V: _alternate(X, V, _nearest, lambda points: np.median(points, axis=0)),
        ),
        Mistake(
            "You assign by sums of absolute differences. The nearest prototype is that of the smallest sum of "
            "squares.",
            lambda X, V: _alternate(X, V, lambda X, V: np.abs(X[:, None] - V).sum(axis=2).argmin(axis=1)),
        ),
        Mistake(
            "Your labels and prototypes do not belong together: the labels count from the end.",
            lambda X, V: (len(V) - 1 - _run(X, V)[0], _run(X, V)[1]),
        ),
        Mistake(
            "The prototypes are right. The labels are those of the prototypes that you were given.",
            lambda X, V: (_nearest(X, V), _run(X, V)[1]),
        ),
        Mistake(
            "You sorted the prototypes, each variable by itself, so that they no longer belong to the labels.",
            lambda X, V: (_run(X, V)[0], np.sort(_run(X, V)[1], axis=0)),
        ),
        Mistake(
            "You rounded the prototypes. They are means, to all digits.",
            lambda X, V: (_run(X, V)[0], _run(X, V)[1].round(2)),
        ),
        Mistake(
            "Your prototypes are sums of their clusters. c-means takes means.",
            lambda X, V: (_run(X, V)[0], _run(X, V)[1] * np.bincount(_run(X, V)[0])[:, None]),
        ),
        Mistake(
            "You started from points of the data. The prototypes to start from are given.",
            lambda X, V: _run(X, X[: len(V)]),
        ),
    ],
)


def _is_a_round(problem, answer, count):
    labels, V = _rounds(count)(*problem)
    return np.array_equal(labels, answer[0]) and np.allclose(V, answer[1])


def _enough(starts):
    return 0.89**starts <= 0.01 < 0.89 ** (starts - 1)


how_many_starts = Exercise(
    "05.5",
    "Predict: how many starts?",
    problems=None,
    reference=lambda: 40,
    certify=lambda _, r: Certificate(
        "the probability that all starts miss is at most 1%, and with one start less it is not",
        bool(_enough(r)),
    ),
    mistakes=[
        Mistake(
            "With that many starts the lowest $J$ is found once *on average*. That leaves a good chance of not "
            "finding it.",
            lambda: 9,
        ),
        Mistake(
            "With one start less than needed the probability is still a little above 1%: round up.",
            lambda: 39,
        ),
        Mistake(
            "You asked that *every* start succeeds with probability 1%, or exchanged success and failure: "
            "what has to "
            "happen $r$ times for all to fail?",
            lambda: 3,
        ),
        Mistake(
            "That is the number of starts on the slide. What is left of the probability to miss with all of them?",
            lambda: 10,
        ),
        Mistake(
            "One start misses much more often than it finds the lowest $J$. The probability of *missing* is to be at "
            "most 1%.",
            lambda: 1,
        ),
        Mistake(
            "One start less would do. Is the probability below 1% there already?",
            lambda: 41,
            when=lambda _, r: 40 < r <= 42,
        ),
        Mistake(
            "So many starts would be enough for a probability of 5%.",
            lambda: 26,
        ),
        Mistake(
            "So many starts bring the probability down to 0.1%. At most 1% is asked for.",
            lambda: 60,
        ),
        Mistake(
            "That is 1 over 1%. With what probability does *one* start miss?",
            lambda: 100,
        ),
        Mistake(
            "That is the probability of one start, in percent. How many starts does it take?",
            lambda: 11,
        ),
        Mistake(
            "That is the number for starts that succeed with probability 0.99 together, one after the other, "
            "if each did. "
            "The probability to miss with *all* is a product.",
            lambda: 99,
        ),
        Mistake("Without a start it is always missed.", lambda: 0),
    ],
)


def _fall(X, labels, i, k):
    after = labels.copy()
    after[i] = k
    return _criterion(X, labels) - _criterion(X, after)


def _gain_with(leave, join):
    """Gain with other factors of the two squared distances, functions of the sizes of the clusters."""

    def gain(X, labels, i, k):
        counts, d2 = np.bincount(labels), ((X[i] - problems.means(X, labels)) ** 2).sum(axis=1)
        a = labels[i]
        return leave(counts[a]) * d2[a] - join(counts[k]) * d2[k]

    return gain


def _gain_of_distances(X, labels, i, k):
    counts, d = np.bincount(labels), np.sqrt(((X[i] - problems.means(X, labels)) ** 2).sum(axis=1))
    a = labels[i]
    return counts[a] / (counts[a] - 1) * d[a] - counts[k] / (counts[k] + 1) * d[k]


transfer_gain = Exercise(
    "05.6",
    "What one move gains",
    problems=problems.transfers,
    edge=problems.edge_transfers,
    reference=_gain_with(lambda n: n / (n - 1), lambda n: n / (n + 1)),
    certify=agreement("| your value − (J before − J after) |, both from the partitions", _fall),
    mistakes=[
        Mistake(
            "That is the gain if both means stand still. They follow.", _gain_with(lambda n: 1, lambda n: 1)
        ),
        Mistake(
            "The two factors are exchanged: leaving saves *more* than the squared distance, joining costs *less*.",
            _gain_with(lambda n: n / (n + 1), lambda n: n / (n - 1) if n > 1 else 2.0),
            also=(_gain_with(lambda n: (n - 1) / n, lambda n: (n + 1) / n),),
        ),
        Mistake(
            "The sign: this is what $J$ rises by.",
            lambda *problem: -_fall(*problem),
        ),
        Mistake(
            "The cluster that the point leaves is right. In the one that it joins the mean moves toward it, so it "
            "costs less than the squared distance to the old mean.",
            _gain_with(lambda n: n / (n - 1), lambda n: 1),
        ),
        Mistake(
            "The cluster that the point joins is right. The one that it leaves saves more than the squared distance, "
            "since its mean no longer has to stretch.",
            _gain_with(lambda n: 1, lambda n: n / (n + 1)),
        ),
        Mistake(
            "The factor of the cluster that the point leaves is upside down, or that of a cluster that it "
            "joins: n/(n + 1). "
            "Leaving saves *more* than the squared distance.",
            _gain_with(lambda n: n / (n + 1), lambda n: n / (n + 1)),
        ),
        Mistake(
            "The factor of the cluster that the point leaves is upside down: leaving saves *more* than the "
            "squared distance.",
            _gain_with(lambda n: (n - 1) / n, lambda n: n / (n + 1)),
        ),
        Mistake(
            "The factor of the cluster that the point joins is upside down: joining costs *less* than the "
            "squared distance.",
            _gain_with(lambda n: n / (n - 1), lambda n: (n + 1) / n),
        ),
        Mistake(
            "You squared the factors. Moving the mean has two effects, and they partly cancel.",
            _gain_with(lambda n: (n / (n - 1)) ** 2, lambda n: (n / (n + 1)) ** 2),
        ),
        Mistake(
            "That is what is saved in the cluster that the point leaves. It costs something where it goes.",
            _gain_with(lambda n: n / (n - 1), lambda n: 0),
        ),
        Mistake(
            "That is what it costs where the point goes. It saves something where it leaves.",
            _gain_with(lambda n: 0, lambda n: n / (n + 1)),
        ),
        Mistake(
            "You added what is saved and what it costs.",
            _gain_with(lambda n: n / (n - 1), lambda n: -n / (n + 1)),
        ),
        Mistake(
            "That is $J$ after the move. By how much does it fall?",
            lambda *problem: _criterion(problem[0], problem[1]) - _fall(*problem),
        ),
        Mistake(
            "That is $J$ before the move. By how much does it fall?",
            lambda X, labels, i, k: _criterion(X, labels),
        ),
        Mistake(
            "The squared distances have to be those from the old means; you took them without the square.",
            _gain_of_distances,
        ),
        Mistake(
            "The factors 1/(n − 1) and 1/(n + 1) are how far a mean moves. What do *all* its points pay for that?",
            _gain_with(lambda n: 1 / (n - 1), lambda n: 1 / (n + 1)),
        ),
        Mistake(
            "You multiplied by the sizes of the clusters.",
            _gain_with(lambda n: n, lambda n: n),
        ),
        Mistake(
            "You counted the point in the cluster that it joins before it came: $n_k$ is the size before the move.",
            _gain_with(lambda n: n / (n - 1), lambda n: (n + 1) / (n + 2)),
        ),
        Mistake("Twice too much.", lambda *problem: 2 * _fall(*problem)),
        Mistake(
            "You returned 0 where $J$ rises. The answer may be negative.",
            lambda *problem: _fall(*problem) * (_fall(*problem) > 0),
        ),
        Mistake(
            "That is a share of $J$. The fall itself is asked for.",
            lambda *problem: _fall(*problem) / _criterion(problem[0], problem[1]),
        ),
        Mistake(
            "You took the size of the answer. It is negative where $J$ rises.",
            lambda *problem: abs(_fall(*problem)),
        ),
    ],
)


COUNTS_AS_ZERO = 1e-9  # J of coordinates up to 100 that differ by less is rounding


def _two_groups(most):
    """Form of an answer that is points of the plane and labels 0 and 1."""
    plane = points(2, least=3, most=most)

    def form(answer, expected):
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            return f"expected a pair of points and labels, got {describe(answer)}"
        X, labels = answer
        if fault := plane(X, expected[0]):
            return fault
        labels = np.asarray(labels)
        if labels.dtype.kind not in "biuf" or labels.shape != (len(X),):
            return f"expected {len(X)} labels, one a point, got {describe(answer[1])}"
        if not np.array_equal(np.unique(labels), [0, 1]):
            return "expected labels 0 and 1, with both of them there"
        return None

    return form


def _is_at_rest(answer):
    X, labels = answer
    D2 = squared_euclidean(X, problems.means(X, labels))
    own = D2[np.arange(len(X)), labels]
    return bool((own <= D2.min(axis=1) + 1e-9 * D2.max()).all())


def _costs_nothing(answer):
    return bool(_criterion(*answer) <= COUNTS_AS_ZERO)


def _best_move(answer):
    """The largest gain of a single move, as a share of J, and the size of the cluster that the point leaves."""
    X, labels = answer
    if _costs_nothing(answer):
        return 0.0, 0
    gains = transfer_gains(squared_euclidean(X, problems.means(X, labels)), labels)
    point = gains.max(axis=1).argmax()
    return gains.max() / _criterion(X, labels), np.bincount(labels)[labels[point]]


def _certify_not_minimal(_, answer):
    if _costs_nothing(answer):
        return Certificate("J is more than 0, so that something can be gained", False)
    return [
        Certificate("c-means stands still: no point has a nearer mean", _is_at_rest(answer)),
        Certificate(
            "by how much the best move of one point falls short of 20% of J",
            worst(0.2 - _best_move(answer)[0]),
            1e-9,
        ),
    ]


not_minimal = Exercise(
    "05.7",
    "Break it: at rest, and yet a move pays",
    problems=None,
    reference=lambda: (np.array([[0.0, 0.0], [2.0, 0.0], [3.2, 0.0]]), np.array([0, 0, 1])),
    certify=_certify_not_minimal,
    mistakes=[
        Mistake(
            "c-means would not stop here: one of your points is nearer to the mean of the other cluster.",
            lambda: (np.array([[0.0, 0.0], [2.0, 0.0], [2.5, 0.0]]), np.array([0, 0, 1])),
            when=lambda _, answer: not _is_at_rest(answer) and not _costs_nothing(answer),
        ),
        Mistake(
            "All points of a cluster lie on one place, so $J$ is 0 and nothing can be gained.",
            lambda: (np.array([[0.0, 0.0], [0.0, 0.0], [5.0, 0.0], [5.0, 0.0]]), np.array([0, 0, 1, 1])),
            when=lambda _, answer: _costs_nothing(answer),
        ),
        Mistake(
            "c-means stops here, and rightly: no move of one point lowers $J$. Make the cluster that loses the point "
            "small, so that its mean moves far.",
            lambda: (np.array([[0.0, 0.0], [1.0, 0.0], [8.0, 0.0], [9.0, 0.0]]), np.array([0, 0, 1, 1])),
            when=lambda _, answer: (
                _is_at_rest(answer) and not _costs_nothing(answer) and _best_move(answer)[0] <= 0
            ),
        ),
        Mistake(
            "A move gains something, but the point leaves a cluster of more than two points, whose mean hardly "
            "follows. How much does a cluster of two save?",
            lambda: (
                np.array([[2.0, 0.0], [-1.0, 0.5], [-1.0, -0.5], [5.3, 0.0]]),
                np.array([0, 0, 0, 1]),
            ),
            when=lambda _, answer: (
                _is_at_rest(answer) and 0 < _best_move(answer)[0] < 0.2 and _best_move(answer)[1] > 2
            ),
        ),
        Mistake(
            "A move gains something, but less than 20%. What does the point pay where it goes?",
            lambda: (np.array([[0.0, 0.0], [2.0, 0.0], [3.8, 0.0]]), np.array([0, 0, 1])),
            when=lambda _, answer: (
                _is_at_rest(answer) and 0 < _best_move(answer)[0] < 0.2 and _best_move(answer)[1] == 2
            ),
        ),
    ],
    form=_two_groups(10),
)


TOUCHING = 1e-4  # distance up to which two points, with coordinates up to 100, are at one place


def _gap_and_step(answer):
    """Smallest distance between the groups, and the longest step that a walk within a group cannot avoid."""
    X, labels = answer
    D = np.sqrt(squared_euclidean(X, X))
    same = labels[:, None] == labels
    walk = np.where(same, D, np.inf)
    for k in range(len(X)):  # by way of point k: the longer of both parts of the walk counts
        walk = np.minimum(walk, np.maximum(walk[:, k : k + 1], walk[k]))
    return np.where(same, np.inf, D).min(), walk[same].max()


def _ratio_to_found(answer):
    """J of the groups over the J that c-means finds: infinite where that alone is 0, and 1 where both are."""
    X, labels = answer
    J, found = _criterion(X, labels), c_means(X, 2).objective
    return J / found if found > COUNTS_AS_ZERO else np.inf if J > COUNTS_AS_ZERO else 1.0


def _has_a_single_point(answer):
    return bool(np.bincount(answer[1]).min() == 1)


def _certify_wrong_shape(_, answer):
    gap, step = _gap_and_step(answer)
    if gap <= TOUCHING:
        return Certificate("the groups share no point", False)
    if _has_a_single_point(answer):
        return Certificate("each group has two points or more", False)
    return [
        Certificate(
            "by how much the gap falls short of 3 times the longest step within a group, over the gap",
            worst(3 * step - gap) / gap,
            1e-9,
        ),
        Certificate(
            "your groups cost at least twice the J that c-means finds", bool(_ratio_to_found(answer) >= 2)
        ),
    ]


def _separate(answer):
    gap, step = _gap_and_step(answer)
    return bool(3 * step <= gap * (1 + 1e-9) and gap > TOUCHING and not _has_a_single_point(answer))


def _lines(length, gap):
    x = np.arange(float(length))
    X = np.vstack([np.column_stack([x, 0 * x]), np.column_stack([x, 0 * x + gap])])
    return X, np.repeat([0, 1], length)


wrong_shape = Exercise(
    "05.8",
    "Break it: groups that everyone sees and c-means does not",
    problems=None,
    reference=lambda: _lines(30, 3.0),
    certify=_certify_wrong_shape,
    mistakes=[
        Mistake(
            "Somewhere your groups meet: a point of one lies where a point of the other lies.",
            lambda: (np.zeros((6, 2)), np.repeat([0, 1], 3)),
            when=lambda _, answer: _gap_and_step(answer)[0] <= TOUCHING,
        ),
        Mistake(
            "Your groups are not separate enough: to walk from one point of a group to another, a step is "
            "needed that is "
            "longer than a third of the gap between the groups.",
            lambda: _lines(30, 2.0),
            when=lambda _, answer: (
                not _separate(answer)
                and not _has_a_single_point(answer)
                and _gap_and_step(answer)[0] > TOUCHING
            ),
        ),
        Mistake(
            "A group of one point is no shape. Each group needs two points or more.",
            lambda: (np.array([[0.0, 0.0], [1.0, 0.0], [9.0, 0.0]]), np.array([0, 0, 1])),
            when=lambda _, answer: _has_a_single_point(answer),
        ),
        Mistake(
            "c-means finds exactly your groups. Squares of distances to the means dislike long shapes, not "
            "small gaps.",
            lambda: _lines(2, 5.0),
            when=lambda _, answer: _separate(answer) and abs(_ratio_to_found(answer) - 1) < 1e-9,
        ),
        Mistake(
            "c-means finds nearly your groups, or others that cost as much. What shape costs much although its points "
            "are close to each other?",
            lambda: _lines(7, 3.4),
            when=lambda _, answer: _separate(answer) and 1 + 1e-9 <= _ratio_to_found(answer) < 1.1,
        ),
        Mistake(
            "The wrong partition is cheaper, but your groups do not cost twice as much yet. Go on in that direction.",
            lambda: _lines(9, 3.0),
            when=lambda _, answer: _separate(answer) and 1.1 <= _ratio_to_found(answer) < 2,
        ),
    ],
    form=_two_groups(60),
)


NEAR_LOWEST = 0.01  # share by which J may lie above the lowest that is known


def _lowest(X, most, n_starts=200):
    return np.array([c_means(X, c, n_starts=n_starts).labels for c in range(1, most + 1)])


def _certify_lowest(problem, partitions):
    if not problems.has_all_clusters(partitions):
        return Certificate("the partition into c clusters has the labels 0 … c − 1, all of them", False)
    return Certificate(
        "by how much your J lies above the lowest that we know, at most, as a share of it",
        problems.excess(problem, partitions),
        NEAR_LOWEST,
    )


def _whole(test):
    """A property of partitions, asked only where all labels are there."""
    return lambda problem, answer: bool(problems.has_all_clusters(answer) and test(problem, answer))


many_starts = Exercise(
    "05.9",
    "Real data: partitions that are hard to beat",
    problems=problems.measured,
    arguments=lambda problem: problem[:2],
    reference=_lowest,
    certify=_certify_lowest,
    mistakes=[
        Mistake(
            "You changed the units of the columns, or standardized them. $J$ counts in the units of `X`.",
            lambda X, most: _lowest(X / X.std(axis=0), most),
        ),
        Mistake(
            "The first cluster has the label 0, not 1.",
            lambda X, most: _lowest(X, most) + 1,
            when=lambda _, answer: problems.has_all_clusters(answer - 1),
        ),
        Mistake(
            "The rows do not have 1, 2, 3, … clusters, in this order.",
            lambda X, most: _lowest(X, most)[::-1],
            when=lambda _, answer: answer.min() == 0 and not problems.has_all_clusters(answer),
        ),
        Mistake(
            "In each of your partitions c-means stands still, but from another start it would have come to a lower "
            "$J$. How likely is one start to find it?",
            lambda X, most: np.array([c_means_steps(X, X[:c])[-1].labels for c in range(1, most + 1)]),
            when=_whole(problems.at_rest),
        ),
        Mistake(
            "In some of your partitions a point is nearer to the mean of another cluster: c-means would go on.",
            lambda X, most: np.arange(len(X)) % np.arange(1, most + 1)[:, None],
            when=_whole(lambda problem, answer: not problems.at_rest(problem, answer)),
        ),
    ],
)
