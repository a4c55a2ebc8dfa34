"""What new coordinates are worth: the best threshold on one, straight cuts through many, means over splits."""

import math
import warnings

import numpy as np
from sklearn.manifold import Isomap
from sklearn.svm import LinearSVC

from kernelsy19.datasets import circles, moons, spirals
from kernelsy19.kernels import RBF, Linear, Polynomial, as_kernel, squared_euclidean
from kernelsy19.pca import KernelPCA, solve_dual
from kernelsy19.signatures import as_wide_as, fitting, integer_from, number_from, one_each, takes
from kernelsy19.validation import as_any_labels, as_function, as_matrix, as_vector, as_whole_numbers

FINER_WIDTHS = (3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 30)  # γ between those of section 8.3
STANDARD_ERRORS = 1.96  # of a normal distribution, 95% lies no farther from the mean


def _as_two_classes(y, name, length):
    y = as_whole_numbers(y, name, length, high=1)
    if len(set(y)) < 2:
        raise ValueError(f"{name} must hold both classes, 0 and 1.")
    return y


def _as_both_classes_of(other):
    return fitting(lambda y, name, given: _as_two_classes(y, name, len(given[other])))


@takes(z=as_vector, y=_as_both_classes_of("z"))
def best_threshold(z, y):
    """Find what the best threshold on one coordinate is worth, whichever class lies above it.

    z (n,), y (n,) of 0 and 1 → the largest share of points on the right side, from 0.5 to 1
    """
    order = np.argsort(z)
    ahead = np.concatenate([[0], np.cumsum(1 - 2 * y[order])])  # class 0 less class 1, among the lowest
    apart = np.concatenate([[True], np.diff(z[order]) > 0, [True]])  # no threshold between equal values
    right = (ahead[apart] + np.sum(y == 1)) / len(y)
    return float(max(right.max(), 1 - right.min()))


