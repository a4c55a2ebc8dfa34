"""Solved balls, on which several exercises of chapter 04 are tried."""

from kernelsy19.ball.solve import solve_dual


def solved(rng, n, kernel, nu):
    """The Gram matrix of random points of the plane and the solution of their dual."""
    K = kernel(rng.normal(size=(n, 2)))
    return K, solve_dual(K, nu, tol=1e-12)
