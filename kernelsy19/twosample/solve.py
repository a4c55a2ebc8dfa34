"""The same test, fast; the distance of large samples, in pieces."""

import itertools

import numpy as np

from kernelsy19.certificates import HIDDEN_BY_ROUNDING, doubts_about, warn
from kernelsy19.kernels import Linear, as_kernel
from kernelsy19.kernels.algebra import Scaled
from kernelsy19.kernels.ways import Way
from kernelsy19.landmarks.blocks import reduce
from kernelsy19.landmarks.solve import FourierMap, LandmarkMap
from kernelsy19.signatures import integer_from, made_by, several, takes
from kernelsy19.twosample.equations import mmd2_from_sums
from kernelsy19.twosample.plain import TOO_FAR, judged, orders, rounding_of_mmd2
from kernelsy19.validation import as_function, as_generator, shown

_IN_BLOCKS = {"source": as_function, "blocks": several(None)}


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
    A, d = np.zeros((permutations + 2, n + m)), K.diagonal()
    # The sum over the larger sample is what is left of that over all: over the smaller, rounding would weigh far more.
    few, many = (slice(n), m) if n <= m else (slice(n, None), n)
    for row, order in enumerate(orders(n + m, permutations, rng)):
        A[row, order[few]] = 1
    A[-1] = 1
    KA, t = np.ascontiguousarray(K.product(A.T).T), A @ d  # of what lies together, NumPy adds pairs of pairs
    S, S_both = (A * KA).sum(axis=1), KA.sum(axis=1)
    S_rest = S_both[-1] - 2 * S_both + S
    return judged(K, mmd2_from_sums(S, t, n + m - many, S_both - S, S_rest, t[-1] - t, many)[:-1])


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
    _warn_if_hidden("kernel values", rounding_of_mmd2(N, t / N), variance / N)
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
