"""The proofs of chapter 02: Parzen windows from the probability of a small region, their width, and where they lead."""

from math import pi

import numpy as np
from scipy.integrate import quad

from kernelcourse.density import draws
from kernelcourse.density import without as given
from kernelcourse.density.draws import over_cube, over_cubes_around, over_space
from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity, limit
from kernelsy19.density import equations as density
from kernelsy19.density.curvature import amise
from kernelsy19.kernels import geometry


def at_x0(s):
    """f(x₀), as a float."""
    return float(s.f(s.x0[None])[0])


def probability(s):
    """P(X ∈ 𝓡), from the distribution function."""
    return s.f.in_cube(s.center, s.h)


def squared_distance(s):
    """‖x − x₀‖² as a function of the rows x."""
    return lambda x: ((x - s.x0) ** 2).sum(axis=1)


def shares(s):
    """The shares 0, 1/n, …, 1 of the sample that may fall into the region."""
    return np.arange(s.n + 1) / s.n


def beyond_slope(s):
    """f less its value and its slope at x₀, as a function of the rows x."""
    return lambda x: s.f(x) - at_x0(s) - (x - s.x0) @ s.f.gradient(s.x0)


small_region = Derivation(
    "A density from the probability of a small region",
    r"Given a density $f$ (here a mixture of Gaussians, so that every integral is known), a sample $x_1, \dots, x_n$ "
    r"of it, and a cube $\mathcal{R}$ of side $h$ and volume $V = h^p$ with center $x_0$. No second derivative of $f$, in "
    r"any direction, exceeds $M$ in absolute value.",
    (
        identity(
            r"P(X \in \mathcal{R}) = \int_{\mathcal{R}} f(x)\,dx",
            "what a density is: here from the distribution function, and as an integral",
            probability,
            lambda s: over_cube(s.f, s.center, s.h),
        ),
        consequence(
            r"\int_{\mathcal{R}} f(x)\,dx = f(x_0)\,V"
            r" + \int_{\mathcal{R}} \big(f(x) - f(x_0) - \nabla f(x_0)^\top (x - x_0)\big)\,dx",
            "the cube is centered: what the slope adds on one side it takes on the other",
            right=lambda s: (
                density.probability_of_small_region(at_x0(s), s.V) + over_cube(beyond_slope(s), s.center, s.h)
            ),
            premise=given.CENTER_OF_CUBE,
        ),
        bound(
            r"\Big|\int_{\mathcal{R}} \big(f(x) - f(x_0) - \nabla f(x_0)^\top (x - x_0)\big)\,dx\Big| \le"
            r" \frac M2 \int_{\mathcal{R}} \|x - x_0\|^2\,dx",
            "Taylor's formula: the rest is half a second derivative times the squared distance",
            lambda s: abs(over_cube(beyond_slope(s), s.center, s.h)),
            lambda s: s.M / 2 * over_cube(squared_distance(s), s.center, s.h),
            premise=given.CURVED_IN_CUBE,
            attained=given.bowl,
        ),
        identity(
            r"\int_{\mathcal{R}} \|x - x_0\|^2\,dx = \frac{p\,h^2}{12}\, V",
            "in each coordinate the mean of a square over an interval of length h is h²/12",
            lambda s: over_cube(squared_distance(s), s.center, s.h),
            lambda s: s.p * s.h**2 / 12 * s.V,
        ),
        bound(
            r"\Big|\frac{P(X \in \mathcal{R})}{V} - f(x_0)\Big| \le \frac{M\,p\,h^2}{24}",
            "divide by V: this is what ≈ means, and it falls with the square of the side",
            lambda s: abs(probability(s) - density.probability_of_small_region(at_x0(s), s.V)) / s.V,
            lambda s: s.M * s.p * s.h**2 / 24,
            premise=given.CURVED_IN_CUBE,
            attained=given.bowl,
            equation="SY19-region-probability",
        ),
        identity(
            r"E\Big[\frac1n \sum_i I(x_i \in \mathcal{R})\Big] = P(X \in \mathcal{R})",
            "the number of points in the region is binomial: sum over all its values",
            lambda s: s.law @ shares(s),
            probability,
        ),
        consequence(
            r"\operatorname{Var}\Big[\frac1n \sum_i I(x_i \in \mathcal{R})\Big] = \frac{P\,(1 - P)}{n}",
            "so the share comes near to P as n grows",
            lambda s: s.law @ (shares(s) - probability(s)) ** 2,
            lambda s: probability(s) * (1 - probability(s)) / s.n,
            premise=given.INDEPENDENT,
        ),
        definition(
            r"\hat f(x_0) = \frac{1}{V}\cdot\frac1n \sum_i I(x_i \in \mathcal{R})",
            "put the share for P, and divide by V; here for every number of points that there may be",
            "f_hat",
            lambda s: density.density_in_region(np.arange(s.n) < np.arange(s.n + 1)[:, None], s.V),
            "SY19-region-density",
        ),
        consequence(
            r"E\big[\hat f(x_0) - f(x_0)\big]^2 = \frac{P\,(1 - P)}{n V^2} + \Big(\frac{P}{V} - f(x_0)\Big)^2",
            "variance and squared bias: a small region has little bias, and few points to count",
            lambda s: s.law @ (s.f_hat - at_x0(s)) ** 2,
            lambda s: (
                probability(s) * (1 - probability(s)) / (s.n * s.V**2)
                + (probability(s) / s.V - at_x0(s)) ** 2
            ),
            premise=given.INDEPENDENT,
            equation="SY19-region-density",
        ),
    ),
    (draws.draw_region,),
)


