"""The proofs of chapter 01: kernels, their feature maps, and geometry from kernel values."""

from math import factorial

import numpy as np
from scipy.special import gammaln

from kernelcourse.kernels import draws
from kernelcourse.kernels import without as given
from kernelcourse.proving.derivations import Derivation, bound, consequence, definition, identity, limit
from kernelsy19.kernels import RBF, equations
from kernelsy19.kernels import geometry as fs

LOGARITHMS = np.linspace(-40, 4, 2000)  # logarithms of u: at the lower end even u itself has gone to 0

psd_lemma = Derivation(
    "A Gram matrix is positive semidefinite",
    r"Given points $x_1, \dots, x_n$ with a feature map $\Phi$, the Gram matrix $K_{ij} = "
    r"\langle\Phi(x_i), \Phi(x_j)\rangle$ and any numbers $z_1, \dots, z_n$.",
    (
        identity(
            r"z^\top \mathbf{K} z = \sum_{i,j} z_i z_j K_{ij}",
            "write the matrix products as sums",
            lambda s: fs.quadratic_form(s.z, s.K),
            lambda s: sum(s.z[i] * s.z[j] * s.K[i, j] for i in range(s.n) for j in range(s.n)),
            "PR-psd-lemma",
        ),
        consequence(
            r"= \sum_{i,j} z_i z_j \langle \Phi(x_i), \Phi(x_j)\rangle",
            "put in what an entry of the Gram matrix is",
            right=lambda s: (np.outer(s.z, s.z) * fs.gram_from_features(s.Phi)).sum(),
            premise=given.OF_THIS_MAP,
            equation="AML-1",
        ),
        definition(
            r"v = \sum_i z_i \Phi(x_i)",
            "the mapped points added up, each multiplied by its number: a point of the feature space",
            "v",
            lambda s: s.z @ s.Phi,
        ),
        identity(
            r"\sum_{i,j} z_i z_j \langle \Phi(x_i), \Phi(x_j)\rangle = \langle v, v\rangle = \|v\|^2",
            "the dot product is linear in each of its two places, and a vector times itself is its squared length",
            right=lambda s: np.linalg.norm(s.v) ** 2,
            via=lambda s: s.v @ s.v,
        ),
        bound(
            r"z^\top \mathbf{K} z = \|v\|^2 \ge 0",
            "a square is never negative; it is zero where the mapped points cancel, as for z = (1, −1) at a point taken twice",
            lambda s: fs.quadratic_form(s.z, s.K),
            0,
            relation="≥",
            premise=given.OF_ANY_MAP,
            attained=given.a_point_twice,
            equation="PR-psd-lemma",
            via=lambda s: s.v @ s.v,
        ),
    ),
    draws.draw_two_sets,
)


distance = Derivation(
    "The distance of two mapped points",
    r"Given a feature map $\Phi$ with kernel $K(x, y) = \langle\Phi(x), \Phi(y)\rangle$.",
    (
        definition(
            r"v = \Phi(x) - \Phi(y)",
            "the arrow from one image to the other; its squared length is ⟨v, v⟩",
            "v",
            lambda s: s.Phi[:, None] - s.Phi_y,
        ),
        identity(
            r"\|\Phi(x) - \Phi(y)\|^2 = \langle v, v\rangle = \langle\Phi(x), \Phi(x)\rangle "
            r"- 2\langle\Phi(x), \Phi(y)\rangle + \langle\Phi(y), \Phi(y)\rangle",
            "multiply out; the dot product is symmetric",
            lambda s: (s.v**2).sum(axis=2),
            lambda s: (s.Phi**2).sum(axis=1)[:, None] - 2 * s.Phi @ s.Phi_y.T + (s.Phi_y**2).sum(axis=1),
            via=lambda s: np.einsum("ijd,ijd->ij", s.v, s.v),
        ),
        consequence(
            r"= K(x, x) - 2K(x, y) + K(y, y)",
            "each dot product is a kernel value",
            right=lambda s: fs.squared_distances(s.K_xx, s.K_xy, s.K_yy),
            premise=given.OF_THIS_MAP,
            equation="PR-distance",
        ),
    ),
    draws.draw_two_sets,
)


