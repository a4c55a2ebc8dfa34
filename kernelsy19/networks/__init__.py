"""Two kernels inside of neural networks: that of attention, and that of a wide layer (appendix E)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.networks.equations import (
        arc_cosine, attention, attention_kernel, kernel_average, relu_features
    )

__getattr__, __dir__, __all__ = handed_on(__name__)
