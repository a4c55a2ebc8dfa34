"""The exercises of chapter 11: kernel logistic regression."""

import numpy as np

from kernelcourse.judging.answers import describe, points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, worst
from kernelcourse.logistic import problems
from kernelcourse.logistic.first_exercises import (
    _h,
    _primal,
    box_step,
    gap_of_coefficients,
    labels_in_28,
    loss_and_slope,
    probabilities_from_theta,
)
from kernelsy19.kernels import RBF
from kernelsy19.logistic import equations as logistic
from kernelsy19.logistic import solve as logistic_solve

# A check looks for the exercises of a chapter here, those of the other file included.
__all__ = [
    "a_minimum",
    "box_step",
    "gap_of_coefficients",
    "held_out_losses",
    "labels_in_28",
    "loss_and_slope",
    "newton_step",
    "probabilities_from_theta",
    "solver",
]


# ---- 11.6 -----------------------------------------------------------------------------------------


def _newton(K, y, theta, lam):
    return logistic.newton_step(K, K @ theta, y, lam)


def _certify_newton(problem, theta_plus):
    K, y, theta, lam = problem
    f = K @ theta
    h = logistic.probability(f)
    W = h * (1 - h)
    wanted = W * f + y - h
    off = lam * theta_plus + W * (K @ theta_plus) - wanted
    size = max(1.0, np.abs(wanted).max())
    return Certificate("largest entry of (λI + WK)θ⁺ − (Wf + y − h)", worst(np.abs(off)) / size, 1e-8)


def _newton_with(system, wanted):
    """Another linear system: ``system(K, W, lam)`` and ``wanted(W, f, y, h)``."""

    def step(K, y, theta, lam):
        f = K @ theta
        h = logistic.probability(f)
        W = logistic.curvatures(h)
        with np.errstate(all="ignore"):
            A, v = system(K, W, lam), wanted(W, f, y, h)
            return np.linalg.solve(A, v) if np.isfinite(A).all() and np.isfinite(v).all() else np.nan * theta

    return step


def _right_side(W, f, y, h):
    return W * f + y - h


def _right_system(K, W, lam):
    return lam * np.eye(len(K)) + W[:, None] * K


def _newton_by(weights):
    """The step with other weights: ``weights(h)``."""

    def step(K, y, theta, lam):
        f = K @ theta
        h = logistic.probability(f)
        W = weights(h)
        return np.linalg.solve(lam * np.eye(len(K)) + W[:, None] * K, W * f + y - h)

    return step


def _newton_from(K, y, theta, lam, more):
    """The next coefficients, with something more on the right side."""
    f = K @ theta
    h = logistic.probability(f)
    W = h * (1 - h)
    return np.linalg.solve(lam * np.eye(len(K)) + W[:, None] * K, W * f + y - h + more)


def _newton_without_penalty(K, y, theta, lam):
    f = K @ theta
    h = logistic.probability(f)
    W = logistic.curvatures(h)
    return np.linalg.pinv(W[:, None] * K) @ (W * f + y - h)


def _is_descent(problem, after):
    """Whether the coefficients have moved along the gradient, or along the residual."""
    K, y, theta, lam = problem
    r, change = logistic.residual(theta, y, _h(theta, K), lam), theta - after
    for direction in (K @ r, r):
        length = change @ direction / max(direction @ direction, 1e-300)
        if np.allclose(change, length * direction, rtol=1e-7, atol=1e-12) and abs(length) > 1e-12:
            return True
    return False


def _with_another_k(K, y, theta, lam):
    h = _h(theta, K)
    W, r, f = logistic.curvatures(h), logistic.residual(theta, y, h, lam), K @ theta
    H = lam * K + K @ (W[:, None] * K)
    for ridge in (0, 1e-9, 1e-10):
        yield theta - np.linalg.solve(H + ridge * np.eye(len(K)), r)
    yield np.linalg.solve(lam * np.eye(len(K)) + K @ (W[:, None] * K), W * f + y - h)
    yield np.linalg.solve(lam * K + W[:, None] * K, W * f + y - h)
    yield theta - np.linalg.solve(lam * np.eye(len(K)) + K @ (W[:, None] * K), K @ r)