def inside(s):
    """Whether each point of the sample lies between the lower and the upper sides of the cube."""
    lower, upper = s.x0 - s.h / 2, s.x0 + s.h / 2
    return ((lower <= s.X) & (upper >= s.X)).all(axis=1)


hypercube = Derivation(
    "The hypercube window",
    r"Given a sample and a cube $\mathcal{R}$ with center $x_0$ and side $h$, so that $V = h^p$.",
    (
        definition(
            r"H(u) = I\big(|u_j| \le \tfrac12 \text{ for all } j\big)",
            "the window: 1 on the unit cube around 0, and 0 elsewhere",
            "H",
            lambda s: density.hypercube_window,
            "SY19-hypercube-window",
        ),
        identity(
            r"I(x_i \in \mathcal{R}) = H\Big(\frac{x_i - x_0}{h}\Big)",
            "a point lies between all sides of the cube where no coordinate is farther from the center than h/2",
            inside,
            lambda s: s.H((s.X - s.x0) / s.h),
            "SY19-hypercube-window",
        ),
        identity(
            r"\hat f(x_0) = \frac{1}{nV} \sum_i I(x_i \in \mathcal{R}) = \frac{1}{n h^p} \sum_i H\Big(\frac{x_i - x_0}{h}\Big)",
            "so the share over the volume is the Parzen window of the lecture",
            lambda s: inside(s).mean() / over_cube(lambda x: np.ones(len(x)), s.x0, s.h),
            lambda s: density.parzen_hypercube(s.x0[None], s.X, s.h)[0],
            "SY19-parzen-hypercube",
            via=lambda s: s.H((s.X - s.x0) / s.h).mean() / s.h**s.p,
        ),
        identity(
            r"\int \frac{1}{h^p} H\Big(\frac{x - x_0}{h}\Big)\,dx = \prod_{j=1}^p \int_{-1/2}^{1/2} du_j = 1",
            "substitute x = x₀ + hu; the integral of a product is a product of integrals",
            lambda s: over_cubes_around(lambda x: s.H((x - s.x0) / s.h), s.x0, s.h) / s.h**s.p,
            1,
            via=lambda s: over_cube(lambda u: np.ones(len(u)), np.zeros(1), 1.0) ** s.p,
        ),
        identity(
            r"E\hat f(x_0) = \frac{P(X \in \mathcal{R})}{h^p} = \int \frac{1}{h^p} H\Big(\frac{x - x_0}{h}\Big) f(x)\,dx",
            "on average the estimate is not f but f averaged over the window",
            lambda s: s.law @ shares(s) / s.V,
            lambda s: over_cubes_around(lambda x: s.H((x - s.x0) / s.h) * s.f(x), s.x0, s.h) / s.h**s.p,
            via=lambda s: probability(s) / s.h**s.p,
        ),
    ),
    (draws.draw_region,),
)


