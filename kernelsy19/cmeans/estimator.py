"""c-means as an estimator of scikit-learn."""

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin

from kernelsy19.cmeans.plain import largest_length, rounding_of
from kernelsy19.cmeans.solve import c_means
from kernelsy19.kernels import squared_euclidean
from kernelsy19.kernels.estimator import own_rows, rows_to_use, whole_fit
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
        return np.sqrt(squared_euclidean(rows_to_use(self, X), self.prototypes_))

    def predict(self, X):
        """Return the cluster of the nearest prototype, the first of those that are equally near up to rounding.
        X (m, p) → (m,) int array"""
        X, V = rows_to_use(self, X), self.prototypes_
        D2, lengths = squared_euclidean(X, V), np.linalg.norm(X, axis=1) + largest_length(V)
        own = D2.min(axis=1)
        return ((own + rounding_of(own, lengths))[:, None] >= D2).argmax(axis=1)

    def score(self, X, y=None):
        """−J of the points, each at its nearest prototype.
        X (m, p); y: ignored, for scikit-learn's pipelines"""
        return -float(squared_euclidean(rows_to_use(self, X), self.prototypes_).min(axis=1).sum())


def labels_as_predicted(estimator, X):
    """The labels of a fit; where clusters share a prototype, those of `predict`: equal ones for equal points."""
    labels = estimator.solution_.labels
    clusters, first = np.unique(labels, return_index=True)
    if (estimator.predict(X[first]) == clusters).all():
        return labels
    return estimator.predict(X)