distance_to_mean = Derivation(
    "The distance of a mapped point from the mean",
    r"Given $n$ points $x_i$, and any point $x$: one of them, or another.",
    (
        definition(
            r"m = \frac1n \sum_i \Phi(x_i)",
            "the mean of the images; no point need have it as its image",
            "m",
            lambda s: s.Phi.mean(axis=0),
        ),
        identity(
            r"\|\Phi(x) - m\|^2 = \langle\Phi(x), \Phi(x)\rangle - 2\langle\Phi(x), m\rangle + \langle m, m\rangle",
            "multiply out the square",
            lambda s: ((s.Phi_y - s.m) ** 2).sum(axis=1),
            lambda s: (s.Phi_y**2).sum(axis=1) - 2 * s.Phi_y @ s.m + s.m @ s.m,
        ),
        consequence(
            r"\langle\Phi(x), m\rangle = \frac1n \sum_i K(x, x_i)",
            "the mean is a sum, the dot product is linear, and each dot product is a kernel value",
            lambda s: s.Phi_y @ s.m,
            lambda s: s.K_xy.mean(axis=0),
            premise=given.OF_THIS_MAP,
        ),
        consequence(
            r"\langle m, m\rangle = \frac{1}{n^2} \sum_{i,j} K(x_i, x_j)",
            "likewise in both places",
            lambda s: s.m @ s.m,
            lambda s: fs.squared_norm_of_mean(s.K),
            premise=given.OF_THIS_MAP,
            equation="PR-mean",
        ),
        consequence(
            r"\|\Phi(x) - m\|^2 = K(x, x) - \frac2n \sum_i K(x, x_i) + \frac{1}{n^2} \sum_{i,j} K(x_i, x_j)",
            "put both into line 2",
            lambda s: ((s.Phi_y - s.m) ** 2).sum(axis=1),
            lambda s: fs.squared_distances_to_mean(s.K_yy, s.K_xy.T, s.K),
            premise=given.OF_THIS_MAP,
            equation="PR-distance-to-mean",
        ),
    ),
    draws.draw_two_sets,
)


nearest_mean = Derivation(
    "Which mean is nearer, from kernel values",
    r"Given the points of two classes, $n_+$ of the class $+$ and $n_-$ of the class $-$, and any other point $x$.",
    (
        definition(
            r"m_+ = \frac{1}{n_+}\sum_{i \in +} \Phi(x_i), \qquad m_- = \frac{1}{n_-}\sum_{i \in -} \Phi(x_i)",
            "the mean of each class in feature space",
            "means",
            lambda s: (s.Phi_plus.mean(axis=0), s.Phi_minus.mean(axis=0)),
        ),
        definition(
            r"f(x) = \|\Phi(x) - m_-\|^2 - \|\Phi(x) - m_+\|^2",
            "positive where x lies nearer to the mean of the class +",
            "f",
            lambda s: ((s.Phi - s.means[1]) ** 2).sum(axis=1) - ((s.Phi - s.means[0]) ** 2).sum(axis=1),
        ),
        identity(
            r"f(x) = 2\langle m_+ - m_-, \Phi(x)\rangle + \|m_-\|^2 - \|m_+\|^2",
            "multiply out both squares: ‖Φ(x)‖² stands in both and cancels",
            lambda s: s.f,
            lambda s: (
                2 * s.Phi @ (s.means[0] - s.means[1]) + s.means[1] @ s.means[1] - s.means[0] @ s.means[0]
            ),
        ),
        consequence(
            r"\langle m_\pm, \Phi(x)\rangle = \frac{1}{n_\pm}\sum_{i \in \pm} K(x, x_i)",
            "a mean is a sum, the dot product is linear, and each dot product is a kernel value",
            lambda s: s.Phi @ np.array(s.means).T,
            lambda s: np.column_stack([s.K_x_plus.mean(axis=1), s.K_x_minus.mean(axis=1)]),
            premise=given.OF_CLASSES,
        ),
        consequence(
            r"f(x) = \frac{2}{n_+}\sum_{i \in +} K(x, x_i) - \frac{2}{n_-}\sum_{i \in -} K(x, x_i) "
            r"+ \|m_-\|^2 - \|m_+\|^2",
            "put this into line 3; the squared length of a mean is the mean of its Gram matrix, as before",
            lambda s: s.f,
            lambda s: fs.nearest_mean_score(s.K_x_plus, s.K_x_minus, s.K_plus, s.K_minus),
            premise=given.OF_CLASSES,
            equation="COURSE-nearest-mean",
        ),
    ),
    draws.draw_two_classes,
)


