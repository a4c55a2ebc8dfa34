"""How often a test of two samples says that they differ: where they do not, by several rules, and where they do."""

import numpy as np

from kernelcourse.twosample.draws import (
    exchanged_pixels,
    geyser_that_alternates,
    shifted_pair,
    smoothed,
    two_sets_of_digits,
)
from kernelsy19.kernels import RBF, Linear, squared_euclidean
from kernelsy19.twosample.equations import biased_mmd2, median_gamma, permutation_p, unbiased_mmd2
from kernelsy19.twosample.solve import two_sample_test

GAMMA_FACTORS = tuple(
    4.0**k for k in range(-2, 6)
)  # γ that are tried, as multiples of that of the median heuristic
SHUFFLES = 99  # the smallest number with which p can be 0.01
WAVES, DEPTH = 2.5, 0.9  # of a density that is normal but for fine waves: how many per unit, and how deep


def median_width(X, Y):
    """The γ of the median heuristic for two samples X (n, p) and Y (m, p)."""
    Z = np.concatenate([X, Y])
    return median_gamma(squared_euclidean(Z, Z))


def estimates_of_one_source(n, kernel, draws, rng=0):
    """Both estimates of MMD² for pairs of samples from one normal distribution in the plane.

    n points of each sample → (draws,), biased; (draws,), unbiased
    """
    rng = np.random.default_rng(rng)
    pairs = [shifted_pair(n, shift=0.0, rng=rng) for _ in range(draws)]
    grams = [(kernel(X), kernel(X, Y), kernel(Y)) for X, Y in pairs]
    return tuple(np.array([estimate(*K) for K in grams]) for estimate in (biased_mmd2, unbiased_mmd2))


def wavy_pair(n, waves=True, rng=0):
    """Two samples of n numbers each: normal ones, and others whose density has fine waves besides, or has not.

    rng a seed or generator → X, Y (n, 1)
    """
    rng = np.random.default_rng(rng)
    X, Y = rng.normal(size=(n, 1)), np.empty((0, 1))
    while len(Y) < n:
        tried = rng.normal(size=(4 * n, 1))
        kept = rng.uniform(0, 1 + DEPTH, size=4 * n) < 1 + waves * DEPTH * np.cos(
            2 * np.pi * WAVES * tried[:, 0]
        )
        Y = np.concatenate([Y, tried[kept]])
    return X, Y[:n]


def by_median(X, Y, rng):
    """p with the width of the median heuristic, which looks at no label."""
    return two_sample_test(X, Y, RBF(median_width(X, Y)), SHUFFLES, rng).p_value


def best_of_all(X, Y, rng):
    """The smallest p of all widths, which is no p-value."""
    rule = median_width(X, Y)
    return min(two_sample_test(X, Y, RBF(w * rule), SHUFFLES, rng).p_value for w in GAMMA_FACTORS)


def by_halves(X, Y, rng):
    """p on one half of each sample, with the width that stands out most on the other."""
    h, k = len(X) // 2, len(Y) // 2
    rule = median_width(X[:h], Y[:k])
    tests = [two_sample_test(X[:h], Y[:k], RBF(w * rule), SHUFFLES, rng) for w in GAMMA_FACTORS]
    best = np.argmax([(t.mmd2 - t.permuted.mean()) / t.permuted.std() for t in tests])
    return two_sample_test(X[h:], Y[k:], RBF(GAMMA_FACTORS[best] * rule), SHUFFLES, rng).p_value


def largest_of_all(X, Y, rng):
    """p of the largest of the distances in their own units: each shuffle chooses its width, too."""
    rule = median_width(X, Y)
    seed = int(rng.integers(2**31))  # one for all widths: they see the same shuffles
    tests = [two_sample_test(X, Y, RBF(w * rule), SHUFFLES, seed) for w in GAMMA_FACTORS]
    T = np.array([[t.mmd2, *t.permuted] for t in tests])
    largest = ((T - T.mean(axis=1, keepdims=True)) / T.std(axis=1, keepdims=True)).max(axis=0)
    return permutation_p(largest[0], largest[1:])


WIDTH_RULES = {
    "median": by_median,
    "smallest p of eight widths": best_of_all,
    "chosen on one half, tested on the other": by_halves,
    "each shuffle chooses its width, too": largest_of_all,
}


def p_values(pair, rule, draws):
    """p of many pairs of samples.

    pair, seed → (X, Y); rule, (X, Y, rng) → p → (draws,)
    """
    return np.array([rule(*pair(seed), np.random.default_rng([17, seed])) for seed in range(draws)])


def fooled_by_order(eruptions, draws, level=0.05):
    """How often parts of the record of a made-up geyser that never changes seem to differ.

    eruptions (n, 2), as for `geyser_that_alternates` → dict of shares of the records: "every other", "every other,
    mixed" beforehand, "first and second half"
    """

    def record(seed):
        return geyser_that_alternates(eruptions, seed)

    def mixed(seed):
        return np.random.default_rng(seed).permutation(record(seed))

    pairs = {
        "every other": lambda s: (record(s)[::2], record(s)[1::2]),
        "every other, mixed": lambda s: (mixed(s)[::2], mixed(s)[1::2]),
        "first and second half": lambda s: np.split(record(s), 2),
    }
    return {name: float((p_values(pair, by_median, draws) <= level).mean()) for name, pair in pairs.items()}


def power_by_dimension(dimensions, widths, n=50, shift=0.75, draws=100, level=0.05):
    """How often a shift is found, by the number of variables, for some widths.

    widths by name, γ as a multiple of that of the median heuristic; n points of each sample; shift along the first
    axis, in standard deviations → dict by name of list, a share for each of the dimensions
    """

    def test(factor):
        return lambda X, Y, rng: (
            two_sample_test(X, Y, RBF(factor * median_width(X, Y)), SHUFFLES, rng).p_value
        )

    return {
        name: [
            float(
                (p_values(lambda s, p=p: shifted_pair(n, p, shift, s), test(factor), draws) <= level).mean()
            )
            for p in dimensions
        ]
        for name, factor in widths.items()
    }


def noticed_smoothing(n, shares, draws=20, level=0.05):
    """How often a test tells digits from smoothed ones.

    n digits of each kind; shares of the smoothed digit in the mixture → list, a share of the draws for each
    """

    def pair(seed, share):
        A, B = two_sets_of_digits(n, seed)
        return A, smoothed(B, share)

    return [float((p_values(lambda s, h=h: pair(s, h), by_median, draws) <= level).mean()) for h in shares]


def rejected_exchanged_pixels(seed):
    """In how many of twenty draws a test at the level 0.05 tells digits from digits that exchanged their pixels.
    seed: int → dict by kernel, of shares"""
    found = {"linear": 0.0, "Gaussian": 0.0}
    for draw in range(20 * seed, 20 * seed + 20):
        A, B = two_sets_of_digits(150, draw)
        B = exchanged_pixels(B, draw)
        kernels = {"linear": Linear(), "Gaussian": RBF(median_width(A, B))}
        for name, kernel in kernels.items():
            found[name] += (two_sample_test(A, B, kernel, SHUFFLES, draw).p_value <= 0.05) / 20
    return found
