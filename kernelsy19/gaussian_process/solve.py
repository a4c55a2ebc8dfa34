"""The likeliest kernel and the likeliest noise: climb log p(y), with the scale always at its best."""

import functools
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import minimize

from kernelsy19.certificates import certified, warn_of
from kernelsy19.gaussian_process.equations import likeliest_scale, likelihood_slope, log_marginal_likelihood
from kernelsy19.kernels import as_kernel
from kernelsy19.signatures import number_from, one_each, takes
from kernelsy19.validation import as_function, as_points, as_vector, shown

STEP = 1e-4  # in a logarithm: of the differences by which a Gram matrix is derived, right to 8 digits
SLOPE_AT_TOP = 1e-3  # slope of log p(y) in a logarithm at a top: a factor e of any number gains no more
LONGEST_CLIMB = 25.0  # in logarithms: how far a climb may go from its start
LEAST_NOISE = 1e-8  # of the mean of k(x, x) at the start: with less, rounding leaves M without a factor
OPTIONS = {"maxiter": 500, "ftol": 1e-15, "gtol": SLOPE_AT_TOP / 1000}


@dataclass(frozen=True)
class Climb:
    """Where log p(y) is highest near a start, with its certificate: no logarithm of a number has a slope there.

    Attributes
    ----------
    theta : (q,) array, the numbers of which the kernel is made, > 0
    lam : float, λ, the variance of the noise over the scale
    scale : float, τ: the covariance is τk, the variance of the noise τλ; in squared units of y over those of k
    log_likelihood : float, log p(y)
    slopes : (q + 1,) array, of log p(y) in the logarithms of `theta` and of λ
    converged : bool, whether no slope exceeds 1e-3 in size
    doubts : tuple of str, what keeps it from being a top, none where it converged
    """

    theta: np.ndarray
    lam: float
    scale: float
    log_likelihood: float
    slopes: np.ndarray = field(repr=False)
    converged: bool = True
    doubts: tuple = field(default=(), repr=False)


def _as_positive(start, name):
    start = as_vector(start, name)
    if not (start > 0).all():
        raise ValueError(f"{name} must hold numbers above 0, got {shown(start)}.")
    return start


def _as_targets(y, name, length):
    y = as_vector(y, name, length)
    if not y.any():
        raise ValueError(f"{name} must hold a number that is not 0, for a scale.")
    return y


_OF_TARGETS = {
    "kernel_of": functools.partial(as_function, takes="(*numbers)"),
    "X": as_points,
    "y": one_each("X", _as_targets),
}


@takes(theta=_as_positive, lam=number_from(0), **_OF_TARGETS)
def certify(kernel_of, X, y, theta, lam):
    """Judge a kernel and a noise by the targets alone, whoever chose them: how probable is y, and where would it rise?

    Parameters
    ----------
    kernel_of : callable, q numbers > 0 → Kernel
    X : (n, p) array_like
    y : (n,) array_like, targets of mean 0; not all are 0
    theta : (q,) array_like, > 0
    lam : float, λ > 0

    Returns
    -------
    Climb

    Warns
    -----
    ConvergenceWarning
        If log p(y) has a slope of more than 1e-3 there.
    """
    logs = np.log([*theta, lam])
    tau, M, changes = _covariance(kernel_of, X, y, logs)
    slopes = np.array([likelihood_slope(M, y, D) for D in changes])
    found = Climb(theta, lam, float(tau), float(log_marginal_likelihood(M, y)), slopes)
    steepest = float(np.abs(slopes).max())
    found = certified(found, ("a slope of log p(y)", steepest, SLOPE_AT_TOP))
    return warn_of(found, "The climb ended", "start elsewhere, or fix the number that runs away")


def _covariance(kernel_of, X, y, logs):
    """The likeliest scale, the covariance of the targets with it, and how that changes with each logarithm."""

    def gram(logs):
        return as_kernel(kernel_of(*np.exp(logs[:-1])))(X)

    K, noise = gram(logs), np.exp(logs[-1]) * np.eye(len(y))
    tau = likeliest_scale(K + noise, y)
    steps = STEP * np.eye(len(logs))[:-1]
    changes = [(gram(logs + step) - gram(logs - step)) / (2 * STEP) for step in steps]
    return tau, tau * (K + noise), [tau * D for D in (*changes, noise)]


@takes(start=_as_positive, lam=number_from(0), **_OF_TARGETS)
def climb(kernel_of, X, y, start, lam=1.0):
    """Raise log p(y) from a kernel and a noise until it has no slope.

    Parameters
    ----------
    kernel_of : callable, q numbers > 0 → Kernel, such as `RBF`
    X : (n, p) array_like
    y : (n,) array_like, targets of mean 0; not all are 0
    start : (q,) array_like, > 0
    lam : float, λ > 0, where the noise starts, in units of the kernel

    Returns
    -------
    Climb

    Warns
    -----
    ConvergenceWarning
        If log p(y) still has a slope: the climb would go on past e²⁵ times the start, or to less noise than 1e-8 of
        the mean of k(x, x) at the start.

    Notes
    -----
    log p(y) may have several tops, and this is one of them: start from several places.
    """
    least = LEAST_NOISE * float(as_kernel(kernel_of(*start)).diagonal(X).mean())
    logs = np.log([*start, max(lam, least)])
    low, high = logs - LONGEST_CLIMB, logs + LONGEST_CLIMB
    low[-1] = np.log(least)

    def downhill(logs):
        _, M, changes = _covariance(kernel_of, X, y, logs)
        G = np.linalg.inv(M)
        pulls = G - np.outer(G @ y, G @ y)  # `likelihood_slope` with one inverse for all slopes
        return -log_marginal_likelihood(M, y), [(pulls * D).sum() / 2 for D in changes]

    found = minimize(
        downhill, logs, jac=True, method="L-BFGS-B", bounds=np.transpose([low, high]), options=OPTIONS
    )
    *theta, lam = np.exp(found.x)
    return certify(kernel_of, X, y, theta, float(lam))
