"""Fits from sums equal those of scikit-learn and of earlier chapters on all rows, and their certificates hold."""

import threading

import numpy as np
import pytest
from scipy.special import expit
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.svm import LinearSVC
from tables import TABLES

from kernelsy19 import cmeans, density, landmarks
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.landmarks.fits_over_blocks import sums_of_loss
from kernelsy19.validation import ConvergenceWarning

BLOCKS = range(7)
KERNEL = RBF(0.3)


def made(b, rows=150):
    rng = np.random.default_rng([9, int(b)])
    X = rng.normal(size=(rows + int(b), 2))  # blocks of different sizes
    return X, np.sin(2 * X[:, 0]) + X[:, 1] + 0.2 * rng.normal(size=len(X)) + 1


def labeled(b):
    X, y = made(b)
    return X, np.where(y > 1.5, "high", np.where(y < 0.5, "low", "middle"))


def signed(b):
    X, y = made(b)
    return X, np.where(y + np.sin(7 * y) > 1, 1, -1)


def whole(source):
    return tuple(np.concatenate(v) for v in zip(*map(source, BLOCKS), strict=True))


@pytest.fixture(scope="module")
def features():
    X = made(0)[0]
    return landmarks.landmark_map(KERNEL, X[landmarks.choose(KERNEL.gram(X), 12).indices])


# All that goes over blocks.
FITS = {
    "ridge": lambda F, source, blocks, **how: landmarks.fit_ridge(F, source, blocks, 0.1, **how),
    "pca": lambda F, source, blocks, **how: landmarks.fit_pca(F, source, blocks, 1, **how),
    "c-means": lambda F, source, blocks, **how: landmarks.fit_c_means(F, source, blocks, np.eye(2), **how),
    "classifier": lambda F, source, blocks, **how: landmarks.fit_classifier(
        F, source, blocks, (-1, 1), 0.1, **how
    ),
    "ball": lambda F, source, blocks, **how: landmarks.fit_ball(KERNEL, source, blocks, 0.3, **how),
    "density": lambda F, source, blocks, **how: landmarks.fit_density(source, blocks, np.eye(2), 0.5, **how),
    "sample": lambda F, source, blocks, **how: landmarks.sample_of(source, blocks, 400, **how),
}
every_fit = pytest.mark.parametrize("name", FITS)


@every_fit
class TestABlock:
    """It is read where blocks are read, the first one, too, around which sums are taken."""

    def test_an_error_names_it(self, name, features):
        with pytest.raises(RuntimeError, match="Block 8 failed: FileNotFoundError: gone"):
            FITS[name](features, gone, [8, 1])

    def test_whoever_asks_holds_no_data(self, name, features):
        readers = set()

        def source(b):
            readers.add(threading.get_ident())
            return signed(b)

        found = FITS[name](features, source, BLOCKS, executor="threads")
        assert readers and threading.get_ident() not in readers
        if name == "sample":
            np.testing.assert_array_equal(found, landmarks.sample_of(signed, BLOCKS, 400))


def gone(b):
    if b == 8:
        raise FileNotFoundError("gone")
    return signed(b)


@pytest.mark.parametrize("name", ["ridge", "pca", "c-means", "classifier"])
def test_a_landmark_that_rounding_left_out_is_a_doubt(name):
    """At 1e6 from the origin, 1e-12 of a pivot is all that one of two directions has."""
    far = landmarks.landmark_map(Linear(), made(0)[0][:20] + 1e6)
    with pytest.warns(ConvergenceWarning, match="rounding that left out a landmark .* center the data"):
        found = FITS[name](far, lambda b: (signed(b)[0] + 1e6, signed(b)[1]), BLOCKS)
    assert not found.converged and far.n_features == 1


def test_clusters_far_from_0_are_those_at_0():
    near, far = (
        landmarks.fit_c_means(
            landmarks.landmark_map(Linear(), made(0)[0][:9] + shift),
            lambda b, shift=shift: made(b)[0] + shift,
            BLOCKS,
            made(0)[0][:3] + shift,
        )
        for shift in (0.0, 3e4)
    )
    assert far.converged and (far.sizes == near.sizes).all()
    np.testing.assert_allclose(far.descent, near.descent, rtol=1e-6)
    X = made(9)[0]
    np.testing.assert_array_equal(far.predict(X + 3e4), near.predict(X))


