import numpy as np
import pytest
from pictures import drawn_and_whole, says, xy

from kernelcourse.drawing.marks import Points, Regions
from kernelcourse.kernel_cmeans.figures import lifted_partition, outcomes
from kernelsy19 import datasets

RINGS = datasets.circles(40, factor=0.2, noise=0.0)

PICTURES = {
    "lifted partition": lambda: lifted_partition(RINGS, RINGS.y),
    "outcomes": lambda: outcomes(
        [1.0, 1.0, 2.0], [0.5, 0.5, 0.9], xlabel="J", ylabel="accuracy", lines={"published": 0.8}
    ),
}


drawn, test_pictures_are_whole = drawn_and_whole(PICTURES)


def test_outcomes_count_equal_pairs_once(drawn):
    alt = drawn["outcomes"].alt
    assert "3 starts, 2 different results" in alt
    assert says(alt, 1, 0.5, 0.9)
    points = drawn["outcomes"].panels[0].find(Points)
    assert points.x.tolist() == [1, 2] and points.sizes[0] > points.sizes[1]


def test_lifted_points_stand_at_their_squared_length(drawn):
    above, beside = drawn["lifted partition"].panels
    flat, lifted, means = above.find(Points), beside.find(Points), beside.find(Points, 1)
    np.testing.assert_array_equal(xy(flat), RINGS.X)
    np.testing.assert_allclose(lifted.y, 2 * (RINGS.X**2).sum(axis=1))
    np.testing.assert_allclose(xy(means), [[0, 2], [0, 0.08]], atol=1e-12)


def test_a_flat_border_of_lifted_rings_is_a_circle_of_the_plane(drawn):
    """Halfway between the heights 2 and 0.08, so at the radius √0.52."""
    for panel, far in zip(drawn["lifted partition"].panels, (lambda x, y: np.hypot(x, y) - 0.52**0.5,
                                                             lambda x, y: y - 1.04 + 0 * x), strict=True):  # fmt: skip
        regions = panel.find(Regions)
        x, y = np.meshgrid(np.linspace(*regions.extent[:2], 120), np.linspace(*regions.extent[2:], 120))
        clear = np.abs(far(x, y)) > 0.03
        np.testing.assert_array_equal((regions.codes.argmax(axis=0) == 0)[clear], (far(x, y) > 0)[clear])


@pytest.mark.parametrize("labels", [np.repeat([0, 2], 20), np.zeros(39, dtype=int), RINGS.y + 0.5])
def test_a_lifted_partition_has_a_point_in_each_cluster(labels):
    with pytest.raises(ValueError, match="labels"):
        lifted_partition(RINGS, labels)
