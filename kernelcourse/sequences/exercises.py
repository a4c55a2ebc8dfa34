"""The exercises of chapter 14: substrings, alignments and what can be made of them."""

import itertools
import math

import numpy as np

from kernelcourse.judging.answers import numbers_of_any_shape
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelcourse.sequences import problems
from kernelsy19.kernels.geometry import nearest_psd

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


# ---- 14.5 ----------------------------------------------------------------------------------------


def _walk_back(D, C=None):
    i, j = D.shape[0] - 1, D.shape[1] - 1
    path = [(i, j)]
    while (i, j) != (0, 0):
        before = [(i - a, j - b) for a, b in ALL_STEPS if i >= a and j >= b]
        i, j = min(before, key=lambda cell: D[cell])
        path.append((i, j))
    return np.array(path[::-1])


def _walk_with(table_of, forward=False):
    def walk(D, C):
        A = table_of(D, C)
        return (
            (D.shape[0] - 1, D.shape[1] - 1) - _walk_back(A[::-1, ::-1])[::-1] if forward else _walk_back(A)
        )

    return walk


def _certify_path(problem, path):
    D, C = problem
    path = np.asarray(path)
    if path.ndim != 2 or path.shape[1] != 2 or not (path == np.round(path)).all():
        return Certificate("the path is a list of pairs of whole numbers", False)
    path = path.astype(int)
    inside = bool((path >= 0).all() and (path < D.shape).all())
    steps = {tuple(step) for step in np.diff(path, axis=0)}
    ends = bool(inside and tuple(path[0]) == (0, 0) and tuple(path[-1]) == (D.shape[0] - 1, D.shape[1] - 1))
    return [
        Certificate("the path starts in the first cell and ends in the last", ends),
        Certificate("each step is one of the three", steps <= set(ALL_STEPS)),
        Certificate(
            "difference between the costs along the path and the last entry of the table",
            abs(C[tuple(path.T)].sum() - D[-1, -1]) if inside else math.inf,
            1e-9,
        ),
    ]


def _last(problem):
    return (problem.D.shape[0] - 1, problem.D.shape[1] - 1)


def _has_allowed_steps(path):
    return {tuple(int(k) for k in step) for step in np.diff(path, axis=0)} <= set(ALL_STEPS)


def _is_path(problem, path):
    """Whether these are cells of the table, one allowed step after another."""
    path = np.asarray(path)
    if path.ndim != 2 or path.shape[1] != 2 or not len(path) or not (path == np.round(path)).all():
        return False
    return bool((path >= 0).all() and (path < problem.D.shape).all()) and _has_allowed_steps(path)


