"""The proofs of chapter 08: which components circles have, and what symmetric data does to components."""

import numpy as np

from kernelcourse.pca_at_work.draws import circles_setting, draw_circles, draw_symmetric, from_polar
from kernelcourse.proving.derivations import Derivation, Premise, bound, consequence, definition, identity
from kernelsy19 import pca
from kernelsy19.kernels import geometry as fs
from kernelsy19.pca.equations import squared_radius_component

POLAR = Premise(
    "x = r (cos t, sin t)",
    lambda s: s.X - from_polar(s.r, s.t),
    lambda s, rng: s.but(X=s.X * rng.uniform(1.2, 1.6)),
)


def _squeezed(s, rng):
    """The points of both circles move together on a part of it."""
    t = s.t[0] + rng.uniform(0.5, 0.8) * (s.t - s.t[0])
    return s.but(t=t, X=from_polar(s.r, t))


EVEN = Premise("evenly spaced", lambda s: np.diff(s.t.reshape(2, s.m), axis=1) - 2 * np.pi / s.m, _squeezed)


def _four_points(s, rng):
    four = circles_setting(s.r[:: s.m], 4, s.t[0])
    return s.but(r=four.r, t=four.t, X=four.X, m=4, n=8)


FIVE = Premise("5 points or more", lambda s: max(0, 5 - s.m), _four_points)


def _one_far_out(s, rng):
    """All points but one lie near the origin."""
    r = np.full(s.n, 0.1)
    r[-1] = rng.uniform(2.0, 3.0)
    return s.but(r=r, X=from_polar(r, s.t))


def _spread_of_radii(s):
    half = np.sort(s.r).reshape(2, -1)
    return np.ptp(half, axis=1)


TWO_CIRCLES = Premise("as many points on one as on the other", _spread_of_radii, _one_far_out)


def _mean_power(s, p):
    return np.mean(s.r**p)


def _smallest_axis(S):
    """The eigenvector of the smallest eigenvalue, its first entry positive."""
    u = np.linalg.eigh(S)[1][:, 0]
    return u * np.sign(u[0])


