"""The spirals explorer says what an eigensolver and scikit-learn's discriminant say."""

import itertools

import numpy as np
import pytest
from pictures import says
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from kernelcourse.drawing.marks import Field, Handle, Points
from kernelcourse.pca_at_work import explorers
from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA

RIGHT = "right side of a straight cut"


explorer = pytest.fixture(lambda: explorers.SpiralsExplorer(), scope="module")


def curve(explorer, label):
    return explorer.shown.panels[2].find(label).y


def scores(gamma, data):
    """Coordinates by a dense eigensolver, largest variance first."""
    J = np.eye(len(data)) - 1 / len(data)
    values, vectors = np.linalg.eigh(J @ RBF(gamma)(data.X) @ J)
    return values[::-1], vectors[:, ::-1] * np.sqrt(np.maximum(values[::-1], 0))


@pytest.mark.parametrize("gamma", [1.0, 10.0])
def test_shares_are_those_of_an_eigensolver_and_a_discriminant(explorer, gamma):
    explorer.set(gamma=gamma, cycles=1.0, noise=0.05)
    data = datasets.spirals(explorers.N_SPIRAL_POINTS)
    values, Z = scores(gamma, data)
    held = np.cumsum(values)[:16] / values.sum()
    np.testing.assert_allclose(curve(explorer, "variance held"), held, rtol=1e-8)
    right = [LinearDiscriminantAnalysis().fit(Z[:, :q], data.y).score(Z[:, :q], data.y) for q in range(1, 17)]
    np.testing.assert_allclose(curve(explorer, RIGHT), right, atol=1 / explorers.N_SPIRAL_POINTS)
    assert says(explorer.said, 100 * (curve(explorer, RIGHT)[-1]))


def test_a_cut_through_one_clean_column_is_right_everywhere():
    y = np.repeat([0, 1], 10)
    Z = np.column_stack([np.tile([1.0, -1.0], 10), np.where(y == 0, 2.0, -2.0)])
    np.testing.assert_allclose(explorers.right_of_a_cut(Z, y), [0.0, 1.0])


def test_marks_stand_at_the_chosen_components(explorer):
    explorer.set(gamma=10.0, first=3, second=5, cycles=1.0, noise=0.05)
    data = datasets.spirals(explorers.N_SPIRAL_POINTS)
    _, Z = scores(10.0, data)
    marks = explorer.shown.panels[1].find(Points)
    assert marks.kinds.tolist() == [f"class {c}" for c in data.y]
    for shown, m in ((marks.x, 2), (marks.y, 4)):
        expected = Z[:, m] / np.abs(Z[:, m]).max()
        assert np.allclose(shown, expected, atol=1e-7) or np.allclose(shown, -expected, atol=1e-7)
    assert "components 3 and 5" in explorer.said
    assert explorer.shown.panels[1].title == "component 5 against component 3"


def test_level_lines_are_those_of_the_first_component(explorer):
    explorer.set(gamma=10.0, first=3, cycles=1.0, noise=0.05)
    data = datasets.spirals(explorers.N_SPIRAL_POINTS)
    model = KernelPCA(RBF(10.0), n_components=3).fit(data.X)
    field = explorer.shown.panels[0].find(Field)
    expected = model.transform(explorers.view_of(1.0).points)[:, 2].reshape(field.codes.shape)
    expected *= np.sign((expected * field.values).sum())
    np.testing.assert_allclose(field.values, expected, atol=1e-3 * np.abs(expected).max())


def test_every_spiral_is_in_view():
    for noise, cycles in itertools.product((0.0, 0.1, 0.2), (0.5, 0.75, 1.0, 1.5, 2.0)):
        X = datasets.spirals(explorers.N_SPIRAL_POINTS, cycles=cycles, noise=noise).X
        assert np.abs(X).max() < explorers.view_of(cycles).x[-1]


def test_a_cut_is_that_of_a_discriminant_on_the_components():
    explorer, data = (
        explorers.SpiralCutExplorer(),
        datasets.spirals(explorers.N_SPIRAL_POINTS, cycles=1.0, noise=0.05),
    )
    for q, gamma in ((2, 10**0.5), (12, 1.0), (16, 10.0)):
        explorer.set(q=q, gamma=gamma, star=(0.3, -0.2))
        model = KernelPCA(RBF(gamma), n_components=q).fit(data.X)
        cut = LinearDiscriminantAnalysis(solver="lsqr").fit(model.transform(data.X), data.y)
        wrong = (cut.predict(model.transform(data.X)) != data.y).sum()
        side = ("first", "second")[cut.predict(model.transform([[0.3, -0.2]]))[0]]
        assert f"leaves {wrong} of 200 points" in explorer.said
        assert f"the star to the {side} spiral" in explorer.said
        assert explorer.shown.panels[0].find(Handle).x == 0.3
    across = explorer.set(star=tuple(data.X[7])).shown.panels[1]  # a new point where a known one lies
    assert across.find("a new point").x[0] == pytest.approx(across.find(Points).x[7])
