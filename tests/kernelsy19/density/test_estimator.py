"""`ParzenWindow` keeps the contract of scikit-learn and agrees with its functions."""

import math

import numpy as np
import pytest
from windows import SLANTED, iris, sample

from kernelsy19 import density
from kernelsy19.datasets import faithful
from kernelsy19.density import ParzenWindow
from kernelsy19.density import bandwidth as width


class TestEstimator:
    @pytest.mark.parametrize("rule", width.RULES)
    def test_rules(self, rule):
        model = ParzenWindow(bandwidth=rule).fit(iris())
        expected = {
            "scott": lambda X: density.scott(X),
            "silverman": lambda X: density.silverman(X),
            "normal-scale": lambda X: density.normal_scale(X),
            "loo": lambda X: density.loo_bandwidth(X).bandwidth,
            "loo-diagonal": lambda X: density.loo_bandwidth(X, "diagonal").bandwidth,
            "loo-full": lambda X: density.loo_bandwidth(X, "full").bandwidth,
            "plug-in": lambda X: density.plug_in(X).bandwidth,
        }[rule](iris())
        np.testing.assert_array_equal(model.bandwidth_, expected)
        assert (model.selection_ is None) == (rule in ("scott", "silverman", "normal-scale"))

    def test_rules_for_the_hypercube(self):
        X = iris()
        for rule in ("scott", "silverman"):
            h = ParzenWindow("hypercube", rule).fit(X).bandwidth_
            np.testing.assert_allclose(h, density.hypercube_side(getattr(density, rule)(X), 2))
        model = ParzenWindow("hypercube", "loo").fit(X)
        assert model.bandwidth_ == density.loo_bandwidth(X, window="hypercube").bandwidth

    @pytest.mark.parametrize("share", [0.0, 0.05, 0.3])
    def test_rejects_its_share(self, share):
        X = faithful().X
        model = ParzenWindow(reject_share=share).fit(X)
        assert (model.predict(X) == -1).sum() == int(share * 272)
        np.testing.assert_array_equal(model.predict(X) == -1, model.decision_function(X) < 0)
        assert model.predict([[100.0, -100.0]])[0] == -1

    @pytest.mark.parametrize("bandwidth", [0.1, 0.2, 0.3, "silverman", "loo-full"])
    def test_rounding_splits_no_equal_densities(self, bandwidth):
        X = np.stack(np.meshgrid(np.arange(9) / 10, np.arange(9) / 10), axis=-1).reshape(-1, 2)
        model = ParzenWindow(bandwidth=bandwidth, reject_share=0.03).fit(X)
        one_by_one = [model.predict(x[None])[0] for x in X]
        assert set(one_by_one) == {1}  # four corners are alike, and two points might be rejected
        np.testing.assert_array_equal(model.predict(X), one_by_one)

    def test_density_and_its_threshold(self):
        X, X0 = sample(), sample(9, seed=1)
        model = ParzenWindow(bandwidth=0.6, reject_share=0.1).fit(X)
        f = density.parzen_gaussian(X0, X, 0.6)
        np.testing.assert_allclose(model.score_samples(X0), np.log(f), rtol=1e-11)
        np.testing.assert_allclose(np.diagonal(model.density_on_grid(*X0.T)), f, rtol=1e-11)
        assert model.score(X0) == pytest.approx(np.log(f).mean())
        c = np.sort(density.parzen_gaussian(X, X, 0.6))[4]
        assert model.offset_ == pytest.approx(math.log(c))
        np.testing.assert_array_equal(model.predict(X0), np.where(f < c, -1, 1))
        np.testing.assert_allclose(model.hdr_levels(0.5), np.median(density.parzen_gaussian(X, X, 0.6)))

    @pytest.mark.parametrize(
        ("bandwidth", "window", "covariance"),
        [
            (0.5, "gaussian", 0.25 * np.eye(2)),
            ([0.5, 2.0], "gaussian", np.diag([0.25, 4.0])),
            (SLANTED, "gaussian", SLANTED),
            ([1.0, 3.0], "hypercube", np.diag([1.0, 9.0]) / 12),
        ],
    )
    def test_sample(self, bandwidth, window, covariance):
        X = np.array([[0.0, 0.0], [10.0, 4.0]])
        model = ParzenWindow(window, bandwidth).fit(X)
        draws = model.sample(40_000, rng=1)
        expected = covariance + np.outer([5, 2], [5, 2])
        np.testing.assert_allclose(draws.mean(axis=0), [5, 2], atol=0.1)
        np.testing.assert_allclose(np.cov(draws.T), expected, atol=0.12)
        np.testing.assert_array_equal(draws, model.sample(40_000, rng=1))
        assert not np.array_equal(model.sample(), model.sample())
        assert np.isfinite(model.score_samples(draws[:50])).all()
