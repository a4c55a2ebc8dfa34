"""What the proofs about landmarks, features, sums and the ball of all rows are evaluated on.

Mapped points are drawn as rows of numbers, so that the Gram matrix has no more structure than a Gram matrix has; the
factor of the landmarks' kernel values comes from a general Cholesky routine.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kernelcourse.proving.derivations import Setting
from kernelsy19 import ball, ridge
from kernelsy19.datasets import faithful, spirals, usps
from kernelsy19.kernels import RBF
from kernelsy19.landmarks.fits_over_blocks import fit_ridge
from kernelsy19.landmarks.solve import choose, feature_error, fourier_map, landmark_map
from kernelsy19.validation import as_integer

LONELY = 1.0  # how far points that lie alone are from all others, at least
MOST_FAR = 40  # of these; more would not fit into their square

RULES_BY_NAME = {"evenly drawn": "uniform", "most is left": "greedy", "RPCholesky": "rpcholesky"}


def draw_landmarks(rng):
    """Draw mapped points, some of which are landmarks, and a vector for a quadratic form.
    n, m; Phi (n, D) mapped points; Z (m,) indices of the landmarks; R (m, m) upper triangular, RᵀR = k(Z, Z);
    z (n,) a vector; C (n, m) coefficients"""
    n, m = int(rng.integers(7, 12)), int(rng.integers(3, 5))
    D = m + int(rng.integers(3, 6))
    Phi = rng.normal(size=(n, D)) / np.sqrt(D)
    Z = rng.choice(n, m, replace=False)
    R = np.linalg.cholesky(Phi[Z] @ Phi[Z].T).T
    return Setting(n=n, m=m, Phi=Phi, Z=Z, R=R, z=rng.normal(size=n), C=rng.normal(size=(n, m)))


def draw_rest(rng):
    """Draw what is left of a Gram matrix: here all of it, of mapped points in general position.
    n; E (n, n) positive definite; s, t two indices"""
    n = int(rng.integers(4, 9))
    Phi = rng.normal(size=(n, n + 2))
    s, t = rng.choice(n, 2, replace=False)
    return Setting(n=n, E=Phi @ Phi.T / n, s=int(s), t=int(t))


def draw_waves(rng):
    """Draw points, frequencies, and the nodes of a quadrature over the Gaussian distribution of all frequencies.
    X (n, p), Y (l, p) points; n; gamma; omega (m, p) frequencies; G (q, p) nodes and weights (q,) of the standard
    normal distribution; seed of further draws"""
    n, l, p = int(rng.integers(3, 6)), int(rng.integers(3, 6)), int(rng.integers(2, 4))
    gamma = float(rng.uniform(0.2, 0.6))
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    G = np.stack(np.meshgrid(*[nodes] * p, indexing="ij"), axis=-1).reshape(-1, p)
    products = np.prod(np.stack(np.meshgrid(*[weights] * p, indexing="ij"), axis=-1).reshape(-1, p), axis=1)
    return Setting(
        n=n,
        X=0.6 * rng.normal(size=(n, p)),
        Y=0.6 * rng.normal(size=(l, p)) + 0.3,
        gamma=gamma,
        omega=np.sqrt(2 * gamma) * rng.normal(size=(int(rng.integers(3, 7)), p)),
        G=G,
        weights=products / products.sum(),
        seed=int(rng.integers(2**31)),
    )


def draw_blocks(rng):
    """Draw features, targets and classes of some rows, and how these are cut into blocks of different sizes.
    n; F (n, m) features; y (n,) targets; t (n,) ±1; w (m,) a vector; V (c, m) prototypes; lam; cuts of the blocks"""
    n, m = int(rng.integers(18, 30)), int(rng.integers(3, 6))
    F = rng.normal(size=(n, m)) + rng.normal(size=m)
    cuts = np.sort(rng.choice(np.arange(2, n - 2), int(rng.integers(2, 5)), replace=False))
    y, t = F @ rng.normal(size=m) + rng.normal(size=n), rng.choice([-1.0, 1.0], size=n)
    w, V = rng.normal(size=m) / m, F[rng.choice(n, 3, replace=False)] + 0.1 * rng.normal(size=(3, m))
    return Setting(n=n, F=F, y=y, t=t, w=w, V=V, lam=float(rng.uniform(0.5, 2.0)), cuts=cuts)


def parts_of(setting, *names):
    """Arrays of a setting of `draw_blocks`, cut into its blocks: a list with a tuple for each block."""
    return list(zip(*(np.split(getattr(setting, name), setting.cuts) for name in names), strict=True))


def draw_fit(rng):
    """Draw a ridge regression on features of landmarks, solved as least squares with rows for the price.
    As of `draw_landmarks`, with y (n,), lam, and w (m,) and b, the minimum of ‖y − b − Fw‖² + λ‖w‖²"""
    s = draw_landmarks(rng)
    F = np.linalg.solve(s.R.T, s.Phi[s.Z] @ s.Phi.T).T
    y, lam = rng.normal(size=s.n) + 1, float(rng.uniform(0.3, 1.5))
    rows = np.block([[F, np.ones((s.n, 1))], [np.sqrt(lam) * np.eye(s.m), np.zeros((s.m, 1))]])
    *w, b = np.linalg.lstsq(rows, np.append(y, np.zeros(s.m)), rcond=None)[0]
    return Setting(**vars(s), y=y, lam=lam, b=b, w=np.array(w))


def draw_ball(rng):
    """Draw mapped points, weights that are feasible and 0 outside a working sample, and any other ball.
    n, nu; Phi (n, D); W (l,) indices of the working sample; alpha (n,) weights; c (D,) and R, another ball; R2, the
    squared radius around the center of the weights; cuts of the blocks"""
    n, D, nu = int(rng.integers(11, 16)), int(rng.integers(3, 5)), float(rng.uniform(0.5, 0.65))
    Phi = rng.normal(size=(n, D))
    Phi -= Phi.mean(axis=0)
    W = np.sort(rng.choice(n, int(np.ceil(nu * n)) + 2, replace=False))
    alpha, share = np.zeros(n), 1 / len(W)
    tilt = rng.normal(size=len(W))
    tilt -= tilt.mean()
    # From equal weights as far along a direction of sum 0 as the box allows, less a tenth.
    room = np.where(tilt > 0, 1 / (nu * n) - share, share) / np.abs(tilt)
    alpha[W] = share + 0.9 * room.min() * tilt
    c, R, R2 = 0.3 * rng.normal(size=D), float(rng.uniform(0.5, 2.0)), float(rng.uniform(0.5, 4.0))
    return Setting(n=n, nu=nu, Phi=Phi, W=W, alpha=alpha, c=c, R=R, R2=R2, cuts=np.array([3, 5]))


def best_ball(Phi, nu):
    """Weights, center and radius of the minimum-volume ball: Phi (n, D) → alpha (n,), c (D,), R."""
    solution = ball.solve_dual(Phi @ Phi.T, nu, tol=1e-12)
    return solution.alpha.copy(), solution.alpha @ Phi, float(np.sqrt(solution.R2))


def with_far_points(n=300, far=12, rng=1):
    """Points of two spirals, and some of which each lies 1 or more from all others.
    n points of the spirals, far ≤ 40 beside them; rng a seed or generator → (n + far, 2)"""
    rng, far = np.random.default_rng(rng), as_integer(far, "far", 0, MOST_FAR)
    X = spirals(n, rng=rng).X
    while len(X) < n + far:
        new = rng.uniform(-4, 4, size=2)
        if ((X - new) ** 2).sum(axis=1).min() >= LONELY**2:
            X = np.vstack([X, new])
    return X


def five_and_a_landmark():
    """Five eruptions of Old Faithful, standardized, nearest first: a Dataset; and their landmark (2,)."""
    eruptions = faithful().in_order().standardized()
    z = eruptions.X[170]  # between the two clouds
    by_distance = np.argsort(((eruptions.X - z) ** 2).sum(axis=1), kind="stable")
    return eruptions.rows(by_distance[[20, 80, 140, 190, 265]]), z


def rows_of(b, rows=1000):
    """Block b of a regression problem in eight variables, made from its number: X (rows, 8), y (rows,)."""
    rng = np.random.default_rng([16, b])
    X = rng.normal(size=(rows, 8))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.1 * rng.normal(size=rows)


def signs_of(b, rows=1000):
    """Block b of the same points, with the sign of the target: X (rows, 8), t (rows,) of ±1."""
    X, y = rows_of(b, rows)
    return X, np.where(y > 0, 1.0, -1.0)


def three_clouds(b, rows=1000):
    """Block b of points of the plane in three clouds, made from its number: (rows, 2)."""
    rng = np.random.default_rng([1, b])
    return rng.normal(size=(rows, 2)) + 5 * np.array([[0, 0], [1, 0], [0, 1]])[rng.integers(3, size=rows)]


def left_by_rules(kernel, X, m, draws):
    """What landmarks leave of the trace of K by three rules, and the least that as many features of any kind leave.

    kernel, X (n, p), m < n landmarks, draws over which rules that draw are averaged → dict by name of (m,) arrays: the
    share of the trace that the first, the first two, … landmarks leave
    """
    gram, left = kernel.gram(X), {}
    for name, rule in RULES_BY_NAME.items():
        seeds = range(1 if rule == "greedy" else draws)
        drawn = [choose(gram, m, rule, seed).left for seed in seeds]
        left[name] = np.mean([np.append(d, np.full(m - len(d), d[-1])) for d in drawn], axis=0)
    values = np.linalg.eigvalsh(kernel(X))[::-1]
    left["best possible"] = np.maximum(0, 1 - np.cumsum(values)[:m] / values.sum())
    return left


def landmarks_by_rule(kernel, X, m, seed=0):
    """Choose m landmarks of X (n, p) by each of the three rules: a dict of Choice by name of the rule."""
    return {name: choose(kernel.gram(X), m, rule, seed) for name, rule in RULES_BY_NAME.items()}


def draws_that_reach(kernel, X, m, draws, times=10.0):
    """How many even draws of m < n landmarks leave at most `times` what the best m features of any kind leave."""
    values = np.linalg.eigvalsh(kernel(X))
    least = values[:-m].sum() / values.sum()
    return sum(choose(kernel.gram(X), m, "uniform", seed).error <= times * least for seed in range(draws))


def in_different_clouds(kernel, X, clouds, draws):
    """In how many % of the draws the first two landmarks of RPCholesky fall into different clouds.
    kernel, X (n, p), clouds (n,) bool, which of the two a point is in, draws → float"""
    pairs = [choose(kernel.gram(X), 2, rng=seed).indices for seed in range(draws)]
    return 100 * float(np.mean([clouds[i] != clouds[j] for i, j in pairs]))


def error_of_waves(kernel, d, m, draws):
    """How far the mean of m random waves is from the kernel: root mean square over distances and draws.
    kernel RBF, d (n, 1) distances, m frequencies, draws → float"""
    omegas = [fourier_map(kernel, 1, m, rng=seed).omega for seed in range(draws)]
    means = np.array([np.cos(d @ omega.T).mean(axis=1) for omega in omegas])
    return float(np.sqrt(np.mean((means - kernel(d, [[0.0]])[:, 0]) ** 2)))


def sets_to_compare(rng=0):
    """Three sets to compare features on, as a dict by name of (kernel, X, y, number of features).

    rng, a seed of the digits and the normals that are drawn. The targets are ±1, whether a digit is a three, and
    sin 3x₁ + x₂ for normals and for spirals with far points.
    """
    digits = usps().train.in_order(shuffle=rng).rows(slice(1500))
    normals = np.random.default_rng(rng).normal(size=(1500, 8))
    spread, three = with_far_points(1500, 30), np.where(digits.y == 3, 1.0, -1.0)
    return {
        "1500 digits": (RBF(1 / 128), digits.X, three, 200),
        "8 normals": (RBF(0.1), normals, bent(normals), 200),
        "far points": (RBF(5.0), spread, bent(spread), 60),
    }


def bent(X):
    """A function of the first two variables that is no straight line: sin 3x₁ + x₂, X (n, p) → (n,)."""
    return np.sin(3 * X[:, 0]) + X[:, 1]


def fits_by_size(kernel, source, blocks, sizes, lam=1.0):
    """Ridge regressions on more and more landmarks by RPCholesky, and the exact one.

    source, block number → (X, y); blocks, numbers of those whose rows fit into a Gram matrix; sizes, rising → a list of
    LandmarkRidge, and the exact KernelRidgeSolution of all rows
    """
    X, y = (np.concatenate(parts) for parts in zip(*map(source, blocks), strict=True))
    order = choose(kernel.gram(X), max(sizes)).indices
    maps = [landmark_map(kernel, X[order[:size]]) for size in sizes]
    return [fit_ridge(features, source, blocks, lam) for features in maps], ridge.solve_dual(
        kernel(X), y, lam
    )


def compare_features(kernel, X, y, size, draws, lam=1.0):
    """How far features are from the kernel, and a fit on them from the exact one; in the mean of some draws.

    kernel RBF, X (n, p), y (n,), size even, features of each kind, half as many frequencies → dict by kind of ‖K − FFᵀ‖
    / ‖K‖ on drawn blocks, and the distance of the fitted values from those of kernel ridge regression, as a share of
    their length
    """
    exact = ridge.solve_dual(kernel(X), y, lam).fitted
    errors = {}
    for seed in range(draws):
        for name, features in _features_of_five_kinds(kernel, X, size, seed).items():
            fitted = fit_ridge(features, lambda _: (X, y), [0], lam).predict(X)
            off = np.linalg.norm(fitted - exact) / np.linalg.norm(exact)
            errors.setdefault(name, []).append((feature_error(features, X).relative, off))
    return {name: tuple(np.mean(pairs, axis=0)) for name, pairs in errors.items()}


def _features_of_five_kinds(kernel, X, size, seed):
    maps = {
        name: landmark_map(kernel, X[choose(kernel.gram(X), size, rule, seed).indices])
        for name, rule in RULES_BY_NAME.items()
    }
    for name, orthogonal in (("waves", False), ("orthogonal waves", True)):
        maps[name] = fourier_map(kernel, X.shape[1], size // 2, orthogonal, seed)
    return maps


class Round(NamedTuple):
    """One round of the search for the ball of all rows: the decision, the rows solved for, and those that join.
    decision, (m, p) → (m,), is R² − ‖Φ(x) − c‖²; sample (w,) and joining (k,) are indices"""

    decision: Callable
    sample: np.ndarray
    joining: np.ndarray


def rounds_of_ball(kernel, X, nu, size, rng=0):
    """The minimum-volume ball of all rows the plain way: solve on few rows, look at all, add the farthest outside.

    X (n, p), nu in (0, 1], size of the sample for a first guess of the center → list of Round; in the last no row joins
    """
    n = len(X)
    W = np.random.default_rng(rng).choice(n, size, replace=False)
    decision = _decision_of(kernel, X[W], nu)
    most = int(np.ceil(1.5 * nu * n))
    farthest = np.argsort(decision(X))[:most]
    rounds = [Round(decision, W, farthest)]
    W = farthest
    while len(rounds[-1].joining):
        decision = _decision_of(kernel, X[W], nu * n / len(W))
        values = decision(X)
        values[W] = 0
        joining = np.argsort(values)[:most]
        joining = joining[values[joining] < -1e-4]
        rounds.append(Round(decision, W, joining))
        W = np.append(W, joining)
    return rounds


def _decision_of(kernel, X, nu):
    solution = ball.solve_dual(kernel(X), nu)
    return lambda points: ball.decision_function(kernel, X, solution, points)
