"""Compile the loops once, so that the first cell of a chapter does not wait for it.

``python -m kernelsy19.engine.warmup`` solves a small problem; numba keeps the machine code on disk for every
later import.
"""

import contextlib
from pathlib import Path

import numpy as np

from kernelsy19.engine import alignments
from kernelsy19.engine.compilation import compiled_before, compiled_loops_work
from kernelsy19.engine.rbf_provider import RBFGram
from kernelsy19.engine.smo import solve_qp
from kernelsy19.engine.smo_passes import EVERY_UP_TO
from kernelsy19.gram import LOW_DIMENSION, MatrixGram


def warm_up():
    """Solve a quadratic program with a matrix at hand, and with entries computed when asked for, of few and of many
    dimensions; and align two sequences.
    → list of QPSolution, the three of them, which show that the compiled loops work on this machine; empty where
    they do; not, and there is nothing to compile

    These are the forms in which the loops work, and each is compiled by itself."""
    if not compiled_loops_work():
        return []
    n = EVERY_UP_TO + 1  # With fewer points the solver computes all entries at once.
    X = np.random.default_rng(0).standard_normal((n, 2))
    few, many = RBFGram(X, 0.5), RBFGram(np.hstack([X, np.zeros((n, LOW_DIMENSION))]), 0.5)
    many.matrix()
    pair = [np.zeros((2, 1)), np.ones((3, 1))]
    alignments.dtw_values(pair, None, squared=False)
    alignments.log_alignments(pair, None, gamma=1e4)  # so large that each of the three loops has its turn
    forms = MatrixGram(few.matrix()), few, many
    solved = [solve_qp(K, np.full(n, -0.5), delta=1.0, upper=1 / (0.2 * n)) for K in forms]
    with contextlib.suppress(OSError):  # where nothing can be written, nothing is kept
        compiled_before().parent.mkdir(parents=True, exist_ok=True)
        compiled_before().touch()
    return solved


def compiled_files():
    """The files in which numba keeps the loops, which are compiled now where they were not yet.
    → list of Path; empty where nothing is compiled or nothing is kept

    numba finds them beside a copy of the package, too, whatever folder it keeps them in for this one."""
    if not compiled_loops_work():
        return []
    if not compiled_before().exists():
        warm_up()
    from kernelsy19.engine.smo_loop import run

    kept = compiled_before(), *Path(run.stats.cache_path).glob("*.nb[ci]")
    return [path for path in kept if path.exists()]


if __name__ == "__main__":
    warm_up()
