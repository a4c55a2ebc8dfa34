"""Solving the dual of the minimum-volume ball, fast, and deciding with it."""

from dataclasses import replace

import numpy as np

from kernelsy19.ball.equations import largest_weight, squared_distances_to_center
from kernelsy19.ball.plain import Ball, BallSolution, feasible, share
from kernelsy19.engine import smo
from kernelsy19.engine.duals import enclose
from kernelsy19.gram import as_provider
from kernelsy19.kernels import as_kernel, is_precomputed
from kernelsy19.kernels.custom import as_kernel_on_grid
from kernelsy19.kernels.weighted_sums import (
    expansion_on_grid,
    precomputed_diagonal,
    require_training_points,
    settled,
)
from kernelsy19.signatures import integer_from, made_by, number_from, takes
from kernelsy19.validation import as_points

# Points from whose rows the kernel density of all is estimated, to start from; of rows that have to be computed one in
# 32, but not fewer than the second number. More of them give a better start, and cost more than it saves.
DENSITY_POINTS, FEWEST_DENSITY_POINTS = 128, 32
VALUES_AT_HAND = 2**16  # kernel values up to which (9c) is computed as it is written, from matrices
CANCELLED_SHARE = 1e-2  # of K(x, x) below which a variance takes values in float64


@takes(solution=made_by(BallSolution), X=as_points)
def shared_evenly(solution, X):
    """Share the weight of a place evenly among the points that lie on it.

    The problem determines what equal points weigh together, and each solver splits it in its own way. What is counted
    or drawn has to be the same for all.

    Parameters
    ----------
    solution : BallSolution
    X : (n, p) array_like, the points that it encloses

    Returns
    -------
    BallSolution, the same ball
    """
    if len(X) != len(solution.alpha):
        raise ValueError(f"X must hold the {len(solution.alpha)} points of the ball, got {len(X)}.")
    _, place, count = np.unique(X, axis=0, return_inverse=True, return_counts=True)
    place = place.ravel()  # NumPy 2.0 alone gives it the shape of a column
    return replace(solution, alpha=(np.bincount(place, solution.alpha) / count)[place])


@takes(K=as_provider, nu=share, tol=number_from(0), max_iter=integer_from(), start=feasible)
def solve_dual(K, nu, tol=1e-6, max_iter=1_000_000, start=None):
    """Find the minimum-volume ball: maximize L_D(α) subject to Σ αᵢ = 1, 0 ≤ αᵢ ≤ 1/(νn).

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix; or `kernel.gram(X)`, which computes them
    nu : float, in (0, 1]: at least this share of the points are support vectors, at most this share outliers
    tol : float > 0, largest KKT residual, in units of the variance of the mapped points, so that the duality gap is
        at most tol of the objective; rounding limits it to 1e-14 of the largest K(x, x)
    max_iter : int ≥ 1
    start : (n,) array_like, a feasible α; None puts the weight on the points where the kernel density is lowest

    Returns
    -------
    BallSolution

    Notes
    -----
    Up to 2000 points a Cholesky factorization tells whether K is positive semidefinite; beyond, that of the Gram matrix
    of 2000 points drawn from them, whose smallest eigenvalue is never below that of K. Nothing is checked of
    `kernel.gram(X)` where the kernel is positive semidefinite by construction.
    """

    def begin(K, diagonal):
        rounded = smo.rounded_entries(K)
        far_from_mean, variance = _distances_to_mean(K, diagonal, rounded)
        if start is not None:
            return start, variance, rounded
        C = np.full(len(K), largest_weight(nu, len(K)))
        return smo.fill(np.ones(len(K)), -far_from_mean, C, 1.0), variance, rounded

    return enclose(Ball(nu, len(K)), K, begin, tol, max_iter)


def _sample(n, size):
    """Indices of so many points, the same in each run."""
    return np.sort(np.random.default_rng(0).choice(n, min(n, size), replace=False))


