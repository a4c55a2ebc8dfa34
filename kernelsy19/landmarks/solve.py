"""Choosing landmarks and frequencies, the features that they make, and how far these are from the kernel."""

import copy
import functools
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import norm, solve_triangular
from scipy.linalg.blas import dtrmm
from scipy.linalg.lapack import dpstrf
from scipy.stats import chi

from kernelsy19.certificates import EPS, HIDDEN_BY_ROUNDING
from kernelsy19.engine.low_rank import randomly_pivoted_cholesky
from kernelsy19.engine.providers import in_units
from kernelsy19.engine.threads import small_problem
from kernelsy19.gram import as_provider
from kernelsy19.kernels import RBF, Kernel, as_kernel
from kernelsy19.landmarks.blocks import points_in, reduce
from kernelsy19.landmarks.equations import (
    fourier_features,
    frequencies,
    landmark_features,
    nystrom,
    trace_left,
)
from kernelsy19.landmarks.plain import NO_WEIGHT, Choice
from kernelsy19.signatures import integer_from, made_by, several, takes, word_of
from kernelsy19.validation import as_flag, as_function, as_generator, as_points, require_size

# Share of the variance of the features up to which rounding may hide what varies
ROUNDED_TO = 1e-6

# Share of the largest pivot below which a landmark depends on the others: its direction would be made of rounding.
NO_PIVOT = 1e-10
PIVOT_RULES = ("rpcholesky", "greedy", "uniform")
SAMPLED_BLOCKS = 16  # that a sample comes from: more are read only if these have too few rows


@takes(K=as_provider, m=integer_from(), rule=word_of(*PIVOT_RULES), rng=as_generator)
def choose(K, m, rule="rpcholesky", rng=0):
    """Choose landmarks among n points.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite, or `kernel.gram(X)`, of which only columns of landmarks are computed
    m : int ≥ 1, landmarks; fewer are chosen where fewer give all of K, or where some that are drawn evenly depend on
        the others
    rule : {"rpcholesky", "greedy", "uniform"}: drawn by what is left of each point, the point of which most is left, or
        drawn evenly among those that are not mapped to 0
    rng : int or numpy.random.Generator

    Returns
    -------
    Choice

    Raises
    ------
    ValueError
        If K is not PSD as far as its columns show, or is 0.

    Notes
    -----
    O(nm²) operations and O(nm) numbers. RPCholesky draws some candidates at once and rejects those that the others have
    made unlikely, which leaves the distribution of the landmarks what it is one by one (Epperly, Tropp & Webber 2024).
    """
    K, _ = in_units(K)
    if not K.diagonal().any():
        raise ValueError("K must not be 0: there is nothing to choose landmarks by.")
    if rule == "uniform":
        indices, L = _drawn_evenly(K, min(m, len(K)), rng)
    else:
        greedy = (lambda d: d.argmax(keepdims=True)) if rule == "greedy" else None
        factor = randomly_pivoted_cholesky(K, min(m, len(K)), NO_WEIGHT, rng, greedy)
        indices, L = factor.pivots, factor.L
    gone = np.cumsum((L**2).sum(axis=1)) / K.diagonal().sum()
    return Choice(indices, np.maximum(0, 1 - gone), rule)


def _drawn_evenly(K, m, rng):
    """m of the points as they are drawn, less those that are 0 or depend on others, and L with LᵀL = Nyström's
    approximation.

    In the order in which they were drawn a factorization would multiply its rounding at each landmark that the ones
    before it nearly explain. So it pivots, and a rotation brings its rows back to the order of the draw."""
    drawn, d = rng.permutation(len(K)), K.diagonal()
    drawn = drawn[d[drawn] > NO_PIVOT * d.max()][:m]
    R, order, rank, _ = dpstrf(K.block(drawn, drawn), tol=NO_PIVOT * d.max(), lower=0)
    R, order = np.triu(R[:rank, :rank]), order[:rank] - 1
    L = solve_triangular(R, K.rows(drawn[order]), trans=1, check_finite=False)
    left = d - np.einsum("ij,ij->j", L, L)
    if left.min(initial=0) < -m * EPS / NO_PIVOT * d.max():
        raise ValueError(f"K must be PSD, but the diagonal of what is left of it reaches {left.min():.3g}.")
    back = np.argsort(order)
    return drawn[order[back]], np.linalg.qr(R[:, back])[0].T @ L


