"""The proofs of chapter 14: the cheapest alignment, why exp(−DTW) is no kernel, why the sum over all alignments is one."""

import math
from functools import partial
from itertools import product

import numpy as np

from kernelcourse.kernels.draws import one_twice
from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity, limit
from kernelcourse.proving.lines import Premise
from kernelcourse.sequences import draws
from kernelcourse.sequences.draws import stretched_features, stretchings
from kernelsy19.sequences import equations as sq
from kernelsy19.sequences.plain import all_alignments, plain_dtw, plain_global_alignment

SERIES_UP_TO = 160  # steps of a stretched word: similarities are 1/2 at most, so the rest is below rounding


# ---- premises -----------------------------------------------------------------------------------


def _faults_of_path(s):
    """How far a path is from an alignment: its ends, and steps that are none of the three."""
    ends = abs(s.v[0]) + abs(s.w[0]) + abs(s.v[-1] - s.p + 1) + abs(s.w[-1] - s.q + 1)
    steps = np.diff(np.stack([s.v, s.w]))
    wrong = (steps < 0).any(axis=0) | (steps > 1).any(axis=0) | ~steps.any(axis=0)
    return float(ends + wrong.sum())


def _one_cell(s, rng):
    C = sq.local_costs(s.x, s.y)
    i, j = np.unravel_index(C.argmin(), C.shape)
    return s.but(v=np.array([i]), w=np.array([j]))


ALIGNED = Premise("(v, w) is an alignment", _faults_of_path, _one_cell)

ALIGNED_WITHOUT_REST = Premise(
    "(v, w) is an alignment",
    _faults_of_path,
    lambda s, rng: s.but(v=np.repeat(s.v, s.p + s.q), w=np.repeat(s.w, s.p + s.q)),
)

EQUALLY_LONG = Premise(
    "p = q", lambda s: float(len(s.x) - len(s.y)), lambda s, rng: s.but(y=np.vstack([s.y, s.y[-2:] + 1.0]))
)


def _negative_part(K):
    return max(-np.linalg.eigvalsh(K)[0], 0.0)


def _along_the_difference(s, rng):
    """Points on a circle: Φ(y) points from Φ(z) to Φ(x)."""
    angles = rng.uniform(0, 6, size=len(s.K))
    angles[1:3] = np.pi / 2, -(angles[0] % 1.5)
    angles[0] %= 1.5
    return s.but(K=np.cos(angles[:, None] - angles))


def _no_kernel(s, rng):
    """Similarities of which no feature map can be had: x is like z, y is like x, and y is not like z."""
    K = s.K.copy()
    K[0, 2] = K[2, 0] = 1.0
    K[0, 1] = K[1, 0] = rng.uniform(0.7, 0.9)
    K[1, 2] = K[2, 1] = rng.uniform(0.0, 0.2)
    return s.but(K=K)


SEMIDEFINITE = Premise("K is PSD", lambda s: _negative_part(s.K), _no_kernel)


def _told_apart(s, rng):
    """A kernel that tells x and z apart: beside y, at least."""
    while True:
        other = draws.draw_three(rng)
        if abs(other.K[0, 1] - other.K[2, 1]) > 0.02:
            return other


TWINS = Premise("K(x, z) = 1", lambda s: s.K[0, 2] - 1, _told_apart)


def _opposites(A):
    """Similarities of letters that are more like the others than like themselves."""
    return np.where(np.eye(A, dtype=bool), 0.05, 0.9 / (1 + A / 2))


def _gram_of_words(kappa, words):
    """k of all pairs of words, by the recursion over cells."""
    K = np.empty((len(words), len(words)))
    for i, x in enumerate(words):
        for j, y in enumerate(words):
            M = np.zeros((len(x) + 1, len(y) + 1))
            M[0, 0] = 1.0
            for a, b in np.ndindex(len(x), len(y)):
                M[a + 1, b + 1] = kappa[x[a], y[b]] * (M[a, b + 1] + M[a + 1, b] + M[a, b])
            K[i, j] = M[-1, -1]
    return K


def _without_letters(s, rng):
    chi = _opposites(len(s.chi))
    kappa = chi / (1 - chi)
    return s.but(chi=chi, kappa=kappa, c=np.linalg.eigh(_gram_of_words(kappa, s.words))[1][:, 0])


def _other_kappa(s, rng):
    kappa = _opposites(len(s.chi))
    return s.but(kappa=kappa, c=np.linalg.eigh(_gram_of_words(kappa, s.words))[1][:, 0])


