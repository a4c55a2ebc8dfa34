"""The proofs of chapter 09: the projection as a combination of training points, and its pre-image."""

import numpy as np

from kernelcourse.denoising import draws
from kernelcourse.denoising.draws import rho, slope
from kernelcourse.proving.derivations import Derivation, Premise, bound, consequence, definition, identity
from kernelcourse.proving.residuals import gradient
from kernelsy19 import kernels
from kernelsy19.denoising import equations as denoising
from kernelsy19.denoising import solve as denoising_solve
from kernelsy19.kernels.geometry import coordinates

PREIMAGE_ORTHONORMAL = Premise(
    "⟨uᵐ, uˡ⟩ = 1 if m = l, else 0",
    lambda s: s.U.T @ s.U - np.eye(s.U.shape[1]),
    lambda s, rng: s.but(U=s.U * rng.uniform(1.4, 2.0)),
)

PREIMAGE_PROJECTIONS = Premise(
    "ζ_m = ⟨uᵐ, Φ̃(x)⟩",
    lambda s: s.Z - (s.raw_new - s.mean) @ s.U,
    lambda s, rng: s.but(Z=s.Z + rng.uniform(0.5, 1.5, size=s.Z.shape)),
)


def _combined(s):
    return s.U - (s.raw - s.mean).T @ s.alpha


AXES_COMBINED = Premise(
    "uᵐ = Σᵢ αᵢᵐ Φ̃(xᵢ)",
    _combined,
    lambda s, rng: s.but(alpha=s.alpha * rng.uniform(1.4, 2.0, size=s.alpha.shape)),
)

PREIMAGE_MEAN = Premise(
    "Φ̄ is the mean",
    lambda s: s.mean - s.raw.mean(axis=0),
    lambda s, rng: s.but(mean=s.mean + rng.uniform(0.7, 1.5) * np.abs(s.raw).max(axis=0)),
)

MEAN_PUT_BACK = Premise(
    "PΦ(x) = Φ̄ + Σₘ ζₘuᵐ", lambda s: s.P - s.mean - s.Z @ s.U.T, lambda s, rng: s.but(P=s.Z @ s.U.T)
)


def _tilted(s, rng):
    """Axes get a part of the mean, and points are projected on these."""
    U = s.U + rng.uniform(0.7, 1.5) * s.mean[:, None]
    return s.but(U=U, P=s.mean + s.Z @ U.T)


AXES_BETWEEN_POINTS = Premise("uᵐ = Σᵢ αᵢᵐ Φ̃(xᵢ)", _combined, _tilted)

weights = Derivation(
    "The projection as a combination of training points",
    r"Given the first axes $u^m = \sum_i \alpha_i^m \tilde\Phi(x_i)$ of kernel PCA, with $\tilde\Phi(x) = \Phi(x) - \bar\Phi$ and "
    r"$\bar\Phi = \frac1n\sum_j\Phi(x_j)$, and the coordinates $\zeta_m$ of a point $x$. $P\Phi(x)$ is the point of the plane "
    r"through $\bar\Phi$ along the axes that is nearest to $\Phi(x)$.",
    (
        consequence(
            r"P\Phi(x) = \bar\Phi + \sum_m \langle u^m, \tilde\Phi(x)\rangle\, u^m",
            "project what differs from the mean, and put the mean back",
            lambda s: s.mean + (s.U @ np.linalg.lstsq(s.U, (s.raw_new - s.mean).T, rcond=None)[0]).T,
            lambda s: s.mean + (s.raw_new - s.mean) @ s.U @ s.U.T,
            premise=PREIMAGE_ORTHONORMAL,
        ),
        consequence(
            r"= \bar\Phi + \sum_m \zeta_m u^m",
            "the coordinates, from kernel values",
            right=lambda s: s.mean + s.Z @ s.U.T,
            premise=PREIMAGE_PROJECTIONS,
        ),
        consequence(
            r"= \bar\Phi + \sum_m \zeta_m \sum_i \alpha_i^m \Phi(x_i) - \Big(\sum_j \sum_m \zeta_m \alpha_j^m\Big) \bar\Phi",
            "put in the axes, and their centered points",
            right=lambda s: (
                s.mean + s.Z @ s.alpha.T @ s.raw - (s.Z @ s.alpha.T).sum(axis=1, keepdims=True) * s.mean
            ),
            premise=AXES_COMBINED,
        ),
        consequence(
            r"= \sum_i w_i \Phi(x_i), \quad w_i = \sum_m \zeta_m \alpha_i^m + \frac1n\Big(1 - \sum_j\sum_m \zeta_m \alpha_j^m\Big)",
            "the mean is a combination of the points too: collect the coefficients",
            right=lambda s: denoising.projection_weights(s.Z, s.alpha) @ s.raw,
            premise=PREIMAGE_MEAN,
            equation="COURSE-projection-weights",
        ),
        consequence(
            r"P\Phi(x) = \sum_i w_i \Phi(x_i) \;\Rightarrow\; \sum_i w_i = 1",
            "whatever way the weights are found, here by least squares in coordinates: they are those of a mean, though some "
            "may be negative",
            lambda s: np.linalg.lstsq(s.raw.T, s.P.T, rcond=None)[0].sum(axis=0),
            1.0,
            premise=(MEAN_PUT_BACK, AXES_BETWEEN_POINTS),
            on=draws.draw_independent,
        ),
    ),
    draws.draw_projection,
)

