"""How many features?"""

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import equations

N_VARIABLES, DEGREE = 10, 3


def solve():
    """All monomials of up to the degree."""
    return equations.n_monomials(N_VARIABLES, DEGREE)


def certify(_, n):
    return Certificate(
        "as many as the monomials of 10 variables and degree 3 or less, written down one by one",
        bool(n == len(equations.monomials(N_VARIABLES, DEGREE))),
        otherwise="That is not their number. Write the features down for two variables, and look for the rule",
    )
