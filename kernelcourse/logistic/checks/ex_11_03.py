"""What (28) does to coefficients of the box"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import RBF
from kernelsy19.logistic.equations import probability, probability_by_labels
from kernelsy19.logistic.plain import sgd_steps

choices = (
    "every point comes out as class 1",
    "every point comes out as class 0",
    "the two classes are exchanged",
    "nothing changes",
    "each point has probability 1/2",
    "only points of class 0 are right",
)


def solve():
    return choices[0]


def certify(_, answer):
    rng = np.random.default_rng(11)
    X, y = rng.normal(size=(60, 2)), (np.arange(60) < 30).astype(float)
    X[:, 0] += 2.5 * y
    K = RBF(0.5)(X)
    *_, last = sgd_steps(K, y, 0.05, 300)
    h = probability_by_labels(last.theta, y, K)
    happens = (
        (h > 0.5).all(),
        (h < 0.5).all(),
        np.mean((h > 0.5) == (y == 1)) < 0.5 and not (h > 0.5).all(),
        np.allclose(h, probability(K @ last.theta)),
        np.allclose(h, 0.5),
        not (h > 0.5).any(),
    )
    return Certificate(
        "so it is on 60 points of two classes, after 300 epochs of the box",
        bool(happens[choices.index(answer)]),
    )