def _distances_to_mean(K, diagonal, rounded):
    """‖Φ(xᵢ) − m‖² up to a constant, and the variance: both from the rows of a sample of points, or all where at
    hand.

    For a constant diagonal the order of the first is that of the kernel density, lowest density first."""
    if rounded is not None:
        sample, rows = slice(None), rounded
    elif K.at_hand:
        sample = _sample(len(diagonal), DENSITY_POINTS)
        rows = K.rows(sample)
    else:
        sample = _sample(len(diagonal), min(DENSITY_POINTS, max(FEWEST_DENSITY_POINTS, len(diagonal) // 32)))
        rows = K.rows(sample, np.float32)
    largest = (diagonal[sample].mean() + diagonal.mean()) / 2
    each = rows.dtype.type(1 / len(rows))
    density = (np.full(len(rows), each) @ rows).astype(np.float64)
    variance = largest - density.mean()
    if variance < CANCELLED_SHARE * abs(largest) and rows.dtype == np.float32:
        # In float32 the values are alike: what tells them apart is in the digits that it leaves out.
        density = K.rows(np.arange(len(diagonal))[sample]).mean(axis=0)
        variance = largest - density.mean()
    return diagonal - 2 * density, max(variance, 0.0)


@takes(k=as_kernel, solution=made_by(BallSolution))
def distances_to_ball_center(k, X, solution, X_new, K_xx=None):
    """‖Φ(x) − c‖² of new points (9c), in squared units of the feature space: an (m,) array, as `decision_function`."""
    X, X_new = k.two_sets(X, X_new, "X_new")
    require_training_points(X, len(solution.alpha))
    support, alpha = solution.support, solution.alpha[solution.support]
    if is_precomputed(k):
        K_xx = precomputed_diagonal(k, X, K_xx, len(X_new))
        K_xs, K_ss = k.evaluate(X_new, X)[:, support], k.evaluate(X[support], X)[:, support]
        return squared_distances_to_center(K_xx, K_xs, K_ss, alpha)
    if K_xx is not None:
        raise ValueError(f"K_xx is for Precomputed() only; {k!r} computes it.")
    K_xx, S = k.evaluate_diagonal(X_new), X[support]
    if len(S) * max(len(S), len(X_new)) <= VALUES_AT_HAND:
        return squared_distances_to_center(K_xx, k.evaluate(X_new, S), k.evaluate_gram(S), alpha)
    # The sums of (9c) without the matrix of kernel values, and ‖c‖² as the solution has it: O(m · support).
    return K_xx - 2 * k.evaluate_sums(X_new, S, alpha) + solution.center_norm2


@takes()
def decision_function(k, X, solution, X_new, K_xx=None):
    """R² − ‖Φ(x) − c‖² of new points: positive in the ball, negative outside.

    Parameters
    ----------
    k : Kernel or callable
    X : (n, p) array_like, or what else the kernel takes, the training points; their Gram matrix for `Precomputed()`
    solution : BallSolution
    X_new : (m, p) array_like, or what else the kernel takes; for `Precomputed()` the (m, n) kernel values K(x, xᵢ)
    K_xx : (m,) array_like or None, K(x, x) of the new points: needed for `Precomputed()` unless the diagonal of the
        training Gram matrix is constant, and an error for any other kernel

    Returns
    -------
    (m,) array, in squared units of the feature space
    """
    return depth(solution, distances_to_ball_center(k, X, solution, X_new, K_xx))


@takes()
def depth(solution, squared_distances):
    """R² − ‖Φ(x) − c‖², and 0 on the surface: no term of that distance² is larger than 4 (‖Φ(x) − c‖² + ‖c‖²)."""
    sizes = np.abs(squared_distances) + np.abs(solution.center_norm2)
    return settled(solution.R2 - squared_distances, 4 * sizes)


@takes(k=as_kernel_on_grid, X=as_points, solution=made_by(BallSolution))
def decision_on_grid(k, X, solution, x, y):
    """R² − ‖Φ(x) − c‖² on all points of a grid in the plane.

    Parameters
    ----------
    k, X, solution : as in `decision_function`; k is not precomputed, and X is (n, 2)
    x, y : (w,) and (h,) array_like

    Returns
    -------
    (h, w) array, as matplotlib's contour wants it
    """
    require_training_points(X, len(solution.alpha))
    support = solution.support
    sums, K_xx = expansion_on_grid(k, X[support], solution.alpha[support], x, y)
    return depth(solution, K_xx - 2 * sums + solution.center_norm2)
