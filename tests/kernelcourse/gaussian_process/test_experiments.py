"""What the experiments of chapter 18 draw, choose and judge is what they say."""

import numpy as np
import pytest
from scipy.stats import t

from kernelcourse.gaussian_process import experiments
from kernelsy19 import datasets, ridge
from kernelsy19.kernels import RBF, Polynomial


def test_a_process_has_the_covariance_that_it_is_drawn_from():
    """Over many draws at places of their own, products of targets are kernel values, and noise for a place itself."""
    near, alone = [], []
    for seed in range(300):
        drawn = experiments.drawn_from_process(seed, RBF(0.2), 0.5, n=2, m=1)
        k = RBF(0.2)(drawn.X)[0, 1]
        near.append(drawn.y[0] * drawn.y[1] - k)
        alone.append(drawn.y_new[0] ** 2 - 1.5)
    assert abs(np.mean(near)) < 4 * np.std(near) / 300**0.5
    assert abs(np.mean(alone)) < 4 * np.std(alone) / 300**0.5


def test_points_are_put_aside_once_each():
    X, y = np.arange(10.0)[:, None], np.arange(10.0) ** 2
    drawn = experiments.put_aside(X, y, 4, seed=3)
    assert len(drawn.y) == 4 and sorted([*drawn.X[:, 0], *drawn.X_new[:, 0]]) == list(range(10))
    np.testing.assert_array_equal(drawn.X_new[:, 0] ** 2, drawn.y_new)
    for one, other in zip(drawn, experiments.put_aside(X[::-1], y[::-1], 4, seed=3), strict=True):
        np.testing.assert_array_equal(one, other)
    with pytest.raises(ValueError, match="n must be"):
        experiments.put_aside(X, y, 10, seed=0)


def test_errors_are_in_units_of_what_was_foretold():
    drawn = experiments.drawn_from_process(0)
    judged = experiments.judge_error_bars(*drawn, RBF(1.0), 0.1)
    fit = ridge.solve_dual(RBF(1.0)(drawn.X), drawn.y, 0.1)
    K_new = np.column_stack([RBF(1.0)(drawn.X_new, drawn.X), np.ones(200)])
    M = ridge.bordered_matrix(RBF(1.0)(drawn.X), 0.1)
    known = np.einsum("ij,ji->i", K_new, np.linalg.solve(M, K_new.T))
    variance = (1 + 0.1 - known) * fit.objective / 39 / 0.1
    errors = drawn.y_new - fit.predict(K_new[:, :-1])
    np.testing.assert_allclose(judged.z, errors / np.sqrt(variance))
    assert judged.rmse == pytest.approx(np.sqrt((errors**2).mean()))
    assert judged.freedom == pytest.approx(fit.degrees_of_freedom)
    assert judged.share_inside() == (np.abs(judged.z) <= 1.96).mean()
    third = judged.predicted <= np.quantile(judged.predicted, 1 / 3)
    assert judged.share_inside(0, 1 / 3) == (np.abs(judged.z[third]) <= 1.96).mean()


def test_both_choose_from_one_grid():
    found = experiments.try_both(experiments.drawn_from_process, [5], known=(RBF(1.0), 0.1))
    drawn = experiments.drawn_from_process(5)
    grid = ridge.loo_grid(map(RBF, experiments.TRIED_WIDTHS), drawn.X, drawn.y, experiments.TRIED_PRICES)
    for way, (g, j) in {"likeliest": grid.likeliest, "left out": grid.best}.items():
        wanted = experiments.judge_error_bars(*drawn, grid.kernels[g], experiments.TRIED_PRICES[j])
        assert found[way][0].rmse == wanted.rmse
    assert grid.likeliest != grid.best
    assert found["known"][0].rmse == experiments.judge_error_bars(*drawn, RBF(1.0), 0.1).rmse
    assert experiments.shares_inside(found["known"]) == [found["known"][0].share_inside()]


def test_noise_of_one_size_and_noise_that_grows():
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 1, size=(2000, 1))
    y = 10 + 20 * X[:, 0] + rng.normal(size=2000)
    targets = experiments.targets_with_noise(X, y, RBF(1.0), 1.0)
    np.testing.assert_array_equal(targets["as measured"], y)
    np.testing.assert_allclose(targets["logarithm"], np.log(y))
    low, high = X[:, 0] < 0.2, X[:, 0] > 0.8
    for name, ratio in (("one noise", 1.0), ("growing noise", 28 / 12)):
        off = targets[name] - (10 + 20 * X[:, 0])
        assert off[high].std() / off[low].std() == pytest.approx(ratio, rel=0.1)


