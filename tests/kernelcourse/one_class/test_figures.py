import numpy as np
import pytest
from pictures import drawn_and_whole, says, xy
from refusals import refused
from sklearn.exceptions import NotFittedError

from kernelcourse.drawing.marks import Points, Rule, SpacePoints
from kernelcourse.one_class import experiments
from kernelcourse.one_class.figures import balls, cap_and_plane, detectors, shares
from kernelsy19 import ball, datasets
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF, Linear

X = datasets.circles(60).X
SOLUTION = ball.solve_dual(RBF(gamma=1.0)(X), nu=0.2)
SETS = {name: datasets.outlier_sets()[name] for name in ("one blob", "moons")}
COMPARED = experiments.compare(
    SETS,
    {
        "wide": lambda data: MinimumVolumeBall(RBF(0.1), nu=0.15),
        "narrow": lambda data: MinimumVolumeBall(RBF(1.0), nu=0.15),
        "loose": lambda data: MinimumVolumeBall(RBF(0.1), nu=0.4),
    },
    size=40,
)
ON_SPHERE = np.random.default_rng(3).normal([1.0, 0.0, 1.0], 0.6, size=(40, 3))
ON_SPHERE *= 2 / np.linalg.norm(ON_SPHERE, axis=1, keepdims=True)
CAP = ball.solve_dual(Linear()(ON_SPHERE), nu=0.15)
CENTER = CAP.alpha @ ON_SPHERE


PICTURES = {
    "cap and plane": lambda: cap_and_plane(ON_SPHERE, CENTER, CAP.R2, CAP.kinds, title="one cap"),
    "balls": lambda: balls(
        X,
        {
            "circle": (SOLUTION.kinds, lambda P: ball.decision_function(RBF(1.0), X, SOLUTION, P)),
            "half": (np.where(X[:, 1] > 0.25, "inside", "outlier"), lambda points: points[:, 1] - 0.25),
        },
        label="edge",
        title="two regions",
    ),
    "detectors": lambda: detectors(COMPARED, title="three balls"),
    "shares": lambda: shares([0.1, 0.5, 1.0], [0.05, 0.45, 1.0], [0.15, 0.55, 1.0]),
}


drawn, test_pictures_are_whole = drawn_and_whole(PICTURES)


def test_balls_say_the_counts_of_each_panel(drawn):
    above = sum(1 for _, y in X if y > 0.25)
    picture = drawn["balls"]
    assert says(picture.alt, 60 - above, 60, 0, above)
    assert [panel.title for panel in picture.panels] == ["circle", "half"]
    assert all(panel.find("edge") for panel in picture.panels)


def test_a_fitted_ball_stands_for_its_kinds_and_its_decision():
    model = MinimumVolumeBall(RBF(1.0), nu=0.2).fit(X)
    kinds = model.solution_.kinds
    pair = balls(X, {"a": (kinds, model.decision_function)}, title="b")
    whole = balls(X, {"a": model}, title="b")
    assert whole.alt == pair.alt and f"{(kinds == 'outlier').sum()} of 60 points outside" in whole.alt
    assert whole.scene.message() == pair.scene.message()
    with pytest.raises(NotFittedError):
        balls(X, {"a": MinimumVolumeBall()})


def test_detectors_have_a_row_for_each_data_set_and_a_column_for_each_detector(drawn):
    panels = np.reshape(np.array(drawn["detectors"].panels, dtype=object), (2, 3))
    for row, name in zip(panels, SETS, strict=True):
        data = SETS[name]
        for panel, detector in zip(row, ("wide", "narrow", "loose"), strict=True):
            region = COMPARED.region(name, detector)
            assert panel.title.endswith(f"{region.missed} + {region.false_alarms}")
            for label, kind in (("regular point", 0), ("outlier", 1)):
                shown = panel.find(label)
                np.testing.assert_array_equal(xy(shown), data.X[data.y == kind])
    assert [panel.title.partition("\n")[0] for panel in panels[0]] == ["wide", "narrow", "loose"]
    assert [row[0].y.label for row in panels] == ["one blob\nx₂", "moons\nx₂"]


class TestCapAndPlane:
    def test_the_three_curves_of_the_section_meet_in_two_points(self, drawn):
        section = drawn["cap and plane"].panels[1]
        height, norm = section.find(Rule).at, np.linalg.norm(CENTER)
        ball_of, sphere = section.find("the ball"), section.find("sphere of the Φ(x)")
        np.testing.assert_allclose(np.hypot(sphere.x, sphere.y), 2)
        np.testing.assert_allclose(np.hypot(ball_of.x, ball_of.y - norm) ** 2, CAP.R2)
        assert 4 - height**2 + (height - norm) ** 2 == pytest.approx(CAP.R2)

    def test_points_keep_their_distances_to_origin_and_center_and_their_side_of_the_plane(self, drawn):
        space, section = drawn["cap and plane"].panels
        height, flat, solid = section.find(Rule).at, section.find(Points), space.find(SpacePoints)
        along = ON_SPHERE @ CENTER / np.linalg.norm(CENTER)
        for places in (flat.y, solid.z):
            np.testing.assert_allclose(places, along, atol=1e-12)
        np.testing.assert_allclose(np.hypot(flat.x, flat.y), 2)
        assert flat.kind == tuple(solid.kind) == tuple(CAP.kinds)
        assert along[CAP.kinds == "inside"].min() > height > along[CAP.kinds == "outlier"].max()
        np.testing.assert_allclose(along[CAP.kinds == "surface"], height, atol=1e-5)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"points": ON_SPHERE * np.linspace(1, 2, 40)[:, None]}, "points must have one length"),
            ({"c": np.zeros(3)}, "the ball must meet the sphere"),
            ({"R2": 100.0}, "the ball must meet the sphere"),
            ({"R2": -1.0}, "R2"),
            ({"kinds": ["inside"]}, "kinds must hold 40"),
        ],
    )
    def test_what_has_no_cap_is_refused(self, change, message):
        good = {"points": ON_SPHERE, "c": CENTER, "R2": CAP.R2, "kinds": CAP.kinds}
        with pytest.raises(ValueError, match=message):
            cap_and_plane(**good | change)


def test_shares_say_when_they_cross_nu():
    picture = shares([0.1, 0.5, 0.6], [0.2, 0.4, 0.6], [0.0, 0.4, 0.6])
    assert "exceed ν 1 times, support vectors fall below it 2 times" in picture.alt


test_bad_input_is_named = refused((lambda: shares([0.1], [0.1, 0.2], [0.1]), "outliers"))
