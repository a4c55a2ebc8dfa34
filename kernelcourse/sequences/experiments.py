"""Who speaks? The same task for several kernels of sequences, each with the same chance."""

from dataclasses import dataclass, field, replace

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelsy19.datasets import SequenceData, japanese_vowels
from kernelsy19.kernels import Kernel, Precomputed
from kernelsy19.kernels.geometry import check_psd, nearest_psd
from kernelsy19.ridge import KernelRidge
from kernelsy19.sequences import ExpDTW, GlobalAlignment
from kernelsy19.sequences.equations import per_first_length, per_mean_length, typical_similarity
from kernelsy19.sequences.solve import dtw_distances
from kernelsy19.signatures import (
    as_wide_as,
    fitting,
    integer_from,
    made_by,
    number_from,
    one_each,
    several,
    takes,
)
from kernelsy19.svdd import values_after_repair
from kernelsy19.svm import SupportVectorClassifier
from kernelsy19.validation import as_any_labels, as_generator, as_gram, as_integer, as_matrix, as_vector

SLACK_PRICES = (1.0, 10.0, 100.0)  # of slack, from which each kernel may choose
TO_COUNT = 1e-10  # KKT residual at which rounding no longer decides which points are counted


# A fold holds a point at least, and each is left out once.
_AS_FOLDS = fitting(lambda n_folds, name, given: as_integer(n_folds, name, 2, len(given["y"]), "n"))


@takes(train=made_by(SequenceData), test=made_by(SequenceData))
def shares_by_neighbor(train, test):
    """How many recordings the nearest neighbor classifies correctly, for each distance of `distances_to_known`.

    → dict by name of the shares of training sequences, each of which is left out in turn, and of test sequences
    """
    left_out, new = distances_to_known(train, train), distances_to_known(test=test, train=train)
    shares = {}
    for name, D in left_out.items():
        np.fill_diagonal(D, np.inf)  # no sequence is its own neighbor
        own = float(np.mean(train.y[D.argmin(axis=1)] == train.y))
        shares[name] = own, float(np.mean(train.y[new[name].argmin(axis=1)] == test.y))
    return shares


def stretched(x, frames):
    """A sequence (p, d) at another number of frames, at equal distances, with straight lines between: (frames, d)."""
    at, old = np.linspace(0, len(x) - 1, frames), np.arange(len(x))
    return np.column_stack([np.interp(at, old, column) for column in x.T])


@takes(train=made_by(SequenceData), test=made_by(SequenceData))
def shares_without_alignment(train, test):
    """Classify sequences by means and standard deviations, which know no order, and by frames at equal distances.
    → dict by name of the shares of test that are right; the kernel is Gaussian, with γ = 1/number of columns, C = 10"""
    told = {"mean and sd": lambda x: np.r_[x.mean(axis=0), x.std(axis=0)]}
    told |= {f"{m} frames": lambda x, m=m: stretched(x, m).ravel() for m in (7, 30)}
    machine, shares = make_pipeline(StandardScaler(), SVC(C=10.0, gamma="auto")), {}
    for name, columns in told.items():
        known, new = ([columns(x) for x in part.sequences] for part in (train, test))
        shares[name] = machine.fit(known, train.y).score(new, test.y)
    return shares


def two_bumps(rng, n=200):
    """Draw noise of 20 to 40 steps with a bump up and one down: a dict of sequences and y, 1 where up is first."""
    drawn, y = [], rng.integers(2, size=n)
    for up_first in y:
        x = 0.3 * rng.normal(size=(rng.integers(20, 41), 1))
        middles = np.add(np.sort(rng.integers(1, len(x) - 5, size=2)), [0, 4])
        x[middles[:, None] + [-1, 0, 1], 0] += np.outer([1, -1] if up_first else [-1, 1], [1, 2, 1])
        drawn.append(x)
    return {"sequences": drawn, "y": y}


def worth_of_order(seed):
    """Classify with and without alignment what is drawn: which recordings are known, how frames are shuffled, bumps."""
    rng, (vowels, more), found = as_generator(seed), japanese_vowels(), {}
    vowels = replace(
        vowels, sequences=vowels.sequences + more.sequences, y=np.r_[vowels.y, more.y]
    ).in_order()
    known = np.concatenate([rng.permutation(np.flatnonzero(vowels.y == man))[:30] for man in range(9)])
    shuffled, bumps = [rng.permutation(x) for x in vowels.sequences], two_bumps(rng)
    tasks = {"": (vowels, known), "shuffled, ": (replace(vowels, sequences=shuffled), known)}
    for task, (data, rows) in (tasks | {"bumps, ": (replace(vowels, **bumps), range(100))}).items():
        train, test = data.rows(list(rows)), data.rows(np.delete(np.arange(len(data)), rows))
        shares = shares_without_alignment(train, test)
        shares["alignment"] = try_out(GlobalAlignment(4.7), train, test, 10.0).tested
        shares["per step"] = try_out(ExpDTW(1.0, per_step=True), train, test, 10.0).tested
        found |= {task + name: share for name, share in shares.items()}
    return found


