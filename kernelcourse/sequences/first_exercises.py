"""The first exercises of chapter 14, up to 14.4."""

import itertools
import math

import numpy as np

from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement
from kernelcourse.sequences import problems

# ---- 14.1 ----------------------------------------------------------------------------------------


def _substrings(word, k):
    return [word[i : i + k] for i in range(len(word) - k + 1)]


def _spectrum(x, y, k):
    ours, theirs = _substrings(x, k), _substrings(y, k)
    return sum(ours.count(u) * theirs.count(u) for u in set(ours))


def _pairs_of_places(x, y, k):
    return sum(x[i : i + k] == y[j : j + k] for i in range(len(x) - k + 1) for j in range(len(y) - k + 1))


def _without_last(x, y, k):
    ours, theirs = _substrings(x, k)[:-1], _substrings(y, k)[:-1]
    return sum(ours.count(u) * theirs.count(u) for u in set(ours))


def _shorter_at_the_end(x, y, k):
    ours, theirs = ([word[i : i + k] for i in range(len(word))] for word in (x, y))
    return sum(ours.count(u) * theirs.count(u) for u in set(ours))


def _smaller_count(x, y, k):
    ours, theirs = _substrings(x, k), _substrings(y, k)
    return sum(min(ours.count(u), theirs.count(u)) for u in set(ours))


def _over_common(x, y, k, join):
    ours, theirs = _substrings(x, k), _substrings(y, k)
    return sum(join(ours.count(u), theirs.count(u)) for u in set(ours) & set(theirs))


def _products(ours, theirs):
    return sum(ours.count(u) * theirs.count(u) for u in set(ours))


def _pairs_where(x, y, k, counts):
    ours, theirs = _substrings(x, k), _substrings(y, k)
    return sum(u == v and counts(i, j) for i, u in enumerate(ours) for j, v in enumerate(theirs))


def _repeated(x, y, k, keep):
    return _over_common(x, y, k, lambda a, b: a * b if keep(a, b) else 0)


