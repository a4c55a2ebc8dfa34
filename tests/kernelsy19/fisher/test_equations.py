"""The equations of chapter 15 against loops, SciPy and integrals."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import multivariate_normal, norm

from kernelsy19 import fisher


def some_mixture(k=3, p=2, seed=0):
    rng = np.random.default_rng(seed)
    return rng.dirichlet(np.full(k, 5.0)), rng.normal(size=(k, p)), rng.uniform(0.5, 1.5, size=(k, p))


def some_points(n=6, p=2, seed=1):
    return 2 * np.random.default_rng(seed).normal(size=(n, p))


@pytest.mark.checks("PR-fisher-score")
def test_the_score_of_a_gaussian_is_its_derivative():
    J = fisher.fisher_score(
        lambda X, theta: norm.logpdf(X[:, 0], *theta), np.array([0.5, 2.0]), np.array([[2.5], [-1.0]])
    )
    np.testing.assert_allclose(J, [[-0.5, 0.0], [0.375, 0.21875]], atol=1e-9)


def test_a_density_that_bends_within_the_step_of_the_differences_is_refused():
    X = 5e-4 * np.random.default_rng(0).normal(size=(50, 1))
    for sd in (5e-4, 3e-3):
        with pytest.raises(ValueError, match="theta must be such that log_density hardly bends"):
            fisher.plain_fisher_gram(lambda X, t: norm.logpdf(X[:, 0], *t), np.array([0.0, sd]), X[:4], X)


@pytest.mark.checks("PR-fisher-information")
def test_the_information_is_the_mean_of_products_with_any_shares():
    rng = np.random.default_rng(2)
    J, shares = rng.normal(size=(5, 3)), rng.dirichlet(np.ones(5))
    np.testing.assert_allclose(
        fisher.information(J, shares), sum(q * np.outer(j, j) for q, j in zip(shares, J, strict=True))
    )
    np.testing.assert_allclose(fisher.information(J), fisher.information(J, np.full(5, 0.2)))


@pytest.mark.checks("PR-kl-curvature")
def test_the_divergence_of_gaussians_is_the_integral_and_nearly_the_parabola():
    exact = fisher.gaussian_divergence(0.2, 0.9, 0.5, 1.3)
    integrand = lambda x: norm.pdf(x, 0.2, 0.9) * (norm.logpdf(x, 0.2, 0.9) - norm.logpdf(x, 0.5, 1.3))  # noqa: E731
    assert exact == pytest.approx(quad(integrand, -12, 12)[0], abs=1e-9)
    sizes = np.array([1e-3, 2e-3])
    along = fisher.divergences_along((3.0, -2.0), sizes)
    np.testing.assert_allclose(along.parabola, sizes**2 * (9 + 2 * 4) / 2)
    np.testing.assert_allclose(along.exact / along.parabola, 1, atol=0.02)


@pytest.mark.checks("PR-fisher-kernel", "PR-fisher-kernel-plain", "COURSE-fisher-change")
def test_the_numbers_of_the_slip_on_names_of_parameters():
    """N(0, 1) with σ and with σ²: the plain kernel changes its sign, the other stays."""
    x = np.array([0.5, 2.0])
    J, I, A = -np.column_stack([x, x**2 - 1]), np.diag([1.0, 2.0]), np.diag([1.0, 0.5])
    J2, I2 = fisher.changed_scores(J, A), fisher.changed_information(I, A)
    assert fisher.plain_fisher_kernel(J, J)[0, 1] == pytest.approx(-1.25)
    assert fisher.plain_fisher_kernel(J2, J2)[0, 1] == pytest.approx(0.4375)
    assert fisher.fisher_kernel(J, J, I)[0, 1] == pytest.approx(-0.125)
    assert fisher.fisher_kernel(J2, J2, I2)[0, 1] == pytest.approx(-0.125)
    change = fisher.change_of_kernels(J, I, A)
    assert change.plain > 0.1 and change.in_units_of_information < 1e-12


def test_where_the_information_has_no_inverse_the_pseudo_inverse_serves():
    J = np.array([[1.0, -1.0], [2.0, -2.0]])
    np.testing.assert_allclose(
        fisher.fisher_kernel(J, J, np.array([[1.0, -1.0], [-1.0, 1.0]])), [[1, 2], [2, 4]]
    )


@pytest.mark.checks("COURSE-mixture", "COURSE-mixture-posterior", "COURSE-standardized")
def test_the_density_of_a_mixture_is_that_of_scipy():
    (w, mu, sd), X = some_mixture(), some_points()
    p = np.array(
        [a * multivariate_normal(m, np.diag(s**2)).pdf(X) for a, m, s in zip(w, mu, sd, strict=True)]
    ).T
    joint = fisher.log_joint(X, w, mu, sd)
    np.testing.assert_allclose(np.exp(joint), p, rtol=1e-12)
    np.testing.assert_allclose(fisher.posteriors(joint), p / p.sum(axis=1, keepdims=True), rtol=1e-12)
    np.testing.assert_allclose(fisher.standardized(X, mu[0], sd[0]) * sd[0] + mu[0], X)


def test_posteriors_of_a_point_that_is_far_from_everything_sum_to_one():
    r = fisher.posteriors(fisher.log_joint(np.array([[1e4, -1e4]]), *some_mixture()))
    assert np.isfinite(r).all() and r.sum() == pytest.approx(1)


@pytest.mark.checks("COURSE-mixture-em")
def test_the_m_step_is_weighted_mean_and_spread():
    X, r = some_points(20), np.random.default_rng(3).dirichlet(np.ones(3), 20)
    w, mu, sd = fisher.maximize(X, r)
    for k in range(3):
        np.testing.assert_allclose(mu[k], np.average(X, axis=0, weights=r[:, k]))
        np.testing.assert_allclose(sd[k] ** 2, np.average((X - mu[k]) ** 2, axis=0, weights=r[:, k]))
    np.testing.assert_allclose(w, r.mean(axis=0))


@pytest.mark.checks(
    "COURSE-closed-information", "COURSE-weight-score", "COURSE-mean-score", "COURSE-sd-score"
)
def test_the_closed_information_is_that_of_a_simulation_where_components_are_apart():
    w, sd = np.array([0.3, 0.7]), np.array([[1.0, 0.7], [0.8, 1.4]])
    mixture = fisher.DiagonalMixture(w, [[-10.0, 0], [10, 1]], sd)
    I, closed = mixture.simulated_information(n=200_000), mixture.closed_information()
    units = np.sqrt(np.outer(np.diag(closed), np.diag(closed)))
    np.testing.assert_allclose(I / units, closed / units, atol=0.05)  # three standard errors
    of_means, of_sds = fisher.closed_information(w, sd)
    np.testing.assert_allclose(np.diag(closed)[2:], np.concatenate([of_means, of_sds]))
    np.testing.assert_allclose(closed[:2, :2], fisher.closed_weight_information(w))


@pytest.mark.checks("COURSE-weight-kernel")
def test_points_of_one_component_are_alike_and_others_opposite():
    w = np.array([0.2, 0.3, 0.5])
    K = fisher.weight_kernel(np.eye(3), np.eye(3), w)
    np.testing.assert_allclose(K, np.diag(1 / w) - 1)