def over_units(f, s):
    """∫ f(u) du for what falls off like the standard Gaussian."""
    return over_space(f, np.zeros(s.p), np.zeros(s.p), 1.0)


def over_kernel(s, point):
    """∫ K_h(x, xᵢ) dx of one point."""
    return over_space(lambda x: density.parzen_kernel(s.h, s.p)(x, point[None])[:, 0], point, point, s.h)


gaussian = Derivation(
    "The Gaussian Parzen window is a density",
    r"Given the standard Gaussian $\phi(u) = (2\pi)^{-p/2} \exp(-\frac12 u^\top u)$, a sample and a bandwidth $h$.",
    (
        identity(
            r"\Big(\int e^{-t^2/(2h^2)}\,dt\Big)^2 = \int_0^\infty\!\int_0^{2\pi} e^{-r^2/(2h^2)}\, r\,d\theta\,dr = 2\pi h^2",
            "a square of integrals is an integral over the plane; in polar coordinates it is easy",
            lambda s: (
                over_space(lambda t: np.exp(-(t[:, 0] ** 2) / (2 * s.h**2)), s.x0[:1], s.x0[:1], s.h) ** 2
            ),
            lambda s: 2 * pi * s.h**2,
            via=lambda s: 2 * pi * quad(lambda r: r * np.exp(-(r**2) / (2 * s.h**2)), 0, 12 * s.h)[0],
        ),
        identity(
            r"\phi(u) = \prod_{j=1}^p \frac{1}{\sqrt{2\pi}} e^{-u_j^2/2}",
            "the exponential of a sum is a product",
            lambda s: density.gaussian_window((s.X - s.x0) / s.h),
            lambda s: np.prod(np.exp(-(((s.X - s.x0) / s.h) ** 2) / 2) / np.sqrt(2 * pi), axis=1),
            "SY19-gaussian-window",
        ),
        identity(
            r"\int \phi(u)\,du = \prod_{j=1}^p \frac{1}{\sqrt{2\pi}} \int e^{-u_j^2/2}\,du_j = 1",
            "each factor is 1 by the first line, with h = 1",
            lambda s: over_units(density.gaussian_window, s),
            1,
            via=lambda s: (quad(lambda u: np.exp(-(u**2) / 2), -12, 12)[0] / np.sqrt(2 * pi)) ** s.p,
        ),
        identity(
            r"\int \frac{1}{h^p}\, \phi\Big(\frac{x_i - x}{h}\Big)\,dx = \int \phi(u)\,du",
            "substitute x = xᵢ + hu, which stretches volumes by hᵖ",
            lambda s: over_space(
                lambda x: density.gaussian_window((s.X[0] - x) / s.h) / s.h**s.p, s.x0, s.X[0], s.h
            ),
            lambda s: over_units(density.gaussian_window, s),
        ),
        identity(
            r"\frac1n \sum_i \frac{1}{h^p}\, \phi\Big(\frac{x_i - x_0}{h}\Big) = \frac1n \sum_i K_h(x_i, x_0)",
            "the window is a kernel: an RBF with γ = 1/(2h²), scaled",
            lambda s: density.parzen_gaussian(s.X, s.X, s.h),
            lambda s: density.parzen_kernel(s.h, s.p)(s.X).mean(axis=1),
            "SY19-parzen-kernel",
        ),
        identity(
            r"\int \hat f(x)\,dx = \frac1n \sum_i \int K_h(x_i, x)\,dx = \frac1n \sum_i 1 = 1",
            "the integral of a mean is the mean of the integrals",
            lambda s: over_space(
                lambda x: density.parzen_gaussian(x, s.X, s.h), s.X.min(axis=0), s.X.max(axis=0), s.h
            ),
            1,
            "SY19-1",
            via=(
                "=",
                lambda s: np.mean([over_kernel(s, point) for point in s.X]),
                "=",
                lambda s: np.full(s.n, 1 / s.n).sum(),
                "=",
            ),
        ),
    ),
    (draws.draw_window,),
)


