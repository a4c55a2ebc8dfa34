"""Kernel PCA on data whose answer is known (chapter 08)."""

from kernelsy19.pca_at_work.comparison import (
    best_threshold,
    components_needed,
    cut_shares,
    mean_over_splits,
    parity,
    straight_cuts,
    svm_error,
    told_apart,
)
from kernelsy19.pca_at_work.equations import (
    squared_radius_component,
)

__all__ = [
    "best_threshold",
    "components_needed",
    "cut_shares",
    "mean_over_splits",
    "parity",
    "squared_radius_component",
    "straight_cuts",
    "svm_error",
    "told_apart",
]
