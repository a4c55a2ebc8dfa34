"""The first exercises of chapter 12, up to 12.4."""

import numpy as np

from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelcourse.svm import problems
from kernelsy19.svm import equations as svm

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


bound_on_updates = Exercise(
    "12.2",
    "How many mistakes at most?",
    problems=problems.hyperplanes,
    edge=problems.edge_hyperplanes,
    arguments=lambda problem: problem[:5],
    reference=_bound,
    certify=lambda problem, answer: Certificate(
        "relative difference from R²/δ², both from coordinates",
        abs(answer / _bound_in_coordinates(*problem) - 1),
        1e-9,
        otherwise="relative error of the bound",
    ),
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
            "Your bound is rounded to whole updates. The bound itself is asked for.",
            lambda K, w2, b, y, f: np.floor(_bound(K, w2, b, y, f)),
            also=(
                lambda K, w2, b, y, f: np.ceil(_bound(K, w2, b, y, f)),
                lambda K, w2, b, y, f: np.round(_bound(K, w2, b, y, f)),
            ),
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
            "The classes are missing in w, in all that follows from it.",
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
