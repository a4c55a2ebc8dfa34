"""Compile the solver once, so that the first cell of a chapter does not wait for it.

``python -m kernelsy19.warmup`` solves a small problem; numba keeps the machine code on disk for every
later import.
"""

import numpy as np


def warm_up():
    """Solve one ball from its Gram matrix and once more from rows computed on demand.

    These are the two forms in which the solver works, and each is compiled by itself.

    Returns
    -------
    tuple of BallSolution, the two solutions, which show that the compiled solver works on this machine
    """
    from kernelsy19 import ball, smo
    from kernelsy19.kernels import RBF

    n = smo.FULL_UP_TO + 1  # With fewer points the solver computes all rows at once.
    k, X = RBF(gamma=0.5), np.random.default_rng(0).standard_normal((n, 2))
    return ball.solve_dual(k(X), nu=0.2), ball.solve_dual(smo.GramRows(k, X), nu=0.2)


if __name__ == "__main__":
    warm_up()
