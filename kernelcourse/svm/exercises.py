"""The exercises of chapter 12: the perceptron and the support vector machine."""

import functools

import numpy as np
from scipy.optimize import linprog
from sklearn.svm import SVC

from kernelcourse.judging.answers import points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelcourse.svm import problems
from kernelsy19.kernels import RBF
from kernelsy19.svm import equations as svm
from kernelsy19.svm import solve as svm_solve

MOST_PASSES = 60  # of a perceptron that goes wrong


def _teach(update=lambda K, y, i: y[i] * (K[i] + 1), missed=lambda m: m <= 0, passes=MOST_PASSES, order=1):
    """Counts by a perceptron with another update, another rule for what is missed, fewer passes or another order."""

    def counts(K, y):
        a, F = np.zeros(len(y), dtype=int), np.zeros(len(y))
        for _ in range(passes):
            before = a.sum()
            for i in range(len(y))[::order]:
                if missed(y[i] * F[i]):
                    a[i] += 1
                    F = F + update(K, y, i)
            if a.sum() == before:
                break
        return a

    return counts


def _certify_counts(problem, a):
    X, y = problem.X, problem.y
    F = X @ (X.T @ (a * y)) + a @ y
    w, b, replay = np.zeros(2), 0.0, np.zeros(len(y), dtype=int)
    for _ in range(501):
        before = replay.sum()
        for i, (x, label) in enumerate(zip(X, y, strict=True)):
            if label * (w @ x + b) <= 0:
                w, b = w + label * x, b + label
                replay[i] += 1
        if replay.sum() == before:
            break
    return [
        Certificate(
            "no count is negative, and all are whole", bool(np.all(a >= 0) and np.all(a == np.round(a)))
        ),
        Certificate("no point is missed any more", bool((y * F > 0).all())),
        Certificate(
            "largest difference from the counts of a perceptron in coordinates",
            worst(np.abs(a - replay)),
            0.5,
        ),
    ]


def _from_the_first(K, y):
    a, F = np.zeros(len(y), dtype=int), np.zeros(len(y))
    while (y * F <= 0).any() and a.sum() < 2000:
        i = int(np.argmax(y * F <= 0))
        a[i] += 1
        F = F + y[i] * (K[i] + 1)
    return a


def _teach_in_batches(K, y):
    a, F = np.zeros(len(y), dtype=int), np.zeros(len(y))
    for _ in range(301):
        missed = y * F <= 0
        if not missed.any():
            break
        a += missed
        F = (K + 1) @ (a * y)
    return a


perceptron = Exercise(
    "12.1",
    "A perceptron that counts",
    problems=problems.lessons,
    edge=problems.edge_lessons,
    arguments=lambda problem: problem[:2],
    reference=_teach(passes=501),
    certify=_certify_counts,
    mistakes=[
        Mistake(
            "You left out the offset: its coordinate is 1 for every point, and adds something to each kernel value.",
            _teach(lambda K, y, i: y[i] * K[i]),
        ),
        Mistake(
            "These are all zeros. At the start F is 0 everywhere: does a point on the line count as missed?",
            _teach(missed=lambda m: m < 0),
            when=lambda _, a: not np.any(a),
        ),
        Mistake(
            "You stop after one pass. It ends when a whole pass misses no point.",
            _teach(passes=1),
        ),
        Mistake(
            "These say whether a point was missed. Some points are missed several times, and each time counts.",
            lambda K, y: np.minimum(_teach(passes=501)(K, y), 1),
        ),
        Mistake(
            "These have the signs of the classes. A count is not negative; the sign comes in with yᵢ, in F.",
            lambda K, y: _teach(passes=501)(K, y) * y,
        ),
        Mistake(
            "You visit the points from the last to the first. The text asks for the order in which they stand.",
            _teach(passes=501, order=-1),
        ),
        Mistake(
            "You stop after a fixed number of passes. It ends when a whole pass misses no point.",
            _teach(passes=2),
            also=(*(_teach(passes=k) for k in range(3, 12)),),
        ),
        Mistake(
            "You begin again with the first point after each mistake. Go on to the next one.",
            _from_the_first,
        ),
        Mistake(
            "The decisions are those from before the pass. Use the counts as they are at that moment.",
            _teach_in_batches,
        ),
        Mistake(
            "Every point has the sum of all counts in your answer. Count for each point by itself.",
            lambda K, y: np.full(len(y), _teach(passes=501)(K, y).sum()),
        ),
        Mistake(
            "The coordinate of the offset is another one than 1 in your kernel.",
            _teach(lambda K, y, i: y[i] * (K[i] + 2), passes=501),
            also=(*(_teach(lambda K, y, i, c=c: y[i] * (K[i] + c), passes=501) for c in (-1, 0.5, 4)),),
        ),
        Mistake(
            "You ask for yF of at least 1, as a support vector machine does. A perceptron asks for a positive one.",
            _teach(missed=lambda m: m < 1, passes=501),
            also=(_teach(missed=lambda m: m <= 1, passes=501),),
        ),
        Mistake(
            "The classes are missing in F: each count comes with its yⱼ.",
            _teach(lambda K, y, i: K[i] + 1),
            also=(*(_teach(lambda K, y, i: K[i] + 1, passes=k) for k in (*range(1, 10), 20, 50, 100, 501)),),
        ),
        Mistake(
            "In F the class of the point that is asked about stands in the place of that of the point that was missed.",
            lambda K, y: _teach(lambda K, y, i: y * (K[i] + 1))(K, y),
        ),
        Mistake(
            "The kernel values have no effect: you count as if only the offset were there.",
            lambda K, y: _teach(lambda K, y, i: y[i] + 0 * K[i], passes=5)(K, y),
            also=(
                *(
                    _teach(lambda K, y, i: y[i] + 0 * K[i], passes=k)
                    for k in (*range(1, 5), 10, 20, 50, MOST_PASSES)
                ),
            ),
        ),
    ],
)


def _bound(K_diagonal, w_norm2, b, y, f):
    return (K_diagonal.max() + 1) * (w_norm2 + b**2) / (y * f).min() ** 2


def _bound_in_coordinates(K_diagonal, w_norm2, b, y, f, Phi, w):
    long = np.hstack([Phi, np.ones((len(Phi), 1))])
    u = np.append(w, b) / np.linalg.norm(np.append(w, b))
    delta = min(label * (x @ u) for x, label in zip(long, y, strict=True))
    return max(x @ x for x in long) / delta**2


def _is_off_by_power(bound, problem, part):
    """Whether a bound is the right one times a power of one of its parts."""
    ratio = bound / _bound(*problem[:5])
    return ratio > 0 and any(
        np.isclose(ratio, part**k, rtol=1e-9) for k in (-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2)
    )


def _certify_bound(problem, answer):
    """The bound, or the whole number of updates that it allows."""
    bound = _bound_in_coordinates(*problem)
    whole = np.floor(bound * (1 + 1e-9))
    return Certificate(
        "relative difference from R²/δ² or from its whole part, both from coordinates",
        0.0 if answer == whole else abs(answer / bound - 1),
        1e-9,
        otherwise="relative error of the bound",
    )


