"""What the primal and the dual system of ridge regression cost (chapter 10).

    python tools/tables/ridge_crossover.py

Writes `ridge_crossover.csv`, a row each p: multiplications, and milliseconds of one processor's work, the least of some
repetitions, for the p × p and for the n × n system of the same 1000 points.
"""

import time

import numpy as np
from threadpoolctl import threadpool_limits

from kernelsy19 import ridge
from kernelsy19.datasets.tables import save_table

COMMAND = "make tables"
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
    times = []
    for _ in range(REPETITIONS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * min(times)


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


def main():
    rows = []
    for p in SIZES:
        rows.append(row(p))
        print(*(f"{value:.4g}" for value in rows[-1].values()), flush=True)
    save_table("ridge_crossover", {name: [r[name] for r in rows] for name in rows[0]}, ABOUT, COMMAND)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
