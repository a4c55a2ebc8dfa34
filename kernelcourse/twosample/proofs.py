"""The proofs of chapter 17: two means and their distance, two estimates, what kernels see, the level of a rank."""

import itertools
from math import comb, factorial

import numpy as np

from kernelcourse.kernels.without import SEEN_APART
from kernelcourse.proving.derivations import Derivation, Premise, bound, consequence, definition, identity
from kernelcourse.twosample import draws
from kernelsy19.kernels import RBF
from kernelsy19.kernels.geometry import quadratic_form
from kernelsy19.twosample import equations as two


def grams(s):
    """Kernel values within the first sample, between both, and within the second."""
    return s.Phi_x @ s.Phi_x.T, s.Phi_x @ s.Phi_y.T, s.Phi_y @ s.Phi_y.T


def gap(s):
    """m_x − m_y, from coordinates."""
    return s.Phi_x.mean(axis=0) - s.Phi_y.mean(axis=0)


NO_LONGER = Premise(
    "‖g‖ ≤ 1",
    lambda s: max(np.linalg.norm(s.g) - 1, 0.0),
    lambda s, rng: s.but(g=rng.uniform(1.5, 3.0) * gap(s) / np.linalg.norm(gap(s))),
)

means = Derivation(
    "How far apart two means are",
    r"Given samples $x_1, \dots, x_n$ and $y_1, \dots, y_m$, and a function $g(z) = \langle g, \Phi(z)\rangle$ of the feature space.",
    (
        definition(
            r"m_x = \tfrac1n\sum_i \Phi(x_i), \qquad m_y = \tfrac1m\sum_j \Phi(y_j)",
            "the means of the mapped points; f is what leads from one to the other",
            "f",
            gap,
        ),
        identity(
            r"\langle f, \Phi(z)\rangle = \tfrac1n\sum_i K(z, x_i) - \tfrac1m\sum_j K(z, y_j), \quad f = m_x - m_y",
            "a dot product with a sum is the sum of dot products, and these are kernel values",
            lambda s: s.Phi_z @ s.f,
            lambda s: two.witness(s.Phi_z @ s.Phi_x.T, s.Phi_z @ s.Phi_y.T),
            "COURSE-witness",
        ),
        identity(
            r"\|f\|^2 = \tfrac1{n^2}\sum_{i,j} K(x_i, x_j) - \tfrac2{nm}\sum_{i,j} K(x_i, y_j) + \tfrac1{m^2}\sum_{i,j} K(y_i, y_j)",
            "multiply out: line 2 at all the points themselves",
            lambda s: np.linalg.norm(s.f) ** 2,
            lambda s: two.biased_mmd2(*grams(s)),
            "COURSE-mmd-biased",
        ),
        identity(
            r"\tfrac1n\sum_i g(x_i) - \tfrac1m\sum_j g(y_j) = \langle g, f\rangle",
            "the mean of a function over a sample is its dot product with the mean of the sample",
            lambda s: (s.Phi_x @ s.g).mean() - (s.Phi_y @ s.g).mean(),
            lambda s: s.g @ s.f,
            "COURSE-witness",
        ),
        bound(
            r"\tfrac1n\sum_i g(x_i) - \tfrac1m\sum_j g(y_j) \le \|f\|",
            "Cauchy–Schwarz: no function of length 1 differs more between the samples; f / ‖f‖ does by exactly this much",
            lambda s: (s.Phi_x @ s.g).mean() - (s.Phi_y @ s.g).mean(),
            lambda s: np.sqrt(two.biased_mmd2(*grams(s))),
            premise=NO_LONGER,
            attained=lambda s, rng: s.but(g=gap(s) / np.linalg.norm(gap(s))),
            equation="COURSE-mmd-biased",
        ),
    ),
    draws.draw_two_samples,
)


