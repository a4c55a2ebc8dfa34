"""Compile the solver once, so that the first cell of a chapter does not wait for it.

``python -m kernelsy19.warmup`` solves a small problem; numba keeps the machine code on disk for every
later import.
"""

import numpy as np


def warm_up():
    """Solve a ball from its Gram matrix, and from entries computed when asked for, in few and in many dimensions.

    These are the forms in which the solver works, and each is compiled by itself.

    Returns
    -------
    tuple of BallSolution, the three solutions, which show that the compiled solver works on this machine
    """
    from kernelsy19 import ball
    from kernelsy19.engine import smo
    from kernelsy19.engine.gram import LOW_DIMENSION
    from kernelsy19.kernels import RBF

    n = smo.EVERY_UP_TO + 1  # With fewer points the solver computes all entries at once.
    k, X = RBF(gamma=0.5), np.random.default_rng(0).standard_normal((n, 2))
    in_many = np.hstack([X, np.zeros((n, LOW_DIMENSION))])
    return tuple(ball.solve_dual(K, nu=0.2) for K in (k(X), smo.GramRows(k, X), smo.GramRows(k, in_many)))


if __name__ == "__main__":
    warm_up()
