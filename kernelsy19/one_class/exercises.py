"""The exercises of chapter 04: what ν means, and the one-class SVM at work."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import ball
from kernelsy19.course.answers import numbers_of_any_shape
from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.one_class.equations import rescaled, threshold
from kernelsy19.one_class.solve import solve_hyperplane

SOLVER_TOLERANCE = 1e-12


PART = 0.5


def _solved(rng, n, kernel, nu, p=2):
    K = kernel(rng.normal(size=(n, p)))
    return K, ball.solve_dual(K, nu, tol=SOLVER_TOLERANCE)


class Weights(NamedTuple):
    """Weights of a solved ball."""

    alpha: np.ndarray
    nu: float


def _weights(rng):
    for n, nu in ((8, 0.5), (20, 0.3), (33, 0.85)):
        _, solution = _solved(rng, n, RBF(0.4), nu)
        yield Weights(solution.alpha, nu)


def _shares(alpha, nu):
    bound = 1 / (nu * len(alpha))
    return np.mean(alpha >= bound * (1 - 1e-8)), np.mean(alpha > 0)


def _shares_by_counting(alpha, nu):
    at_bound = sum(1 for a in alpha if a * nu * len(alpha) > 1 - 1e-8)
    positive = sum(1 for a in alpha if a > 0)
    return at_bound / len(alpha), positive / len(alpha)


shares = Exercise(
    "04.1",
    "Two shares",
    problems=_weights,
    reference=_shares,
    certify=agreement("error of the two shares, counted one by one", _shares_by_counting, 1e-12),
    mistakes=[
        Mistake(
            "Your outliers are all support vectors. Those on the surface have weight too, but less than the bound.",
            lambda alpha, nu: (np.mean(alpha > 0), np.mean(alpha > 0)),
        ),
        Mistake(
            "The two are swapped: outliers first.",
            lambda alpha, nu: _shares(alpha, nu)[::-1],
        ),
        Mistake(
            "These are numbers of points. A share is a number of points over n.",
            lambda alpha, nu: tuple(len(alpha) * share for share in _shares(alpha, nu)),
        ),
        Mistake(
            "The bound on the weights is 1/(νn). You left ν out.",
            lambda alpha, nu: (np.mean(alpha >= (1 - 1e-8) / len(alpha)), np.mean(alpha > 0)),
        ),
        Mistake(
            "Your support vectors are only those on the surface. Outliers are support vectors too.",
            lambda alpha, nu: (_shares(alpha, nu)[0], _shares(alpha, nu)[1] - _shares(alpha, nu)[0]),
        ),
    ],
)


def _holds_for_counts(problem, answer):
    outliers, vectors = answer
    text = "νn lies between the counts, and not between the counts moved by one"
    fits = outliers <= 7.5 < outliers + 1 and vectors - 1 < 7.5 <= vectors
    return Certificate(text, bool(fits))


counts = Exercise(
    "04.2",
    "Predict: how many?",
    problems=None,
    reference=lambda: (7, 8),
    certify=_holds_for_counts,
    mistakes=[
        Mistake("Seven weights of at most 1/7.5: do they reach the sum 1?", lambda: (7, 7)),
        Mistake("Eight outliers weigh 1/7.5 each. What do they weigh together?", lambda: (8, 8)),
        Mistake("The two are swapped.", lambda: (8, 7)),
    ],
)


class ConstantDiagonal(NamedTuple):
    """A solved ball of a kernel with constant K(x, x)."""

    K: np.ndarray
    alpha: np.ndarray
    R2: float


def _constant_diagonals(rng):
    for n, kernel, nu in ((5, 2 * RBF(0.5), 0.4), (12, Laplacian(0.3), 0.2), (20, 3 * RBF(0.2), 0.6)):
        K, solution = _solved(rng, n, kernel, nu)
        yield ConstantDiagonal(K, solution.alpha, float(solution.R2))


def _rho(K, alpha, R2):
    return (K[0, 0] + alpha @ K @ alpha - R2) / 2


def _certify_rho(problem, rho):
    K, alpha, R2 = problem
    n = len(K)
    norm2 = sum(alpha[i] * alpha[j] * K[i, j] for i in range(n) for j in range(n))
    sums = [sum(alpha[j] * K[i, j] for j in range(n)) for i in range(n)]
    off = [abs(R2 - (K[i, i] - 2 * sums[i] + norm2) - 2 * (sums[i] - rho)) for i in range(n)]
    return Certificate("largest | R² − ‖Φ(xᵢ) − c‖² − 2(Σⱼ αⱼ K(xᵢ, xⱼ) − ρ) |", max(off), 1e-9)


offset = Exercise(
    "04.3",
    "Derive: the offset of the hyperplane",
    problems=_constant_diagonals,
    reference=_rho,
    certify=_certify_rho,
    mistakes=[
        Mistake(
            "The factor 2 stands before ρ as well: divide.",
            lambda K, alpha, R2: 2 * _rho(K, alpha, R2),
        ),
        Mistake(
            "‖c‖² = Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ) is missing.",
            lambda K, alpha, R2: (K[0, 0] - R2) / 2,
        ),
        Mistake(
            "K(x, x) is missing; it need not be 1, and it is never 0 here.",
            lambda K, alpha, R2: (alpha @ K @ alpha - R2) / 2,
        ),
        Mistake(
            "K(x, x) is κ, the entry on the diagonal. It is 1 for some kernels only.",
            lambda K, alpha, R2: (1 + alpha @ K @ alpha - R2) / 2,
        ),
        Mistake(
            "The sign: where R² is larger, more points are inside, so ρ is smaller.",
            lambda K, alpha, R2: -_rho(K, alpha, R2),
        ),
    ],
)


class Rescaled(NamedTuple):
    """A hyperplane in LIBSVM's scale."""

    a: np.ndarray
    b: float