def over_samples(s, statistic):
    """The mean of a statistic of kernel values over all pairs of samples, each as likely as it is."""
    K = s.Phi @ s.Phi.T
    cut = lambda i, j: K[np.ix_(i, j)]  # noqa: E731
    return sum(
        P * Q * statistic(cut(i, i), cut(i, j), cut(j, j))
        for P, i in zip(s.P, s.of_x, strict=True)
        for Q, j in zip(s.Q, s.of_y, strict=True)
    )


def spread(s, weights):
    """E‖Φ − μ‖² of a distribution, from coordinates."""
    return weights @ ((s.Phi - weights @ s.Phi) ** 2).sum(axis=1)


def _copied(s, rng):
    """All points of a sample are copies of the first, which is drawn as before."""
    same_x, same_y = ((of == of[:, :1]).all(axis=1) for of in (s.of_x, s.of_y))
    return s.but(P=same_x * s.p[s.of_x[:, 0]], Q=same_y * s.q[s.of_y[:, 0]])


DRAWN_APART = Premise(
    "points are drawn independently",
    lambda s: np.append(s.P - s.p[s.of_x].prod(axis=1), s.Q - s.q[s.of_y].prod(axis=1)),
    _copied,
)


def with_weights(s, p, q):
    """Other distributions, from which points are drawn independently."""
    return s.but(p=p, q=q, P=p[s.of_x].prod(axis=1), Q=q[s.of_y].prod(axis=1))


def _below_zero(s, rng):
    """The first distribution takes away from one point what it gives to another; the second sits on one."""
    a = rng.uniform(0.5, 1.0)
    return with_weights(s, np.array([1 + a, -a, 0.0]), np.eye(3)[2])


NOT_NEGATIVE = Premise(
    "no weight is negative", lambda s: max(-min(s.P.min(), s.Q.min(), s.p.min(), s.q.min()), 0.0), _below_zero
)


estimates = Derivation(
    "What the two estimates are in the mean",
    r"Given two distributions $P$ and $Q$, from which $n$ and $m$ points are drawn. $\mathrm{E}$ is the mean over all samples.",
    (
        definition(
            r"\mu_P = \mathrm{E}\,\Phi(x), \qquad \mu_Q = \mathrm{E}\,\Phi(y)",
            "the means of the distributions themselves; M is what we would like to know",
            "M",
            lambda s: ((s.p @ s.Phi - s.q @ s.Phi) ** 2).sum(),
        ),
        consequence(
            r"\mathrm{E}\,K(x_1, x_2) = \|\mu_P\|^2",
            "two points that do not know of each other: the mean of a product is the product of the means",
            lambda s: s.P @ (s.Phi @ s.Phi.T)[s.of_x[:, 0], s.of_x[:, 1]],
            lambda s: ((s.p @ s.Phi) ** 2).sum(),
            premise=DRAWN_APART,
            equation="COURSE-mmd-unbiased",
        ),
        consequence(
            r"\mathrm{E}\,\widehat{\mathrm{MMD}}{}^2 = \|\mu_P - \mu_Q\|^2",
            "all of its terms are of two different points: the estimate is right in the mean",
            lambda s: over_samples(s, two.unbiased_mmd2),
            lambda s: s.M,
            premise=DRAWN_APART,
            equation="COURSE-mmd-unbiased",
        ),
        consequence(
            r"\mathrm{E}\,\|m_x - m_y\|^2 = \|\mu_P - \mu_Q\|^2 + \tfrac1n\mathrm{E}\|\Phi(x) - \mu_P\|^2 + \tfrac1m\mathrm{E}\|\Phi(y) - \mu_Q\|^2",
            "n of the n² terms are of a point and itself, and K(x, x) is larger in the mean, by the spread",
            lambda s: over_samples(s, two.biased_mmd2),
            lambda s: s.M + spread(s, s.p) / s.n + spread(s, s.q) / s.m,
            premise=DRAWN_APART,
            equation="COURSE-mmd-biased",
        ),
        bound(
            r"\mathrm{E}\,\|m_x - m_y\|^2 \ge \|\mu_P - \mu_Q\|^2",
            "a spread is never negative; only distributions that sit on one point have none",
            lambda s: over_samples(s, two.biased_mmd2),
            lambda s: s.M,
            relation="≥",
            premise=NOT_NEGATIVE,
            attained=lambda s, rng: with_weights(s, np.eye(3)[0], np.eye(3)[1]),
            equation="COURSE-mmd-biased",
        ),
        identity(
            r"\|m_x - m_y\|^2 - \widehat{\mathrm{MMD}}{}^2 = \tfrac1n\big(\overline{K(x, x)} - \overline{K(x, x')}\big) + \tfrac1m\big(\overline{K(y, y)} - \overline{K(y, y')}\big)",
            "sample by sample, with bars for means over one point and over two different ones",
            lambda s: two.biased_mmd2(*grams(s)) - two.unbiased_mmd2(*grams(s)),
            lambda s: by_pairs(s.Phi_x) / s.n + by_pairs(s.Phi_y) / s.m,
            "COURSE-mmd-unbiased",
            on=draws.draw_two_samples,
        ),
    ),
    draws.draw_distributions,
)


