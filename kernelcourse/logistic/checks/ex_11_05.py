"""How far from the minimum can this be?"""

import numpy as np
from scipy.special import entr

from kernelcourse.judging.certificates import agreement
from kernelcourse.logistic.checks.draws import Coefficients, gram_matrix, h_of, labels, primal, r_of
from kernelcourse.logistic.checks.draws import any_coefficients as problems
from kernelsy19.kernels import RBF
from kernelsy19.logistic.equations import duality_gap, probability
from kernelsy19.logistic.plain import plain_newton


def edge(rng):
    K, y, lam = RBF(0.7)(rng.normal(size=(6, 3))), labels(rng, 6), rng.uniform(0.2, 2.0)
    start = Coefficients(gram_matrix(rng, 4), labels(rng, 4), np.zeros(4), rng.uniform(0.2, 2.0))
    end = Coefficients(K, y, plain_newton(K, y, lam, tol=1e-15), lam)
    return {"all coefficients 0": start, "coefficients at the minimum": end}


def solve(K, y, theta, lam, *, r=None, G=None):
    """P(θ) − D(s) = rᵀKr/(2λ), with r = λθ − (y − h)."""
    r = r_of(K, y, theta, lam) if r is None else r
    return float(duality_gap((K if G is None else G) @ r, r, lam))


def _exact_gap(K, y, theta, lam):
    """P − D, each from its definition."""
    f, t = K @ theta, np.where(y == 1, 1.0, -1.0)
    s = 1 / (1 + np.exp(t * f))
    total = sum(np.log1p(np.exp(-t[i] * f[i])) for i in range(len(y))) + lam / 2 * theta @ K @ theta
    entropy = sum(entr(s[i]) + entr(1 - s[i]) for i in range(len(y)))
    return total - entropy + (t * s) @ K @ (t * s) / (2 * lam)


certify = agreement("difference from P − D, each from its definition", _exact_gap)


def lowest(K, y, lam):
    return primal(K, y, plain_newton(K, y, lam, tol=1e-14), lam)


def is_another_length(problem, gap):
    K, r, lam = problem.K, r_of(*problem), problem.lam
    slope = K @ r
    lengths = np.array(
        [
            *(np.linalg.norm(slope), np.linalg.norm(r), r @ r, slope @ slope, np.abs(r).sum()),
            *(np.abs(r).max(), np.sqrt(max(r @ slope, 0)), r @ np.linalg.pinv(K) @ r),
        ]
    )
    factors = np.array([1, 0.5, 1 / lam, 1 / (2 * lam), lam, lam / 2])
    return bool(np.isclose(gap, np.outer(lengths, factors), rtol=1e-9).any())


def terms(problem):
    K, y, theta, lam = problem
    f, t = K @ theta, 2 * y - 1
    h, s = probability(f), probability(-t * f)
    entropy = (entr(s) + entr(1 - s)).sum()
    return {
        "the sum of the losses": (np.logaddexp(0, -t * f).sum(), 1),
        "the penalty": (lam / 2 * theta @ K @ theta, 1),
        "the entropy of the misses": (entropy, -1),
        "the squared norm in the dual": ((t * s) @ K @ (t * s) / (2 * lam), 1),
        "a norm without λ": (theta @ K @ theta, 0),
        "a squared length of the coefficients without K": (lam / 2 * theta @ theta, 0),
        "a mean of the losses": (np.logaddexp(0, -t * f).mean(), 0),
        "a norm without the signs of the classes": (s @ K @ s / (2 * lam), 0),
        "a norm without K": (s @ s / (2 * lam), 0),
        "a norm with λ above, not below,": (lam / 2 * (t * s) @ K @ (t * s), 0),
        "a norm without its λ": ((t * s) @ K @ (t * s) / 2, 0),
        "an entropy with one of its two parts": (entr(s).sum(), 0),
        "an entropy in bits": (entropy / np.log(2), 0),
        "a mean of the entropies": (entropy / len(y), 0),
        "an entropy of the probabilities alone": (entr(h).sum(), 0),
    }