def _has_another_right_side(problem, after):
    """Whether the right matrix times the answer is a sum of Wf, y and h with other factors."""
    K, y, theta, lam = problem
    f = K @ theta
    h = logistic.probability(f)
    W = logistic.curvatures(h)
    parts, wanted = np.column_stack([W * f, y, h]), lam * after + W * (K @ after)
    found = parts @ np.linalg.lstsq(parts, wanted, rcond=1e-12)[0]
    return bool(np.allclose(found, wanted, rtol=1e-7, atol=1e-9 * np.abs(wanted).max()))


newton_step = Exercise(
    "11.6",
    "A step of Newton's method",
    problems=problems.any_coefficients,
    edge=problems.edge_sure,
    reference=_newton,
    certify=_certify_newton,
    mistakes=[
        Mistake(
            "Where the model is sure of a point, your answer is no number. Do you divide by h(1 − h)? That is 0 there: "
            "multiply the equation by W first. Or does the exponential of a large score overflow?",
            _newton_with(lambda K, W, lam: K + lam * np.diag(1 / W), lambda W, f, y, h: f + (y - h) / W),
        ),
        Mistake(
            "K and W are the wrong way round: W stands on the left of K and multiplies its rows.",
            _newton_with(lambda K, W, lam: lam * np.eye(len(K)) + K * W, _right_side),
        ),
        Mistake(
            "λ is missing in the system.",
            _newton_with(lambda K, W, lam: np.eye(len(K)) + W[:, None] * K, _right_side),
        ),
        Mistake(
            "Wf is missing on the right: without it the system asks for the step from θ = 0.",
            _newton_with(_right_system, lambda W, f, y, h: y - h),
        ),
        Mistake(
            "On the right stands W times the *scores* f = Kθ, not W times θ.",
            lambda K, y, theta, lam: np.linalg.solve(
                _right_system(K, logistic.curvatures(_h(theta, K)), lam),
                logistic.curvatures(_h(theta, K)) * theta + y - _h(theta, K),
            ),
        ),
        Mistake(
            "The system gives θ⁺ itself. You have added it to θ.",
            lambda K, y, theta, lam: theta + _newton(K, y, theta, lam),
        ),
        Mistake(
            "This is the step θ⁺ − θ. Wanted is where it leads.",
            lambda K, y, theta, lam: _newton(K, y, theta, lam) - theta,
        ),
        Mistake(
            "The sign of y − h: a point of class 1 pulls its coefficient up.",
            _newton_with(_right_system, lambda W, f, y, h: W * f - y + h),
        ),
        Mistake(
            "You went the whole step in the opposite direction.",
            lambda K, y, theta, lam: 2 * theta - _newton(K, y, theta, lam),
        ),
        Mistake(
            "You went half of the step. The whole one is asked for.",
            lambda K, y, theta, lam: (theta + _newton(K, y, theta, lam)) / 2,
        ),
        Mistake(
            "Twice the penalty: the ½ goes when it is differentiated, and nothing else.",
            lambda K, y, theta, lam: _newton(K, y, theta, 2 * lam),
        ),
        Mistake(
            "W is missing: each point curves the objective by its own h(1 − h).",
            lambda K, y, theta, lam: np.linalg.solve(
                lam * np.eye(len(y)) + K, K @ theta + y - logistic.probability(K @ theta)
            ),
        ),
        Mistake(
            "Your weights are not h(1 − h): each point curves the objective by the derivative of its probability.",
            _newton_by(lambda h: h),
            when=lambda problem, after: any(
                np.allclose(after, _newton_by(weights)(*problem), rtol=1e-7)
                for weights in (
                    lambda h: h,
                    lambda h: 1 - h,
                    lambda h: 0 * h + 0.25,
                    lambda h: np.sqrt(h * (1 - h)),
                    lambda h: (h * (1 - h)) ** 2,
                    lambda h: 0 * h + 1,
                    lambda h: h**2,
                    lambda h: 2 * h * (1 - h),
                    lambda h: h * (1 - h) / len(h),
                )
            ),
        ),
        Mistake(
            "On the right side W is missing before the scores.",
            _newton_with(_right_system, lambda W, f, y, h: f + y - h),
        ),
        Mistake(
            "The whole right side has been multiplied by W. It belongs to the scores alone.",
            _newton_with(_right_system, lambda W, f, y, h: W * (f + y - h)),
        ),
        Mistake(
            "λ is missing on the diagonal: without a penalty there may be no solution.",
            _newton_without_penalty,
        ),
        Mistake(
            "You return scores, Kθ⁺. The coefficients are asked for.",
            lambda K, y, theta, lam: K @ _newton(K, y, theta, lam),
        ),
        Mistake(
            "The weights are kept away from 0. There is a next step even where they are 0.",
            _newton_by(lambda h: np.maximum(h * (1 - h), 1e-3)),
            also=tuple(
                _newton_by(lambda h, least=least: np.maximum(h * (1 - h), least))
                for least in (1e-1, 1e-2, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10, 1e-12)
            ),
        ),
        Mistake(
            "λθ stands on the right side as well. The system for the next coefficients has it on the left alone.",
            lambda K, y, theta, lam: _newton_from(K, y, theta, lam, -lam * theta),
            also=(lambda K, y, theta, lam: _newton_from(K, y, theta, lam, lam * theta),),
        ),
        Mistake(
            "No system has been solved: a step along the gradient, or along the residual, is not one of Newton's.",
            lambda K, y, theta, lam: theta - K @ logistic.residual(theta, y, _h(theta, K), lam),
            when=lambda problem, after: _is_descent(problem, after),
        ),
        Mistake(
            "These are two steps or more. One is asked for.",
            lambda K, y, theta, lam: _newton(K, y, _newton(K, y, theta, lam), lam),
        ),
        Mistake(
            "You began at θ = 0, whatever the coefficients are.",
            lambda K, y, theta, lam: _newton(K, y, 0 * theta, lam),
        ),
        Mistake(
            "In the scores, or in the probabilities, K is missing: they come from f = Kθ.",
            lambda K, y, theta, lam: np.linalg.solve(
                _right_system(K, logistic.curvatures(logistic.probability(theta)), lam),
                logistic.curvatures(logistic.probability(theta)) * theta + y - logistic.probability(theta),
            ),
        ),
        Mistake(
            "The labels are signs in your answer. A probability is compared with 0 or 1.",
            lambda K, y, theta, lam: _newton(K, 2 * y - 1, theta, lam),
        ),
        Mistake(
            "The system has K on both sides of W, and its right side only one: was it multiplied by K on one side?",
            lambda K, y, theta, lam: (
                theta
                - np.linalg.solve(
                    lam * K + K @ (logistic.curvatures(_h(theta, K))[:, None] * K) + 1e-9 * np.eye(len(K)),
                    logistic.residual(theta, y, _h(theta, K), lam),
                )
            ),
            when=lambda problem, after: any(
                np.allclose(after, other, rtol=1e-4) for other in _with_another_k(*problem)
            ),
        ),
        Mistake(
            "The matrix of your system is right. On its right side one of the three parts, of f, of y or of h, has "
            "another "
            "factor or sign, or is missing.",
            _newton_with(_right_system, lambda W, f, y, h: 2 * W * f + y - h),
            when=lambda problem, after: _has_another_right_side(problem, after),
        ),
    ],
)


