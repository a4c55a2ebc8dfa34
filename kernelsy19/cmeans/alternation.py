"""How one start of c-means runs, fast: seeds, alternation, exchanges, and which start is best."""

import numpy as np

from kernelsy19.cmeans.equations import assign, partition_matrix, transfer_gains
from kernelsy19.cmeans.plain import (
    EPS,
    fill_empty_clusters,
    in_order_of_appearance,
    largest_length,
    nearest,
    never_rises,
    objective_of,
    require_enough_points,
    rounding_of,
)
from kernelsy19.kernels import squared_euclidean
from kernelsy19.validation import as_array, as_generator, as_integer

N_STARTS = 10  # where the user names no number, as in scikit-learn

# A gain of an exchange comes from two distances², each up to twice the one to the own prototype where it is positive.
EXCHANGE_SLACK = 4

# Share of the points from which on the sums of all are computed afresh when so many move: a gathered product of two
# changes a point costs that much more.
FULL_PRODUCT_SHARE = 1 / 3
CERTIFIED_UP_TO = 256  # points up to which every start is certified; of more, the best alone


def draw_starts(init, n, c, n_starts, rng, distances_to):
    """Label arrays to start from, one a start."""
    n_starts = as_integer(N_STARTS if n_starts is None else n_starts, "n_starts")
    rng = as_generator(rng)
    if init == "partition":
        return list(rng.integers(c, size=(n_starts, n), dtype=np.intp))
    if init == "points":
        seeds = [rng.choice(n, size=c, replace=False) for _ in range(n_starts)]
    elif init == "k-means++":
        seeds = _spread_seeds(n, c, n_starts, rng, distances_to)
    else:
        raise ValueError(
            f"init must be 'k-means++', 'points', 'partition' or an array of starts, not {init!r}."
        )
    return [assign(distances_to(s)) for s in seeds]


def _spread_seeds(n, c, n_starts, rng, distances_to):
    """k-means++ seeds, an (r, c) array; each is the best of a few draws, the one that leaves the least to pay.

    All starts go in step, so that one call computes the distances to the draws of all."""
    starts, n_draws = np.arange(n_starts), 2 + int(np.log(c))
    numbers = [(rng.integers(n), rng.random((c - 1, n_draws))) for _ in starts]
    seeds = np.array([[first] * c for first, _ in numbers])
    nearest = distances_to(seeds[:, 0]).T
    for k in range(1, c):
        drawn = np.array([_draw(D2, u[k - 1]) for D2, (_, u) in zip(nearest, numbers, strict=True)])
        left = np.minimum(nearest[:, None], distances_to(drawn.ravel()).T.reshape(n_starts, n_draws, n))
        best = left.sum(axis=2).argmin(axis=1)
        seeds[:, k], nearest = drawn[starts, best], left[starts, best]
    return seeds


def _draw(nearest, u):
    """Points with `seeding_probabilities`, from numbers drawn uniformly in [0, 1)."""
    cumulated = np.maximum(nearest, 0).cumsum()
    if cumulated[-1] <= 0:
        return (u * len(nearest)).astype(int)
    return cumulated.searchsorted(u * cumulated[-1], side="right").clip(max=len(nearest) - 1)


class InInputSpace:
    """Distances to the means of a partition of points; a move updates the sums of the points that moved."""

    def __init__(self, X, labels, c):
        self.X, self.c, self.size = X, c, largest_length(X)
        self.refresh(labels)

    def refresh(self, labels):
        self.labels, U, self.fresh = labels, partition_matrix(labels, self.c), True
        self.counts, self.sums = U.sum(axis=0), U.T @ self.X

    def move(self, labels):
        moved = np.flatnonzero(labels != self.labels)
        self.fresh &= len(moved) == 0
        change = partition_matrix(labels[moved], self.c) - partition_matrix(self.labels[moved], self.c)
        self.counts, self.sums = self.counts + change.sum(axis=0), self.sums + change.T @ self.X[moved]
        self.labels = labels

    def squared_distances(self):
        """(n, c) array, infinite for an empty cluster."""
        D2 = squared_euclidean(self.X, self.sums / np.maximum(self.counts, 1)[:, None])
        D2[:, self.counts == 0] = np.inf
        return D2

    def coincide(self):
        """Which means are the same, up to rounding, a (c, c) bool array."""
        V = self.sums / self.counts[:, None]
        return squared_euclidean(V, V) <= rounding_of(0.0, self.size)

    def rounding(self, own, labels, closest, i):
        """What `nearest` takes for rounding."""
        return rounding_of(own, self.size)

    def rounding_of_objective(self, objective):
        """By how much sums of n distances² may differ that are the same."""
        return len(self.X) * EPS * objective


