"""The ball for two classes as an estimator of scikit-learn."""

import numpy as np

from kernelsy19.kernels.estimator import KernelClassifier, whole_fit
from kernelsy19.svdd.solve import decision_function, solve_dual
from kernelsy19.validation import as_vector

DEFAULT_SHARE_OUTSIDE = 0.1  # of the targets, which the default C lets outside where there are no outliers


class TwoClassSVDD(KernelClassifier):
    """The ball around one of two classes that keeps the other out: support vector data description with outliers.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    C : float or None, the price of a unit of slack, at least 1 over the number of targets; None is 10 over that number,
        but at most 1; or a pair (C₊, C₋), the price of a target that stays outside and of an outlier that comes in
    target : label or None, the class that belongs into the ball; None is the largest label, +1 of −1 and +1
    tol : float > 0, largest KKT residual, in units of the variance of the mapped points
    max_iter : int ≥ 1

    Attributes
    ----------
    solution_ : SVDDSolution, with its certificate; its y is +1 for targets
    kernel_ : Kernel that was used
    C_ : float, the price that was used, or (n,) array of that of each point
    classes_ : (2,) array, the labels in order
    target_ : label of the class in the ball
    support_ : (s,) int array, indices with a positive weight
    support_vectors_ : (s, p) array, or (s,) array of points of another kind
    R2_ : float, squared radius
    n_iter_ : int
    n_features_in_ : int, where points are rows of numbers

    Notes
    -----
    Which class is the target makes a difference: the ball is bounded, what lies around it is not.

    `decision_function` is positive where `predict` gives `classes_[1]`, as scikit-learn wants: R² − ‖Φ(x) − c‖² if that
    is the target, minus this if it is not. `svdd.decision_function` is R² − ‖Φ(x) − c‖² always.

    Examples
    --------
    >>> import numpy as np
    >>> from kernelsy19.kernels import RBF
    >>> X = np.random.default_rng(0).normal(size=(100, 2))
    >>> y = np.where(np.linalg.norm(X, axis=1) < 1, 1, -1)
    >>> bool(TwoClassSVDD(RBF(gamma=0.5), C=1.0).fit(X, y).score(X, y) > 0.9)
    True
    """

    def __init__(self, kernel=None, C=None, target=None, tol=1e-6, max_iter=1_000_000):
        self.kernel = kernel
        self.C = C
        self.target = target
        self.tol = tol
        self.max_iter = max_iter

    @whole_fit
    def fit(self, X, y):
        """Find the ball.
        X (n, p), or a list of n points as the kernel takes them; the (n, n) Gram matrix for `Precomputed()`; y
        (n,), labels of two classes → self"""
        X = self._points_to_fit(X)
        places = self._labels_to_fit(X, y)
        self.target_ = self._target()
        signs = np.where(self.classes_[places] == self.target_, 1.0, -1.0)
        self.C_ = min(1.0, 1 / (DEFAULT_SHARE_OUTSIDE * np.sum(signs > 0))) if self.C is None else self.C
        if np.ndim(self.C_):
            self.C_ = np.where(signs > 0, *as_vector(self.C_, "C", 2))
        K = self.kernel_.provide_gram(X)
        self.solution_ = solve_dual(K, signs, self.C_, self.tol, self.max_iter)
        self._X = X
        self.support_ = self.solution_.support
        self.support_vectors_ = X[self.support_]
        self.R2_ = self.solution_.R2
        self.n_iter_ = self.solution_.iterations
        return self

    def decision_function(self, X, K_xx=None):
        """R² − ‖Φ(x) − c‖², or minus this where the target is `classes_[0]`.
        X (m, p), or a list of m points as the kernel takes them; for `Precomputed()` the (m, n) kernel values K(x,
        xᵢ); K_xx (m,) or None, as in `svdd.decision_function` → (m,)"""
        X = self._points_to_use(X)
        depth = decision_function(self.kernel_, self._X, self.solution_, X, K_xx)
        return depth if self.target_ == self.classes_[1] else -depth

    def predict(self, X, K_xx=None):
        """The target class in the ball, the other one outside.
        X, K_xx: as in `decision_function` → (m,) of labels"""
        positive = self.decision_function(X, K_xx) > 0
        return self.classes_[positive.astype(int)]

    _instead = "; MinimumVolumeBall takes one"

    def _target(self):
        """The label that belongs into the ball, once there are two."""
        if len(self.classes_) > 2:
            raise ValueError(
                "Only binary classification is supported. The type of the target is multiclass: "
                f"y must hold two classes, got {len(self.classes_)}. Merge all outliers into one class."
            )
        target = self.classes_[1] if self.target is None else self.target
        no_label = isinstance(target, bool | np.bool_) and self.classes_.dtype.kind in "iuf"  # True is not 1
        if np.ndim(target) or no_label or not np.isin(target, self.classes_):
            raise ValueError(f"target must be one of the classes {self.classes_.tolist()}, got {target!r}.")
        return target

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
