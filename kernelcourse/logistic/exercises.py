"""The exercises of chapter 11: kernel logistic regression."""

import numpy as np

from kernelcourse.judging.answers import describe, points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement, worst
from kernelcourse.logistic import problems
from kernelcourse.logistic.draws import slope
from kernelsy19.kernels import RBF
from kernelsy19.logistic import equations as logistic
from kernelsy19.logistic import solve as logistic_solve

# ---- 11.1 -----------------------------------------------------------------------------------------


def _loss_and_slope(y, f):
    return logistic.mean_loss_of_scores(y, f), (logistic.probability(f) - y) / len(y)


def _exact_loss(y, f):
    """The loss point by point, in a form that no score is too large for."""
    total = 0.0
    for yi, fi in zip(y, f, strict=True):
        margin = fi if yi == 1 else -fi
        total += np.log1p(np.exp(-abs(margin))) + max(-margin, 0)
    return total / len(y)


def _certify_loss(problem, answer):
    loss, slopes = answer
    expected = slope(lambda f: _exact_loss(problem.y, f), problem.f)
    return [
        Certificate("error of the loss, summed point by point", abs(loss - _exact_loss(*problem)), 1e-8),
        Certificate(
            "largest difference of the slopes from finite differences", worst(np.abs(slopes - expected)), 1e-8
        ),
    ]


def _with_slope(change):
    """The right loss with another slope: `change(slope, y, f)`."""

    def loss_and_slope(y, f):
        loss, slopes = _loss_and_slope(y, f)
        return loss, change(slopes, y, f)

    return loss_and_slope


def _loss_and_slope_as_printed(y, f):
    """(24) as it stands: 1 − h and log h overflow where a score is large."""
    with np.errstate(all="ignore"):
        h = 1 / (1 + np.exp(-f))
        loss = -(y @ np.log(h) + (1 - y) @ np.log(1 - h)) / len(y)
        return loss, (h - y) / len(y)


def _loss_and_slope_of_the_other_class(y, f):
    return _loss_and_slope(1 - y, f)


def _loss_with_zero_as_sign(y, f):
    loss = np.logaddexp(0, -y * f).mean()
    return loss, -y * logistic.probability(-y * f) / len(y)


def _losses(y, f):
    return np.logaddexp(0, -(2 * y - 1) * f)


def _with_cut(most):
    return lambda y, f: _loss_and_slope(y, np.clip(f, -most, most))


def _cuts_large_losses(problem, answer):
    """Whether the slope is right, and the loss lower than the right one, among scores that are large."""
    loss, slope = _loss_and_slope(*problem)
    return bool(np.abs(problem.f).max() > 100 and np.allclose(answer[1], slope) and 0 <= answer[0] < loss)


