"""Few labels and many points: how often each method is right about the points without labels."""

from itertools import combinations

import numpy as np

from kernelcourse.sequences.experiments import in_own_group, like_their_neighbors
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

    Parameters
    ----------
    y : (n,) int array, classes
    per_class : int ≥ 1, labels per class; no class may have fewer points
    rng : int (a seed) or numpy.random.Generator

    Returns
    -------
    (per_class · number of classes,) int array, indices, class by class

    Raises
    ------
    ValueError
        If a class has fewer points.
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
    """The labels of a few points; −1 stands for all others.

    Parameters
    ----------
    y : (n,) int array
    labeled : (m,) int array, indices of the points that keep their label

    Returns
    -------
    (n,) int array
    """
    few = np.full(len(y), UNLABELED)
    few[labeled] = y[labeled]
    return few


@takes(kernel=made_by(Kernel))
def scaled(kernel, X):
    """A multiple of a kernel, so that the mean of K(x, x) over the points is 1.

    Parameters
    ----------
    kernel : Kernel
    X : (n, p) array

    Returns
    -------
    Kernel

    Raises
    ------
    ValueError
        If K(x, x) is 0 at every point, as for the weights of a mixture of one component.
    """
    mean = kernel.diagonal(X).mean()
    if not mean > 0:
        raise ValueError(f"kernel must not be 0 at every point, got {kernel!r}.")
    return (1 / mean) * kernel


