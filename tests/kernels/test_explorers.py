import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kernelsy19.course.picture import number
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Sigmoid
from kernelsy19.kernels import explorers as module
from kernelsy19.kernels.explorers import FeatureMapExplorer, KernelExplorer


@pytest.fixture(scope="module")
def shown():
    return KernelExplorer()


@pytest.fixture(scope="module")
def lifted():
    return FeatureMapExplorer()


CASES = [
    ({"kernel": "Gaussian (RBF)", "gamma": 0.5}, RBF(0.5), {"gamma"}),
    ({"kernel": "Laplacian", "gamma": 2.0}, Laplacian(2.0), {"gamma"}),
    ({"kernel": "linear"}, Linear(), set()),
    (
        {"kernel": "polynomial", "gamma": 0.5, "degree": 3, "offset": 0.5},
        Polynomial(3, 0.5, 0.5),
        {"gamma", "degree", "offset"},
    ),
    ({"kernel": "sigmoid", "gamma": 0.5, "threshold": -1.0}, Sigmoid(0.5, -1.0), {"gamma", "threshold"}),
]


@pytest.mark.parametrize(
    ("values", "kernel", "visible"), CASES, ids=lambda c: c["kernel"] if isinstance(c, dict) else None
)
@pytest.mark.parametrize("data", ["circles", "faithful"])
def test_what_is_said_of_a_kernel_is_true(shown, values, kernel, visible, data):
    shown.set(data=data, x1=0.5, x2=-1.0, **values)
    X = module.sorted_data(data)
    K = kernel(X)
    eigenvalues = np.linalg.eigvalsh(K)
    negative = int((eigenvalues < -1e-10 * np.abs(eigenvalues).max()).sum())
    assert f"on {len(X)} points of {data}" in shown.alt
    assert f"values from {number(K.min())} to {number(K.max())}" in shown.alt
    assert f"run from {number(eigenvalues[-1])} down to" in shown.alt
    assert ("positive semidefinite" in shown.alt) == (negative == 0)
    if negative:
        assert f"not PSD, {negative} of {len(X)} negative" in shown.alt
        assert number(eigenvalues[0]) in shown.titles[2].get_text()
        assert len(shown.negative.get_xdata()) == negative
    hidden = {"gamma", "degree", "offset", "threshold"} - visible
    assert {name for name in hidden if shown.widgets[name].layout.display == "none"} == hidden
    assert not any(shown.widgets[name].layout.display == "none" for name in visible)


def test_sigmoid_is_flagged_and_the_others_are_not(shown):
    shown.set(kernel="sigmoid", gamma=0.5, threshold=-1.0, data="circles")
    assert "not PSD" in shown.alt
    assert shown.titles[2].get_color() != "black"
    shown.set(kernel="Gaussian (RBF)")
    assert "not PSD" not in shown.alt
    assert len(shown.negative.get_xdata()) == 0
    assert shown.titles[2].get_color() == "black"


def test_the_gram_matrix_is_drawn_in_units_of_its_largest_entry(shown):
    shown.set(kernel="polynomial", gamma=1.0, degree=2, offset=1.0, data="moons")
    K = Polynomial(2, 1.0, 1.0)(module.sorted_data("moons"))
    np.testing.assert_allclose(np.asarray(shown.gram.get_array()), K / np.abs(K).max())
    assert shown.scale.high.get_text() == number(np.abs(K).max())


def test_the_lines_around_the_probe_are_where_the_kernel_says(shown):
    shown.set(kernel="Gaussian (RBF)", gamma=0.5, data="circles", x1=0.5, x2=-1.0)
    values = np.concatenate([RBF(0.5)(line, [[0.5, -1.0]])[:, 0] for line in shown.field.segments])
    nearest = np.array([0.25, 0.5, 0.75])[np.abs(values[:, None] - [0.25, 0.5, 0.75]).argmin(axis=1)]
    np.testing.assert_allclose(values, nearest, atol=0.01)
    np.testing.assert_array_equal(shown.probe.get_xydata(), [[0.5, -1.0]])
    assert "(0.5, -1)" in shown.alt


def test_spectrum_is_computed_once_while_the_probe_moves(shown):
    shown.set(kernel="linear", data="circles", x1=0.0)
    before = shown._spectrum.cache_info().misses
    shown.set(x1=1.0).set(x2=2.0)
    assert shown._spectrum.cache_info().misses == before


def test_your_own_points_can_be_shown():
    X = np.random.default_rng(0).normal(5, 3, (20, 2))
    explorer = KernelExplorer(X)
    assert "20 points of your data" in explorer.alt
    np.testing.assert_allclose(explorer.points.get_xydata().std(axis=0), 1)


@pytest.mark.parametrize("data", [np.zeros((3, 3)), [[np.nan, 1.0]]])
def test_bad_points_are_named(data):
    with pytest.raises(ValueError, match="data must"):
        KernelExplorer(data)


# ---- feature maps ---------------------------------------------------------------------------------


def errors_by_least_squares(X, y, Z):
    """Errors of the plane that least squares fit to ±1, with the coordinates as they are."""
    A = np.column_stack([Z, np.ones(len(Z))])
    w = np.linalg.pinv(A) @ np.where(y == 1, 1.0, -1.0)
    return int(((A @ w > 0) != (y == 1)).sum())


