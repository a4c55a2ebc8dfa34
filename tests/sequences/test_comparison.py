"""The comparison of kernels on speakers: what stands in the chapter, beside scikit-learn."""

import numpy as np
import pytest
from sklearn.svm import SVC

from kernelsy19 import datasets, sequences
from kernelsy19.sequences import ExpDTW, GlobalAlignment, comparison

TRAIN, TEST = datasets.japanese_vowels()


@pytest.mark.parametrize(
    ("kernel", "published"),
    [
        (ExpDTW(0.1), 0.9757),
        (ExpDTW(1.0, per_step=True), 0.978),
        (GlobalAlignment(4.25), 0.9676),
        (GlobalAlignment(2.0), 0.968),
    ],
    ids=repr,
)
def test_accuracy_beside_scikit_learn(kernel, published):
    K, K_new = kernel(TRAIN.sequences), kernel(TEST.sequences, TRAIN.sequences)
    reading = comparison.read_by_margin(K, TRAIN.y, K_new, 10.0)
    assert not reading.repaired and reading.negative == 0
    ours = np.mean(reading.labels == TEST.y)
    assert ours == pytest.approx(published, abs=0.005)
    assert ours == pytest.approx(
        SVC(C=10.0, kernel="precomputed").fit(K, TRAIN.y).score(K_new, TEST.y), abs=0.005
    )


def test_an_indefinite_matrix_is_repaired():
    kernel = ExpDTW(0.01)
    K, K_new = kernel(TRAIN.sequences), kernel(TEST.sequences, TRAIN.sequences)
    reading = comparison.read_by_margin(K, TRAIN.y, K_new, 10.0)
    assert reading.repaired and reading.negative == 12
    assert reading.smallest == pytest.approx(np.linalg.eigvalsh(K)[0])
    assert np.mean(reading.labels == TEST.y) == pytest.approx(0.9757, abs=0.005)


def test_the_choice_is_that_of_cross_validation_and_does_not_see_the_test_part():
    few = TRAIN.rows(slice(0, 90))
    family = [GlobalAlignment(0.3), GlobalAlignment(3.0)]
    found = comparison.choose(family, few, TEST.rows(TEST.y < 3), prices=(1.0, 10.0), n_folds=3)
    table = {
        (k, C): comparison.cross_validated(k(few.sequences), few.y, C, 3) for k in family for C in (1.0, 10.0)
    }
    assert found.validated == max(table.values()) == table[found.kernel, found.C]
    turned = comparison.choose(family, few, TEST.rows(TEST.y < 3).rows(slice(None, None, -1)), (1.0, 10.0), 3)
    assert (turned.kernel, turned.C) == (found.kernel, found.C)


def test_folds_hold_each_class_alike():
    y = np.repeat([0, 1, 2], [10, 7, 3])
    folds = comparison.folds_of(y, 5)
    counts = np.array([[np.sum((y == c) & (folds == f)) for f in range(5)] for c in range(3)])
    assert (np.ptp(counts, axis=1) <= 1).all() and counts.sum() == 20


def test_ridge_reads_as_least_squares_does():
    K = GlobalAlignment(4.0)(TRAIN.sequences[::5])
    labels = comparison.read_by_ridge(K, TRAIN.y[::5], K)
    assert np.mean(labels == TRAIN.y[::5]) > 0.95


def test_nearest_neighbor():
    D = np.array([[0.5, 0.1], [0.2, 0.9], [1.0, 1.0]])
    assert comparison.nearest_neighbor(D, np.array([7, 3])).tolist() == [3, 7, 7]


def test_strings_can_be_read():
    names = datasets.country_names()
    aside = comparison.folds_of(names.y, 3) == 0
    known, unseen = names.rows(~aside), names.rows(aside)
    k = sequences.Spectrum(2, unit_length=True)
    labels = comparison.read_by_margin(
        k(known.sequences), known.y, k(unseen.sequences, known.sequences), 10.0
    ).labels
    assert np.mean(labels == unseen.y) > 0.6
