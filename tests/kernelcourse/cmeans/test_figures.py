import numpy as np
import pytest
from pictures import check_picture, xy

from kernelcourse.cmeans.figures import spokes
from kernelcourse.drawing.marks import Segments
from kernelsy19 import cmeans, datasets

DATA = datasets.faithful().standardized().rows(slice(None, None, 12))
LABELS = (DATA.X[:, 0] > 0).astype(int)
PANELS = {
    "means": (LABELS, cmeans.prototypes(DATA.X, cmeans.partition_matrix(LABELS, 2))),
    "elsewhere": (LABELS.tolist(), [[0.0, 0.0], [1.0, 1.0]]),
}


picture = pytest.fixture(lambda: spokes(DATA, PANELS, title="spokes"), scope="module")


def test_the_picture_is_whole(picture):
    check_picture(picture)


@pytest.mark.parametrize("number", range(2))
def test_a_spoke_leads_from_each_point_to_its_prototype_and_j_is_their_squared_length(picture, number):
    panel, (name, (labels, V)) = picture.panels[number], list(PANELS.items())[number]
    lines = panel.find(Segments)
    ends = xy(lines).reshape(-1, 2, 2)
    np.testing.assert_array_equal(ends[:, 1], DATA.X)
    np.testing.assert_array_equal(ends[:, 0], np.asarray(V)[labels])
    J = sum(((a - b) ** 2).sum() for a, b in ends)
    title, value = panel.title.split(": J = ")
    assert title == name and float(value) == pytest.approx(J, rel=5e-3)
    assert f"{name}: J = {value}" in picture.alt


def test_labels_alone_have_spokes_from_the_means():
    whole, alone = (spokes(DATA, {"means": panel}) for panel in (PANELS["means"], LABELS))
    assert whole.png == alone.png and whole.alt == alone.alt


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        (tuple(LABELS), "must be labels, or a pair"),
        (LABELS[1:], "must have 23 labels"),
        (2 * LABELS, "a point with each label from 0 to 2"),
        ((LABELS[1:], np.eye(2)), "must have 23 labels"),
        ((LABELS + 1, np.eye(2)), "labels from 0 to 1"),
        ((LABELS - 1, np.eye(2)), "whole numbers"),
        ((LABELS, np.eye(3)), "the prototypes of"),
    ],
)
def test_bad_input_is_named(pair, message):
    with pytest.raises(ValueError, match=message):
        spokes(DATA, {"a": pair})
