"""How often a test of two samples says that they differ: where they do not, by several rules, and where they do."""

import numpy as np

from kernelcourse.twosample.draws import (
    exchanged_pixels,
    geyser_that_alternates,
    shifted_pair,
    smoothed,
    two_sets_of_digits,
)
from kernelsy19.datasets import faithful
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


def eight_times_smallest(X, Y, rng, shuffles):
    """The smallest p of all widths, times their number."""
    rule = median_width(X, Y)
    tests = [two_sample_test(X, Y, RBF(w * rule), shuffles, rng) for w in GAMMA_FACTORS]
    return len(tests) * min(test.p_value for test in tests)


def largest_of_all(X, Y, rng, shuffles=SHUFFLES):
    """p of the largest of the distances in their own units: each shuffle chooses its width, too."""
    rule = median_width(X, Y)
    seed = int(rng.integers(2**31))  # one for all widths: they see the same shuffles
    tests = [two_sample_test(X, Y, RBF(w * rule), shuffles, seed) for w in GAMMA_FACTORS]
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


def noticed_smoothing(n, shares, draws=20, level=0.05, factor=1):
    """How often a test tells digits from smoothed ones.

    n digits of each kind; shares of the smoothed digit in the mixture; factor of the γ of the median heuristic → list,
    a share of the draws for each
    """

    def pair(seed, share):
        A, B = two_sets_of_digits(n, seed)
        return A, smoothed(B, share)

    def test(X, Y, rng):
        return two_sample_test(X, Y, RBF(factor * median_width(X, Y)), SHUFFLES, rng).p_value

    return [float((p_values(lambda s, h=h: pair(s, h), test, draws) <= level).mean()) for h in shares]


def rejected_exchanged_pixels(seed):
    """In how many of a hundred draws a test at the level 0.05 tells digits from digits that exchanged their pixels: 150
    of them among themselves, or thousands of which a few are taken, as many as there are digits, more or fewer.
    seed: int → dict by str, of shares"""
    found = dict.fromkeys(("among themselves", "some of many", "few digits", "few exchanged"), 0.0)
    for draw in range(100 * seed, 100 * seed + 100):
        digits, others = two_sets_of_digits(3000, draw)
        many = exchanged_pixels(others, draw)
        pairs = {
            "among themselves": (digits[:150], exchanged_pixels(digits[150:300], draw)),
            "some of many": (digits[:150], many[:150]),
            "few digits": (digits[:50], many[:250]),
            "few exchanged": (digits[:250], many[:50]),
        }
        for name, (A, B) in pairs.items():
            found[name] += (two_sample_test(A, B, Linear(), SHUFFLES, draw).p_value <= 0.05) / 100
    return found


def geysers_that_alternate(seed):
    """What every other eruption of thirty made-up geysers looks like that alternate and never change: in how many the
    two samples seem to differ, and in how many as clearly as those of the real one, which no shuffle reaches.
    seed: int → dict by str, of shares"""
    eruptions = faithful().standardized().X
    records = [geyser_that_alternates(eruptions, draw) for draw in range(30 * seed, 30 * seed + 30)]
    tests = [two_sample_test(R[::2], R[1::2], RBF(median_width(R[::2], R[1::2])), 999, seed) for R in records]
    p = np.array([test.p_value for test in tests])
    return {"p ≤ 0.05": float(np.mean(p <= 0.05)), "p = 0.001": float(np.mean(p <= 0.001))}


def found_waves(seed):
    """In how many of twenty draws fine waves are found, or something where there is nothing, with eight widths and 399
    shuffles: the smallest p times eight, and each shuffle chooses its width.
    seed: int → dict by str, of shares"""
    found = {}
    for waves in (False, True):
        for name, rule in (("times eight", eight_times_smallest), ("each shuffle chooses", largest_of_all)):
            p = [
                rule(*wavy_pair(100, waves, draw), np.random.default_rng([17, draw]), 399)
                for draw in range(20 * seed, 20 * seed + 20)
            ]
            found[f"{'waves' if waves else 'nothing'}, {name}"] = float(np.mean(np.array(p) <= 0.05))
    return found


def witness_of_smoothing(seed):
    """Of the ten digits where the witness is largest, and of the ten where it is smallest, how many lie in the sample
    that it says, of 200 digits and 200 others, smoothed or not; and where no digit is compared with itself.
    seed: int → dict by str"""
    A, others, found = *two_sets_of_digits(200, seed), {}
    for kind, B in (("smoothed", smoothed(others)), ("as they are", others)):
        C = np.concatenate([A, B])
        K = RBF(median_width(A, B))(C)
        for name, itself in (("", 0.0), (", without itself", np.eye(400))):
            count = (1 - itself) * np.ones((400, 400))
            means = [
                (K * count)[:, s].sum(axis=1) / count[:, s].sum(axis=1) for s in (np.s_[:200], np.s_[200:])
            ]
            order = np.argsort(means[0] - means[1], kind="stable")
            found[f"{kind}{name}, largest"] = int((order[-10:] < 200).sum())
            found[f"{kind}{name}, smallest"] = int((order[:10] >= 200).sum())
    return found