bound_on_updates = Exercise(
    "12.2",
    "How many mistakes at most?",
    problems=problems.hyperplanes,
    edge=problems.edge_hyperplanes,
    arguments=lambda problem: problem[:5],
    reference=_bound,
    certify=_certify_bound,
    mistakes=[
        Mistake(
            "The longest vector has one more coordinate than Φ(x): the 1 that belongs to the offset.",
            lambda K, w2, b, y, f: _bound(K - 1, w2, b, y, f),
        ),
        Mistake(
            "The vector u of the proof has b among its coordinates: it counts for the length.",
            lambda K, w2, b, y, f: _bound(K, w2, 0.0, y, f),
        ),
        Mistake(
            "δ is squared in the bound.", lambda K, w2, b, y, f: (K.max() + 1) / svm.separation(w2, b, y, f)
        ),
        Mistake(
            "The nearest point need not have yf = 1: δ depends on how near it is.",
            lambda K, w2, b, y, f: (K.max() + 1) * (w2 + b**2),
        ),
        Mistake(
            "You took the smallest f, or the largest. The nearest point is the one with the smallest yf.",
            lambda K, w2, b, y, f: (K.max() + 1) * (w2 + b**2) / f.min() ** 2,
            when=lambda p, answer: bool(
                np.isclose(answer, (p.K_diagonal.max() + 1) * (p.w_norm2 + p.b**2) / p.f.min() ** 2)
                or np.isclose(answer, (p.K_diagonal.max() + 1) * (p.w_norm2 + p.b**2) / p.f.max() ** 2)
            ),
        ),
        Mistake(
            "R is the length of the longest vector, not a mean length.",
            lambda K, w2, b, y, f: (K.mean() + 1) * (w2 + b**2) / (y * f).min() ** 2,
        ),
        Mistake(
            "This is R/δ. The bound is its square.",
            lambda K_diagonal, w_norm2, b, y, f: _bound(K_diagonal, w_norm2, b, y, f) ** 0.5,
        ),
        Mistake(
            "The margin is not squared in your bound; the lengths are.",
            lambda K_diagonal, w_norm2, b, y, f: _bound(K_diagonal, w_norm2, b, y, f) * (y * f).min(),
        ),
        Mistake(
            "Both the 1 of the offset and b are missing: the vectors of the proof have one more coordinate.",
            lambda K_diagonal, w_norm2, b, y, f: K_diagonal.max() * w_norm2 / (y * f).min() ** 2,
        ),
        Mistake(
            "`w_norm2` is the squared norm already: you squared it once more.",
            lambda K_diagonal, w_norm2, b, y, f: (
                (K_diagonal.max() + 1) * (w_norm2**2 + b**2) / (y * f).min() ** 2
            ),
        ),
        Mistake(
            "b has to be squared, as every coordinate of a squared length.",
            lambda K_diagonal, w_norm2, b, y, f: (
                (K_diagonal.max() + 1) * (w_norm2 + abs(b)) / (y * f).min() ** 2
            ),
        ),
        Mistake(
            "You took a mean of yf. The *smallest* decides how near the classes come.",
            lambda K_diagonal, w_norm2, b, y, f: (
                (K_diagonal.max() + 1) * (w_norm2 + b**2) / (y * f).mean() ** 2
            ),
        ),
        Mistake(
            "The fraction is upside down: a narrow margin allows many updates.",
            lambda K_diagonal, w_norm2, b, y, f: 1 / _bound(K_diagonal, w_norm2, b, y, f),
        ),
        Mistake(
            "R is the length of the *longest* vector. You took the shortest, or the sum.",
            lambda K_diagonal, w_norm2, b, y, f: (
                (K_diagonal.min() + 1) * (w_norm2 + b**2) / (y * f).min() ** 2
            ),
        ),
        Mistake(
            "A bound allows no update beyond it: a whole number of them is rounded down.",
            lambda K, w2, b, y, f: np.ceil(_bound(K, w2, b, y, f)),
            also=(lambda K, w2, b, y, f: np.round(_bound(K, w2, b, y, f)),),
        ),
        Mistake(
            "You took the margin for twice what it is, or for half: δ is how far the nearest point is from the plane.",
            lambda K, w2, b, y, f: _bound(K, w2, b, y, f) / 4,
            also=(lambda K, w2, b, y, f: 4 * _bound(K, w2, b, y, f),),
        ),
        Mistake(
            "R is the length of the longest vector. You took that of the first point, the last or the nearest.",
            lambda K, w2, b, y, f: _bound(K[:1], w2, b, y, f),
            also=(
                lambda K, w2, b, y, f: _bound(K[-1:], w2, b, y, f),
                lambda K, w2, b, y, f: _bound(K[[(y * f).argmin()]], w2, b, y, f),
                lambda K, w2, b, y, f: _bound(K[[np.abs(f).argmax()]], w2, b, y, f),
            ),
        ),
        Mistake(
            "The decisions f have b in them already. You took it away, or added it once more.",
            lambda K, w2, b, y, f: _bound(K, w2, b, y, f - b),
            also=(lambda K, w2, b, y, f: _bound(K, w2, b, y, f + b),),
        ),
        Mistake(
            "You took a middle yf, or the largest. The *smallest* decides how near the classes come.",
            lambda K, w2, b, y, f: (K.max() + 1) * (w2 + b**2) / np.median(y * f) ** 2,
            also=(
                lambda K, w2, b, y, f: (K.max() + 1) * (w2 + b**2) / (y * f).max() ** 2,
                lambda K, w2, b, y, f: (K.max() + 1) * (w2 + b**2) / (y * f)[0] ** 2,
                lambda K, w2, b, y, f: (K.max() + 1) * (w2 + b**2) / (f @ f),
                lambda K, w2, b, y, f: (K.max() + 1) * (w2 + b**2) / np.mean(f**2),
            ),
        ),
        Mistake(
            "K(x, x) is a squared length already: you squared it once more, or took its root.",
            lambda K_diagonal, w_norm2, b, y, f: (
                (K_diagonal.max() ** 2 + 1) * (w_norm2 + b**2) / (y * f).min() ** 2
            ),
        ),
        Mistake(
            "The length of the longest vector has another power than it should: `K_diagonal` holds squares already.",
            lambda K, w2, b, y, f: (K.max() + 1) ** 2 * (w2 + b**2) / (y * f).min() ** 2,
            when=lambda problem, bound: _is_off_by_power(bound, problem, problem.K_diagonal.max() + 1),
        ),
        Mistake(
            "The length of the hyperplane's vector has another power than it should.",
            lambda K, w2, b, y, f: (K.max() + 1) * (w2 + b**2) ** 2 / (y * f).min() ** 2,
            when=lambda problem, bound: _is_off_by_power(bound, problem, problem.w_norm2 + problem.b**2),
        ),
        Mistake(
            "In R² something else than 1 is added, or a sum is taken: the longest vector has one more coordinate, a 1.",
            lambda K, w2, b, y, f: _bound(K.max() + b**2 - 1, w2, b, y, f),
            when=lambda problem, bound: any(
                np.isclose(bound, value * _bound(*problem[:5]) / (problem.K_diagonal.max() + 1), rtol=1e-9)
                for top in [problem.K_diagonal.max()]
                for value in (
                    top + problem.b**2,
                    top + abs(problem.b),
                    top - 1,
                    top + 2,
                    (np.sqrt(top) + 1) ** 2,
                    problem.K_diagonal.sum() + 1,
                    (problem.K_diagonal + 1).sum(),
                    problem.K_diagonal.sum(),
                    problem.K_diagonal.mean() + 1,
                    problem.K_diagonal.min() + 1,
                    len(problem.y),
                    1.0,
                )
            ),
        ),
        Mistake(
            "The length of u is not right: it has the coordinates of w, and b, each squared.",
            lambda K, w2, b, y, f: (K.max() + 1) * (np.sqrt(w2) + abs(b)) ** 2 / (y * f).min() ** 2,
            when=lambda problem, bound: any(
                np.isclose(bound, value * _bound(*problem[:5]) / (problem.w_norm2 + problem.b**2), rtol=1e-9)
                for w2, b in [(problem.w_norm2, problem.b)]
                for value in (
                    (np.sqrt(w2) + abs(b)) ** 2,
                    w2 + 1,
                    w2 - b**2,
                    w2 + b**2 + 1,
                    w2 + b,
                    1.0,
                    b**2,
                )
            ),
        ),
    ],
)


def _edge_of(alpha, C):
    return (alpha > 1e-8 * C) & (alpha < (1 - 1e-8) * C)


def _offset_over(choose, value=lambda y, g: y - g):
    """The mean of yᵢ − g(xᵢ), or of another value, over the points that `choose(alpha, C)` selects."""

    def offset(alpha, y, K, C):
        g = K @ (alpha * y)
        return float(value(y, g)[choose(alpha, C)].mean())

    return offset


def _certify_offset(problem, b):
    solution = problem.solution
    f = problem.K @ (solution.alpha * problem.y) + b
    margins, kinds = problem.y * f, solution.kinds
    return [
        Certificate("largest | yᵢf(xᵢ) − 1 | on the edge", np.abs(margins - 1)[kinds == "edge"].max(), 1e-6),
        Certificate(
            "by how much a point is on the wrong side of its edge",
            worst(1 - margins[kinds == "beyond"], margins[kinds == "inside"] - 1),
            1e-6,
        ),
    ]


