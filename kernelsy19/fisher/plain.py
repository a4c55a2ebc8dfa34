"""Fisher kernels of any density, and mixtures by EM, the plain way; what certifies a mixture."""

from dataclasses import dataclass, field

import numpy as np

from kernelsy19.certificates import certified, warn_of
from kernelsy19.fisher.equations import (
    fisher_kernel,
    fisher_score,
    information,
    log_joint,
    maximize,
    posteriors,
)
from kernelsy19.fisher.gaussian_mixture import DiagonalMixture
from kernelsy19.signatures import as_wide_as, fitting, integer_from, made_by, number_from, several, takes
from kernelsy19.units import deviations
from kernelsy19.validation import as_function, as_matrix, as_points, as_vector, as_whole_numbers

SCORE_STEP = 1e-3  # of the differences that scores are
SAME_SCORES = 1e-4  # share of the largest score by which half the step may change one
ROUNDED_LIKELIHOOD = 1e-9  # share of a log-likelihood, and nats, that rounding of products may change

# Standard deviation of a component, in standard deviations of the data: below it a component holds on to one point
SMALLEST_SD = 1e-3


@takes(log_density=as_function, theta=as_vector, X=as_points, drawn=as_wide_as("X"))
def plain_fisher_gram(log_density, theta, X, drawn):
    """Fisher kernel values of any density, from its logarithm alone: J(x)ᵀI⁻¹J(y).

    Parameters
    ----------
    log_density : callable, ((n, p) array, (d,) array) → (n,) array, log p(x; θ)
    theta : (d,) array
    X : (n, p) array
    drawn : (m, p) array, points that the density has drawn

    Returns
    -------
    (n, n) array

    Raises
    ------
    ValueError
        If the density changes within the step of the differences, as where a standard deviation is hardly above it.
    """
    J, drawn = (scores_by_differences(log_density, theta, points) for points in (X, drawn))
    return fisher_kernel(J, J, information(drawn))


def scores_by_differences(log_density, theta, X):
    """Scores, which half the step must not change."""
    with np.errstate(all="ignore"):
        J, finer = (fisher_score(log_density, theta, X, step) for step in (SCORE_STEP, SCORE_STEP / 2))
    if not np.abs(J - finer).max() <= SAME_SCORES * np.abs(finer).max():
        raise ValueError(
            f"theta must be such that log_density hardly bends within {SCORE_STEP:g}, the step of its differences, "
            "but half the step changes the scores: give the data in other units."
        )
    return finer


def _as_posteriors(r, name, n):
    r = as_matrix(r, name)
    if len(r) != n:
        raise ValueError(f"{name} must have a row for each of the {n} points, got {len(r)}.")
    if r.min() < 0 or not r.any(axis=0).all():
        raise ValueError(f"{name} must hold numbers from 0 on, and in each column one above it.")
    return r


def as_varying(X, name):
    """Check points of which every coordinate varies."""
    X = as_points(X, name)
    if deviations(X).min() == 0:
        raise ValueError(f"Each column of {name} must vary, got one that does not.")
    return X


# ---- EM -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EMStep:
    """A mixture on the way of EM.

    Attributes
    ----------
    mixture : DiagonalMixture
    log_likelihood : float, mean over the points, in nats
    posteriors : (n, k) array of this mixture
    """

    mixture: DiagonalMixture
    log_likelihood: float
    posteriors: np.ndarray


@dataclass(frozen=True)
class MixtureFit:
    """A mixture that was fitted to points, and what certifies it.

    Attributes
    ----------
    mixture : DiagonalMixture
    log_likelihood : float, mean over the points, in nats
    path : (t,) array, log-likelihoods after each iteration, which never fall
    posteriors : (n, k) array
    residual : float, the largest mean score, in units of the root of its closed information: 0 where the likelihood is
        stationary; standard deviations that were kept from falling further do not count
    iterations : int, of the best start
    converged : bool, whether the last gain was below tol, and the likelihood of the mixture itself leaves no doubt
    doubts : tuple of str, what keeps the mixture from being certified, none where it converged
    """

    mixture: DiagonalMixture
    log_likelihood: float
    path: np.ndarray
    posteriors: np.ndarray
    residual: float
    iterations: int
    converged: bool
    doubts: tuple = field(default=(), repr=False)


