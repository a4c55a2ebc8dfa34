"""The soft-margin explorer: what it shows is the machine of the points that are there now, and buttons change them."""

import numpy as np
import pytest
from sklearn.svm import SVC

from kernelsy19.course.alive import CONTROLS
from kernelsy19.svm import settings
from kernelsy19.svm.explorers import MOST_POINTS, POINT_SETS, PointSets, SoftMarginExplorer


@pytest.fixture
def explorer():
    return SoftMarginExplorer()


def ringed(explorer):
    return np.column_stack(explorer.marks.rings.get_data())


@pytest.mark.parametrize("C", [0.1, 10.0])
@pytest.mark.parametrize(
    ("kernel", "peer"),
    [
        ("linear", {"kernel": "linear"}),
        ("⟨x, x'⟩²", {"kernel": "poly", "degree": 2, "gamma": 1.0}),
        ("Gaussian (RBF)", {"gamma": 1.0}),
    ],
)
def test_shows_the_machine_of_scikit_learn(explorer, kernel, peer, C):
    explorer.set(kernel=kernel, C=C, data="a group in a ring", x1=0.5, x2=-1.0)
    X, y = settings.group_in_ring()
    machine = SVC(C=C, tol=1e-9, **peer).fit(X, y)
    np.testing.assert_array_equal(ringed(explorer), X[np.sort(machine.support_)])
    assert explorer.title.get_text().startswith(f"{len(machine.support_)} support vectors")
    assert f"{(machine.predict(X) != y).sum()} error" in explorer.alt
    f = machine.decision_function([[0.5, -1.0]])[0]
    assert f"The pen (y = −1) is at (0.5, -1.0), where f is {float(f'{f:.3g}'):g};" in explorer.alt


def test_slack_hangs_from_the_edge_down_to_each_point_inside(explorer):
    explorer.set(C=1.0)
    X, y = settings.two_groups()
    machine = SVC(kernel="linear", C=1.0, tol=1e-9).fit(X, y)
    short = np.sort((y * machine.decision_function(X))[y * machine.decision_function(X) < 1 - 1e-6])
    _, heights = explorer.slack.get_data()
    tops, bottoms = heights[0::3], heights[1::3]
    assert (tops == 1).all()
    np.testing.assert_allclose(np.sort(bottoms)[: len(short)], short, atol=1e-4)


def test_buttons_add_move_take_away_and_bring_back(explorer):
    before, first = explorer.png, settings.two_groups()[0]
    explorer.set(x1=3.0, x2=-2.0, side="y = 1", point=1)
    explorer.buttons["add"].click()
    X, y = explorer.points["two groups"]
    assert len(X) == 31 and X[-1].tolist() == [3.0, -2.0] and y[-1] == 1
    assert "of 31 points" in explorer.alt
    explorer.buttons["move"].click()
    assert (
        explorer.points["two groups"][0][0].tolist() == [3.0, -2.0]
        and explorer.points["two groups"][1][0] == 1
    )
    explorer.set(point=31)
    explorer.buttons["remove"].click()
    assert len(explorer.points["two groups"][0]) == 30 and "of 30 points" in explorer.alt
    # Other sets have points of their own.
    explorer.set(data="two moons")
    assert "of 40 points" in explorer.alt
    explorer.set(data="two groups", x1=0.0, x2=0.0, side="y = −1", point=1)
    assert explorer.png != before
    explorer.buttons["reset"].click()
    np.testing.assert_array_equal(explorer.points["two groups"][0], first)
    assert explorer.png == before


def test_a_point_beyond_leaves_the_street_and_one_across_does_not(explorer):
    explorer.set(C=1.0, x1=3.5, x2=3.5, side="y = 1")
    street = [segment.copy() for segment in explorer.edges.get_segments()]
    explorer.buttons["add"].click()
    for old, new in zip(street, explorer.edges.get_segments(), strict=True):
        np.testing.assert_allclose(new, old, atol=1e-3)
    explorer.set(x1=-3.0, x2=-2.0)
    explorer.buttons["add"].click()
    moved = explorer.edges.get_segments()
    assert (
        len(moved) != len(street)
        or max(np.abs(a[0] - b[0]).max() for a, b in zip(street, moved, strict=True)) > 0.1
    )


def test_buttons_stand_beside_the_sliders_and_stop_with_them(explorer):
    rows = [child for child in explorer.view.children if CONTROLS in getattr(child, "_dom_classes", ())]
    assert [list(row.children) for row in rows] == [
        list(explorer.widgets.values()),
        list(explorer.buttons.values()),
    ]


def test_points_cannot_run_out_or_overflow():
    points = PointSets(POINT_SETS)
    name = "two groups"
    for _ in range(14):
        assert points.remove(name, 0)
    assert not points.remove(name, 0), "the last point of a class"
    assert not points.move(name, 0, (0, 0), 1.0), "the last point of a class changes sides"
    assert points.move(name, 0, (0, 0), -1.0)
    while len(points[name][1]) < MOST_POINTS:
        assert points.add(name, (1.0, 1.0), 1.0)
    assert not points.add(name, (1.0, 1.0), 1.0)
    assert points.reset(name) and len(points[name][1]) == 30


def test_it_says_that_a_class_needs_a_point(explorer):
    for _ in range(14):
        explorer.buttons["remove"].click()
    assert "A class needs a point" not in explorer.alt
    explorer.buttons["remove"].click()
    assert "A class needs a point" in explorer.alt and "of 16 points" in explorer.alt
    explorer.set(C=2.0)
    assert "A class needs a point" not in explorer.alt
