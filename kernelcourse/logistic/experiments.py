"""Whether the probabilities of a model hold, for women who took no part in fitting it; and what long steps do."""

import numpy as np

from kernelsy19.datasets import moons
from kernelsy19.kernels import RBF
from kernelsy19.logistic.equations import duality_gap, probability, residual
from kernelsy19.logistic.estimator import KernelLogisticRegression
from kernelsy19.logistic.plain import sgd_steps

GROUP_ENDS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)  # of the groups by what is told, fine where most are


def told(data, kernel, lam, seed, folds=10):
    """What each point is told by a model that has learned from the other folds.

    Rows are sorted first, so that their order decides nothing.
    data: Dataset; kernel: Kernel; lam, seed, folds: numbers → (n,) probabilities, (n,) of 0 and 1, in one order"""
    order = np.lexsort(np.column_stack([data.X, data.y]).T)
    X, y, p = data.X[order], data.y[order], np.empty(len(order))
    for part in np.array_split(np.random.default_rng(seed).permutation(len(X)), folds):
        others = np.setdiff1d(np.arange(len(X)), part)
        p[part] = (
            KernelLogisticRegression(kernel, lam, intercept=True)
            .fit(X[others], y[others])
            .predict_proba(X[part])[:, 1]
        )
    return p, y


def told_and_found(data, kernel, lam, splits=10):
    """By groups of what is told, over some splits: the mean of what is told, and the share that is ill.
    → (6,), (6,)"""
    p, y = (
        np.concatenate(parts)
        for parts in zip(*(told(data, kernel, lam, s) for s in range(splits)), strict=True)
    )
    group = np.digitize(p, GROUP_ENDS[1:-1])
    return tuple(np.array([v[group == g].mean() for g in range(len(GROUP_ENDS) - 1)]) for v in (p, y))


def gap_after_long_steps(seed):
    """How far the box is from the minimum after 40 epochs, on new moons and in another order, by the length of a step.
    seed: int → dict by str, duality gaps"""
    sixty = moons(60, noise=0.2, rng=seed).standardized()
    K, found = RBF(2.0)(sixty.X), {}
    for eta in (0.01, 0.1, 1.0):
        *_, end = sgd_steps(K, sixty.y, eta, 40, lam=0.1, rng=seed)
        r = residual(end.theta, sixty.y, probability(K @ end.theta), 0.1)
        found[f"{eta:g}"] = duality_gap(K @ r, r, 0.1)
    return found
