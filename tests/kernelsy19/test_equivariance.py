"""A change of units changes no answer: data, kernel values, widths and prices times powers of two.

A power of two changes no digit, so labels, kinds and weights have to be the same, and every number that has a unit
exactly as much larger. A stationary kernel of data times s gets the γ that gives the same values, γ/s² or γ/s; where K
is multiplied by t, what a unit of slack or of length costs follows: C/t for the support vector machine, λt for ridge
and logistic regression. The perceptron adds 1 to each kernel value, so other units are another perceptron.
"""

import warnings

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kernelsy19 import ball, density, fisher, landmarks, logistic, one_class, pca, ridge, svdd, svm
from kernelsy19.cmeans import CMeans, c_means, elbow, plain_c_means
from kernelsy19.datasets import Dataset
from kernelsy19.denoising import fixed_point, plain_fixed_point
from kernelsy19.density import ParzenWindow
from kernelsy19.engine.providers import GramInUnits, in_units
from kernelsy19.gram import MatrixGram
from kernelsy19.kernel_cmeans import kernel_c_means, plain_kernel_c_means
from kernelsy19.kernels import RBF, Laplacian, Linear, default_kernel
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.landmarks import feature_error, landmark_map, trace_error
from kernelsy19.units import deviations, scaled_back
from kernelsy19.validation import ConvergenceWarning

SEEDS, SIZES, EXPONENTS = st.integers(0, 10**6), st.sampled_from([1, 2, 5, 40, 160]), st.integers(-400, 400)
EVEN = st.integers(-475, 475).map(lambda k: 2 * k)  # of K: a Cholesky factor takes their root
SAME = "alpha kinds iterations converged"
LENGTHS = "R2 center_norm2 squared_distances objective primal_objective duality_gap kkt_residual"


def power(e):
    return float(np.ldexp(1.0, e))


def fields(name, found, e, same="", times=""):
    """Yield (name, value, its power of two, tolerance) of what stays and of what is 2^e times as large."""
    for field in same.split():
        yield f"{name}: {field}", getattr(found, field), 0, 0
    for field in times.split():
        yield f"{name}: {field}", getattr(found, field), e, 0


def assert_follow(base, found):
    """Each value is what it was times its power of two, to the last bit or to a relative and an absolute tolerance."""
    for (name, one, _, _), (_, other, e, tolerance) in zip(base, found, strict=True):
        if np.asarray(one).dtype.kind == "U":
            np.testing.assert_array_equal(other, one, err_msg=name)
            continue
        rtol, atol = tolerance if np.ndim(tolerance) else (tolerance, 0)
        np.testing.assert_allclose(other, np.ldexp(one, e), rtol=rtol, atol=atol, err_msg=name)


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


def assert_points_follow(X, e, *given_):
    for k, scaled in ((RBF(0.5), RBF(0.5 * power(-2 * e))), (Laplacian(0.5), Laplacian(0.5 * power(-e)))):
        assert_follow(of_K(k.gram(X), 0, *given_), of_K(scaled.gram(np.ldexp(X, e)), 0, *given_))
    assert_follow(of_K(Linear().gram(X), 0, *given_), of_K(Linear().gram(np.ldexp(X, e)), 2 * e, *given_))


@given(seed=SEEDS, n=SIZES, e=EXPONENTS, p=st.sampled_from([1, 2, 5, 10]))
@settings(max_examples=20, deadline=None)
def test_points(seed, n, e, p):
    X, *given_ = drawn(seed, n, p)
    assert_points_follow(X, e, *given_)


@pytest.mark.parametrize("e", [-400, -133, 200, 400])
def test_so_many_points_that_passes_take_some_of_them(e):
    X, *given_ = drawn(1300, 1300)
    assert_follow(
        of_K(RBF(2.0).gram(X), 0, *given_, 0.1),
        of_K(RBF(2.0 * power(-2 * e)).gram(np.ldexp(X, e)), 0, *given_, 0.1),
    )
    balls = (ball.solve_dual(Linear().gram(points), 0.1) for points in (X, np.ldexp(X, e)))
    assert_follow(*(fields("ball", found, 2 * e, SAME, LENGTHS) for found in balls))


