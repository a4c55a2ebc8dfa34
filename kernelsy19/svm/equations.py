"""The perceptron and the support vector machine as equations: mistakes, margin, primal, dual, decision.

Shapes and meanings, where an equation says nothing else:

    alpha   (n,)
    y       (n,) of −1 and 1
    Phi     (n, D), one mapped point a row
    counts  (n,), how often each point was missed
    K_new   (m, n), kernel values K(x, xᵢ)
    w_norm2 float, ‖w‖²
    b       float
    f       (n,), f(xᵢ)
    C       float > 0, or (n,) array of them
    K       (n, n)
    epsilon float ≥ 0, half the width of a tube
"""

import numpy as np

from kernelsy19.catalogue import implements

WEIGHT_TOLERANCE = 1e-8  # share of C up to which a weight is 0, or C


@implements("PR-svm-normal")
def normal(alpha, y, Phi):
    """w = Σᵢ αᵢyᵢ Φ(xᵢ).
    → (D,)"""
    return (alpha * y) @ Phi


@implements("PR-perceptron-primal")
def perceptron_normal(counts, y, Phi):
    """w = Σᵢ aᵢyᵢ Φ(xᵢ) and b = Σᵢ aᵢyᵢ.
    → (D,) and float"""
    return normal(counts, y, Phi), counts @ y


@implements("PR-perceptron")
def perceptron_decision(counts, y, K_new):
    """F(x) = Σᵢ aᵢyᵢ (K(xᵢ, x) + 1).
    → (m,)"""
    return (K_new + 1) @ (counts * y)


@implements("COURSE-perceptron-rule")
def is_missed(y, F):
    """Whether yᵢ F(xᵢ) ≤ 0: a point on the wrong side, or on the line.
    y (n,) of −1 and 1, or one of them; F (n,), or float → (n,) bool array, or bool"""
    return y * F <= 0


@implements("COURSE-separation")
def separation(w_norm2, b, y, f):
    """δ = minᵢ yᵢf(xᵢ) / √(‖w‖² + b²), positive where the hyperplane separates the classes.
    f (n,), ⟨w, Φ(xᵢ)⟩ + b → float, in units of the feature space with a further coordinate of 1"""
    return (y * f).min() / np.sqrt(w_norm2 + b**2)


@implements("COURSE-novikoff")
def most_updates(K_diagonal, delta):
    """(maxᵢ K(xᵢ, xᵢ) + 1) / δ²: more updates no perceptron makes.
    K_diagonal (n,), K(xᵢ, xᵢ); delta: float > 0, the separation of any hyperplane that separates the classes"""
    return (K_diagonal.max() + 1) / delta**2


@implements("COURSE-svm-margin")
def margin(w_norm2):
    """1/‖w‖, half the width of the street between the classes.
    w_norm2: float > 0, ‖w‖² → float, in units of the feature space"""
    return 1 / np.sqrt(w_norm2)


@implements("COURSE-svm-slacks")
def slacks(y, f):
    """The hinge loss max(0, 1 − yᵢf(xᵢ)).
    → (n,)"""
    return np.maximum(0, 1 - y * f)


@implements("COURSE-svm-primal")
def primal_objective(w_norm2, xi, C):
    """½‖w‖² + C Σᵢ ξᵢ: a wide margin, and a price for each point inside it.
    xi (n,), slacks"""
    return w_norm2 / 2 + np.sum(C * xi)


@implements("COURSE-svm-risk")
def regularized_risk(w_norm2, y, f, C):
    """½‖w‖² + C Σᵢ max(0, 1 − yᵢf(xᵢ))."""
    return primal_objective(w_norm2, slacks(y, f), C)


@implements("COURSE-svm-norm")
def squared_norm(alpha, y, K):
    """‖w‖² = Σᵢⱼ αᵢαⱼyᵢyⱼ K(xᵢ, xⱼ)."""
    return (alpha * y) @ K @ (alpha * y)


@implements("PR-svm-dual")
def dual_objective(alpha, y, K):
    """Σᵢ αᵢ − ½ Σᵢⱼ αᵢαⱼyᵢyⱼ K(xᵢ, xⱼ)."""
    return alpha.sum() - squared_norm(alpha, y, K) / 2


