"""The pictures of chapter 12: their text has the numbers, and their artists are where they belong."""

import numpy as np
import pytest
from pictures import border, check_picture, says, xy

from kernelcourse.drawing.marks import Curve, Field, Points, Segments, Words
from kernelcourse.svm import draws, figures
from kernelsy19 import datasets, svm
from kernelsy19.kernels import RBF, Linear

X, y = draws.two_groups()


def machine(C, k=None):
    k = k or Linear()
    solution = svm.solve_dual(k(X), y, C, tol=1e-9)
    return X, solution, lambda P: svm.decision_function(k, X, solution, P)


def test_streets_ring_the_support_vectors_and_cross_the_errors():
    picture = figures.streets({"C = 1": machine(1.0), "RBF": machine(1.0, RBF(1.0))}, title="two machines")
    assert says(picture.alt, 1, 11, 30, 4, 0.714)
    assert picture.alt.startswith("2 soft margins (two machines).")
    check_picture(picture)
    panel, solution = picture.panels[0], machine(1.0)[1]
    np.testing.assert_array_equal(xy(panel.find("support vector")), X[solution.support])
    np.testing.assert_array_equal(xy(panel.find("error")), X[solution.misclassified])
    np.testing.assert_array_equal(xy(panel.find(Points)), X)
    assert panel.find(Points).kind == tuple("class 1" if sign > 0 else "class 0" for sign in y)
    dashed = [mark for mark in panel.marks if isinstance(mark, Field) and mark.dash == "dashed"]
    assert [mark.levels for mark in dashed] == [(-1.0,), (1.0,)]
    for line in dashed:
        f = machine(1.0)[2](border(line))
        np.testing.assert_allclose(f, line.levels[0], atol=1e-6)


def test_a_hard_margin_has_no_errors_in_its_text():
    apart = X + 3 * y[:, None]
    solution = svm.solve_dual(Linear()(apart), y, np.inf)
    assert "0 errors" in figures.say_machine(solution)


def flowers():
    iris = datasets.iris().columns("sepal length", "sepal width")
    two = iris.rows(iris.y < 2).standardized()
    return two.X, np.where(two.y == 1, 1.0, -1.0)


def test_lines_tried_are_where_F_is_zero():
    far, sign = flowers()
    steps = list(svm.perceptron_steps(Linear()(far), sign))
    lines = [svm.perceptron_normal(step.counts, sign, far) for step in steps]
    missed = [step.missed for step in steps]
    picture = check_picture(figures.lines_tried(far, sign, missed, lines, closer=2, title="t"))
    update, every = picture.panels
    wrong = [(sign * (far @ w + b) <= 0).sum() for w, b in lines[1:3]]
    assert (
        f"Left, update 3: a point is framed that the line before misses; {wrong[0]} of 100 points"
        in picture.alt
    )
    assert f"Right, all {len(lines)} lines, the last one thick: {len(set(missed))} points" in picture.alt
    shown = {"before the update": (update, lines[1]), "after the update": (update, lines[2])}
    for label, (panel, (w, b)) in (shown | {"the last line": (every, lines[-1])}).items():
        np.testing.assert_allclose(xy(panel.find(label)) @ w + b, 0, atol=1e-9)
    assert sum(isinstance(mark, Curve) for mark in every.marks) == len(lines)
    # The arrows are w, of length 1, and begin on their lines.
    for k, (w, b) in enumerate(lines[1:3]):
        foot, tip = xy(update.find(Segments, k))
        np.testing.assert_allclose(tip - foot, w / np.linalg.norm(w))
        assert foot @ w + b == pytest.approx(0, abs=1e-9)
    np.testing.assert_array_equal(xy(update.find("the missed point")), far[[missed[2]]])
    rings, counts = every.find("missed (large: often)"), steps[-1].counts
    assert (np.argsort(rings.sizes) == np.argsort(counts[counts > 0])).all()
    check_picture(
        figures.lines_tried(
            far, sign, missed, lines, names=("setosa", "versicolor"), features=("a (sd)", "b (sd)")
        )
    )
    for bad in ({"missed": [0, 100]}, {"closer": 2}, {"missed": [0]}, {"lines": [(w, b), (0 * w, b)]}):
        with pytest.raises(ValueError, match=next(iter(bad))):
            figures.lines_tried(far, sign, **{"missed": [0, 1], "lines": lines[:2]} | bad)


