"""Equations of chapter 15 where they are pushed, and what is computed with them, against integrals and draws."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from kernelsy19 import fisher


def some_mixture(k=3, p=2, seed=0):
    rng = np.random.default_rng(seed)
    return rng.dirichlet(np.full(k, 5.0)), rng.normal(size=(k, p)), rng.uniform(0.5, 1.5, size=(k, p))


def test_a_density_that_bends_within_the_step_of_the_differences_is_refused():
    X = 5e-4 * np.random.default_rng(0).normal(size=(50, 1))
    for sd in (5e-4, 3e-3):
        with pytest.raises(ValueError, match="theta must be such that log_density hardly bends"):
            fisher.plain_fisher_gram(lambda X, t: norm.logpdf(X[:, 0], *t), np.array([0.0, sd]), X[:4], X)


@pytest.mark.checks("PR-fisher-information")
def test_the_information_is_the_mean_of_products_with_any_shares():
    rng = np.random.default_rng(2)
    J, shares = rng.normal(size=(5, 3)), rng.dirichlet(np.ones(5))
    expected = sum(q * np.outer(j, j) for q, j in zip(shares, J, strict=True))
    np.testing.assert_allclose(fisher.information(J, shares), expected)
    np.testing.assert_allclose(fisher.information(J), fisher.information(J, np.full(5, 0.2)))


def test_the_divergence_of_gaussians_is_the_integral_and_nearly_the_parabola():
    exact = fisher.gaussian_divergence(0.2, 0.9, 0.5, 1.3)
    integrand = lambda x: norm.pdf(x, 0.2, 0.9) * (norm.logpdf(x, 0.2, 0.9) - norm.logpdf(x, 0.5, 1.3))  # noqa: E731
    assert exact == pytest.approx(quad(integrand, -12, 12)[0], abs=1e-9)
    sizes = np.array([1e-3, 2e-3])
    along = fisher.divergences_along((3.0, -2.0), sizes)
    np.testing.assert_allclose(along.parabola, sizes**2 * (9 + 2 * 4) / 2)
    np.testing.assert_allclose(along.exact / along.parabola, 1, atol=0.02)


def test_other_names_of_parameters_change_the_plain_kernel_alone():
    """N(0, 1) with σ and with σ²."""
    x = np.array([0.5, 2.0])
    J, I, A = -np.column_stack([x, x**2 - 1]), np.diag([1.0, 2.0]), np.diag([1.0, 0.5])
    change = fisher.change_of_kernels(J, I, A)
    assert change.plain > 0.1 and change.in_units_of_information < 1e-12


def test_the_closed_information_is_that_of_a_simulation_where_components_are_apart():
    mixture = fisher.DiagonalMixture([0.3, 0.7], [[-10.0, 0], [10, 1]], [[1.0, 0.7], [0.8, 1.4]])
    I, closed = mixture.simulated_information(n=200_000), mixture.closed_information()
    units = np.sqrt(np.outer(np.diag(closed), np.diag(closed)))
    np.testing.assert_allclose(I / units, closed / units, atol=0.05)  # three standard errors


def test_where_the_information_has_no_inverse_the_pseudo_inverse_serves():
    J = np.array([[1.0, -1.0], [2.0, -2.0]])
    found = fisher.fisher_kernel(J, J, np.array([[1.0, -1.0], [-1.0, 1.0]]))
    np.testing.assert_allclose(found, [[1, 2], [2, 4]])


def test_posteriors_of_a_point_that_is_far_from_everything_sum_to_one():
    r = fisher.posteriors(fisher.log_joint(np.array([[1e4, -1e4]]), *some_mixture()))
    assert np.isfinite(r).all() and r.sum() == pytest.approx(1)
