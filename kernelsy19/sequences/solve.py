"""Alignments of many sequences, fast."""

from kernelsy19.engine import alignments
from kernelsy19.sequences.equations import inverse_width
from kernelsy19.sequences.plain import as_pair, as_sequence
from kernelsy19.signatures import takes
from kernelsy19.validation import as_flag, as_length, as_objects


def as_sequences(X, name="X"):
    """Check several sequences, whose elements have the same dimension.
    X sequence of n (pᵢ,) or (pᵢ, d) → (n,) array of objects, each a (pᵢ, d) array of float64."""
    checked = [as_sequence(x, f"{name}[{i}]") for i, x in enumerate(as_objects(X, name))]
    widths = sorted({x.shape[1] for x in checked})
    if len(widths) > 1:
        raise ValueError(f"The elements of all sequences in {name} must have one dimension, got {widths}.")
    return as_objects(checked, name)


@takes(squared=as_flag)
def dtw_distance(x, y, squared=False):
    """Dynamic time warping: the smallest sum of distances over all alignments.

    Parameters
    ----------
    x : (p,) or (p, d) array_like
    y : (q,) or (q, d) array_like
    squared : bool, whether distances of elements are squared

    Returns
    -------
    float, in units of an element, or their square; not divided by a length
    """
    x, y = as_pair(x, y)
    return float(alignments.dtw_values([x], [y], squared)[0, 0])


@takes(X=as_sequences, squared=as_flag)
def dtw_distances(X, Y=None, squared=False):
    """Dynamic time warping for all pairs.

    Parameters
    ----------
    X : list of n sequences, as in `dtw_distance`
    Y : list of m sequences, or None for Y = X
    squared : bool

    Returns
    -------
    (n, m) array; symmetric to the last bit where Y is None
    """
    return alignments.dtw_values(X, None if Y is None else as_same_kind(X, Y), squared)


@takes(X=as_sequences, sigma=as_length)
def log_global_alignments(X, Y=None, sigma=1.0):
    """Logarithms of the sums over all alignments, for all pairs.

    Parameters
    ----------
    X : list of n sequences, as in `dtw_distance`
    Y : list of m sequences, or None for Y = X
    sigma : float > 0, in units of an element

    Returns
    -------
    (n, m) array, log k(x, y); symmetric to the last bit where Y is None
    """
    Y = None if Y is None else as_same_kind(X, Y)
    return alignments.log_alignments(X, Y, inverse_width(sigma))


def as_same_kind(X, Y, name="Y"):
    """Check further sequences, whose elements have the dimension of those at hand.
    X (n,) array of sequences, Y list of m sequences → (m,) array of objects."""
    Y = as_sequences(Y, name)
    if X[0].shape[1] != Y[0].shape[1]:
        raise ValueError(
            f"{name} must hold sequences whose elements have dimension {X[0].shape[1]}, got {Y[0].shape[1]}."
        )
    return Y