distance = Derivation(
    "The distance of an image from the projection",
    r"Given $P\Phi(x) = \sum_i w_i \Phi(x_i)$ and a point $z$ that may be its pre-image. Left and first line are in coordinates.",
    (
        identity(
            r"\rho(z) = \|\Phi(z)\|^2 - 2\Big\langle\Phi(z), \sum_i w_i\Phi(x_i)\Big\rangle + \Big\|\sum_i w_i\Phi(x_i)\Big\|^2",
            "multiply out the square",
            lambda s: ((s.raw_pre - s.W @ s.raw) ** 2).sum(axis=1),
            lambda s: (
                (s.raw_pre**2).sum(axis=1)
                - 2 * (s.raw_pre * (s.W @ s.raw)).sum(axis=1)
                + ((s.W @ s.raw) ** 2).sum(axis=1)
            ),
        ),
        identity(
            r"= K(z, z) - 2\sum_i w_i K(z, x_i) + \sum_{i,j} w_i w_j K(x_i, x_j)",
            "each dot product is a kernel value",
            right=lambda s: denoising.squared_distances(s.K_zz, s.K_zs, s.K, s.W),
            equation="COURSE-preimage-distance",
        ),
    ),
    draws.draw_projection,
)


def _not_gaussian(s, rng):
    """The same points and weights with a kernel whose K(z, z) grows with z."""
    k = kernels.Polynomial(2, rng.uniform(0.5, 1.0), offset=1.0)
    return s.but(k=k, K=k(s.X))


SAME_LENGTH = Premise("∇K(z, z) = 0", lambda s: slope(lambda z: s.k.diagonal(z[None])[0], s.z), _not_gaussian)

LENGTH_1 = Premise("K(z, z) = 1", lambda s: s.k.diagonal(s.z[None]) - 1, _not_gaussian)


def _squared_distance_in_coordinates(s, z):
    Phi = coordinates(s.k, np.vstack([s.X, z]))
    return np.sum((Phi[-1] - s.w @ Phi[:-1]) ** 2)


def _product_in_coordinates(s):
    Phi = coordinates(s.k, np.vstack([s.X, s.z]))
    return Phi[-1] @ (s.w @ Phi[:-1])


def _elsewhere(z, rng):
    """Half a unit from z or more, in any direction."""
    way = rng.normal(size=len(z))
    return z + rng.uniform(0.5, 1.0) * way / np.linalg.norm(way)


NO_SLOPE = Premise(
    "∇ρ(z*) = 0", lambda s: slope(s.rho, s.z_star), lambda s, rng: s.but(z_star=_elsewhere(s.z_star, rng))
)

