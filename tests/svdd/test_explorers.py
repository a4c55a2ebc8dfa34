import numpy as np
import pytest

from kernelsy19 import datasets, svdd
from kernelsy19.course.picture import number
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svdd.explorers import TwoClassExplorer


@pytest.fixture(scope="module")
def shown():
    return TwoClassExplorer()


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
    assert f"{s.inside.sum()} points in the ball, {s.surface.sum()} on its surface" in shown.alt
    assert f"{lost} of 60 targets outside, {caught} of 60 outliers inside" in shown.alt
    assert f"p − 1/C = {number(60 - 1 / values['C'])}" in shown.alt
    assert "duality gap below a thousandth of the cost" in shown.alt
    assert f"Squared radius {number(s.R2)}" in shown.alt
    assert (shown.widgets["gamma"].layout.display == "none") == (values["kernel"] == "linear")
    np.testing.assert_array_equal(shown.marks[0].get_xydata(), data.X[signs > 0])
    np.testing.assert_array_equal(shown.marks[3].get_xydata(), data.X[s.misplaced])
    low, high = s.inside.sum(), s.inside.sum() + s.surface.sum()
    assert shown.bar.get_xdata()[1] == low and shown.bar_surface.get_xdata()[1] == high
    assert low - 1e-6 <= shown.wanted.get_xdata()[0] <= high + 1e-6


def test_the_title_counts_who_is_where_it_belongs(shown):
    shown.set(**START)
    assert shown.title.get_text().endswith("on their own side")
