import numpy as np

from kernelsy19.warmup import warm_up


def test_both_forms_of_the_problem_are_solved():
    full, on_demand = warm_up()
    assert full.converged and on_demand.converged
    np.testing.assert_allclose(full.R2, on_demand.R2, rtol=1e-5)
