import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from pictures import grid_of, says, values_at, xy

from kernelcourse.drawing import marks
from kernelcourse.kernels import explorers as module
from kernelcourse.kernels.explorers import FeatureMapExplorer, KernelExplorer, LineByHandExplorer
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Sigmoid
from kernelsy19.kernels.equations import lift_to_paraboloid

shown = pytest.fixture(lambda: KernelExplorer(), scope="module")
lifted = pytest.fixture(lambda: FeatureMapExplorer(), scope="module")


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


def standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


@pytest.mark.parametrize(("values", "kernel", "visible"), CASES)
@pytest.mark.parametrize("data", ["circles", "faithful"])
def test_what_is_said_of_a_kernel_is_true(shown, values, kernel, visible, data):
    shown.set(data=data, **values)
    X = standardized(module.KERNEL_DATA[data]().X)
    K = kernel(X)
    eigenvalues = np.linalg.eigvalsh(K)
    negative = int((eigenvalues < -1e-10 * np.abs(eigenvalues).max()).sum())
    assert f"on {len(X)} points of {data}." in shown.said
    assert says(shown.said, K.min(), K.max())
    assert says(shown.said, eigenvalues[-1])
    assert ("positive semidefinite" in shown.said) == (negative == 0)
    spectrum = shown.shown.panels[2]
    if negative:
        assert says(shown.said, eigenvalues[0], negative, len(X))
        assert spectrum.title == f"not PSD, {negative} of {len(X)} negative"
    assert list(spectrum.find(marks.Points).kinds).count("faller") == negative
    shares = eigenvalues[::-1] / np.abs(eigenvalues).max()
    np.testing.assert_allclose(spectrum.find(marks.Points).y, shares, atol=1e-10)
    assert set(shown.shown.hidden) == {"gamma", "degree", "offset", "threshold"} - visible


@pytest.mark.parametrize(
    ("kernel", "named"),
    [
        ("Gaussian (RBF)", "γ = 0.1 per sd²,"),
        ("Laplacian", "γ = 0.1 per sd,"),
        ("polynomial", "γ = 0.1 per sd², d = 3, r = 0.5,"),
        ("sigmoid", "γ = 0.1 per sd², r = −2,"),
    ],
)
def test_parameters_are_said_with_their_units(shown, kernel, named):
    shown.set(kernel=kernel, gamma=0.1, degree=3, offset=0.5, threshold=-2.0)
    assert shown.said.startswith(f"Kernel {kernel}, {named} on ")


def test_the_gram_matrix_is_drawn_in_units_of_its_largest_entry(shown):
    shown.set(kernel="polynomial", gamma=1.0, degree=2, offset=1.0, data="moons")
    K = Polynomial(2, 1.0, 1.0)(standardized(module.KERNEL_DATA["moons"]().X))
    image = shown.shown.panels[0].find(marks.Image)
    low, high = image.scale
    assert high == -low == pytest.approx(np.abs(K).max())
    np.testing.assert_allclose(low + image.codes / 255 * (high - low), K, atol=high / 254)


@pytest.mark.parametrize(("values", "kernel"), [case[:2] for case in CASES])
def test_the_shades_around_the_probe_are_the_values_of_the_kernel(shown, values, kernel):
    shown.set(data="faithful", probe=(4.0, 60.0), **values)
    around = shown.shown.panels[1]
    field, X = around.find(marks.Field), module.KERNEL_DATA["faithful"]().X
    places, probe = (
        (P - X.mean(axis=0)) / X.std(axis=0) for P in (grid_of(field).points, np.array([[4, 60]]))
    )
    expected = kernel(places, probe).reshape(60, 60)
    seen = np.append(expected, kernel(probe))  # the probe lies between the samples
    largest = np.abs(seen).max()
    np.testing.assert_allclose(field.values, expected, atol=1e-4 * largest)
    np.testing.assert_allclose(np.array(field.levels) / largest, [-0.75, -0.5, -0.25, 0.25, 0.5, 0.75])
    np.testing.assert_allclose(field.reach, largest)
    assert "Around the probe, at (4, 60), its values run from" in shown.said
    assert says(shown.said, 4, 60, seen.min(), seen.max())
    handle = around.find(marks.Handle)
    assert (handle.name, handle.moves, handle.x, handle.y) == ("probe", "xy", 4.0, 60.0)


def test_the_gram_matrix_follows_points_that_are_moved_added_and_removed(shown):
    shown.set(kernel="linear", data="moons")
    X = module.KERNEL_DATA["moons"]().X
    for rows in (X + [[3, 0]] * (X[:, :1] > 1), np.vstack([X, [[0.5, 0.5]]]), X[5:]):
        shown.set(points=rows)
        Z = (rows - X.mean(axis=0)) / X.std(axis=0)
        values = np.linalg.svd(Z, compute_uv=False) ** 2
        assert f"on {len(rows)} points of moons" in shown.said
        assert says(shown.said, values[0], 0)