spectrum = Exercise(
    "14.1",
    "Common substrings",
    problems=problems.two_words,
    edge=problems.edge_words,
    reference=_spectrum,
    certify=agreement(
        "difference from the number of pairs of places with the same k letters", _pairs_of_places
    ),
    mistakes=[
        Mistake(
            "You count each common substring once. How often it occurs in both words matters.",
            lambda x, y, k: len(set(_substrings(x, k)) & set(_substrings(y, k))),
        ),
        Mistake(
            "You add the smaller of the two counts. A dot product multiplies them.",
            _smaller_count,
        ),
        Mistake(
            "The last substring of each word is missing: how many are there in a word of p letters?",
            _without_last,
        ),
        Mistake(
            "At the end of each word you also count pieces that are shorter than k.",
            _shorter_at_the_end,
        ),
        Mistake(
            "You count places i at which both words have the same letters. The place does not matter.",
            lambda x, y, k: sum(a == b for a, b in zip(_substrings(x, k), _substrings(y, k), strict=False)),
        ),
        Mistake(
            "You go through all places of x and multiply by the count in x as well: it counts twice.",
            lambda x, y, k: sum(
                _substrings(x, k).count(u) * _substrings(y, k).count(u) for u in _substrings(x, k)
            ),
        ),
        Mistake(
            "You count places of x whose substring occurs in y at all. How often it occurs there matters, too.",
            lambda x, y, k: sum(u in set(_substrings(y, k)) for u in _substrings(x, k)),
        ),
        Mistake(
            "You count places of y whose substring occurs in x at all. How often it occurs there matters, too.",
            lambda x, y, k: sum(u in set(_substrings(x, k)) for u in _substrings(y, k)),
        ),
        Mistake(
            "You add the two counts. A dot product multiplies them.",
            lambda x, y, k: _over_common(x, y, k, lambda a, b: a + b),
        ),
        Mistake(
            "You take the larger of the two counts. A dot product multiplies them.",
            lambda x, y, k: _over_common(x, y, k, max),
        ),
        Mistake(
            "You square the counts. Each is one factor of the product.",
            lambda x, y, k: _over_common(x, y, k, lambda a, b: (a * b) ** 2),
        ),
        Mistake(
            "You compare how often each substring occurs, as a distance does. A dot product multiplies.",
            lambda x, y, k: _spectrum(x, x, k) + _spectrum(y, y, k) - 2 * _spectrum(x, y, k),
        ),
        Mistake(
            "`count` of a word does not see occurrences that overlap: it goes on behind the one that it has found.",
            lambda x, y, k: sum(x.count(u) * y.count(u) for u in set(_substrings(x, k))),
        ),
        Mistake(
            "In one of the two words you count without overlaps.",
            lambda x, y, k: sum(_substrings(x, k).count(u) * y.count(u) for u in set(_substrings(x, k))),
        ),
        Mistake(
            "You cut the words into pieces that do not overlap. A substring may begin at any place.",
            lambda x, y, k: _products(
                [x[i : i + k] for i in range(0, len(x) - k + 1, k)],
                [y[i : i + k] for i in range(0, len(y) - k + 1, k)],
            ),
        ),
        Mistake(
            "You count letters that need not stand side by side. A substring has no gaps.",
            lambda x, y, k: _products(*(["".join(u) for u in itertools.combinations(w, k)] for w in (x, y))),
        ),
        Mistake(
            "You also count substrings that are shorter than k.",
            lambda x, y, k: sum(_spectrum(x, y, j) for j in range(1, k + 1)),
        ),
        Mistake(
            "Your substrings have one letter less than k.",
            lambda x, y, k: _spectrum(x, y, k - 1) if k > 1 else len(x) * len(y),
        ),
        Mistake(
            "You compare letters one by one: `k` has no effect on your answer.",
            lambda x, y, k: _spectrum(x, y, 1) if k > 1 else 0,
        ),
        Mistake(
            "Only the last substring of x is missing: y has all of its own.",
            lambda x, y, k: _products(_substrings(x, k)[:-1], _substrings(y, k)),
        ),
        Mistake(
            "Only the last substring of y is missing: x has all of its own.",
            lambda x, y, k: _products(_substrings(x, k), _substrings(y, k)[:-1]),
        ),
        Mistake(
            "The first substring of each word is missing: does your loop begin at 0?",
            lambda x, y, k: _products(_substrings(x, k)[1:], _substrings(y, k)[1:]),
        ),
        Mistake(
            "At the end of each word you count one piece that is too short.",
            lambda x, y, k: _products(*([w[i : i + k] for i in range(len(w) - k + 2)] for w in (x, y))),
        ),
        Mistake(
            "You multiply the numbers of substrings. Only pairs of the same letters count.",
            lambda x, y, k: len(_substrings(x, k)) * len(_substrings(y, k)),
        ),
        Mistake(
            "You compare x with itself: y has no effect on your answer.",
            lambda x, y, k: _spectrum(x, x, k),
        ),
        Mistake(
            "You compare y with itself: x has no effect on your answer.",
            lambda x, y, k: _spectrum(y, y, k),
        ),
        Mistake(
            "You go through all places of y and multiply by the count in y as well: it counts twice.",
            lambda x, y, k: sum(
                _substrings(x, k).count(u) * _substrings(y, k).count(u) for u in _substrings(y, k)
            ),
        ),
        Mistake(
            "You count all substrings that occur in one word or in the other.",
            lambda x, y, k: len(set(_substrings(x, k)) | set(_substrings(y, k))),
        ),
        Mistake(
            "Two substrings count for you as soon as they hold the same letters. Their order matters.",
            lambda x, y, k: (
                _products(*(["".join(sorted(u)) for u in _substrings(w, k)] for w in (x, y))) if k > 1 else 0
            ),
        ),
        Mistake(
            "One of the words is read backward.",
            lambda x, y, k: _spectrum(x, y[::-1], k) if k > 1 else 0,
        ),
        Mistake(
            "The words are read around their end, as if they were closed to a ring.",
            lambda x, y, k: _products(*([(w + w)[i : i + k] for i in range(len(w))] for w in (x, y))),
            also=(lambda x, y, k: _spectrum(x + x[: k - 1], y + y[: k - 1], k),),
        ),
        Mistake(
            "You put both words together first, and so count within one word, and across the seam.",
            lambda x, y, k: sum(
                n for n in map(_substrings(x + y, k).count, set(_substrings(x + y, k))) if n > 1
            ),
            also=(
                lambda x, y, k: _spectrum(x + y, x + y, k),
                lambda x, y, k: len(set(_substrings(x + y, k))),
            ),
        ),
        Mistake(
            "You compare each place of one word with some places of the other only. All pairs of places count.",
            lambda x, y, k: _pairs_where(x, y, k, lambda i, j: i <= j),
            also=(
                lambda x, y, k: _pairs_where(x, y, k, lambda i, j: i >= j),
                lambda x, y, k: _pairs_where(x, y, k, lambda i, j: i < j),
                lambda x, y, k: _pairs_where(x, y, k, lambda i, j: i > j),
                lambda x, y, k: _pairs_where(x, y, k, lambda i, j: i != j),
            ),
        ),
        Mistake(
            "That is the length of the longest piece that both have. All common pieces of k letters are counted.",
            lambda x, y, k: max(n for n in range(len(x) + 1) if any(u in y for u in _substrings(x, n))),
        ),
        Mistake(
            "Only substrings that occur several times count for you. Those that occur once count as well.",
            lambda x, y, k: _repeated(x, y, k, lambda a, b: a > 1),
            also=(
                lambda x, y, k: _repeated(x, y, k, lambda a, b: b > 1),
                lambda x, y, k: _repeated(x, y, k, lambda a, b: a > 1 and b > 1),
            ),
        ),
        Mistake(
            "You count the substrings of one word alone, whether the other has them or not.",
            lambda x, y, k: len(_substrings(x, k)),
            also=(
                lambda x, y, k: len(_substrings(y, k)),
                lambda x, y, k: len(set(_substrings(x, k))),
                lambda x, y, k: len(set(_substrings(y, k))),
            ),
        ),
    ],
)


