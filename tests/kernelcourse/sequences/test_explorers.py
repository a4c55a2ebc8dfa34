"""The warping explorer: what it shows is the alignment of the points that are there now, and these are dragged."""

import numpy as np
import pytest
from pictures import says, xy

from kernelcourse.drawing.marks import Curve, Handle, Image
from kernelcourse.sequences import explorers
from kernelsy19 import datasets
from kernelsy19.sequences import ExpDTW, plain_dtw

explorer = pytest.fixture(lambda: explorers.WarpingExplorer())


def rows_of(explorer, name):
    points = explorer.shown.panels[0].find(name)
    return xy(points)


@pytest.mark.parametrize("data", explorers.STARTS)
@pytest.mark.parametrize("squared", [False, True])
def test_shows_the_cheapest_alignment(explorer, data, squared):
    _, panel, _ = explorer.set(data=data, cost=explorers.LOCAL_COSTS[squared]).shown.panels
    x, y = explorers.STARTS[data]
    path, image = panel.find("path"), panel.find(Image)
    v, w = path.y.astype(int) - 1, path.x.astype(int) - 1
    costs = np.abs(np.subtract.outer(x, y)) ** (2 if squared else 1)
    assert costs[v, w].sum() == pytest.approx(plain_dtw(x, y, squared).distance)
    np.testing.assert_allclose(image.codes / 255 * image.scale[1], costs, atol=image.scale[1] / 500)
    assert image.extent == (0.5, len(y) + 0.5, len(x) + 0.5, 0.5)


def test_links_join_the_elements_of_the_path(explorer):
    beside, panel, _ = explorer.set(data="one bump, early and late").shown.panels
    x, y = explorers.STARTS["one bump, early and late"]
    links, path = beside.find("alignment"), panel.find("path")
    np.testing.assert_array_equal(links.x[0::3], path.y)
    np.testing.assert_array_equal(links.x[1::3], path.x)
    np.testing.assert_array_equal(links.y[0::3], x[path.y.astype(int) - 1] + explorers.LIFT)
    np.testing.assert_array_equal(links.y[1::3], y[path.x.astype(int) - 1])


@pytest.mark.parametrize(("name", "lift"), [("x", explorers.LIFT), ("y", 0.0)])
def test_a_point_is_dragged_up_and_down(explorer, name, lift):
    data = "one bump, early and late"
    rows = rows_of(explorer.set(data=data), name)
    top = int(rows[:, 1].argmax())
    assert rows[top, 1] == 2 + lift
    rows[top, 1] += 1.0
    explorer.set(**{name: rows})
    np.testing.assert_array_equal(rows_of(explorer, name), rows)
    assert "with points that you have moved;" in explorer.said and "costs 1." in explorer.said
    rows[top, 1] += 9.0
    explorer.set(**{name: rows})
    assert rows_of(explorer, name)[top, 1] == explorers.HIGHEST + lift
    explorer.set(data="a step and its start").set(data=data)
    assert rows_of(explorer, name)[top, 1] == 2 + lift
    assert "moved" not in explorer.said and "costs 0." in explorer.said


def test_the_curve_is_the_smallest_eigenvalue(explorer):
    panel = explorer.set(data="a step and its start", t=0.5).shown.panels[2]
    X = explorers.prefixes(*explorers.STARTS["a step and its start"])
    curve, handle = panel.find(Curve), panel.find(Handle)
    for k in (0, 15, 30):
        assert curve.y[k] == pytest.approx(np.linalg.eigvalsh(ExpDTW(explorers.T[k])(X))[0], abs=1e-10)
    now = np.linalg.eigvalsh(ExpDTW(0.5)(X))[0]
    assert (handle.name, handle.x, handle.y) == ("t", 0.5, pytest.approx(now, abs=1e-10))
    assert says(explorer.said, now)
    assert len(X) == 11 and len(X[0]) == 1


def test_the_lowest_value_after_a_move_is_that_of_the_whole_curve(explorer):
    data = "one bump, early and late"
    rows = rows_of(explorer.set(data=data), "y")
    top = int(rows[:, 1].argmax())
    rows[top, 1] += 0.5
    curve = explorer.set(y=rows).shown.panels[2].find(Curve)
    assert explorers.after_each_move(data, [0.5])[10 + top, 0] == pytest.approx(curve.y.min(), abs=1e-10)


def test_the_nearest_man_depends_on_how_long_the_unknown_recording_is_made():
    explorer = explorers.WhichSpeakerExplorer()
    train, test = (part.in_order() for part in datasets.japanese_vowels())
    x, y = test.sequences[80], train.sequences[180]
    apart = np.sqrt(((x - y[: len(x)]) ** 2).sum(axis=1)).mean()
    assert says(explorer.set(man=7, stretch=100).said, apart, 7)
    assert f"nearest is man {test.y[70] + 1}." in explorer.set(stretch=160).said  # whose recording it is
    assert explorer.shown.panels[0].find(Image).codes.shape == (12, round(1.6 * len(x)))
