"""Digits of which only a few have labels: Fisher kernels beside other methods (chapter 15).

    python tools/tables/usps_few_labels.py

Writes `usps_few_labels.csv`, a row for each method, number of labels and draw. Every method sees the same coordinates
and has six settings, of which three-fold cross-validation on the labeled digits chooses one, anew for each draw. What
learns from unlabeled points sees all 2000 of them.
"""

import itertools
import warnings

import numpy as np
from _rows import save_rows
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.semi_supervised import LabelSpreading, SelfTrainingClassifier
from threadpoolctl import threadpool_limits

from kernelcourse.fisher.experiments import COMMON_C, draw_labeled, scaled, with_few_labels
from kernelsy19 import datasets
from kernelsy19.fisher import FisherKernel, fit_mixture
from kernelsy19.kernels import RBF, Precomputed
from kernelsy19.pca import principal_axes
from kernelsy19.svm import SupportVectorClassifier

POOL, COORDINATES, DRAWS, FOLDS = 2000, 30, 10, 3
LABELS = (3, 10, 30)
COMPONENTS = (10, 20, 40)
ABOUT = (
    f"{POOL} USPS training digits without labels, of which 3, 10 or 30 of each kind then get theirs; the first "
    f"{COORDINATES} principal components of the pixels for every method; errors in % of the 2007 test digits; six "
    f"settings for each method, chosen by {FOLDS}-fold cross-validation on the labeled digits alone; {DRAWS} draws."
)


def digits():
    """The pool and the test digits in principal coordinates, of unit mean square, and the labels of both."""
    train, test = datasets.usps()
    chosen = np.random.default_rng(0).permutation(len(train.X))[:POOL]
    axes = principal_axes(train.X[chosen], COORDINATES)
    pool, rest = axes.project(train.X[chosen]), axes.project(test.X)
    unit = np.sqrt((pool**2).mean())
    return pool / unit, train.y[chosen], rest / unit, test.y


def by_kernel(kernel, C, pool, rest):
    """A method: a machine on the labeled digits; the kernel values of all are computed once."""
    known = scaled(kernel, pool)
    K, K_rest = known(pool), known(rest, pool)

    def method(few, wanted):
        labeled = np.flatnonzero(few >= 0)
        machine = SupportVectorClassifier(Precomputed(), C=C).fit(K[np.ix_(labeled, labeled)], few[labeled])
        return machine.predict((K_rest if wanted is None else K[wanted])[:, labeled])

    return method


def by_peer(model, pool, rest):
    """A method of scikit-learn, which sees the unlabeled digits as well."""

    def method(few, wanted):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return model.fit(pool, few).predict(rest if wanted is None else pool[wanted])

    return method


def settings_of_methods(pool, rest):
    """Yield the name of a method and one of its six settings at a time: nothing but that is kept in memory."""
    for C in (1.0, 10.0):
        for gamma in (0.3, 1.0, 3.0):
            yield "RBF", by_kernel(RBF(gamma / COORDINATES), C, pool, rest)
    for k in COMPONENTS:
        mixture = fit_mixture(pool, k, n_starts=3, tol=1e-6).mixture
        weights = FisherKernel(mixture, "weights")
        for C in (1.0, 10.0):
            yield "Fisher weights", by_kernel(weights, C, pool, rest)
            yield "Fisher all", by_kernel(FisherKernel(mixture), C, pool, rest)
        for share in (0.3, 1.0):
            both = scaled(RBF(1 / COORDINATES), pool) + share * scaled(weights, pool)
            yield "RBF + Fisher weights", by_kernel(both, COMMON_C, pool, rest)
    for neighbors in (5, 10, 20):
        for alpha in (0.2, 0.8):
            model = LabelSpreading(kernel="knn", n_neighbors=neighbors, alpha=alpha)
            yield "label spreading", by_peer(model, pool, rest)
    for C in (0.1, 1.0):
        for threshold in (0.6, 0.75, 0.9):
            model = SelfTrainingClassifier(LogisticRegression(C=C, max_iter=200), threshold=threshold)
            yield "self-training", by_peer(model, pool, rest)


def draws_of(y):
    """The few labels of each number and draw, as a dict."""
    draws = itertools.product(LABELS, range(DRAWS))
    return {draw: draw_labeled(y, draw[0], np.random.default_rng(draw)) for draw in draws}


def cross_validated(method, y, labeled):
    """Labeled digits that the method gets wrong when a third of the labels is hidden at a time."""
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    wrong = 0
    for kept, hidden in folds.split(labeled, y[labeled]):
        answers = method(with_few_labels(y, labeled[kept]), labeled[hidden])
        wrong += int((answers != y[labeled[hidden]]).sum())
    return wrong


def main():
    pool, y, rest, y_rest = digits()
    best = {}
    for name, method in settings_of_methods(pool, rest):
        for (labels, draw), labeled in draws_of(y).items():
            chosen_by = cross_validated(method, y, labeled)
            key = name, labels, draw
            if key not in best or chosen_by < best[key][0]:
                error = 100 * np.mean(method(with_few_labels(y, labeled), None) != y_rest)
                best[key] = chosen_by, error
        print(name, flush=True)
    rows = [(*key, error) for key, (_, error) in best.items()]
    save_rows("usps_few_labels", rows, ABOUT, ("method", "labels", "draw", "error"))


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
