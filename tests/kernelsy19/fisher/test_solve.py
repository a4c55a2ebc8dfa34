"""EM: its likelihood never falls, more starts are never worse, the certificate says the truth."""

import numpy as np
import pytest

from kernelsy19 import fisher


def groups(n=90, p=3, seed=0):
    rng = np.random.default_rng(seed)
    labels = np.arange(n) % 3
    return rng.normal(size=(n, p)) * rng.uniform(0.5, 2, size=p) + 4 * np.eye(3, p)[labels], labels


@pytest.mark.parametrize("seed", range(4))
def test_the_likelihood_never_falls_and_the_certificate_is_the_mean_score(seed):
    X, _ = groups(seed=seed)
    fit = fisher.fit_mixture(X, 3, tol=1e-13, max_iter=20_000)
    assert (np.diff(fit.path) >= -1e-12).all() and fit.iterations == len(fit.path)
    assert fit.residual < 1e-4
    assert fit.log_likelihood == pytest.approx(fit.mixture.log_density(X).mean(), abs=1e-10)
    np.testing.assert_allclose(fit.posteriors, fit.mixture.posterior(X), atol=1e-9)
    J = fit.mixture.scores(X).mean(axis=0) / np.sqrt(np.diag(fit.mixture.closed_information()))
    assert fit.residual == pytest.approx(np.abs(J).max(), rel=1e-6, abs=1e-12)


def test_more_starts_are_never_less_likely():
    X, _ = groups(seed=5)
    few, many = (fisher.fit_mixture(X, 4, n_starts=n).log_likelihood for n in (1, 10))
    assert many >= few - 1e-9


def test_a_component_on_equal_points_keeps_a_width():
    X = np.vstack([np.zeros((5, 2)), np.random.default_rng(0).normal(5, 1, size=(30, 2))])
    fit = fisher.fit_mixture(X, 2)
    smallest = fit.mixture.sd.min(axis=0)
    np.testing.assert_allclose(smallest, 1e-3 * X.std(axis=0), rtol=1e-6)
    assert fit.residual < 1e-4, "what is kept from falling does not count"