# ---- 11.7 -----------------------------------------------------------------------------------------


def _points_and_labels(answer, expected):
    """What is wrong with a pair of points of the plane and labels, or None."""
    del expected
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return f"expected a pair `(X, y)`, got {describe(answer)}"
    X, y = answer
    if fault := points(2, least=2, most=12)(X, None):
        return fault
    y = np.asarray(y)
    if y.shape != (len(X),) or not np.isin(y, (0, 1)).all():
        got = f"an array of shape {y.shape}" if y.shape != (len(X),) else f"the labels {np.unique(y)[:5]}"
        return f"expected {len(X)} labels 0 or 1 as the second item, got {got}"
    return None


def _places(answer):
    """The labels at each place, a list of arrays."""
    X, y = (np.asarray(part, dtype=float) for part in answer)
    _, place = np.unique(X, axis=0, return_inverse=True)
    return [y[place.ravel() == k] for k in range(place.max() + 1)]


def _is_mixed(answer):
    return [0 < ones.mean() < 1 for ones in _places(answer)]


def _certify_minimum(_, answer):
    X, y = (np.asarray(part, dtype=float) for part in answer)
    _, place = np.unique(X, axis=0, return_inverse=True)
    h = np.array([ones.mean() for ones in _places(answer)])[place.ravel()]
    K = RBF(1.0)(X)
    slopes = logistic.gradient_in_theta(K, y, h)
    return [
        Certificate(
            "at each place the best probability, its share of ones, is not 0 or 1",
            all(_is_mixed(answer)),
        ),
        Certificate(
            "largest entry of the gradient (29) at these probabilities", worst(np.abs(slopes)), 1e-12
        ),
    ]


