"""The explorer of the ν-property: what it says and draws is what the solver finds."""

import numpy as np
import pytest

from kernelsy19 import ball, datasets
from kernelsy19.kernels import RBF
from kernelsy19.one_class.explorers import LARGEST, NU_DATA, NuPropertyExplorer


@pytest.fixture(scope="module")
def explorer():
    return NuPropertyExplorer()


def solved(explorer, n, nu, gamma, data):
    return ball.solve_dual(RBF(gamma)(explorer._scene(data).X[:n]), nu)


@pytest.mark.parametrize(("n", "nu", "gamma"), [(60, 0.2, 1.0), (10, 0.3, 10.0), (200, 0.5, 0.1)])
def test_says_and_draws_what_the_solver_finds(explorer, n, nu, gamma):
    explorer.set(n=n, nu=nu, gamma=gamma, data="normal")
    solution = solved(explorer, n, nu, gamma, "normal")
    out, vectors = solution.outlier.mean(), 1 - solution.inside.mean()
    assert f"{solution.outlier.sum()} of {n} points outside" in explorer.alt
    assert f"Outliers are {out:.1%}, at most ν; support vectors {vectors:.1%}, at least ν." in explorer.alt
    np.testing.assert_allclose(explorer.now_outliers.get_data(), [[n], [out]])
    np.testing.assert_allclose(explorer.now_vectors.get_data(), [[n], [vectors]])
    assert list(explorer.level.get_ydata()) == [nu, nu]
    assert list(explorer.now.get_xdata()) == [n, n]
    marks = {kind: len(artist.get_xdata()) for kind, artist in explorer.kinds.marks.items()}
    assert marks == {kind: int((solution.kinds == kind).sum()) for kind in marks}


def test_nu_lies_between_both_curves_and_they_close_in(explorer):
    explorer.set(n=100, nu=0.25, gamma=1.0, data="normal")
    sizes, vectors = explorer.vectors.get_data()
    outliers = explorer.outliers.get_ydata()
    assert sizes[0] == 10 and sizes[-1] == LARGEST
    assert (np.array(vectors) >= 0.25 - 1e-12).all() and (np.array(outliers) <= 0.25 + 1e-12).all()
    assert vectors[-1] - outliers[-1] < 0.5 * (vectors[0] - outliers[0])


@pytest.mark.parametrize("data", NU_DATA)
def test_each_data_set_at_the_ends_of_every_slider(explorer, data):
    for n in (10, LARGEST):
        for nu in (0.01, 1.0):
            for gamma in (10**-1.5, 10**1.5):
                before = explorer.png
                explorer.set(n=n, nu=nu, gamma=gamma, data=data)
                assert explorer.png != before
                assert "Outliers are" in explorer.alt


def test_takes_no_more_points_than_there_are(explorer):
    explorer.set(n=LARGEST, nu=0.1, gamma=1.0, data="faithful")
    assert explorer.alt.startswith("272 points")
    assert explorer.vectors.get_xdata()[-1] == 272


def test_data_of_your_own():
    explorer = NuPropertyExplorer(datasets.moons(80))
    assert list(explorer.widgets["data"].options) == ["moons"]
    assert explorer.set(n=40).alt.startswith("40 points (moons)")