# ---- features -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class LandmarkMap:
    """Nyström's features: a point becomes its kernel values at the landmarks, whitened. Called with points.

    Attributes
    ----------
    kernel : Kernel
    Z : (m, p) array, or (m,) array of points of another kind: the landmarks
    R : (m, m) array, upper triangular, RᵀR = k(Z, Z)
    left_out : float, the largest squared length that features leave of a landmark that depends on the others
    """

    kernel: Kernel
    Z: np.ndarray = field(repr=False)
    R: np.ndarray = field(repr=False)
    left_out: float = field(default=0.0, repr=False)

    @property
    def n_features(self):
        """The number m of features."""
        return len(self.Z)

    def __call__(self, X):
        """φ(x) of each point.
        X (n, p), or n points as the kernel takes them → (n, m)"""
        Z, X = self.kernel.two_sets(self.Z, X, "X")
        with small_problem({"X": X, "Z": Z}):
            K_zx = self.kernel.evaluate(X, Z).T
            # In place, and in half the time of solving with R: a product with a triangle of half as many entries.
            return dtrmm(1.0, self._inverse, K_zx, trans_a=1, overwrite_b=1).T

    @property
    def middle(self):
        """The mean of the landmarks' features, an (m,) array."""
        return self.R.mean(axis=1)

    @property
    def condition(self):
        """What a certificate asks of landmarks that were left out: that what they add is nothing beside what varies."""
        spread = np.var(self.R, axis=1).sum() + self.left_out
        return "rounding that left out a landmark", self.left_out, float(ROUNDED_TO * spread)

    @functools.cached_property
    def _inverse(self):
        """R⁻¹, upper triangular: the features of points whose kernel values are the rows of the identity."""
        return np.asfortranarray(landmark_features(np.eye(len(self.R)), self.R))


@takes(kernel=as_kernel)
def landmark_map(kernel, Z):
    """Make features of landmarks; those that depend on the others are left out.

    Parameters
    ----------
    kernel : Kernel or callable
    Z : (m, p) array_like, or what else the kernel takes as points

    Returns
    -------
    LandmarkMap

    Raises
    ------
    ValueError
        If k(Z, Z) is 0.
    """
    Z = kernel.points(Z, "Z")
    K = kernel.evaluate_gram(Z)
    R, order, rank, _ = dpstrf(K, tol=NO_PIVOT * max(K.diagonal().max(), 0), lower=0)
    if rank == 0 or K.diagonal().max() <= 0:
        raise ValueError(f"{kernel!r} is 0 at all {len(Z)} landmarks: choose others.")
    # All of them may be one point: then nothing is left out.
    least = 0.0 if rank == len(Z) or kernel.provide_gram(Z).is_one_point() else EPS * K.diagonal().max()
    order = order - 1
    left = (K.diagonal()[order[rank:]] - (R[:rank, rank:] ** 2).sum(axis=0)).max(initial=least)
    return LandmarkMap(kernel, Z[order[:rank]], np.triu(R[:rank, :rank]), float(left))


@dataclass(frozen=True)
class FourierMap:
    """Random Fourier features of an RBF kernel. Called with points.

    Attributes
    ----------
    kernel : RBF
    omega : (m, p) array, frequencies
    """

    kernel: Kernel
    omega: np.ndarray = field(repr=False)
    left_out, condition = 0.0, ("landmarks that were left out", 0.0, 0.0)

    @property
    def n_features(self):
        """The number 2m of features."""
        return 2 * len(self.omega)

    @property
    def middle(self):
        """The origin: features have length 1."""
        return np.zeros(self.n_features)

    def __call__(self, X):
        """φ(x) of each point.
        X (n, p) → (n, 2m)

        ValueError if points lie so far from the origin that rounding decides where in its wave they are."""
        X = as_points(X, n_features=self.omega.shape[1])
        angle = np.linalg.norm(X, axis=1).max() * np.linalg.norm(self.omega, axis=1).max()
        if not EPS * angle <= HIDDEN_BY_ROUNDING:
            raise ValueError(
                f"X must lie nearer to the origin, got angles up to {angle:.3g}: center the data."
            )
        with small_problem({"X": X}):
            return fourier_features(X, self.omega)