@takes(kernel=made_by(Kernel), C=number_from(0))
def by_machine(kernel, X, C=COMMON_C):
    """A method that shows a support vector machine the labeled points only, for `accuracies`.

    Parameters
    ----------
    kernel : Kernel; what it knows of points without labels, it has learned before
    X : (n, p) array
    C : float > 0, for the kernel scaled to a mean K(x, x) of 1

    Returns
    -------
    callable, (n,) array with −1 where no label is told → (n,) array of labels
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
    """What the machine of one pair of classes says of every point: what `SupportVectorClassifier` does, on a matrix
    that was checked as a whole, for a comparison trains thousands of machines on a handful of points each.
    """
    some = (own == k) | (own == l)
    y, points = np.where(own[some] == k, 1.0, -1.0), labeled[some]
    part = MatrixGram(K[np.ix_(points, points)], psd=True)
    machine = solve_checked_dual(part, y, np.full(len(y), float(C)), MACHINE_TOL, MACHINE_ITERATIONS)
    warn_unless_converged(machine, MACHINE_ITERATIONS)
    return np.round(K[:, points] @ (machine.alpha * y) + machine.b, DECISION_DIGITS)


@takes(mixture=made_by(DiagonalMixture), C=number_from(0))
def fisher_machines(mixture, X, C=COMMON_C):
    """Machines with Fisher kernels of one mixture: of all scores, plain and with information, and of the weights.

    Parameters
    ----------
    mixture : DiagonalMixture
    X : (n, p) array
    C : float > 0

    Returns
    -------
    dict of str to callable, as from `by_machine`
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

    Parameters
    ----------
    mixture : DiagonalMixture
    X : (n, p) array
    C : float > 0

    Returns
    -------
    dict of str to callable, as from `by_machine`: weights, means and standard deviations each scaled to a mean K(x, x)
        of 1, and then each point to K(x, x) = 1
    """
    K = sum(scaled(FisherKernel(mixture, part), X)(X) / 3 for part in ("weights", "means", "sds"))
    lengths = np.sqrt(np.diagonal(K))
    kernels = {"all scores, balanced": K, "all scores, balanced, length 1": K / np.outer(lengths, lengths)}
    return {name: _by_matrix(K, C) for name, K in kernels.items()}


@takes(methods=by_name(as_function), y=as_any_labels, n_draws=integer_from(), seed=integer_from(0))
def accuracies(methods, y, per_class, n_draws=20, seed=0):
    """Share of the unlabeled points that each method gets right, over draws of the labeled ones.

    Parameters
    ----------
    methods : dict of str to callable, (n,) array with −1 where no label is told → (n,) array of labels
    y : (n,) int array
    per_class : int ≥ 1, labels per class
    n_draws : int ≥ 1; every method sees the same draws
    seed : int ≥ 0

    Returns
    -------
    dict of str to (n_draws,) array, in percent
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

    Parameters
    ----------
    X : (n, p) array, all points; no label is used before a method is called
    n_components : int ≥ 1, of the mixture that is fitted to them

    Returns
    -------
    dict of str to callable, for `accuracies`: a support vector machine with the Gaussian kernel of scikit-learn's
        default width, those of `fisher_machines`, and scikit-learn's label spreading among nearest neighbors
    """
    from sklearn.semi_supervised import LabelSpreading

    methods = {"RBF, labels only": by_machine(default_kernel(X), X)}
    methods |= fisher_machines(fit_mixture(X, n_components).mixture, X)
    return methods | {"label spreading": lambda few: LabelSpreading(kernel="knn").fit(X, few).transduction_}


def by_number_of_labels(data, n_components, counts, n_draws=10):
    """Accuracies of `rivals` for several numbers of labels.

    Parameters
    ----------
    data : Dataset
    n_components : int ≥ 1, of the mixture
    counts : sequence of m int ≥ 1, labels per class
    n_draws : int ≥ 1

    Returns
    -------
    dict by method of (counts, (m, n_draws) array in percent)
    """
    methods = rivals(data.X, n_components)
    rows = [accuracies(methods, data.y, count, n_draws) for count in counts]
    return {name: (counts, np.array([row[name] for row in rows])) for name in methods}


def means_over_draws(found):
    """The mean accuracies of what `by_number_of_labels` found on several data sets.

    Parameters
    ----------
    found : dict by name of the data, of dict by method, of (counts, (m, draws) array)

    Returns
    -------
    dict by name of the data, of dict by method, of (m,) array
    """
    return {
        data: {name: values.mean(axis=1) for name, (_, values) in methods.items()}
        for data, methods in found.items()
    }


def right_by_weights(mixture, X, y, per_class=1):
    """How many points a machine with the kernel of a mixture's weights gets right, with few labels.

    Parameters
    ----------
    mixture : DiagonalMixture
    X : (n, p) array
    y : (n,) int array
    per_class : int ≥ 1, labels per class

    Returns
    -------
    float, mean over the draws of `accuracies`, in percent
    """
    machine = by_machine(FisherKernel(mixture, "weights"), X)
    return float(accuracies({"": machine}, y, per_class)[""].mean())


def closed_form_errors(distances, n=200_000):
    """How wrong the closed information is for two equal Gaussians of the plane, by a simulation.

    Parameters
    ----------
    distances : iterable of m float, of the components, in standard deviations
    n : int, simulated points

    Returns
    -------
    excess : (m,) array, by what share an entry of the diagonal is too large at most
    left_out : (m,) array, the largest correlation of two scores that the closed form takes for independent
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

    Parameters
    ----------
    table : datasets.Table, "usps_few_labels"

    Returns
    -------
    dict by method of (m, draws) array in percent, a row for each number of labels, the smallest first
    """
    methods, labels = dict.fromkeys(table["method"]), np.unique(table["labels"])
    return {name: np.array([table.rows(method=name, labels=n)["error"] for n in labels]) for name in methods}


def mean_errors(table):
    """The mean errors of each method.

    Parameters
    ----------
    table : datasets.Table, "usps_few_labels"

    Returns
    -------
    datasets.Table, with a row for each method and a column for each number of labels
    """
    wrong, labels = errors_by_method(table), np.unique(table["labels"])
    means = np.array([values.mean(axis=1) for values in wrong.values()]).round(1)
    columns = {"method": np.array(list(wrong))}
    columns |= {f"{n:g} labels per digit": column for n, column in zip(labels, means.T, strict=True)}
    return Table("errors in %, mean of 10 draws", table.provenance, columns)


def errors_of_components(X, y, numbers):
    """What stays wrong when each component of a mixture has one answer, the best that there is for it.

    Parameters
    ----------
    X : (n, p) array
    y : (n,) int array, from 0
    numbers : iterable of int, of components

    Returns
    -------
    dict by number of components of float, in percent
    """
    wrong = {}
    for k in numbers:
        component = fit_mixture(X, k, n_starts=3, tol=1e-6).posteriors.argmax(axis=1)
        wrong[k] = 100 * (1 - in_own_group(component, y) / len(y))
    return wrong


def share_like_their_neighbors(X, y):
    """How many points have a nearest neighbor of their own class.

    Parameters
    ----------
    X : (n, p) array
    y : (n,) int array

    Returns
    -------
    float, in percent
    """
    return 100 * float(like_their_neighbors(X, y).mean())
