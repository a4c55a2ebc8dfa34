"""Kernels whose points are sequences: DTW, global alignment, substrings (chapter 14)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.sequences.equations import (
        alignment_sum, cheapest_end, common_substrings, exp_distance, inverse_width, local_costs,
        local_similarities, log_normalized, log_sum_of_ends, path_cost, per_first_length, per_mean_length,
        root, substring_counts, typical_similarity
    )
    from kernelsy19.sequences.plain import (
        Warping, all_alignments, listed_global_alignment, plain_dtw, plain_global_alignment
    )
    from kernelsy19.sequences.sequence_kernels import ExpDTW, GlobalAlignment, Spectrum
    from kernelsy19.sequences.solve import dtw_distance, dtw_distances, log_global_alignments

__getattr__, __dir__, __all__ = handed_on(__name__)
