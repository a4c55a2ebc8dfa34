"""Kernel PCA on data whose answer is known (chapter 08)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.pca_at_work.equations import squared_radius_component

__getattr__, __dir__, __all__ = handed_on(__name__)