angle = Derivation(
    "Length and angle of mapped points",
    r"Given a feature map $\Phi$ with kernel $K$, and points with $\Phi(x) \ne 0$ and $\Phi(y) \ne 0$.",
    (
        consequence(
            r"\|\Phi(x)\| = \sqrt{\langle\Phi(x), \Phi(x)\rangle} = \sqrt{K(x, x)}",
            "the length of a vector is the root of its dot product with itself",
            lambda s: np.linalg.norm(s.Phi, axis=1),
            lambda s: fs.norms(s.K_xx),
            premise=given.OF_THIS_MAP,
            equation="PR-norm",
            via=lambda s: np.sqrt((s.Phi**2).sum(axis=1)),
        ),
        definition(
            r"\cos\angle = \Big\langle \frac{\Phi(x)}{\|\Phi(x)\|}, \frac{\Phi(y)}{\|\Phi(y)\|} \Big\rangle",
            "the cosine of the angle at the origin: the dot product of both directions",
            "cosine",
            lambda s: directions(s.Phi) @ directions(s.Phi_y).T,
        ),
        consequence(
            r"\cos\angle = \frac{K(x, y)}{\sqrt{K(x, x)\,K(y, y)}}",
            "the dot product is a kernel value, and both lengths are those of line 1",
            lambda s: s.cosine,
            lambda s: fs.cosines(s.K_xx, s.K_xy, s.K_yy),
            premise=given.OF_THIS_MAP,
            equation="PR-angle",
        ),
        consequence(
            r"\big\|K(y, y)\,\Phi(x) - K(x, y)\,\Phi(y)\big\|^2 = K(y, y)\big(K(x, x)\,K(y, y) - K(x, y)^2\big)",
            "multiply out, as for the distance: K(x, y)²K(y, y) is taken away twice and added once",
            lambda s: (differences_of_pairs(s) ** 2).sum(axis=2),
            lambda s: s.K_yy * (np.outer(s.K_xx, s.K_yy) - s.K_xy**2),
            premise=given.OF_THIS_MAP,
        ),
        bound(
            r"|K(x, y)| \le \sqrt{K(x, x)\,K(y, y)}",
            "line 4 is a squared length, so it is not negative; divide by K(y, y) > 0. This is the Cauchy–Schwarz "
            "inequality, and why a cosine lies between −1 and 1",
            lambda s: np.abs(s.K_xy),
            lambda s: np.sqrt(np.outer(s.K_xx, s.K_yy)),
            premise=given.OF_ANY_PAIR,
            one_entry=True,
            attained=given.y_at_x,
        ),
    ),
    draws.draw_two_sets,
)


def directions(Phi):
    """Vectors of length 1 in the directions of the rows."""
    return Phi / np.linalg.norm(Phi, axis=1, keepdims=True)


def differences_of_pairs(s):
    """K(y, y)Φ(x) − K(x, y)Φ(y) for all pairs, (n, m, D)."""
    return s.K_yy[:, None] * s.Phi[:, None] - s.K_xy[:, :, None] * s.Phi_y


