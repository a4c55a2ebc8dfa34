"""One kernel in three notations"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernels import notations

Width = namedtuple("Width", "sigma source")  # a width and the source that writes it


def problems(rng):
    """Draw a width below 1 and one above 1 for each source."""
    for source in ("AML", "PR", "SY19"):
        yield Width(float(rng.uniform(0.2, 0.8)), source)
        yield Width(float(rng.uniform(1.2, 2.5)), source)


def solve(sigma, source, *, AML=None, PR=None, SY19=None):
    """γ as the source writes it, or what is taken for it."""
    taken = {"AML": AML, "PR": PR, "SY19": SY19}[source]
    return notations.read(source, "rbf", sigma=sigma).gamma if taken is None else taken


def certify(problem, gamma):
    formula = {
        "AML": lambda d2: np.exp(-d2 / (2 * problem.sigma**2)),
        "PR": lambda d2: np.exp(-d2 / problem.sigma**2),
        "SY19": lambda d2: np.exp(-problem.sigma * d2),
    }[problem.source]
    d2 = np.linspace(0, 2, 9)
    text = "largest difference between exp(−γ‖x−y‖²) and the kernel as the source writes it"
    return Certificate(text, np.abs(np.exp(-gamma * d2) - formula(d2)).max(), 1e-10)
