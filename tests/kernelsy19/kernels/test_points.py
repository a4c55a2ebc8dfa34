"""Kernels own their points: what they are, how they are checked, and that strings do where numbers did."""

import dataclasses
from dataclasses import dataclass

import numpy as np
import pytest
from kernel_values import NEW_WORDS as NEW
from kernel_values import WORDS, PairsOfLetters

from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.denoising import denoise
from kernelsy19.kernel_cmeans import KernelCMeans, approximate_kernel_c_means
from kernelsy19.kernels import RBF, Constant, FunctionKernel, Polynomial, Precomputed, Sigmoid, pointwise
from kernelsy19.pca import KernelPCA

KERNELS = [
    PairsOfLetters(),
    PairsOfLetters(unit_length=True),
    FunctionKernel(pointwise(PairsOfLetters.common), points_from=list),
    2.0 * PairsOfLetters() + 1.0,
    PairsOfLetters(True) ** 2 * PairsOfLetters(),
]
each_kernel = pytest.mark.parametrize(
    "kernel", KERNELS, ids=["subclass", "unit", "function", "sum", "product"]
)


def test_the_function_and_the_subclass_agree():
    expected = [[PairsOfLetters.common(x, y) for y in NEW] for x in WORDS]
    for kernel in (KERNELS[0], KERNELS[2]):
        np.testing.assert_array_equal(kernel(WORDS, NEW), expected)


class TestStrings:
    """Each estimator on a list of words, beside the same on the matrix of its kernel values."""

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
            lambda: FunctionKernel(pointwise(PairsOfLetters.common))(WORDS),
            lambda: (PairsOfLetters() + RBF())(WORDS),
        ):
            with pytest.raises(ValueError, match=r"number|convert"):
                call()

    def test_pre_images_of_strings(self):
        model = KernelPCA(PairsOfLetters()).fit(WORDS)
        for method in ("fixed-point", "ridge"):
            with pytest.raises(ValueError, match="points that are rows of numbers"):
                denoise(model, NEW, method=method)


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
        known = Precomputed(), 2 * Precomputed(), Precomputed() + 1, Precomputed() ** 2
        assert all(k.precomputed for k in known)
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
        expected = KernelPCA(Polynomial(2)).fit(X).transform(X)
        np.testing.assert_allclose(model.transform(X), expected, atol=1e-9)
        with pytest.raises(ValueError, match="X must be positive"):
            model.transform(-X)
        with pytest.raises(ValueError, match=r"3 (columns|features)"):
            model.transform(X[:, :2])
        assert dataclasses.is_dataclass(Positive)