def _rescaled(rng):
    for n, nu in ((6, 0.5), (15, 0.2), (25, 0.73)):
        _, solution = _solved(rng, n, RBF(0.5), nu)
        rho = threshold(1.0, solution.center_norm2, solution.R2)
        a, b = rescaled(solution.alpha, rho, nu)
        yield Rescaled(a, float(b))


def _from_libsvm(a, b):
    total = a.sum()
    return total / len(a), a / total, b / total


def _certify_rescaled(problem, answer):
    a, b = problem
    nu, alpha, rho = answer
    return [
        Certificate("| Σᵢ αᵢ − 1 |", abs(sum(alpha) - 1), 1e-9),
        Certificate("largest | νn αᵢ − aᵢ |", np.abs(nu * len(a) * np.asarray(alpha) - a).max(), 1e-9),
        Certificate("| νn ρ − b |", abs(nu * len(a) * rho - b), 1e-9),
    ]


scale = Exercise(
    "04.4",
    "From LIBSVM's scale to ours",
    problems=_rescaled,
    reference=_from_libsvm,
    certify=_certify_rescaled,
    mistakes=[
        Mistake(
            "The offset has the scale of the weights. Divide it as well, or the sign of the decision changes.",
            lambda a, b: (_from_libsvm(a, b)[0], _from_libsvm(a, b)[1], b),
        ),
        Mistake(
            "You divided by n. The weights sum to νn: what divides them so that they sum to 1?",
            lambda a, b: (_from_libsvm(a, b)[0], a / len(a), b / len(a)),
        ),
        Mistake(
            "Your ν is νn, the sum of the weights: a share is that over n.",
            lambda a, b: (a.sum(), a / a.sum(), b / a.sum()),
        ),
        Mistake(
            "Your ν is the share of support vectors. It is at least ν, and more as a rule.",
            lambda a, b: (np.mean(a > 0), a / a.sum(), b / a.sum()),
        ),
    ],
)


class Rejecting(NamedTuple):
    """Kernel values, and how many points to reject."""

    K: np.ndarray
    m: int


def _rejections(rng):
    for n, m in ((5, 1), (12, 5), (20, 19)):
        yield Rejecting(RBF(0.8)(rng.normal(size=(n, 2))), m)


def _eta(K, m):
    return np.sort(K.mean(axis=1))[m]


def _certify_eta(problem, eta):
    n = len(problem.K)
    density = sorted(sum(row) / n for row in problem.K)
    off = abs(eta - density[problem.m])
    return Certificate("| η − the lowest density of a point that is kept |", off, 1e-10)


density_threshold = Exercise(
    "04.5",
    "ν = 1: choose the threshold",
    problems=_rejections,
    reference=_eta,
    certify=_certify_eta,
    mistakes=[
        Mistake(
            "You reject the points of highest density. Which end of the sorted densities is strange?",
            lambda K, m: np.sort(K.mean(axis=1))[::-1][m],
        ),
        Mistake(
            "You took sums of kernel values. The decision has a factor 1/n.",
            lambda K, m: len(K) * _eta(K, m),
        ),
        Mistake(
            "Off by one: a point whose density equals η is not rejected, and the first index is 0.",
            lambda K, m: np.sort(K.mean(axis=1))[m - 1],
        ),
        Mistake(
            "That threshold rejects the right number of points, but a larger one does too.",
            lambda K, m: np.sort(K.mean(axis=1))[m - 1 : m + 1].mean(),
        ),
    ],
)


class Guess(NamedTuple):
    """Weights that are feasible and not optimal."""

    K: np.ndarray
    alpha: np.ndarray


def _guesses(rng):
    for n, kernel in ((3, Linear()), (7, Polynomial(2)), (12, RBF(0.5))):
        alpha = rng.uniform(0.1, 1, size=n)
        yield Guess(kernel(rng.normal(size=(n, 2))), alpha / alpha.sum())


