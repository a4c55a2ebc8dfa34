"""The mixture and its Fisher kernel as values, against loops over components and coordinates."""

import numpy as np
import pytest
from kernel_values import points, with_duplicates
from scipy.stats import norm

from kernelsy19 import fisher
from kernelsy19.fisher import DiagonalMixture, FisherKernel
from kernelsy19.kernels.geometry import check_psd


def mixture_of(p, k=3, seed=0):
    rng = np.random.default_rng([seed, p])
    w, mu = rng.dirichlet(np.full(k, 5.0)), rng.normal(size=(k, p))
    return DiagonalMixture(w, mu, rng.uniform(0.7, 1.5, size=(k, p)))


VALUES = [("weights",), ("means",), ("sds",), ("means", "sds"), ("weights", "means", "sds")]
KINDS = [(parts, information) for parts in VALUES for information in ("closed", "identity")]
each_kind = pytest.mark.parametrize(("parts", "information"), KINDS)


def formula_of(mixture, parts, information):
    """k(x, y) of two points from loops over components and coordinates, with a pseudo-inverse."""

    def scores(x):
        p = mixture.w * np.prod(norm.pdf(x, mixture.mu, mixture.sd), axis=1)
        r = p / p.sum()
        z = (x - mixture.mu) / mixture.sd
        found = {"weights": mixture.w - r, "means": -r[:, None] * z / mixture.sd}
        found["sds"] = -r[:, None] * (z**2 - 1) / mixture.sd
        return np.concatenate([found[part].ravel() for part in parts])

    of_means = (mixture.w[:, None] / mixture.sd**2).ravel()
    blocks = {"weights": np.diag(mixture.w) - np.outer(mixture.w, mixture.w)}
    blocks |= {"means": np.diag(of_means), "sds": np.diag(2 * of_means)}
    inverses = [np.linalg.pinv(blocks[part], rcond=1e-10) for part in parts]

    def k(x, y):
        at, total = 0, 0.0
        a, b = scores(np.asarray(x)), scores(np.asarray(y))
        for inverse in inverses:
            some = slice(at, at := at + len(inverse))
            total += a[some] @ b[some] if information == "identity" else a[some] @ inverse @ b[some]
        return total

    return k


@each_kind
@pytest.mark.checks("PR-fisher-kernel", "PR-fisher-kernel-plain", "COURSE-weight-kernel")
@pytest.mark.parametrize("p", [1, 2, 5])
def test_values_diagonal_features_and_sums_are_those_of_the_formula(parts, information, p):
    mixture = mixture_of(p)
    k, formula = FisherKernel(mixture, parts, information), formula_of(mixture, parts, information)
    for X in (points(7, p), points(1, p, seed=1), with_duplicates(points(5, p, seed=3))):
        Y = 0.75 * X[::-1]
        for K, B in ((k(X), X), (k(X, Y), Y)):
            expected = np.array([[formula(x, y) for y in B] for x in X])
            np.testing.assert_allclose(K, expected, rtol=1e-11, atol=1e-12 * np.abs(expected).max())
        K, Phi, weights = k(X), k.feature_map(X), np.random.default_rng(0).normal(size=(len(X), 2))
        assert (K == K.T).all() and check_psd(K, rtol=1e-12)
        np.testing.assert_allclose(k.diagonal(X), np.diag(K), rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(Phi @ Phi.T, K, rtol=1e-11, atol=1e-12 * np.abs(K).max())
        np.testing.assert_allclose(k.sums(X, X, weights), K @ weights, atol=1e-11 * np.abs(K).max())


def test_mean_of_the_diagonal_is_the_number_of_free_parameters():
    w, mu, sd = [0.3, 0.3, 0.4], 30 * np.eye(3), np.ones((3, 3))
    mixture = DiagonalMixture(w, mu, sd)
    X = mixture.sample(40_000, rng=1)
    for parts, free in (("weights", 2), ("means", 9), ("sds", 9), (("weights", "means", "sds"), 20)):
        assert mixture.n_free(parts) == free
        assert FisherKernel(mixture, parts).diagonal(X).mean() == pytest.approx(free, rel=0.02)


def test_a_single_gaussian_standardizes():
    X = points(8, 3)
    mixture = fisher.fit_mixture(X, 1).mixture
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    np.testing.assert_allclose(FisherKernel(mixture, "means")(X), Z @ Z.T, atol=1e-10)
    assert np.abs(FisherKernel(mixture, "weights")(X)).max() < 1e-12


def test_samples_have_the_moments_of_the_mixture():
    mixture = mixture_of(2)
    X = mixture.sample(200_000, rng=4)
    mean = mixture.w @ mixture.mu
    np.testing.assert_allclose(X.mean(axis=0), mean, atol=0.02)
    expected = mixture.w @ (mixture.sd**2 + (mixture.mu - mean) ** 2)
    np.testing.assert_allclose(X.var(axis=0), expected, rtol=0.02)


def test_arrays_of_a_mixture_cannot_be_written():
    mixture = mixture_of(2)
    for array in (mixture.w, mixture.mu, mixture.sd):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert mixture == DiagonalMixture(mixture.w, mixture.mu, mixture.sd)
    assert "9 components in 40 dimensions" in repr(mixture_of(40, k=9))


@pytest.mark.parametrize("ask", ["posterior", "log_density", "scores"])
def test_points_too_far_for_a_logarithm_are_refused(ask):
    mixture = DiagonalMixture([0.5, 0.5], [[0.0, 0.0], [3.0, 3.0]], np.full((2, 2), 1e-90))
    assert np.isfinite(getattr(mixture, ask)([[1e10, -1e9]])).all()
    with pytest.raises(ValueError, match="X must not lie so far from the means"):
        getattr(mixture, ask)([[1e90, 1e90]])
