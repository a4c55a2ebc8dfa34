"""What the proofs about Parzen windows are evaluated on: densities whose integrals are known, and samples of them.

An integral is either known in closed form (of a `Mixture`) or a sum over nodes (of anything): a line compares the two.
"""

from dataclasses import dataclass, field, replace
from math import comb, pi

import numpy as np
from numpy.polynomial.hermite_e import hermeval
from scipy.optimize import brentq, linprog
from scipy.special import ndtr

from kernelcourse.proving.derivations import Setting
from kernelsy19.density import equations as density
from kernelsy19.density.curvature import amise
from kernelsy19.kernels import RBF
from kernelsy19.kernels.geometry import coordinates, squared_distances_to_mean

CUBE_NODES = 12  # of Gauss and Legendre on each side of a cube: exact to rounding for bumps wider than it
TAIL = 7.5  # standard deviations, beyond which a Gaussian holds less than 1e-13
NODE_STEP = 0.8  # standard deviations between the nodes: the sum is the integral to exp(−2π²/0.8²) = 4e-14
ROWS = 20_000  # points at which a function is evaluated at a time


# ---- densities ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mixture:
    """A mixture of Gaussians with spreads along the axes: its integrals are known.
    weights (K,) of sum 1, some negative for a difference of two densities; means, spreads (K, p), standard deviations
    """

    weights: np.ndarray
    means: np.ndarray
    spreads: np.ndarray = field(repr=False)

    def __call__(self, points):
        """The density at the rows of points, as an (m,) array."""
        return self.derivative(points, (0,) * self.means.shape[1])

    def derivative(self, points, orders):
        """The derivative at points (m, p), along each of the p axes as often as `orders` says: (m,)."""
        U = (points[:, None, :] - self.means) / self.spreads
        waves = [hermeval(U[..., j], [0] * k + [1]) for j, k in enumerate(orders) if k]
        scales = self.spreads.prod(axis=1) * np.prod((-self.spreads) ** np.asarray(orders), axis=1)
        bumps = np.exp(-(U**2).sum(axis=2) / 2) / (2 * pi) ** (len(orders) / 2)
        return bumps * np.prod(waves, axis=0) / scales @ self.weights

    def gradient(self, x):
        """∇f at one point, as a (p,) array."""
        return np.array([self.derivative(x[None], e)[0] for e in np.eye(len(x), dtype=int)])

    def hessians(self, points):
        """The second derivatives at the rows of points, as an (m, p, p) array."""
        axes = np.eye(points.shape[1], dtype=int)
        return np.array([[self.derivative(points, a + b) for a in axes] for b in axes]).transpose(2, 0, 1)

    def laplacians(self, x):
        """Δf and ΔΔf at one point, as a (2,) array."""
        twice = 2 * np.eye(len(x), dtype=int)
        first = sum(self.derivative(x[None], a)[0] for a in twice)
        return np.array([first, sum(self.derivative(x[None], a + b)[0] for a in twice for b in twice)])

    def in_cube(self, center, h):
        """The probability of a cube, from the distribution function of the Gaussian."""
        upper, lower = (ndtr((center + side - self.means) / self.spreads) for side in (h / 2, -h / 2))
        return float(self.weights @ (upper - lower).prod(axis=1))

    def smoothed(self, h):
        """The mixture that a Gaussian window of bandwidth h makes of it on average: variances add."""
        return replace(self, spreads=np.sqrt(self.spreads**2 + h**2))

    def minus(self, other):
        """The difference of two mixtures, itself a mixture with weights of both signs."""
        together = {
            name: np.concatenate([getattr(self, name), getattr(other, name)]) for name in ("means", "spreads")
        }
        return Mixture(np.concatenate([self.weights, -other.weights]), **together)

    def product(self, other, orders=None, other_orders=None):
        """∫ ∂ʳf ∂ᵠg over all of space: ∫ f g is a Gaussian in the difference of two means, differentiated.
        other, a Mixture, is g; orders r and other_orders q are (p,) int arrays, or None for the functions themselves →
        float"""
        r, q = (np.zeros(self.means.shape[1], dtype=int) if o is None else o for o in (orders, other_orders))
        total = 0.0
        for weight, mean, spread in zip(self.weights, self.means, self.spreads, strict=True):
            bump = replace(other, spreads=np.hypot(other.spreads, spread))
            total += weight * (-1.0) ** r.sum() * bump.derivative(mean[None], r + q)[0]
        return float(total)

    def roughness(self):
        """∫ (Δf)², with Δf the sum of the second derivatives along the axes."""
        twice = 2 * np.eye(self.means.shape[1], dtype=int)
        return sum(self.product(self, a, b) for a in twice for b in twice)

    def roughness_tensor(self):
        """Ψᵢⱼₖₗ = ∫ ∂ᵢ∂ⱼf ∂ₖ∂ₗf, as a (p, p, p, p) array."""
        axes = np.eye(self.means.shape[1], dtype=int)
        return np.array(
            [[[[self.product(self, a + b, c + d) for d in axes] for c in axes] for b in axes] for a in axes]
        )


