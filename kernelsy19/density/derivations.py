"""The proofs of chapter 02: Parzen windows from the probability of a small region, and where they lead."""

from math import comb

import numpy as np

from kernelsy19.course.derivations import Derivation, Step, chain
from kernelsy19.density import equations as density
from kernelsy19.density.settings import draw, draw_window, mixture
from kernelsy19.kernels import geometry as fs

REACH, NODE_STEP = 12.0, 0.25


NODES = 24


def _product_rule(nodes, weights, p):
    """Nodes (N, p) and weights (N,) of an integral over p dimensions."""
    points = np.stack(np.meshgrid(*[nodes] * p, indexing="ij"), axis=-1).reshape(-1, p)
    return points, np.prod(np.meshgrid(*[weights] * p, indexing="ij"), axis=0).ravel()


def _over_cube(f, x0, h):
    """∫ f over the cube, by Gauss and Legendre's rule."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    points, weights = _product_rule(nodes * h / 2, weights * h / 2, len(x0))
    return weights @ f(x0 + points)


def _over_space(f, p, center=0.0):
    """∫ f over all of ℝᵖ by equal steps, exact to rounding for what falls off like a Gaussian of spread about 1."""
    nodes = np.arange(-REACH, REACH + NODE_STEP / 2, NODE_STEP)
    points, weights = _product_rule(nodes, np.full(len(nodes), NODE_STEP), p)
    return weights @ f(center + points)


def _inside(s):
    return (np.abs(s.X - s.x0) <= s.h / 2).all(axis=1)


def _share_moments(s, power):
    """E(share − P)^power (or E share for power 1) over the binomial law of the number of points in R."""
    k = np.arange(s.n + 1)
    law = np.array([comb(s.n, int(i)) for i in k]) * s.P**k * (1 - s.P) ** (s.n - k)
    return law @ (k / s.n if power == 1 else (k / s.n - s.P) ** power)


small_region = Derivation(
    "A density from the probability of a small region",
    r"Given a density $f$ (here a mixture of Gaussians, so that every integral is known), a sample $x_1, \dots, x_n$ "
    r"of it, and a cube $\mathcal{R}$ of side $h$ and volume $V = h^p$ with center $x_0$. No second derivative of $f$, in "
    r"any direction, exceeds $M$.",
    (
        Step(
            r"P(X \in \mathcal{R}) = \int_{\mathcal{R}} f(x)\,dx",
            "what a density is",
            lambda s: s.P,
            lambda s: _over_cube(s.f, s.x0, s.h),
        ),
        Step(
            r"\int_{\mathcal{R}} \nabla f(x_0)^\top (x - x_0)\,dx = 0, \text{ so } \int_{\mathcal{R}} f(x)\,dx = f(x_0)\,V"
            r" + \int_{\mathcal{R}} \big(f(x) - f(x_0) - \nabla f(x_0)^\top (x - x_0)\big)\,dx",
            "the cube is centered: what the slope adds on one side it takes on the other",
            lambda s: _over_cube(s.f, s.x0, s.h),
            lambda s: (
                density.probability_of_small_region(s.f(s.x0[None])[0], s.V)
                + _over_cube(lambda x: s.f(x) - s.f(s.x0[None]) - (x - s.x0) @ _slope(s), s.x0, s.h)
            ),
        ),
        Step(
            r"\Big|\int_{\mathcal{R}} \big(f(x) - f(x_0) - \nabla f(x_0)^\top (x - x_0)\big)\,dx\Big| \le"
            r" \frac M2 \int_{\mathcal{R}} \|x - x_0\|^2\,dx",
            "Taylor's formula: the rest is half a second derivative times the squared distance",
            lambda s: abs(s.P - s.f(s.x0[None])[0] * s.V),
            lambda s: s.M / 2 * _over_cube(lambda x: ((x - s.x0) ** 2).sum(axis=1), s.x0, s.h),
            None,
            "≤",
        ),
        Step(
            r"\int_{\mathcal{R}} \|x - x_0\|^2\,dx = \frac{p\,h^2}{12}\, V",
            "in each coordinate the mean of a square over an interval of length h is h²/12",
            lambda s: _over_cube(lambda x: ((x - s.x0) ** 2).sum(axis=1), s.x0, s.h),
            lambda s: s.p * s.h**2 / 12 * s.V,
        ),
        Step(
            r"\Big|\frac{P(X \in \mathcal{R})}{V} - f(x_0)\Big| \le \frac{M\,p\,h^2}{24}",
            "divide by V: this is what ≈ means, and it falls with the square of the side",
            lambda s: abs(s.P - density.probability_of_small_region(s.f(s.x0[None])[0], s.V)) / s.V,
            lambda s: s.M * s.p * s.h**2 / 24,
            "SY19-region-probability",
            "≤",
        ),
        Step(
            r"E\Big[\frac1n \sum_i I(x_i \in \mathcal{R})\Big] = P(X \in \mathcal{R})",
            "the number of points in the region is binomial: sum over all its values",
            lambda s: _share_moments(s, 1),
            lambda s: s.P,
        ),
        Step(
            r"\operatorname{Var}\Big[\frac1n \sum_i I(x_i \in \mathcal{R})\Big] = \frac{P\,(1 - P)}{n}",
            "so the share comes near to P as n grows",
            lambda s: _share_moments(s, 2),
            lambda s: s.P * (1 - s.P) / s.n,
        ),
        Step(
            r"\hat f(x_0) = \frac{1}{V}\cdot\frac1n \sum_i I(x_i \in \mathcal{R})",
            "put the share in the place of P, and divide by V",
            lambda s: np.mean(_inside(s)) / s.V,
            lambda s: density.density_in_region(_inside(s), s.V),
            "SY19-region-density",
        ),
    ),
    draw,
)


def _slope(s):
    """∇f(x₀), from the formula of the mixture."""
    U = (s.x0 - s.means) / s.spreads
    values = s.weights * density.gaussian_window(U) / s.spreads.prod(axis=1)
    return -(values[:, None] * U / s.spreads).sum(axis=0)


hypercube = Derivation(
    "The hypercube window",
    r"Given a sample and a cube $\mathcal{R}$ with center $x_0$ and side $h$.",
    (
        *chain(
            lambda s: density.density_in_region(_inside(s), s.V),
            (
                r"\hat f(x_0) = \frac{1}{n h^p} \sum_i I(x_i \in \mathcal{R})",
                "a cube of side h has the volume hᵖ",
                lambda s: _inside(s).sum() / (s.n * s.h**s.p),
            ),
            (
                r"= \frac{1}{n h^p} \sum_i \prod_{j=1}^p I\Big(\Big|\frac{x_{ij} - x_{0j}}{h}\Big| \le \frac12\Big)",
                "a point is in the cube if each of its coordinates is: the window is a product",
                lambda s: (
                    sum(
                        np.prod([abs((s.X[i, j] - s.x0[j]) / s.h) <= 0.5 for j in range(s.p)])
                        for i in range(s.n)
                    )
                    / (s.n * s.h**s.p)
                ),
            ),
            (
                r"= \frac{1}{n h^p} \sum_i H\Big(\frac{x_i - x_0}{h}\Big)",
                "give the product a name",
                lambda s: density.hypercube_window((s.X - s.x0) / s.h).sum() / (s.n * s.h**s.p),
                "SY19-hypercube-window",
            ),
            (
                r"= \hat f(x_0)",
                "the Parzen window of the lecture",
                lambda s: density.parzen_hypercube(s.x0[None], s.X, s.h)[0],
                "SY19-parzen-hypercube",
            ),
        ),
        Step(
            r"\int H(u)\,du = \prod_{j=1}^p \int_{-1/2}^{1/2} du_j = 1",
            "the integral of a product is a product of integrals",
            lambda s: _cells(s.p)[1] @ density.hypercube_window(_cells(s.p)[0]),
            lambda s: 1.0,
        ),
        Step(
            r"E\hat f(x_0) = \frac{P(X \in \mathcal{R})}{h^p} = \int \frac{1}{h^p} H\Big(\frac{x - x_0}{h}\Big) f(x)\,dx",
            "on average the estimate is not f but f averaged over the window",
            lambda s: _share_moments(s, 1) / s.V,
            lambda s: _over_cube(s.f, s.x0, s.h) / s.h**s.p,
        ),
    ),
    draw,
)


def _cells(p):
    """Middles and volumes of cells that fill [−1, 1]ᵖ, with borders at ±1/2."""
    middles = (np.arange(16) + 0.5) / 8 - 1
    return _product_rule(middles, np.full(16, 1 / 8), p)


gaussian = Derivation(
    "The Gaussian Parzen window is a density",
    r"Given the standard Gaussian $\phi(u) = (2\pi)^{-p/2} \exp(-\frac12 u^\top u)$, a sample and a bandwidth $h$.",
    (
        Step(
            r"\Big(\int e^{-t^2/2}\,dt\Big)^2 = \int_0^\infty\!\int_0^{2\pi} e^{-r^2/2}\, r\,d\theta\,dr = 2\pi",
            "a square of integrals is an integral over the plane; in polar coordinates it is easy",
            lambda s: _over_space(lambda t: np.exp(-(t[:, 0] ** 2) / 2), 1) ** 2,
            lambda s: 2 * np.pi * (np.exp(-0.0) - np.exp(-(REACH**2) / 2)),
        ),
        Step(
            r"\phi(u) = \prod_{j=1}^p \frac{1}{\sqrt{2\pi}} e^{-u_j^2/2}",
            "the exponential of a sum is a product",
            lambda s: density.gaussian_window((s.X - s.x0) / s.h),
            lambda s: np.prod(np.exp(-(((s.X - s.x0) / s.h) ** 2) / 2) / np.sqrt(2 * np.pi), axis=1),
            "SY19-gaussian-window",
        ),
        Step(
            r"\int \phi(u)\,du = \prod_{j=1}^p \frac{1}{\sqrt{2\pi}} \int e^{-u_j^2/2}\,du_j = 1",
            "each factor is 1 by the first line",
            lambda s: _over_space(density.gaussian_window, s.p),
            lambda s: 1.0,
        ),
        Step(
            r"\int \frac{1}{h^p}\, \phi\Big(\frac{x_i - x}{h}\Big)\,dx = \int \phi(u)\,du",
            "substitute x = xᵢ + hu, which stretches volumes by hᵖ",
            lambda s: (
                s.h**s.p
                * _over_space(lambda u: density.parzen_kernel(s.h, s.p)(s.h * u, [s.x0 * 0])[:, 0], s.p)
            ),
            lambda s: _over_space(density.gaussian_window, s.p),
        ),
        Step(
            r"\frac1n \sum_i \frac{1}{h^p}\, \phi\Big(\frac{x_i - x_0}{h}\Big) = \frac1n \sum_i K_h(x_i, x_0)",
            "the window is a kernel: an RBF with γ = 1/(2h²), scaled",
            lambda s: density.parzen_gaussian(s.X, s.X, s.h),
            lambda s: density.parzen_kernel(s.h, s.p)(s.X).mean(axis=1),
            "SY19-parzen-kernel",
        ),
        Step(
            r"\int \hat f(x)\,dx = \frac1n \sum_i \int K_h(x_i, x)\,dx = \frac1n \sum_i 1 = 1",
            "the integral of a mean is the mean of the integrals",
            lambda s: (
                s.h**s.p * _over_space(lambda u: density.parzen_gaussian(s.x0 + s.h * u, _near(s), s.h), s.p)
            ),
            lambda s: 1.0,
            "SY19-1",
        ),
    ),
    draw,
)


def _near(s):
    """Points of the sample within reach of the integral, around x₀ in units of h."""
    return s.x0 + np.clip(s.X - s.x0, -2 * s.h, 2 * s.h)


bias = Derivation(
    "What a Gaussian window does to a density",
    r"Given a sample of a density $f$, here a mixture of Gaussians with weights $\pi_k$, means $\mu_k$ and variances "
    r"$\sigma_{kj}^2$ along the axes, whose second derivatives are at most $M$.",
    (
        Step(
            r"E\hat f(x_0) = \int \frac{1}{h^p}\, \phi\Big(\frac{x - x_0}{h}\Big) f(x)\,dx = \int \phi(u)\, f(x_0 + hu)\,du",
            "every term of the mean has the same expectation; substitute x = x₀ + hu",
            lambda s: _smoothed(s),
            lambda s: _over_space(lambda u: density.gaussian_window(u) * s.f(s.x0 + s.h * u), s.p),
        ),
        Step(
            r"E\hat f(x_0) = \sum_k \pi_k \prod_j \mathcal{N}\big(x_{0j};\, \mu_{kj},\, \sigma_{kj}^2 + h^2\big)",
            "on average the window widens every bump: variances add",
            lambda s: _over_space(lambda u: density.gaussian_window(u) * s.f(s.x0 + s.h * u), s.p),
            lambda s: mixture(s.x0[None], s.weights, s.means, np.sqrt(s.spreads**2 + s.h**2))[0],
        ),
        Step(
            r"|E\hat f(x_0) - f(x_0)| \le \frac{M\,p\,h^2}{2}",
            "the slope cancels as in a cube, and the mean of ‖hu‖² is p h²",
            lambda s: abs(_smoothed(s) - s.f(s.x0[None])[0]),
            lambda s: s.M * s.p * s.h**2 / 2,
            None,
            "≤",
        ),
        Step(
            r"\int K_h(x, x_0)^2\,dx = \frac{1}{(4\pi)^{p/2}\, h^p}",
            "the square of a Gaussian is a narrower Gaussian: this rules the variance, which grows as h falls",
            lambda s: s.h**-s.p * _over_space(lambda u: density.gaussian_window(u) ** 2, s.p),
            lambda s: (4 * np.pi) ** (-s.p / 2) * s.h**-s.p,
        ),
    ),
    draw,
)


def _smoothed(s):
    """∫ h⁻ᵖ φ((x − x₀)/h) f(x) dx, in steps of the smaller spread."""
    scale = s.h * s.spreads.min() / np.hypot(s.h, s.spreads.min())
    return scale**s.p * _over_space(
        lambda u: s.f(s.x0 + scale * u) * density.gaussian_window(scale * u / s.h) / s.h**s.p, s.p
    )


def _eta(s):
    return (s.K_xx[0] - s.R2 + s.K.mean()) / 2


ball_with_nu_one = Derivation(
    "With ν = 1 the ball is a threshold on the Parzen density",
    r"Given the minimum-volume ball for $\nu = 1$ and the kernel $K(x, y) = \exp(-\|x - y\|^2/(2h^2))$. Its weights lie in "
    r"$0 \le \alpha_i \le \frac1n$ and sum to 1.",
    (
        Step(
            r"\alpha_i = \frac1n",
            "n numbers of at most 1/n each can only sum to 1 if all of them are 1/n",
            lambda s: s.alpha,
            lambda s: np.full(s.n, (1 - (s.n - 1) / s.n)),
            "SY19-7",
        ),
        *chain(
            lambda s: s.R2 - (s.K_xx - 2 * s.K @ s.alpha + s.alpha @ s.K @ s.alpha),
            (
                r"R^2 - \|\Phi(x) - c\|^2 = R^2 - K(x, x) + \frac2n \sum_i K(x, x_i)"
                r" - \frac{1}{n^2}\sum_{i,j} K(x_i, x_j)",
                "the center is the mean of the mapped points",
                lambda s: s.R2 - fs.squared_distances_to_mean(s.K_xx, s.K, s.K),
                "SY19-9c",
            ),
            (
                r"= 2\Big(\frac1n \sum_i K(x, x_i) - \eta\Big), \qquad"
                r" \eta = \frac12\Big(K(x, x) - R^2 + \frac{1}{n^2} \sum_{i,j} K(x_i, x_j)\Big)",
                "K(x, x) = 1 is the same for all x: collect what does not depend on x",
                lambda s: 2 * (s.K.mean(axis=1) - _eta(s)),
            ),
            (
                r"= 2\,(2\pi h^2)^{p/2}\big(\hat f(x) - c\big), \qquad c = \frac{\eta}{(2\pi h^2)^{p/2}}",
                "the mean of the kernel values is the Parzen density but for a factor",
                lambda s: 2 * s.scale * (density.parzen_gaussian(s.X, s.X, s.h) - _eta(s) / s.scale),
                "SY19-1",
            ),
        ),
        Step(
            r"\|\Phi(x) - c\|^2 > R^2 \iff \hat f(x) < \frac{\eta}{(2\pi h^2)^{p/2}}",
            "so a point is outside the ball exactly if its density is below a threshold",
            lambda s: fs.squared_distances_to_mean(s.K_xx, s.K, s.K) > s.R2 + 1e-12,
            lambda s: density.is_novel(density.parzen_gaussian(s.X, s.X, s.h), (_eta(s) - 0.5e-12) / s.scale),
            "SY19-density-rejection",
        ),
    ),
    draw_window,
)