@takes(Z=as_matrix, y=one_each("Z", as_any_labels))
def like_their_neighbors(Z, y):
    """Whether the nearest other point is of the same class: Z (n, p), n ≥ 2, y (n,) → (n,) bool."""
    apart = cdist(Z, Z)
    np.fill_diagonal(apart, np.inf)
    return y[apart.argmin(axis=1)] == y


@takes(groups=as_any_labels, y=one_each("groups", as_any_labels))
def in_own_group(groups, y):
    """How many points are in a group that is given to their class: to the class that has most points in it.

    groups, y (n,) int → int
    """
    counts = [np.unique(y[groups == group], return_counts=True)[1].max() for group in np.unique(groups)]
    return int(sum(counts))


@takes(data=made_by(SequenceData), folds=one_each("data", as_any_labels))
def left_out_labels(model, data, folds):
    """Predict each fold, as `folds_of` makes them, by a model that has learned from the others: (n,)."""
    labels = np.empty(len(data), dtype=int)
    for fold in np.unique(folds):
        known, left_out = data.rows(folds != fold), data.rows(folds == fold)
        labels[folds == fold] = model.fit(known.sequences, known.y).predict(left_out.sequences)
    return labels


@takes(data=made_by(SequenceData), draws=integer_from())
def left_out_thirds(model, data, draws):
    """Cut the data into thirds in some ways, and predict each third by a model that has learned from the others.

    → list of `draws` (n,) labels, and (3 · draws,) the share of each third that is right
    """
    cuts = [folds_of(data.y, 3, seed) for seed in range(draws)]
    read = [left_out_labels(model, data, folds) for folds in cuts]
    right = [
        (said == data.y)[folds == k].mean() for said, folds in zip(read, cuts, strict=True) for k in range(3)
    ]
    return read, np.array(right)


@dataclass(frozen=True)
class Reading:
    """What a support vector machine makes of new points, and what had to be done to the matrix first.
    labels (m,); smallest eigenvalue of the training matrix; negative, how many are below 0 by more than rounding;
    repaired, whether the nearest PSD matrix took its place"""

    labels: np.ndarray = field(repr=False)
    smallest: float
    negative: int
    repaired: bool


@takes(K=as_gram, y=one_each("K", as_any_labels), K_new=as_wide_as("K"), C=number_from(0))
def read_by_margin(K, y, K_new, C):
    """Train a support vector machine on kernel values, repaired where they are indefinite, and classify new points.
    K (n, n), y (n,), K_new (m, n), kernel values of new points with those, C, price of slack → Reading

    Where K has negative eigenvalues, the nearest PSD matrix takes its place, and new points move along with the
    training points: `kernelsy19.svdd.values_after_repair`."""
    psd, eigenvalues = check_psd(K), np.linalg.eigvalsh(K)
    if not psd.is_psd:
        K_new, K = values_after_repair(K_new, K).K_xs, nearest_psd(K).K
    labels = SupportVectorClassifier(Precomputed(), C=C, tol=TO_COUNT).fit(K, y).predict(K_new)
    return Reading(labels, psd.smallest_eigenvalue, int((eigenvalues < -psd.tolerance).sum()), not psd.is_psd)


@takes(
    K=as_gram,
    y=one_each("K", as_any_labels),
    K_new=as_wide_as("K"),
    y_new=one_each("K_new", as_any_labels),
    C=number_from(0),
)
def share_right(K, y, K_new, y_new, C):
    """The share of new points, of classes y_new (m,), that `read_by_margin` classifies correctly."""
    return float(np.mean(read_by_margin(K, y, K_new, C).labels == y_new))


@dataclass(frozen=True)
class Trial:
    """What a support vector machine makes of a kernel.
    typical, median kernel value of two training sequences; smallest eigenvalue of the training matrix; trained, tested,
    shares that are right of either part; nearest (m,), for each test sequence the training sequence with the largest
    kernel value"""

    typical: float
    smallest: float
    trained: float
    tested: float
    nearest: np.ndarray = field(repr=False)


