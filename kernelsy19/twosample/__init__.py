"""Comparing two samples: the distance of their means in feature space, and a test that keeps its level (chapter 17)."""

from typing import TYPE_CHECKING

from kernelsy19.lazy import handed_on

if TYPE_CHECKING:
    from kernelsy19.twosample.equations import (
        biased_mmd2, median_gamma, mmd2_from_sums, permutation_p, unbiased_mmd2, witness
    )
    from kernelsy19.twosample.plain import TwoSampleTest, plain_two_sample_test
    from kernelsy19.twosample.solve import mmd2_by_features, mmd2_over_blocks, two_sample_test

__getattr__, __dir__, __all__ = handed_on(__name__)
