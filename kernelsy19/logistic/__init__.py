"""Kernel logistic regression (chapter 11)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.logistic.equations import (
        coefficients_of_surprises, curvatures, descend, dual_objective, duality_gap, gradient_in_theta,
        gradient_in_w, linear_probability, mean_loss, mean_loss_of_scores, newton_step,
        objective_gradient, penalized_objective, penalized_sgd_update, probability, probability_by_labels,
        residual, score, sgd_update, surprises
    )
    from kernelsy19.logistic.plain import (
        DescentStep, LogisticSolution, NewtonStep, SGDStep, certify, descent_steps, kernel_descent_steps,
        newton_steps, plain_newton, sgd_steps
    )
    from kernelsy19.logistic.solve import (
        OneAgainstRest, scores_at, scores_on_grid, solve_logistic, solve_one_against_rest
    )
    from kernelsy19.logistic.estimator import KernelLogisticRegression, lowest_loss

__getattr__, __dir__, __all__ = handed_on(__name__)
