"""The exercises of chapter 04: what ν means, and the one-class SVM at work."""

import numpy as np

from kernelsy19 import ball
from kernelsy19.course.answers import points
from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelsy19.kernels import Linear
from kernelsy19.one_class import problems
from kernelsy19.one_class.solve import solve_hyperplane


def _shares(alpha, nu):
    bound = 1 / (nu * len(alpha))
    return np.mean(alpha >= bound * (1 - problems.AT_BOUND)), np.mean(alpha > 0)


def _shares_by_counting(alpha, nu):
    at_bound = sum(1 for a in alpha if a * nu * len(alpha) > 1 - problems.AT_BOUND)
    positive = sum(1 for a in alpha if a > 0)
    return at_bound / len(alpha), positive / len(alpha)


def _shares_with(is_outlier):
    """The two shares with another rule for outliers: ``is_outlier(alpha, bound)``."""
    return lambda alpha, nu: (np.mean(is_outlier(alpha, 1 / (nu * len(alpha)))), np.mean(alpha > 0))


shares = Exercise(
    "04.1",
    "Two shares",
    problems=problems.weights_of_balls,
    edge=problems.edge_weights,
    reference=_shares,
    certify=agreement(
        "error of the two shares, counted one by one",
        _shares_by_counting,
        1e-12,
        otherwise="error of the shares",
    ),
    mistakes=[
        Mistake(
            "Your outliers are all support vectors. Those on the surface have weight too, but less than the bound.",
            _shares_with(lambda alpha, bound: alpha > 0),
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
            "You compare with the bound exactly. A weight at the bound comes out of a solver a little short of it: "
            "allow for the rounding that the text names.",
            _shares_with(lambda alpha, bound: alpha >= bound),
        ),
        Mistake(
            "You compare with the largest weight that there is. That is the bound only if there is an outlier.",
            lambda alpha, nu: (np.mean(alpha >= alpha.max() * (1 - problems.AT_BOUND)), np.mean(alpha > 0)),
        ),
        Mistake(
            "The bound on the weights is 1/(νn). You left ν out.",
            lambda alpha, nu: _shares_with(lambda a, _: a >= (1 - problems.AT_BOUND) / len(alpha))(alpha, nu),
        ),
        Mistake(
            "Your tolerance is 1e-8 itself. The text asks for that share of the bound, which is a smaller number.",
            _shares_with(lambda alpha, bound: alpha >= bound - problems.AT_BOUND),
        ),
        Mistake(
            "Your tolerance is wider than the text allows. (`np.isclose` takes 1e-5 if you do not tell it.)",
            _shares_with(np.isclose),
        ),
        Mistake(
            "Your support vectors are only those on the surface. Outliers are support vectors too.",
            lambda alpha, nu: (_shares(alpha, nu)[0], _shares(alpha, nu)[1] - _shares(alpha, nu)[0]),
        ),
        Mistake(
            "The first share is right. The second is that of the points without weight.",
            lambda alpha, nu: (_shares(alpha, nu)[0], np.mean(alpha == 0)),
        ),
    ],
)


SHARE_TO_PREDICT, N_TO_PREDICT = 0.03, 250


def _certify_counts(_, answer):
    outliers, vectors = answer
    budget = SHARE_TO_PREDICT * N_TO_PREDICT
    return [
        Certificate("so many outliers fit into the weight 1", bool(0 <= outliers <= budget)),
        Certificate("one outlier more would not fit", bool(outliers + 1 > budget)),
        Certificate("so many support vectors can hold the weight 1", bool(budget <= vectors <= N_TO_PREDICT)),
        Certificate("one support vector fewer could not hold it", bool(vectors - 1 < budget)),
    ]


counts = Exercise(
    "04.2",
    "Predict: how many?",
    problems=None,
    reference=lambda: (7, 8),
    certify=_certify_counts,
    mistakes=[
        Mistake("The two are swapped: outliers first.", lambda: (8, 7)),
        Mistake(
            "The outliers are right. Your support vectors weigh at most 1/(νn) each: do they reach the sum 1?",
            lambda: (7, 7),
            when=lambda _, answer: answer[0] == 7 and answer[1] < 8,
        ),
        Mistake(
            "The support vectors are right. Your outliers weigh 1/(νn) each: what do they weigh together?",
            lambda: (8, 8),
            when=lambda _, answer: answer[1] == 8 and 7 < answer[0] < 200,
        ),
        Mistake(
            "That is the right number to start from, but points come whole. Which way do you have to round for each?",
            lambda: (7.5, 7.5),
        ),
        Mistake(
            "You have counted the points that stay inside. The share ν is what the ball may give up.",
            lambda: (242, 243),
            when=lambda _, answer: min(answer) > 200,
        ),
        Mistake(
            "These are shares. The question asks for numbers of points.",
            lambda: (0.03, 0.03),
        ),
    ],
)


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
    problems=problems.balls_of_constant_diagonal,
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


def _from_libsvm(a, b):
    total = a.sum()
    return total / len(a), a / total, b / total


