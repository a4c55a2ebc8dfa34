"""The proofs of chapter 09: the projection as a combination of training points, and its pre-image."""

import numpy as np

from kernelsy19.course.derivations import Derivation, Step, chain
from kernelsy19.denoising import equations as denoising
from kernelsy19.denoising import solve as denoising_solve
from kernelsy19.denoising.settings import draw_preimage, draw_projection, draw_ridge

STENCIL_STEP = 0.02


STENCIL = ((1, 4 / 5), (2, -1 / 5), (3, 4 / 105), (4, -1 / 280))


def gradient(f, at):
    """Gradient of a smooth f by central differences of the eighth order.

    Parameters
    ----------
    f : callable, (p,) array → float
    at : (p,) array

    Returns
    -------
    (p,) array

    Notes
    -----
    f is not quadratic here, so a step h leaves an error of h⁸ f⁽⁹⁾/630. With h = 0.02 and γ ≤ 1 it is below 1e-12,
    and rounding, ε/h, is 1e-14: a longer step would truncate, a shorter one would round.
    """
    slopes = np.empty(len(at))
    for j, e in enumerate(np.eye(len(at)) * STENCIL_STEP):
        slopes[j] = sum(c * (f(at + i * e) - f(at - i * e)) for i, c in STENCIL) / STENCIL_STEP
    return slopes


def _rho(s, z):
    return denoising.squared_distances(s.k.diagonal(z[None]), s.k(z[None], s.X), s.K, s.w[None])[0]


weights = Derivation(
    "The projection as a combination of training points",
    r"Given the first axes $u^m = \sum_i \alpha_i^m \tilde\Phi(x_i)$ of kernel PCA, with $\tilde\Phi(x) = \Phi(x) - \bar\Phi$ and "
    r"$\bar\Phi = \frac1n\sum_j\Phi(x_j)$, and the projections $z_m$ of a point $x$.",
    (
        *chain(
            lambda s: s.mean + (s.raw_new - s.mean) @ s.U @ s.U.T,
            (
                r"P\Phi(x) = \bar\Phi + \sum_m \langle u^m, \tilde\Phi(x)\rangle\, u^m = \bar\Phi + \sum_m z_m u^m",
                "project what differs from the mean, and put the mean back",
                lambda s: s.mean + s.Z @ s.U.T,
            ),
            (
                r"= \bar\Phi + \sum_m z_m \sum_i \alpha_i^m \Phi(x_i) - \Big(\sum_j \sum_m z_m \alpha_j^m\Big) \bar\Phi",
                "put in the axes, and their centered points",
                lambda s: (
                    s.mean + s.Z @ s.alpha.T @ s.raw - (s.Z @ s.alpha.T).sum(axis=1, keepdims=True) * s.mean
                ),
            ),
            (
                r"= \sum_i w_i \Phi(x_i), \quad w_i = \sum_m z_m \alpha_i^m + \frac1n\Big(1 - \sum_j\sum_m z_m \alpha_j^m\Big)",
                "the mean is a combination of the points too: collect the coefficients",
                lambda s: s.W @ s.raw,
                "COURSE-projection-weights",
            ),
        ),
        Step(
            r"\sum_i w_i = 1",
            "the weights are those of a mean, though some may be negative",
            lambda s: s.W.sum(axis=1),
            lambda s: 1.0,
        ),
    ),
    draw_projection,
)


distance = Derivation(
    "The distance of an image from the projection",
    r"Given $P\Phi(x) = \sum_i w_i \Phi(x_i)$ and a point $z$ that may be its pre-image.",
    chain(
        lambda s: ((s.raw_new - s.W @ s.raw) ** 2).sum(axis=1),
        (
            r"\rho(z) = \|\Phi(z)\|^2 - 2\Big\langle\Phi(z), \sum_i w_i\Phi(x_i)\Big\rangle + \Big\|\sum_i w_i\Phi(x_i)\Big\|^2",
            "multiply out the square",
            lambda s: (
                (s.raw_new**2).sum(axis=1)
                - 2 * (s.raw_new * (s.W @ s.raw)).sum(axis=1)
                + ((s.W @ s.raw) ** 2).sum(axis=1)
            ),
        ),
        (
            r"= K(z, z) - 2\sum_i w_i K(z, x_i) + \sum_{i,j} w_i w_j K(x_i, x_j)",
            "each dot product is a kernel value",
            lambda s: denoising.squared_distances(s.K_zz, s.K_zs, s.K, s.W),
            "COURSE-preimage-distance",
        ),
    ),
    draw_projection,
)


