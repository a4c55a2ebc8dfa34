"""Predict: how many components?"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import Polynomial
from kernelsy19.kernels.geometry import center_gram


def solve():
    """Rank of the centered Gram matrix of 100 points of the plane that lie on no line and on no conic."""
    X = np.random.default_rng(0).normal(size=(100, 2))
    return int(np.linalg.matrix_rank(center_gram(Polynomial(2)(X)), tol=1e-8))


def certify(_, answer):
    return Certificate("your number is the rank of the centered Gram matrix", bool(answer == solve()))


def is_above(_, answer):
    return answer > 6