def _parts(K, alpha):
    norm2 = alpha @ K @ alpha
    return np.diag(K) - 2 * K @ alpha + norm2, alpha @ np.diag(K) - norm2


def _gap(K, alpha):
    distances, dual = _parts(K, alpha)
    return distances.max() - dual


def _gap_by_loops(K, alpha):
    n = len(K)
    norm2 = sum(alpha[i] * alpha[j] * K[i, j] for i in range(n) for j in range(n))
    farthest = max(K[i, i] - 2 * sum(alpha[j] * K[i, j] for j in range(n)) + norm2 for i in range(n))
    return farthest - (sum(alpha[i] * K[i, i] for i in range(n)) - norm2)


hard_gap = Exercise(
    "04.6",
    "ν → 0: how good is a guess?",
    problems=_guesses,
    reference=_gap,
    certify=agreement("error of the gap, summed in loops", _gap_by_loops, 1e-9),
    mistakes=[
        Mistake("This is R² alone: the dual value has to be subtracted.", lambda K, alpha: _parts(K, alpha)[0].max()),
        Mistake("The sign: no ball has a value below that of weights.", lambda K, alpha: -_gap(K, alpha)),
        Mistake(
            "The distances lack ‖c‖² = Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ).",
            lambda K, alpha: _gap(K, alpha) - alpha @ K @ alpha,
        ),
        Mistake(
            "The mean of the squared distances, weighted by α, is the dual value. The ball has to hold *every* point.",
            lambda K, alpha: _parts(K, alpha)[0] @ alpha - _parts(K, alpha)[1],
        ),
        Mistake(
            "The dual value has two terms; Σᵢ αᵢ K(xᵢ, xᵢ) is missing.",
            lambda K, alpha: _parts(K, alpha)[0].max() + alpha @ K @ alpha,
        ),
    ],
)  # fmt: skip


class Allowed(NamedTuple):
    """How many outliers, of how many points."""

    m: int
    n: int


def _allowed(rng):
    for m, n in ((2, 10), (5, 40), (30, 31)):
        yield Allowed(m, n)


bound = Exercise(
    "04.7",
    "Which C?",
    problems=_allowed,
    reference=lambda m, n: 1 / m,
    certify=agreement("error of C against 1/(νn) with ν = m/n", lambda m, n: ball.largest_weight(m / n, n), 1e-12),
    mistakes=[
        Mistake("That is ν, the share. C = 1/(νn).", lambda m, n: m / n),
        Mistake("That is 1/ν. You left n out of 1/(νn).", lambda m, n: n / m),
        Mistake("That is the bound for ν = m. A share is m/n.", lambda m, n: 1 / (m * n)),
        Mistake("That is νn, the number of outliers; C is its inverse.", lambda m, n: m),
    ],
)  # fmt: skip


def _largest_difference(X):
    K = Linear()(X)
    enclosing, plane = ball.solve_dual(K, 0.5, tol=1e-9), solve_hyperplane(K, 0.5, tol=1e-9)
    return np.abs(enclosing.alpha - plane.alpha).max() / enclosing.upper


def _certify_parting(problem, X):
    X = np.asarray(X, dtype=float)
    if X.ndim != 2 or X.shape[1] != 2 or not 3 <= len(X) <= 50:
        return Certificate(f"the points have the shape (n, 2) with 3 ≤ n ≤ 50: {X.shape} given", False)
    return Certificate("some weight differs by more than half the bound", bool(_largest_difference(X) > PART))


def _on_a_circle(problem, X):
    norms = np.linalg.norm(np.asarray(X, dtype=float), axis=1)
    return bool(np.ptp(norms) <= 1e-6 * norms.max())


def _symmetric(problem, X):
    X = np.asarray(X, dtype=float)
    return bool(_largest_difference(X) <= PART) and not _on_a_circle(problem, X)


parting = Exercise(
    "04.8",
    "Break it: where ball and hyperplane part",
    problems=None,
    reference=lambda: np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [10.0, 0.0]]),
    certify=_certify_parting,
    form=numbers_of_any_shape,
    mistakes=[
        Mistake(
            "All your points have the same norm, so K(x, x) = ‖x‖² is constant, and the proof applies.",
            lambda: np.array([[1.0, 0.0], [0.0, 1.0], [-0.6, 0.8]]),
            when=_on_a_circle,
        ),
        Mistake(
            "Here the two nearly agree. Which points does the ball give weight to, and which does a line far from the "
            "origin? Put a point far from the others, on the side that is away from the origin.",
            lambda: np.array([[1.0, 0.0], [1.01, 0.02], [1.0, 0.03]]),
            when=_symmetric,
        ),
    ],
)
