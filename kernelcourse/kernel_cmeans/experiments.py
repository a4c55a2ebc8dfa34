"""Clusterings beside the groups that are known: of several methods, over widths, and what the criterion prefers."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kernelsy19.cmeans import c_means, matched_accuracy, partition_matrix
from kernelsy19.datasets import Dataset, circles, iris, moons, three_clusters
from kernelsy19.kernel_cmeans.equations import kernel_criterion
from kernelsy19.kernel_cmeans.plain import KernelCMeansSolution
from kernelsy19.kernel_cmeans.solve import kernel_c_means, kernel_elbow
from kernelsy19.kernels import RBF, Polynomial, as_kernel, geometry, lift_to_paraboloid, squared_euclidean
from kernelsy19.signatures import by_name, integer_from, made_by, number_from, several, takes
from kernelsy19.validation import as_function, as_whole_numbers

RING_WIDTHS = (0.1, 0.3, 1, 3, 10, 30)  # γ of section 6.7
SAME_J = 1e-9  # by how much J of one partition may seem to differ from itself, as a share of J


def _groups(data):
    return len(np.unique(data.y))


@takes(data=made_by(Dataset))
def plain_clusters(data):
    """Cluster a data set by c-means, into as many clusters as it has groups y: labels (n,)."""
    return c_means(data.X, _groups(data)).labels


@takes(data=made_by(Dataset), kernel=as_kernel)
def kernel_clusters(data, kernel):
    """Cluster a data set by kernel c-means with ten starts, into as many clusters as it has groups y: labels (n,)."""
    return kernel_c_means(kernel.gram(data.X), _groups(data)).labels


@takes(data=made_by(Dataset), gamma=number_from(0))
def spectral_clusters(data, gamma):
    """Cluster a data set by scikit-learn's spectral clustering, into as many clusters as it has groups y.

    gamma > 0 of the RBF kernel → labels (n,)
    """
    from sklearn.cluster import SpectralClustering

    return SpectralClustering(_groups(data), gamma=gamma, random_state=0).fit_predict(data.X)


@dataclass(frozen=True)
class Clusterings:
    """Clusters that several methods found in several data sets.
    sets, Datasets by name, y = the groups; by (data set, method) labels (n,) and agreement, the share that is right"""

    sets: dict
    labels: dict
    agreement: dict

    @property
    def panels(self):
        """The clusters as `figures.partitions` takes them, with what each is and how many points are right."""
        return {
            f"{name}: {method}, {self.agreement[name, method]:.0%}": (self.sets[name], labels)
            for (name, method), labels in self.labels.items()
        }


_sets_and_methods = {
    "sets": by_name(made_by(Dataset)),
    "methods": by_name(as_function),
    "progress": as_function,
}


@takes(**_sets_and_methods)
def compare(sets, methods, progress=None):
    """Let each method cluster each data set.

    sets, Datasets by name, y = the groups; methods by name, Dataset → labels (n,) → Clusterings
    """
    labels = {
        (name, method): cluster(sets[name])
        for name in (progress(list(sets), "data sets") if progress else sets)
        for method, cluster in methods.items()
    }
    agreement = {
        (name, method): matched_accuracy(found, sets[name].y) for (name, method), found in labels.items()
    }
    return Clusterings(sets, labels, agreement)


@takes(**_sets_and_methods, widths=several(number_from(0)))
def best_widths(sets, methods, widths, progress=None):
    """Find for each method and data set the width at which most points are with their group: the labels choose.

    sets as in `compare`; methods by name, (Dataset, width) → labels (n,); widths > 0 → dict of (share, width) by (data
    set, method); of equal shares, the first width
    """
    best = {}
    for name in progress(list(sets), "data sets") if progress else sets:
        for method, cluster in methods.items():
            shares = [matched_accuracy(cluster(sets[name], width), sets[name].y) for width in widths]
            best[name, method] = max(shares), widths[int(np.argmax(shares))]
    return best


def rule_of_thumb(X):
    """The γ of R's `kkmeans`, from all pairs of points (n, p): a mean of inverse quantiles of squared distances."""
    d2 = squared_euclidean(X, X)[np.triu_indices(len(X), 1)]
    return float(np.mean(1 / np.quantile(d2, [0.1, 0.9])))


