"""The way back from feature space: pre-images and de-noising (chapter 09)."""

from kernelsy19.denoising.comparison import FATES, fates, mean_squared_error, with_noise
from kernelsy19.denoising.equations import (
    fixed_point_step,
    gradients,
    projection_weights,
    ridge_coefficients,
    squared_distances,
)
from kernelsy19.denoising.solve import (
    LearnedPreImage,
    PreImages,
    bends,
    certify,
    compare,
    denoise,
    fixed_point,
    fixed_point_path,
    learn,
    plain_fixed_point,
)

__all__ = [
    "FATES",
    "LearnedPreImage",
    "PreImages",
    "bends",
    "certify",
    "compare",
    "denoise",
    "fates",
    "fixed_point",
    "fixed_point_path",
    "fixed_point_step",
    "gradients",
    "learn",
    "mean_squared_error",
    "plain_fixed_point",
    "projection_weights",
    "ridge_coefficients",
    "squared_distances",
    "with_noise",
]
