"""Whether the probabilities of a model hold, for women who took no part in fitting it; what the length of a step does;
and which kernels are ahead, by what was chosen for them."""

import numpy as np

from kernelcourse.logistic.draws import kernels_of_table_2
from kernelsy19.datasets import circles, moons
from kernelsy19.kernels import RBF
from kernelsy19.logistic.equations import duality_gap, penalized_sgd_update, probability, residual
from kernelsy19.logistic.estimator import KernelLogisticRegression, lowest_loss
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


def gap_of(theta, K, y, lam):
    """The duality gap of any coefficients.
    theta (n,); K (n, n); y (n,) of 0 and 1; lam > 0 → float, in nats"""
    r = residual(theta, y, probability(K @ theta), lam)
    return duality_gap(K @ r, r, lam)


def gap_after_long_steps(seed):
    """How far the box is from the minimum after 40 epochs, on new moons and in another order, by the length of a step.
    seed: int → dict by str, duality gaps"""
    sixty = moons(60, noise=0.2, rng=seed).standardized()
    K, found = RBF(2.0)(sixty.X), {}
    for eta in (0.01, 0.1, 1.0):
        *_, end = sgd_steps(K, sixty.y, eta, 40, lam=0.1, rng=seed)
        found[f"{eta:g}"] = gap_of(end.theta, K, sixty.y, 0.1)
    return found


def gap_after_falling_steps(seed, lam=0.1, epochs=100):
    """How far one look at a time gets in a hundred epochs, on new moons: by the box, by the box with steps that get
    shorter from epoch to epoch, and by setting the coefficient of the point to where its own residual is 0.
    seed: int → dict by str, duality gaps"""
    data, rng = moons(100, noise=0.25, rng=seed), np.random.default_rng(seed)
    K, y = RBF(2.0)(data.X), data.y
    found = {f"{eta:g}": list(sgd_steps(K, y, eta, epochs, lam, seed))[-1].theta for eta in (0.01, 0.1)}
    falling, alone = np.zeros((2, len(y)))
    for epoch in range(epochs):
        for i in rng.permutation(len(y)):
            falling = penalized_sgd_update(falling, i, K, y, 0.1 / (1 + 0.1 * epoch), lam)
            alone[i] = without_residual(K[i] @ alone - K[i, i] * alone[i], K[i, i], y[i], lam)
    found |= {"falling": falling, "one coefficient": alone}
    return {name: gap_of(theta, K, y, lam) for name, theta in found.items()}


def without_residual(others, k, y, lam):
    """The θ where λθ − (y − h) = 0 with the score others + kθ, by halving: left and right of it the signs differ.
    others, k > 0, y of 0 and 1, lam > 0: numbers → float"""
    low, high = (y - 1) / lam, y / lam
    for _ in range(60):
        middle = (low + high) / 2
        if lam * middle - y + probability(others + k * middle) > 0:
            high = middle
        else:
            low = middle
    return (low + high) / 2


def lead_of_rbf(seed):
    """By how many points three RBF kernels are ahead of the polynomials of degree 3 and 4, on 2000 fresh points of the
    moons, with one penalty for all, with one for all once each kernel is divided by its mean k(x, x), and with the
    penalty that each has chosen by five-fold cross-validation.
    seed: int, of the 100 points to learn from → dict by str"""
    drawn, fresh = moons(100, noise=0.1, rng=seed), moons(2000, noise=0.1, rng=1)
    polynomials_first = list(kernels_of_table_2().values())[1:6]
    sizes = [np.diagonal(k(drawn.X)).mean() for k in polynomials_first]
    penalties = {f"λ = {lam:g}": [lam] * 5 for lam in (0.001, 1.0)}
    penalties["λ = 1, divided"] = sizes  # k / c with λ is k with cλ
    penalties["own λ"] = []
    for k in polynomials_first:
        tried = [KernelLogisticRegression(k, lam) for lam in np.logspace(-6, 3, 10)]
        penalties["own λ"].append(lowest_loss(tried, drawn.X, drawn.y, n_folds=5)[0].lam)
    found = {}
    for name, lams in penalties.items():
        models = [KernelLogisticRegression(k, lam) for k, lam in zip(polynomials_first, lams, strict=True)]
        right = [100 * model.fit(drawn.X, drawn.y).score(fresh.X, fresh.y) for model in models]
        found[name] = np.mean(right[2:]) - np.mean(right[:2])
    return found


def wide_on_circles(seed):
    """What an RBF kernel whose width is 15 gets right, in %, on the circles of table 1: after 1000 epochs of the box,
    after ten times as many of steps a hundred times as long, and at the minimum with a small penalty.
    seed: int, of the draw → dict by str"""
    data, kernel = circles(50, factor=0.2, noise=0.1, rng=seed), RBF(1 / (2 * 15**2))
    order = np.random.default_rng([seed, 1]).permutation(50)
    old, new = data.rows(order[17:]), data.rows(order[:17])
    K, found = kernel(old.X), {}
    for name, step, epochs in (("box", 0.001, 1000), ("box, a thousand times as far", 0.1, 10_000)):
        *_, end = sgd_steps(K, old.y, step, epochs, rng=seed)
        found[name] = 100 * np.mean((kernel(new.X, old.X) @ end.theta > 0) == (new.y == 1))
    found["minimum"] = 100 * KernelLogisticRegression(kernel, 1e-6).fit(old.X, old.y).score(new.X, new.y)
    return found
