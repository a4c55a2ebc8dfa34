"""Every solver and estimator of the package at work, on few points and on so many that compiled loops are used.

`python everything.py FILE` writes the answers to a file and prints the warnings that were given on the way.
"""

import json
import sys
import warnings

import numpy as np

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
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.cmeans import CMeans
from kernelsy19.density import ParzenWindow
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import RBF, Laplacian, Polynomial, Precomputed
from kernelsy19.landmarks import Nystroem, RandomFourierFeatures
from kernelsy19.logistic import KernelLogisticRegression
from kernelsy19.pca import KernelPCA
from kernelsy19.ridge import KernelRidge
from kernelsy19.sequences import ExpDTW, GlobalAlignment, Spectrum
from kernelsy19.svdd import TwoClassSVDD
from kernelsy19.svm import SupportVectorClassifier

FEW, MANY = 60, 520  # 520² kernel values are more than 2^18, from which compiled loops compute them


def drawn_points(n, p):
    """Three groups of points."""
    rng = np.random.default_rng(p)
    return rng.normal(size=(n, p)) + 4 * np.eye(p)[rng.integers(min(3, p), size=n)]


def of_kernels(n, p):
    """Yield the values, sums and products that others are made of."""
    X, new, k = drawn_points(n, p), drawn_points(MANY, p)[:, ::-1].copy(), RBF(0.3)
    weights, some = np.random.default_rng(0).normal(size=(n, 2)), np.arange(0, n, 2)
    yield "gram", k(X)
    yield "values", k(new, X)
    yield "sums", k.evaluate_sums(new, X, weights[:, 0])
    yield "two sums", k.evaluate_sums(new, X, weights)
    yield "product", k.gram(X).product(weights[:, 0])
    yield "product of some", k.gram(X).product(weights[some, 0], some)
    yield "block in float32", k.gram(X).block(some, np.arange(n), np.float32).astype(float)
    yield "rows", k.gram(X).rows(some)


def of_balls(n, p):
    """Yield balls and hyperplanes."""
    X, new = drawn_points(n, p), drawn_points(MANY, p) + 0.5
    for k in (RBF(0.3), Polynomial(2), Laplacian(0.2)):
        found = {
            "matrix": ball.solve_dual(k(X), 0.2, tol=1e-9),
            "entries": ball.solve_dual(k.gram(X), 0.2, tol=1e-9),
        }
        for name, solution in found.items():
            assert solution.converged
            yield f"ball of {k}, {name}", [solution.objective, solution.R2]
            yield f"decision of {k}, {name}", ball.decision_function(k, X, solution, new)
            # Rounding decides between a weight on the bound and one next to it.
            yield f"kinds of {k}, {name}", [np.mean(solution.kinds == kind) for kind in ("inside", "outlier")]
        for name, K in (("matrix", k(X)), ("entries", k.gram(X))):
            plane = one_class.solve_hyperplane(K, 0.2, tol=1e-9)
            assert plane.converged
            yield f"hyperplane of {k}, {name}", [plane.objective, plane.rho, plane.w_norm2]
            yield f"products of {k}, {name}", plane.margins + plane.rho
    model = MinimumVolumeBall(RBF(0.3), nu=0.1, tol=1e-9).fit(X)
    yield "estimator of the ball", model.decision_function(new)
    known = MinimumVolumeBall(Precomputed(), nu=0.1, tol=1e-9).fit(RBF(0.3)(X))
    yield "precomputed", known.decision_function(RBF(0.3)(new, X))
    if p == 2:
        x, y = np.linspace(-4, 6, 300), np.linspace(-4, 6, 250)
        yield "decision on a grid", ball.decision_on_grid(RBF(0.3), X, model.solution_, x, y)