def _a_word_twice(s, rng):
    order, c = one_twice(len(s.words), rng)
    return s.but(words=[s.words[i] for i in order], c=c)


LETTERS_PSD = Premise("χ is PSD", lambda s: _negative_part(s.chi), _without_letters)

GEOMETRIC = Premise("κ = χ/(1 − χ)", lambda s: s.kappa - s.chi / (1 - s.chi), _other_kappa)


# ---- the cheapest alignment ----------------------------------------------------------------------

COSTS = definition(
    r"C_{ij} = \|x_i - y_j\|",
    "the local cost: what it costs to put xᵢ beside yⱼ",
    "C",
    lambda s: np.array([[math.dist(a, b) for b in s.y] for a in s.x]),
    "COURSE-dtw-costs",
)

cheapest = Derivation(
    "The cheapest alignment, cell by cell",
    r"Given two sequences $x_1, \dots, x_p$ and $y_1, \dots, y_q$. An alignment is a path of cells $(v(s), w(s))$ from $(1, 1)$ to "
    r"$(p, q)$; each step goes on by one element in one sequence or in both.",
    (
        COSTS,
        definition(
            r"D = \min_{(v, w)} \sum_s C_{v(s)w(s)}",
            "the cost of the cheapest of all alignments, each of which is tried",
            "D",
            lambda s: min(math.fsum(s.C[v, w]) for v, w in s.paths),
            "PR-dtw",
        ),
        identity(
            r"D = D_{pq}, \qquad D_{ij} = C_{ij} + \min(D_{i-1,j},\, D_{i,j-1},\, D_{i-1,j-1})",
            "the last step came from one of three cells, and up to there nothing cheaper can be had either",
            lambda s: s.D,
            lambda s: plain_dtw(s.x, s.y).distance,
            "COURSE-dtw-recursion",
        ),
        bound(
            r"\sum_s C_{v(s)w(s)} \ge D",
            "no alignment is cheaper; the one found by walking back costs just this",
            lambda s: sq.path_cost(s.C, s.v, s.w),
            lambda s: s.D,
            relation="≥",
            premise=ALIGNED,
            attained=lambda s, rng: s.but(v=plain_dtw(s.x, s.y).v, w=plain_dtw(s.x, s.y).w),
            equation="PR-dtw",
        ),
        bound(
            r"\#\text{steps} \ge \max(p, q)",
            "each element of both sequences has its turn, and a step gives a turn to one element of each",
            lambda s: len(s.v),
            lambda s: max(s.p, s.q),
            relation="≥",
            premise=ALIGNED,
            attained=lambda s, rng: _with_path(s, min(s.paths, key=lambda path: len(path[0]))),
        ),
        bound(
            r"\#\text{steps} \le p + q - 1",
            "each step goes on in x or in y, which have p − 1 and q − 1 elements to go on to",
            lambda s: len(s.v),
            lambda s: s.p + s.q - 1,
            premise=ALIGNED_WITHOUT_REST,
            attained=lambda s, rng: _with_path(s, max(s.paths, key=lambda path: len(path[0]))),
        ),
    ),
    (draws.draw_pair,),
)


def _with_path(s, path):
    return s.but(v=path[0], w=path[1])


def _transposed(s):
    """D(y, x), with every alignment tried."""
    C = sq.local_costs(s.y, s.x)
    return min(math.fsum(C[w, v]) for v, w in all_alignments(len(s.x), len(s.y)))


symmetry = Derivation(
    "What to divide by",
    r"Given two sequences of lengths $p$ and $q$, and $D(x, y)$, the cost of the cheapest alignment.",
    (
        identity(
            r"D(x, y) = D(y, x)",
            "the three steps mirror each other, so each alignment of x and y is one of y and x, and costs the same",
            lambda s: plain_dtw(s.x, s.y).distance,
            _transposed,
            "PR-dtw",
        ),
        consequence(
            r"\frac{D(x, y)}{p} = \frac{D(y, x)}{q}",
            "dividing by the length of the first sequence is symmetric where both have the same length, and only there",
            lambda s: sq.per_first_length(plain_dtw(s.x, s.y).distance, len(s.x)),
            lambda s: _transposed(s) / len(s.y),
            premise=EQUALLY_LONG,
            equation="PR-dtw",
            on=draws.draw_equal_lengths,
        ),
        identity(
            r"\frac{2D(x, y)}{p + q} = \frac{2D(y, x)}{q + p}",
            "the mean of both lengths does not ask which sequence comes first",
            lambda s: sq.per_mean_length(plain_dtw(s.x, s.y).distance, s.p, s.q),
            lambda s: _transposed(s) / np.mean([s.q, s.p]),
            "COURSE-dtw-mean-length",
        ),
    ),
    (draws.draw_pair,),
)


