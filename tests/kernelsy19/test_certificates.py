"""Nothing that is returned is certified by what a solver believes: other arrays and broken promises raise doubts."""

import warnings
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelsy19 import (
    ball,
    certificates,
    cmeans,
    density,
    fisher,
    kernel_cmeans,
    landmarks,
    logistic,
    one_class,
    pca,
    programs,
    ridge,
    svdd,
    svm,
)
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.datasets import faithful, iris
from kernelsy19.engine import smo, smo_passes
from kernelsy19.engine.eigen import CenteredMatrix
from kernelsy19.gram import MatrixGram
from kernelsy19.kernels import RBF, Kernel, Linear, Polynomial
from kernelsy19.landmarks import ball_over_blocks, fits_over_blocks
from kernelsy19.validation import ConvergenceWarning


@dataclass(frozen=True)
class Answer:
    """The least that a certificate needs."""

    converged: bool = True
    doubts: tuple = ()


@pytest.mark.parametrize(
    ("value", "most", "fine"),
    [
        (0.0, 1, True),
        (1.0, 1, True),
        (1.1, 1, False),
        (np.nan, 1, False),
        (np.inf, 1, False),
        (np.inf, np.inf, False),
    ],
)
def test_a_condition_holds_of_numbers_within_their_limit(value, most, fine):
    found = certificates.certified(Answer(), ("residual", value, most), ("gap", 0.0, np.inf))
    assert found.converged is fine
    assert len(found.doubts) == (not fine)
    if not fine:
        with pytest.warns(ConvergenceWarning, match=rf"It ended with residual .*, above {most}; raise it\."):
            assert certificates.warn_of(found, "It ended", "raise it") is found
    else:
        with warnings.catch_warnings(action="error"):
            certificates.warn_of(found, "It ended", "raise it")


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1.0, 1e160, 1e300])
def test_length_of_numbers_of_any_size(scale):
    assert certificates.length(scale * np.array([3.0, -4.0])) == pytest.approx(5 * scale, rel=1e-14)
    assert certificates.length(np.zeros(2)) == 0
    assert np.isnan(certificates.length(np.array([np.nan, 1.0])))


# ---- numbers of a solver are not taken at its word ----------------------------------------------


def drawn(n=300):
    X = np.random.default_rng(0).normal(size=(n, 2))
    return X, np.where(np.linalg.norm(X, axis=1) < 1.1, 1.0, -1.0)


@pytest.mark.parametrize("n", [60, 300, 1200])
@pytest.mark.parametrize("form", ["matrix", "entries"])
def test_gradients_are_those_of_the_weights_that_are_returned(n, form, monkeypatch):
    """A solver whose running gradient goes wrong has to notice, since the last one is computed from its weights."""
    X, _ = drawn(n)
    K = RBF(0.5).gram(X) if form == "entries" else RBF(0.5)(X)

    make_pass = smo_passes.Passes._make_pass

    def spoiled(self, *arguments):
        moved = make_pass(self, *arguments)
        if not self.is_fresh:
            self.F += 1e-3 * np.sin(np.arange(self.n))
        return moved

    monkeypatch.setattr(smo_passes.Passes, "_make_pass", spoiled)
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        s = ball.solve_dual(K, 0.1)
    distances = 1 - 2 * RBF(0.5)(X) @ s.alpha + s.alpha @ RBF(0.5)(X) @ s.alpha
    np.testing.assert_allclose(s.squared_distances, distances, rtol=0, atol=1e-12)


def spoiling(weights):
    """What makes each certificate false: infeasible weights, and NaN."""
    more = weights.copy()
    more[np.argmax(weights)] *= 1.001
    return more, np.where(np.arange(len(weights)) == 0, np.nan, weights)


@pytest.mark.parametrize("which", [0, 1])
def test_weights_that_are_not_feasible_are_not_certified(which, monkeypatch):
    X, y = drawn(60)
    K = RBF(0.5)(X)
    solve = smo.solve_checked

    def infeasible(*arguments, **options):
        qp = solve(*arguments, **options)
        return replace(qp, alpha=spoiling(qp.alpha)[which])

    monkeypatch.setattr(smo, "solve_checked", infeasible)
    for found in (
        lambda: ball.solve_dual(K, 0.2),
        lambda: one_class.solve_hyperplane(K, 0.2),
        lambda: svdd.solve_dual(K, y, 0.2),
        lambda: svm.solve_dual(K, y, 1.0),
    ):
        with pytest.warns(ConvergenceWarning), np.errstate(all="ignore"):
            assert not found().converged