def through_window(s):
    """∫ φ(u) f(x₀ + hu) du."""
    box = np.full(s.p, 1.5)
    return over_space(lambda u: density.gaussian_window(u) * s.f(s.x0 + s.h * u), -box, box, 0.8)


def mean_over_draws(s):
    """E f̂(x₀) over what a point of the sample may be: a bump, and in each coordinate its mean plus spread times normal numbers."""
    z = np.linspace(-12, 12, 241)
    drawn = s.f.means[..., None] + s.f.spreads[..., None] * z
    windows = density.gaussian_window(((drawn - s.x0[:, None]) / s.h)[..., None]) / s.h
    return s.f.weights @ (windows @ density.gaussian_window(z[:, None]) / 10).prod(axis=1)


def mean_of_estimate(s, h):
    """E f̂(x₀) for a bandwidth h: the mixture with wider bumps."""
    return float(s.f.smoothed(h)(s.x0[None])[0])


def variance_of_estimate(s, h):
    """n Var f̂(x₀): the mean of K_h(x, x₀)², a Gaussian of variance h²/2 up to a factor, less the squared mean."""
    square = (4 * pi) ** (-s.p / 2) * h**-s.p * mean_of_estimate(s, h / np.sqrt(2))
    return square - mean_of_estimate(s, h) ** 2


bias = Derivation(
    "What a Gaussian window does to a density",
    r"Given a sample of a density $f$, here a mixture of Gaussians with weights $\pi_k$, means $\mu_k$ and variances "
    r"$\sigma_{kj}^2$ along the axes, whose second derivatives, in any direction, are at most $M$ in absolute value.",
    (
        identity(
            r"E\hat f(x_0) = \int \frac{1}{h^p}\, \phi\Big(\frac{x - x_0}{h}\Big) f(x)\,dx = \int \phi(u)\, f(x_0 + hu)\,du",
            "every term of the mean has the same expectation; substitute x = x₀ + hu",
            mean_over_draws,
            through_window,
            via=lambda s: over_space(
                lambda x: density.parzen_kernel(s.h, s.p)(x, s.x0[None])[:, 0] * s.f(x),
                s.x0 - 2 * s.h,
                s.x0 + 2 * s.h,
                0.75 * s.h,
            ),
        ),
        identity(
            r"E\hat f(x_0) = \sum_k \pi_k \prod_j \mathcal{N}\big(x_{0j};\, \mu_{kj},\, \sigma_{kj}^2 + h^2\big)",
            "on average the window widens every bump: variances add",
            right=lambda s: mean_of_estimate(s, s.h),
        ),
        bound(
            r"|E\hat f(x_0) - f(x_0)| \le \frac{M\,p\,h^2}{2}",
            "the slope cancels as in a cube, and the mean of ‖hu‖² is p h²",
            lambda s: abs(through_window(s) - at_x0(s)),
            lambda s: s.M * s.p * s.h**2 / 2,
            premise=given.CURVED,
            attained=given.bowl,
        ),
        limit(
            r"E\hat f(x_0) = f(x_0) + \frac{h^2}{2}\,\Delta f(x_0) + O(h^4)",
            "Taylor once more: only the second derivatives along the axes are left, and Δ is their sum",
            lambda s, h: abs(mean_of_estimate(s, h) - at_x0(s) - h**2 / 2 * s.f.laplacians(s.x0)[0]),
            sizes=(0.02, 0.04, 0.08),
            slope=4,
        ),
        identity(
            r"\int K_h(x, x_0)^2\,dx = \frac{1}{(4\pi)^{p/2}\, h^p}",
            "the square of a Gaussian is a narrower Gaussian: this rules the variance, which grows as h falls",
            lambda s: over_space(
                lambda x: density.parzen_kernel(s.h, s.p)(x, s.x0[None])[:, 0] ** 2,
                s.x0,
                s.x0,
                s.h / np.sqrt(2),
            ),
            lambda s: (4 * pi) ** (-s.p / 2) * s.h**-s.p,
        ),
        limit(
            r"n\,h^p \operatorname{Var}\hat f(x_0) = \frac{f(x_0)}{(4\pi)^{p/2}} - h^p f(x_0)^2 + O(h^2)",
            "the variance of a mean of n terms: E K² less the squared mean, which hᵖ makes small",
            lambda s, h: abs(
                h**s.p * (variance_of_estimate(s, h) + at_x0(s) ** 2) - at_x0(s) / (4 * pi) ** (s.p / 2)
            ),
            sizes=(0.002, 0.004, 0.008),
            slope=2,
        ),
    ),
    (draws.draw_window,),
)


