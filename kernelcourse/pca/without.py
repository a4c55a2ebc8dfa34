"""The premises of the proofs about PCA and kernel PCA, and what the world looks like without each."""

from dataclasses import replace

import numpy as np

from kernelcourse.proving.derivations import Premise
from kernelsy19.kernels import geometry as fs
from kernelsy19.pca import equations as pca


def other_axis(s):
    """The one of the first two axes that u is not, and its eigenvalue."""
    m = int(abs(s.V[:, 0] @ s.u) > abs(s.V[:, 1] @ s.u))
    return s.V[:, m], s.values[m]


def turned(s, rng):
    """u, still of length 1, is turned to another axis."""
    w, _ = other_axis(s)
    angle = rng.uniform(0.6, 1.0)
    return s.but(u=np.cos(angle) * s.u + np.sin(angle) * w)


def turned_with_coefficients(s, rng):
    """u is turned, and its coefficients with it."""
    w, lam = other_axis(s)
    angle = rng.uniform(0.6, 1.0)
    alpha = np.cos(angle) * s.alpha + np.sin(angle) * pca.span_coefficients(s.Phi, lam, w)
    return s.but(u=np.cos(angle) * s.u + np.sin(angle) * w, alpha=alpha)


def turned_with_its_products(s, rng):
    """u is turned, and alpha is what its dot products with the points make of it."""
    world = turned(s, rng)
    return world.but(alpha=pca.span_coefficients(world.Phi, world.lam, world.u))


def other_coefficients(s, rng):
    """Coefficients of another vector than u."""
    w, lam = other_axis(s)
    return s.but(alpha=s.alpha + rng.uniform(0.7, 1.5) * pca.span_coefficients(s.Phi, lam, w))


EIGENVECTOR = Premise("λu = Su", lambda s: pca.eigenvalue_residual(s.S, s.lam, s.u), turned)

EIGENVECTOR_IN_SPAN = EIGENVECTOR.otherwise(turned_with_coefficients)

UNIT = Premise(
    "‖u‖ = 1", lambda s: np.linalg.norm(s.u) - 1, lambda s, rng: s.but(u=rng.uniform(1.3, 2.0) * s.u)
)

POINTS_CENTERED = Premise(
    "Σᵢ Φ(xᵢ) = 0",
    lambda s: pca.mean_of_points(s.Phi),
    lambda s, rng: s.but(Phi=s.Phi + rng.uniform(0.5, 1.0) * s.u),
)

PROJECTED = Premise("(11)", lambda s: pca.projected_residual(s.Phi, s.lam, s.u), turned)


def distance_from_span(Phi, u):
    """The vector from the nearest combination of mapped points to u, a (D,) array."""
    return u - Phi.T @ np.linalg.lstsq(Phi.T, u, rcond=1e-8)[0]


IN_SPAN = Premise(
    "u lies in their span",
    lambda s: distance_from_span(s.Phi, s.u),
    lambda s, rng: s.but(u=s.u + rng.uniform(0.5, 1.0) * s.V[:, -1]),
)


def no_variance_lost(s, rng):
    """u0 is turned to an axis along which the points vary."""
    angle = rng.uniform(0.6, 1.0)
    return s.but(u0=np.cos(angle) * s.u0 + np.sin(angle) * s.u)


NO_VARIANCE = Premise("Su₀ = 0", lambda s: s.S @ s.u0, no_variance_lost)

COMBINED = Premise("(12)", lambda s: pca.combine(s.alpha, s.Phi) - s.u, other_coefficients)

COMBINED_BY_PRODUCTS = COMBINED.otherwise(turned_with_its_products)

FROM_SPAN = Premise(
    "αᵢ = ⟨Φ(xᵢ), u⟩/(nλ)",
    lambda s: s.alpha - pca.span_coefficients(s.Phi, s.lam, s.u),
    lambda s, rng: s.but(alpha=s.alpha + rng.uniform(0.5, 1.5) / np.sqrt(s.n)),  # which K sends to 0
)


def axis_turned_out(s, rng):
    """The first column of U is turned to a direction that the columns do not hold."""
    angle, U = rng.uniform(0.6, 1.0), s.U.copy()
    U[:, 0] = np.cos(angle) * U[:, 0] + np.sin(angle) * s.V[:, -1]
    return s.but(U=U)


AXES = Premise("SU = UΛ", lambda s: s.S @ s.U - s.U * s.Lam, axis_turned_out)

ORTHONORMAL = Premise(
    "UᵀU = I",
    lambda s: s.U.T @ s.U - np.eye(s.U.shape[1]),
    lambda s, rng: s.but(U=rng.uniform(1.3, 1.6) * s.U),
)


def columns_too_long(s, rng):
    """Columns of U so long that they hold more than the points have."""
    held = np.trace(s.U.T @ s.S @ s.U)
    return s.but(U=s.U * np.sqrt(rng.uniform(1.5, 3.0) * np.trace(s.S) / held))


TOO_LONG = Premise("UᵀU = I", ORTHONORMAL.residual, columns_too_long)

ALL_AXES = Premise(
    "Suᵐ = λₘuᵐ",
    lambda s: s.S @ s.V - s.V * s.values,
    lambda s, rng: s.but(values=rng.uniform(1.3, 2.0) * s.values),
)

