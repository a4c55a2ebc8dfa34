"""What c-means and a mixture of Gaussians find on groups that are drawn anew, and how often a start succeeds."""

import numpy as np
from sklearn.cluster import kmeans_plusplus
from sklearn.mixture import GaussianMixture

from kernelcourse.cmeans.draws import strips
from kernelsy19.cmeans import c_means, criterion_of_partition, matched_accuracy, partition_matrix
from kernelsy19.datasets import moons, three_clusters


def mixture_labels(X, start="random_from_data"):
    """Cluster points by a mixture of two Gaussians with five starts, of which each may be the end of a c-means run.
    X (n, p); start: str, of scikit-learn → (n,) labels"""
    return GaussianMixture(2, n_init=5, init_params=start, random_state=0).fit_predict(X)


def strips_and_moons(seed):
    """What is right on new groups: by c-means, by a mixture, and by one whose starts are ends of c-means; and how much
    more the groups cost than what c-means finds. Of the strips with a straight edge, all points are as likely.
    seed: int → dict by str, shares of points, and of J"""
    lines, rng = strips(200, rng=seed), np.random.default_rng(seed)
    edged = (rng.uniform(-1, 1, (200, 2)) * [2.6, 0.52] + np.outer(lines.y, [0, 2]), lines.y)
    curved = moons(200, noise=0.05, rng=seed)
    found = {}
    for name, (X, y) in {"strips": (lines.X, lines.y), "edged": edged, "moons": (curved.X, curved.y)}.items():
        run = c_means(X, 2, n_starts=20)
        found[f"{name}, c-means"] = matched_accuracy(run.labels, y)
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