def optimal_width(s):
    """The minimizer of A."""
    return (s.p / (s.n * (4 * pi) ** (s.p / 2) * s.Psi)) ** (1 / (s.p + 4))


def integrated_variance(s, h):
    """n ∫ Var f̂."""
    mean = s.f.smoothed(h)
    return (4 * pi) ** (-s.p / 2) * h**-s.p - mean.product(mean)


def integrated_squared_bias(s, h):
    """∫ (E f̂ − f)²."""
    blur = s.f.smoothed(h).minus(s.f)
    return blur.product(blur)


def integrated_error(s, h):
    """∫ E(f̂ − f)², with the square multiplied out: E f̂² is a sum over pairs of points, n of which are pairs of twins."""
    mean = s.f.smoothed(h)
    twins, others = (4 * pi) ** (-s.p / 2) * h**-s.p, mean.product(mean)
    return twins / s.n + (1 - 1 / s.n) * others - 2 * mean.product(s.f) + s.f.product(s.f)


best_width = Derivation(
    "The best width for many points, and the rule of thumb",
    r"Given a density $f$ on $\mathbb{R}^p$, here a mixture of Gaussians, and the Gaussian window of bandwidth $h$. The error of "
    r"$\hat f$ is $\int E(\hat f - f)^2$, and $n$ is so large that a small $h$ will do.",
    (
        identity(
            r"\int E(\hat f - f)^2\,dx = \int \operatorname{Var}\hat f\,dx + \int (E\hat f - f)^2\,dx",
            "at each x: variance and squared bias",
            lambda s: integrated_error(s, s.h),
            lambda s: integrated_variance(s, s.h) / s.n + integrated_squared_bias(s, s.h),
        ),
        limit(
            r"n\,V \int \operatorname{Var}\hat f\,dx = \frac{1}{(4\pi)^{p/2}} + O(V), \qquad V = h^p",
            "the variance at x goes with f(x), and f integrates to 1: wide windows have little variance",
            lambda s, V: abs(V * integrated_variance(s, V ** (1 / s.p)) - (4 * pi) ** (-s.p / 2)),
            sizes=(1e-7, 1e-6, 1e-5),
            slope=1,
        ),
        definition(
            r"\Psi = \int (\Delta f)^2\,dx",
            "how curved the density is, over all",
            "Psi",
            lambda s: s.f.roughness(),
        ),
        limit(
            r"\int (E\hat f - f)^2\,dx = \frac{h^4}{4}\,\Psi + O(h^6)",
            "the bias at x is h²/2 Δf(x), up to higher powers of h: narrow windows have little bias",
            lambda s, h: abs(integrated_squared_bias(s, h) - h**4 / 4 * s.Psi),
            sizes=(0.01, 0.02, 0.04),
            slope=6,
        ),
        definition(
            r"A(h) = \frac{1}{n\,(4\pi)^{p/2}\,h^p} + \frac{h^4}{4}\,\Psi",
            "keep of the error what is left when n is large and h small",
            "A",
            lambda s: lambda h: 1 / (s.n * (4 * pi) ** (s.p / 2) * h**s.p) + h**4 / 4 * s.Psi,
            "COURSE-amise",
        ),
        identity(
            r"A(h) = \frac{1}{n\,(4\pi)^{p/2}\,|\mathbf{H}|^{1/2}} + \frac14 \sum_{i,j,k,l} H_{ij} H_{kl}\, \Psi_{ijkl},"
            r" \qquad \mathbf{H} = h^2\mathbf{I}",
            "the case of a round window in the formula for a window of any direction",
            lambda s: s.A(s.h),
            lambda s: amise(s.h**2 * np.eye(s.p), s.n, s.f.roughness_tensor()),
            "COURSE-amise",
        ),
        consequence(
            r"h = \Big(\frac{p}{n\,(4\pi)^{p/2}\,\Psi}\Big)^{1/(p+4)}",
            r"the derivative is $h^3\Psi - p/(n\,(4\pi)^{p/2}h^{p+1})$: multiply by $h^{p+1}$",
            lambda s: s.h,
            optimal_width,
            premise=given.FLAT,
            on=draws.draw_flat,
        ),
        bound(
            r"A(h) \ge A\Big(\Big(\frac{p}{n\,(4\pi)^{p/2}\,\Psi}\Big)^{1/(p+4)}\Big) \quad\text{for all } h > 0",
            "both terms are convex in h: where the derivative is zero, A is smallest",
            lambda s: s.A(s.h),
            lambda s: s.A(optimal_width(s)),
            relation="≥",
            attained=lambda s, rng: s.but(h=optimal_width(s)),
        ),
        consequence(
            r"\Psi = \frac{p\,(p+2)}{4\,(4\pi)^{p/2}\,\sigma^{p+4}}",
            "a guess at what we do not know: f is one Gaussian. Its integral can be worked out",
            lambda s: s.Psi,
            lambda s: s.p * (s.p + 2) / (4 * (4 * pi) ** (s.p / 2) * s.sigma[0] ** (s.p + 4)),
            premise=given.GAUSSIAN,
            on=draws.draw_gaussian,
        ),
        consequence(
            r"\Big(\frac{p}{n\,(4\pi)^{p/2}\,\Psi}\Big)^{1/(p+4)} = \sigma\Big(\frac{4}{(p+2)\,n}\Big)^{1/(p+4)}",
            r"Silverman's rule, with the standard deviation of each axis for σ; Scott's is without $(4/(p+2))^{1/(p+4)}$, "
            "which lies between 0.92 and 1.06",
            optimal_width,
            lambda s: density.silverman(s.X),
            premise=given.GAUSSIAN,
            equation="COURSE-silverman",
            on=draws.draw_gaussian,
        ),
    ),
    (draws.draw_error,),
)

