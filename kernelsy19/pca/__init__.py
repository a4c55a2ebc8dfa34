"""PCA and kernel PCA (chapter 07)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.pca.equations import (
        combine, components_from_gram, covariance, covariance_times, cumulated_variance,
        eigenvalue_residual, explained_variance_ratio, gram_residual, mean_of_points, normalize, project,
        project_centered, projected_residual, projected_residual_in_span, rayleigh_quotient,
        reconstruction_error, scores, span_coefficients, squared_gram_residual, squared_length,
        squared_radius_component, variance_along
    )
    from kernelsy19.pca.plain import KernelPCASolution, certify, plain_kernel_pca
    from kernelsy19.pca.solve import PCASolution, principal_axes, solve_dual
    from kernelsy19.pca.estimator import KernelPCA

__getattr__, __dir__, __all__ = handed_on(__name__)
