"""Kernel c-means as an estimator of scikit-learn."""

import numpy as np
from sklearn.base import ClusterMixin

from kernelsy19.cmeans.estimator import labels_as_predicted
from kernelsy19.kernel_cmeans.solve import approximate_kernel_c_means, kernel_c_means
from kernelsy19.kernels import is_precomputed
from kernelsy19.kernels.estimator import KernelEstimator, whole_fit
from kernelsy19.kernels.weighted_sums import first_of_largest
from kernelsy19.validation import as_generator, as_vector


class KernelCMeans(ClusterMixin, KernelEstimator):
    """Clustering by c-means in the feature space of a kernel.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    n_clusters : int, c
    n_starts : int or None; None is 10, or as many as `init` holds
    init : {"k-means++", "points", "partition"} or array_like of labels, (n,) or (r, n)
    max_iter : int ≥ 1, assignments a start
    exchange : bool, whether after convergence single points change their cluster as long as that lowers J
    n_sample : int or None; with a number, prototypes are combinations of that many points and no n × n matrix is formed
    random_state : int (a seed) or numpy.random.Generator

    Attributes
    ----------
    solution_ : KernelCMeansSolution or, with n_sample, ApproximateSolution
    kernel_ : Kernel that was used
    labels_ : (n,) int array, clusters in the order of their first appearance
    n_iter_ : int
    n_features_in_ : int, where points are rows of numbers

    Notes
    -----
    Prediction needs the training points (the sample only, with n_sample). tslearn's `KernelKMeans` leaves out ‖vₖ‖²,
    the third term of the distance, and minimizes something else.

    Examples
    --------
    >>> import numpy as np
    >>> from kernelsy19.kernels import RBF
    >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
    >>> KernelCMeans(RBF(gamma=1.0), n_clusters=2).fit(X).predict([[4.8]])
    array([1])
    """

    def __init__(
        self,
        kernel=None,
        n_clusters=2,
        n_starts=None,
        init="k-means++",
        max_iter=300,
        exchange=False,
        n_sample=None,
        random_state=0,
    ):
        self.kernel = kernel
        self.n_clusters = n_clusters
        self.n_starts = n_starts
        self.init = init
        self.max_iter = max_iter
        self.exchange = exchange
        self.n_sample = n_sample
        self.random_state = random_state

    @whole_fit
    def fit(self, X, y=None):
        """Find the clusters.
        X (n, p), or a list of n points as the kernel takes them; the (n, n) Gram matrix for `Precomputed()`; y:
        ignored, for scikit-learn's pipelines → self"""
        X = self._points_to_fit(X)
        rng = as_generator(self.random_state, "random_state")
        options = self.n_starts, self.init, self.max_iter, self.exchange, rng
        if self.n_sample is not None:
            self.solution_ = approximate_kernel_c_means(
                self.kernel_, X, self.n_clusters, self.n_sample, *options
            )
            self._X, self._weights = X[self.solution_.sample], self.solution_.alpha
        else:
            self.solution_ = kernel_c_means(self.kernel_.provide_gram(X), self.n_clusters, *options)
            self._X, self._weights = X, self.solution_.W
        self.labels_ = labels_as_predicted(self, X)
        self.n_iter_ = max(1, self.solution_.iterations)
        return self

    def predict(self, X):
        """Return the cluster of the nearest prototype in feature space, the first of equals.
        X (m, p), or a list of m points as the kernel takes them; for `Precomputed()` the (m, n) kernel values K(x,
        xᵢ) → (m,) int array"""
        partial = self._without_K_xx(X)
        return first_of_largest(-partial, np.abs(partial) + 2 * self.solution_.norms2)

    def squared_distances(self, X, K_xx=None):
        """‖Φ(x) − vₖ‖² to the prototypes.
        X (m, p), or a list of m points as the kernel takes them; for `Precomputed()` the (m, n) kernel values K(x,
        xᵢ); K_xx (m,), K(x, x), for `Precomputed()` only → (m, c), in squared units of the feature space"""
        partial = self._without_K_xx(X)
        if is_precomputed(self.kernel_) == (K_xx is None):
            wanted = (
                "must be given"
                if K_xx is None
                else f"is for Precomputed() only: {self.kernel_!r} computes it"
            )
            raise ValueError(f"K_xx, the values K(x, x) of the points, {wanted}.")
        K_xx = self.kernel_.diagonal(X) if K_xx is None else as_vector(K_xx, "K_xx", len(partial))
        return np.maximum(partial + K_xx[:, None], 0)  # rounding takes what is 0 below it

    def _without_K_xx(self, X):
        X = self._points_to_use(X)
        return self.solution_.norms2 - 2 * self.kernel_.evaluate_sums(X, self._X, self._weights)
