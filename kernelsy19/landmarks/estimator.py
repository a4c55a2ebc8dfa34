"""Landmark features and random Fourier features as transformers of scikit-learn."""

from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from kernelsy19.kernels.estimator import KernelEstimator, whole_fit
from kernelsy19.landmarks.solve import choose, feature_error, fourier_map, landmark_map
from kernelsy19.validation import as_generator, as_integer


class Nystroem(ClassNamePrefixFeaturesOutMixin, TransformerMixin, KernelEstimator):
    """Features of landmarks, whose products are Nyström's approximation of the kernel.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    n_components : int ≥ 1, landmarks; fewer are kept where fewer give all of K
    rule : {"rpcholesky", "greedy", "uniform"}, how landmarks are chosen, see `choose`
    random_state : int ≥ 0 or numpy.random.Generator

    Attributes
    ----------
    choice_ : Choice, with its certificate: the share of the trace of K that is left
    features_ : LandmarkMap, what `transform` calls
    kernel_ : Kernel that was used
    landmarks_ : (m, p) array, or (m,) array of points of another kind
    error_ : float, tr(K − FFᵀ) / tr K of the training points
    n_features_in_ : int, where points are rows of numbers

    Notes
    -----
    `sklearn.kernel_approximation.Nystroem` draws its landmarks evenly, and has features that differ from those of the
    same landmarks here by a rotation: products are the same.

    Examples
    --------
    >>> import numpy as np
    >>> from kernelsy19.kernels import RBF
    >>> X = np.random.default_rng(0).normal(size=(500, 2))
    >>> model = Nystroem(RBF(0.1), n_components=30).fit(X)
    >>> model.transform(X).shape, model.error_ < 1e-3
    ((500, 30), True)
    """

    def __init__(self, kernel=None, n_components=100, rule="rpcholesky", random_state=0):
        self.kernel = kernel
        self.n_components = n_components
        self.rule = rule
        self.random_state = random_state

    @whole_fit
    def fit(self, X, y=None):
        """Choose landmarks among the points.
        X (n, p), or a list of n points as the kernel takes them, which is not precomputed; y: ignored, for
        scikit-learn's pipelines → self"""
        X = self._points_to_fit(X)
        if self.kernel_.precomputed:
            raise ValueError("kernel must compute values at landmarks, not Precomputed(): give the kernel.")
        m = as_integer(self.n_components, "n_components")
        rng = as_generator(self.random_state, "random_state")
        self.choice_ = choose(self.kernel_.provide_gram(X), m, self.rule, rng)
        self.features_ = landmark_map(self.kernel_, X[self.choice_.indices])
        self.landmarks_ = self.features_.Z
        self.error_ = self.choice_.error
        self._n_features_out = self.features_.n_features
        return self

    def transform(self, X):
        """φ(x) of each point.
        X (n, p), or a list of n points as the kernel takes them → (n, m)"""
        X = self._points_to_use(X)  # says if it was not fitted
        return self.features_(X)


class RandomFourierFeatures(ClassNamePrefixFeaturesOutMixin, TransformerMixin, KernelEstimator):
    """Cosines and sines of random frequencies, whose products are an RBF kernel in the mean.

    Parameters
    ----------
    kernel : RBF or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    n_components : int ≥ 1, frequencies; each gives two features, a cosine and a sine
    orthogonal : bool, whether each p frequencies are at right angles to each other, which lowers the error
    random_state : int ≥ 0 or numpy.random.Generator

    Attributes
    ----------
    features_ : FourierMap, what `transform` calls
    kernel_ : RBF that was used
    error_ : FeatureError, on blocks of the Gram matrix of the training points that were drawn
    n_features_in_ : int

    Notes
    -----
    `sklearn.kernel_approximation.RBFSampler` takes one cosine with a random phase for each frequency; with a cosine and
    a sine for each of half as many, all rows have length 1, as the mapped points have.

    Examples
    --------
    >>> import numpy as np
    >>> from kernelsy19.kernels import RBF
    >>> X = np.random.default_rng(0).normal(size=(500, 2))
    >>> model = RandomFourierFeatures(RBF(0.5), n_components=1000).fit(X)
    >>> model.error_.relative < 0.1
    True
    """

    def __init__(self, kernel=None, n_components=100, orthogonal=False, random_state=0):
        self.kernel = kernel
        self.n_components = n_components
        self.orthogonal = orthogonal
        self.random_state = random_state

    @whole_fit
    def fit(self, X, y=None):
        """Draw frequencies; of the points only the number of variables counts, and their variance without a kernel.
        X (n, p); y: ignored, for scikit-learn's pipelines → self"""
        X = self._points_to_fit(X)
        m = as_integer(self.n_components, "n_components")
        rng = as_generator(self.random_state, "random_state")
        self.features_ = fourier_map(self.kernel_, X.shape[1], m, self.orthogonal, rng)
        self.error_ = feature_error(self.features_, X, rng=rng)
        self._n_features_out = self.features_.n_features
        return self

    def transform(self, X):
        """φ(x) of each point.
        X (n, p) → (n, 2 · n_components)"""
        X = self._points_to_use(X)  # says if it was not fitted
        return self.features_(X)
