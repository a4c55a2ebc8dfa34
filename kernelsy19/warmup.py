"""Compile the solver once, so that the first cell of a chapter does not wait for it.

``python -m kernelsy19.warmup`` solves a small problem; numba keeps the machine code on disk for every
later import.
"""

import numpy as np


def warm_up():
    """Solve one small ball on 40 points, which compiles and caches the solver's loops.

    Returns
    -------
    BallSolution
        The solution, whose certificate shows that the compiled solver works on this machine.
    """
    from kernelsy19 import ball
    from kernelsy19.kernels import RBF

    X = np.random.default_rng(0).standard_normal((40, 2))
    return ball.solve_dual(RBF(gamma=0.5)(X), nu=0.2)


if __name__ == "__main__":
    warm_up()
