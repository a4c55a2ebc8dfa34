import numpy as np
from pictures import drawn_and_whole, says, xy
from refusals import refused

from kernelcourse.denoising.figures import digit_rows, moves, off_the_curve, valley, what_becomes
from kernelcourse.drawing.marks import Image, Segments
from kernelcourse.drawing.scene import legend_of
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


drawn, test_pictures_are_whole = drawn_and_whole(PICTURES)


def place_of(points):
    return float(points.x[0]), float(points.y[0])


def test_moves_say_how_far(drawn):
    assert "5 points and where each is moved" in drawn["moves"].alt
    assert "a little: by 0.141 on average; not: by 0" in drawn["moves"].alt
    lines = drawn["moves"].panels[0].find(Segments)
    ends = xy(lines).reshape(-1, 2, 2)
    np.testing.assert_allclose(ends, np.stack([X[:5], X[:5] + 0.1], axis=1))


def test_digits_stand_in_rows_and_are_cut_off(drawn):
    shown = [mark for mark in drawn["digit rows"].panels[0].marks if isinstance(mark, Image)]
    cut = np.clip([*DIGITS, *3 * DIGITS], -1, 1).reshape(4, 16, 16)
    for mark, digit in zip(shown, cut, strict=True):
        np.testing.assert_allclose(mark.codes / 127.5 - 1, digit, atol=0.01)
    assert "4 images in 2 rows (digits). The rows: a, b." in drawn["digit rows"].alt


def test_the_mean_lies_in_the_middle_of_its_images(drawn):
    (panel,) = drawn["off the curve"].panels
    np.testing.assert_allclose(place_of(panel.find("their mean v")), X[[0, 9]].mean(axis=0))
    np.testing.assert_allclose(place_of(panel.find("the nearest image")), X[4])
    away = np.linalg.norm(X[[0, 9]].mean(axis=0) - X[4])
    assert says(drawn["off the curve"].alt, away)


def test_a_valley_shows_where_the_path_begins_and_ends(drawn):
    (panel,) = drawn["valley"].panels
    assert place_of(panel.find("noisy point")) == (1, 1)
    assert place_of(panel.find("the nearest image")) == (0.2, 0.1)
    assert says(drawn["valley"].alt, 2, 1.45, 0)


def test_what_becomes_counts_and_names_only_what_is_there(drawn):
    picture = drawn["what becomes"]
    assert says(picture.alt, 6, 3, 3)
    named = ["there", "elsewhere", "learned from", "noisy point", "the nearest image"]
    assert list(legend_of(picture.scene)) == named


def test_panels_of_one_plane_name_the_axes_at_the_left_and_below():
    panels = moves(X, X[:5], {name: X[:5] for name in "abcde"}, columns=3, features=("p", "q")).panels
    assert [panel.x.label for panel in panels] == ["", "", "p", "p", "p"]
    assert [panel.y.label for panel in panels] == ["q", "", "", "q", ""]


test_bad_input_is_named = refused(
    (lambda: moves(X, X[:3], {"a": X[:2]}), "hold 3 ends"),
    (lambda: valley(X, BOWL, X[:1]), "a start and an end"),
    (lambda: digit_rows({"a": DIGITS, "b": DIGITS[:1]}), "as many digits"),
    (lambda: what_becomes(X, X[:3], [0, 1], ("a", "b"), X[:1], X[:1]), "one entry for each of 3"),
    (lambda: what_becomes(X, X[:2], [0, 2], ("a", "b"), X[:1], X[:1]), "numbers of 2 names"),
)
