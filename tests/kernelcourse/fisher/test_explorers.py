"""The explorer of chapter 15 says and shows what a machine of its own would."""

import numpy as np
import pytest
from pictures import xy

from kernelcourse.drawing.marks import Curve, Handle, Points
from kernelcourse.drawing.words import number
from kernelcourse.fisher import experiments
from kernelcourse.fisher import explorers as module
from kernelcourse.fisher.explorers import FewLabelsExplorer, PullsExplorer
from kernelsy19 import fisher
from kernelsy19.kernels import default_kernel

START = {"labels": 1, "k": 3, "scores": "weights alone", "data": "three groups", "draw": 0}


shown = pytest.fixture(lambda: FewLabelsExplorer(), scope="module")


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"labels": 20, "draw": 9},
        {"k": 8, "scores": "all"},
        {"k": 2, "scores": "all, plain", "data": "moons", "labels": 5},
        {"scores": "means alone", "data": "irises"},
        {"data": "classes across the groups", "labels": 10},
    ],
)
def test_what_is_said_is_true(shown, values):
    shown.set(**START | values)
    now = shown.values
    points = module.FISHER_DATA[now["data"]]()
    rng = np.random.default_rng([now["draw"], now["labels"]])
    labeled = experiments.draw_labeled(points.y, now["labels"], rng)
    few = experiments.with_few_labels(points.y, labeled)
    mixture = fisher.fit_mixture(points.X, now["k"], n_starts=4, tol=1e-7).mixture
    kernels = fisher.FisherKernel(mixture, *module.SCORE_GROUPS[now["scores"]]), default_kernel(points.X)
    answers = [experiments.by_machine(kernel, points.X)(few) for kernel in kernels]
    right = [number(100 * np.mean((a == points.y)[few < 0])) for a in answers]
    assert f"scores: {now['scores']}, {right[0]}% of the others are right" in shown.said
    assert f"labeled points only, {right[1]}%" in shown.said
    plane, curve = shown.shown.panels
    np.testing.assert_allclose(xy(plane.find("wrong")), points.X[answers[0] != points.y][:, points.axes])
    np.testing.assert_allclose(xy(plane.find("labeled")), points.X[labeled][:, points.axes])
    assert plane.find(Points).kinds.tolist() == [f"class {c}" for c in answers[0]]
    assert np.isnan(plane.find(Curve).x).sum() == 2 * now["k"]  # a gap after each ring
    handle = curve.find(Handle)
    assert (handle.name, handle.x, number(handle.y)) == ("labels", now["labels"], right[0])


def accuracy(shown, label):
    return shown.shown.panels[1].find(label).y


def test_curves_are_means_over_draws(shown):
    shown.set(**START)
    points = module.FISHER_DATA["three groups"]()
    rbf = experiments.by_machine(default_kernel(points.X), points.X)
    found = [
        experiments.accuracies({"": rbf}, points.y, n, module.TRIED_DRAWS)[""].mean()
        for n in module.TRIED_LABELS
    ]
    np.testing.assert_allclose(accuracy(shown, "RBF, labels only"), found)
    assert min(accuracy(shown, "Fisher kernel")) > 99


def test_one_component_tells_no_point_from_another(shown):
    shown.set(**START | {"k": 1, "labels": 5})
    assert set(shown.shown.panels[0].find(Points).kinds) == {"class 0"}
    shown.set(**START | {"k": 1, "scores": "all", "labels": 5})
    assert len(set(shown.shown.panels[0].find(Points).kinds)) > 1


@pytest.mark.parametrize(
    "k, scores, name",
    [(3, "weights alone", "Fisher kernel"), (2, "all", "Fisher kernel"), (3, None, "RBF, labels only")],
)
def test_mean_right_is_on_the_curve(shown, k, scores, name):
    shown.set(**START | {"k": k, "scores": scores or "all"})
    curve = shown.shown.panels[1].find(name)
    for labels, height in zip(curve.x, curve.y, strict=True):
        if labels in (1, 10):
            assert module.mean_right("three groups", k, scores, int(labels)) == pytest.approx(height)


def test_two_points_pull_a_bell_as_their_scores_say():
    def log_bell(X, theta):
        return -0.5 * ((X[:, 0] - theta[0]) / theta[1]) ** 2 - np.log(theta[1])

    explorer = PullsExplorer()
    for first, second in ((-1.0, 2.4), (0.4, -0.4), (3.0, 2.0)):
        wishes = explorer.set(first=first, second=second).shown.panels[1].find(Points)
        J = fisher.fisher_score(log_bell, np.array([0.0, 1.0]), np.array([[first], [second]]))
        np.testing.assert_allclose(xy(wishes), -J, atol=1e-5)
        value = float(explorer.said.split("kernel value ")[1].rstrip(".").replace("−", "-"))
        assert value == pytest.approx(J[0] @ np.diag([1, 1 / 2]) @ J[1], abs=0.051)