walk_back = Exercise(
    "14.5",
    "Walk back",
    problems=problems.filled_tables,
    edge=problems.edge_tables,
    reference=_walk_back,
    form=numbers_of_any_shape,
    certify=_certify_path,
    mistakes=[
        Mistake(
            "Your path runs backwards: the first pair comes first.",
            lambda D, C: _walk_back(D)[::-1],
        ),
        Mistake("The first pair is missing.", lambda D, C: _walk_back(D)[1:]),
        Mistake("The last pair is missing: the walk starts there.", lambda D, C: _walk_back(D)[:-1]),
        Mistake("Rows and columns are exchanged.", lambda D, C: _walk_back(D)[:, ::-1]),
        Mistake("You count from 1. In the table, cells are counted from 0.", lambda D, C: _walk_back(D) + 1),
        Mistake(
            "You follow the smallest local costs. The table knows more: its entries hold the costs of the whole way.",
            _walk_with(lambda D, C: C),
        ),
        Mistake(
            "You walk forward through the table. The entries tell how cheaply a cell is reached, not what comes after.",
            _walk_with(lambda D, C: D, forward=True),
        ),
        Mistake(
            "You stop at the first row or column. From there the walk goes on along the edge, to the first cell.",
            lambda D, C: (
                _walk_back(D)[int(np.argmax(_walk_back(D).min(axis=1) > 0)) - 1 :]
                if min(D.shape) > 1
                else _walk_back(D)[-1:]
            ),
            when=lambda problem, path: (
                _is_path(problem, path)
                and bool(np.any(path[0] > 0) and np.any(path[0] == 0))
                and tuple(path[-1]) == _last(problem)
            ),
        ),
        Mistake(
            "Your path goes from the first cell to the last in steps that are allowed, and it is not the cheapest. "
            "What "
            "do you compare at each step?",
            _walk_with(lambda D, C: -D),
            when=lambda problem, path: (
                _is_path(problem, path) and not path[0].any() and tuple(path[-1]) == _last(problem)
            ),
        ),
        Mistake(
            "Your path does not start in the first cell.",
            lambda D, C: _walk_back(D)[2:] if len(_walk_back(D)) > 2 else _walk_back(D)[1:],
            when=lambda problem, path: (
                _is_path(problem, path) and path[0].any() and tuple(path[-1]) == _last(problem)
            ),
        ),
        Mistake(
            "Your path does not end in the last cell.",
            lambda D, C: _walk_back(D)[:-2] if len(_walk_back(D)) > 2 else _walk_back(D)[:-1],
            when=lambda problem, path: (
                _is_path(problem, path) and not path[0].any() and tuple(path[-1]) != _last(problem)
            ),
        ),
        Mistake(
            "Some of your steps skip a cell, go back or stay where they are.",
            lambda D, C: _walk_back(D)[[0, *range(len(_walk_back(D)))]],
            when=lambda problem, path: (
                np.ndim(path) == 2 and path.shape[1] == 2 and not _has_allowed_steps(path)
            ),
        ),
        Mistake(
            "Your path has a pair for each row, or for each column. An alignment may stay in a row for several pairs.",
            lambda D, C: np.column_stack([np.arange(len(D)), C.argmin(axis=1)]),
            also=(
                lambda D, C: np.column_stack([np.arange(len(D)), D.argmin(axis=1)]),
                lambda D, C: np.column_stack([C.argmin(axis=0), np.arange(len(D.T))]),
                lambda D, C: np.column_stack([D.argmin(axis=0), np.arange(len(D.T))]),
            ),
        ),
        Mistake(
            "Both ends of your path are missing, the first pair and the last.",
            lambda D, C: _walk_back(D)[1:-1],
        ),
        Mistake(
            "You return costs along the path. The pairs (i, j) themselves are asked for.",
            lambda D, C: C[tuple(_walk_back(D).T)],
            also=(lambda D, C: D[tuple(_walk_back(D).T)], lambda D, C: C[tuple(_walk_back(D).T)].sum()),
        ),
    ],
)


# ---- 14.6 ----------------------------------------------------------------------------------------


def _log_sum(steps=ALL_STEPS, join=np.logaddexp.reduce, padded=False):
    """log of the sum over all alignments, with other steps or another way to join the cells before."""

    def log_sum(log_kappa):
        p, q = log_kappa.shape
        M = np.full((p + 1, q + 1), 0.0 if padded else -np.inf)
        M[0, 0] = 0.0
        for i in range(p):
            for j in range(q):
                M[i + 1, j + 1] = log_kappa[i, j] + join([M[i + 1 - a, j + 1 - b] for a, b in steps])
        return float(M[-1, -1])

    return log_sum


def _without_diagonal(log_kappa):
    p, q = log_kappa.shape
    ways = np.full((p, q), -np.inf)
    ways[0, 0] = log_kappa[0, 0]
    for i, j in itertools.islice(np.ndindex(p, q), 1, None):
        before = [ways[a, b] for a, b in ((i - 1, j), (i, j - 1)) if min(a, b) >= 0]
        ways[i, j] = log_kappa[i, j] + np.logaddexp.reduce(before)
    return float(ways[-1, -1])


