"""Logistic regression as equations, in the order of the lecture: loss and gradient, kernels, penalty, Newton, dual.

Shapes and meanings, where an equation says nothing else:

    w     (p,)
    y     (n,) of 0 and 1
    h     (m,), probabilities of class 1
    step  float > 0, η
    K     (n, n), positive semidefinite Gram matrix
    theta (n,), coefficients
    lam   float > 0, λ
    s     (n,), from 0 to 1
"""

import numpy as np
from scipy.special import expit, xlogy

from kernelsy19.catalogue import implements


@implements("AML-23")
def probability(f):
    """1/(1 + exp(−f)), the logistic function: the probability of class 1 at a score f.
    f: float or array (...), scores → float or array (...), from 0 to 1"""
    return expit(f)


@implements("AML-23", "AML-27")
def linear_probability(w, X):
    """h(w, x) = Sigmoid(wᵀx), the probability of class 1 at each point, or at each mapped point.
    X (m, p), one point x a row; or its image Φ(x), which is (27) → (m,)"""
    return probability(X @ w)


@implements("AML-24")
@np.errstate(divide="ignore")  # of log 0
def mean_loss(y, h):
    """J = (1/m)(−yᵀ log h − (1 − y)ᵀ log(1 − h)).
    y (m,) of 0 and 1 → float ≥ 0, in nats; infinite where a label has probability 0"""
    return -(xlogy(y, h) + xlogy(1 - y, 1 - h)).sum() / len(y)


@implements("AML-24")
def mean_loss_of_scores(y, f):
    """J = (1/m) Σᵢ log(1 + exp(−tᵢfᵢ)) with t = 2y − 1: (24) from scores, for any size of them.
    y (m,) of 0 and 1; f (m,), scores → float > 0, in nats"""
    return np.logaddexp(0, -(2 * y - 1) * f).mean()


@implements("AML-25")
def gradient_in_w(X, y, h):
    """∂J/∂w = (1/m) Xᵀ(h − y).
    X (m, p), one point a row; y (m,) of 0 and 1 → (p,)"""
    return X.T @ (h - y) / len(y)


@implements("AML-26")
def descend(w, step, slope):
    """w − η ∂J/∂w: a step down the slope.
    slope (p,), ∂J/∂w → (p,)"""
    return w - step * slope


@implements("AML-representer", "AML-28")
def probability_by_labels(alpha, y, K_new):
    """1/(1 + exp(−Σᵢ αᵢyᵢ K(xᵢ, x))), as AML writes it.
    alpha, y (n,) arrays, coefficients and labels of the training points; K_new (m, n), K(x, xᵢ), or the products
    Φ(x)ᵀΦ(xᵢ) → (m,)"""
    return probability(K_new @ (alpha * y))


@implements("AML-29")
def gradient_in_theta(K, y, h):
    """∂J/∂θ = (1/m) Kᵀ(h − y), for a score f = Kθ.
    K (m, m), Gram matrix; y (m,) of 0 and 1 → (m,)"""
    return gradient_in_w(K, y, h)


@implements("COURSE-klr-score")
def score(K_new, theta, intercept=0.0):
    """f(x) = Σᵢ θᵢ K(xᵢ, x) + b.
    K_new (m, n), K(x, xᵢ); intercept: float, b → (m,)"""
    return K_new @ theta + intercept


@implements("AML-sgd")
def sgd_update(theta, i, K, y, step):
    """θ − η (h_θ(xᵢ) − yᵢ) K.ᵢ: one step of the box, at point i.
    theta (..., n); i: int, which point is looked at; K (..., n, n), Gram matrix, or several of them → (..., n)"""
    K_i = K[..., i]
    h_i = probability((K_i * theta).sum(axis=-1, keepdims=True))
    return theta - step * (h_i - y[i]) * K_i


@implements("COURSE-klr-sgd")
def penalized_sgd_update(theta, i, K, y, step, lam):
    """θ − η (h_θ(xᵢ) − yᵢ + λθᵢ) K.ᵢ: one step on the penalized objective; with λ = 0 that of the box.
    theta (..., n); i: int; K (..., n, n); y (n,) of 0 and 1; step: float > 0, η; lam: float ≥ 0, λ → (..., n)"""
    return sgd_update(theta, i, K, y, step) - step * lam * theta[..., i, None] * K[..., i]


@implements("COURSE-klr-objective")
def penalized_objective(f, theta, K_theta, y, lam):
    """P(θ) = Σᵢ log(1 + exp(−tᵢfᵢ)) + (λ/2) θᵀKθ with t = 2y − 1.
    f (n,), scores of the training points; K_theta (n,), Kθ, which is f where there is no intercept → float > 0, in
    nats"""
    return np.logaddexp(0, -(2 * y - 1) * f).sum() + lam / 2 * theta @ K_theta


@implements("COURSE-klr-gradient")
def residual(theta, y, h, lam):
    """r = λθ − (y − h), of which Kr is the gradient of P: 0 at the minimum.
    h (n,), probabilities of class 1 → (n,)"""
    return lam * theta - (y - h)


@implements("COURSE-klr-gradient")
def objective_gradient(K, theta, y, h, lam):
    """∇P(θ) = Kr with r = λθ − (y − h).
    theta, y, h (n,) → (n,)"""
    return K @ residual(theta, y, h, lam)


@implements("COURSE-klr-hessian")
def curvatures(h):
    """hᵢ(1 − hᵢ), the diagonal of W: how much each point curves the objective.
    h (n,), probabilities → (n,), from 0 to 1/4"""
    return h * (1 - h)


@implements("COURSE-klr-newton")
def newton_step(K, f, y, lam):
    """Solve (λI + WK) θ⁺ = Wf + y − h for the next coefficients.
    f (n,), scores now → (n,), θ⁺"""
    h = probability(f)
    W = curvatures(h)
    return np.linalg.solve(lam * np.eye(len(K)) + W[:, None] * K, W * f + y - h)


@implements("COURSE-klr-surprise")
def surprises(f, y):
    """sᵢ = 1/(1 + exp(tᵢfᵢ)) = |yᵢ − hᵢ|: the probability that each point's class gets too little.
    f (n,), scores → (n,), from 0 to 1"""
    return probability(-(2 * y - 1) * f)


@implements("COURSE-klr-dual")
def dual_objective(K, s, y, lam):
    """D(s) = −Σᵢ (sᵢ log sᵢ + (1 − sᵢ) log(1 − sᵢ)) − (t∘s)ᵀK(t∘s)/(2λ), to be maximized over 0 ≤ sᵢ ≤ 1.
    → float, in nats"""
    theta = coefficients_of_surprises(s, y, lam)  # t∘s/λ
    return -(xlogy(s, s) + xlogy(1 - s, 1 - s)).sum() - lam / 2 * theta @ K @ theta


@implements("COURSE-klr-link")
def coefficients_of_surprises(s, y, lam):
    """θᵢ = tᵢsᵢ/λ: the coefficients that belong to surprises.
    → (n,)"""
    return (2 * y - 1) * s / lam


@implements("COURSE-klr-gap")
def duality_gap(K_r, r, lam):
    """P(θ) − D(s) = rᵀKr/(2λ), for the surprises s of the scores Kθ.
    K_r (n,), Kr, the gradient of P; r (n,), residual λθ − (y − h) → float ≥ 0, in nats"""
    return K_r @ r / (2 * lam)