@dataclass(frozen=True)
class Paraboloid:
    """a + ½ M ‖x − x₀‖²: what a density may look like near a point, with the largest curvature that is allowed.
    bottom is a, curvature is M, x0 (p,)"""

    bottom: float
    curvature: float
    x0: np.ndarray

    def __call__(self, points):
        """The value at the rows of points, as an (m,) array."""
        return self.bottom + self.curvature / 2 * ((points - self.x0) ** 2).sum(axis=1)

    def gradient(self, x):
        """The slope at one point, as a (p,) array."""
        return self.curvature * (x - self.x0)

    def hessians(self, points):
        """The second derivatives at the rows of points, as an (m, p, p) array."""
        return np.broadcast_to(self.curvature * np.eye(len(self.x0)), (len(points), *2 * self.x0.shape))

    def in_cube(self, center, h):
        """The integral over a cube."""
        p = len(self.x0)
        return h**p * (self(center[None])[0] + self.curvature * p * h**2 / 24)


# ---- integrals as sums --------------------------------------------------------------------------


def over_grid(f, nodes, weights):
    """Σ w f over a grid that is the same along all axes but for where it begins.
    f, (m, p) → (m,); nodes, weights (p, N), of each axis → float"""
    p, N = nodes.shape
    total = 0.0
    for start in range(0, N**p, ROWS):
        index = np.array(np.unravel_index(np.arange(start, min(start + ROWS, N**p)), (N,) * p))
        axes = np.arange(p)[:, None]
        total += weights[axes, index].prod(axis=0) @ f(nodes[axes, index].T)
    return float(total)


def over_cube(f, center, h):
    """∫ f over the cube of side h around center (p,), by Gauss and Legendre's rule; f, (m, p) → (m,)."""
    nodes, weights = np.polynomial.legendre.leggauss(CUBE_NODES)
    ones = np.ones((len(center), 1))
    return over_grid(f, center[:, None] + nodes * h / 2, weights * h / 2 * ones)


def over_cubes_around(f, center, h):
    """∫ f over a cube of side 2h that is cut at ±h/2 along each axis, so that f may jump there.
    f, (m, p) → (m,); center (p,) → float"""
    rules = [np.polynomial.legendre.leggauss(N) for N in (2, 10, 2)]
    parts = [(-0.75, 0.25), (0.0, 0.5), (0.75, 0.25)]  # middle and half a length of each part, in units of h
    nodes = np.concatenate(
        [middle + half * rule[0] for rule, (middle, half) in zip(rules, parts, strict=True)]
    )
    weights = np.concatenate([half * rule[1] for rule, (_, half) in zip(rules, parts, strict=True)])
    ones = np.ones((len(center), 1))
    return over_grid(f, center[:, None] + nodes * h, weights * h * ones)


def over_space(f, low, high, spread):
    """∫ f over all of space, for what falls off like Gaussians of at least that spread with means in a box.
    f, (m, p) → (m,); low, high (p,), corners of the box; spread, a standard deviation → float"""
    step = NODE_STEP * spread
    N = int(np.ceil((np.max(high - low) + 2 * TAIL * spread) / step)) + 1
    nodes = ((low + high) / 2)[:, None] + step * (np.arange(N) - (N - 1) / 2)
    return over_grid(f, nodes, np.full(nodes.shape, step))