def _times(log_kappa):
    """The table of 14.6 with the logarithms multiplied where they are added."""
    M = np.full((log_kappa.shape[0] + 1, log_kappa.shape[1] + 1), -np.inf)
    M[0, 0] = 0.0
    for i, j in np.ndindex(log_kappa.shape):
        M[i + 1, j + 1] = log_kappa[i, j] * np.logaddexp.reduce([M[i, j + 1], M[i + 1, j], M[i, j]])
    return float(M[-1, -1])


def _largest_factored_out(log_kappa):
    """Every alignment is tried, and the best one factored out."""
    logs = problems.sums_of_all(log_kappa)
    return float(logs.max() + np.log(np.exp(logs - logs.max()).sum()))


def _without_logs(log_kappa):
    M = np.zeros((log_kappa.shape[0] + 1, log_kappa.shape[1] + 1))
    M[0, 0] = 1.0
    for i, j in np.ndindex(log_kappa.shape):
        M[i + 1, j + 1] = np.exp(log_kappa[i, j]) * (M[i, j + 1] + M[i + 1, j] + M[i, j])
    with np.errstate(divide="ignore"):
        return float(np.log(M[-1, -1]))


def _added(log_kappa, beginning=-np.inf):
    M = np.full((log_kappa.shape[0] + 1, log_kappa.shape[1] + 1), -np.inf)
    M[0, 0] = beginning
    for i, j in np.ndindex(log_kappa.shape):
        M[i + 1, j + 1] = np.logaddexp.reduce([log_kappa[i, j], M[i, j + 1], M[i + 1, j], M[i, j]])
    return float(M[-1, -1])


def _bare_edges(log_kappa):
    M = log_kappa.copy()
    for i in range(1, M.shape[0]):
        for j in range(1, M.shape[1]):
            M[i, j] += np.logaddexp.reduce([M[i - 1, j], M[i, j - 1], M[i - 1, j - 1]])
    return float(M[-1, -1])


def _zeros_along(axis):
    def log_sum(log_kappa):
        M = np.full((log_kappa.shape[0] + 1, log_kappa.shape[1] + 1), -np.inf)
        np.moveaxis(M, axis, 0)[0] = 0.0
        for i, j in np.ndindex(log_kappa.shape):
            M[i + 1, j + 1] = log_kappa[i, j] + np.logaddexp.reduce([M[i, j + 1], M[i + 1, j], M[i, j]])
        return float(M[-1, -1])

    return log_sum