def fits():
    """A fit of each kind that passes the door, as (module, name of the fit, what is called)."""
    X, y = drawn(40)
    K, features = RBF(0.5)(X), landmarks.landmark_map(RBF(0.5), X[:6])
    rows, with_y = lambda b: X, lambda b: (X, y)
    yield programs, "ball", lambda: ball.solve_dual(K, 0.2)
    yield one_class.solve, "hyperplane", lambda: one_class.solve_hyperplane(K, 0.2)
    yield programs, "SVDD", lambda: svdd.solve_dual(K, y, 0.2)
    yield svm.plain, "SVM", lambda: svm.solve_dual(K, y, 1.0)
    yield svm.solve, "perceptron", lambda: svm.perceptron(K, y)
    yield logistic.plain, "logistic", lambda: logistic.solve_logistic(K, (y + 1) / 2, 1.0, intercept=True)
    yield ridge.plain, "primal ridge", lambda: ridge.solve_ridge(X, y, 1.0)
    yield ridge.plain, "ridge", lambda: ridge.solve_dual(K, y, 1.0)
    yield ridge.leave_one_out, "leave one out", lambda: ridge.loo_path(K, y)
    yield smo, "program", lambda: smo.solve_qp(K, -np.ones(40), y, upper=1.0)
    yield fisher.plain, "mixture", lambda: fisher.fit_mixture(X, 2)
    yield fits_over_blocks, "ridge in blocks", lambda: landmarks.fit_ridge(features, with_y, [0], 0.1)
    yield fits_over_blocks, "PCA in blocks", lambda: landmarks.fit_pca(features, rows, [0], 2)
    yield (
        fits_over_blocks,
        "classes in blocks",
        lambda: landmarks.fit_classifier(features, with_y, [0], [-1, 1], 0.1),
    )
    yield fits_over_blocks, "c-means in blocks", lambda: landmarks.fit_c_means(features, rows, [0], X[:2])
    yield ball_over_blocks, "ball in blocks", lambda: landmarks.fit_ball(RBF(0.5), rows, [0], 0.2)


@pytest.mark.parametrize(("module", "fit"), [pytest.param(m, f, id=name) for m, name, f in fits()])
def test_nan_passes_no_condition_and_no_door(module, fit, monkeypatch):
    seen, certified = [], module.certified
    monkeypatch.setattr(module, "certified", lambda *found: seen.append(found) or certified(*found))
    assert fit().converged
    (solution, *conditions) = seen[-1]
    for i, (what, value, most) in enumerate(conditions):
        for bad in ((what, np.nan, most), (what, value, np.nan), (what, np.inf, most)):
            assert not certified(solution, *conditions[:i], bad, *conditions[i + 1 :]).converged, bad
    numbers = {name: np.array(value) for name, value in vars(solution).items()}
    numbers = {name: value for name, value in numbers.items() if value.dtype.kind == "f" and value.size}
    assert numbers or module is fits_over_blocks
    for name, value in numbers.items():
        value.flat[-1] = np.nan
        found = certified(replace(solution, **{name: value if value.ndim else float(value)}), *conditions)
        assert found.doubts == (f"NaN in {name}",) and not found.converged


def test_what_is_nan_stays_so_on_its_way_to_a_condition():
    X, y = drawn(20)
    K, at, all_of = RBF(0.5)(X), np.where(np.arange(20) == 7, np.nan, 0.05), np.full(20, np.nan)
    assert np.isnan(programs.kkt_residual(at, np.full(20, 0.05), 1.0))
    assert np.isnan(ball.duality_gap(K, at, 0.5))
    assert np.isnan(svm.equations.infeasibility(at, y, 1.0))
    for values, residuals in ((all_of, all_of), (np.ones(20), at)):
        assert np.isnan(certificates.backward_error(values, residuals))
    with pytest.raises(ValueError, match="eigenvalue of nan"):
        CenteredMatrix(MatrixGram(K), True).require_psd(np.nan)


