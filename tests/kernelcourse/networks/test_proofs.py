"""What the proofs of appendix E would not notice, were they written otherwise; all proofs are attacked elsewhere."""

import numpy as np
import pytest
from forms_of_lines import wrong_forms

from kernelcourse.networks import draws, experiments, proofs
from kernelsy19.networks import arc_cosine, attention_kernel, kernel_average

WRONG = [
    (proofs.attention, 1, lambda s: kernel_average(np.exp(s.Q @ s.K.T), s.V)),
    (
        proofs.attention,
        3,
        lambda s: kernel_average(proofs.gaussian(s) / proofs.half_square(s.K, s.K.shape[1]), s.V),
    ),
    (proofs.attention, 4, lambda s: attention_kernel(s.Q, s.K) @ s.V),
    (proofs.wide, 2, lambda s: proofs.mean_of_products(s) / (2 * np.pi)),
    (proofs.wide, 3, lambda s: (np.sin(s.theta) + s.theta * np.cos(s.theta)) / 2),
    (proofs.wide, 4, lambda s: arc_cosine(s.x[None], s.y[None])[0, 0] / 2),
]

test_wrong_forms_of_lines_do_not_hold = wrong_forms(WRONG)


def test_keys_of_one_length_keep_their_directions():
    keys = draws.keys_of_one_length()
    assert np.ptp(np.linalg.norm(keys, axis=1)) < 1e-12
    across = keys[:, 0] * draws.KEYS[:, 1] - keys[:, 1] * draws.KEYS[:, 0]
    np.testing.assert_allclose(across, 0, atol=1e-12)


@pytest.mark.parametrize("m", [100, 10_000])
def test_the_mean_square_error_of_a_layer_is_that_of_one_unit_over_their_number(m):
    """The products of units are independent, so that their mean has a variance m times smaller."""
    X = experiments.directions()
    W = np.random.default_rng(0).normal(size=(400_000, 2))
    of_a_unit = 2 * np.maximum(W @ X.T, 0) * np.maximum(W @ X[:1].T, 0)
    expected = (of_a_unit.var(axis=0) / m).mean()
    found = np.mean([experiments.error_of_width(m, seed) ** 2 for seed in range(400)])
    assert found == pytest.approx(expected, rel=0.2)
