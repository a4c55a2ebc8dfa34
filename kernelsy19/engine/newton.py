"""Newton's method for logistic regression with a Gram matrix: for n unknowns, or for the few of a low-rank factor.

The objective Σᵢ log(1 + exp(−tᵢfᵢ)) + (λ/2) θᵀKθ with f = Kθ + b is convex. Its gradient in θ is Kr with the residual
r = λθ − (y − h), and rᵀKr/(2λ) bounds by how much the objective exceeds its least value, whatever θ is. So a step may
come from a rough copy of K, if only the residual comes from K itself.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import LinAlgError
from scipy.linalg.lapack import dpotrf, dpotrs
from scipy.special import expit, logit

from kernelsy19.engine.low_rank import low_rank_factor, may_have_low_rank
from kernelsy19.gram import Gram, MatrixGram

EPS = np.finfo(float).eps
FACTORED_FROM = 256  # points from which a low-rank factor is looked for; below, n unknowns take less time

# Share of λ that the trace of what a factor leaves out of K may be. A correction with the factor in the place of K then
# leaves at most a quarter of this of the error, since no hᵢ(1 − hᵢ) is above 1/4.
LEFT_OUT = 0.5

# Rows of a factor, as a share of n, up to which r unknowns are solved for sooner than n: n r² operations against n³/3,
# and the factor itself has to be made.
WORTH_A_FACTOR = 0.4
KEPT_UP_TO = 4096  # points up to which the matrix is kept where it is only multiplied with: 128 MiB
ROUGHLY = 1e-6  # of n, the duality gap at which the rough copy of K has told all that it knows

# By this factor the gap falls where Newton's method converges fast: then the next step may use the same curvature.
FAST = 1e-4
SUFFICIENT = 1e-4  # share of what the slope promises that a step has to gain (Armijo)
SHORTEST = 2.0**-30  # share of a step below which nothing but the rounding changes


@dataclass(frozen=True)
class System:
    """What all problems with one Gram matrix and one λ share.
    K: Gram; lam: float; L (r, n), K ≈ LᵀL; or None, where no factor of few rows was found"""

    K: Gram
    lam: float
    L: np.ndarray | None


@dataclass(frozen=True)
class LogisticFit:
    """Coefficients, and how far they are from the best.
    theta (n,); intercept: float; K_theta (n,), Kθ; gap: float ≥ 0, |rᵀKr|/(2λ) of these coefficients: were K not
    PSD after all, its sign could hide that; iterations: int, steps of both kinds; converged: bool, whether the gap
    is within its limit; path: {"dense", "cholesky"}"""

    theta: np.ndarray = field(repr=False)
    intercept: float
    K_theta: np.ndarray = field(repr=False)
    gap: float
    iterations: int
    converged: bool
    path: str


def prepare(K, lam):
    """Look for a low-rank factor of K that is good enough for λ; where there is none, compute all of K.
    K: Gram, positive semidefinite → System"""
    n = len(K)
    if n >= FACTORED_FROM:
        if n <= KEPT_UP_TO and not K.at_hand:
            K = MatrixGram(K.matrix(), True, K.name)
        trace, most = K.diagonal().sum(), int(WORTH_A_FACTOR * n)
        if trace > 0 and may_have_low_rank(K, most):
            factor = low_rank_factor(K, min(LEFT_OUT * lam / trace, 0.5), most)
            if factor.converged:
                return System(K, lam, factor.L)
    return System(K if K.at_hand else MatrixGram(K.matrix(), True, K.name), lam, None)


def minimize(system, y, intercept, limit, max_iter):
    """Find the coefficients of the least objective.
    y (n,) of 0.0 and 1.0, both of them there; intercept: bool, whether b is free; limit: float ≥ 0, the duality gap
    at which to stop; max_iter: int ≥ 0, steps with the rough copy of K, and steps with K → LogisticFit"""
    K, lam, L = system.K, system.lam, system.L
    start, taken = np.zeros(len(K)), 0
    if L is None:
        root_and_factor = lambda W: _dense_solver(K.matrix(), W, lam)  # noqa: E731
    else:
        root_and_factor = lambda W: _factored_solver(L, W, lam)  # noqa: E731
        rough = _iterate(
            lambda v: (L @ v) @ L,
            root_and_factor,
            start,
            y,
            lam,
            intercept,
            max(limit, ROUGHLY * len(K)),
            max_iter,
        )
        start, taken = rough[0], rough[-1]
    theta, b, K_theta, gap, steps = _iterate(
        K.product, root_and_factor, start, y, lam, intercept, limit, max_iter
    )
    path = "dense" if L is None else "cholesky"
    return LogisticFit(theta, float(b), K_theta, float(gap), taken + steps, bool(gap <= limit), path)


def _iterate(product, solver_of, theta, y, lam, intercept, limit, max_iter):
    """Newton's method with products by one matrix and systems solved with the same or a near one."""
    K_theta = product(theta) if theta.any() else np.zeros(len(theta))
    b, solve, before, objective, signs = 0.0, None, np.inf, None, 2 * y - 1
    for steps in range(max_iter + 1):
        b = best_intercept(K_theta, y) if intercept else 0.0
        h = expit(K_theta + b)
        r = lam * theta - (y - h)
        K_r = product(r)
        gap = abs(K_r @ r) / (2 * lam)
        if not gap > limit or steps == max_iter:
            break
        if solve is None or gap > FAST * before:
            W = h * (1 - h)
            try:
                solve = solver_of(W)
            except LinAlgError:  # rounding decides: as near as it comes
                break
        way, b_way, before = solve(-r), 0.0, gap
        if intercept:
            by_constant = solve(W)
            b_way = (way.sum() + theta.sum()) / by_constant.sum()
            way = way - b_way * by_constant
        whole = theta + way, product(theta + way)
        K_way = whole[1] - K_theta
        if objective is None:
            objective = _objective(K_theta + b, theta, K_theta, signs, lam)
        least = SUFFICIENT * (K_r @ way)
        share, enough = 1.0, 8 * EPS * objective
        while True:
            new = theta + share * way, K_theta + share * K_way, b + share * b_way
            reached = _objective(new[1] + new[2], new[0], new[1], signs, lam)
            if reached <= objective + share * least + enough or share < SHORTEST:
                break
            share /= 2
        # Of a whole step the product itself is kept, of a part it is computed: then it is that of these coefficients.
        theta, K_theta = whole if share == 1 else (new[0], product(new[0]))
        objective = reached
    return theta, b, K_theta, gap, steps