def _distinct(answer):
    return all(len(ones) == 1 for ones in _places(answer))


def _nearest(answer):
    """The smallest distance of two points with different labels."""
    X, y = (np.asarray(part, dtype=float) for part in answer)
    apart = np.linalg.norm(X[:, None] - X, axis=2)
    return apart[y[:, None] != y].min()


EXAMPLE_WITH_MINIMUM = (
    np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [1.0, 0.0]]),
    np.array([0, 0, 1, 0, 1]),
)


a_minimum = Exercise(
    "11.7",
    "Break it: a loss that has a minimum after all",
    problems=None,
    reference=lambda: EXAMPLE_WITH_MINIMUM,
    certify=_certify_minimum,
    mistakes=[
        Mistake(
            "All labels are equal. One large score of the right sign at every point, and the loss falls on and on.",
            lambda: (np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([1, 1])),
            when=lambda _, answer: len(np.unique(np.asarray(answer[1]))) == 1,
        ),
        Mistake(
            "Points that lie very close together are still different points: their scores can differ as much as "
            "one likes.",
            lambda: (np.array([[0.0, 0.0], [1e-6, 0.0]]), np.array([0, 1])),
            when=lambda _, answer: _distinct(answer) and _nearest(answer) < 0.05,
        ),
        Mistake(
            "Your points are all different. Then K is invertible, any scores can be had, and the proof of the chapter "
            "applies. What would make K singular?",
            lambda: (np.array([[0.0, 0.0], [0.1, 0.0], [0.2, 0.0]]), np.array([0, 1, 0])),
            when=lambda _, answer: _distinct(answer) and len(np.unique(np.asarray(answer[1]))) == 2,
        ),
        Mistake(
            "Some of your points are there twice, but with one label. Such a pair is one point that counts twice.",
            lambda: (np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [1.0, 0.0]]), np.array([0, 0, 1, 1])),
            when=lambda _, answer: (
                not _distinct(answer)
                and not any(_is_mixed(answer))
                and len(np.unique(np.asarray(answer[1]))) == 2
            ),
        ),
        Mistake(
            "Some places hold both labels, and that bounds their scores. But one place has a single label, and its "
            "score can still grow without end.",
            lambda: (np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]]), np.array([0, 1, 0])),
            when=lambda _, answer: any(_is_mixed(answer)) and not all(_is_mixed(answer)),
        ),
    ],
    form=_points_and_labels,
)


# ---- 11.8 -----------------------------------------------------------------------------------------


SOLVER_GAP = 1e-6


def _solve(K, y, lam):
    return logistic_solve.plain_newton(K, y, lam, tol=1e-12).theta


