"""Real data: an alarm that keeps its promise"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.one_class.draws import rates, zeros
from kernelsy19 import ball
from kernelsy19.kernels import RBF

MOST_FALSE_ALARMS, LEAST_CAUGHT = 0.12, 0.8


def problems(rng):
    """Draw images whose luck leaves a right answer room: by itself it would refuse one in a hundred."""
    for _ in range(2):
        yield next(p for p in iter(lambda: next(zeros(rng)), None) if _leaves_room(p))


def _leaves_room(problem):
    false, caught = rates(problem, solve(problem.X, problem.new))
    return false <= MOST_FALSE_ALARMS - 0.02 and caught >= LEAST_CAUGHT + 0.05


def solve(X, new):
    """−1 where the decision of one half's ball is below that of rank ⌊0.05(n + 1)⌋ in the other half."""
    half, others, k = X[::2], X[1::2], RBF(1 / 128)
    found = ball.solve_dual(k(half), 0.05)
    threshold = np.sort(ball.decision_function(k, half, found, others))[int((len(others) + 1) * 0.05) - 1]
    return np.where(ball.decision_function(k, half, found, new) < threshold, -1, 1)


def fitted_to_all(X, new, gamma):
    """The verdicts of a ball that is trusted on new points as on its own."""
    k = RBF(gamma)
    return np.where(ball.decision_function(k, X, ball.solve_dual(k(X), 0.05), new) < 0, -1, 1)


def certify(problem, verdicts):
    if not _are_verdicts(verdicts):
        return Certificate("each verdict is +1 or −1", False)
    false, caught = rates(problem, verdicts)
    return [
        Certificate("false alarms, a share of the zeros held out", false, MOST_FALSE_ALARMS),
        Certificate("other digits that pass, a share of all that there are", 1 - caught, 1 - LEAST_CAUGHT),
    ]


def _are_verdicts(verdicts):
    return np.isin(verdicts, [-1, 1]).all()


def _rates_are(test):
    """Whether the rates of false alarms and of others that are caught meet a condition."""
    return lambda problem, verdicts: bool(_are_verdicts(verdicts) and test(*rates(problem, verdicts)))


lets_pass = _rates_are(lambda false, caught: false <= MOST_FALSE_ALARMS and caught < LEAST_CAUGHT)
is_reversed = _rates_are(lambda false, caught: false > 0.5 and caught < 0.5)
alarms_at_all = _rates_are(lambda false, caught: false > 0.9 and caught > 0.9)
trusts_its_own = _rates_are(lambda false, caught: MOST_FALSE_ALARMS < false <= 0.9 and caught >= LEAST_CAUGHT)
tells_nothing = _rates_are(lambda false, caught: MOST_FALSE_ALARMS < false <= 0.5 and caught < LEAST_CAUGHT)