def _terms_of_offset(problem):
    alpha, y, K, C = problem[:4]
    edge = _edge_of(alpha, C)
    share = edge.mean()
    return {
        "the mean of yᵢ": (y[edge].mean(), 1),
        "the mean of the sums over the support vectors": ((K @ (alpha * y))[edge].mean(), -1),
        "a 1 for both classes": (1.0, 0),
        "a mean of weights": (alpha[edge].mean(), 0),
        "a mean of sums without the classes": ((K @ alpha)[edge].mean(), 0),
        "a mean of sums without the weights": ((K @ y)[edge].mean(), 0),
        "a mean of yᵢ times the sum": ((y * (K @ (alpha * y)))[edge].mean(), 0),
        "a mean over all points, of the classes,": (y.mean(), 0),
        "a mean over all points, of the sums,": ((K @ (alpha * y)).mean(), 0),
        "a sum over the points on the edge alone": ((K[:, edge] @ (alpha * y)[edge])[edge].mean(), 0),
        "a sum without the points on the edge": ((K[:, ~edge] @ (alpha * y)[~edge])[edge].mean(), 0),
        "a mean that is divided by the number of all points": (share * (y - K @ (alpha * y))[edge].mean(), 0),
    }


def _is_read_off(problem, b, chosen):
    """Whether b was read off at one of the chosen points."""
    values = (problem.y - problem.K @ (problem.alpha * problem.y))[chosen]
    return bool(np.isclose(values, b, rtol=1e-9).any())


offset = Exercise(
    "12.3",
    "The offset",
    problems=problems.solved_machines,
    edge=problems.edge_machines,
    arguments=lambda problem: problem[:4],
    reference=_offset_over(_edge_of),
    certify=_certify_offset,
    terms=_terms_of_offset,
    mistakes=[
        Mistake(
            "You took all support vectors. Those with αᵢ = C stand inside the margin, where yf is less than 1.",
            _offset_over(lambda a, C: a > 1e-8 * C),
        ),
        Mistake(
            "You compare with 0 and C exactly. Out of a solver both come with a rounding, and the text says how much.",
            _offset_over(lambda a, C: (a > 0) & (a < C)),
        ),
        Mistake(
            "The sign is reversed: f(xᵢ) = g(xᵢ) + b is to be yᵢ.", _offset_over(_edge_of, lambda y, g: g - y)
        ),
        Mistake(
            "On the edge f(xᵢ) is yᵢ, which is −1 for one of the classes. You have put 1 for both.",
            _offset_over(_edge_of, lambda y, g: 1 - g),
        ),
        Mistake(
            "You solved yᵢg(xᵢ) + b = 1. The class multiplies b as well.",
            _offset_over(_edge_of, lambda y, g: 1 - y * g),
            also=(_offset_over(_edge_of, lambda y, g: y * (1 - g)),),
        ),
        Mistake(
            "The classes are missing from the sum: each weight comes with its yⱼ.",
            lambda alpha, y, K, C: float((y - K @ alpha)[_edge_of(alpha, C)].mean()),
        ),
        Mistake(
            "You took the points without weight. They are beyond the margin, where yf is more than 1.",
            _offset_over(lambda a, C: a <= 1e-8 * C),
        ),
        Mistake(
            "You took all points. Those without weight lie beyond the edge, where yf is more than 1.",
            lambda alpha, y, K, C: (y - K @ (alpha * y)).mean(),
        ),
        Mistake(
            "You solved b − g(xᵢ) = yᵢ: the sum is subtracted, not added.",
            lambda alpha, y, K, C: 2 * y[_edge_of(alpha, C)].mean() - _offset_over(_edge_of)(alpha, y, K, C),
        ),
        Mistake(
            "b is 0 in your answer. It can be read off at the edge of the margin.",
            lambda alpha, y, K, C: 0.0,
        ),
        Mistake(
            "That is a sum over the points on the edge. Each of them gives b by itself: take one, or the "
            "mean.",
            lambda alpha, y, K, C: _offset_over(_edge_of)(alpha, y, K, C) * _edge_of(alpha, C).sum(),
        ),
        Mistake(
            "The weights are missing from the sum.",
            lambda alpha, y, K, C: (y - K @ y)[_edge_of(alpha, C)].mean(),
        ),
        Mistake(
            "You added up over the edge and divided by another number of points.",
            lambda alpha, y, K, C: float((y - K @ (alpha * y))[_edge_of(alpha, C)].sum() / len(y)),
            also=(
                lambda alpha, y, K, C: float(
                    (y - K @ (alpha * y))[_edge_of(alpha, C)].sum()
                    / max(1, np.count_nonzero(alpha > 1e-8 * C))
                ),
            ),
        ),
        Mistake(
            "You took a mean with the weights α, so that points with αᵢ = C count most. They stand inside the margin.",
            lambda alpha, y, K, C: float(alpha @ (y - K @ (alpha * y)) / alpha.sum()),
        ),
        Mistake(
            "You divided the weights by C, or multiplied them with it. They come in as they are.",
            lambda alpha, y, K, C: float((y - K @ (alpha / C * y))[_edge_of(alpha, C)].mean()),
            also=(
                lambda alpha, y, K, C: float((y - K @ (alpha * C * y))[_edge_of(alpha, C)].mean()),
                lambda alpha, y, K, C: float((y - K @ (alpha * y) / C)[_edge_of(alpha, C)].mean()),
                lambda alpha, y, K, C: float((y - K @ (alpha * y) / len(y))[_edge_of(alpha, C)].mean()),
            ),
        ),
        Mistake(
            "Only classes are in your answer. At the edge b is what the sum leaves of the class.",
            lambda alpha, y, K, C: float(y[alpha > 1e-8 * C].mean()),
            also=(
                lambda alpha, y, K, C: float(y[_edge_of(alpha, C)].mean()),
                lambda alpha, y, K, C: float(y.mean()),
                lambda alpha, y, K, C: float(y[_edge_of(alpha, C)][0]),
            ),
        ),
        Mistake(
            "You took a middle of values over all points, such as the median. The edge alone tells b.",
            lambda alpha, y, K, C: float(np.median(y - K @ (alpha * y))),
            also=(
                lambda alpha, y, K, C: -float(np.median(K @ (alpha * y))),
                lambda alpha, y, K, C: -float((K @ (alpha * y)).mean()),
            ),
        ),
        Mistake(
            "The tolerance is not a share of C in your answer.",
            _offset_over(lambda a, C: (a > 1e-8) & (a < C)),
            when=lambda problem, b: any(
                np.isclose(b, _offset_over(choose)(*problem[:4]), rtol=1e-9)
                for choose in (
                    lambda a, C: (a > 1e-8) & (a < C),
                    lambda a, C: (a > 1e-8 * C) & (a < C),
                    lambda a, C: (a > 0) & (a < C * (1 - 1e-8)),
                    lambda a, C: (a > 1e-8) & (a < C - 1e-8),
                    lambda a, C: (a > 1e-8) & (a < 1 - 1e-8),
                    lambda a, C: (a > 1e-12) & (a < C - 1e-12),
                )
            ),
        ),
        Mistake(
            "You took a point with αᵢ = C. It stands inside the margin, where yf is less than 1.",
            _offset_over(lambda a, C: a >= (1 - 1e-8) * C),
            when=lambda problem, b: (
                _is_read_off(problem, b, problem.alpha >= (1 - 1e-8) * problem.C)
                or np.isclose(b, _offset_over(lambda a, C: a >= (1 - 1e-8) * C)(*problem[:4]))
            ),
        ),
        Mistake(
            "You took points of one class alone, and not only those on the edge.",
            lambda alpha, y, K, C: float((y - K @ (alpha * y))[(alpha > 1e-8 * C) & (y > 0)].mean()),
            when=lambda problem, b: any(
                np.isclose(b, (problem.y - problem.K @ (problem.alpha * problem.y))[chosen].mean())
                for of in (problem.y > 0, problem.y < 0)
                for chosen in (of, of & (problem.alpha > 1e-8 * problem.C))
                if chosen.any()
            ),
        ),
        Mistake(
            "That is the middle between the classes as if there were no slack. With slack, points may be past the "
            "margin.",
            lambda alpha, y, K, C: float(
                -((K @ (alpha * y))[y > 0].min() + (K @ (alpha * y))[y < 0].max()) / 2
            ),
        ),
        Mistake(
            "Only support vectors on the edge stand in your sum. Those with αᵢ = C are part of w as well.",
            lambda alpha, y, K, C: float(
                (y - K[:, _edge_of(alpha, C)] @ (alpha * y)[_edge_of(alpha, C)])[_edge_of(alpha, C)].mean()
            ),
        ),
        Mistake(
            "You took a point without weight. It is beyond the margin, where yf is more than 1.",
            lambda alpha, y, K, C: float((y - K @ (alpha * y))[alpha.argmin()]),
            when=lambda problem, b: _is_read_off(problem, b, problem.alpha <= 1e-8 * problem.C),
        ),
    ],
)


