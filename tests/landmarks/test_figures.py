"""The pictures of chapter 16 show, and say, what was computed."""

import numpy as np
from pictures import check_picture

from kernelsy19 import landmarks
from kernelsy19.kernels import RBF
from kernelsy19.landmarks.figures import left_in_plane, picture_of_pass
from kernelsy19.landmarks.settings import with_far_points


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
