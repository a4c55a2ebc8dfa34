import numpy as np
import pytest

from kernelcourse.density.experiments import try_rule
from kernelsy19 import datasets, density

IRIS = datasets.iris().columns("sepal width", "petal length").X[::3]


@pytest.mark.parametrize("rule", ["silverman", "normal-scale", "loo"])
def test_each_point_is_predicted_once_from_the_other_folds(rule):
    tried = try_rule(rule, IRIS, n_folds=len(IRIS))
    by_hand = []
    for i in range(len(IRIS)):
        others = np.delete(IRIS, i, axis=0)
        width, _ = density.choose_bandwidth(others, rule)
        by_hand.append(density.log_density(IRIS[i : i + 1], others, width)[0])
    assert tried.left_out == pytest.approx(np.mean(by_hand))


def test_the_size_is_that_of_the_window_for_the_whole_sample():
    h = density.silverman(IRIS)
    assert try_rule("silverman", IRIS).size == pytest.approx(h[0] * h[1])
    H = density.normal_scale(IRIS)
    assert try_rule("normal-scale", IRIS).size == pytest.approx(np.sqrt(H[0, 0] * H[1, 1] - H[0, 1] ** 2))
    assert try_rule("loo", IRIS).size == pytest.approx(density.loo_bandwidth(IRIS).bandwidth ** 2)


def test_folds_that_are_not_of_one_size_count_by_their_points():
    tried = [try_rule("silverman", IRIS[:11], n_folds=3, seed=seed).left_out for seed in (0, 0, 1)]
    assert tried[0] == tried[1] != tried[2]
