"""Parzen windows: densities from a sample, their width, regions that hold most of the mass (chapter 02)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.density.equations import (
        ball_share_of_cube, density_in_region, gaussian_window, hdr_levels, hypercube_side,
        hypercube_window, is_novel, loo_fixed_point, normal_scale, parzen_gaussian, parzen_hypercube,
        parzen_kernel, parzen_matrix, probability_of_small_region, rejection_threshold,
        relative_error_at_mode, sample_size_needed, scott, side_to_capture, silverman
    )
    from kernelsy19.density.plain import as_bandwidth, plain_density
    from kernelsy19.density.bandwidth import LeaveOneOut, choose_bandwidth, loo_bandwidth, loo_log_likelihood
    from kernelsy19.density.curvature import (
        PlugIn, amise, amise_gradient, gaussian_derivative, minimize_amise, multi_indices,
        pilot_bandwidth, plug_in, psi_estimate
    )
    from kernelsy19.density.solve import density_on_grid, log_density
    from kernelsy19.density.estimator import ParzenWindow

__getattr__, __dir__, __all__ = handed_on(__name__)
