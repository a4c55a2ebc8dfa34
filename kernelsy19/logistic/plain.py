"""Logistic regression by gradient descent, by the box of AML and by Newton, and what certifies coefficients."""

from dataclasses import dataclass, field

import numpy as np

from kernelsy19.certificates import EPS, certified, rounding_of_sums, warn_of
from kernelsy19.gram import psd_provider
from kernelsy19.logistic.equations import (
    descend,
    dual_objective,
    duality_gap,
    gradient_in_theta,
    gradient_in_w,
    linear_probability,
    mean_loss,
    mean_loss_of_scores,
    newton_step,
    objective_gradient,
    penalized_objective,
    penalized_sgd_update,
    probability,
    residual,
    score,
    surprises,
)
from kernelsy19.signatures import fitting, integer_from, number_from, one_each, takes
from kernelsy19.validation import as_array, as_generator, as_gram, as_points, as_vector

SHORTEST_PART = 2.0**-30  # of a step of Newton: what is shorter than this changes nothing but the rounding

# Nats a point, by which rounding of K may move the objective, and so its gap. That is a bound: what was seen is some
# hundredths of it, and no step of Newton's makes it less, for K itself is rounded. Years, unscaled, come to 3e-8.
OBJECTIVE_ROUNDED_TO = 1e-7
RAISE = "raise max_iter or tol, or a larger lam"
BALANCED = 1e-10  # of a point, by which rounding may move the sum of the probabilities off that of the ones


def _as_gram_or_several(K, name):
    K = as_array(K, name)
    if K.ndim not in (2, 3) or K.shape[-1] != K.shape[-2]:
        raise ValueError(f"{name} must have shape (n, n) or (m, n, n), got {K.shape}.")
    return K


def _as_classes(other):
    """The check that y holds a 0 or a 1 for each row of another argument."""
    return fitting(
        lambda y, name, given: as_both_labels(y, np.shape(given[other])[-1 if other == "K" else 0])
    )


@dataclass(frozen=True)
class DescentStep:
    """Where gradient descent is, before its first step or after one of them.

    Attributes
    ----------
    w : (p,) array; θ where the columns are those of a Gram matrix
    loss : float, J (24)
    """

    w: np.ndarray = field(repr=False)
    loss: float


@takes(X=as_points, y=_as_classes("X"), step=number_from(0), n_steps=integer_from(0))
def descent_steps(X, y, step, n_steps):
    """Fit w by gradient descent on the loss (24): AML's logistic regression without a kernel.

    Parameters
    ----------
    X : (m, p) array, one point a row; a column of ones gives an intercept
    y : (m,) array of 0 and 1
    step : float > 0, η
    n_steps : int ≥ 0

    Yields
    ------
    DescentStep, first that of w = 0, then that after each step
    """
    w = np.zeros(X.shape[1])
    for taken in range(n_steps + 1):
        h = linear_probability(w, X)
        yield DescentStep(w, mean_loss(y, h))
        if taken < n_steps:
            w = descend(w, step, gradient_in_w(X, y, h))


@takes(K=as_gram, y=_as_classes("K"), step=number_from(0), n_steps=integer_from(0))
def kernel_descent_steps(K, y, step, n_steps):
    """Fit θ by gradient descent with (29): the same, with the Gram matrix in the place of X.

    Parameters
    ----------
    K : (n, n) array, Gram matrix, of any kernel
    y : (n,) array of 0 and 1
    step : float > 0, η
    n_steps : int ≥ 0

    Yields
    ------
    DescentStep, first that of θ = 0, then that after each step
    """
    theta = np.zeros(len(K))
    for taken in range(n_steps + 1):
        f = score(K, theta)
        yield DescentStep(theta, mean_loss_of_scores(y, f))
        if taken < n_steps:
            theta = descend(theta, step, gradient_in_theta(K, y, probability(f)))


@dataclass(frozen=True)
class SGDStep:
    """Where stochastic gradient descent is after some epochs, each of which has looked at every point once.

    Attributes
    ----------
    epoch : int
    theta : (..., n) array, coefficients
    """

    epoch: int
    theta: np.ndarray = field(repr=False)