@takes(kernel=made_by(Kernel), train=made_by(SequenceData), test=made_by(SequenceData), C=number_from(0))
def try_out(kernel, train, test, C):
    """Train a support vector machine with a kernel of sequences and a price of slack, and read both parts: a Trial."""
    K, K_new = kernel(train.sequences), kernel(test.sequences, train.sequences)
    both = read_by_margin(K, train.y, np.vstack([K, K_new]), C)
    right = both.labels == np.concatenate([train.y, test.y])
    own, new = right[: len(K)], right[len(K) :]
    shares = float(own.mean()), float(new.mean())
    return Trial(typical_similarity(K), both.smallest, *shares, K_new.argmax(axis=1))


@takes(y=as_any_labels, n_folds=_AS_FOLDS)
def folds_of(y, n_folds=5, seed=None):
    """Put each point into a fold, so that each fold has the same number of each class, or one more.
    y (n,) → (n,) int, from 0; the points of a class go to the folds in turn, as they stand or, with a seed, as drawn"""
    folds, rng = np.empty(len(y), dtype=int), None if seed is None else as_generator(seed, "seed")
    for label in np.unique(y):
        members = np.flatnonzero(y == label)
        members = members if rng is None else rng.permutation(members)
        folds[members] = np.arange(len(members)) % as_integer(n_folds, "n_folds", low=2)
    return folds


@takes(K=as_gram, y=one_each("K", as_any_labels), C=number_from(0), n_folds=_AS_FOLDS)
def cross_validated(K, y, C, n_folds=5):
    """The share of points that are classified correctly when their fold is left out.
    K (n, n), y (n,), C, price of slack → float"""
    folds, right = folds_of(y, n_folds), 0
    for fold in range(n_folds):
        out, rest = np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)
        reading = read_by_margin(K[np.ix_(rest, rest)], y[rest], K[np.ix_(out, rest)], C)
        right += (reading.labels == y[out]).sum()
    return right / len(y)


@dataclass(frozen=True)
class Choice:
    """The kernel of a family that cross-validation chose, and how it does on the test part.
    validated, accuracy of the choice when the fold is left out; accuracy on the test part, and its reading; typical,
    median kernel value of two training sequences"""

    kernel: object
    C: float
    validated: float
    accuracy: float
    reading: Reading = field(repr=False)
    typical: float


@takes(
    family=several(made_by(Kernel)), train=made_by(SequenceData), test=made_by(SequenceData), prices=as_vector
)
def choose(family, train, test, prices=SLACK_PRICES, n_folds=5):
    """Choose a kernel and a price of slack by cross-validation on the training part, and look at the test part once.

    family of Kernels, prices of slack > 0 → Choice; of equal ones the first, with the smallest price
    """
    best = None
    for kernel in family:
        K = kernel(train.sequences)
        for C in prices:
            validated = cross_validated(K, train.y, C, n_folds)
            if best is None or validated > best[0]:
                best = validated, kernel, C, K
    validated, kernel, C, K = best
    reading = read_by_margin(K, train.y, kernel(test.sequences, train.sequences), C)
    accuracy = float(np.mean(reading.labels == test.y))
    return Choice(kernel, C, float(validated), accuracy, reading, typical_similarity(K))


@takes(K=as_gram, y=one_each("K", as_any_labels), K_new=as_wide_as("K"))
def read_by_ridge(K, y, K_new):
    """Classify new points by ridge regression: one function for each class, 1 on its points and −1 on the others.

    K (n, n), y (n,), K_new (m, n), kernel values of new points with those → (m,), the class whose function is largest;
    each function has the λ that leaving one out prefers
    """
    classes = np.unique(y)
    targets = [np.where(y == label, 1.0, -1.0) for label in classes]
    scores = [KernelRidge(Precomputed(), lam="loo").fit(K, target).predict(K_new) for target in targets]
    return classes[np.argmax(scores, axis=0)]


@takes(train=made_by(SequenceData), test=made_by(SequenceData))
def distances_to_known(train, test):
    """Distances of new sequences to known ones, by what the cost of the cheapest alignment is divided.
    → dict by name of (m, n) arrays"""
    D = dtw_distances(test.sequences, train.sequences)
    p, q = test.lengths[:, None], train.lengths
    return {
        "D": D,
        "D/p": per_first_length(D, p),
        "2D/(p + q)": per_mean_length(D, p, q),
        "D with squared costs": dtw_distances(test.sequences, train.sequences, squared=True),
    }
