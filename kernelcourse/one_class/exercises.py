"""The exercises of chapter 04: what ν means, and the one-class SVM at work."""

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelcourse.one_class import problems
from kernelcourse.one_class.problems import compares_exactly, shares_by_counting, shares_of, shares_with
from kernelsy19 import ball
from kernelsy19.kernels import RBF, Linear
from kernelsy19.one_class.solve import solve_hyperplane

shares = Exercise(
    "04.1",
    "Two shares",
    problems=problems.weights_of_balls,
    edge=problems.edge_weights,
    reference=shares_of,
    certify=agreement(
        "error of the two shares, counted one by one",
        shares_by_counting,
        1e-12,
        otherwise="error of the shares",
    ),
    mistakes=[
        Mistake(
            "Your outliers are all support vectors. Those on the surface have weight too, but less than the bound.",
            shares_with(lambda alpha, bound: alpha > 0),
        ),
        Mistake(
            "The two are swapped: outliers first.",
            lambda alpha, nu: shares_of(alpha, nu)[::-1],
        ),
        Mistake(
            "These are numbers of points. A share is a number of points over n.",
            lambda alpha, nu: tuple(len(alpha) * share for share in shares_of(alpha, nu)),
        ),
        Mistake(
            "ν is the share that the ball may give up. How many outliers there are, the weights tell.",
            lambda alpha, nu: (nu, np.mean(alpha > 0)),
        ),
        Mistake(
            "You leave out support vectors whose weight is small. Where there are many points, all weights are small.",
            lambda alpha, nu: (shares_of(alpha, nu)[0], np.mean(alpha > 1e-3)),
            also=(lambda alpha, nu: (shares_of(alpha, nu)[0], np.mean(alpha > 1e-4)),),
        ),
        Mistake(
            "You compare with the bound exactly. A weight at the bound comes out of a solver a little short of it: "
            "allow for the rounding that the text names.",
            shares_with(lambda alpha, bound: alpha >= bound),
        ),
        Mistake(
            "Too few outliers. The bound is 1/(νn), and a weight that a solver leaves a hair short of it counts as "
            "being there: the text says how wide the hair is.",
            shares_with(lambda alpha, bound: alpha > bound),
            when=compares_exactly,
        ),
        Mistake(
            "You compare with the largest weight that there is. That is the bound only if there is an outlier.",
            lambda alpha, nu: (np.mean(alpha >= alpha.max() * (1 - problems.AT_BOUND)), np.mean(alpha > 0)),
        ),
        Mistake(
            "The bound on the weights is 1/(νn). You left ν out.",
            lambda alpha, nu: shares_with(lambda a, _: a >= (1 - problems.AT_BOUND) / len(alpha))(alpha, nu),
        ),
        Mistake(
            "Your tolerance is 1e-8 itself. The text asks for that share of the bound, which is a smaller number.",
            shares_with(lambda alpha, bound: alpha >= bound - problems.AT_BOUND),
        ),
        Mistake(
            "Your tolerance is wider than the text allows. (`np.isclose` takes 1e-5 if you do not tell it.)",
            shares_with(np.isclose),
        ),
        Mistake(
            "Your support vectors are only those on the surface. Outliers are support vectors too.",
            lambda alpha, nu: (
                shares_of(alpha, nu)[0],
                shares_of(alpha, nu)[1] - shares_of(alpha, nu)[0],
            ),
        ),
        Mistake(
            "The first share is right. The second is that of the points without weight.",
            lambda alpha, nu: (shares_of(alpha, nu)[0], np.mean(alpha == 0)),
        ),
        Mistake(
            "Your shares are a hundred times too large: these are percentages.",
            lambda alpha, nu: tuple(100 * share for share in shares_of(alpha, nu)),
        ),
        Mistake(
            "The share of outliers is that of all n points, not of the support vectors.",
            lambda alpha, nu: (
                shares_of(alpha, nu)[0] / shares_of(alpha, nu)[1],
                shares_of(alpha, nu)[1],
            ),
        ),
        Mistake(
            "Your support vectors are all points: `>= 0` holds for points inside as well.",
            lambda alpha, nu: (shares_of(alpha, nu)[0], np.mean(alpha >= 0)),
        ),
        Mistake(
            "You return ν. It lies between the two shares, and is neither of them.",
            lambda alpha, nu: (nu, nu),
        ),
        Mistake(
            "The second share is right. The first is that of the points that are *no* outliers.",
            lambda alpha, nu: (1 - shares_of(alpha, nu)[0], shares_of(alpha, nu)[1]),
        ),
        Mistake(
            "The second share is right. The first is that of the points on the surface.",
            lambda alpha, nu: (
                shares_of(alpha, nu)[1] - shares_of(alpha, nu)[0],
                shares_of(alpha, nu)[1],
            ),
        ),
        Mistake(
            "You added up weights. A share of points counts them.",
            lambda alpha, nu: (
                alpha[alpha * nu * len(alpha) >= 1 - problems.AT_BOUND].sum(),
                np.mean(alpha > 0),
            ),
        ),
    ],
)