explicit_map = Derivation(
    "The six coordinates behind (1 + x·y)²",
    r"Given two points $x = (x_1, x_2)$ and $y = (y_1, y_2)$ of the plane.",
    (
        identity(
            r"K(x, y) = (1 + x_1y_1 + x_2y_2)^2",
            "write out the dot product",
            lambda s: s.k(s.X, s.Y),
            lambda s: (1 + s.x1 * s.y1 + s.x2 * s.y2) ** 2,
            "MSA220-polynomial",
        ),
        identity(
            r"= 1 + 2x_1y_1 + 2x_2y_2 + x_1^2y_1^2 + x_2^2y_2^2 + 2x_1y_1x_2y_2",
            "square the sum of three terms",
            right=lambda s: (
                1
                + 2 * s.x1 * s.y1
                + 2 * s.x2 * s.y2
                + s.x1**2 * s.y1**2
                + s.x2**2 * s.y2**2
                + 2 * s.x1 * s.y1 * s.x2 * s.y2
            ),
        ),
        definition(
            r"\Phi(x) = (1,\; \sqrt2\,x_1,\; \sqrt2\,x_2,\; x_1^2,\; x_2^2,\; \sqrt2\,x_1x_2)",
            "split each term into a factor that knows only x and one that knows only y; collect those of x in a vector",
            "map",
            lambda s: equations.six_features,
        ),
        identity(
            r"1 + 2x_1y_1 + 2x_2y_2 + x_1^2y_1^2 + x_2^2y_2^2 + 2x_1y_1x_2y_2 = \Phi(x)\cdot\Phi(y)",
            "the six products of the dot product are the six terms",
            right=lambda s: s.map(s.X) @ s.map(s.Y).T,
            equation="MSA220-explicit-map",
        ),
    ),
    draws.draw_plane,
)


algebra = Derivation(
    "Sums, products and multiples of kernels are kernels",
    r"Given two kernels $K_1, K_2$ with feature maps $\Phi_1, \Phi_2$ and a number $c \ge 0$. Whatever has a "
    r"feature map is a kernel, so one map for each is the proof.",
    (
        consequence(
            r"K_1(x, y) + K_2(x, y) = \big(\Phi_1(x), \Phi_2(x)\big) \cdot \big(\Phi_1(y), \Phi_2(y)\big)",
            "put the features side by side: their dot product adds up",
            lambda s: equations.kernel_sum(s.K1, s.K2),
            lambda s: fs.gram_from_features(np.hstack([s.Phi1, s.Phi2])),
            premise=(given.FIRST_MAP, given.SECOND_MAP),
            equation="COURSE-kernel-sum",
        ),
        consequence(
            r"K_1(x, y)\,K_2(x, y) = \sum_{a,b} \Phi_{1a}(x)\Phi_{2b}(x)\;\Phi_{1a}(y)\Phi_{2b}(y)",
            "multiply the two sums: the features are all products of one feature of each",
            lambda s: equations.kernel_product(s.K1, s.K2),
            lambda s: np.einsum("ia,ib,ja,jb->ij", s.Phi1, s.Phi2, s.Phi1, s.Phi2),
            premise=(given.FIRST_MAP, given.SECOND_MAP),
            equation="COURSE-kernel-product",
        ),
        consequence(
            r"c\,K_1(x, y) = \big(\sqrt{c}\,\Phi_1(x)\big) \cdot \big(\sqrt{c}\,\Phi_1(y)\big)",
            "share the factor between the two sides",
            lambda s: equations.kernel_scaling(s.c, s.K1),
            lambda s: fs.gram_from_features(np.sqrt(s.c) * s.Phi1),
            premise=given.FIRST_MAP,
            equation="COURSE-kernel-scaling",
        ),
        bound(
            r"z^\top (c\,\mathbf{K}_1) z \ge 0",
            "with a negative factor there is no root of c, and what was not negative is not positive",
            lambda s: fs.quadratic_form(s.z, equations.kernel_scaling(s.c, s.K1)),
            0,
            relation="≥",
            premise=(given.FACTOR, given.FIRST_IS_KERNEL),
            attained=given.first_point_twice,
            equation="COURSE-kernel-scaling",
        ),
        bound(
            r"z^\top \big[(K_1(x_i, x_j) + r)^d\big] z \ge 0",
            "the constant r is r times the kernel 1, whose one feature is 1; then a sum, and d − 1 products: the polynomial kernel",
            lambda s: fs.quadratic_form(s.z, (s.K1 + s.r) ** s.d),
            0,
            relation="≥",
            premise=(given.OFFSET_ABOVE_ZERO, given.FIRST_IN_POLYNOMIAL),
            attained=given.first_point_twice,
        ),
    ),
    draws.draw_pair,
)