circles = Derivation(
    "Two circles and the kernel (x·x′)²",
    r"Given $n$ points on two circles round the origin, as many on one as on the other and evenly spaced on each (5 or "
    r"more), $x = r\,(\cos t, \sin t)$, $x^\prime = r^\prime(\cos t^\prime, \sin t^\prime)$. A bar is a mean over all points.",
    (
        consequence(
            r"(x\cdot x^\prime)^2 = r^2 r^{\prime 2}\cos^2(t - t^\prime)",
            "the dot product in polar coordinates",
            lambda s: s.k(s.X),
            lambda s: np.outer(s.r, s.r) ** 2 * np.cos(s.t[:, None] - s.t) ** 2,
            premise=POLAR,
        ),
        definition(
            r"\Phi(x) = \tfrac{r^2}{\sqrt2}\,(1, \cos 2t, \sin 2t)",
            "three features",
            "F",
            lambda s: (
                s.r[:, None] ** 2
                / np.sqrt(2)
                * np.column_stack([np.ones_like(s.t), np.cos(2 * s.t), np.sin(2 * s.t)])
            ),
        ),
        identity(
            r"r^2 r^{\prime 2}\cos^2(t - t^\prime) = \tfrac12 r^2 r^{\prime 2}\,(1 + \cos 2t\,\cos 2t^\prime + "
            r"\sin 2t\,\sin 2t^\prime) = \Phi(x)\cdot\Phi(x^\prime)",
            r"$\cos^2 a = \frac12(1 + \cos 2a)$, and the cosine of a difference",
            right=lambda s: s.F @ s.F.T,
            via=lambda s: (
                np.outer(s.r, s.r) ** 2
                * (
                    1
                    + np.cos(2 * s.t[:, None]) * np.cos(2 * s.t)
                    + np.sin(2 * s.t[:, None]) * np.sin(2 * s.t)
                )
                / 2
            ),
        ),
        consequence(
            r"\bar\Phi = \tfrac{1}{\sqrt2}\,(\overline{r^2}, 0, 0)",
            "cosines and sines of 2t sum to 0 round each circle",
            lambda s: s.F.mean(axis=0),
            lambda s: np.array([_mean_power(s, 2) / np.sqrt(2), 0, 0]),
            premise=EVEN,
        ),
        definition(
            r"\mathbf{S} = \tfrac1n\sum_i (\Phi(x_i) - \bar\Phi)(\Phi(x_i) - \bar\Phi)^\top",
            "the covariance of the features",
            "S",
            lambda s: pca.covariance(s.F - s.F.mean(axis=0)),
        ),
        consequence(
            r"\mathbf{S} = \operatorname{diag}\Big(\tfrac12\big(\overline{r^4} - \overline{r^2}^{\,2}\big),\; "
            r"\tfrac14\overline{r^4},\; \tfrac14\overline{r^4}\Big)",
            "mixed products sum to 0 too, and squares of cosines have the mean ½: the three features are the axes",
            lambda s: s.S,
            lambda s: np.diag(
                [
                    (_mean_power(s, 4) - _mean_power(s, 2) ** 2) / 2,
                    _mean_power(s, 4) / 4,
                    _mean_power(s, 4) / 4,
                ]
            ),
            premise=(EVEN, FIVE),
        ),
        bound(
            r"\tfrac12\big(\overline{r^4} - \overline{r^2}^{\,2}\big) \le \tfrac14\overline{r^4}",
            r"since $\overline{r^4} \le 2\,\overline{r^2}^{\,2}$ for two circles: the radius is the last of the three axes; "
            "equal only if the inner circle is a point",
            lambda s: np.var(s.r**2) / 2,
            lambda s: _mean_power(s, 4) / 4,
            premise=TWO_CIRCLES,
            attained=lambda s, rng: s.but(r=np.where(s.r == s.r.min(), 0.0, s.r)),
        ),
        consequence(
            r"z_3(x) := \langle u^3, \Phi(x) - \bar\Phi\rangle = \tfrac{1}{\sqrt2}\big(\|x\|^2 - \overline{\|x\|^2}\big)",
            "the coordinate along the last axis: a different number on each circle, whatever the angle",
            lambda s: (s.F - s.F.mean(axis=0)) @ _smallest_axis(s.S),
            lambda s: squared_radius_component(s.X),
            premise=(EVEN, FIVE),
            equation="COURSE-squared-radius-component",
        ),
        consequence(
            r"\tilde{\mathbf{K}} z_3 = n\lambda_3\, z_3",
            "so it is an eigenvector of the centered Gram matrix",
            lambda s: fs.center_gram(s.k(s.X)) @ (s.r**2 - _mean_power(s, 2)) / np.sqrt(2),
            lambda s: s.n / 2 * np.var(s.r**2) * squared_radius_component(s.X),
            premise=EVEN,
        ),
    ),
    draw_circles,
)


def _lopsided(s, rng):
    """The kernel times g(x)g(y), with a g that is larger on one side: still a kernel, but not a symmetric one."""
    slope, k = rng.uniform(0.3, 0.8, size=s.H.shape[1]), s.k

    def kernel(X, Y):
        return np.outer(np.exp(X @ slope), np.exp(Y @ slope)) * k(X, Y)

    return s.but(k=kernel)


def _change_of_sign(s):
    every = np.vstack([s.X, s.X_new])
    return s.k(-every, -every) - s.k(every, every)


SIGNS = Premise("K(−x, −x′) = K(x, x′)", _change_of_sign, _lopsided)

PAIRS = Premise(
    "points in pairs h and −h",
    lambda s: s.X - np.vstack([s.H, -s.H]),
    lambda s, rng: s.but(X=np.vstack([s.H, -s.H + rng.uniform(0.4, 0.9, size=s.H.shape)])),
)

SAME_HALVES = Premise(
    "α = (a, a)",
    lambda s: s.even - np.tile(s.a, 2),
    lambda s, rng: s.but(even=np.concatenate([s.a, s.a + rng.uniform(0.5, 1.5, size=len(s.a))])),
)

OPPOSITE_HALVES = Premise(
    "α = (b, −b)",
    lambda s: s.odd - np.kron([1, -1], s.b),
    lambda s, rng: s.but(odd=np.concatenate([s.b, -s.b + rng.uniform(0.5, 1.5, size=len(s.b))])),
)


def _from_halves(s):
    return np.block([[s.A, s.B], [s.B, s.A]])