def by_pairs(Phi):
    """The mean of K(x, x) less that of K(x, x') over pairs of different points: half of their mean squared distance."""
    return np.mean([((a - b) ** 2).sum() for a, b in itertools.combinations(Phi, 2)]) / 2


def polynomial_mmd2(s):
    """MMD² of the two weightings for (r + xy)ᵈ."""
    return quadratic_form(s.u - s.v, (s.r + np.outer(s.a, s.a)) ** s.d)


def moment(s, weights, j):
    """The mean of the j-th power."""
    return weights @ s.a**j


def moments_apart(s):
    """M_j(P) − M_j(Q) for j = 1, …, d."""
    return np.array([moment(s, s.u, j) - moment(s, s.v, j) for j in range(1, s.d + 1)])


def _any_weights(rng):
    s = draws.draw_moments(rng)
    return s.but(v=rng.dirichlet(np.full(len(s.a), 2.0)))


SAME_MOMENTS = Premise(
    "the moments up to d are equal",
    moments_apart,
    lambda s, rng: s.but(v=(np.arange(len(s.a)) == np.abs(s.a).argmax()) * 1.0),  # all at the farthest
    tolerance=1e-10,
)


def lagrange_size(s):
    """Σ m!/(2γ)ᵐ cₘ² of the polynomial of chapter 1 that is 1 at the place of point j and 0 at the others."""
    others = np.delete(s.t, s.j)
    c = np.polynomial.polynomial.polyfromroots(others) / np.prod(s.t[s.j] - others)
    return sum(factorial(m) / (2 * s.gamma) ** m * c_m**2 for m, c_m in enumerate(c))


seen = Derivation(
    "What a kernel sees of two distributions",
    r"Given two distributions of numbers, with weights $u_i$ and $v_i$ on the places $a_i$; for the last line, weights on different points of any dimension.",
    (
        definition(
            r"M_j(P) = \sum_i u_i\,a_i^{\,j}",
            "the moments: the mean, the mean of the squares, and so on",
            "moments",
            moments_apart,
        ),
        identity(
            r"\mathrm{MMD}^2 = \sum_{j=1}^d \binom dj\, r^{d-j}\, \big(M_j(P) - M_j(Q)\big)^2 \quad\text{for } K(x, y) = (r + xy)^d",
            "the binomial formula: the features of this kernel are the powers up to d, so its means are moments",
            polynomial_mmd2,
            lambda s: sum(comb(s.d, j) * s.r ** (s.d - j) * m**2 for j, m in enumerate(s.moments, 1)),
            "COURSE-mmd-biased",
            on=_any_weights,
        ),
        consequence(
            r"\mathrm{MMD}^2 = 0",
            "every term is 0: for this kernel the two distributions are one and the same",
            polynomial_mmd2,
            0,
            premise=SAME_MOMENTS,
            equation="COURSE-mmd-biased",
        ),
        bound(
            r"(u_j - v_j)^2\, e^{-2\gamma\|x_j\|^2} \le C_j\;\mathrm{MMD}^2 \quad\text{for } K(x, y) = e^{-\gamma\|x - y\|^2}",
            "the last line on the Gaussian in chapter 1, for z = u − v: where MMD is 0, so is every difference of weights",
            lambda s: s.z[s.j] ** 2 * np.exp(-2 * s.gamma * s.X[s.j] @ s.X[s.j]),
            lambda s: lagrange_size(s) * quadratic_form(s.z, RBF(s.gamma)(s.X)),
            premise=SEEN_APART,
            on=draws.draw_two_weightings,
        ),
    ),
    draws.draw_moments,
)


