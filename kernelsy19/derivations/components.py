"""The proofs of chapter 08: which components circles have, and what symmetric data does to components."""

import numpy as np

from kernelsy19 import feature_space as fs
from kernelsy19 import kernels, pca
from kernelsy19.derivations.base import Derivation, Setting, Step, chain


def circles_setting(radii, n_angles, turn=0.0):
    """Quantities of the proof on circles of your own.

    Parameters
    ----------
    radii : (2,) array, different and > 0
    n_angles : int ≥ 5, points on each circle, evenly spaced
    turn : float, angle of the first point in radians

    Returns
    -------
    Setting
        r, t (n,) polar coordinates; X (n, 2); F (n, 3) features r²/√2 · (1, cos 2t, sin 2t); Phi (n, 3) centered;
        S (3, 3) their covariance; K (n, n) the centered Gram matrix of (x·y)²
    """
    t = turn + 2 * np.pi * np.arange(n_angles) / n_angles
    r, t = np.repeat(radii, n_angles), np.tile(t, len(radii))
    X = r[:, None] * np.column_stack([np.cos(t), np.sin(t)])
    F = r[:, None] ** 2 / np.sqrt(2) * np.column_stack([np.ones_like(t), np.cos(2 * t), np.sin(2 * t)])
    k = kernels.Polynomial(degree=2, gamma=1.0, offset=0.0)
    Phi = F - F.mean(axis=0)
    return Setting(r=r, t=t, X=X, k=k, F=F, Phi=Phi, S=pca.covariance(Phi), K=fs.center_gram(k(X)), n=len(r))


def _draw_circles(rng):
    inner = rng.uniform(0.3, 1.5)
    radii = np.array([inner, inner + rng.uniform(0.2, 1.0)])
    return circles_setting(radii, int(rng.integers(5, 9)), rng.uniform(0, np.pi))


def _mean_power(s, p):
    return np.mean(s.r**p)


circles = Derivation(
    "Two circles and the kernel (x·y)²",
    r"Given $n$ points on two circles round the origin, as many on one as on the other and evenly spaced on each (5 or "
    r"more), $x = r\,(\cos t, \sin t)$, $x^\prime = r^\prime(\cos t^\prime, \sin t^\prime)$. A bar is a mean over all points.",
    (
        *chain(
            lambda s: s.k(s.X),
            (
                r"(x\cdot x^\prime)^2 = r^2 r^{\prime 2}\cos^2(t - t^\prime)",
                "the dot product in polar coordinates",
                lambda s: np.outer(s.r, s.r) ** 2 * np.cos(s.t[:, None] - s.t) ** 2,
            ),
            (
                r"= \tfrac12 r^2 r^{\prime 2}\,(1 + \cos 2t\,\cos 2t^\prime + \sin 2t\,\sin 2t^\prime)",
                r"$\cos^2 a = \frac12(1 + \cos 2a)$: the features are $\frac{r^2}{\sqrt2}(1, \cos 2t, \sin 2t)$",
                lambda s: s.F @ s.F.T,
            ),
        ),
        Step(
            r"\bar\Phi = \tfrac{1}{\sqrt2}\,(\overline{r^2}, 0, 0)",
            "cosines and sines of 2t sum to 0 round each circle",
            lambda s: s.F.mean(axis=0),
            lambda s: np.array([_mean_power(s, 2) / np.sqrt(2), 0, 0]),
        ),
        Step(
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
        ),
        Step(
            r"\tfrac12\big(\overline{r^4} - \overline{r^2}^{\,2}\big) \le \tfrac14\overline{r^4}",
            r"since $\overline{r^4} \le 2\,\overline{r^2}^{\,2}$ for two circles: the radius is the last of the three axes",
            lambda s: s.S[0, 0],
            lambda s: s.S[1, 1],
            relation="≤",
        ),
        Step(
            r"z_3(x) = \tfrac{1}{\sqrt2}\big(\|x\|^2 - \overline{\|x\|^2}\big)",
            "the coordinate along it: a different number on each circle, whatever the angle",
            lambda s: s.Phi[:, 0],
            lambda s: pca.squared_radius_component(s.X),
            "COURSE-squared-radius-component",
        ),
        Step(
            r"\tilde{\mathbf{K}} z_3 = n\lambda_3\, z_3",
            "so it is an eigenvector of the centered Gram matrix",
            lambda s: s.K @ pca.squared_radius_component(s.X),
            lambda s: s.n * s.S[0, 0] * pca.squared_radius_component(s.X),
        ),
    ),
    _draw_circles,
)


