"""The kernel PCA explorer says what an eigensolver and explicit coordinates say."""

import numpy as np
import pytest
from pictures import grid_of, says, xy

from kernelcourse.drawing.marks import Curve, Handle, Points
from kernelcourse.pca.explorers import KernelPCAExplorer, TurningAxisExplorer
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Polynomial
from kernelsy19.pca import principal_axes

explorer = pytest.fixture(lambda: KernelPCAExplorer(), scope="module")


def test_share_of_the_variance_is_that_of_the_eigenvalues(explorer):
    explorer.set(kernel="Gaussian (RBF)", gamma=2.0, component=2, data="three clusters")
    K = RBF(explorer.values["gamma"])(datasets.three_clusters().standardized().X)
    J = np.eye(90) - 1 / 90
    values = np.linalg.eigvalsh(J @ K @ J)[::-1]
    assert says(explorer.said, 100 * (values[1] / values.sum()))
    np.testing.assert_allclose(explorer.shown.panels[2].find(Curve).y, values[:6] / values.sum(), rtol=1e-8)


def in_features(data, solution_of, places):
    """Coordinates of places along the first axis of the explicit feature space, and of the points themselves."""
    k = Polynomial(degree=2, gamma=1.0, offset=1.0)
    Phi = k.feature_map(data.standardized().X)
    u = np.linalg.svd(Phi - Phi.mean(axis=0), full_matrices=False)[2][0]
    at = (np.asarray(places) - data.X.mean(axis=0)) / data.X.std(axis=0)
    z, own = ((F - Phi.mean(axis=0)) @ u for F in (k.feature_map(at), Phi))
    return z * np.sign(own @ solution_of), own * np.sign(own @ solution_of)


def test_points_and_probe_fall_where_explicit_coordinates_say(explorer):
    data = datasets.parabola()
    explorer.set(kernel="polynomial", degree=2, component=1, data="parabola", probe=(0.5, -0.25))
    scores = explorer.shown.panels[1]
    z, own = in_features(data, scores.find("data").x, [(0.5, -0.25)])
    np.testing.assert_allclose(scores.find("data").x, own / np.abs(own).max(), atol=1e-8)
    expected = np.clip(z[0] / np.abs(own).max(), -1.22, 1.22)
    assert scores.find("probe").x[0] == pytest.approx(expected, abs=1e-8)
    handle = explorer.shown.panels[0].find(Handle)
    assert (handle.name, handle.x, handle.y) == ("probe", 0.5, -0.25)


def test_the_field_is_the_component_of_each_place(explorer):
    explorer.set(kernel="polynomial", degree=2, component=1, data="parabola")
    field, scores = explorer.shown.panels[0].marks[0], explorer.shown.panels[1].find("data").x
    z, _ = in_features(datasets.parabola(), scores, grid_of(field).points)
    np.testing.assert_allclose(field.values, z.reshape(60, 60), atol=1e-3 * np.abs(z).max())
    assert field.levels[0] == 0 and len(field.levels) == 10


def test_a_kernel_of_low_rank_says_which_component_is_the_last(explorer):
    explorer.set(kernel="linear", component=5, data="moons")
    assert "component 2 of 2" in explorer.said
    assert "Component 5 has no variance" in explorer.said
    assert explorer.shown.hidden == ("degree", "gamma")
    assert explorer.shown.panels[2].find(Handle).x == 2


def test_the_components_follow_a_point_that_is_moved(explorer):
    explorer.set(kernel="linear", component=1, data="moons")
    points = explorer.shown.panels[0].find(Points)
    rows = xy(points)
    rows[0] += 3
    explorer.set(points=rows)
    X = (rows - xy(points).mean(axis=0)) / xy(points).std(axis=0)
    values = np.linalg.eigvalsh(np.cov(X.T))[::-1]
    np.testing.assert_allclose(explorer.shown.panels[2].find(Curve).y, values / values.sum())


def test_the_axis_that_is_turned_shows_the_variance_of_its_shadows():
    explorer, flowers = TurningAxisExplorer(), datasets.iris().columns("petal length", "petal width")
    explorer.set(measured="petal length and width")
    axes = principal_axes(flowers.X)
    best = round(np.degrees(np.arctan2(*axes.components[0, ::-1])) % 180)
    spread = {}
    for angle in (0, best, 150):
        plane, curve = explorer.set(angle=angle).shown.panels
        shadows = plane.find("their shadows")
        spread[angle] = float(np.sum(np.var([shadows.x, shadows.y], axis=1)))
        handle = curve.find(Handle)
        assert handle.x == angle and handle.y == pytest.approx(spread[angle])
        assert says(explorer.said, spread[angle])
        passed = curve.find(Curve).x  # from 150° on: the place of the largest is not given away
        assert (min(passed), max(passed)) == (min(angle, 150), max(angle, 150))
    assert spread[best] == pytest.approx(axes.variances[0], rel=1e-3) and spread[best] == max(spread.values())
