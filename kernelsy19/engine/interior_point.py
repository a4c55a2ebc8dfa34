"""Convex quadratic programs by interior-point methods.

Proofs are evaluated on what `minimize_quadratic` finds: it knows nothing of balls and weights, and returns the
multipliers with the minimum. `minimize_in_box` serves the duals where no loop is compiled, as in a browser: it takes a
dozen systems of n equations, where single steps in Python would be thousands.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve

STEPS = 100
ACCURACY = 1e-9  # of the interior point; its active set gives the rest
ROUNDING_SHARE = 1e-13
NEAR_BOUND = 1e-12  # products λα, in units of their factors, from which on bounds are told from values
MOST_UNKNOWNS = 4000  # beyond, a dozen systems of equations take minutes


@dataclass(frozen=True)
class QuadraticMinimum:
    """The minimum of a quadratic program.
    x (n,), where it is; multipliers (m,), ≥ 0, one for each inequality: by how much the minimum falls for each unit
    of h; value: float, ½ xᵀPx + qᵀx; residual: float, the largest violation of the optimality conditions"""

    x: np.ndarray = field(repr=False)
    multipliers: np.ndarray = field(repr=False)
    value: float
    residual: float


def minimize_quadratic(P, q, G, h):
    """Minimize ½ xᵀPx + qᵀx subject to Gx ≤ h by an interior-point method, then exactly on its active set.
    P (n, n), positive semidefinite; q (n,); G (m, n), m ≥ 1; P + GᵀG must be positive definite; h (m,) →
    QuadraticMinimum

    S. Mehrotra, On the implementation of a primal-dual interior point method, SIAM J. Optim. 2 (1992). Each step
    solves a dense system, O(n³ + mn²): for programs of up to some hundred unknowns."""
    with np.errstate(all="ignore"):  # a program without a solution overflows; the residual tells
        x, z = _interior(P, q, G, h)
    x, z = _polished(P, q, G, h, x, z)
    violations = (
        np.abs(P @ x + q + G.T @ z),
        np.maximum(0, G @ x - h),
        np.maximum(0, -z),
        np.abs(z * (G @ x - h)),
    )
    residual = float(np.concatenate(violations).max())
    if not residual <= 1e-8:
        raise RuntimeError(f"The quadratic program was not solved: its conditions are off by {residual:.1g}.")
    return QuadraticMinimum(x, z, float(x @ P @ x / 2 + q @ x), residual)


def _interior(P, q, G, h):
    """The minimum and its multipliers, as near as the method comes before its systems are too ill-conditioned."""
    m, n = G.shape
    x, slack, z = np.zeros(n), np.maximum(1.0, np.abs(h)), np.ones(m)
    best = x, z, np.inf
    for _ in range(STEPS):
        stationarity, feasibility = P @ x + q + G.T @ z, G @ x + slack - h
        off = max(np.abs(stationarity).max(), np.abs(feasibility).max(), (slack * z).max())
        if off < best[2]:
            best = x, z, off
        if off < ACCURACY or not np.isfinite(off):
            break
        system = P + (G.T * (z / slack)) @ G

        try:
            _, d_slack, dz = _newton(system, G, slack, z, stationarity, feasibility, slack * z)
        except np.linalg.LinAlgError:  # as near as it comes
            break
        length = min(_longest(slack, d_slack), _longest(z, dz))
        mean = slack @ z / m
        center = ((slack + length * d_slack) @ (z + length * dz) / m / mean) ** 3
        target = slack * z + d_slack * dz - center * mean
        dx, d_slack, dz = _newton(system, G, slack, z, stationarity, feasibility, target)
        length = min(1.0, 0.995 * min(_longest(slack, d_slack), _longest(z, dz)))
        x, slack, z = x + length * dx, slack + length * d_slack, z + length * dz
    return best[:2]


def _newton(system, G, slack, z, stationarity, feasibility, complementarity):
    """Newton's step for the three conditions of optimality, from what each is off by."""
    dx = np.linalg.solve(system, -stationarity - G.T @ ((z * feasibility - complementarity) / slack))
    d_slack = -feasibility - G @ dx
    return dx, d_slack, -(complementarity + z * d_slack) / slack


def _polished(P, q, G, h, x, z):
    """Take active inequalities as equations and other multipliers as zero; mend, one at a time, which are active."""
    active = z > h - G @ x
    for _ in range(STEPS):
        A, n = G[active], len(x)
        system = np.block([[P, A.T], [A, np.zeros((len(A), len(A)))]])
        solution = np.linalg.lstsq(system, np.concatenate([-q, h[active]]), rcond=None)[0]
        multipliers = np.zeros(len(h))
        multipliers[active] = solution[n:]
        wrong = np.where(active, -multipliers, G @ solution[:n] - h)
        if wrong.max() <= ROUNDING_SHARE * max(1.0, np.abs(h).max()):
            break
        active[wrong.argmax()] ^= True
    return solution[:n], multipliers


