"""Kernel logistic regression as an estimator of scikit-learn."""

import numpy as np
from sklearn.model_selection import StratifiedKFold, cross_val_score

from kernelsy19.kernels.estimator import KernelClassifier, whole_fit
from kernelsy19.kernels.weighted_sums import first_of_largest
from kernelsy19.logistic.equations import probability
from kernelsy19.logistic.solve import OneAgainstRest, scores_at, solve_one_against_rest, warn_unless_converged
from kernelsy19.validation import as_any_labels, as_integer, as_labels, as_matrix


class KernelLogisticRegression(KernelClassifier):
    """Logistic regression in feature space: minimizes Σᵢ log(1 + exp(−tᵢf(xᵢ))) + (λ/2)‖f‖², with tᵢ = ±1.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    lam : float > 0, λ: what a unit of ‖f‖²/2 costs, in nats
    intercept : bool, whether the score has a constant that costs nothing
    tol : float > 0, largest duality gap, as a share of n log 2
    max_iter : int ≥ 1

    Attributes
    ----------
    classes_ : (c,) array, the labels in rising order
    solution_ : LogisticSolution of the second class against the first; with more classes OneAgainstRest
    kernel_ : Kernel that was used
    theta_ : (n,) array of coefficients, or (n, c)
    intercept_ : float or (c,) array
    n_iter_ : int
    n_features_in_ : int, where points are rows of numbers

    Notes
    -----
    With λ = 1/C and the linear kernel it is scikit-learn's `LogisticRegression(C=C, fit_intercept=False)`. With the
    kernel k/λ in the place of k, its probabilities are those of the most likely score of
    `GaussianProcessClassifier(optimizer=None)`, which averages over scores in addition.

    Three classes or more are fitted one against the rest, and their probabilities are scaled to the sum 1.

    Examples
    --------
    >>> from kernelsy19 import datasets
    >>> from kernelsy19.kernels import RBF
    >>> moons = datasets.moons(100)
    >>> model = KernelLogisticRegression(RBF(gamma=2.0), lam=0.1).fit(moons.X, moons.y)
    >>> bool(model.solution_.duality_gap < 1e-9)
    True
    """

    def __init__(self, kernel=None, lam=1.0, intercept=False, tol=1e-14, max_iter=100):
        self.kernel = kernel
        self.lam = lam
        self.intercept = intercept
        self.tol = tol
        self.max_iter = max_iter

    @whole_fit
    def fit(self, X, y):
        """Find the score of least penalized loss.
        X (n, p), or a list of n points as the kernel takes them; the (n, n) Gram matrix for `Precomputed()`; y (n,)
        of labels, at least two different ones → self"""
        X = self._points_to_fit(X)
        place = self._labels_to_fit(X, y)
        columns = [1] if len(self.classes_) == 2 else range(len(self.classes_))
        Y = np.column_stack([place == column for column in columns]).astype(float)
        problems = solve_one_against_rest(
            self.kernel_.provide_gram(X), Y, self.lam, self.intercept, self.tol, self.max_iter
        )
        self.solution_ = problems[0] if len(problems) == 1 else OneAgainstRest(problems)
        warn_unless_converged(self.solution_)
        self._X = X
        self.theta_ = self.solution_.theta
        self.intercept_ = self.solution_.intercept
        self.n_iter_ = self.solution_.iterations
        return self

    def decision_function(self, X):
        """The score f(x): positive where the second class is the likelier.
        X (m, p), or a list of m points as the kernel takes them; for `Precomputed()` the (m, n) kernel values K(x,
        xᵢ) → (m,); with c > 2 classes (m, c), the score of each class against the rest"""
        X = self._points_to_use(X)
        return scores_at(self.kernel_, self._X, self.solution_, X)

    def predict_proba(self, X):
        """The probability of each class.
        X: as in `decision_function` → (m, c), rows sum to 1"""
        h = probability(self.decision_function(X))
        if h.ndim == 1:
            return np.column_stack([1 - h, h])
        h = np.maximum(h, np.finfo(float).tiny)  # all may be 0 far from every class
        return h / h.sum(axis=1, keepdims=True)

    def predict(self, X):
        """The likeliest class.
        X: as in `decision_function` → (m,) of labels"""
        scores = self.decision_function(X)
        place = (scores > 0).astype(int) if scores.ndim == 1 else first_of_largest(scores, 1 + np.abs(scores))
        return self.classes_[place]


def lowest_loss(models, X, y, n_folds=5, seed=0):
    """Choose among models by the mean loss (24) at points that a model has not seen, the same folds for each.

    Parameters
    ----------
    models : iterable of classifiers of scikit-learn with `predict_proba`
    X : (n, p) array_like
    y : (n,) array_like of labels
    n_folds : int ≥ 2, in each of which a class has the same share of the points
    seed : int ≥ 0, of the order in which the points are cut

    Returns
    -------
    best : the model of `models` with the lowest mean, as it was given
    losses : (n_folds,) array, its mean loss in each fold, in nats

    Raises
    ------
    ValueError
        If there is no model, X or y is not finite, or a class has fewer points than there are folds.
    """
    X = as_matrix(X)
    y = as_any_labels(as_labels(y, "y"), "y", len(X))
    if y.dtype.kind == "S":  # which scikit-learn's cross-validation does not take
        y = np.unique(y, return_inverse=True)[1]
    most = int(np.unique(y, return_counts=True)[1].min())
    n_folds = as_integer(n_folds, "n_folds", 2, max(2, most), "the points of the smallest class")
    cut = StratifiedKFold(n_folds, shuffle=True, random_state=as_integer(seed, "seed", 0, 2**32 - 1))
    tried = [
        (model, -cross_val_score(model, X, y, cv=cut, scoring="neg_log_loss", error_score="raise"))
        for model in models
    ]
    if not tried:
        raise ValueError("models must hold at least one model.")
    return min(tried, key=lambda pair: pair[1].mean())
