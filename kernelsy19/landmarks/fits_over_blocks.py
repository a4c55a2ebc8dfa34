"""Ridge regression, kernel PCA, classifiers, c-means and densities as sums over blocks.

`source(b)` makes or reads block b: points X, or the pair (X, y). What a fit needs of all rows it asks for by
`reduce`: one pass, or one pass a step.
"""

import functools
from dataclasses import dataclass, field

import numpy as np

from kernelsy19.certificates import EPS, certified, length, warn_of
from kernelsy19.cmeans.equations import assign, prototypes
from kernelsy19.density.equations import parzen_kernel
from kernelsy19.kernels import as_kernel
from kernelsy19.kernels.weighted_sums import first_of_largest, settled
from kernelsy19.landmarks.blocks import not_empty, pair_in, points_in, reduce
from kernelsy19.landmarks.equations import (
    covariance_from_sums,
    dual_residual,
    hinge_sums,
    lloyd_sums,
    newton_sums,
    normal_sums,
    ridge_from_sums,
)
from kernelsy19.landmarks.solve import ROUNDED_TO, FourierMap, LandmarkMap
from kernelsy19.signatures import integer_from, made_by, number_from, several, takes
from kernelsy19.validation import (
    as_any_labels,
    as_choice,
    as_function,
    as_points,
    as_vector,
    as_whole_numbers,
    shown,
)

_BLOCKS = several(None)
_ALL = {"features": made_by(LandmarkMap, FourierMap), "source": as_function, "blocks": _BLOCKS}

RESIDUAL_TOLERANCE = 1e-6  # slope that may be left of a ridge regression, as a share of that at w = 0

# Residual of an axis as a share of the largest eigenvalue, and by how much axes may be off orthonormal: LAPACK's are
# good to 1e-14.
AXES_TOLERANCE = 1e-9

# Share of the largest coordinate by which rounding moves a prototype that no point left or joined.
STILL = 1e-12
SHORTEST_STEP = 2.0**-30  # of Newton's method: below, rounding decides whether the objective falls


def _advice(fit, otherwise):
    """What would help: to center, where rounding has left out a landmark."""
    far = any(doubt.startswith("rounding that left out") for doubt in fit.doubts)
    return "center the data: they lie too far from the origin" if far else otherwise


# ---- ridge regression ---------------------------------------------------------------------------


@dataclass(frozen=True)
class LandmarkRidge:
    """Ridge regression on features with a free intercept, with what the features leave of the kernel.

    Attributes
    ----------
    features : LandmarkMap or FourierMap
    w : (m,) array
    b : float
    lam : float, λ
    n : int, rows of all blocks
    rmse : float, root of the mean squared error at these rows, in units of y
    residual : float, largest slope of the objective that is left, as a share of that at w = 0
    error : float, tr(K − FFᵀ) / tr K of all n rows; None for Fourier features, of which it says nothing
    converged : bool, whether the residual is at most 1e-6
    doubts : tuple of str, what keeps the fit from being certified, none where it converged
    """

    features: object
    w: np.ndarray = field(repr=False)
    b: float
    lam: float
    n: int
    rmse: float
    residual: float
    error: float | None
    converged: bool = True
    doubts: tuple = field(default=(), repr=False)

    @np.errstate(under="ignore")
    def predict(self, X):
        """wᵀφ(x) + b of each point.
        X (m, p) → (m,), in units of y"""
        return self.features(self.features.kernel.points(X)) @ self.w + self.b