log_sum = Exercise(
    "14.6",
    "All alignments, in logarithms",
    problems=problems.similarities,
    edge=problems.edge_similarities,
    reference=_log_sum(),
    certify=agreement("difference from the sum over all alignments, each tried", _largest_factored_out),
    mistakes=[
        Mistake(
            "You keep the best alignment only. All of them are added up.",
            _log_sum(join=max),
        ),
        Mistake("The step that goes on in both sequences is missing.", _without_diagonal),
        Mistake(
            "You return −∞: no alignment arrives. The first pair is reached from the corner before it, along the "
            "diagonal, and one −∞ among the cells before must not swallow the others, as in a sum or a minimum.",
            lambda log_kappa: -np.inf,
        ),
        Mistake(
            "You multiply by the logarithm of a similarity. A product of numbers is a sum of their logarithms.",
            _times,
        ),
        Mistake(
            "You compute without logarithms and take one at the end: products of small numbers are 0 by then.",
            _without_logs,
        ),
        Mistake(
            "Before the first cell there is one empty alignment, and no other: the logarithm of 0 is −inf, not 0.",
            _log_sum(padded=True),
        ),
        Mistake(
            "You add the logarithms of the three cells. That is the logarithm of their product.",
            _log_sum(join=lambda values: sum(v for v in values if v > -np.inf)),
        ),
        Mistake(
            "You return the sum, not its logarithm.", lambda log_kappa: float(np.exp(_log_sum()(log_kappa)))
        ),
        Mistake("The sign is reversed.", lambda log_kappa: -_log_sum()(log_kappa)),
        Mistake(
            "The similarity of the first pair is missing.",
            lambda log_kappa: _log_sum()(log_kappa) - log_kappa[0, 0],
        ),
        Mistake(
            "The similarity of the last pair is missing.",
            lambda log_kappa: _log_sum()(log_kappa) - log_kappa[-1, -1],
        ),
        Mistake(
            "You keep the *worst* alignment at each cell. All of them are added up.",
            _log_sum(join=lambda values: min([v for v in values if v > -np.inf])),
        ),
        Mistake(
            "The step that goes on in both sequences counts twice.", _log_sum(steps=(*ALL_STEPS, (1, 1)))
        ),
        Mistake(
            "You take a mean over the three cells before. They are added up.",
            _log_sum(join=lambda values: np.logaddexp.reduce(values) - np.log(3)),
        ),
        Mistake(
            "The step that goes on in both sequences has half of its weight.",
            _log_sum(join=lambda values: np.logaddexp.reduce([values[0], values[1], values[2] - np.log(2)])),
        ),
        Mistake(
            "You divide the logarithm in the end, by lengths of the sequences. Nothing is divided here.",
            lambda log_kappa: _log_sum()(log_kappa) / sum(log_kappa.shape),
            when=lambda problem, value: any(
                np.isclose(value * n, _log_sum()(*problem), rtol=1e-9)
                for n in _divisors(*(range(k) for k in problem.log_kappa.shape))
            ),
        ),
        Mistake(
            "You add up the logarithms of all pairs of elements: that is one product of all of them.",
            lambda log_kappa: float(log_kappa.sum()),
        ),
        Mistake(
            "You add up the similarities of all pairs of elements. Alignments, products along a way, are added up.",
            lambda log_kappa: float(np.logaddexp.reduce(log_kappa, axis=None)),
        ),
        Mistake(
            "That is one alignment, along the diagonal. All of them are added up.",
            lambda log_kappa: float(sum(log_kappa[i, i] for i in range(min(log_kappa.shape)))),
        ),
        Mistake(
            "You return an entry before the last.",
            lambda log_kappa: _log_sum()(log_kappa[:-1, :-1]) if min(log_kappa.shape) > 1 else 0.0,
            when=lambda problem, value: any(
                np.isclose(value, _log_sum()(part) if part.size else 0.0)
                for part in (problem.log_kappa[:-1, :-1], problem.log_kappa[:-1], problem.log_kappa[:, :-1])
            ),
        ),
        Mistake(
            "You add up the table where its last entry is asked for: alignments end with the pair of the last "
            "elements.",
            lambda log_kappa: (
                float(
                    np.logaddexp.reduce(
                        [_log_sum()(log_kappa[: i + 1, : j + 1]) for i, j in np.ndindex(*log_kappa.shape)]
                    )
                )
                if log_kappa.size > 1
                else log_kappa.item()
            ),
        ),
        Mistake(
            "The similarities are added to what comes before. Along an alignment they are multiplied.",
            _added,
            also=(lambda log_kappa: _added(log_kappa, beginning=0.0),),
        ),
        Mistake(
            "A step that goes on in one sequence alone is missing.",
            _log_sum(steps=ALL_STEPS[1:]),
            also=(_log_sum(steps=ALL_STEPS[::2]),),
        ),
        Mistake(
            "You divided by the number of alignments. They are added up.",
            lambda log_kappa: _log_sum()(log_kappa) - _log_sum()(0 * log_kappa),
        ),
        Mistake(
            "You add with powers of 2. The logarithms are natural ones.", _log_sum(join=np.logaddexp2.reduce)
        ),
        Mistake(
            "You take the logarithm, or the exponential, of what is a logarithm already.",
            lambda log_kappa: _log_sum()(np.exp(log_kappa)),
            also=(lambda log_kappa: _log_sum()(np.log(np.abs(log_kappa))),),
        ),
        Mistake(
            "The first row and the first column of your table hold the similarities alone. A cell there also has the "
            "one before it.",
            _bare_edges,
        ),
        Mistake(
            "An alignment may begin late in one sequence in your table: zeros stand along one of its edges, where only "
            "the corner belongs.",
            lambda log_kappa: np.logaddexp.reduce([_log_sum()(log_kappa[i:]) for i in range(len(log_kappa))]),
            also=(_zeros_along(0), _zeros_along(1)),
        ),
        Mistake(
            "You return another entry of the table than the last, such as the largest of its last row.",
            lambda log_kappa: max(_log_sum()(log_kappa[:, : j + 1]) for j in range(log_kappa.shape[1])),
            also=(lambda log_kappa: max(_log_sum()(log_kappa[: i + 1]) for i in range(len(log_kappa))),),
        ),
    ],
)


