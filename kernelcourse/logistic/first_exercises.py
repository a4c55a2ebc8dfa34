"""The first exercises of chapter 11, up to 11.5."""

import numpy as np

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
                - _primal(K, y, logistic_solve.plain_newton(K, y, lam, tol=1e-14).theta, lam)
            ),
            when=lambda problem, gap: np.isclose(
                gap,
                _primal(*problem)
                - _primal(
                    *problem[:2],
                    logistic_solve.plain_newton(*problem[:2], problem.lam, tol=1e-14).theta,
                    problem.lam,
                ),
                rtol=1e-5,
            ),
        ),
    ],
)