def ranks(T):
    """p of each number among all of them, along the last axis."""
    return (T[..., None, :] >= T[..., :, None]).mean(axis=-1)


def orders(s):
    """All ways the samples may come and be shuffled, as values (·, B + 1) of T, and how likely each is."""
    ways = np.array(list(itertools.product(range(len(s.T)), repeat=s.B + 1)))
    return s.T[ways], s.prob[ways[:, 0]] / len(s.T) ** s.B


def rejected(s):
    """P(p ≤ α), over all of them."""
    values, likely = orders(s)
    return likely @ [two.permutation_p(T[0], T[1:]) <= s.alpha + 1e-12 for T in values]


def _the_largest_comes(s, rng):
    """The cut with the largest value is by far the likeliest to come."""
    prob = np.full(len(s.T), rng.uniform(0.02, 0.05))
    prob[s.T.argmax()] += 1 - prob.sum()
    return s.but(prob=prob)


ONE_SOURCE = Premise(
    "one source: every way to cut the points is equally likely",
    lambda s: s.prob - 1 / len(s.T),
    _the_largest_comes,
)


level = Derivation(
    "A rank keeps its level",
    r"Given $T_0$, the value of any statistic for the samples as they came, and $T_1, \dots, T_B$, its values after shuffles of all points.",
    (
        definition(
            r"p_i = \frac{\#\{j : T_j \ge T_i\}}{B + 1}",
            "the rank of each of the B + 1 numbers, itself included; p of the test is that of number 0",
            "p",
            lambda s: ranks(s.T),
        ),
        bound(
            r"\#\{i : p_i \le \alpha\} \le \alpha\,(B + 1)",
            "the numbers with such a rank are among the largest, and the smallest of them has all of them at or above it",
            lambda s: np.count_nonzero(s.p <= s.alpha + 1e-12),
            lambda s: s.alpha * (s.B + 1),
            attained=lambda s, rng: s.but(T=rng.permutation(s.B + 1).astype(float), alpha=3 / (s.B + 1)),
            equation="COURSE-permutation-p",
            on=draws.draw_numbers,
        ),
        consequence(
            r"\mathrm{P}(p_0 \le \alpha) = \frac{1}{B + 1}\,\mathrm{E}\,\#\{i : p_i \le \alpha\}",
            "what came is one more shuffle, like the others: each of the B + 1 numbers is as likely to be number 0",
            rejected,
            lambda s: orders(s)[1] @ (ranks(orders(s)[0]) <= s.alpha + 1e-12).mean(axis=1),
            premise=ONE_SOURCE,
            equation="COURSE-permutation-p",
        ),
        bound(
            r"\mathrm{P}(p \le \alpha) \le \alpha",
            "both lines together, for every statistic, every n and m and every B: nothing is approximate",
            rejected,
            lambda s: s.alpha,
            premise=ONE_SOURCE,
            attained=lambda s, rng: s.but(alpha=1.0),
            equation="COURSE-permutation-p",
        ),
    ),
    draws.draw_splits,
)
