"""Comparing two samples: the distance of their means in feature space, and a test that keeps its level (chapter 17)."""

from kernelsy19.twosample.equations import (
    biased_mmd2, median_gamma, mmd2_from_sums, permutation_p, unbiased_mmd2, witness
)
from kernelsy19.twosample.solve import (
    TwoSampleTest, mmd2_by_features, mmd2_over_blocks, plain_two_sample_test, two_sample_test
)