def _certify_solver(problem, theta):
    K, y, lam = problem
    f, t = K @ theta, np.where(y == 1, 1.0, -1.0)
    s = 1 / (1 + np.exp(np.clip(t * f, -700, 700)))
    inner = np.clip(s, 1e-300, 1 - 1e-16)
    primal = np.logaddexp(0, -t * f).sum() + lam / 2 * theta @ K @ theta
    dual = -(inner * np.log(inner) + (1 - inner) * np.log(1 - inner)).sum() - (t * s) @ K @ (t * s) / (
        2 * lam
    )
    return Certificate("duality gap, from both definitions", worst(primal - dual), SOLVER_GAP)


def _ridge_like(K, y, lam):
    """Newton's method with the penalty (λ/2) θᵀθ."""
    theta = np.zeros(len(K))
    for _ in range(50):
        h = _h(theta, K)
        H = K @ (logistic.curvatures(h)[:, None] * K) + lam * np.eye(len(K))
        theta = theta - np.linalg.solve(H, K @ (h - y) + lam * theta)
    return theta


def _with_lam(change):
    """The minimum for another λ: ``change(lam, n)``."""
    return lambda K, y, lam: _solve(K, y, change(lam, len(y)))


def _after(steps):
    """Where Newton's method is after a few steps."""

    def solve(K, y, lam):
        *_, last = logistic_solve.newton_steps(K, y, lam, max_iter=steps)
        return last.theta

    return solve


def _is_ridge_regression(problem, theta):
    """Whether the scores are those of a kernel ridge regression of the labels, or of the signs."""
    K, y, lam = problem
    fits = (K @ np.linalg.solve(K + lam * np.eye(len(y)), target) for target in (2.0 * y - 1, 1.0 * y))
    return any(np.allclose(K @ theta, fit, atol=1e-7) for fit in fits)


def _whole_steps(count):
    """Whole steps of Newton's method from 0."""

    def solve(K, y, lam):
        theta = np.zeros(len(y))
        for _ in range(count):
            theta = _newton(K, y, theta, lam)
        return theta

    return solve


def _first_steps(K, y, lam):
    theta = np.zeros(len(y))
    for _ in range(6):
        theta = _newton(K, y, theta, lam)
        yield theta


def _descended(steps, length=0.05):
    def solve(K, y, lam):
        theta = np.zeros(len(y))
        for _ in range(steps):
            theta = theta - length * logistic.residual(theta, y, _h(theta, K), lam)
        return theta

    return solve


def _is_on_the_way(problem, theta):
    """Whether P is below its value at 0, and the coefficients are shorter than those of the minimum."""
    K, y, lam = problem
    right = _solve(K, y, lam)
    lower = _primal(K, y, theta, lam) < _primal(K, y, 0 * theta, lam) - 1e-6
    return bool(lower and theta @ K @ theta < right @ K @ right)