class Ends(NamedTuple):
    """Where runs ended: (r,) arrays of the criterion, and of the share of points with their group, in %."""

    J: np.ndarray
    percent: np.ndarray


@takes(runs=several(made_by(KernelCMeansSolution)), y=as_whole_numbers)
def ends(runs, y):
    """Read off where runs, KernelCMeansSolutions on the same points of groups y (n,), ended: an Ends."""
    return Ends(
        np.array([run.objective for run in runs]),
        np.array([100 * matched_accuracy(run.labels, y) for run in runs]),
    )


class Preference(NamedTuple):
    """What the criterion makes of known groups.
    agreement, share of points with their group in the partition of lowest J that was found; cheaper, whether it costs
    less than the groups; stays, whether kernel c-means stays at the groups when it starts there"""

    agreement: float
    cheaper: bool
    stays: bool


@takes(kernel=as_kernel, data=made_by(Dataset), n_starts=integer_from(2))
def preference(kernel, data, n_starts=40):
    """Ask whether the criterion prefers the known groups of a data set, and whether they are at rest.

    data, y = its groups 0 … c − 1; n_starts ≥ 2, half from random points, the others from k-means++ → Preference
    """
    c, K, half = _groups(data), kernel(data.X), n_starts // 2
    runs = [kernel_c_means(K, c, n, init) for n, init in ((n_starts - half, "points"), (half, "k-means++"))]
    end = min(runs, key=lambda run: run.objective)
    from_groups = kernel_c_means(K, c, init=data.y)
    return Preference(
        matched_accuracy(end.labels, data.y),
        bool(end.objective < (1 - SAME_J) * kernel_criterion(K, partition_matrix(data.y, c))),
        matched_accuracy(from_groups.labels, data.y) == 1,
    )


def starts_that_reach_moons(seed):
    """Of 300 starts each, how many lead to a partition of new moons that costs no more than the moons.
    seed: int → dict by kind of start, of shares"""
    drawn = moons(300, noise=0.05, rng=seed)
    K = RBF(10)(drawn.X)
    wanted = kernel_criterion(K, partition_matrix(drawn.y, 2)) + 1e-9 * len(K)  # both sums are rounded
    starts = ("k-means++", "partition")
    return {init: np.mean(kernel_c_means(K, 2, 300, init, rng=seed).objectives <= wanted) for init in starts}


def lifted_rings(seed):
    """What c-means puts right on new rings lifted to a bowl: by how high the bowl is at the outer ring, and by the
    radius of the inner one.
    seed: int → dict by str, of shares"""
    found = {}
    for r in (0.1, 0.5, 0.7):
        rings = circles(100, factor=r, rng=seed)
        for height in (1, 2, 10):
            lifted = lift_to_paraboloid(rings.X) * [1, 1, height]
            found[f"{height}, {r}"] = matched_accuracy(c_means(lifted, 2, n_starts=20).labels, rings.y)
    return found


def widths_for_rings(seed):
    """At how many of six widths new rings are found, are at rest, and cost more than what is found by starts that are
    followed by moves of single points.
    seed: int → dict by word and radius of the inner ring, of counts"""
    counts = {}
    for r in (0.1, 0.3, 0.5, 0.7):
        rings = circles(100, factor=r, rng=seed)
        found = [preference(RBF(gamma), rings) for gamma in RING_WIDTHS]
        true, dearer = partition_matrix(rings.y, 2), 0
        for gamma in RING_WIDTHS:
            K = RBF(gamma)(rings.X)
            moved = kernel_c_means(K, 2, 40, "partition", exchange=True, rng=seed)
            dearer += moved.objective < (1 - SAME_J) * kernel_criterion(K, true)
        counts[f"found, {r}"] = sum(one.agreement == 1 for one in found)
        counts[f"found at 0.1, {r}"] = int(found[0].agreement == 1)
        counts[f"at rest, {r}"] = sum(one.stays for one in found)
        counts[f"dearer, {r}"] = dearer
    return counts


