"""Few labels and many points: how often each method is right about the points without labels."""

from itertools import combinations

import numpy as np

from kernelsy19.engine.gram import MatrixGram
from kernelsy19.engine.threads import one_blas_thread, thread_limit
from kernelsy19.fisher.value import DiagonalMixture, FisherKernel
from kernelsy19.kernels import Kernel
from kernelsy19.kernels.geometry import psd_provider
from kernelsy19.signatures import by_name, fitting, integer_from, made_by, number_from, takes
from kernelsy19.svm.estimator import ranked_votes
from kernelsy19.svm.solve import solve_checked_dual, warn_unless_converged
from kernelsy19.validation import as_any_labels, as_function, as_generator, as_integer, as_whole_numbers

UNLABELED = -1  # the label of a point without one, as scikit-learn's semi-supervised methods have it
COMMON_C = 10.0  # price of a unit of slack, the same for every kernel, since all are scaled alike
DECISION_DIGITS = (
    9  # below is rounding: points that a kernel does not tell apart get one answer, on every computer
)
MACHINE_TOL, MACHINE_ITERATIONS = 1e-3, 1_000_000  # those of `SupportVectorClassifier`


@takes(y=as_any_labels)
def draw_labeled(y, per_class, rng):
    """Draw the points whose labels are told.

    Parameters
    ----------
    y : (n,) int array, classes
    per_class : int ≥ 1, labels a class; no class may have fewer points
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
        K = psd_provider(known(X)).matrix()

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


@takes(methods=by_name(as_function), y=as_any_labels, n_draws=integer_from(), seed=integer_from(0))
def accuracies(methods, y, per_class, n_draws=20, seed=0):
    """Share of the unlabeled points that each method gets right, over draws of the labeled ones.

    Parameters
    ----------
    methods : dict of str to callable, (n,) array with −1 where no label is told → (n,) array of labels
    y : (n,) int array
    per_class : int ≥ 1, labels a class
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
