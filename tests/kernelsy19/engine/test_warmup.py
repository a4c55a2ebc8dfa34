"""The warm-up solves a small problem in each form; the loops are then there for every later one."""

import subprocess
import sys

import numpy as np

from kernelsy19.engine.warmup import warm_up


def test_all_forms_of_the_problem_are_solved():
    full, *on_demand = warm_up()
    assert [solution.path for solution in (full, *on_demand)] == ["full", "rows", "rows"]
    for solution in on_demand:
        assert solution.converged
        np.testing.assert_allclose(full.objective, solution.objective, rtol=1e-5)


def test_a_ball_and_kernel_pca_of_many_points_compile_nothing_more():
    """A fresh process counts the forms of each loop after the warm-up, and after what chapters ask for."""
    program = (
        "import numpy as np; from kernelsy19.engine import rbf_loop, smo_loop; "
        "from kernelsy19.engine.warmup import warm_up; warm_up(); "
        "from kernelsy19 import ball, pca; from kernelsy19.kernels import RBF; "
        "loops = [*(getattr(rbf_loop, n) for n in ('exponentials_less', 'rows', 'sums')), smo_loop.run]; "
        "forms = lambda: [len(loop.signatures) for loop in loops]; before = forms(); "
        "X = np.random.default_rng(0).normal(size=(1100, 12)); "
        "[(ball.solve_dual(K, 0.1), pca.solve_dual(K, 3)) for p in (2, 3, 12) "
        "for K in (RBF(0.3).gram(X[:, :p]), RBF(0.3)(X[:, :p]))]; "
        "assert forms() == before, (before, forms())"
    )
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stderr


def test_sequences_of_any_kind_compile_nothing_more():
    """Those of the vowels are not to be written to, others are; both take the loops that are there."""
    program = (
        "import numpy as np; from kernelsy19.engine.warmup import warm_up; warm_up(); "
        "from kernelsy19 import datasets, sequences; from kernelsy19.engine import alignment_loop; "
        "loops = [getattr(alignment_loop, n) for n in ('dtw', 'log_sums', 'log_sum_in_logs')]; "
        "forms = lambda: [len(loop.signatures) for loop in loops]; before = forms(); "
        "X = datasets.japanese_vowels().train.sequences[:5]; Y = [np.asfortranarray(x + 1) for x in X]; "
        "[(sequences.dtw_distances(Z, squared=s), sequences.dtw_distances(X, Z)) "
        "for Z in (X, Y) for s in (False, True)]; [sequences.log_global_alignments(Z, X, 0.01) for Z in (X, Y)]; "
        "assert forms() == before == [1, 1, 1], (before, forms())"
    )
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stderr
