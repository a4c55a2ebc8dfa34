"""What more labels can do"""

import numpy as np

from kernelcourse.fisher.experiments import accuracies, by_machine
from kernelcourse.judging.certificates import Certificate
from kernelsy19.fisher.gaussian_mixture import DiagonalMixture, FisherKernel

choices = (
    "it comes near 5/6",
    "it stays near one half",
    "it comes near 2/3",
    "it comes near 1",
    "it first comes near 1, then falls back to one half",
    "it comes near 1 if C is large enough, and else not",
)


def solve():
    """Two components of three are pure, and of the third half is right."""
    return choices[0]


def certify(_, answer):
    rng = np.random.default_rng(15)
    at = np.array([[0, 0], [20, 0], [40, 0]])
    group = np.arange(600) % 3
    X = rng.normal(size=(600, 2)) + at[group]
    y = np.where(group == 2, X[:, 1] > 0, group).astype(int)
    K = FisherKernel(DiagonalMixture(np.full(3, 1 / 3), at, np.ones((3, 2))), "weights")
    found = {
        C: [accuracies({"": by_machine(K, X, C)}, y, n, 5)[""].mean() for n in (20, 80)]
        for C in (1.0, 1000.0)
    }
    every = [share for shares in found.values() for share in shares]
    happens = (
        all(78 < share < 88 for share in every),
        all(40 < share < 60 for share in every),
        all(62 < share < 71 for share in every),
        all(share > 95 for share in every),
        min(shares[0] for shares in found.values()) > 95 and max(every) > every[-1] + 30,
        min(found[1000.0]) > 95 > max(found[1.0]),
    )
    return Certificate("so it is on 600 points of three components", bool(happens[choices.index(answer)]))
