"""What the proofs about logistic regression are evaluated on: points in general position, labels and coefficients.

Nothing here is built from what a proof concludes. Minima are found by a root finder that sees values of P only. At the
end stand the kernels and the circles of the tables of AML, as we read them.
"""

import numpy as np
from scipy.optimize import root

from kernelcourse.ball.draws import mapped
from kernelcourse.proving.derivations import Setting, gradient
from kernelsy19 import datasets, kernels
from kernelsy19.logistic import equations as logistic
from kernelsy19.logistic.estimator import KernelLogisticRegression
from kernelsy19.signatures import number_from, one_each, takes
from kernelsy19.validation import as_gram

SOLVED = 1e-8  # to what a premise holds at a minimum that a root finder found


def slope(f, at, step=5e-4):
    """Gradient of a smooth f, (D,) → float, by central differences of two lengths, the errors of which cancel.
    at (D,); the error is of the fourth order in step > 0 → (D,)"""
    return (4 * gradient(f, at, step / 2) - gradient(f, at, step)) / 3


def jacobian(F, at, step=5e-4):
    """Derivatives of each entry of F, (D,) → (m,), one per row, as `slope` finds them: at (D,) → (m, D)."""
    return np.array([slope(lambda x, j=j: F(x)[j], at, step) for j in range(len(F(at)))])


def objective_at(theta, K, y, lam):
    """P(θ) of the coefficients alone.
    theta (n,); K (n, n); y (n,) of 0 and 1; lam ≥ 0 → float"""
    return logistic.penalized_objective(K @ theta, theta, K @ theta, y, lam)


@takes(c=number_from(), K=as_gram, theta=one_each("K"), y=one_each("K"), lam=number_from(0))
def derivatives_along(c, K, theta, y, lam):
    """P(cθ), the slope of P there along the line through 0 and θ, and how P bends along it.
    c the place on the line; K (n, n); theta (n,); y (n,) of 0 and 1; lam > 0 → P(cθ) and its first and second
    derivative in c, in nats"""
    f = K @ theta
    h = logistic.probability(c * f)
    slope = theta @ logistic.objective_gradient(K, c * theta, y, h, lam)
    bend = f**2 @ logistic.curvatures(h) + lam * theta @ f
    return objective_at(c * theta, K, y, lam), slope, bend


def free_setting(X, kernel, y, lam, seed=0):
    """Coefficients, directions and scores at random: nothing is assumed of them.
    X (n, p), kernel, y (n,) of 0 and 1, lam > 0 → as `mapped` of the ball, with five new points; y and t = ±1 (n,),
    lam, theta, other, alpha, labels, f, q (n,), h (n,) in (0, 1), w, v, z (D,), b and share in (0, 1)"""
    rng = np.random.default_rng(seed)
    s = mapped(X, kernel, rng.normal(size=(5, X.shape[1])))
    n, D = s.Phi.shape
    theta, other, alpha, f, q = rng.normal(size=(5, n))
    w, v, z = rng.normal(size=(3, D)) / D**0.5
    return Setting(
        **vars(s),
        y=y,
        t=2 * y - 1,
        lam=lam,
        theta=theta,
        other=other,
        alpha=alpha,
        labels=np.ones(n),
        f=2 * f,
        q=2 * q,
        h=rng.uniform(0.05, 0.95, size=n),
        w=w,
        v=v,
        z=z,
        b=rng.normal(),
        share=rng.uniform(0.2, 0.8),
    )


def minimum_setting(X, kernel, y, lam, seed=0):
    """A setting that knows the minimum of P, as a root finder sees it from values of P alone.
    As `free_setting`, with best (n,), where ∇P = 0, way (n,), a direction, and theta a little way from best; a
    RuntimeError if the root finder fails"""
    s = free_setting(X, kernel, y, lam, seed)
    found = root(lambda theta: slope(lambda x: objective_at(x, s.K, y, lam), theta), 0 * s.theta, tol=1e-13)
    if np.abs(found.fun).max() > 1e-10:
        raise RuntimeError(f"No minimum: the slopes are off by {np.abs(found.fun).max():.1g}.")
    near = s.but(theta=found.x + s.theta / 2)
    return Setting(**vars(near), best=found.x, way=s.other / np.linalg.norm(s.other))