BASIS = Premise(
    "⟨uˡ, uᵐ⟩ = [l = m]",
    lambda s: s.V.T @ s.V - np.eye(len(s.V)),
    lambda s, rng: s.but(V=rng.uniform(1.3, 2.0) * s.V),
)

ALL_AXES_V = replace(ALL_AXES, says="Svˡ = λₗvˡ")

BASIS_V = replace(BASIS, says="⟨vˡ, vᵐ⟩ = [l = m]")


def longer(s, rng):
    """w is so long that the variance along it is more than any."""
    return s.but(w=s.w * np.sqrt(rng.uniform(1.5, 3.0) * s.values[0] / pca.variance_along(s.w, s.S)))


UNIT_DIRECTION = Premise("‖w‖ = 1", lambda s: np.linalg.norm(s.w) - 1, longer)

TOP_EIGENVALUE = Premise(
    "λ₁ is the largest",
    lambda s: np.maximum(0, s.values - s.values[0]),
    lambda s, rng: s.but(values=s.values[::-1], w=s.V[:, -1]),
)

TOP_EIGENVALUE_ALONG = Premise(
    "λ₁ is the largest", TOP_EIGENVALUE.residual, lambda s, rng: s.but(values=s.values[::-1], w=s.V[:, 0])
)

AT_RIGHT_ANGLE = Premise("⟨w, u¹⟩ = 0", lambda s: s.w @ s.V[:, 0], lambda s, rng: s.but(w=s.V[:, 0]))

SOLVES_SQUARED = Premise("(14)", lambda s: pca.squared_gram_residual(s.K, s.lam, s.alpha), other_coefficients)


def not_lost(s, rng):
    """w has a share of another axis than that of α."""
    w, _ = other_axis(s)
    seen = s.Phi @ w
    return s.but(null=s.null + rng.uniform(1.0, 2.0) * seen / np.linalg.norm(seen))


SENT_TO_ZERO = Premise("Kw = 0", lambda s: s.K @ s.null, not_lost)


def mixed(s, rng):
    """v is mixed with another eigenvector of K."""
    vectors = fs.with_canonical_signs(np.linalg.eigh(s.K).eigenvectors)
    other = -1 - int(abs(vectors[:, -1] @ s.v) > 0.5 * np.linalg.norm(s.v))
    return s.but(v=s.v + rng.uniform(0.7, 1.5) * np.linalg.norm(s.v) * vectors[:, other])


GRAM_EIGENVECTOR = Premise("Kv = nλv", lambda s: pca.gram_residual(s.K, s.lam, s.v), mixed)


def first_mixed(U, rng):
    """Columns of which the first is turned to the second."""
    angle, mixed_columns = rng.uniform(0.6, 1.0), U.copy()
    mixed_columns[:, 0] = np.cos(angle) * U[:, 0] + np.sin(angle) * U[:, 1]
    return mixed_columns


ALL_COMBINED = Premise(
    "uᵐ = Σᵢ αᵢᵐ Φ(xᵢ)",
    lambda s: pca.combine(s.A.T, s.Phi) - s.U.T,
    lambda s, rng: s.but(U=first_mixed(s.U, rng)),
)


def both_mixed(s, rng):
    """The first axis is turned to the second, and its coefficients with it."""
    seed = int(rng.integers(2**31))
    return s.but(
        U=first_mixed(s.U, np.random.default_rng(seed)), A=first_mixed(s.A, np.random.default_rng(seed))
    )


ALL_DUAL = Premise("Kαᵐ = nλₘαᵐ", lambda s: s.K @ s.A - s.n * s.Lam * s.A, both_mixed)

SUM_OF_ZERO = Premise(
    "Σᵢ αᵢᵐ = 0",
    lambda s: s.A.sum(axis=0),
    lambda s, rng: s.but(A=s.A + rng.uniform(0.5, 1.5) / np.sqrt(s.n)),
)

MOVED = Premise(
    "Φ̃(x) = Φ(x) − n⁻¹ Σⱼ Φ(xⱼ)",
    lambda s: s.Phi_new - (s.raw_new - pca.mean_of_points(s.raw)),
    lambda s, rng: s.but(Phi_new=s.raw_new),
)

MEAN = Premise(
    "m = n⁻¹ Σₖ Φ(xₖ)",
    lambda s: s.m - pca.mean_of_points(s.raw),
    lambda s, rng: s.but(m=rng.uniform(0.2, 0.7) * s.m),
)


def directions_mixed(s, rng):
    """The first eigenvector of XXᵀ is turned to the second, and its length stays."""
    units = s.A * np.sqrt(s.mu)
    return s.but(A=first_mixed(units, rng) / np.sqrt(s.mu))


SMALL_DUAL = Premise("XXᵀαᵐ = nλₘαᵐ", lambda s: s.X @ (s.X.T @ s.A) - s.A * s.mu, directions_mixed)

LENGTH = Premise(
    "nλₘ‖αᵐ‖² = 1",
    lambda s: s.mu * (s.A**2).sum(axis=0) - 1,
    lambda s, rng: s.but(A=rng.uniform(1.3, 2.0) * s.A),
)