def of_balls_for_two_classes(n, p):
    """Yield balls around one class that keep another out."""
    X, new = drawn_points(n, p), drawn_points(MANY, p) + 0.5
    y = np.where(X[:, 0] + X[:, 1] > 1, 1.0, -1.0)
    C = 3 / np.count_nonzero(y > 0)
    for k in (RBF(0.3), Polynomial(2)):
        for name, K in (("matrix", k(X)), ("entries", k.gram(X))):
            solution = svdd.solve_dual(K, y, C, tol=1e-9)
            assert solution.converged
            yield f"two classes, {k}, {name}", [solution.objective, solution.R2]
            yield f"decision, {k}, {name}", svdd.decision_function(k, X, solution, new)
    model = TwoClassSVDD(RBF(0.3), C=C, tol=1e-9).fit(X, y)
    yield "estimator of two classes", model.decision_function(new)
    if p == 2:
        x, up = np.linspace(-4, 6, 300), np.linspace(-4, 6, 250)
        yield "decision for two classes on a grid", svdd.decision_on_grid(RBF(0.3), X, model.solution_, x, up)


def of_densities(n, p):
    """Yield densities, and the widths of their windows."""
    X, new = drawn_points(n, p), drawn_points(MANY, p) - 0.5
    for rule in ("silverman", "scott", "loo-full", "plug-in")[: 4 if p == 2 else 2]:
        model = ParzenWindow(bandwidth=rule).fit(X)
        yield f"bandwidth by {rule}", model.bandwidth_
        yield f"density by {rule}", np.exp(model.score_samples(new))
    yield "far from the data", density.log_density(new + 500, X, 0.5)
    yield "hypercube", density.log_density(new[:50], X, 9.0, "hypercube")
    if p == 2:
        x, y = np.linspace(-4, 6, 300), np.linspace(-4, 6, 250)
        yield "density on a grid", density.density_on_grid(x, y, X, 0.4)
        yield "slanted density on a grid", density.density_on_grid(x, y, X, [[0.5, 0.2], [0.2, 0.4]])


def of_clusters(n, p):
    """Yield partitions by c-means and kernel c-means."""
    X, new, k = drawn_points(n, p), drawn_points(MANY, p), RBF(0.3)
    yield "c-means", cmeans.c_means(X, 3).labels
    yield "elbow", cmeans.elbow(X, range(1, 4)).objective
    yield "estimator of c-means", CMeans(n_clusters=3).fit(X).predict(new)
    yield "kernel c-means", kernel_cmeans.kernel_c_means(k(X), 3).labels
    yield "kernel elbow", kernel_cmeans.kernel_elbow(k(X), range(1, 4)).objective
    yield "steps", [step.objective for step in kernel_cmeans.kernel_c_means_steps(k(X), np.arange(n) % 3)]
    yield "from a sample", kernel_cmeans.approximate_kernel_c_means(k, X, 3, 40).objective
    model = KernelCMeans(k, n_clusters=3).fit(X)
    yield "estimator of kernel c-means", model.predict(new)


def of_axes(n, p):
    """Yield principal axes, and the way back from them."""
    X, new, k = drawn_points(n, p), drawn_points(MANY, p), RBF(0.3)
    axes = pca.principal_axes(X, 2)
    yield "principal axes", axes.project(new)
    yield "wide data", pca.principal_axes(X.T, min(n, p) - 1).variances
    for solver in ("auto", "dense", "krylov", "cholesky"):
        for name, K in (("matrix", k(X)), ("entries", k.gram(X))):
            solution = pca.solve_dual(K, 3, solver=solver)
            assert solution.converged
            yield f"eigenvalues, {solver}, {name}", solution.eigenvalues
            yield f"projections, {solver}, {name}", np.abs(solution.project(k(new, X)))
    model = KernelPCA(k, n_components=3).fit(X)
    yield "estimator of kernel PCA", np.abs(model.transform(new))
    noisy = X[:20] + 0.1
    for method in ("fixed-point", "ridge"):
        yield f"de-noised, {method}", denoising.denoise(model, noisy, method=method).squared_distances


