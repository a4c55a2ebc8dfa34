"""What chapter 17 says of rules and of power, on other draws than those of the chapter."""

import numpy as np
import pytest

from kernelcourse.twosample import experiments
from kernelcourse.twosample.draws import shifted_pair
from kernelsy19.datasets import faithful
from kernelsy19.kernels import RBF


def test_only_the_biased_estimate_is_too_large():
    biased, unbiased = experiments.estimates_of_one_source(15, RBF(0.5), 300, rng=5)
    # Points of one normal distribution in the plane: K(x, x) = 1, and in the mean 1/(1 + 4γ) for two points.
    assert biased.mean() == pytest.approx(2 / 15 * (1 - 1 / 3), rel=0.1)
    assert abs(unbiased.mean()) < 3 * unbiased.std() / np.sqrt(300)


def test_waves_change_the_density_and_neither_mean_nor_variance():
    X, Y = experiments.wavy_pair(20_000, rng=1)
    assert Y.mean() == pytest.approx(0, abs=0.03) and Y.std() == pytest.approx(1, abs=0.03)
    phase = lambda Z: np.cos(2 * np.pi * experiments.WAVES * Z).mean()  # noqa: E731
    assert phase(Y) == pytest.approx(experiments.DEPTH / 2, abs=0.03) and abs(phase(X)) < 0.03


def test_the_smallest_of_several_p_values_keeps_no_level_and_the_others_do():
    one = lambda s: experiments.wavy_pair(60, False, s + 1000)  # noqa: E731
    rules = experiments.WIDTH_RULES.items()
    share = {name: np.mean(experiments.p_values(one, rule, 150) <= 0.05) for name, rule in rules}
    fair = 0.05 + 3 * np.sqrt(0.05 * 0.95 / 150)
    assert share.pop("smallest p of eight widths") > fair and max(share.values()) < fair


def test_a_shuffle_that_chooses_its_width_finds_waves_that_the_median_does_not():
    finds = [experiments.p_values(lambda s: experiments.wavy_pair(100, True, s + 500), rule, 60) <= 0.05
             for rule in (experiments.largest_of_all, experiments.by_median)]  # fmt: skip
    assert finds[0].mean() > finds[1].mean() + 0.1


def test_order_fools_the_test_both_ways():
    fooled = experiments.fooled_by_order(faithful().standardized().X, 60)
    assert fooled["every other"] > 0.12 > fooled["every other, mixed"]
    assert fooled["first and second half"] <= 1 / 60


def test_power_falls_where_noise_is_added():
    power = experiments.power_by_dimension((1, 40), {"rule": 1.0}, n=40, draws=60)["rule"]
    assert power[0] > power[1] + 0.2


def test_a_width_is_chosen_on_points_that_are_not_tested():
    """Where only the first halves differ, those that the width is chosen on, the test finds nothing."""
    X, Y = shifted_pair(60, shift=3.0, rng=2)
    assert experiments.by_halves(X, Y, np.random.default_rng(0)) == 0.01
    other = np.random.default_rng(3).normal(size=(30, 2))
    X, Y = np.concatenate([X[:30], X[30:]]), np.concatenate([Y[:30], other])
    assert experiments.by_halves(X, Y, np.random.default_rng(0)) > 0.1