# ---- 14.2 ----------------------------------------------------------------------------------------


def _count_with(steps, edge=1, start=0):
    """Count the ways through a table with some of the three steps."""

    def count(p, q):
        M = [[edge if start else 0] * (q + 1) for _ in range(p + 1)]
        M[0][0] = 1
        for i in range(1, p + 1):
            for j in range(1, q + 1):
                M[i][j] = sum(M[i - a][j - b] for a, b in steps)
        return M[p][q]

    return count


def _by_diagonals(p, q):
    """Of the p + q − 2 single steps, so many pairs become a step on the diagonal."""
    p, q = p - 1, q - 1
    return sum(math.comb(p + q - d, d) * math.comb(p + q - 2 * d, p - d) for d in range(min(p, q) + 1))


ALL_STEPS = ((1, 0), (0, 1), (1, 1))

number_of_alignments = Exercise(
    "14.2",
    "How many alignments?",
    problems=problems.lengths,
    edge=problems.edge_lengths,
    reference=_count_with(ALL_STEPS),
    certify=lambda problem, answer: Certificate(
        "relative difference from a sum over the number of diagonal steps",
        abs(float(answer) / float(_by_diagonals(*problem)) - 1),
        1e-12,
        otherwise="relative error of the number",
    ),
    mistakes=[
        Mistake(
            "The step that goes on in both sequences is missing.",
            lambda p, q: math.comb(p + q - 2, p - 1),
        ),
        Mistake(
            "You count ways from (0, 0) to (p, q). An alignment starts with the pair of the two first elements.",
            _count_with(ALL_STEPS, start=1),
        ),
        Mistake(
            "That is the number for sequences which are one element shorter. There is one way along the first row, and "
            "one along the first column, and the table ends with the pair of the two last elements.",
            lambda p, q: _inner_only(p, q),
            also=(lambda p, q: _count_with(ALL_STEPS)(max(p - 1, 1), max(q - 1, 1)),),
        ),
        Mistake(
            "You multiply by 3 for each step. Near the edge there are fewer than three choices, and lengths differ.",
            lambda p, q: 3 ** (p + q - 2),
        ),
        Mistake(
            "This is the number of pairs of elements. Each alignment is a way through all of them.",
            lambda p, q: p * q,
        ),
        Mistake(
            "That is the sum of the whole table, or each cell adds 1 of its own. An alignment begins with the first "
            "pair and ends with the last.",
            lambda p, q: sum(_count_with(ALL_STEPS)(i + 1, j + 1) for i in range(p) for j in range(q)),
        ),
        Mistake(
            "You count ways from a corner before the first pair, and without the step that goes on in both sequences.",
            lambda p, q: math.comb(p + q, p),
        ),
        Mistake(
            "Your ways have one step too many, and none that goes on in both sequences.",
            lambda p, q: math.comb(p + q - 1, p),
        ),
        Mistake(
            "You multiply by 3 for each element of one sequence. Lengths differ, and near the edge there are "
            "fewer than three choices.",
            lambda p, q: 3 ** (max(p, q) - 1),
            also=(*(lambda p, q, f=f: 3 ** f(p, q) for f in (max, min)), lambda p, q: 3 ** (min(p, q) - 1)),
        ),
        Mistake(
            "You multiply by 2 for each step. A step may also go on in both sequences, and near the edge there are "
            "fewer "
            "choices.",
            lambda p, q: 2 ** (p + q - 2),
            also=(lambda p, q: 2 ** (p + q), lambda p, q: 2 ** (p + q - 1)),
        ),
        Mistake(
            "That is how many pairs the longest alignment has, not how many alignments there are.",
            lambda p, q: p + q - 1,
        ),
        Mistake(
            "That is how many pairs the shortest alignment has, not how many alignments there are.",
            lambda p, q: max(p, q),
        ),
        Mistake(
            "You choose a partner for each element of x. The order of both sequences has to be kept.",
            lambda p, q: q**p,
        ),
        Mistake(
            "You choose a partner for each element of y. The order of both sequences has to be kept.",
            lambda p, q: p**q,
        ),
        Mistake(
            "The step that goes on in both sequences counts twice in your sum.",
            _count_with((*ALL_STEPS, (1, 1))),
        ),
        Mistake(
            "A step that goes on in one of the sequences alone is missing.",
            _count_with(ALL_STEPS[1:]),
            also=(_count_with(ALL_STEPS[::2]),),
        ),
        Mistake(
            "You count for two sequences of the same length: one of the two lengths has no effect on your answer.",
            lambda p, q: _count_with(ALL_STEPS)(p, p),
            also=(
                lambda p, q: _count_with(ALL_STEPS)(q, q),
                *(
                    lambda p, q, f=f, start=start: _count_with(ALL_STEPS, start=start)(f(p, q), f(p, q))
                    for f in (max, min)
                    for start in (0, 1)
                ),
            ),
        ),
        Mistake(
            "Your table is one short in one direction: the last row or the last column is not reached.",
            lambda p, q: _count_with(ALL_STEPS)(max(p - 1, 1), q),
            also=(lambda p, q: _count_with(ALL_STEPS)(p, max(q - 1, 1)),),
        ),
        Mistake(
            "You count orders, with factorials. The order of both sequences is kept, and steps come one after another.",
            lambda p, q: math.factorial(p + q - 2),
            also=(
                lambda p, q: math.factorial(p) * math.factorial(q),
                lambda p, q: math.factorial(p + q),
                lambda p, q: math.factorial(max(p, q)),
            ),
        ),
        Mistake(
            "That grows with the product of the lengths, as the table does. The number in a cell grows much faster.",
            lambda p, q: 3 * (p - 1) * (q - 1) + 1,
            also=(
                lambda p, q: 3 * p * q,
                lambda p, q: (p - 1) * (q - 1),
                lambda p, q: (p + 1) * (q + 1),
                lambda p, q: p * q + 1,
                lambda p, q: p * q - 1,
            ),
        ),
        Mistake(
            "You choose which elements have a partner. Here every element has one, and some have several.",
            lambda p, q: math.comb(p + q, q) - 1,
            also=(
                lambda p, q: 2**p + 2**q,
                lambda p, q: math.comb(p + q, q) + 1,
                lambda p, q: math.comb(max(p, q), min(p, q)),
                lambda p, q: math.comb(max(p, q) - 1, min(p, q) - 1),
            ),
        ),
        Mistake(
            "You add up a row or a column of the table. An alignment ends with the pair of the two last elements.",
            lambda p, q: sum(_count_with(ALL_STEPS)(p, j + 1) for j in range(q)),
            also=(lambda p, q: sum(_count_with(ALL_STEPS)(i + 1, q) for i in range(p)),),
        ),
    ],
)


