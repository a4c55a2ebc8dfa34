"""The way back from feature space: pre-images by the fixed point and by regression, and de-noising with them."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh
from sklearn.utils.validation import check_is_fitted

from kernelsy19.certificates import warn
from kernelsy19.denoising.equations import fixed_point_step, projection_weights, ridge_coefficients
from kernelsy19.denoising.plain import OF_FIXED_POINT, certify, gram_of_X, spread, weights_of
from kernelsy19.kernels import Kernel, as_kernel, default_kernel, is_precomputed, rbf
from kernelsy19.pca import KernelPCA
from kernelsy19.signatures import as_wide_as, integer_from, number_from, takes
from kernelsy19.validation import as_choice, as_generator, as_integer, as_number, as_one_of, as_points

METHODS = ("fixed-point", "ridge")
VANISHING = 1e-12
CYCLE = 1e-3
RETURNS = 10

# Tolerances that one step more may take from where the iteration stopped, for the point to be a fixed one.
LARGEST_LAST_STEP = 2
RIDGES = np.logspace(-8, 1, 19)


@dataclass(frozen=True)
class PreImages:
    """Pre-images, and for each how good it is.

    Attributes
    ----------
    points : (m, p) array, the pre-images z
    squared_distances : (m,) array, ρ(z) = ‖Φ(z) − Σᵢ wᵢΦ(xᵢ)‖²; rarely 0, since most vectors have no exact pre-image
    gradient_norms : (m,) array, ‖∇ρ(z)‖, or None where the kernel is not Gaussian; 0 where no small move helps
    status : (m,) array of str: "converged"; "vanishing", the denominator fell to 0 or below; "cycling", the iteration
        keeps returning to where it was two steps before; "slow", max_iter was reached; "learned", by ridge regression
    iterations : (m,) int array, of all attempts
    restarts : (m,) int array, attempts after the first
    failures : dict, how many attempts ended as "vanishing", "cycling" or "slow", later ones that converged included
    """

    points: np.ndarray
    squared_distances: np.ndarray
    gradient_norms: np.ndarray | None
    status: np.ndarray
    iterations: np.ndarray
    restarts: np.ndarray
    failures: dict

    @property
    def converged(self):
        """Which points a solver vouches for, an (m,) array of bool; learned pre-images count."""
        return np.isin(self.status, ("converged", "learned"))


@takes(**OF_FIXED_POINT, max_restarts=integer_from(0), rng=as_generator, K=gram_of_X)
def fixed_point(kernel, X, W, start, tol=1e-8, max_iter=1000, max_restarts=3, rng=0, K=None):
    """Find pre-images by iterating the fixed-point equation of the Gaussian kernel.

    Parameters
    ----------
    kernel : RBF
    X : (n, p) array_like, training points
    W : (m, n) array_like, one vector Σᵢ wᵢΦ(xᵢ) a row, such as `projection_weights` gives; or (n,), one for all starts
    start : (m, p) array_like, where to start, such as the noisy points
    tol : float > 0, stop once a step is at most this share of the spread of X
    max_iter : int ≥ 1, of each attempt
    max_restarts : int ≥ 0; the first is from the training point nearest to the vector, others from random ones
    rng : int ≥ 0 or numpy.random.Generator, for these
    K : (n, n) array_like, kernel(X), where it is at hand for many calls; None computes it

    Returns
    -------
    PreImages

    Warns
    -----
    ConvergenceWarning
        If points remain for which no attempt converged; of what the attempts left, they get the nearest.

    Notes
    -----
    With K(z, z) = 1, ρ(z) = 1 − 2D(z) + const, where D(z) = Σᵢ wᵢK(z, xᵢ) is the denominator: the smallest distance is
    the largest D. The step is one down the gradient, of length 1/(4γD), as long as D > 0. Where D ≤ 0 it would
    climb; there the attempt ends as "vanishing". Weights may be negative, so convergence is not sure, unlike for
    a density's modes, where all weights are positive.

    References
    ----------
    Mika et al. (1999), Kernel PCA and de-noising in feature spaces.
    """
    tol, attempts, search = tol * spread(X), 1 + max_restarts, _Search(X, W, kernel.gamma, start)
    K = kernel(X) if K is None else K
    for attempt in range(attempts):
        if not len(search.left):
            break
        search.attempt(_starts(search, start, attempt, rng), tol, max_iter)
    search.certify_steps(LARGEST_LAST_STEP * tol)
    result = search.result(kernel, K)
    if not result.converged.all():
        warn(
            f"{np.count_nonzero(~result.converged)} of {len(result.points)} pre-images did not converge in {attempts} "
            f"attempt{'s' * (attempts > 1)} of {max_iter} iterations ({_words(result.failures)}); "
            "raise max_restarts or max_iter, widen the kernel, or use the ridge."
        )
    return result


def _starts(search, start, attempt, rng):
    """Where the points that are left start from: as told, then the nearest training point, then random ones."""
    left = search.left
    if attempt == 0:
        return start[left]
    if attempt == 1:
        return search.X[search.denominators(search.X, left).argmax(axis=1)]
    return search.X[rng.integers(len(search.X), size=len(left))]


class _Search:
    """The attempts at all points: what is left to do, and the best that was found."""

    def __init__(self, X, W, gamma, start):
        self.X, self.W, self.gamma = X, W, gamma
        m = len(W)
        self.best = start.copy()
        self.height = np.full(m, -np.inf)
        self.status = np.full(m, "slow", dtype="<U10")
        self.iterations = np.zeros(m, dtype=int)
        self.attempts = np.zeros(m, dtype=int)
        self.failures = {"vanishing": 0, "cycling": 0, "slow": 0}

    @property
    def left(self):
        return np.flatnonzero(self.status != "converged")

    def denominators(self, points, rows):
        """D of each of the points, for each of the rows of W: an array (rows, points)."""
        return self.W[rows] @ rbf(self.X, points, self.gamma)

    def attempt(self, start, tol, max_iter):
        left = self.left
        Z, status, iterations = _iterate(self.X, self.W[left], self.gamma, start, tol, max_iter)
        heights = (self.W[left] * rbf(Z, self.X, self.gamma)).sum(axis=1)
        done = status == "converged"
        better = left[done | (heights > self.height[left])]
        self.best[better] = Z[done | (heights > self.height[left])]
        self.height[left] = np.maximum(heights, self.height[left])
        self.status[left] = status
        self.iterations[left] += iterations
        self.attempts[left] += 1
        for mode in self.failures:
            self.failures[mode] += int(np.count_nonzero(status == mode))

    def certify_steps(self, tol):
        """Make one more step from what counts as converged: a point that it moves farther was passing by."""
        done = np.flatnonzero(self.status == "converged")
        step = fixed_point_step(self.best[done], self.X, self.W[done], self.gamma) - self.best[done]
        passing = done[~(np.linalg.norm(step, axis=1) <= tol)]
        self.status[passing] = "slow"
        self.failures["slow"] += len(passing)

    def result(self, kernel, K):
        rho, norms = certify(kernel, self.X, self.W, self.best, K)
        return PreImages(
            self.best, rho, norms, self.status, self.iterations, self.attempts - 1, self.failures
        )


def _iterate(X, W, gamma, start, tol, max_iter):
    """One attempt: `fixed_point_step` on the points that still move."""
    Z, before = start.copy(), np.full_like(start, np.inf)
    status, iterations = np.full(len(W), "slow", dtype="<U10"), np.full(len(W), max_iter)
    returns = np.zeros(len(W), dtype=int)
    active = np.arange(len(W))
    for iteration in range(1, max_iter + 1):
        A = W[active] * rbf(Z[active], X, gamma)
        D = A.sum(axis=1)
        moving = np.abs(A).sum(axis=1) * VANISHING < D
        stuck = active[~moving]
        status[stuck], iterations[stuck] = "vanishing", iteration
        active, new = active[moving], A[moving] @ X / D[moving, None]
        step = np.linalg.norm(new - Z[active], axis=1)
        back = np.linalg.norm(new - before[active], axis=1)
        returns[active] = np.where(back <= CYCLE * step, returns[active] + 1, 0)
        status[active[returns[active] == RETURNS]] = "cycling"
        status[active[step <= tol]] = "converged"
        before[active], Z[active] = Z[active], new
        iterations[active] = iteration
        active = active[status[active] == "slow"]
        if not len(active):
            break
    return Z, status, iterations


def _words(failures):
    return ", ".join(f"{count} {mode}" for mode, count in failures.items() if count)


@dataclass(frozen=True)
class LearnedPreImage:
    """A map from projections back to points, learned from the training points; call it with projections.

    Attributes
    ----------
    kernel : Kernel between projections
    Z : (n, q) array, projections of the training points
    mean : (p,) array, x̄ of the training points, which is put back
    coefficients : (n, p) array
    ridge : float, η
    leave_one_out_error : float, root of the mean squared distance between a training point and its pre-image when
        that point is left out of the regression; nan where ridge was given
    """

    kernel: Kernel
    Z: np.ndarray
    mean: np.ndarray
    coefficients: np.ndarray
    ridge: float
    leave_one_out_error: float

    def __call__(self, Z):
        """Pre-images of projections.
        Z (m, q) → (m, p)"""
        Z = as_points(Z, "Z", n_features=self.Z.shape[1])
        return self.mean + self.kernel(Z, self.Z) @ self.coefficients


@takes()
def learn(Z, X, kernel=None, ridge=None):
    """Learn pre-images: ridge regression of points on their projections.

    Parameters
    ----------
    Z : (n, q) array_like, projections of the training points
    X : (n, p) array_like, the training points
    kernel : Kernel or callable between projections, or None for RBF with γ = 1/(q · variance of Z)
    ridge : float η > 0, or None for the η of `RIDGES` times the mean K(z, z) with the least leave-one-out error

    Returns
    -------
    LearnedPreImage

    References
    ----------
    Bakır, Weston & Schölkopf (2004), Learning to find pre-images.

    Notes
    -----
    `sklearn.decomposition.KernelPCA.inverse_transform` regresses X itself, so that far from the training points its
    answer tends to 0; here it tends to their mean.
    """
    Z, X = as_points(Z, "Z"), as_points(X)
    if len(Z) != len(X):
        raise ValueError(f"Z and X must have one row a training point, got {len(Z)} and {len(X)}.")
    kernel = default_kernel(Z) if kernel is None else as_kernel(kernel)
    K_z = kernel(Z)
    error = np.nan
    if ridge is None:
        ridge, error = _best_ridge(K_z, X - X.mean(axis=0))
    ridge = as_number(ridge, "ridge", 0, closed="neither")
    return LearnedPreImage(kernel, Z, X.mean(axis=0), ridge_coefficients(K_z, X, ridge), ridge, float(error))


def _best_ridge(K, Y):
    """The η with the least leave-one-out error: row i of (K + ηI)⁻¹Y over its i-th diagonal entry is the error at i."""
    values, V = eigh(K)
    T = V.T @ Y
    ridges = RIDGES * (np.trace(K) / len(K) or 1.0)  # of a K that is 0, any η gives the mean
    errors = []
    for ridge in ridges:
        inverse = 1 / (np.maximum(values, 0) + ridge)
        misses = (V @ (inverse[:, None] * T)) / (V**2 @ inverse)[:, None]
        errors.append(np.sqrt(np.square(misses).sum(axis=1).mean()))
    best = int(np.argmin(errors))
    return ridges[best], errors[best]


@takes()
def denoise(model, X, n_components=None, method="fixed-point", **options):
    """Project noisy points on the first axes of a kernel PCA, and find pre-images of the projections.

    Parameters
    ----------
    model : KernelPCA, fitted to points without noise
    X : (m, p) array_like, noisy points
    n_components : int, how many of the model's axes, or None for all
    method : {"fixed-point", "ridge"}
    **options : of `fixed_point` (tol, max_iter, max_restarts, rng), or of `learn` (kernel, ridge)

    Returns
    -------
    PreImages; its `points` are the points without their noise

    Raises
    ------
    ValueError
        If the model was fitted to a precomputed Gram matrix, has fewer components, or method is not one of these.
    """
    as_choice(method, "method", METHODS)
    X, q = _checked_for(model, X, n_components)
    solution, points = model.solution_, model.X_fit_
    Z = model.transform(X)[:, :q]
    W = projection_weights(Z, solution.alpha[:, :q], solution.centered)
    if method == "fixed-point":
        return fixed_point(model.kernel_, points, W, X, **options)
    found = learn(solution.projections[:, :q], points, **options)(Z)
    rho, norms = certify(model.kernel_, points, W, found)
    zeros = np.zeros(len(X), dtype=int)
    return PreImages(found, rho, norms, np.full(len(X), "learned"), zeros, zeros, {})


@takes()
def compare(model, X, n_components=None):
    """De-noise by each method, with its defaults.

    Parameters
    ----------
    model, X, n_components : as in `denoise`

    Returns
    -------
    dict of str to PreImages, by method; `squared_distances` is the same measure for all of them
    """
    return {method: denoise(model, X, n_components, method) for method in METHODS}


def _checked_for(model, X, n_components):
    as_one_of(model, "model", KernelPCA)
    check_is_fitted(model)
    if is_precomputed(model.kernel_):
        raise ValueError("A model of precomputed kernel values has no points to mix a pre-image from.")
    if model.X_fit_.ndim != 2:
        raise ValueError(
            f"A pre-image is mixed of points that are rows of numbers, and those of {model.kernel_!r} are not."
        )
    available = model.solution_.n_components
    q = available if n_components is None else as_integer(n_components, "n_components")
    if q > available:
        raise ValueError(f"n_components must be at most the model's {available}, got {n_components}.")
    return as_points(X, n_features=model.n_features_in_), q


@takes(X=as_points, Z=as_wide_as("X"), W=weights_of("Z"), gamma=number_from(0))
def bends(Z, X, W, gamma):
    """C(z) = Σ over wᵢ > 0 of wᵢK(z, xᵢ) + 2e^(−3/2) Σ over wᵢ < 0 of |wᵢ|, for the Gaussian kernel.

    Parameters
    ----------
    Z : (m, p) array
    X : (n, p) array
    W : (m, n) array, or (n,) for the same vector at every z
    gamma : float, γ > 0

    Returns
    -------
    (m,) array, such that ρ(z + δ) ≤ ρ(z) + ∇ρ(z)·δ + 2γC(z)‖δ‖² for every δ
    """
    near = (np.maximum(W, 0) * rbf(Z, X, gamma)).sum(axis=1)
    return near + 2 * np.exp(-1.5) * np.maximum(-W, 0).sum(axis=1)
