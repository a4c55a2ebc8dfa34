"""A change of units changes no answer: data, kernel values and prices times powers of two, which change no digit.

The same labels, weights and kinds come out, and every number that has a unit is multiplied by its power. Data are
multiplied by s: a stationary kernel gets the γ that gives the same kernel values, γ/s² or γ/s, and the linear kernel
gives values times s². Where K is multiplied by t, what a unit of slack or of length costs has to follow: C/t for the
support vector machine, whose f stays; λt for ridge and logistic regression, whose f stays as well. The balls and the
hyperplane take ν, or a C that weighs weights, which have no unit. The perceptron adds 1 to each kernel value, so a
change of units is another perceptron; it is not here.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelsy19 import ball, fisher, landmarks, logistic, one_class, ridge, svdd, svm
from kernelsy19.kernels import RBF, Laplacian, Linear
from kernelsy19.validation import ConvergenceWarning

SIZES = st.sampled_from([1, 2, 5, 40, 160])
POWERS = st.integers(-400, 400)  # of two, by which data are multiplied; K gets up to twice as many
POWERS_OF_K = st.integers(-475, 475).map(lambda k: 2 * k)  # even: a Cholesky factor takes their root


def drawn(seed, n, p=2):
    """Points, labels of both classes where there are two points, and targets."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    lengths = np.linalg.norm(X, axis=1)
    return X, np.where(lengths <= np.median(lengths), 1.0, -1.0), rng.normal(size=n)


def assert_scaled(found, base, same, times, power):
    """Some fields agree to the last bit, others but for a power of two."""
    for name in same:
        np.testing.assert_array_equal(getattr(found, name), getattr(base, name), err_msg=name)
    for name in times:
        np.testing.assert_array_equal(
            getattr(found, name), np.ldexp(getattr(base, name), power), err_msg=name
        )


LENGTHS = (
    "R2",
    "center_norm2",
    "squared_distances",
    "objective",
    "primal_objective",
    "duality_gap",
    "kkt_residual",
)
OF_PLANE = ("rho", "margins", "objective", "primal_objective", "duality_gap")


def of_K(K, k, y, targets, nu):
    """All that is solved with a Gram matrix or its provider, for K times two to the power k."""
    inverse = float(np.ldexp(1.0, -k))
    yield "ball", ball.solve_dual(K, nu), ("alpha", "kinds", "iterations", "converged"), LENGTHS, k
    plane = one_class.solve_hyperplane(K, nu)
    yield "hyperplane", plane, ("alpha", "kinds", "iterations", "converged"), OF_PLANE, k
    if len(y) > 1:
        two = svdd.solve_dual(K, y, 1.0)
        yield "svdd", two, ("alpha", "kinds", "iterations", "converged"), LENGTHS, k
        machine = svm.solve_dual(K, y, 3.0 * inverse, tol=1e-4)
        same = ("b", "f", "kinds", "misclassified", "kkt_residual", "iterations", "converged")
        times = ("alpha", "objective", "primal_objective", "duality_gap", "w_norm2")
        yield "svm", machine, same, times, -k
        for intercept in (False, True):
            fit = logistic.solve_logistic(K, (y + 1) / 2, float(np.ldexp(0.3, k)), intercept)
            same = ("intercept", "scores", "objective", "duality_gap", "iterations", "converged")
            yield "logistic", fit, same, ("theta",), -k
    for intercept in (False, True):
        fit = ridge.solve_dual(K, targets, float(np.ldexp(0.3, k)), intercept)
        same = ("b", "objective", "residual", "converged", "path")
        yield "ridge", fit, same, ("alpha",), -k


def compare(K, scaled, k, y, targets, nu):
    for (name, base, *_), (_, found, same, times, power) in zip(
        of_K(K, 0, y, targets, nu), of_K(scaled, k, y, targets, nu), strict=True
    ):
        assert base.converged, (name, base.doubts)
        assert_scaled(found, base, same, times, power)


@given(
    seed=st.integers(0, 10**6),
    n=SIZES,
    k=POWERS_OF_K,
    nu=st.sampled_from([1.0, 0.5, 0.11, 1e-3, 1e-9, 1e-300]),
)
@settings(max_examples=25, deadline=None)
def test_kernel_values_times_a_power_of_two(seed, n, k, nu):
    X, y, targets = drawn(seed, n)
    K = RBF(0.5)(X)
    compare(K, np.ldexp(K, k), k, y, targets, nu)


@given(seed=st.integers(0, 10**6), n=SIZES, k=POWERS, p=st.sampled_from([1, 2, 5, 10]))
@settings(max_examples=20, deadline=None)
def test_points_of_a_stationary_kernel_times_a_power_of_two(seed, n, k, p):
    X, y, targets = drawn(seed, n, p)
    big = np.ldexp(X, k)
    for kernel, scaled in (
        (RBF(0.5), RBF(float(np.ldexp(0.5, -2 * k)))),
        (Laplacian(0.5), Laplacian(float(np.ldexp(0.5, -k)))),
    ):
        compare(kernel.gram(X), scaled.gram(big), 0, y, targets, 0.2)