class TestRidge:
    @pytest.mark.checks("COURSE-normal-sums", "COURSE-ridge-from-sums")
    def test_the_fit_is_that_of_scikit_learn_on_all_features(self, features):
        X, y = whole(made)
        theirs = Ridge(alpha=0.7).fit(features(X), y)
        ours = landmarks.fit_ridge(features, made, BLOCKS, 0.7)
        np.testing.assert_allclose(ours.w, theirs.coef_, rtol=1e-6)
        assert ours.b == pytest.approx(theirs.intercept_)
        np.testing.assert_allclose(ours.predict(X), theirs.predict(features(X)), atol=1e-8)
        assert ours.n == len(X) and ours.residual < 1e-9
        assert ours.rmse == pytest.approx(np.sqrt(((y - ours.predict(X)) ** 2).mean()), rel=1e-6)

    def test_its_error_is_that_of_all_rows(self, features):
        X, _ = whole(made)
        ours = landmarks.fit_ridge(features, made, BLOCKS, 0.7)
        assert ours.error == pytest.approx(landmarks.trace_error(features, X), rel=1e-9)
        waves = landmarks.fourier_map(KERNEL, 2, 10)
        assert landmarks.fit_ridge(waves, made, BLOCKS, 0.7).error is None

    @pytest.mark.checks("COURSE-dual-residual")
    def test_the_residual_is_that_of_the_exact_system(self, features):
        X, y = whole(made)
        ours = landmarks.fit_ridge(features, made, BLOCKS, 0.7)
        alpha = (y - ours.predict(X)) / 0.7
        r = (KERNEL(X) + 0.7 * np.eye(len(X))) @ alpha - (y - ours.b)
        found = landmarks.check_ridge(ours, X[:40], y[:40], made, BLOCKS)
        np.testing.assert_allclose(found.residuals, r[:40], atol=1e-8)
        assert found.relative == pytest.approx(np.linalg.norm(r[:40]) / np.linalg.norm(y[:40] - ours.b))

    def test_features_that_rounding_moves_more_than_the_slope_may_be_are_a_doubt(self):
        X = np.random.default_rng(0).normal(size=(30, 3)) + 1e4
        features = landmarks.landmark_map(Polynomial(3), X[:4])
        with pytest.warns(ConvergenceWarning, match="rounding of the features"):
            landmarks.fit_ridge(features, lambda b: (X[b::3], X[b::3, 0]), range(3), 1.0)


class TestPCA:
    @pytest.mark.checks("COURSE-covariance-from-sums")
    def test_axes_are_those_of_all_features(self, features):
        X, _ = whole(made)
        theirs = PCA(3).fit(features(X))
        for source in (made, lambda b: made(b)[0]):
            ours = landmarks.fit_pca(features, source, BLOCKS, 3)
            expected = theirs.explained_variance_ * (len(X) - 1) / len(X)
            np.testing.assert_allclose(ours.eigenvalues, expected, rtol=1e-8)
            found = np.abs(ours.transform(X))
            np.testing.assert_allclose(found, np.abs(theirs.transform(features(X))), atol=1e-8)

    def test_no_variance_is_off_by_more_than_its_error(self, features):
        X, _ = whole(made)
        K = KERNEL(X)
        exact = np.linalg.eigvalsh(K - K.mean(axis=0) - K.mean(axis=0)[:, None] + K.mean())[::-1][:5] / len(X)
        ours = landmarks.fit_pca(features, made, BLOCKS, 5)
        assert (exact - ours.eigenvalues <= ours.error + 1e-12).all()
        assert (exact >= ours.eigenvalues - 1e-12).all()

    @pytest.mark.parametrize("shift", [0.0, 1e3, 1e4])
    def test_features_far_from_0_keep_their_variances(self, shift):
        """Sums of squares around 0 would lose 6 digits of them, and then 8."""
        X, _ = whole(made)
        features = landmarks.landmark_map(Linear(), X[:2] + shift)
        ours = landmarks.fit_pca(features, lambda b: made(b)[0] + shift, BLOCKS, 2)
        assert ours.converged and ours.doubts == ()
        np.testing.assert_allclose(ours.eigenvalues, np.linalg.eigvalsh(np.cov(X.T, ddof=0))[::-1], rtol=1e-6)
        np.testing.assert_allclose(ours.transform(X + shift).mean(axis=0), 0, atol=1e-6)

    def test_features_so_far_from_0_that_rounding_decides_are_a_doubt(self):
        features = landmarks.landmark_map(Linear(), [[1e12]])
        with pytest.warns(ConvergenceWarning, match="rounding of the features .* center the data") as said:
            ours = landmarks.fit_pca(features, lambda b: made(b)[0][:, :1] + 1e12, BLOCKS, 1)
        assert not ours.converged and said[0].filename == __file__

    @pytest.mark.parametrize("point", [[0.1, 3.0], [1e8 + 0.1, 3.0]])
    def test_points_that_are_one_point_have_no_variance(self, point):
        features = landmarks.landmark_map(KERNEL, [point])
        ours = landmarks.fit_pca(features, lambda b: np.tile([point], (50 + b, 1)), BLOCKS, 1)
        assert ours.converged and ours.eigenvalues[0] < 1e-30

    def test_axes_that_are_none_are_not_certified(self, features, monkeypatch):
        eigh, honest = np.linalg.eigh, landmarks.fit_pca(features, made, BLOCKS, 3)
        assert honest.converged
        X, _ = whole(made)
        F = features(X) - features(X).mean(axis=0)
        left = F.T @ (F @ honest.axes) / len(X) - honest.axes * honest.eigenvalues
        np.testing.assert_allclose(honest.residuals, np.linalg.norm(left, axis=0), atol=1e-12)
        for values, vectors in (
            (1.0, 1 + 1e-6),
            (1 + 1e-6, 1.0),
            (1.0, np.roll(np.eye(len(F.T)), 1, axis=1)),
        ):

            def wrong(S, values=values, vectors=vectors):
                of_S = eigh(S)
                turned = of_S[1] @ vectors if np.ndim(vectors) else of_S[1] * vectors
                return of_S[0] * values, turned

            monkeypatch.setattr(np.linalg, "eigh", wrong)
            with pytest.warns(ConvergenceWarning, match=r"residual|orthonormal"):
                assert not landmarks.fit_pca(features, made, BLOCKS, 3).converged