STANDS_STILL = Premise(
    "a step leaves z* where it is",
    lambda s: s.z_still - denoising.fixed_point_step(s.z_still[None], s.X, s.w[None], s.gamma)[0],
    lambda s, rng: s.but(z_still=_elsewhere(s.z_still, rng)),
)

RHO = definition(
    r"\rho(z) = K(z, z) - 2\sum_i w_i K(z, x_i) + \text{const}",
    "the squared distance of the image of z from the projection; the last term does not depend on z",
    "rho",
    lambda s: lambda z: rho(s, z),
)

WEIGHTS_AND_VALUES = definition(
    r"D(z) = \sum_i w_i K(z, x_i)",
    "what the weights and the kernel values add up to",
    "D",
    lambda s: lambda z: float(s.w @ s.k(z[None], s.X)[0]),
)

fixed_point = Derivation(
    "The fixed point of the Gaussian kernel",
    r"Given $K(z, x) = \exp(-\gamma\|z - x\|^2)$ and weights $w_i$ of a projection $P\Phi(x)$. Gradients are taken by finite "
    r"differences where no formula stands.",
    (
        RHO,
        consequence(
            r"\nabla\rho(z) = -2\sum_i w_i \nabla K(z, x_i)",
            "K(z, z) does not depend on z: all images have the same length",
            lambda s: slope(s.rho, s.z),
            lambda s: (
                -2
                * sum(
                    w * slope(lambda z, x=x: s.k(z[None], x[None])[0, 0], s.z)
                    for w, x in zip(s.w, s.X, strict=True)
                )
            ),
            premise=SAME_LENGTH,
        ),
        identity(
            r"= 4\gamma\sum_i w_i K(z, x_i)\,(z - x_i)",
            "the slope of the exponential is −2γ(z − xᵢ) times itself",
            right=lambda s: denoising.gradients(s.z[None], s.X, s.w[None], s.gamma)[0],
            equation="COURSE-preimage-gradient",
        ),
        WEIGHTS_AND_VALUES,
        identity(
            r"= 4\gamma D(z)\,\Big(z - \frac{\sum_i w_i K(z, x_i)\,x_i}{D(z)}\Big)",
            "take the factor of z out: the bracket is the way back from a step of the iteration, so the step points down the "
            "gradient where D(z) > 0 and up where D(z) < 0",
            right=lambda s: (
                4
                * s.gamma
                * s.D(s.z)
                * (s.z - denoising.fixed_point_step(s.z[None], s.X, s.w[None], s.gamma)[0])
            ),
        ),
        consequence(
            r"D(z) = \langle\Phi(z), P\Phi(x)\rangle = \tfrac12\big(1 + \|P\Phi(x)\|^2 - \rho(z)\big)",
            "the denominator is a dot product: it is largest where the distance, here in coordinates, is smallest",
            lambda s: s.D(s.z),
            lambda s: (1 + s.w @ s.K @ s.w - _squared_distance_in_coordinates(s, s.z)) / 2,
            via=_product_in_coordinates,
            premise=LENGTH_1,
        ),
        consequence(
            r"z^* = \frac{\sum_i w_i K(z^*, x_i)\,x_i}{\sum_i w_i K(z^*, x_i)}",
            "where the gradient is 0 and D is not, the bracket is 0; a root finder that sees ρ alone has found z*",
            lambda s: s.z_star,
            lambda s: denoising.fixed_point_step(s.z_star[None], s.X, s.w[None], s.gamma)[0],
            premise=NO_SLOPE,
            equation="COURSE-preimage-fixed-point",
            on=draws.draw_stationary,
        ),
        consequence(
            r"\nabla\rho(z^*) = 0",
            "and the other way round: the finite differences find no slope where the iteration ends",
            lambda s: slope(s.rho, s.z_still),
            0.0,
            premise=STANDS_STILL,
        ),
    ),
    draws.draw_preimage,
)


def _after_step(s):
    return denoising.fixed_point_step(s.z[None], s.X, s.w[None], s.gamma)[0]


def _squared_slope(s):
    return np.sum(denoising.gradients(s.z[None], s.X, s.w[None], s.gamma)[0] ** 2)


