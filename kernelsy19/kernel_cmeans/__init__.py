"""Clustering by c-means in feature space (chapter 06)."""

from kernelsy19.kernel_cmeans.equations import (
    approximate_weights, feature_criterion, feature_prototypes, kernel_criterion, kernel_squared_distances,
    weights
)
from kernelsy19.kernel_cmeans.estimator import KernelCMeans
from kernelsy19.kernel_cmeans.solve import (
    ApproximateSolution, KernelCMeansSolution, approximate_kernel_c_means, assign_new, certify,
    kernel_c_means, kernel_c_means_steps, kernel_elbow, plain_kernel_c_means
)
