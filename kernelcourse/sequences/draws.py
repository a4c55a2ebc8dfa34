"""What the proofs of chapter 14 are evaluated on: sequences, all their alignments and stretchings, and known kernels.

Sequences of the proof about global alignment are words over a few letters whose similarities are any matrix, so that
the matrix can be one that is not positive semidefinite.
"""

from itertools import combinations

import numpy as np

from kernelcourse.proving.derivations import Setting
from kernelsy19.kernels import RBF
from kernelsy19.sequences.plain import all_alignments
from kernelsy19.validation import as_generator, as_objects

# ---- long sequences -------------------------------------------------------------------------------


def two_long_walks(rng=0):
    """Two random walks in the plane, (1000, 2) and (960, 2); rng is a seed or a generator."""
    rng = as_generator(rng)
    return [rng.normal(size=(n, 2)).cumsum(axis=0) for n in (1000, 960)]


# ---- alignments of two sequences ----------------------------------------------------------------


def pair_setting(x, y, v, w):
    """Two sequences, one of their alignments, and all of them.
    x (p, d), y (q, d), v, w (s,) int, an alignment → x, y, p, q, v, w; paths, the list of all alignments"""
    return Setting(x=x, y=y, p=len(x), q=len(y), v=v, w=w, paths=as_objects(all_alignments(len(x), len(y))))


def draw_pair(rng):
    """Draw two sequences of different lengths, and an alignment of them, for `pair_setting`."""
    p, q = rng.permutation([3, 4, 5, 6])[:2]
    x, y = rng.normal(size=(p, 2)), rng.normal(size=(q, 2))
    paths = all_alignments(p, q)
    return pair_setting(x, y, *paths[rng.integers(len(paths))])


def draw_equal_lengths(rng):
    """As `draw_pair`, with sequences of one length."""
    p = int(rng.integers(3, 6))
    x, y = rng.normal(size=(p, 2)), rng.normal(size=(p, 2))
    paths = all_alignments(p, p)
    return pair_setting(x, y, *paths[rng.integers(len(paths))])


# ---- words over letters with known similarities --------------------------------------------------


def stretchings(word, m):
    """List the ways to stretch a word to m letters by repeating letters.
    word (p,) int, m ≥ p → list of (m,) int arrays, (m − 1 choose p − 1) of them"""
    p = len(word)
    ends = ((*cuts, m) for cuts in combinations(range(1, m), p - 1))
    return [np.repeat(word, np.diff([0, *cut])) for cut in ends]


def stretched_features(word, m, phi):
    """Σ over all stretchings of the product, by tensors, of the features of their letters: (Aᵐ,).
    word (p,) int; m ≥ 1, length of the stretchings, of which there are none for m < p; phi (A, A), a letter a row"""
    total = np.zeros(phi.shape[1] ** m)
    for letters in stretchings(word, m) if m >= len(word) else ():
        product = np.ones(1)
        for letter in letters:
            product = np.multiply.outer(product, phi[letter]).ravel()
        total += product
    return total


def letters_setting(chi, words, c, m):
    """Words over letters with given similarities.
    chi (A, A), below 1; words, a tuple of int arrays; c (n,), a number for each; m, to which words are stretched → chi,
    words, c, m; x and y, the first two words; paths, all their alignments; kappa = chi/(1 − chi)"""
    x, y = words[:2]
    paths = as_objects(all_alignments(len(x), len(y)))
    words = as_objects(words)
    return Setting(chi=chi, kappa=chi / (1 - chi), words=words, x=x, y=y, c=c, m=m, paths=paths)


def draw_letters(rng):
    """Draw letters whose similarities are half a Gaussian of their distance, and words of all lengths up to 3.
    Setting of `letters_setting`"""
    A = int(rng.integers(3, 5))
    chi = RBF(rng.uniform(0.1, 0.3))(rng.uniform(-1, 1, size=(A, 2))) / 2
    longer = [rng.integers(A, size=rng.integers(2, 4)) for _ in range(int(rng.integers(3, 6)))]
    words = (*longer, *(np.array([a]) for a in range(A)))
    return letters_setting(chi, words, rng.normal(size=len(words)), int(rng.integers(3, 5)))


# ---- three points of a kernel --------------------------------------------------------------------


def draw_three(rng):
    """Draw the Gram matrix of three points or more under a kernel with k(x, x) = 1, and features for it.
    K (n, n), whose rows 0, 1, 2 are those of x, y, z"""
    n = int(rng.integers(3, 7))
    return Setting(K=RBF(rng.uniform(0.1, 0.5))(rng.normal(size=(n, 3))))


def draw_constant_runs(rng):
    """Draw one element, how often it is repeated, and another element.
    a, b (d,) arrays; r int, how often a stands in the longer sequence"""
    d = int(rng.integers(2, 6))
    return Setting(a=rng.normal(size=d), b=rng.normal(size=d), r=int(rng.integers(3, 9)))


# ---- strings --------------------------------------------------------------------------------------


def draw_strings(rng):
    """Draw two strings over three letters, and the length of substrings.
    x, y str, k int; codes_x (p,), codes_y (q,) int arrays, the same letters as numbers"""
    k = int(rng.integers(1, 3))
    codes = [rng.integers(3, size=rng.integers(12, 20)) for _ in range(2)]
    x, y = ("".join("abc"[c] for c in code) for code in codes)
    return Setting(x=x, y=y, k=k, codes_x=codes[0], codes_y=codes[1])


def draw_twins(rng):
    """As `draw_three`, with z so like x that k(x, z) = 1: the points x and z have the same image."""
    K = draw_three(rng).K
    same = np.arange(len(K))
    same[2] = 0
    return Setting(K=K[np.ix_(same, same)])


def draw_elements(rng):
    """Draw elements of sequences and a width.
    x (p, d), y (q, d) arrays; sigma"""
    p, q, d = (int(size) for size in rng.integers(3, 7, size=3))
    return Setting(x=rng.normal(size=(p, d)), y=rng.normal(size=(q, d)), sigma=rng.uniform(0.8, 2.0))


def draw_pair_and_width(rng):
    """As `draw_pair`, with a width sigma."""
    return Setting(**vars(draw_pair(rng)), sigma=rng.uniform(0.8, 2.0))


def draw_equal_lengths_and_width(rng):
    """As `draw_equal_lengths`, with a width sigma."""
    return Setting(**vars(draw_equal_lengths(rng)), sigma=rng.uniform(0.8, 2.0))
