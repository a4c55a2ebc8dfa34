"""The explorers and the picture of chapter 17 show what the library computes."""

import numpy as np
import pytest
from pictures import check_picture, xy

from kernelcourse.drawing.marks import Bars, Curve, Field, Points, Rule
from kernelcourse.twosample.explorers import SHUFFLES_SHOWN, TwoMeansExplorer, WitnessExplorer
from kernelcourse.twosample.figures import after_shuffles
from kernelsy19 import twosample
from kernelsy19.kernels import RBF

witness = pytest.fixture(lambda: WitnessExplorer(), scope="module")


def samples(explorer):
    marks = explorer.shown.panels[0].find(Points)
    Z, y = xy(marks), marks.classes
    return Z[y == 0], Z[y == 1]


def test_the_curves_are_means_of_bumps_and_their_distance_is_said():
    explorer = TwoMeansExplorer().set(shift=1.5, gamma=1.0)
    panel = explorer.shown.panels[0]
    x, y = (panel.marks[i].x[:, None] for i, mark in enumerate(panel.marks) if isinstance(mark, Points))
    k, curves = RBF(1.0), [mark for mark in panel.marks if isinstance(mark, Curve)]
    for curve, points in zip(curves, (x, y), strict=True):
        np.testing.assert_allclose(curve.y, k(curve.x[:, None], points).mean(axis=1))
    mmd2 = twosample.biased_mmd2(k(x), k(x, y), k(y))
    assert f"{mmd2:.3f}" in explorer.said and panel.title == f"MMD² = {mmd2:.3f}"
    assert y.mean() - TwoMeansExplorer().set(shift=0.0)._y.mean() == pytest.approx(1.5)


@pytest.mark.parametrize("kind", ["moved", "wider", "turned", "no difference"])
def test_field_and_histogram_are_those_of_the_points_shown(witness, kind):
    witness.set(kind=kind, gamma=1.0, size=0.5)
    X, Y = samples(witness)
    plane, shuffles = witness.shown.panels
    field, k = plane.find(Field), RBF(1.0)
    side = np.linspace(*field.extent[:2], field.codes.shape[1])
    places = np.column_stack([side, side])
    expected = twosample.witness(k(places, X), k(places, Y))
    np.testing.assert_allclose(np.diagonal(field.values), expected, atol=1e-3)
    test = twosample.two_sample_test(X, Y, k, SHUFFLES_SHOWN)
    assert shuffles.find(Rule).at == pytest.approx(test.mmd2)
    assert shuffles.find(Bars).y.sum() == SHUFFLES_SHOWN and f"p = {test.p_value:.3f}" in witness.said


def test_a_sample_of_one_point_is_not_tested(witness):
    rows = np.array([[0.0, 0, 0], [1, 0, 1], [1, 1, 1], [0, 2, 1]])
    witness.set(kind="moved", points=rows)
    assert "at least two points" in witness.said and len(witness.shown.panels) == 1
    witness.set(points=np.vstack([rows, [2.0, 2.0, 0.0]]))
    assert "2 points of X and 3 of Y" in witness.said and "with points of your own" in witness.said


def test_what_came_stands_among_the_shuffles():
    rng = np.random.default_rng(0)
    test = twosample.two_sample_test(rng.normal(size=(20, 2)), rng.normal(size=(15, 2)) + 1, RBF(0.5), 199)
    (panel,) = check_picture(after_shuffles({"moved": test}, title="two samples")).panels
    assert panel.find(Rule).at == test.mmd2 and panel.find(Bars).y.sum() == 199
    assert f"p = {test.p_value:.3f}" in panel.title
