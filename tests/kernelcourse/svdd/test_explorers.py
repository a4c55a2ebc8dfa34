import numpy as np
import pytest
from pictures import says, xy

from kernelcourse.drawing.marks import Bars, Points
from kernelcourse.svdd import explorers
from kernelsy19 import datasets, svdd
from kernelsy19.kernels import RBF, Linear, Polynomial

shown = pytest.fixture(lambda: explorers.TwoClassExplorer(), scope="module")


MOONS = datasets.moons(120, noise=0.2, rng=0)
START = {"C": 10**-0.55, "gamma": 1.0, "noise": 0.2, "kernel": "Gaussian (RBF)", "target": "lower moon"}


@pytest.mark.parametrize(
    ("values", "kernel"),
    [
        ({}, RBF(1.0)),
        ({"C": 10**-1.75, "noise": 0.7}, RBF(1.0)),
        ({"C": 10**0.25, "gamma": 10**1.5}, RBF(10**1.5)),
        ({"C": 10**0.25, "gamma": 10**-1.5, "noise": 0.7}, RBF(10**-1.5)),
        ({"target": "upper moon", "noise": 0.0}, RBF(1.0)),
        ({"kernel": "linear"}, Linear()),
        ({"kernel": "polynomial, degree 2", "gamma": 0.1}, Polynomial(2, 0.1)),
        ({"kernel": "polynomial, degree 3", "C": 10**0.25, "noise": 0.7}, Polynomial(3)),
    ],
)
@pytest.mark.filterwarnings("error")
def test_what_is_said_is_true(shown, values, kernel):
    values = START | values
    shown.set(**values)
    data = datasets.moons(120, noise=values["noise"], rng=0)
    signs = np.where(data.y == (values["target"] == "lower moon"), 1.0, -1.0)
    s = svdd.solve_dual(kernel(data.X), signs, values["C"], tol=1e-5)
    lost, caught = (int((s.misplaced & (signs == sign)).sum()) for sign in (1, -1))
    assert f"{s.inside.sum()} points in the ball, {s.surface.sum()} on its surface" in shown.said
    assert says(shown.said, lost, 60, caught, 60)
    assert says(shown.said, 1, 60 - 1 / values["C"])
    assert "gap" not in shown.said and "duality gap" in shown.shown.certificate
    assert says(shown.said, s.R2)
    assert shown.shown.hidden == (("gamma",) if values["kernel"] == "linear" else ())
    plane, _, counts = shown.shown.panels
    points, lost = plane.find(Points), plane.find("on the wrong side")
    np.testing.assert_array_equal(xy(points), data.X)
    np.testing.assert_array_equal(points.kinds == "class 0", signs > 0)
    np.testing.assert_array_equal(points.classes, data.y)
    np.testing.assert_array_equal(xy(lost), data.X[s.misplaced])
    low, high = s.inside.sum(), s.inside.sum() + s.surface.sum()
    inside, surface = counts.find(Bars), counts.find(Bars, 1)
    assert (inside.x[0], surface.base[0], surface.x[0]) == (low, low, high)
    assert low - 1e-6 <= counts.find("p − 1/C").at <= high + 1e-6


def test_weights_stand_at_the_depth_of_their_points(shown):
    shown.set(**START)
    places = shown.shown.panels[1].find(Points)
    s = svdd.solve_dual(RBF(1.0)(MOONS.X), np.where(MOONS.y == 1, 1.0, -1.0), START["C"], tol=1e-10)
    np.testing.assert_allclose(places.y, s.signed / s.C, atol=1e-6)
    assert (np.sign(places.x) == np.where(s.surface, 0, np.where(s.inside, 1, -1))).all()


def test_a_target_carried_far_away_is_left_outside_and_its_moon_stays(shown):
    shown.set(**START | {"C": 10**-1.25})
    points = shown.shown.panels[0].find(Points)
    rows = np.column_stack([points.x, points.y, points.classes])
    i = int(np.flatnonzero(points.kinds == "class 0")[0])
    rows[i, :2] = (3.0, 2.2)
    plane = shown.set(points=rows).shown.panels[0]
    assert [3.0, 2.2] in xy(plane.find("on the wrong side")).tolist()
    plane = shown.set(target="upper moon").shown.panels[0]
    assert plane.find(Points).kinds[i] == "class 1" and plane.find(Points).x[i] == 3.0
    shown.set(**START)
    assert shown.set(noise=0.25).values["points"] is None


def test_a_price_that_no_target_can_pay_is_refused(shown):
    shown.set(**START | {"C": 1.0}, points=[(0, 0, 1), (1, 1, 1), (2, 0, 0)])
    with pytest.raises(ValueError, match=r"C must be at least 1/2 = 0\.5"):
        shown.set(C=0.1)
    assert shown.failure.startswith("Not drawn: C = 0.1 is too small for 2 target points")
    shown.set(**START, points=None)


def test_a_ball_of_moons_is_the_one_that_is_shown(shown):
    for C, noise, target in ((0.5, 0.2, "lower moon"), (0.1, 0.7, "upper moon")):
        shown.set(**START | {"C": C, "noise": noise, "target": target})
        found = explorers.ball_of_moons(shown.values["C"], noise, target)
        assert f"{found.inside.sum()} points in the ball, {found.surface.sum()} on its surface" in shown.said


def test_places_are_counted_one_by_one():
    inside = 0
    for target in (0, 1):
        ball = svdd.solve_dual(RBF(1.0)(MOONS.X), np.where(MOONS.y == target, 1.0, -1.0), 0.5)
        inside = inside + (svdd.decision_function(RBF(1.0), MOONS.X, ball, explorers.MOON_PLANE.points) > 0)
    np.testing.assert_allclose(
        explorers.shares_of_places(0.5, 0.2), [np.mean(inside == 0), np.mean(inside == 2)], atol=1e-3
    )


def test_a_line_says_yes_to_digits_that_it_has_never_seen_and_a_circle_to_fewer():
    explorer = explorers.SayYesExplorer().set(others="all eight", middle=(3.0, -2.5), reach=4.0)
    others, yes = explorer.shown.panels[0].find("never seen"), {}
    for saying in ("a line", "a circle"):
        bars = explorer.set(saying=saying).shown.panels[1].marks
        yes[saying] = [bar.y[0] for bar in bars]
        assert says(explorer.said, bars[0].y[0])
        assert says(explorer.said, bars[2].y[0])
    away = np.column_stack([others.x - 3.0, others.y + 2.5])
    turn = np.radians(explorer.values["angle"])
    assert yes["a line"][2] == 100 * np.mean(away @ [np.cos(turn), np.sin(turn)] <= 4.0)
    assert yes["a circle"][2] == 100 * np.mean((away**2).sum(axis=1) <= 16.0) < yes["a line"][2]
