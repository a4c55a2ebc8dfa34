"""The explorer of c-means shows what the equations say, at the ends of every control and for every choice."""

import numpy as np
import pytest

from kernelsy19 import cmeans, datasets
from kernelsy19.cmeans import explorers as module
from kernelsy19.cmeans.explorers import CMeansStepper
from kernelsy19.kernels import squared_euclidean


@pytest.fixture(scope="module")
def stepper():
    return CMeansStepper()


def marked(clusters):
    return sum(len(mark.get_xdata()) for mark in clusters.marks)


def test_objective_falls_with_every_half_step(stepper):
    stepper.set(n_clusters=3, start="random points", seed=2, data="faithful")
    last = stepper.widgets["step"].max
    pictures = set()
    for step in range(last + 1):
        stepper.set(step=step)
        pictures.add(stepper.png)
        assert f"half step {step} of {last}" in stepper.alt
        assert marked(stepper.clusters) == 272
    assert len(pictures) == last + 1
    assert np.all(np.diff(stepper.ahead.get_ydata()) <= 1e-12)
    np.testing.assert_allclose(stepper.done.get_ydata(), stepper.ahead.get_ydata())
    assert stepper.assigned.get_xdata().tolist() == list(range(0, last + 1, 2))


def test_prototypes_and_regions_are_those_of_the_half_step(stepper):
    stepper.set(n_clusters=4, start="k-means++", seed=1, data="faithful", step=0)
    scene = stepper._scene("faithful")
    V = module.far_apart(scene.X, 4, np.random.default_rng(1))
    steps = cmeans.c_means_steps(scene.X, V)
    stepper.set(step=3)
    shown = np.column_stack(stepper.prototypes.get_data())
    np.testing.assert_allclose(shown, (steps[3].prototypes * scene.shown.std(0)) + scene.shown.mean(0))
    corner = cmeans.assign(squared_euclidean(scene.grid.points[:1], steps[3].prototypes))[0]
    assert stepper.clusters.image.get_array()[0, 0].tolist() == stepper.clusters.pale[corner].tolist()


def test_movers_are_ringed(stepper):
    stepper.set(n_clusters=3, start="all in one corner", seed=0, data="faithful", step=2)
    n_moved = len(stepper.movers.get_xdata())
    assert n_moved > 0
    assert f"{n_moved} points moved" in stepper.alt
    stepper.set(step=3)
    assert len(stepper.movers.get_xdata()) == 0


@pytest.mark.parametrize("start", module.CMEANS_STARTS)
@pytest.mark.parametrize("data", module.CMEANS_DATA)
@pytest.mark.parametrize("n_clusters", [2, 6])
def test_every_start_and_data_set_can_be_stepped_to_its_end(stepper, start, data, n_clusters):
    stepper.set(start=start, data=data, n_clusters=n_clusters, seed=19)
    stepper.set(step=stepper.widgets["step"].max)
    assert "Assignment: 0 points moved" in stepper.alt or "half step 0 of 0" in stepper.alt


@pytest.mark.parametrize("draw", module.CMEANS_STARTS.values())
def test_starts_are_different_points(draw):
    X = datasets.faithful().standardized().X
    V = draw(X, 5, np.random.default_rng(3))
    assert len(np.unique(V, axis=0)) == 5
    assert squared_euclidean(V, X).min(axis=1).max() < 1e-12


def test_seeds_by_squared_distance_lie_apart():
    X = np.array([[0.0], [1e-9], [2e-9], [5.0]])
    for seed in range(20):
        V = module.far_apart(X, 2, np.random.default_rng(seed))
        assert abs(V[0, 0] - V[1, 0]) > 4


def test_own_data_come_first():
    explorer = CMeansStepper(np.random.default_rng(0).normal(size=(30, 2)) * [1, 50])
    assert explorer.widgets["data"].options == ("your data", *module.CMEANS_DATA)
    assert "your data" in explorer.alt
    assert marked(explorer.clusters) == 30


def test_curves_lie_within_their_axes(stepper):
    for seed in range(6):
        stepper.set(data="three clusters", n_clusters=4, start="random points", seed=seed)
        (left, right), (low, high) = stepper.falling.get_xlim(), stepper.falling.get_ylim()
        x, y = stepper.ahead.get_data()
        assert left < min(x) and max(x) < right and low < min(y) and max(y) < high
