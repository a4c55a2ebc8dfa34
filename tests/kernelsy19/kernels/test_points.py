"""Kernels own their points: what they are, how they are checked, and that strings do where numbers did."""

import copy
import dataclasses
import itertools
import pickle
from dataclasses import dataclass

import numpy as np
import pytest
from sklearn.base import clone

from kernelsy19.ball import MinimumVolumeBall, decision_function, solve_dual
from kernelsy19.denoising import denoise
from kernelsy19.kernel_cmeans import KernelCMeans, approximate_kernel_c_means
from kernelsy19.kernels import (
    RBF,
    Constant,
    FunctionKernel,
    Kernel,
    Linear,
    Polynomial,
    Precomputed,
    Sigmoid,
    pointwise,
)
from kernelsy19.pca import KernelPCA
from kernelsy19.ridge import KernelRidge, plain_leave_one_out


def pairs_in(word):
    """Count the pairs of letters that stand side by side."""
    counts = {}
    for pair in itertools.pairwise(word):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def common_pairs(x, y):
    """The dot product of two counts of pairs."""
    other = pairs_in(y)
    return float(sum(count * other.get(pair, 0) for pair, count in pairs_in(x).items()))


@dataclass(frozen=True)
class PairsOfLetters(Kernel):
    """Counts of pairs of letters in common, scaled so that each word has length 1 if it is asked for."""

    unit_length: bool = False

    def as_points(self, X, name="X"):
        words = list(X)
        if not all(isinstance(word, str) and len(word) > 1 for word in words):
            raise ValueError(f"{name} must be words of at least two letters, got {words[:3]!r}.")
        return words

    def evaluate(self, X, Y):
        pairs = sorted({pair for word in [*X, *Y] for pair in pairs_in(word)})
        A, B = (
            np.array([[pairs_in(word).get(pair, 0) for pair in pairs] for word in Z], float) for Z in (X, Y)
        )
        if self.unit_length:
            A, B = (C / np.linalg.norm(C, axis=1, keepdims=True) for C in (A, B))
        return A @ B.T


WORDS = [
    "banana",
    "bandana",
    "anna",
    "nana",
    "hannah",
    "savannah",
    "cabana",
    "panama",
    "canal",
    "banal",
    "kernel",
    "colonel",
    "journal",
    "eternal",
    "infernal",
    "external",
    "internal",
    "vernal",
    "lunar",
    "solar",
    "polar",
    "molar",
    "scholar",
    "dollar",
    "collar",
    "pillar",
    "cellar",
    "stellar",
    "popular",
    "tubular",
]
NEW = ["bananas", "kernels", "popularity", "anagram"]
KERNELS = [
    PairsOfLetters(),
    PairsOfLetters(unit_length=True),
    FunctionKernel(pointwise(common_pairs), points_from=list),
    2.0 * PairsOfLetters() + 1.0,
    PairsOfLetters(True) ** 2 * PairsOfLetters(),
]
each_kernel = pytest.mark.parametrize(
    "kernel", KERNELS, ids=["subclass", "unit", "function", "sum", "product"]
)


def test_the_function_and_the_subclass_agree():
    expected = [[common_pairs(x, y) for y in NEW] for x in WORDS]
    for kernel in (KERNELS[0], KERNELS[2]):
        np.testing.assert_array_equal(kernel(WORDS, NEW), expected)