@pytest.mark.parametrize("name", ["values", "vectors", "residuals", "orthogonality"])
@pytest.mark.parametrize("solver", ["dense", "krylov", "cholesky"])
def test_components_that_are_nan_are_not_certified(name, solver, monkeypatch):
    find = pca.solve.largest_eigenvalues

    def faulty(*arguments):
        spectrum = find(*arguments)
        if name == "vectors":
            spectrum.vectors[3, 0] = np.nan
            s, whole = spectrum, CenteredMatrix(arguments[0], True)
            return whole.spectrum(s.values, s.vectors, s.vectors, s.path, s.proof)
        return replace(spectrum, **{name: getattr(spectrum, name) * np.nan})

    monkeypatch.setattr(pca.solve, "largest_eigenvalues", faulty)
    with pytest.warns(ConvergenceWarning), np.errstate(all="ignore"):
        assert not pca.solve_dual(RBF(0.5)(drawn()[0]), 3, solver=solver).converged


# ---- promises that are not kept -----------------------------------------------------------------


@dataclass(frozen=True)
class Negative(Kernel):
    """−x·y, which its class declares positive semidefinite."""

    positive_semidefinite = True

    def evaluate(self, X, Y):
        return -(X @ Y.T)


@dataclass(frozen=True)
class Bent(Kernel):
    """A Gaussian kernel less a tenth of x·y: ‖c‖² need not be negative, but the curvature is."""

    positive_semidefinite = True

    def evaluate(self, X, Y):
        return RBF(0.5).evaluate(X, Y) - 0.1 * X @ Y.T


@pytest.mark.parametrize("kernel", [Negative(), Bent()], ids=repr)
@pytest.mark.parametrize("n", [30, 200, 900])
def test_a_kernel_that_is_not_psd_is_never_certified(kernel, n):
    X, y = drawn(n)
    y[:2] = 1, -1
    X = 3 * X + 1
    for solve in (
        lambda K: ball.solve_dual(K, 0.5, max_iter=2000),
        lambda K: one_class.solve_hyperplane(K, 0.5, max_iter=2000),
        lambda K: svdd.solve_dual(K, y, 1.0, max_iter=2000),
        lambda K: svm.solve_dual(K, y, 1.0, max_iter=2000),
        lambda K: ridge.solve_dual(K, X[:, 0], 10.0, intercept=False),
        lambda K: logistic.solve_logistic(K, (y + 1) / 2, 1.0, max_iter=20),
    ):
        with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
            try:
                found = solve(kernel.gram(X))
            except ValueError:  # a clear error is an answer, too
                continue
        assert not found.converged, found


# ---- what has no time to arrive -----------------------------------------------------------------


def early():
    """What is stopped before it arrives: its name, how many iterations it says, what the warning says, and the call."""
    X, y = drawn(200)
    K, start = RBF(0.5)(X), np.arange(200) % 5
    steps, F = lambda b: X[b::2], landmarks.landmark_map(RBF(0.5), X[:6])
    ones = (y + 1) / 2
    theta = logistic.plain_newton(K, ones, 1e-3, max_iter=1)
    yield "c_means", 1, r"still moved \d+ points", lambda: cmeans.c_means(X, 5, 1, max_iter=1)
    yield "plain_c_means", 1, r"still moved \d+", lambda: cmeans.plain_c_means(X, X[:5], 2)
    yield "kernel_c_means", 1, "still", lambda: kernel_cmeans.kernel_c_means(K, 5, init=start, max_iter=1)
    yield "plain_kernel_c_means", 1, "still", lambda: kernel_cmeans.plain_kernel_c_means(K, start, 5, 2)
    yield "loo_bandwidth", 2, "raise max_iter", lambda: density.loo_bandwidth(X, max_iter=2)
    yield "fit_mixture", 2, "after 2 iterations.*max_iter=2", lambda: fisher.fit_mixture(X, 3, max_iter=2)
    yield "plain_em", 1, "stopped after 1 iter", lambda: fisher.plain_em(X, start, max_iter=1)
    yield "logistic", 1, "raise max_iter", lambda: logistic.solve_logistic(K, ones, 1e-3, max_iter=1)
    yield "plain_newton", None, "gap", lambda: logistic.certify(K, ones, 1e-3, theta)
    yield "regression", 3, "after 3 iter.*max_iter", lambda: svm.solve_regression(K, X[:, 0], max_iter=3)
    yield "PCA", None, "error of .*, above tol=1e-18", lambda: pca.solve_dual(K, 3, tol=1e-18)
    yield "c-means in blocks", None, "after 1 pass", lambda: landmarks.fit_c_means(F, steps, [0, 1], X[:3], 1)
    yield "ball", None, "2 passes", lambda: landmarks.fit_ball(RBF(3.0), steps, [0, 1], 0.01, 1e-9, 2)