symmetric = Derivation(
    "Data that come in pairs x and −x",
    r"Given points $h_1, \dots, h_{n/2}$ and their negatives, and a kernel with $K(-x, -x^\prime) = K(x, x^\prime)$, such "
    r"as RBF and polynomial.",
    (
        definition(r"\mathbf{A}_{ij} = K(h_i, h_j)", "within one half", "A", lambda s: s.k(s.H, s.H)),
        definition(
            r"\mathbf{B}_{ij} = K(h_i, -h_j)", "from one half to the other", "B", lambda s: s.k(s.H, -s.H)
        ),
        consequence(
            r"\mathbf{K} = \begin{pmatrix} \mathbf{A} & \mathbf{B} \\ \mathbf{B} & \mathbf{A} \end{pmatrix}",
            "both points change sign, or neither",
            lambda s: s.k(s.X, s.X),
            _from_halves,
            premise=(SIGNS, PAIRS),
        ),
        consequence(
            r"\mathbf{K}\begin{pmatrix} a \\ a \end{pmatrix} = \begin{pmatrix} (\mathbf{A} + \mathbf{B})a \\ "
            r"(\mathbf{A} + \mathbf{B})a \end{pmatrix}",
            "a vector that is the same on both halves stays so",
            lambda s: s.k(s.X, s.X) @ s.even,
            lambda s: np.tile((s.A + s.B) @ s.a, 2),
            premise=(SIGNS, PAIRS, SAME_HALVES),
        ),
        consequence(
            r"\mathbf{K}\begin{pmatrix} b \\ -b \end{pmatrix} = \begin{pmatrix} (\mathbf{A} - \mathbf{B})b \\ "
            r"-(\mathbf{A} - \mathbf{B})b \end{pmatrix}",
            "and one that is opposite on the halves too",
            lambda s: s.k(s.X, s.X) @ s.odd,
            lambda s: np.kron([1, -1], (s.A - s.B) @ s.b),
            premise=(SIGNS, PAIRS, OPPOSITE_HALVES),
        ),
        consequence(
            r"\operatorname{eig}\mathbf{K} = \operatorname{eig}(\mathbf{A} + \mathbf{B}) \cup "
            r"\operatorname{eig}(\mathbf{A} - \mathbf{B})",
            "n/2 eigenvectors of each sort make n: there is no third sort",
            lambda s: np.linalg.eigvalsh(s.k(s.X, s.X)),
            lambda s: np.sort(np.concatenate([np.linalg.eigvalsh(s.A + s.B), np.linalg.eigvalsh(s.A - s.B)])),
            premise=(SIGNS, PAIRS),
        ),
        consequence(
            r"\tilde{\mathbf{K}}\begin{pmatrix} b \\ -b \end{pmatrix} = \mathbf{K}\begin{pmatrix} b \\ -b \end{pmatrix}",
            "the entries of the second sort sum to 0 and so do their images: centering does not touch them",
            lambda s: fs.center_gram(s.k(s.X, s.X)) @ s.odd,
            lambda s: s.k(s.X, s.X) @ s.odd,
            premise=(SIGNS, PAIRS, OPPOSITE_HALVES),
        ),
        consequence(
            r"z(-x) = z(x) \quad\text{for } \alpha = \begin{pmatrix} a \\ a \end{pmatrix}",
            "an even component has the same values on both halves: it cannot tell them apart",
            lambda s: pca.project_centered(s.k(-s.X_new, s.X), _from_halves(s), s.even),
            lambda s: pca.project_centered(s.k(s.X_new, s.X), s.k(s.X, s.X), s.even),
            premise=(SIGNS, PAIRS, SAME_HALVES),
        ),
        consequence(
            r"z(-x) = -z(x) \quad\text{for } \alpha = \begin{pmatrix} b \\ -b \end{pmatrix}",
            "an odd one tells them apart where it keeps its sign all along one half",
            lambda s: pca.project_centered(s.k(-s.X_new, s.X), _from_halves(s), s.odd),
            lambda s: -pca.project_centered(s.k(s.X_new, s.X), s.k(s.X, s.X), s.odd),
            premise=(SIGNS, PAIRS, OPPOSITE_HALVES),
        ),
    ),
    draw_symmetric,
)
