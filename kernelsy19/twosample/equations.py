"""Comparing two samples as equations, in the order of the chapter.

X are the n points of one sample, Y the m points of the other, and each row is a point.

Shapes and meanings, where an equation says nothing else:

    K_x  (n, n), Gram matrix of X
    K_xy (n, m), K(xᵢ, yⱼ)
    K_y  (m, m), Gram matrix of Y
"""

import numpy as np

from kernelsy19.catalogue import implements
from kernelsy19.signatures import takes
from kernelsy19.validation import as_matrix


@implements("COURSE-mmd-biased")
def biased_mmd2(K_x, K_xy, K_y):
    """‖m_x − m_y‖² = n⁻² Σᵢⱼ K(xᵢ, xⱼ) − 2(nm)⁻¹ Σᵢⱼ K(xᵢ, yⱼ) + m⁻² Σᵢⱼ K(yᵢ, yⱼ).
    → float, ≥ 0 up to rounding, in squared units of the feature space"""
    return K_x.mean() - 2 * K_xy.mean() + K_y.mean()


@implements("COURSE-mmd-unbiased")
def unbiased_mmd2(K_x, K_xy, K_y):
    """The same without the values K(xᵢ, xᵢ) and K(yⱼ, yⱼ) of a point and itself.
    n, m ≥ 2 → float, of any sign, in squared units of the feature space"""
    n, m = K_xy.shape
    within_x = (K_x.sum() - K_x.trace()) / (n * (n - 1))
    within_y = (K_y.sum() - K_y.trace()) / (m * (m - 1))
    return within_x - 2 * K_xy.mean() + within_y


@implements("COURSE-mmd-sums")
def mmd2_from_sums(S_x, t_x, n, S_xy, S_y, t_y, m):
    """The same from the sums of kernel values alone, which blocks add up.
    S_x, S_xy, S_y: float or (b,), ΣK_x, ΣK_xy and ΣK_y; t_x, t_y: float or (b,), tr K_x and tr K_y; n, m: int → float
    or (b,)"""
    return (S_x - t_x) / (n * (n - 1)) - 2 * S_xy / (n * m) + (S_y - t_y) / (m * (m - 1))


@implements("COURSE-witness")
def witness(K_zx, K_zy):
    """f(z) = n⁻¹ Σᵢ K(z, xᵢ) − m⁻¹ Σⱼ K(z, yⱼ) = ⟨Φ(z), m_x − m_y⟩.
    K_zx (l, n); K_zy (l, m) → (l,), positive where X has more points"""
    return K_zx.mean(axis=1) - K_zy.mean(axis=1)


@implements("COURSE-permutation-p")
def permutation_p(value, permuted):
    """p = (1 + #{b : T_b ≥ T₀}) / (B + 1).
    value: float, T₀ of the samples as they came; permuted (B,), T_b after each shuffle → float, in (0, 1]"""
    return (1 + np.count_nonzero(permuted >= value)) / (len(permuted) + 1)


def _mostly_apart(D2, name):
    """Refuse distances² whose median is 0, and name that of the others."""
    D2 = as_matrix(D2, name)
    pairs = D2[np.triu_indices(len(D2), 1)]
    if not np.median(pairs) > 0:
        others = (
            f"that of the other pairs is {np.median(pairs[pairs > 0]):.3g}"
            if (pairs > 0).any()
            else "all are 0"
        )
        raise ValueError(
            f"{name} must have a median above 0, got equal points in half of the pairs or more; {others}."
        )
    return D2


@implements("COURSE-median-width")
@takes(D2=_mostly_apart)
def median_gamma(D2):
    """γ = 1 / (2 · median of ‖zᵢ − zⱼ‖² over i < j), with z the points of both samples.
    D2 (N, N), squared distances → float, in inverse squared units of z"""
    return 1 / (2 * np.median(D2[np.triu_indices(len(D2), 1)]))
