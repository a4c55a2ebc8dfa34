"""The perceptron and the support vector machine (chapter 12)."""

from kernelsy19.svm.equations import (
    bounds,
    decision,
    dual_objective,
    infeasibility,
    is_missed,
    margin,
    most_updates,
    normal,
    offset,
    perceptron_decision,
    perceptron_normal,
    primal_objective,
    regularized_risk,
    separation,
    slacks,
    squared_norm,
    three_kinds,
    tube_dual_objective,
    tube_function,
    tube_infeasibility,
    tube_loss,
    tube_risk,
    votes,
)
from kernelsy19.svm.estimator import DualPerceptron, SupportVectorClassifier
from kernelsy19.svm.regression import RegressionSolution, solve_regression
from kernelsy19.svm.solve import (
    PerceptronSolution,
    PerceptronStep,
    SVMSolution,
    certify,
    decision_function,
    decision_on_grid,
    perceptron,
    perceptron_steps,
    plain_svm,
    solve_dual,
)
