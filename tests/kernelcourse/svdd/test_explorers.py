import numpy as np
import pytest
from pictures import says, xy

from kernelcourse.drawing.marks import Bars, Points
from kernelcourse.svdd.explorers import (
    MOON_PLANE,
    SayYesExplorer,
    TwoClassExplorer,
    ball_of_moons,
    shares_of_places,
)
from kernelsy19 import datasets, svdd
from kernelsy19.kernels import RBF, Linear, Polynomial

shown = pytest.fixture(lambda: TwoClassExplorer(), scope="module")


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


def test_the_title_counts_who_is_where_it_belongs(shown):
    shown.set(**START)
    assert shown.shown.panels[0].title.endswith("on their own side")


def test_weights_stand_at_the_depth_of_their_points(shown):
    shown.set(**START)
    places = shown.shown.panels[1].find(Points)
    X, y = datasets.moons(120, noise=0.2, rng=0).X, datasets.moons(120, noise=0.2, rng=0).y
    s = svdd.solve_dual(RBF(1.0)(X), np.where(y == 1, 1.0, -1.0), START["C"], tol=1e-10)
    np.testing.assert_allclose(places.y, s.signed / s.C, atol=1e-6)
    assert (
        (places.x[s.inside] > 0).all()
        and (places.x[~s.inside & ~s.surface] < 0).all()
        and (places.x[s.surface] == 0).all()
    )


def test_a_target_carried_far_away_is_left_outside_and_its_moon_stays(shown):
    shown.set(**START | {"C": 10**-1.25})
    points = shown.shown.panels[0].find(Points)
    rows = np.column_stack([points.x, points.y, points.classes])
    i = int(np.flatnonzero(points.kinds == "class 0")[0])
    rows[i, :2] = (3.0, 2.2)
    plane = shown.set(points=rows).shown.panels[0]
    lost = plane.find("on the wrong side")
    assert (3.0, 2.2) in set(zip(lost.x, lost.y, strict=True))
    assert "with points of your own" in shown.said
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
        found = ball_of_moons(shown.values["C"], noise, target)
        assert f"{found.inside.sum()} points in the ball, {found.surface.sum()} on its surface" in shown.said


def test_places_are_counted_one_by_one():
    data = datasets.moons(120, noise=0.2, rng=0)
    places = np.array([[a, b] for b in MOON_PLANE.y for a in MOON_PLANE.x])
    depths = []
    for sign in (1, -1):
        y = sign * np.where(data.y == 1, 1.0, -1.0)
        depths.append(
            svdd.decision_function(RBF(1.0), data.X, svdd.solve_dual(RBF(1.0)(data.X), y, 0.5), places)
        )
    in_both, in_none = ((np.array(depths) > 0).sum(axis=0) == count for count in (2, 0))
    np.testing.assert_allclose(shares_of_places(0.5, 0.2), [in_none.mean(), in_both.mean()], atol=1e-3)


def test_a_line_says_yes_to_digits_that_it_has_never_seen_and_a_circle_to_fewer():
    explorer = SayYesExplorer().set(others="all eight", middle=(3.0, -2.5), reach=4.0)
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
