"""How far a layer of so many random units is from its kernel, and what a fixed kernel makes of idle variables."""

import warnings
from types import SimpleNamespace

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as AnisotropicRBF
from sklearn.gaussian_process.kernels import ConstantKernel
from sklearn.neural_network import MLPRegressor

from kernelsy19.engine.threads import thread_limit
from kernelsy19.kernels import RBF, as_kernel
from kernelsy19.networks.equations import (
    arc_cosine,
    attention,
    attention_kernel,
    kernel_average,
    relu_features,
)
from kernelsy19.ridge.estimator import KernelRidge
from kernelsy19.ridge.leave_one_out import loo_grid

GAMMAS, LAMS = np.logspace(-3, 1.5, 19), np.logspace(-6, 2, 17)
UNITS_TRIED = (10, 30, 100, 300, 1000, 3000, 10_000)


def weights(query, keys):
    """What attention gives each key, and what is left of it without how loud the key is: the weights of a Gaussian.
    query (d,); keys (n, d) → (n,), (n,), both with the sum 1"""
    q, each, d = np.array([query]), np.eye(len(keys)), keys.shape[1]
    loud = np.exp((keys**2).sum(axis=1) / (2 * np.sqrt(d)))
    return attention(q, keys, each)[0], kernel_average(attention_kernel(q, keys) / loud, each)[0]


def directions(n_angles=25):
    """Points of length 1 in the plane at angles from 0 to π, (n, 2); the first is where angles are measured from."""
    theta = np.linspace(0, np.pi, n_angles)
    return np.column_stack([np.cos(theta), np.sin(theta)])


def values_of_a_layer(m, seed):
    """Products of what m random units make of the first direction and of each.
    m: int; seed: int ≥ 0 → (n,)"""
    X = directions()
    F = relu_features(X, np.random.default_rng(seed).normal(size=(m, 2)))
    return F @ F[0]


def error_of_width(m, seed):
    """The root mean square of what such values are off the kernel, over the angles: float."""
    X = directions()
    return float(np.sqrt(np.mean((values_of_a_layer(m, seed) - arc_cosine(X[:1], X)[0]) ** 2)))


def among_idle(fit, n_idle, seed, turned=False, n=200):
    """The error of a method where one direction counts and others do nothing; the curve is sin 3uᵀx, without noise.
    fit: callable, (X, y, seed) → object that predicts; n_idle, seed, n: int; turned: bool, whether u is drawn, or the
    first axis → float, root mean square at 1000 new points, as a share of the standard deviation of the curve"""
    rng = np.random.default_rng(seed)
    X, new = (rng.uniform(-1, 1, size=(size, 1 + n_idle)) for size in (n, 1000))
    u = rng.normal(size=1 + n_idle) if turned else np.eye(1 + n_idle)[0]
    y, wanted = (np.sin(3 * Z @ u / np.linalg.norm(u)) for Z in (X, new))
    with thread_limit(n):
        found = fit(X, y, seed).predict(new)
    return float(np.sqrt(np.mean((found - wanted) ** 2)) / np.std(wanted))


def one_width(X, y, seed):
    """Kernel ridge regression with the width and the λ that leaving one out likes best."""
    i, j = loo_grid([RBF(gamma) for gamma in GAMMAS], X, y, LAMS).best
    return KernelRidge(RBF(GAMMAS[i]), LAMS[j]).fit(X, y)


def a_width_each(X, y, seed):
    """A Gaussian process of scikit-learn with a width for each variable, learned from the likelihood."""
    kernel = ConstantKernel() * AnisotropicRBF(np.ones(X.shape[1]), (1e-2, 1e4))
    return GaussianProcessRegressor(kernel, alpha=1e-8, normalize_y=True).fit(X, y)


def small_network(X, y, seed):
    """A network of scikit-learn with one layer of 100 units."""
    return MLPRegressor(
        hidden_layer_sizes=(100,), solver="lbfgs", alpha=0.1, max_iter=300, random_state=seed
    ).fit(X, y)


def layer_left_random(X, y, seed):
    """The same network of infinite width, of which only the last layer is trained; 1 stands beside the variables, so
    that units have thresholds."""
    kernel = as_kernel(lambda A, B: arc_cosine(*(np.column_stack([Z, np.ones(len(Z))]) for Z in (A, B))))
    return KernelRidge(kernel, LAMS[loo_grid([kernel], X, y, LAMS).best[1]]).fit(X, y)


def a_kernel_each(X, y, seed):
    """Kernel ridge regression with a sum of Gaussian kernels, one of each variable, all of one width."""
    sums = [as_kernel(lambda A, B, g=g: np.exp(-g * (A[:, None] - B) ** 2).sum(axis=2)) for g in GAMMAS]
    i, j = loo_grid(sums, X, y, LAMS).best
    return KernelRidge(sums[i], LAMS[j]).fit(X, y)


def learned_directions(X, y, seed, rounds=6, step=1e-4):
    """`one_width` on points that are stretched along the slopes of the fit before, again and again."""
    A = axes = np.eye(X.shape[1])
    for _ in range(rounds):
        fit = one_width(X @ A, y, seed)
        slopes = np.array([fit.predict((X + step * e) @ A) - fit.predict((X - step * e) @ A) for e in axes])
        values, vectors = np.linalg.eigh(slopes @ slopes.T / step**2)
        A = vectors * np.sqrt(np.maximum(values, 0)) @ vectors.T
        A *= np.sqrt(len(A) / np.sum(A**2))
    fit = one_width(X @ A, y, seed)
    return SimpleNamespace(predict=lambda new: fit.predict(new @ A))


WAYS = {
    "one width": one_width,
    "first layer left random": layer_left_random,
    "network": small_network,
    "a width for each variable": a_width_each,
    "a kernel for each variable, added": a_kernel_each,
    "directions learned": learned_directions,
}


def ten_draws(fit, n_idle, turned=False):
    """The errors of `among_idle` on ten draws: a list of float."""
    # An optimizer stops at its limit.
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        return [among_idle(fit, n_idle, seed, turned) for seed in range(10)]
