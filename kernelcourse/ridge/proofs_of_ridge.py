"""The proofs of chapter 10 about ridge regression itself: Woodbury's identity, the chain, primal and dual variables."""

import numpy as np

from kernelcourse.proving.derivations import Derivation, consequence, definition, gradient, identity
from kernelcourse.ridge.draws import draw_matrices, draw_ridge
from kernelcourse.ridge.without import A_INVERSE, C_INVERSE, FLAT_IN_BETA, M_INVERSE
from kernelsy19.ridge import equations as ridge

woodbury = Derivation(
    "Woodbury's identity",
    r"Given $\mathbf{A}$ (p × p) and $\mathbf{C}$ (n × n) with inverses, $\mathbf{U}$ (p × n) and $\mathbf{V}$ (n × p)"
    r", such that $\mathbf{M} = \mathbf{C}^{-1} + \mathbf{V}\mathbf{A}^{-1}\mathbf{U}$ has an inverse, too.",
    (
        definition(
            r"\mathbf{W} = \mathbf{A}^{-1} - \mathbf{A}^{-1}\mathbf{U}\,\mathbf{M}^{-1}\,\mathbf{V}\mathbf{A}^{-1}",
            "the right side of the identity: we multiply it by A + UCV and hope for I",
            "W",
            lambda s: s.A_inv - s.A_inv @ s.U @ s.M_inv @ s.V @ s.A_inv,
        ),
        consequence(
            r"(\mathbf{A} + \mathbf{U}\mathbf{C}\mathbf{V})\,\mathbf{W} = \mathbf{I}"
            r" + \mathbf{U}\mathbf{C}\mathbf{V}\mathbf{A}^{-1}"
            r" - \mathbf{U}\mathbf{M}^{-1}\mathbf{V}\mathbf{A}^{-1}"
            r" - \mathbf{U}\mathbf{C}\mathbf{V}\mathbf{A}^{-1}\mathbf{U}\,\mathbf{M}^{-1}\mathbf{V}\mathbf{A}^{-1}",
            "multiply out: two terms from A, two from UCV",
            lambda s: (s.A + s.U @ s.C @ s.V) @ s.W,
            lambda s: (
                np.eye(s.p)
                + s.U @ s.C @ s.V @ s.A_inv
                - s.U @ s.M_inv @ s.V @ s.A_inv
                - s.U @ s.C @ s.V @ s.A_inv @ s.U @ s.M_inv @ s.V @ s.A_inv
            ),
            premise=A_INVERSE,
        ),
        consequence(
            r"= \mathbf{I} + \mathbf{U}\mathbf{C}\mathbf{V}\mathbf{A}^{-1}"
            r" - \mathbf{U}\mathbf{C}\,(\mathbf{C}^{-1} + \mathbf{V}\mathbf{A}^{-1}\mathbf{U})\,"
            r"\mathbf{M}^{-1}\mathbf{V}\mathbf{A}^{-1}",
            "the last two terms end alike; in the first of them write U as UCC⁻¹ and take UC out of both",
            right=lambda s: (
                np.eye(s.p)
                + s.U @ s.C @ s.V @ s.A_inv
                - s.U @ s.C @ ((s.C_inv + s.V @ s.A_inv @ s.U) @ s.M_inv) @ s.V @ s.A_inv
            ),
            premise=C_INVERSE,
        ),
        consequence(
            r"= \mathbf{I}",
            "the bracket is M, and MM⁻¹ = I: two terms cancel",
            right=lambda s: np.eye(s.p),
            premise=M_INVERSE,
        ),
        identity(
            r"(\mathbf{A} + \mathbf{U}\mathbf{C}\mathbf{V})^{-1} = \mathbf{A}^{-1} - \mathbf{A}^{-1}\mathbf{U}"
            r"(\mathbf{C}^{-1} + \mathbf{V}\mathbf{A}^{-1}\mathbf{U})^{-1}\mathbf{V}\mathbf{A}^{-1}",
            "what gives I when it is multiplied is the inverse",
            lambda s: np.linalg.inv(s.A + s.U @ s.C @ s.V),
            lambda s: ridge.woodbury(s.A, s.U, s.C, s.V),
            "MSA220-woodbury",
        ),
    ),
    draw_matrices,
)