def _bent(s, delta):
    """ρ(z) + ∇ρ(z)·δ + 2γC(z)‖δ‖²."""
    slopes = denoising.gradients(s.z[None], s.X, s.w[None], s.gamma)[0]
    bend = denoising_solve.bends(s.z[None], s.X, s.w[None], s.gamma)[0]
    return s.rho(s.z) + slopes @ delta + 2 * s.gamma * bend * delta @ delta


def _nearly_canceled(s, rng):
    """The nearest point gets a weight so negative that D(z) is still positive, but hardly."""
    values = s.k(s.z[None], s.X)[0]
    j = int(np.argmax(values))
    w = s.w.copy()
    w[j] += (rng.uniform(0.02, 0.03) - w @ values) / values[j]
    return s.but(w=w)


SHORT_ENOUGH = Premise("D(z) ≥ ½C(z)", lambda s: max(0.0, s.C(s.z) / 2 - s.D(s.z)), _nearly_canceled)

overshoot = Derivation(
    "How long a step of the fixed point may be",
    r"Given the Gaussian kernel, weights $w_i$ of both signs and $\rho$ as before. $F(z)$ is where a step of the iteration "
    r"leads from $z$.",
    (
        RHO,
        WEIGHTS_AND_VALUES,
        identity(
            r"F(z) = z - \frac{1}{4\gamma D(z)}\,\nabla\rho(z)",
            "a step down the gradient, which is here a finite difference: the smaller D, the longer the step",
            _after_step,
            lambda s: s.z - slope(s.rho, s.z) / (4 * s.gamma * s.D(s.z)),
        ),
        definition(
            r"C(z) = \sum_{w_i > 0} w_i K(z, x_i) + 2e^{-3/2}\sum_{w_i < 0} |w_i|",
            "how strongly ρ can bend: e⁻ᵗ lies above its tangents, and K(·, xᵢ) bends upward by 4γe^{−3/2} at most",
            "C",
            lambda s: (
                lambda z: (
                    np.maximum(s.w, 0) @ s.k(z[None], s.X)[0] + 2 * np.exp(-1.5) * np.maximum(-s.w, 0).sum()
                )
            ),
        ),
        bound(
            r"\rho(z + \delta) \le \rho(z) + \nabla\rho(z)\cdot\delta + 2\gamma C(z)\,\|\delta\|^2",
            "points of positive weight give the first part of C, those of negative weight the second",
            lambda s: s.rho(s.z + s.delta),
            lambda s: _bent(s, s.delta),
            attained=lambda s, rng: s.but(delta=0 * s.delta),
        ),
        bound(
            r"\rho(F(z)) \le \rho(z) - \frac{\|\nabla\rho(z)\|^2}{4\gamma D(z)}\Big(1 - \frac{C(z)}{2D(z)}\Big)",
            "put in the step for δ: what the slope promises, less what the bend takes",
            lambda s: s.rho(_after_step(s)),
            lambda s: (
                s.rho(s.z) - _squared_slope(s) / (4 * s.gamma * s.D(s.z)) * (1 - s.C(s.z) / (2 * s.D(s.z)))
            ),
            via=("≤", lambda s: _bent(s, _after_step(s) - s.z), "="),
            attained=lambda s, rng: s.but(z=s.z_star),
            on=draws.draw_stationary,
        ),
        bound(
            r"\rho(F(z)) \le \rho(z)",
            "then the bracket is not negative; D(z) > 0 alone is not enough: where weights nearly cancel, a step leaps too far",
            lambda s: s.rho(_after_step(s)),
            lambda s: s.rho(s.z),
            premise=SHORT_ENOUGH,
            on=draws.draw_short_step,
        ),
        bound(
            r"\rho\Big(z - \frac{1}{4\gamma C(z)}\nabla\rho(z)\Big) \le \rho(z) - \frac{\|\nabla\rho(z)\|^2}{8\gamma C(z)}",
            "divide by C instead of D, and each step goes down, wherever it starts",
            lambda s: s.rho(s.z - slope(s.rho, s.z) / (4 * s.gamma * s.C(s.z))),
            lambda s: s.rho(s.z) - _squared_slope(s) / (8 * s.gamma * s.C(s.z)),
            via=("≤", lambda s: _bent(s, -slope(s.rho, s.z) / (4 * s.gamma * s.C(s.z))), "="),
            attained=lambda s, rng: s.but(z=s.z_star),
            on=draws.draw_stationary,
        ),
    ),
    draws.draw_both_signs,
)


