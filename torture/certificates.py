"""Random problems, hard ones, whose answers are judged again: in long double, and by whoever solves the same otherwise.

    python torture/certificates.py --minutes 10           fresh problems, all solvers in turn
    python torture/certificates.py --replay svm:1782346   that problem again, and all that was measured

What is certified has to be so: a gap, a residual, an objective is computed once more from the arrays that a solver gave
back and from K as it was given, in 64 bits of mantissa; and nobody else finds what would be impossible were they right.
"""

import argparse
import sys
import time
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.cluster import KMeans
from sklearn.svm import SVC

from kernelsy19 import (
    ball,
    cmeans,
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
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.programs import kkt_residual

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
import every_solver
from oracles import solve_box_qp

LONG, EPS = np.longdouble, float(np.finfo(float).eps)

SHAPES = ("cloud", "lattice", "twins", "line", "clusters")


@dataclass(frozen=True)
class Problem:
    """Points and a kernel, K as solvers take it, and its values in long double."""

    X: np.ndarray
    k: object
    K: object
    values: np.ndarray
    rng: np.random.Generator

    @property
    def n(self):
        return len(self.X)

    @property
    def largest(self):
        return float(np.abs(self.values.diagonal()).max())

    def rounding(self, weights):
        """Of Σ wᵢ K(xᵢ, x)."""
        lengths = np.sqrt(np.abs(self.values.diagonal()).astype(float))
        return 8 * EPS * float(lengths.max() * (lengths @ np.abs(weights)))

    def signs(self):
        """Classes that a line tells apart but for some, both of them there."""
        Z = self.X - self.X.mean(axis=0)
        side = Z[:, 0] + self.rng.choice([0.0, 0.3, 3.0]) * Z.std() * self.rng.normal(size=self.n)
        y = np.where(side > np.median(side), 1.0, -1.0)
        if (y == y[0]).all():
            y[0] = -y[0]
        return y


def drawn(rng):
    """A problem of few points: in a cloud, tied, doubled, on a line or in clumps; of any size, far from the origin."""
    n, p, shape = int(2 ** rng.uniform(2, 6.5)), int(rng.integers(1, 6)), rng.choice(SHAPES)
    X = rng.normal(size=(n, p))
    if shape == "lattice":
        X = np.round(X)
    elif shape == "twins":
        X = X[rng.integers(max(2, n // 2), size=n)]
    elif shape == "line":
        X = X[:, :1] @ rng.normal(size=(1, p)) + rng.choice([0, 1e-9, 1e-4]) * X
    elif shape == "clusters":
        X = 0.1 * X + 3 * rng.normal(size=(3, p))[rng.integers(3, size=n)]
    X = X * 10.0 ** rng.choice([0, 0, 0, rng.uniform(-3, 3)]) * (1 + 99 * (rng.random(p) < 0.1))
    X = X + X.std() * rng.choice([0, 0, 0, 1, 1e2, 1e4, 1e6])
    spread = float(((X - X.mean(axis=0)) ** 2).sum(axis=1).mean()) or 1.0
    gamma = 10 ** rng.uniform(-4, 2) / spread
    smooth = [RBF(gamma), RBF(gamma), Laplacian(gamma**0.5)]
    k = [*smooth, Linear(), Polynomial(2, 1 / spread), Polynomial(3, 1 / spread)][rng.integers(6)]
    values = k(X)
    return Problem(X, k, values if rng.random() < 0.5 else k.gram(X), values.astype(LONG), rng)


# ---- quadratic programs -------------------------------------------------------------------------


def of_ball(q, surface=True):
    """The ball; or the hyperplane with the same bounds."""
    nu = float(q.rng.choice([q.rng.uniform(0.02, 1), 1.0, min(1, 2 / q.n)]))
    s = certified((ball.solve_dual if surface else one_class.solve_hyperplane)(q.K, nu))
    K, diagonal, upper, noise = q.values, q.values.diagonal(), 1 / (nu * q.n), 64 * q.n * EPS * q.largest
    alpha = s.alpha.astype(LONG)
    products = K @ alpha
    norm2 = alpha @ products
    if surface:
        slopes, edge, dual, linear = diagonal - 2 * products + norm2, s.R2, alpha @ diagonal - norm2, diagonal
        limit, primal = 1e-6 * float(diagonal.mean() - K.mean()), edge
        yield "distances off by", np.abs(slopes - s.squared_distances).max(), noise
    else:
        slopes, edge, dual, linear = -products, -s.rho, -norm2 / 2, 0 * diagonal
        limit, primal = 1e-6 * q.largest, norm2 / 2 + edge
    primal += np.maximum(slopes - edge, 0).sum() / (nu * q.n)
    yield from values_of_program(s, primal, dual, noise)
    yield "KKT residual", kkt_residual(slopes, alpha, upper), 1.1 * limit + noise
    yield "weights sum to 1 but for", abs(alpha.sum() - 1), 2e-10
    yield "a weight out of bounds by", max(-alpha.min(), alpha.max() - upper), 2e-10
    half = 1 if surface else 0.5
    other = someone_elses(2 * half * K, linear, np.ones(q.n), upper, q.largest)
    if other is not None:
        better = linear @ other - half * other @ K @ other - s.primal_objective
        yield "another one is above it by", better, noise


def of_hyperplane(q):
    """The hyperplane of the one-class machine."""
    return of_ball(q, surface=False)


def someone_elses(Q, p, y, C, unit):
    """Weights that Clarabel finds for the most of pᵀα − ½ αᵀQα, brought within the bounds; the sum is mended at one."""
    other, _ = solve_box_qp((Q / unit).astype(float), -(p / unit).astype(float), y, 1.0, C)
    other = np.clip(np.nan_to_num(other), 0, C).astype(LONG)
    roomy = np.minimum(other, C - other).argmax()
    other[roomy] -= (other @ y - 1) * y[roomy]
    return other if abs(2 * other[roomy] - C) <= C * (1 + 1e-12) else None


def values_of_program(s, primal, dual, noise):
    """What every program claims of its two values."""
    yield "primal value off by", abs(primal - s.primal_objective), noise
    yield "dual value off by", abs(dual - s.objective), noise
    yield "gap above what is claimed by", primal - dual - s.duality_gap, 2 * noise


def of_svm(q):
    """The support vector classifier."""
    y, C = q.signs(), 10 ** q.rng.uniform(-2, 3)
    s = certified(svm.solve_dual(q.K, y, C))
    K, alpha = q.values, s.alpha.astype(LONG)
    products = K @ (alpha * y)
    f, norm2, rounding = products + LONG(s.b), (alpha * y) @ products, q.rounding(s.alpha)
    noise = (rounding + 64 * EPS * q.n) * float(C * q.n + alpha.sum())
    # b is the middle of where y - K(αy) stands, numbers of about 1.
    yield "decisions off by", np.abs(f - s.f).max(), rounding + EPS * (1 + 64 * float(np.abs(f).max()))
    primal = norm2 / 2 + C * np.maximum(0, 1 - y * f).sum()
    yield from values_of_program(s, primal, alpha.sum() - norm2 / 2, noise)
    yield "KKT residual", kkt_residual(y - products, alpha, C, y), 1.1e-6 + 2 * min(rounding, 1e-6)
    yield "Σ yα", abs((alpha * y).sum()), 2e-10 * max(alpha.sum(), 1)
    yield "a weight out of bounds by", max(-alpha.min(), alpha.max() - C), 1e-10 * C
    theirs = SVC(C=C, kernel="precomputed", tol=1e-6, max_iter=20_000).fit(K.astype(float), y)
    other = np.zeros(q.n)
    other[theirs.support_] = np.abs(theirs.dual_coef_[0])
    sums = {sign: other[y == sign].sum() for sign in (-1, 1)}
    other = other.astype(LONG) * [min(sums.values()) / (sums[sign] or 1) for sign in y]
    yield "libsvm is above it by", other.sum() - (other * y) @ K @ (other * y) / 2 - s.primal_objective, noise


def of_svdd(q):
    """The ball that keeps another class out."""
    y = q.signs()
    C = q.rng.choice([1.0, 3.0, 1e3]) * 2 / (y > 0).sum()
    s = certified(svdd.solve_dual(q.K, y, C))
    K, diagonal, signed = q.values, q.values.diagonal(), (s.alpha * y).astype(LONG)
    products = K @ signed
    norm2, noise = signed @ products, 64 * q.n * EPS * q.largest * max(1.0, s.alpha.sum()) ** 2 * max(1.0, C)
    d2 = diagonal - 2 * products + norm2
    yield "distances off by", np.abs(d2 - s.squared_distances).max(), noise
    primal = s.R2 + C * np.maximum(0, y * (d2 - s.R2)).sum()
    yield from values_of_program(s, primal, signed @ diagonal - norm2, noise)
    variance = max(diagonal[some].mean() - K[some][:, some].mean() for some in (y > 0, y != 0))
    yield "KKT residual", kkt_residual(d2, s.alpha, C, y), 1.1e-6 * variance + noise
    yield "Σ yα is 1 but for", abs(signed.sum() - 1), 2e-10 * max(1, s.alpha.max())
    other = someone_elses(2 * K * np.outer(y, y), diagonal * y, y, C, q.largest)
    if other is not None:
        other = y * other
        yield "another one is above it by", other @ diagonal - other @ K @ other - s.primal_objective, noise


# ---- regression and logistic regression ---------------------------------------------------------


def solved(A, b):
    """Solve Ax = b in long double by elimination with pivots; b (n,) or (n, m)."""
    n, M = len(A), np.column_stack([A, b]).astype(LONG)
    for i in range(n):
        j = i + np.argmax(np.abs(M[i:, i]))
        M[[i, j]] = M[[j, i]]
        M[i + 1 :] -= np.outer(M[i + 1 :, i] / M[i, i], M[i])
    x = np.zeros((n, M.shape[1] - n), LONG)
    for i in reversed(range(n)):
        x[i] = (M[i, n:] - M[i, i + 1 : n] @ x[i + 1 :]) / M[i, i]
    return x.reshape(np.shape(b))


def of_ridge(q):
    """Kernel ridge regression, and what leaving one out says of it."""
    y = q.X[:, 0] / (np.abs(q.X[:, 0]).max() or 1) * 10 ** q.rng.uniform(-3, 3) + q.rng.normal(size=q.n)
    intercept, lam = bool(q.rng.integers(2)), (q.largest or 1.0) * 10 ** q.rng.uniform(-10, 3)
    s = certified(ridge.solve_dual(q.K, y, lam, intercept))
    K, alpha, rounding = q.values, s.alpha.astype(LONG), q.rounding(s.alpha)
    left = y - LONG(s.b) - K @ alpha - LONG(lam) * alpha
    wanted, noise = np.linalg.norm(y - y.mean() * intercept), 64 * EPS * q.n * np.abs(y).max()
    yield "residual", np.sqrt(left @ left), 1.1e-6 * wanted + noise + q.n**0.5 * rounding
    A, b = K + LONG(lam) * np.eye(q.n), y.astype(LONG)
    bordered = np.block([[A, np.ones((q.n, 1))], [np.ones((1, q.n)), np.zeros((1, 1))]]) if intercept else A
    best = solved(bordered, np.append(b, 0) if intercept else b)

    def J(alpha, b):
        return ((y - b - K @ alpha) ** 2).sum() + LONG(lam) * alpha @ K @ alpha

    weight = q.largest * float(np.abs(alpha).sum()) ** 2  # what αᵀKα is summed from
    least, J_rounding = J(best[: q.n], best[-1] if intercept else 0), (noise + q.n**0.5 * rounding) * wanted
    yield "objective off by", abs(J(alpha, LONG(s.b)) - s.objective), 1e-12 * s.objective + J_rounding
    most = (s.residual + noise + q.n**0.5 * rounding) ** 2 + 1e-17 * q.n * least + 1e-18 * lam * weight
    yield "objective above the least by", J(alpha, LONG(s.b)) - least, most
    path = certified(ridge.loo_path(q.K, y, [lam], intercept))
    G = solved(bordered, np.eye(len(bordered)))
    errors = best[: q.n] / G.diagonal()[: q.n]
    off = abs((errors**2).mean() - path.loo[0])
    yield "left-out errors off by", off, 4e-6 * (1 + q.n * q.largest / lam) * float((errors**2).mean())


def of_logistic(q):
    """Kernel logistic regression, by its gap, its value, and a general minimizer."""
    y, lam, intercept = (q.signs() + 1) / 2, 10 ** q.rng.uniform(-4, 2), bool(q.rng.integers(2))
    s = certified(logistic.solve_logistic(q.K, y, lam, intercept))
    K, theta, signs = q.values, s.theta.astype(LONG), 2 * y - 1
    f = K @ theta + LONG(s.intercept)

    def P(theta, b):
        f = K @ theta
        return np.logaddexp(LONG(0), -signs * (f + b)).sum() + LONG(lam) / 2 * theta @ f

    yield "scores off by", np.abs(f - s.scores).max(), q.rounding(s.theta) + 64 * EPS * float(np.abs(f).max())
    yield "objective off by", abs(P(theta, LONG(s.intercept)) - s.objective), 1e-7 * q.n
    h = 1 / (1 + np.exp(-f))
    left = LONG(lam) * theta - (y - h)
    if intercept:  # with probabilities that balance to the last digit, which float64 does not have
        balanced = 1e-10 * q.n + float((h * (1 - h)).sum()) * q.rounding(s.theta)
        yield "surprises that do not balance by", abs(left.sum()), balanced
        left -= left.mean()
    of_rounding = float(np.sqrt(np.abs(K.diagonal())) @ (h * (1 - h))) * q.rounding(s.theta)
    claimed = 2 * s.duality_gap + 2 * of_rounding**2 / lam + 1e-13 * q.n
    yield "gap", abs(left @ (K @ left)) / (2 * LONG(lam)), claimed
    K64 = K.astype(float)

    def value_and_slope(z):
        theta, b = (z[:-1], z[-1]) if intercept else (z, 0.0)
        f = K64 @ theta
        r = lam * theta - (y - expit(f + b))
        value = np.logaddexp(0, -signs * (f + b)).sum() + lam / 2 * theta @ f
        return value, np.append(K64 @ r, (expit(f + b) - y).sum()) if intercept else K64 @ r

    start = np.append(0.9 * s.theta, s.intercept)[: q.n + intercept]
    z = minimize(value_and_slope, start, jac=True, method="L-BFGS-B").x.astype(LONG)
    better = s.objective - (P(z[:-1], z[-1]) if intercept else P(z, LONG(0)))
    yield "L-BFGS is below it by", better, claimed + 1e-7 * q.n


def of_perceptron(q):
    """A perceptron that is said to make no mistake."""
    y = q.signs()
    s = certified(svm.perceptron(q.K, y, 50))
    weights = (s.counts * y).astype(LONG)
    yield "margin below 0 by", -(y * (q.values @ weights + weights.sum())).min(), 0.0


# ---- partitions ---------------------------------------------------------------------------------


def of_c_means(q):
    """A partition of which no point is nearer to another mean."""
    c, X = int(q.rng.integers(1, min(q.n, 6) + 1)), q.X.astype(LONG)
    options = {"n_starts": 3, "rng": int(q.rng.integers(100)), "exchange": bool(q.rng.integers(2))}
    s = certified(cmeans.c_means(q.X, c, **options))
    W = np.eye(c, dtype=LONG)[s.labels] / np.bincount(s.labels)
    D2, size = ((X[:, None] - W.T @ X) ** 2).sum(axis=2), 64 * EPS * float(np.linalg.norm(q.X, axis=1).max())
    yield from nearest_means(s, D2, lambda own: size * (np.sqrt(own) + size))
    theirs = KMeans(c, init=s.prototypes, n_init=1, max_iter=1).fit(q.X)
    off, most = theirs.inertia_ - s.objective, 1e-6 * s.objective + 1e-12 * float((X**2).sum())
    nearest = np.sort(D2, axis=1)
    # A point between two means may go to the other, and the means with it.
    between = c > 1 and (nearest[:, 1] - nearest[:, 0] <= most).any()
    yield "inertia off by", off if between else abs(off), most


def of_kernel_c_means(q):
    """The same in the space of the kernel."""
    c, K = int(q.rng.integers(1, min(q.n, 6) + 1)), q.values
    options = {"n_starts": 3, "rng": int(q.rng.integers(100)), "exchange": bool(q.rng.integers(2))}
    s = certified(kernel_cmeans.kernel_c_means(q.K, c, **options))
    W = np.eye(c, dtype=LONG)[s.labels] / np.bincount(s.labels)
    norms2 = ((K @ W) * W).sum(axis=0)
    yield from nearest_means(s, K.diagonal()[:, None] - 2 * K @ W + norms2, lambda own: 1e-11 * q.largest)
    yield "norms of means off by", np.abs(norms2 - s.norms2).max(), 1e-12 * q.largest


def nearest_means(s, D2, rounding):
    """What a partition claims of the distances² to its means."""
    own = D2[np.arange(len(D2)), s.labels]
    noise = 1e-11 * np.abs(own) + rounding(np.abs(own))
    yield "another mean nearer by", (own - D2.min(axis=1) - noise).max(), 0.0
    yield "objective off by", abs(own.sum() - s.objective), noise.sum()
    yield "objective rises by", np.diff(s.history, prepend=s.history[0]).max(), noise.sum()


def of_a_sample(q):
    """Kernel c-means whose prototypes are made of a sample."""
    c, m = (int(q.rng.integers(1, min(q.n, most) + 1)) for most in (4, 30))
    s = certified(kernel_cmeans.approximate_kernel_c_means(q.k, q.X, c, m, 3))
    alpha, K = s.alpha.astype(LONG), q.values
    norms2 = (alpha * (K[np.ix_(s.sample, s.sample)] @ alpha)).sum(axis=0)
    D2 = K.diagonal()[:, None] - 2 * K[:, s.sample] @ alpha + norms2
    own, noise = D2[np.arange(q.n), s.labels], 1e-6 * q.largest
    yield "norms of prototypes off by", np.abs(norms2 - s.norms2).max(), noise
    yield "another prototype nearer by", (own - D2.min(axis=1)).max(), noise
    yield "objective off by", abs(own.sum() - s.objective), q.n * noise


# ---- random functions ----


def of_climbs(q):
    """Where log p(y) is highest: no place nearby is higher, by another form of it."""
    x = (q.X - q.X.mean(axis=0)) / (np.abs(q.X).max() or 1)
    y, logs = np.sin(3 * x[:, 0]) + 0.2 * q.rng.normal(size=q.n), q.rng.uniform(-2, 2, size=2)
    top = certified(gaussian_process.climb(RBF, x, y, np.exp(logs[:1]), np.exp(logs[1])))

    def judge(logs):
        values, vectors = np.linalg.eigh(RBF(np.exp(logs[0]))(x))
        values = np.maximum(values, 0) + np.exp(logs[1])
        tau = ((vectors.T @ y) ** 2 / values).mean()
        return tau, -(np.log(tau * values).sum() + q.n * (1 + np.log(2 * np.pi))) / 2

    at = np.log([top.theta[0], top.lam])
    noise = 1e-6 * (1 + abs(top.log_likelihood))
    tau, height = judge(at)
    yield "scale off by", abs(top.scale / tau - 1), 1e-6
    yield "log p(y) off by", abs(height - top.log_likelihood), noise
    near = [judge(at + step)[1] for step in 0.01 * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])]
    yield "log p(y) nearby higher by", max(near) - height, noise + 1e-4


# ---- two samples ----


def of_two_samples(q):
    """What shuffling says of two samples, from sums in long double."""
    n = int(q.rng.integers(2, q.n - 1)) if q.n > 3 else 0
    if not n:
        return
    for s in (
        certified(twosample.two_sample_test(q.X[:n], q.X[n:], q.k, 19)),
        certified(twosample.plain_two_sample_test(q.values.astype(float), n, 19)),
    ):
        T = []
        for order in twosample.solve.orders(q.n, 19, np.random.default_rng(0)):
            G = q.values[np.ix_(order, order)]
            T.append(twosample.unbiased_mmd2(G[:n, :n], G[:n, n:], G[n:, n:]))
        # Kernel values by another way, around the mean or in pieces, differ from `values` by some roundings, too.
        noise = 16 * (s.rounding + 16 * EPS * q.n**0.5 * q.largest)
        yield "a value of MMD² off by", np.abs(np.array(T) - [s.mmd2, *s.permuted]).max(), noise
        reached = [(1 + np.count_nonzero(np.array(T[1:]) >= T[0] + d)) / 20 for d in (2 * noise, -2 * noise)]
        yield "p-value outside what it can be by", max(reached[0] - s.p_value, s.p_value - reached[1]), 0.0


# ---- axes ---------------------------------------------------------------------------------------


def of_axes(q):
    """Kernel PCA by every solver: residuals, right angles, and no larger eigenvalue that was left out."""
    m, center = int(q.rng.integers(1, min(q.n, 6))), bool(q.rng.integers(2))
    s = certified(pca.solve_dual(q.K, m, center, str(q.rng.choice(["auto", "dense", "krylov", "cholesky"]))))
    if not s.n_components:
        return
    K = q.values - center * (q.values.mean(axis=0) + q.values.mean(axis=1)[:, None] - q.values.mean())
    V, values = s.alpha.astype(LONG) * np.sqrt(s.eigenvalues), s.eigenvalues
    noise = 64 * q.n * EPS * q.largest
    left = K @ V - V * values
    yield "residual", np.sqrt((left**2).sum(axis=0)).max(), 1.1e-10 * values[0] + noise
    yield "axes off orthonormal by", np.abs(V.T @ V - np.eye(s.n_components)).max(), 2e-10
    theirs = np.linalg.eigvalsh(K.astype(float))[::-1]
    yield "eigenvalues off by", np.abs(theirs[: s.n_components] - values).max(), 1.1e-10 * values[0] + noise
    if s.n_components < m:
        yield "an eigenvalue that is missing", theirs[s.n_components], 1e-9 * values[0] + noise
    yield "trace off by", abs(np.trace(K) - s.trace), 1e-10 * s.trace + q.n * noise


# ---- many rows ----------------------------------------------------------------------------------


def of_landmarks(q):
    """What landmarks leave of the trace, and ridge regression that is a sum over blocks."""
    m, rng = int(q.rng.integers(1, min(q.n, 12) + 1)), q.rng
    if not q.largest:
        return
    s = landmarks.choose(q.K, m, str(rng.choice(landmarks.solve.PIVOT_RULES)), int(rng.integers(100)))
    E, left, least = q.values.copy(), [], q.largest
    for i in s.indices:
        least = min(least, E[i, i])
        E -= np.outer(E[:, i], E[i]) / E[i, i]
        left.append(np.maximum(E.trace(), 0) / np.trace(q.values))
    yield "share left off by", np.abs(np.array(left) - s.left).max(), 1e-8 + m * EPS * q.largest / least
    features, lam = landmarks.landmark_map(q.k, q.X[s.indices]), 10 ** rng.uniform(-4, 2)
    y, blocks = rng.normal(size=q.n), [np.arange(b, q.n, 3) for b in range(3)]
    F = features(q.X).astype(LONG)
    fit = certified(landmarks.fit_ridge(features, lambda b: (q.X[blocks[b]], y[blocks[b]]), range(3), lam))
    slope = F.T @ (F @ fit.w + LONG(fit.b) - y) + LONG(lam) * fit.w
    start = np.abs((F - F.mean(axis=0)).T @ (y - y.mean())).max()
    yield "slope", np.abs(slope).max(), 4e-6 * start + 1e-11 * q.n * float(np.abs(F).max() * np.abs(y).max())


def of_ball_over_blocks(q):
    """The ball of rows that come in blocks."""
    nu, blocks = q.rng.uniform(0.05, 1), [np.arange(b, q.n, 3) for b in range(3)]
    s = certified(landmarks.fit_ball(q.k, lambda b: q.X[blocks[b]], range(3), nu))
    alpha, K_zz, K_xz = s.alpha.astype(LONG), q.k(s.Z).astype(LONG), q.k(q.X, s.Z).astype(LONG)
    norm2, noise = alpha @ K_zz @ alpha, 64 * EPS * q.n * q.largest
    d2 = q.values.diagonal() - 2 * K_xz @ alpha + norm2
    primal = s.R2 + np.maximum(d2 - s.R2, 0).sum() / (nu * q.n)
    yield from values_of_program(s, primal, alpha @ K_zz.diagonal() - norm2, noise)


# ---- sums that define densities and alignments --------------------------------------------------


def of_densities(q):
    """Log densities."""
    X, h, p = q.X.astype(LONG), float(q.X.std() or 1) * 10 ** q.rng.uniform(-2, 1), q.X.shape[1]
    D2 = ((X[:, None] - X) ** 2).sum(axis=2) / LONG(h) ** 2
    sums = np.log(np.exp(-D2 / 2).mean(axis=1)) - p * np.log(LONG(h) * np.sqrt(2 * LONG(np.pi)))
    off = (np.abs(density.log_density(q.X, q.X, h) - sums) / (1 + np.abs(sums))).max()
    yield "log density off by", off, 1e-10 + 8 * EPS * float(np.abs(X).max() / h) * p


def of_mixtures(q):
    """A mixture's likelihood, which never falls on the way."""
    X, k = q.X.astype(LONG), int(q.rng.integers(1, 4))
    if not np.ptp(q.X, axis=0).all():
        return
    s = certified(fisher.fit_mixture(q.X, k, n_starts=2, rng=int(q.rng.integers(100))))
    w, mu, sd = (value.astype(LONG) for value in (s.mixture.w, s.mixture.mu, s.mixture.sd))
    parts = np.exp(-(((X[:, None] - mu) / sd) ** 2) / 2) / (sd * np.sqrt(2 * LONG(np.pi)))
    mean = np.log(parts.prod(axis=2) @ w).mean()
    yield "log-likelihood off by", abs(mean - s.log_likelihood), 1e-9 * (1 + abs(mean))
    yield "log-likelihood falls by", -np.diff(s.path, prepend=s.path[0]).min(), 1e-9 * (1 + abs(mean))


def of_alignments(q):
    """The cost of a warping, by the loop over cells."""
    X = q.X.astype(LONG)
    x, y = X[: q.n // 2], X[q.n // 2 :]
    costs = np.sqrt(((x[:, None] - y) ** 2).sum(axis=2))
    total = np.full((len(x) + 1, len(y) + 1), LONG(np.inf))
    total[0, 0] = 0
    for i in range(len(x)):
        for j in range(len(y)):
            total[i + 1, j + 1] = costs[i, j] + min(total[i, j], total[i, j + 1], total[i + 1, j])
    found = sequences.dtw_distance(q.X[: q.n // 2], q.X[q.n // 2 :])
    most = 1e-12 * float(total[-1, -1]) + 8 * EPS * q.n * float(np.abs(X).max())
    yield "DTW off by", abs(found - total[-1, -1]), most


# ---- whatever is in the table of solvers --------------------------------------------------------


def of_every_solver(q, most=3):
    """Some answers of the table of solvers, before and after points that nobody has seen have moved."""
    rng, seed = q.rng, int(q.rng.integers(10**6))
    points = every_solver.drawn(int(rng.integers(20, 80)), int(rng.integers(1, 5)), seed)
    points = points.in_units(unit := 2.0 ** int(rng.integers(-10, 10)))
    part, move = rng.choice(every_solver.TABLE), str(rng.choice(["origin", *every_solver.MOVES]))
    if move == "origin":
        by = unit * 10 ** rng.uniform(0, 12)
        moved = points.moved(by)
        points = moved.moved(-by)  # as far as float64 could write them down out there
    else:
        moved = every_solver.MOVES[move](points)
    before, after = list(part(points)), list(part(moved))
    some = rng.permutation(len(before))[:most]
    expected, asked = [every_solver.said(before[i].ask) for i in some], [after[i] for i in some]
    for name, off, at_most, doubt in every_solver.differences(asked, moved, move, expected):
        if not doubt:
            yield f"{name}, {points.X.shape}, {move} {np.abs(moved.X).max() / unit:.2g}, off by", off, at_most


CHECKS = {name.removeprefix("of_"): check for name, check in globals().items() if name.startswith("of_")}


class DoubtedError(Exception):
    """An answer that is not certified claims nothing."""


def certified(solution):
    """A solution, if it says that it is one."""
    if not solution.converged:
        raise DoubtedError
    return solution


def measured(name, seed):
    """What a check measures of one problem, (what, value, most): a lie where not value <= most."""
    found, q = [], drawn(np.random.default_rng([seed, *name.encode()]))
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            for entry in CHECKS[name](q):
                found.append(entry)
        except DoubtedError:
            pass
    return q, found


def torture(names, seconds, rng, say=print):
    """Check fresh problems until the time is over; return how many findings there were."""
    end, lies, certain, count = time.monotonic() + seconds, 0, 0, 0
    while not count or time.monotonic() < end:
        for name in names:
            seed, count = int(rng.integers(10**9)), count + 1
            try:
                _, found = measured(name, seed)
                lied = [entry for entry in found if not entry[1] <= entry[2]]
                wrong = [f"{what} {float(value):.3g}, above {float(most):.3g}" for what, value, most in lied]
            except Exception as error:  # an error without a good reason is a find, too
                found, wrong = [], [f"{type(error).__name__}: {error}"]
            certain += bool(found)
            lies += bool(wrong)
            for line in wrong:
                say(f"--replay {name}:{seed}  {line}")
    say(f"{count} problems, of which {certain} were certified: {lies} findings.")
    return lies


def replay(name, seed, say=print):
    """Show all that is measured of one problem."""
    q, found = measured(name, seed)
    say(f"{q.X.shape} points of about {np.abs(q.X).max():.3g}, {q.k!r}, as {type(q.K).__name__}")
    for what, value, most in found:
        say(f"{'LIE ' if not value <= most else '    '}{what} {float(value):.3g}, at most {float(most):.3g}")


def main(arguments=None):
    """Run as asked on the command line; 1 where something was found."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--only", nargs="+", choices=CHECKS, default=list(CHECKS))
    parser.add_argument("--replay", metavar="NAME:SEED")
    given = parser.parse_args(arguments)
    if np.finfo(LONG).eps > 1e-18:
        return "There are no longer numbers than doubles here."
    if given.replay:
        name, seed = given.replay.split(":")
        return replay(name, int(seed))
    return 1 if torture(given.only, 60 * given.minutes, np.random.default_rng()) else 0


if __name__ == "__main__":
    sys.exit(main())
