"""What the primal and the dual system of ridge regression cost (chapter 10).

    python tools/tables/ridge_crossover.py

Writes `ridge_crossover.csv`, a row each p: multiplications, and milliseconds of one processor's work, the least of some
repetitions, for the p × p and for the n × n system of the same 1000 points.
"""

import numpy as np
from _rows import least_seconds, save_rows
from threadpoolctl import threadpool_limits

from kernelsy19 import ridge

N = 1000
SIZES = (125, 250, 500, 1000, 2000, 4000)
REPETITIONS = 7
LAM = 1.0
ABOUT = (
    "1000 random points of p variables, one thread; millions of multiplications and milliseconds for the coefficients "
    "of ridge regression from p equations (primal) and from n equations (dual)."
)


def milliseconds(work):
    """Processor time of the fastest of some runs."""
    return 1000 * least_seconds(work, REPETITIONS)


def by_dual(X, y):
    """Coefficients from n equations."""
    return ridge.combine_points(ridge.dual_variables(ridge.products_of_points(X), y, LAM), X)


def row(p):
    """One row of the table, as a dict."""
    rng = np.random.default_rng(p)
    X, y = rng.normal(size=(N, p)), rng.normal(size=N)
    np.testing.assert_allclose(by_dual(X, y), ridge.primal_variables(X, y, LAM), atol=1e-8)
    return {
        "p": p,
        "primal_millions": (N * p**2 + p**3 / 3) / 1e6,
        "dual_millions": (N**2 * p + N**3 / 3) / 1e6,
        "primal_ms": milliseconds(lambda: ridge.primal_variables(X, y, LAM)),
        "dual_ms": milliseconds(lambda: by_dual(X, y)),
    }


if __name__ == "__main__":
    with threadpool_limits(1):
        save_rows("ridge_crossover", map(row, SIZES), ABOUT)