# ---- 14.7 ----------------------------------------------------------------------------------------


def _projected(K, K_new, keep=lambda values: values > 0):
    values, V = np.linalg.eigh(K)
    V = V[:, keep(values)]
    return K_new @ V @ V.T


def _certify_moved(problem, moved):
    """Inner products with the repaired training points, of the points that K_new describes best in their space."""
    K, K_new = problem
    repaired = nearest_psd(K).K
    values, V = np.linalg.eigh(repaired)
    kept = values > 1e-9 * values.max()
    coordinates = V[:, kept] * np.sqrt(values[kept])
    best = np.linalg.lstsq(coordinates, K_new.T, rcond=None)[0]
    return Certificate(
        "largest difference from least squares in the repaired space",
        worst(np.abs(moved - (coordinates @ best).T)),
        1e-8,
    )


def _shifted(K, K_new):
    return K_new - np.linalg.eigvalsh(K).min() if np.linalg.eigvalsh(K).min() < 0 else K_new


def _stretched(K, K_new, change):
    values, V = np.linalg.eigh(K)
    kept = values > 0
    return K_new @ (V[:, kept] * change(values[kept])) @ V[:, kept].T


def _along(problem, moved):
    """Factors between what came in and what came out along each eigenvector, or None where there is no such factor."""
    values, V = np.linalg.eigh(problem.K)
    before, after = problem.K_new @ V, moved @ V
    factors = (before * after).sum(axis=0) / (before**2).sum(axis=0)
    return values, factors if np.allclose(before * factors, after, atol=1e-7 * np.abs(after).max()) else None


def _factor_of_positive(problem, moved, powers):
    """Whether what stays was multiplied by a power of its eigenvalue, and what is negative was dropped."""
    values, factors = _along(problem, moved)
    if factors is None or not np.allclose(factors[values < 0], 0, atol=1e-7):
        return False
    kept = values > 0
    return any(np.allclose(factors[kept], values[kept] ** power, rtol=1e-6) for power in powers)


def _keeps(problem, moved, positive):
    """Whether each direction was kept or dropped, and wrongly so for negative ones alone, or for positive ones."""
    values, factors = _along(problem, moved)
    if factors is None or not np.all(np.minimum(np.abs(factors), np.abs(factors - 1)) < 1e-6):
        return False
    kept = factors > 0.5
    if not kept.any():
        return False
    wrong = kept != (values > 0)
    return bool(wrong.any() and (values[wrong] < 0).all()) if positive else bool((values[wrong] > 0).all())


def _depends_on_size(problem, moved):
    """Whether directions of positive eigenvalues came out with factors that are all different, and negative ones 0."""
    values, factors = _along(problem, moved)
    if factors is None or not np.allclose(factors[values < 0], 0, atol=1e-7):
        return False
    kept = factors[values > 0]
    return len(kept) > 1 and bool((np.diff(np.sort(kept)) > 1e-6).all())


def _by_shift(K, K_new):
    lowest = np.linalg.eigvalsh(K)[0]
    return K_new @ np.linalg.pinv(K - np.minimum(0.0, lowest) * np.eye(len(K)), rcond=1e-10) @ K


