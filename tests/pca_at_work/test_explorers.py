"""The spirals explorer says what an eigensolver and scikit-learn's discriminant say."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.pca_at_work.explorers import N_SPIRAL_POINTS, SpiralsExplorer, right_of_a_cut


@pytest.fixture(scope="module")
def explorer():
    return SpiralsExplorer()


def scores(gamma, data):
    """Coordinates by a dense eigensolver, largest variance first."""
    J = np.eye(len(data)) - 1 / len(data)
    values, vectors = np.linalg.eigh(J @ RBF(gamma)(data.X) @ J)
    return values[::-1], vectors[:, ::-1] * np.sqrt(np.maximum(values[::-1], 0))


@pytest.mark.parametrize("gamma", [1.0, 10.0])
def test_shares_are_those_of_an_eigensolver_and_a_discriminant(explorer, gamma):
    explorer.set(gamma=gamma, cycles=1.0, noise=0.05)
    data = datasets.spirals(N_SPIRAL_POINTS)
    values, Z = scores(gamma, data)
    np.testing.assert_allclose(explorer.held.get_ydata(), np.cumsum(values)[:16] / values.sum(), rtol=1e-8)
    right = [LinearDiscriminantAnalysis().fit(Z[:, :q], data.y).score(Z[:, :q], data.y) for q in range(1, 17)]
    np.testing.assert_allclose(explorer.right.get_ydata(), right, atol=1 / N_SPIRAL_POINTS)
    assert f"put {explorer.right.get_ydata()[-1]:.1%} there" in explorer.alt


def test_a_cut_through_one_clean_column_is_right_everywhere():
    y = np.repeat([0, 1], 10)
    Z = np.column_stack([np.tile([1.0, -1.0], 10), np.where(y == 0, 2.0, -2.0)])
    np.testing.assert_allclose(right_of_a_cut(Z, y), [0.0, 1.0])


def test_marks_stand_at_the_chosen_components(explorer):
    explorer.set(gamma=10.0, first=3, second=5, cycles=1.0, noise=0.05)
    data = datasets.spirals(N_SPIRAL_POINTS)
    _, Z = scores(10.0, data)
    for c, marks in enumerate(explorer.scores):
        for axis, m in ((marks.get_xdata(), 2), (marks.get_ydata(), 4)):
            expected = Z[data.y == c, m] / np.abs(Z[:, m]).max()
            assert np.allclose(axis, expected, atol=1e-7) or np.allclose(axis, -expected, atol=1e-7)
    assert "components 3 and 5" in explorer.alt
    assert explorer.names.get_text() == "component 5 against component 3"