def _cost(s, A):
    return np.sum((s.Y - s.Phi @ A) ** 2) + s.ridge * np.sum(A**2)


LEAST = Premise(
    "∇(‖Y − FA‖² + η‖A‖²) = 0",
    lambda s: gradient(lambda A: _cost(s, A), at=s.A),
    lambda s, rng: s.but(A=s.A + rng.uniform(0.3, 1.0, size=s.A.shape)),
)


PREIMAGE_CENTERED = Premise(
    "Y = X − 1x̄ᵀ",
    lambda s: s.Y - (s.X - s.X.mean(axis=0)),
    lambda s, rng: s.but(Y=s.X, A=draws.ridge_minimizer(s.Phi, s.X, s.ridge)),
)

learned = Derivation(
    "The learned pre-image",
    r"Given the coordinates $\zeta_i$ of the training points, with feature vectors $\phi(\zeta_i)$, rows of $\mathbf{F}$, and "
    r"$\mathbf{Y} = \mathbf{X} - \mathbf{1}\bar x^\top$. The linear map $\mathbf{A}$ minimizes "
    r"$\|\mathbf{Y} - \mathbf{F}\mathbf{A}\|^2 + \eta\|\mathbf{A}\|^2$.",
    (
        identity(
            r"\nabla\big(\|\mathbf{Y} - \mathbf{F}\mathbf{A}\|^2 + \eta\|\mathbf{A}\|^2\big) = "
            r"2\eta\,\mathbf{A} - 2\mathbf{F}^\top(\mathbf{Y} - \mathbf{F}\mathbf{A})",
            "at any A; on the left finite differences",
            lambda s: gradient(lambda A: _cost(s, A), at=s.A_any),
            lambda s: 2 * s.ridge * s.A_any - 2 * s.Phi.T @ (s.Y - s.Phi @ s.A_any),
        ),
        definition(
            r"\mathbf{B} = \tfrac1\eta(\mathbf{Y} - \mathbf{F}\mathbf{A})",
            "what the map does not reach, divided by η",
            "B",
            lambda s: (s.Y - s.Phi @ s.A) / s.ridge,
        ),
        consequence(
            r"\mathbf{A} = \mathbf{F}^\top\mathbf{B}",
            "the gradient is 0; so A is a combination of the feature vectors",
            lambda s: s.A,
            lambda s: s.Phi.T @ s.B,
            premise=LEAST,
        ),
        consequence(
            r"\mathbf{B} = (\mathbf{K}_\zeta + \eta\,\mathbf{I})^{-1}(\mathbf{X} - \mathbf{1}\bar x^\top)",
            "ηB = Y − FFᵀB, and FFᵀ is the Gram matrix of the projections",
            lambda s: s.B,
            lambda s: denoising.ridge_coefficients(s.K, s.X, s.ridge),
            premise=(LEAST, PREIMAGE_CENTERED),
            equation="COURSE-preimage-ridge",
        ),
        consequence(
            r"\hat x(\zeta) = \bar x + \phi(\zeta)\mathbf{A} = \bar x + \sum_i K(\zeta, \zeta_i)\,b_i",
            "the prediction for a new projection, with the mean put back, from kernel values alone",
            lambda s: denoising_solve.learn(s.Z, s.X, s.k, s.ridge)(s.Z_new),
            lambda s: (
                s.X.mean(axis=0) + sum(s.k(s.Z_new, z[None]) * b for z, b in zip(s.Z, s.B, strict=True))
            ),
            via=lambda s: s.X.mean(axis=0) + s.Phi_new @ s.A,
            premise=(LEAST, PREIMAGE_CENTERED),
        ),
    ),
    draws.draw_ridge,
)
