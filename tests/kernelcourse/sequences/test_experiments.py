"""The comparison of kernels on speakers: what stands in the chapter, beside scikit-learn."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from sklearn.svm import SVC

from kernelcourse.sequences import experiments
from kernelsy19 import datasets, sequences
from kernelsy19.kernels import RBF
from kernelsy19.sequences import ExpDTW, GlobalAlignment, Spectrum
from kernelsy19.svm import SupportVectorClassifier

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
    reading = experiments.read_by_margin(K, TRAIN.y, K_new, 10.0)
    assert not reading.repaired and reading.negative == 0
    ours = np.mean(reading.labels == TEST.y)
    assert ours == pytest.approx(published, abs=0.005)
    theirs = SVC(C=10.0, kernel="precomputed").fit(K, TRAIN.y).score(K_new, TEST.y)
    assert ours == pytest.approx(theirs, abs=0.005)


def test_an_indefinite_matrix_is_repaired():
    kernel = ExpDTW(0.01)
    K, K_new = kernel(TRAIN.sequences), kernel(TEST.sequences, TRAIN.sequences)
    reading = experiments.read_by_margin(K, TRAIN.y, K_new, 10.0)
    assert reading.repaired and reading.negative == 12
    assert reading.smallest == pytest.approx(np.linalg.eigvalsh(K)[0])
    assert np.mean(reading.labels == TEST.y) == pytest.approx(0.9757, abs=0.005)


def test_what_a_dominant_diagonal_leaves_is_no_matter_of_the_compiler(monkeypatch):
    rng, y = np.random.default_rng(0), np.repeat(np.arange(3), 12)
    points = rng.normal(size=(236, 6))
    points[:36] += np.eye(3, 6)[y]
    similar = 1e-4 * RBF(0.2)(points, points[:36])
    K = similar[:36] + (1 - 1e-4) * np.eye(36)
    read = []
    for compiled in (True, False):
        monkeypatch.setattr("kernelsy19.svm.solve.loops_pay", lambda n, compiled=compiled: compiled)
        read.append(experiments.read_by_margin(K, y, similar[36:], 10.0).labels)
    assert (read[0] == read[1]).all()


def test_the_choice_is_that_of_cross_validation_and_does_not_see_the_test_part():
    few, new = TRAIN.rows(slice(0, 90)), TEST.rows(TEST.y < 3)
    family = [GlobalAlignment(0.3), GlobalAlignment(3.0)]
    found = experiments.choose(family, few, new, prices=(1.0, 10.0), n_folds=3)
    pairs = itertools.product(family, (1.0, 10.0))
    table = {(k, C): experiments.cross_validated(k(few.sequences), few.y, C, 3) for k, C in pairs}
    assert found.validated == max(table.values()) == table[found.kernel, found.C]
    turned = experiments.choose(family, few, new.rows(slice(None, None, -1)), (1.0, 10.0), 3)
    assert (turned.kernel, turned.C) == (found.kernel, found.C)


def test_shares_by_neighbor_are_counted_one_by_one():
    few, new = TRAIN.rows(slice(0, 90, 3)), TEST.rows(slice(0, 60, 4))
    shares = experiments.shares_by_neighbor(few, new)
    assert list(shares) == list(experiments.distances_to_known(few, new))
    for name, squared in (("D", False), ("D with squared costs", True)):
        right = [0, 0]
        for i, x in enumerate(few.sequences):
            others = [j for j in range(len(few)) if j != i]
            nearest = min(others, key=lambda j: sequences.dtw_distance(x, few.sequences[j], squared))
            right[0] += few.y[nearest] == few.y[i]
        for x, label in zip(new.sequences, new.y, strict=True):
            nearest = min(range(len(few)), key=lambda j: sequences.dtw_distance(x, few.sequences[j], squared))
            right[1] += few.y[nearest] == label
        assert shares[name] == pytest.approx((right[0] / len(few), right[1] / len(new)))


def test_neighbors_in_a_picture_are_others():
    Z, y = np.array([[0.0], [1.0], [1.5], [9.0], [9.1]]), np.array([0, 0, 1, 1, 1])
    assert experiments.like_their_neighbors(Z, y).tolist() == [True, False, False, True, True]


def test_a_group_belongs_to_the_class_that_has_most_in_it():
    assert experiments.in_own_group(np.array([0, 0, 0, 1, 1, 1]), np.array([2, 2, 1, 1, 1, 1])) == 5
    assert experiments.in_own_group(np.array([4, 4, 7]), np.array([0, 1, 1])) == 2


def test_a_fold_is_read_by_a_model_that_has_not_seen_it():
    names = datasets.country_names().rows(slice(0, 300, 2))
    model = SupportVectorClassifier(Spectrum(1, unit_length=True), C=10.0)
    folds = experiments.folds_of(names.y, 3, seed=1)
    labels = experiments.left_out_labels(model, names, folds)
    K = Spectrum(1, unit_length=True)(names.sequences)
    for fold in range(3):
        out, rest = np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)
        svc = SVC(C=10.0, kernel="precomputed").fit(K[np.ix_(rest, rest)], names.y[rest])
        assert np.mean(svc.predict(K[np.ix_(out, rest)]) == labels[out]) > 0.95


def test_a_trial_says_what_the_parts_of_it_say():
    few, new = TRAIN.rows(slice(0, 90, 3)), TEST.rows(TEST.y < 3)
    for kernel in (GlobalAlignment(2.0), ExpDTW(0.01)):
        K, K_new = kernel(few.sequences), kernel(new.sequences, few.sequences)
        trial = experiments.try_out(kernel, few, new, C=10.0)
        assert trial.tested == experiments.share_right(K, few.y, K_new, new.y, C=10.0)
        assert trial.trained == experiments.share_right(K, few.y, K, few.y, C=10.0)
        labels = experiments.read_by_margin(K, few.y, K_new, 10.0).labels
        assert trial.tested == sum(a == b for a, b in zip(labels, new.y, strict=True)) / len(new)
        assert trial.smallest == pytest.approx(np.linalg.eigvalsh(K)[0], abs=1e-9)
        assert trial.typical == sequences.typical_similarity(K)
        np.testing.assert_array_equal(trial.nearest, K_new.argmax(axis=1))


def test_folds_hold_each_class_alike():
    y = np.repeat([0, 1, 2], [10, 7, 3])
    ways = [experiments.folds_of(y, 5, seed) for seed in (None, 0, 1)]
    for folds in ways:
        counts = np.array([[np.sum((y == c) & (folds == f)) for f in range(5)] for c in range(3)])
        assert (np.ptp(counts, axis=1) <= 1).all() and counts.sum() == 20
    assert len(np.unique(ways, axis=0)) == 3


def test_ridge_reads_as_least_squares_does():
    K = GlobalAlignment(4.0)(TRAIN.sequences[::5])
    labels = experiments.read_by_ridge(K, TRAIN.y[::5], K)
    assert np.mean(labels == TRAIN.y[::5]) > 0.95


def test_without_alignment_a_machine_is_told_columns():
    few, new = TRAIN.rows(slice(0, 90, 3)), TEST.rows(slice(0, 60, 4))
    backward = replace(new, sequences=[x[::-1] for x in new.sequences])
    shares, turned = (experiments.shares_without_alignment(few, part) for part in (new, backward))
    assert turned["mean and sd"] == shares["mean and sd"] > 0.8 and turned["7 frames"] < shares["7 frames"]
    np.testing.assert_allclose(
        experiments.stretched(few.sequences[0], len(few.sequences[0])), few.sequences[0]
    )
    bumps = experiments.two_bumps(np.random.default_rng(0), 50)
    assert np.mean([x.argmax() < x.argmin() for x in bumps["sequences"]] == bumps["y"]) > 0.9