loss_and_slope = Exercise(
    "11.1",
    "The loss, and how it changes with the scores",
    problems=problems.scored_labels,
    edge=problems.edge_scored_labels,
    reference=_loss_and_slope,
    certify=_certify_loss,
    mistakes=[
        Mistake(
            "A sum where a mean is wanted: look at the factor before the bracket in (24). Both numbers carry it.",
            lambda y, f: (_loss_and_slope(y, f)[0] * len(y), _loss_and_slope(y, f)[1] * len(y)),
        ),
        Mistake(
            "The loss is right. Its slope has the factor of the mean, too: each score is in one of the m terms.",
            _with_slope(lambda slopes, y, f: slopes * len(y)),
        ),
        Mistake(
            "The loss is right, and the slope points the wrong way: a point of class 1 wants a larger score, which "
            "lowers the loss.",
            _with_slope(lambda slopes, y, f: -slopes),
        ),
        Mistake(
            "The loss is right. In the slope you have kept the derivative h(1 − h) of the logistic function: with the "
            "logarithm outside, it cancels.",
            _with_slope(lambda slopes, y, f: slopes * logistic.curvatures(logistic.probability(f))),
        ),
        Mistake(
            "Large scores break your formula: the exponential does not fit into a float, or 1 − h is 0 and its "
            "logarithm minus infinity. Write the loss with log(1 + e^…), and find a function that does not overflow.",
            _loss_and_slope_as_printed,
        ),
        Mistake(
            "The two classes are exchanged: h is the probability of class 1.",
            _loss_and_slope_of_the_other_class,
        ),
        Mistake(
            "You use y where the sign ±1 of the class belongs: with y = 0 a point of class 0 costs log 2 whatever its "
            "score is.",
            _loss_with_zero_as_sign,
        ),
        Mistake(
            "The slope is right. The loss is a sum where (24) has a mean.",
            lambda y, f: (_loss_and_slope(y, f)[0] * len(y), _loss_and_slope(y, f)[1]),
        ),
        Mistake(
            "The slope is right, and the loss has the wrong sign: what is surprising is to cost something.",
            lambda y, f: (-_loss_and_slope(y, f)[0], _loss_and_slope(y, f)[1]),
        ),
        Mistake(
            "The loss is right. In the slope the probability is compared with ±1: the labels are 0 and 1.",
            lambda y, f: (_loss_and_slope(y, f)[0], _loss_and_slope(y, f)[1] + (1 - y) / len(y)),
        ),
        Mistake(
            "The slope is right. In the loss the labels 0 and 1 stand where ±1 belongs: points of class 0 "
            "have no effect.",
            lambda y, f: (np.logaddexp(0, -y * f).mean(), _loss_and_slope(y, f)[1]),
        ),
        Mistake(
            "The loss is right. As slope you give the probabilities themselves.",
            lambda y, f: (_loss_and_slope(y, f)[0], _loss_and_slope(y, f)[1] * len(y) + y),
        ),
        Mistake(
            "These are squared differences of probabilities, or their slopes. (24) is a logarithm.",
            lambda y, f: (
                ((logistic.probability(f) - y) ** 2).mean(),
                2 * (logistic.probability(f) - y) / len(y),
            ),
            when=lambda problem, answer: any(
                np.isclose(
                    answer[0], c * ((logistic.probability(problem.f) - problem.y) ** 2).mean(), rtol=1e-9
                )
                for c in (1, 0.5, len(problem.y), len(problem.y) / 2)
            ),
        ),
        Mistake(
            "That is the loss of another machine: it is 0 or straight, where that of (24) is curved.",
            lambda y, f: (np.maximum(0, 1 - (2 * y - 1) * f).mean(), _loss_and_slope(y, f)[1]),
            when=lambda problem, answer: any(
                np.isclose(answer[0], loss.mean() * c, rtol=1e-9)
                for m in [(2 * problem.y - 1) * problem.f]
                for loss in (
                    np.maximum(0, 1 - m),
                    np.maximum(0, -m),
                    1.0 * (m <= 0),
                    np.exp(-np.clip(m, -600, 600)),
                )
                for c in (1, len(m))
            ),
        ),
        Mistake(
            "The loss is right. In the slope each entry is multiplied by its score, as for a coefficient of it.",
            lambda y, f: (_loss_and_slope(y, f)[0], _loss_and_slope(y, f)[1] * f),
        ),
        Mistake(
            "The slope is right. The loss is an exponential in your answer; that of (24) is a logarithm.",
            lambda y, f: (float(np.exp(-(2 * y - 1) * np.clip(f, -50, 50)).mean()), _loss_and_slope(y, f)[1]),
            also=(
                lambda y, f: (float(np.exp(-(2 * y - 1) * f).mean()), _loss_and_slope(y, f)[1]),
                lambda y, f: (
                    float(np.exp(np.clip(-(2 * y - 1) * f, -20, 20)).mean()),
                    _loss_and_slope(y, f)[1],
                ),
            ),
        ),
        Mistake(
            "The slope is right. The loss is not a mean but another number of the losses, a median or the largest.",
            lambda y, f: (float(np.median(_losses(y, f))), _loss_and_slope(y, f)[1]),
            also=(
                lambda y, f: (float(_losses(y, f).max()), _loss_and_slope(y, f)[1]),
                lambda y, f: (float(_losses(y, f)[0]), _loss_and_slope(y, f)[1]),
                lambda y, f: (float(_losses(y, f)[-1]), _loss_and_slope(y, f)[1]),
            ),
        ),
        Mistake(
            "The loss is right. In the slope another function stands where the probability belongs.",
            lambda y, f: (_loss_and_slope(y, f)[0], (np.tanh(f) - y) / len(y)),
            also=(
                lambda y, f: (_loss_and_slope(y, f)[0], (f - y) / len(y)),
                lambda y, f: (_loss_and_slope(y, f)[0], (np.sign(f) - y) / len(y)),
                lambda y, f: (_loss_and_slope(y, f)[0], ((f > 0) - y) / len(y)),
                lambda y, f: (_loss_and_slope(y, f)[0], (logistic.probability(2 * f) - y) / len(y)),
            ),
        ),
        Mistake(
            "Large scores were cut off, so that nothing overflows. Their losses are large, too: write the loss so that "
            "it needs no cut.",
            _with_cut(20),
            also=tuple(_with_cut(c) for c in (10, 15, 30, 35, 36, 37, 50, 100, 500, 700, 709)),
        ),
        Mistake(
            "Large losses come out too small: were probabilities kept away from 0 and 1? Then their logarithms stop, "
            "and the loss of a score of 800 on the wrong side does not. Write the loss so that nothing has to be cut.",
            _with_cut(34),
            when=_cuts_large_losses,
        ),
        Mistake(
            "Points of one class are left out: (24) has a term for each of them.",
            lambda y, f: ((y * np.logaddexp(0, -f)).mean(), y * _loss_and_slope(y, f)[1]),
            when=lambda problem, answer: any(
                np.isclose(
                    answer[0] * n, (of * np.logaddexp(0, -(2 * problem.y - 1) * problem.f)).sum(), rtol=1e-9
                )
                for of in (problem.y, 1 - problem.y)
                for n in (1, len(of), of.sum())
            ),
        ),
        Mistake(
            "The loss is right. As slope you give one number, or a mean. Each score has a derivative of its own.",
            _with_slope(lambda slopes, y, f: np.full(len(y), slopes.mean())),
            when=lambda problem, answer: (
                np.isclose(answer[0], _loss_and_slope(*problem)[0], rtol=1e-9)
                and bool(np.ptp(answer[1]) < 1e-12)
            ),
        ),
    ],
)