solver = Exercise(
    "11.8",
    "A solver of your own",
    problems=problems.penalized_samples,
    edge=problems.edge_penalized,
    reference=_solve,
    certify=_certify_solver,
    mistakes=[
        Mistake(
            "Your penalty is θᵀθ. The squared norm of the *function* is θᵀKθ.",
            _ridge_like,
        ),
        Mistake(
            "You minimize with λ twice as large: the penalty is λ/2 times the squared norm.",
            _with_lam(lambda lam, n: 2 * lam),
        ),
        Mistake(
            "You minimize the *mean* loss with this penalty. Here the losses are summed.",
            _with_lam(lambda lam, n: n * lam),
        ),
        Mistake(
            "This is one step of Newton's method from 0, a good start. Repeat it until the gap is small.",
            _after(1),
        ),
        Mistake(
            "These are the scores f = Kθ. Wanted are the coefficients.",
            lambda K, y, lam: K @ _solve(K, y, lam),
        ),
        Mistake(
            "The signs: class 1 has positive coefficients.",
            lambda K, y, lam: -_solve(K, y, lam),
        ),
        Mistake(
            "These are λθ. The coefficients are the surprises with signs, *divided* by λ.",
            lambda K, y, lam: lam * _solve(K, y, lam),
        ),
        Mistake(
            "The signs of the coefficients are lost: points of class 0 have negative ones.",
            lambda K, y, lam: np.abs(_solve(K, y, lam)),
        ),
        Mistake(
            "That is kernel ridge regression of the classes. It is a start, but another objective.",
            lambda K, y, lam: np.linalg.solve(K + lam * np.eye(len(y)), 2.0 * y - 1),
            when=_is_ridge_regression,
        ),
        Mistake(
            "All coefficients are 0: that is where a solver starts.",
            lambda K, y, lam: np.zeros(len(y)),
        ),
        Mistake(
            "That is where Newton's method is after a few steps. Go on until the gap is small: 11.5 measures it.",
            _whole_steps(2),
            when=lambda problem, theta: any(
                np.allclose(theta, other, rtol=1e-6, atol=1e-9) for other in _first_steps(*problem)
            ),
        ),
        Mistake(
            "λ is half, or a part, of what it should be in your objective.",
            _with_lam(lambda lam, n: lam / 2),
            when=lambda problem, theta: any(
                np.allclose(theta, _solve(problem.K, problem.y, problem.lam * c), rtol=1e-4, atol=1e-5)
                for c in (0.5, 1 / len(problem.y), 2 / len(problem.y), 4)
            ),
        ),
        Mistake(
            "You minimize with another λ, its square or its root.",
            _with_lam(lambda lam, n: lam**2),
            also=(_with_lam(lambda lam, n: lam**0.5), _with_lam(lambda lam, n: 1 / lam)),
        ),
        Mistake(
            "You centered K first, or scaled it. The fit has no intercept, and takes K as it is.",
            lambda K, y, lam: _solve(K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean(), y, lam),
            also=(
                lambda K, y, lam: _solve(K / len(K), y, lam),
                lambda K, y, lam: _solve(K + 1, y, lam),
                lambda K, y, lam: _solve(K / np.sqrt(np.outer(np.diag(K), np.diag(K))), y, lam),
            ),
        ),
        Mistake(
            "Your coefficients were rounded in the end.",
            lambda K, y, lam: np.round(_solve(K, y, lam), 2),
            also=tuple(lambda K, y, lam, d=d: np.round(_solve(K, y, lam), d) for d in (0, 1, 3, 4)),
        ),
        Mistake(
            "These are probabilities, or surprises. Wanted are the coefficients.",
            lambda K, y, lam: logistic.probability(K @ _solve(K, y, lam)),
            when=lambda problem, theta: any(
                np.allclose(theta, other, atol=1e-5)
                for h in [logistic.probability(problem.K @ _solve(*problem))]
                for other in (h, 1 - h, problem.y - h, np.abs(problem.y - h))
            ),
        ),
        Mistake(
            "P is lower here than at 0, and the gap is still too large. If your method was stopped early, take more "
            "steps, or longer ones, or let 11.6 take them; if it has ended, it minimizes something else.",
            _descended(50),
            when=lambda problem, theta: _is_on_the_way(problem, theta),
        ),
        Mistake(
            "Your scores have the right direction and another length: the coefficients were scaled in the end.",
            lambda K, y, lam: 3 * _solve(K, y, lam),
            when=lambda problem, theta: (
                np.abs(
                    problem.K @ theta / np.linalg.norm(problem.K @ theta)
                    - (right := problem.K @ _solve(*problem)) / np.linalg.norm(right)
                ).max()
                < 1e-4
            ),
        ),
    ],
)


# ---- 11.9 -----------------------------------------------------------------------------------------


def _held_out(K, y, K_new, y_new, lams):
    fits = [logistic_solve.solve_logistic(K, y, lam) for lam in lams]
    return np.array([logistic.mean_loss_of_scores(y_new, K_new @ fit.theta) for fit in fits])


def _certify_held_out(problem, losses):
    K, y, K_new, y_new, lams = problem
    exact = []
    for lam in lams:
        *_, last = logistic_solve.newton_steps(K, y, lam, tol=1e-13)
        h = 1 / (1 + np.exp(-K_new @ last.theta))
        exact.append(
            -sum(np.log(p if label == 1 else 1 - p) for p, label in zip(h, y_new, strict=True)) / len(y_new)
        )
    text = "largest difference of the losses on women that were not learned from"
    return Certificate(text, worst(np.abs(losses - np.array(exact))), 1e-6)


