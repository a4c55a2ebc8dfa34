"""What the proofs of chapter 15 are evaluated on is what it says."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from kernelcourse.fisher import draws


@pytest.mark.parametrize("seed", range(4))
def test_tables_sum_to_one_for_every_parameter_and_slopes_are_slopes(seed):
    s = draws.draw_table(np.random.default_rng(seed))
    for theta in (s.theta, s.theta + s.delta, 0 * s.theta):
        assert np.exp(draws.log_table(s, theta)).sum() == pytest.approx(1)
    f = lambda theta: draws.log_table(s, theta)  # noqa: E731
    step = 1e-5
    ahead = np.array([(f(s.theta + step * e) - f(s.theta - step * e)) / (2 * step) for e in np.eye(s.d)]).T
    np.testing.assert_allclose(draws.slopes(f, s.theta), ahead, atol=1e-8)
    H = draws.curvatures(lambda theta: theta @ np.diag(np.arange(1.0, s.d + 1)) @ theta / 2, s.theta)
    np.testing.assert_allclose(H, np.diag(np.arange(1.0, s.d + 1)), atol=1e-10)


@pytest.mark.parametrize("draw", [draws.draw_gaussian, draws.draw_axis_parallel])
def test_nodes_have_the_moments_of_the_gaussian(draw):
    s = draw(np.random.default_rng(0))
    Sigma = s.L @ s.L.T
    np.testing.assert_allclose(s.shares @ s.nodes, s.mu, atol=1e-12)
    np.testing.assert_allclose(np.cov(s.nodes.T, aweights=s.shares, ddof=0), Sigma, atol=1e-12)
    np.testing.assert_allclose(
        draws.log_gaussian(s.X, s.mu, s.L), multivariate_normal(s.mu, Sigma).logpdf(s.X), atol=1e-10
    )


def test_nodes_on_the_line_integrate():
    s = draws.draw_overlapping(np.random.default_rng(1))
    x, shares = draws.nodes_of(s)
    assert shares.sum() == pytest.approx(1, abs=1e-12)
    assert shares @ x[:, 0] == pytest.approx(s.w @ s.m, abs=1e-10)
    assert shares @ x[:, 0] ** 2 == pytest.approx(s.w @ (s.m**2 + s.s**2), abs=1e-10)
    apart = draws.pulled_apart(s)
    assert np.diff(np.sort(apart.m)).min() >= 40 * s.s.max() - 1e-9


def test_the_mixture_of_the_proofs_is_a_density():
    theta = np.array([0.3, -0.2, 0.0, 2.0, 0.7, 1.1])
    x = np.linspace(-15, 15, 20_001)
    p = np.exp(draws.log_mixture(x[:, None], theta, 2))
    assert np.trapezoid(p, x) == pytest.approx(1)
    w = np.exp(theta[:2]) / np.exp(theta[:2]).sum()
    np.testing.assert_allclose(p, w[0] * norm.pdf(x, 0, 0.7) + w[1] * norm.pdf(x, 2, 1.1), rtol=1e-12)


def test_groups_and_classes_across_them_are_the_same_points():
    groups, across = draws.stretched_groups(300, 1), draws.across_groups(300, 1)
    np.testing.assert_array_equal(groups.X, across.X)
    np.testing.assert_array_equal(across.y, across.X[:, 2] > 0)
    spread = np.mean([groups.X[groups.y == c].std(axis=0) for c in range(3)], axis=0)
    np.testing.assert_allclose(spread, [1, 1] + [3] * 6, rtol=0.15)