def some_points(seed, most=40):
    """Points in general position, with twins, a constant column, an outlier; one point, more columns than rows."""
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(1, most)), int(rng.choice([1, 2, 3, 10, 50]))
    X = rng.normal(size=(n, p))
    kind = rng.integers(6)
    if kind == 1:
        X[n // 2 :] = X[: n - n // 2]
    elif kind == 2:
        X[:, 0] = 0.1
    elif kind == 3:
        X[0] = 1e9
    elif kind == 4:
        X += 1e8
    elif kind == 5:
        X[:] = 0.1
    return X


def of_kernels(seed, e):
    """Values and sums of stationary kernels whose widths grow with the data."""
    X, Y = np.ldexp(some_points(seed), e), np.ldexp(some_points(seed)[::2] + 0.5, e)
    rows, w = np.arange(len(X))[::-1], np.linspace(-1, 1, len(Y))
    for k in (RBF(0.3 * power(-2 * e)), Laplacian(0.3 * power(-e))):
        G = k.gram(X)
        for value in (k(X, Y), k(X), k.sums(X, Y, w), G.rows(rows), G.block(rows, rows[:1])):
            yield f"{k}", value, 0, 0
        yield f"product of {k}", G.product(np.ones(len(X))), 0, 0


def of_clusters(seed, e):
    """Partitions, axes and landmarks of points, and of kernel values times 2^2e."""
    X, K = np.ldexp(some_points(seed), e), np.ldexp(RBF(0.3)(some_points(seed)), 2 * e)
    c = min(3, len(X))
    for exchange in (False, True):
        found = c_means(X, c, exchange=exchange)
        yield from fields("c-means", found, 2 * e, "labels converged", "history objectives objective")
        yield from fields("c-means", found, e, "", "prototypes")
    yield from fields("plain c-means", plain_c_means(X, X[:c]), 2 * e, "labels", "history")
    yield from fields("kernel c-means", kernel_c_means(K, c), 2 * e, "labels", "history norms2")
    plain = plain_kernel_c_means(K, np.arange(len(X)) % c)
    yield from fields("plain kernel c-means", plain, 2 * e, "labels", "history")
    axes = pca.principal_axes(X)
    # LAPACK takes numbers above 2^255 in units of its own, which are no power of two.
    yield "axes", axes.components, 0, (0, 1e-13)
    yield "variances", axes.variances, 2 * e, 1e-13
    yield from fields("axes", axes, e, "", "mean")
    yield from fields("axes", axes, 2 * e, "", "total_variance")
    for rule in ("rpcholesky", "greedy", "uniform"):
        chosen = landmarks.choose(K, 5, rule)
        yield from fields(rule, chosen, e, "indices")
        yield f"left by {rule}", chosen.left, 0, (0, 1e-14)
    yield from fields("plain landmarks", landmarks.plain_rpcholesky(K, 5), e, "indices")


def of_densities(seed, e):
    """Logarithms of densities, which are 2^(−ep) times as large."""
    X = np.ldexp(some_points(seed), e)
    p = X.shape[1]
    x0, log_unit = X[:3] + np.ldexp(0.2, e), p * e * np.log(2)
    for h in (power(e) * 0.7, power(e) * np.linspace(0.5, 0.9, p), power(2 * e) * (0.3 * np.eye(p) + 0.1)):
        yield "density", density.log_density(x0, X, h) + log_unit, 0, (1e-11, 1e-9)
        if len(X) > 1:
            yield "leave one out", density.loo_log_likelihood(X, h) + len(X) * log_unit, 0, (1e-11, 1e-8)


@pytest.mark.filterwarnings("ignore::UserWarning")  # of clusters and axes that points have not
@pytest.mark.parametrize("answers", [of_kernels, of_clusters, of_densities])
@settings(deadline=None, max_examples=60)
@given(seed=SEEDS, e=EXPONENTS)
def test_points_of_any_kind(answers, seed, e):
    assert_follow(answers(seed, 0), answers(seed, e))


@pytest.mark.parametrize("e", [-400, -250, 250, 400])
@pytest.mark.parametrize("p", [2, 12])
def test_values_of_many_points(e, p):
    """The compiled loops, and products of matrices."""
    X = np.random.default_rng(0).normal(size=(600, p))
    k, scaled, Z, w = RBF(0.1), RBF(0.1 * power(-2 * e)), np.ldexp(X, e), np.linspace(-1, 1, 600)
    np.testing.assert_allclose(scaled(Z), k(X), rtol=0, atol=1e-14)
    np.testing.assert_allclose(scaled.sums(Z, Z, w), k.sums(X, X, w), rtol=0, atol=1e-11)
    if p == 2:
        x = np.linspace(-2, 2, 9)
        grid = scaled.sums_on_grid(np.ldexp(x, e), np.ldexp(x, e), Z, w)
        np.testing.assert_allclose(grid, k.sums_on_grid(x, x, X, w), rtol=0, atol=1e-11)


@given(st.floats(1e-323, 1e308), st.floats(1e-308, 1e308))
def test_no_size_gives_what_is_no_kernel_value(gamma, size):
    X = size * np.array([[0.0], [1.0], [-1.0]])
    for k in (RBF(gamma), Laplacian(gamma)):
        for K in (k(X), k(X, X.copy()), k.gram(X).matrix()):
            assert ((K >= 0) & (K <= 1)).all() and (np.diagonal(K) == 1).all()


class TestEigenvectors:
    @example(seed=11675, e=243, solver="plain", linear=False)  # eigenvalues of 1 and 1e-8
    @settings(deadline=None, max_examples=100)
    @given(SEEDS, EXPONENTS, st.sampled_from(["dense", "auto", "cholesky", "plain"]), st.booleans())
    def test_of_a_matrix(self, seed, e, solver, linear):
        X = some_points(seed) / 1e4
        K = Linear()(X - X.mean(axis=0)) if linear else RBF(0.3)(X)
        K = (K + K.T) / 2
        q = min(3, len(K))

        def solve(K):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                if solver == "plain":
                    return pca.certify(K, *pca.plain_kernel_pca(K, q))
                return pca.solve_dual(K, q, solver=solver)

        one, other = solve(K), solve(np.ldexp(K, 2 * e))
        assert one.n_components == other.n_components and one.converged == other.converged
        expected, alpha = np.ldexp(one.eigenvalues, 2 * e), np.ldexp(one.alpha, -e)
        # Whatever order its sums come in, `eigh` is backward stable: no eigenvalue is off by more than ε λ₁ (Weyl).
        rounding = np.finfo(float).eps * expected.max(initial=0)
        np.testing.assert_allclose(other.eigenvalues, expected, rtol=1e-12, atol=rounding)
        # An eigenvector turns by rounding over the distance of its eigenvalue from the others (Davis and Kahan).
        apart = np.sort(np.abs(one.eigenvalues[:, None] - np.linalg.eigvalsh(center_gram(K))))[:, 1:2].T
        with np.errstate(divide="ignore"):
            turns = 1e-9 + 10 * rounding / np.ldexp(apart, 2 * e)
        assert (np.abs(other.alpha - alpha) <= turns * np.abs(alpha).max(initial=0)).all()
        assert other.trace == pytest.approx(np.ldexp(one.trace, 2 * e), rel=1e-12)
        assert other.backward_error <= max(1e-13, 10 * one.backward_error)

    @pytest.mark.parametrize("solver", ["dense", "krylov", "cholesky", "auto"])
    @pytest.mark.parametrize("size", [1e-300, 1e-160, 1e160, 1e300])
    def test_by_each_solver_at_each_size(self, solver, size):
        X = np.random.default_rng(0).normal(size=(300, 2))
        K = RBF(0.5)(X)
        exact = np.linalg.eigvalsh(K - K.mean(0) - K.mean(1)[:, None] + K.mean())[::-1][:4]
        for source in (size * K, (size * RBF(0.5)).gram(X)):
            solution = pca.solve_dual(source, 4, solver=solver)
            assert solution.converged and solution.proof
            np.testing.assert_allclose(solution.eigenvalues / size, exact, rtol=1e-10)
            lengths = np.einsum("im,im->m", solution.alpha, solution.alpha) * solution.eigenvalues
            np.testing.assert_allclose(lengths, 1, rtol=1e-10)

    def test_a_provider_in_other_units(self):
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


def of_samples(e):
    """What is chosen, learned and found from one sample, for data in units of 2^e."""
    X, slanted = drawn(3, 40)[0], np.random.default_rng(1).normal(size=(40, 2)) @ [[1.0, 0.3], [0.0, 0.5]]
    Z, S, x = np.ldexp(X, e), np.ldexp(slanted, e), np.ldexp(np.linspace(-2, 2, 7), e)
    yield "gamma", default_kernel(Z).gamma, -2 * e, 0
    yield "Scott", density.scott(S), e, 0
    yield "normal scale", density.normal_scale(S), 2 * e, 1e-13
    yield "plug-in", density.plug_in(S).bandwidth, 2 * e, 1e-10
    for shape, times in (("scalar", 1), ("diagonal", 1), ("full", 2)):
        found = density.loo_bandwidth(S, shape)
        yield shape, found.bandwidth, times * e, 1e-9
        yield from fields(shape, found, e, "converged")
        yield "likelihood", found.log_likelihood + S.size * e * np.log(2), 0, 1e-6
    yield "sides", density.loo_bandwidth(S, window="hypercube").bandwidth, e, 0
    for window in ("gaussian", "hypercube"):
        on_grid = density.density_on_grid(x, x, Z, np.ldexp([0.5, 0.7], e), window)
        yield f"{window} on a grid", on_grid, -2 * e, 0
    W = np.random.default_rng(0).uniform(size=(4, 40))
    found = fixed_point(RBF(0.2 * power(-2 * e)), Z, W, Z[:4])
    yield "plainly", plain_fixed_point(RBF(0.2 * power(-2 * e)), Z, W, Z[:4]), e, 1e-12
    yield "pre-images", found.points, e, 1e-9
    yield from fields("pre-images", found, e, "status")
    yield "distances", found.squared_distances, 0, (1e-9, 1e-12)
    words = {name: "" for name in ("name", "description", "source", "citation", "license_note")}
    data = Dataset(X=Z + np.ldexp(3.0, e), feature_names=("a", "b"), units=("", ""), **words)
    yield "standardized", data.standardized().X, 0, 0
    yield "projections", pca.KernelPCA().fit(Z).transform(Z), 0, (0, 1e-12)
    apart = np.ldexp(X + np.where(np.arange(40) % 2, 3.0, -3.0)[:, None], e)
    fit = fisher.fit_mixture(apart, 2)
    yield "posteriors", fit.posteriors, 0, (0, 1e-6)
    yield "means", fit.mixture.mu, e, 1e-6
    yield "spreads", fit.mixture.sd, e, 1e-6
    yield from fields("mixture", fit, e, "converged")
    yield "likelihood of a mixture", fit.log_likelihood + 2 * e * np.log(2), 0, (0, 1e-9)
    found = ridge.solve_ridge(Z, drawn(3, 40)[2], 0.3 * power(2 * e))
    yield from fields("primal ridge", found, -e, "objective converged path", "beta")


@pytest.mark.parametrize("e", [-400, -70, 70, 400])
def test_a_sample(e):
    assert_follow(of_samples(0), of_samples(e))


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


def of_landmarks(e):
    """Fits over blocks, and what features leave, for kernel values times 2^e."""
    X, _, targets = drawn(4, 400)
    kernel = power(e) * (Linear() + 1)
    features, source = landmark_map(kernel, X[:20]), lambda b: (X[b::2], targets[b::2])
    fit = landmarks.fit_ridge(features, source, [0, 1], 0.3 * power(e))
    clusters = landmarks.fit_c_means(features, source, [0, 1], X[:3])
    enclosing = landmarks.fit_ball(kernel, source, [0, 1], 0.1)
    for found, field in ((fit, "rmse"), (clusters, "sizes"), (enclosing, "n_outside")):
        assert found.converged
        yield field, np.asarray(getattr(found, field), dtype=float), 0, 1e-9
    few = landmark_map(power(e) * RBF(1.0), X[:9])
    yield "error", feature_error(few, X[:60]).relative, 0, 1e-9
    yield "trace", trace_error(few, X[:60]), 0, 1e-9


@pytest.mark.parametrize("e", [-900, -300, -60, 60, 300, 900])
def test_on_landmarks(e):
    assert_follow(of_landmarks(0), of_landmarks(e))
    nothing = landmark_map(Linear(), np.eye(2)), np.zeros((3, 2))
    assert trace_error(*nothing) == feature_error(*nothing).relative == 0.0


def test_the_estimator_and_the_elbow():
    X = np.array([[0.0], [0.1], [5.0], [5.1]])
    for size in (1.0, 1e149, 1e-149):
        model = CMeans(2).fit(size * X)
        assert model.labels_.tolist() == [0, 0, 1, 1] and model.solution_.converged
        np.testing.assert_allclose(model.transform(size * X) / size, np.abs(X - [0.05, 5.05]), rtol=1e-12)
        assert model.predict([[1e10 * size], [-1e10 * size]]).tolist() == [1, 0]
        np.testing.assert_allclose(elbow(size * X, [1, 2]).objective / size / size, [25.01, 0.01], rtol=1e-9)


def test_deviations_and_what_is_scaled_back():
    X = np.random.default_rng(0).normal(size=(20, 2))
    np.testing.assert_array_equal(deviations(X, 1), X.std(axis=0, ddof=1))
    assert (deviations(np.full((9, 2), 0.1)) == 0).all() and (deviations(np.ldexp(X, -1060)) > 0).all()
    assert scaled_back(3.0, 4, "it") == 48.0 and (scaled_back(np.zeros(2), 10**4, "it") == 0).all()
    for e in (1100, -1100, 10**4, -(10**4)):
        with pytest.raises(ValueError, match="it must be a number that float64 holds, got about 1e"):
            scaled_back(np.array([1.0, 0.5]), e, "it")


def test_densities_far_and_huge():
    model = ParzenWindow().fit(np.array([[1e308], [-1e308], [3e307]]))
    assert np.isfinite(model.bandwidth_).all() and np.isfinite(model.log_density_).all()
    model = ParzenWindow().fit(np.random.default_rng(0).normal(size=(50, 2)))
    near, far = model.score_samples([[1e150, 0.0], [1e200, 0.0]])
    assert np.isfinite(near) and far == -np.inf and (model.predict([[1e200, 0.0]]) == -1).all()


@pytest.mark.parametrize("size", [1e170, 1e-170])
def test_what_no_number_can_hold_is_refused(size):
    X, x = size * np.random.default_rng(1).normal(size=(30, 2)), np.linspace(-2, 2, 7)
    model = ParzenWindow().fit(X)
    assert np.isfinite(model.log_density_).all()
    for ask, message in (
        (lambda: default_kernel(X), "gamma of the default kernel must be a number"),
        (lambda: model.density_on_grid(x, x), "the density must be a number that float64 holds"),
        (lambda: model.hdr_levels(0.5), "the density must be a number that float64 holds"),
        (lambda: density.normal_scale(X), "The variance of X must be a number that float64 holds"),
        (
            lambda: pca.principal_axes(X, 1),
            r"variance must be a number that float64 holds, got about 1e[-+]3",
        ),
        (lambda: pca.principal_axes(X[:2], 1), r"variance must be a number that float64 holds, got about 1e"),
        (lambda: c_means(X, 2), "must have squared distances that float64 holds, got numbers"),
        (lambda: plain_c_means(X, X[:2]), "must have squared distances that float64 holds, got numbers"),
        (lambda: elbow(X, [2]), "must have squared distances that float64 holds, got numbers"),
    ):
        with pytest.raises(ValueError, match=message):
            ask()


def test_values_and_objectives_that_overflow_are_told():
    X, y, _ = drawn(0, 20)
    huge = Linear().gram(np.ldexp(X, 600))
    for solve in (lambda: ball.solve_dual(huge, 0.2), lambda: svm.solve_dual(huge, y)):
        with pytest.raises(ValueError, match="finite"):
            solve()
    with pytest.warns(ConvergenceWarning, match="objective inf"):
        ridge.solve_dual(RBF(1.0).gram(X), np.ldexp(y, 600), 1.0)
