"""Kernels of sequences keep the contract of kernels, say whether they are PSD, and serve in every estimator."""

import itertools
import math

import numpy as np
import pytest

from kernelsy19.kernels.geometry import check_psd
from kernelsy19.sequences import (
    ExpDTW,
    GlobalAlignment,
    Spectrum,
    plain_dtw,
    plain_global_alignment,
    sequence_kernels,
    substring_counts,
)
from kernelsy19.svm import SupportVectorClassifier


def exp_dtw(x, y, t=1.0, squared=False, per_step=False):
    D = plain_dtw(x, y, squared).distance
    return math.exp(-t * (2 * D / (len(x) + len(y)) if per_step else D))


def aligned(x, y, sigma=1.0, root=1.0):
    log_k, own, other = (plain_global_alignment(a, b, sigma) for a, b in ((x, y), (x, x), (y, y)))
    return math.exp((log_k - (own + other) / 2) / root)


def common(x, y, k, unit=False):
    def product(a, b):
        counts, others = substring_counts(a, k), substring_counts(b, k)
        return sum(counts[u] * others[u] for u in counts)

    return product(x, y) / (math.sqrt(product(x, x) * product(y, y)) if unit else 1)


rng = np.random.default_rng(0)
SERIES = [rng.normal(size=(n, 2)) for n in (4, 1, 7, 3, 5, 4, 12, 6)]
NEW_SERIES = [rng.normal(size=(n, 2)) for n in (2, 9)]
WORDS = ["kernel", "colonel", "banana", "nerve", "eternal", "anna", "internal", "panama"]
NEW_WORDS = ["kernels", "bananas"]

CONTRACT = [
    (ExpDTW(), lambda x, y: exp_dtw(x, y)),
    (ExpDTW(0.3, squared=True), lambda x, y: exp_dtw(x, y, 0.3, True)),
    (ExpDTW(0.5, per_step=True), lambda x, y: exp_dtw(x, y, 0.5, per_step=True)),
    (GlobalAlignment(), aligned),
    (GlobalAlignment(2.0), lambda x, y: aligned(x, y, 2.0)),
    (GlobalAlignment(0.5, root=5.0), lambda x, y: aligned(x, y, 0.5, 5.0)),
    (2 * GlobalAlignment(2.0) + 1, lambda x, y: 2 * aligned(x, y, 2.0) + 1),
    (GlobalAlignment() * ExpDTW(0.1), lambda x, y: aligned(x, y) * exp_dtw(x, y, 0.1)),
    (GlobalAlignment(2.0) ** 2, lambda x, y: aligned(x, y, 2.0) ** 2),
    (Spectrum(2), lambda x, y: common(x, y, 2)),
    (Spectrum(1, unit_length=True), lambda x, y: common(x, y, 1, True)),
    (Spectrum(1) + Spectrum(3), lambda x, y: common(x, y, 1) + common(x, y, 3)),
]
each_kernel = pytest.mark.parametrize(("k", "formula"), CONTRACT, ids=[repr(k)[:40] for k, _ in CONTRACT])


def sets_for(k):
    return (WORDS, NEW_WORDS) if "Spectrum" in repr(k) else (SERIES, NEW_SERIES)


@each_kernel
class TestContract:
    def test_values_are_those_of_the_formula(self, k, formula):
        X, Y = sets_for(k)
        np.testing.assert_allclose(k(X, Y), [[formula(x, y) for y in Y] for x in X], rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("sigma", [0.2, 1.0, 5.0])
def test_global_alignment_is_psd_on_all_short_sequences(sigma):
    X = [np.array(s, dtype=float) for n in (1, 2, 3, 4) for s in itertools.product((0, 1), repeat=n)]
    assert check_psd(GlobalAlignment(sigma)(X))
    assert np.linalg.eigvalsh(ExpDTW(1.0)(X))[0] < -0.05


def test_roots_lose_what_is_declared():
    from kernelsy19 import datasets

    K = GlobalAlignment(1.0, root=100.0)(datasets.japanese_vowels().train.sequences)
    assert np.linalg.eigvalsh(K)[0] < -0.1


def test_an_indefinite_kernel_is_refused_by_a_solver():
    X = [[0.0], [1.0], [0.0, 0.0, 0.0], [1.0, 1.0]]
    with pytest.raises(ValueError, match="positive semidefinite"):
        SupportVectorClassifier(ExpDTW(1.0)).fit(X, [0, 1, 0, 1])


def test_many_points_are_not_kept_as_a_matrix(monkeypatch):
    monkeypatch.setattr(sequence_kernels, "WHOLE_MATRIX_BYTES", 100)
    k = GlobalAlignment()
    gram = k.gram(SERIES)
    assert not gram.at_hand
    np.testing.assert_allclose(gram.matrix(), k(SERIES))
    np.testing.assert_allclose(gram.rows(np.array([2, 5])), k(SERIES)[[2, 5]], rtol=1e-10)
