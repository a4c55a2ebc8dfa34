"""A test of whether two samples come from one distribution, by shuffling, the plain way."""

import itertools
from dataclasses import dataclass, field

import numpy as np

from kernelsy19.certificates import EPS, HIDDEN_BY_ROUNDING, certified, warn_of
from kernelsy19.gram import as_provider
from kernelsy19.signatures import fitting, integer_from, takes
from kernelsy19.twosample.equations import permutation_p, unbiased_mmd2
from kernelsy19.validation import as_generator, as_gram, as_integer

# Of K(x, x), times the root of the number of points: ten times what sums of kernel values were seen to lose, however
# few points a sample has, for a sum over n² pairs errs by a share of n² K(x, x), and is divided by n(n − 1).
ROUNDING_OF_K = 16 * EPS
TOO_FAR = (
    "the points lie too far from the origin of the feature space, so center the data or change the kernel"
)


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
    rounding = rounding_of_mmd2(len(K), np.abs(K.diagonal()).max())
    most = HIDDEN_BY_ROUNDING * np.abs(T).max()
    if rounding > most and K.is_one_point():
        most = np.inf
    found = TwoSampleTest(float(T[0]), permutation_p(T[0] - rounding, T[1:]), T[1:], rounding)
    found = certified(found, ("rounding of the largest K(x, x)", rounding, most))
    return warn_of(found, "The test of two samples ended", TOO_FAR)


def rounding_of_mmd2(N, K_xx):
    """By how much two values of MMD² may differ that are the same."""
    return float(ROUNDING_OF_K * np.sqrt(N) * K_xx)


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
