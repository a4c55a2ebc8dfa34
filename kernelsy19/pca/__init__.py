"""PCA and kernel PCA (chapter 07)."""

from kernelsy19.pca.equations import (
    combine,
    components_from_gram,
    covariance,
    cumulated_variance,
    eigenvalue_residual,
    explained_variance_ratio,
    gram_residual,
    normalize,
    project,
    project_centered,
    projected_residual,
    projected_residual_in_span,
    scores,
    span_coefficients,
    squared_gram_residual,
    squared_length,
    variance_along,
)
from kernelsy19.pca.estimator import (
    KernelPCA,
)
from kernelsy19.pca.solve import (
    KernelPCASolution,
    PCASolution,
    plain_kernel_pca,
    principal_axes,
    solve_dual,
)

__all__ = [
    "KernelPCA",
    "KernelPCASolution",
    "PCASolution",
    "combine",
    "components_from_gram",
    "covariance",
    "cumulated_variance",
    "eigenvalue_residual",
    "explained_variance_ratio",
    "gram_residual",
    "normalize",
    "plain_kernel_pca",
    "principal_axes",
    "project",
    "project_centered",
    "projected_residual",
    "projected_residual_in_span",
    "scores",
    "solve_dual",
    "span_coefficients",
    "squared_gram_residual",
    "squared_length",
    "variance_along",
]
