"""The pictures of chapter 16 show, and say, what was computed."""

import numpy as np
from pictures import check_picture

from kernelsy19 import landmarks
from kernelsy19.kernels import RBF, Linear
from kernelsy19.landmarks.figures import left_in_plane, picture_of_pass, shadows_on_landmark, working_samples
from kernelsy19.landmarks.settings import rounds_of_ball, with_far_points


def dots(axes, label):
    """Where the marks of a label are."""
    (line,) = (line for line in axes.lines if line.get_label() == label)
    return np.column_stack(line.get_data())


def test_shadow_and_what_sticks_out_make_up_the_mapped_point():
    X, z = np.array([[0.0, 1.0], [1.0, 0.5], [-2.0, 1.0]]), np.array([1.0, 1.0])
    for kernel in (RBF(0.4), Linear()):
        picture = shadows_on_landmark(X, kernel, z, title="one landmark")
        check_picture(picture)
        plane, space = picture.figure.axes
        np.testing.assert_array_equal(dots(plane, "landmark z"), [z])
        np.testing.assert_array_equal(dots(plane, "point"), X)
        shadow = dots(space, "shadow")[:, 0]
        np.testing.assert_allclose(shadow, kernel(X, z[None])[:, 0] / np.sqrt(kernel(z[None])[0, 0]))
        (mapped,) = (np.column_stack(line.get_data()) for line in space.lines if line.get_marker() == "o")
        np.testing.assert_allclose(mapped[:, 0], shadow)
        np.testing.assert_allclose((mapped**2).sum(axis=1), kernel.diagonal(X))
        assert [text.get_text() for text in space.texts] == ["1", "2", "3"]
    assert "point 3: −0.707, 2.12 sticks out" in picture.alt


def test_working_samples_show_who_was_solved_for_and_who_joins():
    X = np.random.default_rng(0).normal(size=(200, 2))
    rounds = rounds_of_ball(RBF(0.1), X, 0.1, 20)
    picture = working_samples(X, {"first": rounds[0], "last": rounds[-1]}, title="200 rows")
    check_picture(picture)
    for axes, (_, sample, joining) in zip(picture.figure.axes, (rounds[0], rounds[-1]), strict=True):
        np.testing.assert_array_equal(dots(axes, "all rows"), X)
        np.testing.assert_array_equal(dots(axes, "working sample"), X[sample])
        np.testing.assert_array_equal(dots(axes, "will join"), X[joining])
        assert axes.collections  # the line where the decision is 0
    joining = len(rounds[0][2]) / 200
    assert f"first: 10.0% of the rows in the sample, {joining:.1%} will join; last: " in picture.alt
    assert picture.alt.endswith(", 0.0% will join.")


def test_landmarks_and_what_they_leave():
    X = with_far_points(200, 10)
    maps = {
        name: landmarks.landmark_map(RBF(2.0), X[some])
        for name, some in {"four": slice(4), "far": slice(-5, None)}.items()
    }
    picture = left_in_plane(X, maps, title="two choices")
    check_picture(picture)
    for axes, features in zip(picture.figure.axes, maps.values(), strict=True):
        points, marks = (np.column_stack(line.get_data()) for line in axes.lines)
        np.testing.assert_array_equal(points, X)
        np.testing.assert_array_equal(marks, features.Z)
    assert f"four: {landmarks.trace_error(maps['four'], X):.1%} of the trace left" in picture.alt


def test_a_pass_names_blocks_and_workers():
    for n_blocks, n_workers in ((8, 2), (3, 1)):
        picture = picture_of_pass(n_blocks, n_workers)
        check_picture(picture)
        texts = [text.get_text() for text in picture.figure.axes[0].texts]
        assert sum(text.startswith("block ") for text in texts) == n_blocks
        assert sum(text.startswith("worker ") for text in texts) == n_workers
        assert texts.count("m² numbers") == n_workers
    assert "3 blocks of rows go to 1 worker" in picture.alt
