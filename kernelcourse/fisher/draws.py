"""What the proofs about Fisher kernels are evaluated on: densities in general position; and points for few labels.

Expectations are sums over the outcomes of a small table, or over nodes of a quadrature that is exact to rounding, so
that no line depends on a simulation. Derivatives of tables are taken with complex steps, which lose no digits.
"""

import numpy as np
from scipy.special import logsumexp
from scipy.stats import norm

from kernelcourse.proving.derivations import Setting
from kernelsy19.datasets import Dataset
from kernelsy19.fisher import equations as fisher
from kernelsy19.validation import as_generator

AT_A_FIXED_POINT = 1e-8  # to what EM's steps have died out where a premise says that they have
COMPLEX_STEP = 1e-20
FAR_APART = 40  # standard deviations between components that do not overlap
NODES = 6001
STEPS_TO_REST = 300


# ---- points with few labels -----------------------------------------------------------------------


def stretched_groups(n=600, rng=0):
    """Three groups in eight dimensions: seven apart along the first two axes, and wide along six that tell nothing.
    n ≥ 3; rng a seed or generator → Dataset: X (n, 8), standard deviations 1, 1, 3, 3, 3, 3, 3, 3 in a group; y 0, 1, 2
    """
    rng = as_generator(rng)
    y = rng.integers(0, 3, n)
    X = rng.normal(size=(n, 8)) * np.array([1, 1, 3, 3, 3, 3, 3, 3])
    X[:, :2] += np.array([[0, 0], [7, 0], [0, 7]])[y]
    return Dataset(
        name="stretched groups",
        X=X,
        feature_names=tuple(f"x{j}" for j in range(1, 9)),
        units=("",) * 8,
        description="Three Gaussian groups, 7 apart along the first two axes; six more axes have the sd 3.",
        source="drawn",
        citation="",
        license_note="",
        y=y,
        target_name="group",
        target_names=("group 0", "group 1", "group 2"),
    )


def across_groups(n=600, rng=0):
    """The points of `stretched_groups`, with classes that the groups do not know: the sign of the third coordinate.
    n ≥ 3; rng a seed or generator → Dataset, y 0 or 1"""
    groups = stretched_groups(n, rng)
    return Dataset(
        **{
            name: getattr(groups, name)
            for name in ("X", "feature_names", "units", "source", "citation", "license_note")
        },
        name="classes across the groups",
        description="The points of the stretched groups; the class is the sign of the third coordinate.",
        y=(groups.X[:, 2] > 0).astype(int),
        target_name="sign of x3",
        target_names=("x3 ≤ 0", "x3 > 0"),
    )


# ---- tables: densities on a few outcomes ----------------------------------------------------------


def log_table(s, theta):
    """log p(x; θ) of each outcome: a table that sums to 1 for every θ, unless `tilt` is not zero.
    s with B (n, d), c (n, d), tilt (d,); theta (d,), which may be complex → (n,)"""
    g = (s.B * np.tanh(theta + s.c)).sum(axis=1)
    return g - np.log(np.exp(g).sum()) + s.tilt @ theta


def slopes(f, at):
    """Derivatives of f by complex steps, exact to rounding.

    f analytic, (d,) → (m,) or a number; at (d,) → (m, d) or (d,)
    """
    along = [np.imag(f(at + 1j * COMPLEX_STEP * e)) / COMPLEX_STEP for e in np.eye(len(at))]
    return np.moveaxis(np.array(along), 0, -1)


def curvatures(f, at, step=2e-3):
    """Second derivatives: differences of `slopes`, with an error of the fourth order.
    f, at (d,) as in `slopes`; step > 0 → (m, d, d) or (d, d)"""

    def difference(h):
        return np.array([(slopes(f, at + h * e) - slopes(f, at - h * e)) / (2 * h) for e in np.eye(len(at))])

    return np.moveaxis((4 * difference(step / 2) - difference(step)) / 3, 0, -1)