highest_density = Derivation(
    "No region holds as much in less volume than a level set",
    r"Given a density $f$ (here constant on cells, so that regions can be counted), a level $c > 0$, the region "
    r"$R = \{x : f(x) \ge c\}$, and any other region $S$ that is at least as probable. $I_R$ and $I_S$ are 1 in the region and 0 "
    r"outside.",
    (
        bound(
            r"\big(I_R(x) - I_S(x)\big)\big(f(x) - c\big) \ge 0",
            "in R neither factor is negative, outside R neither is positive",
            lambda s: (s.R - s.S) * (s.f - s.c),
            0,
            relation="≥",
            premise=(given.LEVEL, given.A_REGION),
            attained=lambda s, rng: s.but(S=s.R),
        ),
        definition(
            r"P(A) = \int_A f(x)\,dx", "the probability of a region", "P", lambda s: lambda A: A @ (s.f * s.v)
        ),
        definition(r"V(A) = \int_A dx", "its volume", "V", lambda s: lambda A: A @ s.v),
        identity(
            r"\int \big(I_R(x) - I_S(x)\big)\big(f(x) - c\big)\,dx = P(R) - P(S) - c\,\big(V(R) - V(S)\big)",
            "multiply out",
            lambda s: ((s.R - s.S) * (s.f - s.c)) @ s.v,
            lambda s: s.P(s.R) - s.P(s.S) - s.c * (s.V(s.R) - s.V(s.S)),
        ),
        bound(
            r"V(S) \ge V(R)",
            "by lines 1 and 4, c (V(S) − V(R)) ≥ P(S) − P(R) ≥ 0: divide by c",
            lambda s: s.V(s.S),
            lambda s: s.V(s.R),
            relation="≥",
            premise=(given.LEVEL_SET, given.AS_PROBABLE, given.LEVEL_ABOVE_ZERO),
            attained=lambda s, rng: s.but(S=s.R),
        ),
        bound(
            r"s\,(n - 1) + 1 \ge \#\{i : \hat f(x_i) \ge c_s\} > s\,(n - 1)",
            "which level? The (1 − s) quantile of the densities at the sample: a share s of the points lies above it",
            lambda s: s.share * (s.n - 1) + 1,
            lambda s: s.share * (s.n - 1),
            relation="≥",
            via=("≥", lambda s: (s.f_hat >= density.hdr_levels(s.f_hat, s.share) - 1e-12).sum(), ">"),
            premise=given.ALL_DIFFERENT,
            attained=lambda s, rng: s.but(share=1 - int(rng.integers(1, s.n - 1)) / (s.n - 1)),
            equation="COURSE-hdr-levels",
            on=draws.draw_densities,
        ),
    ),
    (draws.draw_regions,),
)

