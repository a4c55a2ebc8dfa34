import numpy as np
from pictures import check_picture

from kernelsy19.pca_at_work.figures import compare_tables, pairs, scatters


def test_scatters_have_a_panel_for_each_data_and_one_legend():
    X = np.random.default_rng(0).normal(size=(20, 2))
    y = np.arange(20) % 2
    picture = scatters({"a": X, "b": 2 * X, "c": 3 * X}, y, names=("p", "q"), columns=2)
    check_picture(picture)
    assert [axes.get_title() for axes in picture.figure.axes] == ["a", "b", "c"]
    assert len(picture.figure.legends) == 1
    assert "3 scatter plots" in picture.alt and "10 p, 10 q" in picture.alt
    np.testing.assert_allclose(picture.figure.axes[2].collections[1].get_offsets(), 3 * X[y == 1])


def test_pairs_put_column_j_against_column_i():
    Z = np.random.default_rng(0).normal(size=(15, 3))
    picture = pairs(Z, title="three")
    check_picture(picture)
    axes = np.reshape(picture.figure.axes, (3, 3))
    np.testing.assert_allclose(axes[0, 2].collections[0].get_offsets(), Z[:, [2, 0]])
    assert [axes[i, i].texts[0].get_text() for i in range(3)] == ["z₁", "z₂", "z₃"]
    assert "(three)" in picture.alt


def test_compared_tables_mark_the_cells_that_differ():
    ours = np.array([[1.0, 2.7], [3.0, np.nan]])
    published = np.array([[1.7, 2.0 - 1e-3], [5.0, np.nan]])
    picture = compare_tables(ours, published, (32, 64), (1, 2), axes_names=("components", "degree"))
    check_picture(picture)
    texts = [text.get_text() for text in picture.figure.axes[0].texts]
    assert texts == ["1.0\n(1.7)", "2.7 *\n(2.0)", "3.0 **\n(5.0)"]
    assert "3 cells" in picture.alt and "1 differ by at most 0.7" in picture.alt
    assert "components 64, degree 1: 3.0 against 5.0" in picture.alt
