"""Random functions: their error bars, and how probable the targets were (chapter 18)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.gaussian_process.equations import (
        band_factor, likelihood_slope, likeliest_scale, log_marginal_likelihood, periodic,
        posterior_covariance, rbf_by_columns
    )
    from kernelsy19.gaussian_process.solve import Climb, certify, climb

__getattr__, __dir__, __all__ = handed_on(__name__)