def _longest(values, step):
    """The longest step that keeps positive values positive, at most 1."""
    falling = step < 0
    return min(1.0, (-values[falling] / step[falling]).min(initial=np.inf))


# ---- bounds and one equation --------------------------------------------------------------------


def minimize_in_box(Q, p, y, delta, upper):
    """Minimize ½ αᵀQα + pᵀα subject to yᵀα = Δ, 0 ≤ αᵢ ≤ Cᵢ by an interior-point method, then exactly on what is
    between the bounds.
    Q (n, n), PSD; p (n,); y (n,) of ±1; delta: float, Δ; upper (n,), Cᵢ > 0 → (n,), feasible; None where the method
    does not get there, as where Q is not PSD, or n is large

    With λ, μ ≥ 0 for the bounds and ν for the equation: Qα + p − λ + μ = νy, λᵢαᵢ = 0, μᵢ(Cᵢ − αᵢ) = 0. Mehrotra
    (1992); Fine & Scheinberg (2001) for the SVM."""
    if len(p) > MOST_UNKNOWNS:
        return None
    n, alpha = len(p), np.minimum(upper, max(1.0, abs(delta)) / len(p)) / 2
    room, gradient = upper - alpha, Q @ alpha + p
    scale = np.abs(gradient).max() or 1.0
    bounded = np.where(upper < np.inf, 1.0, 0.0)
    lam, mu, nu = np.full(n, scale), scale * bounded, 0.0
    for _ in range(STEPS):
        off = gradient - lam + mu - nu * y
        missing = delta - y @ alpha
        mean = (lam @ alpha + mu @ np.where(bounded, room, 0.0)) / (2 * n)
        if not np.isfinite(mean):
            return None
        if mean < NEAR_BOUND * scale * alpha.max() and np.abs(off).max() < ACCURACY * scale:
            low, high = lam / scale > alpha / alpha.max(), mu / scale > room / alpha.max()
            return _between_bounds(Q, p, y, delta, upper, low, high)
        try:
            factor = cho_factor(Q + np.diag(lam / alpha + mu / room))
        except (LinAlgError, ValueError):
            return None
        along = cho_solve(factor, y)
        push_low = push_high = 0.0
        for corrects in (False, True):  # first where the method would go, then with the center in view
            rhs = -off - lam + mu + push_low / alpha - push_high / room
            step = cho_solve(factor, rhs)
            d_nu = (missing - y @ step) / (y @ along)
            step = step + d_nu * along
            d_lam = (push_low - lam * step) / alpha - lam
            d_mu = (push_high + mu * step) / room - mu
            length = min(
                _longest(alpha, step), _longest(room, -step), _longest(lam, d_lam), _longest(mu, d_mu)
            )
            if not corrects:
                after = (lam + length * d_lam) @ (alpha + length * step)
                after += (mu + length * d_mu) @ np.where(bounded, room - length * step, 0.0)
                center = mean * (after / (2 * n * mean)) ** 3
                push_low, push_high = center - step * d_lam, bounded * (center + step * d_mu)
        length = min(1.0, 0.995 * length)
        alpha, lam = alpha + length * step, lam + length * d_lam
        mu, nu = mu + length * d_mu, nu + length * d_nu
        room, gradient = upper - alpha, Q @ alpha + p
    return None


def _between_bounds(Q, p, y, delta, upper, low, high):
    """α at its bounds where it is near them, and the others where the gradient is νy; what leaves [0, C] goes back."""
    alpha, free = np.where(high, upper, 0.0), ~(low | high)
    while free.any():
        system = np.block([[Q[np.ix_(free, free)], -y[free, None]], [y[None, free], np.zeros((1, 1))]])
        fixed = np.where(free, 0.0, alpha)
        target = np.append(-(Q[free] @ fixed + p[free]), delta - y @ fixed)
        alpha[free] = np.linalg.lstsq(system, target, rcond=None)[0][:-1]
        beyond = (alpha < 0) | (alpha > upper)
        if not beyond.any():
            return alpha
        alpha, free = np.clip(alpha, 0, upper), free & ~beyond
    return alpha if abs(y @ alpha - delta) <= ROUNDING_SHARE * alpha.sum() else None
