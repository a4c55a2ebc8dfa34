"""A scale that was estimated"""

from collections import namedtuple

import numpy as np
from scipy.stats import norm, t

from kernelcourse.gaussian_process.checks.draws import foretold, mean_and_variance, several
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.gaussian_process.equations import band_factor

# As `Targets`, whose covariance has an unknown scale, and the share that a band has to hold; points mapped
Band = namedtuple("Band", "k_new K_new K y lam share Phi_new Phi")


def problems(rng):
    """Draw few targets, for which the two factors differ, and shares other than 95%."""
    for share, drawn in zip((0.95, 0.8, 0.99), several(rng), strict=True):
        yield Band(*drawn[:5], share, *drawn[5:])


def edge(rng):
    (drawn, *_) = several(rng)
    return {"half of the new targets": Band(*drawn[:5], 0.5, *drawn[5:])}


def solve(k_new, K_new, K, y, lam, share, *, factor="student", df=0, noise=1.0, scaled=True):
    """A quantile of Student's t, times √(τ(s² + λ))."""
    _, variance = mean_and_variance(k_new, K_new, K, y, lam)
    tau = y @ np.linalg.solve(K + lam * np.eye(len(y)), y) / len(y) if scaled else 1.0
    wide = norm.ppf((1 + share) / 2) if factor == "normal" else band_factor(share, len(y) - df)
    return wide * np.sqrt(tau * (np.maximum(variance, 0) + noise * lam))


def certify(problem, answer):
    """From coordinates; yᵀGy by the residual sum of squares that ridge regression leaves."""
    _, variance = foretold(problem)
    n, lam = len(problem.y), problem.lam
    rows = np.vstack([problem.Phi, np.sqrt(lam) * np.eye(problem.Phi.shape[1])])
    y = np.append(problem.y, np.zeros(problem.Phi.shape[1]))
    left = y - rows @ np.linalg.lstsq(rows, y, rcond=None)[0]
    bar = np.sqrt(left @ left / lam / n * (variance + lam))
    inside = t.cdf(answer / bar, n) - t.cdf(-answer / bar, n)
    return Certificate(
        "largest | share of Student's t that your bands hold − the share that was asked for |",
        worst(abs(inside - problem.share)),
        1e-8,
    )


def one_sided(answer, y, share):
    return answer * t.ppf(share, len(y)) / t.ppf((1 + share) / 2, len(y))
