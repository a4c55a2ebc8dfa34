"""The proofs of chapter 08: which components circles have, and what symmetric data does to components."""

import numpy as np

from kernelsy19 import pca
from kernelsy19.course.derivations import Derivation, Step, chain
from kernelsy19.kernels import geometry as fs
from kernelsy19.pca_at_work import equations as pca_at_work_equations
from kernelsy19.pca_at_work.settings import draw_circles, draw_symmetric


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
            lambda s: pca_at_work_equations.squared_radius_component(s.X),
            "COURSE-squared-radius-component",
        ),
        Step(
            r"\tilde{\mathbf{K}} z_3 = n\lambda_3\, z_3",
            "so it is an eigenvector of the centered Gram matrix",
            lambda s: s.K @ pca_at_work_equations.squared_radius_component(s.X),
            lambda s: s.n * s.S[0, 0] * pca_at_work_equations.squared_radius_component(s.X),
        ),
    ),
    draw_circles,
)


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
    draw_symmetric,
)
