import numpy as np
import pytest
from pictures import check_picture

from kernelsy19 import ball, datasets, one_class
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF
from kernelsy19.one_class.figures import balls, detectors, shares

X = datasets.circles(60).X
SOLUTION = ball.solve_dual(RBF(gamma=1.0)(X), nu=0.2)
SETS = {name: datasets.outlier_sets()[name] for name in ("one blob", "moons")}
COMPARED = one_class.compare(
    SETS,
    {
        "wide": lambda data: MinimumVolumeBall(RBF(0.1), nu=0.15),
        "narrow": lambda data: MinimumVolumeBall(RBF(1.0), nu=0.15),
        "loose": lambda data: MinimumVolumeBall(RBF(0.1), nu=0.4),
    },
    size=40,
)


def above_the_axis(points):
    return points[:, 1] - 0.25


PICTURES = {
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