def _small_inverse(s):
    return np.linalg.inv(s.lam * np.eye(s.n) + s.X @ s.X.T)


push_through = Derivation(
    "Pushing Xᵀ through the inverse",
    r"Given points as the rows of $\mathbf{X}$ (n × p) and $\lambda > 0$. Woodbury's identity is used with "
    r"$\mathbf{A} = \lambda\mathbf{I}_p$, $\mathbf{U} = \mathbf{X}^\top$, $\mathbf{C} = \mathbf{I}_n$, "
    r"$\mathbf{V} = \mathbf{X}$.",
    (
        identity(
            r"(\mathbf{X}^\top\mathbf{X} + \lambda\mathbf{I}_p)^{-1}\mathbf{X}^\top = \Big(\tfrac1\lambda\mathbf{I}_p"
            r" - \tfrac1\lambda\mathbf{X}^\top\big(\mathbf{I}_n + \tfrac1\lambda\mathbf{X}\mathbf{X}^\top\big)^{-1}"
            r"\tfrac1\lambda\mathbf{X}\Big)\mathbf{X}^\top",
            "Woodbury's identity: an inverse of p × p becomes one of n × n",
            lambda s: np.linalg.inv(s.X.T @ s.X + s.lam * np.eye(s.X.shape[1])) @ s.X.T,
            lambda s: ridge.woodbury(s.lam * np.eye(s.X.shape[1]), s.X.T, np.eye(s.n), s.X) @ s.X.T,
            "MSA220-woodbury",
        ),
        identity(
            r"= \tfrac1\lambda\mathbf{X}^\top\Big(\mathbf{I}_n - (\lambda\mathbf{I}_n + \mathbf{X}\mathbf{X}^\top)^{-1}"
            r"\mathbf{X}\mathbf{X}^\top\Big)",
            "take Xᵀ/λ out to the left; one 1/λ goes into the inverse, where it multiplies by λ",
            right=lambda s: s.X.T @ (np.eye(s.n) - _small_inverse(s) @ (s.X @ s.X.T)) / s.lam,
        ),
        identity(
            r"= \tfrac1\lambda\mathbf{X}^\top\Big((\lambda\mathbf{I}_n + \mathbf{X}\mathbf{X}^\top)^{-1}"
            r"(\lambda\mathbf{I}_n + \mathbf{X}\mathbf{X}^\top)"
            r" - (\lambda\mathbf{I}_n + \mathbf{X}\mathbf{X}^\top)^{-1}\mathbf{X}\mathbf{X}^\top\Big)",
            "write the I as an inverse times its matrix, so that both terms begin alike",
            right=lambda s: (
                s.X.T
                @ (
                    _small_inverse(s) @ (s.lam * np.eye(s.n) + s.X @ s.X.T)
                    - _small_inverse(s) @ (s.X @ s.X.T)
                )
                / s.lam
            ),
        ),
        identity(
            r"= \tfrac1\lambda\mathbf{X}^\top(\lambda\mathbf{I}_n + \mathbf{X}\mathbf{X}^\top)^{-1}"
            r"\big(\lambda\mathbf{I}_n + \mathbf{X}\mathbf{X}^\top - \mathbf{X}\mathbf{X}^\top\big)",
            "take the inverse out of both",
            right=lambda s: (
                s.X.T @ (_small_inverse(s) @ (s.lam * np.eye(s.n) + s.X @ s.X.T - s.X @ s.X.T)) / s.lam
            ),
        ),
        identity(
            r"= \mathbf{X}^\top(\lambda\mathbf{I}_n + \mathbf{X}\mathbf{X}^\top)^{-1}",
            "the bracket is λI, and λ cancels: Xᵀ has moved from the right of the inverse to its left",
            right=lambda s: ridge.push_through(s.X, s.lam),
            equation="MSA220-push-through",
        ),
    ),
    draw_ridge,
)