@takes(
    K=_as_gram_or_several,
    y=_as_classes("K"),
    step=number_from(0),
    epochs=integer_from(0),
    lam=number_from(0, closed="left"),
    rng=as_generator,
)
def sgd_steps(K, y, step, epochs, lam=0.0, rng=0):
    """Run the algorithm of AML's box: stochastic gradient descent on θ, all points in a new order in each epoch.

    Parameters
    ----------
    K : (n, n) array, Gram matrix of any kernel, also one that is not positive semidefinite; or (m, n, n), several
        of them, which see the points in the same orders
    y : (n,) array of 0 and 1
    step : float > 0, η
    epochs : int ≥ 0
    lam : float ≥ 0, λ of the penalty; the box has none
    rng : int ≥ 0 (a seed) or numpy.random.Generator, for the orders

    Yields
    ------
    SGDStep, first that of θ = 0, then that after each epoch
    """
    theta = np.zeros(K.shape[:-1])
    for epoch in range(epochs + 1):
        yield SGDStep(epoch, theta)
        for i in rng.permutation(len(y)) if epoch < epochs else ():
            theta = penalized_sgd_update(theta, i, K, y, step, lam)


@dataclass(frozen=True)
class NewtonStep:
    """Where Newton's method is, before its first step or after one of them.

    Attributes
    ----------
    theta : (n,) array, coefficients
    objective : float, P(θ)
    duality_gap : float ≥ 0, by how much the objective can exceed the least one
    share : float, what was taken of the last step: 1, or less where the whole would have led up
    """

    theta: np.ndarray = field(repr=False)
    objective: float
    duality_gap: float
    share: float = 1.0


@takes(
    K=as_gram,
    y=_as_classes("K"),
    lam=number_from(0),
    tol=number_from(0, closed="left"),
    max_iter=integer_from(0),
    start=one_each("K"),
)
def newton_steps(K, y, lam, tol=0.0, max_iter=100, start=None):
    """Minimize P(θ) by Newton's method; a step that would lead up is halved until it leads down.

    Parameters
    ----------
    K : (n, n) array, positive semidefinite Gram matrix
    y : (n,) array of 0 and 1
    lam : float > 0, λ
    tol : float ≥ 0, stop once the duality gap is at most this, in nats
    max_iter : int ≥ 0
    start : (n,) array, coefficients; None is θ = 0

    Yields
    ------
    NewtonStep, first that of the start, then that after each step
    """
    theta, share = np.zeros(len(K)) if start is None else start, 1.0
    for iteration in range(max_iter + 1):
        f = score(K, theta)
        h = probability(f)
        slope = objective_gradient(K, theta, y, h, lam)
        gap = duality_gap(slope, residual(theta, y, h, lam), lam)
        objective = penalized_objective(f, theta, f, y, lam)
        yield NewtonStep(theta, objective, gap, share)
        if gap <= tol or iteration == max_iter:
            return
        way, share = newton_step(K, f, y, lam) - theta, 1.0
        while share > SHORTEST_PART:
            f = score(K, theta + share * way)
            if penalized_objective(f, theta + share * way, f, y, lam) <= objective:
                break
            share /= 2
        theta = theta + share * way


@dataclass(frozen=True)
class LogisticSolution:
    """A kernel logistic regression of two classes, and what certifies that it is the best one.

    Attributes
    ----------
    theta : (n,) array, coefficients of the score f = Σᵢ θᵢ K(xᵢ, ·) + b
    intercept : float, b; 0 where none was asked for
    scores : (n,) array, f at the training points
    y : (n,) array of 0 and 1
    lam : float, λ
    objective : float, P(θ) in nats
    dual_objective : float, D(s) of the surprises of these scores: no f has a smaller objective
    duality_gap : float ≥ 0, their difference rᵀKr/(2λ)
    iterations : int
    converged : bool, whether the gap is within the tolerance, and nothing else in doubt
    path : {"plain", "dense", "cholesky"}: Newton's system solved for n unknowns, by `newton_steps` or by the engine,
        or for the r unknowns of a pivoted Cholesky factor of r rows, then corrected by products with K
    doubts : tuple of str, what keeps the fit from being certified, none where it converged
    """

    theta: np.ndarray = field(repr=False)
    intercept: float
    scores: np.ndarray = field(repr=False)
    y: np.ndarray = field(repr=False)
    lam: float
    objective: float
    dual_objective: float
    duality_gap: float
    iterations: int
    converged: bool
    path: str
    doubts: tuple = field(default=(), repr=False)

    @property
    def probabilities(self):
        """The probability of class 1 at each training point, an (n,) array."""
        return probability(self.scores)

    @property
    def surprises(self):
        """The probability that the model gives to the wrong class at each training point, an (n,) array."""
        return surprises(self.scores, self.y)

    @property
    def mean_loss(self):
        """J (24), without the penalty, in nats."""
        return mean_loss_of_scores(self.y, self.scores)

    @property
    def squared_norm(self):
        """‖f‖² = θᵀKθ; an intercept is no part of f here."""
        return float(self.theta @ (self.scores - self.intercept))