def test_of_several_widths_the_column_that_tells_has_the_largest():
    found = experiments.try_widths(experiments.one_column_tells, range(2))
    assert found["gammas"].shape == (2, 6) and (found["gammas"].argmax(axis=1) == 0).all()
    assert (np.diff(found["log p(y)"], axis=0) > 0).all() and (np.diff(found["error"], axis=0) < 0).all()
    drawn = experiments.one_column_tells(0)
    same = experiments.drawn_from_process(0, RBF(0.5), 0.1, 60, 200)
    np.testing.assert_array_equal(drawn.X[:, :1], same.X)
    assert abs(np.corrcoef(drawn.X.T)[0, 1:]).max() < 0.4


def test_tops_are_higher_than_all_around_them():
    hill = -np.add.outer((np.arange(9) - 3.0) ** 2, (np.arange(7) - 2.0) ** 2)
    np.testing.assert_array_equal(experiments.tops(hill), [[3, 2]])
    np.testing.assert_array_equal(experiments.tops(np.maximum(hill, hill[::-1, ::-1])), [[3, 2], [5, 4]])
    assert len(experiments.tops(hill[3:, 2:])) == 0  # at the edge


def test_a_series_is_foretold_from_what_came_before():
    co2 = datasets.co2()
    drawn = experiments.before_and_after(co2, 1984)
    assert (len(drawn.y), len(drawn.y_new)) == (180, 60) and drawn.X.max() < 7.5 < drawn.X_new.min()
    assert {*drawn.y, *drawn.y_new} <= {*co2["co2"]}

    def story(w, a, s, r):
        return w * Polynomial(2, 0.02) + a * experiments.season(s) + RBF(r)

    top, judged = experiments.foretell(drawn, story, [3.0, 1.0, 0.5, 0.1])
    assert top.converged and judged.rmse < 1 < np.std(drawn.y_new)
    rival = experiments.by_least_squares(drawn, 2)
    month = np.floor(12 * (drawn.X[:, 0] + 100) + 0.2).astype(int) % 12
    A = np.column_stack([drawn.X, drawn.X**2, np.eye(12)[month]])
    fit = A @ np.linalg.pinv(A) @ drawn.y
    sd = np.sqrt(((drawn.y - fit) ** 2).sum() / (180 - 14)) * t.ppf(0.975, 166) / 1.96
    again = experiments.by_least_squares(drawn._replace(X_new=drawn.X, y_new=drawn.y), 2)
    np.testing.assert_allclose(again.predicted, fit, rtol=1e-9)
    assert (again.z * sd)[0] == pytest.approx((drawn.y - fit)[0] / np.sqrt(1 + (A @ np.linalg.pinv(A))[0, 0]))
    assert len(rival.z) == 60 and rival.freedom == 14


def test_the_last_year_foretells_a_series_that_rises_by_the_same_each_year():
    """Also where a month is missing, which then is told by the year before."""
    months = np.delete(np.arange(180), [172])
    X, later = months[:, None] / 12 - 7.5, np.arange(180, 240)[:, None] / 12 - 7.5
    value = lambda X: 2 * X[:, 0] + np.cos(2 * np.pi * X[:, 0])  # noqa: E731
    drawn = experiments.Drawn(X, value(X), later, value(later))
    assert experiments.by_last_year(drawn).rmse < 1e-10
    rises = np.random.default_rng(0).normal(size=180)
    noisy = drawn._replace(y=drawn.y + rises[months], y_new=drawn.y_new + 1)
    judged = experiments.by_last_year(noisy)
    bars = (noisy.y_new - judged.predicted) / judged.z
    np.testing.assert_allclose(bars / bars[0], np.sqrt(np.arange(60) // 12 + 1 + (np.arange(60) % 12 == 4)))


def test_a_walk_has_independent_steps():
    X = np.array([[-7.0], [-5.0], [1.0], [1.5]])
    steps = np.diff(np.eye(4), axis=0, prepend=0)
    np.testing.assert_allclose(
        steps @ experiments.walk(-8.0)(X) @ steps.T, np.diag([1, 2, 6, 0.5]), atol=1e-12
    )


def test_all_pairs_are_the_likeliest_where_one_has_all_the_weight(monkeypatch):
    monkeypatch.setattr(experiments, "TRIED_WIDTHS", [1.0])
    monkeypatch.setattr(experiments, "TRIED_PRICES", np.array([0.1]))
    found = experiments.bands_of_all_pairs(3)
    assert found["all"] == found["likeliest"] == found["known"] < 1
