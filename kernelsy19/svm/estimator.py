"""The perceptron in dual form and the support vector machine as estimators of scikit-learn."""

from itertools import combinations

import numpy as np
from sklearn.utils.class_weight import compute_class_weight

from kernelsy19.gram import psd_provider
from kernelsy19.kernels import Linear, is_precomputed
from kernelsy19.kernels.estimator import KernelClassifier, whole_fit
from kernelsy19.kernels.weighted_sums import first_of_largest, settled_sums
from kernelsy19.svm.equations import bounds, normal, perceptron_normal, votes
from kernelsy19.svm.solve import decision_function, perceptron, solve_checked_dual, warn_unless_converged
from kernelsy19.validation import as_integer, as_number


def ranked_votes(decisions, pairs, n_classes):
    """Votes for each class, and less than a third of one, which orders classes of equal votes.
    decisions (m, q), a column for each pair; pairs (q, 2) int array, k and l of each: f is positive for k → (m,
    n_classes); of two classes with as many votes, the larger sum of decisions is ahead"""
    sums = np.zeros((len(decisions), n_classes))
    for f, (k, l) in zip(decisions.T, pairs, strict=True):
        sums[:, k] += f
        sums[:, l] -= f
    return votes(decisions, pairs, n_classes) + sums / (3 * (np.abs(sums) + 1))


class _SignClassifier(KernelClassifier):
    """What both classifiers share: the label is where the decision is positive, or largest."""

    def predict(self, X):
        """The class of each point.
        X: as in `decision_function` → (m,) of labels"""
        f = self.decision_function(X)
        return self.classes_[first_of_largest(f) if f.ndim == 2 else (f > 0).astype(int)]

    def _require_linear(self):
        if not isinstance(self.kernel_, Linear):
            raise AttributeError(f"coef_ exists for the linear kernel only, not for {self.kernel_!r}.")


class DualPerceptron(_SignClassifier):
    """The perceptron with a kernel: a count for each point, of how often it was missed.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    max_passes : int ≥ 1, passes over all points

    Attributes
    ----------
    solution_ : PerceptronSolution, with its certificate
    kernel_ : Kernel that was used
    classes_ : (2,) array of labels; the decision is positive for the second
    counts_ : (n,) int array
    support_ : (s,) int array, indices of the points that were missed at least once
    support_vectors_ : (s, p) array, or (s,) array of points of another kind
    intercept_ : float, b = Σ countsᵢyᵢ
    n_updates_, n_iter_ : int, updates, and passes over the points
    n_features_in_ : int, where points are rows of numbers

    Notes
    -----
    Points are visited in the order in which they stand, so another order can give another line. The offset is learned
    like every other weight: to K(x, xᵢ) comes a 1.

    Examples
    --------
    >>> from kernelsy19.kernels import Linear
    >>> model = DualPerceptron(Linear()).fit([[0.0, 0], [1, 0], [3, 3], [4, 3]], ["a", "a", "b", "b"])
    >>> model.predict([[0.0, 1], [5, 5]]).tolist()
    ['a', 'b']
    """

    def __init__(self, kernel=None, max_passes=1000):
        self.kernel = kernel
        self.max_passes = max_passes

    @whole_fit
    def fit(self, X, y):
        """Visit the points until none is missed.
        X (n, p), or a list of n points as the kernel takes them; the (n, n) Gram matrix for `Precomputed()`; y (n,)
        of labels, of two classes → self"""
        X = self._points_to_fit(X)
        labels = self._labels_to_fit(X, y)
        if len(self.classes_) > 2:
            raise ValueError("Only binary classification is supported. The type of the target is multiclass.")
        self._X = X
        self.solution_ = perceptron(self.kernel_.provide_gram(X), 2.0 * labels - 1, self.max_passes)
        self.counts_, self.support_ = self.solution_.counts, self.solution_.support
        self.support_vectors_ = X[self.support_]
        self.intercept_ = float(self.counts_ @ self.solution_.y)
        self.n_updates_, self.n_iter_ = self.solution_.updates, self.solution_.passes
        return self

    def decision_function(self, X):
        """F(x) = Σᵢ aᵢyᵢ (K(xᵢ, x) + 1): positive for the second class.
        X (m, p), or a list of m points as the kernel takes them; for `Precomputed()` the (m, n) kernel values K(x,
        xᵢ) → (m,)"""
        X = self._points_to_use(X)
        return decision_function(self.kernel_, self._X, self.solution_, X)

    @property
    def coef_(self):
        """w of the linear kernel, as a (p,) array."""
        self._require_linear()
        return perceptron_normal(self.counts_, self.solution_.y, self._X)[0]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


