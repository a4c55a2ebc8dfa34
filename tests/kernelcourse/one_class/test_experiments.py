"""Outlier detectors side by side: areas and errors counted by hand, and the five toy sets."""

import numpy as np
import pytest
from sklearn.datasets import make_moons
from sklearn.svm import OneClassSVM

from kernelcourse.one_class import experiments as detectors
from kernelcourse.one_class import figures
from kernelsy19 import ball, datasets
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF, Linear


class Disk:
    """Encloses the disk of a given radius round the origin."""

    def __init__(self, radius):
        self.radius = radius

    def fit(self, X):
        return self

    def decision_function(self, X):
        return self.radius - np.linalg.norm(X, axis=1)


@pytest.fixture(scope="module")
def disks():
    sets = {"one blob": datasets.outlier_sets()["one blob"]}
    return detectors.compare(sets, {"small": lambda d: Disk(0.5), "large": lambda d: Disk(3.0)}, size=400)


def test_areas_and_errors(disks):
    data = disks.sets["one blob"]
    for name, radius in (("small", 0.5), ("large", 3.0)):
        region = disks.region("one blob", name)
        inside = [np.hypot(*x) <= radius for x in data.X]
        assert region.missed == sum(i and y == 1 for i, y in zip(inside, data.y, strict=True))
        assert region.false_alarms == sum(not i and y == 0 for i, y in zip(inside, data.y, strict=True))
        assert region.area == pytest.approx(np.pi * radius**2, rel=0.02)
        assert disks.errors(name) == region.missed + region.false_alarms
    assert disks.region("one blob", "large").missed > 0 < disks.region("one blob", "small").false_alarms


def test_a_point_on_the_boundary_is_inside():
    data = datasets.outlier_sets()["one blob"].rows(slice(0, 50))
    farthest = np.linalg.norm(data.X, axis=1).max()
    (region,) = detectors.compare({"a": data}, {"b": lambda d: Disk(farthest * (1 - 1e-7))}).regions
    assert region.false_alarms == 0


def test_shown_as_a_table_and_a_figure(disks):
    region = disks.region("one blob", "large")
    assert f"{region.area:.0f}; {region.missed} + {region.false_alarms}" in disks._repr_markdown_()
    picture = figures.detectors(disks)
    assert f"{region.missed} outliers missed" in picture.alt
    assert len(picture.figure.axes) == 2
    with pytest.raises(ValueError, match="detector must be one of"):
        disks.region("one blob", "medium")


def test_detectors_do_not_see_the_labels():
    data = datasets.outlier_sets()["moons"]
    seen = []

    class Spy(Disk):
        def fit(self, X, *rest):
            seen.append((X, rest))
            return self

    detectors.compare({"moons": data}, {"spy": lambda d: Spy(1.0)}, size=5)
    assert seen[0][0] is data.X and seen[0][1] == ()


def test_ball_and_hyperplane_with_one_nu_are_one_detector():
    data = datasets.outlier_sets()["two blobs"]
    found = detectors.compare(
        {"two blobs": data},
        {
            "ball": lambda d: MinimumVolumeBall(RBF(0.1), nu=0.15),
            "plane": lambda d: OneClassSVM(gamma=0.1, nu=0.15, tol=1e-7),
            "ball, C": lambda d: MinimumVolumeBall(RBF(0.1), nu=detectors.nu_of_bound(0.02, len(d))),
        },
        size=60,
    )
    enclosing, plane, other = found.regions
    np.testing.assert_allclose(enclosing.decision, plane.decision * 2 / 45, atol=1e-6)
    assert (enclosing.missed, enclosing.false_alarms) == (plane.missed, plane.false_alarms)
    assert np.abs(enclosing.decision - other.decision).max() > 1e-3


class TestOutlierSets:
    def test_sizes_and_labels(self):
        sets = datasets.outlier_sets()
        assert [len(data) for data in sets.values()] == [300, 300, 300, 345, 345]
        for data in sets.values():
            assert (data.y == 1).sum() == 45
            assert np.abs(data.X[data.y == 1]).max() <= 6

    def test_outliers_are_drawn_one_set_after_the_other(self):
        draws = np.random.RandomState(42).uniform(-6, 6, size=(5 * 45, 2))
        found = np.vstack([data.X[data.y == 1] for data in datasets.outlier_sets().values()])
        np.testing.assert_array_equal(found, draws)

    def test_moons_are_scikit_learns(self):
        expected = make_moons(300, noise=0.05, random_state=0)[0]
        found = datasets.outlier_sets()["moons"].X[:300]
        np.testing.assert_allclose(found / 4 + [0.5, 0.25], expected, atol=1e-12)


