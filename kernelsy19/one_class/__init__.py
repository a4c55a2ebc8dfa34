"""What ν bounds, the hyperplane that is the ball, and detectors compared (chapter 04)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.one_class.equations import (
        decide_by_mean_kernel, hard_radius_squared, hyperplane_decision, hyperplane_dual_objective,
        hyperplane_objective, nu_of_bound, rescaled, share_of_outliers, share_of_support_vectors,
        share_on_surface, threshold
    )
    from kernelsy19.one_class.solve import HyperplaneSolution, solve_hyperplane

__getattr__, __dir__, __all__ = handed_on(__name__)