@implements("COURSE-svm-box")
def infeasibility(alpha, y, C):
    """By how much weights leave 0 ≤ αᵢ ≤ C, or Σᵢ αᵢyᵢ differs from 0.
    C: float > 0, or (n,) array of them; np.inf for none → float ≥ 0, the largest of the violations"""
    return np.max([0.0, -alpha.min(), (alpha - C).max(), abs(alpha @ y)])


@implements("COURSE-svm-kinds")
def three_kinds(alpha, C):
    """The points with αᵢ = 0, with 0 < αᵢ < C and with αᵢ = C: beyond the margin, on its edge, inside it.
    C: float > 0, or (n,) array of them; np.inf for none → (n,) bool array, thrice; weights that differ from 0 or
    from C by less than 1e-8 of C, or of the largest weight, are; taken for that"""
    scale = np.minimum(C, alpha.max())
    beyond, inside = alpha <= WEIGHT_TOLERANCE * scale, alpha >= C - WEIGHT_TOLERANCE * scale
    return beyond, ~beyond & ~inside, inside & ~beyond


@implements("COURSE-svm-offset")
def offset(alpha, y, g, C):
    """b = yᵢ − Σⱼ αⱼyⱼ K(xⱼ, xᵢ) of the points on the edge of the margin; without one, the middle of what b may be.
    g (n,), Σⱼ αⱼyⱼ K(xⱼ, xᵢ)"""
    return middle_offset(y - g, alpha, y, C)


def middle_offset(at_edge, alpha, y, C):
    """The middle of what b may be, from the offset with which each point would be on its edge.
    at_edge (n,) → float"""
    beyond, _, inside = three_kinds(alpha, C)
    at_least, at_most = np.where(y > 0, [~inside, ~beyond], [~beyond, ~inside])
    return (at_edge[at_least].max() + at_edge[at_most].min()) / 2


@implements("PR-svm-decision")
def decision(alpha, y, K_new, b):
    """f(x) = Σᵢ αᵢyᵢ K(xᵢ, x) + b.
    → (m,)"""
    return K_new @ (alpha * y) + b


@implements("COURSE-class-weights", whole=("labels",))
def bounds(C, weights, labels):
    """Cᵢ = C v(yᵢ).
    C: float > 0; weights (c,), v of each class; labels (n,) int array, the class of each point, from 0 → (n,)"""
    return C * weights[labels]


@implements("COURSE-one-against-one", whole=("pairs",))
def votes(decisions, pairs, n_classes):
    """How many machines vote for each class: f of the pair (k, l) votes for k where it is positive, else for l.
    decisions (m, q), a column for each pair; pairs (q, 2) int array, k and l of each; n_classes: int → (m,
    n_classes)"""
    won = np.zeros((len(decisions), n_classes))
    for f, (k, l) in zip(decisions.T, pairs, strict=True):
        won[:, k] += f > 0
        won[:, l] += f <= 0
    return won


@implements("COURSE-tube-loss")
def tube_loss(y, f, epsilon):
    """The ε-insensitive loss max(0, |yᵢ − f(xᵢ)| − ε).
    y (n,) of numbers → (n,)"""
    return np.maximum(0, np.abs(y - f) - epsilon)


@implements("COURSE-tube-primal")
def tube_risk(w_norm2, y, f, C, epsilon):
    """½‖w‖² + C Σᵢ max(0, |yᵢ − f(xᵢ)| − ε)."""
    return primal_objective(w_norm2, tube_loss(y, f, epsilon), C)


@implements("COURSE-tube-dual")
def tube_dual_objective(beta, y, K, epsilon):
    """Σᵢ yᵢβᵢ − ε Σᵢ|βᵢ| − ½ Σᵢⱼ βᵢβⱼ K(xᵢ, xⱼ).
    beta (n,), weights of either sign; y (n,) of numbers"""
    return y @ beta - epsilon * np.abs(beta).sum() - beta @ K @ beta / 2


@implements("COURSE-tube-box")
def tube_infeasibility(beta, C):
    """By how much weights leave −C ≤ βᵢ ≤ C, or Σᵢ βᵢ differs from 0.
    beta (n,) → float ≥ 0, the larger of the two"""
    return np.max([0.0, (np.abs(beta) - C).max(), abs(beta.sum())])


@implements("COURSE-tube-function")
def tube_function(beta, K_new, b):
    """f(x) = Σᵢ βᵢ K(xᵢ, x) + b.
    beta (n,) → (m,)"""
    return K_new @ beta + b