def test_your_own_points_can_be_shown():
    X = np.random.default_rng(0).normal(5, 3, (20, 2))
    explorer = KernelExplorer(X)
    assert "20 points of your data" in explorer.said
    points, image = explorer.shown.panels[1].find(marks.Points), explorer.shown.panels[0].find(marks.Image)
    np.testing.assert_array_equal(xy(points), X)
    K = RBF(explorer.values["gamma"])(standardized(X))
    np.testing.assert_allclose(image.codes / 255 * 2 - 1, K, atol=1 / 254)


# ---- feature maps ---------------------------------------------------------------------------------


def errors_by_least_squares(X, y, Z):
    """Errors of the plane that least squares fit to ±1, with the coordinates as they are."""
    A = np.column_stack([Z, np.ones(len(Z))])
    w = np.linalg.pinv(A) @ np.where(y == 1, 1.0, -1.0)
    return int(((A @ w > 0) != (y == 1)).sum())


def straight(lifted, **values):
    """The explorer with the plane as it was fitted."""
    return lifted.set(shift=0.0, tilt=0, **values)


def errors_of(lifted):
    """How many crosses there are in the input plane."""
    return len(lifted.shown.panels[0].find("on the wrong side").x)


def corners_of(mark):
    return np.column_stack([mark.x, mark.y, mark.z])


@pytest.mark.parametrize("name", module.MAPS)
@pytest.mark.parametrize("data", module.LIFTED_DATA)
def test_errors_are_those_of_least_squares(lifted, data, name):
    straight(lifted, data=data, map=name)
    X, y, _ = module.two_classes(data)
    expected = errors_by_least_squares(X, y, module.MAPS[name](X))
    noun = "point" if expected == 1 else "points"
    assert f"as fitted, leaves {expected} {noun} on the wrong side" in lifted.said
    assert lifted.shown.panels[0].title == f"input plane: {expected} {noun} on the wrong side"
    assert errors_of(lifted) == expected


def test_the_right_map_separates_and_the_wrong_one_does_not(lifted):
    assert errors_of(straight(lifted, data="circles off the origin", map="(x₁², x₂², x₂)")) == 0
    assert errors_of(lifted.set(map="(x₁², x₂², √2 x₁x₂)")) > 0
    assert errors_of(lifted.set(data="circles", map="(x₁, x₂, 0)")) > 0


@pytest.mark.parametrize("tilt", [0, 30])
def test_the_curve_here_lies_on_the_plane_there(lifted, tilt):
    lifted.set(data="circles", map="(x₁, x₂, x₁² + x₂²)", shift=0.1, tilt=tilt)
    space = lifted.shown.panels[1]
    crossing, corners = corners_of(space.find(marks.SpaceCurve, 1)), corners_of(space.find(marks.SpaceSheet))
    crossing = crossing[np.isfinite(crossing).all(axis=1)]
    _, s, V = np.linalg.svd(corners - corners.mean(axis=0))
    assert s[2] < 1e-9
    assert len(crossing) > 50
    np.testing.assert_allclose((crossing - corners.mean(axis=0)) @ V[2], 0, atol=2e-3)
    np.testing.assert_allclose(crossing[:, 2], (crossing[:, :2] ** 2).sum(axis=1), atol=1e-9)


@pytest.mark.parametrize("name", module.MAPS)
def test_the_field_here_has_the_sign_of_the_side_there(lifted, name):
    """The plane is known from the corners that are drawn; which side is which, from the points that are right."""
    lifted.set(data="moons", map=name, shift=0.2, tilt=20)
    here, there = lifted.shown.panels
    corners, field = corners_of(there.find(marks.SpaceSheet)), here.find(marks.Field)
    normal = np.linalg.svd(corners - corners.mean(axis=0))[2][2]
    lifted_grid = module.MAPS[name](grid_of(field).points)
    side = ((lifted_grid - corners.mean(axis=0)) @ normal).reshape(80, 80)
    share = field.values / np.abs(field.values).max()
    expected = side / np.abs(side).max()
    expected *= np.sign((expected * share).sum())
    np.testing.assert_allclose(share, expected, atol=0.01)


def test_the_side_of_the_second_class_is_in_its_color(lifted):
    here = straight(lifted, data="circles", map="(x₁², x₂², √2 x₁x₂)").shown.panels[0]
    field, points = here.find(marks.Field), here.find(marks.Points)
    assert field.palette == "classes"  # orange where a function is positive
    assert ((values_at(field, xy(points)) > 0) == (points.classes == 1)).mean() > 0.98


