"""What a kernel promises, verified where a reader wrote it: kernels of this package keep it by construction."""

import functools

import numpy as np
from scipy.linalg import eigvalsh

from kernelsy19.validation import SYMMETRY_TOLERANCE, require_no_mask

SAMPLE = 60  # points on which the declarations of a reader's kernel are verified: 3600 values of it

AGREEMENT = 1e-8  # share of the largest value up to which two ways to the same kernel value may differ

NEGATIVE = 1e-10  # share of the 1 norm of K that rounding may take an eigenvalue below 0


def is_ours(cls):
    """Tell whether a class belongs to this package, whose tests hold it to the contract.

    Parameters
    ----------
    cls : class

    Returns
    -------
    bool
    """
    return cls.__module__.partition(".")[0] == __name__.partition(".")[0]


def as_values(values, shape, kernel):
    """Check what a kernel returned as its values.

    Parameters
    ----------
    values : object, what came
    shape : (int, int), what is wanted
    kernel : Kernel, for the error

    Returns
    -------
    array of float64 of that shape

    Raises
    ------
    ValueError
        If they have another shape, are masked, or are not finite real numbers.
    """
    require_no_mask(values, f"What {kernel!r} gives")
    values = np.asarray(values)
    if values.shape != shape:
        raise ValueError(f"{kernel!r} must give kernel values of shape {shape}, got shape {values.shape}.")
    if values.dtype.kind not in "biuf":
        raise ValueError(f"{kernel!r} must give real kernel values, got dtype {values.dtype}.")
    if not np.isfinite(values).all():
        raise ValueError(f"{kernel!r} must give finite values, got NaN or infinity.")
    return values.astype(float, copy=False)


def symmetric(K, kernel):
    """Return a Gram matrix that equals its transpose to the last bit: the upper triangle, copied down.

    Parameters
    ----------
    K : (n, n) array
    kernel : Kernel, for the error

    Returns
    -------
    (n, n) array

    Raises
    ------
    ValueError
        If the two triangles differ by more than rounding.
    """
    if (K == K.T).all():
        return K
    with np.errstate(
        invalid="ignore"
    ):  # of infinite values, which are refused where values have to be finite
        off = np.abs(K - K.T).max()
    if off > SYMMETRY_TOLERANCE * np.abs(K).max():
        raise ValueError(f"{kernel!r} must be symmetric, but k(x, y) and k(y, x) differ by {off:.3g}.")
    return np.triu(K) + np.triu(K, 1).T


def checked(evaluate):
    """Wrap the `evaluate` of a reader's kernel, so that what it returns is checked whoever asks for it.

    Parameters
    ----------
    evaluate : function of (self, X, Y)

    Returns
    -------
    function of (self, X, Y)
    """

    @functools.wraps(evaluate)
    def evaluate_checked(self, X, Y):
        try:
            values = evaluate(self, X, Y)
        except (TypeError, ValueError, IndexError) as error:
            raise ValueError(
                f"{self!r} could not evaluate points of shapes {X.shape} and {Y.shape}: {type(error).__name__}: {error}"
            ) from error
        return as_values(values, (len(X), len(Y)), self)

    return evaluate_checked


def require_contract(kernel, X):
    """Verify on a sample of points what a kernel declares of itself.

    Parameters
    ----------
    kernel : Kernel
    X : (n, …) array of checked points

    Raises
    ------
    ValueError
        If k(x, y) and k(y, x) differ; if the diagonal, or sums of values, are not those of the values; if the diagonal
        is declared constant and is not; or if the kernel is declared positive semidefinite and is not.
    """
    n = len(X)
    S = X[np.sort(np.random.default_rng(0).choice(n, min(n, SAMPLE), replace=False))]
    K, part = symmetric(kernel.evaluate(S, S), kernel), S[: -(-len(S) // 2)]
    size = np.abs(K).max()

    def require(found, wanted, what):
        if np.shape(found) != wanted.shape or not np.abs(found - wanted).max() <= AGREEMENT * size:
            raise ValueError(f"{what} of {kernel!r} is not what its values k(x, y) say.")

    require(kernel.evaluate(part, S), K[: len(part)], "evaluate(X, Y) for two different sets")
    require(kernel.evaluate_diagonal(S), K.diagonal(), "evaluate_diagonal(X)")
    require(
        kernel.evaluate_sums(part, S, np.ones(len(S))),
        K[: len(part)].sum(axis=1),
        "evaluate_sums(X, Y, weights)",
    )
    if kernel.constant_diagonal and np.ptp(K.diagonal()) > AGREEMENT * size:
        raise ValueError(
            f"{kernel!r} is declared to have a constant diagonal, but k(x, x) goes from {K.diagonal().min():.3g} to "
            f"{K.diagonal().max():.3g}."
        )
    if kernel.positive_semidefinite:
        smallest = float(eigvalsh(K, subset_by_index=[0, 0])[0])
        if not smallest >= -NEGATIVE * np.abs(K).sum(axis=0).max():
            raise ValueError(
                f"{kernel!r} is declared positive semidefinite, but the Gram matrix of {len(S)} of these points has "
                f"the eigenvalue {smallest:.3g}. With positive_semidefinite = None in the class, solvers check each K."
            )