def test_progress_sees_each_data_set():
    sets = {name: data for name, data in list(datasets.outlier_sets().items())[:2]}
    told = []

    def progress(items, label):
        told.append((items, label))
        return items

    with_bar = detectors.compare(sets, {"disk": lambda d: Disk(1.0)}, size=20, progress=progress)
    assert told == [(list(sets), "data sets")]
    assert str(with_bar) == str(detectors.compare(sets, {"disk": lambda d: Disk(1.0)}, size=20))


def test_shares_by_nu_are_those_of_each_ball_and_nu_lies_between_them():
    X = datasets.moons(60).X
    outliers, vectors = detectors.shares_by_nu(RBF(1.0)(X), [0.1, 0.45], tol=1e-9)
    for nu, out, sv in zip([0.1, 0.45], outliers, vectors, strict=True):
        alpha = ball.solve_dual(RBF(1.0)(X), nu, tol=1e-9).alpha
        assert out == np.mean(alpha > (1 - 1e-8) / (nu * 60)) <= nu
        assert sv == np.mean(alpha > 1e-8) >= nu


def test_points_on_a_sphere_are_counted_whatever_their_weight():
    angles = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    circle = np.column_stack([np.cos(angles), np.sin(angles)]) + 5
    assert detectors.points_on_sphere(Linear()(circle), 0.2) == 12
    assert detectors.points_on_sphere(Linear()(np.vstack([circle, [[5, 5]]])), 0.05) == 12


def test_the_published_table_has_our_shares_beside_it():
    shown = detectors.beside_published(np.linspace(0.1, 0.8, 8), np.full(8, 0.25))
    assert shown["outliers, here"].tolist() == pytest.approx([10, 20, 30, 40, 50, 60, 70, 80])
    assert set(shown["SVs, here"]) == {25}
    assert shown["time, published"][0] == shown["time, here"][0] == 1
    published = datasets.table("usps_nu_published")["outliers"]
    np.testing.assert_array_equal(shown["outliers, published"], published)


def test_errors_of_some_sets_are_summed(disks):
    region = disks.region("one blob", "small")
    assert disks.errors("small", ["one blob"]) == disks.errors("small") == region.missed + region.false_alarms
    assert disks.errors("small", ["one blob"] * 2) == 2 * disks.errors("small")
    with pytest.raises(ValueError, match="data must be one of"):
        disks.errors("small", ["moons"])


def test_the_detectors_of_the_report_are_told_the_same_share():
    data = datasets.outlier_sets()["one blob"]
    made = detectors.report_detectors(gamma=0.3, share=0.2, C=0.05)
    fitted = {name: make(data).fit(data.X) for name, make in made.items()}
    trained = ["robust covariance", "isolation forest"]
    assert list(made) == [*trained, "OneClassSVM, ν = 0.2", "ball, ν = 0.2", "ball, C = 0.05"]
    for name in trained:
        assert np.mean(fitted[name].decision_function(data.X) < 0) == pytest.approx(0.2, abs=1 / len(data))
    assert fitted["ball, ν = 0.2"].solution_.outlier.mean() <= 0.2
    assert fitted["ball, C = 0.05"].nu == pytest.approx(1 / (0.05 * len(data)))


class TestRanking:
    data = datasets.outlier_sets()["one blob"]

    def test_it_is_the_share_of_pairs_in_the_right_order(self):
        lengths = np.linalg.norm(self.data.X, axis=1)
        share = detectors.ranking(lambda d: Disk(1.0), self.data, n_splits=200)
        pairs = [a > b for a in lengths[self.data.y == 1] for b in lengths[self.data.y == 0]]
        assert share == pytest.approx(np.mean(pairs), abs=2e-3)

    def test_a_detector_that_says_nothing_is_right_half_of_the_time(self):
        class Mute(Disk):
            def decision_function(self, X):
                return np.zeros(len(X))

        assert detectors.ranking(lambda d: Mute(1.0), self.data) == 0.5

    def test_outliers_are_no_part_of_the_sample(self):
        seen = []

        class Watching(Disk):
            def fit(self, X):
                seen.append(X)
                return self

        detectors.ranking(lambda d: Watching(1.0), self.data, n_splits=3)
        regular = {tuple(x) for x in self.data.X[self.data.y == 0]}
        assert [len(X) for X in seen] == [(len(regular) + 1) // 2] * 3
        assert all({tuple(x) for x in X} <= regular for X in seen)
        assert len({X.tobytes() for X in seen}) == 3
