import numpy as np
from pictures import check_picture, says, xy

from kernelcourse.drawing.marks import Points, Words
from kernelcourse.pca_at_work.figures import compare_tables, component_panels, pairs, scatters
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Linear
from kernelsy19.pca import KernelPCA


def test_scatters_have_a_panel_for_each_data_and_one_legend():
    X = np.random.default_rng(0).normal(size=(20, 2))
    y = np.arange(20) % 2
    picture = check_picture(scatters({"a": X, "b": 2 * X, "c": 3 * X}, y, names=("p", "q"), columns=2))
    assert [panel.title for panel in picture.panels] == ["a", "b", "c"]
    assert "3 scatter plots" in picture.alt and "10 p, 10 q" in picture.alt
    shown = picture.panels[2].find(Points)
    np.testing.assert_allclose(xy(shown), 3 * X)
    assert shown.kind == tuple(f"class {label}" for label in y)


def test_pairs_put_column_j_against_column_i():
    Z = np.random.default_rng(0).normal(size=(15, 3))
    picture = check_picture(pairs(Z, title="three"))
    shown = picture.panels[2].find(Points)
    np.testing.assert_allclose(xy(shown), Z[:, [2, 0]])
    assert [picture.panels[4 * i].find(Words).text for i in range(3)] == [("z₁",), ("z₂",), ("z₃",)]
    assert "(three)" in picture.alt


def test_compared_tables_mark_the_cells_that_differ():
    ours = np.array([[1.0, 2.7], [3.0, np.nan]])
    published = np.array([[1.7, 2.0 - 1e-3], [5.0, np.nan]])
    picture = compare_tables(ours, published, (32, 64), (1, 2), axes_names=("components", "degree"))
    check_picture(picture)
    assert picture.panels[0].find(Words).text == ("1.0\n(1.7)", "2.7 *\n(2.0)", "3.0 **\n(5.0)")
    assert "3 cells" in picture.alt and "1 differ by at most 0.7" in picture.alt
    assert says(picture.alt, 64, 1, 3.0, 5.0)


def test_component_panels_show_each_component_with_its_share():
    data = datasets.parabola(30)
    models = {"line": KernelPCA(Linear(), 2).fit(data.X), "round": KernelPCA(RBF(1.0), 3).fit(data.X)}
    picture = check_picture(component_panels(data, models, 3, title="three"))
    shares = {name: model.explained_variance_ratio_ for name, model in models.items()}
    titles = [panel.title for panel in picture.panels]
    assert titles[:2] == [f"line, z₁: {shares['line'][0]:.3f}", f"round, z₁: {shares['round'][0]:.3f}"]
    assert titles[5] == f"round, z₃: {shares['round'][2]:.3f}"
    assert picture.panels[4].find(Words).text == ("line, no z₃",)
    z = models["round"].transform(data.X)
    assert "5 contour plots (three)" in picture.alt and np.ptp(z[:, 0]) > 0


def test_component_panels_of_one_model_need_no_name_and_break_into_rows():
    data = datasets.parabola(30)
    picture = component_panels(data, {"": KernelPCA(RBF(1.0), 3).fit(data.X)}, 3, columns=2)
    titles = [panel.title for panel in picture.panels]
    assert [title[:3] for title in titles[:3]] == ["z₁:", "z₂:", "z₃:"]
    later = component_panels(data, {"": KernelPCA(RBF(1.0), 3).fit(data.X)}, 2, first=2)
    assert [panel.title for panel in later.panels][:2] == titles[1:3]