take_along = Exercise(
    "14.7",
    "Take new points along",
    problems=problems.indefinite,
    edge=problems.edge_indefinite,
    reference=_projected,
    certify=_certify_moved,
    mistakes=[
        Mistake(
            "You set negative *entries* to 0. They may be negative; it is the eigenvalues of K that may not.",
            lambda K, K_new: np.maximum(K_new, 0),
        ),
        Mistake(
            "These are the values that came in. The training points have moved; the new ones have to follow.",
            lambda K, K_new: K_new.copy(),
        ),
        Mistake(
            "You kept the directions of the negative eigenvalues and dropped the others.",
            lambda K, K_new: _projected(K, K_new, lambda values: values < 0),
        ),
        Mistake(
            "Eigenvectors are the columns of what `eigh` returns. You used rows.",
            lambda K, K_new: _by_rows(K, K_new),
        ),
        Mistake(
            "You multiplied by the repaired matrix itself. Where K is large, this makes values larger.",
            lambda K, K_new: K_new @ nearest_psd(K).K,
        ),
        Mistake(
            "You flipped the signs of what the negative eigenvalues contribute. The repair sets them to 0.",
            lambda K, K_new: 2 * _projected(K, K_new) - K_new,
        ),
        Mistake(
            "You dropped the direction of the smallest eigenvalue only. All negative ones have to go.",
            lambda K, K_new: _projected(K, K_new, lambda values: np.arange(len(values)) > 0),
        ),
        Mistake(
            "You added a number to all values. The repair that is asked for sets eigenvalues to 0.", _shifted
        ),
        Mistake(
            "You divided by the eigenvalues that stay, or by their roots: that gives coefficients or coordinates. "
            "Inner "
            "products are asked for.",
            lambda K, K_new: _stretched(K, K_new, lambda values: 1 / values),
            when=lambda problem, moved: _factor_of_positive(problem, moved, (-1, -0.5)),
        ),
        Mistake(
            "You multiplied by the eigenvalues that stay, or by their roots: along their directions nothing should "
            "change.",
            lambda K, K_new: _stretched(K, K_new, np.sqrt),
            when=lambda problem, moved: _factor_of_positive(problem, moved, (1, 0.5)),
        ),
        Mistake(
            "These are coordinates along the eigenvectors. Go back to the training points.",
            lambda K, K_new: K_new @ np.linalg.eigh(K)[1] * (np.linalg.eigvalsh(K) > 0),
        ),
        Mistake(
            "You dropped directions of positive eigenvalues as well. Only the negative ones have to go.",
            lambda K, K_new: _projected(K, K_new, lambda values: values >= values.max()),
            when=lambda problem, moved: _keeps(problem, moved, positive=False),
        ),
        Mistake(
            "The rows of `K_new` were centered first. Nothing is centered here.",
            lambda K, K_new: _projected(K, K_new - K_new.mean(axis=1, keepdims=True)),
            also=(
                lambda K, K_new: _projected(K, K_new - K_new.mean(axis=0)),
                lambda K, K_new: _projected(K, K_new) - _projected(K, K_new).mean(axis=0),
            ),
        ),
        Mistake(
            "What comes out along a direction depends on the size of its eigenvalue. Each is kept whole or dropped.",
            lambda K, K_new: _stretched(K, K_new, lambda values: np.sqrt(values / values.max())),
            when=_depends_on_size,
        ),
        Mistake(
            "The repair that was made shifts all eigenvalues. Here the negative ones are set to 0.",
            lambda K, K_new: _by_shift(K, K_new),
            also=(lambda K, K_new: K_new - np.linalg.eigvalsh(K)[0],),
        ),
        Mistake(
            "You solved with K as it was, with its negative eigenvalues.",
            lambda K, K_new: np.linalg.solve(K, K_new.T).T,
        ),
        Mistake(
            "You solved with K as it was and multiplied by something else than the repaired matrix.",
            lambda K, K_new: np.linalg.solve(K, K_new.T).T @ np.abs(K),
        ),
        Mistake(
            "Directions of negative eigenvalues are still there, the small ones at least.",
            lambda K, K_new: _projected(K, K_new, lambda values: values > 0.999 * min(values.min(), -1e-9)),
            when=lambda problem, moved: _keeps(problem, moved, positive=True),
        ),
    ],
)