fixed_point = Derivation(
    "The fixed point of the Gaussian kernel",
    r"Given $K(z, x) = \exp(-\gamma\|z - x\|^2)$, weights $w_i$, and $\rho(z) = 1 - 2\sum_i w_i K(z, x_i) + \text{const}$. "
    r"The gradient on the left is taken by finite differences. $z^*$ is a point where the iteration stands still.",
    (
        *chain(
            lambda s: gradient(lambda z: _rho(s, z), s.z),
            (
                r"\nabla\rho(z) = -2\sum_i w_i \nabla K(z, x_i)",
                "K(z, z) = 1 and the last term do not depend on z",
                lambda s: -2 * sum(w * _slope(s, x) for w, x in zip(s.w, s.X, strict=True)),
            ),
            (
                r"= 4\gamma\sum_i w_i K(z, x_i)\,(z - x_i)",
                "the slope of the exponential is −2γ(z − xᵢ) times itself",
                lambda s: denoising.gradients(s.z[None], s.X, s.w[None], s.gamma)[0],
                "COURSE-preimage-gradient",
            ),
            (
                r"= 4\gamma D(z)\,\Big(z - \frac{\sum_i w_i K(z, x_i)\,x_i}{D(z)}\Big), \quad D(z) = \sum_i w_i K(z, x_i)",
                "take the factor of z out: a step of the iteration goes down the gradient as long as D(z) > 0",
                lambda s: (
                    4
                    * s.gamma
                    * _denominator(s, s.z)
                    * (s.z - denoising.fixed_point_step(s.z[None], s.X, s.w[None], s.gamma)[0])
                ),
            ),
        ),
        Step(
            r"D(z) = \langle\Phi(z), P\Phi(x)\rangle = \tfrac12\big(1 + \|P\Phi(x)\|^2 - \rho(z)\big)",
            "the denominator is a dot product: it is largest where the distance is smallest",
            lambda s: _denominator(s, s.z),
            lambda s: (1 + s.w @ s.K @ s.w - _rho(s, s.z)) / 2,
        ),
        Step(
            r"\nabla\rho(z^*) = 0 \;\Rightarrow\; z^* = \frac{\sum_i w_i K(z^*, x_i)\,x_i}{\sum_i w_i K(z^*, x_i)}",
            "where the gradient is 0 and D is not, the bracket is 0",
            lambda s: s.z_star,
            lambda s: denoising.fixed_point_step(s.z_star[None], s.X, s.w[None], s.gamma)[0],
            "COURSE-preimage-fixed-point",
        ),
        Step(
            r"z^* - \nabla\rho(z^*) = z^*",
            "and the other way round: the finite differences find no slope at the fixed point",
            lambda s: s.z_star - gradient(lambda z: _rho(s, z), s.z_star),
            lambda s: s.z_star,
        ),
    ),
    draw_preimage,
)


def _slope(s, x):
    return -2 * s.gamma * (s.z - x) * np.exp(-s.gamma * np.sum((s.z - x) ** 2))


def _denominator(s, z):
    return float(s.w @ s.k(z[None], s.X)[0])


learned = Derivation(
    "The learned pre-image",
    r"Given projections $z_i$ of the training points with feature vectors $\phi(z_i)$, rows of $\mathbf{F}$, and "
    r"$\mathbf{Y} = \mathbf{X} - \mathbf{1}\bar x^\top$. The linear map $\mathbf{A}$ minimizes "
    r"$\|\mathbf{Y} - \mathbf{F}\mathbf{A}\|^2 + \eta\|\mathbf{A}\|^2$.",
    (
        Step(
            r"\eta\,\mathbf{A} = \mathbf{F}^\top(\mathbf{Y} - \mathbf{F}\mathbf{A}), \quad \mathbf{A} = \mathbf{F}^\top\mathbf{B}",
            "the gradient is 0; so A is a combination of the feature vectors",
            lambda s: s.ridge * s.Phi.T @ s.B,
            lambda s: s.Phi.T @ (s.Y - s.Phi @ (s.Phi.T @ s.B)),
        ),
        Step(
            r"(\mathbf{K}_z + \eta\,\mathbf{I})\,\mathbf{B} = \mathbf{Y}",
            "which holds when ηB = Y − FFᵀB, and FFᵀ is the Gram matrix of the projections",
            lambda s: (s.K + s.ridge * s.eye) @ s.B,
            lambda s: s.Y,
            "COURSE-preimage-ridge",
        ),
        Step(
            r"\hat x(z_k) = \bar x + \phi(z_k)\mathbf{A} = \bar x + \sum_i K(z_k, z_i)\,b_i",
            "the prediction, with the mean put back, from kernel values alone",
            lambda s: (
                s.X.mean(axis=0)
                + s.Phi @ np.linalg.solve(s.Phi.T @ s.Phi + s.ridge * np.eye(s.Phi.shape[1]), s.Phi.T @ s.Y)
            ),
            lambda s: denoising_solve.learn(s.Z, s.X, s.k, s.ridge)(s.Z),
        ),
    ),
    draw_ridge,
)
