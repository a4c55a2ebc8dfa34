"""Which λ for new patients?"""

import functools
from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.logistic.checks.draws import descended, whole_steps
from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.logistic.equations import mean_loss_of_scores, probability
from kernelsy19.logistic.plain import newton_steps
from kernelsy19.logistic.solve import solve_logistic

# Women of the Pima data, some to learn from and some to test on, and penalties to try
HeldOut = namedtuple("HeldOut", "K y K_new y_new lams")


def problems(rng):
    """Draw women at random; glucose and body mass index in units of their standard deviation."""
    data = datasets.pima().columns("glucose", "bmi").where_recorded().standardized()
    for n, m, q in ((20, 15, 2), (40, 30, 4), (30, 40, 3)):
        while True:
            chosen = rng.permutation(len(data))[: n + m]
            X, y = data.X[chosen], data.y[chosen].astype(float)
            if 0 < y[:n].sum() < n and 0 < y[n:].sum() < m:
                break
        k = RBF(rng.uniform(0.2, 1.0))
        lams = np.sort(10 ** rng.uniform(-2, 1.5, size=q))
        yield HeldOut(k(X[:n]), y[:n], k(X[n:], X[:n]), y[n:], lams)


@functools.lru_cache(maxsize=512)
def _fit(K, y, lam):
    y = np.frombuffer(y)
    return solve_logistic(np.frombuffer(K).reshape(len(y), -1), y, lam)


def fitted(K, y, lam):
    """The minimum, remembered: each mistake asks for it again."""
    return _fit(K.tobytes(), y.tobytes(), lam).theta


def solve(K, y, K_new, y_new, lams, *, number=None, fit=fitted):
    """For each λ the mean loss of new women, fitted to the others."""
    number = number or (lambda f, y: mean_loss_of_scores(y, f))
    return np.array([number(K_new @ fit(K, y, lam), y_new) for lam in lams])


def certify(problem, values):
    K, y, K_new, y_new, lams = problem
    exact = []
    for lam in lams:
        *_, last = newton_steps(K, y, lam, tol=1e-13)
        h = 1 / (1 + np.exp(-K_new @ last.theta))
        right = [np.log(p if label == 1 else 1 - p) for p, label in zip(h, y_new, strict=True)]
        exact.append(-sum(right) / len(y_new))
    text = "largest difference of the losses on women that were not learned from"
    return Certificate(text, worst(np.abs(values - np.array(exact))), 1e-6)


def penalties(K, y, lams):
    return np.array([lam / 2 * (theta := fitted(K, y, lam)) @ K @ theta for lam in lams])


def losses(f, y):
    return np.logaddexp(0, -(2 * y - 1) * f)


def are_those_of_one(problem, values):
    """Whether the losses of some λ stand at all of them."""
    same = len(values) > 1 and np.ptp(values) < 1e-12
    return bool(same and np.isclose(solve(*problem), values[0], rtol=1e-9).any())