def _values(alpha, y, K, C, b):
    """What the gap is made of: ‖w‖², the slacks, the sum of the weights."""
    f = K @ (alpha * y) + b
    return (alpha * y) @ K @ (alpha * y), np.maximum(0, 1 - y * f), alpha.sum()


def _gap(alpha, y, K, C, b):
    w2, xi, total = _values(alpha, y, K, C, b)
    return w2 / 2 + C * xi.sum() - (total - w2 / 2)


def _gap_with(change):
    """The gap from other parts: ``change(w2, xi, total, C)``."""
    return lambda alpha, y, K, C, b: change(*_values(alpha, y, K, C, b), C)


def _gap_with_slack(slack):
    """The gap with other slacks: ``slack(y, f)``."""

    def gap(alpha, y, K, C, b):
        w2, _, total = _values(alpha, y, K, C, b)
        return w2 + C * slack(y, K @ (alpha * y) + b).sum() - total

    return gap


def _gap_by_loops(alpha, y, K, C, b):
    n = len(y)
    w2 = sum(alpha[i] * alpha[j] * y[i] * y[j] * K[i, j] for i in range(n) for j in range(n))
    cost = w2 / 2
    for i in range(n):
        f = b + sum(alpha[j] * y[j] * K[i, j] for j in range(n))
        cost += C * max(1 - y[i] * f, 0)
    return cost - (sum(alpha) - w2 / 2)


def _terms_of_gap(problem):
    alpha, y, K, C, b = problem
    w2, xi, total = _values(alpha, y, K, C, b)
    f = K @ (alpha * y) + b
    return {
        "‖w‖²": (w2, 1),
        "the price of the slacks": (C * xi.sum(), 1),
        "the sum of the weights": (total, -1),
        "a norm without the classes": (alpha @ K @ alpha, 0),
        "a sum of the slacks without its price": (xi.sum(), 0),
        "a price of their squares": (C * (xi**2).sum(), 0),
        "a price of their mean": (C * xi.mean(), 0),
        "a price for each point with slack, however much,": (C * np.count_nonzero(xi), 0),
        "a price of slacks that are not cut off at 0": (C * (1 - y * f).sum(), 0),
        "a price of distances from the margin on both sides": (C * np.abs(1 - y * f).sum(), 0),
        "a price of slacks without the offset": (C * np.maximum(0, 1 - y * (f - b)).sum(), 0),
        "a price of slacks with minus the offset": (C * np.maximum(0, 1 - y * (f - 2 * b)).sum(), 0),
        "a price of slacks of another f, without the classes,": (
            C * np.maximum(0, 1 - y * (K @ alpha + b)).sum(),
            0,
        ),
        "a price of slacks without the class of the point": (C * np.maximum(0, 1 - f).sum(), 0),
        "a price of what is beyond 0, not beyond the margin,": (C * np.maximum(0, -y * f).sum(), 0),
        "a sum of squared weights": (alpha @ alpha, 0),
        "a price of all points": (C * len(y), 0),
        "a price of the largest slack alone": (C * xi.max(), 0),
        "a slack that is weighted with α": (alpha @ xi, 0),
        "a price of the slacks of the support vectors alone": (C * xi[alpha > 0].sum(), 0),
        "a price of the slacks of one class alone, that of 1,": (C * xi[y > 0].sum(), 0),
        "a price of the slacks of one class alone, that of −1,": (C * xi[y < 0].sum(), 0),
        "a root of ‖w‖²": (np.sqrt(w2), 0),
        "a square of ‖w‖²": (w2**2, 0),
        "a sum of weights that was multiplied by C": (C * total, 0),
        "a sum of weights with the classes": (alpha @ y, 0),
        "a norm of which only the diagonal is left": (alpha**2 @ np.diagonal(K), 0),
        "a number of points": (len(y), 0),
        "a term of the offset": (b, 0),
        "a square of the offset": (b**2, 0),
    }


gap = Exercise(
    "12.4",
    "How good is a guess?",
    problems=problems.guesses,
    edge=problems.edge_guesses,
    reference=_gap,
    certify=agreement("error of the gap, summed in loops", _gap_by_loops, 1e-9),
    terms=_terms_of_gap,
    mistakes=[
        Mistake(
            "Your slacks do not stop at 0: a point beyond the margin gets money back.",
            _gap_with_slack(lambda y, f: 1 - y * f),
        ),
        Mistake(
            "Your slacks are max(0, −yf): they begin at the boundary. The constraint asks for yf ≥ 1.",
            _gap_with_slack(lambda y, f: np.maximum(0, -y * f)),
        ),
        Mistake(
            "The price is missing: a unit of slack costs C.",
            _gap_with(lambda w2, xi, total, C: w2 + xi.sum() - total),
        ),
        Mistake(
            "‖w‖² stands in both values with the factor ½. One of the two is missing.",
            _gap_with(lambda w2, xi, total, C: w2 / 2 + C * xi.sum() - total),
        ),
        Mistake(
            "The factor ½ before ‖w‖² is missing, in the primal and in the dual.",
            _gap_with(lambda w2, xi, total, C: 2 * w2 + C * xi.sum() - total),
        ),
        Mistake(
            "The sign: no weights have a dual value above the primal value of a hyperplane.",
            lambda *problem: -_gap(*problem),
        ),
        Mistake(
            "This is the value of the primal alone. The dual value has to be subtracted.",
            _gap_with(lambda w2, xi, total, C: w2 / 2 + C * xi.sum()),
        ),
        Mistake(
            "Your slacks have no offset: f has b in it.",
            lambda alpha, y, K, C, b: _gap(alpha, y, K, C, 0.0),
        ),
        Mistake(
            "The factor ½ before ‖w‖² stands in the primal and in the dual. In one of them yours is missing.",
            lambda alpha, y, K, C, b: _gap(alpha, y, K, C, b) + (alpha * y) @ K @ (alpha * y) / 2,
        ),
        Mistake(
            "In the dual, half of the double sum is *subtracted* from Σ αᵢ.",
            lambda alpha, y, K, C, b: _gap(alpha, y, K, C, b) - (alpha * y) @ K @ (alpha * y),
        ),
        Mistake(
            "The sign of b in the slacks: f is the sum plus b.",
            lambda alpha, y, K, C, b: (
                _gap(alpha, y, K, C, b)
                + C
                * (
                    np.maximum(0, 1 - y * (K @ (alpha * y) - b))
                    - np.maximum(0, 1 - y * (K @ (alpha * y) + b))
                ).sum()
            ),
        ),
        Mistake(
            "The slacks are squared in your primal. Here slack costs C for each unit.",
            lambda alpha, y, K, C, b: (
                _gap(alpha, y, K, C, b)
                + C
                * (
                    np.maximum(0, 1 - y * (K @ (alpha * y) + b)) ** 2
                    - np.maximum(0, 1 - y * (K @ (alpha * y) + b))
                ).sum()
            ),
        ),
        Mistake(
            "You took the mean of the slacks. The primal has their sum.",
            lambda alpha, y, K, C, b: (
                _gap(alpha, y, K, C, b)
                + C
                * (
                    np.maximum(0, 1 - y * (K @ (alpha * y) + b)).mean()
                    - np.maximum(0, 1 - y * (K @ (alpha * y) + b)).sum()
                )
            ),
        ),
        Mistake(
            "The classes are missing from w: it is Σ αᵢyᵢΦ(xᵢ).",
            lambda alpha, y, K, C, b: (
                alpha @ K @ alpha + C * np.maximum(0, 1 - y * (K @ alpha + b)).sum() - alpha.sum()
            ),
        ),
        Mistake(
            "The classes are missing from the slacks: it is yf that has to reach 1.",
            lambda alpha, y, K, C, b: (
                _gap(alpha, y, K, C, b)
                + C
                * (
                    np.maximum(0, 1 - K @ (alpha * y) - b) - np.maximum(0, 1 - y * (K @ (alpha * y) + b))
                ).sum()
            ),
        ),
        Mistake(
            "You counted errors where slacks belong: a slack says how much is missing to 1.",
            lambda alpha, y, K, C, b: (
                _gap(alpha, y, K, C, b)
                + C
                * (1.0 * (y * (K @ (alpha * y) + b) < 0) - np.maximum(0, 1 - y * (K @ (alpha * y) + b))).sum()
            ),
        ),
        Mistake(
            "The dual value starts with Σ αᵢ, without the classes.",
            lambda alpha, y, K, C, b: _gap(alpha, y, K, C, b) + alpha.sum() - alpha @ y,
        ),
        Mistake(
            "This is the value of the dual alone, or of the primal alone. The gap is their difference.",
            lambda alpha, y, K, C, b: alpha.sum() - (alpha * y) @ K @ (alpha * y) / 2,
            also=(lambda alpha, y, K, C, b: (alpha * y) @ K @ (alpha * y) / 2 - alpha.sum(),),
        ),
        Mistake(
            "You divided the gap by the primal, or by the dual. The difference itself is asked for.",
            lambda *guess: _gap(*guess) / (_values(*guess)[0] / 2 + guess[3] * _values(*guess)[1].sum()),
            when=lambda problem, answer: any(
                np.isclose(answer * v, _gap(*problem), rtol=1e-9)
                for w2, xi, total in [_values(*problem)]
                for v in (
                    w2 / 2 + problem.C * xi.sum(),
                    total - w2 / 2,
                    1 + abs(w2 / 2 + problem.C * xi.sum()),
                )
            ),
        ),
        Mistake(
            "The classes are missing in ‖w‖², or in all that follows from w.",
            lambda alpha, y, K, C, b: (
                alpha @ K @ alpha + C * np.maximum(0, 1 - y * (K @ (alpha * y) + b)).sum() - alpha.sum()
            ),
            when=lambda problem, answer: any(
                np.isclose(
                    answer,
                    problem.alpha @ problem.K @ problem.alpha
                    + problem.C * np.maximum(0, 1 - problem.y * (problem.K @ v + problem.b)).sum()
                    - problem.alpha.sum(),
                    rtol=1e-9,
                )
                for v in (problem.alpha, problem.alpha * problem.y)
            ),
        ),
    ],
)