@pytest.mark.parametrize("name", module.MAPS)
@pytest.mark.parametrize("data", FeatureMapExplorer.DATA)
def test_errors_are_those_of_least_squares(lifted, data, name):
    lifted.set(data=data, map=name, shift=0.0, tilt=0)
    X, y, _ = module.two_classes(data)
    expected = errors_by_least_squares(X, y, module.MAPS[name](X))
    noun = "point" if expected == 1 else "points"
    assert f"leaves {expected} {noun} on the wrong side" in lifted.alt
    assert len(lifted.wrong.get_xdata()) == expected


def test_the_right_map_separates_and_the_wrong_one_does_not(lifted):
    lifted.set(data="circles off the origin", map="(x₁², x₂², x₂)", shift=0.0, tilt=0)
    assert "leaves 0 points" in lifted.alt
    lifted.set(map="(x₁², x₂², √2 x₁x₂)")
    assert "leaves 0 points" not in lifted.alt
    lifted.set(data="circles", map="(x₁, x₂, 0)")
    assert "leaves 0 points" not in lifted.alt


@pytest.mark.parametrize("tilt", [0, 30])
def test_the_curve_here_lies_on_the_plane_there(lifted, tilt):
    lifted.set(data="circles", map="(x₁, x₂, x₁² + x₂²)", shift=0.1, tilt=tilt)
    crossing = np.array(lifted.crossing.get_data_3d()).T
    crossing = crossing[np.isfinite(crossing).all(axis=1)]
    corners = lifted.plane._vec[:3].T if hasattr(lifted.plane, "_vec") else np.array(lifted.plane._faces[0])
    corners = np.unique(np.round(corners, 12), axis=0)
    _, s, V = np.linalg.svd(corners - corners.mean(axis=0))
    assert s[2] < 1e-9
    assert len(crossing) > 50
    np.testing.assert_allclose((crossing - corners.mean(axis=0)) @ V[2], 0, atol=2e-3)
    np.testing.assert_allclose(crossing[:, 2], (crossing[:, :2] ** 2).sum(axis=1), atol=1e-9)


def test_a_plane_that_is_shifted_out_leaves_one_class_wrong(lifted):
    lifted.set(data="circles", map="(x₁, x₂, x₁² + x₂²)", shift=0.0, tilt=0)
    few = len(lifted.wrong.get_xdata())
    lifted.set(shift=1.0)
    assert len(lifted.wrong.get_xdata()) > few + 40


def test_the_view_changes_the_picture_and_not_the_words(lifted):
    before, alt = lifted.png, lifted.alt
    lifted.set(turn=10)
    assert lifted.png != before and lifted.alt == alt
    assert lifted.there.azim == 10


def test_the_legend_names_the_classes(lifted):
    for data in FeatureMapExplorer.DATA:
        lifted.set(data=data)
        names = module.two_classes(data)[2]
        assert [text.get_text() for text in lifted.legend.get_texts()][:2] == list(names)


LOW, HIGH = np.array([-1.0, 0, 2]), np.array([3.0, 0.5, 9])
plane = arrays(float, 4, elements=st.floats(-2, 2)).filter(lambda v: np.linalg.norm(v[:3]) > 0.1)


@settings(max_examples=50, deadline=None)
@given(plane, arrays(float, (6, 3), elements=st.floats(-5, 5)))
def test_a_plane_that_is_not_moved_stays(fitted, Z):
    w, b = module.moved_plane(fitted, LOW, HIGH, 0.0, 0.0)
    expected = (module.to_box(Z, LOW, HIGH) @ fitted[:3] + fitted[3]) / np.linalg.norm(fitted[:3])
    np.testing.assert_allclose(Z @ w + b, expected, atol=1e-9)


@settings(max_examples=50, deadline=None)
@given(plane, st.floats(-1, 1), st.floats(-90, 90))
def test_shift_and_tilt_are_a_distance_and_an_angle(fitted, shift, tilt):
    """In the box: w·u + b, with w normed."""
    scale, middle = (HIGH - LOW) / 2, (HIGH + LOW) / 2
    w, b = module.moved_plane(fitted, LOW, HIGH, shift, tilt)
    normal, offset = w * scale, w @ middle + b
    n = fitted[:3] / np.linalg.norm(fitted[:3])
    np.testing.assert_allclose(np.linalg.norm(normal), 1)
    np.testing.assert_allclose(normal @ n, np.cos(np.deg2rad(tilt)), atol=1e-9)
    pivot = (shift - fitted[3] / np.linalg.norm(fitted[:3])) * n
    np.testing.assert_allclose(normal @ pivot + offset, 0, atol=1e-9)


def test_a_plane_without_direction_is_level():
    w, b = module.moved_plane(np.zeros(4), np.zeros(3), np.full(3, 2.0), 0.0, 0.0)
    np.testing.assert_allclose([*w, b], [0, 0, 1, -1])


def test_the_homogeneous_map_is_the_feature_map_of_its_kernel():
    X = np.random.default_rng(1).normal(size=(7, 2))
    Z = module.root_of_two_map(X)
    np.testing.assert_allclose(Z @ Z.T, (X @ X.T) ** 2)


def test_what_leaves_the_box_is_blanked():
    line = np.array([[0.0, 0, 0], [2, 0, 0], [1, 1, 1]])
    inside = np.isfinite(module.within(line, np.zeros(3), np.ones(3))).all(axis=1)
    np.testing.assert_array_equal(inside, [True, False, True])
    assert module.joined([]).shape == (1, 3)
    assert np.isnan(module.joined([line])[-1]).all()
