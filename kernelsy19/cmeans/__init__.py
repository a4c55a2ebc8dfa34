"""Clustering by c-means (chapter 05)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.cmeans.equations import (
        assign, criterion, criterion_by_points, criterion_of_partition, excess_over_means, inertia,
        inertia_gradient, partition_matrix, prototypes, seeding_probabilities, transfer_gains
    )
    from kernelsy19.cmeans.plain import (
        AlternationStep, CMeansSolution, c_means_steps, certify, plain_c_means
    )
    from kernelsy19.cmeans.solve import Elbow, c_means, elbow, matched_accuracy, matched_labels
    from kernelsy19.cmeans.estimator import CMeans

__getattr__, __dir__, __all__ = handed_on(__name__)
