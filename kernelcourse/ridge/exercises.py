"""The exercises of chapter 10: a norm, primal and dual variables, an intercept, degrees of freedom, leaving one out."""

import functools

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import agreement, worst
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake
from kernelcourse.judging.hints.known_mistakes import other_prices
from kernelcourse.ridge import problems
from kernelcourse.ridge.first_exercises import (
    coefficients,
    degrees,
    distance,
    how_many,
    intercept,
    predicting,
)
from kernelsy19.kernels import RBF
from kernelsy19.ridge import equations as ridge
from kernelsy19.ridge.leave_one_out import loo_path
from kernelsy19.ridge.solve import plain_kernel_ridge, plain_leave_one_out, solve_dual

# A check looks for the exercises of a chapter here, those of the other file included.
__all__ = [
    "choosing",
    "coefficients",
    "deceiving",
    "degrees",
    "distance",
    "how_many",
    "intercept",
    "left_out",
    "predicting",
]


def _left_out(K, y, lam):
    return _left_out_of(K.tobytes(), y.tobytes(), len(y), float(lam)).copy()


@functools.lru_cache(maxsize=2048)
def _left_out_of(K, y, n, lam):
    """Errors left out, remembered: the mistakes of 10.9 ask for the same ones again and again."""
    fit = plain_kernel_ridge(np.frombuffer(K).reshape(n, n), np.frombuffer(y), lam)
    return ridge.left_out_errors(fit.alpha, fit.inverse_diagonal)


def _G(K, lam):
    return _G_of(K.tobytes(), len(K), float(lam))


@functools.lru_cache(maxsize=2048)
def _G_of(K, n, lam):
    return np.linalg.inv(ridge.bordered_matrix(np.frombuffer(K).reshape(n, n), lam))[:-1, :-1]


def _with_other_denominators(K, y, lam):
    G = _G(K, lam)
    left, one_minus = lam * (G @ y), lam * np.diagonal(G)
    with np.errstate(all="ignore"):
        yield from (left / one_minus**2, left * one_minus, left / (1 - one_minus), left / np.sqrt(one_minus))
        yield from (left / (1 + one_minus), left / (2 - one_minus))


def _offsets_left_out(K, y, lam):
    """The intercept of the fit without each point."""
    rests = [np.arange(len(y)) != i for i in range(len(y))]
    return np.array([plain_kernel_ridge(K[np.ix_(rest, rest)], y[rest], lam).b for rest in rests])