# ---- 11.2 -----------------------------------------------------------------------------------------


def _exact_box_step(theta, i, K, y, step):
    mu = 1 / (1 + np.exp(-sum(theta[k] * K[k, i] for k in range(len(y)))))
    return np.array([theta[k] - step * (mu - y[i]) * K[k, i] for k in range(len(y))])


def _box_step_with(error):
    """A step of the box with another number in the place of its error: ``error(theta, i, K, y)``."""
    return lambda theta, i, K, y, step: theta - step * error(theta, i, K, y) * K[:, i]


def _h(theta, K):
    return logistic.probability(K @ theta)


def _box_step_that_looks_again(theta, i, K, y, step):
    """The probability is computed anew inside of the loop over k."""
    theta = theta.copy()
    for k in range(len(y)):
        theta[k] -= step * (_h(theta, K)[i] - y[i]) * K[k, i]
    return theta


def _box_step_of_one_coefficient(theta, i, K, y, step):
    moved = theta.copy()
    moved[i] -= step * (_h(theta, K)[i] - y[i]) * K[i, i]
    return moved


def _moved_along(problem, after):
    """The number e in θ − η e K(·, xᵢ), or None if the step is none along the kernel values of point i."""
    change, column = problem.theta - after, problem.K[:, problem.i]
    e = change @ column / (column @ column) / problem.step
    return e if np.allclose(e * problem.step * column, change, rtol=1e-9, atol=1e-12) else None


def _has_other_probability(problem, after):
    e = _moved_along(problem, after)
    if e is None:
        return False
    theta, i, K, y, _ = problem
    h = logistic.probability
    others = [
        h(theta[i]),
        h(-(K @ theta)[i]),
        h(theta.sum()),
        h(K[i, i] * theta[i]),
        h(K[i].sum()),
        h((K @ (theta * y))[i]),
    ]
    others += [p for k, p in enumerate(h(K @ theta)) if k != i]
    return bool(np.isclose(np.array(others) - y[i], e, rtol=1e-9, atol=1e-12).any())


def _shrinks(problem, after):
    """Whether the step is right but for a multiple of the coefficients from before."""
    right = logistic.sgd_update(*problem)
    if not np.any(problem.theta):
        return False
    off = after - right
    c = off @ problem.theta / (problem.theta @ problem.theta)
    return bool(np.allclose(off, c * problem.theta, atol=1e-12)) and abs(c) > 1e-9


