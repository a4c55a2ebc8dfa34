"""The ball for two classes: support vector data description with negative examples (chapter 13)."""

from kernelsy19.svdd.equations import (
    best_radius_squared, convex_objective, dual_objective, duality_gap, linear_decision, offset, places,
    primal_objective, signed_weights, slacks, smallest_bound
)
from kernelsy19.svdd.estimator import TwoClassSVDD
from kernelsy19.svdd.solve import (
    RepairedValues, SVDDSolution, certify, decision_function, decision_on_grid, plain_svdd, solve_dual,
    values_after_repair
)
