"""A small convex quadratic program with inequalities, solved by an interior-point method.

Proofs are evaluated on what it finds: it knows nothing of balls and weights, and returns the multipliers with the
minimum.
"""

from dataclasses import dataclass, field

import numpy as np

STEPS = 100
ACCURACY = 1e-9  # of the interior point; its active set gives the rest
ROUNDING_SHARE = 1e-13


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
