"""Axes, panels and scenes as values: what they refuse, what they choose, what is sent."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from refusals import refused

from kernelcourse.drawing.marks import Curve, Points, SpacePoints
from kernelcourse.drawing.scene import Axis, Panel, Scene, certified, legend_of
from kernelsy19.ball import solve as ball
from kernelsy19.kernels import RBF
from kernelsy19.pca import solve as pca
from kernelsy19.ridge import solve as ridge
from kernelsy19.validation import ConvergenceWarning

ONE = Panel([Points([1], [1])])


test_what_does_not_fit_is_named = refused(
    (lambda: Axis(range=(1, 1)), "two different ends"),
    (lambda: Axis(range=(0, 1), scale="log"), "log axis must be above 0"),
    (lambda: Axis(range=(0, np.nan)), "an end of a range"),
    (lambda: Axis(scale="root"), "scale must be one of"),
    (lambda: Axis(ticks=(1, 2), names=("a",)), "as many as ticks, got 1 and 2"),
    (lambda: Panel([3]), "marks must be marks, got int"),
    (lambda: Panel([SpacePoints([1], [1], [1])]), "A panel with a z axis"),
    (lambda: Panel([Points([1], [1])], z=Axis()), "A panel with a z axis"),
    (lambda: Scene([ONE], " "), "said must say"),
    (lambda: Scene([Panel([], at=(0, 1))], "A."), "leaves the grid"),
    (lambda: Scene([Panel([], span=(2, 1))], "A."), "leaves the grid"),
    (lambda: Scene([ONE, ONE], "A."), "Two panels cover"),
)


@pytest.mark.parametrize(
    ("axis", "names"),
    [
        (Axis(range=(0, 1)), ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (Axis(range=(-3, 3)), ["−3", "−2", "−1", "0", "1", "2", "3"]),
        (Axis(range=(3, -3)), ["−3", "−2", "−1", "0", "1", "2", "3"]),
        (Axis(range=(42, 99)), ["50", "60", "70", "80", "90"]),
        (Axis(range=(0.01, 100), scale="log"), ["0.01", "0.1", "1", "10", "100"]),
        (Axis(range=(1e-8, 1), scale="log"), ["10⁻⁸", "10⁻⁶", "10⁻⁴", "0.01", "1"]),
        (Axis(ticks=(0, 1), names=("R²", "b")), ["R²", "b"]),
        (Axis(ticks=()), []),
    ],
)
def test_ticks_are_round_values_in_the_units_shown(axis, names):
    assert list(axis.names) == names
    assert all(min(axis.range) - 1e-9 <= tick <= max(axis.range) + 1e-9 for tick in axis.ticks)


def test_places_along_an_axis():
    np.testing.assert_allclose(Axis(range=(2, 4)).place([2, 3, 4]), [0, 0.5, 1])
    np.testing.assert_allclose(Axis(range=(4, 2)).place([2, 3]), [1, 0.5])
    np.testing.assert_allclose(Axis(range=(0.1, 10), scale="log").place([0.1, 1, 10]), [0, 0.5, 1])
    symlog = Axis(range=(-1, 1), scale="symlog", straight=0.01)
    np.testing.assert_allclose(symlog.place([-1, -0.01, 0, 0.005, 0.01, 0.1, 1]) * 6, [0, 2, 3, 3.5, 4, 5, 6])


def test_the_legend_names_each_label_once_and_each_kind_of_its_own():
    kinds = Points([1, 2], [1, 2], ["inside", "outlier"], label={"inside": "in", "outlier": "out"})
    curves = Curve([1], [1], label="line"), Curve([2], [2], label="line"), Curve([1], [1])
    entries = legend_of(Scene([Panel([kinds, *curves])], "A."))
    assert list(entries) == ["in", "out", "line"]
    assert entries["out"] == (kinds, "outlier") and entries["line"][0].x[0] == 1


def test_marks_that_are_none_are_left_out_and_marks_are_found():
    line = Curve([1], [1], label="line")
    panel = Panel([None, line, Points([1], [1])])
    assert len(panel.marks) == 2 and panel.find("line") is line is panel.find(Curve)


def test_a_message_is_plain_values_and_bytes():
    marks = [
        Points([1, 2], [3, 4], ["outlier", "inside"], hold="own", classes=[0, 1]),
        Curve([1, np.nan], [0.1, 2]),
    ]
    sent = Scene([Panel(marks, Axis("x", (0, 5)))], "A.", hidden=["b"], ends={"step": np.int64(3)}).message()
    points, curve = sent["panels"][0]["marks"]
    assert points["mark"] == "Points" and points["kind"] == ["inside", "outlier"]
    assert list(points["of"]["data"]) == [1, 0]
    exact = {"type": "f8", "shape": [2], "data": np.array([1.0, 2.0]).tobytes()}
    assert points["x"] == exact  # as it comes back
    assert curve["y"]["type"] == "f4"
    np.testing.assert_array_equal(np.frombuffer(curve["x"]["data"], "f4"), [1, np.nan])
    assert sent["panels"][0]["x"]["names"] == ["0", "1", "2", "3", "4", "5"]
    assert (sent["hidden"], sent["ends"], sent["said"]) == (["b"], {"step": 3}, "A.")
    json.dumps(sent, default=lambda value: value.hex())  # bytes apart, JSON holds it


# ---- certificates --------------------------------------------------------------------------------

X = np.random.default_rng(0).normal(size=(30, 2))
K = RBF(1.0)(X)


@pytest.mark.parametrize("share, converged, said", [
    (-4e-16, True, "0 up to rounding"), (-4e-16, False, "0 up to rounding"), (-1e-9, True, "0 up to rounding"),
    (-1e-3, False, "−1.0e−03 of the cost"), (1e-9, True, "1.0e−09 of the cost"),
])  # fmt: skip
def test_a_gap_is_negative_only_in_doubt(share, converged, said):
    solution = SimpleNamespace(duality_gap=3 * share, objective=3.0, converged=converged)
    certificate = Scene([ONE], "A.", certificate=certified(solution)).certificate
    assert certificate.startswith(f"Certificate: duality gap {said}")


def test_a_certificate_tells_what_is_in_doubt():
    with pytest.warns(ConvergenceWarning):
        solution = ball.solve_dual(K, 0.2, max_iter=1)
    assert certified(solution).endswith(f"of the cost, in doubt: {', '.join(solution.doubts)}.")
    assert solution.doubts


def test_a_certificate_of_axes_and_one_of_a_fit_have_scales_of_their_own():
    solved = {
        "largest eigenvalue": pca.solve_dual(K, 3),
        "deviations from the mean": ridge.solve_dual(K, 1e6 * X[:, 0] + 1e9, 0.1),
    }
    for scale, solution in solved.items():
        assert float(certified(solution).removesuffix(f" of the {scale}.").split()[-1]) < 1e-12


def test_a_scene_sends_its_certificate():
    assert Scene([ONE], "A.").message()["certificate"] == ""
    assert Scene([ONE], "A.", certificate="B.").message()["certificate"] == "B."