def _inner_only(p, q):
    M = [[0] * q for _ in range(p)]
    M[0][0] = 1
    for i in range(1, p):
        for j in range(1, q):
            M[i][j] = M[i - 1][j] + M[i][j - 1] + M[i - 1][j - 1]
    return M[-1][-1]


# ---- 14.3 ----------------------------------------------------------------------------------------

BY_HAND = [1.0, 1.0, 2.0, 5.0], [1.0, 2.0, 2.0, 3.0, 3.0]


def _costs_of_all(x, y):
    return set(problems.sums_of_all(np.abs(np.subtract.outer(x, y))).tolist())


by_hand = Exercise(
    "14.3",
    "By hand",
    problems=None,
    reference=lambda: 3.0,
    certify=lambda problem, answer: Certificate(
        "difference from the cheapest of all alignments",
        abs(answer - _cheapest(*(np.array(s) for s in BY_HAND))),
        1e-9,
        otherwise="error of D",
    ),
    mistakes=[
        Mistake("You squared the local costs.", lambda: 5.0),
        Mistake("The 5 need not stand beside both threes: who else could take one of them?", lambda: 4.0),
        Mistake(
            "Each element has its turn: one of the threes stands beside nobody in your alignment.",
            lambda: 2.0,
        ),
        Mistake("You divided by the length of the first sequence.", lambda: 0.75),
        Mistake("You divided by the mean of the two lengths.", lambda: 2 / 3),
        Mistake("You divided by the length of the second sequence.", lambda: 0.6),
        Mistake(
            "You divided by the number of pairs of the alignment.",
            lambda: 3 / 6 + 1e-12,
            when=lambda _, D: any(abs(D - 3 / n) < 1e-9 for n in (6, 7, 8, 9)),
        ),
        Mistake(
            "All numbers are whole, and costs are added up: was something divided, or a root taken?",
            lambda: 3.5,
            when=lambda _, D: round(D) != D,
        ),
        Mistake("Costs are not negative, and nor are their sums.", lambda: -3.0, when=lambda _, D: D < 0),
        Mistake(
            "No alignment is as cheap as that: does it begin with the first elements, end with the last, and leave out "
            "nobody?",
            lambda: 1.0,
            when=lambda _, D: 0 <= D < _cheapest(*(np.array(s) for s in BY_HAND)),
        ),
        Mistake(
            "There is an alignment of that cost, but it is not the cheapest. Which elements can stand beside an "
            "equal one?",
            lambda: 6.0,
            when=lambda _, D: D in _costs_of_all(*(np.array(s) for s in BY_HAND)),
        ),
        Mistake(
            "No alignment is as dear as that: each element of one sequence stands beside a few neighbors of the other.",
            lambda: 99.0,
            when=lambda _, D: max(_costs_of_all(*(np.array(s) for s in BY_HAND))) < D,
        ),
        Mistake(
            "No alignment has that cost: add up once more, one local cost for each pair.",
            lambda: 14.0,
            when=lambda _, D: D not in _costs_of_all(*(np.array(s) for s in BY_HAND)),
        ),
    ],
)


