import numpy as np
import pytest
from pictures import check_picture

from kernelcourse.denoising.figures import digit_rows, moves, off_the_curve, valley, what_becomes
from kernelsy19 import datasets

X = datasets.circles(60).X


BOWL = lambda P: ((P - [0.2, 0.1]) ** 2).sum(axis=1)  # noqa: E731
DIGITS = np.linspace(-1, 1, 512).reshape(2, 256)
PICTURES = {
    "off the curve": lambda: off_the_curve(X[:20], X[[0, 9]], X[4], title="curve"),
    "valley": lambda: valley(X, BOWL, [[1.0, 1.0], [0.5, 0.5], [0.2, 0.1]], title="bowl"),
    "what becomes": lambda: what_becomes(
        X, X[:6], [0, 2, 2, 0, 2, 0], ("there", "never", "elsewhere"), X[:1], X[1:2], title="fates"
    ),
    "digit rows": lambda: digit_rows({"a": DIGITS, "b": 3 * DIGITS}, title="digits"),
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


def test_digits_stand_in_rows_and_are_cut_off(drawn):
    axes = drawn["digit rows"].figure.axes
    shown = [np.asarray(place.images[0].get_array()) for place in axes]
    np.testing.assert_allclose(shown[:2], DIGITS.reshape(2, 16, 16))
    np.testing.assert_allclose(shown[2:], np.clip(3 * DIGITS, -1, 1).reshape(2, 16, 16))
    assert "4 images in 2 rows (digits). The rows: a, b." in drawn["digit rows"].alt


def test_the_mean_lies_in_the_middle_of_its_images(drawn):
    (axes,) = drawn["off the curve"].figure.axes
    by_label = {c.get_label(): c.get_offsets() for c in axes.collections}
    np.testing.assert_allclose(by_label["their mean v"], [X[[0, 9]].mean(axis=0)])
    np.testing.assert_allclose(by_label["the nearest image"], [X[4]])
    away = np.linalg.norm(X[[0, 9]].mean(axis=0) - X[4])
    assert f"{away:.3g}" in drawn["off the curve"].alt


def test_a_valley_shows_where_the_path_begins_and_ends(drawn):
    axes = drawn["valley"].figure.axes[0]
    by_label = {c.get_label(): c.get_offsets() for c in axes.collections if len(c.get_offsets())}
    np.testing.assert_allclose(by_label["noisy point"], [[1, 1]])
    np.testing.assert_allclose(by_label["the nearest image"], [[0.2, 0.1]])
    assert "2 steps leads from 1.45 down to 0" in drawn["valley"].alt


def test_what_becomes_counts_and_names_only_what_is_there(drawn):
    picture = drawn["what becomes"]
    assert "6 starts (fates): 3 there, 3 elsewhere." in picture.alt
    labels = [text.get_text() for text in picture.figure.legends[0].get_texts()]
    assert labels == ["there", "elsewhere", "learned from", "noisy point", "the nearest image"]


def test_moves_name_the_axes_at_the_left_and_below():
    panels = {name: X[:5] for name in "abcde"}
    axes = moves(X, X[:5], panels, columns=3, features=("p", "q")).figure.axes
    assert [ax.get_xlabel() for ax in axes] == ["", "", "p", "p", "p"]
    assert [ax.get_ylabel() for ax in axes] == ["q", "", "", "q", ""]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: moves(X, X[:3], {"a": X[:2]}), "hold 3 ends"),
        (lambda: valley(X, BOWL, X[:1]), "a start and an end"),
        (lambda: digit_rows({"a": DIGITS, "b": DIGITS[:1]}), "as many digits"),
        (lambda: what_becomes(X, X[:3], [0, 1], ("a", "b"), X[:1], X[:1]), "one entry for each of 3"),
        (lambda: what_becomes(X, X[:2], [0, 2], ("a", "b"), X[:1], X[:1]), "numbers of 2 names"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
