"""A test of whether two samples come from one distribution, by shuffling; the distance of large samples, in pieces."""

import itertools
from dataclasses import dataclass, field

import numpy as np

from kernelsy19.ball.equations import HIDDEN_BY_ROUNDING
from kernelsy19.engine.certificates import EPS, certified, doubts_about, warn, warn_of
from kernelsy19.engine.gram import as_provider
from kernelsy19.kernels import Linear, as_kernel
from kernelsy19.kernels.algebra import Scaled
from kernelsy19.kernels.ways import Way
from kernelsy19.landmarks.blocks import reduce
from kernelsy19.landmarks.solve import FourierMap, LandmarkMap
from kernelsy19.signatures import fitting, integer_from, made_by, several, takes
from kernelsy19.twosample.equations import mmd2_from_sums, permutation_p, unbiased_mmd2
from kernelsy19.validation import as_function, as_generator, as_gram, as_integer, shown

# Of K(x, x), times the root of the number of points: four times what sums of kernel values were seen to lose.
ROUNDING_OF_K = 16 * EPS
TOO_FAR = (
    "the points lie too far from the origin of the feature space, so center the data or change the kernel"
)
_IN_BLOCKS = {"source": as_function, "blocks": several(None)}


@dataclass(frozen=True)
class TwoSampleTest:
    """What shuffling says of two samples.

    Attributes
    ----------
    mmd2 : float, the unbiased estimate for the samples as they came, in squared units of the feature space
    p_value : float, the rank of `mmd2` among `permuted` and itself, as a share
    permuted : (B,) array, the estimate after each shuffle of all points
    rounding : float, what may separate two values of the estimate that are the same; such a tie counts against the
        samples
    converged : bool, whether rounding is at most a thousandth of the largest of these values, or all points are one
    doubts : tuple of str, what keeps the test from being certified, none where it converged
    """

    mmd2: float
    p_value: float
    permuted: np.ndarray = field(repr=False)
    rounding: float
    converged: bool = True
    doubts: tuple = field(default=(), repr=False)


def orders(N, permutations, rng):
    """The N points as they came, then each shuffle of them."""
    return itertools.chain([np.arange(N)], (rng.permutation(N) for _ in range(permutations)))


def judged(K, T):
    """The test that values of MMD² make, with a doubt where rounding hides what there is to see.
    K: Gram or (N, N); T (B + 1,), of the samples as they came, then after each shuffle → TwoSampleTest"""
    K = as_provider(K)
    rounding = _rounding_of_mmd2(len(K), np.abs(K.diagonal()).max())
    most = HIDDEN_BY_ROUNDING * np.abs(T).max()
    if rounding > most and K.is_one_point():
        most = np.inf
    found = TwoSampleTest(float(T[0]), permutation_p(T[0] - rounding, T[1:]), T[1:], rounding)
    found = certified(found, ("rounding of the largest K(x, x)", rounding, most))
    return warn_of(found, "The test of two samples ended", TOO_FAR)


def _rounding_of_mmd2(N, K_xx):
    """By how much two values of MMD² may differ that are the same."""
    return float(ROUNDING_OF_K * np.sqrt(N) * K_xx)


@Way
def around_mean(kernel, Z):
    """Points where their kernel values keep most digits: MMD² does not see f(x) + f(y) being added to K(x, y)."""
    return Z


around_mean.of(Linear)(lambda k, Z: Z - Z.mean(axis=0))
around_mean.of(Scaled)(lambda k, Z: around_mean(k.kernel, Z))


def _two_or_more(n, m):
    """The sizes of two samples that have pairs of different points."""
    if min(n, m) < 2:
        raise ValueError(f"X and Y must hold at least 2 points each, got {n} and {m}.")
    return n, m


@takes(
    K=as_gram,
    n=fitting(lambda n, name, given: as_integer(n, name, 2, len(given["K"]) - 2)),
    permutations=integer_from(),
    rng=as_generator,
)
def plain_two_sample_test(K, n, permutations=999, rng=0):
    """Test by shuffling, the plain way: shuffle rows and columns of K, cut it again, and compare.

    Parameters
    ----------
    K : (N, N) array_like, Gram matrix of all points, those of the first sample first
    n : int, points of the first sample; 2 or more are left for the second
    permutations : int ≥ 1, B
    rng : int or numpy.random.Generator

    Returns
    -------
    TwoSampleTest
    """
    T = []
    for order in orders(len(K), permutations, rng):
        G = K[np.ix_(order, order)]
        T.append(unbiased_mmd2(G[:n, :n], G[:n, n:], G[n:, n:]))
    return judged(K, np.array(T))


