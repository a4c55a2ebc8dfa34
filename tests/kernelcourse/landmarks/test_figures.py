"""The pictures of chapter 16 show, and say, what was computed."""

import numpy as np
import pytest
from pictures import check_picture, says, xy

from kernelcourse.drawing.marks import Points, Words
from kernelcourse.landmarks import figures
from kernelcourse.landmarks.draws import rounds_of_ball, with_far_points
from kernelsy19 import landmarks
from kernelsy19.kernels import RBF, Linear


def dots(panel, label):
    """Where the marks of a label are."""
    mark = panel.find(label)
    return xy(mark)


def test_shadow_and_what_sticks_out_make_up_the_mapped_point():
    X, z = np.array([[0.0, 1.0], [1.0, 0.5], [-2.0, 1.0]]), np.array([1.0, 1.0])
    for kernel in (RBF(0.4), Linear()):
        picture = check_picture(figures.shadows_on_landmark(X, kernel, z, title="one landmark"))
        plane, space = picture.panels
        np.testing.assert_array_equal(dots(plane, "landmark z"), [z])
        np.testing.assert_array_equal(dots(plane, "point"), X)
        shadow = dots(space, "shadow")[:, 0]
        np.testing.assert_allclose(shadow, kernel(X, z[None])[:, 0] / np.sqrt(kernel(z[None])[0, 0]))
        mapped = np.column_stack([space.find(Points).x, space.find(Points).y])
        np.testing.assert_allclose(mapped[:, 0], shadow)
        np.testing.assert_allclose((mapped**2).sum(axis=1), kernel.diagonal(X))
        assert space.find(Words).text == ("1", "2", "3")
    assert says(picture.alt, 3, -0.707, 2.12)


def test_working_samples_show_who_was_solved_for_and_who_joins():
    X = np.random.default_rng(0).normal(size=(200, 2))
    rounds = rounds_of_ball(RBF(0.1), X, 0.1, 20)
    picture = figures.working_samples(X, {"first": rounds[0], "last": rounds[-1]}, title="200 rows")
    check_picture(picture)
    for panel, (_, sample, joining) in zip(picture.panels, (rounds[0], rounds[-1]), strict=True):
        np.testing.assert_array_equal(dots(panel, "all rows"), X)
        np.testing.assert_array_equal(dots(panel, "working sample"), X[sample])
        np.testing.assert_array_equal(dots(panel, "will join"), X[joining])
        assert panel.find("ball of the sample").levels == (0.0,)
    joining = len(rounds[0][2]) / 200
    assert says(picture.alt, 10.0, 100 * joining)
    assert picture.alt.endswith(", 0.0% will join.")


def test_landmarks_and_what_they_leave():
    X = with_far_points(200, 10)
    choices = {name: landmarks.choose(RBF(2.0)(X), 8, name) for name in ("uniform", "greedy")}
    picture = check_picture(figures.left_in_plane(X, RBF(2.0), choices, title="two choices"))
    for panel, (name, choice) in zip(picture.panels, choices.items(), strict=True):
        points, marks = dots(panel, "points"), dots(panel, "landmarks")
        np.testing.assert_array_equal(points, X)
        assert set(map(tuple, marks)) == set(map(tuple, X[choice.indices]))
        left = landmarks.trace_error(landmarks.landmark_map(RBF(2.0), X[choice.indices]), X)
        assert panel.title == f"{name}: {left:.1%} left"
        assert f"{name}: {left:.1%} of the trace left" in picture.alt


def test_what_is_left_falls_with_the_number_of_landmarks():
    panels = {"a": {"b": [0.5, 0.25, 1e-12], "c": [0.4, 0.2, 0.1]}, "d": {"b": [0.9, 0.8]}}
    picture = check_picture(figures.left_by_number(panels, title="shares"))
    for panel, curves in zip(picture.panels, panels.values(), strict=True):
        assert panel.y.scale == "log"
        for name, left in curves.items():
            steps = np.arange(1, len(left) + 1)
            np.testing.assert_array_equal(dots(panel, name), np.column_stack([steps, np.maximum(left, 1e-9)]))
    assert says(picture.alt, 3, 0.00, 10.00, 2, 80.00)


def test_errors_stand_in_the_row_of_their_set():
    errors = {"digits": {"waves": 0.3, "landmarks": 0.05}, "normals": {"waves": 0.2, "landmarks": 0.1}}
    picture = check_picture(figures.errors_by_kind(errors, xlabel="error", title="two kinds"))
    (panel,) = picture.panels
    assert list(panel.y.names) == list(errors)
    for kind in ("waves", "landmarks"):
        of_sets = [of_set[kind] for of_set in errors.values()]
        np.testing.assert_array_equal(dots(panel, kind), np.column_stack([of_sets, [0, 1]]))
    assert says(picture.alt, 0.3, 0.05, 0.2, 0.1)
    with pytest.raises(ValueError, match="same kinds"):
        figures.errors_by_kind({"a": {"b": 1.0}, "c": {"d": 1.0}}, xlabel="error")


def test_a_pass_names_blocks_and_workers():
    for n_blocks, n_workers in ((8, 2), (3, 1)):
        picture = check_picture(figures.picture_of_pass(n_blocks, n_workers))
        texts = [text for mark in picture.panels[0].marks if isinstance(mark, Words) for text in mark.text]
        assert sum(text.startswith("block ") for text in texts) == n_blocks
        assert sum(text.startswith("worker ") for text in texts) == n_workers
        assert texts.count("m² numbers") == n_workers
    assert "3 blocks of rows go to 1 worker" in picture.alt
