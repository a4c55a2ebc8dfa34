"""`KernelRidge` keeps the contract of scikit-learn; its error bars and likelihood are those of what is normal."""

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from kernelsy19 import ridge
from kernelsy19.gaussian_process import posterior_covariance
from kernelsy19.kernels import RBF, FunctionKernel, Linear, Polynomial, Precomputed
from kernelsy19.ridge import KernelRidge


def drawn(n=40, p=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    return X, np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=n) + 3


class TestEstimator:
    def test_an_intercept_moves_with_the_targets_and_is_what_is_left_far_away(self):
        X, y = drawn()
        model, moved = (KernelRidge(RBF(0.5), lam=0.3).fit(X, y + c) for c in (0, 100))
        np.testing.assert_allclose(moved.predict(X), model.predict(X) + 100)
        np.testing.assert_allclose(moved.alpha_, model.alpha_, atol=1e-9)
        assert model.predict([[50.0, 50.0]])[0] == pytest.approx(model.intercept_)
        assert abs(model.intercept_ - y.mean()) < 1
        without = KernelRidge(RBF(0.5), lam=0.3, intercept=False).fit(X, y)
        assert without.predict([[50.0, 50.0]])[0] == pytest.approx(0)

    def test_leave_one_out_chooses(self):
        X, y = drawn(80)
        model = KernelRidge(RBF(1.0), lam="loo").fit(X, y)
        assert model.lam_ == model.path_.lam == model.solution_.lam
        assert (model.solution_.loo_residuals**2).mean() == pytest.approx(model.path_.loo.min(), rel=1e-9)
        np.testing.assert_allclose(model.path_.lams, ridge.loo_path(RBF(1.0)(X), y).lams)

    def test_points_that_are_all_the_same(self):
        model = KernelRidge(RBF(1.0), lam="loo").fit(np.ones((5, 2)), np.arange(5.0))
        np.testing.assert_allclose(model.predict([[1.0, 1.0]]), 2.0)


def contrasts(n):
    """An orthonormal basis of what does not depend on a constant."""
    return np.linalg.qr(np.column_stack([np.ones(n), np.eye(n)[:, 1:]]))[0][:, 1:]


@pytest.mark.parametrize("kernel", [RBF(0.7), Linear(), Polynomial(2, 1.0)], ids=repr)
def test_the_likelihood_of_every_price_is_the_density_of_what_knows_no_intercept(kernel):
    X, y = drawn(20)
    K, lams, B = kernel(X), np.logspace(-2, 2, 5), contrasts(20)
    for intercept, Q in ((False, np.eye(20)), (True, B)):
        path = ridge.loo_path(K, y, lams, intercept)
        for lam, found in zip(lams, path.log_likelihood, strict=True):
            M = Q.T @ (K + lam * np.eye(20)) @ Q
            scales = np.exp([-0.01, 0, 0.01]) * ridge.solve_dual(K, y, lam, intercept).noise_variance / lam
            densities = [multivariate_normal.logpdf(Q.T @ y, cov=c * M) for c in scales]
            assert found == pytest.approx(densities[1], abs=1e-8)
            assert densities[0] < densities[1] > densities[2]  # the scale is the likeliest


def test_targets_in_other_units_have_another_density_and_the_same_order_of_prices():
    X, y = drawn(20)
    lams = np.logspace(-2, 2, 9)
    for unit in (1e-30, 3.0, 1e30):
        one, other = (ridge.loo_path(RBF(1.0)(X), u * y, lams).log_likelihood for u in (1.0, unit))
        np.testing.assert_allclose(other, one - 19 * np.log(unit), rtol=0, atol=1e-9 * abs(other).max())
        K = unit * RBF(1.0)(X)
        np.testing.assert_allclose(ridge.loo_path(K, y, unit * lams).log_likelihood, one, atol=1e-8)


