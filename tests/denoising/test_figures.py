import numpy as np
import pytest
from pictures import check_picture

from kernelsy19 import datasets
from kernelsy19.denoising.figures import moves

X = datasets.circles(60).X


PICTURES = {
    "moves": lambda: moves(X, X[:5], {"a little": X[:5] + 0.1, "not": X[:5]}, title="moved"),
}


@pytest.fixture(scope="module")
def drawn():
    return {name: make() for name, make in PICTURES.items()}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_whole(drawn, name):
    check_picture(drawn[name])


def test_moves_say_how_far(drawn):
    assert "5 points and where each is moved" in drawn["moves"].alt
    assert "a little: by 0.141 on average; not: by 0" in drawn["moves"].alt
    (lines,) = [c for c in drawn["moves"].figure.axes[0].collections if hasattr(c, "get_segments")]
    np.testing.assert_allclose(lines.get_segments(), np.stack([X[:5], X[:5] + 0.1], axis=1))


def test_moves_name_the_axes_at_the_left_and_below():
    panels = {name: X[:5] for name in "abcde"}
    axes = moves(X, X[:5], panels, columns=3, features=("p", "q")).figure.axes
    assert [ax.get_xlabel() for ax in axes] == ["", "", "p", "p", "p"]
    assert [ax.get_ylabel() for ax in axes] == ["q", "", "", "q", ""]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: moves(X, X[:3], {"a": X[:2]}), "hold 3 ends"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
