"""The explorers of appendix E show what the equations say."""

import numpy as np
import pytest

from kernelcourse.drawing.marks import Bars, Curve, Points
from kernelcourse.networks import experiments, explorers
from kernelsy19.kernels import RBF
from kernelsy19.networks import arc_cosine, attention


def test_weights_of_attention_are_those_that_pick_out_each_word():
    explorer = explorers.AttentionExplorer().set(query=(-1.0, 0.5))
    bars = explorer.shown.panels[1].find(Bars)
    expected = attention(np.array([[-1.0, 0.5]]), explorers.KEYS, np.eye(len(explorers.WORDS)))[0]
    np.testing.assert_allclose(bars.y, expected)
    of_distance = RBF(1 / 8**0.5)([[-1.0, 0.5]], explorers.KEYS)[0]
    found = explorer.shown.panels[1].find(Points).y
    np.testing.assert_allclose(found, of_distance / of_distance.sum(), rtol=1e-12)
    assert f"“{explorers.WORDS[expected.argmax()]}”" in explorer.said


@pytest.mark.parametrize(("lengths", "same"), [*zip(explorers.LENGTHS, (False, True), strict=True)])
def test_with_keys_of_one_length_both_listen_to_the_same(lengths, same):
    shares = explorers.AttentionExplorer().set(lengths=lengths).shown.panels[1]
    assert np.allclose(shares.find(Bars).y, shares.find(Points).y, atol=1e-12) == same


def test_the_layer_that_is_shown_is_the_one_whose_error_is_said():
    explorer = explorers.WidthExplorer().set(m=300.0, draw=4)
    values, errors = explorer.shown.panels
    limit, found = (mark for mark in values.marks if isinstance(mark, Curve))
    X = experiments.directions()
    np.testing.assert_allclose(limit.y, arc_cosine(X[:1], X)[0])
    now = [mark for mark in errors.marks if isinstance(mark, Points)][-1]
    assert now.y[0] == pytest.approx(np.sqrt(np.mean((found.y - limit.y) ** 2)))
    assert f"{now.y[0]:.3f}" in explorer.said
