"""The proofs of appendix E: attention is an average by a kernel, and a wide layer has one."""

import numpy as np
from scipy.integrate import quad
from scipy.special import softmax
from scipy.stats import norm

from kernelcourse.networks.draws import draw_attention, draw_directions, draw_keys_of_one_length
from kernelcourse.proving.derivations import Derivation, Premise, consequence, definition, identity
from kernelsy19.kernels import RBF
from kernelsy19.networks import equations as networks


def gaussian(s):
    """The Gaussian kernel of queries and keys whose γ is 1/(2√d): (l, n)."""
    return RBF(1 / (2 * np.sqrt(s.K.shape[1])))(s.Q, s.K)


def half_square(X, d):
    """exp(‖x‖²/(2√d)) of each row."""
    return np.exp((X**2).sum(axis=1) / (2 * np.sqrt(d)))


KEYS_OF_ONE_LENGTH = Premise(
    "all keys have one length",
    lambda s: np.ptp(np.linalg.norm(s.K, axis=1)),
    lambda s, rng: s.but(K=s.K * rng.uniform(0.3, 2.0, size=(len(s.K), 1))),
)

attention = Derivation(
    "Attention is an average by a kernel",
    r"Given queries $q_i$, keys $k_j$ of $d$ numbers each, and values $v_j$. Write $\kappa(q, k) = \exp(q^\top k/\sqrt d)$.",
    (
        identity(
            r"\mathrm{softmax}\Bigl(\frac{QK^\top}{\sqrt d}\Bigr) V = \Bigl(\frac{\sum_j \kappa(q_i, k_j)\, v_j}{\sum_j \kappa(q_i, k_j)}\Bigr)_i",
            "softmax divides exponentials by their sum, and a row times V is a sum over the values",
            lambda s: softmax(s.Q @ s.K.T / np.sqrt(s.K.shape[1]), axis=1) @ s.V,
            lambda s: networks.kernel_average(networks.attention_kernel(s.Q, s.K), s.V),
            "COURSE-kernel-average",
        ),
        identity(
            r"\kappa(q, k) = e^{\|q\|^2/(2\sqrt d)}\; e^{-\|q - k\|^2/(2\sqrt d)}\; e^{\|k\|^2/(2\sqrt d)}",
            "multiply out the square in the middle: what is left of the exponents is the dot product",
            lambda s: networks.attention_kernel(s.Q, s.K),
            lambda s: np.outer(half_square(s.Q, s.K.shape[1]), half_square(s.K, s.K.shape[1])) * gaussian(s),
            "COURSE-attention-kernel",
        ),
        identity(
            r"\mathrm{Attention}(q) = \frac{\sum_j e^{\|k_j\|^2/(2\sqrt d)}\, e^{-\|q - k_j\|^2/(2\sqrt d)}\, v_j}{\sum_j e^{\|k_j\|^2/(2\sqrt d)}\, e^{-\|q - k_j\|^2/(2\sqrt d)}}",
            "the factor of the query is in every term, above and below, and cancels",
            lambda s: networks.attention(s.Q, s.K, s.V),
            lambda s: networks.kernel_average(gaussian(s) * half_square(s.K, s.K.shape[1]), s.V),
            "COURSE-attention",
        ),
        consequence(
            r"\mathrm{Attention}(q) = \frac{\sum_j e^{-\|q - k_j\|^2/(2\sqrt d)}\, v_j}{\sum_j e^{-\|q - k_j\|^2/(2\sqrt d)}}",
            "then the factor of the key is the same in every term, and cancels, too",
            lambda s: networks.attention(s.Q, s.K, s.V),
            lambda s: networks.kernel_average(gaussian(s), s.V),
            premise=KEYS_OF_ONE_LENGTH,
            on=draw_keys_of_one_length,
            equation="COURSE-kernel-average",
        ),
    ),
    draw_attention,
)


def angle(s):
    """The angle between x and y, from their difference and their sum, so that rounding does not come near it."""
    u, v = s.x / np.linalg.norm(s.x), s.y / np.linalg.norm(s.y)
    return 2 * np.arctan2(np.linalg.norm(u - v), np.linalg.norm(u + v))


def mean_of_products(s):
    """E[max(0, wᵀx) max(0, wᵀy)]: given wᵀx, the other product is normal, and the mean of its positive part is known."""
    rho, lengths = np.cos(angle(s)), np.linalg.norm(s.x) * np.linalg.norm(s.y)
    spread = np.sqrt(1 - rho**2)
    rest = lambda u: rho * u * norm.cdf(rho * u / spread) + spread * norm.pdf(rho * u / spread)  # noqa: E731
    return lengths * quad(lambda u: u * norm.pdf(u) * rest(u), 0, np.inf, epsabs=1e-12, epsrel=1e-12)[0]


def over_angles(theta):
    """∫ cos a cos(a − θ) da over the angles at which both are positive."""
    return quad(lambda a: np.cos(a) * np.cos(a - theta), theta - np.pi / 2, np.pi / 2, epsabs=1e-13)[0]


over_lengths = quad(lambda r: r**3 * np.exp(-(r**2) / 2), 0, np.inf, epsabs=1e-13)[0]

wide = Derivation(
    "The kernel of a wide layer",
    r"Given points $x, y \ne 0$ and a random $w$ whose entries are independent and standard normal. The mean is over $w$.",
    (
        definition(
            r"\theta = \arccos \frac{x^\top y}{\|x\|\, \|y\|}",
            "the angle between the two points",
            "theta",
            angle,
        ),
        identity(
            r"\mathbb{E}\bigl[\max(0, w^\top x) \max(0, w^\top y)\bigr] = \frac{\|x\|\, \|y\|}{2\pi} \int_0^\infty\! r^3 e^{-r^2/2}\, dr \int_{\theta - \pi/2}^{\pi/2}\! \cos a\, \cos(a - \theta)\, da",
            "only the part of w in the plane of x and y counts; in polar coordinates it has length r and angle a to x",
            mean_of_products,
            lambda s: (
                np.linalg.norm(s.x) * np.linalg.norm(s.y) / (2 * np.pi) * over_lengths * over_angles(s.theta)
            ),
        ),
        identity(
            r"\int_{\theta - \pi/2}^{\pi/2} \cos a\, \cos(a - \theta)\, da = \tfrac12 \bigl(\sin\theta + (\pi - \theta) \cos\theta\bigr)",
            "the product is half the sum of cos θ and cos(2a − θ); the first integral is over an interval of length π − θ",
            lambda s: over_angles(s.theta),
            lambda s: (np.sin(s.theta) + (np.pi - s.theta) * np.cos(s.theta)) / 2,
        ),
        identity(
            r"2\, \mathbb{E}\bigl[\max(0, w^\top x) \max(0, w^\top y)\bigr] = \frac1\pi \|x\|\, \|y\| \bigl(\sin\theta + (\pi - \theta)\cos\theta\bigr)",
            "the integral over r is 2: put lines 2 and 3 together; the right side is K(x, y)",
            lambda s: 2 * mean_of_products(s),
            lambda s: networks.arc_cosine(s.x[None], s.y[None])[0, 0],
            "COURSE-arc-cosine",
        ),
    ),
    draw_directions,
)