def _moved(alpha, y, K, C, i, j, factor=1.0, clip=True, signs=True):
    """The weights after a step along the pair; with another length, without walls, or with the signs left out."""
    g = K @ (alpha * y)
    slope = (y[i] - g[i]) - (y[j] - g[j])
    distance = max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-300)  # 0 for the same point in both classes
    step = factor * slope / distance
    s_i, s_j = (y[i], y[j]) if signs else (1.0, 1.0)
    if clip:
        room = (C - alpha[i] if s_i > 0 else alpha[i], alpha[j] if s_j > 0 else C - alpha[j])
        step = min(step, *room)
    after = alpha.copy()
    after[i] += s_i * step
    after[j] -= s_j * step
    return after


def _certify_moved(problem, after):
    alpha, y, K, C, i, j = problem
    direction = np.zeros(len(y))
    direction[i], direction[j] = y[i], -y[j]
    rest = np.delete(after - alpha, [i, j])
    ends = [0.0 if d == 0 else (C - a if d > 0 else a) for a, d in zip(alpha, direction, strict=True)]
    reach = min(ends[i], ends[j])
    values = [svm.dual_objective(alpha + t * direction, y, K) for t in np.linspace(0, reach, 2001)]
    return [
        Certificate("largest change of another weight", worst(np.abs(rest)), 1e-12),
        Certificate("change of Σᵢ αᵢyᵢ", abs((after - alpha) @ y), 1e-9),
        Certificate("by how much a weight leaves the box", worst(-after, after - C), 1e-9),
        Certificate(
            "by how much the dual is larger after the best of many steps",
            worst(max(values) - svm.dual_objective(after, y, K)),
            1e-9,
        ),
    ]


def _to_the_wall(alpha, y, C, i, j):
    step = min(C - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C - alpha[j])
    after = alpha.copy()
    after[[i, j]] += step * y[i], -step * y[j]
    return after


def _without_signs(alpha, y, after, i, j):
    """The step of `after`, taken with the weights themselves."""
    step = y[i] * (after[i] - alpha[i])
    wrong = alpha.copy()
    wrong[[i, j]] += step, -step
    return wrong


def _length(problem, after):
    """How far the pair has moved along its direction, or None if it is no such step."""
    alpha, y, _, _, i, j = problem
    t, back = y[i] * (after[i] - alpha[i]), -y[j] * (after[j] - alpha[j])
    alone = np.abs(np.delete(after - alpha, [i, j])).max(initial=0.0) < 1e-12
    return float(t) if alone and np.isclose(t, back) else None


def _with_walls(walls):
    """The step with other walls: ``walls(alpha, y, C, i, j)`` gives how far each of the two may go."""

    def moved(alpha, y, K, C, i, j):
        after = _moved(alpha, y, K, C, i, j, clip=False)
        t = min(y[i] * (after[i] - alpha[i]), *walls(alpha, y, C, i, j))
        wrong = alpha.copy()
        wrong[[i, j]] += y[i] * t, -y[j] * t
        return wrong

    return moved


def _fewer_walls():
    """Walls of which some are missing."""
    inf = np.inf
    yield lambda alpha, y, C, i, j: (C - alpha[i] if y[i] > 0 else inf, inf if y[j] > 0 else C - alpha[j])
    yield lambda alpha, y, C, i, j: (inf if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else inf)
    yield lambda alpha, y, C, i, j: (C - alpha[i] if y[i] > 0 else alpha[i], inf)
    yield lambda alpha, y, C, i, j: (inf, alpha[j] if y[j] > 0 else C - alpha[j])


def _moved_by(length, slopes=lambda y, g: y - g, floor=False):
    """The step of another length: ``length(slope, K, i, j)``, with ``slopes(y, g)``."""

    def moved(alpha, y, K, C, i, j):
        s = slopes(y, K @ (alpha * y))
        t = length(s[i] - s[j], K, i, j)
        t = min(t, C - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C - alpha[j])
        after = alpha.copy()
        t = max(t, 0) if floor else t
        after[[i, j]] += y[i] * t, -y[j] * t
        return after

    return moved


def _other_lengths(problem):
    y = problem.y
    yield lambda slope, K, i, j: slope / (K[i, i] + K[j, j] + 2 * K[i, j])
    yield lambda slope, K, i, j: slope / (K[i, i] + K[j, j] - K[i, j])
    yield lambda slope, K, i, j: slope / (K[i, i] + K[j, j])
    yield lambda slope, K, i, j: slope
    yield lambda slope, K, i, j: slope / (K[i, i] + K[j, j] - 2 * y[i] * y[j] * K[i, j])
    yield lambda slope, K, i, j: slope / np.sqrt(K[i, i] + K[j, j] - 2 * K[i, j])
    yield lambda slope, K, i, j: slope * (K[i, i] + K[j, j] - 2 * K[i, j])
    yield lambda slope, K, i, j: slope / K[i, i]
    yield lambda slope, K, i, j: slope / K[i, j]


def _without_classes(alpha, y, K, C, i, j):
    s = y - K @ alpha
    t = (s[i] - s[j]) / (K[i, i] + K[j, j] - 2 * K[i, j])
    t = min(t, C - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C - alpha[j])
    after = alpha.copy()
    after[[i, j]] += y[i] * t, -y[j] * t
    return after