def _held_out_with(number):
    """Another number for each λ: ``number(fit, K_new, y_new)``."""

    def held_out_losses(K, y, K_new, y_new, lams):
        return np.array([number(logistic_solve.solve_logistic(K, y, lam), K_new, y_new) for lam in lams])

    return held_out_losses


def _mean_loss(f, y, of):
    return float(np.logaddexp(0, -(2 * y[of] - 1) * f[of]).mean())


held_out_losses = Exercise(
    "11.9",
    "Which λ for new patients?",
    problems=problems.held_out,
    reference=_held_out,
    certify=_certify_held_out,
    mistakes=[
        Mistake(
            "This is the loss on the women that you learned from. It falls with λ whatever you do: it says nothing of "
            "new ones.",
            _held_out_with(lambda fit, K_new, y_new: fit.mean_loss),
        ),
        Mistake(
            "The share of wrong sides is no loss: it does not see how sure the model was.",
            _held_out_with(lambda fit, K_new, y_new: np.mean((K_new @ fit.theta > 0) != (y_new == 1))),
        ),
        Mistake(
            "The penalty belongs to the fit. What a new woman costs is her surprise alone.",
            _held_out_with(
                lambda fit, K_new, y_new: (
                    logistic.mean_loss_of_scores(y_new, K_new @ fit.theta) + fit.lam / 2 * fit.squared_norm
                )
            ),
        ),
        Mistake(
            "A sum where a mean is wanted: sets of different sizes could not be compared.",
            _held_out_with(
                lambda fit, K_new, y_new: len(y_new) * logistic.mean_loss_of_scores(y_new, K_new @ fit.theta)
            ),
        ),
        Mistake(
            "You take −log h of every woman. h is the probability of class 1; for those of class 0 it is 1 − h that "
            "counts.",
            _held_out_with(lambda fit, K_new, y_new: np.logaddexp(0, -(K_new @ fit.theta)).mean()),
        ),
        Mistake(
            "The classes are exchanged, in the fit or in the loss.",
            _held_out_with(
                lambda fit, K_new, y_new: logistic.mean_loss_of_scores(1 - y_new, K_new @ fit.theta)
            ),
        ),
        Mistake(
            "You have fitted to the mean loss, as if λ were n times as large: in P the losses are summed.",
            lambda K, y, K_new, y_new, lams: _held_out(K, y, K_new, y_new, len(y) * lams),
        ),
        Mistake(
            "You fitted with twice λ. The penalty has the factor ½, λ none.",
            lambda K, y, K_new, y_new, lams: _held_out(K, y, K_new, y_new, 2 * lams),
        ),
        Mistake(
            "You fitted with 1/λ: the larger λ, the smaller the coefficients.",
            lambda K, y, K_new, y_new, lams: _held_out(K, y, K_new, y_new, 1 / lams),
        ),
        Mistake(
            "The sign: a loss is positive.",
            lambda K, y, K_new, y_new, lams: -_held_out(K, y, K_new, y_new, lams),
        ),
        Mistake(
            "That is the share that comes out right. A share does not see how sure the model was.",
            _held_out_with(lambda fit, K_new, y_new: np.mean((K_new @ fit.theta > 0) == (y_new == 1))),
        ),
        Mistake(
            "You fitted with λ divided by the number of women. The losses are summed in P, and λ stands as it is.",
            lambda K, y, K_new, y_new, lams: _held_out(K, y, K_new, y_new, lams / len(y)),
            when=lambda problem, losses: any(
                np.allclose(losses, _held_out(*problem[:4], problem.lams * c), rtol=1e-5)
                for c in (1 / len(problem.y), 0.5, len(problem.y_new), 1 / len(problem.y_new))
            ),
        ),
        Mistake(
            "These are squared differences of probability and label. The loss (24) is a logarithm.",
            _held_out_with(
                lambda fit, K_new, y_new: ((logistic.probability(K_new @ fit.theta) - y_new) ** 2).mean()
            ),
            when=lambda problem, losses: any(
                np.allclose(
                    losses,
                    c
                    * _held_out_with(
                        lambda fit, K_new, y_new, p=p: (
                            np.abs(logistic.probability(K_new @ fit.theta) - y_new) ** p
                        ).mean()
                    )(*problem),
                    rtol=1e-6,
                )
                for c in (1, 0.5)
                for p in (1, 2)
            ),
        ),
        Mistake(
            "The labels 0 and 1 stand in the loss where signs belong: women of class 0 cost log 2 each.",
            _held_out_with(lambda fit, K_new, y_new: np.logaddexp(0, -y_new * (K_new @ fit.theta)).mean()),
        ),
        Mistake(
            "You add up the losses over the values of λ. Each λ has a number of its own.",
            lambda K, y, K_new, y_new, lams: np.cumsum(_held_out(K, y, K_new, y_new, lams)),
        ),
        Mistake(
            "All your losses are those of one λ.",
            lambda K, y, K_new, y_new, lams: np.full(len(lams), _held_out(K, y, K_new, y_new, lams[:1])[0]),
            when=lambda problem, losses: (
                len(losses) > 1
                and bool(np.ptp(losses) < 1e-12)
                and bool(np.isclose(_held_out(*problem), losses[0], rtol=1e-9).any())
            ),
        ),
        Mistake(
            "The logistic function was applied twice: probabilities went into the loss as if they were scores.",
            _held_out_with(
                lambda fit, K_new, y_new: logistic.mean_loss_of_scores(
                    y_new, logistic.probability(K_new @ fit.theta)
                )
            ),
        ),
        Mistake(
            "The fits have not reached the minimum: some steps of a solver, but not all.",
            lambda K, y, K_new, y_new, lams: np.array(
                [logistic.mean_loss_of_scores(y_new, K_new @ _after(1)(K, y, lam)) for lam in lams]
            ),
            when=lambda problem, losses: any(
                np.allclose(
                    losses,
                    [
                        logistic.mean_loss_of_scores(
                            problem.y_new, problem.K_new @ solve(problem.K, problem.y, lam)
                        )
                        for lam in problem.lams
                    ],
                    rtol=1e-6,
                )
                for solve in (
                    _after(1),
                    _after(2),
                    _after(3),
                    _descended(50),
                    _descended(100),
                    _descended(1000),
                )
            ),
        ),
        Mistake(
            "You subtracted the smallest loss. The losses themselves are asked for.",
            lambda K, y, K_new, y_new, lams: (
                _held_out(K, y, K_new, y_new, lams) - _held_out(K, y, K_new, y_new, lams).min()
            ),
        ),
        Mistake(
            "Both classes count alike in your mean. Each woman counts once.",
            lambda K, y, K_new, y_new, lams: np.array(
                [
                    np.mean([_mean_loss(K_new @ _solve(K, y, lam), y_new, y_new == c) for c in (0, 1)])
                    for lam in lams
                ]
            ),
        ),
        Mistake(
            "The loss is that of the women of one class alone.",
            lambda K, y, K_new, y_new, lams: np.array(
                [_mean_loss(K_new @ _solve(K, y, lam), y_new, y_new == 1) for lam in lams]
            ),
            also=(
                lambda K, y, K_new, y_new, lams: np.array(
                    [_mean_loss(K_new @ _solve(K, y, lam), y_new, y_new == 0) for lam in lams]
                ),
            ),
        ),
        Mistake(
            "Not a mean but a median, or the largest loss of a woman, is in your answer.",
            _held_out_with(
                lambda fit, K_new, y_new: np.median(np.logaddexp(0, -(2 * y_new - 1) * (K_new @ fit.theta)))
            ),
            when=lambda problem, losses: any(
                np.allclose(
                    losses,
                    _held_out_with(
                        lambda fit, K_new, y_new, of=of: of(
                            np.logaddexp(0, -(2 * y_new - 1) * (K_new @ fit.theta))
                        )
                    )(*problem),
                    rtol=1e-6,
                )
                for of in (np.median, np.max, np.min)
            ),
        ),
    ],
)