box_step = Exercise(
    "11.2",
    "One step of the box",
    problems=problems.box_steps,
    edge=problems.edge_box_steps,
    reference=logistic.sgd_update,
    certify=agreement("largest difference from the box, coefficient by coefficient", _exact_box_step),
    mistakes=[
        Mistake(
            "You step uphill. Where the probability is too small, the score of the point has to grow.",
            _box_step_with(lambda theta, i, K, y: y[i] - _h(theta, K)[i]),
        ),
        Mistake(
            "You move the coefficient of point i alone. In the box the loop over k moves all of them, each as much as "
            "its point resembles point i.",
            _box_step_of_one_coefficient,
            also=(
                lambda theta, i, K, y, step: (
                    theta - step * (_h(theta, K)[i] - y[i]) * (np.arange(len(y)) == i)
                ),
            ),
        ),
        Mistake(
            "Your probability changes while the loop over k runs. It belongs to the coefficients from before the step: "
            "compute it once.",
            _box_step_that_looks_again,
        ),
        Mistake(
            "The error is taken with the sign ±1 of the class. A probability is compared with the label 0 or 1.",
            _box_step_with(lambda theta, i, K, y: _h(theta, K)[i] - (2 * y[i] - 1)),
        ),
        Mistake(
            "This is a step with all points, as in (29). The box looks at point i only.",
            lambda theta, i, K, y, step: theta - step * logistic.gradient_in_theta(K, y, _h(theta, K)),
        ),
        Mistake(
            "The score stands where its probability should: the logistic function is missing.",
            _box_step_with(lambda theta, i, K, y: (K @ theta)[i] - y[i]),
        ),
        Mistake(
            "The factor h(1 − h) does not belong here: it cancels in the derivative of the loss.",
            _box_step_with(
                lambda theta, i, K, y: (_h(theta, K)[i] - y[i]) * logistic.curvatures(_h(theta, K)[i])
            ),
        ),
        Mistake(
            "The length of the step has no effect on your answer.",
            lambda theta, i, K, y, step: theta + (logistic.sgd_update(theta, i, K, y, step) - theta) / step,
        ),
        Mistake(
            "You divided by the number of points. The box looks at one of them, without a mean.",
            lambda theta, i, K, y, step: (
                theta + (logistic.sgd_update(theta, i, K, y, step) - theta) / len(theta)
            ),
        ),
        Mistake(
            "This is the change of the coefficients. The coefficients after the step are asked for.",
            lambda theta, i, K, y, step: logistic.sgd_update(theta, i, K, y, step) - theta,
        ),
        Mistake(
            "The two classes are exchanged: the probability of class 1 is compared with 1 for class 1.",
            lambda theta, i, K, y, step: logistic.sgd_update(theta, i, K, 1 - y, step),
        ),
        Mistake(
            "In the score each coefficient is multiplied by its label. The box has no such factor.",
            lambda theta, i, K, y, step: (
                theta - step * (logistic.probability(K[i] @ (theta * y)) - y[i]) * K[i]
            ),
        ),
        Mistake(
            "This is a step with all points. The box looks at point i only.",
            lambda theta, i, K, y, step: theta - step * K @ (_h(theta, K) - y),
            when=lambda problem, after: any(
                np.allclose(after, problem.theta - c * problem.step * g, rtol=1e-9)
                for e in [_h(problem.theta, problem.K) - problem.y]
                for g in (problem.K @ e, e)
                for c in (1, -1, 1 / len(e), -1 / len(e))
            ),
        ),
        Mistake(
            "All coefficients have moved by the same amount. Each moves as much as its point resembles point i.",
            lambda theta, i, K, y, step: theta - step * (_h(theta, K)[i] - y[i]) * K[i, i],
            when=lambda problem, after: (
                bool(np.ptp(after - problem.theta) < 1e-12)
                and bool(np.abs(after - problem.theta).max() > 1e-12)
            ),
        ),
        Mistake(
            "The score of point i has the other sign in your probability: h is 1/(1 + exp(−f)).",
            _box_step_with(lambda theta, i, K, y: logistic.probability(-K[i] @ theta) - y[i]),
        ),
        Mistake(
            "The probability is not that of point i: its score is the sum over all coefficients, with its kernel "
            "values.",
            _box_step_with(lambda theta, i, K, y: logistic.probability(theta[i]) - y[i]),
            when=lambda problem, after: _has_other_probability(problem, after),
        ),
        Mistake(
            "The step is that of another point, the next one or the one before.",
            lambda theta, i, K, y, step: _exact_box_step(theta, (i + 1) % len(y), K, y, step),
            also=(lambda theta, i, K, y, step: _exact_box_step(theta, i - 1, K, y, step),),
        ),
        Mistake(
            "K stands there twice: the coefficients move by K(xₖ, xᵢ), not by a sum over it.",
            lambda theta, i, K, y, step: theta + step * (y[i] - _h(theta, K)[i]) * (K @ K[i]),
            also=(lambda theta, i, K, y, step: theta + step * (y[i] - _h(theta, K)[i]) * K[i] ** 2,),
        ),
        Mistake(
            "Each coefficient has moved by an error of its own. All of them move by the error of point i.",
            lambda theta, i, K, y, step: theta + step * (y - _h(theta, K)) * K[i],
        ),
        Mistake(
            "The kernel values of point i were scaled before the step. They are taken as they are.",
            lambda theta, i, K, y, step: (
                theta + step * (y[i] - _h(theta, K)[i]) * K[i] / np.linalg.norm(K[i])
            ),
            also=(
                lambda theta, i, K, y, step: theta + step * (y[i] - _h(theta, K)[i]) * K[i] / K[i].sum(),
                lambda theta, i, K, y, step: theta + step * (y[i] - _h(theta, K)[i]) * K[i] / K[i, i],
                lambda theta, i, K, y, step: theta + step * (y[i] - _h(theta, K)[i]) * K[i] / K[i].max(),
            ),
        ),
        Mistake(
            "These are two steps. One is asked for.",
            lambda theta, i, K, y, step: _exact_box_step(
                _exact_box_step(theta, i, K, y, step), i, K, y, step
            ),
        ),
        Mistake(
            "Point i itself is left out, in the step or in the score. It resembles itself, too.",
            lambda theta, i, K, y, step: (
                theta + step * (y[i] - _h(theta, K)[i]) * np.where(np.arange(len(y)) == i, 0, K[i])
            ),
            also=(
                lambda theta, i, K, y, step: (
                    theta + step * (y[i] - logistic.probability(K[i] @ theta - K[i, i] * theta[i])) * K[i]
                ),
            ),
        ),
        Mistake(
            "The change is multiplied by the coefficients. They are what changes.",
            lambda theta, i, K, y, step: theta + step * (y[i] - _h(theta, K)[i]) * K[i] * theta,
            also=(lambda theta, i, K, y, step: theta + step * (y[i] - _h(theta, K)[i]) * K[i] * theta[i],),
        ),
        Mistake(
            "You round the probability to 0 or 1, as a perceptron does.",
            _box_step_with(lambda theta, i, K, y: float(K[i] @ theta > 0) - y[i]),
        ),
        Mistake(
            "The coefficients shrink in your step. The box has no penalty.",
            lambda theta, i, K, y, step: (1 - step) * theta - step * (_h(theta, K)[i] - y[i]) * K[:, i],
            when=lambda problem, after: _shrinks(problem, after),
        ),
    ],
)


