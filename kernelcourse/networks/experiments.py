"""How far a layer of so many random units is from its kernel, and what a fixed kernel makes of idle variables."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF as AnisotropicRBF
from sklearn.gaussian_process.kernels import ConstantKernel
from sklearn.neural_network import MLPRegressor

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


def among_idle(fit, n_idle, seed, n=200):
    """The error of a method where one variable counts and the others do nothing; the curve is sin 3x₁, without noise.
    fit: callable, (X, y, seed) → object that predicts; n_idle, seed, n: int → float, root mean square at 1000 new
    points, as a share of the standard deviation of the curve"""
    rng = np.random.default_rng(seed)
    X, new = (rng.uniform(-1, 1, size=(size, 1 + n_idle)) for size in (n, 1000))
    y, wanted = np.sin(3 * X[:, 0]), np.sin(3 * new[:, 0])
    return float(np.sqrt(np.mean((fit(X, y, seed).predict(new) - wanted) ** 2)) / np.std(wanted))


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


def ten_draws(fit, n_idle):
    """The errors of `among_idle` on ten draws: a list of float."""
    with warnings.catch_warnings(
        action="ignore", category=ConvergenceWarning
    ):  # an optimizer stops at its limit
        return [among_idle(fit, n_idle, seed) for seed in range(10)]
