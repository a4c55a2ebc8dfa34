import numpy as np
import pytest
from pictures import border, check_picture, xy

from kernelcourse.drawing.marks import Segments, Words
from kernelcourse.pca.figures import arrows_along_axes, extractor, level_lines, tip_to_tail
from kernelsy19 import datasets, pca
from kernelsy19.kernels import RBF

FLOWERS = datasets.iris().columns("sepal length", "petal length").rows(slice(0, 150, 15))


def test_extractor_says_the_weighted_sums():
    rng = np.random.default_rng(0)
    images, values, weights = (
        rng.random((3, 4, 4)),
        np.array([1.0, 0.5, 0.25]),
        np.array([[1.0, -1], [2, 0], [4, 4]]),
    )
    picture = check_picture(extractor(images[0], images, values, weights))
    assert "z1 = 3" in picture.alt and "z2 = 0" in picture.alt
    shown = {text for mark in picture.panels[0].marks if isinstance(mark, Words) for text in mark.text}
    assert {"z₁ = 3", "z₂ = 0", "K(x₂, x) = 0.5"} <= shown


def test_arrows_are_two_standard_deviations_long():
    axes = pca.principal_axes(FLOWERS.X)
    picture = check_picture(arrows_along_axes(FLOWERS, axes.components, axes.variances))
    arrows, names = picture.panels[0].find(Segments), picture.panels[0].find(Words)
    tips = xy(arrows)[1::2] - FLOWERS.X.mean(axis=0)
    np.testing.assert_allclose(tips, 2 * np.sqrt(axes.variances)[:, None] * axes.components)
    assert names.text == ("u¹", "u²") and names.align == "beside"


def test_steps_end_at_the_axis():
    axes = pca.principal_axes(FLOWERS.X)
    alpha = pca.span_coefficients(FLOWERS.X - axes.mean, axes.variances[0], axes.components[0])
    picture = check_picture(tip_to_tail(FLOWERS, alpha))
    whole, *steps = (m for m in picture.panels[1].marks if isinstance(m, Segments))
    assert len(steps) == len(FLOWERS)
    ends = np.array([[(s.x[k], s.y[k]) for k in (0, 1)] for s in steps])
    np.testing.assert_allclose(ends[0, 0], [0, 0], atol=1e-15)
    np.testing.assert_allclose(ends[:-1, 1], ends[1:, 0])
    for tip in (ends[-1, 1], (whole.x[1], whole.y[1])):
        np.testing.assert_allclose(tip, axes.components[0], atol=1e-12)
    with pytest.raises(ValueError, match="alpha must"):
        tip_to_tail(FLOWERS, alpha[1:])


def test_level_lines_have_a_panel_for_each_coordinate_of_each_way():
    data = datasets.circles(40)
    straight, curved = pca.principal_axes(data.X), pca.KernelPCA(RBF(2.0), 2).fit(data.X)
    picture = level_lines(data, {"PCA": straight.project, "kernel PCA": curved.transform}, 2, title="rings")
    check_picture(picture)
    titles = [panel.title for panel in picture.panels]
    assert titles == [f"{name}, coordinate {m}" for name in ("PCA", "kernel PCA") for m in (1, 2)]
    assert "4 contour plots (rings)" in picture.alt
    shown = np.vstack([data.X.min(axis=0), data.X.max(axis=0), data.X])
    for k, panel in enumerate(picture.panels):
        z = lambda P, k=k: (straight.project, curved.transform)[k // 2](P)[:, k % 2]  # noqa: E731
        (line,) = (mark for mark in panel.marks if getattr(mark, "levels", ()) == (0.0,))
        on_it = border(line)
        np.testing.assert_allclose(z(on_it), 0, atol=0.05 * np.abs(z(shown)).max())


def test_one_way_without_a_name_is_numbered_only():
    data = datasets.circles(40)
    picture = level_lines(data, {"": lambda P: P}, 2, columns=2)
    assert [panel.title for panel in picture.panels] == ["coordinate 1", "coordinate 2"]
