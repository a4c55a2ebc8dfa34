"""The minimum-volume ball as an estimator of scikit-learn."""

from sklearn.base import OutlierMixin

from kernelsy19.ball.equations import decide
from kernelsy19.ball.solve import depth, distances_to_ball_center, solve_dual
from kernelsy19.kernels import is_precomputed
from kernelsy19.kernels.estimator import KernelEstimator, whole_fit


class MinimumVolumeBall(OutlierMixin, KernelEstimator):
    """The smallest ball in feature space around most of the data: the one-class support vector machine of SVDD form.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    nu : float, in (0, 1]: at least this share of the points are support vectors, at most this share outliers
    tol : float > 0, largest KKT residual, in units of the variance of the mapped points
    max_iter : int ≥ 1

    Attributes
    ----------
    solution_ : BallSolution, with its certificate
    kernel_ : Kernel that was used
    alpha_ : (n,) array, Σ alpha_ = 1
    support_ : (s,) int array, indices with alpha_ > 0
    support_vectors_ : (s, p) array, or (s,) array of points of another kind
    R2_ : float, squared radius
    offset_ : float, −R²: `decision_function` is `score_samples` − offset_
    n_iter_ : int
    n_features_in_ : int, where points are rows of numbers

    Notes
    -----
    `sklearn.svm.OneClassSVM` separates the mapped points from the origin by a hyperplane at ρ. Where K(x, x) = κ is
    constant, as for RBF, the two are the same: its weights are νn times alpha_ (they sum to νn), and with
    ⟨w, Φ(x)⟩ = νn Σᵢ αᵢ K(x, xᵢ), R² = κ + ‖c‖² − 2ρ/(νn), so that our decision function is 2/(νn) times its own.
    Where K(x, x) varies, as for the linear kernel, they are different problems: ours encloses, that one separates, and
    a point can weigh nothing in one and 1/(νn) in the other.

    `predict` follows the sign of `decision_function`. Points on the surface lie at 0 up to `tol`, so either sign can
    come out for them: count outliers by `solution_.outlier`, not by `predict`.

    Examples
    --------
    >>> import numpy as np
    >>> from kernelsy19.kernels import RBF
    >>> X = np.random.default_rng(0).normal(size=(100, 2))
    >>> ball = MinimumVolumeBall(RBF(gamma=0.5), nu=0.1).fit(X)
    >>> bool(ball.solution_.outlier.mean() <= 0.1)
    True
    """

    def __init__(self, kernel=None, nu=0.1, tol=1e-6, max_iter=1_000_000):
        self.kernel = kernel
        self.nu = nu
        self.tol = tol
        self.max_iter = max_iter

    @whole_fit
    def fit(self, X, y=None):
        """Find the ball around X.
        X (n, p), or a list of n points as the kernel takes them; the (n, n) Gram matrix for `Precomputed()`; y:
        ignored, for scikit-learn's pipelines → self"""
        X = self._points_to_fit(X)
        self.solution_ = solve_dual(self.kernel_.provide_gram(X), self.nu, self.tol, self.max_iter)
        self._X = X
        self.alpha_ = self.solution_.alpha
        self.support_ = self.solution_.support
        self.support_vectors_ = X[self.support_]
        self.R2_ = self.solution_.R2
        self.offset_ = -self.R2_
        self.n_iter_ = self.solution_.iterations
        return self

    def decision_function(self, X, K_xx=None):
        """R² − ‖Φ(x) − c‖²: positive in the ball.
        X (m, p), or a list of m points as the kernel takes them; for `Precomputed()` the (m, n) kernel values K(x,
        xᵢ); K_xx (m,) or None, as in `ball.decision_function` → (m,)"""
        squared_distances = self._squared_distances(X, K_xx)
        return depth(self.solution_, squared_distances)

    def score_samples(self, X, K_xx=None):
        """−‖Φ(x) − c‖²: the higher, the nearer to the center.
        X, K_xx: as in `decision_function` → (m,)"""
        return -self._squared_distances(X, K_xx)

    def predict(self, X, K_xx=None):
        """+1 in the ball, −1 outside.
        X, K_xx: as in `decision_function` → (m,) int array"""
        return decide(self.decision_function(X, K_xx), 0.0)

    def fit_predict(self, X, y=None):
        """Fit the ball and return `predict` of the same points.
        y: ignored, for scikit-learn's pipelines → (n,) int array"""
        self.fit(X)
        return self.predict(X, self.kernel_.diagonal(X) if is_precomputed(self.kernel_) else None)

    def _squared_distances(self, X, K_xx):
        X = self._points_to_use(X)
        return distances_to_ball_center(self.kernel_, self._X, self.solution_, X, K_xx)
