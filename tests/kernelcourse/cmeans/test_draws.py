import numpy as np
import pytest

from kernelcourse.cmeans.draws import strips
from kernelsy19 import cmeans


def test_strips_are_long_and_apart():
    data = strips(2000)
    for k, middle in enumerate((0, 2)):
        strip = data.X[data.y == k]
        assert len(strip) == 1000
        np.testing.assert_allclose(strip.mean(axis=0), [0, middle], atol=0.15)
        np.testing.assert_allclose(strip.std(axis=0), [1.5, 0.3], rtol=0.1)


def test_a_seed_gives_the_same_strips_and_another_seed_others():
    assert (strips(rng=3).X == strips(rng=3).X).all() and (strips(rng=3).X != strips(rng=4).X).all()


@pytest.mark.parametrize("seed", range(3))
def test_c_means_cuts_across_the_strips(seed):
    data = strips(rng=seed)
    found = cmeans.c_means(data.X, 2, n_starts=20)
    truth = cmeans.criterion_of_partition(data.X, cmeans.partition_matrix(data.y, 2))
    assert found.objective < truth
    assert cmeans.matched_accuracy(found.labels, data.y) < 0.7