left_out = Exercise(
    "10.7",
    "Leave one out, all at once",
    problems=problems.fits,
    edge=problems.edge_left_out,
    reference=_left_out,
    certify=agreement("largest difference from n fits without one point each", plain_leave_one_out),
    mistakes=[
        Mistake(
            "Those are the errors of the fit at its own points: each point has helped to predict itself.",
            lambda K, y, lam: lam * (_G(K, lam) @ y),
        ),
        Mistake(
            "These are the dual variables. They have to be divided, each by a number of its own.",
            lambda K, y, lam: _G(K, lam) @ y,
        ),
        Mistake(
            "That is the formula for a fit without an intercept, dual variables and diagonal alike.",
            lambda K, y, lam: (
                ridge.dual_variables(K, y, lam) / np.diagonal(np.linalg.inv(K + lam * np.eye(len(K))))
            ),
        ),
        Mistake(
            "The dual variables know of the intercept, and the diagonal does not: it is that of the inverse without "
            "the border.",
            lambda K, y, lam: _G(K, lam) @ y / np.diagonal(np.linalg.inv(K + lam * np.eye(len(K)))),
        ),
        Mistake(
            "You centered y once and left points out of a fit without an intercept. The point that is left out still "
            "has its share in the mean.",
            lambda K, y, lam: (
                ridge.dual_variables(K, y - y.mean(), lam)
                / np.diagonal(np.linalg.inv(K + lam * np.eye(len(K))))
            ),
        ),
        Mistake(
            "You divided all by the same number, the mean of the diagonal. That is what generalized cross-validation "
            "does.",
            lambda K, y, lam: _G(K, lam) @ y / np.diagonal(_G(K, lam)).mean(),
        ),
        Mistake(
            "The sign: an error is the target minus the prediction.",
            lambda K, y, lam: -_left_out(K, y, lam),
        ),
        *other_prices(_left_out),
        Mistake(
            "You squared the errors. They are asked for with their signs.",
            lambda K, y, lam: _left_out(K, y, lam) ** 2,
        ),
        Mistake(
            "The signs of the errors are lost.",
            lambda K, y, lam: np.abs(_left_out(K, y, lam)),
        ),
        Mistake(
            "These are predictions of the points left out. The errors are asked for: what they leave of y.",
            lambda K, y, lam: y - _left_out(K, y, lam),
        ),
        Mistake(
            "A factor λ too many: α is already what the fit leaves of y, over λ.",
            lambda K, y, lam: lam * _left_out(K, y, lam),
        ),
        Mistake(
            "You divided by λ once too often.",
            lambda K, y, lam: _left_out(K, y, lam) / lam,
        ),
        Mistake(
            "What a fit leaves of y is divided by 1 − Sᵢᵢ in the end. Yours is divided by a power of it, multiplied "
            "with "
            "it, or divided by Sᵢᵢ.",
            lambda K, y, lam: (lam * _G(K, lam) @ y) / (lam * np.diagonal(_G(K, lam))) ** 2,
            when=lambda problem, e: any(
                np.allclose(e, other, rtol=1e-6) for other in _with_other_denominators(*problem)
            ),
        ),
        Mistake(
            "The targets themselves are divided. It is what the fit leaves of them.",
            lambda K, y, lam: y / np.diagonal(_G(K, lam)),
            when=lambda problem, e: any(
                np.allclose(e, problem.y / d, rtol=1e-6)
                for d in (
                    np.diagonal(_G(problem.K, problem.lam)),
                    problem.lam * np.diagonal(_G(problem.K, problem.lam)),
                )
            ),
        ),
        Mistake(
            "You give one number for all points. Each has an error of its own.",
            lambda K, y, lam: np.full(len(y), np.abs(_left_out(K, y, lam)).mean()),
            when=lambda problem, e: (
                len(e) > 1
                and bool(np.ptp(e) < 1e-12)
                and bool(np.ptp(_left_out(*problem)) > 1e-9 or np.abs(e - _left_out(*problem)).max() > 1e-9)
            ),
        ),
        Mistake(
            "The intercept is missing in your predictions of the points left out.",
            lambda K, y, lam: _left_out(K, y, lam) + _offsets_left_out(K, y, lam),
            also=(lambda K, y, lam: _left_out(K, y, lam) + plain_kernel_ridge(K, y, lam).b,),
        ),
        Mistake(
            "Your price changes with the number of points that are left. It stays λ.",
            lambda K, y, lam: _left_out(K, y, lam * (len(y) - 1) / len(y)),
            also=(
                lambda K, y, lam: _left_out(K, y, lam * len(y) / max(1, len(y) - 1)),
                lambda K, y, lam: _left_out(K, y, lam * (len(y) - 1)),
                lambda K, y, lam: _left_out(K, y, lam / max(1, len(y) - 1)),
            ),
        ),
        Mistake(
            "You divided the errors by the targets. They are asked for as they are.",
            lambda K, y, lam: _left_out(K, y, lam) / y,
        ),
        Mistake(
            "You left a point out of the mean only, or multiplied by n/(n − 1): the function changes as well when it "
            "goes.",
            lambda K, y, lam: lam * (_G(K, lam) @ y) * len(y) / (len(y) - 1),
        ),
    ],
)


DECEIVING_GAMMA, DECEIVING_PRICE, TIMES_WORSE = 1.0, 0.1, 10


def _errors(X):
    """Root mean square errors of kernel ridge regression: at its own points, and at points left out."""
    fit = solve_dual(RBF(DECEIVING_GAMMA)(X[:, :1]), X[:, 1], DECEIVING_PRICE)
    return np.sqrt(((X[:, 1] - fit.fitted) ** 2).mean()), np.sqrt((fit.loo_residuals**2).mean())


def _targets_vary(X):
    return bool(np.ptp(X[:, 1]) > 1e-3)


def _ratio(X):
    own, left = _errors(X)
    return float(left / own) if own > 0 else 1.0


def _nearest(X):
    """The smallest distance of two places."""
    return float(np.diff(np.sort(X[:, 0])).min())