def test_points_there_are_the_points_here_lifted(lifted):
    straight(lifted, data="moons", map="(x₁², x₂², √2 x₁x₂)")
    X, y, names = module.two_classes("moons")
    here, there = lifted.shown.panels
    points, space = here.find(marks.Points), there.find(marks.SpacePoints)
    np.testing.assert_array_equal(np.c_[points.x, points.y, points.classes], np.c_[X, y])
    np.testing.assert_allclose(corners_of(space), np.c_[X**2, np.sqrt(2) * X[:, 0] * X[:, 1]])
    assert space.kind == points.kind == tuple(f"class {k}" for k in y)
    assert points.label == {"class 0": names[0], "class 1": names[1]}
    assert [axis.label for axis in (there.x, there.y, there.z)] == ["x₁²", "x₂²", "√2 x₁x₂"]
    for axis, z in zip((there.x, there.y, there.z), corners_of(space).T, strict=True):
        assert axis.range[0] < z.min() and z.max() < axis.range[1]


def test_a_plane_that_is_shifted_out_leaves_one_class_wrong(lifted):
    few = errors_of(straight(lifted, data="circles", map="(x₁, x₂, x₁² + x₂²)"))
    assert errors_of(lifted.set(shift=1.0)) > few + 40
    assert "shifted by 1 half boxes and tilted by 0°" in lifted.said


def test_the_plane_follows_points_that_are_moved_added_and_removed(lifted):
    straight(lifted, data="moons", map="(x₁, x₂, x₁² + x₂²)")
    X, y, _ = module.two_classes("moons")
    rows = np.column_stack([X, y])
    far = rows + 0
    far[3, :2] = 1.9, 1.9
    for now in (far, np.vstack([rows, [[0.5, 0.5, 0]]]), rows[10:], np.c_[X, 1 - y]):
        lifted.set(points=now)
        expected = errors_by_least_squares(now[:, :2], now[:, 2], lift_to_paraboloid(now[:, :2]))
        assert f"{len(now)} points of moons" in lifted.said and errors_of(lifted) == expected > 0


def test_the_box_grows_only_when_a_point_leaves_it(lifted):
    straight(lifted, data="circles", map="(x₁, x₂, x₁² + x₂²)")
    X, y, _ = module.two_classes("circles")
    rows, (low, high) = np.column_stack([X, y]), lifted.shown.panels[1].z.range
    rows[0, :2] = 0.4, 0.2
    assert lifted.set(points=rows).shown.panels[1].z.range == (low, high)
    rows[0, :2] = 1.2, 1.3
    assert high < 1.2**2 + 1.3**2
    np.testing.assert_allclose(lifted.set(points=rows).shown.panels[1].z.range, (low, 1.2**2 + 1.3**2))


@pytest.mark.parametrize("name", module.MAPS)
def test_of_one_class_alone_all_points_are_on_the_right_side(lifted, name):
    straight(lifted, data="moons", map=name)
    X, _, _ = module.two_classes("moons")
    for k in (0, 1):
        assert errors_of(lifted.set(points=np.column_stack([X, np.full(len(X), k)]))) == 0
    assert lifted.png.startswith(b"\x89PNG")


LOW, HIGH = np.array([-1.0, 0, 2]), np.array([3.0, 0.5, 9])
plane = arrays(float, 4, elements=st.floats(-2, 2)).filter(lambda v: np.linalg.norm(v[:3]) > 0.1)


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


def test_what_leaves_the_box_is_blanked():
    line = np.array([[0.0, 0], [2, 0], [1, 1]])
    lifted = module._lifted("(x₁, x₂, 0)", [line, line[:1]], np.zeros(3), np.ones(3))
    inside = np.isfinite(lifted).all(axis=1)
    np.testing.assert_array_equal(inside, [True, False, True, False, True, False])  # a gap after each line
    assert np.isnan(module._lifted("(x₁, x₂, 0)", [], np.zeros(3), np.ones(3))).all()


def test_a_line_drawn_by_hand_fails_among_the_points_and_not_among_their_squares():
    explorer, circles = LineByHandExplorer(), datasets.circles(200, factor=0.4, noise=0.08)
    for x1 in (-0.5, 0.0, 0.7):
        explorer.set(among="the points", angle=90, through=(x1, 1.0))
        wrong = np.sum((circles.X[:, 0] > x1) == (circles.y == 0))
        assert f"leaves {min(wrong, 200 - wrong)} of the 200 on the wrong side" in explorer.said
    explorer.set(among="their squares", angle=135, through=(0.25, 0.25))
    assert "leaves 0 of the 200" in explorer.said and "a closed curve" in explorer.said
    curve = explorer.shown.panels[0].find(marks.Curve)
    np.testing.assert_allclose(curve.x**2 + curve.y**2, 0.5, atol=2e-3)
