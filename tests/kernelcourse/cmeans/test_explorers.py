"""The explorer of c-means shows what the equations say, at the ends of every control and for every choice."""

import itertools

import numpy as np
import pytest
from pictures import says, xy

from kernelcourse.cmeans import explorers as module
from kernelcourse.cmeans.explorers import CentersByHandExplorer, CMeansStepper
from kernelcourse.drawing.data_planes import Plane
from kernelcourse.drawing.marks import Bars, Points, Regions, Rule
from kernelsy19 import cmeans, datasets
from kernelsy19.kernels import squared_euclidean

stepper = pytest.fixture(lambda: CMeansStepper(), scope="module")


FAITHFUL = datasets.faithful().in_order()


def in_units(V):
    """Places of the eruptions in minutes, from standard deviations."""
    return FAITHFUL.X.mean(axis=0) + FAITHFUL.X.std(axis=0) * V


def plane(stepper):
    return stepper.shown.panels[0]


def last_step(stepper):
    return stepper.shown.ends["step"]


def test_objective_falls_with_every_half_step(stepper):
    stepper.set(n_clusters=3, start="random points", seed=2, data="faithful", step=0)
    last, drawn = last_step(stepper), []
    for step in range(last + 1):
        stepper.set(step=step)
        drawn.append(stepper.shown.message())
        assert f"half step {step} of {last}" in stepper.said
        assert len(plane(stepper).find(Points).x) == 272
    assert all(one != other for one, other in itertools.pairwise(drawn))
    points, objective = stepper.shown.panels[1].find(Points), stepper.shown.panels[1].marks[0].y
    assert np.all(np.diff(objective) <= 1e-12)
    np.testing.assert_allclose(points.y, objective)
    assert points.x[points.kinds == "dot"].tolist() == list(range(0, last + 1, 2))


def test_prototypes_and_regions_are_those_of_the_half_step(stepper):
    stepper.set(n_clusters=4, start="k-means++", seed=1, data="faithful", step=3)
    V = module.far_apart(FAITHFUL.standardized().X, 4, np.random.default_rng(1))
    run = cmeans.c_means_steps(FAITHFUL.standardized().X, V)
    np.testing.assert_allclose(xy(plane(stepper).find("prototype")), in_units(run[3].prototypes))
    np.testing.assert_allclose(xy(plane(stepper).find("where it started")), in_units(V))
    grid = stepper._plane("faithful").grid
    nearest = cmeans.assign(squared_euclidean(grid.points, run[3].prototypes))
    codes = plane(stepper).find(Regions).codes
    np.testing.assert_array_equal(codes.reshape(4, -1).argmax(axis=0), nearest)


def test_movers_are_ringed(stepper):
    stepper.set(n_clusters=3, start="all in one corner", seed=0, data="faithful", step=2)
    n_moved = len(plane(stepper).find("has just moved").x)
    assert n_moved > 0
    assert f"{n_moved} points moved" in stepper.said
    assert stepper.shown.panels[2].find(Bars).y[2] == n_moved
    stepper.set(step=3)
    assert len(plane(stepper).find("has just moved").x) == 0


@pytest.mark.parametrize("start", module.CMEANS_STARTS)
@pytest.mark.parametrize("data", module.CMEANS_DATA)
@pytest.mark.parametrize("n_clusters", [2, 6])
def test_every_start_and_data_set_can_be_stepped_to_its_end(stepper, start, data, n_clusters):
    stepper.set(start=start, data=data, n_clusters=n_clusters, seed=19)
    stepper.set(step=last_step(stepper))
    assert "Assignment: 0 points moved" in stepper.said


def test_a_run_goes_from_where_the_prototypes_were_put(stepper):
    stepper.set(n_clusters=3, start="k-means++", seed=0, data="three clusters", step=0)
    X = datasets.three_clusters().X
    starts = X[:3] + 0.01
    stepper.set(starts=starts)
    assert "prototypes (placed by hand)" in stepper.said
    mean, sd = X.mean(axis=0), X.std(axis=0)
    run = cmeans.c_means_steps((X - mean) / sd, (starts - mean) / sd)
    stepper.set(step=last_step(stepper))
    assert last_step(stepper) == len(run) - 1
    np.testing.assert_allclose(xy(plane(stepper).find("prototype")), mean + sd * run[-1].prototypes)
    for changed in ({"n_clusters": 4}, {"seed": 1}, {"start": "random points"}, {"data": "moons"}):
        stepper.set(n_clusters=3, start="k-means++", seed=0, data="three clusters", starts=starts)
        assert stepper.set(**changed).values["starts"] is None


def test_the_start_stays_where_it_is_when_a_point_is_moved(stepper):
    stepper.set(n_clusters=3, start="k-means++", seed=0, data="moons", step=0)
    started, rows = xy(plane(stepper).find("prototype")), xy(plane(stepper).find(Points))
    rows[:50] += 0.3
    stepper.set(points=rows)
    np.testing.assert_array_equal(xy(plane(stepper).find("prototype")), started)
    np.testing.assert_array_equal(xy(plane(stepper).find(Points)), rows)


@pytest.mark.parametrize("draw", module.CMEANS_STARTS.values())
def test_starts_are_different_points(draw):
    X = FAITHFUL.standardized().X
    V = draw(X, 5, np.random.default_rng(3))
    assert len(np.unique(V, axis=0)) == 5
    assert squared_euclidean(V, X).min(axis=1).max() < 1e-12


def test_seeds_by_squared_distance_lie_apart():
    X = np.array([[0.0], [1e-9], [2e-9], [5.0]])
    for seed in range(20):
        V = module.far_apart(X, 2, np.random.default_rng(seed))
        assert abs(V[0, 0] - V[1, 0]) > 4


def test_curves_lie_within_their_axes(stepper):
    for seed in range(6):
        stepper.set(data="three clusters", n_clusters=4, start="random points", seed=seed)
        falling = stepper.shown.panels[1]
        curve = falling.marks[0]
        for values, axis in ((curve.x, falling.x), (curve.y, falling.y)):
            assert axis.range[0] < values.min() and values.max() < axis.range[1]


def test_centers_placed_by_hand_pay_what_their_points_are_away():
    explorer, X = CentersByHandExplorer(), FAITHFUL.standardized().X
    best = cmeans.c_means(X, 3, n_starts=50)
    assert squared_euclidean(X, best.prototypes).min(axis=1).sum() == pytest.approx(best.objective)
    for V in (best.prototypes, np.full((3, 2), 0.4)):
        explorer.set(c=3, centers=in_units(V))
        found = squared_euclidean(X, V).min(axis=1).sum()
        assert f"the points pay {found:.0f} squared" in explorer.said
        assert says(explorer.said, best.objective)
        assert sum(bar.y[0] for bar in explorer.shown.panels[1].marks[:3]) == pytest.approx(found)


@pytest.mark.parametrize("data", module.CMEANS_DATA)
def test_no_start_finds_less_than_what_is_called_the_least(data):
    explorer, X = CentersByHandExplorer(), Plane.of(data, module.CMEANS_DATA[data]()).X
    for c in range(1, module.MOST_CLUSTERS + 1):
        least = explorer.set(data=data, c=c).shown.panels[1].find(Rule).at
        found = cmeans.c_means(X, c, n_starts=200, init="points", exchange=True, rng=1).objective
        assert least <= found * (1 + 1e-9)