class TestClassifier:
    @pytest.mark.checks("COURSE-newton-sums", "COURSE-hinge-sums")
    @pytest.mark.parametrize(
        ("loss", "peer", "off"),
        [("logistic", LogisticRegression(), 1e-4), ("squared hinge", LinearSVC(dual=False), 1e-3)],
    )
    def test_it_is_that_of_scikit_learn(self, features, loss, peer, off):
        X, t = whole(signed)
        theirs = peer.set_params(C=1 / 0.5, fit_intercept=False, tol=1e-10, max_iter=100_000)
        theirs.fit(features(X), t)
        ours = landmarks.fit_classifier(features, signed, BLOCKS, (-1, 1), 0.5, loss, tol=1e-12)
        w = theirs.coef_[0]
        np.testing.assert_allclose(ours.W[:, 0], w, atol=off * np.abs(ours.W).max())
        assert (ours.predict(X) == theirs.predict(features(X))).mean() > 0.999
        assert ours.converged and ours.passes < 12
        # scikit-learn weighs the loss by C, ours the norm by λ/2.
        their_value = sums_of_loss(loss)(features(X), t, w)[0] + 0.25 * w @ w
        assert ours.objectives[0] <= their_value * (1 + 1e-9)

    @pytest.mark.parametrize("loss", ["logistic", "squared hinge"])
    def test_the_gap_bounds_what_is_left_to_gain(self, features, loss):
        best = landmarks.fit_classifier(features, signed, BLOCKS, (-1, 1), 0.5, loss, tol=1e-13)
        for passes in (1, 2, 3):
            with pytest.warns(ConvergenceWarning, match=f"stopped after {passes} passes with duality gap"):
                early = landmarks.fit_classifier(features, signed, BLOCKS, (-1, 1), 0.5, loss, 1e-13, passes)
            excess = early.objectives - best.objectives
            assert (excess <= early.gaps).all() and (excess >= -1e-9).all() and early.passes == passes
            assert not early.converged

    def test_several_classes_at_once(self, features):
        X, y = whole(labeled)
        ours = landmarks.fit_classifier(features, labeled, BLOCKS, ("low", "middle", "high"), 0.1)
        assert ours.W.shape == (features.n_features, 3)
        assert (ours.predict(X) == y).mean() > 0.8
        is_low = lambda b: (labeled(b)[0], labeled(b)[1] == "low")  # noqa: E731
        alone = landmarks.fit_classifier(features, is_low, BLOCKS, (False, True), 0.1)
        low = list(ours.classes).index("low")
        np.testing.assert_allclose(ours.W[:, low], alone.W[:, 0], atol=1e-3)

    def test_slope_and_curvature_far_out_do_not_overflow(self):
        F, t = np.array([[1.0], [2.0]]), np.array([1.0, -1.0])
        value, slope, bend = landmarks.newton_sums(F, t, np.array([1000.0]))
        assert value == pytest.approx(2000) and slope[0] == pytest.approx(2 * expit(2000)) and bend[0, 0] >= 0


