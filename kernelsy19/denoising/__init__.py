"""The way back from feature space: pre-images and de-noising (chapter 09)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.denoising.equations import (
        fixed_point_step, gradients, projection_weights, ridge_coefficients, squared_distances
    )
    from kernelsy19.denoising.plain import certify, fixed_point_path, plain_fixed_point
    from kernelsy19.denoising.solve import (
        LearnedPreImage, PreImages, bends, compare, denoise, fixed_point, learn
    )

__getattr__, __dir__, __all__ = handed_on(__name__)