def cut_off(s):
    """The Gaussian's Gram matrix with its series cut off after M."""
    G, f = 2 * s.gamma * s.X @ s.X.T, np.exp(-s.gamma * (s.X**2).sum(axis=1))
    return np.outer(f, f) * sum(G**m / factorial(m) for m in range(s.M + 1))


def gaussian_gram(s):
    """exp(−γ‖xᵢ − xⱼ‖²), also where γ is negative."""
    return np.exp(-s.gamma * ((s.X[:, None] - s.X) ** 2).sum(axis=2))


gaussian = Derivation(
    "The Gaussian is a kernel",
    r"Given points $x_1, \dots, x_n$ with $\|x_i\| \le r$, any numbers $z_i$, and a scale $\gamma \ge 0$.",
    (
        definition(
            r"f(x) = e^{-\gamma\|x\|^2}",
            "what the Gaussian makes of x and the origin",
            "f",
            lambda s: np.exp(-s.gamma * (s.X**2).sum(axis=1)),
        ),
        identity(
            r"e^{-\gamma\|x - y\|^2} = f(x)\,f(y)\,e^{2\gamma\,x \cdot y}",
            "multiply out the squared distance; the exponential of a sum is a product",
            gaussian_gram,
            lambda s: np.outer(s.f, s.f) * np.exp(2 * s.gamma * s.X @ s.X.T),
        ),
        definition(
            r"K_M(x, y) = f(x)\,f(y) \sum_{m=0}^{M} \frac{(2\gamma\,x\cdot y)^m}{m!}",
            "the same, with the series of the exponential cut off after M",
            "K_M",
            cut_off,
        ),
        bound(
            r"z^\top \mathbf{K}_M z \ge 0",
            "x·y is a kernel, so its powers (products), their multiples and the sum are; f(x)f(y) is one with the single feature f",
            lambda s: fs.quadratic_form(s.z, s.K_M),
            0,
            relation="≥",
            premise=given.needs_positive_scale(cut_off),
            attained=given.point_and_itself,
        ),
        bound(
            r"|K(x, y) - K_M(x, y)| \le \frac{(2\gamma r^2)^{M+1}}{(M+1)!}",
            "Taylor: the rest of the series of eᵗ is at most |t|ᴹ⁺¹/(M+1)! times e to |t|, here |t| ≤ 2γ‖x‖‖y‖ by Cauchy–Schwarz, "
            "and f(x)f(y) times e to 2γ‖x‖‖y‖ is at most 1",
            lambda s: np.abs(RBF(s.gamma)(s.X) - s.K_M),
            lambda s: (2 * s.gamma * s.r**2) ** (s.M + 1) / factorial(s.M + 1),
            premise=given.WITHIN_RADIUS,
        ),
        bound(
            r"z^\top \mathbf{K} z = \lim_{M\to\infty} z^\top \mathbf{K}_M z \ge 0",
            "the right side of line 5 goes to 0, and a limit of numbers that are not negative is not negative",
            lambda s: fs.quadratic_form(s.z, gaussian_gram(s)),
            0,
            relation="≥",
            via=("=", lambda s: fs.quadratic_form(s.z, cut_off(s.but(M=30))), "≥"),
            premise=given.needs_positive_scale(gaussian_gram),
            attained=given.point_and_itself,
            equation="MSA220-rbf",
        ),
    ),
    draws.draw_cloud,
)


def series(s):
    """zᵀKz of the Gaussian as a sum of squared lengths, of as many terms as rounding can see."""
    w, G = s.z * np.exp(-s.gamma * (s.X**2).sum(axis=1)), s.X @ s.X.T
    terms, m = [], 0
    while m < 4 * s.gamma * np.abs(G).max() + 40:
        terms.append(np.exp(m * np.log(2 * s.gamma) - gammaln(m + 1)) * (w @ G**m @ w))
        m += 1
    return sum(terms)


