"""Kernel PCA on data whose answer is known (chapter 08)."""

from kernelsy19.pca_at_work.equations import squared_radius_component
