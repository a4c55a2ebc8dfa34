"""The minimum-volume ball, or one-class support vector machine (chapter 03)."""

from kernelsy19.ball.equations import (
    box_violation, center, complementary_slackness, constraints, decide, decide_from_products,
    derivative_in_center, derivative_in_radius, derivative_in_slacks, dual_objective,
    dual_objective_constant_diagonal, duality_gap, lagrangian, largest_weight, primal_objective,
    radius_in_kkt_interval, radius_squared, slack_multipliers, slacks, squared_distances_to_center,
    three_kinds
)
from kernelsy19.ball.estimator import MinimumVolumeBall
from kernelsy19.ball.solve import (
    BallSolution, SMOStep, certify, decision_function, decision_on_grid, plain_smo, shared_evenly, smo_steps,
    solve_dual, weights_on_farthest
)
