"""Features on landmarks and waves, on other draws than those that chapter 16 shows."""

from sklearn.cluster import KMeans

from kernelcourse.landmarks.draws import bent, compare_features, sets_to_compare, with_far_points
from kernelsy19.datasets import usps
from kernelsy19.kernels import RBF
from kernelsy19.landmarks.solve import choose, landmark_map, trace_error


def features_of_other_draws(seed):
    """How far five kinds of features are from the kernel, and fits on them from the exact one, on other draws.
    seed: int, of other points than the chapter's → dict by set, kind and "kernel" or "fit", of shares"""
    found, sets = {}, sets_to_compare(seed + 1)
    for name in ("1500 digits", "8 normals"):
        for kind, (error, off) in compare_features(*sets[name], draws=1).items():
            found[f"{name}, {kind}, kernel"], found[f"{name}, {kind}, fit"] = error, off
    return found


def centers_as_landmarks(seed):
    """What is left of the trace if the landmarks are drawn by RPCholesky, or are the centers of as many clusters.
    seed: int, of the points, the landmarks and the starts of c-means → dict by set and kind, of shares"""
    sets = {
        "digits": (RBF(1 / 128), usps().train.in_order(shuffle=100 + seed).rows(slice(1500)).X, 200),
        "spirals": (RBF(5.0), with_far_points(1500, 30, rng=100 + seed), 60),
    }
    found = {}
    for name, (kernel, X, m) in sets.items():
        centers = KMeans(m, n_init=1, random_state=seed).fit(X).cluster_centers_
        found[f"{name}, RPCholesky"] = float(choose(kernel.gram(X), m, rng=seed).error)
        found[f"{name}, centers"] = float(trace_error(landmark_map(kernel, centers), X))
    return found


def fits_with_far_points(seed):
    """How far fits on five kinds of features are from the exact one on spirals with far points, for two targets.
    seed: int, of the points → dict by target and kind, of shares: "with x2" is the chapter's target, which is largest
    far out, and "sine" is as large there as elsewhere"""
    X, found = with_far_points(1500, 30, rng=100 + seed), {}
    for name, y in {"with x2": bent(X), "sine": bent(X) - X[:, 1]}.items():
        for kind, (_, off) in compare_features(RBF(5.0), X, y, 60, draws=10).items():
            found[f"{name}, {kind}"] = float(off)
    return found
