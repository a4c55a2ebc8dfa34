"""A classifier from three components and a few labels"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19 import datasets
from kernelsy19.fisher.equations import log_joint, posteriors, weight_kernel

# Irises, a few of them labeled, and a mixture that was fitted to others without labels
FewFlowers = namedtuple("FewFlowers", "r w labeled y_labeled")


def problems(rng):
    """Draw irises and a few labels for each species; the mixture is that of the species, moved a little."""
    flowers = datasets.iris()
    for per_class in (1, 2, 3):
        some = np.sort(rng.permutation(150)[: 60 + 10 * per_class])
        X, y = flowers.X[some], flowers.y[some]
        mu = np.array([X[y == c].mean(axis=0) for c in range(3)]) + 0.05 * rng.normal(size=(3, 4))
        sd = np.array([X[y == c].std(axis=0) for c in range(3)]) * rng.uniform(1.0, 1.2)
        w = rng.dirichlet(np.full(3, 20.0))
        labeled = np.concatenate(
            [rng.choice(np.flatnonzero(y == c), per_class, replace=False) for c in range(3)]
        )
        labeled = rng.permutation(labeled)
        names = np.array([7, 3, 11])[rng.permutation(3)]
        yield FewFlowers(posteriors(log_joint(X, w, mu, sd)), w, labeled, names[y[labeled]])


def edge(rng):
    return {
        "components of very different weights, and posteriors in doubt": _in_doubt(rng),
        "components of very different weights, and labels in another order": _in_doubt(rng),
    }


def _in_doubt(rng):
    w, r = rng.permutation([0.05, 0.15, 0.8]), rng.dirichlet(np.ones(3), 60)
    labels = rng.permutation(np.concatenate([[7, 3, 11], rng.choice([7, 3, 11], 6)]))
    return FewFlowers(r, w, rng.permutation(60)[:9], labels)


def distance(K, L):
    """The squared distance from the mean of a class, but for K(x, x): with it, and within it."""
    return L.mean() - 2 * K.mean(axis=1)


def linkage(K, L):
    return L.diagonal().mean() - 2 * K.mean(axis=1)


def solve(r, w, labeled, y_labeled, *, rule=distance, scale=None):
    """The class of the nearest mean in the space of the weights' kernel; or by another rule, or with another scale."""
    K = weight_kernel(r, r[labeled], w) if scale is None else (r * scale**2) @ r[labeled].T
    members = [y_labeled == c for c in np.unique(y_labeled)]
    return np.unique(y_labeled)[np.argmin([rule(K[:, m], K[labeled][m][:, m]) for m in members], axis=0)]


def by_features(r, w, labeled, y_labeled, middle=np.mean, power=2):
    """Nearest class means among explicit features of the weights' kernel."""
    Phi, classes = (r - w) / np.sqrt(w), np.unique(y_labeled)
    centers = np.array([middle(Phi[labeled][y_labeled == c], axis=0) for c in classes])
    return classes[(np.abs(Phi[:, None] - centers) ** power).sum(axis=2).argmin(axis=1)]


def certify(problem, answer):
    wrong = int(np.sum(answer != by_features(*problem)))
    return Certificate("labels that are not those of the nearest class mean", wrong, 0)


def nearest_flower(r, w, labeled, y_labeled):
    Phi = r / np.sqrt(w)
    return y_labeled[((Phi[:, None] - Phi[labeled]) ** 2).sum(axis=2).argmin(axis=1)]


def kept(r, w, labeled, y_labeled):
    labels = solve(r, w, labeled, y_labeled)
    labels[labeled] = y_labeled
    return labels


def by_angle(Phi, labeled, y_labeled):
    means = np.array([Phi[labeled[y_labeled == c]].mean(axis=0) for c in np.unique(y_labeled)])
    return np.unique(y_labeled)[(Phi @ means.T / np.linalg.norm(means, axis=1)).argmax(axis=1)]


def by_component(r, labeled, y_labeled):
    of_component = dict(zip(r[labeled].argmax(axis=1), y_labeled, strict=True))
    return np.array([of_component.get(k, y_labeled[0]) for k in r.argmax(axis=1)])


def renamed(labels):
    """The same groups under other names of the same set."""
    return np.roll(np.unique(labels), 1)[np.searchsorted(np.unique(labels), labels)]


def is_renamed(problem, labels):
    right = solve(*problem)
    pairs = set(zip(labels.tolist(), right.tolist(), strict=True))
    return len(pairs) == len(set(right.tolist())) == len(set(labels.tolist())) > 1
