"""Another name for σ"""

from collections import namedtuple

import numpy as np
from scipy.stats import norm

from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.fisher.equations import fisher_score

Renamed = namedtuple("Renamed", "J I sd")  # scores and information of (μ, σ), and the standard deviation


def problems(rng):
    """Draw Gaussians and points, with their scores of (μ, σ)."""
    for n in (3, 6, 4):
        sd, z = rng.uniform(1.5, 3.0), rng.normal(size=n)
        yield Renamed(-np.column_stack([z / sd, (z**2 - 1) / sd]), np.diag([1 / sd**2, 2 / sd**2]), sd)


def solve(J, I, sd, *, slope=None, in_J=None, in_I=None):
    """Scores of log σ have the slope dσ/d(log σ) = σ as a factor, the information has it on both sides."""
    slope = sd if slope is None else slope
    on = np.array([1, slope if in_I is None else in_I])
    return J * [1, slope if in_J is None else in_J], I * np.outer(on, on)


def certify(problem, answer):
    J, I = answer
    z = -problem.sd * problem.J[:, 0]
    by_differences = fisher_score(
        lambda X, theta: norm.logpdf(X[:, 0], theta[0], np.exp(theta[1])),
        np.array([0.0, np.log(problem.sd)]),
        (problem.sd * z)[:, None],
    )
    nodes, shares = np.polynomial.hermite_e.hermegauss(5)
    at_nodes = -np.column_stack([nodes / problem.sd, nodes**2 - 1])
    exact = at_nodes.T @ (shares[:, None] / shares.sum() * at_nodes)
    off, apart = worst(np.abs(J - by_differences)), worst(np.abs(I - exact))
    return [
        Certificate("largest difference of the scores from differences of log p", off, 1e-7),
        Certificate("largest difference of the information from its integral", apart, 1e-9),
    ]


def has_logarithms(problem, answer):
    J, new = problem.J[:, 1], answer[0][:, 1]
    return np.allclose(new, np.log(np.abs(J))) or np.allclose(np.abs(new - J), abs(np.log(problem.sd)))


def is_moved(problem, answer):
    off = answer[0][:, 1] - problem.J[:, 1]
    return np.ptp(off) < 1e-9 and bool(np.abs(off).min() > 1e-9)


def is_estimated(problem, answer):
    """Whether the information is a sum or a mean of products of the scores of the answer."""
    J, I = answer
    return any(np.allclose(I * n, J.T @ J) for n in (1, len(J), len(J) - 1))
