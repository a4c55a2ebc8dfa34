"""What c-means and a mixture of Gaussians find on groups that are drawn anew, and how often a start succeeds."""

import numpy as np
from sklearn.cluster import kmeans_plusplus
from sklearn.mixture import GaussianMixture

from kernelcourse.cmeans.draws import strips
from kernelsy19.cmeans import c_means, criterion_of_partition, matched_accuracy, partition_matrix
from kernelsy19.datasets import faithful, moons, three_clusters

EIGHTH = np.array([[1, 1], [-1, 1]]) / np.sqrt(2)  # turns points by an eighth of a circle


def mixture_labels(X, start="random_from_data"):
    """Cluster points by a mixture of two Gaussians with five starts, of which each may be the end of a c-means run.
    X (n, p); start: str, of scikit-learn → (n,) labels"""
    return GaussianMixture(2, n_init=5, init_params=start, random_state=0).fit_predict(X)


def strips_and_moons(seed):
    """What is right on new groups: by c-means, also of standardized columns, by a mixture, and by one whose starts are
    ends of c-means; and how much more the groups cost than what c-means finds. Of the strips with a straight edge, all
    points are as likely; others are turned by 45°.
    seed: int → dict by str, shares of points, and of J"""
    lines, rng = strips(200, rng=seed), np.random.default_rng(seed)
    edged = (rng.uniform(-1, 1, (200, 2)) * [2.6, 0.52] + np.outer(lines.y, [0, 2]), lines.y)
    curved = moons(200, noise=0.05, rng=seed)
    shapes = {"strips": (lines.X, lines.y), "edged": edged, "moons": (curved.X, curved.y)}
    shapes["turned"] = lines.X @ EIGHTH, lines.y
    found = {}
    for name, (X, y) in shapes.items():
        run, scaled = (c_means(P, 2, n_starts=20) for P in (X, X / X.std(axis=0)))
        found[f"{name}, c-means"] = matched_accuracy(run.labels, y)
        found[f"{name}, standardized"] = matched_accuracy(scaled.labels, y)
        found[f"{name}, cost"] = criterion_of_partition(X, partition_matrix(y, 2)) / run.objective
        found[f"{name}, mixture"] = matched_accuracy(mixture_labels(X), y)
        found[f"{name}, mixture from c-means"] = matched_accuracy(mixture_labels(X, "kmeans"), y)
    return found


def starts_on_three_groups(seed):
    """How many of 300 starts find three new round groups: from random points, by k-means++, and by the library's rule.
    seed: int → dict by str, of shares"""
    X = three_clusters(rng=seed).X
    spread = np.array([kmeans_plusplus(X, 3, random_state=s, n_local_trials=1)[0] for s in range(300)])
    ways = {"points": (300, "points"), "k-means++": (None, spread), "library": (300, "k-means++")}
    J = {name: c_means(X, 3, *starts).objectives for name, starts in ways.items()}
    lowest = min(found.min() for found in J.values())
    return {name: np.mean(found < 1.0001 * lowest) for name, found in J.items()}


def starts_on_eruptions(seed):
    """Where 300 single starts on the eruptions end: which share cuts the group of long waits, as the lowest J does, and
    which share of these has the lowest J; from random points, and by k-means++.
    seed: int → dict by str, of shares"""
    X = faithful().in_order().X
    spread = [kmeans_plusplus(X, 3, random_state=300 * seed + k, n_local_trials=1)[0] for k in range(300)]
    lowest = c_means(X, 3, n_starts=100).objective
    found = {}
    for name in ("points", "k-means++"):
        starts = ({"init": "points", "rng": 300 * seed + k} for k in range(300))
        starts = starts if name == "points" else ({"init": V} for V in spread)
        runs = [c_means(X, 3, n_starts=1, **start) for start in starts]
        cut = [
            run for run in runs if np.sum(run.prototypes[:, 1] < 66) == 1
        ]  # 66 min parts short from long waits
        found[f"{name}, long cut"] = len(cut) / 300
        found[f"{name}, lowest of these"] = np.mean([run.objective < 1.0001 * lowest for run in cut])
    return found