# ---- 11.3 -----------------------------------------------------------------------------------------


LABELS_CHOICES = (
    "every point comes out as class 1",
    "every point comes out as class 0",
    "the two classes are exchanged",
    "nothing changes",
    "each point has probability 1/2",
    "only points of class 0 are right",
)


def _certify_labels(_, answer):
    rng = np.random.default_rng(11)
    X, y = rng.normal(size=(60, 2)), (np.arange(60) < 30).astype(float)
    X[:, 0] += 2.5 * y
    K = RBF(0.5)(X)
    *_, last = logistic_solve.sgd_steps(K, y, 0.05, 300)
    h = logistic.probability_by_labels(last.theta, y, K)
    happens = {
        LABELS_CHOICES[0]: (h > 0.5).all(),
        LABELS_CHOICES[1]: (h < 0.5).all(),
        LABELS_CHOICES[2]: np.mean((h > 0.5) == (y == 1)) < 0.5 and not (h > 0.5).all(),
        LABELS_CHOICES[3]: np.allclose(h, logistic.probability(K @ last.theta)),
        LABELS_CHOICES[4]: np.allclose(h, 0.5),
        LABELS_CHOICES[5]: not (h > 0.5).any(),
    }
    return Certificate(
        "so it is on 60 points of two classes, after 300 epochs of the box", bool(happens[answer])
    )


labels_in_28 = Exercise(
    "11.3",
    "What (28) does to coefficients of the box",
    problems=None,
    reference=lambda: LABELS_CHOICES[0],
    certify=_certify_labels,
    mistakes=[
        Mistake(
            "Look at the terms that are left. Coefficients of class 1 have been pushed up: of which sign are they, and "
            "what is the score then?",
            lambda: LABELS_CHOICES[1],
        ),
        Mistake(
            "The labels 0 and 1 exchange no signs; they switch terms on and off. Which are off?",
            lambda: LABELS_CHOICES[2],
        ),
        Mistake(
            "A factor 1 changes nothing, but half of the labels are 0. What becomes of their terms?",
            lambda: LABELS_CHOICES[3],
        ),
        Mistake(
            "For that the score would have to be 0. The terms of class 1 are all still there.",
            lambda: LABELS_CHOICES[4],
        ),
        Mistake(
            "Points of class 0 have lost their own terms. Whose terms are left, and to which side do they push?",
            lambda: LABELS_CHOICES[5],
        ),
    ],
    choices=LABELS_CHOICES,
)


