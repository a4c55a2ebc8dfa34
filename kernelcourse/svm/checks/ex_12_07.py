"""One against one"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Entry (k, l) is f of the machine of the classes k and l: positive for k
Decisions = namedtuple("Decisions", "F")


def problems(rng):
    """Draw decisions where votes, sums of decisions, the largest of them and ties would name different classes."""
    for c, tied in ((3, False), (4, True), (6, True), (5, False), (7, False)):
        while True:
            F = _decisions(rng, c)
            sums, first = F.sum(axis=1), most(F)
            best, single = int(sums.argmax()), int(np.unravel_index(F.argmax(), F.shape)[0])
            clear = np.sort(sums)[-1] - np.sort(sums)[-2] > 0.05
            others = {best, int(first[0]), *([single] if c > 4 else [])}
            if not tied and len(first) == 1 and clear and len(others) == (3 if c > 4 else 2):
                break
            # The winner of a tie is not the first of those that share it, and once it is not the last either.
            place, last = int(sums[first].argmax()), len(first) - (c == 6)
            if tied and 0 < place < last and best not in first:
                break
        yield Decisions(F)


def _decisions(rng, c):
    half = np.triu(rng.normal(size=(c, c)), 1)
    return half - half.T


def edge(rng):
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
        sums, tied = F.sum(axis=1), most(F)
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
        won = np.sort(votes(F))
        if won[-1] == won[-2] or won[0] == won[1]:
            continue
        best, worst = votes(F).argmax(), votes(F).argmin()
        for k, narrow in ((best, F[best] > 0), (worst, F[worst] < 0)):
            F[k, narrow] *= 0.2
            F[narrow, k] *= 0.2
        single, wins = F.max(axis=1), np.maximum(F, 0).sum(axis=1)
        if best in (single.argmax(), wins.argmax()) or single.argmax() == wins.argmax():
            continue
        if all(p[best] < p.max() and p[worst] > p.min() for p in (F.sum(axis=1), *_ranked(F))):
            return F


def votes(F):
    return (F > 0).sum(axis=1)


def most(F):
    """The classes with most votes."""
    return np.flatnonzero(votes(F) == votes(F).max())


def solve(F):
    """Of the classes with most votes, the one with the largest sum of decisions."""
    return int(most(F)[F.sum(axis=1)[most(F)].argmax()])


def certify(problem, k):
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


def settles_otherwise(problem, answer):
    """Whether several classes have most votes, and the answer is one of them, but not the winner."""
    tied = most(problem.F)
    return len(tied) > 1 and bool(np.isin(answer, tied)) and answer != solve(problem.F)
