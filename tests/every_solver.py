# ruff: noqa: E731 - each answer is a function of nothing, asked where somebody listens to what is said on the way
"""The one table of solvers: what each is asked, what may change its answer, and what it refuses.

An answer is named after what gives it, `room.name` as the room hands it on. Who reads the table: `test_every_solver.py`
moves the points, and asks what is refused; `engine/test_compilation.py` asks without numba, `test_estimators.py` asks
scikit-learn's own checks of `ESTIMATORS`, and `torture/certificates.py` moves points that nobody has seen.
`python every_solver.py FILE` writes the answers to a file and prints the warnings that were given on the way.
"""

import json
import sys
import warnings
from dataclasses import dataclass, replace
from functools import wraps
from typing import NamedTuple

import numpy as np

from kernelsy19 import (
    ball,
    cmeans,
    datasets,
    denoising,
    density,
    fisher,
    gaussian_process,
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
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.certificates import HIDDEN_BY_ROUNDING, warn_of
from kernelsy19.cmeans import CMeans
from kernelsy19.density import ParzenWindow
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Precomputed, Sigmoid, default_kernel
from kernelsy19.landmarks import Nystroem, RandomFourierFeatures
from kernelsy19.logistic import KernelLogisticRegression
from kernelsy19.pca import KernelPCA
from kernelsy19.ridge import KernelRidge
from kernelsy19.sequences import ExpDTW, GlobalAlignment, Spectrum
from kernelsy19.svdd import TwoClassSVDD
from kernelsy19.svm import DualPerceptron, SupportVectorClassifier
from kernelsy19.validation import ConvergenceWarning

FEW, MANY = 60, 520  # 520² kernel values are more than 2^18, from which compiled loops compute them
ROWS = "order twice"  # what changes an answer that has a place for each row

# By which share of its largest number an answer that another way leads to may differ. ROUNDED: sums of some hundred
# products, each rounded to 2e-16, and systems of a condition below 1e5. PLACED: as far as rounding moves the points,
# which far from the origin is by more. SOLVED: an objective that is found to TOL is strongly convex in centers and
# scores, which are off by its root; the residual of support vector machines, SLOPE, is in units of a margin. PLAIN is
# what plain solvers stop at by themselves, as a share of the objective.
ROUNDED, PLACED, TOL, SLOPE, PLAIN = 1e-9, None, 1e-12, 1e-9, 1e-6
SOLVED = TOL**0.5


# ---- points, and what moves them --------------------------------------------------------------------------------


class Answer(NamedTuple):
    """What a solver is asked; which power of the units the answer has; which moves may change it, by name, and by which
    share of its largest number it may be off after the others."""

    name: str
    ask: object
    power: float = 0
    changed_by: str = ""
    within: float = ROUNDED


@dataclass(frozen=True)
class Data:
    """Points in some units, each so many times; what is measured in these units, or counts rows, scales along."""

    X: object
    new: object
    labels: np.ndarray
    targets: np.ndarray
    axes: tuple
    unit: float = 1.0
    times: int = 1

    @property
    def rbf(self):
        return RBF(0.3 / self.unit**2)

    @property
    def kernels(self):
        """Kernels, the power of units that their values have, and what changes answers; two of many points."""
        polynomial = Polynomial(2, 0.1 / self.unit**2)
        two = (self.rbf, 0, ""), (polynomial, 0, "origin")
        return two if len(self.X) == MANY else (*two, (Laplacian(0.2 / self.unit), 0, ""), (Linear(), 2, ""))

    @property
    def signs(self):
        return np.where(self.labels == 0, 1.0, -1.0)

    @property
    def p(self):
        return len(self.new[0])

    def blocks(self, b):
        return self.X[b::3], self.targets[b::3]

    def rounding(self, name):
        """By which share an answer may be off where the points are: an ε for each term of a mean of them, as often as
        what they differ by goes into how far off they are; of a kernel whose values grow, four as often as into the
        squares, and from a thousandth on is a doubt."""
        X = np.asarray(self.X, dtype=float)
        times, eps = (X**2).sum(axis=1).max() / X.var(axis=0).sum(), np.finfo(float).eps
        return (
            min(4 * len(X) * eps * times, HIDDEN_BY_ROUNDING)
            if "Linear()" in name
            else len(X) * eps * times**0.5
        )

    def in_units(self, unit):
        X, new, *axes = (unit * points for points in (self.X, self.new, *self.axes))
        return replace(self, X=X, new=new, axes=axes, unit=unit)

    def moved(self, by):
        return replace(self, X=self.X + by, new=self.new + by, axes=[x + by for x in self.axes])

    def of_rows(self, rows, times=1):
        return replace(
            self, X=self.X[rows], labels=self.labels[rows], targets=self.targets[rows], times=times
        )

    def kept_as(self, container):
        return replace(self, X=container(self.X), new=container(self.new))


def drawn(n, p, seed=0):
    """Three groups of points that float32 holds, too."""

    def points(n):
        rng = np.random.default_rng([p, seed])
        groups = 4 * np.eye(max(p, 2))[rng.integers(min(3, max(p, 2)), size=n), :p]
        return np.round((rng.normal(size=(n, p)) + groups) * 2**16) / 2**16

    X, new = points(n), points(MANY)[:, ::-1] + 0.5
    axes = tuple(np.linspace(-4, 6, m) for m in (300, 250))  # of a grid
    labels = X[:, :3].argmax(axis=1) if p > 1 else np.digitize(X[:, 0], [0.0, 2.0])
    return Data(X, new, labels, np.sin(X[:, 0]) + X[:, -1], axes)


MOVES = {
    "order": lambda q: q.of_rows(np.random.default_rng(1).permutation(len(q.X))),
    "twice": lambda q: q.of_rows(np.repeat(np.arange(len(q.X)), 2), times=2),
    "container": lambda q: q.kept_as(lambda X: np.asfortranarray(X, dtype=np.float32)),
}


def said(ask):
    """An answer, None where it was refused in a line; and whether there was a doubt."""
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            value = np.asarray(ask(), dtype=float)
        except ValueError:
            return None, True
    return value, any(issubclass(one.category, ConvergenceWarning) for one in heard)


def differences(answers, moved, move, expected, unit=1.0):
    """Yield of each answer to moved points its name, by which share it is off what is expected times a power of the
    unit, the most that it may be, and whether it has a doubt; then it may be off by anything."""
    for answer, (value, doubt_before) in zip(answers, expected, strict=True):
        if move in answer.changed_by or doubt_before:
            continue
        found, doubt = said(answer.ask)
        off = 0.0
        if not doubt:
            value = value * unit**answer.power
            largest = np.abs(value[np.isfinite(value)]).max(initial=0.0) or 1.0
            off = np.inf
            if found.shape == value.shape:
                differ = found != value  # −∞ is the logarithm of no density
                off = np.abs(found[differ] - value[differ]).max(initial=0.0) / largest
        follows = answer.within is PLACED or "Linear()" in answer.name
        most = max(answer.within or ROUNDED, moved.rounding(answer.name) if follows else 0.0)
        yield answer.name, off, most, doubt


# ---- what solvers are asked -------------------------------------------------------------------------------------


def once(solve):
    """Solve once for several answers, and warn in each of what there is to warn of."""
    kept = []

    def found():
        if not kept:
            with warnings.catch_warnings(record=True) as heard:
                warnings.simplefilter("always")
                kept.extend([solve(), heard])
        for warning in kept[1]:
            warnings.warn(warning.message, stacklevel=2)
        return kept[0]

    return found


def with_each_kernel(part):
    """Ask with each kernel, the power of units that it has, and what changes it."""

    @wraps(part)
    def asked(q):
        for k, power, changed in q.kernels:
            yield from (a._replace(name=f"{a.name} with {k}") for a in part(q, k, power, changed))

    return asked


def with_each_gram(part):
    """Ask with each kernel's Gram matrix, and with what gives its entries."""

    @with_each_kernel
    @wraps(part)
    def asked(q, k, power, changed):
        for form, K in (("matrix", k(q.X)), ("entries", k.gram(q.X))):
            yield from (a._replace(name=f"{a.name} ({form})") for a in part(q, k, power, changed, K))

    return asked


def of_kernels(q):
    """Values, sums and products that others are made of."""
    X, new, k, n = q.X, q.new, q.rbf, len(q.X)
    weights, some = np.random.default_rng(0).normal(size=(n, 2)), np.arange(0, n, 2)
    yield Answer("width by default", lambda: default_kernel(np.asarray(X, dtype=float)).gamma, -2)
    yield Answer("gram", lambda: k(X), 0, ROWS)
    yield Answer("values", lambda: k(new, X), 0, ROWS)
    yield Answer("values of a product", lambda: (k * k)(new, X), 0, ROWS)
    yield Answer("sums", lambda: k.sums(new, X, weights[:, 0]), 0, ROWS)
    yield Answer("two sums", lambda: k.sums(new, X, weights), 0, ROWS)
    yield Answer("product", lambda: k.gram(X).product(weights[:, 0]), 0, ROWS)
    yield Answer("product of some", lambda: k.gram(X).product(weights[some, 0], some), 0, ROWS)
    block = lambda: k.gram(X).block(some, np.arange(n), np.float32).astype(float)
    yield Answer("block in float32", block, 0, ROWS, 4 * float(np.finfo(np.float32).eps))
    yield Answer("rows", lambda: k.gram(X).rows(some), 0, ROWS)


@with_each_gram
def of_balls(q, k, power, changed, K):
    solve = once(lambda: ball.solve_dual(K, 0.2, tol=TOL))
    yield Answer("ball.solve_dual", lambda: [solve().objective, solve().R2], power, changed, SOLVED)
    decide = lambda: ball.decision_function(k, q.X, solve(), q.new)
    yield Answer("ball.decision_function", decide, power, changed, SOLVED)
    # Rounding decides between a weight on the bound and one next to it.
    kinds = lambda: [np.mean(solve().kinds == kind) for kind in ("inside", "outlier")]
    yield Answer("ball.solve_dual kinds", kinds, 0, f"twice {changed}")
    plane = once(lambda: one_class.solve_hyperplane(K, 0.2, tol=TOL))
    # Where the origin lies among the mapped points, all three are 0, as far as values of K are rounded.
    values = lambda: [plane().objective, plane().rho, plane().w_norm2, q.unit**power]
    yield Answer("one_class.solve_hyperplane", values, power, f"{changed} {'origin' * (power > 0)}", SOLVED)


@with_each_kernel
def of_plain_balls(q, k, power, changed):
    plain = lambda: ball.certify(k(q.X), 0.2, ball.plain_smo(k(q.X), 0.2)).objective
    yield Answer("ball.plain_smo ball.certify", plain, power, changed, PLAIN)


def of_balls_at_work(q):
    X, new, rbf = q.X, q.new, q.rbf
    model = lambda k: MinimumVolumeBall(k, nu=0.1, tol=TOL)
    yield Answer("ball.MinimumVolumeBall", lambda: model(rbf).fit(X).decision_function(new), 0, "", SOLVED)
    known = lambda: model(Precomputed()).fit(rbf(X)).decision_function(rbf(new, X))
    yield Answer("ball.MinimumVolumeBall, Precomputed", known, 0, "", SOLVED)
    even = lambda: ball.shared_evenly(ball.solve_dual(rbf(X), 0.2, tol=TOL), X).squared_distances
    yield Answer("ball.shared_evenly", even, 0, ROWS, SOLVED)
    if q.p == 2:
        solution = ball.solve_dual(rbf(X), 0.2, tol=TOL)
        on_grid = lambda: ball.decision_on_grid(rbf, X, solution, *q.axes)
        yield Answer("ball.decision_on_grid", on_grid, 0, "", PLACED)


@with_each_gram
def of_balls_for_two_classes(q, k, power, changed, K):
    y, C = q.signs, 3 / np.count_nonzero(q.signs > 0)
    solve = once(lambda: svdd.solve_dual(K, y, C, tol=TOL))
    yield Answer("svdd.solve_dual", lambda: [solve().objective, solve().R2], power, changed, SOLVED)
    decide = lambda: svdd.decision_function(k, q.X, solve(), q.new)
    yield Answer("svdd.decision_function", decide, power, changed, SOLVED)


def of_balls_for_two_classes_at_work(q):
    X, new, y, rbf = q.X, q.new, q.signs, q.rbf
    C = 3 / np.count_nonzero(y > 0)
    plain = lambda: svdd.certify(rbf(X), y, C, svdd.plain_svdd(rbf(X), y, C)).objective
    yield Answer("svdd.plain_svdd svdd.certify", plain, 0, "", PLAIN)
    model = lambda: TwoClassSVDD(rbf, C=C, tol=TOL, target=1.0).fit(X, y)
    yield Answer("svdd.TwoClassSVDD", lambda: model().decision_function(new), 0, "", SOLVED)
    bent = lambda A: Sigmoid(0.1 / q.unit**2, -1.0)(np.asarray(A, dtype=float), np.asarray(X, dtype=float))
    repaired = lambda: svdd.values_after_repair(bent(new[:9]), bent(X)).K_xs
    yield Answer("svdd.values_after_repair", repaired, 0, f"{ROWS} origin", 1e-6)
    if q.p == 2:
        solution = svdd.solve_dual(rbf(X), y, C, tol=TOL)
        on_grid = lambda: svdd.decision_on_grid(rbf, X, solution, *q.axes)
        yield Answer("svdd.decision_on_grid", on_grid, 0, "", PLACED)


def of_densities(q):
    """Densities, their logarithms, and the widths of windows."""
    X, new, u, n, p = q.X, q.new, q.unit, len(q.X), q.p
    unit = p * np.log(u)
    # By default the search for a width ends where the likelihood is level to 1e-6.
    for rule in ("silverman", "scott", "loo", "loo-full", "plug-in")[: 5 if p == 2 else 3]:
        level = PLACED if rule in ("silverman", "scott") else 1e-6
        power = 1 + (rule in ("loo-full", "plug-in"))  # widths that are matrices
        model = once(lambda rule=rule: ParzenWindow(bandwidth=rule).fit(X))
        yield Answer(f"density.ParzenWindow by {rule}", lambda m=model: m().bandwidth_, power, "twice", level)
        log_density = lambda m=model: np.exp(m().score_samples(new) + unit)
        yield Answer(f"density.ParzenWindow scores by {rule}", log_density, 0, "twice", level)
        chosen = lambda rule=rule: density.choose_bandwidth(X, rule)[0]
        yield Answer(f"density.choose_bandwidth {rule}", chosen, power, "twice", level)
    for window in ("gaussian", "hypercube"):
        found = lambda w=window: density.loo_bandwidth(X, window=w).bandwidth
        yield Answer(f"density.loo_bandwidth, {window}", found, 1, "twice", 1e-6)
        likelihood = lambda w=window: density.loo_log_likelihood(X, 3.0 * u, w) + n * unit
        yield Answer(f"density.loo_log_likelihood, {window}", likelihood, 0, "twice")
    if p < 3:
        yield Answer("density.plug_in", lambda: density.plug_in(X).bandwidth, 2, "twice", 1e-6)
        psi = lambda: density.psi_estimate(X, [4] + [0] * (p - 1), 0.8 * u) * u ** (p + 4)
        yield Answer("density.psi_estimate", psi, 0, "twice huge")  # of the sixth power of units
    yield Answer("density.log_density", lambda: np.exp(density.log_density(new, X, 0.5 * u) + unit))
    plainly = lambda: density.plain_density(new, X, 0.5 * u) * u**p
    yield Answer("density.plain_density", plainly, 0, "", PLACED)
    narrow = lambda: ParzenWindow(bandwidth=0.1 * u).fit(X).score_samples(new) + unit
    yield Answer("density.ParzenWindow, narrow", narrow)
    far = lambda: density.log_density(np.asarray(new, dtype=float) + 500 * u, X, 0.5 * u) + unit
    yield Answer("density.log_density, far from the data", far)
    cubes = lambda: density.log_density(new[:50], X, 9 * u, "hypercube") + unit
    yield Answer("density.log_density, hypercube", cubes)
    if p == 2:
        on_grid = lambda: density.density_on_grid(*q.axes, X, 0.4 * u)
        yield Answer("density.density_on_grid", on_grid, -2, "", PLACED)
        slanted = u**2 * np.array([[0.5, 0.2], [0.2, 0.4]])
        on_grid = lambda: density.density_on_grid(*q.axes, X, slanted)
        yield Answer("density.density_on_grid, slanted", on_grid, -2, "", PLACED)


def of_clusters(q):
    """Partitions by c-means."""
    X, new, times, y = q.X, q.new, q.times, q.labels
    # On both sides of the mean there are points, and no cluster is empty at the start: who fills it is one row, of
    # points that are there twice one of two.
    aside = np.outer((-0.5, 0.5), np.std(X, axis=0, dtype=float))
    start = np.mean(X, axis=0, dtype=float) + aside
    # Starts are drawn by the numbers of the rows: where these change, another lowest J may be found.
    yield Answer("cmeans.c_means", lambda: cmeans.c_means(X, 3).labels, 0, ROWS)
    least = lambda: cmeans.c_means(X, 2, init=start).objective / times
    yield Answer("cmeans.c_means criterion", least, 2)
    slow = lambda: cmeans.plain_c_means(X, start)
    yield Answer("cmeans.plain_c_means", lambda: slow().objective / times, 2, "", PLACED)
    steps = lambda: cmeans.c_means_steps(X, start)
    yield Answer("cmeans.c_means_steps", lambda: [s.objective / times for s in steps()], 2, "", PLACED)
    yield Answer("cmeans.certify", lambda: cmeans.certify(steps()).objective / times, 2, "", PLACED)
    yield Answer("cmeans.elbow", lambda: cmeans.elbow(X, range(1, 4)).objective / times, 2, "order")
    yield Answer("cmeans.CMeans", lambda: CMeans(n_clusters=3).fit(X).predict(new), 0, "order")
    model = lambda: CMeans(n_clusters=2, init=start).fit(X)
    yield Answer("cmeans.CMeans distances", lambda: np.sort(model().transform(new)), 1, "", PLACED)
    yield Answer("cmeans.CMeans score", lambda: model().score(new), 2, "", PLACED)
    found = lambda: cmeans.plain_c_means(X, start).labels
    yield Answer("cmeans.matched_labels", lambda: cmeans.matched_labels(found(), y), 0, ROWS)
    yield Answer("cmeans.matched_accuracy", lambda: cmeans.matched_accuracy(found(), y))


@with_each_gram
def of_clusters_of_a_kernel(q, k, power, changed, K):
    run = lambda init, c: kernel_cmeans.kernel_c_means(K, c, init=init)
    yield Answer("kernel_cmeans.kernel_c_means", lambda: run("k-means++", 3).labels, 0, f"{ROWS} {changed}")
    # No cluster is empty at the start: who fills it is one row, of points that are there twice one of two.
    of_labels = lambda: run(q.labels, q.labels.max() + 1)
    least = lambda: of_labels().objective / q.times
    yield Answer("kernel_cmeans.kernel_c_means criterion", least, power, changed)
    assigned = lambda: kernel_cmeans.assign_new(k(q.new, q.X), of_labels())
    yield Answer("kernel_cmeans.assign_new", assigned, 0, f"order {changed}")


@with_each_kernel
def of_clusters_of_a_kernel_at_work(q, k, power, changed):
    X, new, times = q.X, q.new, q.times
    model = lambda init="k-means++": KernelCMeans(k, n_clusters=3, init=init).fit(X)
    yield Answer("kernel_cmeans.KernelCMeans", lambda: model().predict(new), 0, f"order {changed}")
    squares = lambda: np.sort(model(q.labels).squared_distances(new))
    yield Answer("kernel_cmeans.KernelCMeans distances²", squares, power, changed)
    some = lambda: kernel_cmeans.approximate_kernel_c_means(k, X, 3, 40).objective / times
    yield Answer("kernel_cmeans.approximate_kernel_c_means", some, power, f"{ROWS} {changed}")
    slow = lambda: kernel_cmeans.plain_kernel_c_means(k(X), q.labels).objective / times
    yield Answer("kernel_cmeans.plain_kernel_c_means", slow, power, changed)
    steps = lambda: kernel_cmeans.kernel_c_means_steps(k(X), q.labels)
    last = lambda: steps()[-1].objective / times
    far = f"{changed} {'origin' * (power > 0)}"  # nobody judges it
    yield Answer("kernel_cmeans.kernel_c_means_steps", last, power, far)
    judged = lambda: kernel_cmeans.certify(k(X), steps()).objective / times
    yield Answer("kernel_cmeans.certify", judged, power, changed)
    elbow = lambda: kernel_cmeans.kernel_elbow(k(X), range(1, 4)).objective / times
    yield Answer("kernel_cmeans.kernel_elbow", elbow, power, f"order {changed}")


def of_axes(q):
    """Principal axes."""
    X, new, n, p = q.X, q.new, len(q.X), q.p
    m = min(2, p)
    yield Answer("pca.principal_axes", lambda: pca.principal_axes(X, m).project(new), 1, "", PLACED)
    back = lambda: pca.principal_axes(X, m).reconstruct(np.ones((1, m)) * q.unit) - np.mean(X, axis=0)
    yield Answer("pca.principal_axes back", back, 1, "container", PLACED)  # the mean is one of float32 there
    wide = lambda: pca.principal_axes(np.asarray(X).T, min(n, p) - 1).variances
    if p > 1:
        yield Answer("pca.principal_axes, wide", wide, 2, f"{ROWS} origin")


@with_each_gram
def of_axes_of_a_kernel(q, k, power, changed, K):
    m = min(2, q.p)
    for solver in ("auto", "dense", "krylov", "cholesky")[:: 1 + 3 * (len(q.X) == MANY and power == 0)]:
        solve = once(lambda solver=solver: pca.solve_dual(K, m, solver=solver))
        values = lambda s=solve: s().eigenvalues / q.times
        yield Answer(f"pca.solve_dual, {solver},", values, power, changed)
        project = lambda s=solve: np.abs(s().project(k(q.new, q.X)))
        yield Answer(f"pca.solve_dual, {solver}, projections", project, power / 2, changed)


@with_each_kernel
def of_axes_of_a_kernel_at_work(q, k, power, changed):
    m = min(2, q.p)
    plain = lambda: pca.certify(k(q.X), *pca.plain_kernel_pca(k(q.X), m)).eigenvalues / q.times
    yield Answer("pca.plain_kernel_pca pca.certify", plain, power, changed)
    model = lambda: KernelPCA(k, n_components=m).fit(q.X)
    yield Answer("pca.KernelPCA", lambda: np.abs(model().transform(q.new)), power / 2, changed)


def of_pre_images(q):
    """The way back from axes; fixed points are found to 1e-8."""
    X, noisy, rbf = q.X, np.asarray(q.new)[:20], q.rbf
    model = once(lambda: KernelPCA(rbf, n_components=3).fit(X))
    # Leave-one-out may choose an η of 1e-8, of which rounding is seen, in another order another one.
    for method, options, changed in (("fixed-point", {}, ""), ("ridge", {"ridge": 0.01}, "twice")):
        back = lambda m=method, o=options: denoising.denoise(model(), noisy, method=m, **o).squared_distances
        yield Answer(f"denoising.denoise, {method}", back, 0, changed, PLACED)
    both = lambda: [images.squared_distances for images in denoising.compare(model(), noisy).values()]
    yield Answer("denoising.compare", both, 0, "twice", max(1e-6, q.rounding("means")))
    W = lambda: rbf(noisy, X) / q.times
    off = lambda points: points - noisy
    found = lambda: denoising.fixed_point(rbf, X, W(), noisy)
    yield Answer("denoising.fixed_point", lambda: off(found().points), 1, "", 1e-6)
    plainly = lambda: denoising.plain_fixed_point(rbf, X, W(), noisy)
    yield Answer("denoising.plain_fixed_point", lambda: off(plainly()), 1, "", PLACED)
    path = lambda: denoising.fixed_point_path(noisy[0], X, W()[0], rbf.gamma, 5) - noisy[0]
    yield Answer("denoising.fixed_point_path", path, 1, "", PLACED)
    yield Answer("denoising.bends", lambda: denoising.bends(noisy, X, W(), rbf.gamma))
    judged = lambda: denoising.certify(rbf, X, W(), noisy)[0]
    yield Answer("denoising.certify", judged)
    learned = lambda: denoising.learn(model().solution_.projections, X, ridge=0.01)(model().transform(noisy))
    yield Answer("denoising.learn", lambda: off(learned()), 1, "twice", PLACED)


def of_lines(q):
    """Ridge regression on the columns themselves, and what goes over several kernels."""
    X, new, y, times = q.X, q.new, q.targets, q.times
    lam = 0.5 * times * q.unit**2
    yield Answer("ridge.solve_ridge", lambda: ridge.solve_ridge(X, y, lam).predict(new), 0, "origin")
    plain = lambda: ridge.certify_ridge(X, y, lam, ridge.plain_ridge(X, y, lam)).objective / times
    yield Answer("ridge.plain_ridge ridge.certify_ridge", plain, 0, "origin")
    by_loo = lambda: KernelRidge(q.rbf, lam="loo").fit(X, y).predict(new)
    yield Answer("ridge.KernelRidge by leaving one out", by_loo, 0, "twice")
    some = [q.rbf, RBF(1 / q.unit**2)]
    yield Answer("ridge.loo_grid", lambda: ridge.loo_grid(some, X, y, [0.1, 1.0]).rmse, 0, "twice")
    aside = lambda: ridge.error_put_aside(some, X, y, [0.1, 1.0])
    yield Answer("ridge.error_put_aside", aside, 0, ROWS)


@with_each_gram
def of_fits(q, k, power, changed, K):
    y, times, lam = q.targets, q.times, 0.5 * q.times * q.unit**power
    for intercept in (True, False):
        moves = changed if intercept or not power else "origin"
        fit = once(lambda i=intercept: ridge.solve_dual(K, y, lam, i))
        about = f", intercept {intercept},"
        yield Answer(f"ridge.solve_dual{about} objective", lambda f=fit: f().objective / times, 0, moves)
        yield Answer(f"ridge.solve_dual{about}", lambda f=fit: f().fitted, 0, f"{ROWS} {moves}")
        left = lambda f=fit: f().loo_residuals
        yield Answer(f"ridge.solve_dual{about} left out", left, 0, f"{ROWS} {moves}")
        path = lambda i=intercept: ridge.loo_path(K, y, [lam, 2 * lam], i).loo
        yield Answer(f"ridge.loo_path{about}", path, 0, f"twice {moves}")


@with_each_kernel
def of_fits_at_work(q, k, power, changed):
    X, new, y, lam = q.X, q.new, q.targets, 0.5 * q.times * q.unit**power
    plain = lambda: ridge.certify(k(X), y, lam, *ridge.plain_kernel_ridge(k(X), y, lam)).objective
    yield Answer("ridge.plain_kernel_ridge ridge.certify", lambda: plain() / q.times, 0, changed)
    yield Answer("ridge.KernelRidge", lambda: KernelRidge(k, lam=lam).fit(X, y).predict(new), 0, changed)
    left = lambda: ridge.plain_leave_one_out(k(X), y, lam)
    yield Answer("ridge.plain_leave_one_out", left, 0, f"{ROWS} {changed}")


def of_random_functions(q):
    """Where log p(y) is highest: the place is known to the slope there over its curvature."""
    if len(q.X) < MANY:
        noisy = q.targets + np.sin(50 * np.asarray(q.X)[:, 0] / q.unit) - q.targets.mean()
        climb = once(lambda: gaussian_process.climb(RBF, q.X, noisy, [q.rbf.gamma], 0.1))
        yield Answer("gaussian_process.climb", lambda: climb().theta, -2, "origin twice", 1e-3)
        yield Answer("gaussian_process.climb, noise", lambda: climb().lam, 0, "origin twice", 1e-3)
        judged = lambda: gaussian_process.certify(RBF, q.X, noisy, climb().theta, climb().lam).log_likelihood
        yield Answer("gaussian_process.certify", judged, 0, "origin twice", 1e-6)


@with_each_gram
def of_classes(q, k, power, changed, K):
    y, lam = (q.targets > 1).astype(float), 0.5 * q.times * q.unit**power
    fit = once(lambda: logistic.solve_logistic(K, y, lam, intercept=True))
    # Newton's method ends at a gap of 1e-14 of n log 2; scores are off by its root.
    yield Answer("logistic.solve_logistic", lambda: fit().objective / q.times, 0, changed)
    yield Answer("logistic.scores_at", lambda: logistic.scores_at(k, q.X, fit(), q.new), 0, changed, SOLVED)
    Y = np.eye(q.labels.max() + 1)[q.labels]
    three = lambda: logistic.OneAgainstRest(logistic.solve_one_against_rest(K, Y, lam, intercept=True))
    values = lambda: [problem.objective / q.times for problem in warn_of(three(), "It ended", "").problems]
    yield Answer("logistic.solve_one_against_rest", values, 0, changed)


@with_each_kernel
def of_classes_at_work(q, k, power, changed):
    moves = f"{changed} {'origin' * (power > 0)}"  # it has no intercept
    model = lambda: KernelLogisticRegression(k, lam=0.5 * q.times * q.unit**power).fit(q.X, q.labels)
    yield Answer("logistic.KernelLogisticRegression", lambda: model().predict_proba(q.new), 0, moves, SOLVED)


def of_steps_of_classes(q):
    X, rbf, times = q.X, q.rbf, q.times
    y = (q.targets > 1).astype(float)
    plain = lambda: logistic.certify(rbf(X), y, 0.5 * times, logistic.plain_newton(rbf(X), y, 0.5 * times))
    yield Answer("logistic.plain_newton logistic.certify", lambda: plain().objective / times)
    last = lambda steps: [*steps][-1]
    newton = lambda: last(logistic.newton_steps(rbf(X), y, 0.5 * times, 1e-14)).objective / times
    yield Answer("logistic.newton_steps", newton)
    K, few = lambda: rbf(X)[:FEW, :FEW], y[:FEW]
    box = lambda: last(logistic.sgd_steps(K(), few, 0.05, 3)).theta
    yield Answer("logistic.sgd_steps", box, 0, ROWS)
    down = lambda: last(logistic.kernel_descent_steps(K(), few, 0.05, 3))
    yield Answer("logistic.kernel_descent_steps", lambda: down().loss, 0, ROWS)
    line = lambda: last(logistic.descent_steps(np.asarray(X) / q.unit, y, 0.05, 3)).loss
    yield Answer("logistic.descent_steps", line, 0, "origin")
    models = [KernelLogisticRegression(RBF(c / q.unit**2), lam=0.5) for c in (0.3, 1.0)]
    yield Answer("logistic.lowest_loss", lambda: logistic.lowest_loss(models, X, y)[1], 0, ROWS, SOLVED)
    if q.p == 2:
        theta = logistic.solve_logistic(rbf(X), y, 0.5 * times).theta
        on_grid = lambda: logistic.scores_on_grid(rbf, X, theta, 0.0, *q.axes)
        yield Answer("logistic.scores_on_grid", on_grid, 0, "", PLACED)


@with_each_gram
def of_classifiers(q, k, power, changed, K):
    y, C = q.signs, 2.0 / q.times / q.unit**power
    machine = once(lambda: svm.solve_dual(K, y, C, tol=SLOPE))
    yield Answer("svm.solve_dual", lambda: machine().objective, -power, changed, SLOPE**0.5)
    decide = lambda: svm.decision_function(k, q.X, machine(), q.new)
    yield Answer("svm.decision_function", decide, 0, changed, SLOPE**0.5)
    tube = lambda: svm.decision_function(k, q.X, svm.solve_regression(K, q.targets, C, tol=SLOPE), q.new)
    yield Answer("svm.solve_regression", tube, 0, changed, SLOPE**0.5)


@with_each_kernel
def of_classifiers_at_work(q, k, power, changed):
    X, C = q.X, 2.0 / q.times / q.unit**power
    plain = lambda: svm.certify(k(X), q.signs, C, svm.plain_svm(k(X), q.signs, C)).objective
    yield Answer("svm.plain_svm svm.certify", plain, -power, changed, PLAIN)
    model = lambda: SupportVectorClassifier(k, C=C, class_weight="balanced", tol=SLOPE).fit(X, q.labels)
    decide = lambda: model().decision_function(q.new)
    yield Answer("svm.SupportVectorClassifier", decide, 0, changed, SLOPE**0.5)


def of_perceptrons(q):
    """Perceptrons, which visit rows in their order."""
    X, y, rbf = q.X, q.signs, q.rbf
    taught = once(lambda: svm.perceptron(rbf.gram(X), y))
    yield Answer("svm.perceptron", lambda: taught().F, 0, ROWS)
    yield Answer("svm.perceptron bound on updates", lambda: np.log(taught().most_updates), 0, ROWS)
    yield Answer("svm.perceptron_steps", lambda: [*svm.perceptron_steps(rbf(X), y)][-1].F, 0, ROWS)
    model = lambda: DualPerceptron(rbf).fit(X, y).decision_function(q.new)
    yield Answer("svm.DualPerceptron", model, 0, ROWS)
    if q.p == 2:
        solution = svm.solve_dual(rbf(X), y, 2.0 / q.times, tol=SLOPE)
        on_grid = lambda: svm.decision_on_grid(rbf, X, solution, *q.axes)
        yield Answer("svm.decision_on_grid", on_grid, 0, "", PLACED)


def of_sequences(q):
    """Alignments of sequences, and kernels of sequences and of strings."""
    rng = np.random.default_rng(len(q.X))
    X = np.split(np.asarray(q.X, dtype=float), np.unique(rng.integers(1, len(q.X), size=len(q.X) // 6)))
    x, y = np.asarray(q.X, dtype=float)[:4], np.asarray(q.X, dtype=float)[4:9]
    for squared in (False, True):
        power = 1 + squared
        every = lambda s=squared: sequences.dtw_distances(X, squared=s)
        yield Answer(f"sequences.dtw_distances, {squared}", every, power, ROWS)
        two = lambda s=squared: sequences.dtw_distances(X[:9], X, s)
        yield Answer(f"sequences.dtw_distances of two sets, {squared}", two, power, ROWS)
        one = lambda s=squared: sequences.dtw_distance(x, y, s)
        yield Answer(f"sequences.dtw_distance, {squared}", one, power, ROWS)
    for sigma in (10.0, 1.0, 0.1):
        every = lambda s=sigma * q.unit: sequences.log_global_alignments(X, sigma=s)
        yield Answer(f"sequences.log_global_alignments, {sigma}", every, 0, ROWS)
    yield Answer("sequences.plain_dtw", lambda: sequences.plain_dtw(X[0], X[1]).distance, 1, ROWS)
    for way in (sequences.plain_global_alignment, sequences.listed_global_alignment):
        yield Answer(f"sequences.{way.__name__}", lambda way=way: way(x, y, q.unit), 0, ROWS)
    for k in (
        ExpDTW(0.1 / q.unit),
        ExpDTW(1.0 / q.unit, per_step=True),
        GlobalAlignment(3.0 * q.unit),
        GlobalAlignment(q.unit, root=4.0),
    ):
        yield Answer(f"{type(k).__name__}, {k.latex}", lambda k=k: k(X), 0, ROWS)
    rng = np.random.default_rng(0)
    words = ["".join("abc"[i] for i in rng.integers(3, size=9)) for _ in range(12)]
    yield Answer("substrings", lambda: Spectrum(2)(words))


def of_mixtures(q):
    """Mixtures, their scores, and Fisher kernels; EM ends where a step adds no more than 1e-10 to the likelihood.
    Means are rounded where they lie: scores follow, and likelihoods, which are flat there, by the square."""
    X, new = q.X, q.new
    unit, root = q.p * np.log(q.unit), max(1e-5, q.rounding("scores"))
    flat = max(ROUNDED, q.rounding("means") ** 2)
    fit = once(lambda: fisher.fit_mixture(X, 3, n_starts=3))
    yield Answer("fisher.fit_mixture", lambda: [fit().log_likelihood + unit], 0, "order")
    shares = lambda: np.sort(fit().mixture.posterior(new))
    yield Answer("fisher.fit_mixture posteriors", shares, 0, "order", root)
    yield Answer("fisher.plain_em", lambda: fisher.plain_em(X, q.labels).log_likelihood + unit)
    steps = lambda: [*fisher.em_steps(X, np.eye(q.labels.max() + 1)[q.labels])]
    yield Answer("fisher.em_steps", lambda: steps()[-1].log_likelihood + unit, 0, "", flat)
    yield Answer("fisher.certify", lambda: fisher.certify(X, steps()).log_likelihood + unit, 0, "", PLACED)
    for parts in ("weights", "means", ("weights", "means", "sds")):
        known = lambda parts=parts: fisher.FisherKernel(fit().mixture, parts)(new[:50])
        yield Answer(f"FisherKernel, {parts}", known, 0, "order", root)
    drawn_anew = lambda: fisher.FisherKernel(fit().mixture, "weights", "simulated")(new[:50], X)
    yield Answer("FisherKernel, simulated", drawn_anew, 0, ROWS, root)


def of_landmarks(q):
    """Landmarks and their features."""
    X, new, rbf = q.X, q.new, q.rbf
    for rule in ("greedy", "uniform"):  # a draw by what is left follows rounding
        left = lambda rule=rule: landmarks.choose(rbf.gram(X), 10, rule).left
        yield Answer(f"landmarks.choose, {rule}", left, 0, ROWS)
    left = lambda: landmarks.plain_rpcholesky(rbf(X), 1).left
    yield Answer("landmarks.plain_rpcholesky", left, 0, ROWS)
    F = lambda: Nystroem(rbf, n_components=10, rule="uniform").fit(X).transform(new)
    yield Answer("landmarks.Nystroem", lambda: F() @ F().T, 0, ROWS)
    waves = lambda: RandomFourierFeatures(rbf, n_components=10).fit(X).transform(new)
    yield Answer("landmarks.RandomFourierFeatures", lambda: waves() @ waves().T, 0, "", PLACED)
    rows = lambda: landmarks.sample_of(q.blocks, range(3), 30) - np.asarray(X)[0]
    yield Answer("landmarks.sample_of", rows, 1, f"{ROWS} container", PLACED)
    sums = lambda: landmarks.reduce(lambda b: len(q.blocks(b)[0]), range(3)) / q.times
    yield Answer("landmarks.reduce", sums)
    at_blocks = lambda: landmarks.fit_density(q.blocks, range(3), new, 0.5 * q.unit)
    yield Answer("landmarks.fit_density", at_blocks, -q.p)
    waves_of = once(lambda: landmarks.fourier_map(rbf, q.p, 20))
    ridge_of = lambda: landmarks.fit_ridge(waves_of(), q.blocks, range(3), 0.5 * q.times).predict(new)
    yield Answer("landmarks.fourier_map landmarks.fit_ridge", ridge_of, 0, "", PLACED)
    axes = lambda: landmarks.fit_pca(waves_of(), q.blocks, range(3), 2).eigenvalues
    yield Answer("landmarks.fourier_map landmarks.fit_pca", axes, 0, "", PLACED)


@with_each_kernel
def of_blocks(q, k, power, changed):
    X, new, times, source, blocks = q.X, q.new, q.times, q.blocks, range(3)
    Z, lam, far = np.asarray(new)[:10], 0.5 * q.times * q.unit**power, f"{changed} {'origin' * (power > 0)}"
    signs = lambda b: (X[b::3], q.signs[b::3])
    features = once(lambda: landmarks.landmark_map(k, Z))
    fit = once(lambda: landmarks.fit_ridge(features(), source, blocks, lam))
    yield Answer("landmarks.landmark_map landmarks.fit_ridge", lambda: fit().predict(new), 0, changed)
    axes = once(lambda: landmarks.fit_pca(features(), source, blocks, min(2, q.p)))
    huge = f"{changed} {'huge' * (power > 0)}"  # squares of its values are none that float64 holds
    yield Answer("landmarks.fit_pca", lambda: axes().eigenvalues, power, huge)
    coordinates = lambda: np.abs(axes().transform(new))
    yield Answer("landmarks.fit_pca coordinates", coordinates, power / 2, huge)
    classes = lambda: landmarks.fit_classifier(features(), signs, blocks, (-1, 1), lam)
    yield Answer("landmarks.fit_classifier", lambda: classes().decision_function(new), 0, far, 1e-8**0.5)
    groups = lambda: landmarks.fit_c_means(features(), source, blocks, Z[:3])
    yield Answer("landmarks.fit_c_means", lambda: groups().sizes / times, 0, changed)
    around = once(lambda: landmarks.fit_ball(k, source, blocks, 0.2, tol=1e-7))
    yield Answer("landmarks.fit_ball", lambda: [around().objective, around().R2], power, changed, PLAIN)
    left = lambda: landmarks.trace_error(features(), X)
    yield Answer("landmarks.trace_error", lambda: [1, left()], 0, f"{changed} origin")  # a share of one
    if not power and not changed:  # features of the others leave nothing but rounding
        check = lambda: landmarks.check_ridge(fit(), X, q.targets, source, blocks).relative
        yield Answer("landmarks.check_ridge", check, 0)
        error = lambda: landmarks.feature_error(features(), X).relative
        yield Answer("landmarks.feature_error", error, 0, ROWS)


@with_each_kernel
def of_two_samples(q, k, power, changed):
    X, Y, Z = q.X, q.new[: len(q.X)], np.asarray(q.new)[:10]
    pair, moves = lambda b: (X[b::3], Y[b::3]), f"{ROWS} {changed}"
    for name, test in (
        ("two_sample_test", lambda: twosample.two_sample_test(X, Y, k, 19)),
        ("plain_two_sample_test", lambda: twosample.plain_two_sample_test(k(np.vstack([X, Y])), len(X), 19)),
    ):
        test = once(test)
        yield Answer(f"twosample.{name} p-value", lambda t=test: t().p_value, 0, moves)
        yield Answer(f"twosample.{name}", lambda t=test: [t().mmd2, *t().permuted], power, moves)
    in_blocks = lambda: twosample.mmd2_over_blocks(k, pair, range(3))
    yield Answer("twosample.mmd2_over_blocks", in_blocks, power, moves)
    by_features = lambda: twosample.mmd2_by_features(landmarks.landmark_map(k, Z), pair, range(3))
    yield Answer("twosample.mmd2_by_features", by_features, power, moves)


def of_two_samples_on_waves(q):
    waves, pair = landmarks.fourier_map(q.rbf, q.p, 20), lambda b: (q.X[b::3], q.new[: len(q.X)][b::3])
    distance = lambda: twosample.mmd2_by_features(waves, pair, range(3))
    yield Answer("twosample.mmd2_by_features of waves", distance, 0, ROWS, PLACED)


TABLE = tuple(value for name, value in list(globals().items()) if name.startswith("of_"))

# What is none of a solver's own: steps of one, sizes, and mathematics without points.
NOT_ASKED = {
    "ball": "smo_steps weights_on_farthest",  # of plain_smo
    "density": "amise amise_gradient as_bandwidth gaussian_derivative minimize_amise multi_indices pilot_bandwidth",
    "fisher": "change_of_kernels divergences_along gaussian_divergence plain_fisher_gram",
    "landmarks": "n_workers pass_time",
    "sequences": "all_alignments",
}


# Numbers of points, and of axes: in the plane, from differences of coordinates, from products of vectors
SOME, EVERY = ((FEW, (2, 12)), (MANY, (2,))), ((FEW, (2, 3, 12)), (MANY, (2, 12)))


def answers(sizes):
    """Yield the name of each answer, and the answer as an array of numbers."""
    for n, axes in sizes:
        for p in axes:
            for part in TABLE:
                for answer in part(drawn(n, p)):
                    if n == FEW or "plain" not in answer.name:
                        name = f"{part.__name__} {answer.name}, n = {n}, p = {p}"
                        yield name, np.asarray(answer.ask(), dtype=float)
    X = drawn(1200, 3).X  # so many that kernel c-means looks for coordinates, and SMO works by passes
    yield "many points, kernel c-means", KernelCMeans(RBF(0.05), n_clusters=3).fit(X).labels_
    many = MinimumVolumeBall(RBF(0.3), nu=0.05, tol=1e-9).fit(X)
    yield "many points, ball", np.array([many.R2_, many.solution_.objective])


# ---- what scikit-learn's own checks are asked of ----------------------------------------------------------------

MIXED = RBF(0.5) + 0.1 * Linear()
ESTIMATORS = [
    MinimumVolumeBall(),
    MinimumVolumeBall(Linear(), nu=0.3),
    MinimumVolumeBall(MIXED, nu=0.5),
    TwoClassSVDD(),
    TwoClassSVDD(MIXED, C=1.0),
    TwoClassSVDD(Polynomial(2), C=1.0, tol=1e-4),
    SupportVectorClassifier(),
    SupportVectorClassifier(Linear(), C=0.3),
    SupportVectorClassifier(MIXED, class_weight="balanced"),
    DualPerceptron(),
    KernelLogisticRegression(),
    KernelLogisticRegression(Linear(), lam=0.3, intercept=True),
    KernelLogisticRegression(MIXED, lam=0.1),
    KernelRidge(),
    KernelRidge(Linear(), lam=0.1),
    KernelRidge(lam="loo"),
    KernelRidge(intercept=False),
    KernelPCA(),
    KernelPCA(Linear(), n_components=1),
    KernelPCA(n_components=None, center=False),
    CMeans(),
    KernelCMeans(),
    KernelCMeans(n_sample=1),
    KernelCMeans(kernel=Linear()),
    ParzenWindow(),
    ParzenWindow(window="hypercube"),
    ParzenWindow(bandwidth=0.8),
    Nystroem(n_components=5),
    Nystroem(Linear(), n_components=5, rule="uniform"),
    Nystroem(RBF(0.1), n_components=5, rule="greedy"),
    RandomFourierFeatures(n_components=10),
    RandomFourierFeatures(RBF(0.1), n_components=10, orthogonal=True),
]


# ---- what is refused, though each argument by itself is good ----------------------------------------------------

X = np.random.default_rng(0).normal(size=(12, 2))
I4, I3, HALF = np.eye(4), np.eye(3), np.arange(12) % 2
SIGNS, THREE, K, INDEFINITE = 2.0 * HALF - 1, np.arange(12) % 3, RBF(1.0)(X), [[0.0, 1.0], [1.0, 0.0]]
NO_MEAN, ONE_OUT = r"smallest eigenvalue -.*θᵀKθ is no squared norm", [1, 1, 1, -1]
MAP, FROM_SAMPLE = landmarks.landmark_map(RBF(), X), kernel_cmeans.approximate_kernel_c_means
MIXED, MASKED = fisher.DiagonalMixture, np.ma.masked_array(np.ones(3), mask=[0, 1, 0])
WEIGHTLESS, OF_VALUES = SupportVectorClassifier(class_weight={1: 0.0}), KernelCMeans(Precomputed(), 2)
MODEL, LOGISTIC = KernelLogisticRegression(), logistic.solve_logistic(K, HALF, 1.0)
KPCA = KernelPCA(RBF(1.0), n_components=2).fit(X)
MIXTURE = fisher.DiagonalMixture([0.5, 0.5], [[0.0, 0.0], [3.0, 3.0]], np.ones((2, 2)))
GRID, DOTS, HALVES = np.zeros(1), Linear()(X), kernel_cmeans.kernel_c_means(K, 2)
PLANE = np.column_stack([X[:, 0], 2 * X[:, 0]])


def block_source(b):
    return X[b::2], SIGNS[b::2]


def uneven(b):
    return X[:5], X[:1]


REFUSALS = [
    ("weights from 0 to .* with the sum 1, got", lambda: ball.plain_smo(K, 0.5, start=np.full(12, 1 / 20))),
    ("weights from 0 to .* with the sum 1, got", lambda: ball.solve_dual(K, 0.5, start=np.eye(12)[0])),
    ("K_xx must have shape", lambda: MinimumVolumeBall(Precomputed()).fit(K).predict(K[:3], np.ones(4))),
    (r"C = 0.2 is too small for 3 target points.*at least 1/3", lambda: svdd.solve_dual(I4, ONE_OUT, 0.2)),
    ("is too small for 3 target points", lambda: svdd.plain_svdd(I4, ONE_OUT, 0.2)),
    ("no target point", lambda: svdd.solve_dual(I4, -np.ones(4), 0.5)),
    ("the prices of the targets sum to 0.6, not to 1", lambda: svdd.solve_dual(K, SIGNS, np.full(12, 0.1))),
    ("C must be a number > 0 or 12 finite numbers", lambda: svdd.solve_dual(K, SIGNS, np.ones(3))),
    ("C must be", lambda: svdd.solve_dual(K, SIGNS, np.r_[-1.0, np.ones(11)])),
    ("C = 0.01 is too small for 6 target points", lambda: TwoClassSVDD(C=0.01).fit(X, HALF)),
    ("two classes, got one class", lambda: TwoClassSVDD().fit(X, np.ones(12))),
    ("binary classification .*got 3. Merge all outliers", lambda: TwoClassSVDD().fit(X, THREE)),
    ("Unknown label type", lambda: TwoClassSVDD().fit(X, X[:, 0])),
    (r"target must be one of the classes .*got 'third'", lambda: TwoClassSVDD(target="third").fit(X, HALF)),
    ("K_new must have 3 columns, got 2", lambda: svdd.values_after_repair(np.ones((4, 2)), I3)),
    ("y must hold −1 and 1, both", lambda: svm.perceptron(I3, np.ones(3))),
    ("y must hold −1 and 1, both", lambda: svm.plain_svm(I3, np.ones(3))),
    ("C must be a number > 0 or 3", lambda: svm.solve_dual(I3, [1, -1, 1], [1.0, 0.0, 1.0])),
    ("C must be", lambda: svm.solve_dual(I3, [1, -1, 1], [1.0, 2.0])),
    ("C must have no masked entries", lambda: svm.solve_dual(I3, [1, -1, 1], MASKED)),
    ("C must be a number in", lambda: svm.plain_svm(I3, [1, -1, 1], np.inf)),
    ("3 finite numbers > 0", lambda: svm.plain_svm(I3, [1, -1, 1], [1.0, np.inf, 1.0])),
    ("class_weight must be finite and above 0", lambda: WEIGHTLESS.fit(X, HALF)),
    ("at least two classes, got one class", lambda: SupportVectorClassifier().fit(X, np.ones(12))),
    ("Only binary classification is supported", lambda: DualPerceptron().fit(X, THREE)),
    (r"must have shape \(m, 12\)", lambda: SupportVectorClassifier(Precomputed()).fit(K[:, :7], THREE)),
    ("symmetric", lambda: SupportVectorClassifier(Precomputed()).fit(K + np.triu(K, 1), THREE)),
    ("C must", lambda: one_class.nu_of_bound(0.019, 50)),
    ("zeros and ones", lambda: logistic.solve_logistic(I4, [0, 1, 2, 1], 1.0)),
    ("both of them", lambda: logistic.plain_newton(I4, np.ones(4), 1.0)),
    (NO_MEAN, lambda: logistic.plain_newton(INDEFINITE, [0, 1], 0.1)),
    (NO_MEAN, lambda: logistic.solve_logistic(INDEFINITE, [0, 1], 0.1)),
    ("one class", lambda: KernelLogisticRegression().fit(X, np.ones(12))),
    ("at least one model", lambda: logistic.lowest_loss([], X, HALF)),
    ("points of the smallest class = 6", lambda: logistic.lowest_loss([MODEL], X, HALF, 7)),
    ("precomputed", lambda: logistic.scores_on_grid(Precomputed(), X, SIGNS, 0.0, GRID, GRID)),
    ("12 training points", lambda: logistic.scores_at(RBF(), X[:5], LOGISTIC, X)),
    ("rising", lambda: ridge.loo_path(I4, np.arange(4.0), [1.0, 0.5])),
    ("above 0", lambda: ridge.loo_path(I4, np.arange(4.0), [0.0, 0.5])),
    ("lams must be rising", lambda: ridge.loo_path(I4, np.arange(4.0), [])),
    ("at least 2 points, got 1", lambda: ridge.loo_path(np.eye(1), [1.0], [1.0])),
    ("at least 2 points, got 1", lambda: ridge.plain_leave_one_out(np.eye(1), [3.0], 1.0)),
    ("at least 2 points, got 1", lambda: ridge.solve_dual(np.eye(1), [3.0], 1.0).loo_residuals),
    ("kernels must hold at least one", lambda: ridge.loo_grid([], I3, np.ones(3), [1.0])),
    ("at least 2", lambda: ridge.error_put_aside([RBF()], X, SIGNS, [1.0], n_folds=1)),
    ("at most n/2 = 6", lambda: ridge.error_put_aside([RBF()], X, SIGNS, [1.0], n_folds=7)),
    (r"^y must hold finite numbers: [^\n]+$", lambda: KernelRidge().fit(I3, ["a", "b", "c"])),
    (r"^y must hold finite numbers: [^\n]+$", lambda: KernelRidge().fit(I3, [1.0, None, np.inf])),
    ("at most the number of points, got 13 with n_samples = 12", lambda: cmeans.c_means(X, 13)),
    (r"init must be 'k-means\+\+', .* or an array", lambda: cmeans.c_means(X, 2, init="random")),
    (r"init must have shape \(2, 2\) or .*, got \(3, 2\)", lambda: cmeans.c_means(X, 2, init=X[:3])),
    ("n_starts must be None or 1, .* got 4", lambda: cmeans.c_means(X, 2, 4, X[:2])),
    ("at most the number of points", lambda: cmeans.c_means_steps([[0.0]], [[0.0], [1.0]])),
    ("n_clusters must be rising numbers", lambda: cmeans.elbow(X, [2, 2])),
    (r"arrays of one length, got \(2,\) and \(3,\)", lambda: cmeans.matched_accuracy([0, 1], [0, 1, 1])),
    ("at most the number of points, got 4 with n_samples = 3", lambda: kernel_cmeans.kernel_c_means(I3, 4)),
    (r"init must have shape \(3,\)", lambda: kernel_cmeans.kernel_c_means(I3, 2, init=[0, 1])),
    ("labels must be whole numbers from 0 to 1", lambda: kernel_cmeans.kernel_c_means(I3, 2, init=[0, 1, 2])),
    ("n_starts must be None or 1", lambda: kernel_cmeans.kernel_c_means(I3, 2, 10, [0, 1, 1])),
    ("at most the number of points", lambda: kernel_cmeans.kernel_c_means_steps(np.eye(2), [0, 5])),
    ("K_xs must have 12 columns, got 2", lambda: kernel_cmeans.assign_new(X, HALVES)),
    ("needs a kernel of points", lambda: FROM_SAMPLE(Precomputed(), X, 2, 6)),
    ("n_sample must be at most n = 12, got 13", lambda: FROM_SAMPLE(RBF(), X, 2, 13)),
    ("got ndarray", lambda: FROM_SAMPLE(RBF(), X, 2, 6, init=HALF)),
    ("positive semidefinite", lambda: FROM_SAMPLE(Sigmoid(2.0, -1.0), X, 2, 6)),
    (r"K_xx, the values .* must be given", lambda: OF_VALUES.fit(DOTS).squared_distances(K)),
    (r"is for Precomputed\(\) only", lambda: KernelCMeans(RBF(), 2).fit(X).squared_distances(X, np.ones(12))),
    ("shape='scalar' only, got 'full'", lambda: density.loo_bandwidth(X, "full", "hypercube")),
    ("n_samples = 1", lambda: density.loo_bandwidth([[1.0, 2.0]])),
    ("has no maximum", lambda: density.loo_bandwidth(np.repeat(X, 2, axis=0))),
    ("has no maximum", lambda: density.loo_bandwidth(np.repeat(X, 2, axis=0), window="hypercube")),
    ("has no maximum", lambda: density.loo_bandwidth(np.ones((4, 2)))),
    ("has no maximum", lambda: density.loo_bandwidth(np.column_stack([1e3 * HALF, X[:, 0]]), "diagonal")),
    (r"shares must lie in \(0, 1\)", lambda: density.hdr_levels(np.arange(5.0), 25)),
    (r"shares must lie in \(0, 1\)", lambda: density.hdr_levels(np.arange(5.0), [0.5, -0.1])),
    ("f_train must hold at least one number", lambda: density.hdr_levels([], 0.5)),
    ("p must be smaller: with 400 dimensions", lambda: density.sample_size_needed(400)),
    *(
        (message, lambda rule=rule, points=points: rule(points))
        for rule in (density.scott, density.silverman, density.normal_scale)
        for message, points in (
            ("column 1 of X is constant", np.column_stack([X[:, 0], np.full(12, 0.1)])),
            ("n_samples = 1", X[:1]),
        )
    ),
    ("singular", lambda: density.normal_scale(PLANE)),
    ("singular", lambda: density.plug_in(PLANE)),
    *(
        (message, lambda parameters=parameters: ParzenWindow(**parameters).fit(X))
        for message, parameters in (
            (r"bandwidth must be a number, an array or one of \['scott'", {"bandwidth": "best"}),
            (r"bandwidth\[1\] must be a number in", {"bandwidth": [1.0, -1.0]}),
            (r"shape \(2, 2\), got \(3, 3\)", {"bandwidth": I3}),
            ("positive definite, got smallest eigenvalue -1", {"bandwidth": [[1.0, 2.0], [2.0, 1.0]]}),
            ("hypercube has sides only", {"bandwidth": np.eye(2), "window": "hypercube"}),
            ("hypercube has sides only", {"bandwidth": "loo-full", "window": "hypercube"}),
        )
    ),
    ("2 columns", lambda: density.density_on_grid(GRID, GRID, np.ones((9, 3)), 1.0)),
    (r"at most min\(n, p\) = 2, got 3", lambda: pca.principal_axes(X, 3)),
    ("Z must have at most 2 columns, got 3", lambda: pca.principal_axes(X).reconstruct(np.zeros((1, 3)))),
    ("X must have 2 columns, got 3", lambda: pca.principal_axes(X).project(np.zeros((1, 3)))),
    ("n_components must be at most n = 4, got 5", lambda: pca.plain_kernel_pca(I4, 5)),
    (r"a column an eigenvalue, \(4, 3\), got \(4, 2\)", lambda: pca.certify(I4, np.ones(3), np.ones((4, 2)))),
    ("needs n_components below n = 4, got None", lambda: pca.solve_dual(I4, solver="krylov")),
    ("below n = 4, got 4", lambda: pca.solve_dual(I4, 4, solver="krylov")),
    ("K_xs must have 12 columns, got 3", lambda: KPCA.solution_.project(np.zeros((2, 3)))),
    (
        r"the Gaussian kernel RBF, not Linear\(\); use the ridge",
        lambda: denoising.fixed_point(Linear(), X, K, X),
    ),
    (r"\(12, 12\), got \(3, 3\)", lambda: denoising.fixed_point(RBF(), X, I3, X)),
    ("one row a training point, got 12 and 5", lambda: denoising.learn(X, X[:5])),
    ("at most the model's 2, got 9", lambda: denoising.denoise(KPCA, X, 9)),
    ("precomputed kernel values", lambda: denoising.denoise(KernelPCA(Precomputed()).fit(K), X)),
    ("Gram matrix of the 12 rows", lambda: denoising.certify(RBF(), X, K, X, K=K[:5, :5])),
    ("Gram matrix of the 12 rows", lambda: denoising.fixed_point(RBF(), X, K, X, K=K[:5, :5])),
    ("positive and sum to 1", lambda: MIXED([0.5, 0.6], [[0.0], [1]], [[1.0], [1]])),
    ("sds must be positive, got 0", lambda: MIXED([0.5, 0.5], [[0.0], [1]], [[1.0], [0]])),
    ("one row for each of the 2 weights", lambda: MIXED([0.5, 0.5], [[0.0]], [[1.0]])),
    (r"got shapes \(2, 1\) and \(2, 2\)", lambda: MIXED([0.5, 0.5], [[0.0], [1]], [[1.0, 1], [1, 1]])),
    ("parts must name some of weights, means, sds", lambda: fisher.FisherKernel(MIXTURE, "all")),
    ("each at most once", lambda: fisher.FisherKernel(MIXTURE, ("means", "means"))),
    ("X must have 2 columns, got 3", lambda: fisher.FisherKernel(MIXTURE)(I3)),
    ("X must have 2 columns, got 3", lambda: MIXTURE.scores(I3)),
    ("k must be at most n = 12, got 13", lambda: fisher.fit_mixture(X, 13)),
    ("Each column of X must vary", lambda: fisher.fit_mixture(np.ones((5, 2)), 2)),
    ("Each column of X must vary", lambda: fisher.plain_em(np.ones((12, 2)), HALF)),
    ("labels must name each cluster from 0 to 2, got no 1", lambda: fisher.plain_em(X, 2 * HALF)),
    *(
        ("r must hold numbers from 0 on, and in each column one", lambda r=r: next(fisher.em_steps(X, r)))
        for r in (np.zeros((12, 2)), -np.ones((12, 2)), np.tile([1.0, 0.0], (12, 1)))
    ),
    ("one dimension, got 2 and 1", lambda: sequences.dtw_distance([[1.0, 2.0]], [1.0])),
    ("dimension 1, got 2", lambda: sequences.dtw_distances([[1.0]], [[[1.0, 2.0]]])),
    ("16 at most", lambda: sequences.all_alignments(9, 8)),
    (r"sigma must .* \[1e-100, 1e\+100\]", lambda: sequences.log_global_alignments([X], sigma=1e101)),
    (r"root must be a number in \[1", lambda: GlobalAlignment(1.0, root=0.5)),
    ("strings of at least 3 letters, got 'be'", lambda: Spectrum(3)(["word", "be"])),
    ("a row for each of the 12 rows of Y, got 4", lambda: RBF().sums(X, X, np.ones(4))),
    ("Y must have 2 columns, got 3", lambda: RBF().sums_on_grid(GRID, GRID, I3, np.ones(3))),
    ("Y must have 2 columns, got 3", lambda: RBF()(X, I3)),
    (r"weights must have shape \(12,\)", lambda: RBF().sums_on_grid(GRID, GRID, X, np.ones(4))),
    *(
        ("must give finite values", lambda k=k: k(1e99 * X))
        for k in (Polynomial(10), Linear() ** 5, Linear() * Linear(), 1e300 * Linear())
    ),
    (r"entries, 18\.6 GiB; at most 16 GiB", lambda: RBF()(np.zeros((50_000, 1)))),
    (r"angles up to .*: center the data", lambda: landmarks.fourier_map(RBF(1e6), 1, 9)([[1.7e9]])),
    ("at least 2 points each, got 5 and 1", lambda: twosample.two_sample_test(X[:5], X[:1], RBF())),
    ("at least 2 points each, got 5 and 1", lambda: twosample.mmd2_over_blocks(RBF(), uneven, [0])),
    ("blocks must hold at least one", lambda: twosample.mmd2_over_blocks(RBF(), uneven, [])),
    ("columns", lambda: twosample.two_sample_test(X, np.ones((5, 3)), RBF())),
    (r"n must be .* got 5", lambda: twosample.plain_two_sample_test(np.eye(6), 5)),
    ("y must hold a number that is not 0", lambda: gaussian_process.climb(RBF, I3, np.zeros(3), [1.0])),
    ("K must not be 0", lambda: landmarks.choose(np.zeros((4, 4)), 2)),
    ("K must be PSD", lambda: landmarks.choose(np.array([[1.0, 2.0], [2.0, 1.0]]), 2)),
    ("is 0 at all 2 landmarks", lambda: landmarks.landmark_map(Linear(), np.zeros((2, 3)))),
    (r"kernel must be RBF\(gamma\)", lambda: landmarks.fourier_map(Laplacian(1.0), 2, 3)),
    ("trace says nothing", lambda: landmarks.trace_error(landmarks.fourier_map(RBF(1.0), 2, 3), X)),
    (r"must compute values at landmarks, not Precomputed\(\)", lambda: Nystroem(Precomputed()).fit(I4)),
    ("blocks must hold at least one", lambda: landmarks.fit_ridge(MAP, block_source, [], 1.0)),
    ("classes must hold two or more", lambda: landmarks.fit_classifier(MAP, block_source, [0], (1,), 0.5)),
    ("b must be at most 8, got 9", lambda: datasets.ShiftedDigits(1)(9)),
    ("constant feature cannot be standardized", lambda: datasets.pima().rows([0]).standardized()),
    (r"y must hold 825 integers.* got shape \(3,\)", lambda: replace(datasets.country_names(), y=HALF[:3])),
]


if __name__ == "__main__":
    if "blocked" in sys.argv:
        sys.modules.update(dict.fromkeys(("numba", "llvmlite")))
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        np.savez(sys.argv[1], **dict(answers(EVERY if "all" in sys.argv else SOME)))
    print(json.dumps([[w.category.__name__, str(w.message)] for w in heard]))
