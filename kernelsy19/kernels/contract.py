"""What a kernel promises, verified where a reader wrote it: kernels of this package keep it by construction."""

import dataclasses
import functools

import numpy as np
from scipy.linalg import eigvalsh

from kernelsy19.kernels.ways import Way
from kernelsy19.validation import SYMMETRY_TOLERANCE

SAMPLE = 60  # points on which the declarations of a reader's kernel are verified: 3600 values of it
AGREEMENT = 1e-8  # share of the largest value up to which two ways to the same kernel value may differ
NEGATIVE = 1e-10  # share of the 1 norm of K that rounding may take an eigenvalue below 0


def is_ours(cls):
    """Whether a class belongs to this package, whose tests hold it to the contract."""
    return cls.__module__.partition(".")[0] == __name__.partition(".")[0]


def refuse_after_reload(*_):
    """Refuse to work with classes of which some are older than others."""
    raise TypeError("kernelsy19 was reloaded: restart the kernel.")


def require_class(cls, base):
    """Refuse a class of kernels that does not say what the kernel is, is no value, or hides a way in its body."""
    if not issubclass(cls, base):
        refuse_after_reload()
    if cls.evaluate is base.evaluate:
        raise TypeError(f"{cls.__name__} must define evaluate(X, Y), the kernel values between two sets.")
    if not dataclasses.is_dataclass(cls) or not cls.__dataclass_params__.frozen:
        raise TypeError(
            f"{cls.__name__} must be a frozen dataclass, since kernels are values: put @dataclass(frozen=True) "
            "above it."
        )
    for name, way in vars(base).items():
        if isinstance(way, Way) and getattr(cls, name) is not way:
            raise TypeError(
                f"{cls.__name__} must declare a faster {name}, for classes below it would inherit it: "
                f"put @Kernel.{name}.of({cls.__name__}) above a function that stands below the class."
            )


def require_finite(kernel, *sets):
    """Refuse points whose k(x, x) is no float; if it is one, no k(x, y) of a PSD kernel is too large."""
    if kernel.constant_diagonal or not kernel.psd_by_construction:
        return
    with np.errstate(over="ignore", invalid="ignore"):
        finite = all(np.isfinite(kernel.evaluate_diagonal(X)).all() for X in sets)
    if not finite:
        raise ValueError(f"{kernel!r} must give finite values, got NaN or infinity: scale the points.")


def as_values(values, shape, kernel):
    """Check what a kernel returned as its values, and return it as float64."""
    values = np.asarray(values)
    if values.shape != shape:
        raise ValueError(f"{kernel!r} must give kernel values of shape {shape}, got shape {values.shape}.")
    if values.dtype.kind not in "biuf":
        raise ValueError(f"{kernel!r} must give real kernel values, got dtype {values.dtype}.")
    if not np.isfinite(values).all():
        raise ValueError(f"{kernel!r} must give finite values, got NaN or infinity.")
    return values.astype(float, copy=False)


def symmetric(K, kernel):
    """Return a Gram matrix that equals its transpose to the last bit: the upper triangle, copied down."""
    if (K == K.T).all():
        return K
    with np.errstate(invalid="ignore"):  # of infinite values, which others refuse
        off = np.abs(K - K.T).max()
    if off > SYMMETRY_TOLERANCE * np.abs(K).max():
        raise ValueError(f"{kernel!r} must be symmetric, but k(x, y) and k(y, x) differ by {off:.3g}.")
    return np.triu(K) + np.triu(K, 1).T


def checked(evaluate):
    """Wrap the `evaluate` of a reader's kernel, so that what it returns is checked whoever asks for it."""

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
    """Verify on a sample of checked points what a reader's kernel declares of itself, faster ways among it."""
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
