"""A climb ends at a top of the likelihood, by its own certificate and beside scikit-learn, from wherever it starts."""

import warnings

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as TheirRBF
from sklearn.gaussian_process.kernels import ConstantKernel, WhiteKernel

from kernelsy19 import gaussian_process as gp
from kernelsy19.kernels import RBF, FunctionKernel
from kernelsy19.validation import ConvergenceWarning


def drawn(n=40, p=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    y = np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=n)
    return X, y - y.mean()


def by_columns(*gamma):
    return FunctionKernel(lambda X, Z: gp.rbf_by_columns(X, Z, np.array(gamma)))


@pytest.mark.parametrize(("kernel_of", "start"), [(RBF, [1.0]), (by_columns, [1.0, 0.3])], ids=["one", "two"])
def test_a_top_is_where_no_step_goes_up(kernel_of, start):
    X, y = drawn()
    top = gp.climb(kernel_of, X, y, start)

    def at(factors):
        M = kernel_of(*(top.theta * factors[:-1]))(X) + top.lam * factors[-1] * np.eye(40)
        return gp.log_marginal_likelihood(gp.likeliest_scale(M, y) * M, y)

    assert top.converged and top.log_likelihood == pytest.approx(at(np.ones(len(start) + 1)))
    for i in range(len(start) + 1):
        for factor in (0.9, 1.1):
            assert at(np.where(np.arange(len(start) + 1) == i, factor, 1.0)) < top.log_likelihood + 1e-9


@pytest.mark.parametrize("p", [1, 3])
def test_scikit_learn_climbs_no_higher(p):
    X, y = drawn(50, p)
    top = gp.climb(by_columns, X, y, [1.0] * p, 0.1)
    k = ConstantKernel(1.0, (1e-9, 1e9)) * TheirRBF([0.7] * p, (1e-6, 1e6)) + WhiteKernel(0.1, (1e-9, 1e9))
    theirs = GaussianProcessRegressor(k, alpha=0.0).fit(X, y)
    assert top.log_likelihood >= theirs.log_marginal_likelihood_value_ - 1e-3
    ours = ConstantKernel(top.scale) * TheirRBF((2 * top.theta) ** -0.5) + WhiteKernel(top.scale * top.lam)
    assert theirs.log_marginal_likelihood(ours.theta) == pytest.approx(top.log_likelihood, abs=1e-6)
    assert np.abs(theirs.log_marginal_likelihood(ours.theta, eval_gradient=True)[1]).max() < 3e-3


def test_a_climb_from_far_out_ends_and_says_where():
    """Where steps of any length are allowed, one of them leaves the noise at 0 and the matrix singular."""
    X, y = drawn()
    near = gp.climb(RBF, X, y, [1.0], 0.1)
    for gamma, lam in ((0.3, 1.0), (3.0, 0.1)):
        far = gp.climb(RBF, X, y, [gamma], lam)
        assert far.log_likelihood == pytest.approx(near.log_likelihood, abs=1e-5)
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        for gamma, lam in ((1e-6, 1e-12), (1e4, 1e-8), (1e-4, 1e-6), (1e8, 1e8)):
            start, far = gp.certify(RBF, X, y, [gamma], max(lam, 1e-8)), gp.climb(RBF, X, y, [gamma], lam)
            assert start.log_likelihood <= far.log_likelihood + 1e-9
            assert far.log_likelihood < near.log_likelihood + 1e-6


def test_what_is_no_top_is_said_to_be_none():
    X, y = drawn()
    with pytest.warns(ConvergenceWarning, match=r"a slope of log p\(y\)"):
        found = gp.certify(RBF, X, y, [5.0], 2.0)
    assert not found.converged and np.abs(found.slopes).max() > 1
    exact = np.sin(X[:, 0])  # without noise there is always less noise to be had
    with pytest.warns(ConvergenceWarning, match="start elsewhere, or fix the number that runs away"):
        assert gp.climb(RBF, X, exact, [1.0]).lam == pytest.approx(1e-8)