@pytest.mark.parametrize("unit", [1e-120, 1.0, 1e120])
def test_a_free_intercept_is_a_constant_of_which_nothing_was_known(unit):
    (X, y), (new, _) = drawn(50), drawn(30, seed=1)
    k, lam, wide = RBF(0.7), 0.3, 1e7
    free = KernelRidge(unit * k, unit * lam).fit(X, y)
    mean, bars = free.predict(np.vstack([new, [[99.0, 0.0]]]), return_std=True)
    M, K_zx = k(X) + wide + lam * np.eye(50), k(new, X) + wide
    np.testing.assert_allclose(mean[:-1], K_zx @ np.linalg.solve(M, y), atol=1e-5)
    left = np.diagonal(posterior_covariance(k(new) + wide, K_zx, M)) / lam
    np.testing.assert_allclose(bars[:-1] ** 2, left * free.solution_.noise_variance, rtol=1e-5, atol=1e-6)
    # Far from all points f is as uncertain as it was, and the intercept adds what is not known of it.
    ones = np.linalg.solve(k(X) + lam * np.eye(50), np.ones(50)).sum()
    assert bars[-1] ** 2 == pytest.approx((1 + 1 / ones) * free.solution_.noise_variance / lam)
    bordered = np.column_stack([k(new, X), np.ones(30)])
    plain = posterior_covariance(k(new), bordered, ridge.bordered_matrix(k(X), lam))
    np.testing.assert_allclose(bars[:-1] ** 2, np.diagonal(plain) * free.solution_.noise_variance / lam)


def test_a_matrix_without_a_factor_has_bars_by_eigenvectors():
    X, y = np.repeat(drawn(6)[0], 5, axis=0), np.tile(drawn(6)[1], 5)
    with np.errstate(all="ignore"), pytest.warns(UserWarning):
        solution = ridge.solve_dual(RBF(0.5)(X), y, 1e-18, intercept=False)
    bars = solution.error_bars(np.ones(30), RBF(0.5)(X))
    assert solution.path == "eigenvectors" and (bars < 1e-6 * np.sqrt(solution.noise_variance / 1e-18)).all()


def test_targets_that_are_all_the_same_have_no_noise():
    X, y = np.arange(6.0)[:, None], np.full(6, 2.5)
    mean, bars = KernelRidge(RBF(1.0)).fit(X, y).predict([[0.5]], return_std=True)
    assert mean == pytest.approx(2.5) and bars == pytest.approx(0, abs=1e-12)


def test_what_bars_need_is_asked_for():
    X, y = drawn(10)
    model = KernelRidge(Precomputed()).fit(RBF(1.0)(X), y)
    with pytest.raises(ValueError, match="return_std needs k\\(x, x\\), which precomputed values lack"):
        model.predict(RBF(1.0)(X), return_std=True)
    direct = KernelRidge(RBF(1.0)).fit(X, y)
    found = model.solution_.error_bars(np.ones(10), RBF(1.0)(X))
    np.testing.assert_allclose(found, direct.predict(X, return_std=True)[1])
    with pytest.raises(ValueError, match="k_xx must"):
        direct.solution_.error_bars(np.ones(9), RBF(1.0)(X))
    words = FunctionKernel(lambda A, B: np.array([[float(a[0] == b[0]) for b in B] for a in A]), list)
    bars = KernelRidge(words, 0.5).fit(["a", "ab", "b"], [1.0, 1.2, 3.0]).predict(["b"], return_std=True)[1]
    assert bars.shape == (1,) and bars > 0


def test_a_grid_knows_the_likeliest_pair():
    X, y = drawn(30)
    kernels, lams = [RBF(gamma) for gamma in (0.1, 1.0, 10.0)], np.logspace(-3, 1, 9)
    grid = ridge.loo_grid(kernels, X, y, lams)
    by_hand = [ridge.loo_path(k(X), y, lams).log_likelihood for k in kernels]
    np.testing.assert_array_equal(grid.log_likelihood, by_hand)
    assert grid.log_likelihood[grid.likeliest] == np.max(by_hand)


def test_one_point_says_nothing_of_how_far_off_others_are():
    model = KernelRidge(RBF(1.0), lam=0.1).fit([[1.0]], [2.0])
    with pytest.raises(ValueError, match="Error bars with a free intercept take at least 2 points"):
        model.predict([[2.0]], return_std=True)
    without = KernelRidge(RBF(1.0), lam=0.1, intercept=False).fit([[1.0]], [2.0])
    assert without.predict([[2.0]], return_std=True)[1] > 0
