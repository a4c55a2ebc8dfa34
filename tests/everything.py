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
    kernel_cmeans,
    landmarks,
    one_class,
    pca,
)
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.cmeans import CMeans
from kernelsy19.density import ParzenWindow
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import RBF, Laplacian, Polynomial, Precomputed
from kernelsy19.landmarks import Nystroem, RandomFourierFeatures
from kernelsy19.pca import KernelPCA

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


def answers():
    """Yield the name of each answer, and the answer as an array of numbers."""
    # In the plane, from differences of coordinates, from products of vectors.
    for n, dimensions in ((FEW, (2, 3, 12)), (MANY, (2, 12))):
        for p in dimensions:
            for part in (of_kernels, of_balls, of_densities, of_clusters, of_axes, of_landmarks):
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
