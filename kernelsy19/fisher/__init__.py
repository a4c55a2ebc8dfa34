"""Fisher kernels: kernels made of a density that was fitted to points without labels (chapter 15)."""

from kernelsy19.fisher.equations import (
    changed_information, changed_scores, closed_information, closed_weight_information, fisher_kernel,
    fisher_score, information, log_joint, maximize, mean_scores, nearby_divergence, plain_fisher_kernel,
    posteriors, sd_scores, standardized, weight_kernel, weight_scores
)
from kernelsy19.fisher.gaussian_mixture import DiagonalMixture, FisherKernel
from kernelsy19.fisher.solve import (
    Change, Divergences, EMStep, MixtureFit, certify, change_of_kernels, divergences_along, em_steps,
    fit_mixture, gaussian_divergence, plain_em, plain_fisher_gram
)