primal_and_dual = Derivation(
    "Ridge regression: primal and dual variables",
    r"Given points $x_i$, the rows of $\mathbf{X}$ (n × p), targets $y$, $\lambda > 0$, and $\beta$, where the slope "
    r"of $J(\beta) = \|y - \mathbf{X}\beta\|^2 + \lambda\|\beta\|^2$ is zero. $x$ are further points.",
    (
        identity(
            r"\frac{\partial J}{\partial\beta} = 2\,(\mathbf{X}^\top\mathbf{X} + \lambda\mathbf{I}_p)\,\beta"
            r" - 2\,\mathbf{X}^\top y",
            "the slope of a sum of squares",
            lambda s: gradient(lambda beta: ridge.ridge_objective(beta, s.X, s.y, s.lam), at=s.beta + 1),
            lambda s: 2 * (s.X.T @ s.X @ (s.beta + 1) + s.lam * (s.beta + 1)) - 2 * s.X.T @ s.y,
            "MSA220-ridge",
        ),
        consequence(
            r"\beta = (\mathbf{X}^\top\mathbf{X} + \lambda\mathbf{I}_p)^{-1}\mathbf{X}^\top y",
            "the slope is zero, and the matrix has an inverse since λ > 0",
            lambda s: s.beta,
            lambda s: ridge.primal_variables(s.X, s.y, s.lam),
            premise=FLAT_IN_BETA,
            equation="MSA220-ridge-solution",
        ),
        identity(
            r"= \mathbf{X}^\top(\mathbf{X}\mathbf{X}^\top + \lambda\mathbf{I}_n)^{-1}y",
            "push Xᵀ through the inverse",
            right=lambda s: ridge.primal_from_dual(s.X, s.y, s.lam),
            equation="MSA220-primal-from-dual",
        ),
        identity(
            r"(\mathbf{X}\mathbf{X}^\top)_{ij} = x_i^\top x_j",
            "this is what the kernel trick waits for: the n × n matrix holds products of points and nothing else",
            lambda s: ridge.products_of_points(s.X),
            lambda s: np.array([[sum(a * b for a, b in zip(x, z, strict=True)) for z in s.X] for x in s.X]),
            "MSA220-gram-entries",
        ),
        definition(
            r"\alpha = (\mathbf{K} + \lambda\mathbf{I}_n)^{-1}y, \qquad \mathbf{K} = \mathbf{X}\mathbf{X}^\top",
            "the dual variables, one for each point",
            "alpha",
            lambda s: ridge.dual_variables(s.K, s.y, s.lam),
            "MSA220-dual",
        ),
        consequence(
            r"\beta = \mathbf{X}^\top\alpha = \sum_l \alpha_l x_l",
            "line 3 with the dual variables: β, the primal variables, is a sum of points",
            lambda s: s.beta,
            lambda s: s.X.T @ s.alpha,
            premise=FLAT_IN_BETA,
            equation="MSA220-dual",
            via=lambda s: sum(a * x for a, x in zip(s.alpha, s.X, strict=True)),
        ),
        consequence(
            r"\alpha_l = \frac{1}{\lambda}\,(y_l - \beta^\top x_l)",
            "and what are they? (K + λI)α = y says that λα is what the fit leaves of y",
            lambda s: s.alpha,
            lambda s: (s.y - s.X @ s.beta) / s.lam,
            premise=FLAT_IN_BETA,
            equation="MSA220-dual",
        ),
        consequence(
            r"\hat f(x) := \beta^\top x = \sum_l \alpha_l\, x_l^\top x",
            "a prediction needs products of points only",
            lambda s: ridge.predict_linear(s.X_new, s.beta),
            lambda s: sum(a * (s.X_new @ x) for a, x in zip(s.alpha, s.X, strict=True)),
            premise=FLAT_IN_BETA,
            equation="MSA220-predict-linear",
        ),
        identity(
            r"\sum_l \alpha_l\, k(x_l, x) = \beta^\top x, \qquad k(x, z) = x^\top z",
            "so kernel ridge regression with the linear kernel is ridge regression",
            lambda s: ridge.predict(s.K_new, s.alpha),
            lambda s: ridge.predict_linear(s.X_new, ridge.primal_variables(s.X, s.y, s.lam)),
            "MSA220-linear-recovers",
        ),
    ),
    draw_ridge,
)