def moons_at_wide_kernels(seed):
    """How much more new moons cost than the lowest J of a hundred starts, and how many points these put right: at the
    width by rule of thumb, and at γ = 3.
    seed: int → dict by str, shares of J and of points"""
    data, found = moons(300, noise=0.05, rng=seed), {}
    for name, gamma in {"thumb": rule_of_thumb(data.X), "3": 3.0}.items():
        K = RBF(gamma)(data.X)
        run = kernel_c_means(K, 2, 100, "partition", rng=seed)
        found[f"{name}, cost"] = kernel_criterion(K, partition_matrix(data.y, 2)) / run.objective
        found[f"{name}, right"] = matched_accuracy(run.labels, data.y)
    return found


def moons_by_several(seed):
    """What several methods put right on new moons, at the width of AML and at the best of seven, and kernel c-means
    from the first eigenvector; two of them on the nine tenths that the cubic kernel has nearest to the mean; and what
    spectral clustering puts right on new circles.
    seed: int → dict by str, of shares"""
    drawn = moons(300, noise=0.05, rng=seed)
    K = Polynomial(3)(drawn.X)
    sets = {"moons": drawn}
    methods = {
        "c-means": plain_clusters,
        "RBF at 3": lambda data: kernel_clusters(data, RBF(3)),
        "cubic": lambda data: kernel_clusters(data, Polynomial(3)),
        "cubic, unit length": lambda data: kernel_c_means(unit_length(Polynomial(3)(data.X)), 2).labels,
        "degree 1, unit length": lambda data: kernel_c_means(unit_length(Polynomial(1)(data.X)), 2).labels,
        "RBF at 10, from the eigenvector": lambda data: from_eigenvector(RBF(10)(data.X)),
    }
    of_width = {"RBF": lambda data, gamma: kernel_clusters(data, RBF(gamma)), "spectral": spectral_clusters}
    found = {method: share for (_, method), share in compare(sets, methods).agreement.items()}
    best = best_widths(sets, of_width, (0.3, 1, 3, 10, 30, 100, 300))
    found |= {method: share for (_, method), (share, _) in best.items()}
    near = drawn.rows(geometry.squared_distances_to_mean(np.diag(K), K, K).argsort()[:270])
    for method in ("cubic", "c-means"):
        found[f"{method}, nine tenths"] = matched_accuracy(methods[method](near), near.y)
    rings = circles(600, factor=0.1, rng=seed)
    return found | {"spectral, circles": matched_accuracy(spectral_clusters(rings, 3), rings.y)}


def from_eigenvector(K):
    """Run kernel c-means once, from the signs of the first eigenvector of the centered Gram matrix: labels (n,).
    K (n, n)"""
    first = np.linalg.eigh(geometry.center_gram(K))[1][:, -1]
    return kernel_c_means(K, 2, init=(first > 0).astype(int)).labels


def unit_length(K):
    """Gram matrix (n, n) of the mapped points after each has been divided by its length."""
    lengths = np.sqrt(np.diag(K))
    return K / np.outer(lengths, lengths)


def elbow_shares(seed):
    """Which share of J three clusters leave of what one costs, on three new round groups, by γ.
    seed: int → dict by str"""
    X = three_clusters(rng=seed).X
    J = {gamma: kernel_elbow(RBF(gamma)(X), (1, 3)).objective for gamma in (1, 10, 100)}
    return {f"γ = {gamma}": three / one for gamma, (one, three) in J.items()}


def fewer_irises(seed):
    """Of 120 flowers, drawn from the 150 irises: how many are with their species at the lowest J of 200 starts,
    each followed by moves of single points, and how much more the species cost, by γ; 0 is the linear kernel. And how
    many c-means puts right that sees the petals alone.
    seed: int → dict by str, shares of flowers and of J"""
    data, found = iris().in_order(), {}
    data = data.rows(np.random.default_rng(seed).permutation(len(data))[:120])
    for gamma in (0, 1, 2.5):
        K = RBF(gamma)(data.X) if gamma else data.X @ data.X.T
        run = kernel_c_means(K, 3, 200, "partition", exchange=True, rng=seed)
        found[f"right, {gamma}"] = matched_accuracy(run.labels, data.y)
        found[f"cost, {gamma}"] = kernel_criterion(K, partition_matrix(data.y, 3)) / run.objective
    petals = c_means(data.columns("petal length", "petal width").X, 3, n_starts=50, rng=seed)
    return found | {"right, petals": matched_accuracy(petals.labels, data.y)}