@takes(**_ALL, lam=number_from(0))
def fit_ridge(features, source, blocks, lam, executor=None):
    """Ridge regression on features: minimizes Σ (y − wᵀφ(x) − b)² + λ‖w‖² in one pass.

    Parameters
    ----------
    features : LandmarkMap or FourierMap
    source : callable, block number → (X, y)
    blocks : sequence of block numbers
    lam : float, λ > 0
    executor : as for `reduce`

    Returns
    -------
    LandmarkRidge
    """
    # Sums around a target: those of squares would lose what differs between targets that lie far from 0.
    target = reduce(functools.partial(_mean_target, features, source), blocks[:1], executor)
    sums = reduce(functools.partial(_ridge_part, features, source, target), blocks, executor)
    FF, Fy, f, yy, sum_y, n, trace = not_empty(sums)
    w, b = ridge_from_sums(FF, Fy, f, sum_y, n, lam)
    slope, start = FF @ w + f * b - Fy + lam * w, Fy - f * sum_y / n
    squares = yy - 2 * (w @ Fy + b * sum_y) + w @ FF @ w + 2 * b * (w @ f) + n * b**2
    rmse, error = float(np.sqrt(np.maximum(squares, 0) / n)), _share_left(features, FF.trace(), trace)
    share = float(np.abs(slope).max() / max(np.abs(start).max(), np.finfo(float).tiny))
    fit = LandmarkRidge(features, w, float(b) + target, lam, n, rmse, share, error)
    rounding = np.finfo(float).eps * n * length(np.diagonal(FF)) ** 0.5 * yy**0.5
    left, most = float(np.abs(slope).max()), RESIDUAL_TOLERANCE * float(np.abs(start).max()) + rounding
    # Features of landmarks are rounded as kernel values over the smallest pivot are.
    share = trace / n / np.abs(features.R.diagonal()).min() if isinstance(features, LandmarkMap) else 1.0
    moved = EPS * share * (n * FF.diagonal().max()) ** 0.5 * np.abs(w).sum()
    fit = certified(
        fit,
        ("slope", left, most),
        ("rounding of the features", float(moved), most),
        features.condition,
        ("mean squared error", float(squares) / n, np.finfo(float).max),
    )
    advice = "raise lam: it is so small beside the eigenvalues of FᵀF that rounding decides"
    return warn_of(fit, f"Ridge regression on features with lam={lam:g} ended", _advice(fit, advice))


def _mean_target(features, source, b):
    return float(pair_in(source(b), features.kernel.points)[1].mean())


def _ridge_part(features, source, target, b):
    X, y = pair_in(source(b), features.kernel.points)
    return *normal_sums(features(X), y - target), features.kernel.evaluate_diagonal(X).sum()


def _share_left(features, squares, trace):
    """The share of the trace of K that features of landmarks, with so large squares in all, leave of all rows."""
    return None if isinstance(features, FourierMap) else float(np.maximum(0, 1 - squares / trace))


@dataclass(frozen=True)
class DualResidual:
    """What a fit on features leaves of the equations (K + λI)α = y − b of exact kernel ridge regression.

    Attributes
    ----------
    residuals : (s,) array, of the equations of the points that were asked for, in units of y
    relative : float, root of their mean square, over that of y − b at these points
    """

    residuals: np.ndarray = field(repr=False)
    relative: float


@takes(fit=made_by(LandmarkRidge), source=as_function, blocks=_BLOCKS)
def check_ridge(fit, X, y, source, blocks, executor=None):
    """Put a fit on features into the system of exact kernel ridge regression: one more pass, in exact kernel values.

    Parameters
    ----------
    fit : LandmarkRidge
    X : (s, p) array_like, some of the points that it was fitted to
    y : (s,) array_like, their targets
    source, blocks, executor : as for `fit_ridge`, those of the fit

    Returns
    -------
    DualResidual
    """
    X = fit.features.kernel.points(X)
    fit.predict(X[:1])  # says if its columns are not those of the fit
    y = as_vector(y, "y", len(X))
    K_alpha = reduce(functools.partial(_dual_part, fit, source, X), blocks, executor)
    alpha = (y - fit.predict(X)) / fit.lam
    r = dual_residual(not_empty(K_alpha), alpha, y, fit.b, fit.lam)
    return DualResidual(r, float(np.linalg.norm(r) / np.linalg.norm(y - fit.b)))


def _dual_part(fit, source, points, b):
    X, y = pair_in(source(b), fit.features.kernel.points)
    alpha = (y - fit.b - fit.features(X) @ fit.w) / fit.lam
    return fit.features.kernel.evaluate_sums(points, X, alpha)


# ---- kernel PCA ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class LandmarkPCA:
    """Kernel PCA on features, with what the features leave of the kernel.

    Attributes
    ----------
    features : LandmarkMap or FourierMap
    eigenvalues : (q,) array, variances along the axes, falling
    axes : (m, q) array, orthonormal columns
    mean : (m,) array, of the features
    n : int, rows of all blocks
    error : float, tr(K − FFᵀ) / tr K of all n rows: no variance in feature space is off by more than this times the
        mean of k(x, x); None for Fourier features
    residuals : (q,) array, ‖Su − λu‖ of each axis u, with S the covariance matrix of the features
    converged : bool, whether residuals, over the largest eigenvalue, and axes are good to 1e-9 and leave no doubt
    doubts : tuple of str, what keeps the axes from being certified, none where it converged
    """

    features: object
    eigenvalues: np.ndarray
    axes: np.ndarray = field(repr=False)
    mean: np.ndarray = field(repr=False)
    n: int
    error: float | None
    residuals: np.ndarray = field(default=(), repr=False)
    converged: bool = field(default=True, repr=False)
    doubts: tuple = field(default=(), repr=False)

    @np.errstate(under="ignore")
    def transform(self, X):
        """Coordinates of points along the axes.
        X (m, p) → (m, q)"""
        return (self.features(self.features.kernel.points(X)) - self.mean) @ self.axes


