"""The premises of the proofs about landmarks and sums, and what the world looks like without each."""

import numpy as np

from kernelcourse.landmarks.draws import best_ball
from kernelcourse.proving.derivations import Premise


def gram_of(s):
    """K of a setting of mapped points."""
    return s.Phi @ s.Phi.T


def features(s):
    """F of the landmarks of a setting, by a general solver."""
    return np.linalg.solve(s.R.T, s.Phi[s.Z] @ s.Phi.T).T


def rest(s):
    """K − FFᵀ."""
    F = features(s)
    return gram_of(s) - F @ F.T


def sticking_out(s):
    """What of each mapped point lies outside the span of the mapped landmarks."""
    Q = np.linalg.qr(s.Phi[s.Z].T)[0]
    return s.Phi - s.Phi @ Q @ Q.T


def _factor_off(s):
    return s.R.T @ s.R - s.Phi[s.Z] @ s.Phi[s.Z].T


def too_small_a_factor(s, rng):
    """Features that are too long, and a vector along the longest of them."""
    longer = s.but(R=s.R / rng.uniform(2.0, 3.0))
    F = features(longer)
    return longer.but(z=np.linalg.eigh(F @ F.T)[1][:, -1])


def too_large_a_factor(s, rng):
    """Features that are too short, and the best coefficients."""
    K = s.Phi[s.Z] @ s.Phi[s.Z].T
    return s.but(R=s.R * rng.uniform(1.5, 2.0), C=np.linalg.solve(K, s.Phi[s.Z] @ s.Phi.T).T)


FACTORED = Premise("RᵀR = k(Z, Z)", _factor_off, too_small_a_factor)

FACTOR_SHORT = Premise("RᵀR = k(Z, Z)", _factor_off, too_large_a_factor)


def one_direction(s, rng):
    """All that sticks out of the span of the landmarks lies along one line."""
    G = sticking_out(s)
    u = np.linalg.svd(G)[2][0]
    return s.but(Phi=s.Phi - G + np.outer(G @ u, u))


def best_coefficients(s, rng):
    """The coefficients of the nearest sums of mapped landmarks."""
    return s.but(C=np.linalg.lstsq(s.Phi[s.Z].T, s.Phi.T, rcond=None)[0].T)


def _slope(s):
    F = features(s)
    return F.T @ (s.y - s.b - F @ s.w) - s.lam * s.w


FLAT_IN_W = Premise(
    "the slope in w is zero",
    _slope,
    lambda s, rng: s.but(w=s.w + rng.choice([-1.0, 1.0], size=s.m) * rng.uniform(0.5, 1.0, size=s.m)),
)


def exact_dual(s):
    """The dual variables of kernel ridge regression with a free intercept, by the bordered system."""
    ones = np.ones((s.n, 1))
    M = np.block([[gram_of(s) + s.lam * np.eye(s.n), ones], [ones.T, np.zeros((1, 1))]])
    return np.linalg.solve(M, np.append(s.y, 0))[:-1]


def _nearly_flat(s, w):
    """The kernel is almost nothing, so that residuals are errors less λα; the intercept is the best one for w."""
    small = s.but(Phi=1e-7 * s.Phi, R=1e-7 * s.R, w=w)
    return small.but(b=(s.y - features(small) @ w).mean())


def almost_no_kernel(s, rng):
    """The errors of w sum to 0 and are all that is wrong."""
    F = features(s)
    mean = F.mean(axis=0)
    w = s.w + rng.normal(size=s.m)
    return _nearly_flat(s, 1e7 * (w - mean * (mean @ w) / (mean @ mean)))


def _other_intercept(s, rng):
    """Dual variables that solve the system of an intercept that no fit would take."""
    flat = _nearly_flat(s, 0 * s.w)
    return flat.but(b=flat.b + rng.choice([-1.0, 1.0]) * rng.uniform(0.5, 1.0))


FLAT_IN_B = Premise(
    "the slope in b is zero", lambda s: (s.y - s.b - features(s) @ s.w).sum(), _other_intercept
)


def _too_much(s, rng):
    """To the best weights some are added within the box, to points far from the center first: the dual rises."""
    alpha, c, R = best_ball(s.Phi, s.nu)
    extra = rng.uniform(0.2, 0.3)
    for i in np.argsort(-((s.Phi - c) ** 2).sum(axis=1)):
        step = min(extra, max(0.0, 1 / (s.nu * s.n) - alpha[i]))
        alpha[i], extra = alpha[i] + step, extra - step
    return s.but(alpha=alpha, c=c, R=R)


def _without_box(s, rng):
    """The best weights without a bound, as if no point might lie outside, against the best ball with one."""
    _, c, R = best_ball(s.Phi, s.nu)
    return s.but(alpha=best_ball(s.Phi, 1 / s.n)[0], c=c, R=R)


SUM = Premise("Σᵢ αᵢ = 1", lambda s: s.alpha.sum() - 1, _too_much, tolerance=1e-9)

BOX = Premise(
    "0 ≤ αᵢ ≤ 1/(νn)",
    lambda s: np.maximum(0, np.maximum(-s.alpha, s.alpha - 1 / (s.nu * s.n))),
    _without_box,
    tolerance=1e-9,
)
