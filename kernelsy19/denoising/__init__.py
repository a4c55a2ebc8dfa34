"""The way back from feature space: pre-images and de-noising (chapter 09)."""

from kernelsy19.denoising.equations import (
    fixed_point_step, gradients, projection_weights, ridge_coefficients, squared_distances
)
from kernelsy19.denoising.solve import (
    LearnedPreImage, PreImages, bends, certify, compare, denoise, fixed_point, fixed_point_path, learn,
    plain_fixed_point
)
