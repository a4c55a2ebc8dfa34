"""Clustering by c-means (chapter 05)."""

from kernelsy19.cmeans.equations import (
    assign, criterion, criterion_by_points, criterion_of_partition, excess_over_means, inertia,
    inertia_gradient, partition_matrix, prototypes, seeding_probabilities, transfer_gains
)
from kernelsy19.cmeans.estimator import CMeans
from kernelsy19.cmeans.solve import (
    AlternationStep, CMeansSolution, Elbow, c_means, c_means_steps, certify, elbow, matched_accuracy,
    matched_labels, plain_c_means
)