@takes(**_ALL, n_components=integer_from())
def fit_pca(features, source, blocks, n_components, executor=None):
    """Kernel PCA on features, in one pass.

    Parameters
    ----------
    features, blocks, executor : as for `fit_ridge`
    source : callable, block number → X, or a tuple that begins with X
    n_components : int ≥ 1, at most the number of features

    Returns
    -------
    LandmarkPCA; with a ConvergenceWarning if features lie so far from 0 that rounding decides what varies
    """
    q = min(n_components, features.n_features)
    # Sums around the first row: those of features far from 0 would lose what differs between them.
    first = reduce(functools.partial(_first_row, features, source), blocks[:1], executor)
    sums = reduce(functools.partial(_pca_part, features, source, first), blocks, executor)
    FF, _, f, _, _, n, squares, trace = not_empty(sums)
    S = covariance_from_sums(FF, f, n)
    values, vectors = np.linalg.eigh(S)
    axes = vectors[:, ::-1][:, :q]
    axes = axes * np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(q)])
    values = np.maximum(values[::-1][:q], 0)
    residuals = np.linalg.norm(S @ axes - axes * values, axis=0)
    error = _share_left(features, squares, trace)
    fit = LandmarkPCA(features, values, axes, first + f / n, n, error, residuals)
    size, spread, largest = np.sqrt(squares / n), np.sqrt(values[0]), float(values[0])
    one_point = spread <= 4 * EPS * size
    noise = 0.0 if one_point else EPS * max(FF.trace() / n, size * spread)
    skew, below = np.abs(axes.T @ axes - np.eye(q)).max(), values.sum() - S.trace()
    fit = certified(
        fit,
        ("largest residual", float(residuals.max()), AXES_TOLERANCE * largest),
        ("axes off orthonormal by", float(skew), AXES_TOLERANCE),
        ("a variance that is left below 0 by", float(below), AXES_TOLERANCE * q * largest),
        ("rounding of the features", float(noise), ROUNDED_TO * largest),
        features.condition,
    )
    return warn_of(fit, "Kernel PCA on features ended", "center the data: they lie too far from the origin")


def _first_row(features, source, b):
    return features(points_in(source(b), features.kernel.points)[:1])[0]


def _pca_part(features, source, first, b):
    F = features(X := points_in(source(b), features.kernel.points))
    sums = normal_sums(F - first, np.zeros(len(X)))
    return *sums, np.einsum("ij,ij->", F, F), features.kernel.evaluate_diagonal(X).sum()


# ---- classifiers --------------------------------------------------------------------------------


@dataclass(frozen=True)
class LandmarkClassifier:
    """Linear classifiers on features, one for each class against the rest, with their certificate.

    Attributes
    ----------
    features : LandmarkMap or FourierMap
    classes : (c,) array
    W : (m, k) array, a column for each class, or one for the second class where there are two
    lam : float, λ
    n : int, rows of all blocks
    objectives : (k,) array, Σ loss + λ‖w‖²/2
    gaps : (k,) array: no objective exceeds its minimum by more, for it bends by λ at least: slope²/(2λ)
    passes : int
    converged : bool, whether each gap is at most tol of its objective
    doubts : tuple of str, what keeps the classifiers from being certified, none where they converged
    """

    features: object
    classes: np.ndarray
    W: np.ndarray = field(repr=False)
    lam: float
    n: int
    objectives: np.ndarray
    gaps: np.ndarray
    passes: int
    converged: bool
    doubts: tuple = field(default=(), repr=False)

    @np.errstate(under="ignore")
    def decision_function(self, X):
        """wᵀφ(x) of each point.
        X (m, p) → (m, k)"""
        F = self.features(self.features.kernel.points(X))
        return settled(F @ self.W, np.abs(F) @ np.abs(self.W))

    @np.errstate(under="ignore")
    def predict(self, X):
        """The class of the largest value, or of its sign where there are two.
        X (m, p) → (m,)"""
        values = self.decision_function(X)
        if values.shape[1] == 1:
            return self.classes[(values[:, 0] > 0).astype(int)]
        return self.classes[first_of_largest(values, 1 + np.abs(values))]


