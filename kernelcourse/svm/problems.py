"""The problems on which answers to the exercises of chapter 12 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svm import solve as svm

SOLVER_TOLERANCE = 1e-12


def groups(rng, n, p=2, distance=0.7, share=0.5):
    """Points of two groups, in random order; a share of them, rounded down, has the class −1."""
    y = rng.permutation(np.where(np.arange(n) < int(share * n), -1.0, 1.0))
    return rng.normal(size=(n, p)) + distance * y[:, None], y


class Lesson(NamedTuple):
    """What a perceptron is taught: kernel values and classes; and the points, which an answer does not see."""

    K: np.ndarray
    y: np.ndarray
    X: np.ndarray


def _lesson(rng, n, shift, repeated=True):
    """Points that a line separates; at least one is missed twice, if so wanted."""
    while True:
        X = rng.normal(size=(n, 2))
        w, b = rng.normal(size=2), rng.normal() + shift
        f = (X @ w + b) / np.linalg.norm(w)
        y = np.where(f > 0, 1.0, -1.0)
        if np.abs(f).min() > 0.05 and 1 < (y > 0).sum() < n - 1:
            steps = list(svm.perceptron_steps(X @ X.T, y, 500))
            counts = steps[-1].counts
            one_pass = sum(step.sweep == 0 for step in steps)
            if len(steps) < 200 and (not repeated or (counts.max() > 1 and one_pass < len(steps))):
                return Lesson(X @ X.T, y, X)


def lessons(rng):
    """Draw points that can be separated, where one pass is not enough and some point is missed twice."""
    for n, shift in ((6, 0.3), (12, 0.0), (20, 0.5)):
        yield _lesson(rng, n, shift)


def edge_lessons(rng):
    """Draw the lessons of which the text speaks at its edge."""
    x = rng.uniform(1, 2)
    X = np.array([[x, 0.0], [-x, 0.0]])
    return {
        "the very first point: F is 0, and 0 counts as a mistake": Lesson(X @ X.T, np.array([-1.0, 1.0]), X),
        "points far out and near, and many passes": _long_lesson(rng),
    }


def _long_lesson(rng, n=8):
    """Points far out and near: more than ten passes, and other counts for who stays at a point until it is right."""
    while True:
        X = rng.normal(size=(n, 2)) * rng.permutation(np.repeat([0.3, 4.0], n // 2))[:, None]
        w, b = rng.normal(size=2), rng.normal()
        f = X @ w + b
        y = np.where(f > 0, 1.0, -1.0)
        if np.abs(f).min() > 0.05 and np.abs(y.sum()) < n - 2:
            *_, last = svm.perceptron_steps(X @ X.T, y, 200)
            impatient = (
                last.sweep > 10 and last.counts.sum() < 150 and _counts_of_the_impatient(X @ X.T + 1, y)
            )
            if impatient is not False and np.any(impatient != last.counts):
                return Lesson(X @ X.T, y, X)


def _counts_of_the_impatient(K, y):
    """Counts of a perceptron that stays at a point until it is no longer missed. K holds the 1 of the offset."""
    a, before = np.zeros(len(y)), -1
    while before != a.sum():
        before = a.sum()
        for i in range(len(y)):
            while y[i] * (K[i] @ (a * y)) <= 0:
                a[i] += 1
    return a


class Hyperplane(NamedTuple):
    """A hyperplane that separates points, by what the bound needs."""

    K_diagonal: np.ndarray
    w_norm2: float
    b: float
    y: np.ndarray
    f: np.ndarray
    Phi: np.ndarray
    w: np.ndarray


def hyperplanes(rng):
    """Draw hyperplanes that separate; the nearest point has a yf that is not 1."""
    for n, D in ((5, 2), (9, 3), (14, 4)):
        Phi, w, b = rng.normal(size=(n, D)) * rng.uniform(0.8, 2.0), rng.normal(size=D), rng.uniform(0.3, 1.0)
        f = Phi @ w + b
        y = np.where(f > 0, 1.0, -1.0)
        y[0], Phi[0] = -y[1], Phi[1] - 2 * f[1] * w / (w @ w)
        f = Phi @ w + b
        yield Hyperplane((Phi**2).sum(axis=1), float(w @ w), float(b), y, f, Phi, w)


def edge_hyperplanes(rng):
    """Draw a hyperplane through the origin."""
    Phi, w = rng.normal(size=(7, 3)), rng.normal(size=3)
    f = Phi @ w
    return {
        "b is 0": Hyperplane((Phi**2).sum(axis=1), float(w @ w), 0.0, np.where(f > 0, 1.0, -1.0), f, Phi, w)
    }


class Solved(NamedTuple):
    """A solved machine, and the solution, which an answer does not see."""

    alpha: np.ndarray
    y: np.ndarray
    K: np.ndarray
    C: float
    solution: svm.SVMSolution


def _solved(rng, n, kernel, C, share=0.5):
    while True:
        X, y = groups(rng, n, share=share)
        K = kernel(X)
        solution = svm.solve_dual(K, y, C, tol=SOLVER_TOLERANCE)
        kinds = list(solution.kinds)
        clear = np.abs(solution.alpha / C - 0.5)[solution.kinds == "edge"].max(initial=0.0) < 0.499
        if kinds.count("edge") >= 2 and "beyond" in kinds and "inside" in kinds and clear:
            return X, K, y, solution


def solved_machines(rng):
    """Draw machines with all three kinds of point; weights of 0 and of C are off by rounding."""
    for n, kernel, C, share in (
        (12, Linear(), 1.0, 0.5),
        (20, RBF(0.5), 3.0, 0.5),
        (26, Polynomial(2), 0.4, 0.25),
    ):
        _, K, y, solution = _solved(rng, n, kernel, C, share)
        rounding = C * 10 ** rng.uniform(-13, -9, n)
        off = np.select([solution.kinds == "beyond", solution.kinds == "inside"], [rounding, -rounding], 0.0)
        yield Solved(solution.alpha + off, y, K, C, solution)


def edge_machines(rng):
    """Draw the machines of which the text speaks at its edge."""
    _, K, y, solution = _solved(rng, 15, Linear(), 30.0)
    off = np.where(solution.kinds == "beyond", 1e-9 * solution.C, 0.0)
    return {
        "weights of 0 come out as 1e-9 of C": Solved(solution.alpha + off, y, K, 30.0, solution),
        "points on the edge weigh a millionth of C": _with_light_edge(rng, 1e-6),
        "only points of class −1 on the edge": _with_one_edge(rng),
    }


def _with_one_edge(rng):
    """Draw a machine that has points of class −1 on the edge of its margin, and none of the other class."""
    while True:
        _, K, y, solution = _solved(rng, 12, Linear(), 0.5)
        if (y[solution.kinds == "edge"] < 0).all():
            return Solved(solution.alpha, y, K, 0.5, solution)


def _with_light_edge(rng, share):
    """Draw points on a line: those nearest to the boundary hold all the weight but that share of C, twice."""
    along, y = np.array([1.0, 0.4, -2.5, -0.4, 2.0, -1.0]), np.array([1.0, 1.0, -1.0, -1.0, 1.0, -1.0])
    w = rng.normal(size=2)
    X = np.outer(along, w / (w @ w)) + rng.normal(size=2)  # f = ⟨w, x⟩ + b is what stands in `along`
    C = (w @ w) / (2 * (0.4 + share))
    alpha = C * np.select([np.abs(along) == 0.4, np.abs(along) == 1.0], [1.0, share], 0.0)
    K = X @ X.T
    return Solved(alpha, y, K, C, svm.solve_dual(K, y, C, tol=SOLVER_TOLERANCE))


class Guess(NamedTuple):
    """Weights that are allowed and not the best, and any offset."""

    alpha: np.ndarray
    y: np.ndarray
    K: np.ndarray
    C: float
    b: float


def _guess(rng, n, kernel, C, **changes):
    X, y = groups(rng, n)
    alpha = rng.uniform(0.1, 0.9, size=n) * C
    heavier = y == np.sign(alpha @ y)
    alpha[heavier] *= alpha[~heavier].sum() / alpha[heavier].sum()
    return Guess(alpha, y, kernel(X), C, rng.normal())._replace(**changes)


def guesses(rng):
    """Draw weights and offsets of no particular machine."""
    for n, kernel, C in ((4, Linear(), 2.0), (9, RBF(0.5), 0.5), (14, Polynomial(2), 0.3)):
        yield _guess(rng, n, kernel, C)


def edge_guesses(rng):
    """Draw guesses at the edge of what is allowed."""
    return {
        "all weights are 0: then w is 0": _guess(rng, 6, Linear(), 1.5, alpha=np.zeros(6)),
        "all weights are C": _guess(rng, 8, RBF(0.7), 0.8, alpha=np.full(8, 0.8)),
    }


class Pair(NamedTuple):
    """Weights that are allowed, and the two that are to move."""

    alpha: np.ndarray
    y: np.ndarray
    K: np.ndarray
    C: float
    i: int
    j: int


def _pair(rng, n, same, C, kernel, ends="inside"):
    """Two points of one class or of both, where the first may rise; it ends inside the box or at a wall of one."""
    while True:
        guess = _guess(rng, n, kernel, C)
        slopes = guess.y - guess.K @ (guess.alpha * guess.y)
        i, j = (int(k) for k in rng.choice(n, size=2, replace=False))
        if (guess.y[i] == guess.y[j]) != same or slopes[i] <= slopes[j] + 0.05:
            continue
        top = (slopes[i] - slopes[j]) / (guess.K[i, i] + guess.K[j, j] - 2 * guess.K[i, j])
        own = C - guess.alpha[i] if guess.y[i] > 0 else guess.alpha[i]
        other = guess.alpha[j] if guess.y[j] > 0 else C - guess.alpha[j]
        room = min(own, other)
        stops = top > 1.3 * room > 0.05 * C
        rises, falls = guess.y[i] > 0, guess.y[j] > 0
        if {
            "inside": 2.1 * top < room,
            "first at C": stops and own < 0.8 * other and rises,
            "first at 0": stops and own < 0.8 * other and not rises,
            "second at C": stops and other < 0.8 * own and not falls,
            "second at 0": stops and other < 0.8 * own and falls,
        }[ends]:
            return Pair(guess.alpha, guess.y, guess.K, C, i, j)


def pairs(rng):
    """Draw pairs of one class and of both; the step ends inside the box or at a wall."""
    yield _pair(rng, 4, False, 4.0, RBF(0.5))
    yield _pair(rng, 7, True, 4.0, RBF(1.0))
    yield _pair(rng, 7, False, 1.0, RBF(0.8), "first at C")
    yield _pair(rng, 10, True, 0.8, Linear(), "second at 0")
    yield _pair(rng, 8, True, 0.9, RBF(0.6), "first at 0")
    yield _pair(rng, 9, False, 0.7, Linear(), "second at C")


def edge_pairs(rng):
    """Draw a pair that cannot move, though the dual would rise: the first has no room."""
    while True:
        alpha, y, K, C, _ = _guess(rng, 6, RBF(0.5), 1.0)
        i, j = (int(k) for k in rng.choice(6, size=2, replace=False))
        alpha[i] = C if y[i] > 0 else 0.0
        rest = (y == np.sign(alpha @ y)) & (np.arange(6) != i)  # these keep the balance
        alpha[rest] *= 1 - abs(alpha @ y) / max(alpha[rest].sum(), 1e-9)
        slopes = y - K @ (alpha * y)
        if abs(alpha @ y) < 1e-12 and alpha.min() >= 0 and slopes[i] > slopes[j] + 0.05:
            pair = Pair(alpha, y, K, C, i, j)
            return {"the first weight is at its wall already: nothing moves": pair}


class Copies(NamedTuple):
    """A price, and how often each point comes."""

    C: float
    m: int


def copies(rng):
    """Draw prices and numbers of copies."""
    for m in (2, 3, 5):
        yield Copies(float(np.round(rng.uniform(0.3, 6), 2)), m)


def edge_copies(rng):
    """Draw a single copy."""
    return {"each point once": Copies(float(np.round(rng.uniform(0.3, 6), 2)), 1)}


class Decisions(NamedTuple):
    """Entry (k, l) is f of the machine of the classes k and l: positive for k."""

    F: np.ndarray


def _decisions(rng, c):
    half = np.triu(rng.normal(size=(c, c)), 1)
    return half - half.T


def _won(F):
    return ((F > 0).sum(axis=1), F.sum(axis=1))


def decisions(rng):
    """Draw decisions where votes, sums of decisions, the largest of them and ties would name different classes."""
    for c, tied in ((3, False), (4, True), (6, True), (5, False), (7, False)):
        while True:
            F = _decisions(rng, c)
            won, sums = _won(F)
            first, best = np.flatnonzero(won == won.max()), int(sums.argmax())
            clear = np.sort(sums)[-1] - np.sort(sums)[-2] > 0.05
            single = int(np.unravel_index(F.argmax(), F.shape)[0])
            others = {best, int(first[0]), *([single] if c > 4 else [])}
            if not tied and len(first) == 1 and clear and len(others) == (3 if c > 4 else 2):
                break
            # The winner of a tie is not the first of those that share it, and once it is not the last either.
            place, last = int(sums[first].argmax()), len(first) - (c == 6)
            if tied and 0 < place < last and best not in first:
                break
        yield Decisions(F)


def edge_decisions(rng):
    """Draw three classes that each win once, two classes, and tables where votes and decisions disagree."""
    a, b, c = rng.permutation([0.5, 1.0, 2.0]) * rng.uniform(0.5, 1.5)
    return {
        "three classes, one vote each": Decisions(np.array([[0, a, -b], [-a, 0, c], [b, -c, 0]])),
        "two classes": Decisions(np.array([[0, -a], [a, 0]])),
        "classes with as many votes, and decisions that disagree": Decisions(_disputed(rng)),
        "a class that wins most of its pairs, but narrowly": Decisions(_narrow(rng)),
    }


def _ranked(F):
    """Points of each class by the ranks of its decisions: in each column, as Borda gives them, and in the table."""
    of_all = np.sort(F, axis=None)
    in_table = np.searchsorted(of_all, F) + np.searchsorted(
        of_all, F, "right"
    )  # what is equal shares its ranks
    return F.argsort(axis=0).argsort(axis=0).sum(axis=1), in_table.sum(axis=1)


def _disputed(rng):
    """Decisions with a tie that each other rule (all sums, one decision, the wins alone, the tied alone) gets wrong."""
    while True:
        F = _decisions(rng, 5)
        won, sums = _won(F)
        tied = np.flatnonzero(won == won.max())
        best = tied[sums[tied].argmax()]
        among = F[np.ix_(tied, tied)].sum(axis=1)
        rules = [F[tied].max(axis=1), np.maximum(F[tied], 0).sum(axis=1), np.abs(F[tied]).sum(axis=1), among]
        rules += [points[tied] for points in _ranked(F)]
        misled = all(rule[tied == best] < rule.max() for rule in rules)
        if len(tied) > 1 and np.ptp(sums[tied]) > 0.05 and misled:
            return F


def _narrow(rng):
    """Decisions without a tie, where no rule but the votes names the class with most, nor that with fewest."""
    while True:
        F = _decisions(rng, 5)
        won = np.sort((F > 0).sum(axis=1))
        if won[-1] == won[-2] or won[0] == won[1]:
            continue
        best, worst = (F > 0).sum(axis=1).argmax(), (F > 0).sum(axis=1).argmin()
        for k, narrow in ((best, F[best] > 0), (worst, F[worst] < 0)):
            F[k, narrow] *= 0.2
            F[narrow, k] *= 0.2
        single, wins = F.max(axis=1), np.maximum(F, 0).sum(axis=1)
        if best in (single.argmax(), wins.argmax()) or single.argmax() == wins.argmax():
            continue
        if all(p[best] < p.max() and p[worst] > p.min() for p in (F.sum(axis=1), *_ranked(F))):
            return F


class Flowers(NamedTuple):
    """Kernel values of some irises of two species that overlap, their classes, and a price."""

    K: np.ndarray
    y: np.ndarray
    C: float


def left_out(K, y, C):
    """The decision at each point by the machine that has not seen it, as its sum and its offset, two (n,) arrays."""
    sums, offsets = np.empty((2, len(y)))
    for i in range(len(y)):
        rest = np.delete(np.arange(len(y)), i)
        solution = svm.solve_dual(K[np.ix_(rest, rest)], y[rest], C, tol=1e-9)
        sums[i], offsets[i] = K[i, rest] @ (solution.alpha * y[rest]), solution.b
    return sums, offsets


def flowers(rng):
    """Draw irises, versicolor and virginica, some of which are misread when left out, the first and the last too.

    No decision is borderline. Of the first flowers, others are misread with the offset of the whole machine, of the
    second with another price. Of the last flowers, one is misread that stands on the edge of the margin.
    """
    data = datasets.iris().standardized()
    for n, columns in ((16, (0, 1)), (24, (0, 1)), (30, (0, 1, 2))):
        while True:
            some = np.concatenate(
                [rng.choice(np.flatnonzero(data.y == k), n // 2, replace=False) for k in (1, 2)]
            )
            some = rng.permutation(some)
            K, y = Linear()(data.X[some][:, columns]), np.where(data.y[some] == 2, 1.0, -1.0)
            C = float(np.round(10 ** rng.uniform(-0.5, 1), 2))
            (sums, offsets), whole = left_out(K, y, C), svm.solve_dual(K, y, C, tol=1e-9)
            misread = y * (sums + offsets) <= 0
            errors = int(misread.sum())
            others = (
                int(whole.misclassified.sum()),
                len(whole.support),
                int((whole.kinds == "inside").sum()),
            )
            on_the_edge = n < 30 or (misread & (whole.kinds == "edge")).any()
            if np.abs(sums + offsets).min() < 1e-2 or errors < 2 or not on_the_edge:
                continue
            if errors in (*others, n - errors) or errors in _by_mistake(n, K, y, C, sums + whole.b):
                continue
            yield _misread_at_both_ends(K, y, C, np.flatnonzero(misread))
            break


def _by_mistake(n, K, y, C, with_one_offset):
    """How many of 16 flowers are misread with the offset of all, how many of 24 at another price."""
    if n == 16:
        return [(y * with_one_offset <= 0).sum()]
    return [(y * sum(left_out(K, y, price)) <= 0).sum() for price in (1.0, C / 10, 10 * C) if n == 24]


def _misread_at_both_ends(K, y, C, misread):
    """The same flowers, the first and the last of which are misread."""
    order = np.concatenate([misread[:1], np.setdiff1d(np.arange(len(y)), misread[[0, -1]]), misread[-1:]])
    return Flowers(K[np.ix_(order, order)], y[order], C)