class SupportVectorClassifier(_SignClassifier):
    """The support vector machine with soft margin; of many classes, one against one.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    C : float > 0, the price of a unit of slack; np.inf for the hard margin
    tol : float > 0, largest KKT residual, in units of the decision
    max_iter : int ≥ 1, for each pair of classes
    class_weight : dict of float by label, "balanced" or None, by what C is multiplied for the points of a class;
        "balanced" is n / (number of classes · number of its points)

    Attributes
    ----------
    solutions_ : tuple of SVMSolution, one for each pair of classes, with their certificates
    pairs_ : (q, 2) int array, the classes of each machine, by their place in `classes_`: its decision is positive for
        the first, which is the later one
    kernel_ : Kernel that was used
    classes_ : (c,) array of labels
    support_ : (s,) int array, indices of the points that have weight in some machine
    support_vectors_ : (s, p) array, or (s,) array of points of another kind
    dual_coef_ : (q, s) array, αᵢyᵢ of each machine
    intercept_ : (q,) array
    n_iter_ : int, of all machines
    n_features_in_ : int, where points are rows of numbers

    Notes
    -----
    `sklearn.svm.SVC` solves the same problem with the same C, `class_weight` and, up to the order of a tie among
    classes, the same votes: where several classes have most votes, ours takes the one whose decisions sum to more.

    Examples
    --------
    >>> from kernelsy19.datasets import iris
    >>> model = SupportVectorClassifier(C=1.0).fit(iris().X, iris().y)
    >>> model.score(iris().X, iris().y) > 0.95
    True
    """

    def __init__(self, kernel=None, C=1.0, tol=1e-3, max_iter=1_000_000, class_weight=None):
        self.kernel = kernel
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.class_weight = class_weight

    @whole_fit
    def fit(self, X, y):
        """Find the machine of each pair of classes.
        X (n, p), or a list of n points as the kernel takes them; the (n, n) Gram matrix for `Precomputed()`; y (n,)
        of labels, of two classes or more → self"""
        X = self._points_to_fit(X)
        labels = self._labels_to_fit(X, y)
        C = as_number(self.C, "C", 0, closed="right")
        C = bounds(C, self._class_weights(labels), labels)
        if is_precomputed(self.kernel_):
            self.kernel_.evaluate_gram(X)  # says what is wrong with all of it, before parts are taken
        self._X = X
        self.pairs_ = np.array([(k, l) for l, k in combinations(range(len(self.classes_)), 2)])
        members = [np.flatnonzero((labels == k) | (labels == l)) for k, l in self.pairs_]
        tol, max_iter = as_number(self.tol, "tol", 0, closed="neither"), as_integer(self.max_iter, "max_iter")
        self.solutions_ = tuple(
            warn_unless_converged(
                solve_checked_dual(
                    psd_provider(self._gram(some)),
                    np.where(labels[some] == k, 1.0, -1.0),
                    C[some],
                    tol,
                    max_iter,
                ),
                max_iter,
            )
            for (k, _), some in zip(self.pairs_, members, strict=True)
        )
        coefficients = np.zeros((len(self.pairs_), len(X)))
        for row, some, solution in zip(coefficients, members, self.solutions_, strict=True):
            row[some] = solution.alpha * solution.y
        self.support_ = np.flatnonzero(coefficients.any(axis=0))
        self.support_vectors_ = X[self.support_]
        self.dual_coef_ = coefficients[:, self.support_]
        self.intercept_ = np.array([solution.b for solution in self.solutions_])
        self.n_iter_ = sum(solution.iterations for solution in self.solutions_)
        return self

    def decision_function(self, X):
        """Of two classes f(x), positive for the second; of more the votes for each class.
        X (m, p), or a list of m points as the kernel takes them; for `Precomputed()` the (m, n) kernel values K(x,
        xᵢ) → (m,), or (m, c) array; to the votes comes less than a third, which orders classes of equal votes by
        the; sum of the decisions for them"""
        f = self._decisions(self._points_to_use(X))
        if len(self.classes_) == 2:
            return f[:, 0]
        return ranked_votes(f, self.pairs_, len(self.classes_))

    @property
    def coef_(self):
        """w of each machine of the linear kernel, as a (q, p) array."""
        self._require_linear()
        w = np.array([normal(np.abs(a), np.sign(a), self.support_vectors_) for a in self.dual_coef_])
        w.flags.writeable = False  # it is computed anew each time, so what is written into it would be lost
        return w

    def _class_weights(self, labels):
        if self.class_weight is None:
            return np.ones(len(self.classes_))
        weights = compute_class_weight(self.class_weight, classes=self.classes_, y=self.classes_[labels])
        if not (np.isfinite(weights) & (weights > 0)).all():
            raise ValueError(
                f"class_weight must be finite and above 0 for each class, got {weights.tolist()}."
            )
        return weights

    def _gram(self, some):
        if len(some) == len(self._X):
            return self.kernel_.provide_gram(self._X)
        if is_precomputed(self.kernel_):
            return self.kernel_.provide_gram(self._X[np.ix_(some, some)])
        return self.kernel_.provide_gram(self._X[some])

    def _decisions(self, X):
        """F of each machine, as an (m, q) array: kernel values are computed once for all machines."""
        if is_precomputed(self.kernel_):
            k, sums = None, self.kernel_.evaluate(X, self._X)[:, self.support_] @ self.dual_coef_.T
        else:
            k = self.kernel_
            sums = self.kernel_.evaluate_sums(X, self.support_vectors_, self.dual_coef_.T.copy())
        f = sums + self.intercept_
        return settled_sums(k, X, self.support_vectors_, self.dual_coef_.T, f, self.intercept_)
