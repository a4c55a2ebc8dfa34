"""Clustering by c-means in feature space (chapter 06)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.kernel_cmeans.equations import (
        approximate_weights, feature_criterion, feature_prototypes, kernel_criterion,
        kernel_squared_distances, weights
    )
    from kernelsy19.kernel_cmeans.plain import (
        KernelCMeansSolution, certify, kernel_c_means_steps, plain_kernel_c_means
    )
    from kernelsy19.kernel_cmeans.solve import (
        ApproximateSolution, approximate_kernel_c_means, assign_new, kernel_c_means, kernel_elbow
    )
    from kernelsy19.kernel_cmeans.estimator import KernelCMeans

__getattr__, __dir__, __all__ = handed_on(__name__)