smo_step = Exercise(
    "12.5",
    "A step of SMO with signs",
    problems=problems.pairs,
    edge=problems.edge_pairs,
    reference=_moved,
    certify=_certify_moved,
    mistakes=[
        Mistake(
            "You moved the two weights as if both classes were 1. It is yᵢαᵢ that rises and yⱼαⱼ that falls.",
            lambda *pair: _moved(*pair, signs=False),
        ),
        Mistake(
            "Your step goes through the wall of the box: a weight is below 0 or above C.",
            lambda *pair: _moved(*pair, clip=False),
        ),
        Mistake(
            "Your step is half as long as the best one. The dual has ½ before the double sum, and the derivative of a "
            "square has a 2.",
            lambda *pair: _moved(*pair, factor=0.5),
        ),
        Mistake("Your step is twice as long as the best one.", lambda *pair: _moved(*pair, factor=2.0)),
        Mistake(
            "You clipped both weights to the box, each for itself. Then the two have not moved by the same amount.",
            lambda alpha, y, K, C, i, j: np.clip(_moved(alpha, y, K, C, i, j, clip=False), 0, C),
        ),
        Mistake("Nothing has moved.", lambda alpha, *rest: alpha.copy()),
        Mistake(
            "Your step ends at the wall of the box. Along t the dual is a parabola, and its top may come "
            "before.",
            lambda alpha, y, K, C, i, j: _to_the_wall(alpha, y, C, i, j),
        ),
        Mistake(
            "You return the two weights moved without their signs: where y is −1, the weight itself moves "
            "the other way.",
            lambda alpha, y, K, C, i, j: _without_signs(alpha, y, _moved(alpha, y, K, C, i, j), i, j),
        ),
        Mistake(
            "Only the first weight has moved. Then Σ αᵢyᵢ is no longer 0.",
            lambda alpha, y, K, C, i, j: np.where(
                np.arange(len(y)) == j, alpha, _moved(alpha, y, K, C, i, j)
            ),
        ),
        Mistake(
            "Both signed weights have moved the same way. What the one gains the other has to lose.",
            lambda alpha, y, K, C, i, j: np.where(
                np.arange(len(y)) == j, 2 * alpha - _moved(alpha, y, K, C, i, j), _moved(alpha, y, K, C, i, j)
            ),
        ),
        Mistake(
            "The weight 0 is kept in mind, the bound C is not: one of the weights is above C.",
            lambda alpha, y, K, C, i, j: _moved(alpha, y, K, 1e9, i, j),
        ),
        Mistake(
            "Your two weights move by the right amount in the wrong direction: is it the j-th that rises?",
            lambda *pair: _moved(*pair, factor=-1.0, clip=False),
            when=lambda problem, after: (
                _length(problem, after) is not None
                and any(
                    np.isclose(_length(problem, after), value)
                    for step in [
                        _moved(*problem, clip=False)[problem.i] * problem.y[problem.i]
                        - problem.alpha[problem.i] * problem.y[problem.i],
                        (_moved(*problem)[problem.i] - problem.alpha[problem.i]) * problem.y[problem.i],
                    ]
                    for value in (-step, step * -2, step / -2)
                    if abs(step) > 1e-12
                )
            ),
        ),
        Mistake(
            "The length of the step is divided by something else than the squared distance of the two points.",
            _moved_by(lambda slope, K, i, j: slope / (K[i, i] + K[j, j] + 2 * K[i, j])),
            when=lambda problem, after: any(
                np.allclose(after, _moved_by(by)(*problem), rtol=1e-9, atol=1e-12)
                for by in _other_lengths(problem)
            ),
        ),
        Mistake(
            "In the sum over all points the classes are missing: each weight comes with its yⱼ.",
            _without_classes,
        ),
        Mistake(
            "The walls are those of points of class 1 for both. A weight of class −1 moves the other way, to the "
            "other wall.",
            _with_walls(lambda alpha, y, C, i, j: (C - alpha[i], alpha[j])),
        ),
        Mistake(
            "One of the walls is forgotten: the weights have to stay at or above 0 *and* at or below C, both of them.",
            _with_walls(
                lambda alpha, y, C, i, j: (
                    C - alpha[i] if y[i] > 0 else np.inf,
                    alpha[j] * 0 + np.inf if y[j] > 0 else C - alpha[j],
                )
            ),
            when=lambda problem, after: any(
                np.allclose(after, _with_walls(walls)(*problem), rtol=1e-9, atol=1e-12)
                for walls in _fewer_walls()
            ),
        ),
        Mistake(
            "Only the second weight has moved. Then Σ αᵢyᵢ is no longer 0.",
            lambda alpha, y, K, C, i, j: np.where(
                np.arange(len(y)) == i, alpha, _moved(alpha, y, K, C, i, j)
            ),
        ),
        Mistake(
            "This is the change of the weights. The weights after the step are asked for.",
            lambda alpha, y, K, C, i, j: _moved(alpha, y, K, C, i, j) - alpha,
        ),
        Mistake(
            "The other weights have changed as well. Only two of them move.",
            lambda alpha, y, K, C, i, j: _moved(alpha, y, K, C, i, j) * 0.9,
            when=lambda problem, after: bool(
                np.abs(np.delete(after - problem.alpha, [problem.i, problem.j])).max(initial=0.0)
                > 0.01 * np.abs(problem.alpha).max()
            ),
        ),
        Mistake(
            "Your step is a quarter of the best one, or another part of it.",
            lambda alpha, y, K, C, i, j: alpha + (_moved(alpha, y, K, C, i, j) - alpha) / 4,
            also=(
                lambda alpha, y, K, C, i, j: alpha + (_moved(alpha, y, K, C, i, j) - alpha) / 10,
                lambda alpha, y, K, C, i, j: alpha + (_moved(alpha, y, K, C, i, j) - alpha) / len(y),
            ),
        ),
        Mistake(
            "Your step has one length, whatever the kernel values are. Along t the dual is a parabola: where is its "
            "top?",
            _moved_by(lambda *_: 1.0),
            also=tuple(_moved_by(lambda *_, t=t: t) for t in (0.1, 0.5, 0.01, 2.0)),
        ),
        Mistake(
            "The slopes along t are not right: at each of the two points it is the class less the sum over all points.",
            _moved_by(
                lambda slope, K, i, j: slope / (K[i, i] + K[j, j] - 2 * K[i, j]), slopes=lambda y, g: -g
            ),
            when=lambda problem, after: any(
                np.allclose(
                    after,
                    _moved_by(
                        lambda slope, K, i, j: slope / (K[i, i] + K[j, j] - 2 * K[i, j]), slopes, floor
                    )(*problem),
                    rtol=1e-9,
                    atol=1e-12,
                )
                for slopes in (
                    lambda y, g: -g,
                    lambda y, g: g,
                    lambda y, g: 1 - y * g,
                    lambda y, g: y + g,
                    lambda y, g: 1 - g,
                    lambda y, g: y,
                    lambda y, g: y * g,
                    lambda y, g: y * g - 1,
                )
                for floor in (True, False)
            ),
        ),
    ],
)


def _certify_copies(problem, C_new):
    rng = np.random.default_rng(0)
    X, y = problems.groups(rng, 20)
    X[1], y[1] = (
        X[0] + 0.1,
        -y[0],
    )  # side by side in both classes: their weights are at the bound whatever the price
    K = RBF(0.5)(X)
    many = np.repeat(np.arange(20), problem.m)
    if not 0 < C_new < 1e6:
        return Certificate("a price is positive", False)
    once = svm_solve.solve_dual(K, y, problem.C, tol=1e-10)
    copied = svm_solve.solve_dual(K[np.ix_(many, many)], y[many], C_new, tol=1e-10)
    return Certificate(
        "largest difference between the decisions of both machines",
        np.abs(copied.f[:: problem.m] - once.f).max(),
        1e-5,
    )


price_of_copies = Exercise(
    "12.6",
    "Predict: every point several times",
    problems=problems.copies,
    edge=problems.edge_copies,
    reference=lambda C, m: C / m,
    certify=_certify_copies,
    mistakes=[
        Mistake("With the same price the sum of slacks counts each point several times.", lambda C, m: C),
        Mistake("The wrong way round: the copies make slack dearer already.", lambda C, m: C * m),
        Mistake(
            "You divided once too often: ‖w‖² is there once, however many copies there are.",
            lambda C, m: C / m**2,
        ),
        Mistake("Slack comes in linearly, not squared: no root is needed.", lambda C, m: C / np.sqrt(m)),
        Mistake(
            "That would be the price if a point came once more often than it does.", lambda C, m: C / (m + 1)
        ),
        Mistake(
            "The price came out as a whole number: you divided without the rest.",
            lambda C, m: C // m,
        ),
        Mistake(
            "You subtracted. The sum of slacks is *multiplied* by m.",
            lambda C, m: C - m,
        ),
        Mistake(
            "The old price has no effect on your answer.",
            lambda C, m: 1 / m,
        ),
        Mistake(
            "The fraction is upside down.",
            lambda C, m: m / C,
        ),
        Mistake(
            "One copy is the point itself: it comes m times in all, not m − 1 or m + 1 times.",
            lambda C, m: C / (m - 1) if m > 1 else C,
        ),
        Mistake(
            "Half of what it should be: the ½ before ‖w‖² is there with and without copies.",
            lambda C, m: C / (2 * m),
        ),
        Mistake(
            "You added. The sum of slacks is *multiplied* by m.",
            lambda C, m: C + m,
            when=lambda problem, price: any(
                np.isclose(price, problem.C + k) for k in (problem.m, problem.m - 1)
            ),
        ),
        Mistake(
            "You took away one part of m. The sum of slacks is m times as large.",
            lambda C, m: C * (m - 1) / m,
        ),
        Mistake(
            "The old price has a root or a power in your answer, or stands below.",
            lambda C, m: C ** (1 / m),
            also=(
                lambda C, m: C**m,
                lambda C, m: 1 / (C * m),
                lambda C, m: m / C,
                lambda C, m: C**2 / m,
                lambda C, m: C**0.5 / m,
                lambda C, m: 1 / C,
            ),
        ),
        Mistake(
            "You divided by another number than m: by a product or a sum of the first numbers, or by a power of 2.",
            lambda C, m: C / np.prod(np.arange(1.0, m + 1)),
            also=(
                lambda C, m: C / (m * (m + 1) / 2),
                lambda C, m: C / 2**m,
                lambda C, m: C / 2 ** (m - 1),
                lambda C, m: C / np.log2(2 * m),
                lambda C, m: C / (m + 2),
            ),
        ),
        Mistake(
            "A root, a logarithm, a square or a factorial of m stands in your price. The sum of slacks is m times as "
            "large, no more.",
            lambda C, m: C / (1 + np.log(m)),
            when=lambda problem, price: (
                problem.m > 1
                and any(
                    np.isclose(price, problem.C * f)
                    for m in [problem.m]
                    for f in (
                        1 / np.log(m),
                        1 / (1 + np.log(m)),
                        np.log(m),
                        m**0.5,
                        m**-0.5,
                        m**2,
                        m**-2.0,
                        2.0**-m,
                        1 / m**3,
                        m**3,
                    )
                )
            ),
        ),
    ],
)