def of_fits(n, p):
    """Yield fits by kernel ridge regression, and what leaving one out says of them."""
    X, new, k = drawn_points(n, p), drawn_points(MANY, p) + 0.5, RBF(0.3)
    y = np.sin(X[:, 0]) + X[:, 1]
    yield "ridge regression", ridge.solve_ridge(X, y, 0.5).predict(new)
    for intercept in (True, False):
        for name, K in (("matrix", k(X)), ("entries", k.gram(X))):
            solution = ridge.solve_dual(K, y, 0.5, intercept)
            assert solution.converged
            yield f"fit, {name}, {intercept}", solution.fitted
            yield f"left out, {name}, {intercept}", solution.loo_residuals
            yield f"path, {name}, {intercept}", ridge.loo_path(K, y, intercept=intercept).loo
    yield "estimator of kernel ridge regression", KernelRidge(k, lam="loo").fit(X, y).predict(new)


def of_classes(n, p):
    """Yield scores of kernel logistic regression."""
    X, new, k = drawn_points(n, p), drawn_points(MANY, p), RBF(0.3)
    y = (X.sum(axis=1) > np.median(X.sum(axis=1))).astype(float)
    for name, K in (("matrix", k(X)), ("entries", k.gram(X))):
        solution = logistic.solve_logistic(K, y, 0.5, intercept=True)
        assert solution.converged
        yield f"logistic regression, {name}", [solution.objective, solution.intercept]
        yield f"scores, {name}", logistic.scores_at(k, X, solution, new)
    *_, last = logistic.sgd_steps(k(X[:FEW]), y[:FEW], 0.05, 3)
    yield "the box", last.theta
    model = KernelLogisticRegression(k, lam=0.5).fit(X, np.arange(n) % 3)
    yield "estimator of three classes", model.predict_proba(new)


def of_classifiers(n, p):
    """Yield soft margins and perceptrons."""
    X, new = drawn_points(n, p), drawn_points(MANY, p) + 0.5
    labels = X[:, :3].argmax(axis=1)
    y = np.where(labels == 0, 1.0, -1.0)
    for k in (RBF(0.3), Polynomial(2, 0.1), Laplacian(0.2)):
        for name, K in (("matrix", k(X)), ("entries", k.gram(X))):
            machine = svm.solve_dual(K, y, 2.0, tol=1e-9)
            assert machine.converged
            yield f"soft margin of {k}, {name}", [machine.objective, machine.w_norm2]
            yield f"decision of {k}, {name}", svm.decision_function(k, X, machine, new)
            tube = svm.solve_regression(K, X[:, 0] * y, 2.0, tol=1e-9)
            yield f"regression, {k}, {name}", svm.decision_function(k, X, tube, new)
    taught = svm.perceptron(RBF(0.3).gram(X), y)
    yield "perceptron", taught.F
    yield "bound on its updates", np.log(taught.most_updates)
    model = SupportVectorClassifier(RBF(0.3), C=2.0, class_weight="balanced", tol=1e-9).fit(X, labels)
    yield "estimator of the soft margin", np.concatenate([s.f for s in model.solutions_])