# ---- 11.4 -----------------------------------------------------------------------------------------


def _terms_of_probabilities(problem):
    theta, y, lam = problem[:3]
    return {
        "the label": (y, 1),
        "what λ and the coefficients give": (lam * theta, -1),
        "a 1 for all points": (1.0, 0),
        "a coefficient without λ": (theta, 0),
        "a coefficient that is divided by λ": (theta / lam, 0),
        "a coefficient without its sign": (lam * np.abs(theta), 0),
        "a coefficient times the square of λ": (lam**2 * theta, 0),
        "a coefficient times its label": (lam * theta * y, 0),
        "a coefficient that is divided by n": (lam * theta / len(y), 0),
        "a sum of the coefficients": (theta.sum(), 0),
    }


probabilities_from_theta = Exercise(
    "11.4",
    "Probabilities from coefficients alone",
    problems=problems.fitted,
    arguments=lambda problem: problem[:3],
    reference=lambda theta, y, lam: y - lam * theta,
    certify=lambda problem, h: Certificate(
        "largest difference from the probabilities of the fitted scores", worst(np.abs(h - problem.h)), 1e-5
    ),
    terms=_terms_of_probabilities,
    mistakes=[
        Mistake(
            "The sign: a point of class 1 has a positive coefficient, and its probability is below 1, not above.",
            lambda theta, y, lam: y + lam * theta,
        ),
        Mistake(
            "These are the surprises, the probability that goes to the wrong class. Wanted is that of class 1.",
            lambda theta, y, lam: lam * np.abs(theta),
        ),
        Mistake(
            "This is the probability of the right class of each point. Wanted is that of class 1.",
            lambda theta, y, lam: 1 - lam * np.abs(theta),
        ),
        Mistake(
            "This is the probability of class 0.",
            lambda theta, y, lam: 1 - y + lam * theta,
        ),
        Mistake(
            "λ is missing: the coefficients are the surprises *divided* by λ.",
            lambda theta, y, lam: y - theta,
        ),
        Mistake(
            "λ is on the wrong side: how large are coefficients where the penalty is small?",
            lambda theta, y, lam: y - theta / lam,
        ),
        Mistake(
            "A coefficient is no score: the logistic function of θᵢ means nothing. Look at what r = 0 says.",
            lambda theta, y, lam: logistic.probability(theta),
        ),
        Mistake(
            "Twice too far from the label: there is no 2 in r = 0.",
            lambda theta, y, lam: y - 2 * lam * theta,
        ),
        Mistake(
            "Half as far from the label as it should be: the ½ of the penalty goes when it is differentiated.",
            lambda theta, y, lam: y - lam / 2 * theta,
        ),
        Mistake(
            "The losses are summed in P, not averaged: there is no n beside λ.",
            lambda theta, y, lam: y - len(y) * lam * theta,
        ),
        Mistake(
            "The coefficients have signs already: a point of class 0 has a negative one, which raises its "
            "probability from 0.",
            lambda theta, y, lam: y - lam * np.abs(theta),
        ),
        Mistake(
            "A logistic function stands in your answer. At the minimum the probabilities can be read off without one.",
            lambda theta, y, lam: logistic.probability(lam * theta),
            when=lambda problem, h: any(
                np.allclose(h, logistic.probability(v), rtol=1e-9)
                for theta, y, lam in [problem[:3]]
                for v in (
                    lam * theta,
                    theta / lam,
                    y - lam * theta,
                    -theta,
                    -lam * theta,
                    lam * theta - y,
                    (2 * y - 1) * theta,
                )
            ),
        ),
        Mistake(
            "Only points of class 1 get what λ and the coefficients give. Those of class 0 need it, too.",
            lambda theta, y, lam: y * (1 - lam * theta),
            also=(lambda theta, y, lam: np.where(y == 1, 1 - lam * theta, lam * theta),),
        ),
        Mistake(
            "The coefficients were made to have another size, or your answer was: λ alone says what they stand for.",
            lambda theta, y, lam: y - theta / np.abs(theta).sum(),
            also=(
                lambda theta, y, lam: y - theta / np.abs(theta).max(),
                lambda theta, y, lam: y - theta / np.linalg.norm(theta),
                lambda theta, y, lam: (lam * theta - (lam * theta).min()) / np.ptp(lam * theta),
                lambda theta, y, lam: (theta - theta.min()) / np.ptp(theta),
            ),
        ),
        Mistake(
            "These are classes, not probabilities.",
            lambda theta, y, lam: np.round(y - lam * theta),
            when=lambda problem, h: bool(np.isin(h, (0, 1)).all()),
        ),
    ],
)


