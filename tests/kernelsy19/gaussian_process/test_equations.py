"""Error bars, likelihood and its slopes are those of scikit-learn; kernels of parts are theirs as well."""

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.gaussian_process.kernels import ConstantKernel, ExpSineSquared

from kernelsy19 import gaussian_process, ridge
from kernelsy19.kernels import RBF
from kernelsy19.ridge import KernelRidge


def drawn(n=40, p=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    return X, np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=n) + 3


@pytest.mark.parametrize(("n", "gamma", "lam"), [(50, 0.7, 0.3), (50, 5.0, 1e-3), (600, 0.05, 0.1)])
@pytest.mark.checks("COURSE-posterior-mean", "COURSE-posterior-covariance", "COURSE-marginal-likelihood")
def test_mean_bars_and_likelihood_are_those_of_scikit_learn(n, gamma, lam):
    (X, y), (new, _) = drawn(n), drawn(30, seed=1)
    ours = KernelRidge(RBF(gamma), lam, intercept=False).fit(X, y)
    noise = ours.solution_.noise_variance
    k = ConstantKernel(noise / lam) * TheirRBF((2 * gamma) ** -0.5)
    theirs = GaussianProcessRegressor(k, alpha=noise, optimizer=None).fit(X, y)
    both = (model.predict(new, return_std=True) for model in (ours, theirs))
    for found, wanted in zip(*both, strict=True):
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-8)
    K = RBF(gamma)(X)
    M = K + lam * np.eye(n)
    covariance = gaussian_process.posterior_covariance(RBF(gamma)(new), RBF(gamma)(new, X), M) * noise / lam
    np.testing.assert_allclose(covariance, theirs.predict(new, return_cov=True)[1], rtol=0, atol=1e-8)
    wanted, slopes = theirs.log_marginal_likelihood(theirs.kernel_.theta, eval_gradient=True)
    path = ridge.loo_path(K, y, [lam], intercept=False)
    assert gaussian_process.log_marginal_likelihood(noise / lam * M, y) == pytest.approx(wanted, abs=1e-8 * n)
    assert path.log_likelihood[0] == pytest.approx(wanted, abs=1e-8 * n)
    # Their second parameter is the logarithm of a length, −½ log 2γ.
    in_gamma = gaussian_process.likelihood_slope(noise / lam * M, y, noise / lam * K * np.log(K))
    assert -2 * in_gamma == pytest.approx(slopes[1], rel=1e-6, abs=1e-6)


@pytest.mark.checks("COURSE-widths", "COURSE-periodic")
def test_widths_of_columns_and_periods_are_those_of_scikit_learn():
    (X, _), (Z, _) = drawn(9, 3), drawn(5, 3, seed=1)
    gamma = np.array([0.3, 2.0, 0.01])
    theirs = TheirRBF((2 * gamma) ** -0.5)(X, Z)
    np.testing.assert_allclose(gaussian_process.rbf_by_columns(X, Z, gamma), theirs, atol=1e-12)
    # Their k is exp(−2 sin²(πd/T)/ℓ²).
    theirs = ExpSineSquared(length_scale=(2 * 0.7) ** -0.5, periodicity=1.3)(X[:, :1], Z[:, :1])
    ours = gaussian_process.periodic(X[:, :1], Z[:, :1], 0.7, 1.3)
    np.testing.assert_allclose(ours, theirs, atol=1e-12)
    found = gaussian_process.periodic(X[:, :1] + 2.6, Z[:, :1], 0.7, 1.3)
    np.testing.assert_allclose(found, ours, atol=1e-12)


@pytest.mark.checks("COURSE-student")
def test_of_bands_with_an_estimated_scale_the_wide_ones_hold_what_they_promise():
    """Five targets whose scale only they tell, of 20 000 draws: normal bands hold too few, those of Student enough."""
    rng = np.random.default_rng(0)
    x = np.linspace(0, 3, 6)[:, None]
    M = RBF(1.0)(x) + 0.3 * np.eye(6)
    values = rng.normal(size=(20_000, 6)) @ np.linalg.cholesky(M).T
    y, new = values[:, :5], values[:, 5]
    weights = np.linalg.solve(M[:5, :5], M[:5, 5])
    tau = [gaussian_process.likeliest_scale(M[:5, :5], v) for v in y]
    z = (new - y @ weights) / np.sqrt(np.array(tau) * (M[5, 5] - weights @ M[:5, 5]))
    for share in (0.5, 0.95):
        within = np.mean(np.abs(z) <= gaussian_process.band_factor(share, 5))
        assert within == pytest.approx(share, abs=4 * np.sqrt(share * (1 - share) / 20_000))
    assert np.mean(np.abs(z) <= 1.96) < 0.91
    assert gaussian_process.band_factor(0.95, 1e9) == pytest.approx(norm.ppf(0.975))