# ---- no kernel -----------------------------------------------------------------------------------

no_kernel = Derivation(
    "Why exp(−DTW) is no kernel",
    r"Given a kernel with $K(x, x) = 1$ for all $x$, that is $\|\Phi(x)\| = 1$, and the Gram matrix of three points $x, y, z$ or more.",
    (
        bound(
            r"|K(x, y) - K(z, y)| \le \sqrt{2 - 2K(x, z)}",
            "the left side is |⟨Φ(x) − Φ(z), Φ(y)⟩|; Cauchy and Schwarz, with ‖Φ(y)‖ = 1 and ‖Φ(x) − Φ(z)‖² = 2 − 2K(x, z)",
            lambda s: abs(s.K[0, 1] - s.K[2, 1]),
            lambda s: math.sqrt(max(2 - 2 * s.K[0, 2], 0.0)),
            premise=SEMIDEFINITE,
            attained=_along_the_difference,
        ),
        consequence(
            r"K(x, y) = K(z, y)",
            "two points with K(x, z) = 1 have the same image, so nothing can tell them apart",
            lambda s: s.K[0, 1],
            lambda s: s.K[2, 1],
            premise=(SEMIDEFINITE, TWINS),
            on=draws.draw_twins,
        ),
        identity(
            r"D\big((a, \dots, a), (b)\big) = p\,\|a - b\|",
            "b stands beside each of the p elements. With b = a the cost is 0, whatever p is",
            lambda s: plain_dtw(np.tile(s.a, (s.r, 1)), s.b[None]).distance,
            lambda s: s.r * math.dist(s.a, s.b),
            "PR-dtw",
            on=draws.draw_constant_runs,
        ),
        bound(
            r"K(z, y) \le K(x, y)^2, \qquad x = (a),\; y = (b),\; z = (a, \dots, a)",
            "by line 3, with p of 2 at least: exp(−tp‖a − b‖) is the p-th power of exp(−t‖a − b‖). But K(x, z) = 1, so by line 2 "
            "they would have to be equal",
            lambda s: sq.exp_distance(plain_dtw(np.tile(s.a, (s.r, 1)), s.b[None]).distance),
            lambda s: sq.exp_distance(math.dist(s.a, s.b)) ** 2,
            attained=lambda s, rng: s.but(r=2),
            equation="PR-dtw-kernel",
            on=draws.draw_constant_runs,
        ),
    ),
    (draws.draw_three,),
)


# ---- the sum over all alignments -------------------------------------------------------------------


def _features_of_letters(s):
    values, vectors = np.linalg.eigh(s.chi)
    return vectors * np.sqrt(np.maximum(values, 0.0))


def _pairs_of_stretchings(s):
    """Σ over all pairs of stretchings to m letters of the product of the similarities of letters that stand together."""
    pairs = product(stretchings(s.x, s.m), stretchings(s.y, s.m))
    return sum(s.chi[a, b].prod() for a, b in pairs)


def _alignments_with_repeats(s):
    """Σ over alignments, each cell of which is repeated once or more, to m steps in all: a coefficient of power series."""
    total = 0.0
    for v, w in s.paths:
        series = np.eye(1, s.m + 1)[0]
        for chi in s.chi[s.x[v], s.y[w]]:
            series = np.convolve(series, np.append(0.0, chi ** np.arange(1, s.m + 1)))[: s.m + 1]
        total += series[s.m]
    return total


def _all_stretchings(s):
    """Σ over m of what stands in line 3, step by step: all pairs of stretchings that have come to a cell."""
    chi = s.chi[np.ix_(s.x, s.y)]
    T = np.zeros((len(s.x) + 1, len(s.y) + 1))
    T[1, 1] = chi[0, 0]
    total = T[-1, -1]
    for _ in range(SERIES_UP_TO):
        T[1:, 1:] = chi * (T[1:, 1:] + T[:-1, 1:] + T[1:, :-1] + T[:-1, :-1])
        total += T[-1, -1]
    return total


