import numpy as np
import pytest
from matplotlib.patches import Circle
from pictures import check_picture
from sklearn.exceptions import NotFittedError

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


def above_the_axis(points):
    return points[:, 1] - 0.25


PICTURES = {
    "cap and plane": lambda: cap_and_plane(ON_SPHERE, CENTER, CAP.R2, CAP.kinds, title="one cap"),
    "balls": lambda: balls(
        X,
        {
            "circle": (SOLUTION.kinds, lambda P: ball.decision_function(RBF(1.0), X, SOLUTION, P)),
            "half": (np.where(X[:, 1] > 0.25, "inside", "outlier"), above_the_axis),
        },
        label="edge",
        title="two regions",
    ),
    "detectors": lambda: detectors(COMPARED, title="three balls"),
    "shares": lambda: shares([0.1, 0.5, 1.0], [0.05, 0.45, 1.0], [0.15, 0.55, 1.0]),
}


@pytest.fixture(scope="module")
def drawn():
    return {name: make() for name, make in PICTURES.items()}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_whole(drawn, name):
    check_picture(drawn[name])


def test_balls_say_the_counts_of_each_panel(drawn):
    above = sum(1 for _, y in X if y > 0.25)
    picture = drawn["balls"]
    assert (
        f"half: {60 - above} of 60 points outside the ball, 0 on its surface, {above} inside." in picture.alt
    )
    assert [axes.get_title() for axes in picture.figure.axes] == ["circle", "half"]
    assert "edge" in [text.get_text() for text in picture.figure.legends[0].get_texts()]


def test_a_fitted_ball_stands_for_its_kinds_and_its_decision():
    model = MinimumVolumeBall(RBF(1.0), nu=0.2).fit(X)
    kinds = model.solution_.kinds
    pair = balls(X, {"a": (kinds, model.decision_function)}, title="b")
    whole = balls(X, {"a": model}, title="b")
    assert whole.alt == pair.alt and f"{(kinds == 'outlier').sum()} of 60 points outside" in whole.alt
    lines = [p.figure.axes[0].collections for p in (pair, whole)]
    assert len(lines[0]) == len(lines[1])
    with pytest.raises(NotFittedError):
        balls(X, {"a": MinimumVolumeBall()})


def test_detectors_have_a_row_for_each_data_set_and_a_column_for_each_detector(drawn):
    panels = np.reshape(drawn["detectors"].figure.axes, (2, 3))
    for row, name in zip(panels, SETS, strict=True):
        data = SETS[name]
        for axes, detector in zip(row, ("wide", "narrow", "loose"), strict=True):
            region = COMPARED.region(name, detector)
            assert axes.get_title().endswith(f"{region.missed} + {region.false_alarms}")
            shown = {c.get_label(): c.get_offsets() for c in axes.collections}
            np.testing.assert_array_equal(shown["regular point"], data.X[data.y == 0])
            np.testing.assert_array_equal(shown["outlier"], data.X[data.y == 1])
    heads = [axes.get_title().partition("\n")[0] for axes in panels[0]]
    assert heads == ["wide", "narrow", "loose"]
    assert [[axes.get_ylabel() for axes in row] for row in panels] == [
        ["one blob\nx₂", "", ""],
        ["moons\nx₂", "", ""],
    ]
    assert [[axes.get_xlabel() for axes in row] for row in panels] == [[""] * 3, ["x₁"] * 3]


class TestCapAndPlane:
    def test_the_three_curves_of_the_section_meet_in_two_points(self, drawn):
        section = drawn["cap and plane"].figure.axes[1]
        circles = {c.get_label(): c for c in section.patches if isinstance(c, Circle)}
        enclosing, sphere = circles["the ball"], circles["sphere of the Φ(x)"]
        (plane,) = [line for line in section.lines if "plane" in line.get_label()]
        height = plane.get_ydata()[0]
        rim = np.array([np.sqrt(sphere.radius**2 - height**2), height])
        assert np.linalg.norm(rim - enclosing.center) == pytest.approx(enclosing.radius)
        assert enclosing.radius**2 == pytest.approx(CAP.R2)
        assert enclosing.center == pytest.approx(
            (0, np.linalg.norm(CENTER))
        ) and sphere.radius == pytest.approx(2)

    def test_points_keep_their_distances_to_origin_and_center_and_their_side_of_the_plane(self, drawn):
        space, section = drawn["cap and plane"].figure.axes
        height = next(line for line in section.lines if "plane" in line.get_label()).get_ydata()[0]
        places = {c.get_label(): np.asarray(c.get_offsets()) for c in section.collections}
        names = {"inside the ball": "inside", "on its surface": "surface", "outside": "outlier"}
        for label, kind in names.items():
            points = ON_SPHERE[CAP.kinds == kind]
            np.testing.assert_allclose(np.linalg.norm(places[label], axis=1), 2)
            along = points @ CENTER / np.linalg.norm(CENTER)
            np.testing.assert_allclose(places[label][:, 1], along, atol=1e-12)
            shown = next(c for c in space.collections if c.get_label() == label)
            np.testing.assert_allclose(np.asarray(shown._offsets3d)[2], along, atol=1e-12)
        assert (places["inside the ball"][:, 1] > height).all() and (places["outside"][:, 1] < height).all()
        np.testing.assert_allclose(places["on its surface"][:, 1], height, atol=1e-5)

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
    assert (
        "exceed ν 1 times, support vectors fall below it 2 times"
        in shares([0.1, 0.5, 0.6], [0.2, 0.4, 0.6], [0.0, 0.4, 0.6]).alt
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: shares([0.1], [0.1, 0.2], [0.1]), "outliers"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
