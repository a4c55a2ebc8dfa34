"""Fisher kernels: kernels made of a density that was fitted to points without labels (chapter 15)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.fisher.equations import (
        changed_information, changed_scores, closed_information, closed_weight_information, fisher_kernel,
        fisher_score, information, log_joint, maximize, mean_scores, nearby_divergence,
        plain_fisher_kernel, posteriors, sd_scores, standardized, weight_kernel, weight_scores
    )
    from kernelsy19.fisher.plain import EMStep, MixtureFit, certify, em_steps, plain_em, plain_fisher_gram
    from kernelsy19.fisher.gaussian_mixture import DiagonalMixture, FisherKernel
    from kernelsy19.fisher.solve import (
        Change, Divergences, change_of_kernels, divergences_along, fit_mixture, gaussian_divergence
    )

__getattr__, __dir__, __all__ = handed_on(__name__)