def _winner(F):
    won, sums = (F > 0).sum(axis=1), F.sum(axis=1)
    tied = np.flatnonzero(won == won.max())
    return int(tied[sums[tied].argmax()])


def _certify_winner(problem, k):
    F, c = problem.F, len(problem.F)
    won = [sum(1 for m in range(c) if F[j, m] > 0) for j in range(c)]
    if k not in range(c):
        return Certificate("it is one of the classes", False)
    k = int(k)
    better = [j for j in range(c) if won[j] == won[k] and sum(F[j]) > sum(F[k]) + 1e-12]
    return [
        Certificate("no class has more votes", won[k] == max(won)),
        Certificate("none of as many votes has a larger sum", not better),
    ]


def _of_tied(F, numbers):
    """Of the classes with most votes, the one with the largest number."""
    won = (F > 0).sum(axis=1)
    return int(np.where(won == won.max(), numbers, -np.inf).argmax())


def _settles_otherwise(problem, answer):
    """Whether several classes have most votes, and the answer is one of them, but not the winner."""
    won = (problem.F > 0).sum(axis=1)
    tied = np.flatnonzero(won == won.max())
    return len(tied) > 1 and bool(np.isin(answer, tied)) and answer != _winner(problem.F)


winner = Exercise(
    "12.7",
    "One against one",
    problems=problems.decisions,
    edge=problems.edge_decisions,
    reference=_winner,
    certify=_certify_winner,
    mistakes=[
        Mistake(
            "You took the largest sum of decisions. Votes come first.", lambda F: int(F.sum(axis=1).argmax())
        ),
        Mistake(
            "Of several classes with most votes you took the first. The text says what decides between them.",
            lambda F: int((F > 0).sum(axis=1).argmax()),
        ),
        Mistake(
            "You counted the votes against a class: entry (k, l) is positive for k, which is the row.",
            lambda F: _winner(F.T),
        ),
        Mistake(
            "You took the class with the largest single decision.",
            lambda F: int(np.unravel_index(F.argmax(), F.shape)[0]),
        ),
        Mistake(
            "Of several classes with most votes you took the one with the smallest sum.",
            lambda F: int(
                (tied := np.flatnonzero((won := (F > 0).sum(axis=1)) == won.max()))[
                    F.sum(axis=1)[tied].argmin()
                ]
            ),
        ),
        Mistake(
            "Of several classes with most votes you took the last. The text says what decides between them.",
            lambda F: int(np.flatnonzero((won := (F > 0).sum(axis=1)) == won.max())[-1]),
        ),
        Mistake(
            "You counted from 1: the first class has the number 0.",
            lambda F: _winner(F) + 1,
        ),
        Mistake(
            "That is the number of votes of the winner. Which class is it?",
            lambda F: int((F > 0).sum(axis=1).max()),
        ),
        Mistake(
            "You settle ties, but by another rule: among the classes with most votes count *all* decisions of a class, "
            "won and lost ones, against tied and other classes, with their signs.",
            lambda F: _of_tied(F, F.max(axis=1)),
            when=_settles_otherwise,
        ),
        Mistake(
            "You gave the place in a shorter list, that of the classes with most votes. Which class stands "
            "there?",
            lambda F: int(F.sum(axis=1)[(F > 0).sum(axis=1) == (F > 0).sum(axis=1).max()].argmax()),
        ),
        Mistake(
            "Only one half of the table counts for you, above or below its diagonal. A row has votes in both.",
            lambda F: _winner(np.triu(F)),
            also=(lambda F: int((np.tril(F) > 0).sum(axis=1).argmax()),),
        ),
        Mistake(
            "You took the column of the largest decision. The row is the class that it speaks for.",
            lambda F: int(np.unravel_index(F.argmax(), F.shape)[1]),
        ),
        Mistake(
            "You took the class with the smallest sum of decisions, or with the largest sum of its column.",
            lambda F: int(F.sum(axis=0).argmax()),
        ),
        Mistake(
            "That is the second best class.",
            lambda F: int(np.argsort((F > 0).sum(axis=1))[-2]),
            also=(
                lambda F: int(np.lexsort((F.sum(axis=1), (F > 0).sum(axis=1)))[-2]),
                lambda F: int(np.argsort(-(F > 0).sum(axis=1), kind="stable")[1]),
                lambda F: int(np.argsort(F.sum(axis=1))[-2]),
            ),
        ),
        Mistake(
            "You counted the columns, or the fewest votes: row k holds the decisions for class k.",
            lambda F: int((F > 0).sum(axis=1).argmin()),
            also=(lambda F: int((F > 0).sum(axis=0).argmax()),),
        ),
    ],
)


def _errors_left_out(K, y, C):
    """Only support vectors can be misread: without another point the machine stays as it is."""
    support = _whole(K, y, C).support
    errors = 0
    for i in support:
        solution, rest = _machine_without(K, y, C, i)
        errors += bool(y[i] * (K[i, rest] @ (solution.alpha * y[rest]) + solution.b) <= 0)
    return errors


def _errors_of_another_library(K, y, C):
    return _counted_by_it(K.tobytes(), y.tobytes(), len(y), C)


@functools.lru_cache(maxsize=256)
def _counted_by_it(K, y, n, C):
    K, y, errors = np.frombuffer(K).reshape(n, n), np.frombuffer(y), 0
    for i in range(len(y)):
        rest = np.delete(np.arange(len(y)), i)
        peer = SVC(C=C, kernel="precomputed", tol=1e-8).fit(K[np.ix_(rest, rest)], y[rest])
        errors += int(peer.predict(K[[i]][:, rest])[0] != y[i])
    return errors


def _whole(K, y, C):
    return _trained(K.tobytes(), y.tobytes(), len(y), C)


def _of_whole(count):
    """What a machine that has seen all points says: ``count(solution)``."""
    return lambda K, y, C: int(count(_whole(K, y, C)))


def _certify_left_out(problem, answer):
    solution = _whole(*problem)
    return [
        Certificate("no more than there are support vectors", bool(answer <= len(solution.support))),
        Certificate(
            "difference from the count of scikit-learn's machines",
            abs(answer - _errors_of_another_library(*problem)),
            0,
            otherwise="error of the count",
        ),
    ]


def _misread_by(decide, wrong=lambda y, f: y * f <= 0):
    """Errors left out by another rule: ``decide(sum, machine, machine of all)``, and ``wrong(y, f)``."""

    def misread(K, y, C):
        whole, count = _whole(K, y, C), 0
        for i in range(len(y)):
            s, rest = _machine_without(K, y, C, i)
            count += bool(wrong(y[i], decide(K[i, rest] @ (s.alpha * y[rest]), s, whole)))
        return count

    return misread


def _machine_without(K, y, C, i):
    rest = np.delete(np.arange(len(y)), i)
    return _trained(K[np.ix_(rest, rest)].tobytes(), y[rest].tobytes(), len(rest), C), rest


@functools.lru_cache(maxsize=4096)
def _trained(K, y, n, C):
    """A machine, remembered: all mistakes ask for the same ones."""
    return svm_solve.solve_dual(np.frombuffer(K).reshape(n, n), np.frombuffer(y), C, tol=1e-9)


def _misread_by_nearest(K, y):
    squares = np.diag(K)[:, None] + np.diag(K) - 2 * K + np.diag(np.full(len(y), np.inf))
    return int(np.count_nonzero(y[squares.argmin(axis=1)] != y))


