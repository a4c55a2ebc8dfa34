"""The ball for two classes: support vector data description with negative examples (chapter 13)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.svdd.equations import (
        best_radius_squared, convex_objective, dual_objective, duality_gap, linear_decision, offset,
        places, primal_objective, signed_weights, slacks, smallest_bound
    )
    from kernelsy19.svdd.plain import SVDDSolution, certify, plain_svdd
    from kernelsy19.svdd.solve import (
        RepairedValues, decision_function, decision_on_grid, solve_dual, values_after_repair
    )
    from kernelsy19.svdd.estimator import TwoClassSVDD

__getattr__, __dir__, __all__ = handed_on(__name__)