@takes(**_ALL, lam=number_from(0), tol=number_from(0), max_passes=integer_from())
def fit_classifier(
    features, source, blocks, classes, lam, loss="logistic", tol=1e-8, max_passes=50, executor=None
):
    """Minimize Σ loss(t wᵀφ(x)) + λ‖w‖²/2 for each class against the rest, t = ±1: a pass is a step of Newton's method.

    Parameters
    ----------
    features, blocks, executor : as for `fit_ridge`
    source : callable, block number → (X, y)
    classes : sequence of two or more values of y
    lam : float, λ > 0
    loss : {"logistic", "squared hinge"}
    tol : float > 0, gap at which to stop, as a share of the objective
    max_passes : int ≥ 1

    Returns
    -------
    LandmarkClassifier
    """
    sums = sums_of_loss(loss)
    classes = _as_classes(classes)
    targets = classes[1:] if len(classes) == 2 else classes
    if len(classes) < 2:
        raise ValueError(f"classes must hold two or more values, got {classes}.")
    W = np.zeros((features.n_features, len(targets)))
    J, steps, length, passes = np.full(len(targets), np.inf), 0 * W, np.ones(len(targets)), 0
    while passes < max_passes:
        tried = W - length * steps
        part = functools.partial(_class_part, features, source, sums, (classes, targets), tried)
        values, slopes, bends, n = not_empty(reduce(part, blocks, executor))
        passes += 1
        values, slopes = values + lam * (tried**2).sum(axis=0) / 2, slopes + lam * tried
        better = (values <= J) | (length < SHORTEST_STEP)
        length = np.where(better, 1.0, length / 2)
        for k in np.flatnonzero(better):
            W[:, k], J[k] = tried[:, k], values[k]
            steps[:, k] = np.linalg.solve(bends[k] + lam * np.eye(len(W)), slopes[:, k])
            if passes == 1:
                gaps = (slopes**2).sum(axis=0) / (2 * lam)
            gaps[k] = slopes[:, k] @ slopes[:, k] / (2 * lam)
        if (gaps <= tol * J).all():
            break
    fit = certified(
        LandmarkClassifier(features, classes, W, lam, n, J, gaps, passes, True),
        *(("duality gap", gap, tol * objective) for gap, objective in zip(gaps, J, strict=True)),
        features.condition,
    )
    advice = _advice(fit, f"raise max_passes (now {max_passes})")
    return warn_of(fit, f"Newton's method stopped after {passes} passes", advice)


def _as_classes(classes):
    try:
        return np.unique(as_any_labels(classes, "classes"))
    except TypeError as error:
        raise ValueError(f"classes must hold values that can be compared: {error}") from error


def sums_of_loss(loss):
    """The equation that gives the sums of a loss.
    loss: {"logistic", "squared hinge"} → callable, (F, t, w) → value, gradient, second derivatives"""
    as_choice(loss, "loss", ("logistic", "squared hinge"))
    losses = {"logistic": newton_sums, "squared hinge": hinge_sums}
    return losses[loss]


def _class_part(features, source, sums, labels, W, b):
    (X, y), (classes, targets) = pair_in(source(b), features.kernel.points, as_any_labels), labels
    if sum(np.count_nonzero(y == k) for k in classes) < len(y):
        raise ValueError(
            f"y must hold classes, {classes.tolist()}, got {np.setdiff1d(y, classes)[:5].tolist()} too."
        )
    F = features(X)
    parts = [sums(F, np.where(y == k, 1.0, -1.0), w) for k, w in zip(targets, W.T, strict=True)]
    values, slopes, bends = zip(*parts, strict=True)
    return np.array(values), np.array(slopes).T, np.array(bends), len(y)