def _by_rows(K, K_new):
    values, V = np.linalg.eigh(K)
    V = V[values > 0]
    return K_new @ V.T @ V


# ---- 14.8 ----------------------------------------------------------------------------------------


def _leave_one_out(D, y):
    return float(np.mean(_named_by_nearest(D, y) == y))


def _by_loops(D, y):
    right = 0
    for i in range(len(y)):
        best = min((j for j in range(len(y)) if j != i), key=lambda j: D[i, j])
        right += y[best] == y[i]
    return right / len(y)


def _nearest_of_all(D, y, change):
    return float(np.mean(y[change(D).argmin(axis=1)] == y))


def _others(D):
    others = D.copy()
    np.fill_diagonal(others, np.inf)
    return others


def _named_by_nearest(D, y):
    return y[_others(D).argmin(axis=1)]


def _by_vote(D, y, k):
    nearest = np.argsort(_others(D), axis=1, kind="stable")[:, :k]
    return float(np.mean([np.bincount(y[row]).argmax() == c for row, c in zip(nearest, y, strict=True)]))


def _any_of(D, y, k):
    nearest = np.argsort(_others(D), axis=1, kind="stable")[:, :k]
    return float(np.mean([(y[row] == c).any() for row, c in zip(nearest, y, strict=True)]))


