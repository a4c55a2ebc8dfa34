"""Kernels whose points are sequences, as values: exp(−DTW), global alignment, and substrings of strings."""

import functools
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from kernelsy19.gram import KernelGram, MatrixGram
from kernelsy19.kernels import Kernel
from kernelsy19.kernels.algebra import number_latex
from kernelsy19.sequences.equations import (
    common_substrings,
    exp_distance,
    log_normalized,
    per_mean_length,
    root,
    substring_counts,
)
from kernelsy19.sequences.solve import as_same_kind, as_sequences, dtw_distances, log_global_alignments
from kernelsy19.validation import as_flag, as_integer, as_length, as_number, as_objects

# A value of such a kernel costs an alignment, some microseconds: up to this many bytes all of them are kept.
WHOLE_MATRIX_BYTES = 2**30


class _OnTimeSeries(Kernel):
    """A kernel whose points are sequences of numbers or of vectors."""

    def as_points(self, X, name="X"):
        """Sequences, each (p,) or (p, d), whose elements have one dimension."""
        return as_sequences(X, name)

    def two_sets(self, X, Y, name="Y"):
        """Two lists of sequences, whose elements have one dimension."""
        X = self.points(X)
        return X, as_same_kind(X, Y, name)


@dataclass(frozen=True)
class ExpDTW(_OnTimeSeries):
    """k(x, y) = exp(−t D(x, y)) with the DTW distance D, which is not positive semidefinite in general.

    Parameters
    ----------
    t : float > 0, in inverse units of D
    squared : bool, whether distances of elements are squared
    per_step : bool, whether D is divided by the mean of the two lengths

    References
    ----------
    Catalogue: PR-dtw-kernel, COURSE-dtw-mean-length.

    Examples
    --------
    >>> ExpDTW(1.0)([[0.0], [1.0], [0.0, 0.0, 0.0]]).round(2)
    array([[1.  , 0.37, 1.  ],
           [0.37, 1.  , 0.05],
           [1.  , 0.05, 1.  ]])
    """

    t: float = 1.0
    squared: bool = False
    per_step: bool = False

    positive_semidefinite = False
    constant_diagonal = True

    def __post_init__(self):
        self._keep(
            t=as_number(self.t, "t", 0, np.inf, "neither"),
            squared=as_flag(self.squared, "squared"),
            per_step=as_flag(self.per_step, "per_step"),
        )

    @property
    def latex(self):
        """The formula."""
        D = r"\mathrm{DTW}_2(x, y)" if self.squared else r"\mathrm{DTW}(x, y)"
        D = f"\\frac{{2\\,{D}}}{{p + q}}" if self.per_step else D
        return f"\\exp(-{number_latex(self.t)}\\,{D})"

    def evaluate(self, X, Y):
        return exp_distance(self.distances(X, Y), self.t)

    def distances(self, X, Y=None):
        """DTW distances, of sequences among themselves where Y is None, as the kernel takes them."""
        D = dtw_distances(X, Y, self.squared)
        if not self.per_step:
            return D
        p, q = (np.array([len(x) for x in Z]) for Z in (X, X if Y is None else Y))
        return per_mean_length(D, p[:, None], q)


@dataclass(frozen=True)
class GlobalAlignment(_OnTimeSeries):
    """The global alignment kernel, scaled so that k(x, x) = 1.

    Parameters
    ----------
    sigma : float > 0, width of the similarity of two elements, in their units
    root : float r ≥ 1; above 1 the kernel is the r-th root, which is not positive semidefinite in general

    References
    ----------
    Catalogue: COURSE-gak, COURSE-gak-local, COURSE-gak-normalized, COURSE-gak-root.

    Examples
    --------
    >>> GlobalAlignment(1.0)([[0.0], [1.0], [0.0, 0.0, 0.0]]).round(2)
    array([[1.  , 0.44, 0.2 ],
           [0.44, 1.  , 0.02],
           [0.2 , 0.02, 1.  ]])
    """

    sigma: float = 1.0
    root: float = 1.0

    constant_diagonal = True

    def __post_init__(self):
        self._keep(sigma=as_length(self.sigma, "sigma"), root=as_number(self.root, "root", 1, np.inf, "left"))

    @property
    def positive_semidefinite(self):
        """Whether no root is taken."""
        return self.root == 1

    @property
    def latex(self):
        """The formula."""
        k = f"\\mathrm{{GA}}_{{{number_latex(self.sigma)}}}(x, y)"
        return k if self.root == 1 else f"{k}^{{1/{number_latex(self.root)}}}"

    def evaluate(self, X, Y):
        own, other = (
            np.array([log_global_alignments([z], [z], self.sigma)[0, 0] for z in Z]) for Z in (X, Y)
        )
        return root(log_normalized(log_global_alignments(X, Y, self.sigma), own, other), self.root)


