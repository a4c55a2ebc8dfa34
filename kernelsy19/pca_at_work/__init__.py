"""Kernel PCA on data whose answer is known (chapter 08)."""

from kernelsy19.pca_at_work.comparison import best_threshold, mean_over_splits, straight_cuts
from kernelsy19.pca_at_work.equations import (
    squared_radius_component,
)

__all__ = [
    "best_threshold",
    "mean_over_splits",
    "squared_radius_component",
    "straight_cuts",
]