# ---- a small region and a window ----------------------------------------------------------------


def binomial_law(n, P):
    """The probabilities of 0, …, n independent points in a region of probability P, as an (n + 1,) array."""
    return np.array([comb(n, k) * P**k * (1 - P) ** (n - k) for k in range(n + 1)])


def sample_around(x0, h, n, rng):
    """Points in a cube, at its sides, and far from it: all kinds of which a window has to tell.
    x0 (p,), center of the cube, h its side → (n, p), the first third in it, the second beside it in one coordinate"""
    U = rng.uniform(-0.45, 0.45, size=(n, len(x0)))
    for row in U[n // 3 : 2 * n // 3]:
        row[rng.integers(len(x0))] = rng.choice([-1, 1]) * rng.uniform(0.55, 0.9)
    U[2 * n // 3 :] *= 4
    return x0 + h * U


def region_setting(f, x0, h, n, rng):
    """A density whose integrals are known, a cube around a point, and what falls into it.
    f Mixture, x0 (p,), h side of the cube and bandwidth, n → f, x0, center (again x0), h, V (volume), n, p, X (n, p),
    law (n + 1,) of the number of points in the cube, and M, which no second derivative of f in any direction exceeds"""
    peaks = np.abs(f.weights) * (2 * pi) ** (-len(x0) / 2) / f.spreads.prod(axis=1)
    X, law = sample_around(x0, h, n, rng), binomial_law(n, f.in_cube(x0, h))
    M, p = float((peaks / f.spreads.min(axis=1) ** 2).sum()), len(x0)
    return Setting(f=f, x0=x0, center=x0.copy(), h=h, V=h**p, n=n, p=p, X=X, law=law, M=M)


def _mixture(rng, p, size=1.0):
    """Two or three bumps, near enough to each other to make one density of."""
    K = int(rng.integers(2, 4))
    means = size * rng.normal(size=(K, p)) / 2
    return Mixture(rng.dirichlet(np.full(K, 5.0)), means, size * rng.uniform(0.8, 1.3, size=(K, p)))


def draw_region(rng, least_p=3):
    """Draw a density, a cube around a point where its slope and its curvature can be seen, and a sample."""
    while True:
        p = int(rng.integers(least_p, 5))
        f, x0, h = _mixture(rng, p), rng.normal(size=p) / 4, float(rng.uniform(0.9, 1.3))
        s = region_setting(f, x0, h, int(rng.integers(9, 16)), rng)
        rest = abs(f.in_cube(x0, h) / s.V - f(x0[None])[0])
        if np.linalg.norm(f.gradient(x0)) > 0.01 and rest > 0.004 and f.in_cube(x0, h) > 0.01:
            return s


def draw_window(rng):
    """As `draw_region`, on a line, too, with a window that is narrower than the bumps of f and visibly blurs f."""
    while True:
        s = draw_region(rng, least_p=1)
        s = region_setting(s.f, s.x0, float(rng.uniform(0.45, 0.6)), s.n, rng)
        if (
            abs(s.f.smoothed(s.h)(s.x0[None]) - s.f(s.x0[None]))[0] > 0.004
            and abs(s.f.laplacians(s.x0)).min() > 0.03
        ):
            return s


# ---- the error of an estimate, and its best width -----------------------------------------------


def error_setting(f, n, h, rng):
    """A density, a sample size and a width, and a sample whose standard deviations are those of the density.
    f Mixture → f, n, p, h, mean and sigma (p,) of f, X (n, p)"""
    mean = f.weights @ f.means
    sigma = np.sqrt(f.weights @ (f.spreads**2 + (f.means - mean) ** 2))
    X = rng.normal(size=(n, len(mean)))
    X = mean + sigma * (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
    return Setting(f=f, n=n, p=len(mean), h=h, mean=mean, sigma=sigma, X=X)


def draw_error(rng):
    """Draw a density of two or three bumps, a sample size and a width."""
    p, n = int(rng.integers(3, 5)), int(rng.integers(20, 200))
    return error_setting(_mixture(rng, p, 0.4), n, float(rng.uniform(0.1, 0.5)), rng)


def draw_flat(rng):
    """As `draw_error`, at the width where a root finder sees that the derivative of `amise` is zero."""
    s = draw_error(rng)
    Psi = s.f.roughness_tensor()
    slope = slope_in_width(lambda h: amise(h**2 * np.eye(s.p), s.n, Psi))
    return s.but(h=float(brentq(slope, 1e-2, 1e2, xtol=1e-15, rtol=1e-15)))


def slope_in_width(error):
    """The derivative of an error, h → float for complex h too, in the width by a complex step, exact to rounding."""
    return lambda h: float(np.imag(error(h + 1e-30j)) / 1e-30)


def draw_gaussian(rng):
    """Draw one Gaussian, with the same spread along all axes."""
    p, n, spread = int(rng.integers(3, 5)), int(rng.integers(20, 200)), rng.uniform(0.3, 0.5)
    f = Mixture(np.ones(1), rng.normal(size=(1, p)), np.full((1, p), spread))
    return error_setting(f, n, float(rng.uniform(0.1, 0.5)), rng)


# ---- regions of high density --------------------------------------------------------------------


def draw_regions(rng):
    """Draw a density that is constant on cells, the region above a level of it, and another of no less probability.
    f and v (N,), density and volume of each cell, n = N, c, and R and S (N,), the share of each cell in a region"""
    N = int(rng.integers(20, 40))
    v = rng.dirichlet(np.full(N, 3.0))
    f = _mixture(rng, 3)(rng.normal(size=(N, 3)))
    f = f / (f @ v)
    level = np.sort(f)[N // 2 : N // 2 + 2].mean()
    R = (f >= level).astype(float)
    return Setting(f=f, v=v, n=N, c=float(level), R=R, S=random_region(f * v, R @ (f * v), rng))


def random_region(probabilities, at_least, rng):
    """Cells in random order until their probability is large enough, as an (N,) array of 0 and 1."""
    order = rng.permutation(len(probabilities))
    taken = 1 + np.searchsorted(probabilities[order].cumsum(), at_least)
    region = np.zeros(len(probabilities))
    region[order[:taken]] = 1
    return region


def draw_densities(rng):
    """Draw the densities at the points of a sample, all different, and a share."""
    n = int(rng.integers(8, 20))
    X = rng.normal(size=(n, 3))
    return Setting(n=n, f_hat=density.parzen_gaussian(X, X, 0.8) * 10, share=float(rng.uniform(0.2, 0.8)))


# ---- a ball about the mean ----------------------------------------------------------------------


def ball_setting(X, X_new, h, rng):
    """Mapped points, weights of at most 1/n that sum to 1, and a ball that some new points lie outside of.
    X (n, p), X_new (m, p), m ≥ 2, h, with γ = 1/(2h²) → X, X_new, h, n, p, Phi (n, D), Phi_new (m, D), K (n, n), K_new
    (m, n), K_xx_new (m,), w (n,) as a linear program finds them that knows nothing else of them, r2 squared radius"""
    n, p = X.shape
    kernel = RBF.from_width(h, "1/(2s^2)")
    both = coordinates(kernel, np.vstack([X, X_new]))
    w = linprog(rng.normal(size=n), A_eq=np.ones((1, n)), b_eq=[1.0], bounds=(0, 1 / n)).x
    K, K_new, K_xx_new = kernel(X), kernel(X_new, X), kernel.diagonal(X_new)
    nearest_first = np.sort(squared_distances_to_mean(K_xx_new, K_new, K))
    outside = rng.integers(1, len(X_new))
    r2 = float(nearest_first[outside - 1 : outside + 1].mean())
    of_new = {"X_new": X_new, "Phi_new": both[n:], "K_new": K_new, "K_xx_new": K_xx_new}
    return Setting(X=X, h=h, n=n, p=p, Phi=both[:n], K=K, w=w, r2=r2, **of_new)


def draw_ball(rng):
    """Draw points, a width, and new points on both sides of a sphere about the mean."""
    n, p, m = int(rng.integers(5, 12)), int(rng.integers(3, 5)), int(rng.integers(4, 8))
    return ball_setting(rng.normal(size=(n, p)), rng.normal(size=(m, p)), float(rng.uniform(0.8, 1.6)), rng)
