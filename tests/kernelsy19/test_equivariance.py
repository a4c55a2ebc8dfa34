"""Kernel values and targets times a power of two change no digit, however large: weights and kinds are the same.

Units of points, up to 1e90, are moved in `test_every_solver.py`. What a unit of slack or of length costs follows K: C/t
for the support vector machine, λt for ridge and logistic regression.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelsy19 import ball, density, logistic, one_class, pca, ridge, sequences, svdd, svm
from kernelsy19.cmeans import CMeans, c_means, plain_c_means
from kernelsy19.density import ParzenWindow
from kernelsy19.engine.providers import GramInUnits, in_units
from kernelsy19.gram import MatrixGram
from kernelsy19.kernels import RBF, Laplacian, Linear, Precomputed, default_kernel
from kernelsy19.pca import KernelPCA
from kernelsy19.units import deviations
from kernelsy19.validation import ConvergenceWarning

SEEDS, SIZES, EXPONENTS = st.integers(0, 10**6), st.sampled_from([1, 2, 5, 40, 160]), st.integers(-400, 400)
EVEN = st.integers(-475, 475).map(lambda k: 2 * k)  # of K: a Cholesky factor takes their root
SAME = "alpha kinds iterations converged"
LENGTHS = "R2 center_norm2 squared_distances objective primal_objective duality_gap kkt_residual"


def power(e):
    return float(np.ldexp(1.0, e))


def fields(name, found, e, same="", times=""):
    """Yield (name, value, its power of two) of what stays and of what is 2^e times as large."""
    for field in (*same.split(), *times.split()):
        yield f"{name}: {field}", getattr(found, field), e if field in times.split() else 0


def assert_follow(base, found):
    """Each value is what it was times its power of two, to the last bit."""
    for (name, one, _), (_, other, e) in zip(base, found, strict=True):
        one = np.asarray(one)
        np.testing.assert_array_equal(other, one if one.dtype.kind == "U" else np.ldexp(one, e), err_msg=name)


def drawn(seed, n, p=2):
    """Points, labels of both classes where there are two points, and targets."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    lengths = np.linalg.norm(X, axis=1)
    return X, np.where(lengths <= np.median(lengths), 1.0, -1.0), rng.normal(size=n)


def of_K(K, e, y, targets, nu=0.2):
    """All that is solved with a Gram matrix or its provider, for K times 2^e."""
    balls = [("ball", ball.solve_dual(K, nu))]
    plane = one_class.solve_hyperplane(K, nu)
    if len(y) > 1:
        balls += [("svdd", svdd.solve_dual(K, y, 1.0))]
        machine = svm.solve_dual(K, y, 3.0 * power(-e), tol=1e-4)
        same = "b f kinds misclassified kkt_residual iterations converged"
        times = "alpha objective primal_objective duality_gap w_norm2"
        yield from fields("svm", machine, -e, same, times)
        for intercept in (False, True):
            fit = logistic.solve_logistic(K, (y + 1) / 2, 0.3 * power(e), intercept)
            same = "intercept scores objective duality_gap iterations converged"
            yield from fields("logistic", fit, -e, same, "theta")
    for name, enclosing in balls:
        yield from fields(name, enclosing, e, SAME, LENGTHS)
    yield from fields("hyperplane", plane, e, SAME, "rho margins objective primal_objective duality_gap")
    for intercept in (False, True):
        fit = ridge.solve_dual(K, targets, 0.3 * power(e), intercept)
        yield from fields("ridge", fit, -e, "b objective residual converged path", "alpha")


@given(seed=SEEDS, n=SIZES, e=EVEN, nu=st.sampled_from([1.0, 0.5, 0.11, 1e-3, 1e-9, 1e-300]))
@settings(max_examples=25, deadline=None)
def test_kernel_values(seed, n, e, nu):
    X, *given_ = drawn(seed, n)
    K = RBF(0.5)(X)
    assert_follow(of_K(K, 0, *given_, nu), of_K(np.ldexp(K, e), e, *given_, nu))


@pytest.mark.parametrize("e", [-300, -133, 200, 300])
def test_so_many_points_that_passes_take_some_of_them(e):
    X, *given_ = drawn(1300, 1300)
    grams = RBF(2.0).gram(X), RBF(2.0 * power(-2 * e)).gram(np.ldexp(X, e))
    assert_follow(*(of_K(K, 0, *given_, 0.1) for K in grams))
    balls = (ball.solve_dual(Linear().gram(points), 0.1) for points in (X, np.ldexp(X, e)))
    assert_follow(*(fields("ball", found, 2 * e, SAME, LENGTHS) for found in balls))