def _without_own_term(K, y, solution):
    f = K @ (solution.alpha * y) - np.diagonal(K) * solution.alpha * y + solution.b
    return int((y * f <= 0).sum())


def _misread_of_rest(K, y, C):
    count = 0
    for i in range(len(y)):
        s, rest = _machine_without(K, y, C, i)
        count += int((y[rest] * (K[np.ix_(rest, rest)] @ (s.alpha * y[rest]) + s.b) <= 0).sum())
    return count


def _misread_without_classes(K, y, C, offset=True):
    count = 0
    for i in range(len(y)):
        s, rest = _machine_without(K, y, C, i)
        count += bool(y[i] * (K[i, rest] @ s.alpha + offset * s.b) <= 0)
    return count


leave_one_out = Exercise(
    "12.8",
    "Irises that the machine has not seen",
    problems=problems.flowers,
    reference=_errors_left_out,
    certify=_certify_left_out,
    mistakes=[
        Mistake(
            "These are the errors on flowers that the machine has been trained on. Leave each one out before you ask.",
            _of_whole(lambda s: s.misclassified.sum()),
        ),
        Mistake(
            "That is the number of support vectors. It is a bound on the errors; most of them are read right.",
            _of_whole(lambda s: len(s.support)),
        ),
        Mistake("That is a share. The text asks for a number.", lambda *p: _errors_left_out(*p) / len(p[1])),
        Mistake("You counted the flowers that are read right.", lambda *p: len(p[1]) - _errors_left_out(*p)),
        Mistake(
            "That is the number of flowers with αᵢ = C. Some of them are read right, and some on the edge are not.",
            _of_whole(lambda s: (s.kinds == "inside").sum()),
        ),
        Mistake(
            "You left out the flower, and forgot the offset, or subtracted it.",
            _misread_by(lambda g, s, whole: g),
            also=(_misread_by(lambda g, s, whole: g - s.b),),
        ),
        Mistake(
            "The offset is that of the machine that has seen all flowers. Each machine has its own.",
            _misread_by(lambda g, s, whole: g + whole.b),
        ),
        Mistake(
            "The flower's own term was taken out of the sum, and the machine not trained anew.",
            lambda K, y, C: _without_own_term(K, y, svm_solve.solve_dual(K, y, C, tol=1e-9)),
        ),
        Mistake(
            "That is how many flowers are at the edge, or beyond it: kinds of points, not errors.",
            _of_whole(lambda s: (s.kinds == "beyond").sum()),
            also=(_of_whole(lambda s: (s.kinds == "edge").sum()),),
        ),
        Mistake(
            "You counted the flowers that are read as one of the classes, whether that is right or not.",
            _misread_by(lambda g, s, whole: g + s.b, wrong=lambda y, f: f > 0),
            also=(_misread_by(lambda g, s, whole: g + s.b, wrong=lambda y, f: f < 0),),
        ),
        Mistake(
            "The machines are asked about the flowers that they have been trained on. Ask each about the one that it "
            "has "
            "not seen.",
            _misread_of_rest,
        ),
        Mistake(
            "The classes are missing from the sum: each weight comes with its yⱼ.",
            _misread_without_classes,
            also=(lambda K, y, C: _misread_without_classes(K, y, C, offset=False),),
        ),
        Mistake(
            "That is percent. How many flowers are misread?",
            lambda K, y, C: round(100 * _errors_left_out(K, y, C) / len(y)),
        ),
        Mistake(
            "You gave each flower the class of its nearest neighbor. A machine has to be trained without it.",
            lambda K, y, C: _misread_by_nearest(K, y),
        ),
        Mistake(
            "The price is another one in your machines: was it changed with the number of flowers, or forgotten?",
            lambda K, y, C: _errors_left_out(K, y, C / len(y)),
            also=(
                lambda K, y, C: _errors_left_out(K, y, 10 * C),
                lambda K, y, C: _errors_left_out(K, y, 1.0),
                lambda K, y, C: _errors_left_out(K, y, 1e3 * C),
            ),
        ),
        Mistake(
            "You counted errors of one class alone.",
            _misread_by(lambda g, s, whole: g + s.b, wrong=lambda y, f: y > 0 and f <= 0),
            also=(_misread_by(lambda g, s, whole: g + s.b, wrong=lambda y, f: y < 0 and f >= 0),),
        ),
    ],
)


STREET_CLEARANCE = 1e-6  # by which constraints must hold, or fail, for points of size 1


def separable(features, y):
    """Whether some hyperplane separates two classes: how far the best, of bounded length, keeps from both.

    Parameters
    ----------
    features : (n, D) array
    y : (n,) array of −1 and 1

    Returns
    -------
    bool
    """
    n, D = features.shape
    scaled = features / max(np.abs(features).max(), 1e-300)
    constraints = np.hstack([-y[:, None] * scaled, -y[:, None], np.ones((n, 1))])
    cost = np.append(np.zeros(D + 1), -1.0)
    bounds = [(-1, 1)] * (D + 1) + [(None, 1)]
    found = linprog(cost, A_ub=constraints, b_ub=np.zeros(n), bounds=bounds)
    return bool(found.status == 0 and found.x[-1] > STREET_CLEARANCE)


def _parts(X):
    y = np.asarray(X)[:, 2]
    flat = np.asarray(X)[:, :2] / max(np.abs(np.asarray(X)[:, :2]).max(), 1e-300)
    return flat, np.column_stack([flat[:, 0] ** 2, 2**0.5 * flat[:, 0] * flat[:, 1], flat[:, 1] ** 2]), y


def _labels_are_fine(X):
    return bool(np.isin(np.asarray(X)[:, 2], (-1, 1)).all() and len(np.unique(np.asarray(X)[:, 2])) == 2)


def _certify_curved(_, X):
    if not _labels_are_fine(X):
        return Certificate("the third column holds −1 and 1, both of them", False)
    flat, curved, y = _parts(X)
    return [
        Certificate("no straight line separates the classes", not separable(flat, y)),
        Certificate("a street of the kernel ⟨x, x'⟩² does", separable(curved, y)),
    ]


def _clash(X):
    rows = np.unique(np.asarray(X), axis=0)
    return len(np.unique(rows[:, :2], axis=0)) < len(rows)


def _opposite_clash(X):
    """Whether x and −x are of different classes: the kernel cannot tell them apart."""
    A = np.asarray(X)
    return any(np.allclose(a[:2], -b[:2]) and a[2] != b[2] for a in A for b in A)


break_lines = Exercise(
    "12.9",
    "Break it: what no line can do",
    problems=None,
    reference=lambda: np.array([[1.0, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]]),
    certify=_certify_curved,
    form=points(3, least=4, most=30),
    mistakes=[
        Mistake(
            "The third column is the class: −1 or 1, and both have to be there.",
            lambda: np.array([[1.0, 1, 0], [-1, -1, 0], [1, -1, 1], [-1, 1, 1]]),
            when=lambda _, X: not _labels_are_fine(X),
        ),
        Mistake(
            "Two of your points are the same and have different classes. No machine can tell them apart.",
            lambda: np.array([[1.0, 1, 1], [1, 1, -1], [2, 0, 1], [0, 2, -1]]),
            when=lambda _, X: _labels_are_fine(X) and _clash(X),
        ),
        Mistake(
            "A straight line separates your classes. Put a point of the one between two of the other.",
            lambda: np.array([[1.0, 0, 1], [2, 1, 1], [-1, 0, -1], [-2, 1, -1]]),
            when=lambda _, X: _labels_are_fine(X) and not _clash(X) and separable(*_parts(X)[::2]),
        ),
        Mistake(
            "No line separates them, but the kernel does not either: ⟨x, x'⟩² has the same value for x and −x, and two "
            "opposite points of yours have different classes.",
            lambda: np.array([[1.0, 0, 1], [-1, 0, -1], [-2, 0, 1], [2, 0, -1]]),
            when=lambda _, X: (
                _labels_are_fine(X)
                and not _clash(X)
                and not separable(*_parts(X)[::2])
                and _opposite_clash(X)
            ),
        ),
        Mistake(
            "No line separates them, but the kernel does not either. Its boundaries are conics about the origin: "
            "ellipses, hyperbolas, pairs of lines. Which of the two classes should be inside?",
            lambda: np.array([[1.0, 0, 1], [2, 0, -1], [3, 0, 1], [4, 0, -1]]),
            when=lambda _, X: (
                _labels_are_fine(X)
                and not _clash(X)
                and not separable(*_parts(X)[::2])
                and not _opposite_clash(X)
                and not separable(*_parts(X)[1:])
            ),
        ),
    ],
)