@given(seed=st.integers(0, 10**6), n=SIZES, k=POWERS)
@settings(max_examples=20, deadline=None)
def test_points_of_the_linear_kernel_times_a_power_of_two(seed, n, k):
    X, y, targets = drawn(seed, n, 3)
    compare(Linear().gram(X), Linear().gram(np.ldexp(X, k)), 2 * k, y, targets, 0.3)


@pytest.mark.parametrize("k", [-400, -133, 200, 400])
@pytest.mark.parametrize("n", [900, 1300])
def test_with_so_many_points_that_passes_take_some_of_them(n, k):
    X, y, targets = drawn(n, n, 2)
    compare(RBF(2.0).gram(X), RBF(float(np.ldexp(2.0, -2 * k))).gram(np.ldexp(X, k)), 0, y, targets, 0.1)
    base, found = (ball.solve_dual(Linear().gram(points), 0.1) for points in (X, np.ldexp(X, k)))
    assert_scaled(found, base, ("alpha", "kinds", "iterations", "converged"), LENGTHS, 2 * k)


@pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e-40, 1e40, 1e200, 1e300])
def test_other_sizes_differ_by_rounding_only(scale):
    X = drawn(5, 60)[0]
    K = RBF(0.5)(X)
    base, found = ball.solve_dual(K, 0.1), ball.solve_dual(scale * K, 0.1)
    assert found.converged
    np.testing.assert_array_equal(found.kinds, base.kinds)
    assert found.R2 == pytest.approx(scale * base.R2, rel=1e-5)
    assert found.duality_gap <= 1.001e-6 * found.objective


@given(seed=st.integers(0, 10**6), k=POWERS)
@settings(max_examples=15, deadline=None)
def test_targets_and_leaving_one_out(seed, k):
    X, _, y = drawn(seed, 30)
    K, lams = RBF(0.5)(X), np.logspace(-3, 1, 5)
    base, found = ridge.solve_dual(K, y, 0.3), ridge.solve_dual(K, np.ldexp(y, k), 0.3)
    assert_scaled(found, base, ("converged",), ("alpha", "b", "residual"), k)
    base, found = ridge.loo_path(K, y, lams), ridge.loo_path(np.ldexp(K, 2 * k), y, np.ldexp(lams, 2 * k))
    same = ("loo", "gcv", "training", "degrees_of_freedom", "best")
    assert_scaled(found, base, same, ("lams", "eigenvalues"), 2 * k)
    assert ridge.loo_path(np.ldexp(K, 2 * k), y).best == ridge.loo_path(K, y).best
    base, found = (
        ridge.solve_ridge(X, y, 0.3),
        ridge.solve_ridge(np.ldexp(X, k), y, float(np.ldexp(0.3, 2 * k))),
    )
    assert_scaled(found, base, ("objective", "converged", "path"), ("beta",), -k)


@pytest.mark.parametrize("k", [-400, -70, 70, 400])
def test_a_mixture(k):
    X = drawn(3, 200, 2)[0] + np.where(np.arange(200) % 2, 3.0, -3.0)[:, None]
    base, found = fisher.fit_mixture(X, 2), fisher.fit_mixture(np.ldexp(X, k), 2)
    np.testing.assert_allclose(found.posteriors, base.posteriors, atol=1e-6)
    np.testing.assert_allclose(np.ldexp(found.mixture.mu, -k), base.mixture.mu, rtol=1e-6)
    np.testing.assert_allclose(np.ldexp(found.mixture.sd, -k), base.mixture.sd, rtol=1e-6)
    assert found.log_likelihood + 2 * k * np.log(2) == pytest.approx(base.log_likelihood, abs=1e-9)
    assert base.converged
    assert found.converged


@pytest.mark.parametrize("k", [-300, -60, 60, 300])
def test_on_landmarks(k):
    X, _, targets = drawn(4, 400, 2)

    def fits(points, kernel, k):
        features = landmarks.landmark_map(kernel, points[:20])
        lam = float(np.ldexp(0.3, k))
        yield landmarks.fit_ridge(features, lambda b: (points[b::2], targets[b::2]), [0, 1], lam), "rmse"
        yield landmarks.fit_c_means(features, lambda b: points[b::2], [0, 1], points[:3]), "sizes"
        yield landmarks.fit_ball(kernel, lambda b: points[b::2], [0, 1], 0.1), "n_outside"

    for base, found in zip(
        fits(X, Linear() + 1, 0), fits(X, float(np.ldexp(1.0, k)) * (Linear() + 1), k), strict=True
    ):
        assert base[0].converged
        assert found[0].converged
        np.testing.assert_allclose(getattr(found[0], found[1]), getattr(base[0], base[1]), rtol=1e-9)


def test_what_no_number_can_hold_is_refused():
    X, y, _ = drawn(0, 20)
    with pytest.raises(ValueError, match="finite"):
        ball.solve_dual(Linear().gram(np.ldexp(X, 600)), 0.2)
    with pytest.raises(ValueError, match="finite"):
        svm.solve_dual(Linear().gram(np.ldexp(X, 600)), y)
    with pytest.warns(ConvergenceWarning, match="objective inf"):
        ridge.solve_dual(RBF(1.0).gram(X), np.ldexp(y, 600), 1.0)
