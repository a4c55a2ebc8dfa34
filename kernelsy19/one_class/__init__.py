"""What ν bounds, the hyperplane that is the ball, and detectors compared (chapter 04)."""

from kernelsy19.one_class.comparison import (
    Comparison,
    Region,
    beside_published,
    compare,
    points_on_sphere,
    ranking,
    report_detectors,
    shares_by_nu,
)
from kernelsy19.one_class.equations import (
    decide_by_mean_kernel,
    hard_radius_squared,
    hyperplane_decision,
    hyperplane_dual_objective,
    hyperplane_objective,
    nu_of_bound,
    rescaled,
    share_of_outliers,
    share_of_support_vectors,
    share_on_surface,
    threshold,
)
from kernelsy19.one_class.solve import (
    HyperplaneSolution,
    solve_hyperplane,
)

__all__ = [
    "Comparison",
    "HyperplaneSolution",
    "Region",
    "beside_published",
    "compare",
    "decide_by_mean_kernel",
    "hard_radius_squared",
    "hyperplane_decision",
    "hyperplane_dual_objective",
    "hyperplane_objective",
    "nu_of_bound",
    "points_on_sphere",
    "ranking",
    "report_detectors",
    "rescaled",
    "share_of_outliers",
    "share_of_support_vectors",
    "share_on_surface",
    "shares_by_nu",
    "solve_hyperplane",
    "threshold",
]
