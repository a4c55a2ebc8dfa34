"""What is special about the proofs of chapter 05: settings in general position, forms of lines, data of one's own."""

import numpy as np
from forms_of_lines import wrong_forms

from kernelcourse.cmeans import draws, proofs
from kernelsy19 import cmeans

SEEDS = range(20)


class TestSettings:
    def test_prototypes_are_neither_means_nor_those_of_the_new_partition(self):
        for seed in SEEDS:
            s = proofs.update.draw(seed, 6)
            assert np.abs(s.V - s.M).max() > 0.1
            assert (s.new != s.labels).any()
            np.testing.assert_allclose(s.W, s.M, atol=1e-12)

    def test_any_point_leaves_but_for_the_last_line(self):
        drawn = [proofs.reseeding.draw(seed, 3) for seed in SEEDS]
        far = [proofs._from_mean(s)[s.labels == s.k].max() == proofs._from_mean(s)[s.i] for s in drawn]
        assert set(far) == {True, False}


WRONG = [
    (proofs.assignment, 4, lambda s: s.D2.max(axis=1).sum()),
    (proofs.assignment, 6, lambda s: 1e9),
    (proofs.update, 3, lambda s: 2 * (s.V - s.M)),
    (proofs.update, 4, lambda s: s.V),
    (proofs.update, 6, lambda s: cmeans.criterion_of_partition(s.X, s.U)),
    (proofs.update, 7, lambda s: 0.0),
    (proofs.reseeding, 3, lambda s: cmeans.criterion_of_partition(s.X, s.U)),
    (proofs.reseeding, 4, lambda s: 0.0),
    (proofs.transfer, 3, lambda s: -cmeans.transfer_gains(s.D2, s.labels)[0, 1]),
]


test_wrong_forms_of_lines_do_not_hold = wrong_forms(WRONG)


def test_a_point_on_its_mean_saves_nothing():
    s = draws.leaving_setting(np.array([[0.0, 0], [1, 0], [2, 0], [7, 1]]), np.array([0, 0, 0, 1]), 1)
    line = proofs.reseeding.steps[3]
    assert line.gap(s) == 0
    assert all(proofs.reseeding.verify(s)[:4])
    assert not proofs.reseeding.verify(s)[4], "the point in the middle is not the farthest"
