"""PCA and kernel PCA (chapter 07)."""

from kernelsy19.pca.equations import (
    combine, components_from_gram, covariance, covariance_times, cumulated_variance, eigenvalue_residual,
    explained_variance_ratio, gram_residual, mean_of_points, normalize, project, project_centered,
    projected_residual, projected_residual_in_span, rayleigh_quotient, reconstruction_error, scores,
    span_coefficients, squared_gram_residual, squared_length, variance_along
)
from kernelsy19.pca.estimator import KernelPCA
from kernelsy19.pca.solve import (
    KernelPCASolution, PCASolution, certify, plain_kernel_pca, principal_axes, solve_dual
)
