"""The minimum-volume ball, or one-class support vector machine (chapter 03)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.ball.equations import (
        box_violation, center, complementary_slackness, constraints, decide, decide_from_products,
        derivative_in_center, derivative_in_radius, derivative_in_slacks, dual_objective,
        dual_objective_constant_diagonal, duality_gap, lagrangian, largest_weight, primal_objective,
        radius_in_kkt_interval, radius_squared, slack_multipliers, slacks, squared_distances_to_center,
        three_kinds
    )
    from kernelsy19.ball.plain import BallSolution, certify, plain_smo, weights_on_farthest
    from kernelsy19.programs import SMOStep, smo_steps
    from kernelsy19.ball.solve import decision_function, decision_on_grid, shared_evenly, solve_dual
    from kernelsy19.ball.estimator import MinimumVolumeBall

__getattr__, __dir__, __all__ = handed_on(__name__)
