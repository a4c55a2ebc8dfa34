"""The perceptron and the support vector machine as equations: mistakes, margin, primal, dual, decision."""

import numpy as np

from kernelsy19.catalogue import implements

WEIGHT_TOLERANCE = 1e-8  # share of C up to which a weight is 0, or C


@implements("PR-svm-normal")
def normal(alpha, y, Phi):
    """w = Σᵢ αᵢyᵢ Φ(xᵢ).

    Parameters
    ----------
    alpha : (n,) array
    y : (n,) array of −1 and 1
    Phi : (n, D) array, one mapped point a row

    Returns
    -------
    (D,) array
    """
    return (alpha * y) @ Phi


@implements("PR-perceptron-primal")
def perceptron_normal(counts, y, Phi):
    """w = Σᵢ aᵢyᵢ Φ(xᵢ) and b = Σᵢ aᵢyᵢ.

    Parameters
    ----------
    counts : (n,) array, how often each point was missed
    y : (n,) array of −1 and 1
    Phi : (n, D) array, one mapped point a row

    Returns
    -------
    (D,) array and float
    """
    return normal(counts, y, Phi), counts @ y


@implements("PR-perceptron")
def perceptron_decision(counts, y, K_new):
    """F(x) = Σᵢ aᵢyᵢ (K(xᵢ, x) + 1).

    Parameters
    ----------
    counts : (n,) array, how often each point was missed
    y : (n,) array of −1 and 1
    K_new : (m, n) array, kernel values K(x, xᵢ)

    Returns
    -------
    (m,) array
    """
    return (K_new + 1) @ (counts * y)


@implements("COURSE-perceptron-rule")
def is_missed(y, F):
    """Whether yᵢ F(xᵢ) ≤ 0: a point on the wrong side, or on the line.

    Parameters
    ----------
    y : (n,) array of −1 and 1, or one of them
    F : (n,) array, or float

    Returns
    -------
    (n,) bool array, or bool
    """
    return y * F <= 0


@implements("COURSE-separation")
def separation(w_norm2, b, y, f):
    """δ = minᵢ yᵢf(xᵢ) / √(‖w‖² + b²), positive where the hyperplane separates the classes.

    Parameters
    ----------
    w_norm2 : float, ‖w‖²
    b : float
    y : (n,) array of −1 and 1
    f : (n,) array, ⟨w, Φ(xᵢ)⟩ + b

    Returns
    -------
    float, in units of the feature space with a further coordinate of 1
    """
    return (y * f).min() / np.sqrt(w_norm2 + b**2)


@implements("COURSE-novikoff")
def most_updates(K_diagonal, delta):
    """(maxᵢ K(xᵢ, xᵢ) + 1) / δ²: more updates no perceptron makes.

    Parameters
    ----------
    K_diagonal : (n,) array, K(xᵢ, xᵢ)
    delta : float > 0, the separation of any hyperplane that separates the classes

    Returns
    -------
    float
    """
    return (K_diagonal.max() + 1) / delta**2


@implements("COURSE-svm-margin")
def margin(w_norm2):
    """1/‖w‖, half the width of the street between the classes.

    Parameters
    ----------
    w_norm2 : float > 0, ‖w‖²

    Returns
    -------
    float, in units of the feature space
    """
    return 1 / np.sqrt(w_norm2)


@implements("COURSE-svm-slacks")
def slacks(y, f):
    """The hinge loss max(0, 1 − yᵢf(xᵢ)).

    Parameters
    ----------
    y : (n,) array of −1 and 1
    f : (n,) array, f(xᵢ)

    Returns
    -------
    (n,) array
    """
    return np.maximum(0, 1 - y * f)


@implements("COURSE-svm-primal")
def primal_objective(w_norm2, xi, C):
    """½‖w‖² + C Σᵢ ξᵢ: a wide margin, and a price for each point inside it.

    Parameters
    ----------
    w_norm2 : float, ‖w‖²
    xi : (n,) array, slacks
    C : float > 0, or (n,) array of them

    Returns
    -------
    float
    """
    return w_norm2 / 2 + np.sum(C * xi)


@implements("COURSE-svm-risk")
def regularized_risk(w_norm2, y, f, C):
    """½‖w‖² + C Σᵢ max(0, 1 − yᵢf(xᵢ)).

    Parameters
    ----------
    w_norm2 : float, ‖w‖²
    y : (n,) array of −1 and 1
    f : (n,) array, f(xᵢ)
    C : float > 0, or (n,) array of them

    Returns
    -------
    float
    """
    return primal_objective(w_norm2, slacks(y, f), C)