@takes(p=integer_from(), m=integer_from(), orthogonal=as_flag, rng=as_generator)
def fourier_map(kernel, p, m, orthogonal=False, rng=0):
    """Draw the frequencies of an RBF kernel.

    Parameters
    ----------
    kernel : RBF
    p : int ≥ 1, variables of a point
    m : int ≥ 1, frequencies; there are 2m features
    orthogonal : bool, whether each p frequencies are at right angles to each other
    rng : int or numpy.random.Generator

    Returns
    -------
    FourierMap

    Raises
    ------
    ValueError
        If the kernel is another one: its frequencies are drawn from another distribution.
    """
    if not isinstance(kernel, RBF):
        raise ValueError(f"kernel must be RBF(gamma): the waves of {kernel!r} are not known here.")
    require_size(f"{m} frequencies of {p} variables would have", -(-m // p), p, p)
    G = rng.normal(size=(-(-m // p), p, p))
    if orthogonal:
        Q, T = np.linalg.qr(G)
        # Without the signs, directions would not be evenly spread: qr fixes them by its own convention.
        directions = (Q * np.sign(np.diagonal(T, axis1=1, axis2=2))[:, None, :]).transpose(0, 2, 1)
    else:
        directions = G / np.linalg.norm(G, axis=2, keepdims=True)
    lengths = chi.rvs(p, size=m, random_state=rng)
    return FourierMap(kernel, frequencies(kernel.gamma, directions.reshape(-1, p)[:m], lengths))


# ---- how far the features are from the kernel ---------------------------------------------------


@dataclass(frozen=True)
class FeatureError:
    """How far the products of features are from the values of the kernel, on pairs of points that were drawn.

    Attributes
    ----------
    relative : float, ‖K − FFᵀ‖ / ‖K‖ in Frobenius norm, from the pairs; its square is without bias
    largest : float, of the differences at the pairs
    n_pairs : int
    """

    relative: float
    largest: float
    n_pairs: int


@takes(
    features=made_by(LandmarkMap, FourierMap), n_blocks=integer_from(), size=integer_from(), rng=as_generator
)
def feature_error(features, X, n_blocks=8, size=64, rng=0):
    """Compare products of features with exact kernel values on blocks of rows and columns that are drawn.

    Parameters
    ----------
    features : LandmarkMap or FourierMap
    X : (n, p) array_like, or n points as the kernel takes them
    n_blocks : int ≥ 1, drawn blocks of the Gram matrix
    size : int ≥ 1, rows and columns of each; fewer if there are fewer points
    rng : int or numpy.random.Generator

    Returns
    -------
    FeatureError
    """
    kernel, missed, whole, largest = features.kernel, 0.0, 0.0, 0.0
    X = kernel.points(X)
    size = min(len(X), size)
    drawn = np.array([rng.choice(len(X), size, replace=False) for _ in range(2 * n_blocks)])
    rows, places = np.unique(drawn, return_inverse=True)
    X, F = X[rows], features(X[rows])
    for I, J in places.reshape(n_blocks, 2, size):
        K = kernel.evaluate(X[I], X[J])
        E = K - nystrom(F[I], F[J])
        # The norm of BLAS takes squares of numbers near 1, however large the values are.
        missed, whole = np.hypot(missed, norm(E.ravel())), np.hypot(whole, norm(K.ravel()))
        largest = np.maximum(largest, np.abs(E).max())
    relative = missed / whole if whole else 0.0 if missed == 0 else np.inf
    return FeatureError(float(relative), float(largest), n_blocks * size**2)


@takes(features=made_by(LandmarkMap, FourierMap))
def trace_error(features, X):
    """Which share of the trace of K the features leave.

    Parameters
    ----------
    features : LandmarkMap; those of a `FourierMap` have rows of length 1, like the mapped points, and leave none of it
        however bad they are
    X : (n, p) array_like, or n points as the kernel takes them

    Returns
    -------
    float, in [0, 1]; no eigenvalue of K is off by more than this times the trace of K

    Raises
    ------
    ValueError
        If the features are those of a `FourierMap`: their trace says nothing, use `feature_error`.
    """
    if isinstance(features, FourierMap):
        raise ValueError("The trace says nothing of random Fourier features; use feature_error.")
    X = features.kernel.points(X)
    K_xx, lengths = features.kernel.evaluate_diagonal(X), (features(X) ** 2).sum(axis=1)
    if not K_xx.any():
        return 0.0  # of nothing, nothing is left
    return float(np.maximum(0.0, trace_left(K_xx, lengths) / K_xx.sum()))  # NaN stays NaN


@takes(source=as_function, blocks=several(None), size=integer_from(), rng=as_generator)
def sample_of(source, blocks, size, rng=0, executor=None):
    """Draw rows evenly from some blocks, to choose landmarks among.

    Parameters
    ----------
    source : callable, block number → X, or a tuple that begins with X
    blocks : sequence of block numbers
    size : int ≥ 1
    rng : int or numpy.random.Generator
    executor : as for `reduce`, which reads the blocks

    Returns
    -------
    (size, p) array, or fewer rows if the blocks have fewer
    """
    drawn, missing = [], size
    for k, b in enumerate(rng.permutation(len(blocks))):
        share = -(-missing // max(1, min(len(blocks), SAMPLED_BLOCKS) - k))
        n, rows = reduce(functools.partial(_drawn_rows, source, share, rng), [blocks[b]], executor)
        _some(n, share, rng)  # moves on as its copy did where the block was read
        drawn.append(rows)
        missing -= len(rows)
        if missing <= 0:
            break
    return np.concatenate(drawn)


def _some(n, share, rng):
    return rng.choice(n, min(n, share), replace=False)


def _drawn_rows(source, share, rng, b):
    """How many rows a block has, and some of them."""
    X = points_in(source(b))
    return len(X), X[_some(len(X), share, copy.deepcopy(rng))]
