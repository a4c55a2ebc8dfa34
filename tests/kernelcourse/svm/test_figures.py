"""The pictures of chapter 12: their text has the numbers, and their artists are where they belong."""

import numpy as np
import pytest
from pictures import check_picture

from kernelcourse.svm import draws
from kernelcourse.svm.figures import (
    curves_of_price,
    empty_streets,
    errors_by_kernel,
    lines_tried,
    say_machine,
    street_with_slack,
    streets,
    weights_and_places,
)
from kernelsy19 import datasets, svm
from kernelsy19.kernels import RBF, Linear

X, y = draws.two_groups()


def machine(C, k=None):
    k = k or Linear()
    solution = svm.solve_dual(k(X), y, C, tol=1e-9)
    return X, solution, lambda P: svm.decision_function(k, X, solution, P)


def lines_of(axes, label):
    return [line for line in axes.lines if line.get_label() == label]


def test_streets_ring_the_support_vectors_and_cross_the_errors():
    picture = streets({"C = 1": machine(1.0), "RBF": machine(1.0, RBF(1.0))}, title="two machines")
    assert "C = 1: 11 support vectors of 30 points, 4 errors, margin 0.714" in picture.alt
    assert picture.alt.startswith("2 soft margins (two machines).")
    check_picture(picture)
    axes, solution = picture.figure.axes[0], machine(1.0)[1]
    drawn = {c.get_label(): np.asarray(c.get_offsets()) for c in axes.collections if len(c.get_offsets())}
    np.testing.assert_array_equal(drawn["support vector"], X[solution.support])
    np.testing.assert_array_equal(drawn["error"], X[solution.misclassified])
    np.testing.assert_array_equal(drawn["y = −1"], X[y < 0])
    # The dashed lines are where f is 1 or −1.
    dashed = [line for line in axes.lines if line.get_linestyle() == "--" and len(line.get_xdata()) > 1]
    assert len(dashed) == 2
    for line in dashed:
        f = machine(1.0)[2](line.get_xydata())
        np.testing.assert_allclose(np.abs(f), 1, atol=1e-6)


def test_a_hard_margin_has_no_errors_in_its_text():
    apart = X + 3 * y[:, None]
    solution = svm.solve_dual(Linear()(apart), y, np.inf)
    assert "0 errors" in say_machine(solution)


def flowers():
    iris = datasets.iris().columns("sepal length", "sepal width")
    two = iris.rows(iris.y < 2).standardized()
    return two.X, np.where(two.y == 1, 1.0, -1.0)