# ---- 11.5 -----------------------------------------------------------------------------------------


def _gap(K, y, theta, lam):
    r = logistic.residual(theta, y, _h(theta, K), lam)
    return float(logistic.duality_gap(K @ r, r, lam))


def _exact_gap(K, y, theta, lam):
    """P − D, each from its definition."""
    f, t = K @ theta, np.where(y == 1, 1.0, -1.0)
    s = 1 / (1 + np.exp(t * f))
    primal = sum(np.log1p(np.exp(-t[i] * f[i])) for i in range(len(y))) + lam / 2 * theta @ K @ theta
    entropy = -sum(s[i] * np.log(s[i]) + (1 - s[i]) * np.log(1 - s[i]) for i in range(len(y)))
    return primal - entropy + (t * s) @ K @ (t * s) / (2 * lam)


def _gap_with(change):
    """Another number made of K and the residual: ``change(K, r, lam)``."""
    return lambda K, y, theta, lam: float(change(K, logistic.residual(theta, y, _h(theta, K), lam), lam))


def _gap_with_wrong_sign(K, y, theta, lam):
    r = lam * theta + (y - _h(theta, K))
    return float(r @ K @ r / (2 * lam))


def _gap_without_penalty(K, y, theta, lam):
    r = _h(theta, K) - y
    return float(r @ K @ r / (2 * lam))


def _terms_of_gap(problem):
    K, y, theta, lam = problem
    f, t = K @ theta, 2 * y - 1
    h, s = logistic.probability(f), logistic.probability(-t * f)
    with np.errstate(all="ignore"):
        entropy = -np.nan_to_num(s * np.log(s) + (1 - s) * np.log(1 - s)).sum()
    return {
        "the sum of the losses": (np.logaddexp(0, -t * f).sum(), 1),
        "the penalty": (lam / 2 * theta @ K @ theta, 1),
        "the entropy of the surprises": (entropy, -1),
        "the squared norm in the dual": ((t * s) @ K @ (t * s) / (2 * lam), 1),
        "a norm without λ": (theta @ K @ theta, 0),
        "a squared length of the coefficients without K": (lam / 2 * theta @ theta, 0),
        "a mean of the losses": (np.logaddexp(0, -t * f).mean(), 0),
        "a norm without the signs of the classes": (s @ K @ s / (2 * lam), 0),
        "a norm without K": (s @ s / (2 * lam), 0),
        "a norm with λ above, not below,": (lam / 2 * (t * s) @ K @ (t * s), 0),
        "a norm without its λ": ((t * s) @ K @ (t * s) / 2, 0),
        "an entropy with one of its two parts": (-np.nan_to_num(s * np.log(s)).sum(), 0),
        "an entropy in bits": (entropy / np.log(2), 0),
        "a mean of the entropies": (entropy / len(y), 0),
        "an entropy of the probabilities alone": (-np.nan_to_num(h * np.log(h)).sum(), 0),
    }


def _norm_of(r, K, lam):
    return float(r @ K @ r / (2 * lam))


def _other_residuals(K, y, theta, lam):
    """Residuals of those who forget λ or K, take one K too many, or signs for labels."""
    h, t = logistic.probability, 2 * y - 1
    yield theta - (y - h(K @ theta))
    yield lam * theta - (y - h(theta))
    yield lam * (K @ theta) - (y - h(K @ theta))
    yield lam * theta - (t - h(K @ theta))
    yield lam * theta - (y - K @ theta)
    yield lam * theta - (t - K @ theta)
    yield lam * theta - (1 - y - h(K @ theta))
    yield lam * theta
    yield theta / lam - (y - h(K @ theta))
    yield lam / 2 * theta - (y - h(K @ theta))
    yield 2 * lam * theta - (y - h(K @ theta))
    yield lam * theta - (y - h(K @ theta)) / len(y)
    yield lam * theta * len(y) - (y - h(K @ theta))


def _primal(K, y, theta, lam):
    return float(np.logaddexp(0, -(2 * y - 1) * (K @ theta)).sum() + lam / 2 * theta @ K @ theta)