def _objective(f, theta, K_theta, signs, lam):
    """Σᵢ log(1 + exp(−tᵢfᵢ)) + (λ/2) θᵀKθ; in this form a third of the time of `logaddexp`."""
    margins = signs * f
    loss = np.log1p(np.exp(-np.abs(margins))).sum() - np.minimum(margins, 0).sum()
    return loss + lam / 2 * theta @ K_theta


def best_intercept(K_theta, y):
    """The b at which the probabilities sum to the number of ones: Newton's method in an interval that holds it.
    K_theta (n,); y (n,) of 0.0 and 1.0, both of them there"""
    middle = logit(y.mean())
    low, high = middle - K_theta.max(), middle - K_theta.min()
    b = (low + high) / 2
    while high - low > 4 * EPS * max(1.0, abs(b)):
        h = expit(K_theta + b)
        excess, slope = (h - y).sum(), (h * (1 - h)).sum()
        low, high = (low, b) if excess > 0 else (b, high)
        b_next = b - excess / slope if slope > 0 else np.inf
        b_next = b_next if low < b_next < high else (low + high) / 2
        if abs(b_next - b) <= 4 * EPS * max(1.0, abs(b)):
            break
        b = b_next
    return b


def _dense_solver(K, W, lam):
    """Solve (λI + WK)x = v, by the symmetric matrix I + √W K √W/λ: W may be 0."""
    root = np.sqrt(W)
    B = K * (root / lam)
    B *= root[:, None]
    B.flat[:: len(K) + 1] += 1
    factor = _cholesky(B)
    return lambda v: (v - root * dpotrs(factor, root * (K @ v) / lam, lower=1)[0]) / lam


def _factored_solver(L, W, lam):
    """Solve (λI + W LᵀL)x = v in r unknowns."""
    root = np.sqrt(W)
    G = L * root
    H = G @ G.T
    H.flat[:: len(H) + 1] += lam
    factor = _cholesky(H)
    return lambda v: (v - root * (dpotrs(factor, L @ v, lower=1)[0] @ G)) / lam


def _cholesky(A):
    """The Cholesky factor of a positive definite matrix, in its place: LAPACK itself, for the systems are small."""
    factor, info = dpotrf(A.T, lower=1, overwrite_a=1, clean=0)
    if info:
        raise LinAlgError(f"{info} leading rows of the system are not positive definite.")
    return factor
