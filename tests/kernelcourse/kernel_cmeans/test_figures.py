import numpy as np
import pytest
from matplotlib.collections import LineCollection
from pictures import check_picture

from kernelcourse.kernel_cmeans.figures import lifted_partition, outcomes
from kernelsy19 import datasets

RINGS = datasets.circles(40, factor=0.2, noise=0.0)

PICTURES = {
    "lifted partition": lambda: lifted_partition(RINGS, RINGS.y),
    "outcomes": lambda: outcomes(
        [1.0, 1.0, 2.0], [0.5, 0.5, 0.9], xlabel="J", ylabel="accuracy", lines={"published": 0.8}
    ),
}


@pytest.fixture(scope="module")
def drawn():
    return {name: make() for name, make in PICTURES.items()}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_whole(drawn, name):
    check_picture(drawn[name])


def test_outcomes_count_equal_pairs_once(drawn):
    alt = drawn["outcomes"].alt
    assert "3 starts, 2 different results" in alt
    assert "lowest J, 1, has accuracy 0.5; the highest accuracy is 0.9" in alt
    sizes = drawn["outcomes"].figure.axes[0].collections[0].get_sizes()
    assert sizes[0] > sizes[1]


def test_lifted_points_stand_at_their_squared_length(drawn):
    above, beside = drawn["lifted partition"].figure.axes
    for k, (flat, lifted) in enumerate(zip(above.collections[-2:], beside.collections[-3:-1], strict=True)):
        np.testing.assert_array_equal(flat.get_offsets(), RINGS.X[RINGS.y == k])
        np.testing.assert_allclose(lifted.get_offsets()[:, 1], 2 * (RINGS.X[RINGS.y == k] ** 2).sum(axis=1))
    np.testing.assert_allclose(beside.collections[-1].get_offsets(), [[0, 2], [0, 0.08]], atol=1e-12)


def test_a_flat_border_of_lifted_rings_is_a_circle_of_the_plane(drawn):
    """Halfway between the heights 2 and 0.08, so at the radius √0.52."""
    for axes, wanted in zip(drawn["lifted partition"].figure.axes, (0.52**0.5, (2 + 0.08) / 2), strict=True):
        borders = [c for c in axes.collections if isinstance(c, LineCollection) and c.get_segments()]
        places = np.concatenate([segment for border in borders for segment in border.get_segments()])
        found = np.hypot(*places.T) if axes is drawn["lifted partition"].figure.axes[0] else places[:, 1]
        assert len(borders) == 1 and np.abs(found - wanted).max() < 2e-3


@pytest.mark.parametrize("labels", [np.repeat([0, 2], 20), np.zeros(39, dtype=int), RINGS.y + 0.5])
def test_a_lifted_partition_has_a_point_in_each_cluster(labels):
    with pytest.raises(ValueError, match="labels"):
        lifted_partition(RINGS, labels)
