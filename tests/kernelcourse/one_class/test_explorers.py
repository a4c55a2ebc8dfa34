"""The explorer of the ν-property: what it says and draws is what the solver finds."""

import numpy as np
import pytest
from pictures import says

from kernelcourse.drawing.marks import Handle, Points, Rule
from kernelcourse.one_class.explorers import LARGEST, NU_DATA, AlarmLineExplorer, NuPropertyExplorer
from kernelsy19 import ball, datasets
from kernelsy19.kernels import RBF

explorer = pytest.fixture(lambda: NuPropertyExplorer(), scope="module")


def solved(explorer, n, nu, gamma, data):
    X = explorer._plane(data).shown
    return ball.solve_dual(RBF(gamma)(((X - X.mean(axis=0)) / X.std(axis=0))[:n]), nu)


@pytest.mark.parametrize(("n", "nu", "gamma"), [(60, 0.2, 1.0), (10, 0.3, 10.0), (200, 0.5, 0.1)])
def test_says_and_draws_what_the_solver_finds(explorer, n, nu, gamma):
    plane, shares = explorer.set(n=n, nu=nu, gamma=gamma, data="normal").shown.panels
    solution = solved(explorer, n, nu, gamma, "normal")
    out, vectors = solution.outlier.mean(), 1 - solution.inside.mean()
    assert f"{solution.outlier.sum()} of {n} points outside" in explorer.said
    assert says(explorer.said, 100 * out, 100 * vectors)
    now = shares.find(Points)
    np.testing.assert_allclose([now.x, now.y], [[n, n], [vectors, out]])
    assert now.kind == ("surface", "outlier")
    assert shares.find("ν").at == nu and shares.find(Rule, 1).at == n
    assert list(plane.find(Points).kinds) == list(solution.kinds)
    assert {h.name: (h.x if h.moves == "x" else h.y) for h in shares.marks if isinstance(h, Handle)} == {
        "n": n,
        "nu": nu,
    }


def test_nu_lies_between_both_curves_and_they_close_in(explorer):
    explorer.set(n=100, nu=0.25, gamma=1.0, data="normal")
    shares = explorer.shown.panels[1]
    vectors, outliers = shares.find("share of support vectors"), shares.find("share of outliers")
    assert vectors.x[0] == 10 and vectors.x[-1] == LARGEST
    assert (vectors.y >= 0.25 - 1e-12).all() and (outliers.y <= 0.25 + 1e-12).all()
    assert vectors.y[-1] - outliers.y[-1] < 0.5 * (vectors.y[0] - outliers.y[0])


@pytest.mark.parametrize("data", NU_DATA)
def test_each_data_set_at_the_ends_of_every_slider(explorer, data):
    for n in (10, LARGEST):
        for nu in (0.01, 1.0):
            for gamma in (10**-1.5, 10**1.5):
                explorer.set(n=n, nu=nu, gamma=gamma, data=data)
                outliers, vectors = explorer.shown.panels[1].find(Points).y[::-1]
                assert outliers <= nu + 1e-9 <= vectors + 2e-9


def test_takes_no_more_points_than_there_are(explorer):
    explorer.set(n=LARGEST, nu=0.1, gamma=1.0, data="faithful")
    assert explorer.said.startswith("272 points")
    assert explorer.shown.panels[1].find("share of outliers").x[-1] == 272


def test_an_alarm_line_gives_up_what_the_ball_gives_up_and_meets_more_tomorrow():
    explorer, digits = AlarmLineExplorer(), datasets.usps().train.in_order(shuffle=0).X
    for share, n in ((10, 400), (20, 200)):
        explorer.set(share=share, n=n)
        model = ball.MinimumVolumeBall(RBF(1 / 512), nu=share / 100).fit(digits[:n])
        rings = int((model.decision_function(digits[800:1100]) < 0).sum())
        given_up = int(model.solution_.outlier.sum())
        assert f"alarms: {given_up} of {n} today, {rings} of 300 tomorrow" in explorer.shown.panels[0].title
        assert given_up <= share * n / 100 and rings / 300 > given_up / n