def symmetric_setting(H, kernel, X_new):
    """Quantities of the proof on points of your own and their negatives.

    Parameters
    ----------
    H : (m, p) array, m ≥ 2
    kernel : Kernel with k(−x, −y) = k(x, y)
    X_new : (l, p) array, points to project

    Returns
    -------
    Setting
        A, B (m, m) kernel values within H and between H and −H; K (2m, 2m) of all points; even (2m,), odd (2m,)
        eigenvectors of the centered Gram matrix; K_new, K_neg (l, 2m) kernel values of X_new and of −X_new
    """
    X = np.vstack([H, -H])
    A, B, K = kernel(H), kernel(H, -H), kernel(X)
    a = np.linalg.eigh(fs.center_gram(A + B))[1][:, -1]
    b = np.linalg.eigh(A - B)[1][:, -1]
    return Setting(
        A=A,
        B=B,
        K=K,
        a=a,
        b=b,
        even=np.concatenate([a, a]),
        odd=np.concatenate([b, -b]),
        K_new=kernel(X_new, X),
        K_neg=kernel(-X_new, X),
    )


def _draw_symmetric(rng):
    degree = int(rng.integers(2, 5))
    kernel = [kernels.RBF(rng.uniform(0.2, 2.0)), kernels.Polynomial(degree, 1.0, 0.5)][rng.integers(2)]
    m = int(rng.integers(3, 6))
    return symmetric_setting(rng.normal(size=(m, 2)), kernel, rng.normal(size=(3, 2)))


symmetric = Derivation(
    "Data that come in pairs x and −x",
    r"Given points $h_1, \dots, h_m$ and their negatives, and a kernel with $K(-x, -y) = K(x, y)$, such as RBF and "
    r"polynomial. $\mathbf{A}_{ij} = K(h_i, h_j)$ and $\mathbf{B}_{ij} = K(h_i, -h_j)$.",
    (
        Step(
            r"\mathbf{K} = \begin{pmatrix} \mathbf{A} & \mathbf{B} \\ \mathbf{B} & \mathbf{A} \end{pmatrix}",
            "both points change sign, or neither",
            lambda s: s.K,
            lambda s: np.block([[s.A, s.B], [s.B, s.A]]),
        ),
        Step(
            r"\mathbf{K}\begin{pmatrix} a \\ a \end{pmatrix} = \begin{pmatrix} (\mathbf{A} + \mathbf{B})a \\ "
            r"(\mathbf{A} + \mathbf{B})a \end{pmatrix}",
            "a vector that is the same on both halves stays so",
            lambda s: s.K @ s.even,
            lambda s: np.tile((s.A + s.B) @ s.a, 2),
        ),
        Step(
            r"\mathbf{K}\begin{pmatrix} b \\ -b \end{pmatrix} = \begin{pmatrix} (\mathbf{A} - \mathbf{B})b \\ "
            r"-(\mathbf{A} - \mathbf{B})b \end{pmatrix}",
            "and one that is opposite on the halves too: eigenvectors are of one sort or the other",
            lambda s: s.K @ s.odd,
            lambda s: np.kron([1, -1], (s.A - s.B) @ s.b),
        ),
        Step(
            r"\tilde{\mathbf{K}}\begin{pmatrix} b \\ -b \end{pmatrix} = \mathbf{K}\begin{pmatrix} b \\ -b \end{pmatrix}",
            "the entries of the second sort sum to 0 and so do their images: centering does not touch them",
            lambda s: fs.center_gram(s.K) @ s.odd,
            lambda s: s.K @ s.odd,
        ),
        Step(
            r"z(-x) = z(x) \quad\text{for } \alpha = \begin{pmatrix} a \\ a \end{pmatrix}",
            "an even component has the same values on both halves: it cannot tell them apart",
            lambda s: pca.project(s.K_neg, s.even),
            lambda s: pca.project(s.K_new, s.even),
        ),
        Step(
            r"z(-x) = -z(x) \quad\text{for } \alpha = \begin{pmatrix} b \\ -b \end{pmatrix}",
            "an odd one tells them apart where it keeps its sign all along one half",
            lambda s: pca.project(s.K_neg, s.odd),
            lambda s: -pca.project(s.K_new, s.odd),
        ),
    ),
    _draw_symmetric,
)
