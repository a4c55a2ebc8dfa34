"""Kernel PCA as an estimator of scikit-learn."""

from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from kernelsy19.kernels.estimator import KernelEstimator, whole_fit
from kernelsy19.pca.solve import solve_dual


class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, KernelEstimator):
    """Principal components in feature space.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    n_components : int ≥ 1, or None for all with an eigenvalue that is not zero
    center : bool, whether to center the mapped points, by the mean of the training points
    solver : {"auto", "dense", "krylov", "cholesky"}, as in `solve_dual`
    tol : float > 0, as in `solve_dual`

    Attributes
    ----------
    solution_ : KernelPCASolution, with its certificate
    kernel_ : Kernel that was used
    eigenvalues_ : (q,) array, of the centered Gram matrix, falling
    alpha_ : (n, q) array, normalized coefficients of the axes
    explained_variance_ratio_ : (q,) array, shares of the variance in feature space
    X_fit_ : (n, p) array, or (n,) array of points of another kind: the training points
    n_features_in_ : int, where points are rows of numbers

    Notes
    -----
    `sklearn.decomposition.KernelPCA` gives the same projections up to signs, and rounding where eigenvalues are all
    but 0. It keeps unit eigenvectors and scales them when it projects; `alpha_` here is already scaled.

    Examples
    --------
    >>> import numpy as np
    >>> from kernelsy19.kernels import RBF
    >>> X = np.random.default_rng(0).normal(size=(100, 2))
    >>> KernelPCA(RBF(gamma=0.5), n_components=3).fit_transform(X).shape
    (100, 3)
    """

    def __init__(self, kernel=None, n_components=2, center=True, solver="auto", tol=1e-10):
        self.kernel = kernel
        self.n_components = n_components
        self.center = center
        self.solver = solver
        self.tol = tol

    @whole_fit
    def fit(self, X, y=None):
        """Find the components of X.
        X (n, p), or a list of n points as the kernel takes them; the (n, n) Gram matrix for `Precomputed()`; y:
        ignored, for scikit-learn's pipelines → self"""
        X = self._points_to_fit(X, ensure_min_samples=2)
        K = self.kernel_.provide_gram(X)
        self.solution_ = solve_dual(K, self.n_components, self.center, self.solver, self.tol)
        if not self.solution_.n_components:
            raise ValueError(
                "X has no component: all points have the same image in feature space, up to rounding."
            )
        self.X_fit_ = X
        self.eigenvalues_ = self.solution_.eigenvalues
        self.alpha_ = self.solution_.alpha
        self.explained_variance_ratio_ = self.solution_.explained_variance_ratio
        return self

    def transform(self, X):
        """Project points on the components.
        X (m, p), or a list of m points as the kernel takes them; for `Precomputed()` the (m, n) kernel values K(x,
        xᵢ) → (m, q)"""
        X = self._points_to_use(X)
        # `KernelPCASolution.project`, without the matrix of kernel values.
        sums = self.kernel_.evaluate_sums(X, self.X_fit_, self.solution_.alpha)
        return sums - self.solution_.mean_projection

    def fit_transform(self, X, y=None):
        """Find the components of X and project X on them, without computing the kernel again.
        → (n, q)"""
        return self.fit(X).solution_.projections

    @property
    def _n_features_out(self):
        return self.solution_.n_components