leave_one_out = Exercise(
    "14.8",
    "Who speaks?",
    problems=problems.recordings,
    edge=problems.edge_recordings,
    reference=_leave_one_out,
    certify=agreement("difference from a count by loops", _by_loops),
    mistakes=[
        Mistake(
            "Each recording is its own nearest neighbor here. Leave it out.",
            lambda D, y: _nearest_of_all(D, y, np.copy),
        ),
        Mistake("This is the share of errors.", lambda D, y: 1 - _leave_one_out(D, y)),
        Mistake(
            "This is a number of recordings, not a share.",
            lambda D, y: _leave_one_out(D, y) * len(y),
        ),
        Mistake(
            "You took the farthest recording. Small distances mean similar.",
            lambda D, y: float(np.mean(y[D.argmax(axis=1)] == y)),
        ),
        Mistake(
            "You left out everything at distance 0. Another recording may be at distance 0 as well, and counts.",
            lambda D, y: _nearest_of_all(D, y, lambda D: np.where(D == 0, np.inf, D)),
        ),
        Mistake("You return percent.", lambda D, y: 100 * _leave_one_out(D, y)),
        Mistake(
            "You took the second nearest of the others: after the diagonal is out, the first is the nearest.",
            lambda D, y: float(np.mean(y[np.argsort(D, axis=1, kind="stable")[:, 2]] == y)),
        ),
        Mistake(
            "You asked the three nearest, not the nearest alone.",
            lambda D, y: _by_vote(D, y, 3),
            also=(
                lambda D, y: _by_vote(D, y, 5),
                lambda D, y: _by_vote(D, y, 2),
            ),
        ),
        Mistake(
            "You took a mean over the speakers. Each recording counts once.",
            lambda D, y: float(
                np.mean([np.mean(_named_by_nearest(D, y)[y == c] == c) for c in np.unique(y)])
            ),
        ),
        Mistake(
            "Of several others at the same distance, you take the last. The first counts.",
            lambda D, y: float(np.mean(y[::-1][_others(D)[:, ::-1].argmin(axis=1)] == y)),
        ),
        Mistake(
            "Of several others at the same distance, one of the right speaker is enough for you. The first counts.",
            lambda D, y: float(
                np.mean([(y[row == row.min()] == c).any() for row, c in zip(_others(D), y, strict=True)])
            ),
        ),
        Mistake(
            "You compare mean distances from all recordings of a speaker. The nearest single one decides.",
            lambda D, y: float(
                np.mean(
                    [
                        min(
                            np.unique(np.delete(y, i)),
                            key=lambda c: np.delete(D[i], i)[np.delete(y, i) == c].mean(),
                        )
                        == y[i]
                        for i in range(len(y))
                    ]
                )
            ),
        ),
        Mistake(
            "Only recordings that come earlier are asked. All others are candidates.",
            lambda D, y: float(np.mean([y[D[i, :i].argmin()] == y[i] for i in range(1, len(y))])),
            also=(lambda D, y: sum(y[D[i, :i].argmin()] == y[i] for i in range(1, len(y))) / len(y),),
        ),
        Mistake(
            "You compare the index of the nearest with the speaker. The index says where to look in `y`.",
            lambda D, y: float(np.mean(_others(D).argmin(axis=1) == y)),
        ),
        Mistake(
            "That is the share of pairs of the same speaker. The distances have no effect on it.",
            lambda D, y: float(np.mean(y[:, None] == y)),
        ),
        Mistake(
            "That is what always saying the most frequent speaker would give.",
            lambda D, y: float(np.bincount(y).max() / len(y)),
        ),
        Mistake(
            "You left out the recordings whose speaker has no other. They count, and are misread.",
            lambda D, y: float(
                np.mean((_named_by_nearest(D, y) == y)[[np.count_nonzero(y == c) > 1 for c in y]])
            ),
        ),
        Mistake(
            "You count only pairs that are each other's nearest.",
            lambda D, y: float(
                np.mean(
                    [
                        (near := _others(D).argmin(axis=1))[near[i]] == i and y[near[i]] == y[i]
                        for i in range(len(y))
                    ]
                )
            ),
        ),
        Mistake(
            "You divided by the number of speakers, not by that of the recordings.",
            lambda D, y: _leave_one_out(D, y) * len(y) / len(np.unique(y)),
        ),
        Mistake(
            "You sort each row and skip its first place. Where a recording is there twice, that need not be itself.",
            lambda D, y: float(np.mean(y[np.argsort(D, axis=1, kind="stable")[:, 1]] == y)),
            also=(lambda D, y: float(np.mean(y[np.argsort(D, axis=1)[:, 1]] == y)),),
        ),
        Mistake(
            "The place is counted without the recording itself, but `y` still has it: all later ones are off by one.",
            lambda D, y: float(np.mean([y[np.delete(D[i], i).argmin()] == y[i] for i in range(len(y))])),
        ),
        Mistake(
            "Only recordings that come later are asked. All others are candidates.",
            lambda D, y: float(
                np.mean([y[i + 1 + D[i, i + 1 :].argmin()] == y[i] for i in range(len(y) - 1)])
            ),
            also=(
                lambda D, y: (
                    sum(y[i + 1 + D[i, i + 1 :].argmin()] == y[i] for i in range(len(y) - 1)) / len(y)
                ),
            ),
        ),
        Mistake(
            "It is enough for you that one of several near ones is of the right speaker. The nearest alone counts.",
            lambda D, y: _any_of(D, y, 3),
            also=(lambda D, y: _any_of(D, y, 2), lambda D, y: _any_of(D, y, 5)),
        ),
        Mistake(
            "You count speakers of whom something is right. Each recording counts once.",
            lambda D, y: float(np.mean([(_named_by_nearest(D, y) == y)[y == c].any() for c in np.unique(y)])),
            also=(
                lambda D, y: float(
                    np.mean([(_named_by_nearest(D, y) == y)[y == c].all() for c in np.unique(y)])
                ),
            ),
        ),
        Mistake(
            "You ask whether the own speaker is nearer on average. The nearest single recording decides.",
            lambda D, y: float(
                np.mean([r[y == c].mean() < r[y != c].mean() for r, c in zip(D, y, strict=True)])
            ),
        ),
        Mistake(
            "The diagonal is not large enough to be left out: a number that was added to it is no infinity.",
            lambda D, y: _nearest_of_all(D, y, lambda D: D + np.eye(len(D))),
        ),
        Mistake(
            "You return a distance. The share of recordings is asked for.",
            lambda D, y: float(_others(D).min(axis=1).mean()),
        ),
    ],
)
