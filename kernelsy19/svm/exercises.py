"""The exercises of chapter 12: the perceptron and the support vector machine."""

import numpy as np
from scipy.optimize import linprog
from sklearn.svm import SVC

from kernelsy19.course.answers import points
from kernelsy19.course.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelsy19.kernels import RBF
from kernelsy19.svm import equations as svm
from kernelsy19.svm import problems
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
    ],
)


def _bound(K_diagonal, w_norm2, b, y, f):
    return (K_diagonal.max() + 1) * (w_norm2 + b**2) / (y * f).min() ** 2


def _bound_in_coordinates(K_diagonal, w_norm2, b, y, f, Phi, w):
    long = np.hstack([Phi, np.ones((len(Phi), 1))])
    u = np.append(w, b) / np.linalg.norm(np.append(w, b))
    gamma = min(label * (x @ u) for x, label in zip(long, y, strict=True))
    return max(x @ x for x in long) / gamma**2


bound_on_updates = Exercise(
    "12.2",
    "How many mistakes at most?",
    problems=problems.hyperplanes,
    edge=problems.edge_hyperplanes,
    arguments=lambda problem: problem[:5],
    reference=_bound,
    certify=lambda problem, answer: Certificate(
        "relative difference from R²/γ², both from coordinates",
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
            "γ is squared in the bound.", lambda K, w2, b, y, f: (K.max() + 1) / svm.separation(w2, b, y, f)
        ),
        Mistake(
            "The nearest point need not have yf = 1: γ depends on how near it is.",
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
            "This is R/γ. The bound is its square.",
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
            "K(x, x) is a squared length already: you squared it once more, or took its root.",
            lambda K_diagonal, w_norm2, b, y, f: (
                (K_diagonal.max() ** 2 + 1) * (w_norm2 + b**2) / (y * f).min() ** 2
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


offset = Exercise(
    "12.3",
    "The offset",
    problems=problems.solved_machines,
    edge=problems.edge_machines,
    arguments=lambda problem: problem[:4],
    reference=_offset_over(_edge_of),
    certify=_certify_offset,
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


gap = Exercise(
    "12.4",
    "How good is a guess?",
    problems=problems.guesses,
    edge=problems.edge_guesses,
    reference=_gap,
    certify=agreement("error of the gap, summed in loops", _gap_by_loops, 1e-9),
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
            "In the primal ‖w‖² has the factor ½ as well.",
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
    ],
)


def _errors_left_out(K, y, C):
    """Only support vectors can be misread: without another point the machine stays as it is."""
    support = svm_solve.solve_dual(K, y, C, tol=1e-9).support
    errors = 0
    for i in support:
        rest = np.delete(np.arange(len(y)), i)
        solution = svm_solve.solve_dual(K[np.ix_(rest, rest)], y[rest], C, tol=1e-9)
        errors += bool(y[i] * (K[i, rest] @ (solution.alpha * y[rest]) + solution.b) <= 0)
    return errors


def _errors_of_another_library(K, y, C):
    errors = 0
    for i in range(len(y)):
        rest = np.delete(np.arange(len(y)), i)
        peer = SVC(C=C, kernel="precomputed", tol=1e-8).fit(K[np.ix_(rest, rest)], y[rest])
        errors += int(peer.predict(K[[i]][:, rest])[0] != y[i])
    return errors


def _of_whole(count):
    """What a machine that has seen all points says: ``count(solution)``."""
    return lambda K, y, C: int(count(svm_solve.solve_dual(K, y, C, tol=1e-9)))


def _certify_left_out(problem, answer):
    solution = svm_solve.solve_dual(*problem, tol=1e-9)
    return [
        Certificate("no more than there are support vectors", bool(answer <= len(solution.support))),
        Certificate(
            "difference from the count of scikit-learn's machines",
            abs(answer - _errors_of_another_library(*problem)),
            0,
            otherwise="error of the count",
        ),
    ]


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