def _table(rng):
    """The fields of a table of outcomes, more of them than parameters."""
    d = int(rng.integers(3, 6))
    n = d + int(rng.integers(4, 8))
    B, c = rng.normal(size=(2, n, d))
    return {"B": B, "c": c, "tilt": np.zeros(d), "n": n, "d": d}


def draw_table(rng):
    """Draw a density on a few outcomes, its parameters, and a direction.
    B, c (n, d), tilt (d,) of zeros, n, d, theta (d,), delta (d,), a difference of parameters"""
    fields = _table(rng)
    d = fields["d"]
    return Setting(**fields, theta=rng.normal(size=d) / 2, delta=rng.normal(size=d) / 2)


def draw_changed(rng):
    """Draw a density on a few outcomes, and other parameters η for it.
    As `draw_table` without theta and delta; eta (d,), C (d, d) and bend, with θ = C(η + bend·tanh η)"""
    fields = _table(rng)
    d = fields["d"]
    C = np.linalg.qr(rng.normal(size=(d, d)))[0] * rng.uniform(0.5, 2.0, size=d)
    return Setting(**fields, eta=rng.normal(size=d) / 2, C=C, bend=rng.uniform(0.2, 0.5))


def draw_rotated(rng):
    """Draw a density on a few outcomes, whose parameters are only rotated: `draw_changed`, C orthogonal, bend 0."""
    s = draw_changed(rng)
    return s.but(C=np.linalg.qr(rng.normal(size=(s.d, s.d)))[0], bend=0.0)


# ---- Gaussians ------------------------------------------------------------------------------------


def log_gaussian(X, mu, L):
    """log N(x; μ, LLᵀ): X (n, p), mu (p,), L (p, p) lower triangular → (n,)."""
    Z = np.linalg.solve(L, (X - mu).T)
    return -0.5 * (Z**2).sum(axis=0) - np.log(np.diag(L)).sum() - 0.5 * len(mu) * np.log(2 * np.pi)


def draw_gaussian(rng):
    """Draw a Gaussian, points, and nodes that have its moments up to the fourth.
    X (n, p), mu (p,), L (p, p) lower triangular, B (p, p) invertible, nodes (3^p, p), shares (3^p,), n"""
    n, p = int(rng.integers(4, 9)), int(rng.integers(3, 6))
    L = np.tril(rng.normal(size=(p, p)), -1) / 2 + np.diag(rng.uniform(0.5, 1.5, size=p))
    mu = rng.normal(size=p)
    at, share = np.polynomial.hermite_e.hermegauss(3)
    grid = np.stack(np.meshgrid(*[at] * p, indexing="ij"), axis=-1).reshape(-1, p)
    shares = np.prod(np.meshgrid(*[share / share.sum()] * p, indexing="ij"), axis=0).ravel()
    B = np.linalg.qr(rng.normal(size=(p, p)))[0] * rng.uniform(0.5, 2.0, size=p)
    return Setting(X=rng.normal(size=(n, p)), mu=mu, L=L, B=B, nodes=mu + grid @ L.T, shares=shares, n=n)


def draw_axis_parallel(rng):
    """Draw a Gaussian with independent coordinates, as `draw_gaussian`."""
    s = draw_gaussian(rng)
    L = np.diag(np.diag(s.L))
    return s.but(L=L, nodes=s.mu + (s.nodes - s.mu) @ np.linalg.inv(s.L).T @ L.T)


# ---- mixtures -------------------------------------------------------------------------------------


def log_mixture(X, theta, k):
    """log p(x; θ) of a mixture, from densities of single numbers.
    X (n, p); theta (k + 2kp,): logits of the weights, means, standard deviations; k components → (n,)"""
    p = X.shape[1]
    a, mu, sd = theta[:k], theta[k : k + k * p].reshape(k, p), theta[k + k * p :].reshape(k, p)
    each = np.array([norm.logpdf(X, m, s).sum(axis=1) for m, s in zip(mu, sd, strict=True)])
    return logsumexp(each.T + a, axis=1) - logsumexp(a)


