"""Mixtures fitted by EM from many starts; what other parameters change of a Fisher kernel."""

from typing import NamedTuple

import numpy as np

from kernelsy19.cmeans import c_means
from kernelsy19.engine.threads import thread_limit
from kernelsy19.fisher.equations import (
    changed_information,
    changed_scores,
    fisher_kernel,
    nearby_divergence,
    plain_fisher_kernel,
)
from kernelsy19.fisher.gaussian_mixture import DiagonalMixture
from kernelsy19.fisher.plain import SMALLEST_SD, EMStep, as_varying, finished
from kernelsy19.signatures import as_wide_as, integer_from, number_from, takes, up_to
from kernelsy19.validation import as_array, as_generator, as_gram, as_matrix, as_vector


class Change(NamedTuple):
    """Largest changes of kernel values where the same density gets other parameters.

    Attributes
    ----------
    plain : float, of J(x)ᵀJ(y), over the largest value
    in_units_of_information : float, of J(x)ᵀI⁻¹J(y), over the largest value
    """

    plain: float
    in_units_of_information: float


@takes(J=as_matrix, I=as_gram, A=as_wide_as("I"))
def change_of_kernels(J, I, A):
    """How much both Fisher kernels change with the parameters.

    Parameters
    ----------
    J : (n, d) array, scores of θ
    I : (d, d) array, information of θ
    A : (d, d) array, ∂θ/∂η, invertible

    Returns
    -------
    Change
    """
    J_new, I_new = changed_scores(J, A), changed_information(I, A)

    def largest(before, after):
        return float(np.abs(after - before).max() / np.abs(before).max())

    return Change(
        largest(plain_fisher_kernel(J, J), plain_fisher_kernel(J_new, J_new)),
        largest(fisher_kernel(J, J, I), fisher_kernel(J_new, J_new, I_new)),
    )


@takes(mu=number_from(), sd=number_from(0), mu_new=as_array, sd_new=as_array)
def gaussian_divergence(mu, sd, mu_new, sd_new):
    """KL(N(μ, σ²) ‖ N(μ', σ'²)), exactly.

    Parameters
    ----------
    mu, sd : float, of the first Gaussian
    mu_new, sd_new : float or array, of the second

    Returns
    -------
    float or array, in nats
    """
    return np.log(sd_new / sd) + (sd**2 + (mu - mu_new) ** 2) / (2 * sd_new**2) - 0.5


class Divergences(NamedTuple):
    """The divergence of a Gaussian from one whose parameters are moved, and its parabola.

    Attributes
    ----------
    sizes : (m,) array, how far the parameters are moved
    exact, parabola : (m,) arrays, in nats
    """

    sizes: np.ndarray
    exact: np.ndarray
    parabola: np.ndarray


@takes(direction=lambda v, name: as_vector(v, name, 2), sizes=as_vector)
def divergences_along(direction, sizes):
    """The divergence of N(0, 1) from N(tδ₁, (1 + tδ₂)²), and ½ t² δᵀIδ, for several sizes t.

    Parameters
    ----------
    direction : (float, float), δ, of the mean and of the standard deviation
    sizes : (m,) array_like of t, with 1 + tδ₂ > 0

    Returns
    -------
    Divergences
    """
    sizes, direction = np.asarray(sizes, dtype=float), np.asarray(direction, dtype=float)
    I = np.diag([1.0, 2.0])
    return Divergences(
        sizes,
        gaussian_divergence(0.0, 1.0, sizes * direction[0], 1 + sizes * direction[1]),
        np.array([nearby_divergence(I, t * direction) for t in sizes]),
    )


@takes(
    X=as_varying,
    k=up_to("X"),
    n_starts=integer_from(),
    max_iter=integer_from(),
    tol=number_from(0),
    rng=as_generator,
)
def fit_mixture(X, k, n_starts=10, max_iter=1000, tol=1e-10, rng=0):
    """Fit a mixture of k Gaussians by EM, from several partitions by c-means, and keep the likeliest.

    Parameters
    ----------
    X : array_like, (n, p); coordinates must vary
    k : int, components, from 1 to n
    n_starts : int ≥ 1, partitions to start from
    max_iter : int ≥ 1, iterations a start
    tol : float > 0, gain of the mean log-likelihood below which it stops, in nats
    rng : int (a seed) or numpy.random.Generator

    Returns
    -------
    MixtureFit

    Raises
    ------
    ValueError
        If a coordinate does not vary.

    Notes
    -----
    A standard deviation is kept at a thousandth of that of the data: a component on one single point would have an
    endless likelihood.
    """
    starts = {c_means(X, k, n_starts=1, rng=rng).labels.tobytes() for _ in range(n_starts)}
    with thread_limit(len(X)):
        runs = [_fast_run(X, np.frombuffer(start, dtype=int), k, max_iter, tol) for start in sorted(starts)]
    last, path = max(runs, key=lambda run: run[0].log_likelihood)
    return finished(X, last, path, max_iter, tol)


def _fast_run(X, labels, k, max_iter, tol):
    """EM of one start, with squares of all components from products of matrices: its last step, and its path."""
    center = X.mean(axis=0)
    Y = X - center
    squares, least = Y**2, SMALLEST_SD * X.std(axis=0)
    r, path = np.eye(k)[labels], []
    for _ in range(max_iter):
        total = r.sum(axis=0)
        mu = r.T @ Y / total[:, None]
        sd = np.maximum(np.sqrt(np.maximum(r.T @ squares / total[:, None] - mu**2, 0)), least)
        rates = sd**-2
        joint = Y @ (mu * rates).T - squares @ rates.T / 2
        joint += (
            np.log(total / len(X))
            - np.log(np.sqrt(2 * np.pi) * sd).sum(axis=1)
            - (mu**2 * rates).sum(axis=1) / 2
        )
        highest = joint.max(axis=1, keepdims=True)
        r = np.exp(joint - highest)
        sums = r.sum(axis=1, keepdims=True)
        r /= sums
        path.append(float((highest + np.log(sums)).mean()))
        if len(path) > 1 and path[-1] - path[-2] < tol:
            break
    w = total / total.sum()
    return EMStep(DiagonalMixture(w, mu + center, sd), path[-1], r), path