all_alignments_psd = Derivation(
    "Why the sum over all alignments is a kernel",
    r"Given sequences over letters with similarities $\chi$, and $K(x, y) = \sum_{(v,w)}\prod_s \kappa(x_{v(s)}, y_{w(s)})$. To stretch a "
    r"sequence to $m$ steps is to repeat its letters: $x_{a(1)}, \dots, x_{a(m)}$.",
    (
        definition(
            r"\chi(x_i, y_j) = \langle\varphi(x_i), \varphi(y_j)\rangle",
            "features of letters, from eigenvalues and eigenvectors of χ",
            "phi",
            _features_of_letters,
        ),
        definition(
            r"\Phi_m(x) = \sum_a \varphi(x_{a(1)}) \otimes \dots \otimes \varphi(x_{a(m)})",
            "a feature map: all ways a to stretch x to m steps, as a vector with a coordinate for each product of m features",
            "stretched",
            lambda s: partial(stretched_features, m=s.m, phi=s.phi),
        ),
        consequence(
            r"\langle\Phi_m(x), \Phi_m(y)\rangle = \sum_{a,b}\prod_{l=1}^m \chi(x_{a(l)}, y_{b(l)})",
            "multiply out; products of tensors are products of products",
            lambda s: s.stretched(s.x) @ s.stretched(s.y),
            _pairs_of_stretchings,
            premise=LETTERS_PSD,
        ),
        identity(
            r"\sum_{a,b}\prod_l \chi(x_{a(l)}, y_{b(l)}) = \sum_{(v, w)}\;\sum_{n_1 + n_2 + \dots = m}\;\prod_s \chi(x_{v(s)}, y_{w(s)})^{n_s}",
            "two stretched sequences side by side are an alignment whose cell s is repeated nₛ times, once at least",
            _pairs_of_stretchings,
            _alignments_with_repeats,
        ),
        consequence(
            r"\sum_m \langle\Phi_m(x), \Phi_m(y)\rangle = \sum_{(v, w)}\prod_s \kappa(x_{v(s)}, y_{w(s)}) = K(x, y)",
            "add up over m: each nₛ runs from 1 on by itself, and χ + χ² + χ³ + … = χ/(1 − χ)",
            _all_stretchings,
            lambda s: _gram_of_words(s.kappa, (s.x, s.y))[0, 1],
            via=lambda s: sq.alignment_sum(s.kappa[np.ix_(s.x, s.y)], s.paths),
            premise=GEOMETRIC,
            equation="COURSE-gak",
        ),
        bound(
            r"\sum_{i,j} c_ic_jK(x_i, x_j) \ge 0",
            "it is the sum over m of ‖Σᵢ cᵢ Φₘ(xᵢ)‖²",
            lambda s: s.c @ _gram_of_words(s.kappa, s.words) @ s.c,
            0,
            relation="≥",
            premise=(LETTERS_PSD, GEOMETRIC),
            attained=_a_word_twice,
            equation="COURSE-gak",
        ),
    ),
    (draws.draw_letters,),
)


def _gaussians(s):
    return np.array([[math.exp(-(math.dist(a, b) ** 2) / (2 * s.sigma**2)) for b in s.y] for a in s.x])


def _one_in_common(s, rng):
    y = s.y.copy()
    y[0] = s.x[0]
    return s.but(y=y)


similar_elements = Derivation(
    "The similarity of two vectors",
    r"Given vectors $x_i$ and $y_j$, the elements of two sequences, and a width $\sigma$.",
    (
        definition(
            r"\chi_{ij} = \tfrac12 e_{ij}, \qquad e_{ij} = \exp\big(-\|x_i - y_j\|^2/2\sigma^2\big)",
            "half a Gaussian kernel, which is PSD",
            "chi",
            lambda s: _gaussians(s) / 2,
        ),
        bound(
            r"\chi_{ij} \le \tfrac12",
            "a Gaussian is 1 at most, so the series of the last proof converges",
            lambda s: s.chi,
            0.5,
            one_entry=True,
            attained=_one_in_common,
        ),
        identity(
            r"\kappa_{ij} = \frac{e_{ij}}{2 - e_{ij}} = \chi_{ij} + \chi_{ij}^2 + \chi_{ij}^3 + \dots",
            "the premise κ = χ/(1 − χ) of the last proof; multiply above and below by 2",
            lambda s: sq.local_similarities(s.x, s.y, s.sigma),
            lambda s: sum(s.chi**r for r in range(1, SERIES_UP_TO)),
            "COURSE-gak-local",
            via=lambda s: 2 * s.chi / (2 - 2 * s.chi),
        ),
    ),
    (draws.draw_elements,),
)