class Run:
    """One start: assignment and update until no point moves, then exchanges if they are asked for.

    `means` is an `InInputSpace` or an `InFeatureSpace`."""

    def __init__(self, means, max_iter, exchange):
        self.means, self.history = means, []
        self.max_iter, self.iterations, self.n_exchanges = max_iter, 0, 0
        D2 = means.squared_distances()
        labels, self.n_reseeded = fill_empty_clusters(D2, means.labels)
        means.move(labels)
        self._alternate(None if self.n_reseeded else D2)
        if exchange:
            self.certify()
            if self.n_not_nearest == 0:
                self._exchange()

    def _alternate(self, D2=None):
        means = self.means
        while True:
            D2 = means.squared_distances() if D2 is None else D2
            closest = nearest(D2, means.labels, means.rounding)
            self.n_not_nearest = int((closest != means.labels).sum())
            self.history.append(objective_of(D2, means.labels))
            if self.n_not_nearest == 0 or self.iterations == self.max_iter:
                return
            self.history.append(objective_of(D2, closest))
            labels, n_empty = fill_empty_clusters(D2, closest)
            D2 = None
            means.move(labels)
            self.n_reseeded += n_empty
            self.iterations += 1

    def certify(self):
        """Compute the sums afresh that moves have updated, and go on if a point is now nearer to another mean."""
        while self.n_not_nearest == 0 and not self.means.fresh:
            self.means.refresh(self.means.labels)
            self.history.pop()
            self._alternate()

    def _exchange(self):
        means, fresh = self.means, True
        while True:
            D2, every = means.squared_distances(), np.arange(len(means.labels))
            own = D2[every, means.labels]
            gains = transfer_gains(D2, means.labels)
            gains -= EXCHANGE_SLACK * means.rounding(own, means.labels, means.labels, every)[:, None]
            i, k = np.unravel_index(gains.argmax(), gains.shape)
            if not gains[i, k] > 0:
                if fresh:
                    return
                means.refresh(means.labels)
                self.history[-1] = objective_of(means.squared_distances(), means.labels)
                fresh = True
                continue
            labels = means.labels.copy()
            labels[i] = k
            means.move(labels)
            self.history.append(objective_of(means.squared_distances(), labels))
            self.n_exchanges, fresh = self.n_exchanges + 1, False


def best_run(runs):
    """The run of lowest objective, the order in which its clusters first appear, and the fields of a solution."""
    n = len(runs[0].means.labels)
    if n <= CERTIFIED_UP_TO:
        for run in runs:
            run.certify()
    # Of many points it is the first of runs whose objectives differ by rounding, and it alone needs its certificate.
    run = certified = None
    while run is None or run is not certified:
        certified = run
        objectives = np.array([run.history[-1] for run in runs])
        rounding = runs[0].means.rounding_of_objective(objectives.min()) if n > CERTIFIED_UP_TO else 0.0
        run = runs[np.argmax(objectives <= objectives.min() + rounding)]
        run.certify()
    order, labels = in_order_of_appearance(run.means.labels)
    history = np.array(run.history)
    fields = {
        "labels": labels,
        "objective": run.history[-1],
        "history": history,
        "objectives": objectives,
        "n_reseeded": run.n_reseeded,
        "n_exchanges": run.n_exchanges,
        "n_not_nearest": run.n_not_nearest,
        "iterations": run.iterations,
        "converged": run.n_not_nearest == 0
        and never_rises(history, run.means.rounding_of_objective(history.max())),
    }
    return run, order, fields


def count_distinct(means):
    """How many means are none of those before them."""
    return means.c - int(np.tril(means.coincide(), -1).any(axis=1).sum())


def as_n_clusters(n_clusters, n):
    """Check a number of clusters."""
    c = as_integer(n_clusters, "n_clusters")
    require_enough_points(n, c)
    return c


def as_starts(init, n_starts, shape, name):
    """Starts of a given shape, one or several."""
    starts = as_array(init, name)
    if starts.shape[-len(shape) :] != shape or starts.ndim not in (len(shape), len(shape) + 1):
        raise ValueError(f"{name} must have shape {shape} or (r, *{shape}), got {starts.shape}.")
    starts = starts.reshape(-1, *shape)
    if n_starts not in (None, len(starts)):
        raise ValueError(
            f"n_starts must be None or {len(starts)}, as many as {name} holds, got {n_starts!r}."
        )
    return list(starts)
