"""c-means as an estimator of scikit-learn."""

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin

from kernelsy19.cmeans.plain import largest_length, rounding_of
from kernelsy19.cmeans.solve import c_means
from kernelsy19.kernels import squared_euclidean
from kernelsy19.kernels.estimator import own_rows, rows_to_use, whole_fit
from kernelsy19.units import SAFE_EXPONENT, binary_exponent, scaled_back, times_power_of_two
from kernelsy19.validation import as_generator


class CMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator):
    """Clustering by c-means (Lloyd's algorithm, k-means).

    Parameters
    ----------
    n_clusters : int, c
    n_starts : int or None; None is 10, or as many as `init` holds
    init : {"k-means++", "points", "partition"} or array_like of prototypes, (c, p) or (r, c, p)
    max_iter : int ≥ 1, assignments a start
    exchange : bool, whether after convergence single points change their cluster as long as that lowers J
    random_state : int (a seed), numpy.random.Generator, or None, which is 0

    Attributes
    ----------
    solution_ : CMeansSolution, with its certificate
    labels_ : (n,) int array, clusters in the order of their first appearance
    prototypes_ : (c, p) array
    n_iter_ : int
    n_features_in_ : int

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
    >>> CMeans(n_clusters=2).fit(X).labels_
    array([0, 0, 1, 1])
    """

    def __init__(
        self, n_clusters=2, n_starts=None, init="k-means++", max_iter=300, exchange=False, random_state=0
    ):
        self.n_clusters = n_clusters
        self.n_starts = n_starts
        self.init = init
        self.max_iter = max_iter
        self.exchange = exchange
        self.random_state = random_state

    @whole_fit
    def fit(self, X, y=None):
        """Find the clusters.
        X (n, p); y: ignored, for scikit-learn's pipelines → self"""
        X, rng = own_rows(self, X), as_generator(self.random_state, "random_state")
        self.solution_ = c_means(
            X, self.n_clusters, self.n_starts, self.init, self.max_iter, self.exchange, rng
        )
        self.prototypes_ = self.solution_.prototypes
        self.labels_ = labels_as_predicted(self, X)
        self.n_iter_ = max(1, self.solution_.iterations)
        self._n_features_out = len(self.prototypes_)
        return self

    def transform(self, X):
        """Distances ‖x − vₖ‖ to the prototypes.
        X (m, p) → (m, c)"""
        D2, _, e = self._squared_distances(X)
        return scaled_back(np.sqrt(D2), e, "The distance to a prototype")

    def predict(self, X):
        """Return the cluster of the nearest prototype, the first of those that are equally near up to rounding.
        X (m, p) → (m,) int array"""
        D2, lengths, _ = self._squared_distances(X)
        own = D2.min(axis=1)
        return ((own + rounding_of(own, lengths))[:, None] >= D2).argmax(axis=1)

    def score(self, X, y=None):
        """−J of the points, each at its nearest prototype.
        X (m, p); y: ignored, for scikit-learn's pipelines"""
        D2, _, e = self._squared_distances(X)
        return -scaled_back(float(D2.min(axis=1).sum()), 2 * e, "The objective")

    def _squared_distances(self, X):
        """Distances² in units of 2^2e in which they are numbers, the lengths that they come from, and e."""
        X = rows_to_use(self, X)
        e = max(binary_exponent(X), binary_exponent(self.prototypes_))
        e = e if abs(e) > SAFE_EXPONENT else 0
        X, V = times_power_of_two(X, -e), times_power_of_two(self.prototypes_, -e)
        return squared_euclidean(X, V), np.linalg.norm(X, axis=1) + largest_length(V), e


def labels_as_predicted(estimator, X):
    """The labels of a fit; where clusters share a prototype, those of `predict`: equal ones for equal points."""
    labels = estimator.solution_.labels
    clusters, first = np.unique(labels, return_index=True)
    if (estimator.predict(X[first]) == clusters).all():
        return labels
    return estimator.predict(X)