def gaussian_gram_form(s):
    """zᵀKz of the Gaussian."""
    return fs.quadratic_form(s.z, gaussian_gram(s))


def lagrange(s):
    """Coefficients c₀, c₁, … of the polynomial of one place that is 1 at tⱼ and 0 at the other places."""
    others = np.delete(s.t, s.j)
    return np.polynomial.polynomial.polyfromroots(others) / np.prod(s.t[s.j] - others)


gaussian_strict = Derivation(
    "The Gaussian of different points has no eigenvalue 0",
    r"Given different points $x_1, \dots, x_n$, numbers $z_i$, $\gamma > 0$, and a direction $u$ of length 1 in which the points are at different "
    r"places, $t_i = u \cdot x_i$. (Nearly every direction is one.) The lines are for any one of the points, $x_j$.",
    (
        definition(
            r"w_i = z_i\,e^{-\gamma\|x_i\|^2}",
            "zero only where zᵢ is",
            "w",
            lambda s: s.z * np.exp(-s.gamma * (s.X**2).sum(axis=1)),
        ),
        identity(
            r"z^\top\mathbf{K}z = \sum_{m} \frac{(2\gamma)^m}{m!} \Big\|\sum_i w_i\, x_i^{\otimes m}\Big\|^2",
            "the series of the last proof; the power of a dot product is the dot product of all products of m coordinates",
            gaussian_gram_form,
            series,
        ),
        definition(
            r"q(x) = \prod_{i \ne j} \frac{u\cdot x - t_i}{t_j - t_i} = \sum_m c_m\,(u \cdot x)^m",
            "a polynomial that is 1 at xⱼ and 0 at the other points",
            "c",
            lagrange,
        ),
        consequence(
            r"\sum_i w_i\,q(x_i) = w_j",
            "all other terms are 0",
            lambda s: s.w @ np.polynomial.polynomial.polyval(s.X @ s.u, s.c),
            lambda s: s.w[s.j],
            premise=given.SEEN_APART,
        ),
        bound(
            r"w_j^2 \le \Big(\sum_m \frac{m!}{(2\gamma)^m}\,c_m^2\Big)\; z^\top\mathbf{K}z",
            "q is a dot product with the features of line 2: Cauchy–Schwarz. So where zᵀ𝐊z is 0, each wⱼ is, and each zⱼ",
            lambda s: s.w[s.j] ** 2,
            lambda s: (
                sum(factorial(m) / (2 * s.gamma) ** m * c**2 for m, c in enumerate(s.c))
                * gaussian_gram_form(s)
            ),
            premise=given.SEEN_APART,
        ),
    ),
    draws.draw_seen_apart,
)


def over_widths(g):
    """2/√π times the integral of e to −u², times g(u), over all u > 0."""
    u, weight = np.exp(LOGARITHMS), np.exp(LOGARITHMS) * (LOGARITHMS[1] - LOGARITHMS[0])
    return 2 / np.sqrt(np.pi) * (np.exp(-(u**2)) * weight * g(u)).sum(axis=-1)


def laplacian_gram(s):
    """exp(−γ‖xᵢ − xⱼ‖₁), also where γ is negative."""
    return np.exp(-s.gamma * np.abs(s.X[:, None] - s.X).sum(axis=2))


