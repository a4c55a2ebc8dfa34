"""Posteriors"""

import numpy as np
from scipy.stats import norm

from kernelcourse.fisher.checks.draws import mixture_of
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.fisher.equations import log_joint, posteriors


def problems(rng):
    """Draw mixtures whose components overlap."""
    for n, k, p in ((4, 2, 2), (6, 3, 3), (5, 4, 2)):
        yield mixture_of(rng, n, k, p)


def edge(rng):
    while True:
        far = mixture_of(rng, 3, 3, 2)
        far = far._replace(X=np.vstack([far.X, far.X + 400]))
        nearest = ((far.X[:, None] - far.mu) ** 2).sum(axis=2).argmin(axis=1)
        if (nearest != log_joint(*far).argmax(axis=1))[3:].any():
            break
    return {"a point far from all components": far, "a single component": mixture_of(rng, 4, 1, 2)}


def solve(X, w, mu, sd, *, weights=None, widths=None, squares=None):
    """Shares of the densities, by their logarithms: log w − Σ log σ − ½ Σ ((x − μ)/σ)², or with other terms."""
    weights = np.log(w) if weights is None else weights
    widths = np.log(sd).sum(axis=1) if widths is None else widths
    return posteriors(weights - widths - (squares_of(X, mu, sd) if squares is None else squares) / 2)


def squares_of(X, mu, sd):
    return (((X[:, None] - mu) / sd) ** 2).sum(axis=2)


def certify(problem, r):
    """Bayes' rule component against component, in logarithms that SciPy computes."""
    X, w, mu, sd = problem
    logs = np.log(w) + np.transpose([norm.logpdf(X, m, s).sum(axis=1) for m, s in zip(mu, sd, strict=True)])
    against = [1 / np.exp(np.clip(logs - logs[:, [k]], -700, 700)).sum(axis=1) for k in range(len(w))]
    return [
        Certificate("largest difference of a row's sum from 1", worst(np.abs(r.sum(axis=1) - 1)), 1e-9),
        Certificate("largest difference from Bayes' rule", worst(np.abs(r - np.transpose(against))), 1e-9),
    ]


def without_logarithms(X, w, mu, sd):
    with np.errstate(all="ignore"):
        joint = w * np.exp(-squares_of(X, mu, sd) / 2) / sd.prod(axis=1)
        return joint / joint.sum(axis=1, keepdims=True)


def are_logarithms(_, r):
    return bool((r <= 1e-12).all()) and np.allclose(np.exp(r).sum(axis=1), 1, atol=1e-6)


def is_joint(problem, r):
    """Whether these are densities or their logarithms, up to a factor or an amount for each row."""
    joint = log_joint(*problem)
    usable = (r > 0).all(axis=1)
    as_logs = np.log(np.where(r > 0, r, 1))
    return any(
        a.shape == b.shape and len(a) > 0 and np.ptp(a - b, axis=1).max() < 1e-6 * max(1, np.abs(b).max())
        for a, b in ((r, joint), (as_logs[usable], joint[usable]))
    ) and bool(np.abs(r.sum(axis=1) - 1).max() > 1e-6)
