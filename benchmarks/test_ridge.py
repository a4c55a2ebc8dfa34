"""Kernel ridge regression against scikit-learn's: one fit, error bars, and leaving one out over a grid of kernels."""

import numpy as np
import pytest
import scipy.linalg
from problems import mixture, scale_gamma
from race import timed
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as SklearnRBF
from sklearn.kernel_ridge import KernelRidge as SklearnKernelRidge
from sklearn.linear_model import RidgeCV
from sklearn.metrics.pairwise import rbf_kernel
from threadpoolctl import threadpool_limits

from kernelsy19 import datasets, ridge
from kernelsy19.kernels import RBF
from kernelsy19.ridge import KernelRidge

LAM = 0.1
# Patients that the peer leaves out, for one of the pairs; the time of all is extrapolated from these.
PART = 60
ROUNDS = 5


@pytest.mark.parametrize("p", [2, 256])
@pytest.mark.parametrize("n", [500, 2000, 4000])
def test_fit(race, n, p):
    X = mixture(n, p)
    gamma = scale_gamma(X)
    y = np.sin(X[:, 0]) + 0.1 * np.random.default_rng(2).normal(size=n)
    K = RBF(gamma)(X)

    def residual(alpha):
        return np.linalg.norm(y - LAM * alpha - K @ alpha) / np.linalg.norm(y)

    def agree(ours, theirs):
        residuals = residual(ours.alpha_), residual(theirs.dual_coef_)
        assert max(residuals) <= 1e-9
        assert ours.solution_.converged
        return "‖y − (K + λI)α‖ / ‖y‖ {:.1e}, {:.1e}".format(*residuals)

    race(
        "kernel ridge, fit",
        {"n": n, "p": p, "λ": LAM},
        lambda: KernelRidge(RBF(gamma), LAM, intercept=False).fit(X, y),
        lambda: SklearnKernelRidge(kernel="rbf", gamma=gamma, alpha=LAM).fit(X, y),
        agree,
        path=lambda model: model.solution_.path,
    )


@pytest.mark.parametrize("p", [2, 256])
@pytest.mark.parametrize("n", [500, 2000])
def test_error_bars(race, n, p):
    """Fit, then mean and error bars at 500 places, for a kernel and a noise that are given."""
    X, new = mixture(n, p), mixture(500, p) + 0.1
    gamma = scale_gamma(X)
    y = np.sin(X[:, 0]) + 0.1 * np.random.default_rng(2).normal(size=n)

    def ours():
        model = KernelRidge(RBF(gamma), LAM, intercept=False).fit(X, y)
        mean, bars = model.predict(new, return_std=True)
        return mean, bars * np.sqrt(LAM / model.solution_.noise_variance), model

    def peer():
        model = GaussianProcessRegressor(SklearnRBF((2 * gamma) ** -0.5), alpha=LAM, optimizer=None)
        return model.fit(X, y).predict(new, return_std=True)

    def agree(found, wanted):
        off = [np.abs(a - b).max() for a, b in zip(found, wanted, strict=False)]
        assert max(off) <= 1e-8
        return "largest difference of means {:.1e}, of error bars {:.1e}".format(*off)

    size = {"n": n, "p": p, "λ": LAM}
    race("kernel ridge, error bars", size, ours, peer, agree, path=lambda found: found[2].solution_.path)


def diabetes_grid():
    """Standardized patients, what is to be predicted, widths and penalties."""
    data = datasets.diabetes()
    X = data.columns(*data.feature_names[:-1]).standardized().X
    y = data["progression"] - data["progression"].mean()  # once, for the peer has no intercept
    return X, y, np.logspace(-4, 0, 17), np.logspace(-4, 4, 33)


def whole_grid(X, y, gammas, lams):
    return ridge.loo_grid(map(RBF, gammas), X, y, lams, intercept=False)


def test_leave_one_out_by_eigenvectors(race):
    """The peer of one who knows that eigenvectors are features, and that a ridge of them leaves one out in one pass."""
    X, y, gammas, lams = diabetes_grid()

    def peer():
        found = []
        for gamma in gammas:
            values, vectors = scipy.linalg.eigh(rbf_kernel(X, gamma=gamma))
            features = vectors * np.sqrt(np.maximum(values, 0))
            model = RidgeCV(lams, fit_intercept=False, store_cv_results=True).fit(features, y)
            found.append(np.sqrt(model.cv_results_.mean(axis=0)))
        return np.array(found)

    def agree(ours, theirs):
        off = np.abs(ours.rmse / theirs - 1).max()
        assert off <= 1e-6
        return f"errors left out {off:.0e} apart"

    race(
        "kernel ridge, leave-one-out grid (eigenvectors)",
        {"n": len(y), "p": X.shape[1], "pairs": len(gammas) * len(lams)},
        lambda: whole_grid(X, y, gammas, lams),
        peer,
        agree,
    )


def test_leave_one_out_grid(keep):
    """All pairs take the peer hours: it fits some patients out of one pair, and each fit of all would cost the same."""
    X, y, gammas, lams = diabetes_grid()
    gamma, lam = gammas[9], lams[16]
    left_out = np.linspace(0, len(y) - 1, PART).astype(int)

    def part_by_peer():
        errors = []
        for i in left_out:
            others = np.arange(len(y)) != i
            model = SklearnKernelRidge(kernel="rbf", gamma=gamma, alpha=lam).fit(X[others], y[others])
            errors.append(y[i] - model.predict(X[i : i + 1])[0])
        return np.array(errors)

    with threadpool_limits(1):
        grid = whole_grid(X, y, gammas, lams)
        ours, theirs = [], []
        for _ in range(ROUNDS):
            errors, seconds = timed(part_by_peer)
            theirs.append(seconds * grid.rmse.size * len(y) / PART)
            grid, seconds = timed(lambda: whole_grid(X, y, gammas, lams))
            ours.append(seconds)
    found = ridge.solve_dual(RBF(gamma)(X), y, lam, intercept=False).loo_residuals
    np.testing.assert_allclose(found[left_out], errors, rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(grid.rmse[9, 16], np.sqrt((found**2).mean()), rtol=1e-9)
    keep(
        "kernel ridge, leave-one-out grid",
        {"n": len(y), "p": X.shape[1], "pairs": grid.rmse.size},
        float(np.median(ours)),
        float(np.median(theirs)),
        accuracy=f"same errors to 1e-8; the peer's time is extrapolated from {PART} of {grid.rmse.size * len(y)} fits",
        path="eigenvectors",
        rounds=ROUNDS,
    )