# ---- c-means ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LandmarkCMeans:
    """Kernel c-means on features.

    Attributes
    ----------
    features : LandmarkMap or FourierMap
    V : (c, m) array, prototypes
    sizes : (c,) array of counts
    descent : (passes,) array, J of each pass, falling
    n : int, rows of all blocks
    converged : bool, whether the last pass moved no point
    doubts : tuple of str, what keeps the partition from being one that stays, none where it converged
    """

    features: object
    V: np.ndarray = field(repr=False)
    sizes: np.ndarray
    descent: np.ndarray = field(repr=False)
    n: int
    converged: bool
    doubts: tuple = field(default=(), repr=False)

    @np.errstate(under="ignore")
    def predict(self, X):
        """The cluster of each point.
        X (m, p) → (m,) int array"""
        F = self.features(self.features.kernel.points(X)) - self.features.middle
        V = self.V - self.features.middle
        return assign((F**2).sum(axis=1)[:, None] - 2 * F @ V.T + (V**2).sum(axis=1))


@takes(**_ALL, max_passes=integer_from())
def fit_c_means(features, source, blocks, start, max_passes=300, executor=None):
    """Kernel c-means on features: a pass is a step of Lloyd's algorithm.

    Parameters
    ----------
    features, blocks, executor : as for `fit_ridge`
    source : callable, block number → X, or a tuple that begins with X
    start : (c, p) array_like, points to start from, one for each cluster; or (r, p) and the labels of these as a pair
    max_passes : int ≥ 1

    Returns
    -------
    LandmarkCMeans
    """
    V, descent = _first_prototypes(features, start), []
    for _ in range(max_passes):
        part = functools.partial(_lloyd_part, features, source, V)
        sizes, sums, J = not_empty(reduce(part, blocks, executor))
        descent.append(float(J))
        moved = np.where(sizes[:, None] > 0, sums / np.maximum(sizes, 1)[:, None], V)
        # Prototypes that stay where they are up to rounding have clusters that no point left or joined.
        step, still = float(np.abs(moved - V).max()), STILL * float(np.abs(V).max())
        if not step > still:
            break
        V = moved
    fit = certified(
        LandmarkCMeans(features, V, sizes.astype(int), np.array(descent), int(sizes.sum()), True),
        ("points that still move: a prototype by", step, still),
        ("objective", descent[-1], np.finfo(float).max),
        features.condition,
    )
    advice = _advice(fit, "raise max_passes")
    return warn_of(fit, f"Lloyd's algorithm stopped after {len(descent)} passes", advice)


def _first_prototypes(features, start):
    """Mapped points, or the means of the mapped points of each label."""
    if not isinstance(start, tuple):
        start = features.kernel.points(start, "start")
        width = features.omega.shape[1:] if isinstance(features, FourierMap) else features.Z.shape[1:]
        if start.shape[1:] != width:
            raise ValueError(f"start must have {width[0]} columns, got shape {start.shape}.")
        return features(start)
    if len(start) != 2:
        raise ValueError(f"start must be points, or a pair of points and their labels, got {shown(start)}.")
    X = features.kernel.points(start[0], "start[0]")
    labels = as_whole_numbers(start[1], "start[1]", len(X), high=len(X) - 1)
    U = np.eye(labels.max() + 1)[labels]
    if not U.any(axis=0).all():
        raise ValueError(f"start must have points of each label from 0 to {labels.max()}, got none of some.")
    return prototypes(features(X), U)


def _lloyd_part(features, source, V, b):
    # Around a point amid the features: distances² would lose what differs between features that lie far from 0.
    F = features(points_in(source(b), features.kernel.points)) - features.middle
    sizes, sums, J = lloyd_sums(F, V - features.middle)
    return sizes, sums + sizes[:, None] * features.middle, J


# ---- density ------------------------------------------------------------------------------------


@takes(source=as_function, blocks=_BLOCKS, at=as_points, bandwidth=number_from(0))
def fit_density(source, blocks, at, bandwidth, executor=None):
    """The Parzen density of all rows at some points, exactly: it is a sum already, and needs no landmarks.

    Parameters
    ----------
    source : callable, block number → X, or a tuple that begins with X
    blocks, executor : as for `fit_ridge`
    at : (m, p) array_like, where the density is wanted
    bandwidth : float, h > 0

    Returns
    -------
    (m,) array, in inverse units of the volume
    """
    window = as_kernel(parzen_kernel(bandwidth, at.shape[1]))
    total, n = not_empty(reduce(functools.partial(_density_part, window, source, at), blocks, executor))
    return total / n


def _density_part(window, source, at, b):
    X = points_in(source(b), functools.partial(as_points, name="X", n_features=at.shape[1]))
    return window.evaluate_sums(at, X, np.ones(len(X))), len(X)