def test_weights_and_places_count_the_kinds():
    solution = machine(1.0)[1]
    kinds = [int((solution.kinds == kind).sum()) for kind in ("beyond", "edge", "inside")]
    assert kinds == [19, 3, 8]
    picture = check_picture(figures.weights_and_places(solution))
    assert says(picture.alt, 19, 3, 8)


def test_an_empty_street_ends_at_its_nearest_points():
    far = X + 3 * y[:, None]
    solution = svm.solve_dual(Linear()(far), y, np.inf, tol=1e-10)
    w, b = svm.normal(solution.alpha, y, far), solution.b
    picture = figures.empty_streets(
        {"widest": (far, y, w, b), "of any scale": (far, y, 7 * w, 7 * b)}, title="t"
    )
    check_picture(picture)
    assert picture.alt.startswith("2 empty streets (t). widest: half width")
    for panel in picture.panels:
        np.testing.assert_array_equal(xy(panel.find("nearest to the line")), far[solution.support])
        np.testing.assert_allclose(xy(panel.find("its edges")) @ w + b, -1, atol=1e-6)
    band = picture.panels[0].find(Field)
    assert band.values.max() == pytest.approx(1, abs=0.05) and band.palette == "part"
    with pytest.raises(ValueError, match="'overlap' must separate"):
        figures.empty_streets({"overlap": (X, y, w, b)})


def test_arrows_of_slack_run_from_the_edge_to_the_point():
    w, b = np.array([0.8, 0.5]), 0.2
    some, signs = X[::3], y[::3]
    picture = check_picture(figures.street_with_slack(some, signs, (w, b)))
    xi = svm.slacks(signs, some @ w + b)
    (panel,) = picture.panels
    ends, wrong = xy(panel.find(Segments)).reshape(-1, 2, 2), np.flatnonzero(xi)
    np.testing.assert_array_equal(ends[:, 1], some[wrong])
    np.testing.assert_allclose(ends[:, 0] @ w + b, signs[wrong])
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    np.testing.assert_allclose(lengths, xi[wrong] / np.linalg.norm(w))  # at right angles to the street
    told = panel.find(Words).text
    assert [float(text.removeprefix("ξ = ")) for text in told] == pytest.approx(xi[wrong], rel=5e-3)
    assert f"{(xi > 0).sum()} of 10 points have slack" in picture.alt
    assert f"{(xi > 1).sum()} point across the middle" in picture.alt


def test_curves_of_price_have_a_logarithmic_scale_where_they_are_steep():
    prices = np.array([0.1, 1.0, 10.0])
    picture = figures.curves_of_price(
        prices, {"steep": np.array([40.0, 5.0, 1.0]), "flat": np.array([3, 4, 3])}
    )
    check_picture(picture)
    steep, flat = picture.panels
    assert (steep.y.scale, flat.y.scale) == ("log", "linear")
    np.testing.assert_array_equal(xy(flat.find(Curve)), np.column_stack([prices, [3, 4, 3]]))
    assert says(picture.alt, 3, 0.1, 3, 10, 3, 4)
    for bad in ([1.0, 1.0, 2.0], [0.0, 1.0, 2.0]):
        with pytest.raises(ValueError, match="prices must be positive and rising"):
            figures.curves_of_price(bad, {"a": np.ones(3)})
    with pytest.raises(ValueError, match="'a' must have 3 values"):
        figures.curves_of_price(prices, {"a": np.ones(2)})


def test_errors_by_kernel_are_dots_beside_published_lines():
    rows = {"linear": [6.7, 6.2], "Gaussian": [4.8, 4.2]}
    picture = figures.errors_by_kernel(rows, ("plain", "smoothed"), {"published": 4.0}, title="t")
    check_picture(picture)
    (panel,) = picture.panels
    assert panel.find("smoothed").x.tolist() == [6.2, 4.2] and panel.find("published").at == 4.0
    assert says(picture.alt, 4.8, 4.2, 4)
    with pytest.raises(ValueError, match="rows must have one error for each of"):
        figures.errors_by_kernel({"linear": [6.7]}, ("plain", "smoothed"), {"published": 4.0})