EARLY = [pytest.param(*row, id=name) for name, *row in early()]


@pytest.mark.parametrize(("iterations", "words", "solve"), EARLY)
def test_what_is_stopped_says_so_where_it_was_called(iterations, words, solve):
    with pytest.warns(ConvergenceWarning, match=words) as said:
        found = solve()
    assert not found.converged and getattr(found, "n_not_nearest", 1) > 0
    assert iterations in (None, getattr(found, "iterations", None)) and said[0].filename == __file__


# ---- what was found once ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kernel", "X"),
    [
        (Polynomial(10), faithful().X),
        (Linear(), drawn()[0] * 1e20),
        (2e40 * RBF(1.0), drawn()[0]),
        (Polynomial(3, offset=1e8), drawn()[0]),
        (Polynomial(3), drawn()[0] * 1e30),
        (1e-60 * RBF(1.0), drawn()[0]),
    ],
    ids=repr,
)
@pytest.mark.parametrize("n", [100, 272])
def test_kernels_whose_values_float32_does_not_hold(kernel, X, n):
    K = kernel(X[:n])
    found, dense = MinimumVolumeBall(kernel, nu=0.2).fit(X[:n]).solution_, ball.solve_dual(K, 0.2)
    assert found.converged
    assert found.objective == pytest.approx(dense.objective, rel=1e-5)
    assert found.duality_gap <= 1e-5 * found.objective


@pytest.mark.parametrize("nu", [1e-8, 1e-12, 1e-300, 5e-324])
def test_no_point_of_weight_is_called_inside_however_small_nu_is(nu):
    X, y = drawn(40)
    K = RBF(0.5)(X)
    for s in (
        ball.solve_dual(K, nu),
        ball.certify(K, nu, ball.plain_smo(K, nu)),
        one_class.solve_hyperplane(K, nu),
    ):
        assert s.converged
        np.testing.assert_array_equal(s.kinds == "surface", s.alpha > 0)
    s = svdd.solve_dual(K, y, 1e9)
    np.testing.assert_array_equal(s.surface, s.alpha > 1e-8 * s.alpha.max())


@given(seed=st.integers(0, 10**6), n=st.integers(2, 60), shift=st.sampled_from([1e3, 1e6, 1e8, 1e12]))
@settings(max_examples=25, deadline=None)
def test_points_far_from_the_origin_are_certified_only_as_far_as_their_values_tell_them_apart(seed, n, shift):
    X = np.random.default_rng(seed).normal(size=(n, 3)) + shift
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        s = ball.solve_dual(Linear().gram(X), 0.3)
    Z = X - X[0]  # exact: the ball is the same one
    exact = ball.duality_gap(Z @ Z.T, s.alpha, 0.3)
    if s.converged:
        assert exact == pytest.approx(s.duality_gap, abs=1e-2 * Z.var())
    else:
        assert shift > 1e3
        assert "rounding" in s.doubts[-1]