laplacian = Derivation(
    "The Laplacian is a mixture of Gaussians",
    r"Given points $x_1, \dots, x_n$ with $p$ coordinates, any numbers $z_i$, a scale $\gamma$ and numbers $b > 0$.",
    (
        definition(
            r"I(b) = \frac{2}{\sqrt\pi}\int_0^\infty e^{-u^2 - b^2/u^2}\,du",
            "Gaussians of b of all widths, with positive weights; without b the integral is √π/2, so I(0) = 1",
            "I",
            lambda s: lambda b: over_widths(lambda u: np.exp(-((np.asarray(b)[..., None] / u) ** 2))),
        ),
        identity(
            r"I'(b) = \frac{2}{\sqrt\pi}\int_0^\infty -\frac{2b}{u^2}\, e^{-u^2 - b^2/u^2}\,du = -2\,I(b)",
            "take the derivative (on the left by a complex step) under the integral, then put v = b/u, which exchanges the two squares",
            lambda s: s.I(s.b + 1e-20j).imag / 1e-20,
            lambda s: -2 * s.I(s.b),
            via=lambda s: over_widths(
                lambda u: -2 * s.b[:, None] / u**2 * np.exp(-((s.b[:, None] / u) ** 2))
            ),
        ),
        identity(
            r"I(b) = e^{-2b}",
            "this alone is 1 at b = 0 and has the derivative −2I(b)",
            lambda s: s.I(s.b),
            lambda s: np.exp(-2 * s.b),
        ),
        identity(
            r"e^{-\gamma\|x-y\|_1} = \prod_{k=1}^p I\Big(\frac{\gamma\,|x_k - y_k|}{2}\Big)",
            "each coordinate is a factor, and each factor is a mixture of Gaussians of this coordinate",
            lambda s: laplacian_gram(s),
            lambda s: s.I(s.gamma * np.abs(s.X[:, None] - s.X) / 2).prod(axis=2),
        ),
        bound(
            r"z^\top\mathbf{K}z \ge 0",
            "multiply out line 4: a mixture, with positive weights, of Gaussians of stretched coordinates, and each of these gives "
            "a number that is not negative; more than 0 where all points differ, by the last proof",
            lambda s: fs.quadratic_form(s.z, laplacian_gram(s)),
            0,
            relation="≥",
            premise=given.needs_positive_scale(laplacian_gram),
            attained=given.point_and_itself,
            equation="MSA220-laplacian",
        ),
    ),
    draws.draw_apart,
)


gram_features = Derivation(
    "Coordinates for any positive semidefinite Gram matrix",
    r"Given a Gram matrix $\mathbf{K}$ with eigenvalues $\lambda_m$ in $\mathbf{\Lambda}$ and eigenvectors $v_m$ of length 1 "
    r"in the rows of $\mathbf{V}$. No feature map is known.",
    (
        consequence(
            r"\mathbf{V}\mathbf{V}^\top = \mathbf{I}",
            "λₗ⟨vₗ, vₘ⟩ = ⟨𝐊vₗ, vₘ⟩ = ⟨vₗ, 𝐊vₘ⟩ = λₘ⟨vₗ, vₘ⟩, so the product is 0. Where λₗ = λₘ, orthogonal ones can be chosen",
            lambda s: s.V @ s.V.T,
            lambda s: np.eye(s.n),
            premise=(given.EIGEN, given.UNIT_ROWS, given.SYMMETRIC, given.DIFFERENT),
            on=draws.draw_different_eigenvalues,
        ),
        consequence(
            r"\mathbf{K} = \mathbf{V}^\top \mathbf{\Lambda} \mathbf{V}",
            "the eigenvectors make 𝐊𝐕ᵀ = 𝐕ᵀ𝚲; multiply by 𝐕 from the right",
            lambda s: s.K,
            lambda s: s.V.T @ np.diag(s.values) @ s.V,
            premise=(given.EIGEN_ON_AXES, given.ORTHONORMAL_ROWS),
        ),
        consequence(
            r"\lambda_m = v_m^\top\mathbf{K}v_m",
            "multiply the equation of the eigenvector by the eigenvector",
            lambda s: s.values,
            lambda s: np.array([fs.quadratic_form(v, s.K) for v in s.V]),
            premise=(given.EIGEN, given.UNIT_ROWS),
        ),
        bound(
            r"\lambda_m \ge \lambda_{\min}(\mathbf{K}) \ge 0",
            "the right side of line 3 is not negative, so the square root of each eigenvalue is real",
            lambda s: np.linalg.eigvalsh(s.K),
            0,
            relation="≥",
            premise=given.POSITIVE,
            attained=given.the_same_point,
            one_entry=True,
            equation="MSA220-gram",
            via=("≥", lambda s: fs.check_psd(s.K).smallest_eigenvalue, "≥"),
        ),
        definition(
            r"\phi(x_i) = \mathbf{\Lambda}^{1/2}\mathbf{V}_{:,i}",
            "share each eigenvalue between the two sides of 𝐕ᵀ𝚲𝐕, and read off a column for each point",
            "phi",
            lambda s: (np.sqrt(np.maximum(s.values, 0))[:, None] * s.V).T,
        ),
        consequence(
            r"K_{ij} = \phi(x_i)\cdot\phi(x_j)",
            "by line 2, the dot products of the columns are the entries of 𝐕ᵀ𝚲𝐕: these are coordinates of the points",
            lambda s: s.K,
            lambda s: fs.gram_from_features(s.phi),
            premise=(given.SPECTRAL, given.ROOTS),
            equation="MSA220-gram-features",
        ),
    ),
    draws.draw_gram,
)


