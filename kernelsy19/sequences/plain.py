"""The cheapest alignment of two sequences, and the sum over all alignments, cell by cell."""

from dataclasses import dataclass, field

import numpy as np

from kernelsy19.sequences.equations import (
    alignment_sum,
    cheapest_end,
    inverse_width,
    local_costs,
    local_similarities,
    log_sum_of_ends,
    path_cost,
)
from kernelsy19.signatures import fitting, integer_from, takes
from kernelsy19.validation import as_array, as_flag, as_length, as_points

LAST_STEPS = ((-1, 0), (0, -1), (-1, -1))  # from a cell back to the one above, to the left, on the diagonal


def as_sequence(x, name="x"):
    """Check one sequence of numbers or of vectors.
    x (p,) or (p, d) → (p, d) array of float64."""
    x = as_array(x, name)
    return as_points(x[:, None] if x.ndim == 1 else x, name)


@dataclass(frozen=True)
class Warping:
    """The cheapest alignment of two sequences, with the table that proves it.

    Attributes
    ----------
    costs : (p, q) array, local costs C
    table : (p, q) array, the cost of the cheapest alignment that ends in each cell
    v, w : (s,) int arrays, the alignment: element v[k] of the first stands beside element w[k] of the second
    """

    costs: np.ndarray = field(repr=False)
    table: np.ndarray = field(repr=False)
    v: np.ndarray = field(repr=False)
    w: np.ndarray = field(repr=False)

    @property
    def distance(self):
        """The last entry of the table."""
        return float(self.table[-1, -1])

    @property
    def path_cost(self):
        """The local costs along the alignment, added up."""
        return float(path_cost(self.costs, self.v, self.w))

    @property
    def gap(self):
        """|path_cost − distance|, 0 up to rounding: the alignment costs what the table says."""
        return abs(self.path_cost - self.distance)

    @property
    def excess(self):
        """By how much an entry of the table exceeds what a step into its cell would cost.

        It is 0 up to rounding: then no alignment is cheaper than the table says."""
        D = np.pad(self.table, (1, 0), constant_values=np.inf)
        D[0, 0] = 0.0
        before = np.minimum(np.minimum(D[:-1, 1:], D[1:, :-1]), D[:-1, :-1])
        return float((self.table - (before + self.costs)).max())

    def __repr__(self):
        return f"Warping(distance={self.distance!r}, gap={self.gap!r}, excess={self.excess!r})"


def _as_wide_as_x(y, name, given):
    return as_pair(given["x"], y)[1]


@takes(x=as_sequence, y=fitting(_as_wide_as_x), squared=as_flag)
def plain_dtw(x, y, squared=False):
    """Find the cheapest alignment cell by cell, and walk back.

    Parameters
    ----------
    x, y, squared : as in `dtw_distance`

    Returns
    -------
    Warping
    """
    C = local_costs(x, y, squared)
    p, q = C.shape
    D = np.full((p + 1, q + 1), np.inf)
    D[0, 0] = 0.0
    for i in range(p):
        for j in range(q):
            D[i + 1, j + 1] = cheapest_end(C[i, j], D[i, j + 1], D[i + 1, j], D[i, j])
    path = [(p, q)]
    while path[-1] != (1, 1):
        i, j = path[-1]
        path.append(min(((i + a, j + b) for a, b in reversed(LAST_STEPS)), key=lambda cell: D[cell]))
    v, w = np.array(path[::-1]).T - 1
    return Warping(C, D[1:, 1:], v, w)


@takes(x=as_sequence, y=fitting(_as_wide_as_x), sigma=as_length)
def plain_global_alignment(x, y, sigma):
    """Logarithm of the sum over all alignments, cell by cell, in logarithms throughout.

    Parameters
    ----------
    x, y : as in `dtw_distance`
    sigma : float > 0, in units of an element

    Returns
    -------
    float, log k(x, y)
    """
    log_kappa = log_similarities(x, y, sigma)
    M = np.full((len(x) + 1, len(y) + 1), -np.inf)
    M[0, 0] = 0.0
    for i in range(len(x)):
        for j in range(len(y)):
            M[i + 1, j + 1] = log_sum_of_ends(log_kappa[i, j], M[i, j + 1], M[i + 1, j], M[i, j])
    return float(M[-1, -1])


def log_similarities(x, y, sigma):
    """log κ of all pairs of elements, also where κ underflows: e is so small there that κ = e/2 to all digits."""
    kappa = local_similarities(x, y, sigma)
    far = kappa < np.finfo(float).tiny
    close = np.log(np.where(far, 1.0, kappa))
    return np.where(far, -inverse_width(sigma) * local_costs(x, y, squared=True) - np.log(2), close)


@takes(x=as_sequence, y=fitting(_as_wide_as_x), sigma=as_length)
@np.errstate(divide="ignore")  # of a sum that is too small, the logarithm is −∞
def listed_global_alignment(x, y, sigma):
    """Logarithm of the sum over all alignments, each of which is listed: for a few elements only.

    Parameters
    ----------
    x, y, sigma : as in `plain_global_alignment`, with p + q of 16 elements at most

    Returns
    -------
    float, log k(x, y)

    Raises
    ------
    ValueError
        If p + q exceeds 16.
    """
    kappa = local_similarities(x, y, sigma)
    return float(np.log(alignment_sum(kappa, all_alignments(len(x), len(y)))))


@takes(p=integer_from(), q=integer_from())
def all_alignments(p, q):
    """List all alignments of a sequence of p elements with one of q: for proofs and for small examples.

    Parameters
    ----------
    p, q : int ≥ 1

    Returns
    -------
    list of pairs (v, w) of int arrays, each an alignment; their number is that of Delannoy, 63 for 4 and 4

    Raises
    ------
    ValueError
        If p + q exceeds 16: there are too many.
    """
    if p + q > 16:
        raise ValueError(f"p + q must be 16 at most, or there are too many alignments; got {p} and {q}.")
    ends = {(0, 0): [((0, 0),)]}
    for i in range(p):
        for j in range(q):
            before = [path for a, b in LAST_STEPS for path in ends.get((i + a, j + b), ())]
            ends[i, j] = ends.get((i, j), []) + [(*path, (i, j)) for path in before]
    return [tuple(np.array(path).T) for path in ends[p - 1, q - 1]]


def as_pair(x, y):
    """Check two sequences whose elements have one dimension."""
    x, y = as_sequence(x, "x"), as_sequence(y, "y")
    if x.shape[1] != y.shape[1]:
        raise ValueError(f"x and y must have elements of one dimension, got {x.shape[1]} and {y.shape[1]}.")
    return x, y
