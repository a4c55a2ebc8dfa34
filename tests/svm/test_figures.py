"""The pictures of chapter 12: their text has the numbers, and their artists are where they belong."""

import numpy as np
from pictures import check_picture

from kernelsy19 import svm
from kernelsy19.kernels import RBF, Linear
from kernelsy19.svm import settings
from kernelsy19.svm.figures import lines_tried, say_machine, streets, weights_and_places

X, y = settings.two_groups()


def machine(C, k=None):
    k = k or Linear()
    solution = svm.solve_dual(k(X), y, C, tol=1e-9)
    return X, solution, lambda P: svm.decision_function(k, X, solution, P)


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


def test_lines_tried_are_where_F_is_zero():
    far = X + 3 * y[:, None]
    steps = list(svm.perceptron_steps(Linear()(far), y))
    lines = [svm.perceptron_normal(step.counts, y, far) for step in steps]
    picture = lines_tried(far, y, steps[-1].counts, lines, title="t")
    assert f"The {len(lines)} lines of a perceptron (t)" in picture.alt
    (last,) = (line for line in picture.figure.axes[0].lines if line.get_label() == "the last line")
    w, b = lines[-1]
    np.testing.assert_allclose(last.get_xydata() @ w + b, 0, atol=1e-9)
    check_picture(picture)


def test_weights_and_places_count_the_kinds():
    solution = machine(1.0)[1]
    kinds = [int((solution.kinds == kind).sum()) for kind in ("beyond", "edge", "inside")]
    assert kinds == [19, 3, 8]
    picture = weights_and_places(solution)
    check_picture(picture)
    assert "19 beyond the margin, 3 on its edge, 8 inside, or wrong side" in picture.alt