def stepping_setting(X, kernel, y, lam, seed=0):
    """A setting with the place where the quadratic model of P is stationary, found from the model's own Hessian.
    As `minimum_setting`, with theta_plus (n,)"""
    s = minimum_setting(X, kernel, y, lam, seed)
    h = 1 / (1 + np.exp(-s.K @ s.theta))
    H = s.K @ np.diag(h * (1 - h)) @ s.K + lam * s.K
    ahead = np.linalg.solve(H, -slope(lambda x: objective_at(x, s.K, y, lam), s.theta))
    return Setting(**vars(s), theta_plus=s.theta + ahead)


def separating_setting(X, kernel, y, lam, seed=0):
    """A minimum as in `minimum_setting`, and coefficients whose scores are the signs of the classes.
    As `minimum_setting`, with d (n,), where Kd = t, and c > 0"""
    s = minimum_setting(X, kernel, y, lam, seed)
    d = np.linalg.lstsq(s.K, s.t, rcond=None)[0]
    return Setting(**vars(s), d=d, c=1 + abs(s.b))


# ---- draws: n from 6 to 10, D from 3 on, both classes in each -------------------------------------


def _problem(rng, invertible=False):
    """Points, a kernel with a feature space of three dimensions or more, labels and a penalty."""
    n, p = int(rng.integers(6, 11)), int(rng.integers(3, 6))
    gamma = rng.uniform(0.4, 1.0)
    choices = [kernels.RBF(gamma)]
    if not invertible:
        choices += [kernels.Polynomial(2, 0.3, offset=1.0), kernels.Linear()]
    y = rng.permutation((np.arange(n) < rng.integers(2, n - 1)).astype(float))
    return rng.normal(size=(n, p)), choices[rng.integers(len(choices))], y, rng.uniform(0.1, 1.0)


def draw_free(rng):
    """Draw points, labels and any coefficients."""
    return free_setting(*_problem(rng), int(rng.integers(2**31)))


def draw_minimum(rng):
    """Draw a problem with its minimum, for an invertible Gram matrix."""
    return minimum_setting(*_problem(rng, invertible=True), int(rng.integers(2**31)))


def draw_stepping(rng):
    """Draw a problem with a step of Newton's method, for an invertible Gram matrix."""
    return stepping_setting(*_problem(rng, invertible=True), int(rng.integers(2**31)))


def draw_separating(rng):
    """Draw a problem with its minimum, and coefficients that separate the classes."""
    X, kernel, y, lam = _problem(rng, invertible=True)
    return separating_setting(X, rng.uniform(1.5, 3.0) * kernel, y, lam, int(rng.integers(2**31)))


# ---- the tables of AML ----------------------------------------------------------------------------


def kernels_of_table_2():
    """The nine kernels of AML's table 2 as we read it: offset 1, and "band" as γ; a dict by name."""
    named = {f"polynomial {degree}": kernels.Polynomial(degree) for degree in (2, 3, 4)}
    named |= {f"RBF γ = {gamma}": kernels.RBF(gamma) for gamma in (0.5, 0.9, 2.8)}
    return named | {f"sigmoid γ = {gamma}": kernels.Sigmoid(gamma, 1.0) for gamma in (0.5, 3.0, 4.0)}


def runs_by_family(table):
    """What `accuracy_over_epochs` draws of a table of runs.

    table with columns kernel, parameter, epochs and accuracy → dict by kernel of dicts by parameter of (epochs,
    accuracy), in the order of the table
    """
    runs = {}
    for kernel, parameter in dict.fromkeys(zip(table["kernel"], table["parameter"], strict=True)):
        rows = table.rows(kernel=kernel, parameter=parameter)
        word = "degree" if kernel == "polynomial" else "γ ="
        runs.setdefault(str(kernel), {})[f"{word} {parameter:g}"] = rows["epochs"], rows["accuracy"]
    return runs


def right_on_rings(inner, gamma, lam=0.1):
    """Share of 100 fresh points of two rings that the RBF kernel puts into the right one.

    inner, radius of the inner ring; that of the outer one is 10, and the noise has the standard deviation 1 → from 0 to
    1
    """
    old, new = (datasets.circles(100, factor=inner / 10, noise=0.1, rng=seed) for seed in (0, 1))
    return KernelLogisticRegression(kernels.RBF(gamma), lam).fit(10 * old.X, old.y).score(10 * new.X, new.y)


def right_by_majority(n_draws=100):
    """Share of 17 test points of table 1 that have the more frequent class of the other 33, in the mean of draws."""
    shares = []
    for draw in range(n_draws):
        y = datasets.circles(50, factor=0.2, noise=0.1, rng=draw).y
        y = y[np.random.default_rng([draw, 1]).permutation(50)]
        shares.append(np.mean(y[:17] == (y[17:].mean() > 0.5)))
    return float(np.mean(shares))
