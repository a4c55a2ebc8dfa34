"""Few labels and many points: how often each method is right about the points without labels."""

from itertools import combinations

import numpy as np

from kernelcourse.fisher.draws import across_groups, stretched_groups
from kernelcourse.sequences.experiments import in_own_group, like_their_neighbors
from kernelsy19.datasets import iris, moons
from kernelsy19.datasets.tables import Table
from kernelsy19.engine.threads import one_blas_thread, thread_limit
from kernelsy19.fisher.gaussian_mixture import DiagonalMixture, FisherKernel
from kernelsy19.fisher.solve import fit_mixture
from kernelsy19.gram import MatrixGram, psd_provider
from kernelsy19.kernels import Kernel, default_kernel
from kernelsy19.signatures import by_name, fitting, integer_from, made_by, number_from, takes
from kernelsy19.svm.estimator import ranked_votes
from kernelsy19.svm.solve import solve_checked_dual, warn_unless_converged
from kernelsy19.validation import as_any_labels, as_function, as_generator, as_integer, as_whole_numbers

UNLABELED = -1  # the label of a point without one, as scikit-learn's semi-supervised methods have it
COMMON_C = 10.0  # price of a unit of slack, the same for every kernel, since all are scaled alike
# One answer on every computer: the digits that count are those that the solver has settled. With the tolerance of
# `SupportVectorClassifier`, 1e-3, decisions differ by 0.004 between processors, and single points change sides.
DECISION_DIGITS, MACHINE_TOL, MACHINE_ITERATIONS = 3, 3e-5, 1_000_000


@takes(y=as_any_labels)
def draw_labeled(y, per_class, rng):
    """Draw the points whose labels are told.

    y (n,) classes; per_class ≤ the points of any class → indices (per_class · number of classes,), class by class
    """
    per_class, rng = as_integer(per_class, "per_class"), as_generator(rng)
    classes, sizes = np.unique(y, return_counts=True)
    if sizes.min() < per_class:
        raise ValueError(f"per_class must be at most {sizes.min()}, the smallest class, got {per_class}.")
    return np.concatenate([rng.choice(np.flatnonzero(y == c), per_class, replace=False) for c in classes])


@takes(
    y=as_any_labels,
    labeled=fitting(lambda v, name, given: as_whole_numbers(v, name, high=len(given["y"]) - 1)),
)
def with_few_labels(y, labeled):
    """The labels (n,) of a few points, whose indices are labeled (m,); −1 stands for all others."""
    few = np.full(len(y), UNLABELED)
    few[labeled] = y[labeled]
    return few


@takes(kernel=made_by(Kernel))
def scaled(kernel, X):
    """A multiple of a kernel, so that the mean of K(x, x) over the points X (n, p) is 1.

    A ValueError if K(x, x) is 0 at every point, as for the weights of a mixture of one component.
    """
    mean = kernel.diagonal(X).mean()
    if not mean > 0:
        raise ValueError(f"kernel must not be 0 at every point, got {kernel!r}.")
    return (1 / mean) * kernel


@takes(kernel=made_by(Kernel), C=number_from(0))
def by_machine(kernel, X, C=COMMON_C):
    """A method that shows a support vector machine the labeled points only, for `accuracies`.

    kernel; what it knows of points without labels, it has learned before; X (n, p); C, for the kernel scaled to a mean
    K(x, x) of 1 → callable, labels (n,) with −1 where none is told → labels (n,)
    """
    known = scaled(kernel, X)
    with thread_limit(len(X)):
        return _by_matrix(known(X), C)


def _by_matrix(K, C):
    K = psd_provider(K).matrix()

    def method(few):
        labeled = np.flatnonzero(few != UNLABELED)
        classes, own = np.unique(few[labeled], return_inverse=True)
        if len(classes) < 2:
            raise ValueError(f"The labels must be of two classes or more, got {classes.tolist()}.")
        pairs = [(k, l) for l, k in combinations(range(len(classes)), 2)]
        with one_blas_thread():
            decisions = [_decisions(K, labeled, own, k, l, C) for k, l in pairs]
        return classes[ranked_votes(np.transpose(decisions), pairs, len(classes)).argmax(axis=1)]

    return method


def _decisions(K, labeled, own, k, l, C):
    """What the machine of one pair of classes says of every point.
    It does what `SupportVectorClassifier` does, on a matrix that was checked as a whole: a comparison trains thousands
    of machines on a handful of points each."""
    some = (own == k) | (own == l)
    y, points = np.where(own[some] == k, 1.0, -1.0), labeled[some]
    part = MatrixGram(K[np.ix_(points, points)], psd=True)
    machine = solve_checked_dual(part, y, np.full(len(y), float(C)), MACHINE_TOL, MACHINE_ITERATIONS)
    warn_unless_converged(machine, MACHINE_ITERATIONS)
    return np.round(K[:, points] @ (machine.alpha * y) + machine.b, DECISION_DIGITS)