# ---- 14.4 ----------------------------------------------------------------------------------------


def _cheapest(x, y):
    return float(problems.sums_of_all(np.array([[abs(a - b) for b in y] for a in x])).min())


def _table(cost=lambda a, b: abs(a - b), steps=ALL_STEPS, best=min):
    """D by the recursion, with another cost, other steps or something else than the minimum."""

    def dtw(x, y):
        p, q = len(x), len(y)
        D = np.full((p, q), np.nan)
        for i in range(p):
            for j in range(q):
                before = [D[i - a, j - b] for a, b in steps if i >= a and j >= b]
                before = [value for value in before if value == value]
                D[i, j] = cost(x[i], y[j]) + (best(before) if before else 0.0)
        return float(D[-1, -1])

    return dtw


def _greedy(x, y):
    i = j = 0
    total = abs(x[0] - y[0])
    while (i, j) != (len(x) - 1, len(y) - 1):
        ahead = [(i + a, j + b) for a, b in ALL_STEPS if i + a < len(x) and j + b < len(y)]
        i, j = min(ahead, key=lambda cell: abs(x[cell[0]] - y[cell[1]]))
        total += abs(x[i] - y[j])
    return float(total)


def _open_end(x, y):
    C = np.abs(np.subtract.outer(x, y))
    D = np.zeros((len(x) + 1, len(y) + 1))
    for i in range(len(x)):
        for j in range(len(y)):
            D[i + 1, j + 1] = C[i, j] + min(D[i, j + 1], D[i + 1, j], D[i, j])
    return float(D[-1, -1])


