"""The exercises of chapter 05: c-means."""

from typing import NamedTuple

import numpy as np

from kernelsy19.cmeans.equations import transfer_gains
from kernelsy19.cmeans.solve import c_means, c_means_steps
from kernelsy19.course.answers import describe, points
from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelsy19.kernels import squared_euclidean


def _labels(rng, n, c):
    """Labels of n points with no cluster empty."""
    return rng.permutation(np.concatenate([np.arange(c), rng.integers(c, size=n - c)]))


def _means(X, labels):
    return np.array([X[labels == k].mean(axis=0) for k in range(labels.max() + 1)])


def _criterion(X, labels):
    return sum(((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum() for k in np.unique(labels))


class Partition(NamedTuple):
    """Points and their clusters."""

    X: np.ndarray
    labels: np.ndarray


def _partitions(rng):
    for n, p, c in ((4, 1, 2), (7, 2, 3), (9, 3, 2)):
        yield Partition(rng.normal(size=(n, p)) + 1, _labels(rng, n, c))


def _edge_partitions(rng):
    X = rng.normal(size=(6, 2)) + 1
    return {
        "a cluster of one point": Partition(X, np.array([0, 1, 0, 0, 0, 0])),
        "all points in one cluster": Partition(X, np.zeros(6, dtype=int)),
    }


def _half_the_pairs(X, labels):
    """J by another road: Σₖ 1/(2nₖ) Σ ‖xᵢ − xⱼ‖² over the pairs of a cluster."""
    D2 = squared_euclidean(X, X)
    return sum(
        D2[np.ix_(labels == k, labels == k)].sum() / (2 * np.sum(labels == k)) for k in np.unique(labels)
    )


cost = Exercise(
    "05.1",
    "What a partition costs",
    problems=_partitions,
    edge=_edge_partitions,
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
            lambda X, labels: np.sqrt(((X - _means(X, labels)[labels]) ** 2).sum(axis=1)).sum(),
        ),
        Mistake(
            "You took the mean over the points. $J$ is a sum.",
            lambda X, labels: _criterion(X, labels) / len(X),
        ),
        Mistake(
            "You took the mean in each cluster and summed the means: a large cluster has to pay more than a small one.",
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
    ],
)


class Prototypes(NamedTuple):
    """Points and prototypes."""

    X: np.ndarray
    V: np.ndarray


def _prototypes(rng):
    for n, p, c in ((4, 2, 2), (8, 3, 3), (6, 2, 4)):
        yield Prototypes(rng.normal(size=(n, p)) * [3, *[0.5] * (p - 1)], rng.normal(size=(c, p)) * 2)


def _edge_prototypes(rng):
    X, V = rng.normal(size=(7, 2)), rng.normal(size=(3, 2)) * 2
    return {
        "points that lie on prototypes": Prototypes(np.vstack([V, X]), V),
        "a prototype that no point is near": Prototypes(X, np.vstack([[50.0, 50.0], V])),
        "a single prototype": Prototypes(X, V[:1]),
    }


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
    problems=_prototypes,
    edge=_edge_prototypes,
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
    ],
)


class Moved(NamedTuple):
    """A partition, and prototypes that are not its means."""

    X: np.ndarray
    labels: np.ndarray
    V: np.ndarray


def _moved(rng):
    for n, p, c in ((4, 1, 2), (7, 2, 3), (10, 3, 3)):
        yield Moved(rng.normal(size=(n, p)), _labels(rng, n, c), rng.normal(size=(c, p)))


def _edge_moved(rng):
    X, labels = rng.normal(size=(7, 2)), np.array([0, 0, 1, 0, 2, 2, 0])
    return {
        "prototypes that are the means": Moved(X, labels, _means(X, labels)),
        "a cluster of one point": Moved(X, labels, rng.normal(size=(3, 2))),
    }


def _excess(X, labels, V):
    return np.bincount(labels) @ ((V - _means(X, labels)) ** 2).sum(axis=1)


def _rise(X, labels, V):
    return ((X - V[labels]) ** 2).sum() - _criterion(X, labels)


excess = Exercise(
    "05.3",
    "The price of a prototype that is not a mean",
    problems=_moved,
    edge=_edge_moved,
    reference=_excess,
    certify=agreement("| your value − (J(U, V) − J(U)) |", _rise),
    mistakes=[
        Mistake(
            "A cluster of a hundred points suffers more from a prototype in the wrong place than a cluster of one.",
            lambda X, labels, V: ((V - _means(X, labels)) ** 2).sum(),
        ),
        Mistake(
            "You summed distances between prototypes and means; it is their squares that are left over.",
            lambda X, labels, V: np.bincount(labels) @ np.sqrt(((V - _means(X, labels)) ** 2).sum(axis=1)),
        ),
        Mistake("The sign: no prototypes are better than the means.", lambda *problem: -_excess(*problem)),
        Mistake(
            "That is the whole of $J(\\mathbf{U}, \\mathbf{V})$. Take away what the means themselves cost.",
            lambda X, labels, V: ((X - V[labels]) ** 2).sum(),
        ),
        Mistake("Twice too much. How often does the square of $v_k - m_k$ stand in the sum?",
                lambda *problem: 2 * _excess(*problem)),
    ],
)  # fmt: skip