def _certify_rescaled(problem, answer):
    a, b = problem
    nu, alpha, rho = answer
    return [
        Certificate("| Σᵢ αᵢ − 1 |", abs(sum(alpha) - 1), 1e-9),
        Certificate("largest | νn αᵢ − aᵢ |", np.abs(nu * len(a) * alpha - a).max(), 1e-9),
        Certificate("| νn ρ − b |", abs(nu * len(a) * rho - b), 1e-9),
    ]


scale = Exercise(
    "04.4",
    "From LIBSVM's scale to ours",
    problems=problems.rescaled_planes,
    edge=problems.edge_planes,
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
            "You multiplied where you have to divide: these weights sum to more than those you were given.",
            lambda a, b: (_from_libsvm(a, b)[0], a * a.sum(), b * a.sum()),
        ),
        Mistake(
            "Your ν is the share of weights at the bound, the outliers. It is at most ν, and less as a rule.",
            lambda a, b: (np.mean(a > 1 - 1e-8), a / a.sum(), b / a.sum()),
        ),
        Mistake(
            "Your ν is 1 over the sum of the weights. How does the sum of *these* weights depend on ν?",
            lambda a, b: (1 / a.sum(), a / a.sum(), b / a.sum()),
        ),
        Mistake(
            "Your ν is the share of support vectors. It is at least ν, and more as a rule.",
            lambda a, b: (np.mean(a > 0), a / a.sum(), b / a.sum()),
        ),
    ],
)


def _eta(K, m):
    return np.sort(K.mean(axis=1))[m]


def _sorted_density_at(index):
    """The density at another place of the sorted ones: ``index(m, n)``."""
    return lambda K, m: np.sort(K.mean(axis=1))[np.clip(index(m, len(K)), 0, len(K) - 1)]


def _certify_eta(problem, eta):
    density = [sum(row) / len(problem.K) for row in problem.K]
    kept = sorted(density)[problem.m :]
    return Certificate(
        "| η − the lowest density of a point that is kept |",
        abs(eta - min(kept)),
        1e-10,
        otherwise="distance of your η from the largest that rejects just m points",
    )


density_threshold = Exercise(
    "04.5",
    "ν = 1: choose the threshold",
    problems=problems.rejections,
    edge=problems.edge_rejections,
    reference=_eta,
    certify=_certify_eta,
    mistakes=[
        Mistake(
            "You reject the points of highest density. Which end of the sorted densities is strange?",
            _sorted_density_at(lambda m, n: n - 1 - m),
        ),
        Mistake(
            "You count from the highest density, and miss by one. Which end of the sorted densities is strange?",
            _sorted_density_at(lambda m, n: n - m),
        ),
        Mistake(
            "You took sums of kernel values. The decision has a factor 1/n.",
            lambda K, m: len(K) * _eta(K, m),
        ),
        Mistake(
            "One point too few is rejected: a point whose density equals η stays, as the sign of 0 is +1.",
            _sorted_density_at(lambda m, n: m - 1),
        ),
        Mistake(
            "One point too many is rejected. How many of the sorted densities stand before the one that you took?",
            _sorted_density_at(lambda m, n: m + 1),
        ),
        Mistake(
            "That threshold rejects the right number of points, but a larger one does too.",
            lambda K, m: np.sort(K.mean(axis=1))[m - 1 : m + 1].mean(),
        ),
        Mistake(
            "You took a quantile. It lies between two densities: there a larger threshold rejects the same points.",
            lambda K, m: np.quantile(K.mean(axis=1), m / len(K)),
        ),
        Mistake(
            "You left out K(xᵢ, xᵢ). The sum in the decision is over all training points, also where x is one of them.",
            lambda K, m: np.sort((K.sum(axis=1) - np.diagonal(K)) / len(K))[m],
        ),
    ],
)


NO_GAP = 1e-12  # share of the largest kernel value up to which a gap is rounding


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
    problems=problems.guesses,
    edge=problems.edge_guesses,
    reference=_gap,
    certify=agreement("error of the gap, summed in loops", _gap_by_loops, 1e-9),
    mistakes=[
        Mistake("This is R² alone: the dual value has to be subtracted.", lambda K, alpha: _parts(K, alpha)[0].max()),
        Mistake("The sign: no ball has a value below that of weights.", lambda K, alpha: -_gap(K, alpha)),
        Mistake(
            "‖c‖² = Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ) is missing once: each squared distance has it, and so has the dual value.",
            lambda K, alpha: _gap(K, alpha) - alpha @ K @ alpha,
        ),
        Mistake(
            "Your gap is 0 for a guess that is not optimal. The mean of the squared distances, weighted by α, is the "
            "dual value; the ball has to hold *every* point.",
            lambda K, alpha: _parts(K, alpha)[0] @ alpha - _parts(K, alpha)[1],
            when=lambda problem, gap: abs(gap) <= NO_GAP * np.abs(problem.K).max(),
        ),
        Mistake(
            "The dual value has two terms; Σᵢ αᵢ K(xᵢ, xᵢ) is missing.",
            lambda K, alpha: _parts(K, alpha)[0].max() + alpha @ K @ alpha,
        ),
    ],
)  # fmt: skip