@takes(kernel=as_kernel, X=as_matrix, y=_as_both_classes_of("X"), n_components=integer_from())
def told_apart(kernel, X, y, n_components=1):
    """Find what the best threshold on each of the first components of kernel PCA is worth.

    X (n, p), y (n,) of 0 and 1; a kernel with fewer than n_components is judged by those → (q,), shares from 0.5 to 1
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Only .* components", UserWarning)
        Z = KernelPCA(kernel, n_components).fit_transform(X)
    return np.array([best_threshold(z, y) for z in Z.T])


@takes(transform=as_function, X=as_matrix)
def parity(transform, X):
    """Compare the components of points with those of their negatives: 1 is even, −1 is odd up to a constant.

    transform, (n, p) → (n, q), as of a fitted kernel PCA; X (n, p) → (q,), the correlation of z(x) and z(−x) over the
    points
    """
    there, back = (Z - Z.mean(axis=0) for Z in (transform(X), transform(-X)))
    if not (there.any(axis=0) & back.any(axis=0)).all():
        raise ValueError("transform must give components that vary over the points, got one that does not.")
    return (there * back).sum(axis=0) / np.sqrt((there**2).sum(axis=0) * (back**2).sum(axis=0))


@takes(
    Z=as_matrix,
    y=_as_both_classes_of("Z"),
    Z_new=as_wide_as("Z"),
    y_new=one_each("Z_new", lambda y, name, n: as_whole_numbers(y, name, n, high=1)),
)
def straight_cuts(Z, y, Z_new, y_new):
    """Count new points on the right side of a straight cut through the first q components, for each q.

    Z (n, q), columns of mean 0 at right angles to each other, none of them 0; y (n,) of 0 and 1; Z_new (m, q); y_new
    (m,) → (q,)

    The cut is the one of least squares, f(z) = w·z + b against the targets −1 and 1. Columns at right angles make it a
    sum over components. For two classes of one size it is Fisher's linear discriminant.
    """
    if not Z.any(axis=0).all():
        raise ValueError("Z must hold no column of zeros only.")
    target = 2.0 * y - 1
    slopes = target @ Z / np.square(Z).sum(axis=0)
    values = np.cumsum(Z_new * slopes, axis=1) + target.mean()
    return np.mean((values > 0) == (y_new == 1)[:, None], axis=0)


@takes(
    kernel=as_kernel,
    X=as_matrix,
    y=_as_both_classes_of("X"),
    X_new=as_wide_as("X"),
    y_new=one_each("X_new", lambda y, name, n: as_whole_numbers(y, name, n, high=1)),
)
def cut_shares(kernel, X, y, X_new, y_new, n_components=None):
    """Find the components of kernel PCA and cut along them: `straight_cuts` from points.

    X (n, p), y (n,) of 0 and 1, which axes and cuts come from; X_new (m, p), y_new (m,); n_components, or None for all
    with an eigenvalue that is not zero → (q,), the share of new points on the right side of the cut through the first
    1, 2, … components
    """
    model = KernelPCA(kernel, n_components)
    return straight_cuts(model.fit_transform(X), y, model.transform(X_new), y_new)


@takes(shares=as_vector, least=number_from(0, 1, "right"))
def components_needed(shares, least=0.98):
    """Find the smallest number of components with which a share is reached.

    shares (q,), with 1, 2, … components, as of `cut_shares`; least in ]0, 1] → int, or inf where no number is enough
    """
    enough = np.flatnonzero(shares >= least)
    return int(enough[0]) + 1 if len(enough) else math.inf


@takes(
    Z=as_matrix,
    y=fitting(lambda y, name, given: as_any_labels(y, name, len(given["Z"]))),
    Z_new=as_wide_as("Z"),
    y_new=fitting(lambda y, name, given: as_any_labels(y, name, len(given["Z_new"]))),
    C=number_from(0),
)
def svm_error(Z, y, Z_new, y_new, C=10.0):
    """Count the new points that a linear support vector machine gets wrong, one class against the rest.

    Z (n, q), scaled to a mean square length of 1; y (n,) labels; Z_new (m, q); y_new (m,); C, the price of slack →
    share in %
    """
    scale = np.sqrt(np.square(Z).sum(axis=1).mean()) or 1.0
    machine = LinearSVC(C=C, dual=False).fit(Z / scale, y)
    return float(100 * np.mean(machine.predict(Z_new / scale) != y_new))


@takes(values=as_vector, n_train=integer_from(), n_test=integer_from())
def mean_over_splits(values, n_train, n_test):
    """Average over random splits of one data set, with a 95% interval that allows for their common points.

    values (J,), J ≥ 2, one number a split; n_train, n_test, points of a split → mean, half: the interval is mean ±
    half. Nadeau & Bengio (2003), Inference for the generalization error.
    """
    if len(values) < 2:
        raise ValueError(f"values must hold two splits or more, got {len(values)}.")
    variance = values.var(ddof=1) * (1 / len(values) + n_test / n_train)
    return float(values.mean()), STANDARD_ERRORS * math.sqrt(variance)


def order_along_arms(seed):
    """How well a first coordinate puts the points of one arm of a spiral in order: kernel PCA and Isomap, each with the
    best of its widths or numbers of neighbors, judged by the true order, and the distance from the origin; the same on
    a longer arm.
    seed: int → dict by str, of correlations"""
    found = {}
    for name, n, turns, noise in (("one turn", 300, 1, 0.05), ("longer", 400, 1.5, 0.02)):
        drawn = spirals(n, cycles=turns, noise=noise, rng=seed)
        arm = drawn.X[drawn.y == 0]
        kept = [
            _order(KernelPCA(RBF(g), 1).fit_transform(arm)[:, 0]) for g in (0.1, 0.3, 1, 3, 10, 30, 100, 300)
        ]
        isomaps = [
            Isomap(n_neighbors=k, n_components=1).fit_transform(arm)[:, 0]
            for k in (4, 5, 6, 8, 10, 12, 15, 20)
        ]
        found |= {f"{name}, kernel PCA": max(kept), f"{name}, Isomap": max(map(_order, isomaps))}
        found[f"{name}, radius"] = _order(np.hypot(*arm.T))
    return found


def _order(z):
    return abs(float(np.corrcoef(z.argsort().argsort(), np.arange(len(z)))[0, 1]))


def first_coordinate_of_rings(seed):
    """What the best threshold on a coordinate of kernel PCA is worth on new rings: the first and the third with a wide
    kernel, and the first at the best of nine widths.
    seed: int → dict by str and radius of the inner ring, of shares"""
    found, gammas = {}, (0.1, 0.3, 0.5, 1, 2, 3, 5, 10, 30)
    for r in (0.1, 0.5):
        rings = circles(200, factor=r, rng=seed)
        shares = {gamma: told_apart(RBF(gamma), rings.X, rings.y, 3) for gamma in gammas}
        found[f"first, {r}"] = max(share[0] for share in shares.values())
        found |= {f"first at 0.3, {r}": shares[0.3][0], f"third at 0.3, {r}": shares[0.3][2]}
    return found


def cuts_of_spirals(seed):
    """What straight cuts are worth on new spirals, and which γ needs the fewest components for 98% of new points: of
    six, and of a finer list.
    seed: int → dict by str, shares of new points, numbers of components, and γ"""
    sets = [
        [spirals(n, cycles=turns, rng=2 * seed + k) for n, k in ((300, 2), (1000, 3))] for turns in (1, 2)
    ]
    gammas, found = (0.3, 1, 3, 10, 30, 100), {}
    for turns, (old, new) in enumerate(sets, 1):
        shares = {g: cut_shares(RBF(g), old.X, old.y, new.X, new.y) for g in gammas}
        enough = {g: components_needed(share) for g, share in shares.items()}
        best = min(enough, key=enough.get)
        found |= {f"best γ, turns {turns}": best, f"components, turns {turns}": enough[best]}
        few = {g: components_needed(cut_shares(RBF(g), old.X, old.y, new.X, new.y, 80)) for g in FINER_WIDTHS}
        found |= {f"finer γ, turns {turns}": min(few, key=few.get), f"few, turns {turns}": min(few.values())}
        found[f"few at 10, turns {turns}"] = few[10]
        if turns == 1:
            found |= {
                "four": shares[0.3][3],
                "eight": shares[0.3][7],
                "sixteen": shares[10][15],
                "all": shares[10][-1],
            }
            found |= {"two, best": max(share[1] for share in shares.values())}
            found |= {"24, worst": min(shares[g][23] for g in gammas[:-1])}
    return found


def choices_for_spirals(seed):
    """How many new points of new spirals a straight cut puts right, by how γ and the components were chosen.
    seed: int → dict by rule, of shares"""
    old, new = spirals(300, rng=2 * seed + 2), spirals(1000, rng=2 * seed + 3)
    gammas, sizes = [0.1, 0.3, 1, 3, 10, 30, 100, 300], [2, 4, 8, 16, 24]
    shuffled = np.random.default_rng(seed).permutation(300)
    X, y = old.X[shuffled], old.y[shuffled]
    two = {g: solve_dual(RBF(g)(X), 2).cumulated_variance[-1] for g in gammas}
    median = 1 / np.median(squared_euclidean(X, X)[np.triu_indices(300, 1)])
    held = solve_dual(RBF(median)(X)).cumulated_variance
    left = [np.arange(300) % 5 == fold for fold in range(5)]
    scores = {}
    for g in gammas:
        folds = [cut_shares(RBF(g), X[~out], y[~out], X[out], y[out], 24) for out in left]
        scores |= {(g, q): np.mean([fold[min(q, len(fold)) - 1] for fold in folds]) for q in sizes}
    chosen = {
        "variance": (max(two, key=two.get), 2),
        "median": (median, components_needed(held, 0.95)),
        "median, 99.9%": (median, components_needed(held, 0.999)),
        "folds": max(scores, key=scores.get),
    }
    worth = {rule: cut_shares(RBF(g), X, y, new.X, new.y, q)[-1] for rule, (g, q) in chosen.items()}
    return worth | {"least variance": min(two, key=two.get) == gammas[-1]}


def moons_and_circles(seed):
    """What the best threshold on one component is worth on new moons and on new circles, of two radii of the inner one.
    seed: int → dict by str, of shares"""
    found, gammas = {}, np.geomspace(0.1, 300, 15)
    for noise in (0.05, 0.1):
        data = moons(400, noise=noise, rng=seed)
        shares = np.array([told_apart(RBF(g), data.X, data.y)[0] for g in gammas])
        straight, at = told_apart(Linear(), data.X, data.y)[0], np.log(gammas[shares.argmax()])
        aside = np.interp(at + np.log([0.1, 10]), np.log(gammas), shares).max()
        found |= {f"moons {noise}": shares.max(), f"PCA {noise}": straight}
        found[f"gain kept {noise}"] = (aside - straight) / (shares.max() - straight)
    rings = circles(400, factor=0.3, noise=0.1, rng=seed)
    powers = {d: told_apart(Polynomial(d, 1.0, 0.0), rings.X, rings.y, d + 1) for d in (2, 3, 5)}
    fifth = told_apart(Polynomial(5, 1.0, 1.0), rings.X, rings.y, 6)
    found |= {"(x·x′)², two": powers[2][:2].max(), "(x·x′)², third": powers[2][2]}
    found |= {"odd": max(powers[3].max(), powers[5].max()), "(1 + x·x′)⁵, two": fifth[:2].max()}
    found["(1 + x·x′)⁵, fifth"] = fifth[4]
    larger = circles(400, factor=0.5, noise=0.1, rng=seed)
    found["RBF, larger"] = max(told_apart(RBF(g), larger.X, larger.y, 2).max() for g in gammas)
    found["(x·x′)², larger"] = told_apart(Polynomial(2, 1.0, 0.0), larger.X, larger.y, 3)[2]
    return found | {f"RBF, {g}": told_apart(RBF(g), rings.X, rings.y, 2).max() for g in (2.5, 10)}