def _all_entries(x, y):
    return np.array([[_table()(x[: i + 1], y[: j + 1]) for j in range(len(y))] for i in range(len(x))])


def _with_gaps(x, y, price):
    D = np.add.outer(np.arange(len(x) + 1.0), np.arange(len(y) + 1.0)) * price
    for i, j in np.ndindex(len(x), len(y)):
        D[i + 1, j + 1] = min(D[i, j + 1] + price, D[i + 1, j] + price, D[i, j] + abs(x[i] - y[j]))
    return float(D[-1, -1])


def _with_added(x, y, price):
    D = np.full((len(x) + 1, len(y) + 1), np.inf)
    D[0, 0] = 0.0
    for i, j in np.ndindex(len(x), len(y)):
        D[i + 1, j + 1] = abs(x[i] - y[j]) + min(D[i, j + 1] + price, D[i + 1, j] + price, D[i, j])
    return float(D[-1, -1])


def _in_band(x, y, width):
    D = np.full((len(x) + 1, len(y) + 1), np.inf)
    D[0, 0] = 0.0
    for i, j in np.ndindex(len(x), len(y)):
        if abs(i - j) <= max(width, abs(len(x) - len(y))):
            D[i + 1, j + 1] = abs(x[i] - y[j]) + min(D[i, j + 1], D[i + 1, j], D[i, j])
    return float(D[-1, -1])


def _divisors(x, y):
    """By what a sum of costs is divided by those who divide it: lengths, and numbers of pairs."""
    p, q = len(x), len(y)
    return {p, q, p + q, p + q - 1, max(p, q), min(p, q), (p + q) / 2, p * q, math.sqrt(p * q)} - {1}


def _bottleneck(x, y):
    D = np.full((len(x) + 1, len(y) + 1), np.inf)
    D[0, 0] = 0.0
    for i, j in np.ndindex(len(x), len(y)):
        D[i + 1, j + 1] = max(abs(x[i] - y[j]), min(D[i, j + 1], D[i + 1, j], D[i, j]))
    return float(D[-1, -1])