@takes(mixture=made_by(DiagonalMixture), C=number_from(0))
def fisher_machines(mixture, X, C=COMMON_C):
    """Machines with Fisher kernels of one mixture: of all scores, plain and with information, and of the weights.

    X (n, p), C > 0 → dict of callables, as from `by_machine`
    """
    kernels = {
        "Fisher, all scores, plain": FisherKernel(mixture, information="identity"),
        "Fisher, all scores": FisherKernel(mixture),
        "Fisher, weights alone": FisherKernel(mixture, "weights"),
    }
    return {name: by_machine(kernel, X, C) for name, kernel in kernels.items()}


@takes(mixture=made_by(DiagonalMixture), C=number_from(0))
def balanced_machines(mixture, X, C=COMMON_C):
    """Machines with all scores of a mixture, none of which is louder than the others.

    X (n, p), C > 0 → dict of callables, as from `by_machine`: weights, means and standard deviations each scaled to a
    mean K(x, x) of 1, and then each point to K(x, x) = 1
    """
    K = sum(scaled(FisherKernel(mixture, part), X)(X) / 3 for part in ("weights", "means", "sds"))
    lengths = np.sqrt(np.diagonal(K))
    kernels = {"all scores, balanced": K, "all scores, balanced, length 1": K / np.outer(lengths, lengths)}
    return {name: _by_matrix(K, C) for name, K in kernels.items()}


@takes(methods=by_name(as_function), y=as_any_labels, n_draws=integer_from(), seed=integer_from(0))
def accuracies(methods, y, per_class, n_draws=20, seed=0):
    """Share of the unlabeled points that each method gets right, over draws of the labeled ones.

    methods by name, labels (n,) with −1 where none is told → labels (n,); y (n,); every method sees the same n_draws of
    per_class labels of each class → dict of (n_draws,) by name, in percent
    """
    found = {name: np.empty(n_draws) for name in methods}
    for draw in range(n_draws):
        few = with_few_labels(y, draw_labeled(y, per_class, np.random.default_rng([seed, draw])))
        rest = few == UNLABELED
        for name, method in methods.items():
            found[name][draw] = 100 * np.mean(method(few)[rest] == y[rest])
    return found


def rivals(X, n_components):
    """The methods that chapter 15 compares on few labels, with nothing tuned for any.

    X (n, p), all points; no label is used before a method is called → dict of callables for `accuracies`: a support
    vector machine with the Gaussian kernel of scikit-learn's default width, those of `fisher_machines`, and
    scikit-learn's label spreading among nearest neighbors
    """
    from sklearn.semi_supervised import LabelSpreading

    methods = {"RBF, labels only": by_machine(default_kernel(X), X)}
    methods |= fisher_machines(fit_mixture(X, n_components).mixture, X)
    return methods | {"label spreading": lambda few: LabelSpreading(kernel="knn").fit(X, few).transduction_}


def by_number_of_labels(data, n_components, counts, n_draws=10):
    """Accuracies of `rivals` for several numbers of labels.

    counts, m numbers of labels per class → dict by method of (counts, (m, n_draws) array in percent)
    """
    methods = rivals(data.X, n_components)
    rows = [accuracies(methods, data.y, count, n_draws) for count in counts]
    return {name: (counts, np.array([row[name] for row in rows])) for name in methods}


def means_over_draws(found):
    """The mean accuracies of what `by_number_of_labels` found on several data sets.

    found, by name of the data and by method, (counts, (m, draws) array) → the same with (m,) arrays
    """
    return {
        data: {name: values.mean(axis=1) for name, (_, values) in methods.items()}
        for data, methods in found.items()
    }


def right_by_weights(mixture, X, y, per_class=1):
    """How many points a machine with the kernel of a mixture's weights gets right, with few labels.

    X (n, p), y (n,), per_class labels → mean over the draws of `accuracies`, in percent
    """
    machine = by_machine(FisherKernel(mixture, "weights"), X)
    return float(accuracies({"": machine}, y, per_class)[""].mean())


def closed_form_errors(distances, n=200_000):
    """How wrong the closed information is for two equal Gaussians of the plane, by a simulation.

    distances of the components, m of them, in standard deviations; n simulated points → excess (m,), by what share an
    entry of the diagonal is too large at most; left_out (m,), the largest correlation of two scores that the closed
    form takes for independent
    """
    rows = []
    for apart in distances:
        mixture = DiagonalMixture([0.5, 0.5], [[0, 0], [apart, 0]], [[1, 1], [1, 1]])
        I, closed = mixture.simulated_information(n=n), mixture.closed_information()
        correlations = I / np.sqrt(np.outer(np.diag(I), np.diag(I)))
        excess = np.diag(closed) / np.diag(I) - 1
        rows.append((excess.max(), np.abs(correlations[closed == 0]).max()))
    return np.transpose(rows)