def line_far_away(n, shift, seed=0):
    """Points of two classes that overlap, far from the origin, and their kernel values, exact as they are given."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    y = np.where(X[:, 0] + 0.5 * rng.normal(size=n) > 0, 1.0, -1.0)
    return Linear()(X + shift), y


def test_what_rounding_hides_is_said():
    K, y = line_far_away(60, 1e4)
    message = "rounding of the largest K.* so center the data, choose a smaller C"
    with pytest.warns(ConvergenceWarning, match=message):
        svm.solve_dual(K, y, 1000.0)
    with pytest.warns(ConvergenceWarning, match=r"iterations with rounding of the largest K.*, above 6e-06;"):
        logistic.solve_logistic(K, (y + 1) / 2, 10.0, intercept=True)
    with pytest.warns(ConvergenceWarning, match="ended after 2 passes .* with rounding of the largest K"):
        # 1 + K is 0 but for rounding.
        svm.perceptron(Linear().gram([[1.0], [-1 + 2**-53], [-2.0]]), [1, 1, -1])


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), Polynomial(3), RBF(0.1)], ids=repr)
def test_data_as_they_come_are_certified(kernel):
    X, y = iris().X, np.where(iris().y == iris().y[-1], 1.0, -1.0)
    assert all(svm.solve_dual(kernel(X), y, C).converged for C in (0.01, 1.0, 100.0))
    assert all(logistic.solve_logistic(kernel(X), (y + 1) / 2, lam).converged for lam in (0.01, 1.0, 100.0))
    years = np.column_stack([1990.0 + np.arange(150) % 30, X[:, 0]])
    if isinstance(kernel, Linear):
        assert all(svm.solve_dual(kernel(years), y, C).converged for C in (0.01, 1.0))
        assert logistic.solve_logistic(kernel(years), (y + 1) / 2, 1.0).converged


@pytest.mark.parametrize("kernel", [Linear(), Polynomial(3), RBF(1.0)], ids=repr)
@pytest.mark.parametrize("n", [1, 2, 50, 300, 900])
def test_points_that_are_one_point_are_certified_wherever_it_lies(kernel, n):
    X = np.tile([[1e8 + 0.1, 3.0, 0.7]], (n, 1))
    s = ball.solve_dual(kernel.gram(X), 0.3)
    assert s.converged
    assert s.R2 <= 1e-14 * float(kernel.diagonal(X).max())


def test_an_outlier_far_away_leaves_the_others_what_they_are():
    X, _ = drawn(100)
    X[0] = 1e9
    for kernel in (RBF(0.5), Linear()):
        s = ball.solve_dual(kernel.gram(X), 0.2)
        K = kernel(X).astype(np.longdouble)
        alpha = s.alpha.astype(np.longdouble)
        d2 = K.diagonal() - 2 * K @ alpha + alpha @ K @ alpha
        primal = s.R2 + np.maximum(0, d2 - s.R2).sum() / 20
        gap = float(primal - alpha @ K.diagonal() + alpha @ K @ alpha)
        assert s.duality_gap == pytest.approx(gap, abs=1e-13 * float(K.max()))


def test_ridge_explains_what_the_intercept_does_not():
    X, _ = drawn(100)
    y = np.sin(X[:, 0])
    near, far = (ridge.solve_dual(RBF(0.5)(X), y + shift, 0.1) for shift in (0, 2.0**27))
    np.testing.assert_allclose(far.alpha, near.alpha, atol=1e-6)
    assert far.residual <= 1e-6 * np.linalg.norm(y - y.mean())
    assert far.converged


def test_ridge_on_features_knows_its_error_for_targets_far_from_zero():
    X, _ = drawn(200)
    features = landmarks.landmark_map(RBF(0.5), X[:20])
    y = np.sin(3 * X[:, 0])
    near, far = (landmarks.fit_ridge(features, lambda b, z=z: (X, z), [0], 0.1) for z in (y, y + 2.0**30))
    assert far.rmse == pytest.approx(near.rmse, rel=1e-5)
    assert far.rmse == pytest.approx(np.sqrt(np.mean((far.predict(X) - y - 2.0**30) ** 2)), rel=1e-5)


def test_c_means_on_features_of_small_values_does_not_stop_at_once():
    X = np.concatenate([drawn(60)[0], drawn(60)[0] + 4])
    fits = []
    for kernel in (Linear(), 1e-30 * Linear()):
        features = landmarks.landmark_map(kernel, X[:5])
        fits.append(landmarks.fit_c_means(features, lambda b: X, [0], X[:2]))
    np.testing.assert_array_equal(fits[0].sizes, fits[1].sizes)
    assert len(fits[0].descent) == len(fits[1].descent)


def test_a_mixture_is_certified_by_its_own_likelihood():
    """Sums of squares around the mean of all lose what differs within clusters that lie far from it."""
    X = np.random.default_rng(1).normal(size=(60, 2))
    X[30:] += 1e9
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        fit = fisher.fit_mixture(X, 2)
    assert fit.log_likelihood == pytest.approx(fit.mixture.log_density(X).mean(), rel=1e-12)
