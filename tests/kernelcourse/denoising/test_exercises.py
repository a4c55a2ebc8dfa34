"""The exercises of chapter 09 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
from own_answers import right_forms, wrong_answers
from scipy.optimize import approx_fprime
from sklearn.decomposition import PCA
from sklearn.kernel_ridge import KernelRidge

from kernelcourse.denoising.checks import draws, ex_09_01, ex_09_02, ex_09_03, ex_09_05, ex_09_06
from kernelsy19.denoising import denoise
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA


def values(z, X, gamma):
    return np.exp(-gamma * ((z - X) ** 2).sum(axis=1))


def mean_shift(z, X, w, gamma):
    return np.average(X, axis=0, weights=w * values(z, X, gamma))


def by_sklearn(X, X_noisy, q):
    found = PCA(q).fit(X)
    return found.inverse_transform(found.transform(X_noisy))


def by_bayes(X, noisy, sigma):
    """The mean of a Gaussian density of digits, once the noisy digit is known."""
    mean, S = X.mean(axis=0), np.cov(X.T)
    return mean + (noisy - mean) @ np.linalg.solve(S + sigma**2 * np.eye(len(S)), S)


def by_the_fixed_point(X, noisy, sigma):
    """Kernel PCA, with the width and the number of components that restore sixty of the training digits best."""
    kept, others = X[60:], X[:60]
    corrupted = others + sigma * np.random.default_rng(0).normal(size=others.shape)

    def restored(pair, learned_from, digits):
        return denoise(KernelPCA(RBF(1 / pair[0]), pair[1]).fit(learned_from), digits).points

    tried = [(512, 256), (512, 80), (1024, 80), (1024, 40)]
    best = min(tried, key=lambda pair: np.square(restored(pair, kept, corrupted) - others).sum())
    return restored(best, X, noisy)


def ridge_by_sklearn(K_z, X, ridge):
    mean = X.mean(axis=0)
    return mean + KernelRidge(alpha=ridge, kernel="precomputed").fit(K_z, X - mean).predict(K_z)


RIGHT = {
    "09.8": [0.1, np.float64(2.5), np.array(0.8)],
    "09.9": [by_the_fixed_point, by_bayes, lambda X, noisy, sigma: np.clip(by_sklearn(X, noisy, 48), -1, 1)],
}  # fmt: skip

WRONG = {
    "09.1": [
        (lambda Z, alpha: 2 * Z @ alpha.T + 1 / len(alpha), None),
    ],
    "09.2": [
        (lambda K_zz, k_z, K, w: K_zz - 2 * w @ k_z + 1, None),
        (lambda K_zz, k_z, K, w: 2 - 2 * w @ k_z, None),
    ],
    "09.3": [
        (lambda z, X, w, gamma: approx_fprime(z, lambda at: -2 * w @ values(at, X, gamma), 1e-9), None),
        (lambda z, X, w, gamma: 4 * gamma * (abs(w) * values(z, X, gamma)) @ (z - X), None),
    ],
    "09.4": [
        (lambda z, X, w, gamma: mean_shift(z, X, w, gamma) + 1e-3, None),
        (lambda z, X, w, gamma: X[(w * values(z, X, gamma)).argmax()], None),
    ],
    "09.5": [
        (lambda X, N, q: by_sklearn(X, N, X.shape[1] if len(X) >= X.shape[1] else q), None),
        (lambda X, N, q: (by_sklearn(X, N, q) + N) / 2, None),
    ],
    "09.6": [
        (lambda K, X, ridge: ridge_by_sklearn(K, X, 1.01 * ridge), None),
    ],
    "09.7": [
        (1 / 3, "too small"),
        (0.6094, "equally near"),
        (0.51, "too large"),
        (0, "positive"),
        (np.inf, "finite"),
        ("1/2", "a text"),
        (0.5 + 1e-4, None),
    ],
    "09.8": [
        (np.nan, "finite"),
        (3.5, "Stay between"),
        ([1.0, 2.0], "a list"),
        (0.4, "so near to 0"),
    ],
    "09.9": [
        (lambda X, noisy, sigma: by_sklearn(X, noisy, 64), None),
        (lambda X, noisy, sigma: by_sklearn(X, noisy, 32), None),
        (lambda X, noisy, sigma: np.clip(noisy, -1, 1), None),
        (lambda X, noisy, sigma: X[: len(noisy)], None),
        (lambda X, noisy, sigma: by_bayes(X, noisy, sigma)[:-1], "shape"),
    ],
}  # fmt: skip


class TestEdges:
    def test_every_edge_is_what_it_is_called(self):
        rng = np.random.default_rng(4)
        at_mean, themselves = ex_09_01.edge(rng).values()
        np.testing.assert_allclose(at_mean.Z, 0, atol=1e-12)
        np.testing.assert_allclose(themselves.projections, themselves.Phi, atol=1e-9)
        image, mean, single = ex_09_02.edge(rng).values()
        assert abs(image.rho) < 1e-12 and np.ptp(mean.w) == 0 and len(single.w) == 1
        on_point, same, negative = ex_09_03.edge(rng).values()
        assert (on_point.z == on_point.X).all(axis=1).any() and np.ptp(same.w) == 0
        assert draws.denominator(negative) < 0 < draws.denominator(on_point)
        all_axes, training, many = ex_09_05.edge(rng).values()
        assert all_axes.q == all_axes.X.shape[1] and np.array_equal(training.X, training.X_noisy)
        assert len(many.X_noisy) > len(many.X)
        small, large = ex_09_06.edge(rng).values()
        assert np.abs(ridge_by_sklearn(*small) - small.X).max() < 0.1
        assert np.abs(ridge_by_sklearn(*large) - large.X.mean(axis=0)).max() < 1e-4

    def test_a_step_is_never_divided_by_nearly_nothing(self):
        for seed in range(20):
            rng = np.random.default_rng(seed)
            drawn = [*draws.places(rng), *draws.edge_places(rng).values()]
            assert min(abs(draws.denominator(place)) for place in drawn) > 1e-3

    def test_axes_that_are_wanted_are_told_apart(self):
        for seed in range(20):
            for X, _, q in ex_09_05.problems(np.random.default_rng(seed)):
                variances = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2
                assert variances[q - 1] - variances[q] > 0.02 * variances[0]


test_right = right_forms(RIGHT)
test_wrong = wrong_answers(WRONG)