@takes(permutations=integer_from(), rng=as_generator)
def two_sample_test(X, Y, kernel, permutations=999, rng=0):
    """Test whether two samples come from one distribution, by shuffling all their points.

    Parameters
    ----------
    X : (n, p) array_like, or what else the kernel takes as n ≥ 2 points
    Y : (m, p) array_like, or m ≥ 2 such points
    kernel : Kernel or callable
    permutations : int ≥ 1, B; no p-value is below 1/(B + 1)
    rng : int or numpy.random.Generator

    Returns
    -------
    TwoSampleTest; with a ConvergenceWarning where rounding hides what differs between the points

    Notes
    -----
    All shuffles share one product with the Gram matrix, whose entries are made when wanted: O((n + m)²B) operations
    and O((n + m)B) numbers.
    """
    kernel = as_kernel(kernel)
    X, Y = kernel.two_sets(X, Y)
    n, m = _two_or_more(len(X), len(Y))
    K = kernel.provide_gram(around_mean(kernel, np.concatenate([X, Y])))
    A, d = np.zeros((n + m, permutations + 2)), K.diagonal()
    for column, order in enumerate(orders(n + m, permutations, rng)):
        A[order[:n], column] = 1
    A[:, -1] = 1
    KA, t_x = K.product(A), d @ A
    S_x, S_both = (A * KA).sum(axis=0), KA.sum(axis=0)
    S_y = S_both[-1] - 2 * S_both + S_x
    return judged(K, mmd2_from_sums(S_x, t_x, n, S_both - S_x, S_y, t_x[-1] - t_x, m)[:-1])


def _pair(kernel, source, b):
    """Both samples of a block."""
    pair = source(b)
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"source must give a pair (X, Y) for each block, got {shown(pair)}.")
    return kernel.two_sets(*pair)


@takes(kernel=lambda kernel, name: as_kernel(kernel), **_IN_BLOCKS)
def mmd2_over_blocks(kernel, source, blocks, executor=None):
    """The unbiased MMD² of two samples in blocks, exactly, from the kernel values of two blocks at a time.

    Parameters
    ----------
    kernel : Kernel or callable
    source : callable, block number → (X, Y), the points of both samples in this block
    blocks : sequence of block numbers
    executor : as for `landmarks.reduce`, which is handed all pairs of blocks

    Returns
    -------
    float, in squared units of the feature space; with a ConvergenceWarning where rounding hides what differs between
    the points
    """

    def part(pair):
        (X, Y), (U, V) = (_pair(kernel, source, b) for b in pair)
        own = pair[0] == pair[1]
        t = (kernel.diagonal(X).sum(), kernel.diagonal(Y).sum(), len(X), len(Y)) if own else (0.0, 0.0, 0, 0)
        total = lambda P, Q: kernel.sums(P, Q, np.ones(len(Q))).sum()  # noqa: E731
        return (total(X, U), total(X, V), total(Y, V), *t)

    pairs = itertools.product(blocks, blocks)
    S_x, S_xy, S_y, t_x, t_y, n, m = reduce(part, pairs, executor)
    N, t = sum(_two_or_more(n, m)), t_x + t_y
    variance = t / N - (S_x + 2 * S_xy + S_y) / N**2
    _warn_if_hidden("kernel values", _rounding_of_mmd2(N, t / N), variance / N)
    return mmd2_from_sums(S_x, t_x, n, S_xy, S_y, t_y, m)


def _warn_if_hidden(what, rounding, seen):
    """Warn where rounding hides MMD² of samples that are drawn alike, which is about a share 1/N of the variance."""
    for doubt in doubts_about((f"rounding of {what}", float(rounding), float(HIDDEN_BY_ROUNDING * seen))):
        warn(f"MMD² has {doubt}; all points are one, or {TOO_FAR}.")


@takes(features=made_by(LandmarkMap, FourierMap), **_IN_BLOCKS)
def mmd2_by_features(features, source, blocks, executor=None):
    """The unbiased MMD² of two samples in blocks, for the kernel that features have, in one pass.

    Parameters
    ----------
    features : LandmarkMap or FourierMap
    source, blocks, executor : as for `mmd2_over_blocks`

    Returns
    -------
    float; with a ConvergenceWarning where rounding hides what differs between the points
    """

    def part(b):
        X, Y = _pair(features.kernel, source, b)
        F, G = features(X) - features.middle, features(Y) - features.middle
        return F.sum(axis=0), G.sum(axis=0), (F**2).sum(), (G**2).sum(), len(F), len(G)

    f, g, t_x, t_y, n, m = reduce(part, blocks, executor)
    N = sum(_two_or_more(n, m))
    variance = (t_x + t_y) / N - ((f + g) ** 2).sum() / N**2
    _warn_if_hidden("landmarks that were left out", features.left_out, variance / N)
    return mmd2_from_sums(f @ f, t_x, n, f @ g, g @ g, t_y, m)