def _rescaled_rows(s):
    """log k by rows: each is divided by its largest entry, whose logarithm is added up."""
    row, log_scale = np.eye(1, s.q + 1)[0], 0.0
    for kappa in sq.local_similarities(s.x, s.y, s.sigma):
        new = np.zeros(s.q + 1)
        for j in range(s.q):
            new[j + 1] = kappa[j] * (row[j + 1] + new[j] + row[j])
        row, log_scale = new / new.max(), log_scale + math.log(new.max())
    return log_scale + math.log(row[-1])


def _log_of_normalized(s, sigma):
    logs = [plain_global_alignment(a, b, sigma) for a, b in ((s.x, s.y), (s.x, s.x), (s.y, s.y))]
    return sq.log_normalized(*(np.array([value]) for value in logs))[0, 0]


logarithms = Derivation(
    "Two ways to compute it, and what happens for small σ",
    r"Given two sequences of vectors, a width $\sigma$, and $K(x, y) = \sum_{(v,w)}\prod_s \kappa(x_{v(s)}, y_{w(s)})$.",
    (
        definition(
            r"K(x, y) = \sum_{(v,w)}\prod_s \kappa(x_{v(s)}, y_{w(s)})",
            "each alignment is tried",
            "k",
            lambda s: sq.alignment_sum(_gaussians(s) / (2 - _gaussians(s)), s.paths),
            "COURSE-gak",
        ),
        identity(
            r"\log K(x, y) = \log M_{pq}, \qquad \log M_{ij} = \log\kappa_{ij} + \log(M_{i-1,j} + M_{i,j-1} + M_{i-1,j-1})",
            "the recursion of DTW, with sums instead of minima and products instead of sums; all in logarithms",
            lambda s: math.log(s.k),
            lambda s: plain_global_alignment(s.x, s.y, s.sigma),
            "COURSE-gak-recursion",
        ),
        identity(
            r"\log K(x, y) = \log\bar M_{pq} + \sum_i \log\max_j M_{ij}",
            "without logarithms of cells: divide each row by its largest entry, and add up the logarithms of these",
            lambda s: math.log(s.k),
            _rescaled_rows,
            "COURSE-gak-recursion",
        ),
        bound(
            r"\log\tilde K(x, y) \le 0",
            "Cauchy and Schwarz: a kernel value of two vectors of length 1 is at most 1",
            lambda s: _log_of_normalized(s, s.sigma),
            0,
            attained=lambda s, rng: s.but(y=s.x),
            equation="COURSE-gak-normalized",
            on=draws.draw_equal_lengths_and_width,
        ),
        limit(
            r"-\log\tilde K(x, y) = O(\sigma^{-2})",
            "for small σ the best alignment is all that counts, and its logarithm is −½σ⁻² times its squared costs",
            error=lambda s, h: -_log_of_normalized(s, h),
            sizes=(0.01, 0.02, 0.04),
            slope=-2,
            equation="COURSE-gak-normalized",
        ),
    ),
    (draws.draw_pair_and_width,),
)


# ---- strings ---------------------------------------------------------------------------------------


def _places_that_agree(s):
    """Count the pairs of places at which both strings have the same k letters."""
    windows = [np.lib.stride_tricks.sliding_window_view(codes, s.k) for codes in (s.codes_x, s.codes_y)]
    return int((windows[0][:, None] == windows[1]).all(axis=2).sum())


substrings = Derivation(
    "What the spectrum kernel counts",
    r"Given two strings and a number $k$, and for each string $u$ of $k$ letters the number $\varphi_u(x)$ of places at which $u$ occurs in $x$.",
    (
        definition(
            r"\varphi_u(x) = \#\{i : x_i x_{i+1} \dots x_{i+k-1} = u\}",
            "count substrings",
            "counts",
            lambda s: lambda word: sq.substring_counts(word, s.k),
            "COURSE-spectrum",
        ),
        identity(
            r"\sum_u \varphi_u(x) = p - k + 1",
            "one substring begins at each place but the last k − 1",
            lambda s: sum(s.counts(s.x).values()),
            lambda s: len(s.codes_x) - s.k + 1,
            "COURSE-spectrum",
        ),
        identity(
            r"\sum_u \varphi_u(x)\,\varphi_u(y) = \#\{(i, j) : x_i \dots x_{i+k-1} = y_j \dots y_{j+k-1}\}",
            "each occurrence in x with each in y is a pair of places at which the same k letters stand",
            lambda s: sq.common_substrings(s.counts(s.x), s.counts(s.y)),
            _places_that_agree,
            "COURSE-spectrum",
        ),
    ),
    (draws.draw_strings,),
)
