"""How many points lie on the wrong side: of the best line of the plane, of a plane of features, of nearest mean."""

from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from kernelsy19.datasets import Dataset, moons
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.kernels.custom import as_kernel
from kernelsy19.kernels.geometry import nearest_mean_score
from kernelsy19.signatures import by_name, fitting, integer_from, made_by, takes
from kernelsy19.validation import as_any_labels, as_matrix, shown

WEAK_PENALTY = (
    1e4  # C of logistic regression: where classes can be separated, hardly anything keeps it from doing so
)


class Separation(NamedTuple):
    """A line, a plane or a hyperplane between two classes.
    w (D,), its normal vector, points to the side of the larger label, which is where w·φ + b > 0; wrong, how many
    points lie on the side of the other class"""

    w: np.ndarray
    b: float
    wrong: int


def _two_classes(of):
    """The check that labels are of two classes, with one for each row of another argument."""

    def check(y, name, given):
        y = as_any_labels(y, name, len(given[of]))
        if len(np.unique(y)) != 2:
            raise ValueError(f"{name} must have two classes, got {shown(np.unique(y))}.")
        return y

    return fitting(check)


@takes(X=lambda X, name: as_matrix(X, name, 2), y=_two_classes("X"), n_directions=integer_from(1))
def best_line(X, y, n_directions):
    """Of many lines of the plane, find one with the fewest points on the wrong side.

    In each of n_directions, evenly spaced over the circle, there is one line halfway between any two neighbors. X (n,
    2), y (n,) of two labels → Separation
    """
    angle = 2 * np.pi * np.arange(n_directions) / n_directions
    normals = np.array([np.cos(angle), np.sin(angle)])
    along = X @ normals
    ordered = np.sort(along, axis=0)
    cuts = (ordered[:-1] + ordered[1:]) / 2
    wrong = ((along[:, None] > cuts) != (y == y.max())[:, None, None]).sum(axis=0)
    place, direction = np.unravel_index(wrong.argmin(), wrong.shape)
    return Separation(normals[:, direction], -float(cuts[place, direction]), int(wrong[place, direction]))


@takes(features=as_matrix, y=_two_classes("features"))
def separating_plane(features, y):
    """The plane between two classes that logistic regression draws, nearly without a penalty.

    features (n, D), y (n,) of two labels → Separation
    """
    model = LogisticRegression(C=WEAK_PENALTY, max_iter=10_000).fit(features, y)
    w, b = model.coef_[0], float(model.intercept_[0])
    return Separation(w, b, int(np.sum((features @ w + b > 0) != (y == y.max()))))


def _as_two_classes(data, name):
    data = made_by(Dataset)(data, name)
    if data.y is None or len(np.unique(data.y)) != 2:
        raise ValueError(f"{name} must have two classes.")
    return data


@takes(kernels=by_name(as_kernel), known=_as_two_classes, new=_as_two_classes)
def nearest_mean_errors(kernels, known, new, constant=True):
    """How often nearest mean is wrong, with several kernels: on the points whose means it takes, and on new ones.

    kernels by name; known, a Dataset of two classes, whose means in feature space are taken; new, another; constant,
    whether ‖m₋‖² − ‖m₊‖² is part of the score → dict by name of the shares of known and of new points that are wrong
    """
    low, high = (known.X[known.y == label] for label in np.unique(known.y))

    def share_wrong(k, data):
        near = k(data.X, high), k(data.X, low)
        # The constant is left out, not subtracted again: next to it, what a narrow kernel leaves of a score is lost.
        sums = near[0].mean(axis=1) - near[1].mean(axis=1)
        score = nearest_mean_score(*near, k(high), k(low)) if constant else sums
        return float(np.mean((score > 0) != (data.y == data.y.max())))

    return {name: (share_wrong(k, known), share_wrong(k, new)) for name, k in kernels.items()}


def errors_on_moons(k, seeds, noise, constant):
    """What `nearest_mean_errors` finds on moons, drawn anew for each seed: 200 are known, 1000 are new.
    noise, a standard deviation; constant as in `nearest_mean_errors` → (len(seeds), 2), the shares of known and of new
    points that are wrong"""
    rngs = (np.random.default_rng(seed) for seed in seeds)
    drawn = [[moons(n, noise=noise, rng=rng) for n in (200, 1000)] for rng in rngs]
    return np.array([nearest_mean_errors({"k": k}, *sets, constant=constant)["k"] for sets in drawn])


def kernels_on_moons(seed):
    """Shares of wrong new points of nearest mean on new moons, by kernel, with its constant and without it; and of
    known and new points on moons with three times the noise.
    seed: int → dict by str"""
    tried = {"linear": Linear(), "cubic": Polynomial(3), "γ = 10": RBF(10), "γ = 1000": RBF(1000)}
    found = {}
    for name, k in tried.items():
        found[name] = errors_on_moons(k, [seed], 0.1, True)[0, 1]
        found[f"{name}, no constant"] = errors_on_moons(k, [seed], 0.1, False)[0, 1]
    for name in ("γ = 10", "γ = 1000"):
        of_old, of_new = errors_on_moons(tried[name], [seed], 0.3, False)[0]
        found |= {f"noise, {name}, old": of_old, f"noise, {name}, new": of_new}
    return found