def errors_by_method(table):
    """The errors of the draws, for each method and each number of labels.

    table, "usps_few_labels" → dict by method of (m, draws) in percent, a row for each number of labels, the smallest
    first
    """
    methods, labels = dict.fromkeys(table["method"]), np.unique(table["labels"])
    return {name: np.array([table.rows(method=name, labels=n)["error"] for n in labels]) for name in methods}


def mean_errors(table):
    """The mean errors of each method in "usps_few_labels": a Table with a column for each number of labels."""
    wrong, labels = errors_by_method(table), np.unique(table["labels"])
    means = np.array([values.mean(axis=1) for values in wrong.values()]).round(1)
    columns = {"method": np.array(list(wrong))}
    columns |= {f"{n:g} labels per digit": column for n, column in zip(labels, means.T, strict=True)}
    return Table("errors in %, mean of 10 draws", table.provenance, columns)


def errors_of_components(X, y, numbers):
    """What stays wrong when each component of a mixture has one answer, the best that there is for it.

    X (n, p), y (n,) from 0, numbers of components → dict by number, in percent
    """
    wrong = {}
    for k in numbers:
        component = fit_mixture(X, k, n_starts=3, tol=1e-6).posteriors.argmax(axis=1)
        wrong[k] = 100 * (1 - in_own_group(component, y) / len(y))
    return wrong


def share_like_their_neighbors(X, y):
    """How many points X (n, p) have a nearest neighbor of their own class y (n,), in percent."""
    return 100 * float(like_their_neighbors(X, y).mean())


def on_other_groups(seed):
    """How many points each machine gets right with one label per class, on new stretched groups.
    seed: int → dict by machine, means over the draws of the labels, in percent"""
    drawn = stretched_groups(rng=100 + seed)
    found = fit_mixture(drawn.X, 3, rng=seed).mixture
    machines = rivals(drawn.X, 3) | balanced_machines(found, drawn.X)
    return {name: right.mean() for name, right in accuracies(machines, drawn.y, 1, seed=seed).items()}


def lead_of_unlabeled(seed):
    """By how much each way to learn from unlabeled points is ahead of the Gaussian kernel, on four data sets.
    seed: int, of the points where they are drawn, and of the labels → dict by data, labels and way, in points"""
    found = {}
    cases = {
        "groups": (stretched_groups(rng=100 + seed), 3),
        "across": (across_groups(rng=100 + seed), 3),
        "irises": (iris(), 3),
        "moons": (moons(400, noise=0.1, rng=seed), 2),
    }
    for name, (data, k) in cases.items():
        data = data.in_order()
        machines = rivals(data.X, k) | balanced_machines(fit_mixture(data.X, k).mixture, data.X)
        for labels in (1, 10):
            right = {
                m: r.mean() for m, r in accuracies(machines, data.y, labels, n_draws=10, seed=seed).items()
            }
            gaussian = right.pop("RBF, labels only")
            balanced = right.pop("all scores, balanced, length 1")
            right.pop("all scores, balanced")
            found[f"{name}, {labels}: best of four"] = max(right.values()) - gaussian
            found[f"{name}, {labels}: balanced"] = balanced - gaussian
    return found


def by_clusters(X, k, rng):
    """A method that gives each point the label of its cluster, for `accuracies`.

    X (n, p), k clusters by c-means, rng a seed; a point gets the label of the nearest center whose cluster has one
    """
    from sklearn.cluster import KMeans

    clusters = KMeans(k, n_init=10, random_state=rng).fit(X)
    distances, own = clusters.transform(X), clusters.labels_

    def method(few):
        told = np.flatnonzero(few != UNLABELED)
        known = np.unique(own[told])
        label = [np.bincount(few[told][own[told] == c]).argmax() for c in known]
        return np.array(label)[distances[:, known].argmin(axis=1)]

    return method


def rivals_of_mixtures(seed):
    """What two more ways to learn from unlabeled points get right, beside the weights and the Gaussian kernel.
    seed: int, of the points where they are drawn, and of the labels → dict by data, labels and way, means in percent:
    clusters by c-means with one label each, and label spreading that lets labels travel far (α = 0.99, not 0.2)"""
    from sklearn.semi_supervised import LabelSpreading

    cases = {
        "groups": (stretched_groups(rng=100 + seed), 3),
        "irises": (iris(), 3),
        "moons": (moons(400, noise=0.1, rng=seed), 2),
    }
    found = {}
    for name, (data, k) in cases.items():
        X, y = data.in_order().X, data.in_order().y
        far = LabelSpreading(kernel="knn", alpha=0.99, max_iter=2000)
        methods = {
            "Gaussian": by_machine(default_kernel(X), X),
            "weights": by_machine(FisherKernel(fit_mixture(X, k).mixture, "weights"), X),
            "clusters": by_clusters(X, k, seed),
            "far spreading": lambda few, far=far, X=X: far.fit(X, few).transduction_,
        }
        for labels in (1, 10):
            right = accuracies(methods, y, labels, n_draws=10, seed=seed)
            found |= {f"{name}, {labels}: {way}": float(values.mean()) for way, values in right.items()}
    return found