class TestCMeans:
    @pytest.mark.checks("COURSE-lloyd-sums")
    def test_the_run_is_that_of_chapter_5_on_all_features(self, features):
        X, _ = whole(made)
        start = X[[3, 200, 500]]
        theirs = cmeans.plain_c_means(features(X), features(start))
        ours = landmarks.fit_c_means(features, made, BLOCKS, start)
        assert len(set(zip(ours.predict(X), theirs.labels, strict=True))) == 3  # the same but for the numbers
        assert ours.descent[-1] == pytest.approx(theirs.objective)
        assert (np.diff(ours.descent) <= 1e-9).all() and ours.converged
        assert sorted(ours.sizes) == sorted(np.bincount(theirs.labels))

    def test_a_start_from_labels(self, features):
        X, labels = made(0)[0][:30], np.arange(30) % 3
        ours = landmarks.fit_c_means(features, made, BLOCKS, (X, labels))
        assert len(ours.V) == 3 and ours.converged and ours.n == len(whole(made)[0])


class TestDensity:
    def test_it_is_that_of_chapter_2_on_all_rows(self):
        X, _ = whole(made)
        at = made(50)[0][:9]
        ours = landmarks.fit_density(made, BLOCKS, at, 0.4)
        np.testing.assert_allclose(ours, density.parzen_gaussian(at, X, 0.4), rtol=1e-9)


class TestWhatBlocksHold:
    X = np.random.default_rng(3).normal(size=(20, 2))
    y = np.where(X[:, 0] > 0, 1.0, -1.0)

    @every_fit
    @pytest.mark.parametrize("kind", [np.ndarray.tolist, *TABLES, np.asfortranarray])
    def test_points_of_any_kind(self, features, name, kind):
        plain = FITS[name](features, lambda b: (self.X[b::2], self.y[b::2]), range(2))
        found = FITS[name](features, lambda b: (kind(self.X[b::2]), list(self.y[b::2])), range(2))
        for one, other in (
            ((plain, found),)
            if isinstance(plain, np.ndarray)
            else zip(vars(plain).values(), vars(found).values(), strict=True)
        ):
            if isinstance(one, np.ndarray):
                np.testing.assert_array_equal(other, one)

    @every_fit
    @pytest.mark.parametrize("bad", [0, 1])
    def test_bad_points_are_told(self, features, name, bad):
        X = self.X.copy()
        X[bad] = np.nan
        with pytest.raises((ValueError, RuntimeError), match=r"X must .*finite"):
            FITS[name](features, lambda b: (X[b::2], self.y[b::2]), range(2))

    @pytest.mark.parametrize("name", ["ridge", "classifier"])
    @pytest.mark.parametrize(
        ("of_block", "message"),
        [
            (lambda X, y: (X, y[1:]), "y must"),
            (lambda X, y: (X, np.where(y > 0, np.nan, y)), "y must"),
            (lambda X, y: X, r"source must give a pair \(X, y\)"),
        ],
    )
    def test_what_comes_with_points_is_one_for_each(self, features, name, of_block, message):
        with pytest.raises((ValueError, RuntimeError), match=message):
            FITS[name](features, lambda b: of_block(self.X[b::2], self.y[b::2]), range(2))

    def test_a_label_of_no_class_is_told(self, features):
        with pytest.raises(RuntimeError, match=r"y must hold classes, \[-1, 1\], got \[4.0, 6.0\] too"):
            FITS["classifier"](features, lambda b: (self.X[b::2], self.y[b::2] + 5), range(2))

    @pytest.mark.parametrize(
        "labels",
        [-np.ones(20), np.zeros(3), ["a"] * 20, np.full(20, 0.5), np.full(20, 10**9), 2 * (X[:, 0] > 0)],
    )
    def test_labels_to_start_from_name_clusters(self, features, labels):
        with pytest.raises(ValueError, match="start"):
            landmarks.fit_c_means(features, lambda b: self.X[b::2], range(2), (self.X, labels))
        with pytest.raises(ValueError, match="start must be points, or a pair"):
            landmarks.fit_c_means(features, lambda b: self.X[b::2], range(2), (self.X,))
