"""What is special about the proofs of chapter 06: settings, forms of lines, data of one's own."""

import numpy as np
from forms_of_lines import wrong_forms

from kernelcourse.kernel_cmeans import draws, proofs
from kernelsy19 import datasets, kernels

DISTANCES, LINEAR = proofs.distances_to_prototypes, proofs.linear_kernel


def test_kernels_and_sizes_differ():
    drawn = [DISTANCES.draw(seed, 6) for seed in range(20)]
    assert {type(s.k) for s in drawn} == {kernels.Linear, kernels.Polynomial}
    assert len({s.n for s in drawn}) >= 4 and len({s.c for s in drawn}) >= 3


WRONG = [
    (DISTANCES, 2, lambda s: s.U.T @ s.Phi),
    (DISTANCES, 6, lambda s: np.diag(s.K)[:, None] - 2 * s.K @ s.W),
    (DISTANCES, 6, lambda s: np.diag(s.K)[:, None] - 2 * s.K @ s.W + (s.W.T @ s.K @ s.W).sum(0)),
    (DISTANCES, 8, lambda s: np.trace(s.K) - (s.U * (s.K @ s.U)).sum()),
    (LINEAR, 3, lambda s: np.trace(s.K)),
]
test_wrong_forms_of_lines_do_not_hold = wrong_forms(WRONG)


def test_the_lines_hold_on_data_of_one_s_own():
    """As chapter 06 does, on points of the circles."""
    circles = datasets.circles()
    s = draws.prototype_setting(circles.X[::10], kernels.Polynomial(2), circles.y[::10])
    assert all(DISTANCES.verify(s)), DISTANCES.verify(s)