def _starts(rng):
    """Draw starts that take more than two rounds and never empty a cluster."""
    for n, c in ((8, 2), (25, 3), (60, 4)):
        steps = []
        while len(steps) < 6 or any(step.n_moved for step in steps if step.kind == "update"):
            X = rng.normal(size=(n, 2)) * [3, 1]
            V = X[X[:, 0].argsort()[:c]]
            steps = c_means_steps(X, V)
        yield Prototypes(X, V)


def _run(X, V):
    last = c_means_steps(X, V)[-1]
    return last.labels, last.prototypes


def _rounds(count):
    """The state after a number of rounds."""

    def run(X, V):
        for _ in range(count):
            labels = _nearest(X, V)
            V = _means(X, labels)
        return labels, V

    return run


def _stale_prototypes(X, V):
    """The right partition with the prototypes of one round before."""
    labels, before = _nearest(X, V), V
    while True:
        V = _means(X, labels)
        new = _nearest(X, V)
        if np.array_equal(new, labels):
            return labels, before
        labels, before = new, V


def _certify_run(problem, answer):
    X, start = problem
    labels, V = answer
    if not np.isin(labels, np.arange(len(V))).all() or len(np.unique(labels)) < len(V):
        return Certificate(f"labels are 0, …, {len(V) - 1}, and no cluster is empty", False)
    own = ((X - V[labels]) ** 2).sum(axis=1)
    nearest = np.min([((X - v) ** 2).sum(axis=1) for v in V], axis=0)
    before = squared_euclidean(X, start).min(axis=1).sum()
    off, short = np.abs(V - _means(X, labels)).max(), abs(own.sum() - _criterion(X, _run(X, start)[0]))
    return [
        Certificate("largest distance of a prototype from the mean of its cluster", off, 1e-9),
        Certificate("most that a point pays above its nearest prototype", (own - nearest).max(), 1e-9),
        Certificate("by how much J has risen from the start", worst(own.sum() - before), 1e-9),
        Certificate("difference from the J of the algorithm from this start", short, 1e-7),
    ]


run = Exercise(
    "05.4",
    "c-means",
    problems=_starts,
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
    ],
)


def _is_a_round(problem, answer, count):
    labels, V = _rounds(count)(*problem)
    return np.array_equal(labels, answer[0]) and np.allclose(V, answer[1])


def _enough(starts):
    return 0.87**starts <= 0.01 < 0.87 ** (starts - 1)


how_many_starts = Exercise(
    "05.5",
    "Predict: how many starts?",
    problems=None,
    reference=lambda: 34,
    certify=lambda _, r: Certificate(
        "the probability that all starts miss is at most 1 %, and with one start less it is not",
        bool(_enough(r)),
    ),
    mistakes=[
        Mistake(
            "With that many starts the lowest $J$ is found once *on average*. That leaves a good chance of not "
            "finding it.",
            lambda: 8,
        ),
        Mistake(
            "With one start less than needed the probability is still a little above 1 %: round up.",
            lambda: 33,
        ),
        Mistake(
            "You asked that *every* start succeeds with probability 1 %, or exchanged success and failure: what has to "
            "happen $r$ times for all to fail?",
            lambda: 3,
        ),
        Mistake(
            "That is the number of starts on the slide. What is left of the probability to miss with all of them?",
            lambda: 10,
        ),
        Mistake(
            "One start misses much more often than it finds the lowest $J$. The probability of *missing* is to be at "
            "most 1 %.",
            lambda: 1,
        ),
    ],
)


class Transfer(NamedTuple):
    """A partition, a point and the cluster that it is to move to."""

    X: np.ndarray
    labels: np.ndarray
    i: int
    k: int


def _transfers(rng):
    for n, p, c in ((5, 1, 2), (8, 2, 3), (11, 3, 3)):
        labels = _labels(rng, n, c)
        large = np.flatnonzero(np.bincount(labels)[labels] > 1)
        i = int(rng.choice(large))
        k = int(rng.choice([k for k in range(c) if k != labels[i]]))
        yield Transfer(rng.normal(size=(n, p)), labels, i, k)


def _edge_transfers(rng):
    X, labels = rng.normal(size=(6, 2)), np.array([0, 1, 1, 2, 2, 2])
    return {
        "to a cluster of one point": Transfer(X, labels, 4, 0),
        "from a cluster of two points": Transfer(X, labels, 1, 2),
    }


def _fall(X, labels, i, k):
    after = labels.copy()
    after[i] = k
    return _criterion(X, labels) - _criterion(X, after)