@takes(
    X=as_varying,
    r=fitting(lambda r, name, given: _as_posteriors(r, name, len(given["X"]))),
    max_iter=integer_from(),
    tol=number_from(0),
)
def em_steps(X, r, max_iter=1000, tol=1e-10):
    """Fit a mixture by EM from given posteriors: parameters from posteriors, posteriors from parameters, in turns.

    Parameters
    ----------
    X : (n, p) array
    r : (n, k) array, posteriors to start from
    max_iter : int ≥ 1
    tol : float > 0, gain of the mean log-likelihood below which it stops, in nats

    Yields
    ------
    EMStep
    """
    least, before = SMALLEST_SD * X.std(axis=0), -np.inf
    for _ in range(max_iter):
        w, mu, sd = maximize(X, r)
        sd = np.maximum(sd, least)
        joint = log_joint(X, w, mu, sd)
        r, now = posteriors(joint), np.logaddexp.reduce(joint, axis=1).mean()
        yield EMStep(DiagonalMixture(w / w.sum(), mu, sd), float(now), r)
        if now - before < tol:
            return
        before = now


def _as_partition(labels, name, given):
    n = len(given["X"])
    labels = as_whole_numbers(labels, name, n, high=n - 1)
    if missing := set(range(labels.max())) - set(labels.tolist()):
        raise ValueError(f"{name} must name each cluster from 0 to {labels.max()}, got no {min(missing)}.")
    return labels


@takes(X=as_varying, labels=fitting(_as_partition), max_iter=integer_from(), tol=number_from(0))
def plain_em(X, labels, max_iter=1000, tol=1e-10):
    """Fit a mixture by EM, starting from a partition of the points.

    Parameters
    ----------
    X : array_like, (n, p)
    labels : (n,) int array, 0 … k − 1
    max_iter, tol : as in `em_steps`

    Returns
    -------
    MixtureFit
    """
    return certify(X, em_steps(X, np.eye(labels.max() + 1)[labels], max_iter, tol), tol)


@takes(X=as_varying, steps=several(made_by(EMStep)), tol=number_from(0))
def certify(X, steps, tol=1e-10):
    """Judge a run of EM by its steps, and the mixture that it ends with by its points.

    Parameters
    ----------
    X : array_like, (n, p)
    steps : iterable of EMStep, as `em_steps` yields them
    tol : float > 0, largest last gain of the mean log-likelihood that counts as converged, in nats

    Returns
    -------
    MixtureFit

    Warns
    -----
    ConvergenceWarning
        If the last gain is not below tol, or the likelihood fell on the way.
    """
    return finished(X, steps[-1], [step.log_likelihood for step in steps], len(steps), tol)


def finished(X, last, path, max_iter, tol):
    """The solution that a run ends with, and its certificate, both of the mixture and the points alone."""
    mixture = last.mixture
    joint = mixture.log_joint(X)
    log_likelihood = float(np.logaddexp.reduce(joint, axis=1).mean())
    wide = (mixture.sd > 1.01 * SMALLEST_SD * X.std(axis=0)).ravel()
    free = np.concatenate([np.ones(mixture.k + mixture.mu.size, bool), wide])
    means = mixture.scores(X).mean(axis=0) / np.sqrt(np.diag(mixture.closed_information()) + (mixture.k == 1))
    path = np.array(path)
    gained = path[-1] - path[-2] if len(path) > 1 else np.inf
    rounding = ROUNDED_LIKELIHOOD * (1 + abs(log_likelihood))
    slope, r = float(np.abs(means[free]).max()), posteriors(joint)
    fit = certified(
        MixtureFit(mixture, log_likelihood, path, r, slope, len(path), True),
        ("a gain, in nats a point, of", float(gained), tol),
        ("a log-likelihood that falls by", -float(np.diff(path).min(initial=0.0)), rounding),
        ("a log-likelihood off the last one by", abs(log_likelihood - float(path[-1])), rounding),
    )
    return warn_of(fit, f"EM stopped after {len(path)} iterations", f"raise max_iter={max_iter}")