@given(st.floats(1e-323, 1e308), st.floats(1e-100, 1e100))
def test_no_size_gives_what_is_no_kernel_value(gamma, size):
    X = size * np.array([[0.0], [1.0], [-1.0]])
    for k in (RBF(gamma), Laplacian(gamma)):
        for K in (k(X), k(X, X.copy()), k.gram(X).matrix()):
            assert ((K >= 0) & (K <= 1)).all() and (np.diagonal(K) == 1).all()


def test_a_provider_in_other_units():
    K = (1e250 * RBF(0.5)).gram(np.random.default_rng(0).normal(size=(30, 2)))
    G, e = in_units(K)
    assert isinstance(G, GramInUnits) and e % 2 == 0 and 0.5 <= np.abs(G.matrix()).max() < 2
    some, whole = np.array([3, 1]), K.matrix()
    for ours, expected in (
        (G.block(some, some), whole[np.ix_(some, some)]),
        (G.rows(some), whole[some]),
        (G.diagonal(), np.diagonal(whole)),
        (G.product(np.ones(30)), whole.sum(axis=0)),
    ):
        np.testing.assert_allclose(np.ldexp(ours, e), expected, rtol=1e-13)
    assert in_units(MatrixGram(np.eye(3)))[1] == 0


def of_targets(seed, e):
    """Fits to targets times 2^e, and what leaving one out says where K and λ are."""
    X, _, y = drawn(seed, 30)
    K, lams = RBF(0.5)(X), np.logspace(-3, 1, 5)
    yield from fields("ridge", ridge.solve_dual(K, np.ldexp(y, e), 0.3), e, "converged", "alpha b residual")
    yield from fields("path", ridge.loo_path(K, np.ldexp(y, e)), 2 * e, "best converged", "loo")
    path = ridge.loo_path(np.ldexp(K, 2 * e), y, np.ldexp(lams, 2 * e))
    yield from fields("λ", path, 2 * e, "loo gcv training degrees_of_freedom best", "lams eigenvalues")
    yield from fields("its own λ", ridge.loo_path(np.ldexp(K, 2 * e), y), e, "best")


@given(seed=SEEDS, e=EXPONENTS)
@settings(max_examples=15, deadline=None)
def test_targets_and_leaving_one_out(seed, e):
    assert_follow(of_targets(seed, 0), of_targets(seed, e))


@pytest.mark.parametrize("size", [1e-101, 1e101])
def test_points_whose_squares_no_float_holds_are_refused_at_the_door(size):
    X = np.array([[1.0, 0.0], [-1.0, 2.0], [0.0, 1.0], [3.0, 1.0]])
    huge, fitted = size * X, [CMeans(2).fit(X), KernelPCA(RBF()).fit(X), ParzenWindow().fit(X)]
    for ask in (
        lambda: RBF()(huge),
        lambda: RBF()(X, huge),
        lambda: default_kernel(huge),
        lambda: Linear().sums_on_grid([0.0], [0.0], huge, np.ones(4)),
        lambda: Linear().sums_on_grid([0.0, size], [0.0], X, np.ones(4)),
        lambda: density.density_on_grid([0.0], [size], X, 1.0),
        lambda: c_means(huge, 2),
        lambda: plain_c_means(X, huge[:2]),
        lambda: pca.principal_axes(huge, 1),
        lambda: density.scott(huge),
        lambda: ridge.solve_ridge(huge, np.ones(4), 1.0),
        lambda: sequences.dtw_distance(huge, X),
        lambda: CMeans(2).fit(huge),
        lambda: KernelPCA(RBF()).fit(huge),
        *(
            lambda model=model: (getattr(model, "transform", None) or model.score_samples)(huge)
            for model in fitted
        ),
    ):
        message = r"squared distances that float64 holds, got numbers of about 1e[-+]10"
        with pytest.raises(ValueError, match=message):
            ask()
    assert np.isfinite(RBF()(0 * X)).all()
    K = size**1.5 * (X @ X.T)  # kernel values, not points
    assert KernelPCA(Precomputed(), 2).fit(K).solution_.converged


def test_rounding_of_a_mean_leaves_no_deviation():
    assert (deviations(np.full((9, 2), 0.1)) == 0).all()


def test_values_and_objectives_that_overflow_are_told():
    X, y, _ = drawn(0, 20)
    huge = (1e200 * Linear()).gram(np.ldexp(X, 200))
    for solve in (lambda: ball.solve_dual(huge, 0.2), lambda: svm.solve_dual(huge, y)):
        with np.errstate(over="ignore"), pytest.raises(ValueError, match="finite"):
            solve()
    with pytest.warns(ConvergenceWarning, match="objective inf"):
        ridge.solve_dual(RBF(1.0).gram(X), np.ldexp(y, 600), 1.0)