def _gain_with(leave, join):
    """Gain with other factors of the two squared distances, functions of the sizes of the clusters."""

    def gain(X, labels, i, k):
        counts, d2 = np.bincount(labels), ((X[i] - _means(X, labels)) ** 2).sum(axis=1)
        a = labels[i]
        return leave(counts[a]) * d2[a] - join(counts[k]) * d2[k]

    return gain


transfer_gain = Exercise(
    "05.6",
    "What one move gains",
    problems=_transfers,
    edge=_edge_transfers,
    reference=_gain_with(lambda n: n / (n - 1), lambda n: n / (n + 1)),
    certify=agreement("| your value − (J before − J after) |, both from the partitions", _fall),
    mistakes=[
        Mistake(
            "That is the gain if both means stand still. They follow.", _gain_with(lambda n: 1, lambda n: 1)
        ),
        Mistake(
            "The two factors are exchanged: leaving saves *more* than the squared distance, joining costs *less*.",
            _gain_with(lambda n: n / (n + 1), lambda n: n / (n - 1) if n > 1 else 2.0),
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
    D2 = squared_euclidean(X, _means(X, labels))
    own = D2[np.arange(len(X)), labels]
    return bool((own <= D2.min(axis=1) + 1e-9 * D2.max()).all())


def _costs_nothing(answer):
    return bool(_criterion(*answer) <= COUNTS_AS_ZERO)


def _best_move(answer):
    """The largest gain of a single move, as a share of J, and the size of the cluster that the point leaves."""
    X, labels = answer
    if _costs_nothing(answer):
        return 0.0, 0
    gains = transfer_gains(squared_euclidean(X, _means(X, labels)), labels)
    point = gains.max(axis=1).argmax()
    return gains.max() / _criterion(X, labels), np.bincount(labels)[labels[point]]


def _certify_not_minimal(_, answer):
    if _costs_nothing(answer):
        return Certificate("J is more than 0, so that something can be gained", False)
    return [
        Certificate("c-means stands still: no point has a nearer mean", _is_at_rest(answer)),
        Certificate(
            "by how much the best move of one point falls short of 20 % of J",
            worst(0.2 - _best_move(answer)[0]),
            1e-9,
        ),
    ]


not_minimal = Exercise(
    "05.7",
    "Break it: at rest, and yet not at a minimum",
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
            "A move gains something, but less than 20 %. What does the point pay where it goes?",
            lambda: (np.array([[0.0, 0.0], [2.0, 0.0], [3.8, 0.0]]), np.array([0, 0, 1])),
            when=lambda _, answer: (
                _is_at_rest(answer) and 0 < _best_move(answer)[0] < 0.2 and _best_move(answer)[1] == 2
            ),
        ),
    ],
    form=_two_groups(10),
)


def _gap_and_step(answer):
    """Smallest distance between the groups, and the largest from a point to the nearest of its own group."""
    X, labels = answer
    D = np.sqrt(squared_euclidean(X, X))
    same = labels[:, None] == labels
    np.fill_diagonal(D, np.inf)
    return np.where(same, np.inf, D).min(), np.where(same, D, np.inf).min(axis=1).max()


def _ratio_to_found(answer):
    """J of the groups over the J that c-means finds; infinite where that is 0."""
    X, labels = answer
    found = c_means(X, 2).objective
    return _criterion(X, labels) / found if found > COUNTS_AS_ZERO else np.inf


def _has_a_single_point(answer):
    return bool(np.bincount(answer[1]).min() == 1)


def _certify_wrong_shape(_, answer):
    gap, step = _gap_and_step(answer)
    if gap <= 1e-4:
        return Certificate("the groups share no point", False)
    if _has_a_single_point(answer):
        return Certificate("each group has two points or more", False)
    return [
        Certificate(
            "by how much the gap falls short of 3 times the largest step, over the gap",
            worst(3 * step - gap) / gap,
            1e-9,
        ),
        Certificate(
            "your groups cost at least twice the J that c-means finds", bool(_ratio_to_found(answer) >= 2)
        ),
    ]


def _separate(answer):
    gap, step = _gap_and_step(answer)
    return bool(3 * step <= gap * (1 + 1e-9) and gap > 1e-4 and not _has_a_single_point(answer))


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
            "Your groups are not separate enough: somewhere the gap between them is less than 3 times the step to the "
            "nearest point of the own group.",
            lambda: _lines(30, 2.0),
            when=lambda _, answer: not _separate(answer) and not _has_a_single_point(answer),
        ),
        Mistake(
            "A group of one point has no nearest point of its own group, so there is no step to compare the gap with.",
            lambda: (np.array([[0.0, 0.0], [1.0, 0.0], [9.0, 0.0]]), np.array([0, 0, 1])),
            when=lambda _, answer: _has_a_single_point(answer),
        ),
        Mistake(
            "c-means finds exactly your groups. Squares of distances to the means dislike long shapes, not small gaps.",
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