ball_with_nu_one = Derivation(
    "A ball about the mean is a threshold on the Parzen density",
    r"Given the kernel $K(x, y) = \exp(-\|x - y\|^2/(2h^2))$ and a ball of radius $r$ among the mapped points. Its center is "
    r"$m = \sum_i w_i\Phi(x_i)$, with weights of at most $\frac1n$ that sum to 1: that is what chapter 3 finds for $\nu = 1$.",
    (
        consequence(
            r"w_i = \frac1n",
            "n numbers of at most 1/n each can only sum to 1 if all of them are 1/n",
            lambda s: s.w,
            lambda s: 1 / s.n,
            premise=(given.SMALL_WEIGHTS, given.WEIGHTS_OF_SUM_ONE),
        ),
        definition(
            r"m = \sum_i w_i \Phi(x_i)",
            "the center, from coordinates of the mapped points",
            "m",
            lambda s: s.w @ s.Phi,
        ),
        consequence(
            r"\|\Phi(x) - m\|^2 = K(x, x) - \frac2n \sum_i K(x, x_i) + \frac{1}{n^2}\sum_{i,j} K(x_i, x_j)",
            "the center is the mean of the mapped points: kernel values are enough",
            lambda s: ((s.Phi_new - s.m) ** 2).sum(axis=1),
            lambda s: geometry.squared_distances_to_mean(s.K_xx_new, s.K_new, s.K),
            premise=given.ALL_WEIGHTS_EQUAL,
            equation="PR-distance-to-mean",
        ),
        definition(
            r"\eta = \frac12\Big(1 - r^2 + \frac{1}{n^2} \sum_{i,j} K(x_i, x_j)\Big)",
            "what does not depend on x",
            "eta",
            lambda s: (1 - s.r2 + s.K.mean()) / 2,
        ),
        consequence(
            r"r^2 - \|\Phi(x) - m\|^2 = 2\Big(\frac1n \sum_i K(x, x_i) - \eta\Big)",
            "K(x, x) is the same for all x: only the mean of the kernel values is left",
            lambda s: s.r2 - geometry.squared_distances_to_mean(s.K_xx_new, s.K_new, s.K),
            lambda s: 2 * (s.K_new.mean(axis=1) - s.eta),
            premise=given.UNIT_DIAGONAL,
        ),
        definition(
            r"c = \frac{\eta}{(2\pi h^2)^{p/2}}",
            "the threshold, in the units of a density",
            "c",
            lambda s: s.eta / (2 * pi * s.h**2) ** (s.p / 2),
        ),
        identity(
            r"2\Big(\frac1n \sum_i K(x, x_i) - \eta\Big) = 2\,(2\pi h^2)^{p/2}\big(\hat f(x) - c\big)",
            "the mean of the kernel values is the Parzen density up to a factor",
            lambda s: 2 * (s.K_new.mean(axis=1) - s.eta),
            lambda s: 2 * (2 * pi * s.h**2) ** (s.p / 2) * (density.parzen_gaussian(s.X_new, s.X, s.h) - s.c),
            "SY19-1",
        ),
        identity(
            r"\|\Phi(x) - m\|^2 > r^2 \iff \hat f(x) < c",
            "so a point is outside the ball exactly if its density is below a threshold",
            lambda s: ((s.Phi_new - s.m) ** 2).sum(axis=1) > s.r2,
            lambda s: density.is_novel(density.parzen_gaussian(s.X_new, s.X, s.h), s.c),
            "SY19-density-rejection",
        ),
    ),
    (draws.draw_ball,),
)
