"""The exercises of chapter 12: the perceptron and the support vector machine."""

import functools

import numpy as np
from scipy.optimize import linprog
from sklearn.svm import SVC

from kernelcourse.judging.answers import points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, worst
from kernelcourse.svm import problems
from kernelcourse.svm.first_exercises import bound_on_updates, gap, offset, perceptron
from kernelsy19.kernels import RBF
from kernelsy19.svm import equations as svm
from kernelsy19.svm import solve as svm_solve

# A check looks for the exercises of a chapter here, those of the other file included.
__all__ = [
    "bound_on_updates",
    "break_lines",
    "gap",
    "leave_one_out",
    "offset",
    "perceptron",
    "price_of_copies",
    "smo_step",
    "winner",
]


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