bound = Exercise(
    "04.7",
    "Which C?",
    problems=problems.allowed,
    edge=problems.edge_allowed,
    reference=lambda m, n: ball.largest_weight(m / n, n),
    certify=lambda problem, C: Certificate(
        "| 1 − what m outliers weigh together |",
        worst(abs(1 - problem.m * C)),
        1e-12,
        otherwise="error of m times your C",
    ),
    mistakes=[
        Mistake("That is ν, the share. C is the bound on the weights.", lambda m, n: m / n),
        Mistake(
            "You divided by the share alone: the bound on the weights has the number of points in it as well.",
            lambda m, n: n / m,
        ),
        Mistake("You took m for ν. A share is a number of points over n.", lambda m, n: 1 / (m * n)),
        Mistake(
            "That is νn, the number of outliers. Can several weights be so large, when all of them sum to 1?",
            lambda m, n: m,
        ),
        Mistake(
            "That is the bound for ν = 1, at which every point has all the weight that it may have.",
            lambda m, n: 1 / n,
        ),
        Mistake("You multiplied the two numbers. Weights are shares of 1.", lambda m, n: m * n),
        Mistake("With this C one outlier more fits into the weight 1.", lambda m, n: 1 / (m + 1)),
    ],
)


PART = 0.5
SAME = 1e-6  # share of a length up to which two lengths are the same
LOSS = 1e-6  # share of ‖w‖² by which the ball's weights have to miss the best normal


def _solve_both(X):
    """Ball and hyperplane of the linear kernel, with points scaled to a size of 1; both do not depend on it."""
    K = Linear()(X / np.abs(X).max())
    return ball.solve_dual(K, 0.5, tol=1e-9), solve_hyperplane(K, 0.5, tol=1e-9), K


def _largest_difference(X):
    enclosing, plane, _ = _solve_both(X)
    return np.abs(enclosing.alpha - plane.alpha).max() / enclosing.upper


def _normal_is_longer(X):
    """Whether the ball's weights make a longer normal than the hyperplane's: whether they do not solve its problem."""
    enclosing, plane, K = _solve_both(X)
    return enclosing.alpha @ K @ enclosing.alpha > plane.w_norm2 + LOSS * np.diagonal(K).max()


def _certify_parting(_, X):
    if not X.any():
        return Certificate("some point is not the origin", False)
    return [
        Certificate("some weight differs by more than half the bound", bool(_largest_difference(X) > PART)),
        Certificate(
            "the ball's weights do not solve the problem of the hyperplane", bool(_normal_is_longer(X))
        ),
    ]


def _all_the_same(_, X):
    return not np.ptp(X, axis=0).any()


def _on_a_circle(_, X):
    norms = np.linalg.norm(X, axis=1)
    return bool(np.ptp(norms) <= SAME * norms.max())


def _surrounds_origin(_, X):
    _, plane, K = _solve_both(X)
    return plane.w_norm2 <= SAME * np.diagonal(K).max()


def _parts_by(low, high):
    """Whether the largest difference of weights, in units of the bound, is between the two."""
    return lambda _, X: bool(low < _largest_difference(X) <= high)


parting = Exercise(
    "04.8",
    "Break it: where ball and hyperplane part",
    problems=None,
    reference=lambda: np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [10.0, 0.0]]),
    certify=_certify_parting,
    form=points(2, least=3, most=50),
    mistakes=[
        Mistake(
            "All your points are the same. Any weights make the same center and the same normal.",
            lambda: np.ones((4, 2)),
            when=_all_the_same,
        ),
        Mistake(
            "All your points have the same norm, so K(x, x) = ‖x‖² is constant, and the proof applies.",
            lambda: np.array([[1.0, 0.0], [0.0, 1.0], [-0.6, 0.8]]),
            when=_on_a_circle,
        ),
        Mistake(
            "Your points surround the origin, so no line separates them from it, and the center of the ball may be "
            "near it too. Move the points to one side.",
            lambda: np.array([[1.0, 0.0], [-0.5, 0.9], [-0.5, -0.9], [0.1, 0.1]]),
            when=_surrounds_origin,
        ),
        Mistake(
            "The two differ, but by less than half the bound. Which points does the ball give weight to, and which "
            "does a line far from the origin? Make them different points.",
            lambda: np.array([[1.0, 0.0], [1.0, 0.5], [1.3, 0.2]]),
            when=_parts_by(0.1, PART),
        ),
        Mistake(
            "Here the two nearly agree. Which points does the ball give weight to, and which does a line far from the "
            "origin? Put a point far from the others, on the side that is away from the origin.",
            lambda: np.array([[1.0, 0.0], [0.0, 1.0], [-0.6, 0.8001]]),
            when=_parts_by(-1.0, 0.1),
        ),
    ],
)