@implements("COURSE-svm-norm")
def squared_norm(alpha, y, K):
    """‖w‖² = Σᵢⱼ αᵢαⱼyᵢyⱼ K(xᵢ, xⱼ).

    Parameters
    ----------
    alpha : (n,) array
    y : (n,) array of −1 and 1
    K : (n, n) array

    Returns
    -------
    float
    """
    return (alpha * y) @ K @ (alpha * y)


@implements("PR-svm-dual")
def dual_objective(alpha, y, K):
    """Σᵢ αᵢ − ½ Σᵢⱼ αᵢαⱼyᵢyⱼ K(xᵢ, xⱼ).

    Parameters
    ----------
    alpha : (n,) array
    y : (n,) array of −1 and 1
    K : (n, n) array

    Returns
    -------
    float
    """
    return alpha.sum() - squared_norm(alpha, y, K) / 2


@implements("COURSE-svm-box")
def infeasibility(alpha, y, C):
    """By how much weights leave 0 ≤ αᵢ ≤ C, or Σᵢ αᵢyᵢ differs from 0.

    Parameters
    ----------
    alpha : (n,) array
    y : (n,) array of −1 and 1
    C : float > 0, or (n,) array of them; np.inf for none

    Returns
    -------
    float ≥ 0, the largest of the violations
    """
    return np.max([0.0, -alpha.min(), (alpha - C).max(), abs(alpha @ y)])


@implements("COURSE-svm-kinds")
def three_kinds(alpha, C):
    """The points with αᵢ = 0, with 0 < αᵢ < C and with αᵢ = C: beyond the margin, on its edge, inside it.

    Parameters
    ----------
    alpha : (n,) array
    C : float > 0, or (n,) array of them; np.inf for none

    Returns
    -------
    (n,) bool array, thrice; weights that differ from 0 or from C by less than 1e-8 of C, or of the largest weight, are
    taken for that
    """
    scale = np.minimum(C, alpha.max())
    beyond, inside = alpha <= WEIGHT_TOLERANCE * scale, alpha >= C - WEIGHT_TOLERANCE * scale
    return beyond, ~beyond & ~inside, inside & ~beyond


@implements("COURSE-svm-offset")
def offset(alpha, y, g, C):
    """b = yᵢ − Σⱼ αⱼyⱼ K(xⱼ, xᵢ) of the points on the edge of the margin; without one, the middle of what b may be.

    Parameters
    ----------
    alpha : (n,) array
    y : (n,) array of −1 and 1
    g : (n,) array, Σⱼ αⱼyⱼ K(xⱼ, xᵢ)
    C : float > 0, or (n,) array of them

    Returns
    -------
    float
    """
    at_edge = y - g  # the offset with which a point would be on the edge of the margin
    beyond, _, inside = three_kinds(alpha, C)
    at_least, at_most = np.where(y > 0, [~inside, ~beyond], [~beyond, ~inside])
    return (at_edge[at_least].max() + at_edge[at_most].min()) / 2


@implements("PR-svm-decision")
def decision(alpha, y, K_new, b):
    """f(x) = Σᵢ αᵢyᵢ K(xᵢ, x) + b.

    Parameters
    ----------
    alpha : (n,) array
    y : (n,) array of −1 and 1
    K_new : (m, n) array, kernel values K(x, xᵢ)
    b : float

    Returns
    -------
    (m,) array
    """
    return K_new @ (alpha * y) + b


@implements("COURSE-class-weights")
def bounds(C, weights, labels):
    """Cᵢ = C v(yᵢ).

    Parameters
    ----------
    C : float > 0
    weights : (c,) array, v of each class
    labels : (n,) int array, the class of each point, from 0

    Returns
    -------
    (n,) array
    """
    return C * weights[labels]


@implements("COURSE-one-against-one")
def votes(decisions, pairs, n_classes):
    """How many machines vote for each class: f of the pair (k, l) votes for k where it is positive, else for l.

    Parameters
    ----------
    decisions : (m, q) array, a column for each pair
    pairs : (q, 2) int array, k and l of each
    n_classes : int

    Returns
    -------
    (m, n_classes) array
    """
    won = np.zeros((len(decisions), n_classes))
    for f, (k, l) in zip(decisions.T, pairs, strict=True):
        won[:, k] += f > 0
        won[:, l] += f <= 0
    return won