def _weighted(diagonal):
    """D where a step on the diagonal costs so many times as much."""

    def dtw(x, y):
        D = np.full((len(x) + 1, len(y) + 1), np.inf)
        D[0, 0] = 0.0
        for i, j in np.ndindex(len(x), len(y)):
            c = abs(x[i] - y[j])
            first = i == 0 and j == 0
            D[i + 1, j + 1] = min(D[i, j + 1] + c, D[i + 1, j] + c, D[i, j] + (c if first else diagonal * c))
        return float(D[-1, -1])

    return dtw


dtw = Exercise(
    "14.4",
    "The cheapest alignment",
    problems=problems.two_sequences,
    edge=problems.edge_sequences,
    reference=_table(),
    certify=agreement("difference from the cheapest of all alignments", _cheapest),
    mistakes=[
        Mistake(
            "You square the local costs. The text asks for |xᵢ − yⱼ|.", _table(lambda a, b: (a - b) ** 2)
        ),
        Mistake("You divide by the length of x.", lambda x, y: _table()(x, y) / len(x)),
        Mistake("One of the three steps is missing, the one on the diagonal.", _table(steps=ALL_STEPS[:2])),
        Mistake(
            "You start from zeros all round the table. Before the first pair there is nothing: what lies outside must "
            "be infinite, but for the one entry before the first cell.",
            _open_end,
        ),
        Mistake(
            "You walk forward to the cheapest next cell. What is cheap now may be dear later: fill the table first.",
            _greedy,
        ),
        Mistake("You take the largest of the three entries before.", _table(best=max)),
        Mistake("You add up all three entries before. Only the cheapest counts.", _table(best=sum)),
        Mistake(
            "You square the local costs and take the root of their sum. The costs are |xᵢ − yⱼ|, and nothing is done "
            "to their sum.",
            lambda x, y: math.sqrt(_table(lambda a, b: (a - b) ** 2)(x, y)),
        ),
        Mistake(
            "You divide in the end. The text asks for the sum.",
            lambda x, y: _table()(x, y) / (len(x) + len(y)),
            when=lambda problem, D: any(
                np.isclose(D * n, _table()(*problem), rtol=1e-9) for n in _divisors(*problem)
            ),
        ),
        Mistake(
            "The local costs have signs in your table: |xᵢ − yⱼ| has none.",
            _table(lambda a, b: a - b),
            when=lambda problem, D: any(
                np.isclose(D, _table(cost)(*problem)) for cost in (lambda a, b: a - b, lambda a, b: b - a)
            ),
        ),
        Mistake(
            "You keep the largest cost on the way. The costs along the alignment are added up.", _bottleneck
        ),
        Mistake("The cost of the first pair is missing.", lambda x, y: _table()(x, y) - abs(x[0] - y[0])),
        Mistake("The cost of the last pair is missing.", lambda x, y: _table()(x, y) - abs(x[-1] - y[-1])),
        Mistake(
            "You pair elements of the same place. Sequences of different lengths need more than that.",
            lambda x, y: float(sum(abs(a - b) for a, b in zip(x, y, strict=False))),
        ),
        Mistake(
            "Each element of x takes its nearest in y, wherever that stands. An alignment keeps the order.",
            lambda x, y: float(np.abs(np.subtract.outer(x, y)).min(axis=1).sum()),
        ),
        Mistake(
            "Each element of y takes its nearest in x, wherever that stands. An alignment keeps the order.",
            lambda x, y: float(np.abs(np.subtract.outer(x, y)).min(axis=0).sum()),
        ),
        Mistake("A step on the diagonal costs you twice.", _weighted(2)),
        Mistake(
            "You return the least entry of the last row. An alignment ends with the pair of the two last elements.",
            lambda x, y: min(_table()(x, y[: j + 1]) for j in range(len(y))),
        ),
        Mistake(
            "You return the least entry of the last column. An alignment ends with the pair of the two last elements.",
            lambda x, y: min(_table()(x[: i + 1], y) for i in range(len(x))),
        ),
        Mistake(
            "An element of one sequence cannot stand beside several of the other in your alignments, or only on one "
            "side: one of the three steps is missing.",
            _table(steps=ALL_STEPS[1:]),
            also=(_table(steps=ALL_STEPS[::2]),),
        ),
        Mistake(
            "An alignment may begin late in one sequence without a price in your table: zeros stand along one of its "
            "edges, where only the corner is 0.",
            lambda x, y: min(_table()(x[i:], y) for i in range(len(x))),
            also=(lambda x, y: min(_table()(x, y[j:]) for j in range(len(y))),),
        ),
        Mistake("One of the two sequences is read backward.", lambda x, y: _table()(x, y[::-1])),
        Mistake(
            "You compare differences of neighbors. The text compares the elements.",
            lambda x, y: _table()(np.diff(x), np.diff(y)) if min(len(x), len(y)) > 1 else 0.0,
        ),
        Mistake(
            "You return another entry of the table than the last, such as its largest, or add entries up.",
            lambda x, y: _all_entries(x, y).sum(),
            also=(
                lambda x, y: _all_entries(x, y).max(),
                lambda x, y: _all_entries(x, y).min(),
                lambda x, y: _all_entries(x, y).mean(),
                lambda x, y: _all_entries(x, y)[-1].sum(),
                lambda x, y: _all_entries(x, y)[:, -1].sum(),
                lambda x, y: _all_entries(x, y)[-1].max(),
                lambda x, y: _all_entries(x, y)[:, -1].max(),
            ),
        ),
        Mistake(
            "A step in one sequence alone has a price of its own in your table, as a gap between words has. Here it "
            "costs what the new pair costs.",
            lambda x, y: _with_gaps(x, y, 1.0),
            also=(lambda x, y: _with_gaps(x, y, 0.0), lambda x, y: _with_added(x, y, 1.0)),
        ),
        Mistake(
            "Your table is filled near its diagonal only. The cheapest alignment may leave it.",
            lambda x, y: _in_band(x, y, 1),
            also=(lambda x, y: _in_band(x, y, 2), lambda x, y: _in_band(x, y, 0)),
        ),
        Mistake(
            "The elements were sorted first. Their order is what an alignment keeps.",
            lambda x, y: _table()(np.sort(x), np.sort(y)),
        ),
        Mistake(
            "You subtracted the mean of each sequence first.",
            lambda x, y: _table()(x - x.mean(), y - y.mean()),
        ),
        Mistake(
            "You add up the costs of all pairs, whether they are aligned or not.",
            lambda x, y: float(np.abs(np.subtract.outer(x, y)).sum()),
        ),
        Mistake(
            "This is the cheapest single pair.", lambda x, y: float(np.abs(np.subtract.outer(x, y)).min())
        ),
        Mistake(
            "A pair costs 0 or 1 in your table, as for words. Here it costs |xᵢ − yⱼ|.",
            _table(lambda a, b: float(a != b)),
        ),
        Mistake(
            "That is the number of pairs of an alignment, not its cost.",
            lambda x, y: float(len(x) + len(y) - 1),
            when=lambda problem, D: D in (sum(map(len, problem)) - 1, max(map(len, problem))),
        ),
        Mistake(
            "The first elements are left out of your table.",
            lambda x, y: _table()(x[1:], y[1:]) if min(len(x), len(y)) > 1 else 0.0,
        ),
        Mistake(
            "The last elements are left out of your table.",
            lambda x, y: _table()(x[:-1], y[:-1]) if min(len(x), len(y)) > 1 else 0.0,
        ),
        Mistake(
            "This is a similarity that was made of D. The text asks for D.",
            lambda x, y: math.exp(-_table()(x, y)),
        ),
    ],
)
