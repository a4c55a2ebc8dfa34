# ruff: noqa: E731 - each answer is a function of nothing, asked where somebody listens to what is said on the way
"""Every solver and estimator of the package at work, each answer with what may change it: one table for many tests.

`python every_solver.py FILE` writes the answers to a file and prints the warnings that were given on the way.
"""

import json
import sys
import warnings
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np

from kernelsy19 import (
    ball,
    cmeans,
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
from kernelsy19.cmeans import CMeans
from kernelsy19.density import ParzenWindow
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Precomputed
from kernelsy19.landmarks import Nystroem, RandomFourierFeatures
from kernelsy19.logistic import KernelLogisticRegression
from kernelsy19.pca import KernelPCA
from kernelsy19.ridge import KernelRidge
from kernelsy19.sequences import ExpDTW, GlobalAlignment, Spectrum
from kernelsy19.svdd import TwoClassSVDD
from kernelsy19.svm import DualPerceptron, SupportVectorClassifier

FEW, MANY = 60, 520  # 520² kernel values are more than 2^18, from which compiled loops compute them
FULL = "loo-full", "plug-in"  # rules whose width is a matrix
ROWS = "order twice"  # what changes an answer that has a place for each row


class Answer(NamedTuple):
    """What a solver is asked; which power of the units the answer has; which moves may change it, by name, and by which
    share of its largest number another way to it may differ."""

    name: str
    ask: object
    power: int = 0
    changed_by: str = ""
    within: float = 1e-6


@dataclass(frozen=True)
class Data:
    """Points in some units, each so many times; what is measured in these units, or counts rows, scales along."""

    X: object
    new: object
    labels: np.ndarray
    targets: np.ndarray
    unit: float = 1.0
    times: int = 1
    axes: tuple = ()

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

    def blocks(self, b):
        return self.X[b::3], self.targets[b::3]

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


def drawn(n, p):
    """Three groups of points that float32 holds, too."""

    def points(n):
        rng = np.random.default_rng(p)
        return (
            np.round((rng.normal(size=(n, p)) + 4 * np.eye(p)[rng.integers(min(3, p), size=n)]) * 2**16)
            / 2**16
        )

    X, new = points(n), points(MANY)[:, ::-1] + 0.5
    axes = tuple(np.linspace(-4, 6, m) for m in (300, 250))  # of a grid
    return Data(X, new, X[:, :3].argmax(axis=1), np.sin(X[:, 0]) + X[:, 1], axes=axes)


def both(k, X):
    """A Gram matrix, and what gives its entries."""
    return ("matrix", k(X)), ("entries", k.gram(X))


def of_kernels(q):
    """Values, sums and products that others are made of."""
    X, new, k, n = q.X, q.new, q.rbf, len(q.X)
    weights, some = np.random.default_rng(0).normal(size=(n, 2)), np.arange(0, n, 2)
    yield Answer("gram", lambda: k(X), 0, ROWS)
    yield Answer("values", lambda: k(new, X), 0, ROWS)
    yield Answer("sums", lambda: k.sums(new, X, weights[:, 0]), 0, ROWS)
    yield Answer("two sums", lambda: k.sums(new, X, weights), 0, ROWS)
    yield Answer("product", lambda: k.gram(X).product(weights[:, 0]), 0, ROWS)
    yield Answer("product of some", lambda: k.gram(X).product(weights[some, 0], some), 0, ROWS)
    yield Answer(
        "block in float32", lambda: k.gram(X).block(some, np.arange(n), np.float32).astype(float), 0, ROWS
    )
    yield Answer("rows", lambda: k.gram(X).rows(some), 0, ROWS)


def of_balls(q):
    """Balls and hyperplanes."""
    X, new = q.X, q.new
    for k, power, changed in q.kernels:
        for name, K in both(k, X):
            solve = lambda K=K: ball.solve_dual(K, 0.2, tol=1e-9)
            yield Answer(f"ball of {k}, {name}", lambda s=solve: [s().objective, s().R2], power, changed)
            decide = lambda k=k, s=solve: ball.decision_function(k, X, s(), new)
            yield Answer(f"decision of {k}, {name}", decide, power, changed)
            plane = lambda K=K: one_class.solve_hyperplane(K, 0.2, tol=1e-9)
            values = lambda s=plane: [s().objective, s().rho, s().w_norm2]
            yield Answer(f"hyperplane of {k}, {name}", values, power, f"{changed} {'origin' * (power > 0)}")
        plain = lambda k=k: ball.certify(k(X), 0.2, ball.plain_smo(k(X), 0.2)).objective
        yield Answer(f"plain ball of {k}", plain, power, changed, 1e-5)
        kinds = lambda k=k: ball.solve_dual(k.gram(X), 0.2, tol=1e-9).kinds
        # Rounding decides between a weight on the bound and one next to it.
        shares = lambda f=kinds: [np.mean(f() == kind) for kind in ("inside", "outlier")]
        yield Answer(f"kinds with {k}", shares, 0, f"twice {changed}")
    model = lambda k=None: MinimumVolumeBall(k or q.rbf, nu=0.1, tol=1e-9)
    yield Answer("estimator of the ball", lambda: model().fit(X).decision_function(new))
    yield Answer("precomputed", lambda: model(Precomputed()).fit(q.rbf(X)).decision_function(q.rbf(new, X)))
    if len(new[0]) == 2:
        solution = ball.solve_dual(q.rbf(X), 0.2, tol=1e-9)
        yield Answer("decision on a grid", lambda: ball.decision_on_grid(q.rbf, X, solution, *q.axes))


def of_balls_for_two_classes(q):
    """Balls around one class that keep another out."""
    X, new, y = q.X, q.new, q.signs
    C = 3 / np.count_nonzero(y > 0)
    for k, power, changed in q.kernels:
        for name, K in both(k, X):
            solve = lambda K=K: svdd.solve_dual(K, y, C, tol=1e-9)
            yield Answer(f"two classes, {k}, {name}", lambda s=solve: [s().objective, s().R2], power, changed)
            decide = lambda k=k, s=solve: svdd.decision_function(k, X, s(), new)
            yield Answer(f"decision, {k}, {name}", decide, power, changed)
    plain = lambda: svdd.certify(q.rbf(X), y, C, svdd.plain_svdd(q.rbf(X), y, C)).objective
    yield Answer("plain ball of two classes", plain, 0, "", 1e-5)
    model = lambda: TwoClassSVDD(q.rbf, C=C, tol=1e-9, target=1.0).fit(X, y)
    yield Answer("estimator of two classes", lambda: model().decision_function(new))
    if len(new[0]) == 2:
        solution = svdd.solve_dual(q.rbf(X), y, C, tol=1e-9)
        yield Answer(
            "decision for two classes on a grid", lambda: svdd.decision_on_grid(q.rbf, X, solution, *q.axes)
        )


def of_densities(q):
    """Logarithms of densities, and the widths of their windows."""
    X, new, u = q.X, q.new, q.unit
    p = len(new[0])
    unit = p * np.log(u)
    for rule in ("silverman", "scott", "loo", *FULL)[: 5 if p == 2 else 3]:
        model = cache(lambda rule=rule: ParzenWindow(bandwidth=rule).fit(X))
        yield Answer(f"bandwidth by {rule}", lambda m=model: m().bandwidth_, 1 + (rule in FULL), "twice")
        log_density = lambda m=model: np.exp(m().score_samples(new) + unit)
        yield Answer(f"density by {rule}", log_density, 0, "twice")
    yield Answer("density", lambda: np.exp(density.log_density(new, X, 0.5 * u) + unit))
    yield Answer("plain density", lambda: density.plain_density(new, X, 0.5 * u) * u**p)
    yield Answer(
        "far from the data", lambda: density.log_density(np.asarray(new) + 500 * u, X, 0.5 * u) + unit
    )
    yield Answer("hypercube", lambda: density.log_density(new[:50], X, 9.0 * u, "hypercube") + unit)
    if p == 2:
        yield Answer("density on a grid", lambda: density.density_on_grid(*q.axes, X, 0.4 * u), -2)
        slanted = u**2 * np.array([[0.5, 0.2], [0.2, 0.4]])
        yield Answer("slanted density on a grid", lambda: density.density_on_grid(*q.axes, X, slanted), -2)


def of_clusters(q):
    """Partitions by c-means and kernel c-means."""
    X, new, k, times = q.X, q.new, q.rbf, q.times
    # Starts are drawn by the numbers of the rows: where these change, another lowest J may be found.
    yield Answer("c-means", lambda: cmeans.c_means(X, 3).labels, 0, ROWS)
    yield Answer("criterion of c-means", lambda: cmeans.c_means(X, 3, init=new[:3]).objective / times, 2)
    yield Answer("plain c-means", lambda: cmeans.plain_c_means(X, new[:3]).objective / times, 2)
    yield Answer("elbow", lambda: cmeans.elbow(X, range(1, 4)).objective / times, 2, "order")
    yield Answer("estimator of c-means", lambda: CMeans(n_clusters=3).fit(X).predict(new), 0, "order")
    model = lambda: CMeans(n_clusters=3, init=new[:3]).fit(X)
    yield Answer("distances to prototypes", lambda: np.sort(model().transform(new)), 1)
    for k, power, changed in q.kernels:
        for name, K in both(k, X):
            run = lambda K=K, init="k-means++": kernel_cmeans.kernel_c_means(K, 3, init=init)
            yield Answer(f"kernel c-means, {k}, {name}", lambda r=run: r().labels, 0, f"{ROWS} {changed}")
            least = lambda r=run: r(init=q.labels).objective / times
            yield Answer(f"criterion, {k}, {name}", least, power, changed)
        model = lambda k=k, init="k-means++": KernelCMeans(k, n_clusters=3, init=init).fit(X)
        yield Answer(
            f"estimator of kernel c-means, {k}", lambda m=model: m().predict(new), 0, f"order {changed}"
        )
        squares = lambda m=model: np.sort(m(init=q.labels).squared_distances(new))
        yield Answer(f"distances², {k}", squares, power, changed)
        some = lambda k=k: kernel_cmeans.approximate_kernel_c_means(k, X, 3, 40).objective / times
        yield Answer(f"from a sample, {k}", some, power, f"{ROWS} {changed}")
        slow = lambda k=k: kernel_cmeans.plain_kernel_c_means(k(X), q.labels).objective / times
        yield Answer(f"plain kernel c-means, {k}", slow, power, changed)
        elbow = lambda k=k: kernel_cmeans.kernel_elbow(k(X), range(1, 4)).objective / times
        yield Answer(f"kernel elbow, {k}", elbow, power, f"order {changed}")


def of_axes(q):
    """Principal axes, and the way back from them."""
    X, new, k, n, p = q.X, q.new, q.rbf, len(q.X), len(q.new[0])
    yield Answer("principal axes", lambda: pca.principal_axes(X, 2).project(new), 1)
    yield Answer(
        "wide data", lambda: pca.principal_axes(np.asarray(X).T, min(n, p) - 1).variances, 2, f"{ROWS} origin"
    )
    for k, power, changed in q.kernels[:: 1 + (n == MANY)]:
        for solver in ("auto", "dense", "krylov", "cholesky"):
            for name, K in both(k, X)[solver != "auto" :]:
                solve = lambda K=K, solver=solver: pca.solve_dual(K, 2, solver=solver)
                values = lambda s=solve: s().eigenvalues / q.times
                yield Answer(f"eigenvalues, {k}, {solver}, {name}", values, power, changed)
                project = lambda k=k, s=solve: np.abs(s().project(k(new, X)))
                yield Answer(f"projections, {k}, {solver}, {name}", project, power / 2, changed)
        plain = lambda k=k: pca.certify(k(X), *pca.plain_kernel_pca(k(X), 2)).eigenvalues / q.times
        yield Answer(f"plain eigenvalues, {k}", plain, power, changed)
        model = lambda k=k: KernelPCA(k, n_components=2).fit(X)
        yield Answer(
            f"estimator of kernel PCA, {k}", lambda m=model: np.abs(m().transform(new)), power / 2, changed
        )
    noisy = np.asarray(new)[:20]
    for method in ("fixed-point", "ridge"):
        back = lambda m=method: denoising.denoise(KernelPCA(q.rbf, n_components=3).fit(X), noisy, method=m)
        yield Answer(
            f"de-noised, {method}", lambda b=back: b().squared_distances, 0, "twice" * (method == "ridge")
        )


def of_fits(q):
    """Fits by kernel ridge regression, and what leaving one out says of them."""
    X, new, y, times, u = q.X, q.new, q.targets, q.times, q.unit
    yield Answer(
        "ridge regression", lambda: ridge.solve_ridge(X, y, 0.5 * times * u**2).predict(new), 0, "origin"
    )
    way = lambda: (
        ridge.certify_ridge(X, y, 0.5 * times * u**2, ridge.plain_ridge(X, y, 0.5 * times * u**2)).objective
    )
    yield Answer("plain ridge regression", lambda: way() / times, 0, "origin")
    for k, power, changed in q.kernels:
        lam = 0.5 * times * u**power
        for intercept in (True, False):
            moves = changed if intercept or not power else "origin"
            for name, K in both(k, X):
                fit = lambda K=K, lam=lam, i=intercept: ridge.solve_dual(K, y, lam, i)
                yield Answer(
                    f"objective, {k}, {name}, {intercept}", lambda f=fit: f().objective / times, 0, moves
                )
                yield Answer(f"fit, {k}, {name}, {intercept}", lambda f=fit: f().fitted, 0, f"{ROWS} {moves}")
                left = lambda f=fit: f().loo_residuals
                yield Answer(f"left out, {k}, {name}, {intercept}", left, 0, f"{ROWS} {moves}", 1e-5)
                path = lambda K=K, i=intercept, lam=lam: ridge.loo_path(K, y, [lam, 2 * lam], i).loo
                yield Answer(f"path, {k}, {name}, {intercept}", path, 0, f"twice {moves}", 1e-5)
        slow = lambda k=k, lam=lam: (
            ridge.certify(k(X), y, lam, *ridge.plain_kernel_ridge(k(X), y, lam)).objective
        )
        yield Answer(f"plain fit, {k}", lambda s=slow: s() / times, 0, changed)
        predict = lambda k=k, lam=lam: KernelRidge(k, lam=lam).fit(X, y).predict(new)
        yield Answer(f"estimator of kernel ridge regression, {k}", predict, 0, changed)
    if len(X) < MANY:
        noisy = y + np.sin(50 * np.asarray(X)[:, 0] / u) - y.mean()
        climb = lambda: gaussian_process.climb(RBF, X, noisy, [q.rbf.gamma], 0.1)
        yield Answer("likeliest width", lambda: climb().theta, -2, "origin twice", 1e-3)
        yield Answer("likeliest noise", lambda: climb().lam, 0, "origin twice", 1e-3)
    yield Answer(
        "by leaving one out", lambda: KernelRidge(q.rbf, lam="loo").fit(X, y).predict(new), 0, "twice"
    )


def of_classes(q):
    """Scores of kernel logistic regression."""
    X, new, times, u = q.X, q.new, q.times, q.unit
    y = (q.targets > 1).astype(float)
    for k, power, changed in q.kernels:
        lam = 0.5 * times * u**power
        for name, K in both(k, X):
            fit = lambda K=K, lam=lam: logistic.solve_logistic(K, y, lam, intercept=True)
            yield Answer(f"logistic regression, {k}, {name}", lambda f=fit: f().objective / times, 0, changed)
            scores = lambda k=k, f=fit: logistic.scores_at(k, X, f(), new)
            yield Answer(f"scores, {k}, {name}", scores, 0, changed, 1e-5)
        model = lambda k=k, lam=lam: KernelLogisticRegression(k, lam=lam).fit(X, q.labels)
        moves = f"{changed} {'origin' * (power > 0)}"  # it has no intercept
        yield Answer(f"estimator of classes, {k}", lambda m=model: m().predict_proba(new), 0, moves, 1e-5)
    plain = lambda: (
        logistic.certify(q.rbf(X), y, 0.5 * times, logistic.plain_newton(q.rbf(X), y, 0.5 * times)).objective
    )
    yield Answer("plain logistic regression", lambda: plain() / times)
    *_, last = logistic.sgd_steps(q.rbf(X)[:FEW, :FEW], y[:FEW], 0.05, 3)
    yield Answer("the box", lambda: last.theta, 0, ROWS)


def of_classifiers(q):
    """Soft margins and perceptrons."""
    X, new, y, u, times = q.X, q.new, q.signs, q.unit, q.times
    for k, power, changed in q.kernels:
        C = 2.0 / times / u**power
        for name, K in both(k, X):
            machine = lambda K=K, C=C: svm.solve_dual(K, y, C, tol=1e-9)
            yield Answer(f"soft margin of {k}, {name}", lambda m=machine: m().objective, -power, changed)
            decide = lambda k=k, m=machine: svm.decision_function(k, X, m(), new)
            yield Answer(f"decision of {k}, {name}", decide, 0, changed, 1e-5)
            tube = lambda K=K, C=C: svm.solve_regression(K, q.targets, C, tol=1e-9)
            found = lambda k=k, t=tube: svm.decision_function(k, X, t(), new)
            yield Answer(f"regression, {k}, {name}", found, 0, changed, 1e-5)
        slow = lambda k=k, C=C: svm.certify(k(X), y, C, svm.plain_svm(k(X), y, C)).objective
        yield Answer(f"plain soft margin of {k}", slow, -power, changed, 1e-5)
        model = lambda k=k, C=C: SupportVectorClassifier(k, C=C, class_weight="balanced", tol=1e-9).fit(
            X, q.labels
        )
        yield Answer(
            f"estimator of soft margins, {k}", lambda m=model: m().decision_function(new), 0, changed, 1e-5
        )
    taught = svm.perceptron(q.rbf.gram(X), y)
    yield Answer("perceptron", lambda: taught.F, 0, ROWS)
    yield Answer("bound on its updates", lambda: np.log(taught.most_updates), 0, ROWS)
    yield Answer(
        "estimator of the perceptron", lambda: DualPerceptron(q.rbf).fit(X, y).decision_function(new), 0, ROWS
    )


def of_sequences(q):
    """Alignments of sequences, and kernels of sequences and of strings."""
    rng = np.random.default_rng(len(q.X))
    X = np.split(np.asarray(q.X, dtype=float), np.unique(rng.integers(1, len(q.X), size=len(q.X) // 6)))
    for squared in (False, True):
        yield Answer(
            f"DTW, {squared}", lambda s=squared: sequences.dtw_distances(X, squared=s), 1 + squared, ROWS
        )
        two = lambda s=squared: sequences.dtw_distances(X[:9], X, s)
        yield Answer(f"DTW of two sets, {squared}", two, 1 + squared, ROWS)
    for sigma in (10.0, 1.0, 0.1):
        every = lambda s=sigma * q.unit: sequences.log_global_alignments(X, sigma=s)
        yield Answer(f"all alignments, {sigma}", every, 0, ROWS)
    yield Answer("one alignment", lambda: sequences.plain_dtw(X[0], X[1]).distance, 1, ROWS)
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
    """Mixtures, their scores, and Fisher kernels."""
    X, new, p = q.X, q.new, len(q.new[0])
    fit = lambda: fisher.fit_mixture(X, 3, n_starts=3)
    value = lambda: [fit().log_likelihood + p * np.log(q.unit)]
    yield Answer("log-likelihood of a mixture", value, 0, "order")
    yield Answer("posteriors", lambda: np.sort(fit().mixture.posterior(new)), 0, "order", 1e-4)
    plain = lambda: fisher.plain_em(X, q.labels).log_likelihood + p * np.log(q.unit)
    yield Answer("plain mixture", plain)
    for parts in ("weights", "means", ("weights", "means", "sds")):
        known = lambda parts=parts: fisher.FisherKernel(fit().mixture, parts)(new[:50])
        yield Answer(f"Fisher kernel, {parts}", known, 0, "order", 1e-4)
    drawn_anew = lambda: fisher.FisherKernel(fit().mixture, "weights", "simulated")(new[:50], X)
    yield Answer("Fisher kernel, simulated", drawn_anew, 0, ROWS, 1e-4)


def of_landmarks(q):
    """Landmarks, features, and fits that are sums over blocks."""
    X, new, times, u, source, blocks = q.X, q.new, q.times, q.unit, q.blocks, range(3)
    for rule in ("greedy", "uniform"):  # a draw by what is left follows rounding
        left = lambda rule=rule: landmarks.choose(q.rbf.gram(X), 10, rule).left
        yield Answer(f"left by landmarks, {rule}", left, 0, ROWS)
    yield Answer("left by landmarks, plain", lambda: landmarks.plain_rpcholesky(q.rbf(X), 1).left, 0, ROWS)
    F = lambda: Nystroem(q.rbf, n_components=10, rule="uniform").fit(X).transform(new)
    yield Answer("features of landmarks", lambda: F() @ F().T, 0, ROWS)
    waves = lambda: RandomFourierFeatures(q.rbf, n_components=10).fit(X).transform(new)
    yield Answer("waves", lambda: waves() @ waves().T, 0, "", 1e-5)
    Z = np.asarray(new)[:10]
    signs = lambda b: (X[b::3], q.signs[b::3])
    for k, power, changed in q.kernels:
        features = lambda k=k: landmarks.landmark_map(k, Z)
        lam = 0.5 * times * u**power
        fit = lambda f=features, lam=lam: landmarks.fit_ridge(f(), source, blocks, lam)
        yield Answer(f"ridge of blocks, {k}", lambda f=fit: f().predict(new), 0, changed, 1e-5)
        axes = lambda f=features: landmarks.fit_pca(f(), source, blocks, 2)
        yield Answer(f"PCA of blocks, {k}", lambda a=axes: a().eigenvalues, power, changed)
        yield Answer(f"coordinates, {k}", lambda a=axes: np.abs(a().transform(new)), power / 2, changed, 1e-5)
        classes = lambda f=features, lam=lam: landmarks.fit_classifier(f(), signs, blocks, (-1, 1), lam)
        moves = f"{changed} {'origin' * (power > 0)}"
        yield Answer(f"classes of blocks, {k}", lambda c=classes: c().decision_function(new), 0, moves, 1e-4)
        groups = lambda f=features: landmarks.fit_c_means(f(), source, blocks, Z[:3])
        yield Answer(f"clusters of blocks, {k}", lambda g=groups: g().sizes / times, 0, changed)
        found = lambda k=k: landmarks.fit_ball(k, source, blocks, 0.2, tol=1e-7)
        yield Answer(f"ball of blocks, {k}", lambda f=found: [f().objective, f().R2], power, changed)
        yield Answer(
            f"trace left, {k}", lambda f=features: landmarks.trace_error(f(), X), 0, f"{changed} origin"
        )
        if not power and not changed:  # features of the others leave nothing but rounding
            check = lambda f=fit: landmarks.check_ridge(f(), X, q.targets, source, blocks).relative
            yield Answer(f"residual of the dual, {k}", check, 0, "", 1e-4)
            error = lambda f=features: landmarks.feature_error(f(), X).relative
            yield Answer(f"error of features, {k}", error, 0, ROWS)
    yield Answer(
        "density of blocks", lambda: landmarks.fit_density(source, blocks, new, 0.5 * u), -len(new[0])
    )
    waves_of = landmarks.fourier_map(q.rbf, len(new[0]), 20)
    yield Answer(
        "ridge on waves",
        lambda: landmarks.fit_ridge(waves_of, source, blocks, 0.5 * times).predict(new),
        0,
        "",
        1e-4,
    )
    yield Answer(
        "PCA on waves", lambda: landmarks.fit_pca(waves_of, source, blocks, 2).eigenvalues, 0, "", 1e-4
    )


def of_two_samples(q):
    """Tests of two samples, and the distance of samples in blocks."""
    X, Y = q.X, q.new[: len(q.X)]
    pair = lambda b: (X[b::3], Y[b::3])
    Z = np.asarray(q.new)[:10]
    for k, power, changed in q.kernels:
        for name, test in (
            ("fast", lambda k=k: twosample.two_sample_test(X, Y, k, 19)),
            ("plain", lambda k=k: twosample.plain_two_sample_test(k(np.vstack([X, Y])), len(X), 19)),
        ):
            moves = f"{ROWS} {changed}"
            yield Answer(f"p-value, {k}, {name}", lambda t=test: t().p_value, 0, moves)
            values = lambda t=test: [t().mmd2, *t().permuted]
            yield Answer(f"distances, {k}, {name}", values, power, moves, 1e-3)
        blocks = lambda k=k: twosample.mmd2_over_blocks(k, pair, range(3))
        yield Answer(f"distance in blocks, {k}", blocks, power, f"{ROWS} {changed}", 1e-3)
        features = lambda k=k: twosample.mmd2_by_features(landmarks.landmark_map(k, Z), pair, range(3))
        yield Answer(f"distance by features, {k}", features, power, f"{ROWS} {changed}", 1e-3)
    waves = landmarks.fourier_map(q.rbf, len(q.new[0]), 20)
    yield Answer(
        "distance by waves", lambda: twosample.mmd2_by_features(waves, pair, range(3)), 0, ROWS, 1e-3
    )


TABLE = tuple(value for name, value in list(globals().items()) if name.startswith("of_"))


def answers():
    """Yield the name of each answer, and the answer as an array of numbers."""
    # In the plane, from differences of coordinates, from products of vectors.
    for n, dimensions in ((FEW, (2, 3, 12)), (MANY, (2, 12))):
        for p in dimensions:
            for part in TABLE:
                for answer in part(drawn(n, p)):
                    if n == FEW or "plain" not in answer.name:
                        name = f"{part.__name__} {answer.name}, n = {n}, p = {p}"
                        yield name, np.asarray(answer.ask(), dtype=float)
    X = drawn(1200, 3).X  # so many that kernel c-means looks for coordinates, and SMO works by passes
    yield "many points, kernel c-means", KernelCMeans(RBF(0.05), n_clusters=3).fit(X).labels_
    many = MinimumVolumeBall(RBF(0.3), nu=0.05, tol=1e-9).fit(X)
    yield "many points, ball", np.array([many.R2_, many.solution_.objective])


if __name__ == "__main__":
    if sys.argv[2:] == ["blocked"]:
        sys.modules.update(dict.fromkeys(("numba", "llvmlite")))
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        np.savez(sys.argv[1], **dict(answers()))
    print(json.dumps([[w.category.__name__, str(w.message)] for w in said]))