def test_lines_tried_are_where_F_is_zero():
    far, sign = flowers()
    steps = list(svm.perceptron_steps(Linear()(far), sign))
    lines = [svm.perceptron_normal(step.counts, sign, far) for step in steps]
    missed = [step.missed for step in steps]
    picture = lines_tried(far, sign, missed, lines, closer=2, title="t")
    check_picture(picture)
    update, every = picture.figure.axes
    wrong = [(sign * (far @ w + b) <= 0).sum() for w, b in lines[1:3]]
    assert (
        f"Left, update 3: a point is framed that the line before misses; {wrong[0]} of 100 points"
        in picture.alt
    )
    assert f"Right, all {len(lines)} lines, the last one thick: {len(set(missed))} points" in picture.alt
    shown = {"before the update": (update, lines[1]), "after the update": (update, lines[2])}
    for label, (axes, (w, b)) in (shown | {"the last line": (every, lines[-1])}).items():
        (line,) = lines_of(axes, label)
        np.testing.assert_allclose(line.get_xydata() @ w + b, 0, atol=1e-9)
    assert len(every.lines) == len(lines)
    # The arrows are w, of length 1, and begin on their lines.
    for arrow, (w, b) in zip(update.texts, lines[1:3], strict=True):
        np.testing.assert_allclose(np.subtract(arrow.xy, arrow.xyann), w / np.linalg.norm(w))
        assert arrow.xyann @ w + b == pytest.approx(0, abs=1e-9)
    framed = {c.get_label(): np.asarray(c.get_offsets()) for c in update.collections}["the missed point"]
    np.testing.assert_array_equal(framed, far[[missed[2]]])
    (rings,) = (c for c in every.collections if c.get_label().startswith("missed ("))
    np.testing.assert_allclose(rings.get_sizes(), 60 + 50 * steps[-1].counts[steps[-1].counts > 0])
    named = lines_tried(far, sign, missed, lines, names=("setosa", "versicolor")).figure
    named.draw_without_rendering()
    legend = named.legends[0].get_window_extent()
    assert legend.x0 >= 0 and legend.x1 <= named.bbox.x1
    for bad in ({"missed": [0, 100]}, {"closer": 2}, {"missed": [0]}, {"lines": [(w, b), (0 * w, b)]}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            lines_tried(far, sign, **{"missed": [0, 1], "lines": lines[:2]} | bad)


def test_weights_and_places_count_the_kinds():
    solution = machine(1.0)[1]
    kinds = [int((solution.kinds == kind).sum()) for kind in ("beyond", "edge", "inside")]
    assert kinds == [19, 3, 8]
    picture = weights_and_places(solution)
    check_picture(picture)
    assert "19 beyond the margin, 3 on its edge, 8 inside, or wrong side" in picture.alt


def test_an_empty_street_ends_at_its_nearest_points():
    far = X + 3 * y[:, None]
    solution = svm.solve_dual(Linear()(far), y, np.inf, tol=1e-10)
    w, b = svm.normal(solution.alpha, y, far), solution.b
    picture = empty_streets({"widest": (far, y, w, b), "of any scale": (far, y, 7 * w, 7 * b)}, title="t")
    check_picture(picture)
    assert picture.alt.startswith("2 empty streets (t). widest: half width")
    for axes in picture.figure.axes[:2]:
        ringed = {c.get_label(): np.asarray(c.get_offsets()) for c in axes.collections}["nearest to the line"]
        np.testing.assert_array_equal(ringed, far[solution.support])
        (edge,) = lines_of(axes, "its edges")
        np.testing.assert_allclose(edge.get_xydata() @ w + b, -1, atol=1e-6)
        (band,) = axes.patches
        assert sorted({round(float(f), 5) for f in band.get_xy() @ w + b}) == [-1, 1]
    with pytest.raises(ValueError, match="'overlap' must separate"):
        empty_streets({"overlap": (X, y, w, b)})


def test_arrows_of_slack_run_from_the_edge_to_the_point():
    w, b = np.array([0.8, 0.5]), 0.2
    some, signs = X[::3], y[::3]
    picture = street_with_slack(some, signs, (w, b))
    check_picture(picture)
    xi = svm.slacks(signs, some @ w + b)
    (axes,) = picture.figure.axes
    arrows = [text for text in axes.texts if text.arrow_patch is not None]
    for arrow, i in zip(arrows, np.flatnonzero(xi), strict=True):
        np.testing.assert_array_equal(arrow.xy, some[i])
        assert arrow.xyann @ w + b == pytest.approx(signs[i])
        along = np.subtract(arrow.xy, arrow.xyann)
        assert np.linalg.norm(along) == pytest.approx(
            xi[i] / np.linalg.norm(w)
        )  # at right angles to the street
    told = [text.get_text() for text in axes.texts if text.arrow_patch is None]
    assert [float(text.removeprefix("ξ = ")) for text in told] == pytest.approx(xi[xi > 0], rel=5e-3)
    assert f"{(xi > 0).sum()} of 10 points have slack" in picture.alt
    assert f"{(xi > 1).sum()} point across the middle" in picture.alt


def test_curves_of_price_have_a_logarithmic_scale_where_they_are_steep():
    prices = np.array([0.1, 1.0, 10.0])
    picture = curves_of_price(prices, {"steep": np.array([40.0, 5.0, 1.0]), "flat": np.array([3, 4, 3])})
    check_picture(picture)
    steep, flat = picture.figure.axes
    assert (steep.get_yscale(), flat.get_yscale()) == ("log", "linear")
    np.testing.assert_array_equal(flat.lines[0].get_xydata(), np.column_stack([prices, [3, 4, 3]]))
    assert "flat: 3 at C = 0.1, 3 at C = 10, from 3 to 4" in picture.alt
    for bad in ([1.0, 1.0, 2.0], [0.0, 1.0, 2.0]):
        with pytest.raises(ValueError, match="prices must be positive and rising"):
            curves_of_price(bad, {"a": np.ones(3)})
    with pytest.raises(ValueError, match="'a' must have 3 values"):
        curves_of_price(prices, {"a": np.ones(2)})


def test_errors_by_kernel_are_dots_beside_published_lines():
    rows = {"linear": [6.7, 6.2], "Gaussian": [4.8, 4.2]}
    picture = errors_by_kernel(rows, ("plain", "smoothed"), {"published": 4.0}, title="t")
    check_picture(picture)
    (axes,) = picture.figure.axes
    dots = {line.get_label(): line.get_xdata() for line in axes.lines}
    np.testing.assert_array_equal(dots["smoothed"], [6.2, 4.2])
    assert list(dots["published"]) == [4.0, 4.0]
    assert "Gaussian: plain 4.8, smoothed 4.2. Published: published: 4." in picture.alt
    with pytest.raises(ValueError, match="rows must have one error for each of"):
        errors_by_kernel({"linear": [6.7]}, ("plain", "smoothed"), {"published": 4.0})
