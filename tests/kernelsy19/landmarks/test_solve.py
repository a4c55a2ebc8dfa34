"""Landmarks are drawn as they should be, features are what they are called, and errors are what they say."""

import numpy as np
import pytest
from scipy.stats import chisquare
from sklearn.kernel_approximation import Nystroem as Theirs

from kernelsy19 import landmarks
from kernelsy19.gram import KernelGram
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.landmarks.solve import PIVOT_RULES


def drawn(n=120, p=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


def left_by(K, Z):
    return np.trace(K - K[:, Z] @ np.linalg.pinv(K[np.ix_(Z, Z)]) @ K[Z]) / np.trace(K)


class TestChoice:
    @pytest.mark.parametrize("rule", PIVOT_RULES)
    @pytest.mark.parametrize("kernel", [RBF(0.3), Laplacian(0.2), Polynomial(2)], ids=repr)
    def test_what_is_left_is_what_nystrom_leaves(self, rule, kernel):
        X = drawn()
        choice = landmarks.choose(kernel.gram(X), 9, rule, rng=3)
        assert len(set(choice.indices)) == 9
        for m in (1, 4, 9):
            np.testing.assert_allclose(choice.left[m - 1], left_by(kernel(X), choice.indices[:m]), atol=1e-9)

    @pytest.mark.parametrize("seed", range(20))
    @pytest.mark.parametrize("rule", PIVOT_RULES)
    def test_landmarks_that_nearly_explain_each_other_are_chosen_too(self, rule, seed):
        K = RBF(1.0)(drawn(n=300, p=1, seed=seed))
        choice = landmarks.choose(K, 100, rule, rng=seed)
        assert choice.error < 0.01  # the outermost points need not be drawn
        assert (np.diff(choice.left) <= 0).all() and choice.error == choice.left[-1]

    @pytest.mark.parametrize("rule", PIVOT_RULES)
    def test_points_that_are_mapped_to_zero_are_no_landmarks(self, rule):
        X = np.r_[np.zeros((20, 1)), [[3.0]]]
        choice = landmarks.choose(Linear()(X), 2, rule, rng=1)
        assert (choice.indices, choice.error) == ([20], 0)

    def test_both_ways_draw_with_the_same_probabilities(self):
        """Pairs of first landmarks: exact probabilities against 4000 draws of each way."""
        K = RBF(0.8)(drawn(5, 2, seed=4))
        expected = np.zeros((5, 5))
        for i in range(5):
            E = K - np.outer(K[:, i], K[:, i]) / K[i, i]
            expected[i] = K[i, i] / np.trace(K) * np.maximum(E.diagonal(), 0) / np.trace(E)
        for way in (landmarks.plain_rpcholesky, landmarks.choose):
            seen = np.zeros((5, 5))
            rng = np.random.default_rng(0)
            for _ in range(4000):
                seen[tuple(way(K, 2, rng=rng).indices)] += 1
            some = expected > 1e-12
            assert not seen[~some].any()
            assert chisquare(seen[some], 4000 * expected[some]).pvalue > 1e-3

    def test_rejection_is_used_and_leaves_the_distribution(self):
        """16 candidates at once: the mean of what is left is that of the plain way."""
        K = RBF(0.5)(drawn(60, 2))
        ways = landmarks.choose, landmarks.plain_rpcholesky
        ours, plain = ([way(K, 10, rng=s).error for s in range(300)] for way in ways)
        deviation = np.hypot(np.std(ours), np.std(plain)) / np.sqrt(300)
        assert abs(np.mean(ours) - np.mean(plain)) < 4 * deviation

    def test_greedy_takes_the_point_of_which_most_is_left(self):
        K = Polynomial(2)(drawn(20))
        E, expected = K.copy(), []
        for _ in range(5):
            s = int(np.argmax(E.diagonal()))
            E = E - np.outer(E[:, s], E[:, s]) / E[s, s]
            expected.append(s)
        assert landmarks.choose(K, 5, "greedy").indices.tolist() == expected

    @pytest.mark.parametrize("rule", PIVOT_RULES)
    def test_a_matrix_of_low_rank_is_spent(self, rule):
        choice = landmarks.choose(Linear()(drawn(50, 4)), 30, rule)
        assert len(choice.indices) == 4 and choice.error < 1e-10
        same = landmarks.choose(RBF(1.0)(np.ones((6, 2))), 3, rule)
        assert len(same.indices) == 1 and same.error == 0
        assert len(landmarks.plain_rpcholesky(Linear()(drawn(50, 4)), 30).indices) == 4

    def test_only_columns_of_landmarks_are_computed(self):
        class Counted(KernelGram):
            entries = 0

            def block(self, rows, columns, dtype=np.float64):
                Counted.entries += len(rows) * len(columns)
                return super().block(rows, columns, dtype)

        landmarks.choose(Counted(RBF(0.3), drawn(400)), 20)
        assert Counted.entries <= 20 * 400 + 40 * 16**2


class TestLandmarkMap:
    @pytest.mark.checks("COURSE-landmark-features", "COURSE-nystrom")
    def test_products_are_those_of_scikit_learn(self):
        X, new = drawn(), drawn(seed=1)
        theirs = Theirs(kernel="rbf", gamma=0.3, n_components=15, random_state=0).fit(X)
        ours = landmarks.landmark_map(RBF(0.3), theirs.components_)
        expected = theirs.transform(X) @ theirs.transform(new).T
        np.testing.assert_allclose(landmarks.nystrom(ours(X), ours(new)), expected, atol=1e-7)
        assert ours.n_features == 15

    def test_landmarks_that_depend_on_others_are_left_out(self):
        X = drawn()
        features = landmarks.landmark_map(RBF(0.3), np.vstack([X[:5], X[:5]]))
        assert features.n_features == 5
        np.testing.assert_allclose((features(X[:5]) ** 2).sum(axis=1), 1, atol=1e-9)

    @pytest.mark.checks("COURSE-trace-left")
    def test_trace_error_bounds_every_eigenvalue(self):
        X = drawn()
        features, K = landmarks.landmark_map(RBF(0.3), X[:10]), RBF(0.3)(X)
        E = K - features(X) @ features(X).T
        assert landmarks.trace_error(features, X) == pytest.approx(np.trace(E) / np.trace(K))
        shifts = np.linalg.eigvalsh(K) - np.linalg.eigvalsh(K - E)
        assert np.abs(shifts).max() <= landmarks.trace_error(features, X) * np.trace(K)


class TestFourierMap:
    @pytest.mark.parametrize("orthogonal", [False, True])
    @pytest.mark.parametrize("p", [2, *(pytest.param(p, marks=pytest.mark.night) for p in (1, 7))])
    def test_the_mean_over_draws_is_the_kernel(self, orthogonal, p):
        X, kernel = 0.7 * drawn(4, p), RBF(0.5)
        rng = np.random.default_rng(0)
        draws = [landmarks.fourier_map(kernel, p, 2 * p + 1, orthogonal, rng)(X) for _ in range(3000)]
        mean = np.mean([F @ F.T for F in draws], axis=0)
        np.testing.assert_allclose(mean, kernel(X), atol=0.04)

    def test_orthogonal_frequencies_are(self):
        omega = landmarks.fourier_map(RBF(0.5), 5, 12, orthogonal=True).omega
        for rows in (omega[:5], omega[5:10]):
            products = rows @ rows.T
            np.testing.assert_allclose(products, np.diag(products.diagonal()), atol=1e-12)
        assert omega.shape == (12, 5)


class TestFeatureError:
    def test_it_is_the_frobenius_norm_in_the_mean(self):
        X, kernel = drawn(40, 2), RBF(0.5)
        features = landmarks.landmark_map(kernel, X[:6])
        E = kernel(X) - features(X) @ features(X).T
        exact = np.linalg.norm(E) / np.linalg.norm(kernel(X))
        found = landmarks.feature_error(features, X, n_blocks=1, size=40)
        assert found.relative == pytest.approx(exact) and found.n_pairs == 1600
        assert found.largest == pytest.approx(np.abs(E).max())
        some = landmarks.feature_error(features, X, n_blocks=400, size=8)
        assert some.relative == pytest.approx(exact, rel=0.1)


class TestSample:
    def test_rows_come_from_the_blocks(self):
        source = lambda b: (np.full((10, 2), float(b)), np.zeros(10))  # noqa: E731
        drawn_rows = landmarks.sample_of(source, range(5), 20)
        assert drawn_rows.shape == (20, 2)
        assert set(drawn_rows[:, 0]) == {0.0, 1.0, 2.0, 3.0, 4.0}
        assert len(landmarks.sample_of(source, range(2), 100)) == 20
        assert landmarks.sample_of(lambda b: source(b)[0], range(40), 25).shape == (25, 2)
