"""Sequences and their kernels as equations: alignments, DTW, its kernel, the sum over all alignments, substrings.

Shapes and meanings, where an equation says nothing else:

    y     (q, d)
    D     (n, m) or float, costs of the cheapest alignments
    p     (n, 1) or int, lengths of the first sequences
    sigma float > 0, in units of an element
"""

from collections import Counter

import numpy as np

from kernelsy19.catalogue import implements
from kernelsy19.kernels.equations import rbf, squared_euclidean


@implements("COURSE-dtw-costs")
def local_costs(x, y, squared=False):
    """‖xᵢ − yⱼ‖ of all pairs of elements.
    x (p, d), a sequence of p elements; squared: bool, whether to square → (p, q), in units of an element, or their
    square"""
    C = squared_euclidean(x, y)
    return C if squared else np.sqrt(C)


@implements("PR-dtw", whole=("v", "w"))
def path_cost(C, v, w):
    """Σₖ C at (v(k), w(k)): what an alignment costs.
    C (p, q), local costs; v, w (s,) int arrays, the index maps of an alignment of s steps, counted from 0 → float,
    in units of C"""
    return C[v, w].sum()


@implements("COURSE-dtw-recursion")
def cheapest_end(cost, above, left, diagonal):
    """c + min(D above, D left, D on the diagonal): the cheapest alignment that ends in a cell.
    cost: float, the local cost of the cell; above, left, diagonal: float, the cheapest that end in the three cells
    before it; infinite where there is none"""
    return cost + min(above, left, diagonal)


@implements("PR-dtw")
def per_first_length(D, p):
    """D/p: divided by the length of the first sequence, as the lecture writes it.
    → array or float; not symmetric"""
    return D / p


@implements("COURSE-dtw-mean-length")
def per_mean_length(D, p, q):
    """2D/(p + q): divided by the mean of the two lengths.
    q (m,) or int, lengths of the second ones → array or float; symmetric where D is"""
    return 2 * D / (p + q)


@implements("PR-dtw-kernel")
def exp_distance(D, t=1.0):
    """exp(−t D).
    D (n, m), distances; t: float > 0, in inverse units of D → (n, m), between 0 and 1"""
    return np.exp(-t * D)


@implements("COURSE-gak-local")
def local_similarities(x, y, sigma):
    """κ = e/(2 − e), with e = exp(−‖xᵢ − yⱼ‖²/2σ²), of all pairs of elements.
    x (p, d) → (p, q), between 0 and 1"""
    e = rbf(x, y, inverse_width(sigma))
    return e / (2 - e)


@implements("COURSE-gak-local")
def inverse_width(sigma):
    """γ = 1/2σ², so that e = exp(−γ ‖xᵢ − yⱼ‖²).
    → float, in inverse squared units"""
    return 1 / (2 * sigma**2)


@implements("COURSE-gak", whole=("alignments",))
def alignment_sum(kappa, alignments):
    """Σ over alignments of Πₖ κ at (v(k), w(k)).
    kappa (p, q); alignments: list of pairs (v, w) of int arrays, all alignments of the two sequences"""
    return sum(kappa[v, w].prod() for v, w in alignments)


@implements("COURSE-gak-recursion")
def log_sum_of_ends(log_kappa, above, left, diagonal):
    """log κ + log(M above + M left + M on the diagonal), from the logarithms of the three.
    log_kappa: float, of the cell; above, left, diagonal: float, logarithms of the sums that end in the cells before
    it; −inf where there are none"""
    return log_kappa + np.logaddexp(np.logaddexp(above, left), diagonal)


@implements("COURSE-gak-normalized")
def log_normalized(log_k, log_k_x, log_k_y):
    """log k(x, y) − ½ log k(x, x) − ½ log k(y, y).
    log_k (n, m), log k(x, y); log_k_x (n,), log k(x, x); log_k_y (m,), log k(y, y) → (n, m), ≤ 0 for a PSD kernel"""
    return log_k - (log_k_x[:, None] + log_k_y) / 2


@implements("COURSE-gak-root")
def root(log_k, r):
    """k^(1/r) from log k: lifts the small values of a matrix that is nearly diagonal.
    log_k (n, m), logarithms of kernel values; r: float ≥ 1 → (n, m)"""
    return np.exp(log_k / r)


@implements("COURSE-dominance")
def typical_similarity(K):
    """The median of Kᵢⱼ/√(Kᵢᵢ Kⱼⱼ) over i ≠ j: 0 says that no two points have anything in common.
    K (n, n), Gram matrix with a positive diagonal"""
    d = np.sqrt(np.diagonal(K))
    return float(np.median((K / d / d[:, None])[np.triu_indices(len(K), 1)]))


@implements("COURSE-spectrum")
def substring_counts(word, k):
    """φ_u(x): how often each substring u of k letters occurs in a word.
    word: str (p letters); k: int ≥ 1 → dict of int by str, without those that do not occur"""
    return Counter(word[i : i + k] for i in range(len(word) - k + 1))


@implements("COURSE-spectrum")
def common_substrings(counts_x, counts_y):
    """Σᵤ φᵤ(x) φᵤ(y).
    counts_x, counts_y: dict of int by str, substrings of two words with their counts → int"""
    return sum(count * counts_y.get(u, 0) for u, count in counts_x.items())