def _certify_deceiving(_, X):
    return [
        Certificate("the targets vary", _targets_vary(X)),
        Certificate(
            "the error left out is at least 10 times the error at the points",
            _targets_vary(X) and _ratio(X) >= TIMES_WORSE,
        ),
    ]


deceiving = Exercise(
    "10.8",
    "Break it: a fit that deceives",
    problems=None,
    reference=lambda: np.array([[0.0, 1.0], [10.0, -1.0], [20.0, 1.0], [30.0, -1.0]]),
    certify=_certify_deceiving,
    form=points(2, least=3, most=50),
    mistakes=[
        Mistake(
            "All your targets are the same, so every error is 0. Let them differ.",
            lambda: np.array([[0.0, 2.0], [5.0, 2.0], [9.0, 2.0]]),
            when=lambda _, X: not _targets_vary(X),
        ),
        Mistake(
            "All your points stand at the same place. No function can tell them apart, so both errors are about the "
            "same.",
            lambda: np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]]),
            when=lambda _, X: _targets_vary(X) and bool(np.ptp(X[:, 0]) < 1e-3),
        ),
        Mistake(
            "Some of your points stand at the same place, and their mates predict them when they are left out. Move "
            "them apart.",
            lambda: np.array([[0.0, 1.0], [0.0, 1.0], [10.0, -1.0], [10.0, -1.0]]),
            when=lambda _, X: _targets_vary(X) and bool(np.ptp(X[:, 0]) >= 1e-3) and _nearest(X) < 1e-3,
        ),
        Mistake(
            "Your points have close neighbors, for a kernel of this width: what is left out is predicted by what "
            "stands beside it. Where would a point have no neighbor at all?",
            lambda: np.array([[0.0, 0.0], [0.5, 0.4], [1.0, 1.1], [1.5, 1.6]]),
            when=lambda _, X: _targets_vary(X) and 1e-3 <= _nearest(X) < 1.0,
        ),
        Mistake(
            "Nearly. Your points still feel their neighbors a little: move them farther apart.",
            lambda: np.column_stack([1.02 * np.arange(12), np.sin(np.arange(12))]),
            when=lambda _, X: _targets_vary(X) and _nearest(X) >= 1.0,
        ),
    ],
)


def _best_price(K, y, lams):
    return loo_path(K, y, lams).lam


def _mean_squares(problem):
    """By n fits for each price, the mean squared error at points left out."""
    K, y, lams = problem
    squares = np.zeros(len(lams))
    prices = lams[:, None, None] * np.diag(np.append(np.ones(len(y) - 1), 0.0))
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        M = ridge.bordered_matrix(K[np.ix_(rest, rest)], 0.0) + prices
        found = np.linalg.solve(M, np.append(y[rest], 0.0)[:, None])[..., 0]
        squares += (y[i] - found[:, :-1] @ K[rest, i] - found[:, -1]) ** 2
    return squares / len(y)


def _certify_choice(problem, lam):
    at = np.flatnonzero(np.isclose(problem.lams, lam, rtol=1e-9))
    if not len(at):
        return Certificate("your price is one of `lams`", False)
    means = _mean_squares(problem)
    return Certificate(
        "by how much its error left out exceeds the smallest, as a share of that",
        worst(means[at[0]] / means.min() - 1),
        1e-9,
    )


def _least(of):
    """The price at which ``of(K, y, lam)`` is smallest."""
    return lambda K, y, lams: float(lams[np.argmin([of(K, y, lam) for lam in lams])])


def _of_all(K, y, lams):
    return np.array([np.mean(_left_out(K, y, lam) ** 2) for lam in lams])


def _nearly(K, y, lams, more):
    """The prices whose error left out is at most so many times the smallest."""
    errors = _of_all(K, y, lams)
    return lams[errors <= more * errors.min()].tolist()


def _below_mean(K, y, lams):
    errors = _of_all(K, y, lams)
    return lams[errors <= errors.mean()].tolist()


def _by_halves(K, y, lams):
    """The price that is best for the second half of the points, fitted to the first."""
    h = len(y) // 2
    errors = []
    for lam in lams:
        fit = plain_kernel_ridge(K[:h, :h], y[:h], lam)
        errors.append(((y[h:] - fit.predict(K[h:, :h])) ** 2).mean())
    return float(lams[np.argmin(errors)])


