import numpy as np

from kernelsy19.engine.warmup import warm_up


def test_all_forms_of_the_problem_are_solved():
    full, *on_demand = warm_up()
    assert [solution.path for solution in (full, *on_demand)] == ["full", "rows", "rows"]
    for solution in on_demand:
        assert solution.converged
        np.testing.assert_allclose(full.R2, solution.R2, rtol=1e-5)
