"""Judge a fit by its residuals"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.landmarks.checks.draws import close as same

# Kernel values of asked points with all points, targets, predictions, which points, b and λ; and the features
Fitted = namedtuple("Fitted", "K_s y f asked b lam F")


def problems(rng):
    """Draw mapped points with some landmarks, and fit ridge regression on their features: residuals of both signs."""
    for n, m, size in ((6, 2, 2), (9, 3, 4), (12, 4, 3)):
        while True:
            problem = _fitted(rng.normal(size=(n, n + 2)) / 2, m, size, rng)
            if np.ptp(np.sign(solve(*problem[:-1]))) == 2:
                break
        yield problem


def edge(rng):
    Phi = rng.normal(size=(7, 9)) / 2
    return {
        "a single point is asked for": _fitted(Phi, 3, 1, rng),
        "every point is a landmark": _fitted(Phi, 7, 3, rng),
    }


def _fitted(Phi, m, size, rng):
    n, lam = len(Phi), float(rng.uniform(0.3, 2.0))
    Q = np.linalg.qr(Phi[rng.choice(n, m, replace=False)].T)[0]
    F, y = Phi @ Q, rng.normal(size=n) + 1.5
    rows = np.block([[F, np.ones((n, 1))], [np.sqrt(lam) * np.eye(m), np.zeros((m, 1))]])
    *w, b = np.linalg.lstsq(rows, np.append(y, np.zeros(m)), rcond=None)[0]
    asked = np.sort(rng.choice(np.arange(1, n), size, replace=False))
    return Fitted(Phi[asked] @ Phi.T, y, F @ w + b, asked, float(b), lam, F)


def solve(K_s, y, f, asked, b, lam, *, over=True, own=True, intercept=True):
    """What the dual variables of the fit leave of the exact equations; or with errors for them, or a term less."""
    alpha = (y - f) / lam if over else y - f
    return K_s @ alpha + (lam * alpha[asked] if own else 0) - (y[asked] - (b if intercept else 0))


def certify(problem, answer):
    """All that is wrong is what the features leave of the kernel, times the dual variables."""
    K_s, y, f, asked, _, lam, F = problem
    off = answer - (K_s - F[asked] @ F.T) @ ((y - f) / lam)
    return Certificate("largest difference from (K − FFᵀ)α", worst(np.abs(off)), 1e-8)