class TestStrings:
    """Each estimator on a list of words, beside the same on the matrix of its kernel values."""

    @each_kernel
    @pytest.mark.parametrize("center", [True, False])
    def test_kernel_pca(self, kernel, center):
        words = KernelPCA(kernel, n_components=3, center=center).fit(WORDS)
        matrix = KernelPCA(Precomputed(), n_components=3, center=center).fit(kernel(WORDS))
        np.testing.assert_allclose(words.alpha_, matrix.alpha_, atol=1e-9)
        np.testing.assert_allclose(words.transform(NEW), matrix.transform(kernel(NEW, WORDS)), atol=1e-9)
        np.testing.assert_allclose(words.fit_transform(WORDS), words.transform(WORDS), atol=1e-9)
        assert list(words.X_fit_) == WORDS and not hasattr(words, "n_features_in_")

    @each_kernel
    @pytest.mark.parametrize("intercept", [True, False])
    def test_kernel_ridge(self, kernel, intercept):
        y = np.array([len(word) for word in WORDS], dtype=float)
        words = KernelRidge(kernel, "loo", intercept).fit(WORDS, y)
        matrix = KernelRidge(Precomputed(), words.lam_, intercept).fit(kernel(WORDS), y)
        np.testing.assert_allclose(words.predict(NEW), matrix.predict(kernel(NEW, WORDS)), atol=1e-7)
        errors = plain_leave_one_out(kernel(WORDS), y, words.lam_, intercept)
        np.testing.assert_allclose(words.solution_.loo_residuals, errors, atol=1e-7)
        with pytest.raises(ValueError, match="inconsistent numbers of samples"):
            words.fit(WORDS, y[1:])

    @each_kernel
    @pytest.mark.parametrize("exchange", [False, True])
    def test_kernel_c_means(self, kernel, exchange):
        words = KernelCMeans(kernel, 3, exchange=exchange).fit(WORDS)
        matrix = KernelCMeans(Precomputed(), 3, exchange=exchange).fit(kernel(WORDS))
        np.testing.assert_array_equal(words.labels_, matrix.labels_)
        np.testing.assert_array_equal(words.predict(NEW), matrix.predict(kernel(NEW, WORDS)))
        expected = matrix.squared_distances(kernel(NEW, WORDS), kernel.diagonal(NEW))
        np.testing.assert_allclose(words.squared_distances(NEW), expected, atol=1e-9)

    @each_kernel
    def test_kernel_c_means_of_a_sample(self, kernel):
        """With exchanges every second start ends at the least J: both find it, though they draw other starts."""
        options = {"n_clusters": 3, "n_starts": 40, "exchange": True}
        whole = KernelCMeans(kernel, n_sample=len(WORDS), **options).fit(WORDS)
        exact = KernelCMeans(kernel, **options).fit(WORDS)
        assert whole.solution_.objective == pytest.approx(exact.solution_.objective, rel=1e-12)
        nearest = np.sort(exact.squared_distances(WORDS + NEW), axis=1)
        assert (nearest[:, 1] - nearest[:, 0]).min() > 0.1, "no word lies between two clusters"
        np.testing.assert_array_equal(whole.labels_, exact.labels_)
        np.testing.assert_array_equal(whole.predict(NEW), exact.predict(NEW))
        few = approximate_kernel_c_means(kernel, WORDS, 2, n_sample=8)
        assert few.residual > 0 and few.alpha.shape == (8, 2)

    @each_kernel
    def test_minimum_volume_ball(self, kernel):
        words = MinimumVolumeBall(kernel, nu=0.3).fit(WORDS)
        matrix = MinimumVolumeBall(Precomputed(), nu=0.3).fit(kernel(WORDS))
        assert words.R2_ == pytest.approx(matrix.R2_, rel=1e-5)
        theirs = matrix.decision_function(kernel(NEW, WORDS), kernel.diagonal(NEW))
        scale = kernel.diagonal(WORDS).max()
        np.testing.assert_allclose(words.decision_function(NEW), theirs, atol=1e-5 * scale)
        assert set(words.support_vectors_) <= set(WORDS)
        solution = solve_dual(kernel.gram(WORDS), 0.3)
        ours = decision_function(kernel, WORDS, solution, NEW)
        np.testing.assert_allclose(ours, theirs, atol=1e-5 * scale)
        assert words.predict(NEW).tolist() == np.where(words.decision_function(NEW) >= 0, 1, -1).tolist()

    @each_kernel
    def test_values_sums_and_diagonals(self, kernel):
        K = kernel(WORDS)
        np.testing.assert_array_equal(K, K.T)
        np.testing.assert_allclose(kernel.diagonal(WORDS), np.diagonal(K))
        w = np.random.default_rng(0).normal(size=(len(WORDS), 2))
        np.testing.assert_allclose(kernel.sums(NEW, WORDS, w), kernel(NEW, WORDS) @ w, atol=1e-12)
        np.testing.assert_allclose(kernel.gram(tuple(WORDS)).matrix(), K)
        np.testing.assert_allclose(kernel(np.array(WORDS)), K)

    def test_an_estimator_can_be_cloned_and_copied(self):
        model = KernelPCA(PairsOfLetters(True)).fit(WORDS)
        for other in (clone(model).fit(WORDS), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
            np.testing.assert_array_equal(other.transform(NEW), model.transform(NEW))
        assert model.set_params(kernel__unit_length=False).kernel == PairsOfLetters()

    def test_points_of_equal_length_stay_points(self):
        """NumPy would make a matrix of them."""
        kernel = FunctionKernel(pointwise(lambda x, y: float(x.sum() * y.sum())), points_from=list)
        X = [np.ones((2, 2)), np.eye(2), np.zeros((2, 2))]
        assert kernel.points(X).shape == (3,)
        np.testing.assert_array_equal(kernel(X), np.outer([4, 2, 0], [4, 2, 0]))


class TestMistakes:
    @each_kernel
    def test_no_points(self, kernel):
        for X in ([], ()):
            with pytest.raises(ValueError, match="X must be a list of at least one point"):
                kernel(X)

    def test_points_that_the_kernel_refuses(self):
        for call in (
            lambda: PairsOfLetters()(np.ones((3, 2))),
            lambda: KernelPCA(PairsOfLetters()).fit([1, 2, 3]),
            lambda: MinimumVolumeBall(PairsOfLetters() + 1).fit(["a", "bc"]),
        ):
            with pytest.raises(ValueError, match="X must be words of at least two letters"):
                call()
        with pytest.raises(ValueError, match="Y must be words"):
            PairsOfLetters()(WORDS, [3])

    def test_strings_for_a_kernel_of_numbers(self):
        for call in (
            lambda: RBF()(WORDS),
            lambda: KernelCMeans(RBF()).fit(WORDS),
            lambda: FunctionKernel(pointwise(common_pairs))(WORDS),
            lambda: (PairsOfLetters() + RBF())(WORDS),
        ):
            with pytest.raises(ValueError, match=r"number|convert"):
                call()

    def test_pre_images_of_strings(self):
        model = KernelPCA(PairsOfLetters()).fit(WORDS)
        for method in ("fixed-point", "ridge"):
            with pytest.raises(ValueError, match="points that are rows of numbers"):
                denoise(model, NEW, method=method)

    def test_a_function_of_points_that_is_none(self):
        with pytest.raises(ValueError, match="points_from must be a function like list"):
            FunctionKernel(pointwise(common_pairs), points_from="words")

    def test_a_kernel_that_does_not_say_what_it_is(self):
        @dataclass(frozen=True)
        class Silent(Kernel):
            gamma: float = 1.0

        with pytest.raises(TypeError, match=r"Silent must define evaluate\(X, Y\)"):
            Silent()

    @pytest.mark.parametrize("decorate", [lambda cls: cls, dataclass], ids=["plain", "mutable"])
    def test_a_kernel_that_is_no_value(self, decorate):
        @decorate
        class Loose(Kernel):
            def evaluate(self, X, Y):
                return X @ Y.T

        with pytest.raises(TypeError, match=r"Loose must be a frozen dataclass.*@dataclass\(frozen=True\)"):
            Loose()

    def test_one_without_parameters_is_enough(self):
        @dataclass(frozen=True)
        class Dot(Kernel):
            def evaluate(self, X, Y):
                return X @ Y.T

        X = np.random.default_rng(0).normal(size=(6, 2))
        np.testing.assert_array_equal(Dot()(X), Linear()(X))
        np.testing.assert_allclose(Dot().diagonal(X), Linear().diagonal(X))
        assert Dot() == Dot() and Dot().get_params() == {}


class TestWhatPointsAre:
    @pytest.mark.parametrize(
        ("kernel", "rows"),
        [
            (RBF(), True),
            (Constant(1.0), True),
            (RBF() + 1, True),
            (2 * Sigmoid() ** 2, True),
            (Precomputed(), True),
            (FunctionKernel(np.dot), True),
            (FunctionKernel(np.dot, list), False),
            (PairsOfLetters(), False),
            (1 + PairsOfLetters() ** 2, False),
            (PairsOfLetters() * PairsOfLetters(), False),
        ],
        ids=lambda value: type(value).__name__,
    )
    def test_rows_or_not(self, kernel, rows):
        assert kernel.takes_rows is rows
        tags = KernelPCA(kernel).__sklearn_tags__().input_tags
        assert (tags.two_d_array, tags.string) == (rows, not rows)

    def test_a_constant_takes_what_the_other_takes(self):
        two = Constant(2.0) + Constant(1.0)
        np.testing.assert_array_equal((two + PairsOfLetters())(WORDS), PairsOfLetters()(WORDS) + 3)
        assert two.any_points and not (two + RBF()).any_points
        np.testing.assert_array_equal(two(np.ones((2, 1))), np.full((2, 2), 3.0))

    def test_precomputed_parts_are_seen(self):
        assert all(
            k.precomputed for k in (Precomputed(), 2 * Precomputed(), Precomputed() + 1, Precomputed() ** 2)
        )
        assert not any(k.precomputed for k in (RBF(), 2 * RBF() + 1, PairsOfLetters()))

    def test_a_subclass_may_check_rows_of_its_own(self):
        @dataclass(frozen=True)
        class Positive(Polynomial):
            def as_points(self, X, name="X"):
                X = super().as_points(X, name)
                if (X <= 0).any():
                    raise ValueError(f"{name} must be positive.")
                return X

        X = np.random.default_rng(0).uniform(1, 2, size=(20, 3))
        model = KernelPCA(Positive(2)).fit(X)
        np.testing.assert_allclose(
            model.transform(X), KernelPCA(Polynomial(2)).fit(X).transform(X), atol=1e-9
        )
        with pytest.raises(ValueError, match="X must be positive"):
            model.transform(-X)
        with pytest.raises(ValueError, match=r"3 (columns|features)"):
            model.transform(X[:, :2])
        assert dataclasses.is_dataclass(Positive)
