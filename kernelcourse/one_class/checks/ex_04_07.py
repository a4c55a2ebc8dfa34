"""Which C?"""

from collections import namedtuple

from kernelcourse.judging.certificates import Certificate, worst

Allowed = namedtuple("Allowed", "m n")  # how many points may be outliers, of how many


def problems(rng):
    """Draw numbers of points and of outliers."""
    for low, high in ((2, 6), (6, 20), (20, 60)):
        m = int(rng.integers(low, high))
        yield Allowed(m, m + int(rng.integers(m + 1, 5 * m)))


def edge(rng):
    n = int(rng.integers(30, 60))
    return {"one outlier is allowed": Allowed(1, n), "all points but one may be outliers": Allowed(n - 1, n)}


def solve(m, n):
    """The bounds on the weights at which m + 1 and m weights sum to 1, and the shares that belong to m and m + 1."""
    return 1 / (m + 1), 1 / m, m / n, (m + 1) / n


def certify(problem, answer):
    C_low, C_high, nu_low, nu_high = answer
    m, n = problem
    return [
        Certificate(
            "| 1 − what m weights of the larger C hold |",
            worst(abs(1 - m * C_high)),
            1e-12,
            otherwise="error of the larger C, times m",
        ),
        Certificate(
            "| 1 − what m + 1 weights of the smaller C hold |",
            worst(abs(1 - (m + 1) * C_low)),
            1e-12,
            otherwise="error of the smaller C, times m + 1",
        ),
        Certificate(
            "| νnC − 1 |, each ν with the C that belongs to it",
            worst(abs(nu_low * n * C_high - 1), abs(nu_high * n * C_low - 1)),
            1e-12,
            otherwise="error of an end of the interval of ν, over that end",
        ),
    ]