def of_sequences(n, p):
    """Yield alignments of sequences, and kernels of sequences and of strings."""
    points, rng = drawn_points(n, p), np.random.default_rng(n)
    X = np.split(points, np.unique(rng.integers(1, n, size=n // 6)))
    for squared in (False, True):
        yield f"DTW, {squared}", sequences.dtw_distances(X, squared=squared)
        yield f"DTW of two sets, {squared}", sequences.dtw_distances(X[:9], X, squared)
    for sigma in (10.0, 1.0, 0.1):
        yield f"all alignments, {sigma}", sequences.log_global_alignments(X, sigma=sigma)
    yield "one alignment", sequences.plain_dtw(X[0], X[1]).distance
    for k in (ExpDTW(0.1), ExpDTW(1.0, per_step=True), GlobalAlignment(3.0), GlobalAlignment(1.0, root=4.0)):
        yield f"{k}", k(X)
    words = ["".join("abc"[i] for i in rng.integers(3, size=9)) for _ in range(12)]
    yield "substrings", Spectrum(2)(words)


def of_mixtures(n, p):
    """Yield mixtures, their scores, and Fisher kernels."""
    X, new = drawn_points(n, p), drawn_points(MANY, p) - 0.5
    fit = fisher.fit_mixture(X, 3, n_starts=3)
    assert fit.converged
    yield "log-likelihood of a mixture", [fit.log_likelihood]
    yield "posteriors", fit.mixture.posterior(new)
    for parts in ("weights", "means", ("weights", "means", "sds")):
        yield f"Fisher kernel, {parts}", fisher.FisherKernel(fit.mixture, parts)(new[:50], X)
    yield "Fisher kernel, simulated", fisher.FisherKernel(fit.mixture, "weights", "simulated")(new[:50], X)


def of_landmarks(n, p):
    """Yield landmarks, features, and fits that are sums over blocks."""
    X, new, k = drawn_points(n, p), drawn_points(MANY, p) + 0.5, RBF(0.3)
    y = np.sin(X[:, 0]) + X[:, 1]
    for rule in ("greedy", "uniform"):  # a draw by what is left follows rounding
        yield f"left by landmarks, {rule}", landmarks.choose(k.gram(X), 10, rule).left
    yield "left by landmarks, plain", landmarks.plain_rpcholesky(k(X), 1).left
    F = Nystroem(k, n_components=10, rule="uniform").fit(X).transform(new)
    yield "features of landmarks", F @ F.T
    yield "waves", RandomFourierFeatures(k, n_components=10).fit(X).transform(new)
    features, source = landmarks.landmark_map(k, X[:10]), lambda b: (X[b::3], y[b::3])
    yield "ridge of blocks", landmarks.fit_ridge(features, source, range(3), 0.5).predict(new)
    yield "PCA of blocks", landmarks.fit_pca(features, source, range(3), 2).eigenvalues
    signs = lambda b: (X[b::3], np.sign(y[b::3]))  # noqa: E731
    yield (
        "classifier of blocks",
        landmarks.fit_classifier(features, signs, range(3), (-1, 1), 0.5).decision_function(new),
    )
    yield "clusters of blocks", landmarks.fit_c_means(features, source, range(3), X[:3]).sizes
    yield "density of blocks", landmarks.fit_density(source, range(3), new, 0.5)
    found = landmarks.fit_ball(k, source, range(3), 0.2, tol=1e-7)
    assert found.converged
    yield "ball of blocks", np.array([found.objective, found.R2])


def of_two_samples(n, p):
    """Yield tests of two samples, and the distance of samples in blocks."""
    X, Y, k = drawn_points(n, p), 1.3 * drawn_points(n, p)[::-1], RBF(0.3)
    found = twosample.two_sample_test(X, Y, k, 19)
    yield "distance of samples", np.array([found.mmd2, found.p_value])
    yield "distance after shuffles", found.permuted
    yield "distance in blocks", twosample.mmd2_over_blocks(k, lambda b: (X[b::3], Y[b::3]), range(3))


def answers():
    """Yield the name of each answer, and the answer as an array of numbers."""
    # In the plane, from differences of coordinates, from products of vectors.
    for n, dimensions in ((FEW, (2, 3, 12)), (MANY, (2, 12))):
        for p in dimensions:
            for part in (
                of_kernels,
                of_balls,
                of_balls_for_two_classes,
                of_densities,
                of_clusters,
                of_axes,
                of_fits,
                of_classes,
                of_classifiers,
                of_sequences,
                of_mixtures,
                of_landmarks,
                of_two_samples,
            ):
                for name, value in part(n, p):
                    yield f"{part.__name__} {name}, n = {n}, p = {p}", np.asarray(value, dtype=float)
    X = drawn_points(1200, 3)  # so many that kernel c-means looks for coordinates, and SMO works by passes
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