@dataclass(frozen=True)
class Spectrum(Kernel):
    """The spectrum kernel of strings: counts of common substrings of k letters.

    Parameters
    ----------
    k : int ≥ 1, letters of a substring
    unit_length : bool, whether counts are scaled so that k(x, x) = 1

    References
    ----------
    Catalogue: COURSE-spectrum.

    Examples
    --------
    >>> Spectrum(2)(["banana", "bandana", "kernel"])
    array([[9., 7., 0.],
           [7., 8., 0.],
           [0., 0., 5.]])
    """

    k: int = 3
    unit_length: bool = False

    def __post_init__(self):
        self._keep(k=as_integer(self.k, "k"), unit_length=as_flag(self.unit_length, "unit_length"))

    @property
    def constant_diagonal(self):
        """Whether k(x, x) = 1 for all words."""
        return self.unit_length

    @property
    def latex(self):
        """The formula."""
        counts = r"\hat\varphi_u(x)\hat\varphi_u(y)" if self.unit_length else r"\varphi_u(x)\varphi_u(y)"
        return f"\\sum_{{|u| = {self.k}}} {counts}"

    def as_points(self, X, name="X"):
        """Strings of at least k letters."""
        words = as_objects(X, name)
        if wrong := [word for word in words if not isinstance(word, str) or len(word) < self.k]:
            raise ValueError(f"{name} must be strings of at least {self.k} letters, got {wrong[0]!r}.")
        return words

    def evaluate(self, X, Y):
        counts_X, counts_Y = (_counts(self.k, Z) for Z in (X, Y))
        known = {u: i for i, u in enumerate(dict.fromkeys(u for c in (*counts_X, *counts_Y) for u in c))}
        counts_X, counts_Y = _as_rows(counts_X, known), _as_rows(counts_Y, known)
        K = (counts_X @ counts_Y.T).toarray()
        if not self.unit_length:
            return K
        own, other = (np.sqrt(counts.power(2).sum(axis=1)) for counts in (counts_X, counts_Y))
        return K / own[:, None] / other


# Each pair once, and k(x, x) = 1 of itself.
Kernel.evaluate_gram.of(ExpDTW)(lambda k, X: exp_distance(k.distances(X), k.t))
Kernel.evaluate_diagonal.of(ExpDTW, GlobalAlignment)(lambda k, X: np.ones(len(X)))


@Kernel.evaluate_gram.of(GlobalAlignment)
def _each_alignment_once(k, X):
    log_k = log_global_alignments(X, None, k.sigma)
    own = np.diagonal(log_k)
    return root(log_normalized(log_k, own, own), k.root)


@Kernel.evaluate_diagonal.of(Spectrum)
def _lengths(k, X):
    if k.unit_length:
        return np.ones(len(X))
    return np.array([common_substrings(c, c) for c in _counts(k.k, X)], dtype=float)


@Kernel.provide_gram.of(ExpDTW, GlobalAlignment, Spectrum)
def _all_at_once(k, X):
    """Their values are dear, so that nobody asks for one twice."""
    if 8 * len(X) ** 2 > WHOLE_MATRIX_BYTES:
        return KernelGram(k, X)
    return MatrixGram(k.evaluate_gram(X), True if k.psd_by_construction else None, repr(k))


@functools.lru_cache(2**14)
def _counts_of_word(k, word):
    """Kept, since a word comes back with each pair of classes; not to be changed."""
    return substring_counts(word, k)


def _counts(k, words):
    return [_counts_of_word(k, str(word)) for word in words]


def _as_rows(counts, known):
    """Counts of substrings as a sparse matrix, a row for each word."""
    columns = [known[u] for c in counts for u in c]
    ends = np.cumsum([0, *(len(c) for c in counts)])
    values = np.array([count for c in counts for count in c.values()], dtype=float)
    return csr_array((values, columns, ends), shape=(len(counts), len(known)))
