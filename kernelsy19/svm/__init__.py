"""The perceptron and the support vector machine (chapter 12)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.svm.equations import (
        bounds, decision, dual_objective, infeasibility, is_missed, margin, most_updates, normal, offset,
        perceptron_decision, perceptron_normal, primal_objective, regularized_risk, separation, slacks,
        squared_norm, three_kinds, tube_dual_objective, tube_function, tube_infeasibility, tube_loss,
        tube_risk, votes
    )
    from kernelsy19.svm.plain import PerceptronStep, SVMSolution, certify, perceptron_steps, plain_svm
    from kernelsy19.svm.regression import RegressionSolution, solve_regression
    from kernelsy19.svm.solve import (
        PerceptronSolution, decision_function, decision_on_grid, perceptron, solve_dual
    )
    from kernelsy19.svm.estimator import DualPerceptron, SupportVectorClassifier

__getattr__, __dir__, __all__ = handed_on(__name__)