mercer = Derivation(
    "A kernel as a sum of products of eigenfunctions",
    r"Given a sample of $n$ points from the distribution of $x$, on which integrals are means: $\langle g, h\rangle = "
    r"\frac1n \sum_i g(x_i) h(x_i)$. An eigenfunction is only scaled when it is averaged against the kernel, "
    r"$\frac1n \sum_j K(x_i, x_j)\, \phi_m(x_j) = \lambda_m\, \phi_m(x_i)$. Further points are called $y$.",
    (
        bound(
            r"\frac{1}{n^2}\sum_{i,j} g(x_i)\, g(x_j)\, K(x_i, x_j) \ge 0",
            "Mercer's condition, with the integral over pairs as a mean: the PSD lemma with z = g/n",
            lambda s: fs.quadratic_form(s.g / s.n, s.K),
            0,
            relation="≥",
            premise=given.MERCER,
            attained=given.g_on_a_point_twice,
            equation="PR-psd-lemma",
        ),
        definition(
            r"\phi_m(y) = \frac{1}{n\lambda_m}\sum_j K(y, x_j)\, \phi_m(x_j)",
            "averaged against the kernel and divided by its eigenvalue, an eigenfunction is known at every y",
            "phi",
            lambda s: lambda K_yx: K_yx @ s.functions / (s.n * s.values),
        ),
        consequence(
            r"K(x_i, y) = \sum_m \lambda_m\, \phi_m(x_i)\, \phi_m(y)",
            "n orthonormal functions are a basis on the sample: expand K(·, y) in it",
            lambda s: s.K_yx.T,
            lambda s: (s.phi(s.K) * s.values) @ s.phi(s.K_yx).T,
            premise=(given.EIGENFUNCTIONS, given.ORTHONORMAL_FUNCTIONS),
            equation="PR-mercer",
        ),
        bound(
            r"\sum_m \lambda_m\, \phi_m(y)^2 \le K(y, y)",
            "of Φ(y) the sample sees the shadow on the span of its images, which is not longer than Φ(y) itself",
            lambda s: (s.phi(s.K_yx) ** 2) @ s.values,
            lambda s: s.K_yy,
            premise=given.MERCER_WITH_Y,
            one_entry=True,
            attained=given.y_in_sample,
        ),
        limit(
            r"K(y, y) - \sum_m \lambda_m\, \phi_m(y)^2 = O(h)",
            "here for the Laplacian kernel on an interval that is sampled at steps of h: in a finer and finer sample the "
            "expansion comes to hold at every y",
            lambda s, h: worst_gap(s, h),
            sizes=(1 / 64, 1 / 32, 1 / 16, 1 / 8),
            slope=1,
            on=draws.draw_interval,
        ),
    ),
    draws.draw_sample,
)


def worst_gap(s, h):
    """Largest K(y, y) − Σₘ λₘ φₘ(y)² between the points of an even sample; h is a share of the interval."""
    X = np.linspace(0, s.length, round(1 / h) + 1)
    Y = np.add.outer(X[:-1], s.shares * h * s.length).reshape(-1, 1)
    at = draws.mercer_setting(X[:, None], Y, s.k)
    phi = at.K_yx @ at.functions / (at.n * at.values)
    return (at.K_yy - phi**2 @ at.values).max()