SHARE_TO_PREDICT, N_TO_PREDICT, ON_SURFACE = 0.03, 250, 3


def _certify_counts(_, answer):
    fewest, most = answer
    budget = SHARE_TO_PREDICT * N_TO_PREDICT
    return [
        Certificate(
            "with the fewest outliers, three weights below the bound can hold the rest", _holds_rest(fewest)
        ),
        Certificate("with one outlier fewer they could not", not _holds_rest(fewest - 1)),
        Certificate("with the most outliers something is left for the three", bool(0 <= most < budget)),
        Certificate("with one outlier more nothing would be", bool(most + 1 >= budget)),
    ]


def _holds_rest(outliers):
    """Whether the weight that outliers leave, in units of the bound, is less than three bounds."""
    return bool(outliers >= 0 and SHARE_TO_PREDICT * N_TO_PREDICT - outliers < ON_SURFACE)


counts = Exercise(
    "04.2",
    "Predict: how few, how many?",
    problems=None,
    reference=lambda: (5, 7),
    certify=_certify_counts,
    mistakes=[
        Mistake("The two are swapped: the smaller number first.", lambda: (7, 5)),
        Mistake(
            "The larger number is right. For the smaller: three points on the surface have less than 3/(νn) "
            "together. Can "
            "they hold what so few outliers leave?",
            lambda: (4, 7),
            when=lambda _, answer: answer[1] == 7 and 0 <= answer[0] < 5,
        ),
        Mistake(
            "The larger number is right. For the smaller: weights may also lie hardly below the bound, so "
            "fewer outliers "
            "do.",
            lambda: (6, 7),
            when=lambda _, answer: answer[1] == 7 and answer[0] == 6,
        ),
        Mistake(
            "You left the three points on the surface out. The outliers alone cannot hold all the weight.",
            lambda: (7, 7),
        ),
        Mistake(
            "The smaller number is right. For the larger: so many weights of 1/(νn) sum to more than 1.",
            lambda: (5, 8),
            when=lambda _, answer: answer[0] == 5 and 7 < answer[1] < 200,
        ),
        Mistake(
            "The smaller number is right. For the larger: weights on the surface may also be tiny, so more "
            "outliers fit.",
            lambda: (5, 6),
            when=lambda _, answer: answer[0] == 5 and 5 <= answer[1] < 7,
        ),
        Mistake(
            "That is the ν-property: the most outliers, and the fewest support vectors. Here both numbers are "
            "of outliers.",
            lambda: (7, 8),
            when=lambda _, answer: tuple(answer) in ((7, 8), (8, 7)),
        ),
        Mistake(
            "You subtracted the three points from a number that was rounded: round last, and mind which way.",
            lambda: (4, 8),
            when=lambda _, answer: answer[0] in (4, 5) and answer[1] in (4, 8),
        ),
        Mistake(
            "νn is the number to start from, but points come whole. Which way do you have to round for each?",
            lambda: (4.5, 7.5),
        ),
        Mistake(
            "You have counted the points that stay inside. The share ν is what the ball may give up.",
            lambda: (242, 243),
            when=lambda _, answer: min(answer) > 200,
        ),
        Mistake(
            "These are shares. The question asks for numbers of points.",
            lambda: (0.02, 0.03),
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
        Mistake(
            "The sign of R²: where it is larger, more points are inside, so ρ is smaller.",
            lambda K, alpha, R2: (K[0, 0] + alpha @ K @ alpha + R2) / 2,
        ),
        Mistake(
            "The sign of ‖c‖²: in $\\|\\Phi(x) - c\\|^2$ it stands with a plus.",
            lambda K, alpha, R2: (K[0, 0] - alpha @ K @ alpha - R2) / 2,
        ),
        Mistake(
            "The sign of K(x, x): in $\\|\\Phi(x) - c\\|^2$ it stands with a plus.",
            lambda K, alpha, R2: (R2 - K[0, 0] + alpha @ K @ alpha) / 2,
        ),
        Mistake(
            "You took R where R² belongs. The argument is R² already.",
            lambda K, alpha, R2: (K[0, 0] + alpha @ K @ alpha - np.sqrt(R2)) / 2,
        ),
        Mistake(
            "The argument `R2` is R² already: you squared it once more.",
            lambda K, alpha, R2: (K[0, 0] + alpha @ K @ alpha - R2**2) / 2,
        ),
        Mistake(
            "You divided R² by 2 and nothing else. All three terms stand before the 2.",
            lambda K, alpha, R2: K[0, 0] + alpha @ K @ alpha - R2 / 2,
        ),
        Mistake(
            "That is ‖c‖². It is one of three terms.",
            lambda K, alpha, R2: alpha @ K @ alpha,
        ),
        Mistake(
            "‖c‖² stands in the squared distance once. It is the mixed term that stands there twice.",
            lambda K, alpha, R2: (K[0, 0] + 2 * alpha @ K @ alpha - R2) / 2,
        ),
        Mistake(
            "The weights are missing in ‖c‖².",
            lambda K, alpha, R2: (K[0, 0] + K.sum() - R2) / 2,
        ),
        Mistake(
            "The kernel values are missing in ‖c‖²: you took the length of α.",
            lambda K, alpha, R2: (K[0, 0] + alpha @ alpha - R2) / 2,
        ),
        Mistake(
            "You took the mean of all images for the center. It is a sum with the weights αᵢ.",
            lambda K, alpha, R2: (K[0, 0] + K.mean() - R2) / 2,
        ),
        Mistake(
            "You took the sum of the diagonal. K(x, x) is one number, the same for all x.",
            lambda K, alpha, R2: (np.trace(K) + alpha @ K @ alpha - R2) / 2,
        ),
        Mistake(
            "You took ‖c‖ where ‖c‖² belongs.",
            lambda K, alpha, R2: (K[0, 0] + np.sqrt(alpha @ K @ alpha) - R2) / 2,
        ),
        Mistake(
            "That is the smallest $\\sum_i\\alpha_iK(x, x_i)$ of a training point, that of an outlier. Points on the "
            "surface have ρ.",
            lambda K, alpha, R2: (K @ alpha).min(),
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
        Mistake(
            "ρ is divided by n in your answer. It has the scale of the weights: what do you divide those by?",
            lambda a, b: (*_from_libsvm(a, b)[:2], b / len(a)),
        ),
        Mistake(
            "The weights are right, and so is ν. The offset is divided as the weights are, not multiplied.",
            lambda a, b: (*_from_libsvm(a, b)[:2], b * a.sum()),
        ),
        Mistake(
            "The sign of ρ: it is subtracted in both decisions.",
            lambda a, b: (*_from_libsvm(a, b)[:2], -b / a.sum()),
        ),
        Mistake(
            "ν is right. But weights and offset are those that you were given: the weights do not sum to 1.",
            lambda a, b: (a.mean(), a, b),
        ),
        Mistake(
            "ν and ρ are right. The weights are those that you were given, and do not sum to 1.",
            lambda a, b: (a.mean(), a, b / a.sum()),
        ),
        Mistake(
            "You divided by ν. The weights sum to νn: what divides them so that they sum to 1?",
            lambda a, b: (a.mean(), a / a.mean(), b / a.mean()),
        ),
        Mistake(
            "The weights are right. You divided the offset by ν; it has the scale of the weights.",
            lambda a, b: (*_from_libsvm(a, b)[:2], b / a.mean()),
        ),
        Mistake(
            "You divided by the largest weight. What divides the weights so that they *sum* to 1?",
            lambda a, b: (a.mean(), a / a.max(), b / a.max()),
        ),
        Mistake(
            "You divided by the length of the vector of weights. Their *sum* is to be 1.",
            lambda a, b: (a.mean(), a / np.linalg.norm(a), b / np.linalg.norm(a)),
        ),
        Mistake(
            "Your ν is upside down.",
            lambda a, b: (len(a) / a.sum(), a / a.sum(), b / a.sum()),
        ),
        Mistake(
            "Your ν is what is missing to 1.",
            lambda a, b: (1 - a.mean(), a / a.sum(), b / a.sum()),
        ),
        Mistake(
            "The weights are divided as they should be; the offset only by n.",
            lambda a, b: (a.mean(), a / len(a), b / a.sum()),
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


def _rejected_too_many(problem, eta):
    """How many points more than m a threshold rejects; NaN within 1% of the right one, which may be rounding."""
    right = _eta(*problem)
    count = int(np.sum(problem.K.mean(axis=1) < eta)) - problem.m
    return count if abs(eta - right) > 0.01 * right else np.nan


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
            "You left out K(xᵢ, xᵢ). The sum in the decision is over all training points, also where x is one "
            "of them.",
            lambda K, m: np.sort((K.sum(axis=1) - np.diagonal(K)) / len(K))[m],
        ),
        Mistake(
            "You left out K(xᵢ, xᵢ), and divided by the n − 1 others. The sum is over all training points, "
            "also where x is "
            "one of them.",
            lambda K, m: np.sort((K.sum(axis=1) - np.diagonal(K)) / (len(K) - 1))[m],
        ),
        Mistake(
            "The densities come in the order of the points. Which of them are the lowest?",
            lambda K, m: K.mean(axis=1)[m],
        ),
        Mistake(
            "You divided by m. The decision has a factor 1/n.",
            lambda K, m: np.sort(K.sum(axis=1))[m] / m,
        ),
        Mistake(
            "That is the number of a point. Its density is wanted.",
            lambda K, m: np.argsort(K.mean(axis=1))[m],
        ),
        Mistake(
            "That is the mean of all densities. Where it lies says nothing about m.",
            lambda K, m: K.mean(),
        ),
        Mistake(
            "You sorted distances from the mean. Densities are sums of kernel values.",
            lambda K, m: np.sort(np.diagonal(K) - 2 * K.mean(axis=1) + K.mean())[m],
        ),
        Mistake(
            "Your threshold rejects fewer than m points.",
            lambda K, m: 0.9 * K.mean(axis=1).min(),
            when=lambda problem, eta: _rejected_too_many(problem, eta) < 0,
        ),
        Mistake(
            "Your threshold rejects more than m points.",
            lambda K, m: 1.1 * K.mean(axis=1).max(),
            when=lambda problem, eta: _rejected_too_many(problem, eta) > 0,
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
        Mistake(
            "You took the point nearest to the center. The ball has to hold every point.",
            lambda K, alpha: _parts(K, alpha)[0].min() - _parts(K, alpha)[1],
        ),
        Mistake(
            "You took the mean of the squared distances. The ball has to hold every point.",
            lambda K, alpha: _parts(K, alpha)[0].mean() - _parts(K, alpha)[1],
        ),
        Mistake("This is the dual value alone. It is subtracted from R².", lambda K, alpha: _parts(K, alpha)[1]),
        Mistake(
            "You added the two values. A gap is a difference.",
            lambda K, alpha: _parts(K, alpha)[0].max() + _parts(K, alpha)[1],
        ),
        Mistake(
            "In the dual value, Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ) is subtracted.",
            lambda K, alpha: _gap(K, alpha) - 2 * alpha @ K @ alpha,
        ),
        Mistake(
            "The mixed term stands twice in each squared distance.",
            lambda K, alpha: (np.diag(K) - K @ alpha + alpha @ K @ alpha).max() - _parts(K, alpha)[1],
        ),
        Mistake(
            "You took the root: R² is a squared distance already.",
            lambda K, alpha: np.sqrt(_parts(K, alpha)[0].max()) - _parts(K, alpha)[1],
        ),
        Mistake(
            "The weights are missing in the first term of the dual value: you took the trace.",
            lambda K, alpha: _parts(K, alpha)[0].max() - (np.trace(K) - alpha @ K @ alpha),
        ),
        Mistake(
            "In the first term of the dual value you weigh all points alike. The weights are αᵢ.",
            lambda K, alpha: _parts(K, alpha)[0].max() - (np.diag(K).mean() - alpha @ K @ alpha),
        ),
        Mistake(
            "K(x, x) is 1 for some kernels only. Here it stands on the diagonal.",
            lambda K, alpha: (1 - 2 * K @ alpha).max() + 2 * alpha @ K @ alpha - 1,
        ),
        Mistake("Half of what it should be: the gap has no factor ½.", lambda K, alpha: _gap(K, alpha) / 2),
        Mistake(
            "You took the distance of the point of largest weight. Another one may be farther from the center.",
            lambda K, alpha: _parts(K, alpha)[0][alpha.argmax()] - _parts(K, alpha)[1],
        ),
        Mistake(
            "You measured from the mean of all images. The center is that of the weights αᵢ.",
            lambda K, alpha: (np.diag(K) - 2 * K.mean(axis=1) + K.mean()).max() - _parts(K, alpha)[1],
        ),
        Mistake(
            "You took the largest kernel value for R². The ball is measured from its center c.",
            lambda K, alpha: K.max() - _parts(K, alpha)[1],
        ),
        Mistake(
            "In the dual value you halved Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ). This dual has no factor ½.",
            lambda K, alpha: _gap(K, alpha) - alpha @ K @ alpha / 2,
        ),
    ],
)  # fmt: skip


def _ranges(m, n):
    largest = [ball.largest_weight(count / n, n) for count in (m + 1, m)]
    return *largest, m / n, (m + 1) / n


def _reordered(*places):
    """The four numbers in another order."""
    return lambda m, n: tuple(_ranges(m, n)[place] for place in places)


def _certify_ranges(problem, answer):
    C_low, C_high, nu_low, nu_high = answer
    m, n = problem
    return [
        Certificate(
            "| 1 − what m weights of the larger C hold |",
            worst(abs(1 - m * C_high)),
            1e-12,
            otherwise="error of the larger C, times m",
        ),
        Certificate(
            "| 1 − what m + 1 weights of the smaller C hold |",
            worst(abs(1 - (m + 1) * C_low)),
            1e-12,
            otherwise="error of the smaller C, times m + 1",
        ),
        Certificate(
            "| νnC − 1 |, each ν with the C that belongs to it",
            worst(abs(nu_low * n * C_high - 1), abs(nu_high * n * C_low - 1)),
            1e-12,
            otherwise="error of an end of the interval of ν, over that end",
        ),
    ]


bound = Exercise(
    "04.7",
    "Which C?",
    problems=problems.allowed,
    edge=problems.edge_allowed,
    reference=_ranges,
    certify=_certify_ranges,
    mistakes=[
        Mistake(
            "C is right. The interval of ν is the wrong way round: a larger C goes with a smaller ν, so the "
            "ends change "
            "places.",
            _reordered(0, 1, 3, 2),
        ),
        Mistake(
            "ν is right. The ends of the interval of C are swapped: the smaller one first.",
            _reordered(1, 0, 2, 3),
        ),
        Mistake(
            "Both intervals are the wrong way round: the smaller end comes first.",
            _reordered(1, 0, 3, 2),
        ),
        Mistake("You give ν first. C is asked for first.", _reordered(2, 3, 0, 1)),
        Mistake(
            "You asked that m points be *too many*. m may be outliers, m + 1 may not.",
            lambda m, n: _ranges(m - 1, n) if m > 1 else (1.0, 2.0, 0.0, 1 / n),
        ),
        Mistake(
            "You are one off: with this C even m + 1 points may be outliers.",
            lambda m, n: _ranges(m + 1, n),
        ),
        Mistake(
            "C is right. Your ν is νn, a number of points: a share is that over n.",
            lambda m, n: (1 / (m + 1), 1 / m, m, m + 1),
        ),
        Mistake(
            "ν is right. You took it for C as well. C is the bound on the weights.",
            lambda m, n: (m / n, (m + 1) / n, m / n, (m + 1) / n),
        ),
        Mistake(
            "ν is right. Your C is 1/ν: the bound on the weights has the number of points in it as well.",
            lambda m, n: (n / (m + 1), n / m, m / n, (m + 1) / n),
        ),
        Mistake(
            "You took m for ν. A share is a number of points over n.",
            lambda m, n: (1 / ((m + 1) * n), 1 / (m * n), m, m + 1),
        ),
        Mistake(
            "ν is right. Your C is νn, a number of points. Can several weights be so large, when all of them "
            "sum to 1?",
            lambda m, n: (m, m + 1, m / n, (m + 1) / n),
        ),
        Mistake(
            "C may lie in an interval, not only at one place: how small may it be, until one point more can have it?",
            lambda m, n: (1 / m, 1 / m, m / n, m / n),
        ),
        Mistake(
            "How small may C be? 1/n is the smallest bound of all, at which every point could have it.",
            lambda m, n: (1 / n, 1 / m, m / n, 1.0),
        ),
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


MOST_FALSE_ALARMS, LEAST_CAUGHT = 0.12, 0.8


def _verdicts(X, new):
    half, others, k = X[::2], X[1::2], RBF(1 / 128)
    found = ball.solve_dual(k(half), 0.05)
    decision = lambda points: ball.decision_function(k, half, found, points)  # noqa: E731
    return np.where(decision(new) < np.quantile(decision(others), 0.05), -1, 1)


def _fitted_to_all(gamma):
    """The verdicts of a ball that is trusted on new points as on its own."""

    def verdicts(X, new):
        k = RBF(gamma)
        return np.where(ball.decision_function(k, X, ball.solve_dual(k(X), 0.05), new) < 0, -1, 1)

    return verdicts


def _certify_verdicts(problem, verdicts):
    if not np.isin(verdicts, [-1, 1]).all():
        return Certificate("each verdict is +1 or −1", False)
    false, caught = problems.rates(problem, verdicts)
    return [
        Certificate("false alarms, a share of the zeros held out", false, MOST_FALSE_ALARMS),
        Certificate("other digits that pass, a share of all that there are", 1 - caught, 1 - LEAST_CAUGHT),
    ]


def _rates_are(test):
    """Whether the rates of false alarms and of others that are caught meet a condition."""
    return lambda problem, verdicts: bool(
        np.isin(verdicts, [-1, 1]).all() and test(*problems.rates(problem, verdicts))
    )


held_out = Exercise(
    "04.9",
    "Real data: an alarm that keeps its promise",
    problems=problems.zeros,
    arguments=lambda problem: problem[:2],
    reference=_verdicts,
    certify=_certify_verdicts,
    mistakes=[
        Mistake(
            "There is no alarm at all, or hardly any. Most of the other digits pass.",
            lambda X, new: np.ones(len(new), dtype=int),
            when=_rates_are(lambda false, caught: false <= MOST_FALSE_ALARMS and caught < LEAST_CAUGHT),
        ),
        Mistake(
            "You have it the wrong way round: the zeros cause the alarm, and the others pass.",
            lambda X, new: -_verdicts(X, new),
            when=_rates_are(lambda false, caught: false > 0.5 and caught < 0.5),
        ),
        Mistake(
            "Nearly every image causes an alarm, the zeros too. Is your kernel too narrow? Two zeros differ by far "
            "more than 1 in squared distance.",
            _fitted_to_all(1.0),
            when=_rates_are(lambda false, caught: false > 0.9 and caught > 0.9),
        ),
        Mistake(
            "The other digits are caught, but too many new zeros cause an alarm. ν bounds the share of the images that "
            "the ball was fitted to. What could tell you the share of images that it has *not* seen?",
            _fitted_to_all(1 / 128),
            when=_rates_are(
                lambda false, caught: MOST_FALSE_ALARMS < false <= 0.9 and caught >= LEAST_CAUGHT
            ),
        ),
        Mistake(
            "Too many zeros cause an alarm, and too many of the other digits pass: your rule does not tell them apart.",
            lambda X, new: np.where(new.mean(axis=1) > np.quantile(X.mean(axis=1), 0.75), -1, 1),
            when=_rates_are(lambda false, caught: MOST_FALSE_ALARMS < false <= 0.5 and caught < LEAST_CAUGHT),
        ),
    ],
)