gap_of_coefficients = Exercise(
    "11.5",
    "How far from the minimum can this be?",
    problems=problems.any_coefficients,
    edge=problems.edge_coefficients,
    reference=_gap,
    certify=agreement("difference from P − D, each from its definition", _exact_gap),
    terms=_terms_of_gap,
    mistakes=[
        Mistake(
            "The factor 1/2 is missing: what line 3 of the proof leaves out is λ/2 times a squared length.",
            _gap_with(lambda K, r, lam: r @ K @ r / lam),
        ),
        Mistake(
            "λ is missing, or on the wrong side: the length is that of r/λ, squared, times λ/2.",
            _gap_with(lambda K, r, lam: r @ K @ r / 2),
            when=lambda problem, gap: bool(
                np.isclose(
                    gap, [_gap(*problem) * problem.lam**k for k in (1, 2)], rtol=1e-9, atol=1e-12
                ).any()
            ),
        ),
        Mistake(
            "Lengths in feature space are measured with K: rᵀr is that of no function.",
            _gap_with(lambda K, r, lam: r @ r / (2 * lam)),
        ),
        Mistake(
            "This is the squared length of the gradient Kr. The gap needs one K, not two.",
            _gap_with(lambda K, r, lam: (K @ r) @ (K @ r) / (2 * lam)),
        ),
        Mistake(
            "A sign in the residual: at the minimum λθ and y − h are equal, so their difference counts.",
            _gap_with_wrong_sign,
        ),
        Mistake(
            "The penalty is missing from the residual: h − y alone is 0 nowhere.",
            _gap_without_penalty,
        ),
        Mistake(
            "The sign: the value of P is the larger one.",
            lambda K, y, theta, lam: -_gap(K, y, theta, lam),
        ),
        Mistake(
            "This is the value of P alone. The dual value has to be subtracted.",
            lambda K, y, theta, lam: (
                np.logaddexp(0, -(2 * y - 1) * (K @ theta)).sum() + lam / 2 * theta @ K @ theta
            ),
        ),
        Mistake(
            "In P the penalty has the factor ½.",
            lambda K, y, theta, lam: _gap(K, y, theta, lam) + lam / 2 * theta @ K @ theta,
        ),
        Mistake(
            "The penalty is missing in P.",
            lambda K, y, theta, lam: _gap(K, y, theta, lam) - lam / 2 * theta @ K @ theta,
        ),
        Mistake(
            "You measure the residual, or the gradient Kr, in another length: the gap needs that of feature space, "
            "with K.",
            _gap_with(lambda K, r, lam: np.linalg.norm(K @ r)),
            when=lambda problem, gap: any(
                np.isclose(gap, value * factor, rtol=1e-9)
                for K, y, theta, lam in [problem]
                for r in [logistic.residual(theta, y, _h(theta, K), lam)]
                for value in (
                    np.linalg.norm(K @ r),
                    np.linalg.norm(r),
                    r @ r,
                    (K @ r) @ (K @ r),
                    np.abs(r).sum(),
                    np.abs(r).max(),
                    np.sqrt(max(r @ K @ r, 0)),
                    r @ np.linalg.pinv(K) @ r,
                )
                for factor in (1, 0.5, 1 / lam, 1 / (2 * lam), lam, lam / 2)
            ),
        ),
        Mistake(
            "In the residual λ is missing, or θ has a K too many, or the labels are signs: look at what is 0 at the "
            "minimum.",
            lambda K, y, theta, lam: _norm_of(theta - (y - _h(theta, K)), K, lam),
            when=lambda problem, gap: any(
                np.isclose(gap, _norm_of(r, problem.K, problem.lam), rtol=1e-9)
                for r in _other_residuals(*problem)
            ),
        ),
        Mistake(
            "That is P less its minimum. The gap compares with the dual value of *these* surprises, and needs no "
            "minimum.",
            lambda K, y, theta, lam: (
                _primal(K, y, theta, lam)
                - _primal(K, y, logistic_solve.plain_newton(K, y, lam, tol=1e-14), lam)
            ),
            when=lambda problem, gap: np.isclose(
                gap,
                _primal(*problem)
                - _primal(
                    *problem[:2],
                    logistic_solve.plain_newton(*problem[:2], problem.lam, tol=1e-14),
                    problem.lam,
                ),
                rtol=1e-5,
            ),
        ),
    ],
)


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
    return logistic_solve.plain_newton(K, y, lam, tol=1e-12)


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
    forbids=("kernelsy19.logistic.solve_logistic", "kernelsy19.logistic.plain_newton"),
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