def draw_mixture(rng):
    """Draw a mixture whose components overlap, and points.
    X (n, p), a (k,) logits, mu, sd (k, p), k, n"""
    n, p, k = int(rng.integers(4, 9)), int(rng.integers(2, 5)), int(rng.integers(3, 5))
    X, a = 1.5 * rng.normal(size=(n, p)), rng.normal(size=k) / 2
    mu, sd = rng.normal(size=(k, p)), rng.uniform(0.6, 1.6, size=(k, p))
    return Setting(X=X, a=a, mu=mu, sd=sd, k=k, n=n)


def draw_posteriors(rng):
    """Draw weights and posteriors of two sets of points, whatever mixture they come from.
    w (k,) of sum 1, r (n, k) and r_y (m, k) with rows of sum 1, n, k"""
    n, m, k = int(rng.integers(3, 8)), int(rng.integers(3, 8)), int(rng.integers(3, 6))
    shares = np.ones(k)
    return Setting(
        w=rng.dirichlet(4 * shares), r=rng.dirichlet(shares, n), r_y=rng.dirichlet(shares, m), n=n, k=k
    )


def draw_overlapping(rng):
    """Draw a mixture on the line whose components overlap.
    w (k,), m (k,) means, s (k,) standard deviations, k"""
    k = int(rng.integers(3, 6))
    return Setting(
        w=rng.dirichlet(np.full(k, 6.0)), m=1.5 * rng.normal(size=k), s=rng.uniform(0.6, 1.4, size=k), k=k
    )


def pulled_apart(s):
    """The mixture of `draw_overlapping` with means so far apart that no point belongs to two components."""
    return s.but(m=FAR_APART * s.s.max() * np.argsort(np.argsort(s.m)).astype(float))


def draw_apart(rng):
    """Draw a mixture on the line whose components do not overlap, as `draw_overlapping`."""
    return pulled_apart(draw_overlapping(rng))


def nodes_of(s):
    """Nodes on the line and their shares of the mixture's probability: a sum over them is the integral.

    s of `draw_overlapping` → x (m, 1), shares (m,)
    """
    x, h = np.linspace((s.m - 12 * s.s).min(), (s.m + 12 * s.s).max(), NODES, retstep=True)
    return x[:, None], h * (s.w * norm.pdf(x[:, None], s.m, s.s)).sum(axis=1)


def draw_start(rng):
    """Draw points in three groups, any mixture, and the one at which EM comes to rest.
    X (n, p), w (3,), mu, sd (3, p), the same with `best_` of the mixture at rest and with `other_` of one more, k, n"""
    n, p, k = int(rng.integers(30, 45)), int(rng.integers(2, 5)), 3
    labels = rng.permutation(np.arange(n) % k)
    X = rng.normal(size=(n, p)) + 5 * np.outer(labels, np.ones(p)) / np.sqrt(p)
    best = fisher.maximize(X, np.eye(k)[labels])
    for _ in range(STEPS_TO_REST):
        best = fisher.maximize(X, fisher.posteriors(fisher.log_joint(X, *best)))
    return Setting(
        X=X,
        w=rng.dirichlet(np.full(k, 8.0)),
        mu=X[rng.choice(n, k, replace=False)],
        sd=rng.uniform(0.8, 1.6, size=(k, p)),
        best_w=best[0],
        best_mu=best[1],
        best_sd=best[2],
        other_w=rng.dirichlet(np.full(k, 8.0)),
        other_mu=X[rng.choice(n, k, replace=False)] + rng.normal(size=(k, p)) / 2,
        other_sd=rng.uniform(0.8, 1.6, size=(k, p)),
        k=k,
        n=n,
    )


def at_rest(s):
    """The setting of `draw_start` with the mixture at which EM has come to rest."""
    return s.but(w=s.best_w, mu=s.best_mu, sd=s.best_sd)


def draw_at_rest(rng):
    """Draw points, and the mixture at which EM comes to rest, as `draw_start`."""
    return at_rest(draw_start(rng))