_psd_matrix = {"K": lambda K, name: psd_for_penalty(K).matrix(), "y": _as_classes("K"), "lam": number_from(0)}


@takes(**_psd_matrix, tol=number_from(0), max_iter=integer_from())
def plain_newton(K, y, lam, tol=1e-14, max_iter=100):
    """Fit kernel logistic regression the plain way, by `newton_steps`.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    y, lam, tol, max_iter : as in `solve_logistic`

    Returns
    -------
    (n,) array, the coefficients θ, which `certify` judges
    """
    *_, last = newton_steps(K, y, lam, tol * len(K) * np.log(2), max_iter)
    return last.theta


@takes(**_psd_matrix, theta=one_each("K"), tol=number_from(0))
def certify(K, y, lam, theta, tol=1e-14):
    """Judge coefficients of kernel logistic regression by K, y and λ alone, whoever found them.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    y : (n,) array_like of 0 and 1, both of them there
    lam : float > 0, λ
    theta : (n,) array_like
    tol : float > 0, largest duality gap that counts as converged, as a share of n log 2, the objective at θ = 0

    Returns
    -------
    LogisticSolution, whose `path` is "plain", without a count of iterations
    """
    f = score(K, theta)
    h = probability(f)
    slope = objective_gradient(K, theta, y, h, lam)
    gap = float(duality_gap(slope, residual(theta, y, h, lam), lam))
    dual = float(dual_objective(K, surprises(f, y), y, lam))
    solution = of_coefficients(theta, f, 0.0, y, lam, gap, dual)
    solution = judged(solution, K, f, largest_gap(tol, len(K)), 0.0)
    return warn_of(solution, "These coefficients leave logistic regression", RAISE)


def of_coefficients(theta, K_theta, b, y, lam, gap, dual=None):
    """The regression of coefficients; its dual value is the objective less the gap where none is given."""
    f = K_theta + b
    objective = float(penalized_objective(f, theta, K_theta, y, lam))
    dual = objective - gap if dual is None else dual
    return LogisticSolution(theta, b, f, y, lam, objective, dual, gap, 0, True, "plain")


def judged(solution, K, K_theta, limit, broken, intercept=False):
    """A fit, certified by its arrays; `broken` is by how much K is not PSD."""
    s = solution
    size = float(np.abs(s.theta) @ np.abs(K_theta))
    what, rounding = rounding_of_sums(K, s.theta)
    # With an intercept the surprises of both classes have to balance, or the gap bounds nothing.
    unbalanced = abs(float((s.probabilities - s.y).sum())) if intercept else 0.0
    return certified(
        s,
        ("duality gap", s.duality_gap, limit),
        ("surprises that do not balance by", unbalanced, BALANCED * len(s.y)),
        ("objective", s.objective, np.finfo(float).max),
        (what, rounding * float(s.surprises.sum()), OBJECTIVE_ROUNDED_TO * len(s.y)),
        ("a squared norm below 0 by", -float(s.theta @ K_theta), 32 * EPS * len(s.theta) * size),
        ("an eigenvalue of K below 0 by", broken, 0.0),
    )


def psd_for_penalty(K):
    """The provider of a Gram matrix that is PSD; otherwise say what goes wrong without."""
    try:
        return psd_provider(K)
    except ValueError as error:
        if "semidefinite" not in str(error):
            raise
        raise ValueError(
            f"{error} For a kernel that is not, such as Sigmoid, θᵀKθ is no squared norm: it falls below 0, and the "
            "penalized objective may have no minimum. sgd_steps without a penalty takes any K."
        ) from None


def as_both_labels(y, n):
    """Check labels 0 and 1, both of them there."""
    y = as_vector(y, "y", n)
    if not (((y == 0) | (y == 1)).all() and 0 < y.sum() < n):
        raise ValueError(f"y must hold zeros and ones, both of them, got {np.unique(y)[:5].tolist()}.")
    return y


def largest_gap(tol, n):
    """The duality gap, in nats, at which a solver may stop."""
    return tol * n * np.log(2)