choosing = Exercise(
    "10.9",
    "Choose the price for real data",
    problems=problems.choices,
    edge=problems.edge_choices,
    reference=_best_price,
    certify=_certify_choice,
    mistakes=[
        Mistake(
            "That price has the smallest error at the points themselves. It is always the lowest one.",
            _least(lambda K, y, lam: ((lam * (_G(K, lam) @ y)) ** 2).mean()),
        ),
        Mistake(
            "That is the price with the *largest* error left out.",
            lambda K, y, lams: float(lams[np.argmax([(_left_out(K, y, lam) ** 2).mean() for lam in lams])]),
        ),
        Mistake(
            "You gave a position in `lams`. The question asks for the price that stands there.",
            lambda K, y, lams: float(np.argmin([(_left_out(K, y, lam) ** 2).mean() for lam in lams])),
        ),
        Mistake(
            "That is the price at which the fit *without* an intercept leaves the smallest error.",
            _least(
                lambda K, y, lam: (
                    (ridge.dual_variables(K, y, lam) / np.diagonal(np.linalg.inv(K + lam * np.eye(len(K)))))
                    ** 2
                ).mean()
            ),
        ),
        Mistake(
            "That price makes the *sum* of the errors left out smallest in size, in which errors of both signs cancel. "
            "Square them first.",
            _least(lambda K, y, lam: abs(_left_out(K, y, lam).sum())),
        ),
        Mistake(
            "You gave the smallest error itself. The question asks for the price that has it.",
            lambda K, y, lams: float(min((_left_out(K, y, lam) ** 2).mean() for lam in lams)),
        ),
        Mistake(
            "You compared another number than the mean of the *squared* errors: absolute ones, their median or the "
            "largest.",
            _least(lambda K, y, lam: np.abs(_left_out(K, y, lam)).mean()),
            also=(
                *(
                    _least(lambda K, y, lam, of=of: of(np.abs(_left_out(K, y, lam))))
                    for of in (np.median, np.max)
                ),
            ),
        ),
        Mistake(
            "That is what generalized cross-validation chooses: it divides all errors by the same number.",
            _least(lambda K, y, lam: ((_G(K, lam) @ y) ** 2).mean() / np.diagonal(_G(K, lam)).mean() ** 2),
        ),
        Mistake(
            "You took a higher price that is nearly as good, or a lower one. The smallest error decides.",
            lambda K, y, lams: _nearly(K, y, lams, 1.05)[-1],
            also=(
                *(
                    lambda K, y, lams, more=more, k=k: _nearly(K, y, lams, more)[k]
                    for more in (1.01, 1.02, 1.1, 1.2)
                    for k in (0, -1)
                ),
                lambda K, y, lams: _nearly(K, y, lams, 1.05)[0],
                lambda K, y, lams: _below_mean(K, y, lams)[0],
                lambda K, y, lams: _below_mean(K, y, lams)[-1],
            ),
        ),
        Mistake(
            "The price that is fitted with is not the one of `lams`: it was squared, or its root was taken.",
            _least(lambda K, y, lam: np.mean(_left_out(K, y, lam**2) ** 2)),
            also=(_least(lambda K, y, lam: np.mean(_left_out(K, y, lam**0.5) ** 2)),),
        ),
        Mistake(
            "That is a neighbor of the best price: one place too far, or one too few.",
            lambda K, y, lams: float(lams[min(len(lams) - 1, list(lams).index(_best_price(K, y, lams)) + 1)]),
            also=(lambda K, y, lams: float(lams[max(0, list(lams).index(_best_price(K, y, lams)) - 1)]),),
        ),
        Mistake(
            "You always give the same place of `lams`, whatever the data are.",
            lambda K, y, lams: float(lams[len(lams) // 2]),
            also=(
                lambda K, y, lams: float(lams[0]),
                lambda K, y, lams: float(lams[-1]),
            ),
        ),
        Mistake(
            "Your prices are n times too high or too low in the fits.",
            lambda K, y, lams: float(
                lams[np.argmin([(_left_out(K, y, lam / len(y)) ** 2).mean() for lam in lams])]
            ),
            also=(_least(lambda K, y, lam: (_left_out(K, y, lam * len(y)) ** 2).mean()),),
        ),
        Mistake(
            "You tried the prices on a part of the points that was kept away. Leave out each point in turn.",
            _by_halves,
        ),
    ],
)
