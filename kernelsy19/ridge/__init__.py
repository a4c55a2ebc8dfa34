"""Ridge regression and kernel ridge regression (chapter 10)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.ridge.equations import (
        bordered_matrix, combine_points, degrees_of_freedom, dual_variables, generalized_cross_validation,
        inner_product, inverse_diagonal_from, left_out_errors,
        penalized_objective, predict, predict_linear, primal_from_dual,
        primal_variables, products_of_points, push_through, ridge_objective, shrinkage, squared_norm,
        woodbury
    )
    from kernelsy19.ridge.plain import (
        KernelRidgeFit, RidgeSolution, certify, certify_ridge, plain_kernel_ridge, plain_leave_one_out,
        plain_ridge
    )
    from kernelsy19.ridge.leave_one_out import LooGrid, LooPath, error_put_aside, loo_grid, loo_path
    from kernelsy19.ridge.solve import KernelRidgeSolution, solve_dual, solve_ridge
    from kernelsy19.ridge.estimator import KernelRidge

__getattr__, __dir__, __all__ = handed_on(__name__)
