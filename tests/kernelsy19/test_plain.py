"""Each plain way gives what its fast one gives, on random problems, to its tolerance."""

import inspect
import pkgutil
import warnings
from importlib import import_module

import numpy as np
import pytest
from balls import KERNELS
from hypothesis import given, settings
from hypothesis import strategies as st

import kernelsy19
from kernelsy19 import (
    ball,
    cmeans,
    denoising,
    density,
    fisher,
    kernel_cmeans,
    landmarks,
    logistic,
    one_class,
    pca,
    ridge,
    sequences,
    svdd,
    svm,
    twosample,
)
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.validation import ConvergenceWarning

WAYS = {}  # by the name of a plain way: from a generator of numbers, what to compare and how near it has to be


def compares(name):
    """Enter what draws a problem and yields (what it is, the plain way's, the fast one's, the largest difference)."""
    return lambda draw: WAYS.setdefault(name, draw)


def drawn(rng, most=60, p=3):
    """A kernel and points for it, now and then some of them twice."""
    X = rng.normal(size=(rng.integers(4, most), p))
    return KERNELS[rng.integers(len(KERNELS))], np.vstack([X, X[: len(X) // 2]]) if rng.random() < 0.3 else X


def classes(rng, X):
    """A label, −1 or 1, for each point, both of them there."""
    return rng.permutation(np.where(np.arange(len(X)) < len(X) // 2, -1.0, 1.0))


@compares("ball.plain_smo")
def _(rng):
    kernel, X = drawn(rng)
    K, nu = kernel(X), rng.choice([0.02, 0.3, 0.8, 1.0])
    plain = ball.certify(K, nu, ball.plain_smo(K, nu, tol=1e-9), tol=1e-9)
    fast, largest = ball.solve_dual(K, nu, tol=1e-9), np.diagonal(K).max()
    yield "certified", plain.converged, True, 0
    yield "objective", plain.objective, fast.objective, 1e-7 * largest
    yield "distances", plain.squared_distances, fast.squared_distances, 1e-3 * largest
    start, upper = ball.weights_on_farthest(-K.mean(axis=0), nu), ball.largest_weight(nu, len(K))
    *_, last = ball.smo_steps(K, np.zeros(len(K)), upper, start, tol=1e-9 * largest)
    hyperplane = one_class.solve_hyperplane(K, nu, tol=1e-9)
    yield "hyperplane", last.objective, hyperplane.objective, 1e-7 * largest


def of_two_classes(rng, room, plain_way, prices, decisions):
    kernel, X = drawn(rng)
    K, y = kernel(X), classes(rng, X)
    # In units of K: at 3000 times a price of 1 / K(x, x), plain steps still creep after a million.
    C = rng.choice(prices) * (svdd.smallest_bound(y) if room is svdd else 1 / np.diagonal(K).max())
    C = C * rng.uniform(1, 3, size=len(y)) if rng.random() < 0.3 else C
    plain = room.certify(K, y, C, plain_way(K, y, C, tol=1e-9), tol=1e-9)
    fast = room.solve_dual(K, y, C, tol=1e-9)
    scale = max(1.0, np.diagonal(K).max()) * max(1.0, fast.alpha.sum())
    yield "certified", plain.converged, True, 0
    yield "objective", plain.objective, fast.objective, 1e-6 * scale
    yield decisions, getattr(plain, decisions), getattr(fast, decisions), 2e-3 * scale


@compares("svdd.plain_svdd")
def _(rng):
    yield from of_two_classes(rng, svdd, svdd.plain_svdd, [1.0, 1.3, 4.0, 20.0], "squared_distances")


@compares("svm.plain_svm")
def _(rng):
    yield from of_two_classes(rng, svm, svm.plain_svm, [0.1, 1.0, 10.0], "f")


def same_ends(plain, fast, *names):
    scale = max(1.0, fast.history[0])
    yield "history", plain.history, fast.history, 1e-10 * scale
    for name in ("labels", "n_reseeded", "n_not_nearest", "iterations", "converged"):
        yield name, getattr(plain, name), getattr(fast, name), 0
    for name in names:
        yield name, getattr(plain, name), getattr(fast, name), 1e-10 * scale


@compares("cmeans.plain_c_means")
def _(rng):
    X, c = rng.normal(size=(rng.choice([6, 20, 90, 300]), rng.integers(3, 7))), rng.integers(1, 7)
    plain, fast = cmeans.plain_c_means(X, X[:c]), cmeans.c_means(X, c, init=X[:c])
    yield from same_ends(plain, fast, "objective", "prototypes")


@compares("kernel_cmeans.plain_kernel_c_means")
def _(rng):
    kernel = rng.choice([Linear(), Polynomial(2, 0.5), RBF(0.7), Laplacian(0.5)])
    X, c = rng.normal(size=(rng.choice([6, 20, 90]), rng.integers(3, 7))), rng.integers(1, 7)
    K, start = kernel(X), rng.integers(c, size=len(X))
    plain = kernel_cmeans.plain_kernel_c_means(K, start, c)
    yield from same_ends(plain, kernel_cmeans.kernel_c_means(K, c, init=start), "objective", "norms2", "W")


@compares("pca.plain_kernel_pca")
def _(rng):
    kernel, X = drawn(rng)
    K = kernel(X)
    values, alpha = pca.plain_kernel_pca(K)
    # What rounding makes of the last eigenvalues decides whether they count as zero.
    told = values > 1e-9 * values[0]
    fast = pca.solve_dual(K, int(told.sum()), solver="dense")
    yield "certified", pca.certify(K, values[told], alpha[:, told]).converged, True, 0
    yield "eigenvalues", values[told], fast.eigenvalues, 1e-10 * values[0]
    # Eigenvectors of values that are close mix: the axes up to a gap span one subspace, whatever its basis.
    for end in np.flatnonzero(-np.diff(values[told], append=0) > 1e-3 * values[0]) + 1:
        plain = alpha[:, :end] * np.sqrt(values[:end])
        other = fast.alpha[:, :end] * np.sqrt(fast.eigenvalues[:end])
        yield f"the first {end} axes", plain @ plain.T, other @ other.T, 1e-8


@compares("denoising.plain_fixed_point")
def _(rng):
    t, n, kernel = rng.uniform(-1, 1, size=60), rng.choice([15, 60]), RBF(rng.choice([0.3, 1.0, 3.0]))
    X = np.column_stack([t[:n], t[:n] ** 2, t[:n] ** 3]) + 0.05 * rng.normal(size=(n, 3))
    N = X[: n // 3] + 0.2 * rng.normal(size=(n // 3, 3))
    axes = pca.solve_dual(kernel(X), rng.integers(1, 7))
    W = denoising.projection_weights(axes.project(kernel(N, X)), axes.alpha)
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        fast = denoising.fixed_point(kernel, X, W, N, max_restarts=0)
    there, plain = fast.converged, denoising.plain_fixed_point(kernel, X, W, N)
    yield "points", plain[there], fast.points[there], 1e-9
    again = denoising.fixed_point_step(plain[there], X, W[there], kernel.gamma)
    yield "one more step", again, plain[there], 1e-7


@compares("density.plain_density")
def _(rng):
    p, window = rng.integers(1, 4), rng.choice(["gaussian", "hypercube"])
    X, X0 = rng.normal(size=(rng.choice([50, 1100]), p)), rng.normal(size=(300, p))
    H = rng.normal(size=(p, p)) / 4
    shapes = [0.7, rng.uniform(0.5, 1.1, size=p), H @ H.T + 0.2 * np.eye(p)]
    bandwidth = shapes[rng.integers(2 if window == "hypercube" else 3)]
    plain = density.plain_density(X0, X, bandwidth, window)
    # Log densities: what is small has as many digits as what is large.
    seen = plain > 0
    yield "log density", np.log(plain[seen]), density.log_density(X0, X, bandwidth, window)[seen], 1e-8
    if p == 2:
        x, y = X0[:7, 0], X0[:5, 1]
        there = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        plain = density.plain_density(there, X, bandwidth, window).reshape(5, 7)
        yield "on a grid", plain, density.density_on_grid(x, y, X, bandwidth, window), 1e-12


@compares("ridge.plain_ridge")
def _(rng):
    X = rng.normal(size=rng.integers(1, 9, size=2))
    y, lam = rng.normal(size=len(X)), 10 ** rng.uniform(-3, 2)
    fast = ridge.solve_ridge(X, y, lam)
    # Rounding grows with the condition of XᵀX + λI; Woodbury's form takes one vector of this length from another.
    grown = np.finfo(float).eps * (1 + np.linalg.norm(X, 2) ** 2 / lam)
    subtracted = np.linalg.norm(X.T @ y) / lam
    for way, size in (("primal", 0.0), ("woodbury", subtracted), ("dual", 0.0)):
        plain = ridge.plain_ridge(X, y, lam, way)
        yield "certified", ridge.certify_ridge(X, y, lam, plain, way).converged, True, 0
        yield way, plain, fast.beta, 64 * grown * max(size, np.linalg.norm(fast.beta), np.linalg.norm(y))


def targets(rng, X):
    return np.sin(X[:, 0]) + 0.3 * rng.normal(size=len(X)) + 2


@compares("ridge.plain_kernel_ridge")
def _(rng):
    kernel, X = drawn(rng)
    K, y, lam, intercept = kernel(X), targets(rng, X), 10 ** rng.uniform(-4, 3), bool(rng.random() < 0.5)
    plain = ridge.certify(K, y, lam, *ridge.plain_kernel_ridge(K, y, lam, intercept), intercept)
    fast, scale = ridge.solve_dual(K, y, lam, intercept), np.abs(y).max()
    yield "certified", plain.converged, True, 0
    yield "fitted", plain.fitted, fast.fitted, 1e-8 * scale
    yield "dual variables", lam * plain.alpha, lam * fast.alpha, 1e-8 * scale
    yield "intercept", plain.b, fast.b, 1e-8 * scale
    yield "objective", plain.objective, fast.objective, 1e-7 * fast.objective + 1e-10


@compares("ridge.plain_leave_one_out")
def _(rng):
    kernel, X = drawn(rng, 25)
    K, y, lam, intercept = kernel(X), targets(rng, X), 10 ** rng.uniform(-3, 3), bool(rng.random() < 0.5)
    plain = ridge.plain_leave_one_out(K, y, lam, intercept)
    fast, scale = ridge.solve_dual(K, y, lam, intercept), np.abs(plain).max()
    yield "errors", plain, fast.loo_residuals, 1e-9 * scale
    fit = ridge.certify(K, y, lam, *ridge.plain_kernel_ridge(K, y, lam, intercept), intercept)
    yield "by the inverse", fit.loo_residuals, plain, 1e-7 * scale
    path = ridge.loo_path(K, y, [lam / 3, lam], intercept)
    yield "of many prices", np.sqrt(path.loo[1]), np.sqrt((plain**2).mean()), 1e-9 * scale


@compares("logistic.plain_newton")
def _(rng):
    kernel, X = drawn(rng, 25)
    K, y, lam = kernel(X), (classes(rng, X) + 1) / 2, 10 ** rng.uniform(-4, 3)
    plain = logistic.certify(K, y, lam, logistic.plain_newton(K, y, lam, 1e-9), 1e-9)
    fast = logistic.solve_logistic(K, y, lam, tol=1e-9)
    apart = plain.theta - fast.theta
    yield "certified", plain.converged, True, 0
    yield "objective", plain.objective, fast.objective, 1e-8 * len(y)
    # Two answers within the gap of the least one are at most so far apart: λ/2 ‖f − f*‖² ≤ gap.
    gap = 2 * (plain.duality_gap + fast.duality_gap) + 1e-9 * len(y)
    yield "distance²", lam / 2 * apart @ K @ apart, 0, gap


@compares("sequences.plain_dtw")
def _(rng):
    X, Y = ([rng.normal(size=(n, 2)).cumsum(axis=0) for n in rng.integers(1, 12, size=4)] for _ in range(2))
    for squared in (False, True):
        plain = [[sequences.plain_dtw(x, y, squared) for y in Y] for x in X]
        distances = np.array([[found.distance for found in row] for row in plain])
        scale = max(1.0, distances.max())
        yield "distances", distances, sequences.dtw_distances(X, Y, squared), 1e-12 * scale
        yield "certified", [max(found.gap, found.excess) for row in plain for found in row], 0, 1e-12 * scale


@compares("sequences.plain_global_alignment")
def _(rng):
    X, Y = ([rng.normal(size=(n, 2)).cumsum(axis=0) for n in rng.integers(1, 12, size=4)] for _ in range(2))
    sigma = rng.choice([4.0, 1.0, 0.3, 0.05])
    plain = np.array([[sequences.plain_global_alignment(x, y, sigma) for y in Y] for x in X])
    fast = sequences.log_global_alignments(X, Y, sigma)
    yield "logarithms", plain, fast, 1e-11 * np.abs(plain).max() + 1e-12


@compares("fisher.plain_em")
def _(rng):
    labels, p, seed = np.arange(90) % 3, rng.choice([1, 2, 5]), int(rng.integers(2**31))
    X = rng.normal(size=(90, p)) * rng.uniform(0.5, 2, size=p) + np.outer(4 * labels, np.eye(p)[0])
    start = cmeans.c_means(X, 3, n_starts=1, rng=np.random.default_rng(seed)).labels
    plain = fisher.plain_em(X, start, max_iter=20_000)
    fast = fisher.fit_mixture(X, 3, n_starts=1, rng=np.random.default_rng(seed), max_iter=20_000)
    yield "certified", plain.converged, True, 0
    yield "log-likelihood", plain.log_likelihood, fast.log_likelihood, 1e-7
    yield "its path", plain.path[:10], fast.path[: len(plain.path[:10])], 1e-9


@compares("fisher.plain_fisher_gram")
def _(rng):
    X, w = rng.normal(size=(6, 2)), rng.uniform(0.2, 0.8)
    mixture = fisher.DiagonalMixture([w, 1 - w], rng.normal(size=(2, 2)), rng.uniform(0.5, 2, size=(2, 2)))
    theta = np.concatenate([np.log(mixture.w), mixture.mu.ravel(), mixture.sd.ravel()])

    def log_density(P, theta):
        a, mu, sd = theta[:2], theta[2:6].reshape(2, 2), theta[6:].reshape(2, 2)
        return np.logaddexp.reduce(fisher.log_joint(P, np.exp(a) / np.exp(a).sum(), mu, sd), axis=1)

    plain = fisher.plain_fisher_gram(log_density, theta, X, mixture.sample(20_000))
    fast = fisher.FisherKernel(mixture, information="simulated")(X)
    yield "kernel values", plain, fast, 1e-5 * np.abs(plain).max()


@compares("landmarks.plain_rpcholesky")
def _(rng):
    """The landmarks are drawn, each way by its own numbers: what is compared is the trace that they leave."""
    kernel, X = drawn(rng)
    K = kernel(X)
    for choose in (landmarks.plain_rpcholesky, landmarks.choose):
        choice = choose(K, rng.integers(1, 12), rng=int(rng.integers(2**31)))
        for m, left in enumerate(choice.left, 1):
            rows = K[choice.indices[:m]]
            explained = np.trace(rows.T @ np.linalg.pinv(rows[:, choice.indices[:m]], hermitian=True) @ rows)
            yield f"left by {m}", left, 1 - explained / np.trace(K), 1e-7


@compares("twosample.plain_two_sample_test")
def _(rng):
    kernel, X = drawn(rng)
    n, seed, X = rng.integers(2, len(X) - 1), int(rng.integers(2**31)), X / 4
    K = kernel(X)
    plain = twosample.plain_two_sample_test(K, n, 49, rng=seed)
    fast = twosample.two_sample_test(X[:n], X[n:], kernel, 49, rng=seed)
    apart = plain.rounding + fast.rounding
    yield "distance²", plain.mmd2, fast.mmd2, apart
    yield "after each shuffle", plain.permuted, fast.permuted, apart
    tied = (np.abs(plain.permuted - plain.mmd2) <= 2 * apart).sum()
    yield "p", plain.p_value, fast.p_value, tied / 50 + 1e-12


@pytest.mark.parametrize("name", WAYS)
@given(seed=st.integers(0, 2**31))
@settings(deadline=None, max_examples=40)
def test_a_plain_way_gives_what_its_fast_one_gives(name, seed):
    for what, plain, fast, most in WAYS[name](np.random.default_rng(seed)):
        np.testing.assert_allclose(plain, fast, rtol=0, atol=most, err_msg=what)


def test_every_plain_way_is_asked():
    folders = [m.name for m in pkgutil.iter_modules(kernelsy19.__path__) if m.ispkg]
    rooms = [import_module(f"kernelsy19.{name}") for name in folders]
    plain = {
        f"{room.__name__.partition('.')[2]}.{name}"
        for room in rooms
        for name, function in inspect.getmembers(room)
        if name.startswith("plain_") and not hasattr(function, "equations")
    }
    assert plain == WAYS.keys()
